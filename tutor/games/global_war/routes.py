"""Section 11.4: the ways that lend-lease can take, over land and over one stretch of sea."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from .facilities import NAVAL, blockaded, facilities_in, kind_of, open_seas
from .nations import VICHY
from .output import factories, makers, room
from .passages import why_closed
from .rulebook import procedure
from .state import Facility, G, Item, Unit
from .supply import joined, lets_through, ways_out
from .terms import at_war, home_country, owner, power, zones_of
from .units import type_of, unit_types, units_in, watches
from .zones import is_land, seaways

FLEET = 3  # surface warships that interdict
ROAD = {"burma", "yunnan"}
PORT = "port"
SOUTHERN_FRANCE = "southern-france"


class Route(NamedTuple):
    """A way to deliver: over land only (no ``zone``), or from the port of a zone to that of ``to``; it ends in ``end``."""

    zone: str
    to: str
    end: str
    path: tuple[str, ...] = ()
    road: bool = False  # it needs the Burma Road


@procedure("7.9", "11.4")
def value(g: G, item: Item) -> int:
    """What lend-lease is worth: IPPs, or the printed price of a unit."""
    if item.ipp:
        return item.ipp
    return unit_types(g)[item.what].cost if item.what in unit_types(g) else sum(item.cycles)


@procedure("11.4")
def starting_points(g: G, item: Item) -> list[Facility]:
    """Factories in the lender's Home Country; for a unit one that can still make it this turn, for a ship a yard."""
    nation, kind = item.owner, unit_types(g).get(item.what)
    if kind is None:
        home = home_country(g, nation)
        return [f for f in factories(g, nation) if f.zone in home]
    found = [f for f in makers(g, nation, kind, home_only=True) if room(g, nation, f)]
    return [f for f in found if f.zone == item.zone] if item.zone else found


@procedure("11.4", "App-B.6")
def receiving_zones(g: G, receiver: str) -> set[str]:
    """Where lend-lease may arrive: the receiver's Home Country, or, where he holds nothing of it, any zone of his."""
    if receiver == VICHY:
        return {SOUTHERN_FRANCE} if owner(g, SOUTHERN_FRANCE) == VICHY else set()
    own = zones_of(g, receiver)
    home = home_country(g, receiver)
    return {z for z in own if z in home} or set(own)


@procedure("11.4", "11.1")
def origin(g: G, item: Item, route: Route) -> Facility:
    """The factory or yard that makes a unit which takes this route: the first that the route can begin at."""
    points = starting_points(g, item)
    if type_of(g, item.what).naval:
        return next(f for f in points if f.zone == route.zone)
    return next(f for f in points if (route.zone or route.to) in spread(g, item, [f.zone]))


# Over land


def passes(g: G, item: Item, zone: str) -> bool:
    """Zones of the lender and the receiver, and of those who let one of them through."""
    return (
        owner(g, zone) in (item.owner, item.receiver)
        or lets_through(g, item.owner, zone)
        or lets_through(g, item.receiver, zone)
    )


@procedure("11.4/land", "1.17")
def spread(g: G, item: Item, sources: Iterable[str], *, road: bool = True) -> dict[str, str]:
    """Zones that undamaged railways and rivers reach from the sources, each with the zone before it. Lend-lease stops in
    the first zone of the receiver's Home Country."""
    ends = receiving_zones(g, item.receiver)
    before = {zone: "" for zone in sources if passes(g, item, zone)}
    queue = deque(before)
    while queue:
        here = queue.popleft()
        if here in ends:
            continue
        for there in ways_out(g, here):
            if there in before or not passes(g, item, there) or not joined(g, here, there):
                continue
            if not road and {here, there} == ROAD:
                continue
            before[there] = here
            queue.append(there)
    return before


def arrivals(g: G, item: Item, sources: Iterable[str]) -> list[tuple[str, bool]]:
    """The zones where it can arrive over land, and whether the Burma Road is needed."""
    starts = list(sources)
    ends = receiving_zones(g, item.receiver)
    found = [zone for zone in spread(g, item, starts) if zone in ends]
    if not found or not g.state.burma_road:
        return [(zone, False) for zone in found]
    without = spread(g, item, starts, road=False)
    return [(zone, zone not in without) for zone in found]


# Over sea


@procedure("11.4/sea", "11.4/blockade")
def gates(g: G, item: Item, zone: str) -> list[Facility]:
    """Naval facilities of a zone that can handle it: undamaged, not blockaded, and large enough."""
    worth = value(g, item)
    return [
        f for f in facilities_in(g, zone, NAVAL) if not f.damage and supply_left(g, f) >= worth and not blockaded(g, f)
    ]


@procedure("11.4/sea", "12.6/ports", "12.6/shipyards", "12.6/dockyards")
def supply_left(g: G, port: Facility) -> int:
    """The IPPs of lend-lease that a naval facility can still handle this turn, sent and received together; in the other
    reading a small one takes as much with every delivery."""
    used = 0 if g.options["reading-port-each-delivery"] else g.state.slots_used.get(f"{PORT} {port.id}", 0)
    return kind_of(g, port).supply - used


