"""Sections 8.4, 9.15, 12.2 and 15.3: loading, landing, airborne troops, carriers and their aircraft."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.movement import Move, Pick, PutBack
from tutor.games.global_war.state import ASSAULT, DROP

from . import build
from .moving import combat, done, judged, non_combat, pick, reached, sections, send, to

WAR = [("germany", "great-britain")]


def loaded(s, sea: str) -> list[str]:
    return sorted(u.type for u in s.state.units.values() if u.zone == sea and u.aboard)


# Going aboard


@pytest.mark.sections("8.4", "12.2/naval-transport", "0.8")
def test_a_transport_takes_two_infantry_or_one_and_something_else_12_2():
    troops = {"infantry": 3, "medium-armor": 2, "fighter": 1}
    s = non_combat(units={"germany": {"western-germany": troops, "north-sea": {"naval-transport": 1}}})
    for load, fits in (
        ([("infantry", 2)], True), (["infantry", "medium-armor"], True), (["medium-armor"], True),
        ([("infantry", 3)], False), ([("medium-armor", 2)], False),
    ):  # fmt: skip
        assert (judged(s, "western-germany", load, to("north-sea")) == []) is fits
        if not fits:
            assert judged(s, "western-germany", load, to("north-sea")) == ["12.2/naval-transport"]
    send(s, "western-germany", ["infantry", "medium-armor"], "north-sea")
    assert loaded(s, "north-sea") == ["infantry", "medium-armor"]
    assert judged(s, "western-germany", "infantry", to("north-sea")) == ["12.2/naval-transport"]


@pytest.mark.sections("8.4")
def test_without_a_transport_land_units_stay_ashore_8_4():
    s = non_combat(units={"germany": {"western-germany": {"infantry": 1}, "north-sea": {"destroyer": 1}}})
    assert "8.4" in judged(s, "western-germany", "infantry", to("north-sea"))


@pytest.mark.sections("12.2/naval-transport")
def test_a_transport_carries_an_aircraft_in_place_of_the_second_unit_12_2():
    s = non_combat(units={"germany": {"western-germany": {"fighter": 2}, "north-sea": {"naval-transport": 1}}})
    assert judged(s, "western-germany", "fighter", to("north-sea")) == ["10.3"]  # it is no carrier
    assert judged(s, "western-germany", ("fighter", 2), to("north-sea", target="naval-transport")) == [
        "12.2/naval-transport"
    ]
    send(s, "western-germany", "fighter", "north-sea", target="naval-transport")
    assert loaded(s, "north-sea") == ["fighter"]
    send(s, "north-sea", "naval-transport", "english-channel")
    assert build.count(s.table, "english-channel", "fighter") == 1


@pytest.mark.sections("8.4", "8.4/amphibious")
def test_a_ship_picks_up_on_its_way_and_puts_ashore_in_several_zones_8_4():
    s = non_combat(
        units={
            "germany": {
                "north-sea": {"naval-transport": 1, "infantry aboard": 1},
                "east-prussia": {"infantry": 1},
            }
        },
        options=[],
    )
    send(s, "north-sea", "naval-transport", "western-baltic")  # by the Kaiser-Wilhelm Canal
    send(s, "east-prussia", "infantry", "western-baltic")
    pick(s, "western-baltic", "infantry")
    assert {"eastern-germany", "east-prussia", "western-germany"} <= reached(s)
    s.submit(to("eastern-germany"))
    assert sections(s, Pick("western-baltic", "naval-transport")) == ["8.4"]  # it has unloaded
    send(s, "western-baltic", "infantry", "western-germany")
    assert build.count(s.table, "eastern-germany", "infantry") == 1
    assert build.count(s.table, "western-germany", "infantry") == 1
    assert sections(s, Pick("eastern-germany", "infantry")) == ["0.8"]  # and neither does what was landed


# Amphibious assault


@pytest.mark.sections("8.4/amphibious", "8.2")
def test_an_assault_binds_cargo_and_ship_until_the_landing_8_4():
    s = combat(
        wars=WAR,
        options=[],
        units={
            "germany": {
                "western-germany": {"infantry": 2},
                "north-sea": {"naval-transport": 1},
            },
            "great-britain": {"northern-britain": {"infantry": 1}},
        },
    )
    send(s, "western-germany", ("infantry", 2), "north-sea")
    assert loaded(s, "north-sea") == ["infantry", "infantry"]
    pick(s, "north-sea", ("infantry", 2))
    assert reached(s) == {"london", "northern-britain"}
    s.submit(to("northern-britain"))
    cargo = [u for u in s.state.units.values() if u.task == ASSAULT]
    assert [(u.zone, u.target, bool(u.aboard)) for u in cargo] == [("north-sea", "northern-britain", True)] * 2
    ship = build.unit(s.table, "north-sea", "naval-transport")
    assert ship.unloaded and ship.committed
    assert sections(s, Pick("north-sea", "naval-transport")) == ["8.4"]
    assert sections(s, Pick("north-sea", "infantry")) == ["8.4/amphibious"]


@pytest.mark.sections("8.4/amphibious")
def test_combat_landings_go_against_enemies_8_4():
    s = combat(
        wars=WAR,
        owners={"denmark": "germany"},
        units={"germany": {"north-sea": {"naval-transport": 1, "infantry aboard": 1}}},
    )
    assert judged(s, "north-sea", "infantry", to("denmark")) == ["8.4/amphibious"]
    assert judged(s, "north-sea", "infantry", to("netherlands")) == ["8.1"]
    assert judged(s, "north-sea", "infantry", to("london")) == []


@pytest.mark.sections("10.1", "8.4")
def test_what_combat_moved_aboard_stays_aboard_10_1():
    s = combat(
        wars=WAR,
        owners={"denmark": "germany"},
        units={"germany": {"english-channel": {"naval-transport": 1, "infantry aboard": 1}}},
    )
    send(s, "english-channel", "naval-transport", "north-sea")
    done(s)
    assert s.where[3].id == "non-combat"
    assert sections(s, Pick("north-sea", "infantry")) == ["10.1"]


@pytest.mark.sections("8.4/allied-cargo")
def test_partners_load_in_their_turn_sail_in_yours_and_land_in_their_next_8_4():
    wars = [("germany", "great-britain"), ("germany", "france")]
    ship = {"great-britain": {"english-channel": {"naval-transport": 1}}}
    s = non_combat("france", wars=wars, units={**ship, "france": {"picardy": {"infantry": 2}}})
    send(s, "picardy", "infantry", "english-channel")
    assert loaded(s, "english-channel") == ["infantry"]
    assert judged(s, "english-channel", "infantry", to("london")) == ["8.4/allied-cargo"]
    s = non_combat(
        "italy", wars=wars, units={**ship, "italy": {"picardy": {"infantry": 2}}}, owners={"picardy": "italy"}
    )
    assert judged(s, "picardy", "infantry", to("english-channel")) == ["8.4"]  # of another Alliance


@pytest.mark.sections("8.4", "8.4/allied-cargo")
def test_cargo_of_a_partner_goes_ashore_in_its_own_turn_8_4():
    wars = [("germany", "great-britain"), ("germany", "france")]
    s = non_combat(
        "france",
        wars=wars,
        units={"great-britain": {"english-channel": {"naval-transport": 1}}, "france": {"picardy": {"infantry": 1}}},
    )
    send(s, "picardy", "infantry", "english-channel")
    soldier = build.unit(s.table, "english-channel", "infantry")
    soldier.started, soldier.spent = "english-channel", 0  # the next French turn has begun
    assert judged(s, "english-channel", "infantry", to("london")) == []


# By air


@pytest.mark.sections("8.4/airborne", "9.15", "12.2/air-transport")
def test_airborne_troops_are_dropped_one_from_each_aircraft_9_15():
    s = combat(
        wars=WAR,
        units={
            "germany": {
                "western-germany": {
                    "airborne": 2,
                    "infantry": 1,
                    "air-transport": 1,
                    "strategic-bomber": 1,
                    "fighter": 1,
                }
            },
            "great-britain": {"northern-britain": {"infantry": 1}},
        },
    )
    way = to("north-sea", "northern-britain", task="drop")
    assert judged(s, "western-germany", ["airborne", "air-transport"], way) == []
    assert judged(s, "western-germany", ["airborne", "strategic-bomber"], way) == []
    assert "9.15" in judged(s, "western-germany", ["air-transport"], way)
    assert judged(s, "western-germany", [("airborne", 2), "air-transport"], way) != []
    assert judged(s, "western-germany", ["infantry", "air-transport"], way) != []
    assert "9.15" in judged(s, "western-germany", ["airborne", "air-transport"], to("north-sea", "northern-britain"))
    send(s, "western-germany", [("airborne", 2), "air-transport", "strategic-bomber"], *way.path, task="drop")
    dropped = [u for u in s.state.units.values() if u.type == "airborne"]
    assert all(u.zone == "northern-britain" and u.task == DROP and u.aboard for u in dropped)
    assert len({u.aboard for u in dropped}) == 2


@pytest.mark.sections("12.2/air-transport", "8.4/airborne")
def test_an_air_transport_fetches_troops_on_its_way_and_carries_infantry_outside_combat_12_2():
    s = combat(
        wars=WAR,
        owners={"belgium": "germany"},
        units={"germany": {"berlin": {"air-transport": 1}, "belgium": {"airborne": 1}}},
    )
    send(s, "berlin", "air-transport", "western-germany", "belgium")
    send(s, "belgium", ["air-transport", "airborne"], "english-channel", "southern-england", task="drop")
    assert build.unit(s.table, "southern-england", "airborne").task == DROP
    s = non_combat(units={"germany": {"berlin": {"air-transport": 1, "infantry": 2, "light-armor": 1}}}, options=[])
    assert judged(s, "berlin", ["air-transport", "light-armor"], to("western-germany", "bavaria")) == []  # it walks
    send(s, "berlin", ["air-transport", "infantry"], "western-germany", "bavaria")
    carried = build.unit(s.table, "bavaria", "infantry")
    assert carried.aboard == 0 and carried.spent >= 1


@pytest.mark.sections("12.2/air-transport", "12.2/strategic-bomber")
def test_aircraft_without_an_attack_do_not_attack_12_2():
    s = combat(
        wars=WAR,
        units={
            "germany": {"western-germany": {"air-transport": 1, "strategic-bomber": 1}},
            "great-britain": {"london": {"infantry": 1}},
        },
    )
    way = to("north-sea", "london")
    assert judged(s, "western-germany", "air-transport", way) == ["12.2/air-transport"]
    assert judged(s, "western-germany", "strategic-bomber", way) == ["12.2/strategic-bomber"]


# Carriers


@pytest.mark.sections("12.2/fleet-carrier", "12.2/light-carrier", "0.9/carrier", "10.3")
def test_decks_take_fighters_and_tactical_bombers_up_to_their_number_12_2():
    s = non_combat(
        "great-britain",
        units={
            "great-britain": {
                "north-sea": {"fleet-carrier": 1},
                "english-channel": {"light-carrier": 1},
                "london": {"fighter": 2, "tactical-bomber": 1, "medium-bomber": 1, "seaplane": 1},
            }
        },
    )
    assert judged(s, "london", "medium-bomber", to("north-sea")) == ["10.3"]
    assert judged(s, "london", "seaplane", to("north-sea")) == ["10.3"]
    assert judged(s, "london", [("fighter", 2), "tactical-bomber"], to("north-sea")) == ["10.3"]
    assert judged(s, "london", ("fighter", 2), to("english-channel")) == ["10.3"]
    send(s, "london", ["fighter", "tactical-bomber"], "north-sea")
    assert loaded(s, "north-sea") == ["fighter", "tactical-bomber"]
    assert judged(s, "london", "fighter", to("north-sea")) == ["10.3"]
    send(s, "london", "fighter", "english-channel")
    assert loaded(s, "english-channel") == ["fighter"]


@pytest.mark.sections("12.2/fleet-carrier")
def test_nothing_takes_off_from_or_lands_on_a_damaged_fleet_carrier_12_2():
    s = non_combat(
        "great-britain",
        units={
            "great-britain": {"north-sea": {"fleet-carrier damaged": 1, "fighter aboard": 1}, "london": {"fighter": 1}}
        },
    )
    assert sections(s, Pick("north-sea", "fighter")) == ["12.2/fleet-carrier"]
    assert judged(s, "london", "fighter", to("north-sea")) == ["10.3"]


@pytest.mark.sections("8.7/carrier", "0.8")
def test_aircraft_on_deck_go_with_their_carrier_and_use_up_movement_8_7():
    s = non_combat(
        "great-britain",
        units={"great-britain": {"north-sea": {"fleet-carrier": 1, "fighter aboard": 1}, "london": {"fighter": 1}}},
    )
    send(s, "north-sea", "fleet-carrier", "english-channel", "western-approaches")
    flyer = build.unit(s.table, "western-approaches", "fighter")
    assert flyer.aboard and flyer.spent == 2
    pick(s, "western-approaches", "fighter")
    assert max(len(a.path) for a in s.legal() if isinstance(a, Move)) == 2
    s.submit(PutBack())


@pytest.mark.sections("8.4")
def test_ships_do_not_join_troops_in_hand_8_4():
    s = non_combat(
        units={
            "germany": {
                "north-sea": {"fleet-carrier": 1, "fighter aboard": 1, "naval-transport": 1, "infantry aboard": 1},
            }
        }
    )
    pick(s, "north-sea", "infantry")
    assert sections(s, Pick("north-sea", "fleet-carrier")) == ["8.4"]
    assert sections(s, Pick("north-sea", "fighter")) == ["8.4"]
    s.submit(PutBack())
    pick(s, "north-sea", "fleet-carrier")
    assert sections(s, Pick("north-sea", "naval-transport")) == []
