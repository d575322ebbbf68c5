"""Sections 9.21 and 9.23: captured zones that are asked back and returned, and capitals that move.

All of it may happen on anybody's turn, so these are interrupts.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.decisions import Action
from .actions.politics import DemandZone, RefuseZone, RelocateCapital, ReturnZone
from .capture import possess, rightful_owner, take_facilities, take_production
from .defeat import condition, reverse_if_restored
from .facilities import FACTORIES, facilities_in
from .handover import zones_by_distance
from .interrupts import offers, on_interrupt
from .nations import FRANCE, FREE_FRANCE, PLAYERS, name_of
from .rulebook import procedure, rule
from .state import G
from .terms import alliance, at_war, friendly, owner, record, roundel, zones_of
from .units import remove, shift, type_of, units_in
from .zones import is_land, name_of_zone


def original_owner(g: G, zone: str) -> str:
    """The player nation to whom a land zone belonged at first; Free France speaks for a France that has surrendered."""
    printed = roundel(g, zone)
    if printed == FREE_FRANCE or printed not in PLAYERS:
        return ""
    return rightful_owner(g, zone)


def speaks_for(g: G, nation: str, zone: str) -> bool:
    """Is this nation the original owner, or France and Free France for one another?"""
    first = original_owner(g, zone)
    return first == nation or {first, nation} == {FRANCE, FREE_FRANCE}


def in_foreign_hands(g: G, zone: str) -> bool:
    """Held by a nation outside the Alliance of its original owner."""
    first, holder = original_owner(g, zone), owner(g, zone)
    return bool(first) and holder in PLAYERS and alliance(g, holder) != alliance(g, first)


# Asking


@rule("9.21", DemandZone)
def only_the_original_owner_asks(g: G, action: DemandZone) -> tuple[str, str] | None:
    place = name_of_zone(g, action.zone)
    if not is_land(g, action.zone) or not speaks_for(g, action.nation, action.zone):
        return f"{place} was never {name_of(action.nation)}'s.", "Ask for a zone with your own roundel printed on it."
    if not in_foreign_hands(g, action.zone):
        return f"{place} is not in the hands of a player outside your Alliance.", "Nothing has to be asked back there."
    if action.zone in g.state.demands:
        return f"{name_of(owner(g, action.zone))} has yet to answer.", "Wait for the answer."
    return None


@on_interrupt(DemandZone)
@procedure("9.21")
def demand(g: G, action: DemandZone) -> None:
    """The original owner asks, after a refusal too; the holder is to say yes or no."""
    g.state.demands[action.zone] = action.nation
    holder = owner(g, action.zone)
    words = f"{name_of(action.nation)} asks {name_of(holder)} to return {name_of_zone(g, action.zone)}."
    g.tell("demanded", "9.21", words, by=action.nation, zone=action.zone, of=holder)


# Refusing


@rule("9.21", RefuseZone)
def there_is_something_to_refuse(g: G, action: RefuseZone) -> tuple[str, str] | None:
    if owner(g, action.zone) != action.nation:
        return f"{name_of_zone(g, action.zone)} is not yours to refuse.", ""
    if action.zone not in g.state.demands:
        return f"Nobody has asked for {name_of_zone(g, action.zone)}.", "Refuse when it is asked for."
    return None


@on_interrupt(RefuseZone)
@procedure("9.21")
def refuse(g: G, action: RefuseZone) -> None:
    """The one who asked may declare war from now on, until the zone is returned."""
    _refused(g, action.zone)


def _refused(g: G, zone: str) -> None:
    asker = g.state.demands.pop(zone)
    g.state.claims[zone] = asker
    holder = owner(g, zone)
    words = (
        f"{name_of(holder)} keeps {name_of_zone(g, zone)}: {name_of(asker)} may declare war on it until it is returned."
    )
    g.tell("refused", "9.21", words, by=holder, zone=zone, asker=asker)


@procedure("9.21")
def silence_is_refusal(g: G) -> None:
    """A demand that is not answered by the end of the national turn counts as refused."""
    for zone in list(g.state.demands):
        _refused(g, zone)


# Returning


@rule("9.21", ReturnZone)
def zone_can_be_returned(g: G, action: ReturnZone) -> tuple[str, str] | None:
    place = name_of_zone(g, action.zone)
    if not is_land(g, action.zone) or owner(g, action.zone) != action.nation:
        return f"{place} is not yours to return.", ""
    if not in_foreign_hands(g, action.zone):
        return f"{place} did not belong to a player nation outside your Alliance.", ""
    if any(battle.zone == action.zone for battle in g.state.battles if not battle.over):
        return f"There is fighting in {place}.", "Return it when the battle is over."
    spots = nearest_friendly(g, action.nation, action.zone)
    if not spots:
        return f"There is no friendly land zone for the units in {place}.", ""
    if action.to and action.to not in spots:
        names = ", ".join(name_of_zone(g, spot) for spot in spots)
        return f"{name_of_zone(g, action.to)} is not the nearest friendly land zone.", f"Nearest: {names}."
    return None


@procedure("9.21", "0.8")
def nearest_friendly(g: G, nation: str, zone: str) -> list[str]:
    """The friendly land zones fewest borders away, whatever lies between; several where they are equally near."""
    distance = g.board.distances(zone)
    found = [z for z in zones_by_distance(g, zone) if friendly(g, nation, z)]
    return [z for z in found if distance[z] == distance[found[0]]]


@on_interrupt(ReturnZone)
@procedure("9.21")
def return_zone(g: G, action: ReturnZone) -> None:
    """The units in it go to the nearest friendly zone, and the zone is its original owner's again. A war goes on."""
    zone, holder, first = action.zone, action.nation, original_owner(g, action.zone)
    if not action.to:
        _leave(g, holder, zone, nearest_friendly(g, holder, zone)[0])
    else:
        _leave(g, holder, zone, action.to)
    possess(g, zone, first)
    g.state.gained.append(zone)
    take_facilities(g, zone, first, holder)
    take_production(g, zone, first, holder)
    words = f"{name_of(holder)} returns {name_of_zone(g, zone)} to {name_of(first)}."
    g.tell("returned", "9.21", words, by=holder, zone=zone, to=first)
    reverse_if_restored(g, first)
    from .events import check_events

    check_events(g)


