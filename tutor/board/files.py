"""Map files: one GeoJSON FeatureCollection a board, checked on reading.

A space is a feature with an id and properties (``kind``, ``name``, ``terrain``, ``neighbours`` and more). A hexside
that matters is a feature of kind ``side`` with the two spaces it lies ``between`` and its ``marks``; a section of a
sea area's box is one of kind ``box``. Rivers, coasts and frontiers as drawn are of kind ``line``. The member ``board``
says what the map is, its grid and projection, its terrains, the marks of its sides and where it comes from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ..engine.errors import BadFile
from .europe_grid import EuropeLocator, read_fit
from .hexes import HexGrid
from .projection import LambertConic
from .spaces import Board, HexLocator, Locator, Outline, Pair, SeaBox, Side

SPACE_KINDS = ("hex", "zone", "sea")
EXTRA_KINDS = ("line", "area", "label", "link")


class Feature(msgspec.Struct):
    properties: dict[str, Any]
    geometry: dict[str, Any]
    id: str = ""
    type: str = "Feature"


class BoardHead(msgspec.Struct, forbid_unknown_fields=True):
    """What a map file says of itself."""

    name: str
    title: str
    terrains: list[str]
    source: str
    sides: list[str] = []
    scale_km: float | None = None
    grid: dict[str, Any] | None = None
    projection: dict[str, float] | None = None


class MapFile(msgspec.Struct):
    features: list[Feature]
    board: BoardHead
    type: str = "FeatureCollection"


def read_board(path: Path) -> Board:
    """Read a map; a mistake in it is one sentence that names the feature and the field."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=MapFile)
    except OSError as err:
        raise BadFile(f"{path}: cannot be read ({err.strerror}).") from None
    except (msgspec.ValidationError, msgspec.DecodeError) as err:
        raise BadFile(f"{path.name}: {err}.") from None
    return board_from(file, path.name)


def board_from(file: MapFile, name: str) -> Board:
    reading = _Reading(file.board, name)
    for number, feature in enumerate(file.features):
        reading.take(number, feature)
    board = reading.board()
    check_grid(board, name)
    return board


