"""Section 9.17 and 7.8: carpet bombing, rockets against units, and Attrition Attacks, each one round long.

Bombers meet interceptors and AA Artillery, and everything that is hit leaves when the round is over. Nobody shoots
back at rockets or at guns across the border.
"""

from __future__ import annotations

from ...engine.phases import Asking
from .bombing import carpet_dice, number
from .defeat import defeat_if_beaten
from .interception import lose, remove_set_aside
from .losses import battle, bear_hits, shoot_down, side_player
from .nations import adjective, name_of
from .rulebook import procedure
from .state import BOMB, CARPET, G, Unit
from .terms import hostile_units, owner
from .units import AA, FIGHTERS, called, listed, of, type_of, units_in
from .zones import name_of_zone

DICE_OF_ONE_AA = 3


def carpet_under_way(g: G) -> bool:
    fight = g.state.battle
    if fight is None or fight.over:
        return False
    return fight.kind == CARPET or (fight.kind == "rocket" and fight.target != BOMB)


def attrition_under_way(g: G) -> bool:
    return g.state.battle is not None and g.state.battle.kind == "attrition" and not g.state.battle.over


@procedure("9.17")
def begin_carpet(g: G) -> None:
    fight = battle(g)
    what = listed(g, of(g, fight.attackers))
    words = f"{what} bomb the units in {name_of_zone(g, fight.zone)}."
    g.tell("carpet", "9.17", words, by=fight.attacker, zone=fight.zone)


def exposed_aircraft(g: G) -> list[Unit]:
    """Bombers and escorts that have not been hit yet."""
    fight = battle(g)
    return [u for u in of(g, fight.attackers) if type_of(g, u).air and u.id not in fight.aside]


def batteries(g: G) -> list[Unit]:
    fight = battle(g)
    return [u for u in hostile_units(g, fight.attacker, units_in(g, fight.zone)) if u.type == AA]


def aa_to_fire(g: G) -> bool:
    fight = battle(g)
    return fight.kind == CARPET and "aa" not in fight.done and bool(batteries(g)) and bool(exposed_aircraft(g))


@procedure("9.17", "12.2/aa-artillery")
def fire_aa(g: G) -> Asking:
    """Every AA Artillery rolls a die for each aircraft, three at most; the aircraft hit still drop their bombs."""
    fight, guns = battle(g), batteries(g)
    fight.done.append("aa")
    flying = [u for u in of(g, fight.attackers) if type_of(g, u).air]
    dice, value = len(guns) * min(DICE_OF_ONE_AA, len(flying)), type_of(g, AA).defense
    why = f"{adjective(guns[0].owner)} {called(g, AA, len(guns))} at {value}"
    hits = g.chance.pool(dice, 12, {"hit": range(1, value + 1)}, "9.17", by=guns[0].owner, why=why)["hit"]
    yield from bear_hits(
        g,
        side_player(g, fight.attacker),
        "9.17",
        hits,
        lambda: exposed_aircraft(g),
        lambda unit: lose(g, unit, "9.17", "AA Artillery"),
    )


# Bombs


def bombers(g: G) -> list[Unit]:
    """Those that drop bombs: hit or not, for the round is not over."""
    fight = battle(g)
    return [u for u in of(g, fight.attackers) if u.type not in FIGHTERS and carpet_dice(g, u, fight.zone)]


def next_bombers(g: G) -> str | None:
    done = battle(g).done
    return next((u.type for u in bombers(g) if f"carpet {u.type}" not in done), None)


def carpet_to_fall(g: G) -> bool:
    return next_bombers(g) is not None and bool(on_the_ground(g))


def on_the_ground(g: G) -> list[Unit]:
    """Enemy land units in the zone that are not hit yet."""
    fight = battle(g)
    here = hostile_units(g, fight.attacker, units_in(g, fight.zone))
    return [u for u in here if type_of(g, u).land and u.id not in fight.aside]


@procedure("9.17", "7.8/strategic-rockets")
def drop_carpet(g: G) -> Asking:
    """One type of bomber rolls all its dice; the defender picks which land units are hit."""
    fight, type = battle(g), next_bombers(g)
    assert type is not None
    fight.done.append(f"carpet {type}")
    here = [u for u in bombers(g) if u.type == type]
    dice, value = sum(carpet_dice(g, u, fight.zone) for u in here), number(g, "carpet")
    why = f"{adjective(fight.attacker)} {called(g, type, len(here))} at {value}"
    hits = g.chance.pool(dice, 12, {"hit": range(1, value + 1)}, "9.17", by=fight.attacker, why=why)["hit"]
    yield from bear_hits(
        g,
        side_player(g, owner(g, fight.zone)),
        "9.17",
        hits,
        lambda: on_the_ground(g),
        lambda unit: fight.aside.append(unit.id),
    )


@procedure("9.17")
def end_carpet(g: G) -> None:
    """What was hit on both sides leaves together; the survivors fly home in Non-Combat Movement."""
    fight = battle(g)
    remove_set_aside(g, "9.17", "Carpet bombing")
    _over(g)
    g.tell(
        "carpet", "9.17", f"The bombing of {name_of_zone(g, fight.zone)} is over.", by=fight.attacker, zone=fight.zone
    )


def _over(g: G) -> None:
    fight = battle(g)
    for unit in of(g, fight.attackers):
        unit.task, unit.target = "", ""
    fight.over = True
    defeat_if_beaten(g, owner(g, fight.zone), fight.attacker)


# Attrition


@procedure("7.8/advanced-artillery")
def roll_attrition(g: G) -> Asking:
    """Advanced Artillery fires into the next zone for one round; nobody there can fire back."""
    fight = battle(g)
    guns, value = list(of(g, fight.attackers)), number(g, "attrition")
    why = f"Attrition Attack of {listed(g, guns)} on {name_of_zone(g, fight.zone)} at {value}"
    faces = {"hit": range(1, value + 1)}
    hits = g.chance.pool(len(guns), 12, faces, "7.8/advanced-artillery", by=fight.attacker, why=why)["hit"]
    yield from bear_hits(
        g,
        side_player(g, owner(g, fight.zone)),
        "7.8/advanced-artillery",
        hits,
        lambda: hostile_units(g, fight.attacker, units_in(g, fight.zone)),
        lambda unit: shoot_down(g, "7.8/advanced-artillery", unit, f"Attrition by {name_of(fight.attacker)}"),
    )
    _over(g)
