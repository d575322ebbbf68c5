"""The maps: where they are, whether they hold together, and how to make them again."""

from __future__ import annotations

import csv
import importlib
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ..engine.data import scenarios_root
from ..engine.errors import BadInput, UnknownName
from .files import read_board
from .hex_facts import disagreements, read_facts
from .spaces import Board
from .zones import ZoneIndex

MOST_BYTES = 4_000_000
EXACT = 0.95
LATTICE = 240  # points from west to east, in the search for overlaps
RECIPES = {
    "western-front": ("fields-of-despair", "western_front"),
    "europe": ("world-in-flames", "europe"),
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
    """One thing that was looked at: what, whether it holds, and what is to be listed of it."""

    what: str
    holds: bool
    details: list[str]


def check(name: str) -> list[Finding]:
    """Prove that a map holds together. Reading it has already proved its ids unique."""
    board = load_map(name)
    home = map_path(name)
    alone = {space for space in board if not board.neighbours[space]}
    pieces = set(board.components(lambda space: space not in alone).values())
    size = home.stat().st_size
    found = [
        _symmetry(board),
        Finding(
            "connected, but for spaces that stand alone by rule", len(pieces) == 1 and len(alone) <= 1, sorted(alone)
        ),
        Finding(f"{size / 1e6:.1f} MB, at most {MOST_BYTES // 10**6}", size <= MOST_BYTES, []),
        _outlines(board),
        _places(board, home.with_name(f"{name}-places.csv")),
        _doubtful(home.with_name(f"{name}-places.csv")),
        *_elsewhere(board, home.with_name(f"{name}-places.csv")),
    ]
    facts = home.with_name(f"{name}-facts.csv")
    return [*found, *_facts(board, facts)] if facts.exists() else found


def _symmetry(board: Board) -> Finding:
    wrong = [
        f"{a} names {b}" for a, near in board.neighbours.items() for b in near if a not in board.neighbours.get(b, ())
    ]
    return Finding("every link is symmetric", not wrong, wrong)


def _outlines(board: Board) -> Finding:
    """No space is empty, each holds its own centre, and no point of a close lattice lies in two of them."""
    wrong = []
    for space, rings in board.outlines.items():
        if sum(map(area, rings)) <= 0:
            wrong.append(f"{space} is empty")
        elif board.space_at(*board.centre(space)) != space:
            wrong.append(f"{space} does not hold its own centre")
    wrong += overlaps(board)
    return Finding("no space is empty or overlaps another", not wrong, wrong)


def overlaps(board: Board) -> list[str]:
    """Points that two outlines claim. Both kinds of board are looked at through their outlines, not their arithmetic."""
    index = ZoneIndex(board.outlines)
    points = [p for rings in board.outlines.values() for ring in rings for p in ring]
    west, east = min(p[0] for p in points), max(p[0] for p in points)
    south, north = min(p[1] for p in points), max(p[1] for p in points)
    step = max(0.1, (east - west) / LATTICE)
    found = []
    for i in range(int((north - south) / step)):
        for j in range(int((east - west) / step)):
            # Off the round figures, on which straight edges lie.
            lat, lon = south + (i + 0.3719) * step, west + (j + 0.4163) * step
            here = index.all_at(lat, lon)
            if len(here) > 1:
                found.append(f"{' and '.join(sorted(here))} overlap at {lat:.2f} {lon:.2f}")
    return found


def area(ring: list[tuple[float, float]]) -> float:
    """The area within a ring, in square degrees; 0 for a ring that encloses nothing."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def _places(board: Board, path: Path) -> Finding:
    """The places of the texts lie in their spaces: 95 % exactly, and none more than one space off."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if usable(board, row)]
    missed, far = [], []
    for row in rows:
        told = (row.get("spaces") or row["hex"]).split()
        found = board.space_at(float(row["lat"]), float(row["lon"]))
        if found not in told:
            missed.append(f"{row['place']} lies in {found}, not {' '.join(told)}")
            if not any(found in board.neighbours[t] for t in told):
                far.append(missed[-1])
    share = 1 - len(missed) / len(rows) if rows else 1.0
    what = f"{len(rows)} places of the texts and the atlas: {share:.0%} in their space, none more than one off"
    return Finding(what, share >= EXACT and not far, missed)


def usable(board: Board, row: dict[str, str]) -> bool:
    """A real place with a space of this board; doubtful pairs are listed by ``_doubtful``."""
    spaces = (row.get("spaces") or row.get("hex", "")).split()
    return bool(row["place"] and row["lat"]) and all(s in board for s in spaces) and not doubt(row)


def doubt(row: dict[str, str]) -> str:
    note = row.get("note", "")
    return note if "contradiction" in note or "not used in the fit" in note else ""


def _doubtful(path: Path) -> Finding:
    """Pairs that contradict each other in the texts, or lie off the grid: listed, not judged."""
    with path.open(encoding="utf-8", newline="") as file:
        told = [
            f"{row['place'] or 'hex'} {row.get('hex', '')}: {doubt(row)}" for row in csv.DictReader(file) if doubt(row)
        ]
    return Finding(f"{len(told)} doubtful pairs of the texts are set aside", True, told)


def _elsewhere(board: Board, path: Path) -> list[Finding]:
    """Pairs of the texts whose space is on no map of ours, such as the hexes of the Asian and Pacific sheets."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row.get("hex") and row["place"] and not doubt(row)]
    away = [f"{row['place']} {row['hex']}" for row in rows if row["hex"] not in board]
    return (
        [Finding(f"{len(away)} pairs of the texts lie on other sheets, and are not judged", True, away)] if away else []
    )


def _facts(board: Board, path: Path) -> list[Finding]:
    """What the texts state of numbered hexes (land, river, adjacent, in France ...) is so on the map."""
    facts = read_facts(path)
    aside = [f"{fact}: {fact.note}" for fact in facts if fact.set_aside]
    wrong = [str(fact) for fact in disagreements(board, facts)]
    return [
        Finding(f"{len(facts) - len(aside)} statements of the texts about hexes are true on the map", not wrong, wrong),
        Finding(f"{len(aside)} statements that contradict the texts' own numbering are set aside", True, aside),
    ]


def build(name: str, sources: Path) -> Path:
    """Make a map again from public data (extra ``maps``)."""
    path = map_path(name)
    try:
        recipe: Any = importlib.import_module(f"{__package__}.build.{RECIPES[name][1]}")
        from .build.sources import Sources
    except ImportError as err:
        raise BadInput(f"Building maps needs the extra 'maps' ({err}); install staff-ride[maps].") from None
    from .files import write_map

    try:
        made = recipe.build(Sources(sources), path.parent)
    except (OSError, subprocess.CalledProcessError) as err:
        raise BadInput(f"The public data for {name} could not be fetched or read in {sources} ({err}).") from None
    write_map(made, path)
    load_map.cache_clear()
    return path
