"""A chart of the rules as a table that says where its values come from, and what is known of one not printed."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from tutor.engine.charts import Chart
from tutor.engine.rulebook_data import MissingChart

from .rule_book import RuleBook

WIDE = 9  # columns from which the cells are set closer
UNFOLDED = 2  # charts that a card shows open; more would bury the rest of it


def charts_of(book: RuleBook, section: str) -> str:
    """The charts of a rule as a part of its card; those that only touch on it are folded."""
    own, touching = book.charts_of(section)
    parts = [drawn(book, chart) for chart in own[:UNFOLDED]]
    for chart in [*own[UNFOLDED:], *touching]:
        where = f" <span class='sr-soft'>({escape(chart.source.section)})</span>" if chart in touching else ""
        parts.append(_folded(f"chart {section} {chart.id}", f"{escape(chart.title)}{where}", drawn(book, chart)))
    here = {chart.id for chart in (*own, *touching)}
    for missing in book.missing_of(section):
        if missing.instead not in here:  # what stands in for it is on the card already, and says so
            title = f'{escape(missing.title)} <span class="sr-mark">⚠ Not printed</span>'
            parts.append(_folded(f"missing {section} {missing.id}", title, missing_chart(book, missing)))
    return f"<section><h4>Charts</h4>{''.join(parts)}</section>" if parts else ""


def _folded(key: str, title: str, body: str) -> str:
    return f'<details data-key="{escape(key)}"><summary>{title}</summary>{body}</details>'


def drawn(book: RuleBook, chart: Chart, *, titled: bool = True) -> str:
    return chart_table(chart, own=chart.id in book.own, told=book.told, spelt=book.spelt, titled=titled)


def missing_chart(book: RuleBook, missing: MissingChart) -> str:
    """What is known of a chart that the rulebook uses and does not print, and what can be used instead."""
    holds = f"<p>{book.told(missing.holds)}</p>" if missing.holds else ""
    known = "".join(f"<li>{book.told(said)}</li>" for said in missing.known)
    facts = f'<p>What is known of it:</p><ul class="sr-known">{known}</ul>' if known else ""
    chart, title = book.stand_in(missing)
    instead = ""
    if chart is not None:
        whose = f"printed in {escape(title)}" if title else "the one that this program plays with"
        instead = f"<p>In its place, {whose}:</p>{drawn(book, chart)}"
    return (
        '<div class="sr-missing"><p class="sr-small sr-reconstructed"><b>The rules use this chart, but their text does not print it.'
        f"</b> Look on the cards, the map and the counters of your game.</p>{holds}{facts}{instead}</div>"
    )


def chart_table(
    chart: Chart,
    *,
    own: bool = False,
    told: Callable[[str], str] = escape,
    spelt: Callable[[str], str] = escape,
    titled: bool = True,
) -> str:
    """The table, its notes and its source. ``own``: the user brought it; ``told`` writes text as HTML, ``spelt`` cells."""
    head = "".join(f'<th scope="col">{spelt(_words(name))}</th>' for name in chart.columns)
    numbers = [kind in ("int", "range") for kind in chart.columns.values()]
    key = list(chart.columns).index(chart.key)
    rows = "".join(
        "<tr>" + "".join(_cell(value, at == key, numbers[at], spelt) for at, value in enumerate(row)) + "</tr>"
        for row in chart.rows
    )
    wide = " sr-chart-wide" if len(chart.columns) >= WIDE else ""
    notes = f'<p class="sr-small">{told(chart.notes)}</p>' if chart.notes else ""
    title = f"<figcaption><b>{escape(chart.title)}</b> {source_mark(chart, own)}</figcaption>" if titled else ""
    return (
        f'<figure class="sr-chart{wide}">{title}'
        f'<div class="sr-chart-box" tabindex="0" role="region" aria-label="{escape(chart.title)}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{notes}{source_words(chart, own, told)}</figure>"
    )


def source_mark(chart: Chart, own: bool) -> str:
    """One or two words on where the values come from."""
    if own:
        return '<span class="sr-mark sr-mark-own">✓ your own chart</span>'
    if chart.source.reconstructed:
        return '<span class="sr-mark">⚠ Reconstructed</span>'
    return ""


def source_words(chart: Chart, own: bool, told: Callable[[str], str]) -> str:
    if own:
        return '<p class="sr-small sr-soft">These are the values of the chart that you brought.</p>'
    if not chart.source.reconstructed:
        return ""
    agrees = f" It agrees with {', '.join(chart.source.agrees_with)}." if chart.source.agrees_with else ""
    return (
        f'<p class="sr-small sr-reconstructed"><b>Reconstructed, not printed in the rulebook.</b> '
        f"{told(chart.source.reconstructed)}{escape(agrees)}</p>"
    )


def _cell(value: object, is_key: bool, is_number: bool, spelt: Callable[[str], str]) -> str:
    words = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    shown = escape(words) if is_number else spelt(words)
    align = ' class="sr-figure"' if is_number else ""
    return f'<th scope="row"{align}>{shown}</th>' if is_key else f"<td{align}>{shown}</td>"


def _words(name: str) -> str:
    return name.replace("_", " ")
