"""Set-up (1.1), and what can be wrong with a position: ``check`` for files, ``problems`` for editors."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ...board import Board
from ...engine.charts import Charts
from ...engine.errors import BadFile, BadInput, short_list
from ...engine.game import Problem, Scenario
from .blocks import TOP, band, pool
from .counters import BERTHA, BLUFF, COUNTERS
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
    Counter,
    Fortress,
    G,
    PlayerBoard,
    State,
)
from .terms import blocks_at, fortress_at, present, side_of, stacks


class BoardSetup(msgspec.Struct, forbid_unknown_fields=True):
    """A player board in a scenario file."""

    supply: int = 20
    artillery: int = 0
    air: int = 0
    lp: int = 0
    saved_ep: int = 0
    air_counters: list[int] = []
    artillery_counters: list[int | str] = []
    technology: dict[str, int] = {}
    tanks: int = 0


class Tracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the markers on the board stand."""

    eastern_space: int = 0
    eastern_sp: int = 0
    russian_victories: int = 0
    blockade: int = 1
    usw: int = 0
    usa_entry: int = 1


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's own rules."""

    usw_from: int = 1
    hindenburg_turn: int = 0
    hindenburg_columns: str = ""
    hindenburg_most: int = 0
    domination: int = 0
    goes_on_to: int = 0
    final_push: bool = False
    uses_vp: bool = True


