"""Phase 7 of the sequence of play: Production."""

from __future__ import annotations

from ....engine.phases import Phase

# fmt: off
PRODUCTION = Phase(
    id="production", title="Production", section="7", who="active",
    summary="",
    parts=(),
)
