"""What the ground of a European hex is: relief and satellite colours first, then the named ranges, woods and marshes."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from shapely.geometry import Point

from ..europe_grid import Grid, to_hex
from .sources import Box, Sources

# Brightness of the relief image. A plateau is high and even, a range is high and broken.
MOUNTAIN, BROKEN, FLAT_TOP = 38, 6.5, 85
# The ground in the satellite image: sand is bright and red, the northern woods are dark and not brown.
SAND, WOODS = 105, 34
WOODS_FROM = 56.0  # degrees north: further south dark ground is farmland after rain as often as wood
SMALLEST_LAKE_KM2 = 150
RADIUS = 0.35  # degrees, about half a hex


class Ground:
    """The terrain of hexes, and the lakes between them."""

    def __init__(self, sources: Sources, home: Path, grid: Grid, box: Box) -> None:
        self.sources = sources
        self.named = dict(self._named(home / "europe-terrain.csv", grid))
        self.lakes = dict(self._lakes(home / "europe-lakes.csv", box))

    @staticmethod
    def _named(path: Path, grid: Grid) -> Iterator[tuple[str, str]]:
        for row in rows(path):
            for lat, lon in pairs(row["points"]):
                with suppress(ValueError):  # a range may go on beyond the edge of the map
                    yield to_hex(lat, lon, grid), row["terrain"]

    def _lakes(self, path: Path, box: Box) -> Iterator[tuple[str, Any]]:
        """The lakes that were there before the great dams: the public data has today's reservoirs too."""
        shapes = list(self.sources.lakes(box, SMALLEST_LAKE_KM2))
        for row in rows(path):
            point = Point(float(row["lon"]), float(row["lat"]))
            near = min(shapes, key=lambda shape: shape.distance(point))
            if near.distance(point) < 0.1:
                yield row["name"], near.simplify(0.01)

    def relief(self, lat: float, lon: float) -> tuple[int, float]:
        """How high, and how broken."""
        heights = [self.sources.height(*p) for p in _around(lat, lon)]
        return round(fmean(heights)), pstdev(heights)

    def terrain(self, hex: str, lat: float, lon: float) -> str:
        """Named ground goes first; a range that the relief shows is a range without a name."""
        if hex in self.named:
            return self.named[hex]
        height, broken = self.relief(lat, lon)
        if (height + broken >= MOUNTAIN and broken >= BROKEN) or height >= FLAT_TOP:
            return "mountain"
        red, green, blue = (fmean(c) for c in zip(*(self.sources.colour(*p) for p in _around(lat, lon)), strict=True))
        if lat < 38 and red >= SAND and red - blue > 35:
            return "desert"
        if lat >= WOODS_FROM and green >= red - 3 and green < WOODS:
            return "forest"
        return "clear"


def _around(lat: float, lon: float) -> list[tuple[float, float]]:
    """Points spread over a hex."""
    steps = (-1.0, -0.5, 0.0, 0.5, 1.0)
    return [(lat + a * RADIUS, lon + b * RADIUS * 1.4) for a in steps for b in steps if abs(a) + abs(b) <= 1.5]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def pairs(text: str) -> list[tuple[float, float]]:
    """``51.5 0.1; 48.9 2.4`` as numbers."""
    return [(float(lat), float(lon)) for lat, lon in (part.split() for part in text.split(";"))]
