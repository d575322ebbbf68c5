"""Sections 1.6, 9.11 and 15.2: the convoy lines, what each nation can lose on them, and when a line is closed."""

from __future__ import annotations

from typing import NamedTuple

from .nations import BRITAIN, PLAYERS, name_of
from .rulebook import procedure
from .state import G
from .terms import NOBODY, alliance, at_war, in_play, owner
from .treasury import change
from .zones import name_of_zone

# 15.2: the lines that the Suez re-route is about, and what it adds to each of the African ones.
MEDITERRANEAN, AFRICAN = "british-mediterranean", ("east-african", "west-african")
GATES_OF_THE_MEDITERRANEAN = ("eastern-egypt", "gibraltar")
REROUTED = 3


class Line(NamedTuple):
    """A white dotted line on the map: the sea zones it runs through and the blue number of each nation."""

    id: str
    name: str
    zones: tuple[str, ...]
    ends: tuple[str, ...]  # land zones; an end at sea is left out
    values: dict[str, int]


@procedure("1.6")
def lines(g: G) -> dict[str, Line]:
    """Every convoy line of the chart."""
    found: dict[str, Line] | None = g.memo.get("convoy lines")
    if found is None:
        found = {}
        for row in g.charts["convoys"]:
            ends = tuple(zone for zone in (row["start"], row["end"]) if zone != "none")
            line = found.setdefault(
                row["line"], Line(row["line"], row["name"], tuple(str(row["zones"]).split()), ends, {})
            )
            line.values[row["nation"]] = row["ipp"]
        g.memo["convoy lines"] = found
    return found


def enemy_held(g: G, nation: str, zone: str) -> bool:
    """Is a zone possessed by a nation that this one is at war with?"""
    holder = owner(g, zone)
    return holder != NOBODY and at_war(g, nation, holder)


def lines_through(g: G, zone: str) -> list[Line]:
    """The lines that run through a sea zone."""
    index: dict[str, list[Line]] | None = g.memo.get("convoys by zone")
    if index is None:
        index = {}
        for line in lines(g).values():
            for sea in line.zones:
                index.setdefault(sea, []).append(line)
        g.memo["convoys by zone"] = index
    return index.get(zone, [])


@procedure("9.11")
def closed_by(g: G, line: Line, nation: str) -> str:
    """The end of a line that an enemy of the nation possesses, which stops its trade there; nothing where it is open."""
    return next((zone for zone in line.ends if enemy_held(g, nation, zone)), "")


@procedure("9.11")
def tell_of_ends(g: G, zone: str) -> None:
    """A zone where lines begin or end has changed hands: say which of them are closed or open, and for whom."""
    for line in lines(g).values():
        if zone in line.ends:
            for nation in line.values:
                closed = closed_by(g, line, nation)
                state = f"is closed: an enemy holds {name_of_zone(g, closed)}" if closed else "is open"
                g.tell(
                    "convoy line", "9.11", f"For {name_of(nation)} the {line.name} {state}.", by=nation, line=line.id
                )


@procedure("15.2")
def rerouted(g: G) -> bool:
    """Does British trade go round Africa, because an enemy holds a gate of the Mediterranean?"""
    return any(enemy_held(g, BRITAIN, zone) for zone in GATES_OF_THE_MEDITERRANEAN)


def value(g: G, line: Line, nation: str) -> int:
    """What a nation has on a line now: the blue number, changed by the Suez re-route where that is played."""
    printed = line.values.get(nation, 0)
    if nation == BRITAIN and g.options["suez-reroute"] and line.id in (MEDITERRANEAN, *AFRICAN) and rerouted(g):
        return 0 if line.id == MEDITERRANEAN else printed + REROUTED
    return printed


@procedure("9.11/max", "0.4")
def left(g: G, line: Line, nation: str) -> int:
    """What a nation can still lose on an open line this calendar turn: its value less the damage markers."""
    if closed_by(g, line, nation):
        return 0
    return max(0, value(g, line, nation) - g.state.convoy_damage.get(line.id, {}).get(nation, 0))


def traders(g: G, line: Line) -> list[str]:
    """Nations with IPPs on a line, in the order of play."""
    extra = [BRITAIN] if line.id in AFRICAN and g.options["suez-reroute"] else []
    return [nation for nation in PLAYERS if nation in line.values or nation in extra]


def why_not_raidable(g: G, raider: str, zone: str) -> tuple[str, str] | None:
    """Why there is nothing for this nation to raid in a sea zone, with a remedy; None where there is."""
    here = lines_through(g, zone)
    if not here:
        return f"No convoy line runs through {name_of_zone(g, zone)}.", "Raid in a sea zone that a line runs through."
    worth = [(line, nation) for line in here for nation in traders(g, line) if value(g, line, nation)]
    if not worth:
        return f"The {here[0].name} carries no IPPs that could be raided.", "Choose a line with a blue number."
    hostile = [(line, nation) for line, nation in worth if at_war(g, raider, nation)]
    if not hostile:
        foreign = [nation for _, nation in worth if alliance(g, nation) != alliance(g, raider)]
        if not foreign:
            return f"Only trade of its own Alliance passes through {name_of_zone(g, zone)}.", "Choose an enemy's line."
        others = ", ".join(dict.fromkeys(map(name_of, foreign)))
        return f"{name_of(raider)} is not at war with {others}, whose trade passes here.", "Declare war first."
    if all(closed_by(g, line, nation) for line, nation in hostile):
        line, nation = hostile[0]
        end = closed_by(g, line, nation)
        return (
            f"The {line.name} is closed: {name_of_zone(g, end)} is held by {name_of(owner(g, end))}.",
            "A closed line cannot be raided.",
        )
    return None


def victims(g: G, raider: str, zone: str) -> list[str]:
    """9.11/roll: enemies that can still lose IPPs here, whoever has most to lose first, ties in the order of play."""
    most = {
        nation: sum(left(g, line, nation) for line in lines_through(g, zone))
        for nation in PLAYERS
        if at_war(g, raider, nation) and in_play(g, nation)
    }
    return sorted((n for n, ipp in most.items() if ipp), key=lambda n: -most[n])


@procedure("9.11/max", "0.4")
def lose(g: G, line: Line, nation: str, ipp: int) -> int:
    """A nation loses IPPs on a line: out of its cash, at once, and a damage marker says so. What it has lost."""
    paid = min(ipp, left(g, line, nation), g.state.nations[nation].cash)
    if paid:
        money = change(g, nation, -paid)
        marks = g.state.convoy_damage.setdefault(line.id, {})
        marks[nation] = marks.get(nation, 0) + paid
        g.tell(
            "raided",
            "9.11/max",
            f"{name_of(nation)} loses {paid} IPP on the {line.name}.",
            by=nation,
            line=line.id,
            nation=nation,
            ipp=paid,
            money=money,
        )
    return paid
