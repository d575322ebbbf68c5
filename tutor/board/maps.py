"""The maps: where they are, whether they hold together, and how to make them again."""

from __future__ import annotations

import csv
import importlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..engine.data import scenarios_root
from ..engine.errors import BadInput, UnknownName
from .files import read_board
from .spaces import Board

MOST_BYTES = 4_000_000
RECIPES = {
    "western-front": ("fields-of-despair", "western_front"),
    "sea-areas": ("world-in-flames", "sea_areas"),
    "world-zones": ("global-war", "world_zones"),
}


def map_names() -> list[str]:
    return sorted(RECIPES)


def map_path(name: str) -> Path:
    if name not in RECIPES:
        raise UnknownName("map", name, RECIPES)
    return scenarios_root() / RECIPES[name][0] / "maps" / f"{name}.geojson"


@cache
def load_map(name: str) -> Board:
    return read_board(map_path(name))


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at: what, whether it holds, and the details where it does not."""

    what: str
    holds: bool
    details: list[str]


def check(name: str) -> list[Finding]:
    """Prove that a map holds together. Reading it has already proved links symmetric and ids unique."""
    board = load_map(name)
    home = map_path(name)
    alone = {space for space in board if not board.neighbours[space]}
    pieces = set(board.components(lambda space: space not in alone).values())
    size = home.stat().st_size
    found = [
        Finding("every link is symmetric", True, []),
        Finding(
            "connected, but for spaces that stand alone by rule", len(pieces) == 1 and len(alone) <= 1, sorted(alone)
        ),
        Finding(f"at most {MOST_BYTES // 10**6} MB", size <= MOST_BYTES, [f"{size} bytes"]),
        _outlines(board),
        _places(board, home.with_name(f"{name}-places.csv")),
    ]
    return found


def _outlines(board: Board) -> Finding:
    """No space is empty, and none overlaps: each centre lies in its own space and no other."""
    wrong = []
    for space, rings in board.outlines.items():
        if sum(map(area, rings)) <= 0:
            wrong.append(f"{space} is empty")
        elif board.space_at(*board.centre(space)) != space:
            wrong.append(f"{space} does not hold its own centre")
    return Finding("no space is empty or overlaps another", not wrong, wrong)


def area(ring: list[tuple[float, float]]) -> float:
    """The area within a ring, in square degrees; 0 for a ring that encloses nothing."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def _places(board: Board, path: Path) -> Finding:
    """Every place of the texts lies in its space."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wrong = []
    for row in rows:
        found = board.space_at(float(row["lat"]), float(row["lon"]))
        if found not in row["spaces"].split():
            wrong.append(f"{row['place']} lies in {found}, not {row['spaces']}")
    return Finding(f"{len(rows)} places lie in their spaces", not wrong, wrong)


def build(name: str, sources: Path) -> Path:
    """Make a map again from public data (extra ``maps``)."""
    path = map_path(name)
    try:
        recipe: Any = importlib.import_module(f"{__package__}.build.{RECIPES[name][1]}")
        from .build.sources import Sources
    except ImportError as err:
        raise BadInput(f"Building maps needs the extra 'maps' ({err}); install staff-ride[maps].") from None
    from .files import write_map

    write_map(recipe.build(Sources(sources), path.parent), path)
    load_map.cache_clear()
    return path
