"""Section 1.5, key terms: control, contested hexes, Supply Lines and Frontline hexes."""

from __future__ import annotations

from collections.abc import Iterable

from .rulebook import procedure
from .state import ALLIES, CP, DECEPTION, ENGLAND, NATIONS, NEUTRAL, SIDES, Block, Fortress, G, enemy


def side_of(g: G, unit: Block | Fortress) -> str:
    """The Power a block or Fortress fights for; a neutral nation's fight for nobody (13.1, 13.2)."""
    if unit.nation == "Belgium" and g.state.belgium != ALLIES:
        return NEUTRAL
    if unit.nation == "Britain" and g.state.britain != ALLIES:
        return NEUTRAL
    return NATIONS[unit.nation]


def stacks(g: G) -> dict[str, list[Block]]:
    """The blocks by hex. Kept up to date by the functions of ``blocks``."""
    index = g.memo.get("stacks")
    if index is None:
        index = g.memo["stacks"] = {}
        for _, block in sorted(g.state.blocks.items()):
            index.setdefault(block.hex, []).append(block)
    return index


def blocks_at(g: G, hex: str, side: str) -> list[Block]:
    """The blocks of one Power in a hex."""
    return [b for b in stacks(g).get(hex, ()) if side_of(g, b) == side]


def blocks_of(g: G, side: str) -> list[Block]:
    return [b for b in g.state.blocks.values() if side_of(g, b) == side]


def fighting_at(g: G, hex: str, side: str) -> list[Block]:
    """The infantry and cavalry of one Power in a hex."""
    return [b for b in blocks_at(g, hex, side) if b.kind != DECEPTION]


def sp_at(g: G, hex: str, side: str) -> int:
    return sum(b.sp for b in blocks_at(g, hex, side))


def fortress_at(g: G, hex: str) -> Fortress | None:
    """The Fortress standing in a hex, also one that is down to 0 but not yet destroyed."""
    index = g.memo.get("fortresses")
    if index is None:
        index = g.memo["fortresses"] = {h: f for f in g.state.fortresses.values() for h in f.hexes}
    fortress = index.get(hex)
    return fortress if fortress is not None and not fortress.destroyed else None


def own_fortress(g: G, hex: str, side: str) -> Fortress | None:
    """2.1.2: the Fortress of this Power in a hex. It never changes hands."""
    fortress = fortress_at(g, hex)
    return fortress if fortress is not None and side_of(g, fortress) == side else None


def present(g: G, hex: str, side: str) -> bool:
    """2.1.2: a Fortress holds a hex as a block would."""
    return own_fortress(g, hex, side) is not None or any(side_of(g, b) == side for b in stacks(g).get(hex, ()))


@procedure("1.5/contested-hex")
def contested(g: G, hex: str) -> bool:
    """Both Powers have a block or a Fortress there."""
    return present(g, hex, ALLIES) and present(g, hex, CP)


def contested_hexes(g: G) -> list[str]:
    """All contested hexes, in the order of the map."""
    return sorted(h for h in stacks(g) if contested(g, h))


def controls(g: G, hex: str, side: str) -> bool:
    """Friendly: controlled by this Power, contested or not."""
    return g.state.control.get(hex) == side


@procedure("1.5/hex-control", "7.2/control")
def set_control(g: G, hex: str, side: str, section: str) -> None:
    if g.state.control[hex] != side:
        g.state.control[hex] = side
        g.memo.pop(("net", ALLIES), None)
        g.memo.pop(("net", CP), None)
        g.memo.pop(("pieces", ALLIES), None)
        g.memo.pop(("pieces", CP), None)
        g.tell(
            "control",
            section,
            f"{hex} {g.board.fact(hex, 'name')} comes under {side} control.",
            by=side,
            hex=hex,
            side=side,
        )


