"""Draw a board as an SVG picture: terrain tints, rivers, frontiers, hex numbers, names and a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
from math import cos, hypot, radians
from typing import Any

from .spaces import Board
from .zone_ground import PALE, STEADY, STREWN, joined, over_sea, strewn, thin

Point = tuple[float, float]
TINTS = {
    "clear": "#f1ead2",
    "river": "#ecebd0",
    "forest": "#bcd0a1",
    "mountain": "#cdb79a",
    "desert": "#f0dca6",
    "swamp": "#c6d3c0",
    "sea": "#cfe2ec",
    "lake": "#b9d6e8",
    "jungle": "#a9c98f",
    "tundra": "#dfe3dc",
    "marsh": "#c6d3c0",
    "city": "#e2c9c0",
    "mountain city": "#cfae9c",
    "impassable": "#b8b4aa",
}
LINES = {
    "coast": ("#3d6f8e", 2.2, ""),
    "river": ("#5b9bc4", 2.4, ""),
    "frontier": ("#a33b2e", 2.6, "9 5"),
    "strait": ("#1f4e6b", 3.0, "2 4"),
    "canal": ("#1f4e6b", 3.0, ""),
    "convoy": ("#6d7f3f", 1.8, "10 6"),
    "special": ("#7a3f86", 1.8, "3 3"),
}
WORDS = {"river": "river course", "convoy": "convoy route", "special": "special route"}
# Marks of hexsides: colour, width, opacity, dashes, and the words of the legend. Rails cross a side, the rest run along.
SIDES = {
    "river": ("#5b9bc4", 5, 0.45, "", "river side"),
    "lake": ("#3f83b5", 6, 0.8, "", "lake side"),
    "sea": ("#3f83b5", 6, 0.6, "1 7", "all-sea side"),
    "alpine": ("#6b4a2b", 5, 0.9, "", "alpine side"),
    "canal": ("#1f4e6b", 5, 0.9, "8 4", "canal side"),
    "fort": ("#8c2f24", 6, 0.95, "6 3", "fort side"),
}
FRONTIER = (*LINES["frontier"][:2], 0.9, LINES["frontier"][2])
HEX_WIDTH, LARGE_WIDTH, ZONE_WIDTH = 1300, 4300, 2600  # of a small hex map, a large one, and one of zones
MARGIN = 30
LEGEND = 190


def draw(board: Board, layer: str = "country_1939") -> str:
    """The whole board as SVG text; ``layer`` is the fact whose frontiers are drawn on hexsides."""
    picture = Picture(board, layer)
    width = picture.width + LEGEND
    return _svg(
        board, (0, 0, width, picture.height), [picture.ground(), picture.words(), _legend(board, picture.width)]
    )


class Picture:
    """A board laid out on a plane of pixels: what draws it needs, and the way back from a pixel to the earth."""

    def __init__(self, board: Board, layer: str = "country_1939") -> None:
        self.board, self.layer = board, layer
        whole = ZONE_WIDTH if not board.hexes else HEX_WIDTH if len(board) < 400 else LARGE_WIDTH
        self.width = whole - LEGEND
        points = [p for rings in board.outlines.values() for ring in rings for p in ring]
        self._squeeze = cos(radians(sum(p[1] for p in points) / len(points)))
        flats = [self._flat(*p) for p in points]
        self._west, self._north = min(p[0] for p in flats), max(p[1] for p in flats)
        self._scale = (self.width - 2 * MARGIN) / (max(p[0] for p in flats) - self._west)
        self.height = int((self._north - min(p[1] for p in flats)) * self._scale) + 2 * MARGIN
        self._period = self.period

    def frame(self) -> tuple[float, float, float, float]:
        """The map without its margin: left, top, right, bottom."""
        return MARGIN, MARGIN, self.width - MARGIN, self.height - MARGIN

    def _flat(self, lon: float, lat: float) -> Point:
        if self.board.projection is not None:
            return self.board.projection.to_plane(lat, lon)
        return lon * self._squeeze * 100, lat * 100

    @property
    def period(self) -> float:
        """On a map of the whole earth: how far east a place lies again; 0 on any other."""
        lons = [p[0] for rings in self.board.outlines.values() for ring in rings for p in ring]
        whole = self.board.projection is None and max(lons) - min(lons) > 359
        return round(self.place(180, 0)[0] - self.place(-180, 0)[0], 1) if whole else 0.0

    def place(self, lon: float, lat: float) -> Point:
        """The pixel of a point of the earth."""
        x, y = self._flat(lon, lat)
        return round(MARGIN + (x - self._west) * self._scale, 1), round(MARGIN + (self._north - y) * self._scale, 1)

    def space_at(self, x: float, y: float) -> str | None:
        """The space under a pixel. East of a map of the whole earth its west begins again."""
        if x > self.width - MARGIN and (period := self._period):
            x -= period
        across, up = (x - MARGIN) / self._scale + self._west, self._north - (y - MARGIN) / self._scale
        if self.board.projection is not None:
            lat, lon = self.board.projection.to_earth(across, up)
        else:
            lat, lon = up / 100, across / (self._squeeze * 100)
        return self.board.space_at(lat, lon)

    def middle(self, space: str) -> Point:
        return _middle(self.board, space, self.place)

    def path(self, space: str) -> str:
        """The outline of a space, as the ``d`` of an SVG path."""
        return _path(self.board, space, self.place)

    def pitch(self) -> float:
        """How far apart neighbours lie, roughly: what a counter may be measured by."""
        if self.board.scale_km and self.board.projection is not None:
            return self.board.scale_km * self._scale
        some = [s for s in self.board if self.board.neighbours[s]][:40]
        gaps = [hypot(*(a - b for a, b in zip(self.middle(s), self.middle(n), strict=True)))
                for s in some for n in self.board.neighbours[s]]  # fmt: skip
        return sorted(gaps)[len(gaps) // 4] if gaps else 60.0

    def ground(self, without: tuple[str, ...] = ()) -> str:
        """Terrain, waters, frontiers, sides and symbols: everything without words.

        ``without`` names symbols to leave out, where a game lays pieces of its own for them.
        """
        board, place = self.board, self.place
        if not board.hexes:
            return "\n".join(self._zone_ground(without))
        return "\n".join(
            [
                f'<rect width="{self.width}" height="{self.height}" fill="#e6e0cf"/>',
                *(_tint(board, space, place) for space in board),
                *(_area(extra, place) for extra in board.extras("area")),
                *(_line(extra, place) for what in LINES for extra in board.extras("line", what)),
                *(_outline(board, space, place) for space in board),
                *_sides(board, place, self.layer),
                *_boxes(board, place),
                *(_symbols(board, space, place, without) for space in board),
            ]
        )

    def _zone_ground(self, without: tuple[str, ...]) -> Iterator[str]:
        """Seas first, so that coasts are drawn over their edges; then what joins zones that do not touch."""
        board, place = self.board, self.place
        yield strewn()
        left, top, right, bottom = self.frame()
        yield f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="{PALE["sea"]}"/>'
        seas = [space for space in board if board.fact(space, "terrain") == "sea"]
        land = [space for space in board if board.fact(space, "terrain") != "sea"]
        for spaces, stroke, width in ((seas, "#a8c3d1", 0.9), (land, "#8f866c", 0.9)):
            for space in spaces:
                terrain = board.fact(space, "terrain")
                fill = PALE.get(terrain, PALE["clear"])
                drawn = f'<path id="zone-{escape(space)}" d="{self.path(space)}" {STEADY}/>'
                yield f'<g fill="{fill}" stroke="{stroke}" stroke-width="{width}">{drawn}</g>'
                marks = next((word for word in terrain.split() if word in STREWN), "")
                if marks:
                    yield f'<use href="#zone-{escape(space)}" fill="url(#strewn-{marks})"/>'
        yield from (_area(extra, place) for extra in board.extras("area"))
        lines = [line for what in LINES if what not in without for line in board.extras("line", what)]
        yield from (joined(board, line, place) for line in lines)
        yield from _boxes(board, place)

    def words(self) -> str:
        """Names and numbers."""
        board, place = self.board, self.place
        labels = [_label(extra, place) for extra in board.extras("label")]
        return "\n".join([*labels, *(_words(board, space, place) for space in board)])

    def ground_svg(self, without: tuple[str, ...] = ()) -> str:
        return _svg(self.board, (0, 0, self.width, self.height), [self.ground(without)])

    def route(self, way: Sequence[str]) -> str:
        """A line from space to space over the seas; where it leaves a map of the whole earth it comes in again."""
        points, period = over_sea(self.board, way, self.place), self._period
        left, _, right, _ = self.frame()
        parts = []
        for (x1, y1), (x2, y2) in pairwise(points):
            if not period or abs(x2 - x1) <= period / 2:
                parts.append(thin("convoy", [(x1, y1), (x2, y2)]))
                continue
            out, into, far = (right, left, x2 + period) if x1 > x2 else (left, right, x2 - period)
            y = round(y1 + (y2 - y1) * (out - x1) / (far - x1), 1)
            parts += [thin("convoy", [(x1, y1), (out, y)]), thin("convoy", [(into, y), (x2, y2)])]
        return "".join(parts)

    def legend_svg(self) -> str:
        return _svg(self.board, (self.width - 8, 20, LEGEND + 8, 480), [_legend(self.board, self.width)], "Legend of ")


def _svg(board: Board, box: tuple[int, int, int, int], body: list[str], of: str = "") -> str:
    title = escape(of + str(board.about.get("title", board.name)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}" role="img" '
        f'aria-label="{title}"><title>{title}</title>{_style()}' + "\n".join(body) + "</svg>\n"
    )


def _style() -> str:
    return (
        "<style>text{font-family:Georgia,'DejaVu Serif',serif;text-anchor:middle}"
        ".id{font-size:10px;fill:#7a745f;font-family:'DejaVu Sans',Arial,sans-serif}"
        ".name{font-size:11px;fill:#222;paint-order:stroke;stroke:#fbf8ec;stroke-width:2.6px;stroke-linejoin:round}"
        ".water{font-size:12px;font-style:italic;fill:#2f6f9c;paint-order:stroke;stroke:#f4f1e2;stroke-width:2.4px}.key{font-size:13px;text-anchor:start;fill:#222}"
        ".box{fill:#1f4e6b;font-family:'DejaVu Sans',Arial,sans-serif}"
        ".zone{font-size:9px;fill:#222;paint-order:stroke;stroke:#fbf8ec;stroke-width:2px;stroke-linejoin:round}"
        ".head{font-size:20px;font-weight:bold;text-anchor:start;fill:#222}"
        ".small{font-size:11px;text-anchor:start;fill:#444}</style>"
    )


def _path(board: Board, space: str, place: Callable[[float, float], Point]) -> str:
    return "".join(_ring([place(*p) for p in ring[:-1]]) for ring in board.outlines[space])


def _ring(points: list[Point]) -> str:
    """A ring in steps of tenths from point to point: coasts are long, and this is half as long as their places."""
    at = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(at) if a != b]
    if not steps:
        return ""  # an islet smaller than a tenth
    return f"M{_tenths(at[0][0])} {_tenths(at[0][1])}l" + " ".join(f"{_tenths(x)} {_tenths(y)}" for x, y in steps) + "z"


def _tenths(number: int) -> str:
    return f"{number / 10:g}"


def _tint(board: Board, space: str, place: Callable[[float, float], Point]) -> str:
    colour = shaded(TINTS.get(board.fact(space, "terrain"), "#f1ead2"), int(board.fact(space, "height") or 0))
    return f'<path d="{_path(board, space, place)}" fill="{colour}"/>'


def shaded(colour: str, height: int) -> str:
    """High ground is darker and browner."""
    share = min(1.0, height / 60)
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    high = (176, 141, 98)
    return "#" + "".join(f"{round(p + (h - p) * share * 0.75):02x}" for p, h in zip(parts, high, strict=True))


def _sides(board: Board, place: Callable[[float, float], Point], layer: str) -> list[str]:
    """What lies on hexsides: waters, heights and forts, then railways and straits, which cross them, then frontiers."""
    found = []
    for mark, (colour, width, strength, dashes, _) in SIDES.items():
        found += [_stroke(*board.sides[p].ends, place, colour, width, strength, dashes) for p in board.sides_with(mark)]
    found += [_between(board, *pair, place, "#3b3b3b", 1.6, "7 3") for pair in board.sides_with("rail")]
    found += [_between(board, *pair, place, "#1f4e6b", 3.4, "2 4") for pair in board.sides_with("strait")]
    owner = {space: board.fact(space, layer) for space in board}
    for space, country in owner.items():
        for other in board.neighbours[space]:
            if space < other and country and owner[other] and country != owner[other]:
                found.append(_frontier(board, space, other, place))
    return found


def _between(
    board: Board, one: str, other: str, place: Callable[[float, float], Point], colour: str, width: float, dashes: str
) -> str:
    """A stroke from centre to centre, across the side."""
    (lat1, lon1), (lat2, lon2) = board.centre(one), board.centre(other)
    return _stroke((lon1, lat1), (lon2, lat2), place, colour, width, 0.75, dashes)


def _frontier(board: Board, one: str, other: str, place: Callable[[float, float], Point]) -> str:
    near = board.outlines[other][0]
    ends = [p for p in board.outlines[one][0][:-1] if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 0.01 for q in near)]
    return _stroke(ends[0], ends[1], place, *FRONTIER) if len(ends) == 2 else ""


def _stroke(
    one: Point,
    other: Point,
    place: Callable[[float, float], Point],
    colour: str,
    width: float,
    strength: float,
    dashes: str,
) -> str:
    (x1, y1), (x2, y2) = place(*one), place(*other)
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{colour}" stroke-width="{width}" stroke-opacity="{strength}"'
        f'{dash} stroke-linecap="round"/>'
    )


def _boxes(board: Board, place: Callable[[float, float], Point]) -> list[str]:
    """The numbered sections of each sea area's box."""
    found = []
    for box in (box for row in board.boxes.values() for box in row):
        corners = [place(*p) for p in box.outline[:-1]]
        x, y = place(*box.centre[::-1])
        size = round((max(a for a, _ in corners) - min(a for a, _ in corners)) * 0.7, 1)
        drawn = " ".join(f"{a},{b}" for a, b in corners)
        found.append(
            f'<polygon points="{drawn}" fill="#ffffff" fill-opacity="0.75" stroke="#3d6f8e" stroke-width="1"/>'
            f'<text class="box" font-size="{size}" x="{x}" y="{round(y + size * 0.36, 1)}">{box.number}</text>'
        )
    return found


