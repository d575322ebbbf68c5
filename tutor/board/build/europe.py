"""Europe in hexes of the family's own numbers: land and sea, ground, rivers, lakes and the two political layers.

Where a rulebook gives a hex a place, that hex is land and bears its name. What the maps of the games show and no
text tells is taken from geography and plain history: see README.md beside the map.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

from shapely.geometry import LineString, Polygon, box
from shapely.ops import unary_union
from shapely.prepared import prep
from shapely.strtree import STRtree

from ...engine.data import read_yaml
from ...engine.errors import BadInput
from ..europe_grid import Grid, centre, corners, neighbours, read_fit, to_hex
from ..files import BoardHead, Feature, MapFile
from .europe_ground import Ground, rows
from .europe_politics import Politics
from .europe_sheet import Sheet
from .europe_texts import dry_hexes, lay_on_hexes, lay_on_sides, stated
from .sources import Box, Sources
from .western_front import clip

BOX: Box = (-32.0, 18.0, 72.0, 74.0)
LAND_SHARE = 0.4
LAKE_SHARE = 0.5
ALPINE, CREST = 62, 8  # brightness of the relief along a hexside, and how much it rises above the hexes
PROJECTION = {"parallel_1": 31.5, "parallel_2": 31.5, "origin_lat": 45.0, "origin_lon": 18.0}
RIVER_LEVEL = 2
MARKS = ["river", "lake", "strait", "canal", "alpine", "fort", "sea", "rail"]
Hexes = dict[str, dict[str, Any]]
Pair = tuple[str, str]


def build(sources: Sources, home: Path) -> MapFile:
    fit = read_yaml(home / "europe-fit.yaml")
    grid = read_fit(fit)
    frame = box(*BOX)
    land = sources.land(BOX)
    ground = Ground(sources, home, grid, BOX)
    places = told_places(home)
    facts = stated(home, grid)
    sure = {*places, *ground.named, *dry_hexes(facts)}
    hexes = lay_hexes(grid, land, ground, Politics(sources, home, frame), places, sure)
    sheet = Sheet(home, grid, hexes, {row["place"]: hex for hex, told in places.items() for row in told})
    sheet.mark_cities()
    sheet.mark_seas()
    rivers = [LineString(line) for _, line in sources.rivers(BOX, RIVER_LEVEL) if len(line) > 1]
    sides = Sides(home, grid, hexes, sheet, ground)
    sides.mark_water(rivers, land)
    sides.mark_heights(sources)
    sides.mark_listed()
    lay_on_hexes(facts, hexes)
    lay_on_sides(facts, sides.marks, hexes, grid)
    features = [hex_feature(hex, told, grid, hexes) for hex, told in hexes.items()]
    features += sides.features()
    inside = frame.intersection(Polygon(_outline(grid)).buffer(0))
    for lines, what in ((list(sources.coasts(BOX)), "coast"), ([list(r.coords) for r in rivers], "river")):
        features += [_drawn("LineString", [list(p) for p in part], "line", what) for part in clip(lines, inside)]
    features += [lake for name, shape in ground.lakes.items() for lake in _lake(name, shape.intersection(inside))]
    head = BoardHead(
        name="europe",
        title="Europe, hexes of the World in Flames family",
        terrains=["clear", "forest", "mountain", "desert", "swamp", "lake", "sea"],
        sides=MARKS,
        source="Reconstructed: the published map is not ours. See README.md beside this file.",
        scale_km=80,
        grid={key: fit[key] for key in ("projection", "grid", "warp")},
        projection=PROJECTION,
    )
    return MapFile(features, head)


def told_places(home: Path) -> dict[str, list[dict[str, str]]]:
    """The places that the rulebooks put in a hex of the European maps."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows(home / "europe-places.csv"):
        if row["hex"][:1] in "WE" and "not used in the fit" not in row["note"]:
            found.setdefault(row["hex"], []).append(row)
    return found


