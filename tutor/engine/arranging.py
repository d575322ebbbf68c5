"""Setting up a position by hand: what an editor can do to the fields of a scenario file.

A game brings its own ``Arrangement``; editors know only what is here. Nothing is refused while a position is being
set up: ``problems`` tells what is still wrong with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import msgspec

from .game import Problem
from .showing import Piece


class PieceKind(msgspec.Struct, frozen=True):
    """A kind of piece that can be placed; its value runs from ``low`` to ``high`` (both 0: it has none)."""

    nation: str
    side: str
    branch: str
    low: int = 0
    high: int = 0


class Setting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure or a choice of a position that is not on the map."""

    path: str  # such as "boards.cp.supply": the way to it in the fields
    title: str
    group: str
    section: str
    value: Any
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()  # where it is a choice and not a number


class Arrangement(ABC):
    """A position being set up. ``fields`` is what a scenario file would hold, and all there is."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        plain = msgspec.json.decode(msgspec.json.encode(dict(fields)))  # a copy that shares nothing
        self.fields: dict[str, Any] = plain

    @abstractmethod
    def palette(self) -> list[PieceKind]:
        """What can be placed."""

    @abstractmethod
    def pieces(self) -> list[Piece]:
        """Everything on the map, all of it open."""

    @abstractmethod
    def place(self, space: str, nation: str, branch: str, value: int) -> None: ...

    @abstractmethod
    def remove(self, piece: str) -> None: ...

    @abstractmethod
    def move(self, piece: str, space: str) -> None: ...

    @abstractmethod
    def set_value(self, piece: str, value: int) -> None:
        """Give a piece another strength."""

    @abstractmethod
    def control(self) -> dict[str, str]:
        """Who controls each space."""

    @abstractmethod
    def set_control(self, space: str, side: str) -> None: ...

    @abstractmethod
    def settings(self) -> list[Setting]:
        """Turn, tracks and player boards, in the order of the rulebook."""

    @abstractmethod
    def set(self, path: str, value: Any) -> None:
        """Change one setting."""

    @abstractmethod
    def problems(self) -> list[Problem]:
        """What is wrong with the position, each with its section. Never raises for what a user can set."""
