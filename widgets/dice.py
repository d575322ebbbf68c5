"""Dice and cubes as small pictures, each with its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Any

MOST_CUBES = 12  # of a colour; the number beside them tells the rest
MOST_DICE = 36  # more than these are shown as one die a face, with how often it fell

OUTCOMES = {"select": "selected hit"}  # names of outcomes that say too little by themselves

# The middle of each pip on a die of 28 by 28.
_LEFT, _MIDDLE, _RIGHT = 8, 14, 20
_CORNERS = ((_LEFT, _LEFT), (_RIGHT, _RIGHT), (_RIGHT, _LEFT), (_LEFT, _RIGHT))
_SIDES = ((_LEFT, _MIDDLE), (_RIGHT, _MIDDLE))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (_MIDDLE, _MIDDLE)),
    4: _CORNERS,
    5: (*_CORNERS, (_MIDDLE, _MIDDLE)),
    6: (*_CORNERS, *_SIDES),
}
# The outline of other dice, as one sees them lying on a table.
OUTLINES = {
    4: "14,2 26,25 2,25",
    8: "14,1 26,14 14,27 2,14",
    10: "14,1 26,11 26,17 14,27 2,17 2,11",
    12: "14,1 22,4 27,11 27,18 22,25 14,27 6,25 1,18 1,11 6,4",
    20: "14,1 26,7 26,21 14,27 2,21 2,7",
}
CUBES = {
    "red": "#a03024",
    "black": "#2b2925",
    "blue": "#2a5f8f",
    "white": "#ffffff",
    "green": "#3c6e47",
    "yellow": "#e0b83c",
    "grey": "#8b877c",
}


@lru_cache(maxsize=1024)
def die_svg(face: int | None, sides: int = 6, size: int = 28, emphasised: bool = False, muted: bool = False) -> str:
    """One die. ``emphasised``: this face counts (dark, with a bar below it); ``muted``: it does not."""
    look = " sr-face-counts" if emphasised else " sr-face-muted" if muted else ""
    shown = escape("?" if face is None else str(face))
    words = f"{'unknown' if face is None else shown}{', counts' if emphasised else ''}"
    if sides == 6:
        body = '<rect x="2" y="2" width="24" height="24" rx="5"/>'
    elif sides in OUTLINES:
        body = f'<polygon points="{OUTLINES[sides]}"/>'
    else:
        body = '<circle cx="14" cy="14" r="12.5"/>'
    if sides == 6 and face in PIPS:
        dots = "".join(f"M{x} {y}h0" for x, y in PIPS[face])
        body += f'<path class="sr-pips" d="{dots}"/>'
    else:
        low = 21 if sides == 4 else 19
        body += f'<text x="14" y="{low}">{shown}</text>'
    if emphasised:
        body += '<path class="sr-bar" d="M5 30.5h18"/>'
    return (
        f'<svg class="sr-face{look}" width="{size}" height="{round(size * 32 / 28)}" viewBox="0 0 28 32" role="img" '
        f'aria-label="{words}">{body}</svg>'
    )


def dice_row(data: Mapping[str, Any], size: int = 22) -> str:
    """The dice of an event, and what they came to in words; nothing where the event has no dice."""
    sides, number = int(data.get("sides") or 6), int(data.get("dice") or 0)
    if not number:
        return ""
    faces: list[int] | None = data.get("faces")
    groups: Mapping[str, Iterable[int]] = data.get("groups") or {}
    wanted = {face for members in groups.values() for face in members}
    came_to = outcome_words(data)
    if faces is None and "counts" not in data:
        return ""  # a total, which the words before it tell
    if faces is None:
        return f'<span class="sr-dice"><span class="sr-dice-words">{number}d{sides}: {escape(came_to)}</span></span>'
    label = f"{number}d{sides}: {', '.join(map(str, faces))}{'; ' if came_to else ''}{came_to}"
    if len(faces) > MOST_DICE:
        shown = "".join(
            f"{_die(face, sides, size, wanted)}<b>×{faces.count(face)}</b> "
            for face in range(1, sides + 1)
            if face in faces
        )
    else:
        shown = "".join(_die(face, sides, size, wanted) for face in faces)
    words = f'<span class="sr-dice-words" aria-hidden="true">{escape(came_to)}</span>' if came_to else ""
    return f'<span class="sr-dice"><span role="img" aria-label="{escape(label)}">{shown}</span>{words}</span>'


def _die(face: int, sides: int, size: int, wanted: set[int]) -> str:
    return die_svg(face, sides, size, face in wanted, bool(wanted) and face not in wanted)


def counted(count: int, name: str) -> str:
    """A number of one outcome: "1 hit", "no hits", "2 sixes"."""
    one = OUTCOMES.get(name, name)
    many = f"{one}es" if one.endswith(("s", "x")) else f"{one}s"
    return f"{count or 'no'} {one if count == 1 else many}"


def outcome_words(data: Mapping[str, Any]) -> str:
    """What a roll came to: "2 hits", "1 five, no sixes", "total 11"; nothing for a single plain die."""
    counts: Mapping[str, int] | None = data.get("counts")
    if counts is not None:
        return ", ".join(counted(count, name) for name, count in counts.items())
    return f"total {data['total']}" if "total" in data else ""


def drawn_row(drawn: Mapping[str, int], size: int = 20) -> str:
    """Pieces drawn from a bag: the cubes of each colour with their words beside them."""
    groups = " ".join(
        f'<span class="sr-drawn">{cube_svg(colour, size) * min(count, MOST_CUBES)} {count} {escape(colour)}</span>'
        for colour, count in drawn.items()
        if count
    )
    return f'<span class="sr-dice sr-dice-words">{groups or "nothing drawn"}</span>'


def cube_svg(colour: str, size: int = 20) -> str:
    """A wooden cube."""
    fill = CUBES.get(colour, CUBES["grey"])
    ink = "#23211c" if colour in ("white", "yellow") else "#ffffff"
    return (
        f'<svg class="sr-cube" width="{size}" height="{size}" viewBox="0 0 20 20" aria-hidden="true">'
        f'<path d="M1 5l4-4h14v14l-4 4H1z" fill="{fill}"/><path class="sr-cube-edge" d="M1 5h14v14M15 5l4-4"/>'
        f'<text x="8" y="16" fill="{ink}">{escape(colour[:1].upper())}</text></svg>'
    )
