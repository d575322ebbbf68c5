"""Section 9.5/blitz: armor that has won quickly goes on into the next zone, with what can keep up with it."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decisions import Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done
from .actions.combat import Blitz
from .aftermath import captor, put_away_task
from .air_moves import why_no_way_home
from .combat_values import ATTACKER, lines_against
from .land_moves import TERRAIN_SECTIONS
from .ranges import left
from .rulebook import procedure, rule
from .sides import decider, fight, leave, units_of
from .state import Battle, G, Unit
from .terms import enemy_zone, hostile_units
from .units import called, kinds, listed, shift, type_of, units_in
from .zones import ROUGH, border_marks, city, impassable, land_neighbours, name_of_zone, terrain

MOST_ROUNDS = 2
LEADS, PAIRED, PAIRED_TWICE = "leads", "paired", "paired twice"


# When and where


@procedure("9.5/blitz", "1.16")
def why_no_blitz(g: G, battle: Battle) -> Ruling | None:
    """Why nobody can blitz on from this battle."""
    here = name_of_zone(g, battle.zone)
    if battle.kind != "land" or battle.won != ATTACKER:
        return Ruling("9.5/blitz", "Only a land battle that was won opens the way for a blitz.")
    if battle.round > MOST_ROUNDS:
        return Ruling("9.5/blitz", f"The battle for {here} lasted {battle.round} rounds: too long for a blitz.")
    if battle.amphibious:
        return Ruling("9.8/assault", "There is no blitz after an assault from the sea.")
    if city(g, battle.zone):
        return Ruling("1.16", f"{here} is a city: units do not blitz out of it.")
    if bad := hindering(g, battle.zone):
        return Ruling("9.5/blitz", f"Units do not blitz out of {bad}, as in {here}.")
    return None


def hindering(g: G, zone: str) -> str:
    """Mountains, desert, jungle or marsh in a zone, which nobody blitzes into or out of."""
    return next((kind for kind in ROUGH if kind in terrain(g, zone)), "")


@procedure("9.5/blitz", "12.7", "1.8", "1.9", "1.10", "1.11", "1.22")
def why_not_into(g: G, attacker: str, start: str, to: str) -> Ruling | None:
    """Why a blitz cannot go on from one zone into another."""
    there = name_of_zone(g, to)
    if to not in land_neighbours(g, start):
        return Ruling("9.5/blitz", f"{there} is not next to {name_of_zone(g, start)}.")
    if not enemy_zone(g, attacker, to):
        return Ruling("9.5/blitz", f"{there} is not an enemy zone: a blitz goes on to attack.")
    if impassable(g, to):
        return Ruling("1.7/impassable", f"Land units cannot enter {there}.")
    if bad := hindering(g, to):
        return Ruling(TERRAIN_SECTIONS[bad], f"Units do not blitz into {bad}, as in {there}.")
    if rough := sorted(border_marks(g, start, to) & set(ROUGH)):
        return Ruling(TERRAIN_SECTIONS[rough[0]], f"Units do not blitz across {rough[0]} on the border of {there}.")
    if lines_against(g, to, [start]):
        return Ruling("12.7", f"A Fortification covers this border of {there}: no blitz across it.")
    return None


def targets(g: G, battle: Battle) -> list[str]:
    return [z for z in land_neighbours(g, battle.zone) if why_not_into(g, battle.attacker, battle.zone, z) is None]


# Who


@procedure(
    "9.5/blitz", "App-B.30", "12.2/light-armor", "12.2/tank-destroyer", "12.2/cavalry", "12.2/motorized-infantry"
)
def can_blitz(g: G, unit: Unit) -> bool:
    """Medium and Heavy Armor lead; some types may pair with them; everything else stays. Movement must be left."""
    return type_of(g, unit).blitz != "no" and not unit.retreated and left(g, unit) >= 1 and not slowed(g, unit)


@procedure("9.5/blitz", "1.8", "1.9", "1.10", "1.11")
def slowed(g: G, unit: Unit) -> str:
    """The rough ground that has cut a land unit's movement down to one zone, where it began or on the border it crossed."""
    if not type_of(g, unit).land:
        return ""
    crossed = border_marks(g, unit.entered, unit.zone) if unit.entered else frozenset()
    behind = terrain(g, unit.started) if unit.started else frozenset()
    return next((kind for kind in ROUGH if kind in crossed or kind in behind), "")


def blitzers(g: G, battle: Battle, to: str = "") -> list[Unit]:
    """Units that could blitz on, into a zone where one is named."""
    found = [u for u in units_of(g, battle, ATTACKER) if can_blitz(g, u)]
    return [u for u in found if not to or why_too_far(g, u, to) is None]


@procedure("8.3", "9.5/blitz")
def why_too_far(g: G, unit: Unit, to: str) -> Ruling | None:
    """Aircraft that follow a blitz save enough movement to land again."""
    return why_no_way_home(g, [unit], to, 1) if type_of(g, unit).air else None


