"""Sections 7.3.2 to 7.3.4: going on, Infantry Combat, trenches, rivers, Fortresses."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair.actions import ChooseHex, Continue, EndCombat, Lose

from .build import find, position, run_through, strengths
from .checks import assault, at_section, decider, dice, idle, pass_guns, refused

# Toul and the north of Verdun stand on rivers; here their bonus has been used up.
NO_RIVER = {"state": {"river_spent": ["H05", "I07"]}}


def field(hex="K08", german=("infantry 8",), french=("infantry 4",), **fields):
    """Both stand in a hex; the CP are Active unless ``initiative`` says otherwise."""
    return position(**{"blocks": {"Germany": {hex: list(german)}, "France": {hex: list(french)}}, **fields})


def fort(session, name="Toul"):
    return session.state.fortresses[name]


# 7.3.2


@pytest.mark.sections("7.3.2")
def test_active_goes_on_or_ends_hex_by_hex_7_3_2():
    blocks = {
        "Germany": {"K08": ["infantry 3"], "K09": ["infantry 2"]},
        "France": {"K08": ["infantry 3"], "K09": ["infantry 2"]},
    }
    session = pass_guns(position(blocks=blocks, dice=[[1, 1], [1, 1]]))
    assert (at_section(session), decider(session)) == ("7.3.2", "cp")
    refused(session, Continue("K09"), "7.3.2")
    run_through(session, EndCombat("K08"), Continue("K09"))
    assert dice(session, "7.3.3") == [2, 2]


@pytest.mark.sections("7.3.2")
def test_ending_combat_leaves_the_hex_contested_and_hidden_7_3_2():
    session = run_through(pass_guns(field()), EndCombat("K08"))
    assert dice(session) == [] and session.state.breakout == []
    assert strengths(session, "K08", "Germany") == [8] and session.state.control["K08"] == "allies"
    assert "K08" in session.view("cp").board.contested


# 7.3.3


@pytest.mark.sections("7.3.3")
def test_each_sp_rolls_a_die_and_fives_and_sixes_hit_7_3_3():
    session = assault(field(german=["infantry 5", "cavalry 3"], dice=[[4, 5, 6, 1], [1] * 7 + [5]]), "K08")
    assert dice(session, "7.3.3") == [4, 8]
    assert decider(session) == "cp"
    session.submit(Lose(find(session, "K08", kind="cavalry").id, 2))
    assert strengths(session, "K08", "Germany") == [5, 1] and strengths(session, "K08", "France") == [3]


@pytest.mark.sections("7.3.3")
def test_in_the_open_both_roll_at_the_same_time_7_3_3():
    session = assault(field(german=["infantry 3"], french=["infantry 2"], dice=[[6, 6], [6, 6, 1]]), "K08")
    assert dice(session, "7.3.3") == [2, 3]
    assert strengths(session, "K08", "Germany") == [1] and strengths(session, "K08", "France") == []


@pytest.mark.sections("7.3.3")
def test_only_one_round_is_fought_and_survivors_stand_up_again_7_3_3():
    session = assault(field(dice=[[1] * 4, [1] * 8]), "K08")
    assert dice(session, "7.3.3") == [4, 8]
    assert not any(b.face_up for b in session.state.blocks.values())
    assert session.state.active == "allies" and session.state.control["K08"] == "allies"


@pytest.mark.sections("7.3.3")
def test_the_sole_survivor_takes_control_and_a_breakout_marker_7_3_3():
    session = assault(field(french=["infantry 1"], dice=[[1], [6] * 8]), "K08")
    assert session.state.control["K08"] == "cp" and session.state.breakout == ["K08"]


@pytest.mark.sections("7.3.3")
def test_a_winning_defender_gets_no_breakout_marker_7_3_3():
    session = assault(field(german=["infantry 1"], dice=[[6, 1, 1, 1], [1]]), "K08")
    assert strengths(session, "K08") == [4]
    assert session.state.breakout == [] and session.state.control["K08"] == "allies"


@pytest.mark.sections("7.3.3")
def test_a_hex_that_both_lose_keeps_its_owner_7_3_3():
    session = assault(field(german=["infantry 1"], french=["infantry 1"], dice=[[6], [6]]), "K08")
    assert strengths(session, "K08") == [] and session.state.control["K08"] == "allies"
    assert session.state.breakout == []


@pytest.mark.sections("7.3.3", "2.4.3")
def test_a_deception_block_is_found_out_and_leaves_the_way_free_7_3_3():
    session = assault(field(french=["deception"]), "K08")
    assert strengths(session, "K08", "France") == [] and dice(session) == []
    assert session.state.breakout == ["K08"]


@pytest.mark.sections("7.3.3")
def test_combats_are_declared_one_after_the_other_in_any_order_7_3_3():
    blocks = {
        "Germany": {"K08": ["infantry 3"], "K09": ["infantry 2"]},
        "France": {"K08": ["infantry 3"], "K09": ["infantry 2"]},
    }
    session = assault(position(blocks=blocks, dice=[[1] * 2, [1] * 2, [1] * 3, [1] * 3]), "K08", "K09")
    assert (at_section(session), decider(session)) == ("7.3.3", "cp")
    session.submit(ChooseHex("K09"))
    assert dice(session, "7.3.3") == [2, 2, 3, 3]


@pytest.mark.sections("7.3.3")
def test_a_wrong_hex_to_assault_is_refused_under_7_3_3():
    blocks = {
        "Germany": {"K08": ["infantry 3"], "K09": ["infantry 2"]},
        "France": {"K08": ["infantry 3"], "K09": ["infantry 2"]},
    }
    session = assault(position(blocks=blocks), "K08", "K09")
    refused(session, ChooseHex("J07"), "7.3.3")


@pytest.mark.sections("7.3.3", "7.1.3")
def test_blocks_seen_from_the_air_stand_up_after_combat_7_3_3():
    session = field(dice=[[1] * 4, [1] * 8])
    find(session, "K08", "France").face_up = True
    assault(session, "K08")
    assert not find(session, "K08", "France").face_up


@pytest.mark.sections("6.7.5/combat", "7.3.3")
def test_unsupplied_sps_roll_half_their_dice_together_rounded_down_7_3_3():
    session = field(
        french=["infantry 5", "infantry 2"], german=["infantry 3"], out_of_supply=["K08"], dice=[[1] * 3, [1]]
    )
    # Both are marked: 7 SPs roll 3 dice, 3 SPs roll 1.
    assert dice(assault(session, "K08"), "7.3.3") == [3, 1]


@pytest.mark.sections("6.7.5/combat", "7.3.3")
def test_supplied_and_unsupplied_sps_in_a_hex_are_counted_apart_7_3_3():
    session = field(french=["infantry 5"], german=["infantry 3", "infantry 2"], dice=[[1] * 5, [1] * 3])
    find(session, "K08", "Germany", sp=3).oos = True
    assert dice(assault(session, "K08"), "7.3.3") == [5, 3]


@pytest.mark.sections("6.7.6", "7.3.3")
def test_a_fortress_keeps_twice_its_sps_in_supply_7_3_3():
    blocks = {"Germany": {"I07": ["infantry 4"]}, "France": {"I07": ["infantry 7"]}}
    session = position(blocks=blocks, fortresses={"Toul": 2}, dice=[[1, 1], [1] * 5, [1] * 4], **NO_RIVER)
    find(session, "I07", "France").oos = True
    # Toul fires 2 dice; it supplies 4 of the 7 SPs, and the other 3 roll one die.
    assert dice(assault(session, "I07")) == [2, 5, 4]


@pytest.mark.sections("6.7.6", "7.3.3")
def test_the_owner_divides_verdun_between_its_hexes_7_3_3():
    blocks = {
        "Germany": {"H05": ["infantry 2"], "H06": ["infantry 2"]},
        "France": {"H05": ["infantry 4"], "H06": ["infantry 4"]},
    }
    session = position(
        blocks=blocks,
        fortresses={"Verdun": 2},
        dice=[[1, 1], [1, 1], [1] * 4, [1, 1], [1] * 2, [1, 1]],
        **NO_RIVER,
    )
    for block in session.state.blocks.values():
        block.oos = block.nation == "France"
    fort(session, "Verdun").first_share = 4
    pass_guns(session).submit(ChooseHex("H05"))
    assault(session, "H05", "H06").submit(ChooseHex("H05"))
    # All four SPs of supply are for H05; in H06 four SPs roll two dice.
    assert dice(session, "7.3.3") == [4, 2, 2, 2]


@pytest.mark.sections("6.7.6", "7.3.3")
def test_verdun_never_supplies_more_than_twice_its_sps_in_all_7_3_3():
    blocks = {
        "Germany": {"H05": ["infantry 2"], "H06": ["infantry 2"]},
        "France": {"H05": ["infantry 4"], "H06": ["infantry 4"]},
    }
    session = position(blocks=blocks, fortresses={"Verdun": 2}, dice=[{}] * 6, **NO_RIVER)
    for block in session.state.blocks.values():
        block.oos = block.nation == "France"
    pass_guns(session).submit(ChooseHex("H05"))
    assault(session, "H05", "H06").submit(ChooseHex("H05"))
    passive = [e.data["dice"] for e in session.log if e.kind == "rolled" and e.section == "7.3.3" and e.by == "allies"]
    # 8 SPs, 4 of them supplied: 6 dice at most, however the supply is divided.
    assert sum(passive) <= 6


# 7.3.3/combat-table


@pytest.mark.sections("7.3.3/combat-table")
def test_combat_tables_replace_many_dice_by_three_7_3_3():
    session = field(options=["combat-table"], german=["infantry 8"], french=["infantry 4"], dice=[10, 3])
    assault(session, "K08")
    # Blue table, total 10: 4 dice give 1 hit. Total 3 with 8 dice gives none.
    assert strengths(session, "K08", "Germany") == [7] and strengths(session, "K08", "France") == [4]
    assert dice(session) == [3, 3]


@pytest.mark.sections("7.3.3/combat-table", "7.3.4/fortress")
def test_the_green_table_serves_against_a_fortress_7_3_3():
    session = field(
        "I07", options=["combat-table"], german=["infantry 8"], french=["infantry 4"], dice=[[1] * 4, 3, 16]
    )
    assault(session, "I07")
    # Green, total 16, 8 dice: 3 hits. Toul takes the first, the blocks two. (Blue would give 5.)
    assert (fort(session).sp, strengths(session, "I07", "France")) == (3, [2])


# 7.3.4/trench, 7.3.4/trench-dice


@pytest.mark.sections("7.3.4", "7.3.4/trench")
def test_in_trenches_the_passive_player_rolls_first_and_the_dead_do_not_roll_7_3_4():
    session = assault(field(turn=4, trench=True, dice=[[6, 6, 5, 1, 1, 1], [1] * 5]), "K08")
    # 4 SPs and 2 Trench Defense dice for 8 attackers; 3 hits leave 5 Germans to roll.
    assert dice(session, "7.3.3") == [6, 5]


@pytest.mark.sections("7.3.4/trench")
def test_attackers_killed_in_the_trenches_never_roll_7_3_4():
    session = assault(field(turn=4, trench=True, german=["infantry 3"], dice=[[6, 6, 6, 1, 1]]), "K08")
    assert dice(session, "7.3.3") == [5]
    assert strengths(session, "K08", "France") == [4] and strengths(session, "K08", "Germany") == []


@pytest.mark.sections("7.3.4/trench-dice")
def test_more_attackers_more_trench_dice_7_3_4():
    extra = []
    for attackers in (4, 5, 9, 13, 17):
        session = assault(field(turn=4, trench=True, german=[f"infantry {attackers}"], french=["infantry 1"]), "K08")
        extra.append(dice(session, "7.3.3")[0] - 1)
    assert extra == [1, 2, 3, 4, 5]


@pytest.mark.sections("7.3.4/trench-dice")
def test_unsupplied_attackers_count_in_full_for_trench_dice_7_3_4():
    session = field(turn=4, trench=True, dice=[[1] * 6, [1] * 4])
    find(session, "K08", "Germany").oos = True
    assert dice(assault(session, "K08"), "7.3.3") == [6, 4]


@pytest.mark.sections("7.3.4/trench-dice")
def test_no_trench_dice_before_trench_warfare_on_clear_ground_7_3_4():
    assert dice(assault(field(dice=[[1] * 4, [1] * 8]), "K08"), "7.3.3") == [4, 8]


# 7.3.4/hindenburg


@pytest.mark.sections("7.3.4/hindenburg")
def test_the_hindenburg_line_doubles_the_trench_dice_of_the_cp_7_3_4():
    session = position(
        initiative="allies",
        turn=7,
        trench=True,
        hindenburg=["K07"],
        blocks={"Germany": {"K07": ["infantry 4"]}, "France": {"K07": ["infantry 8"]}},
        dice=[[1] * 8, [1] * 8],
    )
    assert dice(assault(session, "K07"), "7.3.3") == [8, 8]


@pytest.mark.sections("7.3.4/hindenburg")
def test_the_hindenburg_line_does_nothing_for_the_allies_7_3_4():
    session = field(turn=7, trench=True, hindenburg=["K08"], dice=[[1] * 6, [1] * 8])
    assert dice(assault(session, "K08"), "7.3.3") == [6, 8]


# 7.3.4/river


@pytest.mark.sections("7.3.4/river")
def test_a_river_gives_trench_dice_but_both_still_roll_together_7_3_4():
    session = assault(field("J07", dice=[[6, 6, 6, 1, 1, 1], [1] * 8]), "J07")
    assert dice(session, "7.3.3") == [6, 8]


@pytest.mark.sections("7.3.4/river")
def test_the_river_helps_once_only_7_3_4():
    session = assault(field("J07", dice=[[1] * 6, [1] * 8]), "J07")
    idle(session, lambda s: s.state.action_phase == 2 and s.state.active == "cp" and at_section(s) == "7.3.2")
    session.suppose([1] * 4, [1] * 8)
    session.submit(Continue("J07"))
    assert dice(session, "7.3.3") == [6, 8, 4, 8]


@pytest.mark.sections("7.3.4/river")
def test_the_river_waits_for_the_first_infantry_combat_7_3_4():
    session = run_through(pass_guns(field("J07")), EndCombat("J07"))
    idle(session, lambda s: s.state.action_phase == 2 and s.state.active == "cp" and at_section(s) == "7.3.2")
    session.suppose([1] * 6, [1] * 8)
    session.submit(Continue("J07"))
    assert dice(session, "7.3.3") == [6, 8]


@pytest.mark.sections("7.3.4/river")
def test_the_river_helps_only_a_passive_player_who_controls_the_hex_7_3_4():
    session = field("J07", control={"cp": ["J07"]}, dice=[[1] * 4, [1] * 8])
    assert dice(assault(session, "J07"), "7.3.3") == [4, 8]


@pytest.mark.sections("7.3.4/river", "7.3.4/trench")
def test_in_trench_warfare_a_river_adds_nothing_7_3_4():
    session = field("J07", turn=4, trench=True, dice=[[1] * 6, [1] * 8])
    assert dice(assault(session, "J07"), "7.3.3") == [6, 8]


# 7.3.4/fortress


def siege(french, german, dice, toul=4, **fields):
    """An assault on Toul, whose own fire comes first and misses."""
    return assault(
        field("I07", german, french, fortresses={"Toul": toul}, dice=[[1] * toul, *dice], **fields),
        "I07",
    )


@pytest.mark.sections("7.3.4/fortress")
def test_fives_do_nothing_to_the_owner_of_a_fortress_7_3_4():
    session = siege(["infantry 3"], ["infantry 4"], [[5, 5, 1], [5, 5, 5, 5]], **NO_RIVER)
    assert (fort(session).sp, strengths(session, "I07", "France")) == (4, [3])
    assert strengths(session, "I07", "Germany") == [2]


@pytest.mark.sections("7.3.4/fortress")
def test_first_six_on_the_fortress_then_blocks_then_the_fortress_again_7_3_4():
    two = siege(["infantry 3"], ["infantry 4"], [[1] * 3, [6, 6, 6, 1]], **NO_RIVER)
    assert (fort(two).sp, strengths(two, "I07", "France")) == (3, [1])
    four = siege(["infantry 2"], ["infantry 4"], [[1] * 2, [6] * 4], toul=3, **NO_RIVER)
    assert (fort(four).sp, strengths(four, "I07", "France")) == (1, [])
    assert four.state.breakout == [] and four.state.control["I07"] == "allies"


@pytest.mark.sections("7.3.4/fortress", "2.6.1")
def test_a_fortress_at_zero_is_destroyed_for_good_and_opens_the_way_7_3_4():
    session = siege(["infantry 2"], ["infantry 4"], [[1] * 2, [6] * 4], toul=2, **NO_RIVER)
    assert fort(session).destroyed and strengths(session, "I07", "France") == []
    assert session.state.breakout == ["I07"] and session.state.control["I07"] == "cp"


@pytest.mark.sections("7.3.4/fortress")
def test_a_fortress_without_blocks_can_be_stormed_7_3_4():
    session = siege([], ["infantry 4"], [[6, 6, 5, 5]], toul=2)
    assert fort(session).destroyed and session.state.breakout == ["I07"]


@pytest.mark.sections("7.3.4/fortress", "2.1.2")
def test_blocks_gone_but_the_fortress_stands_no_breakout_7_3_4():
    session = siege(["infantry 1"], ["infantry 4"], [[1], [6, 6, 1, 1]], **NO_RIVER)
    assert fort(session).sp == 3 and session.state.breakout == []
    assert session.state.control["I07"] == "allies" and "I07" in session.view("cp").board.contested


@pytest.mark.sections("7.3.4/fortress", "2.6.1")
def test_verdun_at_zero_still_shields_its_second_hex_7_3_4():
    blocks = {
        "Germany": {"H05": ["infantry 2"], "H06": ["infantry 4"]},
        "France": {"H06": ["infantry 3"]},
    }
    session = position(
        blocks=blocks,
        fortresses={"Verdun": 1},
        dice=[[1], [1], [6, 1], [1] * 3, [5, 5, 6, 1]],
    )
    pass_guns(session).submit(ChooseHex("H05"))
    assault(session, "H05", "H06").submit(ChooseHex("H05"))
    # In H05 Verdun falls to 0. In H06 the 5s are still ignored, and the 6 has only blocks to hit.
    assert strengths(session, "H06", "France") == [2]
    assert fort(session, "Verdun").destroyed
    assert session.state.breakout == ["H05"] and session.state.control["H06"] == "allies"


@pytest.mark.sections("7.3.4/fortress")
def test_after_a_fortress_is_destroyed_fives_hit_again_7_3_4():
    session = assault(
        field("I07", ["infantry 4"], ["infantry 3"], fortresses={"Toul": 0}, dice=[[1] * 3, [5, 5, 1, 1]], **NO_RIVER),
        "I07",
    )
    assert strengths(session, "I07", "France") == [1]


@pytest.mark.sections("7.3.4/fortress")
def test_a_fortress_shields_an_active_owner_too_7_3_4():
    session = field("J06", ["infantry 3"], ["infantry 3"], dice=[[1] * 5, [5, 5, 6], [1] * 3])
    assault(session, "J06")
    assert (fort(session, "Metz").sp, strengths(session, "J06", "Germany")) == (4, [3])
