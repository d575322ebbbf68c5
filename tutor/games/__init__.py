"""The games. Each is a package here with a ``GAME``; the name of its folder is its id with underscores."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..engine.errors import BadInput, UnknownName
from ..engine.game import Game
from ..engine.session import Session


def game_ids() -> list[str]:
    """Every game that can be played."""
    return sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg)


def find_game(name: object) -> Game[Any]:
    if name not in game_ids():
        raise UnknownName("game", name, game_ids())
    module = importlib.import_module(f"{__name__}.{str(name).replace('-', '_')}")
    return module.GAME  # type: ignore[no-any-return]


def scenario_names(game: str | None = None) -> list[str]:
    """The full ids of the scenarios, of one game or of all."""
    return [f"{name}/{id}" for name in ([game] if game else game_ids()) for id in find_game(name).scenario_ids()]


def open_scenario(
    scenario: str,
    *,
    seed: int = 0,
    options: Mapping[str, bool] | Iterable[str] | None = None,
    charts: str | Path | None = None,
) -> Session:
    """A new game of a scenario; what cannot be opened is one sentence."""
    game_id, _, name = str(scenario).partition("/")
    if game_id not in game_ids():
        raise UnknownName("scenario", scenario, scenario_names())
    game = find_game(game_id)
    chosen = game.scenario(name)
    table = game.table(chosen, seed=seed, options=options, charts=game.charts(charts))
    try:
        game.check(table)
    except BadInput as err:  # only a user's own chart can lead here
        raise BadInput(f"{scenario}: with these charts field '{err}") from None
    return Session(table, chosen)
