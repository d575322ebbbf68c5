"""The public data that maps are made from, as the package registries carry it.

Coasts and countries: Natural Earth, in the npm package world-atlas. Rivers and lakes: WDBII and GSHHS in Debian's
gmt-gshhg-high. Heights and ground colours: the topology and Blue Marble images in the npm package three-globe. See
scenarios/SOURCES.md.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

Line = list[tuple[float, float]]
Box = tuple[float, float, float, float]  # west, south, east, north
PACKAGES = ("world-atlas", "three-globe")
DEBIAN = "gmt-gshhg-high"


class Sources:
    """A folder with the data, fetched on first use by npm and apt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def _npm(self, name: str) -> Path:
        home = self.folder / name
        if not home.is_dir():
            subprocess.run(["npm", "pack", name, "--silent"], cwd=self.folder, check=True, capture_output=True)
            packed = max(self.folder.glob(f"{name}-*.tgz"))
            with tarfile.open(packed) as archive:
                archive.extractall(home, filter="data")
        return home / "package"

    @cached_property
    def _gshhg(self) -> Path:
        home = self.folder / "gshhg"
        if not home.is_dir():
            subprocess.run(["apt-get", "download", "-q", DEBIAN], cwd=self.folder, check=True, capture_output=True)
            packed = max(self.folder.glob(f"{DEBIAN}_*.deb"))
            subprocess.run(["dpkg-deb", "-x", str(packed), str(home)], check=True)
        return home / "usr" / "share" / "gmt-gshhg"

    @cached_property
    def _countries(self) -> Any:
        return json.loads((self._npm("world-atlas") / "countries-10m.json").read_text(encoding="utf-8"))

    @cached_property
    def _arcs(self) -> list[Line]:
        scale, shift = self._countries["transform"]["scale"], self._countries["transform"]["translate"]
        arcs = []
        for deltas in self._countries["arcs"]:
            x = y = 0
            points = []
            for dx, dy in deltas:
                x, y = x + dx, y + dy
                points.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
            arcs.append(points)
        return arcs

    def _users_of_arcs(self) -> dict[int, list[str]]:
        """For each arc, the countries whose outline it belongs to."""
        users: dict[int, list[str]] = {}

        def note(arcs: Any, name: str) -> None:
            for item in arcs:
                if isinstance(item, list):
                    note(item, name)
                else:
                    users.setdefault(item if item >= 0 else ~item, []).append(name)

        for country in self._countries["objects"]["countries"]["geometries"]:
            note(country.get("arcs", []), country["properties"]["name"])
        return users

    def coasts(self, box: Box) -> Iterator[Line]:
        """Where land meets the sea."""
        for arc, names in self._users_of_arcs().items():
            if len(names) == 1 and _near(self._arcs[arc], box):
                yield self._arcs[arc]

    def borders(self, box: Box) -> Iterator[tuple[frozenset[str], Line]]:
        """Frontiers of today, with the two countries."""
        for arc, names in self._users_of_arcs().items():
            if len(set(names)) == 2 and _near(self._arcs[arc], box):
                yield frozenset(names), self._arcs[arc]

    def land(self, box: Box) -> Any:
        """All land in the box, as one shapely geometry."""
        from shapely.geometry import box as rectangle
        from shapely.ops import unary_union

        frame = rectangle(*box)
        return unary_union([c for c in self.countries() if c.intersects(frame)]).intersection(frame)

    def countries(self) -> Iterator[Any]:
        """The countries of today, each as a shapely geometry."""
        return (shape for _, shape in self.named_countries())

    def named_countries(self) -> Iterator[tuple[str, Any]]:
        from shapely.geometry import Polygon
        from shapely.ops import unary_union

        for country in self._countries["objects"]["countries"]["geometries"]:
            nested = country.get("arcs", [])
            parts = [nested] if country["type"] == "Polygon" else nested
            rings = [[self._ring(ring) for ring in part] for part in parts]
            # Quantised to the file's grid, the smallest islands have shrunk to a line.
            shapes = [Polygon(r[0], [h for h in r[1:] if len(h) > 3]).buffer(0) for r in rings if len(r[0]) > 3]
            if shapes:
                yield country["properties"]["name"], unary_union([p for shape in shapes for p in _wrapped(shape)])

    def _ring(self, arcs: list[int]) -> Line:
        points: Line = []
        for arc in arcs:
            line = self._arcs[arc] if arc >= 0 else self._arcs[~arc][::-1]
            points += line[1:] if points else line
        return _unrolled(points)

    def rivers(self, box: Box, deepest: int = 4) -> Iterator[tuple[int, Line]]:
        """River courses with their level: 1 and 2 are large."""
        import netCDF4

        with netCDF4.Dataset(self._gshhg / "binned_river_h.nc") as data:
            counts, levels = data["N_points_for_a_segment"][:], data["Hierarchial_level_of_a_segment"][:]
            for segment, course in _segments(data, box):
                if levels[segment] <= deepest:
                    yield int(levels[segment]), course(int(counts[segment]))

    def lakes(self, box: Box, smallest_km2: float) -> Iterator[Any]:
        """Lakes at least this large, each as a shapely polygon (islands in them are left out)."""
        import netCDF4
        from shapely.geometry import LineString
        from shapely.ops import linemerge, polygonize

        pieces: dict[int, list[Line]] = {}
        with netCDF4.Dataset(self._gshhg / "binned_GSHHS_h.nc") as data:
            packed, lake_of = data["Embedded_npts_levels_exit_entry_for_a_segment"][:], data["Id_of_GSHHS_ID"][:]
            areas = data["The_km_squared_area_of_polygons"][:]
            for segment, shore in _segments(data, box):
                # The file packs the number of points, the level (2: a lake) and the bin's sides into one number.
                points, level, lake = int(packed[segment]) >> 9, int(packed[segment]) >> 6 & 7, int(lake_of[segment])
                if level == 2 and areas[lake] >= smallest_km2:
                    pieces.setdefault(lake, []).append([(round(x, 4), round(y, 4)) for x, y in shore(points)])
        for lines in pieces.values():  # a lake over several bins comes in pieces that meet at the bins' edges
            yield from polygonize(linemerge([LineString(line) for line in lines if len(line) > 1]))

    def _image(self, name: str, mode: str) -> Any:
        from PIL import Image

        return Image.open(self._npm("three-globe") / "example" / "img" / name).convert(mode)

    @cached_property
    def _relief(self) -> Any:
        return self._image("earth-topology.png", "L")

    @cached_property
    def _colours(self) -> Any:
        return self._image("earth-blue-marble.jpg", "RGB")

    def height(self, lat: float, lon: float) -> int:
        """Brightness of the relief image, 0 (sea level) to 255: a rough measure of height."""
        return int(_pixel(self._relief, lat, lon))

    def colour(self, lat: float, lon: float) -> tuple[int, int, int]:
        """Red, green and blue of the ground as seen from above in winter."""
        red, green, blue = _pixel(self._colours, lat, lon)
        return red, green, blue


