"""Statements of chapters 7 and 11, most of them played through the phases of a turn, and what wrong orders are told."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war import delivery, lend_lease, placement, production
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.placement import Deliver, Place, UpgradeUnit
from tutor.games.global_war.actions.production import (
    Advance,
    Build,
    Buy,
    BuyUpgrade,
    LendMoney,
    LendUnit,
    Reassign,
    Repair,
    RepairShip,
    Research,
    UpgradeFacility,
)
from tutor.games.global_war.facilities import facilities_in
from tutor.games.global_war.routes import interdictors

from . import build
from .fights import told
from .producing import cash, facility, items, next_turn, play, refusals, table

TURN = ("calendar-turn", "national-turn")


def produce(slot: str = "germany", cash: int = 30, **fields: Any) -> Session:
    """A session at the start of a nation's Production."""
    nations = {**fields.pop("nations", {})}
    nations[slot] = {"cash": cash, **nations.get(slot, {})}
    return build.session((*TURN, "production"), slot=slot, nations=nations, **fields)


def to(s: Session, section: str) -> None:
    """Say that one is done until something is asked under a section."""
    while s.decision is not None and s.decision.section != section:
        s.submit(Done() if Done in s.decision.kinds else s.legal()[0])
    assert s.decision is not None


def said(s: Session, action: Any) -> dict[str, str]:
    """Why an action is refused, by section: the sentence and the way out."""
    return {ruling.section: f"{ruling.reason} {ruling.remedy}".strip() for ruling in s.why_not(action)}


# A turn of production and placement


@pytest.mark.sections("7.1", "11.1", "11.6")
def test_what_is_bought_stands_on_the_map_at_the_end_of_the_turn_and_money_comes_last_7_1() -> None:
    s = produce(turn="July 1939")
    to(s, "7.0")
    s.submit(Buy("infantry", 2))
    s.submit(Buy("submarine"))
    s.submit(Buy("militia"))
    assert s.state.nations["germany"].cash == 30 - 6 - 6 - 2 and not s.state.units
    to(s, "11.1")
    before = s.state.nations["germany"].cash
    s.submit(Place("infantry", "berlin", 2))
    s.submit(Place("submarine", "north-sea"))
    s.submit(Place("militia", "east-prussia"))
    assert build.count(s.table, "berlin", "infantry") == 2 and build.count(s.table, "north-sea", "submarine") == 1
    events = [e.kind for e in s.log if e.by == "germany" and e.kind in ("placed", "income")]
    assert events == ["placed", "placed", "placed", "income"]
    assert s.state.nations["germany"].cash > before


@pytest.mark.sections("7.3", "11.1/capital-ships")
def test_a_battleship_takes_three_turns_each_paid_when_it_comes_7_3() -> None:
    g = table("germany", cash=16)
    play(g, production.spend, Buy("battleship"))
    (ship,) = items(g)
    for turn in (2, 3):
        assert not placement.placing(g)
        assert [r.reason for r in refusals(g, Advance(ship.id))] == ["One turn of building is paid in a turn."]
        next_turn(g, "germany", "germany", calendar=1)
        play(g, production.spend, Advance(ship.id))
        assert cash(g, "germany") == 16 - 5 * turn
    play(g, placement.place_units, Place("battleship", "north-sea"))
    assert build.count(g, "north-sea", "battleship") == 1


@pytest.mark.sections("7.6", "7.4", "7.7")
def test_a_factory_repaired_this_turn_rolls_for_technology_7_6() -> None:
    s = produce("italy", damage={"northern-italy": {"major-factory": 1}}, turn="July 1939")
    to(s, "7.0")
    dice = len(
        [f for f in s.state.facilities.values() if f.type == "major-factory" and s.state.owners[f.zone] == "italy"]
    )
    assert dice == 1 and "7.6" in said(s, Research("radar"))
    broken = next(f for f in s.state.facilities.values() if f.damage)
    s.submit(Repair(broken.id, 1))
    s.suppose({"success": 1})
    s.submit(Research("radar"))
    assert s.state.nations["italy"].technology["radar"] == 1
    assert "7.6" in said(s, Research("heavy-armor")), "one factory, one die"


@pytest.mark.sections("7.4", "12.6/dockyards")
def test_a_ship_in_dock_is_whole_in_the_place_units_phase_7_4() -> None:
    units = {"germany": {"north-sea": {"battleship damaged": 1}}}
    s = produce(cash=0, units=units, facilities={"western-germany": ["minor-dockyard"]})
    to(s, "7.0")
    s.submit(RepairShip("north-sea", "battleship", "western-germany"))
    assert build.unit(s.table, "north-sea", "battleship").hits == 1
    while s.state.slot == "germany" and s.decision is not None and not told(s, "income"):
        s.submit(Done())
    assert build.unit(s.table, "north-sea", "battleship").hits == 0


