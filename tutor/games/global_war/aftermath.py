"""Sections 9.5 to 9.8, 9.19 and 8.6: what follows when a battle is over."""

from __future__ import annotations

from collections.abc import Iterable

from .amphibious import assaulting, call_off, come_ashore
from .carriers import divert, return_to_carriers
from .combat_values import ATTACKER, DEFENDER, FROM_CARRIER
from .nations import PLAYERS, name_of
from .naval import bars_the_sea, release_moving_force
from .rulebook import procedure
from .sides import fight, units_of
from .state import ASSAULT, ATTACK, BEHIND, DROP, SCRAMBLED, SCREEN, Battle, G, Unit
from .terms import NOBODY, friendly, owner
from .units import cargo, listed, of, shift, type_of
from .zones import name_of_zone

SPENT_TASKS = (ATTACK, SCREEN, ASSAULT, DROP, BEHIND)


@procedure("9.5", "9.6")
def after_battle(g: G) -> None:
    """Zones are captured, fighters that scrambled go home, carriers take their aircraft in, the force behind a screen
    goes on."""
    battle = fight(g)
    if battle.kind == "land":
        _after_land_battle(g, battle)
    else:
        _after_naval_battle(g, battle)
    send_home(g, units_of(g, battle, DEFENDER))
    for unit in of(g, list(battle.attackers)):
        put_away_task(unit)


def put_away_task(unit: Unit) -> None:
    """What a unit was told to do in this battle is done; patrols, raids and escorts go on."""
    if unit.task in SPENT_TASKS:
        unit.task = ""
    if unit.task == "" or unit.target in (ATTACK, FROM_CARRIER):
        unit.target = ""


def _after_land_battle(g: G, battle: Battle) -> None:
    waiting = assaulting(g, battle)
    if battle.won == ATTACKER and waiting and battle.attackers:
        come_ashore(g, battle, waiting)
    else:
        call_off(battle, waiting)
    if battle.won == ATTACKER:
        take_zone(g, battle)
    elif not battle.defenders:
        _defenders_are_gone(g, battle)


@procedure("9.24")
def _defenders_are_gone(g: G, battle: Battle) -> None:
    """A Minor Power may have lost its last unit at home though nobody is left to take the zone."""
    from .defeat import defeat_if_beaten

    defeat_if_beaten(g, owner(g, battle.zone), battle.attacker)


@procedure("9.19", "9.5")
def take_zone(g: G, battle: Battle) -> None:
    """A zone is captured where a land unit of the attacker is left to hold it."""
    holders = [u for u in units_of(g, battle, ATTACKER) if type_of(g, u).land]
    if holders:
        from .capture import capture

        capture(g, battle.zone, captor(holders))
    else:
        words = f"No land unit is left to hold {name_of_zone(g, battle.zone)}: it stays with {name_of(owner(g, battle.zone))}."
        g.tell("not captured", "9.19", words, by=battle.attacker, zone=battle.zone)
        _defenders_are_gone(g, battle)


@procedure("2.3/commonwealth")
def captor(units: list[Unit]) -> str:
    """Whose the zone becomes, where units of several Commonwealth nations took it: whoever has most there."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.owner] = counts.get(unit.owner, 0) + 1
    order = {nation: at for at, nation in enumerate(PLAYERS)}
    return min(counts, key=lambda n: (-counts[n], order.get(n, len(order)), n))


def _after_naval_battle(g: G, battle: Battle) -> None:
    return_to_carriers(g, battle)
    if battle.won != ATTACKER:
        for ship in units_of(g, battle, ATTACKER):
            for unit in cargo(g, ship):
                if unit.task == ASSAULT and battle.won == DEFENDER:
                    unit.task, unit.target = "", ""
    release(g, battle)


def release(g: G, battle: Battle) -> None:
    """The force behind a screen goes on and fights where it arrives, or falls back."""
    moved = release_moving_force(g, battle)
    if moved:
        _second_combat(g, battle, moved)


@procedure("9.7", "9.8")
def _second_combat(g: G, battle: Battle, force: list[Unit]) -> None:
    """The moving force fights once more where it arrives, or lands its troops: not both."""
    zone = force[0].zone
    ships = [u for u in force if u.zone == zone]
    troops = [unit for ship in ships for unit in cargo(g, ship) if unit.task == ASSAULT]
    if not bars_the_sea(g, battle.attacker, zone, bool(troops)):
        return
    for unit in troops:
        unit.task, unit.target = "", ""
    from .battles import add_battle

    add_battle(g, "naval", zone, battle.attacker, ships)


@procedure("8.6")
def send_home(g: G, units: Iterable[Unit]) -> None:
    """Aircraft that scrambled return to their base; where that is lost they have one zone to find another place."""
    for unit in list(units):
        if unit.task != SCRAMBLED:
            continue
        unit.task, base, unit.entered = "", unit.entered, ""
        if base and owner(g, base) != NOBODY and friendly(g, unit.owner, base):
            shift(g, unit, base)
            g.tell(
                "returned", "8.6", f"{listed(g, [unit])} returns to {name_of_zone(g, base)}.", by=unit.owner, zone=base
            )
        else:
            divert(g, unit, "8.6")
