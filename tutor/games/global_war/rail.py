"""Sections 10.4 and 10.5: strategic rail movement, on rivers and the Burma Road too."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from ...engine.decisions import Action
from ...engine.rulings import Ruling
from .actions.movement import RailMove
from .facilities import MAJOR_NAVAL, SUBMARINE_BASE, bases_beside
from .hand import Hand, hand_of
from .land_moves import crossing_between, militia_stay_at_home
from .nations import CHINESE, adjective, name_of
from .permissions import may_enter, what_would_open_it
from .ranges import allowance
from .rulebook import RULES, procedure, rule
from .state import G
from .strategic import ledger
from .supply import border, railway, river_way
from .terms import may_share_land, owner, roundel
from .units import called, listed, shift, type_of, units_in
from .ways import Said, legs
from .zones import is_land, is_sea, land_neighbours, name_of_zone, region, sea_neighbours

COASTAL_SUBMARINE = "coastal-submarine"
BURMA_ROAD = ("burma", "yunnan")
REGIONS = {
    "north-america": "North America", "south-america": "South America", "europe": "Europe", "africa": "Africa",
    "middle-east": "the Middle East", "ussr": "the USSR", "asia": "Asia",
}  # fmt: skip


@procedure("10.4", "2.3/commonwealth")
def rail_left(g: G, nation: str, zone: str) -> int:
    """Units that a player may still rail this turn in the region of a zone."""
    here = region(g, zone)
    if not here:
        return 0
    return int(g.charts["rail-capacity"].cell(here, "capacity")) - ledger(g, nation).rail_used.get(here, 0)


@procedure("10.4", "1.14", "1.12/strategic")
def rails_join(g: G, a: str, b: str) -> bool:
    """Does an undamaged railway, a river or the open Burma Road lead from one land zone into the next?"""
    return railway(g, a, b) or river_way(g, a, b) or on_burma_road(g, a, b)


@procedure("1.17", "App-B.10")
def on_burma_road(g: G, a: str, b: str) -> bool:
    return (a, b) == BURMA_ROAD and g.state.burma_road


@rule("10.4", RailMove)
def land_and_air_units_ride(g: G, action: RailMove) -> str | None:
    hand = hand_of(g)
    for unit in hand.units:
        kind = type_of(g, unit)
        if kind.naval and unit.type != COASTAL_SUBMARINE:
            return f"{called(g, unit.type)} cannot be moved by rail."
        if not kind.naval and (unit.aboard or is_sea(g, unit.zone)):
            return f"The {called(g, unit.type)} is at sea."
    if hand.sailing and len(hand.sailing) < len(hand.units):
        return "Coastal Submarines are railed by themselves."
    return None


def overland(hand: Hand, path: tuple[str, ...]) -> list[str]:
    """The land zones of a rail move, from the first to the last; a submarine's own sea zones are not among them."""
    return list(path[:-1]) if hand.sailing else [hand.zone, *path]


@rule("10.4", RailMove)
def railways_lead_there(g: G, action: RailMove) -> Said:
    """Every border is crossed by an undamaged railway or by a river; narrow crossings carry no trains (1.20)."""
    hand = hand_of(g)
    for a, b in pairwise(overland(hand, action.path)):
        if rails_join(g, a, b):
            continue
        here, there = name_of_zone(g, a), name_of_zone(g, b)
        if crossing_between(g, a, b) is not None:
            return Ruling("1.20", f"No trains cross from {here} to {there}.")
        if {a, b} == set(BURMA_ROAD):
            return Ruling("1.17", "The Burma Road leads from Burma to Yunnan, and only while it is open.")
        if g.state.rail_damage.get(border(a, b)):
            return Ruling("10.4", f"The railway between {here} and {there} is damaged.", "It must be repaired first.")
        return f"No railway leads from {here} to {there}."
    return None


@rule("10.4", RailMove)
def held_since_the_turn_began(g: G, action: RailMove) -> Said:
    hand = hand_of(g)
    for zone in overland(hand, action.path):
        why = why_no_trains(g, hand.nation, zone)
        if why is not None:
            return why
    return None


