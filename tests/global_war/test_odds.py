"""The odds of battles: exact answers against plays through the same rules, and against dice enumerated here."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate, product

import msgspec
import pytest

import tutor
from tests.global_war import build, fights
from tutor.engine.chance import pool_ways
from tutor.engine.errors import StaffRideError
from tutor.engine.session import Roll
from tutor.games.global_war import GAME, questions
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.battle_plans import BattlePlan
from tutor.games.global_war.convoys import lines_through
from tutor.games.global_war.excerpts import at_the_start
from tutor.games.global_war.facilities import facility_types
from tutor.games.global_war.ladders import Ladders
from tutor.games.global_war.supply import river_way
from tutor.games.global_war.technology import technologies
from tutor.games.global_war.terms import home_country, zone_value
from tutor.games.global_war.units import remove, type_of, unit_types
from tutor.games.global_war.zones import border_marks, crossings, land_neighbours, region, sea_row
from tutor.odds import explored, sampled

BATTLES = {
    "infantry": {"attackers": {"infantry": 3}, "defenders": {"infantry": 2}},
    "artillery": {"attackers": {"infantry": 2, "artillery": 2}, "defenders": {"infantry": 1, "artillery": 1}},
    "city": {"attackers": {"infantry": 2, "medium-armor": 2}, "defenders": {"infantry": 2}, "terrain": "city"},
    "maginot": {"attackers": {"infantry": 4, "artillery": 1}, "defenders": {"infantry": 2}, "fortification": "maginot"},
    "air": {
        "attackers": {"infantry": 2, "fighter": 1, "tactical-bomber": 1},
        "defenders": {"infantry": 1, "medium-armor": 1, "fighter": 1},
    },
    "anti-aircraft": {
        "attackers": {"infantry": 2, "tactical-bomber": 2}, "defenders": {"infantry": 1, "aa-artillery": 1},
    },
    "desert": {"attackers": {"infantry": 1, "medium-armor": 2}, "defenders": {"infantry": 1}, "terrain": "desert"},
    "mountain": {
        "attackers": {"infantry": 2, "mountain-infantry": 1}, "defenders": {"mountain-infantry": 1, "infantry": 1},
        "terrain": "mountain", "retreat_below": 2,
    },
    "river": {
        "attackers": {"infantry": 2, "marine": 1, "artillery": 1}, "defenders": {"infantry": 2},
        "terrain": "river", "retreat_after": 2,
    },
    "fleets": {
        "kind": "naval", "attackers": {"battleship": 1, "destroyer": 1, "submarine": 1},
        "defenders": {"battleship": 1, "submarine": 1, "naval-transport": 1},
    },
    "carriers": {
        "kind": "naval", "attackers": {"fleet-carrier": 1, "fighter": 1, "tactical-bomber": 1},
        "defenders": {"light-carrier": 1, "fighter": 1, "light-cruiser": 1},
    },
    "landing": {
        "kind": "amphibious", "attackers": {"infantry": 2, "marine": 1, "medium-armor": 1, "heavy-cruiser": 1},
        "defenders": {"infantry": 2}, "coastal_artillery": 1,
    },
    "bombing": {
        "kind": "bombing", "attackers": {"strategic-bomber": 2, "medium-bomber": 1, "fighter": 1},
        "defenders": {"fighter": 2}, "defender_radar": True, "target": "medium-factory",
    },
    "carpet": {
        "kind": "carpet", "attackers": {"strategic-bomber": 2, "fighter": 1},
        "defenders": {"infantry": 3, "artillery": 1, "aa-artillery": 1, "fighter": 1},
    },
    "convoy": {
        "kind": "raid", "attackers": {"submarine": 2, "coastal-submarine": 1},
        "defenders": {"destroyer": 1, "light-cruiser": 1, "seaplane": 1}, "defender_asw": True,
    },
}  # fmt: skip
PLAYS, MANY = 4_000, 200_000


def deviation(exact, plays, n):
    """How many standard errors counted plays are off, at most: at each outcome, and in the sums up to it."""
    outcomes = sorted(exact.outcomes, key=str)
    chances = [float(exact.probability(o)) for o in outcomes]
    counted = [float(plays.probability(o)) if o in plays else 0.0 for o in outcomes]
    assert set(plays.outcomes) <= set(exact.outcomes)
    pairs = [*zip(chances, counted, strict=True), *zip(accumulate(chances), accumulate(counted), strict=True)]
    return max(abs(p - q) / math.sqrt(max(p * (1 - p), 1 / n) / n) for p, q in pairs)


def compared(name, plays, seed):
    question = GAME.made_up_combat(**BATTLES[name])
    answer = explored(question, shortcut=False)
    assert len(answer.odds) > 3 and answer.odds.mass > 1 - 1e-9 and not answer.progress.stopped
    return deviation(answer.odds, sampled(question, plays, seed), plays)


@pytest.mark.parametrize("name", BATTLES)
def test_exact_odds_agree_with_plays_within_four_standard_errors(name):
    assert compared(name, PLAYS, seed=5) < 4


@pytest.mark.long
@pytest.mark.parametrize("name", BATTLES)
def test_exact_odds_agree_with_very_many_plays(name):
    assert compared(name, MANY, seed=7) < 4


# Enumerated here, with no code of the game


def dice(*values):
    """Every way to throw a D12 for each value: how many hit, and how likely it is; face by face."""
    found = {}
    for faces in product(range(1, 13), repeat=len(values)):
        hits = sum(face <= value for face, value in zip(faces, values, strict=True))
        found[hits] = found.get(hits, 0) + Fraction(1, 12 ** len(values))
    return found


def fought_out(position, one_round, odds, chance=Fraction(1)):
    """Follow a battle to its end; rounds in which nothing happens are left out, for they only repeat."""
    ways = one_round(position)
    still = ways.pop(position, 0)
    for after, p in ways.items():
        share = chance * p / (1 - still)
        if 0 in after[:2]:
            odds[after] = odds.get(after, 0) + share
        else:
            fought_out(after, one_round, odds, share)


def test_two_infantry_against_one_as_counted_by_hand():
    """Attack 2, Defense 4, everybody fires at once."""

    def one_round(position):
        ours, theirs = position
        ways = {}
        for (hits, p), (lost, q) in product(dice(*[2] * ours).items(), dice(*[4] * theirs).items()):
            after = (max(0, ours - lost), max(0, theirs - hits))
            ways[after] = ways.get(after, 0) + p * q
        return ways

    counted = {}
    fought_out((2, 1), one_round, counted)
    assert sum(counted.values()) == 1
    odds = explored(GAME.made_up_combat(attackers={"infantry": 2}, defenders={"infantry": 1}), shortcut=False).odds
    for (ours, theirs), chance in counted.items():
        found = odds["attacker_lost", "defender_lost"].probability((2 - ours, 1 - theirs))
        assert found == pytest.approx(float(chance), abs=1e-11)


@pytest.mark.sections("9.3/first-strike", "12.2/artillery")
def test_guns_with_infantry_against_infantry_as_counted_by_hand():
    """The gun strikes first at 3 and supports the Infantry to 3; whom it hits in the first round does not fire back. Later
    all fire at once. The defender's hits fall on the Infantry first."""

    def fire(infantry, gun, theirs, values):
        ways = {}
        for (hits, p), (lost, q) in product(dice(*values).items(), dice(*[4] * theirs).items()):
            left = infantry + gun - min(lost, infantry + gun)
            after = (left, theirs - min(hits, theirs), min(gun, left))
            ways[after] = ways.get(after, 0) + p * q
        return ways

    def first_round(infantry, gun, theirs):
        ways = {}
        for hits, p in dice(3).items():
            standing = theirs - hits
            if not standing:
                ways[infantry + gun, 0, gun] = ways.get((infantry + gun, 0, gun), 0) + p
                continue
            for after, q in fire(infantry, gun, standing, [3] * infantry).items():
                ways[after] = ways.get(after, 0) + p * q
        return ways

    def later(position):
        units, theirs, gun = position
        infantry = units - gun
        support = min(infantry, gun)
        return fire(infantry, gun, theirs, [3] * gun + [3] * support + [2] * (infantry - support))

    counted = {}
    for after, p in first_round(1, 1, 2).items():
        if 0 in after[:2]:
            counted[after] = counted.get(after, 0) + p
        else:
            fought_out(after, later, counted, p)
    assert sum(counted.values()) == 1
    setup = {"attackers": {"infantry": 1, "artillery": 1}, "defenders": {"infantry": 2}}
    odds = explored(GAME.made_up_combat(**setup), shortcut=False).odds["attacker_lost", "defender_lost"]
    by_losses = {}
    for (units, theirs, _), chance in counted.items():
        by_losses[2 - units, 2 - theirs] = by_losses.get((2 - units, 2 - theirs), 0) + chance
    assert {o for o, p in odds.items() if p > 1e-12} == set(by_losses)
    for losses, chance in by_losses.items():
        assert odds.probability(losses) == pytest.approx(float(chance), abs=1e-11)


