"""Chapter 3: victory."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair import actions as a

from . import build
from .drive import at_step, quietly


def scoring(control=(), turn=2, last_turn=2, state=None, **fields):
    """A session that starts at the Scoring Phase with these hexes in CP hands."""
    # The Fortresses are gone, so that a hex can simply be held.
    forts = {"Toul": 0, "Epinal": 0, "Verdun": 0, "Paris": 0, "Metz": 0}
    return build.position(
        at=build.SCORING,
        turn=turn,
        last_turn=last_turn,
        fortresses=forts,
        control={"cp": list(control), "allies": fields.pop("allies", [])},
        state=state,
        **fields,
    )


@pytest.mark.sections("3.0", "9.0")
def test_the_player_with_more_vps_wins_at_the_end_3_0():
    s = scoring(["J07"])
    assert s.over and s.result.winner == "cp" and s.state.vp["cp"] > s.state.vp["allies"]
    s = scoring(allies=["J06"])
    assert s.result.winner == "allies"


@pytest.mark.sections("3.0")
def test_vps_move_only_in_the_scoring_phase_3_0():
    s = build.position(
        at=build.MOVEMENT,
        turn=2,
        last_turn=2,
        blocks={"Germany": {"K07": ["infantry 5"]}, "France": {"E08": ["infantry 2"]}},
    )
    s.submit(a.Move(1, ("J07",)))
    assert s.state.control["J07"] == "cp" and s.state.vp == {"allies": 0, "cp": 0}
    quietly(s, lambda s: s.over)
    assert s.state.vp["cp"] == s.charts["victory-hexes"].cell("J07", "vp")


@pytest.mark.sections("3.0", "9.0/game-end")
def test_vps_are_carried_into_the_next_scenario_3_0():
    s = scoring(["J07"], turn=2, special={"goes_on_to": 4})
    points = s.state.vp["cp"]
    assert points > 0
    s.submit(a.GoOn(True))
    s.submit(a.GoOn(True))
    assert not s.over and s.state.turn == 3 and s.state.vp["cp"] == points


@pytest.mark.sections("3.1")
def test_the_conditions_are_the_scenarios_own_3_1():
    assert scoring(["J07"], turn=2, last_turn=9).over is False, "no condition, no early end"
    with_goal = scoring(["J07", "J08", "K08"], turn=2, last_turn=9, decisive={"cp": "J07"})
    assert with_goal.result.kind == "decisive"


@pytest.mark.sections("3.1.1")
def test_a_decisive_win_ends_the_game_before_the_last_turn_3_1_1():
    s = scoring(["J07"], last_turn=9, decisive={"cp": "J07"})
    assert s.over and (s.result.winner, s.result.kind, s.result.section) == ("cp", "decisive", "3.1.1")
    assert s.why_not(a.Done())[0].section == "3.1.1"
    assert not scoring(["J08"], last_turn=9, decisive={"cp": "J07"}).over


@pytest.mark.sections("3.1.1", "9.0")
def test_a_decisive_hex_needs_a_supply_line_3_1_1():
    s = scoring(["B06"], last_turn=9, decisive={"cp": "B06"})
    assert not s.over, "Paris is held, but cut off"


@pytest.mark.sections("3.1.1", "5.1/major-victory")
def test_three_major_russian_victories_win_for_the_allies_at_once_3_1_1():
    s = build.position(
        at=build.EASTERN_FRONT,
        turn=3,
        dice=[{"red": 3}, 1],
        eastern_bag={"red": 5, "black": 2},
        tracks={"russian_victories": 2, "eastern_sp": 10},
    )
    assert s.over and (s.result.winner, s.result.kind) == ("allies", "decisive")
    assert not any(e.section.startswith("6.") for e in s.log), "no Production Phase follows"


@pytest.mark.sections("3.1.2")
def test_a_large_enough_lead_is_a_domination_victory_3_1_2():
    lead = scoring(["J07", "J08"], last_turn=9)
    points = lead.state.vp["cp"] - lead.state.vp["allies"]
    assert not lead.over and points == 2
    s = scoring(["J07", "J08"], last_turn=9, special={"domination": points})
    assert s.over and (s.result.winner, s.result.kind, s.result.section) == ("cp", "domination", "3.1.2")
    assert not scoring(["J07", "J08"], last_turn=9, special={"domination": points + 1}).over


@pytest.mark.sections("3.1.3")
def test_otherwise_the_higher_total_wins_and_equal_totals_draw_3_1_3():
    s = scoring(["J07"], special={"domination": 5})
    assert (s.result.winner, s.result.kind, s.result.section) == ("cp", "points", "3.1.3")
    s = scoring()
    assert (s.result.winner, s.result.kind) == ("", "draw")


@pytest.mark.sections("3.1.3")
def test_final_push_scoring_is_named_where_a_scenario_uses_it_3_1_3():
    s = scoring(["J07"], special={"final_push": True})
    assert s.result.section == "15.3"


@pytest.mark.sections("3.1", "9.0/game-end")
def test_play_goes_on_where_nobody_has_won_3_1():
    s = scoring(turn=2, last_turn=3)
    assert not s.over and s.state.turn == 3
    assert at_step("production")(s)
