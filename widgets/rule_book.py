"""A game's rules as the rule panels show them: what the rulebook's files say, with what the game's engine adds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import Any

import tutor
from tutor.engine import registry
from tutor.engine.charts import Chart
from tutor.engine.data import read_yaml
from tutor.engine.game import Game
from tutor.engine.rulebook_data import MissingChart, RulebookData, RuleCard, Shown, all_charts, charts_of, rulebook
from tutor.engine.rulebook_data import places as places_in
from tutor.engine.rulebook_search import Search, abbreviations, one_of
from tutor.engine.session import Session
from tutor.games import find_game, game_ids

from .page import do, section_link

SECTION = r"\d+(?:\.\d+[a-z]?)+(?:/[a-z0-9][a-z0-9-]*)?"


class RuleBook:
    """What the rule panels ask of one game. ``game`` is its engine, or None where there is none yet.

    Made once for a game and a set of charts; see ``rule_book`` and ``rule_book_of``.
    """

    def __init__(self, data: RulebookData, game: Game[Any] | None = None, own_charts: Iterable[Chart] = ()) -> None:
        self.data = data
        self.game = game
        # A reading copy: an answer of the odds lab names the charts that it looked at, and these looks are not its.
        engine = game.charts(own=False) if game else None
        for chart in own_charts:
            assert engine is not None, "only a game that is played has charts of one's own"
            engine.replace(chart)
        self.own = set(engine.own) if engine else set()
        self.charts = all_charts(data, engine)
        self.meanings = abbreviations(data.glossary)

    @property
    def sequence(self) -> Shown | None:
        """The sequence of play: the tree that the engine runs, or the one of the rulebook's files."""
        return self.game.sequence if self.game else self.data.sequence

    # --- what belongs to a rule ---

    def charts_of(self, section: str) -> tuple[list[Chart], list[Chart]]:
        """The charts of a section, and those that touch on it."""
        return charts_of(self.charts.values(), section)

    @property
    def missing(self) -> list[MissingChart]:
        """The charts that are not printed and that none of this game's own reconstructed ones stands in for."""
        return [m for m in self.data.missing if m.instead not in self.charts]

    def missing_of(self, section: str) -> list[MissingChart]:
        """The charts that this section uses and the rulebook does not print."""
        return [m for m in self.data.missing if m.section == section or section in m.also]

    def stand_in(self, missing: MissingChart) -> tuple[Chart | None, str]:
        """The chart that can be used instead of one not printed, and the title of the game it is from if another."""
        game, _, name = missing.instead.rpartition("/")
        if not game:
            return self.charts.get(name), ""
        other = rulebook(game)
        return other.tables.get(name), other.title

    def places(self, section: str) -> list[tuple[Shown, tuple[str, ...]]]:
        """Where it stands in the sequence of play: each node, with the titles above it."""
        return places_in(self.sequence, section) if self.sequence is not None else []

    def rulings(self, section: str) -> list[dict[str, Any]]:
        """Rulings taken where the rulebook is unclear."""
        return [taken for taken in self._rulings if section in taken["sections"]]

    @cached_property
    def _rulings(self) -> list[dict[str, Any]]:
        path = self.game.home / "rulings.yaml" if self.game else None
        return list(read_yaml(path) or []) if path and path.is_file() else []

    @cached_property
    def implemented(self) -> set[str]:
        """The sections that the engine plays."""
        return registry.implemented(self.game) if self.game else set()

    def option(self, card: RuleCard) -> str:
        """The name of the switch of an optional rule, or nothing."""
        if not card.optional or not self.game:
            return ""
        for name, option in self.game.options.items():
            if option.section in (card.section, card.optional) or card.section.startswith(f"{option.section}/"):
                return name
        return ""

    def forerunner(self, card: RuleCard) -> tuple[str, str, str]:
        """The game that this one changes, its title, and the section there that the card goes back to, if any."""
        versus = self.data.about.versus
        if versus is None:
            return "", "", ""
        other = rulebook(versus.game)
        named = re.search(r"\b[A-Z]{2,} (\d[\w./-]*)", card.versus)  # "same: FA 14.4"
        tries = (named[1].rstrip(".") if named else "", card.section, card.section.removesuffix(".0"))
        kind = card.versus.partition(":")[0]
        section = "" if kind == "new" else next((s for s in tries if s in other), "")
        return versus.game, other.title, section

    def lessons(self, section: str) -> list[str]:
        """The titles of lessons that teach it."""
        return self._lessons.get(section, [])

    @cached_property
    def _lessons(self) -> dict[str, list[str]]:
        if not self.game or not registry.taught(self.game):
            return {}
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted((Path(tutor.__file__).parent / "lessons" / self.game.id).rglob("*.yaml")):
            lesson = read_yaml(path)
            title = str(lesson.get("title", path.stem))
            for section in {s for step in lesson.get("steps", []) for s in step.get("sections", [])}:
                found[section].append(title)
        return dict(found)

    # --- words ---

    @cached_property
    def _linked(self) -> re.Pattern[str]:
        term = rf"\b(?P<term>{one_of(self.meanings)})(?P<plural>s?)\b"
        # "+0.5" and "x 1.25" are figures, not sections.
        return re.compile(rf"{term}|(?<![\w.+×])(?<!\s[x-])(?P<section>{SECTION})(?![\w%-])")

    def told(self, text: str, but: str = "", links: bool = True) -> str:
        """Text as HTML: abbreviations explained, and with ``links`` sections (``but`` one) that open their card."""
        met: set[str] = set()  # the keyboard stops at each abbreviation once

        def replaced(found: re.Match[str]) -> str:
            section, term = found["section"], found["term"]
            if term:
                meaning = escape(self.meanings[term] + found["plural"])
                stop = "" if term in met else ' tabindex="0"'
                met.add(term)
                return f'<abbr title="{meaning}"{stop}>{term}{found["plural"]}</abbr>'
            return section_link(section) if links and section in self.data and section != but else section

        return self._linked.sub(replaced, escape(text))

    def spelt(self, text: str) -> str:
        """Text as HTML with abbreviations explained: in the cell of a chart 2.5 is a figure, not a section."""
        return self.told(text, links=False)

    def search(self, text: str, most: int = 60) -> Search:
        return self.data.search(text, most)


