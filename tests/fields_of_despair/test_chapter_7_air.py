"""Sections 7.0, 7.1, 7.5 and 7.6: the Action Phase, the air war, and Refresh."""

from __future__ import annotations

import msgspec
import pytest

from tutor.games.fields_of_despair.actions import (
    AceReroll,
    AirMix,
    ArtilleryMix,
    ChooseHex,
    Done,
    Pass,
    PlaceAir,
    Reveal,
    UseEdge,
)
from tutor.games.fields_of_despair.state import Counter

from .build import ACTIONS, AIR, find, position, run_through
from .checks import allowed, at_section, decider, dice, idle, refused

ACE = Counter(2, "ace")


def sky(cp=(2, 1), allies=(2, 1), level=(2, 2), french=("infantry 5",), **fields):
    """CP infantry in K07 looks at the French in K08."""
    return position(
        at=AIR,
        **{
            "turn": 2,
            "blocks": {"Germany": {"K07": ["infantry 8"]}, "France": {"K08": list(french)}},
            "boards": {
                "cp": {"air": 8, "air_counters": list(cp), "technology": {"aircraft": level[0]}},
                "allies": {"air": 8, "air_counters": list(allies), "technology": {"aircraft": level[1]}},
            },
            **fields,
        },
    )


def fly(session, cp=2, allies=2, special=("", "")):
    """One counter each over K08, and no more."""
    return run_through(session, PlaceAir("K08", cp, special[0]), PlaceAir("K08", allies, special[1]), Pass(), Pass())


def face_up(session, hex):
    return sorted(b.sp for b in session.state.blocks.values() if b.hex == hex and b.face_up)


# 7.0, 7.5


@pytest.mark.sections("7.0", "7.5")
def test_initiative_acts_first_then_the_other_then_refresh_7_0_7_5():
    session = position(at=ACTIONS, initiative="allies")
    assert (decider(session), session.state.active, session.state.action_phase) == ("allies", "allies", 1)
    session.submit(Done())
    assert (decider(session), session.state.active) == ("cp", "cp")
    session.submit(Done())
    assert session.where[-1].id == "refresh"


@pytest.mark.sections("7.0", "7.6")
def test_two_action_phases_each_with_its_own_refresh_7_0():
    session = position(at=ACTIONS, initiative="allies")
    idle(session, lambda s: s.state.action_phase == 2 and s.state.active == "allies")
    idle(session, lambda s: s.state.active == "cp")
    idle(session, lambda s: s.where[-1].id == "refresh")
    idle(session, lambda s: s.where[-1].id != "refresh")
    assert session.where[1].id == "turn" and session.where[-1].section.startswith("8")


# 7.1, 7.1.1


@pytest.mark.sections("7.1.1")
def test_active_flies_only_to_enemy_blocks_7_1_1():
    session = sky()
    assert allowed(session, PlaceAir("K08", 2))
    refused(session, PlaceAir("K09", 2), "7.1.1")
    refused(session, PlaceAir("K07", 2), "7.1.1")


@pytest.mark.sections("7.1.1")
def test_reach_is_two_hexes_from_infantry_7_1_1():
    french = {"I08": ["infantry 2"], "I09": ["infantry 2"]}
    session = sky(blocks={"Germany": {"K07": ["infantry 8"]}, "France": french})
    assert allowed(session, PlaceAir("I08", 1))
    refused(session, PlaceAir("I09", 1), "7.1.1")


@pytest.mark.sections("7.1.1")
def test_cavalry_and_unsupplied_infantry_do_not_give_reach_7_1_1():
    cavalry = sky(
        blocks={
            "Germany": {"K07": ["cavalry 3"], "L01": ["infantry 1"], "J01": []},
            "France": {"K08": ["infantry 5"], "J01": ["infantry 1"]},
        }
    )
    refused(cavalry, PlaceAir("K08", 2), "7.1.1")
    marked = sky(
        blocks={
            "Germany": {"K07": ["infantry 8"], "L01": ["infantry 1"]},
            "France": {"K08": ["infantry 5"], "J01": ["infantry 1"]},
        },
        out_of_supply=["K07"],
    )
    refused(marked, PlaceAir("K08", 2), "7.1.1")


@pytest.mark.sections("7.1.1")
def test_passive_answers_only_active_counters_7_1_1():
    session = sky(blocks={"Germany": {"K07": ["infantry 8"]}, "France": {"K08": ["infantry 5"], "J07": ["infantry 3"]}})
    session.submit(PlaceAir("K08", 1))
    assert decider(session) == "allies"
    refused(session, PlaceAir("J07", 2), "7.1.1")
    refused(session, PlaceAir("K07", 2), "7.1.1")
    assert allowed(session, PlaceAir("K08", 2))


