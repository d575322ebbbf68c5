"""A board: spaces with facts, links between them, and the searches that rules need."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple, Protocol

from ..engine.errors import BadFile, UnknownName
from .hexes import Hex, HexGrid
from .projection import LambertConic
from .zones import ZoneIndex

Ring = list[tuple[float, float]]
Outline = list[Ring]  # the outer rings of a space; an island more is a ring more
Pair = tuple[str, str]


class Side(NamedTuple):
    """A hexside that matters: what runs along or across it (river, lake, strait, rail ...), and its two ends."""

    marks: frozenset[str]
    ends: tuple[tuple[float, float], tuple[float, float]]
    name: str = ""


class SeaBox(NamedTuple):
    """One numbered section of a sea area's box, and where it is drawn."""

    area: str
    number: int
    outline: Ring

    @property
    def centre(self) -> tuple[float, float]:
        """Latitude and longitude."""
        corners = self.outline[:-1]
        return sum(p[1] for p in corners) / len(corners), sum(p[0] for p in corners) / len(corners)


NO_MARKS: frozenset[str] = frozenset()


class Locator(Protocol):
    """Finds the space of a point, and the middle of a space."""

    def at(self, lat: float, lon: float) -> str | None: ...

    def centre(self, space: str) -> tuple[float, float]: ...

    def around(self, space: str) -> set[str] | None:
        """The spaces that can touch this one, or None where any may."""


class HexLocator:
    """A regular hex grid under a projection: plain arithmetic."""

    def __init__(self, grid: HexGrid, projection: LambertConic) -> None:
        self.grid, self.projection = grid, projection

    def at(self, lat: float, lon: float) -> str | None:
        return hex_name(self.grid.at(*self.projection.to_plane(lat, lon)))

    def centre(self, space: str) -> tuple[float, float]:
        return self.projection.to_earth(*self.grid.centre(hex_place(space)))

    def around(self, space: str) -> set[str] | None:
        return {hex_name(h) for h in self.grid.neighbours(hex_place(space))}


