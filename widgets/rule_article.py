"""A rule card as a piece of page, for the panels that follow a game and for the explorer of rulebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from tutor.engine.errors import StaffRideError
from tutor.engine.rulebook_data import RuleCard

from .chart_table import charts_of
from .page import do, section_link
from .rule_book import RuleBook

# How a rule stands to the game that this one grew out of: never told by a colour alone.
VERSUS = {"same": "= same", "changed": "≠ changed", "new": "+ new", "removed": "− removed"}


@dataclass(frozen=True)
class OnTable:
    """What a game on the table adds to a card: its optional rules, the step it is at, whether the card follows it."""

    options: Mapping[str, bool]
    now: str = ""
    follows: bool = False


def article(book: RuleBook, section: str, *, can_go_back: bool, table: OnTable | None = None) -> str:
    """The card of a section with its bar. An unknown section is told in one sentence."""
    try:
        card = book.data.card(section)
    except StaffRideError as err:
        return framed(bar(book, "", can_go_back, table), f'<p class="sr-notice" role="alert">{escape(str(err))}</p>')
    needs = [s for s in card.needs if not s.startswith(f"{section}/")]
    named_by = [c.section for c in book.data.needed_by(section) if c.section not in card.needs]
    parts = [
        _head(book, card, table),
        f'<p class="sr-rule-words">{book.told(card.summary, section)}</p>',
        _versus(book, card),
        links(book, "Needs", needs),
        _rows(book, card),
        charts_of(book, section),
        _places(book, section, table),
        _rulings(book, section),
        links(book, "Needed by", named_by),
        _standing(book, card),
    ]
    return framed(bar(book, section, can_go_back, table), "".join(parts), f"rule {section}")


def framed(bar: str, body: str, key: str = "") -> str:
    scroll = f' data-scroll="{escape(key)}"' if key else ""
    return f'<article class="sr-rule">{bar}<div class="sr-scroll sr-rule-box"{scroll}>{body}</div></article>'


def bar(book: RuleBook, section: str, can_go_back: bool, table: OnTable | None = None) -> str:
    """Back, to the rule of the current step where a game is played, and to the cards beside this one."""

    def to(step: int, words: str, key: str) -> str:
        there = book.data.beside(section, step)
        off = "" if there else " disabled"
        title = escape(book.data.card(there).title) if there else ""
        return f'<button class="sr-button" data-key="{key}" {do("rule", section=there)}{off} title="{title}">{words}</button>'

    now = ""
    if table is not None:
        now = '<span class="sr-small sr-soft">the rule of the current step</span>'
        if not table.follows:
            now = f'<button class="sr-button" data-key="now" {do("now")}>Current step</button>'
    back = "" if can_go_back else " disabled"
    return (
        f'<div class="sr-row sr-spread sr-rule-bar"><span class="sr-row">'
        f'<button class="sr-button" data-key="back" {do("back")}{back}>← Back</button>{now}</span>'
        f'<span class="sr-row">{to(-1, "‹ Previous", "before")}{to(1, "Next ›", "after")}</span></div>'
    )


def _head(book: RuleBook, card: RuleCard, table: OnTable | None) -> str:
    marks = [f'<span class="sr-kind">{escape(card.kind)}</span>']
    if card.optional:
        marks.append(f'<span class="sr-mark">{escape(_optional(book, card, table))}</span>')
    if card.playbook:
        marks.append('<span class="sr-mark">in the Playbook</span>')
    if card.versus:
        marks.append(versus_mark(card))
    above = card.section.split("/")[0]
    up = (
        f'<span class="sr-soft sr-small">part of {section_link(above)}</span>'
        if above != card.section and above in book.data
        else ""
    )
    return (
        f'<header><h3 tabindex="-1" data-fallback><span class="sr-rule-number">{escape(card.section)}</span> {escape(card.title)}</h3>'
        f'<div class="sr-row">{"".join(marks)}{up}</div></header>'
    )


def _optional(book: RuleBook, card: RuleCard, table: OnTable | None) -> str:
    switch = book.option(card)
    if table is not None and switch:
        return f"optional rule, switched {'on' if table.options.get(switch) else 'off'} in this game"
    named = [f"{option.number}: {option.name}" for option in book.data.options_of(card)]
    if len(named) > 2:
        named = [f"{', '.join(card.optional.split(';'))}"]
    return f"optional rule{'s' if ';' in card.optional else ''} {'; '.join(named)}".strip()


def versus_mark(card: RuleCard) -> str:
    kind = card.versus.partition(":")[0]
    return f'<span class="sr-mark sr-versus-{kind}">{VERSUS[kind]}</span>'


def _versus(book: RuleBook, card: RuleCard) -> str:
    """How it stands to the game that this one grew out of, and the way to the rule there."""
    if not card.versus:
        return ""
    game, title, section = book.forerunner(card)
    note = card.versus.partition(":")[2].strip()
    words = f" {book.told(note[0].upper() + note[1:], card.section)}." if note else ""
    there = (
        f' <button class="sr-rule-link" data-key="forerunner" {do("rule", section=section, game=game)}>'
        f"See {escape(section)} there</button>"
        if section
        else ""
    )
    return f"<section><h4>Against {escape(title)}</h4><p>{versus_mark(card)}{words}{there}</p></section>"


def link(book: RuleBook, section: str) -> str:
    if section not in book.data:
        where = book.data.elsewhere(section)
        return f'<li class="sr-soft">{escape(section)}{f": {escape(where)}" if where else ""}</li>'
    return (
        f'<li><button class="sr-rule-link" data-key="to {escape(section)}" {do("rule", section=section)}><span class="sr-number">{escape(section)}</span> '
        f"{escape(book.data.card(section).title)}</button></li>"
    )


def links(book: RuleBook, title: str, sections: Iterable[str]) -> str:
    """A list of rules to go to, with a heading."""
    items = "".join(link(book, section) for section in sections)
    return f'<section><h4>{title}</h4><ul class="sr-links">{items}</ul></section>' if items else ""


def _rows(book: RuleBook, card: RuleCard) -> str:
    optional = ' <span class="sr-mark">optional</span>'
    rows = "".join(
        f'<dt><button class="sr-rule-link" data-key="to {escape(row.section)}" {do("rule", section=row.section)}>{escape(row.title)}</button>'
        f"{optional if row.optional else ''}</dt>"
        f"<dd>{book.told(row.summary, card.section)}</dd>"
        for row in book.data.parts(card.section)
    )
    return f"<section><h4>In detail</h4><dl class='sr-rows'>{rows}</dl></section>" if rows else ""


def _places(book: RuleBook, section: str, table: OnTable | None) -> str:
    items = "".join(
        f'<li><button class="sr-rule-link" {do("step", node=node.id)} title="Mark it in the sequence of play">'
        f'<span class="sr-soft">{escape(" › ".join(_above(above)))}{" › " if _above(above) else ""}</span>{escape(node.title)}</button> '
        f"{'<b>▶ now</b>' if table is not None and node.id == table.now and not node.parts else ''}</li>"
        for node, above in book.places(section)
    )
    return f'<section><h4>In the sequence of play</h4><ul class="sr-places">{items}</ul></section>' if items else ""


def _above(titles: tuple[str, ...]) -> tuple[str, ...]:
    """The way down to a step without its first stop, where that says no more than "a turn"."""
    return titles[1:] if len(titles) > 2 else titles


def _rulings(book: RuleBook, section: str) -> str:
    own, whole = (_ruling_list(book, book.rulings(s), section) for s in (section, section.split("/")[0]))
    if own:
        return f"<section><h4>Rulings taken here</h4>{own}</section>"
    if not whole:
        return ""
    title = f"<summary>Rulings taken on {escape(section.split('/')[0])} as a whole</summary>"
    return f'<section><details data-key="rulings {escape(section)}">{title}{whole}</details></section>'


def _ruling_list(book: RuleBook, rulings: list[dict[str, Any]], section: str) -> str:
    told = book.told
    items = "".join(
        f"<li><p><b>{told(taken['question'], section)}</b></p><p>{told(taken['ruling'], section)}</p>"
        f'<p class="sr-small sr-soft">Why: {told(taken["why"], section)}</p></li>'
        for taken in rulings
    )
    return f'<ul class="sr-rulings">{items}</ul>' if items else ""


def _standing(book: RuleBook, card: RuleCard) -> str:
    played = "✓ This program plays this rule."
    if card.section not in book.implemented:
        played = "– This program does not play this rule."
    if book.game is None:
        played = f"– Not yet: this program does not play {escape(book.data.title)} so far."
    if card.kind == "index":
        played = "– A pointer to the printed rules."
    lessons = book.lessons(card.section)
    taught = f"<p>Taught in: {escape(', '.join(lessons))}.</p>" if lessons else ""
    return f'<footer class="sr-small sr-soft"><p>{played}</p>{taught}</footer>'
