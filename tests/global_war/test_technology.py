"""Sections 7.6 to 7.8 and 14.2/trade: research dice, stages, and what technologies open."""

from __future__ import annotations

import pytest

from tutor.engine.chance import Scripted, every_outcome
from tutor.engine.session import Roll
from tutor.games.global_war import production, technology
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.production import Buy, Repair, Research
from tutor.games.global_war.building import UNLOCKING
from tutor.games.global_war.technology import dice_left, has, research_dice, researchable, stage, technologies
from tutor.games.global_war.units import unit_types

from . import build
from .producing import facility, items, legal, next_turn, play, sections, table

MAJORS = {"berlin": ["major-factory"], "western-germany": ["major-factory"], "bavaria": ["medium-factory"]}


def german(**fields):
    return table("germany", printed_facilities=False, facilities=MAJORS, **fields)


def roll(g, name: str, face: int) -> None:
    play(g, technology.choose_research, Research(name))
    g.use(Scripted([[face]]))
    technology.roll_research(g)


@pytest.mark.sections("7.6")
def test_each_undamaged_major_factory_gives_one_die_7_6() -> None:
    assert research_dice(german(), "germany") == 2
    assert research_dice(german(damage={"berlin": {"major-factory": 1}}), "germany") == 1


@pytest.mark.sections("7.6", "7.4")
def test_a_factory_repaired_this_turn_gives_its_die_at_once_7_6() -> None:
    g = german(damage={"berlin": {"major-factory": 3}, "western-germany": {"major-factory": 1}})
    assert sections(g, Research("radar")) == {"7.6"}
    play(g, production.spend, Repair(facility(g, "western-germany", "major-factory").id, 1))
    assert dice_left(g, "germany") == 1
    play(g, production.spend, Research("radar"))
    assert technology.research_chosen(g)


@pytest.mark.sections("7.6", "12.4")
def test_a_captured_major_factory_gives_no_die_7_6() -> None:
    g = table("germany", owners={"paris": "germany"})
    assert research_dice(g, "germany") == research_dice(table("germany"), "germany")
    facility(g, "paris", "major-factory").original = "germany"
    assert research_dice(g, "germany") == research_dice(table("germany"), "germany") + 1


@pytest.mark.sections("7.6")
def test_a_technology_is_rolled_for_once_a_turn_and_again_the_next_7_6() -> None:
    g = german()
    roll(g, "radar", 1)
    assert sections(g, Research("radar")) == {"7.6"}
    assert Research("radar") not in researchable(g, "germany")
    roll(g, "jet-fighter", 1)
    assert dice_left(g, "germany") == 0 and not technology.researching(g)
    assert sections(g, Research("heavy-armor")) == {"7.6"}
    next_turn(g, "germany", "germany")
    assert legal(g, Research("radar"))


@pytest.mark.sections("7.7")
def test_the_number_of_the_stage_or_more_completes_it_7_7() -> None:
    first, second, *_ = technologies(german())["radar"].stages
    g = german()
    roll(g, "radar", first - 1)
    assert stage(g, "germany", "radar") == 0
    g = german()
    roll(g, "radar", first)
    assert stage(g, "germany", "radar") == 1
    next_turn(g, "germany", "germany")
    roll(g, "radar", second)
    assert stage(g, "germany", "radar") == 2 and not has(g, "germany", "radar")


@pytest.mark.sections("7.7")
def test_the_odds_of_a_stage_follow_its_number_7_7() -> None:
    def run(chance):
        g = german()
        play(g, technology.choose_research, Research("radar"))
        g.use(chance)
        technology.roll_research(g)
        return stage(g, "germany", "radar")

    outcomes = dict(every_outcome(run))
    number = technologies(german())["radar"].stages[0]
    assert outcomes[1] * 12 == 13 - number and sum(outcomes.values()) == 1


@pytest.mark.sections("7.6")
@pytest.mark.parametrize(("turn", "allowed"), [("January 1939", False), ("July 1939", True)])
def test_stage_three_waits_for_july_1939_7_6(turn: str, allowed: bool) -> None:
    g = german(turn=turn, nations={"germany": {"technology": {"radar": 2}}})
    assert legal(g, Research("radar")) == allowed
    assert (Research("radar") in researchable(g, "germany")) == allowed
    if not allowed:
        assert sections(g, Research("radar")) == {"7.6"}


@pytest.mark.sections("7.7")
def test_a_completed_technology_is_not_researched_and_an_unknown_one_refused_7_7() -> None:
    last = len(technologies(german())["radar"].stages)
    g = german(turn="July 1940", nations={"germany": {"technology": {"radar": last}}})
    assert has(g, "germany", "radar")
    assert sections(g, Research("radar")) == {"7.7"}
    assert sections(g, Research("death-rays")) == {"7.7"}


@pytest.mark.sections("2.3/commonwealth", "7.6")
def test_the_commonwealth_shares_marker_and_dice_2_3() -> None:
    g = table("great-britain", slot="great-britain")
    dice = research_dice(g, "great-britain")
    assert dice == research_dice(g, "anzac") == research_dice(g, "fec") > 0
    number = technologies(g)["radar"].stages[0]
    roll(g, "radar", number)
    assert stage(g, "fec", "radar") == stage(g, "anzac", "radar") == 1
    g.state.nation = "anzac"
    assert dice_left(g, "anzac") == dice - 1
    assert sections(g, Research("radar")) == {"7.6"}
    facility(g, "calcutta", "medium-factory").type = "major-factory"
    assert research_dice(g, "great-britain") == dice + 1


