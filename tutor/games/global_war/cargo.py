"""Sections 8.4, 9.15, 12.2 and 15.3: what ships and aircraft carry, going aboard and ashore, and flight decks."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.rulings import Ruling
from .actions.movement import Move
from .hand import Hand
from .land_moves import blitzed_through
from .nations import PLAYERS, name_of
from .ranges import allowance
from .rulebook import procedure
from .state import ASSAULT, DROP, G, Unit
from .terms import aligned, alliance, commanded, enemy_zone, friendly, power
from .units import FIGHTERS, INFANTRY, called, listed, shift, type_of, units_in
from .ways import ASHORE, LAND, Leg, Said, end_of, on_arrival, on_leg
from .zones import is_sea, name_of_zone

HOLD = 2  # units in a transport
DECK_AIRCRAFT = (*FIGHTERS, "tactical-bomber")


def aboard(g: G, ship: Unit) -> list[Unit]:
    return [u for u in units_in(g, ship.zone) if u.aboard == ship.id]


# Transports


@procedure("12.2/naval-transport")
def has_room(g: G, ship: Unit, units: Iterable[Unit]) -> bool:
    """Two infantry-class units, or one and another land or air unit."""
    load = [type_of(g, u) for u in (*aboard(g, ship), *units)]
    return len(load) <= HOLD and sum(kind.cls != INFANTRY for kind in load) <= 1


@procedure("8.4", "8.4/allied-cargo")
def transports_for(g: G, nation: str, sea: str, wanted: str = "") -> list[Unit]:
    """Transports in a sea zone that take a nation's units aboard: its own first, then those of its Alliance."""
    ships = [u for u in units_in(g, sea) if type_of(g, u).transport and wanted in ("", u.type)]
    own = [u for u in ships if power(u.owner) == power(nation) and not u.unloaded]
    partners = [u for u in ships if power(u.owner) != power(nation) and _partner(g, nation, u.owner)]
    return own + partners


def _partner(g: G, nation: str, other: str) -> bool:
    return nation in PLAYERS and other in PLAYERS and alliance(g, nation) == alliance(g, other)


def berths(g: G, units: Iterable[Unit], ships: list[Unit]) -> dict[int, int] | None:
    """A ship for every unit, by number, or None. What takes most room goes aboard first."""
    found: dict[int, int] = {}
    load: dict[int, list[Unit]] = {ship.id: [] for ship in ships}
    for unit in sorted(units, key=lambda u: (type_of(g, u).cls == INFANTRY, u.id)):
        ship = next((s for s in ships if has_room(g, s, [*load[s.id], unit])), None)
        if ship is None:
            return None
        load[ship.id].append(unit)
        found[unit.id] = ship.id
    return found


@on_leg("12.2/naval-transport", LAND)
def a_transport_takes_them(g: G, hand: Hand, leg: Leg) -> Said:
    """Land units go to sea only where transports with room for them lie."""
    if not is_sea(g, leg.end):
        return None
    ships = transports_for(g, hand.nation, leg.end)
    where = name_of_zone(g, leg.end)
    if not ships:
        return Ruling("8.4", f"No transport lies in the {where} to take land units aboard.", "Move one there first.")
    if berths(g, hand.walking, ships) is None:
        return (
            f"The transports in the {where} have no room for {listed(g, hand.walking)}.",
            "One takes two infantry-class units, or one and another land or air unit.",
        )
    return None


@on_arrival("12.2/naval-transport", LAND)
def the_ship_named_takes_them(g: G, hand: Hand, action: Move) -> Said:
    """A type of ship may be named; then only ships of that type count."""
    end = end_of(hand, action)
    if not is_sea(g, end) or not action.target or not action.path:
        return None
    if berths(g, hand.walking, transports_for(g, hand.nation, end, action.target)) is None:
        return f"No {action.target} in the {name_of_zone(g, end)} has room for {listed(g, hand.walking)}."
    return None


@procedure("8.4", "8.4/amphibious", "8.4/allied-cargo", "0.8")
def board(g: G, units: Iterable[Unit], sea: str, wanted: str = "") -> None:
    """Units go aboard; that is the end of their own movement."""
    troops = list(units)
    ships = transports_for(g, troops[0].owner, sea, wanted)
    found = berths(g, troops, ships) or {}
    for unit in troops:
        shift(g, unit, sea)
        unit.aboard = found[unit.id]
        unit.spent = allowance(g, unit)


# Going ashore


