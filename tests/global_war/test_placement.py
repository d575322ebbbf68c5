"""Sections 11.1, 11.2, 15.3, 15.8 and 15.9: where new units may be placed, upgrades, early fighters."""

from __future__ import annotations

import pytest

from tutor.games.global_war import construction, placement, production, upgrades
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.placement import Embark, Place, UpgradeUnit
from tutor.games.global_war.actions.production import Advance, Buy, BuyUpgrade, ConvertFighters, ScrapFighters
from tutor.games.global_war.capture import capture
from tutor.games.global_war.output import captured_zone, output, sites
from tutor.games.global_war.terms import zone_value
from tutor.games.global_war.units import cargo

from . import build
from .producing import cash, facility, items, legal, next_turn, play, refusals, sections, table

PLANTS = {"berlin": ["major-factory"], "bavaria": ["medium-factory"], "eastern-germany": ["minor-factory"]}


def german(what: str, count: int, **fields):
    return table(
        "germany", printed_facilities=False, production={"germany": [{"what": what, "paid": 1}] * count},
        **{"facilities": PLANTS, **fields},
    )  # fmt: skip


# Factories


@pytest.mark.sections("11.1", "12.4")
def test_factories_take_five_three_and_one_unit_a_turn_12_4() -> None:
    g = german("infantry", 12)
    assert sites(g, "germany", "infantry") == {"berlin": 5, "bavaria": 3, "eastern-germany": 1}
    play(g, placement.place_units, Place("infantry", "berlin", 5))
    assert sections(g, Place("infantry", "berlin")) == {"11.1"}
    play(g, placement.place_units, Place("infantry", "bavaria", 2))
    (ruling,) = refusals(g, Place("infantry", "bavaria", 2))
    assert "1 more" in ruling.reason
    play(g, placement.place_units, Place("infantry", "bavaria"))
    play(g, placement.place_units, Place("infantry", "eastern-germany"))
    assert len(items(g)) == 3 and not placement.placing(g)
    next_turn(g, "germany", "germany")
    assert sites(g, "germany", "infantry")["berlin"] == 5


@pytest.mark.sections("7.8/improved-factories", "12.4")
def test_improved_factories_take_eight_five_and_two_7_8() -> None:
    g = german("infantry", 1, nations={"germany": {"technology": {"improved-factories": 9}}})
    assert sites(g, "germany", "infantry") == {"berlin": 8, "bavaria": 5, "eastern-germany": 2}


@pytest.mark.sections("7.8/improved-factories", "12.4")
def test_a_captor_without_the_technology_has_no_gain_from_improved_factories_7_8() -> None:
    fields = {"owners": {"paris": "germany"}, "nations": {"france": {"technology": {"improved-factories": 9}}}}
    g = table("germany", **fields)
    plant = facility(g, "paris", "major-factory")
    plant.original = "france"
    assert output(g, "germany", plant) == 1
    g.state.nations["germany"].technology["improved-factories"] = 9
    assert output(g, "germany", plant) == 2


@pytest.mark.sections("12.4")
def test_damage_shuts_small_factories_and_takes_one_unit_a_point_from_major_ones_12_4() -> None:
    g = german(
        "infantry", 1,
        damage={"berlin": {"major-factory": 3}, "bavaria": {"medium-factory": 1}, "eastern-germany": {"minor-factory": 1}},
    )  # fmt: skip
    assert sites(g, "germany", "infantry") == {"berlin": 2}
    facility(g, "berlin", "major-factory").damage = 20
    assert sites(g, "germany", "infantry") == {}


@pytest.mark.sections("12.4", "11.1")
def test_a_captured_factory_rests_a_turn_works_as_a_minor_one_and_reverts_when_liberated_12_4() -> None:
    g = table("germany", wars=[("germany", "france")])
    plant = facility(g, "paris", "major-factory")
    g.state.stop_after = ""
    g.state.owners["paris"] = "france"
    plant.original = "france"
    g.state.nations["france"].capital = "london"  # so that nothing but the zone changes hands
    g.charts.replace(_no_surrender(g))
    capture(g, "paris", "germany")
    assert "paris" not in sites(g, "germany", "infantry")
    next_turn(g, "germany", "germany")
    assert sites(g, "germany", "infantry")["paris"] == 1
    next_turn(g, "france", "france")
    capture(g, "paris", "france")
    next_turn(g, "france", "france")
    assert sites(g, "france", "infantry")["paris"] == 5


