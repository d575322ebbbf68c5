"""The hex grid of the European maps: from latitude and longitude to hex numbers and back.

Three steps lead from the globe to a hex number. A Lambert conformal conic projection on a sphere gives plane
coordinates, an affine map and a small smooth warp lay them on the grid, and the grid is cut into hexes. Grid
coordinates are hex widths: ``east`` grows to the east, ``north`` to the north, and the origin is where column 0
and row 0 of the West map would be.

Hexes stand on a point, in rows. A hex number is a letter (W or E, the map), two digits for the column, counted
from the east edge of that map to the west, and two digits for the row, counted from the south to the north. On
the West map even rows lie half a hex further west, on the East map odd rows do; so the two maps join without a
gap. All figures come from ``europe-fit.yaml``, handed in as the dict that a YAML reader makes of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ROW = math.sqrt(3.0) / 2.0
"""Distance between rows, in hex widths."""


@dataclass(frozen=True)
class Grid:
    """The figures of a fit, ready for use. Build one with :func:`read_fit`."""

    cone: float
    factor: float
    origin: float
    meridian: float
    unit: float
    affine: tuple[float, float, float, float, float, float]
    reach: float
    centres: tuple[tuple[float, float, float, float], ...]
    join: float
    rows: tuple[int, int]
    west: tuple[int, int]
    east: tuple[int, int]


def read_fit(fit: Mapping[str, Any]) -> Grid:
    """Take the figures out of the parsed ``europe-fit.yaml``."""
    projection, grid, warp = fit["projection"], fit["grid"], fit["warp"]
    parallel = math.radians(float(projection["standard_parallel"]))
    cone = math.sin(parallel)
    factor = float(projection["radius_km"]) * math.cos(parallel) * math.tan(math.pi / 4 + parallel / 2) ** cone / cone
    origin = factor / math.tan(math.pi / 4 + math.radians(float(projection["origin_latitude"])) / 2) ** cone
    return Grid(
        cone=cone,
        factor=factor,
        origin=origin,
        meridian=float(projection["central_meridian"]),
        unit=float(projection["unit_km"]),
        affine=(*_three(grid["east"]), *_three(grid["north"])),
        reach=float(warp["reach"]),
        centres=tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in warp["centres"]),
        join=float(grid["join"]),
        rows=(int(grid["rows"][0]), int(grid["rows"][1])),
        west=(int(grid["west_columns"][0]), int(grid["west_columns"][1])),
        east=(int(grid["east_columns"][0]), int(grid["east_columns"][1])),
    )


def to_hex(lat: float, lon: float, fit: Mapping[str, Any] | Grid) -> str:
    """The number of the hex that holds a point; ValueError outside the numbered hexes."""
    return number(*cell(*plane(lat, lon, fit)), fit)


def centre(hex_number: str, fit: Mapping[str, Any] | Grid) -> tuple[float, float]:
    """Latitude and longitude of a hex's centre."""
    return globe(*middle(hex_number, fit), fit)


def corners(hex_number: str, fit: Mapping[str, Any] | Grid) -> tuple[tuple[float, float], ...]:
    """Latitude and longitude of the six corners, from the north clockwise."""
    east, north = middle(hex_number, fit)
    out = 1.0 / math.sqrt(3.0)
    turns = (math.radians(60.0 * k) for k in range(6))
    return tuple(globe(east + out * math.sin(turn), north + out * math.cos(turn), fit) for turn in turns)


def neighbours(hex_number: str, fit: Mapping[str, Any] | Grid) -> tuple[str, ...]:
    """The adjacent hexes within the numbered hexes, from the north-east clockwise, across the join as well."""
    twice, row = _twice(hex_number, _grid(fit))
    found = []
    for step, rise in ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1)):
        try:
            found.append(number(twice + step, row + rise, fit))
        except ValueError:
            continue
    return tuple(found)


def plane(lat: float, lon: float, fit: Mapping[str, Any] | Grid) -> tuple[float, float]:
    """Grid coordinates of a point, in hex widths: the way to lay coasts, rivers and borders on the grid."""
    grid = _grid(fit)
    radius = grid.factor / math.tan(math.pi / 4 + math.radians(lat) / 2) ** grid.cone
    turn = grid.cone * math.radians(lon - grid.meridian)
    x, y = radius * math.sin(turn) / grid.unit, (grid.origin - radius * math.cos(turn)) / grid.unit
    return _lay(x, y, grid)


