"""The odds of a combat that is being fought: from any roll on, they are those of its outcomes together."""

from __future__ import annotations

from fractions import Fraction

import tutor
from tutor.engine.chance import pool_ways
from tutor.engine.session import Roll
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair.actions import (
    BringUp,
    Continue,
    Done,
    Lose,
    PlaceArtillery,
    RailGun,
    Reinforce,
    RetreatTo,
    Withdraw,
)
from tutor.games.fields_of_despair.questions import NAMES, _largest_first
from tutor.games.fields_of_despair.state import CP, NATIONS, SIDES
from tutor.odds import combat_odds, explore

from .build import COMBAT, find, position, run_through
from .checks import assault, pass_guns


def at_liege(*german):
    """Guns on both sides, a Fortress, and nothing to choose but losses."""
    s = position(
        COMBAT,
        active=CP,
        turn=2,
        blocks={"Germany": {"I02": list(german) or ["infantry 3", "infantry 2"]}, "Belgium": {"I02": ["infantry 2"]}},
        boards={"cp": {"artillery": 9, "lp": 2, "artillery_counters": ["bertha", 2]}},
    )
    s.pause_at_dice()
    return s


def in_the_trenches(**boards):
    s = position(
        COMBAT,
        active=CP,
        turn=5,
        trench=True,
        blocks={
            "Germany": {"K08": ["infantry 4", "infantry 1"]},
            "France": {"K08": ["infantry 3", "cavalry 1"], "J08": ["infantry 4"], "K09": ["infantry 4"]},
        },
        control={"cp": ["L07"]},
        boards=boards,
    )
    s.pause_at_dice()
    return s


def outcomes(session):
    """Every way the roll that waits can fall: what to suppose, and its probability."""
    (roll,) = session.upcoming()
    sizes = tuple(len(faces) for faces in roll.groups.values())
    for counts, ways in pool_ways(roll.dice, roll.sides, sizes):
        yield dict(zip(roll.groups, counts, strict=True)), Fraction(ways, roll.sides**roll.dice)


def lost(session, before):
    """SPs of the attacker, the defender and Liege that are gone since."""
    now = strength(session)
    return tuple(b - n for b, n in zip(before, now, strict=True))


def strength(session):
    on_map = dict.fromkeys(SIDES, 0)
    for block in session.state.blocks.values():
        on_map[NATIONS[block.nation]] += block.sp
    return on_map["cp"], on_map["allies"], session.state.fortresses["Liege"].sp


def holder(session, hex):
    sides = {NATIONS[b.nation] for b in session.state.blocks.values() if b.hex == hex and b.sp}
    if hex == "I02" and session.state.fortresses["Liege"].sp:
        sides.add("allies")
    return {("allies", "cp"): "contested", ("cp",): "attacker", ("allies",): "defender"}.get(
        tuple(sorted(sides)), "nobody"
    )


def played_out(session, hex, before, chance, found):
    """Brute force: play every outcome of every roll with the session itself, and count."""
    while GAME.combat_space(session) == hex and not session.paused:
        session.submit(_largest_first(session) if Lose in session.decision.kinds else Done())
    if GAME.combat_space(session) != hex:
        result = (*lost(session, before), holder(session, hex))
        found[result] = found.get(result, 0) + chance
        return
    for outcome, p in list(outcomes(session)):
        branch = session.fork()
        branch.suppose(outcome)
        branch.submit(Roll())
        played_out(branch, hex, before, chance * p, found)


def same_as_played(session, hex):
    found = {}
    played_out(session.fork(), hex, strength(session), Fraction(1), found)
    question = GAME.combat_under_way(session)
    assert question.names == NAMES
    odds = explore(question)
    assert {value: odds.probability(value) for value in odds} == found
    assert len(found) > 1
    return odds


def test_artillery_fire_under_way_equals_every_outcome_played_out():
    s = run_through(at_liege(), PlaceArtillery("I02", 2))
    assert GAME.combat_under_way(s) is None
    pass_guns(s)
    assert s.paused and GAME.combat_space(s) == "I02"
    same_as_played(s, "I02")
    s.suppose({"five": 0, "six": 1})
    s.submit(Roll())
    assert s.paused
    odds = same_as_played(s, "I02")
    assert min(fortress for _, _, fortress, _ in odds) >= 1  # the six that has fallen is sure to cost Liege an SP


def test_infantry_combat_in_the_trenches_equals_every_outcome_played_out():
    s = assault(in_the_trenches(), "K08")
    assert s.paused and GAME.combat_space(s) == "K08"
    odds = same_as_played(s, "K08")
    s.suppose({"hit": 4})
    s.submit(Roll())
    while not s.paused:
        s.submit(_largest_first(s))
    after = same_as_played(s, "K08")
    assert {attacker for attacker, *_ in after} == {0}  # his losses are taken: only those still to come count
    assert max(attacker for attacker, *_ in odds) == 5


def test_before_the_first_die_the_odds_are_those_of_the_whole_combat():
    s = assault(in_the_trenches(), "K08")
    whole = combat_odds(in_the_trenches(), "K08")
    here = explore(GAME.combat_under_way(s))
    assert {v: here.probability(v) for v in here} == {v: whole.probability(v) for v in whole}


def test_who_retreats_or_comes_up_is_not_lost():
    s = assault(in_the_trenches(allies={"lp": 2}), "K08")
    assert Reinforce in s.decision.kinds
    standing = explore(GAME.combat_under_way(s))
    assert max(defender for _, defender, *_ in standing) == 4
    s.submit(Reinforce("K08"))
    s.submit(BringUp(find(s, "J08").id, 4))
    reinforced = explore(GAME.combat_under_way(s))
    assert max(defender for _, defender, *_ in reinforced) == 5 and min(d for _, d, *_ in reinforced) == 0
    s = assault(in_the_trenches(allies={"lp": 2}), "K08")
    s.submit(RetreatTo("K09"))
    s.submit(Withdraw(find(s, "K08", kind="infantry", nation="France").id))
    retreating = explore(GAME.combat_under_way(s))
    assert max(defender for _, defender, *_ in retreating) == 1


def test_no_lp_is_spent_for_the_big_gun_unless_it_was_ordered():
    s = run_through(at_liege(), PlaceArtillery("I02", 3, "bertha"))
    pass_guns(s)
    assert RailGun in s.decision.kinds
    explore(GAME.combat_under_way(s))
    assert s.state.boards["cp"].lp == 2 and RailGun in s.decision.kinds  # asking changes nothing
    asked = explore(GAME.combat_under_way(s))
    s.submit(RailGun(False))
    after = explore(GAME.combat_under_way(s))
    assert {v: asked.probability(v) for v in asked} == {v: after.probability(v) for v in after}


def test_there_is_no_combat_under_way_between_hexes_or_in_other_phases():
    s = tutor.open("fields-of-despair/lesson-trench-assault")
    assert GAME.combat_under_way(s) is None
    pass_guns(s)
    while Continue not in s.decision.kinds:
        s.submit(s.legal()[0])
    assert GAME.combat_under_way(s) is None
    assert GAME.combat_under_way(tutor.open("fields-of-despair/lesson-supply")) is None


def test_the_question_says_what_it_is_about():
    s = pass_guns(at_liege())
    assert GAME.combat_under_way(s).about.startswith("Artillery Fire of cp in I02")
    s = assault(in_the_trenches(), "K08")
    assert GAME.combat_under_way(s).about.startswith("Infantry Combat of cp in K08")
