"""Section 3.4: the national objectives of the Allies."""

from __future__ import annotations

from typing import Any

from .china import home_country_of_china
from .nations import (
    ANZAC,
    AXIS,
    BRITAIN,
    CCP,
    COMINTERN,
    FEC,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    JAPAN,
    KMT,
    REPUBLICANS,
    USA,
    USSR,
)
from .objectives import (
    Scored,
    capital_ships,
    contained_fascism,
    expelled_foreigners,
    fleets,
    gained_zones,
    groups,
    holds_technologies,
    land_units_of,
    named,
    objective,
    outnumbers,
    possession,
)
from .spain import continental_spain
from .state import G
from .terms import alliance, at_war, home_country, owner, roundel, zone_value, zones_of
from .units import type_of, units_in
from .zones import AMERICAS, is_land, is_sea, name_of_zone, region, sea_neighbours


@objective("great-britain-contain-communism")
def british_contain_communism(g: G, row: dict[str, Any]) -> Scored:
    """No Soviet land units in the zones named, in Spain, or in the Home Countries named."""
    zones, nations = groups(row)
    everywhere = [*zones, *continental_spain(g), *(z for n in nations for z in sorted(home_country(g, n)))]
    found = [zone for zone in dict.fromkeys(everywhere) if land_units_of(g, lambda n: n == USSR, [zone])]
    where = ", ".join(name_of_zone(g, zone) for zone in found)
    return Scored(int(not found), f"Soviet troops in {where}" if found else "no Soviet troops in the west")


@objective("great-britain-maintain-the-empire")
def british_empire(g: G, row: dict[str, Any]) -> Scored:
    return possession(g, BRITAIN, named(row))


@objective("great-britain-contain-fascism")
def british_contain_fascism(g: G, row: dict[str, Any]) -> Scored:
    return contained_fascism(g, row)


@objective("great-britain-mediterranean-security")
def mediterranean_security(g: G, row: dict[str, Any]) -> Scored:
    """Three bases, and twice the Axis fleets."""
    own = capital_ships(g, ("mediterranean",), lambda n: n == BRITAIN)
    axis = capital_ships(g, ("mediterranean",), lambda n: alliance(g, n) == AXIS)
    held = possession(g, BRITAIN, named(row))
    return Scored(int(held.points and outnumbers(own, axis, row["needs"])), f"{fleets(own, axis)}; {held.why}")


@objective("fec-preserve-the-empire")
def preserve_the_empire(g: G, row: dict[str, Any]) -> Scored:
    return possession(g, FEC, named(row))


@objective("anzac-south-pacific-security")
def south_pacific_security(g: G, row: dict[str, Any]) -> Scored:
    """All of Australia and New Zealand, and no enemy surface warship within two sea zones of Australia."""
    australia, _ = groups(row)
    held = possession(g, ANZAC, named(row))
    near = {sea for zone in australia for sea in sea_neighbours(g, zone)}
    for _step in range(row["needs"] - 1):
        near |= {there for sea in near for there in g.board.neighbours[sea] if is_sea(g, there)}
    raiders = [
        sea for sea in sorted(near) for u in units_in(g, sea) if type_of(g, u).warship and at_war(g, u.owner, ANZAC)
    ]
    if raiders:
        return Scored(0, f"enemy warships in {name_of_zone(g, raiders[0])}")
    return held


@objective("usa-monroe-doctrine")
def monroe_doctrine(g: G, row: dict[str, Any]) -> Scored:
    """No land units of the other Alliances in the Americas, and no zone of the Home Country ever lost to them."""
    if g.state.us_home_lost:
        return Scored(0, "a zone of the US Home Country has been in foreign hands")
    lands = [zone for zone in g.board.facts if is_land(g, zone) and region(g, zone) in AMERICAS]
    foreign = land_units_of(g, lambda n: alliance(g, n) in (AXIS, COMINTERN), lands)
    return Scored(int(not foreign), "foreign troops in the Americas" if foreign else "the Americas are free")


@objective("usa-contain-fascism")
def american_contain_fascism(g: G, row: dict[str, Any]) -> Scored:
    return contained_fascism(g, row)


@objective("usa-contain-communism")
def american_contain_communism(g: G, row: dict[str, Any]) -> Scored:
    new = [zone for zone in gained_zones(g, USSR) if zone_value(g, zone) > 0]
    return Scored(int(len(new) < row["needs"]), f"the USSR has {len(new)} new zones")


@objective("usa-pacific-security")
def american_pacific_security(g: G, row: dict[str, Any]) -> Scored:
    own = capital_ships(g, ("pacific",), lambda n: n == USA)
    japanese = capital_ships(g, ("pacific",), lambda n: n == JAPAN)
    return Scored(int(outnumbers(own, japanese, row["needs"])), fleets(own, japanese))


@objective("usa-maintain-the-empire")
def american_empire(g: G, row: dict[str, Any]) -> Scored:
    """Every zone with a US roundel printed on it: the map shows 1936."""
    return possession(g, USA, [zone for zone in g.board.facts if is_land(g, zone) and roundel(g, zone) == USA])


@objective("usa-technological-superiority")
def american_technology(g: G, row: dict[str, Any]) -> Scored:
    return holds_technologies(g, USA, row)


@objective("france-disarm-germany")
def disarm_germany(g: G, row: dict[str, Any]) -> Scored:
    found = sum(zone_value(g, zone) for zone in zones_of(g, GERMANY))
    return Scored(int(found < row["needs"]), f"German zones are worth {found} IPPs")


@objective("france-eliminate-communism")
def french_eliminate_communism(g: G, row: dict[str, Any]) -> Scored:
    """No Comintern zone beside French Home Country; Republican Spain counts as one."""
    beside = {z for home in home_country(g, FRANCE) for z in g.board.neighbours[home] if is_land(g, z)}
    red = [z for z in sorted(beside) if owner(g, z) == REPUBLICANS or alliance(g, owner(g, z)) == COMINTERN]
    words = ", ".join(name_of_zone(g, zone) for zone in red)
    return Scored(int(not red), f"communists in {words}" if red else "no communists next to France")


@objective("france-maintain-the-empire")
def french_empire(g: G, row: dict[str, Any]) -> Scored:
    """Starting zones with a value, held by France or Free France."""
    start = [z for z, holder in g.state.start_owners.items() if holder == FRANCE and zone_value(g, z) >= row["needs"]]
    lost = [name_of_zone(g, zone) for zone in start if owner(g, zone) not in (FRANCE, FREE_FRANCE)]
    return Scored(int(not lost), f"without {', '.join(lost)}" if lost else "all zones possessed")


@objective("kmt-expel-foreign-influence")
def kmt_expels(g: G, row: dict[str, Any]) -> Scored:
    return expelled_foreigners(g)


@objective("kmt-reclaim-china")
def reclaim_china(g: G, row: dict[str, Any]) -> Scored:
    held = [name_of_zone(g, zone) for zone in named(row) if owner(g, zone) == KMT]
    return Scored(int(len(held) >= row["needs"]), ", ".join(held) or "none of the lost zones")


@objective("kmt-defeat-the-communists")
def defeat_the_communists(g: G, row: dict[str, Any]) -> Scored:
    found = any(unit.owner == CCP for zone in home_country_of_china(g) for unit in units_in(g, zone))
    return Scored(int(not found), "CCP units in China" if found else "no CCP units in China")
