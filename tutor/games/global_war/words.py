"""What questions about battles are posed with, and what their answers are called; for forms and charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...engine.questions import Word
from ...engine.session import Session
from . import trial_attacks
from .combat_values import ATTACKER, DEFENDER
from .facilities import FORTIFICATION
from .made_up import (
    DEFAULTS,
    KINDS,
    MOST_BATTERIES,
    TERRAIN,
    bare_table,
    bomb_targets,
    takes_part,
)
from .questions import KINDS as BATTLES
from .questions import asked_about, attacks_can_be_ordered, battles_now
from .staging import AMPHIBIOUS, BOMBING, LAND, MAGINOT, NAVAL, RAIDS, raidable_lines
from .state import CARPET, Battle, G
from .terms import commanded, hostile_units
from .units import INFANTRY, of, unit_types, units_in
from .zones import city, is_land

TERMS = {
    "holder": "Who holds the field",
    "holder_attacker": "Attacker takes it",
    "holder_defender": "Defender keeps it",
    "holder_nobody": "Nobody is left to hold it",
    "holder_both": "Both are still there",
    "convoy_loss": "Convoy loses (IPP)",
    "damage": "Damage to the target",
    "attacker_lost": "Attacker loses (units)",
    "defender_lost": "Defender loses (units)",
    "attacker_ipp": "Attacker loses (IPP)",
    "defender_ipp": "Defender loses (IPP)",
    "rounds": "How long it lasts",
    "rounds_1": "Over in one round",
    "rounds_2": "Two rounds",
    "rounds_3+": "Three rounds or more",
    "rounds_0": "Over before the first round",
}
SIDES = {"attackers": ("Attack", ATTACKER), "defenders": ("Defense", DEFENDER)}
MOST_OFFERED = 12  # of a type in a form; more may be said
# The types that a form offers for each kind of battle and side; every other that takes part may be said as well.
OFFERED: dict[str, dict[str, tuple[str, ...]]] = {
    LAND: {
        "attackers": ("infantry", "mechanized-infantry", "medium-armor", "artillery", "fighter", "tactical-bomber"),
        "defenders": ("infantry", "militia", "medium-armor", "artillery", "aa-artillery", "fighter"),
    },
    NAVAL: {
        "attackers": ("battleship", "fleet-carrier", "heavy-cruiser", "light-cruiser", "destroyer", "submarine",
                      "naval-transport", "fighter", "tactical-bomber"),
        "defenders": ("battleship", "fleet-carrier", "heavy-cruiser", "light-cruiser", "destroyer", "submarine",
                      "naval-transport", "fighter", "tactical-bomber"),
    },
    AMPHIBIOUS: {
        "attackers": ("infantry", "marine", "medium-armor", "artillery", "fighter", "tactical-bomber", "battleship",
                      "heavy-cruiser", "light-cruiser"),
        "defenders": ("infantry", "medium-armor", "artillery", "aa-artillery", "fighter"),
    },
    BOMBING: {
        "attackers": ("medium-bomber", "strategic-bomber", "heavy-strategic-bomber", "fighter", "jet-fighter"),
        "defenders": ("fighter", "jet-fighter"),
    },
    CARPET: {
        "attackers": ("strategic-bomber", "heavy-strategic-bomber", "fighter"),
        "defenders": ("infantry", "medium-armor", "artillery", "aa-artillery", "fighter"),
    },
    RAIDS: {
        "attackers": ("submarine", "advanced-submarine", "coastal-submarine", "medium-bomber"),
        "defenders": ("destroyer", "light-cruiser", "seaplane", "medium-bomber"),
    },
}  # fmt: skip


def made_up_words(setup: Mapping[str, Any]) -> list[Word]:
    """The words of ``made_up.made_up`` for the kind of battle that was said."""
    g = bare_table()
    kind = setup.get("kind", LAND) if setup.get("kind", LAND) in KINDS else LAND
    words = [Word("kind", "Kind", "9.1", LAND, choices=tuple(KINDS), titles=tuple(KINDS.values()), anew=True)]
    words += _ground(setup, kind)
    for side in SIDES:
        words += _force(g, kind, side, setup.get(side))
    words += _circumstances(g, setup, kind)
    ours, theirs = (_said(kind, side, setup.get(side)) for side in SIDES)
    return [*words, *_plan_words(g, kind, ours, theirs, setup.get("terrain") == "city")]


def _said(kind: str, side: str, counts: Any) -> dict[str, int]:
    return {t: n for t, n in counts.items() if n} if isinstance(counts, Mapping) else dict(DEFAULTS[kind][side])


def _ground(setup: Mapping[str, Any], kind: str) -> list[Word]:
    found = []
    if len(TERRAIN[kind]) > 1:
        found.append(Word("terrain", "Terrain", "1.7", "clear", choices=TERRAIN[kind]))
    if kind in (LAND, AMPHIBIOUS):
        lines, titles = ["", FORTIFICATION], ["none", "Fortification"]
        if kind == LAND and setup.get("terrain", "clear") in ("clear", "river"):
            lines.append(MAGINOT)
            titles.append("Maginot Line")
        found.append(
            Word("fortification", "Fortification", "12.7", "", choices=tuple(lines), titles=tuple(titles))
        )  # fmt: skip
    return found


def _force(g: G, kind: str, side: str, said: Any) -> list[Word]:
    """A number for each type that is offered or was named."""
    types = unit_types(g)
    counts = said if isinstance(said, Mapping) else {}
    named = [t for t, count in counts.items() if count and t in types and takes_part(types[t], kind, side)]
    offered = dict.fromkeys((*OFFERED[kind][side], *named))
    usual = DEFAULTS[kind][side]
    title = SIDES[side][0]
    return [
        Word(f"{side}.{type}", f"{title}: {types[type].name}", "12.2", usual.get(type, 0), low=0, high=MOST_OFFERED)
        for type in offered
    ]


def _circumstances(g: G, setup: Mapping[str, Any], kind: str) -> list[Word]:
    match kind:
        case "amphibious":
            return [
                Word("coastal_artillery", "Coastal Artillery", "12.9", 0, low=0, high=MOST_BATTERIES),
                Word("attack_transports", "Troops come in Attack Transports", "7.8/attack-transport", False),
            ]
        case "bombing":
            targets = bomb_targets(g)
            words = tuple(targets), tuple(targets.values())
            return [
                Word("target", "Target", "9.16", "major-factory", choices=words[0], titles=words[1]),
                *_radar(),
            ]
        case "carpet":
            return _radar()
        case "raid":
            lines = raidable_lines(g)
            titles = tuple(f"{line.name}, {max(line.values.values())} IPP" for line in lines)
            return [
                Word(
                    "line", "Convoy line", "9.11", "north-atlantic", choices=tuple(n.id for n in lines), titles=titles
                ),
                Word("defender_radar", "Radar of the raided nation", "7.8/radar", False),
                Word("defender_asw", "Advanced ASW of the raided nation", "7.8/advanced-asw", False),
            ]
        case "naval":
            return [Word("defender_asw", "Advanced ASW of the defender", "7.8/advanced-asw", False)]
    return []


def _radar() -> list[Word]:
    return [
        Word("attacker_radar", "Radar of the attacker", "7.8/radar", False),
        Word("defender_radar", "Radar of the defender", "7.8/radar", False),
    ]


# Plans


def _plan_words(
    g: G, kind: str, ours: Mapping[str, int], theirs: Mapping[str, int], in_city: bool = False
) -> list[Word]:
    """What both sides plan: in which order they lose units, whom they aim at, when the attacker gives up."""
    found = []
    for name, title, counts in (("attacker", "Attacker", ours), ("defender", "Defender", theirs)):
        if kind != RAIDS or name == "attacker":
            found.append(_losses(g, f"{name}_losses", f"{title}'s losses, first to last", counts))
    if kind in (LAND, NAVAL, AMPHIBIOUS):
        found += [
            _target(g, "attacker_target", "Attacker aims first at", ours, theirs),
            _target(g, "defender_target", "Defender aims first at", theirs, ours, in_city),
        ]
    if kind in (LAND, NAVAL):
        most = max(1, sum(ours.values()))
        found += [
            Word("retreat_below", "Attacker retreats below (units)", "9.4", 0, low=0, high=most),
            Word("retreat_after", "Attacker retreats after (rounds)", "9.4", 0, low=0, high=9),
        ]
    if kind == AMPHIBIOUS:
        idle = "" if any(unit_types(g)[t].bombard for t in ours) else "No ship can bombard."
        found.append(Word("bombard", "Ships bombard the shore", "9.9", True, unused=idle))
    if kind in (BOMBING, CARPET, RAIDS):
        up = any(unit_types(g)[t].interception for t in theirs) and any(unit_types(g)[t].air for t in ours)
        idle = "" if up else "There is nobody to intercept, or nobody who can."
        found.append(Word("intercept", "Defending fighters go up", "9.16", True, unused=idle))
    return found


def _losses(g: G, name: str, title: str, counts: Mapping[str, int]) -> Word:
    """Types in the order in which they are given up; a capital ship may be named for its damage and again for its loss."""
    types = unit_types(g)
    here = [t for t in counts if t in types]
    choices = tuple(t for t in here for _ in range(2 if types[t].hits > 1 else 1))
    return Word(
        name,
        title,
        "9.1",
        (),
        choices=choices or ("",),
        titles=tuple(types[t].name for t in choices) or ("",),
        most=max(1, len(choices)),
        ordered=True,
        unused="" if len(choices) > 1 else "There is only one type to lose.",
    )


def _target(
    g: G, name: str, title: str, firing: Mapping[str, int], hit: Mapping[str, int], in_city: bool = False
) -> Word:
    types = unit_types(g)
    select = any(types[t].select or (in_city and types[t].cls == INFANTRY) for t in firing if t in types)
    here = tuple(t for t in hit if t in types)
    return Word(
        name,
        title,
        "9.3/target-selection",
        "",
        choices=("", *here),
        titles=("the dearest", *(types[t].name for t in here)),
        unused="" if select and len(here) > 1 else "Nobody here has target selection, or there is one target only.",
    )


def combat_words(session: Session, zone: str, plans: Mapping[str, Any]) -> list[Word]:
    """The words of ``battle_plans.BattlePlan`` for the battle of a zone."""
    g = session.table
    here = [b for b in battles_now(session) if b.zone == zone]
    if not here:
        return _trial_words(g, zone, plans) if attacks_can_be_ordered(session) else []
    kinds = tuple(dict.fromkeys(b.kind for b in here))
    said = plans.get("kind", "")
    battle = asked_about(session, zone, said if said in kinds else "", here)
    words = []
    if len(kinds) > 1:
        titles = tuple(BATTLES[kind].capitalize() for kind in kinds)
        words.append(Word("kind", "Kind", "9.1", battle.kind, choices=kinds, titles=titles, anew=True))
    kind = AMPHIBIOUS if battle.kind == LAND and battle.amphibious else battle.kind
    ours, theirs = forces_of(g, battle)
    return [*words, *_plan_words(g, kind, ours, theirs, battle.kind == LAND and city(g, zone))]


def _trial_words(g: G, zone: str, plans: Mapping[str, Any]) -> list[Word]:
    """For an attack that nobody has ordered yet: how many of those next to the zone go in."""
    types = unit_types(g)
    most = _counted(unit.type for unit in trial_attacks.ready(g, zone))
    words = [
        Word(f"attackers.{type}", f"Attack: {types[type].name}", "8.2", count, low=0, high=count)
        for type, count in most.items()
    ]
    said = plans.get("attackers")
    ours = {t: n for t, n in said.items() if n} if isinstance(said, Mapping) else most
    theirs = _counted(unit.type for unit in hostile_units(g, g.state.mover, units_in(g, zone)))
    return [*words, *_plan_words(g, LAND if is_land(g, zone) else NAVAL, ours, theirs, city(g, zone))]


def forces_of(g: G, battle: Battle) -> tuple[dict[str, int], dict[str, int]]:
    """How many of each type both sides have in a battle; ships beside a landing too."""
    attackers = [*of(g, battle.attackers), *of(g, battle.moving)]
    if battle.amphibious:
        seas = {u.zone for u in of(g, battle.moving)}
        attackers += [u for sea in sorted(seas) for u in units_in(g, sea) if _off_shore(g, battle, u.owner, u.aboard)]
    return _counted(u.type for u in attackers), _counted(
        u.type for u in hostile_units(g, battle.attacker, units_in(g, battle.zone))
    )


def _off_shore(g: G, battle: Battle, owner: str, aboard: int) -> bool:
    return not aboard and commanded(g, owner, battle.attacker)


def _counted(types: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for type in types:
        found[type] = found.get(type, 0) + 1
    return found
