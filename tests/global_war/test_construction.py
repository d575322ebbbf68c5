"""Sections 7.3, 11.3, 12.3 to 12.10: where facilities may be built, how they grow, railroads."""

from __future__ import annotations

import pytest

from tutor.games.global_war import construction, production
from tutor.games.global_war.actions.basic import Pass
from tutor.games.global_war.actions.production import Advance, Build, ChooseFacility, UpgradeFacility
from tutor.games.global_war.capture import capture
from tutor.games.global_war.facilities import facilities_in, facility_types
from tutor.games.global_war.output import output
from tutor.games.global_war.supply import railway

from .producing import cash, facility, items, legal, next_turn, play, refusals, sections, table


def types_in(g, zone: str) -> list[str]:
    return sorted(f.type for f in facilities_in(g, zone))


@pytest.mark.sections("7.3/facilities", "12.3")
def test_a_facility_is_begun_in_a_zone_and_completed_there_7_3() -> None:
    g = table("germany", cash=6)
    play(g, production.spend, ChooseFacility("air-base"), Build("air-base", "east-prussia"))
    item = items(g)[0]
    assert (item.what, item.zone, item.cycles, item.paid) == ("air-base", "east-prussia", [3, 3], 1)
    construction.complete_facilities(g)
    assert "air-base" not in types_in(g, "east-prussia")
    next_turn(g, "germany", "germany")
    play(g, production.spend, Advance(item.id))
    assert cash(g, "germany") == 0
    construction.complete_facilities(g)
    assert "air-base" in types_in(g, "east-prussia") and not items(g)
    assert facility(g, "east-prussia", "air-base").original == "germany"


@pytest.mark.sections("7.3/facilities")
def test_thinking_better_of_a_place_costs_nothing_7_3() -> None:
    g = table("germany", cash=6)
    play(g, production.spend, ChooseFacility("air-base"), Pass())
    assert cash(g, "germany") == 6 and not items(g) and production.spending(g)


@pytest.mark.sections("7.3/facilities")
def test_facilities_are_built_only_in_zones_one_possesses_7_3() -> None:
    g = table("germany", owners={"denmark": "germany"})
    assert legal(g, Build("air-base", "denmark"))
    assert sections(g, Build("air-base", "belgium")) == {"7.3/facilities"}
    assert sections(g, Build("air-base", "north-sea")) == {"12.3"}
    assert sections(g, Build("air-base", "berlin", "bavaria")) == {"12.3"}


@pytest.mark.sections("7.3/facilities")
def test_a_captured_construction_is_completed_by_its_captor_7_3() -> None:
    g = table("germany", wars=[("germany", "poland")], production={"germany": [{"what": "air-base", "zone": "bavaria"}]},
              nations={"france": {"cash": 10}})  # fmt: skip
    g.state.wars.setdefault("france", []).append("germany")
    g.state.wars.setdefault("germany", []).append("france")
    capture(g, "bavaria", "france")
    item = items(g)[0]
    assert item.owner == "france"
    g.state.nation = "germany"
    assert sections(g, Advance(item.id)) == {"7.3"}
    next_turn(g, "france", "france")
    play(g, production.spend, Advance(item.id))
    construction.complete_facilities(g)
    assert types_in(g, "bavaria").count("air-base") == 2  # one was printed


@pytest.mark.sections("11.3")
def test_what_cannot_be_placed_stays_on_the_chart_11_3() -> None:
    g = table(
        "germany", owners={"denmark": "germany"}, production={"germany": [{"what": "minor-port", "zone": "denmark"}]}
    )
    g.state.owners["denmark"] = "great-britain"
    construction.complete_facilities(g)
    assert len(items(g)) == 1
    g.state.owners["denmark"] = "germany"
    construction.complete_facilities(g)
    assert not items(g) and types_in(g, "denmark").count("minor-port") == 2


# Surcharges


