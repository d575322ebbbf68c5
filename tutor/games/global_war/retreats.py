"""Section 9.4: how attackers break off, how submarines slip away, and vehicles that the desert sends back (1.9)."""

from __future__ import annotations

from collections.abc import Generator

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done
from .actions.combat import FightOn, HoldFire, Retreat, RetreatAll, RetreatSome, Submerge
from .carriers import return_to_carriers
from .casualties import NORMAL
from .combat_values import ATTACKER, DEFENDER, FROM_CARRIER, breaks_down
from .combat_values import jumped as jumped
from .firing import groups_to_fire
from .nations import name_of
from .rulebook import procedure, rule
from .sides import decider, fight, leading_defender, leave, living, note, section_of, units_of
from .state import ASSAULT, ATTACK, Battle, G, Unit
from .terms import friendly, player_of
from .units import called, cargo, kinds, listed, remove, shift, type_of
from .zones import name_of_zone, seaways

RETREATING = "retreating"


# Who can retreat, and where to


@procedure("9.4", "9.8/combined", "9.15")
def retreating_units(g: G, battle: Battle) -> list[Unit]:
    """The attackers that would go: all of them, but for what came over the sea or by parachute. Beside a landing only those
    that came over land may retreat, and aircraft do not leave troops that jumped to fight alone."""
    units = units_of(g, battle, ATTACKER)
    if battle.kind == "naval":
        return units
    on_foot = [u for u in units if type_of(g, u).land and not u.landed and not jumped(u)]
    if any(u.landed for u in units) or (not on_foot and any(jumped(u) for u in units)):
        return on_foot
    return [u for u in units if not jumped(u)]


@procedure("9.4/land", "9.4/surface")
def retreat_zones(g: G, battle: Battle) -> list[str]:
    """Zones that an attacker came from: Friendly land, or sea."""
    if battle.kind == "naval":
        near = {sea for sea, _ in seaways(g, battle.zone)}  # a strait or canal that a ship came through leads back too
        return [z for z in battle.borders if z in near]
    return [z for z in battle.borders if friendly(g, battle.attacker, z)]


def why_not_retreat(g: G, battle: Battle) -> Ruling | None:
    """Why the attacker cannot break off now."""
    units = retreating_units(g, battle)
    if not units:
        section = "9.8/assault" if any(u.landed for u in units_of(g, battle, ATTACKER)) else "9.15"
        return Ruling(section, "Nobody in this battle can retreat: there is no way back from a landing or a jump.")
    if retreat_zones(g, battle):
        return None
    if battle.kind == "naval":
        if any(type_of(g, u).surface for u in units):
            return Ruling(
                "9.4/surface", "Ships retreat only to a sea zone next to this one that an attacking ship came from."
            )
    elif any(type_of(g, u).land for u in units):
        return Ruling("9.4/land", "Land units retreat only to a Friendly zone that an attacking unit came from.")
    return None


@rule("9.4", Retreat)
def retreat_is_possible(g: G, action: Retreat) -> Ruling | None:
    return why_not_retreat(g, g.state.battle) if g.state.battle else None


# The attacker's choice at the end of a round


def may_break_off(g: G) -> bool:
    """Is there anything to decide when a round has ended?"""
    battle = fight(g)
    if battle.over or not decider(g, battle, ATTACKER):
        return False
    return why_not_retreat(g, battle) is None or bool(submarines(g, battle, ATTACKER))


def submarines(g: G, battle: Battle, side: str) -> list[Unit]:
    return [u for u in living(g, battle, side) if type_of(g, u).submarine]


@procedure("9.4", "9.4/submarines", "0.9/submerge")
def fight_on_or_retreat(g: G) -> Asking:
    """The attacker goes on, or retreats with everything; his submarines may leave by themselves."""
    battle = fight(g)
    while not battle.over:
        options: list[Action] = [FightOn()]
        if why_not_retreat(g, battle) is None:
            options.append(Retreat())
        options += slips(g, battle, ATTACKER, submarines(g, battle, ATTACKER))
        if len(options) == 1:
            return
        action = yield Decision(
            decider(g, battle, ATTACKER),
            "9.4",
            f"{name_of_zone(g, battle.zone)} after round {battle.round}: fight on or retreat?",
            [FightOn, Retreat, Submerge],
            options,
            about={"zone": battle.zone, "side": ATTACKER},
        )
        if isinstance(action, FightOn):
            return
        if isinstance(action, Retreat):
            note(battle, RETREATING, 1)
            return
        assert isinstance(action, Submerge)
        slip_away(g, battle, ATTACKER, action)


