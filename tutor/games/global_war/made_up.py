"""Made-up battles: what may be said of one, and the question that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ...engine.errors import BadInput, UnknownName
from ...engine.questions import Question
from .battle_plans import PLAN_WORDS, battle_plan
from .battles import find_battles
from .facilities import FORTIFICATION, facility_types_of
from .questions import pose
from .raiding import RAIDING_AIRCRAFT, RAIDING_MOVE
from .staging import (
    AMPHIBIOUS,
    BOMBING,
    GROUNDS,
    LAND,
    MAGINOT,
    NAVAL,
    RAIDS,
    RAILROAD,
    Forces,
    empty_state,
    raidable_lines,
    stage,
)
from .state import CARPET, G
from .units import FIGHTERS, ROCKET, UnitType, called, unit_types

KINDS = {
    LAND: "Land battle", NAVAL: "Naval battle", AMPHIBIOUS: "Assault from the sea", BOMBING: "Strategic bombing",
    CARPET: "Carpet bombing", RAIDS: "Convoy raid",
}  # fmt: skip
MOST = 60  # units of a type
MOST_BATTERIES = 3
FORCE_WORDS = tuple(one.name for one in fields(Forces))
PLANS = tuple(word for word in PLAN_WORDS if word not in FORCE_WORDS)
WORDS = (*FORCE_WORDS, *PLANS)
GIVEN = ("borders", "technology")  # the ground and what both sides know are said, not read off the map
DEFAULTS: dict[str, dict[str, dict[str, int]]] = {
    LAND: {"attackers": {"infantry": 4, "artillery": 1}, "defenders": {"infantry": 3}},
    NAVAL: {"attackers": {"heavy-cruiser": 1, "destroyer": 2}, "defenders": {"light-cruiser": 1, "destroyer": 1}},
    AMPHIBIOUS: {"attackers": {"infantry": 3, "marine": 1, "heavy-cruiser": 1}, "defenders": {"infantry": 2}},
    BOMBING: {"attackers": {"strategic-bomber": 2, "fighter": 1}, "defenders": {"fighter": 1}},
    CARPET: {"attackers": {"strategic-bomber": 2}, "defenders": {"infantry": 3, "artillery": 1, "aa-artillery": 1}},
    RAIDS: {"attackers": {"submarine": 2}, "defenders": {"destroyer": 1}},
}
# Terrain that makes a difference to a kind of battle.
TERRAIN: dict[str, tuple[str, ...]] = {
    LAND: tuple(GROUNDS), NAVAL: ("clear",), BOMBING: ("clear",), CARPET: ("clear", "jungle"), RAIDS: ("clear",),
    AMPHIBIOUS: ("clear", "city", "mountain", "desert", "jungle"),  # no marsh lies on a coast
}  # fmt: skip


def bare_table(options: list[str] | None = None) -> G:
    """An empty map with the charts, ours or the player's own."""
    from .game import GAME

    return GAME.table(GAME.scenario_from({"title": "Made up"}, "made-up"), options=options or [], state=empty_state())


def made_up(setup: Mapping[str, Any]) -> Question:
    """A battle that nobody has set up, described in a few words."""
    forces = check(setup)
    g = bare_table(forces.options)
    stage(g, forces)
    find_battles(g)
    question = pose(g, g.game.scenario_from({"title": "Made up"}, "made-up"), _plan(g, setup))
    return replace(question, about=_about(g, forces), given=GIVEN)


def _about(g: G, forces: Forces) -> str:
    ours, theirs = (
        ", ".join(called(g, type, count) for type, count in counts.items() if count) or "nothing"
        for counts in (forces.attackers, forces.defenders)
    )
    where = f", {forces.terrain}" if len(TERRAIN[forces.kind]) > 1 else ""
    return f"{KINDS[forces.kind]}{where}: {ours} against {theirs}"


def _plan(g: G, setup: Mapping[str, Any]) -> Any:
    return battle_plan({name: value for name, value in setup.items() if name in PLANS}, unit_types(g))


def check(setup: Mapping[str, Any]) -> Forces:
    """Refuse a set-up that makes no sense, in one sentence and before any work."""
    g = bare_table()
    for name in setup:
        if name not in WORDS:
            raise UnknownName("part of a made-up battle", name, WORDS)
    kind = setup.get("kind", LAND)
    if kind not in KINDS:
        raise UnknownName("kind of battle", kind, KINDS)
    given = {name: setup[name] for name in FORCE_WORDS if name in setup}
    forces = Forces(
        **{**given, **{side: _force(g, kind, side, setup.get(side)) for side in ("attackers", "defenders")}}
    )
    _check_words(g, forces)
    _check_both(g, forces)
    _plan(g, setup)
    return forces


