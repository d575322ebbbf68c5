"""How a figure is measured and shown beside a baseline of the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]


def clock(run: Callable[[], Any]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def row(name: str, value: float, unit: str, target: float, baseline: float, peer: str) -> Row:
    return {
        "name": name,
        "value": value,
        "unit": unit,
        "target": target,
        "met": value < target,
        "baseline": baseline,
        "peer": peer,
        "ratio": round(value / baseline, 4) if baseline else None,
    }


def shown(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else f"{value:.2g}"
