"""Exercises of Global War: each is made from its seed alone, knows right from wrong, and helps."""

from __future__ import annotations

import pytest

from tutor.engine.registry import rule_cards
from tutor.games.global_war import GAME
from tutor.lessons.practice import kinds, make
from tutor.lessons.tasks import Choice, Number, Point

KINDS = [kind.id for kind in kinds("global-war")]
SECTIONS = {card.section for card in rule_cards(GAME)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_an_exercise_knows_right_from_wrong(kind, seed):
    exercise = make("global-war", kind, 1 + seed % 3, seed)
    task, right = exercise.task, exercise.task.right(exercise.session)
    assert set(exercise.sections) <= SECTIONS and len(set(exercise.hints)) == 3
    assert exercise.judge(right).right and task.explain
    match task:
        case Number():
            wrong = [right + 1, right - 1]
        case Point():
            wrong = [[], [*right, next(z for z in exercise.session.board if z not in right)]]
        case Choice():
            wrong = [option for option in task.options if option != right]
            assert right in task.options and len(set(task.options)) == len(task.options)
    assert all(not exercise.judge(answer).right for answer in wrong)


@pytest.mark.parametrize("kind", KINDS)
def test_one_seed_is_one_exercise(kind):
    one, other = make("global-war", kind, 2, 11), make("global-war", kind, 2, 11)
    assert (one.words, one.task, one.hints) == (other.words, other.task, other.hints)


@pytest.mark.parametrize("seed", range(12))
def test_the_number_of_an_exercise_is_the_printed_one_with_one_bonus_and_one_penalty_0_3(seed):
    """Bounds from the printed tables alone: at most +2 and -2 on defence in the open, +1 and -2 in attack."""
    exercise = make("global-war", "combat/value", 3, seed)
    words = exercise.task.query.words
    column = "attack" if words["side"] == "attacker" else "defense"
    printed = exercise.session.charts["units"].cell(words["type"], column)
    right = exercise.task.right(exercise.session)
    most = 1 if column == "attack" else 3  # the Maginot Line gives 3
    assert max(1, printed - 2) <= right <= printed + most
