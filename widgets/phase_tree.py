"""The sequence of play as a tree that shows where the game stands."""

from __future__ import annotations

from html import escape
from typing import Any

import traitlets

from tutor.engine.errors import UnknownName
from tutor.engine.phases import Phase, Place, Step

from .page import Page, Panel, Said, do, guarded
from .rule_book import number_link
from .seat import Seat

# How the words of ``Node.who`` are said, and what they mean.
WHO = {
    "both": ("both players", "Each player does this; the rules say who goes first."),
    "active": ("active player", "The player whose steps are being taken now."),
    "passive": ("passive player", "The player whose steps these are not: he only answers."),
    "none": ("by itself", "Nobody chooses anything: the rules are carried out."),
}


class PhaseTree(Panel):
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

    @traitlets.observe("seat")
    def _follow_section(self, change: Any) -> None:
        if isinstance(change["old"], Seat):
            change["old"].unobserve(self._section_moved, "section")
        change["new"].observe(self._section_moved, "section")

    def _section_moved(self, change: Any) -> None:
        self.repaint()

    # --- what is open ---

    def _is_open(self, node: str) -> bool:
        return self.chosen.get(node, node in self._path)

    def _open_way_to(self, node: str) -> None:
        way = _way(self.session.game.sequence, node)
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
        places = {place.id: place for place in where}
        root = self.session.game.sequence
        branches = "".join(self._node(part, places, "") for part in root.parts)
        self.page.html = (
            f'<div class="sr-tree" data-views="{self._views}"><h3 class="sr-hidden-words">{escape(root.title)}: the sequence of play</h3>'
            f"{self._breadcrumb(where)}"
            f'<div class="sr-scroll sr-tree-box" data-scroll="tree" data-list><ul>{branches}</ul></div>'
            f"{self._key()}</div>"
        )
        self._aim = ""

    def _breadcrumb(self, where: tuple[Place, ...]) -> str:
        if not where:
            return '<p class="sr-crumbs"><b>The game is over.</b></p>'
        crumbs = " <span aria-hidden='true'>›</span> ".join(
            f'<button class="sr-crumb" {do("go", node=place.id)}>{escape(self._named(place.title, place.value))}</button>'
            for place in where[1:] or where
        )
        return f'<nav class="sr-crumbs" aria-label="Where the game stands">{crumbs}</nav>'

    def _node(self, node: Phase | Step, places: dict[str, Place], acting: str) -> str:
        place = places.get(node.id)
        if place and place.value in self.session.game.players:
            acting = place.value  # below here it is known whose steps these are
        current = bool(self._path) and node.id == self._path[-1]
        marked = (
            node.id == self.marked if self.marked else bool(self.seat.section) and node.section == self.seat.section
        )
        value = place.value if place else None
        title = escape(self._named(node.title, value)) + (" …" if node.bind and value is None and node.each else "")
        classes = " ".join(
            name for name, so in {"sr-now": current, "sr-on-path": place, "sr-marked": marked}.items() if so
        )
        signs = ('<b class="sr-now-sign">▶ now</b> ' if current else "") + (
            '<span class="sr-mark">◆ this rule</span> ' if marked else ""
        )
        aim = " data-into-view" if node.id == self._aim else ""
        line = f'{signs}<span class="sr-node-title">{title}</span><span class="sr-node-who">{self._who(node, acting)}</span>'
        summary = f'<span class="sr-node-summary">{escape(node.summary)}</span>' if node.summary else ""
        here = ' aria-current="step"' if current else ""
        if isinstance(node, Step):
            inner = f'<div class="sr-leaf"{here}{aim}>{line}{summary}</div>'
        else:
            opened = " open" if self._is_open(node.id) else ""
            parts = "".join(self._node(part, places, acting) for part in node.parts)
            inner = (
                f'<details data-key="{escape(node.id)}" data-firm{opened}><summary data-key="{escape(node.id)}/head" '
                f"{do('fold', node=node.id)}{aim}>{line}{summary}</summary><ul>{parts}</ul></details>"
            )
        return f'<li class="{classes}" data-node="{escape(node.id)}">{number_link(node.section, f"rule {node.id}")}{inner}</li>'

    def _who(self, node: Phase | Step, acting: str) -> str:
        """Who acts, by name where the place of the game tells it, and whether it is done once."""
        who = node.who or ("none" if isinstance(node, Step) else "")
        words, meaning = WHO.get(who, (self.session.game.player_name(who), ""))
        players = self.session.game.players
        if acting and who == "active":
            words = f"{self.session.game.player_name(acting)} (active)"
        elif acting and who == "passive" and len(players) == 2:
            words = f"{self.session.game.player_name(next(p for p in players if p != acting))} (passive)"
        more = (["repeats"] if node.loop or node.each else []) + (["at times"] if node.when else [])
        told = " · ".join(escape(part) for part in [words, *more] if part)
        return f'<span title="{escape(meaning)}">{told}</span>' if meaning else told

    def _named(self, title: str, value: Any) -> str:
        return title if value is None else f"{title} {self.session.game.player_name(str(value))}"

    @staticmethod
    def _key() -> str:
        meanings = "".join(f"<dt>{words}</dt><dd>{meaning}</dd>" for words, meaning in WHO.values())
        return (
            '<details class="sr-tree-key" data-key="who-key"><summary>What the words mean</summary><dl>'
            f"{meanings}<dt>repeats</dt><dd>It is gone through again: for each player or hex, or while there is more to do.</dd>"
            "<dt>at times</dt><dd>It is left out where it does not apply.</dd></dl></details>"
        )


def _way(root: Phase | Step, node: str) -> tuple[str, ...]:
    """The ids from the root down to a node; empty where there is none of this name."""
    if root.id == node:
        return (root.id,)
    for part in root.parts if isinstance(root, Phase) else ():
        if below := _way(part, node):
            return (root.id, *below)
    return ()