@pytest.mark.sections("7.1.1")
def test_a_pass_does_not_end_the_placing_7_1_1():
    session = run_through(sky(), PlaceAir("K08", 1), Pass(), PlaceAir("K08", 2))
    assert decider(session) == "allies" and allowed(session, PlaceAir("K08", 2))
    session.submit(PlaceAir("K08", 1))
    assert [p.hex for p in session.state.air_placed] == ["K08", "K08", "K08"]
    run_through(session, Pass(), Pass())
    assert session.state.air_placed == [] and at_section(session) == "7.2"


@pytest.mark.sections("7.1.1")
def test_each_counter_flies_once_an_action_phase_7_1_1():
    session = run_through(sky(), PlaceAir("K08", 2), Pass())
    refused(session, PlaceAir("K08", 2), "2.5.1")
    session.submit(Pass())
    assert Counter(2) in session.state.boards["cp"].used_air
    assert Counter(2) not in session.state.boards["cp"].air_counters


@pytest.mark.sections("7.1.1")
def test_counters_lie_face_down_until_all_are_placed_7_1_1():
    session = run_through(sky(), PlaceAir("K08", 2))
    (hidden,) = session.view("allies").board.counters
    (own,) = session.view("cp").board.counters
    assert (hidden.hex, hidden.value, own.value) == ("K08", None, 2)
    assert "of 2" not in " ".join(e.text for e in session.view("allies").log)


@pytest.mark.sections("7.1.1", "7.1.3")
def test_bluff_is_played_like_any_counter_and_sees_nothing_7_1_1():
    session = sky(allies=())
    run_through(session, PlaceAir("K08", 0, "bluff"), PlaceAir("K08", 0, "bluff"), Pass())
    assert face_up(session, "K08") == []
    assert dice(session) == []


@pytest.mark.sections("7.1.1")
def test_active_chooses_the_order_of_hexes_7_1_1():
    blocks = {"Germany": {"K07": ["infantry 8"]}, "France": {"K08": ["infantry 5"], "J07": ["infantry 3"]}}
    session = run_through(sky(blocks=blocks), PlaceAir("K08", 1), Pass(), PlaceAir("J07", 2), Pass(), Pass())
    assert decider(session) == "cp" and not allowed(session, ChooseHex("K07"))
    session.submit(ChooseHex("K08"))
    seen = [e.data["hex"] for e in session.log if e.kind == "revealed"]
    assert seen == ["K08", "J07"]


@pytest.mark.sections("7.1.1")
def test_a_wrong_hex_to_resolve_in_the_air_is_refused_under_7_1_1():
    blocks = {"Germany": {"K07": ["infantry 8"]}, "France": {"K08": ["infantry 5"], "J07": ["infantry 3"]}}
    session = run_through(sky(blocks=blocks), PlaceAir("K08", 1), Pass(), PlaceAir("J07", 2), Pass(), Pass())
    refused(session, ChooseHex("K07"), "7.1.1")


@pytest.mark.sections("7.1", "7.1.1")
def test_no_dogfight_on_turn_1_7_1():
    session = sky(turn=1)
    session.submit(PlaceAir("K08", 2))
    # The Passive player has no answer: the Active player is asked again.
    assert decider(session) == "cp"
    session.submit(Pass())
    assert dice(session) == [] and face_up(session, "K08") == [5]


@pytest.mark.sections("7.1", "7.1.2")
def test_dogfights_begin_on_turn_2_7_1():
    session = fly(sky(turn=2, dice=[[1, 1], [1, 1]]))
    assert dice(session, "7.1.2") == [2, 2]


@pytest.mark.sections("7.1.1", "11.1")
def test_allies_send_no_aircraft_to_a_hex_of_belgians_alone_7_1_1():
    blocks = {"Germany": {"J01": ["infantry 8"]}, "Belgium": {"H01": ["infantry 2"]}, "France": {"D03": ["infantry 1"]}}
    session = run_through(sky(blocks=blocks), PlaceAir("H01", 2))
    # The Allies have counters, and an Active counter to answer, but only Belgians there.
    assert decider(session) == "cp"
    mixed = {**blocks, "France": {"H01": ["infantry 1"]}}
    session = run_through(sky(blocks=mixed), PlaceAir("H01", 2))
    assert decider(session) == "allies" and allowed(session, PlaceAir("H01", 2))