def test_a_bomber_over_a_minor_factory_as_counted_by_hand():
    """2D6 of damage, of which 5 count; the guns hit on 3."""
    odds = explored(
        GAME.made_up_combat(kind="bombing", attackers={"strategic-bomber": 1}, defenders={}, target="minor-factory")
    )
    counted = {}
    for a, b, gun in product(range(1, 7), range(1, 7), range(1, 13)):
        outcome = min(5, a + b), int(gun <= 3)
        counted[outcome] = counted.get(outcome, 0) + Fraction(1, 6 * 6 * 12)
    assert dict(odds.odds["damage", "attacker_lost"].items()) == counted
    assert "bombing" in odds.reconstructed, "the number of the guns is not printed"


# From the hits alone

PLAIN = [
    {"attackers": {"infantry": 3}, "defenders": {"infantry": 2}},
    {"attackers": {"infantry": 3, "artillery": 1, "medium-armor": 1}, "defenders": {"infantry": 2, "artillery": 1}},
    {
        "attackers": {"infantry": 3, "artillery": 2}, "defenders": {"infantry": 2, "artillery": 1},
        "fortification": "fortification", "terrain": "river", "retreat_below": 3,
    },
    {"attackers": {"infantry": 2, "mountain-infantry": 1}, "defenders": {"mountain-infantry": 2}, "terrain": "mountain"},
    {"attackers": {"infantry": 3, "artillery": 1}, "defenders": {"infantry": 2, "artillery": 1}, "terrain": "city"},
    {"attackers": {"infantry": 3, "tactical-bomber": 1}, "defenders": {"infantry": 2}, "retreat_after": 2},
    {
        "kind": "naval", "attackers": {"battleship": 1, "destroyer": 2}, "defenders": {"heavy-cruiser": 1, "destroyer": 2},
        "attacker_losses": ["battleship", "destroyer", "battleship"], "retreat_below": 2,
    },
]  # fmt: skip
SPECIAL = [
    ({"attackers": {"infantry": 2, "medium-armor": 1}, "defenders": {"infantry": 2}, "terrain": "city"}, "target selection"),
    ({"attackers": {"infantry": 2}, "defenders": {"infantry": 2}, "fortification": "maginot"}, "double casualties"),
    ({"attackers": {"infantry": 1, "fighter": 1}, "defenders": {"infantry": 1, "fighter": 1}}, "air superiority"),
    ({"attackers": {"infantry": 1, "fighter": 1}, "defenders": {"aa-artillery": 1}}, "AA Artillery"),
    ({"attackers": {"medium-armor": 2}, "defenders": {"infantry": 1}, "terrain": "desert"}, "desert"),
    (
        {"attackers": {"infantry": 1, "medium-bomber": 1}, "defenders": {"infantry": 1}, "fortification": "fortification"},
        "Fortification hits only land units",
    ),
    ({"kind": "naval", "attackers": {"submarine": 1}, "defenders": {"light-cruiser": 1}}, "submarines"),
    ({"kind": "naval", "attackers": {"destroyer": 1}, "defenders": {"battleship": 1}}, "damage weakens"),
    ({"kind": "naval", "attackers": {"destroyer": 1}, "defenders": {"naval-transport": 1}}, "transports"),
]  # fmt: skip


