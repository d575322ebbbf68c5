"""A learner going through a lesson: the position of each step, answers, hints, the worked solution."""

from __future__ import annotations

from typing import Any

from ..engine.errors import BadFile, StaffRideError
from ..engine.session import Session
from ..games import find_game, open_scenario
from .lesson import Lesson, LessonStep, Position
from .progress import LessonProgress
from .queries import resolved
from .tasks import Do, Verdict

HINTS = 3


class LessonRun:
    """One lesson being taken. ``session`` is the board of the step; ``done`` holds the steps whose task is solved."""

    def __init__(self, lesson: Lesson, progress: LessonProgress | None = None) -> None:
        self.lesson = lesson
        self.progress = progress or LessonProgress()
        self.hints_shown = 0
        self.verdict: Verdict | None = None
        self.solved_for_him = False
        first = next((i for i, s in enumerate(lesson.steps) if s.id == self.progress.at), 0)
        self.session = self._board(first)
        self.number = first

    # --- where we are ---

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.number]

    @property
    def done(self) -> set[str]:
        return set(self.progress.done)

    @property
    def is_last(self) -> bool:
        return self.number == len(self.lesson.steps) - 1

    def go(self, number: int) -> None:
        """Turn to a step; its board is set up anew."""
        self.number = max(0, min(len(self.lesson.steps) - 1, number))
        self.session = self._board(self.number)
        self._fresh()
        self.progress.at = self.step.id

    def next(self) -> None:
        """On to the next step. A step without a task is done when it is left."""
        if self.step.task is None:
            self.progress.finish(self.step.id)
        self.go(self.number + 1)

    def back(self) -> None:
        self.go(self.number - 1)

    def start_over(self) -> None:
        """The board of this step as it was."""
        self.session = self._board(self.number)
        self._fresh()

    def _fresh(self) -> None:
        self.hints_shown, self.verdict, self.solved_for_him = 0, None, False

    def _board(self, number: int) -> Session:
        """The position of a step: its own, or that of the last step before it that has one."""
        at = next((i for i in range(number, -1, -1) if self.lesson.steps[i].position is not None), None)
        position = self.lesson.steps[at].position if at is not None else None
        try:
            session = set_up(self.lesson.game, position or Position())
            for step in self.lesson.steps[at or 0 : number]:
                # A step that goes on from the last one begins where that one's solution ends.
                if isinstance(step.task, Do):
                    play(session, step.task.solution)
            return session
        except StaffRideError as err:
            raise BadFile(f"lesson {self.lesson.id}, step {self.lesson.steps[number].id}: {err}") from None

    # --- the task ---

    def answer(self, said: Any = None) -> Verdict:
        """Judge an answer; a right one is remembered."""
        task = self.step.task
        if task is None:
            raise StaffRideError("There is nothing to answer in this step; go on.")
        self.progress.tries[self.step.id] = self.progress.tries.get(self.step.id, 0) + 1
        self.verdict = task.judge(self.session, said)
        if self.verdict.right and not self.solved_for_him:
            self.progress.finish(self.step.id)
        return self.verdict

    def hint(self) -> str:
        """The next hint: a nudge, then more, then nearly the answer. After the last one, the last again."""
        hints = self.step.hints
        if not hints:
            return f"Read section {', '.join(self.step.sections)} again."
        self.hints_shown = min(self.hints_shown + 1, len(hints))
        return hints[self.hints_shown - 1]

    def solve(self) -> str:
        """The worked solution: played on the board where there is something to do, told otherwise."""
        task = self.step.task
        if task is None:
            return ""
        self.solved_for_him, self.verdict = True, None
        if isinstance(task, Do):
            self.session = self._board(self.number)
            play(self.session, task.solution)
        self.progress.shown.add(self.step.id)
        words = task.told(self.session).rstrip(".")
        return " ".join(filter(None, (f"{words}." if words else "", task.explain)))


def set_up(game: str, position: Position) -> Session:
    """The board of a step."""
    if position.fields:
        found = find_game(game)
        chosen = found.scenario_from(position.fields, "position")
        table = found.table(chosen, seed=position.seed, options=position.options or None)
        session = Session(table, chosen)
    else:
        name = position.scenario or find_game(game).scenario_ids()[0]
        session = open_scenario(f"{game}/{name}", seed=position.seed, options=position.options or None)
    if position.pauses:
        session.pause_at_dice()
    play(session, position.play)
    return session


def play(session: Session, actions: tuple[dict[str, Any], ...]) -> None:
    """Play actions from a lesson file; ``{suppose: [...]}`` sets the next dice."""
    for action in actions:
        if "suppose" in action:
            session.suppose(*action["suppose"])
        else:
            session.submit(resolved(session, action))
