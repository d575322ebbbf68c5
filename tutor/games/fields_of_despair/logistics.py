"""Chapter 10, Logistic Points: Emergency Reorganization, Reinforcement and Retreat before Combat.

Re-Supply stands with supply, Aircraft Repair with Refresh, the rail gun with artillery.
"""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import BreakDown, BringUp, Done, Emergency, RailGun, Reinforce, RepairAir, RetreatTo, Withdraw
from .blocks import called, can_break_down, can_spare, fighting, pieces_after, reduce, relocate
from .movement import break_down
from .nations import belgian_bar
from .procedures import put, room_for
from .rulebook import procedure, rule
from .state import Block, G, enemy
from .supply import unsupplied
from .terms import blocks_at, contested, controls, present, set_control, toward_supply

EMERGENCY_LPS = 2
REINFORCING_SP = 5
NO_LIMIT = 99


def spend_lp(g: G, side: str, section: str, text: str) -> None:
    g.state.boards[side].lp -= 1
    g.tell("spent", section, f"{side} spends 1 LP: {text}.", by=side)


@rule("10.0", RailGun, RepairAir)
def an_lp_is_left(g: G, action: RailGun | RepairAir) -> str | None:
    """Asked again when the LP is spent: a Re-Supply may have come between."""
    assert g.decision is not None
    if isinstance(action, RailGun) and not action.use:
        return None
    return None if g.state.boards[g.decision.who].lp > 0 else "No LP is left."


# Emergency Reorganization


@procedure("10.1/emergency-reorganization")
def why_not_emergency(g: G, side: str) -> str | None:
    if g.state.boards[side].lp < 1:
        return "No LP is left."
    if g.state.boards[side].emergency >= EMERGENCY_LPS:
        return f"Emergency Reorganization may be used {EMERGENCY_LPS} times in an Action Phase."
    if g.state.on_the_move:
        return "Emergency Reorganization comes before all other moves of the step."
    if g.state.breakout:
        return "Emergency Reorganization belongs to the start of Block Movement."
    return None


@rule("10.1/emergency-reorganization", Emergency)
def emergency_is_allowed(g: G, action: Emergency) -> str | None:
    return why_not_emergency(g, g.state.active)


# Reinforcement


@procedure("10.1/reinforcement")
def sources(g: G, hex: str, side: str) -> list[Block]:
    """Blocks that could send SPs to a hex."""
    found = []
    for near in g.board.neighbours[hex]:
        if near in g.state.reinforced:
            continue
        found += [
            b
            for b in fighting(blocks_at(g, near, side))
            if not b.fought and not unsupplied(g, b) and most_from(g, b, side) > 0
        ]
    return found


def most_from(g: G, block: Block, side: str, already: int = 0) -> int:
    """SPs this block can send: five from its hex in all, and one SP stays in a contested hex."""
    most = min(block.sp, REINFORCING_SP - already)
    if contested(g, block.hex):
        others = sum(b.sp for b in blocks_at(g, block.hex, side)) - block.sp
        most = min(most, block.sp + others - 1)
    return max(0, most)


@procedure("10.1/reinforcement")
def why_not_reinforce(g: G, hex: str, side: str) -> str | None:
    if g.state.boards[side].lp < 1:
        return "No LP is left."
    if hex in g.state.reinforced:
        return f"{hex} has been reinforced already; the limit is 1 LP for each target hex."
    if not sources(g, hex, side):
        return f"No block next to {hex} can send SPs."
    return None


@rule("10.1/reinforcement", Reinforce)
def reinforcement_is_possible(g: G, action: Reinforce) -> str | None:
    return why_not_reinforce(g, action.hex, enemy(g.state.active))


@rule("10.1/reinforcement", Reinforce)
def reinforce_only_what_is_attacked(g: G, action: Reinforce) -> str | None:
    assert g.decision is not None
    if action.hex not in g.decision.about["hexes"]:
        return f"The Active player has not opened fire or declared Infantry Combat in {action.hex}."
    return None