# 7.1.2


@pytest.mark.sections("7.1.2")
def test_one_die_for_each_point_of_all_counters_7_1_2():
    session = sky(cp=(2, 1), allies=(1,), dice=[[1, 2, 3], [4]])
    run_through(session, PlaceAir("K08", 2), PlaceAir("K08", 1), PlaceAir("K08", 1), Pass(), Pass())
    assert dice(session, "7.1.2") == [3, 1]
    assert face_up(session, "K08") == [5]


@pytest.mark.sections("7.1.1", "7.1.3")
def test_no_dogfight_where_one_power_flies_alone_7_1_2():
    session = run_through(sky(), PlaceAir("K08", 2), Pass(), Pass())
    assert dice(session) == [] and face_up(session, "K08") == [5]


@pytest.mark.sections("7.1.2/hits", "7.1.3", "7.1.4")
def test_hits_damage_and_lower_reconnaissance_7_1_2():
    session = fly(sky(french=["infantry 5", "infantry 3"], dice=[[1, 1], [6, 1]]))
    # Two flown, one damaged: one block is seen.
    assert at_section(session) == "7.1.3"
    session.submit(Reveal(find(session, "K08", sp=3).id))
    assert face_up(session, "K08") == [3]
    assert session.state.boards["cp"].damaged == 1 and session.state.boards["cp"].air == 7


@pytest.mark.sections("7.1.2/hits")
def test_hits_on_the_passive_player_damage_but_do_not_stop_reconnaissance_7_1_2():
    session = fly(sky(dice=[[6, 1], [1, 1]]))
    assert session.state.boards["allies"].air == 7 and session.state.boards["cp"].air == 8
    assert face_up(session, "K08") == [5]


@pytest.mark.sections("7.1.2/hits")
def test_damage_never_exceeds_the_value_flown_7_1_2():
    session = fly(sky(cp=(1,), dice=[[1], [6, 6]]), cp=1)
    assert session.state.boards["cp"].damaged == 1 and session.state.boards["cp"].air == 7
    assert face_up(session, "K08") == []


@pytest.mark.sections("7.1.2/aborts")
def test_active_aborts_cancel_passive_aborts_7_1_2():
    seen = []
    for cp, allies in (([5, 1], [5, 5]), ([5, 5], [5, 5]), ([1, 1], [5, 5])):
        session = fly(sky(french=["infantry 5", "infantry 3"], dice=[cp, allies]))
        idle(session, lambda s: at_section(s) == "7.2" or at_section(s) == "7.1.3")
        if at_section(session) == "7.1.3":
            session.submit(Reveal(find(session, "K08", sp=5).id))
        seen.append(len(face_up(session, "K08")))
    assert seen == [1, 2, 0]


@pytest.mark.sections("7.1.2/aborts")
def test_aborts_do_no_damage_7_1_2():
    session = fly(sky(dice=[[5, 5], [5, 5]]))
    assert session.state.boards["cp"].air == session.state.boards["allies"].air == 8


@pytest.mark.sections("7.1.2/tech-compare")
def test_better_aircraft_turn_one_six_into_a_five_7_1_2():
    session = fly(sky(level=(3, 2), dice=[[5, 1], [6, 6]]))
    assert (at_section(session), decider(session)) == ("7.1.2/tech-compare", "cp")
    session.submit(UseEdge(True))
    # One 6 stays a Hit; the other became an Abort, which the CP Abort cancels.
    assert session.state.boards["cp"].damaged == 1
    assert face_up(session, "K08") == [5]
    # With nothing to cancel it, that Abort costs a point of reconnaissance.
    session = run_through(fly(sky(level=(3, 2), dice=[[1, 1], [6, 6]])), UseEdge(True))
    assert session.state.boards["cp"].damaged == 1 and face_up(session, "K08") == []


@pytest.mark.sections("7.1.2/tech-compare")
def test_the_edge_may_be_left_unused_and_needs_a_lead_7_1_2():
    session = run_through(fly(sky(level=(3, 2), dice=[[1, 1], [6, 6]])), UseEdge(False))
    assert session.state.boards["cp"].damaged == 2
    even = fly(sky(level=(3, 3), dice=[[1, 1], [6, 6]]))
    assert at_section(even) == "7.2" and even.state.boards["cp"].damaged == 2