def by_hits(setup):
    question = GAME.made_up_combat(**setup)
    plans = {name: value for name, value in setup.items() if name in BattlePlan.__dataclass_fields__ and name != "kind"}
    plans.pop("attackers")
    ladders = Ladders(question.session, BattlePlan(**plans), told=max(3, setup.get("retreat_after", 0)))
    return questions.from_the_hits(question, ladders), ladders


@pytest.mark.parametrize("setup", PLAIN, ids=lambda setup: " ".join(map(str, setup["attackers"])))
def test_where_hits_tell_everything_they_give_the_explored_answer(setup):
    question, ladders = by_hits(setup)
    assert not ladders.left_out
    quick, slow = explored(question), explored(question, shortcut=False)
    assert not quick.leaves_out and quick.error < 1e-9 and len(slow.odds) > 5
    for outcome in {*quick.odds.outcomes, *slow.odds.outcomes}:
        assert quick.odds.probability(outcome) == pytest.approx(float(slow.odds.probability(outcome)), abs=1e-9)


@pytest.mark.parametrize("setup, words", SPECIAL, ids=lambda value: value if isinstance(value, str) else "")
def test_an_answer_from_the_hits_says_which_rules_it_leaves_out(setup, words):
    question, _ = by_hits(setup)
    assert words in explored(question).leaves_out
    assert GAME.made_up_combat(**setup).attrition is None, "a small battle is explored"


