"""Questions about combat and convoys."""

from __future__ import annotations

import msgspec

from ....engine.errors import UnknownName
from ....engine.session import Session
from ....games.global_war import (
    combat_values,
    convoys,
    raiding,
    units,
)
from ....games.global_war.firing import groups_to_fire
from ....games.global_war.sides import units_of
from ....games.global_war.state import Battle
from .forces import unit_at
from .register import among_words, names, query

# Combat


def battle_now(s: Session, round: int | str = 0) -> Battle:
    """The battle under way, as it would be in a round."""
    battle: Battle | None = s.state.battle
    if battle is None:
        raise UnknownName("battle", "now", (b.zone for b in s.state.battles))
    return msgspec.structs.replace(battle, round=int(round)) if int(round) else battle


@query("value")
def value(s: Session, type: str, side: str, round: int = 0, entered: str = "", supported: bool | None = None) -> int:
    """The number that a unit of the battle under way hits on in a round: side is attacker or defender.

    ``entered`` names the zone that it attacks from, ``supported`` whether artillery is paired with it.
    """
    g, battle = s.table, battle_now(s, round)
    found = [u for u in units_of(g, battle, side) if u.type == type and entered in ("", u.entered)]
    pairs = combat_values.supported(g, battle)
    if supported is not None:
        found = [u for u in found if (u.id in pairs) == supported]
    if not found:
        raise UnknownName(f"{side} of type", type, sorted({u.type for u in units_of(g, battle, side)}))
    if side == combat_values.ATTACKER:
        return combat_values.attack_value(g, battle, found[0], pairs)
    return combat_values.defense_value(g, battle, found[0])


@query("supported")
def supported(s: Session) -> int:
    """How many attacking units are paired with artillery in the battle under way."""
    return len(combat_values.supported(s.table, battle_now(s)))


@query("firing")
def firing(s: Session, side: str, stage: str) -> str:
    """The types of unit of a side that have yet to fire in a stage of the round: first or normal."""
    g = s.table
    return ", ".join(units.called(g, group.split()[0]) for group in groups_to_fire(g, battle_now(s), side, stage))


@query("strike-step")
def strike_step(s: Session, side: str, type: str) -> str:
    """When units of a type fire in the round under way."""
    waiting = groups_to_fire(s.table, battle_now(s), side, "first")
    first = type in {group.split()[0] for group in waiting}
    return "Before all others" if first else "With the others"


@query("dice")
def dice(s: Session) -> int:
    """How many dice are about to be rolled, where play is paused before them."""
    return sum(roll.dice for roll in s.upcoming())


@query("hits-on")
def hits_on(s: Session) -> int:
    """The highest face that hits among the dice about to be rolled."""
    return max((max(faces) for roll in s.upcoming() for faces in roll.groups.values() if faces), default=0)


@query("roller")
def roller(s: Session) -> str:
    """Who is about to roll."""
    return names(dict.fromkeys(roll.by for roll in s.upcoming() if roll.by))


@query("round")
def round_now(s: Session) -> int:
    return int(s.state.battle.round) if s.state.battle else 0


@query("in-battle")
def in_battle(s: Session, side: str, type: str = "") -> int:
    """How many units of a side are in the battle under way, those set aside too."""
    if s.state.battle is None:
        return 0
    return sum(type in ("", u.type) for u in units_of(s.table, s.state.battle, side))


@query("set-aside")
def set_aside(s: Session) -> int:
    """Defenders that are hit and have yet to fire."""
    return len(s.state.battle.aside) if s.state.battle else 0


@query("set-aside-types")
def set_aside_types(s: Session) -> set[str]:
    """The types of the defenders that are hit and have yet to fire."""
    return {s.state.units[n].type for n in s.state.battle.aside} if s.state.battle else set()


@query("battles")
def battles(s: Session) -> set[str]:
    """The zones where something is still to be fought, the battle under way too."""
    now = [s.state.battle] if s.state.battle else []
    return {battle.zone for battle in (*now, *s.state.battles)}


# Convoys


@query("lines")
def lines(s: Session, zone: str) -> set[str]:
    """The convoy lines through a sea zone, by name."""
    return {line.name for line in convoys.lines_through(s.table, zone)}


@query("line-zones")
def line_zones(s: Session, line: str) -> set[str]:
    """The sea zones that a line runs through."""
    return set(convoys.lines(s.table)[line].zones)


@query("raid-zones")
def raid_zones(s: Session, nation: str, among: str = "") -> set[str]:
    """Sea zones where a nation finds something to raid."""
    return among_words(
        {z for z in s.board if convoys.lines_through(s.table, z) and convoys.victims(s.table, nation, z)}, among
    )


@query("at-stake")
def at_stake(s: Session, line: str, nation: str) -> int:
    """What a nation can still lose on a line this turn."""
    return convoys.left(s.table, convoys.lines(s.table)[line], nation)


@query("raided")
def raided(s: Session, nation: str) -> int:
    """What a nation has lost to raids this calendar turn, on all lines."""
    return sum(marks.get(nation, 0) for marks in s.state.convoy_damage.values())


@query("first-victim")
def first_victim(s: Session, raider: str, zone: str) -> str:
    """Who loses first where a nation raids."""
    return names(convoys.victims(s.table, raider, zone)[:1])


@query("raider-modifier")
def raider_modifier(s: Session, zone: str, type: str) -> int:
    return raiding.raider_modifier(s.table, unit_at(s, zone, type))


@query("convoy-modifier")
def convoy_modifier(s: Session, raider: str, victim: str, zone: str) -> int:
    return raiding.convoy_modifier(s.table, raider, victim, zone)
