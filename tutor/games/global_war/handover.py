"""Zones and units that change hands without a fight: the resolution of historical events (13, 14.4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from .nations import adjective, name_of
from .state import G, Unit
from .terms import NOBODY, owner, zones_of
from .treasury import change
from .units import shift, type_of, units_in
from .zones import impassable, is_land, name_of_zone


def give_zones(g: G, zones: Iterable[str], to: str, section: str) -> None:
    """Zones come into another nation's possession; incomes follow (9.19)."""
    from .relations import hand_over

    given = [zone for zone in zones if owner(g, zone) not in (to, NOBODY)]
    before = {zone: owner(g, zone) for zone in given}
    for zone in given:
        hand_over(g, zone, to)
        g.state.claims.pop(zone, None)
    if given:
        words = ", ".join(name_of_zone(g, zone) for zone in given)
        g.tell("zone", section, f"{adjective(to)} from now on: {words}.", by=to, before=before, after=to)


def give_units(g: G, units: Iterable[Unit], to: str) -> list[Unit]:
    """Pieces are replaced by those of another nation; what they carry goes with them only if it is listed too."""
    given = list(units)
    for unit in given:
        unit.owner = to
        unit.task, unit.target = "", ""
    return given


def give_everything(g: G, before: str, to: str, section: str) -> None:
    """All zones, units, facilities and items of a nation become another's."""
    give_zones(g, zones_of(g, before), to, section)
    give_units(g, [unit for unit in g.state.units.values() if unit.owner == before], to)
    for facility in g.state.facilities.values():
        if facility.owner == before:
            facility.owner = to
    for item in g.state.production:
        if item.owner == before:
            item.owner = to
        if item.receiver == before:
            item.receiver = to
    g.tell(
        "handover", section, f"All that was {adjective(before)} is {adjective(to)} now.", by=to, before=before, after=to
    )


def zones_by_distance(g: G, start: str) -> list[str]:
    """Every land zone, the nearest first, over land and sea; equals in the order of the map."""
    seen, queue, found = {start}, deque([start]), []
    while queue:
        here = queue.popleft()
        for there in g.board.neighbours[here]:
            if there not in seen:
                seen.add(there)
                queue.append(there)
                if is_land(g, there) and not impassable(g, there):
                    found.append(there)
    return found


def send_to_nearest(g: G, unit: Unit, owners: Iterable[str]) -> str:
    """Move a land or air unit to the nearest zone of one of these nations; the zone, or nothing where there is none."""
    wanted = tuple(owners)
    for zone in zones_by_distance(g, unit.zone):
        if owner(g, zone) in wanted:
            unit.aboard = 0
            shift(g, unit, zone)
            return zone
    return ""


def land_and_air(g: G, zone: str) -> list[Unit]:
    """Units in a zone that are not ships."""
    return [unit for unit in units_in(g, zone) if not type_of(g, unit).naval]


def passed_on(g: G, nation: str, amount: int, to: str, section: str) -> None:
    """IPPs of one nation go to another."""
    if amount <= 0:
        return
    money = change(g, nation, -amount) | change(g, to, amount)
    g.tell("cash", section, f"{name_of(to)} takes {amount} IPPs of {name_of(nation)}.", by=to, money=money)