def test_large_battles_are_worked_out_from_the_hits_and_say_so():
    plain = GAME.made_up_combat(attackers={"infantry": 40, "artillery": 10}, defenders={"infantry": 30})
    assert explored(plain).leaves_out == "" and plain.attrition is not None
    middling = {"attackers": {"infantry": 8, "tactical-bomber": 4}, "defenders": {"infantry": 9, "artillery": 3}}
    question = GAME.made_up_combat(**middling)
    assert question.attrition is None and question.long
    huge = explored(
        GAME.made_up_combat(
            attackers={"infantry": 30, "tactical-bomber": 9}, defenders={"infantry": 30, "artillery": 9}
        )
    )
    assert huge.leaves_out == "target selection of the attacker"
    assert 0 < huge.odds.probability(holder="attacker") < 1


# The position is cut down, the answer is not


def sent(lesson, *marches, **marks):
    """A lesson in Combat Movement, with units sent somewhere: (from, to, counts)."""
    session = tutor.open(f"global-war/{lesson}")
    for start, to, counts in marches:
        fights.march(session.table, start, to, counts, owner=session.state.mover, **marks)
    return session


def without(session, zone, keep):
    """Leave only so many enemies of each type in a zone."""
    g, left = session.table, dict(keep)
    for unit in build.units_in(g, zone):
        if unit.owner != g.state.mover:
            left[unit.type] = left.get(unit.type, 0) - 1
            if left[unit.type] < 0:
                remove(g, unit)
    return session


def followed_in_full(session, zone):
    """The question about a battle, asked of the whole position with all that has nothing to do with it."""
    (battle,) = [b for b in questions.battles_now(session) if b.zone == zone]
    state = msgspec.convert(msgspec.to_builtins(session.state), type(session.state))
    state.battles = [battle]
    return questions._question(at_the_start(session.table, session.scenario, state), BattlePlan(), battle, "")


def over_the_ruhr():
    session = sent("lesson-bombing")
    factory = next(
        f for f in session.state.facilities.values() if f.zone == "western-germany" and f.type == "major-factory"
    )
    fights.march(
        session.table,
        "london",
        "western-germany",
        {"strategic-bomber": 1, "fighter": 1},
        task="bomb",
        target=str(factory.id),
    )
    return session


WHOLE = {
    "alsace-lorraine": lambda: without(
        sent("lesson-france-1940", ("bavaria", "alsace-lorraine", {"infantry": 2, "artillery": 1})),
        "alsace-lorraine", {"infantry": 1, "artillery": 1},
    ),
    "fiji-sea": lambda: sent("lesson-coral-sea", ("caroline-sea", "fiji-sea", {"heavy-cruiser": 1, "destroyer": 1})),
    "western-germany": over_the_ruhr,
    "western-approaches": lambda: sent(
        "lesson-atlantic-convoys", ("bay-of-biscay", "western-approaches", {"submarine": 2}), task="raid"
    ),
}  # fmt: skip


@pytest.mark.parametrize("zone", WHOLE)
def test_an_excerpt_gives_the_answer_of_the_whole_position(zone):
    session = WHOLE[zone]()
    assert zone in GAME.combat_spaces(session)
    before = msgspec.msgpack.encode(session.state)
    question = GAME.combat(session, zone)
    full = followed_in_full(session, zone)
    assert len(question.session.position) < 2_000 < len(full.session.position)
    ours, theirs = explored(question, shortcut=False).odds, explored(full, shortcut=False).odds
    assert len(ours) > 3 and set(ours.outcomes) == set(theirs.outcomes)
    for outcome, chance in theirs.items():
        assert float(ours.probability(outcome)) == pytest.approx(float(chance), abs=1e-12)
    assert msgspec.msgpack.encode(session.state) == before, "to ask changes nothing"


