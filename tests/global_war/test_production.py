"""Sections 7.0 to 7.3: what may be bought, when, where it could be placed, and money."""

from __future__ import annotations

import pytest

from tutor.engine.rulings import Illegal
from tutor.games.global_war import construction, placement, production
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.placement import Place
from tutor.games.global_war.actions.production import (
    Advance,
    Build,
    Buy,
    ChooseFacility,
    Repair,
    RepairShip,
    Research,
    UpgradeFacility,
)
from tutor.games.global_war.building import on_the_sheet, pay
from tutor.games.global_war.output import factories, sites

from . import build
from .producing import cash, facility, items, legal, next_turn, play, refusals, sections, table


@pytest.mark.sections("7.1")
def test_a_unit_is_paid_for_and_reaches_the_map_only_in_the_place_units_phase_7_1() -> None:
    g = table("germany", cash=10)
    play(g, production.spend, Buy("infantry", 2))
    assert cash(g, "germany") == 4
    assert not g.state.units and [i.what for i in items(g)] == ["infantry", "infantry"]
    play(g, placement.place_units, Place("infantry", "berlin", 2))
    assert build.count(g, "berlin", "infantry", "germany") == 2 and not items(g)


@pytest.mark.sections("0.9/ipp", "7.1")
def test_what_is_too_dear_is_refused_and_the_lack_is_told_7_1() -> None:
    g = table("germany", cash=5)
    (ruling,) = refusals(g, Buy("infantry", 2))
    assert ruling.section == "0.9/ipp" and "6 IPP" in ruling.reason and "1 IPP" in ruling.remedy
    with pytest.raises(ValueError, match="5 IPP"):
        pay(g, "germany", 6, "7.1", "for nothing")
    assert cash(g, "germany") == 5


@pytest.mark.sections("7.1", "2.4")
def test_only_what_is_on_the_national_sheet_is_bought_7_1() -> None:
    g = table("ccp", turn="July 1944")
    assert on_the_sheet(g, "ccp", "battleship") == "no"
    assert "13.3.1" in sections(g, Buy("battleship")), "not before it has evolved"
    assert "13.3.1" in sections(g, ChooseFacility("minor-port"))
    assert "7.1" in sections(table("fec", turn="July 1944"), Buy("marine"))
    assert Buy("battleship") not in list(production.menu(g, "ccp"))


@pytest.mark.sections("12.2")
@pytest.mark.parametrize("type", ["coastal-submarine", "torpedo-boat-destroyer", "coastal-defense-ship"])
def test_old_ships_cannot_be_built_12_2(type: str) -> None:
    g = table("germany")
    assert "12.2" in sections(g, Buy(type))


@pytest.mark.sections("7.2")
@pytest.mark.parametrize(("turn", "refused"), [("January 1939", {"7.2"}), ("July 1939", set())])
def test_strategic_bombers_are_bought_from_july_1939_7_2(turn: str, refused: set[str]) -> None:
    g = table("great-britain", turn=turn)
    assert sections(g, Buy("strategic-bomber")) == refused
    assert (Buy("strategic-bomber") in list(production.menu(g, "great-britain"))) == (not refused)


@pytest.mark.sections("1.17")
@pytest.mark.parametrize("type", ["artillery", "aa-artillery"])
def test_the_kmt_buys_guns_while_the_burma_road_is_open_1_17(type: str) -> None:
    assert sections(table("kmt"), Buy(type)) == {"1.17"}
    assert legal(table("kmt", burma_road=True), Buy(type))


@pytest.mark.sections("13.3.1", "13.3.2")
@pytest.mark.parametrize(("nation", "zone"), [("kmt", "nanking"), ("ccp", "yenan")])
def test_an_evolved_faction_builds_facilities_and_with_a_factory_its_patrons_units_13_3(nation: str, zone: str) -> None:
    fields = {"printed_facilities": False, "turn": "July 1940"}
    section = "13.3.1" if nation == "ccp" else "13.3.2"
    before = table(nation, **fields)
    assert sections(before, Build("air-base", zone)) == sections(before, Research("radar")) == {section}
    evolved = {nation: {"evolved": True}}
    poor = table(nation, nations=evolved, **fields)
    assert legal(poor, Build("air-base", zone))
    assert section in sections(poor, Buy("medium-armor"))
    rich = table(nation, nations=evolved, facilities={zone: ["minor-factory"]}, **fields)
    assert legal(rich, Buy("medium-armor"))


@pytest.mark.sections("12.2/mountain-infantry")
def test_mountain_infantry_needs_the_rules_for_mountains_12_2() -> None:
    assert legal(table("germany"), Buy("mountain-infantry"))
    assert sections(table("germany", options=[]), Buy("mountain-infantry")) == {"12.2/mountain-infantry"}


