"""Sections 11.1, 12.4 and 12.6: what factories and yards turn out in a turn, and where new units may be placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .facilities import (
    FACTORIES,
    SHIPYARDS,
    SUBMARINE_BASE,
    FacilityType,
    facilities_in,
    facility_owner,
    kind_of,
    serves,
)
from .nations import FRANCE, FREE_FRANCE
from .rulebook import procedure
from .state import Facility, G
from .supply import land_net, railway
from .terms import NOBODY, held_first, held_since_turn_began, home_country, owner, power, roundel, zone_value, zones_of
from .units import UnitType, type_of
from .zones import land_neighbours

MINOR_FACTORY, _, MAJOR_FACTORY = FACTORIES
MINOR_SHIPYARD, MAJOR_SHIPYARD = SHIPYARDS
MILITIA, COLONIAL = "militia", "colonial-infantry"
NO_LIMIT = 999
YARD_ORDER = (SUBMARINE_BASE, MINOR_SHIPYARD, MAJOR_SHIPYARD)  # small yards first: the large ones can build more


# Whose it was


def was_anothers(g: G, holder: str, first: str) -> bool:
    """Was what a nation holds another's at first? One that has Aligned is part of its master, and Free France is France."""
    master = g.state.merged.get(first, first)
    return master not in ("", NOBODY) and power(master) != power(holder) and {master, holder} != {FRANCE, FREE_FRANCE}


def captured_zone(g: G, nation: str, zone: str) -> bool:
    """A zone that was taken from somebody."""
    return was_anothers(g, nation, held_first(g, zone))


@procedure("12.4")
def working_type(g: G, facility: Facility) -> FacilityType:
    """What a facility works as: a captured Major or Medium Factory is a Minor one until it is liberated."""
    if facility.type in FACTORIES and was_anothers(g, facility_owner(g, facility), facility.original):
        return kind_of(g, MINOR_FACTORY)
    return kind_of(g, facility)


# Output


@procedure("12.4", "11.1")
def output(g: G, nation: str, facility: Facility) -> int:
    """How many units a facility makes this turn: nothing in the turn it was built or taken, as before in the turn of an
    upgrade, and less or nothing when damaged."""
    kind = working_type(g, facility)
    if facility.since == g.state.national_turn:
        if not facility.before:
            return 0
        kind = kind_of(g, facility.before)
    made = kind.improved if _improved(g, nation, kind) else kind.output
    if kind.id == MAJOR_FACTORY:
        return max(0, made - facility.damage)
    return 0 if facility.damage else made


def _improved(g: G, nation: str, kind: FacilityType) -> bool:
    return _improved_factories(g, nation) if kind.family == "factory" else _improved_yards(g, nation)


@procedure("7.8/improved-factories")
def _improved_factories(g: G, nation: str) -> bool:
    """The technology is its possessor's: a captor has the gain only if he has it too."""
    from .technology import has

    return has(g, nation, "improved-factories")


@procedure("7.8/improved-construction")
def _improved_yards(g: G, nation: str) -> bool:
    from .technology import has

    return has(g, nation, "improved-construction")


def room(g: G, nation: str, facility: Facility) -> int:
    """What a facility can still make this turn."""
    return max(0, output(g, nation, facility) - g.state.slots_used.get(str(facility.id), 0))


def use_slot(g: G, facility: Facility) -> None:
    key = str(facility.id)
    g.state.slots_used[key] = g.state.slots_used.get(key, 0) + 1


# Factories and yards


def factories(g: G, nation: str, zones: Iterable[str] | None = None) -> Iterator[Facility]:
    """A nation's factories in zones that it has possessed since its turn began."""
    for zone in zones_of(g, nation) if zones is None else zones:
        if held_since_turn_began(g, nation, zone):
            yield from facilities_in(g, zone, FACTORIES)


@procedure("11.1/capital-ships")
def _on_the_rails_of_a_major_factory(g: G, nation: str) -> set[str]:
    """Zones that undamaged railways join to a Major Factory in the Home Country."""
    home = home_country(g, nation)
    sources = [f.zone for f in factories(g, nation) if f.zone in home and working_type(g, f).id == MAJOR_FACTORY]
    return land_net(g, nation, sources, lambda a, b: railway(g, a, b))


@procedure("11.1/ships")
def _by_a_factory(g: G, nation: str) -> set[str]:
    """Zones with a factory, beside one, or joined to one by undamaged railways."""
    sources = list(dict.fromkeys(f.zone for f in factories(g, nation)))
    beside = {z for zone in sources for z in land_neighbours(g, zone)}
    return beside | land_net(g, nation, sources, lambda a, b: railway(g, a, b))


