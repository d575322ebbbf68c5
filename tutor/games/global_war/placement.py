"""Section 11.1, with 15.3 and 15.8: units in the Place Units Box come onto the map."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ...engine.decisions import Action, Decision
from ...engine.errors import an, short_list
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from . import construction, repair
from .actions.basic import Done
from .actions.placement import Embark, Place
from .building import ready, take_off
from .cargo import deck_for, deck_room, room_on_decks
from .facilities import FACTORIES, facilities_in, serves
from .nations import name_of
from .output import COLONIAL, MAJOR_SHIPYARD, MILITIA, make, output, room, sites, use_slot, why_no_site, yards
from .rulebook import procedure, rule
from .state import Facility, G, Item, Unit
from .terms import held_since_turn_began, owner, power, slot_nations
from .treasury import change
from .units import CARRIERS, called, cargo, place, shift, type_of, unit_types, units_in
from .zones import is_sea, name_of_zone

CARRIER_AIRCRAFT = ("fighter", "early-war-fighter", "jet-fighter", "tactical-bomber")


@procedure("11", "6.1")
def placers(g: G) -> list[str]:
    """The nations of this national turn place one after the other."""
    return slot_nations(g, g.state.slot)


@procedure("11", "11.3", "7.4")
def complete(g: G) -> None:
    """Facilities and repairs that are finished; reassigned IPPs are back."""
    construction.complete_facilities(g)
    repair.finish_repairs(g)
    _take_back_money(g)


@procedure("11.4/failure")
def _take_back_money(g: G) -> None:
    """IPPs whose lend-lease was given up come back to their sender."""
    nation = g.state.nation
    for item in [i for i in g.state.production if i.owner == nation and i.ipp and not i.receiver]:
        take_off(g, item)
        money = change(g, nation, item.ipp)
        g.tell("lend-lease", "11.4/failure", f"{name_of(nation)} has its {item.ipp} IPP back.", by=nation, money=money)


# The box


@procedure("7.3")
def box(g: G, nation: str) -> dict[str, list[Item]]:
    """Units in the Place Units Box by type; those lent go another way."""
    found: dict[str, list[Item]] = {}
    for item in g.state.production:
        if item.owner == nation and not item.receiver and item.what in unit_types(g) and ready(item):
            found.setdefault(item.what, []).append(item)
    return found


def places(g: G, nation: str, items: list[Item]) -> dict[str, int]:
    """Where units of one type from the box can go, and how many of them."""
    laid_down = [item for item in items if item.zone]
    if not laid_down:
        found = sites(g, nation, items[0].what) | decks_to_fill(g, nation, items[0].what)
        return {zone: min(most, len(items)) for zone, most in found.items()}
    found = {}
    for item in laid_down:
        for sea in _slips(g, nation, item):
            found[sea] = found.get(sea, 0) + 1
    return found


@procedure("15.8")
def _slips(g: G, nation: str, item: Item) -> list[str]:
    """A capital ship is launched beside the yard where it was laid down; a captured one needs nothing but the yard."""
    yard = _yard(g, nation, item)
    if yard is None:
        return []
    seas = serves(g, yard)
    if item.captured:
        return seas
    regular = sites(g, nation, item.what)
    return [sea for sea in seas if sea in regular]


def _yard(g: G, nation: str, item: Item) -> Facility | None:
    if not held_since_turn_began(g, nation, item.zone):
        return None
    yards = facilities_in(g, item.zone, (MAJOR_SHIPYARD,))
    return next((f for f in yards if output(g, nation, f) and room(g, nation, f)), None)


def placements(g: G, nation: str) -> Iterator[Place]:
    """One unit of each type in each place, and all that fit there."""
    for type, items in box(g, nation).items():
        for zone, most in places(g, nation, items).items():
            if _needs_aircraft(g, type) and not _planes_for(g, nation, zone):
                continue
            for count in (1, most) if most > 1 and not _needs_aircraft(g, type) else (1,):
                if not _breaks_a_promise(g, nation, type, zone, count):
                    yield Place(type, zone, count)


def placing(g: G) -> bool:
    nation = g.state.nation
    return f"place {nation}" not in g.state.asked and next(placements(g, nation), None) is not None


# Rules


@rule("11.1", Place)
def unit_is_in_the_box(g: G, action: Place) -> str | None:
    there = len(box(g, g.state.nation).get(action.type, ()))
    if there >= action.count:
        return None
    nation, name = name_of(g.state.nation), type_of(g, action.type).name
    return f"{nation} has {f'only {there}' if there else 'no'} {name} in its Place Units Box."


@rule("11.1", Place)
def zone_takes_the_unit(g: G, action: Place) -> Ruling | None:
    nation = g.state.nation
    items = box(g, nation).get(action.type)
    if not items or places(g, nation, items).get(action.zone, 0) >= action.count:
        return None
    section, reason, remedy = why_no_site(g, nation, action.type)
    found, here = places(g, nation, items), name_of_zone(g, action.zone)
    if fits := found.get(action.zone, 0):
        return None if len(items) < action.count else Ruling(section, f"{here} takes only {fits} more this turn.")
    if found:
        if _abroad(g, nation, action):
            section, reason = "11.1/tech", "What a technology makes possible is built in the Home Country alone."
        reason = _why_not_here(g, nation, action) or reason
        remedy = f"Possible: {short_list(name_of_zone(g, zone) for zone in found)}."
    return Ruling(section, f"{called(g, action.type)} cannot be placed in {here}. {reason}", remedy)


def _abroad(g: G, nation: str, action: Place) -> bool:
    """Is a ship of a technology meant for a yard beyond the Home Country?"""
    kind = type_of(g, action.type)
    if not kind.naval or kind.technology == "none":
        return False
    return any(action.zone in serves(g, f) for f in yards(g, nation, kind, abroad_too=True))


def _why_not_here(g: G, nation: str, action: Place) -> str:
    """What is wrong with this zone in particular, where others would do; nothing where the rule itself says it."""
    kind, here = type_of(g, action.type), name_of_zone(g, action.zone)
    if kind.naval != is_sea(g, action.zone):
        return f"Ships go to a sea zone, and {here} is land." if kind.naval else f"{here} is at sea."
    if kind.naval:
        return ""
    if owner(g, action.zone) != nation:
        return f"{name_of(nation)} does not possess it."
    if not held_since_turn_began(g, nation, action.zone):
        return "It came into possession only this turn."
    if not (kind.id in (MILITIA, COLONIAL) or facilities_in(g, action.zone, FACTORIES)):
        return "It has no factory."
    return ""


@rule("15.3/placing", Place)
def carrier_has_an_aircraft(g: G, action: Place) -> tuple[str, str] | None:
    if not _needs_aircraft(g, action.type):
        return None
    if action.count > 1:
        return "Carriers are placed one by one, each with an aircraft.", "Place one."
    if _planes_for(g, g.state.nation, action.zone):
        return None
    return "A new carrier takes an aircraft aboard, a new one or one from a land zone beside it.", "Postpone it."


@procedure("11.1")
def place_units(g: G) -> Asking:
    """What is in the box is placed where factories and yards can make it; what stays waits for a later turn."""
    nation = g.state.nation
    action = yield Decision(
        nation,
        "11.1",
        f"{name_of(nation)} places new units.",
        [Place, Done],
        lambda: [*placements(g, nation), *(() if promised_aircraft_wait(g, Done()) else (Done(),))],
        screened=True,
    )
    if not isinstance(action, Place):
        g.state.asked.append(f"place {nation}")
        return
    for _ in range(action.count):
        unit = _place_one(g, nation, action)
        if _needs_aircraft(g, action.type):
            yield from _take_aircraft_aboard(g, nation, unit)
    words = f"{name_of(nation)} places {called(g, action.type, action.count)} in {name_of_zone(g, action.zone)}."
    g.tell("placed", "11.1", words, by=nation, zone=action.zone, type=action.type, count=action.count)


def _place_one(g: G, nation: str, action: Place) -> Unit:
    items = box(g, nation)[action.type]
    if type_of(g, action.type).air and is_sea(g, action.zone):
        return _place_on_deck(g, nation, action)
    if items[0].zone:
        item = next(i for i in items if action.zone in _slips(g, nation, i))
        yard = _yard(g, nation, item)
        assert yard is not None
        use_slot(g, yard)
    else:
        item = items[0]
        make(g, nation, action.type, action.zone)
    take_off(g, item)
    return place(g, action.type, nation, action.zone)


# Option 15.3: a carrier comes with an aircraft


@procedure("15.3")
def _needs_aircraft(g: G, type: str) -> bool:
    return g.options["advanced-carriers"] and type in CARRIERS


def _aircraft(g: G, nation: str) -> Iterator[str]:
    """Types of carrier aircraft in the Place Units Box that a factory can still turn out."""
    return (type for type in box(g, nation) if type in CARRIER_AIRCRAFT and sites(g, nation, type))


def _planes_for(g: G, nation: str, sea: str) -> list[Embark]:
    """Aircraft that a carrier placed in a sea zone can take: new ones, and those on land beside it."""
    found = [Embark(type) for type in _aircraft(g, nation)]
    for zone in g.board.neighbours[sea]:
        if zone not in g.state.owners:
            continue
        types = dict.fromkeys(u.type for u in units_in(g, zone) if u.owner == nation and u.type in CARRIER_AIRCRAFT)
        found += [Embark(type, zone) for type in types]
    return found


@procedure("15.3/placing")
def _take_aircraft_aboard(g: G, nation: str, ship: Unit) -> Generator[Decision, Action, None]:
    """At once, one aircraft comes aboard a new carrier."""
    choices = _planes_for(g, nation, ship.zone)
    chosen: Action = choices[0]
    if len(choices) > 1:
        chosen = yield Decision(
            nation,
            "15.3/placing",
            f"Which aircraft does the {called(g, ship.type)} take aboard?",
            [Embark],
            choices,
            about={"ship": ship.id},
        )
    assert isinstance(chosen, Embark)
    if chosen.zone:
        plane = next(u for u in units_in(g, chosen.zone) if u.owner == nation and u.type == chosen.type)
        shift(g, plane, ship.zone)
    else:
        make(g, nation, chosen.type, next(iter(sites(g, nation, chosen.type))))
        take_off(g, box(g, nation)[chosen.type][0])
        plane = place(g, chosen.type, nation, ship.zone)
    plane.aboard = ship.id


@procedure("15.3/swapping")
def promised(g: G) -> int:
    """Carrier aircraft that stayed ashore this turn for others that are still to come aboard."""
    if not g.options["advanced-carriers"]:
        return 0
    return max(0, g.state.used.get("decks left", 0) - g.state.used.get("decks filled", 0))


@procedure("15.3/swapping")
def decks_to_fill(g: G, nation: str, type: str) -> dict[str, int]:
    """Sea zones where a new aircraft comes aboard a carrier of its Power in place of one that left."""
    owed = promised(g) if type in CARRIER_AIRCRAFT else 0
    most = min(owed, sum(sites(g, nation, type).values())) if owed else 0
    ships = [u for u in g.state.units.values() if most and u.type in CARRIERS and power(u.owner) == power(nation)]
    return {ship.zone: min(most, room_on_decks(g, nation, ship.zone)) for ship in ships if deck_room(g, ship)}


def _place_on_deck(g: G, nation: str, action: Place) -> Unit:
    make(g, nation, action.type, next(iter(sites(g, nation, action.type))))
    take_off(g, box(g, nation)[action.type][0])
    plane = place(g, action.type, nation, action.zone)
    deck = deck_for(g, plane, action.zone)
    assert deck is not None
    plane.aboard = deck.id
    g.state.used["decks filled"] = g.state.used.get("decks filled", 0) + 1
    return plane


def _breaks_a_promise(g: G, nation: str, type: str, zone: str, count: int) -> bool:
    """Would an aircraft go ashore that is expected on a deck?"""
    if type not in CARRIER_AIRCRAFT or is_sea(g, zone) or not decks_to_fill(g, nation, type):
        return False
    waiting = sum(len(items) for what, items in box(g, nation).items() if what in CARRIER_AIRCRAFT)
    return waiting - count < promised(g)


@rule("15.3/swapping", Place)
def promised_aircraft_go_aboard(g: G, action: Place) -> tuple[str, str] | None:
    if not _breaks_a_promise(g, g.state.nation, action.type, action.zone, action.count):
        return None
    seas = short_list(name_of_zone(g, sea) for sea in decks_to_fill(g, g.state.nation, action.type))
    return "An aircraft left its carrier for one that is new: that one is placed on a carrier.", f"Possible: {seas}."


@rule("15.3/swapping", Done)
def promised_aircraft_wait(g: G, action: Done) -> tuple[str, str] | None:
    if not promised(g) or g.decision is None or g.decision.section != "11.1":
        return None
    nation = g.state.nation
    type = next((type for type in box(g, nation) if decks_to_fill(g, nation, type)), None)
    if type is None:
        return None
    return (
        "An aircraft left its carrier for one in the Place Units Box.",
        f"Place {an(called(g, type))} on a carrier: {short_list(name_of_zone(g, z) for z in decks_to_fill(g, nation, type))}.",
    )


@rule("15.3/placing", Embark)
def aircraft_can_come_aboard(g: G, action: Embark) -> str | None:
    ship = g.state.units.get(g.decision.about.get("ship", 0)) if g.decision else None
    if ship is None or action not in _planes_for(g, g.state.nation, ship.zone):
        return f"No {called(g, action.type)} can come aboard from there."
    return None if len(cargo(g, ship)) < type_of(g, ship).carrier_capacity else "The carrier is full."
