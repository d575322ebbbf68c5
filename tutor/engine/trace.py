"""Which sections of a rulebook the running code has touched.

The test suite switches it on, so that a test that claims to exercise a section is only believed when code
tagged with that section has really run. It must be ``armed`` before a game's modules are imported: in play the
functions of a game are not wrapped at all, since they call one another millions of times.
"""

from __future__ import annotations

armed = False
touched: set[tuple[str, str]] | None = None


def touch(game: str, section: str) -> None:
    """Note that code of ``game`` tagged ``section`` has run."""
    if touched is not None:
        touched.add((game, section))


def start() -> set[tuple[str, str]]:
    """Begin to record; returns the set that fills."""
    assert armed, "trace.armed must be set before a game's modules are imported"
    global touched
    touched = set()
    return touched


def stop() -> None:
    global touched
    touched = None
