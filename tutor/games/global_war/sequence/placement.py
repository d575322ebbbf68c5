"""Phase 11 of the sequence of play: Place Units and Collect Income."""

from __future__ import annotations

from ....engine.phases import Phase

# fmt: off
PLACEMENT = Phase(
    id="placement", title="Place Units and Collect Income", section="11", who="active",
    summary="",
    parts=(),
)
