"""The session, on a toy game that shares nothing with the real ones."""

import pytest

from tests.engine.pictures import picture
from tests.engine.toy import SCENARIO, TOY, Peek, Take
from tutor.engine.errors import an
from tutor.engine.play import play, random_policy
from tutor.engine.rulings import Illegal
from tutor.engine.session import Session


def toy(seed=1):
    return Session(TOY.table(SCENARIO, seed=seed), SCENARIO)


def test_where_names_titles_sections_and_values():
    s = toy()
    assert [(p.id, p.section) for p in s.where] == [("game", "0"), ("round", "2.0"), ("turns", "1.0"), ("take", "1.0")]
    assert s.where[2].value == s.decision.who


def test_a_game_is_played_to_its_result():
    s = toy()
    play(s, random_policy(3))
    assert s.over and s.state.stones == 0 and s.result.winner == s.state.last
    assert s.decision is None and s.legal() == []
    assert s.why_not(Take(1))[0].reason == "The game is over."


def test_illegal_carries_every_failed_ruling_and_changes_nothing():
    s = toy()
    before = picture(s)
    with pytest.raises(Illegal) as err:
        s.submit(Take(50))
    assert {r.section for r in err.value.rulings} == {"1.1", "1.2"}
    assert err.value.rulings[0].remedy == "Take fewer."
    assert s.why_not(Take(50)) == err.value.rulings
    assert picture(s) == before


@pytest.mark.parametrize(
    "said, words",
    [
        ({"action": "fly"}, "no action 'fly'"),
        ({"action": "take"}, "not well formed"),
        ({"action": "take", "stones": "two"}, "Expected `int`"),
        ({"action": "take", "stones": 1, "colour": 2}, "unknown field"),
        ({}, "no action"),
    ],
)
def test_malformed_actions_are_rulings_not_tracebacks(said, words):
    s = toy()
    assert words in s.why_not(said)[0].reason
    with pytest.raises(Illegal):
        s.submit(said)


def test_actions_can_be_given_as_data():
    s = toy()
    s.submit({"action": "take", "stones": 2})
    assert s.state.stones == 18


def test_an_interrupt_leaves_the_decision_open():
    s = toy()
    before = repr(s.decision)
    assert Peek() in s.legal()
    s.submit(Peek())
    assert s.state.peeks == 1 and repr(s.decision) == before
    s.undo()
    assert s.state.peeks == 0


def test_undo_and_redo_are_identities():
    s = toy()
    pictures = [picture(s)]
    choose = random_policy(5)
    while not s.over:
        s.submit(choose(s))
        pictures.append(picture(s))
    for expected in reversed(pictures[:-1]):
        assert s.undo() is not None
        assert picture(s) == expected
    assert s.undo() is None
    for expected in pictures[1:]:
        assert s.redo() is not None
        assert picture(s) == expected
    assert s.redo() is None


def test_a_new_move_forgets_what_was_undone():
    s = toy()
    s.submit(Take(1))
    s.undo()
    s.submit(Take(2))
    assert s.redo() is None


def test_a_fork_goes_its_own_way():
    s = toy()
    s.submit(Take(1))
    other = s.fork()
    assert picture(other) == picture(s)
    other.submit(Take(3))
    assert other.state.stones != s.state.stones
    s.submit(Take(3))
    assert picture(other) == picture(s)


def test_suppose_sets_the_dice_and_undo_takes_it_back():
    s = toy()
    s.suppose(1, 1, 5)
    s.submit(Take(1))
    skipped = [e for e in s.log if e.kind == "skipped"][-2:]
    assert len(skipped) == 2
    s.undo()
    s.undo()
    assert s.decisions_made == 0


def test_a_supposed_roll_that_does_not_fit_loses_nothing():
    s = toy()
    s.suppose(9)
    before = picture(s)
    with pytest.raises(Exception, match="does not fit"):
        s.submit(Take(1))
    assert picture(s) == before


def test_views_show_only_what_a_player_may_know():
    s = toy()
    who = s.decision.who
    s.submit(Take(2))
    other = next(p for p in TOY.players if p != who)
    assert any("takes 2" in e.text for e in s.view(who).log)
    assert not any("takes 2" in e.text for e in s.view(other).log)
    assert any("takes some" in e.text for e in s.view(other).log)


def test_the_kernel_names_no_game():
    import re
    from pathlib import Path

    import tutor.engine

    words = re.compile(r"despair|allies|germany|fortress|flames|infantry", re.IGNORECASE)
    for path in Path(tutor.engine.__file__).parent.glob("*.py"):
        assert not words.search(path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Infantry", "an Infantry"),
        ("Fighter", "a Fighter"),
        ("US ship", "a US ship"),
        ("upgrade", "an upgrade"),
        ("unit", "a unit"),
    ],
)
def test_words_have_the_article_that_is_spoken(words, said):
    assert an(words) == said and an(words, begins=True) == said.capitalize()[0] + said[1:]
