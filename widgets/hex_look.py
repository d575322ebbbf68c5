"""How a map of hexes is dressed: counters in piles, control by side, the legend of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from tutor.board import Board
from tutor.board.draw import Picture
from tutor.engine.game import Game
from tutor.engine.showing import Dial, Holding, Piece

from . import counters

SIDE_PATTERNS = ("M-2 2L2 -2M0 8L8 0M6 10L10 6", "M4 0V8", "M0 4H8", "M0 0L8 8", "M2 2h2v2h-2z")
SIDE_COLOURS = ("#1f4e6b", "#8c2f24", "#6b5b1f", "#3f6b3a", "#5b3a6b")
COUNTER = 0.4  # the width of a counter, in hexes


class HexLook:
    """What lies on the ground of a map of hexes; see ``ZoneLook`` for the other kind."""

    css = "sr-hexes"

    def __init__(self, game: Game[Any], picture: Picture, prefix: str) -> None:
        self.game, self.picture, self.prefix = game, picture, prefix

    @property
    def board(self) -> Board:
        return self.picture.board

    def defs(self) -> str:
        return patterns(self.game.players, f"{self.prefix}-map")

    def words(self) -> str:
        return self.picture.words()

    def tints(self, control: Mapping[str, str], holdings: Mapping[str, Holding]) -> dict[str, str]:
        order = {player: i for i, player in enumerate(self.game.players)}
        return {
            space: self.shape(space, f'fill="url(#{self.prefix}-map-{order[side]})"')
            for space, side in control.items()
            if side in order
        }

    def stacks(self, pieces: list[Piece]) -> dict[str, str]:
        size = self.picture.pitch() * COUNTER
        return {
            space: counters.stack(here, self.game.liveries, self.picture.middle(space), size)
            for space, here in counters.piles(pieces).items()
        }

    def labels(self, pieces: list[Piece], holdings: Mapping[str, Holding]) -> dict[str, str]:
        """Names stand on the ground and never change."""
        return {}

    def shape(self, space: str, how: str) -> str:
        return f'<use href="#{self.prefix}-at-{space}" {how}/>'

    def outline(self, space: str, css: str) -> str:
        return self.shape(space, f'class="{css}"')

    def dot(self, space: str) -> str:
        """The mark of a space where a click is a legal choice."""
        x, y = self.picture.middle(space)
        reach = self.picture.pitch() * 0.36
        return f'<circle cx="{x}" cy="{y - reach:.1f}" r="{reach * 0.16:.1f}" class="sr-dot"/>'

    def card(self, space: str, ground: str, here: list[Piece], about: list[Dial]) -> str:
        """What is to be said of a hex: its ground and its stack."""
        rows = "".join(f"<li>{small_counter(p, self.game.liveries)} {escape(p.text)}</li>" for p in here)
        return f"<b>{escape(space)}</b> {escape(ground)}" + (f"<ul>{rows}</ul>" if rows else "")

    def legend(self) -> str:
        game = self.game
        nations = "".join(
            f"<li>{small_counter(Piece(n, '', '', n, 'unknown', hidden=True), game.liveries)} {escape(n)}</li>"
            for n in game.liveries
        )
        first = next(iter(game.liveries), "")
        branches = "".join(
            f"<li>{small_counter(Piece('', '', '', first, b, '4'), game.liveries)} {b}</li>"
            for b in ("infantry", "cavalry", "artillery", "air", "fortress", "deception")
        )
        sides = "".join(
            f'<li><svg width="26" height="20" aria-hidden="true"><defs>{patterns(game.players, f"{self.prefix}-key")}</defs>'
            f'<rect width="26" height="20" fill="url(#{self.prefix}-key-{i})"/></svg> held by {escape(game.the(p))}</li>'
            for i, p in enumerate(game.players)
        )
        return (
            f'<div class="sr-legend-ground">{self.picture.legend_svg()}</div><div><h4>Counters</h4><ul>{nations}</ul>'
            f"<p class='sr-small'>A back without strength: the enemy's block, or one you may not see.</p>"
            f"<ul>{branches}</ul></div><div><h4>Ground</h4><ul>{sides}{KEY_OF_CHOICES}</ul></div>"
        )


KEY_OF_CHOICES = (
    '<li><svg width="26" height="20" aria-hidden="true"><rect x="2" y="2" width="22" height="16" class="sr-legal"/></svg> '
    "a click here is a legal choice</li>"
    '<li><svg width="26" height="20" aria-hidden="true"><rect x="2" y="2" width="22" height="16" class="sr-chosen"/></svg> '
    "chosen</li>"
)


def small_counter(piece: Piece, liveries: Any) -> str:
    return (
        '<svg class="sr-small-counter" width="24" height="24" viewBox="-22 -24 46 48" aria-hidden="true">'
        f"{counters.counter(piece, liveries, 40)}</svg>"
    )


def patterns(players: Iterable[str], prefix: str) -> str:
    """A hatch for each side, so that control is told by more than colour.

    Each picture needs names of its own: a browser draws nothing with a pattern that stands in a hidden picture.
    """
    return "".join(
        f'<pattern id="{prefix}-{i}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{SIDE_COLOURS[i % 5]}" opacity="0.13"/>'
        f'<path d="{SIDE_PATTERNS[i % 5]}" stroke="{SIDE_COLOURS[i % 5]}" stroke-width="0.9" opacity="0.38" fill="none"/></pattern>'
        for i, _ in enumerate(players)
    )
