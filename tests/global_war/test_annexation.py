"""Annexations (0.9, 14.2) and Slovakian resistance (15.4)."""

from __future__ import annotations

import pytest

from tutor.games.global_war import annexation
from tutor.games.global_war.actions.basic import Pass
from tutor.games.global_war.actions.politics import Contest
from tutor.games.global_war.capture import capture
from tutor.games.global_war.relations import annex, check_alignments, may_annex
from tutor.games.global_war.terms import at_war, enemies, fights, owner
from tutor.games.global_war.war_and_peace import income

from . import build
from .acting import ask

HELD = {"austria": "germany", "bohemia": "germany"}


@pytest.mark.sections("0.9/annexation")
def test_germany_annexes_austria_bohemia_and_slovakia_in_their_order_0_9():
    g = build.table(turn="January 1939")
    assert may_annex(g, "germany", "austria")
    assert not may_annex(g, "germany", "bohemia") and not may_annex(g, "germany", "slovakia")
    annex(g, "germany", "austria")
    assert may_annex(g, "germany", "bohemia") and not may_annex(g, "germany", "slovakia")
    annex(g, "germany", "bohemia")
    annex(g, "germany", "slovakia")
    assert {owner(g, zone) for zone in ("austria", "bohemia", "slovakia")} == {"germany"}
    assert enemies(g, "germany") == []
    assert g.state.annexed == ["austria", "bohemia", "slovakia"]
    assert "czechoslovakia" not in g.state.minors


@pytest.mark.sections("0.9/annexation")
def test_only_listed_zones_by_their_nation_and_in_their_time_0_9():
    g = build.table(turn="July 1936")
    assert not may_annex(g, "germany", "austria"), "too early"
    late = build.table(turn="July 1939")
    assert may_annex(late, "italy", "albania")
    for nation, zone in (("germany", "albania"), ("italy", "austria"), ("germany", "denmark"), ("germany", "poland")):
        assert not may_annex(late, nation, zone)


@pytest.mark.sections("0.9/annexation")
def test_a_zone_at_war_or_in_other_hands_is_not_annexed_0_9():
    assert not may_annex(build.table(turn="July 1939", wars=[("italy", "albania")]), "italy", "albania")
    assert not may_annex(build.table(turn="July 1939", owners={"albania": "greece"}), "italy", "albania")


@pytest.mark.sections("0.9/annexation")
def test_an_annexation_takes_the_zone_and_removes_the_army_0_9():
    g = build.table(
        turn="July 1939",
        slot="italy",
        nations={"italy": {"peacetime": 9}},
        units={
            "italy": {"albania": {"infantry": 1}},
            "albania": {"albania": {"infantry": 2}, "adriatic-sea": {"destroyer": 1}},
        },
    )
    assert annexation.annexations_wait(g)
    annexation.annex_what_was_entered(g)
    assert owner(g, "albania") == "italy" and build.count(g, "albania") == 1
    assert not build.count(g, "adriatic-sea"), "a Minor without a zone is no more"
    assert income(g, "italy") == 9 + g.charts["zones"].cell("albania", "ipp")
    assert not at_war(g, "italy", "albania") and not annexation.annexations_wait(g)


@pytest.mark.sections("0.9/annexation")
def test_aircraft_alone_annex_nothing_0_9():
    g = build.table(turn="July 1939", slot="italy", units={"italy": {"albania": {"fighter": 1}}})
    assert not annexation.annexations_wait(g)


@pytest.mark.sections("0.9/annexation", "14.2/sphere")
def test_the_ussr_annexes_the_baltic_states_under_the_pact_14_2():
    baltic = ("lithuania", "latvia", "estonia")
    g = build.table(turn="July 1939", slot="ussr", units={"ussr": {z: {"infantry": 1} for z in baltic}})
    assert not any(may_annex(g, "ussr", zone) for zone in baltic)
    g.state.pact = "signed"
    annexation.annex_what_was_entered(g)
    assert {owner(g, zone) for zone in baltic} == {"ussr"}
    assert not set(baltic) & set(g.state.minors)
    assert not may_annex(g, "ussr", "finland")


# Slovakia


def at_slovakia(**fields):
    return build.table(
        turn="January 1939",
        slot="germany",
        owners=HELD,
        nations={"great-britain": {"peacetime": 11}, "france": {"peacetime": 8}},
        units={"germany": {"slovakia": {"infantry": 3}}, "czechoslovakia": {"slovakia": {"infantry": 1}}},
        options=["slovakia"],
        **fields,
    )


@pytest.mark.sections("15.4")
@pytest.mark.parametrize("answers", [[Pass()], [Contest(), Pass()]])
def test_slovakia_is_annexed_unless_britain_and_france_both_contest_15_4(answers: list):
    g = at_slovakia()
    assert annexation.slovakia_is_entered(g)
    asked = ask(g, annexation.ask_about_slovakia(g), *answers)
    assert [d.who for d in asked] == ["great-britain", "france"][: len(answers)]
    annexation.annex_what_was_entered(g)
    assert owner(g, "slovakia") == "germany" and build.count(g, "slovakia") == 3


@pytest.mark.sections("15.4")
@pytest.mark.parametrize("german_win, britain, france", [(True, 8, 7), (False, 14, 9)])
def test_a_contested_slovakia_is_fought_for_and_moves_income_15_4(german_win: bool, britain: int, france: int):
    g = at_slovakia()
    ask(g, annexation.ask_about_slovakia(g), Contest(), Contest())
    assert not annexation.annexations_wait(g)
    assert fights(g, "germany", "czechoslovakia", "slovakia") and not at_war(g, "germany", "czechoslovakia")
    if german_win:
        capture(g, "slovakia", "germany")
    check_alignments(g, "end of combat")
    assert income(g, "great-britain") == britain and income(g, "france") == france
    check_alignments(g, "end of combat")
    assert income(g, "great-britain") == britain, "counted once"


@pytest.mark.sections("0.9/annexation")
def test_without_the_option_slovakia_is_not_contested_15_4():
    g = at_slovakia()
    g.options["slovakia"] = False
    assert not annexation.slovakia_is_entered(g) and annexation.annexations_wait(g)
