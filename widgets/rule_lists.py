"""The lists beside a rule card: what a search found, chapters, charts, optional rules, glossary."""

from __future__ import annotations

from html import escape

from tutor.engine.charts import Chart
from tutor.engine.rulebook_data import MissingChart, OptionalRule, RuleCard, Term
from tutor.engine.rulebook_search import WORD, Found, Search

from .chart_table import source_mark
from .page import do, form, typed
from .rule_article import versus_mark
from .rule_book import RuleBook, excerpt, highlighted


def search_field(book: RuleBook, query: str) -> str:
    examples = escape(book.data.about.examples or "supply, 1.1")
    return (
        f'<form class="sr-search-field" role="search" {form("first")}><label><span class="sr-hidden-words">Words or section'
        f'</span><input type="search" name="words" data-key="words" {typed("search")} value="{escape(query)}" '
        f'placeholder="Find a rule: {examples} …" autocomplete="off" spellcheck="false"></label></form>'
    )


# --- rules ---


def results(book: RuleBook, query: str, current: str) -> str:
    """Rules and terms that a search found; ``current`` is the section whose card is shown."""
    result = book.search(query)
    head = f"{len(result.rules)} rule{'' if len(result.rules) == 1 else 's'}"
    if result.instead:
        head = f"Nothing for “{escape(query)}”. Shown instead: <b>{escape(result.instead)}</b> ({head})"
    if not result.rules and not result.terms:
        return f'<p role="status">No rule and no term holds “{escape(query)}”; try one word of it, or a section number.</p>'
    found = {found.card.section for found in result.rules}
    terms = "".join(_term_found(term, result) for term in result.terms if term.section not in found)
    glossary = f'<ul class="sr-terms">{terms}</ul>' if terms else ""
    rules = "".join(_result(found, result, current) for found in result.rules)
    return f'<p class="sr-small sr-soft" role="status">{head}</p>{glossary}<ul>{rules}</ul>'


def _term_found(term: Term, result: Search) -> str:
    name = highlighted(term.name, result.words)
    meaning = highlighted(excerpt(term.meaning, result.words, 110), result.words)
    ask = do("rule", section=term.section) if term.section else do("look", words=term.name)
    return f'<li><button class="sr-rule-link" {ask}><b>{name}</b></button> {meaning}</li>'


def _result(found: Found, result: Search, current: str) -> str:
    card = found.card
    words = [word for word in result.words if not word.isdigit()]
    summary = highlighted(excerpt(card.summary, words), words)
    more = f'<span class="sr-result-words">{summary}</span>'
    return _row(card, highlighted(card.title, result.words), current, more)


def _row(card: RuleCard, title: str, current: str, more: str = "") -> str:
    here = ' aria-current="true"' if card.section == current else ""
    versus = f" {versus_mark(card)}" if card.versus and not card.versus.startswith("same") else ""
    return (
        f'<li><button class="sr-result" data-key="found {escape(card.section)}" {do("rule", section=card.section)}{here}>'
        f'<span class="sr-number">{escape(card.section)}</span> <span class="sr-result-title">{title}</span>{versus}{more}</button></li>'
    )


def chapters(book: RuleBook, opened: str, current: str) -> str:
    """The chapters of the rulebook, one of them unfolded."""
    rows = []
    for name, cards in book.data.chapters.items():
        here = name == opened
        rules = "".join(_row(card, escape(card.title), current) for card in cards) if here else ""
        number = escape(name) if name[:1].isdigit() else ""
        count = f"{len(cards)} rule{'' if len(cards) == 1 else 's'}"
        rows.append(
            f'<li><button class="sr-chapter" data-key="chapter {escape(name)}" {do("chapter", name=name)} '
            f'aria-expanded="{str(here).lower()}"><span aria-hidden="true">{"▾" if here else "▸"}</span> '
            f'<span class="sr-number">{number}</span> <b>{escape(book.data.chapter_title(name))}</b> '
            f'<span class="sr-soft sr-small">{count}</span></button>{f"<ul>{rules}</ul>" if rules else ""}</li>'
        )
    return f'<h4 class="sr-hidden-words">Chapters</h4><ul class="sr-chapters">{"".join(rows)}</ul>'


