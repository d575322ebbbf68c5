"""Chapter 6, the sequence of play: the one tree that is played, shown and taught. One module a phase of the turn."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import defeat, turns
from .combat import COMBAT
from .combat_movement import COMBAT_MOVEMENT
from .non_combat import NON_COMBAT
from .placement import PLACEMENT
from .production import PRODUCTION


# The tree is a table: one entry a step, kept compact by hand.
# fmt: off
def _heirs(when: str) -> Step:
    """Minor Powers of a nation that has surrendered find a new master."""
    return Step(
        id=f"heirs-{when}", title="Minors of a fallen nation", section="9.22", run=defeat.bequeath,
        loop=defeat.minors_to_bequeath, summary="The surrendering player names the partner who takes them over.",
    )


NATIONAL_TURN = Phase(
    id="national-turn", title="National turn of", section="6.1", who="active", each=turns.slots, bind="slot",
    summary="Seven national turns in order; each runs through the same five phases.",
    parts=(
        Step(
            id="begin-national-turn", title="The turn begins", section="6.2", run=turns.begin_national_turn,
            summary="Movement and this turn's limits are fresh.",
        ),
        PRODUCTION,
        turns.exercise_end("production"),
        COMBAT_MOVEMENT,
        COMBAT,
        _heirs("after-combat"),
        turns.exercise_end("combat"),
        NON_COMBAT,
        PLACEMENT,
        Step(
            id="end-national-turn", title="The turn ends", section="6.2", run=turns.end_national_turn,
            summary="What holds only for a turn is put away; nations whose time has come surrender.",
        ),
        _heirs("after-turn"),
        turns.exercise_end("turn"),
    ),
)

CALENDAR_TURN = Phase(
    id="calendar-turn", title="", section="6.1", loop=turns.going_on, bind="calendar",
    summary="Six months: January or July.",
    parts=(
        Step(
            id="begin-calendar-turn", title="Start of the calendar turn", section="6.1", run=turns.begin_calendar_turn,
            summary="Raid markers are cleared, neutrals get scheduled forces, the Burma Road may open.",
        ),
        NATIONAL_TURN,
        Step(
            id="variable-end", title="Does the game end?", section="2.1/variable-end", who="usa", rolls=True,
            run=turns.roll_for_the_end, when=turns.end_is_rolled_for, summary="Option: a D12 from July 1944 on.",
        ),
        Step(
            id="end-calendar-turn", title="End of the round", section="11.7", run=turns.end_calendar_turn,
            summary="The calendar moves on; after the last turn the Alliances are scored.",
        ),
    ),
)

SEQUENCE = Phase(
    id="campaign", title="Global War", section="6", summary="Calendar turns until July 1945.",
    parts=(CALENDAR_TURN,),
)
