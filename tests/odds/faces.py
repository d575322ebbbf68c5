"""Brute force: every single die and every single cube, one by one, through the rules. Slow, and with no cleverness."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from tutor.engine.chance import Chance, count_faces
from tutor.engine.walk import Walker


class OneByOne(Chance):
    """Takes the branch that ``path`` names at each die, and then always the first; notes how many there were."""

    def __init__(self, path=()):
        self.path, self.taken, self.widths = list(path), [], []
        self.probability = Fraction(1)

    def _pick(self, among):
        at = len(self.taken)
        choice = self.path[at] if at < len(self.path) else 0
        self.taken.append(choice)
        self.widths.append(len(among))
        self.probability /= len(among)
        return among[choice]

    def _pool(self, n, sides, groups):
        return count_faces([self._pick(range(1, sides + 1)) for _ in range(n)], groups), None

    def _total(self, n, sides):
        return sum(self._pick(range(1, sides + 1)) for _ in range(n))

    def _draw(self, bag, n):
        pieces = [colour for colour in bag for _ in range(bag[colour])]
        drawn = dict.fromkeys(bag, 0)
        for _ in range(n):
            piece = self._pick(pieces)
            pieces.remove(piece)
            drawn[piece] += 1
        return drawn


def brute_force(question):
    """The answer by following every die, one face after the other; nothing is merged."""
    assert isinstance(question.session, Walker)
    start = question.session.position
    walker = Walker(question.session.table, question.session.scenario)
    odds, waiting = {}, [[]]
    while waiting:
        chance = OneByOne(waiting.pop())
        walker.stand(start, chance)
        while not (walker.at_end or question.until(walker)):
            walker.step(question.choose)
        value = question.read(walker)
        odds[value] = odds.get(value, 0) + chance.probability
        for at in range(len(chance.path), len(chance.taken)):
            waiting += [[*chance.taken[:at], other] for other in range(1, chance.widths[at])]
    assert sum(odds.values()) == 1
    return odds


def within_four_errors(exact, plays, n):
    """Whether counted plays agree with exact chances: at each outcome, and in the tail sums."""
    outcomes = sorted(exact.outcomes, key=str)
    chances = [float(exact.probability(o)) for o in outcomes]
    counted = [float(plays.probability(o)) if o in plays else 0.0 for o in outcomes]
    assert set(plays.outcomes) <= set(exact.outcomes)
    # With four standard errors and some hundred outcomes one in a hundred runs would fail by luck; seeds are fixed.
    for p, q in [*zip(chances, counted, strict=True), *zip(accumulate(chances), accumulate(counted), strict=True)]:
        error = (max(p * (1 - p), 1 / n) / n) ** 0.5
        assert abs(p - q) <= 4 * error, (p, q, error)
    return True