# --- charts, options, glossary: filtered by the same words ---


def _holds(text: str, query: str) -> bool:
    low = text.lower()
    return all(word in low for word in WORD.findall(query.lower()))


def charts_found(book: RuleBook, query: str) -> tuple[list[Chart], list[MissingChart]]:
    """The charts whose title, section or notes hold the words; printed ones in the order of the rulebook."""
    order = {card.section: number for number, card in enumerate(book.data.cards)}
    shown = [c for c in book.charts.values() if _holds(f"{c.source.section} {c.title} {c.notes} {c.id}", query)]
    missing = [m for m in book.missing if _holds(f"{m.section} {m.title} {m.holds}", query)]
    shown.sort(key=lambda chart: order.get(chart.source.section, len(order)))
    return shown, sorted(missing, key=lambda chart: order.get(chart.section, len(order)))


def options_found(book: RuleBook, query: str) -> list[OptionalRule]:
    return [o for o in book.data.options if _holds(f"{o.number} {o.name} {o.effect} {o.product}", query)]


def terms_found(book: RuleBook, query: str) -> list[Term]:
    if not query.strip():
        return sorted(book.data.glossary, key=lambda term: term.name.lower())
    return book.data.index.terms(WORD.findall(query.lower()))


def chart_list(book: RuleBook, query: str, current: str) -> str:
    charts, missing = charts_found(book, query)
    words = query.lower().split()

    def row(id: str, section: str, title: str, mark: str, more: str = "") -> str:
        plain = section.split("/")[0]
        number = f'<span class="sr-number">{escape(plain)}</span> ' if plain[:1].isdigit() else ""
        said = f'<span class="sr-result-words">{highlighted(more, words)}</span>' if more else ""
        here = ' aria-current="true"' if id == current else ""
        return (
            f'<li><button class="sr-result" data-key="chart {escape(id)}" {do("chart", chart=id)}{here}>'
            f"{number}{highlighted(title, words)} {mark}{said}</button></li>"
        )

    printed = "".join(row(c.id, c.source.section, c.title, source_mark(c, c.id in book.own)) for c in charts)
    mark = '<span class="sr-mark">⚠ Not printed</span>'
    lacking = "".join(row(m.id, m.section, m.title, mark, m.holds) for m in missing)
    if not printed and not lacking:
        return _nothing("chart", query)
    heading = f"<h4>Used by the rules, not printed in their text ({len(missing)})</h4>"
    return f"<ul>{printed}</ul>{f'{heading}<ul>{lacking}</ul>' if lacking else ''}"


def option_list(book: RuleBook, query: str, current: str) -> str:
    words = query.lower().split()
    rows = []
    for option in options_found(book, query):
        here = ' aria-current="true"' if option.number == current else ""
        rows.append(
            f'<li><button class="sr-result" data-key="option {escape(option.number)}" {do("option", number=option.number)}{here}>'
            f'<span class="sr-number">{escape(option.number)}</span> <span class="sr-result-title">{highlighted(option.name, words)}</span>'
            f'<span class="sr-result-words">{highlighted(option.effect, words)}</span></button></li>'
        )
    return f"<ul>{''.join(rows)}</ul>" if rows else _nothing("optional rule", query)


def glossary_list(book: RuleBook, query: str) -> str:
    words = query.lower().split()
    rows = []
    for term in terms_found(book, query):
        name = f"<b>{highlighted(term.name, words)}</b>"
        if term.section:
            name = f'<button class="sr-rule-link" data-key="term {escape(term.name)}" {do("rule", section=term.section)}>{name}</button>'
        rows.append(f"<dt>{name}</dt><dd>{highlighted(term.meaning, words) if words else book.told(term.meaning)}</dd>")
    return f'<dl class="sr-glossary">{"".join(rows)}</dl>' if rows else _nothing("term", query)


def _nothing(what: str, query: str) -> str:
    return f'<p role="status">No {what} holds “{escape(query)}”; try one word of it.</p>'
