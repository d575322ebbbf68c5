"""A probability distribution is a value like a die: add it, compare it, ask it, look at it.

>>> two = Distribution.die(6) + Distribution.die(6)
>>> two.at_least(10), two.mean
(Fraction(1, 6), Fraction(7, 1))
>>> (two > Distribution.die(12)).probability(True)
Fraction(1, 2)

Weights given as whole numbers or fractions stay exact. Two distributions in one expression are taken to be
independent, so ``d + d`` is two dice, not one die doubled (``d * 2``).
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import comb, fsum, gcd, inf, lcm, sqrt
from numbers import Integral, Rational, Real
from typing import Any, Protocol

from ..engine.errors import BadInput, UnknownName

Number = int | Fraction | float
Weights = Mapping[Any, Any] | Iterable[tuple[Any, Any]]
ANYTHING: Any = object()  # no condition; None may be an outcome
ROWS = 40  # of the table in a notebook
MOST_DICE = 10_000


class RandomSource(Protocol):
    """What ``sample`` needs of ``random.Random`` or of a numpy generator."""

    def random(self) -> float: ...


def _operation(join: Callable[[Any, Any], Any]) -> Callable[[Distribution, object], Distribution]:
    """An operator between a distribution and a number or another, independent, distribution."""

    def method(self: Distribution, other: object) -> Any:
        if isinstance(other, Real):
            other = Distribution({other: 1})
        if not isinstance(other, Distribution):
            return NotImplemented
        self._check_numbers()
        other._check_numbers()
        return self._product(other, join)

    return method


class Distribution:
    """Outcomes and their probabilities; never changes once made.

    ``weights`` maps outcomes to weights, or lists (outcome, weight) pairs; they need not add up to 1. With
    ``names`` every outcome is a tuple of that many parts: ``d["holder"]`` is then the distribution of one part
    and ``d["lost", "holder"]`` of two. ``mass`` below 1 says that the outcomes given cover only that
    probability. Then ``probability`` and its kin are lower bounds, too small by at most ``neglected``, while
    ``mean``, ``quantile`` and ``sample`` speak of the part that is covered.
    """

    __slots__ = ("_mass", "_sums", "_weights", "_whole", "names")
    names: tuple[str, ...] | None
    _weights: dict[Any, Any]  # whole numbers where exact, otherwise probabilities
    _whole: int | None  # what an exact weight is divided by; None for floats
    _mass: Number
    _sums: list[Any] | None

    def __init__(self, weights: Weights, *, names: Iterable[str] | None = None, mass: Number = 1) -> None:
        pairs = weights.items() if isinstance(weights, Mapping | Distribution) else weights
        merged: dict[Any, Any] = {}
        try:
            for outcome, weight in pairs:
                merged[outcome] = merged.get(outcome, 0) + _weight(outcome, weight)
        except (TypeError, ValueError):
            raise BadInput(
                "A distribution is made from a mapping of outcomes to weights, or from pairs of a hashable outcome and its weight."
            ) from None
        merged = {outcome: weight for outcome, weight in merged.items() if weight}
        if not merged:
            raise BadInput("A distribution needs at least one outcome with a weight above 0.")
        if not (isinstance(mass, Real) and 0 < mass <= 1):
            raise BadInput(f"The mass of a distribution is above 0 and at most 1, not {mass!r}.")
        if all(isinstance(weight, Rational) for weight in (*merged.values(), mass)):
            unit = lcm(*(weight.denominator for weight in merged.values()))
            share = Fraction(mass)
            total = sum(merged.values()) * unit
            merged = {outcome: int(weight * unit) * share.numerator for outcome, weight in merged.items()}
            self._set(merged, int(total) * share.denominator, share, names)
        else:
            try:
                top = float(max(merged.values()))
                parts = {outcome: float(weight) / top for outcome, weight in merged.items()}
            except OverflowError:
                raise BadInput("The weights of a distribution are too large for floats.") from None
            factor = float(mass) / fsum(parts.values())
            self._set({o: part * factor for o, part in parts.items()}, None, float(mass), names)

    def _set(self, weights: dict[Any, Any], whole: int | None, mass: Number, names: Iterable[str] | None) -> None:
        if whole is not None:
            common = gcd(whole, *weights.values())
            if common > 1:
                weights, whole = {o: weight // common for o, weight in weights.items()}, whole // common
        with suppress(TypeError):  # outcomes without an order stay as they came
            weights = {outcome: weights[outcome] for outcome in sorted(weights) if weights[outcome]}
        self._weights, self._whole, self._mass, self._sums = weights, whole, mass, None
        self.names = None if names is None else _checked_names(names, weights)

    @classmethod
    def _made(
        cls, weights: dict[Any, Any], whole: int | None, mass: Number, names: Iterable[str] | None = None
    ) -> Distribution:
        """From weights known to be good: a result of arithmetic."""
        made = cls.__new__(cls)
        made._set(weights, whole, mass, names)
        return made

    # --- Making them ---

    @classmethod
    def die(cls, sides: int) -> Distribution:
        """One die with faces 1 to ``sides``."""
        _check_count(sides, "A die", "sides", 1)
        return cls._made(dict.fromkeys(range(1, sides + 1), 1), sides, Fraction(1))

    @classmethod
    def constant(cls, value: Hashable) -> Distribution:
        """One certain outcome."""
        return cls({value: 1})

    @classmethod
    def uniform(cls, values: Iterable[Hashable]) -> Distribution:
        """Each of the values with the same chance; a value listed twice has twice the chance."""
        return cls((value, 1) for value in values)

    @classmethod
    def pool(cls, n: int, sides: int, faces: Iterable[int]) -> Distribution:
        """How many of ``n`` dice show one of ``faces``."""
        _check_count(n, "A pool", "dice", 0)
        _check_count(sides, "A die", "sides", 1)
        wanted = set(faces)
        if not wanted <= set(range(1, sides + 1)):
            raise BadInput(f"The faces of a die with {sides} sides are whole numbers from 1 to {sides}, not {faces!r}.")
        hit, miss = len(wanted), sides - len(wanted)
        ways = {k: comb(n, k) * hit**k * miss ** (n - k) for k in range(n + 1)}
        return cls._made({k: way for k, way in ways.items() if way}, sides**n, Fraction(1))

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Number, Distribution]]) -> Distribution:
        """One of several distributions, picked with the given weights."""
        listed = list(parts)
        picked = cls([(number, weight) for number, (weight, _) in enumerate(listed)])
        names = {part.names for _, part in listed}
        if len(names) > 1:
            raise BadInput("The parts of a mixture must have the same names.")
        merged: dict[Any, Any] = {}
        mass: Number = 0
        for number, weight in picked.items():
            part = listed[number][1]
            mass += weight * part.mass
            for outcome, chance in part.items():
                merged[outcome] = merged.get(outcome, 0) + weight * chance
        return cls(merged, names=names.pop(), mass=min(mass, 1))

    # --- Looking at them ---

    @property
    def exact(self) -> bool:
        """Whether the probabilities are fractions rather than floats."""
        return self._whole is not None

    @property
    def mass(self) -> Number:
        """The probability that the outcomes cover."""
        return self._mass

    @property
    def neglected(self) -> Number:
        """The probability that they do not cover: 0 unless something was cut off."""
        return 1 - self._mass

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """All outcomes, in order where they have one."""
        return tuple(self._weights)

    def items(self) -> Iterator[tuple[Any, Number]]:
        """Outcomes with their probabilities."""
        whole = self._whole
        if whole is None:
            return iter(self._weights.items())
        return ((outcome, Fraction(weight, whole)) for outcome, weight in self._weights.items())

    def __len__(self) -> int:
        return len(self._weights)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def __bool__(self) -> bool:
        raise BadInput(
            "A distribution is neither true nor false; ask for a probability, as in (d > 3).probability(True)."
        )

    def __eq__(self, other: object) -> bool:
        """Whether both have the same outcomes, probabilities and names; ``equals`` compares the outcomes."""
        if not isinstance(other, Distribution):
            return NotImplemented
        mine, theirs = (self._weights, self._whole, self.names), (other._weights, other._whole, other.names)
        return mine == theirs

    def __hash__(self) -> int:
        return hash((frozenset(self._weights.items()), self._whole, self.names))

    def as_floats(self) -> Distribution:
        """The same with floats for fractions: faster in long sums."""
        return self._made({o: float(p) for o, p in self.items()}, None, float(self._mass), self.names)

    # --- Arithmetic ---

    def _product(
        self, other: Distribution, join: Callable[[Any, Any], Any], names: Iterable[str] | None = None
    ) -> Distribution:
        one, two = self, other
        whole = None
        if one._whole is not None and two._whole is not None:
            whole = one._whole * two._whole
        else:
            one, two = one.as_floats(), two.as_floats()
        joined: dict[Any, Any] = {}
        try:
            for x, weight in one._weights.items():
                for y, other_weight in two._weights.items():
                    outcome = join(x, y)
                    joined[outcome] = joined.get(outcome, 0) + weight * other_weight
        except ZeroDivisionError:
            raise BadInput("A distribution cannot be divided by one that can be 0.") from None
        return self._made(joined, whole, one._mass * two._mass, names)

    __add__ = __radd__ = _operation(operator.add)
    __mul__ = __rmul__ = _operation(operator.mul)
    __sub__ = _operation(operator.sub)
    __rsub__ = _operation(lambda x, y: y - x)
    __floordiv__ = _operation(operator.floordiv)
    __rfloordiv__ = _operation(lambda x, y: y // x)
    __lt__ = _operation(operator.lt)
    __le__ = _operation(operator.le)
    __gt__ = _operation(operator.gt)
    __ge__ = _operation(operator.ge)

    def __neg__(self) -> Distribution:
        return self * -1

    def equals(self, other: object) -> Distribution:
        """Whether the outcome is a value, or that of another distribution: a distribution over True and False."""
        return self._product(other if isinstance(other, Distribution) else Distribution({other: 1}), operator.eq)

    def times(self, n: int) -> Distribution:
        """``n`` independent copies, added."""
        _check_count(n, "A sum", "copies", 0)
        self._check_numbers()
        total, power = Distribution.constant(0), self
        while n:
            if n & 1:
                total = total + power
            n >>= 1
            if n:
                power = power + power
        return total

    def map(self, function: Callable[[Any], Any], names: Iterable[str] | None = None) -> Distribution:
        """The distribution of ``function(outcome)``."""
        mapped: dict[Any, Any] = {}
        for outcome, weight in self._weights.items():
            image = function(outcome)
            mapped[image] = mapped.get(image, 0) + weight
        return self._made(mapped, self._whole, self._mass, names)

    def joint(self, other: Distribution, names: Iterable[str] | None = None) -> Distribution:
        """Both at once, independent; the parts of named outcomes are put side by side."""
        if names is None and self.names and other.names:
            names = (*self.names, *other.names)

        def parts(distribution: Distribution, outcome: Any) -> tuple[Any, ...]:
            return outcome if distribution.names else (outcome,)

        return self._product(other, lambda x, y: (*parts(self, x), *parts(other, y)), names)

    def __getitem__(self, wanted: str | tuple[str, ...]) -> Distribution:
        """The distribution of one named part, or of several together."""
        if not isinstance(wanted, tuple):
            at = self._place(wanted)
            return self.map(lambda outcome: outcome[at])
        places = [self._place(name) for name in wanted]
        return self.map(lambda outcome: tuple(outcome[at] for at in places), wanted)

    def _place(self, name: str) -> int:
        if not self.names or name not in self.names:
            raise UnknownName("part of the outcome called", name, self.names or ())
        return self.names.index(name)

    # --- Asking them ---

    def _test(self, condition: Any, parts: Mapping[str, Any]) -> Callable[[Any], bool]:
        if condition is ANYTHING and not parts:
            raise BadInput(
                'Say which outcomes are meant: a value, a function, or a part by name, as in holder="allies".'
            )
        tests = [(self._place(name), wanted) for name, wanted in parts.items()]

        def holds(value: Any, wanted: Any) -> bool:
            return bool(wanted(value)) if callable(wanted) else bool(value == wanted)

        return lambda outcome: (
            (condition is ANYTHING or holds(outcome, condition))
            and all(holds(outcome[at], wanted) for at, wanted in tests)
        )

    def given(self, condition: Any = ANYTHING, /, **parts: Any) -> Distribution:
        """The distribution once the condition is known to hold; say it as for ``probability``."""
        test = self._test(condition, parts)
        kept = {outcome: weight for outcome, weight in self._weights.items() if test(outcome)}
        if not kept:
            raise BadInput("That condition has probability 0, so nothing can be said given it.")
        # All that was cut off might meet the condition: it stays neglected, as a share of what is left.
        if self._whole is not None:
            total = sum(kept.values())
            whole = total + self._whole - sum(self._weights.values())
            return self._made(kept, whole, Fraction(total, whole), self.names)
        sure = fsum(kept.values())
        most = sure + float(self.neglected)
        return self._made({o: weight / most for o, weight in kept.items()}, None, sure / most, self.names)

    def probability(self, condition: Any = ANYTHING, /, **parts: Any) -> Number:
        """The chance of a value, of what a function accepts, or of named parts.

        ``d.probability(7)``, ``d.probability(lambda x: x > 7)``, ``d.probability(holder="allies", lost=0)``;
        a part too may be given as a function.
        """
        if condition is not ANYTHING and not callable(condition) and not parts:
            return self._share([self._weights.get(condition, 0)])
        test = self._test(condition, parts)
        return self._share([weight for outcome, weight in self._weights.items() if test(outcome)])

    def _share(self, weights: list[Any]) -> Number:
        return min(fsum(weights), 1.0) if self._whole is None else Fraction(sum(weights), self._whole)

    def at_least(self, least: Number) -> Number:
        self._check_numbers()
        return self.probability(lambda outcome: outcome >= least)

    def at_most(self, most: Number) -> Number:
        self._check_numbers()
        return self.probability(lambda outcome: outcome <= most)

    def _check_numbers(self) -> None:
        for outcome in self._weights:
            if not isinstance(outcome, Real):
                raise BadInput(
                    f"This needs numbers as outcomes, and {outcome!r} is none; take a part or map them first."
                )

    def _average(self, values: Iterable[Any]) -> Number:
        pairs = list(zip(values, self._weights.values(), strict=True))
        if self._whole is not None and all(isinstance(value, Rational) for value, _ in pairs):
            total = sum((Fraction(value) * weight for value, weight in pairs), Fraction(0))
            return total / int(sum(self._weights.values()))
        whole = self._whole or 1
        return fsum(float(value) * (weight / whole) for value, weight in pairs) / float(self._mass)

    @property
    def mean(self) -> Number:
        self._check_numbers()
        return self._average(self._weights)

    @property
    def variance(self) -> Number:
        mean = self.mean
        return self._average([(outcome - mean) ** 2 for outcome in self._weights])

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def _cumulated(self) -> list[Any]:
        if self._sums is None:
            self._sums = list(accumulate(self._weights.values()))
        return self._sums

    def quantile(self, q: Number) -> Any:
        """The smallest outcome that is not exceeded with probability ``q`` at least."""
        self._check_numbers()
        if not (isinstance(q, Real) and 0 <= q <= 1):
            raise BadInput(f"A quantile is asked for a share from 0 to 1, not {q!r}.")
        sums = self._cumulated()
        if self._whole is not None and isinstance(q, Rational):
            at = bisect_left(sums, q * sums[-1])
        else:  # a float such as 0.3 is not quite three tenths: it must not fall into the next outcome for that
            at = bisect_left(sums, float(q) - 1e-12, key=lambda reached: reached / sums[-1])
        return self.outcomes[at]

    @property
    def median(self) -> Any:
        return self.quantile(Fraction(1, 2))

    @property
    def mode(self) -> Any:
        """The likeliest outcome; the first of several."""
        return max(self._weights, key=self._weights.__getitem__)

    def sample(self, rng: RandomSource) -> Any:
        """One outcome at random: ``d.sample(random.Random(7))``."""
        sums = self._cumulated()
        return self.outcomes[bisect_right(sums, rng.random(), key=lambda reached: reached / sums[-1])]

    # --- Showing them ---

    def to_frame(self) -> Any:
        """A pandas table: a column for each name, or "outcome", and "probability"."""
        try:
            import pandas
        except ImportError:
            raise BadInput("Tables need pandas; install it with: pip install 'staff-ride[odds]'.") from None
        names = list(self.names or ["outcome"])
        rows = [(*(o if self.names else (o,)), float(p)) for o, p in self.items()]
        return pandas.DataFrame(rows, columns=[*names, "probability"])

    def __repr__(self) -> str:
        shown = [f"{outcome!r}: {percent(p)}" for (outcome, p), _ in zip(self.items(), range(6), strict=False)]
        more = f", and {len(self) - 6} more" if len(self) > 6 else ""
        names = f"{', '.join(self.names)}: " if self.names else ""
        cut = f"; {percent(self.neglected)} neglected" if self.neglected else ""
        return f"Distribution({names}{{{', '.join(shown)}{more}}}{cut})"

    def _repr_html_(self) -> str:
        likeliest = sorted(self._weights, key=self._weights.__getitem__, reverse=True)
        shown, top = set(likeliest[:ROWS]), self._share([self._weights[likeliest[0]]])
        cell = 'style="text-align:left;padding:1px 10px 1px 0;color:#222;background:#fff"'
        head = "".join(f"<th {cell}>{escape(name)}</th>" for name in (*(self.names or ("outcome",)), "probability", ""))
        rows = []
        for outcome, chance in self.items():
            if outcome not in shown:
                continue
            parts = "".join(f"<td {cell}>{escape(str(part))}</td>" for part in (outcome if self.names else (outcome,)))
            bar = f'<div style="width:{round(160 * float(chance / top))}px;height:10px;background:#6d8fb3"></div>'
            rows.append(f"<tr>{parts}<td {cell}>{escape(percent(chance))}</td><td {cell}>{bar}</td></tr>")
        notes = []
        if len(self) > len(rows):
            rest = self._share([self._weights[outcome] for outcome in likeliest[ROWS:]])
            notes.append(f"and {len(self) - len(rows)} more, together {percent(rest)}")
        if self.neglected:
            notes.append(f"neglected: {percent(self.neglected)}")
        foot = "".join(f'<div style="color:#555;background:#fff">{escape(note)}</div>' for note in notes)
        style = 'style="border-collapse:collapse;background:#fff;font-size:13px"'
        return f"<div><table {style}><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{foot}</div>"


def percent(chance: Number) -> str:
    """A probability as people read it; never 0% or 100% for what is not."""
    hundredths = 100 * float(chance)
    if 0 < hundredths < 1e-4:
        return "<0.0001%"
    if hundredths >= 99.95 and chance < 1:
        return ">99.9%"
    return f"{hundredths:.3g}%"


def _weight(outcome: object, weight: Any) -> Number:
    if isinstance(weight, Integral):
        weight = int(weight)
    elif isinstance(weight, Rational):
        weight = Fraction(weight)
    elif isinstance(weight, Real):
        weight = float(weight)
    if not isinstance(weight, Number) or not 0 <= weight < inf:
        raise BadInput(f"The weight of {outcome!r} is a number of 0 or more, not {weight!r}.")
    return weight


def _checked_names(names: Iterable[str], outcomes: Iterable[Any]) -> tuple[str, ...]:
    listed = (names,) if isinstance(names, str) else tuple(names)
    if len(set(listed)) < len(listed):
        raise BadInput(f"The parts of an outcome need different names, not {', '.join(map(str, listed))}.")
    for outcome in outcomes:
        if not isinstance(outcome, tuple) or len(outcome) != len(listed):
            raise BadInput(
                f"With the names {', '.join(listed)} an outcome is a tuple of {len(listed)}, not {outcome!r}."
            )
    return listed


def _check_count(number: Any, what: str, of: str, least: int) -> None:
    whole = isinstance(number, int | Integral)
    if not whole or not least <= number <= MOST_DICE:
        raise BadInput(f"{what} has {least} to {MOST_DICE:,} {of}, not {number!r}.")
