"""A test that names sections is believed only when code tagged with them has run.

``@pytest.mark.sections("7.2.3")`` is what `staff-ride coverage` counts as "exercised"; here each such
claim is checked against the trace of the kernel. Sections that are data alone (a chart, a rule card)
count when that data was read.
"""

from __future__ import annotations

import os
import sys

import pytest

from tutor.engine import trace
from tutor.engine.registry import game_of_test

assert not any(name.startswith("tutor.games.") for name in sys.modules), "no game is imported before the trace is armed"
trace.armed = True


@pytest.fixture(autouse=True)
def sections_really_run(request: pytest.FixtureRequest):
    game = game_of_test(request.node.path)
    claimed = {
        (mark.kwargs.get("game", game), number)
        for mark in request.node.iter_markers("sections")
        for number in mark.args
    }
    if not claimed:
        yield
        return
    touched = trace.start()
    yield
    trace.stop()
    untouched = sorted(section for game, section in claimed if (game, section) not in touched)
    assert not untouched, f"this test claims sections that no code tagged with them ran for: {untouched}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("STAFF_RIDE_LONG"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="takes minutes: python3 run.py test --long"))