def retreating(g: G) -> bool:
    return g.state.battle is not None and RETREATING in g.state.battle.notes


@procedure("9.4", "9.4/land", "9.4/surface", "9.4/aircraft")
def carry_out_retreat(g: G) -> Asking:
    """Units go back, to one zone or to several. Aircraft leave the battle and land with the movement they have left."""
    battle = fight(g)
    note(battle, RETREATING, 0)
    units = retreating_units(g, battle)
    zones = retreat_zones(g, battle)
    g.tell(
        "retreat",
        "9.4",
        f"{name_of(battle.attacker)} retreats from {name_of_zone(g, battle.zone)}.",
        by=battle.attacker,
    )
    if battle.kind == "naval":
        return_to_carriers(g, battle)
    _aircraft_break_off(g, battle, [u for u in units if type_of(g, u).air and not u.aboard])
    leave(battle, [u for u in units if u.aboard])
    going = [u for u in units if not type_of(g, u).air]
    while going:
        action = yield from _where_to(g, battle, going, zones)
        sent = _sent(g, battle, going, action)
        going = [u for u in going if u not in sent]
    battle.over = not battle.attackers


def _where_to(g: G, battle: Battle, going: list[Unit], zones: list[str]) -> Generator[Decision, Action, Action]:
    """Ask where the next units go, unless there is one way only."""
    options: list[Action] = [RetreatAll(zone) for zone in zones]
    subs = [u for u in going if type_of(g, u).submarine]
    options += [Submerge(type, len(units)) for type, units in kinds(subs).items()]
    if len(options) == 1:
        return options[0]
    if len(zones) > 1 and len(going) > 1:
        for type, units in kinds(going).items():
            options += [RetreatSome(zone, type, n) for zone in zones for n in range(1, len(units) + 1)]
    action = yield Decision(
        decider(g, battle, ATTACKER),
        "9.4",
        f"Where do {listed(g, going)} retreat to?",
        [RetreatAll, RetreatSome, Submerge],
        options,
        about={"zone": battle.zone, "units": [u.id for u in going], "side": ATTACKER},
    )
    return action


def _sent(g: G, battle: Battle, going: list[Unit], action: Action) -> list[Unit]:
    """Carry out one answer; the units that are gone."""
    if isinstance(action, Submerge):
        units = [u for u in going if u.type == action.type][: action.count]
        return slip_away(g, battle, ATTACKER, action, units)
    if isinstance(action, RetreatSome):
        units = [u for u in going if u.type == action.type][: action.count]
        _go_back(g, battle, units, action.to)
        return units
    assert isinstance(action, RetreatAll)
    _go_back(g, battle, going, action.to)
    return going


@rule("9.4", RetreatAll, RetreatSome)
def came_from_there(g: G, action: RetreatAll | RetreatSome) -> Ruling | None:
    battle = g.state.battle
    if battle is None or action.to in retreat_zones(g, battle):
        return None
    zones = ", ".join(name_of_zone(g, z) for z in retreat_zones(g, battle))
    section = "9.4/surface" if battle.kind == "naval" else "9.4/land"
    return Ruling(
        section, f"No retreat to {name_of_zone(g, action.to)}: no attacker came from there.", f"Possible: {zones}."
    )


@rule("9.4", RetreatSome)
def that_many_retreat(g: G, action: RetreatSome) -> str | None:
    numbers = g.decision.about.get("units", ()) if g.decision else ()
    have = sum(g.state.units[n].type == action.type for n in numbers)
    return None if action.count <= have else f"Only {have} {called(g, action.type)} still have to retreat."


