"""Benchmarks: `python3 run.py bench [--browser]`. Each figure stands beside a baseline measured in the same run.

A line names the figure, the target, the baseline and the ratio. The exit status is 1 where a target
is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests import bench_odds
from tests.measure import Row, clock, row, shown

CAMPAIGN = "fields-of-despair/grand-campaign"


def fresh(code: str) -> str:
    """Run code in a new interpreter on one core and return what it prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def import_time() -> Row:
    code = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"
    ours = statistics.median(float(fresh(code.format("tutor"))) for _ in range(5))
    peer = statistics.median(float(fresh(code.format("json"))) for _ in range(5))
    return row("import tutor", ours, "s", 0.2, peer, "import json")


def opening_time() -> Row:
    code = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"
    ours = statistics.median(float(fresh(code.format(f"import tutor; tutor.open({CAMPAIGN!r})"))) for _ in range(3))
    peer = statistics.median(float(fresh(code.format("import asyncio, http.client, email"))) for _ in range(3))
    return row("import tutor and open the campaign", ours, "s", 1.0, peer, "import asyncio, http.client, email")


def campaign_time() -> Row:
    import copy

    import tutor
    from tutor.engine.play import play, random_policy

    times, decisions = [], []
    for seed in range(5):
        session = tutor.open(CAMPAIGN, seed=seed)
        times.append(clock(lambda session=session, seed=seed: decisions.append(play(session, random_policy(seed)))))
    # The naive way to have undo: a deep copy of the state before every decision.
    session = tutor.open(CAMPAIGN, seed=0)
    one = min(clock(lambda: copy.deepcopy(session.state)) for _ in range(5))
    return row(
        f"random campaign ({round(statistics.mean(decisions))} decisions)",
        statistics.median(times),
        "s",
        3.0,
        one * statistics.mean(decisions),
        "deep copies of the state alone",
    )


def national_turns() -> Row:
    """Two years of Global War by random players: the slowest of all national turns."""
    import copy

    import tutor
    from tutor.engine.play import random_policy

    spent: dict[tuple[int, int], float] = {}
    decisions: dict[tuple[int, int], int] = {}
    for seed in range(3):
        session, choose = tutor.open("global-war/1939", seed=seed), random_policy(seed)
        last = session.state.calendar + 4
        while not session.over and session.state.calendar < last:
            turn = seed, session.state.national_turn
            spent[turn] = spent.get(turn, 0.0) + clock(lambda s=session, c=choose: s.submit(c(s)))
            decisions[turn] = decisions.get(turn, 0) + 1
    slowest = max(spent, key=lambda turn: spent[turn])
    one = min(clock(lambda: copy.deepcopy(session.state)) for _ in range(3))
    return row(
        f"slowest of {len(spent)} national turns, Global War (median {statistics.median(spent.values()):.2f} s)",
        spent[slowest],
        "s",
        1.5,
        one * decisions[slowest],
        "deep copies of the state alone",
    )


def late_session() -> Any:
    """A campaign in the middle of turn 9."""
    import tutor
    from tutor.engine.play import play, random_policy

    for seed in range(20):
        session = tutor.open(CAMPAIGN, seed=seed)
        play(session, random_policy(seed), until=lambda s: s.turn == 9 and s.state.action_phase == 2)
        if not session.over:
            return session
    raise SystemExit("no campaign reached turn 9")


def undo_time() -> Row:
    import tutor

    session = late_session()
    replay = clock(lambda: replayed(tutor, session))
    times = []
    for _ in range(60):
        times.append(clock(session.undo))
    return row(
        f"undo in turn 9 (worst of 60, median {statistics.median(times) * 1000:.1f} ms)",
        max(times),
        "s",
        0.030,
        replay,
        "replay of the whole game",
    )


def replayed(tutor: Any, session: Any) -> None:
    again = tutor.open(CAMPAIGN, seed=session.seed)
    for leg in session._legs:
        for action in leg.inputs:
            again._feed(action)