@pytest.mark.sections("1.10", "1.11")
@pytest.mark.parametrize(
    ("zone", "owner", "option"), [("british-malaya", "fec", "jungles"), ("belorussia", "ussr", "marshes")]
)
def test_jungle_and_marsh_add_one_ipp_to_the_first_turn_1_10(zone: str, owner: str, option: str) -> None:
    for options, cycles in (([option], [4, 3]), ([], [3, 3])):
        g = table(owner, cash=20, options=options)
        before = cash(g, owner)
        play(g, production.spend, Build("air-base", zone))
        assert items(g)[0].cycles == cycles and before - cash(g, owner) == cycles[0]


# Factories


@pytest.mark.sections("12.4")
def test_medium_and_major_factories_are_built_only_at_home_12_4() -> None:
    g = table("italy", owners={"tunisia": "italy"})
    for what in ("medium-factory", "major-factory"):
        assert sections(g, Build(what, "tripolitania")) == {"12.4"}
        assert legal(g, Build(what, "sicily"))
    costs = {what: facility_types(g)[what].cycles for what in ("minor-factory", "medium-factory", "major-factory")}
    assert costs == {"minor-factory": (8,), "medium-factory": (7, 7), "major-factory": (6, 6, 6)}


@pytest.mark.sections("12.4", "1.5")
def test_a_minor_factory_needs_value_and_supply_from_a_major_factory_at_home_12_4() -> None:
    g = table("italy")
    assert legal(g, Build("minor-factory", "tripolitania"))
    (ruling,) = refusals(g, Build("minor-factory", "libya"))
    assert ruling.section == "12.4" and "value" in ruling.reason
    facility(g, "tripolitania", "major-port").damage = 1
    (ruling,) = refusals(g, Build("minor-factory", "tripolitania"))
    assert ruling.section == "12.4" and "supply" in ruling.reason


@pytest.mark.sections("12.4")
def test_a_zone_may_hold_several_factories_12_4() -> None:
    g = table("germany")
    assert legal(g, Build("minor-factory", "berlin")) and legal(g, Build("major-factory", "berlin"))


@pytest.mark.sections("7.3/upgrading", "12.4", "11.1")
def test_an_upgraded_factory_makes_more_only_from_the_next_turn_12_4() -> None:
    g = table(
        "germany",
        cash=7,
        printed_facilities=False,
        facilities={"bavaria": ["minor-factory"], "berlin": ["major-factory"]},
    )
    plant = facility(g, "bavaria", "minor-factory")
    play(g, production.spend, UpgradeFacility(plant.id))
    assert cash(g, "germany") == 0 and plant.type == "minor-factory"
    construction.complete_facilities(g)
    assert plant.type == "medium-factory" and output(g, "germany", plant) == 1
    next_turn(g, "germany", "germany")
    assert output(g, "germany", plant) == 3


@pytest.mark.sections("11.1", "12.4")
def test_a_new_factory_makes_nothing_in_the_phase_it_is_placed_11_1() -> None:
    g = table(
        "germany", printed_facilities=False, production={"germany": [{"what": "minor-factory", "zone": "bavaria"}]}
    )
    construction.complete_facilities(g)
    plant = facility(g, "bavaria", "minor-factory")
    assert output(g, "germany", plant) == 0
    next_turn(g, "germany", "germany")
    assert output(g, "germany", plant) == 1


@pytest.mark.sections("7.3/upgrading", "12.4", "12.6/shipyards")
def test_factories_and_shipyards_are_upgraded_only_at_home_and_once_at_a_time_7_3() -> None:
    g = table("japan", cash=50)
    abroad = facility(g, "korea", "minor-factory")
    home = facility(g, "kyushu", "minor-factory")
    yard = facility(g, "kyushu", "minor-shipyard")
    assert sections(g, UpgradeFacility(abroad.id)) == {"12.4"}
    assert legal(g, UpgradeFacility(home.id)) and legal(g, UpgradeFacility(yard.id))
    play(g, production.spend, UpgradeFacility(home.id))
    assert sections(g, UpgradeFacility(home.id)) == {"7.3/upgrading"}
    far = table("great-britain", facilities={"kenya": ["minor-shipyard"]})
    assert sections(far, UpgradeFacility(facility(far, "kenya", "minor-shipyard").id)) == {"12.6/shipyards"}


