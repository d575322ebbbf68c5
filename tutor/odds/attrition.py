"""Battles of attrition: two forces fire round after round until one is gone, gives way or time is up.

>>> result = battle(Force([Unit("infantry", 6, hits_on=2)]), Force([Unit("militia", 6, hits_on=1)]))
>>> round(result.wins()["attacker wins"], 4)
0.8727

A round: units with first strike on both sides fire at the same time and their hits are taken; then all other
units still there fire at the same time. At the end of the round a force that is down to ``retreat_at`` steps
or fewer withdraws, the attacker first. A force whose enemy is destroyed has won and withdraws no more.

How it is worked out. Losses follow a fixed order, so the hits each side has suffered tell everything, and
the hits a side inflicts depend on its own losses alone. States are visited in the order of the attacker's
losses. The expected visits to all states with the same attacker's losses solve a triangular system, in which
rounds without any hit are summed up rather than played; one matrix product then sends them on. All terms are
positive, so nothing cancels, and the error of rounding has a bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.errors import BadInput, UnknownName
from .distribution import Distribution, percent

Array = NDArray[np.float64]
Rungs = Sequence[Sequence[float]]
ENDINGS = ("attacker wins", "defender wins", "both destroyed", "attacker retreats", "defender retreats", "undecided")
SIDES = ("attacker", "defender")
MOST_HITS = 1_000  # a side; also the most dice a side may throw at once
MOST_ROUNDS = 1_000
MOST_NEGLECTED = 0.01
BLOCK = 48  # columns of the triangular system solved in one go


@dataclass(frozen=True)
class Unit:
    """``count`` units of a type; each throws a die with so many ``sides`` and hits on ``hits_on`` or less.

    ``hits_on=0`` never hits. A unit with two ``steps`` is damaged by its first hit and removed by its second;
    a damaged unit fires as before.
    """

    name: str
    count: int
    hits_on: int
    sides: int = 12
    steps: int = 1
    first_strike: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise BadInput(f"The name of a unit is a word, not {self.name!r}.")
        for field, least in (("count", 0), ("sides", 1), ("steps", 1), ("hits_on", 0)):
            _check_whole(getattr(self, field), f"Unit {self.name!r}: {field}", least)
        if self.hits_on > self.sides:
            raise BadInput(
                f"Unit {self.name!r}: hits_on is at most the number of sides, {self.sides}, not {self.hits_on}."
            )


@dataclass(frozen=True)
class Force:
    """One side of a battle.

    ``order`` names unit types, first lost first; types it leaves out are lost last, as listed. All units of
    a type take their spare steps before the first of them is removed. A type named twice takes its spare
    steps at the first mention and is removed at the second: ``["battleship", "destroyer", "battleship"]``.

    ``retreat_at``: the force withdraws at the end of a round in which it is down to this many steps; 0 is a
    fight to the death. A force that starts so small fights one round.

    ``ladder`` is for rules that an order of loss cannot say, such as combined arms: for each number of hits
    suffered, from 0 to one less than the force can bear, the chances to hit of the dice it throws.
    ``first_ladder`` is the same for first strike. Units, if given too, then only say what is left.

    ``opening`` and ``first_opening`` are ladders for the first round alone, where it is fought by other numbers than
    the rest: a river to cross, guns that strike first only once.
    """

    units: Sequence[Unit] = ()
    order: Sequence[str] | None = None
    retreat_at: int = 0
    ladder: Rungs | None = None
    first_ladder: Rungs | None = None
    opening: Rungs | None = None
    first_opening: Rungs | None = None

    def __post_init__(self) -> None:
        units: Any = self.units
        if isinstance(units, Unit) or not all(isinstance(unit, Unit) for unit in units):
            raise BadInput("The units of a force are a list of Unit.")
        try:
            given = self.ladder, self.first_ladder, self.opening, self.first_opening
            ladders = [None if ladder is None else tuple(map(tuple, ladder)) for ladder in given]
        except TypeError:
            raise BadInput("A ladder is a list of rungs, and a rung a list of chances.") from None
        order = None if self.order is None else tuple(self.order)
        names_of = ("ladder", "first_ladder", "opening", "first_opening")
        fields = {"units": tuple(units), "order": order, **dict(zip(names_of, ladders, strict=True))}
        for field, value in fields.items():
            object.__setattr__(self, field, value)
        _check_whole(self.retreat_at, "A force: retreat_at", 0)
        if self.steps > MOST_HITS:
            raise BadInput(f"A force can bear at most {MOST_HITS:,} hits here, not {self.steps:,}.")
        names = [unit.name for unit in self.units]
        if len(set(names)) < len(names):
            raise BadInput(f"A force lists each type of unit once, not as {', '.join(map(str, names))}.")
        steps = {unit.name: unit.steps for unit in self.units}
        for name, mentions in Counter(self.order or ()).items():
            if name not in steps:
                raise UnknownName("unit in the force called", name, names)
            if mentions > min(steps[name], 2):
                raise BadInput(
                    f"The order of loss names {name!r} {mentions} times; only a type with spare steps is named twice."
                )
        for ladder in ladders:
            if ladder is not None:
                self._check_ladder(ladder)

    def _check_ladder(self, ladder: Rungs) -> None:
        if len(ladder) != self.steps:
            raise BadInput(f"A ladder has a rung for each hit the force can bear, {self.steps}, not {len(ladder)}.")
        for number, rung in enumerate(ladder):
            if len(rung) > MOST_HITS or not all(_is_chance(chance) for chance in rung):
                raise BadInput(f"Rung {number} of a ladder is a list of at most {MOST_HITS:,} chances from 0 to 1.")

    @property
    def steps(self) -> int:
        """How many hits the force can bear."""
        if self.units:
            return sum(unit.count * unit.steps for unit in self.units)
        return len(self.ladder or self.first_ladder or self.opening or self.first_opening or ())

    @property
    def has_opening(self) -> bool:
        return self.opening is not None or self.first_opening is not None

    @cached_property
    def left(self) -> NDArray[np.int64]:
        """How many units of each type are left (columns) after each number of hits (rows)."""
        named = list(self.order or ())
        named += [unit.name for unit in self.units if unit.name not in named]
        places = {unit.name: place for place, unit in enumerate(self.units)}
        lost = np.zeros((self.steps + 1, len(self.units)), np.int64)
        hit = 0
        for at, name in enumerate(named):
            unit = self.units[places[name]]
            if name not in named[:at]:
                hit += unit.count * (unit.steps - 1)
            if name not in named[at + 1 :]:
                lost[hit + 1 : hit + 1 + unit.count, places[name]] = 1
                hit += unit.count
        counts = np.array([unit.count for unit in self.units], np.int64)
        left: NDArray[np.int64] = counts - lost.cumsum(axis=0)
        return left

    def dice(self, first_strike: bool, opening: bool = False) -> list[Array]:
        """The chances to hit of the dice thrown, for each number of hits suffered."""
        if opening and self.has_opening:
            rungs = (self.first_opening if first_strike else self.opening) or [()] * self.steps
            return [np.array(rung, float) for rung in (*rungs, ())]
        if self.ladder is not None or self.first_ladder is not None:
            rungs = (self.first_ladder if first_strike else self.ladder) or [()] * self.steps
            return [np.array(rung, float) for rung in (*rungs, ())]
        armed = [k for k, unit in enumerate(self.units) if unit.first_strike == first_strike and unit.hits_on]
        chances = np.array([self.units[k].hits_on / self.units[k].sides for k in armed])
        return [np.repeat(chances, counts) for counts in self.left[:, armed]]


def battle(attacker: Force, defender: Force, *, rounds: int | None = None, neglect: float = 1e-12) -> BattleOdds:
    """The odds of a battle, to the end or for at most so many ``rounds``.

    Branches may be dropped while their probability adds up to no more than ``neglect``; 0 keeps all.
    """
    if not all(isinstance(force, Force) for force in (attacker, defender)):
        raise BadInput("A battle is fought between two forces: battle(Force([...]), Force([...])).")
    if rounds is not None:
        _check_whole(rounds, "A battle: rounds", 1, MOST_ROUNDS)
    if not _is_chance(neglect) or neglect > MOST_NEGLECTED:
        raise BadInput(f"The probability to neglect is from 0 to {MOST_NEGLECTED}, not {neglect!r}.")
    opens = attacker.has_opening or defender.has_opening
    field = _Field(attacker, defender, neglect / 2 if opens else neglect, opens)
    if not attacker.steps or not defender.steps:
        return BattleOdds(attacker, defender, field.weights, 0.0, 0.0, 0.0)
    if field.attacker_stands <= 0 or field.defender_stands <= 0:
        rounds = 1
    if not opens:
        fought = field.fight_on() if rounds is None else field.fight(rounds)
        return BattleOdds(attacker, defender, field.weights, field.dropped, field.rounding(rounds), fought)
    fought = field.fight(1)
    dropped, rounding = field.dropped, field.rounding(1)
    if rounds == 1:
        return BattleOdds(attacker, defender, field.weights, dropped, rounding, fought)
    rest = _Field(attacker, defender, neglect / 2)
    rest.weights = field.weights
    fought += rest.fight_on() if rounds is None else rest.fight(rounds - 1)
    return BattleOdds(
        attacker, defender, rest.weights, dropped + rest.dropped, rounding + rest.rounding(rounds), fought
    )


class _Fire:
    """What one side's dice do after each number of hits it has suffered (rows)."""

    def __init__(self, dice: list[Array]) -> None:
        most = max(map(len, dice))
        chances = np.zeros((len(dice), most))
        for row, rung in zip(chances, dice, strict=True):
            row[: len(rung)] = rung
        self.exactly = np.zeros((len(dice), most + 1))
        self.exactly[:, 0] = 1.0
        for die in range(most):
            before, hit = self.exactly[:, : die + 1], chances[:, die, None]
            hits = before * hit
            before *= 1.0 - hit
            self.exactly[:, 1 : die + 2] += hits
        self.at_least = np.cumsum(self.exactly[:, ::-1], axis=1)[:, ::-1]
        self.dice = most
        with np.errstate(divide="ignore"):  # a sure hit: the log of 0
            self.log_silent = np.log1p(-chances).sum(axis=1)  # of the chance of no hit, true to the last digit


