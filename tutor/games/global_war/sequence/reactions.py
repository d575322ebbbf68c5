"""What follows the moves of Combat Movement: annexations, and declarations of war by nations that now can."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import annexation, defeat, reactions

# sequence/combat_movement.py includes these after the moves of every command.
# fmt: off
REACTION_PARTS: tuple[Phase | Step, ...] = (
    Step(
        id="slovakia", title="Slovakian resistance", section="15.4", who="great-britain",
        run=annexation.ask_about_slovakia, when=annexation.slovakia_is_entered,
        summary="Option: Britain and France together may contest the annexation of Slovakia.",
    ),
    Step(
        id="annexations", title="Annexations", section="0.9/annexation", who="active",
        run=annexation.annex_what_was_entered, when=annexation.annexations_wait,
        summary="Zones entered to be annexed change hands without a fight.",
    ),
    Step(
        id="claims", title="Zones of fallen nations", section="9.22", who="active", run=defeat.claim_entered_zones,
        when=defeat.claims_wait, summary="Zones of a nation that has surrendered are his who moves in first.",
    ),
    Step(
        id="reactions", title="Reactions", section="5.3", run=reactions.ask_for_reactions,
        when=reactions.somebody_reacts,
        summary="Nations that became able to declare war on the active nation may do so before combat.",
    ),
)
