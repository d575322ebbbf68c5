"""Every lesson, replayed: positions open, right answers are right, wrong ones are explained, solutions work."""

from __future__ import annotations

import re

import pytest

from tutor.engine.registry import rule_cards
from tutor.games import find_game
from tutor.lessons import LessonRun, find_lesson, lesson_ids
from tutor.lessons.run import play
from tutor.lessons.tasks import Choice, Do, Judge, Number, Point, Section

LESSONS = lesson_ids()
STEPS = [(name, step.id) for name in LESSONS for step in find_lesson(name).steps]


def at(name: str, step: str) -> LessonRun:
    run = LessonRun(find_lesson(name))
    run.go([s.id for s in run.lesson.steps].index(step))
    return run


def right_answer(run: LessonRun):
    task = run.step.task
    right = task.right(run.session)
    return right[0] if isinstance(task, Section) else right


def wrong_answers(run: LessonRun) -> list:
    """Answers that are wrong in each of the ways a learner errs."""
    task, session = run.step.task, run.session
    right = task.right(session)
    match task:
        case Point():
            other = next(space for space in session.board if space not in right)
            return [[], [*right, other], right[1:] or [other]]
        case Number():
            return [right + task.tolerance + 1, right - task.tolerance - 1, "a lot"]
        case Choice():
            return [option for option in task.options if option != right]
        case Judge():
            rest = [i for i in range(len(task.actions)) if i not in right]
            return [rest, list(range(len(task.actions))) if rest else [], right[1:]]
        case Section():
            return ["0.0", ""]
        case _:
            return [None]


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_a_step_opens_cites_real_sections_and_looks_at_real_things(name, step):
    run = at(name, step)
    game = find_game(run.lesson.game)
    known = {card.section for card in rule_cards(game)}
    assert run.step.sections, "a step cites its sections"
    assert set(run.step.sections) <= known, sorted(set(run.step.sections) - known)
    look = run.step.look
    assert set(look.spaces) <= set(run.session.board)
    assert not look.section or look.section in known
    assert not look.phase or look.phase in {node.id for _, node in game.sequence.walk()}
    assert look.panel in ("", "sequence", "combat", "boards", "log")
    assert run.step.viewer in ("", *game.players)


@pytest.mark.parametrize(("name", "step"), [pair for pair in STEPS if find_lesson(pair[0]).step(pair[1]).task])
def test_a_task_knows_right_from_wrong_and_has_three_hints(name, step):
    run = at(name, step)
    task = run.step.task
    assert len(run.step.hints) == 3 and len(set(run.step.hints)) == 3
    for wrong in wrong_answers(run):
        verdict = run.answer(wrong)
        assert not verdict.right, wrong
        assert verdict.words, "a wrong answer is explained"
    assert step not in run.progress.done
    if isinstance(task, Do):
        assert task.solution, "the last help is a worked solution"
        play(run.session, task.solution)
        verdict = run.answer()
    else:
        verdict = run.answer(right_answer(run))
    assert verdict.right, verdict
    assert step in run.progress.done
    told = at(name, step)
    assert told.solve()
    if isinstance(task, Do):
        assert task.right(told.session)
    if isinstance(task, Choice):
        assert right_answer(run) in task.options
    if isinstance(task, Judge):
        assert 0 < len(task.right(at(name, step).session)) < len(task.actions), "some are legal, some are not"


@pytest.mark.parametrize("name", LESSONS)
def test_the_words_of_a_lesson_are_short(name):
    """Reading ease: sentences of few words on the average, none very long."""
    text = " ".join(step.words for step in find_lesson(name).steps)
    plain = re.sub(r"[*_`#>\[\]()]|\d+\.\d+(\.\d+)*(/\S+)?", " ", text)
    sentences = [s.split() for s in re.split(r"[.!?:;]\s|\n\n", plain) if len(s.split()) > 2]
    assert sum(map(len, sentences)) / len(sentences) <= 17
    assert max(map(len, sentences)) <= 40


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_walked_from_end_to_end(name):
    run = LessonRun(find_lesson(name))
    for _ in run.lesson.steps:
        if run.step.task is not None:
            run.solve()
        run.next()
    assert run.is_last