def _no_surrender(g):
    from msgspec.structs import replace

    chart = g.charts["surrender"]
    at = list(chart.columns).index("zones")
    return replace(chart, rows=[[*row[:at], "tokyo", *row[at + 1 :]] for row in chart.rows])


@pytest.mark.sections("12.4")
def test_the_factory_of_an_aligned_minor_is_not_captured_12_4() -> None:
    g = table("germany", owners={"bohemia": "germany"})
    plant = facility(g, "bohemia", "medium-factory")
    plant.original = "czechoslovakia"
    assert output(g, "germany", plant) == 1
    g.state.merged["czechoslovakia"] = "germany"
    assert output(g, "germany", plant) == 3


@pytest.mark.sections("11.1")
def test_units_that_find_no_place_or_are_postponed_stay_on_the_chart_11_1() -> None:
    g = german("infantry", 2)
    play(g, placement.place_units, Done())
    assert not placement.placing(g) and len(items(g)) == 2
    next_turn(g, "germany", "germany")
    assert placement.placing(g)
    g.state.owners["berlin"] = g.state.owners["bavaria"] = g.state.owners["eastern-germany"] = "ussr"
    assert not placement.placing(g) and len(items(g)) == 2
    assert sections(g, Place("infantry", "berlin")) == {"11.1"}


@pytest.mark.sections("11.1")
def test_only_what_is_in_the_box_is_placed_11_1() -> None:
    g = german("infantry", 2)
    assert sections(g, Place("artillery", "berlin")) == {"11.1"}
    assert "11.1" in sections(g, Place("infantry", "berlin", 3))
    assert sections(g, Place("infantry", "paris")) == {"11.1"}
    options = list(placement.placements(g, "germany"))
    assert Place("infantry", "berlin", 2) in options and all(legal(g, option) for option in options)


# Technology


@pytest.mark.sections("11.1/tech", "7.8")
def test_units_of_a_technology_are_placed_only_at_home_11_1() -> None:
    g = table(
        "japan", nations={"japan": {"technology": {"heavy-armor": 9}}}, printed_facilities=False,
        facilities={"tokyo": ["minor-factory"], "korea": ["minor-factory"]},
        production={"japan": [{"what": "heavy-armor"}, {"what": "infantry"}]},
    )  # fmt: skip
    assert set(sites(g, "japan", "heavy-armor")) == {"tokyo"}
    assert set(sites(g, "japan", "infantry")) == {"tokyo", "korea"}
    assert sections(g, Place("heavy-armor", "korea")) == {"11.1/tech"}
    facility(g, "tokyo", "minor-factory").damage = 1
    assert sections(g, Buy("heavy-armor")) == {"7.3"}


# Ships


@pytest.mark.sections("11.1/capital-ships")
def test_capital_ships_go_to_major_shipyards_joined_to_a_major_factory_at_home_11_1() -> None:
    g = table(
        "japan", printed_facilities=False,
        facilities={"tokyo": ["major-factory"], "honshu": ["major-shipyard"], "kyushu": ["major-shipyard", "minor-factory"]},
        production={"japan": [{"what": "battleship", "paid": 3}] * 6},
    )  # fmt: skip
    assert sites(g, "japan", "battleship") == {"sea-of-japan": 5, "tokyo-sea": 5}, "no rails lead from Kyushu to Tokyo"
    assert set(sites(g, "japan", "destroyer")) == {"sea-of-japan", "tokyo-sea", "east-china-sea"}
    play(g, placement.place_units, Place("battleship", "tokyo-sea", 5))
    assert sections(g, Place("battleship", "sea-of-japan")) == {"11.1/capital-ships"}
    g.state.rail_damage = {"honshu|tokyo": 1}
    assert sites(g, "japan", "battleship") == {}


