"""Sections 7.4, 12.5, 12.10, 15.5 and 15.10: repair of facilities, railroads, canals and ships."""

from __future__ import annotations

import pytest

from tutor.engine.chance import Scripted
from tutor.games.global_war import production, repair
from tutor.games.global_war.actions.production import Buy, Repair, RepairCanal, RepairRailroad, RepairShip
from tutor.games.global_war.output import sites

from . import build
from .producing import cash, facility, legal, next_turn, play, refusals, sections, table


@pytest.mark.sections("7.4", "0.9/ipp")
def test_facility_damage_is_paid_off_point_by_point_7_4() -> None:
    g = table("germany", cash=4, damage={"berlin": {"major-factory": 6}})
    plant = facility(g, "berlin", "major-factory")
    assert sections(g, Repair(plant.id, 5)) == {"0.9/ipp"}
    play(g, production.spend, Repair(plant.id, 4))
    assert plant.damage == 2 and cash(g, "germany") == 0
    g.state.nations["germany"].cash = 9
    (ruling,) = refusals(g, Repair(plant.id, 3))
    assert ruling.section == "7.4" and "2 points" in ruling.reason
    play(g, production.spend, Repair(plant.id, 2))
    assert plant.damage == 0


@pytest.mark.sections("7.4")
def test_only_the_possessor_repairs_7_4() -> None:
    g = table("germany", damage={"paris": {"major-factory": 6}})
    assert sections(g, Repair(facility(g, "paris", "major-factory").id, 1)) == {"7.4"}


@pytest.mark.sections("12.10")
def test_railroads_are_repaired_for_one_ipp_a_point_12_10() -> None:
    g = table("germany", cash=5)
    g.state.rail_damage = {"berlin|western-germany": 2}
    assert RepairRailroad("berlin", "western-germany", 2) in list(production.menu(g, "germany"))
    assert sections(g, RepairRailroad("berlin", "western-germany", 3)) == {"12.10"}
    play(g, production.spend, RepairRailroad("western-germany", "berlin", 2))
    assert not g.state.rail_damage and cash(g, "germany") == 3
    g.state.rail_damage = {"paris|picardy": 1}
    assert sections(g, RepairRailroad("paris", "picardy", 1)) == {"12.10"}


@pytest.mark.sections("15.10")
def test_canals_are_repaired_by_their_holder_15_10() -> None:
    g = table("usa", cash=9)
    g.state.canal_damage = {"panama-canal": 6, "suez-canal": 2}
    play(g, production.spend, RepairCanal("panama-canal", 6))
    assert g.state.canal_damage == {"suez-canal": 2} and cash(g, "usa") == 3
    assert sections(g, RepairCanal("suez-canal", 1)) == {"15.10"}
    assert sections(g, RepairCanal("moon-canal", 1)) == {"15.10"}


DOCKS = {"northern-italy": ["major-factory", "major-shipyard"], "southern-italy": ["minor-dockyard"]}
DAMAGED = {"italy": {"adriatic-sea": {"battleship damaged": 2, "destroyer": 1}}}
IN_THE_YARD = RepairShip("adriatic-sea", "battleship", "northern-italy")


def docks(**fields):
    return table("italy", printed_facilities=False, **{"facilities": DOCKS, "units": DAMAGED, **fields})


@pytest.mark.sections("7.4")
def test_a_ship_is_repaired_free_and_only_when_units_are_placed_7_4() -> None:
    g = docks(cash=0)
    play(g, production.spend, IN_THE_YARD)
    assert build.unit(g, "adriatic-sea", "battleship").hits == 1
    repair.finish_repairs(g)
    assert [u.hits for u in g.state.units.values()] == [0, 1, 0]
    assert not g.state.repairs and cash(g, "italy") == 0


@pytest.mark.sections("7.4")
@pytest.mark.parametrize("change", ["moved", "sunk", "bombed", "elsewhere"])
def test_a_ship_that_did_not_lie_in_a_working_yard_all_turn_is_not_repaired_7_4(change: str) -> None:
    g = docks()
    play(g, production.spend, IN_THE_YARD)
    ship = g.state.units[g.state.repairs[0][0]]
    if change == "moved":
        ship.spent = 1
    elif change == "bombed":
        facility(g, "northern-italy", "major-shipyard").damage = 1
    elif change == "sunk":
        del g.state.units[ship.id]
    else:
        ship.zone = "black-sea"
    repair.finish_repairs(g)
    assert ship.hits == 1 and not g.state.repairs


