"""Distributions: the laws of probability, icepool beside them, and what a user may get wrong."""

from __future__ import annotations

import builtins
import random
import subprocess
import sys
from fractions import Fraction
from math import isclose, sqrt

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.engine.errors import BadInput, StaffRideError, UnknownName
from tutor.odds import Distribution
from tutor.odds.distribution import percent

die = Distribution.die
laws = settings(max_examples=50, deadline=None)

exact_weights = st.dictionaries(
    st.integers(-20, 20), st.integers(0, 9) | st.fractions(0, 5, max_denominator=9), min_size=1, max_size=8
).filter(lambda weights: any(weights.values()))
masses = st.just(Fraction(1)) | st.fractions(Fraction(1, 4), 1, max_denominator=8)
exact = st.builds(lambda weights, mass: Distribution(weights, mass=mass), exact_weights, masses)
whole = st.builds(Distribution, exact_weights)
floats = exact.map(Distribution.as_floats)


# --- Laws ---------------------------------------------------------------------------------------


@laws
@given(exact, exact)
def test_addition_commutes(one, other):
    assert one + other == other + one
    assert hash(one + other) == hash(other + one)


@laws
@given(whole, whole, whole)
def test_addition_associates(one, two, three):
    assert (one + two) + three == one + (two + three)


@laws
@given(whole, whole)
def test_mean_and_variance_of_a_sum(one, other):
    assert (one + other).mean == one.mean + other.mean
    assert (one - other).variance == one.variance + other.variance
    assert (one * other).mean == one.mean * other.mean


@laws
@given(exact)
def test_weights_add_up_to_the_mass(d):
    assert sum(p for _, p in d.items()) == d.mass == 1 - d.neglected
    assert d.exact


@laws
@given(exact, exact)
def test_what_is_covered_multiplies(one, other):
    assert (one + other).mass == one.mass * other.mass == one.joint(other).mass


@laws
@given(exact, st.integers(-20, 20))
def test_conditioning_agrees_with_probability(d, bound):
    chance = d.probability(lambda x: x >= bound)
    if not chance:
        with pytest.raises(BadInput, match="probability 0"):
            d.given(lambda x: x >= bound)
        return
    known = d.given(lambda x: x >= bound)
    assert known.mass == chance / (chance + d.neglected)
    for x, p in known.items():
        assert p * (chance + d.neglected) == d.probability(x)


@laws
@given(whole, st.integers(-20, 20))
def test_at_least_and_at_most_share_the_whole(d, bound):
    assert d.at_least(bound) + d.at_most(bound) - d.probability(bound) == 1
    assert (d >= bound).probability(True) == d.at_least(bound)
    assert (d < bound).probability(True) == 1 - d.at_least(bound)
    assert d.equals(bound).probability(True) == d.probability(bound)


@laws
@given(whole, st.fractions(0, 1, max_denominator=50))
def test_quantile_is_the_smallest_outcome_that_reaches_its_share(d, q):
    found = d.quantile(q)
    assert d.at_most(found) >= q
    assert all(d.at_most(x) < q for x in d.outcomes if x < found)
    assert d.as_floats().quantile(float(q)) == found == d.quantile(float(q))


def test_quantile_of_floats_does_not_slip_by_rounding():
    for n in range(2, 60):
        even = die(n).as_floats()
        assert [even.quantile(k / n) for k in range(1, n + 1)] == list(range(1, n + 1))


@laws
@given(exact, st.integers(0, 9))
def test_times_is_repeated_addition(d, n):
    total = Distribution.constant(0)
    for _ in range(n):
        total += d
    assert d.times(n) == total


@laws
@given(floats, floats)
def test_floats_follow_fractions(one, other):
    for joined in (one + other, one * other, one - other):
        assert not joined.exact
        assert isclose(sum(p for _, p in joined.items()), joined.mass, rel_tol=1e-12)


@laws
@given(st.lists(st.tuples(st.integers(1, 9), whole), min_size=1, max_size=4))
def test_mixture_weighs_the_means(parts):
    total = sum(weight for weight, _ in parts)
    assert Distribution.mixture(parts).mean == sum(weight * d.mean for weight, d in parts) / total


