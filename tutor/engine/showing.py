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
    count: int = 1  # how many that are alike it stands for
    group: str = ""  # what it is counted with where there is little room: land, air, sea, facility


class Livery(msgspec.Struct, frozen=True):
    """How the pieces of a nation are told apart: two colours and a few letters, so that colour is never alone."""

    fill: str
    ink: str
    letters: str
    hatch: str = ""  # how the ground it holds is hatched: rising, falling, dots, upright; nothing leaves it plain


class Holding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a space of a map on which nations hold ground."""

    nation: str  # whose livery it wears
    letters: str = ""  # where they are not the nation's own: a country under its control
    full: bool = True  # its own, or only under its control
    value: str = ""  # what is printed beside it, such as what it is worth


class Route(msgspec.Struct, frozen=True):
    """A line on the map that a game knows of and the map does not: from space to space."""

    name: str
    spaces: tuple[str, ...]


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


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces alike in a combat: what they are, how many, and what each of them hits with."""

    piece: Piece
    value: str = ""
    note: str = ""  # such as "damaged", "has fired"


class Force(msgspec.Struct, frozen=True):
    """One side of a combat that is being fought."""

    title: str  # such as "Attacker", and who that is
    side: str  # the player who decides for it, or "" for nobody
    fighters: list[Fighter]
    note: str = ""


class Combat(msgspec.Struct, frozen=True):
    """A combat as it is being fought, where the forces are more than what stands in one space."""

    title: str
    space: str
    forces: list[Force]
    stage: str = ""  # such as "Round 2, the defender fires"
