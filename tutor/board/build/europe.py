"""Europe for the World in Flames family: hexes of about 80 km with the family's own numbers.

The grid is ``europe-fit.yaml``, fitted to the places that the rulebooks name. Land, sea, heights and rivers come
from public data; the countries of 1939 and 1914 from those of today, put together and cut by rough lines. Where a
rulebook gives a hex a place, that hex is land and bears its name.
"""

from __future__ import annotations

import csv
from collections import deque
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

from shapely.geometry import LineString, Point, Polygon
from shapely.prepared import prep
from shapely.strtree import STRtree

from ...engine.data import read_yaml
from ..europe_grid import centre, corners, neighbours, read_fit, to_hex
from ..files import BoardHead, Feature, MapFile, read_board
from .sources import Box, Sources
from .western_front import clip

BOX: Box = (-32.0, 18.0, 72.0, 74.0)
LAND_SHARE = 0.4
MOUNTAIN, HILL = 34, 22  # brightness of the relief image
PROJECTION = {"parallel_1": 31.5, "parallel_2": 31.5, "origin_lat": 45.0, "origin_lon": 18.0}
RIVER_LEVEL = 2

# Weather zones by latitude: the lines on the published map are not in the texts.
WEATHER = ((61.0, "arctic"), (44.5, "north temperate"), (0.0, "mediterranean"))
# Broad regions, as (west, south, east, north): rough, from any atlas.
DESERTS: list[Box] = [(-18, 18, 60, 31.5), (6, 18, 12, 33.5), (38, 28, 48, 34.5), (50, 36, 72, 45)]
SWAMPS: list[Box] = [(24.5, 51.4, 30.5, 52.9)]
FORESTS: list[Box] = [
    (11, 60, 31, 67),
    (26, 60, 60, 65),
    (26, 54.5, 34, 60),
    (5.2, 49.7, 6.6, 50.6),
    (7.9, 47.7, 8.7, 48.9),
    (22, 53.2, 25, 54.6),
]
TOGETHER_1939 = {
    "Czechia": "Czechoslovakia",
    "Slovakia": "Czechoslovakia",
    "Austria": "Germany",
    "Serbia": "Yugoslavia",
    "Croatia": "Yugoslavia",
    "Slovenia": "Yugoslavia",
    "Bosnia and Herz.": "Yugoslavia",
    "Montenegro": "Yugoslavia",
    "Macedonia": "Yugoslavia",
    "Kosovo": "Yugoslavia",
    "Russia": "USSR",
    "Ukraine": "USSR",
    "Belarus": "USSR",
    "Georgia": "USSR",
    "Armenia": "USSR",
    "Azerbaijan": "USSR",
    "Kazakhstan": "USSR",
    "Turkmenistan": "USSR",
    "Uzbekistan": "USSR",
    "Moldova": "Romania",
    "Algeria": "France",
    "Tunisia": "France",
    "Morocco": "France",
    "Syria": "France",
    "Lebanon": "France",
    "Libya": "Italy",
    "Albania": "Italy",
    "Cyprus": "United Kingdom",
    "Malta": "United Kingdom",
    "Israel": "United Kingdom",
    "Palestine": "United Kingdom",
    "Jordan": "United Kingdom",
    "N. Cyprus": "United Kingdom",
    "W. Sahara": "Spain",
    "Mauritania": "France",
    "Mali": "France",
    "Niger": "France",
    "Chad": "France",
}
TOGETHER_1914 = {
    **{
        c: "Austria-Hungary"
        for c in ("Austria", "Hungary", "Czechia", "Slovakia", "Croatia", "Slovenia", "Bosnia and Herz.")
    },
    **{
        c: "Russia"
        for c in (
            "Ukraine",
            "Belarus",
            "Estonia",
            "Latvia",
            "Lithuania",
            "Finland",
            "Georgia",
            "Armenia",
            "Azerbaijan",
            "Kazakhstan",
            "Turkmenistan",
            "Uzbekistan",
            "Poland",
            "Moldova",
        )
    },
    **{c: "Ottoman Empire" for c in ("Turkey", "Syria", "Lebanon", "Israel", "Palestine", "Jordan", "Iraq", "Kuwait")},
    "Ireland": "United Kingdom",
    "Macedonia": "Serbia",
    "Kosovo": "Serbia",
    "Algeria": "France",
    "Tunisia": "France",
    "Morocco": "France",
    "Libya": "Italy",
    "Cyprus": "United Kingdom",
    "N. Cyprus": "United Kingdom",
    "Egypt": "United Kingdom",
    "Malta": "United Kingdom",
    "W. Sahara": "Spain",
    "Mauritania": "France",
    "Mali": "France",
    "Niger": "France",
    "Chad": "France",
}


