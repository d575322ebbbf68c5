"""Pieces on a map of zones: one plate a nation, with a symbol and a number for each kind.

A plate keeps its size on the screen, whatever the zoom, and there are three of each: a tile with the number of all
units where zones are small, one cell a class where there is some room, and one cell a type where there is much. The
browser shows the one that fits (``board.js``). Measures are pixels of the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from tutor.engine.showing import Holding, Livery, Piece

from .counters import NEUTRAL

TILE = (23.0, 24.0)
CELL = (19.0, 25.0)
HEAD = 10.0  # the strip with the letters of the nation
PAD = 2.5
MOST_ACROSS = {"middle": 5, "near": 6}
LINE = 11.5  # from one line of a name to the next
LETTER = 5.7  # the width of a letter of a name, roughly
FACILITY = "facility"


def livery(liveries: Mapping[str, Livery], nation: str) -> Livery:
    return liveries.get(nation) or NEUTRAL


# Plates


def plates(here: Sequence[Piece], liveries: Mapping[str, Livery], middle: tuple[float, float], prefix: str) -> str:
    """Everything that stands in a zone, in three sizes around its middle. ``prefix``: where the symbols are named."""
    nations: dict[str, list[Piece]] = {}
    for piece in here:
        if piece.group != FACILITY:
            nations.setdefault(piece.nation, []).append(piece)
    if not nations:
        return ""
    tiles = [_tile(pieces, livery(liveries, nation)) for nation, pieces in nations.items()]
    cells = [_plate(_by_group(pieces), livery(liveries, n), prefix, "middle") for n, pieces in nations.items()]
    types = [_plate(_by_type(pieces), livery(liveries, n), prefix, "near") for n, pieces in nations.items()]
    sizes, drawn = [], []
    for css, made in (("far", tiles), ("middle", cells), ("near", types)):
        wide, high, svg = _side_by_side(made)
        sizes.append(f'data-{css}="{wide:.0f} {high:.0f}"')
        drawn.append(f'<g class="sr-at-{css}">{svg}</g>')
    return fixed(middle, "".join(drawn), " ".join(sizes))


def fixed(middle: tuple[float, float], svg: str, more: str = "", css: str = "") -> str:
    """What keeps its size on the screen while the map around it grows and shrinks."""
    x, y = middle
    return (
        f'<g class="sr-fixed {css}" transform="translate({x:g} {y:g})" data-x="{x:g}" data-y="{y:g}" {more}>'
        f'<g class="sr-keep">{svg}</g></g>'
    )


Made = tuple[float, float, str]  # width, height, and the drawing from its upper left corner


def _side_by_side(made: Sequence[Made]) -> Made:
    """Plates in a row, or below one another where a row would be long."""
    gap = 2.0
    row = sum(w for w, _, _ in made) + gap * (len(made) - 1)
    across = row <= 130 or len(made) == 1
    wide = row if across else max(w for w, _, _ in made)
    high = max(h for _, h, _ in made) if across else sum(h for _, h, _ in made) + gap * (len(made) - 1)
    x, y, drawn = -wide / 2, -high / 2, []
    for w, h, svg in made:
        at = (x, -h / 2) if across else (-w / 2, y)
        drawn.append(f'<g transform="translate({at[0]:g} {at[1]:g})">{svg}</g>')
        x, y = x + w + gap, y + h + gap
    return wide, high, "".join(drawn)


def _card(wide: float, high: float, colours: Livery, held: bool = False) -> str:
    edge = 'stroke="#f4c430" stroke-width="2.4"' if held else 'stroke="#1d1b17" stroke-width="0.9"'
    return (
        f'<rect x="1" y="1.4" width="{wide:g}" height="{high:g}" rx="3" fill="#000" opacity="0.25"/>'
        f'<rect width="{wide:g}" height="{high:g}" rx="3" fill="{colours.fill}" {edge}/>'
    )


def _text(text: str, x: float, y: float, size: float, ink: str, weight: int = 700, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{ink}" text-anchor="{anchor}" '
        f'style="font-family:var(--sr-sans)">{escape(text)}</text>'
    )


def _words(pieces: Iterable[Piece]) -> str:
    return escape("; ".join(piece.text for piece in pieces))


def _tile(pieces: Sequence[Piece], colours: Livery) -> Made:
    """How many units of a nation, and its letters. The browser may add up the tiles of zones that lie close."""
    wide, high = TILE
    count = sum(piece.count for piece in pieces)
    held = any(piece.badge == "hand" for piece in pieces)
    return (
        wide,
        high,
        f'<g class="sr-tile" data-nation="{escape(pieces[0].nation)}" data-minor="{int(not pieces[0].side)}" data-count="{count}" role="img" aria-label="{_words(pieces)}">'
        + _card(wide, high, colours, held)
        + _text(colours.letters, wide / 2, 8.6, 7.6, colours.ink)
        + f'<g class="sr-number">{_text(str(count), wide / 2, 20.4, 12, colours.ink)}</g></g>',
    )


Cell = tuple[str, str, list[Piece]]  # the symbol, the number, and the pieces it stands for


def _by_group(pieces: Sequence[Piece]) -> list[Cell]:
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.group or piece.branch, []).append(piece)
    return [
        (name if len({p.branch for p in some}) > 1 else some[0].branch, str(sum(p.count for p in some)), some)
        for name, some in groups.items()
    ]


def _by_type(pieces: Sequence[Piece]) -> list[Cell]:
    return [(piece.branch, str(piece.count), [piece]) for piece in pieces]


def _plate(cells: Sequence[Cell], colours: Livery, prefix: str, room: str) -> Made:
    rows = -(-len(cells) // MOST_ACROSS[room])
    across = -(-len(cells) // rows)
    wide = max(across * CELL[0], 24.0) + 2 * PAD
    high = HEAD + rows * CELL[1] + PAD
    left = (wide - across * CELL[0]) / 2
    drawn = [
        _cell(cell, left + (i % across) * CELL[0], HEAD + (i // across) * CELL[1], colours, prefix)
        for i, cell in enumerate(cells)
    ]
    return (
        wide,
        high,
        _card(wide, high, colours) + _text(colours.letters, wide / 2, 8.6, 8, colours.ink) + "".join(drawn),
    )


def _cell(cell: Cell, x: float, y: float, colours: Livery, prefix: str) -> str:
    symbol, number, pieces = cell
    badges = {piece.badge for piece in pieces}
    held, spent = "hand" in badges, badges <= {"moved"}
    frame = (
        f'<rect x="0.5" y="0.5" width="{CELL[0] - 1:g}" height="{CELL[1] - 1:g}" rx="2.5" fill="#f4c430" stroke="#5e4000"/>'
        if held
        else ""
    )
    ink = "#23211c" if held else colours.ink
    marks = [badge for badge in badges if badge and badge not in ("hand", "moved")]
    mark = _mark(marks[0]) if len(marks) == 1 and len(pieces) == 1 else ""
    faint = ' opacity="0.5"' if spent else ""
    one = f'data-piece="{escape(pieces[0].id)}"' if len({p.branch for p in pieces}) == 1 else ""
    return (
        f'<g transform="translate({x:g} {y:g})" {one} role="img" aria-label="{_words(pieces)}" color="{ink}"{faint}>{frame}'
        f'<rect width="{CELL[0]:g}" height="{CELL[1]:g}" fill="transparent"/>'
        f'<use href="#{prefix}-{escape(symbol)}" x="{CELL[0] / 2:g}" y="6.6"/>'
        f"{_text(number, CELL[0] / 2, 22.6, 11.5, ink)}{mark}</g>"
    )


def _mark(text: str) -> str:
    """A short word on a cell: what its units have been told to do, or their damage."""
    wide = 4 + 4.6 * len(text)
    x = (CELL[0] - wide) / 2
    return (
        f'<rect x="{x:g}" y="{CELL[1] - 3:g}" width="{wide:g}" height="9" rx="2" fill="#8c2f24" stroke="#fff" stroke-width="0.6"/>'
        + _text(text, x + wide / 2, CELL[1] + 4, 7, "#fff")
    )


# Names


def broken(name: str) -> list[str]:
    """A name in at most two lines of about the same length."""
    words = name.split()
    if len(name) <= 9 or len(words) == 1:
        return [name]
    cuts = [(max(len(" ".join(words[:i])), len(" ".join(words[i:]))), i) for i in range(1, len(words))]
    _, at = min(cuts)
    return [" ".join(words[:at]), " ".join(words[at:])]


def label(
    name: str,
    holding: Holding | None,
    facilities: Sequence[Piece],
    liveries: Mapping[str, Livery],
    middle: tuple[float, float],
    room: float,
    prefix: str,
    *,
    sea: bool = False,
    star: bool = False,
) -> str:
    """What is written in a zone: its name, whose it is, what it is worth; close by, the facilities that stand in it.

    ``room`` is how wide the zone is on the map. The browser leaves out what would lie over something else.
    """
    lines = broken(name)
    wide = max(map(len, lines)) * LETTER + (9 if star else 0)
    drawn = "".join(
        f'<text y="{LINE * number:g}">{"★ " if star and not number else ""}{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    chip = _chip(holding, liveries) if holding is not None else ""
    icons = _icons(facilities, prefix) if facilities else ""
    css = "sr-label sr-label-sea" if sea else "sr-label"
    more = (
        f'data-from="{wide / max(room, 4) / 1.1:.2f}" data-w="{wide:.0f}" data-h="{LINE * len(lines):.0f}" '
        f'data-rank="{0 if star else 2 if sea else 1}" data-chip="{26 / max(room, 4):.2f}" data-built="{18 * len(facilities)}"'
    )
    parts = f'<g class="sr-name">{drawn}</g><g class="sr-holding">{chip}</g><g class="sr-built sr-at-near">{icons}</g>'
    return fixed(middle, parts, more, css)


def _chip(holding: Holding, liveries: Mapping[str, Livery]) -> str:
    """The letters of a nation in its colours, and the value of the zone beside them."""
    colours = livery(liveries, holding.nation)
    letters = holding.letters or colours.letters
    worth = 8.0 if holding.value else 0.0
    wide = 8 + 5.2 * len(letters)
    value = _text(holding.value, wide / 2 + 1, 3.4, 10.5, "#8c2f24") if holding.value else ""
    edge = ' stroke-dasharray="2 1.4"' if not holding.full else ""
    return (
        f'<rect x="{-(wide + worth) / 2:g}" y="-5.4" width="{wide:g}" height="10.8" rx="5.4" fill="{colours.fill}" '
        f'stroke="#23211c" stroke-width="0.8"{edge}/>{_text(letters, -worth / 2, 2.7, 7.8, colours.ink)}'
        f'<g class="sr-worth">{value}</g>'
    )


def _icons(facilities: Sequence[Piece], prefix: str) -> str:
    """The facilities of a zone in a row; a damaged one is red and tells how much."""
    wide = 18 * len(facilities) + 2
    paper = f'<rect x="{-wide / 2:g}" y="-7" width="{wide}" height="14" rx="3" fill="#fbf8ec" opacity="0.72"/>'
    return paper + "".join(
        f'<g transform="translate({(i - (len(facilities) - 1) / 2) * 18:g} 0)" data-piece="{escape(piece.id)}" role="img" '
        f'aria-label="{escape(piece.text)}" color="{"#8c2f24" if piece.badge else "#3d382c"}">'
        f'<use href="#{prefix}-{escape(piece.branch)}"/>{_text(piece.badge, 8, 5, 9, "#8c2f24") if piece.badge else ""}</g>'
        for i, piece in enumerate(facilities)
    )
