"""Chapter 12: the four technologies."""

from __future__ import annotations

import msgspec
import pytest

from tutor.games.fields_of_despair.actions import AirMix, Buy, Done, Move, PlaceArtillery

from .build import SPEND, find, position, run_through, strengths
from .checks import allowed, assault, at_section, decider, idle, pass_guns, refused


def research(ep=3, turn=4, air=4, cp=None, **technology):
    """The Allies spend first."""
    board = {"saved_ep": ep, "air": air, "technology": {"aircraft": 1, **technology}}
    other = {"saved_ep": 3, "technology": {"aircraft": 1, **(cp or {})}}
    return position(at=SPEND, turn=turn, trench=turn > 3, boards={"allies": board, "cp": other})


def buy(session, *names):
    """Both are finished after these Allied purchases."""
    return run_through(session, *(Buy("technology", name) for name in names), Done(), Done())


def levels(session, side="allies"):
    return session.state.boards[side].technology


# 12.0


@pytest.mark.sections("12.0", "6.5.1/technology")
def test_each_technology_rises_one_level_a_turn_for_one_ep_12_0():
    session = research()
    session.submit(Buy("technology", "gas"))
    refused(session, Buy("technology", "gas"), "6.5.1")
    assert allowed(session, Buy("technology", "aircraft"))
    buy(session, "aircraft", "tanks")
    assert levels(session) == {"aircraft": 2, "gas": 1, "masks": 0, "tanks": 1}
    assert session.state.boards["allies"].ep == 0


@pytest.mark.sections("12.0")
def test_the_next_turn_the_next_level_12_0():
    session = buy(research(), "gas")
    idle(session, lambda s: s.state.turn == 5 and at_section(s) == "6.5")
    assert levels(session)["gas"] == 1
    buy(session, "gas")
    assert levels(session)["gas"] == 2


@pytest.mark.sections("6.5.1/technology")
def test_tracks_end_and_unknown_technologies_are_refused_12_0():
    session = research(gas=5)
    refused(session, Buy("technology", "gas"), "6.5.1/technology")
    refused(session, Buy("technology", "radio"), "6.5.1")


@pytest.mark.sections("12.0", "6.5")
def test_no_level_without_an_ep_and_none_before_both_have_spent_12_0():
    refused(research(ep=0), Buy("technology", "gas"), "6.5")
    session = run_through(research(), Buy("technology", "gas"), Done())
    assert decider(session) == "cp" and levels(session)["gas"] == 0
    session.submit(Done())
    assert levels(session)["gas"] == 1


# 12.1


@pytest.mark.sections("12.1")
def test_aircraft_box_4_brings_two_maintenance_value_3_and_the_ace_12_1():
    session = buy(research(aircraft=3), "aircraft")
    assert session.state.boards["allies"].air == 6
    assert (at_section(session), decider(session)) == ("6.5.2/air", "allies")
    assert allowed(session, AirMix((3, 1), ace=True))
    refused(session, AirMix((4,)), "12.1")
    refused(session, AirMix((3, 2), ace=True), "6.5.2/air")


@pytest.mark.sections("12.1")
def test_below_box_4_there_is_no_value_3_and_no_ace_12_1():
    session = buy(research(aircraft=3))
    assert session.state.boards["allies"].air == 4
    refused(session, AirMix((3,)), "12.1")
    refused(session, AirMix((1,), ace=True), "12.1")
    assert allowed(session, AirMix((2, 2)))


@pytest.mark.sections("12.1")
def test_the_rise_of_maintenance_comes_once_12_1():
    session = buy(research(aircraft=3), "aircraft")
    idle(session, lambda s: s.state.turn == 5 and at_section(s) == "6.5")
    before = session.state.boards["allies"].air
    run_through(session, Done(), Done())
    assert session.state.boards["allies"].air == before


# 12.2


def barrage(gas, faces, hex="K08", french="infantry 10", masks=0):
    session = position(
        blocks={"Germany": {hex: ["infantry 8"]}, "France": {hex: [french]}},
        boards={
            "cp": {"artillery": 4, "artillery_counters": [4], "technology": {"aircraft": 1, "gas": gas}},
            "allies": {"technology": {"aircraft": 1, "masks": masks}},
        },
        dice=[faces, {}],
    )
    session.submit(PlaceArtillery(hex, 4))
    return pass_guns(session)


@pytest.mark.sections("12.2")
@pytest.mark.parametrize(("level", "left"), [(0, 10), (2, 10), (3, 6), (5, 6)])
def test_gas_turns_fours_into_hits_from_level_3_12_2(level, left):
    assert strengths(barrage(level, [4, 4, 4, 4]), "K08", "France") == [left]


@pytest.mark.sections("12.2")
def test_a_fortress_neither_suffers_from_gas_nor_protects_from_it_12_2():
    session = barrage(3, [4, 4, 5, 5], hex="I07")
    assert session.state.fortresses["Toul"].sp == 4 and strengths(session, "I07", "France") == [8]


@pytest.mark.sections("12.2")
def test_gas_alone_does_not_clear_a_hex_12_2():
    assert strengths(barrage(5, [4, 4, 4, 4], french="infantry 3"), "K08", "France") == [1]


# 12.3


@pytest.mark.sections("12.3")
def test_masks_wait_for_chlorine_12_3():
    refused(research(), Buy("technology", "masks"), "12.3")