@pytest.mark.sections("11.1/ships", "12.6/shipyards")
def test_other_ships_go_to_any_shipyard_by_a_factory_one_or_five_a_turn_11_1() -> None:
    g = table(
        "italy", printed_facilities=False,
        facilities={"rome": ["minor-factory"], "southern-italy": ["minor-shipyard"], "northern-italy": ["major-shipyard"],
                    "sicily": ["minor-shipyard"]},
        production={"italy": [{"what": "destroyer"}] * 9},
    )  # fmt: skip
    assert sites(g, "italy", "destroyer") == {
        "adriatic-sea": 6, "central-mediterranean": 1, "tyrrhenian-sea": 1, "gulf-of-lions": 5
    }, "the yard of Sicily has no factory by it"  # fmt: skip
    play(g, placement.place_units, Place("destroyer", "adriatic-sea", 6))
    assert sections(g, Place("destroyer", "tyrrhenian-sea")) == {"11.1/ships"}


@pytest.mark.sections("11.1/ships")
def test_a_yard_beside_a_factory_needs_no_rails_11_1() -> None:
    g = table(
        "italy", printed_facilities=False, facilities={"rome": ["minor-factory"], "southern-italy": ["minor-shipyard"]}
    )
    g.state.rail_damage = {"rome|southern-italy": 1}
    assert sites(g, "italy", "destroyer")
    far = {"northern-italy": ["minor-factory"], "southern-italy": ["minor-shipyard"]}
    g = table("italy", printed_facilities=False, facilities=far)
    assert sites(g, "italy", "destroyer")
    g.state.rail_damage = {"rome|southern-italy": 1}
    assert not sites(g, "italy", "destroyer")


@pytest.mark.sections("11.1/ships")
def test_a_submarine_base_takes_two_submarines_and_nothing_else_11_1() -> None:
    g = table(
        "germany", printed_facilities=False, facilities={"western-germany": ["major-factory", "submarine-base"]},
        production={"germany": [{"what": "submarine"}] * 3},
    )  # fmt: skip
    assert sites(g, "germany", "submarine") == {"north-sea": 2, "western-baltic": 2}
    assert sites(g, "germany", "destroyer") == {}
    play(g, placement.place_units, Place("submarine", "north-sea", 2))
    assert not placement.placing(g)


@pytest.mark.sections("11.1/ships")
def test_small_yards_are_filled_first_so_that_large_ones_stay_free_11_1() -> None:
    g = table(
        "germany", printed_facilities=False,
        facilities={"western-germany": ["major-factory", "major-shipyard", "submarine-base"]},
        production={"germany": [{"what": "submarine"}] * 2 + [{"what": "battleship", "paid": 3}]},
    )  # fmt: skip
    play(g, placement.place_units, Place("submarine", "north-sea", 2))
    assert sites(g, "germany", "battleship")["north-sea"] == 5


@pytest.mark.sections("7.8/improved-construction", "12.6/shipyards")
def test_improved_construction_lets_yards_build_two_and_eight_7_8() -> None:
    fields = {"printed_facilities": False, "nations": {"germany": {"technology": {"improved-construction": 9}}}}
    for yard, most in (("minor-shipyard", 2), ("major-shipyard", 8)):
        g = table("germany", facilities={"western-germany": ["major-factory", yard]}, **fields)
        assert sites(g, "germany", "destroyer")["north-sea"] == most
    g = table("germany", facilities={"western-germany": ["major-factory", "minor-shipyard"]}, **fields)
    facility(g, "western-germany", "minor-shipyard").damage = 1
    assert sites(g, "germany", "destroyer") == {}


# Militia and Colonial Infantry


@pytest.mark.sections("11.1/militia")
def test_militia_need_no_factory_and_are_as_many_as_the_zone_is_worth_11_1() -> None:
    g = table(
        "germany",
        printed_facilities=False,
        owners={"warsaw": "germany"},
        production={"germany": [{"what": "militia"}] * 9},
    )
    found = sites(g, "germany", "militia")
    assert found["berlin"] == zone_value(g, "berlin") > 1
    assert zone_value(g, "warsaw") > 1 and found["warsaw"] == 1, "a captured zone takes one"
    play(g, placement.place_units, Place("militia", "berlin", found["berlin"]))
    assert sections(g, Place("militia", "berlin")) == {"11.1/militia"}
    g.state.conquered["bavaria"] = "france"
    assert "bavaria" not in sites(g, "germany", "militia")


