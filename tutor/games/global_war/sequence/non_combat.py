"""Phase 10 of the sequence of play: Non-Combat Movement."""

from __future__ import annotations

from dataclasses import replace

from ....engine.phases import Phase, Step
from .. import battles, movement, non_combat, perils, terms
from .combat import FIGHT


def renamed(node: Phase | Step, prefix: str) -> Phase | Step:
    """The same part of the sequence under another name, for a second place in the tree."""
    if isinstance(node, Phase):
        return replace(node, id=f"{prefix}{node.id}", parts=tuple(renamed(part, prefix) for part in node.parts))
    return replace(node, id=f"{prefix}{node.id}")


# fmt: off
NON_COMBAT = Phase(
    id="non-combat", title="Non-Combat Movement of", section="10", who="active", each=terms.commands, bind="mover",
    summary="Aircraft land, other units move that did not combat move; strategic movement by rail and sea.",
    parts=(
        Step(
            id="begin-non-combat", title="Non-Combat Movement begins", section="10.1", run=non_combat.begin_non_combat,
            summary="The markers of combat are taken off.",
        ),
        Phase(
            id="non-combat-moves", title="Non-combat moves", section="10.1", who="active", loop=movement.still_moving,
            summary="Group by group, until the active player is done.",
            parts=(
                Step(
                    id="non-combat-move", title="Move a group", section="10.1", who="active", run=movement.move_units,
                    summary="Units are picked up and sent, by rail or in strategic naval movement too.",
                ),
                Step(
                    id="non-combat-perils", title="Perils of the way", section="1.24/air-hump", rolls=True,
                    run=perils.roll, loop=perils.waiting, summary="Dice for batteries at narrow crossings and the Hump.",
                ),
                Phase(
                    id="war-at-sight", title="War at sight", section="5.5", loop=battles.battles_left,
                    summary="A nation that declares war on ships which enter its zone fights them at once.",
                    parts=(
                        Step(
                            id="sighted-battle", title="The battle", section="5.5", run=battles.choose_battle,
                            summary="The ships that were met fight where they are.",
                        ),
                        renamed(FIGHT, "sighted-"),
                        Step(
                            id="sighted-close", title="Movement goes on", section="5.5", run=battles.close_battle,
                            summary="Back to Non-Combat Movement.",
                        ),
                    ),
                ),
            ),
        ),
        Step(
            id="end-non-combat", title="Non-Combat Movement ends", section="10.3", run=non_combat.end_non_combat,
            summary="Aircraft that could not land are lost, and patrols without a landing place in range.",
        ),
    ),
)
