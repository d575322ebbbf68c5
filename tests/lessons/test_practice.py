"""Practice: 200 exercises of every kind, each confirmed by another path than the one that made it."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from itertools import pairwise

import pytest

from tutor.engine import trace
from tutor.engine.chance import Seeded
from tutor.engine.errors import StaffRideError
from tutor.engine.registry import rule_cards
from tutor.engine.rulings import Illegal
from tutor.engine.session import Roll
from tutor.engine.walk import Walker
from tutor.games import find_game, open_scenario
from tutor.lessons import practice
from tutor.lessons.fields_of_despair.practice_positions import brisk
from tutor.lessons.progress import Learner, Progress
from tutor.lessons.tasks import Choice, Judge, Number, Point, Section

from . import independent as by_hand

GAME = "fields-of-despair"
KINDS = [kind.id for kind in practice.kinds(GAME)]
EACH = 200
NAMES = {"allies": "Allies", "cp": "CP"}
CONFIRM = {}


def confirms(kind: str):
    def tag(check):
        CONFIRM[kind] = check
        return check

    return tag


def asked(exercise: practice.Exercise) -> dict:
    """The words of the query of an exercise."""
    task = exercise.task
    return (task.query if isinstance(task, Number) else task.answer).words


def right(exercise: practice.Exercise):
    return exercise.task.right(exercise.session)


# Supply


@confirms("supply/lines")
def lines(e):
    assert right(e) == by_hand.lineless(e.session.board, e.session.state, asked(e)["side"])


@confirms("supply/excess")
def excess(e):
    state, side = e.session.state, asked(e)["side"]
    without = by_hand.lineless(e.session.board, state, side)
    counted = {
        b.hex
        for b in state.blocks.values()
        if by_hand.SIDE[b.nation] == side and not b.oos and b.hex not in ("A01", "B06", "M03", *without)
    }
    assert right(e) == len(counted) - state.boards[side].supply > 0
    assert all(b.oos for h in without for b in by_hand.blocks(state, h, side)), "marked before supply is allotted"


@confirms("supply/cut")
def cut(e):
    board, state, words = e.session.board, e.session.state, asked(e)
    side, hex = words["side"], words["hex"]
    cutting = [
        h for h in words["options"] if not by_hand.fed(board, {**state.control, h: by_hand.OTHER[side]}, side, hex)
    ]
    assert by_hand.fed(board, state.control, side, hex)
    assert len(cutting) == 1 and right(e).startswith(cutting[0]), "one hex and no other"


@confirms("supply/after-move")
def after_move(e):
    board, state, words = e.session.board, e.session.state, asked(e)
    foe = by_hand.OTHER[words["side"]]
    taken = {h: foe for h in words["path"] if not by_hand.stands(state, h, words["side"])}
    assert right(e) == by_hand.lineless(board, state, words["side"], {**state.control, **taken})


def rolled(e, hex: str, who: str) -> int:
    """Play the combat on a fork up to a roll, and count its dice."""
    fork = e.session.fork()
    fork.pause_at_dice()
    wanted = ("pass", "continue", "done", "choose-hex", "lose")
    while not (fork.paused and fork.where[-1].id == f"{who}-roll"):
        if fork.paused:
            fork.submit(Roll())
        else:
            fork.submit(next(a for kind in wanted for a in fork.legal() if a.kind() == kind))
    return sum(roll.dice for roll in fork.upcoming())


@confirms("supply/dice")
def supply_dice(e):
    words, state = asked(e), e.session.state
    assert right(e) == by_hand.dice_of_blocks(state, words["hex"], words["side"])
    assert by_hand.ground()[words["hex"]]["terrain"] == "river" or right(e) == rolled(e, words["hex"], "passive")


# Movement


def strongest(e, hex: str, kind: str):
    return max(
        (b for b in e.session.state.blocks.values() if b.hex == hex and b.kind == kind), key=lambda b: (b.sp, -b.id)
    )


def accepted(session, action) -> bool:
    fork = session.fork()
    try:
        fork.submit(action)
    except Illegal:
        return False
    return True


@confirms("movement/reach")
def reach(e):
    block = strongest(e, asked(e)["hex"], asked(e)["branch"])
    assert right(e) == by_hand.Mover(e.session.board, e.session.state, block).goals()


@confirms("movement/refused")
def refused(e):
    state = e.session.state
    for number, action in enumerate(e.task.actions):
        mover = by_hand.Mover(e.session.board, state, state.blocks[action["block"]])
        section = mover.refusal(tuple(action["path"]))
        assert bool(section) == (number in right(e)) == (not accepted(e.session, action)), (action, section)


@confirms("movement/section")
def section_of_a_move(e):
    task, state = e.task, e.session.state
    action = task.action if isinstance(task, Section) else task.answer.words["action"]
    section = by_hand.Mover(e.session.board, state, state.blocks[action["block"]]).refusal(tuple(action["path"]))
    told = right(e)[0] if isinstance(task, Section) else right(e).split()[0]
    assert told == section and not accepted(e.session, action)


@confirms("movement/stop")
def stop(e):
    state, action = e.session.state, asked(e)["action"]
    block, path = state.blocks[action["block"]], tuple(action["path"])
    mover = by_hand.Mover(e.session.board, state, block)
    assert not mover.refusal(path)
    start = path[-2] if len(path) > 1 else block.hex
    spent = len(path) == mover.reach
    why = mover.stop(start, path[-1]) or ("unsupplied" if spent and mover.hungry else "spent" if spent else "")
    words = {
        "newly": "newly contested",
        "crossing": "one contested hex to another",
        "forest": "forest",
        "spent": "as far as its kind",
        "unsupplied": "Out of Supply",
        "": "may go on",
    }
    assert words[why] in right(e)


# Combat


def strengths(e) -> tuple[str, int, int]:
    state = e.session.state
    (hex,) = {b.hex for b in state.blocks.values()}
    return hex, *(
        sum(b.sp for b in by_hand.blocks(state, hex, side)) for side in (state.active, by_hand.OTHER[state.active])
    )


def extra_dice(e) -> int:
    """Trench Defense dice by the map, the state and the chart."""
    state = e.session.state
    hex, attackers, _ = strengths(e)
    river = by_hand.ground()[hex]["terrain"] == "river" and state.control[hex] != state.active
    if not state.trench and not river:
        return 0
    return by_hand.trench_dice(attackers) * (2 if hex in state.hindenburg and state.active == "allies" else 1)


@confirms("combat/dice")
def combat_dice(e):
    _, attackers, defenders = strengths(e)
    active = asked(e)["who"] == "active"
    assert right(e) == (attackers if active else defenders + extra_dice(e))


def hitting_faces(e) -> int:
    hex, _, _ = strengths(e)
    return 1 if by_hand.fortress(e.session.state, hex, by_hand.OTHER[e.session.state.active]) else 2


@confirms("combat/hits")
def hits(e):
    _, attackers, _ = strengths(e)
    exact = by_hand.at_least(attackers, hitting_faces(e), asked(e)["at_least"])
    assert right(e) == pytest.approx(float(exact) * 100)


@confirms("combat/take")
def take(e):
    _, attackers, defenders = strengths(e)
    odds = by_hand.assault(attackers, defenders, extra_dice(e), e.session.state.trench)
    exact = sum(p for (lost, beaten), p in odds.items() if lost < attackers and beaten == defenders)
    assert right(e) == pytest.approx(float(exact) * 100)


@confirms("combat/losses")
def losses(e):
    _, attackers, defenders = strengths(e)
    odds = by_hand.assault(attackers, defenders, extra_dice(e), e.session.state.trench)
    which = 0 if asked(e)["part"] == "attacker_lost" else 1
    assert right(e) == pytest.approx(float(sum(p * lost[which] for lost, p in odds.items())))


@confirms("combat/needed")
def needed(e):
    words, faces = asked(e), hitting_faces(e)
    enough = [n for n in range(1, 25) if by_hand.at_least(n, faces, words["hits"]) * 100 >= words["percent"]]
    assert right(e) == enough[0]


# The sequence of play


@cache
def walked() -> list[tuple[list[str], frozenset[str]]]:
    """The steps of four random games, those that run by themselves among them: the path of ids, and the sections
    whose code ran."""
    found = []
    games = ("grand-campaign", "grand-campaign", "grand-campaign", "1914-mobile-war")
    for seed, scenario in enumerate(games):
        session = open_scenario(f"{GAME}/{scenario}", seed=seed)
        walker = Walker(session.table, session.scenario, ())
        walker.table.use(Seeded(seed))
        choose = brisk(seed)
        while not walker.at_end:
            path, touched = [place.id for place in walker.where], trace.start()
            walker.step(choose)
            trace.stop()
            found.append((path, frozenset(section for _, section in touched)))
    return found


@cache
def successors(part: str) -> frozenset[str]:
    """What was seen to come next in the same phase, once this part was over."""
    seen = set()
    paths = [path for path, _ in walked()]
    for before, after in pairwise(paths):
        if part in before:
            depth = before.index(part)
            if len(after) > depth and after[:depth] == before[:depth] and after[depth] != part:
                seen.add(after[depth])
    return frozenset(seen)


@confirms("sequence/next")
def following(e):
    titles = {node.id: node.title for _, node in find_game(GAME).sequence.walk()}
    part = asked(e)["after"]
    assert right(e) in {titles[id] for id in successors(part)}, (part, successors(part))


@confirms("sequence/who")
def whose(e):
    state, step = e.session.state, e.session.where[-1]
    roles = {"active": state.active, "passive": by_hand.OTHER.get(state.active), "cp": "cp", "allies": "allies"}
    if right(e) != "Both, each in secret":
        assert right(e) == NAMES[roles[step.who]]
        return
    fork, deciders = e.session.fork(), set()
    while fork.undo() is not None and fork.where == e.session.where:
        pass  # back to where the step began
    if fork.where != e.session.where:
        fork.redo()
    while not fork.over and fork.where == e.session.where:
        deciders.add(fork.decision.who)
        done = [a for a in fork.legal() if a.kind() == "done"]
        fork.submit((done or fork.legal())[0])
    assert step.who == "both" and deciders == {"allies", "cp"}


@cache
def sections_run_in(part: str) -> frozenset[str]:
    return frozenset().union(*(touched for path, touched in walked() if part in path))


@confirms("sequence/section")
def written(e):
    """Code that carries out the section, one below it, or the one it is a paragraph of runs in that part."""
    stem, whole = right(e).removesuffix(".0"), right(e).partition("/")[0]
    run = sections_run_in(asked(e)["part"])
    assert any(s in (right(e), whole) or s.startswith((f"{stem}.", f"{stem}/")) for s in run), (asked(e), right(e))


@confirms("sequence/place")
def in_place(e):
    for number, action in enumerate(e.task.actions):
        assert accepted(e.session, action) == (number not in right(e)), action


@confirms("sequence/initiative")
def bids(e):
    words = asked(e)
    winner = words["holder"] if words["allies"] == words["cp"] else max(("allies", "cp"), key=lambda side: words[side])
    assert right(e) == NAMES[winner]


# Production: the charts' own files


@confirms("production/maintenance")
def maintenance(e):
    words, loss = asked(e), by_hand.chart("economic-maintenance")
    row = "supply-20" if words["track"] == "supply" and words["value"] >= 20 else words["track"]
    assert right(e) == words["value"] - loss[row]["loss"] + words["bought"]


@confirms("production/manpower")
def manpower(e):
    row = by_hand.chart("manpower")[asked(e)["turn"]]
    assert right(e) == sum(row[nation] for nation in asked(e)["nations"])


@confirms("production/attrition")
def attrition(e):
    words = asked(e)
    face = min(6, words["face"] + (words["turn"] == 7 and words["side"] == "allies"))
    row = by_hand.chart("attrition")[face]
    assert right(e) == next(v for band, v in row.items() if band != "d6" and by_hand.in_band(words["turn"], band))


@confirms("production/naval")
def naval(e):
    words = asked(e)
    cubes = words["drawn"]["blue" if words["side"] == "cp" else "black"]
    more = by_hand.chart("blockade")[words["blockade"]]["modifier"] if words["side"] == "cp" and cubes else 0
    assert right(e) == min(cubes + more, words["collected"] // 2)


@confirms("production/usw")
def submarines(e):
    words = asked(e)
    row = by_hand.chart("usw")[words["face"]]
    track = min(10, words["track"] + words["black"])
    assert right(e) == next(v for band, v in row.items() if band != "d6" and by_hand.in_band(track, band))


@confirms("production/cubes")
def cubes(e):
    words = asked(e)
    exact = by_hand.drawn_at_least(words["bag"], words["colour"], words["at_least"])
    assert right(e) == pytest.approx(float(exact) * 100)


@confirms("production/purchases")
def purchases(e):
    items, side = by_hand.chart("production-items"), e.session.decision.who
    plan = e.session.decision.about["plan"]
    for number, action in enumerate(e.task.actions):
        assert accepted(e.session, action) == (number not in right(e)), action
        limit = items[action["item"]][f"{side}_limit"]
        planned = sum(p.item == action["item"] and p.target == action.get("target", "") for p in plan)
        if planned >= limit:
            assert number in right(e), "the table's limit is reached"


# Every kind


def wrong_answers(e: practice.Exercise) -> list:
    task, answer = e.task, right(e)
    match task:
        case Point():
            other = next(space for space in e.session.board if space not in answer)
            return [[], [*answer, other], answer[1:] or [other]]
        case Number():
            return [answer + task.tolerance + 1, answer - task.tolerance - 1, "many"]
        case Choice():
            return [option for option in task.options if option != answer]
        case Judge():
            return [[], [i for i in range(len(task.actions)) if i not in answer]]
    return ["0.0", ""]


def is_good(e: practice.Exercise, sections: set[str]) -> None:
    """Not trivial, not too much, in few words, and judged as it should be."""
    answer = right(e)
    assert set(e.sections) <= sections and e.sections
    assert len(set(e.hints)) == 3 and all(e.hints)
    assert e.viewer in ("", "allies", "cp") and set(e.look) <= set(e.session.board)
    assert len(e.words.split()) <= 75 and len(e.task.ask.split()) <= 32
    assert e.task.explain and e.told()
    if e.session.scenario.id == "practice":
        assert not e.session.problems()  # the others were reached by play, and may stand in the middle of a step
    if isinstance(e.task, Point):
        assert 1 <= len(answer) <= 13
    if isinstance(e.task, Judge):
        assert 0 < len(answer) < len(e.task.actions)
        assert len(set(e.task.named(e.session))) == len(e.task.actions)
    if isinstance(e.task, Choice):
        assert answer in e.task.options and len(set(e.task.options)) == len(e.task.options) >= 3
    for wrong in wrong_answers(e):
        verdict = e.judge(wrong)
        assert not verdict.right and verdict.words
    assert e.judge(answer[0] if isinstance(e.task, Section) else answer).right


@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_exercises_are_confirmed_another_way(kind):
    sections = {card.section for card in rule_cards(find_game(GAME))}
    seen = set()
    for seed in range(EACH):
        e = practice.make(GAME, kind, 1 + seed % 3, seed)
        assert (e.kind, e.seed, e.difficulty) == (kind, seed, 1 + seed % 3)
        CONFIRM[kind](e)
        is_good(e, sections)
        seen.add((e.words, e.task.ask, str(right(e))))
    assert len(seen) >= 15, "endless, not the same ones again and again"


def test_every_kind_is_confirmed_and_every_topic_has_three():
    assert set(CONFIRM) == set(KINDS) and len(KINDS) >= 15
    assert [t.id for t in practice.topics(GAME)] == ["supply", "movement", "combat", "sequence", "production"]
    assert all(len(topic.kinds) >= 3 for topic in practice.topics(GAME))


SAMPLE = """
from tutor.lessons.practice import kinds, make
for kind in kinds("fields-of-despair"):
    e = make("fields-of-despair", kind.id, 2, 11)
    print(kind.id, e.words, e.task, e.hints, e.task.right(e.session), e.look)
