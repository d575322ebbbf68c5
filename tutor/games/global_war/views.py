"""What a player sees. Nothing is hidden in this game (App. A), so the view is the table in a light form: units that are
alike are counted, and what the panels ask for often is worked out once."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .calendar import turn_name
from .hand import COMBAT
from .nations import PLAYERS
from .state import Battle, Facility, G, Item, Minor, Unit
from .terms import commanded, enemies, enemy_zone, hostile_units, zone_value
from .units import of, unit_types, units_in


class Stack(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units of one owner and type in one zone that bear the same marks."""

    zone: str
    owner: str
    type: str
    count: int
    task: str = ""
    hits: int = 0
    aboard: str = ""  # the type of ship or aircraft that carries them
    moved: bool = False  # they belong to whoever moves now, and have moved
    held: bool = False  # they are in hand


class NationView(msgspec.Struct, frozen=True):
    """A playable nation: what stands on its reference sheet."""

    cash: int
    income: int
    peacetime: int  # -1: it has the full value of its zones
    wars: list[str]
    technology: dict[str, int]
    capital: str
    in_play: bool
    surrendered: bool
    zones: int
    units: int


class BattleView(msgspec.Struct, frozen=True):
    """The battle being fought, with what each unit hits with now."""

    kind: str
    zone: str
    attacker: str
    defender: str
    round: int
    target: str
    attackers: list[tuple[Stack, int]]
    defenders: list[tuple[Stack, int]]
    aside: int = 0
    hits: int = 0  # still to be allotted
    hits_on: str = ""


class WorldView(msgspec.Struct, frozen=True):
    """The table as one player looks at it."""

    player: str
    calendar: int
    turn: str
    slot: str
    nation: str
    mover: str
    owners: dict[str, str]
    values: dict[str, int]  # IPPs, of zones that are worth any
    stacks: list[Stack]
    facilities: list[Facility]
    nations: dict[str, NationView]
    minors: dict[str, Minor]
    production: list[Item]
    battle: BattleView | None
    battles: list[str]  # zones where a battle is still to come
    conquered: dict[str, str]
    points: dict[str, int]  # Victory Points so far, by alliance
    pacts: dict[str, str]
    rail_damage: dict[str, int]
    convoy_damage: dict[str, dict[str, int]]
    last_turn: str = ""


def view(g: G, player: str) -> WorldView:
    """The whole table; every player sees the same."""
    s = g.state
    held = set(s.hand)
    return WorldView(
        player=player,
        calendar=s.calendar,
        turn=turn_name(s.calendar),
        slot=s.slot,
        nation=s.nation,
        mover=s.mover,
        owners=dict(s.owners),
        values={zone: value for zone in g.board.facts if (value := zone_value(g, zone))},
        stacks=stacks(g, s.units.values(), held),
        facilities=[msgspec.structs.replace(f) for f in s.facilities.values()],
        nations=_nations(g),
        minors={name: msgspec.structs.replace(minor) for name, minor in s.minors.items()},
        production=[msgspec.structs.replace(item, cycles=list(item.cycles)) for item in s.production],
        battle=_battle(g, s.battle) if s.battle is not None and not s.battle.over else None,
        battles=_battles(g),
        conquered=dict(s.conquered),
        points=_points(g),
        pacts={"pact": s.pact, "eastern_pact": s.eastern_pact, "truce": "signed" if s.truce else "", "spain": s.spain,
               "abyssinia": s.abyssinia, "vichy": "yes" if s.vichy else ""},
        rail_damage=dict(s.rail_damage),
        convoy_damage={line: dict(hits) for line, hits in s.convoy_damage.items()},
        last_turn=turn_name(s.last_turn),
    )  # fmt: skip


# Units


def stacks(g: G, units: Iterable[Unit], held: Iterable[int] = ()) -> list[Stack]:
    """Units alike are one stack; by zone, then owner, then in the order of the units chart."""
    in_hand = frozenset(held)
    s = g.state
    at_move = bool(s.moves and s.mover) and not s.battles and s.battle is None
    movers = {unit.owner for unit in s.units.values()} if at_move else set()
    movers = {owner for owner in movers if commanded(g, owner, s.mover)}
    counts: dict[tuple[str, str, str, str, int, str, bool, bool], int] = {}
    for unit in units:
        carrier = s.units.get(unit.aboard) if unit.aboard else None
        moved = unit.owner in movers and (unit.spent > 0 or unit.committed)
        key = (
            unit.zone, unit.owner, unit.type, unit.task, unit.hits, carrier.type if carrier else "", moved,
            unit.id in in_hand,
        )  # fmt: skip
        counts[key] = counts.get(key, 0) + 1
    order = {type: number for number, type in enumerate(unit_types(g))}
    found = [
        Stack(zone, owner, type, count, task, hits, aboard, moved, in_hand_now)
        for (zone, owner, type, task, hits, aboard, moved, in_hand_now), count in counts.items()
    ]
    found.sort(key=lambda s: (s.zone, rank(s.owner), order.get(s.type, 99), s.held, s.moved, s.task, s.hits, s.aboard))
    return found