def lay_hexes(
    grid: Grid,
    land: Any,
    ground: Ground,
    politics: Politics,
    places: dict[str, list[dict[str, str]]],
    sure: set[str],
) -> Hexes:
    """Every hex with its ground and its owners; those that are ``sure`` to be land are so, whatever the coastline."""
    ready = prep(land)
    lakes = unary_union(list(ground.lakes.values()))
    hexes: Hexes = {}
    for hex in _all_hexes(grid):
        lat, lon = centre(hex, grid)
        ring = [(round(x, 3), round(y, 3)) for y, x in corners(hex, grid)]
        shape = Polygon(ring)
        share = shape.intersection(land).area / shape.area if ready.intersects(shape) else 0.0
        named = places.get(hex, [])
        told: dict[str, Any] = {
            "kind": "hex",
            "name": ", ".join(dict.fromkeys(p["place"] for p in named if p["place"])),
            "ring": ring,
            "terrain": "sea",
        }
        hexes[hex] = told
        if shape.intersection(lakes).area / shape.area >= LAKE_SHARE and hex not in sure:
            told["terrain"] = "lake"
        elif share >= LAND_SHARE or hex in sure:
            told["terrain"] = ground.terrain(hex, lat, lon)
            told["height"] = ground.relief(lat, lon)[0]
            told |= dict(politics.facts(lat, lon, shape))
            if share < 0.98:
                told["coast"] = "coast"
            told |= {kind: kind for kind in ("capital", "port", "city") if kind in {p["kind"] for p in named}}
    return hexes


def hex_feature(hex: str, told: dict[str, Any], grid: Grid, hexes: Hexes) -> Feature:
    facts = {k: v for k, v in told.items() if v != "" and k != "ring"}
    facts["neighbours"] = [n for n in neighbours(hex, grid) if n in hexes]
    return Feature(facts, {"type": "Polygon", "coordinates": [[*told["ring"], told["ring"][0]]]}, hex)


class Sides:
    """The hexsides between hexes that are not both at sea, and what each bears."""

    def __init__(self, home: Path, grid: Grid, hexes: Hexes, sheet: Sheet, ground: Ground) -> None:
        self.home, self.grid, self.hexes, self.ground = home, grid, hexes, ground
        self.marks: dict[Pair, set[str]] = {}
        self.names: dict[Pair, str] = {}
        for one, other in sheet.rails():
            self._add(one, other, "rail")

    def _add(self, one: str, other: str, mark: str, name: str = "") -> None:
        pair = (min(one, other), max(one, other))
        self.marks.setdefault(pair, set()).add(mark)
        if name:
            self.names[pair] = name

    def _land_pairs(self) -> list[Pair]:
        wet = ("sea", "lake")
        return [
            (hex, other)
            for hex, told in self.hexes.items()
            if told["terrain"] not in wet
            for other in neighbours(hex, self.grid)
            if hex < other and other in self.hexes and self.hexes[other]["terrain"] not in wet
        ]

    def _ends(self, one: str, other: str) -> list[tuple[float, float]]:
        near = self.hexes[other]["ring"]
        return [p for p in self.hexes[one]["ring"] if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 0.01 for q in near)]

    def mark_water(self, rivers: list[LineString], land: Any) -> None:
        """A river runs between two hexes where the way from centre to centre crosses it an odd number of times; a
        side in the water of a lake or of the sea is a lake side or an all-sea side."""
        tree = STRtree(rivers)
        lakes = prep(unary_union(list(self.ground.lakes.values())))
        ready = prep(land)
        for one, other in self._land_pairs():
            way = LineString([centre(one, self.grid)[::-1], centre(other, self.grid)[::-1]])
            met = [rivers[i].intersection(way) for i in tree.query(way, predicate="intersects")]
            if sum(len(getattr(m, "geoms", [m])) for m in met) % 2 == 1:
                self._add(one, other, "river")
            side = LineString(self._ends(one, other))
            points = [side.interpolate(share, normalized=True) for share in (0.1, 0.3, 0.5, 0.7, 0.9)]
            if sum(lakes.contains(p) for p in points) >= 3:
                self._add(one, other, "lake")
            elif not any(ready.contains(p) for p in points):
                self._add(one, other, "sea")

    def mark_heights(self, sources: Sources) -> None:
        """The crest of a high range runs along the side: no road crosses it."""
        for one, other in self._land_pairs():
            if {self.hexes[one]["terrain"], self.hexes[other]["terrain"]} != {"mountain"}:
                continue
            (x1, y1), (x2, y2) = self._ends(one, other)
            along = [sources.height(y1 + (y2 - y1) * s, x1 + (x2 - x1) * s) for s in (0.2, 0.35, 0.5, 0.65, 0.8)]
            level = (self.hexes[one]["height"] + self.hexes[other]["height"]) / 2
            rail = "rail" in self.marks.get((min(one, other), max(one, other)), ())
            if fmean(along) >= max(ALPINE, level + CREST) and not rail:
                self._add(one, other, "alpine")

    def mark_listed(self) -> None:
        """Straits, canals and forts that a text or plain history puts between two places."""
        for row in rows(self.home / "europe-sides.csv"):
            one, other = (self._hex(row[end]) for end in ("one", "other"))
            if other not in neighbours(one, self.grid):
                raise BadInput(f"europe-sides.csv, {row['name']}: {one} and {other} do not touch.")
            self._add(one, other, row["mark"], row["name"])
            if row["mark"] in ("strait", "canal"):
                self.marks[min(one, other), max(one, other)] -= {"sea", "river"}

    def _hex(self, place: str) -> str:
        if place[0] in "WE":
            return place
        lat, lon = place.split()
        return to_hex(float(lat), float(lon), self.grid)

    def features(self) -> list[Feature]:
        found = []
        for (one, other), marks in sorted(self.marks.items()):
            told: dict[str, Any] = {"kind": "side", "between": [one, other], "marks": sorted(marks)}
            if (one, other) in self.names:
                told["name"] = self.names[one, other]
            ends = [list(p) for p in self._ends(one, other)]
            found.append(Feature(told, {"type": "LineString", "coordinates": ends}))
        return found


