"""Sections 0.3, 1.7 to 1.12, 1.16, 1.22 to 1.24, 12.2 and 12.7: what a unit rolls against, round by round.

Every circumstance is a small function that gives a ``Modifier`` or nothing. Of all that speak for a unit only the best
bonus counts, of all against it only the worst penalty (0.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .facilities import (
    AIR_BASE,
    COASTAL_ARTILLERY,
    FORTIFICATION,
    NAVAL,
    batteries_towards,
    blockaded,
    facilities_in,
    fortification_towards,
)
from .rulebook import procedure
from .state import DROP, PATROL, Battle, G, Unit
from .terms import NOBODY, at_war, fights, owner
from .units import AA, ARTILLERY, GUNS, INFANTRY, VEHICLE, of, type_of, unit_types
from .zones import border_marks, city, land_neighbours, terrain

ATTACKER, DEFENDER = "attacker", "defender"
FROM_CARRIER = "carrier"  # the target of an aircraft that has taken off from a carrier to fight
LINES = (FORTIFICATION, "fortified", "maginot")


class Modifier(NamedTuple):
    """A bonus or a penalty, and the section that gives it."""

    amount: int
    section: str
    why: str


class Shot(NamedTuple):
    """What one die needs: it hits on ``value`` or less, and on ``select`` or less the firer picks the victim. With
    ``breakdown`` a 12 sends the vehicle back (1.9)."""

    value: int
    select: int = 0
    versus: str = ""
    breakdown: bool = False


# The printed values


def _printed(section: str) -> Callable[[G, Unit, bool], int]:
    @procedure(section)
    def printed(g: G, unit: Unit, attacking: bool) -> int:
        """Attack or Defense of this type, as damage has left it."""
        kind = type_of(g, unit)
        value = kind.attack if attacking else kind.defense
        return value - _lost_to_damage(g, unit, attacking) if unit.hits and value else value

    return printed


ADVANCED = {
    "adv-artillery": "7.8/advanced-artillery", "adv-sp-artillery": "7.8/advanced-artillery",
    "adv-mechanized-infantry": "7.8/advanced-mechanized", "heavy-armor": "7.8/heavy-armor",
    "jet-fighter": "7.8/jet-fighter", "heavy-strategic-bomber": "7.8/heavy-strategic-bomber",
    "advanced-submarine": "7.8/advanced-submarines", "heavy-battleship": "7.8/heavy-battleship",
    "heavy-carrier": "7.8/heavy-carrier", "attack-transport": "7.8/attack-transport",
    "strategic-rocket": "7.8/strategic-rockets", "early-war-fighter": "15.9",
}  # fmt: skip
STANDARD = (
    "militia", "infantry", "marine", "airborne", "mountain-infantry", "colonial-infantry", "cavalry",
    "motorized-infantry", "mechanized-infantry", "light-armor", "medium-armor", "tank-destroyer", "artillery",
    "sp-artillery", "aa-artillery", "fighter", "tactical-bomber", "medium-bomber", "strategic-bomber", "air-transport",
    "seaplane", "battleship", "fast-battleship", "coastal-defense-ship", "fleet-carrier", "light-carrier",
    "battlecruiser", "heavy-cruiser", "light-cruiser", "destroyer", "torpedo-boat-destroyer", "submarine",
    "coastal-submarine", "naval-transport",
)  # fmt: skip
PRINTED = {type: _printed(f"12.2/{type}") for type in STANDARD} | {t: _printed(s) for t, s in ADVANCED.items()}


@procedure("0.3/c-permanent")
def base_value(g: G, unit: Unit, attacking: bool) -> int:
    """What the charts print for a type, improved ones included, is the base that modifiers are added to; 0 is none."""
    return PRINTED[unit.type](g, unit, attacking)


@procedure("0.9/capital-ship", "0.4")
def _lost_to_damage(g: G, unit: Unit, attacking: bool) -> int:
    """Damage markers take their share of a capital ship's values at once."""
    kind = type_of(g, unit)
    if not kind.capital:
        return 0
    lost: int = g.charts["capital-ship-damage"].cell(unit.type, "attack_lost" if attacking else "defense_lost")
    return lost * min(unit.hits, kind.hits - 1)


# Terrain


def first_round(battle: Battle) -> bool:
    return battle.round <= 1


def jumped(unit: Unit) -> bool:
    """Airborne Infantry that came into this battle by air."""
    return unit.type == "airborne" and (unit.aboard > 0 or unit.task == DROP)


