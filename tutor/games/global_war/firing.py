"""Sections 9.1, 9.3, 9.5 and 9.6: units fire type by type, a D12 each. One roll and its effect are one step of play."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.combat import Fire
from .casualties import COASTAL, FIRST, NORMAL, SHORE, settle, ships_off_shore
from .combat_values import (
    ATTACKER,
    DEFENDER,
    LINES,
    Shot,
    base_value,
    batteries_along,
    defense_value,
    first_round,
    lines_of,
    selection,
    shot,
    supported,
)
from .facilities import covers_all_borders
from .nations import adjective, name_of
from .naval import group_of, may_hit, strikes_first
from .rulebook import procedure, rule
from .sides import decider, fight, kind_of_unit, living, nation_of, note, numbers_of, other, section_of, units_of
from .state import Battle, G, Unit, Volley
from .units import AA, SEAPLANE, called, of, type_of
from .zones import name_of_zone

MOST_AA_SHOTS = 3
BOMBARD = "bombard"
BATTERY_SHOTS = "battery shots"  # a note of a battle: shots of each battery so far (12.9)
Groups = dict[str, list[Unit]]
Dice = list[tuple[int, Shot]]


# Who may fire now


def groups_to_fire(g: G, battle: Battle, side: str, stage: str) -> Groups:
    """The groups of a side that have yet to fire in this stage of the round, with their units; a Fortification has none."""
    if stage == SHORE:
        return _shore_groups(g, battle, side)
    targets = living(g, battle, other(side))
    found: Groups = {}
    if not targets:
        return found
    silent: set[str] = set()
    for unit in units_of(g, battle, side):
        group = group_of(g, battle, side, unit)
        if group in found:
            found[group].append(unit)
        elif group not in silent:
            if f"{side} {group}" not in battle.done and can_fire(g, battle, side, stage, unit, group, targets):
                found[group] = [unit]
            else:
                silent.add(group)
    if stage == FIRST and side == DEFENDER and battle.round == 1:
        for line in lines_of(battle):
            if f"{side} {line}" not in battle.done and any(may_hit(g, battle, side, line, u) for u in targets):
                found[line] = []
    return found


def can_fire(g: G, battle: Battle, side: str, stage: str, unit: Unit, group: str, targets: list[Unit]) -> bool:
    """Has a unit a roll now: a value, the right moment, and something that it could hit?"""
    if unit.type == AA:
        return stage == NORMAL and _aa_has_targets(g, battle, targets)
    if (strikes_now(g, battle) and strikes_first(g, battle, side, unit)) != (stage == FIRST):
        return False
    if type_of(g, unit).transport:
        armed = side == DEFENDER and defense_value(g, battle, unit) > 0
    else:
        armed = base_value(g, unit, side == ATTACKER) > 0
    return armed and any(may_hit(g, battle, side, group, u) for u in targets)


@procedure("12.2/aa-artillery")
def _aa_has_targets(g: G, battle: Battle, targets: list[Unit]) -> bool:
    """AA Artillery fires in the first round only, and at aircraft only."""
    return battle.round == 1 and any(type_of(g, u).air for u in targets)


@procedure("9.3/first-strike")
def strikes_now(g: G, battle: Battle) -> bool:
    """First strike belongs to the first round, unless it is read to hold in all."""
    return battle.round == 1 or g.options["reading-first-strike"]


@procedure("9.9", "12.9")
def _shore_groups(g: G, battle: Battle, side: str) -> Groups:
    """Before the landing: ships that bombard, by type; batteries, by the sea zone they look out on."""
    found: Groups = {}
    if side == ATTACKER:
        if living(g, battle, DEFENDER):
            for ship in of(g, battle.support):
                found.setdefault(f"{BOMBARD} {ship.type}", []).append(ship)
    else:
        for sea in sorted({u.zone for u in of(g, battle.moving)}):
            if batteries_along(g, battle.zone, sea) and _battery_shots(g, battle, sea):
                found[f"{COASTAL} {sea}"] = []
    return {group: units for group, units in found.items() if f"{side} {group}" not in battle.done}


def to_fire(side: str, stage: str) -> Callable[[G], bool]:
    """Is there anybody who has yet to fire? The test of a firing loop."""

    def test(g: G) -> bool:
        battle = g.state.battle
        if battle is None or battle.over:
            return False
        return battle.volley is not None or bool(groups_to_fire(g, battle, side, stage))

    return test


# The order of fire


def order_matters(side: str, stage: str) -> Callable[[G], bool]:
    """Several groups are to fire, and one of them has a choice or a limit that another has not."""

    def test(g: G) -> bool:
        battle = fight(g)
        if battle.volley is not None:
            return False
        groups = groups_to_fire(g, battle, side, stage)
        if len(groups) < 2 or not decider(g, battle, side):
            return False
        targets = living(g, battle, other(side))
        if len({kind_of_unit(u) for u in targets}) == 1:
            return False
        return any(_special(g, battle, side, group, units, targets) for group, units in groups.items())

    return test


def _special(g: G, battle: Battle, side: str, group: str, units: list[Unit], targets: list[Unit]) -> bool:
    """Does this fire fall otherwise than the owner of the targets would like best?"""
    if not units or not all(may_hit(g, battle, side, group, u) for u in targets):
        return True
    kind = type_of(g, units[0])
    if kind.id == SEAPLANE or selection(g, battle, units[0], side == ATTACKER)[0]:
        return True
    return kind.air_superiority and first_round(battle) and any(type_of(g, u).air for u in targets)


def choose_fire(side: str, stage: str) -> Callable[[G], Asking]:
    """The step that asks which group fires next."""

    @procedure("9.1")
    def ask(g: G) -> Asking:
        battle = fight(g)
        groups = list(groups_to_fire(g, battle, side, stage))
        action = yield Decision(
            decider(g, battle, side),
            "9.1",
            f"{name_of(nation_of(battle, side))} fires in {name_of_zone(g, battle.zone)}: which type is next?",
            [Fire],
            [Fire(group) for group in groups],
            about={"zone": battle.zone, "side": side, "stage": stage, "groups": groups},
        )
        assert isinstance(action, Fire)
        battle.volley = Volley(side, action.group, stage=stage)

    return ask


@rule("9.1", Fire)
def group_may_fire(g: G, action: Fire) -> tuple[str, str] | None:
    groups = g.decision.about.get("groups", ()) if g.decision else ()
    if action.group in groups:
        return None
    return f"No {action.group!r} of this side has yet to fire.", f"Choose one of: {', '.join(groups)}."


# The dice


def dice_of(g: G, battle: Battle, side: str, group: str, units: list[Unit]) -> Dice:
    """How many dice a group rolls, and what each needs; units alike roll together."""
    first, _, rest = group.partition(" ")
    if first in LINES:
        return _line_dice(g, first)
    if first == COASTAL:
        return _battery_dice(g, battle, rest)
    if first == BOMBARD:
        return _bombardment_dice(g, rest, len(units))
    if first == AA:
        return _aa_dice(g, battle, side, len(units))
    support = supported(g, battle) if side == ATTACKER else frozenset()
    counts: dict[Shot, int] = {}
    known: dict[tuple[int, str, bool, bool, str], Shot] = {}
    for unit in units:
        alike = (unit.hits, unit.entered, unit.aboard > 0, unit.id in support, unit.task)
        if alike not in known:
            known[alike] = shot(g, battle, unit, side, support)
        counts[known[alike]] = counts.get(known[alike], 0) + 1
    return sorted(((n, one) for one, n in counts.items() if one.value > 0), key=lambda dice: -dice[1].value)


@procedure("12.7", "1.22", "1.23", "9.3/first-strike", "App-B.14")
def _line_dice(g: G, line: str) -> Dice:
    row = g.charts["fortifications"].row(line)
    return [(row["shots"], Shot(row["value"]))]


@procedure("12.9", "12.8")
def _battery_dice(g: G, battle: Battle, sea: str) -> Dice:
    """Each battery fires once for every ship that bombards or unloads, three times at most; one that covers every border
    has no more shots where the assault comes from several seas."""
    value = g.charts["fortifications"].cell(COASTAL, "value")
    return [(batteries_along(g, battle.zone, sea) * _battery_shots(g, battle, sea), Shot(value))]


def _battery_shots(g: G, battle: Battle, sea: str) -> int:
    left: int = g.charts["fortifications"].cell(COASTAL, "shots") - battle.notes.get(BATTERY_SHOTS, 0)
    return min(left, len(ships_off_shore(g, battle, sea)))


def _count_battery_shots(g: G, battle: Battle, sea: str) -> None:
    """Write down what each battery of a small zone has fired, as long as ships of the assault lie in other seas."""
    if covers_all_borders(g, battle.zone) and len({u.zone for u in of(g, battle.moving)}) > 1:
        note(battle, BATTERY_SHOTS, battle.notes.get(BATTERY_SHOTS, 0) + _battery_shots(g, battle, sea))


@procedure("9.9")
def _bombardment_dice(g: G, type: str, ships: int) -> Dice:
    return [(ships, Shot(type_of(g, type).bombard))]


@procedure("12.2/aa-artillery")
def _aa_dice(g: G, battle: Battle, side: str, guns: int) -> Dice:
    """One die for every opposing aircraft, three for each gun at most."""
    aircraft = sum(type_of(g, u).air for u in living(g, battle, other(side)))
    kind = type_of(g, AA)
    return [(guns * min(MOST_AA_SHOTS, aircraft), Shot(kind.attack if side == ATTACKER else kind.defense))]


def roll_fire(side: str, stage: str) -> Callable[[G], None]:
    """The step in which one group rolls."""

    @procedure("9.1", "0.9/d12")
    def roll(g: G) -> None:
        battle = fight(g)
        groups = groups_to_fire(g, battle, side, stage)
        group = battle.volley.type if battle.volley else next(iter(groups))
        units = groups[group]
        volley = battle.volley = Volley(side, group, stage=stage)
        volley.air_first = bool(units) and _has_air_superiority(g, battle, stage, units[0])
        for n, one in dice_of(g, battle, side, group, units):
            _roll_alike(g, battle, volley, units, n, one)
        if group.startswith(COASTAL):
            _count_battery_shots(g, battle, group.partition(" ")[2])
        battle.done = sorted({*battle.done, f"{side} {group}"})
        if side == DEFENDER and stage == NORMAL and units and type_of(g, units[0]).submarine:
            battle.done = sorted({*battle.done, f"used {group}"})
        settle(g)

    return roll


def _roll_alike(g: G, battle: Battle, volley: Volley, units: list[Unit], n: int, one: Shot) -> None:
    """One pool of dice: some hits the firer assigns, the others fall where the enemy likes."""
    faces: dict[str, range] = {}
    if one.select:
        faces["select"] = range(1, one.select + 1)
    faces["hit"] = range(one.select + 1, one.value + 1)
    if one.breakdown:
        faces["breakdown"] = range(12, 13)
    owners = {unit.owner for unit in units}
    by = owners.pop() if len(owners) == 1 else nation_of(battle, volley.side)
    found = g.chance.pool(n, 12, faces, _section(battle, volley), by=by, why=_words(g, battle, volley, one, by))
    volley.hits += found["hit"]
    volley.selected += found.get("select", 0)
    if one.select:
        volley.versus = one.versus
    if one.breakdown and found["breakdown"]:
        _break_down(battle, units[0].type, found["breakdown"])


def _section(battle: Battle, volley: Volley) -> str:
    if volley.stage == SHORE:
        return "9.9" if volley.side == ATTACKER else "12.9"
    if volley.stage == FIRST:
        return "9.3/first-strike"
    return section_of(battle)


def _words(g: G, battle: Battle, volley: Volley, one: Shot, by: str) -> str:
    first, _, rest = volley.type.partition(" ")
    if first in LINES or first == COASTAL:
        name = g.charts["fortifications"].cell(first, "name")
    else:
        name = called(g, rest if first == BOMBARD else first)
    return f"{adjective(by)} {name} in {name_of_zone(g, battle.zone)} at {one.value}"


@procedure("9.3/air-superiority", "12.2/fighter", "7.8/jet-fighter")
def _has_air_superiority(g: G, battle: Battle, stage: str, unit: Unit) -> bool:
    """In the first round the hits of Fighters fall on aircraft first."""
    return stage == NORMAL and first_round(battle) and type_of(g, unit).air_superiority


# Deserts (1.9)


@procedure("1.9")
def _break_down(battle: Battle, type: str, number: int) -> None:
    """They retreat when the round is over."""
    name = f"breakdown {type}"
    note(battle, name, battle.notes.get(name, 0) + number)


def somebody_can_hit(g: G, battle: Battle, side: str) -> bool:
    """Could a side still harm the other in rounds to come?"""
    targets = living(g, battle, other(side))
    for n in numbers_of(battle, side):
        unit = g.state.units[n]
        if unit.type == AA or n in battle.aside:
            continue
        value = defense_value(g, battle, unit) if side == DEFENDER else base_value(g, unit, True)
        if value and any(may_hit(g, battle, side, group_of(g, battle, side, unit), u) for u in targets):
            return True
    return False
