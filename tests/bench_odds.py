"""Benchmarks of the odds lab: exact answers beside dice, and beside icepool."""

from __future__ import annotations

import statistics
from typing import Any

from tests.measure import Row, clock, row, shown


def attrition_forces(attackers: int, defenders: int) -> tuple[Any, Any]:
    """Two forces of four types that are about a match."""
    from tutor.odds import Force, Unit

    def force(total: int, hits_on: tuple[int, int, int, int]) -> Force:
        counts = [total // 2, total // 4, total // 8]
        counts.append(total - sum(counts))
        names = ("infantry", "artillery", "armour", "aircraft")
        return Force([Unit(name, count, on) for name, count, on in zip(names, counts, hits_on, strict=True)])

    return force(attackers, (2, 3, 6, 7)), force(defenders, (4, 3, 5, 6))


def dice_battles(attacker: Any, defender: Any, plays: int, seed: int) -> float:
    """The naive way, made fast with numpy: throw the dice of that many battles; the share the attacker wins."""
    import numpy as np

    rng = np.random.default_rng(seed)
    hits = [np.zeros(plays, int), np.zeros(plays, int)]
    sides = (attacker, defender)
    live = np.arange(plays)
    while len(live):
        scored = [
            sum(
                rng.binomial(force.left[hits[side][live], kind], unit.hits_on / unit.sides)
                for kind, unit in enumerate(force.units)
            )
            for side, force in enumerate(sides)
        ]
        for side, force in enumerate(sides):
            hits[side][live] = np.minimum(hits[side][live] + scored[1 - side], force.steps)
        live = live[(hits[0][live] < attacker.steps) & (hits[1][live] < defender.steps)]
    return float((hits[0] < attacker.steps).mean())


def attrition_time(attackers: int, defenders: int, target: float) -> Row:
    """A battle to the death, beside as many simulated ones as bring the standard error to 1e-4."""
    from tutor.odds import battle

    def ours() -> Any:
        return battle(*attrition_forces(attackers, defenders))

    chance = ours().wins()["attacker wins"]
    seconds = statistics.median(clock(ours) for _ in range(15))
    some, needed = 100_000, chance * (1 - chance) / 1e-4**2
    forces = attrition_forces(attackers, defenders)
    shares: list[float] = []
    spent = min(clock(lambda seed=seed: shares.append(dice_battles(*forces, some, seed))) for seed in range(3))
    assert abs(statistics.mean(shares) - chance) < 5 * (chance * (1 - chance) / (3 * some)) ** 0.5
    return row(
        f"battle of {attackers} against {defenders} to the death, exact (attacker wins {chance:.1%})",
        seconds,
        "s",
        target,
        spent * needed / some,
        f"{needed:.1e} simulated battles for a standard error of 1e-4, from {shown(spent)} s for 1e5",
    )


def faster_than_dice(attackers: int, defenders: int) -> Row:
    """The same as a ratio: at least a hundred times faster than simulation to a standard error of 1e-4."""
    told = attrition_time(attackers, defenders, 1.0)
    share = told["value"] / told["baseline"]
    return row("its time as a share of the simulation's", share, "", 0.01, 1.0, "the simulation")


def attrition_growth() -> Row:
    """How the time of a battle grows with its size; the work is bounded by the square of each side's size."""
    from tutor.odds import battle

    times = []
    for size in (45, 90, 180):
        forces = attrition_forces(size, size)
        battle(*forces)
        times.append(min(clock(lambda forces=forces: battle(*forces)) for _ in range(7)))
    once, twice = times[1] / times[0], times[2] / times[1]
    name = f"growth of an exact battle from 45 to 180 a side (doublings: {once:.1f} and {twice:.1f} times)"
    return row(name, times[2] / times[0], "times", 256, 256, "the fourth power of the size")


def combat_beside_icepool(trench: bool) -> Row:
    """A Fields of Despair combat of 20 dice against 20, and icepool on the same question."""
    import icepool

    from tutor.games import find_game
    from tutor.odds import explore

    question = find_game("fields-of-despair").made_up_combat(attackers=20, defenders=20, trench=trench)
    extra = question.session.charts["trench-dice"].cell(20, "dice") if trench else 0

    def theirs() -> Any:
        hit = icepool.d6 >= 5
        lost = ((20 + extra) @ hit).map(lambda k: min(k, 20))
        if trench:  # the dead do not roll
            return lost.map(lambda k: icepool.tupleize(k, (20 - k) @ hit))
        return icepool.tupleize(lost, 20 @ hit)

    ours = explore(question)["attacker_lost", "defender_lost"]
    answer = theirs()
    assert all(abs(float(ours.probability(o)) - float(answer.probability(o))) < 1e-12 for o in answer.outcomes())
    best = min(clock(lambda: explore(question)) for _ in range(25))
    peer = min(clock(theirs) for _ in range(25))
    where = "in the trenches" if trench else "in the open"
    return row(f"combat of 20 dice against 20 {where}, exact", best, "s", peer, peer, "icepool")


def exploration_time() -> Row:
    """The same combat by running the rules, every outcome, beside the dice that would bring the error to 1e-3."""
    from tutor.games import find_game
    from tutor.odds import explored, sampled

    question = find_game("fields-of-despair").made_up_combat(attackers=20, defenders=20, trench=True)
    seconds = clock(lambda: explored(question, shortcut=False))
    some = 300
    peer = clock(lambda: sampled(question, some)) * 0.25 / 1e-3**2 / some
    return row("the same in the trenches by exploration", seconds, "s", 1.0, peer, "plays for a standard error of 1e-3")


def battle_beside_plays() -> Row:
    """A battle of Global War by running the rules, every round and outcome, beside the plays for an error of 1e-3."""
    from tutor.games import find_game
    from tutor.odds import explored, sampled

    question = find_game("global-war").made_up_combat(
        attackers={"infantry": 3, "artillery": 1, "medium-armor": 1},
        defenders={"infantry": 3, "artillery": 1, "fighter": 1},
    )
    times = [clock(lambda: explored(question, shortcut=False)) for _ in range(3)]
    some = 200
    peer = min(clock(lambda: sampled(question, some)) for _ in range(2)) * 0.25 / 1e-3**2 / some
    name = f"a battle of 5 units against 5, three types a side, exact ({shown(min(times))} s), as a share of"
    return row(name, min(times) / peer, "", 0.01, 1.0, f"plays for a standard error of 1e-3 ({peer:.0f} s)")


def sweep_again() -> Row:
    """A grid of 400 cells, and the same grid asked for again."""
    from tutor.games import find_game
    from tutor.odds import sweep

    grid = {"attackers": range(1, 21), "defenders": range(1, 21)}
    question = find_game("fields-of-despair").made_up_combat
    first = clock(lambda: sweep(question, grid))
    return row(
        "a sweep of 400 cells asked for again", clock(lambda: sweep(question, grid)), "s", 0.2, first, "the first time"
    )


def simulation_speedup() -> Row:
    """Random campaigns a second with two processes beside one, the start of the pool included."""
    from tutor.odds import simulate

    campaign, games = "fields-of-despair/grand-campaign", 24
    simulate(campaign, n=1, until="phase combat")  # pandas, the map and the charts are read
    # In turns, the best of each: what else runs on the machine falls on both.
    one, two = [], []
    for _ in range(2):
        one.append(clock(lambda: simulate(campaign, n=games)))
        two.append(clock(lambda: simulate(campaign, n=games, workers=2)))
    best, peer = min(two), min(one)
    name = f"{games} random campaigns in two processes ({games / best:.2f} games a second), time over that of one"
    return row(name, best / peer, "", round(1 / 1.7, 4), 1.0, f"one process ({games / peer:.2f} games a second)")


MEASURES = (
    lambda: attrition_time(45, 43, 0.015),
    lambda: faster_than_dice(45, 43),
    lambda: attrition_time(110, 115, 0.150),
    attrition_growth,
    lambda: combat_beside_icepool(False),
    lambda: combat_beside_icepool(True),
    exploration_time,
    battle_beside_plays,
    sweep_again,
    simulation_speedup,
)