# Battles on the table


def test_in_combat_movement_an_attack_can_be_asked_about_before_it_is_ordered_8_2():
    session = tutor.open("global-war/lesson-france-1940")
    assert GAME.combat_spaces(session) == ["alsace-lorraine"], "only France is at war and next to German forces"
    words = {word.name: word for word in GAME.combat_words(session, "alsace-lorraine")}
    assert words["attackers.infantry"].default == words["attackers.infantry"].high == 11
    question = GAME.combat(session, "alsace-lorraine", attackers={"infantry": 2}, retreat_after=1)
    odds = explored(question).odds
    assert max(odds["attacker_lost"].outcomes) == 2 and odds["rounds"].outcomes == ("1",)
    assert question.about.endswith("with what stands next to it")
    with pytest.raises(StaffRideError, match=r"not at war with Belgium.*\(8\.1\).*alsace-lorraine"):
        GAME.combat(session, "belgium")
    with pytest.raises(StaffRideError, match="needs attackers"):
        GAME.combat(session, "alsace-lorraine", attackers={})


def test_a_landing_that_waits_for_a_naval_battle_is_answered_as_if_the_sea_were_clear_9_8():
    session = tutor.open("global-war/lesson-amphibious")
    g = session.table
    fights.march(g, "eastern-mediterranean", "central-mediterranean", {"naval-transport": 2, "battleship": 1})
    for unit in build.units_in(g, "central-mediterranean"):
        if unit.aboard and type_of(g, unit).land:
            unit.task, unit.target, unit.committed = "assault", "sicily", True
    assert GAME.combat_spaces(session)[:2] == ["central-mediterranean", "sicily"]
    question = GAME.combat(session, "sicily")
    assert question.about.endswith("once the sea is clear")
    exact = explored(question).odds
    assert 0 < exact.probability(holder="attacker") < 1
    names = {word.name for word in GAME.combat_words(session, "sicily")}
    assert "bombard" in names and "retreat_below" not in names, "there is no way back from a landing"


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda s: GAME.combat(s, "atlantis"), "atlantis"),
        (lambda s: GAME.combat(s, "alsace-lorraine", elephants=2), "elephants"),
        (lambda s: GAME.combat(s, "alsace-lorraine", attacker_losses=["elephant"]), "elephant"),
        (lambda s: GAME.combat(s, "alsace-lorraine", retreat_after="soon"), "plan of a battle"),
        (lambda s: GAME.combat(s, "alsace-lorraine", retreat_after=-1), "A retreat is planned"),
        (lambda s: GAME.made_up_combat(kind="siege"), "siege"),
        (lambda s: GAME.made_up_combat(terrain="lava"), "lava"),
        (lambda s: GAME.made_up_combat(kind="carpet", terrain="city"), "ground is one of clear, jungle"),
        (lambda s: GAME.made_up_combat(attackers={"infantry": -1}), "from 0 to 60"),
        (lambda s: GAME.made_up_combat(attackers={"destroyer": 1}), "Destroyer has no place among the attackers"),
        (lambda s: GAME.made_up_combat(attackers={"strategic-bomber": 1}), "Strategic Bomber has no place"),
        (lambda s: GAME.made_up_combat(attackers=5), "maps types of unit to numbers"),
        (lambda s: GAME.made_up_combat(attackers={}), "the attackers need units"),
        (lambda s: GAME.made_up_combat(defenders={}), "without defenders or a Fortification"),
        (lambda s: GAME.made_up_combat(terrain="jungle", fortification="maginot"), "Maginot Line is attacked over land"),
        (lambda s: GAME.made_up_combat(kind="amphibious", attackers={"battleship": 1}), "need land units"),
        (lambda s: GAME.made_up_combat(kind="bombing", attackers={"fighter": 1}), "need bombers"),
        (lambda s: GAME.made_up_combat(kind="bombing", target="tower"), "tower"),
        (lambda s: GAME.made_up_combat(kind="carpet", defenders={"fighter": 1}), "falls on land units"),
        (lambda s: GAME.made_up_combat(kind="raid", attackers={"heavy-cruiser": 1}), "where escorts are"),
        (lambda s: GAME.made_up_combat(kind="raid", line="ruritania"), "ruritania"),
        (lambda s: GAME.made_up_combat(coastal_artillery=9), "from 0 to 3"),
        (lambda s: GAME.made_up_combat(attacker_radar="yes"), "true or false"),
        (lambda s: GAME.made_up_combat(elephants=2), "elephants"),
    ],
)  # fmt: skip
def test_a_question_that_makes_no_sense_is_refused_in_one_sentence(ask, words):
    with pytest.raises(StaffRideError, match=words) as refused:
        ask(tutor.open("global-war/lesson-france-1940"))
    assert "\n" not in str(refused.value)


