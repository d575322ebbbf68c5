"""Phase 8 of the sequence of play: Combat Movement."""

from __future__ import annotations

from ....engine.phases import Phase

# fmt: off
COMBAT_MOVEMENT = Phase(
    id="combat-movement", title="Combat Movement", section="8", who="active",
    summary="",
    parts=(),
)
