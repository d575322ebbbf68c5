"""A lesson in its panel: read, answer, err, hint, show, play on the board, progress."""

from __future__ import annotations

import pytest

from tests.widgets.conftest import press, words
from tutor.lessons import find_lesson, lesson_ids
from tutor.lessons.run import play
from tutor.lessons.tasks import Choice, Do, Judge, Number, Point, Section
from widgets.lesson_panel import LessonPanel
from widgets.markdown import html_of

FIRST = "fields-of-despair/movement"


def say(panel: LessonPanel, answer) -> None:
    """Give an answer as a browser would."""
    task = panel.run.step.task
    match task:
        case Number() | Section():
            panel.task._heard(None, {"do": "answer", "values": {"answer": str(answer)}}, [])
        case Choice():
            panel.task._heard(None, {"do": "answer", "option": answer}, [])
        case Judge():
            ticks = {str(i): i in answer for i in range(len(task.actions))}
            panel.task._heard(None, {"do": "answer", "values": ticks}, [])
        case Point():
            for space in answer:
                panel.map.click(space)
            panel.task._heard(None, {"do": "answer"}, [])
        case Do():
            play(panel.run.session, task.solution)


def right(panel: LessonPanel):
    task = panel.run.step.task
    found = task.right(panel.run.session)
    return found[0] if isinstance(task, Section) else found


def test_the_list_of_lessons_opens_one():
    panel = LessonPanel()
    told = words(panel.page.html)
    assert "Lessons" in told and find_lesson(FIRST).title in told
    press(panel.page, "lesson movement")
    assert panel.lesson == FIRST and find_lesson(FIRST).steps[0].title in words(panel.page.html)


def test_a_wrong_answer_is_explained_and_a_right_one_is_kept():
    panel = LessonPanel(FIRST)
    say(panel, 99)
    assert "Not yet" in words(panel.reply.html) and not panel.run.done
    say(panel, right(panel))
    assert "Right" in words(panel.reply.html) and panel.run.step.id in panel.run.done
    again = LessonPanel(FIRST)
    assert panel.run.step.id in again.run.done


def test_hints_come_in_three_depths_and_the_solution_is_shown_but_not_counted():
    panel = LessonPanel(FIRST)
    for hint in panel.run.step.hints:
        press(panel.reply, "hint")
        assert hint in words(panel.reply.html)
    press(panel.reply, "solve")
    assert panel.run.step.id not in panel.run.done and panel.run.step.id in panel.run.progress.shown


@pytest.mark.parametrize("name", lesson_ids())
def test_every_lesson_is_done_from_start_to_end_in_its_panel(name):
    panel = LessonPanel(name)
    for number in range(len(panel.run.lesson.steps)):
        assert panel.run.number == number
        if panel.run.step.task is not None:
            say(panel, right(panel))
        assert words(panel.notice.html) == ""
        if not panel.run.is_last:
            press(panel.reply, "next")
    press(panel.reply, "next")
    assert panel.lesson == "" and "100% done" in panel.page.html


def test_progress_is_kept_for_each_learner():
    panel = LessonPanel(FIRST, learner="Ann")
    say(panel, right(panel))
    panel._list()
    panel.page._heard(None, {"do": "learner", "values": {"name": "Bob"}}, [])
    assert panel.learner == "Bob"
    press(panel.page, "lesson movement")
    assert not panel.run.done
    assert LessonPanel(FIRST, learner="Ann").run.done
    panel.page._heard(None, {"do": "learner", "values": {"name": "../x"}}, [])
    assert "letters, digits" in words(panel.notice.html)


def test_little_markdown_is_safe():
    assert html_of("A **bold** word\nand *more*.\n\n- one\n- two\n  goes on") == (
        "<p>A <b>bold</b> word and <i>more</i>.</p><ul><li>one</li><li>two goes on</li></ul>"
    )
    assert "<script" not in html_of("<script>alert(1)</script>")


def test_abbreviations_in_a_lesson_can_be_expanded():
    panel = LessonPanel("fields-of-despair/blocks-and-counters")
    seen = []
    for _ in panel.run.lesson.steps:
        seen.append(panel.page.html)
        if not panel.run.is_last:
            press(panel.reply, "next")
    assert any('<abbr title="' in html and ">SP" in html for html in seen)


def test_the_map_outlines_what_is_legal_only_where_something_is_to_be_played():
    """Elsewhere the outlines would seem to be part of the answer, and a click would move pieces unasked."""
    made = LessonPanel("global-war/convoy-raiding")
    kinds = set()
    for number, step in enumerate(made.run.lesson.steps):
        made.run.go(number)
        made.refresh()
        plays = isinstance(step.task, Do)
        kinds.add(plays)
        assert made.map.plays == plays and bool(made.map.on_click) != plays
        if not plays:
            assert made.map.highlighted == ()
    assert kinds == {True, False}


def test_a_solution_shows_what_was_to_be_pointed_at_in_place_of_what_was_wrong():
    made = LessonPanel("global-war/convoy-raiding")
    say(made, ["azores-sea"])
    assert "does not belong" in words(made.reply.html)
    press(made.reply, "solve")
    told = words(made.reply.html)
    assert "Western Approaches and Irish Sea. From Newfoundland" in told and "does not belong" not in told
    assert made.map.marked == tuple(sorted(made.run.step.task.right(made.run.session)))
