"""The scenarios: they open, begin as the text says, stand on legal ground, and the lessons offer what they teach."""

from __future__ import annotations

from collections import Counter

import pytest

from tutor.engine.errors import BadFile
from tutor.engine.session import Session
from tutor.games.global_war import GAME
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import DeclareWar
from tutor.games.global_war.calendar import turn_name
from tutor.games.global_war.facilities import SHIPYARDS, facility_owner
from tutor.games.global_war.nations import COMMONWEALTH, LIVERIES, PLAYERS
from tutor.games.global_war.showing import liveries
from tutor.games.global_war.state import G
from tutor.games.global_war.terms import (
    aligned,
    at_war,
    at_war_with_major,
    commanded,
    controller,
    home_country,
    may_share_land,
    owner,
    power,
    zone_value,
    zones_of,
)
from tutor.games.global_war.units import type_of, unit_types
from tutor.games.global_war.zones import (
    impassable,
    is_land,
)

from .build import ALL_TERRAIN, table

CAMPAIGNS = ("1936", "1939")
LESSONS = tuple(name for name in GAME.scenario_ids() if name.startswith("lesson-"))
TEACHING = {"france-1940", "barbarossa", "coral-sea", "atlantic-convoys", "amphibious", "spain"}


def opened(scenario: str) -> G:
    return GAME.table(GAME.scenario(scenario), seed=1)


@pytest.fixture(scope="module", params=CAMPAIGNS)
def campaign(request: pytest.FixtureRequest) -> G:
    return opened(request.param)


def value_of(g: G, nation: str) -> int:
    return sum(zone_value(g, zone) for zone in zones_of(g, nation))


def land_zones(g: G) -> list[str]:
    return [zone for zone in g.board if is_land(g, zone)]


# The scenarios


@pytest.mark.parametrize("name", GAME.scenario_ids())
@pytest.mark.sections("2", "2.1", "2.5", "2.5/units", "1.3")
def test_every_scenario_opens_and_nothing_is_wrong_with_it_2_5(name: str):
    scenario = GAME.scenario(name)
    g = opened(name)
    assert scenario.title and scenario.summary and scenario.source["reconstructed"]
    assert set(scenario.options) <= set(GAME.options)
    assert GAME.problems(g) == []
    assert GAME.result(g) is None


@pytest.mark.parametrize("name", GAME.scenario_ids())
@pytest.mark.sections("0.5/land", "2.5/units")
def test_units_stand_where_their_owner_may_stand_0_5(name: str):
    g = opened(name)
    for unit in g.state.units.values():
        if is_land(g, unit.zone):
            assert may_share_land(g, unit.owner, owner(g, unit.zone)), (unit.owner, unit.type, unit.zone)
            assert not impassable(g, unit.zone)
        elif type_of(g, unit).land:
            assert unit.aboard, (unit.owner, unit.type, unit.zone)
        elif type_of(g, unit).air:
            assert unit.aboard or unit.task == "patrol", (unit.owner, unit.type, unit.zone)


@pytest.mark.sections("2.1/1936", "4.3", "13.1", "13.2", "13.3")
def test_1936_begins_with_three_small_wars_2_1():
    g = opened("1936")
    assert turn_name(g.state.calendar) == "July 1936" and turn_name(g.state.last_turn) == "July 1945"
    assert at_war(g, "spain-nationalist", "spain-republican")
    assert at_war(g, "italy", "abyssinia")
    assert at_war(g, "kmt", "ccp") and not g.state.truce
    assert {name: controller(g, name) for name in ("spain-nationalist", "spain-republican", "abyssinia")} == {
        "spain-nationalist": "germany", "spain-republican": "ussr", "abyssinia": "france",
    }  # fmt: skip
    assert not any(at_war_with_major(g, nation) for nation in PLAYERS)
    assert (g.state.spain, g.state.abyssinia) == ("war", "war")
    spain = Counter(owner(g, zone) for zone in home_country(g, "spain-nationalist"))
    assert spain == {"spain-republican": 4, "spain-nationalist": 2}  # the example of 11.5


