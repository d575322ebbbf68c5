"""Statements of chapters 7, 11 and 12 that were found to be played otherwise, mostly where two rules meet."""

from __future__ import annotations

import pytest

from tutor.games.global_war import GAME, construction, delivery, lend_lease, placement, production
from tutor.games.global_war.actions.placement import Deliver, Place
from tutor.games.global_war.actions.production import Build, Buy, BuyUpgrade, LendMoney, LendUnit, RepairShip
from tutor.games.global_war.annexation import annex
from tutor.games.global_war.capture import capture
from tutor.games.global_war.facilities import facilities_in
from tutor.games.global_war.output import FACTORIES, output, sites
from tutor.games.global_war.routes import routes
from tutor.games.global_war.supply import supplied
from tutor.games.global_war.technology import research_dice
from tutor.games.global_war.units import shift, units_in
from tutor.games.global_war.zones import rough_border

from . import build
from .producing import facility, items, legal, next_turn, play, refusals, sections, table

# Captured factories (12.4)


@pytest.mark.sections("12.4", "7.6")
def test_a_set_up_with_paris_in_german_hands_has_its_factory_captured_12_4() -> None:
    g = table("germany", owners={"paris": "germany"}, wars=[("germany", "france")])
    plant = facility(g, "paris", "major-factory")
    assert output(g, "germany", plant) == 1 and sites(g, "germany", "infantry")["paris"] == 1
    assert research_dice(g, "germany") == 2, "Berlin and Western Germany"
    capture(g, "paris", "great-britain")
    assert g.state.owners["paris"] == "france"
    next_turn(g, "france", "france")
    assert output(g, "france", plant) == 5, "liberated"


@pytest.mark.sections("12.4", "11.1/militia", "0.9/annexation")
def test_an_annexed_zone_is_not_a_captured_one_12_4() -> None:
    ready = table("germany", owners={"bohemia": "germany"}, annexed=["austria", "bohemia"])
    played = table("germany", turn="July 1938")
    annex(played, "germany", "bohemia")
    next_turn(played, "germany", "germany")
    for g in (ready, played):
        (plant,) = facilities_in(g, "bohemia", FACTORIES)
        assert output(g, "germany", plant) == 3 and sites(g, "germany", "militia")["bohemia"] == 3
        capture(g, "bohemia", "ussr")
        next_turn(g, "ussr", "ussr")
        assert output(g, "ussr", plant) == 1 and sites(g, "ussr", "militia")["bohemia"] == 1


@pytest.mark.sections("12.4", "2.5/facilities")
def test_a_position_with_a_captured_factory_comes_back_with_it_12_4() -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "production"), owners={"paris": "germany"}, nations={"germany": {"cash": 9}}
    )
    fields = GAME.fields(s)
    assert fields.get("printed_facilities", True), "as printed"
    again = GAME.table(GAME.scenario_from(fields, "position")).state
    assert again.facilities == s.state.facilities
    world = GAME.arrangement(fields)
    world.place("bavaria", "Facilities", "air-base", 1)
    edited = GAME.table(GAME.scenario_from(world.fields, "position"))
    assert output(edited, "germany", facility(edited, "paris", "major-factory")) == 1


@pytest.mark.sections("12.4", "2.5/facilities")
@pytest.mark.parametrize(
    ("zone", "type", "made"),
    [("paris", "major-factory", 1), ("bohemia", "medium-factory", 3), ("bavaria", "major-factory", 5)],
)
def test_a_large_factory_that_a_scenario_lists_abroad_is_a_captured_one_12_4(zone: str, type: str, made: int) -> None:
    listed = {"printed_facilities": False, "facilities": {zone: [type]}, "annexed": ["bohemia"]}
    s = build.session(
        ("calendar-turn", "national-turn", "production"), owners={"paris": "germany", "bohemia": "germany"},
        nations={"germany": {"cash": 9}}, **listed,
    )  # fmt: skip
    assert output(s.table, "germany", facility(s.table, zone, type)) == made
    again = GAME.table(GAME.scenario_from(GAME.fields(s), "position")).state
    assert [f.original for f in again.facilities.values()] == [f.original for f in s.state.facilities.values()]
    for plant in s.state.facilities.values():
        plant.original = ""
    again = GAME.table(GAME.scenario_from(GAME.fields(s), "position")).state
    assert [f.original for f in again.facilities.values()] == [""]


# Lend-lease


def two_loans(*options: str):
    """Great Britain lends 2 IPPs each to the USSR and to the USA through one Minor Port of its own."""
    g = table(
        "great-britain", printed_facilities=False, options=options, wars=[("germany", "great-britain"), ("germany", "ussr")],
        facilities={"london": ["major-factory", "minor-port"], "murmansk": ["minor-port"], "new-york": ["major-port"]},
        nations={"ussr": {"peacetime": 30}},
    )  # fmt: skip
    for receiver in ("ussr", "usa"):
        play(g, lend_lease.declare_lend_lease, LendMoney(receiver, 2))
    return g, *items(g)


