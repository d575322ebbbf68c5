"""The ground of a map of zones: pale, since nations colour it, with small marks of terrain and thin lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Any

from .spaces import Board

Point = tuple[float, float]
# A map of zones is coloured by who holds what, so its ground is pale, and terrain is told by small marks.
PALE = {
    "clear": "#f4efdf",
    "mountain": "#ece3d3",
    "desert": "#f6ecd0",
    "jungle": "#e2ead3",
    "marsh": "#e2e9e0",
    "tundra": "#f2f3ef",
    "city": "#f1e6dc",
    "mountain city": "#ece3d3",
    "impassable": "#dddad2",
    "sea": "#d8e7ef",
}
# What is strewn over such ground: the size of a tile, a path in it, its colour.
STREWN = {
    "mountain": (5, "M.8 3.2L1.9 1.5L3 3.2M3.2 4.6L3.9 3.5L4.6 4.6", "#8a7350"),
    "desert": (4, "M1 1h.01M3 3h.01", "#a88a3c"),
    "jungle": (5, "M1.4 2.8V1.4M1.4 1.9L.8 1.3M1.4 1.9L2 1.3M3.9 4.7V3.3M3.9 3.8L3.3 3.2M3.9 3.8L4.5 3.2", "#5f7d3f"),
    "marsh": (5, "M.7 1.6H2.3M2.9 3.9H4.5", "#5d7f86"),
    "impassable": (4, "M0 4L4 0M0 0L4 4", "#8b877c"),
}
# Lines by what they are: the colour, and whether they are broken.
STYLES = {
    "strait": ("#1f4e6b", True),
    "canal": ("#1f4e6b", False),
    "convoy": ("#6d7f3f", True),
    "special": ("#7a3f86", True),
    "frontier": ("#a33b2e", False),
}


def _middle(board: Board, space: str, place: Callable[[float, float], Point]) -> Point:
    lat, lon = board.centre(space)
    return place(lon, lat)


def strewn() -> str:
    """The marks of terrain, to be laid over a zone."""
    patterns = (
        f'<pattern id="strewn-{terrain}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"><path d="{drawn}" '
        f'fill="none" stroke="{colour}" stroke-width="0.3" stroke-opacity="0.42" stroke-linecap="round"/></pattern>'
        for terrain, (size, drawn, colour) in STREWN.items()
    )
    return f"<defs>{''.join(patterns)}</defs>"


STEADY = 'vector-effect="non-scaling-stroke"'  # lines as thick on the screen whatever the zoom
FAR = 4  # zones apart: a line that joins two further ones is a matter of words, not of the map


def joined(board: Board, line: dict[str, Any], place: Callable[[float, float], Point]) -> str:
    """What joins two zones: a canal at its narrowest, a route over the seas it crosses, a mark on a common border."""
    start, end = line.get("from", ""), line.get("to", "")
    if start not in board or end not in board:
        return thin("special", [place(*point) for point in line["points"]])
    sea = {space for space in board if board.fact(space, "terrain") == "sea"}
    if line["what"] in ("strait", "canal"):
        return _narrows(board, start, end, place, line["what"])
    if line["what"] == "convoy":
        way = board.path(start, end, lambda space: space in sea or space == end) or []
        return thin("convoy", over_sea(board, way, place)) if len(way) > 2 else ""
    if end in board.neighbours[start]:
        return thin("frontier", [place(*point) for point in _shared(board, start, end)])
    near = not {start, end} <= sea and (board.distance(start, end) or 99) <= FAR
    return thin("special", [place(*point) for point in line["points"]]) if near else ""


def thin(what: str, points: list[Point]) -> str:
    """A line of a map of zones, on which much else has to be read."""
    colour, dashed = STYLES[what]
    dash = f' stroke-dasharray="{"7 5" if what == "convoy" else "3 3"}"' if dashed else ""
    drawn = " ".join(f"{x},{y}" for x, y in points)
    return (
        f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="{3 if what == "frontier" else 1.3}" '
        f'stroke-opacity="0.75" stroke-linejoin="round" stroke-linecap="round"{dash} {STEADY}/>'
        if len(points) > 1
        else ""
    )


def over_sea(board: Board, way: Sequence[str], place: Callable[[float, float], Point]) -> list[Point]:
    """A route from coast to coast through the middles of the seas between."""
    seas = [space for space in way if board.fact(space, "terrain") == "sea"]
    middles = [_middle(board, space, place) for space in seas]
    found = list(middles)
    for land, (x, y), at in ((way[0], middles[0], 0), (way[-1], middles[-1], len(middles) + 1)):
        if land not in seas:
            coast = (place(*point) for ring in board.outlines[land] for point in ring)
            found.insert(at, min(coast, key=lambda p: hypot(p[0] - x, p[1] - y)))
    return found


def _shared(board: Board, one: str, other: str) -> list[Point]:
    """The border that two zones have in common, as the outline of the first follows it."""
    theirs = {p for ring in board.outlines[other] for p in ring}
    found: list[list[Point]] = []
    for ring in board.outlines[one]:
        run: list[Point] = []
        for point in ring:
            if point in theirs:
                run.append(point)
            elif run:
                found.append(run)
                run = []
        found.append(run)
    return max(found, key=len, default=[])


def _narrows(board: Board, one: str, other: str, place: Callable[[float, float], Point], what: str) -> str:
    """A short stroke where two seas come closest, with an arrow head at both ends."""
    near = [[place(*p) for ring in board.outlines[sea] for p in ring] for sea in (one, other)]
    (ax, ay), (bx, by) = min(
        ((a, b) for a in near[0][:: max(1, len(near[0]) // 500)] for b in near[1][:: max(1, len(near[1]) // 500)]),
        key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]),
    )
    long = hypot(bx - ax, by - ay) or 1.0
    dx, dy = ((bx - ax) / long, (by - ay) / long) if long > 1 else (1.0, 0.0)
    reach = 2.5  # into both seas, so that it is seen where they touch
    x1, y1, x2, y2 = ax - dx * reach, ay - dy * reach, bx + dx * reach, by + dy * reach
    colour, dashed = STYLES[what]
    heads = "".join(
        f"M{x + s * (dx * 1.8 + dy):.1f} {y + s * (dy * 1.8 - dx):.1f}L{x:.1f} {y:.1f}"
        f"L{x + s * (dx * 1.8 - dy):.1f} {y + s * (dy * 1.8 + dx):.1f}"
        for x, y, s in ((x1, y1, 1), (x2, y2, -1))
    )
    dash = ' stroke-dasharray="2 4"' if dashed and long > 12 else ""
    return (
        f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="2" fill="none"{dash} {STEADY}/>'
        f'<path d="{heads}" stroke="{colour}" stroke-width="1.6" fill="none" {STEADY}/>'
    )
