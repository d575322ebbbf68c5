"""What panels need to show a game they know nothing of: pieces, sheets of figures, liveries.

A game fills these in from a player's view, so that what is shown is what that player may know.
"""

from __future__ import annotations

import msgspec


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """One counter or block on the map, as the viewer may know it."""

    id: str  # tells two pieces apart, and nothing else
    space: str
    side: str  # a player, or "" where it belongs to nobody
    nation: str
    branch: str = "unknown"  # the arm it belongs to: panels have symbols for the usual ones, and name the others
    value: str = ""  # what is printed on it, such as its strength
    hidden: bool = False  # the viewer sees only its back
    badge: str = ""  # a short mark in its corner, such as OOS
    text: str = ""  # in words


class Livery(msgspec.Struct, frozen=True):
    """How the pieces of a nation are told apart: two colours and a few letters, so that colour is never alone."""

    fill: str
    ink: str
    letters: str


class Dial(msgspec.Struct, frozen=True, omit_defaults=True):
    """One figure of a player's sheet or of a track."""

    title: str
    value: str
    section: str
    low: int | None = None
    high: int | None = None
    note: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """Figures that belong together: a player board, the tracks on the map, a bag."""

    title: str
    side: str  # whose it is, or "" for what is everybody's
    dials: list[Dial]
