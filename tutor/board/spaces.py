"""A board: spaces with facts, links between them, and the searches that rules need."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..engine.errors import BadFile, UnknownName


class Board:
    """Named spaces and who touches whom. ``facts`` holds what the map says of each space."""

    def __init__(
        self,
        name: str,
        neighbours: Mapping[str, Iterable[str]],
        facts: Mapping[str, Mapping[str, str]],
        scale_km: float | None = None,
    ) -> None:
        self.name = name
        self.scale_km = scale_km
        self.neighbours: dict[str, tuple[str, ...]] = {a: tuple(bs) for a, bs in neighbours.items()}
        self.facts: dict[str, dict[str, str]] = {space: dict(f) for space, f in facts.items()}
        self._distances: dict[str, dict[str, int]] = {}
        self._within: dict[tuple[str, int], frozenset[str]] = {}
        for a, bs in self.neighbours.items():
            for b in bs:
                if b not in self.neighbours:
                    raise BadFile(f"map {name}: space {a} names the unknown neighbour {b}.")
                if a not in self.neighbours[b]:
                    raise BadFile(f"map {name}: {a} touches {b}, but {b} does not touch {a}.")

    def __contains__(self, space: object) -> bool:
        return space in self.neighbours

    def __iter__(self) -> Any:
        return iter(self.neighbours)

    def __len__(self) -> int:
        return len(self.neighbours)

    def fact(self, space: str, field: str) -> str:
        if space not in self.facts:
            raise UnknownName("space", space, self.facts)
        return self.facts[space].get(field, "")

    def where(self, field: str, value: str) -> list[str]:
        """Every space whose fact ``field`` is ``value``."""
        return [space for space, facts in self.facts.items() if facts.get(field) == value]

    def distance(self, a: str, b: str) -> int | None:
        """Spaces from ``a`` to ``b``, or None where no way leads there."""
        return self.distances(a).get(b)

    def distances(self, a: str) -> dict[str, int]:
        """How far every space is from ``a``."""
        found = self._distances.get(a)
        if found is None:
            found = {a: 0}
            queue = deque([a])
            while queue:
                here = queue.popleft()
                for there in self.neighbours[here]:
                    if there not in found:
                        found[there] = found[here] + 1
                        queue.append(there)
            self._distances[a] = found
        return found

    def within(self, a: str, reach: int) -> frozenset[str]:
        """Spaces at most ``reach`` away, ``a`` itself among them."""
        found = self._within.get((a, reach))
        if found is None:
            found = frozenset(b for b, n in self.distances(a).items() if n <= reach)
            self._within[a, reach] = found
        return found

    def reachable(self, sources: Iterable[str], passable: Callable[[str], bool]) -> set[str]:
        """Everything joined to a passable source by passable spaces: what a supply net covers."""
        found = {s for s in sources if passable(s)}
        queue = deque(found)
        while queue:
            for there in self.neighbours[queue.popleft()]:
                if there not in found and passable(there):
                    found.add(there)
                    queue.append(there)
        return found

    def components(self, passable: Callable[[str], bool]) -> dict[str, int]:
        """The passable spaces, each with the number of the connected piece it belongs to."""
        piece: dict[str, int] = {}
        for space in self.neighbours:
            if space not in piece and passable(space):
                number = len(piece)
                piece.update(dict.fromkeys(self.reachable([space], passable), number))
        return piece


def read_board(path: Path, scale_km: float | None = None) -> Board:
    """Read a map from CSV: a row a space, ``hex`` its id and ``neighbours`` the ids it touches."""
    neighbours: dict[str, list[str]] = {}
    facts: dict[str, dict[str, str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 2):
            space = row["hex"]
            if space in facts:
                raise BadFile(f"{path.name} line {number}: space {space} is there twice.")
            neighbours[space] = row["neighbours"].split()
            facts[space] = {k: v for k, v in row.items() if k != "neighbours"}
    return Board(path.stem, neighbours, facts, scale_km)