@procedure("9.5/blitz", "App-B.30", "7.8/advanced-mechanized", "12.2/medium-armor", "7.8/heavy-armor")
def pairs_up(g: G, units: Iterable[Unit]) -> bool:
    """Does every companion of a blitz have its armor? One companion an armor, of Advanced Mechanized Infantry two."""
    armor = 0
    companions: dict[str, int] = {}
    for unit in units:
        kind = type_of(g, unit)
        if kind.blitz == LEADS:
            armor += 1
        else:
            halves = 1 if kind.blitz == PAIRED_TWICE else 2
            companions[companion_kind(unit.type)] = companions.get(companion_kind(unit.type), 0) + halves
    if g.options["reading-blitz-pairs"]:
        return all(halves <= 2 * armor for halves in companions.values())
    return sum(companions.values()) <= 2 * armor


def companion_kind(type: str) -> str:
    """Advanced and jet types are of the kind they improve on."""
    return type.removeprefix("adv-").removeprefix("jet-")


def already_there(g: G, battle: Battle, to: str) -> list[Unit]:
    """Units that have blitzed on from this battle into a zone."""
    return [u for u in units_in(g, to) if u.committed and u.entered == battle.zone and can_have_blitzed(g, battle, u)]


def can_have_blitzed(g: G, battle: Battle, unit: Unit) -> bool:
    return unit.id in battle.support and type_of(g, unit).blitz != "no"


# The step


def blitz_possible(g: G) -> bool:
    battle = g.state.battle
    if battle is None or why_no_blitz(g, battle) is not None or not decider(g, battle, ATTACKER):
        return False
    return any(type_of(g, u).blitz == LEADS for u in blitzers(g, battle)) and bool(targets(g, battle))


@procedure("9.5/blitz")
def blitz(g: G) -> Asking:
    """The attacker sends units on, armor first, until he is done; then each zone that was entered is fought over."""
    battle = fight(g)
    while options := blitz_options(g, battle):
        action = yield Decision(
            decider(g, battle, ATTACKER),
            "9.5/blitz",
            f"Blitz on from {name_of_zone(g, battle.zone)}?",
            [Done, Blitz],
            [Done(), *options],
            about={"zone": battle.zone},
        )
        if isinstance(action, Done):
            break
        assert isinstance(action, Blitz)
        _send(g, battle, action)
    _attack_anew(g, battle)


def blitz_options(g: G, battle: Battle) -> list[Blitz]:
    found = []
    for to in targets(g, battle):
        there = already_there(g, battle, to)
        for type, units in kinds(blitzers(g, battle, to)).items():
            most = next((n for n in range(len(units), 0, -1) if pairs_up(g, [*there, *units[:n]])), 0)
            found += [Blitz(to, type, n) for n in range(most, 0, -1)]
    return found


def _send(g: G, battle: Battle, action: Blitz) -> None:
    units = [u for u in blitzers(g, battle, action.to) if u.type == action.type][: action.count]
    leave(battle, units)
    for unit in units:
        put_away_task(unit)
        unit.spent += 1
        shift(g, unit, action.to)
        unit.entered, unit.committed = battle.zone, True
    battle.support = sorted({*battle.support, *(u.id for u in units)})
    words = f"{listed(g, units, 'blitz')} on into {name_of_zone(g, action.to)}."
    g.tell("blitz", "9.5/blitz", words, by=battle.attacker, zone=battle.zone, to=action.to)


@procedure("9.5/blitz", "9.19")
def _attack_anew(g: G, battle: Battle) -> None:
    """Empty zones are captured; in others a battle is to be fought, or one that waits there grows."""
    from .battles import add_battle
    from .capture import capture

    for to in targets(g, battle):
        units = already_there(g, battle, to)
        if not units:
            continue
        if hostile_units(g, battle.attacker, units_in(g, to)):
            add_battle(g, "land", to, battle.attacker, units)
        elif land := [u for u in units if type_of(g, u).land]:
            capture(g, to, captor(land))
    battle.support = []


# Judging


def _winners(g: G, battle: Battle, action: Blitz) -> list[Unit]:
    return [u for u in units_of(g, battle, ATTACKER) if u.type == action.type]


@rule("9.5/blitz", Blitz)
def blitz_may_go_there(g: G, action: Blitz) -> Ruling | None:
    battle = g.state.battle
    return why_not_into(g, battle.attacker, battle.zone, action.to) if battle else None


@rule("9.5/blitz", Blitz)
def units_can_blitz(g: G, action: Blitz) -> Ruling | tuple[str, str] | str | None:
    """Of the types that can, with movement left, and paired with armor."""
    battle = g.state.battle
    if battle is None:
        return None
    if type_of(g, action.type).blitz == "no":
        return f"{called(g, action.type)} cannot follow a blitz.", "Medium and Heavy Armor lead it."
    able = [u for u in blitzers(g, battle) if u.type == action.type]
    units = [u for u in able if why_too_far(g, u, action.to) is None]
    if len(units) < action.count <= len(able):
        return next(why for u in able if (why := why_too_far(g, u, action.to)) is not None)
    if len(units) < action.count and (
        tired := next(filter(None, (slowed(g, u) for u in _winners(g, battle, action))), "")
    ):
        return f"{called(g, action.type)} that came through {tired} has no movement left for a blitz."
    if len(units) < action.count:
        return f"{len(units)} {called(g, action.type)} won here with movement left, not {action.count}."
    if not pairs_up(g, [*already_there(g, battle, action.to), *units[: action.count]]):
        name = name_of_zone(g, action.to)
        return f"Every companion needs an armor to pair with in {name}.", "Send armor there first."
    return None