def _leave(g: G, holder: str, zone: str, to: str) -> None:
    """Everybody in the zone goes: the holder's units where he says, those of friends to their own nearest zone."""
    for unit in units_in(g, zone):
        if unit.id not in g.state.units or unit.aboard or type_of(g, unit).naval:
            continue
        spots = [to] if friendly(g, unit.owner, to) else nearest_friendly(g, unit.owner, zone)
        if spots:
            shift(g, unit, spots[0])
            unit.task, unit.target = "", ""
        else:
            remove(g, unit)


# Capitals


@rule("9.23", RelocateCapital)
def capital_can_move(g: G, action: RelocateCapital) -> tuple[str, str] | None:
    nation, place = action.nation, name_of_zone(g, action.zone)
    wanted = condition(g, nation)
    if wanted is None or not wanted.relocates:
        return f"{name_of(nation)} cannot relocate its capital.", "Only the USA, the USSR, Britain and France can."
    now = record(g, nation).capital
    if action.zone == now:
        return f"{place} is the capital already.", ""
    if owner(g, action.zone) != nation:
        return f"{name_of(nation)} does not possess {place}.", "Choose a zone of your own."
    if action.zone == first_capital(g, nation):
        return None
    if owner(g, now) == nation:
        return f"{name_of_zone(g, now)} has not been taken.", "A capital moves only once it is lost, or back again."
    if not facilities_in(g, action.zone, FACTORIES):
        return f"There is no factory in {place}.", "Choose a zone of your own with a factory."
    return None


def first_capital(g: G, nation: str) -> str:
    return str(g.charts["national-sheets"].cell(nation, "capital"))


@on_interrupt(RelocateCapital)
@procedure("9.23")
def relocate_capital(g: G, action: RelocateCapital) -> None:
    record(g, action.nation).capital = action.zone
    words = f"{name_of(action.nation)} makes {name_of_zone(g, action.zone)} its capital."
    g.tell("capital", "9.23", words, by=action.nation, zone=action.zone)


# What a nation is shown


@offers
def offered_returns(g: G, nation: str) -> Iterator[Action]:
    """Answers that are due, claims of its own, and a capital that could move: few at any time."""
    for zone in g.state.demands:
        if owner(g, zone) == nation:
            yield from (ReturnZone(nation, zone), RefuseZone(nation, zone))
    for zone in g.state.claims:
        if owner(g, zone) == nation:
            yield ReturnZone(nation, zone)
    yield from (DemandZone(nation, zone) for zone in lost_zones(g, nation))
    yield from relocations(g, nation)


def lost_zones(g: G, nation: str) -> list[str]:
    """Zones that a nation could ask back now from players it is not at war with."""
    return [
        zone
        for zone in sorted(g.state.start_owners)
        if zone not in g.state.demands
        and zone not in g.state.claims
        and in_foreign_hands(g, zone)
        and speaks_for(g, nation, zone)
        and not at_war(g, nation, owner(g, zone))
    ]


def relocations(g: G, nation: str) -> Iterator[RelocateCapital]:
    now, first = record(g, nation).capital, first_capital(g, nation)
    wanted = condition(g, nation)
    if wanted is None or not wanted.relocates:
        return
    if now != first and owner(g, first) == nation:
        yield RelocateCapital(nation, first)
    elif owner(g, now) != nation:
        for zone in zones_of(g, nation):
            if facilities_in(g, zone, FACTORIES):
                yield RelocateCapital(nation, zone)