@procedure("1.7/border-terrain")
def crossed(g: G, battle: Battle, unit: Unit) -> frozenset[str]:
    """What lies on the border over which a unit attacks; it counts in the first round only, and not for those who jump."""
    start = unit.entered or unit.zone
    if jumped(unit):
        return frozenset()
    return border_marks(g, start, battle.zone) if first_round(battle) and start != battle.zone else frozenset()


@procedure("1.7")
def ground(g: G, battle: Battle) -> frozenset[str]:
    """The terrain of the zone that is fought over. A surrounded mountain city shelters nobody (1.24/mountain-city)."""
    found = terrain(g, battle.zone)
    return found - {"mountain"} if "mountain" in found and surrounded(battle) and "city" in found else found


def subject(g: G, battle: Battle, unit: Unit, kind: str, attacking: bool) -> bool:
    """Is a unit under the rules of a terrain: in such a zone in all rounds, or attacking over such a border in the first?"""
    return kind in ground(g, battle) or (attacking and kind in crossed(g, battle, unit))


@procedure("1.8")
def mountains(g: G, battle: Battle, unit: Unit, attacking: bool) -> Modifier | None:
    """Land units attack at -1. Mountain Infantry does not, and defends at +1."""
    if unit.type == "mountain-infantry":
        return _mountain_infantry(g, battle, attacking)
    if not attacking or not subject(g, battle, unit, "mountain", True):
        return None
    if _only_first_round(g, battle, unit):
        return None
    return Modifier(-1, "1.8", "mountains")


@procedure("12.2/mountain-infantry", "1.24/mountain-city")
def _mountain_infantry(g: G, battle: Battle, attacking: bool) -> Modifier | None:
    if attacking or "mountain" not in ground(g, battle):
        return None
    return Modifier(1, "12.2/mountain-infantry", "Mountain Infantry in mountains")


@procedure("1.24/mountain-river")
def _only_first_round(g: G, battle: Battle, unit: Unit) -> bool:
    """With this reading a mountain behind a river costs Attack in the first round only."""
    if not g.options["reading-mountain-river"] or first_round(battle):
        return False
    return "river" in border_marks(g, unit.entered or unit.zone, battle.zone)


@procedure("1.9")
def deserts(g: G, battle: Battle, unit: Unit, attacking: bool) -> Modifier | None:
    if attacking and subject(g, battle, unit, "desert", True):
        return Modifier(-1, "1.9", "desert")
    return None


@procedure("1.10")
def jungles(g: G, battle: Battle, unit: Unit, attacking: bool) -> Modifier | None:
    if type_of(g, unit).cls == VEHICLE and subject(g, battle, unit, "jungle", attacking):
        return Modifier(-2, "1.10", "jungle")
    return None


@procedure("1.11")
def marshes(g: G, battle: Battle, unit: Unit, attacking: bool) -> Modifier | None:
    if type_of(g, unit).cls == VEHICLE and subject(g, battle, unit, "marsh", attacking):
        return Modifier(-2, "1.11", "marsh")
    return None


@procedure("1.12", "12.2/marine", "1.24/mountain-river")
def rivers(g: G, battle: Battle, unit: Unit, attacking: bool) -> Modifier | None:
    """Marines and Artillery-class units cross rivers without a penalty."""
    if not attacking or unit.type == "marine" or type_of(g, unit).cls == ARTILLERY:
        return None
    return Modifier(-1, "1.12", "river") if "river" in crossed(g, battle, unit) else None


TERRAIN = (mountains, deserts, jungles, marshes, rivers)


# Cities and fortifications. What is so for the whole battle is noted when it begins.


@procedure("1.16/surrounded")
def is_surrounded(g: G, zone: str) -> bool:
    """A city cut off: enemies possess every land zone around it, and no working air base or naval facility feeds it."""
    holder = owner(g, zone)
    around = [owner(g, z) for z in land_neighbours(g, zone)]
    around = [one for one in around if one != NOBODY]
    if not city(g, zone) or not around or not all(at_war(g, holder, one) for one in around):
        return False
    feeding = [f for f in facilities_in(g, zone, (AIR_BASE, *NAVAL)) if f.damage == 0]
    if g.options["reading-city-blockade"] and not any(f.type in NAVAL for f in facilities_in(g, zone)):
        return False
    return all(f.type in NAVAL and blockaded(g, f) for f in feeding)


def surrounded(battle: Battle) -> bool:
    return "surrounded" in battle.notes


@procedure("1.16", "1.24/river-city", "1.24/mountain-city")
def cities(g: G, battle: Battle, unit: Unit, attacking: bool) -> Modifier | None:
    """Infantry-class units defend a city at +1; in a surrounded city everything defends at -1."""
    if attacking or not city(g, battle.zone):
        return None
    if surrounded(battle):
        return Modifier(-1, "1.16/surrounded", "surrounded city")
    return Modifier(1, "1.16", "city") if type_of(g, unit).cls == INFANTRY else None


