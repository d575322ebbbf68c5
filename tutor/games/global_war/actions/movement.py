"""Chapters 8 and 10: units are picked up, then sent along a path, with what they are to do at its end."""

from __future__ import annotations

from ....engine.decisions import Action


class Pick(Action, frozen=True):
    """Take ``count`` units of a type in this zone in hand; several picks in one zone move together.

    ``which`` picks among units of a type that differ: patrol, escort, raid, mine, blockade, aboard, damaged, moved.
    ``owner`` names a nation where units of several stand together. Left out, the freshest units are taken.
    """

    zone: str
    type: str
    count: int = 1
    which: str = ""
    owner: str = ""


class PutBack(Action, frozen=True):
    """Put the units in hand down where they were."""


class Move(Action, frozen=True):
    """Send the units in hand along ``path`` (without the zone they stand in; empty: they stay and take a task).

    ``task``: attack, patrol, escort, raid, mine, blockade, screen, behind, decline, bomb, carpet, attrition, drop;
    nothing for plain movement or attack. ``target`` names what is bombed, or the type of ship that is boarded.
    Land units board a transport with a path that ends at sea, and go ashore with one that begins there.
    """

    path: tuple[str, ...]
    task: str = ""
    target: str = ""


class RailMove(Action, frozen=True):
    """10.4: send the units in hand along railways and rivers; ``path`` is without the zone they stand in."""

    path: tuple[str, ...]


class StrategicSail(Action, frozen=True):
    """10.6: send the loaded transports in hand from port to port; ``path`` is without the zone they are in."""

    path: tuple[str, ...]


class Engage(Action, frozen=True):
    """8.7, 8.9: fight those who have come into this sea zone."""


class Decline(Action, frozen=True):
    """8.7, 8.9: keep out of combat with them until the Combat Phase is over."""


class Scramble(Action, frozen=True):
    """8.6: send ``count`` aircraft from a base in ``zone`` into the battle in ``to``."""

    zone: str
    to: str
    type: str
    count: int = 1
