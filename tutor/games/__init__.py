"""The games. Each is a package here with a ``GAME``; the name of its folder is its id with underscores."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from ..engine.errors import UnknownName
from ..engine.game import Game


def game_ids() -> list[str]:
    """Every game that can be played."""
    return sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg)


def find_game(name: object) -> Game[Any]:
    if name not in game_ids():
        raise UnknownName("game", name, game_ids())
    module = importlib.import_module(f"{__name__}.{str(name).replace('-', '_')}")
    return module.GAME  # type: ignore[no-any-return]
