"""What the rules say, as people say it: players by their names."""

from __future__ import annotations

import re
from typing import Any

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
