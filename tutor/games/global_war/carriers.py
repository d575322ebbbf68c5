"""Sections 8.7/carrier and 9.4/carrier-aircraft: aircraft that fight from carriers, and where they go after."""

from __future__ import annotations

from .combat_values import ATTACKER, DEFENDER, FROM_CARRIER
from .rulebook import procedure
from .sides import join, leave, named, units_of
from .state import Battle, G, Unit
from .terms import aligned, friendly
from .units import cargo, remove, shift, type_of, units_in
from .zones import is_land, name_of_zone


@procedure("8.7/carrier", "12.2/fleet-carrier", "12.2/light-carrier", "7.8/heavy-carrier")
def launch(g: G, battle: Battle, side: str, ships: list[Unit]) -> None:
    """Aircraft take off from the carriers of a battle and join it; from a damaged one nothing takes off."""
    for ship in ships:
        if not type_of(g, ship).carrier_capacity or ship.hits:
            continue
        flying = [u for u in cargo(g, ship) if type_of(g, u).air]
        for aircraft in flying:
            aircraft.aboard, aircraft.target = 0, FROM_CARRIER
        join(battle, side, flying)


def room(g: G, zone: str, nation: str) -> list[Unit]:
    """A carrier for every landing place that is free in a sea zone, undamaged and of this nation or one Aligned with it."""
    found = []
    for ship in units_in(g, zone):
        capacity = type_of(g, ship).carrier_capacity
        if capacity and not ship.hits and aligned(g, nation, ship.owner):
            found += [ship] * (capacity - len(cargo(g, ship)))
    return found


def flying_from_carriers(g: G, battle: Battle, side: str) -> list[Unit]:
    return [u for u in units_of(g, battle, side) if u.target == FROM_CARRIER]


@procedure("8.7/carrier", "9.4/aircraft")
def return_to_carriers(g: G, battle: Battle) -> None:
    """After the battle aircraft land on carriers with room in the zone. Defenders without a place go to one next to it or
    are lost; the attacker's find theirs in Non-Combat Movement."""
    for side in (ATTACKER, DEFENDER):
        for aircraft in flying_from_carriers(g, battle, side):
            aircraft.target = ""
            decks = room(g, battle.zone, aircraft.owner)
            if decks:
                aircraft.aboard = decks[0].id
            elif side == DEFENDER:
                divert(g, aircraft, "8.7/carrier")


@procedure("9.4/carrier-aircraft")
def carrier_lost(g: G, battle: Battle, side: str) -> None:
    """Option: aircraft for which a sunk carrier leaves no deck break off at once and have one zone to find a place."""
    if not g.options["carrier-aircraft-retreat"]:
        return
    flying = flying_from_carriers(g, battle, side)
    if not flying:
        return
    decks = len(room(g, battle.zone, flying[0].owner))  # those of carriers that kept out of the battle too
    homeless = sorted(flying, key=lambda u: (type_of(g, u).cost, u.id))[: max(0, len(flying) - decks)]
    for aircraft in homeless:
        leave(battle, [aircraft])
        aircraft.target = ""
        divert(g, aircraft, "9.4/carrier-aircraft")


def divert(g: G, aircraft: Unit, section: str) -> None:
    """To the first Friendly land zone or carrier one zone away; where there is none the aircraft is lost."""
    here = aircraft.zone
    for zone in g.board.neighbours[here]:
        decks = [] if is_land(g, zone) else room(g, zone, aircraft.owner)
        if decks or (is_land(g, zone) and friendly(g, aircraft.owner, zone)):
            shift(g, aircraft, zone)
            aircraft.aboard = decks[0].id if decks else 0
            aircraft.retreated = True
            words = f"{named(g, aircraft)} finds no deck and lands in {name_of_zone(g, zone)}."
            g.tell("retreated", section, words, by=aircraft.owner, zone=zone, unit=aircraft.id)
            return
    words = f"{named(g, aircraft)} finds no place to land within a zone of {name_of_zone(g, here)} and is lost."
    g.tell("lost", section, words, by=aircraft.owner, zone=here, unit=aircraft.id, type=aircraft.type)
    remove(g, aircraft)