def _force(g: G, kind: str, side: str, counts: Any) -> dict[str, int]:
    """How many of each type; the usual force where nothing is said of a side."""
    if counts is None:
        return dict(DEFAULTS[kind][side])
    if not isinstance(counts, Mapping):
        raise BadInput(
            f"{side} maps types of unit to numbers, such as infantry to 3 ({side}.infantry=3), not {counts!r}."
        )
    types = unit_types(g)
    for type, count in counts.items():
        if type not in types:
            raise UnknownName("type of unit", type, types)
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST:
            raise BadInput(f"{side}.{type} is a number of units from 0 to {MOST}, not {count!r}.")
        if count and not takes_part(types[type], kind, side):
            raise BadInput(f"{types[type].name} has no place among the {side} of this battle: {KINDS[kind]}.")
    return {type: count for type, count in counts.items() if count}


def takes_part(type: UnitType, kind: str, side: str) -> bool:
    """May units of this type be on this side of such a battle?"""
    attacks = side == "attackers"
    flies = type.air and (type.attack > 0 or not attacks)
    match kind:
        case "land":
            return (type.land or flies) and type.id != ROCKET
        case "naval":
            return type.naval or flies
        case "amphibious":
            return ((type.land or flies) and type.id != ROCKET) or (attacks and type.bombard > 0)
        case "bombing":
            return type.id in FIGHTERS or (attacks and type.air and type.bomb_dice > 0)
        case "carpet":
            return type.id in FIGHTERS or (type.air and type.carpet_dice > 0 if attacks else type.land)
    if attacks:
        return type.submarine or (type.surface and type.move >= RAIDING_MOVE) or type.id in RAIDING_AIRCRAFT
    return type.warship or (type.air and type.patrol > 0)


def _check_words(g: G, forces: Forces) -> None:
    if forces.terrain not in GROUNDS:
        raise UnknownName("terrain", forces.terrain, GROUNDS)
    if forces.terrain not in TERRAIN[forces.kind]:
        raise BadInput(f"{KINDS[forces.kind]}: its ground is one of {', '.join(TERRAIN[forces.kind])}.")
    if forces.fortification not in ("", FORTIFICATION, MAGINOT):
        raise UnknownName("fortification", forces.fortification, (FORTIFICATION, MAGINOT))
    if forces.fortification == MAGINOT and (forces.kind != LAND or forces.terrain not in ("clear", "river")):
        raise BadInput("The Maginot Line is attacked over land, on clear ground or across a river (1.23).")
    guns = forces.coastal_artillery
    if not isinstance(guns, int) or isinstance(guns, bool) or not 0 <= guns <= MOST_BATTERIES:
        raise BadInput(f"coastal_artillery is a number from 0 to {MOST_BATTERIES}, not {guns!r}.")
    for name in ("attack_transports", "attacker_radar", "defender_radar", "defender_asw"):
        if not isinstance(getattr(forces, name), bool):
            raise BadInput(f"{name} is true or false, not {getattr(forces, name)!r}.")
    if forces.target not in bomb_targets(g):
        raise UnknownName("target", forces.target, bomb_targets(g))
    if forces.line not in (line.id for line in raidable_lines(g)):
        raise UnknownName("convoy line", forces.line, (line.id for line in raidable_lines(g)))


def bomb_targets(g: G) -> dict[str, str]:
    """What can be bombed, with its name."""
    kinds = facility_types_of(g.charts["facilities"]).values()
    return {kind.id: kind.name for kind in kinds if kind.most_damage} | {RAILROAD: "Railroad"}


def _check_both(g: G, forces: Forces) -> None:
    """Both sides must be there, as far as this kind of battle needs them."""
    ours, theirs = ([unit_types(g)[type] for type in counts] for counts in (forces.attackers, forces.defenders))
    needed = {AMPHIBIOUS: "land units", BOMBING: "bombers", CARPET: "bombers"}.get(forces.kind, "units")
    if not any(_is(type, needed) for type in ours):
        raise BadInput(f"{KINDS[forces.kind]}: the attackers need {needed}.")
    match forces.kind:
        case "naval" if not theirs:
            raise BadInput("Naval battle: without defenders nothing is fought over (9.6).")
        case "land" if not (theirs or forces.fortification):
            raise BadInput("Land battle: without defenders or a Fortification nothing is fought over (9.5).")
        case "carpet" if not any(type.land for type in theirs):
            raise BadInput("Carpet bombing: it falls on land units, and the defenders have none (9.17).")
        case "raid" if any(type.surface for type in ours) and any(type.warship for type in theirs):
            raise BadInput("Convoy raid: surface ships do not raid where escorts are (9.12).")


def _is(type: UnitType, needed: str) -> bool:
    return type.land if needed == "land units" else type.id not in FIGHTERS if needed == "bombers" else True