@pytest.mark.sections("7.3")
def test_a_heavy_cruiser_takes_two_turns_and_ten_ipp_7_3() -> None:
    g = table("germany", cash=20)
    play(g, production.spend, Buy("heavy-cruiser"))
    assert cash(g, "germany") == 15
    assert not placement.placing(g), "it is not in the Place Units Box"
    item = items(g)[0]
    assert sections(g, Advance(item.id)) == {"7.3"}, "one step a turn"
    next_turn(g, "germany", "germany")
    play(g, production.spend, Advance(item.id))
    assert cash(g, "germany") == 10
    play(g, placement.place_units, Place("heavy-cruiser", "north-sea"))
    assert build.count(g, "north-sea", "heavy-cruiser") == 1


@pytest.mark.sections("7.3")
def test_advancing_is_voluntary_and_needs_its_price_7_3() -> None:
    g = table("germany", cash=3, production={"germany": [{"what": "battleship", "paid": 1}]})
    item = items(g)[0]
    (ruling,) = refusals(g, Advance(item.id))
    assert ruling.section == "0.9/ipp" and "2 IPP" in ruling.remedy
    play(g, production.spend, Done())
    assert item.paid == 1 and not production.spending(g)
    next_turn(g, "germany", "germany")
    g.state.nations["germany"].cash = 5
    play(g, production.spend, Advance(item.id))
    assert item.paid == 2 and cash(g, "germany") == 0


@pytest.mark.sections("7.3")
def test_nobody_advances_what_is_not_his_or_is_finished_7_3() -> None:
    g = table(
        "germany", production={"italy": [{"what": "battleship"}], "germany": [{"what": "heavy-cruiser", "paid": 2}]}
    )
    mine, theirs = items(g, "heavy-cruiser")[0], items(g, "battleship")[0]
    assert sections(g, Advance(theirs.id)) == sections(g, Advance(mine.id)) == sections(g, Advance(999)) == {"7.3"}


@pytest.mark.sections("7.3", "11.1/capital-ships")
def test_a_capital_ship_is_not_begun_without_rails_to_a_major_factory_at_home_7_3() -> None:
    fields = {"printed_facilities": False, "turn": "July 1939"}
    joined = {"western-germany": ["major-shipyard"], "berlin": ["major-factory"]}
    assert legal(table("germany", facilities=joined, **fields), Buy("battleship"))
    medium = {"western-germany": ["major-shipyard"], "berlin": ["medium-factory"]}
    assert sections(table("germany", facilities=medium, **fields), Buy("battleship")) == {"7.3"}
    minor = {"western-germany": ["minor-shipyard"], "berlin": ["major-factory"]}
    g = table("germany", facilities=minor, **fields)
    assert sections(g, Buy("battleship")) == {"7.3"}
    assert legal(g, Buy("destroyer"))
    broken = table("germany", facilities=joined, **fields)
    broken.state.rail_damage = {"berlin|western-germany": 1, "berlin|eastern-germany": 1}
    assert sections(broken, Buy("battleship")) == {"7.3"}


@pytest.mark.sections("7.3")
def test_a_nation_without_a_working_factory_begins_no_infantry_but_militia_7_3() -> None:
    g = table("germany", printed_facilities=False)
    assert sections(g, Buy("infantry")) == {"7.3"}
    assert legal(g, Buy("militia"))
    bombed = table(
        "germany", printed_facilities=False, facilities={"berlin": ["medium-factory"]},
        damage={"berlin": {"medium-factory": 1}},
    )  # fmt: skip
    assert sections(bombed, Buy("infantry")) == {"7.3"}


@pytest.mark.sections("7.8/improved-construction")
def test_improved_construction_is_cheaper_for_ships_and_facilities_alone_7_8() -> None:
    g = table("germany", nations={"germany": {"technology": {"improved-construction": 9}}}, turn="July 1940")
    for action, price in (
        (Buy("battleship"), 4), (Buy("submarine"), 5), (Build("air-base", "berlin"), 2), (Buy("infantry"), 3),
        (Buy("battleship", rushed=True), 10), (Build("air-base", "berlin", rushed=True), 6),
    ):  # fmt: skip
        before = cash(g, "germany")
        play(g, production.spend, action)
        assert before - cash(g, "germany") == price, action
    rushed = next(i for i in items(g, "battleship") if i.rushed)
    assert rushed.cycles == [10, 5]
    assert sections(g, Buy("infantry", rushed=True)) == {"7.8/improved-construction"}
    assert sections(g, Buy("destroyer", rushed=True)) == {"7.8/improved-construction"}
    assert sections(table("germany"), Buy("battleship", rushed=True)) == {"7.8/improved-construction"}


@pytest.mark.sections("7.8/improved-construction", "7.3")
def test_improved_construction_holds_for_what_was_begun_before_7_8() -> None:
    g = table("germany", cash=10, production={"germany": [{"what": "battleship", "paid": 1}]})
    g.state.nations["germany"].technology["improved-construction"] = 9
    play(g, production.spend, Advance(items(g)[0].id))
    assert cash(g, "germany") == 6


