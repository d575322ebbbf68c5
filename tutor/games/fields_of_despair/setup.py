"""Section 1.1, set-up: what a scenario file says of a position, and the state that comes of it.

The words are those of files, of links and of the editor, so nothing in them is trusted: they set up a position or are
refused in one sentence. ``fields`` writes a position down in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ...board import Board
from ...engine.charts import Charts
from ...engine.errors import BadFile, short_list
from ...engine.game import Scenario
from .counters import ACE, BERTHA, BLUFF, COUNTERS
from .nations import TRANSIT
from .rulebook import procedure
from .spending import TECHNOLOGY_CHARTS
from .state import (
    ALLIES,
    BLOCK_KINDS,
    CP,
    DECEPTION,
    NATIONS,
    NEUTRAL,
    SIDES,
    TECHNOLOGIES,
    Block,
    Counter,
    Fortress,
    PlayerBoard,
    State,
)

CUBES = {"naval": ("blue", "black", "white"), "eastern": ("red", "black")}
INSIDE = ("combat", "breakout", "movement", "air-hex")  # phases that are begun as a whole
STOPS = ("", "supply", "actions")
MARKS = ("oos", "up")  # what a block may bear: an Out of Supply marker, and lying face up
NAMED = {"bertha": Counter(BERTHA, "bertha"), "ace": Counter(ACE, "ace"), "bluff": BLUFF}


class BoardSetup(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A player board in a scenario file. The bluffing counters are available unless they are named as used."""

    supply: int = 20
    artillery: int = 0
    air: int = 0
    lp: int = 0
    saved_ep: int = 0
    air_counters: list[int | str] = []
    artillery_counters: list[int | str] = []
    technology: dict[str, int] = {}
    tanks: int = 0
    # What a game under way may have besides
    used_air: list[int | str] = []
    used_artillery: list[int | str] = []
    guns: int | None = None  # value of the Artillery counters owned; None: of those in the two boxes
    bertha: bool = False  # owned, though not held ready
    collected: int = 0
    bid: int = 0
    bribes: int = 0
    damaged: int = 0
    mending: int = 0
    emergency: int = 0
    bertha_fired: bool = False
    free_tank: bool = False
    deployed: dict[str, dict[str, int]] = {}


class Tracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the markers on the board stand, and what the nations do."""

    eastern_space: int = 0
    eastern_sp: int = 0
    russian_victories: int = 0
    blockade: int = 1
    usw: int = 0
    usa_entry: int = 1
    russia_out: bool = False
    eastern_returning: bool = False
    eastern_drawn: dict[str, int] = {}
    usw_declared: bool = False
    first_usw: bool = False
    naval_mode: str = "prize"
    naval_drawn: dict[str, int] = {}
    usa_war_turn: int = 0
    usa_waiting: int = 0
    british_muster: bool = False
    vp: dict[str, int] = {}
    away: dict[str, int] = {}
    # None: what follows from the rest of the set-up
    britain: str | None = None
    belgium: str | None = None
    belgium_attacked: bool | None = None
    chlorine_turn: int | None = None


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario's own rules."""

    usw_from: int = 1
    hindenburg_turn: int = 0
    hindenburg_columns: str = ""
    hindenburg_most: int = 0
    domination: int = 0
    goes_on_to: int = 0
    final_push: bool = False
    uses_vp: bool = True


