"""How a map of zones is dressed: plates of units, names that keep their size, ground in the colours of nations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from math import hypot
from typing import Any

from tutor.board import Board
from tutor.board.draw import Picture
from tutor.engine.game import Game
from tutor.engine.showing import Dial, Holding, Livery, Piece

from . import plates
from .hex_look import KEY_OF_CHOICES
from .symbols import symbol_defs, symbol_of
from .zone_card import small_symbol, zone_card

# Hatches by name; ground that nobody's livery hatches is plain.
HATCHES = {
    "falling": "M-1 -1L4 4M-1 2L1 4M2 -1L4 1",
    "rising": "M-1 4L4 -1M-1 1L1 -1M2 4L4 2",
    "dots": "M.75 .75h.01M2.25 2.25h.01",
    "upright": "M.75 0V3M2.25 0V3",
}
TILE = 3  # of a hatch, on the map
BLADES = (
    '<g class="sr-blades"><circle r="8.5" fill="#8c2f24" stroke="#fff" stroke-width="1.4"/>'
    '<path d="M-4.4 -4.4L4.4 4.4M4.4 -4.4L-4.4 4.4M-4.6 1.6L-1.6 4.6M4.6 1.6L1.6 4.6" stroke="#fff" stroke-width="1.5" '
    'stroke-linecap="round"/></g>'
)


class ZoneLook:
    """What lies on the ground of a map of zones."""

    css = "sr-zones"

    def __init__(self, game: Game[Any], picture: Picture, prefix: str) -> None:
        self.game, self.picture, self.prefix = game, picture, prefix
        self._drawn: dict[str, tuple[Any, str]] = {}
        self._labelled: dict[str, tuple[Any, str]] = {}

    @property
    def board(self) -> Board:
        return self.picture.board

    def defs(self) -> str:
        hatches = "".join(
            hatch(f"{self.prefix}-held-{nation}", livery)
            for nation, livery in self.game.liveries.items()
            if livery.hatch
        )
        return hatches + symbol_defs(f"{self.prefix}-is")

    def words(self) -> str:
        return self.picture.words() if self.board.boxes else ""

    def tints(self, control: Mapping[str, str], holdings: Mapping[str, Holding]) -> dict[str, str]:
        """The ground of a nation in its colour; a country that it only controls is paler and not hatched."""
        found = {}
        for space, holding in holdings.items():
            livery = self.game.liveries.get(holding.nation)
            if livery is None or holding.nation not in self.game.players:
                continue
            shade = self.shape(
                space, f'fill="{livery.fill}" class="sr-held{"" if holding.full else " sr-held-by-half"}"'
            )
            hatched = holding.full and livery.hatch
            over = self.shape(space, f'fill="url(#{self.prefix}-held-{holding.nation})"') if hatched else ""
            found[space] = shade + over
        return found

    def stacks(self, pieces: list[Piece]) -> dict[str, str]:
        """The plates of each zone; those that have not changed are not drawn again."""
        here: dict[str, list[Piece]] = {}
        for piece in pieces:
            here.setdefault(piece.space, []).append(piece)
        found = {}
        for space, some in here.items():
            kept = self._drawn.get(space)
            if kept is None or kept[0] != some:
                drawn = plates.plates(some, self.game.liveries, self.picture.middle(space), f"{self.prefix}-is")
                kept = self._drawn[space] = (some, drawn)
            if kept[1]:
                found[space] = kept[1]
        return found

    def labels(self, pieces: list[Piece], holdings: Mapping[str, Holding]) -> dict[str, str]:
        built: dict[str, list[Piece]] = {}
        for piece in pieces:
            if piece.group == plates.FACILITY:
                built.setdefault(piece.space, []).append(piece)
        if self.board.boxes:
            return {}
        rooms = rooms_of(self.picture)
        return {
            space: self._label(space, holdings.get(space), built.get(space, []), rooms[space]) for space in self.board
        }

    def _label(self, space: str, holding: Holding | None, built: list[Piece], room: float) -> str:
        kept = self._labelled.get(space)
        if kept is None or kept[0] != (holding, built):
            fact = self.board.fact
            drawn = plates.label(
                fact(space, "name"),
                holding,
                built,
                self.game.liveries,
                self.picture.middle(space),
                room,
                f"{self.prefix}-is",
                sea=fact(space, "kind") == "sea",
                star=fact(space, "victory_city") == "yes",
            )
            kept = self._labelled[space] = ((holding, built), drawn)
        return kept[1]

    def shape(self, space: str, how: str) -> str:
        return f'<use href="#{self.prefix}-at-{space}" {how}/>'

    def outline(self, space: str, css: str) -> str:
        return self.shape(space, f'class="{css}"')

    def dot(self, space: str) -> str:
        """The mark of a space where a click is a legal choice."""
        return plates.fixed(self.picture.middle(space), '<circle cy="-22" r="4" class="sr-dot"/>')

    def field(self, space: str, now: bool) -> str:
        """The edge of a space where combat is fought, or waits."""
        return self.outline(space, f"sr-battle{'' if now else ' sr-battle-waits'}")

    def blades(self, space: str) -> str:
        """Crossed blades over what stands in such a space."""
        return plates.fixed(self.picture.middle(space), BLADES)

    def card(self, space: str, ground: str, here: list[Piece], about: list[Dial]) -> str:
        return zone_card(self.game, self.board, space, here, about)

    def legend(self) -> str:
        game = self.game
        nations = "".join(
            f"<li>{self._swatch(player)} {escape(game.player_name(player))}</li>"
            for player in game.players
            if player in game.liveries
        )
        kinds = "".join(
            f"<li>{small_symbol(kind)} {escape(name)}</li>"
            for kind, name in game.piece_names().items()
            if symbol_of(kind)
        )
        return (
            f'<div class="sr-legend-ground">{self.picture.legend_svg()}</div>'
            f'<div><h4>Nations</h4><ul>{nations}<li><span class="sr-key-chip">POL</span> a country that no player runs</li></ul>'
            f"<h4>Ground</h4><ul>{KEY_OF_CHOICES}<li><b>★</b> an objective city</li>"
            '<li><b class="sr-key-worth">5</b> what a zone is worth</li></ul></div>'
            f'<div class="sr-legend-kinds"><h4>Pieces</h4><ul>{kinds}</ul>'
            "<p class='sr-small'>The number under a symbol is how many there are. Zoom in for types, out for totals.</p></div>"
        )

    def _swatch(self, nation: str) -> str:
        livery = self.game.liveries[nation]
        name = f"{self.prefix}-key-{nation}"
        return (
            f'<svg width="44" height="20" aria-hidden="true"><defs>{hatch(name, livery)}</defs>'
            f'<rect x="1" y="1" width="42" height="18" fill="{livery.fill}" class="sr-held"/>'
            + (f'<rect x="1" y="1" width="42" height="18" fill="url(#{name})"/>' if livery.hatch else "")
            + f'<rect x="6" y="3.4" width="32" height="13" rx="6.5" fill="{livery.fill}" stroke="#23211c"/>'
            f'<text x="22" y="13.4" font-size="9.5" font-weight="700" text-anchor="middle" fill="{livery.ink}">{livery.letters}</text></svg>'
        )


def hatch(name: str, livery: Livery) -> str:
    """Lines over the ground of a nation, so that it is told by more than colour."""
    drawn = HATCHES.get(livery.hatch, "")
    return (
        f'<pattern id="{name}" width="{TILE}" height="{TILE}" patternUnits="userSpaceOnUse"><path d="{drawn}" fill="none" '
        f'stroke="{livery.fill}" stroke-width="0.42" stroke-linecap="round" opacity="0.26"/></pattern>'
        if drawn
        else ""
    )


@lru_cache(maxsize=4)
def rooms_of(picture: Picture) -> dict[str, float]:
    """How wide the room for words is in each zone: the zone itself, or the free ground around a small island."""
    middles = {space: picture.middle(space) for space in picture.board}
    found = {}
    for space, (x, y) in middles.items():
        xs = [picture.place(*point)[0] for point in max(picture.board.outlines[space], key=len)]
        near = min(hypot(a - x, b - y) for other, (a, b) in middles.items() if other != space)
        wide = max(xs) - min(xs)
        found[space] = max(min(wide, 2.2 * near), 0.9 * near)
    return found