@pytest.mark.sections("11.4/sea", "12.6/ports")
def test_a_minor_port_handles_three_ipp_in_a_turn_and_not_with_every_delivery_11_4() -> None:
    g, first, second = two_loans()
    play(g, delivery.send, Deliver(first.id, "murmansk", "london"))
    play(g, delivery.arrive)
    (ruling,) = refusals(g, Deliver(second.id, "new-york", "london"))
    assert ruling.section == "11.4/sea"
    assert (
        ruling.reason
        == "The Minor Port of London handles 3 IPP at most, of which 2 are used this turn, and this is worth 2."
    )
    next_turn(g, "great-britain", "great-britain")
    assert legal(g, Deliver(second.id, "new-york", "london"))
    g, first, second = two_loans("reading-port-each-delivery")
    play(g, delivery.send, Deliver(first.id, "murmansk", "london"))
    assert legal(g, Deliver(second.id, "new-york", "london"))


@pytest.mark.sections("11.4/blockade", "8.11", "1.5/sea")
def test_lend_lease_leaves_a_port_on_two_seas_by_the_one_that_is_not_blockaded_11_4() -> None:
    ports = {"london": ["major-factory", "major-port"], "norway": ["major-port"], "sicily": ["major-port"]}
    ships = {"germany": {"english-channel": {"destroyer": 3}}}
    g = table(
        "great-britain", printed_facilities=False, facilities=ports, wars=[("germany", "great-britain")], units=ships
    )
    play(g, lend_lease.declare_lend_lease, LendUnit("norway", "infantry"))
    (item,) = items(g)
    assert routes(g, item)[0].path[0] == "north-sea"
    g.state.owners["sicily"] = "great-britain"
    assert "sicily" in supplied(g, "great-britain", ["london"]), "round Scotland"
    for unit in g.state.units.values():
        unit.zone = "north-sea"
    g.memo.clear()
    assert routes(g, item)[0].path[:2] == ("english-channel", "north-sea")


@pytest.mark.sections("11.4", "11.1")
def test_a_lent_unit_is_made_where_its_route_begins_11_4() -> None:
    yards = {"chicago": ["major-factory"], "new-york": ["major-shipyard"], "san-francisco": ["major-shipyard"]}
    g = table(
        "usa", turn="July 1942", slot="usa", printed_facilities=False, facilities={**yards, "sydney": ["major-port"]},
        wars=[("usa", "japan")],
    )  # fmt: skip
    play(g, lend_lease.declare_lend_lease, LendUnit("anzac", "destroyer"))
    (item,) = items(g)
    play(g, delivery.send, Deliver(item.id, "sydney", "san-francisco"))
    assert g.state.slots_used[str(facility(g, "san-francisco", "major-shipyard").id)] == 1
    assert str(facility(g, "new-york", "major-shipyard").id) not in g.state.slots_used


@pytest.mark.sections("11.4", "11.1")
def test_a_lent_unit_that_no_factory_can_make_any_more_is_told_so_11_4() -> None:
    g = table(
        "usa", turn="July 1942", slot="usa", printed_facilities=False, wars=[("usa", "japan")],
        facilities={"san-francisco": ["minor-factory", "major-port"], "sydney": ["major-port"]},
        production={"usa": [{"what": "infantry", "paid": 1}]},
    )  # fmt: skip
    play(g, lend_lease.declare_lend_lease, LendUnit("anzac", "infantry"))
    item = items(g)[-1]
    assert legal(g, Deliver(item.id, "sydney", "san-francisco"))
    play(g, placement.place_units, Place("infantry", "san-francisco"))
    (ruling,) = refusals(g, Deliver(item.id, "sydney", "san-francisco"))
    assert ruling.section == "11.1" and "No factory in the Home Country of USA can still make" in ruling.reason


@pytest.mark.sections("7.9")
def test_colonial_infantry_is_not_lent_since_no_factory_at_home_makes_it_7_9() -> None:
    g = table("fec", turn="July 1942")
    assert sections(g, LendUnit("ussr", "colonial-infantry")) == {"7.9"} and legal(g, LendUnit("ussr", "infantry"))


@pytest.mark.sections("7.9")
def test_nothing_is_lent_to_a_nation_without_a_zone_7_9() -> None:
    owners = dict.fromkeys(("warsaw", "west-poland", "dolnoslaske", "lubelskie", "east-poland"), "germany")
    g = table("usa", turn="July 1942", owners=owners, minors={"poland": {"defeated": True}})
    assert sections(g, LendUnit("poland", "infantry")) == {"7.9"}


# Repair and upgrades


@pytest.mark.sections("7.4", "11.1/ships")
def test_a_position_after_production_remembers_the_slots_that_repairs_take_7_4() -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "production"), printed_facilities=False, nations={"germany": {"cash": 9}},
        facilities={"berlin": ["major-factory"], "eastern-germany": ["minor-shipyard"]},
        units={"germany": {"western-baltic": {"battleship damaged": 1}}},
    )  # fmt: skip
    g = s.table
    g.state.nation = "germany"
    assert sites(g, "germany", "destroyer") == {"western-baltic": 1}
    play(g, production.spend, RepairShip("western-baltic", "battleship", "eastern-germany"))
    assert sites(g, "germany", "destroyer") == {}
    again = GAME.table(GAME.scenario_from(GAME.fields(s), "position"))
    assert sites(again, "germany", "destroyer") == {}