def globe(east: float, north: float, fit: Mapping[str, Any] | Grid) -> tuple[float, float]:
    """Latitude and longitude of grid coordinates: the inverse of :func:`plane`."""
    grid = _grid(fit)
    a0, ax, ay, b0, bx, by = grid.affine
    size = ax * by - ay * bx
    x = y = 0.0
    off_east, off_north = east - a0, north - b0
    for _ in range(60):
        x += (by * off_east - ay * off_north) / size
        y += (ax * off_north - bx * off_east) / size
        here_east, here_north = _lay(x, y, grid)
        off_east, off_north = east - here_east, north - here_north
        if abs(off_east) + abs(off_north) < 1e-10:
            break
    x, y = x * grid.unit, grid.origin - y * grid.unit
    lat = 2 * math.atan((grid.factor / math.hypot(x, y)) ** (1 / grid.cone)) - math.pi / 2
    return math.degrees(lat), grid.meridian + math.degrees(math.atan2(x, y)) / grid.cone


def cell(east: float, north: float) -> tuple[int, int]:
    """The hex at grid coordinates, as twice its centre's ``east`` (a whole number) and its row.

    Odd rows have their centres at whole numbers, even rows half-way between.
    """
    row, east = north / ROW, east - 0.5
    q, s = east - row / 2, -east - row / 2
    near = [round(q), round(row), round(s)]
    miss = [abs(near[0] - q), abs(near[1] - row), abs(near[2] - s)]
    worst = miss.index(max(miss))
    near[worst] -= sum(near)
    return 2 * near[0] + near[1] + 1, near[1]


def middle(hex_number: str, fit: Mapping[str, Any] | Grid) -> tuple[float, float]:
    """Grid coordinates of a hex's centre."""
    twice, row = _twice(hex_number, _grid(fit))
    return twice / 2, row * ROW


def number(twice: int, row: int, fit: Mapping[str, Any] | Grid) -> str:
    """The number of a hex, from twice its centre's ``east`` and its row; ValueError outside the numbered hexes."""
    grid = _grid(fit)
    odd = row % 2
    west, rest = divmod(-twice - (1 - odd), 2)
    if rest:
        raise ValueError(f"no hex of row {row} has its centre at {twice / 2}")
    east = west + round(grid.join + 0.5) - odd
    first, last = grid.rows
    if first <= row <= last:
        if grid.west[0] <= west <= grid.west[1]:
            return f"W{west:02d}{row:02d}"
        if west < grid.west[0] and grid.east[0] <= east <= grid.east[1]:
            return f"E{east:02d}{row:02d}"
    raise ValueError(f"row {row}, column {west} of the West map lies off the European maps")


def _twice(hex_number: str, grid: Grid) -> tuple[int, int]:
    """Twice the centre's ``east``, and the row, of a hex number."""
    sheet, digits = hex_number[:1], hex_number[1:]
    if sheet not in ("W", "E") or len(digits) != 4 or not digits.isdecimal():
        raise ValueError(f"{hex_number!r} is no hex number of the European maps")
    column, row = int(digits[:2]), int(digits[2:])
    if sheet == "W":
        return -2 * column - (1 - row % 2), row
    return -2 * column - row % 2 + round(2 * grid.join), row


def _lay(x: float, y: float, grid: Grid) -> tuple[float, float]:
    """From projected coordinates to grid coordinates: the affine map and the warp."""
    a0, ax, ay, b0, bx, by = grid.affine
    east, north = a0 + ax * x + ay * y, b0 + bx * x + by * y
    for cx, cy, push_east, push_north in grid.centres:
        z = math.hypot(x - cx, y - cy) / grid.reach
        if z < 1.0:
            weight = (1.0 - z) ** 4 * (4.0 * z + 1.0)
            east += push_east * weight
            north += push_north * weight
    return east, north


def _three(figures: Any) -> tuple[float, float, float]:
    first, second, third = figures
    return float(first), float(second), float(third)


def _grid(fit: Mapping[str, Any] | Grid) -> Grid:
    return fit if isinstance(fit, Grid) else read_fit(fit)


class EuropeLocator:
    """The space of a point on the European maps."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def at(self, lat: float, lon: float) -> str | None:
        try:
            return to_hex(lat, lon, self.grid)
        except ValueError:  # off the numbered hexes
            return None

    def centre(self, space: str) -> tuple[float, float]:
        return centre(space, self.grid)

    def around(self, space: str) -> set[str] | None:
        return set(neighbours(space, self.grid))
