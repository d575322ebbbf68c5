"""Sections 9.8, 9.9 and 12.9: assaults from the sea. The sea must be clear, ships bombard, batteries fire, troops land."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done
from .actions.combat import Bombard
from .casualties import FROM_ATTACK_TRANSPORT
from .combat_values import ATTACKER, batteries_along, lines_of
from .rulebook import procedure, rule
from .sides import decider, fight, join, units_of
from .state import ASSAULT, ATTACK, BEHIND, SCREEN, Battle, G, Unit
from .terms import commanded, hostile_units
from .units import INFANTRY, called, kinds, listed, of, shift, type_of, units_in
from .zones import name_of_zone

FREE_TO_BOMBARD = ("", ATTACK, SCREEN, BEHIND)


def assaulting(g: G, battle: Battle) -> list[Unit]:
    """The land units of the assault that are still at sea."""
    return list(of(g, battle.moving))


def seas(g: G, battle: Battle) -> list[str]:
    """The sea zones that the assault comes from."""
    return sorted({u.zone for u in assaulting(g, battle)})


@procedure("9.8")
def check_sea(g: G, battle: Battle) -> None:
    """Where an enemy surface warship is left in the sea zone, nobody lands from it. Submarines do not hinder."""
    for sea in seas(g, battle):
        enemy = [u for u in hostile_units(g, battle.attacker, units_in(g, sea)) if type_of(g, u).warship]
        if not enemy:
            continue
        held = [u for u in assaulting(g, battle) if u.zone == sea]
        call_off(battle, held)
        words = f"In {name_of_zone(g, sea)} {listed(g, enemy, 'bar')} the landing of {listed(g, held)}."
        g.tell("barred", "9.8", words, by=battle.attacker, zone=battle.zone)
    battle.sea_cleared = bool(battle.moving)
    battle.amphibious = bool(battle.moving)


def call_off(battle: Battle, units: list[Unit]) -> None:
    """These units stay aboard."""
    for unit in units:
        unit.task, unit.target = "", ""
    gone = {u.id for u in units}
    battle.moving = [n for n in battle.moving if n not in gone]


def landing(g: G) -> bool:
    """Has the battle under way an assault that has yet to land?"""
    battle = g.state.battle
    return battle is not None and not battle.over and battle.amphibious and battle.round == 0


# Shore bombardment (9.9)


@procedure("9.9")
def ships_that_can_bombard(g: G, battle: Battle) -> list[Unit]:
    """The attacker's ships in the sea zones of the assault that have guns for it, were in no naval combat and have no
    other task."""
    return [
        unit
        for sea in seas(g, battle)
        for unit in units_in(g, sea)
        if type_of(g, unit).bombard
        and not unit.fought
        and unit.task in FREE_TO_BOMBARD
        and unit.id not in battle.support
        and commanded(g, unit.owner, battle.attacker)
        and not unit.retreated
    ]


@procedure("9.9")
def most_bombarding(g: G, battle: Battle) -> int:
    """As many ships as land units assault."""
    return len(battle.moving)


def bombardment_possible(g: G) -> bool:
    if not landing(g):
        return False
    battle = fight(g)
    return bool(battle.defenders) and bool(ships_that_can_bombard(g, battle))


@procedure("9.9")
def choose_bombardment(g: G) -> Asking:
    """The attacker names the ships. Where all may and no battery can answer, all do."""
    battle = fight(g)
    who = decider(g, battle, ATTACKER)
    ships = ships_that_can_bombard(g, battle)
    answered = any(batteries_along(g, battle.zone, sea) for sea in seas(g, battle))
    if (len(ships) <= most_bombarding(g, battle) and not answered) or not who:
        _open_fire(g, battle, ships[: most_bombarding(g, battle)])
        return
    while ships and len(battle.support) < most_bombarding(g, battle):
        left = most_bombarding(g, battle) - len(battle.support)
        action = yield Decision(
            who,
            "9.9",
            f"Which ships bombard {name_of_zone(g, battle.zone)}? {left} more may.",
            [Bombard, Done],
            [*_bombard_options(g, ships, left), Done()],
            about={"zone": battle.zone},
        )
        if isinstance(action, Done):
            return
        assert isinstance(action, Bombard)
        chosen = [u for u in ships if (u.zone, u.type) == (action.zone, action.type)][: action.count]
        _open_fire(g, battle, chosen)
        ships = ships_that_can_bombard(g, battle)


def _bombard_options(g: G, ships: list[Unit], left: int) -> list[Bombard]:
    found = []
    for sea in sorted({u.zone for u in ships}):
        for type, here in kinds([u for u in ships if u.zone == sea]).items():
            found += [Bombard(sea, type, n) for n in range(min(left, len(here)), 0, -1)]
    return found


def _open_fire(g: G, battle: Battle, ships: list[Unit]) -> None:
    battle.support = sorted({*battle.support, *(u.id for u in ships)})
    for ship in ships:
        ship.fought = True


@rule("9.9", Bombard)
def ship_can_bombard(g: G, action: Bombard) -> Ruling | tuple[str, str] | None:
    """As many ships as troops land, none that fought at sea."""
    battle = g.state.battle
    if battle is None:
        return None
    kind = type_of(g, action.type)
    if not kind.bombard:
        return f"{kind.name} has no guns for shore bombardment.", "Cruisers and battleships have."
    free = [u for u in ships_that_can_bombard(g, battle) if (u.zone, u.type) == (action.zone, action.type)]
    if len(free) < action.count:
        there = sum(u.type == action.type for u in units_in(g, action.zone))
        why = "ships that fought at sea do not bombard" if there >= action.count else "there are no more"
        return Ruling(
            "9.9", f"{len(free)} {called(g, action.type)} in {name_of_zone(g, action.zone)} can bombard: {why}."
        )
    left = most_bombarding(g, battle) - len(battle.support)
    if action.count > left:
        return Ruling("9.9", f"Only {left} more may bombard: no more ships than land units that assault.")
    return None


# Coming ashore


@procedure("9.8/assault", "7.8/attack-transport", "9.8")
def land_first_wave(g: G) -> None:
    """Infantry-class units come ashore for the first round, and whatever an Attack Transport carries. The rest waits."""
    battle = fight(g)
    battle.support = []
    units = assaulting(g, battle)
    if not battle.defenders:
        come_ashore(g, battle, units)  # nobody disputes the beach
    else:
        come_ashore(g, battle, [u for u in units if lands_at_once(g, u)])
    battle.double = any(u.landed for u in units_of(g, battle, ATTACKER))
    battle.over = not battle.attackers or not (battle.defenders or lines_of(battle))
    if not battle.attackers:
        _stay_aboard(g, battle, assaulting(g, battle), "No infantry of the assault goes ahead")


@procedure("9.8/assault", "7.8/attack-transport")
def lands_at_once(g: G, unit: Unit) -> bool:
    return type_of(g, unit).cls == INFANTRY or from_attack_transport(g, unit)


def from_attack_transport(g: G, unit: Unit) -> bool:
    ship = g.state.units.get(unit.aboard)
    return ship is not None and ship.type == "attack-transport"


@procedure("9.8/assault")
def second_wave(g: G, battle: Battle) -> None:
    """After the first round the rest may land, if an infantry-class unit of the assault has lived through it."""
    if not battle.moving or battle.round != 1:
        return
    waiting = assaulting(g, battle)
    if any(u.landed and type_of(g, u).cls == INFANTRY for u in units_of(g, battle, ATTACKER)):
        come_ashore(g, battle, waiting)
    else:
        _stay_aboard(g, battle, waiting, "No infantry of the assault is left ashore")


def _stay_aboard(g: G, battle: Battle, waiting: list[Unit], why: str) -> None:
    """Without infantry of the assault on the beach nothing else lands."""
    call_off(battle, waiting)
    if waiting:
        words = f"{why}: {listed(g, waiting)} cannot land."
        g.tell("barred", "9.8/assault", words, by=battle.attacker, zone=battle.zone)


def come_ashore(g: G, battle: Battle, units: list[Unit]) -> None:
    """From the ship into the battle."""
    if not units:
        return
    for unit in units:
        safe = from_attack_transport(g, unit)
        sea = unit.zone
        unit.aboard, unit.task = 0, ASSAULT
        shift(g, unit, battle.zone)
        unit.entered, unit.landed, unit.committed = sea, True, True
        unit.target = FROM_ATTACK_TRANSPORT if safe else ""
    join(battle, ATTACKER, units)
    ashore = {u.id for u in units}
    battle.moving = [n for n in battle.moving if n not in ashore]
    words = f"{listed(g, units, 'come')} ashore in {name_of_zone(g, battle.zone)}."
    g.tell("landed", "9.8/assault", words, by=battle.attacker, zone=battle.zone)