@rule("11.1", Reinforce)
def no_reinforcement_for_belgians(g: G, action: Reinforce) -> str | None:
    return belgian_bar(g, action.hex, enemy(g.state.active), "LP")


def reinforceable(g: G, hexes: list[str], side: str) -> list[Reinforce]:
    return [Reinforce(h) for h in hexes if not why_not_reinforce(g, h, side) and not belgian_bar(g, h, side, "LP")]


@procedure("10.1/reinforcement")
def bring_up(g: G, hex: str) -> Asking:
    """Move up to 5 SPs from each adjacent hex into the target."""
    side = enemy(g.state.active)
    spend_lp(g, side, "10.1/reinforcement", f"reinforcements go to {hex}")
    came: dict[str, int] = {}
    while True:

        def options() -> list[BringUp | Done]:
            offers: list[BringUp | Done] = [Done()] if came else []
            for b in sources(g, hex, side):
                offers += [
                    BringUp(b.id, n)
                    for n in range(1, most_from(g, b, side, came.get(b.hex, 0)) + 1)
                    if can_come(g, b, n, hex)
                ]
            return offers or [Done()]

        action = yield Decision(
            side,
            "10.1/reinforcement",
            f"Choose SPs to bring into {hex}.",
            [BringUp, Done],
            options,
            about={"hex": hex, "came": dict(came)},
        )
        if isinstance(action, Done):
            break
        assert isinstance(action, BringUp)
        block = g.state.blocks[action.block]
        start, nation, kind = block.hex, block.nation, block.kind
        came[start] = came.get(start, 0) + action.sp
        if action.sp == block.sp:
            relocate(g, block, hex)
        else:
            reduce(g, block, action.sp)
            room = room_for(g, nation, kind, action.sp, hex, NO_LIMIT)
            assert room is not None
            put(g, room, nation, kind, action.sp, hex)
        g.tell(
            "moved",
            "10.1/reinforcement",
            f"{action.sp} {nation} SP come from {start} to {hex}.",
            by=side,
            only=[side],
            public=f"{nation} reinforcements come from {start} to {hex}.",
            hex=hex,
        )
    g.state.reinforced.append(hex)


def can_come(g: G, block: Block, sp: int, hex: str) -> bool:
    """Are there pieces to show both what comes and what stays?"""
    if sp == block.sp:
        return True
    return (
        can_spare(g, block, sp)
        and room_for(g, block.nation, block.kind, sp, hex, NO_LIMIT, pieces=pieces_after(g, block, sp)) is not None
    )


@rule("10.1/reinforcement", BringUp)
def reinforcements_come_from_next_door(g: G, action: BringUp) -> str | None:
    assert g.decision is not None
    hex, side = g.decision.about["hex"], g.decision.who
    block = g.state.blocks[action.block]
    if block not in sources(g, hex, side):
        return (
            f"{called(g, block)} cannot reinforce {hex}: it must stand in an adjacent hex that was not "
            "reinforced itself, be in supply, and not have fought Infantry Combat in this sequence."
        )
    most = most_from(g, block, side, g.decision.about["came"].get(block.hex, 0))
    if action.sp > most:
        return f"{called(g, block)} can send {most} SPs: five from each hex, and one SP stays in a contested hex."
    return None


@rule("1.5/force-pool", BringUp)
def reinforcements_need_blocks(g: G, action: BringUp) -> str | None:
    assert g.decision is not None
    block = g.state.blocks[action.block]
    if action.sp > block.sp or can_come(g, block, action.sp, g.decision.about["hex"]):
        return None
    return f"The Force Pool has no blocks to show {action.sp} SPs and the {block.sp - action.sp} left behind."


# Retreat before Combat


@procedure("10.1/retreat")
def retreat_hexes(g: G, hex: str, side: str) -> list[str]:
    """Friendly hexes next door; failing any, empty enemy hexes toward a Supply Source."""
    near = g.board.neighbours[hex]
    friendly = [n for n in near if controls(g, n, side)]
    if friendly:
        return friendly
    return [
        n
        for n in near
        if not present(g, n, enemy(side)) and g.state.control[n] == enemy(side) and toward_supply(g, hex, n, side)
    ]


