"""A zone in words: who holds it, what it is worth, and all units by nation and type."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from tutor.board import Board
from tutor.engine.game import Game
from tutor.engine.showing import Dial, Livery, Piece

from .plates import FACILITY, livery
from .symbols import symbol_of


def zone_card(game: Game[Any], board: Board, space: str, here: Iterable[Piece], about: Iterable[Dial]) -> str:
    """The card of a zone, for a pop-up or a panel."""
    facts = "".join(
        f"<span><i>{escape(dial.title)}</i> {escape(dial.value)}{f' ({escape(dial.note)})' if dial.note else ''}</span>"
        for dial in about
    )
    nations: dict[str, list[Piece]] = {}
    for piece in here:
        nations.setdefault("" if piece.group == FACILITY else piece.nation, []).append(piece)
    built = nations.pop("", [])
    forces = "".join(_force(livery(game.liveries, nation), some) for nation, some in nations.items())
    works = "".join(f"<li>{small_symbol(p.branch)} {escape(p.text)}</li>" for p in built)
    return (
        f'<div class="sr-zone-card"><b>{escape(board.fact(space, "name"))}</b><div class="sr-zone-facts">{facts}</div>{forces}'
        + (f'<ul class="sr-zone-works">{works}</ul>' if works else "")
        + "</div>"
    )


def _force(colours: Livery, pieces: list[Piece]) -> str:
    rows = "".join(
        f'<li><span class="sr-zone-count">{piece.count}</span>{small_symbol(piece.branch)} <span>{escape(unnumbered(piece))}</span></li>'
        for piece in pieces
    )
    total = sum(piece.count for piece in pieces)
    return (
        f'<div class="sr-zone-force">{letters_chip(colours)} <span class="sr-soft">{total} unit{"s" if total != 1 else ""}'
        f"</span><ul>{rows}</ul></div>"
    )


def unnumbered(piece: Piece) -> str:
    """What a piece is, where its nation and its number stand beside it already."""
    return piece.text.partition(f" {piece.count} ")[2] or piece.text


def letters_chip(colours: Livery, words: str = "") -> str:
    """The letters of a nation in its colours, or words of ours in them."""
    return f'<span class="sr-letters" style="background:{colours.fill};color:{colours.ink}">{escape(words or colours.letters)}</span>'


def small_symbol(kind: str, ink: str = "#3d382c", wide: int = 24) -> str:
    return (
        f'<svg class="sr-small-symbol" width="{wide}" height="{wide * 0.66:.0f}" viewBox="-9 -6 18 12" aria-hidden="true" '
        f'style="color:{ink}"><g fill="none" stroke="currentColor" stroke-width="1.1">{symbol_of(kind)}</g></svg>'
    )
