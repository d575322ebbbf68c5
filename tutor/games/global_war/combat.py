"""Sections 9.1, 9.5 and 9.6: the rounds of a battle. ``firing`` has the dice, ``casualties`` the losses."""

from __future__ import annotations

from .amphibious import check_sea, second_wave
from .carriers import carrier_lost
from .casualties import FIRST, clear_aside
from .combat_values import ATTACKER, DEFENDER, is_surrounded, jumped, lines_against
from .firing import groups_to_fire, somebody_can_hit, strikes_now
from .nations import name_of
from .naval import sink_lone_transports
from .retreats import break_off_deadlock, desert_retreats
from .rulebook import procedure
from .sides import fight, join, leading_defender, living, note, other, section_of, units_of
from .state import DROP, Battle, G, Unit
from .terms import hostile_units, owner
from .units import ROCKET, listed, of, remove, type_of, units_in
from .zones import name_of_zone

FOUGHT_IN_ROUNDS = ("land", "naval")


def is_land_battle(g: G) -> bool:
    return g.state.battle is not None and g.state.battle.kind == "land"


def is_naval_battle(g: G) -> bool:
    return g.state.battle is not None and g.state.battle.kind == "naval"


def in_rounds(g: G) -> bool:
    return g.state.battle is not None and g.state.battle.kind in FOUGHT_IN_ROUNDS


def goes_on(g: G) -> bool:
    """Is there another round?"""
    return in_rounds(g) and not fight(g).over


# The beginning


@procedure("9.5", "0.5/joint-defense", "0.5/attacker-own", "9.8")
def assemble(g: G) -> None:
    """Both sides of a land battle: those who came in, the troops at sea that are to land, and every enemy in the zone."""
    battle = fight(g)
    zone = battle.zone
    battle.attackers = [n for n in battle.attackers if n in g.state.units and g.state.units[n].zone == zone]
    battle.moving = [n for n in battle.moving if n in g.state.units and g.state.units[n].target == zone]
    check_sea(g, battle)
    defenders = [u for u in hostile_units(g, battle.attacker, units_in(g, zone)) if not u.aboard]
    join(battle, "defender", defenders)
    battle.defender = leading_defender(g, defenders) or owner(g, zone)
    walking = [u for u in units_of(g, battle, ATTACKER) if type_of(g, u).land and not jumped(u)]
    starts = {u.entered for u in walking if u.entered}
    battle.borders = sorted(starts)
    starts |= {u.zone for u in of(g, battle.moving)}
    battle.notes.update(lines_against(g, zone, sorted(starts)))
    note(battle, "surrounded", int(is_surrounded(g, zone)))
    battle.double = any(name.startswith("maginot") for name in battle.notes)
    battle.over = not battle.attackers and not battle.moving
    if not battle.over:
        force = [*units_of(g, battle, ATTACKER), *of(g, battle.moving)]
        words = f"{name_of_zone(g, zone)}: {listed(g, force)} against {listed(g, defenders)}."
        g.tell("battle", "9.5", words, by=battle.attacker, zone=zone, battle=battle.id)


# A round


@procedure("9.5", "9.6")
def begin_round(g: G) -> None:
    """Transports that nothing protects, and that cannot fire, are lost before any die is rolled."""
    battle = fight(g)
    battle.round += 1
    battle.done = []
    battle.double = battle.double and battle.round == 1
    if battle.kind == "naval":
        for side in (DEFENDER, ATTACKER):
            if not groups_to_fire(g, battle, side, "normal"):
                sink_lone_transports(g, battle, side)
        battle.over = not battle.attackers or not battle.defenders
    g.tell("round", section_of(battle), f"{name_of_zone(g, battle.zone)}, round {battle.round}.", zone=battle.zone)


def first_strike_now(g: G) -> bool:
    """Does anybody strike first in this round?"""
    battle = fight(g)
    if battle.over or not (strikes_now(g, battle) or battle.aside):
        return False
    return bool(battle.aside) or any(groups_to_fire(g, battle, side, FIRST) for side in (ATTACKER, DEFENDER))


