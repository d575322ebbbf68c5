"""The odds of a single roll or draw that is about to be made."""

from __future__ import annotations

from ..engine.chance import Upcoming, draw_outcomes, pool_ways, total_outcomes
from .distribution import Distribution


def roll_odds(roll: Upcoming) -> Distribution:
    """Exact, and named: how many dice fall in each group of faces, the total, or how many pieces of each colour."""
    if roll.bag:
        colours = tuple(roll.bag)
        drawn = ((tuple(counts[c] for c in colours), p) for counts, p in draw_outcomes(roll.bag, roll.draw))
        return Distribution(drawn, names=colours)
    if roll.adds or not roll.groups:
        return Distribution((((total,), p) for total, p in total_outcomes(roll.dice, roll.sides)), names=("total",))
    sizes = tuple(len(faces) for faces in roll.groups.values())
    return Distribution(pool_ways(roll.dice, roll.sides, sizes), names=tuple(roll.groups))
