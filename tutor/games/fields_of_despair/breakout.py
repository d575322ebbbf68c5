"""Section 7.4, Breakout Movement and Breakout Combat, before and during Trench Warfare; stacking (6.2.3)."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import BreakDown, Consolidate, Discard, Done, Move, PickBlock, PlaceDeception, PutBack, SpendTank
from .blocks import alike, consolidate, fighting, named, remove_block
from .movement import block_options, carry_out
from .procedures import STACK
from .rulebook import procedure, rule
from .spending import tank_name
from .state import ADJECTIVES, ALLIES, CP, ENGLAND, KOBLENZ, SIDES, Battle, Block, G
from .terms import adjust_control, blocks_at, contested_hexes, stacks


def markers(g: G) -> bool:
    return bool(g.state.breakout)


@procedure("7.4", "7.4.2/hindenburg", "7.4.2", "12.4/use")
def open_breakout(g: G) -> Asking:
    """In Trench Warfare each hex needs a Tank or Stosstruppen counter; the Hindenburg Line stops the Allies."""
    s = g.state
    side, board = s.active, s.boards[s.active]
    s.contested_before = contested_hexes(g)
    s.breakout_limit = {}
    for block in s.blocks.values():
        block.moved = False
    breach_hindenburg(g)
    if s.trench:
        for hex in list(s.breakout):
            use = False
            if board.tanks:
                action = yield Decision(
                    side,
                    "7.4.2",
                    f"Spend a {tank_name(side)} counter to break out of {hex}?",
                    [SpendTank],
                    [SpendTank(hex, True), SpendTank(hex, False)],
                    about={"hex": hex},
                )
                assert isinstance(action, SpendTank)
                use = action.use
            if use:
                spend_tank(g, side, hex)
            else:
                s.breakout.remove(hex)
    s.moving = bool(s.breakout)


@procedure("7.4.2/hindenburg")
def breach_hindenburg(g: G) -> None:
    s = g.state
    if s.active != ALLIES:
        return
    for hex in [h for h in s.breakout if h in s.hindenburg]:
        s.breakout.remove(hex)
        s.hindenburg.remove(hex)
        g.tell(
            "breakout",
            "7.4.2/hindenburg",
            f"The Hindenburg Line in {hex} is breached; no Breakout Move is made.",
            by=ALLIES,
            hex=hex,
        )


@procedure("12.4/use", "12.4", "7.4.2")
def spend_tank(g: G, side: str, hex: str) -> None:
    """The counter goes back to the Force Pool; the technology level sets the SPs that may move."""
    board = g.state.boards[side]
    board.tanks -= 1
    g.state.breakout_limit[hex] = tank_sp(g, side)
    g.tell(
        "spent",
        "12.4/use",
        f"{side} spends a {tank_name(side)} counter: {tank_sp(g, side)} SP may break out of {hex}.",
        by=side,
        hex=hex,
    )


@procedure("12.4/use")
def tank_sp(g: G, side: str) -> int:
    return g.charts["tanks"].cell(g.state.boards[side].technology["tanks"], "sp")  # type: ignore[no-any-return]


@rule("7.4.2", SpendTank)
def tank_for_this_hex(g: G, action: SpendTank) -> str | None:
    assert g.decision is not None
    hex = g.decision.about["hex"]
    return None if action.hex == hex else f"The question is about {hex}, not {action.hex}."


def breaking_out(g: G) -> bool:
    return g.state.moving and bool(g.state.breakout)


@procedure("7.4", "7.4.1", "7.4.2")
def breakout_moves(g: G) -> Asking:
    """Blocks in marked hexes may move on; all such moves come before any Breakout Combat."""
    side = g.state.active
    action = yield Decision(
        side,
        "7.4",
        "Pick a block for a Breakout Move, or end them.",
        [PickBlock, Move, BreakDown, Consolidate, PlaceDeception, Done],
        lambda: [Done(), *(PickBlock(b.id) for b in candidates(g, side))],
        screened=True,
    )
    if isinstance(action, Done):
        g.state.moving = False
        return
    if isinstance(action, PickBlock):
        block = g.state.blocks[action.block]
        action = yield Decision(
            side,
            "7.4",
            f"Breakout Move of the {named(g, block)}.",
            [Move, BreakDown, Consolidate, PlaceDeception, PutBack],
            lambda: [PutBack(), *block_options(g, block)],
            about={"block": block.id},
            screened=True,
        )
    carry_out(g, side, action)


def candidates(g: G, side: str) -> list[Block]:
    return [b for hex in g.state.breakout for b in fighting(blocks_at(g, hex, side)) if not b.moved]


@procedure("7.4.3")
def begin_breakout_combat(g: G) -> None:
    """Hexes newly contested by Breakout Movement fight; hexes contested before do not."""
    s = g.state
    adjust_control(g, "7.2/control")
    new = [h for h in contested_hexes(g) if h not in s.contested_before] if s.breakout else []
    s.breakout, s.breakout_limit, s.moving = [], {}, False
    s.battle = Battle(breakout=True, hexes=new)
    for block in s.blocks.values():
        block.moved = block.fought = block.retreated = False


# 6.2.3


@procedure("6.2.3", "1.5/stacking-limit")
def restack(g: G) -> Asking:
    """Each hex is brought down to three blocks a Power by making change."""
    for side in SIDES:
        for hex in [h for h in sorted(stacks(g)) if h != ENGLAND]:
            while len(blocks := blocks_at(g, hex, side)) > STACK:
                groups = {(b.nation, b.kind, b.oos): alike(g, b) for b in blocks}
                freed = 0
                for group in groups.values():
                    if len(blocks_at(g, hex, side)) > STACK:
                        freed += consolidate(g, group)
                if freed:
                    g.tell("changed", "6.2.3", f"Blocks in {hex} are changed for fewer.", by=side, hex=hex)
                    continue
                if (hex, side) == (KOBLENZ, CP):
                    break  # new blocks may stand there in any number (ruling stacking-without-change)
                yield from discard(g, side, hex)


@procedure("6.2.3")
def discard(g: G, side: str, hex: str) -> Asking:
    """No change can be made: the owner gives up a block (ruling stacking-without-change)."""
    blocks = blocks_at(g, hex, side)
    action = yield Decision(
        side,
        "6.2.3",
        f"{hex} holds {len(blocks)} blocks and no change can be made: give one up.",
        [Discard],
        [Discard(b.id) for b in blocks],
        about={"hex": hex},
    )
    assert isinstance(action, Discard)
    block = g.state.blocks[action.block]
    g.tell(
        "lost",
        "6.2.3",
        f"The {named(g, block)} is given up to keep the stacking limit.",
        by=side,
        only=[side],
        public=f"A {ADJECTIVES[block.nation]} block in {hex} is given up.",
        hex=hex,
        sp=block.sp,
    )
    remove_block(g, block)
    adjust_control(g, "6.2.3")


@rule("6.2.3", Discard)
def discard_in_this_hex(g: G, action: Discard) -> str | None:
    assert g.decision is not None
    hex = g.decision.about["hex"]
    return None if g.state.blocks[action.block].hex == hex else f"A block in {hex} must go, not one elsewhere."