class Setup(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a scenario file. What it leaves out is empty, or as in August 1914."""

    turn: int = 1
    last_turn: int = 9
    initiative: str = CP
    blocks: dict[str, dict[str, list[str]]] = {}
    boards: dict[str, BoardSetup] = {}
    naval_bag: dict[str, int] = {}
    eastern_bag: dict[str, int] = {}
    tracks: Tracks = Tracks()
    control: dict[str, list[str]] = {}
    fortresses: dict[str, int] = {}
    out_of_supply: list[str] = []
    hindenburg: list[str] = []
    trench: bool = False
    active: str = ""
    action_phase: int = 0
    special: Special = Special()
    decisive: dict[str, str] = {}
    stop_after: str = ""
    map: str = "western-front"


STOPS = ("", "supply", "actions")


@procedure("1.1", "2.2", "1.5/hex-control")
def set_up(scenario: Scenario, board: Board, charts: Charts, options: Mapping[str, bool]) -> State:
    """The state at the start of a scenario."""
    name = scenario.id
    try:
        setup = msgspec.convert(scenario.body, Setup)
    except msgspec.ValidationError as err:
        raise BadFile(f"{name}: {err}.") from None
    check_setup(setup, scenario, board, charts)
    control = {hex: board.fact(hex, "control") for hex in board}
    for side, hexes in setup.control.items():
        if side not in SIDES:
            raise BadFile(f"{name}: {side!r} cannot control hexes; allowed: {', '.join(SIDES)}.")
        control.update(dict.fromkeys(_hexes(board, hexes, name), side))
    state = State(
        scenario=scenario.id,
        turn=max(1, setup.turn),
        last_turn=setup.last_turn,
        initiative=setup.initiative,
        control=control,
        blocks={},
        fortresses=_fortresses(setup, charts, name),
        boards={s: _board(setup.boards.get(s, BoardSetup())) for s in SIDES},
        naval_bag={"blue": 0, "black": 0, "white": 0} | setup.naval_bag,
        eastern_bag={"red": 0, "black": 0} | setup.eastern_bag,
        trench=setup.trench,
        active=setup.active,
        action_phase=setup.action_phase,
        hindenburg=list(setup.hindenburg),
        decisive=setup.decisive,
        stop_after=setup.stop_after,
        vp=dict.fromkeys(SIDES, 0),
    )
    for given in (setup.tracks, setup.special):
        for field in given.__struct_fields__:
            setattr(state, field, getattr(given, field))
    gas = charts["poison-gas"]
    if any(gas.cell(board.technology["gas"], "gas") != "none" for board in state.boards.values()):
        state.chlorine_turn = state.turn - 1  # reached before this scenario begins
    for nation, places in setup.blocks.items():
        if nation not in NATIONS:
            raise BadFile(f"{name}: {nation!r} is not a nation; allowed: {', '.join(NATIONS)}.")
        for hex, blocks in places.items():
            for text in blocks:
                kind, sp = _block(text, f"{name}: {nation} {hex}")
                state.blocks[state.next_block] = Block(
                    state.next_block, nation, kind, sp, _hexes(board, [hex], name)[0], oos=hex in setup.out_of_supply
                )
                state.next_block += 1
    state.belgium_attacked = any(
        NATIONS[b.nation] == CP and board.fact(b.hex, "nation") == "Belgium" for b in state.blocks.values()
    )
    if options["neutral-belgium"]:
        start_neutral_belgium(state, board)
    if options["neutral-britain"]:
        start_neutral_britain(state)
    return state


def check_setup(setup: Setup, scenario: Scenario, board: Board, charts: Charts) -> None:
    """Refuse what no game could begin with, naming the field."""
    name, tracks = scenario.id, setup.tracks

    def allow(field: str, value: object, allowed: Iterable[object]) -> None:
        if value not in allowed:
            raise BadFile(f"{name}: {field} cannot be {value!r}; allowed: {short_list(map(str, allowed))}.")

    inside = [part for part in ("combat", "breakout", "movement", "air-hex") if part in scenario.start[:-1]]
    if inside:
        raise BadFile(f"{name}: start at '{inside[0]}', not at a step inside it.")
    allow("stop_after", setup.stop_after, STOPS)
    for field in ("initiative", "active"):
        allow(field, getattr(setup, field), (*SIDES, "") if field == "active" else SIDES)
    for field, bag, colours in (
        ("naval_bag", setup.naval_bag, ("blue", "black", "white")),
        ("eastern_bag", setup.eastern_bag, ("red", "black")),
    ):
        for colour, count in bag.items():
            allow(field, colour, colours)
            allow(f"{field}.{colour}", count, range(31))
    allow("turn", setup.turn, charts["turn-track"].row_keys())
    allow("last_turn", setup.last_turn, charts["turn-track"].row_keys())
    allow("tracks.eastern_space", tracks.eastern_space, charts["eastern-front-track"].row_keys())
    allow("tracks.blockade", tracks.blockade, charts["blockade"].row_keys())
    allow("tracks.usa_entry", tracks.usa_entry, charts["usa-entry-track"].row_keys())
    allow("tracks.usw", tracks.usw, range(11))
    allow("tracks.eastern_sp", tracks.eastern_sp, range(100))
    allow("tracks.russian_victories", tracks.russian_victories, range(3))
    for side in setup.boards:
        allow("boards", side, SIDES)
    for side, hex in setup.decisive.items():
        allow("decisive", side, SIDES)
        _hexes(board, [hex], f"{name}: decisive.{side}")
    _hexes(board, setup.hindenburg, f"{name}: hindenburg")
    _hexes(board, setup.out_of_supply, f"{name}: out_of_supply")
    for side, player in setup.boards.items():
        where = f"boards.{side}"
        for technology, level in player.technology.items():
            allow(f"{where}.technology", technology, TECHNOLOGIES)
            allow(f"{where}.technology.{technology}", level, charts[TECHNOLOGY_CHARTS[technology]].row_keys())
        guns = [v for v in player.artillery_counters if v != "bertha"]
        for field, values, arm in (
            ("air_counters", player.air_counters, "air"),
            ("artillery_counters", guns, "artillery"),
        ):
            for value in values:
                allow(f"{where}.{field}", value, range(1, 5))
            if len(values) > COUNTERS - 1 or any(
                sum(v == other for other in values) > charts["counter-mix"].cell(f"{arm} {v}", "count") for v in values
            ):
                raise BadFile(f"{name}: {where}.{field} names more counters than there are.")
        if len(guns) < len(player.artillery_counters) and side != CP:
            raise BadFile(f"{name}: {where}.artillery_counters: Big Bertha is a CP counter.")


@procedure("13.2")
def start_neutral_belgium(state: State, board: Board) -> None:
    """Belgium is neutral until a CP block enters it, if no CP block stands there at the start."""
    if state.belgium_attacked:
        return
    hexes = board.where("nation", "Belgium")
    state.belgium = NEUTRAL
    state.control.update({h: NEUTRAL for h in hexes if state.control[h] == ALLIES})


@procedure("13.1")
def start_neutral_britain(state: State) -> None:
    if not state.belgium_attacked:
        state.britain = NEUTRAL


def _hexes(board: Board, hexes: Iterable[str], name: str) -> list[str]:
    unknown = [h for h in hexes if h not in board]
    if unknown:
        raise BadFile(f"{name}: {short_list(unknown)} is no hex of map {board.name}.")
    return list(hexes)


def _block(text: str, where: str) -> tuple[str, int]:
    kind, _, sp = text.partition(" ")
    if kind not in BLOCK_KINDS or (kind != DECEPTION and not (sp.isdecimal() and sp.isascii())):
        raise BadFile(f"{where}: {text!r} is no block; write 'infantry 8', 'cavalry 3' or 'deception'.")
    return kind, int(sp) if kind != DECEPTION else 0


def _fortresses(setup: Setup, charts: Charts, name: str) -> dict[str, Fortress]:
    built = {}
    for row in charts["fortresses"]:
        sp = setup.fortresses.get(row["name"], row["sp"])
        built[row["name"]] = Fortress(
            row["name"], row["hexes"].split(), row["side"], row["nation"], sp, row["sp"], destroyed=sp == 0
        )
    unknown = set(setup.fortresses) - set(built)
    if unknown:
        raise BadFile(f"{name}: there is no Fortress {short_list(sorted(unknown))}.")
    return built


def _board(setup: BoardSetup) -> PlayerBoard:
    guns = [v for v in setup.artillery_counters if isinstance(v, int)]
    bertha = "bertha" in setup.artillery_counters
    return PlayerBoard(
        supply=setup.supply,
        artillery=setup.artillery,
        air=setup.air,
        lp=setup.lp,
        ep=setup.saved_ep,
        guns=sum(guns),
        bertha=bertha,
        technology={t: setup.technology.get(t, 1 if t == "aircraft" else 0) for t in TECHNOLOGIES},
        tanks=setup.tanks,
        air_counters=[*(Counter(v) for v in setup.air_counters), BLUFF],
        artillery_counters=[*(Counter(v) for v in guns), *([Counter(BERTHA, "bertha")] if bertha else []), BLUFF],
    )


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
        raise BadInput(f"{where}.sp': a {block.kind} block cannot have {block.sp} SPs.")
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
            yield Problem("2.4", where, f"a {block.kind} block cannot have {block.sp} SPs.")


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