@pytest.mark.sections("2.1/1939", "13.3/truce", "4.8/nationalist-spain")
def test_1939_begins_with_germany_and_japan_at_war_2_1():
    g = opened("1939")
    assert turn_name(g.state.calendar) == "July 1939" and turn_name(g.state.last_turn) == "July 1945"
    wars = {frozenset((a, b)) for a, others in g.state.wars.items() for b in others}
    assert wars == {
        frozenset(pair)
        for pair in (("germany", "great-britain"), ("germany", "france"), ("japan", "kmt"), ("japan", "ccp"))
    }
    assert g.state.truce and aligned(g, "kmt", "ccp")
    assert aligned(g, "great-britain", "france")
    assert {owner(g, z) for z in ("austria", "bohemia", "slovakia")} == {"germany"}
    assert owner(g, "albania") == owner(g, "abyssinia") == "italy"
    assert {owner(g, zone) for zone in home_country(g, "spain-nationalist")} == {"spain-nationalist"}
    assert g.state.spain == "nationalist"
    assert not [unit for unit in g.state.units.values() if unit.owner in ("spain-republican", "abyssinia")]
    assert not any(name.startswith("warlord") for name in g.state.owners.values())


@pytest.mark.sections("2.5/ipp", "5.2", "5.1")
def test_nations_begin_with_the_income_of_the_text_and_as_much_in_hand_2_5():
    from tutor.games.global_war.war_and_peace import at_wartime_income, income

    told = {
        "1936": {"usa": 6, "great-britain": 11},
        "1939": {"usa": 16, "great-britain": 25, "germany": 24, "italy": 10},
    }
    for name, incomes in told.items():
        g = opened(name)
        assert {nation: income(g, nation) for nation in incomes} == incomes
        for nation in PLAYERS:
            assert g.state.nations[nation].cash == income(g, nation), (name, nation)
            assert income(g, nation) <= value_of(g, nation) or nation == "free-france"
        assert not at_wartime_income(g, "usa")
    assert at_wartime_income(g, "great-britain")


@pytest.mark.sections("2.5/tracker")
def test_turns_are_counted_from_july_1936_in_half_years_2_5():
    assert opened("1936").state.calendar == 1
    assert opened("1939").state.calendar == 7
    assert [turn_name(number) for number in (2, 7, 19)] == ["January 1937", "July 1939", "July 1945"]


@pytest.mark.sections("2.5/units")
def test_forces_are_at_the_scale_of_the_game_and_armies_grow_by_1939():
    before, after = opened("1936"), opened("1939")
    small = Counter(unit.owner for unit in before.state.units.values())
    large = Counter(unit.owner for unit in after.state.units.values())
    assert 350 <= sum(small.values()) < sum(large.values()) <= 550
    for nation in ("germany", "ussr", "japan", "great-britain", "france", "italy", "usa"):
        assert 20 <= small[nation] < large[nation] <= 75, nation
    assert max(large, key=large.__getitem__) == "japan" and large["ccp"] < large["kmt"]
    for g in (before, after):
        capitals = Counter(u.owner for u in g.state.units.values() if type_of(g, u).capital)
        assert capitals["great-britain"] >= capitals["usa"] - 1 and capitals["germany"] <= 1
        assert not any(type_of(g, unit).technology != "none" for unit in g.state.units.values())


def test_ships_on_the_production_chart_can_be_finished_where_they_were_begun(campaign: G):
    g = campaign
    names = [item.what for item in g.state.production]
    assert "fleet-carrier" in names and "fast-battleship" in names
    for item in g.state.production:
        assert 0 < item.paid < len(item.cycles)
        kind = unit_types(g)[item.what]
        need = ("major-shipyard",) if kind.capital else SHIPYARDS
        assert any(f.type in need and facility_owner(g, f) == item.owner for f in g.state.facilities.values()), item


def test_lessons_begin_in_their_phase_and_are_small():
    assert {f"lesson-{name}" for name in TEACHING} <= set(LESSONS)
    for name in LESSONS:
        scenario, g = GAME.scenario(name), opened(name)
        assert scenario.kind == "lesson" and scenario.start[:2] == ("calendar-turn", "national-turn")
        assert g.state.stop_after == "turn"
        assert len(g.state.units) <= 100
        movers = [unit for unit in g.state.units.values() if commanded(g, unit.owner, g.state.slot)]
        assert len(movers) >= 5, name


def lesson(name: str) -> Session:
    scenario = GAME.scenario(f"lesson-{name}")
    return Session(GAME.table(scenario, seed=1), scenario)