class Setup(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
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
    # What a game under way may have besides
    hindenburg_placed: bool = False
    breakout: list[str] = []
    reinforced: list[str] = []
    river_spent: list[str] = []
    attrition: dict[str, int] = {}  # rolled, and still to be taken
    fortress_supply: dict[str, int] = {}  # of a Fortress on two hexes: what its first hex gets (6.7.6)


def read_setup(scenario: Scenario) -> Setup:
    """The body of a scenario, its types checked."""
    try:
        return msgspec.convert(scenario.body, Setup)
    except msgspec.ValidationError as err:
        raise BadFile(f"{scenario.id}: {err}.") from None


@procedure("1.1", "2.2", "1.5/hex-control")
def set_up(scenario: Scenario, board: Board, charts: Charts, options: Mapping[str, bool]) -> State:
    """The state at the start of a scenario."""
    setup = read_setup(scenario)
    check_setup(setup, scenario, board, charts)
    control = {hex: board.fact(hex, "control") for hex in board}
    for side, hexes in setup.control.items():
        control.update(dict.fromkeys(hexes, side))
    state = State(
        scenario=scenario.id,
        turn=max(1, setup.turn),
        last_turn=setup.last_turn,
        initiative=setup.initiative,
        control=control,
        blocks={},
        fortresses=_fortresses(setup, charts),
        boards={s: _board(setup.boards.get(s, BoardSetup())) for s in SIDES},
        naval_bag={"blue": 0, "black": 0, "white": 0} | setup.naval_bag,
        eastern_bag={"red": 0, "black": 0} | setup.eastern_bag,
        trench=setup.trench,
        active=setup.active,
        action_phase=setup.action_phase,
        hindenburg=list(setup.hindenburg),
        decisive=setup.decisive,
        stop_after=setup.stop_after,
        hindenburg_placed=setup.hindenburg_placed,
        breakout=list(setup.breakout),
        reinforced=list(setup.reinforced),
        river_spent=list(setup.river_spent),
        attrition=setup.attrition,
    )
    for given in (setup.tracks, setup.special):
        for field in given.__struct_fields__:
            if (value := getattr(given, field)) is not None:
                # A copy: what a set-up leaves out is shared by all of them, and play changes the state.
                setattr(state, field, dict(value) if isinstance(value, dict) else value)
    state.vp = dict.fromkeys(SIDES, 0) | setup.tracks.vp
    _put_blocks(state, setup, scenario.id)
    _history(state, setup, board, charts)
    _neutrals(state, setup.tracks, board, options, scenario.id)
    return state


def _put_blocks(state: State, setup: Setup, name: str) -> None:
    for nation, places in setup.blocks.items():
        for hex, blocks in places.items():
            for text in blocks:
                kind, sp, marks = read_block(text, f"{name}: {nation} {hex}")
                state.blocks[state.next_block] = Block(
                    state.next_block,
                    nation,
                    kind,
                    sp,
                    hex,
                    oos="oos" in marks or hex in setup.out_of_supply,
                    face_up="up" in marks,
                )
                state.next_block += 1


def _history(state: State, setup: Setup, board: Board, charts: Charts) -> None:
    """What must have happened before, unless the set-up says otherwise."""
    if setup.tracks.chlorine_turn is None:
        gas = charts["poison-gas"]
        if any(gas.cell(player.technology["gas"], "gas") != "none" for player in state.boards.values()):
            state.chlorine_turn = state.turn - 1  # reached before this scenario begins
    if setup.tracks.belgium_attacked is None:
        state.belgium_attacked = any(
            NATIONS[b.nation] == CP and board.fact(b.hex, "nation") == "Belgium" for b in state.blocks.values()
        )


def _neutrals(state: State, tracks: Tracks, board: Board, options: Mapping[str, bool], name: str) -> None:
    for nation, stance in (("belgium", tracks.belgium), ("britain", tracks.britain)):
        if stance not in (None, ALLIES) and not options[f"neutral-{nation}"]:
            raise BadFile(f"{name}: tracks.{nation} can be {stance!r} only with the optional rule neutral-{nation}.")
    if tracks.belgium == NEUTRAL or (tracks.belgium is None and options["neutral-belgium"]):
        start_neutral_belgium(state, board)
    if tracks.britain is None and options["neutral-britain"]:
        start_neutral_britain(state)


@procedure("13.2")
def start_neutral_belgium(state: State, board: Board) -> None:
    """Belgium is neutral until a CP block enters it, if no CP block stands there at the start."""
    if state.belgium_attacked:
        state.belgium = ALLIES
        return
    hexes = board.where("nation", "Belgium")
    state.belgium = NEUTRAL
    state.control.update({h: NEUTRAL for h in hexes if state.control[h] == ALLIES})


@procedure("13.1")
def start_neutral_britain(state: State) -> None:
    if not state.belgium_attacked:
        state.britain = NEUTRAL


def read_block(text: str, where: str) -> tuple[str, int, list[str]]:
    """A block in words: its kind, its strength, and what it bears."""
    kind, *words = text.split(" ") if text.isascii() else [""]
    sp = "0" if kind == DECEPTION else words.pop(0) if words else ""
    if kind not in BLOCK_KINDS or not (sp.isdecimal() and len(sp) < 4) or not set(words) <= set(MARKS):
        raise BadFile(
            f"{where}: {text!r} is no block; write 'infantry 8', 'cavalry 3' or 'deception', with 'oos' behind it "
            "where it is Out of Supply and 'up' where it lies face up."
        )
    return kind, int(sp), words


def _fortresses(setup: Setup, charts: Charts) -> dict[str, Fortress]:
    built = {}
    for row in charts["fortresses"]:
        name, full = row["name"], row["sp"]
        sp = setup.fortresses.get(name, full)
        share = setup.fortress_supply.get(name, -1)
        built[name] = Fortress(
            name, row["hexes"].split(), row["side"], row["nation"], sp, full, destroyed=sp == 0, first_share=share
        )
    return built


def _board(setup: BoardSetup) -> PlayerBoard:
    air, used_air = _box(setup.air_counters, setup.used_air)
    guns, used_guns = _box(setup.artillery_counters, setup.used_artillery)
    owned = sum(c.value for c in (*guns, *used_guns) if not c.special)
    return PlayerBoard(
        supply=setup.supply,
        artillery=setup.artillery,
        air=setup.air,
        lp=setup.lp,
        ep=setup.saved_ep,
        collected=setup.collected,
        bid=setup.bid,
        guns=owned if setup.guns is None else setup.guns,
        bertha=setup.bertha or NAMED["bertha"] in (*guns, *used_guns),
        technology={t: setup.technology.get(t, 1 if t == "aircraft" else 0) for t in TECHNOLOGIES},
        tanks=setup.tanks,
        bribes=setup.bribes,
        air_counters=air,
        used_air=used_air,
        artillery_counters=guns,
        used_artillery=used_guns,
        damaged=setup.damaged,
        mending=setup.mending,
        emergency=setup.emergency,
        bertha_fired=setup.bertha_fired,
        deployed=setup.deployed,
        free_tank=setup.free_tank,
    )


def _box(available: list[int | str], used: list[int | str]) -> tuple[list[Counter], list[Counter]]:
    ready, spent = (
        [NAMED[name] if isinstance(name, str) else Counter(name) for name in box] for box in (available, used)
    )
    return ready if BLUFF in spent else [*ready, BLUFF], spent


# What no game could begin with


class _Allow:
    """Refuses a value that is not among those allowed, naming the field."""

    def __init__(self, name: str, board: Board) -> None:
        self.name, self.board = name, board

    def __call__(self, field: str, value: object, allowed: Iterable[object]) -> None:
        if value not in allowed:
            raise BadFile(f"{self.name}: {field} cannot be {value!r}; allowed: {short_list(map(str, allowed))}.")

    def counts(self, field: str, counts: Mapping[str, int], names: Iterable[object], most: int) -> None:
        for key, count in counts.items():
            self(field, key, names)
            self(f"{field}.{key}", count, range(most + 1))

    def hexes(self, field: str, hexes: Iterable[str]) -> None:
        unknown = [h for h in hexes if h not in self.board]
        if unknown:
            raise BadFile(f"{self.name}: {field}: {short_list(unknown)} is no hex of map {self.board.name}.")


def check_setup(setup: Setup, scenario: Scenario, board: Board, charts: Charts) -> None:
    """Refuse what no game could begin with, naming the field."""
    allow = _Allow(scenario.id, board)
    inside = [part for part in INSIDE if part in scenario.start[:-1]]
    if inside:
        raise BadFile(f"{scenario.id}: start at '{inside[0]}', not at a step inside it.")
    turns = charts["turn-track"].row_keys()
    allow("stop_after", setup.stop_after, STOPS)
    allow("initiative", setup.initiative, SIDES)
    allow("active", setup.active, (*SIDES, ""))
    allow("action_phase", setup.action_phase, range(3))
    allow("turn", setup.turn, turns)
    allow("last_turn", setup.last_turn, turns)
    allow.counts("naval_bag", setup.naval_bag, CUBES["naval"], 30)
    allow.counts("eastern_bag", setup.eastern_bag, CUBES["eastern"], 30)
    allow.counts("attrition", setup.attrition, (*SIDES, "usw"), 99)
    _check_tracks(setup.tracks, allow, charts)
    for field, allowed in {
        "usw_from": range(100),
        "hindenburg_turn": (0, *turns),
        "hindenburg_most": range(100),
        "domination": range(100),
        "goes_on_to": (0, *turns),
    }.items():
        allow(f"special.{field}", getattr(setup.special, field), allowed)
    for side, hexes in setup.control.items():
        if side not in SIDES:
            raise BadFile(f"{scenario.id}: {side!r} cannot control hexes; allowed: {', '.join(SIDES)}.")
        allow.hexes(f"control.{side}", hexes)
    for side, hex in setup.decisive.items():
        allow("decisive", side, SIDES)
        allow.hexes(f"decisive.{side}", [hex])
    for field in ("hindenburg", "out_of_supply", "breakout", "reinforced", "river_spent"):
        allow.hexes(field, getattr(setup, field))
    for nation, places in setup.blocks.items():
        if nation not in NATIONS:
            raise BadFile(f"{scenario.id}: {nation!r} is not a nation; allowed: {', '.join(NATIONS)}.")
        allow.hexes(f"blocks.{nation}", places)
    _check_fortresses(setup, allow, charts)
    for side, player in setup.boards.items():
        allow("boards", side, SIDES)
        _check_player(side, player, allow, charts)


def _check_tracks(tracks: Tracks, allow: _Allow, charts: Charts) -> None:
    turns = charts["turn-track"].row_keys()
    for field, allowed in {
        "eastern_space": charts["eastern-front-track"].row_keys(),
        "blockade": charts["blockade"].row_keys(),
        "usa_entry": charts["usa-entry-track"].row_keys(),
        "usw": range(11),
        "eastern_sp": range(100),
        "russian_victories": range(3),
        "naval_mode": ("prize", "usw"),
        "usa_war_turn": (0, *turns),
        "usa_waiting": range(100),
        "britain": (None, ALLIES, NEUTRAL),
        "belgium": (None, ALLIES, NEUTRAL, TRANSIT),
        "chlorine_turn": (None, -1, 0, *turns),
    }.items():
        allow(f"tracks.{field}", getattr(tracks, field), allowed)
    allow.counts("tracks.naval_drawn", tracks.naval_drawn, CUBES["naval"], 3)
    allow.counts("tracks.eastern_drawn", tracks.eastern_drawn, CUBES["eastern"], 3)
    allow.counts("tracks.vp", tracks.vp, SIDES, 99)
    allow.counts("tracks.away", tracks.away, [str(turn) for turn in range(1, max(turns) + 3)], 99)


def _check_fortresses(setup: Setup, allow: _Allow, charts: Charts) -> None:
    full = {row["name"]: row["sp"] for row in charts["fortresses"]}
    for given in (setup.fortresses, setup.fortress_supply):
        unknown = set(given) - set(full)
        if unknown:
            raise BadFile(f"{allow.name}: there is no Fortress {short_list(sorted(unknown))}.")
    for name, share in setup.fortress_supply.items():
        allow(f"fortress_supply.{name}", share, range(2 * full[name] + 1))


def _check_player(side: str, player: BoardSetup, allow: _Allow, charts: Charts) -> None:
    where = f"boards.{side}"
    for technology, level in player.technology.items():
        allow(f"{where}.technology", technology, TECHNOLOGIES)
        allow(f"{where}.technology.{technology}", level, charts[TECHNOLOGY_CHARTS[technology]].row_keys())
    for field in ("supply", "artillery", "air", "lp", "saved_ep", "tanks"):
        allow(f"{where}.{field}", getattr(player, field), range(100))
    for field, most in {"collected": 30, "bid": 30, "bribes": 9, "damaged": 30, "mending": 30, "emergency": 2}.items():
        allow(f"{where}.{field}", getattr(player, field), range(most + 1))
    allow(f"{where}.guns", player.guns, (None, *range(31)))
    _check_counters(f"{where}.air_counters", player.air_counters, player.used_air, "air", allow, charts)
    guns = (player.artillery_counters, player.used_artillery)
    _check_counters(f"{where}.artillery_counters", *guns, "artillery", allow, charts)
    if side != CP and (player.bertha or "bertha" in (*guns[0], *guns[1])):
        raise BadFile(f"{allow.name}: {where}.artillery_counters: Big Bertha is a CP counter.")
    for nation, placed in player.deployed.items():
        allow(f"{where}.deployed", nation, [n for n, power in NATIONS.items() if power == side])
        allow.counts(f"{where}.deployed.{nation}", placed, allow.board, 99)


def _check_counters(
    field: str, available: list[int | str], used: list[int | str], arm: str, allow: _Allow, charts: Charts
) -> None:
    special = "ace" if arm == "air" else "bertha"
    for box, extra in ((available, [special]), (used, [special, "bluff"])):
        for counter in box:
            allow(field, counter, [1, 2, 3, 4, *extra])
    plain = [v for v in (*available, *used) if v not in ("bluff", "bertha")]
    named = [v for v in (*available, *used) if isinstance(v, str)]
    mix = charts["counter-mix"]
    if (
        len(plain) > COUNTERS - 1
        or any(plain.count(v) > mix.cell(f"{arm} {v}", "count") for v in plain)
        or len(set(named)) < len(named)
    ):
        raise BadFile(f"{allow.name}: {field} names more counters than there are.")
