"""Practice: one exercise after another, each on its own board, with hints, the answer, and what comes back when."""

from __future__ import annotations

import random
from collections.abc import Callable
from html import escape
from math import ceil, floor, log2
from typing import Any

import ipywidgets
import traitlets

from tutor.engine.errors import StaffRideError
from tutor.lessons.practice import EASY, HARD, Exercise, choose, due, kinds, make, record, topics
from tutor.lessons.progress import Progress
from tutor.lessons.tasks import Do, Point, Verdict

from .board_map import BoardMap
from .chart_table import chart_table
from .decision_panel import DecisionPanel
from .home import home
from .page import Page, Panel, Said, chosen, do, form, guarded, section_link
from .rule_cards import RuleCard
from .seat import Seat
from .task_form import OPEN, RIGHT, TOLD, WRONG, TaskForm, linked, paragraphs, verdict_html

SOMEBODY = "me"
SEEDS = 1_000_000
PANE = 1.4  # a map pane is about so much wider than high
READABLE = 62  # the width of a hex, in pixels, from which its number is shown
LEVELS = {0: "Difficulty rises as you learn", 1: "Easy", 2: "Harder", 3: "Hardest"}


class PracticeMap(BoardMap):
    """The board of an exercise: it turns to what matters there."""

    def turn_to(self, spaces: tuple[str, ...]) -> None:
        """Come near enough to read the numbers of the hexes, where all that matters then fits; else show the whole."""
        near = ceil(4 * log2(READABLE / self.picture.pitch())) / 4
        tall = float(self.height.removesuffix("px") or 0)
        whole = (self.picture.width, self.picture.height)
        at = [self.picture.middle(space) for space in spaces]
        seen = (PANE * tall / 2**near, tall / 2**near)
        ends = [(min(p[i] for p in at), max(p[i] for p in at)) for i in (0, 1)] if at else []
        if at and all(high - low + 2.2 * self.picture.pitch() < seen[i] for i, (low, high) in enumerate(ends)):
            zoom = near
            x, y = (
                max(min(seen[i], whole[i]) / 2, min((low + high) / 2, whole[i] - min(seen[i], whole[i]) / 2))
                for i, (low, high) in enumerate(ends)
            )
        else:
            zoom = floor(4 * log2(tall / whole[1])) / 4
            x, y = whole[0] / 2, whole[1] / 2
        with self.map.hold_sync():
            self.map.zoom, self.map.center = zoom, (-y, x)