def _go_back(g: G, battle: Battle, units: list[Unit], to: str) -> None:
    """Units that retreat do not move again this turn."""
    leave(battle, units)
    for unit in units:
        shift(g, unit, to)
        unit.retreated, unit.entered, unit.task, unit.target = True, battle.zone, "", ""
        for one in cargo(g, unit):
            if one.task == ASSAULT:
                one.task, one.target = "", ""
    words = f"{listed(g, units, 'retreat')} to {name_of_zone(g, to)}."
    g.tell("retreated", "9.4", words, by=battle.attacker, zone=battle.zone, to=to)


@procedure("9.4/aircraft")
def _aircraft_break_off(g: G, battle: Battle, aircraft: list[Unit]) -> None:
    """They are out of the battle and find their landing place, within what movement they have left, when aircraft land."""
    leave(battle, aircraft)
    for unit in aircraft:
        if unit.target in (FROM_CARRIER, ATTACK):
            unit.target = ""


# Submarines


def slips(g: G, battle: Battle, side: str, subs: list[Unit]) -> list[Submerge]:
    """The ways in which submarines may leave: submerged, or into a sea zone next to it."""
    found = []
    for type, units in kinds(subs).items():
        for to in ("", *seas_for_submarines(g, battle.zone)):
            if to == "" or g.board.facts[to].get("status") != "impassable":
                found += [Submerge(type, n, to) for n in dict.fromkeys((len(units), 1))]
    return found


@procedure("9.4/submarines", "1.15")
def seas_for_submarines(g: G, zone: str) -> list[str]:
    """Sea zones next to this one, over a strait too: submarines pass even a closed one, but no canal."""
    return [sea for sea, passage in seaways(g, zone) if passage is None or passage.strait]


@procedure("9.4/submarines", "0.9/submerge", "9.10")
def slip_away(g: G, battle: Battle, side: str, action: Submerge, units: list[Unit] | None = None) -> list[Unit]:
    """Submarines leave the battle, and stay in the sea zone or go to the next."""
    here = submarines(g, battle, side) if units is None else units
    subs = [u for u in here if u.type == action.type][: action.count]
    leave(battle, subs)
    for unit in subs:
        unit.retreated = True
        if action.to:
            shift(g, unit, action.to)
            unit.entered = battle.zone
    where = f"leaves for {name_of_zone(g, action.to)}" if action.to else "submerges"
    g.tell("submerged", "9.4/submarines", f"{listed(g, subs)} {where}.", by=subs[0].owner, zone=battle.zone)
    battle.over = battle.over or not battle.attackers or not battle.defenders
    return subs


@rule("9.4/submarines", Submerge)
def submarines_are_there(g: G, action: Submerge) -> str | None:
    battle = g.state.battle
    if battle is None or g.decision is None:
        return None
    side = g.decision.about.get("side", ATTACKER)
    free = submarines(g, battle, side) if side == ATTACKER else free_to_submerge(g, battle)
    if side == DEFENDER:
        free = [u for u in free if u.id in g.decision.about.get("units", ())]
    have = sum(u.type == action.type for u in free)
    if action.to and action.to not in seas_for_submarines(g, battle.zone):
        return f"{name_of_zone(g, action.to)} is no sea zone next to {name_of_zone(g, battle.zone)}."
    if action.count > have:
        return f"{have} {called(g, action.type)} may leave the battle now, not {action.count}."
    return None


def may_hold_fire(g: G) -> bool:
    """Defending submarines that are about to fire with the others may hold it instead."""
    battle = g.state.battle
    if battle is None or battle.over or battle.kind != "naval" or not decider(g, battle, DEFENDER):
        return False
    return bool(_about_to_fire(g, battle))


def _about_to_fire(g: G, battle: Battle) -> list[str]:
    groups = groups_to_fire(g, battle, DEFENDER, NORMAL)
    return [
        group
        for group, units in groups.items()
        if type_of(g, group).submarine and any(u.id not in battle.aside for u in units)
    ]


