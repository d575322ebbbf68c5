"""The words that forms offer are those that the questions take."""

from __future__ import annotations

import pytest

import tutor
from tutor.engine.errors import StaffRideError
from tutor.engine.questions import Word, keywords
from tutor.games.fields_of_despair import GAME
from tutor.odds import explore


def defaults(words: list[Word]) -> dict:
    return {word.name: word.default for word in words}


@pytest.mark.parametrize("attacker", ["cp", "allies"])
def test_every_choice_of_a_made_up_combat_poses_a_question(attacker):
    words = GAME.made_up_words(attacker=attacker)
    said = {**defaults(words), "attacker": attacker}
    for word in words:
        assert word.fits(said[word.name]), word.name
        few = [(c,) for c in dict.fromkeys(word.choices)] if word.kind == "several" else word.choices
        for value in {"number": (word.low + 1, word.high), "switch": (False, True)}.get(word.kind, few):
            assert word.fits(value) and word.title_of(value)
            if word.name != "attacker":
                assert GAME.made_up_combat(**keywords({**said, word.name: value})).names


def test_what_a_word_does_not_allow_is_refused_by_the_question_too():
    said = defaults(GAME.made_up_words())
    wrong = {"attackers": 61, "defenders": -1, "terrain": "swamp", "fortress": "Metz", "attacker_guns": (9,)}
    for word in GAME.made_up_words():
        if word.name in wrong:
            assert not word.fits(wrong[word.name])
            with pytest.raises(StaffRideError):
                GAME.made_up_combat(**keywords({**said, word.name: wrong[word.name]}))


def test_a_hex_without_defenders_or_fortress_is_no_combat_7_3():
    for setup in ({"attackers": 5, "defenders": 0}, {"attackers": 0, "defenders": 5}):
        with pytest.raises(StaffRideError, match="needs attackers, and defenders or a Fortress"):
            GAME.made_up_combat(**setup)
    assert GAME.made_up_combat(attackers=5, defenders=0, fortress="Liege").names


@pytest.mark.parametrize("more", [{"trench": True}, {"fortress": "Namur"}])
def test_terrain_that_is_said_to_make_no_difference_makes_none(more):
    terrain = next(word for word in GAME.made_up_words(**more) if word.name == "terrain")
    assert terrain.unused and not next(w for w in GAME.made_up_words() if w.name == "terrain").unused
    answers = {explore(GAME.made_up_combat(attackers=6, defenders=3, terrain=t, **more)) for t in terrain.choices}
    assert len(answers) == 1


def test_the_words_of_a_combat_on_the_table_are_the_guns_at_hand():
    session = tutor.open("fields-of-despair/lesson-fortress")
    (space,) = GAME.combat_spaces(session)
    words = {word.name: word for word in GAME.combat_words(session, space)}
    assert sorted(map(str, words["guns.cp"].choices)) == ["1", "2", "2", "bertha"] and words["rail_gun"].unused
    said = {"guns.cp": ("bertha", 1), "rail_gun": True, "assault": False, "attacker": "cp"}
    plans = keywords(said)
    assert plans == {"guns": {"cp": ["bertha", 1]}, "rail_gun": True, "assault": False, "attacker": "cp"}
    assert not {w.name: w for w in GAME.combat_words(session, space, **plans)}["rail_gun"].unused
    assert GAME.combat(session, space, **plans).names


def test_answers_are_called_by_the_games_own_terms():
    terms, names = GAME.combat_terms(), GAME.made_up_combat(attackers=3, defenders=3).names
    assert set(names) <= set(terms)
    assert next(term for term in terms if term.startswith("holder_")) == "holder_attacker"
