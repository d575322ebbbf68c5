"""Players by rules of thumb: legal, repeatable, of different temper, and good enough to take Paris."""

from __future__ import annotations

import msgspec
import pytest

import tutor
from tutor.engine.play import policies_of, policy
from tutor.games.global_war import GAME
from tutor.games.global_war.actions.combat import FightOn, Retreat
from tutor.games.global_war.actions.politics import DeclareWar

NAMES = ("cautious", "aggressive")


def played(name, scenario, seed, turns=1):
    s, choose = tutor.open(f"global-war/{scenario}", seed=seed), policy(name, seed, GAME)
    last = s.state.calendar + turns
    while not s.over and s.state.calendar < last:
        assert s.decisions_made < 5000
        s.submit(choose(s))
    return s


def test_both_are_offered():
    assert set(NAMES) <= set(policies_of(GAME))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", ["1939", "1936", "lesson-barbarossa", "lesson-coral-sea"])
def test_a_policy_plays_and_the_same_again(name, scenario):
    one, other = played(name, scenario, 3), played(name, scenario, 3)
    assert msgspec.json.encode(one.state) == msgspec.json.encode(other.state)
    assert one.problems() == []


def test_the_aggressive_take_more_than_the_cautious():
    zones = {name: sum(e.kind == "captured" for e in played(name, "1939", 5, turns=3).log) for name in NAMES}
    assert zones["aggressive"] > zones["cautious"]


def test_the_aggressive_declare_wars_and_the_cautious_none_8_1():
    wars = {
        name: sum(isinstance(action, DeclareWar) for action in played(name, "1939", 4, turns=2).inputs)
        for name in NAMES
    }
    assert wars["cautious"] == 0 < wars["aggressive"]


def test_a_policy_fights_while_it_is_worth_it_9_4():
    s = played("aggressive", "lesson-france-1940", 2)
    fought = sum(isinstance(action, FightOn) for action in s.inputs)
    assert fought > sum(isinstance(action, Retreat) for action in s.inputs)
    assert any(e.kind == "captured" and e.by == "germany" for e in s.log)
