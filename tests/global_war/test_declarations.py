"""Sections 5.5, 5.6 and 8.1: who may declare war on whom, what it costs and what follows."""

from __future__ import annotations

import pytest

from tutor.games.global_war import GAME
from tutor.games.global_war.actions.politics import DeclareWar, Pledge
from tutor.games.global_war.terms import alliance, at_war, at_war_with_major, controller, enemies
from tutor.games.global_war.war_and_peace import declare_war, income, may_declare, price, why_not_declare

from . import build
from .acting import do, reason, refused, told

ALL_AT_WAR_INCOME = {"usa": {"peacetime": 63}}


# Shapes and plain mistakes


@pytest.mark.sections("0.9/nation")
def test_unknown_nations_are_refused_0_9():
    g = build.table()
    assert refused(g, DeclareWar("germany", "atlantis")) == ["0.9/nation"]
    assert "0.9/nation" in refused(g, DeclareWar("atlantis", "germany"))
    assert refused(g, Pledge("france", "atlantis", 3)) == ["0.9/nation"]


@pytest.mark.sections("4.5/permissions")
def test_a_minor_under_control_starts_no_wars_4_5():
    g = GAME.table(GAME.scenario("1936"))
    assert refused(g, DeclareWar("abyssinia", "portugal")) == ["4.5/permissions"]


@pytest.mark.sections("2.3/commonwealth")
def test_britain_declares_war_for_the_commonwealth_2_3():
    g = build.table()
    assert "2.3/commonwealth" in refused(g, DeclareWar("anzac", "japan"))
    do(g, DeclareWar("great-britain", "japan"))
    assert at_war(g, "anzac", "japan") and at_war(g, "fec", "japan")


@pytest.mark.sections("0.9/declaring-war")
def test_a_declaration_begins_a_war_0_9():
    g = build.table(wars=[("germany", "france")])
    assert refused(g, DeclareWar("germany", "france")) == ["0.9/declaring-war"]
    assert "0.9/declaring-war" in refused(g, DeclareWar("germany", "germany"))
    assert "0.9/declaring-war" in refused(g, DeclareWar("great-britain", "fec"))


@pytest.mark.sections("4.5/permissions")
def test_nobody_attacks_a_member_of_his_alliance_4_5():
    g = build.table(minors={"turkey": {"controller": "italy"}})
    assert refused(g, DeclareWar("germany", "japan")) == ["4.5/permissions"]
    assert refused(g, DeclareWar("germany", "turkey")) == ["4.5/permissions"]
    assert refused(g, DeclareWar("ussr", "ccp")) == ["4.5/permissions"]


@pytest.mark.sections("8.1")
def test_nations_out_of_play_neither_declare_nor_are_declared_upon_8_1():
    g = build.table(nations={"italy": {"surrendered": True}})
    assert "8.1" in refused(g, DeclareWar("italy", "france"))
    assert "8.1" in refused(g, DeclareWar("france", "italy"))
    assert "8.1" in refused(g, DeclareWar("germany", "free-france"))


# Conditions of the sheets


@pytest.mark.sections("5.5", "5.2", "0.9/wartime-income")
@pytest.mark.parametrize("nation, wartime", [("great-britain", 25), ("usa", 63)])
def test_wartime_income_gives_the_right_to_declare_war_5_5(nation: str, wartime: int):
    g = build.table(nations={nation: {"peacetime": wartime - 1}})
    ruling = why_not_declare(g, nation, "japan")
    assert ruling is not None and ruling.section == "5.5" and str(wartime) in ruling.remedy
    g.state.nations[nation].peacetime = wartime
    assert may_declare(g, nation, "japan")


@pytest.mark.sections("5.5")
def test_a_nation_at_war_with_a_major_may_declare_more_wars_5_5():
    g = build.table(nations={"usa": {"peacetime": 20}})
    assert not may_declare(g, "usa", "germany")
    do(g, DeclareWar("japan", "usa"))
    assert may_declare(g, "usa", "germany") and may_declare(g, "usa", "ussr")


