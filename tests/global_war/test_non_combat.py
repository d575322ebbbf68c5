"""Sections 10.1 to 10.3 and 15.3: who moves outside combat, where aircraft land, and carriers with and without planes."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.state import ESCORT, PATROL
from tutor.games.global_war.units import place

from . import build
from .moving import combat, done, judged, non_combat, pick, reached, sections, send, to

WAR = [("germany", "france")]


def taken(s, zone: str, by: str = "germany") -> None:
    """A zone was conquered this turn."""
    s.state.conquered[zone] = s.state.owners[zone]
    s.state.owners[zone] = by


@pytest.mark.sections("10.1", "8.2")
def test_units_that_combat_moved_do_not_move_again_10_1():
    s = combat(wars=WAR, options=[], units={"germany": {"western-germany": {"infantry": 2}, "berlin": {"infantry": 1}}})
    send(s, "western-germany", "infantry", "alsace-lorraine")
    done(s)
    assert s.where[3].id == "non-combat"
    assert sections(s, Pick("alsace-lorraine", "infantry")) == ["10.1"]
    assert sections(s, Pick("western-germany", "infantry")) == []


@pytest.mark.sections("9.4")
def test_retreated_units_do_not_move_9_4():
    s = non_combat(units={"germany": {"western-germany": {"infantry": 1}}})
    build.unit(s.table, "western-germany", "infantry").retreated = True
    assert sections(s, Pick("western-germany", "infantry")) == ["9.4"]


@pytest.mark.sections("10.1", "10.3")
def test_nobody_moves_into_or_lands_in_a_zone_conquered_this_turn_10_1():
    s = non_combat(
        wars=WAR,
        options=[],
        units={"germany": {"western-germany": {"motorized-infantry": 1, "fighter": 1}}},
    )
    taken(s, "alsace-lorraine")
    taken(s, "western-france")
    assert judged(s, "western-germany", "motorized-infantry", to("alsace-lorraine")) == ["10.1"]
    assert judged(s, "western-germany", "motorized-infantry", to("alsace-lorraine", "western-france")) == ["10.1"]
    assert judged(s, "western-germany", "fighter", to("alsace-lorraine")) == ["10.3"]
    s.state.owners["western-france"], _ = "germany", s.state.conquered.pop("western-france")
    assert judged(s, "western-germany", "fighter", to("alsace-lorraine", "western-france")) == []  # it may fly over


@pytest.mark.sections("10.2")
def test_option_captured_bases_take_ships_and_aircraft_10_2():
    units = {
        "germany": {
            "western-germany": {"fighter": 1, "infantry": 1},
            "english-channel": {"naval-transport": 1, "infantry aboard": 1},
            "belgium": {"seaplane": 1},
        }
    }
    for options, bases, landing, fighter, seaplane in (
        ([], ["major-port", "air-base"], False, False, False),
        (["captured-bases"], ["major-port"], True, False, True),
        (["captured-bases"], ["minor-port"], False, False, True),
        (["captured-bases"], ["air-base"], False, True, True),
        (["captured-bases"], ["major-dockyard"], True, False, True),
    ):
        s = non_combat(
            wars=WAR,
            options=options,
            owners={"belgium": "germany"},
            printed_facilities=False,
            facilities={"picardy": bases},
            units=units,
        )
        taken(s, "picardy")
        assert (judged(s, "english-channel", "infantry", to("picardy")) == []) is landing
        assert (judged(s, "western-germany", "fighter", to("belgium", "picardy")) == []) is fighter
        assert (judged(s, "belgium", "seaplane", to("picardy")) == []) is seaplane


@pytest.mark.sections("10.1")
def test_option_captured_bases_do_not_let_troops_march_in_10_2():
    s = non_combat(
        wars=WAR,
        options=["captured-bases"],
        owners={"belgium": "germany"},
        facilities={"picardy": ["major-port"]},
        units={"germany": {"belgium": {"infantry": 1}}},
    )
    taken(s, "picardy")
    assert judged(s, "belgium", "infantry", to("picardy")) == ["10.1"]


@pytest.mark.sections("10.3")
def test_aircraft_fly_home_with_the_movement_they_have_left_10_3():
    s = combat(
        wars=WAR,
        options=[],
        printed_facilities=False,
        units={"germany": {"berlin": {"fighter": 1}, "western-germany": {"infantry": 1}}},
    )
    send(s, "western-germany", "infantry", "alsace-lorraine")
    send(s, "berlin", "fighter", "western-germany", "alsace-lorraine")
    done(s)
    assert s.where[3].id == "non-combat"
    pick(s, "alsace-lorraine", "fighter")
    homes = reached(s)
    assert {"western-germany", "bavaria", "berlin", "eastern-germany"} == homes  # two zones are left
    assert "8.3" in sections(s, to("belgium"))  # neutral
    s.submit(to("western-germany"))
    done(s)
    assert build.count(s.table, "western-germany", "fighter") == 1


@pytest.mark.sections("10.3")
def test_aircraft_that_do_not_land_are_lost_10_3():
    s = combat(
        wars=WAR,
        options=[],
        units={"germany": {"western-germany": {"infantry": 1, "fighter": 2}, "north-sea": {"light-carrier": 1}}},
    )
    send(s, "western-germany", "infantry", "alsace-lorraine")
    send(s, "western-germany", ("fighter", 2), "alsace-lorraine")
    done(s)
    send(s, "alsace-lorraine", "fighter", "western-germany")
    done(s)
    assert build.count(s.table, "alsace-lorraine", "fighter") == 0
    assert build.count(s.table, "western-germany", "fighter") == 1
    assert any(e.kind == "lost" and e.section == "10.3" for e in s.log)


@pytest.mark.sections("10.3")
def test_aircraft_over_a_carrier_with_room_settle_on_its_deck_10_3():
    s = non_combat("great-britain", units={"great-britain": {"north-sea": {"light-carrier": 1, "fleet-carrier": 1}}})
    flyers = [place(s.table, "fighter", "great-britain", "north-sea", committed=True) for _ in range(4)]
    done(s)
    kept = [u for u in flyers if u.id in s.state.units]
    assert len(kept) == 3 and all(u.aboard for u in kept)


@pytest.mark.sections("10", "10.1")
def test_markers_of_combat_go_standing_ones_stay_10_1():
    s = non_combat(
        wars=WAR,
        units={"germany": {"english-channel": {"destroyer escort": 1, "submarine raid": 1, "seaplane patrol": 1}}},
    )
    assert build.unit(s.table, "english-channel", "destroyer").task == ESCORT
    assert build.unit(s.table, "english-channel", "seaplane").task == PATROL


# Advanced carrier rules

DECK = {"north-sea": {"fleet-carrier": 1, "fighter aboard": 2}, "london": {"fighter": 1}}


def carriers(**fields):
    """The British turn from Combat Movement on."""
    s = combat("great-britain", wars=[("germany", "great-britain")], options=["advanced-carriers"], **fields)
    done(s)
    assert s.where[3].id == "non-combat"
    return s


@pytest.mark.sections("15.3/aircraft", "15.3")
def test_option_carrier_aircraft_end_their_turn_on_a_carrier_15_3():
    s = carriers(units={"great-britain": DECK})
    assert judged(s, "north-sea", "fighter", to("london")) == ["15.3/aircraft"]
    s = non_combat("great-britain", options=[], units={"great-britain": DECK})
    assert judged(s, "north-sea", "fighter", to("london")) == []


@pytest.mark.sections("15.3/swapping")
def test_option_aircraft_are_swapped_one_for_one_15_3():
    s = carriers(units={"great-britain": DECK})
    send(s, "london", "fighter", "north-sea")  # the deck is full, but one can leave it
    send(s, "north-sea", "fighter", "london")
    assert "15.3/aircraft" in judged(s, "north-sea", "fighter", to("london"))
    done(s)
    assert build.count(s.table, "north-sea", "fighter") == 2 and build.count(s.table, "london", "fighter") == 1


@pytest.mark.sections("15.3/swapping")
def test_option_an_aircraft_in_the_place_units_box_frees_another_15_3():
    s = carriers(units={"great-britain": DECK}, production={"great-britain": [{"what": "fighter", "paid": 1}]})
    assert judged(s, "north-sea", "fighter", to("london")) == []
    assert judged(s, "north-sea", ("fighter", 2), to("london")) == ["15.3/aircraft"]


@pytest.mark.sections("15.3/swapping", "10.3")
def test_option_a_swap_that_does_not_happen_costs_the_newcomer_15_3():
    s = carriers(units={"great-britain": DECK})
    send(s, "london", "fighter", "north-sea")
    done(s)
    assert build.count(s.table, "north-sea", "fighter") == 2
    assert any(e.kind == "lost" for e in s.log)


@pytest.mark.sections("15.3/no-planes")
def test_option_an_empty_carrier_makes_for_the_nearest_factory_15_3():
    s = carriers(units={"great-britain": {"mid-atlantic": {"fleet-carrier": 1}}})
    assert sections(s, Done()) == ["15.3/no-planes"]
    assert Done() not in s.legal()
    pick(s, "mid-atlantic", "fleet-carrier")
    assert sections(s, to("azores-sea")) == ["15.3/no-planes"]
    way = next(a for a in s.legal() if isinstance(a, Move))
    s.submit(way)
    assert sections(s, Done()) == []