@pytest.mark.sections("7.3/upgrading")
def test_what_has_no_larger_kind_is_not_upgraded_7_3() -> None:
    g = table("germany")
    for type, zone in (("major-factory", "berlin"), ("air-base", "berlin"), ("major-shipyard", "western-germany")):
        assert "7.3/upgrading" in sections(g, UpgradeFacility(facility(g, zone, type).id))
    assert sections(g, UpgradeFacility(facility(g, "london", "major-port").id)) == {"7.3/upgrading"}


@pytest.mark.sections("7.3/upgrading", "0.9/ipp", "12.6/ports", "12.6/dockyards")
@pytest.mark.parametrize(
    ("type", "cost", "larger"), [("minor-port", 4, "major-port"), ("minor-dockyard", 5, "major-dockyard")]
)
def test_ports_and_dockyards_are_upgraded_anywhere_at_their_price_12_6(type: str, cost: int, larger: str) -> None:
    g = table(
        "great-britain",
        cash=cost - 1,
        printed_facilities=False,
        facilities={"kenya": [type], "london": ["major-factory"]},
    )
    place = facility(g, "kenya", type)
    (ruling,) = refusals(g, UpgradeFacility(place.id))
    assert ruling.section == "0.9/ipp" and "1 IPP" in ruling.remedy
    g.state.nations["great-britain"].cash = cost
    play(g, production.spend, UpgradeFacility(place.id))
    construction.complete_facilities(g)
    assert types_in(g, "kenya") == [larger]


# Naval facilities


@pytest.mark.sections("12.6", "12.6/ports", "12.6/dockyards", "12.6/bases")
def test_ports_dockyards_and_bases_are_built_on_any_coast_12_6() -> None:
    g = table("great-britain", cash=200)
    for what in ("minor-port", "major-port", "minor-dockyard", "major-dockyard", "submarine-base"):
        assert legal(g, Build(what, "kenya")), what
        assert sections(g, Build(what, "rhodesia")) == {"12.6"}, what
    for what in ("seaplane-base", "air-base"):
        assert legal(g, Build(what, "rhodesia")), what
    prices = {w: facility_types(g)[w].cycles for w in ("minor-port", "major-port", "minor-dockyard", "major-dockyard")}
    assert prices == {"minor-port": (3,), "major-port": (3, 3), "minor-dockyard": (2, 2), "major-dockyard": (4, 4)}
    bases = {w: facility_types(g)[w].cycles for w in ("seaplane-base", "submarine-base", "air-base")}
    assert bases == {"seaplane-base": (2,), "submarine-base": (2,), "air-base": (3, 3)}


@pytest.mark.sections("12.6/shipyards")
def test_a_minor_shipyard_needs_rails_to_a_factory_and_a_major_one_the_home_country_12_6() -> None:
    g = table("italy", printed_facilities=False, facilities={"rome": ["major-factory"]})
    assert legal(g, Build("minor-shipyard", "northern-italy"))
    assert sections(g, Build("minor-shipyard", "sardinia")) == {"12.6/shipyards"}
    assert legal(g, Build("major-shipyard", "northern-italy"))
    assert sections(g, Build("major-shipyard", "tripolitania")) == {"12.6/shipyards"}
    g.state.rail_damage = {"northern-italy|rome": 1}
    assert sections(g, Build("minor-shipyard", "northern-italy")) == {"12.6/shipyards"}


# On borders


