"""Small positions for tests: a few blocks, a place in the sequence, and the dice to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tutor.engine.chance import Scripted
from tutor.engine.decisions import Action
from tutor.engine.session import Session
from tutor.engine.table import Table
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair.state import Block, State

# Paths in the sequence of play, for `at=`.
COMBAT = ("turn", "action-phase", "player-actions", "combat")
MOVEMENT = ("turn", "action-phase", "player-actions", "movement")
AIR = ("turn", "action-phase", "player-actions", "air")
ACTIONS = ("turn", "action-phase", "player-actions")
REFRESH = ("turn", "action-phase", "refresh")
PRODUCTION = ("turn", "production")
SUPPLY = ("turn", "production", "supply")
EASTERN_FRONT = ("turn", "eastern-front")
NAVAL = ("turn", "production", "naval")
SPEND = ("turn", "production", "spend")
REORGANIZATION = ("turn", "reorganization")
SCORING = ("turn", "scoring")


def table(options: Iterable[str] = (), dice: Iterable[Any] = (), **fields: Any) -> Table[State]:
    """A table for calling rules and procedures directly. ``dice``: outcomes in order; then seed 0."""
    scenario = GAME.scenario_from(fields, "test")
    return GAME.table(scenario, options=list(options), chance=Scripted(list(dice), then=0))


def position(
    at: Iterable[str] = COMBAT,
    options: Iterable[str] = (),
    dice: Iterable[Any] = (),
    state: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Session:
    """A session that starts at ``at``. ``fields`` as in a scenario file; ``state`` sets fields of the State."""
    g = table(options, dice, **fields)
    for name, value in (state or {}).items():
        setattr(g.state, name, value)
    return Session(g, GAME.scenario_from(fields, "test"), start=tuple(at))


def find(session: Session, hex: str, nation: str = "", kind: str = "", sp: int | None = None) -> Block:
    """The one block that fits."""
    found = [
        b
        for b in session.state.blocks.values()
        if b.hex == hex
        and (not nation or b.nation == nation)
        and (not kind or b.kind == kind)
        and (sp is None or b.sp == sp)
    ]
    assert len(found) == 1, f"{len(found)} blocks fit {hex} {nation} {kind} {sp}"
    return found[0]


def strengths(session: Session, hex: str, nation: str = "") -> list[int]:
    """The SPs of the blocks in a hex, largest first."""
    return sorted(
        (b.sp for b in session.state.blocks.values() if b.hex == hex and (not nation or b.nation == nation)),
        reverse=True,
    )


def sections(session: Session, action: Action) -> set[str]:
    """The sections under which an action is refused."""
    return {ruling.section for ruling in session.why_not(action)}


def run_through(session: Session, *actions: Action) -> Session:
    """Submit actions one after the other."""
    for action in actions:
        session.submit(action)
    return session
