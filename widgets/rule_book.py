"""A game's rules as the rule panels read them: cards, charts, rulings, glossary, and a search over all of it."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import tutor
from tutor.engine import registry
from tutor.engine.charts import Chart, Charts
from tutor.engine.data import read_yaml
from tutor.engine.errors import UnknownName
from tutor.engine.game import Game
from tutor.engine.phases import Phase, Step
from tutor.engine.registry import RuleCard, rule_cards
from tutor.engine.session import Session

from .page import do, section_link

ABBREVIATION = re.compile(r"[A-Z][A-Z0-9]+")
SECTION = r"\d+(?:\.\d+)+(?:/[a-z][a-z0-9-]*)?"
WORD = re.compile(r"[a-z0-9]+(?:[./'-][a-z0-9]+)*")


class Found(NamedTuple):
    """A rule that a search found. ``score`` is higher the better it fits."""

    card: RuleCard
    score: float


class Term(NamedTuple):
    """An entry of the glossary, with the section of its rule card where it has one."""

    name: str
    meaning: str
    section: str


class Search(NamedTuple):
    """What was found, best first. ``instead`` is what was looked for where nothing fits the words as typed."""

    rules: list[Found]
    terms: list[Term]
    words: list[str]
    instead: str = ""


class RuleBook:
    """What the rule panels ask of one game. Made once for a game and a set of charts; see ``rule_book``."""

    def __init__(self, game: Game[Any], own_charts: Iterable[Chart] = ()) -> None:
        self.game = game
        # A reading copy: an answer of the odds lab names the charts that it looked at, and these looks are not its.
        self.charts: Charts = game.charts(own=False)
        for chart in own_charts:
            self.charts.replace(chart)
        self.cards = rule_cards(game)
        self._at = {card.section: number for number, card in enumerate(self.cards)}
        self.glossary = game.glossary(self.charts)
        self.meanings = {term: said for term, said in self.glossary.items() if ABBREVIATION.fullmatch(term)}

    # --- cards ---

    def __contains__(self, section: object) -> bool:
        return section in self._at

    def card(self, section: str) -> RuleCard:
        if section not in self._at:
            raise UnknownName(f"rule of {self.game.title} with section", section, self._at)
        return self.cards[self._at[section]]

    def beside(self, section: str, step: int) -> str:
        """The section so many cards further on, or nothing at the ends."""
        at = self._at.get(section, -1) + step
        return self.cards[at].section if section in self._at and 0 <= at < len(self.cards) else ""

    def parts(self, section: str) -> list[RuleCard]:
        """The rows below a rule."""
        return [card for card in self.cards if card.section.startswith(f"{section}/")]

    def named_by(self, section: str) -> list[RuleCard]:
        """Rules that point at this one."""
        return [card for card in self.cards if section in card.needs]

    @cached_property
    def chapters(self) -> dict[str, list[RuleCard]]:
        """The cards by the first number of their section; what has no number stands by itself."""
        found: defaultdict[str, list[RuleCard]] = defaultdict(list)
        for card in self.cards:
            found[re.split(r"[./]", card.section)[0]].append(card)
        return dict(found)

    # --- what belongs to a rule ---

    def charts_of(self, section: str) -> tuple[list[Chart], list[Chart]]:
        """The charts of a section, and those that mention it or belong to the rule above or to a part of it."""
        above = section.split("/")[0]
        named = re.compile(rf"(?<![\w./]){re.escape(section)}(?![\w/]|\.\d)")
        own, touching = [], []
        for chart in map(self.charts.__getitem__, self.charts):
            said = f"{chart.notes} {chart.source.reconstructed}"
            if chart.source.section == section:
                own.append(chart)
                continue
            near = chart.source.section == above or chart.source.section.startswith(f"{section}/")
            if near or any(cell.section == section for cell in chart.official_cells) or named.search(said):
                touching.append(chart)
        return own, touching

    def places(self, section: str) -> list[tuple[Phase | Step, tuple[str, ...]]]:
        """Where it stands in the sequence of play: each node, with the titles above it."""

        def walk(node: Phase | Step, above: tuple[str, ...]) -> Iterable[tuple[Phase | Step, tuple[str, ...]]]:
            if node.section == section:
                yield node, above
            for part in node.parts if isinstance(node, Phase) else ():
                yield from walk(part, (*above, node.title))

        return [place for part in self.game.sequence.parts for place in walk(part, ())]

    def rulings(self, section: str) -> list[dict[str, Any]]:
        """Rulings taken where the rulebook is unclear."""
        return [taken for taken in self._rulings if section in taken["sections"]]

    @cached_property
    def _rulings(self) -> list[dict[str, Any]]:
        path = self.game.home / "rulings.yaml"
        return list(read_yaml(path) or []) if path.is_file() else []

    @cached_property
    def implemented(self) -> set[str]:
        return registry.implemented(self.game)

    def option(self, card: RuleCard) -> str:
        """The name of the switch of an optional rule, or nothing."""
        if not card.optional:
            return ""
        for name, option in self.game.options.items():
            if option.section in (card.section, card.optional) or card.section.startswith(f"{option.section}/"):
                return name
        return ""

    def lessons(self, section: str) -> list[str]:
        """The titles of lessons that teach it."""
        return self._lessons.get(section, [])

    @cached_property
    def _lessons(self) -> dict[str, list[str]]:
        if not registry.taught(self.game):
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
        known = "|".join(sorted(map(re.escape, self.meanings), key=len, reverse=True)) or r"(?!)"
        return re.compile(rf"\b(?P<term>{known})(?P<plural>s?)\b|(?<![\w.])(?P<section>{SECTION})(?![\w-])")

    def told(self, text: str, but: str = "") -> str:
        """Text as HTML: abbreviations explained, and sections (``but`` one) that open their card."""
        met: set[str] = set()  # the keyboard stops at each abbreviation once

        def replaced(found: re.Match[str]) -> str:
            section, term = found["section"], found["term"]
            if term:
                meaning = escape(self.meanings[term] + found["plural"])
                stop = "" if term in met else ' tabindex="0"'
                met.add(term)
                return f'<abbr title="{meaning}"{stop}>{term}{found["plural"]}</abbr>'
            return section_link(section) if section in self._at and section != but else section

        return self._linked.sub(replaced, escape(text))

    # --- searching ---

    @cached_property
    def _index(self) -> list[tuple[str, list[str], list[str], set[str]]]:
        """For each card: title, words of the title, words of the summary, words of what abbreviations mean."""
        rows = []
        for card in self.cards:
            said = f"{card.title} {card.summary}"
            meant = " ".join(self.meanings[m["term"]] for m in self._linked.finditer(said) if m["term"])
            summary = WORD.findall(f"{card.summary} {card.kind}".lower())
            rows.append(
                (card.title.lower(), WORD.findall(card.title.lower()), summary, set(WORD.findall(meant.lower())))
            )
        return rows

    def search(self, text: str, most: int = 60) -> Search:
        """Rules and terms that hold all the words, or words that begin with them; the best first."""
        words = WORD.findall(text.lower())
        found = self._search(words)
        terms = self._terms(words)
        if words and not found and not terms:
            closer = [self._closest(word) for word in words]
            if closer != words:
                return Search(self._search(closer)[:most], self._terms(closer), closer, " ".join(closer))
        return Search(found[:most], terms, words)

    def _search(self, words: list[str]) -> list[Found]:
        if not words:
            return []
        phrase = " ".join(words)
        found = []
        for card, row in zip(self.cards, self._index, strict=True):
            scores = [self._score(word, card.section, row) for word in words]
            if all(scores):
                whole = (8 if row[0] == phrase else 4 + 2 / len(row[1])) if phrase in row[0] and row[1] else 0
                found.append(Found(card, sum(scores) + whole - (0.5 if card.playbook else 0)))
        return sorted(found, key=lambda f: -f.score)

    @staticmethod
    def _score(word: str, section: str, row: tuple[str, list[str], list[str], set[str]]) -> float:
        title, title_words, summary, meant = row
        if section == word:
            return 30
        best = 0.0
        if section.startswith((f"{word}.", f"{word}/")):
            best = 12
        if word in title_words:
            best = max(best, 9)
        elif any(w.startswith(word) for w in title_words):
            best = max(best, 7)
        if word in summary or f"{word}s" in summary:
            best = max(best, 4 + min(summary.count(word), 4) * 0.25)
        elif any(w.startswith(word) for w in summary):
            best = max(best, 3)
        elif any(w.startswith(word) for w in meant):
            best = max(best, 2)
        elif len(word) > 3 and (word in title or any(word in w for w in summary)):
            best = max(best, 1)
        return best

    def _terms(self, words: list[str]) -> list[Term]:
        if not words:
            return []
        found: list[tuple[float, Term]] = []
        for name, meaning in self.glossary.items():
            named, meant = WORD.findall(name.lower()), WORD.findall(meaning.lower())
            fits = [
                next((s for s, ws in ((3, named), (1, meant)) if any(w.startswith(word) for w in ws)), 0)
                for word in words
            ]
            if all(fits) and max(fits) > (1 if len(meant) > 6 else 0):
                found.append((sum(fits), Term(name, meaning, self._section_of(name))))
        return [term for _, term in sorted(found, key=lambda f: -f[0])][:4]

    def _section_of(self, term: str) -> str:
        return next((c.section for c in self.cards if c.title == term or f"({term}s)" in c.title), "")

    @cached_property
    def _vocabulary(self) -> list[str]:
        return sorted({w for row in self._index for words in row[1:] for w in words if len(w) > 3})

    def _closest(self, word: str) -> str:
        if any(w.startswith(word) for w in self._vocabulary):
            return word
        return next(iter(difflib.get_close_matches(word, self._vocabulary, n=1, cutoff=0.75)), word)


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
def _book(game: Game[Any], changed: int) -> RuleBook:
    return RuleBook(game)


def rule_book(session: Session) -> RuleBook:
    """The rules of the game that is played, with the user's own charts where he brought some."""
    own = session.charts.own
    if own:
        return RuleBook(session.game, own.values())
    return _book(session.game, (session.game.home / "rules.csv").stat().st_mtime_ns)