def rank(nation: str) -> tuple[int, str]:
    """Players in their order of play, then the Minor Powers by name."""
    return (PLAYERS.index(nation), "") if nation in PLAYERS else (len(PLAYERS), nation)


# Nations


def _nations(g: G) -> dict[str, NationView]:
    counted: dict[str, int] = dict.fromkeys(PLAYERS, 0)
    for unit in g.state.units.values():
        if unit.owner in counted:
            counted[unit.owner] += 1
    zones: dict[str, int] = dict.fromkeys(PLAYERS, 0)
    for holder in g.state.owners.values():
        if holder in zones:
            zones[holder] += 1
    return {
        name: NationView(
            cash=nation.cash,
            income=_income(g, name),
            peacetime=nation.peacetime,
            wars=sorted(enemies(g, name), key=rank),
            technology=dict(nation.technology),
            capital=nation.capital,
            in_play=nation.in_play,
            surrendered=nation.surrendered,
            zones=zones[name],
            units=counted[name],
        )
        for name, nation in g.state.nations.items()
    }


def _income(g: G, nation: str) -> int:
    """What it collects: its tracker while at peace, else the value of its zones."""
    from .war_and_peace import income

    return income(g, nation)


def _points(g: G) -> dict[str, int]:
    from .victory import points

    return points(g)


# Battles


def _battles(g: G) -> list[str]:
    """Zones where a battle waits to be fought; in Combat Movement, where units were sent against an enemy."""
    s = g.state
    if s.battles or s.moves != COMBAT:
        return [battle.zone for battle in s.battles if not battle.over]
    sent = {unit.zone: unit.owner for unit in s.units.values() if unit.committed}
    return [
        zone for zone, owner in sent.items() if hostile_units(g, owner, units_in(g, zone)) or enemy_zone(g, owner, zone)
    ]


def _battle(g: G, battle: Battle) -> BattleView:
    volley = battle.volley
    return BattleView(
        kind=battle.kind,
        zone=battle.zone,
        attacker=battle.attacker,
        defender=battle.defender,
        round=battle.round,
        target=battle.target,
        attackers=_force(g, battle, battle.attackers, attacking=True),
        defenders=_force(g, battle, battle.defenders or _protectors(g, battle), attacking=False),
        aside=len(battle.aside),
        hits=volley.hits + volley.selected if volley else 0,
        hits_on="defender" if volley and volley.side == "attacker" else "attacker",
    )


def _protectors(g: G, battle: Battle) -> list[int]:
    """Where a convoy is raided: who escorts it or watches over it, and will fire at the raiders."""
    from .convoy_battle import protects
    from .raiding import escorting, patrolling

    if battle.kind != "raid":
        return []
    units = (*escorting(g, battle.attacker, battle.zone), *patrolling(g, battle.attacker, battle.zone))
    return [unit.id for unit in units if protects(g, unit)]


def _force(g: G, battle: Battle, numbers: Iterable[int], *, attacking: bool) -> list[tuple[Stack, int]]:
    """One side, units alike together, with what they hit on now; -1 where this kind of fight has no such number."""
    from .combat_values import attack_value, defense_value, supported

    plain = battle.kind in ("land", "naval") or (battle.kind == "raid" and not attacking)
    support = supported(g, battle) if plain and attacking else frozenset()
    values: dict[int, list[Unit]] = {}
    for unit in of(g, numbers):
        value = -1
        if plain:
            value = attack_value(g, battle, unit, support) if attacking else defense_value(g, battle, unit)
        values.setdefault(value, []).append(unit)
    found = [
        (msgspec.structs.replace(stack, moved=False, held=False), value)
        for value, units in values.items()
        for stack in stacks(g, units)
    ]
    order = {type: number for number, type in enumerate(unit_types(g))}
    return sorted(found, key=lambda one: (rank(one[0].owner), order.get(one[0].type, 99), -one[1]))
