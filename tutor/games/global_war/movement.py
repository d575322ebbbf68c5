"""Chapters 8 and 10: the decisions of movement. Units are picked up in one zone, then sent on their way or put back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from . import air_moves, cargo, land_moves, sea_moves, tasks
from .actions.basic import Done
from .actions.movement import Move, Pick, PutBack, RailMove, StrategicSail
from .hand import COMBAT, Hand, choice, group, hand_of, lands_from, mark_of, mixes_badly, picked, why_it_stays
from .land_moves import across_narrows, chinese_stay_in_china
from .march import go
from .nations import name_of
from .rail import rail, rail_moves
from .ranges import allowance as allowance
from .rulebook import RULES, procedure
from .state import MINE, PATROL, RAID, G, Unit
from .terms import commanded, enemies, enemy_zone, power
from .units import listed, occupied, type_of, units_in
from .voyages import sail, voyages
from .ways import Leg, reachable, welcome
from .zones import is_sea, land_neighbours

landing_spots = air_moves.landing_spots
RULE_MODULES = (land_moves, sea_moves, air_moves, cargo, tasks)  # what judges a move, in this order


# The step


@procedure("8", "8.2", "8.8")
def begin_combat_moves(g: G) -> None:
    """Raids are announced anew; everybody else stands as he is."""
    s = g.state
    s.moves, s.moving, s.hand = COMBAT, True, []
    for unit in s.units.values():
        if unit.task in (RAID, MINE) and commanded(g, unit.owner, s.mover):
            unit.task = PATROL if type_of(g, unit).air else ""


def still_moving(g: G) -> bool:
    return g.state.moving and not g.state.ended


@procedure("8.2", "10.1")
def move_units(g: G) -> Asking:
    """One group: picked up, added to, and sent or put back; or the end of this movement."""
    s = g.state
    section = "8.2" if s.moves == COMBAT else "10.1"
    words = "combat" if s.moves == COMBAT else "non-combat"
    action = yield Decision(
        s.mover,
        section,
        f"{name_of(s.mover)}: pick up units for a {words} move, or end the phase.",
        [Pick, Move, Done],
        lambda: [*([Done()] if RULES.allows(g, Done()) else []), *picks(g)],
        screened=True,
    )
    if isinstance(action, Done):
        s.moving = False
        return
    assert isinstance(action, Pick)
    s.hand = [u.id for u in picked(g, action)]
    while s.hand:
        hand = hand_of(g)  # an interrupt may have changed hands, owners and all
        action = yield Decision(
            s.mover,
            section,
            f"{listed(g, hand.units)} in hand: send them, add to them, or put them back.",
            [Move, RailMove, StrategicSail, Pick, PutBack],
            lambda: [PutBack(), *destinations(g, hand_of(g)), *more_picks(g)],
            about={"zone": hand.zone, "units": list(s.hand)},
            screened=True,
        )
        if not hand_of(g).units:
            s.hand = []
        elif isinstance(action, Pick):
            s.hand = sorted({*s.hand, *(u.id for u in picked(g, action))})
        else:
            hand, s.hand = hand_of(g), []
            yield from carry_out(g, hand, action)


def carry_out(g: G, hand: Hand, action: Action) -> Asking:
    if isinstance(action, Move):
        yield from go(g, hand, action)
    elif isinstance(action, RailMove):
        rail(g, hand, action)
    elif isinstance(action, StrategicSail):
        yield from sail(g, hand, action)


# What can be picked up


def picks(g: G) -> Iterator[Pick]:
    """Units worth picking up, by zone and kind: one of them, and all."""
    at_peace = not enemies(g, g.state.mover)
    for (zone, type, mark, owner), units in pickable(g).items():
        if g.state.moves == COMBAT and not _has_a_use(g, units[0], at_peace):
            continue
        yield from _offers(g, zone, type, mark, owner, len(units))


def more_picks(g: G) -> Iterator[Pick]:
    """What could join the units in hand."""
    hand = hand_of(g)
    for (zone, type, mark, owner), units in pickable(g, hand.zone).items():
        if _fits(g, hand, units[0]):
            yield from _offers(g, zone, type, mark, owner, len(units))


def _offers(g: G, zone: str, type: str, mark: str, owner: str, count: int) -> Iterator[Pick]:
    alike = choice(g, Pick(zone, type))
    which = mark if len({mark_of(u) for u in alike}) > 1 else ""
    whose = owner if len({u.owner for u in alike}) > 1 else ""
    for number in dict.fromkeys((1, count)):
        yield Pick(zone, type, number, which, whose)


def pickable(g: G, zone: str = "") -> dict[tuple[str, str, str, str], list[Unit]]:
    """Units of the command that may move, alike in zone, type, mark and owner."""
    found: dict[tuple[str, str, str, str], list[Unit]] = {}
    mine: dict[str, bool] = {}
    for unit in units_in(g, zone) if zone else g.state.units.values():
        if unit.owner not in mine:
            mine[unit.owner] = commanded(g, unit.owner, g.state.mover)
        if mine[unit.owner] and unit.id not in g.state.hand and why_it_stays(g, unit) is None:
            found.setdefault((unit.zone, unit.type, mark_of(unit), unit.owner), []).append(unit)
    return found


def _fits(g: G, hand: Hand, unit: Unit) -> bool:
    """May this unit be picked up besides those in hand?"""
    if power(unit.owner) != power(hand.nation) or (hand.sailing and not type_of(g, unit).naval):
        return False
    new = group(g, [*hand.units, unit])
    return not mixes_badly(new)


def _has_a_use(g: G, unit: Unit, at_peace: bool) -> bool:
    """Is there anything in reach that a combat move could be about? More is accepted than is listed."""
    kind = type_of(g, unit)
    if kind.air or kind.naval:
        return not at_peace
    front = _front(g, unit.owner)
    if unit.aboard:
        return any(z in front.zones for z in g.board.neighbours[lands_from(g, unit)])
    if unit.zone in front.near or (kind.move > 1 and unit.zone in front.behind):
        return True
    return not at_peace and unit.zone in front.harbours


class _Front(NamedTuple):
    """What a nation could attack or annex, the land zones one and two borders away, and those where ships wait."""

    zones: set[str]
    near: set[str]
    behind: set[str]
    harbours: set[str]


def _front(g: G, nation: str) -> _Front:
    """It holds as long as nothing happens: every change is told."""
    stamp, known = g.memo.get("front", (-1, {}))
    if stamp != len(g.log):
        known = {}
        g.memo["front"] = (len(g.log), known)
    if nation not in known:
        known[nation] = _look_around(g, nation)
    found: _Front = known[nation]
    return found


def _look_around(g: G, nation: str) -> _Front:
    from .relations import may_annex

    zones = {z for z in g.state.owners if enemy_zone(g, nation, z)}
    zones |= {row["zone"] for row in g.charts["annexations"] if may_annex(g, nation, row["zone"])}
    near = {n for z in zones for n in land_neighbours(g, z)} | {n for z in zones for n in across_narrows(g, z)}
    behind = {n for z in near for n in land_neighbours(g, z)}
    seas = [z for z in occupied(g) if is_sea(g, z) and cargo.transports_for(g, nation, z)]
    return _Front(zones, near, behind, {n for sea in seas for n in g.board.neighbours[sea]})


# Where the units in hand can go


@procedure("0.8")
def destinations(g: G, hand: Hand) -> list[Action]:
    """Every move of a group that is worth listing: the shortest way to each place, with each task it could take there."""
    ways = reachable(g, hand)
    found: list[Move] = []
    if hand.combat:
        if hand.sailing:
            found += tasks.tasks_at(g, hand, hand.zone, ())
        if hand.flying and is_sea(g, hand.zone):
            found += tasks.missions_at(g, hand, hand.zone, ())
        for zone, path in ways.items():
            found += _combat_moves(g, hand, zone, path)
        options: list[Action] = [m for m in found if welcome(g, hand, m)]
        shots = tasks.shots_of(g, hand)
        return options + [m for m in shots if not chinese_stay_in_china(g, hand, Leg(hand.zone, m.path[-1], 0))]
    if hand.flying and is_sea(g, hand.zone) and not all(u.aboard for u in hand.flying):
        found.append(Move(()))
    found += [Move(path) for path in ways.values()]
    moves: list[Action] = [m for m in found if welcome(g, hand, m)]
    return [*moves, *rail_moves(g, hand), *voyages(g, hand)]


def _combat_moves(g: G, hand: Hand, zone: str, path: tuple[str, ...]) -> Iterator[Move]:
    if hand.flying:
        if hand.walking:
            yield Move(path)
        else:
            yield from tasks.missions_at(g, hand, zone, path)
    elif hand.sailing:
        yield Move(path)
        yield from tasks.tasks_at(g, hand, zone, path)
    else:
        yield Move(path)
