"""Exact odds come from the code that plays: whole combats under Exploring chance, against counting by hand."""

from fractions import Fraction
from itertools import product
from math import comb

from tests.fields_of_despair import build
from tutor.engine.chance import every_outcome
from tutor.engine.session import Session
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair.actions import Continue, DeclareNaval, Pass


def explore(play, at=build.COMBAT, options=(), **fields):
    """The distribution of what ``play`` returns, over every way the dice can fall."""
    scenario = GAME.scenario_from(fields, "test")
    odds = {}

    def run(chance):
        return play(Session(GAME.table(scenario, options=list(options), chance=chance), scenario, start=tuple(at)))

    for result, p in every_outcome(run):
        odds[result] = odds.get(result, 0) + p
    assert sum(odds.values()) == 1
    return odds


def assault(hex):
    def play(s):
        while s.decision is not None and s.where[-1].id in ("artillery-placement",):
            s.submit(Pass())
        s.submit(Continue(hex))
        return tuple(
            sum(b.sp for b in s.state.blocks.values() if b.nation == n and b.hex == hex) for n in ("Germany", "France")
        )

    return play


def hits(n, faces=2):
    """Chance of each number of hits with ``n`` dice."""
    return {k: Fraction(comb(n, k) * faces**k * (6 - faces) ** (n - k), 6**n) for k in range(n + 1)}


def test_a_battle_in_the_open_is_exact_7_3_3():
    odds = explore(
        assault("K08"), active="cp", blocks={"Germany": {"K08": ["infantry 4"]}, "France": {"K08": ["infantry 3"]}}
    )
    counted = {}
    for (ours, p), (theirs, q) in product(hits(4).items(), hits(3).items()):
        key = (4 - min(4, theirs), 3 - min(3, ours))
        counted[key] = counted.get(key, 0) + p * q
    assert odds == counted


def test_in_the_trenches_the_dead_do_not_roll_7_3_4():
    odds = explore(
        assault("K08"),
        active="cp",
        turn=5,
        trench=True,
        blocks={"Germany": {"K08": ["infantry 4"]}, "France": {"K08": ["infantry 3"]}},
    )
    counted = {}
    for theirs, q in hits(3 + 1).items():  # one Trench Defense die against 4 SPs
        alive = 4 - min(4, theirs)
        for ours, p in hits(alive).items():
            key = (alive, 3 - min(3, ours))
            counted[key] = counted.get(key, 0) + p * q
    assert odds == counted


def test_a_fortress_ignores_fives_and_fires_first_7_3_4():
    """Epinal (3 SP) alone: its guns fire, then only 6s count against it."""

    def play(s):
        while s.where[-1].id == "artillery-placement":
            s.submit(Pass())
        s.submit(Continue("J08"))
        return s.state.fortresses["Epinal"].sp

    odds = explore(play, active="cp", blocks={"Germany": {"J08": ["infantry 5"]}})
    counted = {}
    for shells, q in hits(3).items():
        alive = 5 - min(shells, 4)
        for sixes, p in hits(alive, faces=1).items():
            left = 3 - min(3, sixes)
            counted[left] = counted.get(left, 0) + p * q
    assert odds == counted


def test_the_naval_bag_is_exact_6_4():
    def play(s):
        if s.decision and DeclareNaval in s.decision.kinds:
            s.submit(DeclareNaval("prize"))
        return s.state.boards["cp"].ep, s.state.boards["allies"].ep

    odds = explore(
        play,
        at=build.NAVAL,
        turn=5,
        trench=True,
        naval_bag={"blue": 4, "black": 2, "white": 2},
        boards={"cp": {"saved_ep": 3}, "allies": {"saved_ep": 3}},
    )
    assert odds == {(3, 3): 1}, "nothing was collected this turn, so nothing can be lost"