@procedure("1.5/hex-control")
def adjust_control(g: G, section: str) -> None:
    """A sole occupant controls a hex; a hex that both have left stays as it was."""
    for hex in sorted(stacks(g)):
        if hex == ENGLAND:
            continue
        here = [side for side in SIDES if present(g, hex, side)]
        if len(here) == 1 and g.state.control[hex] != here[0]:
            set_control(g, hex, here[0], section)
    g.state.river_spent = [h for h in g.state.river_spent if contested(g, h)]


@procedure("1.5/hex-control", "2.6.3")
def control_markers(g: G, side: str) -> list[str]:
    """Where this Power's Control markers lie: contested hexes, and hexes next to the enemy or a neutral."""
    other = enemy(side)
    return sorted(
        hex
        for hex, owner in g.state.control.items()
        if owner == side
        and hex != ENGLAND
        and (contested(g, hex) or any(g.state.control[n] in (other, NEUTRAL) for n in g.board.neighbours[hex]))
    )


@procedure("6.7.3")
def supply_sources(g: G, side: str) -> list[str]:
    """Own map edge; for the Allies also friendly ports."""
    if side == CP:
        return [h for h in _edge(g, "east") if controls(g, h, CP)]
    ports = [h for h in _ports(g) if controls(g, h, ALLIES)]
    return [h for h in _edge(g, "west") if controls(g, h, ALLIES)] + ports


def _edge(g: G, edge: str) -> list[str]:
    return g.board.where("edge", edge)  # type: ignore[no-any-return]


def _ports(g: G) -> list[str]:
    return [h for h in g.board if g.board.fact(h, "port")]


def supply_net(g: G, side: str) -> set[str]:
    """The controlled hexes that join up with a Supply Source."""
    net = g.memo.get(("net", side))
    if net is None:
        net = g.memo["net", side] = g.board.reachable(supply_sources(g, side), lambda h: controls(g, h, side))
    return net  # type: ignore[no-any-return]


@procedure("1.5/supply-line", "6.7.2")
def has_supply_line(g: G, hex: str, side: str) -> bool:
    """A path of friendly hexes leads from the hex to a Supply Source."""
    net = supply_net(g, side)
    if hex in net or hex == ENGLAND:
        return True
    return not controls(g, hex, side) and any(n in net for n in g.board.neighbours[hex])


@procedure("8.1")
def joined(g: G, one: str, other: str, side: str) -> bool:
    """Two hexes have a Supply Line to each other."""
    pieces = g.memo.get(("pieces", side))
    if pieces is None:
        pieces = g.memo["pieces", side] = g.board.components(lambda h: controls(g, h, side))

    def touched(hex: str) -> set[int]:
        if hex in pieces:
            return {pieces[hex]}
        return {pieces[n] for n in g.board.neighbours[hex] if n in pieces}

    return bool(touched(one) & touched(other))


@procedure("1.5/frontline-hex")
def frontline(g: G, side: str) -> list[str]:
    """The Frontline hexes of a Power, in the order of the map."""
    other = enemy(side)
    front = []
    net = supply_net(g, side)
    for hex in g.board:
        if hex == ENGLAND:
            continue
        if contested(g, hex):
            if has_supply_line(g, hex, side):
                front.append(hex)
        elif hex in net and any(
            controls(g, n, other) and not any(side_of(g, b) == side for b in stacks(g).get(n, ()))
            for n in g.board.neighbours[hex]
        ):
            front.append(hex)
    return front


def toward_supply(g: G, start: str, end: str, side: str) -> bool:
    """``end`` is nearer than ``start`` to an own edge hex or a friendly port (ruling toward-supply)."""
    goals: Iterable[str] = (
        _edge(g, "east") if side == CP else [*_edge(g, "west"), *(p for p in _ports(g) if controls(g, p, ALLIES))]
    )
    near = g.memo.get(("toward", side, tuple(goals)))
    if near is None:
        far = 999
        near = {h: min((g.board.distances(goal).get(h, far) for goal in goals), default=far) for h in g.board}
        g.memo["toward", side, tuple(goals)] = near
    return bool(near[end] < near[start])