def why_no_trains(g: G, nation: str, zone: str) -> Ruling | None:
    """Trains run through zones held since the start of the turn, one's own or Aligned nations' who allow it."""
    if not is_land(g, zone):
        return Ruling("10.4", f"There is no railway in the {name_of_zone(g, zone)}.")
    where = name_of_zone(g, zone)
    if not may_enter(g, nation, zone):
        reason = f"{name_of(owner(g, zone))} possesses {where}, and no {adjective(nation)} trains run there."
        return Ruling("10.4", reason, what_would_open_it(g, nation, zone))
    if zone in g.state.conquered or zone in g.state.gained:
        return Ruling("10.4", f"{where} was not possessed when the turn began: no trains run through it yet.")
    return None


@rule("10.4", RailMove)
def capacity_is_left(g: G, action: RailMove) -> str | None:
    hand = hand_of(g)
    for zone in overland(hand, action.path):
        if is_land(g, zone) and (room := rail_left(g, hand.nation, zone)) < len(hand.units):
            where = REGIONS.get(region(g, zone), region(g, zone))
            return f"{room} more units may be railed in {where} this turn, not {len(hand.units)}."
    return None


@rule("1.17", RailMove)
def one_unit_on_the_burma_road(g: G, action: RailMove) -> str | None:
    hand = hand_of(g)
    if not any((a, b) == BURMA_ROAD for a, b in pairwise(overland(hand, action.path))):
        return None
    if len(hand.units) + g.state.used.get("burma-road", 0) > 1:
        return "One unit a turn uses the Burma Road."
    return None


@rule("10.5", RailMove)
def trains_stop_where_the_gauge_changes(g: G, action: RailMove) -> str | None:
    """Option: the first zone of another gauge is the last of the move."""
    if not g.options["rail-gauge"]:
        return None
    line = overland(hand_of(g), action.path)
    for a, b in pairwise(line[:-1]):
        if changes_gauge(g, a, b):
            return f"The gauge changes between {name_of_zone(g, a)} and {name_of_zone(g, b)}: the train ends there."
    return None


@procedure("10.5", "1.14", "App-B.7")
def changes_gauge(g: G, a: str, b: str) -> bool:
    return railway(g, a, b) and not river_way(g, a, b) and gauge(g, a) != gauge(g, b)


def gauge(g: G, zone: str) -> str:
    broad = {str(row["nation"]): str(row["gauge"]) for row in g.charts["rail-gauge"]}
    return broad.get(roundel(g, zone), "regular")


@rule("0.5/land", RailMove)
def trains_end_among_friends(g: G, action: RailMove) -> str | None:
    hand, end = hand_of(g), action.path[-1]
    if hand.sailing or not is_land(g, end):
        return None
    stranger = next((u for u in units_in(g, end) if not may_share_land(g, hand.nation, u.owner)), None)
    return f"Units of nations that are not Aligned do not share {name_of_zone(g, end)}." if stranger else None


@rule("12.2/militia", RailMove)
def militia_ride_at_home(g: G, action: RailMove) -> Said:
    hand = hand_of(g)
    return next((said for leg in legs(hand, action.path) if (said := militia_stay_at_home(g, hand, leg))), None)


@rule("13.3.1", RailMove)
def chinese_trains_stay_in_china(g: G, action: RailMove) -> Said:
    from .china import why_confined

    nation = hand_of(g).nation
    why = why_confined(g, nation, action.path) if nation in CHINESE else None
    return Ruling("13.3.1" if nation == "ccp" else "13.3.2", *why) if why else None