def country_1939(today: str, lat: float, lon: float) -> str:
    if today == "Poland" and (lon < 16.5 or (lat > 53.6 and lon > 19.3) or (lat < 51.2 and lon < 17.8)):
        return "Germany"
    if today == "Russia" and 54 < lat < 55.5 and 19 < lon < 23:
        return "Germany"  # East Prussia
    if (today == "Ukraine" and lon < 25.8 and lat > 48.4) or (today == "Belarus" and lon < 26.5):
        return "Poland"
    if today == "Lithuania" and lon > 24.6 and lat < 55.2:
        return "Poland"
    return TOGETHER_1939.get(today, today)


def country_1914(today: str, lat: float, lon: float) -> str:
    if (today == "Poland" and (lon < 18 or (lat > 53.3 and lon < 22.5))) or (
        today == "Russia" and 54 < lat < 55.5 and 19 < lon < 23
    ):
        return "Germany"
    if (today == "Poland" and lat < 50.2 and lon > 19) or (today == "Ukraine" and lon < 25.5 and lat < 50.3):
        return "Austria-Hungary"  # Galicia
    if today == "Romania" and (lon < 25.5 and lat > 45.6):
        return "Austria-Hungary"  # Transylvania
    if today == "Italy" and lat > 46.2 and lon < 12.3 and lon > 10.5:
        return "Austria-Hungary"  # South Tyrol
    if (today == "France" and lon > 7.0 and 47.5 < lat < 49.1) or (
        today == "France" and lon > 6.1 and 48.9 < lat < 49.5
    ):
        return "Germany"  # Alsace and Lorraine
    return TOGETHER_1914.get(today, today)


