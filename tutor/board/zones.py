"""The space of a point on a map of zones: edges sorted into bands of latitude, so that few are looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import floor

Ring = Sequence[tuple[float, float]]
Edge = tuple[float, float, float, float]


class ZoneIndex:
    """Finds the zone of a point. A zone is any number of rings; a point is inside by the even-odd rule."""

    def __init__(self, outlines: Mapping[str, Sequence[Ring]]) -> None:
        bands: dict[int, dict[str, list[Edge]]] = defaultdict(lambda: defaultdict(list))
        for space, rings in outlines.items():
            for ring in rings:
                for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
                    if y1 != y2:
                        for band in range(floor(min(y1, y2)), floor(max(y1, y2)) + 1):
                            bands[band][space].append((x1, y1, x2, y2))
        # Each band: zones with their west and east end there, so that most are dismissed at a glance.
        self._bands: dict[int, list[tuple[float, float, str, list[Edge]]]] = {
            band: [
                (min(min(e[0], e[2]) for e in edges), max(max(e[0], e[2]) for e in edges), space, edges)
                for space, edges in zones.items()
            ]
            for band, zones in bands.items()
        }

    def all_at(self, lat: float, lon: float) -> list[str]:
        """Every zone that holds a point: more than one where outlines overlap."""
        near = self._bands.get(floor(lat), ())
        return [z for west, east, z, edges in near if west <= lon <= east and self._inside(lat, lon, edges)]

    def at(self, lat: float, lon: float) -> str | None:
        for west, east, space, edges in self._bands.get(floor(lat), ()):
            if west <= lon <= east and self._inside(lat, lon, edges):
                return space
        return None

    @staticmethod
    def _inside(lat: float, lon: float, edges: list[Edge]) -> bool:
        inside = False
        for x1, y1, x2, y2 in edges:
            if (y1 > lat) != (y2 > lat) and lon < x1 + (lat - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
        return inside
