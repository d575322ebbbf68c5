"""What long work has in common: a table at the end, and a word on how far it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from ..engine.errors import BadInput

Told = Callable[[int, int], None]


def pandas_for(what: str) -> Any:
    """pandas, or one sentence on how to get it."""
    try:
        import pandas
    except ImportError:
        raise BadInput(f"{what} is a table: install staff-ride[odds].") from None
    return pandas


def teller(progress: bool | Told | None) -> Told:
    """What to call with the number done and the number of all: the caller's own, a bar on a terminal or in a notebook, or nothing."""
    if callable(progress):
        return progress
    # A terminal, or the output of a notebook's cell: nobody would see a bar in a file or a pipe.
    seen = sys.stderr.isatty() or type(sys.stderr).__module__.startswith("ipykernel")
    if progress is None or progress is False or not seen:
        return lambda done, total: None
    last = [0.0]

    def bar(done: int, total: int) -> None:
        if done == total or time.monotonic() - last[0] > 0.2:
            last[0] = time.monotonic()
            filled = "#" * (30 * done // total)
            print(f"\r[{filled:<30}] {done:,} of {total:,}", end="\n" if done == total else "", file=sys.stderr)

    return bar