# A battle under way


def in_belgium():
    """Two German infantry and a gun before one French infantry and a gun; play stops before every die."""
    came = "committed entered=western-germany spent=1"
    session = build.session(
        (*fights.COMBAT[:2], "combat-movement"),
        slot="germany",
        stop_after="combat",
        wars=[("germany", "france")],
        owners={"belgium": "france"},
        units={
            "germany": {"belgium": {f"infantry {came}": 2, f"artillery {came}": 1}},
            "france": {"belgium": {"infantry": 1, "artillery": 1}},
        },
    )
    session.pause_at_dice()
    session.submit(Done())
    return session


def taken(session, question):
    """How likely the attacker takes the zone from here, or whether he has."""
    now = GAME.combat_under_way(session)
    if now is None:
        return float(question.read(session)[question.names.index("holder")] == "attacker")
    return float(explored(now).odds.probability(holder="attacker"))


def test_from_any_roll_on_the_odds_are_those_of_its_outcomes_together():
    session = in_belgium()
    question = GAME.combat_under_way(session)
    checked = 0
    while GAME.combat_under_way(session) is not None and checked < 6:
        if not session.paused:
            session.submit(GAME.combat_under_way(session).choose(session))
            continue
        rolls = session.upcoming()  # a type may roll at two values
        each = [pool_ways(roll.dice, roll.sides, tuple(map(len, roll.groups.values()))) for roll in rolls]
        expected = 0.0
        for fallen in product(*each):
            branch = session.fork()
            branch.suppose(
                *(dict(zip(r.groups, counts, strict=True)) for r, (counts, _) in zip(rolls, fallen, strict=True))
            )
            branch.submit(Roll())
            chance = math.prod(ways / roll.sides**roll.dice for roll, (_, ways) in zip(rolls, fallen, strict=True))
            expected += chance * taken(branch, question)
        assert taken(session, question) == pytest.approx(expected, abs=1e-9)
        session.submit(Roll())
        checked += 1
    assert checked > 3


def test_what_came_of_a_battle_can_be_read_when_it_is_over():
    session = in_belgium()
    question = GAME.combat_under_way(session)
    assert GAME.combat(session, "belgium").about == question.about, "asked for by its zone it is the same battle"
    session.pause_at_dice(False)
    while GAME.combat_under_way(session) is not None:
        session.submit(question.choose(session))
    came = dict(zip(question.names, question.read(session), strict=True))
    assert came["holder"] == ("attacker" if session.state.owners["belgium"] == "germany" else "defender")
    assert came["attacker_lost"] == 3 - build.count(session.table, "belgium", owner="germany") - build.count(
        session.table, "western-germany"
    )
    assert question.read(session) in explored(question).odds


def test_what_a_walk_keeps_from_step_to_step_rests_on_board_and_charts_alone():
    memos = []
    for lesson in ("lesson-france-1940", "lesson-coral-sea"):
        g = tutor.open(f"global-war/{lesson}", options=list(build.ALL_TERRAIN)).table
        g.memo.clear()
        unit_types(g), facility_types(g), technologies(g), lines_through(g, "mid-atlantic"), crossings(g)
        border_marks(g, "bavaria", "bohemia"), home_country(g, "france"), zone_value(g, "paris"), region(g, "paris")
        sea_row(g, "mid-atlantic"), river_way(g, "bavaria", "bohemia")
        land_neighbours(g, "paris")
        memos.append(g.memo)
    assert set(GAME.lasting) <= set(memos[0])
    for key in GAME.lasting:
        assert memos[0][key] == memos[1][key], key
