"""Chapter 1: land and sea zones, terrain and what lies between two zones. Who may use straits and canals: ``passages``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...board import Board
from .nations import BRITAIN
from .rulebook import procedure
from .state import G
from .terms import owner

# Terrain, and the optional rule that brings it into play.
TERRAIN_OPTIONS = {
    "mountain": "mountains", "desert": "deserts", "jungle": "jungles", "marsh": "marshes", "river": "rivers",
    "tundra": "tundra",
}  # fmt: skip
ROUGH = ("mountain", "desert", "jungle", "marsh")
CHANNEL_PORTS = ("picardy", "belgium")


@procedure("1.1")
def is_land(g: G, zone: str) -> bool:
    return bool(g.board.facts[zone]["kind"] == "zone")


@procedure("1.2")
def is_sea(g: G, zone: str) -> bool:
    return bool(g.board.facts[zone]["kind"] == "sea")


def name_of_zone(g: G, zone: str) -> str:
    return g.board.facts[zone].get("name", zone) if zone in g.board else zone


@procedure("1.7", "0.8")
def neighbours(g: G, zone: str) -> tuple[str, ...]:
    """Zones across an ordinary border; passages are apart (``passages``)."""
    found: tuple[str, ...] = g.board.neighbours[zone]
    return found


def land_neighbours(g: G, zone: str) -> tuple[str, ...]:
    return _neighbours_by_kind(g)[zone][0]


def sea_neighbours(g: G, zone: str) -> tuple[str, ...]:
    return _neighbours_by_kind(g)[zone][1]


def _neighbours_by_kind(g: G) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The land zones and the sea zones next to each zone; every move asks for them."""
    found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] | None = g.memo.get("neighbours by kind")
    if found is None:
        found = g.memo["neighbours by kind"] = {
            zone: (tuple(z for z in beside if is_land(g, z)), tuple(z for z in beside if is_sea(g, z)))
            for zone, beside in g.board.neighbours.items()
        }
    return found


def island(g: G, zone: str) -> bool:
    return is_land(g, zone) and not land_neighbours(g, zone)


# Terrain


def printed_terrain(g: G, zone: str) -> frozenset[str]:
    return frozenset(g.board.facts[zone].get("terrain", "").split())


@procedure("1.7")
def terrain(g: G, zone: str) -> frozenset[str]:
    """The terrain of a whole zone, as far as the optional rules in force know it: mountain, city, clear ..."""
    found = printed_terrain(g, zone)
    return frozenset(t for t in found if t not in TERRAIN_OPTIONS or g.options[TERRAIN_OPTIONS[t]])


def city(g: G, zone: str) -> bool:
    return "city" in printed_terrain(g, zone)


@procedure("1.7/border-terrain", "1.12")
def border_marks(g: G, start: str, into: str) -> frozenset[str]:
    """What a force that goes from one zone into the next must cross: river, mountain ..., maginot, fortified,
    as far as the options in force know it. Direction matters: the marks lie inside the zone that is entered."""
    return frozenset(
        mark
        for mark in _all_border_marks(g).get((start, into), ())
        if mark not in TERRAIN_OPTIONS or g.options[TERRAIN_OPTIONS[mark]]
    )


@procedure("12.10")
def rough_border(g: G, a: str, b: str) -> bool:
    """Does a railroad across this border go through desert, jungle, marsh or mountain, on either side or on the border?"""
    return not set(ROUGH).isdisjoint(terrain(g, a) | terrain(g, b) | border_marks(g, a, b) | border_marks(g, b, a))


def _all_border_marks(g: G) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] | None = g.memo.get("border marks")
    if found is None:
        found = {}
        for row in g.charts["borders"]:
            start, into = row["start"], row["into"]
            found.setdefault((start, into), []).append(row["mark"])
            if row["both_ways"]:
                found.setdefault((into, start), []).append(row["mark"])
        g.memo["border marks"] = found
    return found


@procedure("1.7/impassable", "1.13", "1.18")
def impassable(g: G, zone: str) -> str:
    """Why land units cannot enter a zone, or nothing: impassable terrain, and with its option tundra and ice."""
    found = printed_terrain(g, zone)
    if "impassable" in found or (is_sea(g, zone) and g.board.facts[zone].get("status") == "impassable"):
        return "1.18" if zone == "antarctica" else "1.7/impassable"
    if "tundra" in found and g.options["tundra"]:
        return "1.13"
    return ""


