"""The form of a task: every kind has a control, what is said in it is read, and verdicts are told."""

from __future__ import annotations

import pytest

import tutor
from tutor.engine.rulings import Ruling
from tutor.lessons.tasks import Ask, Choice, Condition, Do, Judge, Number, Point, Section, Verdict
from widgets.task_form import OPEN, RIGHT, TOLD, WRONG, TaskForm, linked, paragraphs, verdict_html

from .conftest import words

DONE = {"action": "done"}
MOVE = {"action": "move", "block": 99, "path": ["J02"]}
TASKS = {
    "point": Point(ask="Mark the ports.", answer=Ask("named", {"name": "Namur"})),
    "number": Number(ask="How many?", query=Ask("sp", {"hex": "I02", "side": "cp"})),
    "percent": Number(ask="What chance?", roll={"dice": 2, "faces": [6]}, percent=True, tolerance=2),
    "choice": Choice(ask="Which?", options=("one", "two <b>", "three"), right_option="two <b>"),
    "judge": Judge(ask="What is refused?", actions=(MOVE, DONE), labels=("Move it", "Do nothing")),
    "section": Section(ask="Under which section?", action=MOVE),
    "do": Do(ask="Pass.", goal=(Condition("over", equals=True),)),
}


@pytest.fixture
def session():
    return tutor.open("fields-of-despair/lesson-fortress")


@pytest.mark.parametrize("kind", TASKS)
@pytest.mark.parametrize("state", [OPEN, WRONG, RIGHT, TOLD])
def test_every_task_has_a_control_and_a_task_that_is_over_has_none_that_answers(session, kind, state):
    html = TaskForm().html(TASKS[kind], session, state)
    assert words(TASKS[kind].ask) in words(html)
    can_answer = "&quot;answer&quot;" in html and ('data-key="check"' in html or 'data-key="option 0"' in html)
    assert can_answer == (state in (OPEN, WRONG))
    assert "data-fallback" not in html if state in (RIGHT, TOLD) else True


def test_a_number_and_a_section_are_read_from_a_field_and_stay_in_it(session):
    form = TaskForm()
    assert form.read({"do": "answer", "values": {"answer": " 7 "}}) == "7"
    assert 'value="7"' in form.html(TASKS["number"], session, WRONG)
    assert "%" in form.html(TASKS["percent"], session)
    assert form.read({"do": "answer", "values": {"answer": '"><script>'}}) == '"><script>'
    assert "<script>" not in form.html(TASKS["section"], session, WRONG)


def test_a_choice_is_one_click_and_a_wrong_one_is_struck_out(session):
    form, task = TaskForm(), TASKS["choice"]
    said = form.read({"do": "answer", "option": "one"})
    verdict = task.judge(session, said)
    form.judged(verdict)
    html = form.html(task, session, WRONG)
    assert form.tried == {"one"} and "✕ wrong" in words(html)
    assert "✓ right" not in words(html), "the right one is not given away"
    assert "two &lt;b&gt;" in html
    assert "✓ right" in words(form.html(task, session, TOLD))


def test_boxes_are_read_by_number_and_signs_come_at_the_end(session):
    form, task = TaskForm(), TASKS["judge"]
    assert form.read({"do": "answer", "values": {"0": True, "1": False, "x": True}}) == [0]
    assert " checked" in form.html(task, session, WRONG)
    assert "refused" not in words(form.html(task, session, OPEN)).replace("What is refused?", "")
    assert "✕ refused" in words(form.html(task, session, RIGHT))


def test_spaces_are_marked_by_click_by_number_and_by_name_and_unmarked_again(session):
    form = TaskForm()
    form.toggle("I02")
    assert form.mark({"do": "mark", "values": {"space": "h02, j01"}}, session) == ""
    assert form.marked == {"I02", "H02", "J01"}
    assert form.mark({"do": "mark", "values": {"space": "Paris"}}, session) == ""
    assert "B06" in form.marked
    assert form.mark({"do": "mark", "space": "I02"}, session) == "" and "I02" not in form.marked
    assert "no hex Z99" in form.mark({"do": "mark", "values": {"space": "z99"}}, session)
    assert form.read({"do": "answer"}) == ["B06", "H02", "J01"]
    html = form.html(TASKS["point"], session)
    assert "H02 Namur" in words(html) and 'aria-label="Unmark H02"' in html
    form.clear()
    assert form.read({"do": "answer"}) == [] and not form.marked


def test_a_verdict_tells_every_ruling_with_its_section_and_players_by_name(session):
    rulings = (Ruling("7.2.3", "The cp block stops.", "Go round."), Ruling("7.2.3", "The cp block stops.", "Go round."))
    html = verdict_html(session.game, Verdict(False, "No: see 7.2.2 & more.", rulings))
    said = words(html)
    assert said.count("The Central Powers block stops. Go round.") == 1
    assert "✕ Not yet" in said and "&amp; more" in html
    assert "Open the rule card of 7.2.3" in html and "Open the rule card of 7.2.2" in html
    assert words(verdict_html(session.game, Verdict(True, "Right."))) == "✓ Right"


def test_only_sections_that_the_game_has_become_links(session):
    html = linked(session.game, "Section 6.7.5/movement, 99.9 and 3.14; **bold** <i>")
    assert html.count("sr-section") == 1 and "<b>bold</b>" in html and "&lt;i&gt;" in html
    assert paragraphs(session.game, "One.\n\nTwo.").count("<p>") == 2


def test_zones_are_typed_by_name_or_id_and_are_called_by_their_names():
    session = tutor.open("global-war/lesson-france-1940")
    form = TaskForm()
    assert form.mark({"do": "mark", "values": {"space": "Western Germany, north-sea"}}, session) == ""
    assert form.marked == {"western-germany", "north-sea"}
    assert "no zone Atlantis" in form.mark({"do": "mark", "values": {"space": "Atlantis"}}, session)
    task = Point(ask="Which seas?", answer=Ask("neighbours", {"zone": "denmark", "kind": "sea"}))
    html = form.html(task, session)
    assert "Western Germany" in words(html) and 'aria-label="Unmark North Sea"' in html
    assert "Western Germany does not belong." in task.judge(session, sorted(form.marked)).words
    assert task.told(session) == "North Sea, Western and Central Baltic"
