"""Chapter 4, the sequence of play: the one tree that is played, shown and taught."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.phases import Phase, Step
from . import (
    air,
    artillery,
    breakout,
    counters,
    eastern_front,
    infantry,
    manpower,
    movement,
    nations,
    naval,
    opening,
    reorganization,
    scoring,
    spending,
    supply,
)
from .rulebook import procedure
from .state import G, enemy


def going_on(g: G) -> bool:
    return not g.state.ended


@procedure("7.0", "7.5", "1.5/initiative")
def initiative_first(g: G) -> tuple[str, ...]:
    """The player with the Initiative acts first, then the other. A game that begins with the other's steps goes on
    from there."""
    first, second = g.state.initiative, enemy(g.state.initiative)
    return (second,) if g.state.active == second else (first, second)


def action_phases(g: G) -> tuple[int, ...]:
    """Two a turn. A game that begins in the second has only that."""
    return (2,) if g.state.action_phase == 2 else (1, 2)


@procedure("7.0")
def begin_actions(g: G) -> None:
    g.state.reinforced = []
    g.tell(
        "phase",
        "7.0",
        f"Turn {g.state.turn}, Action Phase {g.state.action_phase}: {g.state.active} is Active.",
        by=g.state.active,
    )


def end_actions(g: G) -> None:
    air.stand_up(g)


def stops_after(what: str) -> Callable[[G], bool]:
    def test(g: G) -> bool:
        return g.state.stop_after == what

    return test


def end_exercise(g: G) -> None:
    scoring.end_game(g, "", "exercise", "1.1", "The exercise ends here.")


def exercise_end(what: str) -> Step:
    return Step(
        id=f"end-after-{what}",
        title="End of the exercise",
        section="1.1",
        run=end_exercise,
        when=stops_after(what),
        summary="A teaching position stops here.",
    )


# The tree is a table: one entry a step, kept compact by hand.
# fmt: off


def combat(prefix: str) -> tuple[Phase | Step, ...]:
    """The Combat Sequence, the same in Combat and in Breakout Combat."""
    return (*bombardment(prefix), *assault(prefix))


def bombardment(prefix: str) -> tuple[Phase | Step, ...]:
    """Section 7.3.1."""
    return (
        Step(
            id=f"{prefix}artillery-placement", title="Place Artillery counters", section="7.3.1/counters",
            who="both", run=artillery.place, when=artillery.combat_possible,
            summary="Active first, both place counters face down or pass, until both pass in a row.",
        ),
        Step(
            id=f"{prefix}artillery-reinforcement", title="Reinforce under fire", section="10.1/reinforcement",
            who="passive", run=artillery.reinforce_under_fire, when=artillery.combat_possible,
            summary="The Passive player may spend LPs to bring SPs into shelled hexes.",
        ),
        Phase(
            id=f"{prefix}artillery-fire", title="Artillery Fire", section="7.3.1", who="both",
            loop=artillery.fire_to_resolve, summary="Hex by hex, both fire at once; Fortresses fire too.",
            parts=(
                Step(
                    id=f"{prefix}fire-hex", title="Choose a hex", section="7.3.1/resolve", who="active",
                    run=artillery.choose_fire_hex, summary="The Active player chooses the order.",
                ),
                Step(
                    id=f"{prefix}rail-gun", title="Big Bertha", section="7.3.1.1/big-bertha", who="cp",
                    run=artillery.rail_gun, when=artillery.bertha_may_fire,
                    summary="For 1 LP Big Bertha fires first, at the Fortress.",
                ),
                Step(
                    id=f"{prefix}bertha-fire", rolls=True, title="Big Bertha fires", section="7.3.1.1/big-bertha",
                    who="cp", run=artillery.bertha_fire, when=artillery.bertha_fires,
                    summary="5s and 6s hit the Fortress, before all other guns.",
                ),
                Step(
                    id=f"{prefix}active-fire", rolls=True, title="Active artillery", section="7.3.1/resolve", who="active",
                    run=artillery.active_fire, summary="A die for each SP of counters and Fortress.",
                ),
                Step(
                    id=f"{prefix}passive-fire", rolls=True, title="Passive artillery", section="7.3.1/resolve", who="passive",
                    run=artillery.passive_fire, summary="A die for each SP of counters and Fortress.",
                ),
                Step(
                    id=f"{prefix}artillery-losses", title="Artillery losses", section="7.3.1/resolve", who="both",
                    run=artillery.artillery_losses, summary="Hits are applied together and reveal nothing.",
                ),
            ),
        ),
    )


def assault(prefix: str) -> tuple[Phase | Step, ...]:
    """Sections 7.3.2 to 7.3.4."""
    return (
        Step(
            id=f"{prefix}end-or-continue", title="Go on or end", section="7.3.2", who="active",
            run=infantry.continue_or_end, when=artillery.combat_possible,
            summary="Hex by hex, the Active player decides on Infantry Combat.",
        ),
        Phase(
            id=f"{prefix}infantry-combat", title="Infantry Combat", section="7.3.3", who="both",
            loop=infantry.assaults_left, summary="One round a hex; 5s and 6s hit.",
            parts=(
                Step(
                    id=f"{prefix}declare", title="Declare Infantry Combat", section="7.3.3", who="active",
                    run=infantry.declare, summary="The Active player names the next hex.",
                ),
                Step(
                    id=f"{prefix}response", title="Retreat or reinforce", section="10.1", who="passive",
                    run=infantry.respond, when=infantry.declared,
                    summary="The Passive player may spend 1 LP before blocks are revealed.",
                ),
                Step(
                    id=f"{prefix}reveal", title="Reveal blocks", section="7.3.3", who="both", run=infantry.reveal,
                    when=infantry.declared, summary="All blocks in the hex lie open.",
                ),
                Step(
                    id=f"{prefix}passive-roll", rolls=True, title="Passive dice", section="7.3.4", who="passive",
                    run=infantry.passive_roll, when=infantry.fight_on,
                    summary="A die an SP, with Trench Defense dice where they apply.",
                ),
                Step(
                    id=f"{prefix}trench-losses", title="Active losses in the trenches", section="7.3.4/trench",
                    who="active", run=infantry.active_losses, when=infantry.in_trenches,
                    summary="In Trench Warfare the Passive hits come first.",
                ),
                Step(
                    id=f"{prefix}active-roll", rolls=True, title="Active dice", section="7.3.3", who="active",
                    run=infantry.active_roll, when=infantry.fight_on, summary="A die an SP.",
                ),
                Step(
                    id=f"{prefix}active-losses", title="Active losses", section="7.3.3", who="active",
                    run=infantry.active_losses, when=infantry.in_the_open, summary="The owner chooses.",
                ),
                Step(
                    id=f"{prefix}passive-losses", title="Passive losses", section="7.3.3", who="passive",
                    run=infantry.passive_losses, when=infantry.fight_on, summary="The owner chooses.",
                ),
                Step(
                    id=f"{prefix}stand-up", title="Stand blocks up", section="7.3", who="both",
                    run=infantry.stand_blocks_up, when=infantry.declared, summary="Survivors hide their SPs again.",
                ),
            ),
        ),
        Step(
            id=f"{prefix}conclude", title="Fortresses, control, Breakout markers", section="7.3.3", who="none",
            run=infantry.conclude, summary="Fortresses at 0 are destroyed; sole occupants take control.",
        ),
    )


EASTERN_FRONT = Phase(
    id="eastern-front", title="Eastern Front", section="5.0", who="cp", when=eastern_front.russia_fights,
    summary="The war with Russia, from a bag of cubes.",
    parts=(
        Step(
            id="eastern-track", title="Advance the track", section="5.1", run=eastern_front.advance_track,
            summary="One space toward the Bolshevik Revolution; red cubes are added.",
        ),
        Step(
            id="eastern-draw", rolls=True, title="Draw three cubes", section="5.1", run=eastern_front.draw_cubes,
            summary="Red is Russian, black is CP.",
        ),
        Step(
            id="eastern-losses", rolls=True, title="Losses", section="5.1", run=eastern_front.roll_losses,
            when=eastern_front.red_drawn, summary="A die finds the SPs lost, if any red was drawn.",
        ),
        Step(
            id="eastern-victory", title="Major Russian Victory", section="5.1/major-victory",
            run=eastern_front.count_victories, summary="Three reds; the third time the CP have lost.",
        ),
        Step(
            id="eastern-revolution", title="Bolshevik Revolution", section="5.1/bolshevik",
            run=eastern_front.check_revolution, summary="At the end of the track Russia leaves the war.",
        ),
        Step(
            id="eastern-stabilize", title="Stabilize the Eastern Front", section="13.5", who="cp",
            run=eastern_front.stabilize, when=eastern_front.may_stabilize,
            summary="Option: 5 SPs away for two turns undo a Major Russian Victory.",
        ),
    ),
)

PRODUCTION = Phase(
    id="production", title="Production Phase", section="6.0", who="both",
    summary="Seven steps: upkeep, men, money, the sea, spending, Initiative, supply.",
    parts=(
        Step(
            id="maintenance", title="Economic Maintenance", section="6.1", who="both", run=manpower.maintenance,
            summary="Supply, artillery and air tracks fall by 1; Supply by 2 from 20.",
        ),
        Phase(
            id="manpower", title="Manpower Deployment and Attrition", section="6.2", who="both",
            summary="New SPs arrive, then the front wears down.",
            parts=(
                Step(
                    id="deployment", title="Manpower Deployment", section="6.2.1", who="both", run=manpower.deploy,
                    summary="New blocks in Paris, England and Koblenz.",
                ),
                Step(
                    id="attrition-roll", rolls=True, title="Attrition roll", section="6.2.2", who="both",
                    run=manpower.roll_attrition, summary="A die each on the Attrition Table.",
                ),
                Step(
                    id="attrition-losses", title="Attrition losses", section="6.2.2", who="both",
                    run=manpower.take_attrition, summary="From blocks in Frontline hexes.",
                ),
                Step(
                    id="hindenburg-line", title="Hindenburg Line", section="16.4", who="cp",
                    run=opening.place_hindenburg, when=opening.hindenburg_due,
                    summary="In the scenario's turn the CP may place markers.",
                ),
            ),
        ),
        Step(
            id="collect", title="Collect Economic Points", section="6.3", who="both", run=manpower.collect,
            summary="The scenario's EPs for the turn.",
        ),
        Phase(
            id="naval", title="Naval Warfare", section="6.4", who="both", summary="Blockade against U-boats.",
            parts=(
                Step(
                    id="naval-declare", title="Prize Regulations or USW", section="6.4.1", who="cp",
                    run=naval.declare, summary="The CP choose how U-boats fight.",
                ),
                Step(
                    id="naval-draw", rolls=True, title="Draw three cubes", section="6.4.2", run=naval.draw,
                    summary="Blue: blockade. Black: U-boats. White: nothing.",
                ),
                Step(
                    id="naval-losses", title="Economic losses", section="6.4.3", run=naval.economic_losses,
                    summary="EPs are lost, at most half of the turn's.",
                ),
                Step(
                    id="usw-roll", rolls=True, title="Resolve USW", section="6.4.4", run=naval.roll_usw, when=naval.usw_bites,
                    summary="The USW track rises; a die finds British losses.",
                ),
                Step(
                    id="usw-losses", title="British losses", section="6.4.4", who="allies", run=naval.usw_losses,
                    when=naval.usw_bites, summary="British SPs in England.",
                ),
                Step(
                    id="naval-return", title="Return the cubes", section="6.4.5", run=naval.return_cubes,
                    summary="White cubes leave the game.",
                ),
            ),
        ),
        Step(
            id="spend", title="Spend Economic Points", section="6.5", who="both", run=spending.spend,
            summary="In secret, 1 EP an item; up to three are saved.",
        ),
        Step(
            id="counters", title="Air and Artillery counters", section="6.5.2", who="both",
            run=counters.choose_counters, summary="What is held ready this turn.",
        ),
        Step(
            id="initiative", title="Reveal Initiative bid", section="6.6", who="both", run=spending.reveal_bids,
            summary="The higher bid takes the Initiative.",
        ),
        Phase(
            id="supply", title="Allocate Supply", section="6.7", who="both",
            summary="Lines are checked, then Supply Capacity is allotted.",
            parts=(
                Step(
                    id="supply-lines", title="Supply Lines", section="6.7.2", run=supply.check_lines,
                    summary="Hexes without a line are Out of Supply.",
                ),
                Step(
                    id="supply-allocate", title="Allocate supply", section="6.7.4", who="both", run=supply.allocate,
                    summary="Hexes beyond the Supply Capacity are marked.",
                ),
            ),
        ),
        exercise_end("supply"),
    ),
)

ACTIONS = Phase(
    id="player-actions", title="Steps of", section="7.0", who="active", each=initiative_first, bind="active",
    summary="Steps 1 to 4 for the player with the Initiative, then for the other (7.5).",
    parts=(
        Step(
            id="begin-actions", title="Begin", section="7.0", run=begin_actions, summary="This player is Active.",
        ),
        Step(
            id="british-entry", rolls=True, title="British Declaration of War", section="13.1/declaration", who="allies",
            run=nations.british_declaration, when=nations.britain_is_neutral,
            summary="Option: 1d6 and French hexes held by the CP; 5 is war.",
        ),
        Step(
            id="belgian-transit", rolls=True, title="Belgian Transit Rights", section="13.2/transit", who="allies",
            run=nations.transit_check, when=nations.belgium_may_grant_transit,
            summary="Option: 1d6, turn and bribes; 6 opens Belgium.",
        ),
        Step(
            id="british-muster", title="The British arrive", section="13.1/declaration", who="allies",
            run=nations.muster, when=nations.british_may_muster,
            summary="Option: on entry, blocks in England may go straight to the front.",
        ),
        Step(
            id="usa-deployment", title="US arrivals", section="11.2/deployment", who="allies",
            run=nations.usa_deployment, when=nations.usa_arrives, summary="US blocks come straight to the map.",
        ),
        Phase(
            id="air", title="Aerial Dogfighting and Reconnaissance", section="7.1", who="both",
            summary="Reveal enemy blocks from the air, or stop those who try.",
            parts=(
                Step(
                    id="air-placement", title="Place Air counters", section="7.1.1", who="both", run=air.place,
                    summary="Active first, both place counters or pass.",
                ),
                Phase(
                    id="air-hex", title="Resolve a hex", section="7.1.1", who="active", loop=air.air_to_resolve,
                    summary="Dogfight, then reconnaissance, hex by hex.",
                    parts=(
                        Step(
                            id="air-choose", title="Choose a hex", section="7.1.1", who="active",
                            run=air.choose_air_hex, summary="The Active player chooses the order.",
                        ),
                        Step(
                            id="dogfight", rolls=True, title="Dogfight", section="7.1.2", who="both", run=air.roll_dogfight,
                            when=air.both_fly, summary="5 aborts, 6 hits; from Turn 2.",
                        ),
                        Step(
                            id="ace", title="Aces", section="7.1.2/aces", who="both", run=air.ace_reroll,
                            when=air.ace_flies, summary="An Ace may roll one die again.",
                        ),
                        Step(
                            id="air-technology", title="Compare Aircraft technology", section="7.1.2/tech-compare",
                            who="both", run=air.technology_edge, when=air.both_fly,
                            summary="The better may turn one enemy 6 into a 5.",
                        ),
                        Step(
                            id="air-results", title="Hits and Aborts", section="7.1.2/hits", run=air.apply_dogfight,
                            when=air.both_fly, summary="Damage first, then Aborts.",
                        ),
                        Step(
                            id="reconnaissance", title="Reconnaissance", section="7.1.3", who="active",
                            run=air.reconnaissance, summary="Blocks are laid face up.",
                        ),
                        Step(
                            id="air-return", title="Return counters", section="7.1.4", run=air.return_counters,
                            summary="To Used Air; damage lowers Air Maintenance.",
                        ),
                    ),
                ),
            ),
        ),
        Phase(
            id="movement", title="Block Movement", section="7.2", who="active",
            summary="Infantry 2 hexes, cavalry 3.",
            parts=(
                Step(
                    id="begin-movement", title="Begin movement", section="7.2", run=movement.begin_movement,
                    summary="Contested hexes are noted.",
                ),
                Step(
                    id="move", title="Move blocks", section="7.2", who="active", run=movement.move_blocks,
                    loop=movement.still_moving, summary="Pick a block, then move it, break it down or consolidate.",
                ),
                Step(
                    id="end-movement", title="Adjust control", section="7.2/control", run=movement.end_movement,
                    summary="Control markers follow the blocks.",
                ),
            ),
        ),
        Step(
            id="opening-move", title="Was Belgium attacked?", section="13.1", run=nations.british_go_home,
            when=nations.opening_move_spared_belgium, summary="Option: if not, the British wait in England.",
        ),
        Phase(
            id="combat", title="Combat", section="7.3", who="both",
            summary="Artillery, then infantry, in contested hexes.",
            parts=(
                Step(
                    id="begin-combat", title="Contested hexes", section="7.3", run=artillery.begin_combat,
                    summary="Combat is fought only in contested hexes.",
                ),
                *combat(""),
            ),
        ),
        Phase(
            id="breakout", title="Breakout Movement and Combat", section="7.4", who="active", when=breakout.markers,
            summary="Where the enemy is gone, blocks may move on.",
            parts=(
                Step(
                    id="open-breakout", title="Open the breakout", section="7.4.2", who="active",
                    run=breakout.open_breakout, summary="In Trench Warfare a counter is spent for each hex.",
                ),
                Step(
                    id="breakout-move", title="Breakout Moves", section="7.4.1", who="active",
                    run=breakout.breakout_moves, loop=breakout.breaking_out, summary="One hex more; cavalry two.",
                ),
                Phase(
                    id="breakout-combat", title="Breakout Combat", section="7.4.3", who="both",
                    summary="In hexes newly contested; no Active guns.",
                    parts=(
                        Step(
                            id="begin-breakout-combat", title="Newly contested hexes", section="7.4.3",
                            run=breakout.begin_breakout_combat, summary="Hexes contested before do not fight.",
                        ),
                        *combat("breakout-"),
                    ),
                ),
            ),
        ),
        Step(
            id="restack", title="Stacking limit", section="6.2.3", who="both", run=breakout.restack,
            summary="Three blocks a Power in a hex, by making change.",
        ),
        Step(
            id="end-actions", title="Hide the revealed", section="7.1.3", run=end_actions,
            summary="Blocks seen from the air stand up again.",
        ),
        exercise_end("actions"),
    ),
)

TURN = Phase(
    id="turn", title="Turn", section="4.0", who="both", loop=going_on, bind="turn", summary="Nine turns make the Grand Campaign.",
    parts=(
        Step(
            id="advance", title="Advance the markers", section="4.1", run=opening.advance_markers,
            summary="Turn and USA Entry.",
        ),
        Step(
            id="dig-in", title="Dig in?", section="13.4", who="both", run=opening.dig_in,
            when=opening.trenches_in_question, summary="Option: both vote in secret.",
        ),
        Step(
            id="return-from-east", title="SPs come back", section="13.5", who="cp",
            run=eastern_front.place_returning, when=eastern_front.sps_come_back,
            summary="Option: SPs sent away return.",
        ),
        EASTERN_FRONT,
        PRODUCTION,
        Phase(
            id="action-phase", title="Action Phase", section="7.0", who="both", each=action_phases,
            bind="action_phase", summary="Each player acts once, then both refresh; twice a turn.",
            parts=(
                ACTIONS,
                Step(
                    id="refresh", title="Refresh", section="7.6", who="both", run=counters.refresh,
                    summary="Counters come back; air damage mends.",
                ),
            ),
        ),
        Phase(
            id="reorganization", title="Strategic Reorganization", section="8.0", who="both",
            summary="SPs shift along the front, unseen.",
            parts=(
                Step(
                    id="place-freed", title="SPs from the east", section="5.1/bolshevik", who="cp",
                    run=eastern_front.place_freed, when=eastern_front.sps_return_west,
                    summary="After the Revolution the eastern SPs arrive.",
                ),
                Step(
                    id="reorganize", title="Reorganize", section="8.1", who="both", run=reorganization.reorganize,
                    summary="Both at once; the Initiative player may adjust.",
                ),
            ),
        ),
        Phase(
            id="scoring", title="Scoring Phase", section="9.0", who="both",
            summary="Points, then a check for victory.",
            parts=(
                Step(
                    id="score", title="Score", section="9.0", run=scoring.score,
                    summary="Objectives held with a Supply Line.",
                ),
                Step(
                    id="check-victory", title="Victory check", section="3.1", run=scoring.check_victory,
                    summary="Decisive or Domination.",
                ),
                Step(
                    id="go-on", title="Play on?", section="9.0/game-end", who="both", run=scoring.ask_to_go_on,
                    when=scoring.may_go_on, summary="Both may agree on the next scenario.",
                ),
                Step(
                    id="finish", title="End of the game", section="3.1.3", run=scoring.finish,
                    when=scoring.last_turn_over, summary="More VPs win.",
                ),
            ),
        ),
    ),
)

SEQUENCE = Phase(
    id="campaign", title="Fields of Despair", section="4.0", summary="The sequence of play, turn by turn.",
    parts=(
        TURN,
    ),
)
