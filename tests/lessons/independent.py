"""The rules of Fields of Despair once more, in few words and another way: to confirm what the engine answers.

Nothing here calls the game's rules. It reads the state as plain data, the map's GeoJSON and the charts' YAML.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parents[2] / "scenarios" / "fields-of-despair"
SIDE = {"France": "allies", "Britain": "allies", "Belgium": "allies", "USA": "allies", "Germany": "cp"}
OTHER = {"allies": "cp", "cp": "allies"}
HEXES_TO_GO = {"infantry": 2, "cavalry": 3, "deception": 0}
ENGLAND = "A01"


@cache
def ground() -> dict[str, dict[str, Any]]:
    """What the map file says of each hex."""
    features = json.loads((DATA / "maps" / "western-front.geojson").read_text(encoding="utf-8"))["features"]
    return {f["id"]: f["properties"] for f in features if f["properties"].get("kind") == "hex"}


@cache
def chart(name: str) -> dict[Any, dict[str, Any]]:
    """The rows of a chart by their key, from the file itself."""
    raw = yaml.safe_load((DATA / "charts" / f"{name}.yaml").read_text(encoding="utf-8"))
    rows = [dict(zip(raw["columns"], row, strict=True)) for row in raw["rows"]]
    return {row[raw["key"]]: row for row in rows}


def in_band(value: int, band: str) -> bool:
    low, _, high = band.rstrip("+").partition("-")
    return int(low) <= value and (band.endswith("+") or value <= int(high or low))


# Supply: flood the friendly hexes from the sources


def blocks(state: Any, hex: str, side: str) -> list[Any]:
    return [b for _, b in sorted(state.blocks.items()) if b.hex == hex and SIDE[b.nation] == side]


def fortress(state: Any, hex: str, side: str) -> Any:
    return next((f for f in state.fortresses.values() if hex in f.hexes and not f.destroyed and f.side == side), None)


def stands(state: Any, hex: str, side: str) -> bool:
    return bool(blocks(state, hex, side)) or fortress(state, hex, side) is not None


def flooded(board: Any, control: dict[str, str], side: str) -> set[str]:
    def source(hex: str) -> bool:
        here = ground()[hex]
        if side == "cp":
            return here.get("edge") == "east"
        return here.get("edge") == "west" or bool(here.get("port"))

    wet = [h for h in control if h in ground() and control[h] == side and source(h)]
    seen = set(wet)
    while wet:
        for near in board.neighbours[wet.pop()]:
            if near not in seen and control[near] == side:
                seen.add(near)
                wet.append(near)
    return seen


def fed(board: Any, control: dict[str, str], side: str, hex: str, wet: set[str] | None = None) -> bool:
    wet = flooded(board, control, side) if wet is None else wet
    return hex == ENGLAND or hex in wet or (control[hex] != side and any(n in wet for n in board.neighbours[hex]))


def lineless(board: Any, state: Any, side: str, control: dict[str, str] | None = None) -> list[str]:
    held = {b.hex for b in state.blocks.values() if SIDE[b.nation] == side}
    now = control or state.control
    wet = flooded(board, now, side)
    return sorted(h for h in held if not fed(board, now, side, h, wet))


def starving(state: Any, block: Any) -> bool:
    """Marked Out of Supply, and no Fortress feeds it."""
    if not block.oos:
        return False
    side = SIDE[block.nation]
    fort = fortress(state, block.hex, side)
    left = 0
    if fort is not None:
        left = 2 * fort.sp
        if len(fort.hexes) == 2:
            need = sum(b.sp for b in blocks(state, fort.hexes[0], side) if b.oos)
            first = min(need if fort.first_share < 0 else fort.first_share, left)
            left = first if block.hex == fort.hexes[0] else left - first
    for other in blocks(state, block.hex, side):
        if other.oos:
            left -= other.sp
        if other.id == block.id:
            break
    return left < 0


def dice_of_blocks(state: Any, hex: str, side: str) -> int:
    """Without trenches; a Fortress on one hex at most."""
    here = [b for b in blocks(state, hex, side) if b.kind != "deception"]
    hungry = sum(b.sp for b in here if b.oos)
    fort = fortress(state, hex, side)
    saved = min(hungry, 2 * fort.sp) if fort else 0
    return sum(b.sp for b in here if not b.oos) + saved + (hungry - saved) // 2


# Movement: walk every path


def distance_to_supply(board: Any, state: Any, side: str) -> dict[str, int]:
    def goal(hex: str) -> bool:
        here = ground()[hex]
        if side == "cp":
            return here.get("edge") == "east"
        return here.get("edge") == "west" or (bool(here.get("port")) and state.control[hex] == "allies")

    away = {h: 0 for h in ground() if goal(h)}
    edge = list(away)
    while edge:
        here = edge.pop(0)
        for near in board.neighbours[here]:
            if near not in away:
                away[near] = away[here] + 1
                edge.append(near)
    return away


class Mover:
    """What one block may do in Block Movement."""

    def __init__(self, board: Any, state: Any, block: Any) -> None:
        self.board, self.state, self.block = board, state, block
        self.side = SIDE[block.nation]
        self.foe = OTHER[self.side]
        self.hungry = starving(state, block) if block.oos else not fed(board, state.control, self.side, block.hex)
        self.reach = 1 if self.hungry else HEXES_TO_GO[block.kind]
        self.away = distance_to_supply(board, state, self.side)
        self.stands = cache(lambda hex, side: stands(state, hex, side))
        self.blocks = cache(lambda hex: blocks(state, hex, self.side))

    def contested(self, hex: str) -> bool:
        return self.stands(hex, self.side) and self.stands(hex, self.foe)

    def friendly(self, hex: str) -> bool:
        return self.state.control[hex] == self.side

    def stop(self, start: str, end: str) -> str:
        """Why the way ends here: newly, crossing, forest, or nothing."""
        mine = [b for b in self.blocks(end) if b.id != self.block.id]
        if self.stands(end, self.foe) and not mine and fortress(self.state, end, self.side) is None:
            return "newly"
        if self.contested(start) and self.contested(end):
            return "crossing"
        if (
            not self.state.trench
            and ground()[end]["terrain"] == "forest"
            and ground()[start]["terrain"] != "forest"
            and not self.friendly(end)
        ):
            return "forest"
        return ""

    def refusal(self, path: tuple[str, ...]) -> str:
        """The section that forbids a path of neighbours, or nothing."""
        if len(path) > self.reach:
            return "6.7.5/movement" if self.hungry else "7.2"
        here, stopped = self.block.hex, ""
        for number, end in enumerate(path):
            if stopped:
                return "7.2.3" if stopped == "forest" else "7.2.2"
            assert end in self.board.neighbours[here]
            if self.contested(here) and not self.friendly(end):
                way_out = any(self.friendly(n) for n in self.board.neighbours[here])
                if way_out or self.away[end] >= self.away[here]:
                    return "7.2.2"
            if number == 0 and self.hungry and self.away[end] >= self.away[here]:
                return "6.7.5/movement"
            stopped = self.stop(here, end)
            here = end
        if self.block.hex in self.state.contested_before and len(self.blocks(self.block.hex)) == 1:
            return "7.2.2/leave-one"
        return ""

    def goals(self) -> list[str]:
        found: set[str] = set()
        ways: list[tuple[str, ...]] = [()]
        while ways:
            way = ways.pop()
            for end in self.board.neighbours[way[-1] if way else self.block.hex]:
                longer = (*way, end)
                if end != self.block.hex and end not in way and not self.refusal(longer):
                    found.add(end)
                    ways.append(longer)
        return sorted(found)


# Chance: every way the dice can fall


@cache
def hit_weights(dice: int, faces: int) -> dict[int, Fraction]:
    """Hits of a pool: die after die, each a hit or a miss, all patterns."""
    found: dict[int, Fraction] = {}
    for pattern in product((0, 1), repeat=dice) if dice <= 10 else ():
        weight = Fraction(1)
        for hit in pattern:
            weight *= Fraction(faces if hit else 6 - faces, 6)
        found[sum(pattern)] = found.get(sum(pattern), Fraction(0)) + weight
    return found or {
        k: Fraction(comb(dice, k) * faces**k * (6 - faces) ** (dice - k), 6**dice) for k in range(dice + 1)
    }


def at_least(dice: int, faces: int, hits: int) -> Fraction:
    return sum((p for k, p in hit_weights(dice, faces).items() if k >= hits), Fraction(0))


def trench_dice(attackers: int) -> int:
    return next(row["dice"] for band, row in chart("trench-dice").items() if in_band(attackers, band))


def assault(attackers: int, defenders: int, extra: int, trench: bool) -> dict[tuple[int, int], Fraction]:
    """One round without guns or Fortress: the SPs that both lose."""
    found: dict[tuple[int, int], Fraction] = {}
    for hits, p in hit_weights(defenders + extra, 2).items():
        lost = min(hits, attackers)
        for back, q in hit_weights(attackers - lost if trench else attackers, 2).items():
            key = (lost, min(back, defenders))
            found[key] = found.get(key, Fraction(0)) + p * q
    return found


def drawn_at_least(bag: dict[str, int], colour: str, number: int) -> Fraction:
    cubes = [c for c, n in bag.items() for _ in range(n)]
    ways = list(combinations(range(len(cubes)), 3))
    return Fraction(sum(sum(cubes[i] == colour for i in way) >= number for way in ways), len(ways))
