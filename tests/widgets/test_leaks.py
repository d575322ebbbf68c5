"""What a player may not know is in no message to his page: the same messages, whatever the enemy hides."""

from __future__ import annotations

import random

import pytest

from tests.fields_of_despair.test_properties import hide_otherwise, points
from tests.widgets.conftest import Recording, as_text
from tutor.games.fields_of_despair.state import SIDES, enemy
from widgets.dashboard import ROOMS, TABS, Dashboard


def everything_said(session, viewer: str) -> str:
    """All that is sent to a page on which everything is opened, hovered over and clicked."""
    Recording.sent.clear()
    board = Dashboard(session, viewer=viewer)
    for tab in TABS:
        board.tab = tab
    for space in session.board:
        board.map._heard({"do": "hover", "at": list(board.map.picture.middle(space))})
        board.map._heard({"do": "key", "key": "e"})
    for space in list(session.board)[::7]:
        board.map._heard({"do": "click", "at": list(board.map.picture.middle(space))})
    for room in ROOMS:
        if room not in ("learn", "practice"):  # they show positions of their own
            board.room = room
    board.room = "play"
    for what in ("files", "download", "share"):
        board.bar._heard(None, {"do": what}, [])
    board.combat.page._heard(None, {"do": "set"}, [])
    return as_text(Recording.sent)


def first_difference(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return "" if one == other else f"{one[max(0, at - 300) : at + 100]} | {other[at : at + 100]}"


@pytest.mark.parametrize("seed", [601, 602])
def test_no_message_tells_what_the_enemy_hides(seed, sent):
    """While the enemy decides, or dice are due: what he may do rests on what he has, and is not shown at all."""
    rng, compared = random.Random(seed), 0
    for session in points(seed, every=90):
        if session.decision is None:
            continue
        viewer = enemy(session.decision.who)
        if compared % 2:
            session = session.fork()
            session.pause_at_dice()
            for _ in range(60):
                if session.over or session.paused:
                    break
                session.submit(session.legal()[0])
        one, other = session.fork(), session.fork()
        hide_otherwise(other, viewer, rng)
        assert first_difference(everything_said(one, viewer), everything_said(other, viewer)) == ""
        compared += 1
        if compared >= 6:
            break
    assert compared >= 4


def test_the_test_can_see_a_leak(sent):
    """The same comparison through the enemy's own eyes does tell the two apart."""
    session = next(iter(points(601, every=90)))
    one, other = session.fork(), session.fork()
    hide_otherwise(other, SIDES[0], random.Random(1))
    assert everything_said(one, SIDES[1]) != everything_said(other, SIDES[1])
