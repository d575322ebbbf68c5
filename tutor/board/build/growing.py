"""Zones grown from named seed points: the nearest seed wins, within land or sea and within countries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import shapely
from shapely.geometry import MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

from .sources import Sources

Seeds = Mapping[str, list[tuple[float, float]]]  # zone: (lat, lon) of each seed
WORLD = (-180.0, -78.0, 180.0, 84.0)
DISC = 0.7  # degrees
TOO_SMALL = 0.5  # square degrees: nobody could see or click such a zone
SMALLEST = 0.02  # square degrees: islets smaller than this are left out


def grow_land(sources: Sources, seeds: Seeds) -> dict[str, Any]:
    """Land zones keep to the frontiers of countries: a country is shared out among the zones with a seed in it,
    and a country without a seed goes to the zones around it."""
    found: dict[str, list[Any]] = defaultdict(list)
    points = [(zone, Point(lon, lat)) for zone, places in seeds.items() for lat, lon in places]
    for country in sources.countries():
        inside = [(zone, p) for zone, p in points if country.intersects(p)]
        for zone, part in share(country, inside or points):
            found[zone].append(part)
    return {zone: unary_union(parts) for zone, parts in found.items()}


def grow_sea(sources: Sources, seeds: Seeds) -> dict[str, Any]:
    """Sea zones share the water; a piece cut off from its seed by land goes to the water it touches."""
    water = box(*WORLD).difference(unary_union(list(sources.countries())))
    points = [(zone, Point(lon, lat)) for zone, places in seeds.items() for lat, lon in places]
    zones = {zone: unary_union([p for z, p in parts]) for zone, parts in _by_zone(share(water, points)).items()}
    return _rejoin(zones, seeds)


def share(area: Any, points: list[tuple[str, Any]]) -> Iterable[tuple[str, Any]]:
    """Cut an area into the parts nearest to each point."""
    if len({zone for zone, _ in points}) == 1:
        yield points[0][0], area
        return
    # The map ends at the date line, the world does not: each point counts on both sides of it.
    west, _, east, _ = area.bounds
    wide = [
        (zone, Point(p.x + turn, p.y))
        for zone, p in points
        for turn in (-360, 0, 360)
        if west - 90 <= p.x + turn <= east + 90
    ] or points
    cells = shapely.voronoi_polygons(MultiPoint([p for _, p in wide]), extend_to=box(*WORLD))
    tree = shapely.STRtree([p for _, p in wide])
    for cell in cells.geoms:
        part = area.intersection(cell)
        if not part.is_empty:
            yield wide[int(tree.query(cell, predicate="contains")[0])][0], part


def _by_zone(parts: Iterable[tuple[str, Any]]) -> dict[str, list[tuple[str, Any]]]:
    found: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for zone, part in parts:
        found[zone].append((zone, part))
    return found


def _rejoin(zones: dict[str, Any], seeds: Seeds) -> dict[str, Any]:
    kept: dict[str, list[Any]] = {}
    loose: list[Any] = []
    for zone, shape in zones.items():
        own = [Point(lon, lat) for lat, lon in seeds[zone]]
        pieces = list(getattr(shape, "geoms", [shape]))
        kept[zone] = [p for p in pieces if any(p.intersects(s) for s in own)]
        loose += [p for p in pieces if not any(p.intersects(s) for s in own)]
    for piece in sorted(loose, key=lambda p: -p.area):
        near = piece.buffer(0.01)
        contact = {z: sum(near.intersection(k).area for k in parts if near.intersects(k)) for z, parts in kept.items()}
        best = max(contact, key=lambda z: contact[z])
        if contact[best]:  # an inland sea touches none, and belongs to none
            kept[best].append(piece)
    return {zone: unary_union(pieces) for zone, pieces in kept.items() if pieces}


def with_discs(zones: dict[str, Any], seeds: Seeds) -> dict[str, Any]:
    """Zones that the coarse geography does not show (a lake, a small island) become discs around their seeds."""
    lacking = {}
    for zone, places in seeds.items():
        lat, lon = places[0]
        shape = zones.get(zone)
        if shape is None or shape.area < TOO_SMALL or not shape.intersects(Point(lon, lat)):
            lacking[zone] = unary_union([Point(x, y).buffer(DISC, quad_segs=4) for y, x in places])
    cut = unary_union(list(lacking.values()))
    whole = {zone: shape.difference(cut) if shape.intersects(cut) else shape for zone, shape in zones.items()}
    for zone, disc in lacking.items():
        whole[zone] = unary_union([disc, whole[zone]]) if zone in whole else disc
    return whole


def slimmed(zones: dict[str, Any], tolerance: float) -> dict[str, Any]:
    """Simplify all outlines together, so that neighbours still fit, and drop islets."""
    names = list(zones)
    slim = shapely.coverage_simplify([MultiPolygon(_polygons(zones[n])) for n in names], tolerance)
    found = {}
    for name, shape in zip(names, slim, strict=True):
        parts = _polygons(shape)
        large = [p for p in parts if p.area >= SMALLEST] or sorted(parts, key=lambda p: p.area)[-1:]
        found[name] = MultiPolygon(large)
    return found


def _polygons(shape: Any) -> list[Polygon]:
    """The parts of a shape that have an area; cutting leaves lines and points behind."""
    return [p for p in getattr(shape, "geoms", [shape]) if isinstance(p, Polygon)]


def coordinates(shape: Any) -> list[Any]:
    """GeoJSON coordinates of a MultiPolygon, to about 1 km."""
    return [
        [[[round(x, 2), round(y, 2)] for x, y in ring.coords] for ring in (part.exterior, *part.interiors)]
        for part in shape.geoms
    ]
