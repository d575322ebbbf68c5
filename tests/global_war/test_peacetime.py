"""Sections 5.1 to 5.4: peacetime income, what raises it, and bonus income."""

from __future__ import annotations

import pytest

from tutor.games.global_war import triggers
from tutor.games.global_war.actions.politics import DeclareWar, DenyArctic
from tutor.games.global_war.capture import capture
from tutor.games.global_war.relations import check_alignments
from tutor.games.global_war.war_and_peace import (
    bonus_income,
    income,
    income_follows,
    may_declare,
    raise_peacetime,
    us_may,
    wartime_income,
)

from . import build
from .acting import do, refused, told


@pytest.mark.sections("5", "5.1", "0.9/income")
def test_a_nation_at_peace_gets_less_than_its_zones_are_worth_5_1():
    g = build.table(nations={"usa": {"peacetime": 6}})
    assert income(g, "usa") == 6 < wartime_income(g, "usa") == 63


@pytest.mark.sections("5.2", "0.9/wartime-income")
def test_wartime_income_is_the_value_of_the_zones_at_the_start_5_2():
    g = build.table(owners={"austria": "germany"})
    values = {row["zone"]: row["ipp"] for row in g.charts["zones"]}
    start = sum(values[zone] for zone, holder in g.state.owners.items() if holder == "italy")
    printed = g.charts["national-sheets"].cell("italy", "wartime")
    assert wartime_income(g, "italy") == (printed or start)
    g.state.owners["libya"] = "great-britain"
    assert wartime_income(g, "italy") == (printed or start), "losses do not change what it began with"


@pytest.mark.sections("5.2")
def test_increases_stop_at_the_wartime_income_5_2():
    g = build.table(nations={"great-britain": {"peacetime": 22}})
    raise_peacetime(g, "great-britain", 9, "5.2", "A test")
    assert income(g, "great-britain") == 25
    raise_peacetime(g, "great-britain", 3, "5.2", "A test")
    assert income(g, "great-britain") == 25 and len(told(g, "income")) == 1


@pytest.mark.sections("5.2", "0.9/income")
def test_captured_zones_go_beyond_the_wartime_income_and_are_kept_0_9():
    g = build.table(nations={"italy": {"peacetime": 10}, "france": {"peacetime": 10}})
    value = g.charts["zones"].cell("paris", "ipp")
    income_follows(g, "paris", "france", "italy")
    assert income(g, "italy") == 10 + value and income(g, "france") == 10 - value
    above = build.table(nations={"great-britain": {"peacetime": 25}})
    income_follows(above, "paris", "france", "great-britain")
    raise_peacetime(above, "great-britain", 4, "5.2", "A test")
    assert income(above, "great-britain") == 25 + value


@pytest.mark.sections("5.2", "7.5")
def test_the_die_of_each_turn_starts_with_its_date_5_2():
    nations = {"great-britain": {"peacetime": 11}}
    early = build.table(turn="January 1939", slot="great-britain", nations=nations)
    assert "great-britain" not in triggers.nations_that_roll(early)
    due = build.table(turn="July 1939", slot="great-britain", nations=nations, dice=[8])
    assert "great-britain" in triggers.nations_that_roll(due)
    due.state.nation = "great-britain"
    triggers.roll_increase(due)
    assert income(due, "great-britain") == 19
    assert not triggers.nations_that_roll(build.table(turn="July 1939", slot="germany", nations=nations))


@pytest.mark.sections("5.2")
def test_a_nation_at_war_rolls_no_more_5_2():
    g = build.table(turn="July 1940", slot="great-britain", wars=[("germany", "great-britain")])
    assert "great-britain" not in triggers.nations_that_roll(g)


@pytest.mark.sections("5.2")
@pytest.mark.parametrize("words, dice, ipp", [("3", [], 3), ("-8", [], -8), ("D12", [11], 11), ("2D6", [[3, 4]], 7)])
def test_amounts_are_numbers_or_dice_5_2(words: str, dice: list, ipp: int):
    g = build.table(dice=dice)
    assert triggers.amount(g, words, "usa", "5.2", "A test") == ipp


@pytest.mark.sections("5.2")
def test_the_roll_is_told_with_names_as_they_are_written_5_2():
    g = build.table(dice=[4, 2])
    triggers.amount(g, "D6", "usa", "5.2", "Japan invades China")
    triggers.amount(g, "D6", "france", "5.2", "The Axis attacks a Minor Power")
    first, second = told(g, "rolled")
    assert first.startswith("USA: Japan invades China")
    assert second.startswith("France: the Axis attacks a Minor Power")


@pytest.mark.sections("5.2", "5.3")
def test_an_act_of_another_nation_raises_income_at_once_5_3():
    g = build.table(slot="germany", nations={"great-britain": {"peacetime": 11}})
    do(g, DeclareWar("germany", "belgium"))
    assert income(g, "great-britain") > 11