@procedure("12.7", "12.8", "1.22", "1.23")
def lines_against(g: G, zone: str, starts: Iterable[str]) -> dict[str, int]:
    """The Fortifications and printed lines that attacks from these zones run into, as notes of a battle:
    "maginot bavaria", or "fortification" for one that covers every border."""
    found: dict[str, int] = {}
    for start in starts:
        for mark in sorted(border_marks(g, start, zone) & {"fortified", "maginot"}):
            if zone not in g.state.lines_gone:
                found[f"{mark} {start}"] = 1
        works = fortification_towards(g, zone, start)
        if works is not None:
            found[f"{FORTIFICATION} {start}" if works.border else FORTIFICATION] = 1
    return found


def lines_of(battle: Battle) -> list[str]:
    """The lines that were noted for this battle."""
    return [name for name in battle.notes if name.split()[0] in LINES]


def crosses_line(battle: Battle, line: str, unit: Unit) -> bool:
    """Does an attacking unit come over the border that a line covers?"""
    _, _, start = line.partition(" ")
    return not jumped(unit) and (not start or unit.entered == start)


@procedure("12.7", "1.22")
def fortifications(g: G, battle: Battle, unit: Unit, attacking: bool) -> Modifier | None:
    """Land units behind a Fortification that is attacked defend at +2 in the first round, behind the Maginot Line at +3."""
    if attacking or not first_round(battle) or not type_of(g, unit).land:
        return None
    chart = g.charts["fortifications"]
    best = max((chart.row(line.split()[0]) for line in lines_of(battle)), key=lambda row: row["bonus"], default=None)
    if best is None:
        return None
    return Modifier(best["bonus"], "1.23" if best["kind"] == "maginot" else "12.7", best["name"])


# Support


@procedure("12.2/artillery", "12.2/sp-artillery", "7.8/advanced-artillery")
def supported(g: G, battle: Battle) -> frozenset[int]:
    """The attacking infantry-class units that Artillery is paired with, one each. They are picked so that the support
    is worth most: not to those that have as good a bonus, nor to those whom it cannot lift above an Attack of 1."""
    types = unit_types(g)
    guns = foot = 0
    for n in battle.attackers:
        type = g.state.units[n].type
        guns += type in GUNS
        foot += types[type].cls == INFANTRY
    if not guns or not foot:
        return frozenset()
    infantry = [u for u in of(g, battle.attackers) if types[u.type].cls == INFANTRY]
    if guns >= len(infantry):
        return frozenset(u.id for u in infantry)

    known: dict[tuple[str, str, bool], int] = {}  # units alike gain alike

    def gain(unit: Unit) -> int:
        alike = (unit.type, unit.entered, unit.aboard > 0)
        if alike not in known:
            found = _modifiers(g, battle, unit, True)
            known[alike] = _sum(g, unit, [*found, Modifier(1, "", "")], True) - _sum(g, unit, found, True)
        return known[alike]

    infantry.sort(key=lambda u: (-gain(u), u.id))
    return frozenset(u.id for u in infantry[:guns])


@procedure("12.2/airborne", "9.15")
def airborne_assault(g: G, battle: Battle, unit: Unit) -> Modifier | None:
    """Airborne Infantry that jumps into this battle attacks at +1 in the first round."""
    if unit.type == "airborne" and unit.aboard and first_round(battle):
        return Modifier(1, "12.2/airborne", "airborne assault")
    return None


# The sum


def _modifiers(g: G, battle: Battle, unit: Unit, attacking: bool) -> list[Modifier]:
    """All that speaks for and against a unit in this round, artillery support apart."""
    kind = type_of(g, unit)
    if kind.naval or unit.type == AA:
        return []  # AA fire hits on a fixed number
    if not attacking and (works := fortifications(g, battle, unit, False)) is not None:
        return [works]  # 12.7: not cumulative with other terrain
    found = [cities(g, battle, unit, attacking)]
    if kind.land and not _fortification_is_all(g, battle):
        found += [judge(g, battle, unit, attacking) for judge in TERRAIN]
    if attacking:
        found.append(airborne_assault(g, battle, unit))
    return [one for one in found if one is not None]


@procedure("12.7")
def _fortification_is_all(g: G, battle: Battle) -> bool:
    """With this reading attackers of a Fortification do not suffer from terrain as well."""
    return g.options["reading-fortification-terrain"] and first_round(battle) and bool(lines_of(battle))


