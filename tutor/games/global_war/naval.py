"""Sections 9.6, 9.7, 9.10, 8.9 and 8.10: naval battles: who takes part, submarines and their hunters, transports,
seaplanes, capital ships, and the force behind a screen."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.combat import Evade
from .actions.movement import Engage
from .carriers import launch
from .combat_values import ATTACKER, DEFENDER, LINES, crosses_line, on_patrol
from .ranges import left
from .rulebook import procedure
from .sides import decider, fight, join, leading_defender, leave, living, named, note, units_of
from .state import ASSAULT, ATTACK, BEHIND, BLOCKADE, ESCORT, PATROL, SCREEN, Battle, G, Unit
from .terms import commanded, fights, hostile_units
from .units import AA, SEAPLANE, cargo, listed, of, remove, shift, type_of, unit_types, units_in, watches
from .zones import name_of_zone

DESTROYER, ADVANCED_SUBMARINE = "destroyer", "advanced-submarine"
HUNTED = "hunted"  # the note of a battle whose submarines could not decline: aircraft on patrol hold them (8.9)
PATROLS, PAIRED = "patrol", "paired"


# Who takes part


@procedure("9.6", "0.5/attacker-own", "0.5/joint-defense", "9.11/escort")
def muster(g: G) -> Asking:
    """Both sides of a naval battle: the attacker's own ships and aircraft, and every enemy who has not declined. Partners
    of the attacker who are there too stay out of it; enemies defend together, ships on escort duty with them."""
    battle = fight(g)
    battle.attackers = [n for n in battle.attackers if n in g.state.units and g.state.units[n].zone == battle.zone]
    launch(g, battle, ATTACKER, units_of(g, battle, ATTACKER))
    join(battle, DEFENDER, defenders_at_sea(g, battle))
    launch(g, battle, DEFENDER, units_of(g, battle, DEFENDER))
    yield from _attack_or_evade(g, battle)
    _hunt(g, battle)
    battle.defender = leading_defender(g, units_of(g, battle, DEFENDER))
    ships = [u for u in units_of(g, battle, ATTACKER) if type_of(g, u).naval]
    battle.borders = sorted({u.entered for u in ships if u.entered})
    for ship in ships:
        ship.fought = True
    battle.over = not (battle.attackers and battle.defenders)
    if not battle.over:
        words = f"{name_of_zone(g, battle.zone)}: {listed(g, units_of(g, battle, ATTACKER))} against {listed(g, units_of(g, battle, DEFENDER))}."
        g.tell("battle", "9.6", words, by=battle.attacker, zone=battle.zone, battle=battle.id)


def defenders_at_sea(g: G, battle: Battle) -> list[Unit]:
    """Enemies in the sea zone that take part, without what ships carry."""
    found = hostile_units(g, battle.attacker, units_in(g, battle.zone))
    return [u for u in found if not u.declined and not u.aboard and not type_of(g, u).land]


@procedure("8.9", "8.9/moving-sub", "8.7/carrier")
def _attack_or_evade(g: G, battle: Battle) -> Asking:
    """Submarines that come where enemy aircraft patrol are held up. They may attack all that is there, or only bear the
    attack of the patrols and the destroyers paired with them; of nobody, where the patrols decline."""
    subs, foes = units_of(g, battle, ATTACKER), units_of(g, battle, DEFENDER)
    patrols = [u for u in foes if type_of(g, u).air and on_patrol(u)]
    held_up = patrols or _patrols_that_declined(g, battle)
    if not held_up or len(patrols) == len(foes) or not all(_may_stay_clear(g, u) for u in subs):
        return
    who, where = decider(g, battle, ATTACKER), name_of_zone(g, battle.zone)
    action = yield Decision(
        who,
        "8.9",
        f"Aircraft on patrol hold up the submarines in {where}: attack everything there, or evade?"
        if patrols
        else f"The patrols in {where} let the submarines be: attack what else is there, or evade?",
        [Evade, Engage],
        [Evade(), Engage()],
        about={"zone": battle.zone},
    )
    if isinstance(action, Evade):
        hunters = _hunters(g, foes, destroyers=True)
        leave(battle, [u for u in foes if u not in hunters])


def _patrols_that_declined(g: G, battle: Battle) -> list[Unit]:
    found = hostile_units(g, battle.attacker, units_in(g, battle.zone))
    return [u for u in found if u.task == PATROL and u.declined]


@procedure("9.7")
def _may_stay_clear(g: G, unit: Unit) -> bool:
    """Submarines can, unless they screen for others: a screen fights what is there."""
    return type_of(g, unit).submarine and unit.task != SCREEN


@procedure("8.9", "12.2/destroyer")
def _hunters(g: G, units: list[Unit], *, destroyers: bool) -> list[Unit]:
    """Aircraft on patrol, and as many destroyers paired with them, one each."""
    patrols = [u for u in units if type_of(g, u).air and on_patrol(u)]
    paired = [u for u in units if u.type == DESTROYER][: len(patrols)] if destroyers else []
    return [*patrols, *paired]


@procedure("8.9", "9.10", "8.9/entering-sub-zone", "7.8/advanced-submarines", "App-B.21")
def _hunt(g: G, battle: Battle) -> None:
    """Submarines that the attacker's patrols hold can be hit by these and by paired destroyers alone; where there is
    nothing else to attack, the rest of the attackers keep out of it. Advanced Submarines only patrols can attack."""
    mine, foes = units_of(g, battle, ATTACKER), units_of(g, battle, DEFENDER)
    subs = [u for u in foes if type_of(g, u).submarine]
    if not any(type_of(g, u).air and on_patrol(u) for u in mine) or all(will_fight(g, u) for u in subs):
        return  # they fight of their own will, and anything may hit them
    note(battle, HUNTED, 1)
    if len(subs) == len(foes):
        hunters = _hunters(g, mine, destroyers=any(u.type != ADVANCED_SUBMARINE for u in subs))
        leave(battle, [u for u in mine if u not in hunters])


def promise_to_fight(g: G, unit: Unit) -> None:
    """A patrol or submarine stops ships that came into its zone: it may not think better of it this turn."""
    if not will_fight(g, unit):
        g.state.asked.append(f"fights {unit.id} {g.state.mover}")


def will_fight(g: G, unit: Unit) -> bool:
    return f"fights {unit.id} {g.state.mover}" in g.state.asked


# Who can hit what


@procedure("8.9", "12.2/destroyer")
def group_of(g: G, battle: Battle, side: str, unit: Unit) -> str:
    """The units a unit fires with: its type, and apart from it those that can reach hunted submarines."""
    if side != ATTACKER or HUNTED not in battle.notes:
        return unit.type
    if type_of(g, unit).air:
        return f"{unit.type} {PATROLS}" if on_patrol(unit) else unit.type
    if unit.type == DESTROYER and unit in _hunters(g, units_of(g, battle, ATTACKER), destroyers=True):
        return f"{unit.type} {PAIRED}"
    return unit.type


def may_hit(g: G, battle: Battle, side: str, group: str, target: Unit) -> bool:
    """Can the fire of this group fall on that unit at all?"""
    first, _, variant = group.partition(" ")
    types = unit_types(g)
    kind, foe = types.get(first), types[target.type]
    if kind is None:
        return first not in LINES or (foe.land and crosses_line(battle, group, target))
    if kind.land:
        return foe.air if first == AA else True
    if kind.id == SEAPLANE and not _seaplane_hits(foe.submarine, foe.transport):
        return False
    if foe.air:
        return not kind.submarine and not kind.transport
    if kind.transport:
        return foe.submarine
    if foe.submarine and side == ATTACKER and HUNTED in battle.notes:
        return _reaches_submarine(variant, target)
    return True


@procedure("9.6/seaplanes", "12.2/seaplane")
def _seaplane_hits(submarine: bool, transport: bool) -> bool:
    """Seaplanes hit submarines and naval transports, nothing else."""
    return submarine or transport


@procedure("9.10", "7.8/advanced-submarines")
def _reaches_submarine(variant: str, target: Unit) -> bool:
    return variant == PATROLS or (variant == PAIRED and target.type != ADVANCED_SUBMARINE)


@procedure("9.3", "9.3/first-strike", "9.10", "12.2/submarine", "12.2/coastal-submarine", "12.2/destroyer")
def strikes_first(g: G, battle: Battle, side: str, unit: Unit) -> bool:
    """Artillery and its like; submarines, unless the enemy has a destroyer in the battle."""
    kind = type_of(g, unit)
    if not kind.submarine:
        return kind.first_strike
    foes = battle.defenders if side == ATTACKER else battle.attackers
    return not any(g.state.units[n].type == DESTROYER for n in foes)


@procedure("9.6/transports", "12.2/naval-transport", "12.2/air-transport")
def without_last(g: G, units: list[Unit], all_living: list[Unit]) -> list[Unit]:
    """Transports are picked last: naval ones only when nothing else of their side is left in the battle, submarines beyond
    the firer's reach apart; air transports likewise, unless they drop airborne troops."""
    types = unit_types(g)
    last = [u for u in units if types[u.type].transport or (u.type == "air-transport" and u.task != "drop")]
    if not last:
        return units
    others = [u for u in all_living if u not in last and (u in units or not types[u.type].submarine)]
    return [u for u in units if u not in last] if others else last


