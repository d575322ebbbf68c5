"""Answers to questions of chance as a panel wants them: exact where that is quick, else played with dice."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from tutor.engine.errors import BadInput
from tutor.engine.questions import Question, Word
from tutor.odds.confidence import Z
from tutor.odds.distribution import Distribution
from tutor.odds.exploration import Budget, Explored, Progress, explored, rests_on, sampled

SECONDS = 6.0  # of exact exploration before dice are thrown instead
PLAYS = 4_000
MANY_PLAYS = 1_000  # fewer tell a share to several in a hundred at best
CHUNK = 250  # plays between two looks at the clock
PLAY_SECONDS = 20.0


@dataclass(frozen=True)
class Answer(Explored):
    """What was found (``odds``), how (``progress``, ``plays``), and for which set-up."""

    plays: int = 0  # where it was played with dice; 0 for an exact answer
    space: str = ""  # where it was asked about on the table; empty for a made-up combat
    setup: tuple[tuple[str, Any], ...] = ()

    @property
    def exact(self) -> bool:
        return not self.plays

    @property
    def found(self) -> str:
        """How, in a word."""
        return f"{self.plays} plays" if self.plays else "from the hits" if self.leaves_out else "exact"

    def chance_error(self, chance: float) -> float:
        """Half the width of the 95 % interval of a share."""
        return Z * sqrt(chance * (1 - chance) / self.plays) if self.plays else 0.0

    def say(self, chance: float) -> str:
        """A share in words: what never happened in so many plays may still happen, and few plays know no tenths."""
        if 0 < self.plays < MANY_PLAYS:
            least = 100 / self.plays
            return (
                f"< {least:.0f} %"
                if chance <= 0
                else f"> {100 - least:.0f} %"
                if chance >= 1
                else f"about {100 * chance:.0f} %"
            )
        return share(min(max(chance, 1e-9), 1 - 1e-9)) if self.plays else share(chance)

    def mean_error(self, part: Distribution) -> float:
        return Z * part.sd / sqrt(self.plays) if self.plays else 0.0


def answered(
    question: Question,
    check: Callable[[], None] = lambda: None,
    seconds: float = SECONDS,
    play_seconds: float = PLAY_SECONDS,
    chunk: int = CHUNK,
) -> Answer:
    """The exact answer, or after ``seconds`` the shares of many plays, ``chunk`` of them between two looks at the clock.
    ``check`` is called often, and may raise."""

    def until(session: Any) -> bool:
        check()
        return question.until(session)

    watched = replace(question, until=until)
    found: Explored | None = None
    with suppress(BadInput):  # not even one way was followed to its end
        if not question.long:
            found = explored(watched, Budget(seconds=seconds))
    if found is not None and not found.progress.stopped:
        return Answer(found.odds, found.progress, found.reconstructed, found.error, found.leaves_out)
    started, parts = time.monotonic(), list[tuple[int, Distribution]]()
    while len(parts) < PLAYS // chunk and (not parts or time.monotonic() - started < play_seconds):
        parts.append((1, sampled(watched, chunk, seed=len(parts))))
    progress = found.progress if found is not None else Progress()
    rests = rests_on(question, question.session.charts)
    return Answer(Distribution.mixture(parts), progress, rests, plays=chunk * len(parts))


def numeric(part: Distribution) -> bool:
    """Whether the outcomes are numbers, to be drawn as bars and averaged."""
    return all(isinstance(o, int | float) and not isinstance(o, bool) for o in part.outcomes)


def parts_of(odds: Distribution) -> dict[str, Distribution]:
    """The named parts of an answer, each for itself."""
    return {name: odds[name] for name in odds.names} if odds.names else {"value": odds}


class Terms:
    """What the parts of an answer and their values are called, in the game's words where it has any."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self.terms = dict(terms)

    def part(self, name: str) -> str:
        return self.terms.get(name) or name.replace("_", " ").capitalize()

    def value(self, name: str, value: Any) -> str:
        return self.terms.get(f"{name}_{value}") or f"{self.part(name)}: {value}"

    def ordered(self, name: str, values: set[Any]) -> list[Any]:
        """Values of a part, in the order in which the game names them."""
        named = [key.removeprefix(f"{name}_") for key in self.terms if key.startswith(f"{name}_")]
        return sorted(values, key=lambda v: (named.index(str(v)) if str(v) in named else len(named), str(v)))

    def measure(self, column: str) -> str:
        """A column of a sweep."""
        if column.endswith("_mean"):
            return f"{self.part(column.removesuffix('_mean'))}, average"
        return self.terms.get(column) or column.replace("_", " ").capitalize()


def share(chance: float) -> str:
    """A probability as people read it: never 0 or 100 % for what is neither."""
    hundredths = 100 * chance
    if chance in (0.0, 1.0):
        return f"{hundredths:.0f} %"
    if hundredths < 0.05:
        return "< 0.1 %"
    return "> 99.9 %" if hundredths > 99.95 else f"{hundredths:.1f} %"


def words_said(words: list[Word], values: Mapping[str, Any]) -> str:
    """A set-up in one line; of a list of types only those that are there."""
    said = [w for w in words if w.name in values and not w.unused and (values[w.name] or "." not in w.name)]
    return ", ".join(f"{w.title} {w.title_of(values[w.name])}" for w in said)
