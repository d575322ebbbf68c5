"""Section 7.3.1, Artillery Fire: hidden placement, Fortress fire, Big Bertha, gas and masks (12.2, 12.3)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions import ChooseHex, Done, Pass, PlaceArtillery, RailGun, Reinforce
from .blocks import has_infantry
from .logistics import bring_up, reinforceable, spend_lp
from .nations import belgian_bar
from .procedures import take_losses
from .rulebook import procedure, rule
from .state import CP, SIDES, Battle, Counter, Fortress, G, Placed, enemy
from .supply import unsupplied
from .terms import blocks_at, contested, contested_hexes, fighting_at, has_supply_line, own_fortress, sp_at

FACES = {"four": (4,), "five": (5,), "six": (6,)}
RAIL_FACES = {"five": (5,), "six": (6,)}


def battle(g: G) -> Battle:
    assert g.state.battle is not None
    return g.state.battle


@procedure("7.3", "1.5/active-player", "1.5/passive-player")
def begin_combat(g: G) -> None:
    """The contested hexes of this Combat Sequence."""
    g.state.battle = Battle(hexes=contested_hexes(g))
    for block in g.state.blocks.values():
        block.fought = block.retreated = False


def combat_possible(g: G) -> bool:
    return g.state.battle is not None and bool(g.state.battle.hexes)


# Placing counters


@procedure("7.3.1", "7.3.1/counters", "2.5.5")
def place(g: G) -> Asking:
    """Active first, one counter or a pass each, until both pass in a row or both are out."""
    who, passes = g.state.active, 0
    g.state.counters_open = False
    while passes < 2 and any(can_place(g, side) for side in SIDES):
        if not can_place(g, who):
            passes += 1
            who = enemy(who)
            continue
        action = yield Decision(
            who,
            "7.3.1/counters",
            "Place an Artillery counter, or pass.",
            [PlaceArtillery, Pass],
            partial(pass_or_place, g, who),
            screened=True,
        )
        if isinstance(action, PlaceArtillery):
            passes = 0
            counter = Counter(action.value, action.special)
            g.state.boards[who].artillery_counters.remove(counter)
            g.state.artillery_placed.append(Placed(who, action.hex, counter))
            g.tell(
                "placed",
                "7.3.1/counters",
                f"{who} places an Artillery counter of {action.value} in {action.hex}.",
                by=who,
                only=[who],
                public=f"{who} places an Artillery counter face down in {action.hex}.",
                hex=action.hex,
            )
        else:
            passes += 1
            g.tell("passed", "7.3.1/counters", f"{who} passes.", by=who)
        who = enemy(who)
    fight = battle(g)
    fight.to_fire = [h for h in fight.hexes if fires(g, h)]


def targets(g: G, side: str) -> list[str]:
    return [h for h in battle(g).hexes if why_not_shell(g, h, side) is None]


def why_not_shell(g: G, hex: str, side: str) -> str | None:
    return (
        hex_is_fought_over(g, hex)
        or infantry_there(g, hex, side)
        or supplied_there(g, hex, side)
        or guns_keep_up(g, side)
        or belgian_bar(g, hex, side, "Artillery counter")
    )


def can_place(g: G, side: str) -> bool:
    return bool(g.state.boards[side].artillery_counters) and bool(targets(g, side))


def pass_or_place(g: G, side: str) -> list[Action]:
    return [Pass(), *placements(g, side)]


def placements(g: G, side: str) -> list[PlaceArtillery]:
    counters = sorted(set(g.state.boards[side].artillery_counters), key=lambda c: (c.value, c.special))
    return [PlaceArtillery(hex, c.value, c.special) for hex in targets(g, side) for c in counters]


def hex_is_fought_over(g: G, hex: str) -> str | None:
    return None if hex in battle(g).hexes and contested(g, hex) else f"{hex} is not a contested hex of this combat."


def infantry_there(g: G, hex: str, side: str) -> str | None:
    return None if has_infantry(blocks_at(g, hex, side)) else f"No {side} infantry block is in {hex} to direct fire."


@procedure("6.7.5/combat")
def supplied_there(g: G, hex: str, side: str) -> str | None:
    if not has_supply_line(g, hex, side):
        return f"{hex} has no Supply Line: Artillery counters cannot go there."
    if all(unsupplied(g, b) for b in fighting_at(g, hex, side)):
        return f"All SPs in {hex} are Out of Supply: Artillery counters cannot go there."
    return None


@procedure("7.4.3")
def guns_keep_up(g: G, side: str) -> str | None:
    if battle(g).breakout and side == g.state.active:
        return "In Breakout Combat the Active player's guns are left behind."
    return None


@rule("7.3", PlaceArtillery)
def shell_a_contested_hex(g: G, action: PlaceArtillery) -> str | None:
    return hex_is_fought_over(g, action.hex)


@rule("7.3.1", PlaceArtillery)
def shelling_needs_infantry(g: G, action: PlaceArtillery) -> str | None:
    return infantry_there(g, action.hex, _who(g))


@rule("6.7.5/combat", PlaceArtillery)
def shelling_needs_supply(g: G, action: PlaceArtillery) -> str | None:
    return supplied_there(g, action.hex, _who(g)) if blocks_at(g, action.hex, _who(g)) else None


@rule("7.4.3", PlaceArtillery)
def no_guns_in_breakout(g: G, action: PlaceArtillery) -> str | None:
    return guns_keep_up(g, _who(g))


@rule("11.1", PlaceArtillery)
def no_guns_for_belgians(g: G, action: PlaceArtillery) -> str | None:
    return belgian_bar(g, action.hex, _who(g), "Artillery counter")


@rule("2.5.2", PlaceArtillery)
def gun_is_available(g: G, action: PlaceArtillery) -> str | None:
    if Counter(action.value, action.special) in g.state.boards[_who(g)].artillery_counters:
        return None
    return f"No Artillery counter of value {action.value}{' ' + action.special if action.special else ''} is available."


def _who(g: G) -> str:
    assert g.decision is not None
    return g.decision.who


# Reinforcement before the counters are revealed


def shelled(g: G) -> list[str]:
    """Hexes where the Active player has initiated Artillery Fire."""
    return sorted({p.hex for p in g.state.artillery_placed if p.side == g.state.active})


@procedure("10.1/reinforcement")
def reinforce_under_fire(g: G) -> Asking:
    side = enemy(g.state.active)
    while offers := reinforceable(g, shelled(g), side):
        action = yield Decision(
            side,
            "10.1/reinforcement",
            "Spend an LP to reinforce a shelled hex?",
            [Reinforce, Done],
            [Done(), *offers],
            about={"hexes": shelled(g)},
        )
        if not isinstance(action, Reinforce):
            return
        yield from bring_up(g, action.hex)


# Resolving


@procedure("7.3.1/fortress-artillery", "2.1.2")
def firing_fortress(g: G, hex: str, side: str) -> Fortress | None:
    """A Fortress with an enemy block in its hex fires every time; Belgian ones too."""
    fortress = own_fortress(g, hex, side)
    return fortress if fortress is not None and fortress.sp > 0 and blocks_at(g, hex, enemy(side)) else None


def fires(g: G, hex: str) -> bool:
    return any(p.hex == hex for p in g.state.artillery_placed) or any(firing_fortress(g, hex, s) for s in SIDES)


def fire_to_resolve(g: G) -> bool:
    return g.state.battle is not None and bool(g.state.battle.to_fire)


@procedure("7.3.1/resolve")
def choose_fire_hex(g: G) -> Asking:
    """The Active player chooses the order; both hexes of Verdun or Strasbourg may fire in turn."""
    fight = battle(g)
    g.state.counters_open = True
    hex = fight.to_fire[0]
    if len(fight.to_fire) > 1:
        hexes = list(fight.to_fire)
        action = yield Decision(
            g.state.active,
            "7.3.1/resolve",
            "Choose the hex where the guns fire next.",
            [ChooseHex],
            [ChooseHex(h) for h in hexes],
            about={"hexes": hexes},
        )
        assert isinstance(action, ChooseHex)
        hex = action.hex
    fight.to_fire.remove(hex)
    fight.hex = hex
    fight.rail_gun = False
    fight.rolls = {}
    guns = {side: sum(c.value for c in guns_in(g, hex, side)) for side in SIDES}
    g.tell("revealed", "7.3.1/resolve", f"Artillery in {hex}: Allies {guns['allies']}, CP {guns['cp']}.", hex=hex)


@rule("7.3.1/resolve", ChooseHex)
def hex_is_still_to_come(g: G, action: ChooseHex) -> Ruling | None:
    """Asked in the air, in Artillery Fire and in Infantry Combat, and ruled under the section of each."""
    assert g.decision is not None
    hexes = g.decision.about["hexes"]
    if action.hex in hexes:
        return None
    return Ruling(g.decision.section, f"{action.hex} is not to be resolved now.", f"Still to come: {', '.join(hexes)}.")


def guns_in(g: G, hex: str, side: str) -> list[Counter]:
    return [p.counter for p in g.state.artillery_placed if p.hex == hex and p.side == side]


def bertha_may_fire(g: G) -> bool:
    """7.3.1.1: Active CP, Big Bertha here, an enemy Fortress here, 1 LP, once an Action Phase (10.1)."""
    if g.state.active != CP or g.state.battle is None:
        return False
    board, hex = g.state.boards[CP], g.state.battle.hex
    return (
        board.lp > 0
        and not board.bertha_fired
        and own_fortress(g, hex, enemy(CP)) is not None
        and any(c.special == "bertha" for c in guns_in(g, hex, CP))
    )


@procedure("7.3.1.1/big-bertha", "10.1/big-bertha", "2.5.3")
def rail_gun(g: G) -> Asking:
    """Fire Big Bertha as a rail gun, or keep the Logistic Point."""
    fight = battle(g)
    action = yield Decision(
        CP,
        "10.1/big-bertha",
        f"Spend 1 LP to fire Big Bertha at the Fortress in {fight.hex}?",
        [RailGun],
        [RailGun(True), RailGun(False)],
    )
    assert isinstance(action, RailGun)
    if action.use:
        spend_lp(g, CP, "10.1/big-bertha", "Big Bertha fires as a rail gun")
        g.state.boards[CP].bertha_fired = True
        fight.rail_gun = True


def bertha_fires(g: G) -> bool:
    return battle(g).rail_gun


@procedure("7.3.1.1/big-bertha")
def bertha_fire(g: G) -> None:
    """Her dice come first and hit the Fortress on 5 and 6."""
    fight = battle(g)
    value = next(c.value for c in guns_in(g, fight.hex, CP) if c.special == "bertha")
    fight.rolls["bertha"] = g.chance.pool(value, 6, RAIL_FACES, "7.3.1.1/big-bertha", by=CP, why="Big Bertha")


@procedure("7.3.1", "1.5/strength-points")
def artillery_dice(g: G, hex: str, side: str) -> int:
    """A die for each SP of counters and of the Fortress; never halved by supply (6.7.6)."""
    skip = side == CP and battle(g).rail_gun
    guns = sum(c.value for c in guns_in(g, hex, side) if not (skip and c.special == "bertha"))
    fortress = firing_fortress(g, hex, side)
    return guns + (fortress.sp if fortress else 0)


def _fire(g: G, side: str) -> None:
    fight = battle(g)
    dice = artillery_dice(g, fight.hex, side)
    if gas_of(g, side) == "none":
        roll = g.chance.pool(dice, 6, RAIL_FACES, "7.3.1/resolve", by=side, why=f"{side} artillery in {fight.hex}")
        fight.rolls[side] = {"four": 0, **roll}
    else:
        fight.rolls[side] = g.chance.pool(
            dice, 6, FACES, "7.3.1/resolve", by=side, why=f"{side} artillery in {fight.hex}"
        )


@procedure("7.3.1/resolve")
def active_fire(g: G) -> None:
    _fire(g, g.state.active)


@procedure("7.3.1/resolve", "7.3.1/verdun-strasbourg")
def passive_fire(g: G) -> None:
    _fire(g, enemy(g.state.active))


@procedure("12.2", "7.3.1.1/gas")
def gas_of(g: G, side: str) -> str:
    """none, chlorine or mustard."""
    return g.charts["poison-gas"].cell(g.state.boards[side].technology["gas"], "gas")  # type: ignore[no-any-return]


@procedure("12.3", "7.3.1.1/gas-mask")
def masked(g: G, side: str) -> int:
    """Gas Hits that this side's masks cancel, against the gas the enemy has."""
    gas = gas_of(g, enemy(side))
    return 0 if gas == "none" else g.charts["gas-masks"].cell(g.state.boards[side].technology["masks"], gas)


