"""Questions of chance about battles, raids and bombings, posed for the odds lab.

They are played by the same steps as the game, on an excerpt of the position (``excerpts``), by fixed plans
(``battle_plans``). Large battles are worked out from the hits alone (``ladders``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from ...engine.errors import BadInput, UnknownName
from ...engine.phases import Frame
from ...engine.questions import Question
from ...engine.session import Session
from ...engine.table import Table
from .battle_plans import BattlePlan, battle_plan, chooser
from .battles import find_battles
from .combat import FOUGHT_IN_ROUNDS
from .combat_values import ATTACKER, DEFENDER
from .excerpts import at_the_start, clear_the_sea, excerpt, standing_at
from .ladders import attrition
from .nations import name_of
from .showing import combat_space
from .sides import leading_defender, units_of
from .state import Battle, G, State, Unit
from .terms import commanded, fights, hostile_units, owner
from .units import type_of, unit_types, units_in
from .zones import is_land, name_of_zone

LOSSES = ("attacker_lost", "defender_lost", "attacker_ipp", "defender_ipp")
NAMES = {
    "land": (*LOSSES, "holder", "rounds"),
    "naval": (*LOSSES, "holder", "rounds"),
    "raid": ("convoy_loss", "attacker_lost", "attacker_ipp"),
    "bombing": ("damage", *LOSSES),
    "carpet": LOSSES,
    "rocket": ("damage", *LOSSES),
    "attrition": LOSSES,
}
# The step before which the answer is read: what follows has nothing to do with the battle itself.
LAST_STEPS = {
    "land": ("aftermath",), "naval": ("close-battle",), "raid": ("raid-ends",), "bombing": ("bombing-ends",),
    "carpet": ("carpet-ends",), "rocket": ("bombing-ends", "carpet-ends"), "attrition": ("close-battle",),
}  # fmt: skip
KIND_NAMES = {
    "land": "land battle", "naval": "naval battle", "raid": "convoy raid", "bombing": "strategic bombing",
    "carpet": "carpet bombing", "rocket": "rocket strike", "attrition": "Attrition Attack",
}  # fmt: skip
PREFERRED = ("land", "naval", "raid", "bombing", "carpet", "rocket", "attrition")
MOST_ROUNDS_TOLD = 3  # a battle of three rounds or more is too long for a blitz; longer ones are told together
LARGE = 150  # hits that one side can bear, times those of the other: above it a battle is worked out from the hits


# Battles on the table


def battles_now(session: Session) -> list[Battle]:
    """The battles that could be asked about: under way, waiting in the Combat Phase, or announced in Combat Movement."""
    s: State = session.state
    if s.battle is not None or s.battles:
        under_way = [s.battle] if s.battle is not None and not s.battle.over else []
        return [*under_way, *(b for b in s.battles if not b.over)]
    if s.moves != "combat" or not s.mover:
        return []
    return _announced(session)


def _announced(session: Session) -> list[Battle]:
    """What the Combat Phase would find if it came now."""
    state = msgspec.structs.replace(session.state, battles=[], battle=None)
    g = Table(session.game, state, session.table.chance, session.board, session.charts.apart(), session.options)
    session.table.use(session.table.chance)  # the dice still tell the game of what falls
    find_battles(g)
    return state.battles


def combat_spaces(session: Session) -> list[str]:
    """Where a battle could be asked about."""
    return list(dict.fromkeys(battle.zone for battle in battles_now(session)))


def combat(session: Session, zone: str, plans: Mapping[str, Any] | None = None) -> Question:
    """How the battle of a zone goes, as it would be fought now by the units that were sent there.

    Nobody scrambles, declines or submerges any more. A landing that waits for a naval battle is answered as if the sea
    had been cleared without loss.
    """
    if zone not in session.board:
        raise UnknownName("zone", zone, session.board)
    wanted = battle_plan(plans or {}, unit_types(session.table))
    everywhere = battles_now(session)
    battle = _asked_for(session, zone, wanted.kind, everywhere)
    if battle is session.state.battle:
        return _from_here(session, battle, wanted)
    g = _table(session, excerpt(session.table, battle))
    waits = clear_the_sea(g, g.state.battles[0], everywhere)
    return pose(g, session, g.state, wanted, ", once the sea is clear" if waits else "")


def _asked_for(session: Session, zone: str, kind: str, everywhere: Iterable[Battle]) -> Battle:
    here = [b for b in everywhere if b.zone == zone]
    if kind and kind not in PREFERRED:
        raise UnknownName("kind of battle", kind, PREFERRED)
    found = [b for b in here if kind in ("", b.kind)]
    if found:
        return min(found, key=lambda b: PREFERRED.index(b.kind))
    name = name_of_zone(session.table, zone)
    if here:
        raise BadInput(f"There is no {KIND_NAMES[kind]} in {name}, but a {KIND_NAMES[here[0].kind]} (9.1).")
    zones = list(dict.fromkeys(b.zone for b in everywhere))
    where = f"battles now: {', '.join(zones)}" if zones else "no battle is announced or waits now"
    raise BadInput(f"There is no battle in {name} (9.1); {where}.")


def combat_under_way(session: Session) -> Question | None:
    """How the battle that is being fought ends, from here on; the losses are those still to come."""
    battle = session.state.battle
    return None if battle is None or not combat_space(session) else _from_here(session, battle, BattlePlan())


def _from_here(session: Session, battle: Battle, wanted: BattlePlan) -> Question:
    """Steps of land and naval battles go on from the state alone, so an excerpt does, even in the middle of a step. What
    a raid or bombing has rolled in its step is not in the state: there the game itself is followed."""
    g = session.table
    if battle.kind not in FOUGHT_IN_ROUNDS and session._asking is not None:
        return _question(session, session, wanted, battle, ", from here on")
    state = excerpt(g, battle)
    state.battle, state.battles = state.battles[0], []
    frames = [Frame(frame.part, frame.values[:1]) for frame in g.cursor.frames]
    walker = standing_at(_table(session, state), session.scenario, state, frames)
    return _question(walker, session, wanted, state.battle, ", from here on")


def _table(session: Session, state: State) -> G:
    """The charts and optional rules of a session with another state."""
    game = session.game
    return game.table(session.scenario, options=session.options, charts=session.charts.apart(), state=state)


# The question


def pose(g: G, session: Session, state: State, wanted: BattlePlan, note: str = "") -> Question:
    """The question about the only battle that waits in an excerpt."""
    walker = at_the_start(g, session.scenario, state)
    return _question(walker, walker, wanted, state.battles[0], note)