@pytest.mark.sections("12.3")
@pytest.mark.parametrize("inventor", ["allies", "cp"])
def test_masks_open_in_the_production_phase_after_chlorine_12_3(inventor):
    session = research(gas=2, cp={"gas": 2})
    if inventor == "allies":
        session.submit(Buy("technology", "gas"))
        # Not yet in the same Production Phase.
        refused(session, Buy("technology", "masks"), "12.3")
        run_through(session, Done(), Done())
    else:
        run_through(session, Done(), Buy("technology", "gas"), Done())
    idle(session, lambda s: s.state.turn == 5 and at_section(s) == "6.5" and decider(s) == "allies")
    assert allowed(session, Buy("technology", "masks"))
    buy(session, "masks")
    assert levels(session)["masks"] == 1


@pytest.mark.sections("12.3")
def test_level_2_gas_opens_no_masks_12_3():
    session = buy(research(gas=1), "gas")
    idle(session, lambda s: s.state.turn == 5 and at_section(s) == "6.5")
    refused(session, Buy("technology", "masks"), "12.3")


@pytest.mark.sections("12.3")
@pytest.mark.parametrize("level", [3, 5])
def test_masks_are_open_where_the_scenario_starts_with_chlorine_12_3(level):
    assert allowed(research(turn=6, cp={"gas": level}), Buy("technology", "masks"))


@pytest.mark.sections("12.3")
@pytest.mark.parametrize(("gas", "left"), [(3, 9), (4, 9), (5, 7)])
def test_mask_level_2_cancels_two_chlorine_hits_and_no_mustard_12_3(gas, left):
    assert strengths(barrage(gas, [4, 4, 4, 1], masks=2), "K08", "France") == [left]


@pytest.mark.sections("12.3")
def test_masks_leave_fives_and_sixes_alone_12_3():
    assert strengths(barrage(3, [5, 6, 4, 4], masks=2), "K08", "France") == [8]


# 12.4


def tank_levels(level, ep=3, held=0):
    board = {"saved_ep": ep, "tanks": held, "technology": {"aircraft": 1, "tanks": level}}
    return position(at=SPEND, turn=6, trench=True, boards={"allies": board})


@pytest.mark.sections("6.5.1/tank-counter", "12.4")
@pytest.mark.parametrize("level", [0, 2])
def test_counters_are_locked_below_level_3_12_4(level):
    session = tank_levels(level)
    assert session.state.boards["allies"].tanks == 0
    refused(session, Buy("tank-counter"), "6.5.1/tank-counter")


@pytest.mark.sections("12.4", "6.5/free-counter")
def test_reaching_level_3_gives_a_counter_at_once_and_one_each_turn_12_4():
    session = tank_levels(2)
    assert session.state.boards["allies"].tanks == 0
    buy(session, "tanks")
    assert session.state.boards["allies"].tanks == 1
    idle(session, lambda s: s.state.turn == 7 and at_section(s) == "6.5")
    assert session.state.boards["allies"].tanks == 2


@pytest.mark.sections("12.4", "6.5.1/tank-counter")
def test_more_counters_cost_one_ep_each_without_limit_12_4():
    session = run_through(tank_levels(3), *[Buy("tank-counter")] * 3)
    refused(session, Buy("tank-counter"), "6.5")
    run_through(session, Done(), Done())
    assert session.state.boards["allies"].tanks == 4 and session.state.boards["allies"].ep == 0


@pytest.mark.sections("12.4", "6.5.1/tank-counter")
def test_counters_may_be_bought_with_the_level_that_unlocks_them_12_4():
    session = run_through(tank_levels(2), Buy("technology", "tanks"), Buy("tank-counter"), Done(), Done())
    assert session.state.boards["allies"].tanks == 2


@pytest.mark.sections("12.4")
def test_the_number_of_counters_is_secret_12_4():
    few, many = (msgspec.json.encode(tank_levels(3, held=n).view("cp")) for n in (0, 5))
    assert few == many


# 12.4/use


def won(level=3, tanks=1, **fields):
    """The Allies take K07, where one German SP stood."""
    session = position(
        **{
            "initiative": "allies",
            "turn": 6,
            "trench": True,
            "blocks": {
                "Germany": {"K07": ["infantry 1"]},
                "France": {"K07": ["infantry 6", "infantry 4", "infantry 1"]},
            },
            "boards": {"allies": {"tanks": tanks, "technology": {"aircraft": 1, "tanks": level}}},
            "dice": [{}, {"hit": 1}],
            **fields,
        }
    )
    return assault(session, "K07")


@pytest.mark.sections("12.4/use", "7.4.2")
def test_tank_level_3_moves_four_sps_12_4():
    session = run_through(won(), {"action": "spend-tank", "hex": "K07", "use": True})
    refused(session, Move(find(session, "K07", sp=6).id, ("L07",)), "7.4.2")
    session.submit(Move(find(session, "K07", sp=4).id, ("L07",)))
    refused(session, Move(find(session, "K07", sp=1).id, ("L07",)), "7.4.2")
    assert session.state.boards["allies"].tanks == 0


@pytest.mark.sections("12.4/use")
def test_the_breakout_may_be_foregone_and_the_counter_kept_12_4():
    session = run_through(won(), {"action": "spend-tank", "hex": "K07", "use": False})
    assert session.state.boards["allies"].tanks == 1 and session.state.breakout == []
    assert session.state.active == "cp"


@pytest.mark.sections("12.4/use")
def test_one_counter_for_a_hex_in_an_action_phase_12_4():
    session = run_through(won(tanks=3), {"action": "spend-tank", "hex": "K07", "use": True})
    assert at_section(session) == "7.4" and session.state.boards["allies"].tanks == 2


@pytest.mark.sections("7.4.1", "12.4/use")
def test_before_trench_warfare_counters_are_neither_needed_nor_spent_12_4():
    session = won(turn=3, trench=False)
    assert at_section(session) == "7.4"
    session.submit(Move(find(session, "K07", sp=6).id, ("L07",)))
    assert session.state.boards["allies"].tanks == 1 and strengths(session, "L07") == [6]