@pytest.mark.sections("11.1/militia")
def test_a_zone_without_value_takes_one_militia_11_1() -> None:
    g = table("great-britain")
    assert zone_value(g, "gibraltar") == 0 and sites(g, "great-britain", "militia")["gibraltar"] == 1


@pytest.mark.sections("11.1/militia")
def test_the_zones_of_an_aligned_minor_are_not_captured_11_1() -> None:
    g = table("germany", owners={"romania": "germany"})
    assert captured_zone(g, "germany", "romania")
    g.state.merged["romania"] = "germany"
    assert not captured_zone(g, "germany", "romania") and captured_zone(g, "ussr", "romania")
    assert sites(g, "germany", "militia")["romania"] == zone_value(g, "romania")


@pytest.mark.sections("11.1/colonial")
def test_colonial_infantry_is_placed_in_own_colonies_of_value_11_1() -> None:
    g = table(
        "great-britain",
        owners={"tripolitania": "great-britain"},
        production={"great-britain": [{"what": "colonial-infantry"}] * 4},
    )
    found = sites(g, "great-britain", "colonial-infantry")
    assert "nigeria" in found and zone_value(g, "nigeria") > 0
    assert "london" not in found and "tripolitania" not in found and "gold-coast" not in found
    play(g, placement.place_units, Place("colonial-infantry", "nigeria", 4))
    assert build.count(g, "nigeria", "colonial-infantry") == 4
    g.state.conquered["nigeria"] = "italy"
    assert "nigeria" not in sites(g, "great-britain", "colonial-infantry")


@pytest.mark.sections("7.1", "11.1/colonial")
def test_four_nations_build_colonial_infantry_12_2() -> None:
    for nation in ("great-britain", "fec", "france", "italy"):
        assert legal(table(nation), Buy("colonial-infantry")), nation
    for nation in ("germany", "usa", "japan", "ussr", "anzac"):
        assert "7.1" in sections(table(nation), Buy("colonial-infantry")), nation


# Option 15.3


def carrier(**fields):
    return table(
        "japan", options=["advanced-carriers"], printed_facilities=False,
        facilities={"tokyo": ["major-factory", "major-shipyard"]},
        **{"production": {"japan": [{"what": "fleet-carrier", "paid": 3}]}, **fields},
    )  # fmt: skip


@pytest.mark.sections("15.3", "15.3/placing")
def test_a_new_carrier_without_aircraft_is_not_placed_15_3() -> None:
    g = carrier()
    assert sections(g, Place("fleet-carrier", "tokyo-sea")) == {"15.3/placing"}
    assert not placement.placing(g)
    g = carrier(units={"japan": {"korea": {"fighter": 1}}})
    assert sections(g, Place("fleet-carrier", "tokyo-sea")) == {"15.3/placing"}, "Korea is not beside it"


@pytest.mark.sections("15.3/placing")
def test_a_new_carrier_takes_an_aircraft_from_the_land_beside_it_15_3() -> None:
    g = carrier(units={"japan": {"tokyo": {"fighter": 1, "medium-bomber": 1}}})
    play(g, placement.place_units, Place("fleet-carrier", "tokyo-sea"))
    ship = build.unit(g, "tokyo-sea", "fleet-carrier")
    assert [u.type for u in cargo(g, ship)] == ["fighter"] and build.count(g, "tokyo") == 1


@pytest.mark.sections("15.3/placing")
def test_a_new_carrier_takes_a_new_aircraft_and_the_player_chooses_15_3() -> None:
    g = carrier(
        production={"japan": [{"what": "fleet-carrier", "paid": 3}, {"what": "tactical-bomber"}]},
        units={"japan": {"tokyo": {"fighter": 1}}},
    )
    play(g, placement.place_units, Place("fleet-carrier", "tokyo-sea"), Embark("tactical-bomber"))
    ship = build.unit(g, "tokyo-sea", "fleet-carrier")
    assert [u.type for u in cargo(g, ship)] == ["tactical-bomber"]
    assert not items(g) and sites(g, "japan", "infantry") == {"tokyo": 4}