@laws
@given(whole, st.sampled_from([2, -3, Fraction(1, 2)]))
def test_numbers_scale_and_shift(d, number):
    assert (d * number).mean == (number * d).mean == d.mean * number
    assert (d + number).mean == (number + d).mean == d.mean + number
    assert (number - d).mean == number - d.mean == -(d - number).mean
    assert (d // number).outcomes == tuple(sorted({x // number for x in d.outcomes}))


# --- Beside icepool -----------------------------------------------------------------------------


def assert_like(ours: Distribution, theirs: icepool.Die) -> None:
    assert set(ours.outcomes) == set(theirs.outcomes())
    for outcome, p in ours.items():
        assert p == theirs.probability(outcome)
        assert abs(ours.as_floats().probability(outcome) - float(theirs.probability(outcome))) < 1e-12
    assert abs(float(ours.mean) - float(theirs.mean())) < 1e-12
    assert abs(float(ours.variance) - float(theirs.variance())) < 1e-10


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (die(6), icepool.d6),
        (die(6) + die(6), icepool.d6 + icepool.d6),
        (die(12) - die(10), icepool.d(12) - icepool.d(10)),
        (die(6) * die(4), icepool.d6 * icepool.d4),
        (die(20) // die(3), icepool.d20 // icepool.d(3)),
        (-die(8), -icepool.d8),
        (die(6).times(10), 10 @ icepool.d6),
        (die(10).times(2) + 3, 2 @ icepool.d10 + 3),
        (Distribution.pool(9, 12, {1, 2, 3}), 9 @ (icepool.d12 <= 3)),
        (Distribution.pool(5, 6, [6]), 5 @ (icepool.d6 == 6)),
        (Distribution.pool(0, 6, [6]), 0 @ (icepool.d6 == 6)),
        (Distribution.pool(3, 6, range(1, 7)), 3 @ (icepool.d6 <= 6)),
        (die(6) > die(8), icepool.d6 > icepool.d8),
        (die(6) <= 2, icepool.d6 <= 2),
        (die(6).equals(die(8)), icepool.d6 == icepool.d8),
        (die(6).map(lambda x: x % 3), icepool.d6.map(lambda x: x % 3)),
        (Distribution({1: 2, 5: 3}), icepool.Die({1: 2, 5: 3})),
        (die(6).given(lambda x: x > 2), icepool.d6.filter(lambda x: x > 2, depth="inf")),
        (Distribution.mixture([(1, die(6)), (2, die(4))]), icepool.Die({icepool.d6: 1, icepool.d4: 2})),
    ],
)
def test_agrees_with_icepool(ours, theirs):
    assert_like(ours, theirs)


@laws
@given(exact_weights, st.integers(1, 6))
def test_sums_agree_with_icepool(weights, n):
    integers = {x: int(2520 * w) for x, w in weights.items()}  # 2520: the fractions' denominators all divide it
    assert_like(Distribution(weights).times(n), n @ icepool.Die(integers))


# --- Exactness ----------------------------------------------------------------------------------


def test_whole_numbers_and_fractions_stay_exact_and_floats_do_not():
    assert Distribution({1: 1, 2: Fraction(1, 2)}).probability(1) == Fraction(2, 3)
    assert not Distribution({1: 1, 2: 0.5}).exact
    assert isinstance(die(6).mean, Fraction)
    assert isinstance((die(6) + die(6).as_floats()).mean, float)
    assert Distribution.uniform([0.5, 1.5]).mean == 1.0


def test_large_exact_pools_neither_overflow_nor_lose_digits():
    pool = Distribution.pool(2000, 12, {1, 2, 3})
    assert pool.mean == 500
    assert pool.variance == 375
    assert pool.sd == sqrt(375)
    assert pool.quantile(0.5) == pool.median == 500
    assert pool.map(float).mean == pytest.approx(500)
    assert 400 < pool.sample(random.Random(1)) < 600


def test_equal_outcomes_merge_and_zero_weights_go():
    d = Distribution([("a", 1), ("b", 0), ("a", 1), ("c", 2)])
    assert dict(d.items()) == {"a": Fraction(1, 2), "c": Fraction(1, 2)}
    assert len(d) == 2
    assert list(d) == ["a", "c"]
    assert "b" not in d


def test_equality_is_of_the_distributions_not_of_the_outcomes():
    assert die(6) == Distribution.uniform(range(1, 7))
    assert len({die(6), Distribution.uniform(range(6, 0, -1)), die(8)}) == 2
    assert die(6) != die(8)
    assert Distribution({(1, 2): 1}) != Distribution({(1, 2): 1}, names=("a", "b"))
    assert Distribution({1: 1}) != 1
    assert Distribution({1: 1}, mass=Fraction(1, 2)) != Distribution({1: 1})


