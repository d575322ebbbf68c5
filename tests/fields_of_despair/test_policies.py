"""Policies with rules of thumb: legal, repeatable, of different temper, and no wiser than their player."""

from __future__ import annotations

import msgspec
import pytest

import tutor
from tests.fields_of_despair import build
from tutor.engine.errors import UnknownName
from tutor.engine.play import play, policies_of, policy
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair.actions import Continue, EndCombat, Move, Pass
from tutor.games.fields_of_despair.state import NATIONS

NAMES = ("cautious", "aggressive")
SHORT = ("1914-introduction", "lesson-fortress", "lesson-supply", "lesson-trench-assault")


def played(name, scenario, seed):
    session = tutor.open(f"fields-of-despair/{scenario}", seed=seed)
    play(session, policy(name, seed, GAME))
    return session


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", SHORT)
def test_a_policy_plays_to_the_end_and_the_same_again(name, scenario):
    one, other = played(name, scenario, 3), played(name, scenario, 3)
    assert one.over and one.result is not None
    assert msgspec.json.encode(one.state) == msgspec.json.encode(other.state)


def test_the_campaign_comes_to_an_end_too():
    session = tutor.open("fields-of-despair/grand-campaign", seed=1)
    bold, careful = policy("aggressive", 1, GAME), policy("cautious", 1, GAME)
    play(session, lambda s: (bold if s.decision.who == "cp" else careful)(s))
    assert session.result is not None
    told = GAME.tally(session.table)
    assert told["cp_sp"] == sum(b.sp for b in session.state.blocks.values() if b.nation == "Germany")
    assert all(isinstance(value, int) for value in told.values())


def attacks(name):
    """Of the assaults that were asked about, how many were made."""
    made = offered = 0
    for seed in range(6):
        session = tutor.open("fields-of-despair/1914-introduction", seed=seed)
        choose = policy(name, seed, GAME)

        def watch(s, choose=choose):
            nonlocal made, offered
            action = choose(s)
            made += isinstance(action, Continue)
            offered += isinstance(action, Continue | EndCombat)
            return action

        play(session, watch)
    return made / offered


def test_the_aggressive_attack_more_often():
    assert attacks("aggressive") > attacks("cautious")


def test_strength_decides_whether_to_go_on_7_3_2():
    def choice(name, german, french):
        session = build.position(
            active="cp",
            initiative="cp",
            blocks={"Germany": {"K08": [f"infantry {german}"]}, "France": {"K08": [f"infantry {french}"]}},
        )
        while session.where[-1].id == "artillery-placement":
            session.submit(Pass())
        for block in session.state.blocks.values():
            block.face_up = True
        return policy(name, 0, GAME)(session)

    assert choice("aggressive", 10, 9) == Continue("K08") and choice("cautious", 10, 9) == EndCombat("K08")
    assert choice("cautious", 18, 9) == Continue("K08") and choice("aggressive", 5, 9) == EndCombat("K08")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_does_not_change_the_choice(name):
    """Two positions that differ only in the strength of unseen enemy blocks."""
    asked = moved = 0
    for seed in range(4):
        session = tutor.open("fields-of-despair/1914-introduction", seed=seed)
        play(session, policy("random", seed), until=lambda s: s.where[-1].id == "move")
        if session.over:
            continue
        who = session.decision.who
        first = policy(name, seed, GAME)(session)
        for block in session.state.blocks.values():
            if NATIONS[block.nation] != who and not block.face_up and block.sp:
                block.sp = 20 if block.sp < 5 else 1
        session.table.memo.clear()
        second = policy(name, seed, GAME)(session)
        asked += 1
        moved += isinstance(first, Move)
        assert first == second
    assert asked


def test_an_unknown_policy_is_refused_with_the_known_ones():
    with pytest.raises(UnknownName, match=r"random, cautious, aggressive|aggressive, cautious, random"):
        policy("heroic", 1, GAME)
    with pytest.raises(UnknownName):
        policy("cautious", 1)
    assert set(policies_of(GAME)) == {"random", "cautious", "aggressive"}