def pass_through(g: G, item: Item, zone: str, sea: str) -> None:
    """What goes by sea uses up the naval facilities at both ends, the largest first."""
    port = max((f for f in gates(g, item, zone) if sea in open_seas(g, f)), key=lambda f: supply_left(g, f))
    key = f"{PORT} {port.id}"
    g.state.slots_used[key] = g.state.slots_used.get(key, 0) + value(g, item)


@procedure("11.4/interdiction")
def interdictors(g: G, nation: str, sea: str) -> list[Unit]:
    """Enemies of the sender who can stop lend-lease in a sea zone: submarines, patrols, three surface warships of a Power."""
    hostile = [u for u in units_in(g, sea) if at_war(g, u.owner, nation)]
    found = [u for u in hostile if type_of(g, u).submarine or watches(g, u)]
    fleets: dict[str, list[Unit]] = {}
    for unit in hostile:
        if type_of(g, unit).warship:
            fleets.setdefault(power(unit.owner), []).append(unit)
    return [*found, *(ship for fleet in fleets.values() if len(fleet) >= FLEET for ship in fleet)]


@procedure("11.4/sea", "App-B.5")
def shortest(g: G, nation: str, seas: Iterable[str]) -> dict[str, tuple[int, int, tuple[str, ...]]]:
    """The shortest way from these sea zones to every other, through open passages; of ways equally short the one that
    passes the fewest enemies. Enemies do not make a way longer."""
    danger: dict[str, int] = {}
    best: dict[str, tuple[int, int, tuple[str, ...]]] = {}
    heap: list[tuple[int, int, tuple[str, ...]]] = []
    for sea in seas:
        heappush(heap, (1, _danger(g, nation, sea, danger), (sea,)))
    while heap:
        steps, met, path = heappop(heap)
        here = path[-1]
        if here in best:
            continue
        best[here] = (steps, met, path)
        for there in open_ways(g, nation, here):
            if there not in best:
                heappush(heap, (steps + 1, met + _danger(g, nation, there, danger), (*path, there)))
    return best


def _danger(g: G, nation: str, sea: str, known: dict[str, int]) -> int:
    if sea not in known:
        known[sea] = 1 if interdictors(g, nation, sea) else 0
    return known[sea]


def open_ways(g: G, nation: str, sea: str) -> Iterator[str]:
    """Sea zones next to this one that lend-lease can go on to; no transport is needed."""
    for there, passage in seaways(g, sea):
        if g.board.facts[there].get("status") == "impassable":
            continue
        if passage is None or why_closed(g, nation, passage, warship=False) is None:
            yield there


@procedure("11.4/sea")
def routes(g: G, item: Item) -> list[Route]:
    """Every pair of ends that lend-lease can be sent between, each with its shortest way."""
    points = starting_points(g, item)
    kind = unit_types(g).get(item.what)
    ship = kind is not None and kind.naval
    starts = list(dict.fromkeys(f.zone for f in points))
    found: list[Route] = []
    if not starts:
        return found
    if not ship:
        found += [Route("", zone, zone, (), road) for zone, road in arrivals(g, item, starts)]
    home = home_country(g, item.owner)
    inland = starts if ship else [zone for zone in spread(g, item, starts) if owner(g, zone) == item.owner]
    leaving = [zone for zone in inland if zone in home and gates(g, item, zone)]
    ashore = landings(g, item) if leaving else {}
    for zone in leaving:
        ways = shortest(g, item.owner, served(g, item, zone))
        for to, (end, road) in ashore.items():
            if to in inland:  # the railways lead there already
                continue
            ends = [ways[sea] for sea in served(g, item, to) if sea in ways]
            if ends:
                found.append(Route(zone, to, end, min(ends)[2], road))
    return found


def landings(g: G, item: Item) -> dict[str, tuple[str, bool]]:
    """Ports where it can come ashore, the zone in which it then ends, and whether that needs the Burma Road."""
    ends, kind = receiving_zones(g, item.receiver), unit_types(g).get(item.what)
    found = {}
    for zone in ports(g, lambda z: passes(g, item, z)):
        if not gates(g, item, zone):
            continue
        if zone in ends:
            found[zone] = (zone, False)
        elif not (kind and kind.naval) and (reached := arrivals(g, item, [zone])):
            found[zone] = reached[0]
    return found


def ports(g: G, wanted: Callable[[str], bool]) -> list[str]:
    """Land zones with a naval facility."""
    zones = dict.fromkeys(f.zone for f in g.state.facilities.values() if f.type in NAVAL)
    return [zone for zone in zones if is_land(g, zone) and wanted(zone)]


def valid_path(g: G, nation: str, path: tuple[str, ...]) -> bool:
    """Is this a way through neighbouring sea zones and open passages?"""
    return all(b in open_ways(g, nation, a) for a, b in pairwise(path))


def served(g: G, item: Item, zone: str) -> list[str]:
    """The sea zones that the facilities of a zone lie on which can handle it, those under blockade left out."""
    return list(dict.fromkeys(sea for f in gates(g, item, zone) for sea in open_seas(g, f)))
