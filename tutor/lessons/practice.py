"""Practice: endless exercises by topic, each made from its seed, and which one to give next.

A game brings topics (``tutor/lessons/<game>/practice.py``); a topic has kinds of exercise; a kind drafts an exercise
from a position. The answer is never written down: it is the answer of the exercise's task, which asks the rules.

>>> exercise = make("fields-of-despair", "supply", 1, seed=7)
>>> exercise.topic, len(exercise.hints)
('supply', 3)
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..engine.errors import StaffRideError, UnknownName
from ..engine.session import Session
from .progress import Box, Learner
from .tasks import AnyTask, Choice, Judge, Number, Point, Section, Verdict

ATTEMPTS = 400  # drafts that may be thrown away before an exercise is good
PATIENCE = 40  # drafts after which another place is tried
EASY, HARD = 1, 3
# After so many exercises a kind comes back, by its box: soon at first, then ever later.
GAPS = (2, 3, 6, 12, 24, 48)
TOP = len(GAPS) - 1


@dataclass(frozen=True)
class Draft:
    """What a kind of exercise makes: a board, words, a task, and what helps with it."""

    session: Session
    words: str
    task: AnyTask
    sections: tuple[str, ...]
    hints: tuple[str, str]  # a nudge, and more; the last hint is told from the answer
    viewer: str = ""
    look: tuple[str, ...] = ()  # spaces to look at
    charts: tuple[str, ...] = ()  # tables that one may read


@dataclass(frozen=True)
class Exercise:
    """One exercise. ``session`` is its board, ``task`` what is asked, with the explanation in ``task.explain``."""

    game: str
    topic: str
    kind: str
    title: str
    difficulty: int
    seed: int
    session: Session
    words: str
    task: AnyTask
    sections: tuple[str, ...]
    hints: tuple[str, str, str]
    viewer: str = ""
    look: tuple[str, ...] = ()
    charts: tuple[str, ...] = ()

    def judge(self, said: object) -> Verdict:
        """Whether an answer is right, and why."""
        return self.task.judge(self.session, said)

    def told(self) -> str:
        """The answer and its explanation: the last help."""
        return f"{self.task.told(self.session).rstrip('.')}. {self.task.explain}".strip()


class Luck(random.Random):
    """The chance behind one exercise. ``place`` stays the same for many attempts: who draws from a pool that takes
    time to fill goes by it."""

    place = 0


Maker = Callable[[Luck, int], Draft | None]


@dataclass(frozen=True)
class Kind:
    """A kind of exercise, such as ``supply/lines``. ``draft`` may find that a position will not do: None."""

    id: str
    topic: str
    title: str
    draft: Maker


@dataclass(frozen=True)
class Topic:
    """A field of practice, such as supply, with its kinds of exercise from plain to demanding."""

    game: str
    id: str
    title: str
    about: str
    kinds: list[Kind] = field(default_factory=list)

    def kind(self, id: str, title: str) -> Callable[[Maker], Maker]:
        """Tag a function that drafts exercises of one kind."""

        def tag(draft: Maker) -> Maker:
            self.kinds.append(Kind(f"{self.id}/{id}", self.id, title, draft))
            return draft

        return tag


def topics(game: str) -> list[Topic]:
    """The topics of a game; none where it has no practice yet."""
    try:
        module = importlib.import_module(f".{game.replace('-', '_')}.practice", __package__)
    except ModuleNotFoundError as err:
        if err.name and err.name.startswith(f"{__package__}.{game.replace('-', '_')}"):
            return []
        raise
    found: list[Topic] = list(module.TOPICS)
    return found


def kinds(game: str, topic: str = "") -> list[Kind]:
    """The kinds of exercise of one topic, or of all."""
    known = topics(game)
    if topic and topic not in {t.id for t in known}:
        raise UnknownName("topic", topic, (t.id for t in known))
    return [kind for t in known if topic in ("", t.id) for kind in t.kinds]


def make(game: str, topic: str, difficulty: int, seed: int) -> Exercise:
    """An exercise of a topic (or of one kind, such as ``supply/lines``). The same words give the same exercise."""
    if "/" in topic:
        found = [kind for kind in kinds(game) if kind.id == topic]
        if not found:
            raise UnknownName("kind of exercise", topic, (kind.id for kind in kinds(game)))
    else:
        found = kinds(game, topic)
    if not found:
        raise StaffRideError(f"There are no exercises for {game} yet.")
    kind = random.Random(f"kind/{topic}/{seed}").choice(found)
    level = max(EASY, min(HARD, difficulty))
    home = random.Random(f"place/{kind.id}/{seed}").randrange(1000)
    for attempt in range(ATTEMPTS):
        rng = Luck(f"{kind.id}/{level}/{seed}/{attempt}")
        rng.place = home + attempt // PATIENCE
        draft = kind.draft(rng, level)
        if draft is not None:
            return Exercise(
                game=game,
                topic=kind.topic,
                kind=kind.id,
                title=kind.title,
                difficulty=level,
                seed=seed,
                session=draft.session,
                words=draft.words,
                task=draft.task,
                sections=draft.sections,
                hints=(*draft.hints, last_hint(draft.task, draft.session, rng)),
                viewer=draft.viewer,
                look=draft.look,
                charts=draft.charts,
            )
    raise StaffRideError(f"No exercise of the kind {kind.id} came out of seed {seed}; try the next.")


def last_hint(task: AnyTask, session: Session, rng: random.Random) -> str:
    """Nearly the answer."""
    match task:
        case Point():
            spaces = task.right(session)
            if not session.board.hexes:
                spaces = [session.board.fact(space, "name") or space for space in spaces]
            one, many = ("hex", "hexes") if session.board.hexes else ("zone", "zones")
            if len(spaces) == 1:
                return f"It is a single {one}, and its name begins with {spaces[0][0]}."
            return f"There are {len(spaces)} {many}. One of them is {rng.choice(spaces)}."
        case Number():
            value = task.right(session)
            if task.tolerance:
                low, high = max(0.0, value - 2 * task.tolerance), value + 1.5 * task.tolerance
                return f"It lies between {low:.3g} and {min(high, 100.0):.3g}{' %' if task.percent else ''}."
            least = max(0, int(value) - rng.randint(0, 1))
            return f"It is {least} or {least + 1}."
        case Choice():
            wrong = [option for option in task.options if option != task.right(session)]
            return f"It is not “{rng.choice(wrong).rstrip('.')}”."
        case Judge():
            refused = task.right(session)
            return f"The rules refuse {len(refused)} of them. One is “{task.named(session)[rng.choice(refused)]}”."
        case Section():
            return f"It begins with {task.right(session)[0][:3]}."
    return "Look at the board again."


# What comes when


def key(game: str, kind: str) -> str:
    """Under which name a learner's box of a kind is kept."""
    return f"{game}/{kind}"


