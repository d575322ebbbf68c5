"""The sequence of play drawn as a tree: the same for a game on the table and for one in a rulebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from tutor.engine.rulebook_data import Shown

from .page import do
from .rule_book import number_link

# How the words of ``Node.who`` are said, and what they mean.
WHO = {
    "both": ("both players", "Each player does this; the rules say who goes first."),
    "active": ("active player", "The player whose steps are being taken now."),
    "passive": ("passive player", "The player whose steps these are not: he only answers."),
    "none": ("by itself", "Nobody chooses anything: the rules are carried out."),
}


@dataclass(frozen=True)
class Look:
    """How the nodes of a tree are shown. A game on the table says more of them: see ``phase_tree``."""

    opened: Callable[[str], bool]
    marked: Callable[[Shown], bool]
    aim: str = ""  # the node to scroll to
    opens_rules: bool = False  # a click on a step opens its rule
    name_of: Callable[[str], str] = str  # what a player is called

    def title(self, node: Shown) -> str:
        return node.title

    def who(self, node: Shown) -> tuple[str, str]:
        """Who acts, and what that means if it needs saying."""
        who = node.who or ("" if node.parts else "none")
        return WHO.get(who) or (self.name_of(who), "")

    def is_current(self, node: Shown) -> bool:
        return False

    def on_path(self, node: Shown) -> bool:
        return False

    def below(self, node: Shown) -> Look:
        """How the parts of a node are shown."""
        return self


def branches(root: Shown, look: Look) -> str:
    """All that is below the root, as list items."""
    return "".join(_branch(part, look) for part in root.parts)


def _branch(node: Shown, look: Look) -> str:
    look = look.below(node)
    current, marked = look.is_current(node), look.marked(node)
    states = {"sr-now": current, "sr-on-path": look.on_path(node), "sr-marked": marked}
    signs = ('<b class="sr-now-sign">▶ now</b> ' if current else "") + (
        '<span class="sr-mark">◆ this rule</span> ' if marked else ""
    )
    aim = " data-into-view" if node.id == look.aim else ""
    line = f'{signs}<span class="sr-node-title">{escape(look.title(node))}</span><span class="sr-node-who">{_who(node, look)}</span>'
    summary = f'<span class="sr-node-summary">{escape(node.summary)}</span>' if node.summary else ""
    here = ' aria-current="step"' if current else ""
    link = number_link(node.section, f"rule {node.id}")
    if node.parts:
        opened = " open" if look.opened(node.id) else ""
        inner = (
            f'<details data-key="{escape(node.id)}" data-firm{opened}><summary data-key="{escape(node.id)}/head" '
            f"{do('fold', node=node.id)}{aim}>{line}{summary}</summary><ul>{branches(node, look)}</ul></details>"
        )
    elif look.opens_rules:
        asks = f'data-key="{escape(node.id)}/leaf" {do("rule", section=node.section)}'
        number = f'<span class="sr-section">{escape(node.section.split("/")[0])}</span>'
        inner, link = f'<button class="sr-leaf"{here}{aim} {asks}>{number}{line}{summary}</button>', ""
    else:
        inner = f'<div class="sr-leaf"{here}{aim}>{line}{summary}</div>'
    classes = " ".join(name for name, so in states.items() if so)
    return f'<li class="{classes}" data-node="{escape(node.id)}">{link}{inner}</li>'


def _who(node: Shown, look: Look) -> str:
    words, meaning = look.who(node)
    more = (["repeats"] if node.repeats else []) + (["at times"] if node.at_times else [])
    told = " · ".join(escape(part) for part in [words, *more] if part)
    return f'<span title="{escape(meaning)}">{told}</span>' if meaning else told


def key_of_words(players: bool = True) -> str:
    """What the words beside the steps mean; ``players`` with those that a two-player game uses."""
    who = WHO if players else {"none": WHO["none"]}
    meanings = "".join(f"<dt>{words}</dt><dd>{meaning}</dd>" for words, meaning in who.values())
    return (
        '<details class="sr-tree-key" data-key="who-key"><summary>What the words mean</summary><dl>'
        f"{meanings}<dt>repeats</dt><dd>It is gone through again: for each player or hex, or while there is more to do.</dd>"
        "<dt>at times</dt><dd>It is left out where it does not apply.</dd></dl></details>"
    )


def way_to(root: Shown, node: str) -> tuple[str, ...]:
    """The ids from the root down to a node; empty where there is none of this name."""
    if root.id == node:
        return (root.id,)
    for part in root.parts:
        if below := way_to(part, node):
            return (root.id, *below)
    return ()