@procedure("0.9/capital-ship", "7.8/heavy-battleship", "7.8/heavy-carrier", "App-B.25", "App-B.26", "App-B.36")
def hits_to_sink(g: G, unit: Unit) -> int:
    """Capital ships take two hits, a Heavy Battleship three; everything else falls at the first."""
    three = g.options["reading-heavy-carrier"] or g.options["capital-ship-damage"]
    return 3 if unit.type == "heavy-carrier" and three else type_of(g, unit).hits


@procedure("15.5")
def markers_of_a_hit(g: G, unit: Unit) -> int:
    """A hit is one damage marker; with the option a D12 says how many it brings a capital ship."""
    if not (g.options["capital-ship-damage"] and type_of(g, unit).capital):
        return 1
    die = g.chance.die(12, "15.5", by=unit.owner, why=f"Damage to {named(g, unit)}")
    return int(g.charts["alternate-damage"].cell(die, "markers"))


# Transports alone


@procedure("9.6/transports")
def sink_lone_transports(g: G, battle: Battle, side: str) -> None:
    """Naval transports that are all that is left of a side are lost, if the enemy has anything but transports."""
    mine = living(g, battle, side)
    foes = living(g, battle, DEFENDER if side == ATTACKER else ATTACKER)
    if not mine or not all(type_of(g, u).transport for u in mine):
        return
    if all(type_of(g, u).transport for u in foes):
        return
    for unit in mine:
        remove(g, unit)
    g.tell("lost", "9.6/transports", f"Nothing protects {listed(g, mine)}: lost.", by=mine[0].owner, zone=battle.zone)