class _Reading:
    """The features of a map as they are read, each checked on its own."""

    def __init__(self, head: BoardHead, name: str) -> None:
        self.head, self.name = head, name
        self.neighbours: dict[str, list[str]] = {}
        self.facts: dict[str, dict[str, str]] = {}
        self.outlines: dict[str, Outline] = {}
        self.sides: dict[Pair, Side] = {}
        self.boxes: dict[str, dict[int, SeaBox]] = {}
        self.extras: list[dict[str, Any]] = []

    def take(self, number: int, feature: Feature) -> None:
        kind = feature.properties.get("kind")
        where = f"{self.name}: feature {number} ({feature.id or 'no id'})"
        if kind in SPACE_KINDS:
            self._space(where, feature)
        elif kind == "side":
            self._side(where, feature)
        elif kind == "box":
            self._box(where, feature)
        elif kind in EXTRA_KINDS:
            self.extras.append({**feature.properties, "points": feature.geometry.get("coordinates", [])})
        else:
            raise BadFile(f"{self.name}: feature {number}, field 'kind': {kind!r} is unknown.")

    def _space(self, where: str, feature: Feature) -> None:
        told, terrains = feature.properties, self.head.terrains
        if not feature.id:
            raise BadFile(f"{where}, field 'id': a space needs one.")
        if feature.id in self.facts:
            raise BadFile(f"{where}, field 'id': {feature.id} is there twice.")
        if told.get("terrain") not in terrains:
            raise BadFile(
                f"{where}, field 'terrain': {told.get('terrain')!r} is unknown; allowed: {', '.join(terrains)}."
            )
        if not isinstance(told.get("neighbours"), list):
            raise BadFile(f"{where}, field 'neighbours': a list of ids is needed.")
        shape = feature.geometry.get("type")
        if shape not in ("Polygon", "MultiPolygon"):
            raise BadFile(f"{where}, field 'geometry': a space is a Polygon or a MultiPolygon.")
        if self.head.grid is None and not {"lat", "lon"} <= set(told):
            raise BadFile(f"{where}, field 'lat': a zone names its centre by lat and lon.")
        self.neighbours[feature.id] = told["neighbours"]
        self.facts[feature.id] = {k: str(v) for k, v in told.items() if k != "neighbours" and v is not None}
        shapes = feature.geometry["coordinates"] if shape == "MultiPolygon" else [feature.geometry["coordinates"]]
        self.outlines[feature.id] = [[(p[0], p[1]) for p in ring] for rings in shapes for ring in rings]

    def _side(self, where: str, feature: Feature) -> None:
        between, marks = feature.properties.get("between"), feature.properties.get("marks")
        if not (isinstance(between, list) and len(between) == 2 and all(isinstance(s, str) for s in between)):
            raise BadFile(f"{where}, field 'between': a side names the two spaces it lies between.")
        pair: Pair = (min(between), max(between))
        if pair in self.sides:
            raise BadFile(f"{where}, field 'between': the side of {pair[0]} and {pair[1]} is there twice.")
        if not isinstance(marks, list) or not marks:
            raise BadFile(f"{where}, field 'marks': a list of what the side bears is needed.")
        wrong = [m for m in marks if m not in self.head.sides]
        if wrong:
            raise BadFile(f"{where}, field 'marks': {wrong[0]!r} is unknown; allowed: {', '.join(self.head.sides)}.")
        ends = feature.geometry.get("coordinates", [])
        if feature.geometry.get("type") != "LineString" or len(ends) != 2:
            raise BadFile(f"{where}, field 'geometry': a side is a LineString of two points.")
        one, other = ends
        name = str(feature.properties.get("name", ""))
        self.sides[pair] = Side(frozenset(marks), ((one[0], one[1]), (other[0], other[1])), name)

    def _box(self, where: str, feature: Feature) -> None:
        area, number = feature.properties.get("area"), feature.properties.get("number")
        if not isinstance(area, str) or not isinstance(number, int):
            raise BadFile(f"{where}, field 'area': a box names its sea area and its number.")
        if number in self.boxes.setdefault(area, {}):
            raise BadFile(f"{where}, field 'number': {area} has a box {number} twice.")
        if feature.geometry.get("type") != "Polygon":
            raise BadFile(f"{where}, field 'geometry': a box is a Polygon.")
        ring = [(p[0], p[1]) for p in feature.geometry["coordinates"][0]]
        self.boxes[area][number] = SeaBox(area, number, ring)

    def board(self) -> Board:
        for one, other in self.sides:
            if other not in self.neighbours.get(one, ()):
                raise BadFile(f"{self.name}: side of {one} and {other}, field 'between': they are not neighbours.")
        for area in self.boxes:
            if area not in self.facts:
                raise BadFile(f"{self.name}: box of {area}, field 'area': there is no such space.")
        projection = LambertConic(**self.head.projection) if self.head.projection else None
        return Board(
            self.head.name,
            self.neighbours,
            self.facts,
            scale_km=self.head.scale_km,
            outlines=self.outlines,
            locator=_locator(self.head, projection),
            projection=projection,
            sides=self.sides,
            boxes={area: row.values() for area, row in self.boxes.items()},
            extras=self.extras,
            about=msgspec.to_builtins(self.head),
        )


def _locator(head: BoardHead, projection: LambertConic | None) -> Locator | None:
    if head.grid is None:
        return None
    if "warp" in head.grid:
        return EuropeLocator(read_fit(head.grid))
    assert projection is not None
    return HexLocator(HexGrid(**{**head.grid, "origin": tuple(head.grid["origin"])}), projection)


def check_grid(board: Board, name: str) -> None:
    """Neighbours of a hex map must be neighbours on the grid."""
    for space, near in board.neighbours.items():
        on_grid = board.locator.around(space) if board.locator else None
        wrong = [n for n in near if on_grid is not None and n not in on_grid]
        if wrong:
            raise BadFile(f"{name}: feature {space}, field 'neighbours': {wrong[0]} does not touch it on the grid.")


def write_map(file: MapFile, path: Path) -> None:
    """Write a map with one feature a line, so that changes can be read."""
    head = msgspec.json.encode(file.board).decode()
    features = ",\n".join(msgspec.json.encode(f).decode() for f in file.features)
    path.write_text(f'{{"type":"FeatureCollection","board":{head},\n"features":[\n{features}\n]}}\n', encoding="utf-8")