def build(sources: Sources, home: Path) -> MapFile:
    fit = read_yaml(home / "europe-fit.yaml")
    grid = read_fit(fit)
    with (home / "europe-places.csv").open(encoding="utf-8", newline="") as file:
        told_places = [
            row for row in csv.DictReader(file) if row["hex"][:1] in "WE" and "not used in the fit" not in row["note"]
        ]
    places: dict[str, list[dict[str, str]]] = {}
    for row in told_places:
        places.setdefault(row["hex"], []).append(row)
    countries = [(name, shape, prep(shape)) for name, shape in sources.named_countries() if shape.intersects(_frame())]
    land = sources.land(BOX)
    ready = prep(land)
    rivers = [LineString(line) for _, line in sources.rivers(BOX, RIVER_LEVEL) if len(line) > 1]
    tree = STRtree(rivers)
    hexes: dict[str, dict[str, Any]] = {}
    for hex in _all_hexes(grid):
        lat, lon = centre(hex, grid)
        ring = [(round(x, 3), round(y, 3)) for y, x in corners(hex, grid)]
        shape = Polygon(ring)
        share = shape.intersection(land).area / shape.area if ready.intersects(shape) else 0.0
        names = places.get(hex, [])
        told: dict[str, Any] = {
            "kind": "hex",
            "name": ", ".join(dict.fromkeys(p["place"] for p in names if p["place"])),
        }
        on_land = share >= LAND_SHARE or (share > 0 and bool(names))
        height = round(sum(sources.height(a, b) for a, b in _samples(lat, lon)) / 7) if on_land else 0
        told["terrain"] = terrain(lat, lon, height) if on_land else "sea"
        if on_land:
            today = next((n for n, _, p in countries if p.contains(Point(lon, lat))), "") or _nearest(countries, shape)
            told |= {
                "height": height,
                "today": today,
                "country_1939": country_1939(today, lat, lon),
                "country_1914": country_1914(today, lat, lon),
            }
            if share < 0.98:
                told["coast"] = "coast"
            kinds = {p["kind"] for p in names}
            told |= {kind: kind for kind in ("capital", "port", "city") if kind in kinds}
        told["ring"] = ring
        hexes[hex] = told
    sheet = SheetMarks(home, grid, hexes, places)
    sheet.mark_cities()
    sheet.mark_rails()
    sheet.mark_seas()
    features = []
    for hex, told in hexes.items():
        ring = told.pop("ring")
        told["neighbours"] = [n for n in neighbours(hex, grid) if n in hexes]
        sides = [
            n
            for n in told["neighbours"]
            if told["terrain"] != "sea"
            and hexes[n]["terrain"] != "sea"
            and _crosses(tree, rivers, centre(hex, grid), centre(n, grid))
        ]
        if sides:
            told["river_sides"] = " ".join(sides)
        features.append(
            Feature(
                {k: v for k, v in told.items() if v != ""}, {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}, hex
            )
        )
    inside = _frame().intersection(Polygon(_outline(grid)).buffer(0))
    for what, lines in (("coast", list(sources.coasts(BOX))), ("river", [list(r.coords) for r in rivers])):
        for part in clip(lines, inside):
            features.append(
                Feature({"kind": "line", "what": what}, {"type": "LineString", "coordinates": [list(p) for p in part]})
            )
    head = BoardHead(
        name="europe",
        title="Europe, hexes of the World in Flames family",
        terrains=["clear", "forest", "mountain", "desert", "swamp", "sea"],
        source="Reconstructed: the published map is not ours. See README.md beside this file.",
        scale_km=80,
        grid={key: fit[key] for key in ("projection", "grid", "warp")},
        projection=PROJECTION,
    )
    return MapFile(features, head)


