"""Who owns a European hex in 1914 and in 1939: today's countries put together, then the regions that changed hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shapely.geometry import Point, Polygon
from shapely.prepared import prep

from .europe_ground import pairs, rows
from .sources import Sources

YEARS = ("1939", "1914")


class Politics:
    """Two political layers on one grid, and the named regions that rules speak of."""

    def __init__(self, sources: Sources, home: Path, frame: Any) -> None:
        self.today = [(n, shape, prep(shape)) for n, shape in sources.named_countries() if shape.intersects(frame)]
        self.became = {row["today"]: row for row in rows(home / "europe-countries.csv")}
        self.regions = [
            (row["region"], row["year"], row["country"], Polygon([(lon, lat) for lat, lon in pairs(row["outline"])]))
            for row in rows(home / "europe-regions.csv")
        ]

    def facts(self, lat: float, lon: float, shape: Polygon) -> Iterator[tuple[str, str]]:
        """What is to be said of a land hex."""
        middle = Point(lon, lat)
        today = next((name for name, _, ready in self.today if ready.contains(middle)), "")
        if not today:  # the middle lies at sea
            today = str(max(self.today, key=lambda country: country[1].intersection(shape).area)[0])
        owners = {year: self.became.get(today, {}).get(year, today) for year in YEARS}
        named = []
        for region, year, country, outline in self.regions:
            if outline.contains(middle):
                named.append(region)
                if year in owners:
                    owners[year] = country
        for year, owner in owners.items():
            yield f"country_{year}", owner
        if named:
            yield "regions", ", ".join(dict.fromkeys(named))
