"""Play that pauses before dice: what is about to be rolled, setting it, undo, saves, and that nothing else changes."""

from __future__ import annotations

import pytest

import tutor
from tests.engine.pictures import picture
from tutor.engine.chance import Upcoming
from tutor.engine.errors import BadInput
from tutor.engine.play import play, random_policy
from tutor.engine.rulings import Illegal
from tutor.engine.session import Roll

CAMPAIGN = "fields-of-despair/grand-campaign"


def at_dice(seed: int = 3, skip: int = 0) -> tutor.engine.session.Session:
    """A campaign that stands before a roll."""
    session = tutor.open(CAMPAIGN, seed=seed)
    session.pause_at_dice()
    choose = random_policy(seed)
    for _ in range(400):
        if session.paused and not skip:
            return session
        skip -= session.paused
        session.submit(choose(session))
    raise AssertionError("no roll came")


def test_pausing_changes_nothing_but_the_pauses():
    one, other = tutor.open(CAMPAIGN, seed=5), tutor.open(CAMPAIGN, seed=5)
    other.pause_at_dice()
    mine, theirs = random_policy(5), random_policy(5)
    rolled = 0
    for _ in range(600):
        while other.paused:
            other.submit(Roll())
            rolled += 1
        assert one.decision is not None and other.decision is not None
        assert (one.decision.who, one.decision.prompt) == (other.decision.who, other.decision.prompt)
        one.submit(mine(one))
        other.submit(theirs(other))
    while other.paused:
        other.submit(Roll())
    assert rolled > 5
    assert one.state == other.state
    assert one.log == other.log


def test_what_is_about_to_be_rolled_is_what_is_rolled():
    session = tutor.open(CAMPAIGN, seed=8)
    session.pause_at_dice()
    choose, seen = random_policy(8), 0
    for _ in range(900):
        if session.paused:
            coming, logged = session.upcoming(), len(session.log)
            session.submit(Roll())
            told = [e for e in session.log[logged:] if e.kind in ("rolled", "drew")][: len(coming)]
            for roll, event in zip(coming, told, strict=True):
                seen += 1
                assert roll.section == event.section
                if roll.bag:
                    assert sum(event.data["drawn"].values()) == roll.draw
                else:
                    assert (event.data["dice"], event.data["sides"]) == (roll.dice, roll.sides)
        else:
            session.submit(choose(session))
    assert seen > 10


def test_every_step_that_rolls_before_it_asks_is_marked():
    session = tutor.open(CAMPAIGN, seed=1, options=["neutral-britain", "neutral-belgium", "fokker-scourge"])
    marked = {node.id for _, node in session.game.sequence.walk() if getattr(node, "rolls", False)}
    asks_first = {"rail-gun", "breakout-rail-gun", "ace"}
    play(session, random_policy(1))
    rolled = {event.step for event in session.log if event.kind in ("rolled", "drew")}
    assert len(rolled) > 8
    assert rolled <= marked | asks_first


def test_the_dice_can_be_set_at_a_pause_and_undone():
    session = at_dice(skip=3)
    before = picture(session)
    (roll, *_) = session.upcoming()
    said = {colour: min(n, roll.draw) for colour, n in roll.bag.items()} if roll.bag else [6] * roll.dice
    if roll.bag:
        first = max(roll.bag, key=lambda c: roll.bag[c])
        said = {first: roll.draw}
    elif roll.adds:
        said = 6 * roll.dice
    session.suppose(said)
    session.submit(Roll())
    session.undo()
    session.undo()
    assert picture(session) == before


def test_a_supposed_roll_that_does_not_fit_leaves_everything_as_it_was():
    session = at_dice()
    before = picture(session)
    session.suppose([9, 9, 9, 9, 9, 9, 9, 9, 9])
    with pytest.raises(BadInput):
        session.submit(Roll())
    session.undo()
    assert picture(session) == before


def test_saves_keep_the_pause(tmp_path):
    session = at_dice(skip=4)
    session.save(tmp_path / "paused.json")
    again = tutor.load(tmp_path / "paused.json")
    assert again.paused and again.pauses
    assert again.upcoming() == session.upcoming()
    again.submit(Roll())
    session.submit(Roll())
    assert again.state == session.state


def test_turning_the_pause_off_lets_the_dice_fall():
    session = at_dice()
    session.pause_at_dice(False)
    assert not session.paused and not session.pauses
    session.undo()
    assert session.paused


def test_forks_pause_too_and_undo_reaches_the_beginning():
    session = at_dice(skip=6)
    other = session.fork()
    assert other.paused
    while session.undo() is not None:
        pass
    assert session.decisions_made == 0 and not session.pauses
    assert other.paused


def test_while_paused_only_the_roll_is_legal_and_anything_else_is_explained():
    session = at_dice()
    assert session.legal() == [Roll()]
    assert session.why_not({"action": "roll"}) == []
    with pytest.raises(Illegal, match="dice are about to fall"):
        session.submit({"action": "pass"})
    with pytest.raises(Illegal):
        session.submit({"action": "resupply", "hex": "G04"})


def test_both_players_see_that_dice_are_due():
    session = at_dice()
    for player in session.game.players:
        told = session.view(player).decision
        assert told is not None and told["kinds"] == ["roll"]


def test_a_roll_without_a_pause_is_refused():
    session = tutor.open(CAMPAIGN)
    assert [ruling.section for ruling in session.why_not(Roll())]


def test_watchers_hear_of_every_change_until_they_leave():
    session, heard = tutor.open(CAMPAIGN, seed=2), []
    leave = session.watch(lambda: heard.append(session.decisions_made))
    session.submit(session.legal()[0])
    session.undo()
    session.redo()
    session.pause_at_dice()
    session.suppose(3)
    assert heard == [1, 0, 1, 2, 3]
    session.fork().submit(session.legal()[0])
    leave()
    session.undo()
    assert len(heard) == 5


def test_fresh_outcomes_fit_what_is_asked():
    pool = Upcoming("1", 7, 6, {"hit": [5, 6]})
    assert len(pool.fresh()) == 7 and all(1 <= face <= 6 for face in pool.fresh())
    assert 3 <= Upcoming("1", 3, 6, adds=True).fresh() <= 18
    drawn = Upcoming("1", bag={"red": 2, "black": 4}, draw=3).fresh()
    assert sum(drawn.values()) == 3 and drawn["red"] <= 2