def save_time(folder: str) -> Row:
    import tutor

    session = late_session()
    path = os.path.join(folder, "game.json")
    seconds = clock(lambda: session.save(path)) + clock(lambda: tutor.load(path))
    size = os.path.getsize(path) / 1e6
    peer = clock(lambda: json.loads(Path(path).read_bytes()))
    return row(f"save and load in turn 9 ({size:.1f} MB)", seconds, "s", 1.0, peer, "json.loads of the file")


MEMORY = """
from pathlib import Path
def peak():  # ru_maxrss would count what the parent held before exec
    line = next(l for l in Path("/proc/self/status").read_text().splitlines() if l.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
base = peak()
import tutor
from tutor.engine.play import play, random_policy
session = tutor.open({campaign!r}, seed=3)
play(session, random_policy(3))
print(peak(), base)
"""


def memory() -> Row:
    whole, base = map(float, fresh(MEMORY.format(campaign=CAMPAIGN)).split())
    return row("memory of a whole campaign session", whole, "MB", 80, base, "empty interpreter")


def point_time(name: str) -> Row:
    """The space of a point, on points spread over the map."""
    import random

    from tutor.board.maps import load_map

    board = load_map(name)
    rng = random.Random(1)
    spaces = [rng.choice(list(board)) for _ in range(2000)]
    points = [board.centre(space) for space in spaces]
    board.space_at(*points[0])
    ours = clock(lambda: [board.space_at(*p) for p in points]) / len(points)
    outlines = list(board.outlines.items())

    def search(lat: float, lon: float) -> str | None:
        for space, rings in outlines:  # the naive way: ask every outline
            inside = False
            for ring in rings:
                for (x1, y1), (x2, y2) in pairwise(ring):
                    if (y1 > lat) != (y2 > lat) and lon < x1 + (lat - y1) * (x2 - x1) / (y2 - y1):
                        inside = not inside
            if inside:
                return space
        return None

    few = points[:20]
    naive = clock(lambda: [search(*p) for p in few]) / len(few)
    return row(f"space of a point on {name}", ours, "s", 50e-6, naive, "every outline in turn")


def supply_trace() -> Row:
    """What a supply net reaches, for 150 units, beside networkx."""
    import networkx

    from tutor.board.maps import load_map

    board = load_map("europe")
    graph = networkx.Graph([(a, b) for a, bs in board.neighbours.items() for b in bs])
    land = {s for s in board if board.fact(s, "terrain") != "sea"}
    sources, units = sorted(land)[:5], sorted(land)[:150]

    def ours() -> list[bool]:
        net = board.reachable(sources, land.__contains__)
        return [unit in net for unit in units]

    def theirs() -> list[bool]:
        over = graph.subgraph(land)
        net = set().union(*(networkx.node_connected_component(over, s) for s in sources))
        return [unit in net for unit in units]

    assert ours() == theirs()
    best, peer = min(clock(ours) for _ in range(20)), min(clock(theirs) for _ in range(20))
    return row("supply trace for 150 units on europe", best, "s", 0.030, peer, "networkx")


def main() -> int:
    parser = argparse.ArgumentParser(prog="run.py bench")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--browser", action="store_true", help="measure the dashboard in Chromium instead")
    args = parser.parse_args()
    import tempfile

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        measures: Iterable[Callable[[], Row]]
        if args.browser:
            from tests import bench_browser

            measures = bench_browser.measures(Path(folder))
        else:
            measures = (
                import_time,
                opening_time,
                campaign_time,
                national_turns,
                undo_time,
                lambda: save_time(folder),
                memory,
                lambda: point_time("western-front"),
                lambda: point_time("europe"),
                lambda: point_time("world-zones"),
                supply_trace,
                *bench_odds.MEASURES,
            )
        for measure in measures:
            rows.append(measure())
            if not args.json:
                r = rows[-1]
                print(
                    f"{'ok  ' if r['met'] else 'MISS'} {r['name']}: {shown(r['value'])} {r['unit']} (target under {r['target']}); "
                    f"{r['peer']}: {shown(r['baseline'])} {r['unit']}; ratio {r['ratio']}",
                    flush=True,
                )
    if args.json:
        print(json.dumps(rows, indent=2))
    return 0 if all(r["met"] for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
