"""Sections 9.16 to 9.18, 7.8 and 15.10: what can be bombed, by whom, and what it suffers. See also ``bombing_run``.

A target is named as in ``Move.target``: the number of a facility, "rail a|b", a canal, or "item N" for a facility under
construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...engine.errors import an
from ...engine.rulings import Ruling
from .actions.movement import Move
from .facilities import FORTIFICATION, facilities_in, facility_owner, facility_types, kind_of
from .interventions import why_at_peace
from .nations import PLAYERS
from .rulebook import procedure, rule
from .state import ATTRITION, BOMB, CARPET, Battle, Facility, G, Item, Unit
from .supply import border, railway
from .terms import NOBODY, commanded, enemy_zone, fights, friendly, hostile_units, owner
from .units import FIGHTERS, ROCKET, called, of, type_of, units_in
from .zones import is_land, land_neighbours, name_of_zone, passages, rough_border, terrain

ADVANCED_GUNS = ("adv-artillery", "adv-sp-artillery")
FACILITY, RAIL, CANAL, ITEM = "facility", "rail", "canal", "item"


def number(g: G, name: str) -> int:
    """A number of the bombing chart."""
    return int(g.charts["bombing"].cell(name, "value"))


# Bombers


def _dice(section: str, field: str) -> Callable[[G, Unit], int]:
    @procedure(section)
    def dice(g: G, unit: Unit) -> int:
        """The dice of one unit, from the units chart."""
        return int(getattr(type_of(g, unit), field))

    return dice


SECTIONS = {
    "medium-bomber": "12.2/medium-bomber", "strategic-bomber": "12.2/strategic-bomber",
    "heavy-strategic-bomber": "7.8/heavy-strategic-bomber", ROCKET: "7.8/strategic-rockets",
}  # fmt: skip
BOMB_DICE = {type: _dice(section, "bomb_dice") for type, section in SECTIONS.items()}
CARPET_DICE = {type: _dice(section, "carpet_dice") for type, section in SECTIONS.items()}


@procedure("0.9/strategic-bombing", "9.16")
def bomb_dice(g: G, unit: Unit) -> int:
    """How many D6 of damage a unit does: only Medium, Strategic and Heavy Strategic Bombers and rockets bomb."""
    roll = BOMB_DICE.get(unit.type)
    return roll(g, unit) if roll else 0


@procedure("9.17")
def carpet_dice(g: G, unit: Unit, zone: str) -> int:
    """How many D12 a unit rolls in carpet bombing of a zone."""
    roll = CARPET_DICE.get(unit.type)
    dice = roll(g, unit) if roll else 0
    return _in_jungle(g, dice) if "jungle" in terrain(g, zone) else dice


@procedure("1.10")
def _in_jungle(g: G, dice: int) -> int:
    """Under the trees two dice are lost."""
    return max(0, dice - number(g, "jungle-dice"))


# Targets


class Target(NamedTuple):
    """Something that can be bombed."""

    words: str
    kind: str
    name: str
    most: int  # damage it can take (9.18)
    damage: int  # that it has
    guns: bool  # it has inherent anti-aircraft guns
    facility: Facility | None = None
    item: Item | None = None


@procedure("12.3", "12.5")
def _facility_target(g: G, facility: Facility) -> Target:
    kind = kind_of(g, facility)
    return Target(str(facility.id), FACILITY, kind.name, kind.most_damage, facility.damage, kind.aa, facility=facility)


@procedure("12.10")
def _rail_target(g: G, a: str, b: str) -> Target:
    """A railroad on a border: one point of damage, two where the ground is rough; it has no guns."""
    name = border(a, b)
    most = number(g, "rail-damage-rough" if rough_border(g, a, b) else "rail-damage")
    words = f"railroad between {name_of_zone(g, a)} and {name_of_zone(g, b)}"
    return Target(f"rail {name}", RAIL, words, most, g.state.rail_damage.get(name, 0), False)


@procedure("15.10")
def _canal_target(g: G, id: str) -> Target:
    damage = g.state.canal_damage.get(id, 0)
    return Target(id, CANAL, passages(g)[id].name, number(g, "canal-damage"), damage, True)


@procedure("7.3/damage-construction")
def _item_target(g: G, item: Item) -> Target:
    """A facility under construction: it has no guns yet, and beyond its limit it is set back."""
    name = f"{facility_types(g)[item.what].name} under construction"
    return Target(f"item {item.id}", ITEM, name, number(g, "construction-damage"), item.damage, False, item=item)


def targets_in(g: G, nation: str, zone: str) -> list[Target]:
    """Everything in a zone that a nation could bomb to some effect."""
    if not enemy_zone(g, nation, zone):
        return []
    return [t for t in all_targets(g, nation, zone) if t.damage < t.most or t.kind == ITEM]


def all_targets(g: G, nation: str, zone: str) -> Iterator[Target]:
    for facility in facilities_in(g, zone):
        if kind_of(g, facility).most_damage and fights(g, nation, facility_owner(g, facility), zone):
            yield _facility_target(g, facility)
    for other in land_neighbours(g, zone):
        if railway(g, zone, other, damaged_too=True):
            yield _rail_target(g, zone, other)
    if g.options["canal-bombing"]:
        for passage in passages(g).values():
            if passage.holder == zone and not passage.strait:
                yield _canal_target(g, passage.id)
    if g.options["damage-construction"]:
        for item in g.state.production:
            if item.zone == zone and item.what in facility_types(g) and not item.facility:
                yield _item_target(g, item)


def bombable(g: G, nation: str, zone: str) -> list[str]:
    """The targets of a zone as words for ``Move.target``."""
    return [target.words for target in targets_in(g, nation, zone)]


def find_target(g: G, nation: str, zone: str, words: str) -> Target | Ruling:
    """The target that words speak of, or why it cannot be bombed."""
    place = name_of_zone(g, zone)
    if not is_land(g, zone) or owner(g, zone) == NOBODY:
        return Ruling("9.16", f"There is nothing to bomb in {place}.", "Fly to a land zone of an enemy.")
    if friendly(g, nation, zone):
        return Ruling(
            "9.16", f"{place} is Friendly: only what Enemies hold is bombed.", "Fly to a land zone of an enemy."
        )
    if not enemy_zone(g, nation, zone):
        return why_at_peace(g, nation, zone)
    here = {target.words: target for target in all_targets(g, nation, zone)}
    found = here.get(words)
    if found is None:
        return _why_no_target(g, zone, words, [_named(target) for target in here.values()])
    if found.damage >= found.most and found.kind != ITEM:
        return Ruling("9.18", f"The {found.name} in {place} cannot be damaged further.", "Choose another target.")
    return found


def _named(target: Target) -> str:
    """A target by the words that name it; a number alone says little."""
    return f"{target.words} ({target.name})" if target.facility or target.item else target.words


def _why_no_target(g: G, zone: str, words: str, known: list[str]) -> Ruling:
    remedy = f"Targets there: {', '.join(known)}." if known else "Choose another zone."
    facility = g.state.facilities.get(int(words)) if words.isdigit() else None
    if facility is not None and facility.zone == zone and not kind_of(g, facility).most_damage:
        return _bombproof(g, facility, remedy)
    if words in passages(g) and not g.options["canal-bombing"]:
        return _no_canals(remedy)
    if words.startswith("item ") and not g.options["damage-construction"]:
        return _no_construction(remedy)
    place = name_of_zone(g, zone)
    said = f"There is no target {words!r} in {place}." if words else f"No target in {place} is named."
    return Ruling("9.16", said, remedy)


@procedure("12.7", "12.9")
def _bombproof(g: G, facility: Facility, remedy: str) -> Ruling:
    """Fortifications and Coastal Artillery are not damaged from the air."""
    section = "12.7" if facility.type == FORTIFICATION else "12.9"
    return Ruling(section, f"{an(kind_of(g, facility).name, begins=True)} cannot be damaged by bombing.", remedy)


@procedure("15.10")
def _no_canals(remedy: str) -> Ruling:
    return Ruling("15.10", "Bombing canals is an optional rule that is not in play.", remedy)


@procedure("7.3/damage-construction")
def _no_construction(remedy: str) -> Ruling:
    reason = "Bombing what is under construction is an optional rule that is not in play."
    return Ruling("7.3/damage-construction", reason, remedy)


# The moves that announce it


def _aim(g: G, action: Move) -> tuple[list[Unit], str]:
    """The units in hand that do the work, and the zone it is meant for."""
    hand = [unit for unit in of(g, g.state.hand) if not unit.aboard]
    return hand, action.path[-1] if action.path else (hand[0].zone if hand else "")


@rule("9.16", Move)
def bombers_have_a_target(g: G, action: Move) -> Ruling | None:
    if action.task != BOMB:
        return None
    hand, zone = _aim(g, action)
    if not hand:
        return None
    idle = next((u for u in hand if not bomb_dice(g, u) and u.type not in FIGHTERS), None)
    if idle is not None:
        return Ruling("0.9/strategic-bombing", f"{called(g, idle.type)} bombs no facilities.", "Leave it out.")
    if not any(bomb_dice(g, u) for u in hand) and not _bombers_there(g, zone, BOMB):
        return Ruling("9.16", "Fighters alone damage nothing.", "Send bombers first, or together with them.")
    found = find_target(g, g.state.mover or hand[0].owner, zone, action.target)
    return found if isinstance(found, Ruling) else _why_no_rocket(g, hand, zone)


@rule("9.17", Move)
def carpets_fall_on_units(g: G, action: Move) -> Ruling | None:
    if action.task != CARPET:
        return None
    hand, zone = _aim(g, action)
    if not hand:
        return None
    nation = g.state.mover or hand[0].owner
    if not any(type_of(g, u).land for u in hostile_units(g, nation, units_in(g, zone))):
        return Ruling("9.17", f"No enemy land unit stands in {name_of_zone(g, zone)}.", "Bomb a zone with land units.")
    idle = next((u for u in hand if u.type not in FIGHTERS and not type_of(g, u).carpet_dice), None)
    if idle is not None:
        return Ruling("9.17", f"{called(g, idle.type)} does not carpet-bomb.", "Use Strategic Bombers.")
    bombers = [u for u in hand if type_of(g, u).carpet_dice]
    if not bombers and not _bombers_there(g, zone, CARPET):
        return Ruling("9.17", "Fighters alone drop no bombs.", "Send bombers first, or together with them.")
    if bombers and not any(carpet_dice(g, u, zone) for u in bombers):
        return Ruling("1.10", "The jungle takes every die.", "Choose another zone.")
    return _why_no_rocket(g, hand, zone)


def _bombers_there(g: G, zone: str, task: str) -> bool:
    mover = g.state.mover
    return any(u.task == task and u.owner in PLAYERS and commanded(g, u.owner, mover) for u in units_in(g, zone))


@procedure("7.8/strategic-rockets", "0.8")
def _why_no_rocket(g: G, hand: list[Unit], zone: str) -> Ruling | None:
    """Rockets fly three zones, and by themselves."""
    rockets = [u for u in hand if u.type == ROCKET]
    if not rockets:
        return None
    if len(rockets) < len(hand):
        return Ruling("7.8/strategic-rockets", "Rockets are fired by themselves.", "Pick up rockets only.")
    reach = number(g, "rocket-range")
    away = g.board.distance(rockets[0].zone, zone)
    if away is None or away > reach:
        return Ruling(
            "7.8/strategic-rockets", f"{name_of_zone(g, zone)} is more than {reach} zones away.", "Aim nearer."
        )
    return None


@rule("7.8/advanced-artillery", Move)
def attrition_next_door(g: G, action: Move) -> tuple[str, str] | None:
    """Advanced Artillery shells a neighbouring land zone with enemies in it."""
    if action.task != ATTRITION:
        return None
    hand, zone = _aim(g, action)
    idle = next((u for u in hand if u.type not in ADVANCED_GUNS), None)
    if idle is not None:
        return f"{called(g, idle.type)} makes no Attrition Attack.", "Only Advanced Artillery does."
    if hand and zone not in land_neighbours(g, hand[0].zone):
        return f"{name_of_zone(g, zone)} is no neighbouring land zone.", "Shell a zone next to the guns."
    if hand and not hostile_units(g, g.state.mover or hand[0].owner, units_in(g, zone)):
        return f"No enemy stands in {name_of_zone(g, zone)}.", "Shell a zone that enemies are in."
    return None


# Finding them


@procedure("9.16", "9.17")
def find_bombings(g: G) -> list[Battle]:
    """Every bombing, carpet bombing, rocket strike and Attrition Attack that has been announced, by zone."""
    mover = g.state.mover or g.state.slot
    found: dict[tuple[str, str, str, str], Battle] = {}
    for unit in sorted(g.state.units.values(), key=lambda u: u.id):
        if unit.task not in (BOMB, CARPET, ATTRITION) or not commanded(g, unit.owner, mover):
            continue
        attacker = mover if unit.owner in PLAYERS else unit.owner
        kind, zone = _kind_and_zone(unit)
        key = (zone, kind, unit.task, attacker)
        if key not in found:
            target = unit.task if kind == "rocket" else ""
            found[key] = Battle(0, kind, zone, attacker, owner(g, zone), target=target)
        found[key].attackers.append(unit.id)
    return [found[key] for key in sorted(found)]


def _kind_and_zone(unit: Unit) -> tuple[str, str]:
    if unit.type == ROCKET:
        return "rocket", unit.target.partition(" ")[0]
    if unit.task == ATTRITION:
        return "attrition", unit.target.partition(" ")[0]
    return ("bombing" if unit.task == BOMB else "carpet"), unit.zone


def aim_of(unit: Unit) -> str:
    """The target of a bomber or rocket within its zone."""
    return unit.target.partition(" ")[2] if unit.type == ROCKET else unit.target


# Damage


@procedure("9.18", "0.4")
def damage(g: G, zone: str, target: Target, points: int, by: str) -> int:
    """Damage is marked, up to what the target can take; what it took."""
    if target.item is not None:
        return damage_construction(g, target.item, points, by)
    taken = min(points, target.most - target.damage)
    if target.facility is not None:
        target.facility.damage += taken
    elif target.kind == RAIL:
        name = target.words.partition(" ")[2]
        g.state.rail_damage[name] = target.damage + taken
    else:
        g.state.canal_damage[target.words] = target.damage + taken
    words = (
        f"The {target.name} in {name_of_zone(g, zone)} takes {taken} damage ({target.damage + taken} of {target.most})."
    )
    g.tell("damaged", "9.18", words, by=by, zone=zone, target=target.words, points=taken)
    _told_of_canal(g, target, taken, by)
    return taken


@procedure("15.10")
def _told_of_canal(g: G, target: Target, taken: int, by: str) -> None:
    closed = number(g, "canal-closed")
    if target.kind == CANAL and target.damage < closed <= target.damage + taken:
        g.tell("closed", "15.10", f"The {target.name} is closed.", by=by, canal=target.words)


@procedure("7.3/damage-construction")
def damage_construction(g: G, item: Item, points: int, by: str) -> int:
    """Beyond four points a facility under construction loses a turn instead, and past its start it is gone."""
    name, place = facility_types(g)[item.what].name, name_of_zone(g, item.zone)
    if item.damage + points <= number(g, "construction-damage"):
        item.damage += points
        words = f"The {name} under construction in {place} takes {points} damage."
    elif item.paid > 1:
        item.paid, item.damage = item.paid - 1, 0
        words = f"The {name} under construction in {place} is set back by a turn."
    else:
        g.state.production = [one for one in g.state.production if one.id != item.id]
        words = f"The {name} under construction in {place} is destroyed."
    g.tell("damaged", "7.3/damage-construction", words, by=by, item=item.id, points=points)
    return points
