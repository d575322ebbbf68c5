"""Map files: one GeoJSON FeatureCollection a board, checked on reading.

A space is a feature with an id and properties (``kind``, ``name``, ``terrain``, ``neighbours`` and more);
rivers, coasts and frontiers are features of kind ``line``. The member ``board`` says what the map is, its
grid and projection, its terrains and where it comes from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ..engine.errors import BadFile
from .europe_grid import EuropeLocator, read_fit
from .hexes import HexGrid
from .projection import LambertConic
from .spaces import Board, HexLocator, Locator

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
    head = file.board
    neighbours: dict[str, list[str]] = {}
    facts: dict[str, dict[str, str]] = {}
    outlines = {}
    extras = []
    for number, feature in enumerate(file.features):
        told = feature.properties
        kind = told.get("kind")
        if kind not in SPACE_KINDS:
            if kind not in EXTRA_KINDS:
                raise BadFile(f"{name}: feature {number}, field 'kind': {kind!r} is unknown.")
            extras.append({**told, "points": feature.geometry.get("coordinates", [])})
            continue
        where = f"{name}: feature {number} ({feature.id or 'no id'})"
        if not feature.id:
            raise BadFile(f"{where}, field 'id': a space needs one.")
        if feature.id in facts:
            raise BadFile(f"{where}, field 'id': {feature.id} is there twice.")
        if told.get("terrain") not in head.terrains:
            raise BadFile(
                f"{where}, field 'terrain': {told.get('terrain')!r} is unknown; allowed: {', '.join(head.terrains)}."
            )
        if not isinstance(told.get("neighbours"), list):
            raise BadFile(f"{where}, field 'neighbours': a list of ids is needed.")
        shape = feature.geometry.get("type")
        if shape not in ("Polygon", "MultiPolygon"):
            raise BadFile(f"{where}, field 'geometry': a space is a Polygon or a MultiPolygon.")
        if head.grid is None and not {"lat", "lon"} <= set(told):
            raise BadFile(f"{where}, field 'lat': a zone names its centre by lat and lon.")
        neighbours[feature.id] = told["neighbours"]
        facts[feature.id] = {k: str(v) for k, v in told.items() if k != "neighbours" and v is not None}
        shapes = feature.geometry["coordinates"] if shape == "MultiPolygon" else [feature.geometry["coordinates"]]
        outlines[feature.id] = [[(p[0], p[1]) for p in ring] for rings in shapes for ring in rings]
    projection = LambertConic(**head.projection) if head.projection else None
    locator = _locator(head, projection)
    board = Board(
        head.name,
        neighbours,
        facts,
        scale_km=head.scale_km,
        outlines=outlines,
        locator=locator,
        projection=projection,
        extras=extras,
        about=msgspec.to_builtins(head),
    )
    check_grid(board, name)
    return board


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