def _outline(board: Board, space: str, place: Callable[[float, float], Point]) -> str:
    return f'<path d="{_path(board, space, place)}" fill="none" stroke="#a59c82" stroke-width="0.8"/>'


def _area(area: dict[str, Any], place: Callable[[float, float], Point]) -> str:
    drawn = " ".join(f"{x},{y}" for x, y in (place(p[0], p[1]) for p in area["points"][0]))
    return f'<polygon points="{drawn}" fill="{TINTS[area["what"]]}"/>'


def _label(label: dict[str, Any], place: Callable[[float, float], Point]) -> str:
    x, y = place(*label["points"])
    return f'<text class="water" x="{x}" y="{y}">{escape(label["name"])}</text>'


def _line(line: dict[str, Any], place: Callable[[float, float], Point]) -> str:
    colour, width, dashes = LINES[line["what"]]
    drawn = " ".join(f"{x},{y}" for x, y in (place(p[0], p[1]) for p in line["points"]))
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-linejoin="round" stroke-linecap="round"{dash}/>'
    )


def _middle(board: Board, space: str, place: Callable[[float, float], Point]) -> Point:
    lat, lon = board.centre(space)
    return place(lon, lat)


def _symbols(board: Board, space: str, place: Callable[[float, float], Point], without: tuple[str, ...]) -> str:
    x, y = _middle(board, space, place)
    found = []
    if board.fact(space, "terrain") == "forest":
        found += [_tree(x + dx, y + dy) for dx, dy in ((-20, 12), (-6, 20), (10, 17), (22, 8))]
    if board.fact(space, "fortress") and "fortress" not in without:
        found.append(_fortress(x, y + 6))
    if board.hexes and board.fact(space, "city"):
        found.append(_city(x, y, bool(board.fact(space, "capital"))))
    if board.fact(space, "port") not in ("", "none"):
        found.append(_anchor(x + 20, y + 12) if board.hexes else _small_anchor(board, space, x, y, place))
    if board.hexes and board.fact(space, "factories"):
        found.append(_factory(x - 16, y - 4))
    if board.hexes and board.fact(space, "resources"):
        found.append(_resource(x + 15, y - 5))
    return "".join(found)


