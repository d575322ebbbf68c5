"""Phase 9 of the sequence of play: Combat."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import aftermath, amphibious, battles, blitz, casualties, combat, firing, naval, retreats, terms
from .. import casualty_rules as casualty_rules  # its rules judge every casualty
from ..casualties import FIRST, NORMAL, SHORE
from ..combat_values import ATTACKER, DEFENDER
from .aftermath import AFTERMATH_PARTS, BEFORE_BATTLES
from .bombing import BOMBING_PARTS
from .raids import RAID_PARTS

# The tree is a table: one entry a step, kept compact by hand.
# fmt: off


def fire(id: str, title: str, section: str, side: str, stage: str, summary: str) -> Phase:
    """One side fires type by type; each roll is a step, and so is each choice."""
    return Phase(
        id=id, title=title, section=section, who=side, loop=firing.to_fire(side, stage), summary=summary,
        parts=(
            Step(
                id=f"{id}-order", title="Choose who fires next", section="9.1", who=side,
                run=firing.choose_fire(side, stage), when=firing.order_matters(side, stage),
                summary="Asked where target selection or other limits make the order count.",
            ),
            Step(
                id=f"{id}-roll", title="Roll", section=section, who=side, rolls=True,
                run=firing.roll_fire(side, stage), summary="One D12 for each unit of the type; its value or less hits.",
            ),
            Phase(
                id=f"{id}-hits", title="Casualties", section="9.1", loop=casualties.hits_left,
                summary="Hits are allotted before the next type fires.",
                parts=(
                    Step(
                        id=f"{id}-casualties", title="Choose casualties", section="9.1", run=casualties.allot,
                        summary="The owner chooses, or the firer by target selection.",
                    ),
                    Step(
                        id=f"{id}-damage", title="Damage to a capital ship", section="15.5", rolls=True,
                        run=casualties.roll_ship_damage, when=casualties.ship_is_hit,
                        summary="Option: a D12 gives one, two or three damage markers.",
                    ),
                ),
            ),
        ),
    )


SHORE_FIRE = Phase(
    id="shore", title="Shore bombardment", section="9.9", who="active", when=amphibious.landing,
    summary="Ships that did not fight bombard, batteries answer; losses of both leave at once. Then the troops land.",
    parts=(
        Step(
            id="bombarding-ships", title="Choose the ships", section="9.9", who="active",
            run=amphibious.choose_bombardment, when=amphibious.bombardment_possible,
            summary="As many ships as land units assault.",
        ),
        fire("bombardment", "Ships bombard", "9.9", ATTACKER, SHORE, "First strike at the values of Table 9-6."),
        fire("batteries", "Coastal Artillery", "12.9", DEFENDER, SHORE,
             "At 3 for each ship that bombards or unloads, three shots a battery at most."),
        Step(
            id="landing", title="The landing", section="9.8/assault", who="active", run=amphibious.land_first_wave,
            summary="Infantry-class units come ashore, and all that Attack Transports carry; the rest waits a round.",
        ),
    ),
)

FIRST_STRIKE = Phase(
    id="first-strike", title="First strike", section="9.3/first-strike", when=combat.first_strike_now,
    summary="Round 1: Artillery, submarines without an enemy destroyer, Fortifications. Their victims do not fire back.",
    parts=(
        fire("first-attacker", "Attacker strikes first", "9.3/first-strike", ATTACKER, FIRST, "Type by type."),
        fire("first-defender", "Defender strikes first", "9.3/first-strike", DEFENDER, FIRST,
             "Those whom the attacker's first strike hit fire too, if they strike first themselves."),
        Step(
            id="first-losses", title="Losses of the first strike", section="9.3/first-strike",
            run=casualties.clear_aside, summary="They leave the battle before anybody else fires.",
        ),
    ),
)

ROUND = Phase(
    id="round", title="Combat round", section="9.5", loop=combat.goes_on,
    summary="Tables 9-2 and 9-4, until one side is left or the attacker retreats.",
    parts=(
        Step(
            id="begin-round", title="The round begins", section="9.5", run=combat.begin_round,
            summary="Transports that nothing protects are lost.",
        ),
        FIRST_STRIKE,
        fire("attack", "Attacker fires", "9.5", ATTACKER, NORMAL, "Defenders that are hit are set aside and still fire."),
        Step(
            id="hold-fire", title="Submarines hold fire", section="9.6", who="defender", run=retreats.hold_fire,
            when=retreats.may_hold_fire, summary="Defending submarines that do not fire may submerge afterwards.",
        ),
        fire("defense", "Defender fires", "9.5", DEFENDER, NORMAL, "Attackers that are hit leave at once."),
        Step(
            id="end-of-round", title="The round ends", section="9.5", run=combat.end_of_round,
            summary="Casualties leave; troops that waited aboard land after the first round.",
        ),
        Step(
            id="retreat", title="Fight on or retreat", section="9.4", who="active", run=retreats.fight_on_or_retreat,
            when=retreats.may_break_off, summary="With all units, to where they came from; submarines may submerge.",
        ),
        Step(
            id="retreat-to", title="The retreat", section="9.4", who="active", run=retreats.carry_out_retreat,
            when=retreats.retreating, summary="To one zone or to several.",
        ),
        Step(
            id="submerge", title="Submarines submerge", section="9.4/submarines", who="defender",
            run=retreats.defenders_submerge, when=retreats.defenders_may_submerge,
            summary="Defending submarines that did not fire with the others may leave.",
        ),
    ),
)

FIGHT = Phase(
    id="battle", combat=True, title="Battle", section="9.5", who="active", when=combat.in_rounds,
    summary="Land and naval combat, round by round.",
    parts=(
        Step(
            id="land-forces", title="Land battle", section="9.5", run=combat.assemble, when=combat.is_land_battle,
            summary="Who takes part, what lies on the borders that were crossed.",
        ),
        Step(
            id="naval-forces", title="Naval battle", section="9.6", run=naval.muster, when=combat.is_naval_battle,
            summary="Who takes part; aircraft take off from carriers; submarines caught by patrols attack or evade.",
        ),
        SHORE_FIRE,
        ROUND,
        Step(
            id="end-of-battle", title="The battle ends", section="9.5", run=combat.decide_winner,
            summary="Who holds the field.",
        ),
        Step(
            id="aftermath", title="After the battle", section="9.19", run=aftermath.after_battle,
            summary="Capture; scrambled fighters go home; the force behind a screen goes on.",
        ),
        Step(
            id="blitz", title="Blitz", section="9.5/blitz", who="active", run=blitz.blitz, when=blitz.blitz_possible,
            summary="After one or two rounds armor with movement left attacks the next zone, with what pairs with it.",
        ),
    ),
)

COMBAT = Phase(
    id="combat", title="Combat", section="9", who="active", each=terms.commands, bind="mover",
    summary="The attacker resolves all battles, raids and bombings in the order he likes.",
    parts=(
        Step(
            id="find-battles", title="Battles are listed", section="9.1", run=battles.open_phase,
            summary="Enemy zones that nobody defends are captured.",
        ),
        *BEFORE_BATTLES,
        Phase(
            id="battles", title="Battles", section="9.1", who="active", loop=battles.battles_left,
            summary="One after the other; a landing waits for the naval battle it needs.",
            parts=(
                Step(
                    id="choose-battle", title="Choose a battle", section="9.1", who="active", run=battles.choose_battle,
                    summary="The attacker decides the order.",
                ),
                FIGHT,
                *RAID_PARTS,
                *BOMBING_PARTS,
                Step(
                    id="close-battle", title="Next battle", section="9.1", run=battles.close_battle,
                    summary="On to the next.",
                ),
            ),
        ),
        *AFTERMATH_PARTS,
        Step(
            id="end-of-combat", title="The Combat Phase ends", section="9", run=battles.end_phase,
            when=battles.is_last_command,
            summary="Minor Powers whose condition is met Align.",
        ),
    ),
)
