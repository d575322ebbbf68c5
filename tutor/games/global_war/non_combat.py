"""Sections 10.1 to 10.3, 8.7/elimination and 15.3: Non-Combat Movement from its beginning to its end."""

from __future__ import annotations

from collections import deque

from ...engine.errors import an
from .actions.basic import Done
from .actions.movement import Move
from .air_moves import air_ways, can_land, why_no_landing, why_no_overflight
from .cargo import aboard, deck_for
from .facilities import FACTORIES, facilities_in
from .hand import NON_COMBAT, Hand, group
from .ranges import left, patrol_range
from .rulebook import procedure, rule
from .state import BLOCKADE, ESCORT, MINE, PATROL, RAID, G, Unit
from .terms import commanded, hostile_units, owner, power
from .units import called, listed, remove, type_of, units_in
from .ways import SEA, Said, end_of, on_arrival, reachable
from .zones import is_land, name_of_zone, sea_neighbours

STANDING = (PATROL, ESCORT, BLOCKADE)  # markers that stay from turn to turn


@procedure("10", "10.1")
def begin_non_combat(g: G) -> None:
    """Combat is over: its markers are taken off, patrols stay on watch."""
    s = g.state
    s.moves, s.moving, s.hand = NON_COMBAT, True, []
    for unit in s.units.values():
        if not commanded(g, unit.owner, s.mover):
            continue
        if unit.task in (RAID, MINE) and type_of(g, unit).air:
            unit.task = PATROL
        elif unit.task not in (*STANDING, RAID, MINE):
            unit.task = ""
        unit.target = ""
        unit.declined = False
        _settle_cargo(g, unit)


def _settle_cargo(g: G, unit: Unit) -> None:
    """Troops that a lost assault left without a ship or aircraft are aboard of nothing."""
    if unit.aboard and unit.aboard not in g.state.units:
        unit.aboard = 0


# The end


@procedure("10.3", "10.1")
def end_non_combat(g: G) -> None:
    """Aircraft that are still in the air land on decks below them or are lost; patrols must have a way home."""
    s = g.state
    s.moves, s.moving, s.hand = "", False, []
    for unit in sorted(s.units.values(), key=lambda u: u.id):
        unit.fought = False
        if unit.id in s.units and type_of(g, unit).air and commanded(g, unit.owner, s.mover):
            come_down(g, unit)
    empty_full_decks(g)
    patrols_without_a_home(g)


@procedure("10.3")
def come_down(g: G, unit: Unit) -> None:
    """An aircraft without a landing place at the end of the phase is lost."""
    if unit.aboard or unit.task == PATROL:
        return
    if is_land(g, unit.zone):
        why = why_no_landing(g, unit, unit.zone)
        if why is None:
            return
        lose(g, [unit], "10.3", f"in {name_of_zone(g, unit.zone)}")
        return
    deck = deck_for(g, unit, unit.zone)
    if deck is not None:
        unit.aboard = deck.id
        return
    lose(g, [unit], "10.3", f"over the {name_of_zone(g, unit.zone)}")


def lose(g: G, units: list[Unit], section: str, where: str) -> None:
    for unit in units:
        remove(g, unit)
    g.tell("lost", section, f"{listed(g, units, 'find')} no place to land {where}: lost.", by=units[0].owner)


@procedure("15.3/swapping", "10.3")
def empty_full_decks(g: G) -> None:
    """What came to a full deck that nobody left has not landed."""
    for ship in list(g.state.units.values()):
        capacity = type_of(g, ship).carrier_capacity
        if capacity and len(flying := [u for u in aboard(g, ship) if type_of(g, u).air]) > capacity:
            late = sorted(flying, key=lambda u: (u.carrier_based, u.id))[: len(flying) - capacity]
            lose(g, late, "15.3/swapping", f"on the {called(g, ship.type)}")


@procedure("8.7/elimination", "8.7/carrier")
def patrols_without_a_home(g: G) -> None:
    """Any aircraft on patrol, of any nation, that has no landing place within its patrol range is lost."""
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        if unit.task == PATROL and not unit.aboard and type_of(g, unit).air and not patrol_has_home(g, unit):
            lose(g, [unit], "8.7/elimination", f"near the {name_of_zone(g, unit.zone)}")


@procedure("8.7/elimination")
def patrol_has_home(g: G, unit: Unit) -> bool:
    """Is a landing place within patrol range, and no enemy aircraft in the way?"""
    reach = patrol_range(g, unit)
    found, queue = {unit.zone: 0}, deque([unit.zone])
    while queue:
        here = queue.popleft()
        if can_land(g, unit, here):
            return True
        blocked = here != unit.zone and any(type_of(g, u).air for u in hostile_units(g, unit.owner, units_in(g, here)))
        if found[here] >= reach or blocked:
            continue
        for there in air_ways(g, unit.owner, here):
            if there not in found and why_no_overflight(g, unit.owner, there) is None:
                found[there] = found[here] + 1
                queue.append(there)
    return False


# Carriers without aircraft (15.3)


def empty_carriers(g: G) -> list[Unit]:
    """Carriers of the command without a single aircraft, where the option asks something of them."""
    if not g.options["advanced-carriers"]:
        return []
    return [
        u for u in g.state.units.values()
        if type_of(g, u).carrier_capacity and commanded(g, u.owner, g.state.mover) and not aboard(g, u)
    ]  # fmt: skip


@procedure("15.3/no-planes")
def way_to_factory(g: G, nation: str) -> dict[str, int]:
    """How many sea zones each sea zone is away from the nearest coast with a factory of the nation."""
    coasts = [z for z in g.state.owners if power(owner(g, z)) == power(nation) and facilities_in(g, z, FACTORIES)]
    found = dict.fromkeys(sorted({sea for zone in coasts for sea in sea_neighbours(g, zone)}), 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in sea_neighbours(g, here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@on_arrival("15.3/no-planes", SEA)
def empty_carriers_make_for_home(g: G, hand: Hand, action: Move) -> Said:
    if hand.combat or not action.path:
        return None
    bare = {u.id for u in empty_carriers(g)}
    for ship in hand.sailing:
        if ship.id not in bare:
            continue
        far = way_to_factory(g, ship.owner)
        if far.get(end_of(hand, action), 99) >= far.get(ship.started or ship.zone, 99) > 0:
            return f"{an(called(g, ship.type), begins=True)} without aircraft moves towards the nearest factory of its nation."
    return None


@rule("15.3/no-planes", Done)
def empty_carriers_have_moved(g: G, action: Done) -> tuple[str, str] | None:
    """Non-Combat Movement does not end before every empty carrier that can has come nearer to a factory."""
    if g.decision is None or g.decision.section != "10.1" or g.decision.who != g.state.mover:
        return None
    for ship in empty_carriers(g):
        if ship.spent or ship.committed or ship.retreated or not left(g, ship):
            continue
        far = way_to_factory(g, ship.owner)
        if any(far.get(z, 99) < far.get(ship.zone, 99) for z in reachable(g, group(g, [ship]))):
            return (
                f"The {called(g, ship.type)} in the {name_of_zone(g, ship.zone)} has no aircraft.",
                "Move it towards the nearest factory first.",
            )
    return None
