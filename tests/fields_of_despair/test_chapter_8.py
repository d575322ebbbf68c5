"""Chapter 8: Strategic Reorganization."""

from __future__ import annotations

import msgspec
import pytest

from tutor.games.fields_of_despair.actions import (
    Deliver,
    Done,
    MoveDeception,
    PickBlock,
    PickUp,
    PlaceDeception,
    PutBack,
    Sail,
)

from .build import MOVEMENT, REORGANIZATION, find, position, run_through, strengths
from .checks import allowed, at_section, decider, idle, refused


def plan(first="allies", **fields):
    """``first`` plans first: the other side has the Initiative."""
    return position(at=REORGANIZATION, initiative="cp" if first == "allies" else "allies", **fields)


def transfer(session, start, sp, end, **which):
    """Take SPs from the one block that fits and deliver them."""
    return run_through(session, PickUp(find(session, start, **which).id, sp), Deliver(end))


def total(session, nation):
    return sum(b.sp for b in session.state.blocks.values() if b.nation == nation)


def seen(session, player):
    """All that a player can tell of the game."""
    return msgspec.json.encode([session.view(player).board, session.view(player).log])


# 8.0


@pytest.mark.sections("8.0", "8.1")
def test_sps_go_from_hex_to_hex_by_changing_blocks_8_0():
    session = plan("cp", blocks={"Germany": {"L05": ["infantry 16"], "J04": ["infantry 6"], "J03": ["infantry 4"]}})
    transfer(session, "L05", 2, "J04")
    transfer(session, "L05", 1, "J03")
    assert [sum(strengths(session, h)) for h in ("L05", "J04", "J03")] == [13, 8, 5]
    assert total(session, "Germany") == 26


@pytest.mark.sections("8.0")
def test_whole_blocks_may_go_and_distance_does_not_matter_8_0():
    session = plan(blocks={"France": {"A10": ["infantry 8"]}})
    transfer(session, "A10", 8, "K09")
    assert strengths(session, "A10") == [] and strengths(session, "K09") == [8]


@pytest.mark.sections("8.0")
def test_there_is_no_cap_on_the_sps_that_move_8_0():
    session = plan(blocks={"France": {h: ["infantry 20"] for h in ("A10", "A09", "A08")}})
    for start, end in (("A10", "H09"), ("A09", "H10"), ("A08", "G10")):
        transfer(session, start, 20, end)
    assert [strengths(session, h) for h in ("H09", "H10", "G10")] == [[20]] * 3


@pytest.mark.sections("8.0", "8.1")
def test_sps_in_hand_may_be_put_back_8_0():
    session = plan(blocks={"France": {"H09": ["infantry 8"]}})
    run_through(session, PickBlock(find(session, "H09").id), PutBack())
    run_through(session, PickUp(find(session, "H09").id, 3), PutBack(), Done())
    assert strengths(session, "H09") == [8]


# 8.1: both at once, the Initiative last


@pytest.mark.sections("8.1")
@pytest.mark.parametrize(("initiative", "other"), [("cp", "allies"), ("allies", "cp")])
def test_the_player_with_the_initiative_adjusts_last_8_1(initiative, other):
    session = position(at=REORGANIZATION, initiative=initiative)
    asked = []
    while at_section(session) == "8.1":
        asked.append(decider(session))
        session.submit(Done())
        if session.where[-1].id != "reorganize":
            break
    assert asked[0] == other and asked[-1] == initiative


@pytest.mark.sections("8.1")
def test_the_last_adjustment_comes_with_the_other_plan_open_8_1():
    session = plan(blocks={"France": {"H09": ["infantry 8"]}, "Germany": {"L05": ["infantry 9"]}})
    run_through(transfer(session, "H09", 8, "G09"), Done(), Done())
    assert decider(session) == "cp"
    assert [b.hex for b in session.view("cp").board.blocks if b.nation == "France"] == ["G09"]
    transfer(session, "L05", 9, "L04")
    assert strengths(session, "L04") == [9]


@pytest.mark.sections("8.1")
def test_the_second_planner_does_not_see_the_finished_plan_of_the_first_8_1():
    session = plan(blocks={"France": {"H09": ["infantry 8"]}})
    before = seen(session, "cp")
    run_through(transfer(session, "H09", 8, "G09"), Done())
    assert decider(session) == "cp" and seen(session, "cp") == before
    session.submit(Done())
    assert strengths(session, "G09") == [8]


@pytest.mark.sections("8.1")
@pytest.mark.parametrize("planner", ["first", "second"])
def test_the_enemy_sees_nothing_while_a_player_plans_8_1(planner):
    session = plan(blocks={"France": {"H09": ["infantry 8"]}, "Germany": {"L05": ["infantry 9"]}})
    if planner == "first":
        before = seen(session, "cp")
        transfer(session, "H09", 8, "G09")
        assert seen(session, "cp") == before
    else:
        session.submit(Done())
        before = seen(session, "allies")
        transfer(session, "L05", 9, "L04")
        assert seen(session, "allies") == before


