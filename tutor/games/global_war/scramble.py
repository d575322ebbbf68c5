"""Section 8.6: at the end of Combat Movement defenders send aircraft from their bases into battles next to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.basic import Done
from .actions.movement import Scramble
from .air_moves import why_no_overflight
from .facilities import AIR_BASE, SEAPLANE_BASE, usable
from .nations import PLAYERS, adjective, name_of
from .rulebook import procedure, rule
from .state import ASSAULT, DROP, SCRAMBLED, G, Unit
from .technology import has
from .terms import commanded, enemy_zone, fights, player_of, power
from .units import FIGHTERS, SEAPLANE, called, listed, occupied, shift, type_of, units_in
from .zones import is_land, is_sea, name_of_zone

MOST = 3  # aircraft from one base


class Alarm(NamedTuple):
    """Aircraft that one player could send from a zone into a battle next to it."""

    nation: str
    zone: str
    to: str
    type: str
    most: int


@procedure("8.6", "8.10/ordering")
def attacked_zones(g: G) -> list[str]:
    """Zones where battle will be joined: not where bombs alone fall, nor where everybody has declined."""
    from .naval import enters_naval_combat, hostile_at_sea

    found: set[str] = set()
    for zone in occupied(g):
        for unit in units_in(g, zone):
            if not unit.committed or not commanded(g, unit.owner, g.state.mover):
                continue
            if unit.task == ASSAULT:
                found.add(unit.target)
            elif is_land(g, zone):
                if unit.task in ("", DROP) and enemy_zone(g, unit.owner, zone):
                    found.add(zone)
            elif enters_naval_combat(unit) and hostile_at_sea(g, unit.owner, zone):
                found.add(zone)
    return sorted(found)


@procedure("8.6", "12.6/bases", "4.5")
def alarms(g: G, nation: str = "") -> Iterator[Alarm]:
    """What could be sent where."""
    for to in attacked_zones(g):
        for zone in sorted(g.board.neighbours[to]):
            if not is_land(g, zone):
                continue
            here: dict[tuple[str, str], int] = {}
            for unit in units_in(g, zone):
                if nation in ("", player_of(g, unit.owner)) and _may_go(g, unit, zone, to):
                    here[unit.owner, unit.type] = here.get((unit.owner, unit.type), 0) + 1
            for (owner, type), count in here.items():
                room = room_left(g, owner, zone, type)
                if room:
                    yield Alarm(player_of(g, owner), zone, to, type, min(count, room))


def _may_go(g: G, unit: Unit, zone: str, to: str) -> bool:
    """A fighter by an Air Base, or a seaplane by its base against ships, of a nation that defends itself there. Who
    Controls a Minor Power decides for its aircraft."""
    if not player_of(g, unit.owner) or unit.aboard or unit.task or commanded(g, unit.owner, g.state.mover):
        return False
    if unit.type not in (*FIGHTERS, SEAPLANE) or (unit.type == SEAPLANE and not is_sea(g, to)):
        return False
    return defends_in(g, unit.owner, to) and why_no_overflight(g, unit.owner, to) is None


@procedure("8.6")
def defends_in(g: G, nation: str, zone: str) -> bool:
    """Has the Power at least one unit of its own there that the attackers fight?"""
    return any(
        power(u.owner) == power(nation)
        and not u.declined
        and u.task != SCRAMBLED
        and not (is_sea(g, zone) and type_of(g, u).land)
        and fights(g, nation, g.state.mover, zone)
        for u in units_in(g, zone)
    )


@procedure("8.6", "7.8/radar", "12.6/bases")
def room_left(g: G, nation: str, zone: str, type: str) -> int:
    """Three aircraft from each zone with a sound base, any number of fighters with Radar."""
    base = SEAPLANE_BASE if type == SEAPLANE else AIR_BASE
    if not any(usable(g, nation, zone, (base,))):
        return 0
    if type != SEAPLANE and has(g, nation, "radar"):
        return 99
    return max(0, MOST - g.state.used.get(f"{base} {zone}", 0))


def somebody_scrambles(g: G) -> bool:
    return next(_asked_next(g), None) is not None


def _asked_next(g: G) -> Iterator[str]:
    """Nations with something to send that have not said that they are done."""
    able = {alarm.nation for alarm in alarms(g)}
    return (n for n in PLAYERS if n in able and f"scramble {n} {g.state.mover}" not in g.state.asked)


@procedure("8.6", "8.10/ordering")
def scramble(g: G) -> Asking:
    """One nation sends a group of aircraft up, or is done."""
    nation = next(_asked_next(g))
    options = [Scramble(a.zone, a.to, a.type, n) for a in alarms(g, nation) for n in range(1, a.most + 1)][:200]
    action = yield Decision(
        nation,
        "8.6",
        f"{name_of(nation)}: scramble aircraft into the battles next to your bases?",
        [Scramble, Done],
        [Done(), *options],
    )
    if isinstance(action, Done):
        g.state.asked.append(f"scramble {nation} {g.state.mover}")
        return
    assert isinstance(action, Scramble)
    base = SEAPLANE_BASE if action.type == SEAPLANE else AIR_BASE
    flying = waiting(g, nation, action)
    for unit in flying[: action.count]:
        shift(g, unit, action.to)
        unit.task, unit.entered = SCRAMBLED, action.zone
    name = f"{base} {action.zone}"
    g.state.used[name] = g.state.used.get(name, 0) + action.count
    words = f"{listed(g, flying[: action.count], 'scramble')} from {name_of_zone(g, action.zone)} to {name_of_zone(g, action.to)}."
    g.tell("scrambled", "8.6", words, by=nation, zone=action.to, base=action.zone)


# Rules


def waiting(g: G, player: str, action: Scramble) -> list[Unit]:
    """Aircraft of a type in a zone for which this player decides."""
    here = (u for u in units_in(g, action.zone) if u.type == action.type and not u.task)
    return [u for u in here if player_of(g, u.owner) == player]


def _who(g: G, action: Scramble) -> str:
    """Whose aircraft are meant: the player's, or those of a Minor Power that he Controls."""
    player = g.decision.who if g.decision is not None else ""
    return next((u.owner for u in waiting(g, player, action)), player)


