"""A game's rulebook as data, in our words: cards, sequence of play, charts, optional rules, glossary.

Every game has it in ``scenarios/<game>/rulebook``, also one that no engine plays yet, so nothing here needs a ``Game``.

>>> book = rulebook("fatal-alliances")
>>> book.card("12").title
'Last Impulse Test'
>>> [found.card.section for found in book.search("bounce").rules][:1]
['16.3.3/bounce']
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Protocol

from . import rulebook_files as files
from .charts import Chart, Charts
from .data import scenarios_root
from .errors import UnknownName
from .rulebook_files import MissingChart, OptionalRule, Part, RuleCard, Term
from .rulebook_search import Index, Search

FOLDER = "rulebook"
__all__ = [
    "MissingChart",
    "OptionalRule",
    "Part",
    "RuleCard",
    "RulebookData",
    "Shown",
    "Term",
    "read_rulebook",
    "rulebook",
    "rulebook_ids",
]


class Shown(Protocol):
    """What is shown of a place in the sequence of play: an engine's ``Phase`` or ``Step``, or a ``Part`` from a file."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def section(self) -> str: ...
    @property
    def who(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def repeats(self) -> bool: ...
    @property
    def at_times(self) -> bool: ...
    @property
    def parts(self) -> tuple[Shown, ...]: ...


class RulebookData:
    """One rulebook. Each file is read and checked when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game = folder.parent.name
        self.about = files.read_book(folder / "book.yaml")
        self.title = self.about.title
        self.cards: tuple[RuleCard, ...] = files.read_cards(folder / "rules.csv", self.about)
        self._at = {card.section: number for number, card in enumerate(self.cards)}

    def __repr__(self) -> str:
        return f"RulebookData({self.game!r}, {len(self.cards)} rules)"

    # --- rules ---

    def __contains__(self, section: object) -> bool:
        return section in self._at

    def card(self, section: str) -> RuleCard:
        if section not in self._at:
            raise UnknownName(f"rule of {self.title} with section", section, self._at)
        return self.cards[self._at[section]]

    def beside(self, section: str, step: int) -> str:
        """The section so many cards further on, or nothing at the ends."""
        at = self._at.get(section, -1) + step
        return self.cards[at].section if section in self._at and 0 <= at < len(self.cards) else ""

    def parts(self, section: str) -> list[RuleCard]:
        """The rows below a rule."""
        return [card for card in self.cards if card.section.startswith(f"{section}/")]

    def needed_by(self, section: str) -> list[RuleCard]:
        """Rules that point at this one."""
        return self._needed_by.get(section, [])

    @cached_property
    def _needed_by(self) -> dict[str, list[RuleCard]]:
        found: defaultdict[str, list[RuleCard]] = defaultdict(list)
        for card in self.cards:
            for section in card.needs:
                found[section].append(card)
        return dict(found)

    def elsewhere(self, section: str) -> str:
        """Where a section stands that this rulebook names but does not hold; nothing if we do not know."""
        return self.about.where_else(section)

    @cached_property
    def chapters(self) -> dict[str, list[RuleCard]]:
        """The cards by the first number of their section; what has no number stands by itself."""
        found: defaultdict[str, list[RuleCard]] = defaultdict(list)
        for card in self.cards:
            found[re.split(r"[./]", card.section)[0]].append(card)
        return dict(found)

    def chapter_title(self, name: str) -> str:
        cards = self.chapters[name]
        first = next((c for c in cards if c.section in (name, f"{name}.0")), cards[0])
        return self.about.chapters.get(name, first.title)

    def find(self, wanted: str) -> list[RuleCard]:
        """A section with its sub-rows, or the rules that hold all of the words."""
        if wanted in self._at:
            return [self.card(wanted), *self.parts(wanted)]
        words = wanted.lower().split()
        found = [c for c in self.cards if all(w in f"{c.section} {c.title} {c.summary}".lower() for w in words)]
        if not found:
            raise UnknownName(f"rule of {self.game} with", wanted, (s for s in self._at if "/" not in s))
        return sorted(found, key=lambda c: sum(w in c.title.lower() for w in words), reverse=True)

    # --- what belongs to them ---

    @cached_property
    def options(self) -> tuple[OptionalRule, ...]:
        return files.read_options(self.folder / "options.csv", self.cards)

    def options_of(self, card: RuleCard) -> list[OptionalRule]:
        """The optional rules that a card belongs to."""
        numbers = card.optional.split(";") if card.optional else []
        return [option for option in self.options if option.number in numbers]

    @cached_property
    def glossary(self) -> tuple[Term, ...]:
        return files.read_glossary(self.folder / "glossary.csv", self.cards)

    @cached_property
    def sequence(self) -> Part | None:
        """The sequence of play, or None where the game's engine has it."""
        path = self.folder / "sequence.yaml"
        return files.read_sequence(path, self._at) if path.is_file() else None

    @cached_property
    def _charts(self) -> tuple[dict[str, Chart], tuple[MissingChart, ...]]:
        return files.read_tables(self.folder / "tables.yaml", self._at)

    @property
    def tables(self) -> dict[str, Chart]:
        """The charts that the rulebook prints, and those we pieced together from it, by id."""
        return self._charts[0]

    @property
    def missing(self) -> tuple[MissingChart, ...]:
        """The charts that the rules use but the text does not print."""
        return self._charts[1]

    # --- searching ---

    @cached_property
    def index(self) -> Index:
        return Index(self.cards, self.glossary)

    def search(self, text: str, most: int = 60) -> Search:
        """Rules and terms that hold all the words, or words that begin with them; the best first."""
        return self.index.search(text, most)


def places(root: Shown, section: str) -> list[tuple[Shown, tuple[str, ...]]]:
    """Where a section stands in a sequence of play: each node, with the titles above it."""

    def walk(node: Shown, above: tuple[str, ...]) -> Iterator[tuple[Shown, tuple[str, ...]]]:
        if node.section == section:
            yield node, above
        for part in node.parts:
            yield from walk(part, (*above, node.title))

    return [place for part in root.parts for place in walk(part, ())]


def charts_of(charts: Iterable[Chart], section: str) -> tuple[list[Chart], list[Chart]]:
    """The charts of a section, and those that mention it or belong to the rule above or to a part of it."""
    above = section.split("/")[0]
    named = re.compile(rf"(?<![\w./]){re.escape(section)}(?![\w/]|\.\d)")
    own, touching = [], []
    for chart in charts:
        if chart.source.section == section:
            own.append(chart)
            continue
        near = chart.source.section == above or chart.source.section.startswith(f"{section}/")
        used = section in chart.source.also or any(cell.section == section for cell in chart.official_cells)
        if near or used or named.search(f"{chart.notes} {chart.source.reconstructed}"):
            touching.append(chart)
    return own, touching


def all_charts(book: RulebookData, engine: Charts | None = None) -> Mapping[str, Chart]:
    """The charts to show: those an engine plays with, and the others that the rulebook prints."""
    played = {name: engine[name] for name in engine} if engine is not None else {}
    return played | {name: table for name, table in book.tables.items() if name not in played}


def rulebook_ids() -> list[str]:
    """Every game whose rulebook is here, in the order in which to show them."""
    found = {path.parent.parent.name: path for path in scenarios_root().glob(f"*/{FOLDER}/book.yaml")}
    orders = {name: _order(path, path.stat().st_mtime_ns) for name, path in found.items()}
    return sorted(found, key=lambda name: (orders[name], name))


@lru_cache(maxsize=64)
def _order(path: Path, changed: int) -> int:
    return files.read_book(path).order


def rulebook(game: str) -> RulebookData:
    """The rulebook of a game, by its id; a changed file is read again."""
    if game not in rulebook_ids():
        raise UnknownName("game", game, rulebook_ids())
    return read_rulebook(scenarios_root() / game / FOLDER)


def read_rulebook(folder: Path) -> RulebookData:
    names = ("book.yaml", "rules.csv", "options.csv", "glossary.csv", "sequence.yaml", "tables.yaml")
    stamps = tuple(path.stat().st_mtime_ns if (path := folder / name).is_file() else 0 for name in names)
    return _read_once(folder, stamps)


@lru_cache(maxsize=32)
def _read_once(folder: Path, changed: tuple[int, ...]) -> RulebookData:
    return RulebookData(folder)