def sent(s: Session, *picks: Pick) -> set[tuple[str, str]]:
    """Where the units picked may go now, and with which task."""
    for pick in picks:
        s.submit(pick)
    return {(action.path[-1], action.task) for action in s.legal() if isinstance(action, Move) and action.path}


@pytest.mark.sections("8.1")
def test_the_lesson_on_france_needs_a_declaration_of_war_for_the_low_countries_8_1():
    s = lesson("france-1940")
    assert ("alsace-lorraine", "") in sent(s, Pick("western-germany", "infantry"))
    assert [ruling.section for ruling in s.why_not(Move(("belgium",)))] == ["8.1"]
    s.submit(DeclareWar("germany", "belgium"))
    assert s.why_not(Move(("belgium",))) == []


def test_the_lesson_on_barbarossa_opens_the_whole_front():
    assert {("lithuania", ""), ("east-poland", "")} <= sent(lesson("barbarossa"), Pick("east-prussia", "infantry"))
    assert ("lubelskie", "") in sent(lesson("barbarossa"), Pick("warsaw", "medium-armor"))
    assert ("western-ukraine", "") in sent(lesson("barbarossa"), Pick("romania", "infantry"))
    assert ("karjala", "") in sent(lesson("barbarossa"), Pick("finland", "infantry"))


def test_the_lessons_on_landings_bring_troops_before_their_beaches_8_4():
    s = lesson("coral-sea")
    assert ("coral-sea", "") in sent(s, Pick("caroline-sea", "fleet-carrier"))
    s = lesson("coral-sea")
    sent(s, Pick("caroline-sea", "naval-transport"))
    s.submit(Move(("solomon-sea",)))
    assert ("new-guinea", "") in sent(s, Pick("solomon-sea", "marine"))
    s = lesson("amphibious")
    sent(s, Pick("eastern-mediterranean", "naval-transport", 2))
    s.submit(Move(("central-mediterranean",)))
    assert ("sicily", "") in sent(s, Pick("central-mediterranean", "marine"))


def test_the_lessons_on_convoys_and_bombing_have_something_to_raid_and_bomb():
    assert {("western-approaches", "raid"), ("mid-atlantic", "raid")} <= sent(
        lesson("atlantic-convoys"), Pick("bay-of-biscay", "submarine")
    )
    assert ("western-germany", "bomb") in sent(lesson("bombing"), Pick("northern-britain", "strategic-bomber"))


def test_the_lesson_on_spain_lets_germany_lead_the_nationalists_13_1():
    s = lesson("spain")
    while "combat-movement" not in [place.id for place in s.where]:
        s.submit(next(action for action in s.legal() if action.kind() in ("done", "pass")))
    assert {("madrid", ""), ("basque-country", "")} <= sent(s, Pick("galicia", "infantry"))


@pytest.mark.sections("2.4", "2.4/colors")
def test_each_nation_has_a_sheet_a_capital_and_a_colour_of_its_own_2_4(campaign: G):
    g = campaign
    assert [row["nation"] for row in g.charts["national-sheets"]] == list(PLAYERS)
    for nation in PLAYERS:
        capital = g.state.nations[nation].capital
        assert (capital in home_country(g, nation) and owner(g, capital) == nation) or nation == "free-france", nation
    liveries.cache_clear()
    shown = liveries()
    assert (
        len({shown[nation].fill for nation in PLAYERS}) == len({LIVERIES[n].letters for n in PLAYERS}) == len(PLAYERS)
    )


@pytest.mark.sections("0.9/commonwealth", "2.3/commonwealth")
def test_the_commonwealth_is_one_power_in_three_parts_2_3():
    g = opened("1939")
    assert {power(nation) for nation in COMMONWEALTH} == {"great-britain"}
    assert all(at_war(g, nation, "germany") for nation in COMMONWEALTH)
    assert sum(value_of(g, nation) for nation in COMMONWEALTH) == 25 + 12 + 9


def test_all_terrain_options_are_in_force_in_the_campaigns(campaign: G):
    assert all(campaign.options[name] for name in (*ALL_TERRAIN, "screening", "strategic-naval", "unit-upgrades"))


def test_a_campaign_that_there_is_not_is_refused_in_one_sentence_2_1():
    with pytest.raises(BadFile, match=r"test, field 'campaign': .*1938.*1936, 1939"):
        table(campaign="1938")
