"""Section 7.2: Block Movement."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair.actions import (
    BreakDown,
    Consolidate,
    Done,
    Move,
    PickBlock,
    PlaceDeception,
    PutBack,
    Sail,
)

from .build import MOVEMENT, find, position, run_through, sections, strengths
from .checks import allowed, at_section, decider, refused


def march(side="allies", **fields):
    return position(at=MOVEMENT, initiative=side, **fields)


def go(session, block, *path):
    return session.submit(Move(block.id, path))


# 7.2


@pytest.mark.sections("7.2")
def test_infantry_moves_two_hexes_and_cavalry_three_7_2():
    session = march(blocks={"France": {"H09": ["infantry 4", "cavalry 3"]}})
    infantry, cavalry = find(session, "H09", kind="infantry"), find(session, "H09", kind="cavalry")
    refused(session, Move(infantry.id, ("G09", "F09", "E09")), "7.2")
    refused(session, Move(cavalry.id, ("G09", "F09", "E09", "D09")), "7.2")
    go(session, infantry, "G09", "F09")
    go(session, cavalry, "G09", "F09", "E09")
    assert strengths(session, "F09") == [4] and strengths(session, "E09") == [3]


@pytest.mark.sections("7.2")
def test_a_path_goes_from_hex_to_touching_hex_7_2():
    session = march(blocks={"France": {"H09": ["infantry 4"]}})
    refused(session, Move(find(session, "H09").id, ("F09",)), "7.2")
    refused(session, Move(find(session, "H09").id, ("X99",)), "2.1")


@pytest.mark.sections("7.2")
def test_a_block_moves_once_and_only_its_owner_moves_it_7_2():
    session = march(blocks={"France": {"H09": ["infantry 4"]}, "Germany": {"L05": ["infantry 4"]}})
    block = find(session, "H09")
    go(session, block, "G09")
    refused(session, Move(block.id, ("F09",)), "7.2")
    refused(session, Move(find(session, "L05").id, ("L04",)), "2.4")


@pytest.mark.sections("7.2")
def test_moving_is_optional_and_a_picked_block_can_be_put_back_7_2():
    session = march(blocks={"France": {"H09": ["infantry 4"]}})
    run_through(session, PickBlock(find(session, "H09").id), PutBack(), Done())
    assert strengths(session, "H09") == [4] and decider(session) == "cp"


@pytest.mark.sections("7.2", "2.4.3")
def test_deception_blocks_never_move_7_2():
    session = march(blocks={"France": {"H09": ["deception", "infantry 1"]}})
    decoy = find(session, "H09", kind="deception")
    refused(session, Move(decoy.id, ("G09",)), "2.4.3")
    refused(session, PickBlock(decoy.id), "2.4.3")


@pytest.mark.sections("7.2")
def test_the_enemy_sees_that_a_block_moves_but_not_its_strength_7_2():
    session = march(blocks={"France": {"H09": ["infantry 4"]}})
    block = find(session, "H09")
    go(session, block, "G09")
    (seen,) = session.view("cp").board.blocks
    assert (seen.hex, seen.sp, seen.kind) == ("G09", None, "")
    assert "infantry 4" not in " ".join(e.text for e in session.view("cp").log)


# 7.2/england


def england(**fields):
    return march(blocks={"Britain": {"A01": ["infantry 4"]}, **fields.pop("blocks", {})}, **fields)


@pytest.mark.sections("7.2/england")
def test_blocks_in_england_sail_to_calais_or_dunkirk_7_2():
    session = england()
    block = find(session, "A01")
    assert allowed(session, Sail(block.id, "B01")) and allowed(session, Sail(block.id, "C01"))
    for hex in ("A04", "B02", "D01"):
        refused(session, Sail(block.id, hex), "7.2/england")
    refused(session, Move(block.id, ("B01",)), "7.2")
    session.submit(Sail(block.id, "C01"))
    assert strengths(session, "C01", "Britain") == [4]


@pytest.mark.sections("7.2/england")
def test_a_block_that_landed_stays_for_the_step_7_2():
    session = england()
    block = find(session, "A01")
    session.submit(Sail(block.id, "C01"))
    refused(session, Move(block.id, ("C02",)), "7.2")


@pytest.mark.sections("7.2/england")
def test_only_blocks_in_england_sail_7_2():
    session = england(blocks={"France": {"C02": ["infantry 2"]}})
    refused(session, Sail(find(session, "C02").id, "C01"), "7.2/england")


@pytest.mark.sections("7.2/england", "11.1/antwerp")
def test_antwerp_opens_to_the_british_on_turn_4_7_2():
    early, late = england(turn=3), england(turn=4, trench=True)
    refused(early, Sail(find(early, "A01").id, "G01"), "7.2/england")
    assert allowed(late, Sail(find(late, "A01").id, "G01"))
    lost = england(turn=4, trench=True, control={"cp": ["G01"]}, fortresses={"Antwerp": 0})
    refused(lost, Sail(find(lost, "A01").id, "G01"), "7.2/england")


@pytest.mark.sections("7.2/england")
def test_a_port_must_be_friendly_controlled_or_friendly_contested_7_2():
    both = {"Germany": {"C01": ["infantry 3"]}, "France": {"C01": ["infantry 1"]}}
    ours, theirs = england(blocks=dict(both)), england(blocks=dict(both), control={"cp": ["C01"]})
    assert allowed(ours, Sail(find(ours, "A01").id, "C01"))
    refused(theirs, Sail(find(theirs, "A01").id, "C01"), "7.2/england")
    assert allowed(theirs, Sail(find(theirs, "A01").id, "B01"))


@pytest.mark.sections("7.2/england")
def test_the_french_west_edge_opens_when_both_ports_are_lost_7_2():
    one, two = england(control={"cp": ["B01"]}), england(control={"cp": ["B01", "C01"]})
    refused(one, Sail(find(one, "A01").id, "A04"), "7.2/england")
    block = find(two, "A01").id
    refused(two, Sail(block, "B01"), "7.2/england")
    assert all(allowed(two, Sail(block, hex)) for hex in ("A04", "A07", "A10"))
    refused(two, Sail(block, "B02"), "7.2/england")


# 7.2/oos


@pytest.mark.sections("7.2/oos", "6.7.5/movement")
def test_marked_blocks_move_one_hex_toward_supply_and_stay_marked_7_2():
    session = march(blocks={"France": {"K08": ["infantry 4"]}}, out_of_supply=["K08"])
    block = find(session, "K08")
    assert sections(session, Move(block.id, ("J07", "I07"))) & {"7.2", "7.2/oos", "6.7.5/movement"}
    refused(session, Move(block.id, ("K09",)), "6.7.5/movement")
    go(session, block, "J07")
    assert block.hex == "J07" and block.oos


@pytest.mark.sections("7.2/oos", "6.7.5/movement")
def test_no_supply_line_now_limits_movement_without_a_marker_7_2():
    session = march(blocks={"France": {"L05": ["cavalry 3"]}}, control={"allies": ["L05"]})
    block = find(session, "L05")
    assert not allowed(session, Move(block.id, ("K05", "J04")))
    refused(session, Move(block.id, ("M05",)), "6.7.5/movement")
    go(session, block, "K05")
    assert not block.oos


@pytest.mark.sections("7.2/oos")
def test_blocks_that_enter_a_marked_hex_keep_their_own_supply_7_2():
    session = march(blocks={"France": {"K08": ["infantry 4"], "J08": ["infantry 3"]}}, out_of_supply=["K08"])
    fresh = find(session, "J08")
    go(session, fresh, "K08")
    assert not fresh.oos and find(session, "K08", sp=4).oos
    refused(session, Consolidate(fresh.id), "7.2.1")


# 7.2/control


@pytest.mark.sections("7.2/control")
def test_a_block_takes_the_empty_enemy_hexes_it_goes_through_7_2():
    session = march(blocks={"France": {"K08": ["cavalry 3"]}})
    go(session, find(session, "K08"), "K07", "K06", "K05")
    assert [session.state.control[h] for h in ("K07", "K06", "K05", "L06")] == ["allies"] * 3 + ["cp"]


@pytest.mark.sections("7.2/control", "7.2.2")
def test_a_fortress_or_a_block_keeps_its_hex_7_2():
    session = march(blocks={"France": {"J07": ["infantry 3", "infantry 2"]}, "Germany": {"K07": ["infantry 1"]}})
    go(session, find(session, "J07", sp=3), "J06")
    go(session, find(session, "J07", sp=2), "K07")
    session.submit(Done())
    assert session.state.control["J06"] == session.state.control["K07"] == "cp"


@pytest.mark.sections("7.2/control")
def test_the_last_to_leave_an_enemy_hex_does_not_lose_what_was_taken_7_2():
    session = march(blocks={"France": {"K08": ["infantry 3"]}})
    go(session, find(session, "K08"), "K07", "K08")
    assert session.state.control["K07"] == "allies"


# 7.2.1


@pytest.mark.sections("7.2.1")
def test_a_block_breaks_down_and_its_parts_go_different_ways_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 20"]}})
    session.submit(BreakDown(find(session, "H09").id, (10, 6, 4)))
    assert strengths(session, "H09") == [10, 6, 4]
    go(session, find(session, "H09", sp=10), "G09")
    go(session, find(session, "H09", sp=6), "H08", "H07")
    assert [strengths(session, h) for h in ("G09", "H07", "H09")] == [[10], [6], [4]]


@pytest.mark.sections("7.2.1", "1.5/force-pool")
def test_parts_add_up_and_must_be_in_the_force_pool_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 8"]}, "Belgium": {"G09": ["infantry 4"]}})
    block = find(session, "H09").id
    refused(session, BreakDown(block, (5, 2)), "7.2.1")
    refused(session, BreakDown(block, (8,)), "7.2.1")
    refused(session, BreakDown(block, (9, -1)), "7.2.1")
    refused(session, BreakDown(find(session, "G09").id, (1, 1, 1, 1)), "1.5/force-pool")
    assert allowed(session, BreakDown(find(session, "G09").id, (2, 1, 1)))


@pytest.mark.sections("7.2.1")
def test_consolidating_frees_blocks_and_the_sum_stays_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 4", "infantry 4", "infantry 4"]}})
    before = session.view("allies").board.force_pool["France infantry"]
    session.submit(Consolidate(next(iter(session.state.blocks))))
    after = session.view("allies").board.force_pool["France infantry"]
    assert strengths(session, "H09") == [12]
    assert (after[0] - before[0], after[2] - before[2]) == (3, -1)


@pytest.mark.sections("7.2.1")
def test_infantry_cavalry_and_nations_are_never_mixed_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 2", "cavalry 2"]}, "Britain": {"H09": ["infantry 2"]}})
    for block in session.state.blocks:
        refused(session, Consolidate(block), "7.2.1")


@pytest.mark.sections("7.2.1", "2.4.3")
def test_a_deception_block_may_come_in_but_stays_where_it_is_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 4"]}})
    session.submit(PlaceDeception("France", "H09"))
    decoy = find(session, "H09", kind="deception")
    refused(session, Move(decoy.id, ("G09",)), "2.4.3")
    refused(session, PlaceDeception("France", "G09"), "2.4.3")
    refused(session, PlaceDeception("Germany", "H09"), "1.5/powers")


@pytest.mark.sections("7.2.1", "2.4.3")
def test_the_deception_blocks_run_out_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 4"], "H08": ["deception"] * 3, "G08": ["deception"]}})
    refused(session, PlaceDeception("France", "H09"), "2.4.3")


@pytest.mark.sections("7.2.1")
def test_blocks_may_be_consolidated_after_they_moved_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 4"], "G08": ["infantry 3"]}})
    one, other = find(session, "H09"), find(session, "G08")
    go(session, one, "G09")
    go(session, other, "G09")
    session.submit(Consolidate(one.id))
    assert strengths(session, "G09") == [7]
    refused(session, Move(find(session, "G09").id, ("F09",)), "7.2")


@pytest.mark.sections("7.2.1")
def test_a_block_that_has_moved_does_not_break_down_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 8"]}})
    block = find(session, "H09")
    go(session, block, "G09")
    refused(session, BreakDown(block.id, (4, 4)), "7.2.1")


@pytest.mark.sections("7.2.1", "2.4.3")
def test_no_deception_block_appears_where_a_block_has_just_arrived_7_2_1():
    session = march(blocks={"France": {"H09": ["infantry 8"]}})
    go(session, find(session, "H09"), "G09")
    assert not allowed(session, PlaceDeception("France", "G09"))


# 7.2.2


def crowded(**fields):
    """E03 and D02 are CP-controlled and contested, E04 is Allied-controlled and contested."""
    return march(
        blocks={
            "France": {"E03": ["infantry 8", "infantry 1", "cavalry 2"], "D02": ["infantry 2"], "E04": ["infantry 2"]},
            "Germany": {"E03": ["infantry 4"], "D02": ["infantry 2"], "E04": ["infantry 2"]},
        },
        control={"cp": ["E03", "D02"]},
        fortresses={"Lille": 0},
        **fields,
    )


@pytest.mark.sections("7.2.2")
def test_entering_an_enemy_hex_ends_the_move_7_2_2():
    session = march(blocks={"France": {"K08": ["cavalry 3"]}, "Germany": {"K07": ["infantry 1"]}})
    cavalry = find(session, "K08")
    refused(session, Move(cavalry.id, ("K07", "K06")), "7.2.2")
    assert allowed(session, Move(cavalry.id, ("K07",)))


@pytest.mark.sections("7.2.2")
def test_a_fortress_alone_ends_the_move_too_7_2_2():
    session = march(blocks={"France": {"J07": ["cavalry 3"]}})
    refused(session, Move(find(session, "J07").id, ("J06", "K06")), "7.2.2")
    assert allowed(session, Move(find(session, "J07").id, ("J06",)))


@pytest.mark.sections("7.2.2")
def test_a_contested_hex_is_left_to_friendly_hexes_first_7_2_2():
    session = crowded()
    block = find(session, "E03", sp=8)
    refused(session, Move(block.id, ("D02",)), "7.2.2")
    refused(session, Move(block.id, ("D02", "D03")), "7.2.2")
    assert allowed(session, Move(block.id, ("D03",)))
    assert allowed(session, Move(block.id, ("D03", "D02")))


@pytest.mark.sections("7.2.2")
def test_from_contested_to_friendly_contested_ends_the_move_7_2_2():
    session = crowded()
    block = find(session, "E03", sp=8)
    refused(session, Move(block.id, ("E04", "D03")), "7.2.2")
    assert allowed(session, Move(block.id, ("E04",)))


@pytest.mark.sections("7.2.2")
def test_with_no_friendly_hex_around_the_way_out_leads_toward_supply_7_2_2():
    session = march(
        blocks={"France": {"G03": ["infantry 3", "infantry 2"]}, "Germany": {"G03": ["infantry 1"]}},
        control={"cp": ["G01", "G02", "G03", "G04", "F02", "F03", "H02", "H03"]},
        fortresses={"Antwerp": 0, "Namur": 0, "Maubeuge": 0},
    )
    block = find(session, "G03", sp=3)
    refused(session, Move(block.id, ("H03",)), "7.2.2")
    go(session, block, "F02")
    assert session.state.control["F02"] == "allies"


# 7.2.2/leave-one


@pytest.mark.sections("7.2.2/leave-one")
def test_a_contested_hex_keeps_a_block_7_2_2():
    session = march(blocks={"France": {"K08": ["infantry 10"]}, "Germany": {"K08": ["infantry 4"]}})
    block = find(session, "K08", "France")
    refused(session, Move(block.id, ("J08",)), "7.2.2/leave-one")
    session.submit(BreakDown(block.id, (9, 1)))
    go(session, find(session, "K08", "France", sp=9), "J08")
    refused(session, Move(find(session, "K08", "France").id, ("J08",)), "7.2.2/leave-one")
    assert strengths(session, "K08", "France") == [1]


@pytest.mark.sections("7.2.2/leave-one", "2.4.3")
def test_a_deception_block_may_hold_a_contested_hex_alone_7_2_2():
    session = march(blocks={"France": {"K08": ["infantry 10"]}, "Germany": {"K08": ["infantry 4"]}})
    session.submit(PlaceDeception("France", "K08"))
    go(session, find(session, "K08", "France", "infantry"), "J08")
    assert strengths(session, "K08", "France") == [0]


@pytest.mark.sections("7.2.2/leave-one")
def test_a_hex_that_was_not_contested_may_be_emptied_7_2_2():
    session = march(blocks={"France": {"K08": ["infantry 10"]}, "Germany": {"K07": ["infantry 4"]}})
    go(session, find(session, "K08"), "J08")
    assert strengths(session, "K08") == []


@pytest.mark.sections("7.2.2/leave-one")
def test_a_fortress_does_not_stand_in_for_the_block_left_behind_7_2_2():
    session = march(blocks={"France": {"I07": ["infantry 5"]}, "Germany": {"I07": ["infantry 4"]}})
    refused(session, Move(find(session, "I07", "France").id, ("H07",)), "7.2.2/leave-one")


# 7.2.3


@pytest.mark.sections("7.2.3")
def test_enemy_forest_stops_a_block_from_open_ground_7_2_3():
    session = march("cp", blocks={"Germany": {"J04": ["infantry 4"]}})
    block = find(session, "J04")
    refused(session, Move(block.id, ("I04", "H04")), "7.2.3")
    go(session, block, "I04")
    assert session.state.control["I04"] == "cp"


@pytest.mark.sections("7.2.3")
def test_forest_to_forest_costs_nothing_7_2_3():
    session = march("cp", blocks={"Germany": {"J03": ["infantry 4"]}})
    go(session, find(session, "J03"), "I04", "H04")
    assert strengths(session, "H04") == [4]


@pytest.mark.sections("7.2.3")
def test_friendly_forest_costs_nothing_7_2_3():
    session = march(blocks={"France": {"H04": ["infantry 4"]}})
    go(session, find(session, "H04"), "I04", "J04")
    assert strengths(session, "J04") == [4]


@pytest.mark.sections("7.2.3")
def test_forest_is_trench_once_trench_warfare_has_begun_7_2_3():
    session = march("cp", turn=4, trench=True, blocks={"Germany": {"J04": ["infantry 4"]}})
    go(session, find(session, "J04"), "I04", "H04")
    assert strengths(session, "H04") == [4] and at_section(session) == "7.2"
