"""The odds explorer: what a combat is likely to cost and to bring, for two set-ups side by side, and over a grid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets
import msgspec
import traitlets

from tutor.engine.errors import BadInput
from tutor.engine.game import Game
from tutor.engine.questions import Question, Word, keywords
from tutor.odds.distribution import Distribution

from .background import Background, Job
from .odds_answers import Answer, Terms, answered, numeric, parts_of
from .odds_charts import NumberChart, badge, headline, provenance, share_bars
from .odds_heat_map import HeatMap
from .page import Page, Panel, do, guarded, section_link
from .setup_form import SetupForm
from .wording import space_name

PAUSE = 0.25  # seconds without a change before long work begins
LETTERS = ("A", "B")


class OddsExplorer(Panel):
    """Sliders and pickers for a combat, and what comes of it.

    ``value`` is the answer for set-up A, ``value_b`` that for B (None while there is none): ``value.odds`` is the
    distribution, ``value.reconstructed`` the charts it rests on. ``table`` is the last heat map as a DataFrame.
    ``a`` and ``b`` are the two forms; set ``explorer.a.setup = {"attackers": 20, "defenders": 9}`` or
    ``explorer.a.source = "I02"``, a space of the table, from the next cell. ``comparing`` shows set-up B. An answer
    that takes long is worked out in the background: ``settle()`` waits for it.
    """

    title = "Odds"
    work: dict[str, Background] = {}
    value = traitlets.Instance(Answer, allow_none=True)
    value_b = traitlets.Instance(Answer, allow_none=True)
    table = traitlets.Any(None)
    comparing = traitlets.Bool(False)

    def build(self) -> None:
        self.add_class("sr-odds-explorer")
        self.terms = Terms({})
        self._game: Game[Any] | None = None
        self._asked: dict[str, Any] = {}  # the question that each answer shown is for
        self._failed: set[str] = set()
        self.work = {name: Background() for name in (*LETTERS, "map")}
        self.forms = {letter: SetupForm(self._words) for letter in LETTERS}
        self.a, self.b = self.forms["A"], self.forms["B"]
        self.sources = {letter: ipywidgets.Dropdown(options=[("made up", "")]) for letter in LETTERS}
        self.heads = {letter: Page(f"Set-up {letter}", {"compare": self.compare_clicked}) for letter in LETTERS}
        self.note = Page("About the set-ups", {"rule": self.rule_clicked})
        for letter in LETTERS:
            self._link(letter)
        self.heat = HeatMap(self.work["map"], self._base, self.careful, self._cell_clicked)
        traitlets.dlink((self.heat, "table"), (self, "table"))
        self._make_right()
        cards = ipywidgets.HBox([self._card(letter) for letter in LETTERS])
        cards.add_class("sr-odds-setups")
        left = ipywidgets.VBox([cards, self.note])
        left.add_class("sr-odds-left")
        top = ipywidgets.HBox([self.tabs, self.state])
        top.add_class("sr-odds-top")
        self.shown = ipywidgets.VBox([])  # one tab at a time: a figure that is hidden cannot find its size
        right = ipywidgets.VBox([top, self.shown])
        right.add_class("sr-odds-right")
        body = ipywidgets.HBox([left, right])
        body.add_class("sr-odds-body")
        self.children = (self.notice, body)
        self._show_tab("odds")

    def _link(self, letter: str) -> None:
        form, source = self.forms[letter], self.sources[letter]
        source.description = "Combat"
        traitlets.link((source, "value"), (form, "source"))
        form.observe(lambda change: self._changed(letter), ["setup", "source"])
        form.observe(lambda change: self._say_note(), "source")
        form.observe(lambda change: self.heat.offer(self.terms), "setup")  # other words may be on offer

    def _card(self, letter: str) -> ipywidgets.VBox:
        card = ipywidgets.VBox([self.heads[letter], self.sources[letter], self.forms[letter]])
        card.add_class("sr-odds-setup")
        card.add_class(f"sr-odds-{letter.lower()}")
        return card

    def _make_right(self) -> None:
        self.tabs = Page("Odds or heat map", {"tab": lambda said: self._show_tab(str(said.get("to")))})
        self.state = Page("Calculating")
        self.figures = Page("The main figures")
        self.shares = Page("Outcomes")
        self.charts: dict[str, NumberChart] = {}
        self.row = ipywidgets.HBox([])
        self.row.add_class("sr-odds-charts")
        self.counting = ipywidgets.ToggleButtons(options=[("exactly", False), ("at least", True)], description="Bars")
        self.part = ipywidgets.Dropdown(description="Chance that", layout=ipywidgets.Layout(width="278px"))
        self.least = ipywidgets.BoundedIntText(
            description="is at least", min=0, max=999, value=3, layout=ipywidgets.Layout(width="126px")
        )
        self.chance = Page("The chance of at least so many")
        self.counting.observe(lambda change: self.careful(self._draw_charts), "value")
        for control in (self.part, self.least):
            control.observe(lambda change: self.careful(self._tell_chance), "value")
        asked = ipywidgets.HBox([self.counting, self.part, self.least, self.chance])
        asked.add_class("sr-odds-controls")
        self.source = Page("Where the figures come from", {"csv": lambda said: self.download()})
        self.first = ipywidgets.VBox([self.figures, self.shares, self.row, asked, self.source])
        self.first.add_class("sr-odds-first")

    # --- what may be asked ---

    @property
    def open_table(self) -> bool:
        """Whether combats on the table may be asked about: the answer tells of hidden strengths."""
        return not self.session.game.hides or (not self.seat.viewer and not self.seat.opponents)

    def _words(self, source: str, said: Mapping[str, Any]) -> list[Word]:
        game = self.session.game
        if source:
            return game.combat_words(self.session, source, **keywords(said))
        return game.made_up_words(**keywords(said))

    def _question(self, letter: str) -> Question:
        form, game = self.forms[letter], self.session.game
        if not form.source:
            return game.made_up_combat(**keywords(form.setup))
        if not self.open_table:
            raise BadInput("The combats on the table are not for one side to ask about: they tell of hidden strengths.")
        return game.combat(self.session, form.source, **keywords(form.setup))

    def refresh(self) -> None:
        """The game has moved on: other hexes may be contested, other guns at hand."""
        if self._game is not self.session.game:
            self._game = self.session.game
            self.terms = Terms(self._game.combat_terms())
            self._asked.clear()
        spaces = self.session.game.combat_spaces(self.session) if self.open_table else []
        names = {space: space_name(self.session.board, space) for space in spaces}
        options = (("made up", ""), *((f"on the table: {names[space]}", space) for space in spaces))
        for letter in LETTERS:
            source = self.sources[letter]
            self.forms[letter].offered = ("", *spaces)
            if source.options != options:
                kept = source.value if source.value in dict(options).values() else ""
                source.options = options
                source.value = kept
            self.forms[letter].ask_again()
            self._changed(letter)
        self._say_heads()
        self._say_note()
        self.heat.offer(self.terms)

    # --- asking ---

    def _key(self, letter: str) -> Any:
        """What an answer depends on: other moves of the game, or none at all, are no reason to ask again."""
        form, session = self.forms[letter], self.session
        table = msgspec.msgpack.encode(session.state) if form.source else b""
        return session.game, form.source, tuple(form.setup.items()), table

    @guarded
    def _changed(self, letter: str) -> None:
        """A set-up was changed: plain dice are added up at once, longer work waits for a pause."""
        if (letter == "B" and not self.comparing) or self._key(letter) == self._asked.get(letter):
            return
        self._asked[letter] = self._key(letter)
        self.work[letter].forget()
        try:
            if not self.forms[letter].words:
                raise BadInput(f"{self.session.game.title} poses no questions about combat yet.")
            question = self._question(letter)
        except Exception:
            self._failed.add(letter)
            self._answer(letter, None)
            raise
        self._failed.discard(letter)
        if not self._failed:
            self.tell("")
        if question.shortcut is not None:
            self._answer(letter, self._signed(letter, answered(question)))
            return
        self.work[letter].later(PAUSE, lambda: self._begin(letter, question))
        self._say_state()

    def _begin(self, letter: str, question: Question) -> None:
        def work(job: Job) -> Answer:
            return answered(question, job.check)

        def failed(error: BaseException) -> None:
            self._failed.add(letter)
            self._answer(letter, None)
            self.careful(lambda: _raise(error))

        self.work[letter].start(work, lambda found: self._answer(letter, self._signed(letter, found)), failed)
        self._say_state()

    def _signed(self, letter: str, found: Answer) -> Answer:
        form = self.forms[letter]
        return replace(found, space=form.source, setup=tuple(form.setup.items()))

    def settle(self) -> OddsExplorer:
        """Wait until both answers are there."""
        for letter in LETTERS:
            if self.work[letter].waiting:
                self.work[letter].forget()
                self._answer(letter, self._signed(letter, answered(self._question(letter))))
        return self

    @guarded
    def _answer(self, letter: str, found: Answer | None) -> None:
        if letter == "A":
            self.value = found
        else:
            self.value_b = found
        self._draw()

    @guarded
    def careful(self, what: Callable[[], None]) -> None:
        """Call it; what goes wrong is told in the panel, in place of what was told of such things before."""
        if not self._failed:
            self.tell("")
        what()

    def close(self) -> None:
        """Nothing goes on in the background for a panel that is gone."""
        for work in self.work.values():
            work.forget()
        super().close()

    # --- the second set-up, the heat map, the files ---

    @guarded
    def compare_clicked(self, said: Any) -> None:
        self.comparing = not self.comparing

    @traitlets.observe("comparing")
    def _comparing_changed(self, change: Any) -> None:
        self._asked.pop("B", None)
        self.work["B"].forget()
        if change["new"]:
            self.sources["B"].value = self.a.source
            self.b.setup = dict(self.a.setup)
            self._changed("B")
        else:
            self._answer("B", None)
        self._say_heads()

    def _base(self) -> tuple[Game[Any], list[Word], Mapping[str, Any], str]:
        """What a heat map varies: the made-up set-up A, or B where A is on the table."""
        for letter in LETTERS:
            form = self.forms[letter]
            if not form.source and (letter == "A" or self.comparing):
                return self.session.game, form.words, form.setup, letter
        words = self._words("", {})
        return self.session.game, words, {word.name: word.default for word in words}, "made up"

    def _cell_clicked(self, cell: dict[str, Any]) -> None:
        self.sources["A"].value = ""
        self.a.setup = {**self.a.setup, **cell}
        self._show_tab("odds")

    @guarded
    def download(self) -> None:
        """Let the browser save the distribution, or the heat map, as CSV."""
        name, text = self.csv()
        self.source.download(name, text)

    def csv(self) -> tuple[str, str]:
        """The odds of both set-ups as the name and the text of a file: a row for each joint outcome."""
        import pandas

        frames, said, found = [], ["setup", "space"], list[str]()
        for letter, answer in self._answers().items():
            frame = answer.odds.to_frame()
            frame["found"] = answer.found
            found = list(dict.fromkeys([*found, *frame.columns]))
            for name, value in (("setup", letter), ("space", answer.space), *answer.setup):
                text = "+".join(map(str, value)) if isinstance(value, tuple | list) else value
                frame[name] = pandas.Series([text] * len(frame), dtype=object)  # whole numbers stay whole
                said = list(dict.fromkeys([*said, name]))
            frames.append(frame)
        if not frames:
            raise BadInput("There is no answer to save yet.")
        return "staff-ride-odds.csv", str(pandas.concat(frames)[[*said, *found]].to_csv(index=False))

    # --- what is seen ---

    def _answers(self) -> dict[str, Answer]:
        found = {"A": self.value, "B": self.value_b if self.comparing else None}
        return {letter: answer for letter, answer in found.items() if answer is not None}

    def _parts(self) -> dict[str, dict[str, Distribution]]:
        """The numbers that vary, by name and letter."""
        found: dict[str, dict[str, Distribution]] = {}
        for letter, answer in self._answers().items():
            for name, part in parts_of(answer.odds).items():
                if numeric(part):
                    found.setdefault(name, {})[letter] = part
        return {name: parts for name, parts in found.items() if any(len(part) > 1 for part in parts.values())}

    def _draw(self) -> None:
        answers = self._answers()
        self.figures.html = headline(answers, self.terms)
        self.shares.html = share_bars(answers, self.terms)
        charts = self.session.charts
        titles = {n: charts[n].title for a in answers.values() for n in a.reconstructed if n in charts}
        whole = bool(answers) and len(answers) == 1 + self.comparing  # not while one of two is still being worked out
        off = "" if whole else " disabled"
        save = f'<button class="sr-button" {do("csv")} data-key="csv"{off}>Save as CSV</button>' if answers else ""
        self.source.html = f'<div class="sr-row sr-spread">{provenance(answers, titles)}{save}</div>'
        names = self._parts()
        options = [(self.terms.part(name), name) for name in names]
        if list(self.part.options) != options:
            kept = self.part.value
            self.part.options = options
            self.part.value = kept if kept in names else next(iter(names), None)
        self._draw_charts()
        self._tell_chance()
        self._say_state()

    def _draw_charts(self) -> None:
        parts, answers = self._parts(), self._answers()
        for name, mine in parts.items():
            chart = self.charts.setdefault(name, NumberChart())
            chart.show(self.terms.part(name), mine, answers, self.counting.value)
        shown = [self.charts[name] for name in parts]
        if list(self.row.children) != shown:
            self.row.children = shown

    def _tell_chance(self) -> None:
        parts, answers = self._parts().get(self.part.value or "", {}), self._answers()
        chances = {x: answers[x].say(float(part.at_least(self.least.value))) for x, part in parts.items()}
        said = " ".join(
            f'<span class="sr-odds-figure">{badge(x)} <strong>{escape(chance)}</strong></span>'
            for x, chance in chances.items()
        )
        self.chance.html = f'<span role="status">{said}</span>'

    def _say_state(self) -> None:
        busy = [letter for letter in LETTERS if self.work[letter].waiting]
        words = f"Calculating {' and '.join(busy)} …" if busy else ""
        (self.first.add_class if busy else self.first.remove_class)("sr-odds-stale")
        self.state.html = f'<div class="sr-odds-state sr-small" role="status">{words}</div>'

    def _say_heads(self) -> None:
        self.heads["A"].html = f'<div class="sr-row sr-odds-head"><h3>{badge("A")} Set-up A</h3></div>'
        if self.comparing:
            button = f'<button class="sr-button" {do("compare")} data-key="compare">Remove</button>'
            self.heads[
                "B"
            ].html = f'<div class="sr-row sr-spread sr-odds-head"><h3>{badge("B")} Set-up B</h3>{button}</div>'
        else:
            self.heads["B"].html = (
                f'<div class="sr-row sr-odds-head"><h3>{badge("B")} Set-up B</h3></div><p class="sr-soft sr-small">Copy set-up A, change one thing, and see what '
                f'it does.</p><button class="sr-button" {do("compare")} data-key="compare">Compare two set-ups</button>'
            )
        for letter in LETTERS:
            here = letter == "A" or self.comparing
            self.forms[letter].layout.display = "" if here else "none"
            choice = len(self.sources[letter].options) > 1
            self.sources[letter].layout.display = "" if here and choice else "none"

    def _say_note(self) -> None:
        hides = self.session.game.hides
        if self.seat.viewer and hides:
            who = self.session.game.the(self.seat.viewer)
            why = f"Combats on the table cannot be asked about from the seat of {who}: the answer would tell of hidden strengths."
        elif self.seat.opponents and hides:
            why = "Combats on the table cannot be asked about against the computer: the answer would tell of its hidden strengths."
        elif len(self.sources["A"].options) > 1:
            hidden = (
                " with the true strength of hidden blocks"
                if hides
                else " as it would be fought now, by the plans said here"
            )
            why = f"A combat on the table is answered{hidden}."
        else:
            why = "No combat on the table can be asked about now."
        sections = dict.fromkeys(word.section for form in self.forms.values() for word in form.words)
        rules = " ".join(map(section_link, sections))
        self.note.html = f'<p class="sr-soft sr-small">{escape(why)}</p><p class="sr-small">Rules: {rules}</p>'

    def _show_tab(self, to: str) -> None:
        names = {"odds": "Losses and outcome", "heat": "Heat map"}
        to = to if to in names else "odds"
        self.shown.children = (self.first if to == "odds" else self.heat,)
        self.tabs.html = (
            '<div class="sr-odds-tabs" role="tablist">'
            + "".join(
                f'<button role="tab" aria-selected="{str(key == to).lower()}" data-key="{key}" {do("tab", to=key)}>{name}</button>'
                for key, name in names.items()
            )
            + "</div>"
        )


def _raise(error: BaseException) -> None:
    raise error
