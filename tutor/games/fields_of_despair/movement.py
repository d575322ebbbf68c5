"""Section 7.2, Block Movement. Breakout Movement (7.4) follows the same rules and calls in here."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions import BreakDown, Consolidate, Done, Emergency, Move, PickBlock, PlaceDeception, PutBack, Sail
from .blocks import (
    add_block,
    alike,
    called,
    can_break_down,
    change,
    consolidate,
    fighting,
    free,
    named,
    pool,
    relocate,
    replace_by,
    with_returned,
)
from .nations import belgium_is_entered, may_enter
from .rulebook import procedure, rule
from .state import (
    ADJECTIVES,
    ALLIES,
    ANTWERP,
    CALAIS,
    CP,
    DECEPTION,
    DUNKIRK,
    ENGLAND,
    NATIONS,
    NEUTRAL,
    Block,
    G,
    enemy,
)
from .supply import fortress_supply, unsupplied
from .terms import (
    adjust_control,
    blocks_at,
    blocks_of,
    contested,
    contested_hexes,
    controls,
    has_supply_line,
    present,
    set_control,
    side_of,
    toward_supply,
)

ANTWERP_TURN = 4


@procedure("7.2")
def begin_movement(g: G) -> None:
    s = g.state
    s.contested_before = contested_hexes(g)
    s.moving = True
    s.on_the_move = False
    for block in s.blocks.values():
        block.moved = False


def still_moving(g: G) -> bool:
    return g.state.moving


# How far and whereto


def moves_as_oos(g: G, block: Block) -> bool:
    """7.2: a marker, or no Supply Line now, and the limits of 6.7.5 hold."""
    if block.oos:
        return unsupplied(g, block)
    side = side_of(g, block)
    return not has_supply_line(g, block.hex, side) and not fed_by_a_fortress(g, block, side)


@procedure("6.7.6")
def fed_by_a_fortress(g: G, block: Block, side: str) -> bool:
    """Cut off, but not yet marked: the Fortress in the hex feeds as many blocks as it can, by number."""
    left = fortress_supply(g, block.hex, side)
    for other in blocks_at(g, block.hex, side):
        left -= other.sp
        if other is block:
            return left >= 0
    return False


@procedure("2.4.1", "2.4.2", "6.7.5/movement", "7.2/oos")
def allowance(g: G, block: Block) -> int:
    """Hexes a block may go in this step."""
    if block.hex in g.state.breakout:
        return breakout_allowance(g, block)
    if moves_as_oos(g, block):
        return 1
    return g.charts["block-types"].cell(block.kind, "move")  # type: ignore[no-any-return]


@procedure("7.4.1", "7.4.2", "2.4.2")
def breakout_allowance(g: G, block: Block) -> int:
    column = "breakout_trench" if g.state.trench else "breakout_mobile"
    reach: int = g.charts["block-types"].cell(block.kind, column)
    return min(reach, 1) if moves_as_oos(g, block) else reach


@procedure("7.2.2")
def ways_out(g: G, hex: str, side: str) -> bool:
    """Does a contested hex touch a friendly one?"""
    return any(controls(g, n, side) for n in g.board.neighbours[hex])


class Leg:
    """One hex of a move: from where to where, and what went before."""

    __slots__ = ("block", "end", "first", "side", "start")

    def __init__(self, block: Block, side: str, start: str, end: str, first: bool) -> None:
        self.block, self.side, self.start, self.end, self.first = block, side, start, end, first


def stops_in(g: G, leg: Leg) -> str | None:
    """Why a block that has just entered ``leg.end`` may go no further, or None."""
    return newly_contested(g, leg) or contested_to_contested(g, leg) or forest_stops(g, leg)


@procedure("7.2.2")
def newly_contested(g: G, leg: Leg) -> str | None:
    if hostile(g, leg.end, leg.side) and not blocks_before(g, leg):
        return f"Movement ends in {leg.end}, which becomes newly contested."
    return None


def hostile(g: G, hex: str, side: str) -> bool:
    """An enemy is there, or a neutral who becomes one when the CP come (13.2)."""
    return present(g, hex, enemy(side)) or (side == CP and present(g, hex, NEUTRAL))


def blocks_before(g: G, leg: Leg) -> bool:
    """Was this Power in the hex already?"""
    return any(b is not leg.block for b in blocks_at(g, leg.end, leg.side)) or contested(g, leg.end)


@procedure("7.2.2")
def contested_to_contested(g: G, leg: Leg) -> str | None:
    if contested(g, leg.start) and contested(g, leg.end):
        return f"Going from one contested hex to another ends the move in {leg.end}."
    return None


@procedure("7.2.3", "2.1.1")
def forest_stops(g: G, leg: Leg) -> str | None:
    """From open ground into enemy-controlled forest; not in Trench Warfare, where all is trench."""
    if g.state.trench or g.board.fact(leg.end, "terrain") != "forest":
        return None
    if g.board.fact(leg.start, "terrain") == "forest" or controls(g, leg.end, leg.side):
        return None
    return f"{leg.end} is an enemy-controlled forest hex: a block that enters it from open ground stops there."


def entry_rulings(g: G, leg: Leg) -> Iterator[Ruling]:
    """What forbids this one hex of a move."""
    if leg.end not in g.board.neighbours[leg.start]:
        yield Ruling("7.2", f"{leg.end} does not touch {leg.start}.")
        return
    barred = may_enter(g, leg.end, leg.side)
    if barred:
        yield Ruling("13.2", barred)
    if contested(g, leg.start):
        yield from leaving_contested(g, leg)
    if leg.first and moves_as_oos(g, leg.block) and not toward_supply(g, leg.start, leg.end, leg.side):
        yield Ruling(
            "6.7.5/movement",
            f"Out of Supply, a block moves only toward a Supply Source; {leg.end} is not nearer to one.",
        )


@procedure("7.2.2")
def leaving_contested(g: G, leg: Leg) -> Iterator[Ruling]:
    """The first hex out of a contested one must be friendly; failing any, toward a Supply Source."""
    if controls(g, leg.end, leg.side):
        return
    if ways_out(g, leg.start, leg.side):
        yield Ruling(
            "7.2.2",
            f"{leg.start} is contested: the first hex entered must be friendly-controlled or "
            f"friendly-contested, and {leg.end} is neither.",
            "Go first to " + ", ".join(n for n in g.board.neighbours[leg.start] if controls(g, n, leg.side)) + ".",
        )
    elif not toward_supply(g, leg.start, leg.end, leg.side):
        yield Ruling(
            "7.2.2",
            f"No friendly hex touches {leg.start}, so the move may only go toward a Supply Source; "
            f"{leg.end} is not nearer to one.",
        )


def path_ruling(g: G, action: Move) -> Ruling | None:
    """The first thing wrong along the path."""
    block = g.state.blocks[action.block]
    side = side_of(g, block)
    reach = allowance(g, block)
    if len(action.path) > reach:
        why = ", being Out of Supply" if moves_as_oos(g, block) else ""
        return Ruling(
            reach_section(g, block),
            f"{called(g, block)} may move {reach} hex{'' if reach == 1 else 'es'}{why}, not {len(action.path)}.",
        )
    start, stopped = block.hex, None
    for number, end in enumerate(action.path):
        if stopped:
            return Ruling(_stop_section(g, stopped), stopped)
        leg = Leg(block, side, start, end, number == 0)
        failed = next(entry_rulings(g, leg), None)
        if failed:
            return failed
        stopped = stops_in(g, leg)
        start = end
    return None


def reach_section(g: G, block: Block) -> str:
    """Which section sets how far this block may go."""
    if moves_as_oos(g, block):
        return "6.7.5/movement"
    if block.hex in g.state.breakout:
        return "7.4.2" if g.state.trench else "7.4.1"
    return "7.2"


def _stop_section(g: G, why: str) -> str:
    return "7.2.3" if "forest" in why else "7.2.2"


def paths(g: G, block: Block) -> list[tuple[str, ...]]:
    """Every legal path of a block, by the same rules that judge one."""
    side, reach = side_of(g, block), allowance(g, block)
    found: list[tuple[str, ...]] = []

    def go(path: tuple[str, ...], start: str) -> None:
        for end in g.board.neighbours[start]:
            if end == block.hex or end in path:
                continue
            leg = Leg(block, side, start, end, not path)
            if next(entry_rulings(g, leg), None) is not None:
                continue
            longer = (*path, end)
            found.append(longer)
            if len(longer) < reach and stops_in(g, leg) is None:
                go(longer, end)

    if reach:
        go((), block.hex)
    return found


# The decisions of the step


@procedure("7.2")
def move_blocks(g: G) -> Asking:
    """The Active player picks a block, then says what to do with it; or ends his movement."""
    side = g.state.active
    action = yield Decision(
        side,
        "7.2",
        "Pick a block to move, or end movement.",
        [PickBlock, Move, Sail, BreakDown, Consolidate, PlaceDeception, Emergency, Done],
        lambda: [Done(), *emergencies(g, side), *(PickBlock(b.id) for b in movable(g, side))],
        screened=True,
    )
    if isinstance(action, Done):
        g.state.moving = False
        return
    if isinstance(action, Emergency):
        from .reorganization import emergency

        yield from emergency(g, side)
        return
    if isinstance(action, PickBlock):
        block = g.state.blocks[action.block]
        action = yield Decision(
            side,
            "7.2",
            f"Move the {named(g, block)}.",
            [Move, Sail, BreakDown, Consolidate, PlaceDeception, PutBack],
            lambda: [PutBack(), *block_options(g, block)],
            about={"block": block.id},
            screened=True,
        )
    carry_out(g, side, action)


def emergencies(g: G, side: str) -> list[Emergency]:
    from .logistics import why_not_emergency

    return [] if why_not_emergency(g, side) else [Emergency()]


def movable(g: G, side: str) -> list[Block]:
    """Blocks that can still do something in this step."""
    return [b for b in fighting(blocks_of(g, side)) if not b.moved and (b.hex != ENGLAND or landing_hexes(g))]


def block_options(g: G, block: Block) -> list[Action]:
    options: list[Action] = []
    if block.hex == ENGLAND:
        options += [Sail(block.id, hex) for hex in landing_hexes(g)]
    elif not last_one_out(g, block) and breakout_sp_left(g, block) >= block.sp:
        options += [Move(block.id, path) for path in paths(g, block)]
    options += [
        BreakDown(block.id, (block.sp - n, n))
        for n in range(1, block.sp // 2 + 1)
        if can_break_down(g, block, (block.sp - n, n))
    ]
    if shrinks(g, block):
        options.append(Consolidate(block.id))
    if may_place_deception(g, block.nation, block.hex) is None:
        options.append(PlaceDeception(block.nation, block.hex))
    return options


def shrinks(g: G, block: Block) -> bool:
    group = alike(g, block)
    if len(group) < 2:
        return False
    values = change(with_returned(g, group), sum(b.sp for b in group), len(group) - 1)
    return values is not None


def carry_out(g: G, side: str, action: Action) -> None:
    if isinstance(action, Move):
        move(g, action)
    elif isinstance(action, Sail):
        sail(g, action)
    elif isinstance(action, BreakDown):
        break_down(g, g.state.blocks[action.block], action.parts)
    elif isinstance(action, Consolidate):
        block = g.state.blocks[action.block]
        hex = block.hex
        freed = consolidate(g, alike(g, block))
        g.tell(
            "changed",
            "7.2.1",
            f"Blocks in {hex} are consolidated; {freed} go back to the Force Pool.",
            by=side,
            hex=hex,
        )
    elif isinstance(action, PlaceDeception):
        place_deception(g, side, action)


@procedure("7.2", "7.2/control")
def move(g: G, action: Move) -> None:
    """Move along the path, taking control of undefended enemy hexes on the way."""
    block = g.state.blocks[action.block]
    side, start = side_of(g, block), block.hex
    if start in g.state.breakout_limit:
        g.state.breakout_limit[start] -= block.sp
    for hex in action.path:
        relocate(g, block, hex)
        if NATIONS[block.nation] != ALLIES:
            belgium_is_entered(g, hex)
        if not controls(g, hex, side) and not present(g, hex, enemy(side)):
            set_control(g, hex, side, "7.2/control")
    block.moved = g.state.on_the_move = True
    g.tell(
        "moved",
        "7.2",
        f"{named(g, block)} came from {start}.",
        by=side,
        only=[side],
        public=f"A {ADJECTIVES[block.nation]} block moves from {start} to {block.hex}.",
        block=block.id,
        path=[start, *action.path],
    )


@procedure("7.2.1")
def break_down(g: G, block: Block, parts: tuple[int, ...]) -> None:
    side = side_of(g, block)
    replace_by(g, block, parts)
    g.tell(
        "changed",
        "7.2.1",
        f"A {ADJECTIVES[block.nation]} {block.kind} block in {block.hex} breaks down into {', '.join(map(str, parts))}.",
        by=side,
        only=[side],
        public=f"A {ADJECTIVES[block.nation]} block in {block.hex} breaks down.",
        hex=block.hex,
    )


@procedure("7.2.1", "2.4.3")
def place_deception(g: G, side: str, action: PlaceDeception, public: bool = True) -> None:
    beside = [b for b in blocks_at(g, action.hex, side) if b.nation == action.nation]
    # It carries the marker of its hex: a block without one would be known for what it is.
    add_block(g, action.nation, DECEPTION, 0, action.hex, moved=True, oos=all(b.oos for b in beside))
    g.tell(
        "placed",
        "2.4.3",
        f"A {action.nation} Deception block is placed in {action.hex}.",
        by=side,
        only=[side],
        public=f"A {action.nation} block appears in {action.hex}." if public else "",
        hex=action.hex,
    )


@procedure("7.2")
def end_movement(g: G) -> None:
    adjust_control(g, "7.2/control")
    for block in g.state.blocks.values():
        block.moved = False


# 7.2/england


@procedure("7.2/england", "11.1/antwerp")
def landing_hexes(g: G) -> list[str]:
    """Where blocks from England may land now."""
    ports = [CALAIS, DUNKIRK] + ([ANTWERP] if g.state.turn >= ANTWERP_TURN else [])
    open_ports = [p for p in ports if controls(g, p, ALLIES)]
    if not any(controls(g, p, ALLIES) for p in (CALAIS, DUNKIRK)) and all(
        controls(g, p, enemy(ALLIES)) for p in (CALAIS, DUNKIRK)
    ):
        coast = [h for h in g.board.where("edge", "west") if g.board.fact(h, "nation") == "France"]
        open_ports += coast
    return open_ports


@procedure("7.2/england")
def sail(g: G, action: Sail) -> None:
    block = g.state.blocks[action.block]
    relocate(g, block, action.hex)
    block.moved = g.state.on_the_move = True
    side = side_of(g, block)
    if not controls(g, action.hex, side) and not present(g, action.hex, enemy(side)):
        set_control(g, action.hex, side, "7.2/control")
    g.tell(
        "moved",
        "7.2/england",
        f"{named(g, block)} came from England.",
        by=side,
        only=[side],
        public=f"A {ADJECTIVES[block.nation]} block lands in {action.hex}.",
        block=block.id,
        path=[ENGLAND, action.hex],
    )


@rule("7.2/england", Sail)
def sail_from_england(g: G, action: Sail) -> str | None:
    block = g.state.blocks[action.block]
    return None if block.hex == ENGLAND else f"{called(g, block)} is not in England."


@rule("7.2/england", Sail)
def sail_to_a_friendly_port(g: G, action: Sail) -> str | tuple[str, str] | None:
    allowed = landing_hexes(g)
    if action.hex in allowed:
        return None
    if action.hex == ANTWERP and g.state.turn < ANTWERP_TURN:
        return f"The British may sail to Antwerp only from Turn {ANTWERP_TURN}."
    return f"Blocks from England may not land in {action.hex}.", f"Open now: {', '.join(allowed) or 'no port'}."


# Rules


@rule("2.4.3", PickBlock, Move, Sail, BreakDown)
def deception_never_moves(g: G, action: PickBlock | Move | Sail | BreakDown) -> str | None:
    reorganizing = g.decision is not None and "front" in g.decision.about
    if g.state.blocks[action.block].kind == DECEPTION and not reorganizing:
        return "A Deception block stays where it is until Strategic Reorganization."
    return None


@rule("7.2", PickBlock, Move, Sail)
def moves_once(g: G, action: PickBlock | Move | Sail) -> str | None:
    if g.state.blocks[action.block].moved:
        return f"{called(g, g.state.blocks[action.block])} has already moved in this step."
    return None


@rule("7.2", Move)
def england_is_left_by_sea(g: G, action: Move) -> str | None:
    if g.state.blocks[action.block].hex == ENGLAND:
        return "Blocks leave England only by sailing to a port."
    return None


@rule("7.2.2", Move)
def path_is_open(g: G, action: Move) -> Ruling | None:
    if g.state.blocks[action.block].hex == ENGLAND:
        return None
    return path_ruling(g, action)


def last_one_out(g: G, block: Block) -> bool:
    return block.hex in g.state.contested_before and len(blocks_at(g, block.hex, side_of(g, block))) == 1


@rule("7.2.2/leave-one", Move)
def leave_one_block(g: G, action: Move) -> str | tuple[str, str] | None:
    block = g.state.blocks[action.block]
    if last_one_out(g, block):
        return (
            f"{block.hex} was contested when movement began: one block must stay.",
            "Break the block down and leave a part, or place a Deception block.",
        )
    return None


def breakout_sp_left(g: G, block: Block) -> int:
    """7.4.2: SPs that may still leave a Breakout hex in Trench Warfare."""
    return g.state.breakout_limit.get(block.hex, 99)


@rule("7.4.2", Move)
def breakout_within_technology(g: G, action: Move) -> str | None:
    block = g.state.blocks[action.block]
    left = breakout_sp_left(g, block)
    return (
        None
        if block.sp <= left
        else f"Only {left} more SPs may break out of {block.hex}; block {block.id} has {block.sp}."
    )


@rule("7.4", Move, PickBlock, BreakDown, Consolidate, PlaceDeception)
def breakout_only_from_marked_hexes(
    g: G, action: Move | PickBlock | BreakDown | Consolidate | PlaceDeception
) -> str | None:
    if not g.state.breakout:
        return None
    if isinstance(action, PlaceDeception):
        hex = action.hex
    else:
        hex = g.state.blocks[action.block].hex
    return None if hex in g.state.breakout else f"There is no Breakout Move marker in {hex}."


@rule("7.2.1", BreakDown)
def parts_make_the_whole(g: G, action: BreakDown) -> str | None:
    block = g.state.blocks[action.block]
    if block.moved:
        return f"{called(g, block)} has moved; blocks break down before they move."
    if len(action.parts) < 2 or any(p < 1 for p in action.parts):
        return "A block breaks down into two or more blocks of at least 1 SP."
    if sum(action.parts) != block.sp:
        return f"The parts add up to {sum(action.parts)}; block {block.id} has {block.sp} SPs."
    return None


@rule("1.5/force-pool", BreakDown)
def parts_are_in_the_pool(g: G, action: BreakDown) -> str | None:
    block = g.state.blocks[action.block]
    if block.kind == DECEPTION or can_break_down(g, block, action.parts):
        return None
    return f"The Force Pool does not have the {ADJECTIVES[block.nation]} {block.kind} blocks for {' + '.join(map(str, action.parts))}."


@rule("7.2.1", Consolidate)
def something_to_consolidate(g: G, action: Consolidate) -> str | None:
    if shrinks(g, g.state.blocks[action.block]):
        return None
    return "No fewer blocks of this nation and kind can show the same total here."


@rule("2.4.3", PlaceDeception)
def deception_rule(g: G, action: PlaceDeception) -> str | None:
    return may_place_deception(g, action.nation, action.hex)


@procedure("2.4.3", "7.2.1")
def may_place_deception(g: G, nation: str, hex: str) -> str | None:
    """A Deception block comes from the Force Pool, beside a block of its own nation that has not moved."""
    if (nation, DECEPTION) not in pool(g) or free(g, nation, DECEPTION)[0] < 1:
        return f"No {nation} Deception block is left in the Force Pool."
    blocks = [
        b for b in blocks_at(g, hex, NATIONS[nation]) if b.nation == nation and b.kind != DECEPTION and not b.moved
    ]
    if not blocks:
        return f"There is no {nation} block in {hex}, still to move, to place it beside."
    return None
