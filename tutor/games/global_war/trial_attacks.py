"""Attacks that nobody has ordered yet: what if everything that stands next to an enemy zone went in? For the odds lab."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .battles import find_battles
from .combat_values import lines_against
from .nations import name_of
from .naval import hostile_at_sea
from .state import Battle, G, Unit
from .terms import NOBODY, commanded, enemy_zone, fights, friendly, hostile_units, owner
from .units import occupied, shift, type_of, units_in
from .zones import border_marks, impassable, is_land, land_neighbours, name_of_zone, neighbours, sea_neighbours


def targets(g: G) -> list[str]:
    """Zones with enemies in them that units of the command under way stand next to, in the order of the map."""
    near: set[str] = set()
    for zone in occupied(g):
        if any(commanded(g, unit.owner, g.state.mover) for unit in units_in(g, zone)):
            near |= set(neighbours(g, zone))
    return [zone for zone in g.board if zone in near and _defended(g, zone) and any(ready(g, zone))]


def _defended(g: G, zone: str) -> bool:
    mover = g.state.mover
    if not is_land(g, zone):
        return hostile_at_sea(g, mover, zone)
    return enemy_zone(g, mover, zone) and not impassable(g, zone) and bool(hostile_units(g, mover, units_in(g, zone)))


def why_not(g: G, zone: str) -> str:
    """Why nothing that stands next to a zone can fight there now, in words with the section."""
    mover, place = g.state.mover, name_of_zone(g, zone)
    holder = owner(g, zone) if is_land(g, zone) else NOBODY
    if not any(ready(g, zone)):
        return f"{place}: no unit of {name_of(mover)} that can attack stands next to it (8.2)"
    if holder != NOBODY and not (fights(g, mover, holder, zone) or friendly(g, mover, zone)):
        return f"{place}: {name_of(mover)} is not at war with {name_of(holder)}, which possesses it (8.1)"
    return f"{place}: there is no enemy to fight (9.1)"


def ready(g: G, zone: str) -> Iterator[Unit]:
    """Units next to a zone that have not been sent anywhere: land units and ships from where they can reach it, and
    aircraft that can attack."""
    ground = land_neighbours(g, zone) if is_land(g, zone) else sea_neighbours(g, zone)
    for near in neighbours(g, zone):
        for unit in units_in(g, near):
            kind = type_of(g, unit)
            free = not (unit.committed or unit.aboard or unit.task) and commanded(g, unit.owner, g.state.mover)
            if free and kind.attack and (kind.air or near in ground):
                yield unit


def send(g: G, zone: str, counts: Mapping[str, int] | None) -> Battle | None:
    """Send units that stand next to a zone into it, all or so many of each type, those with the easiest way first; the
    battle that comes of it."""
    left = None if counts is None else dict(counts)
    for unit in sorted(ready(g, zone), key=lambda unit: (_obstacles(g, unit.zone, zone), unit.id)):
        if left is not None:
            if left.get(unit.type, 0) < 1:
                continue
            left[unit.type] -= 1
        start = unit.zone
        shift(g, unit, zone)
        unit.entered, unit.committed, unit.spent = start, True, unit.spent + 1
    find_battles(g)
    return next((battle for battle in g.state.battles if battle.zone == zone), None)


def _obstacles(g: G, start: str, zone: str) -> int:
    """What lies on the border: lines and Fortifications, rivers and other ground."""
    return len(lines_against(g, zone, [start])) + len(border_marks(g, start, zone))
