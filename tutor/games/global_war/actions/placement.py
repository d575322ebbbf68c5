"""Actions of this phase."""

from __future__ import annotations