@pytest.mark.sections("2.3/commonwealth")
def test_limits_of_the_commonwealth_are_fresh_each_turn_even_without_britain_2_3() -> None:
    g = table("anzac", nations={"great-britain": {"surrendered": True}})
    facility(g, "sydney", "medium-factory").type = "major-factory"
    roll(g, "radar", 1)
    assert dice_left(g, "anzac") == 0
    next_turn(g, "anzac", "great-britain")
    assert dice_left(g, "anzac") == 1


@pytest.mark.sections("14.2/trade")
def test_the_pact_gives_the_ussr_one_die_more_14_2() -> None:
    without, signed = table("ussr"), table("ussr", pact="signed")
    assert research_dice(signed, "ussr") == research_dice(without, "ussr") + 1
    assert research_dice(signed, "germany") == research_dice(without, "germany")
    assert research_dice(table("ussr", pact="ended"), "ussr") == research_dice(without, "ussr")


@pytest.mark.sections("7.6")
def test_an_unevolved_chinese_faction_does_not_research_7_6() -> None:
    fields = {"printed_facilities": False, "facilities": {"nanking": ["major-factory"]}}
    assert research_dice(table("kmt", **fields), "kmt") == 0
    assert research_dice(table("kmt", nations={"kmt": {"evolved": True}}, **fields), "kmt") == 1


@pytest.mark.sections("7.6")
def test_dice_may_be_kept_for_later_in_the_phase_7_6() -> None:
    g = german()
    play(g, technology.choose_research, Done())
    assert not technology.researching(g)
    assert Research("radar") in list(production.menu(g, "germany"))


UNITS = {
    "7.8/advanced-mechanized": "adv-mechanized-infantry",
    "7.8/heavy-armor": "heavy-armor",
    "7.8/jet-fighter": "jet-fighter",
    "7.8/heavy-strategic-bomber": "heavy-strategic-bomber",
    "7.8/advanced-submarines": "advanced-submarine",
    "7.8/strategic-rockets": "strategic-rocket",
    "7.8/heavy-battleship": "heavy-battleship",
    "7.8/heavy-carrier": "heavy-carrier",
    "7.8/attack-transport": "attack-transport",
    "7.8/advanced-artillery": "adv-artillery",
}


@pytest.mark.sections(
    "7.8", "7.8/advanced-mechanized", "7.8/heavy-armor", "7.8/jet-fighter", "7.8/heavy-strategic-bomber",
    "7.8/advanced-submarines", "7.8/strategic-rockets", "7.8/heavy-battleship", "7.8/heavy-carrier",
    "7.8/attack-transport", "7.8/advanced-artillery",
)  # fmt: skip
def test_units_of_a_technology_wait_for_it_7_8() -> None:
    assert set(UNLOCKING.values()) == set(UNITS)
    for name, section in UNLOCKING.items():
        type = UNITS[section]
        g = table("usa", turn="July 1942")
        assert unit_types(g)[type].technology == name
        assert sections(g, Buy(type)) == {section}
        last = len(technologies(g)[name].stages)
        almost = table("usa", turn="July 1942", nations={"usa": {"technology": {name: last - 1}}})
        assert sections(almost, Buy(type)) == {section}
        known = table("usa", turn="July 1942", nations={"usa": {"technology": {name: last}}})
        play(known, production.spend, Buy(type))
        assert [item.what for item in items(known)] == [type]


@pytest.mark.sections("12.2")
def test_every_technology_unit_costs_what_the_text_prints_7_8() -> None:
    g = build.table()
    printed = {
        "adv-artillery": 4, "adv-sp-artillery": 5, "adv-mechanized-infantry": 4, "heavy-armor": 8, "jet-fighter": 12,
        "heavy-strategic-bomber": 13, "advanced-submarine": 7, "strategic-rocket": 6, "heavy-battleship": 21,
        "heavy-carrier": 18, "attack-transport": 9,
    }  # fmt: skip
    assert {type: unit_types(g)[type].cost for type in printed} == printed


@pytest.mark.sections("7.8/advanced-artillery")
@pytest.mark.parametrize(("bought", "made"), [("artillery", "adv-artillery"), ("sp-artillery", "adv-sp-artillery")])
def test_artillery_bought_with_the_technology_is_advanced_7_8(bought: str, made: str) -> None:
    g = table("usa", turn="July 1942")
    play(g, production.spend, Buy(bought))
    g.state.nations["usa"].technology["advanced-artillery"] = 9
    play(g, production.spend, Buy(bought, 2))
    assert [item.what for item in items(g)] == [bought, made, made]
    assert Buy(bought) not in list(production.menu(g, "usa"))
    assert Buy(made) in list(production.menu(g, "usa"))


@pytest.mark.sections("7.6", "7.7")
def test_research_is_played_in_the_sequence_of_production_7_6() -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "production"),
        printed_facilities=False,
        facilities=MAJORS,
        stop_after="production",
        turn="January 1937",
    )
    s.submit(Research("radar"))
    assert s.where[-1].id == "choose-research"
    s.pause_at_dice()
    s.submit(Research("jet-fighter"))
    assert s.paused and s.upcoming()[0].sides == 12
    s.suppose([12])
    s.submit(Roll())
    assert stage(s.table, "germany", "jet-fighter") == 1
    assert s.state.nations["germany"].researched == ["radar", "jet-fighter"]
