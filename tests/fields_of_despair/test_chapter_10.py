"""Chapter 10: Logistic Points."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair.actions import (
    BreakDown,
    BringUp,
    Buy,
    ChooseHex,
    Deliver,
    Done,
    Emergency,
    Lose,
    Move,
    Pass,
    PickUp,
    PlaceArtillery,
    PlaceDeception,
    RailGun,
    Reinforce,
    RepairAir,
    Resupply,
    RetreatTo,
    Sail,
    Withdraw,
)

from .build import ACTIONS, MOVEMENT, SPEND, find, position, run_through, strengths
from .checks import allowed, assault, at_section, decider, dice, idle, pass_guns, refused


def lps(cp=0, allies=0, **cp_board):
    return {"cp": {"lp": cp, **cp_board}, "allies": {"lp": allies}}


# 10.0


@pytest.mark.sections("10.0", "6.5.1/logistic-point")
def test_lps_are_bought_and_at_most_five_are_held_10_0():
    session = position(at=SPEND, boards={"allies": {"lp": 3, "saved_ep": 3}})
    run_through(session, Buy("logistic-point"), Buy("logistic-point"))
    refused(session, Buy("logistic-point"), "6.5.1/logistic-point")
    run_through(session, Done(), Done())
    assert session.state.boards["allies"].lp == 5


@pytest.mark.sections("10.0")
def test_unspent_lps_carry_over_to_the_next_turn_10_0():
    session = position(at=ACTIONS, boards=lps(2, 4), blocks={"France": {"H09": ["infantry 3"]}}, out_of_supply=["H09"])
    idle(session, lambda s: s.state.turn == 2 and at_section(s) == "6.5")
    assert (session.state.boards["cp"].lp, session.state.boards["allies"].lp) == (2, 4)
    run_through(session, Done(), Done())
    idle(session, lambda s: s.state.active == "allies" and at_section(s) == "7.2")
    refused(session, Resupply("H09"), "10.1/re-supply")


@pytest.mark.sections("10.0", "10.1/re-supply")
def test_nothing_is_done_without_an_lp_10_0():
    session = position(
        at=MOVEMENT, initiative="allies", blocks={"France": {"H09": ["infantry 3"]}}, out_of_supply=["H09"]
    )
    refused(session, Resupply("H09"), "10.0")
    refused(session, Emergency(), "10.1/emergency-reorganization")


# 10.1/aircraft-repair


def damaged(lp, damage):
    session = position(at=MOVEMENT, boards={"allies": {"lp": lp, "air": 5}})
    session.state.boards["allies"].damaged = damage
    return idle(session, lambda s: s.where[-1].id == "refresh")


@pytest.mark.sections("10.1", "10.1/aircraft-repair")
def test_an_lp_repairs_up_to_two_air_damage_10_1():
    session = damaged(lp=3, damage=3)
    assert (at_section(session), decider(session)) == ("10.1/aircraft-repair", "allies")
    session.submit(RepairAir())
    board = session.state.boards["allies"]
    assert (board.air, board.lp) == (7, 2)
    session.submit(RepairAir())
    # No limit but the damage: the third marker went for the second LP.
    assert (board.air, board.lp) == (8, 1) and at_section(session) != "10.1/aircraft-repair"


@pytest.mark.sections("10.1/aircraft-repair")
def test_repair_is_optional_and_needs_lp_and_damage_10_1():
    kept = run_through(damaged(lp=1, damage=2), Done())
    assert (kept.state.boards["allies"].air, kept.state.boards["allies"].lp) == (5, 1)
    for session in (damaged(lp=0, damage=2), damaged(lp=2, damage=0)):
        assert at_section(session) == "6.5.2/air"
        refused(session, RepairAir(), "6.5.2/air")


# 10.1/big-bertha


@pytest.mark.sections("10.1/big-bertha")
def test_the_rail_gun_costs_one_lp_and_fires_once_an_action_phase_10_1():
    session = position(
        blocks={"Germany": {"I07": ["infantry 8"]}, "France": {"I07": ["infantry 4"]}},
        boards=lps(2, artillery=3, artillery_counters=["bertha"]),
        dice=[[5, 1, 1], [1] * 4],
    )
    session.submit(PlaceArtillery("I07", 3, "bertha"))
    pass_guns(session).submit(RailGun(True))
    assert session.state.boards["cp"].lp == 1 and session.state.fortresses["Toul"].sp == 3
    assert at_section(session) == "7.3.2"
    idle(session, lambda s: s.state.active == "allies")
    assert session.state.boards["cp"].lp == 1


@pytest.mark.sections("10.1/big-bertha")
def test_the_rail_gun_is_ready_again_in_the_next_action_phase_10_1():
    session = position(
        blocks={"Germany": {"I07": ["infantry 8"]}, "France": {"I07": ["infantry 4"]}},
        boards=lps(2, artillery=3, artillery_counters=["bertha"]),
        dice=[[1] * 3, [1] * 4],
    )
    session.submit(PlaceArtillery("I07", 3, "bertha"))
    pass_guns(session).submit(RailGun(True))
    idle(session, lambda s: at_section(s) == "6.5.2/artillery" and decider(s) == "cp")
    session.submit({"action": "artillery-mix", "values": [], "bertha": True})
    idle(session, lambda s: s.state.active == "cp" and at_section(s) == "7.3.1/counters" and decider(s) == "cp")
    session.submit(PlaceArtillery("I07", 3, "bertha"))
    pass_guns(session)
    assert at_section(session) == "10.1/big-bertha"


# 10.1/emergency-reorganization


def emergency(lp=2, **fields):
    return position(
        **{
            "at": MOVEMENT,
            "initiative": "allies",
            "boards": lps(allies=lp),
            "blocks": {"France": {"H09": ["infantry 12"], "G08": ["infantry 6"]}},
            **fields,
        }
    )


@pytest.mark.sections("10.1/emergency-reorganization", "8.1")
def test_an_lp_moves_up_to_five_sps_along_the_front_10_1():
    session = run_through(emergency(), Emergency())
    assert session.state.boards["allies"].lp == 1
    big = find(session, "H09").id
    refused(session, PickUp(big, 6), "8.1")
    run_through(session, PickUp(big, 3), Deliver("K08"))
    refused(session, PickUp(big, 3), "8.1")
    run_through(session, PickUp(big, 2), Deliver("K09"))
    assert [sum(strengths(session, h)) for h in ("H09", "K08", "K09")] == [7, 3, 2]
    assert at_section(session) == "7.2"


@pytest.mark.sections("10.1/emergency-reorganization")
def test_two_lps_an_action_phase_at_most_10_1():
    session = run_through(emergency(lp=3), Emergency(), Done(), Emergency(), Done())
    refused(session, Emergency(), "10.1/emergency-reorganization")
    assert session.state.boards["allies"].lp == 1


@pytest.mark.sections("10.1/emergency-reorganization")
def test_it_comes_before_all_other_moves_10_1():
    session = emergency()
    session.submit(Move(find(session, "G08").id, ("G09",)))
    refused(session, Emergency(), "10.1/emergency-reorganization")


@pytest.mark.sections("10.1/emergency-reorganization", "7.2/england")
def test_it_comes_before_landings_too_10_1():
    session = emergency(blocks={"Britain": {"A01": ["infantry 3"]}, "France": {"H09": ["infantry 8"]}})
    session.submit(Sail(find(session, "A01").id, "B01"))
    refused(session, Emergency(), "10.1/emergency-reorganization")


@pytest.mark.sections("10.1/emergency-reorganization")
def test_the_second_lp_too_comes_before_all_other_moves_10_1():
    session = run_through(emergency(), Emergency(), Done())
    session.submit(Move(find(session, "G08").id, ("G09",)))
    refused(session, Emergency(), "10.1/emergency-reorganization")


@pytest.mark.sections("10.1/emergency-reorganization", "7.2")
def test_sps_moved_so_do_not_move_again_but_the_rest_may_10_1():
    session = run_through(emergency(), Emergency())
    run_through(session, PickUp(find(session, "H09").id, 5), Deliver("K09"))
    refused(session, Move(find(session, "K09").id, ("K08",)), "7.2")
    session.submit(Emergency())
    refused(session, PickUp(find(session, "K09").id, 2), "10.1/emergency-reorganization")
    session.submit(Done())
    assert allowed(session, Move(find(session, "H09").id, ("H08",)))


@pytest.mark.sections("10.1/emergency-reorganization", "8.1")
def test_the_rules_of_reorganization_hold_10_1():
    session = run_through(emergency(blocks={"France": {"K08": ["infantry 4"], "H09": ["infantry 4"]}}), Emergency())
    refused(session, PickUp(find(session, "K08").id, 4), "8.1")
    session.submit(PickUp(find(session, "H09").id, 4))
    refused(session, Deliver("K07"), "8.1")
    marked = run_through(emergency(out_of_supply=["H09"]), Emergency())
    refused(marked, PickUp(find(marked, "H09").id, 1), "8.1")


@pytest.mark.sections("10.1/emergency-reorganization", "7.3.3", "7.4")
def test_sps_moved_so_fight_and_break_out_10_1():
    session = emergency(
        initiative="cp",
        boards=lps(cp=1),
        blocks={"Germany": {"K08": ["infantry 1"], "L05": ["infantry 5"]}, "France": {"K08": ["infantry 1"]}},
        dice=[[1], [6] + [1] * 5],
    )
    run_through(session, Emergency(), PickUp(find(session, "L05").id, 5), Deliver("K08"), Done())
    assault(session, "K08")
    assert dice(session, "7.3.3") == [1, 6]
    session.submit(Move(find(session, "K08", sp=5).id, ("K09",)))
    assert strengths(session, "K09") == [5]


@pytest.mark.sections("10.1/emergency-reorganization")
def test_no_lp_moves_sps_from_a_hex_of_belgians_alone_10_1():
    session = run_through(
        emergency(
            blocks={"Belgium": {"E01": ["infantry 3"], "D01": ["infantry 1"]}, "France": {"D01": ["infantry 1"]}}
        ),
        Emergency(),
    )
    assert not allowed(session, PickUp(find(session, "E01").id, 2))


# 10.1/reinforcement


def defence(near, lp=1, cp_guns=(), german=("infantry 8",), french=("infantry 3",), **fields):
    """K08 is contested; ``near`` holds the French around it."""
    blocks = {"Germany": {"K08": list(german)}, "France": {"K08": list(french), **near}}
    for nation, places in fields.pop("more", {}).items():
        for hex, here in places.items():
            blocks.setdefault(nation, {})[hex] = here
    boards = lps(allies=lp, artillery=8, artillery_counters=list(cp_guns))
    return position(**{"blocks": blocks, "boards": boards, **fields})


@pytest.mark.sections("10.1/reinforcement")
def test_five_sps_come_from_each_adjacent_hex_10_1():
    session = assault(defence({"K09": ["infantry 8"], "J07": ["infantry 6"]}), "K08")
    assert decider(session) == "allies"
    session.submit(Reinforce("K08"))
    south, west = find(session, "K09").id, find(session, "J07").id
    refused(session, BringUp(south, 6), "10.1/reinforcement")
    session.submit(BringUp(south, 5))
    refused(session, BringUp(south, 1), "10.1/reinforcement")
    session.suppose([1] * 13, [1] * 8)
    run_through(session, BringUp(west, 5), Done())
    assert sorted(strengths(session, "K08", "France")) == [3, 5, 5]
    assert strengths(session, "K09") == [3] and strengths(session, "J07") == [1]
    assert session.state.boards["allies"].lp == 0 and dice(session, "7.3.3") == [13, 8]


@pytest.mark.sections("10.1/reinforcement")
def test_reinforcements_come_only_from_next_door_and_in_supply_10_1():
    session = assault(
        defence({"K09": ["infantry 8"], "I08": ["infantry 6"], "J07": ["infantry 4"]}, out_of_supply=["J07"]), "K08"
    )
    session.submit(Reinforce("K08"))
    refused(session, BringUp(find(session, "I08").id, 1), "10.1/reinforcement")
    refused(session, BringUp(find(session, "J07").id, 1), "10.1/reinforcement")
    assert allowed(session, BringUp(find(session, "K09").id, 1))


@pytest.mark.sections("10.1/reinforcement")
def test_one_sp_stays_in_each_contested_source_hex_10_1():
    session = defence({"K09": ["infantry 4"], "J07": ["infantry 4"]}, more={"Germany": {"K09": ["infantry 2"]}})
    assault(session, "K08").submit(Reinforce("K08"))
    refused(session, BringUp(find(session, "K09", "France").id, 4), "10.1/reinforcement")
    assert allowed(session, BringUp(find(session, "K09", "France").id, 3))
    assert allowed(session, BringUp(find(session, "J07").id, 4))


@pytest.mark.sections("10.1/reinforcement")
def test_a_shelled_hex_is_reinforced_before_the_guns_are_revealed_10_1():
    session = defence({"K09": ["infantry 8"]}, cp_guns=[4], lp=2, dice=[[6, 6, 1, 1]])
    session.submit(PlaceArtillery("K08", 4))
    pass_guns(session)
    assert (at_section(session), decider(session)) == ("10.1/reinforcement", "allies")
    assert [c.value for c in session.view("allies").board.counters] == [None]
    run_through(session, Reinforce("K08"), BringUp(find(session, "K09").id, 5), Done())
    session.submit(Lose(find(session, "K08", sp=5).id, 2))
    assert sorted(strengths(session, "K08", "France")) == [3, 3]


@pytest.mark.sections("10.1/reinforcement")
def test_only_a_hex_under_active_fire_or_assault_is_reinforced_10_1():
    session = defence({"K09": ["infantry 8"]}, cp_guns=[4], lp=2)
    session.submit(PlaceArtillery("K08", 4))
    pass_guns(session)
    refused(session, Reinforce("K09"), "10.1/reinforcement")
    quiet = pass_guns(defence({"K09": ["infantry 8"]}, lp=2))
    assert at_section(quiet) == "7.3.2"


@pytest.mark.sections("10.1/reinforcement", "10.1/retreat")
def test_a_target_hex_takes_one_lp_and_then_cannot_retreat_10_1():
    session = defence({"K09": ["infantry 8"]}, cp_guns=[4], lp=5, dice=[[1] * 4, [1] * 8, [1] * 8])
    session.submit(PlaceArtillery("K08", 4))
    pass_guns(session)
    run_through(session, Reinforce("K08"), BringUp(find(session, "K09").id, 5), Done())
    assert session.state.boards["allies"].lp == 4
    # Assaulted later, the hex may neither be reinforced again nor retreat: no question is asked.
    assault(session, "K08")
    assert dice(session, "7.3.3") == [8, 8]


def two_fronts(**fields):
    """K08 and J07 are both contested and touch each other."""
    return assault(
        defence(
            {"J07": ["infantry 5"], "K09": ["infantry 4"]},
            more={"Germany": {"J07": ["infantry 2"]}},
            **{"lp": 5, "state": {"river_spent": ["J07"]}, **fields},
        ),
        "K08",
        "J07",
    )


@pytest.mark.sections("10.1/reinforcement")
def test_sps_that_have_fought_do_not_reinforce_10_1():
    session = run_through(two_fronts(dice=[{}] * 2), ChooseHex("J07"), Done())
    assert session.decision.about["hexes"] == ["K08"]
    session.submit(Reinforce("K08"))
    refused(session, BringUp(find(session, "J07", "France").id, 1), "10.1/reinforcement")
    assert allowed(session, BringUp(find(session, "K09").id, 1))
    # Before they have fought they may come.
    early = run_through(two_fronts(), ChooseHex("K08"), Reinforce("K08"))
    assert allowed(early, BringUp(find(early, "J07", "France").id, 4))


@pytest.mark.sections("10.1/reinforcement")
def test_a_reinforced_hex_gives_no_reinforcements_10_1():
    session = defence(
        {"J07": ["infantry 5"], "K09": ["infantry 4"]},
        more={"Germany": {"J07": ["infantry 2"]}},
        cp_guns=[2, 1],
        lp=5,
    )
    run_through(session, PlaceArtillery("K08", 2), Pass(), PlaceArtillery("J07", 1))
    pass_guns(session)
    assert allowed(session, Reinforce("J07"))
    run_through(session, Reinforce("K08"), BringUp(find(session, "K09").id, 4), Done())
    # J07 touches no other hex with French blocks than K08, which was reinforced itself.
    assert at_section(session) != "10.1/reinforcement"
    assert session.state.boards["allies"].lp == 4


@pytest.mark.sections("10.1/reinforcement", "11.1")
def test_no_lp_for_a_hex_of_belgians_alone_10_1():
    session = assault(
        position(
            blocks={
                "Germany": {"H01": ["infantry 8"]},
                "Belgium": {"H01": ["infantry 3"]},
                "France": {"G02": ["infantry 5"]},
            },
            boards=lps(allies=3),
            dice=[{}, {}],
        ),
        "H01",
    )
    assert dice(session, "7.3.3") == [3, 8] and session.state.boards["allies"].lp == 3


# 10.1/re-supply


@pytest.mark.sections("10.1/re-supply")
def test_an_lp_takes_the_marker_off_one_hex_in_any_phase_10_1():
    session = position(
        at=MOVEMENT,
        initiative="allies",
        boards=lps(allies=3),
        blocks={"France": {"H09": ["infantry 3", "cavalry 2"], "H08": ["infantry 2"]}},
        out_of_supply=["H09", "H08"],
    )
    assert Resupply("H09") in session.legal()
    session.submit(Resupply("H09"))
    assert [b.oos for b in session.state.blocks.values() if b.hex == "H09"] == [False, False]
    assert find(session, "H08").oos and session.state.boards["allies"].lp == 2
    assert allowed(session, Move(find(session, "H09", kind="infantry").id, ("G09", "F09")))
    refused(session, Resupply("H09"), "10.1/re-supply")
    idle(session, lambda s: s.where[-1].id == "reorganize" and decider(s) == "allies")
    session.submit(Resupply("H08"))
    assert allowed(session, PickUp(find(session, "H08").id, 2))


@pytest.mark.sections("10.1/re-supply")
def test_re_supply_needs_a_supply_line_now_10_1():
    session = position(
        at=MOVEMENT,
        initiative="allies",
        boards=lps(allies=1),
        blocks={"France": {"L05": ["infantry 3"]}},
        control={"allies": ["L05"]},
        out_of_supply=["L05"],
    )
    refused(session, Resupply("L05"), "10.1/re-supply")


@pytest.mark.sections("10.1/re-supply", "7.3.3")
def test_re_supply_in_combat_brings_full_dice_10_1():
    session = defence({}, french=["infantry 6"], out_of_supply=["K08"], boards=lps(cp=1), dice=[[1] * 3, [1] * 8])
    session.submit(Resupply("K08"))
    assert dice(assault(session, "K08"), "7.3.3") == [3, 8]


# 10.1/retreat


@pytest.mark.sections("10.1/retreat", "7.3.3")
def test_a_full_retreat_costs_an_lp_and_leaves_a_breakout_marker_10_1():
    session = assault(defence({}, french=["infantry 3", "cavalry 2"]), "K08")
    assert decider(session) == "allies"
    refused(session, RetreatTo("L08"), "10.1/retreat")
    session.submit(RetreatTo("K09"))
    refused(session, Done(), "10.1/retreat")
    run_through(session, Withdraw(find(session, "K08", "France", sp=3).id))
    session.submit(Withdraw(find(session, "K08", "France", sp=2).id))
    assert strengths(session, "K09") == [3, 2] and dice(session) == []
    assert session.state.boards["allies"].lp == 0
    assert session.state.breakout == ["K08"] and session.state.control["K08"] == "cp"


@pytest.mark.sections("10.1/retreat")
def test_a_retreat_needs_an_lp_and_is_optional_10_1():
    poor = assault(defence({}, lp=0, dice=[{}, {}]), "K08")
    assert dice(poor, "7.3.3") == [3, 8]
    brave = assault(defence({}, lp=1, dice=[{}, {}]), "K08")
    brave.submit(Done())
    assert dice(brave, "7.3.3") == [3, 8] and brave.state.boards["allies"].lp == 1


@pytest.mark.sections("10.1/retreat", "7.2.1")
def test_blocks_may_break_down_and_a_part_retreat_10_1():
    session = assault(defence({}, french=["infantry 6"], dice=[[1] * 2, [1] * 8]), "K08")
    block = find(session, "K08", "France")
    run_through(session, RetreatTo("K09"), BreakDown(block.id, (4, 2)))
    run_through(session, Withdraw(find(session, "K08", "France", sp=4).id), Done())
    assert strengths(session, "K09") == [4] and strengths(session, "K08", "France") == [2]
    # Those who stay fight.
    assert dice(session, "7.3.3") == [2, 8] and session.state.breakout == []


@pytest.mark.sections("10.1/retreat")
def test_only_friendly_hexes_take_a_retreat_if_there_are_any_10_1():
    session = assault(defence({}, control={"cp": ["K09", "J08"]}, fortresses={"Epinal": 0}), "K08")
    for hex in ("K09", "J08", "K07", "I08"):
        refused(session, RetreatTo(hex), "10.1/retreat")
    assert allowed(session, RetreatTo("J07"))


SURROUNDED = {"control": {"cp": ["K09", "J07", "J08"]}, "fortresses": {"Epinal": 0}}


@pytest.mark.sections("10.1/retreat")
def test_with_no_friendly_hex_an_empty_one_toward_supply_serves_10_1():
    session = assault(defence({}, french=["infantry 3"], **SURROUNDED), "K08")
    refused(session, RetreatTo("K09"), "10.1/retreat")
    refused(session, RetreatTo("L08"), "10.1/retreat")
    run_through(session, RetreatTo("J07"), Withdraw(find(session, "K08", "France").id))
    assert strengths(session, "J07") == [3] and session.state.control["J07"] == "allies"


@pytest.mark.sections("10.1/retreat")
def test_with_no_legal_hex_there_is_no_retreat_10_1():
    held = {"J07": ["infantry 1"], "J08": ["infantry 1"], "K07": ["infantry 1"]}
    session = assault(defence({}, more={"Germany": held}, dice=[{}, {}], **SURROUNDED), "K08")
    assert dice(session, "7.3.3") == [3, 8] and session.state.boards["allies"].lp == 1


@pytest.mark.sections("10.1/retreat")
def test_unsupplied_blocks_get_no_lp_and_deception_blocks_stay_10_1():
    session = defence({}, french=["infantry 3", "infantry 2", "deception"], dice=[[1], [1] * 8])
    find(session, "K08", "France", sp=2).oos = True
    assault(session, "K08")
    session.submit(RetreatTo("K09"))
    refused(session, Withdraw(find(session, "K08", "France", sp=2).id), "10.1/retreat")
    refused(session, Withdraw(find(session, "K08", "France", sp=0).id), "10.1/retreat")
    session.submit(Withdraw(find(session, "K08", "France", sp=3).id))
    assert strengths(session, "K08", "France") == [2] and dice(session, "7.3.3") == [1, 8]


@pytest.mark.sections("10.1/retreat", "7.3.3")
def test_retreated_blocks_roll_no_dice_but_can_be_losses_10_1():
    session = two_fronts(dice=[[1] * 5, [6, 1]])
    run_through(session, ChooseHex("K08"), RetreatTo("J07"), Withdraw(find(session, "K08", "France").id), Done())
    # J07 has 5 SPs of its own and 3 that retreated: only 5 dice.
    assert dice(session, "7.3.3") == [5, 2]
    refused(session, Lose(find(session, "K09", "France").id, 1), "7.3.3")
    session.submit(Lose(find(session, "J07", "France", sp=3).id, 1))
    assert strengths(session, "J07", "France") == [5, 2]


@pytest.mark.sections("10.1/retreat", "7.3.4/trench-dice")
def test_a_hex_held_only_by_retreated_blocks_rolls_no_dice_10_1():
    session = defence(
        {"J07": ["deception"]}, more={"Germany": {"J07": ["infantry 2"]}}, turn=4, trench=True, dice=[{}] * 2
    )
    assault(session, "K08", "J07").submit(ChooseHex("K08"))
    run_through(session, RetreatTo("J07"), Withdraw(find(session, "K08", "France").id))
    # The Deception block is found out: only the 3 SPs that retreated are left in J07.
    rolled = [e.by for e in session.log if e.kind == "rolled" and e.section == "7.3.3"]
    assert strengths(session, "J07", "France") == [3] and rolled == ["cp"]


@pytest.mark.sections("10.1/retreat", "11.1")
def test_no_retreat_for_belgians_alone_10_1():
    session = assault(
        position(
            blocks={"Germany": {"H01": ["infantry 8"]}, "Belgium": {"H01": ["infantry 3"]}},
            boards=lps(allies=3),
            dice=[{}, {}],
        ),
        "H01",
    )
    assert dice(session, "7.3.3") == [3, 8]


@pytest.mark.sections("10.1/retreat")
def test_a_retreat_leaves_a_standing_fortress_to_fight_10_1():
    session = position(
        blocks={"Germany": {"I07": ["infantry 4"]}, "France": {"I07": ["infantry 3"]}},
        boards=lps(allies=1),
        dice=[[1] * 4, [6, 6, 5, 5]],
    )
    assault(session, "I07")
    run_through(session, RetreatTo("H07"), Withdraw(find(session, "I07", "France").id))
    assert session.state.fortresses["Toul"].sp == 2
    assert session.state.breakout == [] and session.state.control["I07"] == "allies"


@pytest.mark.sections("10.1/reinforcement", "10.1/retreat", "7.4.3")
def test_lps_serve_in_breakout_combat_too_10_1():
    session = defence({"K09": ["infantry 4"], "K10": ["infantry 4"]}, french=["infantry 1"], dice=[{}, {"hit": 1}])
    assault(session, "K08").submit(Done())
    run_through(session, Move(find(session, "K08").id, ("K09",)), Done())
    while at_section(session) == "7.3.1/counters":
        session.submit(Pass())
    assault(session, "K09")
    assert decider(session) == "allies"
    assert allowed(session, Reinforce("K09")) and allowed(session, RetreatTo("K10"))
    refused(session, PlaceDeception("France", "K09"), "7.3.3")
