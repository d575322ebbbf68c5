"""Sections 9.16, 9.16/interception and 9.14: one round between bombers with their escorts and the fighters sent up.

Both sides fire at reduced values before anybody is lost. Raiding aircraft meet patrols in the same way.
"""

from __future__ import annotations

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done
from .actions.combat import Intercept
from .facilities import AIR_BASE, usable
from .losses import battle, bear_hits, note, shoot_down, side_player, waiting
from .nations import adjective
from .rulebook import procedure, rule
from .scramble import MOST, room_left
from .state import MINE, SCRAMBLED, Battle, G, Unit
from .technology import has
from .terms import aligned, fights, owner
from .units import FIGHTERS, called, listed, of, type_of, units_in
from .zones import is_land, land_neighbours, name_of_zone

RAIDS, CARPET_KIND = "raid", "carpet"
ATTACKER, DEFENDER = "attacker", "defender"
UP = "interception under way"


@procedure("9.16/interception", "7.8/radar")
def interception_value(g: G, unit: Unit) -> int:
    """What an aircraft hits with in interception: its reduced value, one more for fighters of a nation with Radar."""
    value = type_of(g, unit).interception
    if value and unit.type in FIGHTERS and has(g, unit.owner, "radar"):
        value += int(g.charts["bombing"].cell("radar-interception", "value"))
    return value


def flying(g: G, fight: Battle) -> list[Unit]:
    """The aircraft that attack; those that lay mines are out of reach (9.13)."""
    return [unit for unit in of(g, fight.attackers) if type_of(g, unit).air and unit.task != MINE]


# Who can go up


@procedure("9.16", "8.6", "7.8/radar")
def candidates(g: G, fight: Battle) -> list[Unit]:
    """Aircraft that could intercept now: patrols against raiders, fighters of the zone and of air bases beside it."""
    if not flying(g, fight):
        return []
    if fight.kind == RAIDS:
        return _patrols(g, fight)
    found = _fighters_of(g, fight, fight.zone) if _may_rise_in_the_zone(g, fight) else []
    for zone in land_neighbours(g, fight.zone):
        found += _scramblers(g, fight, zone)
    return found


@procedure("9.14")
def _patrols(g: G, fight: Battle) -> list[Unit]:
    """Enemy aircraft on Maritime Air Patrol that have an interception value."""
    from .raiding import patrolling

    return [unit for unit in patrolling(g, fight.attacker, fight.zone) if _free(g, fight, unit)]


def _may_rise_in_the_zone(g: G, fight: Battle) -> bool:
    """Fighters over their own zone need no base, unless the stricter reading of 9.16 is played."""
    if not g.options["reading-interception-from-bases"]:
        return True
    return any(usable(g, owner(g, fight.zone), fight.zone, (AIR_BASE,)))


def _free(g: G, fight: Battle, unit: Unit) -> bool:
    return (
        interception_value(g, unit) > 0
        and unit.id not in fight.defenders
        and f"intercepted {unit.id}" not in g.state.asked
        and fights(g, fight.attacker, unit.owner, fight.zone)
    )


def _fighters_of(g: G, fight: Battle, zone: str) -> list[Unit]:
    """Fighters in a zone that belong to its side and have not been up this turn."""
    holder = owner(g, fight.zone)
    return [
        unit
        for unit in units_in(g, zone)
        if unit.type in FIGHTERS and aligned(g, unit.owner, holder) and _free(g, fight, unit)
    ]


def _scramblers(g: G, fight: Battle, zone: str) -> list[Unit]:
    """Fighters at an air base beside the zone, as many as it may still send up this turn."""
    found: list[Unit] = []
    for unit in _fighters_of(g, fight, zone):
        if unit.task != SCRAMBLED and room_left(g, unit.owner, zone, unit.type) > len(found):
            found.append(unit)
    return found


# Going up


def interception_possible(g: G) -> bool:
    return bool(candidates(g, battle(g)))


def _offered(g: G) -> list[Action]:
    fight = battle(g)
    counts: dict[tuple[str, str], int] = {}
    for unit in candidates(g, fight):
        key = (unit.zone, unit.type)
        counts[key] = counts.get(key, 0) + 1
    found: list[Action] = [Done()]
    found += [Intercept(zone, type, n) for (zone, type), most in counts.items() for n in range(1, most + 1)]
    return found


def section_of(fight: Battle) -> str:
    """Raiding aircraft are intercepted under their own rule."""
    return "9.14" if fight.kind == RAIDS else "9.16"


@procedure("9.16")
def send_up(g: G) -> Asking:
    """The defender decides whether to send fighters up."""
    fight = battle(g)
    who = side_player(g, fight.defender) or side_player(g, owner(g, fight.zone))
    section = section_of(fight)
    while candidates(g, fight):
        if not who:
            rise(g, candidates(g, fight))
            break
        action = yield Decision(
            who,
            section,
            f"{listed(g, flying(g, fight))} over {name_of_zone(g, fight.zone)}: send up fighters?",
            [Intercept, Done],
            _offered(g),
            screened=True,
        )
        if not isinstance(action, Intercept):
            break
        chosen = [u for u in candidates(g, fight) if (u.zone, u.type) == (action.zone, action.type)]
        rise(g, chosen[: action.count])
    if fight.defenders:
        note(g, UP, 1)


