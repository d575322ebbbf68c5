"""Odds: probabilities as values, exact answers from the rules, sweeps, and many games played by policies.

>>> from tutor.odds import Distribution
>>> Distribution.die(6).times(2).probability(7)
Fraction(1, 6)

Each name is loaded when it is first asked for, so that ``import tutor.odds`` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# The module that holds each public name. A module must not be called what it exports: importing it would
# put the module in the place of the name.
_HOMES = {
    "BattleOdds": "attrition",
    "Budget": "exploration",
    "Distribution": "distribution",
    "Force": "attrition",
    "Unit": "attrition",
    "combat_odds": "exploration",
    "explore": "exploration",
    "explored": "exploration",
    "roll_odds": "rolls",
    "sampled": "exploration",
    "simulate": "simulation",
    "summary": "confidence",
    "sweep": "sweeps",
    "ask": "exploration",
    "battle": "attrition",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
