"""Rule cards, and the search over them."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets
import traitlets

from tutor.engine.errors import StaffRideError
from tutor.engine.phases import Step
from tutor.engine.registry import RuleCard as Card

from .chart_table import charts_of
from .page import Page, Panel, Said, do, form, guarded, section_link, typed
from .rule_book import Found, RuleBook, Search, Term, excerpt, highlighted, rule_book
from .seat import Seat


class RulePanel(Panel):
    """What shows rules: it follows the section that is looked at, and can ask the game's rule book."""

    @property
    def book(self) -> RuleBook:
        session = self.session
        kept: tuple[Any, RuleBook] | None = getattr(self, "_book", None)
        if kept is None or kept[0] is not session.charts:
            kept = self._book = (session.charts, rule_book(session))
        return kept[1]

    @traitlets.observe("seat")
    def _follow_section(self, change: Any) -> None:
        if isinstance(change["old"], Seat):
            change["old"].unobserve(self._section_moved, "section")
        change["new"].observe(self._section_moved, "section")

    def _section_moved(self, change: Any) -> None:
        self.repaint()


class RuleCard(RulePanel):
    """One rule in our words, with all that belongs to it.

    ``section`` is the rule shown; it goes with ``seat.section``. While that is empty the card shows the rule that the
    game is at. ``step`` becomes the id of a phase or step when its link is clicked (give it to ``PhaseTree.marked``).
    """

    title = "Rule card"
    section = traitlets.Unicode("")
    step = traitlets.Unicode("")
    _going_back = False

    def build(self) -> None:
        self.history: list[str] = []
        self.page = Page(
            self.title, {"rule": self.rule_clicked, "back": self._back, "step": self._step, "now": self._follow_game}
        )
        self.children = (self.notice, self.page)
        if self.section:
            self.seat.section = self.section

    # --- what the user does ---

    @guarded
    def _back(self, said: Said) -> None:
        if self.history:
            before = self.history.pop()
            self._going_back = True
            try:
                self.seat.section = before
            finally:
                self._going_back = False

    def _follow_game(self, said: Said) -> None:
        self.seat.section = ""

    def _step(self, said: Said) -> None:
        self.step = ""  # so that a second click on the same link is heard too
        self.step = str(said.get("node", ""))

    def _section_moved(self, change: Any) -> None:
        if self._built and not self._going_back and self.shown(change["old"]) != self.shown(change["new"]):
            self.history.append(change["old"])
        super()._section_moved(change)

    @traitlets.observe("section")
    def _section_set(self, change: Any) -> None:
        if self._built and change["new"] != self.shown(self.seat.section):
            self.seat.section = change["new"]

    # --- painting ---

    def shown(self, section: str) -> str:
        """The section to show: the one looked at, or the one that the game is at."""
        if section:
            return section
        decision = self.seat.view.decision
        if decision is not None:
            return str(decision["section"])
        return self.seat.view.where[-1].section if self.seat.view.where else self.session.game.sequence.section

    def refresh(self) -> None:
        section = self.shown(self.seat.section)
        self.section = section
        try:
            card = self.book.card(section)
        except StaffRideError as err:
            body = f'<p class="sr-notice" role="alert">{escape(str(err))}</p>'
            self.page.html = (
                f'<article class="sr-rule">{self._bar("")}<div class="sr-scroll sr-rule-box">{body}</div></article>'
            )
            return
        parts = [
            self._head(card),
            f'<p class="sr-rule-words">{self.book.told(card.summary, card.section)}</p>',
            self._links("See also", [s for s in card.needs if not s.startswith(f"{section}/")]),
            self._rows(card),
            charts_of(self.book, card.section),
            self._places(card.section),
            self._rulings(card.section),
            self._links(
                "Named by", [c.section for c in self.book.named_by(card.section) if c.section not in card.needs]
            ),
            self._standing(card),
        ]
        self.page.html = (
            f'<article class="sr-rule">{self._bar(section)}'
            f'<div class="sr-scroll sr-rule-box" data-scroll="rule {escape(section)}">{"".join(parts)}</div></article>'
        )

    def _bar(self, section: str) -> str:
        before, after = self.book.beside(section, -1), self.book.beside(section, 1)

        def to(there: str, words: str, key: str) -> str:
            off = "" if there else " disabled"
            return (
                f'<button class="sr-button" data-key="{key}" {do("rule", section=there)}{off} '
                f'title="{escape(self.book.card(there).title) if there else ""}">{words}</button>'
            )

        back = "" if self.history else " disabled"
        now = '<span class="sr-small sr-soft">the rule of the current step</span>'
        if self.seat.section:
            now = f'<button class="sr-button" data-key="now" {do("now")}>Current step</button>'
        return (
            f'<div class="sr-row sr-spread sr-rule-bar"><span class="sr-row">'
            f'<button class="sr-button" data-key="back" {do("back")}{back}>← Back</button>{now}</span>'
            f'<span class="sr-row">{to(before, "‹ Previous", "before")}{to(after, "Next ›", "after")}</span></div>'
        )

    def _head(self, card: Card) -> str:
        marks = [f'<span class="sr-kind">{escape(card.kind)}</span>']
        if card.optional:
            switch = self.book.option(card)
            state = "on" if self.session.options.get(switch) else "off"
            said = f"optional rule, switched {state} in this game" if switch else "optional rule"
            marks.append(f'<span class="sr-mark">{said}</span>')
        if card.playbook:
            marks.append('<span class="sr-mark">in the Playbook</span>')
        above = card.section.split("/")[0]
        up = (
            f'<span class="sr-soft sr-small">part of {section_link(above)}</span>'
            if above != card.section and above in self.book
            else ""
        )
        return (
            f'<header><h3 tabindex="-1" data-fallback><span class="sr-rule-number">{escape(card.section)}</span> {escape(card.title)}</h3>'
            f'<div class="sr-row">{"".join(marks)}{up}</div></header>'
        )

    def _link(self, section: str) -> str:
        if section not in self.book:
            return f'<li class="sr-soft">{escape(section)}</li>'
        return (
            f'<li><button class="sr-rule-link" data-key="to {escape(section)}" {do("rule", section=section)}><span class="sr-number">{escape(section)}</span> '
            f"{escape(self.book.card(section).title)}</button></li>"
        )

    def _links(self, title: str, sections: Any) -> str:
        links = "".join(self._link(section) for section in sections)
        return f'<section><h4>{title}</h4><ul class="sr-links">{links}</ul></section>' if links else ""

    def _rows(self, card: Card) -> str:
        optional = ' <span class="sr-mark">optional</span>'
        rows = "".join(
            f'<dt><button class="sr-rule-link" data-key="to {escape(row.section)}" {do("rule", section=row.section)}>{escape(row.title)}</button>'
            f"{optional if row.optional else ''}</dt>"
            f"<dd>{self.book.told(row.summary, card.section)}</dd>"
            for row in self.book.parts(card.section)
        )
        return f"<section><h4>In detail</h4><dl class='sr-rows'>{rows}</dl></section>" if rows else ""

    def _places(self, section: str) -> str:
        now = self.seat.view.where[-1].id if self.seat.view.where else ""
        items = "".join(
            f'<li><button class="sr-rule-link" {do("step", node=node.id)} title="Mark it in the sequence of play">'
            f'<span class="sr-soft">{escape(" › ".join(above[1:]))}{" › " if above[1:] else ""}</span>{escape(node.title)}</button> '
            f"{'<b>▶ now</b>' if node.id == now and isinstance(node, Step) else ''}</li>"
            for node, above in self.book.places(section)
        )
        return f'<section><h4>In the sequence of play</h4><ul class="sr-places">{items}</ul></section>' if items else ""

    def _rulings(self, section: str) -> str:
        own, whole = (self._ruling_list(self.book.rulings(s), section) for s in (section, section.split("/")[0]))
        if own:
            return f"<section><h4>Rulings taken here</h4>{own}</section>"
        if not whole:
            return ""
        title = f"<summary>Rulings taken on {escape(section.split('/')[0])} as a whole</summary>"
        return f'<section><details data-key="rulings {escape(section)}">{title}{whole}</details></section>'

    def _ruling_list(self, rulings: list[dict[str, Any]], section: str) -> str:
        told = self.book.told
        items = "".join(
            f"<li><p><b>{told(taken['question'], section)}</b></p><p>{told(taken['ruling'], section)}</p>"
            f'<p class="sr-small sr-soft">Why: {told(taken["why"], section)}</p></li>'
            for taken in rulings
        )
        return f'<ul class="sr-rulings">{items}</ul>' if items else ""

    def _standing(self, card: Card) -> str:
        played = "✓ This program plays this rule."
        if card.section not in self.book.implemented:
            played = "– This program does not play this rule."
        if card.kind == "index":
            played = "– A pointer to the printed rules."
        lessons = self.book.lessons(card.section)
        taught = f"<p>Taught in: {escape(', '.join(lessons))}.</p>" if lessons else ""
        return f'<footer class="sr-small sr-soft"><p>{played}</p>{taught}</footer>'


