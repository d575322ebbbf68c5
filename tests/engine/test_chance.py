"""Chance: the three implementations agree, and exploration is exact."""

from fractions import Fraction
from itertools import product

import pytest

from tutor.engine.chance import Scripted, Seeded, every_outcome
from tutor.engine.errors import BadInput

GROUPS = {"abort": (5,), "hit": (6,)}


def test_the_same_seed_gives_the_same_outcomes():
    def some(chance):
        return [
            chance.pool(9, 6, GROUPS, "x"),
            chance.die(6, "x"),
            chance.total(3, 6, "x"),
            chance.draw({"a": 3, "b": 4}, 3, "x"),
        ]

    assert some(Seeded(4)) == some(Seeded(4))
    assert some(Seeded(4)) != some(Seeded(5))


def test_outcomes_depend_on_seed_and_count_alone():
    first = Seeded(1)
    first.die(6, "x")
    rest = [first.die(6, "x") for _ in range(5)]
    later = Seeded(1, used=1)
    assert [later.die(6, "x") for _ in range(5)] == rest


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_exploring_a_pool_equals_counting_all_dice(n):
    explored = {tuple(sorted(r.items())): p for r, p in every_outcome(lambda c: c.pool(n, 6, GROUPS, "x"))}
    counted = {}
    for faces in product(range(1, 7), repeat=n):
        key = (("abort", faces.count(5)), ("hit", faces.count(6)))
        counted[key] = counted.get(key, 0) + Fraction(1, 6**n)
    assert explored == counted


def test_exploring_groups_that_hold_every_face():
    outcomes = dict(
        (r["low"], p) for r, p in every_outcome(lambda c: c.pool(3, 6, {"low": (1, 2), "high": (3, 4, 5, 6)}, "x"))
    )
    assert outcomes == {0: Fraction(8, 27), 1: Fraction(12, 27), 2: Fraction(6, 27), 3: Fraction(1, 27)}


def test_exploring_a_draw_is_hypergeometric():
    bag = {"blue": 4, "black": 2, "white": 2}
    outcomes = list(every_outcome(lambda c: c.draw(bag, 3, "x")))
    assert sum(p for _, p in outcomes) == 1
    assert sum(p for r, p in outcomes if r["blue"] == 3) == Fraction(4, 56)
    assert all(sum(r.values()) == 3 for r, _ in outcomes)


def test_exploring_walks_nested_chances():
    def run(chance):
        if chance.die(6, "x") < 6:
            return 0
        return chance.die(6, "x")

    totals = {}
    for result, p in every_outcome(run):
        totals[result] = totals.get(result, 0) + p
    assert totals == {0: Fraction(5, 6), **{n: Fraction(1, 36) for n in range(1, 7)}}


def test_exploring_agrees_with_play():
    exact = sum(p for r, p in every_outcome(lambda c: c.pool(8, 6, {"hit": (5, 6)}, "x")) if r["hit"] >= 3)
    chance = Seeded(11)
    n = 6000
    seen = sum(chance.pool(8, 6, {"hit": (5, 6)}, "x")["hit"] >= 3 for _ in range(n)) / n
    assert abs(seen - float(exact)) < 4 * (float(exact * (1 - exact)) / n) ** 0.5


def test_a_script_is_obeyed_and_checked():
    chance = Scripted([[6, 6, 1], {"hit": 2}, 4, {"red": 2, "black": 1}])
    assert chance.pool(3, 6, GROUPS, "x") == {"abort": 0, "hit": 2}
    assert chance.pool(5, 6, GROUPS, "x") == {"abort": 0, "hit": 2}
    assert chance.die(6, "x") == 4
    assert chance.draw({"red": 3, "black": 3}, 3, "x") == {"red": 2, "black": 1}
    with pytest.raises(BadInput, match="run out"):
        chance.die(6, "x")


@pytest.mark.parametrize(
    "script, words",
    [
        ([[6, 6]], "needs 3 faces"),
        ([[6, 6, 7]], "from 1 to 6"),
        ([{"hit": 4}], "does not fit a pool of 3"),
        ([{"miss": 1}], "results abort, hit"),
    ],
)
def test_a_script_that_does_not_fit_says_so(script, words):
    with pytest.raises(BadInput, match=words):
        Scripted(script).pool(3, 6, GROUPS, "x")
