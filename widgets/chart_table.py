"""A chart of the rules as a table that says where its values come from."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from tutor.engine.charts import Chart

from .rule_book import RuleBook

WIDE = 9  # columns from which the cells are set closer


def charts_of(book: RuleBook, section: str) -> str:
    """The charts of a rule as a part of its card; those that only touch on it are folded."""
    own, touching = book.charts_of(section)

    def drawn(chart: Chart) -> str:
        return chart_table(chart, own=chart.id in book.charts.own, told=book.told)

    parts = [drawn(chart) for chart in own]
    for chart in touching:
        key = escape(f"chart {section} {chart.id}")
        title = f"{escape(chart.title)} <span class='sr-soft'>({escape(chart.source.section)})</span>"
        parts.append(f'<details data-key="{key}"><summary>{title}</summary>{drawn(chart)}</details>')
    return f"<section><h4>Charts</h4>{''.join(parts)}</section>" if parts else ""


def chart_table(chart: Chart, *, own: bool = False, told: Callable[[str], str] = escape) -> str:
    """The table, its notes and its source. ``own``: the user brought it; ``told`` writes text as HTML."""
    head = "".join(f'<th scope="col">{escape(_words(name))}</th>' for name in chart.columns)
    numbers = [kind in ("int", "range") for kind in chart.columns.values()]
    key = list(chart.columns).index(chart.key)
    rows = "".join(
        "<tr>" + "".join(_cell(value, number == key, numbers[number]) for number, value in enumerate(row)) + "</tr>"
        for row in chart.rows
    )
    wide = " sr-chart-wide" if len(chart.columns) >= WIDE else ""
    notes = f'<p class="sr-small">{told(chart.notes)}</p>' if chart.notes else ""
    return (
        f'<figure class="sr-chart{wide}"><figcaption><b>{escape(chart.title)}</b> {source_mark(chart, own)}</figcaption>'
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


def _cell(value: object, is_key: bool, is_number: bool) -> str:
    shown = escape({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value))
    align = ' class="sr-figure"' if is_number else ""
    return f'<th scope="row"{align}>{shown}</th>' if is_key else f"<td{align}>{shown}</td>"


def _words(name: str) -> str:
    return name.replace("_", " ")
