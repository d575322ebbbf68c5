"""Chapter 8, Strategic Reorganization, and Emergency Reorganization (10.1), which follows its rules."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions import Deliver, Done, MoveDeception, PickBlock, PickUp, PlaceDeception, PutBack
from .blocks import (
    TOP,
    band,
    called,
    can_spare,
    copies,
    forget_blocks,
    free,
    named,
    pieces_after,
    pool,
    raise_sp,
    reduce,
    relocate,
)
from .logistics import spend_lp
from .movement import place_deception
from .nations import belgian_bar
from .procedures import STACK, put, room_for
from .rulebook import procedure, rule
from .state import ADJECTIVES, DECEPTION, ENGLAND, NATIONS, Block, G, enemy
from .supply import unsupplied
from .terms import (
    adjust_control,
    blocks_at,
    blocks_of,
    contested,
    controls,
    frontline,
    has_supply_line,
    joined,
    side_of,
)

EMERGENCY_SP = 5


@procedure("8.0", "8.1")
def reorganize(g: G) -> Asking:
    """Both plan unseen; then the player with the Initiative may adjust (1.5, 8.1)."""
    second = g.state.initiative
    first = enemy(second)
    front = {side: front_blocks(g, side) for side in (first, second)}
    before = own_blocks(g, first)
    g.state.as_last_seen = {first: list(copies(before.values()).values())}
    yield from transfers(g, first, front[first])
    planned = own_blocks(g, first)
    put_back(g, first, before)
    g.state.as_last_seen = {second: list(own_blocks(g, second).values())}
    yield from transfers(g, second, front[second])
    put_back(g, first, planned)
    g.tell("changed", "8.1", "Both sides have reorganized.")
    yield from transfers(g, second, front[second])
    g.state.as_last_seen = {}
    for block in g.state.blocks.values():
        block.moved = False
    adjust_control(g, "8.1")


def front_blocks(g: G, side: str) -> set[str]:
    """Frontline hexes with a block at the start: each must keep one."""
    return {h for h in frontline(g, side) if blocks_at(g, h, side)}


def own_blocks(g: G, side: str) -> dict[int, Block]:
    return copies(blocks_of(g, side))


def put_back(g: G, side: str, blocks: dict[int, Block]) -> None:
    """Set one side's blocks as they were or as planned; the other side's are not touched."""
    others = {b.id: b for b in g.state.blocks.values() if side_of(g, b) != side}
    g.state.blocks = dict(sorted({**others, **copies(blocks.values())}.items()))
    forget_blocks(g)


@procedure("8.1")
def transfers(g: G, side: str, front: set[str], limit: int = 0) -> Asking:
    """Pick a block, take SPs from it, deliver them elsewhere; as often as wished.

    ``limit``: SPs that may move in all (Emergency Reorganization); 0 is no limit.
    """
    section = "10.1/emergency-reorganization" if limit else "8.1"
    left = limit or 999
    about = {"front": sorted(front), "emergency": bool(limit)}
    while left > 0:
        action = yield Decision(
            side,
            section,
            "Pick a block to take SPs from, or end reorganization.",
            [PickBlock, PickUp, MoveDeception, PlaceDeception, Done],
            lambda: [Done(), *(PickBlock(b.id) for b in donors(g, side))],
            about={**about, "left": left},
            secret=not limit,
            screened=True,
        )
        if isinstance(action, Done):
            return
        if isinstance(action, PickBlock):
            block = g.state.blocks[action.block]
            action = yield Decision(
                side,
                section,
                f"How much of the {named(g, block)}?",
                [PickUp, MoveDeception, PlaceDeception, PutBack],
                partial(block_choices, g, block, left),
                about={**about, "left": left, "block": block.id},
                secret=not limit,
            )
        if isinstance(action, PickUp):
            left -= yield from deliver(g, side, action, section, about, left)
        elif isinstance(action, MoveDeception):
            move_deception(g, side, action)
        elif isinstance(action, PlaceDeception):
            place_deception(g, side, action, public=bool(limit))


def donors(g: G, side: str) -> list[Block]:
    """Blocks that may take part: in supply, with a Supply Line, on the map."""
    return [
        b
        for b in blocks_of(g, side)
        if b.hex != ENGLAND
        and not b.moved
        and (not _about(g).get("emergency") if b.kind == DECEPTION else not unsupplied(g, b))
        and (b.kind == DECEPTION or has_supply_line(g, b.hex, side))
    ]


def block_choices(g: G, block: Block, left: int) -> list[Action]:
    side = side_of(g, block)
    choices: list[Action] = [PutBack()]
    if block.kind == DECEPTION:
        choices += [MoveDeception(block.id, hex) for hex in sorted(g.board) if deception_may_go(g, hex, side) is None]
        return choices
    choices += [PickUp(block.id, n) for n in range(1, min(block.sp, left) + 1)]
    if free_deception(g, block.nation):
        choices.append(PlaceDeception(block.nation, block.hex))
    return choices


def free_deception(g: G, nation: str) -> bool:
    return (nation, DECEPTION) in pool(g) and free(g, nation, DECEPTION)[0] > 0


@procedure("8.1", "8.0")
def deliver(
    g: G, side: str, taken: PickUp, section: str, about: dict[str, object], left: int
) -> Generator[Decision, Action, int]:
    """The SPs in hand go to another hex; with no hex for them, or a change of mind, they stay."""
    block = g.state.blocks[taken.block]
    action = yield Decision(
        side,
        section,
        f"Where do {taken.sp} SPs of the {named(g, block)} go?",
        [Deliver, PutBack],
        lambda: [PutBack(), *deliveries(g, block, taken.sp)],
        about={**about, "left": left, "block": block.id, "sp": taken.sp},
        secret=section == "8.1",
        screened=section == "8.1",  # Emergency Reorganization has a rule more (11.1)
    )
    if not isinstance(action, Deliver):
        return 0
    nation, kind, start = block.nation, block.kind, block.hex
    emergency = section != "8.1"
    gone = reduce(g, block, taken.sp)
    if action.into:
        raise_sp(g, g.state.blocks[action.into], gone)
    else:
        room = room_for(g, nation, kind, gone, action.hex, STACK, moved=emergency)
        assert room is not None
        put(g, room, nation, kind, gone, action.hex, moved=emergency)
    g.tell(
        "transferred",
        section,
        f"{gone} {nation} SP go from {start} to {action.hex}.",
        by=side,
        only=[side],
        hex=action.hex,
        sp=gone,
    )
    return gone


def deliveries(g: G, block: Block, sp: int) -> list[Deliver]:
    """Everywhere the SPs in hand may go: as a block of their own, or into one that stands there."""
    side, found = side_of(g, block), []
    pieces = pieces_after(g, block, sp)
    for hex in sorted(g.board):
        if why_not_receive(g, block, hex, side) is None:
            if why_no_room(g, block, sp, hex, pieces) is None:
                found.append(Deliver(hex))
            found += [
                Deliver(hex, b.id) for b in blocks_at(g, hex, side) if why_not_into(g, block, sp, b, pieces) is None
            ]
    return found


@procedure("8.1")
def why_not_receive(g: G, block: Block, hex: str, side: str) -> str | None:
    """Supply Lines for SPs that go to ``hex``."""
    if hex == block.hex:
        return "The SPs are there already."
    if hex == ENGLAND:
        return "No hex joins England to France: nothing is reorganized into it."
    if not (controls(g, hex, side) or (contested(g, hex) and blocks_at(g, hex, side))):
        return f"{hex} is neither friendly nor contested by your own blocks."
    if not has_supply_line(g, hex, side):
        return f"{hex} has no Supply Line."
    if not joined(g, block.hex, hex, side):
        return f"{block.hex} and {hex} have no Supply Line to each other."
    return None


def why_no_room(g: G, block: Block, sp: int, hex: str, pieces: list[int]) -> str | None:
    emergency = bool(_about(g).get("emergency"))
    if room_for(g, block.nation, block.kind, sp, hex, STACK, moved=emergency, pieces=pieces) is None:
        return f"The Force Pool and the limit of {STACK} blocks leave no way to show {sp} more SP in {hex}."
    return None


@procedure("8.1", "8.0")
def why_not_into(g: G, block: Block, sp: int, into: Block, pieces: list[int]) -> str | None:
    """One block is lowered and another raised: nations and kinds do not mix."""
    if (into.nation, into.kind) != (block.nation, block.kind):
        return (
            f"{ADJECTIVES[block.nation]} {block.kind} SPs cannot go into a {ADJECTIVES[into.nation]} {into.kind} block."
        )
    if into.oos:
        return f"{called(g, into)} is Out of Supply and takes no part."
    if into.moved != bool(_about(g).get("emergency")):
        return f"SPs that may not move again cannot go into block {into.id}, which may still move."
    total = into.sp + sp
    if total > TOP or (band(total) != band(into.sp) and pieces[band(total)] < 1):
        return f"The Force Pool has no block to show {total} SPs."
    return None


@procedure("8.1", "2.4.3")
def move_deception(g: G, side: str, action: MoveDeception) -> None:
    block = g.state.blocks[action.block]
    start = block.hex
    relocate(g, block, action.hex)
    g.tell("transferred", "8.1", f"A Deception block goes from {start} to {action.hex}.", by=side, only=[side])


@procedure("8.1")
def deception_may_go(g: G, hex: str, side: str) -> str | None:
    """Friendly-controlled, friendly-contested or enemy-contested hexes, three blocks at most."""
    if hex == ENGLAND or not (controls(g, hex, side) or blocks_at(g, hex, side)):
        return f"{hex} is neither friendly nor contested."
    if len(blocks_at(g, hex, side)) >= STACK:
        return f"{hex} holds {STACK} blocks already."
    return None


# Rules


def _about(g: G) -> dict[str, object]:
    return g.decision.about if g.decision else {}


def _leaves_front_empty(g: G, block: Block) -> str | None:
    front = _about(g).get("front")
    if isinstance(front, list) and block.hex in front and len(blocks_at(g, block.hex, side_of(g, block))) == 1:
        return f"{block.hex} is a Frontline hex and must keep at least one block."
    return None


@rule("8.1", PickUp)
def donor_is_in_supply(g: G, action: PickUp) -> str | None:
    block = g.state.blocks[action.block]
    if block.kind == DECEPTION:
        return "A Deception block has no SPs to transfer; move it instead."
    if unsupplied(g, block):
        return f"{called(g, block)} is Out of Supply and takes no part."
    if block.hex == ENGLAND or not has_supply_line(g, block.hex, side_of(g, block)):
        return f"No SPs can leave {block.hex}: it has no Supply Line through France."
    return None


@rule("8.1", PickUp)
def enough_sps(g: G, action: PickUp) -> str | None:
    block = g.state.blocks[action.block]
    if action.sp > block.sp:
        return f"{called(g, block)} has only {block.sp} SPs."
    left = _about(g).get("left", 999)
    if isinstance(left, int) and action.sp > left:
        return f"Only {left} more SPs may move by Emergency Reorganization."
    return None


@rule("10.1/emergency-reorganization", PickUp)
def moved_sps_stay(g: G, action: PickUp) -> str | None:
    block = g.state.blocks[action.block]
    return f"The SPs of block {block.id} have already moved." if block.moved else None


@rule("8.1", PickUp)
def front_stays_manned(g: G, action: PickUp) -> str | tuple[str, str] | None:
    block = g.state.blocks[action.block]
    said = _leaves_front_empty(g, block) if action.sp == block.sp else None
    return (said, "Leave some SPs, or place a Deception block first.") if said else None


@rule("1.5/force-pool", PickUp)
def rest_can_be_shown(g: G, action: PickUp) -> str | None:
    block = g.state.blocks[action.block]
    if block.kind == DECEPTION or action.sp >= block.sp or can_spare(g, block, action.sp):
        return None
    return f"The Force Pool has no {ADJECTIVES[block.nation]} {block.kind} block to show the {block.sp - action.sp} SPs left behind."


@rule("8.1", Deliver)
def delivery_is_possible(g: G, action: Deliver) -> str | None:
    block, _ = _in_hand(g)
    return why_not_receive(g, block, action.hex, side_of(g, block))


def _in_hand(g: G) -> tuple[Block, int]:
    about = _about(g)
    return g.state.blocks[int(str(about["block"]))], int(str(about["sp"]))


@rule("8.1", Deliver)
def delivery_finds_a_block(g: G, action: Deliver) -> str | None:
    block, sp = _in_hand(g)
    pieces = pieces_after(g, block, sp)
    if not action.into:
        return why_no_room(g, block, sp, action.hex, pieces)
    into = g.state.blocks.get(action.into)
    if into is None or into.hex != action.hex or side_of(g, into) != side_of(g, block):
        return f"There is no block {action.into} of yours in {action.hex}."
    return why_not_into(g, block, sp, into, pieces)


@rule("11.1", PickUp, Deliver)
def no_lp_for_belgians_alone(g: G, action: PickUp | Deliver) -> str | None:
    if not _about(g).get("emergency"):
        return None
    hex = g.state.blocks[action.block].hex if isinstance(action, PickUp) else action.hex
    return belgian_bar(g, hex, _who(g), "LP")


def _who(g: G) -> str:
    assert g.decision is not None
    return g.decision.who


@rule("8.1", MoveDeception)
def only_deception_blocks(g: G, action: MoveDeception) -> str | None:
    block = g.state.blocks[action.block]
    if block.kind != DECEPTION:
        return f"{called(g, block)} is not a Deception block; transfer its SPs instead."
    return _leaves_front_empty(g, block)


@rule("7.2", MoveDeception)
def deception_stays_in_an_emergency(g: G, action: MoveDeception) -> str | None:
    if _about(g).get("emergency"):
        return "Deception blocks never move during Block Movement, and Emergency Reorganization is part of it."
    return None


@rule("8.1", MoveDeception)
def deception_goes_to_own_hexes(g: G, action: MoveDeception) -> str | None:
    block = g.state.blocks[action.block]
    return deception_may_go(g, action.hex, side_of(g, block)) if block.hex != action.hex else "It is there already."


@rule("8.1", PlaceDeception)
def three_blocks_at_the_end(g: G, action: PlaceDeception) -> str | None:
    if "front" not in _about(g):
        return None
    if len(blocks_at(g, action.hex, NATIONS[action.nation])) >= STACK:
        return f"{action.hex} holds {STACK} blocks already."
    return None


# 10.1


@procedure("10.1/emergency-reorganization")
def emergency(g: G, side: str) -> Asking:
    """1 LP: up to 5 SPs move by the rules of Strategic Reorganization, before all other moves."""
    g.state.boards[side].emergency += 1
    spend_lp(g, side, "10.1/emergency-reorganization", "Emergency Reorganization")
    yield from transfers(g, side, front_blocks(g, side), EMERGENCY_SP)
