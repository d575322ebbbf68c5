"""Sections 10.4 and 10.6: what all strategic movement has in common. Trains are in ``rail``, convoys of troops in
``voyages``."""

from __future__ import annotations

from ...engine.errors import an
from .actions.movement import RailMove, StrategicSail
from .hand import hand_of
from .rulebook import rule
from .state import G, Nation, Unit
from .terms import player_of, power, record
from .units import called


@rule("10.4", RailMove, StrategicSail, guard=True)
def something_is_in_hand(g: G, action: RailMove | StrategicSail) -> tuple[str, str] | None:
    return None if hand_of(g).units else ("No units are in hand.", "Pick units first.")


@rule("10.4", RailMove, StrategicSail, guard=True)
def a_way_is_named(g: G, action: RailMove | StrategicSail) -> str | None:
    return None if action.path else "No way is named."


@rule("10", RailMove, StrategicSail)
def only_outside_combat(g: G, action: RailMove | StrategicSail) -> str | None:
    if hand_of(g).combat:
        return "Strategic movement is made in Non-Combat Movement."
    return None


@rule("10.1", RailMove, StrategicSail)
def nothing_else_this_turn(g: G, action: RailMove | StrategicSail) -> str | None:
    """Strategic movement is all the movement of a unit; a voyage may go on from port to port."""
    for unit in hand_of(g).units:
        if unit.spent and not (isinstance(action, StrategicSail) and voyage(unit) in g.state.used):
            return f"{an(called(g, unit.type), begins=True)} that has moved this turn makes no strategic move."
    return None


def ledger(g: G, nation: str) -> Nation:
    """Where the strategic moves of a player are written down; the Commonwealth shares them (2.3)."""
    return record(g, power(player_of(g, nation) or g.state.mover))


def voyage(unit: Unit) -> str:
    """Under this name the zones that a ship has sailed, and the cargo that counts already, are written down."""
    return f"sail {unit.id}"
