"""A chair at the table: who sees what, opponents, undo with them, and one repaint for many changes."""

from __future__ import annotations

import pytest

import tutor
from widgets.seat import Seat

INTRODUCTION = "fields-of-despair/1914-introduction"


def test_an_empty_viewer_follows_whoever_decides():
    seat = Seat(tutor.open(INTRODUCTION))
    assert seat.player == seat.session.decision.who == "cp"
    while seat.session.decision.who == "cp":
        seat.act(seat.legal()[0])
    assert seat.player == seat.session.decision.who == "allies"


def test_a_fixed_viewer_has_no_actions_while_the_other_decides():
    seat = Seat(tutor.open(INTRODUCTION), viewer="allies")
    assert seat.session.decision.who == "cp"
    assert not seat.may_decide and seat.legal() == []
    (ruling,) = seat.act({"action": "pass"})
    assert "Central Powers" in ruling.reason and ruling.section == "7.1.1"
    assert seat.session.decisions_made == 0


def test_an_opponent_answers_at_once_and_undo_takes_his_answer_back_too():
    seat = Seat(tutor.open(INTRODUCTION, seed=4), viewer="cp")
    seat.opponents = {"allies": "random"}
    made = [0]
    while made[-1] - made[-2:][0] < 2:  # until the opponent has answered
        seat.act(seat.legal()[0])
        assert seat.session.decision.who == "cp"
        made.append(seat.session.decisions_made)
    seat.undo()
    assert seat.session.decisions_made == made[-2] and seat.session.decision.who == "cp"
    seat.redo()
    assert seat.session.decision.who == "cp" and seat.session.decisions_made == made[-1]


def test_a_game_against_the_computer_comes_to_its_end():
    seat = Seat(tutor.open("fields-of-despair/lesson-trench-assault", seed=4), viewer="allies")
    seat.opponents = {"cp": "cautious"}
    for _ in range(400):
        if seat.session.over:
            break
        seat.act(seat.legal()[0])
    assert seat.session.over


def test_many_changes_are_one_repaint():
    seat = Seat(tutor.open(INTRODUCTION))
    seen = []
    seat.observe(lambda change: seen.append(change["new"]), "revision")
    with seat.hold():
        for _ in range(5):
            seat.session.submit(seat.session.legal()[0])
    assert len(seen) == 1


def test_scripts_that_submit_directly_are_heard():
    seat = Seat(tutor.open(INTRODUCTION))
    before = seat.revision
    seat.session.submit(seat.session.legal()[0])
    assert seat.revision == before + 1


def test_another_game_is_watched_in_place_of_the_first():
    seat = Seat(tutor.open(INTRODUCTION))
    first = seat.session
    seat.session = tutor.open("fields-of-despair/lesson-fortress")
    before = seat.revision
    first.submit(first.legal()[0])
    assert seat.revision == before
    seat.session.submit(seat.session.legal()[0])
    assert seat.revision == before + 1


@pytest.mark.parametrize("viewer", ["cp", "allies"])
def test_a_view_is_worked_out_once_for_each_change(viewer):
    seat = Seat(tutor.open(INTRODUCTION), viewer=viewer)
    assert seat.view is seat.view
    first = seat.view
    seat.session.submit(seat.session.legal()[0])
    assert seat.view is not first and seat.view.player == viewer


@pytest.mark.parametrize("name", tutor.scenarios("fields-of-despair"))
def test_undo_never_leaves_the_game_with_the_computer(name):
    """Where the opponent moves first there is nothing of one's own to take back."""
    for player in ("cp", "allies"):
        other = "allies" if player == "cp" else "cp"
        seat = Seat(tutor.open(name, seed=4), viewer=player)
        seat.opponents = {other: "random"}
        seat.others_play()
        for _ in range(3):
            seat.undo()
            assert seat.session.over or seat.session.decision.who != other
        if not seat.session.over:
            seat.act(seat.legal()[0])
            seat.undo()
            assert seat.session.decision.who in (player, "")


def test_a_pause_that_is_lifted_lets_the_opponent_go_on():
    seat = Seat(tutor.open("fields-of-despair/grand-campaign", seed=4), viewer="allies")
    seat.opponents = {"cp": "random"}
    seat.pause_at_dice(True)
    for _ in range(200):
        if seat.session.paused:
            seat.pause_at_dice(False)
            assert seat.session.decision.who != "cp"
            seat.pause_at_dice(True)
        elif not seat.session.over:
            seat.act(seat.legal()[0])
    assert not seat.session.over


def test_what_the_computer_did_is_told_as_the_viewer_may_know_it():
    seat = Seat(tutor.open(INTRODUCTION, seed=4), viewer="allies")
    seat.opponents = {"cp": "random"}
    seat.others_play()
    assert seat.news and all(event.seen_by("allies") is not None for event in seat.news)
    hidden = [e for e in seat.session.log if e.only and "allies" not in e.only]
    assert hidden and not {e.text for e in hidden} & {e.text for e in seat.news}


def test_news_begins_with_what_came_of_ones_own_choice():
    seat = Seat(tutor.open("global-war/1939", seed=2), viewer="germany")
    seat.opponents = {"ussr": "random"}
    logged = len(seat.session.log)
    seat.act(next(a for a in seat.legal() if a.kind() == "research"))
    assert [e.text for e in seat.news] == [e.text for e in seat.session.log[logged:]] and seat.news
    seat.undo()
    assert seat.news == []
