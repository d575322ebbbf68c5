"""What plain history adds to the European hexes: cities, rails, weather, and the sea area that a port opens on."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

from ..europe_grid import Grid, centre, corners, neighbours, to_hex
from ..files import read_board
from .europe_ground import rows

# Weather zones by latitude: the lines on the published map are not in the texts.
WEATHER = ((61.0, "arctic"), (44.5, "north temperate"), (0.0, "mediterranean"))


class Sheet:
    """Marks the hexes. ``told`` says where a rulebook puts a place."""

    def __init__(self, home: Path, grid: Grid, hexes: dict[str, dict[str, Any]], told: dict[str, str]) -> None:
        self.home, self.grid, self.hexes, self.told = home, grid, hexes, told
        self.where: dict[str, str] = dict(told)

    def mark_cities(self) -> None:
        """A city stands where a rulebook puts it; failing that, where it lies, or in a land hex beside it.

        The column ``hex`` is for a city that the texts say is *not* where it would fall.
        """
        for row in rows(self.home / "europe-cities.csv"):
            hex = row["hex"] or self.told.get(row["name"]) or self._land(float(row["lat"]), float(row["lon"]))
            if not hex:
                continue  # beyond the edge of the map, as Baku is
            self.where[row["name"]] = hex
            mark = self.hexes[hex]
            names = [n for n in mark.get("name", "").split(", ") if n]
            mark["name"] = ", ".join(dict.fromkeys([*names, row["name"]]))
            mark["city"] = "city"
            for field in ("capital", "port", "factories", "resources"):
                if row[field]:
                    mark[field] = row[field]

    def _land(self, lat: float, lon: float) -> str:
        """The land hex of a point, or the nearest one beside it."""
        try:
            hex = to_hex(lat, lon, self.grid)
        except ValueError:
            return ""
        near = [hex, *neighbours(hex, self.grid)]
        dry = [n for n in near if n in self.hexes and self.hexes[n]["terrain"] not in ("sea", "lake")]
        return min(dry, key=lambda n: dist(centre(n, self.grid), (lat, lon)) if n != hex else 0.0, default="")

    def rails(self) -> set[tuple[str, str]]:
        """The hexsides that a railway crosses. A line goes from stop to stop, a city or a point on its way."""
        found = set()
        for row in rows(self.home / "europe-rails.csv"):
            stops = [hex for stop in row["stops"].split(";") if (hex := self._stop(stop.strip()))]
            for one, other in pairwise(stops):
                found |= {(min(a, b), max(a, b)) for a, b in pairwise(self._way(one, other))}
        return found

    def _stop(self, stop: str) -> str:
        if stop in self.where:
            return self.where[stop]
        if stop[:1].isdigit():
            lat, lon = stop.split()
            return self._land(float(lat), float(lon))
        return ""  # a city beyond the edge

    def _way(self, start: str, end: str) -> list[str]:
        """The shortest way over land, straightest first."""
        goal = centre(end, self.grid)
        came, queue = {start: ""}, deque([start])
        while queue:
            here = queue.popleft()
            if here == end:
                break
            near = [n for n in neighbours(here, self.grid) if n in self.hexes and n not in came]
            dry = [n for n in near if self.hexes[n]["terrain"] not in ("sea", "lake")]
            for there in sorted(dry, key=lambda n: dist(centre(n, self.grid), goal)):
                came[there] = here
                queue.append(there)
        way = [end] if end in came else []
        while way and came[way[-1]]:
            way.append(came[way[-1]])
        return way

    def mark_seas(self) -> None:
        """Sea hexes know their sea area; so do coasts, for every area that they touch. Weather goes by latitude."""
        seas = read_board(self.home / "sea-areas.geojson")
        for hex, mark in self.hexes.items():
            lat, lon = centre(hex, self.grid)
            mark["weather"] = next(zone for edge, zone in WEATHER if lat >= edge)
            if mark["terrain"] == "sea":
                mark["sea_area"] = seas.space_at(lat, lon) or ""
            elif "coast" in mark or "port" in mark:
                points = [*corners(hex, self.grid), *(centre(n, self.grid) for n in neighbours(hex, self.grid))]
                found = {seas.space_at(*p) for p in points} - {None}
                mark["sea_area"] = " ".join(sorted(str(a) for a in found))