@pytest.mark.sections("12.7")
def test_one_fortification_a_border_12_7() -> None:
    g = table("france", facilities={"alsace-lorraine": ["fortification belgium"]})
    assert sections(g, Build("fortification", "alsace-lorraine", "belgium")) == {"12.7"}
    assert sections(g, Build("fortification", "alsace-lorraine", "bavaria")) == {"12.7"}, "the Maginot Line"
    assert sections(g, Build("fortification", "alsace-lorraine")) == {"12.7"}
    assert sections(g, Build("fortification", "alsace-lorraine", "berlin")) == {"12.7"}
    play(g, production.spend, Build("fortification", "alsace-lorraine", "western-germany"))
    assert items(g)[0].cycles == [5, 5]
    assert sections(g, Build("fortification", "alsace-lorraine", "western-germany")) == {"12.7"}
    g.state.lines_gone.append("alsace-lorraine")
    assert legal(g, Build("fortification", "alsace-lorraine", "bavaria"))


@pytest.mark.sections("12.8", "12.7")
def test_one_fortification_covers_a_small_zone_12_8() -> None:
    g = table("great-britain", printed_facilities=False)
    (ruling,) = refusals(g, Build("fortification", "gibraltar", "andalusia"))
    assert ruling.section == "12.8" and ruling.remedy
    play(g, production.spend, Build("fortification", "gibraltar"))
    assert sections(g, Build("fortification", "gibraltar")) == {"12.7"}


@pytest.mark.sections("12.9")
def test_coastal_artillery_stands_on_the_sea_any_number_of_it_12_9() -> None:
    g = table("france", cash=50)
    assert sections(g, Build("coastal-artillery", "picardy", "paris")) == {"12.9"}
    for _ in range(2):
        play(g, production.spend, Build("coastal-artillery", "picardy", "english-channel"))
    construction.complete_facilities(g)
    assert [f.border for f in facilities_in(g, "picardy", ("coastal-artillery",))] == ["english-channel"] * 2
    assert cash(g, "france") == 38


@pytest.mark.sections("12.7")
def test_fortifications_are_listed_border_by_border_12_7() -> None:
    g = table("italy")
    listed = list(construction.places_for(g, "italy", "fortification"))
    assert Build("fortification", "southern-italy", "adriatic-sea") in listed
    assert Build("fortification", "rome") in listed, "a city"
    assert len(listed) < 300 and all(legal(g, option) for option in listed)


# Railroads


@pytest.mark.sections("12.10")
def test_a_railroad_is_laid_across_a_border_and_joins_the_lines_12_10() -> None:
    g = table("italy", cash=10, options=[])
    assert not railway(g, "libya", "tripolitania")
    play(g, production.spend, ChooseFacility("railroad"), Build("railroad", "libya", "tripolitania"))
    assert cash(g, "italy") == 8
    assert sections(g, Build("railroad", "tripolitania", "libya")) == {"12.10"}, "one is being built"
    construction.complete_facilities(g)
    assert railway(g, "tripolitania", "libya") and not items(g)
    assert sections(g, Build("railroad", "libya", "tripolitania")) == {"12.10"}


@pytest.mark.sections("12.10")
def test_rough_ground_on_either_side_doubles_the_price_of_a_railroad_12_10() -> None:
    g = table("italy", cash=10)
    play(g, production.spend, Build("railroad", "libya", "tripolitania"))
    assert cash(g, "italy") == 6


@pytest.mark.sections("12.10")
def test_a_railroad_needs_a_friendly_land_zone_across_12_10() -> None:
    g = table("italy")
    assert sections(g, Build("railroad", "tripolitania", "tunisia")) == {"12.10"}
    assert sections(g, Build("railroad", "tripolitania", "central-mediterranean")) == {"12.10"}
    assert sections(g, Build("railroad", "tripolitania")) == {"12.10"}
    assert sections(g, Build("railroad", "rome", "northern-italy")) == {"12.10"}, "printed"


@pytest.mark.sections("7.3/facilities")
def test_a_nation_with_no_place_for_a_facility_is_told_so_7_3() -> None:
    g = table("kmt", nations={"kmt": {"evolved": True}}, printed_facilities=False)
    assert sections(g, ChooseFacility("medium-factory")) == set()
    g = table("free-france", nations={"free-france": {"in_play": True}}, owners={"chad": "free-france"})
    assert sections(g, ChooseFacility("minor-port")) == {"7.3/facilities"}
