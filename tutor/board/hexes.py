"""Hex grids in both orientations: arithmetic between hexes and the plane, all in constant time.

A hex is a pair (column, row), rows counted downward. In a *flat* grid (flat side up) columns are straight
and every second column sits half a hex lower; in a *pointy* grid rows are straight and every second row
sits half a hex to the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, radians, sin, sqrt

from ..engine.errors import BadInput

Hex = tuple[int, int]
Point = tuple[float, float]
# The six directions in axial coordinates; two hexes that differ by one of them share a side.
AXIAL = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@dataclass(frozen=True)
class HexGrid:
    """A grid laid on the plane: ``size`` is centre to corner, ``origin`` the centre of hex (0, 0) before any shift."""

    orientation: str  # flat or pointy
    size: float
    origin: Point = (0.0, 0.0)
    rotation: float = 0.0  # degrees, counter-clockwise
    shifted: str = "odd"  # the columns (flat) or rows (pointy) that are shifted by half a hex

    def __post_init__(self) -> None:
        if self.orientation not in ("flat", "pointy"):
            raise BadInput(f"A hex grid is flat or pointy, not {self.orientation!r}.")
        if self.shifted not in ("odd", "even"):
            raise BadInput(f"Odd or even columns are shifted, not {self.shifted!r}.")
        if self.size <= 0:
            raise BadInput(f"A hex has a size above 0, not {self.size}.")

    @property
    def flat(self) -> bool:
        return self.orientation == "flat"

    @cached_property
    def _turn(self) -> tuple[float, float]:
        return cos(radians(self.rotation)), sin(radians(self.rotation))

    def _shift(self, line: int) -> int:
        """1 for a shifted column (flat) or row (pointy)."""
        return line & 1 if self.shifted == "odd" else 1 - (line & 1)

    # Offset to axial and back: axial coordinates make distance and rounding simple.

    def _axial(self, hex: Hex) -> tuple[int, int]:
        column, row = hex
        if self.flat:
            return column, row - (column - self._shift(column)) // 2
        return column - (row - self._shift(row)) // 2, row

    def _offset(self, q: int, r: int) -> Hex:
        if self.flat:
            return q, r + (q - self._shift(q)) // 2
        return q + (r - self._shift(r)) // 2, r

    def centre(self, hex: Hex) -> Point:
        column, row = hex
        if self.flat:
            x, y = 1.5 * column, -sqrt(3) * (row + self._shift(column) / 2)
        else:
            x, y = sqrt(3) * (column + self._shift(row) / 2), -1.5 * row
        return self._place(x * self.size, y * self.size)

    def _place(self, x: float, y: float) -> Point:
        c, s = self._turn
        return self.origin[0] + c * x - s * y, self.origin[1] + s * x + c * y

    def at(self, x: float, y: float) -> Hex:
        """The hex that holds a point."""
        c, s = self._turn
        dx, dy = x - self.origin[0], y - self.origin[1]
        u, v = (c * dx + s * dy) / self.size, -(c * dy - s * dx) / self.size
        half = self._shift(0) / 2  # the origin is the centre of hex (0, 0) only where line 0 is not shifted
        if self.flat:
            v -= sqrt(3) * half
            q, r = 2 / 3 * u, v / sqrt(3) - u / 3
        else:
            u -= sqrt(3) * half
            q, r = u / sqrt(3) - v / 3, 2 / 3 * v
        a, b = _rounded(q, r)
        base = self._axial((0, 0))
        return self._offset(a + base[0], b + base[1])

    def corners(self, hex: Hex) -> list[Point]:
        """The six corners, counter-clockwise."""
        x, y = self.centre(hex)
        first = 0.0 if self.flat else pi / 6
        turn = radians(self.rotation)
        return [
            (x + self.size * cos(first + turn + k * pi / 3), y + self.size * sin(first + turn + k * pi / 3))
            for k in range(6)
        ]

    def neighbours(self, hex: Hex) -> list[Hex]:
        """The six hexes that share a side, whether or not a map has them."""
        q, r = self._axial(hex)
        return [self._offset(q + dq, r + dr) for dq, dr in AXIAL]

    def distance(self, one: Hex, other: Hex) -> int:
        """How many hexes apart, whatever the map leaves out."""
        (q1, r1), (q2, r2) = self._axial(one), self._axial(other)
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def within(self, hex: Hex, reach: int) -> Iterator[Hex]:
        """Every hex at most ``reach`` away."""
        q, r = self._axial(hex)
        for dq in range(-reach, reach + 1):
            for dr in range(max(-reach, -dq - reach), min(reach, -dq + reach) + 1):
                yield self._offset(q + dq, r + dr)

    def side(self, one: Hex, other: Hex) -> tuple[Point, Point]:
        """The two ends of the hexside between neighbours."""
        if self.distance(one, other) != 1:
            raise BadInput(f"Hexes {one} and {other} share no side.")
        near = {(round(x, 6), round(y, 6)) for x, y in self.corners(other)}
        shared = [
            p for p in self.corners(one) if any(abs(p[0] - x) + abs(p[1] - y) < self.size * 1e-4 for x, y in near)
        ]
        return shared[0], shared[1]


def _rounded(q: float, r: float) -> tuple[int, int]:
    """The hex nearest to fractional axial coordinates."""
    s = -q - r
    a, b, c = round(q), round(r), round(s)
    dq, dr, ds = abs(a - q), abs(b - r), abs(c - s)
    if dq > dr and dq > ds:
        a = -b - c
    elif dr > ds:
        b = -a - c
    return a, b
