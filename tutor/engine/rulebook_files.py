"""Reads and checks the files of a rulebook. What is wrong is one sentence: file, row, field, and the way out."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Literal

import msgspec

from .charts import Chart, Source
from .data import read_text, read_yaml
from .errors import BadFile, short_list

VERSUS = ("same", "changed", "new", "removed")


class RuleCard(msgspec.Struct, frozen=True):
    """One numbered rule, in our words. ``versus`` tells how it stands to the game that this one grew out of."""

    section: str
    title: str
    kind: str
    summary: str
    optional: str = ""
    needs: tuple[str, ...] = ()
    playbook: bool = False
    versus: str = ""

    def __str__(self) -> str:
        option = f" (optional rule {self.optional})" if self.optional else ""
        related = f"\n  See also {', '.join(self.needs)}." if self.needs else ""
        return f"{self.section}  {self.title}{option}\n  {self.summary}{related}"


class Term(msgspec.Struct, frozen=True):
    """An entry of the glossary, with the sections that tell more."""

    name: str
    meaning: str
    sections: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        return self.sections[0] if self.sections else ""


class OptionalRule(msgspec.Struct, frozen=True):
    """A rule that players may leave out. ``product`` is the box its pieces come in."""

    number: str
    name: str
    sections: tuple[str, ...]
    effect: str
    product: str = ""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in the sequence of play: what can be shown of an engine's ``Phase`` or ``Step``."""

    id: str
    title: str
    section: str
    who: str = ""
    summary: str = ""
    repeats: bool = False
    at_times: bool = False
    parts: tuple[Part, ...] = ()

    def walk(self) -> Iterator[Part]:
        yield self
        for part in self.parts:
            yield from part.walk()


class MissingChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart that the rules use and the rulebook's text does not print: what it holds, and what is known of it.

    ``instead`` names a chart that can stand in: of this game, or ``game/chart``.
    """

    id: str
    title: str
    section: str
    also: tuple[str, ...] = ()
    holds: str = ""
    known: tuple[str, ...] = ()
    instead: str = ""


class Versus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that this one changes, and the column of ``rules.csv`` that tells how."""

    column: str
    game: str


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of the rulebook as a whole. ``elsewhere`` names sections that stand in another booklet."""

    title: str
    about: str = ""
    order: int = 99
    examples: str = ""
    chapters: dict[str, str] = {}
    elsewhere: dict[str, str] = {}
    versus: Versus | None = None

    def where_else(self, section: str) -> str:
        return next((said for top, said in self.elsewhere.items() if f"{section}.".startswith(f"{top}.")), "")


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chart as ``tables.yaml`` has it. ``why`` tells how a reconstructed one was come by."""

    id: str
    title: str
    section: str
    source: Literal["printed", "reconstructed"]
    columns: list[str]
    rows: list[list[str | int | float | bool | None]]
    also: list[str] = []
    why: str = ""
    notes: str = ""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tables: list[Table]
    missing: list[MissingChart] = []


def read_book(path: Path) -> Book:
    try:
        return msgspec.convert(read_yaml(path), Book)
    except msgspec.ValidationError as err:
        raise BadFile(f"{path.name}: {err}.") from None


# --- CSV ---


def _rows(path: Path, wanted: Sequence[str], allowed: Collection[str] = ()) -> Iterator[tuple[str, dict[str, str]]]:
    """Each row with the words that name it in an error. Rows are counted as a spreadsheet does, the head being 1."""
    reader = csv.DictReader(StringIO(read_text(path), newline=""))
    head = list(reader.fieldnames or ())
    for column in wanted:
        if column not in head:
            raise BadFile(f'{path.name}: column "{column}" is missing; it needs {", ".join(wanted)}.')
    for column in head:
        if column not in (*wanted, *allowed):
            raise BadFile(f'{path.name}: column "{column}" is not known; allowed: {", ".join((*wanted, *allowed))}.')
    for number, row in enumerate(reader, 2):
        where = f"{path.name} row {number}"
        if None in row or None in row.values():
            raise BadFile(f"{where}: expected {len(head)} cells; put text with commas in double quotes.")
        yield where, row


def _filled(where: str, row: dict[str, str], *columns: str) -> None:
    for column in columns:
        if not row[column].strip():
            raise BadFile(f'{where}, column "{column}": nothing is in it; every row needs one.')


def _list(cell: str) -> tuple[str, ...]:
    return tuple(part for part in (p.strip() for p in cell.split(";")) if part)


def _known(where: str, column: str, sections: Sequence[str], cards: Collection[str]) -> None:
    for section in sections:
        if section not in cards:
            raise BadFile(f'{where}, column "{column}": rules.csv has no section {section!r}; correct one of them.')


def _once(where: str, column: str, value: str, met: set[str]) -> None:
    if value in met:
        raise BadFile(f'{where}, column "{column}": {value!r} stands in a row above too; each may stand once.')
    met.add(value)


