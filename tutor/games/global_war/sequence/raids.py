"""Convoy raids in the Combat Phase (9.11 to 9.14)."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import convoy_battle, interception

# fmt: off
RAID_PARTS: tuple[Phase | Step, ...] = (
    Phase(
        id="raid", combat=True, title="Convoy raid", section="9.11", who="active", when=convoy_battle.raid_under_way,
        summary="Every raider rolls against the convoy; then escorts, patrols and the convoy fire at the raiders. One round.",
        parts=(
            Step(
                id="raid-begins", title="The raid begins", section="9.11", run=convoy_battle.begin_raid,
                summary="All raiders of one command in the sea zone.",
            ),
            Step(
                id="raid-interception", title="Patrols meet raiding aircraft", section="9.14", who="defender",
                run=interception.send_up, when=interception.interception_possible,
                summary="Option: aircraft on patrol may intercept raiding aircraft for one round.",
            ),
            Step(
                id="raid-air-fire", title="Interception", section="9.16/interception", rolls=True,
                run=interception.fire, loop=interception.more_to_fire,
                summary="Both sides fire at reduced values, type by type.",
            ),
            Step(
                id="raid-air-losses", title="Losses in the air", section="9.16/interception",
                run=interception.losses, when=interception.under_way, summary="Both sides lose aircraft together.",
            ),
            Phase(
                id="raiders", title="Raiding rolls", section="9.11/roll", loop=convoy_battle.raider_waits,
                summary="One raider at a time: a D6 with modifiers against the convoy's.",
                parts=(
                    Step(
                        id="raid-roll", title="Raider against convoy", section="9.11/roll", rolls=True,
                        run=convoy_battle.roll_raid, summary="Where the raider rolls higher the difference is lost.",
                    ),
                    Step(
                        id="raid-loss", title="The loss is paid", section="9.11/max", who="defender",
                        run=convoy_battle.bear_loss, when=convoy_battle.loss_waits,
                        summary="The nation with most to lose pays first; where lines meet it splits the loss.",
                    ),
                ),
            ),
            Step(
                id="raid-defense", title="Defense rolls", section="9.11/defense", who="defender", rolls=True,
                run=convoy_battle.roll_defense, loop=convoy_battle.defense_waits,
                summary="One roll for each escort and each patrol, and with Advanced ASW one against each submarine.",
            ),
            Step(
                id="raid-ends", title="The raid is over", section="9.11", run=convoy_battle.end_raid,
                summary="Raiders stay where they are.",
            ),
        ),
    ),
)
