"""Chapter 11: Belgium and the USA."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair import actions as a
from tutor.games.fields_of_despair.blocks import free
from tutor.games.fields_of_despair.nations import only_belgians, usa_sps

from . import build
from .drive import asked, at_step, quietly, rolled

FAR = {"Germany": {"L01": ["infantry 2"]}}
BELGIAN_BOARD = {"lp": 2, "air": 3, "artillery": 3, "air_counters": [1, 1], "artillery_counters": [2]}


# 11.1


@pytest.mark.sections("11.1")
def test_belgium_is_an_ally_from_the_start_11_1():
    s = build.position(
        at=build.MOVEMENT, initiative="allies", turn=2, blocks={"Belgium": {"F01": ["infantry 3"]}, **FAR}
    )
    assert s.state.belgium == "allies"
    s.submit(a.Move(build.find(s, "F01").id, ("E01",)))
    assert build.strengths(s, "E01", "Belgium") == [3]
    assert only_belgians(s._g, "E01")


@pytest.mark.sections("11.1")
def test_only_belgians_means_no_block_and_no_fortress_of_others_11_1():
    blocks = {
        "Belgium": {"F02": ["infantry 1"], "F03": ["infantry 1"], "E02": ["infantry 1"]},
        "Britain": {"E02": ["infantry 1"]},
    }
    g = build.table(blocks=blocks)
    assert only_belgians(g, "F02")
    assert only_belgians(g, "H02"), "Namur alone"
    assert not only_belgians(g, "F03"), "Maubeuge is French"
    assert not only_belgians(g, "E02")
    assert not only_belgians(g, "E01"), "nobody is there"


@pytest.mark.sections("11.1", "7.3.1/fortress-artillery")
def test_no_allied_artillery_beside_belgians_alone_but_their_fortress_fires_11_1():
    s = build.position(
        at=build.COMBAT,
        initiative="allies",
        turn=2,
        dice=[[1, 1, 1]],
        blocks={
            "Belgium": {"I02": ["infantry 2"]},
            "Germany": {"I02": ["infantry 6"], "I05": ["infantry 5"]},
            "France": {"I05": ["infantry 4"]},
        },
        boards={"allies": BELGIAN_BOARD},
        fortresses={"Longwy": 0},
    )
    assert build.sections(s, a.PlaceArtillery("I02", 2)) == {"11.1"}
    assert build.sections(s, a.PlaceArtillery("I05", 2)) == set()
    quietly(s, at_step("end-or-continue"))
    assert rolled(s, "7.3.1/resolve") == [3], "Liege fires its 3 SPs"


@pytest.mark.sections("11.1")
def test_no_allied_aircraft_over_belgians_alone_11_1():
    s = build.position(
        at=build.AIR,
        initiative="allies",
        turn=2,
        blocks={
            "Belgium": {"F02": ["infantry 2"]},
            "Germany": {"F02": ["infantry 6"], "F03": ["infantry 5"]},
            "France": {"E03": ["infantry 4"]},
        },
        boards={"allies": BELGIAN_BOARD},
    )
    assert build.sections(s, a.PlaceAir("F02", 1)) == {"11.1"}
    assert build.sections(s, a.PlaceAir("F03", 1)) == set()


@pytest.mark.sections("11.1", "10.1/re-supply")
def test_no_lps_for_belgians_alone_11_1():
    s = build.position(
        at=build.MOVEMENT,
        initiative="allies",
        turn=2,
        blocks={"Belgium": {"F02": ["infantry 2"]}, "France": {"E03": ["infantry 4"]}, **FAR},
        boards={"allies": BELGIAN_BOARD},
        out_of_supply=["F02", "E03"],
    )
    assert build.sections(s, a.Resupply("F02")) == {"11.1"}
    assert build.sections(s, a.Resupply("E03")) == set()


@pytest.mark.sections("11.1")
def test_belgians_alone_may_not_retreat_or_be_reinforced_with_lps_11_1():
    s = build.position(
        at=build.COMBAT,
        turn=2,
        dice=[{"hit": 0}, {"hit": 0}],
        blocks={
            "Belgium": {"F02": ["infantry 2"]},
            "Germany": {"F02": ["infantry 6"]},
            "France": {"E03": ["infantry 4"]},
        },
        boards={"allies": BELGIAN_BOARD},
    )
    quietly(s, at_step("end-or-continue"))
    s.submit(a.Continue("F02"))
    assert s.state.boards["allies"].lp == 2 and s.decision.section not in ("7.3.3", "10.1/reinforcement")
    assert only_belgians(s._g, "F02")


@pytest.mark.sections("11.1", "7.3/hits")
def test_lost_belgian_blocks_return_to_the_allied_force_pool_11_1():
    s = build.position(
        at=build.COMBAT,
        turn=2,
        dice=[{"hit": 0}, {"hit": 2}],
        blocks={
            "Belgium": {"F02": ["infantry 2"]},
            "Germany": {"F02": ["infantry 6"]},
            "France": {"E08": ["infantry 4"]},
        },
    )
    assert free(s._g, "Belgium", "infantry")[0] == 2
    quietly(s, at_step("end-or-continue"))
    s.submit(a.Continue("F02"))
    assert free(s._g, "Belgium", "infantry")[0] == 3
    assert "Belgium infantry" in s.view("allies").board.force_pool


def sailing(turn, **fields):
    return build.position(
        at=build.MOVEMENT,
        initiative="allies",
        turn=turn,
        trench=turn >= 4,
        blocks={"Britain": {"A01": ["infantry 4"]}, **FAR},
        **fields,
    )


@pytest.mark.sections("11.1/antwerp", "7.2/england")
def test_the_british_sail_to_antwerp_from_turn_4_11_1():
    s = sailing(3)
    to_antwerp = a.Sail(build.find(s, "A01").id, "G01")
    assert build.sections(s, to_antwerp) == {"7.2/england"}
    s = sailing(4)
    s.submit(to_antwerp)
    assert build.strengths(s, "G01") == [4]
    s = sailing(4, control={"cp": ["G01"]}, fortresses={"Antwerp": 0})
    assert build.sections(s, to_antwerp) == {"7.2/england"}, "it is in enemy hands"


@pytest.mark.sections("11.1/antwerp")
def test_a_contested_antwerp_still_takes_the_british_11_1():
    s = build.position(
        at=build.MOVEMENT,
        initiative="allies",
        turn=4,
        trench=True,
        blocks={
            "Britain": {"A01": ["infantry 4"]},
            "Germany": {"G01": ["infantry 5"]},
            "Belgium": {"G01": ["infantry 1"]},
        },
    )
    assert a.Sail(build.find(s, "A01").id, "G01") in sailing_options(s)


def sailing_options(s):
    s.submit(a.PickBlock(build.find(s, "A01").id))
    return s.legal()


# 11.2


def at_war(turn=7, war=7, options=(), **fields):
    return build.position(
        at=build.ACTIONS,
        initiative="allies",
        turn=turn,
        trench=True,
        options=options,
        state={"usa_war_turn": war, "usa_entry": 8},
        **{"blocks": {"France": {"E08": ["infantry 4"]}, **FAR}, **fields},
    )


@pytest.mark.sections("11.2", "4.1/usa-entry-track")
def test_the_usa_are_neutral_until_declaration_of_war_11_2():
    bags = {"naval_bag": {"blue": 2, "black": 2}, "eastern_bag": {"red": 2, "black": 2}}
    s = build.position(at=("turn",), turn=5, trench=True, tracks={"usa_entry": 5}, **bags)
    assert s.state.usa_war_turn == 0 and usa_sps(s._g, 6, 1) == 0
    s = build.position(at=("turn",), turn=6, trench=True, tracks={"usa_entry": 7}, **bags)
    assert s.state.usa_war_turn == 7 and usa_sps(s._g, 7, 1) == 2


@pytest.mark.sections("11.2", "6.4.4/usa-entry")
def test_usw_can_bring_the_usa_in_during_production_11_2():
    s = build.position(at=build.NAVAL, turn=6, trench=True, tracks={"usa_entry": 7}, naval_bag={"white": 2, "blue": 2})
    s.submit(a.DeclareNaval("usw"))
    assert s.state.usa_war_turn == 6


@pytest.mark.sections("11.2", "4.1/usa-entry-track")
def test_us_blocks_on_the_map_of_a_neutral_usa_are_a_fault_11_2():
    s = build.position(
        at=("turn",), turn=3, blocks={"USA": {"E08": ["infantry 2"]}}, naval_bag={"blue": 3}, eastern_bag={"black": 3}
    )
    assert "11.2" in {p.section for p in s.problems()}


@pytest.mark.sections("11.2/deployment")
def test_us_sps_arrive_by_the_table_11_2():
    g = build.table(turn=5)
    g.state.usa_war_turn = 5
    found = [[usa_sps(g, turn, phase) for phase in (1, 2)] for turn in (4, 5, 6, 7, 8, 9)]
    assert found == [[0, 0], [2, 4], [6, 14], [12, 4], [4, 4], [4, 4]]


@pytest.mark.sections("11.2/deployment")
def test_us_blocks_go_to_friendly_hexes_with_a_supply_line_11_2():
    s = at_war(control={"allies": ["L07"], "cp": ["K08"]})
    assert (s.decision.who, s.decision.about["left"]) == ("allies", 2)
    assert build.sections(s, a.PlaceFresh("USA", 2, "L07")) == {"11.2/deployment"}, "no Supply Line"
    assert build.sections(s, a.PlaceFresh("USA", 2, "J06")) == {"11.2/deployment"}, "the enemy's"
    assert build.sections(s, a.PlaceFresh("USA", 3, "E08")) == {"6.2.1"}, "only two arrive now"
    assert build.sections(s, a.PlaceFresh("France", 2, "E08")) != set()
    s.submit(a.PlaceFresh("USA", 1, "E08"))
    s.submit(a.PlaceFresh("USA", 1, "B07"))
    assert build.strengths(s, "E08", "USA") == [1] and build.strengths(s, "B07", "USA") == [1], "in more than one block"


@pytest.mark.sections("11.2/deployment")
def test_us_blocks_may_go_to_a_friendly_contested_hex_11_2():
    s = at_war(blocks={"France": {"E08": ["infantry 4"]}, "Germany": {"E08": ["infantry 4"]}})
    s.submit(a.PlaceFresh("USA", 2, "E08"))
    assert build.strengths(s, "E08", "USA") == [2]


@pytest.mark.sections("11.2/deployment")
def test_us_blocks_come_at_the_start_of_each_allied_action_phase_11_2():
    s = at_war()
    s.submit(a.PlaceFresh("USA", 2, "E08"))
    quietly(s, asked("cp"))
    assert sum(b.sp for b in s.state.blocks.values() if b.nation == "USA") == 2, "none in the CP's steps"
    quietly(s, asked("allies", "11.2/deployment"))
    assert s.state.action_phase == 2 and s.decision.about["left"] == 4
