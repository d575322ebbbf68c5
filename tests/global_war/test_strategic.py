"""Sections 10.4 to 10.6: rail capacity, gauges, the Burma Road, and strategic naval movement."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.movement import Pick, PutBack, RailMove, StrategicSail
from tutor.games.global_war.supply import border
from tutor.games.global_war.voyages import naval_left

from . import build
from .moving import combat, judged, non_combat, pick, railed, reason, sailed, sections, send, to

BOTH = [("great-britain", "germany"), ("france", "germany")]
RUSSIA = ("novgorod", "central-russia", "volga-urals", "western-siberia")


def train(*path: str) -> RailMove:
    return RailMove(path)


def voyage(*path: str) -> StrategicSail:
    return StrategicSail(path)


# By rail


@pytest.mark.sections("10.4", "1.14")
def test_trains_go_any_distance_and_use_up_regional_capacity_10_4():
    s = non_combat("ussr", options=[], units={"ussr": {"leningrad": {"infantry": 2, "medium-armor": 1, "fighter": 1}}})
    way = train("central-russia", "volga-urals", "western-siberia", "irkutsk")
    pick(s, "leningrad", "infantry")
    assert "primorsky-krai" in railed(s)
    s.submit(way)
    soldier = build.unit(s.table, "irkutsk", "infantry")
    assert soldier.spent == 1 and s.state.nations["ussr"].rail_used == {"ussr": 1}
    assert sections(s, Pick("irkutsk", "infantry")) == ["0.8"]
    assert judged(s, "leningrad", ["infantry", "medium-armor"], way) == ["10.4"]
    pick(s, "leningrad", "fighter")
    s.submit(way)  # aircraft ride too
    assert judged(s, "leningrad", "infantry", way) == ["10.4"]  # two a turn in the USSR
    assert "0 more units" in (pick(s, "leningrad", "infantry"), reason(s, way, "10.4"))[1]


@pytest.mark.sections("10.4", "0.7")
def test_a_move_over_a_regional_border_counts_in_both_regions_10_4():
    s = non_combat(
        "ussr",
        options=[],
        owners={"east-poland": "ussr", "warsaw": "ussr"},
        units={"ussr": {"western-ukraine": {"infantry": 1}}},
    )
    pick(s, "western-ukraine", "infantry")
    s.submit(train("east-poland", "warsaw"))
    assert s.state.nations["ussr"].rail_used == {"ussr": 1, "europe": 1}


@pytest.mark.sections("10.4", "2.3/commonwealth")
def test_the_commonwealth_shares_its_rail_capacity_2_3():
    s = non_combat(
        "great-britain",
        options=[],
        units={"fec": {"calcutta": {"infantry": 2}}, "anzac": {"sydney": {"infantry": 2}}},
    )
    pick(s, "calcutta", "infantry")
    way = next(a for a in s.legal() if isinstance(a, RailMove))
    s.submit(way)
    assert s.state.nations["great-britain"].rail_used == {"asia": 1}
    assert judged(s, "calcutta", "infantry", way) == ["10.4"]


@pytest.mark.sections("10.4")
def test_trains_need_zones_held_since_the_turn_began_10_4():
    s = non_combat(options=[], owners={"belgium": "germany"}, units={"germany": {"berlin": {"infantry": 1}}})
    way = train("western-germany", "belgium")
    assert judged(s, "berlin", "infantry", way) == []
    s.state.conquered["belgium"] = "belgium"
    assert judged(s, "berlin", "infantry", way) == ["10.4"]
    s.state.conquered.clear()
    s.state.gained.append("belgium")
    assert judged(s, "berlin", "infantry", way) == ["10.4"]


@pytest.mark.sections("10.4", "4.5/permissions")
def test_trains_run_through_aligned_zones_only_10_4():
    for wars, legal in (([], False), ([("germany", "ussr"), ("italy", "ussr")], True)):
        s = non_combat(
            options=[], wars=wars, owners={"austria": "germany"}, units={"germany": {"berlin": {"infantry": 1}}}
        )
        way = train("eastern-germany", "bavaria", "austria", "northern-italy")
        assert (judged(s, "berlin", "infantry", way) == []) is legal


@pytest.mark.sections("10.4", "1.20")
def test_damaged_railways_crossings_and_roadless_borders_stop_trains_10_4():
    s = non_combat(
        "great-britain", options=[], wars=BOTH, units={"great-britain": {"southern-england": {"infantry": 1}}}
    )
    assert judged(s, "southern-england", "infantry", train("london", "picardy")) == ["1.20"]
    assert judged(s, "southern-england", "infantry", train("london", "northern-britain")) == []
    s.state.rail_damage[border("london", "southern-england")] = 1
    assert judged(s, "southern-england", "infantry", train("london")) == ["10.4"]
    assert judged(s, "southern-england", "infantry", train("english-channel")) != []


@pytest.mark.sections("1.12/strategic", "10.4")
def test_option_rivers_carry_like_railways_1_12():
    units = {"great-britain": {"anglo-egyptian-sudan": {"infantry": 1}}}
    way = train("eastern-egypt", "palestine")
    s = non_combat("great-britain", options=["rivers"], units=units)
    assert judged(s, "anglo-egyptian-sudan", "infantry", way) == []
    s = non_combat("great-britain", options=[], units=units)
    s.state.rail_damage[border("anglo-egyptian-sudan", "eastern-egypt")] = 1
    assert judged(s, "anglo-egyptian-sudan", "infantry", way) == ["10.4"]
    s = non_combat("great-britain", options=["rivers"], units=units)
    s.state.rail_damage[border("anglo-egyptian-sudan", "eastern-egypt")] = 1
    assert judged(s, "anglo-egyptian-sudan", "infantry", way) == []


@pytest.mark.sections("1.17", "App-B.10")
def test_one_unit_a_turn_is_railed_over_the_burma_road_1_17():
    fields = dict(
        options=[],
        owners={"yunnan": "kmt"},
        wars=[("great-britain", "japan"), ("kmt", "japan"), ("great-britain", "italy"), ("kmt", "italy")],
        units={"fec": {"burma": {"infantry": 2}}},
    )
    s = non_combat("great-britain", burma_road=False, **fields)
    assert judged(s, "burma", "infantry", train("yunnan")) == ["1.17"]
    s = non_combat("great-britain", burma_road=True, **fields)
    assert "1.17" in judged(s, "burma", ("infantry", 2), train("yunnan"))
    pick(s, "burma", "infantry")
    s.submit(train("yunnan"))
    assert build.count(s.table, "yunnan", "infantry") == 1
    assert "1.17" in judged(s, "burma", "infantry", train("yunnan"))


@pytest.mark.sections("10.5", "App-B.7", "1.14")
def test_option_trains_stop_after_a_change_of_gauge_10_5():
    fields = dict(
        owners={
            "east-poland": "germany",
            "warsaw": "germany",
            "western-ukraine": "germany",
            "southern-ukraine": "germany",
        }
    )
    units = {"germany": {"warsaw": {"infantry": 1}}}
    way = train("east-poland", "western-ukraine", "southern-ukraine")
    s = non_combat(options=["rail-gauge"], units=units, **fields)
    assert judged(s, "warsaw", "infantry", way) == ["10.5"]
    assert judged(s, "warsaw", "infantry", train("east-poland", "western-ukraine")) == []
    pick(s, "warsaw", "infantry")
    assert "western-ukraine" in railed(s) and "southern-ukraine" not in railed(s)
    s = non_combat(options=[], units=units, **fields)
    assert judged(s, "warsaw", "infantry", way) == []


@pytest.mark.sections("10.4")
def test_coastal_submarines_ride_from_base_to_base_10_4():
    fields = dict(
        options=[],
        printed_facilities=False,
        units={"ussr": {"gulf-of-finland": {"coastal-submarine": 1, "submarine": 1}}},
    )
    way = train(
        "leningrad", "central-russia", "moscow", "southern-russia", "western-ukraine", "southern-ukraine", "black-sea"
    )
    s = non_combat("ussr", facilities={"leningrad": ["submarine-base"], "southern-ukraine": ["major-port"]}, **fields)
    assert judged(s, "gulf-of-finland", "submarine", way) == ["10.4"]
    pick(s, "gulf-of-finland", "coastal-submarine")
    assert sections(s, way) == []
    s.submit(way)
    assert build.count(s.table, "black-sea", "coastal-submarine") == 1
    assert s.state.nations["ussr"].rail_used == {"ussr": 1}
    s = non_combat("ussr", facilities={"leningrad": ["submarine-base"], "southern-ukraine": ["minor-port"]}, **fields)
    assert judged(s, "gulf-of-finland", "coastal-submarine", way) == ["10.4"]


@pytest.mark.sections("10", "10.4", "10.1")
def test_trains_run_outside_combat_and_take_units_that_have_not_moved_10_4():
    s = combat(options=[], units={"germany": {"berlin": {"infantry": 1}}})
    assert judged(s, "berlin", "infantry", train("western-germany", "bavaria")) == ["10"]
    s = non_combat(options=[], units={"germany": {"berlin": {"light-armor": 1}}})
    send(s, "berlin", "light-armor", "western-germany")
    assert judged(s, "western-germany", "light-armor", train("bavaria")) == ["10.1"]


@pytest.mark.sections("12.2/militia", "10.4")
def test_militia_ride_inside_the_home_country_only_12_2():
    s = non_combat(options=[], owners={"belgium": "germany"}, units={"germany": {"berlin": {"militia": 1}}})
    assert judged(s, "berlin", "militia", train("western-germany", "bavaria")) == []
    assert judged(s, "berlin", "militia", train("western-germany", "belgium")) == ["12.2/militia"]
    pick(s, "berlin", "militia")
    assert "belgium" not in railed(s)


# By sea


def convoy(
    slot="usa", sea="new-york-bight", ships=1, load=("infantry", "infantry"), options=("strategic-naval",), **fields
):
    cargo = {f"{type} aboard": load.count(type) * ships for type in load}
    units = {slot: {sea: {"naval-transport": ships, **cargo}}}
    return non_combat(slot, options=list(options), units=units | fields.pop("others", {}), **fields)


@pytest.mark.sections("10.6", "App-B.45")
def test_loaded_transports_go_five_sea_zones_from_port_to_port_10_6():
    s = convoy(wars=[("usa", "germany"), ("great-britain", "germany")])
    pick(s, "new-york-bight", "naval-transport")
    assert "western-approaches" in sailed(s)
    way = voyage("grand-banks", "mid-atlantic", "northeast-atlantic", "western-approaches")
    assert sections(s, voyage(*way.path, "english-channel", "north-sea")) == ["10.6"]
    assert sections(s, voyage("grand-banks", "mid-atlantic")) == ["10.6"]  # no port there
    s.submit(way)
    assert s.state.nations["usa"].naval_used == 3
    assert build.count(s.table, "western-approaches", "infantry") == 2
    pick(s, "western-approaches", ("infantry", 2))
    assert sections(s, to("southern-england")) == []  # and the troops may land


@pytest.mark.sections("10.6")
def test_ships_and_cargo_count_against_the_number_of_the_nation_10_6():
    s = convoy("germany", "north-sea", load=("infantry",))
    pick(s, "north-sea", "naval-transport")
    assert sailed(s)
    s = convoy("germany", "north-sea")
    pick(s, "north-sea", "naval-transport")
    assert not sailed(s) and "10.6" in sections(s, voyage("western-baltic"))
    assert "these are 3" in reason(s, voyage("western-baltic"), "10.6")
    s = convoy("usa", ships=2)
    assert "10.6" in judged(s, "new-york-bight", ("naval-transport", 2), voyage("sargasso-sea", "us-southeast-coast"))


@pytest.mark.sections("10.6")
def test_empty_transports_and_warships_make_no_strategic_moves_10_6():
    s = convoy(load=(), others={"usa": {"new-york-bight": {"naval-transport": 1, "destroyer": 1, "submarine": 1}}})
    for type in ("naval-transport", "destroyer", "submarine"):
        assert "10.6" in judged(s, "new-york-bight", type, voyage("us-southeast-coast"))


@pytest.mark.sections("10.6")
def test_reading_submarines_make_strategic_moves_too_10_6():
    units = {"usa": {"new-york-bight": {"submarine": 1}}}
    for options, legal in ((["strategic-naval"], False), (["strategic-naval", "reading-naval-submarines"], True)):
        s = non_combat("usa", options=options, units=units)
        assert (judged(s, "new-york-bight", "submarine", voyage("us-southeast-coast")) == []) is legal


@pytest.mark.sections("10.6", "1.15/gibraltar")
@pytest.mark.parametrize("foe", ["destroyer", "submarine", "fighter patrol"])
def test_enemies_and_closed_straits_bar_a_voyage_10_6(foe):
    s = convoy(
        "great-britain",
        "english-channel",
        wars=[("great-britain", "germany")],
        others={"germany": {"bay-of-biscay": {foe: 1}}},
    )
    found = judged(s, "english-channel", "naval-transport", voyage("bay-of-biscay", "gulf-of-cadiz"))
    assert found
    assert set(found) <= {"10.6", "8.2"}
    closed = convoy(
        "italy", "alboran-sea", wars=[("italy", "great-britain")], owners={"tunisia": "italy"}, load=("infantry",)
    )
    assert "1.15/gibraltar" in judged(closed, "alboran-sea", "naval-transport", voyage("gulf-of-cadiz"))


@pytest.mark.sections("10.6")
def test_without_the_option_there_are_no_strategic_naval_moves_10_6():
    s = convoy(options=())
    assert "10.6" in judged(s, "new-york-bight", "naval-transport", voyage("us-southeast-coast"))
    pick(s, "new-york-bight", "naval-transport")
    assert not sailed(s)
    s.submit(PutBack())


@pytest.mark.sections("10.6", "13.3.1", "13.3.2")
def test_an_evolved_chinese_faction_has_one_strategic_naval_move_13_3():
    for evolved, moves in ((False, 0), (True, 1)):
        g = build.table(nations={"kmt": {"evolved": evolved}, "ccp": {"evolved": evolved}})
        assert naval_left(g, "kmt") == naval_left(g, "ccp") == moves
    assert naval_left(g, "usa") == 4 and naval_left(g, "poland") == 0
    assert naval_left(g, "anzac") == 4  # the Commonwealth shares


@pytest.mark.sections("10.6")
def test_units_are_taken_aboard_at_ports_on_the_way_10_6():
    s = non_combat(
        "usa",
        options=["strategic-naval"],
        units={
            "usa": {
                "new-york-bight": {"naval-transport": 1, "infantry aboard": 1},
                "southeastern-states": {"infantry": 1},
            }
        },
    )
    pick(s, "new-york-bight", "naval-transport")
    s.submit(voyage("us-southeast-coast"))
    assert s.state.nations["usa"].naval_used == 2
    send(s, "southeastern-states", "infantry", "us-southeast-coast")
    pick(s, "us-southeast-coast", "naval-transport")
    s.submit(voyage("new-york-bight"))
    assert s.state.nations["usa"].naval_used == 3
    assert build.count(s.table, "new-york-bight", "infantry") == 2
