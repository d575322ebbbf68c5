"""Questions about units and what can be done with them."""

from __future__ import annotations

from typing import Any

from ....engine.errors import UnknownName
from ....engine.session import Session
from ....games.global_war import (
    ranges,
    units,
)
from ....games.global_war.actions.movement import Pick
from ....games.global_war.state import Unit
from .register import query

# Units


def units_at(s: Session, zone: str, type: str = "", owner: str = "", task: str = "") -> list[Unit]:
    found = units.units_in(s.table, zone)
    return [u for u in found if type in ("", u.type) and owner in ("", u.owner) and task in ("", u.task)]


def unit_at(s: Session, zone: str, type: str, owner: str = "") -> Unit:
    """The first unit of a type in a zone."""
    found = units_at(s, zone, type, owner)
    if not found:
        held = sorted({u.zone for u in s.state.units.values() if u.type == type})
        raise UnknownName(f"{type} in zone", zone, held)
    return found[0]


@query("units")
def unit_count(s: Session, zone: str, type: str = "", owner: str = "", task: str = "") -> int:
    """How many units stand in a zone: of a type, of a nation, with a task, where these are given."""
    return len(units_at(s, zone, type, owner, task))


@query("where")
def where(s: Session, type: str, owner: str, task: str = "") -> set[str]:
    """The zones with units of a type of a nation."""
    found = s.state.units.values()
    return {u.zone for u in found if (u.type, u.owner) == (type, owner) and task in ("", u.task)}


@query("damage-markers")
def damage_markers(s: Session, zone: str, type: str) -> int:
    """Hits that the ships of a type in a sea zone have taken."""
    return sum(u.hits for u in units_at(s, zone, type))


@query("aboard")
def aboard(s: Session, zone: str, type: str = "") -> int:
    """Units aboard ships in a sea zone."""
    return sum(bool(u.aboard) for u in units_at(s, zone, type))


@query("movement")
def movement(s: Session, zone: str, type: str) -> int:
    """How many borders a unit may cross this turn, with what bases and technology add."""
    return ranges.allowance(s.table, unit_at(s, zone, type))


@query("patrol-range")
def patrol_range(s: Session, zone: str, type: str) -> int:
    return ranges.patrol_range(s.table, unit_at(s, zone, type))


@query("reach")
def reach(s: Session, zone: str, type: str, action: str = "move", task: str = "") -> set[str]:
    """Where a unit may go now with a task: what the map would outline if it were picked up."""
    fork = s.fork()
    if Pick in (fork.decision.kinds if fork.decision else ()) and not fork.state.hand:
        fork.submit(Pick(zone, type))
    moves = [a for a in fork.legal() if a.kind() == action and getattr(a, "task", "") == task]
    return {move.path[-1] for move in moves if move.path}  # type: ignore[attr-defined]


# Actions that are legal now


@query("legal")
def legal(s: Session, action: str, field: str, **words: Any) -> set[str]:
    """One field of all legal actions of a kind: where one may place, what one may lose, whom one may help."""
    return {str(getattr(a, field)) for a in _offered(s, action, words)}


@query("most")
def most(s: Session, action: str, field: str, **words: Any) -> int:
    """The largest number in a field of the legal actions of a kind."""
    return max((int(getattr(a, field)) for a in _offered(s, action, words)), default=0)


def _offered(s: Session, kind: str, words: dict[str, Any]) -> list[Any]:
    return [
        a for a in s.legal() if a.kind() == kind and all(getattr(a, name) == value for name, value in words.items())
    ]
