"""Questions about a position of Fields of Despair, answered by the functions that play it."""

from __future__ import annotations

from typing import Any

from ...engine.chance import draw_outcomes
from ...engine.errors import UnknownName
from ...engine.session import Session
from ...games.fields_of_despair import (
    air,
    artillery,
    infantry,
    logistics,
    manpower,
    movement,
    nations,
    scoring,
    spending,
    supply,
    terms,
)
from ...games.fields_of_despair import blocks as pieces
from ...games.fields_of_despair.actions import Buy, Done, Move, PickBlock, PutBack
from ...games.fields_of_despair.state import Block
from ..queries import Queries, after

QUERIES = Queries()
query = QUERIES.query


# The map


@query("named")
def named(s: Session, name: str) -> set[str]:
    """The hexes that bear a name on the map."""
    return set(s.board.where("name", name))


@query("fact")
def fact(s: Session, field: str, value: str) -> set[str]:
    """The hexes of which the map says this: terrain river, nation Belgium ..."""
    return set(s.board.where(field, value))


@query("word")
def word(s: Session, hex: str, field: str) -> str:
    """What the map says of a hex."""
    return str(s.board.fact(hex, field))


@query("neighbours")
def neighbours(s: Session, hex: str) -> set[str]:
    return set(s.board.neighbours[hex])


@query("distance")
def distance(s: Session, one: str, other: str) -> int:
    return s.board.distance(one, other) or 0


# Key terms


@query("contested")
def contested(s: Session) -> set[str]:
    return set(terms.contested_hexes(s.table))


@query("controlled")
def controlled(s: Session, side: str) -> set[str]:
    return {hex for hex, owner in s.state.control.items() if owner == side}


@query("control-of")
def control_of(s: Session, hex: str) -> str:
    """Who controls a hex, as people call him."""
    return s.game.player_name(s.state.control[hex])


@query("frontline")
def frontline(s: Session, side: str) -> set[str]:
    return set(terms.frontline(s.table, side))


@query("sp")
def sp(s: Session, hex: str, side: str) -> int:
    """Strength points of a side's blocks in a hex."""
    return terms.sp_at(s.table, hex, side)


@query("total-sp")
def total_sp(s: Session, side: str) -> int:
    return sum(block.sp for block in terms.blocks_of(s.table, side))


@query("blocks")
def blocks(s: Session, hex: str, side: str) -> int:
    """How many blocks a side has in a hex."""
    return len(terms.blocks_at(s.table, hex, side))


@query("fortress")
def fortress(s: Session, name: str) -> int:
    """The SPs of a Fortress."""
    return int(s.state.fortresses[name].sp)


@query("branch-blocks")
def branch_blocks(s: Session, hex: str, side: str, branch: str) -> int:
    """How many blocks of a kind a side has in a hex."""
    return sum(block.kind == branch for block in terms.blocks_at(s.table, hex, side))


@query("nation-hexes")
def nation_hexes(s: Session, nation: str) -> set[str]:
    """Where the blocks of a nation stand."""
    return {block.hex for block in s.state.blocks.values() if block.nation == nation}


@query("friendly-contested")
def friendly_contested(s: Session, side: str) -> set[str]:
    """Contested hexes that this Power controls; for the other they are enemy-contested."""
    return {hex for hex in terms.contested_hexes(s.table) if terms.controls(s.table, hex, side)}


@query("frontline-among")
def frontline_among(s: Session, side: str, hexes: str) -> set[str]:
    """Those of a few hexes that are Frontline hexes of a Power."""
    return set(terms.frontline(s.table, side)) & set(hexes.split())


@query("control-markers")
def control_markers(s: Session, side: str) -> set[str]:
    """Where the Control markers of a Power lie."""
    return set(terms.control_markers(s.table, side))


@query("hidden-blocks")
def hidden_blocks(s: Session, hex: str, player: str) -> int:
    """How many blocks in a hex do not show their strength to a player."""
    return sum(block.hex == hex and block.sp is None for block in s.view(player).board.blocks)


@query("free-blocks")
def free_blocks(s: Session, nation: str, branch: str) -> int:
    """Blocks of a nation and kind left in the Force Pool."""
    return sum(pieces.free(s.table, nation, branch))


# Supply


