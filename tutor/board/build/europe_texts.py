"""What the rulebooks state of a hex goes before geography: it is laid on the map last, and wins."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..europe_grid import Grid, neighbours
from ..hex_facts import SIDE_FACTS, WATER, HexFact, read_facts

DRY = ("land", "coastal", "terrain", "rail", "city", "port", "capital", "country_1939", "country_1914", "vichy")
SET = ("terrain", "country_1939", "country_1914", "factories", "resources", "weather")
Hexes = dict[str, dict[str, Any]]


def stated(home: Path, grid: Grid) -> list[HexFact]:
    """The facts of the texts that hold, about hexes of this grid."""
    facts = [fact for fact in read_facts(home / "europe-facts.csv") if not fact.set_aside]
    return [fact for fact in facts if neighbours(fact.hex, grid)]


def dry_hexes(facts: Iterable[HexFact]) -> set[str]:
    return {fact.hex for fact in facts if fact.fact in DRY}


def lay_on_hexes(facts: Iterable[HexFact], hexes: Hexes) -> None:
    for fact in facts:
        told = hexes[fact.hex]
        if fact.fact in SET:
            told[fact.fact] = fact.value
        elif fact.fact == "coastal":
            told["coast"] = "coast"
        elif fact.fact == "oil":
            told["oil"] = fact.value or "oil"
        elif fact.fact == "vichy":
            told["regions"] = _with(told.get("regions", ""), "Vichy France", ", ")
        elif fact.fact == "sea_area":
            told["sea_area"] = _with(told.get("sea_area", ""), fact.area, " ")
        elif fact.fact in ("city", "port", "capital"):
            told["name"] = _with(told.get("name", ""), fact.value, ", ")
            told["city"] = "city"
            told.setdefault(fact.fact, fact.fact)


def _with(text: str, word: str, between: str) -> str:
    return between.join(dict.fromkeys([*filter(None, text.split(between)), word]))


def lay_on_sides(facts: Iterable[HexFact], marks: dict[tuple[str, str], set[str]], hexes: Hexes, grid: Grid) -> None:
    for fact in facts:
        pair = (min(fact.hex, fact.value), max(fact.hex, fact.value))
        if fact.fact in SIDE_FACTS:
            marks.setdefault(pair, set()).add(fact.fact)
        elif fact.fact == "sea_side" and "strait" not in marks.get(pair, ()):
            marks.setdefault(pair, set()).add("sea")
        elif fact.fact == "rail_to":
            marks.setdefault(pair, set()).add("rail")
        elif fact.fact == "no_rail_to":
            marks.get(pair, set()).discard("rail")
    railed = {hex for pair, borne in marks.items() if "rail" in borne for hex in pair}
    for fact in facts:
        if fact.fact == "rail" and fact.hex not in railed:
            near = [n for n in neighbours(fact.hex, grid) if hexes.get(n, {}).get("terrain", "sea") not in WATER]
            for other in [n for n in near if n in railed] or near[:1]:  # join the line that must pass here
                marks.setdefault((min(fact.hex, other), max(fact.hex, other)), set()).add("rail")
            railed.add(fact.hex)
    for pair in [pair for pair, borne in marks.items() if not borne]:
        del marks[pair]
