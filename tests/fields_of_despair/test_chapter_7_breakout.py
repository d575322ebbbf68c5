"""Section 7.4: Breakout Movement and Breakout Combat."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair.actions import (
    BreakDown,
    ChooseHex,
    Continue,
    Done,
    Move,
    Pass,
    PickBlock,
    PlaceArtillery,
    PlaceDeception,
    SpendTank,
)

from .build import find, position, run_through, strengths
from .checks import allowed, assault, at_section, decider, dice, refused

WIN = [{}, {"hit": 1}]  # the last French SP in a hex is lost, and nobody else


def breach(
    german=("infantry 16", "cavalry 3"), french=None, elsewhere=None, tanks=0, level=0, fought=("K08",), **fields
):
    """The CP clear K08 of its one French SP and may break out."""
    blocks = {
        "Germany": {"K08": list(german), **(elsewhere or {})},
        "France": {"K08": ["infantry 1"], **(french or {})},
    }
    session = position(
        **{
            "blocks": blocks,
            "boards": {
                "cp": {
                    "tanks": tanks,
                    "technology": {"aircraft": 1, "tanks": level},
                    "artillery": 4,
                    "artillery_counters": [4],
                },
                "allies": {"artillery": 4, "artillery_counters": [3]},
            },
            "dice": WIN * len(fought),
            **fields,
        }
    )
    return assault(session, *fought)


def trenches(**fields):
    return breach(**{"turn": 6, "trench": True, "tanks": 1, "level": 3, **fields})


def go(session, block, *path):
    session.submit(Move(block.id, path))


# 7.4, 7.4.1


@pytest.mark.sections("7.4", "7.4.1")
def test_before_trenches_infantry_breaks_out_one_hex_and_cavalry_two_7_4_1():
    session = breach()
    assert session.state.breakout == ["K08"] and (at_section(session), decider(session)) == ("7.4", "cp")
    infantry, cavalry = find(session, "K08", kind="infantry"), find(session, "K08", kind="cavalry")
    refused(session, Move(infantry.id, ("K09", "J09")), "7.4.1")
    refused(session, Move(cavalry.id, ("K09", "J09", "I10")), "7.4.1")
    go(session, cavalry, "K09", "J09")
    go(session, infantry, "K09")
    assert session.state.control["K09"] == session.state.control["J09"] == "cp"
    refused(session, Move(cavalry.id, ("I10",)), "7.2")


@pytest.mark.sections("7.4.1", "7.2.1")
def test_blocks_break_down_for_the_breakout_7_4_1():
    session = breach()
    session.submit(BreakDown(find(session, "K08", kind="infantry").id, (8, 6, 2)))
    go(session, find(session, "K08", sp=8), "K09")
    go(session, find(session, "K08", sp=6), "J07")
    assert [strengths(session, h) for h in ("K09", "J07", "K08")] == [[8], [6], [3, 2]]


@pytest.mark.sections("7.4")
def test_only_sps_in_marked_hexes_break_out_7_4():
    session = breach(elsewhere={"L08": ["infantry 4"]})
    other = find(session, "L08")
    refused(session, Move(other.id, ("L09",)), "7.4")
    refused(session, PickBlock(other.id), "7.4")
    refused(session, PlaceDeception("Germany", "L08"), "7.4")


@pytest.mark.sections("7.4")
def test_the_breakout_is_optional_and_blocks_stay_hidden_7_4():
    session = breach()
    assert all(b.sp is None for b in session.view("allies").board.blocks if b.nation == "Germany")
    session.submit(Done())
    assert strengths(session, "K08") == [16, 3] and session.state.breakout == []
    assert session.state.active == "allies"


@pytest.mark.sections("7.4.1", "7.2.2")
def test_other_movement_rules_hold_in_a_breakout_7_4_1():
    session = breach(german=["infantry 8", "cavalry 3"], french={"K09": ["infantry 2"]})
    cavalry = find(session, "K08", kind="cavalry")
    refused(session, Move(cavalry.id, ("K09", "J09")), "7.2.2")
    refused(session, Move(cavalry.id, ("J08", "I08")), "7.2.2")  # Epinal stands in J08


@pytest.mark.sections("7.4.1", "7.2.3")
def test_enemy_forest_stops_cavalry_in_a_breakout_7_4_1():
    session = position(
        blocks={"Germany": {"I05": ["cavalry 4"]}, "France": {"I05": ["infantry 1"]}},
        fortresses={"Longwy": 0},
        dice=WIN,
    )
    assault(session, "I05")
    cavalry = find(session, "I05")
    refused(session, Move(cavalry.id, ("I04", "H04")), "7.2.3")
    assert allowed(session, Move(cavalry.id, ("H04", "G04")))


@pytest.mark.sections("7.4.1", "6.7.5/movement")
def test_unsupplied_blocks_break_out_only_toward_supply_7_4_1():
    session = breach(german=["infantry 8"], out_of_supply=["K08"], dice=[{"hit": 1}])
    block = find(session, "K08")
    refused(session, Move(block.id, ("K09",)), "6.7.5/movement")
    assert allowed(session, Move(block.id, ("L08",)))


@pytest.mark.sections("7.4.1", "6.7.5/movement")
def test_unsupplied_cavalry_breaks_out_one_hex_only_7_4_1():
    session = breach(german=["cavalry 4"], out_of_supply=["K08"], dice=[{"hit": 1}])
    cavalry = find(session, "K08")
    assert allowed(session, Move(cavalry.id, ("L08",)))
    assert not allowed(session, Move(cavalry.id, ("L08", "M09")))


# 7.4.2


@pytest.mark.sections("7.4.2", "12.4/use")
def test_in_trench_warfare_a_counter_lets_its_value_in_sps_break_out_7_4_2():
    session = trenches()
    assert (at_section(session), decider(session)) == ("7.4.2", "cp")
    session.submit(SpendTank("K08", True))
    assert session.state.boards["cp"].tanks == 0
    infantry = find(session, "K08", kind="infantry")
    refused(session, Move(infantry.id, ("K09",)), "7.4.2")
    session.submit(BreakDown(infantry.id, (11, 4, 1)))
    go(session, find(session, "K08", sp=4), "K09")
    refused(session, Move(find(session, "K08", sp=1).id, ("K09",)), "7.4.2")


@pytest.mark.sections("7.4.2")
def test_all_blocks_break_out_one_hex_in_trench_warfare_7_4_2():
    session = run_through(trenches(), SpendTank("K08", True))
    cavalry = find(session, "K08", kind="cavalry")
    refused(session, Move(cavalry.id, ("K09", "J09")), "7.4.2")
    go(session, cavalry, "K09")
    assert strengths(session, "K09") == [3]


@pytest.mark.sections("7.4.2", "12.4/use")
def test_a_counter_need_not_be_spent_7_4_2():
    session = trenches()
    refused(session, SpendTank("K09", True), "7.4.2")
    session.submit(SpendTank("K08", False))
    assert session.state.breakout == [] and session.state.boards["cp"].tanks == 1
    assert session.state.active == "allies"


@pytest.mark.sections("7.4.2")
def test_without_a_counter_nothing_breaks_out_of_the_trenches_7_4_2():
    session = trenches(tanks=0)
    assert session.state.control["K08"] == "cp"
    assert session.state.breakout == [] and session.state.active == "allies"


@pytest.mark.sections("7.4.2", "12.4/use")
def test_each_marked_hex_needs_a_counter_of_its_own_7_4_2():
    two = {"elsewhere": {"K09": ["infantry 5"]}, "french": {"K09": ["infantry 1"]}, "fought": ("K08", "K09")}
    one_counter = run_through(trenches(**two), ChooseHex("K08"), SpendTank("K08", True))
    assert one_counter.state.breakout == ["K08"] and at_section(one_counter) == "7.4"
    refused(one_counter, Move(find(one_counter, "K09", "Germany").id, ("J09",)), "7.4")
    two_counters = run_through(trenches(tanks=2, **two), ChooseHex("K08"), SpendTank("K08", True))
    assert at_section(two_counters) == "7.4.2"
    session = run_through(two_counters, SpendTank("K09", True))
    assert session.state.breakout == ["K08", "K09"] and session.state.boards["cp"].tanks == 0


# 7.4.2/hindenburg


def allied_breach(**fields):
    session = position(
        **{
            "initiative": "allies",
            "turn": 7,
            "trench": True,
            "hindenburg": ["K07"],
            "blocks": {"Germany": {"K07": ["infantry 1"]}, "France": {"K07": ["infantry 8"]}},
            "boards": {"allies": {"tanks": 2, "technology": {"aircraft": 1, "tanks": 3}}},
            "dice": WIN,
            **fields,
        }
    )
    return assault(session, "K07")


@pytest.mark.sections("7.4.2/hindenburg")
def test_breaching_the_hindenburg_line_costs_the_move_but_no_tank_7_4_2():
    session = allied_breach()
    assert session.state.control["K07"] == "allies"
    assert session.state.breakout == [] and session.state.hindenburg == []
    assert session.state.boards["allies"].tanks == 2 and session.state.active == "cp"


@pytest.mark.sections("7.4.2")
def test_elsewhere_the_allies_break_out_and_the_line_stays_7_4_2():
    session = allied_breach(hindenburg=["L06"])
    assert (at_section(session), decider(session)) == ("7.4.2", "allies")
    session.submit(SpendTank("K07", True))
    assert session.state.hindenburg == ["L06"] and session.state.boards["allies"].tanks == 1


@pytest.mark.sections("7.4.2/hindenburg")
def test_the_hindenburg_line_does_not_hold_back_the_cp_7_4_2():
    session = trenches(hindenburg=["K08"])
    assert at_section(session) == "7.4.2" and session.state.hindenburg == ["K08"]


# 7.4.3


@pytest.mark.sections("7.4.3")
def test_only_the_passive_guns_fire_in_breakout_combat_7_4_3():
    session = breach(german=["infantry 8"], french={"K09": ["infantry 4"]}, dice=[*WIN, [6, 1, 1]])
    go(session, find(session, "K08"), "K09")
    session.submit(Done())
    # The CP have an Artillery counter left, but only the Allies are asked.
    assert (at_section(session), decider(session)) == ("7.3.1/counters", "allies")
    assert session.state.boards["cp"].artillery_counters
    session.submit(PlaceArtillery("K09", 3))
    assert decider(session) == "allies"
    session.submit(Pass())
    assert dice(session, "7.3.1/resolve") == [3]
    assert strengths(session, "K09", "Germany") == [7]


@pytest.mark.sections("7.4.3", "7.3.3")
def test_breakout_combat_is_a_full_sequence_without_a_further_breakout_7_4_3():
    session = breach(german=["infantry 8"], french={"K09": ["infantry 1"]}, dice=WIN * 2)
    go(session, find(session, "K08"), "K09")
    session.submit(Done())
    assault(session, "K09")
    assert session.state.control["K09"] == "cp"
    assert session.state.breakout == [] and session.state.active == "allies"


@pytest.mark.sections("7.4.3")
def test_the_active_player_may_end_breakout_combat_after_the_guns_7_4_3():
    session = breach(german=["infantry 8"], french={"K09": ["infantry 1"]})
    go(session, find(session, "K08"), "K09")
    session.submit(Done())
    rolled = len(dice(session))
    assault(session)
    assert len(dice(session)) == rolled and "K09" in session.view("cp").board.contested


@pytest.mark.sections("7.4.3")
def test_a_hex_contested_before_the_breakout_does_not_fight_again_7_4_3():
    session = breach(elsewhere={"K09": ["infantry 2"]}, french={"K09": ["infantry 2"]})
    go(session, find(session, "K08", kind="infantry"), "K09")
    rolled = len(dice(session))
    session.submit(Done())
    assert session.state.active == "allies" and len(dice(session)) == rolled
    assert strengths(session, "K09", "Germany") == [16, 2]


@pytest.mark.sections("7.4", "7.4.3")
def test_breakouts_from_two_hexes_fight_together_7_4():
    session = position(
        blocks={
            "Germany": {"K08": ["infantry 5"], "J09": ["infantry 3"]},
            "France": {"K08": ["infantry 1"], "J09": ["infantry 1"], "K09": ["infantry 4"]},
        },
        control={"cp": ["J10", "K10", "I10"]},
        fortresses={"Belfort": 0},
        dice=[*WIN, *WIN, [1] * 4, [1] * 8],
    )
    assault(session, "K08", "J09")
    session.submit(ChooseHex("K08"))
    assert session.state.breakout == ["K08", "J09"]
    go(session, find(session, "K08"), "K09")
    # Nothing is fought before the last move is made.
    assert at_section(session) == "7.4"
    go(session, find(session, "J09"), "K09")
    session.submit(Done())
    assault(session, "K09")
    assert dice(session, "7.3.3")[-2:] == [4, 8]


@pytest.mark.sections("7.4.3", "7.3.1/fortress-artillery")
def test_a_fortress_fires_in_breakout_combat_7_4_3():
    session = breach(german=["infantry 8"], dice=[*WIN, [6, 1, 1]])
    go(session, find(session, "K08"), "J08")
    run_through(session, Done())
    assert dice(session, "7.3.1/resolve") == [3] and strengths(session, "J08") == [7]
    assert session.decision is not None and allowed(session, Continue("J08"))