def may_retreat(g: G, hex: str, side: str) -> list[Block]:
    return [b for b in fighting(blocks_at(g, hex, side)) if not unsupplied(g, b)]


@procedure("10.1/retreat")
def why_not_retreat(g: G, hex: str, side: str) -> str | None:
    if g.state.boards[side].lp < 1:
        return "No LP is left."
    if hex in g.state.reinforced:
        return f"{hex} was reinforced; its blocks cannot retreat before combat."
    if not may_retreat(g, hex, side):
        return f"No block in {hex} can retreat: LPs do not serve Out of Supply SPs, and Deception blocks stay."
    return belgian_bar(g, hex, side, "LP")


@rule("10.1/retreat", RetreatTo)
def retreat_is_possible(g: G, action: RetreatTo) -> str | tuple[str, str] | None:
    assert g.state.battle is not None
    side, hex = enemy(g.state.active), g.state.battle.hex
    said = why_not_retreat(g, hex, side)
    if said:
        return said
    allowed = retreat_hexes(g, hex, side)
    if action.hex not in allowed:
        return f"Blocks in {hex} may not retreat to {action.hex}.", f"Allowed: {', '.join(allowed) or 'no hex'}."
    return None


@procedure("10.1/retreat")
def retreat(g: G, end: str) -> Asking:
    """Any or all blocks, broken down if wished, fall back to the same hex."""
    assert g.state.battle is not None
    side, start = enemy(g.state.active), g.state.battle.hex
    spend_lp(g, side, "10.1/retreat", f"retreat from {start} to {end}")
    went = 0
    while True:
        staying = may_retreat(g, start, side)
        if not staying:
            break
        if not went and len(staying) == 1 and staying[0].sp == 1:
            chosen = staying[0]
        else:

            def options(staying: list[Block] = staying, went: int = went) -> list[Withdraw | BreakDown | Done]:
                offers: list[Withdraw | BreakDown | Done] = [Withdraw(b.id) for b in staying]
                offers += [
                    BreakDown(b.id, (b.sp - n, n))
                    for b in staying
                    for n in range(1, b.sp // 2 + 1)
                    if can_break_down(g, b, (b.sp - n, n))
                ]
                return [*offers, Done()] if went else offers

            action = yield Decision(
                side,
                "10.1/retreat",
                f"Choose the blocks that retreat from {start} to {end}.",
                [Withdraw, BreakDown, Done],
                options,
                about={"hex": start, "went": went, "retreat": True},
            )
            if isinstance(action, BreakDown):
                break_down(g, g.state.blocks[action.block], action.parts)
                continue
            if isinstance(action, Done):
                break
            assert isinstance(action, Withdraw)
            chosen = g.state.blocks[action.block]
        relocate(g, chosen, end)
        chosen.retreated = True
        went += 1
        g.tell(
            "retreated", "10.1/retreat", f"A {chosen.nation} block retreats from {start} to {end}.", by=side, hex=end
        )
    if not controls(g, end, side) and not present(g, end, enemy(side)):
        set_control(g, end, side, "10.1/retreat")


@rule("10.1/retreat", Withdraw)
def withdraw_from_the_battle(g: G, action: Withdraw) -> str | None:
    assert g.decision is not None
    block = g.state.blocks[action.block]
    if block in may_retreat(g, g.decision.about["hex"], g.decision.who):
        return None
    return f"{called(g, block)} cannot retreat from {g.decision.about['hex']}."


@rule("10.1/retreat", Done, BreakDown)
def somebody_retreats(g: G, action: Done | BreakDown) -> str | None:
    about = g.decision.about if g.decision else {}
    if not about.get("retreat"):
        return None
    if isinstance(action, Done) and not about["went"]:
        return "The LP is spent: at least one block must retreat."
    if isinstance(action, BreakDown) and g.state.blocks[action.block].hex != about["hex"]:
        return f"Only blocks in {about['hex']} may break down now."
    return None
