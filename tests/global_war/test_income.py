"""Sections 11.5, 11.6, 7.8/wartime-economy: recruitment, income, and what is shared out."""

from __future__ import annotations

import pytest

from tutor.engine.chance import Scripted
from tutor.games.global_war import income, recruitment
from tutor.games.global_war.actions.placement import Recruit, ShareWindfall
from tutor.games.global_war.terms import zone_value, zones_of

from . import build
from .producing import cash, legal, play, sections, table

# Recruitment


def controlled(minor: str, controller: str, face: int, **fields):
    g = table(controller, minors={minor: {"controller": controller}}, **fields)
    g.state.recruiting = minor
    g.use(Scripted([[face]]))
    return g


@pytest.mark.sections("11.5")
def test_a_controlled_minor_recruits_on_the_number_of_its_zones_colonies_too_11_5() -> None:
    g = table("germany", minors={"netherlands": {"controller": "germany"}})
    held = len(zones_of(g, "netherlands"))
    assert held > len([z for z in zones_of(g, "netherlands") if z == "netherlands"])
    assert recruitment.recruiters(g) == ["netherlands"] and recruitment.recruits_on(g, "netherlands") == held
    for face, came in ((held, True), (held + 1, False)):
        g = controlled("netherlands", "germany", face)
        recruitment.roll_recruitment(g)
        assert recruitment.recruits_came(g) == came


@pytest.mark.sections("11.5")
def test_recruits_are_one_infantry_or_two_militia_at_home_if_possible_11_5() -> None:
    for type, count in (("infantry", 1), ("militia", 2)):
        g = controlled("belgium", "great-britain", 1)
        recruitment.roll_recruitment(g)
        assert sections(g, Recruit(type, "belgian-congo")) == {"11.5"}, "at home if possible"
        assert sections(g, Recruit("artillery", "belgium")) == {"11.5"}
        assert sections(g, Recruit(type, "paris")) == {"11.5"}
        play(g, recruitment.place_recruits, Recruit(type, "belgium"))
        assert build.count(g, "belgium", type, "belgium") == count
        assert not recruitment.recruits_came(g)


@pytest.mark.sections("11.5")
def test_the_colonies_of_a_defeated_minor_go_on_recruiting_11_5() -> None:
    g = controlled("belgium", "great-britain", 1, owners={"belgium": "germany"})
    g.state.minors["belgium"].defeated = True
    assert recruitment.recruits_on(g, "belgium") == 1
    recruitment.roll_recruitment(g)
    play(g, recruitment.place_recruits, Recruit("infantry", "belgian-congo"))
    assert build.count(g, "belgian-congo", "infantry", "belgium") == 1


@pytest.mark.sections("11.5")
def test_only_the_controller_rolls_and_only_for_minors_that_hold_something_11_5() -> None:
    g = table("germany", minors={"hungary": {"controller": "germany"}, "turkey": {"controller": "italy"}, "poland": {}})
    assert recruitment.recruiters(g) == ["hungary"]
    g.state.owners["hungary"] = "ussr"
    assert recruitment.recruiters(g) == []


@pytest.mark.sections("13.1/recruitment", "11.5")
def test_in_spain_only_the_mainland_counts_13_1() -> None:
    g = table("germany", spain="war", minors={"spain-nationalist": {"controller": "germany"}})
    mainland = [z for z in ("madrid", "galicia", "basque-country", "catalonia", "valencia", "andalusia")
                if g.state.owners[z] == "spain-nationalist"]  # fmt: skip
    assert len(zones_of(g, "spain-nationalist")) > len(mainland)
    assert recruitment.recruits_on(g, "spain-nationalist") == len(mainland)
    g.state.recruiting = "spain-nationalist"
    assert legal(g, Recruit("militia", "canary-islands"))
    g.state.conquered["galicia"] = "spain-republican"
    assert sections(g, Recruit("militia", "galicia")) == {"13.1/recruitment"}, "not held since the turn began"


@pytest.mark.sections("13.2", "11.5")
def test_abyssinia_recruits_on_a_one_13_2() -> None:
    g = table(
        "france", abyssinia="war", minors={"abyssinia": {"controller": "france"}}, owners={"eritrea": "abyssinia"}
    )
    assert recruitment.recruits_on(g, "abyssinia") == 1


@pytest.mark.sections("11.5", "11.6")
def test_the_ccp_collects_income_unless_the_other_reading_is_played_11_5() -> None:
    g = table("ccp", cash=0)
    assert recruitment.recruiters(g) == []
    income.collect_income(g)
    assert cash(g, "ccp") == sum(zone_value(g, z) for z in zones_of(g, "ccp")) > 0
    g = table("ccp", cash=0, options=["reading-ccp-recruits"])
    assert recruitment.recruiters(g) == ["ccp"] and recruitment.recruits_on(g, "ccp") == len(zones_of(g, "ccp"))
    income.collect_income(g)
    assert cash(g, "ccp") == 0
    g.state.nations["ccp"].evolved = True
    assert recruitment.recruiters(g) == []
    income.collect_income(g)
    assert cash(g, "ccp") > 0


