"""The Western Front of Fields of Despair: 125 hexes of 45 km, laid on real geography.

The hexes and their facts are in ``western-front.csv`` (reconstructed, see the README beside it); this recipe
gives them outlines, heights, coasts, rivers and the frontiers of 1914.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from pathlib import Path

from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.ops import linemerge, unary_union

from ..files import BoardHead, Feature, MapFile
from ..hexes import HexGrid
from ..projection import LambertConic
from ..spaces import hex_place
from .sources import Box, Line, Sources

FLAT_TO_FLAT_KM = 45.0
SIZE = FLAT_TO_FLAT_KM / 3**0.5
ROTATION = 2.23
OFFSET = (-270.33, 219.04)  # of column 0, row 0, counted from 1
PROJECTION = {"parallel_1": 48.0, "parallel_2": 51.0, "origin_lat": 49.5, "origin_lon": 4.5}
BOX: Box = (0.0, 46.5, 9.5, 52.2)
# The frontier of 1871 between France and Germany, and that of 1815 between Belgium and Germany, along known points.
FRONTIERS_1914: dict[str, Line] = {
    "France and Germany": [
        (5.90, 49.50),
        (5.95, 49.42),
        (6.00, 49.30),
        (5.97, 49.15),
        (6.02, 48.98),
        (6.25, 48.92),
        (6.45, 48.77),
        (6.82, 48.64),
        (7.12, 48.51),
        (7.10, 48.35),
        (7.07, 48.17),
        (7.02, 48.04),
        (6.90, 47.86),
        (6.98, 47.65),
        (7.13, 47.49),
    ],
    "Belgium and Germany": [
        (6.02, 50.75),
        (5.97, 50.66),
        (6.08, 50.52),
        (5.95, 50.43),
        (5.95, 50.32),
        (6.13, 50.13),
    ],
}
RIVER_LABELS = {
    "Meuse": (5.02, 50.05),
    "Moselle": (6.95, 50.03),
    "Rhine": (7.72, 48.15),
    "Marne": (4.95, 48.52),
    "Aisne": (4.05, 49.47),
    "Oise": (3.28, 49.72),
    "Somme": (2.05, 50.02),
    "Seine": (3.35, 48.42),
    "Scheldt": (3.62, 50.83),
    "Yser": (2.72, 50.97),
    "Loire": (2.35, 47.83),
    "Saone": (5.70, 47.62),
}
CHANGED_SINCE = (frozenset({"France", "Germany"}), frozenset({"Belgium", "Germany"}))


def build(sources: Sources, home: Path) -> MapFile:
    conic = LambertConic(**PROJECTION)
    grid = HexGrid("flat", SIZE, _origin(), ROTATION, "odd")
    with (home / "western-front.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    features = []
    rings = {}
    for row in rows:
        place = hex_place(row["hex"])
        ring = [tuple(round(v, 4) for v in conic.to_earth(*corner)[::-1]) for corner in grid.corners(place)]
        rings[row["hex"]] = ring
        lat, lon = conic.to_earth(*grid.centre(place))
        told = {
            "kind": "hex",
            "name": row["name"],
            "terrain": row["terrain"],
            "nation": row["nation"],
            "control": row["control"],
            "height": sources.height(lat, lon),
        }
        told |= {field: row[field] for field in ("river", "fortress", "port", "edge", "fact") if row[field]}
        told["neighbours"] = row["neighbours"].split()
        features.append(Feature(told, {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}, row["hex"]))
    inside = unary_union([Polygon(ring).buffer(0.001) for ring in rings.values()])
    sea = inside.difference(sources.land(BOX)).simplify(0.004)
    for part in getattr(sea, "geoms", [sea]):
        shore = [[round(x, 4), round(y, 4)] for x, y in part.exterior.coords]
        features.append(Feature({"kind": "area", "what": "sea"}, {"type": "Polygon", "coordinates": [shore]}))
    features += [_line("coast", "", part) for part in clip(sources.coasts(BOX), inside)]
    kept = [line for names, line in sources.borders(BOX) if names not in CHANGED_SINCE]
    features += [_line("frontier", "", part) for part in clip(kept, inside)]
    for name, line in FRONTIERS_1914.items():
        features += [_line("frontier", name, part) for part in clip([line], inside)]
    features += [_line("river", "", part) for part in clip([r for _, r in sources.rivers(BOX)], inside)]
    features += [
        Feature({"kind": "label", "what": "river", "name": name}, {"type": "Point", "coordinates": [lon, lat]})
        for name, (lon, lat) in RIVER_LABELS.items()
    ]
    head = BoardHead(
        name="western-front",
        title="The Western Front, 1914",
        terrains=["clear", "river", "forest"],
        source="Reconstructed: the published map is not ours. See README.md beside this file.",
        scale_km=FLAT_TO_FLAT_KM,
        grid={"orientation": "flat", "size": SIZE, "origin": list(grid.origin), "rotation": ROTATION, "shifted": "odd"},
        projection=PROJECTION,
    )
    return MapFile(features, head)


def _origin() -> tuple[float, float]:
    """The centre of hex A01: the offset, one column on and one row down, turned with the grid."""
    c, s = cos(radians(ROTATION)), sin(radians(ROTATION))
    x, y = 1.5 * SIZE, -FLAT_TO_FLAT_KM
    return round(OFFSET[0] + c * x - s * y, 4), round(OFFSET[1] + s * x + c * y, 4)


def clip(lines: Iterable[Line], inside: Polygon) -> Iterator[Line]:
    """What of the lines lies on the map, joined up and simplified to about 500 m."""
    parts = []
    for line in lines:
        if len(line) > 1:
            cut = LineString(line).intersection(inside)
            parts += [p for p in getattr(cut, "geoms", [cut]) if p.geom_type == "LineString" and not p.is_empty]
    if not parts:
        return
    joined = linemerge(MultiLineString(parts))
    for part in getattr(joined, "geoms", [joined]):
        slim = part.simplify(0.005)
        if slim.length > 0.02:
            yield [(round(x, 4), round(y, 4)) for x, y in slim.coords]


def _line(what: str, name: str, line: Line) -> Feature:
    told = {"kind": "line", "what": what} | ({"name": name} if name else {})
    return Feature(told, {"type": "LineString", "coordinates": [list(p) for p in line]})
