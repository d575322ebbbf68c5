"""Sections 6.1, 6.2, 11.7 and 2.1: what happens between the phases, and at both ends of a calendar turn."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.phases import Step
from .calendar import turn_name
from .nations import SLOTS, name_of
from .rulebook import procedure
from .state import G
from .terms import commanded, slot_nations


def going_on(g: G) -> bool:
    return not g.state.ended


@procedure("6", "6.1")
def slots(g: G) -> tuple[str, ...]:
    """The national turns in their order. A game that begins with a later one goes on from there."""
    order = [slot[0] for slot in SLOTS]
    first = order.index(g.state.slot) if g.state.slot in order else 0
    return tuple(order[first:])


@procedure("6.1", "9.11/max")
def begin_calendar_turn(g: G) -> None:
    """Raid markers are cleared before Germany's turn."""
    g.state.convoy_damage = {}
    g.tell("turn", "6.1", f"{turn_name(g.state.calendar)} begins.")


@procedure("6.2")
def begin_national_turn(g: G) -> None:
    """Movement is fresh, and so is what each nation may do once a turn."""
    s = g.state
    s.national_turn += 1
    s.conquered, s.gained, s.asked, s.battles, s.battle, s.hand = {}, [], [], [], None, []
    for nation in slot_nations(g, s.slot):
        record = s.nations[nation]
        record.researched, record.lent, record.influenced = [], [], []
        record.rail_used, record.naval_used, record.militia_upgraded = {}, 0, 0
    for unit in s.units.values():
        if commanded(g, unit.owner, s.slot) or any(commanded(g, unit.owner, n) for n in slot_nations(g, s.slot)):
            unit.spent, unit.committed, unit.retreated = 0, False, False
            unit.landed, unit.unloaded, unit.entered, unit.target = False, False, "", ""
            unit.started = unit.zone
    g.tell("turn", "6.2", f"The turn of {name_of(s.slot)} begins.", by=s.slot)


@procedure("6.2")
def end_national_turn(g: G) -> None:
    g.state.battles, g.state.battle, g.state.hand = [], None, []


def end_is_rolled_for(g: G) -> bool:
    return False


def roll_for_the_end(g: G) -> None:
    pass


@procedure("11.7")
def end_calendar_turn(g: G) -> None:
    """The calendar moves on; after the last turn the game is over."""
    s = g.state
    if s.calendar >= s.last_turn:
        s.ended = True
        return
    s.calendar += 1
    s.slot = ""


def exercise_end(what: str) -> Step:
    """A teaching position stops here."""

    def stops(g: G) -> bool:
        return g.state.stop_after == what

    def end(g: G) -> None:
        g.state.ended = True
        g.state.victory, g.state.victory_section = "exercise", "2.1"
        g.state.victory_text = "The exercise ends here."

    run: Callable[[G], None] = end
    return Step(
        id=f"end-after-{what}", title="End of the exercise", section="2.1", run=run, when=stops,
        summary="A teaching position stops here.",
    )  # fmt: skip