@rule("10.4", RailMove)
def submarines_go_from_base_to_base(g: G, action: RailMove) -> str | None:
    """A Coastal Submarine is railed from the sea zone of a Friendly base to that of another."""
    hand = hand_of(g)
    if not hand.sailing:
        return None
    path = action.path
    if len(path) < 2 or not is_sea(g, path[-1]):
        return "A Coastal Submarine goes by rail from a sea zone over land to another sea zone."
    for sea, land in ((hand.zone, path[0]), (path[-1], path[-2])):
        if not any(f.zone == land for f in bases_beside(g, hand.nation, sea, (*MAJOR_NAVAL, SUBMARINE_BASE))):
            return f"{name_of_zone(g, land)} has no base for submarines or large ships, Friendly and undamaged, on that sea."
    return None


@procedure("10.4", "1.12/strategic", "1.17")
def rail(g: G, hand: Hand, action: RailMove) -> None:
    """Units go any distance by rail and river; each counts once in every region it touches."""
    line = overland(hand, action.path)
    used = ledger(g, hand.nation).rail_used
    for here in dict.fromkeys(region(g, zone) for zone in line):
        used[here] = used.get(here, 0) + len(hand.units)
    if any((a, b) == BURMA_ROAD for a, b in pairwise(line)):
        g.state.used["burma-road"] = g.state.used.get("burma-road", 0) + len(hand.units)
    start = hand.zone
    for unit in hand.units:
        shift(g, unit, action.path[-1])
        unit.entered, unit.spent, unit.task = action.path[-2] if len(action.path) > 1 else start, allowance(g, unit), ""
    words = (
        f"{listed(g, hand.units, 'go')} by rail from {name_of_zone(g, start)} to {name_of_zone(g, action.path[-1])}."
    )
    g.tell("moved", "10.4", words, by=hand.nation, units=[u.id for u in hand.units], path=[start, *action.path])


def rail_moves(g: G, hand: Hand) -> Iterator[Action]:
    """The shortest way by rail to every zone that trains reach now."""
    if not hand.units or any(u.spent or u.aboard for u in hand.units):
        return
    if hand.sailing:
        yield from _submarine_rides(g, hand)
    elif is_sea(g, hand.zone):
        return
    elif any(u.type == "militia" for u in hand.units) or hand.nation in CHINESE:
        yield from _judged(g, _rail_search(g, hand, hand.zone))
    else:
        yield from (RailMove(path) for path in _rail_search(g, hand, hand.zone) if len(path) > 1)


def _submarine_rides(g: G, hand: Hand) -> Iterator[Action]:
    """Coastal Submarines from a base on their sea zone to a base on another."""
    if any(u.type != COASTAL_SUBMARINE for u in hand.units):
        return
    found: set[str] = set()
    for land in (z for z in g.board.neighbours[hand.zone] if is_land(g, z)):
        for line in ((), *_rail_search(g, hand, land)):
            for sea in sea_neighbours(g, (land, *line)[-1]):
                move = RailMove((land, *line, sea))
                if sea not in (hand.zone, *found) and RULES.allows(g, move):
                    found.add(sea)
                    yield move


def _judged(g: G, paths: Iterator[tuple[str, ...]]) -> Iterator[Action]:
    return (move for path in paths if len(path) > 1 and RULES.allows(g, move := RailMove(path)))


def _rail_search(g: G, hand: Hand, start: str) -> Iterator[tuple[str, ...]]:
    count = len(hand.units)

    def runs(zone: str) -> bool:
        return why_no_trains(g, hand.nation, zone) is None and rail_left(g, hand.nation, zone) >= count

    if not runs(start):
        return
    found: dict[str, tuple[str, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        path = found[here]
        if path and g.options["rail-gauge"] and changes_gauge(g, (start, *path)[-2], here):
            continue
        for there in (*land_neighbours(g, here), *(BURMA_ROAD[1:] if here == BURMA_ROAD[0] else ())):
            if there in found or not rails_join(g, here, there) or not runs(there):
                continue
            if on_burma_road(g, here, there) and count + g.state.used.get("burma-road", 0) > 1:
                continue
            found[there] = (*path, there)
            queue.append(there)
            if all(may_share_land(g, hand.nation, u.owner) for u in units_in(g, there)):
                yield found[there]
