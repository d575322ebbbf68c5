"""Sections 9.19, 9.20, 9.23, 12.4, 12.7, 1.22, 7.3 and 15.8: what changes hands with a captured zone."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.games.global_war import capture as capturing
from tutor.games.global_war.actions.politics import RelocateCapital
from tutor.games.global_war.capture import capture
from tutor.games.global_war.output import output, working_type
from tutor.games.global_war.relations import align
from tutor.games.global_war.state import G
from tutor.games.global_war.terms import owner
from tutor.games.global_war.war_and_peace import income

from . import build
from .acting import do, reason, refused, told
from .fighting import facility

BRITAIN = "great-britain"
AXIS_WAR = [("germany", BRITAIN), ("germany", "france"), ("germany", "ussr"), ("italy", BRITAIN), ("italy", "ussr")]


def table(**fields: Any) -> G:
    fields.setdefault("wars", AXIS_WAR)
    return build.table(**{"slot": "germany", "options": (), **fields})


# Possession and income


@pytest.mark.sections("9.19")
def test_a_captured_zone_moves_roundel_and_income_9_19() -> None:
    g = table()
    before = income(g, "germany"), income(g, "france")
    value = next(row["ipp"] for row in g.charts["zones"] if row["zone"] == "alsace-lorraine")
    capture(g, "alsace-lorraine", "germany")
    assert owner(g, "alsace-lorraine") == "germany" and value > 0
    assert (income(g, "germany"), income(g, "france")) == (before[0] + value, before[1] - value)
    assert g.state.conquered == {"alsace-lorraine": "france"}


@pytest.mark.sections("9.19")
def test_peacetime_incomes_follow_a_captured_zone_9_19() -> None:
    nations = {"italy": {"peacetime": 10}, "germany": {"peacetime": 20}}
    g = table(wars=[("italy", "greece")], nations=nations, slot="italy")
    value = next(row["ipp"] for row in g.charts["zones"] if row["zone"] == "thessaly")
    capture(g, "thessaly", "italy")
    assert g.state.nations["italy"].peacetime == 10 + value
    assert g.state.nations["germany"].peacetime == 20


@pytest.mark.sections("9.19")
def test_capturing_what_one_holds_changes_nothing_9_19() -> None:
    g = table()
    logged = len(g.log)
    capture(g, "berlin", "germany")
    assert g.state.conquered == {} and len(g.log) == logged


@pytest.mark.sections("9.19")
def test_the_owner_before_this_turn_is_remembered_though_a_zone_falls_twice_9_19() -> None:
    g = table(wars=[*AXIS_WAR, ("ussr", "poland")])
    capture(g, "warsaw", "germany")
    capture(g, "warsaw", "ussr")
    assert g.state.conquered == {"warsaw": "poland"}


# Recapture


@pytest.mark.sections("9.20", "4.5/permissions")
def test_a_zone_of_a_partner_is_returned_to_him_at_once_9_20() -> None:
    g = table(owners={"libya": BRITAIN})
    capture(g, "libya", "germany")
    assert owner(g, "libya") == "italy" and g.state.conquered == {"libya": BRITAIN}
    assert any("returns it" in text for text in told(g, "returned"))


@pytest.mark.sections("9.20")
def test_a_zone_of_another_alliance_is_kept_9_20() -> None:
    g = table(owners={"belorussia": "germany"}, slot=BRITAIN)
    capture(g, "belorussia", BRITAIN)
    assert owner(g, "belorussia") == BRITAIN


@pytest.mark.sections("9.20")
def test_commonwealth_zones_go_to_the_nation_whose_roundel_they_bear_9_20() -> None:
    g = table(wars=[("japan", BRITAIN)], owners={"new-zealand": "japan", "burma": "japan"}, slot=BRITAIN)
    capture(g, "new-zealand", BRITAIN)
    capture(g, "burma", "anzac")
    assert (owner(g, "new-zealand"), owner(g, "burma")) == ("anzac", "fec")


@pytest.mark.sections("9.20")
def test_a_zone_of_an_aligned_minor_belongs_to_its_master_9_20() -> None:
    g = table(wars=AXIS_WAR)
    align(g, "hungary", "germany", "4.8")
    g.state.owners["hungary"] = "ussr"
    capture(g, "hungary", "italy")
    assert owner(g, "hungary") == "germany"
    assert capturing.rightful_owner(g, "romania") == ""  # a Minor of its own belongs to no player


@pytest.mark.sections("9.20")
def test_french_zones_go_to_free_france_once_france_has_fallen_9_20() -> None:
    nations = {"france": {"surrendered": True}, "free-france": {"in_play": True}}
    g = table(nations=nations, owners={"syria": "italy", "paris": "germany"}, slot=BRITAIN)
    capture(g, "syria", BRITAIN)
    assert owner(g, "syria") == "free-france"


@pytest.mark.sections("9.20", "9.22")
def test_a_surrendered_partner_gets_only_what_reverses_his_surrender_9_22() -> None:
    held = {"berlin": "ussr", "western-germany": BRITAIN, "bavaria": "ussr"}
    g = table(nations={"germany": {"surrendered": True}}, owners=held, slot="italy")
    capture(g, "bavaria", "italy")
    assert owner(g, "bavaria") == "italy" and g.state.nations["germany"].surrendered
    capture(g, "berlin", "italy")
    assert owner(g, "berlin") == "germany" and not g.state.nations["germany"].surrendered


# What stands there


@pytest.mark.sections("12.7", "12.9")
def test_fortifications_and_coastal_artillery_are_removed_12_7() -> None:
    works = {"alsace-lorraine": ["fortification bavaria", "air-base"], "picardy": ["coastal-artillery english-channel"]}
    g = table(facilities=works, printed_facilities=False)
    capture(g, "alsace-lorraine", "germany")
    capture(g, "picardy", "germany")
    assert [f.type for f in g.state.facilities.values()] == ["air-base"]


@pytest.mark.sections("1.22")
def test_a_printed_line_is_destroyed_when_its_zone_first_falls_1_22() -> None:
    g = table()
    capture(g, "alsace-lorraine", "germany")
    assert g.state.lines_gone == ["alsace-lorraine"]
    capture(g, "alsace-lorraine", BRITAIN)
    assert owner(g, "alsace-lorraine") == "france" and g.state.lines_gone == ["alsace-lorraine"]
    capture(g, "sicily", BRITAIN)  # no line protects it
    assert g.state.lines_gone == ["alsace-lorraine"]


@pytest.mark.sections("12.4", "12.3")
def test_a_captured_factory_rests_a_turn_and_works_as_a_minor_one_until_freed_12_4() -> None:
    g = table(facilities={"alsace-lorraine": ["major-factory"]}, printed_facilities=False)
    works = facility(g, "alsace-lorraine", "major-factory")
    capture(g, "alsace-lorraine", "germany")
    assert output(g, "germany", works) == 0
    g.state.national_turn += 1
    assert working_type(g, works).id == "minor-factory" and output(g, "germany", works) == 1
    capture(g, "alsace-lorraine", BRITAIN)
    g.state.national_turn += 1
    assert owner(g, "alsace-lorraine") == "france"
    assert working_type(g, works).id == "major-factory" and output(g, "france", works) == 5


@pytest.mark.sections("12.4")
def test_a_minor_factory_and_damage_pass_over_as_they_are_12_4() -> None:
    g = table(
        facilities={"picardy": ["minor-factory", "major-port"]},
        damage={"picardy": {"major-port": 2}},
        printed_facilities=False,
    )
    capture(g, "picardy", "germany")
    assert facility(g, "picardy", "major-port").damage == 2
    assert working_type(g, facility(g, "picardy", "minor-factory")).id == "minor-factory"


# Production


@pytest.mark.sections("7.3/facilities")
def test_facilities_under_construction_are_the_captors_to_complete_7_3() -> None:
    builds = [
        {"what": "air-base", "paid": 1, "zone": "picardy"},
        {"what": "air-base", "paid": 1, "zone": "paris"},
        {"what": "fleet-carrier", "paid": 1},
    ]
    g = table(production={"france": builds})
    capture(g, "picardy", "germany")
    assert [(i.what, i.owner) for i in g.state.production] == [
        ("air-base", "germany"),
        ("air-base", "france"),
        ("fleet-carrier", "france"),
    ]


@pytest.mark.sections("15.8")
def test_with_the_option_capital_ships_are_captured_with_their_yard_15_8() -> None:
    builds = [
        {"what": "battleship", "paid": 2, "zone": "western-france"},
        {"what": "destroyer", "paid": 0, "zone": "western-france"},
        {"what": "battleship", "paid": 1, "zone": "southern-france"},
    ]
    for options, owners in (((), ["france"] * 3), (("ships-under-construction",), ["germany", "france", "france"])):
        g = table(production={"france": builds}, options=options)
        capture(g, "western-france", "germany")
        assert [item.owner for item in g.state.production] == owners
    assert g.state.production[0].paid == 2 and g.state.production[0].captured


# Capitals


@pytest.mark.sections("9.23")
def test_a_lost_capital_costs_all_cash_9_23() -> None:
    g = table(nations={"ussr": {"cash": 17}, "germany": {"cash": 3}})
    capture(g, "moscow", "germany")
    assert g.state.nations["ussr"].cash == 0 and g.state.nations["germany"].cash == 3
    assert not g.state.nations["ussr"].surrendered


@pytest.mark.sections("9.23", "14.4.1")
def test_french_cash_goes_to_the_conqueror_9_23() -> None:
    g = table(nations={"france": {"cash": 12}, "germany": {"cash": 3}})
    capture(g, "paris", "germany")
    assert g.state.nations["france"].cash == 0 and g.state.nations["germany"].cash == 15


@pytest.mark.sections("9.23")
def test_another_zone_of_the_nation_costs_no_cash_9_23() -> None:
    g = table(nations={"ussr": {"cash": 17}})
    capture(g, "leningrad", "germany")
    assert g.state.nations["ussr"].cash == 17


@pytest.mark.sections("9.23")
def test_a_capital_that_a_partner_frees_costs_its_captor_nothing_9_23() -> None:
    g = table(nations={"italy": {"cash": 9}, "germany": {"cash": 4}}, owners={"moscow": "germany"})
    capture(g, "moscow", "ussr")
    assert g.state.nations["germany"].cash == 4


@pytest.mark.sections("9.23")
def test_four_nations_may_relocate_a_lost_capital_and_move_it_back_9_23() -> None:
    g = table(nations={"ussr": {"cash": 7}})
    assert "9.23" in refused(g, RelocateCapital("ussr", "stalingrad"))  # Moscow is still Soviet
    capture(g, "moscow", "germany")
    do(g, RelocateCapital("ussr", "stalingrad"))
    assert g.state.nations["ussr"].capital == "stalingrad"
    g.state.nations["ussr"].cash = 5
    capture(g, "stalingrad", "germany")
    assert g.state.nations["ussr"].cash == 0  # the new capital counts
    g.state.owners["moscow"] = "ussr"
    do(g, RelocateCapital("ussr", "moscow"))
    assert g.state.nations["ussr"].capital == "moscow"


@pytest.mark.sections("9.23")
def test_capitals_move_only_to_ones_own_zones_with_a_factory_9_23() -> None:
    g = table()
    capture(g, "moscow", "germany")
    empty = next(
        z
        for z, holder in g.state.owners.items()
        if holder == "ussr" and not any(f.zone == z and "factory" in f.type for f in g.state.facilities.values())
    )
    for zone in ("berlin", empty, "moscow"):
        assert refused(g, RelocateCapital("ussr", zone)) == ["9.23"], zone
    capture(g, "rome", BRITAIN)
    assert "Only the USA" in reason(g, RelocateCapital("italy", "northern-italy"))
    allowed = [n for n in ("germany", "italy", "japan", "usa", "ussr", BRITAIN, "france", "fec", "anzac", "kmt", "ccp", "free-france")
               if "Only the USA" not in reason(g, RelocateCapital(n, "berlin"))]  # fmt: skip
    assert allowed == ["usa", "ussr", BRITAIN, "france"]
