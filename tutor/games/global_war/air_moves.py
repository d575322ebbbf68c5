"""Sections 8.3, 8.7 and 10.3 for aircraft: overflight, patrols, and a place to land."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ...engine.errors import an
from ...engine.rulings import Ruling
from .actions.movement import Move
from .cargo import DECK_AIRCRAFT, aboard, berths, deck_room, decks_in, room_on_decks, transports_for
from .facilities import AIR_BASE, NAVAL, SEAPLANE_BASE, usable
from .hand import Hand
from .interventions import way_to_fight_at_sea, why_at_peace
from .land_moves import LAKES
from .nations import adjective, name_of
from .permissions import may_enter, what_would_open_it
from .ranges import left, patrol_range
from .rulebook import procedure
from .state import PATROL, G, Unit
from .terms import NOBODY, aligned, alliance, enemy_zone, friendly, hostile_units, may_share_land, owner, power
from .units import FIGHTERS, SEAPLANE, called, type_of, units_in
from .ways import AIR, Leg, Said, end_of, on_arrival, on_leg, on_passing, steers
from .zones import Passage, impassable, is_land, is_sea, name_of_zone, passages_from, sea_neighbours

FAR = 99


def over_lakes(g: G, zone: str) -> list[str]:
    """1.1: an inland lake is no space for aircraft; they cross it as if the shores touched."""
    return [other for lake in LAKES if zone in lake for other in lake if other != zone]


# Flying over


@on_leg("8.3", AIR, search=False)
def not_over_neutrals(g: G, hand: Hand, leg: Leg) -> Said:
    """Aircraft fly over enemies and friends, never over neutrals."""
    why = the_sky_is_closed(g, hand, leg)
    if isinstance(why, Ruling) and why.section == "8.3" and hand.combat:
        return Ruling("8.3", why.reason, _way_to_attack(g, hand.nation, leg.end))
    return why


@steers(AIR)
def the_sky_is_closed(g: G, hand: Hand, leg: Leg) -> Ruling | None:
    """The same for the search, which needs no way out."""
    why = why_no_overflight(g, hand.nation, leg.end)
    if why is None and leg.end not in g.board.neighbours[leg.start]:
        why = _over_a_canal(g, hand.nation, leg)
    return why


def _way_to_attack(g: G, nation: str, zone: str) -> str:
    if not is_land(g, zone) or alliance(g, nation) == alliance(g, owner(g, zone)) != "":
        return what_would_open_it(g, nation, zone) or "Fly around it."
    return why_at_peace(g, nation, zone).remedy


def why_no_overflight(g: G, nation: str, zone: str) -> Ruling | None:
    if zone == "antarctica":
        return Ruling("1.18", "Antarctica is closed to aircraft.")
    holder = owner(g, zone)
    if holder in (NOBODY, nation) or enemy_zone(g, nation, zone):
        return None
    where = name_of_zone(g, zone)
    if not aligned(g, nation, holder):
        return Ruling(
            "8.3",
            f"Aircraft do not fly over {where}: {name_of(nation)} is neither at war nor Aligned with {name_of(holder)}.",
        )
    if f"{holder}!{nation}" in g.state.grants:
        return Ruling("4.5/permissions", f"{name_of(holder)} does not let {adjective(nation)} aircraft over {where}.")
    return None


@procedure("1.15")
def _may_fly_over(g: G, nation: str, passage: Passage) -> bool:
    return passage.strait or not passage.holder or not why_no_overflight(g, nation, passage.holder)


@procedure("1.15")
def _over_a_canal(g: G, nation: str, leg: Leg) -> Ruling | None:
    """Between two seas aircraft follow a strait, whosever it is, but no canal of a neutral."""
    between = [p for p in passages_from(g, leg.start) if p.other(leg.start) == leg.end]
    if not between or any(_may_fly_over(g, nation, p) for p in between):
        return None
    return Ruling("1.15", f"Aircraft do not fly over the {between[0].name}: it belongs to a neutral.")


@on_passing("8.3", AIR)
def enemy_fighters_bar_the_sky(g: G, hand: Hand, leg: Leg) -> Said:
    if not fighters_at(g, hand.nation, leg.end):
        return None
    return f"Enemy fighters in {name_of_zone(g, leg.end)} let no aircraft fly through."


def fighters_at(g: G, nation: str, zone: str) -> bool:
    return any(u.type in FIGHTERS for u in hostile_units(g, nation, units_in(g, zone)))


@on_arrival("1.7/impassable", AIR)
def no_end_over_waste(g: G, hand: Hand, action: Move) -> Said:
    section = impassable(g, end_of(hand, action))
    return (
        Ruling(section, f"No aircraft ends its move over {name_of_zone(g, end_of(hand, action))}.") if section else None
    )


# Landing places


def why_no_landing(g: G, unit: Unit, zone: str) -> Ruling | None:
    """Why an aircraft cannot land in a land zone, or None."""
    where = name_of_zone(g, zone)
    if impassable(g, zone):
        return Ruling(impassable(g, zone), f"No aircraft lands in {where}.")
    if not may_enter(g, unit.owner, zone):
        reason = f"{where} is not Friendly to {name_of(unit.owner)}."
        return Ruling("10.3", reason, what_would_open_it(g, unit.owner, zone))
    stranger = next((u for u in units_in(g, zone) if not may_share_land(g, unit.owner, u.owner)), None)
    if stranger is not None:
        return Ruling(
            "0.5/land", f"{adjective(unit.owner)} and {adjective(stranger.owner)} units do not share {where}."
        )
    if zone in g.state.conquered and not captured_airfield(g, unit, zone):
        return Ruling("10.3", f"{where} was conquered this turn: aircraft may fly over it but not land there.")
    return None


@procedure("10.2", "12.5")
def captured_airfield(g: G, unit: Unit, zone: str) -> bool:
    """Option: a sound Air Base captured this turn takes aircraft; Seaplanes use naval and Seaplane Bases too."""
    bases = (AIR_BASE, SEAPLANE_BASE, *NAVAL) if unit.type == SEAPLANE else (AIR_BASE,)
    return g.options["captured-bases"] and any(usable(g, unit.owner, zone, bases))


@procedure("15.3", "15.3/aircraft")
def bound_to_a_deck(g: G, unit: Unit) -> bool:
    """15.3: what began the turn on a carrier ends it on one."""
    return g.options["advanced-carriers"] and unit.carrier_based


@procedure("8.3", "10.3")
def landing_spots(g: G, unit: Unit) -> list[str]:
    """Zones where an aircraft could land now with the movement it has left: land, and sea zones with room on a deck."""
    reach, wide = left(g, unit), {unit.zone}
    found, queue = {unit.zone: 0}, deque([unit.zone])
    while queue:
        here = queue.popleft()
        if found[here] >= reach or (here != unit.zone and fighters_at(g, unit.owner, here)):
            continue
        for there in air_ways(g, unit.owner, here):
            if there not in wide and why_no_overflight(g, unit.owner, there) is None:
                wide.add(there)
                found[there] = found[here] + 1
                queue.append(there)
    return [z for z in found if can_land(g, unit, z)]


@procedure("8.3", "App-B.33b")
def can_land(g: G, unit: Unit, zone: str) -> bool:
    """In a land zone, or on a deck; a Seaplane needs a harbour and never stays at sea."""
    if is_land(g, zone):
        return why_no_landing(g, unit, zone) is None
    return unit.type in DECK_AIRCRAFT and room_on_decks(g, unit.owner, zone) > 0


def air_ways(g: G, nation: str, zone: str) -> list[str]:
    """Zones that aircraft of a nation fly to next: over borders, lakes, straits, and canals that no neutral holds."""
    found = [*g.board.neighbours[zone], *over_lakes(g, zone)]
    over = (p.other(zone) for p in passages_from(g, zone) if _may_fly_over(g, nation, p))
    return found + [other for other in over if other not in found]


def _spread(g: G, nation: str, spots: Iterable[str]) -> dict[str, int]:
    """How far every zone is from the nearest of the spots, for aircraft of a nation that fly there."""
    found = dict.fromkeys(spots, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        if found[here] and (fighters_at(g, nation, here) or why_no_overflight(g, nation, here) is not None):
            continue
        for there in air_ways(g, nation, here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _home_by_land(g: G, unit: Unit) -> dict[str, int]:
    """How far each zone is from a land zone where such an aircraft could land."""
    known = _maps(g)
    key = ("land", unit.owner, unit.type == SEAPLANE)
    if key not in known:
        held = (z for z in g.state.owners if friendly(g, unit.owner, z))
        known[key] = _spread(g, unit.owner, [z for z in held if why_no_landing(g, unit, z) is None])
    return known[key]


def _home_by_deck(g: G, nation: str) -> dict[str, int]:
    """The same for Friendly carriers; those of the Power may still move to meet their aircraft."""
    known = _maps(g)
    if ("deck", nation) not in known:
        known["deck", nation] = _spread(
            g, nation, sorted(z for ship in _carriers(g, nation) for z in _meets_in(g, nation, ship))
        )
    return known["deck", nation]


def _maps(g: G) -> dict[tuple[object, ...], dict[str, int]]:
    """Distances hold as long as nothing has happened: every change is told."""
    stamp, known = g.memo.get("landing distances", (-1, {}))
    if stamp != len(g.log):
        known = {}
        g.memo["landing distances"] = (len(g.log), known)
    return known  # type: ignore[no-any-return]


def _carriers(g: G, nation: str) -> list[Unit]:
    return [
        u for u in g.state.units.values() if type_of(g, u).carrier_capacity and aligned(g, nation, u.owner)
        and not (u.hits and type_of(g, u).capital)
    ]  # fmt: skip


def _meets_in(g: G, nation: str, ship: Unit) -> set[str]:
    """Sea zones where a carrier can be at the end of the nation's turn; a partner's stays where it is."""
    found, edge = {ship.zone}, {ship.zone}
    stays = ship.committed or ship.retreated or power(ship.owner) != power(nation)
    for _ in range(0 if stays else left(g, ship)):
        edge = {z for here in edge for z in sea_neighbours(g, here)} - found
        found |= edge
    return found


@procedure("8.3")
def why_no_way_home(g: G, units: Iterable[Unit], zone: str, used: int) -> Ruling | None:
    """Why aircraft that have flown ``used`` zones to a zone could not all land again, or None."""
    flying = list(units)
    need_decks = []
    for unit in flying:
        rest = left(g, unit) - used
        if not bound_to_a_deck(g, unit) and _home_by_land(g, unit).get(zone, FAR) <= rest:
            continue
        if unit.type not in DECK_AIRCRAFT or _home_by_deck(g, unit.owner).get(zone, FAR) > rest:
            return Ruling(
                "8.3",
                f"From {name_of_zone(g, zone)} the {called(g, unit.type)} could not reach a Friendly land zone or a "
                f"carrier: {max(0, rest)} movement would be left.",
            )
        need_decks.append(unit)
    if need_decks and len(need_decks) > _free_decks(g, need_decks[0].owner, flying):
        return Ruling("8.3", "The carriers have no room for all these aircraft to land again.")
    return None


def _free_decks(g: G, nation: str, leaving: list[Unit]) -> int:
    """Places on decks that are not spoken for by aircraft in the air."""
    away = {u.id for u in leaving}
    room = sum(deck_room(g, ship) for ship in _carriers(g, nation))
    room += sum(1 for u in leaving if u.aboard)
    for unit in g.state.units.values():
        if unit.id in away or unit.aboard or not unit.committed or unit.type not in DECK_AIRCRAFT:
            continue
        if power(unit.owner) == power(nation) and unit.task != PATROL and not _lands_by_itself(g, unit):
            room -= 1
    return room


def _lands_by_itself(g: G, unit: Unit) -> bool:
    return not bound_to_a_deck(g, unit) and _home_by_land(g, unit).get(unit.zone, FAR) <= left(g, unit)


# Combat Movement


@on_arrival("8.3", AIR)
def aircraft_come_home(g: G, hand: Hand, action: Move) -> Said:
    """Enough movement must be saved to land again. A patrol needs a landing place within its own range instead."""
    if not hand.combat or not action.path:
        return None
    end = end_of(hand, action)
    if action.task == PATROL or (action.task in ("raid", "mine") and is_sea(g, end)):
        return None
    return why_no_way_home(g, hand.flying, end, len(action.path))


@on_arrival("8.7/start", AIR)
def patrols_stay_near(g: G, hand: Hand, action: Move) -> Said:
    """Aircraft go out to sea only as far as their patrol range, to keep watch or to strike."""
    end = end_of(hand, action)
    if not hand.combat or not is_sea(g, end) or not action.path:
        return None
    for unit in hand.flying:
        reach = patrol_range(g, unit)
        if reach == 0:
            continue  # it has no mission at sea at all (8.7, 12.2)
        if len(action.path) > reach and not (action.task == "" and g.options["reading-sea-strikes"]):
            return _out_of_range(g, unit, reach)
    return None


@procedure("App-B.27")
def _out_of_range(g: G, unit: Unit, reach: int) -> Ruling:
    return Ruling(
        "8.7/start",
        f"At sea {an(called(g, unit.type))} goes {reach} zone{'' if reach == 1 else 's'} out from where it is based, "
        "whatever its movement.",
    )


@on_leg("8.7/end", AIR)
def patrols_end_first(g: G, hand: Hand, leg: Leg) -> Said:
    """An aircraft on patrol flies home in Non-Combat Movement before it does anything else."""
    if hand.combat and any(u.task == PATROL for u in hand.flying):
        return "An aircraft on Maritime Air Patrol ends its patrol in Non-Combat Movement before it is used elsewhere."
    return None


@on_arrival("8.2", AIR)
def air_attacks_meet_somebody(g: G, hand: Hand, action: Move) -> Said:
    """In Combat Movement aircraft go against an enemy or on patrol; only transports fly to fetch troops."""
    end = end_of(hand, action)
    if not hand.combat or action.task or not action.path:
        return None
    if is_sea(g, end):
        if not any(type_of(g, u).naval for u in hostile_units(g, hand.nation, units_in(g, end))):
            way = way_to_fight_at_sea(g, hand.nation, end)
            return f"No enemy ships are in the {name_of_zone(g, end)}.", way or "Go there on patrol, or stay."
        return None
    fetching = all(u.type == "air-transport" for u in hand.flying) and not hand.riding
    if enemy_zone(g, hand.nation, end) or fetching or not friendly(g, hand.nation, end):
        return None  # 8.3 has the word about neutrals
    return f"No enemy is met in {name_of_zone(g, end)}.", "Make this move in Non-Combat Movement."


@on_arrival("12.2/strategic-bomber", AIR)
@procedure("12.2/strategic-bomber", "12.2/air-transport")
def aircraft_that_do_not_attack(g: G, hand: Hand, action: Move) -> Said:
    """Strategic Bombers and Air Transports have no Attack for plain combat."""
    end = end_of(hand, action)
    if not hand.combat or action.task not in ("", "attack"):
        return None
    if not action.path or not (is_sea(g, end) or enemy_zone(g, hand.nation, end)):
        return None
    if hand.riding:
        words = f"{called(g, hand.riding[0].type)} jumps over land, not into the {name_of_zone(g, end)}."
        return Ruling("9.15", words, "Drop it on an enemy zone.") if is_sea(g, end) else None
    harmless = next((u for u in hand.flying if not type_of(g, u).attack), None)
    if harmless is None:
        return None
    section = "12.2/air-transport" if harmless.type == "air-transport" else "12.2/strategic-bomber"
    return Ruling(section, f"{called(g, harmless.type)} has no Attack in plain combat.", "Bomb, drop troops, or stay.")


# Non-Combat Movement


@on_arrival("10.3", AIR)
def aircraft_end_where_they_can_land(g: G, hand: Hand, action: Move) -> Said:
    """Outside combat aircraft end on Friendly land or on a carrier with room."""
    if hand.combat:
        return None
    end = end_of(hand, action)
    if is_land(g, end):
        return next((why for u in hand.flying if (why := why_no_landing(g, u, end)) is not None), None)
    return why_no_deck(g, hand, end, action.target)


def why_no_deck(g: G, hand: Hand, sea: str, target: str) -> Ruling | None:
    if target:  # the air unit that a transport can carry
        fits = berths(g, hand.flying, transports_for(g, hand.nation, sea, target)) is not None
        return None if fits else Ruling("12.2/naval-transport", f"No {target} there has room for these aircraft.")
    for unit in hand.flying:
        if unit.type not in DECK_AIRCRAFT:
            return Ruling("10.3", f"{called(g, unit.type)} does not land on carriers.", "End on a Friendly land zone.")
    coming = [u for u in hand.flying if not (u.aboard and u.zone == sea)]
    if len(coming) > room_on_decks(g, hand.nation, sea) + making_room(g, hand.nation, sea):
        return Ruling("10.3", f"No carrier in the {name_of_zone(g, sea)} has room for these aircraft.")
    return None


@procedure("15.3/swapping")
def making_room(g: G, nation: str, sea: str) -> int:
    """Option: aircraft on a full deck that can still leave it make room for those they are swapped for."""
    if not g.options["advanced-carriers"]:
        return 0
    ships = [ship for ship in decks_in(g, nation, sea) if not ship.hits]
    return sum(not u.spent and u.carrier_based for ship in ships for u in aboard(g, ship))


@on_arrival("8.7/end", AIR)
def patrols_return_within_range(g: G, hand: Hand, action: Move) -> Said:
    """A patrol is ended with the patrol range, not with the aircraft's movement."""
    if hand.combat:
        return None
    for unit in hand.flying:
        if unit.task == PATROL and len(action.path) > patrol_range(g, unit):
            reach = patrol_range(g, unit)
            return f"{an(called(g, unit.type), begins=True)} returns from patrol over {reach} zone{'' if reach == 1 else 's'} at most."
    return None


@on_arrival("15.3/aircraft", AIR)
def carrier_aircraft_return(g: G, hand: Hand, action: Move) -> Said:
    """Option: aircraft that began the turn on a carrier end it on one, unless they are swapped for others."""
    end = end_of(hand, action)
    if hand.combat or not is_land(g, end):
        return None
    bound = [u for u in hand.flying if bound_to_a_deck(g, u)]
    if not bound or len(bound) <= swaps_left(g, hand.nation):
        return None
    return (
        "Aircraft that began their turn on a carrier land on a carrier again.",
        "Land another aircraft on the deck first: then one may leave it.",
    )


@procedure("15.3/swapping")
def swaps_left(g: G, nation: str) -> int:
    """Carrier aircraft that may stay ashore: one for each other aircraft that came to a deck in this phase, or that
    waits in the Place Units Box to be placed there."""
    waiting = sum(
        item.what in DECK_AIRCRAFT and item.paid >= len(item.cycles) and power(item.owner) == power(nation)
        for item in g.state.production
    )
    used = g.state.used
    return used.get("decks filled", 0) + waiting - used.get("decks left", 0)
