"""What the rules say, as people say it: players by their names."""

from __future__ import annotations

import re
from typing import Any

from tutor.board import Board
from tutor.engine.events import Event
from tutor.engine.game import Game


def by_name(game: Game[Any], text: str) -> str:
    """A sentence of the rules with players by name, not by the short words that files use."""
    names = game.player_names
    if not names:
        return text
    known = "|".join(map(re.escape, names))
    return re.sub(rf"\b({known})\b", lambda found: names[found[1]], text)


def told(game: Game[Any], event: Event) -> str:
    """The text of an event, without the faces that are drawn beside it."""
    text = event.text
    if event.data.get("faces"):
        text = text.split(" gives [")[0]
    elif "drawn" in event.data:
        text = text.rsplit(": ", 1)[0]
    return by_name(game, text)


def both_sides(game: Game[Any]) -> str:
    return "both sides" if len(game.players) == 2 else "all sides"


def decides(game: Game[Any], player: str) -> str:
    """Whose choice it is, as a sentence begins: "The Allies decide", "Germany decides"."""
    name = game.the(player)
    return f"{name[:1].upper()}{name[1:]} decide{'' if game.many_in_a_name else 's'}"


def space_name(board: Board, space: str) -> str:
    """A space as people call it: a hex by number and name, a zone by its name alone."""
    name = board.fact(space, "name") if space in board else ""
    return f"{space} {name}".strip() if board.hexes else name or space
