"""Sections 0.5, 0.9/attacker and 9.1: who stands on which side of a battle, and who decides for it."""

from __future__ import annotations

from collections.abc import Iterable

from .combat_values import ATTACKER, DEFENDER
from .nations import PLAYERS, adjective
from .rulebook import procedure
from .state import Battle, G, Unit
from .terms import player_of
from .units import called

Kind = tuple[str, int, str]


def fight(g: G) -> Battle:
    """The battle under way."""
    assert g.state.battle is not None
    return g.state.battle


def other(side: str) -> str:
    return DEFENDER if side == ATTACKER else ATTACKER


def section_of(battle: Battle) -> str:
    """The section that a battle in rounds is fought under."""
    return "9.6" if battle.kind == "naval" else "9.5"


def numbers_of(battle: Battle, side: str) -> list[int]:
    return battle.attackers if side == ATTACKER else battle.defenders


def units_of(g: G, battle: Battle, side: str) -> list[Unit]:
    """A side's units in the battle, those set aside too."""
    units = g.state.units
    return [units[n] for n in numbers_of(battle, side)]


def living(g: G, battle: Battle, side: str) -> list[Unit]:
    """Those that can still be hit."""
    found = units_of(g, battle, side)
    return [u for u in found if u.id not in battle.aside] if side == DEFENDER and battle.aside else found


@procedure("0.5/joint-defense")
def leading_defender(g: G, units: Iterable[Unit]) -> str:
    """Who decides for units of several nations that defend together: the player nation with most of them."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.owner] = counts.get(unit.owner, 0) + 1
    if not counts:
        return ""
    order = {nation: at for at, nation in enumerate(PLAYERS)}
    return min(counts, key=lambda n: (not player_of(g, n), -counts[n], order.get(n, len(order)), n))


def nation_of(battle: Battle, side: str) -> str:
    return battle.attacker if side == ATTACKER else battle.defender


@procedure("0.9/attacker", "0.9/control")
def decider(g: G, battle: Battle, side: str) -> str:
    """The player who decides for a side; nothing where its units are nobody's."""
    nation = nation_of(battle, side)
    return player_of(g, nation) if nation else ""


def kind_of_unit(unit: Unit) -> Kind:
    """Units alike in this are alike as casualties."""
    return unit.type, unit.hits, unit.owner


def kinds_of(units: Iterable[Unit]) -> dict[Kind, list[Unit]]:
    found: dict[Kind, list[Unit]] = {}
    for unit in units:
        found.setdefault(kind_of_unit(unit), []).append(unit)
    return found


def named(g: G, unit: Unit) -> str:
    """A unit in words."""
    return f"{adjective(unit.owner)} {'damaged ' if unit.hits else ''}{called(g, unit.type)}"


def join(battle: Battle, side: str, units: Iterable[Unit]) -> None:
    """Units enter the battle; their numbers are kept in order."""
    numbers = numbers_of(battle, side)
    numbers[:] = sorted({*numbers, *(u.id for u in units)})


def leave(battle: Battle, units: Iterable[Unit]) -> None:
    """Units are out of the battle, and still on the map."""
    gone = {u.id for u in units}
    for numbers in (battle.attackers, battle.defenders, battle.aside, battle.support, battle.moving):
        numbers[:] = [n for n in numbers if n not in gone]


def note(battle: Battle, name: str, number: int) -> None:
    """Keep a number with the battle; nothing is kept for 0, so that equal positions are equal."""
    if number:
        battle.notes[name] = number
    else:
        battle.notes.pop(name, None)