@pytest.mark.sections("7.4", "12.6/shipyards")
def test_repairs_use_the_slots_of_a_shipyard_and_dockyards_have_their_own_7_4() -> None:
    g = docks(facilities={"northern-italy": ["major-factory", "minor-shipyard"], "southern-italy": ["minor-dockyard"]})
    assert sites(g, "italy", "destroyer")["adriatic-sea"] == 1
    play(g, production.spend, RepairShip("adriatic-sea", "battleship", "southern-italy"))
    assert sites(g, "italy", "destroyer")["adriatic-sea"] == 1
    play(g, production.spend, IN_THE_YARD)
    assert sites(g, "italy", "destroyer") == {}
    assert sections(g, IN_THE_YARD) == {"7.4"}
    next_turn(g, "italy", "italy")
    assert sites(g, "italy", "destroyer")["adriatic-sea"] == 1


@pytest.mark.sections("7.4")
def test_new_ships_leave_a_yard_fewer_repairs_7_4() -> None:
    g = docks()
    g.state.slots_used[str(facility(g, "northern-italy", "major-shipyard").id)] = 5
    assert sections(g, IN_THE_YARD) == {"7.4"}
    assert legal(g, RepairShip("adriatic-sea", "battleship", "southern-italy"))


@pytest.mark.sections("7.4")
def test_only_damaged_capital_ships_beside_a_friendly_yard_are_repaired_7_4() -> None:
    g = docks()
    assert sections(g, RepairShip("adriatic-sea", "destroyer", "northern-italy")) == {"7.4"}
    assert sections(g, RepairShip("adriatic-sea", "battleship", "rome")) == {"7.4"}
    assert "7.4" in sections(g, RepairShip("black-sea", "battleship", "northern-italy"))
    damaged = docks(damage={"northern-italy": {"major-shipyard": 1}, "southern-italy": {"minor-dockyard": 1}})
    assert sections(damaged, IN_THE_YARD) == {"7.4"}
    assert not list(repair.ship_repairs(damaged, "italy"))


@pytest.mark.sections("7.4", "12.5", "4.5/permissions")
def test_the_yard_of_an_aligned_nation_serves_too_12_5() -> None:
    fields = {"units": {"germany": {"adriatic-sea": {"battleship damaged": 1}}}, "facilities": DOCKS}
    alone = table("germany", printed_facilities=False, **fields)
    assert sections(alone, IN_THE_YARD) == {"7.4"}
    wars = [("germany", "ussr"), ("italy", "ussr")]
    together = table("germany", printed_facilities=False, wars=wars, **fields)
    play(together, production.spend, IN_THE_YARD)
    repair.finish_repairs(together)
    assert build.unit(together, "adriatic-sea", "battleship").hits == 0


@pytest.mark.sections("7.4")
def test_both_hits_of_a_ship_may_be_repaired_in_one_turn_7_4() -> None:
    g = docks(units={"italy": {"adriatic-sea": {"heavy-battleship damaged damaged": 1}}})
    action = RepairShip("adriatic-sea", "heavy-battleship", "northern-italy")
    play(g, production.spend, action)
    play(g, production.spend, action)
    assert sections(g, action) == {"7.4"}
    repair.finish_repairs(g)
    assert build.unit(g, "adriatic-sea", "heavy-battleship").hits == 0


@pytest.mark.sections("15.5")
def test_with_the_option_a_die_tells_the_price_of_a_repair_15_5() -> None:
    g = docks(cash=5, options=["capital-ship-damage"])
    for face, left, repairs in ((4, 1, 1), (2, 1, 1)):
        play(g, production.spend, IN_THE_YARD)
        assert repair.price_is_rolled(g)
        g.use(Scripted([face]))
        repair.roll_repair_price(g)
        assert cash(g, "italy") == left and len(g.state.repairs) == repairs
    assert not repair.price_is_rolled(g)


@pytest.mark.sections("15.5")
def test_with_the_option_a_major_yard_repairs_any_number_and_a_minor_one_a_single_hit_15_5() -> None:
    g = docks(cash=90, options=["capital-ship-damage"], units={"italy": {"adriatic-sea": {"battleship damaged": 9}}})
    small = RepairShip("adriatic-sea", "battleship", "southern-italy")
    for action in (*[IN_THE_YARD] * 7, small):
        play(g, production.spend, action)
        g.use(Scripted([1]))
        repair.roll_repair_price(g)
    assert sections(g, small) == {"7.4"} and legal(g, IN_THE_YARD)
    repair.finish_repairs(g)
    assert sum(u.hits for u in g.state.units.values()) == 1


@pytest.mark.sections("App-B.40", "7.4")
def test_repair_itself_never_asks_for_money_app_b_40() -> None:
    g = docks(cash=0)
    assert IN_THE_YARD in list(production.menu(g, "italy"))
    assert not any(isinstance(option, Buy) for option in production.menu(g, "italy"))
