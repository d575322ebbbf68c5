"""What the rulebooks say of numbered hexes, and whether a board agrees.

The facts stand in a CSV beside the map: ``hex, fact, value, book, line, note``. A note that begins with
``contradiction`` sets a fact aside: the texts disagree with each other or with their own numbering.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from .spaces import Board

WATER = ("sea", "lake")
SIDE_FACTS = ("river", "lake", "strait", "canal", "alpine", "fort")


class HexFact(NamedTuple):
    hex: str
    fact: str
    value: str
    book: str
    line: str
    note: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.hex, self.fact, self.value))) + f" ({self.book} {self.line})"

    @property
    def area(self) -> str:
        """The id of the sea area that the value names."""
        return self.value.lower().replace(".", "").replace(" ", "-").removeprefix("the-")

    @property
    def set_aside(self) -> bool:
        return self.note.startswith("contradiction")


def read_facts(path: Path) -> list[HexFact]:
    with path.open(encoding="utf-8", newline="") as file:
        return [HexFact(**row) for row in csv.DictReader(file)]


def _named(board: Board, fact: HexFact) -> bool:
    return fact.value in board.fact(fact.hex, "name").split(", ")


def _apart(board: Board, fact: HexFact) -> bool:
    other, hexes = fact.value.split()
    return board.distance(fact.hex, other) == int(hexes)


CHECKS: dict[str, Callable[[Board, HexFact], bool]] = {
    "land": lambda b, f: b.fact(f.hex, "terrain") not in WATER,
    "coastal": lambda b, f: b.fact(f.hex, "coast") != "",
    "terrain": lambda b, f: b.fact(f.hex, "terrain") == f.value,
    "adjacent": lambda b, f: f.value in b.neighbours[f.hex],
    "distance": _apart,
    **{mark: (lambda b, f: f.fact in b.side(f.hex, f.value)) for mark in SIDE_FACTS},
    "sea_side": lambda b, f: bool(b.side(f.hex, f.value) & {"sea", "strait"}),
    "rail": lambda b, f: bool(b.across(f.hex, "rail")),
    "rail_to": lambda b, f: "rail" in b.side(f.hex, f.value),
    "no_rail_to": lambda b, f: "rail" not in b.side(f.hex, f.value),
    "country_1939": lambda b, f: b.fact(f.hex, "country_1939") == f.value,
    "country_1914": lambda b, f: b.fact(f.hex, "country_1914") == f.value,
    "vichy": lambda b, f: "Vichy France" in b.fact(f.hex, "regions"),
    "factories": lambda b, f: b.fact(f.hex, "factories") == f.value,
    "resources": lambda b, f: b.fact(f.hex, "resources") == f.value,
    "oil": lambda b, f: b.fact(f.hex, "oil") != "",
    "city": _named,
    "port": lambda b, f: _named(b, f) and b.fact(f.hex, "port") != "",
    "capital": lambda b, f: _named(b, f) and b.fact(f.hex, "capital") != "",
    "sea_area": lambda b, f: f.area in b.fact(f.hex, "sea_area").split(),
    "weather": lambda b, f: b.fact(f.hex, "weather") == f.value,
}


def disagreements(board: Board, facts: list[HexFact]) -> Iterator[HexFact]:
    """The facts that the board does not bear out."""
    return (f for f in facts if not f.set_aside and not CHECKS[f.fact](board, f))
