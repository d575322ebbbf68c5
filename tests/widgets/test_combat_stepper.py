"""A combat step by step: dice as faces, back, other dice, set dice, the end, and the odds beside."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import tutor
from tests.widgets.conftest import press, words
from tutor.engine.chance import Upcoming
from tutor.engine.play import random_policy
from tutor.engine.session import Roll, Suppose
from tutor.games.fields_of_despair.actions import Pass, PlaceArtillery
from tutor.odds import roll_odds
from tutor.odds.distribution import Distribution
from widgets.combat_odds import outcome_table
from widgets.combat_stepper import CombatStepper
from widgets.odds_answers import Answer, Terms


def fight(viewer: str = "", seed: int = 7) -> CombatStepper:
    stepper = CombatStepper(tutor.open("fields-of-despair/lesson-fortress", seed=seed), viewer=viewer)
    stepper.session.pause_at_dice()
    for action in (PlaceArtillery("I02", 2), Pass()):
        stepper.session.submit(action)
    return stepper


def to_infantry(stepper: CombatStepper) -> None:
    while stepper.session.where[-1].id != "passive-roll":
        stepper.next()


def test_it_stops_before_the_dice_and_says_what_will_be_rolled():
    stepper = fight()
    told = words(stepper.page.html)
    assert stepper.session.paused and "2d6" in told and "I02 Liege" in told and "7.3.1/resolve" in told


def test_next_rolls_once_and_shows_faces_and_where_the_result_fell():
    stepper = fight()
    press(stepper.page, "next")
    assert isinstance(stepper.session.inputs[-1], Roll)
    rolled = [e for e in stepper.session.log if e.kind == "rolled"]
    assert len(rolled) == 1 and "expected" in words(stepper.page.html)


def test_back_is_the_position_before():
    stepper = fight()
    before = stepper.session.state
    kept = repr(before)
    press(stepper.page, "next")
    press(stepper.page, "back")
    assert repr(stepper.session.state) == kept and stepper.session.paused


def test_roll_again_gives_fresh_dice_for_the_same_roll():
    stepper = fight()
    to_infantry(stepper)
    press(stepper.page, "next")
    seen = set()
    for _ in range(12):
        press(stepper.page, "again")
        (event,) = [e for e in stepper.session.log if e.kind == "rolled" and e.by == "allies" and e.section == "7.3.3"]
        seen.add(tuple(event.data["faces"]))
    assert len(seen) > 3
    assert sum(isinstance(i, Suppose) for i in stepper.session.inputs) == 1


def test_the_dice_can_be_set_by_hand():
    stepper = fight()
    to_infantry(stepper)
    press(stepper.page, "set")
    n = stepper.session.upcoming()[0].dice
    for die in range(n):
        for _ in range(5):  # from 1 to 6
            press(stepper.page, f"die 0 {die}")
    press(stepper.page, "roll these")
    (event,) = [e for e in stepper.session.log if e.kind == "rolled" and e.section == "7.3.3"]
    assert event.data["faces"] == [6] * n
    assert event.data["counts"] == {"hit": n}


def test_dice_can_be_set_after_they_have_fallen():
    stepper = fight()
    to_infantry(stepper)
    press(stepper.page, "next")
    fell = [e for e in stepper.session.log if e.kind == "rolled"][-1].data["faces"]
    press(stepper.page, "set")
    assert stepper.session.paused and stepper.faces[0] == fell
    press(stepper.page, "never mind")
    assert "Roll these" not in words(stepper.page.html)


def test_run_to_the_end_leaves_the_combat():
    stepper = fight()
    to_infantry(stepper)
    press(stepper.page, "end")
    assert stepper.session.game.combat_space(stepper.session) == ""
    assert "what came of it" in words(stepper.page.html)


def test_what_takes_too_long_to_follow_is_played_and_says_so(monkeypatch):
    monkeypatch.setattr("widgets.combat_stepper.SECONDS", 0.0)
    stepper = fight()
    to_infantry(stepper)
    told = words(stepper.page.html)
    assert re.search(r"From here\s*\d+ plays", told) and stepper.odds.names
    press(stepper.page, "end")
    assert "what came of it" in words(stepper.page.html)


def test_modifiers_are_shown_with_their_section():
    stepper = fight()
    to_infantry(stepper)
    press(stepper.page, "next")
    told = words(stepper.page.html)
    assert "7.3.4/trench-dice" in told and "Trench Defense dice" in told


def test_the_odds_of_the_rest_follow_from_the_odds_of_the_roll():
    stepper = fight()
    to_infantry(stepper)
    before = stepper.odds
    (roll,) = stepper.session.upcoming()
    mean = Fraction(0)
    for (hits,), p in roll_odds(roll).items():
        branch = stepper.session.fork()
        branch.suppose({"hit": hits})
        branch.submit(Roll())
        other = CombatStepper(branch)
        mean += Fraction(p) * Fraction(other.odds["defender_lost"].mean)
    assert mean == before["defender_lost"].mean


def test_odds_that_rest_on_hidden_strength_are_not_shown_to_a_player():
    stepper = fight(viewer="cp")
    assert "rest on what the enemy hides" in words(stepper.page.html) and stepper.odds is None
    assert stepper.session.upcoming() and "odds of this roll" in words(stepper.page.html)
    assert CombatStepper(stepper.session).odds is not None


def test_a_player_who_does_not_decide_cannot_step():
    stepper = fight(viewer="allies")
    while stepper.session.paused:
        stepper.next()
    assert stepper.session.decision.who == "cp"
    made = stepper.session.decisions_made
    stepper.next()
    assert stepper.session.decisions_made == made and "not for you" in words(stepper.notice.html)


def test_the_switch_turns_pausing_on_and_off():
    stepper = CombatStepper(tutor.open("fields-of-despair/lesson-fortress"))
    assert not stepper.session.pauses and "Combat can come in: I02 Liege" in words(stepper.page.html)
    press(stepper.page, "pause")
    assert stepper.session.pauses
    press(stepper.page, "pause")
    assert not stepper.session.pauses


@pytest.mark.parametrize(
    ("roll", "part", "value", "chance"),
    [
        (Upcoming("", 3, 6, {"hit": [5, 6]}), "hit", 3, Fraction(1, 27)),
        (Upcoming("", 2, 6, adds=True), "total", 7, Fraction(1, 6)),
        (Upcoming("", bag={"red": 2, "black": 2}, draw=2), "red", 2, Fraction(1, 6)),
    ],
)
def test_the_odds_of_one_roll_are_exact(roll, part, value, chance):
    assert roll_odds(roll)[part].probability(value) == chance


def test_what_came_of_a_combat_stays_what_it_was():
    """Later combats and new levies elsewhere on the map do not change it."""
    stepper = CombatStepper(tutor.open("fields-of-despair/1914-introduction", seed=5))
    stepper.session.pause_at_dice()
    told = ""
    for _ in range(400):
        if stepper.session.over:
            break
        stepper.session.submit(stepper.session.legal()[0])
        now = re.findall(r"what came of it.*", words(stepper.page.html))
        if told and now and stepper.session.game.combat_space(stepper.session) == "":
            assert "-" not in now[0].partition("lost")[2][:4]
        told = now[0] if now else told
    stepper.seat.session = tutor.open("fields-of-despair/lesson-trench-assault")
    assert "what came of it" not in words(stepper.page.html)


def at_a_draw(viewer: str = "") -> CombatStepper:
    stepper = CombatStepper(tutor.open("fields-of-despair/grand-campaign", seed=3), viewer=viewer)
    stepper.session.pause_at_dice()
    for _ in range(600):
        if stepper.session.paused and stepper.session.upcoming()[0].bag:
            return stepper
        stepper.session.submit(stepper.session.legal()[0])
    raise AssertionError("no draw came")


def test_a_bag_is_closed_to_a_player_and_open_to_who_plays_both_sides():
    closed = at_a_draw("cp")
    press(closed.page, "set")
    assert "bag is closed" in words(closed.notice.html) and 'type="number"' not in closed.page.html
    open_one = at_a_draw()
    press(open_one.page, "set")
    assert 'type="number"' in open_one.page.html


def test_a_draw_that_does_not_fit_is_refused_and_nothing_is_left_behind():
    stepper = at_a_draw()
    press(stepper.page, "set")
    made = stepper.session.decisions_made
    stepper.faces = [{colour: 9 for colour in stepper.faces[0]}]
    press(stepper.page, "roll these")
    assert "does not fit" in words(stepper.notice.html)
    assert stepper.session.decisions_made == made and not stepper.session.can_redo and stepper.session.paused


def test_both_pools_of_a_dogfight_keep_their_faces_when_set_again():
    session = tutor.open("fields-of-despair/grand-campaign", seed=1)
    session.pause_at_dice()
    choose = random_policy(1)
    for _ in range(4000):
        if session.over or (session.paused and len(session.upcoming()) == 2):
            break
        session.submit(choose(session))
    assert session.paused, "a dogfight came"
    stepper = CombatStepper(session)
    press(stepper.page, "next")
    fell = [e.data["faces"] for e in session.log if e.kind == "rolled"][-2:]
    press(stepper.page, "set")
    assert stepper.faces == fell


def two_battles() -> CombatStepper:
    """Germany attacks Belgium and Alsace-Lorraine; the first of the two battles is about to be chosen."""
    s = tutor.open("global-war/lesson-france-1940", seed=3)
    s.submit({"action": "declare-war", "nation": "germany", "target": "belgium"})
    for zone in ("belgium", "alsace-lorraine"):
        s.submit({"action": "pick", "zone": "western-germany", "type": "infantry", "count": 3})
        s.submit({"action": "move", "path": [zone]})
    s.pause_at_dice()
    while s.where[-1].id != "choose-battle":
        s.submit({"action": "done"})
    return CombatStepper(s)


def test_the_story_is_that_of_one_battle_from_its_beginning():
    stepper = two_battles()
    told: list[str] = []
    for _ in range(200):
        stepper.next()
        space = stepper.session.game.combat_space(stepper.session)
        story = [event.text for event in stepper._events()]
        if space and story:
            name, other = ("Belgium", "Alsace-Lorraine")[:: 1 if space == "belgium" else -1]
            assert name in story[0] and not any(other in line for line in story)
            told.append(space)
            if stepper._just_rolled():
                assert "sr-last-roll" in stepper.page.html
        if len(set(told)) == 2 and told.count(space) > 6:
            return
    raise AssertionError(f"two battles were to be fought: {told}")


def test_a_loss_below_what_was_expected_is_ranked_from_below():
    """That a loss is at least nothing is no news."""
    odds = Distribution({(0,): 0.25, (2,): 0.75}, names=("lost",))
    told = words(outcome_table("Paris", (0,), Answer(odds), Terms({})))
    assert "1.5 expected; as many or fewer 25.0 %" in told
    assert "as many or more 75.0 %" in words(outcome_table("Paris", (2,), Answer(odds), Terms({})))