@pytest.mark.sections("11.5", "11.6")
def test_recruits_come_before_the_income_in_the_sequence_11_5() -> None:
    start = ("calendar-turn", "national-turn", "placement")
    fields = {"slot": "germany", "minors": {"netherlands": {"controller": "germany"}}, "stop_after": "turn"}
    games = [build.session(start, seed=seed, **fields) for seed in range(12)]
    lucky = [s for s in games if s.decision is not None]
    assert 0 < len(lucky) < 12
    s = lucky[0]
    assert s.where[-1].id == "place-recruits" and s.state.nations["germany"].cash == 0
    s.submit(Recruit("militia", "netherlands"))
    assert build.count(s.table, "netherlands", "militia", "netherlands") == 2
    assert s.result is not None and s.state.nations["germany"].cash > 0


# Income


@pytest.mark.sections("11.6", "0.9/income")
def test_income_is_the_value_of_the_zones_in_possession_11_6() -> None:
    g = table("japan", cash=2)
    income.collect_income(g)
    assert cash(g, "japan") == 2 + sum(zone_value(g, zone) for zone in zones_of(g, "japan"))
    g = table("japan", cash=0, owners={"java": "japan", "philippines": "japan"})
    income.collect_income(g)
    assert cash(g, "japan") == sum(zone_value(g, zone) for zone in zones_of(g, "japan"))


@pytest.mark.sections("11.6", "0.9/income")
def test_a_nation_at_peace_collects_its_peacetime_income_11_6() -> None:
    g = table("usa", cash=0, nations={"usa": {"peacetime": 6}})
    income.collect_income(g)
    assert cash(g, "usa") == 6 and g.state.nations["usa"].bonus == 0


@pytest.mark.sections("11.6", "5.4", "14.2/trade")
def test_bonuses_are_collected_with_the_income_11_6() -> None:
    g = table("germany", cash=0, pact="signed", nations={"germany": {"peacetime": 10}})
    income.collect_income(g)
    assert cash(g, "germany") == 15 and g.state.nations["germany"].bonus == 5


# Wartime Economy


@pytest.mark.sections("7.8/wartime-economy")
@pytest.mark.parametrize(
    ("technology", "wars", "pays"),
    [
        ({"wartime-economy": 9}, [("germany", "usa")], True),
        ({"wartime-economy": 9}, [], False),
        ({"wartime-economy": 9}, [("mexico", "usa")], False),
        ({}, [("germany", "usa")], False),
    ],
)
def test_wartime_economy_pays_at_war_with_a_major_power_7_8(technology, wars, pays: bool) -> None:
    g = table("usa", cash=0, wars=wars, nations={"usa": {"technology": technology}})
    assert income.economy_pays(g) == pays


@pytest.mark.sections("7.8/wartime-economy")
def test_wartime_economy_adds_two_dice_and_leaves_the_base_income_7_8() -> None:
    g = table("usa", cash=0, wars=[("germany", "usa")], nations={"usa": {"technology": {"wartime-economy": 9}}})
    g.use(Scripted([9]))
    income.roll_economy(g)
    play(g, income.share_windfall)
    assert cash(g, "usa") == 9 and g.state.windfall == 0
    income.collect_income(g)
    assert cash(g, "usa") == 9 + 63 + g.state.nations["usa"].bonus


@pytest.mark.sections("7.8/wartime-economy", "2.3/commonwealth")
def test_the_commonwealth_rolls_once_and_divides_the_money_7_8() -> None:
    tech = {"great-britain": {"technology": {"wartime-economy": 9}}}
    g = table("great-britain", cash=0, slot="great-britain", wars=[("germany", "great-britain")], nations=tech)
    assert income.economy_pays(g)
    g.use(Scripted([8]))
    income.roll_economy(g)
    assert sections(g, ShareWindfall(8, 1, 0)) == sections(g, ShareWindfall(9, -1, 0)) == {"7.8/wartime-economy"}
    options = income.ways_to_share(g, 8)
    assert len(options) == 45 and all(legal(g, option) for option in options)
    play(g, income.share_windfall, ShareWindfall(3, 0, 5))
    assert (cash(g, "great-britain"), cash(g, "fec"), cash(g, "anzac")) == (3, 0, 5)
    g.state.nation = "anzac"
    assert not income.economy_pays(g)
    g.state.nations["great-britain"].surrendered = g.state.nations["fec"].surrendered = True
    assert income.economy_pays(g)
    g.use(Scripted([4]))
    income.roll_economy(g)
    play(g, income.share_windfall)
    assert cash(g, "anzac") == 9


@pytest.mark.sections("2.3/usa-split")
@pytest.mark.parametrize(("ipp", "shares"), [(0, (0, 0, 0)), (1, (0, 0, 1)), (16, (8, 8, 0))])
def test_the_money_of_a_divided_usa_2_3(ipp: int, shares: tuple[int, int, int]) -> None:
    assert income.split(ipp) == shares
