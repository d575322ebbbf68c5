"""Sections 1.5, 1.12, 1.14 and 10.4: railways, rivers, and paths of supply."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import pairwise

from .facilities import NAVAL, blockaded, facilities_in, kind_of, open_seas
from .passages import why_closed
from .rulebook import procedure
from .state import Facility, G
from .terms import friendly, owner
from .zones import crossings, is_land, seaways


def border(a: str, b: str) -> str:
    """The name of the border between two zones."""
    return f"{a}|{b}" if a < b else f"{b}|{a}"


@procedure("1.14", "12.10")
def railway(g: G, a: str, b: str, *, damaged_too: bool = False) -> bool:
    """Does an undamaged railway cross this border? Printed lines join neighbouring zones that both have rails."""
    name = border(a, b)
    facts = g.board.facts
    printed = facts[a].get("rail") == "yes" and facts[b].get("rail") == "yes" and b in g.board.neighbours[a]
    if not (printed or name in g.state.rails):
        return False
    return damaged_too or not g.state.rail_damage.get(name)


@procedure("1.12/strategic")
def river_way(g: G, a: str, b: str) -> bool:
    """Do a river or a canal that counts as one join two zones?"""
    if not g.options["rivers"]:
        return False
    ways: set[str] | None = g.memo.get("river ways")
    if ways is None:
        ways = set()
        for row in g.charts["rivers"]:
            course = str(row["zones"]).split()
            ways.update(border(x, y) for x, y in pairwise(course))
        g.memo["river ways"] = ways
    return border(a, b) in ways


def joined(g: G, a: str, b: str) -> bool:
    """By rail, river, Channel port, or the open Burma Road (1.17, 1.21)."""
    if railway(g, a, b) or river_way(g, a, b):
        return True
    if {a, b} == {"burma", "yunnan"}:
        return g.state.burma_road
    return any(c.channel and {c.a, c.b} == {a, b} for c in crossings(g))


@procedure("1.5/land", "4.5/permissions")
def lets_through(g: G, nation: str, zone: str) -> bool:
    """May a nation trace a path through this zone? Friends agree unless they say no; others must have agreed."""
    holder = owner(g, zone)
    return (
        friendly(g, nation, zone) and f"{holder}!{nation}" not in g.state.grants
    ) or f"{holder}>{nation}" in g.state.grants


def land_net(g: G, nation: str, sources: Iterable[str], crosses: Callable[[str, str], bool] | None = None) -> set[str]:
    """Every zone joined to a source over land."""
    found = {z for z in sources if lets_through(g, nation, z)}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in ways_out(g, here):
            if (
                there not in found
                and lets_through(g, nation, there)
                and (crosses or (lambda a, b: joined(g, a, b)))(here, there)
            ):
                found.add(there)
                queue.append(there)
    return found


def ways_out(g: G, zone: str) -> list[str]:
    """Land zones that a path over land may go to next."""
    found = [z for z in g.board.neighbours[zone] if is_land(g, z)]
    found += [c.b if c.a == zone else c.a for c in crossings(g) if c.channel and zone in (c.a, c.b)]
    if zone in ("burma", "yunnan"):
        found.append("yunnan" if zone == "burma" else "burma")
    return found


@procedure("1.5/sea", "8.11")
def gates(g: G, nation: str, zone: str) -> list[Facility]:
    """Naval facilities through which a path may leave or enter a zone: undamaged, not blockaded, and permitted."""
    if not lets_through(g, nation, zone):
        return []
    return [f for f in facilities_in(g, zone, NAVAL) if f.damage == 0 and kind_of(g, f).supply and not blockaded(g, f)]


def sea_net(g: G, nation: str, start: str) -> set[str]:
    """Every sea zone that a path can reach from one, through the passages open to it."""
    found, queue = {start}, deque([start])
    while queue:
        here = queue.popleft()
        for there, passage in seaways(g, here):
            if there in found or g.board.facts[there].get("status") == "impassable":
                continue
            if passage is not None and why_closed(g, nation, passage, warship=False):
                continue
            found.add(there)
            queue.append(there)
    return found


@procedure("0.9/supply-path", "1.5", "1.5/restriction")
def supplied(g: G, nation: str, sources: Iterable[str]) -> set[str]:
    """Every land zone that a supply path reaches from the sources: over land, once over sea, and over land again."""
    by_land = land_net(g, nation, sources)
    ports = [f for zone in by_land for f in gates(g, nation, zone)]
    if not ports:
        return by_land
    seas: set[str] = set()
    for facility in ports:
        for sea in open_seas(g, facility):
            if sea not in seas:
                seas |= sea_net(g, nation, sea)
    shores = {z for sea in seas for z in g.board.neighbours[sea] if is_land(g, z)}
    landings = {z for z in shores if any(not seas.isdisjoint(open_seas(g, f)) for f in gates(g, nation, z))}
    return by_land | land_net(g, nation, landings)


def supply_path(g: G, nation: str, sources: Iterable[str], target: str) -> bool:
    """Does a supply path lead from one of the sources to this zone?"""
    return target in supplied(g, nation, sources)


def in_reach_by_rail(g: G, nation: str, zone: str) -> set[str]:
    """Zones joined to this one by undamaged railway through Friendly zones."""
    return land_net(g, nation, [zone], lambda a, b: railway(g, a, b))