def _small_anchor(board: Board, space: str, x: float, y: float, place: Callable[[float, float], Point]) -> str:
    """Over the name of a zone, and as large as the name."""
    size = _fitting(board, space, place)
    return f'<g transform="translate({x} {round(y - size, 1)}) scale({round(size / 16, 2)})">{_anchor(0, -8)}</g>'


def _fitting(board: Board, space: str, place: Callable[[float, float], Point]) -> float:
    """A size of letters at which the name of a zone stays about within it: small zones are read by zooming in."""
    xs = [place(*p)[0] for p in max(board.outlines[space], key=len)]
    return max(3.0, min(10.0, round(1.35 * (max(xs) - min(xs)) / max(6, len(board.fact(space, "name"))), 1)))


def _factory(x: float, y: float) -> str:
    return f'<path d="M{x - 6} {y + 4}v-8l4 3v-3l4 3v-3l4 3v5z" fill="#5b5148"/>'


def _resource(x: float, y: float) -> str:
    return f'<path d="M{x} {y - 5}l5 5l-5 5l-5 -5z" fill="#9a7b1f" stroke="#5d4a12"/>'


def _city(x: float, y: float, capital: bool) -> str:
    size = 6 if capital else 4
    return f'<rect x="{x - size}" y="{y - size - 6}" width="{2 * size}" height="{2 * size}" fill="{"#c0392b" if capital else "#444"}"/>'