@pytest.mark.sections("11.2")
@pytest.mark.parametrize(
    ("nation", "turn", "section"), [("kmt", "July 1942", "13.3.2"), ("fec", "July 1938", "7.2"), ("fec", "July 1939", "")]
)
def test_an_upgrade_gives_no_unit_that_the_nation_could_not_build_11_2(nation: str, turn: str, section: str) -> None:
    g = table(nation, turn=turn, options=["unit-upgrades"], units={nation: {"szechwan": {"infantry": 1}}})
    assert sections(g, BuyUpgrade("infantry-upgrade")) == ({section} if section else set())
    assert legal(g, BuyUpgrade("militia-upgrade"))


@pytest.mark.sections("11.4", "11.4/sea")
def test_a_port_from_which_nothing_leads_to_the_receiver_is_named_as_the_reason_11_4() -> None:
    g = table("usa", turn="July 1942", slot="usa", wars=[("usa", "germany"), ("ussr", "germany")])
    play(g, lend_lease.declare_lend_lease, LendMoney("ussr", 3))
    (ruling,) = refusals(g, Deliver(items(g)[0].id, "london", "new-york"))
    assert ruling.section == "11.4" and ruling.reason.startswith("London is not in the Home Country of USSR")


@pytest.mark.sections("7.1")
def test_a_zone_named_for_a_unit_that_is_bought_is_refused_by_the_rule_of_buying_7_1() -> None:
    g = table("germany")
    assert sections(g, Buy("infantry", zone="berlin")) == {"7.1"}


@pytest.mark.sections("11.1/tech", "11.1")
def test_a_ship_of_a_technology_is_refused_at_a_yard_abroad_by_the_rule_of_technologies_11_1() -> None:
    ready = [{"what": "attack-transport", "paid": 1}]
    abroad = {"korea": ["minor-factory", "minor-shipyard"]}
    known = {"cash": 50, "technology": {"attack-transport": 9}}
    g = table("japan", turn="July 1942", facilities=abroad, production={"japan": ready}, nations={"japan": known})
    (ruling,) = refusals(g, Place("attack-transport", "yellow-sea"))
    assert ruling.section == "11.1/tech" and "Tokyo" in ruling.remedy
    only = table("japan", turn="July 1942", facilities=abroad, printed_facilities=False, nations={"japan": known})
    (ruling,) = refusals(only, Buy("attack-transport"))
    assert ruling.section == "7.3" and "Home Country" in ruling.reason and legal(only, Buy("naval-transport"))


# Railroads


@pytest.mark.sections("12.10")
def test_a_railroad_through_mountains_on_the_border_costs_four_12_10() -> None:
    g = table("germany", owners={"switzerland": "germany", "alsace-lorraine": "germany"}, printed_facilities=False)
    price = construction.price(g, "germany", Build("railroad", "alsace-lorraine", "switzerland"))
    plain = table("ussr", turn="July 1942", owners={"northern-manchuria": "ussr"})
    assert price == 4
    assert construction.price(plain, "ussr", Build("railroad", "chita", "northern-manchuria")) == 4
    assert rough_border(plain, "chita", "northern-manchuria") and not rough_border(plain, "moscow", "novgorod")
    bare = table("ussr", options=[], owners={"northern-manchuria": "ussr"})
    assert not rough_border(bare, "chita", "northern-manchuria")


# What is remembered


@pytest.mark.sections("12.1")
def test_units_of_a_zone_are_in_the_order_of_their_numbers_however_they_came_12_1() -> None:
    g = build.table(
        units={"germany": {"bavaria": {"infantry": 1}, "berlin": {"artillery": 1}, "austria": {"cavalry": 1}}}
    )
    for zone in ("berlin", "bavaria", "austria"):
        shift(g, units_in(g, zone)[0], "eastern-germany")
    numbers = [unit.id for unit in units_in(g, "eastern-germany")]
    assert numbers == sorted(numbers)


# As ruled


@pytest.mark.sections("12.7")
def test_each_side_of_a_border_may_have_a_fortification_of_its_own_12_7() -> None:
    g = table("germany", facilities={"austria": ["fortification bavaria"]})
    assert legal(g, Build("fortification", "bavaria", "austria"))
    other = table("germany", facilities={"bavaria": ["fortification austria"]})
    assert sections(other, Build("fortification", "bavaria", "austria")) == {"12.7"}


@pytest.mark.sections("12.4", "11.1/ships")
def test_a_damaged_factory_makes_nothing_but_still_serves_the_yard_beside_it_12_4() -> None:
    works = {"printed_facilities": False, "facilities": {"eastern-germany": ["minor-factory", "minor-shipyard"]}}
    g = table("germany", damage={"eastern-germany": {"minor-factory": 1}}, **works)
    assert sites(g, "germany", "infantry") == {} and sites(g, "germany", "destroyer") == {"western-baltic": 1}
