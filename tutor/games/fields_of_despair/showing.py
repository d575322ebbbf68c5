"""What panels show of the game: liveries, pieces, control, and sheets of figures.

All of it is made from a player's view, so nothing is shown that the viewer may not know. What a click means, and what
a button says, stands in ``clicks``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from ...engine.session import Session
from ...engine.showing import Dial, Livery, Piece, Sheet
from .spending import TECHNOLOGY_CHARTS, tank_name
from .state import ADJECTIVES, ALLIES, CP, DECEPTION, NATIONS, NEUTRAL, SIDES, Counter, PlayerBoard
from .views import BlockView, CounterView, SideView

PLAYER_NAMES = {CP: "Central Powers", ALLIES: "Allies"}
# The cloth of the armies: each differs in lightness as well as in hue, and bears letters.
LIVERIES = {
    "Germany": Livery("#56655c", "#ffffff", "DE"),  # field grey
    "France": Livery("#a9c3dc", "#14233a", "FR"),  # horizon blue
    "Britain": Livery("#c8a874", "#2e2210", "GB"),  # khaki
    "Belgium": Livery("#26262c", "#e6c25a", "BE"),  # dark, with gold
    "USA": Livery("#8c8d36", "#16160a", "US"),  # olive
}
# Counters belong to a Power, not to a nation: they wear the cloth of its first nation.
FIRST_NATION = {CP: "Germany", ALLIES: "France"}
POWER = {CP: "Central Powers", ALLIES: "Allied"}
SPECIAL = {"bluff": "bluff", "ace": "Ace", "bertha": "Big Bertha"}
ARMS = {"air": "Air", "artillery": "Artillery"}
NEUTRALS = {"Belgium": "belgium", "Britain": "britain"}  # the tracks that say whether they fight (13.1, 13.2)


# Where a combat is fought

HEX_BY_HEX = ("artillery-fire", "infantry-combat")  # the phases in which one hex after another is resolved
BETWEEN_HEXES = ("fire-hex", "declare")  # their first steps: the hex before is done, the next is not chosen


def combat_space(session: Session) -> str:
    """The hex whose dogfight, Artillery Fire or Infantry Combat is being resolved."""
    s, places = session.state, [place.id.removeprefix("breakout-") for place in session.where]
    if s.dogfight is not None:
        return str(s.dogfight.hex)
    if s.battle is None or not places or places[-1] in BETWEEN_HEXES or not set(HEX_BY_HEX) & set(places):
        return ""
    return str(s.battle.hex)


# Pieces


def pieces(view: SideView) -> list[Piece]:
    """Everything on the map, as the viewer may know it."""
    counters = [_counter(number, counter) for number, counter in enumerate(view.counters)]
    return [*_fortresses(view), *(_block(view, block) for block in view.blocks), *counters, *_markers(view)]


def side_of(view: SideView, nation: str) -> str:
    """The player a nation fights for; nobody while it is neutral."""
    neutral = nation in NEUTRALS and view.tracks[NEUTRALS[nation]] != ALLIES
    return "" if neutral else NATIONS[nation]


def _block(view: SideView, block: BlockView) -> Piece:
    hidden = not block.kind
    words = [f"{ADJECTIVES[block.nation]} {block.kind or 'block'}"]
    words += ["hidden"] if hidden else [] if block.kind == DECEPTION else [f"{block.sp} SP"]
    words += ["out of supply"] if block.oos else []
    words += ["face up"] if block.face_up else []
    return Piece(
        id=f"block-{block.id}",
        space=block.hex,
        side=side_of(view, block.nation),
        nation=block.nation,
        branch=block.kind or "unknown",
        value="" if hidden else str(block.sp),
        hidden=hidden,
        badge=" ".join(["OOS"] * block.oos + ["up"] * block.face_up),
        text=", ".join(words),
    )


def _counter(number: int, counter: CounterView) -> Piece:
    hidden = counter.value is None
    known = SPECIAL.get(counter.special, "") if not hidden else "hidden"
    value = "" if hidden else str(counter.value)
    return Piece(
        id=f"{counter.arm}-{number}",
        space=counter.hex,
        side=counter.side,
        nation=FIRST_NATION[counter.side],
        branch=counter.arm,
        value=value,
        hidden=hidden,
        text=", ".join(w for w in (f"{POWER[counter.side]} {ARMS[counter.arm]} counter", known, value) if w),
    )


def _fortresses(view: SideView) -> Iterator[Piece]:
    for fortress in view.fortresses:
        if fortress.destroyed:
            continue
        for hex in fortress.hexes:
            yield Piece(
                id=f"fortress-{fortress.name}-{hex}",
                space=hex,
                side=side_of(view, fortress.nation),
                nation=fortress.nation,
                branch="fortress",
                value=str(fortress.sp),
                text=f"{fortress.name}, {ADJECTIVES[fortress.nation]} Fortress, {fortress.sp} of {fortress.full} SP",
            )


def _markers(view: SideView) -> Iterator[Piece]:
    for hex in view.markers["hindenburg"]:
        yield _marker(f"hindenburg-{hex}", hex, CP, "HL", "Hindenburg Line")
    for hex in view.markers["breakout"]:
        yield _marker(f"breakout-{hex}", hex, view.active, "BO", "Breakout Move marker")


def _marker(id: str, hex: str, side: str, badge: str, text: str) -> Piece:
    return Piece(id, hex, side, FIRST_NATION.get(side, ""), branch="marker", badge=badge, text=text)


def control(view: SideView) -> dict[str, str]:
    """Who controls each hex; neutral ground is left out."""
    return {hex: side for hex, side in view.control.items() if side != NEUTRAL}


# Sheets


def sheets(view: SideView) -> list[Sheet]:
    """The tracks that both see, then the viewer's own board and Force Pool."""
    name = PLAYER_NAMES[view.player]
    return [
        Sheet("Tracks", "", list(_public_dials(view))),
        Sheet(f"Player board: {name}", view.player, list(_board_dials(view))),
        Sheet(f"Force Pool: {name}", view.player, list(_pool_dials(view))),
    ]