def choose(learner: Learner, topics: Sequence[Topic]) -> tuple[str, int]:
    """The kind of exercise to give next, and how hard: first what went wrong and is due; then what is due and what is
    new by turns; then what will be due soonest."""
    known = _interleaved(topics)
    if not known:
        raise StaffRideError("There are no exercises to choose from.")
    boxes = {kind.id: learner.practice.get(key(game, kind.id)) for game, kind in known}
    fresh = [id for id, box in boxes.items() if box is None]
    seen = sorted(((box.level, box.due, id) for id, box in boxes.items() if box is not None))
    ready = [(level, id) for level, when, id in seen if when <= learner.exercises]
    # Something new comes in between even while much goes wrong, or one would go round in a circle of three.
    again = learner.exercises % 4 != 3 if ready and ready[0][0] == 0 else learner.exercises % 2
    if ready and (again or not fresh):
        chosen = ready[0][1]
    else:
        chosen = fresh[0] if fresh else min((when, level, id) for level, when, id in seen)[2]
    return chosen, difficulty_of(boxes[chosen])


def _interleaved(topics: Sequence[Topic]) -> list[tuple[str, Kind]]:
    """The first kind of each topic, then the second of each ...: a new learner sees all topics early."""
    longest = max((len(topic.kinds) for topic in topics), default=0)
    return [(t.game, t.kinds[number]) for number in range(longest) for t in topics if number < len(t.kinds)]


def difficulty_of(box: Box | None) -> int:
    """What is known well is asked harder."""
    return EASY if box is None else min(HARD, EASY + box.level // 2)


def due(learner: Learner, topics: Sequence[Topic]) -> list[str]:
    """The kinds whose time has come."""
    found = []
    for game, kind in _interleaved(topics):
        box = learner.practice.get(key(game, kind.id))
        if box is not None and box.due <= learner.exercises:
            found.append(kind.id)
    return found


def record(learner: Learner, exercise: Exercise, right: bool, helped: bool = False) -> Box:
    """Note how an exercise went. What is wrong goes back to the first box and comes again at once; what is right rises
    a box, unless it took help."""
    box = learner.practice.setdefault(key(exercise.game, exercise.kind), Box())
    learner.exercises += 1
    if right:
        box.right += 1
        box.level = box.level if helped else min(TOP, box.level + 1)
    else:
        box.wrong += 1
        box.level = 0
    box.due = learner.exercises + GAPS[box.level]
    return box
