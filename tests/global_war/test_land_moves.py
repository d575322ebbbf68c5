"""Chapters 1, 8 and 10 for land units: whose ground, terrain, crossings, the blitz, towing, and what they are told."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Move, Pick, PutBack
from tutor.games.global_war.actions.politics import DeclareWar, Deny
from tutor.games.global_war.movement import allowance
from tutor.games.global_war.terms import owner

from . import build
from .moving import combat, done, judged, non_combat, pick, reached, reason, sections, send, to

WAR = [("germany", "france")]
NO_TERRAIN: list[str] = []


def put_back(s) -> None:
    s.submit(PutBack())


# Whose ground


@pytest.mark.sections("8.1", "8.2")
def test_nobody_walks_into_a_nation_he_is_not_at_war_with_8_1():
    s = combat(turn="July 1939", wars=WAR, units={"germany": {"western-germany": {"infantry": 1}}})
    pick(s, "western-germany", "infantry")
    assert sections(s, to("belgium")) == ["8.1"]
    assert "Declare war on Belgium first." in reason(s, to("belgium"), "8.1")
    assert sections(s, to("alsace-lorraine")) == []
    s.submit(DeclareWar("germany", "belgium"))
    assert sections(s, to("belgium")) == []


@pytest.mark.sections("10.1")
def test_enemy_zones_are_entered_in_combat_movement_only_10_1():
    s = non_combat(wars=WAR, units={"germany": {"western-germany": {"infantry": 1}}})
    assert judged(s, "western-germany", "infantry", to("alsace-lorraine")) == ["10.1"]


@pytest.mark.sections("8.2")
def test_moves_among_friends_are_not_combat_moves_8_2():
    s = combat(wars=WAR, units={"germany": {"western-germany": {"infantry": 1}}})
    assert judged(s, "western-germany", "infantry", to("berlin")) == ["8.2"]
    s = non_combat(wars=WAR, units={"germany": {"western-germany": {"infantry": 1}}})
    assert judged(s, "western-germany", "infantry", to("berlin")) == []


@pytest.mark.sections("0.5", "0.5/land", "2.3/commonwealth")
def test_the_commonwealth_always_shares_land_others_once_aligned_0_5():
    s = non_combat(
        "great-britain",
        options=NO_TERRAIN,
        units={"great-britain": {"palestine": {"infantry": 1}}, "fec": {"bengal": {"infantry": 1}}},
        owners={"iraq": "fec"},
    )
    assert judged(s, "palestine", "infantry", to("iraq")) == []
    assert judged(s, "palestine", "infantry", to("syria")) == ["0.5/land"]
    s = non_combat(
        "great-britain",
        options=NO_TERRAIN,
        wars=[("great-britain", "germany"), ("france", "germany")],
        units={"great-britain": {"palestine": {"infantry": 1}}},
    )
    assert judged(s, "palestine", "infantry", to("syria")) == []


@pytest.mark.sections("0.5/land")
def test_a_guest_who_is_not_aligned_keeps_others_out_0_5():
    s = non_combat(
        "great-britain",
        options=NO_TERRAIN,
        wars=[("great-britain", "germany"), ("france", "germany")],
        units={"great-britain": {"palestine": {"infantry": 1}}, "usa": {"syria": {"infantry": 1}}},
    )
    assert judged(s, "palestine", "infantry", to("syria")) == ["0.5/land"]


@pytest.mark.sections("4.5/permissions")
def test_an_aligned_owner_may_refuse_passage_4_5():
    s = non_combat(
        "great-britain",
        options=NO_TERRAIN,
        wars=[("great-britain", "germany"), ("france", "germany")],
        units={"great-britain": {"palestine": {"infantry": 1}}},
    )
    s.submit(Deny("france", "great-britain"))
    assert "4.5/permissions" in judged(s, "palestine", "infantry", to("syria"))


@pytest.mark.sections("4.5/permissions")
def test_the_zones_of_a_controlled_minor_stay_closed_to_its_controller_4_5():
    s = non_combat(
        minors={"spain-nationalist": {"controller": "germany"}},
        wars=[("spain-nationalist", "spain-republican")],
        units={"germany": {"gulf-of-cadiz": {"naval-transport": 1, "infantry aboard": 1}}},
    )
    pick(s, "gulf-of-cadiz", "infantry")
    assert sections(s, to("andalusia")) == ["4.5/permissions"]
    assert "not Aligned" in reason(s, to("andalusia"), "4.5/permissions")
    assert sections(s, to("portugal")) == ["8.1"]


@pytest.mark.sections("4.5/permissions", "0.9/control")
def test_a_controlled_minor_moves_with_its_controller_and_fights_its_own_wars_4_5():
    s = combat(
        minors={"spain-nationalist": {"controller": "germany"}},
        wars=[("spain-nationalist", "spain-republican")],
        units={
            "germany": {"western-germany": {"infantry": 1}},
            "spain-nationalist": {"andalusia": {"infantry": 1}, "galicia": {"infantry": 1}},
        },
        options=NO_TERRAIN,
    )
    assert judged(s, "andalusia", "infantry", to("madrid")) == []
    assert judged(s, "andalusia", "infantry", to("gibraltar")) == ["4.5/permissions"]
    assert judged(s, "andalusia", "infantry", to("portugal")) == ["4.5/permissions"]


@pytest.mark.sections("4.5/permissions")
def test_units_of_two_nations_are_not_moved_as_one_4_5():
    s = non_combat(
        minors={"turkey": {"controller": "germany"}},
        owners={"turkey": "turkey"},
        units={"germany": {"black-sea": {"destroyer": 1}}, "turkey": {"black-sea": {"destroyer": 1}}},
    )
    s.submit(Pick("black-sea", "destroyer", 1, "", "germany"))
    assert sections(s, Pick("black-sea", "destroyer", 1, "", "turkey")) == ["4.5/permissions"]


@pytest.mark.sections("0.9/annexation")
def test_an_annexable_zone_is_entered_without_war_and_the_move_ends_there_0_9():
    s = combat(
        turn="January 1938",
        options=NO_TERRAIN,
        units={"germany": {"bavaria": {"infantry": 1, "medium-armor": 1}}},
    )
    pick(s, "bavaria", "infantry")
    assert sections(s, to("austria")) == [] and "austria" in reached(s)
    put_back(s)
    assert "0.9/annexation" in judged(s, "bavaria", "medium-armor", to("austria", "hungary"))
    # Nobody annexes Switzerland: there only the missing war is told.
    assert "0.9/annexation" not in judged(s, "bavaria", "medium-armor", to("switzerland", "northern-italy"))


# Ground that cannot be crossed


@pytest.mark.sections("1.7/impassable")
def test_impassable_ground_is_closed_to_land_units_1_7():
    s = non_combat("great-britain", units={"fec": {"bengal": {"infantry": 1}}})
    assert judged(s, "bengal", "infantry", to("himalaya")) == ["1.7/impassable"]


@pytest.mark.sections("1.13")
def test_option_tundra_is_closed_to_land_units_1_13():
    units = {"ussr": {"archangel": {"infantry": 1}}}
    assert judged(non_combat("ussr", units=units), "archangel", "infantry", to("northern-siberia")) == ["1.13"]
    s = non_combat("ussr", options=NO_TERRAIN, units=units)
    assert judged(s, "archangel", "infantry", to("northern-siberia")) == []


@pytest.mark.sections("1.17", "App-B.10")
def test_land_units_do_not_march_on_the_burma_road_1_17():
    s = non_combat(
        "great-britain",
        burma_road=True,
        owners={"yunnan": "kmt"},
        wars=[("great-britain", "japan"), ("kmt", "japan")],
        units={"fec": {"burma": {"infantry": 1}}},
    )
    assert judged(s, "burma", "infantry", to("yunnan")) == ["1.17"]


# Terrain


@pytest.mark.sections("1.8", "12.2/cavalry")
def test_option_mountains_slow_all_but_cavalry_1_8():
    units = {"germany": {"western-germany": {"medium-armor": 1, "cavalry": 1}}}
    owners = {"austria": "germany"}
    s = non_combat(units=units, owners=owners)
    assert judged(s, "western-germany", "medium-armor", to("bavaria")) == []
    assert judged(s, "western-germany", "medium-armor", to("bavaria", "austria")) == ["1.8"]
    assert judged(s, "western-germany", "medium-armor", to("eastern-germany", "bavaria")) == ["1.8"]
    assert judged(s, "western-germany", "cavalry", to("bavaria", "austria")) == []
    s = non_combat(units=units, owners=owners, options=NO_TERRAIN)
    assert judged(s, "western-germany", "medium-armor", to("bavaria", "austria")) == []


@pytest.mark.sections("1.8")
def test_units_that_start_in_mountains_move_one_zone_too_1_8():
    s = non_combat(units={"germany": {"bavaria": {"medium-armor": 1}}})
    assert judged(s, "bavaria", "medium-armor", to("western-germany", "berlin")) == ["1.8"]


@pytest.mark.parametrize(
    ("section", "nation", "start", "path"),
    [
        pytest.param(
            "1.9", "great-britain", "western-egypt", ("eastern-egypt", "palestine"), marks=pytest.mark.sections("1.9")
        ),
        pytest.param("1.10", "fec", "bengal", ("burma", "siam"), marks=pytest.mark.sections("1.10")),
        pytest.param("1.11", "ussr", "novgorod", ("belorussia", "western-ukraine"), marks=pytest.mark.sections("1.11")),
    ],
)
def test_options_deserts_jungles_and_marshes_slow_everybody_1_9(section, nation, start, path):
    slot = "great-britain" if nation == "fec" else nation
    owners, units = {"siam": "fec"}, {nation: {start: {"light-armor": 1, "cavalry": 1}}}
    s = non_combat(slot, units=units, owners=owners)
    for type in ("light-armor", "cavalry"):
        assert judged(s, start, type, to(*path)) == [section]
        assert judged(s, start, type, to(path[0])) == []
    s = non_combat(slot, units=units, owners=owners, options=NO_TERRAIN)
    assert judged(s, start, "light-armor", to(*path)) == []


@pytest.mark.sections("1.8", "1.7/border-terrain")
def test_a_mountain_border_slows_where_neither_zone_is_mountain_1_8():
    s = non_combat(
        "japan",
        owners={"chita": "japan", "amur": "japan", "primorsky-krai": "japan"},
        units={"japan": {"primorsky-krai": {"light-armor": 1, "cavalry": 1}}},
    )
    s.table.memo["border marks"] = {("primorsky-krai", "northern-manchuria"): ["mountain"]}
    way = to("northern-manchuria", "eastern-manchuria")
    assert judged(s, "primorsky-krai", "light-armor", way) == ["1.8"]
    assert judged(s, "primorsky-krai", "cavalry", way) == []
    s.table.memo["border marks"] = {}
    assert judged(s, "primorsky-krai", "light-armor", way) == []


# How far


@pytest.mark.sections("0.8", "12.2")
def test_each_border_costs_one_movement_0_8():
    s = non_combat(options=NO_TERRAIN, units={"germany": {"western-germany": {"infantry": 1, "motorized-infantry": 1}}})
    assert judged(s, "western-germany", "infantry", to("eastern-germany", "bavaria")) == ["0.8"]
    assert judged(s, "western-germany", "motorized-infantry", to("eastern-germany", "bavaria")) == []
    found = judged(s, "western-germany", "infantry", to("austria"))
    assert set(found) == {"0.8", "8.1"}  # every reason is told: no border, and not at war
    send(s, "western-germany", "motorized-infantry", "eastern-germany")
    assert sections(s, Pick("eastern-germany", "motorized-infantry")) == []
    send(s, "eastern-germany", "motorized-infantry", "berlin")
    assert sections(s, Pick("berlin", "motorized-infantry")) == ["0.8"]  # used up


@pytest.mark.sections("12.2/motorized-infantry", "12.2/artillery", "12.2/aa-artillery")
def test_motorized_infantry_tow_guns_one_to_one_12_2():
    units = {"germany": {"western-germany": {"motorized-infantry": 2, "artillery": 2, "aa-artillery": 1}}}
    s = non_combat(options=NO_TERRAIN, units=units)
    way = to("eastern-germany", "bavaria")
    assert judged(s, "western-germany", "artillery", way) == ["0.8"]
    assert judged(s, "western-germany", ["artillery", "motorized-infantry"], way) == []
    assert judged(s, "western-germany", ["aa-artillery", "motorized-infantry"], way) == []
    assert judged(s, "western-germany", [("artillery", 2), "motorized-infantry"], way) == ["0.8"]
    send(s, "western-germany", ["artillery", "aa-artillery", ("motorized-infantry", 2)], "eastern-germany", "bavaria")
    assert build.count(s.table, "bavaria") == 4


@pytest.mark.sections("12.2/militia")
def test_militia_move_only_inside_the_home_country_of_a_major_power_12_2():
    s = non_combat(
        options=NO_TERRAIN,
        owners={"netherlands": "germany"},
        minors={"poland": {"controller": "germany"}},
        units={
            "germany": {"western-germany": {"militia": 1}, "netherlands": {"militia": 1}},
            "poland": {"warsaw": {"militia": 1}},
        },
    )
    assert judged(s, "western-germany", "militia", to("berlin")) == []
    assert judged(s, "western-germany", "militia", to("netherlands")) == ["12.2/militia"]
    assert judged(s, "netherlands", "militia", to("western-germany")) == ["12.2/militia"]
    assert judged(s, "warsaw", "militia", to("lubelskie")) == ["12.2/militia"]


@pytest.mark.sections("13.3.1", "13.3.2")
@pytest.mark.parametrize(("slot", "faction", "section"), [("usa", "kmt", "13.3.2"), ("ussr", "ccp", "13.3.1")])
def test_chinese_factions_stay_in_china_until_evolved_13_3(slot, faction, section):
    for evolved, found in ((False, [section]), (True, [])):
        s = non_combat(
            slot,
            options=NO_TERRAIN,
            nations={faction: {"evolved": evolved}, slot: {}},
            owners={"yunnan": faction, "annam-tonkin": faction},
            units={faction: {"yunnan": {"infantry": 1}}},
        )
        done(s)
        assert s.state.mover == faction
        assert judged(s, "yunnan", "infantry", to("annam-tonkin")) == found
        assert judged(s, "yunnan", "infantry", to("szechwan")) in ([], ["0.5/land"], ["8.1"])
        pick(s, "yunnan", "infantry")
        assert ("annam-tonkin" in reached(s)) is evolved


# Enemies on the way, and the blitz


@pytest.mark.sections("8.2", "9.5/blitz")
def test_armor_blitzes_through_an_empty_enemy_zone_and_takes_it_9_5():
    s = combat(
        options=NO_TERRAIN,
        wars=WAR,
        units={
            "germany": {"western-germany": {"medium-armor": 1, "light-armor": 1}},
            "france": {"western-france": {"infantry": 1}},
        },
    )
    way = to("alsace-lorraine", "western-france")
    assert judged(s, "western-germany", "light-armor", way) == ["9.5/blitz"]
    send(s, "western-germany", "medium-armor", *way.path)
    tank = build.unit(s.table, "western-france", "medium-armor")
    assert owner(s.table, "alsace-lorraine") == "germany" and "alsace-lorraine" in s.state.conquered
    assert (tank.spent, tank.entered, tank.committed) == (2, "alsace-lorraine", True)
    assert owner(s.table, "western-france") == "france"  # the end of the move is fought for


@pytest.mark.sections("8.2")
def test_enemy_units_stop_a_move_8_2():
    s = combat(
        options=NO_TERRAIN,
        wars=WAR,
        units={"germany": {"western-germany": {"medium-armor": 1}}, "france": {"alsace-lorraine": {"fighter": 1}}},
    )
    assert judged(s, "western-germany", "medium-armor", to("alsace-lorraine", "western-france")) == ["8.2"]
    assert judged(s, "western-germany", "medium-armor", to("alsace-lorraine")) == []


@pytest.mark.sections("9.5/blitz", "7.8/advanced-mechanized", "App-B.30")
def test_a_blitz_takes_along_one_unit_for_each_armor_or_two_advanced_mechanized_9_5():
    troops = {
        "medium-armor": 1, "mechanized-infantry": 2, "sp-artillery": 1, "adv-mechanized-infantry": 3,
        "motorized-infantry": 1, "tank-destroyer": 1, "cavalry": 1,
    }  # fmt: skip
    s = combat(options=NO_TERRAIN, wars=WAR, units={"germany": {"western-germany": troops}})
    way = to("alsace-lorraine", "western-france")
    for company in (
        ["mechanized-infantry"],
        ["sp-artillery"],
        ["adv-mechanized-infantry"],
        [("adv-mechanized-infantry", 2)],
    ):
        assert judged(s, "western-germany", ["medium-armor", *company], way) == []
    for company in (
        [("mechanized-infantry", 2)], ["mechanized-infantry", "sp-artillery"], [("adv-mechanized-infantry", 3)],
        ["motorized-infantry"], ["tank-destroyer"], ["cavalry"],
    ):  # fmt: skip
        assert judged(s, "western-germany", ["medium-armor", *company], way) == ["9.5/blitz"]
    assert judged(s, "western-germany", "mechanized-infantry", way) == ["9.5/blitz"]


@pytest.mark.sections("1.16", "12.7", "1.8", "9.5/blitz")
def test_no_blitz_out_of_cities_into_rough_ground_or_against_fortifications_9_5():
    tank = {"germany": {"picardy": {"medium-armor": 1}, "western-france": {"medium-armor": 1}}}
    owned = {"picardy": "germany", "western-france": "germany"}
    s = combat(options=NO_TERRAIN, wars=WAR, units=tank, owners=owned)
    assert judged(s, "picardy", "medium-armor", to("paris", "alsace-lorraine")) == ["1.16"]
    s = combat(wars=[*WAR, ("germany", "switzerland")], units=tank, owners=owned)
    found = judged(s, "western-france", "medium-armor", to("alsace-lorraine", "switzerland"))
    assert found == ["1.8", "1.8"]  # too far in mountains, and no blitz into them
    s = combat(
        options=NO_TERRAIN,
        wars=[*WAR, ("germany", "belgium")],
        units=tank,
        owners=owned,
        facilities={"belgium": ["fortification alsace-lorraine"]},
    )
    assert judged(s, "western-france", "medium-armor", to("alsace-lorraine", "belgium")) == ["12.7"]


# Narrow crossings and Channel ports


BOTH_AT_WAR = [("great-britain", "germany"), ("france", "germany")]


@pytest.mark.sections("1.21", "1.20", "App-B.12")
def test_any_land_unit_crosses_to_a_channel_port_outside_combat_1_21():
    s = non_combat(
        "great-britain",
        wars=BOTH_AT_WAR,
        units={"great-britain": {"london": {"infantry": 3, "medium-armor": 2, "artillery": 1}}},
    )
    assert judged(s, "london", "medium-armor", to("picardy")) == []
    assert judged(s, "london", "medium-armor", to("picardy", "paris")) == ["1.20"]
    send(s, "london", [("medium-armor", 2), "artillery"], "picardy")
    assert build.unit(s.table, "picardy", "medium-armor").spent == 2  # the crossing is the whole move
    assert judged(s, "london", ("infantry", 2), to("picardy")) == ["1.21"]  # four in a turn
    assert judged(s, "london", "infantry", to("picardy")) == []


@pytest.mark.sections("1.20", "12.2/marine")
def test_only_marines_combat_move_over_a_narrow_crossing_1_20():
    s = combat(
        "great-britain",
        wars=BOTH_AT_WAR,
        owners={"picardy": "germany"},
        units={"great-britain": {"london": {"infantry": 1, "marine": 1}}},
    )
    assert judged(s, "london", "infantry", to("picardy")) == ["1.21"]
    assert judged(s, "london", "marine", to("picardy")) == []
    send(s, "london", "marine", "picardy")
    assert build.unit(s.table, "picardy", "marine").committed


@pytest.mark.sections("1.20", "App-B.13")
def test_elsewhere_only_infantry_class_units_cross_1_20():
    s = non_combat("italy", options=NO_TERRAIN, units={"italy": {"southern-italy": {"infantry": 1, "light-armor": 1}}})
    assert judged(s, "southern-italy", "infantry", to("sicily")) == []
    assert judged(s, "southern-italy", "light-armor", to("sicily")) == ["1.20"]


@pytest.mark.sections("1.20")
@pytest.mark.parametrize(
    "what", ["warship", "patrol", "submarine", pytest.param("battery", marks=pytest.mark.sections("12.9"))]
)
def test_warships_patrols_and_batteries_bar_a_crossing_submarines_do_not_1_20(what):
    foes = {"warship": {"destroyer": 1}, "patrol": {"fighter patrol": 1}, "submarine": {"submarine": 1}}
    units = {"great-britain": {"london": {"infantry": 1}}}
    if what in foes:
        units["germany"] = {"english-channel": foes[what]}
    s = non_combat(
        "great-britain",
        wars=[*BOTH_AT_WAR, ("germany", "belgium")],
        owners={"belgium": "germany"},
        facilities={"belgium": ["coastal-artillery english-channel"]} if what == "battery" else {},
        units=units,
    )
    assert judged(s, "london", "infantry", to("picardy")) == ([] if what == "submarine" else ["1.20"])


@pytest.mark.sections("12.9")
def test_batteries_at_a_narrow_crossing_fire_at_three_ships_that_pass_12_9():
    s = combat(
        "great-britain",
        wars=BOTH_AT_WAR,
        owners={"picardy": "germany"},
        facilities={"picardy": ["coastal-artillery english-channel"]},
        units={"great-britain": {"north-sea": {"destroyer": 4, "submarine": 1}}},
    )
    s.suppose([3, 4, 12])
    send(s, "north-sea", [("destroyer", 4), "submarine"], "english-channel", "western-approaches")
    assert build.count(s.table, "western-approaches", "destroyer") == 3
    assert build.count(s.table, "western-approaches", "submarine") == 1
    assert [e.section for e in s.log if e.kind == "rolled"] == ["12.9"]


# The hand


@pytest.mark.sections("6.1", "0.8")
def test_what_cannot_be_picked_up_is_explained_6_1():
    s = non_combat(units={"germany": {"berlin": {"infantry": 2}}, "italy": {"rome": {"infantry": 1}}})
    assert sections(s, Pick("berlin", "infantry", 3)) == ["6.1"]
    assert "Only 2" in reason(s, Pick("berlin", "infantry", 3), "6.1")
    assert sections(s, Pick("berlin", "fighter")) == ["6.1"]
    assert "Italian" in reason(s, Pick("rome", "infantry"), "6.1")
    assert sections(s, Pick("berlin", "dragon")) == ["12.2"]
    assert sections(s, Pick("atlantis", "infantry")) == ["1.1"]
    assert sections(s, Pick("berlin", "infantry", 0)) == ["0.1"]
    assert sections(s, Move(("western-germany",))) == ["8.2"]  # nothing in hand


@pytest.mark.sections("0.8")
def test_a_hand_is_filled_in_one_zone_and_can_be_put_back_0_8():
    s = non_combat(units={"germany": {"berlin": {"infantry": 2}, "bavaria": {"infantry": 1}}})
    pick(s, "berlin", "infantry")
    assert sections(s, Pick("bavaria", "infantry")) == ["0.8"]
    assert sections(s, Pick("berlin", "infantry")) == []
    assert sections(s, Pick("berlin", "infantry", 2)) == ["6.1"]  # one is in hand already
    put_back(s)
    assert not s.state.hand and sections(s, Pick("bavaria", "infantry")) == []


@pytest.mark.sections("8.2")
def test_each_move_of_a_group_leaves_the_others_free_8_2():
    s = combat(wars=WAR, options=NO_TERRAIN, units={"germany": {"western-germany": {"infantry": 3}}})
    send(s, "western-germany", ("infantry", 2), "alsace-lorraine")
    assert sections(s, Pick("alsace-lorraine", "infantry")) == ["8.2"]  # they have made their combat move
    assert Pick("western-germany", "infantry") in s.legal()
    assert allowance(s.table, build.unit(s.table, "western-germany", "infantry")) == 1
    s.submit(Done())


@pytest.mark.sections("8.8", "8.2", "0.8")
def test_tasks_that_make_no_sense_are_refused_8_8():
    s = combat(wars=WAR, units={"germany": {"western-germany": {"infantry": 1}}})
    pick(s, "western-germany", "infantry")
    assert "8.8" in sections(s, to("alsace-lorraine", task="patrol"))
    assert set(sections(s, to())) == {"0.8"}
    s = non_combat(units={"germany": {"north-sea": {"destroyer": 1}}})
    pick(s, "north-sea", "destroyer")
    assert "8.2" in sections(s, to("english-channel", task="escort"))