class PracticePanel(Panel):
    """Endless exercises of a game.

    ``topic`` is the field to practise (empty: all), ``level`` how hard (0: as the learner does), ``learner`` whose
    progress is kept. ``exercise`` is the one being done; ``score`` and ``streak`` count this sitting.

    >>> PracticePanel("fields-of-despair", topic="supply")  # doctest: +SKIP
    """

    title = "Practice"
    topic = traitlets.Unicode("")
    level = traitlets.Int(0)
    learner = traitlets.Unicode(SOMEBODY)
    score: Any = traitlets.Tuple((0, 0))  # right, and done
    streak = traitlets.Int(0)

    def __init__(
        self,
        game: str = "fields-of-despair",
        topic: str = "",
        learner: str = "",
        *,
        level: int = 0,
        seed: int | None = None,
        height: str = "620px",
        **kwargs: Any,
    ) -> None:
        kinds(game, topic)  # a wrong name is told at once
        self.game_id, self.height = game, height
        self._seeds = random.Random(seed)
        self._progress = Progress(home() / "learners")
        self._kept = self._progress.learner(learner or SOMEBODY)
        self._clear()
        self.exercise = self._made(topic, level)
        seat = Seat(self.exercise.session, viewer=self.exercise.viewer)
        super().__init__(seat, topic=topic, level=level, learner=learner or SOMEBODY, **kwargs)
        self.add_class("sr-learn")

    def close(self) -> None:
        if getattr(self, "_built", False):  # a panel that could not be made has nothing to leave
            super().close()

    def _clear(self) -> None:
        self.form = TaskForm()
        self.state, self.verdict = OPEN, None  # type: tuple[str, Verdict | None]
        self.hints_shown, self._recorded = 0, False

    def _made(self, topic: str, level: int) -> Exercise:
        wanted = [t for t in topics(self.game_id) if topic in ("", t.id)]
        kind, suited = choose(self._kept, wanted)
        for _ in range(5):
            try:
                return make(self.game_id, kind, level or suited, self._seeds.randrange(SEEDS))
            except StaffRideError:  # a seed from which nothing good came: rare, and the next one will do
                continue
        return make(self.game_id, kind, EASY, self._seeds.randrange(SEEDS))

    # --- making ---

    def build(self) -> None:
        handlers: dict[str, Callable[[Said], None]] = {
            "answer": self._answer,
            "mark": self._mark,
            "hint": lambda said: self.hint(),
            "show": lambda said: self.show_me(),
            "next": lambda said: self.next(),
            "topic": self._topic,
            "level": self._level,
            "learner": self._name,
            "rule": self.rule_clicked,
            "close-rule": lambda said: self._close_rule(),
        }
        on = {name: self._guard(run) for name, run in handlers.items()}
        self.head = Page("What to practise", on)
        self.page = Page("Exercise", on)
        self.task = Page("Your answer", on)
        self.reply = Page("Help", on)
        self.map = PracticeMap(self.seat, height=self.height, plays=False)
        self.map.add_class("sr-learn-map")
        self.decision = DecisionPanel(self.seat)
        self.rule = RuleCard(self.seat)
        self.rule_head = Page("Rule", on)
        self.rule_head.html = (
            '<div class="sr-row sr-spread sr-learn-rule"><h4>The rule</h4>'
            f'<button class="sr-button" data-key="close rule" {do("close-rule")}>Close the rule</button></div>'
        )
        self.below = ipywidgets.VBox([self.rule_head, self.rule])
        left = ipywidgets.VBox([self.page, self.task, self.reply, self.decision, self.below])
        left.add_class("sr-learn-left")
        frame = ipywidgets.HBox([left, self.map], layout=ipywidgets.Layout(height=f"calc({self.height} + 32px)"))
        frame.add_class("sr-learn-frame")
        self.children = [self.notice, self.head, frame]
        self._close_rule()
        self.seat.observe(self._rule_asked, "section")

    def _guard(self, run: Callable[[Said], None]) -> Callable[[Said], None]:
        @guarded
        def heard(panel: PracticePanel, said: Said) -> None:
            panel.tell("")
            run(said)

        return lambda said: heard(self, said)

    # --- showing ---

    @property
    def closed(self) -> bool:
        return self.state in (RIGHT, TOLD)

    def refresh(self) -> None:
        task = self.exercise.task
        self.map.plays = self.decision.active = isinstance(task, Do) and not self.closed
        self.map.on_click = None if isinstance(task, Do) else self._pointed
        self.map.attention, self.map.marked = self.exercise.look, ()
        if isinstance(task, Point):
            self.map.marked = tuple(task.right(self.session) if self.closed else sorted(self.form.marked))
        self.head.html = self._head()
        self.page.html = self._exercise()
        self.task.html = self._answering()
        self.reply.html = self._help()

    def _answering(self) -> str:
        """The form, what the rules say to the answer, and the ways on. A hint does not change it: what is typed stays."""
        game = self.session.game
        verdict = verdict_html(game, self.verdict) if self.verdict is not None else ""
        if self.closed:
            ways = (
                f'<button class="sr-button sr-main" data-key="next" data-fallback {do("next")}>Next exercise ▶</button>'
            )
        else:
            ways = (
                f'<div class="sr-row sr-learn-tools"><button class="sr-button" data-key="hint" {do("hint")}>Hint</button>'
                f'<button class="sr-button" data-key="show" {do("show")}>Show me</button>'
                f'<button class="sr-button" data-key="skip" {do("next")}>Skip</button></div>'
            )
        told = self._told() if self.state == TOLD else ""
        return f'<div class="sr-learn-answer">{self.form.html(self.exercise.task, self.session, self.state)}{verdict}{told}{ways}</div>'

    def _head(self) -> str:
        known = topics(self.game_id)
        choices = "".join(
            f'<option value="{t.id}"{" selected" if t.id == self.topic else ""}>{escape(t.title)}</option>'
            for t in known
        )
        levels = "".join(
            f'<option value="{n}"{" selected" if n == self.level else ""}>{words}</option>'
            for n, words in LEVELS.items()
        )
        right, done = self.score
        waiting = due(self._kept, [t for t in known if self.topic in ("", t.id)])
        back = f"{len(waiting)} due again" if waiting else "nothing due again yet"
        return (
            '<div class="sr-row sr-learn-head">'
            f'<label>Topic <select data-key="topic" {chosen("topic")}><option value="">All topics</option>{choices}</select></label>'
            f'<select data-key="level" aria-label="Difficulty" {chosen("level")}>{levels}</select>'
            f'<span class="sr-learn-count"><b>{right}</b> of {done} right</span>'
            f'<span class="sr-learn-count">streak <b>{self.streak}</b></span>'
            f'<span class="sr-learn-count" title="{escape(", ".join(waiting))}">{back}</span>'
            f'<form class="sr-row sr-learn-who" {form("learner")}><label>Learner <input type="text" name="name" size="9" '
            f'data-key="learner" value="{escape(self.learner)}"></label>'
            '<button class="sr-button" type="submit" data-key="learner set">Change</button></form></div>'
        )

    def _exercise(self) -> str:
        e, game = self.exercise, self.session.game
        subject = next(t.title for t in topics(self.game_id) if t.id == e.topic)
        dots = "".join(f'<span class="{"sr-on" if n <= e.difficulty else ""}"></span>' for n in range(EASY, HARD + 1))
        eyes = (
            f'<p class="sr-small sr-soft">You see the map as {escape(game.the(self.seat.player))} '
            f"do{'' if game.many_in_a_name else 'es'}.</p>"
        )
        return (
            f'<div class="sr-learn-exercise" data-top="{escape(f"{e.kind} {e.seed}")}"><div class="sr-row sr-spread"><span class="sr-soft">{escape(subject)}</span>'
            f'<span class="sr-learn-level" role="img" aria-label="Difficulty {e.difficulty} of {HARD}">{dots}</span></div>'
            f'<h2>{escape(e.title)}</h2><div class="sr-learn-words">{paragraphs(game, e.words)}</div>{eyes}</div>'
        )

    def _chart(self, name: str) -> str:
        chart = self.session.charts[name]
        return (
            f'<details class="sr-learn-chart" data-key="chart {escape(name)}" open><summary>Table: {escape(chart.title)}</summary>'
            f"{chart_table(chart)}</details>"
        )

    def _told(self) -> str:
        return (
            '<div class="sr-learn-verdict sr-learn-told" role="status"><h4>The answer</h4>'
            f"{paragraphs(self.session.game, self.exercise.told())}</div>"
        )

    def _help(self) -> str:
        e, game = self.exercise, self.session.game
        hints = "".join(
            f'<li class="sr-learn-hint"><b>Hint {n} of {len(e.hints)}</b> {linked(game, hint)}</li>'
            for n, hint in enumerate(e.hints[: self.hints_shown], start=1)
        )
        sections = " ".join(map(section_link, dict.fromkeys(e.sections)))
        tables = "".join(self._chart(name) for name in e.charts)  # below the answer: a long one would hide its form
        return (
            f'<div class="sr-learn-help"><ul role="status">{hints}</ul>'
            f'<div class="sr-row sr-small">Rulebook: {sections}</div>{tables}</div>'
        )

    # --- doing ---

    @guarded
    def next(self) -> None:
        """Another exercise: what is due, or something new."""
        self._clear()
        self.exercise = self._made(self.topic, self.level)
        with self.seat.hold():
            self.seat.session = self.exercise.session
            self.seat.viewer = self.exercise.viewer
            self.seat.section = ""
            self.seat.changed()
        self.map.turn_to(self.exercise.look)

    def _answer(self, said: Said) -> None:
        if self.closed:
            return
        task = self.exercise.task
        self.verdict = self.exercise.judge(None if isinstance(task, Do) else self.form.read(said))
        self.form.judged(self.verdict)
        self.state = RIGHT if self.verdict.right else WRONG
        self._note(self.verdict.right)
        self.refresh()

    def answer(self, said: Any) -> Verdict:
        """Answer the exercise from code; the verdict is shown as if it had been given in the panel."""
        self.form.marked = set(said) if isinstance(self.exercise.task, Point) else set()
        values: Said = {"option": said} if isinstance(said, str) else {}
        if isinstance(said, (int, float)):
            values = {"values": {"answer": str(said)}}
        elif isinstance(said, list) and not isinstance(self.exercise.task, Point):
            values = {"values": {str(number): True for number in said}}
        self._answer(values)
        assert self.verdict is not None
        return self.verdict

    def _note(self, right: bool) -> None:
        """The first answer counts; what comes after is learning."""
        if self._recorded:
            return
        self._recorded = True
        record(self._kept, self.exercise, right, helped=self.hints_shown > 1)
        self._progress.keep(self._kept)
        self.score = (self.score[0] + right, self.score[1] + 1)
        self.streak = self.streak + 1 if right else 0

    def hint(self) -> None:
        """The next of three hints."""
        self.hints_shown = min(self.hints_shown + 1, len(self.exercise.hints))
        self.refresh()

    def show_me(self) -> None:
        """The answer, and why. It counts as not known."""
        if self.closed:
            return
        self._note(False)
        self.state, self.verdict = TOLD, None
        self.refresh()

    def _mark(self, said: Said) -> None:
        self.tell(self.form.mark(said, self.session))
        self.refresh()

    @guarded
    def _pointed(self, space: str, piece: str) -> None:
        if isinstance(self.exercise.task, Point) and not self.closed:
            self.form.toggle(space)
            self.refresh()

    def _topic(self, said: Said) -> None:
        wanted = str(said.get("value", ""))
        kinds(self.game_id, wanted)
        self.topic = wanted
        self.next()

    def _level(self, said: Said) -> None:
        wanted = str(said.get("value", ""))
        self.level = int(wanted) if wanted.isdigit() and int(wanted) in LEVELS else 0
        self.next()

    def _name(self, said: Said) -> None:
        values = said.get("values")
        name = str(values.get("name", "")).strip() if isinstance(values, dict) else ""
        self._kept = self._progress.learner(name)
        self.learner, self.score, self.streak = name, (0, 0), 0
        self.next()

    def _close_rule(self) -> None:
        self.rule.active = False
        self.rule_head.layout.display = "none"
        self.seat.section = ""

    def _rule_asked(self, change: Any) -> None:
        wanted = bool(change["new"])
        self.rule.active = wanted
        self.rule_head.layout.display = "" if wanted else "none"