def test_extreme_float_weights():
    assert Distribution({1: 1e308, 2: 1e308}).probability(1) == 0.5
    assert Distribution({1: 5e-324, 2: 5e-324}).probability(1) == 0.5


def test_mode_and_outcomes_without_an_order():
    d = Distribution({"a": 1, None: 3, 2: 2})
    assert d.mode is None
    assert set(d.outcomes) == {"a", None, 2}


def test_sampling_follows_the_weights():
    rng, d = random.Random(5), Distribution({"a": 1, "b": 3})
    share = sum(d.sample(rng) == "b" for _ in range(20_000)) / 20_000
    assert abs(share - 0.75) < 4 * sqrt(0.75 * 0.25 / 20_000)


# --- Cut off by a budget ------------------------------------------------------------------------


def test_a_cut_off_distribution_keeps_its_mass():
    cut = Distribution({1: 1, 3: 1}, mass=0.75)
    assert cut.neglected == 0.25
    assert cut.probability(1) == 0.375
    assert cut.mean == 2
    assert cut.quantile(1) == 3
    assert (cut + 1).neglected == 0.25
    assert Distribution.mixture([(1, cut), (1, die(6))]).mass == 0.875
    assert cut.given(1).mass == pytest.approx(0.375 / 0.625)
    assert "neglected: 25%" in cut._repr_html_()
    assert "25% neglected" in repr(cut)


# --- Joint outcomes -----------------------------------------------------------------------------


def fight() -> Distribution:
    return Distribution(
        {(0, 1, "allies"): 3, (1, 1, "central"): 2, (1, 0, "central"): 1},
        names=("attacker_lost", "defender_lost", "holder"),
    )


def test_parts_by_name():
    assert dict(fight()["attacker_lost"].items()) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    pair = fight()["holder", "attacker_lost"]
    assert pair.names == ("holder", "attacker_lost")
    assert pair.probability(("central", 1)) == Fraction(1, 2)
    with pytest.raises(UnknownName, match="did you mean 'holder'"):
        fight()["older"]
    with pytest.raises(UnknownName):
        die(6)["face"]


def test_filters_by_name():
    assert fight().probability(holder="central", defender_lost=0) == Fraction(1, 6)
    assert fight().probability(attacker_lost=lambda lost: lost > 0) == Fraction(1, 2)
    assert fight().probability(lambda o: o[0] == o[1], holder="central") == Fraction(1, 3)
    known = fight().given(holder="central")
    assert known.names == fight().names
    assert known["defender_lost"].mean == Fraction(2, 3)
    with pytest.raises(UnknownName):
        fight().probability(winner="allies")


def test_joint_of_independent_parts():
    both = die(6).joint(Distribution.uniform("ab"), names=("face", "letter"))
    assert both.probability(face=6, letter="a") == Fraction(1, 12)
    three = both.joint(die(2).map(lambda x: (x,), names=["coin"]))
    assert three.names == ("face", "letter", "coin")
    assert three["letter"] == Distribution.uniform("ab")
    assert die(2).joint(die(2)).outcomes == ((1, 1), (1, 2), (2, 1), (2, 2))


def test_to_frame_has_a_column_for_each_name():
    frame = fight().to_frame()
    assert list(frame.columns) == ["attacker_lost", "defender_lost", "holder", "probability"]
    assert frame["probability"].sum() == pytest.approx(1)
    assert list(die(3).to_frame()["outcome"]) == [1, 2, 3]


def test_to_frame_without_pandas_names_the_extra(monkeypatch):
    real = builtins.__import__

    def missing(name, *args, **kwargs):
        if name == "pandas":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(BadInput, match=r"staff-ride\[odds\]"):
        die(6).to_frame()


# --- Showing ------------------------------------------------------------------------------------


def test_html_escapes_what_users_write():
    shown = Distribution({("<script>", "&"): 1}, names=("<b>", "x"))._repr_html_()
    assert "<script>" not in shown
    assert "<b>" not in shown
    assert "&lt;script&gt;" in shown
    assert "&lt;b&gt;" in shown
    assert "http" not in shown


