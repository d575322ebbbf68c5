"""The sea areas of the World in Flames family, grown from the seed points of ``sea-areas.csv``."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from typing import Any

from shapely.geometry import box
from shapely.prepared import prep

from ..files import BoardHead, Feature, MapFile
from .growing import coordinates, grow_sea, slimmed, with_discs
from .sources import Sources

TOLERANCE = 0.08  # degrees
BOX_SIZES = (2.4, 2.0, 1.6, 1.2, 0.9, 0.7, 0.5, 0.35, 0.25)  # degrees of latitude, the largest that fits is taken
STRETCH = 1.3  # degrees of longitude for one of latitude: about square as the map is drawn
FIELDS = ("ports", "weather_zone", "games", "source", "line")
DRAWN = ("strait", "canal")


def build(sources: Sources, home: Path) -> MapFile:
    with (home / "sea-areas.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    seeds = {area: [(float(row["lat"]), float(row["lon"])), *_pairs(row["seeds"])] for area, row in rows.items()}
    shapes = slimmed(with_discs(grow_sea(sources, seeds), seeds), TOLERANCE)
    features = []
    for area, row in rows.items():
        told: dict[str, object] = {"kind": "sea", "name": row["name"], "terrain": "sea"}
        told |= {"lat": float(row["lat"]), "lon": float(row["lon"])}
        told |= {field: row[field] for field in FIELDS if row[field]}
        told["neighbours"] = row["neighbours"].split()
        features.append(Feature(told, {"type": "MultiPolygon", "coordinates": coordinates(shapes[area])}, area))
        features += sea_boxes(area, [int(n) for n in row["boxes"].split()], shapes[area], seeds[area][0])
    with (home / "sea-links.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            ends = [rows.get(row["from"]), rows.get(row["to"])]
            points = [[float(end["lon"]), float(end["lat"])] for end in ends if end]
            kind = "line" if row["kind"] in DRAWN and len(points) == 2 else "link"
            link = {"kind": kind, "what": row["kind"]}
            link |= {field: row[field] for field in ("from", "to", "name", "condition", "book", "line") if row[field]}
            features.append(Feature(link, {"type": "LineString", "coordinates": points}))
    head = BoardHead(
        name="sea-areas",
        title="Sea areas of the World in Flames family",
        terrains=["sea"],
        source="Reconstructed: the published map is not ours. See sea-areas-README.md beside this file.",
    )
    return MapFile(features, head)


def sea_boxes(area: str, numbers: list[int], water: Any, seed: tuple[float, float]) -> Iterator[Feature]:
    """A row of numbered squares where it covers the least land, near the seed; smaller in narrow waters."""
    lat, lon, size = _room(water, len(numbers), seed)
    wide = size * STRETCH
    west = lon - wide * len(numbers) / 2
    for place, number in enumerate(numbers):
        square = box(west + place * wide, lat - size / 2, west + (place + 1) * wide, lat + size / 2)
        ring = [[round(x, 3), round(y, 3)] for x, y in square.exterior.coords]
        told = {"kind": "box", "area": area, "number": number}
        yield Feature(told, {"type": "Polygon", "coordinates": [ring]}, f"{area}/{number}")


def _room(water: Any, count: int, seed: tuple[float, float]) -> tuple[float, float, float]:
    """Latitude, longitude and size of the largest row of boxes that fits on the water, nearest to the seed."""
    west, south, east, north = water.bounds
    ready = prep(water)
    grid = [(south + (north - south) * i / 24, west + (east - west) * j / 24) for i in range(25) for j in range(25)]
    for size in BOX_SIZES:
        fits = []
        for lat, lon in [seed, *grid]:
            wide = count * size * STRETCH
            if ready.contains(box(lon - wide / 2, lat - size / 2, lon + wide / 2, lat + size / 2)):
                fits.append((hypot(lat - seed[0], lon - seed[1]), lat, lon))
        if fits:
            return min(fits)[1], min(fits)[2], size
    return *seed, BOX_SIZES[-1]


def _pairs(text: str) -> list[tuple[float, float]]:
    found = [pair.split() for pair in text.split(";") if pair.strip()]
    return [(float(lat), float(lon)) for lat, lon in found]
