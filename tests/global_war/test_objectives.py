"""Section 3.4: every national objective, where it scores and where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.games.global_war import victory
from tutor.games.global_war.state import G
from tutor.games.global_war.terms import zone_value, zones_of

from . import build

SPAIN = ["madrid", "galicia", "basque-country", "catalonia", "valencia", "andalusia"]
BUFFER = ["east-poland", "lubelskie", "karjala", "lithuania", "latvia", "estonia"]
TECHNOLOGIES = ("heavy-strategic-bomber", "long-range-aircraft", "strategic-rockets")
ALL_STAGES = 9


def scored(g: G, objective: str) -> int:
    """The points that an objective gives now."""
    return next(score.points for score in victory.national_objectives(g) if score.what == objective)


def held(nation: str, *zones: str) -> dict[str, str]:
    return dict.fromkeys(zones, nation)


def table(**fields: Any) -> G:
    """The owners given are conquests: the game began as the map is printed."""
    owners = fields.get("owners", {})
    printed = build.table().state.owners
    start = {zone: printed[zone] for zone in owners}
    return build.table(**{"start_owners": start, **fields})


# Germany


@pytest.mark.sections("3.4/germany-lebensraum")
def test_lebensraum_counts_whole_groups_up_to_four_3_4():
    baltic = held("germany", "lithuania", "latvia", "estonia")
    assert scored(table(owners=baltic), "germany-lebensraum") == 1
    assert scored(table(owners=held("germany", "lithuania", "latvia")), "germany-lebensraum") == 0
    south = held("germany", "yugoslavia", "thessaly")
    west = held("germany", "denmark", "netherlands", "belgium")
    poland = held("germany", "warsaw", "west-poland", "dolnoslaske")
    east = held("germany", "southern-ukraine", "western-ukraine", "belorussia")
    assert scored(table(owners=baltic | south | west), "germany-lebensraum") == 3
    assert scored(table(owners=baltic | south | west | poland | east), "germany-lebensraum") == 4


@pytest.mark.sections("3.4/germany-eliminate-communism")
def test_moscow_or_two_other_soviet_cities_3_4():
    assert scored(table(owners=held("germany", "moscow")), "germany-eliminate-communism") == 1
    assert scored(table(owners=held("germany", "leningrad", "stalingrad")), "germany-eliminate-communism") == 1
    assert scored(table(owners=held("germany", "leningrad", "warsaw")), "germany-eliminate-communism") == 0


def worth(g: G, nation: str, more_than: int) -> None:
    """Give a nation neutral zones until its zones are worth more than this."""
    for zone, holder in list(g.state.owners.items()):
        if sum(zone_value(g, z) for z in zones_of(g, nation)) > more_than:
            return
        if holder in g.state.minors:
            g.state.owners[zone] = nation


@pytest.mark.sections("3.4/germany-gain-resources")
def test_gain_resources_needs_more_than_fifty_with_bonus_3_4():
    g = build.table()
    income = sum(zone_value(g, zone) for zone in zones_of(g, "germany"))
    g.state.nations["germany"].bonus = 50 - income
    assert scored(g, "germany-gain-resources") == 0
    g.state.nations["germany"].bonus += 1
    assert scored(g, "germany-gain-resources") == 1
    g.state.nations["germany"].bonus = 0
    worth(g, "germany", 50)
    assert scored(g, "germany-gain-resources") == 1


@pytest.mark.sections("3.4/germany-gain-resources", "14.4.2")
def test_vichy_zones_count_as_german_resources_14_4_2():
    g = build.table(
        vichy=True, owners=held("vichy", "southern-france", "corsica"), minors={"vichy": {"controller": "germany"}}
    )
    mine = sum(zone_value(g, zone) for zone in zones_of(g, "germany"))
    theirs = zone_value(g, "southern-france") + zone_value(g, "corsica")
    assert theirs > 0
    g.state.nations["germany"].bonus = 51 - mine - theirs
    assert scored(g, "germany-gain-resources") == 1
    g.state.vichy = False
    assert scored(g, "germany-gain-resources") == 0


@pytest.mark.sections("3.4/germany-spanish-civil-war")
def test_spain_scores_for_germany_when_the_nationalists_won_3_4():
    for spain, points in (("war", 0), ("nationalist", 1), ("republican", 0)):
        assert scored(build.table(spain=spain), "germany-spanish-civil-war") == points


@pytest.mark.sections("3.4/germany-spanish-civil-war", "2.1/1939")
def test_in_1939_all_of_continental_spain_must_be_axis_3_4():
    nationalist = {"turn": "July 1939", "spain": "nationalist"}
    assert (
        scored(build.table(**nationalist, owners=held("spain-nationalist", *SPAIN)), "germany-spanish-civil-war") == 0
    )
    axis = held("germany", *SPAIN[:5]) | held("italy", SPAIN[5])
    assert scored(build.table(**nationalist, owners=axis), "germany-spanish-civil-war") == 1
    assert scored(build.table(**nationalist, owners=axis | held("usa", "madrid")), "germany-spanish-civil-war") == 0


# Italy


@pytest.mark.sections("3.4/italy-expand-the-empire")
def test_italy_scores_two_new_zones_of_any_value_3_4():
    assert scored(table(), "italy-expand-the-empire") == 0
    assert scored(table(owners=held("italy", "abyssinia")), "italy-expand-the-empire") == 1
    assert scored(table(owners=held("italy", "abyssinia", "albania", "malta")), "italy-expand-the-empire") == 2


@pytest.mark.sections("3.4/italy-mediterranean-dominance")
def test_italy_dominates_by_bases_or_by_twice_the_allied_capital_ships_3_4():
    bases = held("italy", "gibraltar", "eastern-egypt", "malta")
    assert scored(table(owners=bases), "italy-mediterranean-dominance") == 1
    assert scored(table(owners=held("italy", "gibraltar", "malta")), "italy-mediterranean-dominance") == 0
    fleet = {"tyrrhenian-sea": {"battleship": 2}}
    british, french = {"alboran-sea": {"fleet-carrier": 1}}, {"gulf-of-lions": {"battleship": 1}}
    assert scored(table(units={"italy": fleet, "great-britain": british}), "italy-mediterranean-dominance") == 1
    both = {"italy": fleet, "great-britain": british, "france": french}
    assert scored(table(units=both), "italy-mediterranean-dominance") == 0
    assert scored(table(units={"italy": {"red-sea": {"battleship": 2}}}), "italy-mediterranean-dominance") == 0
    assert (
        scored(table(units={"italy": {"tyrrhenian-sea": {"battlecruiser": 2}}}), "italy-mediterranean-dominance") == 0
    )


@pytest.mark.sections("3.4/italy-triumph-of-fascism")
def test_spain_scores_for_italy_too_3_4():
    assert scored(build.table(spain="nationalist"), "italy-triumph-of-fascism") == 1
    assert scored(build.table(spain="republican"), "italy-triumph-of-fascism") == 0


# Japan


@pytest.mark.sections("3.4/japan-colonialism")
def test_colonialism_gives_two_points_for_more_than_fifty_3_4():
    g = build.table()
    income = sum(zone_value(g, zone) for zone in zones_of(g, "japan"))
    g.state.nations["japan"].bonus = 50 - income
    assert scored(g, "japan-colonialism") == 0
    g.state.nations["japan"].bonus += 1
    assert scored(g, "japan-colonialism") == 2


@pytest.mark.sections("3.4/japan-pacific-security")
def test_japan_needs_three_islands_or_twice_the_allied_fleets_3_4():
    assert scored(table(), "japan-pacific-security") == 1  # Mariana, Caroline and Marshall Islands are Japanese
    lost = held("usa", "mariana-islands")
    assert scored(table(owners=lost), "japan-pacific-security") == 0
    japan = {"tokyo-sea": {"battleship": 2}, "ceylon-sea": {"fleet-carrier": 2}}
    allied = {"usa": {"hawaiian-sea": {"battleship": 1}}, "great-britain": {"bay-of-bengal": {"battleship": 1}}}
    assert scored(table(owners=lost, units={"japan": japan, **allied}), "japan-pacific-security") == 1
    third = {"anzac": {"tasman-sea": {"battleship": 1}}}
    assert scored(table(owners=lost, units={"japan": japan, **allied, **third}), "japan-pacific-security") == 0


@pytest.mark.sections("3.4/japan-raw-materials")
def test_raw_materials_count_six_sources_up_to_four_3_4():
    assert scored(table(owners=held("japan", "cochinchina")), "japan-raw-materials") == 0
    indochina = held("japan", "cochinchina", "annam-tonkin")
    assert scored(table(owners=indochina), "japan-raw-materials") == 1
    rest = held("japan", "british-malaya", "philippines", "borneo", "java", "sumatra")
    assert scored(table(owners=rest), "japan-raw-materials") == 4
    assert scored(table(owners=indochina | held("japan", "java")), "japan-raw-materials") == 2


# USSR


@pytest.mark.sections("3.4/ussr-buffer-zone")
def test_buffer_zone_needs_all_six_zones_3_4():
    assert scored(table(owners=held("ussr", *BUFFER)), "ussr-buffer-zone") == 1
    assert scored(table(owners=held("ussr", *BUFFER[1:])), "ussr-buffer-zone") == 0


@pytest.mark.sections("3.4/ussr-worldwide-communism")
def test_worldwide_communism_counts_new_zones_with_a_value_3_4():
    g = table(owners=held("ussr", "romania", "hungary", "abyssinia"))
    assert zone_value(g, "abyssinia") == 0 and zone_value(g, "romania") > 0 and zone_value(g, "hungary") > 0
    assert scored(g, "ussr-worldwide-communism") == 2
    assert scored(table(), "ussr-worldwide-communism") == 0


@pytest.mark.sections("3.4/ussr-worldwide-communism")
def test_worldwide_communism_gives_eleven_at_most_3_4():
    g = table()
    g.state.owners |= {zone: "ussr" for zone, holder in g.state.owners.items() if holder in g.state.minors}
    assert scored(g, "ussr-worldwide-communism") == 11


@pytest.mark.sections("3.4/ussr-worldwide-communism", "3.4/ussr-buffer-zone")
def test_zones_of_the_buffer_zone_are_not_counted_twice_3_4():
    five = [zone for zone in BUFFER if zone != "karjala"]
    valued = sum(zone_value(build.table(), zone) > 0 for zone in five)
    assert scored(table(owners=held("ussr", *five)), "ussr-worldwide-communism") == valued
    all_six = table(owners=held("ussr", *BUFFER, "romania"))
    assert scored(all_six, "ussr-buffer-zone") == 1
    assert scored(all_six, "ussr-worldwide-communism") == 1  # Romania


@pytest.mark.sections("3.4/ussr-worldwide-communism", "3.4/ussr-ice-free-port")
def test_istanbul_is_not_counted_twice_3_4():
    g = table(owners=held("ussr", "istanbul", "romania"), printed_facilities=False)
    assert zone_value(g, "istanbul") > 0
    assert scored(g, "ussr-ice-free-port") == 1
    assert scored(g, "ussr-worldwide-communism") == 1
    without_crimea = table(
        owners=held("ussr", "istanbul", "romania") | held("germany", "crimea"), printed_facilities=False
    )
    assert scored(without_crimea, "ussr-ice-free-port") == 0
    assert scored(without_crimea, "ussr-worldwide-communism") == 2


@pytest.mark.sections("3.4/ussr-eastern-security")
def test_eastern_security_follows_the_railway_and_ignores_damage_3_4():
    assert scored(table(), "ussr-eastern-security") == 1
    assert scored(table(owners=held("japan", "chita", "irkutsk")), "ussr-eastern-security") == 0
    g = table()
    g.state.rail_damage = {"amur|primorsky-krai": 1}
    assert scored(g, "ussr-eastern-security") == 1


@pytest.mark.sections("3.4/ussr-ice-free-port")
def test_ice_free_port_needs_a_major_base_on_a_sea_numbered_eight_or_more_3_4():
    assert scored(build.table(printed_facilities=False), "ussr-ice-free-port") == 0
    white_sea = {"archangel": ["major-port"]}  # on sea zone 6
    assert scored(build.table(printed_facilities=False, facilities=white_sea), "ussr-ice-free-port") == 0
    for base in ("major-port", "major-shipyard", "major-dockyard"):
        g = build.table(printed_facilities=False, facilities={"crimea": [base]})
        assert scored(g, "ussr-ice-free-port") == 1
    minor = build.table(printed_facilities=False, facilities={"crimea": ["minor-port"]})
    assert scored(minor, "ussr-ice-free-port") == 0


@pytest.mark.sections("3.4/ussr-technological-superiority")
def test_soviet_technology_needs_all_four_3_4():
    four = dict.fromkeys((*TECHNOLOGIES, "heavy-armor"), ALL_STAGES)
    assert scored(build.table(nations={"ussr": {"technology": four}}), "ussr-technological-superiority") == 1
    three = {name: stages for name, stages in four.items() if name != "heavy-armor"}
    assert scored(build.table(nations={"ussr": {"technology": three}}), "ussr-technological-superiority") == 0


# China


@pytest.mark.sections("3.4/ccp-expel-foreign-influence", "3.4/kmt-expel-foreign-influence")
def test_foreign_land_units_in_continental_china_deny_both_factions_3_4():
    for unit, zone, points in (
        ("infantry", "shantung", 0),
        ("infantry", "tibet", 0),
        ("infantry", "hainan", 1),
        ("infantry", "rehe", 1),
        ("fighter", "shantung", 1),
    ):
        g = build.table(units={"japan": {zone: {unit: 1}}})
        assert scored(g, "ccp-expel-foreign-influence") == points, zone
        assert scored(g, "kmt-expel-foreign-influence") == points, zone
    own = {"kmt": {"shantung": {"infantry": 1}}, "warlord-yunnan": {"yunnan": {"infantry": 1}}}
    assert scored(build.table(units=own), "kmt-expel-foreign-influence") == 1
    assert scored(build.table(units=own), "ccp-expel-foreign-influence") == 1


@pytest.mark.sections("3.4/ccp-inflame-the-revolution")
def test_the_ccp_scores_two_with_more_land_units_in_chinese_home_country_3_4():
    def points(ccp: dict[str, Any], kmt: dict[str, Any]) -> int:
        return scored(build.table(units={"ccp": ccp, "kmt": kmt}), "ccp-inflame-the-revolution")

    assert points({"yenan": {"infantry": 2}}, {"nanking": {"infantry": 1}}) == 2
    assert points({"yenan": {"infantry": 1}}, {"nanking": {"infantry": 1}}) == 0
    assert points({"rehe": {"militia": 2}}, {"nanking": {"infantry": 1, "fighter": 5}}) == 2
    assert points({"chita": {"infantry": 2}}, {"nanking": {"infantry": 1}}) == 0


@pytest.mark.sections("3.4/kmt-reclaim-china")
def test_the_kmt_reclaims_two_of_five_zones_3_4():
    assert scored(table(owners=held("kmt", "rehe", "formosa")), "kmt-reclaim-china") == 1
    assert scored(table(owners=held("kmt", "rehe")), "kmt-reclaim-china") == 0
    assert scored(table(owners=held("kmt", "rehe") | held("ccp", "formosa")), "kmt-reclaim-china") == 0


@pytest.mark.sections("3.4/kmt-defeat-the-communists")
def test_no_ccp_unit_may_be_left_in_chinese_home_country_3_4():
    assert scored(build.table(), "kmt-defeat-the-communists") == 1
    for unit in ("militia", "fighter"):
        g = build.table(units={"ccp": {"western-manchuria": {unit: 1}}})
        assert scored(g, "kmt-defeat-the-communists") == 0
    assert scored(build.table(units={"ccp": {"chita": {"infantry": 1}}}), "kmt-defeat-the-communists") == 1


# Great Britain and the Commonwealth


@pytest.mark.sections("3.4/great-britain-contain-communism")
def test_soviet_land_units_in_the_west_deny_contain_communism_3_4():
    objective = "great-britain-contain-communism"
    assert scored(build.table(), objective) == 1
    for zone in ("austria", "denmark", "norway", "madrid", "berlin", "rome", "paris", "london"):
        assert scored(build.table(units={"ussr": {zone: {"infantry": 1}}}), objective) == 0, zone
    assert scored(build.table(units={"ussr": {"berlin": {"fighter": 1}}}), objective) == 1
    assert scored(build.table(units={"ussr": {"warsaw": {"infantry": 1}}}), objective) == 1


@pytest.mark.sections("3.4/great-britain-maintain-the-empire")
def test_britain_keeps_three_zones_of_the_empire_3_4():
    assert scored(table(), "great-britain-maintain-the-empire") == 1
    for zone in ("south-african-union", "eastern-egypt", "aden"):
        assert scored(table(owners=held("italy", zone)), "great-britain-maintain-the-empire") == 0
    assert scored(table(owners=held("usa", "aden")), "great-britain-maintain-the-empire") == 0


@pytest.mark.sections("3.4/great-britain-contain-fascism", "3.4/usa-contain-fascism")
def test_fascism_is_contained_at_the_incomes_of_1939_3_4():
    for germany, italy, points in ((24, 10, 1), (25, 10, 0), (24, 11, 0)):
        g = build.table(nations={"germany": {"peacetime": germany}, "italy": {"peacetime": italy}})
        assert scored(g, "great-britain-contain-fascism") == points
        assert scored(g, "usa-contain-fascism") == points


@pytest.mark.sections("3.4/usa-contain-fascism")
def test_the_full_value_of_german_zones_counts_in_war_3_4():
    g = build.table()
    worth(g, "germany", 24)
    assert scored(g, "usa-contain-fascism") == 0
    g.state.nations["germany"].surrendered = True
    assert scored(g, "usa-contain-fascism") == 1


@pytest.mark.sections("3.4/great-britain-mediterranean-security")
def test_mediterranean_security_needs_bases_and_twice_the_axis_fleet_3_4():
    objective = "great-britain-mediterranean-security"
    fleet = {
        "great-britain": {"eastern-mediterranean": {"battleship": 2}},
        "italy": {"adriatic-sea": {"battleship": 1}},
    }
    assert scored(table(units=fleet), objective) == 1
    assert scored(table(units=fleet, owners=held("italy", "malta")), objective) == 0
    german = {"germany": {"aegean-sea": {"heavy-carrier": 1}}}
    assert scored(table(units={**fleet, **german}), objective) == 0
    assert scored(table(units={}), objective) == 0  # no fleet outnumbers nobody


@pytest.mark.sections("3.4/fec-preserve-the-empire")
def test_the_fec_must_hold_all_of_its_zones_3_4():
    assert scored(table(), "fec-preserve-the-empire") == 1
    assert scored(table(owners=held("japan", "ceylon")), "fec-preserve-the-empire") == 0
    assert scored(table(owners=held("japan", "hong-kong")), "fec-preserve-the-empire") == 1


@pytest.mark.sections("3.4/anzac-south-pacific-security")
def test_anzac_needs_its_zones_and_free_waters_3_4():
    objective = "anzac-south-pacific-security"
    war = {"wars": [("japan", "anzac")]}
    assert scored(table(**war), objective) == 1
    assert scored(table(**war, owners=held("japan", "new-zealand")), objective) == 0
    g = table(**war)
    beside = next(sea for sea in g.board.neighbours["queensland"] if g.board.facts[sea]["kind"] == "sea")
    second = next(
        sea for sea in g.board.neighbours[beside]
        if g.board.facts[sea]["kind"] == "sea" and sea not in g.board.neighbours["queensland"]
    )  # fmt: skip
    for sea in (beside, second):
        assert scored(table(**war, units={"japan": {sea: {"destroyer": 1}}}), objective) == 0
        assert scored(table(**war, units={"japan": {sea: {"submarine": 1, "naval-transport": 1}}}), objective) == 1
        assert scored(table(units={"japan": {sea: {"destroyer": 1}}}), objective) == 1  # no enemy in peace
    assert scored(table(**war, units={"japan": {"tokyo-sea": {"destroyer": 1}}}), objective) == 1


# USA


@pytest.mark.sections("3.4/usa-monroe-doctrine")
def test_monroe_doctrine_looks_at_the_americas_and_at_the_past_3_4():
    objective = "usa-monroe-doctrine"
    assert scored(build.table(), objective) == 1
    for nation, zone in (("germany", "brazil"), ("ussr", "mexico"), ("japan", "alaska")):
        assert scored(build.table(units={nation: {zone: {"infantry": 1}}}), objective) == 0
    assert scored(build.table(units={"germany": {"brazil": {"fighter": 1}}}), objective) == 1
    assert scored(build.table(units={"great-britain": {"brazil": {"infantry": 1}}}), objective) == 1


@pytest.mark.sections("3.4/usa-monroe-doctrine")
def test_a_us_home_zone_once_lost_denies_the_monroe_doctrine_for_good_3_4():
    from tutor.games.global_war.capture import capture

    g = build.table(wars=[("germany", "usa")])
    capture(g, "new-york", "germany")
    capture(g, "new-york", "usa")
    assert scored(g, "usa-monroe-doctrine") == 0
    g = build.table(wars=[("japan", "usa")])
    capture(g, "wake", "japan")  # not Home Country
    assert scored(g, "usa-monroe-doctrine") == 1


@pytest.mark.sections("3.4/usa-contain-communism")
def test_the_ussr_must_have_fewer_than_five_new_zones_with_a_value_3_4():
    new = ["romania", "hungary", "bulgaria", "warsaw", "lithuania"]
    g = table(owners=held("ussr", *new))
    assert all(zone_value(g, zone) for zone in new)
    assert scored(g, "usa-contain-communism") == 0
    assert scored(table(owners=held("ussr", *new[:4], "abyssinia")), "usa-contain-communism") == 1


@pytest.mark.sections("3.4/usa-pacific-security")
def test_the_us_needs_twice_japans_capital_ships_in_the_pacific_3_4():
    def points(american: dict[str, Any], japanese: dict[str, Any]) -> int:
        return scored(build.table(units={"usa": american, "japan": japanese}), "usa-pacific-security")

    assert points({"hawaiian-sea": {"battleship": 4}}, {"tokyo-sea": {"battleship": 1, "fleet-carrier": 1}}) == 1
    assert points({"hawaiian-sea": {"battleship": 3}}, {"tokyo-sea": {"battleship": 2}}) == 0
    assert points({"new-york-bight": {"battleship": 4}}, {"tokyo-sea": {"battleship": 1}}) == 0
    assert points({"hawaiian-sea": {"battleship": 1}}, {"ceylon-sea": {"battleship": 2}}) == 1


@pytest.mark.sections("3.4/usa-maintain-the-empire")
def test_the_us_keeps_every_zone_of_1936_3_4():
    assert scored(table(), "usa-maintain-the-empire") == 1
    assert scored(table(owners=held("japan", "wake")), "usa-maintain-the-empire") == 0
    assert scored(table(owners=held("great-britain", "panama")), "usa-maintain-the-empire") == 0


@pytest.mark.sections("3.4/usa-technological-superiority")
def test_us_technology_needs_jets_where_the_ussr_needs_armor_3_4():
    four = dict.fromkeys((*TECHNOLOGIES, "jet-fighter"), ALL_STAGES)
    assert scored(build.table(nations={"usa": {"technology": four}}), "usa-technological-superiority") == 1
    armor = dict.fromkeys((*TECHNOLOGIES, "heavy-armor"), ALL_STAGES)
    assert scored(build.table(nations={"usa": {"technology": armor}}), "usa-technological-superiority") == 0


# France


@pytest.mark.sections("3.4/france-disarm-germany")
def test_germany_is_disarmed_below_24_ipps_of_zones_3_4():
    g = build.table()
    mine = sum(zone_value(g, zone) for zone in zones_of(g, "germany"))
    assert mine < 24 and scored(g, "france-disarm-germany") == 1
    worth(g, "germany", 23)
    assert scored(g, "france-disarm-germany") == 0


@pytest.mark.sections("3.4/france-eliminate-communism")
def test_no_communists_beside_france_and_republican_spain_counts_as_such_3_4():
    nationalist = held("spain-nationalist", *SPAIN)
    assert scored(table(owners=nationalist), "france-eliminate-communism") == 1
    assert scored(table(), "france-eliminate-communism") == 0  # the Basque Country and Catalonia are Republican
    red = held("ussr", "belgium")
    assert scored(table(owners=nationalist | red), "france-eliminate-communism") == 0
    assert scored(table(owners=nationalist | held("germany", "belgium")), "france-eliminate-communism") == 1
    assert scored(table(owners=nationalist | held("ussr", "warsaw")), "france-eliminate-communism") == 1


@pytest.mark.sections("3.4/france-maintain-the-empire")
def test_france_keeps_its_starting_zones_that_have_a_value_3_4():
    g = table()
    worthless = next(z for z in zones_of(g, "france") if zone_value(g, z) == 0)
    assert scored(g, "france-maintain-the-empire") == 1
    assert scored(table(owners=held("germany", worthless)), "france-maintain-the-empire") == 1
    assert scored(table(owners=held("germany", "paris")), "france-maintain-the-empire") == 0
    colony = next(z for z in zones_of(g, "france") if zone_value(g, z) and z not in ("paris",))
    assert scored(table(owners=held("free-france", colony)), "france-maintain-the-empire") == 1
