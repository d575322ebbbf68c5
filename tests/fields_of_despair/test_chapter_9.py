"""Chapter 9: the Scoring Phase and the end of the game."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair import actions as a
from tutor.games.fields_of_despair.scoring import victory_points

from . import build
from .drive import at_step, quietly

NO_FORTS = {"Toul": 0, "Epinal": 0}


def scoring(cp=(), turn=2, last_turn=2, **fields):
    return build.position(
        at=build.SCORING, turn=turn, last_turn=last_turn, control={"cp": list(cp)}, fortresses=NO_FORTS, **fields
    )


@pytest.mark.sections("9.0")
def test_objectives_score_with_a_supply_line_only_9_0():
    linked = build.table(control={"cp": ["J07", "J08"]}, fortresses=NO_FORTS)
    assert victory_points(linked, "cp") == 2
    cut_off = build.table(control={"cp": ["J08"]}, fortresses=NO_FORTS)
    assert victory_points(cut_off, "cp") == 0, "held, but no Supply Line reaches it"


@pytest.mark.sections("9.0")
def test_both_markers_are_adjusted_9_0():
    s = build.position(
        at=build.SCORING,
        turn=2,
        last_turn=2,
        control={"cp": ["J07"], "allies": ["J04"]},
        fortresses={"Longwy": 0},
    )
    chart = s.charts["victory-hexes"]
    assert s.state.vp == {"cp": chart.cell("J07", "vp"), "allies": chart.cell("J04", "vp")}


@pytest.mark.sections("9.0", "9.0/game-end")
def test_a_scenario_need_not_use_vps_9_0():
    s = scoring(["J07"], special={"uses_vp": False})
    assert s.state.vp == {"allies": 0, "cp": 0} and s.over and s.result.winner == ""


@pytest.mark.sections("9.0", "4.0")
def test_scoring_is_the_last_phase_of_a_turn_9_0():
    blocks = {"France": {"E08": ["infantry 2"]}, "Germany": {"J06": ["infantry 2"]}}
    s = build.position(at=build.REORGANIZATION, turn=2, last_turn=3, blocks=blocks, control={"cp": ["J07"]})
    assert s.state.vp["cp"] == 0
    quietly(s, lambda s: s.state.turn == 3)
    assert s.state.vp["cp"] == 1


@pytest.mark.sections("9.0/game-end")
def test_the_game_goes_on_until_its_last_turn_9_0():
    s = scoring(["J07"], turn=2, last_turn=3)
    assert not s.over and s.state.turn == 3
    assert scoring(["J07"], turn=3, last_turn=3).over


@pytest.mark.sections("9.0/game-end")
def test_both_must_agree_to_play_on_9_0():
    for answers in ((True, False), (False, True), (False, False)):
        s = scoring(["J07"], special={"goes_on_to": 5})
        assert at_step("go-on")(s) and s.decision.secret
        for answer in answers:
            s.submit(a.GoOn(answer))
        assert s.over and s.result.winner == "cp"
    s = scoring(["J07"], special={"goes_on_to": 5})
    s.submit(a.GoOn(True))
    s.submit(a.GoOn(True))
    assert not s.over and (s.state.turn, s.state.last_turn) == (3, 5)


@pytest.mark.sections("9.0/game-end", "3.1.2")
def test_the_victory_check_comes_after_scoring_9_0():
    s = scoring(["J07", "J08"], turn=2, last_turn=9, special={"domination": 2})
    assert [e.step for e in s.log if e.step in ("score", "check-victory")] == ["score", "check-victory"]
    assert s.over and s.result.kind == "domination"
