"""A heat map of odds: the same made-up combat over a grid of two of its words."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import bqplot
import ipywidgets
import numpy
import traitlets

from tutor.engine.errors import BadInput
from tutor.engine.game import Game
from tutor.engine.questions import Word, keywords
from tutor.odds.exploration import Budget, explored
from tutor.odds.sweeps import sweep

from .background import Background, Job
from .odds_answers import Terms, share, words_said
from .odds_charts import folded, table
from .page import Page, do

MOST_CELLS = 1_600
CELL_SECONDS = 5.0  # a cell that takes longer says how much of the probability it covers
FIRST_SPAN = 20  # values of an axis to begin with
LABELLED = (24, 20)  # columns and rows whose figures can be read
SHADES = ["#fbf8ef", "#cfe0ea", "#9cc1d6", "#6fa3c2"]  # light enough for dark figures in every cell
SHOWN_EVERY = 0.15  # seconds between two words on how far it is


@dataclass(frozen=True)
class Drawn:
    """What a map shows: the words along its axes with their values, and the rest of the set-up in words."""

    across: Word
    up: Word
    columns: list[Any]
    rows: list[Any]
    rest: str


class AxisPicker(ipywidgets.HBox):
    """Which word runs along an axis, from where to where."""

    def __init__(self, title: str) -> None:
        self.words: list[Word] = []
        self.word = ipywidgets.Dropdown(description=title, layout=ipywidgets.Layout(width="210px"))
        self.span = ipywidgets.IntRangeSlider(
            description="from – to", min=0, max=1, value=(0, 1), layout=ipywidgets.Layout(width="230px")
        )
        self.step = ipywidgets.BoundedIntText(
            description="every", value=1, min=1, max=20, layout=ipywidgets.Layout(width="110px")
        )
        self.word.observe(self._picked, "value")
        super().__init__([self.word, self.span, self.step])

    def offer(self, words: list[Word], first: int) -> None:
        """Offer these words, and keep the one that was picked; ``first`` is picked to begin with."""
        if [w.name for w in words] != [w.name for w in self.words]:
            kept, self.words = self.word.value, words
            self.word.options = [(w.title, w.name) for w in words]
            names = [w.name for w in words]
            self.word.value = kept if kept in names else names[first] if len(names) > first else None
        self.words = words

    @property
    def picked(self) -> Word:
        for word in self.words:
            if word.name == self.word.value:
                return word
        raise BadInput("Pick what runs along each axis.")

    @property
    def values(self) -> list[Any]:
        word = self.picked
        if word.kind == "switch":
            return [False, True]
        if word.kind == "choice":
            return list(word.choices)
        low, high = self.span.value
        return list(range(low, high + 1, self.step.value))

    def _picked(self, change: Any) -> None:
        word = next((w for w in self.words if w.name == change["new"]), None)
        number = word is not None and word.kind == "number"
        self.span.layout.visibility = self.step.layout.visibility = "visible" if number else "hidden"
        if word is not None and number:
            low = max(word.low, 1)
            self.span.min, self.span.max = 0, max(word.high, 1)
            self.span.min = word.low
            self.span.value = (low, min(word.high, low + FIRST_SPAN - 1))


class HeatMap(ipywidgets.VBox):
    """Controls, progress and picture of a sweep. ``table`` is the last one, a DataFrame with a row for each cell."""

    table = traitlets.Any(None)

    def __init__(
        self,
        work: Background,
        base: Callable[[], tuple[Game[Any], list[Word], Mapping[str, Any], str]],
        guard: Callable[[Callable[[], None]], None],
        cell_clicked: Callable[[dict[str, Any]], None],
    ) -> None:
        self.work, self.base, self.guard, self.cell_clicked = work, base, guard, cell_clicked
        self.drawn: Drawn | None = None
        self.rests: tuple[str, ...] = ()
        self.terms = Terms({})
        self.across, self.up = AxisPicker("Across"), AxisPicker("Up")
        self.measure = ipywidgets.Dropdown(description="Show", layout=ipywidgets.Layout(width="340px"))
        self.buttons = Page(
            "Run or stop the sweep", {"run": lambda said: guard(self.run), "stop": lambda said: self.stop()}
        )
        self.head = Page("How the sweep went")
        self.foot = Page("The heat map as a table", {"csv": lambda said: guard(self.download)})
        self.measure.observe(lambda change: guard(self.paint), "value")
        self._make_figure()
        rows = [ipywidgets.HBox([self.across, self.up]), ipywidgets.HBox([self.measure, self.buttons])]
        for row in rows:
            row.add_class("sr-odds-controls")
        self.picture = ipywidgets.VBox([])
        super().__init__([*rows, self.head, self.picture])
        self.add_class("sr-heat")
        self._say_buttons()
        self._say("", "Pick two words of the set-up and draw the map: every cell is worked out exactly.")

    def _make_figure(self) -> None:
        self.rows, self.columns = bqplot.OrdinalScale(reverse=True), bqplot.OrdinalScale()
        self.colour = bqplot.ColorScale(colors=SHADES, min=0.0, max=1.0)
        self.sideways = bqplot.Axis(scale=self.columns, grid_lines="none", label_offset="2.6em")
        self.upward = bqplot.Axis(scale=self.rows, side="left", grid_lines="none", label_offset="38px")
        self.figure = bqplot.Figure(
            axes=[self.sideways, self.upward],
            fig_margin={"top": 6, "bottom": 40, "left": 62, "right": 6},
            padding_x=0.0,
            padding_y=0.0,
            layout=ipywidgets.Layout(width="100%", height="384px"),
            background_style={"fill": "#ffffff"},
            animation_duration=0,
            display_toolbar=False,
        )

    def offer(self, terms: Terms) -> None:
        """Offer the words of the set-up as it stands."""
        self.terms = terms
        _, words, _, _ = self.base()
        axes = [w for w in words if w.kind != "several"]
        numbers = [i for i, w in enumerate(axes) if w.kind == "number"] or [0]
        self.across.offer(axes, numbers[0])
        # Up goes the first number that is not of the same kind: defenders where attackers run across.
        of_kind = axes[numbers[0]].name.partition(".")[0] if axes else ""
        others = [i for i in numbers[1:] if axes[i].name.partition(".")[0] != of_kind] or numbers[1:]
        self.up.offer(axes, others[0] if others else min(1, len(axes) - 1))

    # --- the work ---

    def run(self) -> None:
        """Ask every cell of the grid, in the background."""
        game, words, setup, letter = self.base()
        across, up = self.across.picked, self.up.picked
        if across.name == up.name:
            raise BadInput(f"{across.title} cannot run along both axes; pick another word for one of them.")
        axes = {up.name: self.up.values, across.name: self.across.values}
        if min(map(len, axes.values())) < 2:
            raise BadInput("A map needs at least two values along each axis; take a longer range or smaller steps.")
        count = len(axes[up.name]) * len(axes[across.name])
        if count > MOST_CELLS:
            raise BadInput(f"A map of {count:,} cells cannot be read; take a shorter range or wider steps.")
        rest = {name: list(v) if isinstance(v, tuple) else v for name, v in setup.items() if name not in axes}
        grid = {**axes, **{name: [value] for name, value in rest.items()}}
        said = words_said([w for w in words if w.name not in axes], setup)
        rest_said = f"Everything else as in set-up {letter}: {said}."
        drawn = Drawn(across, up, axes[across.name], axes[up.name], rest_said)

        def work(job: Job) -> tuple[Drawn, Any, tuple[str, ...]]:
            last = [time.monotonic()]

            def told(done: int, total: int) -> None:
                if time.monotonic() - last[0] > SHOWN_EVERY:
                    last[0] = time.monotonic()
                    job.tell(lambda: self._so_far(done, total))
                if job.stopped:
                    raise KeyboardInterrupt  # which a sweep takes as: keep what is done

            frame = sweep(game.made_up_combat, grid, progress=told, budget=Budget(seconds=CELL_SECONDS))
            rests: set[str] = set()
            if not job.stopped:  # the corners tell which charts a cell rests on
                for corner in ({n: v[0] for n, v in axes.items()}, {n: v[-1] for n, v in axes.items()}):
                    question = game.made_up_combat(**keywords({**rest, **corner}))
                    rests |= set(explored(question, Budget(seconds=CELL_SECONDS)).reconstructed)
            charts = game.charts()
            return drawn, frame, tuple(charts[name].title for name in sorted(rests))

        self.started = time.monotonic()
        self._so_far(0, count)
        self.work.start(work, lambda found: self.guard(lambda: self._found(*found)), self._failed)
        self._say_buttons()

    def stop(self) -> None:
        if self.work.busy:
            self.work.stop()
            self._say("busy", "Stopping after this cell …")

    def _found(self, drawn: Drawn, frame: Any, rests: tuple[str, ...]) -> None:
        self._say_buttons()
        self.seconds = time.monotonic() - self.started
        self.drawn, self.table, self.rests = drawn, frame, rests
        axes = {drawn.across.name, drawn.up.name}
        said = [*self.terms.terms]
        figures = [c for c in frame.columns if c not in axes and frame[c].dtype.kind == "f" and c != "covered"]
        columns = [c for c in figures if not c.endswith("_sd") and frame[c].max() > 0] or figures[:1]
        columns.sort(key=lambda c: said.index(c) if c in said else len(said))
        kept = self.measure.value
        self.measure.options = [(self.terms.measure(c), c) for c in columns]
        self.measure.value = kept if kept in columns else columns[0]
        self.paint()

    def _failed(self, error: BaseException) -> None:
        self._say_buttons()
        self._say("", "")
        self.guard(self.paint)  # the map before, if there is one, still stands

        def fail() -> None:
            raise error

        self.guard(fail)

    def download(self) -> None:
        """Let the browser save the table."""
        self.foot.download(*self.csv())

    def csv(self) -> tuple[str, str]:
        """The last map as the name and the text of a file: a row for each cell."""
        if self.table is None:
            raise BadInput("There is no heat map to save yet.")
        frame = self.table.map(lambda cell: "+".join(map(str, cell)) if isinstance(cell, list) else cell)
        return "staff-ride-heat-map.csv", str(frame.to_csv(index=False))

    # --- what is seen ---

    def paint(self) -> None:
        """Draw the measure that is picked."""
        frame, column = self.table, self.measure.value
        if frame is None or not len(frame) or column not in frame or self.drawn is None:
            return
        across, up, columns, rows = self.drawn.across, self.drawn.up, self.drawn.columns, self.drawn.rows
        known = {(r, c): v for r, c, v in zip(frame[up.name], frame[across.name], frame[column], strict=True)}
        whole = [r for r in rows if all((r, c) in known for c in columns)]  # a stopped sweep may end in mid-row
        chance = not column.endswith("_mean")
        drawn = len(whole) > 1
        if drawn:
            self._draw(numpy.array([[known[r, c] for c in columns] for r in whole], dtype=float), whole, chance, column)
        self.picture.children = (self.figure, self.foot) if drawn else (self.foot,)
        self._say("", self._how_it_went(frame), self.drawn.rest)
        heads = [f"{up.title} \\ {across.title}", *map(across.title_of, columns)]
        said = [[up.title_of(r), *(_figure(known.get((r, c)), chance) for c in columns)] for r in rows]
        title = self.terms.measure(column)
        self.foot.html = self._legend(chance, drawn) + folded(
            f"As a table: {title}", table(title, heads, said), open=not drawn
        )

    def _legend(self, chance: bool, drawn: bool) -> str:
        save = f'<button class="sr-button" {do("csv")} data-key="csv">Save as CSV</button>'
        if not drawn:
            return (
                f'<div class="sr-row sr-spread sr-small"><span>Too few rows are done for a picture.</span>{save}</div>'
            )
        low, high = ("0 %", "100 %, rounded in the cells") if chance else ("0", f"{self.colour.max:.1f}")
        scale = f'<span class="sr-scale" style="background:linear-gradient(to right, {", ".join(SHADES)})"></span>'
        return (
            f'<div class="sr-row sr-spread sr-small"><span>{low} {scale} {high}</span>'
            f'<span class="sr-soft">Click a cell to see it as set-up A.</span>{save}</div>'
        )

    def _draw(self, grid: Any, rows: list[Any], chance: bool, column: str) -> None:
        """Put a new mark in the figure: one that is there already cannot change its size."""
        assert self.drawn is not None
        across, up = self.drawn.across, self.drawn.up
        self.rows.domain, self.columns.domain = [*map(up.title_of, rows)], [*map(across.title_of, self.drawn.columns)]
        self.colour.max = 1.0 if chance else max(float(grid.max()), 0.1)
        self.sideways.label, self.upward.label = across.title, up.title
        # Long names need room: at the left they widen the margin, below they are turned.
        left = 34 + 8 * max(map(len, self.rows.domain))
        turned = len(self.columns.domain) * 8 * max(map(len, self.columns.domain)) > 800
        self.sideways.tick_rotate, self.sideways.label_offset = (-25, "4.6em") if turned else (0, "2.6em")
        self.sideways.tick_style = {"text-anchor": "end" if turned else "middle"}
        self.upward.label_offset = f"{left - 16}px"
        self.figure.fig_margin = {"top": 6, "bottom": 72 if turned else 40, "left": left, "right": 6}
        readable = grid.shape[1] <= LABELLED[0] and grid.shape[0] <= LABELLED[1]
        cells = bqplot.GridHeatMap(
            color=grid,
            row=numpy.array(self.rows.domain),
            column=numpy.array(self.columns.domain),
            scales={"row": self.rows, "column": self.columns, "color": self.colour},
            stroke="#ffffff",
            display_format=(".0%" if chance else ".1f") if readable else None,
            font_style={"font-size": "11px", "fill": "#23211c"},
            tooltip=bqplot.Tooltip(
                fields=["column", "row", "color"],
                labels=[across.title, up.title, self.terms.measure(column)],
                formats=["", "", ".2%" if chance else ".2f"],
            ),
        )
        cells.on_element_click(lambda mark, said: self.guard(lambda: self._clicked(said)))
        old, self.figure.marks = self.figure.marks, [cells]
        for mark in old:
            mark.close()

    def _how_it_went(self, frame: Any) -> str:
        cells = f"{len(frame):,} cells in {self.seconds:.1f} s"
        if not frame.attrs.get("complete", True):
            cells = f"Stopped after {len(frame):,} cells"
        short = frame[frame["covered"] < 1] if "covered" in frame else frame[:0]
        rough = sorted({*frame["leaves_out"]} - {""}) if "leaves_out" in frame else []
        if rough:
            count = int((frame["leaves_out"] != "").sum())
            cells += f"; {count:,} of them from the hits alone, which leaves out {'; '.join(rough)}"
        if not len(short):
            return f"{cells}." if rough else f"{cells}, every one exact."
        return f"{cells}; in {len(short):,} of them the chances are lower bounds (at least {share(short['covered'].min())} covered)."

    def _so_far(self, done: int, total: int) -> None:
        spent = time.monotonic() - self.started
        left = f", about {spent / done * (total - done):.0f} s to go" if done and spent > 1 else ""
        self._say("busy", f"{done:,} of {total:,} cells{left}", done=done, total=total)

    def _say(self, state: str, text: str, rest: str = "", done: int = 0, total: int = 0) -> None:
        bar = f'<progress max="{total}" value="{done}" aria-label="Cells done"></progress> ' if total else ""
        marks = ""
        if self.rests and not state and rest:
            names = " ".join(f'<span class="sr-mark">{escape(name)}</span>' for name in self.rests)
            marks = f" Rests on reconstructed charts: {names}"
        self.head.html = (
            f'<div class="sr-small sr-odds-state" role="status">{bar}{escape(text)} '
            f'<span class="sr-soft">{escape(rest)}</span>{marks}</div>'
        )

    def _say_buttons(self) -> None:
        busy = self.work.busy
        self.buttons.html = (
            '<div class="sr-row">'
            f'<button class="sr-button sr-main" data-key="run" {do("run")}{" disabled" if busy else ""}>Draw the map</button>'
            f'<button class="sr-button" data-key="stop" data-fallback {do("stop")}{"" if busy else " disabled"}>Stop</button>'
            "</div>"
        )

    def _clicked(self, said: Any) -> None:
        """A cell was clicked: its set-up is looked at more closely."""
        assert self.drawn is not None
        at, columns, rows = said["data"], self.drawn.columns, self.drawn.rows
        across, up = columns[int(at["columnNum"])], rows[int(at["rowNum"])]
        self.cell_clicked({self.drawn.across.name: across, self.drawn.up.name: up})


def _figure(value: Any, chance: bool) -> str:
    if value is None or value != value:
        return "–"
    return share(float(value)) if chance else f"{float(value):.2f}"
