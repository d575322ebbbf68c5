"""The charts of set-up: what the text states of them holds, and they fit the map and each other."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tutor.games.global_war import GAME
from tutor.games.global_war.facilities import FACTORIES, SHIPYARDS, facilities_in, facility_owner
from tutor.games.global_war.nations import CHINESE, PLAYERS
from tutor.games.global_war.setup import counted
from tutor.games.global_war.state import G
from tutor.games.global_war.supply import in_reach_by_rail, river_way
from tutor.games.global_war.terms import (
    home_country,
    roundel,
    zone_value,
    zones_of,
)
from tutor.games.global_war.units import unit_types
from tutor.games.global_war.zones import (
    border_marks,
    crossings,
    impassable,
    is_land,
    is_sea,
    region,
    sea_neighbours,
    sea_row,
)

from .build import table

CAMPAIGNS = ("1936", "1939")
NAMED_PLACES = """
    London; Southern England; Paris; Picardy; Belgium; Alsace-Lorraine; Southern France; Corsica; Berlin; Western Germany;
    Bavaria; Rome; Denmark; Netherlands; Norway; Sweden; Finland; Karjala; Lithuania; Latvia; Estonia; Warsaw; Lubelskie;
    Dolnoslaske; East Poland; West Poland; Austria; Bohemia; Slovakia; Hungary; Romania; Bulgaria; Yugoslavia; Thessaly; Crete;
    Albania; Madrid; Portugal; Gibraltar; Malta; Moscow; Leningrad; Murmansk; Belorussia; Western Ukraine; Southern Ukraine;
    Crimea; Transcaucasia; Chita; Primorsky Krai; Istanbul; Kars; Iraq; Syria; Aden; Eastern Egypt; South African Union;
    Abyssinia; Eritrea; Belgian Congo; Nigeria; Chad; Northern Algeria; Western Algeria; Southern Algeria; Mauritania;
    French Guinea; French Sudan; Ivory Coast; Dahomey; Niger; Cameroon; Oubangui-Chari; French Somaliland; Madagascar; Réunion;
    Nanking; Peking; Shanghai; Hong Kong; Yunnan; Tibet; Tsinghai; Suiyuan; Hopeh; Kwangtung; Hainan; Sinkiang; Rehe;
    Western Manchuria; Eastern Manchuria; Northern Manchuria; Formosa; Mongolia; Tanna Tuva; Burma; Calcutta; Haryana;
    Southern India; Benares; Maharashtra; Bengal; Ceylon; British Malaya; Siam; Cochinchina; Annam-Tonkin; Tokyo; Sydney;
    Philippines; Borneo; Java; Sumatra; Midway; Wake; Mariana Islands; Caroline Islands; Marshall Islands; Hawaiian Islands;
    Gambier Islands; New Caledonia; New Zealand; Washington D.C.; New York; Chicago; San Francisco; Panama; Alaska; Argentina;
    French Guiana; St. Pierre Island; Cuba; Central America; Brazil; Mexico; Peru; Ecuador; Bolivia; Paraguay; Uruguay;
    Colombia; Venezuela
