"""Exploration: exact odds of combats, dogfights, bags and attrition come from the rules that play."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction

import icepool
import pytest

import tutor
from tests.engine.toy import SCENARIO, TOY
from tests.fields_of_despair import build
from tests.odds.faces import brute_force, within_four_errors
from tests.odds.skirmish import Fighter, skirmish
from tutor.engine.errors import BadInput, StaffRideError
from tutor.engine.questions import Question, plan
from tutor.engine.session import Session
from tutor.engine.walk import Walker
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair.actions import (
    AceReroll,
    ChooseHex,
    Continue,
    DeclareNaval,
    Done,
    Lose,
    Move,
    Pass,
    PickBlock,
    PlaceAir,
    PlaceArtillery,
    UseEdge,
)
from tutor.games.fields_of_despair.questions import _largest_first
from tutor.odds import Budget, Distribution, ask, explore, explored, sampled

COMBAT = (*build.COMBAT, "begin-combat")
PLAYS = 200_000 if os.environ.get("STAFF_RIDE_LONG") else 4_000


def walk(at, options=(), state=(), **fields):
    scenario = GAME.scenario_from(fields, "test")
    table = GAME.table(scenario, options=list(options))
    for name, value in dict(state).items():
        setattr(table.state, name, value)
    return Walker(table, scenario, at)


def asked(walker, habits, until, read, names=()):
    """A question with the quiet habits that all tests share."""
    common = {Lose: _largest_first, PlaceArtillery: lambda s: Pass()}
    return Question(walker, plan({**common, **habits}), until, read, names)


def sp(s, nation, hex):
    return sum(b.sp for b in s.state.blocks.values() if b.nation == nation and b.hex == hex)


def combat(attackers, defenders, **more):
    return GAME.made_up_combat(attackers=attackers, defenders=defenders, **more)


def dogfight(cp=(2,), allies=(1,), levels=(2, 2), ace="", at="K08"):
    """CP and Allied counters meet over K08; an edge and a re-roll are used where they are offered."""
    boards = {
        "cp": {"air": 8, "air_counters": list(cp), "technology": {"aircraft": levels[0]}},
        "allies": {"air": 8, "air_counters": list(allies), "technology": {"aircraft": levels[1]}},
    }
    blocks = {"Germany": {"K07": ["infantry 8"]}, "France": {at: ["infantry 5", "infantry 3"]}}
    walker = walk((*build.AIR, "air-placement"), active="cp", initiative="cp", turn=2, blocks=blocks, boards=boards)

    def place(s):
        placed = [a for a in s.legal() if isinstance(a, PlaceAir) and a.hex == at and not a.special]
        return max(placed, key=lambda a: a.value) if placed else Pass()

    def read(s):
        return (
            s.state.boards["cp"].damaged,
            s.state.boards["allies"].damaged,
            sum(b.face_up for b in s.state.blocks.values() if b.hex == at),
        )

    habits = {
        PlaceAir: place,
        ChooseHex: lambda s: ChooseHex(at),
        UseEdge: lambda s: UseEdge(True),
        AceReroll: lambda s: s.legal()[0],
    }
    return asked(
        walker,
        habits,
        lambda s: s.where[-2].id != "air" and s.where[-2].id != "air-hex",
        read,
        ("cp", "allies", "seen"),
    )


def naval(bag, mode="prize", turn=5):
    walker = walk(
        (*build.NAVAL, "naval-declare"),
        turn=turn,
        trench=True,
        naval_bag=bag,
        tracks={"blockade": 3, "usw": 1},
        blocks={"Britain": {"A01": ["infantry 6"]}},
        state={},
    )
    for board in walker.state.boards.values():
        board.ep = board.collected = 8
    return asked(
        walker,
        {DeclareNaval: lambda s: DeclareNaval(mode)},
        lambda s: s.where[-1].id == "spend",
        lambda s: (s.state.boards["cp"].ep, s.state.boards["allies"].ep, sp(s, "Britain", "A01")),
        ("cp_ep", "allies_ep", "british"),
    )


def eastern_front(bag):
    walker = walk((*build.EASTERN_FRONT,), turn=3, eastern_bag=bag, tracks={"eastern_sp": 9, "eastern_space": 2})
    return asked(
        walker,
        {},
        lambda s: s.where[1].id == "turn" and s.where[2].id != "eastern-front",
        lambda s: (s.state.eastern_sp, s.state.russian_victories),
        ("eastern_sp", "victories"),
    )


def attrition(blocks):
    walker = walk((*build.PRODUCTION, "manpower", "attrition-roll"), turn=5, trench=True, blocks=blocks)
    return asked(
        walker,
        {},
        lambda s: s.where[-1].id in ("collect", "hindenburg-line"),
        lambda s: tuple(
            sum(b.sp for b in s.state.blocks.values() if (b.nation == "Germany") == german) for german in (True, False)
        ),
        ("cp_sp", "allies_sp"),
    )


def breakout(german, french):
    """K08 has just been cleared; the infantry moves on to K09 and fights there."""
    walker = walk(
        (*build.ACTIONS, "breakout", "open-breakout"),
        active="cp",
        initiative="cp",
        turn=2,
        control={"cp": ["K08"]},
        blocks={"Germany": {"K08": [f"infantry {german}"]}, "France": {"K09": [f"infantry {french}"]}},
        state={"breakout": ["K08"]},
    )

    def move_on(s):
        blocks = [b for b in s.state.blocks.values() if b.hex == "K08" and not b.moved]
        return Move(blocks[0].id, ("K09",)) if blocks else Done()

    return asked(
        walker,
        {PickBlock: move_on, Continue: lambda s: Continue("K09")},
        lambda s: s.where[-1].id == "restack",
        lambda s: (sp(s, "Germany", "K09"), sp(s, "France", "K09")),
        ("german", "french"),
    )


SMALL = {
    "infantry": lambda: combat(2, 2),
    "trench": lambda: combat(3, 1, trench=True),
    "river": lambda: combat(2, 1, terrain="river"),
    "artillery": lambda: combat(2, 1, attacker_guns=[1], defender_guns=[1]),
    "fortress": lambda: combat(1, 0, fortress="Namur", attacker_guns=[1]),
    "breakout": lambda: breakout(2, 2),
    "dogfight": lambda: dogfight((2,), (2,)),
    "aircraft edge": lambda: dogfight((2,), (1,), (4, 1)),
    "naval bag": lambda: naval({"blue": 3, "black": 2, "white": 2}),
    "unrestricted": lambda: naval({"blue": 2, "black": 3, "white": 0}, "usw", turn=7),
    "eastern front": lambda: eastern_front({"red": 3, "black": 2}),
    "attrition": lambda: attrition({"Germany": {"K07": ["infantry 9"]}, "France": {"K08": ["infantry 9"]}}),
}
LARGE = {
    "infantry": lambda: combat(18, 16),
    "trench": lambda: combat(20, 14, trench=True),
    "artillery": lambda: combat(12, 10, trench=True, attacker_guns=[4, 3], defender_guns=[3]),
    "fortress": lambda: combat(14, 6, fortress="Liege", attacker_guns=[4, 2]),
    "breakout": lambda: breakout(14, 9),
    "dogfight": lambda: dogfight((4, 3), (3, 3)),
    "naval bag": lambda: naval({"blue": 9, "black": 7, "white": 3}),
    "unrestricted": lambda: naval({"blue": 9, "black": 9, "white": 2}, "usw", turn=7),
    "eastern front": lambda: eastern_front({"red": 9, "black": 8}),
    "attrition": lambda: attrition(
        {"Germany": {"K07": ["infantry 9"], "L07": ["infantry 3"]}, "France": {"K08": ["infantry 9"]}}
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_exact_odds_equal_brute_force_over_every_die(name):
    question = SMALL[name]()
    answer = explored(question, shortcut=False)
    counted = brute_force(question)
    assert len(counted) > 1, "a question with one answer proves nothing"
    assert dict(answer.odds.items()) == counted
    assert answer.odds.exact and answer.odds.mass == 1


@pytest.mark.parametrize("name", LARGE)
def test_exact_odds_agree_with_many_plays_within_four_standard_errors(name):
    question = LARGE[name]()
    exact, plays = explore(question), sampled(question, PLAYS, seed=11)
    assert len(exact) > 5
    assert within_four_errors(exact, plays, PLAYS)


@pytest.mark.parametrize("trench", [False, True])
@pytest.mark.parametrize("attackers, defenders", [(1, 1), (3, 7), (20, 20), (33, 12)])
def test_plain_dice_add_up_to_the_explored_answer_7_3_3(attackers, defenders, trench):
    question = combat(attackers, defenders, trench=trench)
    assert question.shortcut is not None
    assert explored(question).odds == explored(question, shortcut=False).odds


def test_there_is_no_shortcut_where_more_than_dice_matters():
    assert combat(3, 3, attacker_guns=[2]).shortcut is None
    assert combat(3, 3, fortress="Liege").shortcut is None


@pytest.mark.parametrize("trench", [False, True])
def test_the_same_numbers_as_icepool(trench):
    """20 against 20 in the open, and 12 against 9 in the trenches, where the dead do not roll."""
    hit = icepool.d6 >= 5
    if trench:
        attackers, defenders = 12, 9
        extra = GAME.charts()["trench-dice"].cell(attackers, "dice")
        first = ((defenders + extra) @ hit).map(lambda k: min(k, attackers))
        theirs = first.map(
            lambda lost: icepool.tupleize(lost, ((attackers - lost) @ hit).map(lambda k: min(k, defenders)))
        )
    else:
        attackers = defenders = 20
        theirs = icepool.tupleize(defenders @ hit, attackers @ hit)
    ours = explore(combat(attackers, defenders, trench=trench))["attacker_lost", "defender_lost"]
    assert set(ours.outcomes) == set(theirs.outcomes())
    for outcome in ours.outcomes:
        assert abs(float(ours.probability(outcome)) - float(theirs.probability(outcome))) < 1e-12


def test_a_session_in_the_middle_of_a_step_can_be_explored():
    s = tutor.open("fields-of-despair/lesson-trench-assault")
    question = Question(
        s,
        plan({PlaceArtillery: lambda _: Pass(), Continue: lambda _: Continue("D03"), Lose: _largest_first}),
        until=lambda w: w.state.battle is None,
        read=lambda w: (22 - sp(w, "Britain", "D03"), 13 - sp(w, "Germany", "D03")),
        names=("attacker_lost", "defender_lost"),
    )
    before = s.decision, len(s.log)
    answer = explore(question)
    assert answer == explore(s.game.combat(s, "D03"))["attacker_lost", "defender_lost"]
    assert (s.decision, len(s.log)) == before, "asking changes nothing"
    s.submit(Pass())


def test_any_stretch_of_a_game_can_be_asked_about():
    blocks = {"Germany": {"K08": ["infantry 6"]}, "France": {"K08": ["infantry 4"]}}
    s = build.position(active="cp", initiative="cp", blocks=blocks, boards={"cp": {"artillery_counters": [2]}})

    def strength(w):
        return sp(w, "Germany", "K08"), sp(w, "France", "K08")

    quiet = explore(ask(s, strength, until="combat", names=("german", "french")))
    bold = explore(ask(s, strength, until="combat", policies={"cp": "aggressive"}, names=("german", "french")))
    assert quiet.mass == bold.mass == 1 and bold.exact
    assert bold["french"].mean < quiet["french"].mean, "who brings up the guns does harm"
    step = explore(ask(s, lambda w: len(w.state.artillery_placed)))
    assert step == Distribution.constant(0), "both pass, and that is the step"


@pytest.mark.parametrize(
    "wrong, words",
    [
        ({"policies": "random"}, "no fixed choices"),
        ({"policies": "heroic"}, "heroic"),
        ({"policies": {"mars": "cautious"}}, "mars"),
        ({"until": "naval"}, "phase under way 'naval'"),
    ],
)
def test_a_stretch_that_makes_no_sense_is_refused(wrong, words):
    with pytest.raises(StaffRideError, match=words):
        ask(tutor.open("fields-of-despair/lesson-trench-assault"), lambda w: 0, **wrong)


def test_a_budget_stops_with_a_word_and_the_mass_covered():
    question = combat(9, 9, trench=True, attacker_guns=[2])
    whole = explored(question)
    part = explored(question, Budget(positions=whole.progress.positions - 40))
    assert 0 < part.odds.mass < 1 and part.odds.neglected == 1 - part.odds.mass
    assert part.progress.stopped.startswith("Stopped after ") and "is covered" in part.progress.stopped
    for outcome, chance in part.odds.items():
        assert chance <= whole.odds.probability(outcome)
    with pytest.raises(BadInput, match="larger budget"):
        explored(question, Budget(positions=3))
    with pytest.raises(BadInput):
        Budget(positions=0)


def test_equal_positions_are_followed_once():
    together = explored(combat(12, 12), shortcut=False).progress
    assert together.positions < 13 * 13 * 9, "the ways of 24 dice are far more"


def test_exploration_needs_no_word_of_the_game():
    """The toy game of the kernel's tests is explored by the same code."""
    s = Session(TOY.table(SCENARIO, seed=1), SCENARIO)
    turn = TOY.turn(s.table)
    answer = explore(
        Question(s, plan({}), until=lambda w: TOY.turn(w.table) > turn, read=lambda w: repr(w.state), names=())
    )
    assert isinstance(answer, Distribution) and sum(p for _, p in answer.items()) == Fraction(1)


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda s: s.game.combat(s, "B06"), "no combat in B06.*contested now: D03"),
        (lambda s: s.game.combat(s, "Z99"), "Z99"),
        (lambda s: s.game.combat(s, "D03", attacker="russia"), "russia"),
        (lambda s: s.game.combat(s, "D03", guns={"cp": [9]}), "no Artillery counter 9"),
        (lambda s: s.game.combat(s, "D03", guns=7), "plan of a combat"),
        (lambda s: combat(-3, 4), "attackers is a number of SPs"),
        (lambda s: combat(3, 400), "defenders is a number of SPs"),
        (lambda s: combat(3, 0), "is not contested"),
        (lambda s: combat(3, 3, terrain="lava"), "lava"),
        (lambda s: combat(3, 3, fortress="Troy"), "Troy"),
        (lambda s: combat(3, 3, elephants=2), "elephants"),
        (lambda s: sampled(combat(3, 3), 0), "Plays are counted"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_one_sentence(ask, words):
    with pytest.raises(StaffRideError, match=words) as refused:
        ask(tutor.open("fields-of-despair/lesson-trench-assault"))
    assert "\n" not in str(refused.value)


def test_an_answer_names_the_reconstructed_charts_it_rests_on(tmp_path):
    s = tutor.open("fields-of-despair/lesson-fortress")
    found = explored(s.game.combat(s, "I02")).reconstructed
    assert "fortresses" in found
    assert "block-types" not in found
    own = tmp_path / "fortresses.yaml"
    own.write_text((GAME.data / "charts" / "fortresses.yaml").read_text())
    mine = tutor.open("fields-of-despair/lesson-fortress", charts=tmp_path)
    assert "fortresses" not in explored(mine.game.combat(mine, "I02")).reconstructed


def test_a_plain_gun_is_not_big_bertha():
    """She has value 3 as well, and is meant by her name alone, in whatever order the guns are named."""
    s = tutor.open("fields-of-despair/lesson-fortress")
    one = explored(GAME.combat(s, "I02", guns={"cp": [2, "bertha"]})).odds
    other = explored(GAME.combat(s, "I02", guns={"cp": ["bertha", 2]})).odds
    assert dict(one.items()) == dict(other.items())
    with pytest.raises(BadInput, match="no Artillery counter 3"):
        GAME.combat(s, "I02", guns={"cp": [3]})


def test_rounds_alike_are_run_once_and_followed_to_the_end():
    """A battle that may go on for ever: with rounds that are forgotten it is answered to the last bit of a float."""
    question = skirmish([Fighter(2), Fighter(3, True)], [Fighter(1), Fighter(2)])
    answer = explored(question)
    assert not answer.progress.stopped and 1 - answer.odds.mass < 1e-11 and answer.error < 1e-10
    counting = explored(replace(question, forget=None), Budget(neglect=1e-3))
    assert answer.progress.positions < counting.progress.positions / 3
    for outcome, chance in counting.odds.items():
        assert float(answer.odds.probability(outcome)) == pytest.approx(float(chance), abs=1e-3)
    plays = sampled(question, 4_000, seed=3)
    assert within_four_errors(answer.odds, plays, 4_000)


def test_a_budget_cuts_off_rounds_too():
    question = skirmish([Fighter(2)] * 6, [Fighter(2)] * 6)
    part = explored(question, Budget(positions=40))
    assert "40 positions" in part.progress.stopped and 0 < part.odds.mass < 1
    whole = explored(question).odds
    assert all(part.odds.probability(o) <= whole.probability(o) + 1e-9 for o in part.odds.outcomes)
