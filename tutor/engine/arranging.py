"""Setting up a position by hand: what an editor can do to the fields of a scenario file.

A game brings its own ``Arrangement``; editors know only what is here. Nothing is refused while a position is being
set up: ``problems`` tells what is still wrong with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from .errors import BadInput, StaffRideError, UnknownName
from .game import Game, Problem, Scenario
from .showing import Holding, Piece
from .table import Table
from .walk import Walker

NAME = "position"  # what a position set up by hand is called in messages


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


@dataclass(frozen=True)
class Entry:
    """One setting: where it stands in the fields, and what is there when the fields are silent."""

    path: str
    title: str
    group: str
    section: str
    default: Any
    low: int = 0
    high: int = 0
    words: Mapping[str, Any] | None = None  # where it is a choice: what is shown, and what is written

    def value(self, fields: Mapping[str, Any]) -> Any:
        """What the fields say."""
        here: Any = fields
        for key in self.path.split("."):
            if not isinstance(here, Mapping) or key not in here:
                return self.default
            here = here[key]
        return here

    def setting(self, fields: Mapping[str, Any]) -> Setting:
        value = self.value(fields)
        if self.words is not None:
            value = next((word for word, written in self.words.items() if written == value), value)
        choices = tuple(self.words) if self.words is not None else ()
        return Setting(self.path, self.title, self.group, self.section, value, self.low, self.high, choices)

    def put(self, fields: dict[str, Any], value: Any) -> None:
        *way, last = self.path.split(".")
        here = fields
        for key in way:
            here = here.setdefault(key, {})
        here[last] = self.read(value)

    def read(self, value: Any) -> Any:
        """What is to be written; the shown word and the written value are both understood."""
        if self.words is not None:
            if isinstance(value, str) and value in self.words:
                return self.words[value]
            if any(value == written and type(value) is type(written) for written in self.words.values()):
                return value
            raise UnknownName(f"choice for {self.path}", value, self.words)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadInput(f"{self.path} is a whole number, not {value!r}.")
        return value


class Arrangement(ABC):
    """A position being set up. ``fields`` is what a scenario file would hold, and all there is."""

    def __init__(self, game: Game[Any], fields: Mapping[str, Any]) -> None:
        self._game, self._charts = game, game.charts()
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

    def holders(self) -> list[str]:
        """Who can be given a space; none: the players."""
        return []

    def holdings(self) -> dict[str, Holding]:
        """On a map of zones: the nation that holds each space."""
        return {}

    @abstractmethod
    def entries(self) -> list[Entry]:
        """Turn, tracks and player boards, in the order of the rulebook."""

    def settings(self) -> list[Setting]:
        return [entry.setting(self.fields) for entry in self.entries()]

    def set(self, path: str, value: Any) -> None:
        """Change one setting."""
        known = {entry.path: entry for entry in self.entries()}
        if path not in known:
            raise UnknownName("setting", path, known)
        known[path].put(self.fields, value)

    def scenario(self) -> Scenario:
        """What the fields say, if they are well formed."""
        return self._game.scenario_from(self.fields, NAME)

    def problems(self) -> list[Problem]:
        """What is wrong with the position, each with its section. Never raises for what a user can set: a position that
        cannot be set up at all has one problem, why not."""
        try:
            scenario = self.scenario()
            table = self._game.table(scenario, charts=self._charts)
            found = [self.shown(problem, table) for problem in self._game.problems(table)]
            if not found:
                self._game.check(table)
                Walker(table, scenario, scenario.start)
        except StaffRideError as err:
            return [self.refused(str(err))]
        return found

    @abstractmethod
    def shown(self, problem: Problem, table: Table[Any]) -> Problem:
        """A problem with its place as an editor knows it."""

    @abstractmethod
    def refused(self, said: str) -> Problem:
        """What set-up refused, with the place that it names."""