@on_leg("8.4", ASHORE)
def the_ship_may_unload(g: G, hand: Hand, leg: Leg) -> Said:
    """Outside combat units leave a ship that did not combat move; partners' ships unload in their cargo's own turn."""
    for unit in hand.landing:
        ship = g.state.units[unit.aboard]
        if not hand.combat and ship.committed and commanded(g, ship.owner, g.state.mover):
            return f"The {called(g, ship.type)} that carries it was used in Combat Movement; the cargo stays aboard."
        if power(ship.owner) != power(unit.owner) and unit.started != hand.zone:
            return Ruling(
                "8.4/allied-cargo",
                f"Units aboard a ship of {name_of(ship.owner)} are carried in its turn and go ashore in their next.",
            )
    return None


@on_arrival("8.4/amphibious", ASHORE)
def combat_landings_are_assaults(g: G, hand: Hand, action: Move) -> Said:
    end = end_of(hand, action)
    if not hand.combat or not action.path or enemy_zone(g, hand.nation, end) or blitzed_through(g, hand, end):
        return None
    if friendly(g, hand.nation, end):
        return f"{name_of_zone(g, end)} is Friendly.", "Unload there in Non-Combat Movement."
    return None


@on_arrival("8.4", ASHORE)
def aircraft_are_not_landed_in_combat(g: G, hand: Hand, action: Move) -> Said:
    if hand.combat and any(type_of(g, u).air for u in hand.landing):
        return "Aircraft carried as cargo do not fight.", "Unload them in Non-Combat Movement."
    return None


@procedure("8.4/amphibious")
def begin_assault(g: G, units: Iterable[Unit], zone: str) -> None:
    """Units will come ashore when the land battle begins; until then they are aboard, and their ship is bound."""
    for unit in units:
        unit.task, unit.target, unit.committed = ASSAULT, zone, True
        _bind_ship(g, unit)
        g.state.units[unit.aboard].committed = True


@procedure("8.4", "10.1")
def unload(g: G, units: Iterable[Unit], zone: str) -> None:
    """Units go ashore outside combat; neither they nor their ship move on."""
    for unit in units:
        _bind_ship(g, unit)
        unit.aboard = 0
        shift(g, unit, zone)
        unit.spent = max(1, allowance(g, unit))


def _bind_ship(g: G, unit: Unit) -> None:
    g.state.units[unit.aboard].unloaded = True


# By air


@procedure("8.4/airborne", "9.15")
def put_aboard_aircraft(g: G, hand: Hand) -> None:
    """Each lifter takes one of the troops that ride; those are lost with it."""
    lifters = [u for u in hand.flying if type_of(g, u).carries.startswith("1 ")]
    lifters.sort(key=lambda u: (u.type != "air-transport", u.id))
    for unit, lifter in zip(hand.riding, lifters, strict=False):
        unit.aboard = lifter.id


@procedure("8.4/airborne", "9.15")
def drop(g: G, hand: Hand) -> None:
    for unit in (*hand.flying, *hand.riding):
        unit.task, unit.committed = DROP, True


@procedure("12.2/air-transport")
def set_down(g: G, hand: Hand) -> None:
    """Outside combat the troops are put down where the aircraft land."""
    for unit in hand.riding:
        unit.aboard = 0
        unit.spent = max(1, allowance(g, unit))


# Flight decks


@procedure("12.2/fleet-carrier", "12.2/light-carrier", "0.9/carrier")
def deck_room(g: G, carrier: Unit) -> int:
    """Aircraft that a carrier can still take; none while it is damaged."""
    capacity = type_of(g, carrier).carrier_capacity
    if not capacity or (carrier.hits and type_of(g, carrier).capital):
        return 0
    return max(0, capacity - len(aboard(g, carrier)))


def decks_in(g: G, nation: str, sea: str) -> list[Unit]:
    """Carriers in a sea zone on which a nation's aircraft may land, its own first."""
    ships = [u for u in units_in(g, sea) if type_of(g, u).carrier_capacity and aligned(g, nation, u.owner)]
    return sorted(ships, key=lambda u: (power(u.owner) != power(nation), u.id))


def deck_for(g: G, unit: Unit, sea: str) -> Unit | None:
    """A carrier in this zone with room for an aircraft."""
    if unit.type not in DECK_AIRCRAFT:
        return None
    return next((ship for ship in decks_in(g, unit.owner, sea) if deck_room(g, ship)), None)


def room_on_decks(g: G, nation: str, sea: str) -> int:
    return sum(deck_room(g, ship) for ship in decks_in(g, nation, sea))