class _Field:
    """The battle under way: ``weights[i, j]`` is the chance that the attacker has i hits and the defender j."""

    def __init__(self, attacker: Force, defender: Force, neglect: float, opening: bool = False) -> None:
        self.rows, self.columns = attacker.steps, defender.steps
        # A side fights on while it has suffered fewer hits than this.
        self.attacker_stands = attacker.steps - attacker.retreat_at
        self.defender_stands = defender.steps - defender.retreat_at
        self.ordinary = _Fire(attacker.dice(False, opening)), _Fire(defender.dice(False, opening))
        self.first = _Fire(attacker.dice(True, opening)), _Fire(defender.dice(True, opening))
        self.two_phases = any(fire.dice for fire in self.first)
        self.weights = np.zeros((self.rows + 1, self.columns + 1))
        self.weights[0, 0] = 1.0
        self.spare = neglect / (9 * (self.rows + 1))  # for each of at most nine cuts in a row of states
        self.dropped = 0.0

    def rounding(self, rounds: int | None) -> float:
        """A bound on what floats add to the error of any probability: all roundings on the longest way through."""
        size = self.rows + self.columns
        hops = (rounds or size) * (1 + self.two_phases)
        dice = sum(fire.dice for fire in (*self.ordinary, *self.first))
        return float(hops * (3 * dice + 2 * size + 50) * 2.0**-53)

    def window(self, masses: Array, spare: float) -> tuple[int, int]:
        """Where masses begin and end when tails of at most ``spare`` each are dropped."""
        start = int(masses.cumsum().searchsorted(spare, "right"))
        back = masses[::-1].cumsum()
        cut = int(back.searchsorted(spare, "right"))
        self.dropped += float(masses[:start].sum()) + (float(back[cut - 1]) if cut and start < len(masses) else 0.0)
        return start, len(masses) - cut

    def spread(self, fire: _Fire, row: int, start: int, stop: int) -> Array:
        """From defender's hits ``start`` to ``stop`` (rows) to his hits after fire, ``start`` to all (columns)."""
        height, width = stop - start, self.columns + 1 - start
        line = np.zeros(height + width)
        reach = min(width, fire.dice + 1)
        line[height - 1 : height - 1 + reach] = fire.exactly[row, :reach]
        size = line.itemsize
        matrix = np.ndarray((height, width), float, line, (height - 1) * size, (-size, size)).copy()
        beyond = self.columns - np.arange(start, stop)  # hits that destroy, or more
        matrix[:, -1] = np.where(beyond <= fire.dice, fire.at_least[row, np.minimum(beyond, fire.dice)], 0.0)
        return matrix

    def send(self, source: Array, row: int, fires: tuple[_Fire, _Fire], target: Array) -> None:
        """Add to ``target`` where the fire of both sides takes the visits to a row of states."""
        start, stop = self.window(source, self.spare)
        if start >= stop:
            return
        attack, defence = fires
        room = self.rows - row
        visits = source[start:stop]
        losses = defence.exactly[start:stop, : room + 1].T * visits
        if room <= defence.dice:
            losses[room] = defence.at_least[start:stop, room] * visits
        low, high = self.window(losses.sum(axis=1), self.spare)
        target[row + low : row + high, start:] += losses[low:high] @ self.spread(attack, row, start, stop)

    def fight_on(self) -> float:
        """To the end; returns the expected number of rounds."""
        between = np.zeros_like(self.weights)  # after first strikes
        stand = self.defender_stands
        fought = 0.0
        for row in range(self.rows + 1):
            stuck: Array | None = None
            if row < self.attacker_stands:
                visits, stuck = self.visits(row, between[row])
                fought += float(visits.sum())
                if self.two_phases:
                    self.send(visits, row, self.first, between)
                else:
                    between[row, :stand] = visits
            self.send(between[row], row, self.ordinary, self.weights)
            if stuck is not None:
                # What came back to this row is among the visits already; only where no die can hit does it stay.
                self.weights[row, :stand] = stuck
        return fought

    def silent_move(self, fires: tuple[_Fire, _Fire], row: int, start: int) -> tuple[Array, Array]:
        """Moves within a row, in which the defender hits nothing; and the log of the chance to stay in place."""
        (attack, defence), stand = fires, self.defender_stands
        within = self.spread(attack, row, start, stand)[:, : stand - start]
        within *= defence.exactly[start:stand, :1]
        return within, attack.log_silent[row] + defence.log_silent[start:stand]

    def visits(self, row: int, between: Array) -> tuple[Array, Array]:
        """Expected rounds begun in each state of a row, and what stays where no die can hit any more."""
        stand = self.defender_stands
        arrivals = self.weights[row, :stand]
        reached = (arrivals + between[:stand]).cumsum()
        start = int(reached.searchsorted(self.spare, "right"))
        self.dropped += float(reached[start - 1]) if start else 0.0
        visits, stuck = np.zeros(stand), np.zeros(stand)
        if start == stand:
            return visits, stuck
        back, moves = self.silent_move(self.ordinary, row, start)
        ahead = back
        if self.two_phases:
            ahead, also = self.silent_move(self.first, row, start)
            moves = moves + also
        moves = -np.expm1(moves)
        still = moves == 0.0
        begun, midway = visits[start:], between[start:stand].copy()
        for at in range(0, stand - start, BLOCK):
            here, past = slice(at, at + BLOCK), slice(0, at)
            due = arrivals[start:][here] + midway[past] @ back[past, here]
            loop = back[here, here]
            if self.two_phases:
                midway[here] += begun[past] @ ahead[past, here]
                due += midway[here] @ loop
                loop = ahead[here, here] @ loop
            system = -loop
            np.fill_diagonal(system, np.where(still[here], 1.0, moves[here]))
            # Turned round the system is upper triangular, and LAPACK then only substitutes back.
            begun[here] = np.linalg.solve(system[::-1, ::-1].T, due[::-1])[::-1]
            stuck[start:][here] = np.where(still[here], begun[here], 0.0)
            begun[here][still[here]] = 0.0
            midway[here] += begun[here] @ ahead[here, here] if self.two_phases else begun[here]
        return visits, stuck

    def fight(self, rounds: int) -> float:
        """At most so many rounds; returns the expected number."""
        shape = max(self.attacker_stands, 1), max(self.defender_stands, 1)
        standing = (slice(0, shape[0]), slice(0, shape[1]))
        silent = [a.log_silent[:, None] + d.log_silent for a, d in (self.ordinary, self.first)]
        still = (silent[0] + silent[1] == 0.0)[standing]
        fought = 0.0
        self.spare /= rounds
        for _ in range(rounds):
            live = np.where(still, 0.0, self.weights[standing])
            if not live.any():
                break
            fought += float(live.sum())
            self.weights[standing] -= live
            before = np.zeros_like(self.weights)
            before[standing] = live
            for fires in (self.first, self.ordinary) if self.two_phases else (self.ordinary,):
                after = np.zeros_like(self.weights)
                for row in np.flatnonzero(before.any(axis=1)):
                    self.send(before[row], int(row), fires, after)
                before = after
            self.weights += before
        return fought


