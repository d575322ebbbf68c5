"""The practice panel: exercises on a board, answers, hints, what is kept of a learner."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

import widgets
from tutor.engine.errors import StaffRideError
from tutor.lessons.progress import Progress
from tutor.lessons.tasks import Choice, Judge, Number, Point, Section
from widgets.home import home

from .conftest import press, words


def panel(topic: str = "", **more) -> widgets.PracticePanel:
    return widgets.PracticePanel("fields-of-despair", topic, "Ann", seed=4, **more)


def right(practising) -> object:
    e = practising.exercise
    found = e.task.right(e.session)
    return found[0] if isinstance(e.task, Section) else found


def submit(page, key: str, values: dict) -> None:
    """Send the form that this key stands in."""
    before = page.html[: page.html.index(f'data-key="{key}"')]
    sends = re.findall(r'data-form="([^"]*)"', before)[-1]
    page._heard(page, {**json.loads(unescape(sends)), "values": values}, [])


def answer_by_hand(practising, said) -> None:
    """What a learner does in the page for this answer."""
    match practising.exercise.task:
        case Point():
            for space in said:
                practising.map.click(space)
            press(practising.task, "check")
        case Number() | Section():
            submit(practising.task, "answer", {"answer": str(said)})
        case Choice():
            press(practising.task, f"option {practising.exercise.task.options.index(said)}")
        case Judge():
            submit(practising.task, "box 0", {str(i): i in said for i in range(len(practising.exercise.task.actions))})


@pytest.mark.parametrize("topic", ["supply", "movement", "combat", "sequence", "production"])
def test_exercises_of_a_topic_are_answered_in_the_page(topic):
    practising = panel(topic)
    for number in range(8):
        assert practising.exercise.topic == topic
        assert practising.exercise.title in words(practising.page.html)
        answer_by_hand(practising, right(practising))
        assert practising.verdict.right and practising.closed
        assert "✓ Right" in words(practising.task.html)
        assert practising.score == (number + 1, number + 1) == (practising.streak, practising.streak)
        press(practising.task, "next")
        assert not practising.closed and practising.seat.session is practising.exercise.session
    assert practising.notice.html == ""


def test_a_wrong_answer_counts_once_and_may_be_mended():
    practising = panel("combat")
    practising.answer(-1.0)
    assert "✕ Not yet" in words(practising.task.html) and practising.score == (0, 1)
    practising.answer(-2.0)
    practising.answer(right(practising))
    assert practising.closed and practising.score == (0, 1) and practising.streak == 0
    box = Progress(home() / "learners").learner("Ann").practice[f"fields-of-despair/{practising.exercise.kind}"]
    assert (box.right, box.wrong, box.level) == (0, 1, 0)


def test_three_hints_go_deeper_and_do_not_repaint_what_is_typed():
    practising = panel("combat")
    before = practising.task.html
    for number in range(1, 5):
        press(practising.task, "hint")
        shown = min(number, 3)
        assert words(practising.reply.html).count("Hint ") == shown
    assert practising.task.html == before
    practising.answer(right(practising))
    box = practising._kept.practice[f"fields-of-despair/{practising.exercise.kind}"]
    assert box.level == 0 and box.right == 1, "with so much help it is not yet known"


def test_show_me_tells_the_answer_and_marks_it_on_the_map():
    practising = panel("supply")
    assert isinstance(practising.exercise.task, Point)
    press(practising.task, "show")
    assert set(practising.map.marked) == set(right(practising))
    assert all(space in words(practising.task.html) for space in right(practising))
    assert practising.score == (0, 1)
    practising.map.click("B06")
    assert practising.form.marked == set(), "it is over"


def test_the_map_marks_and_unmarks_and_offers_no_moves():
    practising = panel("movement")
    assert practising.map.highlighted == () and practising.decision.active is False
    practising.map.click("H05")
    practising.map.click("J05")
    practising.map.click("H05")
    assert practising.map.marked == ("J05",) and "J05" in words(practising.task.html)
    submit(practising.task, "mark", {"space": "Q77"})
    assert "no hex Q77" in words(practising.notice.html)


def test_what_was_wrong_comes_back_and_the_learner_is_remembered():
    practising = panel()
    wrong = practising.exercise.kind
    practising.show_me()
    seen = []
    for _ in range(4):
        practising.next()
        seen.append(practising.exercise.kind)
        practising.answer(right(practising))
    assert wrong in seen
    again = widgets.PracticePanel("fields-of-despair", learner="Ann", seed=9)
    assert again._kept == practising._kept and again._kept.exercises == 5
    other = widgets.PracticePanel("fields-of-despair", learner="Ben", seed=9)
    assert other._kept.exercises == 0


def test_topic_level_and_learner_are_chosen_in_the_head():
    practising = panel()
    press(practising.head, "topic", value="production")
    assert practising.exercise.topic == practising.topic == "production"
    press(practising.head, "level", value="3")
    assert practising.exercise.difficulty == 3 and "Difficulty 3 of 3" in practising.page.html
    press(practising.head, "level", value="nonsense")
    assert practising.level == 0
    submit(practising.head, "learner", {"name": "Cleo"})
    assert practising.learner == "Cleo" and practising.score == (0, 0)
    submit(practising.head, "learner", {"name": "../etc"})
    assert "learner's name" in words(practising.notice.html) and practising.learner == "Cleo"
    press(practising.head, "topic", value="cooking")
    assert "topic" in words(practising.notice.html) and practising.topic == "production"


def test_a_section_opens_its_rule_below_and_closes_again():
    practising = panel("supply")
    assert practising.rule.active is False
    practising.reply._heard(practising.reply, {"do": "rule", "section": "6.7.2"}, [])
    assert practising.rule.active and "6.7.2" in words(practising.rule.page.html)
    press(practising.rule_head, "close rule")
    assert practising.rule.active is False
    practising.reply._heard(practising.reply, {"do": "rule", "section": "6.7.2"}, [])
    practising.next()
    assert practising.rule.active is False


def test_tables_stand_below_the_answer_so_that_they_do_not_hide_its_form():
    practising = panel("production", level=2)
    for _ in range(20):
        if practising.exercise.charts:
            break
        practising.answer(right(practising))
        practising.next()
    assert "Table:" in words(practising.reply.html) and "Table:" not in words(practising.page.html)


def test_only_what_the_viewer_may_know_is_shown():
    practising = panel("movement")
    for _ in range(6):
        assert practising.seat.viewer in ("allies", "cp") and practising.seat.player == practising.exercise.viewer
        practising.answer(right(practising))
        practising.next()


def test_a_wrong_topic_is_told_at_once():
    with pytest.raises(StaffRideError, match="topic"):
        panel("cooking")