def rise(g: G, units: list[Unit]) -> None:
    """These aircraft intercept; each does so once a turn."""
    fight = battle(g)
    fight.defenders += [unit.id for unit in units]
    g.state.asked += [f"intercepted {unit.id}" for unit in units]
    for unit in units:
        if unit.zone != fight.zone:
            base = f"{AIR_BASE} {unit.zone}"
            g.state.used[base] = g.state.used.get(base, 0) + 1
    words = f"{listed(g, units)} of {name_of_zone(g, units[0].zone)} intercept."
    g.tell(
        "intercepted", section_of(fight), words, by=units[0].owner, units=[unit.id for unit in units], zone=fight.zone
    )


@rule("9.16", Intercept)
def aircraft_can_intercept(g: G, action: Intercept) -> Ruling | None:
    fight = g.state.battle
    if fight is None:
        return Ruling("9.16", "Nothing is being bombed.", "")
    ready = [u for u in candidates(g, fight) if (u.zone, u.type) == (action.zone, action.type)]
    if action.count <= len(ready):
        return None
    place, what = name_of_zone(g, action.zone), called(g, action.type)
    if is_land(g, action.zone) and action.zone != fight.zone and ready:
        return Ruling("8.6", f"An air base sends up at most {MOST} Fighters a turn.", f"Send {len(ready)}.")
    if (
        action.zone != fight.zone
        and fight.kind != RAIDS
        and not any(usable(g, owner(g, action.zone), action.zone, (AIR_BASE,)))
    ):
        return Ruling(
            "8.6", f"{place} has no working air base to send fighters from.", "Send those of the zone itself."
        )
    return Ruling(section_of(fight), f"{len(ready)} {what} can intercept from {place}, not {action.count}.", "")


# The round


def under_way(g: G) -> bool:
    return bool(waiting(g, UP))


def groups(g: G) -> list[tuple[str, str, int]]:
    """Who fires in the round, each once: side, type, value; the attacker first."""
    fight = battle(g)
    found = []
    for side, units in ((ATTACKER, flying(g, fight)), (DEFENDER, list(of(g, fight.defenders)))):
        for unit in units:
            group = (side, unit.type, interception_value(g, unit))
            if group[2] and group not in found:
                found.append(group)
    return found


def next_group(g: G) -> tuple[str, str, int] | None:
    done = battle(g).done
    return next((group for group in groups(g) if f"air {group[0]} {group[1]} {group[2]}" not in done), None)


def more_to_fire(g: G) -> bool:
    return under_way(g) and next_group(g) is not None


@procedure("9.16/interception")
def fire(g: G) -> None:
    """One type of aircraft fires at its interception value; its hits wait until all have fired."""
    fight, group = battle(g), next_group(g)
    assert group is not None
    side, type, value = group
    units = flying(g, fight) if side == ATTACKER else list(of(g, fight.defenders))
    firing = [unit for unit in units if unit.type == type and interception_value(g, unit) == value]
    by = firing[0].owner
    why = f"{adjective(by)} {called(g, type, len(firing))} in interception at {value}"
    hits = g.chance.pool(len(firing), 12, {"hit": range(1, value + 1)}, "9.16/interception", by=by, why=why)["hit"]
    name = "hits on defender" if side == ATTACKER else "hits on attacker"
    note(g, name, waiting(g, name) + hits)
    fight.done.append(f"air {side} {type} {value}")


@procedure("9.16/interception")
def losses(g: G) -> Asking:
    """Both sides lose aircraft together; in carpet bombing they leave only when the round is over."""
    fight = battle(g)
    for side, nation in ((DEFENDER, fight.defender), (ATTACKER, fight.attacker)):
        yield from bear_hits(
            g,
            side_player(g, nation),
            "9.16/interception",
            waiting(g, f"hits on {side}"),
            lambda side=side: _exposed(g, side),  # type: ignore[misc]
            lambda unit: lose(g, unit, "9.16/interception", "Interception"),
        )
        note(g, f"hits on {side}", 0)
    note(g, UP, 0)


def _exposed(g: G, side: str) -> list[Unit]:
    fight = battle(g)
    units = flying(g, fight) if side == ATTACKER else list(of(g, fight.defenders))
    return [unit for unit in units if unit.id not in fight.aside]


def lose(g: G, unit: Unit, section: str, why: str) -> None:
    """An aircraft is hit: gone, or in carpet bombing set aside until the end of the round."""
    fight = battle(g)
    if fight.kind == CARPET_KIND:
        fight.aside.append(unit.id)
    else:
        shoot_down(g, section, unit, why)


def remove_set_aside(g: G, section: str, why: str) -> None:
    """The round is over: what was hit in it leaves."""
    for unit in list(of(g, battle(g).aside)):
        shoot_down(g, section, unit, why)