@pytest.mark.sections("5.2")
def test_an_increase_that_comes_once_comes_once_5_2():
    g = build.table(nations={"usa": {"peacetime": 6}})
    triggers.fire(g, "paris-falls", by="germany")
    after = income(g, "usa")
    triggers.fire(g, "paris-falls", by="germany")
    assert after > 6 and income(g, "usa") == after


@pytest.mark.sections("5.2")
def test_nobody_is_provoked_by_himself_5_2():
    g = build.table(nations={"usa": {"peacetime": 6}})
    triggers.fire(g, "paris-falls", by="usa")
    assert income(g, "usa") == 6


@pytest.mark.sections("5.2")
def test_the_fall_of_paris_is_heard_when_combat_ends_5_2():
    g = build.table(slot="germany", nations={"usa": {"peacetime": 6}}, wars=[("germany", "france")])
    check_alignments(g, "end of combat")
    assert income(g, "usa") == 6
    g.state.conquered["paris"] = "france"
    g.state.owners["paris"] = "germany"
    check_alignments(g, "end of combat")
    assert income(g, "usa") > 6


@pytest.mark.sections("5.3", "App-B.4")
def test_reaching_the_wartime_income_gives_the_right_at_once_5_3():
    g = build.table(slot="germany", nations={"great-britain": {"peacetime": 24}})
    assert not may_declare(g, "great-britain", "germany")
    do(g, DeclareWar("germany", "belgium"))
    assert may_declare(g, "great-britain", "germany")
    assert "great-britain germany" in g.state.newly_able


@pytest.mark.sections("0.9/income")
def test_conquest_moves_a_peacetime_income_0_9():
    g = build.table(nations={"italy": {"peacetime": 10}}, wars=[("italy", "greece")])
    capture(g, "thessaly", "italy")
    assert income(g, "italy") == 10 + g.charts["zones"].cell("thessaly", "ipp")


# Bonus income


@pytest.mark.sections("5.4")
def test_bonus_income_needs_war_with_a_major_5_4():
    g = build.table()
    assert bonus_income(g, "usa") == []
    do(g, DeclareWar("japan", "usa"))
    assert sum(ipp for ipp, _, _ in bonus_income(g, "usa")) > 0


@pytest.mark.sections("5.4", "5.2")
def test_other_reading_wartime_income_brings_the_bonus_5_2():
    nations = {"usa": {"peacetime": 63}}
    assert not bonus_income(build.table(nations=nations), "usa")
    other = ["reading-bonus-at-wartime-income"]
    assert bonus_income(build.table(nations=nations, options=other), "usa")
    assert not bonus_income(build.table(nations={"usa": {"peacetime": 62}}, options=other), "usa")


@pytest.mark.sections("14.2/trade", "5.4")
def test_the_pact_pays_five_and_three_even_in_peace_14_2():
    g = build.table(pact="signed")
    assert bonus_income(g, "germany") == [(5, "14.2/trade", "Trade under the Molotov-Ribbentrop Pact")]
    assert bonus_income(g, "ussr") == [(3, "14.2/trade", "Trade under the Molotov-Ribbentrop Pact")]
    g.state.pact = "ended"
    assert not bonus_income(g, "germany") and not bonus_income(g, "ussr")


@pytest.mark.sections("5.4/usa-nrs", "5.4")
def test_the_usa_may_withhold_the_bonus_of_the_arctic_line_5_4():
    g = build.table(wars=[("germany", "ussr")])

    def arctic() -> list[int]:
        return [ipp for ipp, section, _ in bonus_income(g, "ussr") if section == "5.4/usa-nrs"]

    assert arctic() == [2]
    assert refused(g, DenyArctic("great-britain")) == ["5.4/usa-nrs"]
    do(g, DenyArctic("usa"))
    assert arctic() == [] and refused(g, DenyArctic("usa")) == ["5.4/usa-nrs"]
    do(g, DenyArctic("usa", False))
    assert arctic() == [2]
    g.state.owners["murmansk"] = "germany"
    assert arctic() == []


@pytest.mark.sections("5.4")
def test_a_bonus_for_zones_needs_all_of_them_5_4():
    g = build.table(wars=[("japan", "usa")], owners={"java": "japan", "sumatra": "japan"})
    before = len(bonus_income(g, "japan"))
    g.state.owners["borneo"] = "japan"
    assert len(bonus_income(g, "japan")) == before + 1


@pytest.mark.sections("5.4")
def test_a_nation_out_of_play_has_no_bonus_5_4():
    g = build.table(pact="signed", nations={"germany": {"surrendered": True}})
    assert bonus_income(g, "germany") == []


@pytest.mark.sections("5.4/usa-nrs")
def test_us_acts_wait_for_income_until_there_is_war_5_4():
    g = build.table(nations={"usa": {"peacetime": 6}})
    assert not us_may(g, "lend-lease")
    do(g, DeclareWar("japan", "usa"))
    assert us_may(g, "lend-lease")