# Straits and canals (1.15)


class Passage(NamedTuple):
    """A strait or a canal between two sea zones, and the land zone whose possessor holds it."""

    id: str
    name: str
    strait: bool
    a: str
    b: str
    holder: str  # a land zone; nothing where two nations hold it together

    def other(self, zone: str) -> str:
        return self.b if zone == self.a else self.a


HOLDERS = {
    "danish-straits": "denmark", "strait-of-gibraltar": "gibraltar", "panama-canal": "panama",
    "suez-canal": "eastern-egypt", "kaiser-wilhelm-canal": "western-germany", "turkish-straits": "istanbul",
    "baltic-white-sea-canal": "leningrad", "st-lawrence": "",
}  # fmt: skip
PASSAGE_SECTIONS = {
    "danish-straits": "1.15/danish-straits", "strait-of-gibraltar": "1.15/gibraltar", "panama-canal": "1.15/panama",
    "suez-canal": "1.15/suez", "kaiser-wilhelm-canal": "1.15/kaiser-wilhelm", "turkish-straits": "1.15/turkish",
    "baltic-white-sea-canal": "1.15/baltic-white", "st-lawrence": "1.15/st-lawrence",
}  # fmt: skip


@lru_cache(maxsize=8)
def _passages_of(board: Board) -> dict[str, Passage]:
    found = {}
    for line in board.extras("line"):
        if line["what"] in ("strait", "canal"):
            id = line["name"].lower().replace(" ", "-").replace(".", "")
            id = "st-lawrence" if id.startswith("st-lawrence") else id
            found[id] = Passage(id, line["name"], line["what"] == "strait", line["from"], line["to"], HOLDERS[id])
    return found


def passages(g: G) -> dict[str, Passage]:
    return _passages_of(g.board)


def passages_from(g: G, zone: str) -> Iterator[Passage]:
    """Straits and canals that lead out of a sea zone."""
    return (p for p in passages(g).values() if zone in (p.a, p.b))


def passage_owner(g: G, passage: Passage) -> str:
    """The nation that decides who passes; for the seaway Britain, which agrees with the USA."""
    return owner(g, passage.holder) if passage.holder else BRITAIN


def seaways(g: G, zone: str) -> Iterator[tuple[str, Passage | None]]:
    """Sea zones next to a sea zone, each with the passage that leads there, if one does."""
    for other in g.board.neighbours[zone]:
        if is_sea(g, other):
            yield other, None
    for passage in passages_from(g, zone):
        yield passage.other(zone), passage


# Narrow crossings and other special ways


class Crossing(NamedTuple):
    """1.20: a narrow crossing between two land zones over a sea zone."""

    a: str
    b: str
    sea: str
    capacity: int
    channel: bool  # 1.21: a Channel port, where any land unit crosses outside combat


@procedure("1.20", "1.21")
def crossings(g: G) -> list[Crossing]:
    found: list[Crossing] | None = g.memo.get("crossings")
    if found is None:
        found = g.memo["crossings"] = [
            Crossing(row["a"], row["b"], row["sea"], row["capacity"], row["channel"]) for row in g.charts["crossings"]
        ]
    return found


@procedure("0.7")
def region(g: G, zone: str) -> str:
    """The map region of a land zone (Table 0-1)."""
    found: dict[str, str] | None = g.memo.get("regions")
    if found is None:
        found = g.memo["regions"] = {row["zone"]: row["region"] for row in g.charts["zones"]}
    return found.get(zone, "")


def sea_row(g: G, zone: str) -> tuple[int, str]:
    """The number of a sea zone and the ocean it belongs to."""
    found: dict[str, tuple[int, str]] | None = g.memo.get("seas")
    if found is None:
        found = g.memo["seas"] = {row["zone"]: (row["number"], row["ocean"]) for row in g.charts["sea-zones"]}
    return found.get(zone, (0, ""))


AMERICAS = ("north-america", "south-america")