@pytest.mark.sections("9.21", "5.5")
def test_a_refused_zone_gives_the_right_to_declare_war_9_21():
    g = build.table(owners={"syria": "ussr"}, nations={"france": {"peacetime": 3}})
    assert not may_declare(g, "france", "ussr")
    g.state.claims["syria"] = "france"
    assert may_declare(g, "france", "ussr") and not may_declare(g, "france", "japan")
    del g.state.claims["syria"]
    assert not may_declare(g, "france", "ussr")


@pytest.mark.sections("5.5")
def test_germany_may_attack_belgium_in_1937_5_5():
    g = build.table(turn="July 1937")
    assert may_declare(g, "germany", "belgium")


@pytest.mark.sections("5.5")
def test_a_date_that_lies_ahead_is_named_5_5():
    g = build.table(turn="July 1936", nations={"ussr": {"peacetime": 5}})
    ruling = why_not_declare(g, "ussr", "turkey")
    assert ruling is not None and "July 1939" in ruling.remedy


@pytest.mark.sections("5.5")
def test_a_chinese_faction_at_first_fights_only_in_china_5_5():
    g = build.table()
    assert may_declare(g, "kmt", "warlord-tibet") and may_declare(g, "kmt", "ccp")
    assert not may_declare(g, "kmt", "siam")
    g.state.nations["kmt"].evolved = True
    assert may_declare(g, "kmt", "siam")


# Treaties and events


@pytest.mark.sections("13.1/participation")
def test_germany_and_the_ussr_keep_out_of_the_spanish_war_13_1():
    g = build.table(turn="July 1940", spain="war")
    for nation in ("germany", "ussr"):
        for faction in ("spain-nationalist", "spain-republican"):
            assert "13.1/participation" in refused(g, DeclareWar(nation, faction))
    assert "13.1/participation" not in refused(g, DeclareWar("italy", "spain-republican"))


@pytest.mark.sections("14.4.3")
def test_vichy_is_safe_from_the_axis_14_4_3():
    g = build.table(
        owners={"southern-france": "vichy", "corsica": "vichy"},
        minors={"vichy": {"controller": "germany"}},
        vichy=True,
    )
    for axis in ("germany", "italy", "japan"):
        assert "14.4.3" in refused(g, DeclareWar(axis, "vichy"))


@pytest.mark.sections("13.3/truce")
def test_the_chinese_truce_must_be_broken_first_13_3():
    g = build.table(truce=True)
    assert "13.3/truce" in refused(g, DeclareWar("kmt", "ccp"))
    g.state.truce = False
    do(g, DeclareWar("kmt", "ccp"))


# What a declaration does


@pytest.mark.sections("8.1", "5.0")
def test_steps_of_a_declaration_come_in_order_8_1():
    g = build.table(nations={"great-britain": {"peacetime": 11}})
    g.log.clear()
    do(g, DeclareWar("germany", "belgium"))
    kinds = [event.kind for event in g.log if event.kind in ("declared", "war", "income", "set up", "control")]
    order = list(dict.fromkeys(kinds))
    assert order == ["declared", "war", "income", "set up", "control"]


@pytest.mark.sections("8.1")
def test_alliances_do_not_declare_war_by_themselves_8_1():
    g = build.table(wars=[("germany", "france")])
    do(g, DeclareWar("germany", "great-britain"))
    assert enemies(g, "italy") == [] and enemies(g, "usa") == [] and enemies(g, "ussr") == []


@pytest.mark.sections("5.0", "0.9/income")
def test_war_with_a_major_ends_peacetime_income_for_both_5_0():
    g = build.table(
        nations={n: {"peacetime": 5} for n in ("great-britain", "fec", "anzac", "usa", "germany")},
    )
    do(g, DeclareWar("germany", "great-britain"))
    for nation in ("great-britain", "fec", "anzac", "germany"):
        assert g.state.nations[nation].peacetime == -1
        held = sum(r["ipp"] for r in g.charts["zones"] if g.state.owners.get(r["zone"]) == nation)
        assert income(g, nation) == held
    assert g.state.nations["usa"].peacetime >= 0


@pytest.mark.sections("0.9/income", "5.1")
def test_war_with_a_minor_leaves_peacetime_income_0_9():
    g = build.table(nations={"japan": {"peacetime": 12}})
    do(g, DeclareWar("japan", "kmt"))
    assert not at_war_with_major(g, "japan") and income(g, "japan") == 12