@pytest.mark.sections("11.2", "12.2/infantry")
def test_a_militia_becomes_infantry_for_two_ipp_without_any_option_11_2() -> None:
    s = produce(options=(), units={"germany": {"berlin": {"militia": 2}}})
    to(s, "7.0")
    s.submit(BuyUpgrade("militia-upgrade"))
    assert "11.2" in said(s, BuyUpgrade("militia-upgrade")) and "11.2" in said(s, BuyUpgrade("infantry-upgrade"))
    assert s.state.nations["germany"].cash == 28
    to(s, "11.2")
    s.submit(UpgradeUnit("militia-upgrade", "berlin"))
    assert build.count(s.table, "berlin", "infantry") == 1 and build.count(s.table, "berlin", "militia") == 1


@pytest.mark.sections("7.3/damage-construction", "11.3", "9.18")
@pytest.mark.parametrize(("what", "bombed", "left"), [("air-base", 3, 3), ("seaplane-base", 4, 1)])
def test_a_bombed_facility_is_completed_with_its_damage_7_3(what: str, bombed: int, left: int) -> None:
    g = table("germany", options=["damage-construction"])
    play(g, production.spend, Build(what, "western-germany"))
    (item,) = items(g)
    item.paid, item.damage = len(item.cycles), bombed
    placement.complete(g)
    built = facilities_in(g, "western-germany", (what,))[-1]
    assert built.damage == left
    play(g, production.spend, Repair(built.id, left))
    assert built.damage == 0


@pytest.mark.sections("12.4", "7.3/upgrading", "11.1")
def test_an_upgraded_factory_makes_more_from_the_next_turn_on_in_play_12_4() -> None:
    s = produce(cash=60, printed_facilities=False, facilities={"berlin": ["minor-factory"]}, turn="July 1939")
    to(s, "7.0")
    plant = facility(s.table, "berlin", "minor-factory")
    s.submit(UpgradeFacility(plant.id))
    s.submit(Buy("infantry", 3))
    to(s, "11.1")
    assert plant.type == "minor-factory" or s.state.facilities[plant.id].type == "medium-factory"
    assert "takes only 1 more" in said(s, Place("infantry", "berlin", 2))["11.1"]
    s.submit(Place("infantry", "berlin"))
    assert len(items(s.table)) == 2, "the others wait"


# Lend-lease


@pytest.mark.sections("11.4/interdiction")
def test_warships_of_three_powers_are_no_fleet_that_interdicts_11_4() -> None:
    one_each = {nation: {"norwegian-sea": {"destroyer": 2}} for nation in ("germany", "italy")}
    wars = [("usa", "germany"), ("usa", "italy")]
    assert not interdictors(build.table(wars=wars, units=one_each), "usa", "norwegian-sea")
    one_each["italy"]["norwegian-sea"]["destroyer"] = 3
    found = interdictors(build.table(wars=wars, units=one_each), "usa", "norwegian-sea")
    assert {u.owner for u in found} == {"italy"}


@pytest.mark.sections("7.9", "11.4", "11.4/sea")
def test_a_unit_and_money_are_lent_and_arrive_in_one_turn_7_9() -> None:
    wars = [("germany", "ussr"), ("germany", "great-britain"), ("germany", "usa")]
    s = produce("usa", turn="July 1942", wars=wars, nations={"kmt": {"in_play": False}})
    to(s, "7.9")
    s.submit(LendUnit("ussr", "medium-armor"))
    assert "7.9" in said(s, LendMoney("ussr", 3)), "money or a unit, not both"
    s.submit(LendMoney("great-britain", 5))
    before = s.state.nations["great-britain"].cash
    to(s, "11.4")
    armor = next(i for i in s.state.production if i.what == "medium-armor")
    s.submit(Deliver(armor.id, "primorsky-krai", "san-francisco"))
    money = next(i for i in s.state.production if i.ipp)
    s.submit(next(a for a in s.legal() if isinstance(a, Deliver) and a.item == money.id))
    assert build.count(s.table, "primorsky-krai", "medium-armor", "ussr") == 1
    assert s.state.nations["great-britain"].cash == before + 5


# What wrong orders are told


@pytest.mark.sections("11.1", "11.1/ships", "11.1/militia", "11.1/tech")
@pytest.mark.parametrize(
    ("type", "zone", "section", "words"),
    [
        ("infantry", "paris", "11.1", "does not possess it. Possible: Berlin"),
        ("infantry", "belgium", "11.1", "It has no factory. Possible: Berlin"),
        ("infantry", "north-sea", "11.1", "is at sea"),
        ("destroyer", "berlin", "11.1/ships", "Ships go to a sea zone"),
        ("destroyer", "wake-sea", "11.1/ships", "shipyard beside a factory"),
        ("militia", "paris", "11.1/militia", "does not possess it. Possible: Belgium"),
        ("jet-fighter", "paris", "11.1/tech", "does not possess it. Possible: Berlin"),
    ],
)
def test_a_unit_in_the_wrong_place_is_told_why_and_where_it_could_go_11_1(
    type: str, zone: str, section: str, words: str
) -> None:
    box = [{"what": what, "paid": 1} for what in ("infantry", "destroyer", "militia", "jet-fighter")]
    g = table("germany", owners={"belgium": "germany"}, production={"germany": box})
    for what in ("infantry", "destroyer", "militia", "jet-fighter"):
        assert refusals(g, Place(what, "moscow")), "touches the rule of every kind"
    (ruling,) = refusals(g, Place(type, zone))
    assert ruling.section == section and words in f"{ruling.reason} {ruling.remedy}"


