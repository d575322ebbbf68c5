"""Benchmarks: `python3 run.py bench`. Each figure stands beside a baseline measured in the same run.

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
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

CAMPAIGN = "fields-of-despair/grand-campaign"
Row = dict[str, Any]


def clock(run: Callable[[], Any]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def fresh(code: str) -> str:
    """Run code in a new interpreter on one core and return what it prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def row(name: str, value: float, unit: str, target: float, baseline: float, peer: str) -> Row:
    return {
        "name": name,
        "value": round(value, 4),
        "unit": unit,
        "target": target,
        "met": value < target,
        "baseline": round(baseline, 4),
        "peer": peer,
        "ratio": round(value / baseline, 4) if baseline else None,
    }


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


def main() -> int:
    parser = argparse.ArgumentParser(prog="run.py bench")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    import tempfile

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for measure in (import_time, opening_time, campaign_time, undo_time, lambda: save_time(folder), memory):
            rows.append(measure())
            if not args.json:
                r = rows[-1]
                print(
                    f"{'ok  ' if r['met'] else 'MISS'} {r['name']}: {r['value']:.3f} {r['unit']} (target under {r['target']}); "
                    f"{r['peer']}: {r['baseline']:.3f} {r['unit']}; ratio {r['ratio']}",
                    flush=True,
                )
    if args.json:
        print(json.dumps(rows, indent=2))
    return 0 if all(r["met"] for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
