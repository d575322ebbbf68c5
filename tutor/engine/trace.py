"""Which sections of a rulebook the running code has touched.

Off by default and nearly free. The test suite switches it on, so that a test that claims to
exercise a section is only believed when code tagged with that section has really run.
"""

from __future__ import annotations

touched: set[tuple[str, str]] | None = None


def touch(game: str, section: str) -> None:
    """Note that code of ``game`` tagged ``section`` has run."""
    if touched is not None:
        touched.add((game, section))


def start() -> set[tuple[str, str]]:
    """Begin to record; returns the set that fills."""
    global touched
    touched = set()
    return touched


def stop() -> None:
    global touched
    touched = None
