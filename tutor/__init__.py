"""Staff Ride: the rules of grand-strategy board wargames, played, explained and explored.

>>> import tutor
>>> s = tutor.open("fields-of-despair/1914-mobile-war", seed=7)
>>> print(s.where[-1])
Place Air counters [7.1.1]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.session import Session

__version__ = "0.1.0"
__all__ = ["load", "open", "scenarios"]


def scenarios(game: str | None = None) -> list[str]:
    """The ids of the scenarios, of one game or of all."""
    from .games import find_game, game_ids

    return [
        f"{name}/{scenario}" for name in ([game] if game else game_ids()) for scenario in find_game(name).scenario_ids()
    ]


def open(
    scenario: str,
    *,
    seed: int = 0,
    options: Mapping[str, bool] | Iterable[str] | None = None,
    charts: str | Path | None = None,
) -> Session:
    """Open a scenario, such as ``"fields-of-despair/1914-mobile-war"``.

    ``options`` switches optional rules on; ``charts`` is a folder of your own charts.
    """
    from .engine.errors import BadInput, UnknownName
    from .engine.session import Session
    from .games import find_game, game_ids

    game_id, _, name = str(scenario).partition("/")
    if game_id not in game_ids():
        raise UnknownName("scenario", scenario, scenarios())
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadInput(f"A seed is a whole number, not {seed!r}.")
    game = find_game(game_id)
    chosen = game.scenario(name)
    table = game.table(chosen, seed=seed, options=options, charts=game.charts(charts))
    return Session(table, chosen)


def load(path: str | Path) -> Session:
    """Load a saved game; a bad file is one clear error, never half a game."""
    from .engine.saves import load as load_save
    from .games import find_game

    return load_save(Path(path), find_game)
