"""Phase 9 of the sequence of play: Combat."""

from __future__ import annotations

from ....engine.phases import Phase

# fmt: off
COMBAT = Phase(
    id="combat", title="Combat", section="9", who="active",
    summary="",
    parts=(),
)