@dataclass(frozen=True, eq=False)
class BattleOdds:
    """How a battle may end.

    ``weights[i, j]`` is the probability that it ends with i hits on the attacker and j on the defender.
    ``neglected`` is at least the probability of all that was dropped on the way; ``rounding`` bounds what
    floating-point numbers add to the error; ``error`` is both. ``rounds`` is how many are fought on average.
    """

    attacker: Force
    defender: Force
    weights: Array
    neglected: float
    rounding: float
    rounds: float

    @property
    def error(self) -> float:
        """No probability given here is wrong by more than this."""
        return self.neglected + self.rounding

    def ending(self, attacker_hits: int, defender_hits: int) -> str:
        """How the battle ends with so many hits on each side."""
        attacker_left, defender_left = self.attacker.steps - attacker_hits, self.defender.steps - defender_hits
        if not attacker_left or not defender_left:
            return "attacker wins" if attacker_left else "defender wins" if defender_left else "both destroyed"
        if attacker_left <= self.attacker.retreat_at:
            return "attacker retreats"
        return "defender retreats" if defender_left <= self.defender.retreat_at else "undecided"

    def cells(self) -> Iterator[tuple[int, int, float]]:
        """Hits on the attacker, hits on the defender, and how likely the battle ends so."""
        for i, j in np.argwhere(self.weights > 0.0).tolist():
            yield i, j, float(self.weights[i, j])

    def wins(self) -> dict[str, float]:
        """The probability of each ending."""
        chances = dict.fromkeys(ENDINGS, 0.0)
        for i, j, weight in self.cells():
            chances[self.ending(i, j)] += weight
        return chances

    def distribution(self) -> Distribution:
        """Steps left to each side and the ending, together."""
        whole = self.attacker.steps, self.defender.steps
        cells = [((whole[0] - i, whole[1] - j, self.ending(i, j)), weight) for i, j, weight in self.cells()]
        return Distribution(cells, names=("attacker_left", "defender_left", "ending"), mass=1.0 - self.neglected)

    def survivors(self, side: str) -> Distribution:
        """How many units of each type are left to the "attacker" or "defender", by name.

        For a force that has only a ladder: how many more hits it could bear.
        """
        if side not in SIDES:
            raise UnknownName("side", side, SIDES)
        force = self.attacker if side == "attacker" else self.defender
        chances = self.weights.sum(axis=1 if side == "attacker" else 0).tolist()
        mass = 1.0 - self.neglected
        if not force.units:
            return Distribution([(force.steps - hits, chance) for hits, chance in enumerate(chances)], mass=mass)
        left = map(tuple, force.left.tolist())
        return Distribution(zip(left, chances, strict=True), names=[unit.name for unit in force.units], mass=mass)

    def __repr__(self) -> str:
        shown = ", ".join(f"{ending}: {percent(chance)}" for ending, chance in self.wins().items() if chance)
        return f"BattleOdds({shown}; {self.rounds:.1f} rounds)"

    def _repr_html_(self) -> str:
        endings = Distribution({ending: chance for ending, chance in self.wins().items() if chance})
        left = [f"{side} {float(self.distribution()[f'{side}_left'].mean):.1f} steps" for side in SIDES]
        note = f"On average {self.rounds:.1f} rounds; left to {', to '.join(left)}; error below {self.error:.0e}."
        return f'{endings._repr_html_()}<div style="color:#555;background:#fff;font-size:13px">{note}</div>'


def _check_whole(number: Any, what: str, least: int, most: int | None = None) -> None:
    whole = isinstance(number, int | Integral) and not isinstance(number, bool)
    if not whole or number < least or (most is not None and number > most):
        span = f"of {least} or more" if most is None else f"from {least} to {most:,}"
        raise BadInput(f"{what} is a whole number {span}, not {number!r}.")


def _is_chance(value: Any) -> bool:
    number = isinstance(value, Real)
    return number and bool(0 <= value <= 1)