# The price (5.6)


@pytest.mark.sections("5.6")
@pytest.mark.parametrize(
    "nation, target, cost",
    [
        ("great-britain", "norway", 10),
        ("france", "norway", 10),
        ("free-france", "norway", 10),
        ("usa", "norway", 10),
        ("great-britain", "germany", 0),
        ("germany", "norway", 0),
        ("ussr", "norway", 0),
        ("kmt", "warlord-tibet", 0),
    ],
)
def test_only_the_allies_pay_for_war_on_a_neutral_minor_5_6(nation: str, target: str, cost: int):
    g = build.table(turn="July 1941", nations={"free-france": {"in_play": True}, **ALL_AT_WAR_INCOME})
    assert price(g, nation, target) == cost


@pytest.mark.sections("5.6")
def test_a_controlled_minor_is_neutral_too_5_6():
    g = build.table(minors={"turkey": {"controller": "germany"}})
    assert price(g, "great-britain", "turkey") == 10


@pytest.mark.sections("5.6")
def test_the_price_is_due_at_once_and_must_be_there_5_6():
    g = build.table(nations={"france": {"cash": 9}})
    assert refused(g, DeclareWar("france", "belgium")) == ["5.6"]
    assert "10 IPP" in reason(g, DeclareWar("france", "belgium"))
    g.state.nations["france"].cash = 12
    do(g, DeclareWar("france", "belgium"))
    assert g.state.nations["france"].cash == 2


@pytest.mark.sections("5.6")
def test_a_us_income_at_peace_falls_by_eight_each_time_5_6():
    g = build.table(nations={"great-britain": {"cash": 30}, "usa": {"peacetime": 12}})
    do(g, DeclareWar("great-britain", "norway"))
    assert income(g, "usa") == 4
    do(g, DeclareWar("great-britain", "sweden"))
    assert income(g, "usa") == 0, "never below nothing"


@pytest.mark.sections("5.6")
def test_a_usa_at_war_does_not_mind_5_6():
    g = build.table(nations={"great-britain": {"cash": 10}}, wars=[("usa", "japan")])
    before = income(g, "usa")
    do(g, DeclareWar("great-britain", "norway"))
    assert income(g, "usa") == before


@pytest.mark.sections("5.6")
def test_a_usa_that_declares_itself_pays_and_suffers_5_6():
    g = build.table(nations={"usa": {"cash": 12, "peacetime": 63}})
    do(g, DeclareWar("usa", "cuba"))
    assert g.state.nations["usa"].cash == 2 and income(g, "usa") == 55
    assert controller(g, "cuba") == "germany"


@pytest.mark.sections("5.6")
def test_pledges_are_spent_first_and_only_by_those_who_could_declare_5_6():
    g = build.table(
        nations={
            "great-britain": {"cash": 10},
            "fec": {"cash": 2},
            "france": {"cash": 3},
            "usa": {"cash": 30, "peacetime": 20},
        }
    )
    assert refused(g, Pledge("usa", "norway", 5)) == ["5.6"]
    assert refused(g, Pledge("france", "norway", 4)) == ["5.6"], "more than it has"
    assert refused(g, Pledge("france", "germany", 1)), "war on a Major has no price"
    do(g, Pledge("france", "norway", 3), Pledge("fec", "norway", 2), DeclareWar("great-britain", "norway"))
    cash = [g.state.nations[n].cash for n in ("great-britain", "fec", "france")]
    assert cash == [5, 0, 0] and not g.state.pledges


@pytest.mark.sections("5.6", "App-A")
def test_a_pledge_can_be_taken_back_app_a():
    g = build.table(nations={"great-britain": {"cash": 4}, "france": {"cash": 9}})
    do(g, Pledge("france", "norway", 6))
    assert not refused(g, DeclareWar("great-britain", "norway"))
    do(g, Pledge("france", "norway", 0))
    assert refused(g, DeclareWar("great-britain", "norway")) == ["5.6"]


@pytest.mark.sections("8.1")
def test_declare_war_says_what_happened_8_1():
    g = build.table()
    declare_war(g, "germany", "france")
    assert told(g, "declared") == ["Germany declares war on France."]
    assert alliance(g, "france") == "allies" and at_war(g, "france", "germany")