@pytest.mark.sections("7.1.2/tech-compare")
def test_the_edge_never_touches_fives_7_1_2():
    session = fly(sky(level=(3, 2), dice=[[1, 1], [5, 5]]))
    assert at_section(session) == "7.2" and face_up(session, "K08") == []


@pytest.mark.sections("7.1.2/tech-compare")
def test_the_passive_player_may_have_the_edge_7_1_2():
    session = fly(sky(level=(2, 3), dice=[[6, 6], [1, 1]]))
    assert decider(session) == "allies"
    session.submit(UseEdge(True))
    assert session.state.boards["allies"].damaged == 1


@pytest.mark.sections("7.1.2/aces")
def test_ace_dice_are_rolled_apart_and_one_may_be_rolled_again_7_1_2():
    session = sky(cp=(1,), level=(4, 4), dice=[[1], [1, 5], [1, 1], [6]])
    session.state.boards["cp"].air_counters.append(ACE)
    run_through(session, PlaceAir("K08", 1), PlaceAir("K08", 2), PlaceAir("K08", 2, "ace"), Pass(), Pass())
    assert (at_section(session), decider(session)) == ("7.1.2/aces", "cp")
    assert dice(session) == [1, 2, 2]
    refused(session, AceReroll("hit"), "7.1.2/aces")
    session.submit(AceReroll("miss"))
    assert session.state.boards["allies"].damaged == 1
    # One re-roll in a dogfight, no more.
    assert at_section(session) == "7.2"


@pytest.mark.sections("7.1.2/aces")
def test_an_ace_may_keep_its_dice_7_1_2():
    session = sky(cp=(), level=(4, 4), dice=[[6, 1], [1, 1]])
    session.state.boards["cp"].air_counters.append(ACE)
    run_through(session, PlaceAir("K08", 2, "ace"), PlaceAir("K08", 2), Pass(), Pass(), AceReroll("keep"))
    assert dice(session) == [2, 2] and session.state.boards["allies"].damaged == 1


@pytest.mark.sections("7.1.2/aces", "12.1")
def test_the_ace_joins_at_aircraft_level_4_7_1_2():
    early, late = (
        idle(sky(level=(3, 4)), lambda s, who=who: at_section(s) == "6.5.2/air" and decider(s) == who)
        for who in ("cp", "allies")
    )
    refused(early, AirMix((1,), ace=True), "12.1")
    assert allowed(late, AirMix((1,), ace=True))
    fight = sky(cp=(), level=(4, 4), dice=[[1, 1], [1, 1]])
    fight.state.boards["cp"].air_counters.append(ACE)
    run_through(fight, PlaceAir("K08", 2, "ace"), PlaceAir("K08", 2), Pass(), Pass())
    assert at_section(fight) == "7.1.2/aces"


@pytest.mark.sections("13.3")
def test_fokker_scourge_rolls_one_cp_miss_again_on_turn_4_13_3():
    session = fly(sky(turn=4, trench=True, options=["fokker-scourge"], dice=[[1, 1], [6], [1, 1]]))
    assert dice(session, "7.1.2", "13.3") == [2, 1, 2]
    assert session.state.boards["allies"].damaged == 1
    passive = sky(
        turn=4,
        initiative="allies",
        options=["fokker-scourge"],
        blocks={"Germany": {"K07": ["infantry 8"]}, "France": {"K08": ["infantry 5"]}},
        dice=[[1, 1], [1, 1], [5]],
    )
    run_through(passive, PlaceAir("K07", 2), PlaceAir("K07", 2), Pass(), Pass())
    assert dice(passive, "7.1.2", "13.3") == [2, 2, 1]


@pytest.mark.sections("7.1.2", "13.3")
def test_fokker_scourge_is_optional_and_only_on_turn_4_13_3():
    for turn, options in ((4, []), (3, ["fokker-scourge"]), (5, ["fokker-scourge"])):
        session = fly(sky(turn=turn, trench=turn > 3, options=options, dice=[[1, 1], [1, 1]]))
        assert dice(session) == [2, 2]
    hits = fly(sky(turn=4, trench=True, options=["fokker-scourge"], dice=[[6, 5], [1, 1]]))
    assert dice(hits) == [2, 2]


# 7.1.3, 7.1.4


