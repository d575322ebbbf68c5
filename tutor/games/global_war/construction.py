"""Sections 7.3, 11.3, 12.3 to 12.10: facilities and railroads, where they may be built, and how they are completed."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.errors import an
from ...engine.rulings import Ruling
from .actions.production import Advance, Build, ChooseFacility, UpgradeFacility
from .building import (
    RAILROAD,
    called_item,
    first_price,
    item_of,
    new_item,
    next_price,
    pay,
    ready,
    take_off,
    too_dear,
    why_not_listed,
    why_not_rush,
)
from .facilities import (
    COASTAL_ARTILLERY,
    FACTORIES,
    FORTIFICATION,
    NAVAL,
    SUBMARINE_BASE,
    build,
    covers_all_borders,
    facilities_in,
    facility_owner,
    facility_types,
    kind_of,
    retype,
)
from .guards import unknown
from .nations import name_of
from .output import MAJOR_FACTORY, factories, working_type
from .rulebook import procedure, rule
from .state import Facility, G, Item
from .supply import border as border_name
from .supply import in_reach_by_rail, railway, supplied
from .terms import friendly, home_country, owner, zone_value, zones_of
from .zones import border_marks, impassable, is_land, is_sea, name_of_zone, rough_border, sea_neighbours, terrain

LINES = ("fortified", "maginot")  # 1.22, 1.23
SWAMPY = {"jungle": "1.10", "marsh": "1.11"}


# Prices


@procedure("12.10")
def _railroad_price(g: G, zone: str, across: str) -> int:
    """Twice as dear through rough ground."""
    price: int = g.charts["railroads"].cell("rough" if rough_border(g, zone, across) else "normal", "cost")
    return price


@procedure("1.10", "1.11")
def _surcharge(g: G, zone: str) -> int:
    """A facility in jungle or marsh costs 1 IPP more, paid with its first turn."""
    return 1 if any(ground in SWAMPY for ground in terrain(g, zone)) else 0


@procedure("12.3")
def cycles_of(g: G, what: str, zone: str, border: str) -> tuple[int, ...]:
    """What each turn of building a facility costs in this place."""
    if what == RAILROAD:
        return (_railroad_price(g, zone, border),)
    first, *rest = facility_types(g)[what].cycles
    return (first + _surcharge(g, zone), *rest)


# Places


@procedure("12.3", "7.3/facilities")
def why_not_there(g: G, nation: str, what: str, zone: str, border: str) -> Ruling | None:
    """Why a nation cannot build a facility in a place. No factory is needed."""
    name, place = called_item(g, what), name_of_zone(g, zone)
    if not is_land(g, zone):
        return Ruling("12.3", f"Facilities are built on land, and {place} is a sea zone.")
    if owner(g, zone) != nation:
        return Ruling("7.3/facilities", f"{name_of(nation)} does not possess {place}.")
    if impassable(g, zone):
        return Ruling(impassable(g, zone), f"Nothing can be built in {place}.")
    if what == RAILROAD:
        return why_no_railroad(g, nation, zone, border)
    if facility_types(g)[what].family == "border":
        return _why_not_on_border(g, what, zone, border)
    if border:
        return Ruling("12.3", f"{an(name, begins=True)} stands in a zone, not on one of its borders.")
    if what in FACTORIES:
        return _why_no_factory(g, nation, what, zone)
    if what in (*NAVAL, SUBMARINE_BASE):
        return _why_no_naval_facility(g, nation, what, zone)
    return None


@procedure("12.4")
def _why_no_factory(g: G, nation: str, what: str, zone: str) -> Ruling | None:
    """Major and Medium Factories at home; Minor ones where there is value and supply from a Major Factory at home."""
    name, place = called_item(g, what), name_of_zone(g, zone)
    if facility_types(g)[what].where == "home":
        if zone in home_country(g, nation):
            return None
        return Ruling(
            "12.4",
            f"{an(name, begins=True)} is built only in the Home Country.",
            "A Minor Factory may stand elsewhere.",
        )
    if not zone_value(g, zone):
        return Ruling("12.4", f"{place} has no IPP value, and so takes no {name}.")
    if zone not in supplied(g, nation, major_factories(g, nation)):
        return Ruling("12.4", f"No supply path leads from a Major Factory in the Home Country to {place}.")
    return None


def major_factories(g: G, nation: str) -> list[str]:
    """Zones of the Home Country with a Major Factory of the nation."""
    home = home_country(g, nation)
    return [f.zone for f in factories(g, nation) if f.zone in home and working_type(g, f).id == MAJOR_FACTORY]


@procedure("12.6", "12.6/ports", "12.6/shipyards", "12.6/dockyards", "12.6/bases")
def _why_no_naval_facility(g: G, nation: str, what: str, zone: str) -> Ruling | None:
    """By the sea; a Major Shipyard at home, a Minor one on the rails of a factory, the others anywhere."""
    name, place = called_item(g, what), name_of_zone(g, zone)
    if not sea_neighbours(g, zone):
        return Ruling("12.6", f"{place} has no coast for {an(name)}.")
    where = facility_types(g)[what].where
    if where == "home" and zone not in home_country(g, nation):
        return Ruling("12.6/shipyards", f"{an(name, begins=True)} is built only in the Home Country.")
    if where == "railway" and not any(f.zone in in_reach_by_rail(g, nation, zone) for f in factories(g, nation)):
        return Ruling("12.6/shipyards", f"{place} is not joined to a factory by rail.", "Build the railroad first.")
    return None


@procedure("12.7", "12.8", "12.9")
def _why_not_on_border(g: G, what: str, zone: str, border: str) -> Ruling | None:
    """On one border, or on all at once where the zone is small; one Fortification a border, any number of batteries."""
    name, place = called_item(g, what), name_of_zone(g, zone)
    section = "12.7" if what == FORTIFICATION else "12.9"
    if covers_all_borders(g, zone):
        if border:
            return Ruling("12.8", f"One {name} covers every border of {place}.", "Name no border.")
        if what == COASTAL_ARTILLERY and not sea_neighbours(g, zone):
            return Ruling(section, f"{place} has no coast.")
    elif border not in g.board.neighbours[zone] or (what == COASTAL_ARTILLERY and not is_sea(g, border)):
        across = sea_neighbours(g, zone) if what == COASTAL_ARTILLERY else g.board.neighbours[zone]
        if not across:
            return Ruling(
                section, f"{place} has no coast.", f"{an(name, begins=True)} stands on the border of land and sea."
            )
        said = (
            f"{place} has no such border with {name_of_zone(g, border)}" if border else f"No border of {place} is named"
        )
        zones = ", ".join(name_of_zone(g, z) for z in across)
        return Ruling(section, f"{said}: {an(name)} stands on one border.", f"Name the zone across, one of: {zones}.")
    if what == FORTIFICATION and _fortified(g, zone, border):
        return Ruling("12.7", "There is a Fortification on that border.")
    return None


def _fortified(g: G, zone: str, border: str) -> bool:
    if any(f.border == border for f in facilities_in(g, zone, (FORTIFICATION,))):
        return True
    if any(i.what == FORTIFICATION and (i.zone, i.border) == (zone, border) for i in g.state.production):
        return True
    lined = border and any(mark in LINES for mark in border_marks(g, border, zone))
    return bool(lined) and zone not in g.state.lines_gone


@procedure("12.10")
def why_no_railroad(g: G, nation: str, zone: str, border: str) -> Ruling | None:
    """Across the border of two land zones, the other one Friendly too, where no line runs yet."""
    if not border or border not in g.board.neighbours[zone] or not is_land(g, border):
        return Ruling(
            "12.10", f"A railroad crosses a land border of {name_of_zone(g, zone)}.", "Name the land zone across."
        )
    if impassable(g, border) or not friendly(g, nation, border):
        return Ruling("12.10", f"{name_of_zone(g, border)} is not Friendly, so no railroad leads there.")
    if railway(g, zone, border, damaged_too=True):
        return Ruling("12.10", "A railroad crosses that border already.")
    name = border_name(zone, border)
    if any(i.what == RAILROAD and border_name(i.zone, i.border) == name for i in g.state.production):
        return Ruling("12.10", "A railroad is being built there.")
    return None


def places_for(g: G, nation: str, what: str) -> Iterator[Build]:
    """Every place where a nation may build a facility."""
    bordering = what == RAILROAD or facility_types(g)[what].family == "border"
    for zone in zones_of(g, nation):
        borders = (
            ("",) if not bordering or (what != RAILROAD and covers_all_borders(g, zone)) else g.board.neighbours[zone]
        )
        for border in borders:
            if what == RAILROAD and border in zones_of(g, nation) and border < zone:
                continue  # listed from the other side
            if why_not_there(g, nation, what, zone, border) is None:
                yield Build(what, zone, border)


def facility_kinds(g: G) -> tuple[str, ...]:
    return (*facility_types(g), RAILROAD)


def buildable_kinds(g: G, nation: str) -> Iterator[str]:
    """Facilities that a nation may begin now and can pay for somewhere."""
    from .terms import record

    cash = record(g, nation).cash
    for what in facility_kinds(g):
        least = g.charts["railroads"].cell("normal", "cost") if what == RAILROAD else facility_types(g)[what].cycles[0]
        if least - 1 > cash or why_not_listed(g, nation, what):
            continue
        if any(price(g, nation, place) <= cash for place in places_for(g, nation, what)):
            yield what


def price(g: G, nation: str, action: Build) -> int:
    return first_price(g, nation, action.what, cycles_of(g, action.what, action.zone, action.border), action.rushed)


# Rules


@rule("12.3", Build, ChooseFacility, guard=True)
def facility_is_known(g: G, action: Build | ChooseFacility) -> tuple[str, str] | None:
    known = ((kind, called_item(g, kind)) for kind in facility_kinds(g))
    return None if action.what in facility_kinds(g) else unknown("facility", action.what, known)


@rule("7.1", Build, ChooseFacility)
def nation_builds_facility(g: G, action: Build | ChooseFacility) -> Ruling | None:
    return why_not_listed(g, g.state.nation, action.what)


@rule("7.3/facilities", Build)
def place_is_allowed(g: G, action: Build) -> Ruling | None:
    return why_not_there(g, g.state.nation, action.what, action.zone, action.border)


@rule("7.3/facilities", ChooseFacility)
def some_place_is_allowed(g: G, action: ChooseFacility) -> str | None:
    if next(places_for(g, g.state.nation, action.what), None):
        return None
    return f"{name_of(g.state.nation)} has no place for {an(called_item(g, action.what))}."


@rule("7.8/improved-construction", Build)
def facility_may_be_rushed(g: G, action: Build) -> str | None:
    if not action.rushed:
        return None
    return why_not_rush(g, g.state.nation, action.what, cycles_of(g, action.what, action.zone, action.border))


@rule("0.9/ipp", Build)
def facility_is_paid_for(g: G, action: Build) -> tuple[str, str] | None:
    if why_not_there(g, g.state.nation, action.what, action.zone, action.border):
        return None  # no place, no price
    return too_dear(g, g.state.nation, price(g, g.state.nation, action))


@procedure("7.3/facilities")
def begin(g: G, nation: str, action: Build) -> None:
    """The marker goes on the map under construction, and on the Production Chart."""
    cycles = cycles_of(g, action.what, action.zone, action.border)
    name = called_item(g, action.what)
    pay(g, nation, price(g, nation, action), "7.3", f"to begin {an(name)} in {name_of_zone(g, action.zone)}")
    new_item(g, nation, action.what, cycles, zone=action.zone, border=action.border, rushed=action.rushed)


# Advancing


@rule("7.3", Advance, guard=True)
def item_is_ones_own(g: G, action: Advance) -> str | None:
    item = item_of(g, action.item)
    mine = item is not None and item.owner == g.state.nation
    return None if mine else f"{name_of(g.state.nation)} has no item {action.item} on the Production Chart."


@rule("7.3", Advance)
def item_is_unfinished(g: G, action: Advance) -> str | None:
    item = item_of(g, action.item)
    assert item is not None
    if ready(item):
        return "It is in the Place Units Box and needs no more IPPs."
    return "One turn of building is paid in a turn." if item.turn == g.state.national_turn else None


@rule("7.3/facilities", Advance)
def site_is_possessed(g: G, action: Advance) -> str | None:
    item = item_of(g, action.item)
    assert item is not None
    if item.what not in facility_kinds(g) or owner(g, item.zone) == item.owner:
        return None
    return f"{name_of(item.owner)} no longer possesses {name_of_zone(g, item.zone)}."


@rule("0.9/ipp", Advance)
def advance_is_paid_for(g: G, action: Advance) -> tuple[str, str] | None:
    item = item_of(g, action.item)
    assert item is not None
    return None if ready(item) else too_dear(g, item.owner, next_price(g, item))


@procedure("7.3")
def advance(g: G, item: Item) -> None:
    """One step along the chart; the last one leads into the Place Units Box."""
    pay(g, item.owner, next_price(g, item), "7.3", f"to go on building {an(called_item(g, item.what))}")
    item.paid += 1
    item.turn = g.state.national_turn


def advanceable(g: G, nation: str, cash: int) -> Iterator[Advance]:
    for item in g.state.production:
        unpaid = item.owner == nation and not ready(item) and item.turn != g.state.national_turn
        if unpaid and next_price(g, item) <= cash and site_is_possessed(g, Advance(item.id)) is None:
            yield Advance(item.id)


# Upgrading


@procedure("7.3/upgrading", "12.4", "12.6/ports", "12.6/shipyards", "12.6/dockyards")
def why_no_upgrade(g: G, nation: str, facility: Facility) -> Ruling | None:
    """Why a facility cannot be made larger: factories and shipyards only at home."""
    kind = kind_of(g, facility)
    if not kind.upgrade:
        return Ruling("7.3/upgrading", f"{an(kind.name, begins=True)} cannot be upgraded.")
    if facility_owner(g, facility) != nation:
        return Ruling("7.3/upgrading", f"{name_of(nation)} does not possess that {kind.name}.")
    if any(item.facility == facility.id for item in g.state.production):
        return Ruling("7.3/upgrading", f"That {kind.name} is being upgraded.")
    if facility_types(g)[kind.upgrade].where == "home" and facility.zone not in home_country(g, nation):
        section = "12.4" if kind.family == "factory" else "12.6/shipyards"
        return Ruling(section, f"{an(kind.name, begins=True)} is upgraded only in the Home Country.")
    return why_not_listed(g, nation, kind.upgrade)


@rule("7.3/upgrading", UpgradeFacility, guard=True)
def facility_to_upgrade_exists(g: G, action: UpgradeFacility) -> str | None:
    return None if action.facility in g.state.facilities else f"There is no facility {action.facility}."


@rule("7.3/upgrading", UpgradeFacility)
def facility_may_be_upgraded(g: G, action: UpgradeFacility) -> Ruling | None:
    return why_no_upgrade(g, g.state.nation, g.state.facilities[action.facility])


@rule("0.9/ipp", UpgradeFacility)
def upgrade_is_paid_for(g: G, action: UpgradeFacility) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, kind_of(g, g.state.facilities[action.facility]).upgrade_cost)


def upgradeable(g: G, nation: str, cash: int) -> Iterator[UpgradeFacility]:
    for zone in zones_of(g, nation):
        for facility in facilities_in(g, zone):
            kind = kind_of(g, facility)
            if kind.upgrade and kind.upgrade_cost <= cash and why_no_upgrade(g, nation, facility) is None:
                yield UpgradeFacility(facility.id)


@procedure("7.3/upgrading")
def begin_upgrade(g: G, nation: str, facility: Facility) -> None:
    """Paid at once; the larger facility waits in the Place Units Box."""
    kind = kind_of(g, facility)
    place = name_of_zone(g, facility.zone)
    pay(g, nation, kind.upgrade_cost, "7.3/upgrading", f"to upgrade the {kind.name} in {place}")
    new_item(g, nation, kind.upgrade, [kind.upgrade_cost], zone=facility.zone, facility=facility.id)


# Completing


@procedure("11.3")
def complete_facilities(g: G) -> None:
    """What is finished is placed where it was begun; what cannot be placed waits on the chart."""
    for item in list(g.state.production):
        finished = item.owner == g.state.nation and ready(item) and item.what in facility_kinds(g)
        if finished and not item.receiver and owner(g, item.zone) == item.owner:
            take_off(g, item)
            _complete(g, item)


def _complete(g: G, item: Item) -> None:
    name, place = called_item(g, item.what), name_of_zone(g, item.zone)
    if item.what == RAILROAD:
        _lay_rails(g, item)
    elif item.facility:
        facility = g.state.facilities.get(item.facility)
        if facility is None:
            return  # lost while it was being upgraded
        facility.before, facility.since = facility.type, g.state.national_turn
        retype(g, facility, item.what)
    else:  # option 7.3: what bombs have done to it is still to be repaired
        build(g, item.what, item.zone, item.border, original=item.owner, damage=_damage_left(g, item))
    g.tell(
        "built",
        "11.3",
        f"{an(name, begins=True)} is completed in {place}.",
        by=item.owner,
        zone=item.zone,
        what=item.what,
    )


@procedure("7.3/damage-construction", "9.18")
def _damage_left(g: G, item: Item) -> int:
    return min(item.damage, kind_of(g, item.what).most_damage)


@procedure("12.10")
def _lay_rails(g: G, item: Item) -> None:
    """A railroad joins the other lines of both its zones."""
    name = border_name(item.zone, item.border)
    if name not in g.state.rails:
        g.state.rails.append(name)
