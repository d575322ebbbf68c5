"""What has its place in many phases."""

from __future__ import annotations

from ....engine.decisions import Action


class Done(Action, frozen=True):
    """No more of this."""


class Pass(Action, frozen=True):
    """Not now."""