class Damage(NamedTuple):
    """What Artillery Fire does to one side in a hex."""

    fortress: int
    blocks: int


@procedure("7.3.1.1", "7.3.1.1/fortress", "7.3.1.1/gas", "7.3.1/never-clear")
def artillery_damage(
    fortress_sp: int | None, block_sp: int, roll: dict[str, int], bertha: dict[str, int], cancelled: int
) -> Damage:
    """Divide the hits between a Fortress (None: there is none) and the blocks.

    Against a Fortress 5s are ignored, the first 6 falls on it, gas and further 6s fall on blocks, and 6s
    left over when the blocks are gone fall on it again, down to 1 SP. Big Bertha's hits fall on it before
    blocks, and its 6 stands for the first 6. Something always remains: a Fortress may be brought to 0 only
    where a block of 1 SP is left (ruling fortress-zero-by-artillery).
    """
    gas = max(0, roll.get("four", 0) - cancelled)
    if fortress_sp is None:
        hits = gas + roll.get("five", 0) + roll.get("six", 0)
        return Damage(0, min(hits, max(0, block_sp - 1)))
    least = min(fortress_sp, 0 if block_sp else 1)
    rail = bertha.get("five", 0) + bertha.get("six", 0)
    fortress = max(least, fortress_sp - rail)
    on_blocks = gas + rail - (fortress_sp - fortress)
    sixes = roll.get("six", 0)
    if sixes and not bertha.get("six", 0) and fortress > 0:
        sixes -= 1
        fortress = max(least, fortress - 1)
    bearable = block_sp if fortress else block_sp - 1
    blocks = min(bearable, on_blocks)
    by_sixes = min(bearable - blocks, sixes)
    blocks += by_sixes
    if blocks == block_sp:
        fortress = max(min(fortress, 1), fortress - (sixes - by_sixes))
    return Damage(fortress_sp - fortress, blocks)


