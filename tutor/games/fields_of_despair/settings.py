"""The settings of a position that is set up by hand: turn, player boards, tracks, bags, and a scenario's own rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.arranging import Entry
from ...engine.charts import Charts
from ...engine.errors import BadInput
from ...engine.game import Option
from ...engine.phases import Phase, Step
from .sequence import SEQUENCE
from .setup import BoardSetup, Setup, Special, Tracks
from .showing import PLAYER_NAMES
from .spending import TECHNOLOGY_CHARTS, tank_name
from .state import ALLIES, CP, KOBLENZ, NEUTRAL, PARIS, SIDES

YES_NO = {"no": False, "yes": True}
NOBODY, NONE = "nobody", "none"
# Where a game may begin, in the order of the sequence of play
STARTS = {
    "Next turn": ("turn",),
    "Eastern Front": ("turn", "eastern-front"),
    "Production Phase": ("turn", "production"),
    "Naval Warfare": ("turn", "production", "naval"),
    "Spend Economic Points": ("turn", "production", "spend"),
    "Allocate Supply": ("turn", "production", "supply"),
    "Action Phase": ("turn", "action-phase"),
    "Air": ("turn", "action-phase", "player-actions", "air"),
    "Block Movement": ("turn", "action-phase", "player-actions", "movement"),
    "Combat": ("turn", "action-phase", "player-actions", "combat"),
    "Breakout": ("turn", "action-phase", "player-actions", "breakout"),
    "Refresh": ("turn", "action-phase", "refresh"),
    "Strategic Reorganization": ("turn", "reorganization"),
    "Scoring Phase": ("turn", "scoring"),
}


@dataclass(frozen=True)
class CounterEntry(Entry):
    """How many counters of one value lie in a box; the fields hold the box as a list."""

    counter: int | str = 0

    def _box(self) -> str:
        return self.path.rsplit(".", 1)[0]

    def value(self, fields: Mapping[str, Any]) -> Any:
        count = Entry(self._box(), "", "", "", []).value(fields).count(self.counter)
        return bool(count) if self.words is not None else count

    def put(self, fields: dict[str, Any], value: Any) -> None:
        count = int(self.read(value))
        if not 0 <= count <= 99:
            raise BadInput(f"{self.path} is a number of counters, not {count}.")
        _, side, box = self._box().split(".")
        board = fields.setdefault("boards", {}).setdefault(side, {})
        others = [c for c in board.get(box, []) if c != self.counter]
        board[box] = [*others, *[self.counter] * count]


@dataclass(frozen=True)
class StartEntry(Entry):
    """Where the game begins: a name for the way into the sequence of play."""

    def value(self, fields: Mapping[str, Any]) -> Any:
        return tuple(fields.get("start", ())) or self.default

    def put(self, fields: dict[str, Any], value: Any) -> None:
        fields["start"] = list(self.read(tuple(value) if isinstance(value, list) else value))


@dataclass(frozen=True)
class DecisiveEntry(Entry):
    """The hex that wins the game; none is no field at all."""

    def put(self, fields: dict[str, Any], value: Any) -> None:
        super().put(fields, value)
        fields["decisive"] = {side: hex for side, hex in fields["decisive"].items() if hex}


def entries(
    charts: Charts, fields: Mapping[str, Any], begun: tuple[str, ...], options: Mapping[str, Option]
) -> Iterator[Entry]:
    """Every setting, in the order of the rulebook. ``begun``: where the position began when it was taken up."""
    yield from _turn(charts, begun)
    for side in (CP, ALLIES):
        yield from _player(charts, side)
    yield from _tracks(charts)
    yield from _bags(charts)
    yield from _special(charts, fields, options)


def _ends(charts: Charts, chart: str) -> tuple[int, int]:
    keys = charts[chart].row_keys()
    return min(keys), max(keys)


def _sides(*more: str) -> dict[str, str]:
    return {**{PLAYER_NAMES[side]: side for side in SIDES}, **dict.fromkeys(more, "")}


def _turn(charts: Charts, begun: tuple[str, ...]) -> Iterator[Entry]:
    group, turns = "Turn", _ends(charts, "turn-track")
    default = Setup()
    yield Entry("turn", "Turn", group, "4.1", default.turn, *turns)
    yield Entry("last_turn", "Last turn", group, "9.0/game-end", default.last_turn, *turns)
    starts = dict(STARTS)
    if begun and begun not in starts.values():
        starts[_called(begun)] = begun
    yield StartEntry("start", "Begins with", group, "4.0", STARTS["Next turn"], words=starts)
    yield Entry("initiative", "Initiative", group, "1.5/initiative", default.initiative, words=_sides())
    yield Entry("active", "Active player", group, "1.5/active-player", default.active, words=_sides(NOBODY))
    yield Entry("action_phase", "Action Phase", group, "7.0", default.action_phase, 0, 2)
    yield Entry("trench", "Trench Warfare", group, "1.2", default.trench, words=YES_NO)


def _called(start: tuple[str, ...]) -> str:
    """A place in the sequence of play, by the title of its last part."""
    node: Phase | Step = SEQUENCE
    for id in start:
        node = next((part for part in getattr(node, "parts", ()) if part.id == id), node)
    return node.title if node.id == start[-1] and node.title not in STARTS else " > ".join(start[1:])


def _player(charts: Charts, side: str) -> Iterator[Entry]:
    group, at, default = PLAYER_NAMES[side], f"boards.{side}", BoardSetup()
    ends = {row["track"]: (row["low"], row["high"]) for row in charts["player-tracks"]}
    for field, title, section in (
        ("supply", "Supply Capacity", "6.7.1"),
        ("artillery", "Artillery Maintenance", "6.5.2/artillery"),
        ("air", "Air Maintenance", "6.5.2/air"),
        ("lp", "Logistic Points", "10.0"),
    ):
        yield Entry(f"{at}.{field}", title, group, section, getattr(default, field), *ends[field])
    yield Entry(f"{at}.saved_ep", "Economic Points", group, "1.5/economic-points", 0, 0, 30)
    yield Entry(f"{at}.bid", "Initiative bid", group, "6.5.1/initiative-bid", 0, 0, 30)
    for name, title, section in (
        ("aircraft", "Aircraft", "12.1"),
        ("gas", "Poison Gas", "12.2"),
        ("masks", "Gas Masks", "12.3"),
        ("tanks", tank_name(side), "12.4"),
    ):
        levels = _ends(charts, TECHNOLOGY_CHARTS[name])
        yield Entry(f"{at}.technology.{name}", f"Technology: {title}", group, section, levels[0], *levels)
    yield Entry(f"{at}.tanks", f"{tank_name(side)} counters", group, "2.5.4", 0, 0, 9)
    for row in charts["counter-mix"]:
        if row["special"] == "bluff" or row["side"] not in ("both", side):
            continue
        arm, section = row["arm"], f"6.5.2/{row['arm']}"
        path, title = f"{at}.{arm}_counters.{row['special'] or row['value']}", arm.capitalize()
        if row["special"]:
            name = {"ace": "Ace", "bertha": "Big Bertha"}[row["special"]]
            yield CounterEntry(path, name, group, section, False, words=YES_NO, counter=row["special"])
        else:
            count = row["count"]
            yield CounterEntry(
                path, f"{title} counters of {row['value']}", group, section, 0, 0, count, counter=row["value"]
            )
    yield Entry(f"{at}.damaged", "Air Damage in the Damaged box", group, "7.1.4", 0, 0, 15)
    yield Entry(f"{at}.mending", "Air Damage in the Used box", group, "7.6", 0, 0, 15)


def _tracks(charts: Charts) -> Iterator[Entry]:
    group, default = "Tracks", Tracks()

    def entry(field: str, title: str, section: str, low: int = 0, high: int = 0, **more: Any) -> Entry:
        return Entry(f"tracks.{field}", title, group, section, getattr(default, field), low, high, **more)

    for side in SIDES:
        yield Entry(f"tracks.vp.{side}", f"Victory Points, {PLAYER_NAMES[side]}", group, "9.0", 0, 0, 30)
    yield entry("eastern_space", "Eastern Front track", "5.1", *_ends(charts, "eastern-front-track"))
    yield entry("eastern_sp", "SPs on the Eastern Front", "5.0", 0, 99)
    yield entry("russian_victories", "Major Russian Victories", "5.1/major-victory", 0, 2)
    yield entry("russia_out", "Russia is out of the war", "5.1/bolshevik", words=YES_NO)
    yield entry("blockade", "Blockade", "6.4.3", *_ends(charts, "blockade"))
    yield entry("usw", "USW", "6.4.4", 0, 10)
    yield entry("usw_declared", "USW was declared before", "6.4.4/usa-entry", words=YES_NO)
    yield entry("usa_entry", "USA Entry", "4.1/usa-entry-track", *_ends(charts, "usa-entry-track"))
    yield entry("usa_war_turn", "USA at war since Turn (0: neutral)", "11.2", 0, _ends(charts, "turn-track")[1])
    stances = {"as the optional rules say": None, "one of the Allies": ALLIES, "neutral": NEUTRAL}
    yield entry("britain", "Britain", "13.1", words=stances)
    yield entry("belgium", "Belgium", "13.2", words={**stances, "neutral, grants Transit Rights": "transit"})


def _bags(charts: Charts) -> Iterator[Entry]:
    for bag, title, colours, section in (
        ("naval_bag", "Naval bag", ("blue", "black", "white"), "6.4.2"),
        ("eastern_bag", "Eastern Front bag", ("red", "black"), "5.1"),
    ):
        for colour in colours:
            most = charts["components"].cell(f"cubes, {colour}", "count")
            yield Entry(f"{bag}.{colour}", f"{title}: {colour}", "Bags", section, 0, 0, most)


def _special(charts: Charts, fields: Mapping[str, Any], options: Mapping[str, Option]) -> Iterator[Entry]:
    group, turns, default = "Special", _ends(charts, "turn-track"), Special()
    for side, goal in ((CP, PARIS), (ALLIES, KOBLENZ)):
        hexes = dict.fromkeys([goal, fields.get("decisive", {}).get(side) or goal])
        yield DecisiveEntry(
            f"decisive.{side}",
            f"Decisive win of the {PLAYER_NAMES[side]} by holding",
            group,
            "3.1.1",
            "",
            words={NONE: "", **{hex: hex for hex in hexes}},
        )
    for field, title, section, high in (
        ("domination", "Lead in VPs that wins (0: none)", "3.1.2", 30),
        ("usw_from", "USW is allowed from Turn", "6.4.1", turns[1]),
        ("hindenburg_turn", "Hindenburg Line on Turn (0: never)", "16.4", turns[1]),
        ("hindenburg_most", "Hindenburg Line markers", "16.4", 20),
        ("goes_on_to", "May be played on to Turn (0: no)", "9.0/game-end", turns[1]),
    ):
        yield Entry(f"special.{field}", title, group, section, getattr(default, field), 0, high)
    yield Entry("special.uses_vp", "Victory Points are counted", group, "9.0", default.uses_vp, words=YES_NO)
    stops = {"at the end of the scenario": "", "after supply": "supply", "after a player's steps": "actions"}
    yield Entry("stop_after", "Ends", group, "1.1", "", words=stops)
    for name, option in options.items():
        yield Entry(f"options.{name}", option.title, group, option.section, False, words=YES_NO)
