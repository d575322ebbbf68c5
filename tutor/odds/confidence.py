"""How sure many played games make us: shares and means with their 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from ..engine.errors import BadInput, UnknownName
from ..engine.game import Result
from .progress import pandas_for

if TYPE_CHECKING:
    import pandas

Z = NormalDist().inv_cdf(0.975)
Row = dict[str, Any]


def summary(frame: pandas.DataFrame, by: str | Sequence[str] | None = None) -> pandas.DataFrame:
    """The table of ``simulate`` in figures, of all games or of each group: a row for each figure.

    ``measure`` is "wins" (the share of all games that each winner won, with Wilson's interval), "share" (the same
    of what is yes or no) or "mean" (with its standard deviation and Student's interval); ``low`` and ``high`` bound
    it with 95 % confidence. ``games`` counts those that have the figure.
    """
    pandas = pandas_for("A simulation")
    if not isinstance(frame, pandas.DataFrame) or "winner" not in frame or not len(frame):
        raise BadInput("A summary is made of a table of simulate with at least one game in it.")
    keys = [by] if isinstance(by, str) else list(by or ())
    for key in keys:
        if key not in frame:
            raise UnknownName("column", key, frame.columns)
    figures = [column for column in frame.columns if column not in {*keys, "game", "seed", *Result.__struct_fields__}]
    winners = sorted(frame["winner"].dropna().unique())
    rows = []
    for values, group in frame.groupby(keys, sort=False, dropna=False) if keys else [((), frame)]:
        named = dict(zip(keys, values, strict=True))
        for winner in winners:
            wins = int((group["winner"] == winner).sum())
            rows.append({**named, "measure": "wins", "of": winner or "nobody", **_share(wins, len(group))})
        for name in figures:
            column = group[name].dropna()
            if pandas.api.types.is_bool_dtype(frame[name]):
                rows.append({**named, "measure": "share", "of": name, **_share(int(column.sum()), len(column))})
            elif pandas.api.types.is_numeric_dtype(frame[name]):
                rows.append({**named, "measure": "mean", "of": name, **_mean(column)})
    return pandas.DataFrame(rows)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's score interval: it holds the true share with 95 % confidence."""
    share, shrink = wins / games, 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / shrink
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / shrink
    return (middle - half if wins else 0.0), (middle + half if wins < games else 1.0)


def _share(wins: int, games: int) -> Row:
    low, high = wilson(wins, games) if games else (0.0, 1.0)
    return {"games": games, "value": wins / games if games else None, "sd": None, "low": low, "high": high}


def _mean(column: Any) -> Row:
    games, mean, sd = len(column), float(column.mean()), float(column.std())  # not a number, where there are too few
    half = student(games - 1) * sd / sqrt(games) if games > 1 else float("nan")
    return {"games": games, "value": mean, "sd": sd, "low": mean - half, "high": mean + half}


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t: from tables, then by the expansion of Cornish and Fisher."""
    few = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}
    v = freedom
    return few.get(v) or Z + 2.37227 / v + 2.82250 / v**2 + 2.55585 / v**3 + 1.58953 / v**4
