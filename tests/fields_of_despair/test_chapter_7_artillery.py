"""Sections 7.3 and 7.3.1: contested hexes, hits, Artillery Fire."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair.actions import ChooseHex, Continue, Lose, Pass, PlaceArtillery, RailGun
from tutor.games.fields_of_despair.state import Counter

from .build import find, position, run_through, strengths
from .checks import allowed, at_section, decider, dice, idle, pass_guns, refused


def guns(
    hex="K08",
    german=("infantry 8",),
    french=("infantry 10",),
    cp=(4,),
    allies=(),
    lp=0,
    gas=0,
    masks=0,
    **fields,
):
    """CP guns ready to fire in a hex that both hold; Toul stands in I07."""
    return position(
        **{
            "blocks": {"Germany": {hex: list(german)}, "France": {hex: list(french)}},
            "boards": {
                "cp": {
                    "artillery": 20,
                    "artillery_counters": list(cp),
                    "lp": lp,
                    "technology": {"aircraft": 1, "gas": gas},
                },
                "allies": {
                    "artillery": 20,
                    "artillery_counters": list(allies),
                    "technology": {"aircraft": 1, "masks": masks},
                },
            },
            **fields,
        }
    )


def shell(session, hex="K08", *values):
    """The Active player places counters in a hex; nobody places anything else."""
    for value in values or (4,):
        if isinstance(value, str):
            session.submit(PlaceArtillery(hex, 3, value))
        else:
            session.submit(PlaceArtillery(hex, value))
        if decider(session) != session.state.active and at_section(session) == "7.3.1/counters":
            session.submit(Pass())
    return pass_guns(session)


def fort(session, name="Toul"):
    return session.state.fortresses[name].sp


# 7.3, 7.3/hits


@pytest.mark.sections("7.3")
def test_combat_is_fought_only_in_contested_hexes_7_3():
    session = guns(
        blocks={"Germany": {"K08": ["infantry 8"], "K07": ["infantry 2"]}, "France": {"K08": ["infantry 9"]}}
    )
    refused(session, PlaceArtillery("K07", 4), "7.3")
    assert allowed(session, PlaceArtillery("K08", 4))


@pytest.mark.sections("7.3")
def test_without_a_contested_hex_there_is_no_combat_7_3():
    session = guns(blocks={"Germany": {"K07": ["infantry 2"]}, "France": {"K08": ["infantry 9"]}})
    assert session.state.active == "allies" and dice(session) == []


@pytest.mark.sections("7.3/hits", "1.5/force-pool")
def test_a_13_that_is_hit_once_becomes_a_12_7_3():
    session = shell(guns(french=["infantry 13"], dice=[[6, 1, 1, 1]]))
    assert sum(strengths(session, "K08", "France")) == 12


@pytest.mark.sections("7.3/hits")
def test_the_owner_chooses_which_blocks_take_hits_7_3():
    session = shell(guns(french=["infantry 4", "infantry 3"], dice=[[6, 6, 6, 1]]))
    assert decider(session) == "allies"
    three, four = find(session, "K08", sp=3), find(session, "K08", sp=4)
    refused(session, Lose(four.id, 4), "7.3/hits")
    refused(session, Lose(find(session, "K08", "Germany").id, 1), "2.4")
    run_through(session, Lose(three.id, 2), Lose(four.id, 1))
    assert strengths(session, "K08", "France") == [3, 1]


@pytest.mark.sections("7.3/hits")
def test_a_block_reduced_to_nothing_goes_to_the_force_pool_7_3():
    session = shell(guns(french=["infantry 4", "infantry 1"], dice=[[6, 1, 1, 1]]))
    before = session.view("allies").board.force_pool["France infantry"][0]
    session.submit(Lose(find(session, "K08", sp=1).id, 1))
    assert strengths(session, "K08", "France") == [4]
    assert session.view("allies").board.force_pool["France infantry"][0] == before + 1


# 7.3.1


@pytest.mark.sections("7.3.1")
def test_artillery_needs_infantry_in_the_hex_7_3_1():
    session = guns(
        blocks={
            "Germany": {"K08": ["cavalry 3"], "J07": ["infantry 3"]},
            "France": {"K08": ["infantry 9"], "J07": ["infantry 3"]},
        }
    )
    refused(session, PlaceArtillery("K08", 4), "7.3.1")
    assert allowed(session, PlaceArtillery("J07", 4))


@pytest.mark.sections("7.3.1", "6.7.5/combat")
def test_no_guns_where_all_are_out_of_supply_or_no_line_runs_7_3_1():
    marked = guns(
        blocks={
            "Germany": {"K08": ["infantry 3"], "J07": ["infantry 3"]},
            "France": {"K08": ["infantry 9"], "J07": ["infantry 3"]},
        },
        out_of_supply=["K08"],
    )
    refused(marked, PlaceArtillery("K08", 4), "6.7.5/combat")
    assert allowed(marked, PlaceArtillery("J07", 4))
    cut_off = guns(
        blocks={
            "Germany": {"H08": ["infantry 3"], "J07": ["infantry 3"]},
            "France": {"H08": ["infantry 9"], "J07": ["infantry 3"]},
        }
    )
    refused(cut_off, PlaceArtillery("H08", 4), "6.7.5/combat")


@pytest.mark.sections("7.3.1", "11.1")
def test_no_allied_guns_where_only_belgians_stand_7_3_1():
    session = guns(
        blocks={"Germany": {"H01": ["infantry 8"]}, "Belgium": {"H01": ["infantry 3"]}},
        control={"cp": ["I02"]},
        fortresses={"Liege": 0},
        allies=(2,),
    )
    session.submit(PlaceArtillery("H01", 4))
    assert decider(session) == "cp"


# 7.3.1/counters


@pytest.mark.sections("7.3.1/counters")
def test_players_place_in_turn_and_a_pass_ends_nothing_7_3_1():
    session = guns(cp=(4, 1), allies=(2,), dice=[[1] * 5, [1] * 2])
    assert decider(session) == "cp"
    session.submit(Pass())
    assert decider(session) == "allies"
    run_through(session, PlaceArtillery("K08", 2), PlaceArtillery("K08", 4), Pass(), PlaceArtillery("K08", 1))
    assert decider(session) == "allies"
    run_through(session, Pass(), Pass())
    assert dice(session, "7.3.1/resolve") == [5, 2]


@pytest.mark.sections("7.3.1/counters")
def test_the_passive_player_may_choose_another_contested_hex_7_3_1():
    blocks = {
        "Germany": {"K08": ["infantry 8"], "J07": ["infantry 8"]},
        "France": {"K08": ["infantry 9"], "J07": ["infantry 8"]},
    }
    session = guns(blocks=blocks, allies=(2,))
    run_through(session, PlaceArtillery("K08", 4), PlaceArtillery("J07", 2))
    assert [(p.side, p.hex) for p in session.state.artillery_placed] == [("cp", "K08"), ("allies", "J07")]


@pytest.mark.sections("7.3.1/counters")
def test_a_counter_is_placed_once_and_lies_face_down_7_3_1():
    session = run_through(guns(), PlaceArtillery("K08", 4))
    (hidden,) = session.view("allies").board.counters
    assert (hidden.hex, hidden.value) == ("K08", None)
    session.submit(Pass())
    refused(session, PlaceArtillery("K08", 4), "2.5.2")


@pytest.mark.sections("7.3.1/counters")
def test_a_bluff_fires_no_dice_but_is_used_up_7_3_1():
    session = run_through(guns(cp=()), PlaceArtillery("K08", 0, "bluff"))
    pass_guns(session)
    assert dice(session) == []
    assert session.state.boards["cp"].used_artillery == [Counter(0, "bluff")]


# 7.3.1/fortress-artillery


@pytest.mark.sections("7.3.1/fortress-artillery")
def test_a_fortress_fires_its_sps_without_any_counter_7_3_1():
    session = pass_guns(guns("I07", french=[], cp=(), dice=[[5, 6, 4, 1]]))
    assert dice(session, "7.3.1/resolve") == [4]
    assert strengths(session, "I07", "Germany") == [6]


@pytest.mark.sections("7.3.1/fortress-artillery")
def test_fortress_and_counters_fire_together_7_3_1():
    session = guns("I07", allies=(2,), dice=[[1] * 4, [6] + [1] * 5])
    run_through(session, PlaceArtillery("I07", 4), PlaceArtillery("I07", 2))
    pass_guns(session)
    assert dice(session, "7.3.1/resolve") == [4, 6]
    assert strengths(session, "I07", "Germany") == [7]


@pytest.mark.sections("7.3.1/fortress-artillery")
def test_an_unsupplied_fortress_fires_in_full_7_3_1():
    session = pass_guns(guns("I07", cp=(), out_of_supply=["I07"], dice=[[1, 1, 1, 1]]))
    assert dice(session, "7.3.1/resolve") == [4]


@pytest.mark.sections("7.3.1/fortress-artillery", "11.1")
def test_belgian_fortresses_fire_too_7_3_1():
    session = pass_guns(
        guns(blocks={"Germany": {"I02": ["infantry 8"]}, "Belgium": {"I02": ["infantry 2"]}}, cp=(), dice=[[6, 6, 1]])
    )
    assert strengths(session, "I02", "Germany") == [6]


@pytest.mark.sections("7.3.1/fortress-artillery")
def test_the_active_players_own_fortress_fires_7_3_1():
    session = pass_guns(guns("J06", cp=(), dice=[[6, 5, 1, 1, 1]]))
    assert strengths(session, "J06", "France") == [8]


# 7.3.1/resolve


@pytest.mark.sections("7.3.1/resolve")
def test_fives_and_sixes_hit_and_fours_miss_7_3_1():
    session = shell(guns(dice=[[3, 4, 5, 6]]))
    assert strengths(session, "K08", "France") == [8]


@pytest.mark.sections("7.3.1/resolve")
def test_results_are_applied_together_7_3_1():
    session = guns(allies=(4,), dice=[[6, 6, 1, 1], [6, 5, 5, 1]])
    run_through(session, PlaceArtillery("K08", 4), PlaceArtillery("K08", 4))
    pass_guns(session)
    assert strengths(session, "K08", "France") == [8]
    assert strengths(session, "K08", "Germany") == [5]


@pytest.mark.sections("7.3.1/resolve")
def test_fire_reveals_no_block_7_3_1():
    session = shell(guns(french=["infantry 10", "deception"], dice=[[6, 1, 1, 1]]))
    seen = [b for b in session.view("cp").board.blocks if b.nation == "France"]
    assert len(seen) == 2 and all(b.sp is None and b.kind == "" for b in seen)
    assert "infantry 9" not in " ".join(e.text for e in session.view("cp").log)


@pytest.mark.sections("7.3.1/resolve")
def test_used_counters_wait_for_refresh_7_3_1():
    session = shell(guns(dice=[[1] * 4]))
    board = session.state.boards["cp"]
    assert board.used_artillery == [Counter(4)] and Counter(4) not in board.artillery_counters


@pytest.mark.sections("7.3.1/resolve")
def test_the_active_player_chooses_the_order_of_hexes_7_3_1():
    blocks = {
        "Germany": {"K08": ["infantry 8"], "K09": ["infantry 8"]},
        "France": {"K08": ["infantry 9"], "K09": ["infantry 9"]},
    }
    session = guns(blocks=blocks, cp=(2, 1), dice=[[6], [1, 1]])
    run_through(session, PlaceArtillery("K08", 2), Pass(), PlaceArtillery("K09", 1))
    pass_guns(session)
    assert decider(session) == "cp"
    refused(session, ChooseHex("J07"), "7.3.1/resolve")
    session.submit(ChooseHex("K09"))
    assert dice(session, "7.3.1/resolve") == [1, 2]
    assert strengths(session, "K09", "France") == [8]


# 7.3.1/never-clear


@pytest.mark.sections("7.3.1/never-clear")
def test_the_last_sp_survives_artillery_7_3_1():
    one = shell(guns(french=["infantry 1"], dice=[[6, 6, 1, 1]]))
    assert strengths(one, "K08", "France") == [1]
    three = shell(guns(french=["infantry 2", "infantry 1"], dice=[[6, 6, 6, 6]]))
    idle(three, lambda s: at_section(s) != "7.3.1/resolve")
    assert strengths(three, "K08", "France") == [1]


@pytest.mark.sections("7.3.1/never-clear")
def test_a_deception_block_is_not_the_sp_that_must_be_left_7_3_1():
    session = shell(guns(french=["infantry 2", "deception"], dice=[[6, 6, 6, 6]]))
    assert strengths(session, "K08", "France") == [1, 0]
    decoy = shell(guns(french=["deception"], dice=[[6, 6, 6, 6]]))
    assert strengths(decoy, "K08", "France") == [0]


@pytest.mark.sections("7.3.1/never-clear", "7.3.1.1/fortress")
def test_a_fortress_may_be_all_that_is_left_7_3_1():
    session = shell(guns("I07", french=["infantry 1"], dice=[[6, 6, 1, 1], [1] * 4]), "I07")
    assert (fort(session), strengths(session, "I07", "France")) == (3, [])


@pytest.mark.sections("7.3.1/never-clear")
def test_the_active_player_too_keeps_one_sp_7_3_1():
    session = pass_guns(guns("I07", german=["infantry 2"], cp=(), dice=[[6, 6, 6, 6]]))
    assert strengths(session, "I07", "Germany") == [1]


# 7.3.1/verdun-strasbourg


@pytest.mark.sections("7.3.1/verdun-strasbourg", "7.3.1/fortress-artillery")
def test_verdun_fires_in_both_hexes_second_with_what_is_left_7_3_1():
    session = guns(
        blocks={"Germany": {"H05": ["infantry 8"], "H06": ["infantry 8"]}},
        control={"cp": ["I06"]},
        dice=[[6, 1, 1, 1], [1] * 5, [6, 6, 1, 1]],
    )
    shell(session, "H05")
    session.submit(ChooseHex("H05"))
    assert dice(session, "7.3.1/resolve") == [4, 5, 4]
    assert fort(session, "Verdun") == 4
    assert strengths(session, "H06", "Germany") == [6]


@pytest.mark.sections("7.3.1/verdun-strasbourg")
def test_strasbourg_fires_in_both_hexes_7_3_1():
    session = position(
        initiative="allies",
        blocks={"France": {"M07": ["infantry 8"], "M08": ["infantry 8"]}},
        dice=[[1] * 4, [1] * 4],
    )
    pass_guns(session)
    session.submit(ChooseHex("M08"))
    assert dice(session, "7.3.1/resolve") == [4, 4]


# 7.3.1.1


@pytest.mark.sections("7.3.1.1", "7.3.1.1/fortress")
def test_fortress_ignores_fives_and_takes_the_first_six_7_3_1_1():
    session = shell(guns("I07", french=["infantry 3"], dice=[[6, 6, 5, 5], [1] * 4]), "I07")
    assert (fort(session), strengths(session, "I07", "France")) == (3, [2])


@pytest.mark.sections("7.3.1.1/fortress")
def test_sixes_beyond_the_blocks_fall_on_the_fortress_again_7_3_1_1():
    session = shell(guns("I07", french=["infantry 1"], dice=[[6, 6, 6, 1], [1] * 4]), "I07")
    assert (fort(session), strengths(session, "I07", "France")) == (2, [])


@pytest.mark.sections("7.3.1.1/fortress")
def test_artillery_leaves_a_bare_fortress_its_last_sp_7_3_1_1():
    session = shell(guns("I07", french=[], fortresses={"Toul": 2}, dice=[[6, 6, 6, 6], [1] * 2]), "I07")
    assert fort(session) == 1


@pytest.mark.sections("7.3.1.1/fortress", "7.3.1/never-clear")
def test_the_first_six_may_take_the_last_sp_of_a_fortress_beside_a_block_7_3_1_1():
    session = shell(guns("I07", french=["infantry 3"], fortresses={"Toul": 1}, dice=[[6, 6, 6, 6], [1]]), "I07")
    # Toul falls to 0 and is not yet destroyed; of the block one SP has to be left.
    assert (fort(session), strengths(session, "I07", "France")) == (0, [1])
    assert not session.state.fortresses["Toul"].destroyed


@pytest.mark.sections("7.3.1.1/fortress", "7.3.4/fortress")
def test_a_fortress_at_zero_by_artillery_still_shields_in_the_assault_7_3_4():
    session = guns(
        "I07",
        german=["infantry 4"],
        french=["infantry 3"],
        fortresses={"Toul": 1},
        state={"river_spent": ["I07"]},
        dice=[[6, 1, 1, 1], [1], [1] * 3, [5, 5, 6, 1]],
    )
    shell(session, "I07").submit(Continue("I07"))
    assert strengths(session, "I07", "France") == [2]
    assert session.state.fortresses["Toul"].destroyed


@pytest.mark.sections("7.3.1/verdun-strasbourg", "7.3.1.1/fortress")
def test_verdun_at_zero_gains_nothing_in_its_second_hex_7_3_1():
    session = guns(
        blocks={"Germany": {"H05": ["infantry 8"], "H06": ["infantry 8"]}, "France": {"H05": ["infantry 3"]}},
        control={"cp": ["I06"]},
        fortresses={"Verdun": 1},
        dice=[[6, 1, 1, 1], [1]],
    )
    shell(session, "H05").submit(ChooseHex("H05"))
    assert dice(session, "7.3.1/resolve") == [4, 1]
    assert fort(session, "Verdun") == 0


@pytest.mark.sections("7.3.1.1/fortress")
def test_the_fortress_shields_only_its_owner_7_3_1_1():
    session = pass_guns(guns("I07", cp=(), dice=[[5, 5, 1, 1]]))
    assert strengths(session, "I07", "Germany") == [6]


@pytest.mark.sections("7.3.1.1/fortress", "7.3.1.1/gas")
def test_gas_falls_on_blocks_before_further_sixes_7_3_1_1():
    session = shell(guns("I07", french=["infantry 2"], gas=3, dice=[[6, 6, 4, 4], [1] * 4]), "I07")
    # First 6: Toul. Gas: both SPs. Second 6: no block is left, so Toul again.
    assert (fort(session), strengths(session, "I07", "France")) == (2, [])


# 7.3.1.1/big-bertha


def bertha(dice, hex="I07", french=("infantry 5",), lp=1, **fields):
    return guns(hex, french=french, cp=("bertha", 2), lp=lp, dice=dice, **fields)


@pytest.mark.sections("7.3.1.1/big-bertha", "10.1/big-bertha")
def test_rail_gun_hits_the_fortress_on_fives_and_leaves_the_first_six_open_7_3_1_1():
    session = shell(bertha([[5, 5, 1], [6, 6], [1] * 4]), "I07", "bertha", 2)
    assert decider(session) == "cp"
    session.submit(RailGun(True))
    # Rail gun: two off Toul. No 6 was among them, so the first 6 of the others takes a third.
    assert (fort(session), strengths(session, "I07", "France")) == (1, [4])
    assert session.state.boards["cp"].lp == 0


@pytest.mark.sections("7.3.1.1/big-bertha")
def test_a_six_of_the_rail_gun_is_the_first_six_7_3_1_1():
    session = run_through(shell(bertha([[6, 1, 1], [6, 6], [1] * 4]), "I07", "bertha", 2), RailGun(True))
    assert (fort(session), strengths(session, "I07", "France")) == (3, [3])


@pytest.mark.sections("7.3.1.1/big-bertha")
def test_rail_gun_hits_beyond_the_fortress_fall_on_blocks_7_3_1_1():
    session = bertha([[6, 5, 5], [1, 1], [1] * 2], fortresses={"Toul": 2})
    run_through(shell(session, "I07", "bertha", 2), RailGun(True))
    assert (fort(session), strengths(session, "I07", "France")) == (0, [4]), (
        "a block is left, so the Fortress may fall to 0"
    )


@pytest.mark.sections("7.3.1.1/big-bertha")
def test_big_bertha_may_fire_as_a_plain_gun_for_nothing_7_3_1_1():
    session = run_through(shell(bertha([[6, 6, 5, 5, 5], [1] * 4]), "I07", "bertha", 2), RailGun(False))
    assert dice(session) == [5, 4]
    assert (fort(session), strengths(session, "I07", "France")) == (3, [4])
    assert session.state.boards["cp"].lp == 1


@pytest.mark.sections("7.3.1.1/big-bertha")
def test_the_fortress_fires_at_full_strength_against_the_rail_gun_7_3_1_1():
    session = run_through(shell(bertha([[6, 6, 6], [1, 1], [1] * 4]), "I07", "bertha", 2), RailGun(True))
    assert dice(session) == [3, 2, 4]


@pytest.mark.sections("7.3.1", "7.3.1/resolve")
def test_no_rail_gun_without_lp_or_fortress_7_3_1_1():
    poor = shell(bertha([[1] * 5, [1] * 4], lp=0), "I07", "bertha", 2)
    plain = shell(bertha([[1] * 5], hex="K08"), "K08", "bertha", 2)
    assert at_section(poor) == at_section(plain) == "7.3.2"
    refused(poor, RailGun(True), "7.3.2")
    assert dice(poor) == [5, 4] and dice(plain) == [5]


@pytest.mark.sections("7.3.1/resolve")
def test_no_rail_gun_for_a_passive_cp_7_3_1_1():
    session = bertha([[1] * 4, [1] * 5], initiative="allies")
    # The French hold Toul and are Active; Big Bertha answers as a plain gun.
    run_through(session, Pass(), PlaceArtillery("I07", 3, "bertha"), Pass(), PlaceArtillery("I07", 2))
    pass_guns(session)
    assert dice(session) == [4, 5] and session.state.boards["cp"].lp == 1


# 7.3.1.1/gas, 7.3.1.1/gas-mask


@pytest.mark.sections("7.3.1.1/gas", "12.2")
@pytest.mark.parametrize(("level", "left"), [(2, 9), (3, 7), (4, 7), (5, 7)])
def test_fours_are_gas_hits_from_level_3_on_7_3_1_1(level, left):
    session = shell(guns(gas=level, dice=[[4, 4, 5, 1]]))
    assert strengths(session, "K08", "France") == [left]


@pytest.mark.sections("7.3.1.1/gas")
def test_gas_never_reduces_a_fortress_nor_is_it_stopped_by_one_7_3_1_1():
    session = shell(guns("I07", french=["infantry 2"], gas=5, dice=[[4, 4, 4, 5], [1] * 4]), "I07")
    assert (fort(session), strengths(session, "I07", "France")) == (4, [])


@pytest.mark.sections("7.3.1.1/gas", "7.3.1/never-clear")
def test_gas_never_clears_a_hex_7_3_1_1():
    session = shell(guns(french=["infantry 2"], gas=5, dice=[[4, 4, 4, 4]]))
    assert strengths(session, "K08", "France") == [1]


@pytest.mark.sections("7.3.1.1/gas")
def test_only_the_side_that_has_gas_uses_it_7_3_1_1():
    session = guns(gas=3, allies=(4,), dice=[[1] * 4, [4] * 4])
    run_through(session, PlaceArtillery("K08", 4), PlaceArtillery("K08", 4))
    assert strengths(pass_guns(session), "K08", "Germany") == [8]


@pytest.mark.sections("7.3.1.1/gas-mask", "12.3")
@pytest.mark.parametrize(("gas", "left"), [(3, 8), (4, 8), (5, 6)])
def test_masks_of_level_2_cancel_two_chlorine_and_no_mustard_hits_7_3_1_1(gas, left):
    session = shell(guns(gas=gas, masks=2, dice=[[4, 4, 4, 5]]))
    assert strengths(session, "K08", "France") == [left]


@pytest.mark.sections("7.3.1.1/gas-mask")
def test_masks_do_not_cancel_fives_and_sixes_7_3_1_1():
    session = shell(guns(gas=3, masks=4, dice=[[5, 6, 4, 1]]))
    assert strengths(session, "K08", "France") == [8]