@query("supply-sources")
def supply_sources(s: Session, side: str) -> set[str]:
    return set(terms.supply_sources(s.table, side))


@query("without-supply-line")
def without_supply_line(s: Session, side: str) -> set[str]:
    """Hexes with blocks of a side from which no Supply Line runs."""
    held = {block.hex for block in terms.blocks_of(s.table, side)}
    return {hex for hex in held if not terms.has_supply_line(s.table, hex, side)}


@query("out-of-supply")
def out_of_supply(s: Session, side: str) -> set[str]:
    """Hexes whose blocks carry an Out of Supply marker."""
    return {block.hex for block in terms.blocks_of(s.table, side) if block.oos}


@query("hexes-to-supply")
def hexes_to_supply(s: Session, side: str) -> set[str]:
    return set(supply.hexes_to_supply(s.table, side))


@query("supply-excess")
def supply_excess(s: Session, side: str) -> int:
    """How many hexes more than the Supply Capacity must be supplied."""
    return supply.excess(s.table, side)


@query("hungry")
def hungry(s: Session, side: str) -> set[str]:
    """Hexes with SPs of a side that neither the Supply Capacity nor a Fortress feeds."""
    return {block.hex for block in terms.blocks_of(s.table, side) if block.sp and supply.unsupplied(s.table, block)}


@query("fortress-supply")
def fortress_supply(s: Session, hex: str, side: str) -> int:
    """SPs of blocks that the Fortress in a hex feeds."""
    return supply.fortress_supply(s.table, hex, side)


# Movement


@query("allowance")
def allowance(s: Session, hex: str, branch: str) -> int:
    """How many hexes a block of this kind in a hex may move now."""
    return movement.allowance(s.table, block_in(s, hex, branch))


@query("reach")
def reach(s: Session, hex: str, branch: str) -> set[str]:
    """Every hex a block may move to now: what the map would outline if it were picked up."""
    block = block_in(s, hex, branch)
    fork = s.fork()
    if PickBlock in (fork.decision.kinds if fork.decision else ()):
        fork.submit(PickBlock(block.id))
    found = {action.path[-1] for action in fork.legal() if isinstance(action, Move)}
    if PutBack() in fork.legal():
        found.discard(block.hex)
    return found


def block_in(s: Session, hex: str, branch: str, side: str = "", sp: int | str = 0) -> Block:
    """The strongest block of a kind in a hex: of a side, where one is named, and of that strength, where one is."""
    found = [
        b
        for b in terms.stacks(s.table).get(hex, ())
        if b.kind == branch and side in ("", terms.side_of(s.table, b)) and int(sp) in (0, b.sp)
    ]
    if not found:
        raise UnknownName(
            f"{branch} block in hex", hex, sorted({b.hex for b in s.state.blocks.values() if b.kind == branch})
        )
    return max(found, key=lambda b: (b.sp, -b.id))


@query("block")
def block_number(s: Session, hex: str, branch: str, side: str = "", sp: int | str = 0) -> int:
    """The number of that block, for actions."""
    return block_in(s, hex, branch, side, sp).id


@query("block-sp")
def block_sp(s: Session, hex: str, branch: str, side: str) -> int:
    """The SPs of a side's blocks of one kind in a hex."""
    return sum(b.sp for b in terms.blocks_at(s.table, hex, side) if b.kind == branch)


@query("strongest")
def strongest(s: Session, hex: str, branch: str, side: str) -> int:
    """The SPs of a side's strongest block of a kind in a hex; 0 where it has none."""
    return max((b.sp for b in terms.blocks_at(s.table, hex, side) if b.kind == branch), default=0)


# Combat


@query("dice")
def dice(s: Session) -> int:
    """How many dice are about to be rolled, where play is paused before them."""
    return sum(roll.dice for roll in s.upcoming())


@query("combat-dice")
def combat_dice(s: Session, hex: str, side: str) -> int:
    """Dice of a side's blocks in Infantry Combat, before Trench Defense."""
    return supply.combat_dice(s.table, hex, side)


@query("trench-dice")
def trench_dice(s: Session, hex: str) -> int:
    """The Passive player's extra dice in the combat under way."""
    return infantry.trench_dice(s.table, hex)