@cache
def ends() -> dict[str, tuple[int, int]]:
    """Where tracks begin and end. Read once: sheets are made anew after every click."""
    from .game import GAME

    charts = GAME.charts()
    found = {row["track"]: (row["low"], row["high"]) for row in charts["player-tracks"]}
    levels = {f"technology {name}": chart for name, chart in TECHNOLOGY_CHARTS.items()}
    tracks = {"eastern_space": "eastern-front-track", "blockade": "blockade", "usa_entry": "usa-entry-track"}
    for track, chart in {**levels, **tracks, "turn": "turn-track"}.items():
        keys = charts[chart].row_keys()
        found[track] = (min(keys), max(keys))
    return {**found, "usw": (0, 10), "russian_victories": (0, 3)}


@cache
def labels() -> dict[str, dict[int, str]]:
    """What is printed in the spaces of the tracks."""
    from .game import GAME

    charts = GAME.charts()
    return {
        "turn": {row["turn"]: row["period"] for row in charts["turn-track"]},
        "eastern_space": {row["space"]: row["label"] for row in charts["eastern-front-track"]},
        "usa_entry": {row["space"]: row["label"] for row in charts["usa-entry-track"]},
    }


def _track(title: str, value: int, section: str, track: str, note: str = "") -> Dial:
    low, high = ends()[track]
    return Dial(title, str(value), section, low, high, note)


