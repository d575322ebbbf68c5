"""Driving movement in tests: sessions that stand in a movement phase, and short words for picking and sending."""

from __future__ import annotations

from typing import Any

from tutor.engine.session import Session
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Move, Pick, PutBack, RailMove, StrategicSail

from . import build

TURN = ("calendar-turn", "national-turn")
COMBAT, NON_COMBAT = (*TURN, "combat-movement"), (*TURN, "non-combat")


def combat(slot: str = "germany", **fields: Any) -> Session:
    """The Combat Movement of a national turn begins."""
    return build.session(COMBAT, slot=slot, **fields)


def non_combat(slot: str = "germany", **fields: Any) -> Session:
    """The Non-Combat Movement of a national turn begins."""
    return build.session(NON_COMBAT, slot=slot, **fields)


def pick(s: Session, zone: str, *types: str | tuple[str, int], which: str = "") -> None:
    for type in types:
        name, count = type if isinstance(type, tuple) else (type, 1)
        s.submit(Pick(zone, name, count, which))


def sections(s: Session, action: Any) -> list[str]:
    """The sections under which an action is refused now, in order; empty where it is legal."""
    return [ruling.section for ruling in s.why_not(action)]


def judged(s: Session, zone: str, types: Any, action: Any) -> list[str]:
    """The sections under which a move of these units is refused; they are put back afterwards."""
    pick(s, zone, *(types if isinstance(types, (list, tuple)) and not _one(types) else [types]))
    found = sections(s, action)
    s.submit(PutBack())
    return found


def _one(types: Any) -> bool:
    return isinstance(types, tuple) and len(types) == 2 and isinstance(types[1], int)


def to(*path: str, task: str = "", target: str = "") -> Move:
    return Move(path, task, target)


def send(s: Session, zone: str, types: Any, *path: str, task: str = "", target: str = "", which: str = "") -> None:
    """Pick units up and move them."""
    pick(s, zone, *(types if isinstance(types, list) else [types]), which=which)
    s.submit(Move(path, task, target))


def reached(s: Session, task: str | None = "") -> set[str]:
    """Where the units in hand can be sent with this task (None: any), by the list of legal moves."""
    moves = [a for a in s.legal() if isinstance(a, Move) and a.path and task in (None, a.task)]
    return {a.path[-1] for a in moves}


def railed(s: Session) -> set[str]:
    return {a.path[-1] for a in s.legal() if isinstance(a, RailMove)}


def sailed(s: Session) -> set[str]:
    return {a.path[-1] for a in s.legal() if isinstance(a, StrategicSail)}


def reason(s: Session, action: Any, section: str) -> str:
    """The words of a ruling under a section."""
    return next(str(r) for r in s.why_not(action) if r.section == section)


def done(s: Session) -> None:
    s.submit(Done())


def finish(s: Session) -> None:
    """The player whose movement it is has no more to move, and nobody replies."""
    mover = s.state.mover
    while s.decision is not None and s.state.moves and s.state.mover == mover:
        s.submit(Done())
