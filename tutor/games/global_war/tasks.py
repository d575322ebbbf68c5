"""Sections 8.2, 8.7 to 8.11: what units are told to do at the end of a combat move. Raids and escorts: ``raiding``;
bombs: ``bombing``."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.rulings import Ruling
from .actions.movement import Move
from .bombing import ADVANCED_GUNS, bombable, carpet_dice
from .facilities import NAVAL, facilities_in, facility_owner, serves
from .hand import Hand, hand_of, why_not_lifted
from .interventions import way_to_fight_at_sea
from .raiding import why_not_escort, why_not_raid
from .ranges import patrol_range
from .rulebook import procedure, rule
from .sea_moves import enemies_at, escorts_can_be_ignored, has_aircraft, patrols_at, screened
from .state import (
    ASSAULT,
    ATTACK,
    ATTRITION,
    BEHIND,
    BLOCKADE,
    BOMB,
    CARPET,
    DROP,
    ESCORT,
    MINE,
    PATROL,
    RAID,
    SCREEN,
    G,
)
from .terms import at_war, enemy_zone, hostile_units, power
from .units import ROCKET, called, type_of, units_in, watches
from .ways import AIR, ASHORE, LAND, SEA, Said, end_of, on_arrival
from .zones import is_land, is_sea, name_of_zone

DECLINE = "decline"  # to stay clear of what is in a sea zone (8.9)
SHIP_TASKS = (ATTACK, ESCORT, RAID, MINE, BLOCKADE, SCREEN, BEHIND, DECLINE)
AIR_TASKS = (ATTACK, PATROL, RAID, MINE, BOMB, CARPET, DROP)
LAND_TASKS = (BOMB, CARPET, ATTRITION)
TASKS = {SEA: SHIP_TASKS, AIR: AIR_TASKS, LAND: LAND_TASKS, ASHORE: (ASSAULT,)}


@rule("8.8", Move)
def the_task_suits_the_units(g: G, action: Move) -> Said:
    hand = hand_of(g)
    mine = SEA if hand.sailing else AIR if hand.flying else LAND if hand.walking else ASHORE
    if not action.task or action.task in TASKS[mine]:
        return None
    if mine == LAND and action.task == DROP:
        remedy = "Pick up an Air Transport or Strategic Bomber too, one for each."
        return Ruling("9.15", "Nobody jumps without an aircraft.", remedy)
    theirs = f"Theirs are: {', '.join(TASKS[mine])}."
    if mine == LAND:
        theirs = "Land units attack without a task; only rockets and Advanced Artillery that fire from afar have one."
    return f"The units in hand have no task {action.task!r}.", theirs


@rule("8.2", Move)
def tasks_are_announced_in_combat_movement(g: G, action: Move) -> str | None:
    if not action.task or hand_of(g).combat:
        return None
    return "Tasks are announced in Combat Movement, not outside it."


@rule("0.8", Move)
def something_happens(g: G, action: Move) -> tuple[str, str] | None:
    """Units that neither move nor take a task are put back; outside combat aircraft at sea may settle on a deck."""
    hand = hand_of(g)
    lands = not hand.combat and hand.flying and is_sea(g, hand.zone)
    if action.path or action.task or lands:
        return None
    return "Neither a way nor a task is named.", "Put the units back if they are to stay."


# Fighting where one stands (0.5, 8.7)


@on_arrival("0.5/sea", SEA, AIR)
def a_new_attack_needs_an_enemy(g: G, hand: Hand, action: Move) -> Said:
    """Enemies who share a sea zone do not fight until one of them makes a combat move against the other."""
    if action.task != ATTACK:
        return None
    if action.path:
        return Ruling("8.2", "To attack where they end, units need no task.", "Leave the task out.")
    if is_sea(g, hand.zone) and enemies_at(g, hand.nation, hand.zone):
        return None
    where = name_of_zone(g, hand.zone)
    return f"There is no enemy in {where} to attack.", way_to_fight_at_sea(g, hand.nation, hand.zone)


@on_arrival("8.9/entering-sub-zone", SEA, AIR)
def submarines_are_hunted_from_the_air(g: G, hand: Hand, action: Move) -> Said:
    """Only with aircraft on patrol does one attack submarines that are alone in a zone."""
    if action.task != ATTACK or any(type_of(g, u).submarine for u in hand.sailing):
        return None
    foes = escorts_can_be_ignored(enemies_at(g, hand.nation, hand.zone))
    if not foes or not all(type_of(g, u).submarine for u in foes) or hunts(g, hand, hand.zone):
        return None
    return (
        f"Only submarines are in the {name_of_zone(g, hand.zone)}, and no aircraft on patrol to attack them with.",
        "Send aircraft on Maritime Air Patrol.",
    )


@on_arrival("8.9/entering-sub-zone", AIR)
def strikes_find_no_submarines(g: G, hand: Hand, action: Move) -> Said:
    """Aircraft that fly out to strike, not to patrol, cannot reach submarines."""
    end = end_of(hand, action)
    if not hand.combat or action.task or not action.path or not is_sea(g, end):
        return None
    foes = [u for u in enemies_at(g, hand.nation, end) if type_of(g, u).naval]
    if not foes or not all(type_of(g, u).submarine for u in foes):
        return None
    where = name_of_zone(g, end)
    return f"Only submarines are in the {where}: aircraft attack them on patrol.", "Start a patrol, then attack."


def hunts(g: G, hand: Hand, sea: str) -> bool:
    """Has the side that moves aircraft on patrol, or on decks, in this sea zone or in hand?"""
    there = [u for u in units_in(g, sea) if power(u.owner) == power(hand.nation)]
    return any(watches(g, u) for u in (*there, *hand.flying))


@on_arrival("8.7/on-patrol", AIR)
def patrols_engage_ships(g: G, hand: Hand, action: Move) -> Said:
    """An aircraft on patrol may attack enemy ships in its own sea zone; others fly there first."""
    if action.task != ATTACK or action.path:
        return None
    if not all(u.task == PATROL for u in hand.flying):
        return "Only aircraft on Maritime Air Patrol attack where they are.", "Start a patrol first."
    there = enemies_at(g, hand.nation, hand.zone)
    if not there or any(type_of(g, u).naval for u in there):
        return None
    return f"Patrols engage ships, and only aircraft are in the {name_of_zone(g, hand.zone)}.", "Stay on patrol."


@on_arrival("8.7", AIR)
def patrols_are_flown_at_sea(g: G, hand: Hand, action: Move) -> Said:
    if action.task != PATROL:
        return None
    if not is_sea(g, end_of(hand, action)):
        return f"Maritime Air Patrol is flown over the sea, not over {name_of_zone(g, end_of(hand, action))}."
    slow = next((u for u in hand.flying if not patrol_range(g, u)), None)
    return Ruling("8.7/start", f"{called(g, slow.type)} does not fly Maritime Air Patrol.") if slow else None


@on_arrival("9.15", AIR)
def troops_are_dropped(g: G, hand: Hand, action: Move) -> Said:
    """An airborne assault needs airborne infantry aboard, and an enemy zone below."""
    end = end_of(hand, action)
    if action.task != DROP:
        if hand.combat and hand.riding and is_land(g, end) and enemy_zone(g, hand.nation, end):
            return "Airborne Infantry come down in an Airborne Assault.", "Give the task drop."
        return None
    if not hand.riding:
        return why_not_lifted(g, hand) or (
            "No Airborne Infantry is with the aircraft.",
            "Pick one up for each aircraft.",
        )
    if not is_land(g, end) or not enemy_zone(g, hand.nation, end):
        return f"{name_of_zone(g, end)} is no enemy zone to drop troops on."
    return None


@on_arrival("9.15", AIR)
def only_carriers_of_troops_drop(g: G, hand: Hand, action: Move) -> Said:
    if action.task != DROP or not hand.riding or len(hand.flying) == len(hand.riding):
        return None
    return "Each aircraft of an Airborne Assault carries one Airborne Infantry.", "Leave out aircraft without troops."


# Staying clear, screens, blockades


@on_arrival("8.9/moving-sub", SEA)
def who_may_decline(g: G, hand: Hand, action: Move) -> Said:
    """Submarines stay clear of anything but patrols; surface ships only of escorts and submarines."""
    if action.task != DECLINE:
        return None
    end = end_of(hand, action)
    there = enemies_at(g, hand.nation, end)
    if not there and not patrols_at(g, hand.nation, end):
        return Ruling("8.9", f"No enemy is in the {name_of_zone(g, end)} to stay clear of.", "Leave the task out.")
    if patrols_at(g, hand.nation, end):
        return "Nobody declines combat with aircraft on Maritime Air Patrol; it is they who may decline."
    held = [u for u in escorts_can_be_ignored(there) if not type_of(g, u).submarine]
    if held and not all(type_of(g, u).submarine for u in hand.sailing):
        return Ruling("8.2", f"Surface ships fight the enemy {called(g, held[0].type)} in that zone.")
    return None


@on_arrival("8.10", SEA)
def who_may_screen(g: G, hand: Hand, action: Move) -> Said:
    """A screening force of warships or submarines clears a sea zone of enemies for ships that wait behind it."""
    if action.task not in (SCREEN, BEHIND):
        return None
    end = end_of(hand, action)
    if not g.options["screening"]:
        return "Screening forces are an optional rule that is not in play."
    if action.task == BEHIND:
        return None if screened(g, hand, end) else f"No screening force is in the {name_of_zone(g, end)}."
    if not enemies_at(g, hand.nation, end):
        return f"No enemy is in the {name_of_zone(g, end)} to screen against."
    harmless = next((u for u in hand.sailing if type_of(g, u).transport), None)
    return f"{called(g, harmless.type)} cannot screen." if harmless else None


@on_arrival("8.11", SEA)
def who_may_blockade(g: G, hand: Hand, action: Move) -> Said:
    """Where a blockade is declared: surface warships before a naval facility of an enemy."""
    if action.task != BLOCKADE:
        return None
    if not g.options["reading-declared-blockade"]:
        return "Three surface warships blockade by being there.", "Leave the task out."
    idle = next((u for u in hand.sailing if not type_of(g, u).warship), None)
    if idle:
        return f"{called(g, idle.type)} is no surface warship and does not blockade."
    end = end_of(hand, action)
    if blockaded_from(g, hand.nation, end):
        return None
    return f"No enemy naval facility lies on the {name_of_zone(g, end)}.", "One blockades nations one is at war with."


@procedure("8.11")
def blockaded_from(g: G, nation: str, sea: str) -> bool:
    """Does a naval facility of an enemy lie on this sea zone?"""
    return any(
        at_war(g, nation, facility_owner(g, f)) and sea in serves(g, f)
        for zone in g.board.neighbours[sea]
        for f in facilities_in(g, zone, NAVAL)
    )


@on_arrival("8.8", SEA, AIR)
def tasks_at_sea(g: G, hand: Hand, action: Move) -> Said:
    if action.task in (ESCORT, RAID, MINE) and not is_sea(g, end_of(hand, action)):
        return f"{name_of_zone(g, end_of(hand, action))} is no sea zone."
    return None


@on_arrival("8.2", SEA)
def enemies_are_fought_before_other_tasks(g: G, hand: Hand, action: Move) -> Said:
    """Surface ships that come upon enemy ships fight them, whatever else they had in mind; with aircraft, patrols too."""
    if action.task not in (ESCORT, RAID, MINE, BLOCKADE) or not action.path:
        return None
    if all(type_of(g, u).submarine for u in hand.sailing):
        return None
    sea = end_of(hand, action)
    foes = [u for u in enemies_at(g, hand.nation, sea) if type_of(g, u).surface]
    held = escorts_can_be_ignored(foes) or (patrols_at(g, hand.nation, sea) if has_aircraft(g, hand, sea) else [])
    if not held:
        return None
    where = name_of_zone(g, sea)
    return f"Surface ships fight the enemy {called(g, held[0].type)} in the {where}.", "Leave the task out."


# What can be listed


@procedure("8.8")
def tasks_at(g: G, hand: Hand, zone: str, path: tuple[str, ...]) -> Iterator[Move]:
    """Tasks that ships in hand could take at the end of a path."""
    there = enemies_at(g, hand.nation, zone)
    if there:
        if not path:
            yield Move((), ATTACK)
        yield Move(path, DECLINE)
        if g.options["screening"]:
            yield Move(path, SCREEN)
    if all(why_not_raid(g, hand.nation, u, zone, RAID) is None for u in hand.sailing):
        yield Move(path, RAID)
    if g.options["mines"] and all(why_not_raid(g, hand.nation, u, zone, MINE) is None for u in hand.sailing):
        yield Move(path, MINE)
    if all(why_not_escort(g, u, zone) is None for u in hand.sailing):
        yield Move(path, ESCORT)
    if g.options["reading-declared-blockade"]:
        yield Move(path, BLOCKADE)
    if screened(g, hand, zone):
        yield Move(path, BEHIND)


@procedure("8.5")
def missions_at(g: G, hand: Hand, zone: str, path: tuple[str, ...]) -> Iterator[Move]:
    """Missions that aircraft in hand could fly to the end of a path."""
    if is_sea(g, zone):
        yield Move(path, PATROL)
        if path:
            yield Move(path)
        else:
            yield Move((), ATTACK)
        for task in (RAID, MINE):
            if all(why_not_raid(g, hand.nation, u, zone, task) is None for u in hand.flying):
                yield Move(path, task)
        return
    if not path:
        return
    if hand.riding:
        yield Move(path, DROP)
        return
    yield Move(path)
    if all(type_of(g, u).bomb_dice or type_of(g, u).interception for u in hand.flying):
        if any(type_of(g, u).bomb_dice for u in hand.flying):
            yield from (Move(path, BOMB, words) for words in bombable(g, hand.nation, zone))
        carpets = all(type_of(g, u).carpet_dice or not type_of(g, u).bomb_dice for u in hand.flying)
        if carpets and any(carpet_dice(g, u, zone) for u in hand.flying) and _enemy_troops(g, hand.nation, zone):
            yield Move(path, CARPET)


def _enemy_troops(g: G, nation: str, zone: str) -> bool:
    return any(type_of(g, u).land for u in hostile_units(g, nation, units_in(g, zone)))


@procedure("8.5", "7.8/strategic-rockets", "7.8/advanced-artillery")
def shots_of(g: G, hand: Hand) -> Iterator[Move]:
    """Rockets and advanced guns that fire from where they are."""
    types = set() if hand.flying else {u.type for u in hand.walking}
    if types == {ROCKET}:
        near = [z for z, far in g.board.distances(hand.zone).items() if 0 < far <= 3 and is_land(g, z)]
        for zone in near:
            yield from (Move((zone,), BOMB, words) for words in bombable(g, hand.nation, zone))
            if _enemy_troops(g, hand.nation, zone) and all(carpet_dice(g, u, zone) for u in hand.walking):
                yield Move((zone,), CARPET)
    elif types and types <= set(ADVANCED_GUNS):
        for zone in g.board.neighbours[hand.zone]:
            if is_land(g, zone) and _enemy_troops(g, hand.nation, zone):
                yield Move((zone,), ATTRITION)
