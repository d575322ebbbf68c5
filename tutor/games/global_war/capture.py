"""Sections 9.19, 9.20 and 9.23: land zones that are captured, and all that changes hands with them.

``capture`` is the one way in which a conquest changes possession; it is safe to call for a zone that is held already.
"""

from __future__ import annotations

from .convoys import tell_of_ends
from .defeat import check_surrender, defeat_if_beaten, restores, reverse_if_restored
from .defeat import surrender as surrender
from .facilities import COASTAL_ARTILLERY, FORTIFICATION, demolish, facilities_in
from .nations import FRANCE, FREE_FRANCE, PLAYERS, adjective, name_of
from .rulebook import procedure
from .state import G, Item
from .terms import NOBODY, alliance, in_play, owner, power, record, roundel, zone_value
from .treasury import change
from .units import unit_types
from .zones import border_marks, name_of_zone, neighbours

LINES = ("fortified", "maginot")


@procedure("9.19")
def capture(g: G, zone: str, by: str, section: str = "9.19") -> None:
    """A nation takes a land zone from another: roundel, income, facilities, production, and what follows from it."""
    loser = owner(g, zone)
    if loser in (by, NOBODY):
        return
    holder = returned_to(g, zone, by)
    g.state.conquered.setdefault(zone, loser)
    destroy_defenses(g, zone)
    possess(g, zone, holder)
    value = zone_value(g, zone)
    words = f"{name_of(by)} captures {name_of_zone(g, zone)} from {name_of(loser)} ({value} IPP)."
    g.tell("captured", section, words, by=by, zone=zone, before=loser, after=holder, ipp=value)
    if holder != by:
        _told_of_return(g, zone, by, holder)
    take_facilities(g, zone, holder, loser)
    take_production(g, zone, holder, loser)
    lose_capital(g, zone, loser, by)
    tell_of_ends(g, zone)
    _aftermath(g, by, loser, holder)


def _aftermath(g: G, by: str, loser: str, holder: str) -> None:
    """Surrender, defeat, and what other chapters watch for."""
    defeat_if_beaten(g, loser, by)
    check_surrender(g, by)
    reverse_if_restored(g, holder)
    from .events import check_events

    check_events(g)


def possess(g: G, zone: str, holder: str) -> None:
    """The roundel changes; incomes follow it, and claims on the zone lapse with its holder (9.21)."""
    from .war_and_peace import income_follows

    before = owner(g, zone)
    income_follows(g, zone, before, holder)
    g.state.owners[zone] = holder
    g.state.claims.pop(zone, None)
    g.state.demands.pop(zone, None)


# To whom a zone belongs (9.20)


@procedure("9.20", "4.5/permissions")
def returned_to(g: G, zone: str, by: str) -> str:
    """Who possesses a zone that a nation captures: the partner in its Alliance to whom it belongs, or the captor."""
    partner = rightful_owner(g, zone)
    if partner in ("", by) or not alliance(g, by) or alliance(g, partner) != alliance(g, by):
        return by
    if record(g, partner).surrendered and not (record(g, partner).in_play and restores(g, partner, zone)):
        return by
    return partner


def rightful_owner(g: G, zone: str) -> str:
    """The player nation whose roundel is printed on a zone, or that a Minor printed on it has become part of."""
    printed = roundel(g, zone)
    nation = printed if printed in PLAYERS else g.state.merged.get(printed, "")
    if nation == FRANCE and record(g, FRANCE).surrendered and in_play(g, FREE_FRANCE):
        return FRANCE if restores(g, FRANCE, zone) else FREE_FRANCE
    return nation


def _told_of_return(g: G, zone: str, by: str, holder: str) -> None:
    words = f"{name_of_zone(g, zone)} belongs to {name_of(holder)}, to whom {name_of(by)} returns it at once."
    g.tell("returned", "9.20", words, by=by, zone=zone, to=holder)


# What stands in the zone


@procedure("12.7", "1.22", "12.9")
def destroy_defenses(g: G, zone: str) -> None:
    """Fortifications and Coastal Artillery do not outlast a conquest, nor does a printed line its first one."""
    for facility in facilities_in(g, zone, (FORTIFICATION, COASTAL_ARTILLERY)):
        demolish(g, facility)
    lines = any(mark in LINES for start in neighbours(g, zone) for mark in border_marks(g, start, zone))
    if lines and zone not in g.state.lines_gone:
        g.state.lines_gone.append(zone)
        g.tell("destroyed", "1.22", f"The fortified line of {name_of_zone(g, zone)} is destroyed.", zone=zone)


@procedure("12.4", "12.3")
def take_facilities(g: G, zone: str, holder: str, loser: str) -> None:
    """Facilities go with their zone. They remember whose they were: captured factories work as Minor ones."""
    for facility in facilities_in(g, zone):
        facility.original = facility.original or loser
        facility.owner = ""
        facility.before = ""
        facility.since = g.state.national_turn


@procedure("7.3/facilities")
def take_production(g: G, zone: str, holder: str, loser: str) -> None:
    """What is under construction in the zone is the captor's to complete: facilities, and with 15.8 capital ships."""
    kept = []
    for item in g.state.production:
        facility = item.zone == zone and item.what not in unit_types(g)  # railroads too
        ship = g.options["ships-under-construction"] and _in_yard(g, item, zone)
        if (facility or ship) and power(item.owner) != power(holder):
            if holder not in PLAYERS:
                continue
            _change_builder(g, item, holder, "15.8" if ship else "7.3/facilities")
        kept.append(item)
    g.state.production = kept


@procedure("15.8")
def _in_yard(g: G, item: Item, zone: str) -> bool:
    """Does a capital ship lie under construction beside a shipyard of this zone?"""
    kind = unit_types(g).get(item.what)
    return kind is not None and kind.capital and item.zone == zone


def _change_builder(g: G, item: Item, holder: str, section: str) -> None:
    from .building import called_item

    item.owner, item.receiver, item.captured = holder, "", section == "15.8"
    what = called_item(g, item.what)
    words = f"{name_of(holder)} takes over the {what} under construction in {name_of_zone(g, item.zone)}."
    g.tell("captured", section, words, by=holder, item=item.id, zone=item.zone)


# Capitals (9.23)


@procedure("9.23")
def lose_capital(g: G, zone: str, loser: str, by: str) -> None:
    """Whoever loses its capital loses all its cash: to the bank, or, where it is France, to the conqueror."""
    if loser not in PLAYERS or record(g, loser).capital != zone:
        return
    cash = record(g, loser).cash
    money = change(g, loser, -cash)
    taker = by if loser == FRANCE and by in PLAYERS else ""
    if taker:
        money |= change(g, taker, cash)
    to = name_of(taker) if taker else "the bank"
    place = name_of_zone(g, zone)
    words = f"With {place} {name_of(loser)} loses its capital, and {cash} IPP of {adjective(loser)} cash go to {to}."
    g.tell("capital lost", "9.23", words, by=loser, zone=zone, to=taker, money=money)