@pytest.mark.sections("7.8/improved-construction")
def test_two_turns_paid_at_once_skip_a_turn_7_8() -> None:
    g = table("germany", nations={"germany": {"technology": {"improved-construction": 9}}})
    play(g, production.spend, Build("air-base", "bavaria", rushed=True))
    construction.complete_facilities(g)
    assert facility(g, "bavaria", "air-base")
    assert not items(g)


@pytest.mark.sections("7.0")
def test_the_menu_offers_only_what_the_rules_allow_7_0() -> None:
    for nation, turn in (
        ("germany", "July 1936"),
        ("great-britain", "July 1942"),
        ("usa", "January 1940"),
        ("kmt", "July 1938"),
    ):
        g = table(nation, cash=9, turn=turn, damage={"berlin": {"major-factory": 2}, "london": {"major-factory": 1}})
        options = list(production.menu(g, nation))
        assert len(options) == len(set(options))
        assert [str(option) for option in options if not legal(g, option)] == []


@pytest.mark.sections("7.0")
def test_nobody_is_asked_who_can_do_nothing_7_0() -> None:
    g = table("italy", cash=0, printed_facilities=False)
    assert not production.spending(g)
    g.state.nations["italy"].cash = 2
    assert production.spending(g)


@pytest.mark.sections("7", "7.0", "11", "11.1", "11.6")
def test_a_turn_of_production_and_placement_is_played_through_the_sequence_7_0() -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "production"),
        slot="italy",
        nations={"italy": {"cash": 7}},
        stop_after="turn",
        turn="January 1937",
    )
    while s.decision.section != "7.0":
        s.submit(Done())
    with pytest.raises(Illegal):
        s.submit(Buy("battleship", 9))
    s.submit(Buy("infantry"))
    s.submit(Buy("artillery"))
    assert s.state.nations["italy"].cash == 0
    while s.decision is not None and s.where[-1].id != "place-units":
        s.submit(next(a for a in s.legal() if isinstance(a, Done)))
    s.submit(Place("infantry", "rome"))
    s.submit(Place("artillery", "northern-italy"))
    assert s.result is not None and s.state.nations["italy"].cash == sum(
        row["ipp"] for row in s.table.charts["zones"] if s.state.owners.get(row["zone"]) == "italy"
    )


@pytest.mark.sections("7.5", "5.2")
@pytest.mark.parametrize(("turn", "rolls"), [("January 1939", False), ("July 1939", True)])
def test_a_nation_at_peace_rolls_for_more_income_when_production_begins_7_5(turn: str, rolls: bool) -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "production"),
        slot="great-britain",
        nations={"great-britain": {"peacetime": 11}},
        stop_after="production",
        turn=turn,
    )
    income = s.state.nations["great-britain"].peacetime
    assert (12 <= income <= 23) if rolls else income == 11


@pytest.mark.sections("6.1", "7")
def test_the_nations_of_a_turn_produce_one_after_the_other_7() -> None:
    g = table("great-britain", slot="great-britain")
    assert production.producers(g) == ["great-britain", "fec", "anzac"]
    g.state.nations["fec"].surrendered = True
    assert production.producers(g) == ["great-britain", "anzac"]


@pytest.mark.sections("7.1")
def test_malformed_purchases_are_refused_in_a_sentence_7_1() -> None:
    g = table("germany")
    for action in (
        Buy("zeppelin"), Buy("infantry", 0), Buy("infantry", -2), Build("castle", "berlin"), Build("air-base", "atlantis"),
        UpgradeFacility(-1), Repair(0, 1), Repair(facility(g, "berlin", "major-factory").id, 0), ChooseFacility("castle"),
        Advance(-5), RepairShip("berlin", "infantry", "nowhere"), Buy("infantry", zone="berlin"),
    ):  # fmt: skip
        assert refusals(g, action), action
        assert all(ruling.reason for ruling in refusals(g, action))


@pytest.mark.sections("11.1", "12.4")
def test_factories_are_counted_in_zones_held_since_the_turn_began_11_1() -> None:
    g = table("germany", owners={"warsaw": "germany"})
    assert any(f.zone == "warsaw" for f in factories(g, "germany")) and "warsaw" in sites(g, "germany", "infantry")
    g.state.conquered["warsaw"] = "poland"
    assert not any(f.zone == "warsaw" for f in factories(g, "germany"))
    assert "warsaw" not in sites(g, "germany", "infantry")


@pytest.mark.sections("7.3")
def test_a_ship_on_the_chart_goes_on_in_a_position_that_begins_with_production_7_3() -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "production"),
        nations={"germany": {"cash": 10}},
        production={"germany": [{"what": "heavy-cruiser", "paid": 1}]},
    )
    s.submit(Done())
    (cruiser,) = s.state.production
    s.submit(Advance(cruiser.id))
    assert s.state.production[0].paid == 2