# Screening forces (9.7)


@procedure("9.7", "8.10", "App-B.29")
def release_moving_force(g: G, battle: Battle) -> list[Unit]:
    """The force behind the screen after the battle: it goes on where the screen has won, and back where it has not.
    Those that have gone into another sea zone are returned."""
    waiting = [u for u in of(g, battle.moving) if u.zone == battle.zone]
    battle.moving = []
    if not waiting:
        return []
    if battle.won == ATTACKER:
        return _go_on(g, battle, waiting)
    _fall_back(g, battle, waiting)
    return []


@procedure("9.7")
def _go_on(g: G, battle: Battle, force: list[Unit]) -> list[Unit]:
    """Into the sea zone that was announced, with all the movement that is left."""
    gone = []
    for ship in force:
        to, ship.task, ship.target = ship.target, "", ""
        if to and to != battle.zone and left(g, ship):
            ship.entered, ship.spent = battle.zone, ship.spent + left(g, ship)
            shift(g, ship, to)
            gone.append(ship)
    if gone:
        words = f"The screen has won: {listed(g, gone, 'go')} on to {name_of_zone(g, gone[0].zone)}."
        g.tell("moved", "9.7", words, by=battle.attacker, zone=gone[0].zone)
    return gone


@procedure("9.7")
def _fall_back(g: G, battle: Battle, force: list[Unit]) -> None:
    """The screen is gone: back into a sea zone without enemies that a ship came from, and no more combat."""
    came_from = sorted({u.entered for u in force if u.entered} | set(battle.borders))
    free = [z for z in came_from if not hostile_units(g, battle.attacker, units_in(g, z))]
    for ship in force:
        ship.task, ship.target, ship.retreated, ship.fought = "", "", True, True
        for unit in cargo(g, ship):
            if unit.task == ASSAULT:
                unit.task, unit.target = "", ""
        if free:
            shift(g, ship, ship.entered if ship.entered in free else free[0])
    where = f"falls back to {name_of_zone(g, force[0].zone)}" if free else "has nowhere to fall back to"
    g.tell("retreated", "9.7", f"The screen is gone: {listed(g, force)} {where}.", by=battle.attacker, zone=battle.zone)


@procedure("9.8", "9.7")
def bars_the_sea(g: G, attacker: str, zone: str, landing: bool) -> bool:
    """Is there an enemy where a force from behind a screen arrives that it must fight? Submarines alone do not hinder it,
    and those who come to land are hindered by warships and patrols alone."""
    foes = [u for u in hostile_units(g, attacker, units_in(g, zone)) if not u.declined]
    if landing:
        return any(type_of(g, u).warship or watches(g, u) for u in foes)
    return any(not (u.aboard or type_of(g, u).land or type_of(g, u).submarine) for u in foes)


@procedure("8.9/entering-sub-zone", "9.10")
def patrols_above(g: G, zone: str) -> list[Unit]:
    """Patrols of the command that moves over enemies who are all submarines: they join whatever attacks these."""
    mine = [u for u in units_in(g, zone) if u.task == PATROL and not u.target and commanded(g, u.owner, g.state.mover)]
    foes = [u for u in hostile_units(g, g.state.mover, units_in(g, zone)) if not u.aboard] if mine else []
    return mine if foes and all(type_of(g, u).submarine for u in foes) else []


def enters_naval_combat(unit: Unit) -> bool:
    """Does this unit's task make it attack what is in its sea zone?"""
    if unit.declined or unit.aboard:
        return False
    return unit.task in ("", ATTACK, SCREEN, BLOCKADE) or (unit.task in (PATROL, ESCORT) and unit.target == ATTACK)


def waits_behind_screen(unit: Unit) -> bool:
    return unit.task == BEHIND


def hostile_at_sea(g: G, attacker: str, zone: str) -> bool:
    """Is there an enemy in a sea zone who has not declined?"""
    return any(
        fights(g, attacker, u.owner, zone) and not u.declined and not u.aboard and not type_of(g, u).land
        for u in units_in(g, zone)
    )