def _tree(x: float, y: float) -> str:
    return f'<path d="M{x} {y - 8}l5 9h-10z" fill="#5f8a4c"/><path d="M{x} {y + 1}v4" stroke="#6b4f2f" stroke-width="1.6"/>'


def _fortress(x: float, y: float) -> str:
    points = " ".join(f"{x + dx},{y + dy}" for dx, dy in ((0, -11), (10, -4), (7, 8), (-7, 8), (-10, -4)))
    return f'<polygon points="{points}" fill="#8c2f24" stroke="#5a1d16" stroke-width="1.2"/>'


def _anchor(x: float, y: float) -> str:
    return (
        f'<g stroke="#1f4e6b" stroke-width="1.8" fill="none"><circle cx="{x}" cy="{y - 7}" r="2.4"/>'
        f'<path d="M{x} {y - 4}v12m-6 -4a6 5 0 0 0 12 0"/></g>'
    )


def _words(board: Board, space: str, place: Callable[[float, float], Point]) -> str:
    x, y = _middle(board, space, place)
    name = escape(board.fact(space, "name"))
    if not board.hexes:
        return (
            _over_boxes(board, space, name, place) if space in board.boxes else _zone_words(board, space, name, place)
        )
    above, below = (21, 30) if len(board) < 400 else (20, 14)
    named = f'<text class="name" x="{x}" y="{y + below}">{name}</text>' if name else ""
    return f'<text class="id" x="{x}" y="{y - above}">{space}</text>{named}'


