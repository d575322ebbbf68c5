"""Table 9-7: a convoy raid step by step. Each raider's roll, each loss and each defense roll is a step of its own."""

from __future__ import annotations

from collections.abc import Generator
from itertools import product
from typing import NamedTuple

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions.combat import SplitLoss
from .combat_values import defense_value
from .convoys import Line, left, lines_through, lose, victims
from .losses import battle, bear_hits, note, shoot_down, side_player, waiting
from .nations import adjective, name_of
from .naval import hits_to_sink, markers_of_a_hit
from .raiding import convoy_modifier, escorting, patrolling, raid_name, raider_modifier, raiders
from .rulebook import procedure, rule
from .state import MINE, PATROL, RAID, G, Unit
from .technology import has
from .terms import aligned, record
from .units import SEAPLANE, called, type_of
from .zones import name_of_zone

DAMAGE, HITS = "raid damage", "raid hits"
ESCORTS, PATROLS, GUNS = "escort", "patrol", "guns"


def raid_under_way(g: G) -> bool:
    return g.state.battle is not None and g.state.battle.kind == "raid" and not g.state.battle.over


@procedure("9.11")
def begin_raid(g: G) -> None:
    fight = battle(g)
    g.tell("raid", "9.11", f"{raid_name(g, fight)}.", by=fight.attacker, zone=fight.zone)


# The raid


def next_raider(g: G) -> Unit | None:
    done = battle(g).done
    return next((unit for unit in raiders(g, battle(g)) if f"raid {unit.id}" not in done), None)


def raider_waits(g: G) -> bool:
    return next_raider(g) is not None


@procedure("9.11/roll", "App-B.28")
def roll_raid(g: G) -> None:
    """One raider and the enemy with most IPPs on the line roll a D6 each; the difference is what the enemy may lose."""
    fight, unit = battle(g), next_raider(g)
    assert unit is not None
    fight.done.append(f"raid {unit.id}")
    enemies = victims(g, fight.attacker, fight.zone)
    if not enemies:
        g.tell(
            "raid", "9.11/max", f"Nothing is left to raid in {name_of_zone(g, fight.zone)} this turn.", by=unit.owner
        )
        return
    fight.defender = victim = enemies[0]
    if f"raided {victim}" not in fight.done:
        fight.done.append(f"raided {victim}")
    attack, defense = raider_modifier(g, unit), convoy_modifier(g, fight.attacker, victim, fight.zone)
    what = f"{adjective(unit.owner)} {called(g, unit.type)}"
    ours = g.chance.die(6, "9.11/roll", by=unit.owner, why=f"{what} raids ({attack:+d})")
    theirs = g.chance.die(6, "9.11/roll", by=victim, why=f"{adjective(victim)} convoy ({defense:+d})")
    damage = max(0, ours + attack - theirs - defense)
    words = f"{what} {ours}{attack:+d} against {theirs}{defense:+d}: " + (f"{damage} IPP." if damage else "no loss.")
    g.tell("raid", "9.11/roll", words, by=unit.owner, raider=ours + attack, convoy=theirs + defense, damage=damage)
    note(g, DAMAGE, damage)


def loss_waits(g: G) -> bool:
    return bool(waiting(g, DAMAGE))


@procedure("9.11/roll", "9.11/max")
def bear_loss(g: G) -> Asking:
    """The loss falls on whoever has most to lose here, then on the next; at an intersection each splits its own."""
    fight, damage = battle(g), waiting(g, DAMAGE)
    here = lines_through(g, fight.zone)
    for nation in victims(g, fight.attacker, fight.zone):
        open_lines = [line for line in here if left(g, line, nation)]
        most = sum(left(g, line, nation) for line in open_lines)
        ipp = min(damage, most, record(g, nation).cash)
        if not ipp:
            continue
        split = {line.id: min(left(g, line, nation), ipp) for line in open_lines}
        if len(open_lines) > 1 and ipp < most:
            split = yield from _ask_split(g, nation, open_lines, ipp)
        for line in open_lines:
            lose(g, line, nation, split.get(line.id, 0))
        damage -= ipp
    note(g, DAMAGE, 0)


def _ask_split(g: G, nation: str, lines: list[Line], ipp: int) -> Generator[Decision, Action, dict[str, int]]:
    action = yield Decision(
        nation,
        "9.11/roll",
        f"{name_of(nation)} loses {ipp} IPP where convoy lines meet: on which of them?",
        [SplitLoss],
        splits(g, nation, lines, ipp),
        about={"nation": nation, "ipp": ipp},
        screened=True,
    )
    assert isinstance(action, SplitLoss)
    return dict(zip(action.lines, action.points, strict=True))


def splits(g: G, nation: str, lines: list[Line], ipp: int) -> list[SplitLoss]:
    """Every way to divide a loss among lines."""
    most = [range(min(ipp, left(g, line, nation)) + 1) for line in lines]
    names = tuple(line.id for line in lines)
    return [SplitLoss(names, points) for points in product(*most) if sum(points) == ipp]


@rule("9.11/roll", SplitLoss)
def split_fits(g: G, action: SplitLoss) -> tuple[str, str] | None:
    about = g.decision.about if g.decision else {}
    nation, ipp = about.get("nation", ""), about.get("ipp", 0)
    here = {line.id: line for line in lines_through(g, battle(g).zone)} if g.state.battle else {}
    if len(action.lines) != len(action.points) or len(set(action.lines)) != len(action.lines):
        return "Every line takes one number.", "Name each line once, with what it loses."
    for line, points in zip(action.lines, action.points, strict=True):
        if line not in here:
            return f"{line!r} is no convoy line of this sea zone.", f"Lines here: {', '.join(here)}."
        if not 0 <= points <= left(g, here[line], nation):
            most = left(g, here[line], nation)
            return f"{name_of(nation)} can lose 0 to {most} IPP on the {here[line].name} this turn.", ""
    if sum(action.points) != ipp:
        return f"The loss is {ipp} IPP, not {sum(action.points)}.", f"Divide {ipp} among the lines."
    return None


