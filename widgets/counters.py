"""Pieces drawn as wargame counters: nation's colours and letters, a branch symbol, the strength, or a plain back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from tutor.engine.showing import Livery, Piece

NEUTRAL = Livery("#e8e2d0", "#23211c", "")
SPREAD = 0.16  # how far each counter of a pile is shifted, in counters
MOST_SHOWN = 4  # of one pile; the rest are counted


def livery(liveries: Mapping[str, Livery], nation: str) -> Livery:
    return liveries.get(nation) or NEUTRAL


def symbol(branch: str, ink: str) -> str:
    """The branch symbol, in a frame 24 wide and 14 high around the origin."""
    frame = f'<rect x="-12" y="-7" width="24" height="14" fill="none" stroke="{ink}" stroke-width="1.6"/>'
    line = f'stroke="{ink}" stroke-width="1.6" fill="none"'
    inside = {
        "infantry": f'<path d="M-12 -7L12 7M-12 7L12 -7" {line}/>',
        "cavalry": f'<path d="M-12 7L12 -7" {line}/>',
        "artillery": f'<circle r="3.4" fill="{ink}"/>',
        "air": f'<path d="M0 0C-3 -5 -9 -5 -9 0S-3 5 0 0S9 -5 9 0S3 5 0 0" {line}/>',
        "armour": f'<rect x="-8" y="-4" width="16" height="8" rx="4" {line}/>',
        "naval": f'<path d="M0 -6v11M-5 1a5 4.4 0 0 0 10 0M-3 -3h6" {line}/>',
        "deception": f'<path d="M-7 4q7 -12 14 0" {line} stroke-dasharray="3 2"/>',
    }.get(branch)
    return frame + inside if inside else ""


def counter(piece: Piece, liveries: Mapping[str, Livery], size: float) -> str:
    """One counter around the origin, ``size`` wide, with its words for those who cannot see it."""
    colours = livery(liveries, piece.nation)
    if piece.branch == "fortress":
        body = _fortress(piece, colours)
    elif piece.branch == "marker":
        body = _marker(piece)
    else:
        body = _back(colours) if piece.hidden else _front(piece, colours)
    badge = _badge(piece.badge) if piece.badge and piece.branch != "marker" else ""
    words = escape(piece.text or f"{piece.nation} {piece.branch} {piece.value}".strip())
    return (
        f'<g data-piece="{escape(piece.id)}" role="img" aria-label="{words}" transform="scale({round(size / 40, 3)})">'
        f"{body}{badge}</g>"
    )


def _card(colours: Livery) -> str:
    return (
        '<rect x="-18.5" y="-18" width="40" height="40" rx="4" fill="#000" opacity="0.28"/>'
        f'<rect x="-20" y="-20" width="40" height="40" rx="4" fill="{colours.fill}" stroke="#1d1b17" stroke-width="1.2"/>'
    )


def _front(piece: Piece, colours: Livery) -> str:
    shown = symbol(piece.branch, colours.ink)
    mark = f'<g transform="translate(0 -4)">{shown}</g>' if shown else _words(piece.branch[:5], 0, -2, 9, colours.ink)
    return (
        _card(colours)
        + _words(colours.letters, -17, -13.5, 6.5, colours.ink, "start")
        + mark
        + _words(piece.value, 0, 16.5, 14, colours.ink, weight="700")
    )


def _back(colours: Livery) -> str:
    return (
        _card(colours)
        + f'<rect x="-16" y="-16" width="32" height="32" rx="3" fill="none" stroke="{colours.ink}" stroke-width="1" '
        'stroke-dasharray="2.5 2.5" opacity="0.7"/>' + _words(colours.letters, 0, 5, 14, colours.ink, weight="700")
    )


def _fortress(piece: Piece, colours: Livery) -> str:
    return (
        '<polygon points="0,-21 20,-7 14,18 -14,18 -20,-7" fill="#000" opacity="0.25" transform="translate(1.5 2)"/>'
        f'<polygon points="0,-21 20,-7 14,18 -14,18 -20,-7" fill="{colours.fill}" stroke="#1d1b17" stroke-width="2.4"/>'
        + _words(piece.value, 0, 8, 17, colours.ink, weight="700")
    )


def _marker(piece: Piece) -> str:
    return '<circle r="17" fill="#fbf8ef" stroke="#1d1b17" stroke-width="1.4"/>' + _words(
        piece.badge or piece.text[:6], 0, 4, 10, "#23211c", weight="700"
    )


def _badge(text: str) -> str:
    width = 6 + 5.4 * len(text)
    return f'<rect x="{20 - width}" y="-22" width="{width}" height="11" rx="3" fill="#8c2f24"/>' + _words(
        text, 20 - width / 2, -13.6, 8, "#fff", weight="700"
    )


def _words(text: str, x: float, y: float, size: float, ink: str, anchor: str = "middle", weight: str = "400") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{ink}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )


def piles(pieces: Iterable[Piece]) -> dict[str, list[list[Piece]]]:
    """The pieces of each space, in piles: one a side, and one for what belongs to nobody."""
    found: dict[str, dict[str, list[Piece]]] = {}
    for piece in pieces:
        kind = "fortress" if piece.branch == "fortress" else piece.side
        found.setdefault(piece.space, {}).setdefault(kind, []).append(piece)
    return {space: list(sides.values()) for space, sides in found.items()}


def stack(
    here: Sequence[Sequence[Piece]], liveries: Mapping[str, Livery], middle: tuple[float, float], size: float
) -> str:
    """The piles of one space side by side around its middle."""
    x, y = middle[0], middle[1] - size * 0.08  # a little high: the name of the space stands below
    step = size * 1.12
    left = x - step * (len(here) - 1) / 2
    drawn = []
    for number, pile in enumerate(here):
        drawn.append(_pile(pile, liveries, left + number * step, y, size))
    return "".join(drawn)


def _pile(pile: Sequence[Piece], liveries: Mapping[str, Livery], x: float, y: float, size: float) -> str:
    """Counters on top of each other, the strongest uppermost; a long pile tells how many it holds."""
    ordered = sorted(pile, key=_weight)
    shown = ordered[-MOST_SHOWN:]
    shift = size * SPREAD
    first = -(len(shown) - 1) / 2 * shift
    parts = [
        f'<g transform="translate({x + first + i * shift:.1f} {y - first - i * shift:.1f})">'
        f"{counter(piece, liveries, size)}</g>"
        for i, piece in enumerate(shown)
    ]
    if len(pile) > 1:
        at_x, at_y = x - first + size * 0.42, y + first + size * 0.5
        parts.append(
            f'<g transform="translate({at_x:.1f} {at_y:.1f})"><circle r="{size * 0.19:.1f}" fill="#23211c"/>'
            f'<text y="{size * 0.1:.1f}" font-size="{size * 0.28:.1f}" fill="#fff" text-anchor="middle">{len(pile)}</text></g>'
        )
    return "".join(parts)


def _weight(piece: Piece) -> tuple[int, int]:
    order = {"marker": 0, "air": 1, "artillery": 2}.get(piece.branch, 3)
    return order, int(piece.value) if piece.value.isdigit() else 0
