"""Charts: tables of the rules as data, with where each value comes from, and users' own in their place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from . import trace
from .data import read_yaml
from .errors import BadFile, UnknownName, short_list

FOLDER_VARIABLE = "STAFF_RIDE_CHARTS"
CELL_TYPES = {
    "int": "a whole number from 0 to 999",
    "text": "text",
    "flag": "true or false",
    "range": 'a range such as "1-4" or "17+"',
}
MOST = 999  # no chart of these games counts further, and none below nothing
RANGE = re.compile(r"(\d+)(?:-(\d+)|(\+))?")


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a chart's values come from: printed in a section, or reconstructed (why)."""

    section: str
    reconstructed: str = ""
    agrees_with: list[str] = []
    also: list[str] = []  # other sections that use it

    def __str__(self) -> str:
        if not self.reconstructed:
            return f"section {self.section}"
        agrees = f" (agrees with {', '.join(self.agrees_with)})" if self.agrees_with else ""
        return f"reconstructed for section {self.section}: {self.reconstructed}{agrees}"


class OfficialCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    row: int | str
    column: str
    section: str


class Chart(msgspec.Struct, forbid_unknown_fields=True, dict=True):
    """One table. ``cell`` finds a value by row key and column; ranges are matched by what they hold."""

    id: str
    title: str
    source: Source
    key: str
    columns: dict[str, str]
    rows: list[list[Any]]
    notes: str = ""
    choices: dict[str, list[str]] = {}  # the words that a text column may hold
    official_cells: list[OfficialCell] = []

    def row(self, key: int | str) -> dict[str, Any]:
        """The row named ``key``, or whose range holds the number ``key``."""
        at = self._index.get(key)
        if at is None and isinstance(key, int) and self.columns[self.key] == "range":
            at = next((i for i, row in enumerate(self.rows) if in_range(key, row[self._key_at])), None)
        if at is None:
            raise UnknownName(f"row of chart {self.id}", key, (str(k) for k in self._index))
        return dict(zip(self.columns, self.rows[at], strict=True))

    def cell(self, key: int | str, column: int | str) -> Any:
        """The value at a row and a column; a number picks the column whose range holds it."""
        name = self.column_for(column) if isinstance(column, int) else column
        if name not in self.columns:
            raise UnknownName(f"column of chart {self.id}", name, self.columns)
        return self.row(key)[name]

    def column_for(self, value: int) -> str:
        for name in self._range_columns:
            if in_range(value, name):
                return name
        raise UnknownName(f"column of chart {self.id}", value, self._range_columns)

    @cached_property
    def _key_at(self) -> int:
        return list(self.columns).index(self.key)

    @cached_property
    def _index(self) -> dict[Any, int]:
        return {row[self._key_at]: i for i, row in enumerate(self.rows)}

    @cached_property
    def _range_columns(self) -> list[str]:
        return [name for name in self.columns if name != self.key and RANGE.fullmatch(name)]

    def row_keys(self) -> list[Any]:
        return list(self._index)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)

    def __str__(self) -> str:
        grid = [list(self.columns), *[[_shown(c) for c in row] for row in self.rows]]
        widths = [max(len(row[i]) for row in grid) for i in range(len(self.columns))]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in grid]
        return "\n".join(
            [f"{self.title} ({self.id})", f"Source: {self.source}", *lines, *([self.notes] if self.notes else [])]
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(c)}</th>" for c in self.columns)
        body = "".join("<tr>" + "".join(f"<td>{escape(_shown(c))}</td>" for c in row) + "</tr>" for row in self.rows)
        mark = "<strong>Reconstructed.</strong> " if self.source.reconstructed else ""
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table><p>{mark}{escape(str(self.source))}</p>"
        )


def _shown(cell: object) -> str:
    return {True: "yes", False: "no"}[cell] if isinstance(cell, bool) else str(cell)


def in_range(value: int, text: str) -> bool:
    """Does the range ("4", "1-4", "17+") hold the number?"""
    found = RANGE.fullmatch(str(text))
    if not found:
        return False
    low, high, open_ended = found.groups()
    if open_ended:
        return value >= int(low)
    return int(low) <= value <= int(high or low)


def _fits(cell: object, kind: str) -> bool:
    if kind == "int":
        return isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell <= MOST
    if kind == "flag":
        return isinstance(cell, bool)
    if kind == "range":
        return isinstance(cell, str) and RANGE.fullmatch(cell) is not None
    return isinstance(cell, str)


def read_chart(path: Path, like: Chart | None = None) -> Chart:
    """Read and check one chart. ``like`` is the chart it replaces: same key and columns, same rows."""
    return check_chart(read_yaml(path), path.name, like)