# The defense


def raided(g: G) -> list[str]:
    """The nations whose convoys were raided."""
    fight = battle(g)
    return [words.partition(" ")[2] for words in fight.done if words.startswith("raided ")] or [fight.defender]


def protects(g: G, unit: Unit) -> bool:
    """9.11/escort: escorts and patrols protect every nation they are Aligned with."""
    return any(aligned(g, unit.owner, nation) for nation in raided(g))


class Guns(NamedTuple):
    """Those who fire together: one kind of defender, one type, one value."""

    kind: str
    type: str
    value: int
    by: str
    dice: int

    @property
    def name(self) -> str:
        return f"{self.kind} {self.type} {self.value}"


def targets(g: G, guns: Guns) -> list[Unit]:
    """Raiders that these defenders can hit. Mines are laid in safety (9.13); patrols meet aircraft in interception."""
    found = [unit for unit in raiders(g, battle(g)) if unit.task != MINE]
    if guns.kind == GUNS:
        return [unit for unit in found if unit.type == guns.type]
    if guns.kind == PATROLS:
        seaplane = guns.type == SEAPLANE
        return [u for u in found if type_of(g, u).naval and (not seaplane or type_of(g, u).submarine)]
    return found


@procedure("9.11/defense", "9.11/escort")
def escort_guns(g: G) -> list[Guns]:
    """One roll for every ship on escort duty, at its normal Defense."""
    fight = battle(g)
    return _batteries(g, ESCORTS, [u for u in escorting(g, fight.attacker, fight.zone) if protects(g, u)])


@procedure("9.11/defense")
def patrol_guns(g: G) -> list[Guns]:
    """One roll for every aircraft on Maritime Air Patrol, at its normal Defense."""
    fight = battle(g)
    return _batteries(g, PATROLS, [u for u in patrolling(g, fight.attacker, fight.zone) if protects(g, u)])


@procedure("9.11/defense", "7.8/advanced-asw", "App-B.22")
def convoy_guns(g: G) -> list[Guns]:
    """Advanced ASW of the raided nation: one roll against every raiding submarine."""
    fight = battle(g)
    armed = [nation for nation in raided(g) if has(g, nation, "advanced-asw")]
    if not armed:
        return []
    value = int(g.charts["bombing"].cell("convoy-guns", "value"))
    counts: dict[str, int] = {}
    for unit in raiders(g, fight):
        if type_of(g, unit).submarine and unit.task != MINE:
            counts[unit.type] = counts.get(unit.type, 0) + 1
    return [Guns(GUNS, type, value, armed[0], n) for type, n in counts.items()]


def _batteries(g: G, kind: str, units: list[Unit]) -> list[Guns]:
    counts: dict[tuple[str, int, str], int] = {}
    for unit in units:
        key = (unit.type, defense_value(g, battle(g), unit), unit.owner)
        counts[key] = counts.get(key, 0) + 1
    by_value: dict[tuple[str, int], Guns] = {}
    for (type, value, owner), n in counts.items():
        if value:
            before = by_value.get((type, value))
            by_value[type, value] = Guns(
                kind, type, value, before.by if before else owner, n + (before.dice if before else 0)
            )
    return list(by_value.values())


def next_guns(g: G) -> Guns | None:
    """Whoever fires next: escorts, patrols, the convoy itself; each once, and only where there is something to hit."""
    done = battle(g).done
    for battery in (escort_guns, patrol_guns, convoy_guns):
        for guns in battery(g):
            if guns.name not in done and targets(g, guns):
                return guns
    return None


def defense_waits(g: G) -> bool:
    return next_guns(g) is not None


@procedure("9.11/defense")
def roll_defense(g: G) -> Asking:
    """One type of defender fires; the raider's player picks what is hit."""
    fight, guns = battle(g), next_guns(g)
    assert guns is not None
    fight.done.append(guns.name)
    section = "7.8/advanced-asw" if guns.kind == GUNS else "9.11/defense"
    what = (
        f"{adjective(guns.by)} convoy"
        if guns.kind == GUNS
        else f"{adjective(guns.by)} {called(g, guns.type, guns.dice)}"
    )
    faces = {"hit": range(1, guns.value + 1)}
    hits = g.chance.pool(guns.dice, 12, faces, section, by=guns.by, why=f"{what} against raiders at {guns.value}")[
        "hit"
    ]
    player = side_player(g, fight.attacker)
    yield from bear_hits(g, player, section, hits, lambda: targets(g, guns), lambda unit: struck(g, unit, section))


@procedure("0.4")
def struck(g: G, unit: Unit, section: str) -> None:
    """A raider is hit: a capital ship may bear it with a damage marker, anything else is lost."""
    markers = markers_of_a_hit(g, unit)
    if unit.hits + markers < hits_to_sink(g, unit):
        unit.hits += markers
        words = f"The {adjective(unit.owner)} {called(g, unit.type)} is damaged."
        g.tell("damaged", section, words, by=unit.owner, unit=unit.id, markers=markers)
    else:
        shoot_down(g, section, unit, "Raid defense")


@procedure("9.11", "9.14")
def end_raid(g: G) -> None:
    """A raid lasts one round. Aircraft that raided go on with their patrol."""
    fight = battle(g)
    for unit in raiders(g, fight):
        if type_of(g, unit).air and unit.task in (RAID, MINE):
            unit.task = PATROL
    fight.over = True
