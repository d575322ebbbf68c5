"""The search over a rulebook: rules and terms, ranked, forgiving of a slip of the pen."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from .rulebook_files import RuleCard, Term

WORD = re.compile(r"[a-z0-9]+(?:[./'-][a-z0-9]+)*")
MOST_TERMS = 4


class Found(NamedTuple):
    """A rule that a search found. ``score`` is higher the better it fits."""

    card: RuleCard
    score: float


class Search(NamedTuple):
    """What was found, best first. ``instead`` is what was looked for where nothing fits the words as typed."""

    rules: list[Found]
    terms: list[Term]
    words: list[str]
    instead: str = ""


class Row(NamedTuple):
    """What is asked of one card: its title, and the words of title, summary, and what abbreviations mean."""

    title: str
    title_words: list[str]
    summary: list[str]
    meant: set[str]


def is_abbreviation(term: str) -> bool:
    """ZoC, HQ-A, a2a, 2d10: short for something, so that it can be explained where it stands in a sentence."""
    if " " in term:
        return False
    return sum(letter.isupper() for letter in term) >= 2 or re.fullmatch(r"[a-z]\d[a-z]|\d?[dD]\d+", term) is not None


def abbreviations(terms: Iterable[Term]) -> dict[str, str]:
    return {term.name: term.meaning for term in terms if is_abbreviation(term.name)}


def one_of(names: Iterable[str]) -> str:
    """A pattern that finds any of the names, the longest first."""
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or r"(?!)"


class Index:
    """Made once for a rulebook; a search then looks through it in a few milliseconds."""

    def __init__(self, cards: Sequence[RuleCard], glossary: Sequence[Term]) -> None:
        self.cards = cards
        self.glossary = glossary

    @cached_property
    def rows(self) -> list[Row]:
        meanings = abbreviations(self.glossary)
        short = re.compile(rf"\b({one_of(meanings)})s?\b")
        rows = []
        for card in self.cards:
            meant = " ".join(meanings[name] for name in set(short.findall(f"{card.title} {card.summary}")))
            rows.append(
                Row(
                    card.title.lower(),
                    WORD.findall(card.title.lower()),
                    WORD.findall(f"{card.summary} {card.kind}".lower()),
                    set(WORD.findall(meant.lower())),
                )
            )
        return rows

    @cached_property
    def _term_words(self) -> list[tuple[Term, list[str], list[str]]]:
        return [(t, WORD.findall(t.name.lower()), WORD.findall(t.meaning.lower())) for t in self.glossary]

    def search(self, text: str, most: int = 60) -> Search:
        words = WORD.findall(text.lower())
        found, terms = self._rules(words), self.terms(words)
        if words and not found and not terms:
            closer = [self._closest(word) for word in words]
            if closer != words:
                return Search(self._rules(closer)[:most], self.terms(closer), closer, " ".join(closer))
        return Search(found[:most], terms[:MOST_TERMS], words)

    def _rules(self, words: list[str]) -> list[Found]:
        if not words:
            return []
        phrase = " ".join(words)
        found = []
        for card, row in zip(self.cards, self.rows, strict=True):
            total = 0.0
            for word in words:
                score = _score(word, card.section, row)
                if not score:
                    break
                total += score
            else:
                if row.title_words and phrase in row.title:
                    total += 8 if row.title == phrase else 4 + 2 / len(row.title_words)
                found.append(Found(card, total - (0.5 if card.playbook else 0)))
        return sorted(found, key=lambda f: -f.score)

    def terms(self, words: list[str]) -> list[Term]:
        """Terms whose name or meaning holds all the words, the best first."""
        if not words:
            return []
        found: list[tuple[float, Term]] = []
        for term, named, meant in self._term_words:
            fits = [
                next((s for s, ws in ((3, named), (1, meant)) if any(w.startswith(word) for w in ws)), 0)
                for word in words
            ]
            # A long meaning holds many words: it counts only where the name fits too.
            if all(fits) and max(fits) > (1 if len(meant) > 6 else 0):
                whole = 2 if named == words else 0
                found.append((sum(fits) + whole, term))
        return [term for _, term in sorted(found, key=lambda f: -f[0])]

    @cached_property
    def _vocabulary(self) -> list[str]:
        return sorted({w for row in self.rows for words in row[1:] for w in words if len(w) > 3})

    def _closest(self, word: str) -> str:
        """The word itself if some word begins with it, else the nearest of about its length that begins alike."""
        at = bisect_left(self._vocabulary, word)
        if at < len(self._vocabulary) and self._vocabulary[at].startswith(word):
            return word
        near = [w for w in self._vocabulary if abs(len(w) - len(word)) <= 3]
        alike = [w for w in near if w[0] == word[0]]
        for among in (alike, near):
            close = difflib.get_close_matches(word, among, n=1, cutoff=0.75)
            if close:
                return close[0]
        return word


def _score(word: str, section: str, row: Row) -> float:
    if section == word:
        return 30
    best = 0.0
    if section.startswith((f"{word}.", f"{word}/")):
        best = 12
    if word in row.title_words:
        best = max(best, 9)
    elif any(w.startswith(word) for w in row.title_words):
        best = max(best, 7)
    if word in row.summary or f"{word}s" in row.summary:
        best = max(best, 4 + min(row.summary.count(word), 4) * 0.25)
    elif any(w.startswith(word) for w in row.summary):
        best = max(best, 3)
    elif any(w.startswith(word) for w in row.meant):
        best = max(best, 2)
    elif len(word) > 3 and (word in row.title or any(word in w for w in row.summary)):
        best = max(best, 1)
    return best