def _segments(data: Any, box: Box) -> Iterator[tuple[int, Callable[[int], Line]]]:
    """The segments of a binned GSHHG file in a box, each with what reads so many of its points."""
    size = data["Bin_size_in_minutes"][0] / 60
    across = int(data["N_bins_in_360_longitude_range"][0])
    first, count = data["Id_of_first_segment_in_a_bin"][:], data["N_segments_in_a_bin"][:]
    start = data["Id_of_first_point_in_a_segment"][:]
    xs = data["Relative_longitude_from_SW_corner_of_bin"][:].astype("uint16")
    ys = data["Relative_latitude_from_SW_corner_of_bin"][:].astype("uint16")
    for bin_number in range(len(first)):
        row, column = divmod(bin_number, across)
        west, south = column * size, 90 - (row + 1) * size
        west = west - 360 if west >= 180 else west
        if west > box[2] or west + size < box[0] or south > box[3] or south + size < box[1]:
            continue

        def line(segment: int, points: int, west: float = west, south: float = south) -> Line:
            here = slice(int(start[segment]), int(start[segment]) + points)
            return [
                (west + float(x) / 65535 * size, south + float(y) / 65535 * size)
                for x, y in zip(xs[here], ys[here], strict=True)
            ]

        for segment in range(int(first[bin_number]), int(first[bin_number]) + int(count[bin_number])):
            yield segment, partial(line, segment)


def _pixel(image: Any, lat: float, lon: float) -> Any:
    width, height = image.size
    return image.getpixel((int((lon + 180) / 360 * width) % width, int((90 - lat) / 180 * height)))


def _unrolled(ring: Line) -> Line:
    """A ring that crosses the date line, without the jump from one end of the map to the other."""
    turn, found = 0, ring[:1]
    for (x1, _), (x2, y2) in pairwise(ring):
        turn += 360 if x1 - x2 > 180 else -360 if x2 - x1 > 180 else 0
        found.append((x2 + turn, y2))
    if turn:  # it goes round a pole: close it there
        pole = 90.0 if found[0][1] > 0 else -90.0
        found += [(found[-1][0], pole), (found[0][0], pole)]
    return found


def _wrapped(shape: Any) -> Iterator[Any]:
    """What of a shape lies beyond the date line comes back on the other side."""
    from shapely.affinity import translate
    from shapely.geometry import box as rectangle

    for turn in (-360, 0, 360):
        part = translate(shape, turn).intersection(rectangle(-180, -90, 180, 90))
        if not part.is_empty:
            yield part


def _near(line: Line, box: Box) -> bool:
    return any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in line)
