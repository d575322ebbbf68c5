"""Every game's rulebook to walk through and search, whether the game can be played here yet or not."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets
import traitlets

from tutor.engine.errors import UnknownName
from tutor.engine.rulebook_data import OptionalRule, RulebookData, Shown, rulebook, rulebook_ids
from tutor.engine.session import Session

from .chart_table import drawn, missing_chart, source_mark
from .page import Page, Pane, Said, chosen, do, guarded, section_link
from .rule_article import OnTable, article, bar, framed, links
from .rule_book import RuleBook, rule_book, rule_book_of
from .rule_lists import (
    chapters,
    chart_list,
    charts_found,
    glossary_list,
    option_list,
    options_found,
    results,
    search_field,
    terms_found,
)
from .seat import Seat
from .sequence_tree import Look, branches, key_of_words, way_to

TABS = {
    "sequence": "Sequence of play",
    "rules": "Rules",
    "charts": "Charts",
    "options": "Optional rules",
    "glossary": "Glossary",
}
Place = tuple[str, str, str]  # game; rule, chart, option or nothing; its section, id or number


class RulebookExplorer(Pane):
    """Pick a game and look things up in its rules.

    ``game`` is the id of the game, ``tab`` the list on the left (sequence, rules, charts, options, glossary), ``query``
    what is looked for, ``section`` the rule whose card is shown. Given a ``Session`` or ``Seat`` it opens on the game
    that is played and goes with the section looked at there.
    """

    title = "Rulebook"
    game = traitlets.Unicode("")
    tab = traitlets.Enum(list(TABS), "sequence")
    query = traitlets.Unicode("")
    section = traitlets.Unicode("")
    seat = traitlets.Instance(Seat, allow_none=True, default_value=None)
    _typing = False
    _following = False

    def __init__(self, game: Session | Seat | str = "", **kwargs: Any) -> None:
        seat = Seat(game) if isinstance(game, Session) else game if isinstance(game, Seat) else None
        if seat is not None:
            kwargs = {"section": seat.section, **kwargs, "game": seat.session.game.id, "seat": seat}
        else:
            kwargs["game"] = rulebook(str(game) or rulebook_ids()[0]).game  # an unknown game is one sentence at once
        super().__init__(**kwargs)
        self.add_class("sr-explorer")

    # --- making ---

    def build(self) -> None:
        self.history: list[Place] = []
        self._place: Place = (self.game, "rule" if self.section else "", self.section)
        self.chapter = ""
        self._open: dict[str, bool] = {}  # what was folded or opened in the tree
        self._step = ""  # the step that was asked for
        self._aim = ""
        on = self._handlers()
        self.head = Page("Which rulebook", on)
        # The field is a page of its own: a list that comes back while one types must not touch what is typed.
        self.field = Page("Words to look for", on)
        self.tabs = Page("Parts of the rulebook", on)
        self.list = Page("What to look up", on)
        self.card = Page("Rule card", on)
        left = ipywidgets.VBox([self.head, self.field, self.tabs, self.list])
        left.add_class("sr-explorer-left")
        self.card.add_class("sr-explorer-right")
        both = ipywidgets.Box([left, self.card])
        both.add_class("sr-explorer-room")
        self.children = (self.notice, both)

    def _handlers(self) -> dict[str, Callable[[Said], None]]:
        return {
            "game": self._pick_game,
            "tab": self._pick_tab,
            "search": self._typed,
            "look": self._look,
            "first": self._first,
            "chapter": self._chapter,
            "fold": self._folded,
            "rule": self._pick_rule,
            "chart": self._pick_chart,
            "option": self._pick_option,
            "step": self._pick_step,
            "back": lambda said: self._back(),
            "now": lambda said: self._now(),
        }

    def attend(self) -> None:
        if self.seat is not None:
            self._tabled = self.seat.session.game.id  # the game on the table when it was last looked at
            self.seat.observe(self._seat_asks, "section")
            self.seat.observe(self._seat_moved, "revision")

    def close(self) -> None:
        """Leave the game as well as the page."""
        if self.seat is not None:
            self.seat.unobserve(self._seat_asks, "section")
            self.seat.unobserve(self._seat_moved, "revision")
        super().close()

    @property
    def data(self) -> RulebookData:
        return rulebook(self.game)

    @property
    def book(self) -> RuleBook:
        """The rulebook that is shown, with the charts of the game on the table where it is that one."""
        return rule_book(self.seat.session) if self.seat is not None and self._on_table else rule_book_of(self.game)

    @property
    def _on_table(self) -> bool:
        return self.seat is not None and self.seat.session.game.id == self.game

    # --- what the user does ---

    @guarded
    def _pick_game(self, said: Said) -> None:
        self.game = str(said.get("value", ""))

    @guarded
    def _pick_tab(self, said: Said) -> None:
        if said.get("tab") in TABS:
            self.tab = said["tab"]

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
        found = self.data.search(self.query).rules
        if found and self.tab in ("sequence", "rules"):
            self.section = found[0].card.section

    @guarded
    def _chapter(self, said: Said) -> None:
        name = str(said.get("name", ""))
        self.chapter = "" if name == self.chapter else name
        self._show_list()

    def _folded(self, said: Said) -> None:
        """The browser has folded it already: only remember, so that a repaint leaves it so."""
        node = str(said.get("node", ""))
        self._open[node] = not self._is_open(self.book.sequence, node)

    def _is_open(self, root: Shown | None, node: str) -> bool:
        """As the reader left it; a turn that holds all else is open from the first."""
        alone = root is not None and len(root.parts) == 1 and root.parts[0].id == node
        return self._open.get(node, alone)

    @guarded
    def _pick_rule(self, said: Said) -> None:
        self.go((str(said.get("game") or self.game), "rule", str(said.get("section", ""))))

    @guarded
    def _pick_chart(self, said: Said) -> None:
        self.go((self.game, "chart", str(said.get("chart", ""))))

    @guarded
    def _pick_option(self, said: Said) -> None:
        self.go((self.game, "option", str(said.get("number", ""))))

    @guarded
    def _pick_step(self, said: Said) -> None:
        """Point at a step in the tree."""
        node, root = str(said.get("node", "")), self.book.sequence
        way = way_to(root, node) if root is not None else ()
        if not way:
            raise UnknownName("step", node, ())
        self._open |= dict.fromkeys(way[:-1], True)
        self._step = self._aim = node
        if self.tab == "sequence":
            self._show_list()
        self.tab = "sequence"

    @guarded
    def _back(self) -> None:
        if self.history:
            self._show_place(self.history.pop())

    @guarded
    def _now(self) -> None:
        """The rule of the step that the game on the table is at."""
        if self.seat is not None:
            view = self.seat.view
            section = str(view.decision["section"]) if view.decision else view.where[-1].section if view.where else ""
            self.go((self.seat.session.game.id, "rule", section))

    def go(self, place: Place) -> None:
        """Show a rule, chart or optional rule, and remember where one was."""
        if place != self._place:
            self.history.append(self._place)
            self._show_place(place)

    def _show_place(self, place: Place) -> None:
        self._place = place
        self._step = ""
        game, kind, name = place
        if game != self.game:
            self.game = game  # which paints everything
        self.section = name if kind == "rule" else ""
        if self.seat is not None and kind == "rule" and self._on_table and not self._following:
            self.seat.section = name
        if self.active:
            self._show_list()
            self._show_card()

    # --- what changes ---

    @traitlets.validate("game")
    def _known_game(self, proposal: Any) -> str:
        return rulebook(proposal["value"]).game

    @traitlets.observe("game")
    def _game_moved(self, change: Any) -> None:
        if not self._built:
            return
        if self._place[0] != self.game:
            self.history.append(self._place)
            self._place = (self.game, "", "")
        self.chapter, self._open, self._step, self._aim = "", {}, "", ""
        with self.hold_trait_notifications():
            self.section = self._place[2] if self._place[1] == "rule" else ""
            self.query = ""
        self.repaint()

    @traitlets.observe("section")
    def _section_set(self, change: Any) -> None:
        if self._built and change["new"] and (self.game, "rule", change["new"]) != self._place:
            self.go((self.game, "rule", change["new"]))

    @traitlets.observe("query")
    def _query_moved(self, change: Any) -> None:
        if self._built:
            if self.query.strip() and self.tab == "sequence":
                self.tab = "rules"
            if not self._typing:
                self._show_field()
            self._show_tabs()
            self._show_list()

    @traitlets.observe("tab")
    def _tab_moved(self, change: Any) -> None:
        if self._built:
            self._show_tabs()
            self._show_list()

    def _seat_asks(self, change: Any) -> None:
        """A section was asked for at the table."""
        if change["new"] and self.seat is not None and (change["new"] != self.section or not self._on_table):
            self._following = True
            try:
                self.go((self.seat.session.game.id, "rule", change["new"]))
            finally:
                self._following = False

    def _seat_moved(self, change: Any) -> None:
        """Another game may be on the table now; whatever else moved is not shown here."""
        if self.seat is not None and self.seat.session.game.id != self._tabled:
            self._tabled = self.game = self.seat.session.game.id

    # --- painting ---

    def refresh(self) -> None:
        self._show_head()
        self._show_field()
        self._show_tabs()
        self._show_list()
        self._show_card()

    def _show_head(self) -> None:
        options = "".join(
            f'<option value="{escape(id)}"{" selected" if id == self.game else ""}>{escape(rulebook(id).title)}</option>'
            for id in rulebook_ids()
        )
        self.head.html = (
            f'<label class="sr-row sr-explorer-game"><span>Game</span><select data-key="game" {chosen("game")}>{options}'
            "</select></label>"
        )

    def _show_field(self) -> None:
        self.field.html = search_field(self.book, self.query)

    def _show_tabs(self) -> None:
        # The numbers are always there, so that the bar keeps its height while one types.
        charts, missing = charts_found(self.book, self.query)
        looking = bool(self.query.strip())
        counts = {
            "rules": len(self.data.search(self.query, len(self.data.cards)).rules if looking else self.data.cards),
            "charts": len(charts) + len(missing),
            "options": len(options_found(self.book, self.query)),
            "glossary": len(terms_found(self.book, self.query)),
        }

        def count(tab: str) -> str:
            return f' <span class="sr-count">{counts[tab]}</span>' if tab in counts else ""

        self.tabs.html = (
            '<div class="sr-tabs sr-explorer-tabs" role="tablist">'
            + "".join(
                f'<button class="sr-tab" role="tab" data-key="tab {t}" aria-selected="{str(t == self.tab).lower()}" '
                f"{do('tab', tab=t)}>{title}{count(t)}</button>"
                for t, title in TABS.items()
            )
            + "</div>"
        )

    @guarded
    def _show_list(self) -> None:
        name, query = self._place[2], self.query
        kind = self._place[1]
        if self.tab == "sequence":
            inner = self._tree()
        elif self.tab == "charts":
            inner = chart_list(self.book, query, name if kind == "chart" else "")
        elif self.tab == "options":
            inner = option_list(self.book, query, name if kind == "option" else "")
        elif self.tab == "glossary":
            inner = glossary_list(self.book, query)
        else:
            here = name if kind == "rule" else ""
            inner = results(self.book, query, here) if query.strip() else chapters(self.book, self.chapter, here)
        scroll = escape(f"{self.game} {self.tab} {query}")
        self.list.html = f'<div class="sr-scroll sr-explorer-list" data-scroll="{scroll}" data-list>{inner}</div>'
        self._aim = ""

    def _tree(self) -> str:
        root = self.book.sequence
        if root is None:
            return "<p>The sequence of play of this game is not written down yet.</p>"

        def marked(node: Shown) -> bool:
            return node.id == self._step if self._step else bool(self.section) and node.section == self.section

        names = self.book.game.player_name if self.book.game is not None else str
        look = Look(lambda node: self._is_open(root, node), marked, self._aim, opens_rules=True, name_of=names)
        return f'<div class="sr-tree sr-explorer-tree"><ul class="sr-tree-box">{branches(root, look)}</ul>{key_of_words(self.book.game is not None)}</div>'

    @guarded
    def _show_card(self) -> None:
        _, kind, name = self._place
        back = bool(self.history)
        if kind == "rule":
            self.card.html = article(self.book, name, can_go_back=back, table=self._table())
        else:
            body = {"chart": self._chart, "option": self._option}.get(kind, lambda _: self._front())(name)
            self.card.html = framed(bar(self.book, "", back), body, f"{kind} {name}")

    def _table(self) -> OnTable | None:
        if self.seat is None or not self._on_table:
            return None
        where = self.seat.view.where
        return OnTable(self.seat.session.options, where[-1].id if where else "")

    def _chart(self, name: str) -> str:
        book = self.book
        missing = next((m for m in self.data.missing if m.id == name), None)
        if missing is not None:
            sections, title = [missing.section, *missing.also], missing.title
            body, mark = missing_chart(book, missing), '<span class="sr-mark">⚠ Not printed</span>'
        elif name in book.charts:
            chart = book.charts[name]
            sections, title = [chart.source.section, *chart.source.also], chart.title
            body, mark = drawn(book, chart, titled=False), source_mark(chart, chart.id in book.own)
        else:
            raise UnknownName("chart", name, [*book.charts, *(m.id for m in self.data.missing)])
        return f"{_heading('Chart', title, mark)}{body}{links(book, 'Used by', sections)}"

    def _option(self, number: str) -> str:
        option = next((o for o in self.data.options if o.number == number), None)
        if option is None:
            raise UnknownName("optional rule", number, (o.number for o in self.data.options))
        more = (
            f'<p class="sr-small sr-soft">Pieces from: {self.book.told(option.product)}</p>' if option.product else ""
        )
        return (
            f"{_heading(f'Optional rule {option.number}', option.name)}"
            f'<p class="sr-rule-words">{self.book.told(option.effect)}</p>{more}'
            f"{links(self.book, 'Rules it touches', option.sections)}{self._played(option)}"
        )

    def _played(self, option: OptionalRule) -> str:
        said = "– Not yet: this program does not play this game so far."
        if self.book.game is not None:
            played = any(section in self.book.implemented for section in option.sections)
            said = "✓ This program plays it." if played else "– This program does not play it."
        return f'<footer class="sr-small sr-soft"><p>{said}</p></footer>'

    def _front(self) -> str:
        """What the rulebook holds, before anything is chosen."""
        data, book = self.data, self.book
        rebuilt = sum(bool(chart.source.reconstructed) for chart in book.charts.values())
        lines = [
            f"<b>{len(data.cards)}</b> rules in {len(data.chapters)} chapters, each in our words, under its number in your rulebook",
            f"<b>{len(book.charts)}</b> charts"
            + (f", {rebuilt} of them reconstructed and marked so" if rebuilt else ""),
            f"<b>{len(book.missing)}</b> charts that the rules use but do not print, with what is known of each",
            f"<b>{len(data.options)}</b> optional rules, <b>{len(data.glossary)}</b> terms and abbreviations",
        ]
        if book.game is not None:
            played = sum(card.section in book.implemented for card in data.cards)
            standing = f"✓ This program plays the game: {played} of the sections are in its rules engine."
        else:
            standing = "– This program does not play the game yet. Its rules can be read and searched here."
        versus = ""
        if data.about.versus is not None:
            other = rulebook(data.about.versus.game).title
            versus = f"<p>Each card tells how its rule stands to {escape(other)}: same, changed, new or removed.</p>"
        first = section_link(data.cards[0].section)
        return (
            f"{_heading('Rulebook', data.title)}<p class='sr-rule-words'>{escape(data.about.about)}</p>"
            f'<ul class="sr-facts">{"".join(f"<li>{line}</li>" for line in lines)}</ul>{versus}'
            f"<p>{standing}</p><p class='sr-soft'>Walk the sequence of play on the left, search, or begin at {first}.</p>"
        )


def _heading(kind: str, title: str, mark: str = "") -> str:
    return (
        f'<header><h3 tabindex="-1" data-fallback>{escape(title)}</h3>'
        f'<div class="sr-row"><span class="sr-kind">{escape(kind)}</span>{mark}</div></header>'
    )