@pytest.mark.sections("11.1")
def test_a_zone_taken_this_turn_takes_no_new_units_and_says_so_11_1() -> None:
    g = table("germany", production={"germany": [{"what": "militia", "paid": 1}]}, owners={"paris": "germany"})
    g.state.conquered["paris"] = "france"
    (ruling,) = refusals(g, Place("militia", "paris"))
    assert "only this turn" in ruling.reason


@pytest.mark.sections("12.7", "12.9", "12.4")
def test_a_wrong_building_site_is_explained_with_the_borders_there_are_12_7() -> None:
    g = table("germany", owners={"belgium": "germany"})
    (ruling,) = refusals(g, Build("fortification", "bavaria", "paris"))
    assert ruling.section == "12.7" and "Alsace-Lorraine" in ruling.remedy
    (ruling,) = refusals(g, Build("coastal-artillery", "western-germany", "bavaria"))
    assert ruling.section == "12.9" and "North Sea" in ruling.remedy and "Bavaria" not in ruling.remedy
    (ruling,) = refusals(g, Build("coastal-artillery", "bavaria", "austria"))
    assert ruling.section == "12.9" and "no coast" in ruling.reason
    (ruling,) = refusals(g, Build("major-factory", "belgium"))
    assert ruling.section == "12.4" and "Minor Factory" in ruling.remedy


@pytest.mark.sections("12.2", "1.1")
def test_a_name_written_wrongly_is_answered_with_what_may_be_meant_12_2() -> None:
    g = table("germany")
    (ruling,) = refusals(g, Buy("medium armour"))
    assert ruling.section == "12.2" and "medium-armor" in ruling.remedy
    (ruling,) = refusals(g, Build("minor-port", "west-germany"))
    assert ruling.section == "1.1" and "western-germany" in ruling.remedy
    (ruling,) = refusals(g, Place("infantry", "Berlinn"))
    assert ruling.remedy == "Perhaps: berlin."


@pytest.mark.sections("11.4/failure", "11.4")
def test_lend_lease_whose_port_is_shut_waits_for_another_turn_11_4() -> None:
    g = table("usa", turn="July 1942", wars=[("usa", "germany"), ("ussr", "germany")], slot="usa")
    play(g, lend_lease.declare_lend_lease, LendMoney("ussr", 3))
    for one in g.state.facilities.values():
        if g.state.owners[one.zone] == "usa":
            one.damage = 1
    assert not delivery.delivering(g)
    (item,) = items(g)
    assert {r.section for r in refusals(g, Deliver(item.id, "murmansk", "new-york"))} == {"11.4/sea"}
    assert items(g) == [item] and cash(g, "usa") == 97, "it waits on the chart"
    next_turn(g, "usa", "usa")
    play(g, production.spend, Reassign(item.id))
    placement.complete(g)
    assert cash(g, "usa") == 100


@pytest.mark.sections("11.4", "11.4/sea", "11.4/land", "11.4/blockade")
def test_a_wrong_way_for_lend_lease_is_answered_with_the_reason_and_with_ways_that_lead_11_4() -> None:
    wars = [("usa", "germany"), ("ussr", "germany")]
    fleet = {"germany": {"white-sea": {"battleship": 3}}}
    g = table("usa", turn="July 1942", wars=wars, slot="usa", units=fleet, owners={"denmark": "germany"})
    play(g, lend_lease.declare_lend_lease, LendUnit("ussr", "medium-armor"))
    (item,) = items(g)

    def why(**words: str) -> tuple[str, str, str]:
        (ruling,) = refusals(g, Deliver(item.id, **words))
        return ruling.section, ruling.reason, ruling.remedy

    section, reason, remedy = why(to="leningrad", zone="new-york")
    assert section == "11.4/sea" and "3 IPP at most, and this is worth 6" in reason and "Primorsky Krai" in remedy
    assert why(to="moscow")[0] == "11.4/land"
    section, reason, _ = why(to="primorsky-krai", zone="berlin")
    assert section == "11.4/sea" and "Home Country" in reason
    section, reason, _ = why(to="moscow", zone="new-york")
    assert section == "11.4/sea" and "no naval facility" in reason
    assert why(to="murmansk", zone="new-york")[0] == "11.4/blockade"