"""


def opened(scenario: str) -> G:
    return GAME.table(GAME.scenario(scenario), seed=1)


@pytest.fixture(scope="module", params=CAMPAIGNS)
def campaign(request: pytest.FixtureRequest) -> G:
    return opened(request.param)


def value_of(g: G, nation: str) -> int:
    return sum(zone_value(g, zone) for zone in zones_of(g, nation))


def land_zones(g: G) -> list[str]:
    return [zone for zone in g.board if is_land(g, zone)]


# The charts and the map


@pytest.mark.sections("1.1", "1.2")
def test_charts_hold_every_zone_of_the_map_once_1_1():
    g = table()
    charted = [row["zone"] for row in g.charts["zones"]]
    assert sorted(charted) == sorted(land_zones(g))
    assert len(charted) == 246
    seas = [row["zone"] for row in g.charts["sea-zones"]]
    assert sorted(seas) == sorted(zone for zone in g.board if is_sea(g, zone))


@pytest.mark.sections("1.2")
def test_sea_zones_have_the_numbers_of_the_text_and_no_other_lies_below_8_1_2():
    g = table()
    told = {
        "white-sea": 6,
        "okhotsk-sea": 7,
        "gulf-of-finland": 16,
        "english-channel": 25,
        "gulf-of-lions": 49,
        "yellow-sea": 54,
    }
    assert {zone: sea_row(g, zone)[0] for zone in told} == told
    numbers = [row["number"] for row in g.charts["sea-zones"]]
    assert len(set(numbers)) == len(numbers)
    assert sorted(number for number in numbers if number < 8) == [6, 7]
    major = {"major-port", "major-shipyard", "major-dockyard"}
    for zone in zones_of(g, "ussr"):
        if major & set(g.charts["zones"].cell(zone, "facilities").split()):
            assert all(sea_row(g, sea)[0] < 8 for sea in sea_neighbours(g, zone)), (
                zone
            )  # or the objective is won at once


def test_every_place_that_the_text_names_is_on_the_map():
    g = table()
    names = {facts.get("name") for facts in g.board.facts.values()}
    assert [place for place in map(str.strip, NAMED_PLACES.split(";")) if place not in names] == []


@pytest.mark.sections("1.1", "0.9/wartime-income")
def test_zone_values_add_up_to_what_the_text_states():
    from tutor.games.global_war.war_and_peace import income, wartime_income

    g = opened("1936")
    assert (value_of(g, "usa"), wartime_income(g, "usa")) == (63, 63)
    assert (value_of(g, "great-britain"), wartime_income(g, "great-britain")) == (25, 25)
    assert zone_value(g, "abyssinia") == 0
    g = opened("1939")
    assert value_of(g, "germany") == income(g, "germany") == 24
    assert value_of(g, "italy") == income(g, "italy") == 10
    assert value_of(g, "usa") == 63
    assert value_of(g, "great-britain") == income(g, "great-britain") == 25


@pytest.mark.sections("0.9/home-country")
def test_china_is_rich_enough_for_one_faction_to_evolve_but_not_at_the_start_13_3():
    g = opened("1936")
    threshold = g.charts["historical-events"].cell("Chinese evolution", "number")
    for faction in CHINESE:
        assert value_of(g, faction) < threshold <= sum(zone_value(g, zone) for zone in home_country(g, faction))
    united = value_of(g, "kmt") + sum(value_of(g, name) for name in g.state.minors if name.startswith("warlord"))
    assert united < threshold  # a Japanese attack, which unites them, does not evolve the KMT by itself


@pytest.mark.sections("0.9/home-country", "2.4")
def test_home_countries_follow_the_text():
    g = table()
    usa = {zone for zone in zones_of(g, "usa") if g.board.facts[zone]["status"] == "home"}
    assert home_country(g, "usa") == usa
    assert not usa & {"panama", "alaska", "aleutian-islands", "hawaiian-islands", "philippines", "midway", "wake"}
    claimed = {
        "western-manchuria",
        "eastern-manchuria",
        "northern-manchuria",
        "hong-kong",
        "formosa",
        "yenan",
        "nanking",
        "tibet",
    }
    assert home_country(g, "kmt") == home_country(g, "ccp") >= claimed
    assert home_country(g, "france") == home_country(g, "free-france") >= {"paris", "southern-france", "corsica"}
    assert {"ontario", "quebec"} <= home_country(g, "great-britain")
    assert not {"iceland", "greenland"} & home_country(g, "denmark")
    assert "crete" not in home_country(g, "greece")
    assert "java" not in home_country(g, "netherlands")
    for nation in PLAYERS:
        assert home_country(g, nation), nation


@pytest.mark.sections("0.7")
def test_every_land_zone_lies_in_a_region_0_7():
    g = table()
    told = {
        "san-francisco": "north-america", "alaska": "north-america", "mexico": "north-america", "brazil": "south-america",
        "london": "europe", "malta": "europe", "crete": "europe", "iraq": "middle-east", "syria": "middle-east",
        "eastern-egypt": "africa", "madagascar": "africa", "moscow": "ussr", "primorsky-krai": "ussr", "nanking": "asia",
        "sydney": "asia", "hawaiian-islands": "asia",
    }  # fmt: skip
    assert {zone: region(g, zone) for zone in told} == told
    capacities = {"north-america", "south-america", "europe", "middle-east", "africa", "ussr", "asia"}
    assert {region(g, zone) for zone in land_zones(g)} == capacities


@pytest.mark.sections("1.4", "2.5/facilities")
def test_printed_facilities_are_known_and_factories_stand_where_there_is_value_1_4():
    g = table()
    printed = sum(len([w for w in row["facilities"].split() if w != "none"]) for row in g.charts["zones"])
    assert len(g.state.facilities) == printed > 200
    for facility in g.state.facilities.values():
        if facility.type in FACTORIES:
            assert zone_value(g, facility.zone), facility.zone
        if facility.type in ("medium-factory", "major-factory", "major-shipyard"):
            homes = {nation for nation in (*PLAYERS, *g.state.minors) if facility.zone in home_country(g, nation)}
            assert homes, facility.zone
        if facility.type.endswith(("port", "shipyard", "dockyard")):
            assert sea_neighbours(g, facility.zone), facility.zone
        assert not impassable(g, facility.zone)
    for zone, type in (("san-francisco", "major-port"), ("primorsky-krai", "major-port"), ("picardy", "minor-port")):
        assert facilities_in(g, zone, (type,))


@pytest.mark.sections("1.14")
def test_every_major_power_has_yards_joined_by_rail_to_a_factory_11_1(campaign: G):
    g = campaign
    for nation in (n for n in PLAYERS if n not in (*CHINESE, "free-france")):
        yards = [f for f in g.state.facilities.values() if f.type in SHIPYARDS and facility_owner(g, f) == nation]
        assert yards, nation
        for yard in yards:
            joined = in_reach_by_rail(g, nation, yard.zone)
            assert any(facilities_in(g, zone, FACTORIES) for zone in joined), yard.zone
    capital = {"germany", "japan", "great-britain", "france", "italy", "usa"}  # the USSR must first enlarge a yard
    for nation in capital:
        assert any(
            any(
                zone in home_country(g, nation) and facilities_in(g, zone, ("major-factory",))
                for zone in in_reach_by_rail(g, nation, f.zone)
            )
            for f in g.state.facilities.values()
            if f.type == "major-shipyard" and facility_owner(g, f) == nation
        ), nation
    oceans = {
        sea_row(g, sea)[1]
        for f in g.state.facilities.values()
        if f.type == "major-shipyard" and facility_owner(g, f) == "usa"
        for sea in sea_neighbours(g, f.zone)
    }
    assert {"atlantic", "pacific"} <= oceans


@pytest.mark.sections("1.12/strategic")
def test_rivers_run_from_neighbour_to_neighbour_1_12():
    g = table()
    for row in g.charts["rivers"]:
        for a, b in pairwise(row["zones"].split()):
            assert is_land(g, a) and b in g.board.neighbours[a], (row["river"], a, b)
            assert river_way(g, a, b)
    assert river_way(g, "leningrad", "murmansk")  # the two canal systems that count as rivers
    assert river_way(g, "ontario", "quebec")


@pytest.mark.sections("1.7/border-terrain")
def test_border_marks_lie_between_neighbours_and_hold_what_the_text_names_1_7():
    g = table()
    for row in g.charts["borders"]:
        assert row["into"] in g.board.neighbours[row["start"]] and is_land(g, row["start"]), row["border"]
    assert "mountain" in border_marks(g, "chita", "northern-manchuria")
    assert "mountain" not in g.board.facts["northern-manchuria"]["terrain"]  # so they count in the first round only
    assert "maginot" in border_marks(g, "bavaria", "alsace-lorraine")
    assert not border_marks(g, "western-germany", "alsace-lorraine") & {"maginot", "fortified"}
    assert "fortified" in border_marks(g, "leningrad", "karjala")


@pytest.mark.sections("1.20", "1.21")
def test_crossings_join_two_shores_of_one_sea_1_20():
    g = table()
    for crossing in crossings(g):
        assert crossing.capacity > 0
        assert crossing.sea in g.board.neighbours[crossing.a] and crossing.sea in g.board.neighbours[crossing.b]
        assert crossing.b not in g.board.neighbours[crossing.a]
    assert {c.b for c in crossings(g) if c.channel} == {"picardy", "belgium"}


@pytest.mark.sections("1.6")
def test_convoy_lines_run_through_neighbouring_seas_and_threaten_britain_most_1_6():
    g = table()
    losses: Counter[str] = Counter()
    for row in g.charts["convoys"]:
        course = row["zones"].split()
        assert all(is_sea(g, sea) for sea in course)
        joined = {frozenset((p["from"], p["to"])) for p in g.board.extras("line") if p["what"] in ("strait", "canal")}
        for a, b in pairwise(course):
            assert b in g.board.neighbours[a] or frozenset((a, b)) in joined, (row["entry"], a, b)
        for end, sea in ((row["start"], course[0]), (row["end"], course[-1])):
            assert end == "none" or sea in g.board.neighbours[end], (row["entry"], end)
        losses[row["nation"]] += row["ipp"]
    assert losses["great-britain"] > value_of(g, "great-britain")  # end note 28
    mediterranean = g.charts["convoys"].row("british-mediterranean great-britain")
    assert mediterranean["ipp"] == 6  # 15.2 moves three and three
    assert g.charts["convoys"].row("soviet-arctic ussr")["ipp"] == 0


@pytest.mark.sections("6.1")
def test_every_minor_power_has_forces_in_its_chart_6_1():
    g = opened("1936")
    chart = list(g.charts["neutral-forces"])
    assert {row["nation"] for row in chart} == set(g.state.minors)
    for row in chart:
        assert row["zone"] in g.board
        if is_land(g, row["zone"]):
            assert roundel(g, row["zone"]) == row["nation"], row["entry"]
        else:
            near = set(g.board.neighbours[row["zone"]])
            assert near & set(zones_of(g, row["nation"])), row["entry"]
        for type, count in counted(row["units"]):
            assert count > 0 and unit_types(g)[type].naval == is_sea(g, row["zone"]), row["entry"]
    assert {row["from_turn"] for row in chart} == {1, 7}


# What was made up says so


def test_every_chart_that_the_text_does_not_print_says_so():
    charts = table().charts
    made_up = {
        "zones", "sea-zones", "borders", "rivers", "crossings", "convoys", "national-sheets", "neutral-forces", "build-chart",
        "technology", "surrender", "income-triggers", "bonus-income", "war-conditions", "annexations", "us-actions",
    }  # fmt: skip
    for name in made_up:
        assert charts[name].source.reconstructed, name


def test_technology_stages_can_be_rolled_and_grow_harder():
    g = table()
    rows = list(g.charts["technology"])
    assert len(rows) == 16
    for row in rows:
        stages = [int(number) for number in row["stages"].split("/")]
        assert 3 <= len(stages) <= 4 and stages == sorted(stages)
        assert all(2 <= number <= 12 for number in stages)
    for name in CAMPAIGNS:
        for nation, record in opened(name).state.nations.items():
            for technology, stage in record.technology.items():
                assert 1 <= stage <= len(g.charts["technology"].cell(technology, "stages").split("/")), nation
