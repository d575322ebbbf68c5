"""The odds beside a combat: those of one roll as bars, those of the whole as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from tutor.odds.distribution import Distribution

from .dice import counted
from .odds_answers import Answer, Terms, numeric

FRAME, BOLD = 'stroke="#23211c" stroke-width="2"', ' font-weight="700"'  # the bar of the result, and its number


def bars(odds: Distribution, title: str, fell: dict[str, int] | None = None) -> str:
    """The distribution of a roll as bars; the outcome that came is marked with an arrow and a frame."""
    return "".join(_bars_of(odds[name], name, title, fell[name] if fell else None) for name in odds.names or ())


def _bars_of(part: Distribution, name: str, title: str, fell: int | None) -> str:
    points = [(int(n), float(p)) for n, p in sorted(part.items())]
    shown = [(n, p) for n, p in points if p >= 0.002 or fell == n][:22]
    top = max(p for _, p in shown)
    wide, high = 20, 62
    bars = []
    for i, (n, p) in enumerate(shown):
        here = fell == n
        tall = max(1.0, p / top * high)
        bars.append(
            f'<rect x="{i * wide + 3}" y="{high + 14 - tall:.1f}" width="{wide - 6}" height="{tall:.1f}" '
            f'fill="{"#8a5d00" if here else "#7fa3b8"}" {FRAME if here else ""}/>'
            f'<text x="{i * wide + wide / 2}" y="{high + 27}" font-size="11" text-anchor="middle"'
            f"{BOLD if here else ''}>{n}</text>"
            + (
                f'<text x="{i * wide + wide / 2}" y="{high + 10 - tall:.1f}" font-size="11" text-anchor="middle">▼</text>'
                if here
                else ""
            )
        )
    words = ", ".join(f"{n}: {p:.1%}" for n, p in shown)
    return (
        f'<figure class="sr-bars"><figcaption>{escape(title)} <span class="sr-soft">({escape(counted(2, name)[2:])}, '
        f"expected {float(part.mean):.1f})</span></figcaption>"
        f'<svg viewBox="0 0 {max(len(shown), 6) * wide} {high + 32}" role="img" aria-label="{escape(words)}" '
        f'style="max-width:{max(len(shown), 6) * wide * 1.2:.0f}px">{"".join(bars)}</svg></figure>'
    )


def ends_table(answers: Mapping[str, Answer], terms: Terms) -> str:
    """How a combat ends, in a column for each moment it is seen from."""
    heads = "".join(
        f"<th scope='col'>{escape(when)}<br><span class='sr-small sr-soft'>{escape(answer.found)}</span></th>"
        for when, answer in answers.items()
    )
    rows = "".join(
        f"<tr><th scope='row'>{escape(words)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for words, cells in _rows(list(answers.values()), terms)
    )
    return f"<table class='sr-ends'><caption>How it ends</caption><tr><td></td>{heads}</tr>{rows}</table>"


def _rows(answers: list[Answer], terms: Terms) -> Iterator[tuple[str, list[str]]]:
    for name in answers[0].odds.names or ():
        parts = [answer.odds[name] for answer in answers]
        if all(map(numeric, parts)):
            yield f"{terms.part(name)}, average", [f"{float(part.mean):.1f}" for part in parts]
            continue
        for value in terms.ordered(name, {value for part in parts for value in part}):
            chances = [a.say(float(part.probability(value))) for a, part in zip(answers, parts, strict=True)]
            yield terms.value(name, value), chances


def outcome_table(place: str, came: tuple[Any, ...], answer: Answer, terms: Terms) -> str:
    """What came of a combat, beside what was to be expected when it began."""
    rows = []
    for name, value in zip(answer.odds.names or (), came, strict=True):
        part = answer.odds[name]
        if numeric(part):
            few = value < part.mean  # that a loss is at least 0 is no news
            chance = answer.say(float(part.at_most(value) if few else part.at_least(value)))
            rank = f"as many or {'fewer' if few else 'more'} {chance}"
            cells = (terms.part(name), str(value), f"{float(part.mean):.1f} expected; {rank}")
        else:
            cells = (terms.value(name, value), "", f"{answer.say(float(part.probability(value)))} as it began")
        words, came_to, expected = map(escape, cells)
        rows.append(f"<tr><th scope='row'>{words}</th><td>{came_to}</td><td>{expected}</td></tr>")
    return f"<table class='sr-ends'><caption>{escape(place)}: what came of it</caption>{''.join(rows)}</table>"