class SheetMarks:
    """What plain history adds to the hexes: cities, rails, weather, and the sea area that a port opens on."""

    def __init__(
        self, home: Path, grid: Any, hexes: dict[str, dict[str, Any]], places: dict[str, list[dict[str, str]]]
    ) -> None:
        self.home, self.grid, self.hexes = home, grid, hexes
        self.told = {row["place"]: hex for hex, rows in places.items() for row in rows if row["place"]}
        self.where: dict[str, str] = {}

    def _rows(self, name: str) -> list[dict[str, str]]:
        with (self.home / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def mark_cities(self) -> None:
        """A city stands where a rulebook puts it; failing that, where it lies, or in a land hex beside it.

        The column ``hex`` is for a city that the texts say is *not* where it would fall.
        """
        for row in self._rows("europe-cities.csv"):
            try:
                hex = (
                    row["hex"] or self.told.get(row["name"]) or to_hex(float(row["lat"]), float(row["lon"]), self.grid)
                )
            except ValueError:
                continue  # beyond the edge of the map, as Baku is
            if self.hexes[hex]["terrain"] == "sea":
                hex = next((n for n in neighbours(hex, self.grid) if self.hexes[n]["terrain"] != "sea"), hex)
            self.where[row["name"]] = hex
            mark = self.hexes[hex]
            names = [n for n in mark.get("name", "").split(", ") if n]
            mark["name"] = ", ".join(dict.fromkeys([*names, row["name"]]))
            mark["city"] = "city"
            for field in ("capital", "port", "factories", "resources"):
                if row[field]:
                    mark[field] = row[field]

    def mark_rails(self) -> None:
        """A line runs through the hexes on the way from city to city; each hex names the next ones on it."""
        for row in self._rows("europe-rails.csv"):
            stops = [self.where[name.strip()] for name in row["cities"].split(";") if name.strip() in self.where]
            for one, other in pairwise(stops):
                way = self._way(one, other)
                for a, b in pairwise(way):
                    for here, there in ((a, b), (b, a)):
                        joined = self.hexes[here].get("rail", "").split()
                        self.hexes[here]["rail"] = " ".join(sorted({*joined, there}))

    def _way(self, start: str, end: str) -> list[str]:
        """The shortest way over land, straightest first."""
        goal = centre(end, self.grid)
        came, queue = {start: ""}, deque([start])
        while queue:
            here = queue.popleft()
            if here == end:
                break
            near = [n for n in neighbours(here, self.grid) if self.hexes[n]["terrain"] != "sea" and n not in came]
            for there in sorted(near, key=lambda n: dist(centre(n, self.grid), goal)):
                came[there] = here
                queue.append(there)
        way = [end] if end in came else []
        while way and came[way[-1]]:
            way.append(came[way[-1]])
        return way

    def mark_seas(self) -> None:
        """Sea hexes know their sea area; so do ports, for every area that they touch. Weather goes by latitude."""
        seas = read_board(self.home / "sea-areas.geojson")
        for hex, mark in self.hexes.items():
            lat, lon = centre(hex, self.grid)
            mark["weather"] = next(zone for edge, zone in WEATHER if lat >= edge)
            if mark["terrain"] == "sea":
                mark["sea_area"] = seas.space_at(lat, lon) or ""
            elif "port" in mark:
                points = [*corners(hex, self.grid), *(centre(n, self.grid) for n in neighbours(hex, self.grid))]
                found = {seas.space_at(*p) for p in points} - {None}
                mark["sea_area"] = " ".join(sorted(str(a) for a in found))


def terrain(lat: float, lon: float, height: int) -> str:
    if height >= MOUNTAIN or (height >= HILL and lat > 60):
        return "mountain"
    for kind, boxes in (("swamp", SWAMPS), ("desert", DESERTS), ("forest", FORESTS)):
        if any(w <= lon <= e and s <= lat <= n for w, s, e, n in boxes):
            return kind
    return "clear"


def _all_hexes(grid: Any) -> list[str]:
    found = [
        f"W{c:02d}{r:02d}" for r in range(grid.rows[0], grid.rows[1] + 1) for c in range(grid.west[0], grid.west[1] + 1)
    ]
    for r in range(grid.rows[0], grid.rows[1] + 1):
        last = grid.east[1] - r % 2  # odd rows of the East map have one hex less at the join
        found += [f"E{c:02d}{r:02d}" for c in range(grid.east[0], last + 1)]
    return found


def _samples(lat: float, lon: float) -> list[tuple[float, float]]:
    return [
        (lat, lon),
        (lat + 0.25, lon),
        (lat - 0.25, lon),
        (lat + 0.12, lon + 0.35),
        (lat + 0.12, lon - 0.35),
        (lat - 0.12, lon + 0.35),
        (lat - 0.12, lon - 0.35),
    ]


def _nearest(countries: list[Any], shape: Polygon) -> str:
    return str(max(countries, key=lambda c: c[1].intersection(shape).area)[0])


def _crosses(tree: STRtree, rivers: list[LineString], one: tuple[float, float], other: tuple[float, float]) -> bool:
    """A river runs between two hexes where the way from centre to centre crosses it an odd number of times."""
    way = LineString([one[::-1], other[::-1]])
    met = [rivers[i].intersection(way) for i in tree.query(way, predicate="intersects")]
    return sum(len(getattr(m, "geoms", [m])) for m in met) % 2 == 1


def _outline(grid: Any) -> list[tuple[float, float]]:
    edge = [f"W{c:02d}01" for c in range(grid.west[1], 0, -1)] + [f"E{c:02d}02" for c in range(grid.east[1], 0, -1)]
    edge += [f"E01{r:02d}" for r in range(grid.rows[0], grid.rows[1] + 1)]
    edge += [f"E{c:02d}{grid.rows[1]}" for c in range(1, grid.east[1])]
    edge += [f"W{c:02d}{grid.rows[1]}" for c in range(1, grid.west[1] + 1)]
    edge += [f"W{grid.west[1]}{r:02d}" for r in range(grid.rows[1], 0, -1)]
    return [centre(h, grid)[::-1] for h in edge]


def _frame() -> Any:
    from shapely.geometry import box

    return box(*BOX)
