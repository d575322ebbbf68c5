"""Rounds of land combat: first strike, air superiority, target selection, AA fire, double casualties (9.1-9.3, 9.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.combat import Fire, Lose, Retreat
from tutor.games.global_war.combat import how_far

from . import build
from .fights import battle, fight, fight_on, lose, losses, march, rolls, told

MISS = {"hit": 0}
FRONT = ("dolnoslaske", "lubelskie")


def attack(attackers: Any, defenders: Any, dice: list[Any], where: tuple[str, str] = FRONT, **more: Any) -> Session:
    start, zone = where
    options = more.pop("options", ())
    return fight(
        "germany",
        (start, zone, attackers),
        wars=[("germany", "ussr")],
        owners={start: "germany", zone: "ussr"},
        units={"germany": {start: attackers}, "ussr": {zone: defenders}},
        options=options,
        dice=dice,
        **more,
    )


def left(s: Session, owner: str, zone: str = "lubelskie") -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in s.state.units.values():
        if unit.owner == owner and unit.zone == zone:
            found[unit.type] = found.get(unit.type, 0) + 1
    return found


# The order of a round


@pytest.mark.sections("9.1", "9.5")
def test_casualties_of_the_attack_still_fire_9_1() -> None:
    s = attack({"medium-armor": 2}, {"infantry": 2}, [{"hit": 2}, {"hit": 1}])
    assert rolls(s) == [(2, 6), (2, 4)]
    assert left(s, "ussr") == {}
    assert left(s, "germany") == {"medium-armor": 1}
    assert s.state.owners["lubelskie"] == "germany"


@pytest.mark.sections("9.3/first-strike", "9.1")
def test_victims_of_first_strike_do_not_fire_back_9_3() -> None:
    s = attack({"artillery": 1, "infantry": 1}, {"infantry": 1}, [[3]])
    assert left(s, "ussr") == {}
    assert [e.by for e in s.log if e.kind == "rolled"] == ["germany"]


@pytest.mark.sections("9.3/first-strike")
def test_first_strikers_of_both_sides_fire_together_9_3() -> None:
    """The defending gun is hit by the attacking one, and fires all the same."""
    s = attack({"artillery": 1, "infantry": 1}, {"artillery": 1}, [[1], [1]])
    lose(s, "infantry")
    assert left(s, "ussr") == {}
    assert left(s, "germany") == {"artillery": 1}


@pytest.mark.sections("9.3/first-strike")
def test_first_strike_is_for_round_one_9_3() -> None:
    s = attack({"artillery": 1}, {"infantry": 1}, [MISS, MISS, [1], MISS])
    fight_on(s)
    sections = [e.section for e in s.log if e.kind == "rolled" and e.by == "germany"]
    assert sections == ["9.3/first-strike", "9.5"]
    assert rolls(s)[-1] == (1, 4)  # the infantry hit in round 2 was set aside and fired


@pytest.mark.sections("9.3/first-strike")
def test_with_the_other_reading_artillery_strikes_first_in_every_round_9_3() -> None:
    s = attack({"artillery": 1}, {"infantry": 1}, [MISS, MISS, [1]], options=["reading-first-strike"])
    fight_on(s)
    assert [e.by for e in s.log if e.kind == "rolled"] == ["germany", "ussr", "germany"]


@pytest.mark.sections("9.3/first-strike")
def test_a_first_striker_fires_once_a_round_9_3() -> None:
    s = attack({"artillery": 1, "infantry": 1}, {"infantry": 3}, [MISS] * 3)
    assert [n for n, _ in rolls(s)] == [1, 1, 3]


@pytest.mark.sections("9.1")
def test_nobody_is_asked_where_there_is_nothing_to_choose_9_1() -> None:
    s = attack({"infantry": 3}, {"infantry": 3}, [{"hit": 1}, {"hit": 1}])
    assert s.legal() != [] and not any(isinstance(a, (Lose, Fire)) for a in s.legal())
    assert left(s, "germany") == left(s, "ussr") == {"infantry": 2}


@pytest.mark.sections("9.1")
def test_the_owner_chooses_his_casualties_by_kind_9_1() -> None:
    s = attack({"infantry": 2, "medium-armor": 1}, {"infantry": 2}, [MISS, MISS, {"hit": 1}])
    assert s.decision.who == "germany"
    assert s.legal() == [Lose("infantry"), Lose("medium-armor")]
    lose(s, "medium-armor")
    assert left(s, "germany") == {"infantry": 2}


@pytest.mark.sections("9.1")
def test_a_unit_that_is_not_there_cannot_be_lost_9_1() -> None:
    s = attack({"infantry": 2, "medium-armor": 1}, {"infantry": 2}, [MISS, MISS, {"hit": 1}])
    for wrong in (Lose("cavalry"), Lose("infantry", damaged=True), Lose("infantry", owner="italy")):
        assert s.why_not(wrong)[0].section == "9.1"
    assert "Choose from" in s.why_not(Lose("cavalry"))[0].remedy
    assert s.why_not(Lose("elephant"))[0].section == "12.2"
    assert s.why_not({"action": "lose", "type": 7})


@pytest.mark.sections("9.1")
def test_hits_beyond_what_is_left_are_no_question_9_1() -> None:
    s = attack({"medium-armor": 4}, {"infantry": 1, "medium-armor": 1}, [{"hit": 4}, MISS, MISS])
    assert left(s, "ussr") == {}


# The order of fire


@pytest.mark.sections("9.1")
def test_the_attacker_orders_his_fire_where_it_matters_9_1() -> None:
    s = attack(
        {"tactical-bomber": 1, "infantry": 1},
        {"infantry": 2, "medium-armor": 1},
        [{"hit": 1}, {"select": 0, "hit": 0}, MISS, MISS],
    )
    assert s.decision.who == "germany"
    assert s.legal() == [Fire("tactical-bomber"), Fire("infantry")]
    assert s.why_not(Fire("cavalry"))[0].section == "9.1"
    s.submit(Fire("infantry"))
    assert s.decision.who == "ussr"


@pytest.mark.sections("9.1")
def test_the_order_is_not_asked_where_all_fire_is_alike_9_1() -> None:
    s = attack({"infantry": 1, "medium-armor": 1}, {"infantry": 2, "medium-armor": 1}, [MISS] * 4)
    assert isinstance(s.legal()[1], Retreat)


# Air superiority


@pytest.mark.sections("9.3/air-superiority", "12.2/fighter")
def test_hits_of_fighters_fall_on_aircraft_in_round_one_only_9_3() -> None:
    s = attack(
        {"fighter": 2, "infantry": 1},
        {"fighter": 2, "infantry": 1},
        [[1, 12], MISS, MISS, MISS, [1, 12], MISS, [12], MISS],
    )
    s.submit(Fire("fighter"))
    assert losses(s) == {} and left(s, "ussr")["fighter"] == 2  # set aside, not yet gone
    while not isinstance(s.legal()[0], (Lose,)) and Retreat() not in s.legal():
        s.submit(s.legal()[0])
    assert left(s, "ussr") == {"fighter": 1, "infantry": 1}
    fight_on(s)
    assert s.decision.who == "ussr"  # round 2: the owner has the choice
    assert not s.why_not(Lose("infantry"))


@pytest.mark.sections("9.3/air-superiority")
def test_defending_fighters_have_air_superiority_too_9_3() -> None:
    s = attack({"fighter": 1, "infantry": 2}, {"fighter": 1}, [MISS, MISS, {"hit": 1}])
    assert left(s, "germany") == {"infantry": 2}


@pytest.mark.sections("9.3/air-superiority")
def test_without_enemy_aircraft_hits_of_fighters_are_ordinary_9_3() -> None:
    s = attack({"fighter": 1, "infantry": 1}, {"infantry": 1, "medium-armor": 1}, [{"hit": 1}])
    assert s.decision.who == "ussr"
    assert {a.type for a in s.legal()} == {"infantry", "medium-armor"}


# Target selection


@pytest.mark.sections("9.3/target-selection", "12.2/tank-destroyer")
def test_a_tank_destroyer_picks_vehicles_12_2() -> None:
    s = attack({"tank-destroyer": 1}, {"infantry": 1, "medium-armor": 1, "cavalry": 1}, [{"select": 1}])
    assert s.decision.who == "germany"
    assert {a.type for a in s.legal()} == {"medium-armor", "cavalry"}
    assert s.why_not(Lose("infantry"))[0].section == "9.3/target-selection"


@pytest.mark.sections("9.3/target-selection")
def test_a_selection_without_its_class_is_an_ordinary_hit_9_3() -> None:
    s = attack({"tank-destroyer": 1}, {"infantry": 1, "artillery": 1}, [MISS, {"select": 1}])
    assert s.decision.who == "ussr"
    assert {a.type for a in s.legal()} == {"infantry", "artillery"}


@pytest.mark.sections("9.3/target-selection", "12.2/tactical-bomber")
def test_a_tactical_bomber_picks_land_units_not_aircraft_12_2() -> None:
    s = attack({"tactical-bomber": 1}, {"infantry": 1, "medium-armor": 1, "fighter": 1}, [{"select": 1}])
    assert {a.type for a in s.legal()} == {"infantry", "medium-armor"}


@pytest.mark.sections("9.3/target-selection", "7.8/heavy-armor")
def test_heavy_armor_selects_on_one_7_8() -> None:
    s = attack({"heavy-armor": 1}, {"medium-armor": 1}, [[2], MISS, MISS])
    rolled = next(e for e in s.log if e.kind == "rolled")
    assert rolled.data["groups"] == {"select": [1], "hit": [2, 3, 4, 5, 6, 7, 8]}


@pytest.mark.sections("9.3/target-selection", "12.2/tank-destroyer")
def test_defenders_select_targets_too_9_5() -> None:
    s = attack(
        {"infantry": 1, "medium-armor": 1, "light-armor": 1}, {"tank-destroyer": 1}, [MISS] * 3 + [{"select": 1}]
    )
    assert s.decision.who == "ussr"
    assert {a.type for a in s.legal()} == {"medium-armor", "light-armor"}


@pytest.mark.sections("9.3/target-selection", "1.8")
def test_selection_is_not_wider_than_the_value_0_3() -> None:
    s = attack(
        {"tank-destroyer": 1}, {"medium-armor": 1}, [[12], MISS], where=("hungary", "romania"), options=["mountains"]
    )
    assert next(e for e in s.log if e.kind == "rolled").data["groups"] == {"select": [1, 2], "hit": []}


@pytest.mark.sections("1.16", "9.3/target-selection")
def test_infantry_in_a_city_picks_vehicles_on_a_one_1_16() -> None:
    s = attack({"infantry": 1, "medium-armor": 1}, {"infantry": 1}, [MISS, MISS, [1]], where=("west-poland", "warsaw"))
    assert left(s, "germany", "warsaw") == {"infantry": 1}


# AA Artillery


@pytest.mark.sections("12.2/aa-artillery")
@pytest.mark.parametrize(("guns", "aircraft", "dice"), [(1, 1, 1), (1, 5, 3), (2, 2, 4), (2, 4, 6)])
def test_aa_rolls_a_die_for_each_aircraft_up_to_three_12_2(guns: int, aircraft: int, dice: int) -> None:
    s = attack({"fighter": aircraft}, {"aa-artillery": guns}, [{"hit": 0}, {"hit": 0}])
    assert rolls(s)[-1] == (dice, 3)


@pytest.mark.sections("12.2/aa-artillery")
def test_aa_fires_in_round_one_only_and_at_aircraft_alone_12_2() -> None:
    s = attack({"fighter": 1, "infantry": 1}, {"aa-artillery": 1, "infantry": 2}, [MISS, MISS, [1], MISS, MISS, MISS])
    s.submit(next(a for a in s.legal() if isinstance(a, Fire)))  # the defender orders his fire: AA is limited
    while Retreat() not in s.legal():
        s.submit(s.legal()[0])
    assert left(s, "germany") == {"infantry": 1}
    before = len(s.log)
    fight_on(s)
    assert not any("Anti-Aircraft" in e.text for e in s.log[before:])


@pytest.mark.sections("12.2/aa-artillery")
def test_aircraft_hit_by_attacking_aa_fire_before_they_go_12_2() -> None:
    s = attack({"aa-artillery": 1, "infantry": 1}, {"fighter": 1}, [[1], MISS, [1]])
    assert [e.by for e in s.log if e.kind == "rolled"] == ["germany", "ussr"]


@pytest.mark.sections("12.2/aa-artillery")
def test_aa_alone_against_troops_has_no_shot_and_falls_12_2() -> None:
    s = attack({"infantry": 1}, {"aa-artillery": 1}, [[1]])
    assert left(s, "ussr") == {}
    assert [e.by for e in s.log if e.kind == "rolled"] == ["germany"]


# Fortifications


@pytest.mark.sections("12.7", "9.3/first-strike")
def test_a_fortification_strikes_first_twice_at_five_12_7() -> None:
    fort = {"lubelskie": ["fortification dolnoslaske"]}
    s = attack({"infantry": 3}, {"infantry": 1}, [[5, 6], MISS, MISS], facilities=fort)
    assert rolls(s)[0] == (2, 5)
    assert rolls(s)[1] == (2, 2)  # one attacker fell before he could fire
    fight_on_misses(s)


def fight_on_misses(s: Session) -> None:
    s.suppose(MISS, MISS)
    fight_on(s)
    assert all("Fortification" not in e.text for e in s.log[-4:])


@pytest.mark.sections("12.7")
def test_shots_of_a_fortification_fall_on_those_who_cross_its_border_12_7() -> None:
    s = fight(
        "germany",
        ("dolnoslaske", "lubelskie", {"infantry": 1}),
        ("east-poland", "lubelskie", {"medium-armor": 2}),
        wars=[("germany", "ussr")],
        owners={"dolnoslaske": "germany", "east-poland": "germany", "lubelskie": "ussr"},
        units={
            "germany": {"dolnoslaske": {"infantry": 1}, "east-poland": {"medium-armor": 2}},
            "ussr": {"lubelskie": {"infantry": 1}},
        },
        facilities={"lubelskie": ["fortification dolnoslaske"]},
        options=(),
        dice=[[1, 1], MISS, MISS],
    )
    assert left(s, "germany") == {"medium-armor": 2}


@pytest.mark.sections("12.7", "9.19")
def test_a_fortification_without_a_garrison_still_fires_12_7() -> None:
    fort = {"lubelskie": ["fortification dolnoslaske"]}
    s = attack({"infantry": 2}, {}, [[1, 12]], facilities=fort)
    assert left(s, "germany") == {"infantry": 1}
    assert s.state.owners["lubelskie"] == "germany"
    s = attack({"infantry": 2}, {}, [[1, 1]], facilities=fort)
    assert s.state.owners["lubelskie"] == "ussr"


@pytest.mark.sections("1.23", "9.2", "App-B.14")
def test_the_maginot_line_fires_at_six_and_doubles_casualties_in_round_one_1_23() -> None:
    s = attack({"infantry": 6}, {"infantry": 1}, [[6, 12], MISS, [7], MISS, [1]], where=("bavaria", "alsace-lorraine"))
    assert rolls(s)[:3] == [(2, 6), (4, 2), (1, 7)]  # two fell to one shot, and two to the infantry
    assert left(s, "germany", "alsace-lorraine") == {"infantry": 2}
    fight_on(s)
    assert left(s, "germany", "alsace-lorraine") == {"infantry": 1}


@pytest.mark.sections("9.2", "9.3/target-selection")
def test_target_selection_picks_one_of_two_in_a_double_casualty_9_3() -> None:
    s = attack(
        {"infantry": 2, "medium-armor": 1, "light-armor": 1},
        {"tank-destroyer": 1},
        [[12, 12], MISS, MISS, MISS, {"select": 1}],
        where=("bavaria", "alsace-lorraine"),
    )
    assert s.decision.who == "ussr"
    lose(s, "medium-armor")
    assert (s.decision.who, s.decision.section) == ("germany", "9.2")
    lose(s, "infantry")
    assert left(s, "germany", "alsace-lorraine") == {"infantry": 1, "light-armor": 1}


@pytest.mark.sections("9.2")
def test_aircraft_do_not_fall_under_double_casualties_9_2() -> None:
    s = attack(
        {"fighter": 2, "infantry": 2},
        {"infantry": 1},
        [[12, 12], MISS, MISS, [1]],
        where=("bavaria", "alsace-lorraine"),
    )
    lose(s, "fighter")
    assert left(s, "germany", "alsace-lorraine") == {"fighter": 1, "infantry": 2}
    s.undo()
    lose(s, "infantry")
    assert left(s, "germany", "alsace-lorraine") == {"fighter": 2}


@pytest.mark.sections("9.2")
def test_the_second_unit_of_a_double_casualty_is_a_land_unit_9_2() -> None:
    s = attack(
        {"fighter": 1, "infantry": 1, "cavalry": 2},
        {"infantry": 1},
        [[12, 12], MISS, MISS, MISS, [1]],
        where=("bavaria", "alsace-lorraine"),
    )
    lose(s, "infantry")
    assert left(s, "germany", "alsace-lorraine") == {"fighter": 1, "cavalry": 1}


# Deserts


@pytest.mark.sections("1.9", "9.4/land")
def test_a_vehicle_that_rolls_twelve_in_the_desert_goes_back_1_9() -> None:
    s = attack(
        {"medium-armor": 2, "infantry": 1}, {"infantry": 3}, [[12, 11], [12], [12, 12, 12]],
        where=("western-egypt", "libya"), options=["deserts"],
    )  # fmt: skip
    assert left(s, "germany", "libya") == {"medium-armor": 1, "infantry": 1}
    assert left(s, "germany", "western-egypt") == {"medium-armor": 1}
    assert next(u for u in s.state.units.values() if u.zone == "western-egypt").retreated


@pytest.mark.sections("1.9")
def test_a_vehicle_that_is_hit_does_not_come_back_from_the_desert_1_9() -> None:
    s = attack(
        {"medium-armor": 1}, {"infantry": 3}, [[12], [1, 12, 12]], where=("western-egypt", "libya"), options=["deserts"]
    )
    assert left(s, "germany", "libya") == left(s, "germany", "western-egypt") == {}
    assert s.state.owners["libya"] == "ussr"


@pytest.mark.sections("1.9")
def test_defenders_and_infantry_do_not_break_down_1_9() -> None:
    s = attack(
        {"infantry": 1}, {"medium-armor": 1}, [[12], [12]], where=("western-egypt", "libya"), options=["deserts"]
    )
    assert left(s, "germany", "libya") == {"infantry": 1}
    assert left(s, "ussr", "libya") == {"medium-armor": 1}


# Airborne (9.15)


def jump(dice: list[Any], defenders: Any, plane: str = "air-transport") -> Session:
    def ready(g: Any) -> None:
        trooper = build.unit(g, "berlin", "airborne")
        trooper.aboard = build.unit(g, "berlin", plane).id
        march(g, "berlin", "lubelskie", {plane: 1}, task="drop")
        trooper.task, trooper.committed = "drop", True

    return fight(
        "germany",
        wars=[("germany", "ussr")],
        owners={"lubelskie": "ussr"},
        units={"germany": {"berlin": {"airborne": 1, plane: 1}}, "ussr": {"lubelskie": defenders}},
        options=(),
        dice=dice,
        ready=ready,
    )


@pytest.mark.sections("9.15", "12.2/airborne")
@pytest.mark.parametrize("plane", ["air-transport", "strategic-bomber"])
def test_airborne_infantry_takes_a_zone_9_15(plane: str) -> None:
    s = jump([[3], MISS], {"militia": 1}, plane)
    assert rolls(s)[0] == (1, 3)
    assert s.state.owners["lubelskie"] == "germany"
    assert left(s, "germany") == {"airborne": 1, plane: 1}
    assert build.unit(s.table, "lubelskie", "airborne").aboard == 0


@pytest.mark.sections("9.15")
def test_an_aircraft_lost_in_round_one_takes_the_troops_with_it_9_15() -> None:
    s = jump([MISS, [1]], {"infantry": 1})
    lose(s, "air-transport")
    assert left(s, "germany") == {}


@pytest.mark.sections("9.15")
def test_after_round_one_the_troops_are_on_the_ground_9_15() -> None:
    s = jump([MISS, MISS, MISS, [1], [1], MISS], {"infantry": 1})
    lose(s, "air-transport")
    assert left(s, "germany") == {"airborne": 1}
    assert s.state.owners["lubelskie"] == "germany"  # with no way back they fought a third round, and won


@pytest.mark.sections("9.15", "9.4")
def test_troops_that_jumped_cannot_retreat_nor_do_their_aircraft_leave_them_9_15() -> None:
    s = jump([MISS, MISS, MISS, [1]], {"infantry": 1})
    assert battle(s).round == 2, "nobody was asked after the first round"
    lose(s, "airborne")
    s.submit(Retreat())  # the transport is alone now
    assert left(s, "germany") == {"air-transport": 1}


@pytest.mark.sections("9.15", "1.7/border-terrain", "12.7")
def test_those_who_jump_cross_no_river_and_no_fortification_9_15() -> None:
    def ready(g: Any) -> None:
        trooper = build.unit(g, "warsaw", "airborne")
        trooper.aboard = build.unit(g, "warsaw", "air-transport").id
        trooper.task, trooper.committed, trooper.entered = "drop", True, "warsaw"
        march(g, "warsaw", "lubelskie", {"air-transport": 1}, task="drop")

    s = fight(
        "germany",
        wars=[("germany", "ussr")],
        owners={"warsaw": "germany", "lubelskie": "ussr"},
        units={"germany": {"warsaw": {"airborne": 1, "air-transport": 1}}, "ussr": {"lubelskie": {"infantry": 1}}},
        facilities={"lubelskie": ["fortification warsaw"]},
        dice=[{"hit": 1}, MISS],
        ready=ready,
    )
    assert rolls(s) == [(1, 3), (1, 4)]


# Others


@pytest.mark.sections("7.8/strategic-rockets")
def test_rockets_alone_with_enemy_troops_are_lost_7_8() -> None:
    s = attack({"infantry": 1}, {"strategic-rocket": 2, "infantry": 1}, [[1], MISS])
    assert s.decision.who == "ussr"
    lose(s, "infantry")
    assert left(s, "ussr") == {}
    assert s.state.owners["lubelskie"] == "germany"


@pytest.mark.sections("12.2/air-transport")
def test_air_transports_on_the_ground_are_lost_last_12_2() -> None:
    s = attack({"medium-armor": 1}, {"air-transport": 1, "infantry": 1, "cavalry": 1}, [[1]])
    assert s.why_not(Lose("air-transport"))[0].section == "12.2/air-transport"
    assert {a.type for a in s.legal()} == {"infantry", "cavalry"}


@pytest.mark.sections("12.2/strategic-bomber")
def test_strategic_bombers_defend_at_two_and_do_not_attack_12_2() -> None:
    s = attack({"strategic-bomber": 1, "infantry": 1}, {"strategic-bomber": 1}, [MISS, MISS])
    assert rolls(s) == [(1, 2), (1, 2)]


@pytest.mark.sections("9.4")
def test_forces_that_cannot_harm_each_other_part_9_5() -> None:
    s = attack({"aa-artillery": 1}, {"aa-artillery": 1}, [])
    assert left(s, "germany", "dolnoslaske") == {"aa-artillery": 1}
    assert s.state.owners["lubelskie"] == "ussr"
    assert told(s, "deadlock")


@pytest.mark.sections("9.19")
def test_aircraft_alone_do_not_take_a_zone_9_19() -> None:
    s = attack({"fighter": 1}, {"militia": 1}, [[1], MISS])
    assert s.state.owners["lubelskie"] == "ussr"
    assert told(s, "not captured")


@pytest.mark.sections("0.5/joint-defense")
def test_nations_defend_together_and_the_larger_force_chooses_0_5() -> None:
    s = fight(
        "germany",
        ("dolnoslaske", "lubelskie", {"medium-armor": 2}),
        wars=[("germany", "france"), ("germany", "great-britain")],
        owners={"dolnoslaske": "germany", "lubelskie": "france"},
        units={
            "germany": {"dolnoslaske": {"medium-armor": 2}},
            "france": {"lubelskie": {"infantry": 1}},
            "great-britain": {"lubelskie": {"infantry": 2}},
        },
        options=(),
        dice=[{"hit": 1}],
    )
    assert s.decision.who == "great-britain"
    assert s.legal() == [Lose("infantry", owner="france"), Lose("infantry", owner="great-britain")]
    s.suppose(MISS)
    s.submit(Lose("infantry", owner="france"))
    assert left(s, "great-britain") == {"infantry": 2}


@pytest.mark.sections("0.9/control", "0.5/attacker-own")
def test_a_controlled_minor_defends_under_its_controller_0_9() -> None:
    s = fight(
        "germany",
        ("dolnoslaske", "lubelskie", {"medium-armor": 2}),
        wars=[("germany", "poland")],
        minors={"poland": {"controller": "great-britain"}},
        owners={"dolnoslaske": "germany"},
        units={"germany": {"dolnoslaske": {"medium-armor": 2}}, "poland": {"lubelskie": {"infantry": 2, "cavalry": 1}}},
        options=(),
        dice=[{"hit": 1}],
    )
    assert s.decision.who == "great-britain"


@pytest.mark.sections("9.1")
def test_a_minor_that_nobody_controls_loses_its_cheapest_units_9_1() -> None:
    s = fight(
        "germany",
        ("dolnoslaske", "lubelskie", {"medium-armor": 2}),
        wars=[("germany", "poland")],
        owners={"dolnoslaske": "germany"},
        units={
            "germany": {"dolnoslaske": {"medium-armor": 2}},
            "poland": {"lubelskie": {"artillery": 1, "militia": 1}},
        },
        options=(),
        dice=[MISS, {"hit": 1}, MISS],
    )
    assert left(s, "poland") == {"artillery": 1}


# Playing


def test_how_far_only_grows_9_5() -> None:
    """Whoever follows every outcome can rely on it to bring equal positions together."""
    s = attack({"infantry": 3, "artillery": 1, "fighter": 1}, {"infantry": 4, "artillery": 1}, [], then=5)
    last = how_far(s.table)
    while s.state.battle is not None:
        s.submit(s.legal()[0])
        now = how_far(s.table)
        assert now >= last
        last = now


def test_equal_positions_become_equal_9_1() -> None:
    """Whichever of the alike units fell first, the same ones are left."""
    import msgspec

    def played(first: list[Any], second: list[Any]) -> bytes:
        s = attack({"infantry": 4}, {"infantry": 4}, [*first, *second])
        fight_on(s)
        return msgspec.msgpack.encode(s.state)

    a = played([{"hit": 1}, {"hit": 2}], [{"hit": 1}, {"hit": 0}])
    b = played([{"hit": 2}, {"hit": 0}], [{"hit": 0}, {"hit": 2}])
    assert a == b


@pytest.mark.parametrize("seed", range(6))
def test_random_battles_come_to_an_end_and_undo_restores_them(seed: int) -> None:
    import random

    import msgspec

    rng = random.Random(seed)
    kinds = [
        "infantry",
        "artillery",
        "medium-armor",
        "tank-destroyer",
        "aa-artillery",
        "fighter",
        "tactical-bomber",
        "marine",
    ]
    force = {kind: rng.randint(1, 2) for kind in rng.sample(kinds, 4)}
    foe = {kind: rng.randint(1, 2) for kind in rng.sample(kinds, 4)}
    s = attack(force, foe, [], then=seed, options=build.ALL_TERRAIN)
    before = msgspec.msgpack.encode(s.state)
    steps = 0
    while s.state.battle is not None:
        s.submit(rng.choice(s.legal()))
        steps += 1
        assert steps < 400
    for _ in range(steps):
        s.undo()
    assert msgspec.msgpack.encode(s.state) == before


@pytest.mark.sections("1.16/surrounded")
def test_a_battle_for_a_surrounded_city_can_be_undone_and_forked_1_16() -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "combat-movement"),
        options=(),
        slot="ussr",
        wars=[("germany", "ussr")],
        owners={"stalingrad": "germany"},
        units={"ussr": {"volga-urals": {"infantry": 2}}, "germany": {"stalingrad": {"infantry": 2, "artillery": 1}}},
    )
    s.pause_at_dice()
    for action in (
        {"action": "pick", "zone": "volga-urals", "type": "infantry", "count": 2},
        {"action": "move", "path": ["stalingrad"]},
        {"action": "done"},
        {"action": "done"},
    ):
        s.submit(action)
    assert s.paused
    assert s.fork().state == s.state
    s.undo()
    assert not s.paused