def check_chart(raw: Any, name: str, like: Chart | None = None) -> Chart:
    try:
        chart = msgspec.convert(raw, Chart)
    except msgspec.ValidationError as err:
        raise BadFile(f"{name}: {err}; see any chart of `staff-ride charts` for the form.") from None
    for column, kind in chart.columns.items():
        if kind not in CELL_TYPES:
            raise BadFile(f'{name}: column "{column}" has type "{kind}"; allowed: {", ".join(CELL_TYPES)}.')
    if chart.key not in chart.columns:
        raise BadFile(f'{name}: key "{chart.key}" is not among the columns {short_list(chart.columns)}.')
    if like is not None and (chart.columns != like.columns or chart.key != like.key):
        raise BadFile(f"{name}: the columns must be those of the chart it replaces: {short_list(like.columns, 40)}.")
    for number, row in enumerate(chart.rows, 1):
        if len(row) != len(chart.columns):
            raise BadFile(f"{name} row {number}: expected {len(chart.columns)} cells, got {len(row)}.")
        for (column, kind), cell in zip(chart.columns.items(), row, strict=True):
            where = f'{name} row {number}, column "{column}"'
            if not _fits(cell, kind):
                raise BadFile(f"{where}: expected {CELL_TYPES[kind]}, got {cell!r}.")
            allowed = (like or chart).choices.get(column)
            if allowed is not None and cell not in allowed:
                raise BadFile(f"{where}: expected one of {', '.join(map(repr, allowed))}, got {cell!r}.")
    if len(chart._index) != len(chart.rows):
        raise BadFile(f'{name}: two rows have the same "{chart.key}".')
    if like is not None:
        lacking = [str(k) for k in like.row_keys() if k not in chart._index]
        if lacking:
            raise BadFile(f'{name}: rows missing for "{chart.key}" {short_list(lacking)}.')
    return chart


@lru_cache(maxsize=512)
def _read_once(path: Path, changed: int) -> Chart:
    """A chart of ours, which many tables in one process share; a changed file is read again."""
    return read_chart(path)


class Charts(Mapping[str, Chart]):
    """The charts of a game, read when first used, with the user's own in place of ours."""

    def __init__(self, game: str, folder: Path, folder_of_own: str | Path | None = None, own: bool = True) -> None:
        self.game = game
        self._folder = folder
        self._read: dict[str, Chart] = {}
        self.used: set[str] = set()  # what has been looked at, so that an answer can say what it rests on
        self.own: dict[str, Chart] = {}
        if folder_of_own is not None and not isinstance(folder_of_own, (str, Path)):
            raise BadFile(f"charts takes the name of a folder, not {folder_of_own!r}.")
        wanted = folder_of_own or os.environ.get(FOLDER_VARIABLE)
        if own and wanted:
            self._read_own(Path(wanted))

    def apart(self) -> Charts:
        """The same charts with a memory of their own of what was looked at: for an answer that is worked out beside play."""
        twin = copy(self)
        twin.used = set()
        return twin

    def _read_own(self, folder: Path) -> None:
        try:
            found = folder.is_dir()
        except ValueError:
            found = False
        if not found:
            raise BadFile(f"{folder}: no such folder of charts; give a folder with YAML charts in it.")
        # A folder may hold one sub-folder a game, so that one variable serves all games.
        here = folder / self.game if (folder / self.game).is_dir() else folder
        for path in sorted(here.glob("*.yaml")):
            if path.stem not in self._ids:
                raise BadFile(f"{path.name}: {UnknownName('chart', path.stem, self._ids)}")
            self.replace(read_chart(path, like=self._ours(path.stem)), path.name)

    def replace(self, chart: Chart, name: str = "chart") -> None:
        """Put a user's chart in the place of ours."""
        if chart.id not in self._ids:
            raise BadFile(f"{name}: {UnknownName('chart', chart.id, self._ids)}")
        if name != "chart" and Path(name).stem != chart.id:
            raise BadFile(f"{name}: the chart's id is {chart.id!r}; name the file {chart.id}.yaml.")
        self.own[chart.id] = chart

    @cached_property
    def _ids(self) -> list[str]:
        return sorted(path.stem for path in self._folder.glob("*.yaml"))

    def _ours(self, name: str) -> Chart:
        if name not in self._read:
            if name not in self._ids:
                raise UnknownName("chart", name, self._ids)
            path = self._folder / f"{name}.yaml"
            self._read[name] = _read_once(path, path.stat().st_mtime_ns)
        return self._read[name]

    def __getitem__(self, name: str) -> Chart:
        chart = self.own.get(name) or self._ours(name)
        self.used.add(name)
        if trace.touched is not None:
            trace.touch(self.game, chart.source.section)
        return chart

    def reconstructed(self, names: Iterable[str]) -> list[str]:
        """Those of the charts whose values no rulebook prints; the user's own count as official."""
        return sorted(n for n in set(names) if n not in self.own and self._ours(n).source.reconstructed)

    def __contains__(self, name: object) -> bool:
        return name in self._ids

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)