# 8.1: supply


@pytest.mark.sections("8.1")
def test_unsupplied_blocks_take_no_part_8_1():
    session = plan(blocks={"France": {"H09": ["infantry 8"], "H08": ["infantry 3"]}}, out_of_supply=["H09"])
    refused(session, PickUp(find(session, "H09").id, 3), "8.1")
    assert allowed(session, PickUp(find(session, "H08").id, 3))


@pytest.mark.sections("8.1")
def test_no_sps_leave_or_enter_a_hex_without_a_supply_line_8_1():
    session = plan(
        blocks={"France": {"L05": ["infantry 5"], "H09": ["infantry 8"]}, "Germany": {"L05": ["infantry 2"]}}
    )
    refused(session, PickUp(find(session, "L05", "France").id, 2), "8.1")
    session.submit(PickUp(find(session, "H09").id, 2))
    refused(session, Deliver("L05"), "8.1")


@pytest.mark.sections("8.1")
def test_donor_and_receiver_need_a_line_to_each_other_8_1():
    session = plan(
        blocks={"France": {"G01": ["infantry 6"], "H09": ["infantry 4"]}},
        control={"cp": ["G02", "F01", "H01"]},
    )
    # Antwerp is a port, so both hexes have a Supply Line, but none leads from one to the other.
    session.submit(PickUp(find(session, "G01").id, 3))
    refused(session, Deliver("H09"), "8.1")
    session.submit(PutBack())
    session.submit(PickUp(find(session, "H09").id, 3))
    refused(session, Deliver("G01"), "8.1")
    assert allowed(session, Deliver("E03"))


@pytest.mark.sections("8.1")
def test_sps_go_to_friendly_or_contested_hexes_only_8_1():
    session = plan(
        blocks={"France": {"K07": ["infantry 2"], "H09": ["infantry 8"]}, "Germany": {"K07": ["infantry 2"]}}
    )
    session.submit(PickUp(find(session, "H09").id, 3))
    refused(session, Deliver("K06"), "8.1")
    refused(session, Deliver("H09"), "8.1")
    assert allowed(session, Deliver("K07"))  # enemy-contested, with French blocks
    session.submit(Deliver("K07"))
    assert sum(strengths(session, "K07", "France")) == 5


@pytest.mark.sections("8.1")
def test_england_takes_no_part_8_1():
    session = plan(blocks={"Britain": {"A01": ["infantry 5"], "C03": ["infantry 5"]}})
    refused(session, PickUp(find(session, "A01").id, 2), "8.1")
    session.submit(PickUp(find(session, "C03").id, 2))
    refused(session, Deliver("A01"), "8.1")


@pytest.mark.sections("8.1", "7.2/england")
def test_british_blocks_landed_this_turn_may_be_reorganized_7_2():
    session = position(at=MOVEMENT, initiative="allies", blocks={"Britain": {"A01": ["infantry 5"]}})
    session.submit(Sail(find(session, "A01").id, "B01"))
    idle(session, lambda s: s.where[-1].id == "reorganize" and decider(s) == "allies")
    transfer(session, "B01", 5, "D03")
    assert strengths(session, "D03") == [5]


# 8.1: the front


@pytest.mark.sections("8.1", "1.5/frontline-hex")
def test_a_frontline_hex_keeps_a_block_8_1():
    session = plan(blocks={"France": {"K08": ["infantry 5"], "H09": ["infantry 5"]}})
    refused(session, PickUp(find(session, "K08").id, 5), "8.1")
    assert allowed(session, PickUp(find(session, "K08").id, 4))
    assert allowed(session, PickUp(find(session, "H09").id, 5))


@pytest.mark.sections("8.1", "2.4.3")
def test_a_deception_block_may_replace_the_last_block_of_the_front_8_1():
    session = plan(blocks={"France": {"K08": ["infantry 5"]}})
    session.submit(PlaceDeception("France", "K08"))
    transfer(session, "K08", 5, "H09", kind="infantry")
    assert strengths(session, "K08") == [0] and strengths(session, "H09") == [5]
    refused(session, MoveDeception(find(session, "K08").id, "H09"), "8.1")


@pytest.mark.sections("8.1")
def test_one_of_two_blocks_may_leave_the_front_8_1():
    session = plan(blocks={"France": {"K08": ["infantry 5", "cavalry 2"]}})
    transfer(session, "K08", 5, "H09", kind="infantry")
    refused(session, PickUp(find(session, "K08").id, 2), "8.1")


# 8.1: Deception blocks


