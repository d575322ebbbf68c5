"""Phase 10 of the sequence of play: Non-Combat Movement."""

from __future__ import annotations

from ....engine.phases import Phase

# fmt: off
NON_COMBAT = Phase(
    id="non-combat", title="Non-Combat Movement", section="10", who="active",
    summary="",
    parts=(),
)
