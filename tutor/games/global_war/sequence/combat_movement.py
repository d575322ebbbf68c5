"""Phase 8 of the sequence of play: Combat Movement."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import encounters, movement, perils, scramble, terms
from .reactions import REACTION_PARTS

# fmt: off
COMBAT_MOVEMENT = Phase(
    id="combat-movement", title="Combat Movement of", section="8", who="active", each=terms.commands, bind="mover",
    summary="Moves that lead to combat: attacks, landings, bombing, patrols, raids and escorts. Then the defenders reply.",
    parts=(
        Step(
            id="begin-combat-movement", title="Combat Movement begins", section="8.8", run=movement.begin_combat_moves,
            summary="Raids are announced anew.",
        ),
        Phase(
            id="combat-moves", title="Combat moves", section="8.2", who="active", loop=movement.still_moving,
            summary="Group by group: pick units up, then send them, until the active player is done.",
            parts=(
                Step(
                    id="combat-move", title="Move a group", section="8.2", who="active", run=movement.move_units,
                    summary="Units in one zone are picked up and sent along a path, with a task where they need one.",
                ),
                Step(
                    id="combat-move-perils", title="Perils of the way", section="15.6", rolls=True, run=perils.roll,
                    loop=perils.waiting, summary="Dice for forced straits, batteries at narrow crossings and the Hump.",
                ),
            ),
        ),
        Step(
            id="replies", title="Submarines and patrols reply", section="8.10/ordering", who="defender",
            run=encounters.reply, loop=encounters.replies_are_due,
            summary="Those that can decline combat say whether they fight.",
        ),
        *REACTION_PARTS,
        Step(
            id="scramble", title="Scramble", section="8.6", who="defender", run=scramble.scramble,
            loop=scramble.somebody_scrambles, summary="Up to three Fighters from an Air Base go into battles next to it.",
        ),
    ),
)
