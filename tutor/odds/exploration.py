"""Exact exploration: the rules themselves are run under every way chance can fall.

From a position, step by step, each outcome is followed with its probability; positions that have become equal are
followed once. The players' choices are made by a fixed chooser, so the answer is a property of the position and the
plans, not of luck. Nothing here knows a game.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..engine.chance import Exploring, Seeded, every_outcome
from ..engine.errors import BadInput
from ..engine.questions import Question
from ..engine.session import Session
from ..engine.walk import Walker, finish_step
from .distribution import Distribution

MOST_PLAYS = 10_000_000


@dataclass(frozen=True)
class Budget:
    """When to stop: the answer then says how much of the probability it covers."""

    positions: int = 200_000
    seconds: float = 120.0
    neglect: float = 0.0  # stop once less than this is still under way: rounds that may go on for ever do

    def __post_init__(self) -> None:
        if self.positions < 1 or self.seconds <= 0 or not 0 <= self.neglect < 1:
            raise BadInput("A budget is at least one position, more than no time, and neglects less than all.")


@dataclass
class Progress:
    """How an exploration went."""

    positions: int = 0  # followed, after merging
    branches: int = 0  # steps run
    steps: int = 0  # the longest way
    stopped: str = ""  # why it ended early, in words
    seconds: float = 0.0


@dataclass(frozen=True)
class Explored:
    """The answer, and how it was found."""

    odds: Distribution
    progress: Progress = field(default_factory=Progress)


def explore(question: Question, budget: Budget | None = None) -> Distribution:
    """The exact distribution of what ``question`` reads, over every way chance can fall.

    A budget that runs out is no error: the distribution then has a ``mass`` below 1.
    """
    return explored(question, budget).odds


def combat_odds(session: Session, space: str, *, budget: Budget | None = None, **plans: Any) -> Distribution:
    """How the combat in a space would go, with what both sides plan (see the game's ``combat``)."""
    return explore(session.game.combat(session, space, **plans), budget)


def explored(question: Question, budget: Budget | None = None, *, shortcut: bool = True) -> Explored:
    """The same, with a word on how it went; without ``shortcut`` the rules are run even where plain dice would do."""
    if shortcut and question.shortcut is not None:
        return Explored(Distribution(question.shortcut(), names=question.names or None))
    limit, progress, started = budget or Budget(), Progress(), time.monotonic()
    walker = Walker(question.session.table, question.session.scenario)
    found: dict[Any, Fraction] = {}
    front = _first_front(question)
    while front and not progress.stopped and sum(front.values()) > limit.neglect:
        progress.steps += 1
        behind, front = front, {}
        for position, chance in behind.items():
            progress.positions += 1
            if progress.positions > limit.positions:
                progress.stopped = f"Stopped after {limit.positions} positions"
            elif time.monotonic() - started > limit.seconds:
                progress.stopped = f"Stopped after {limit.seconds:g} seconds"
            if progress.stopped:
                break
            for reached, p in _one_step(walker, position, question):
                progress.branches += 1
                if isinstance(reached, _Answer):
                    found[reached.value] = found.get(reached.value, Fraction(0)) + chance * p
                else:
                    front[reached] = front.get(reached, Fraction(0)) + chance * p
    progress.seconds = time.monotonic() - started
    covered = sum(found.values(), Fraction(0))
    if progress.stopped:
        progress.stopped += f"; {float(covered):.2%} of the probability is covered."
        if not found:
            raise BadInput(f"{progress.stopped} Give a larger budget.")
    return Explored(Distribution(found, names=question.names or None, mass=covered), progress)


@dataclass(frozen=True, slots=True)
class _Answer:
    value: Any


def _read(question: Question, session: Session) -> _Answer:
    return _Answer(question.read(session))


def _first_front(question: Question) -> dict[bytes, Fraction]:
    """Where the steps to come start. A session that waits in the middle of a step is first brought to its end."""
    session = question.session
    if isinstance(session, Walker):
        return {session.position: Fraction(1)}
    if session.over:
        raise BadInput("The game is over: there is nothing left to chance.")
    front: dict[bytes, Fraction] = {}

    def run(chance: Exploring) -> bytes:
        branch = session.fork()
        branch.table.use(chance)
        return finish_step(branch, question.choose)

    for position, p in every_outcome(run):
        front[position] = front.get(position, Fraction(0)) + p
    return front


def _one_step(walker: Walker, position: bytes, question: Question) -> list[tuple[bytes | _Answer, Fraction]]:
    def run(chance: Exploring) -> bytes | _Answer:
        walker.stand(position, chance)
        if walker.at_end or question.until(walker):
            return _read(question, walker)
        walker.step(question.choose)
        return walker.position

    return list(every_outcome(run))


def sampled(question: Question, n: int, seed: int = 0) -> Distribution:
    """The same question played ``n`` times with dice: what to do where the exact answer is out of reach.

    Weights are counts, so that ``n`` plays tell of their own error: about ``sqrt(p * (1 - p) / n)``.
    """
    if not 1 <= n <= MOST_PLAYS:
        raise BadInput(f"Plays are counted from 1 to {MOST_PLAYS:,}, not {n}.")
    session, dice = question.session, Seeded(seed)
    walker, counts = Walker(session.table, session.scenario), dict[Any, int]()
    for _ in range(n):
        if isinstance(session, Walker):
            walker.stand(session.position, dice)
        else:
            branch = session.fork()
            branch.table.use(dice)
            walker.stand(finish_step(branch, question.choose), dice)
        while not (walker.at_end or question.until(walker)):
            walker.step(question.choose)
        value = question.read(walker)
        counts[value] = counts.get(value, 0) + 1
    return Distribution(counts, names=question.names or None)
