"""Where the round earth meets the flat map: Lambert's conformal conic on a sphere, with its inverse."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan, atan2, cos, degrees, exp, log, pi, radians, sin, sqrt, tan

EARTH_KM = 6371.0


@dataclass(frozen=True)
class LambertConic:
    """Two standard parallels and an origin, in degrees; x east and y north of the origin, in kilometres."""

    parallel_1: float
    parallel_2: float
    origin_lat: float
    origin_lon: float
    _n: float = field(init=False, repr=False)
    _f: float = field(init=False, repr=False)
    _rho0: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        one, two = radians(self.parallel_1), radians(self.parallel_2)
        n = sin(one) if one == two else log(cos(one) / cos(two)) / log(tan(pi / 4 + two / 2) / tan(pi / 4 + one / 2))
        object.__setattr__(self, "_n", n)
        object.__setattr__(self, "_f", cos(one) * tan(pi / 4 + one / 2) ** n / n)
        object.__setattr__(self, "_rho0", self._rho(self.origin_lat))

    def _rho(self, lat: float) -> float:
        return float(EARTH_KM * self._f / tan(pi / 4 + radians(lat) / 2) ** self._n)

    def to_plane(self, lat: float, lon: float) -> tuple[float, float]:
        rho = self._rho(lat)
        turn = self._n * radians(lon - self.origin_lon)
        return rho * sin(turn), self._rho0 - rho * cos(turn)

    def to_earth(self, x: float, y: float) -> tuple[float, float]:
        across = self._rho0 - y
        rho = sqrt(x * x + across * across)
        lon = self.origin_lon + degrees(atan2(x, across) / self._n)
        lat = degrees(2 * atan(exp(log(EARTH_KM * self._f / rho) / self._n)) - pi / 2)
        return lat, lon
