"""Section 3.4: the national objectives, with those of the Axis and the Comintern. One small function each says how many points it gives now, and why.

The zones, numbers and technologies stand in the chart of objectives; what a function returns may exceed the maximum there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .china import chinese, continental_china, home_country_of_china
from .facilities import MAJOR_NAVAL, facilities_in, serves
from .nations import ALLIES, CCP, GERMANY, ITALY, JAPAN, KMT, USSR
from .rulebook import procedure
from .spain import nationalist_spain_scores
from .state import G
from .supply import land_net, railway
from .terms import alliance, owner, record, roundel, zone_value, zones_of
from .units import type_of, units_in
from .zones import city, name_of_zone, sea_row


class Scored(NamedTuple):
    """What an objective gives now, before its maximum."""

    points: int
    why: str


Objective = Callable[[G, dict[str, Any]], Scored]
OBJECTIVES: dict[str, Objective] = {}


def objective(id: str) -> Callable[[Objective], Objective]:
    """Tag a function as the objective of this name."""

    def tag(run: Objective) -> Objective:
        tagged: Objective = procedure(f"3.4/{id}")(run)
        OBJECTIVES[id] = tagged
        return tagged

    return tag


# What several objectives ask


def groups(row: dict[str, Any]) -> list[list[str]]:
    """The groups of names of a row of the chart."""
    return [part.split() for part in str(row["named"]).split(",")]


def named(row: dict[str, Any]) -> list[str]:
    return [name for group in groups(row) for name in group]


def holds(g: G, nation: str, zones: list[str]) -> bool:
    """Does the nation possess every one of these zones?"""
    return all(owner(g, zone) == nation for zone in zones)


def possession(g: G, nation: str, zones: list[str]) -> Scored:
    """One point for the possession of all the zones."""
    lacking = [name_of_zone(g, zone) for zone in zones if owner(g, zone) != nation]
    return Scored(0, f"without {', '.join(lacking)}") if lacking else Scored(1, "all zones possessed")


def held_groups(g: G, nation: str, row: dict[str, Any]) -> Scored:
    """One point for each group of zones that is possessed whole."""
    held = [group for group in groups(row) if holds(g, nation, group)]
    words = "; ".join(" and ".join(name_of_zone(g, zone) for zone in group) for group in held)
    return Scored(len(held), words or "no group of zones is whole")


def gained_zones(g: G, nation: str) -> list[str]:
    """Zones possessed now that were not at the start of the game."""
    return [zone for zone in zones_of(g, nation) if g.state.start_owners.get(zone) != nation]


def capital_ships(g: G, oceans: tuple[str, ...], counts: Callable[[str], bool]) -> int:
    """Capital ships in these oceans whose owners count."""
    seas = [row["zone"] for row in g.charts["sea-zones"] if row["ocean"] in oceans]
    return sum(type_of(g, unit).capital and counts(unit.owner) for sea in seas for unit in units_in(g, sea))


def outnumbers(own: int, others: int, factor: int) -> bool:
    """So many times as many ships; a nation without any does not outnumber nobody."""
    return own > 0 and own >= factor * others


def fleets(own: int, others: int) -> str:
    return f"{own} capital ships against {others}"


def land_units_of(g: G, counts: Callable[[str], bool], zones: list[str]) -> bool:
    return any(type_of(g, unit).land and counts(unit.owner) for zone in zones for unit in units_in(g, zone))


def current_income(g: G, nation: str) -> int:
    """Income without bonus; a nation that has surrendered has none."""
    from .war_and_peace import income

    return 0 if record(g, nation).surrendered else income(g, nation)


def whole_income(g: G, nation: str) -> int:
    """Income with the bonus income that was collected last."""
    return current_income(g, nation) + record(g, nation).bonus


def contained_fascism(g: G, row: dict[str, Any]) -> Scored:
    words = named(row)
    limits = {nation: int(limit) for nation, limit in zip(words[::2], words[1::2], strict=True)}
    found = {nation: current_income(g, nation) for nation in limits}
    text = f"Germany has {found[GERMANY]} IPPs and Italy {found[ITALY]}"
    return Scored(int(all(found[nation] <= limit for nation, limit in limits.items())), text)


def holds_technologies(g: G, nation: str, row: dict[str, Any]) -> Scored:
    from .technology import has, technologies

    lacking = [technologies(g)[id].name for id in named(row) if not has(g, nation, id)]
    return Scored(0, f"without {', '.join(lacking)}") if lacking else Scored(1, "all technologies developed")


# Axis


@objective("germany-lebensraum")
def lebensraum(g: G, row: dict[str, Any]) -> Scored:
    return held_groups(g, GERMANY, row)


@objective("germany-eliminate-communism")
def eliminate_communism(g: G, row: dict[str, Any]) -> Scored:
    """Moscow, or two other Soviet cities."""
    if holds(g, GERMANY, named(row)):
        return Scored(1, "Moscow is German")
    soviet = [zone for zone in zones_of(g, GERMANY) if city(g, zone) and roundel(g, zone) == USSR]
    return Scored(int(len(soviet) >= row["needs"]), f"{len(soviet)} Soviet cities are German")


@objective("germany-gain-resources")
def gain_resources(g: G, row: dict[str, Any]) -> Scored:
    """Income of the zones, in peace too, and bonus income."""
    from .vichy import income_for_germany

    if record(g, GERMANY).surrendered:
        return Scored(0, "Germany has surrendered")
    zones = sum(zone_value(g, zone) for zone in zones_of(g, GERMANY)) + income_for_germany(g)
    found = zones + record(g, GERMANY).bonus
    return Scored(int(found > row["needs"]), f"{found} IPPs")


@objective("germany-spanish-civil-war")
def spanish_civil_war(g: G, row: dict[str, Any]) -> Scored:
    return Scored(*nationalist_spain_scores(g))


@objective("italy-expand-the-empire")
def expand_the_empire(g: G, row: dict[str, Any]) -> Scored:
    """New zones, of any value."""
    gained = gained_zones(g, ITALY)
    return Scored(len(gained), ", ".join(name_of_zone(g, zone) for zone in gained) or "no new zones")


@objective("italy-mediterranean-dominance")
def mediterranean_dominance(g: G, row: dict[str, Any]) -> Scored:
    if holds(g, ITALY, named(row)):
        return Scored(1, "Gibraltar, Eastern Egypt and Malta are Italian")
    own = capital_ships(g, ("mediterranean",), lambda n: n == ITALY)
    allied = capital_ships(g, ("mediterranean",), lambda n: alliance(g, n) == ALLIES)
    return Scored(int(outnumbers(own, allied, row["needs"])), fleets(own, allied))


@objective("italy-triumph-of-fascism")
def triumph_of_fascism(g: G, row: dict[str, Any]) -> Scored:
    return Scored(*nationalist_spain_scores(g))


@objective("japan-colonialism")
def colonialism(g: G, row: dict[str, Any]) -> Scored:
    found = whole_income(g, JAPAN)
    return Scored(row["most"] * (found > row["needs"]), f"{found} IPPs")


@objective("japan-pacific-security")
def japanese_pacific_security(g: G, row: dict[str, Any]) -> Scored:
    """Three of the islands, or twice the fleets of the Allies."""
    islands = [zone for zone in named(row) if owner(g, zone) == JAPAN]
    if len(islands) >= row["needs"]:
        return Scored(1, f"{len(islands)} of the islands are Japanese")
    oceans = ("pacific", "indian")
    own = capital_ships(g, oceans, lambda n: n == JAPAN)
    allied = capital_ships(g, oceans, lambda n: alliance(g, n) == ALLIES)
    return Scored(int(outnumbers(own, allied, 2)), f"{len(islands)} of the islands; {fleets(own, allied)}")


@objective("japan-raw-materials")
def raw_materials(g: G, row: dict[str, Any]) -> Scored:
    return held_groups(g, JAPAN, row)


# Comintern


@objective("ussr-buffer-zone")
def buffer_zone(g: G, row: dict[str, Any]) -> Scored:
    return possession(g, USSR, named(row))


@objective("ussr-worldwide-communism")
def worldwide_communism(g: G, row: dict[str, Any]) -> Scored:
    """New zones with a value that no other Soviet objective has counted."""
    used = set(used_by_other_objectives(g))
    new = [zone for zone in gained_zones(g, USSR) if zone_value(g, zone) >= row["needs"] and zone not in used]
    return Scored(len(new), ", ".join(name_of_zone(g, zone) for zone in new) or "no new zones")


def used_by_other_objectives(g: G) -> list[str]:
    """New Soviet zones that the buffer zone and the ice-free port score already."""
    chart = g.charts["objectives"]
    buffer = chart.row("ussr-buffer-zone")
    used = named(buffer) if buffer_zone(g, buffer).points else []
    return [*used, *(ice_free_ways(g, chart.row("ussr-ice-free-port")) or [[]])[0]]


@objective("ussr-eastern-security")
def eastern_security(g: G, row: dict[str, Any]) -> Scored:
    """A railway from Moscow to Primorsky Krai through Friendly zones; damage does not count."""
    start, end = named(row)
    net = land_net(g, USSR, [start], lambda a, b: railway(g, a, b, damaged_too=True))
    return Scored(1, "the railway is whole") if end in net else Scored(0, "the railway is cut")


@objective("ussr-ice-free-port")
def ice_free_port(g: G, row: dict[str, Any]) -> Scored:
    ways = ice_free_ways(g, row)
    words = " and ".join(name_of_zone(g, zone) for zone in ways[0]) if ways else "no ice-free Major Port"
    return Scored(int(bool(ways)), words)


def ice_free_ways(g: G, row: dict[str, Any]) -> list[list[str]]:
    """Every set of Soviet zones that makes an ice-free port, those first that take least from Worldwide Communism."""
    ways = [
        [zone]
        for zone in zones_of(g, USSR)
        if any(
            sea_row(g, sea)[0] >= row["needs"]
            for base in facilities_in(g, zone, MAJOR_NAVAL)
            for sea in serves(g, base)
        )
    ]
    if holds(g, USSR, named(row)):
        ways.append(named(row))
    start = g.state.start_owners
    return sorted(ways, key=lambda way: sum(start.get(z) != USSR and zone_value(g, z) > 0 for z in way))


@objective("ussr-technological-superiority")
def soviet_technology(g: G, row: dict[str, Any]) -> Scored:
    return holds_technologies(g, USSR, row)


def expelled_foreigners(g: G) -> Scored:
    foreign = land_units_of(g, lambda n: not chinese(n), continental_china(g))
    return Scored(int(not foreign), "foreign troops in China" if foreign else "no foreign troops in China")


@objective("ccp-expel-foreign-influence")
def ccp_expels(g: G, row: dict[str, Any]) -> Scored:
    return expelled_foreigners(g)


@objective("ccp-inflame-the-revolution")
def inflame_the_revolution(g: G, row: dict[str, Any]) -> Scored:
    """More land units than the KMT in Chinese Home Country."""
    counts = {CCP: 0, KMT: 0}
    for zone in home_country_of_china(g):
        for unit in units_in(g, zone):
            if unit.owner in counts and type_of(g, unit).land:
                counts[unit.owner] += 1
    text = f"CCP {counts[CCP]} land units, KMT {counts[KMT]}"
    return Scored(row["most"] * (counts[CCP] > counts[KMT]), text)
