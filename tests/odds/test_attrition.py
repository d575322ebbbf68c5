"""Battles of attrition, beside a plain enumeration in fractions that shares no code with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.odds.skirmish import Fighter, skirmish
from tutor.engine.errors import BadInput, StaffRideError, UnknownName
from tutor.engine.questions import Attrition, Line
from tutor.games.fields_of_despair import GAME as FIELDS_OF_DESPAIR
from tutor.odds import Budget, Force, Unit, battle, explore
from tutor.odds.exploration import explored

Pieces = tuple[tuple[str, int], ...]  # each piece of a force: its type and the steps it has left
Ending = tuple[int, int, str]


# --- The plain way: pieces on a table ------------------------------------------------------------


def pieces_of(force: Force) -> Pieces:
    return tuple((unit.name, unit.steps) for unit in force.units for _ in range(unit.count))


def struck(force: Force, pieces: Pieces) -> Pieces:
    """One hit taken by hand, in the order of loss."""
    if not pieces:
        return pieces
    order = list(force.order or [])
    order += [unit.name for unit in force.units if unit.name not in order]
    table = list(pieces)
    for place, name in enumerate(order):
        twice_and_first = name in order[place + 1 :]
        spare = [k for k, (kind, steps) in enumerate(table) if kind == name and steps > 1]
        if spare:
            kind, steps = table[spare[0]]
            table[spare[0]] = (kind, steps - 1)
            return tuple(sorted(table))
        last = [k for k, (kind, _) in enumerate(table) if kind == name]
        if last and not twice_and_first:
            del table[last[0]]
            return tuple(sorted(table))
    raise AssertionError("a force with pieces takes a hit")


def hits_of(force: Force, pieces: Pieces, first: bool) -> dict[int, Fraction]:
    """How many hits the pieces score, die by die."""
    kinds = {unit.name: unit for unit in force.units}
    scores = {0: Fraction(1)}
    for name, _ in pieces:
        unit = kinds[name]
        if unit.first_strike != first:
            continue
        chance = Fraction(unit.hits_on, unit.sides)
        after: dict[int, Fraction] = {}
        for hits, probability in scores.items():
            after[hits] = after.get(hits, Fraction(0)) + probability * (1 - chance)
            after[hits + 1] = after.get(hits + 1, Fraction(0)) + probability * chance
        scores = {hits: probability for hits, probability in after.items() if probability}
    return scores


def steps_of(pieces: Pieces) -> int:
    return sum(steps for _, steps in pieces)


def by_enumeration(attacker: Force, defender: Force, rounds: int | None) -> dict[Ending, Fraction]:
    """The odds of every ending by recursion over rounds, in fractions."""

    def volley(a: Pieces, d: Pieces, first: bool) -> dict[tuple[Pieces, Pieces], Fraction]:
        results: dict[tuple[Pieces, Pieces], Fraction] = {}
        for by_a, p in hits_of(attacker, a, first).items():
            for by_d, q in hits_of(defender, d, first).items():
                a_after, d_after = a, d
                for _ in range(by_d):
                    a_after = struck(attacker, a_after)
                for _ in range(by_a):
                    d_after = struck(defender, d_after)
                results[a_after, d_after] = results.get((a_after, d_after), Fraction(0)) + p * q
        return results

    def one_round(a: Pieces, d: Pieces) -> dict[tuple[Pieces, Pieces], Fraction]:
        results: dict[tuple[Pieces, Pieces], Fraction] = {}
        for (a1, d1), p in volley(a, d, True).items():
            for state, q in volley(a1, d1, False).items():
                results[state] = results.get(state, Fraction(0)) + p * q
        return results

    def over(a: Pieces, d: Pieces, begun: bool) -> str | None:
        if not a and not d:
            return "both destroyed"
        if not a:
            return "defender wins"
        if not d:
            return "attacker wins"
        if begun and steps_of(a) <= attacker.retreat_at:
            return "attacker retreats"
        if begun and steps_of(d) <= defender.retreat_at:
            return "defender retreats"
        return None

    @cache
    def fate(a: Pieces, d: Pieces, left: int | None, begun: bool) -> dict[Ending, Fraction]:
        ended = over(a, d, begun)
        if ended or left == 0:
            return {(steps_of(a), steps_of(d), ended or "undecided"): Fraction(1)}
        moves = one_round(a, d)
        if moves == {(a, d): 1} and begun:
            return {(steps_of(a), steps_of(d), "undecided"): Fraction(1)}
        # A round without effect changes nothing when there is no limit: divide it out.
        stay = moves.pop((a, d), Fraction(0)) if left is None and begun else Fraction(0)
        total: dict[Ending, Fraction] = {}
        for state, p in moves.items():
            for ending, q in fate(*state, None if left is None else left - 1, True).items():
                total[ending] = total.get(ending, Fraction(0)) + p / (1 - stay) * q
        return total

    return fate(tuple(sorted(pieces_of(attacker))), tuple(sorted(pieces_of(defender))), rounds, False)


def assert_agrees(attacker: Force, defender: Force, rounds: int | None = None, neglect: float = 1e-12) -> None:
    result = battle(attacker, defender, rounds=rounds, neglect=neglect)
    expected = by_enumeration(attacker, defender, rounds)
    found = dict(result.distribution().items())
    assert set(found) <= set(expected)
    for ending, probability in expected.items():
        assert found.get(ending, 0.0) == pytest.approx(float(probability), abs=max(1e-13, 2 * neglect)), ending


units = st.builds(
    Unit,
    name=st.just("?"),
    count=st.integers(0, 2),
    hits_on=st.integers(0, 6),
    sides=st.just(6),
    steps=st.sampled_from([1, 1, 2, 3]),
    first_strike=st.booleans(),
)


@st.composite
def forces(draw: Callable[..., object]) -> Force:
    kinds: list[Unit] = []
    for name, unit in zip("abc", draw(st.lists(units, max_size=3)), strict=False):
        kinds.append(Unit(name, unit.count, unit.hits_on, unit.sides, unit.steps, unit.first_strike))
    while sum(unit.count * unit.steps for unit in kinds) > 6:
        kinds.pop()
    mentions = [unit.name for unit in kinds for _ in range(min(unit.steps, 2))]
    order = draw(st.none() | st.permutations(mentions))
    return Force(kinds, order=order, retreat_at=draw(st.sampled_from([0, 0, 1, 2, 4])))


@settings(max_examples=250, deadline=None)
@given(forces(), forces(), st.sampled_from([None, None, 1, 2, 3]), st.sampled_from([1e-12, 0.0]), st.integers(1, 7))
def test_any_small_battle_is_that_of_the_plain_enumeration(attacker, defender, rounds, neglect, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tutor.odds.attrition.BLOCK", block)  # small battles cross the blocks of large ones
        assert_agrees(attacker, defender, rounds, neglect)


INFANTRY, GUNS = Unit("infantry", 3, 2), Unit("guns", 2, 4, first_strike=True)
TANKS, BATTLESHIPS = Unit("tanks", 2, 6), Unit("battleships", 2, 5, steps=2)


@pytest.mark.parametrize(
    ("attacker", "defender", "rounds"),
    [
        pytest.param(Force([INFANTRY, TANKS]), Force([INFANTRY]), None, id="to the death"),
        pytest.param(Force([INFANTRY, TANKS], order=["tanks", "infantry"]), Force([INFANTRY]), None, id="order"),
        pytest.param(Force([INFANTRY, GUNS]), Force([TANKS, GUNS]), None, id="first strike"),
        pytest.param(Force([GUNS]), Force([Unit("guns", 3, 3, first_strike=True)]), None, id="first strike alone"),
        pytest.param(Force([BATTLESHIPS, TANKS]), Force([TANKS, INFANTRY]), None, id="two steps"),
        pytest.param(
            Force([BATTLESHIPS, TANKS], order=["battleships", "tanks", "battleships"]),
            Force([BATTLESHIPS]),
            None,
            id="spare steps first",
        ),
        pytest.param(Force([INFANTRY, GUNS], retreat_at=2), Force([TANKS], retreat_at=1), None, id="retreats"),
        pytest.param(Force([INFANTRY], retreat_at=7), Force([TANKS]), None, id="one round, then away"),
        pytest.param(Force([INFANTRY, GUNS]), Force([TANKS, GUNS]), 2, id="two rounds"),
        pytest.param(Force([Unit("lorries", 2, 0)]), Force([INFANTRY]), None, id="one side unarmed"),
        pytest.param(Force([Unit("sure", 2, 12)]), Force([Unit("sure", 2, 12)]), None, id="every die hits"),
        pytest.param(
            Force([Unit("tanks", 1, 6), Unit("lorries", 2, 0)]),
            Force([Unit("guns", 1, 4, first_strike=True), Unit("lorries", 1, 0)], order=["guns", "lorries"]),
            None,
            id="fire dies out",
        ),
    ],
)
def test_battle_is_that_of_the_plain_enumeration(attacker, defender, rounds):
    assert_agrees(attacker, defender, rounds)


def test_spare_steps_are_taken_before_a_unit_is_removed():
    ships = Force([BATTLESHIPS, Unit("destroyers", 1, 3)])
    assert ships.left.tolist() == [[2, 1], [2, 1], [2, 1], [1, 1], [0, 1], [0, 0]]
    free = Force([BATTLESHIPS, Unit("destroyers", 1, 3)], order=["battleships", "destroyers", "battleships"])
    assert free.left.tolist() == [[2, 1], [2, 1], [2, 1], [2, 0], [1, 0], [0, 0]]


def test_both_down_to_their_limit_is_a_retreat_of_the_attacker():
    pair = Force([Unit("pair", 2, 12, steps=2)], retreat_at=2)
    assert battle(pair, pair).wins()["attacker retreats"] == pytest.approx(1)


def test_casualties_of_first_strike_do_not_fire():
    wins = battle(Force([Unit("submarine", 1, 12, first_strike=True)]), Force([Unit("cruiser", 1, 12)])).wins()
    assert wins["attacker wins"] == 1.0


def test_nobody_can_hit_is_undecided():
    lorries = Force([Unit("lorries", 3, 0)])
    for rounds in (None, 4):
        result = battle(lorries, lorries, rounds=rounds)
        assert result.wins()["undecided"] == 1.0
        assert result.rounds == 0
    assert result.distribution().outcomes == ((3, 3, "undecided"),)


def test_an_empty_force_has_lost_before_it_begins():
    nobody, somebody = Force([]), Force([INFANTRY])
    assert battle(nobody, somebody).wins()["defender wins"] == 1.0
    assert battle(somebody, nobody).wins()["attacker wins"] == 1.0
    assert battle(nobody, nobody).wins()["both destroyed"] == 1.0


def test_a_ladder_can_say_what_units_say_and_more():
    units = Force([Unit("infantry", 2, 3), Unit("guns", 1, 6, first_strike=True)])
    ladder = Force(ladder=[[0.25, 0.25], [0.25], []], first_ladder=[[0.5], [0.5], [0.5]])
    other = Force([TANKS])
    assert battle(ladder, other).weights == pytest.approx(battle(units, other).weights, abs=1e-14)
    # Combined arms: a gun lifts one infantry from 3 to 6. The enemy needs one hit; ours fire together.
    combined = Force([Unit("infantry", 1, 3), Unit("guns", 1, 6)], ladder=[[0.5, 0.5], [0.5]])
    target = Force([Unit("lorry", 1, 0)])
    assert battle(combined, target, rounds=1).wins()["attacker wins"] == pytest.approx(0.75)
    assert battle(combined, target).survivors("attacker").names == ("infantry", "guns")


def large() -> tuple[Force, Force]:
    attacker = [Unit("infantry", 20, 2), Unit("guns", 10, 3, first_strike=True), Unit("tanks", 9, 6)]
    defender = [Unit("infantry", 25, 3), Unit("guns", 8, 3, first_strike=True), Unit("forts", 8, 4, steps=2)]
    return Force([*attacker, Unit("aircraft", 6, 7)]), Force([*defender, Unit("aircraft", 5, 4)])


def test_probability_is_conserved():
    for rounds in (None, 3):
        for neglect in (0.0, 1e-12, 1e-6):
            result = battle(*large(), rounds=rounds, neglect=neglect)
            assert 0 <= result.neglected <= neglect
            assert result.weights.min() >= 0
            assert 1 - result.weights.sum() <= result.neglected + 1e-13
            assert result.weights.sum() <= 1 + 1e-13
            assert sum(result.wins().values()) == pytest.approx(result.weights.sum(), abs=1e-13)


def test_what_is_dropped_is_all_that_is_missing():
    exact, cut = (battle(*large(), neglect=neglect) for neglect in (0.0, 1e-4))
    missing = exact.weights - cut.weights
    assert cut.neglected > 1e-6
    assert missing.min() >= -exact.error
    assert missing.sum() <= cut.neglected + exact.error


def test_many_rounds_come_to_the_end_of_the_battle():
    assert battle(*large(), rounds=300).weights == pytest.approx(battle(*large()).weights, abs=1e-12)


def test_swapping_sides_swaps_the_odds():
    one, other = large()
    assert battle(one, other).weights == pytest.approx(battle(other, one).weights.T, abs=1e-12)


def simulated(attacker: Force, defender: Force, plays: int, seed: int) -> list[np.ndarray]:
    """Whether the attacker won, the steps left to him and the rounds, of that many battles to the death."""
    rng = np.random.default_rng(seed)
    sides = attacker, defender
    hits = np.zeros((2, plays), int)
    rounds = np.zeros(plays)
    while True:
        live = np.flatnonzero((hits[0] < attacker.steps) & (hits[1] < defender.steps))
        if not len(live):
            break
        rounds[live] += 1
        for first in (True, False):
            scored = np.zeros((2, len(live)), int)
            for side, force in enumerate(sides):
                for kind, unit in enumerate(force.units):
                    if unit.first_strike == first:
                        left = force.left[hits[side, live], kind]
                        scored[1 - side] += rng.binomial(left, unit.hits_on / unit.sides)
            for side, force in enumerate(sides):
                hits[side, live] = np.minimum(hits[side, live] + scored[side], force.steps)
    return [hits[0] < attacker.steps, attacker.steps - hits[0], rounds]


def test_large_battle_agrees_with_dice_within_four_standard_errors():
    plays = 40_000
    attacker, defender = large()
    result = battle(attacker, defender)
    win, left = result.wins()["attacker wins"], float(result.distribution()["attacker_left"].mean)
    assert 0.05 < win < 0.95  # a battle worth asking about
    for seen, exact in zip(simulated(attacker, defender, plays, seed=11), (win, left, result.rounds), strict=True):
        assert abs(seen.mean() - exact) < 4 * seen.std() / plays**0.5


def test_survivors_are_named_by_type():
    result = battle(Force([INFANTRY, TANKS]), Force([Unit("militia", 3, 1)]))
    left = result.survivors("attacker")
    assert left.names == ("infantry", "tanks")
    assert left.probability(infantry=0, tanks=0) == pytest.approx(
        result.wins()["defender wins"] + result.wins()["both destroyed"]
    )
    assert left.probability(infantry=lambda n: n > 0, tanks=lambda n: n < 2) == 0  # infantry is lost first
    assert result.survivors("defender")["militia"].outcomes == (0, 1, 2, 3)
    with pytest.raises(UnknownName, match="did you mean 'attacker'"):
        result.survivors("atacker")


def test_rounds_of_a_duel():
    # Each round ends it with chance 1 - (1/2)(1/2): 4/3 rounds on average.
    one = Force([Unit("knight", 1, 6)])
    assert battle(one, one).rounds == pytest.approx(4 / 3)
    assert battle(one, one, rounds=1).rounds == 1.0
    assert battle(one, one, rounds=2).rounds == 1.25


def test_a_tiny_chance_to_hit_loses_no_digits():
    one = Force(ladder=[[1e-14]])
    wins = battle(one, one).wins()
    assert wins["attacker wins"] == pytest.approx(0.5, rel=1e-12)
    assert wins["undecided"] == 0


def test_notebook_shows_the_endings():
    result = battle(Force([INFANTRY]), Force([TANKS]))
    assert "attacker wins" in result._repr_html_()
    assert "rounds" in result._repr_html_()
    assert repr(result).startswith("BattleOdds(attacker wins: ")


BAD = [
    (lambda: Unit("tank", -1, 3), "count is a whole number of 0 or more, not -1"),
    (lambda: Unit("tank", 1.5, 3), "count"),
    (lambda: Unit("tank", 1, 13), "at most the number of sides, 12, not 13"),
    (lambda: Unit("tank", 1, -1), "hits_on"),
    (lambda: Unit("tank", 1, 0, sides=0), "sides is a whole number of 1 or more"),
    (lambda: Unit("tank", 1, 1, steps=0), "steps"),
    (lambda: Unit("", 1, 1), "name of a unit"),
    (lambda: Force(Unit("tank", 1, 1)), "list of Unit"),
    (lambda: Force([Unit("tank", 1_001, 1)]), "at most 1,000 hits"),
    (lambda: Force([Unit("tank", 600, 1, steps=2)]), "at most 1,000 hits here, not 1,200"),
    (lambda: Force([Unit("tank", 1, 1), Unit("tank", 2, 1)]), "each type of unit once"),
    (lambda: Force([Unit("tank", 1, 1)], order=["tonk"]), "did you mean 'tank'"),
    (lambda: Force([Unit("tank", 1, 1)], order=["tank", "tank"]), "named twice"),
    (lambda: Force([Unit("tank", 1, 1)], retreat_at=-1), "retreat_at"),
    (lambda: Force([Unit("tank", 1, 1)], ladder=[[0.5], [0.5]]), "a rung for each hit the force can bear, 1, not 2"),
    (lambda: Force(ladder=[[0.5], [1.5]]), "Rung 1 "),
    (lambda: Force(ladder=[0.5]), "list of rungs"),
    (lambda: battle(Force([]), [Unit("tank", 1, 1)]), "between two forces"),
    (lambda: battle(Force([]), Force([]), rounds=0), "rounds is a whole number from 1 to 1,000, not 0"),
    (lambda: battle(Force([]), Force([]), neglect=1), "from 0 to 0.01"),
    (lambda: battle(Force([]), Force([]), neglect=float("nan")), "from 0 to 0.01"),
]


@pytest.mark.parametrize(("mistake", "says"), BAD)
def test_a_mistake_gets_one_sentence(mistake, says):
    with pytest.raises(StaffRideError) as raised:
        mistake()
    assert isinstance(raised.value, BadInput | UnknownName)
    assert says in str(raised.value)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


# --- Against the rules of a game: the fast road and the explored one must lead to the same place ---


def fighters(*groups):
    return [Fighter(hits_on, first) for count, hits_on, first in groups for _ in range(count)]


def force_of(*groups, retreat_at=0):
    units = [Unit(f"type {i}", count, hits_on, first_strike=first) for i, (count, hits_on, first) in enumerate(groups)]
    return Force(units, retreat_at=retreat_at)


@pytest.mark.parametrize(
    "attacker, defender, retreat_at",
    [
        ([(2, 4, False)], [(2, 3, False)], (0, 0)),
        ([(2, 3, False), (1, 6, False)], [(1, 2, False), (2, 5, False)], (0, 0)),
        ([(1, 4, True), (2, 3, False)], [(2, 5, False), (1, 2, True)], (0, 0)),
        ([(3, 4, False)], [(3, 4, True)], (1, 0)),
        ([(2, 5, True), (1, 3, False)], [(3, 4, False)], (1, 1)),
    ],
)
def test_attrition_agrees_with_exploration_of_the_same_battle(attacker, defender, retreat_at):
    question = skirmish(fighters(*attacker), fighters(*defender), retreat_at)
    explored = explore(question, Budget(neglect=1e-12)).as_floats()
    forces = [force_of(*groups, retreat_at=at) for groups, at in zip((attacker, defender), retreat_at, strict=True)]
    fast = battle(*forces).distribution()
    assert set(fast.outcomes) == set(explored.outcomes)
    for outcome, chance in explored.items():
        assert float(fast.probability(outcome)) == pytest.approx(float(chance), abs=1e-10)


@pytest.mark.parametrize("attackers, defenders", [(3, 4), (12, 9)])
def test_one_round_is_a_combat_in_the_open_of_fields_of_despair(attackers, defenders):
    """Every SP hits on two faces of six, once, at the same time."""
    combat = explore(FIELDS_OF_DESPAIR.made_up_combat(attackers=attackers, defenders=defenders))
    forces = [Force([Unit("sp", n, 2, sides=6)]) for n in (attackers, defenders)]
    one_round = battle(*forces, rounds=1).distribution()
    lost = one_round.map(lambda o: (attackers - o[0], defenders - o[1]), names=("attacker_lost", "defender_lost"))
    for outcome, chance in combat["attacker_lost", "defender_lost"].items():
        assert float(lost.probability(outcome)) == pytest.approx(float(chance), abs=1e-12)


# --- An opening round by other numbers ------------------------------------------------------------


def by_rungs(attacker: Force, defender: Force, rounds: int) -> dict[Ending, Fraction]:
    """The odds after so many rounds, die by die from the ladders, the first round by the opening ladders."""

    def scores(rungs, hits: int) -> dict[int, Fraction]:
        found = {0: Fraction(1)}
        for chance in rungs[hits] if rungs is not None and hits < len(rungs) else ():
            after: dict[int, Fraction] = {}
            for number, probability in found.items():
                p = Fraction(chance).limit_denominator(12)
                after[number] = after.get(number, Fraction(0)) + probability * (1 - p)
                after[number + 1] = after.get(number + 1, Fraction(0)) + probability * p
            found = after
        return found

    now = {(0, 0): Fraction(1)}
    for number in range(rounds):
        for field in ("first_", ""):
            ladders = [
                getattr(force, f"{field}opening" if number == 0 and force.has_opening else f"{field}ladder")
                for force in (attacker, defender)
            ]
            after: dict[tuple[int, int], Fraction] = {}
            for (i, j), p in now.items():
                if field == "first_" and (i == attacker.steps or j == defender.steps):
                    after[i, j] = after.get((i, j), Fraction(0)) + p
                    continue
                for by_a, q in scores(ladders[0], i).items():
                    for by_d, r in scores(ladders[1], j).items():
                        there = min(i + by_d, attacker.steps), min(j + by_a, defender.steps)
                        after[there] = after.get(there, Fraction(0)) + p * q * r
            now = after
    return {(attacker.steps - i, defender.steps - j, ""): p for (i, j), p in now.items() if p}


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_an_opening_round_is_fought_by_its_own_ladders(rounds):
    attacker = Force(
        ladder=[[6 / 12] * 3, [6 / 12] * 2, [6 / 12]],
        opening=[[1 / 12] * 3, [1 / 12] * 2, [1 / 12]],
        first_opening=[[4 / 12], [4 / 12], []],
    )
    defender = Force(ladder=[[3 / 12] * 2, [3 / 12]], opening=[[8 / 12] * 2, [8 / 12]])
    expected: dict[tuple[int, int], Fraction] = {}
    for (a, d, _), p in by_rungs(attacker, defender, rounds).items():
        expected[a, d] = expected.get((a, d), Fraction(0)) + p
    found = battle(attacker, defender, rounds=rounds)
    for (a, d), p in expected.items():
        assert found.weights[attacker.steps - a, defender.steps - d] == pytest.approx(float(p), abs=1e-12)
    assert found.weights.sum() == pytest.approx(1)


def test_after_the_opening_a_battle_goes_on_to_its_end():
    plain = [[0.5] * 2, [0.5]]
    same = battle(Force(ladder=plain, opening=plain), Force(ladder=plain))
    without = battle(Force(ladder=plain), Force(ladder=plain))
    assert same.weights == pytest.approx(without.weights, abs=1e-12)
    assert same.rounds == pytest.approx(without.rounds)
    weak = battle(Force(ladder=plain, opening=[[], []]), Force(ladder=plain))
    assert weak.wins()["attacker wins"] < without.wins()["attacker wins"] - 0.1


def test_an_opening_ladder_has_a_rung_for_each_hit():
    with pytest.raises(BadInput, match="rung for each hit"):
        Force(ladder=[[0.5], [0.5]], opening=[[0.5]])


def test_a_question_that_comes_down_to_hits_is_answered_by_them():
    """The same battle twice: from the hits alone, and by running the rules."""
    attackers = [Fighter(3, True), Fighter(2), Fighter(6)]
    defenders = [Fighter(4), Fighter(4)]

    def line(fighters, first):
        return [[f.hits_on / 12 for f in fighters[hits:] if f.first == first] for hits in range(len(fighters))]

    def plan() -> Attrition:
        return Attrition(
            Line(line(attackers, False), line(attackers, True)),
            Line(line(defenders, False), line(defenders, True)),
            lambda i, j, ending: (len(attackers) - i, len(defenders) - j, ending),
            leaves_out="nothing",
        )

    plain = skirmish(attackers, defenders)
    quick = explored(replace(plain, attrition=plan))
    slow = explored(plain, Budget(neglect=1e-12))
    assert quick.leaves_out == "nothing" and quick.error < 1e-9
    for outcome, chance in slow.odds.items():
        assert quick.odds.probability(outcome) == pytest.approx(float(chance), abs=1e-9)
    run = explored(replace(plain, attrition=plan), Budget(neglect=1e-12), shortcut=False)
    assert dict(run.odds.items()) == dict(slow.odds.items())
