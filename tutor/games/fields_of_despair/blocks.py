"""Blocks and the Force Pool (1.5, 2.4, 7.2.1, 7.3): every change of a block goes through here.

A block on the map is one of a finite set of pieces. Each piece shows one band of four values, so a
change of strength may need another piece, and the Force Pool may not have it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence

import msgspec

from .rulebook import procedure
from .state import ADJECTIVES, DECEPTION, INFANTRY, NATIONS, Block, G
from .terms import side_of, stacks

BANDS = 5  # 1-4, 5-8, 9-12, 13-16, 17-20
TOP = 4 * BANDS
Key = tuple[str, str]  # nation, kind


def band(sp: int) -> int:
    """Which band of values a piece must have to show ``sp``."""
    return (sp - 1) // 4


def pool(g: G) -> dict[Key, list[int]]:
    """All pieces of the game: how many there are of each band, by nation and kind (2.0)."""
    pieces = g.memo.get("pool")
    if pieces is None:
        pieces = g.memo["pool"] = {
            (row["nation"], row["kind"]): [row["0"]]
            if row["kind"] == DECEPTION
            else [row[f"{4 * b + 1}-{4 * b + 4}"] for b in range(BANDS)]
            for row in g.charts["force-pool"]
        }
    return pieces


def _used(g: G) -> dict[Key, list[int]]:
    used = g.memo.get("used")
    if used is None:
        used = g.memo["used"] = {key: [0] * len(counts) for key, counts in pool(g).items()}
        for block in g.state.blocks.values():
            used[block.nation, block.kind][_slot(block)] += 1
    return used


def _slot(block: Block) -> int:
    return 0 if block.kind == DECEPTION else band(block.sp)


@procedure("1.5/force-pool", "2.0")
def free(g: G, nation: str, kind: str) -> list[int]:
    """Pieces left in the Force Pool, by band (one number for Deception blocks)."""
    key = (nation, kind)
    if key not in pool(g):
        return [0] * BANDS
    return [have - used for have, used in zip(pool(g)[key], _used(g)[key], strict=True)]


@procedure("6.2.3", "7.2.1")
def change(left: Sequence[int], total: int, most: int = 99) -> list[int] | None:
    """The fewest blocks (at most ``most``) from these pieces that show ``total`` exactly, or None."""
    if total == 0:
        return []
    for number in range(max(1, -(-total // TOP)), min(most, total, sum(left)) + 1):
        # Pieces of bands k1..kn show from 4*sum(k)+n to 4*sum(k)+4n.
        high = (total - number) // 4
        low = max(0, -(-(total - 4 * number) // 4))
        for wanted in range(high, low - 1, -1):
            bands = _pick(left, number, wanted)
            if bands is not None:
                return _fill(bands, total)
    return None


def _pick(left: Sequence[int], number: int, wanted: int, top: int = BANDS - 1) -> list[int] | None:
    """``number`` pieces whose band numbers add up to ``wanted``, large ones first."""
    if top == 0:
        return [0] * number if wanted == 0 and number <= left[0] else None
    if wanted > top * number:
        return None
    for take in range(min(left[top], number, wanted // top), -1, -1):
        rest = _pick(left, number - take, wanted - take * top, top - 1)
        if rest is not None:
            return [top] * take + rest
    return None


def _fill(bands: list[int], total: int) -> list[int]:
    values = [4 * b + 1 for b in bands]
    over = total - sum(values)
    for i in range(len(values)):
        add = min(3, over)
        values[i] += add
        over -= add
    return sorted(values, reverse=True)


def with_returned(g: G, blocks: Iterable[Block]) -> list[int]:
    """The Force Pool as it would be with these blocks (of one nation and kind) back in it."""
    blocks = list(blocks)
    left = free(g, blocks[0].nation, blocks[0].kind)
    for block in blocks:
        left[_slot(block)] += 1
    return left


def can_show(g: G, nation: str, kind: str, sp: int) -> bool:
    """Is there a piece in the Force Pool for one block of this value?"""
    return 1 <= sp <= TOP and free(g, nation, kind)[band(sp)] > 0


def can_break_down(g: G, block: Block, parts: Sequence[int]) -> bool:
    """Do the pieces exist to replace this block by blocks of these values?"""
    left = with_returned(g, [block])
    for sp in parts:
        if not 1 <= sp <= TOP:
            return False
        left[band(sp)] -= 1
    return min(left) >= 0


def can_spare(g: G, block: Block, sp: int) -> bool:
    """When ``sp`` SPs leave this block, is there a piece for the rest?"""
    return sp >= block.sp or can_break_down(g, block, (block.sp - sp,))


def pieces_after(g: G, block: Block, sp: int) -> list[int]:
    """The Force Pool once ``sp`` SPs have left a block."""
    left = with_returned(g, [block])
    if sp < block.sp:
        left[band(block.sp - sp)] -= 1
    return left


# Changes. Each keeps the indexes of ``g.memo`` true.


def add_block(g: G, nation: str, kind: str, sp: int, hex: str, **marks: bool) -> Block:
    block = Block(g.state.next_block, nation, kind, sp, hex, **marks)
    g.state.next_block += 1
    _used(g)[nation, kind][_slot(block)] += 1
    stacks(g).setdefault(hex, []).append(block)
    g.state.blocks[block.id] = block
    return block


@procedure("7.3/hits")
def remove_block(g: G, block: Block) -> None:
    """Return a block to the Force Pool."""
    _used(g)[block.nation, block.kind][_slot(block)] -= 1
    _unstack(g, block)
    del g.state.blocks[block.id]


def _unstack(g: G, block: Block) -> None:
    stack = stacks(g)[block.hex]
    stack.remove(block)
    if not stack:
        del stacks(g)[block.hex]


def relocate(g: G, block: Block, hex: str) -> None:
    _unstack(g, block)
    block.hex = hex
    # Always by number: the order must not depend on who came first, or a replay could differ.
    insort(stacks(g).setdefault(hex, []), block, key=lambda b: b.id)


def copies(blocks: Iterable[Block]) -> dict[int, Block]:
    """Blocks set apart, by number."""
    return {b.id: msgspec.structs.replace(b) for b in blocks}


def forget_blocks(g: G) -> None:
    """Drop the indexes, where blocks were exchanged wholesale."""
    g.memo.pop("stacks", None)
    g.memo.pop("used", None)


def set_sp(g: G, block: Block, sp: int) -> None:
    used = _used(g)[block.nation, block.kind]
    used[_slot(block)] -= 1
    block.sp = sp
    used[_slot(block)] += 1


@procedure("2.4", "7.3/hits")
def reduce(g: G, block: Block, loss: int) -> int:
    """Take SPs from a block, making change where needed; returns how many SPs went.

    Change comes from the Force Pool, then from like blocks in the hex, then from blocks elsewhere that
    can be consolidated. What still no piece can show is lost too (ruling no-matching-block).
    """
    wanted = block.sp - loss
    while wanted > 0:
        left = with_returned(g, [block])
        values = [wanted] if left[band(wanted)] > 0 else change(left, wanted)
        gone = block.sp - wanted
        if values:
            show(g, [block], values)
            return gone
        if spread(g, block, gone):
            return gone
        if not free_a_piece(g, block):
            wanted -= 1
            g.tell(
                "lost",
                "7.3/hits",
                f"1 SP more of the {ADJECTIVES[block.nation]} block in {block.hex} is lost: no block can show {wanted + 1}.",
                by=side_of(g, block),
                only=[side_of(g, block)],
            )
    gone = block.sp
    remove_block(g, block)
    return gone


@procedure("6.2.3", "7.3/hits")
def spread(g: G, block: Block, loss: int) -> bool:
    """Show the loss on all like blocks in the hex together, if their pieces can."""
    group = alike(g, block)
    values = change(with_returned(g, group), sum(b.sp for b in group) - loss) if len(group) > 1 else None
    if values:
        show(g, group, values)
    return bool(values)


@procedure("6.2.3")
def free_a_piece(g: G, block: Block) -> bool:
    """Consolidate like blocks in some other hex, to get a piece for change."""
    for hex in sorted(stacks(g)):
        for other in stacks(g)[hex]:
            if (other.nation, other.kind) == (block.nation, block.kind) and hex != block.hex:
                if consolidate(g, alike(g, other)):
                    return True
                break
    return False


def show(g: G, group: Sequence[Block], values: Sequence[int]) -> None:
    """Set blocks of one hex to these values, with pieces back to the Force Pool or out of it."""
    first = group[0]
    for block in group[len(values) :]:
        remove_block(g, block)
    for block, sp in zip(group, values, strict=False):
        set_sp(g, block, sp)
    if len(values) > len(group):
        replace_by(g, first, [first.sp, *values[len(group) :]])


def replace_by(g: G, block: Block, values: Sequence[int]) -> list[Block]:
    """Set a block to the first value and put new blocks beside it for the others."""
    set_sp(g, block, values[0])
    return [block] + [
        add_block(
            g,
            block.nation,
            block.kind,
            sp,
            block.hex,
            oos=block.oos,
            moved=block.moved,
            fought=block.fought,
            retreated=block.retreated,
            face_up=block.face_up,
        )
        for sp in values[1:]
    ]


def raise_sp(g: G, block: Block, gain: int) -> bool:
    """Add SPs to a block if a piece can show the sum."""
    total = block.sp + gain
    if total > TOP or with_returned(g, [block])[band(total)] < 1:
        return False
    set_sp(g, block, total)
    return True


def alike(g: G, block: Block) -> list[Block]:
    """The blocks in the same hex that could be one block with this: nation, kind and supply the same."""
    return [
        b
        for b in stacks(g)[block.hex]
        if (b.nation, b.kind, b.oos, b.moved) == (block.nation, block.kind, block.oos, block.moved)
    ]


@procedure("7.2.1", "6.2.3")
def consolidate(g: G, group: Sequence[Block]) -> int:
    """Show a group's total with as few blocks as can be; returns how many pieces came free."""
    if group[0].kind == DECEPTION:
        return 0
    total = sum(b.sp for b in group)
    values = change(with_returned(g, group), total, most=len(group))
    if values is None or len(values) >= len(group):
        return 0
    show(g, group, values)
    return len(group) - len(values)


def fighting(blocks: Iterable[Block]) -> list[Block]:
    """Infantry and cavalry: everything but Deception blocks."""
    return [b for b in blocks if b.kind != DECEPTION]


def has_infantry(blocks: Iterable[Block]) -> bool:
    return any(b.kind == INFANTRY for b in blocks)


def named(g: G, block: Block) -> str:
    """What the owner calls a block."""
    if block.kind == DECEPTION:
        return f"{ADJECTIVES[block.nation]} Deception block in {block.hex}"
    return f"{ADJECTIVES[block.nation]} {block.kind} {block.sp} in {block.hex}"


def called(g: G, block: Block) -> str:
    """A block in a sentence to the player who decides: his own, and what lies open, by kind and strength."""
    open_to_him = block.face_up or (g.decision is not None and NATIONS[block.nation] == g.decision.who)
    return f"The {named(g, block)}" if open_to_him else f"The {ADJECTIVES[block.nation]} block in {block.hex}"
