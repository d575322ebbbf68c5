"""A lesson: our words, a board that shows them, a task that the rules check, hints, and the worked solution."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets
import traitlets

from tutor.games import game_ids
from tutor.lessons.lesson import Lesson, find_lesson, lesson_ids, lessons
from tutor.lessons.progress import Progress, share_done
from tutor.lessons.run import LessonRun
from tutor.lessons.tasks import Do, Point

from .board_map import BoardMap
from .combat_stepper import CombatStepper
from .decision_panel import DecisionPanel
from .home import home
from .log_panel import LogPanel
from .markdown import html_of
from .page import Page, Panel, Said, do, form, guarded, section_link
from .phase_tree import PhaseTree
from .player_board import PlayerBoard
from .rule_book import rule_book_of
from .rule_cards import RuleCard
from .seat import Seat
from .task_form import OPEN, RIGHT, TOLD, WRONG, TaskForm, verdict_html

PANELS: dict[str, type[Panel]] = {
    "sequence": PhaseTree,
    "combat": CombatStepper,
    "boards": PlayerBoard,
    "log": LogPanel,
    "rule": RuleCard,
}
SOMEBODY = "me"


class LessonPanel(Panel):
    """The lessons of a game, and the one being taken.

    ``lesson`` is its full id, such as ``fields-of-despair/movement``; empty, the list of lessons is shown. ``run`` is
    the lesson being taken. ``learner`` is whose progress is kept.
    """

    title = "Lesson"
    lesson = traitlets.Unicode("")
    learner = traitlets.Unicode(SOMEBODY)

    def __init__(self, lesson: str = "", *, learner: str = SOMEBODY, height: str = "600px", **kwargs: Any) -> None:
        wanted = lesson.partition("/")[0]
        self.game_id = wanted if lesson_ids(wanted or None) and wanted else game_ids()[0]
        first = lesson if "/" in lesson else lesson_ids(self.game_id)[0]
        self.height = height
        self._progress = Progress(home() / "learners")
        self._kept = self._progress.learner(learner)
        self.run = LessonRun(find_lesson(first), self._kept.lesson(first))
        self._help = ""
        self._shown_panel = ""
        super().__init__(Seat(self.run.session), learner=learner, lesson=lesson if "/" in lesson else "", **kwargs)
        self.add_class("sr-learn")

    # --- making ---

    def build(self) -> None:
        handlers: dict[str, Callable[[Said], None]] = {
            "lesson": lambda said: self.take(str(said.get("id", ""))),
            "lessons": lambda said: self._list(),
            "next": lambda said: self._turn(self.run.next),
            "back": lambda said: self._turn(self.run.back),
            "go": lambda said: self._turn(lambda: self.run.go(int(said.get("step", 0)))),
            "over": lambda said: self._turn(self.run.start_over),
            "hint": lambda said: self._hint(),
            "solve": lambda said: self._solve(),
            "answer": self._answer,
            "mark": self._mark,
            "learner": self._name,
            "rule": self._rule,
        }
        on = {name: self._guard(run) for name, run in handlers.items()}
        self.form = TaskForm()
        self.page = Page("Lesson", on)
        self.task = Page("Your task", on)  # a page of its own: a hint does not wipe out what is being typed
        self.reply = Page("Answer and hints", on)
        self.map = BoardMap(self.seat, height=self.height, on_click=None)
        self.map.add_class("sr-learn-map")
        self.decision = DecisionPanel(self.seat)
        self.below = ipywidgets.VBox([])
        left = ipywidgets.VBox([self.page, self.task, self.reply, self.decision, self.below])
        left.add_class("sr-learn-left")
        box = ipywidgets.HBox([left, self.map])
        box.add_class("sr-learn-frame")
        self.children = [self.notice, box]
        self.seat.observe(self._rule_asked, "section")

    def _guard(self, run: Callable[[Said], None]) -> Callable[[Said], None]:
        @guarded
        def heard(panel: LessonPanel, said: Said) -> None:
            panel.tell("")
            run(said)

        return lambda said: heard(self, said)

    # --- showing ---

    def refresh(self) -> None:
        taking = bool(self.lesson)
        task = self.run.step.task if taking else None
        self.map.plays = isinstance(task, Do)  # else the outlines would seem to be part of the answer
        self.map.on_click = None if isinstance(task, Do) else self._pointed
        shown = task.right(self.run.session) if isinstance(task, Point) and self._state() == TOLD else self.form.marked
        self.map.marked = tuple(sorted(shown)) if isinstance(task, Point) else ()
        pointing = isinstance(task, Point) and self._state() not in (RIGHT, TOLD)  # the rings would give it away
        self.map.attention = self.run.step.look.spaces if taking and not pointing else ()
        (self.remove_class if taking else self.add_class)("sr-learn-listing")
        self.decision.active = isinstance(task, Do)
        self.map.active = taking
        self._show_panel(self.run.step.look.panel if taking else "")
        self.page.html = self._lesson() if taking else self._contents()
        self.task.html = self.form.html(task, self.run.session, self._state()) if task is not None else ""
        self.reply.html = f"{self._reply()}{self._ways()}" if taking else ""

    def _contents(self) -> str:
        rows = "".join(self._row(lesson) for lesson in lessons(self.game_id))
        return (
            '<div class="sr-learn-list" data-top="list"><h2>Lessons</h2><p>Take them in order, or open the one you need. Your progress is kept.</p>'
            f'<form class="sr-row" {form("learner")}><label>Learner <input type="text" name="name" data-key="learner" size="14" '
            f'value="{escape(self.learner)}"></label><button class="sr-button" type="submit" data-key="learner set">Change</button></form>'
            f"<ol data-list>{rows}</ol></div>"
        )

    def _row(self, lesson: Lesson) -> str:
        id = f"{lesson.game}/{lesson.id}"
        done = share_done(self._kept.lessons.get(id, self._kept.lesson(id)), lesson.steps)
        return (
            f'<li><button class="sr-learn-item" data-key="lesson {escape(lesson.id)}" {do("lesson", id=id)}>'
            f"<b>{escape(lesson.title)}</b> <span class='sr-soft'>{lesson.minutes} minutes</span>"
            f"<span class='sr-small'>{escape(lesson.summary)}</span>{_bar(done)}</button></li>"
        )

    def _lesson(self) -> str:
        run, step = self.run, self.run.step
        dots = "".join(
            f'<button class="sr-learn-dot" aria-label="step {i + 1}: {escape(s.title)}{", done" if s.id in run.done else ""}" '
            f'aria-current="{"step" if i == run.number else "false"}" data-done="{"yes" if s.id in run.done else "no"}" '
            f'data-key="step {i}" {do("go", step=i)}>{"✓" if s.id in run.done else i + 1}</button>'
            for i, s in enumerate(run.lesson.steps)
        )
        sections = " ".join(section_link(section) for section in step.sections)
        return (
            f'<div class="sr-learn-step" data-top="{escape(f"{run.lesson.id} {step.id}")}"><div class="sr-row sr-spread"><span class="sr-soft">{escape(run.lesson.title)}</span>'
            f'<button class="sr-button" data-key="lessons" {do("lessons")}>All lessons</button></div>'
            f'<div class="sr-row sr-learn-dots">{dots}</div><h2>{escape(step.title)}</h2>'
            f'<div class="sr-learn-words">{html_of(step.words, rule_book_of(run.lesson.game).spelt)}</div><div class="sr-row sr-small">Rulebook: {sections}</div>'
            "</div>"
        )

    def _state(self) -> str:
        run = self.run
        if run.solved_for_him:
            return TOLD
        if run.verdict is None:
            return OPEN
        return RIGHT if run.verdict.right else WRONG

    def _reply(self) -> str:
        task, run = self.run.step.task, self.run
        if task is None:
            return ""
        verdict = verdict_html(run.session.game, run.verdict) if run.verdict is not None else ""
        help = f'<div class="sr-learn-hint" role="status">{escape(self._help)}</div>' if self._help else ""
        left = max(0, len(run.step.hints) - run.hints_shown)
        return (
            f"{verdict}{help}"
            f'<div class="sr-row"><button class="sr-button" data-key="hint" {do("hint")}>Hint ({left} left)</button>'
            f'<button class="sr-button" data-key="solve" {do("solve")}>Show me</button>'
            f'<button class="sr-button" data-key="over" {do("over")}>Start over</button></div>'
        )

    def _ways(self) -> str:
        run = self.run
        first = " disabled" if run.number == 0 else ""
        done = run.step.task is None or run.step.id in run.done
        word = "Finish" if run.is_last else "Next ▶"
        css = "sr-main" if done else ""
        return (
            f'<div class="sr-row sr-learn-ways"><button class="sr-button" data-key="back" {do("back")}{first}>◀ Back</button>'
            f'<button class="sr-button {css}" data-key="next" data-fallback {do("lessons" if run.is_last else "next")}>{word}</button></div>'
        )

    def _show_panel(self, name: str) -> None:
        """The panel that a step points at stands below its words."""
        if name == self._shown_panel:
            return
        self._shown_panel = name
        for panel in self.below.children:
            panel.close()
        self.below.children = [PANELS[name](self.seat)] if name else []

    # --- doing ---

    @guarded
    def take(self, id: str) -> None:
        """Take a lesson, where it was left."""
        run = LessonRun(find_lesson(id), self._kept.lesson(id))
        self.run = run
        self.lesson = id
        self._turn(lambda: None)

    def _list(self) -> None:
        if self.run.is_last and self.run.step.task is None:
            self.run.progress.finish(self.run.step.id)
        self._progress.keep(self._kept)
        self.lesson = ""
        self.refresh()

    def _turn(self, change: Callable[[], None]) -> None:
        change()
        self._help = ""
        self.form.clear()
        self._progress.keep(self._kept)
        step = self.run.step
        with self.seat.hold():
            self.seat.session = self.run.session
            self.seat.viewer = step.viewer
            self.seat.section = ""
            self.seat.changed()

    def _answer(self, said: Said) -> None:
        task = self.run.step.task
        if task is None:
            return
        verdict = self.run.answer(None if isinstance(task, Do) else self.form.read(said))
        self.form.judged(verdict)
        if verdict.right:
            self._help = ""
        self._progress.keep(self._kept)
        self.refresh()

    def _mark(self, said: Said) -> None:
        self.tell(self.form.mark(said, self.run.session))
        self.refresh()

    @guarded
    def _pointed(self, space: str, piece: str) -> None:
        if isinstance(self.run.step.task, Point) and self._state() not in (RIGHT, TOLD):
            self.form.toggle(space)
            self.refresh()

    def _hint(self) -> None:
        self._help = self.run.hint()
        self.refresh()

    def _solve(self) -> None:
        self._help = self.run.solve()
        with self.seat.hold():
            self.seat.session = self.run.session
            self.seat.changed()

    def _heard_change(self, change: Any) -> None:
        # What a learner does on the board is looked at as he does it: a task that is done is seen to be done.
        task = self.run.step.task if self.lesson else None
        mine = self.seat.session is self.run.session and not self.run.solved_for_him
        if isinstance(task, Do) and mine and self.run.step.id not in self.run.done and task.right(self.run.session):
            self.run.answer()
            self._progress.keep(self._kept)
        super()._heard_change(change)

    def _name(self, said: Said) -> None:
        name = str((said.get("values") or {}).get("name", "")).strip()
        self._kept = self._progress.learner(name)
        self.learner = name
        self.refresh()

    def _rule(self, said: Said) -> None:
        self.seat.section = str(said.get("section", ""))

    def _rule_asked(self, change: Any) -> None:
        if change["new"]:
            self._show_panel("rule")


def _bar(share: float) -> str:
    return (
        f'<span class="sr-learn-bar" role="img" aria-label="{share:.0%} done"><span style="width:{share:.0%}"></span></span>'
        f'<span class="sr-small">{share:.0%}</span>'
    )
