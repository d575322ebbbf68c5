"""Sections 9.11 to 9.14, 15.7: raids on convoy lines, escorts, and what they roll. Lines and values are in ``convoys``.

A raid is the Battle of all raiders of one command in one sea zone. Every raider rolls against the convoy; afterwards
escorts, patrols and the convoy itself fire at the raiders, once.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.rulings import Ruling
from .actions.movement import Move
from .convoys import lines_through, victims, why_not_raidable
from .nations import PLAYERS, name_of
from .rulebook import procedure, rule
from .state import ESCORT, MINE, RAID, Battle, G, Unit
from .technology import has
from .terms import aligned, at_war, commanded
from .units import BATTLESHIPS, SEAPLANE, SUBMARINES, called, occupied, of, type_of, units_in, watches
from .zones import is_sea, name_of_zone

RAIDING_MOVE = 3  # 9.12: what a surface ship must be able to move
MINELAYERS = (*SUBMARINES, "heavy-cruiser", SEAPLANE)
RAIDING_AIRCRAFT = ("tactical-bomber", "medium-bomber", SEAPLANE)
TOO_LARGE_TO_ESCORT = (*BATTLESHIPS, "battlecruiser", "coastal-defense-ship", "heavy-cruiser")


def modifier(g: G, name: str) -> int:
    """A number of Table 9-8."""
    return int(g.charts["raid-modifiers"].cell(name, "bonus"))


# Who may raid, and who escorts: rules for the moves that announce it


def why_not_raid(g: G, nation: str, unit: Unit, zone: str, task: str) -> Ruling | None:
    """Why a unit of a nation cannot raid in a sea zone, or lay mines there; None where it can."""
    why = _why_not_this_unit(g, unit, task)
    if why is not None:
        return why
    nothing = why_not_raidable(g, nation, zone)
    if nothing is not None:
        return Ruling("9.11", *nothing)
    kind = type_of(g, unit)
    if task == RAID and kind.surface and _escorted_against(g, nation, zone):
        return Ruling(
            "9.12",
            f"Surface ships do not raid where escorts are, as in {name_of_zone(g, zone)}.",
            "Attack the escorts.",
        )
    return None


def _why_not_this_unit(g: G, unit: Unit, task: str) -> Ruling | None:
    if task == MINE:
        return _why_no_mines(g, unit)
    kind = type_of(g, unit)
    if kind.submarine:
        return None
    if kind.surface:
        return _why_no_surface_raider(g, unit)
    if kind.air:
        return _why_no_raiding_aircraft(g, unit)
    return Ruling("9.11", f"{kind.name} cannot raid convoys.", "Raid with submarines.")


@procedure("9.13")
def _why_no_mines(g: G, unit: Unit) -> Ruling | None:
    """With the option, submarines, Heavy Cruisers and Seaplanes lay mines."""
    if not g.options["mines"]:
        return Ruling("9.13", "Mine warfare is an optional rule that is not in play.", "Raid without mines.")
    if unit.type not in MINELAYERS:
        return Ruling("9.13", f"{called(g, unit.type)} lays no mines.", "Submarines, Heavy Cruisers and Seaplanes do.")
    return None


@procedure("9.12")
def _why_no_surface_raider(g: G, unit: Unit) -> Ruling | None:
    """With the option, surface ships that move 3 or more raid."""
    if not g.options["surface-raiders"]:
        return Ruling(
            "9.12", "Raids by surface ships are an optional rule that is not in play.", "Raid with submarines."
        )
    if type_of(g, unit).move < RAIDING_MOVE:
        return Ruling("9.12", f"{called(g, unit.type)} is too slow to raid.", f"A raider moves {RAIDING_MOVE} or more.")
    return None


@procedure("9.14")
def _why_no_raiding_aircraft(g: G, unit: Unit) -> Ruling | None:
    """With the option, three types of aircraft raid while they are on patrol."""
    if not g.options["raiding-aircraft"]:
        return Ruling(
            "9.14", "Raids by aircraft are an optional rule that is not in play.", "Send it on patrol instead."
        )
    if unit.type not in RAIDING_AIRCRAFT:
        return Ruling(
            "9.14", f"{called(g, unit.type)} does not raid convoys.", "Tactical and Medium Bombers and Seaplanes do."
        )
    return None


def _destination(g: G, action: Move) -> str:
    """Where the units in hand will be."""
    hand = list(of(g, g.state.hand))
    return action.path[-1] if action.path else (hand[0].zone if hand else "")


def _each_in_hand(g: G, action: Move, judge: Callable[[Unit, str], Ruling | None]) -> Ruling | None:
    zone = _destination(g, action)
    if not zone:
        return None
    moving = (unit for unit in of(g, g.state.hand) if not unit.aboard)
    return next((why for unit in moving if (why := judge(unit, zone)) is not None), None)


@rule("9.11", Move)
def raiders_find_a_line(g: G, action: Move) -> Ruling | None:
    if action.task not in (RAID, MINE):
        return None
    nation = g.state.mover
    return _each_in_hand(g, action, lambda unit, zone: why_not_raid(g, nation or unit.owner, unit, zone, action.task))


@rule("9.11/escort", Move)
def escorts_are_warships_on_a_line(g: G, action: Move) -> Ruling | None:
    if action.task != ESCORT:
        return None
    return _each_in_hand(g, action, lambda unit, zone: why_not_escort(g, unit, zone))


@procedure("9.11/escort")
def why_not_escort(g: G, unit: Unit, zone: str) -> Ruling | None:
    """Surface warships escort, in sea zones that a convoy line runs through."""
    if not type_of(g, unit).warship:
        return Ruling(
            "9.11/escort", f"{called(g, unit.type)} is not a surface warship and cannot escort.", "Leave it out."
        )
    if not is_sea(g, zone) or not lines_through(g, zone):
        return Ruling(
            "9.11/escort", f"No convoy line runs through {name_of_zone(g, zone)}.", "Escort in a sea zone on a line."
        )
    return _too_large_to_escort(g, unit)


@procedure("15.7")
def _too_large_to_escort(g: G, unit: Unit) -> Ruling | None:
    """With the option, large ships do not escort."""
    if g.options["advanced-escort"] and unit.type in TOO_LARGE_TO_ESCORT:
        return Ruling("15.7", f"{called(g, unit.type)} may not do escort duty.", "Use lighter warships.")
    return None


# Who is there


def raiders(g: G, fight: Battle) -> list[Unit]:
    return list(of(g, fight.attackers))


@procedure("9.11/escort")
def escorting(g: G, raider: str, zone: str, victim: str = "") -> list[Unit]:
    """Ships on escort duty here against a raider: enemies of his that are Aligned with the victim, if one is named."""
    return [
        unit
        for unit in units_in(g, zone)
        if unit.task == ESCORT
        and at_war(g, unit.owner, raider)
        and (not victim or aligned(g, unit.owner, victim))
        and _too_large_to_escort(g, unit) is None
    ]


@procedure("9.12", "App-B.31")
def _escorted_against(g: G, raider: str, zone: str) -> bool:
    return bool(escorting(g, raider, zone))


def patrolling(g: G, raider: str, zone: str) -> list[Unit]:
    """Enemy aircraft on Maritime Air Patrol here."""
    return [unit for unit in units_in(g, zone) if watches(g, unit) and at_war(g, unit.owner, raider)]


# Finding raids


@procedure("9.11")
def find_raids(g: G) -> list[Battle]:
    """A raid for every sea zone where units of the command whose turn it is are raiding and something can be lost."""
    mover = g.state.mover or g.state.slot
    found: dict[tuple[str, str], list[int]] = {}
    for zone in sorted(occupied(g)):
        if is_sea(g, zone) and lines_through(g, zone):
            for unit in units_in(g, zone):
                if unit.task in (RAID, MINE) and commanded(g, unit.owner, mover):
                    attacker = mover if unit.owner in PLAYERS else unit.owner
                    if why_not_raid(g, attacker, unit, zone, unit.task) is None:
                        found.setdefault((zone, attacker), []).append(unit.id)
    raids = []
    for (zone, attacker), numbers in found.items():
        enemies = victims(g, attacker, zone)
        if enemies:
            raids.append(Battle(0, "raid", zone, attacker, enemies[0], attackers=sorted(numbers)))
    return raids


# The modifiers of Table 9-8


@procedure("9.11/roll", "App-B.28", "7.8/advanced-submarines")
def raider_modifier(g: G, unit: Unit) -> int:
    """What a raider adds to its die: by type for submarines and aircraft, nothing for mines and surface ships."""
    if unit.task == MINE:
        return _mine_modifier(g)
    if type_of(g, unit).surface:
        return _surface_modifier(g)
    return type_of(g, unit).raid or 0


@procedure("9.13", "App-B.32")
def _mine_modifier(g: G) -> int:
    return modifier(g, "mine")


@procedure("9.12", "App-B.31")
def _surface_modifier(g: G) -> int:
    return modifier(g, "surface-ship")


@procedure("9.11/roll")
def convoy_modifier(g: G, raider: str, victim: str, zone: str) -> int:
    """What the convoy adds to its die: escorts, patrols, and the technologies of the nation that is raided."""
    escorts = escorting(g, raider, zone, victim)
    patrols = [unit for unit in patrolling(g, raider, zone) if aligned(g, unit.owner, victim)]
    times = len(patrols) if g.options["reading-patrol-each"] else min(1, len(patrols))
    return (
        modifier(g, "escort") * len(escorts)
        + modifier(g, "patrol") * times
        + _radar_modifier(g, victim, escorts)
        + _asw_modifier(g, victim)
    )


@procedure("7.8/radar")
def _radar_modifier(g: G, victim: str, escorts: list[Unit]) -> int:
    """The raided nation has Radar; with the other reading a ship of a nation that has it must escort."""
    if g.options["reading-radar-escorts"]:
        return modifier(g, "radar") if any(has(g, ship.owner, "radar") for ship in escorts) else 0
    return modifier(g, "radar") if has(g, victim, "radar") else 0


@procedure("7.8/advanced-asw", "App-B.22")
def _asw_modifier(g: G, victim: str) -> int:
    return modifier(g, "advanced-asw") if has(g, victim, "advanced-asw") else 0


def raid_name(g: G, fight: Battle) -> str:
    here = " and ".join(line.name for line in lines_through(g, fight.zone))
    return f"{name_of(fight.attacker)} raids the {here} in {name_of_zone(g, fight.zone)}"
