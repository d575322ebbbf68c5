"""What can be wrong with a position: ``check`` for files, ``problems`` for editors. Set-up itself stands in ``setup``."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.errors import BadInput, an
from ...engine.game import Problem
from .facilities import NAVAL, facility_types
from .nations import ALLIANCE_OF, ALLIANCES, CCP, FRANCE, FREE_FRANCE, KMT, NAMES, PLAYERS, SLOTS, adjective, name_of
from .rulebook import procedure
from .state import Facility, G, Unit
from .terms import NOBODY, at_war, at_war_with_major, home_country, player_of, roundel
from .units import CARRIERS, cargo, type_of, unit_types, units_in
from .zones import impassable, is_land, is_sea, name_of_zone, sea_neighbours

MOST_IPP = 999
BORDER_TYPES = ("fortification", "coastal-artillery")

# Files


def check(g: G) -> None:
    """Raise where a state from a file cannot be one of this game. The message starts with the field."""
    s = g.state
    if s.slot not in ("", *(slot[0] for slot in SLOTS)):
        raise BadInput(f"slot': {s.slot!r} is not a national turn.")
    if s.calendar < 1 or s.last_turn < 1:
        raise BadInput("calendar': turns are counted from 1, July 1936.")
    if set(s.nations) != set(PLAYERS):
        raise BadInput(f"nations': there is one for each of {', '.join(PLAYERS)}.")
    known = {*PLAYERS, *s.minors}
    for zone, holder in s.owners.items():
        if zone not in g.board or not is_land(g, zone):
            raise BadInput(f"owners.{zone}': there is no such land zone on this map.")
        if holder not in known and holder != NOBODY:
            raise BadInput(f"owners.{zone}': {holder!r} is not a nation.")
    for name, nation in s.nations.items():
        if not -MOST_IPP <= nation.cash <= 10 * MOST_IPP or nation.peacetime < -1:
            raise BadInput(f"nations.{name}.cash': {nation.cash} IPPs cannot be.")
        if nation.capital not in g.board and nation.capital not in ("", NOBODY):
            raise BadInput(f"nations.{name}.capital': {nation.capital!r} is not a zone.")
    for number, unit in s.units.items():
        _check_unit(g, number, unit, known)
    for number, facility in s.facilities.items():
        _check_facility(g, number, facility)
    for item in s.production:
        if item.owner not in PLAYERS or item.paid < 0:
            raise BadInput(f"production.{item.id}.owner': {item.owner!r} builds nothing.")
    for number in s.hand:
        if number not in s.units:
            raise BadInput(f"hand': there is no unit {number}.")


def _check_unit(g: G, number: int, unit: Unit, known: set[str]) -> None:
    where = f"units.{number}"
    if unit.id != number or number >= g.state.next_id:
        raise BadInput(f"{where}.id': the number of a unit must be its key, below next_id.")
    if unit.type not in unit_types(g):
        raise BadInput(f"{where}.type': {unit.type!r} is not a type of unit.")
    if unit.owner not in known:
        raise BadInput(f"{where}.owner': {unit.owner!r} is not a nation.")
    if unit.zone not in g.board:
        raise BadInput(f"{where}.zone': {unit.zone!r} is not a zone of the map.")
    if unit.aboard and unit.aboard not in g.state.units:
        raise BadInput(f"{where}.aboard': there is no unit {unit.aboard} to be aboard of.")
    if unit.hits < 0 or unit.spent < 0:
        raise BadInput(f"{where}.hits': it cannot be below 0.")


def _check_facility(g: G, number: int, facility: Facility) -> None:
    where = f"facilities.{number}"
    if facility.id != number or number >= g.state.next_id:
        raise BadInput(f"{where}.id': the number of a facility must be its key, below next_id.")
    if facility.type not in facility_types(g):
        raise BadInput(f"{where}.type': {facility.type!r} is not a facility.")
    if facility.zone not in g.board or (facility.border and facility.border not in g.board):
        raise BadInput(f"{where}.zone': {facility.zone!r} is not a zone of the map.")
    if facility.damage < 0:
        raise BadInput(f"{where}.damage': it cannot be below 0.")


# Editors


@procedure("2.5")
def problems(g: G) -> list[Problem]:
    """Everything wrong with a position, each with its section."""
    return [
        *_zone_problems(g),
        *_unit_problems(g),
        *_cargo_problems(g),
        *_company_problems(g),
        *_facility_problems(g),
        *_nation_problems(g),
        *_war_problems(g),
        *_turn_problems(g),
    ]


def _known(g: G) -> set[str]:
    """The nations of the rulebook: those on the map, and those that come into being."""
    return {*PLAYERS, *NAMES, NOBODY, *(roundel(g, zone) for zone in g.board if is_land(g, zone))}


def _zone_problems(g: G) -> Iterator[Problem]:
    known = _known(g)
    for zone, holder in g.state.owners.items():
        if zone not in g.board or not is_land(g, zone):
            yield Problem("1.1", zone, "there is no such land zone on this map.")
        elif holder not in known:
            yield Problem("0.9/nation", zone, f"{holder!r} is not a nation.")


def _unit_problems(g: G) -> Iterator[Problem]:
    known = _known(g)
    for unit in g.state.units.values():
        if unit.zone not in g.board or unit.type not in unit_types(g):
            yield Problem("1.1", unit.zone, f"{unit.type} in {unit.zone!r}: no such zone or type of unit.")
            continue
        kind, here = type_of(g, unit), name_of_zone(g, unit.zone)
        what = f"{adjective(unit.owner)} {kind.name}"
        if unit.owner not in known:
            yield Problem("0.9/nation", unit.zone, f"{unit.owner!r} is not a nation.")
        if kind.naval and is_land(g, unit.zone):
            yield Problem("1.2", unit.zone, f"{what}: ships are in sea zones, not in {here}.")
        elif kind.land and is_sea(g, unit.zone) and not unit.aboard:
            yield Problem("8.4", unit.zone, f"{what}: at sea land units are aboard a transport.")
        elif is_land(g, unit.zone) and (section := impassable(g, unit.zone)):
            yield Problem(section, unit.zone, f"{what}: nobody enters {here}.")
        elif kind.air and is_sea(g, unit.zone) and not unit.aboard and unit.task != "patrol" and not g.state.moves:
            yield Problem("10.3", unit.zone, f"{what}: over sea aircraft are on patrol or on a carrier.")
        if unit.task == "patrol" and not (kind.air and is_sea(g, unit.zone)):
            yield Problem("8.7", unit.zone, f"{what}: only aircraft over sea are on patrol.")
        if unit.hits and unit.hits >= kind.hits:
            yield Problem("0.9/capital-ship", unit.zone, f"{what}: {unit.hits} hits sink it.")


def _cargo_problems(g: G) -> Iterator[Problem]:
    """What ships carry: two units, one of them infantry class; carriers their aircraft."""
    for ship in g.state.units.values():
        if ship.type not in unit_types(g) or ship.zone not in g.board:
            continue
        load = [type_of(g, unit) for unit in cargo(g, ship)]
        if not load:
            continue
        kind = type_of(g, ship)
        section = "12.2/fleet-carrier" if ship.type in CARRIERS else "8.4"
        most = kind.carrier_capacity or (
            2 if kind.transport else int(kind.carries.split()[0]) if kind.carries[:1].isdigit() else 0
        )
        if len(load) > most:
            yield Problem(section, ship.zone, f"{an(kind.name)} carries {len(load)} units; it has room for {most}.")
        elif kind.transport and sum(unit.cls != "infantry" for unit in load) > 1:
            yield Problem("8.4", ship.zone, f"{an(kind.name)} carries one unit at most that is not infantry.")
        elif kind.carrier_capacity and not all(unit.air for unit in load):
            yield Problem(section, ship.zone, f"{an(kind.name)} carries aircraft only.")


def _company_problems(g: G) -> Iterator[Problem]:
    """Enemies in one land zone, outside a battle."""
    if g.state.moves or g.state.battle is not None or g.state.battles:
        return
    for zone in sorted({unit.zone for unit in g.state.units.values() if unit.zone in g.board}):
        if not is_land(g, zone):
            continue
        owners = sorted({unit.owner for unit in units_in(g, zone)})
        foes = [(a, b) for a in owners for b in owners if a < b and at_war(g, a, b)]
        for a, b in foes[:1]:
            yield Problem("0.5/land", zone, f"{adjective(a)} and {adjective(b)} units are at war and share the zone.")
        holder = g.state.owners.get(zone, NOBODY)
        guests = [owner for owner in owners if at_war(g, owner, holder)]
        if guests and not foes:
            yield Problem("0.5/land", zone, f"it is held by {name_of(holder)}, an enemy of {name_of(guests[0])}.")


def _facility_problems(g: G) -> Iterator[Problem]:
    kinds = facility_types(g)
    for facility in g.state.facilities.values():
        zone, kind = facility.zone, kinds.get(facility.type)
        if kind is None or zone not in g.board:
            yield Problem("12.3", zone, f"{facility.type} in {zone!r}: no such facility or zone.")
            continue
        if not is_land(g, zone):
            yield Problem("12.3", zone, f"{kind.name}: facilities stand on land.")
        elif facility.type in NAVAL and not sea_neighbours(g, zone):
            yield Problem("12.6", zone, f"{kind.name}: the zone has no coast.")
        elif facility.type in ("medium-factory", "major-factory") and not _home(g, facility):
            yield Problem("12.4", zone, f"{kind.name}: only in the Home Country of whoever built it.")
        if facility.border and facility.border not in g.board.neighbours.get(zone, ()):
            yield Problem("12.8", zone, f"{kind.name}: {name_of_zone(g, facility.border)} does not border it.")
        if facility.damage > kind.most_damage:
            yield Problem("12.3", zone, f"{kind.name}: {facility.damage} damage; it takes {kind.most_damage} at most.")


def _home(g: G, facility: Facility) -> bool:
    """In the Home Country of its builder, of its holder, or of the nation printed on the zone."""
    printed = g.board.facts[facility.zone].get("owner", "")
    builders = {facility.original, g.state.owners.get(facility.zone, ""), printed}
    return any(facility.zone in home_country(g, nation) for nation in builders if nation)


def _nation_problems(g: G) -> Iterator[Problem]:
    stages = {row["technology"]: len(str(row["stages"]).split("/")) for row in g.charts["technology"]}
    for name, nation in g.state.nations.items():
        where = f"nations.{name}"
        if nation.cash < 0:
            yield Problem("0.9/income", f"{where}.cash", f"{name_of(name)} cannot have {nation.cash} IPPs.")
        if nation.peacetime >= 0 and at_war_with_major(g, name):
            yield Problem(
                "5.0", f"{where}.peacetime", f"{name_of(name)} is at war with a Major Power: its income is full."
            )
        for technology, stage in nation.technology.items():
            if technology not in stages:
                yield Problem("7.7", f"{where}.technology", f"there is no technology {technology!r}.")
            elif not 0 <= stage <= stages[technology]:
                yield Problem(
                    "7.6", f"{where}.technology", f"{technology} has {stages[technology]} stages, not {stage}."
                )
        if nation.capital not in ("", NOBODY) and nation.capital not in g.board:
            yield Problem("9.23", f"{where}.capital", f"{nation.capital!r} is not a zone.")
    free, france = g.state.nations[FREE_FRANCE], g.state.nations[FRANCE]
    if free.in_play and france.in_play and not france.surrendered:
        yield Problem("14.4", f"nations.{FREE_FRANCE}", "Free France is in play only when France has surrendered.")


def _war_problems(g: G) -> Iterator[Problem]:
    known = _known(g)
    for one, others in g.state.wars.items():
        for other in others:
            if one not in known or other not in known:
                yield Problem("0.9/nation", "wars", f"{one if one not in known else other!r} is not a nation.")
            elif one < other and {one, other} != {KMT, CCP} and _allies(one, other):
                alliance = ALLIANCES[ALLIANCE_OF[one]]
                yield Problem(
                    "4.3", "wars", f"{name_of(one)} and {name_of(other)} are of one Alliance, the {alliance}."
                )


def _allies(one: str, other: str) -> bool:
    return one in ALLIANCE_OF and ALLIANCE_OF[one] == ALLIANCE_OF.get(other)


def _turn_problems(g: G) -> Iterator[Problem]:
    s = g.state
    if s.last_turn < s.calendar:
        yield Problem("2.1", "last_turn", "the last turn lies before the one that is played.")
    for name, minor in s.minors.items():
        if minor.controller and not player_of(g, name):
            yield Problem("4.5", f"minors.{name}", f"{minor.controller!r} cannot control anybody.")
