"""Chapters 8 and 10: units are picked up, then sent along a path, with what they are to do at its end."""

from __future__ import annotations

from ....engine.decisions import Action


class Pick(Action, frozen=True):
    """Take ``count`` units of a type in this zone in hand; several picks in one zone move together."""

    zone: str
    type: str
    count: int = 1


class PutBack(Action, frozen=True):
    """Put the units in hand down where they were."""


class Move(Action, frozen=True):
    """Send the units in hand along ``path`` (without the zone they stand in; empty: they stay and take a task).

    ``task``: patrol, escort, raid, mine, screen, bomb, carpet, drop; nothing for plain movement or attack.
    ``target`` names what is bombed.
    """

    path: tuple[str, ...]
    task: str = ""
    target: str = ""