def read_cards(path: Path, book: Book) -> tuple[RuleCard, ...]:
    """The rules, in the order of the rulebook."""
    versus = book.versus.column if book.versus else ""
    rows = list(
        _rows(
            path, ("section", "title", "kind", "optional", "summary", "needs"), [c for c in ("playbook", versus) if c]
        )
    )
    met: set[str] = set()
    for where, row in rows:
        _filled(where, row, "section", "title", "kind", "summary")
        _once(where, "section", row["section"], met)
        if versus and row[versus].partition(":")[0] not in VERSUS:
            raise BadFile(f'{where}, column "{versus}": expected {", ".join(VERSUS)}, got {row[versus]!r}.')
        if row.get("playbook", "") not in ("", "yes"):
            raise BadFile(f'{where}, column "playbook": expected "yes" or nothing, got {row["playbook"]!r}.')
    for where, row in rows:
        _known(where, "needs", [s for s in _list(row["needs"]) if not book.where_else(s)], met)
    return tuple(
        RuleCard(
            row["section"],
            row["title"],
            row["kind"],
            row["summary"],
            row["optional"],
            _list(row["needs"]),
            row.get("playbook") == "yes",
            row.get(versus, ""),
        )
        for _, row in rows
    )


def read_options(path: Path, cards: Sequence[RuleCard]) -> tuple[OptionalRule, ...]:
    """The optional rules; every number that a rule names must be among them."""
    sections, met = {card.section for card in cards}, set[str]()
    found = []
    for where, row in _rows(path, ("number", "name", "sections", "effect"), ("product",)):
        _filled(where, row, "number", "name", "effect")
        _once(where, "number", row["number"], met)
        _known(where, "sections", _list(row["sections"]), sections)
        found.append(
            OptionalRule(row["number"], row["name"], _list(row["sections"]), row["effect"], row.get("product", ""))
        )
    for number, card in enumerate(cards, 2):
        for option in _list(card.optional):
            if option not in met:
                raise BadFile(
                    f'rules.csv row {number}, column "optional": {path.name} has no number {option!r}; '
                    f"it has {short_list(sorted(met))}."
                )
    return tuple(found)


def read_glossary(path: Path, cards: Sequence[RuleCard]) -> tuple[Term, ...]:
    """The terms. One without a meaning is explained by the rule it names."""
    said, met = {card.section: card.summary for card in cards}, set[str]()
    found = []
    for where, row in _rows(path, ("term", "meaning", "section")):
        sections = _list(row["section"])
        _filled(where, row, *(("term",) if sections else ("term", "meaning")))
        _once(where, "term", row["term"], met)
        _known(where, "section", sections, said)
        found.append(Term(row["term"], row["meaning"] or said[sections[0]], sections))
    return tuple(found)


# --- YAML ---


def read_sequence(path: Path, sections: Collection[str]) -> Part:
    try:
        root = msgspec.convert(read_yaml(path), Part)
    except msgspec.ValidationError as err:
        raise BadFile(f"{path.name}: {err}.") from None
    met: set[str] = set()
    for part in root.walk():
        _once(f"{path.name}, {part.title!r}", "id", part.id, met)
        _known(f"{path.name}, part {part.id!r}", "section", [part.section], sections)
    return root


def read_tables(path: Path, sections: Collection[str]) -> tuple[dict[str, Chart], tuple[MissingChart, ...]]:
    """The printed or pieced-together charts by id, and those that are missing."""
    try:
        read = msgspec.convert(read_yaml(path), Tables)
    except msgspec.ValidationError as err:
        raise BadFile(f"{path.name}: {err}.") from None
    charts: dict[str, Chart] = {}
    met: set[str] = set()
    for table in read.tables:
        where = f"{path.name}, table {table.id!r}"
        _once(where, "id", table.id, met)
        _known(where, "section", [table.section, *table.also], sections)
        charts[table.id] = _chart(where, table)
    for missing in read.missing:
        where = f"{path.name}, missing {missing.id!r}"
        _once(where, "id", missing.id, met)
        _known(where, "section", [missing.section, *missing.also], sections)
        if missing.instead and "/" not in missing.instead and missing.instead not in charts:
            beside = path.parent.parent / "charts" / f"{missing.instead}.yaml"
            if not beside.is_file():
                raise BadFile(
                    f'{where}, field "instead": there is no chart {missing.instead!r}; name one that there is.'
                )
    return charts, tuple(read.missing)


def _chart(where: str, table: Table) -> Chart:
    if len(set(table.columns)) != len(table.columns) or not table.columns:
        raise BadFile(f"{where}: every column needs a name of its own.")
    for number, row in enumerate(table.rows, 1):
        if len(row) != len(table.columns):
            raise BadFile(f"{where} row {number}: expected {len(table.columns)} cells, got {len(row)}.")
    if (table.source == "reconstructed") != bool(table.why):
        raise BadFile(f'{where}, field "why": a reconstructed chart tells how it was come by, a printed one does not.')
    kinds = {name: _kind([row[at] for row in table.rows], at == 0) for at, name in enumerate(table.columns)}
    rows: list[list[Any]] = [["–" if cell is None else cell for cell in row] for row in table.rows]
    source = Source(table.section, table.why, also=table.also)
    return Chart(table.id, table.title, source, table.columns[0], kinds, rows, table.notes)


def _kind(cells: list[Any], is_key: bool) -> str:
    """How a column is set: figures and short results in the middle, words to the left."""
    short = all(cell is None or len(str(cell)) < 7 for cell in cells)
    figures = all(cell is None or str(cell)[:1] in "+-–0123456789?" for cell in cells)
    return "range" if short and (figures or not is_key) else "text"
