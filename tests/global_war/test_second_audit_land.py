"""Statements about land battles, their ways in and their aftermath: 0.3, 1.8 to 1.12, 9.1 to 9.5, 9.15, 9.19 to 9.24, 12.1, 12.2."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.combat import Fire, Lose, Retreat
from tutor.games.global_war.recruitment import recruiting_zones, recruits_on

from . import build
from .moving import combat, done, judged, non_combat, pick, railed, reached, sections, send, to

MISS, HIT = {"hit": 0}, {"hit": 1}
GERMANY, BRITAIN, USSR = "germany", "great-britain", "ussr"
EAST = [(GERMANY, USSR)]
POLAND = {"lubelskie": USSR, "east-poland": USSR, "warsaw": USSR, "dolnoslaske": GERMANY, "west-poland": GERMANY}


def eastern_front(units: dict[str, int], garrison: dict[str, int] | None = None, **more: Any) -> Session:
    """German units in Dolnoslaske, and before them Soviet Lubelskie, empty or not."""
    placed = {GERMANY: {"dolnoslaske": units}, USSR: {"lubelskie": garrison or {}}}
    return combat(GERMANY, **{"options": (), "wars": EAST, "owners": POLAND, "units": placed, **more})


def count(s: Session, zone: str, type: str = "", owner: str = "") -> int:
    return build.count(s.table, zone, type, owner)


# The last unit of a Minor Power (9.24)


@pytest.mark.sections("9.24", "9.19")
def test_a_minor_whose_last_unit_falls_with_its_attackers_is_defeated_9_24() -> None:
    s = combat(
        GERMANY, options=(), wars=[(GERMANY, "denmark")], minors={"denmark": {"controller": BRITAIN}},
        units={GERMANY: {"western-germany": {"infantry": 1}}, "denmark": {"denmark": {"infantry": 1}}},
    )  # fmt: skip
    send(s, "western-germany", "infantry", "denmark")
    s.suppose(HIT, HIT)
    done(s)
    denmark = s.state.minors["denmark"]
    assert count(s, "denmark") == 0 and s.state.owners["denmark"] == "denmark"
    assert denmark.defeated and denmark.conqueror == GERMANY


@pytest.mark.sections("11.5", "9.24")
def test_a_defeated_minor_recruits_in_its_colonies_alone_11_5() -> None:
    """Its controller has kept these, and not the home zone that nobody has entered yet."""
    minors = {"belgium": {"controller": BRITAIN, "defeated": True, "conqueror": GERMANY}}
    g = build.table(slot=BRITAIN, options=(), minors=minors)
    assert g.state.owners["belgium"] == g.state.owners["belgian-congo"] == "belgium"
    assert recruiting_zones(g, "belgium") == ["belgian-congo"] and recruits_on(g, "belgium") == 1


# Armor that breaks down (1.9)


@pytest.mark.sections("1.9", "1.7/border-terrain")
@pytest.mark.parametrize("desert", ["kazakhstan", "western-siberia"])
def test_only_vehicles_under_desert_rules_break_down_1_9(desert: str) -> None:
    """Armor goes into the Volga-Urals from two sides, and over the steppe of Kazakhstan on one of them."""
    other = "central-russia"
    s = combat(
        GERMANY, options=("deserts",), wars=EAST, owners={desert: GERMANY, other: GERMANY, "volga-urals": USSR},
        units={
            GERMANY: {desert: {"medium-armor": 1}, other: {"medium-armor": 1}},
            USSR: {"volga-urals": {"infantry": 3}},
        },
    )  # fmt: skip
    send(s, other, "medium-armor", "volga-urals")
    send(s, desert, "medium-armor", "volga-urals")
    steppe = desert == "kazakhstan"
    s.suppose(*([{"hit": 0}, {"hit": 0, "breakdown": 1}] if steppe else [{"hit": 0}]), MISS)
    done(s)
    assert count(s, desert, "medium-armor") == steppe and count(s, other, "medium-armor") == 0


# A blitz through empty ground (8.2, 9.5)


@pytest.mark.sections("9.5/blitz", "8.2", "10.1")
def test_a_zone_that_armor_has_blitzed_through_can_be_garrisoned_in_combat_movement_8_2() -> None:
    s = eastern_front({"medium-armor": 1, "infantry": 1, "cavalry": 1})
    send(s, "dolnoslaske", "medium-armor", "lubelskie", "warsaw")
    assert s.state.owners["lubelskie"] == GERMANY
    pick(s, "dolnoslaske", "infantry")
    assert to("lubelskie") in s.legal()
    s.submit(to("lubelskie"))
    done(s)
    assert count(s, "lubelskie", "infantry") == 1 and s.state.owners["warsaw"] == GERMANY


@pytest.mark.sections("9.5/blitz", "8.4/amphibious")
def test_troops_may_come_over_the_sea_into_a_zone_that_armor_has_blitzed_through_8_4() -> None:
    s = combat(
        GERMANY, options=(), wars=EAST, owners={"lithuania": USSR, "latvia": USSR, "east-prussia": GERMANY},
        units={
            GERMANY: {"east-prussia": {"medium-armor": 1}, "western-baltic": {"naval-transport": 1, "infantry aboard": 1}}
        },
    )  # fmt: skip
    send(s, "east-prussia", "medium-armor", "lithuania", "latvia")
    send(s, "western-baltic", "infantry", "lithuania")
    done(s)
    assert count(s, "lithuania", "infantry") == 1 and s.state.owners["lithuania"] == GERMANY


@pytest.mark.sections("9.5/blitz", "12.2/cavalry")
def test_a_blitz_opens_no_way_for_units_that_cannot_blitz_9_5() -> None:
    s = eastern_front({"medium-armor": 2, "cavalry": 1, "mechanized-infantry": 2})
    send(s, "dolnoslaske", "medium-armor", "lubelskie", "warsaw")
    beyond = to("lubelskie", "east-poland")
    assert judged(s, "dolnoslaske", "cavalry", beyond) == ["9.5/blitz"]
    assert judged(s, "dolnoslaske", ("mechanized-infantry", 2), beyond) == ["9.5/blitz"]
    assert judged(s, "dolnoslaske", ["medium-armor", "mechanized-infantry"], beyond) == []
    assert judged(s, "dolnoslaske", "cavalry", to("lubelskie")) == []


@pytest.mark.sections("8.2", "9.5/blitz")
def test_a_blitz_through_empty_enemy_ground_may_end_on_friendly_ground_8_2() -> None:
    s = eastern_front({"medium-armor": 1, "infantry": 1}, owners={**POLAND, "slovakia": GERMANY})
    assert judged(s, "dolnoslaske", "medium-armor", to("lubelskie", "dolnoslaske")) == ["8.2"], "that is no other zone"
    send(s, "dolnoslaske", "medium-armor", "lubelskie", "slovakia")
    assert s.state.owners["lubelskie"] == GERMANY and count(s, "slovakia", "medium-armor") == 1


@pytest.mark.sections("9.5/blitz")
@pytest.mark.parametrize(
    ("path", "section"),
    [
        (("lubelskie", "east-poland", "western-ukraine"), "9.5/blitz"),  # out of a marsh
        (("dolnoslaske", "lubelskie", "east-poland"), "1.11"),  # into one
        (("lubelskie", "slovakia", "hungary"), "9.5/blitz"),  # out of mountains
    ],
)
def test_a_refused_blitz_names_the_rule_of_the_ground_9_5(path: tuple[str, ...], section: str) -> None:
    start, *way = path
    s = combat(
        GERMANY, options=("marshes", "mountains"), wars=EAST, units={GERMANY: {start: {"medium-armor": 1}}},
        owners={start: GERMANY, **dict.fromkeys(way, USSR)},
    )  # fmt: skip
    assert section in judged(s, start, "medium-armor", to(*way))


# By air (9.15, 12.2)


@pytest.mark.sections("9.15", "12.2/air-transport")
def test_a_refused_drop_says_what_aircraft_carry_into_combat_9_15() -> None:
    s = eastern_front({"air-transport": 1, "airborne": 2, "infantry": 1})
    down = to("lubelskie", "warsaw", task="drop")
    assert judged(s, "dolnoslaske", ["air-transport", "infantry"], down) == ["9.15"]
    assert judged(s, "dolnoslaske", ["air-transport", ("airborne", 2)], down) == ["9.15"]
    assert judged(s, "dolnoslaske", ["air-transport", "airborne"], to("lubelskie", "warsaw")) == ["9.15"]
    assert judged(s, "dolnoslaske", ["air-transport", "airborne"], down) == []


@pytest.mark.sections("9.5/blitz")
def test_an_aircraft_in_hand_takes_no_cavalry_through_empty_ground_9_5() -> None:
    s = eastern_front({"air-transport": 1, "cavalry": 1})
    assert "9.5/blitz" in judged(s, "dolnoslaske", ["air-transport", "cavalry"], to("lubelskie", "warsaw"))


@pytest.mark.sections("9.15", "9.4")
def test_those_who_walked_retreat_with_the_aircraft_and_those_who_jumped_fight_on_9_15() -> None:
    s = eastern_front({"air-transport": 1, "airborne": 1, "infantry": 1, "fighter": 1}, {"infantry": 2})
    send(s, "dolnoslaske", ["air-transport", "airborne"], "lubelskie", task="drop")
    send(s, "dolnoslaske", ["infantry", "fighter"], "lubelskie")
    s.suppose(MISS, MISS, MISS, MISS, MISS, HIT)
    done(s)
    s.submit(Retreat())
    assert count(s, "dolnoslaske", "infantry") == 1 and count(s, "lubelskie", "airborne") == 0
    assert (
        count(s, "lubelskie", owner=GERMANY)
        == count(s, "lubelskie", "fighter") + count(s, "lubelskie", "air-transport")
        == 2
    )


@pytest.mark.sections("12.2/air-transport", "12.2/strategic-bomber")
def test_a_refused_flight_says_what_aircraft_carry_outside_combat_12_2() -> None:
    units = {"air-transport": 1, "strategic-bomber": 1, "airborne": 1, "infantry": 2, "artillery": 1}
    s = non_combat(GERMANY, options=(), units={GERMANY: {"eastern-germany": units}})
    far = to("berlin", "western-germany")
    for troops, section in (
        (["strategic-bomber", "airborne"], "12.2/strategic-bomber"),
        (["air-transport", "artillery"], "12.2/air-transport"),
        (["air-transport", ("infantry", 2)], "12.2/air-transport"),
    ):
        assert judged(s, "eastern-germany", troops, far) == [section]
    assert judged(s, "eastern-germany", ["air-transport", "infantry"], far) == []


@pytest.mark.sections("12.2/militia")
def test_militia_leave_their_home_country_neither_by_air_nor_by_rail_12_2() -> None:
    s = non_combat(
        GERMANY, options=(), owners={"dolnoslaske": GERMANY, "west-poland": GERMANY},
        units={GERMANY: {"eastern-germany": {"air-transport": 1, "militia": 1}}},
    )  # fmt: skip
    by_air = ["air-transport", "militia"]
    assert judged(s, "eastern-germany", by_air, to("dolnoslaske", "west-poland")) == ["12.2/militia"]
    assert judged(s, "eastern-germany", by_air, to("berlin", "western-germany")) == []
    pick(s, "eastern-germany", *by_air)
    home = {"eastern-germany", "berlin", "western-germany", "bavaria", "east-prussia"}
    assert reached(s) | railed(s) <= home and "western-germany" in reached(s)


# Who falls of several alike (9.1 to 9.3)


def over_the_rhine(garrison: dict[str, int], *dice: Any) -> Session:
    """Germany attacks Alsace-Lorraine with two Infantry across the Maginot Line and with two from Western Germany."""
    s = combat(
        GERMANY, options=(), wars=[(GERMANY, "france")],
        units={
            GERMANY: {"bavaria": {"infantry": 2}, "western-germany": {"infantry": 2}},
            "france": {"alsace-lorraine": garrison},
        },
    )  # fmt: skip
    for start in ("bavaria", "western-germany"):
        send(s, start, ("infantry", 2), "alsace-lorraine")
    s.suppose(*dice)
    done(s)
    return s


def left_from(s: Session, start: str) -> int:
    return sum(u.owner == GERMANY and u.entered == start for u in s.state.units.values())


@pytest.mark.sections("9.1", "9.2", "1.23")
def test_a_hit_falls_first_on_a_unit_that_is_not_lost_by_twos_9_2() -> None:
    s = over_the_rhine({"infantry": 2}, MISS, MISS, HIT)
    s.submit(Lose("infantry"))  # which of the two is for the owner to say; who says nothing loses no second one
    assert left_from(s, "bavaria") == 2 and left_from(s, "western-germany") == 1


@pytest.mark.sections("9.2", "9.3/target-selection", "12.2/tactical-bomber")
def test_target_selection_takes_of_units_alike_the_one_that_costs_most_9_3() -> None:
    s = over_the_rhine({"tactical-bomber": 1}, MISS, MISS, {"hit": 0, "select": 1})
    s.submit(Lose("infantry"))
    assert left_from(s, "bavaria") == 0 and left_from(s, "western-germany") == 2


@pytest.mark.sections("12.2/aa-artillery", "12.2/air-transport")
def test_aa_artillery_takes_an_air_transport_where_no_other_aircraft_is_left_12_2() -> None:
    guns = {"aa-artillery": 1, "infantry": 1}
    s = eastern_front(guns, {"air-transport": 1, "infantry": 2})
    send(s, "dolnoslaske", list(guns), "lubelskie")
    s.suppose(MISS, HIT, MISS)
    done(s)
    if any(isinstance(a, Fire) for a in s.legal()):
        s.submit(Fire("infantry"))
    assert count(s, "lubelskie", "air-transport") == 0 and count(s, "lubelskie", "infantry", USSR) == 2


@pytest.mark.sections("12.7", "9.1")
def test_a_refused_casualty_of_a_fortification_says_whom_its_fire_reaches_12_7() -> None:
    force = {"infantry": 2, "cavalry": 1, "fighter": 1}
    s = eastern_front(force, {"infantry": 2}, facilities={"lubelskie": ["fortification dolnoslaske"]})
    send(s, "dolnoslaske", list(force.items()), "lubelskie")
    s.suppose(HIT)
    done(s)
    (said,) = s.why_not(Lose("fighter"))
    assert said.section == "12.7" and "Fortification" in said.reason and "Infantry" in said.remedy


@pytest.mark.sections("9.15")
def test_nobody_jumps_among_ships_9_15() -> None:
    s = combat(
        GERMANY, options=(), wars=[(GERMANY, "great-britain")],
        units={GERMANY: {"western-germany": {"airborne": 1, "air-transport": 1}},
               "great-britain": {"north-sea": {"destroyer": 1}}},
    )  # fmt: skip
    pick(s, "western-germany", "air-transport", "airborne")
    assert sections(s, to("north-sea")) == ["9.15"]
    assert "north-sea" not in reached(s, None)
