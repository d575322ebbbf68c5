"""Rule cards and the search over them, for the game on the table."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets
import traitlets

from .page import Page, Said, SectionPanel, guarded
from .rule_article import OnTable, article
from .rule_book import RuleBook, rule_book
from .rule_lists import chapters, results, search_field


class RulePanel(SectionPanel):
    """What shows rules: it follows the section that is looked at, and can ask the game's rule book."""

    @property
    def book(self) -> RuleBook:
        session = self.session
        kept: tuple[Any, RuleBook] | None = getattr(self, "_book", None)
        if kept is None or kept[0] is not session.charts:
            kept = self._book = (session.charts, rule_book(session))
        return kept[1]


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
        where = self.seat.view.where
        table = OnTable(self.session.options, where[-1].id if where else "", follows=not self.seat.section)
        self.page.html = article(self.book, section, can_go_back=bool(self.history), table=table)


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
        self.field.html = search_field(self.book, self.query)
        self.found = Page("Rules found", {**on, "look": self._look})
        self.card = RuleCard(self.seat)
        traitlets.link((self, "seat"), (self.card, "seat"))
        left = ipywidgets.VBox([self.field, self.found])
        left.add_class("sr-search-list")
        self.card.add_class("sr-search-card")
        both = ipywidgets.Box([left, self.card])
        both.add_class("sr-search")
        self.children = (self.notice, both)

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
                self.field.html = search_field(self.book, self.query)
            self.repaint()

    def refresh(self) -> None:
        current = self.card.shown(self.seat.section)
        looking = self.query.strip()
        inner = results(self.book, self.query, current) if looking else chapters(self.book, self.chapter, current)
        self.found.html = (
            f'<div class="sr-scroll sr-found" data-scroll="found {escape(self.query)}" data-list>{inner}</div>'
        )
