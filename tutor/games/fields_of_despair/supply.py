"""Section 6.7, Allocate Supply, and Re-Supply (10.1)."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import DivideSupply, MarkOut, Resupply
from .blocks import fighting
from .nations import belgian_bar
from .rulebook import procedure, rule
from .state import ENGLAND, KOBLENZ, PARIS, SIDES, Block, Fortress, G
from .terms import blocks_at, blocks_of, has_supply_line, own_fortress, side_of

NOT_COUNTED = (KOBLENZ, PARIS, ENGLAND)


@procedure("6.7", "6.7.2")
def check_lines(g: G) -> None:
    """Last turn's markers come off; hexes without a Supply Line get one."""
    for block in g.state.blocks.values():
        block.oos = False
    for fortress in g.state.fortresses.values():
        fortress.first_share = -1
    for side in SIDES:
        for hex in sorted({b.hex for b in blocks_of(g, side)}):
            if not has_supply_line(g, hex, side):
                mark_out(g, hex, side, "6.7.2", "it has no Supply Line")


def mark_out(g: G, hex: str, side: str, section: str, why: str) -> None:
    for block in blocks_at(g, hex, side):
        block.oos = True
    g.tell("supply", section, f"The {side} blocks in {hex} are Out of Supply: {why}.", by=side, hex=hex)


@procedure("6.7.4", "6.7.1")
def hexes_to_supply(g: G, side: str) -> list[str]:
    """Hexes with a friendly block and a Supply Line that have no marker yet."""
    return sorted(
        {
            b.hex
            for b in blocks_of(g, side)
            if not b.oos and b.hex not in NOT_COUNTED and has_supply_line(g, b.hex, side)
        }
    )


def excess(g: G, side: str) -> int:
    return len(hexes_to_supply(g, side)) - g.state.boards[side].supply


@procedure("6.7.4", "6.7.1")
def allocate(g: G) -> Asking:
    """The owner marks as many hexes as exceed his Supply Capacity."""
    for side in SIDES:
        while (over := excess(g, side)) > 0:
            hexes = hexes_to_supply(g, side)
            action = yield Decision(
                side,
                "6.7.4",
                f"Supply Capacity {g.state.boards[side].supply}: mark {over} more hexes Out of Supply.",
                [MarkOut],
                [MarkOut(h) for h in hexes],
                about={"excess": over},
            )
            assert isinstance(action, MarkOut)
            mark_out(g, action.hex, side, "6.7.4", "Supply Capacity does not reach it")
        yield from divide_fortress_supply(g, side)


@rule("6.7.4", MarkOut)
def mark_a_supplied_hex(g: G, action: MarkOut) -> str | None:
    assert g.decision is not None
    if action.hex in NOT_COUNTED:
        return f"{g.board.fact(action.hex, 'name')} is not counted when supply is allocated."
    if action.hex not in hexes_to_supply(g, g.decision.who):
        return f"{action.hex} is not a hex of yours with a block, a Supply Line and no marker yet."
    return None


# 6.7.6


def divided(g: G, side: str) -> list[Fortress]:
    """Two-hex Fortresses with unsupplied blocks in both hexes."""
    return [
        f
        for f in g.state.fortresses.values()
        if len(f.hexes) == 2
        and not f.destroyed
        and side_of(g, f) == side
        and all(any(b.oos and b.sp for b in blocks_at(g, h, side)) for h in f.hexes)
    ]


@procedure("6.7.6", "2.1.2/verdun-strasbourg")
def divide_fortress_supply(g: G, side: str) -> Asking:
    """Verdun and Strasbourg: the owner divides the Fortress's supply between its two hexes."""
    for fortress in divided(g, side):
        action = yield Decision(
            side,
            "6.7.6",
            f"{fortress.name} supplies {2 * fortress.sp} SPs: how many of them in {fortress.hexes[0]}?",
            [DivideSupply],
            [DivideSupply(fortress.name, n) for n in range(2 * fortress.sp + 1)],
            about={"fortress": fortress.name},
        )
        assert isinstance(action, DivideSupply)
        fortress.first_share = action.sp


