"""The zones that actions are about, and what a click on a zone seems to try.

Nothing here judges: what a click means may well be against the rules, and the rules then say why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import msgspec

from ...engine.decisions import Action
from ...engine.session import Session
from .actions import combat, movement
from .labels import found_facility, found_item, hand
from .showing import catalogue
from .state import G, Unit
from .terms import commanded
from .units import of, type_of, units_in
from .views import WorldView
from .zones import is_land, is_sea, seaways

SENDING = (movement.Move, movement.RailMove, movement.StrategicSail)
MARKS = ("patrol", "escort", "raid", "mine", "blockade")


# What an action is about


def spaces(view: WorldView, action: Action) -> tuple[str, ...]:
    """The zones an action is about, from where to where."""
    if isinstance(action, SENDING):
        return (*(stack.zone for stack in hand(view)[:1]), *action.path)
    if isinstance(action, (combat.RetreatAll, combat.RetreatSome, combat.Blitz, combat.Submerge)):
        return tuple(filter(None, (view.battle.zone if view.battle else "", action.to)))
    facility = found_facility(view, getattr(action, "facility", 0))
    item = found_item(view, getattr(action, "item", 0))
    named = (
        facility.zone if facility else item.zone if item else "",
        getattr(action, "zone", ""),
        getattr(action, "to", ""),
    )
    return tuple(zone for zone in named if zone and zone in catalogue().board)


def piece_of(action: Action) -> str:
    """What tells the choices of one zone apart: the type of unit, or the task of those in hand."""
    match action:
        case movement.Pick(zone, type, _, which, owner):
            return " ".join(filter(None, (zone, owner, type, which)))
        case movement.Move(_, task, target):
            return f"hand {task} {target}".strip()
        case movement.RailMove() | movement.StrategicSail():
            return f"hand {action.kind()}"
    facility = getattr(action, "facility", 0)
    return f"facility {facility}" if facility else ""


def is_about(action: Action, piece: str) -> bool:
    """Does a click on this piece mean this action? Pieces are named by zone, owner, type and marks."""
    words = piece.split()
    if len(words) < 3 or not isinstance(action, movement.Pick):
        return piece_of(action) == piece
    zone, owner, type, *marks = words
    if (action.zone, action.type) != (zone, type) or action.owner not in ("", owner):
        return False
    return action.which in ("", *(_which(mark) for mark in marks))


def _which(mark: str) -> str:
    """A mark of a piece, as a Pick calls it."""
    if mark in MARKS:
        return mark
    return "aboard" if mark.startswith("in-") else "damaged" if mark.startswith("hits") else mark


# What a click seems to try


def in_hand(session: Session) -> str:
    """Where the units stand that were picked up."""
    return next((unit.zone for unit in of(session.table, session.state.hand)), "")


def put_back(session: Session) -> Action | None:
    return movement.PutBack() if session.state.hand else None


def meant(session: Session, space: str) -> Action | None:
    """The action that a click on a zone tries where no legal one is about it."""
    decision = session.decision
    if decision is None or not decision.who or space not in session.board:
        return None
    kinds = decision.kinds
    held = in_hand(session)
    if held:
        sends = next((kind for kind in SENDING if kind in kinds), None)
        if space == held or sends is None:
            return put_back(session)
        return sends(shortest_way(session.table, held, space, list(of(session.table, session.state.hand))))
    if movement.Pick in kinds:
        return _picked(session.table, space)
    return _elsewhere(session, space)


def _picked(g: G, space: str) -> Action | None:
    """All units of one type there: one's own first, and of these the most numerous."""
    counts: dict[tuple[bool, str], int] = {}
    for unit in units_in(g, space):
        key = (commanded(g, unit.owner, g.state.mover) if g.state.mover else False, unit.type)
        counts[key] = counts.get(key, 0) + 1
    if not counts:
        return None
    (_, type), count = max(counts.items(), key=lambda found: (found[0][0], found[1]))
    return movement.Pick(space, type, count)


def _elsewhere(session: Session, space: str) -> Action | None:
    """The first thing that could be done in another zone, here."""
    for action in session.legal():
        for field in ("to", "zone"):
            if getattr(action, field, ""):
                return msgspec.structs.replace(action, **{field: space})
    return None


def shortest_way(g: G, start: str, end: str, units: Iterable[Unit]) -> tuple[str, ...]:
    """The shortest way as these units travel; the straight one where there is none."""
    kinds = [type_of(g, unit) for unit in units]
    if all(kind.naval for kind in kinds):
        way = _way(start, end, lambda zone: [z for z, _ in seaways(g, zone)] if is_sea(g, zone) else [])
    elif all(kind.land for kind in kinds):
        way = _way(start, end, lambda zone: [z for z in g.board.neighbours[zone] if is_land(g, z) or z == end])
    else:
        way = None
    found = way or g.board.path(start, end, lambda zone: True)
    return tuple(found[1:]) if found else (end,)


def _way(start: str, end: str, onward: Callable[[str], Iterable[str]]) -> list[str] | None:
    came, queue = {start: ""}, deque([start])
    while queue:
        here = queue.popleft()
        if here == end:
            way = [here]
            while came[way[-1]]:
                way.append(came[way[-1]])
            return way[::-1]
        for there in onward(here):
            if there not in came:
                came[there] = here
                queue.append(there)
    return None
