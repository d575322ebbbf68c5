"""What can be wrong with a position: ``check`` for files, ``problems`` for editors. Set-up itself stands in ``setup``."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from ...engine.errors import BadInput
from ...engine.game import Problem
from .blocks import TOP, band, pool
from .counters import COUNTERS
from .manpower import CUBE_COLOUR
from .procedures import STACK
from .rulebook import procedure
from .spending import TECHNOLOGY_CHARTS
from .state import (
    ALLIES,
    BLOCK_KINDS,
    CAVALRY,
    CP,
    DECEPTION,
    ENGLAND,
    KOBLENZ,
    NATIONS,
    NEUTRAL,
    SIDES,
    TECHNOLOGIES,
    Block,
    G,
    PlayerBoard,
)
from .terms import blocks_at, fortress_at, present, side_of, stacks

# Files


def check(g: G) -> None:
    """Raise where a state from a file cannot be one of this game. The message starts with the field."""
    s = g.state
    for side in (s.initiative, s.active or CP):
        if side not in SIDES:
            raise BadInput(f"initiative': {side!r} is not a side; allowed: {', '.join(SIDES)}.")
    if set(s.control) != set(g.board):
        raise BadInput("control': it must name every hex of the map, and no other.")
    for hex, owner in s.control.items():
        if owner not in (*SIDES, NEUTRAL):
            raise BadInput(f"control.{hex}': {owner!r} cannot control a hex; allowed: allies, cp, neutral.")
    for number, block in s.blocks.items():
        _check_block(g, number, block)
    for name, fortress in s.fortresses.items():
        if name != fortress.name or not set(fortress.hexes) <= set(g.board) or not 0 <= fortress.sp <= fortress.full:
            raise BadInput(f"fortresses.{name}': a Fortress stands on the map with 0 to {fortress.full} SPs.")
    if set(s.boards) != set(SIDES):
        raise BadInput(f"boards': there is one for each of {', '.join(SIDES)}.")
    for side, board in s.boards.items():
        _check_board(g, side, board)
    for problem in [*_pool_problems(g), *_cube_problems(g)]:
        raise BadInput(f"{problem.place}': {problem.text}")


def _check_block(g: G, number: int, block: Block) -> None:
    where = f"blocks.{number}"
    if block.id != number or number >= g.state.next_block:
        raise BadInput(f"{where}.id': the number of a block must be its key, below next_block.")
    if block.nation not in NATIONS:
        raise BadInput(f"{where}.nation': {block.nation!r} is not a nation; allowed: {', '.join(NATIONS)}.")
    if block.kind not in BLOCK_KINDS:
        raise BadInput(f"{where}.kind': {block.kind!r} is not a kind of block; allowed: {', '.join(BLOCK_KINDS)}.")
    if block.hex not in g.board:
        raise BadInput(f"{where}.hex': {block.hex!r} is not a hex of the map.")
    if not strength_fits(block):
        raise BadInput(f"{where}.sp': {block.kind} blocks cannot have {block.sp} SPs.")
    if (block.nation, block.kind) not in pool(g):
        raise BadInput(f"{where}.kind': {block.nation} has no {block.kind} blocks.")


def _check_board(g: G, side: str, board: PlayerBoard) -> None:
    for row in g.charts["player-tracks"]:
        if row["track"] != "saved_ep" and not row["low"] <= getattr(board, row["track"]) <= row["high"]:
            raise BadInput(
                f"boards.{side}.{row['track']}': {getattr(board, row['track'])} is off the track, "
                f"which runs from {row['low']} to {row['high']}."
            )
    for name in TECHNOLOGIES:
        levels = g.charts[TECHNOLOGY_CHARTS[name]].row_keys()
        if board.technology.get(name) not in levels:
            raise BadInput(
                f"boards.{side}.technology.{name}': {board.technology.get(name)!r} is not a level; "
                f"allowed: {min(levels)} to {max(levels)}."
            )
    for name in ("ep", "collected", "bid", "guns", "tanks", "bribes", "damaged", "mending"):
        if getattr(board, name) < 0:
            raise BadInput(f"boards.{side}.{name}': it cannot be below 0.")


@procedure("2.4", "1.5/strength-points")
def strength_fits(block: Block) -> bool:
    """Deception blocks show 0, cavalry 1 to 4, infantry 1 to 20."""
    if block.kind == DECEPTION:
        return block.sp == 0
    return 1 <= block.sp <= (4 if block.kind == CAVALRY else TOP)


# Editors


@procedure("1.5/stacking-limit", "2.4", "1.5/force-pool")
def problems(g: G) -> list[Problem]:
    """Everything wrong with a position, each with its section."""
    return [
        *_block_problems(g),
        *_pool_problems(g),
        *_stack_problems(g),
        *_control_problems(g),
        *_fortress_problems(g),
        *_board_problems(g),
        *_cube_problems(g),
        *_turn_problems(g),
    ]


def _block_problems(g: G) -> Iterator[Problem]:
    for block in g.state.blocks.values():
        where = f"blocks.{block.id}"
        if block.hex not in g.board:
            yield Problem("2.1", where, f"{block.hex!r} is not a hex of this map.")
        elif block.hex == ENGLAND and block.nation != "Britain":
            yield Problem("6.2.1", where, f"only British blocks stand in England, not {block.nation}.")
        if not strength_fits(block):
            yield Problem("2.4", where, f"{block.kind} blocks cannot have {block.sp} SPs.")


def _pool_problems(g: G) -> Iterator[Problem]:
    used: Tally[tuple[str, str, int]] = Tally()
    for b in g.state.blocks.values():
        if strength_fits(b):
            used[b.nation, b.kind, 0 if b.kind == DECEPTION else band(b.sp)] += 1
    for (nation, kind, slot), count in sorted(used.items()):
        have = pool(g).get((nation, kind), [0] * 5)
        if count > have[slot]:
            values = "" if kind == DECEPTION else f" for {4 * slot + 1} to {4 * slot + 4} SPs"
            yield Problem(
                "1.5/force-pool",
                "blocks",
                f"{count} {nation} {kind} blocks{values} are in play; there are {have[slot]}.",
            )


def _stack_problems(g: G) -> Iterator[Problem]:
    if g.state.moving or g.state.battle is not None:
        return  # 6.2.3: the limit may be exceeded from Block Movement to Breakout Combat
    for hex in sorted(stacks(g)):
        for side in SIDES:
            count = len(blocks_at(g, hex, side))
            if count > STACK and (hex, side) not in ((ENGLAND, ALLIES), (KOBLENZ, CP)):
                yield Problem("1.5/stacking-limit", hex, f"{count} {side} blocks; the limit is {STACK} in a hex.")


def _control_problems(g: G) -> Iterator[Problem]:
    for hex, owner in g.state.control.items():
        if hex not in g.board:
            yield Problem("2.1", hex, "no such hex on this map.")
            continue
        here = [side for side in SIDES if present(g, hex, side)]
        if hex != ENGLAND and len(here) == 1 and owner != here[0]:
            yield Problem("1.5/hex-control", hex, f"{here[0]} is its sole occupant, but the marker is {owner}'s.")
        fortress = fortress_at(g, hex)
        if fortress is not None and owner not in (side_of(g, fortress), fortress.side) and len(here) != 1:
            yield Problem("2.1.2", hex, f"{fortress.name} stands: its hex cannot be under {owner} control.")


def _fortress_problems(g: G) -> Iterator[Problem]:
    for fortress in g.state.fortresses.values():
        if not 0 <= fortress.sp <= fortress.full:
            yield Problem(
                "6.5.1/fortress-repair", fortress.name, f"{fortress.sp} SPs; its 1914 value is {fortress.full}."
            )
        if fortress.destroyed and fortress.sp > 0:
            yield Problem("2.6.1", fortress.name, "a destroyed Fortress has no SPs.")


def _board_problems(g: G) -> Iterator[Problem]:
    for side, board in g.state.boards.items():
        for technology, level in board.technology.items():
            levels = g.charts[TECHNOLOGY_CHARTS[technology]].row_keys()
            if level not in levels:
                yield Problem("12.0", f"boards.{side}.technology.{technology}", f"{level} is not a level of its track.")
        if board.guns < 0 or board.tanks < 0:
            yield Problem("2.5", f"boards.{side}", "there cannot be fewer than no counters.")
        for row in g.charts["player-tracks"]:
            value = board.ep if row["track"] == "saved_ep" else getattr(board, row["track"])
            if row["track"] != "saved_ep" and not row["low"] <= value <= row["high"]:
                yield Problem(
                    "10.0" if row["track"] == "lp" else "2.2",
                    f"boards.{side}.{row['track']}",
                    f"{value} is off the track ({row['low']} to {row['high']}).",
                )
        if len(board.air_counters) + len(board.used_air) > COUNTERS:
            yield Problem("2.5", f"boards.{side}.air_counters", f"more than {COUNTERS} Air counters.")
        if len(board.artillery_counters) + len(board.used_artillery) > COUNTERS:
            yield Problem("2.5", f"boards.{side}.artillery_counters", f"more than {COUNTERS} Artillery counters.")
        if g.state.action_phase == 0:
            continue  # in Production the tracks fall first, and counters are chosen anew at its end
        if sum(c.value for c in board.artillery_counters) > board.artillery:
            yield Problem(
                "6.5.2/artillery",
                f"boards.{side}.artillery_counters",
                f"they add up to more than Artillery Maintenance {board.artillery}.",
            )
        if sum(c.value for c in board.air_counters) > board.air + board.damaged + board.mending:
            yield Problem(
                "6.5.2/air", f"boards.{side}.air_counters", f"they add up to more than Air Maintenance {board.air}."
            )


def _cube_problems(g: G) -> Iterator[Problem]:
    components, s = g.charts["components"], g.state
    for colour in ("blue", "black", "red", "white"):
        held = sum(
            s.boards[side].ep + s.boards[side].bid for side in SIDES if CUBE_COLOUR[side] == colour and side in s.boards
        )
        boxes = s.russian_victories if colour == "red" else 0
        used = s.naval_bag.get(colour, 0) + s.eastern_bag.get(colour, 0) + held + boxes
        have = components.cell(f"cubes, {colour}", "count")
        if used > have or min(s.naval_bag.get(colour, 0), s.eastern_bag.get(colour, 0)) < 0:
            yield Problem(
                "2.7",
                "naval_bag" if colour != "red" else "eastern_bag",
                f"{used} {colour} cubes are in use; there are {have}.",
            )


def _turn_problems(g: G) -> Iterator[Problem]:
    s = g.state
    if s.initiative not in SIDES:
        yield Problem("1.5/initiative", "initiative", f"{s.initiative!r} is not a side.")
    if s.active not in (*SIDES, ""):
        yield Problem("1.5/active-player", "active", f"{s.active!r} is not a side.")
    if s.turn >= 4 and not s.trench and not g.options.get("optional-trenches"):
        yield Problem("1.2", "trench", f"on Turn {s.turn} Trench Warfare has begun.")
    if s.usa_war_turn == 0 and any(b.nation == "USA" for b in s.blocks.values()):
        yield Problem("11.2", "blocks", "US blocks are on the map, but the USA are neutral.")