class RuleSearch(RulePanel):
    """Find a rule by its words, with its card beside the list. ``query`` is what is looked for."""

    title = "Find a rule"
    query = traitlets.Unicode("")
    _typing = False

    def build(self) -> None:
        self.chapter = ""
        on = {"rule": self.rule_clicked, "search": self._typed, "first": self._first, "chapter": self._chapter}
        # The field is a page of its own: a list that comes back while one types must not touch what is typed.
        self.field = Page("Words to look for", on)
        self.field.html = self._field()
        self.found = Page("Rules found", {**on, "look": self._look})
        self.card = RuleCard(self.seat)
        traitlets.link((self, "seat"), (self.card, "seat"))
        left = ipywidgets.VBox([self.field, self.found])
        left.add_class("sr-search-list")
        self.card.add_class("sr-search-card")
        both = ipywidgets.Box([left, self.card])
        both.add_class("sr-search")
        self.children = (self.notice, both)

    def _field(self) -> str:
        return (
            f'<form class="sr-search-field" role="search" {form("first")}><label><span class="sr-hidden-words">Words or section'
            f'</span><input type="search" name="words" data-key="words" {typed("search")} value="{escape(self.query)}" '
            f'placeholder="Find a rule: supply line, 7.2.3, USW …" autocomplete="off" spellcheck="false"></label></form>'
        )

    @guarded
    def _typed(self, said: Said) -> None:
        self._typing = True  # the field shows it already
        try:
            self.query = str(said.get("value", ""))[:200]
        finally:
            self._typing = False

    @guarded
    def _look(self, said: Said) -> None:
        self.query = str(said.get("words", ""))

    @guarded
    def _first(self, said: Said) -> None:
        """Enter: open what fits best."""
        words = said.get("values", {}).get("words")
        if words is not None:
            self._typed({"value": words})
        result = self.book.search(self.query)
        if result.rules:
            self.seat.section = result.rules[0].card.section

    @guarded
    def _chapter(self, said: Said) -> None:
        name = str(said.get("name", ""))
        self.chapter = "" if name == self.chapter else name
        self.refresh()

    @traitlets.observe("query")
    def _query_moved(self, change: Any) -> None:
        if self._built:
            if not self._typing:
                self.field.html = self._field()
            self.repaint()

    def refresh(self) -> None:
        inner = self._results() if self.query.strip() else self._chapters()
        self.found.html = (
            f'<div class="sr-scroll sr-found" data-scroll="found {escape(self.query)}" data-list>{inner}</div>'
        )

    def _results(self) -> str:
        result = self.book.search(self.query)
        head = f"{len(result.rules)} rule{'' if len(result.rules) == 1 else 's'}"
        if result.instead:
            head = f"Nothing for “{escape(self.query)}”. Shown instead: <b>{escape(result.instead)}</b> ({head})"
        if not result.rules and not result.terms:
            return f'<p role="status">No rule and no term holds “{escape(self.query)}”; try one word of it, or a section number.</p>'
        found = {found.card.section for found in result.rules}
        terms = "".join(self._term(term, result) for term in result.terms if term.section not in found)
        glossary = f'<ul class="sr-terms">{terms}</ul>' if terms else ""
        rules = "".join(self._result(found, result) for found in result.rules)
        return f'<p class="sr-small sr-soft" role="status">{head}</p>{glossary}<ul>{rules}</ul>'

    def _term(self, term: Term, result: Search) -> str:
        name = highlighted(term.name, result.words)
        meaning = highlighted(excerpt(term.meaning, result.words, 110), result.words)
        ask = do("rule", section=term.section) if term.section else do("look", words=term.name)
        return f'<li><button class="sr-rule-link" {ask}><b>{name}</b></button> {meaning}</li>'

    def _result(self, found: Found, result: Search) -> str:
        card = found.card
        words = [word for word in result.words if not word.isdigit()]
        summary = highlighted(excerpt(card.summary, words), words)
        return self._row(card, highlighted(card.title, result.words), f'<span class="sr-result-words">{summary}</span>')

    def _row(self, card: Card, title: str, more: str = "") -> str:
        here = ' aria-current="true"' if card.section == self.card.shown(self.seat.section) else ""
        return (
            f'<li><button class="sr-result" data-key="found {escape(card.section)}" {do("rule", section=card.section)}{here}>'
            f'<span class="sr-number">{escape(card.section)}</span> <span class="sr-result-title">{title}</span>{more}</button></li>'
        )

    def _chapters(self) -> str:
        rows = []
        for name, cards in self.book.chapters.items():
            first = next((c for c in cards if c.section in (name, f"{name}.0")), cards[0])
            opened = name == self.chapter
            rules = "".join(self._row(card, escape(card.title)) for card in cards) if opened else ""
            number = escape(name) if name[:1].isdigit() else ""
            count = f"{len(cards)} rule{'' if len(cards) == 1 else 's'}"
            rows.append(
                f'<li><button class="sr-chapter" data-key="chapter {escape(name)}" {do("chapter", name=name)} '
                f'aria-expanded="{str(opened).lower()}"><span aria-hidden="true">{"▾" if opened else "▸"}</span> '
                f'<span class="sr-number">{number}</span> <b>{escape(first.title)}</b> '
                f'<span class="sr-soft sr-small">{count}</span></button>{f"<ul>{rules}</ul>" if rules else ""}</li>'
            )
        return f'<h4 class="sr-hidden-words">Chapters</h4><ul class="sr-chapters">{"".join(rows)}</ul>'
