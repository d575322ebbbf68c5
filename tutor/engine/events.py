"""What happened: events, each with its section, and who may read it."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of the game. ``only`` names the players who may know it in full;
    everyone else reads ``public`` (nothing, where it is empty)."""

    kind: str
    section: str
    text: str
    by: str = ""
    step: str = ""
    data: dict[str, Any] = {}
    only: tuple[str, ...] = ()
    public: str = ""

    def seen_by(self, player: str) -> Event | None:
        """This event as ``player`` may know it, or None."""
        if not self.only or player in self.only:
            return self
        if not self.public:
            return None
        return Event(self.kind, self.section, self.public, self.by, self.step)

    def __str__(self) -> str:
        return f"[{self.section}] {self.text}"
