"""Statements of chapters 0 to 2 and 15 that a second audit tried: crossings, canals, double casualties, prices of repairs."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.chance import Scripted
from tutor.engine.errors import BadFile
from tutor.games.global_war import placement, production, repair, units
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Lose
from tutor.games.global_war.actions.movement import Pick, PutBack
from tutor.games.global_war.actions.placement import Place
from tutor.games.global_war.actions.production import RepairShip
from tutor.games.global_war.fields import _units
from tutor.games.global_war.state import G
from tutor.games.global_war.zones import crossings, passages

from . import build, fights, producing
from .moving import combat, judged, non_combat, reached, reason, sailed, send, to

WAR = [("germany", "great-britain"), ("germany", "france")]
MISS: dict[str, int] = {}


# Narrow crossings (1.20, 1.21)


@pytest.mark.sections("1.20", "1.21")
def test_units_cross_from_the_shore_where_they_begin_the_turn_1_20():
    units = {"great-britain": {"southern-england": {"medium-armor": 1}, "london": {"light-armor": 1}}}
    s = non_combat("great-britain", wars=WAR, units=units)
    assert judged(s, "london", "light-armor", to("picardy")) == []
    send(s, "southern-england", "medium-armor", "london")
    assert judged(s, "london", "medium-armor", to("picardy")) == ["1.20"]
    s.submit(Pick("london", "medium-armor", 1))
    assert "picardy" not in reached(s)


# Straits and canals (1.15)


@pytest.mark.sections("1.15", "1.20")
def test_no_narrow_crossing_leads_over_a_strait_1_15():
    s = non_combat(
        minors={"spain-nationalist": {"controller": "germany"}},
        units={"spain-nationalist": {"andalusia": {"infantry": 1}}},
    )
    g = s.table
    straits = [p for p in passages(g).values() if p.strait]
    for crossing in crossings(g):
        shores = [set(g.board.neighbours[zone]) for zone in (crossing.a, crossing.b)]
        assert not any({p.a, p.b} <= seas for p in straits for seas in shores), crossing
    assert judged(s, "andalusia", "infantry", to("spanish-morocco")) == ["1.15"]


@pytest.mark.sections("1.15/combat-move", "1.15/turkish")
def test_a_canal_that_is_closed_outright_is_not_said_to_be_open_outside_combat_1_15():
    ships = {"france": {"aegean-sea": {"destroyer": 1}}, "italy": {"eastern-mediterranean": {"destroyer": 1}}}
    s = combat("france", wars=WAR, units=ships, options=["canal-combat-moves"])
    assert judged(s, "aegean-sea", "destroyer", to("black-sea")) == ["1.15/turkish"]
    s = combat("italy", units=ships, options=["canal-combat-moves"])
    assert judged(s, "eastern-mediterranean", "destroyer", to("red-sea")) == ["1.15/combat-move"]
    assert judged(combat("italy", units=ships, options=[]), "eastern-mediterranean", "destroyer", to("red-sea")) == []


@pytest.mark.sections("1.19")
def test_a_second_ship_is_told_that_the_northern_route_was_used_1_19():
    s = non_combat("ussr", units={"ussr": {"okhotsk-sea": {"destroyer": 3}}})
    assert judged(s, "okhotsk-sea", ("destroyer", 2), to("white-sea")) == ["1.19"]
    send(s, "okhotsk-sea", "destroyer", "white-sea")
    s.submit(Pick("okhotsk-sea", "destroyer", 1))
    assert "has used" in reason(s, to("white-sea"), "1.19")


# The Maginot Line (1.23)


@pytest.mark.sections("1.23", "9.2", "9.1")
@pytest.mark.parametrize(("start", "lost"), [("bavaria", 2), ("western-germany", 1)])
def test_only_units_that_cross_the_maginot_line_fall_by_twos_1_23(start: str, lost: int):
    s = fights.fight(
        "germany",
        ("bavaria", "alsace-lorraine", {"infantry": 3}),
        ("western-germany", "alsace-lorraine", {"infantry": 3}),
        options=(),
        wars=WAR,
        units={
            "germany": {"bavaria": {"infantry": 3}, "western-germany": {"infantry": 3}},
            "france": {"alsace-lorraine": {"infantry": 1}},
        },
        dice=[[12, 12], MISS, {"hit": 1}],
        then=12,
    )
    assert s.legal() == [Lose("infantry", start="bavaria"), Lose("infantry", start="western-germany")]
    s.submit(Lose("infantry", start=start))
    assert fights.losses(s) == {"infantry": lost}


# Alternate damage (15.5)


@pytest.mark.sections("15.5")
def test_with_the_option_a_price_that_cannot_be_paid_is_not_rolled_again_this_turn_15_5():
    g = producing.table(
        "italy",
        slot="italy",
        cash=3,
        options=["capital-ship-damage"],
        units={"italy": {"adriatic-sea": {"battleship damaged": 1, "fleet-carrier damaged": 1}}},
    )
    ship = RepairShip("adriatic-sea", "battleship", "northern-italy")
    producing.play(g, production.spend, ship)
    g.use(Scripted([4]))
    repair.roll_repair_price(g)
    assert producing.sections(g, ship) == {"15.5"} and ship not in list(production.menu(g, "italy"))
    assert producing.legal(g, RepairShip("adriatic-sea", "fleet-carrier", "northern-italy"))
    producing.next_turn(g, "italy", "italy", calendar=1)
    assert producing.legal(g, ship)


@pytest.mark.sections("15.5", "15.6")
def test_with_the_option_a_die_says_how_badly_a_strait_hurts_a_capital_ship_15_5():
    s = combat(
        "italy",
        options=["forcing-straits", "capital-ship-damage"],
        wars=[("italy", "great-britain")],
        units={"italy": {"alboran-sea": {"battleship": 1}}},
    )
    s.suppose([3], 9)
    send(s, "alboran-sea", "battleship", "gulf-of-cadiz")
    assert build.count(s.table, "gulf-of-cadiz") == 0
    assert [e.section for e in s.log if e.kind == "rolled"] == ["15.6", "15.5"]


# Early War Fighters (15.9)


@pytest.mark.sections("15.9")
def test_with_the_option_a_saved_position_keeps_converted_fighters_modern_15_9():
    units = {"germany": {"berlin": {"fighter": 1, "fighter modern": 1}}}
    g = build.table(options=["early-fighters"], turn="July 1942", units=units)
    assert [u.type for u in g.state.units.values()] == ["early-war-fighter", "fighter"]
    saved = _units(g)
    again = build.table(options=["early-fighters"], turn="July 1942", units=saved)
    assert [u.type for u in again.state.units.values()] == ["early-war-fighter", "fighter"]
    with pytest.raises(BadFile):
        build.table(units={"germany": {"berlin": {"infantry modern": 1}}})


# Strategic moves (10.6)


@pytest.mark.sections("10.6")
def test_a_strategic_move_is_not_offered_to_ships_together_with_units_they_carry_10_6():
    fleet = {"naval-transport": 1, "infantry aboard": 1}
    s = non_combat("great-britain", units={"great-britain": {"bay-of-bengal": fleet}}, options=["strategic-naval"])
    s.submit(Pick("bay-of-bengal", "naval-transport", 1))
    assert sailed(s)
    s.submit(PutBack())
    s.submit(Pick("bay-of-bengal", "infantry", 1))
    s.submit(Pick("bay-of-bengal", "naval-transport", 1))
    assert not sailed(s)


# Advanced carrier aircraft rules (15.3)


def swapped(deck: str = "tokyo-sea", **fields: Any) -> G:
    """A Japanese Placement in a turn in which an aircraft has left a carrier for a new one."""
    g = producing.table(
        "japan",
        options=["advanced-carriers"],
        units={"japan": {deck: {"fleet-carrier": 1, "fighter aboard": 1}}},
        **fields,
    )
    g.state.used["decks left"] = 1
    return g


@pytest.mark.sections("15.3/swapping", "11.1")
def test_the_new_aircraft_that_another_left_its_carrier_for_is_placed_on_it_15_3():
    two = {"japan": [{"what": "fighter", "paid": 1}, {"what": "tactical-bomber", "paid": 1}]}
    g = swapped(production=two)
    producing.play(g, placement.place_units, Place("fighter", "tokyo"))  # one may go ashore, the other may not
    assert producing.sections(g, Place("tactical-bomber", "tokyo")) == {"15.3/swapping"}
    assert list(placement.placements(g, "japan")) == [Place("tactical-bomber", "tokyo-sea")]
    g.decision = next(placement.place_units(g))
    assert Done() not in list(g.decision.options()) and producing.sections(g, Done()) == {"15.3/swapping"}
    producing.play(g, placement.place_units, Place("tactical-bomber", "tokyo-sea"))
    ship = build.unit(g, "tokyo-sea", "fleet-carrier")
    assert sorted(u.type for u in units.cargo(g, ship)) == ["fighter", "tactical-bomber"]
    assert not placement.promised(g)


@pytest.mark.sections("15.3/swapping", "11.1")
def test_without_a_swap_new_aircraft_are_placed_at_factories_only_11_1():
    g = swapped(production={"japan": [{"what": "fighter", "paid": 1}]})
    g.state.used.clear()
    assert producing.sections(g, Place("fighter", "tokyo-sea")) == {"11.1"}
    assert producing.legal(g, Place("fighter", "tokyo"))
