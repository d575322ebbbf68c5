"""Naval combat: submarines and their hunters, transports, seaplanes, capital ships, carriers, screens (9.6, 9.7, 9.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Evade, Fire, HoldFire, Lose, Retreat, RetreatAll, Submerge
from tutor.games.global_war.actions.movement import Engage
from tutor.games.global_war.state import G

from . import build
from .fights import battle, fight, fight_on, lose, losses, march, rolls, told

MISS = {"hit": 0}
SEA, HOME = "english-channel", "north-sea"
WAR = [("germany", "usa"), ("italy", "usa")]


def sea_fight(
    attackers: Any, defenders: Any, dice: list[Any], *, ready: Callable[[G], object] | None = None, **more: Any
) -> Session:
    """German ships come from the North Sea upon US ships in the Channel. Words after a type are marks: "fighter aboard"."""
    units = {"germany": {HOME: attackers}, "usa": {SEA: defenders}} | more.pop("units", {})

    def go(g: G) -> None:
        march(g, HOME, SEA, {t: n for t, n in attackers.items() if " " not in t})
        for words, count in attackers.items():
            type, _, mark = words.partition(" ")
            if mark == "damaged":
                march(g, HOME, SEA, {type: count})
            if mark == "patrol":
                march(g, HOME, SEA, {type: count}, target="attack")
        if ready is not None:
            ready(g)

    return fight("germany", wars=WAR, units=units, dice=dice, ready=go, **more)


def left(s: Session, owner: str, zone: str = SEA) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in s.state.units.values():
        if unit.owner == owner and unit.zone == zone:
            found[unit.type] = found.get(unit.type, 0) + 1
    return found


# Rounds


@pytest.mark.sections("9.6", "9.1")
def test_ships_fire_in_turn_and_set_aside_ships_fire_too_9_6() -> None:
    s = sea_fight({"light-cruiser": 2}, {"light-cruiser": 1}, [{"hit": 1}, {"hit": 1}])
    assert rolls(s) == [(2, 5), (1, 5)]
    assert left(s, "germany") == {"light-cruiser": 1}
    assert left(s, "usa") == {}


@pytest.mark.sections("9.11/escort", "9.6")
def test_ships_on_escort_duty_defend_with_the_others_9_11() -> None:
    s = sea_fight({"light-cruiser": 1}, {"destroyer escort": 2, "light-cruiser": 1}, [MISS, MISS, MISS])
    assert [n for n, _ in rolls(s)] == [1, 2, 1]


@pytest.mark.sections("0.5/sea")
def test_ships_that_stand_with_an_enemy_fight_only_after_a_new_combat_move_0_5() -> None:
    units = {"germany": {SEA: {"light-cruiser": 1}}, "usa": {SEA: {"light-cruiser": 1}}}
    s = fight("germany", wars=WAR, units=units)
    assert s.state.battle is None and not s.state.battles
    s = fight("germany", (SEA, SEA, {"light-cruiser": 1}), wars=WAR, units=units, dice=[MISS, MISS, [1], MISS])
    assert left(s, "usa") == {}  # nobody came from another zone: there was no retreat to ask about


# Transports (9.6/transports)


@pytest.mark.sections("9.6/transports", "12.2/naval-transport")
def test_transports_are_chosen_last_9_6() -> None:
    s = sea_fight({"light-cruiser": 3}, {"naval-transport": 1, "destroyer": 1, "light-carrier": 1}, [{"hit": 1}])
    assert {a.type for a in s.legal()} == {"destroyer", "light-carrier"}
    assert s.why_not(Lose("naval-transport"))[0].section == "9.6/transports"


@pytest.mark.sections("9.6/transports", "9.3/target-selection", "12.2/tactical-bomber")
def test_target_selection_may_pick_transports_9_6() -> None:
    s = sea_fight(
        {"fleet-carrier": 1, "tactical-bomber aboard": 1}, {"naval-transport": 1, "destroyer": 1},
        [{"select": 1}, MISS],
    )  # fmt: skip
    s.submit(Fire("tactical-bomber"))
    assert s.decision.who == "germany"
    assert not s.why_not(Lose("naval-transport"))


@pytest.mark.sections("9.6/transports")
def test_transports_alone_are_lost_with_their_cargo_9_6() -> None:
    s = sea_fight({"destroyer": 1}, {"naval-transport": 2, "infantry aboard": 2}, [])
    assert left(s, "usa") == {}
    assert rolls(s) == []


@pytest.mark.sections("9.6/transports")
def test_transports_that_outlive_their_escort_are_lost_9_6() -> None:
    s = sea_fight({"destroyer": 2}, {"naval-transport": 2, "destroyer": 1}, [{"hit": 1}, MISS])
    assert left(s, "usa") == {}
    assert left(s, "germany") == {"destroyer": 2}


@pytest.mark.sections("9.6/transports")
def test_attacking_transports_alone_are_lost_too_9_6() -> None:
    s = sea_fight({"naval-transport": 1, "destroyer": 1}, {"light-cruiser": 2}, [MISS, {"hit": 1}])
    assert left(s, "germany") == {}


@pytest.mark.sections("9.6/transports")
def test_cargo_goes_down_with_its_transport_9_6() -> None:
    s = sea_fight({"destroyer": 2}, {"naval-transport": 1, "infantry aboard": 2}, [])
    assert not any(u.type == "infantry" for u in s.state.units.values())


@pytest.mark.sections("7.8/advanced-asw", "9.6/transports")
def test_transports_with_advanced_asw_fire_at_submarines_before_they_go_7_8() -> None:
    technology = {"usa": {"technology": {"advanced-asw": 9}}}
    s = sea_fight({"submarine": 1}, {"naval-transport": 2}, [MISS, {"hit": 1}], nations=technology)
    assert rolls(s) == [(1, 3), (2, 1)]
    assert left(s, "germany") == {}
    assert left(s, "usa") == {"naval-transport": 2}
    s = sea_fight({"light-cruiser": 1}, {"naval-transport": 2}, [], nations=technology)
    assert left(s, "usa") == {}  # they fire at submarines only


# Submarines (9.10, 8.9)


@pytest.mark.sections("9.10", "9.3/first-strike", "12.2/submarine")
def test_submarines_strike_first_where_no_destroyer_is_9_10() -> None:
    s = sea_fight({"submarine": 1}, {"light-cruiser": 1}, [[1]])
    assert left(s, "usa") == {}
    assert [e.section for e in s.log if e.kind == "rolled"] == ["9.3/first-strike"]


@pytest.mark.sections("9.10", "12.2/destroyer")
def test_a_destroyer_takes_first_strike_from_all_submarines_9_10() -> None:
    s = sea_fight(
        {"submarine": 2, "coastal-submarine": 1}, {"light-cruiser": 1, "destroyer": 1}, [{"hit": 1}, MISS, MISS, MISS]
    )
    lose(s, "light-cruiser")
    assert [e.section for e in s.log if e.kind == "rolled"] == ["9.6"] * 4


@pytest.mark.sections("9.10", "12.2/torpedo-boat-destroyer")
def test_torpedo_boats_do_not_stop_first_strike_9_10() -> None:
    s = sea_fight({"submarine": 1}, {"torpedo-boat-destroyer": 1}, [[1]])
    assert [e.section for e in s.log if e.kind == "rolled"] == ["9.3/first-strike"]


@pytest.mark.sections("9.10")
def test_submarines_never_hit_aircraft_9_10() -> None:
    s = sea_fight(
        {"submarine": 1, "light-cruiser": 1}, {"fleet-carrier": 1, "fighter aboard": 1, "light-cruiser": 1}, [[1]]
    )
    assert {a.type for a in s.legal()} == {"fleet-carrier", "light-cruiser"}
    assert s.why_not(Lose("fighter"))[0].section == "9.10"


@pytest.mark.sections("8.9", "9.10", "12.2/destroyer")
def test_only_patrols_and_paired_destroyers_hit_submarines_they_caught_8_9() -> None:
    """A cruiser and two destroyers with one patrol attack a submarine beside a cruiser: one destroyer is paired."""
    s = sea_fight(
        {"seaplane patrol": 1, "destroyer": 2, "heavy-cruiser": 1},
        {"submarine": 1, "light-cruiser": 1},
        [{"hit": 1}],
        then=1,
    )
    options = {a.group for a in s.legal() if isinstance(a, Fire)}
    assert options == {"seaplane patrol", "destroyer paired", "destroyer", "heavy-cruiser"}
    s.submit(Fire("heavy-cruiser"))
    assert told(s, "set aside")[0] == "US Light Cruiser is hit and set aside."  # it could hit nothing else


@pytest.mark.sections("8.9", "9.10", "8.9/entering-sub-zone")
def test_against_submarines_alone_only_the_hunters_take_part_8_9() -> None:
    s = sea_fight({"seaplane patrol": 1, "destroyer": 2, "battleship": 1}, {"submarine": 1}, [MISS, MISS, MISS], then=3)
    types = sorted(s.state.units[n].type for n in battle(s).attackers)
    assert types == ["destroyer", "seaplane"]


@pytest.mark.sections("7.8/advanced-submarines", "App-B.21")
def test_advanced_submarines_are_attacked_by_patrols_alone_7_8() -> None:
    s = sea_fight({"seaplane patrol": 1, "destroyer": 1}, {"advanced-submarine": 1}, [MISS, MISS], then=3)
    assert [s.state.units[n].type for n in battle(s).attackers] == ["seaplane"]
    s = sea_fight(
        {"seaplane patrol": 1, "destroyer": 1},
        {"advanced-submarine": 1, "submarine": 1, "destroyer": 1},
        [{"hit": 1}],
        then=2,
    )
    s.submit(Fire("destroyer paired"))
    kinds = {a.type for a in s.legal() if isinstance(a, Lose)}
    assert kinds == {"submarine", "destroyer"}


@pytest.mark.sections("7.8/advanced-submarines")
def test_everything_defends_against_an_attacking_advanced_submarine_7_8() -> None:
    s = sea_fight({"advanced-submarine": 1}, {"light-cruiser": 2}, [MISS, {"hit": 1}])
    assert left(s, "germany") == {}


@pytest.mark.sections("9.10")
def test_submarines_that_chose_to_fight_can_be_hit_by_anything_9_10() -> None:
    s = sea_fight({"light-cruiser": 2}, {"submarine": 1}, [MISS, {"hit": 1}])
    assert left(s, "usa") == {}


@pytest.mark.sections("8.9")
def test_submarines_that_declined_take_no_part_8_9() -> None:
    def decline(g: G) -> None:
        for unit in g.state.units.values():
            unit.declined = unit.type == "submarine"

    s = sea_fight({"light-cruiser": 1}, {"submarine": 1}, [], ready=decline)
    assert s.state.battle is None
    assert not any(u.declined for u in s.state.units.values())  # until the Combat Phase is over


@pytest.mark.sections("8.9", "8.9/moving-sub")
def test_a_submarine_held_up_by_a_patrol_may_attack_everything_8_9() -> None:
    s = sea_fight({"submarine": 1}, {"light-cruiser": 1, "seaplane patrol": 1}, [[1], MISS])
    assert s.legal() == [Evade(), Engage()]
    s.submit(Engage())
    assert left(s, "usa") == {"seaplane": 1}  # first strike sank the cruiser; the rest goes on without it


@pytest.mark.sections("8.9", "12.2/destroyer")
def test_a_submarine_that_evades_meets_patrols_and_paired_destroyers_only_8_9() -> None:
    s = sea_fight({"submarine": 1}, {"battleship": 1, "destroyer": 2, "seaplane patrol": 1}, [MISS, MISS, MISS])
    s.submit(Evade())
    assert sorted(s.state.units[n].type for n in battle(s).defenders) == ["destroyer", "seaplane"]
    assert [n for n, _ in rolls(s)] == [1, 1, 1]


@pytest.mark.sections("9.4/submarines", "0.9/submerge", "9.6")
def test_defending_submarines_that_hold_fire_may_submerge_9_6() -> None:
    s = sea_fight({"destroyer": 1}, {"submarine": 2}, [MISS])
    assert s.decision.who == "usa" and HoldFire("submarine") in s.legal()
    s.submit(HoldFire("submarine"))
    fight_on(s)
    assert s.decision.who == "usa"
    s.submit(Submerge("submarine", 2))
    assert left(s, "usa") == {"submarine": 2}
    assert s.state.battle is None
    assert [e.by for e in s.log if e.kind == "rolled"] == ["germany"]


@pytest.mark.sections("9.4/submarines", "9.6")
def test_defending_submarines_that_fired_cannot_submerge_9_6() -> None:
    s = sea_fight({"destroyer": 2}, {"submarine": 2}, [MISS, MISS], then=4)
    s.submit(Done())  # they fire
    fight_on(s)
    assert battle(s).round == 2
    assert not any(isinstance(a, Submerge) for a in s.legal())
    assert s.why_not(HoldFire("coastal-submarine"))


@pytest.mark.sections("9.4/submarines", "9.3/first-strike")
def test_submarines_that_struck_first_may_submerge_at_the_end_of_the_round_9_6() -> None:
    s = sea_fight({"light-cruiser": 2}, {"submarine": 1}, [MISS, MISS])
    fight_on(s)
    assert s.legal()[:2] == [Done(), Submerge("submarine")]
    s.submit(Submerge("submarine", to="bay-of-biscay"))
    assert left(s, "usa", "bay-of-biscay") == {"submarine": 1}


@pytest.mark.sections("9.4/submarines", "9.10")
def test_attacking_submarines_may_slip_away_by_themselves_9_4() -> None:
    s = sea_fight({"submarine": 2, "light-cruiser": 1}, {"destroyer": 2}, [MISS, MISS, MISS, MISS, MISS])
    assert Submerge("submarine", 2) in s.legal()
    assert s.why_not(Submerge("submarine", 3))[0].section == "9.4/submarines"
    assert s.why_not(Submerge("submarine", 1, "tokyo-sea"))[0].section == "9.4/submarines"
    s.submit(Submerge("submarine", 2))
    fight_on(s)
    assert [n for n, _ in rolls(s)][-2:] == [1, 2]


# Seaplanes


@pytest.mark.sections("9.6/seaplanes", "12.2/seaplane")
def test_a_seaplane_hits_transports_once_nothing_else_is_left_12_2() -> None:
    technology = {"usa": {"technology": {"advanced-asw": 9}}}
    s = sea_fight({"seaplane patrol": 1, "submarine": 1}, {"naval-transport": 2}, [MISS, [1], MISS], nations=technology)
    assert left(s, "usa") == {}
    assert told(s, "set aside")  # the seaplane's hit counted


# Capital ships


@pytest.mark.sections("0.9/capital-ship", "12.2/battleship", "0.4")
def test_a_battleship_takes_two_hits_0_9() -> None:
    s = sea_fight({"heavy-cruiser": 3}, {"battleship": 1}, [{"hit": 1}, MISS, {"hit": 1}, MISS])
    assert build.unit(s.table, SEA, "battleship").hits == 1
    assert rolls(s)[1] == (1, 6)  # its damage counts at once
    fight_on(s)
    assert left(s, "usa") == {}


@pytest.mark.sections("0.9/capital-ship")
def test_the_owner_may_damage_a_ship_before_he_loses_another_0_9() -> None:
    s = sea_fight({"heavy-cruiser": 3}, {"battleship": 1, "destroyer": 1}, [{"hit": 2}, MISS, MISS])
    lose(s, "battleship")
    assert s.legal() == [Lose("battleship", damaged=True), Lose("destroyer")]
    lose(s, "destroyer")
    assert left(s, "usa") == {"battleship": 1}


@pytest.mark.sections("App-B.36", "12.2/battlecruiser")
def test_a_battlecruiser_sinks_at_the_first_hit_app_b_36() -> None:
    s = sea_fight({"heavy-cruiser": 1}, {"battlecruiser": 1}, [{"hit": 1}, MISS])
    assert left(s, "usa") == {}


@pytest.mark.sections("7.8/heavy-battleship", "App-B.25")
def test_a_heavy_battleship_takes_three_hits_7_8() -> None:
    s = sea_fight({"heavy-cruiser": 3}, {"heavy-battleship": 1}, [{"hit": 2}, MISS, {"hit": 1}, MISS])
    assert rolls(s)[1] == (1, 6)
    fight_on(s)
    assert left(s, "usa") == {}


@pytest.mark.sections("7.8/heavy-carrier", "App-B.26")
@pytest.mark.parametrize(("options", "hits"), [([], 2), (["reading-heavy-carrier"], 3)])
def test_a_heavy_carrier_takes_two_hits_or_three_by_the_other_reading_0_9(options: list[str], hits: int) -> None:
    s = sea_fight({"heavy-cruiser": 3}, {"heavy-carrier": 1}, [{"hit": 2}, MISS], options=options)
    assert left(s, "usa") == ({} if hits == 2 else {"heavy-carrier": 1})


@pytest.mark.sections("15.5")
@pytest.mark.parametrize(
    ("ship", "die", "sunk", "markers"),
    [
        ("battleship", 8, False, 1),
        ("battleship", 9, True, 2),
        ("fleet-carrier", 11, True, 2),
        ("heavy-battleship", 11, False, 2),
        ("heavy-carrier", 11, False, 2),
        ("heavy-battleship", 12, True, 3),
        ("heavy-carrier", 12, True, 3),
    ],
)
def test_alternate_damage_is_rolled_for_15_5(ship: str, die: int, sunk: bool, markers: int) -> None:
    s = sea_fight({"heavy-cruiser": 3}, {ship: 1}, [{"hit": 1}, die, MISS], options=["capital-ship-damage"])
    if sunk:
        assert left(s, "usa") == {}
    else:
        assert build.unit(s.table, SEA, ship).hits == markers


@pytest.mark.sections("15.5")
def test_alternate_damage_is_a_roll_of_its_own_15_5() -> None:
    s = sea_fight(
        {"heavy-cruiser": 3},
        {"battleship": 2, "destroyer": 1},
        [{"hit": 2}, 3, MISS, MISS],
        options=["capital-ship-damage"],
    )
    lose(s, "battleship")
    assert s.decision.who == "usa"  # the second hit
    assert {(a.type, a.damaged) for a in s.legal()} == {
        ("battleship", True),
        ("battleship", False),
        ("destroyer", False),
    }


# Carriers


@pytest.mark.sections("8.7/carrier", "12.2/fleet-carrier", "12.2/light-carrier")
def test_carrier_aircraft_take_part_and_come_back_8_7() -> None:
    s = sea_fight({"destroyer": 1}, {"fleet-carrier": 1, "fighter aboard": 2}, [MISS, MISS, {"hit": 1}])
    assert left(s, "usa") == {"fleet-carrier": 1, "fighter": 2}
    carrier = build.unit(s.table, SEA, "fleet-carrier")
    assert all(u.aboard == carrier.id and not u.target for u in s.state.units.values() if u.type == "fighter")


@pytest.mark.sections("12.2/fleet-carrier", "8.7/carrier")
def test_nothing_takes_off_from_a_damaged_carrier_12_2() -> None:
    s = sea_fight({"destroyer": 2}, {"fleet-carrier damaged": 1, "fighter aboard": 1}, [{"hit": 1}, MISS])
    assert left(s, "usa") == {}  # the fighter went down with its ship


@pytest.mark.sections("8.7/carrier", "9.4/aircraft")
@pytest.mark.parametrize(("owners", "saved"), [({"london": "usa"}, True), ({}, False)])
def test_aircraft_without_a_deck_find_a_place_next_door_or_are_lost_8_7(owners: dict[str, str], saved: bool) -> None:
    s = sea_fight(
        {"heavy-cruiser": 2},
        {"light-carrier": 1, "fighter aboard": 1, "destroyer": 1},
        [{"hit": 1}, MISS, {"hit": 1}, {"hit": 1}],
        owners=owners,
    )
    lose(s, "light-carrier")
    assert left(s, "germany") == {} and left(s, "usa") == {"destroyer": 1}
    assert left(s, "usa", "london") == ({"fighter": 1} if saved else {})


@pytest.mark.sections("9.4/carrier-aircraft")
def test_with_the_option_aircraft_break_off_when_their_carrier_sinks_9_4() -> None:
    s = sea_fight(
        {"heavy-cruiser": 2},
        {"light-carrier": 1, "fighter aboard": 1, "destroyer": 1},
        [{"hit": 1}, MISS, MISS, MISS],
        options=["carrier-aircraft-retreat"],
    )
    lose(s, "light-carrier")
    assert left(s, "usa") == {"destroyer": 1}
    assert told(s, "lost")[-1].count("finds no place") == 1


@pytest.mark.sections("9.4/carrier-aircraft")
def test_with_the_option_they_retreat_one_zone_where_they_can_9_4() -> None:
    s = sea_fight(
        {"heavy-cruiser": 2},
        {"light-carrier": 1, "fighter aboard": 1, "destroyer": 1},
        [{"hit": 1}, MISS, MISS, MISS],
        owners={"london": "usa"},
        options=["carrier-aircraft-retreat"],
    )
    lose(s, "light-carrier")
    assert left(s, "usa", "london") == {"fighter": 1}


# Scrambles


@pytest.mark.sections("8.6")
def test_scrambled_fighters_go_home_after_the_battle_8_6() -> None:
    def scramble(g: G) -> None:
        march(g, "london", SEA, {"fighter": 1}, task="scrambled")

    s = sea_fight(
        {"destroyer": 1}, {"destroyer": 1}, [MISS, MISS, {"hit": 1}],
        ready=scramble, units={"usa": {SEA: {"destroyer": 1}, "london": {"fighter": 1}}}, owners={"london": "usa"},
    )  # fmt: skip
    assert left(s, "usa", "london") == {"fighter": 1}
    assert build.unit(s.table, "london", "fighter").task == ""


# Retreats at sea


@pytest.mark.sections("9.4", "9.4/surface")
def test_ships_retreat_to_where_one_of_them_came_from_9_4() -> None:
    s = sea_fight({"light-cruiser": 2}, {"light-cruiser": 2}, [MISS, MISS])
    s.submit(Retreat())
    assert left(s, "germany", HOME) == {"light-cruiser": 2}
    assert all(u.retreated for u in s.state.units.values() if u.owner == "germany")
    assert s.state.battle is None


@pytest.mark.sections("9.4/surface")
def test_ships_that_came_from_nowhere_cannot_retreat_9_4() -> None:
    s = fight(
        "germany",
        (SEA, SEA, {"light-cruiser": 1, "submarine": 1}),
        wars=WAR,
        units={"germany": {SEA: {"light-cruiser": 1, "submarine": 1}}, "usa": {SEA: {"destroyer": 2}}},
        dice=[MISS, MISS, MISS],
    )
    assert Retreat() not in s.legal()
    assert s.why_not(Retreat())[0].section == "9.4/surface"


@pytest.mark.sections("9.4/surface", "9.4/submarines")
def test_a_retreat_may_go_to_several_zones_9_4() -> None:
    from tutor.games.global_war.actions.combat import RetreatSome

    s = fight(
        "germany",
        (HOME, SEA, {"light-cruiser": 1, "destroyer": 1}),
        ("bay-of-biscay", SEA, {"light-cruiser": 1}),
        wars=WAR,
        units={
            "germany": {HOME: {"light-cruiser": 1, "destroyer": 1}, "bay-of-biscay": {"light-cruiser": 1}},
            "usa": {SEA: {"destroyer": 2}},
        },
        dice=[MISS, MISS, MISS],
    )
    s.submit(Retreat())
    assert s.why_not(RetreatAll("western-approaches"))[0].section == "9.4/surface"
    assert s.why_not(RetreatSome(HOME, "light-cruiser", 3))[0].section == "9.4"
    s.submit(RetreatSome(HOME, "light-cruiser", 2))
    s.submit(RetreatAll("bay-of-biscay"))
    assert left(s, "germany", HOME) == {"light-cruiser": 2}
    assert left(s, "germany", "bay-of-biscay") == {"destroyer": 1}


@pytest.mark.sections("9.4", "8.7/carrier")
def test_aircraft_go_back_to_the_carriers_that_retreat_9_4() -> None:
    s = sea_fight({"fleet-carrier": 1, "fighter aboard": 2}, {"destroyer": 2}, [MISS, MISS, MISS])
    s.submit(Retreat())
    assert left(s, "germany", HOME) == {"fleet-carrier": 1, "fighter": 2}


@pytest.mark.sections("9.4/aircraft")
def test_patrols_break_off_and_stay_on_patrol_9_4() -> None:
    s = sea_fight({"tactical-bomber patrol": 1}, {"destroyer": 1}, [MISS, MISS])
    s.submit(Retreat())
    plane = build.unit(s.table, SEA, "tactical-bomber")
    assert (plane.task, plane.target) == ("patrol", "")
    assert s.state.battle is None


# Screens (9.7)


def screened(dice: list[Any], ready: Callable[[G], object] | None = None, **more: Any) -> Session:
    """A German cruiser screens; a battleship and a loaded transport wait behind it, on their way to the Western Approaches."""

    def go(g: G) -> None:
        march(g, HOME, SEA, {"light-cruiser": 1}, task="screen")
        march(g, HOME, SEA, {"battleship": 1, "naval-transport": 1}, task="behind", target="western-approaches")
        if ready is not None:
            ready(g)

    units = {
        "germany": {HOME: {"light-cruiser": 1, "battleship": 1, "naval-transport": 1, "infantry aboard": 1}},
        "usa": {SEA: {"destroyer": 1}, **more.pop("usa", {})},
    }
    return fight("germany", wars=WAR, units=units, options=["screening"], dice=dice, ready=go, **more)


@pytest.mark.sections("9.7", "8.10", "App-B.29")
def test_behind_a_screen_that_wins_the_force_goes_on_9_7() -> None:
    s = screened([{"hit": 1}, MISS])
    assert [n for n, _ in rolls(s)] == [1, 1]  # only the screen fought
    assert left(s, "germany", "western-approaches") == {"battleship": 1, "naval-transport": 1, "infantry": 1}
    ship = build.unit(s.table, "western-approaches", "battleship")
    assert ship.spent >= 2 and ship.entered == SEA and not ship.task


@pytest.mark.sections("9.7")
def test_the_force_fights_a_second_battle_where_it_arrives_9_7() -> None:
    s = screened([{"hit": 1}, MISS, {"hit": 1}, MISS], usa={"western-approaches": {"destroyer": 1}})
    assert left(s, "usa", "western-approaches") == {}
    assert [e.data["zone"] for e in s.log if e.kind == "battle"] == [SEA, "western-approaches"]


@pytest.mark.sections("9.7")
def test_behind_a_screen_that_is_lost_the_force_goes_back_9_7() -> None:
    s = screened([MISS, {"hit": 1}])
    assert left(s, "germany", HOME) == {"battleship": 1, "naval-transport": 1, "infantry": 1}
    assert build.unit(s.table, HOME, "battleship").retreated


@pytest.mark.sections("9.7")
def test_behind_a_screen_that_retreats_the_force_goes_back_9_7() -> None:
    s = screened([MISS, MISS])
    s.submit(Retreat())
    assert left(s, "germany", HOME) == {"battleship": 1, "naval-transport": 1, "infantry": 1, "light-cruiser": 1}
    assert left(s, "germany", SEA) == {}


@pytest.mark.sections("9.7")
def test_where_everybody_declines_the_force_goes_on_all_the_same_9_7() -> None:
    s = screened([], ready=lambda g: build.unit(g, SEA, "destroyer").__setattr__("declined", True))
    assert left(s, "germany", "western-approaches") == {"battleship": 1, "naval-transport": 1, "infantry": 1}
    assert rolls(s) == []


@pytest.mark.sections("9.7")
def test_a_force_that_has_lost_its_screen_on_the_way_falls_back_9_7() -> None:
    s = screened([], ready=lambda g: build.unit(g, SEA, "light-cruiser").__setattr__("declined", True))
    assert left(s, "germany", HOME) == {"battleship": 1, "naval-transport": 1, "infantry": 1}


# The Commonwealth


@pytest.mark.sections("0.9/attacker", "9.6")
def test_the_commonwealth_attacks_as_one_2_3() -> None:
    s = fight(
        "great-britain",
        (HOME, SEA, {"destroyer": 2}),
        wars=[("great-britain", "germany")],
        units={
            "great-britain": {HOME: {"destroyer": 1}},
            "anzac": {HOME: {"destroyer": 1}},
            "germany": {SEA: {"light-cruiser": 2}},
        },
        dice=[MISS, {"hit": 1}],
    )
    assert s.decision.who == "great-britain"
    assert {a.owner for a in s.legal()} == {"great-britain", "anzac"}


@pytest.mark.parametrize("seed", range(8))
def test_random_naval_battles_come_to_an_end(seed: int) -> None:
    import random

    rng = random.Random(seed)
    kinds = [
        "battleship",
        "light-cruiser",
        "destroyer",
        "submarine",
        "naval-transport",
        "advanced-submarine",
        "heavy-carrier",
    ]
    force = {kind: rng.randint(1, 2) for kind in rng.sample(kinds, 4)}
    foe = {kind: rng.randint(1, 2) for kind in rng.sample(kinds, 4)} | {"seaplane patrol": rng.randint(0, 1)}
    s = sea_fight(force, foe, [], then=seed, options=["capital-ship-damage"] if seed % 2 else [])
    for _ in range(400):
        if s.state.battle is None:
            break
        s.submit(rng.choice(s.legal()))
    assert s.state.battle is None
    assert losses(s) is not None