"""


def test_an_exercise_depends_on_its_seed_alone():
    """Also in another process, with other hashes, and after other exercises."""
    other = subprocess.run(
        [sys.executable, "-c", SAMPLE], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "77"}
    )
    told = io.StringIO()
    with redirect_stdout(told):
        exec(SAMPLE, {})
    assert told.getvalue() == other.stdout and told.getvalue().count("\n") >= len(KINDS)


def test_a_topic_gives_all_of_its_kinds_and_a_wrong_name_is_told():
    found = {practice.make(GAME, "production", 1, seed).kind for seed in range(60)}
    assert found == {kind.id for kind in practice.kinds(GAME, "production")}
    with pytest.raises(StaffRideError, match="topic"):
        practice.make(GAME, "cooking", 1, 1)
    with pytest.raises(StaffRideError, match="kind of exercise"):
        practice.make(GAME, "supply/soup", 1, 1)
    assert practice.topics("world-in-flames") == []


# What comes when


def dummy(kind: str, difficulty: int = 1) -> practice.Exercise:
    session = open_scenario(f"{GAME}/lesson-fortress")
    task = Choice(ask="?", options=("a", "b", "c"), right_option="a")
    return practice.Exercise(
        GAME, kind.split("/")[0], kind, kind, difficulty, 1, session, "words", task, ("7.2",), ("1", "2", "3")
    )


def practise(learner: Learner, number: int, knows) -> list[str]:
    """Do so many exercises; ``knows`` tells whether one is answered right."""
    given = []
    for _ in range(number):
        kind, difficulty = practice.choose(learner, practice.topics(GAME))
        given.append(kind)
        practice.record(learner, dummy(kind, difficulty), knows(kind))
    return given


def test_what_is_wrong_comes_back_within_four_exercises_until_it_is_right():
    bad = "combat/take"
    given = practise(Learner("Ann"), 120, lambda kind: kind != bad)
    at = [i for i, kind in enumerate(given) if kind == bad]
    gaps = [b - a for a, b in pairwise(at)]
    assert at and at[0] < 30
    assert max(gaps) <= 4, gaps


def test_what_is_wrong_comes_more_often_than_what_is_right():
    rng = random.Random(5)
    hard = {"supply/excess", "movement/stop"}
    given = practise(Learner("Ben"), 400, lambda kind: kind not in hard or rng.random() < 0.3)
    each = {kind: given.count(kind) for kind in KINDS}
    assert min(each[kind] for kind in hard) > 3 * max(n for kind, n in each.items() if kind not in hard)
    assert min(each.values()) >= 2, "nothing is forgotten"


def test_what_is_right_comes_back_ever_later_and_harder():
    learner = Learner("Cleo")
    gaps, levels = [], []
    for _ in range(6):
        box = practice.record(learner, dummy("supply/lines"), True)
        gaps.append(box.due - learner.exercises)
        levels.append(practice.difficulty_of(box))
    assert gaps == sorted(gaps) and gaps[-1] > 5 * gaps[0]
    assert levels[0] == 1 and levels[-1] == 3 and levels == sorted(levels)
    box = practice.record(learner, dummy("supply/lines"), False)
    assert box.due - learner.exercises <= 2 and practice.difficulty_of(box) == 1


def test_a_right_answer_with_help_does_not_rise():
    learner = Learner("Dan")
    assert practice.record(learner, dummy("supply/lines"), True, helped=True).level == 0
    assert practice.record(learner, dummy("supply/lines"), True).level == 1


def test_a_new_learner_sees_every_topic_early():
    given = practise(Learner("Eve"), 8, lambda kind: True)
    assert {kind.split("/")[0] for kind in given} == {t.id for t in practice.topics(GAME)}


def test_progress_survives_a_restart(tmp_path):
    learner = Learner("Flo")
    practise(learner, 25, lambda kind: kind != "supply/lines")
    Progress(tmp_path).keep(learner)
    again = Progress(tmp_path).learner("Flo")
    assert again == learner and again is not learner
    assert practice.choose(again, practice.topics(GAME)) == practice.choose(learner, practice.topics(GAME))
    assert practice.due(again, practice.topics(GAME)) == practice.due(learner, practice.topics(GAME))