class Board:
    """Named spaces and who touches whom. ``facts`` holds what the map says of each space, as text.

    A board of hexes has a ``locator``: the space of a point is then plain arithmetic. On a board of zones the
    point is looked up among the outlines, and ``lat`` and ``lon`` are facts of each zone. ``side`` tells what lies
    between two neighbours, and ``boxes`` holds the numbered sections of the sea areas.
    """

    def __init__(
        self,
        name: str,
        neighbours: Mapping[str, Iterable[str]],
        facts: Mapping[str, Mapping[str, str]],
        *,
        scale_km: float | None = None,
        outlines: Mapping[str, Outline] | None = None,
        locator: Locator | None = None,
        projection: LambertConic | None = None,
        sides: Mapping[Pair, Side] | None = None,
        boxes: Mapping[str, Iterable[SeaBox]] | None = None,
        extras: Iterable[dict[str, Any]] = (),
        about: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.scale_km = scale_km
        self.neighbours: dict[str, tuple[str, ...]] = {a: tuple(bs) for a, bs in neighbours.items()}
        self.facts: dict[str, dict[str, str]] = {space: dict(f) for space, f in facts.items()}
        self.outlines = dict(outlines or {})
        self.locator = locator
        self.projection = projection  # for drawing; None draws longitude against latitude
        self.sides = {_pair(*between): side for between, side in (sides or {}).items()}
        self.boxes = {area: tuple(sorted(row, key=lambda b: b.number)) for area, row in (boxes or {}).items()}
        self._extras = list(extras)
        self.about = dict(about or {})
        self._distances: dict[str, dict[str, int]] = {}
        self._within: dict[tuple[str, int], frozenset[str]] = {}
        for a, bs in self.neighbours.items():
            for b in bs:
                if b not in self.neighbours:
                    raise BadFile(f"map {name}: space {a}, field 'neighbours': there is no space {b}.")
                if a not in self.neighbours[b]:
                    raise BadFile(f"map {name}: space {b}, field 'neighbours': {a} is missing, which names it.")

    def __contains__(self, space: object) -> bool:
        return space in self.neighbours

    def __iter__(self) -> Iterator[str]:
        return iter(self.neighbours)

    def __len__(self) -> int:
        return len(self.neighbours)

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self)} spaces>"

    def _repr_svg_(self) -> str:
        from .draw import draw

        return draw(self)

    def fact(self, space: str, field: str) -> str:
        if space not in self.facts:
            raise UnknownName("space", space, self.facts)
        return self.facts[space].get(field, "")

    def where(self, field: str, value: str) -> list[str]:
        """Every space whose fact ``field`` is ``value``."""
        return [space for space, facts in self.facts.items() if facts.get(field) == value]

    def extras(self, kind: str, what: str | None = None) -> list[dict[str, Any]]:
        """What is drawn besides the spaces: lines, areas and labels, each with its ``points``."""
        return [e for e in self._extras if e["kind"] == kind and (what is None or e["what"] == what)]

    # Sides

    def side(self, a: str, b: str) -> frozenset[str]:
        """The marks of the side between two neighbours: ``{"river", "rail"}``; nothing where it is plain."""
        side = self.sides.get(_pair(a, b))
        return side.marks if side else NO_MARKS

    def sides_with(self, mark: str) -> list[Pair]:
        """Every side that bears a mark, each as its two spaces."""
        return [between for between, side in self.sides.items() if mark in side.marks]

    def across(self, a: str, mark: str) -> list[str]:
        """The neighbours behind the sides of ``a`` that bear a mark: along a rail, over a river."""
        return [b for b in self.neighbours[a] if mark in self.side(a, b)]

    # Geometry

    @property
    def hexes(self) -> bool:
        return self.locator is not None

    def space_at(self, lat: float, lon: float) -> str | None:
        """The space that holds a point of the earth, or None off the map."""
        if self.locator is None:
            return self._zones.at(lat, lon)
        space = self.locator.at(lat, lon)
        return space if space in self.neighbours else None

    def centre(self, space: str) -> tuple[float, float]:
        """Latitude and longitude of the middle of a space."""
        if self.locator is None:
            facts = self.facts[space]
            return float(facts["lat"]), float(facts["lon"])
        return self.locator.centre(space)

    @cached_property
    def _zones(self) -> ZoneIndex:
        return ZoneIndex(self.outlines)

    # Searches

    def distance(self, a: str, b: str) -> int | None:
        """Spaces from ``a`` to ``b``, or None where no way leads there."""
        return self.distances(a).get(b)

    def distances(self, a: str) -> dict[str, int]:
        """How far every space is from ``a``."""
        found = self._distances.get(a)
        if found is None:
            found = {a: 0}
            queue = deque([a])
            while queue:
                here = queue.popleft()
                for there in self.neighbours[here]:
                    if there not in found:
                        found[there] = found[here] + 1
                        queue.append(there)
            self._distances[a] = found
        return found

    def within(self, a: str, reach: int) -> frozenset[str]:
        """Spaces at most ``reach`` away, ``a`` itself among them."""
        found = self._within.get((a, reach))
        if found is None:
            found = frozenset(b for b, n in self.distances(a).items() if n <= reach)
            self._within[a, reach] = found
        return found

    def path(
        self,
        start: str,
        end: str,
        passable: Callable[[str], bool],
        crossing: Callable[[str, str], bool] | None = None,
    ) -> list[str] | None:
        """A shortest way through passable spaces, both ends included, or None.

        ``crossing`` judges each side on the way, where sides matter.
        """
        came: dict[str, str] = {start: ""}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == end:
                way = [here]
                while came[way[-1]]:
                    way.append(came[way[-1]])
                return way[::-1]
            for there in self.neighbours[here]:
                if there not in came and passable(there) and (crossing is None or crossing(here, there)):
                    came[there] = here
                    queue.append(there)
        return None

    def reachable(
        self,
        sources: Iterable[str],
        passable: Callable[[str], bool],
        crossing: Callable[[str, str], bool] | None = None,
    ) -> set[str]:
        """Everything joined to a passable source by passable spaces: what a supply net covers."""
        found = {s for s in sources if passable(s)}
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for there in self.neighbours[here]:
                if there not in found and passable(there) and (crossing is None or crossing(here, there)):
                    found.add(there)
                    queue.append(there)
        return found

    def spent(self, sources: Iterable[str], cost: Callable[[str, str], float | None], most: float) -> dict[str, float]:
        """What it takes to get from the nearest source to each space, at most ``most``.

        ``cost`` prices one step, or forbids it with None: a movement allowance, or a supply path whose hexes
        weigh differently.
        """
        found: dict[str, float] = {}
        order = count()  # of two equal prices the older comes first, so that answers never depend on names
        queue = [(0.0, next(order), source) for source in sources]
        while queue:
            so_far, _, here = heappop(queue)
            if here in found:
                continue
            found[here] = so_far
            for there in self.neighbours[here]:
                if there not in found and (price := cost(here, there)) is not None and so_far + price <= most:
                    heappush(queue, (so_far + price, next(order), there))
        return found

    def components(self, passable: Callable[[str], bool]) -> dict[str, int]:
        """The passable spaces, each with the number of the connected piece it belongs to."""
        piece: dict[str, int] = {}
        for space in self.neighbours:
            if space not in piece and passable(space):
                number = len(piece)
                piece.update(dict.fromkeys(self.reachable([space], passable), number))
        return piece


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def hex_name(hex: Hex) -> str:
    """A column letter and a row: (7, 4) is H05."""
    column, row = hex
    return f"{chr(65 + column)}{row + 1:02d}" if 0 <= column < 26 else ""


def hex_place(name: str) -> Hex:
    return ord(name[0]) - 65, int(name[1:]) - 1