@pytest.mark.sections("11.1")
def test_without_the_option_a_carrier_needs_no_aircraft_11_1() -> None:
    g = table("japan", production={"japan": [{"what": "fleet-carrier", "paid": 3}]})
    play(g, placement.place_units, Place("fleet-carrier", "tokyo-sea"))
    assert build.count(g, "tokyo-sea") == 1


# Option 15.8


@pytest.mark.sections("15.8")
def test_a_capital_ship_is_laid_down_and_launched_at_one_yard_15_8() -> None:
    g = table("japan", options=["ships-under-construction"], cash=30)
    play(g, production.spend, Buy("battleship"), Buy("battleship", zone="honshu"))
    item = items(g)[0]
    assert item.zone == "honshu"
    for _ in range(2):
        next_turn(g, "japan", "japan")
        play(g, production.spend, Advance(item.id))
    assert sections(g, Place("battleship", "hong-kong-sea")) == {"11.1/capital-ships"}
    play(g, placement.place_units, Place("battleship", "sea-of-japan"))
    assert build.count(g, "sea-of-japan", "battleship") == 1
    assert sections(g, Buy("battleship", zone="korea")) == {"15.8"}
    assert sections(table("japan"), Buy("battleship", zone="honshu")) == {"15.8"}


@pytest.mark.sections("15.8")
def test_a_ship_on_the_stocks_is_taken_with_its_yard_and_finished_there_15_8() -> None:
    g = table(
        "germany", options=["ships-under-construction"], wars=[("germany", "france")], cash=20,
        production={"france": [{"what": "battleship", "paid": 2, "zone": "western-france"}]},
    )  # fmt: skip
    item = items(g)[0]
    capture(g, "western-france", "germany")
    assert item.owner == "germany" and item.captured
    next_turn(g, "germany", "germany")
    play(g, production.spend, Advance(item.id))
    play(g, placement.place_units, Place("battleship", "bay-of-biscay"))
    assert build.count(g, "bay-of-biscay", "battleship", "germany") == 1


# Option 11.2


def with_upgrades(**fields):
    return table("germany", options=["unit-upgrades"], **fields)


@pytest.mark.sections("11.2")
def test_upgrades_are_bought_and_reach_units_in_supply_11_2() -> None:
    g = with_upgrades(cash=9, units={"germany": {"berlin": {"militia": 2, "infantry": 2}}})
    play(g, production.spend, BuyUpgrade("militia-upgrade"))
    play(g, production.spend, BuyUpgrade("infantry-upgrade", 2))
    assert cash(g, "germany") == 5 and len(items(g)) == 3
    build.unit(g, "berlin", "infantry").committed = True
    play(g, upgrades.give_upgrades, UpgradeUnit("infantry-upgrade", "berlin"))
    play(g, upgrades.give_upgrades, UpgradeUnit("infantry-upgrade", "berlin"))
    play(g, upgrades.give_upgrades, UpgradeUnit("militia-upgrade", "berlin"))
    kinds = sorted(u.type for u in g.state.units.values())
    assert kinds == ["infantry", "militia", "motorized-infantry", "motorized-infantry"]
    assert not items(g) and not upgrades.upgrading(g)


@pytest.mark.sections("11.2")
def test_one_militia_a_turn_is_upgraded_11_2() -> None:
    g = with_upgrades(units={"germany": {"berlin": {"militia": 3}}})
    assert "11.2" in sections(g, BuyUpgrade("militia-upgrade", 2))
    play(g, production.spend, BuyUpgrade("militia-upgrade"))
    assert sections(g, BuyUpgrade("militia-upgrade")) == {"11.2"}
    next_turn(g, "germany", "germany")
    play(g, production.spend, BuyUpgrade("militia-upgrade"))
    play(g, upgrades.give_upgrades, UpgradeUnit("militia-upgrade", "berlin"))
    assert len(items(g)) == 1 and not upgrades.upgrading(g)
    assert sections(g, UpgradeUnit("militia-upgrade", "berlin")) == {"11.2"}