@procedure("12.6/shipyards")
def yards(g: G, nation: str, kind: UnitType, *, abroad_too: bool = False) -> list[Facility]:
    """Where a nation can build ships of a type: capital ships at Major Shipyards, submarines at their bases too. Those of
    a technology at home, unless it is asked what they could do elsewhere."""
    types = (MAJOR_SHIPYARD,) if kind.capital else (SHIPYARDS if not kind.submarine else (*SHIPYARDS, SUBMARINE_BASE))
    found = [
        f
        for zone in zones_of(g, nation)
        for f in facilities_in(g, zone, types)
        if not f.damage and f.owner in ("", nation) and held_since_turn_began(g, nation, zone)
    ]
    if kind.technology != "none" and not abroad_too:
        found = _at_home(g, nation, found)
    if not found:
        return []
    reached = _on_the_rails_of_a_major_factory(g, nation) if kind.capital else _by_a_factory(g, nation)
    return sorted((f for f in found if f.zone in reached), key=lambda f: (YARD_ORDER.index(f.type), f.id))


@procedure("11.1/tech", "7.8")
def _at_home(g: G, nation: str, found: Iterable[Facility]) -> list[Facility]:
    """What a technology makes possible is built in the Home Country alone."""
    home = home_country(g, nation)
    return [f for f in found if f.zone in home]


def makers(g: G, nation: str, kind: UnitType, *, home_only: bool = False) -> list[Facility]:
    """The factories or yards that can make units of a type, whether or not they have made all they can this turn."""
    if kind.naval:
        found = yards(g, nation, kind)
    else:
        found = list(factories(g, nation))
        if kind.technology != "none":
            found = _at_home(g, nation, found)
    if home_only:
        home = home_country(g, nation)
        found = [f for f in found if f.zone in home]
    return [f for f in found if output(g, nation, f)]


# Where


@procedure("11.1")
def sites(g: G, nation: str, type: str) -> dict[str, int]:
    """The zones where units of a type may be placed now, and how many in each."""
    kind = type_of(g, type)
    if type == MILITIA:
        return _militia_sites(g, nation)
    if type == COLONIAL:
        return _colonial_sites(g, nation)
    found: dict[str, int] = {}
    for maker in makers(g, nation, kind):
        for zone in serves(g, maker) if kind.naval else (maker.zone,):
            found[zone] = found.get(zone, 0) + room(g, nation, maker)
    return {zone: most for zone, most in found.items() if most}


@procedure("11.1/militia")
def _militia_sites(g: G, nation: str) -> dict[str, int]:
    """As many as a zone is worth, at least one, and never more than one where the zone was taken."""
    found = {}
    for zone in zones_of(g, nation):
        if not held_since_turn_began(g, nation, zone):
            continue
        most = 1 if captured_zone(g, nation, zone) else max(1, zone_value(g, zone))
        left = most - g.state.slots_used.get(f"{MILITIA} {zone}", 0)
        if left > 0:
            found[zone] = left
    return found


@procedure("11.1/colonial")
def _colonial_sites(g: G, nation: str) -> dict[str, int]:
    """Zones of value under the nation's own roundel, outside its Home Country."""
    home = home_country(g, nation)
    return {
        zone: NO_LIMIT
        for zone in zones_of(g, nation)
        if zone not in home
        and zone_value(g, zone)
        and roundel(g, zone) == nation
        and held_since_turn_began(g, nation, zone)
    }


def why_no_site(g: G, nation: str, type: str) -> tuple[str, str, str]:
    """Why a nation can place no unit of a type, by what it lacks: section, reason, remedy."""
    kind = type_of(g, type)
    if type == COLONIAL:
        return "11.1/colonial", "It takes a zone of value under the nation's own roundel outside its Home Country.", ""
    if type == MILITIA:
        return (
            "11.1/militia",
            "A zone takes as many Militia a turn as it is worth, at least one; a captured one takes one.",
            "",
        )
    if kind.naval and kind.technology != "none" and yards(g, nation, kind, abroad_too=True):
        return "11.1/tech", "What a technology makes possible is built in the Home Country alone.", ""
    if kind.capital:
        return (
            "11.1/capital-ships",
            "It takes an undamaged Major Shipyard on the rails of a Major Factory in the Home Country.",
            "Build, repair or connect one first.",
        )
    if kind.naval:
        return "11.1/ships", "It takes an undamaged shipyard beside a factory or joined to one by rail.", ""
    if kind.technology != "none":
        return "11.1/tech", "It takes a working factory in the Home Country.", ""
    return "11.1", "It takes a working factory possessed since the turn began.", ""


def make(g: G, nation: str, type: str, zone: str) -> None:
    """Use up what placing one unit of a type in a zone takes of this turn's output."""
    kind = type_of(g, type)
    if type == MILITIA:
        key = f"{MILITIA} {zone}"
        g.state.slots_used[key] = g.state.slots_used.get(key, 0) + 1
    elif type != COLONIAL:
        maker = next(
            f
            for f in makers(g, nation, kind)
            if room(g, nation, f) and (zone in serves(g, f) if kind.naval else f.zone == zone)
        )
        use_slot(g, maker)


def possesses(g: G, nation: str, zone: str) -> bool:
    return owner(g, zone) == nation