def _drawn(shape: str, coordinates: Any, kind: str, what: str, name: str = "") -> Feature:
    told = {"kind": kind, "what": what} | ({"name": name} if name else {})
    return Feature(told, {"type": shape, "coordinates": coordinates})


def _lake(name: str, shape: Any) -> list[Feature]:
    parts = [p for p in getattr(shape, "geoms", [shape]) if isinstance(p, Polygon) and p.area > 0]
    rings = [[[round(x, 3), round(y, 3)] for x, y in part.exterior.coords] for part in parts]
    return [_drawn("Polygon", [ring], "area", "lake", name) for ring in rings]


def _all_hexes(grid: Grid) -> list[str]:
    found = [
        f"W{c:02d}{r:02d}" for r in range(grid.rows[0], grid.rows[1] + 1) for c in range(grid.west[0], grid.west[1] + 1)
    ]
    for r in range(grid.rows[0], grid.rows[1] + 1):
        last = grid.east[1] - r % 2  # odd rows of the East map have one hex less at the join
        found += [f"E{c:02d}{r:02d}" for c in range(grid.east[0], last + 1)]
    return found


def _outline(grid: Grid) -> list[tuple[float, float]]:
    edge = [f"W{c:02d}01" for c in range(grid.west[1], 0, -1)] + [f"E{c:02d}02" for c in range(grid.east[1], 0, -1)]
    edge += [f"E01{r:02d}" for r in range(grid.rows[0], grid.rows[1] + 1)]
    edge += [f"E{c:02d}{grid.rows[1]}" for c in range(1, grid.east[1])]
    edge += [f"W{c:02d}{grid.rows[1]}" for c in range(1, grid.west[1] + 1)]
    edge += [f"W{grid.west[1]}{r:02d}" for r in range(grid.rows[1], 0, -1)]
    return [centre(h, grid)[::-1] for h in edge]
