"""Exact exploration: the rules themselves are run under every way chance can fall.

From a position, step by step, each outcome is followed with its probability; positions that have become equal are
followed once. The players' choices are made by a fixed chooser, so the answer is a property of the position and the
plans, not of luck. Nothing here knows a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

from ..engine.chance import Exploring, Seeded, every_outcome
from ..engine.charts import Charts
from ..engine.decisions import Action
from ..engine.errors import BadInput, UnknownName
from ..engine.play import policy
from ..engine.questions import Attrition, Question
from ..engine.session import Session
from ..engine.walk import Walker, finish_step, standing
from .distribution import Distribution

if TYPE_CHECKING:
    from .attrition import BattleOdds

MOST_PLAYS = 10_000_000
BREADTH = 0.7  # the share of a budget after which the likeliest positions go first
NEGLECTED = 1e-12  # of rounds that may go on for ever, where a budget does not say
FIRST = "first"  # the chooser that takes the first legal action


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
    reconstructed: tuple[str, ...] = ()  # the charts it rests on that no rulebook prints
    error: float = 0.0  # no probability is wrong by more; 0 for fractions
    leaves_out: str = ""  # what of the rules the answer does not know, in words


def explore(question: Question, budget: Budget | None = None) -> Distribution:
    """The exact distribution of what ``question`` reads, over every way chance can fall.

    A budget that runs out is no error: the distribution then has a ``mass`` below 1.
    """
    return explored(question, budget).odds


def ask(
    session: Session,
    read: Callable[[Session], Any],
    *,
    until: str | Callable[[Session], bool] = "step",
    policies: str | Mapping[str, str] = FIRST,
    names: Sequence[str] = (),
) -> Question:
    """A question about any stretch of any game: from where a session stands to the end of a step or a phase.

    ``until`` is "step" (the one under way), the id of a phase under way (until play has left it), or a function asked
    between steps. ``policies`` names who chooses, one for all or one a player; "first" takes the first legal action.
    A policy is made anew for each choice, so that equal positions are played alike.
    """
    named = dict.fromkeys(session.game.players, policies) if isinstance(policies, str) else dict(policies)
    for player, name in named.items():
        if player not in session.game.players:
            raise UnknownName("player", player, session.game.players)
        if name == "random":
            raise BadInput("A random policy has no fixed choices to explore; simulate it, or name another.")
        if name != FIRST:
            policy(name, 0, session.game)

    def choose(s: Session) -> Action:
        assert s.decision is not None
        name = named.get(s.decision.who, FIRST)
        return s.legal()[0] if name == FIRST else policy(name, 0, s.game)(s)

    if isinstance(until, str) and until != "step":
        under_way = [place.id for place in session.where]
        if until not in under_way:
            raise UnknownName("phase under way", until, under_way)
        phase = until

        def left(s: Session) -> bool:
            return phase not in [place.id for place in s.where]

        return Question(session, choose, left, read, tuple(names), f"to the end of {phase}")
    stop = until if callable(until) else lambda s: True
    return Question(session, choose, stop, read, tuple(names), "to the end of the step")


def combat_odds(session: Session, space: str, *, budget: Budget | None = None, **plans: Any) -> Distribution:
    """How the combat in a space would go, with what both sides plan (see the game's ``combat``)."""
    return explore(session.game.combat(session, space, **plans), budget)


def explored(question: Question, budget: Budget | None = None, *, shortcut: bool = True) -> Explored:
    """The same, with a word on how it went; without ``shortcut`` the rules are run even where plain dice would do."""
    if shortcut and question.attrition is not None:
        return _by_attrition(question)
    if shortcut and question.shortcut is not None:
        charts = question.session.charts
        odds, progress, error = Distribution(question.shortcut(), names=question.names or None), Progress(), 0.0
    else:
        charts = question.session.charts.apart()  # play, or another answer, may be reading them at the same time
        run = (_Exploration if question.forget is None else _Rounds)(question, budget or Budget(), charts)
        odds, progress, error = run.all_outcomes(), run.progress, run.error
    return Explored(odds, progress, rests_on(question, charts), error)


def rests_on(question: Question, charts: Charts) -> tuple[str, ...]:
    """The charts of an answer that no rulebook prints."""
    return tuple(charts.reconstructed({*charts.used, *question.charts} - {*question.given}))


def _by_attrition(question: Question) -> Explored:
    """A large battle, from the hits that both sides have suffered."""
    from .attrition import Force, battle

    assert question.attrition is not None
    started, plan = time.monotonic(), question.attrition()
    forces = [
        Force(
            ladder=line.rungs,
            first_ladder=line.first,
            opening=line.opening,
            first_opening=line.first_opening,
            retreat_at=line.retreat_at,
        )
        for line in (plan.attacker, plan.defender)
    ]
    answer = battle(*forces, rounds=plan.rounds)
    found: dict[Any, float] = {}
    for attacker_hits, defender_hits, rounds, chance in _by_rounds(answer, plan):
        ending = answer.ending(attacker_hits, defender_hits)
        value = plan.read(attacker_hits, defender_hits, ending, *rounds)
        found[value] = found.get(value, 0.0) + chance
    odds = Distribution(found, names=question.names or None, mass=1.0 - answer.neglected)
    charts = question.session.charts
    return Explored(
        odds,
        Progress(seconds=time.monotonic() - started),
        rests_on(question, charts),
        answer.error,
        plan.leaves_out,
    )


def _by_rounds(answer: BattleOdds, plan: Attrition) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
    """How a battle may end: hits on both sides, the number of rounds where it is told, and the chance of it."""
    from .attrition import battle

    last = min(plan.told, plan.rounds or plan.told)
    over: dict[tuple[int, int], float] = {}  # by then
    for rounds in range(1, last):
        early = battle(answer.attacker, answer.defender, rounds=rounds)
        for i, j, chance in early.cells():
            if early.ending(i, j) != "undecided":
                yield i, j, (rounds,), max(0.0, chance - over.get((i, j), 0.0))
                over[i, j] = chance
    for i, j, chance in answer.cells():
        yield i, j, (last,) if plan.told else (), max(0.0, chance - over.get((i, j), 0.0))


class _Exploration:
    """The work itself: all positions abreast, step by step, so that equal ones meet and are followed once."""

    def __init__(self, question: Question, limit: Budget, charts: Charts) -> None:
        self.question, self.limit = question, limit
        self.walker = Walker(question.session.table, question.session.scenario)
        self.walker.table.charts = charts
        self.progress, self.started = Progress(), time.monotonic()
        self.found: dict[Any, Any] = {}
        self.error = 0.0

    def all_outcomes(self) -> Distribution:
        self.run(_first_front(self.question, self.walker.table.charts))
        covered = min(sum(self.found.values()), 1)
        progress = self.progress
        progress.seconds = time.monotonic() - self.started
        if progress.stopped:
            progress.stopped += f"; {float(covered):.2%} of the probability is covered."
            if not self.found:
                raise BadInput(f"{progress.stopped} Give a larger budget.")
        return Distribution(self.found, names=self.question.names or None, mass=covered)

    def run(self, front: dict[bytes, Fraction]) -> None:
        self.finish(self.follow(front, BREADTH))

    def spent(self, share: float) -> str:
        """Why this share of the budget is used up, or nothing while it is not."""
        if self.progress.positions >= share * self.limit.positions:
            return f"Stopped after {self.limit.positions} positions"
        if time.monotonic() - self.started > share * self.limit.seconds:
            return f"Stopped after {self.limit.seconds:g} seconds"
        return ""

    def follow(self, front: dict[bytes, Fraction], share: float) -> dict[bytes, Fraction]:
        """To the end, or until this share of the budget is spent; what is then still under way."""
        steps = 0
        while front and sum(front.values()) > self.limit.neglect:
            steps += 1
            self.progress.steps = steps
            behind, front = front, {}
            while behind:
                if self.spent(share):
                    return {p: front.get(p, Fraction(0)) + behind.get(p, Fraction(0)) for p in {**front, **behind}}
                for reached, chance in self.step(*behind.popitem()).items():
                    front[reached] = front.get(reached, Fraction(0)) + chance
        return {}

    def finish(self, left: dict[bytes, Fraction]) -> None:
        """With the rest of the budget, the likeliest ways are followed to the end one by one, so that an answer cut
        short still covers something."""
        waiting = [(0, -chance, position) for position, chance in left.items()]
        heapify(waiting)
        while waiting:
            self.progress.stopped = self.spent(1.0)
            if self.progress.stopped:
                return
            depth, chance, position = heappop(waiting)  # the deepest first, and of those the likeliest
            for reached, more in self.step(position, -chance).items():
                heappush(waiting, (depth - 1, -more, reached))

    def step(self, position: bytes, chance: Fraction) -> dict[bytes, Fraction]:
        """Where one step leads; answers are noted."""
        self.progress.positions += 1
        reached: dict[bytes, Fraction] = {}
        for there, p in _one_step(self.walker, position, self.question):
            self.progress.branches += 1
            if isinstance(there, _Answer):
                self.found[there.value] = self.found.get(there.value, Fraction(0)) + chance * p
            else:
                reached[there] = reached.get(there, Fraction(0)) + chance * p
        return reached


class _Rounds(_Exploration):
    """Combat in rounds that may go on for ever. Every position is run once, however often it comes back; then the chances
    are sent through all that was found, over and over, until hardly any is still under way."""

    def run(self, front: dict[bytes, Fraction]) -> None:
        self.ways: dict[bytes, dict[bytes | _Answer, Fraction]] = {}
        order = self.discover(list(front))
        numbers = {position: number for number, position in enumerate(order)}
        weights = [float(front.get(position, 0)) for position in order]
        onward = [
            [
                (numbers[there] if isinstance(there, bytes) else there, float(p))
                for there, p in self.known_ways(position)
            ]
            for position in order
        ]
        passes, under_way, neglect = 0, sum(weights), self.limit.neglect or NEGLECTED
        while under_way > neglect:
            under_way = self.send(onward, weights)
            passes += 1
        # Besides what is still under way: no chance has been rounded more often than this.
        self.error = under_way + 2 * passes * len(order) * 2.0**-53

    def discover(self, waiting: list[bytes]) -> list[bytes]:
        """Run every position within reach; all of them, in an order in which nothing but another round leads back."""
        backwards: list[bytes] = []
        path: list[tuple[bytes, list[bytes]]] = [(b"", waiting)]
        while path:
            position, ahead = path[-1]
            if not ahead:
                backwards.append(path.pop()[0])
                continue
            position = ahead.pop()
            if position not in self.ways and not self.progress.stopped:
                self.progress.stopped = self.spent(1.0)
                self.ways[position] = self.to_the_dice(position)
                path.append((position, [there for there in self.ways[position] if isinstance(there, bytes)]))
        return backwards[-2::-1]

    def to_the_dice(self, position: bytes) -> dict[bytes | _Answer, Fraction]:
        """Where one step leads, and what follows up to the next dice."""
        self.progress.positions += 1
        ways: dict[bytes | _Answer, Fraction] = {}
        for there, p in _one_step(self.walker, position, self.question, to_the_dice=True):
            self.progress.branches += 1
            ways[there] = ways.get(there, Fraction(0)) + p
        return ways

    def known_ways(self, position: bytes) -> list[tuple[bytes | _Answer, Fraction]]:
        """Without those into what the budget left unexplored."""
        return [
            (there, p) for there, p in self.ways[position].items() if not isinstance(there, bytes) or there in self.ways
        ]

    def send(self, onward: list[list[tuple[int | _Answer, float]]], weights: list[float]) -> float:
        """Send all chances on, position by position; what has come back for another round."""
        for number, ways in enumerate(onward):
            chance, weights[number] = weights[number], 0.0
            if chance:
                for there, p in ways:
                    if isinstance(there, int):
                        weights[there] += chance * p
                    else:
                        self.found[there.value] = self.found.get(there.value, 0.0) + chance * p
        return sum(weights)


@dataclass(frozen=True, slots=True)
class _Answer:
    value: Any


def _read(question: Question, session: Session) -> _Answer:
    return _Answer(question.read(session))


def _first_front(question: Question, charts: Charts) -> dict[bytes, Fraction]:
    """Where the steps to come start. A session that waits in the middle of a step is first brought to its end."""
    session = question.session
    if isinstance(session, Walker):
        return {session.position: Fraction(1)}
    if session.over:
        raise BadInput("The game is over: there is nothing left to chance.")
    if (here := standing(session)) is not None:
        return {here: Fraction(1)}
    front: dict[bytes, Fraction] = {}

    def run(chance: Exploring) -> bytes:
        branch = session.fork()
        branch.table.use(chance)
        branch.table.charts = charts
        return finish_step(branch, question.choose)

    for position, p in every_outcome(run):
        front[position] = front.get(position, Fraction(0)) + p
    return front


def _one_step(
    walker: Walker, position: bytes, question: Question, to_the_dice: bool = False
) -> list[tuple[bytes | _Answer, Fraction]]:
    def run(chance: Exploring) -> bytes | _Answer:
        walker.stand(position, chance)
        fallen: int | None = None  # dice of the first step
        while not (walker.at_end or question.until(walker)):
            walker.step(question.choose)
            if question.forget is not None:
                question.forget(walker)
            fallen = len(chance.taken) if fallen is None else fallen
            if not to_the_dice or walker.rolls_next or len(chance.taken) > fallen:
                return walker.position
        return _read(question, walker)

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
        elif (here := standing(session)) is not None:
            walker.stand(here, dice)
        else:
            branch = session.fork()
            branch.table.use(dice)
            walker.stand(finish_step(branch, question.choose), dice)
        while not (walker.at_end or question.until(walker)):
            walker.step(question.choose)
        value = question.read(walker)
        counts[value] = counts.get(value, 0) + 1
    return Distribution(counts, names=question.names or None)
