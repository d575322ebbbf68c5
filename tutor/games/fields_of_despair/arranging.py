"""A front set up by hand: what the position editor does to the fields of a scenario file.

Nothing is refused for being against the rules while a position is being set up: ``problems`` tells. What makes no
sense at all (a piece that is not there, a word where a number belongs) is refused in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...board import Board
from ...engine.arranging import NAME, Arrangement, Entry, PieceKind
from ...engine.errors import BadInput, StaffRideError, UnknownName
from ...engine.game import Game, Problem
from ...engine.showing import Piece
from ...engine.table import Table
from .blocks import TOP
from .settings import entries
from .setup import read_block, read_setup
from .state import ADJECTIVES, CAVALRY, CP, DECEPTION, NATIONS, SIDES


class FrontArrangement(Arrangement):
    """A position of Fields of Despair that is being set up."""

    def __init__(self, game: Game[Any], fields: Mapping[str, Any]) -> None:
        super().__init__(game, fields)
        read_setup(self.scenario())  # well formed, or refused; what it says may still be wrong
        self._board: Board = game.board(self.scenario())
        self._begun = tuple(self.scenario().start)
        self._forts = {row["name"]: row for row in self._charts["fortresses"]}

    # Pieces

    def palette(self) -> list[PieceKind]:
        """What can be placed: blocks, and the markers of the Hindenburg Line."""
        most = {DECEPTION: 0, CAVALRY: 4}
        kinds = [
            PieceKind(row["nation"], NATIONS[row["nation"]], row["kind"], min(1, high), high)
            for row in self._charts["force-pool"]
            if (high := most.get(row["kind"], TOP)) is not None
        ]
        return [*kinds, PieceKind("Germany", CP, "marker")]

    def pieces(self) -> list[Piece]:
        """Everything on the map, all of it open. A destroyed Fortress shows 0, so that it can be raised again."""
        return [*self._fort_pieces(), *self._block_pieces(), *self._marker_pieces()]

    def _block_pieces(self) -> list[Piece]:
        out = self.fields.get("out_of_supply", ())
        found = []
        for nation, places in self.fields.get("blocks", {}).items():
            for hex, texts in places.items():
                for number, text in enumerate(texts):
                    found.append(_block_piece(nation, hex, number, text, hex in out))
        return found

    def _fort_pieces(self) -> list[Piece]:
        return [
            Piece(
                f"fortress:{name}:{hex}",
                hex,
                row["side"],
                row["nation"],
                "fortress",
                str(self._fort_sp(name)),
                text=f"{name}, Fortress, {self._fort_sp(name)} of {row['sp']} SP",
            )
            for name, row in self._forts.items()
            for hex in row["hexes"].split()
        ]

    def _fort_sp(self, name: str) -> int:
        return int(self.fields.get("fortresses", {}).get(name, self._forts[name]["sp"]))

    def _marker_pieces(self) -> list[Piece]:
        lines = self.fields.get("hindenburg", ())
        return [
            Piece(f"hindenburg:{hex}", hex, CP, "Germany", "marker", badge="HL", text="Hindenburg Line")
            for hex in dict.fromkeys(lines)
        ]

    def place(self, space: str, nation: str, branch: str, value: int) -> None:
        """Put a block in a hex; branch "marker" is the Hindenburg Line, "fortress" the Fortress that stands there."""
        self._known_space(space)
        if branch == "marker":
            lines = self.fields.setdefault("hindenburg", [])
            if space not in lines:
                lines.append(space)
        elif branch == "fortress":
            self._set_fort(self._fort_at(space), value)
        else:
            self._known_nation(nation)
            self._stack(nation, space).append(branch if branch == DECEPTION else f"{branch} {_number(value)}")

    def remove(self, piece: str) -> None:
        kind, place, number = self._find(piece)
        if kind == "hindenburg":
            self.fields["hindenburg"] = [hex for hex in self.fields["hindenburg"] if hex != place]
        elif kind == "fortress":
            self._set_fort(place, 0)
        else:
            self._take(kind, place, number)

    def move(self, piece: str, space: str) -> None:
        self._known_space(space)
        kind, place, number = self._find(piece)
        if kind == "fortress":
            raise BadInput(f"{place} stays where the map has it (2.1.2); take its SPs away to remove it.")
        if kind == "hindenburg":
            self.remove(piece)
            self.place(space, "Germany", "marker", 0)
        elif place != space:
            text = self._take(kind, place, number)
            self._stack(kind, space).append(text)

    def set_value(self, piece: str, value: int) -> None:
        """Give a block or a Fortress another strength."""
        kind, place, number = self._find(piece)
        if kind == "fortress":
            self._set_fort(place, value)
        elif kind != "hindenburg":
            stack = self._stack(kind, place)
            word, *rest = stack[number].split(" ")
            if word != DECEPTION:
                stack[number] = " ".join([word, str(_number(value)), *rest[1:]])

    def _find(self, piece: str) -> tuple[str, str, int]:
        """A piece by its id: its nation, hex and place in the stack, or a marker or Fortress and where it stands."""
        ids = [p.id for p in self.pieces()]
        if piece not in ids:
            raise UnknownName("piece", piece, ids)
        kind, place, *number = piece.split(":")
        return kind, place, int(number[0]) if number and number[0].isdecimal() else 0

    def _stack(self, nation: str, hex: str) -> list[str]:
        stack: list[str] = self.fields.setdefault("blocks", {}).setdefault(nation, {}).setdefault(hex, [])
        return stack

    def _take(self, nation: str, hex: str, number: int) -> str:
        stack = self._stack(nation, hex)
        text = stack.pop(number)
        if not stack:
            del self.fields["blocks"][nation][hex]
        if not self.fields["blocks"][nation]:
            del self.fields["blocks"][nation]
        return text

    def _fort_at(self, space: str) -> str:
        for name, row in self._forts.items():
            if space in row["hexes"].split():
                return str(name)
        raise BadInput(f"No Fortress stands in {space}: Fortresses are where the map has them (2.1.2).")

    def _set_fort(self, name: str, value: int) -> None:
        forts = self.fields.setdefault("fortresses", {})
        forts[name] = _number(value)
        if forts[name] == self._forts[name]["sp"]:
            del forts[name]

    def _known_space(self, space: str) -> None:
        if space not in self._board:
            raise UnknownName("hex", space, self._board)

    @staticmethod
    def _known_nation(nation: str) -> None:
        if nation not in NATIONS:
            raise UnknownName("nation", nation, NATIONS)

    # Control

    def control(self) -> dict[str, str]:
        """The map's own control, with what was changed."""
        held = {hex: self._board.fact(hex, "control") for hex in self._board}
        for side, hexes in self.fields.get("control", {}).items():
            held.update({hex: side for hex in hexes if hex in held})
        return held

    def set_control(self, space: str, side: str) -> None:
        self._known_space(space)
        if side not in SIDES:
            raise UnknownName("side", side, SIDES)
        changed = self.fields.setdefault("control", {})
        for hexes in changed.values():
            hexes[:] = [hex for hex in hexes if hex != space]
        if self._board.fact(space, "control") != side:
            changed.setdefault(side, []).append(space)
        self.fields["control"] = {side: hexes for side, hexes in changed.items() if hexes}

    # Settings and problems

    def entries(self) -> list[Entry]:
        return list(entries(self._charts, self.fields, self._begun, self._game.options))

    def shown(self, problem: Problem, table: Table[Any]) -> Problem:
        """A problem of a block is a problem of its hex: that is where the editor shows it."""
        kind, _, number = problem.place.partition(".")
        if kind != "blocks" or not number.isdecimal():
            return problem
        block = table.state.blocks[int(number)]
        return Problem(problem.section, block.hex, f"{ADJECTIVES[block.nation]} {block.kind}: {problem.text}")

    def refused(self, said: str) -> Problem:
        """A refusal of set-up: the place is the hex or the field that it names."""
        text = said.removeprefix(f"{NAME}: ").replace("': ", ": ", 1)  # ``check`` closes the quotes of a field's name
        subject = re.split(r": | cannot be ", text)[0]
        hexes = [word for word in re.findall(r"\w+", subject) if word in self._board]
        place = hexes[0] if hexes else subject if re.fullmatch(r"[\w.-]+", subject) else NAME
        return Problem("1.1", place, text)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"A strength is a whole number, not {value!r}.")
    return value


def _block_piece(nation: str, hex: str, number: int, text: str, out: bool) -> Piece:
    side, called = NATIONS.get(nation, ""), ADJECTIVES.get(nation, nation)
    id = f"{nation}:{hex}:{number}"
    try:
        kind, sp, marks = read_block(text, NAME)
    except StaffRideError:
        return Piece(id, hex, side, nation, text=f"{called}: {text}")
    badge = " ".join([*["OOS"] * (out or "oos" in marks), *["up"] * ("up" in marks)])
    words = f"{called} {kind}" + ("" if kind == DECEPTION else f", {sp} SP")
    return Piece(id, hex, side, nation, kind, str(sp), badge=badge, text=words)