@pytest.mark.sections("11.2", "1.5")
def test_an_upgrade_that_reaches_nobody_waits_on_the_chart_11_2() -> None:
    g = with_upgrades(units={"germany": {"denmark": {"infantry": 1}}}, owners={"denmark": "germany"})
    play(g, production.spend, BuyUpgrade("infantry-upgrade"))
    g.state.rail_damage = {"denmark|western-germany": 1}
    facility(g, "denmark", "minor-port").damage = 1
    assert not upgrades.upgrading(g)
    assert sections(g, UpgradeUnit("infantry-upgrade", "denmark")) == {"11.2"}
    g.state.rail_damage = {}
    next_turn(g, "germany", "germany")
    play(g, upgrades.give_upgrades, UpgradeUnit("infantry-upgrade", "denmark"))
    assert build.count(g, "denmark", "motorized-infantry") == 1


@pytest.mark.sections("11.2")
def test_without_the_option_only_militia_are_upgraded_11_2() -> None:
    g = table("germany", units={"germany": {"berlin": {"militia": 2, "infantry": 1}}})
    assert sections(g, BuyUpgrade("infantry-upgrade")) == {"11.2"}
    assert sections(with_upgrades(), BuyUpgrade("bayonets")) == {"11.2"}
    assert list(upgrades.buyable_upgrades(g, "germany", 10)) == [BuyUpgrade("militia-upgrade")]


# Option 15.9


def early(turn: str, *more: str, **fields):
    return table("germany", turn=turn, options=["early-fighters", *more], **fields)


@pytest.mark.sections("15.9")
def test_fighters_are_early_ones_until_january_1940_15_9() -> None:
    g = early("July 1939", units={"germany": {"berlin": {"fighter": 2}}})
    assert build.count(g, "berlin", "early-war-fighter") == 2
    assert sections(g, Buy("fighter")) == {"15.9"} and legal(g, Buy("early-war-fighter"))
    assert sections(g, ConvertFighters("berlin")) == sections(g, ScrapFighters("berlin")) == {"15.9"}
    later = early("January 1940")
    assert legal(later, Buy("fighter")) and sections(later, Buy("early-war-fighter")) == {"15.9"}
    assert sections(table("germany", turn="July 1939"), Buy("early-war-fighter")) == {"15.9"}


@pytest.mark.sections("15.9")
def test_in_the_other_reading_modern_fighters_come_in_july_1940_15_9() -> None:
    assert sections(early("January 1940", "reading-early-fighters-july"), Buy("fighter")) == {"15.9"}
    assert legal(early("July 1940", "reading-early-fighters-july"), Buy("fighter"))


@pytest.mark.sections("15.9")
def test_early_fighters_are_converted_scrapped_or_kept_15_9() -> None:
    g = early("January 1940", cash=4, units={"germany": {"berlin": {"fighter": 4}}})
    assert sections(g, ConvertFighters("berlin", 2)) == {"0.9/ipp"}
    play(g, production.spend, ConvertFighters("berlin"))
    assert cash(g, "germany") == 0 and build.count(g, "berlin", "fighter") == 1
    play(g, production.spend, ScrapFighters("berlin", 2))
    assert cash(g, "germany") == 8 and build.count(g, "berlin", "early-war-fighter") == 1
    assert sections(g, ScrapFighters("berlin", 2)) == {"15.9"}
    play(g, production.spend, Done())
    assert build.count(g, "berlin", "early-war-fighter") == 1


@pytest.mark.sections("11.3", "7.4", "11")
def test_what_is_finished_comes_before_units_are_placed_11() -> None:
    g = table(
        "germany", printed_facilities=False, production={"germany": [{"what": "minor-port", "zone": "east-prussia"}]}
    )
    placement.complete(g)
    assert facility(g, "east-prussia", "minor-port") and placement.placers(g) == ["germany"]
    assert construction.facility_kinds(g)[-1] == "railroad"
