"""Pictures of odds: bars for what is counted, share bars for what is named, and the same in tables."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import bqplot
import ipywidgets
import numpy

from tutor.odds.distribution import Distribution

from .odds_answers import Answer, Terms, numeric, parts_of
from .page import Page

BLUE, ORANGE = "#1f4e6b", "#d97706"  # told apart by people who see no red or no green, and in grey
LETTERS = ("A", "B")
COLOURS = {"A": BLUE, "B": ORANGE}
MEANS = ("#5b93b5", "#92400e")
RARE = 0.0005  # outcomes rarer than this are in the table and not in the picture
LABELLED = 6  # bars that have room for their figures
Answers = Mapping[str, Answer]  # by the letter of the set-up


class NumberChart(ipywidgets.VBox):
    """The distribution of one number: bars of both set-ups side by side, the mean as a mark below them."""

    def __init__(self) -> None:
        self.head, self.foot = Page("What the bars show"), Page("The same as a table")
        self.places, self.height = bqplot.OrdinalScale(), bqplot.LinearScale(min=0.0, max=1.0)
        self.bars = bqplot.Bars(
            x=[0],
            y=[[0.0]],
            scales={"x": self.places, "y": self.height},
            type="grouped",
            colors=[BLUE, ORANGE],
            padding=0.2,
            label_display_format=".1%",
            label_font_style={"font-size": "11px", "fill": "#23211c", "font-weight": "normal"},
            label_display_vertical_offset=-14.0,
            tooltip=bqplot.Tooltip(fields=["x", "y"], labels=["value", "chance"], formats=["", ".2%"]),
        )
        self.across = bqplot.Axis(scale=self.places, grid_lines="none", label_offset="2.6em", num_ticks=9)
        self.up = bqplot.Axis(scale=self.height, side="left", tick_format=".0%", num_ticks=4, grid_color="#e4dcc6")
        # The means stand between whole numbers: a second scale, laid so that each number is in the middle of its place.
        self.between = bqplot.LinearScale(min=-0.5, max=0.5, allow_padding=False)
        self.means = [
            bqplot.Lines(
                x=[0.0, 0.0],
                y=[0.0, 1.0],
                scales={"x": self.between, "y": self.height},
                colors=[colour],
                line_style=style,
                stroke_width=2,
                visible=False,
            )
            for colour, style in zip(MEANS, ("dashed", "dotted"), strict=True)
        ]
        self.figure = bqplot.Figure(
            marks=[self.bars, *self.means],
            axes=[self.across, self.up],
            padding_y=0.0,
            fig_margin={"top": 8, "bottom": 40, "left": 44, "right": 8},
            layout=ipywidgets.Layout(width="100%", height="218px", min_width="0"),
            background_style={"fill": "#ffffff"},
            animation_duration=0,
            display_toolbar=False,
        )
        super().__init__([self.head, self.figure, self.foot])
        self.add_class("sr-odds-chart")

    def show(self, title: str, parts: Mapping[str, Distribution], answers: Answers, at_least: bool) -> None:
        low = min(min(part.outcomes) for part in parts.values())
        high = max(max(part.outcomes) for part in parts.values())
        values = list(range(low, high + 1)) if isinstance(low, int) and isinstance(high, int) else _all(parts)
        chances = {letter: _chances(part, values, at_least) for letter, part in parts.items()}
        drawn = [i for i in range(len(values)) if any(row[i] >= RARE for row in chances.values())]
        if at_least:  # that a loss is at least 0 is no news
            drawn = [i for i in drawn if any(row[i] < 1 for row in chances.values())] or drawn
        first, last = (drawn[0], drawn[-1] + 1) if drawn else (0, len(values))
        heights = numpy.array([row[first:last] for row in chances.values()])
        top = max(float(heights.max()) * 1.15, 0.01)  # room for the figures above the bars
        self.height.max, self.up.tick_values = top, _shares_up_to(top)
        self.between.min, self.between.max = -0.5, last - first - 0.5
        for mark, letter in zip(self.means, LETTERS, strict=True):
            mark.visible = letter in parts and not at_least
            if mark.visible:
                mark.x = [float(parts[letter].mean) - values[first]] * 2
                mark.y = [0.0, top]
        with self.bars.hold_sync():
            self.bars.label_display = len(parts) == 1 and last - first <= LABELLED
            self.bars.x, self.bars.y = numpy.array(values[first:last]), heights
            self.bars.colors = [COLOURS[letter] for letter in parts]
        self.across.label = "at least so many" if at_least else "exactly so many"
        lines = " ".join(f'{badge(x)} <span class="sr-mean-{x.lower()}"></span>' for x in parts)
        key = "" if at_least else f'<span class="sr-soft sr-small sr-means">mean {lines}</span>'
        self.head.html = f'<div class="sr-row sr-spread"><h4>{escape(title)}</h4>{key}</div>'
        exactly = {letter: _chances(part, values, False) for letter, part in parts.items()}
        least = {letter: _chances(part, values, True) for letter, part in parts.items()}
        heads = ["", *(f"exactly, {x}" for x in parts), *(f"at least, {x}" for x in parts)]
        rows = [
            [str(v), *(answers[x].say(exactly[x][i]) for x in parts), *(answers[x].say(least[x][i]) for x in parts)]
            for i, v in enumerate(values)
            if any(exactly[x][i] for x in parts)
        ]
        self.foot.name = f"Table: {title}"
        self.foot.html = folded(f"As a table: {title}", table(title, heads, rows))


def _all(parts: Mapping[str, Distribution]) -> list[Any]:
    return sorted({outcome for part in parts.values() for outcome in part.outcomes})


def _chances(part: Distribution, values: list[Any], at_least: bool) -> list[float]:
    """The chance of each value, or of that and all above it."""
    known = {outcome: float(chance) for outcome, chance in part.items()}
    exactly = [known.get(value, 0.0) for value in values]
    if not at_least:
        return exactly
    return [min(sum(exactly[i:]), 1.0) if i else 1.0 for i in range(len(values))]


def _shares_up_to(top: float) -> list[float]:
    """Round shares for the axis, four or five of them."""
    step = next(s for s in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25) if top / s < 5.5)
    return [i * step for i in range(int(top / step) + 1)]


def _give(error: float) -> str:
    return f'<span class="sr-soft">± {error:.2f}</span>' if error else ""


# In words and tables


def badge(letter: str) -> str:
    return f'<span class="sr-letter sr-letter-{letter.lower()}">{letter}</span>'


def folded(title: str, inside: str, open: bool = False) -> str:
    shown = " open data-firm" if open else ""
    return f'<details data-key="{escape(title)}" class="sr-odds-table"{shown}><summary>{escape(title)}</summary>{inside}</details>'


def table(caption: str, heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return (
        f'<div class="sr-odds-scroll" tabindex="0" role="group" aria-label="{escape(caption)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def headline(answers: Answers, terms: Terms) -> str:
    """The few figures that one came for."""
    if not answers:
        return ""
    parts = {letter: parts_of(answer.odds) for letter, answer in answers.items()}
    cards, named = [], 0
    for name in _names(parts):
        mine = {letter: p[name] for letter, p in parts.items() if name in p}
        if all(numeric(part) for part in mine.values()):
            if any(len(part) > 1 for part in mine.values()):
                figures = {x: f"{float(part.mean):.2f}" for x, part in mine.items()}
                errors = {x: answers[x].mean_error(part) for x, part in mine.items()}
                cards.append((f"{terms.part(name)}, average", figures, {x: _give(e) for x, e in errors.items()}))
            continue
        first = terms.ordered(name, {o for part in mine.values() for o in part.outcomes} | _hoped(terms, name))[0]
        chances = {x: float(part.probability(first)) for x, part in mine.items()}
        notes = {x: _points(answers[x].chance_error(c)) for x, c in chances.items()}
        cards.insert(named, (terms.value(name, first), {x: answers[x].say(c) for x, c in chances.items()}, notes))
        named += 1  # what has a name comes before what is counted
    many = " sr-odds-many" if len(cards) > 3 else ""
    return f'<div class="sr-odds-headline{many}">' + "".join(_card(*card) for card in cards) + "</div>"


def _hoped(terms: Terms, name: str) -> set[str]:
    """The value that the game names first: told of even where it cannot happen."""
    named = [key.removeprefix(f"{name}_") for key in terms.terms if key.startswith(f"{name}_")]
    return set(named[:1])


def _points(error: float) -> str:
    return f'<span class="sr-soft">± {100 * error:.1f}</span>' if error else ""


def _card(title: str, figures: Mapping[str, str], notes: Mapping[str, str]) -> str:
    lines = "".join(
        f'<span class="sr-odds-figure">{badge(x)} <strong>{escape(figure)}</strong> {notes[x]}</span>'
        for x, figure in figures.items()
    )
    return f'<div class="sr-card"><div class="sr-soft sr-small">{escape(title)}</div>{lines}</div>'


def _names(parts: Mapping[str, Mapping[str, Distribution]]) -> list[str]:
    return list(dict.fromkeys(name for mine in parts.values() for name in mine))


def share_bars(answers: Answers, terms: Terms) -> str:
    """What is named and not counted: a bar for each set-up, divided by chance, each piece with its words."""
    parts = {letter: parts_of(answer.odds) for letter, answer in answers.items()}
    shown = []
    for name in _names(parts):
        mine = {letter: p[name] for letter, p in parts.items() if name in p and not numeric(p[name])}
        if not mine:
            continue
        values = terms.ordered(name, {o for part in mine.values() for o in part.outcomes})
        bars = "".join(_bar(x, answers[x], part, name, values, terms) for x, part in mine.items())
        heads = ["", *mine]
        rows = [
            [terms.value(name, v), *(answers[x].say(float(part.probability(v))) for x, part in mine.items())]
            for v in values
        ]
        title = terms.part(name)
        shown.append(
            f"<section><h4>{escape(title)}</h4>{bars}{_key(name, values, terms)}"
            f"{folded(f'As a table: {title}', table(title, heads, rows))}</section>"
        )
    return "".join(shown)


def _bar(letter: str, answer: Answer, part: Distribution, name: str, values: list[Any], terms: Terms) -> str:
    pieces, words = [], []
    for at, value in enumerate(values):
        chance = float(part.probability(value))
        words.append(f"{terms.value(name, value)} {answer.say(chance)}")
        if chance > 0:
            said = answer.say(chance) if chance > 0.055 else ""
            pieces.append(
                f'<span class="sr-piece sr-piece-{at % 4}" style="flex-grow:{chance:.5f}" title="{escape(words[-1])}">{said}</span>'
            )
    label = f"Set-up {letter}: {'; '.join(words)}"
    return f'<div class="sr-odds-bar">{badge(letter)}<div class="sr-pieces" role="img" aria-label="{escape(label)}">{"".join(pieces)}</div></div>'


def _key(name: str, values: list[Any], terms: Terms) -> str:
    items = "".join(
        f'<span><span class="sr-swatch sr-piece-{at % 4}"></span>{escape(terms.value(name, v))}</span>'
        for at, v in enumerate(values)
    )
    return f'<div class="sr-odds-key sr-small" aria-hidden="true">{items}</div>'


def provenance(answers: Answers, titles: Mapping[str, str]) -> str:
    """How each answer was found, and what it rests on that no rulebook prints."""
    hows: dict[str, list[str]] = {}
    for letter, answer in answers.items():
        how = "exact, over every way the dice can fall"
        if answer.leaves_out:
            how = f"worked out from the hits alone, for it is too large to follow; it leaves out {answer.leaves_out}"
        if not answer.exact:
            how = f"{answer.plays:,} plays with dice, for the exact answer takes too long; ± holds 95 times in 100"
        hows.setdefault(how, []).append(badge(letter))
    lines = [f"<p>{' '.join(badges)} {escape(how)}.</p>" for how, badges in hows.items()]
    rests = sorted({name for answer in answers.values() for name in answer.reconstructed})
    if rests:
        marks = " ".join(f'<span class="sr-mark">{escape(titles.get(name, name))}</span>' for name in rests)
        lines.append(f"<p>Rests on reconstructed charts: {marks}</p>")
    return f'<div class="sr-small sr-odds-source">{"".join(lines)}</div>'