@procedure("0.3", "0.3/a-positive", "0.3/b-negative", "0.3/d-floor", "1.24/dual-terrain")
def _sum(g: G, unit: Unit, modifiers: Iterable[Modifier], attacking: bool) -> int:
    """The base with the best bonus and the worst penalty. Attack never falls below 1, and what has none gets none."""
    value = base_value(g, unit, attacking)
    if value == 0 and attacking:
        return 0
    amounts = [one.amount for one in modifiers]
    value += max((a for a in amounts if a > 0), default=0) + min((a for a in amounts if a < 0), default=0)
    return max(value, 1) if attacking else max(value, 0)


def attack_modifiers(g: G, battle: Battle, unit: Unit, support: frozenset[int] | None = None) -> list[Modifier]:
    """Everything that changes an attacking unit's value in this round, counted or not."""
    found = _modifiers(g, battle, unit, True)
    if unit.id in (supported(g, battle) if support is None else support):
        found.append(Modifier(1, "12.2/artillery", "artillery support"))
    return found


def defense_modifiers(g: G, battle: Battle, unit: Unit) -> list[Modifier]:
    return _modifiers(g, battle, unit, False)


@procedure("0.9/attacker")
def attack_value(g: G, battle: Battle, unit: Unit, support: frozenset[int] | None = None) -> int:
    """What an attacking unit hits on, or 0 where it has no Attack."""
    return _sum(g, unit, attack_modifiers(g, battle, unit, support), True)


@procedure("0.9/attacker")
def defense_value(g: G, battle: Battle, unit: Unit) -> int:
    """What a defending unit hits on; bonuses to Attack do not count for it."""
    kind = type_of(g, unit)
    if kind.transport:
        return _transport_defense(g, battle, unit)
    if unit.type == "tactical-bomber" and g.options["reading-patrol-tactical"] and on_patrol(unit):
        return 4
    value = base_value(g, unit, False)
    return _sum(g, unit, defense_modifiers(g, battle, unit), False) if value else 0


def on_patrol(unit: Unit) -> bool:
    """On Maritime Air Patrol, or up from a carrier in its sea zone, which is as good (8.7/carrier)."""
    return unit.task == PATROL or unit.target == FROM_CARRIER


@procedure("7.8/advanced-asw")
def _transport_defense(g: G, battle: Battle, unit: Unit) -> int:
    """With Advanced ASW transports defend at 1, against submarines."""
    from .technology import has

    return 1 if has(g, unit.owner, "advanced-asw") else base_value(g, unit, False)


@procedure("9.3", "9.3/target-selection", "12.2/tank-destroyer", "12.2/tactical-bomber", "7.8/heavy-armor", "1.16")
def selection(g: G, battle: Battle, unit: Unit, attacking: bool) -> tuple[int, str]:
    """On which rolls a unit's side picks the victim, and of which class: printed, or infantry in a city."""
    kind = type_of(g, unit)
    if kind.select:
        return kind.select, kind.select_from
    if not attacking and kind.cls == INFANTRY and city(g, battle.zone) and not surrounded(battle):
        return 1, VEHICLE
    return 0, ""


@procedure("1.9")
def breaks_down(g: G, battle: Battle, unit: Unit) -> bool:
    """Is this an attacking vehicle under desert rules, which a 12 sends back?"""
    return type_of(g, unit).cls == VEHICLE and subject(g, battle, unit, "desert", True)


def shot(g: G, battle: Battle, unit: Unit, side: str, support: frozenset[int]) -> Shot:
    """What a unit's die needs in this round."""
    attacking = side == ATTACKER
    value = attack_value(g, battle, unit, support) if attacking else defense_value(g, battle, unit)
    select, versus = selection(g, battle, unit, attacking)
    return Shot(value, min(select, value), versus if select else "", attacking and breaks_down(g, battle, unit))


@procedure("12.9", "12.8")
def batteries_along(g: G, zone: str, sea: str) -> int:
    """How many Coastal Artillery look out on a sea zone."""
    return len(batteries_towards(g, zone, sea))


def guarded(g: G, zone: str, starts: Iterable[str], attacker: str) -> bool:
    """Do Fortifications or batteries stand in the way of an attack, even where nobody garrisons the zone?"""
    ways = list(starts)
    if not fights(g, attacker, owner(g, zone), zone):
        return False
    has_guns = bool(facilities_in(g, zone, (COASTAL_ARTILLERY,)))
    return bool(lines_against(g, zone, ways)) or (has_guns and any(batteries_along(g, zone, sea) for sea in ways))
