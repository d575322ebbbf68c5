"""Sections 8.3, 8.5, 8.7 and 1.24: overflight, the way home, patrols, strikes and bombing missions."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import Deny
from tutor.games.global_war.air_moves import landing_spots
from tutor.games.global_war.facilities import facilities_in
from tutor.games.global_war.movement import allowance
from tutor.games.global_war.ranges import patrol_range
from tutor.games.global_war.state import BOMB, PATROL

from . import build
from .moving import combat, done, judged, non_combat, pick, reached, sections, send, to

WAR = [("germany", "great-britain")]
LONG_RANGE = {"germany": {"technology": {"long-range-aircraft": 9}}}


# How far


@pytest.mark.sections("12.6/bases", "12.5", "0.8")
def test_an_air_base_gives_aircraft_one_zone_more_12_6():
    for bases, fighter, seaplane in (
        ([], 4, 6), (["air-base"], 5, 7), (["seaplane-base"], 4, 7), (["major-port"], 4, 7),
        (["air-base", "seaplane-base", "major-port"], 5, 7),
    ):  # fmt: skip
        g = build.table(
            printed_facilities=False,
            facilities={"western-germany": bases},
            units={"germany": {"western-germany": {"fighter": 1, "seaplane": 1}}},
        )
        assert allowance(g, build.unit(g, "western-germany", "fighter")) == fighter
        assert allowance(g, build.unit(g, "western-germany", "seaplane")) == seaplane
        assert patrol_range(g, build.unit(g, "western-germany", "seaplane")) == 2  # bases add nothing to it


@pytest.mark.sections("7.8/long-range-aircraft")
def test_long_range_aircraft_fly_further_at_once_7_8():
    types = {"fighter": 4, "strategic-bomber": 6, "heavy-strategic-bomber": 6, "medium-bomber": 5, "seaplane": 6}
    units = {"germany": {"bavaria": dict.fromkeys(types, 1)}}
    for nations, more in (({}, 0), (LONG_RANGE, 1)):
        g = build.table(printed_facilities=False, nations=nations, units=units)
        for type, move in types.items():
            extra = 2 * more if "strategic" in type else more
            assert allowance(g, build.unit(g, "bavaria", type)) == move + extra
        assert patrol_range(g, build.unit(g, "bavaria", "medium-bomber")) == 1 + more
        assert patrol_range(g, build.unit(g, "bavaria", "fighter")) == 1


# Overflight


@pytest.mark.sections("8.3")
def test_aircraft_do_not_fly_over_neutrals_8_3():
    s = non_combat(wars=WAR, units={"germany": {"bavaria": {"fighter": 1}}}, owners={"northern-italy": "italy"})
    assert judged(s, "bavaria", "fighter", to("switzerland", "northern-italy")) == ["8.3", "10.3"]
    pick(s, "bavaria", "fighter")
    assert not {"switzerland", "austria"} & reached(s)


@pytest.mark.sections("8.3")
def test_alliance_partners_open_their_sky_once_aligned_8_3():
    for wars, legal in (([], False), ([("germany", "ussr"), ("italy", "ussr")], True)):
        s = non_combat(wars=wars, owners={"austria": "germany"}, units={"germany": {"austria": {"fighter": 1}}})
        assert (judged(s, "austria", "fighter", to("northern-italy")) == []) is legal


@pytest.mark.sections("4.5/permissions", "8.3")
def test_an_aligned_owner_may_close_his_sky_4_5():
    s = non_combat(
        wars=[("germany", "ussr"), ("italy", "ussr")],
        owners={"austria": "germany"},
        units={"germany": {"austria": {"fighter": 1}}},
    )
    s.submit(Deny("italy", "germany"))
    assert "4.5/permissions" in judged(s, "austria", "fighter", to("northern-italy"))


@pytest.mark.sections("8.3")
def test_enemy_fighters_bar_the_sky_other_enemies_do_not_8_3():
    units = {"germany": {"western-germany": {"medium-bomber": 1}}}
    for guard, found in (({"infantry": 1, "medium-bomber": 1}, []), ({"fighter": 1}, ["8.3"])):
        s = combat(
            wars=WAR,
            units={**units, "great-britain": {"london": guard, "southern-england": {"infantry": 1}}},
        )
        assert judged(s, "western-germany", "medium-bomber", to("north-sea", "london", "southern-england")) == found
        assert (
            judged(s, "western-germany", "medium-bomber", to("north-sea", "london")) == []
        )  # to fight them is allowed


@pytest.mark.sections("1.7/impassable", "1.18")
def test_aircraft_overfly_waste_but_do_not_end_there_and_never_antarctica_1_7():
    s = non_combat("great-britain", units={"fec": {"bengal": {"fighter": 1}}})
    assert "1.7/impassable" in judged(s, "bengal", "fighter", to("himalaya"))
    assert judged(s, "bengal", "fighter", to("himalaya", "haryana")) == []
    s = combat(
        "great-britain",
        wars=WAR,
        units={"great-britain": {"patagonian-sea": {"fleet-carrier": 1, "fighter aboard": 1}}},
    )
    assert "1.18" in judged(s, "patagonian-sea", "fighter", to("antarctica"))


@pytest.mark.sections("1.13")
def test_option_aircraft_do_not_end_over_tundra_1_13():
    s = non_combat("ussr", units={"ussr": {"archangel": {"fighter": 1}}})
    assert "1.13" in judged(s, "archangel", "fighter", to("northern-siberia"))
    assert judged(s, "archangel", "fighter", to("northern-siberia", "volga-urals")) == []


@pytest.mark.sections("1.24/air-hump")
def test_option_aircraft_over_the_himalayas_are_lost_on_11_and_12_1_24():
    s = non_combat(
        "great-britain",
        options=["air-hump"],
        units={"fec": {"bengal": {"fighter": 3}}},
    )
    s.suppose([11, 10, 12])
    send(s, "bengal", ("fighter", 3), "himalaya", "haryana")
    assert build.count(s.table, "haryana", "fighter") == 1
    assert [e.section for e in s.log if e.kind == "rolled"] == ["1.24/air-hump"]
    plain = non_combat("great-britain", options=[], units={"fec": {"bengal": {"fighter": 3}}})
    send(plain, "bengal", ("fighter", 3), "himalaya", "haryana")
    assert build.count(plain.table, "haryana", "fighter") == 3


# The way home


@pytest.mark.sections("8.3")
def test_aircraft_save_enough_movement_to_land_again_8_3():
    units = {
        "germany": {"bavaria": {"fighter": 1, "medium-bomber": 1}},
        "great-britain": {"northern-britain": {"infantry": 1}},
    }
    s = combat(wars=WAR, printed_facilities=False, units=units)
    way = to("western-germany", "north-sea", "northern-britain")
    assert judged(s, "bavaria", "fighter", way) == ["8.3"]  # 3 of 4 flown, 2 to the nearest German zone
    assert judged(s, "bavaria", "medium-bomber", way) == []  # 5: two are left
    s = combat(wars=WAR, printed_facilities=False, owners={"norway": "germany"}, units=units)
    assert judged(s, "bavaria", "fighter", way) == ["8.3"]


@pytest.mark.sections("8.3", "15.3/aircraft")
def test_a_carrier_with_room_is_a_way_home_even_if_it_must_come_to_meet_8_3():
    units = {
        "germany": {"bavaria": {"fighter": 2}, "norwegian-sea": {"light-carrier": 1}},
        "great-britain": {"northern-britain": {"infantry": 1}},
    }
    s = combat(wars=WAR, printed_facilities=False, units=units)
    way = to("western-germany", "north-sea", "northern-britain")
    assert judged(s, "bavaria", "fighter", way) == []  # the carrier can be in the North Sea by then
    assert judged(s, "bavaria", ("fighter", 2), way) == ["8.3"]  # but has room for one
    send(s, "bavaria", "fighter", *way.path)
    assert judged(s, "bavaria", "fighter", way) == ["8.3"]  # and that one is spoken for


@pytest.mark.sections("8.3")
def test_carrier_aircraft_attack_a_coast_and_return_to_their_deck_8_3():
    s = combat(
        "great-britain",
        wars=WAR,
        printed_facilities=False,
        units={
            "great-britain": {"norwegian-sea": {"light-carrier": 1, "fighter aboard": 1}},
            "germany": {"norway": {"infantry": 1}},
        },
        owners={"norway": "germany", "northern-britain": "germany", "iceland": "germany"},
    )
    send(s, "norwegian-sea", "fighter", "norway")
    flyer = build.unit(s.table, "norway", "fighter")
    assert flyer.aboard == 0 and flyer.spent == 1
    s.suppose([12], [12])  # both miss
    done(s)
    while s.where[3].id != "non-combat":
        s.submit(next(a for a in s.legal() if a.kind() != "fight-on"))
    send(s, "norway", "fighter", "norwegian-sea")
    assert build.unit(s.table, "norwegian-sea", "fighter").aboard


@pytest.mark.sections("8.3", "10.3")
def test_landing_spots_are_what_the_movement_left_reaches_10_3():
    g = build.table(
        printed_facilities=False,
        wars=WAR,
        units={"germany": {"north-sea": {"fleet-carrier": 1}, "western-germany": {"fighter": 1}}},
    )
    flyer = build.unit(g, "western-germany", "fighter")
    flyer.spent = 3
    assert {"western-germany", "berlin", "bavaria", "eastern-germany", "north-sea"} == set(landing_spots(g, flyer))


@pytest.mark.sections("8.2", "10.1")
def test_aircraft_fly_among_friends_outside_combat_8_2():
    s = combat(wars=WAR, units={"germany": {"bavaria": {"fighter": 1}}})
    assert judged(s, "bavaria", "fighter", to("western-germany")) == ["8.2"]
    s = non_combat(wars=WAR, units={"germany": {"bavaria": {"fighter": 1}}})
    assert judged(s, "bavaria", "fighter", to("western-germany")) == []


@pytest.mark.sections("8.3")
def test_an_aircraft_has_one_mission_a_turn_8_3():
    s = combat(
        wars=WAR,
        units={"germany": {"western-germany": {"fighter": 1}}, "great-britain": {"london": {"infantry": 1}}},
    )
    send(s, "western-germany", "fighter", "north-sea", "london")
    assert sections(s, Pick("london", "fighter")) == ["8.3"]


# Patrols


@pytest.mark.sections("8.7", "8.7/start", "12.2/seaplane")
def test_a_patrol_takes_station_within_its_range_and_stays_8_7():
    s = combat(
        wars=WAR,
        units={"germany": {"western-germany": {"fighter": 1, "seaplane": 1, "strategic-bomber": 1}}},
    )
    far = to("north-sea", "norwegian-sea", task="patrol")
    assert judged(s, "western-germany", "fighter", far) == ["8.7/start"]
    assert judged(s, "western-germany", "seaplane", far) == []
    assert "8.7/start" in judged(s, "western-germany", "strategic-bomber", to("north-sea", task="patrol"))
    assert "8.7" in judged(s, "western-germany", "fighter", to("bavaria", task="patrol"))
    send(s, "western-germany", "fighter", "north-sea", task="patrol")
    flyer = build.unit(s.table, "north-sea", "fighter")
    assert flyer.task == PATROL and not flyer.aboard
    done(s)
    assert build.unit(s.table, "north-sea", "fighter").task == PATROL  # through Non-Combat Movement too


@pytest.mark.sections("8.7/start", "8.7/carrier")
def test_deck_aircraft_take_station_in_their_own_zone_8_7():
    s = combat(
        "great-britain", wars=WAR, units={"great-britain": {"north-sea": {"fleet-carrier": 1, "fighter aboard": 1}}}
    )
    send(s, "north-sea", "fighter", task="patrol")
    flyer = build.unit(s.table, "north-sea", "fighter")
    assert flyer.task == PATROL and flyer.aboard == 0 and flyer.spent == 0


@pytest.mark.sections("8.7/end", "8.7/on-patrol")
def test_a_patrol_ends_before_the_aircraft_is_used_elsewhere_8_7():
    s = combat(
        wars=WAR,
        units={"germany": {"north-sea": {"fighter patrol": 1}}, "great-britain": {"london": {"infantry": 1}}},
    )
    assert "8.7/end" in judged(s, "north-sea", "fighter", to("london"))
    s = non_combat(
        wars=WAR,
        printed_facilities=False,
        units={"germany": {"north-sea": {"fighter patrol": 1, "seaplane patrol": 1}}},
    )
    assert judged(s, "north-sea", "fighter", to("western-germany", "berlin")) == ["8.7/end"]
    assert judged(s, "north-sea", "seaplane", to("western-germany", "berlin")) == []
    send(s, "north-sea", "fighter", "western-germany")
    flyer = build.unit(s.table, "western-germany", "fighter")
    assert flyer.task == "" and flyer.spent == 4


@pytest.mark.sections("8.7/elimination")
def test_patrols_without_a_landing_place_in_range_are_lost_8_7():
    s = non_combat(
        wars=WAR,
        units={
            "germany": {
                "north-sea": {"fighter patrol": 1},
                "norwegian-sea": {"seaplane patrol": 1, "fighter patrol": 1},
            },
            "great-britain": {"english-channel": {"fighter patrol": 1}, "azores-sea": {"fighter patrol": 1}},
        },
    )
    done(s)
    assert build.count(s.table, "north-sea", "fighter") == 1
    assert build.count(s.table, "norwegian-sea", "seaplane") == 1  # two zones from Western Germany
    assert build.count(s.table, "norwegian-sea", "fighter") == 0
    assert build.count(s.table, "english-channel", "fighter") == 1
    assert build.count(s.table, "azores-sea", "fighter") == 0  # of any nation, at any time


@pytest.mark.sections("8.7/elimination")
def test_enemy_aircraft_cut_a_long_patrol_off_8_7():
    s = non_combat(
        wars=WAR,
        units={
            "germany": {"norwegian-sea": {"seaplane patrol": 1}},
            "great-britain": {"north-sea": {"fighter patrol": 1}},
        },
    )
    done(s)
    assert build.count(s.table, "norwegian-sea", "seaplane") == 0


@pytest.mark.sections("8.7/elimination", "8.7/carrier")
def test_a_patrol_whose_carrier_sails_away_is_lost_8_7():
    for moves, left in ((False, 1), (True, 0)):
        s = non_combat(
            "great-britain",
            wars=WAR,
            units={"great-britain": {"mid-atlantic": {"light-carrier": 1, "fighter patrol": 1}}},
        )
        if moves:
            send(s, "mid-atlantic", "light-carrier", "northeast-atlantic", "western-approaches")
        done(s)
        assert build.count(s.table, "mid-atlantic", "fighter") == left


# Strikes at sea


@pytest.mark.sections("App-B.27", "8.7/start", "8.2")
def test_at_sea_aircraft_strike_within_patrol_range_app_b_27():
    units = {
        "germany": {"western-germany": {"tactical-bomber": 1}},
        "great-britain": {"north-sea": {"destroyer": 1}, "norwegian-sea": {"destroyer": 1}},
    }
    s = combat(wars=WAR, units=units)
    assert judged(s, "western-germany", "tactical-bomber", to("north-sea")) == []
    assert judged(s, "western-germany", "tactical-bomber", to("north-sea", "norwegian-sea")) == ["8.7/start"]
    assert judged(s, "western-germany", "tactical-bomber", to("western-baltic")) == ["8.2"]  # nobody is there
    s = combat(wars=WAR, units=units, options=["reading-sea-strikes"])
    assert judged(s, "western-germany", "tactical-bomber", to("north-sea", "norwegian-sea")) == []


# Bombing


@pytest.mark.sections("8.5", "9.16")
def test_bombers_and_their_escorts_are_sent_against_a_target_8_5():
    s = combat(
        wars=WAR,
        units={
            "germany": {"western-germany": {"medium-bomber": 2, "fighter": 1}},
            "great-britain": {"ceylon": {"infantry": 1}},
        },
    )
    factory = next(f for f in facilities_in(s.table, "london") if f.type == "major-factory")
    pick(s, "western-germany", "medium-bomber", "fighter")
    targets = {a.target for a in s.legal() if isinstance(a, Move) and a.task == BOMB and a.path[-1] == "london"}
    assert str(factory.id) in targets
    s.submit(to("north-sea", "london", task="bomb", target=str(factory.id)))
    for type in ("medium-bomber", "fighter"):
        unit = build.unit(s.table, "london", type)
        assert (unit.task, unit.target, unit.committed) == (BOMB, str(factory.id), True)


@pytest.mark.sections("8.5", "7.8/strategic-rockets", "7.8/advanced-artillery")
def test_rockets_and_advanced_guns_fire_from_where_they_stand_8_5():
    s = combat(
        wars=[*WAR, ("germany", "france")],
        options=[],
        units={
            "germany": {"western-germany": {"strategic-rocket": 1, "adv-artillery": 1}},
            "france": {"alsace-lorraine": {"infantry": 1}},
        },
    )
    factory = next(f for f in facilities_in(s.table, "london") if f.type == "major-factory")
    pick(s, "western-germany", "strategic-rocket")
    shot = to("london", task="bomb", target=str(factory.id))
    assert shot in s.legal()
    s.submit(shot)
    rocket = build.unit(s.table, "western-germany", "strategic-rocket")
    assert (rocket.task, rocket.target, rocket.committed) == ("bomb", f"london {factory.id}", True)
    pick(s, "western-germany", "adv-artillery")
    assert to("alsace-lorraine", task="attrition") in s.legal()
    s.submit(to("alsace-lorraine", task="attrition"))
    gun = build.unit(s.table, "western-germany", "adv-artillery")
    assert (gun.task, gun.target) == ("attrition", "alsace-lorraine")
