"""Chance has one door: dice pools, single dice, totals and draws from a bag.

``Seeded`` plays, ``Scripted`` obeys (tests, and teachers who say "suppose you roll two sixes") and
``Exploring`` walks every outcome with its exact probability. The rules cannot tell them apart, so the
odds come from the code that plays.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, prod
from typing import Any, TypeVar

import msgspec

from .errors import BadInput

Groups = Mapping[str, Sequence[int]]
Counts = dict[str, int]
Told = Callable[[str, str, str, dict[str, Any]], None]
R = TypeVar("R")


class Chance(ABC):
    """The door. Subclasses say how an outcome is found; ``tell`` hears of each (it writes the log)."""

    tell: Told | None = None

    def pool(self, n: int, sides: int, groups: Groups, section: str, *, by: str = "", why: str = "") -> Counts:
        """Roll ``n`` dice and count how many fall in each group of faces that matters.

        Faces that no group names are misses and are not reported.
        """
        if n < 0:
            raise ValueError(f"a pool of {n} dice")
        counts, faces = self._pool(n, sides, groups)
        if n:
            shown = {name: list(wanted) for name, wanted in groups.items()}
            self._told(section, by, why, {"dice": n, "sides": sides, "faces": faces, "counts": counts, "groups": shown})
        return counts

    def die(self, sides: int, section: str, *, by: str = "", why: str = "") -> int:
        """Roll one die."""
        face = self._total(1, sides)
        self._told(section, by, why, {"dice": 1, "sides": sides, "faces": [face]})
        return face

    def total(self, n: int, sides: int, section: str, *, by: str = "", why: str = "") -> int:
        """Roll ``n`` dice and add them."""
        value = self._total(n, sides)
        self._told(section, by, why, {"dice": n, "sides": sides, "total": value})
        return value

    def draw(self, bag: Mapping[str, int], n: int, section: str, *, by: str = "", why: str = "") -> Counts:
        """Draw ``n`` pieces from a bag without putting them back; the bag itself is not changed."""
        n = min(n, sum(bag.values()))
        drawn = self._draw(bag, n)
        self._told(section, by, why, {"drawn": drawn})
        return drawn

    def _told(self, section: str, by: str, why: str, data: dict[str, Any]) -> None:
        if self.tell is not None:
            self.tell(section, by, why, data)

    @abstractmethod
    def _pool(self, n: int, sides: int, groups: Groups) -> tuple[Counts, list[int] | None]: ...

    @abstractmethod
    def _total(self, n: int, sides: int) -> int: ...

    @abstractmethod
    def _draw(self, bag: Mapping[str, int], n: int) -> Counts: ...


def count_faces(faces: Sequence[int], groups: Groups) -> Counts:
    return {name: sum(face in wanted for face in faces) for name, wanted in groups.items()}


class Seeded(Chance):
    """Play. The k-th outcome depends on the seed and k alone, so undo, fork and replay repeat it."""

    def __init__(self, seed: int, used: int = 0) -> None:
        self.seed = seed
        self.used = used
        self.script: list[Any] = []

    def _next(self) -> random.Random:
        self.used += 1
        return random.Random(f"{self.seed}/{self.used}")

    def _pool(self, n: int, sides: int, groups: Groups) -> tuple[Counts, list[int] | None]:
        if not n:
            return dict.fromkeys(groups, 0), []
        if self.script:
            return scripted_pool(self.script.pop(0), n, sides, groups)
        rng = self._next()
        faces = [1 + int(rng.random() * sides) for _ in range(n)]
        return count_faces(faces, groups), faces

    def _total(self, n: int, sides: int) -> int:
        if self.script:
            return scripted_total(self.script.pop(0), n, sides)
        rng = self._next()
        return sum(1 + int(rng.random() * sides) for _ in range(n))

    def _draw(self, bag: Mapping[str, int], n: int) -> Counts:
        if self.script:
            return scripted_draw(self.script.pop(0), bag, n)
        rng = self._next()
        pieces = [colour for colour in sorted(bag) for _ in range(bag[colour])]
        drawn = dict.fromkeys(bag, 0)
        for _ in range(n):
            drawn[pieces.pop(int(rng.random() * len(pieces)))] += 1
        return drawn


class Upcoming(msgspec.Struct, frozen=True):
    """A roll or a draw that is about to be made: so many dice of so many sides, or pieces from a bag."""

    section: str
    dice: int = 0
    sides: int = 0
    groups: dict[str, list[int]] = {}  # the faces that matter, by what they do
    bag: dict[str, int] = {}
    draw: int = 0
    by: str = ""
    why: str = ""
    adds: bool = False  # the dice are added up

    def check(self, outcome: Any) -> None:
        """Raise BadInput where an outcome does not fit this roll."""
        if self.bag:
            scripted_draw(outcome, self.bag, self.draw)
        elif self.adds:
            scripted_total(outcome, self.dice, self.sides)
        else:
            scripted_pool(outcome, self.dice, self.sides, self.groups)

    def fresh(self) -> Any:
        """An outcome by pure luck, in the form that ``Session.suppose`` takes."""
        if self.bag:
            pieces = random.sample([c for c in sorted(self.bag) for _ in range(self.bag[c])], self.draw)
            return {colour: pieces.count(colour) for colour in self.bag}
        faces = [random.randint(1, self.sides) for _ in range(self.dice)]
        return sum(faces) if self.adds else faces


class Probing(Seeded):
    """Rolls like ``Seeded``, and notes what it was asked for. For a look ahead on a copy of the game."""

    def __init__(self, seed: int, used: int = 0) -> None:
        super().__init__(seed, used)
        self.asked: list[Upcoming] = []

    def pool(self, n: int, sides: int, groups: Groups, section: str, *, by: str = "", why: str = "") -> Counts:
        if n > 0:
            shown = {name: list(faces) for name, faces in groups.items()}
            self.asked.append(Upcoming(section, n, sides, shown, by=by, why=why))
        return super().pool(n, sides, groups, section, by=by, why=why)

    def die(self, sides: int, section: str, *, by: str = "", why: str = "") -> int:
        self.asked.append(Upcoming(section, 1, sides, by=by, why=why, adds=True))
        return super().die(sides, section, by=by, why=why)

    def total(self, n: int, sides: int, section: str, *, by: str = "", why: str = "") -> int:
        self.asked.append(Upcoming(section, n, sides, by=by, why=why, adds=True))
        return super().total(n, sides, section, by=by, why=why)

    def draw(self, bag: Mapping[str, int], n: int, section: str, *, by: str = "", why: str = "") -> Counts:
        n = min(n, sum(bag.values()))
        if n:
            self.asked.append(Upcoming(section, bag=dict(bag), draw=n, by=by, why=why))
        return super().draw(bag, n, section, by=by, why=why)


class Scripted(Seeded):
    """Obey a list: faces for a pool (``[6, 6, 1]``) or counts (``{"hit": 2}``), a number for a die or
    total, counts for a draw. What follows the end of the list is an error, unless ``then`` gives a seed."""

    def __init__(self, outcomes: Sequence[Any], then: int | None = None) -> None:
        super().__init__(seed=then or 0)
        self.script = list(outcomes)
        self._then = then

    def _next(self) -> random.Random:
        if self._then is None:
            raise BadInput("The script of outcomes has run out; add the next roll or draw to it.")
        return super()._next()


def scripted_pool(said: Any, n: int, sides: int, groups: Groups) -> tuple[Counts, list[int] | None]:
    if isinstance(said, Mapping):
        unknown = set(said) - set(groups)
        if unknown or sum(said.values()) > n or any(v < 0 for v in said.values()):
            raise BadInput(f"{dict(said)} does not fit a pool of {n} dice with results {', '.join(groups)}.")
        return {name: int(said.get(name, 0)) for name in groups}, None
    faces = [said] if isinstance(said, int) else list(said)
    if len(faces) != n or not all(isinstance(f, int) and 1 <= f <= sides for f in faces):
        raise BadInput(f"{faces} does not fit: this roll needs {n} faces from 1 to {sides}.")
    return count_faces(faces, groups), faces


def scripted_total(said: Any, n: int, sides: int) -> int:
    value = sum(said) if isinstance(said, (list, tuple)) else said
    if not isinstance(value, int) or not n <= value <= n * sides:
        raise BadInput(f"{said!r} does not fit: this roll of {n}d{sides} gives {n} to {n * sides}.")
    return value


def scripted_draw(said: Any, bag: Mapping[str, int], n: int) -> Counts:
    if (
        not isinstance(said, Mapping)
        or sum(said.values()) != n
        or any(count > bag.get(colour, 0) or count < 0 for colour, count in said.items())
    ):
        raise BadInput(f"{said!r} does not fit: draw {n} of {dict(bag)}.")
    return {colour: int(said.get(colour, 0)) for colour in bag}


@cache
def pool_ways(n: int, sides: int, sizes: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way ``n`` dice can fall into groups of ``sizes`` faces, and how many of the ``sides ** n`` throws do."""
    rest = sides - sum(sizes)

    def walk(left: int, sizes_left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        if not sizes_left:
            yield (), rest**left
            return
        for k in range(left + 1):
            ways = comb(left, k) * sizes_left[0] ** k
            for tail, tail_ways in walk(left - k, sizes_left[1:]):
                if ways * tail_ways:
                    yield (k, *tail), ways * tail_ways

    return tuple(walk(n, sizes))


@cache
def pool_outcomes(n: int, sides: int, sizes: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """The same with probabilities."""
    return tuple((counts, Fraction(ways, sides**n)) for counts, ways in pool_ways(n, sides, sizes))


@cache
def total_outcomes(n: int, sides: int) -> tuple[tuple[int, Fraction], ...]:
    ways = {0: 1}
    for _ in range(n):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    return tuple((total, Fraction(count, sides**n)) for total, count in sorted(ways.items()))


def draw_outcomes(bag: Mapping[str, int], n: int) -> list[tuple[Counts, Fraction]]:
    colours = list(bag)
    whole = comb(sum(bag.values()), n)

    def walk(left: int, at: int) -> Iterator[tuple[int, ...]]:
        if at == len(colours):
            if not left:
                yield ()
            return
        for k in range(min(left, bag[colours[at]]) + 1):
            for tail in walk(left - k, at + 1):
                yield (k, *tail)

    return [
        (
            dict(zip(colours, picked, strict=True)),
            Fraction(prod(comb(bag[c], k) for c, k in zip(colours, picked, strict=True)), whole),
        )
        for picked in walk(n, 0)
    ]


class Exploring(Chance):
    """Walk every outcome. One run follows ``prefix`` (the branch taken at each chance so far) and then
    always the first branch; ``pending`` collects the branches left for later runs."""

    def __init__(self, prefix: Sequence[int] = ()) -> None:
        self.prefix = list(prefix)
        self.taken: list[int] = []
        self.pending: list[list[int]] = []
        self.probability = Fraction(1)

    def _branch(self, outcomes: Sequence[tuple[R, Fraction]]) -> R:
        at = len(self.taken)
        if at < len(self.prefix):
            pick = self.prefix[at]
        else:
            pick = 0
            self.pending.extend([*self.taken, other] for other in range(1, len(outcomes)))
        self.taken.append(pick)
        outcome, chance = outcomes[pick]
        self.probability *= chance
        return outcome

    def _pool(self, n: int, sides: int, groups: Groups) -> tuple[Counts, list[int] | None]:
        sizes = tuple(len(faces) for faces in groups.values())
        counts = self._branch(pool_outcomes(n, sides, sizes))
        return dict(zip(groups, counts, strict=True)), None

    def _total(self, n: int, sides: int) -> int:
        return self._branch(total_outcomes(n, sides))

    def _draw(self, bag: Mapping[str, int], n: int) -> Counts:
        return dict(self._branch(draw_outcomes(bag, n)))


def every_outcome(run: Callable[[Exploring], R]) -> Iterator[tuple[R, Fraction]]:
    """Run ``run`` once for each way chance can fall; yields what it returned and how likely that was."""
    waiting: list[list[int]] = [[]]
    while waiting:
        chance = Exploring(waiting.pop())
        result = run(chance)
        waiting.extend(chance.pending)
        yield result, chance.probability
