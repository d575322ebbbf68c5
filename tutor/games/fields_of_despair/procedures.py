"""Procedures that several chapters use: taking losses, bringing new SPs on the map, placing them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions import Lose, PlaceFresh
from .blocks import TOP, add_block, band, change, free, named, raise_sp, reduce, show
from .rulebook import procedure, rule
from .state import INFANTRY, Block, G
from .terms import side_of, stacks

STACK = 3


@procedure("7.3/hits")
def take_losses(
    g: G, who: str, pick: Callable[[], Sequence[Block]], loss: int, section: str, why: str, where: str, keep: int = 0
) -> Asking:
    """The owner chooses which blocks lose SPs. ``keep`` SPs must be left in all."""
    while loss > 0:
        blocks = [b for b in pick() if b.sp > 0]
        total = sum(b.sp for b in blocks)
        loss = min(loss, total - keep)
        if loss <= 0:
            return
        if loss == total or len(blocks) == 1:
            for block in blocks:
                take = min(block.sp, loss)
                _lose(g, block, take, section, why)
            return

        def options(blocks: list[Block] = blocks, loss: int = loss) -> Iterable[Lose]:
            return (Lose(b.id, n) for b in blocks for n in range(1, min(b.sp, loss) + 1))

        action = yield Decision(
            who,
            section,
            f"{why}: choose which blocks lose {loss} SP.",
            [Lose],
            options,
            about={"loss": loss, "blocks": [b.id for b in blocks], "where": where},
        )
        assert isinstance(action, Lose)
        loss -= _lose(g, g.state.blocks[action.block], action.sp, section, why, action.parts)


def _lose(g: G, block: Block, loss: int, section: str, why: str, parts: Sequence[int] = ()) -> int:
    side, hex = side_of(g, block), block.hex
    name = named(g, block)
    if parts:
        gone = loss
        show(g, [block], parts)
    else:
        gone = reduce(g, block, loss)
    # The enemy hears of hits when the dice are read; how blocks bear them is not shown (7.3.1).
    g.tell(
        "hit", section, f"{why}: the {name} loses {gone} SP.", by=side, only=[side], block=block.id, hex=hex, sp=gone
    )
    return gone


class Room:
    """How SPs could be put in a hex: as a new block, by raising one, or by changing the lot."""

    __slots__ = ("group", "raised", "values")

    def __init__(self, raised: Block | None = None, group: Sequence[Block] = (), values: Sequence[int] = ()) -> None:
        self.raised = raised
        self.group = group
        self.values = values


@procedure("6.2.3", "1.5/force-pool")
def room_for(
    g: G,
    nation: str,
    kind: str,
    sp: int,
    hex: str,
    limit: int = STACK,
    moved: bool = False,
    pieces: list[int] | None = None,
) -> Room | None:
    """A way to add ``sp`` SPs to a hex within the Force Pool and ``limit`` blocks, or None.

    ``pieces``: the Force Pool as it will be, where something else changes at the same time.
    """
    side_blocks = [b for b in stacks(g).get(hex, ()) if _same_side(b.nation, nation)]
    group = [b for b in side_blocks if (b.nation, b.kind, b.oos, b.moved) == (nation, kind, False, moved)]
    left = free(g, nation, kind) if pieces is None else list(pieces)
    if sp <= TOP and len(side_blocks) < limit and left[band(sp)] > 0:
        return Room()
    for block in group:
        total = block.sp + sp
        if total <= TOP and (left[band(total)] > 0 or band(total) == band(block.sp)):
            return Room(raised=block)
    most = limit - (len(side_blocks) - len(group))
    for block in group:
        left[band(block.sp)] += 1
    values = change(left, sp + sum(b.sp for b in group), most)
    return Room(group=group, values=values) if values else None


def _same_side(one: str, other: str) -> bool:
    return (one == "Germany") == (other == "Germany")


def put(g: G, room: Room, nation: str, kind: str, sp: int, hex: str, moved: bool = False) -> None:
    """Add the SPs in the way that ``room_for`` found."""
    if room.raised is not None:
        raise_sp(g, room.raised, sp)
    elif room.group:
        show(g, room.group, room.values)
    elif room.values:
        for value in room.values:
            add_block(g, nation, kind, value, hex, moved=moved)
    else:
        add_block(g, nation, kind, sp, hex, moved=moved)


@procedure("1.5/force-pool")
def place_fresh(
    g: G, who: str, nation: str, total: int, hexes: Callable[[], Sequence[str]], section: str, why: str
) -> Generator[Decision, Action, int]:
    """Place SPs that come from off the map, a block at a time, in the hexes allowed; returns what must wait."""
    while total > 0:
        allowed = list(hexes())

        def options(allowed: list[str] = allowed, total: int = total) -> list[PlaceFresh]:
            sizes = sorted({min(total, TOP), min(total, 8), min(total, 4), 1}, reverse=True)
            return [
                PlaceFresh(nation, sp, hex) for hex in allowed for sp in sizes if room_for(g, nation, INFANTRY, sp, hex)
            ]

        if not options():
            g.tell("waiting", section, f"{why}: no hex or no block for {total} {nation} SP; they wait.", by=who)
            return total
        action = yield Decision(
            who,
            section,
            f"{why}: place {total} {nation} SP.",
            [PlaceFresh],
            options,
            about={"left": total, "nation": nation, "hexes": allowed},
        )
        assert isinstance(action, PlaceFresh)
        room = room_for(g, nation, INFANTRY, action.sp, action.hex)
        assert room is not None
        put(g, room, nation, INFANTRY, action.sp, action.hex)
        total -= action.sp
        g.tell(
            "placed",
            section,
            f"{action.sp} {nation} SP placed in {action.hex}.",
            by=who,
            only=[who],
            public=f"A {nation} block is placed in {action.hex}.",
            hex=action.hex,
            sp=action.sp,
        )
    return 0


@rule("6.2.1", PlaceFresh)
def fresh_sps_are_at_hand(g: G, action: PlaceFresh) -> str | None:
    assert g.decision is not None
    about = g.decision.about
    if action.nation != about["nation"] or action.sp > about["left"]:
        return f"There are {about['left']} {about['nation']} SPs to place, not {action.sp} of {action.nation}."
    return None


@rule("11.2/deployment", PlaceFresh)
def fresh_sps_go_to_an_allowed_hex(g: G, action: PlaceFresh) -> object:
    from ...engine.rulings import Ruling

    assert g.decision is not None
    if action.hex not in g.decision.about["hexes"]:
        return Ruling(
            g.decision.section,
            f"These SPs may not be placed in {action.hex}.",
            f"Allowed: {', '.join(g.decision.about['hexes'])}.",
        )
    return None


@rule("1.5/force-pool", PlaceFresh)
def fresh_sps_need_blocks(g: G, action: PlaceFresh) -> str | None:
    if room_for(g, action.nation, INFANTRY, action.sp, action.hex) is None:
        return (
            f"The Force Pool and the limit of {STACK} blocks leave no way to show {action.sp} more SP in {action.hex}."
        )
    return None