@query("face-up")
def face_up(s: Session, hex: str, side: str) -> int:
    """How many of a side's blocks in a hex lie face up."""
    return sum(block.face_up for block in terms.blocks_at(s.table, hex, side))


@query("artillery-targets")
def artillery_targets(s: Session, side: str) -> set[str]:
    return set(artillery.targets(s.table, side))


@query("air-targets")
def air_targets(s: Session, side: str) -> set[str]:
    return set(air.air_targets(s.table, side))


@query("reconnaissance")
def reconnaissance(s: Session) -> int:
    """How many blocks the Active player reveals in the hex that is being resolved in the air."""
    fight = s.state.dogfight
    if fight is None:
        return 0
    active = s.state.active
    value = sum(p.counter.value for p in s.state.air_placed if p.hex == fight.hex and p.side == active)
    return air.reconnaissance_value(value, fight.damage.get(active, 0), fight.aborts)


@query("air-damage")
def air_damage(s: Session, side: str) -> int:
    """Air Damage that a side has taken: in the hex being resolved, and on its Player Board."""
    fight, board = s.state.dogfight, s.state.boards[side]
    return int(board.damaged + board.mending + (fight.damage.get(side, 0) if fight else 0))


@query("artillery-dice")
def artillery_dice(s: Session, hex: str, side: str) -> int:
    """Dice of a side's Artillery counters and Fortress in a hex."""
    return artillery.artillery_dice(s.table, hex, side)


@query("retreat-hexes")
def retreat_hexes(s: Session, hex: str, side: str) -> set[str]:
    return set(logistics.retreat_hexes(s.table, hex, side))


@query("breakout")
def breakout_markers(s: Session) -> set[str]:
    return set(s.state.breakout)


@query("infantry-combats")
def infantry_combats(s: Session) -> set[str]:
    """Hexes of this Combat Sequence where Infantry Combat is chosen or was fought."""
    battle = s.state.battle
    return set(battle.fought) | set(battle.to_assault) if battle else set()


@query("combat-hexes")
def combat_hexes(s: Session) -> set[str]:
    """Hexes where the Combat Sequence under way is fought."""
    return set(s.state.battle.hexes) if s.state.battle else set()


@query("breakout-sp")
def breakout_sp(s: Session, hex: str) -> int:
    """SPs that may still break out of a hex in Trench Warfare."""
    return int(s.state.breakout_limit.get(hex, 0))


@query("hindenburg")
def hindenburg(s: Session) -> set[str]:
    """Hexes with a Hindenburg Line marker."""
    return set(s.state.hindenburg)


@query("can-resupply")
def can_resupply(s: Session, side: str) -> set[str]:
    """Hexes where 1 LP would take off the Out of Supply marker."""
    return set(supply.can_resupply(s.table, side))


# Production and tracks


@query("new-sps")
def new_sps(s: Session, nation: str) -> int:
    """SPs the schedule gives a nation this turn."""
    return manpower.new_sps(s.table, nation)


@query("repairable")
def repairable(s: Session, side: str) -> set[str]:
    """Hexes of the Fortresses that a side may repair for 1 EP each."""
    found = [f for f in s.state.fortresses.values() if spending.why_not_repair(s.table, f, side) is None]
    return {hex for fortress in found for hex in fortress.hexes}


@query("ready")
def ready(s: Session, side: str, arm: str) -> int:
    """Total value of the Air or Artillery counters in the Available box: arm is air or artillery."""
    return sum(counter.value for counter in getattr(s.state.boards[side], f"{arm}_counters"))


@query("ready-special")
def ready_special(s: Session, side: str, arm: str, special: str) -> int:
    """How many counters of a kind lie in the Available box: ace, bertha, bluff."""
    return sum(counter.special == special for counter in getattr(s.state.boards[side], f"{arm}_counters"))


@query("spend-to-lose-none")
def spend_to_lose_none(s: Session, side: str) -> int:
    """How many items the side that spends must buy so that it can save all the EPs that are left."""
    have = int(s.state.boards[side].ep)
    for items in range(have + 1):
        fork = s.fork()
        for action in (*[Buy("supply")] * items, Done()):
            fork.submit(action)
        if fork.state.boards[side].ep == have - items:
            return items
    return have


@query("placed")
def placed(s: Session, side: str, arm: str, hex: str) -> int:
    """How many Air or Artillery counters of a side lie face down in a hex."""
    return sum(p.side == side and p.hex == hex for p in getattr(s.state, f"{arm}_placed"))


