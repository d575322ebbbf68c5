"""Chapters 8 and 10, the units in hand: who may be picked up, together with whom, and how far the group goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...engine.errors import an
from ...engine.rulings import Ruling
from .actions.movement import Pick
from .nations import adjective, name_of
from .ranges import allowance, left
from .rulebook import procedure, rule
from .state import ASSAULT, BEHIND, DROP, ESCORT, PATROL, G, Unit
from .terms import commanded, hostile_units, power
from .units import AIR_TRANSPORT, INFANTRY, TOWED, called, of, type_of, units_in
from .zones import is_sea, name_of_zone

COMBAT, NON_COMBAT = "combat", "non-combat"
MOTORIZED = "motorized-infantry"
WHICH = ("patrol", "escort", "raid", "mine", "blockade", "aboard", "damaged", "moved")


@dataclass(frozen=True, slots=True)
class Hand:
    """A group that moves as one, by how its units get on."""

    units: tuple[Unit, ...]
    zone: str
    nation: str  # whose wars and friends decide
    combat: bool
    walking: tuple[Unit, ...] = ()
    landing: tuple[Unit, ...] = ()  # aboard a transport, to be put ashore
    sailing: tuple[Unit, ...] = ()
    flying: tuple[Unit, ...] = ()
    riding: tuple[Unit, ...] = ()  # infantry that the aircraft in hand carry


def hand_of(g: G) -> Hand:
    return group(g, list(of(g, g.state.hand)))


def group(g: G, units: list[Unit]) -> Hand:
    """Sort units by how they travel."""
    walking, landing, sailing, flying = [], [], [], []
    numbers = {unit.id for unit in units}
    for unit in units:
        kind = type_of(g, unit)
        if unit.aboard in numbers:
            continue  # it goes with its ship
        if kind.naval:
            sailing.append(unit)
        elif unit.aboard and unit.aboard in g.state.units and type_of(g, g.state.units[unit.aboard]).transport:
            landing.append(unit)
        elif kind.air:
            flying.append(unit)
        else:
            walking.append(unit)
    riding: list[Unit] = []
    combat = g.state.moves == COMBAT
    if walking and flying and lifts_all(g, flying, walking, combat):
        walking, riding = [], walking
    zone, nation = (units[0].zone, units[0].owner) if units else ("", g.state.mover)
    return Hand(
        tuple(units), zone, nation, combat, tuple(walking), tuple(landing), tuple(sailing), tuple(flying), tuple(riding)
    )


@procedure("9.7", "8.10")
def lands_from(g: G, unit: Unit) -> str:
    """The sea zone that a unit aboard goes ashore from: where its ship lies, or where it goes on to from behind a screen."""
    ship = g.state.units.get(unit.aboard)
    return ship.target if ship is not None and ship.task == BEHIND and ship.target else unit.zone


@procedure("12.2/air-transport", "8.4/airborne", "9.15")
def lifts_all(g: G, aircraft: Iterable[Unit], troops: list[Unit], combat: bool) -> bool:
    """Do the aircraft carry these troops? One airborne unit each into combat; Air Transports one infantry-class unit
    each outside it."""
    if combat:
        lifters = [u for u in aircraft if type_of(g, u).carries.startswith("1 ")]
        return all(u.type == "airborne" for u in troops) and len(troops) <= len(lifters)
    lifters = [u for u in aircraft if u.type == AIR_TRANSPORT]
    return all(type_of(g, u).cls == INFANTRY for u in troops) and len(troops) <= len(lifters)


@procedure("12.2/air-transport", "12.2/strategic-bomber", "9.15")
def why_not_lifted(g: G, hand: Hand) -> Ruling | None:
    """Why the aircraft in hand do not carry the troops in hand; None where they do, or are no aircraft for it."""
    lifters = [u for u in hand.flying if type_of(g, u).carries.startswith("1 ")]
    if not hand.walking or not lifters:
        return None
    if hand.combat:
        heavy = next((u for u in hand.walking if u.type != "airborne"), None)
        if heavy is not None:
            return Ruling("9.15", f"Only Airborne Infantry is carried into combat by air, not {called(g, heavy.type)}.")
        return Ruling("9.15", "Each aircraft of an Airborne Assault carries one Airborne Infantry.")
    if all(u.type != AIR_TRANSPORT for u in lifters):
        words = (
            f"{an(called(g, lifters[0].type), begins=True)} carries Airborne Infantry only into an Airborne Assault."
        )
        return Ruling("12.2/strategic-bomber", words, "Use an Air Transport.")
    heavy = next((u for u in hand.walking if type_of(g, u).cls != INFANTRY), None)
    what = f"not {called(g, heavy.type)}" if heavy is not None else "not more"
    return Ruling("12.2/air-transport", f"An Air Transport carries one infantry-class unit, {what}.")


@procedure("0.8")
def reach(g: G, hand: Hand) -> int:
    """Borders that the whole group may still cross: the slowest sets the pace."""
    paces = [left(g, u) for u in (*hand.sailing, *hand.flying)]
    if hand.walking:
        paces.append(marching_pace(g, hand.walking))
    if hand.landing:
        paces.append(1)
    return min(paces, default=0)


@procedure("12.2/motorized-infantry", "12.2/artillery", "12.2/aa-artillery")
def marching_pace(g: G, walking: Iterable[Unit]) -> int:
    """Motorized Infantry tow Artillery and AA one to one; what is towed goes as far as they do."""
    troops = list(walking)
    towers = [u for u in troops if u.type == MOTORIZED]
    towed = [u for u in troops if u.type in TOWED]
    others = [u for u in troops if u.type not in TOWED]
    paces = [left(g, u) for u in others]
    if len(towed) > len(towers):
        paces += [left(g, u) for u in towed]
    elif towed:
        paces.append(max(0, max(allowance(g, u) for u in towers) - max(u.spent for u in towed)))
    return min(paces, default=0)


# Which units of a type


def mark_of(unit: Unit) -> str:
    """What sets a unit apart from others of its type in the zone, or nothing."""
    if unit.task in ("patrol", "escort", "raid", "mine", "blockade"):
        return unit.task
    if unit.aboard:
        return "aboard"
    if unit.hits:
        return "damaged"
    return "moved" if unit.spent else ""


def choice(g: G, action: Pick) -> list[Unit]:
    """The units that a Pick speaks of, freshest first, whether they may move or not."""
    found = [
        u
        for u in units_in(g, action.zone)
        if u.type == action.type
        and u.id not in g.state.hand
        and commanded(g, u.owner, g.state.mover)
        and action.owner in ("", u.owner)
        and action.which in ("", mark_of(u))
    ]
    return sorted(found, key=lambda u: (mark_of(u) != "", u.spent, u.hits, u.id))


def picked(g: G, action: Pick) -> list[Unit]:
    return [u for u in choice(g, action) if why_it_stays(g, u) is None][: action.count]


# Why a unit stays where it is


def why_it_stays(g: G, unit: Unit) -> Ruling | None:
    """Why a unit of the nation that moves may not be picked up now, or None."""
    if not (unit.committed or unit.spent or unit.aboard or unit.task or unit.retreated or unit.unloaded or unit.landed):
        return None  # it has done nothing yet
    kind = type_of(g, unit)
    if g.state.moves == COMBAT:
        return (
            _ship_has_stopped(g, unit)
            if kind.naval
            else _aircraft_has_its_mission(g, unit)
            if kind.air
            else _troops_are_committed(g, unit)
        )
    return retreated(g, unit) or _was_in_combat_movement(g, unit) or _used_up(g, unit)


@procedure("8.4", "9.11/escort", "8.2")
def _ship_has_stopped(g: G, unit: Unit) -> Ruling | None:
    if unit.unloaded:
        return Ruling("8.4", f"{an(called(g, unit.type), begins=True)} that has unloaded moves no more this turn.")
    if unit.committed and unit.task == ESCORT:
        return Ruling("9.11/escort", "A ship on escort duty gives up its Combat Movement.")
    if unit.committed and unit.task:
        return Ruling("8.8", f"This {called(g, unit.type)} has its task for this turn: {unit.task}.")
    if unit.committed and not unit.declined and hostile_units(g, unit.owner, units_in(g, unit.zone)):
        return Ruling("8.2", f"This {called(g, unit.type)} has moved into combat.")
    return _used_up(g, unit) if unit.committed else None


@procedure("8.3", "8.7/end", "12.2/fleet-carrier")
def _aircraft_has_its_mission(g: G, unit: Unit) -> Ruling | None:
    if unit.task == PATROL:
        return Ruling("8.7/on-patrol", "This aircraft is sent against what is in its zone.") if unit.target else None
    if unit.committed and unit.type != AIR_TRANSPORT:
        return Ruling("8.3", f"This {called(g, unit.type)} has its mission for this turn.")
    if unit.committed and unit.task == DROP:
        return Ruling("8.4/airborne", "This Air Transport drops its troops.")
    return _flight_deck(g, unit) or (_used_up(g, unit) if unit.committed else None)


@procedure("12.2/fleet-carrier")
def _flight_deck(g: G, unit: Unit) -> Ruling | None:
    """Aircraft neither take off from nor land on a damaged carrier."""
    carrier = g.state.units.get(unit.aboard)
    if carrier is not None and carrier.hits and type_of(g, carrier).carrier_capacity:
        return Ruling("12.2/fleet-carrier", f"No aircraft take off from a damaged {called(g, carrier.type)}.")
    return None


@procedure("8.4", "8.2", "8.4/airborne")
def _troops_are_committed(g: G, unit: Unit) -> Ruling | None:
    if unit.task == DROP:
        return Ruling("8.4/airborne", f"This {called(g, unit.type)} jumps over {name_of_zone(g, unit.zone)}.")
    if unit.task == ASSAULT:
        return Ruling("8.4/amphibious", f"This {called(g, unit.type)} lands in {name_of_zone(g, unit.target)}.")
    if unit.aboard:
        return None
    if unit.committed or unit.spent:
        return Ruling("8.2", f"This {called(g, unit.type)} has made its combat move.")
    return None


@procedure("9.4")
def retreated(g: G, unit: Unit) -> Ruling | None:
    if unit.retreated:
        return Ruling("9.4", f"This {called(g, unit.type)} has retreated and does not move in Non-Combat Movement.")
    return None


@procedure("10.1", "8.4")
def _was_in_combat_movement(g: G, unit: Unit) -> Ruling | None:
    """Only aircraft move again after Combat Movement: they fly home."""
    if type_of(g, unit).air and not _aboard_a_transport(g, unit):
        return _flight_deck(g, unit)
    if unit.committed or unit.landed:
        return Ruling("10.1", f"This {called(g, unit.type)} was used in Combat Movement and moves no more this turn.")
    if unit.unloaded:
        return Ruling("8.4", f"{an(called(g, unit.type), begins=True)} that has unloaded moves no more this turn.")
    return None


def _aboard_a_transport(g: G, unit: Unit) -> bool:
    ship = g.state.units.get(unit.aboard)
    return ship is not None and type_of(g, ship).transport


@procedure("0.8")
def _used_up(g: G, unit: Unit) -> Ruling | None:
    waits_to_land = type_of(g, unit).air and is_sea(g, unit.zone)
    if unit.spent == 0 or unit.aboard or waits_to_land or left(g, unit) or f"sail {unit.id}" in g.state.used:
        return None
    return Ruling("0.8", f"This {called(g, unit.type)} has used up its movement.")


# Rules for Pick


@rule("6.1", Pick)
def units_are_there(g: G, action: Pick) -> str | tuple[str, str] | None:
    if action.which and action.which not in WHICH:
        return f"Units are not told apart by {action.which!r}.", f"Known: {', '.join(WHICH)}."
    found = choice(g, action)
    if len(found) >= action.count:
        return None
    where, what = name_of_zone(g, action.zone), called(g, action.type)
    others = {u.owner for u in units_in(g, action.zone) if u.type == action.type} - {u.owner for u in found}
    strangers = sorted(o for o in others if not commanded(g, o, g.state.mover))
    if strangers and not found:
        return f"The {what} in {where} is {adjective(strangers[0])} and does not move with {name_of(g.state.mover)}."
    if not found:
        return f"{name_of(g.state.mover)} has no {what} in {where} to pick up."
    return f"Only {len(found)} {what} can be picked up in {where}, not {action.count}."


@rule("8.2", Pick)
def units_may_move(g: G, action: Pick) -> Ruling | None:
    """The first reason why some of these units stay, where too few are free to move."""
    found = choice(g, action)
    if len(found) < action.count or len(picked(g, action)) >= action.count:
        return None
    return next(why for u in found if (why := why_it_stays(g, u)) is not None)


@rule("0.8", Pick)
def one_zone_at_a_time(g: G, action: Pick) -> tuple[str, str] | None:
    hand = hand_of(g)
    if not hand.units or hand.zone == action.zone:
        return None
    return (
        f"The units in hand stand in {name_of_zone(g, hand.zone)}, not in {name_of_zone(g, action.zone)}.",
        "Move them or put them back first.",
    )


@rule("4.5/permissions", Pick)
def one_power_at_a_time(g: G, action: Pick) -> tuple[str, str] | None:
    hand = hand_of(g)
    new = picked(g, action)
    if not hand.units or not new or all(power(u.owner) == power(hand.nation) for u in new):
        return None
    return (
        f"{adjective(new[0].owner)} units do not move together with {adjective(hand.nation)} ones.",
        "Move each nation's units apart.",
    )


def mixes_badly(hand: Hand) -> str:
    """Why units cannot move as one group, or nothing."""
    if hand.sailing and (hand.walking or hand.landing or hand.flying):
        return "Ships move by themselves, with what is aboard."
    if hand.landing and (hand.flying or hand.walking):
        return "Units that go ashore from ships do not move together with others."
    return ""


@rule("8.4", Pick)
def ships_do_not_march(g: G, action: Pick) -> tuple[str, str] | None:
    hand = hand_of(g)
    if not hand.units:
        return None
    why = mixes_badly(group(g, [*hand.units, *picked(g, action)]))
    return (why, "Put units aboard first, or move them apart.") if why else None
