"""Questions about victory, charts and the calendar."""

from __future__ import annotations

from typing import Any

from ....engine.session import Session
from ....games.global_war import (
    calendar,
    nations,
    terms,
    victory,
)
from .register import names, query

# Victory


@query("objective-cities")
def objective_cities(s: Session, side: str) -> set[str]:
    """The Objective Cities that an Alliance holds."""
    found = (score for score in victory.cities(s.table) if terms.alliance(s.table, score.nation) == side)
    return {score.what.removeprefix("city ") for score in found}


@query("points")
def points(s: Session, side: str) -> int:
    """The Victory Points of an Alliance as things stand."""
    return victory.points(s.table)[side]


@query("objective")
def objective(s: Session, name: str) -> int:
    """What an objective is worth to its nation as things stand."""
    return sum(score.points for score in victory.breakdown(s.table) if score.what == name)


@query("lost-zones")
def lost_zones(s: Session, nation: str) -> set[str]:
    """Zones of a Home Country that cost a point."""
    lost = [score for score in victory.losses(s.table) if score.nation == nation]
    return {score.what.removeprefix("loss ") for score in lost}


# Charts and the sequence of play


@query("chart")
def chart(s: Session, name: str, row: int | str, column: str) -> Any:
    """A cell of a chart."""
    return s.charts[name].cell(row, column)


@query("track")
def track(s: Session, name: str) -> Any:
    """A field of the state: pact, truce, spain, winner ..."""
    return getattr(s.state, name)


@query("turn-name")
def turn_name(s: Session, later: int = 0) -> str:
    """The calendar turn, or one that comes so many turns later."""
    return calendar.turn_name(s.state.calendar + later)


@query("next-slot")
def next_slot(s: Session, after: str) -> str:
    """Whose national turn follows another, with all who act in it."""
    order = [slot[0] for slot in nations.SLOTS]
    return names(nations.SLOTS[(order.index(after) + 1) % len(order)])


@query("acting")
def acting(s: Session, slot: str) -> str:
    """Who acts in a national turn now."""
    return names(terms.slot_nations(s.table, slot))