def test_html_is_small_however_many_outcomes():
    shown = die(1000)._repr_html_()
    assert shown.count("<tr>") == 41
    assert "and 960 more, together 96%" in shown


def test_html_shows_the_likeliest_in_order():
    shown = die(6).times(20)._repr_html_()
    assert shown.index(">69<") < shown.index(">70<") < shown.index(">71<")
    assert ">20<" not in shown


@pytest.mark.parametrize(
    ("chance", "shown"),
    [(0, "0%"), (1, "100%"), (Fraction(1, 6), "16.7%"), (0.00012, "0.012%"), (1e-9, "<0.0001%"), (0.99999, ">99.9%")],
)
def test_percentages_are_readable_and_never_claim_certainty(chance, shown):
    assert percent(chance) == shown


def test_repr_is_short():
    assert repr(Distribution({"a": 1, "b": 3})) == "Distribution({'a': 25%, 'b': 75%})"
    assert len(repr(die(1000))) < 120
    assert repr(fight()).startswith("Distribution(attacker_lost, defender_lost, holder: {(0, 1, 'allies'): 50%")


# --- Mistakes -----------------------------------------------------------------------------------

WORDS = Distribution.uniform(["hit", "miss"])
BAD = [
    (lambda: Distribution({}), "at least one outcome"),
    (lambda: Distribution({1: 0}), "at least one outcome"),
    (lambda: Distribution.uniform([]), "at least one outcome"),
    (lambda: Distribution({1: -1, 2: 3}), "weight of 1 is a number of 0 or more, not -1"),
    (lambda: Distribution({1: float("nan")}), "weight of 1"),
    (lambda: Distribution({1: float("inf")}), "weight of 1"),
    (lambda: Distribution({1: "2"}), "weight of 1"),
    (lambda: Distribution({1: 10**400, 2: 0.5}), "too large"),
    (lambda: Distribution([1, 2, 3]), "from a mapping"),
    (lambda: Distribution([([1], 1)]), "hashable"),
    (lambda: Distribution({1: 1}, mass=0), "above 0 and at most 1"),
    (lambda: Distribution({1: 1}, mass=1.5), "above 0 and at most 1"),
    (lambda: Distribution({1: 1}, mass=float("nan")), "above 0 and at most 1"),
    (lambda: Distribution({(1, 2): 1}, names=("a",)), "a tuple of 1, not (1, 2)"),
    (lambda: Distribution({3: 1}, names=("a",)), "a tuple of 1, not 3"),
    (lambda: Distribution({(1, 2): 1}, names=("a", "a")), "different names"),
    (lambda: die(0), "1 to 10,000 sides, not 0"),
    (lambda: die(2.5), "sides"),
    (lambda: Distribution.pool(-1, 6, [6]), "0 to 10,000 dice"),
    (lambda: Distribution.pool(3, 6, [7]), "from 1 to 6"),
    (lambda: die(6).times(-1), "copies"),
    (lambda: Distribution.mixture([]), "at least one outcome"),
    (lambda: Distribution.mixture([(1, die(6)), (1, fight())]), "same names"),
    (lambda: WORDS.mean, "needs numbers"),
    (lambda: WORDS + WORDS, "needs numbers"),
    (lambda: WORDS.median, "needs numbers"),
    (lambda: WORDS.at_least(1), "needs numbers"),
    (lambda: fight().sd, "needs numbers"),
    (lambda: fight() < 3, "needs numbers"),
    (lambda: WORDS.times(2), "needs numbers"),
    (lambda: die(6) // (die(2) - 1), "cannot be divided"),
    (lambda: 6 // (die(2) - 1), "cannot be divided"),
    (lambda: die(6).given(7), "probability 0"),
    (lambda: die(6).probability(), "which outcomes"),
    (lambda: die(6).quantile(1.5), "from 0 to 1"),
    (lambda: bool(die(6) > 3), "neither true nor false"),
]


@pytest.mark.parametrize(("mistake", "says"), BAD)
def test_a_mistake_gets_one_sentence(mistake, says):
    with pytest.raises(StaffRideError) as raised:
        mistake()
    assert isinstance(raised.value, BadInput)
    assert says in str(raised.value)
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


def test_other_things_do_not_add():
    with pytest.raises(TypeError):
        die(6) + "1"


def test_importing_odds_is_light():
    code = "import sys, tutor.odds.distribution; print({'numpy', 'pandas', 'yaml'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