@procedure("9.5", "9.6")
def end_of_round(g: G) -> None:
    """The dead go; troops land; what is alone is lost; is it over?"""
    battle = fight(g)
    clear_aside(g)
    battle.done = [name for name in battle.done if name.startswith("used")]
    for side in (ATTACKER, DEFENDER):
        carrier_lost(g, battle, side)
        if battle.kind == "naval":
            sink_lone_transports(g, battle, side)
    if battle.kind == "land":
        airborne_land(g, battle)
        second_wave(g, battle)
        overrun_rockets(g, battle)
        desert_retreats(g, battle)
    _is_it_over(g, battle)


@procedure("9.15")
def airborne_land(g: G, battle: Battle) -> None:
    """Airborne Infantry is on the ground after the first round; until then it falls with its aircraft."""
    for unit in units_of(g, battle, ATTACKER):
        if unit.aboard and type_of(g, unit).land:
            unit.aboard, unit.task = 0, DROP


@procedure("7.8/strategic-rockets")
def overrun_rockets(g: G, battle: Battle) -> None:
    """Rockets that are alone with enemy land units are lost."""
    for side in (ATTACKER, DEFENDER):
        mine, foes = living(g, battle, side), living(g, battle, other(side))
        if mine and all(u.type == ROCKET for u in mine) and any(type_of(g, u).land for u in foes):
            for unit in mine:
                remove(g, unit)
            g.tell(
                "lost",
                "7.8/strategic-rockets",
                f"{listed(g, mine, 'are')} overrun.",
                by=mine[0].owner,
                zone=battle.zone,
            )


def _is_it_over(g: G, battle: Battle) -> None:
    if not battle.attackers or not battle.defenders:
        battle.over = True
    elif not somebody_can_hit(g, battle, ATTACKER) and not somebody_can_hit(g, battle, DEFENDER):
        break_off_deadlock(g, battle)


@procedure("9.5", "9.6")
def decide_winner(g: G) -> None:
    """The side that is left on the field."""
    battle = fight(g)
    clear_aside(g)
    battle.over = True
    battle.volley, battle.done = None, []
    battle.won = ""
    if battle.attackers and not battle.defenders:
        battle.won = ATTACKER
    elif battle.defenders and not battle.attackers:
        battle.won = DEFENDER
    if battle.round:
        who = battle.attacker if battle.won == ATTACKER else battle.defender
        words = f"{name_of(who)} holds the field" if battle.won else "Nobody holds the field"
        rounds = f"{battle.round} {'round' if battle.round == 1 else 'rounds'}"
        g.tell(
            "ended",
            section_of(battle),
            f"{name_of_zone(g, battle.zone)}: {words} after {rounds}.",
            by=who,
            zone=battle.zone,
            holder=holder(g, battle),
            rounds=battle.round,
        )


@procedure("9.19")
def holder(g: G, battle: Battle) -> str:
    """Whose the field is when a battle is over: the attacker's, the defender's, nobody's or both's. It takes a land unit
    to take a land zone."""
    if battle.won == ATTACKER and battle.kind == "land":
        troops = [*units_of(g, battle, ATTACKER), *of(g, battle.moving)]
        return ATTACKER if any(type_of(g, unit).land for unit in troops) else "nobody"
    if battle.won:
        return battle.won
    if not battle.defenders:
        return "nobody"
    return DEFENDER if battle.kind == "land" or not battle.attackers else "both"


def survivors(g: G, battle: Battle) -> list[Unit]:
    """Land units of the attacker that are left."""
    return [u for u in units_of(g, battle, ATTACKER) if type_of(g, u).land]


def how_far(g: G) -> tuple[int, ...]:
    """How far a battle has come, as numbers that only grow from step to step: who follows every outcome should take the
    position that is least far first, so that equal positions meet and are followed once."""
    battle = g.state.battle
    if battle is None:
        return (-1,) if g.state.battles else (1_000_000,)
    ids = [place.id for place in g.cursor.where(g)]
    if "round" not in ids:
        return (battle.round, -1) if not battle.over else (999_999,)
    parts = [frame.part for frame in g.cursor.frames]
    at = ids.index("round")
    volleys = [n for n, id in enumerate(ids) if id in FIRING]
    if not volleys:
        return (battle.round, *parts[at:])
    inner = volleys[0]
    fired = len(battle.done) - (parts[inner] == 2)  # while its hits are allotted a volley is not over
    return (battle.round, *parts[at:inner], fired, *parts[inner:])


FIRING = ("first-attacker", "first-defender", "attack", "defense")