def _public_dials(view: SideView) -> Iterator[Dial]:
    at, printed = view.tracks, labels()
    yield _track("Turn", view.turn, "4.1", "turn", printed["turn"].get(view.turn, ""))
    yield Dial("Action Phase", str(view.action_phase) if view.action_phase else "none yet", "7.0")
    yield Dial("Active player", PLAYER_NAMES.get(view.active, "nobody"), "1.5/active-player")
    yield Dial("Initiative", PLAYER_NAMES[view.initiative], "1.5/initiative")
    yield Dial("Trench Warfare", "yes" if view.trench else "no", "1.2")
    for side in SIDES:
        yield Dial(f"Victory Points, {PLAYER_NAMES[side]}", str(at["vp"].get(side, 0)), "9.0")
    yield _track(
        "Eastern Front track",
        at["eastern_space"],
        "5.1",
        "eastern_space",
        printed["eastern_space"][at["eastern_space"]],
    )
    yield Dial("SPs on the Eastern Front", str(at["eastern_sp"]), "5.0")
    yield _track("Major Russian Victories", at["russian_victories"], "5.1/major-victory", "russian_victories")
    yield Dial("Russia", "out of the war" if at["russia_out"] else "at war", "5.1/bolshevik")
    yield _track("Blockade", at["blockade"], "6.4.3", "blockade")
    yield _track("USW", at["usw"], "6.4.4", "usw")
    yield Dial("U-boats", "USW" if at["naval_mode"] == "usw" else "Prize Regulations", "6.4.1")
    for title, drawn, section in (
        ("Drawn from the Naval bag", at["naval_drawn"], "6.4.2"),
        ("Drawn for the Eastern Front", at["eastern_drawn"], "5.1"),
    ):
        if drawn:
            yield Dial(title, _cubes(drawn), section)
    yield _track(
        "USA Entry", at["usa_entry"], "4.1/usa-entry-track", "usa_entry", printed["usa_entry"][at["usa_entry"]]
    )
    if at["usa_war_turn"]:
        yield Dial("USA at war since Turn", str(at["usa_war_turn"]), "11.2")
    for nation, section in (("Britain", "13.1"), ("Belgium", "13.2")):
        stance = at[NEUTRALS[nation]]
        if stance != ALLIES:
            yield Dial(nation, "neutral" if stance == NEUTRAL else "neutral, grants Transit Rights", section)
    for turn, sp in sorted(at["away"].items()):
        yield Dial(f"SPs back on Turn {turn}", str(sp), "13.5")


def _cubes(drawn: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {colour}" for colour, n in drawn.items() if n) or "none"


def _board_dials(view: SideView) -> Iterator[Dial]:
    board = view.own_board
    yield _track("Supply Capacity", board.supply, "6.7.1", "supply")
    yield _track("Artillery Maintenance", board.artillery, "6.5.2/artillery", "artillery")
    yield _track("Air Maintenance", board.air, "6.5.2/air", "air")
    yield _track("Logistic Points", board.lp, "10.0", "lp")
    yield Dial("Economic Points", str(board.ep), "1.5/economic-points")
    yield Dial("Initiative bid", str(board.bid), "6.5.1/initiative-bid")
    yield Dial(
        "Artillery owned", str(board.guns), "6.5.1/artillery-counter", note="and Big Bertha" if board.bertha else ""
    )
    tanks = tank_name(view.player)
    for name, title, section in (
        ("aircraft", "Aircraft", "12.1"),
        ("gas", "Poison Gas", "12.2"),
        ("masks", "Gas Masks", "12.3"),
        ("tanks", tanks if tanks == "Stosstruppen" else "Tanks", "12.4"),
    ):
        yield _track(f"Technology: {title}", board.technology[name], section, f"technology {name}")
    yield Dial(f"{tanks} counters", str(board.tanks), "2.5.4")
    if board.bribes:
        yield Dial("Belgian bribes", str(board.bribes), "13.2/bribes")
    yield from _box_dials(board)


def _box_dials(board: PlayerBoard) -> Iterator[Dial]:
    """The boxes of counters, in the order in which Refresh empties them."""
    yield Dial("Available Air", _counters(board.air_counters), "6.5.2/air")
    yield Dial("Used Air", _counters(board.used_air), "7.1.4")
    yield Dial("Air Damage", str(board.damaged + board.mending), "7.6", note=f"{board.mending} mend at Refresh")
    yield Dial("Available Artillery", _counters(board.artillery_counters), "6.5.2/artillery")
    yield Dial("Used Artillery", _counters(board.used_artillery), "7.3.1/resolve")


def _counters(counters: list[Counter]) -> str:
    return ", ".join(SPECIAL.get(c.special) or str(c.value) for c in counters) or "none"


def _pool_dials(view: SideView) -> Iterator[Dial]:
    for key, left in view.force_pool.items():
        nation, _, kind = key.partition(" ")
        title = f"{ADJECTIVES[nation]} {kind}"
        if kind == DECEPTION:
            yield Dial(title, str(left[0]), "1.5/force-pool")
        else:
            bands = (f"{n} of {4 * band + 1}-{4 * band + 4}" for band, n in enumerate(left) if n)
            yield Dial(title, str(sum(left)), "1.5/force-pool", note=", ".join(bands))