@pytest.mark.sections("7.1.3")
def test_active_picks_which_blocks_lie_open_7_1_3():
    session = sky(cp=(1,), french=["infantry 5", "infantry 3", "deception"])
    run_through(session, PlaceAir("K08", 1), Pass(), Pass())
    refused(session, Reveal(find(session, "K07").id), "2.4")
    five = find(session, "K08", sp=5)
    session.submit(Reveal(five.id))
    shown = {b.id: b.sp for b in session.view("cp").board.blocks if b.hex == "K08"}
    assert shown[five.id] == 5 and list(shown.values()).count(None) == 2


@pytest.mark.sections("7.1.3", "2.4.3")
def test_a_deception_block_that_is_seen_goes_home_7_1_3():
    session = sky(french=["infantry 5", "deception"])
    run_through(session, PlaceAir("K08", 2), Pass(), Pass())
    assert [b.kind for b in session.state.blocks.values() if b.hex == "K08"] == ["infantry"]


@pytest.mark.sections("7.1.3")
def test_blocks_lie_open_until_the_active_player_has_finished_7_1_3():
    session = run_through(sky(), PlaceAir("K08", 2), Pass(), Pass())
    assert face_up(session, "K08") == [5]
    idle(session, lambda s: s.state.active == "allies")
    assert face_up(session, "K08") == []
    assert {b.sp for b in session.view("cp").board.blocks if b.hex == "K08"} == {None}


@pytest.mark.sections("7.1.4")
def test_counters_go_to_used_and_damage_lowers_maintenance_7_1_4():
    session = fly(sky(dice=[[6, 1], [6, 6]]))
    cp, allies = session.state.boards["cp"], session.state.boards["allies"]
    assert (cp.air, cp.damaged, allies.air, allies.damaged) == (6, 2, 7, 1)
    assert cp.used_air == [Counter(2)] and allies.used_air == [Counter(2)]
    assert session.state.air_placed == []


# 7.6


def to_refresh(session, who="allies"):
    return idle(session, lambda s: s.where[-1].id == "refresh" and decider(s) == who)


@pytest.mark.sections("7.6")
def test_damage_comes_back_after_two_refreshes_7_6():
    session = to_refresh(fly(sky(dice=[[6, 6], [1, 1]])))
    board = session.state.boards["allies"]
    # First refresh: the damage moves from Damaged to Used, and is still missing.
    assert board.air == 6
    refused(session, AirMix((2, 2, 2, 1)), "6.5.2/air")
    idle(session, lambda s: s.state.action_phase == 2)
    to_refresh(session)
    assert session.state.boards["allies"].air == 8
    assert allowed(session, AirMix((2, 2, 2, 1)))


@pytest.mark.sections("7.6")
def test_used_counters_are_ready_again_after_refresh_7_6():
    session = to_refresh(run_through(sky(), PlaceAir("K08", 2), Pass(), Pass()), "cp")
    assert allowed(session, AirMix((2, 1)))
    session.submit(AirMix((2, 1)))
    idle(session, lambda s: s.state.action_phase == 2 and at_section(s) == "7.1.1")
    assert allowed(session, PlaceAir("K08", 2))


@pytest.mark.sections("7.6", "6.5.2")
def test_the_mix_may_change_within_maintenance_and_six_counters_7_6():
    boards = {"allies": {"air": 3, "artillery": 3, "artillery_counters": [3], "technology": {"aircraft": 2}}}
    session = to_refresh(position(at=ACTIONS, boards=boards))
    refused(session, AirMix((2, 2)), "6.5.2/air")
    session.submit(AirMix((1, 1, 1)))
    refused(session, ArtilleryMix((2, 2)), "6.5.2/artillery")
    session.submit(ArtilleryMix((2, 1)))
    assert sorted(c.value for c in session.state.boards["allies"].artillery_counters) == [0, 1, 2]
    many = to_refresh(position(at=ACTIONS, boards={"allies": {"air": 9}}))
    refused(many, AirMix((1,) * 6), "2.5")
    assert allowed(many, AirMix((1,) * 5))


@pytest.mark.sections("7.6")
def test_refresh_is_hidden_from_the_enemy_7_6():
    session = to_refresh(position(at=ACTIONS, boards={"allies": {"air": 3}}))
    before = msgspec.json.encode(session.view("cp").board)
    session.submit(AirMix((1, 1)))
    assert msgspec.json.encode(session.view("cp").board) == before


@pytest.mark.sections("7.6")
def test_mended_damage_does_not_push_maintenance_off_its_track_7_6():
    session = position(at=ACTIONS, boards={"allies": {"air": 15}})
    session.state.boards["allies"].mending = 2
    to_refresh(session)
    assert [p.place for p in session.problems() if p.place.startswith("boards")] == []