@rule("6.7.6", DivideSupply)
def share_is_within_the_fortress(g: G, action: DivideSupply) -> str | None:
    assert g.decision is not None
    name = g.decision.about["fortress"]
    if action.fortress != name:
        return f"The supply of {name} is to be divided, not of {action.fortress!r}."
    most = 2 * g.state.fortresses[name].sp
    return None if action.sp <= most else f"{name} supplies {most} SPs in all."


@procedure("6.7.6")
def fortress_supply(g: G, hex: str, side: str) -> int:
    """Block SPs that the Fortress in this hex keeps in supply: twice its SPs, or its share of them."""
    fortress = own_fortress(g, hex, side)
    if fortress is None:
        return 0
    whole = 2 * fortress.sp
    if len(fortress.hexes) == 1:
        return whole
    # Undivided, the first hex takes what it needs (ruling undivided-fortress-supply).
    need = sum(b.sp for b in blocks_at(g, fortress.hexes[0], side) if b.oos)
    first = min(fortress.first_share if fortress.first_share >= 0 else need, whole)
    return first if hex == fortress.hexes[0] else whole - first


@procedure("6.7.6", "6.7.5")
def unsupplied(g: G, block: Block) -> bool:
    """Out of Supply, and not kept in supply by the Fortress in the hex (as many blocks as it can, by number)."""
    if not block.oos:
        return False
    side = side_of(g, block)
    left = fortress_supply(g, block.hex, side)
    for other in blocks_at(g, block.hex, side):
        if other.oos:
            left -= other.sp
            if other is block:
                return left < 0
    return True


@procedure("6.7.5/combat", "6.7.5", "1.5/strength-points")
def combat_dice(g: G, hex: str, side: str) -> int:
    """Dice in Infantry Combat: one an SP, half for unsupplied SPs, rounded down on the hex total.

    Blocks that retreated into the hex roll none (10.1).
    """
    blocks = [b for b in fighting(blocks_at(g, hex, side)) if not b.retreated]
    out = sum(b.sp for b in blocks if b.oos)
    held = min(out, fortress_supply(g, hex, side))
    return sum(b.sp for b in blocks if not b.oos) + held + (out - held) // 2


# 10.1 Re-Supply


def can_resupply(g: G, side: str) -> list[str]:
    if not g.state.boards[side].lp:
        return []
    return sorted({b.hex for b in blocks_of(g, side) if b.oos and has_supply_line(g, b.hex, side)})


@rule("10.1/re-supply", Resupply)
def resupply_needs_a_line(g: G, action: Resupply) -> str | None:
    assert g.decision is not None
    side = g.decision.who
    if not any(b.oos for b in blocks_at(g, action.hex, side)):
        return f"There is no Out of Supply marker of yours in {action.hex}."
    if not has_supply_line(g, action.hex, side):
        return f"{action.hex} has no Supply Line now."
    return None


@rule("10.0", Resupply)
def resupply_needs_an_lp(g: G, action: Resupply) -> str | None:
    assert g.decision is not None
    return None if g.state.boards[g.decision.who].lp > 0 else "No LP is left."


@rule("11.1", Resupply)
def resupply_not_for_belgians(g: G, action: Resupply) -> str | None:
    assert g.decision is not None
    return belgian_bar(g, action.hex, g.decision.who, "LP")


@procedure("10.1/re-supply")
def resupply(g: G, side: str, hex: str) -> None:
    g.state.boards[side].lp -= 1
    for block in blocks_at(g, hex, side):
        block.oos = False
    g.tell("supply", "10.1/re-supply", f"{side} spends 1 LP: {hex} is in supply again.", by=side, hex=hex)