@pytest.mark.sections("8.1", "2.4.3")
def test_deception_blocks_go_to_friendly_and_contested_hexes_8_1():
    session = plan(
        "cp",
        blocks={"Germany": {"L05": ["deception"], "K08": ["infantry 2"]}, "France": {"K08": ["infantry 2"]}},
    )
    decoy = find(session, "L05").id
    refused(session, MoveDeception(decoy, "K09"), "8.1")
    assert allowed(session, MoveDeception(decoy, "J04")) and allowed(session, MoveDeception(decoy, "K08"))
    session.submit(MoveDeception(decoy, "K08"))
    assert strengths(session, "K08", "Germany") == [2, 0]


@pytest.mark.sections("8.1")
def test_deception_blocks_need_no_supply_8_1():
    session = plan(
        "cp", blocks={"Germany": {"L05": ["deception", "infantry 1"], "K05": ["infantry 1"]}}, out_of_supply=["L05"]
    )
    assert allowed(session, MoveDeception(find(session, "L05", kind="deception").id, "K05"))


@pytest.mark.sections("8.1")
def test_only_deception_blocks_are_moved_that_way_and_they_hold_no_sps_8_1():
    session = plan(blocks={"France": {"H09": ["infantry 5", "deception"]}})
    refused(session, MoveDeception(find(session, "H09", kind="infantry").id, "H08"), "8.1")
    refused(session, PickUp(find(session, "H09", kind="deception").id, 1), "8.1")


# 8.1: SPs, nations, stacks


@pytest.mark.sections("8.1")
def test_no_more_sps_move_than_a_block_has_8_1():
    session = plan(blocks={"France": {"H09": ["infantry 5"]}})
    refused(session, PickUp(find(session, "H09").id, 6), "8.1")
    refused(session, PickUp(find(session, "H09").id, 0), "1.5/strength-points")


@pytest.mark.sections("8.1")
def test_sps_keep_their_nation_and_kind_8_1():
    session = plan(
        blocks={"France": {"H09": ["infantry 6", "cavalry 3"]}, "Britain": {"G09": ["infantry 4", "cavalry 1"]}}
    )
    transfer(session, "H09", 3, "G09", kind="infantry")
    assert strengths(session, "G09", "Britain") == [4, 1] and strengths(session, "G09", "France") == [3]
    assert (total(session, "France"), total(session, "Britain")) == (9, 5)


@pytest.mark.sections("8.1", "8.0")
def test_sps_may_raise_a_block_of_their_own_nation_and_kind_only_8_1():
    session = plan(
        blocks={
            "France": {"H09": ["infantry 6"], "G09": ["infantry 2", "cavalry 1"]},
            "Britain": {"G09": ["infantry 4"]},
        }
    )
    session.submit(PickUp(find(session, "H09").id, 2))
    refused(session, Deliver("G09", find(session, "G09", "Britain").id), "8.1")
    refused(session, Deliver("G09", find(session, "G09", "France", "cavalry").id), "8.1")
    session.submit(Deliver("G09", find(session, "G09", "France", "infantry").id))
    assert strengths(session, "G09", "France") == [4, 1] and strengths(session, "G09", "Britain") == [4]


@pytest.mark.sections("8.1")
def test_no_hex_ends_with_more_than_three_blocks_8_1():
    session = plan(
        blocks={"France": {"H09": ["infantry 6"]}, "Britain": {"G09": ["infantry 4", "infantry 3", "cavalry 1"]}}
    )
    session.submit(PickUp(find(session, "H09").id, 3))
    refused(session, Deliver("G09"), "8.1")


@pytest.mark.sections("8.1")
def test_a_full_hex_can_still_grow_8_1():
    session = plan(blocks={"France": {"H09": ["infantry 6"], "G09": ["infantry 4", "infantry 3", "infantry 2"]}})
    transfer(session, "H09", 3, "G09")
    assert sum(strengths(session, "G09")) == 12 and len(strengths(session, "G09")) <= 3


@pytest.mark.sections("8.1")
def test_deception_blocks_count_for_the_three_8_1():
    session = plan(
        blocks={"France": {"H09": ["infantry 6", "infantry 5", "infantry 4"], "G09": ["deception", "infantry 1"]}}
    )
    refused(session, MoveDeception(find(session, "G09", kind="deception").id, "H09"), "8.1")
    refused(session, PlaceDeception("France", "H09"), "8.1")
    assert allowed(session, PlaceDeception("France", "G09"))


@pytest.mark.sections("8.1", "1.5/force-pool")
def test_the_force_pool_limits_what_can_be_shown_8_1():
    session = plan(blocks={"Belgium": {"F01": ["infantry 4"], "E01": ["infantry 4"], "E02": ["infantry 4"]}})
    # Belgium has three blocks of up to 4 SPs, and all are in play.
    session.submit(PickUp(find(session, "F01").id, 2))
    refused(session, Deliver("D03"), "8.1")
    refused(session, Deliver("E02"), "8.1")
