"""A world set up by hand: what the position editor does to the fields of a scenario file.

Nothing is refused for being against the rules while a position is being set up: ``problems`` tells. What makes no
sense at all (a piece that is not there, a word where a number belongs) is refused in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from ...board import Board
from ...engine.arranging import NAME, Arrangement, Entry, PieceKind
from ...engine.errors import BadInput, UnknownName
from ...engine.game import Game, Problem
from ...engine.showing import Holding, Piece
from ...engine.table import Table
from .fields import setup_of
from .nations import PLAYERS, adjective, as_read
from .scenario_body import STANDING_TASKS
from .settings import entries
from .showing import BADGES, catalogue, counted, group_of, letters_of, type_name, zone_name
from .terms import NOBODY, first_holder
from .views import rank

FACILITIES = "Facilities"  # they belong to whoever holds the zone
MOST = 99


class ZoneArrangement(Arrangement):
    """A position of Global War that is being set up. All units and facilities are listed, none left to the charts."""

    def __init__(self, game: Game[Any], fields: Mapping[str, Any]) -> None:
        super().__init__(game, fields)
        self._board: Board = catalogue().board
        if not self.fields:
            self.fields["neutral_forces"] = False  # an empty map
        table = game.table(self.scenario(), charts=self._charts)  # well formed, or refused
        kept = {name: self.fields[name] for name in ("title", "summary", "start", "options") if name in self.fields}
        said = msgspec.to_builtins(setup_of(table, self.scenario().body))
        self.fields = msgspec.json.decode(msgspec.json.encode({**kept, **said}))
        self._minors = sorted(table.state.minors, key=rank)

    # Pieces

    def palette(self) -> list[PieceKind]:
        """Every type of unit for every nation, then the facilities."""
        units = [
            PieceKind(nation, nation if nation in PLAYERS else "", type, 1, MOST)
            for nation in (*PLAYERS, *self._minors)
            for type in catalogue().units
        ]
        return [*units, *(PieceKind(FACILITIES, "", type) for type in catalogue().facilities)]

    def pieces(self) -> list[Piece]:
        return [*self._unit_pieces(), *self._facility_pieces()]

    def _unit_pieces(self) -> list[Piece]:
        found = []
        for owner in sorted(self.fields.get("units", {}), key=rank):
            for zone, counts in self.fields["units"][owner].items():
                found += [self._unit_piece(owner, zone, words, count) for words, count in counts.items()]
        return found

    @staticmethod
    def _unit_piece(owner: str, zone: str, words: str, count: int) -> Piece:
        type, *marks = words.split()
        task = next((mark for mark in marks if mark in STANDING_TASKS), "")
        hits = marks.count("damaged")
        aboard = any(mark.partition("=")[0] == "aboard" for mark in marks)
        said = [
            f"{adjective(owner)} {counted(type, count)}",
            *(["aboard"] if aboard else []),
            *([task] if task else []),
        ]
        said += ["damaged"] if hits else []
        return Piece(
            id=f"unit:{owner}:{zone}:{words}",
            space=zone,
            side=owner if owner in PLAYERS else "",
            nation=owner,
            branch=type,
            value=str(count),
            badge=BADGES.get(task, "") or ("ABD" if aboard else f"-{hits}" if hits else ""),
            text=", ".join(said),
            count=count,
            group=group_of(type),
        )

    def _facility_pieces(self) -> list[Piece]:
        held = self.control()
        return [
            self._facility_piece(zone, number, words, held.get(zone, ""))
            for zone, listed in self._listed().items()
            for number, words in enumerate(listed)
        ]

    @staticmethod
    def _facility_piece(zone: str, number: int, words: str, holder: str) -> Piece:
        type, *marks = words.split()
        border = next((mark for mark in marks if "=" not in mark), "")
        damage = next((int(mark[7:]) for mark in marks if mark.startswith("damage=")), 0)
        towards = f" towards {zone_name(border)}" if border else ""
        return Piece(
            id=f"facility:{zone}:{number}",
            space=zone,
            side="",
            nation=holder,
            branch=type,
            value=str(damage),
            badge=str(damage) if damage else "",
            text=f"{type_name(type)}{towards}, damage",
            group="facility",
        )

    def _listed(self) -> dict[str, list[str]]:
        """All facilities by zone, in the words of a scenario file; once listed, none is left to the chart."""
        if self.fields.get("printed_facilities", True):
            listed: dict[str, list[str]] = {}
            printed = self._printed()
            annexed, merged = self.fields.get("annexed", ()), self.fields.get("record", {}).get("merged", {})
            for row in self._charts["zones"]:
                zone = row["zone"]
                first = first_holder(self._charts, annexed, merged, zone, printed.get(zone, ""))
                for type in str(row["facilities"]).split():
                    if type not in ("none", ""):
                        listed.setdefault(zone, []).append(f"{type} original={first}")
            for zone, more in self.fields.get("facilities", {}).items():
                listed.setdefault(zone, []).extend(more)
            return listed
        found: dict[str, list[str]] = self.fields.setdefault("facilities", {})
        return found

    def _own_list(self) -> dict[str, list[str]]:
        """The same, to be changed."""
        listed = self._listed()
        self.fields["facilities"], self.fields["printed_facilities"] = listed, False
        return listed

    def place(self, space: str, nation: str, branch: str, value: int) -> None:
        """Put units of a type into a zone, or build a facility there; land units at sea go aboard."""
        self._known_space(space)
        if branch in catalogue().facilities:
            self._own_list().setdefault(space, []).append(branch)
            return
        if branch not in catalogue().units:
            raise UnknownName("type of unit", branch, catalogue().units)
        if nation not in (*PLAYERS, *self._minors):
            raise UnknownName("nation", nation, (*PLAYERS, *self._minors))
        at_sea = self._board.fact(space, "kind") == "sea"
        words = f"{branch} aboard" if catalogue().units[branch].land and at_sea else branch
        here = self._stack(nation, space)
        here[words] = min(MOST, here.get(words, 0) + _number(value))

    def _stack(self, nation: str, zone: str) -> dict[str, int]:
        stack: dict[str, int] = self.fields.setdefault("units", {}).setdefault(nation, {}).setdefault(zone, {})
        return stack

    def remove(self, piece: str) -> None:
        kind, *rest = self._find(piece)
        if kind == "facility":
            self._own_list()[rest[0]].pop(int(rest[1]))
        else:
            self._take(*rest)

    def _take(self, owner: str, zone: str, words: str) -> int:
        count = self._stack(owner, zone).pop(words)
        if not self.fields["units"][owner][zone]:
            del self.fields["units"][owner][zone]
        if not self.fields["units"][owner]:
            del self.fields["units"][owner]
        return count

    def move(self, piece: str, space: str) -> None:
        self._known_space(space)
        kind, *rest = self._find(piece)
        if kind == "facility":
            words = self._own_list()[rest[0]].pop(int(rest[1]))
            self._own_list().setdefault(space, []).append(words)
            return
        owner, zone, words = rest
        if zone != space:
            self.place(space, owner, words.split()[0], self._take(owner, zone, words))

    def set_value(self, piece: str, value: int) -> None:
        """Give a stack another number of units, or a facility other damage."""
        kind, *rest = self._find(piece)
        if kind == "facility":
            listed = self._own_list()[rest[0]]
            words = [word for word in listed[int(rest[1])].split() if not word.startswith("damage=")]
            listed[int(rest[1])] = " ".join([*words, *([f"damage={_number(value)}"] if value else [])])
        elif _number(value):
            self._stack(rest[0], rest[1])[rest[2]] = min(MOST, value)
        else:
            self._take(*rest)

    def _find(self, piece: str) -> list[str]:
        ids = [p.id for p in self.pieces()]
        if piece not in ids:
            raise UnknownName("piece", piece, ids)
        return piece.split(":")

    def _known_space(self, space: str) -> None:
        if space not in self._board:
            raise UnknownName("zone", space, self._board)

    # Possession

    def control(self) -> dict[str, str]:
        """The printed roundels, with what was changed."""
        return {**self._printed(), **self.fields.get("owners", {})}

    def _printed(self) -> dict[str, str]:
        chosen = self._game.choose_options(self.scenario(), None)
        return {
            zone: as_read(facts["owner"], zone, chosen)
            for zone, facts in self._board.facts.items()
            if facts.get("kind") == "zone" and facts.get("owner", NOBODY) != NOBODY
        }

    def holders(self) -> list[str]:
        return [*PLAYERS, *self._minors]

    def holdings(self) -> dict[str, Holding]:
        masters = {name: given.get("controller", "") for name, given in self.fields.get("minors", {}).items()}
        values = {row["zone"]: row["ipp"] for row in self._charts["zones"]}
        found = {}
        for zone, owner in self.control().items():
            master = masters.get(owner, "")
            worth = str(values[zone]) if values.get(zone) else ""
            found[zone] = Holding(master or owner, letters_of(owner) if master else "", not master, worth)
        return found

    def set_control(self, space: str, side: str) -> None:
        self._known_space(space)
        if self._board.fact(space, "kind") != "zone":
            raise BadInput(f"{zone_name(space)} is sea: nobody possesses it (1.2).")
        if side not in self.holders():
            raise UnknownName("nation", side, self.holders())
        changed = self.fields.setdefault("owners", {})
        changed[space] = side
        if self._printed().get(space) == side:
            del changed[space]

    # Settings and problems

    def entries(self) -> list[Entry]:
        return list(entries(self._charts, self.fields, self._minors, self._game.options))

    def shown(self, problem: Problem, table: Table[Any]) -> Problem:
        """The place of a problem by the name of its zone."""
        return Problem(problem.section, zone_name(problem.place), problem.text)

    def refused(self, said: str) -> Problem:
        """A refusal of set-up: the place is the field that it names."""
        text = re.sub(rf"^{NAME}[,:] (field )?", "", said)
        field = re.match(r"'([\w.-]+)': ", text)
        place = field[1] if field else NAME
        return Problem("2.5", place.removeprefix("units."), text[field.end() :] if field else text)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadInput(f"A number of units is a whole number from 0, not {value!r}.")
    return value