@procedure("9.6", "9.4/submarines")
def hold_fire(g: G) -> Asking:
    """Those that do not fire may submerge at the end of the round."""
    battle = fight(g)
    while ready := _about_to_fire(g, battle):
        subs = [u for u in submarines(g, battle, DEFENDER) if u.type in ready]
        action = yield Decision(
            player_of(g, leading_defender(g, subs)) or decider(g, battle, DEFENDER),
            "9.6",
            f"Submarines in {name_of_zone(g, battle.zone)}: fire, or hold fire so as to submerge?",
            [Done, HoldFire],
            [Done(), *(HoldFire(type) for type in ready)],
            about={"zone": battle.zone},
        )
        if isinstance(action, Done):
            return
        assert isinstance(action, HoldFire)
        battle.done = sorted({*battle.done, f"{DEFENDER} {action.type}"})


@rule("9.6", HoldFire)
def submarine_is_about_to_fire(g: G, action: HoldFire) -> str | None:
    battle = g.state.battle
    if battle is None or action.type in _about_to_fire(g, battle):
        return None
    return f"No {called(g, action.type)} is about to fire."


def free_to_submerge(g: G, battle: Battle) -> list[Unit]:
    """Defending submarines that did not fire with the others in this round."""
    return [u for u in submarines(g, battle, DEFENDER) if f"used {u.type}" not in battle.done]


def defenders_may_submerge(g: G) -> bool:
    battle = g.state.battle
    if battle is None or battle.over or battle.kind != "naval" or not decider(g, battle, DEFENDER):
        return False
    return bool(free_to_submerge(g, battle))


@procedure("9.6", "9.4/submarines", "0.9/submerge")
def defenders_submerge(g: G) -> Asking:
    """Each nation decides for its own submarines."""
    battle = fight(g)
    for nation in dict.fromkeys(u.owner for u in free_to_submerge(g, battle)):
        who = player_of(g, nation)
        while who and not battle.over:
            subs = [u for u in free_to_submerge(g, battle) if u.owner == nation]
            if not subs:
                break
            action = yield Decision(
                who,
                "9.4/submarines",
                f"Do {listed(g, subs)} leave the battle in {name_of_zone(g, battle.zone)}?",
                [Done, Submerge],
                [Done(), *slips(g, battle, DEFENDER, subs)],
                about={"zone": battle.zone, "side": DEFENDER, "units": [u.id for u in subs]},
            )
            if isinstance(action, Done):
                break
            assert isinstance(action, Submerge)
            slip_away(g, battle, DEFENDER, action, subs)


# Without a choice


@procedure("1.9", "9.4/land")
def desert_retreats(g: G, battle: Battle) -> None:
    """Vehicles that broke down in the desert go back the way they came, if they can."""
    for name in [n for n in battle.notes if n.startswith("breakdown ")]:
        number, type = battle.notes.pop(name), name.partition(" ")[2]
        stuck = [u for u in units_of(g, battle, ATTACKER) if u.type == type and not u.landed]
        stuck = [u for u in stuck if breaks_down(g, battle, u)]
        stuck = [u for u in stuck if u.entered and friendly(g, battle.attacker, u.entered)][:number]
        for unit in stuck:
            home = unit.entered
            leave(battle, [unit])
            shift(g, unit, home)
            unit.retreated, unit.entered = True, battle.zone
        if stuck:
            words = f"{listed(g, stuck, 'break')} down in the desert and must turn back."
            g.tell("retreated", "1.9", words, by=battle.attacker, zone=battle.zone)


@procedure("9.4")
def break_off_deadlock(g: G, battle: Battle) -> None:
    """Neither side can harm the other: attackers on land go back the way they came or are lost."""
    battle.over, battle.won = True, ""
    words = f"Neither side in {name_of_zone(g, battle.zone)} can harm the other."
    g.tell("deadlock", section_of(battle), words, by=battle.attacker)
    if battle.kind == "naval":
        return
    zones = retreat_zones(g, battle)
    for unit in units_of(g, battle, ATTACKER):
        if not type_of(g, unit).land:
            continue
        if not zones or unit.landed:
            g.tell("lost", "9.4/land", f"{listed(g, [unit])} has no way back and is lost.", by=unit.owner, unit=unit.id)
            remove(g, unit)
        else:
            shift(g, unit, unit.entered if unit.entered in zones else zones[0])
            unit.retreated = True
    battle.attackers = [n for n in battle.attackers if n in g.state.units and type_of(g, g.state.units[n]).air]
