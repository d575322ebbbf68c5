"""The decision: legal actions, search, undo and redo, playing a step, and the explanation of wrong moves."""

from __future__ import annotations

import re

import tutor
from tests.widgets.conftest import press, words
from tutor.games.fields_of_despair.actions import Pass, PickBlock
from widgets.decision_panel import DecisionPanel, _faces

BASE = "northern-britain"
INTRODUCTION = "fields-of-despair/1914-introduction"


def panel(name: str = INTRODUCTION, **kwargs) -> DecisionPanel:
    return DecisionPanel(tutor.open(name, seed=2), **kwargs)


def at_movement() -> DecisionPanel:
    made = panel()
    while made.session.where[-1].id != "move":
        made.choose(Pass())
    return made


def test_it_says_who_decides_what_under_which_section():
    told = words(panel().page.html)
    assert "Central Powers" in told and "Air Squadron" in told and "7.1.1" in told


def test_every_legal_action_is_offered_in_words():
    made = at_movement()
    for action in made.seat.legal():
        assert made.seat.label(action) in words(made.page.html), action


def test_a_button_does_what_it_says():
    made = panel()
    press(made.page, "act Pass")
    assert made.value == Pass() and made.session.decisions_made == 1


def test_a_click_on_an_old_list_does_nothing():
    made = panel()
    old = made.seat.moves
    made.choose(Pass())
    count = made.session.decisions_made
    made.page._heard(None, {"do": "act", "index": 0, "after": old}, [])
    assert made.session.decisions_made == count


def test_a_click_that_crosses_a_change_of_pace_still_counts():
    made = panel()
    old = made.seat.moves
    made.session.pause_at_dice()
    made.page._heard(None, {"do": "act", "index": 0, "after": old}, [])
    assert made.seat.moves == old + 1


def test_search_narrows_the_list():
    made = panel()
    press(made.page, "search", value="G04")
    told = words(made.page.html)
    assert "in G04" in told and "in F03" not in told
    press(made.page, "search", value="nothing like it")
    assert "No legal action holds these words" in words(made.page.html)


def test_undo_and_redo():
    made = panel()
    made.choose(Pass())
    press(made.page, "undo")
    assert made.session.decisions_made == 0 and made.session.decision.who == "cp"
    press(made.page, "redo")
    assert made.session.decisions_made == 1


def test_play_this_step_for_me_ends_the_step_or_hands_over():
    made = at_movement()
    press(made.page, "play")
    assert made.session.where[-1].id != "move" or made.session.decision.who != "cp"
    assert not made.notice.html


def test_any_move_can_be_tried_and_every_ruling_is_shown():
    made = panel()
    press(made.page, "try kind", value="place-air")
    assert 'name="hex"' in made.page.html
    made.page._heard(None, {"do": "try", "values": {"action": "place-air", "hex": "B06", "value": "4"}}, [])
    _, rulings = made.seat.refused
    assert rulings == made.session.why_not({"action": "place-air", "hex": "B06", "value": 4})
    told = words(made.page.html)
    for ruling in rulings:
        assert ruling.section in told and ruling.reason in told
    press(made.page, "understood")
    assert "Not allowed" not in words(made.page.html)


def test_what_cannot_be_read_is_one_sentence():
    made = panel()
    made.page._heard(None, {"do": "try", "values": {"action": "place-air", "hex": "B06", "value": "many"}}, [])
    assert "fill in every field" in words(made.notice.html)
    made.page._heard(None, {"do": "try", "values": {"action": "no such"}}, [])
    assert made.session.decisions_made == 0


def test_a_legal_try_is_done():
    made = panel()
    made.page._heard(None, {"do": "try", "values": {"action": "place-air", "hex": "H05", "value": "1"}}, [])
    assert made.session.decisions_made == 1


def test_the_other_player_sees_no_options_and_can_be_handed_the_screen():
    made = panel(viewer="allies")
    told = words(made.page.html)
    assert "Place Air 1" not in told and "The Central Powers decide now" in told
    press(made.page, "eyes")
    assert made.seat.viewer == "cp" and "Place Air 1" in words(made.page.html)


def test_a_pause_offers_the_roll():
    made = panel("fields-of-despair/grand-campaign")
    made.session.pause_at_dice()
    for _ in range(300):
        if made.session.paused:
            break
        made.session.submit(made.session.legal()[0])
    assert made.session.paused and "Roll" in words(made.page.html)
    press(made.page, "roll")
    assert made.session.decision is not None


def test_a_space_that_was_clicked_narrows_the_choice():
    made = at_movement()
    made.seat.space = "H02"
    made.repaint()
    told = words(made.page.html)
    picks = [a for a in made.seat.legal() if isinstance(a, PickBlock)]
    here = [a for a in picks if made.session.game.spaces(made.seat.view.board, a)[-1] == "H02"]
    assert 0 < len(here) < len(picks)
    assert "In H02" in told and told.count("H02") > len(here)
    press(made.page, "everywhere")
    assert "In H02 : choose" not in words(made.page.html)


def test_the_end_is_told():
    made = panel("fields-of-despair/lesson-fortress")
    for _ in range(200):
        if made.session.over:
            break
        made.session.submit(made.session.legal()[0])
    assert made.session.over and "The game is over" in words(made.page.html)
    press(made.page, "undo")
    assert not made.session.over


def test_what_came_of_a_choice_is_told_with_its_dice_and_forgotten_by_undo():
    made = panel("global-war/1939")
    research = next(a for a in made.seat.legal() if a.kind() == "research")
    made.choose(research)
    told = words(made.page.html)
    assert "Just now" in told and "1d12" in told and "sr-face" in made.page.html
    press(made.page, "undo")
    assert "Just now" not in words(made.page.html)


def test_faces_that_count_are_told_by_their_ends():
    assert _faces(range(1, 4), 12) == "3 or less:"
    assert _faces(range(4, 8), 12) == "4 to 7:"
    assert _faces((3, 4), 12) == "3 or 4:"


def test_many_ways_from_one_place_stand_under_the_places_they_lead_to():
    made = panel("global-war/lesson-bombing")
    pick = next(a for a in made.seat.legal() if a.kind() == "pick" and (a.zone, a.type) == (BASE, "strategic-bomber"))
    made.choose(pick)
    told = words(made.page.html)
    assert re.search(r"Western Germany \d+ Bomb: Northern Britain", told)
    assert told.count("Bomb:") > 40
