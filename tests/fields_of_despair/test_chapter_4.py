"""Chapter 4: the sequence of play."""

from __future__ import annotations

import pytest

import tutor
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair import actions as a
from tutor.games.fields_of_despair.nations import advance_usa_entry

from . import build
from .drive import quietly

ARMIES = {"France": {"E08": ["infantry 5"]}, "Germany": {"J06": ["infantry 5"]}}
BAGS = {"naval_bag": {"blue": 3, "black": 3}, "eastern_bag": {"red": 3, "black": 3}}


def visited(s, names):
    """Play on quietly to the next turn; which of the named phases came, in order."""
    turn, seen = s.state.turn, []

    def note(s):
        for place in s.where:
            if place.id in names and (not seen or seen[-1] != (place.id, place.value)):
                seen.append((place.id, place.value))
        return s.state.turn > turn

    quietly(s, note)
    return seen


@pytest.mark.sections("4.0")
def test_a_turn_has_seven_parts_in_order_4_0():
    s = build.position(at=("turn",), turn=1, last_turn=9, blocks=ARMIES, **BAGS)
    order = [e.step for e in s.log]
    assert order.index("advance") < order.index("eastern-draw") < order.index("maintenance")
    phases = ("production", "action-phase", "reorganization")
    assert visited(s, phases)[:4] == [
        ("production", None),
        ("action-phase", 1),
        ("action-phase", 2),
        ("reorganization", None),
    ]
    steps = [e.step for e in s.log]
    assert steps.index("score") > steps.index("reorganize")
    assert s.state.turn == 3


@pytest.mark.sections("4.0", "1.1")
def test_scenarios_may_begin_in_the_middle_of_a_turn_4_0():
    for name in ("1914-introduction", "1914-mobile-war", "grand-campaign"):
        s = tutor.open(f"fields-of-despair/{name}")
        assert "action-phase" in [p.id for p in s.where]
        assert (s.state.turn, s.state.action_phase) == (1, 1)
        assert not any(e.section.startswith(("5.", "6.")) for e in s.log)
    s = tutor.open("fields-of-despair/lesson-supply")
    assert "supply" in [p.id for p in s.where]


@pytest.mark.sections("4.1", "4.1/usa-entry-track")
def test_turn_and_usa_entry_markers_advance_one_space_4_1():
    s = build.position(at=("turn",), turn=2, tracks={"usa_entry": 3}, **BAGS)
    assert (s.state.turn, s.state.usa_entry) == (3, 4)
    s = build.position(at=build.PRODUCTION, turn=2, tracks={"usa_entry": 3}, **BAGS)
    assert (s.state.turn, s.state.usa_entry) == (2, 3), "only in its own step"


@pytest.mark.sections("4.1")
def test_the_turn_marker_also_advances_between_the_action_phases_4_1():
    s = build.position(at=("turn",), turn=1, blocks=ARMIES, **BAGS)
    assert s.state.action_phase == 0
    quietly(s, lambda s: s.state.action_phase == 1)
    assert s.state.turn == 2
    quietly(s, lambda s: s.state.action_phase == 2)
    assert s.state.turn == 2
    quietly(s, lambda s: s.state.turn == 3)
    assert s.state.action_phase == 0


@pytest.mark.sections("4.1")
def test_the_turn_track_has_nine_turns_4_1():
    s = build.position(at=("turn",), turn=1, **BAGS)
    assert s.charts["turn-track"].row_keys() == list(range(1, 10))


@pytest.mark.sections("4.1/usa-entry-track", "11.2")
def test_declaration_of_war_brings_the_usa_in_4_1():
    s = build.position(at=("turn",), turn=6, trench=True, tracks={"usa_entry": 6}, **BAGS)
    assert s.state.usa_entry == 7 and s.state.usa_war_turn == 0
    s = build.position(at=("turn",), turn=6, trench=True, tracks={"usa_entry": 7}, **BAGS)
    assert s.state.usa_entry == 8 and s.state.usa_war_turn == 7


@pytest.mark.sections("4.1/usa-entry-track")
def test_the_usa_entry_track_may_be_moved_by_usw_too_and_has_an_end_4_1():
    g = build.table(turn=6, tracks={"usa_entry": 7})
    advance_usa_entry(g, "6.4.4/usa-entry", "USW")
    assert (g.state.usa_entry, g.state.usa_war_turn) == (8, 6)
    g.state.turn = 7
    advance_usa_entry(g, "4.1/usa-entry-track", "a new turn")
    assert (g.state.usa_entry, g.state.usa_war_turn) == (8, 6), "war is declared once"


@pytest.mark.sections("4.0")
def test_an_action_out_of_its_phase_is_refused_4_0():
    s = build.position(at=build.MOVEMENT, turn=2, blocks=ARMIES)
    assert build.sections(s, a.Buy("supply")) == {"7.2"}
    assert [p.id for p in GAME.sequence.parts] == ["turn"]