@rule("8.6", Scramble)
def a_battle_is_next_door(g: G, action: Scramble) -> str | None:
    where = name_of_zone(g, action.to)
    if action.to not in attacked_zones(g):
        return f"No battle will be fought in {where}."
    if action.to not in g.board.neighbours[action.zone]:
        return f"{where} is not next to {name_of_zone(g, action.zone)}."
    return None


@rule("8.6", Scramble)
def fighters_scramble(g: G, action: Scramble) -> str | None:
    """Fighters go from Air Bases, Seaplanes from Seaplane Bases into naval battles."""
    if action.type == SEAPLANE:
        return None if is_sea(g, action.to) else "Seaplanes scramble into naval battles only."
    return None if action.type in FIGHTERS else f"{called(g, action.type)} does not scramble."


@rule("8.6", Scramble)
def the_base_is_sound(g: G, action: Scramble) -> str | None:
    base = SEAPLANE_BASE if action.type == SEAPLANE else AIR_BASE
    nation, where = _who(g, action), name_of_zone(g, action.zone)
    if not any(usable(g, nation, action.zone, (base,))):
        return f"{name_of(nation)} has no undamaged {base.replace('-', ' ')} in {where}."
    if action.count > room_left(g, nation, action.zone, action.type):
        return f"Only {room_left(g, nation, action.zone, action.type)} more may scramble from {where}."
    return None


@rule("8.6", Scramble)
def aircraft_are_there(g: G, action: Scramble) -> str | None:
    nation = _who(g, action)
    here = waiting(g, g.decision.who if g.decision is not None else "", action)
    if len(here) >= action.count:
        return None
    return f"{len(here)} {adjective(nation)} {called(g, action.type)} stand in {name_of_zone(g, action.zone)}."


@rule("8.6", Scramble)
def one_defends_oneself(g: G, action: Scramble) -> str | None:
    nation = _who(g, action)
    if action.to not in attacked_zones(g) or defends_in(g, nation, action.to):
        return None
    return f"{name_of(nation)} has no unit of its own that defends in {name_of_zone(g, action.to)}."
