"""Sections 7.3.2 to 7.3.4: whether to go on, Infantry Combat, trenches, rivers, Fortresses."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import ChooseHex, Continue, Done, EndCombat, Reinforce, RetreatTo
from .artillery import battle
from .blocks import fighting, remove_block
from .logistics import bring_up, reinforceable, retreat, retreat_hexes, why_not_retreat
from .procedures import take_losses
from .rulebook import procedure, rule
from .state import ADJECTIVES, CP, DECEPTION, G, enemy
from .supply import combat_dice
from .terms import adjust_control, blocks_at, contested, controls, fighting_at, own_fortress, sp_at

HITS = {"hit": (5, 6)}
SIXES = {"hit": (6,)}


# 7.3.2


@procedure("7.3.2")
def continue_or_end(g: G) -> Asking:
    """Hex by hex, the Active player goes on to Infantry Combat or not."""
    fight, active = battle(g), g.state.active
    for hex in list(fight.hexes):
        if why_not_assault(g, hex):
            continue
        action = yield Decision(
            active,
            "7.3.2",
            f"Go on to Infantry Combat in {hex}?",
            [Continue, EndCombat],
            [Continue(hex), EndCombat(hex)],
            about={"hex": hex},
        )
        if isinstance(action, Continue):
            fight.to_assault.append(hex)


def why_not_assault(g: G, hex: str) -> str | None:
    if not contested(g, hex):
        return f"{hex} is no longer contested."
    if not sp_at(g, hex, g.state.active):
        return f"The Active player has no SP in {hex} to attack with."
    return None


@rule("7.3.2", Continue, EndCombat)
def asked_about_this_hex(g: G, action: Continue | EndCombat) -> str | None:
    assert g.decision is not None
    hex = g.decision.about["hex"]
    return None if action.hex == hex else f"The question is about {hex}, not {action.hex}."


# 7.3.3


def assaults_left(g: G) -> bool:
    return g.state.battle is not None and bool(g.state.battle.to_assault)


@procedure("7.3.3")
def declare(g: G) -> Asking:
    """The Active player chooses the next hex."""
    fight = battle(g)
    # A retreat or a lost Deception block may have left nobody to fight.
    fight.to_assault = [h for h in fight.to_assault if why_not_assault(g, h) is None]
    fight.hex = ""
    if not fight.to_assault:
        return
    hex = fight.to_assault[0]
    if len(fight.to_assault) > 1:
        hexes = list(fight.to_assault)
        action = yield Decision(
            g.state.active,
            "7.3.3",
            "Declare the next Infantry Combat.",
            [ChooseHex],
            [ChooseHex(h) for h in hexes],
            about={"hexes": hexes},
        )
        assert isinstance(action, ChooseHex)
        hex = action.hex
    fight.to_assault.remove(hex)
    fight.hex = hex
    fight.rolls = {}
    fight.cleared = False
    fight.fought.append(hex)
    g.tell("declared", "7.3.3", f"{g.state.active} declares Infantry Combat in {hex}.", by=g.state.active, hex=hex)


def declared(g: G) -> bool:
    return g.state.battle is not None and g.state.battle.hex != ""


@procedure("7.3.3", "10.1/retreat", "10.1/reinforcement")
def respond(g: G) -> Asking:
    """The Passive player may spend an LP to retreat or to reinforce, before blocks are revealed."""
    hex, side = battle(g).hex, enemy(g.state.active)
    retreats = [RetreatTo(h) for h in retreat_hexes(g, hex, side)] if why_not_retreat(g, hex, side) is None else []
    offers = [*retreats, *reinforceable(g, [hex], side)]
    if not offers:
        return
    action = yield Decision(
        side,
        "7.3.3",
        f"Infantry Combat in {hex}: retreat, reinforce, or stand?",
        [RetreatTo, Reinforce, Done],
        [Done(), *offers],
        about={"hexes": [hex]},
    )
    if isinstance(action, RetreatTo):
        yield from retreat(g, action.hex)
    elif isinstance(action, Reinforce):
        yield from bring_up(g, action.hex)


@procedure("7.3.3", "2.4.3")
def reveal(g: G) -> None:
    """All blocks in the hex lie open; Deception blocks go back to the Force Pool."""
    fight = battle(g)
    hex, active, passive = fight.hex, g.state.active, enemy(g.state.active)
    fight.attackers = sp_at(g, hex, active)
    if blocks_at(g, hex, passive) or own_fortress(g, hex, passive):
        for side in (active, passive):
            for block in list(blocks_at(g, hex, side)):
                if block.kind == DECEPTION:
                    remove_block(g, block)
                    g.tell(
                        "revealed",
                        "2.4.3",
                        f"A {ADJECTIVES[block.nation]} block in {hex} was a Deception.",
                        by=side,
                        hex=hex,
                    )
                else:
                    block.face_up = True
    fight.cleared = not blocks_at(g, hex, passive) and own_fortress(g, hex, passive) is None
    strength = {
        side: [f"{ADJECTIVES[b.nation]} {b.kind} {b.sp}" for b in fighting(blocks_at(g, hex, side))]
        for side in (active, passive)
    }
    g.tell(
        "revealed",
        "7.3.3",
        f"{hex}: {active} {', '.join(strength[active]) or 'nothing'}; "
        f"{passive} {', '.join(strength[passive]) or 'no block'}.",
        hex=hex,
    )


def fight_on(g: G) -> bool:
    return declared(g) and not battle(g).cleared


@procedure("7.3.4/trench-dice", "7.3.4/river", "7.3.4/trench")
def trench_dice(g: G, hex: str) -> int:
    """Extra dice of the Passive player."""
    fight, passive = battle(g), enemy(g.state.active)
    if all(b.retreated for b in fighting_at(g, hex, passive)):
        return 0  # nobody there to man the trench
    if not g.state.trench and not river_bonus(g, hex, passive):
        return 0
    dice: int = g.charts["trench-dice"].cell(fight.attackers, "dice") if fight.attackers else 0
    return dice * hindenburg_factor(g, hex, passive)


@procedure("7.3.4/river")
def river_bonus(g: G, hex: str, passive: str) -> bool:
    """The first Infantry Combat in a newly contested river hex, if the Passive player controls it."""
    return (
        not g.state.trench
        and g.board.fact(hex, "terrain") == "river"
        and controls(g, hex, passive)
        and hex not in g.state.river_spent
    )


@procedure("7.3.4/hindenburg")
def hindenburg_factor(g: G, hex: str, passive: str) -> int:
    return 2 if passive == CP and hex in g.state.hindenburg else 1


def roll(g: G, side: str, dice: int) -> int:
    """Hits scored by ``side``: 5 and 6, or only 6 against the owner of a Fortress."""
    hex, other = battle(g).hex, enemy(side)
    against_fortress = own_fortress(g, hex, other) is not None
    why = f"{side} infantry in {hex}"
    if g.options["combat-table"]:
        return combat_table(g, side, dice, against_fortress, why)
    return g.chance.pool(dice, 6, SIXES if against_fortress else HITS, "7.3.3", by=side, why=why)["hit"]


@procedure("7.3.3/combat-table")
def combat_table(g: G, side: str, dice: int, against_fortress: bool, why: str) -> int:
    """3d6 on the blue table (hits on 5-6) or the green one (6 only); a number between two columns is
    split into the largest column below it and the rest."""
    chart = g.charts["combat-table-green" if against_fortress else "combat-table-blue"]
    columns = sorted(int(c) for c in chart.columns if c.isdigit())
    hits = 0
    while dice > 0:
        column = max(c for c in columns if c <= dice)
        hits += chart.cell(
            g.chance.total(3, 6, "7.3.3/combat-table", by=side, why=f"{why}, {column} dice"), str(column)
        )
        dice -= column
    return hits


@procedure("7.3.3", "7.3.4")
def passive_roll(g: G) -> None:
    fight, passive = battle(g), enemy(g.state.active)
    dice = combat_dice(g, fight.hex, passive)
    extra = trench_dice(g, fight.hex)
    if extra:
        g.tell("modifier", "7.3.4/trench-dice", f"{extra} Trench Defense dice for {passive}.", by=passive, dice=extra)
    if g.board.fact(fight.hex, "terrain") == "river" and fight.hex not in g.state.river_spent:
        g.state.river_spent.append(fight.hex)  # the first combat has been, whoever attacked
    fight.rolls[passive] = {"hit": roll(g, passive, dice + extra)}


def in_trenches(g: G) -> bool:
    return fight_on(g) and g.state.trench


def in_the_open(g: G) -> bool:
    return fight_on(g) and not g.state.trench


@procedure("7.3.3")
def active_roll(g: G) -> None:
    """One die an SP; in Trench Warfare the dead no longer roll."""
    fight, active = battle(g), g.state.active
    fight.rolls[active] = {"hit": roll(g, active, combat_dice(g, fight.hex, active))}


class Assault(NamedTuple):
    """What Infantry Combat does to one side."""

    fortress: int
    blocks: int


@procedure("7.3.4/fortress", "7.3.3")
def infantry_damage(fortress_sp: int | None, block_sp: int, hits: int) -> Assault:
    """Against a Fortress the hits are 6s: the first on it, then on blocks, then on it again, to 0."""
    if fortress_sp is None:
        return Assault(0, min(hits, block_sp))
    first = min(1, hits, fortress_sp)
    blocks = min(block_sp, hits - first)
    return Assault(first + min(fortress_sp - first, hits - first - blocks), blocks)


def _losses(g: G, side: str) -> Asking:
    fight = battle(g)
    hex = fight.hex
    fortress = own_fortress(g, hex, side)
    damage = infantry_damage(
        fortress.sp if fortress else None, sp_at(g, hex, side), fight.rolls.get(enemy(side), {}).get("hit", 0)
    )
    if damage.fortress and fortress:
        fortress.sp -= damage.fortress
        g.tell("hit", "7.3.4/fortress", f"{fortress.name} falls to {fortress.sp} SP.", by=side, hex=hex)
    yield from take_losses(
        g,
        side,
        partial(fighting_at, g, hex, side),
        damage.blocks,
        "7.3.3",
        f"Infantry Combat in {hex}",
        f"Hits fall on blocks in {hex}.",
    )


@procedure("7.3.3", "7.3/hits", "7.3.4/trench")
def active_losses(g: G) -> Asking:
    yield from _losses(g, g.state.active)


@procedure("7.3.3", "7.3/hits")
def passive_losses(g: G) -> Asking:
    yield from _losses(g, enemy(g.state.active))


@procedure("7.3.3", "7.3")
def stand_blocks_up(g: G) -> None:
    """One round only; survivors stand up again, and have fought."""
    fight = battle(g)
    for side in (g.state.active, enemy(g.state.active)):
        for block in blocks_at(g, fight.hex, side):
            block.face_up = False
            block.fought = True
    fight.hex = ""
    fight.rolls = {}


@procedure("7.3.3", "2.6.1", "7.3.4/fortress", "2.1.2")
def conclude(g: G) -> None:
    """After all Infantry Combat: Fortresses at 0 are destroyed, control changes, Breakout markers go down."""
    s, fight = g.state, battle(g)
    active, passive = s.active, enemy(s.active)
    for fortress in s.fortresses.values():
        if fortress.sp <= 0 and not fortress.destroyed:
            fortress.destroyed = True
            g.tell("destroyed", "2.6.1", f"{fortress.name} is destroyed for good.", by=passive)
    adjust_control(g, "7.3.3")
    for hex in fight.fought:
        if blocks_at(g, hex, passive) or own_fortress(g, hex, passive) or not fighting(blocks_at(g, hex, active)):
            continue
        if not fight.breakout:
            s.breakout.append(hex)
            g.tell("breakout", "7.3.3", f"A Breakout Move marker is placed in {hex}.", by=active, hex=hex)
    for block in s.blocks.values():
        block.fought = block.retreated = False
    s.battle = None
