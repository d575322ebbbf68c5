"""Steps at the end of the Combat Phase: what historical events leave to be settled (13.1, 14.4.2)."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import events, spain, vichy, vichy_rolls

# fmt: off
VICHY = Phase(
    id="fall-of-france", title="The fall of France", section="14.4.2", when=lambda g: bool(g.state.vichy_pending),
    summary="Germany may create Vichy France; dice decide about colonies and ships.",
    parts=(
        Step(
            id="create-vichy", title="Create Vichy France?", section="14.4.2", who="germany", run=vichy.choose_vichy,
            when=vichy.choosing, summary="Germany's choice, when France has fallen in its turn.",
        ),
        Step(
            id="leave-france", title="Foreign units leave", section="14.4.2/allied-forces", run=vichy_rolls.withdraw,
            when=vichy_rolls.somebody_leaves, summary="Axis units leave Vichy zones, Allied units leave France.",
        ),
        Step(
            id="vichy-colonies", title="A French colony chooses", section="14.4.2/colonies", rolls=True,
            run=vichy_rolls.roll_for_colony, loop=vichy_rolls.colonies_to_roll,
            summary="A D12 each: 1-6 Vichy, 7-12 Free French; six groups roll together.",
        ),
        Step(
            id="leave-colonies", title="Foreign units leave colonies", section="14.4.2/allied-forces",
            run=vichy_rolls.withdraw, when=vichy_rolls.somebody_leaves,
            summary="Units leave colonies that have gone over to Vichy or Japan.",
        ),
        Step(
            id="vichy-navy", title="French ships choose", section="14.4.2/navy", rolls=True,
            run=vichy_rolls.roll_for_ships, loop=vichy_rolls.ships_to_roll,
            summary="A D12 a ship: 1-3 Free French, 4-6 scuttled, 7-10 Vichy, 11-12 Axis.",
        ),
        Step(
            id="vichy-production", title="A French ship under construction", section="14.4.2/production", rolls=True,
            run=vichy_rolls.roll_for_item, loop=vichy_rolls.items_to_roll,
            summary="A D12 a ship: 1-7 scuttled, 8-10 Vichy, 11-12 German.",
        ),
        Step(
            id="sail-home", title="Ships sail home under the French flag", section="14.4.2/navy",
            run=vichy_rolls.sail_home, when=vichy_rolls.ships_to_sail, summary="New Axis ships may go to their new home.",
        ),
    ),
)

BEFORE_BATTLES: tuple[Phase | Step, ...] = (
    Step(
        id="attack-on-vichy", title="Vichy is attacked", section="14.4.3", run=vichy.note_free_french_attacks,
        when=vichy.free_france_strikes, summary="An attack by Free France sends Vichy to Germany when it is over.",
    ),
)

AFTERMATH_PARTS: tuple[Phase | Step, ...] = (
    Step(
        id="historical-events", title="Historical events", section="13", run=events.check_events,
        summary="Spain, Abyssinia, China and Vichy: whatever the fighting has brought about.",
    ),
    Step(
        id="spanish-victory", title="The victor in Spain arranges his forces", section="13.1/defeated", run=spain.redeploy,
        when=spain.redeploying, summary="Land and air units anywhere in Spain, ships at its ports.",
    ),
    VICHY,
)
