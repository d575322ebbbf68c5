"""The sequence of play as a tree that shows where the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

import traitlets

from tutor.engine.errors import UnknownName
from tutor.engine.game import Game
from tutor.engine.phases import Node, Place
from tutor.engine.rulebook_data import Shown

from .page import Page, Said, SectionPanel, do, guarded
from .sequence_tree import Look, branches, key_of_words, way_to


@dataclass(frozen=True)
class GameLook(Look):
    """A tree with a game in it: where it stands, and who acts by name where that is known."""

    game: Game[Any] = field(kw_only=True)
    path: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    acting: str = ""

    def below(self, node: Shown) -> GameLook:
        place = self.places.get(node.id)
        if place and place.value in self.game.players:
            return replace(self, acting=place.value)  # below here it is known whose steps these are
        return self

    def title(self, node: Shown) -> str:
        place = self.places.get(node.id)
        value = place.value if place else None
        more = " …" if isinstance(node, Node) and node.bind and value is None and node.each else ""
        return (self.game.place_name(place) if place else node.title) + more

    def who(self, node: Shown) -> tuple[str, str]:
        words, meaning = super().who(node)
        players, name = self.game.players, self.name_of
        if self.acting and node.who == "active":
            words = f"{name(self.acting)} (active)"
        elif self.acting and node.who == "passive" and len(players) == 2:
            words = f"{name(next(p for p in players if p != self.acting))} (passive)"
        return words, meaning

    def is_current(self, node: Shown) -> bool:
        return bool(self.path) and node.id == self.path[-1]

    def on_path(self, node: Shown) -> bool:
        return node.id in self.places


class PhaseTree(SectionPanel):
    """The whole sequence of play, folded but for the way to the current step.

    ``marked`` is the id of a phase or step to point at, besides the current one; empty, those that stand under the
    section being looked at are marked.
    """

    title = "Sequence of play"
    marked = traitlets.Unicode("")

    def build(self) -> None:
        self.page = Page(
            self.title,
            {"rule": self.rule_clicked, "fold": self._folded, "go": self._go, "shown": lambda said: self._show_again()},
        )
        self.chosen: dict[str, bool] = {}  # what the user folded or opened by hand
        self._path: tuple[str, ...] = ()
        self._views = 0
        self._aim = ""  # what to scroll to with the next painting
        self.children = (self.notice, self.page)

    # --- what the user does ---

    def _folded(self, said: Said) -> None:
        """The browser has folded it already: only remember, so that a repaint leaves it so."""
        key = str(said.get("node", ""))
        self.chosen[key] = not self._is_open(key)

    @guarded
    def _go(self, said: Said) -> None:
        self._open_way_to(str(said.get("node", "")))
        self.refresh()

    @guarded
    def _show_again(self) -> None:
        """The browser has just shown it: only now can it be scrolled."""
        self._views += 1
        self._aim = self._path[-1] if self._path else ""
        self.refresh()

    @traitlets.observe("marked")
    def _marked_moved(self, change: Any) -> None:
        if not self._built:
            return  # named when the panel was made: the first painting shows it
        if change["new"]:
            self._go({"node": change["new"]})
        else:
            self.repaint()

    # --- what is open ---

    def _is_open(self, node: str) -> bool:
        return self.chosen.get(node, node in self._path)

    def _is_marked(self, node: Shown) -> bool:
        if self.marked:
            return node.id == self.marked
        return bool(self.seat.section) and node.section == self.seat.section

    def _open_way_to(self, node: str) -> None:
        way = way_to(self.session.game.sequence, node)
        if not way:
            names = (part.id for _, part in self.session.game.sequence.walk())
            raise UnknownName("phase or step", node, names)
        for above in way[:-1]:
            self.chosen[above] = True
        self._aim = node

    # --- painting ---

    def refresh(self) -> None:
        where = self.seat.view.where
        path = tuple(place.id for place in where)
        if path != self._path:
            for node in path:
                self.chosen.pop(node, None)  # the way to the current step is opened, however it was left
            self._path = path
            self._aim = path[-1] if path else ""
        root = self.session.game.sequence
        look = GameLook(
            self._is_open,
            self._is_marked,
            self._aim,
            name_of=self.session.game.player_name,
            game=self.session.game,
            path=path,
            places={place.id: place for place in where},
        )
        self.page.html = (
            f'<div class="sr-tree" data-views="{self._views}"><h3 class="sr-hidden-words">{escape(root.title)}: the sequence of play</h3>'
            f"{self._breadcrumb(where)}"
            f'<div class="sr-scroll sr-tree-box" data-scroll="tree" data-list><ul>{branches(root, look)}</ul></div>'
            f"{key_of_words()}</div>"
        )
        self._aim = ""

    def _breadcrumb(self, where: tuple[Place, ...]) -> str:
        if not where:
            return '<p class="sr-crumbs"><b>The game is over.</b></p>'
        crumbs = " <span aria-hidden='true'>›</span> ".join(
            f'<button class="sr-crumb" {do("go", node=place.id)}>{escape(self.session.game.place_name(place))}</button>'
            for place in where[1:] or where
        )
        return f'<nav class="sr-crumbs" aria-label="Where the game stands">{crumbs}</nav>'