@procedure("7.3.1/resolve", "7.3.1/never-clear", "2.6.1")
def artillery_losses(g: G) -> Asking:
    """Results are applied together; the blocks stay hidden."""
    fight = battle(g)
    hex = fight.hex
    damage = {}
    for side in SIDES:
        other = enemy(side)
        fortress = own_fortress(g, hex, side)
        bertha = fight.rolls.get("bertha", {}) if other == CP else {}
        damage[side] = artillery_damage(
            fortress.sp if fortress else None, sp_at(g, hex, side), fight.rolls.get(other, {}), bertha, masked(g, side)
        )
    for side in SIDES:
        fortress = own_fortress(g, hex, side)
        if damage[side].fortress and fortress:
            fortress.sp -= damage[side].fortress
            g.tell("hit", "7.3.1.1/fortress", f"{fortress.name} falls to {fortress.sp} SP.", by=side, hex=hex)
        keep = 0 if fortress and fortress.sp else 1
        yield from take_losses(
            g,
            side,
            partial(fighting_at, g, hex, side),
            damage[side].blocks,
            "7.3.1/resolve",
            f"Artillery in {hex}",
            f"Artillery hits fall on blocks in {hex}.",
            keep=keep,
        )
    for side in SIDES:
        g.state.boards[side].used_artillery.extend(guns_in(g, hex, side))
    g.state.artillery_placed = [p for p in g.state.artillery_placed if p.hex != hex]
    fight.rolls = {}