def number_link(section: str, key: str = "") -> str:
    """A short link for close rows: the number as the rulebook has it, without our name for a part of the rule."""
    number = section.split("/")[0]
    keyed = f' data-key="{escape(key)}"' if key else ""  # so that a repaint finds the focus again
    return (
        f'<button class="sr-section"{keyed} {do("rule", section=section)} title="Open the rule card of {escape(section)}">'
        f"{escape(number)}</button>"
    )


def highlighted(text: str, words: Iterable[str]) -> str:
    """Text as HTML with the words, or what begins with them, marked."""
    wanted = "|".join(sorted((re.escape(word) for word in words if word), key=len, reverse=True))
    if not wanted:
        return escape(text)
    parts = re.split(rf"(?i)(?<!\w)({wanted})", text)
    return "".join(f"<mark>{escape(p)}</mark>" if n % 2 else escape(p) for n, p in enumerate(parts))


def excerpt(text: str, words: Iterable[str], length: int = 150) -> str:
    """The part of a text where the words are, cut at spaces."""
    if len(text) <= length:
        return text
    low = text.lower()
    first = min((at for word in words if (at := low.find(word)) >= 0), default=0)
    start = 0 if first < length * 0.6 else text.rfind(" ", 0, max(first - 40, 1)) + 1
    end = len(text) if start + length >= len(text) else text.rfind(" ", start, start + length)
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


@lru_cache(maxsize=16)
def _book(data: RulebookData, game: Game[Any] | None) -> RuleBook:
    return RuleBook(data, game)


def rule_book(session: Session) -> RuleBook:
    """The rules of the game that is played, with the user's own charts where he brought some."""
    data, own = rulebook(session.game.id), session.charts.own
    return RuleBook(data, session.game, own.values()) if own else _book(data, session.game)


def rule_book_of(game: str) -> RuleBook:
    """The rules of a game by its id, whether it is played yet or not."""
    data = rulebook(game)
    return _book(data, find_game(game) if game in game_ids() else None)