def _zone_words(board: Board, space: str, name: str, place: Callable[[float, float], Point]) -> str:
    x, y = _middle(board, space, place)
    kind = "water" if board.fact(space, "kind") == "sea" else "zone"
    star = "★ " if board.fact(space, "victory_city") == "yes" else ""
    size = _fitting(board, space, place)
    halo = f"font-size:{size}px;stroke-width:{round(size / 5, 1)}px"
    return f'<text class="{kind}" style="{halo}" x="{x}" y="{y}">{star}{name}</text>'


def _over_boxes(board: Board, space: str, name: str, place: Callable[[float, float], Point]) -> str:
    """The name of a sea area, over the middle of its row of boxes; small in narrow waters, where names would overlap."""
    points = [place(*p) for box in board.boxes[space] for p in box.outline]
    left, right, top = min(p[0] for p in points), max(p[0] for p in points), min(p[1] for p in points)
    size = max(6.0, min(12.0, round(3.2 * (right - left) / len(name), 1)))
    at = f'x="{round((left + right) / 2, 1)}" y="{round(top - 4, 1)}"'
    return f'<text class="water" style="font-size:{size}px" {at}>{name}</text>'


def _legend(board: Board, left: int) -> str:
    y = 50
    rows = [f'<text class="head" x="{left}" y="{y}">Legend</text>']
    for terrain in dict.fromkeys([*board.about.get("terrains", []), *(a["what"] for a in board.extras("area"))]):
        y += 30
        rows.append(
            f'<rect x="{left}" y="{y - 13}" width="26" height="18" fill="{(TINTS if board.hexes else PALE).get(terrain, "#fff")}" stroke="#a59c82"/>{_strewn_key(board, terrain, left, y)}'
            f'<text class="key" x="{left + 36}" y="{y}">{escape(terrain)}</text>'
        )
    for what in dict.fromkeys(extra["what"] for extra in board.extras("line")):
        y += 30
        colour, stroke, dashes = LINES[what]
        rows.append(_key_line(left, y, colour, stroke, 1, dashes, WORDS.get(what, what)))
    if any(board.fact(space, "country_1939") for space in board):
        y += 30
        colour, stroke, strength, dashes = FRONTIER
        rows.append(_key_line(left, y, colour, stroke, strength, dashes, "frontier"))
    borne = {mark for side in board.sides.values() for mark in side.marks}
    crossing = {"rail": ("#3b3b3b", 1.6, 0.75, "7 3", "railway"), "strait": ("#1f4e6b", 3.4, 0.75, "2 4", "strait")}
    for mark, (colour, stroke, strength, dashes, words) in {**SIDES, **crossing}.items():
        if mark in borne:
            y += 30
            rows.append(_key_line(left, y, colour, stroke, strength, dashes, words))
    for has, symbol, words in (
        ("fortress", _fortress, "Fortress"),
        ("capital", lambda x, y: _city(x, y + 6, True), "capital"),
        ("city", lambda x, y: _city(x, y + 6, False), "city"),
        ("port", _anchor, "port"),
        ("factories", _factory, "factories"),
        ("resources", _resource, "resources"),
    ):
        if board.hexes and any(board.fact(space, has) for space in board):
            y += 32
            rows.append(symbol(left + 13.0, y - 5.0) + f'<text class="key" x="{left + 36}" y="{y}">{words}</text>')
    if board.boxes:
        y += 30
        rows.append(
            f'<rect x="{left}" y="{y - 15}" width="20" height="20" fill="#fff" stroke="#3d6f8e"/>'
            f'<text class="key" x="{left + 36}" y="{y}">sea-box section</text>'
        )
    rows += _small(
        left,
        y + 34,
        [
            f"One hex is about {board.scale_km:g} km." if board.scale_km else "",
            "Darker ground is higher." if board.hexes else "",
            "A reconstruction on real",
            "geography, not the",
            "published map.",
        ],
    )
    return "".join(rows)


def _strewn_key(board: Board, terrain: str, left: int, y: int) -> str:
    marks = next((word for word in terrain.split() if word in STREWN), "")
    if board.hexes or not marks:
        return ""
    _, drawn, colour = STREWN[marks]
    path = f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="0.6" stroke-linecap="round"/>'
    return f'<g transform="translate({left + 4} {y - 12}) scale(2.3)">{path}</g>'


def _key_line(left: int, y: int, colour: str, width: float, strength: float, dashes: str, words: str) -> str:
    return (
        f'<path d="M{left} {y - 4}h26" stroke="{colour}" stroke-width="{width}" stroke-opacity="{strength}" '
        f'stroke-dasharray="{dashes}"/><text class="key" x="{left + 36}" y="{y}">{words}</text>'
    )


def _small(left: int, y: int, lines: Iterable[str]) -> list[str]:
    return [
        f'<text class="small" x="{left}" y="{y + 17 * i}">{escape(text)}</text>'
        for i, text in enumerate(filter(None, lines))
    ]