@query("placed-value")
def placed_value(s: Session, side: str, arm: str, hex: str) -> int:
    """Total value of a side's Air or Artillery counters in a hex."""
    counters = getattr(s.state, f"{arm}_placed")
    return sum(p.counter.value for p in counters if p.side == side and p.hex == hex)


@query("deployment-hexes")
def deployment_hexes(s: Session, nation: str) -> set[str]:
    """Where a nation's new blocks may be placed now."""
    return set(manpower.deployment_hexes(s.table, nation))


@query("loss-due")
def loss_due(s: Session) -> int:
    """SPs that the player who decides now has still to take off his blocks."""
    return int(s.decision.about.get("loss", 0)) if s.decision else 0


@query("board")
def board(s: Session, side: str, field: str) -> Any:
    """A figure of a player board: supply, artillery, air, lp, ep, bid, guns, tanks."""
    return getattr(s.state.boards[side], field)


@query("technology")
def technology(s: Session, side: str, name: str) -> int:
    return int(s.state.boards[side].technology[name])


@query("track")
def track(s: Session, name: str) -> Any:
    """Where a marker on the map's tracks stands: blockade, usw, usa_entry, eastern_space, eastern_sp, turn ..."""
    return getattr(s.state, name)


@query("bag")
def bag(s: Session, name: str, colour: str) -> int:
    """Cubes of a colour in the naval or the eastern bag."""
    return int(getattr(s.state, f"{name}_bag")[colour])


@query("cubes")
def cubes(s: Session, name: str) -> int:
    """All cubes in the naval or the eastern bag."""
    return sum(getattr(s.state, f"{name}_bag").values())


@query("draw-chance")
def draw_chance(s: Session, name: str, colour: str, at_least: int) -> float:
    """The chance, in percent, of at least so many cubes of a colour among three drawn from a bag."""
    drawn = draw_outcomes(getattr(s.state, f"{name}_bag"), 3)
    return float(100 * sum(chance for cubes, chance in drawn if cubes.get(colour, 0) >= at_least))


@query("chart")
def chart(s: Session, name: str, row: int | str, column: str) -> Any:
    """A cell of a chart."""
    return s.charts[name].cell(row, column)


@query("vp")
def vp(s: Session, side: str) -> int:
    return scoring.victory_points(s.table, side)


@query("vp-marker")
def vp_marker(s: Session, side: str) -> int:
    """Where a side's VP marker stands: it moves only in the Scoring Phase."""
    return int(s.state.vp.get(side, 0))


@query("game-end")
def game_end(s: Session) -> str:
    """How the game was won: decisive, domination, points or draw; none while it goes on."""
    return s.state.victory or "none"


@query("scoring-hexes")
def scoring_hexes(s: Session, side: str) -> set[str]:
    """Objectives that count for a side now: those without which it would have fewer points."""
    found = set()
    for row in s.charts["victory-hexes"]:
        fork = s.fork()
        terms.set_control(fork.table, row["hex"], "neutral", "9.0")
        if row["scored_by"] == side and scoring.victory_points(fork.table, side) < vp(s, side):
            found.add(row["hex"])
    return found


@query("us-arrivals")
def us_arrivals(s: Session, turn: int, action_phase: int) -> int:
    """US SPs that arrive in an Action Phase, as the USA Entry marker stands."""
    return nations.usa_sps(s.table, turn, action_phase)


@query("us-hexes")
def us_hexes(s: Session) -> set[str]:
    """Where new US blocks may be placed."""
    return set(nations.usa_deployment_hexes(s.table))


@query("has-initiative")
def has_initiative(s: Session) -> str:
    return str(s.state.initiative)


@query("initiative-holder")
def initiative_holder(s: Session) -> str:
    """Who has the Initiative, as people call him."""
    return s.game.player_name(s.state.initiative)


@query("lowest-roll")
def lowest_roll(s: Session, name: str, value: Any) -> int:
    """The lowest face of the die about to be rolled that brings a track or a stance to a value; 7 where none does."""
    for face in range(1, 7):
        if after(s, [{"suppose": [face]}, {"action": "roll"}], "track", {"name": name}) == value:
            return face
    return 7
