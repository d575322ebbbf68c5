"""Table 9-9: strategic bombing step by step, and rockets, which nobody can stop (7.8)."""

from __future__ import annotations

from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .bombing import Target, aim_of, all_targets, bomb_dice, damage, find_target, number
from .losses import battle, bear_hits, shoot_down, side_player
from .nations import adjective, name_of
from .rulebook import procedure
from .state import BOMB, G, Unit
from .units import listed, of, type_of
from .zones import name_of_zone


def bombing_under_way(g: G) -> bool:
    fight = g.state.battle
    if fight is None or fight.over:
        return False
    return fight.kind == "bombing" or (fight.kind == "rocket" and fight.target == BOMB)


@procedure("9.16")
def begin_bombing(g: G) -> None:
    """The bombers come with their escorts. What has been captured in the meantime is bombed no more."""
    fight = battle(g)
    words = f"{listed(g, of(g, fight.attackers))} over {name_of_zone(g, fight.zone)}."
    if fight.kind == "rocket":
        words = f"{name_of(fight.attacker)} fires rockets at {name_of_zone(g, fight.zone)}."
    g.tell("bombing", "9.16", words, by=fight.attacker, zone=fight.zone)


def bombers(g: G, aim: str | None = None) -> list[Unit]:
    """The bombers and rockets that are left, all or those on one target."""
    found = [unit for unit in of(g, battle(g).attackers) if type_of(g, unit).bomb_dice]
    return [unit for unit in found if aim in (None, aim_of(unit))]


def next_aim(g: G, stage: str) -> str | None:
    """A target that bombers are on and whose turn for this stage is still to come."""
    done = battle(g).done
    aims = dict.fromkeys(aim_of(unit) for unit in bombers(g))
    return next((aim for aim in aims if f"{stage} {aim}" not in done), None)


def bombs_to_fall(g: G) -> bool:
    return next_aim(g, "bombs") is not None


@procedure("9.16", "7.8/strategic-rockets")
def drop_bombs(g: G) -> None:
    """All bombers on one target roll their dice together, and the damage is marked."""
    fight, aim = battle(g), next_aim(g, "bombs")
    assert aim is not None
    fight.done.append(f"bombs {aim}")
    target = find_target(g, fight.attacker, fight.zone, aim)
    if isinstance(target, Ruling):
        g.tell("bombing", target.section, f"No bombs fall. {target.reason}", by=fight.attacker, zone=fight.zone)
        return
    here = bombers(g, aim)
    dice = sum(bomb_dice(g, unit) for unit in here)
    why = f"{listed(g, here)} on the {target.name}"
    points = g.chance.total(dice, 6, "9.16", by=fight.attacker, why=why)
    damage(g, fight.zone, target, points, fight.attacker)


# Anti-aircraft guns


def defended(g: G, aim: str) -> bool:
    """Has a target guns of its own? Railroads and what is under construction have none; rockets are not shot at."""
    fight = battle(g)
    if fight.kind == "rocket":
        return False
    target = _target(g, aim)
    return target is not None and target.guns


def _target(g: G, aim: str) -> Target | None:
    """The target whatever damage it has by now."""
    fight = battle(g)
    return next((t for t in all_targets(g, fight.attacker, fight.zone) if t.words == aim), None)


def next_defended(g: G) -> str | None:
    done = battle(g).done
    aims = dict.fromkeys(aim_of(unit) for unit in bombers(g))
    return next((aim for aim in aims if f"guns {aim}" not in done and defended(g, aim)), None)


def guns_to_fire(g: G) -> bool:
    return next_defended(g) is not None


@procedure("9.16", "12.3", "12.5")
def fire_guns(g: G) -> Asking:
    """The guns of a target roll one die for every bomber on it, without limit; the attacker picks his losses."""
    fight, aim = battle(g), next_defended(g)
    assert aim is not None
    fight.done.append(f"guns {aim}")
    target = _target(g, aim)
    assert target is not None
    dice, value = len(bombers(g, aim)), number(g, "facility-aa")
    faces = {"hit": range(1, value + 1)}
    why = f"Guns of the {target.name} at {value}"
    hits = g.chance.pool(dice, 12, faces, "9.16", by=fight.defender, why=why)["hit"]
    yield from bear_hits(
        g,
        side_player(g, fight.attacker),
        "9.16",
        hits,
        lambda: bombers(g, aim),
        lambda unit: shoot_down(g, "9.16", unit, "Anti-aircraft guns"),
    )


@procedure("9.16")
def end_bombing(g: G) -> None:
    """The raid is over; aircraft land in Non-Combat Movement."""
    fight = battle(g)
    for unit in of(g, fight.attackers):
        unit.task, unit.target = "", ""
    fight.over = True
    g.tell(
        "bombing",
        "9.16",
        f"The {adjective(fight.attacker)} bombing of {name_of_zone(g, fight.zone)} is over.",
        by=fight.attacker,
    )
