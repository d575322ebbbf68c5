"""Staff Ride: the rules of grand-strategy board wargames, played, explained and explored.

>>> import tutor
>>> s = tutor.open("fields-of-despair/1914-mobile-war", seed=7)
>>> print(s.where[-1])
Place Air counters [7.1.1]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.game import Problem
    from .engine.session import Session

__version__ = "0.1.0"
__all__ = ["from_link", "link", "load", "open", "position", "problems", "scenarios"]


def scenarios(game: str | None = None) -> list[str]:
    """The ids of the scenarios, of one game or of all."""
    from .games import scenario_names

    return scenario_names(game)


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
    from .engine.errors import BadInput
    from .games import open_scenario

    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadInput(f"A seed is a whole number, not {seed!r}.")
    return open_scenario(scenario, seed=seed, options=options, charts=charts)


def position(
    game: str,
    fields: Mapping[str, Any],
    *,
    seed: int = 0,
    options: Mapping[str, bool] | Iterable[str] | None = None,
    charts: str | Path | None = None,
) -> Session:
    """Set up a position of your own and play from it.

    ``fields`` are those of a scenario file; what is left out is empty. A position that no game could
    reach is refused; ``problems`` lists everything that is wrong with one.
    """
    from .engine.errors import BadInput
    from .engine.session import Session
    from .games import find_game

    found = find_game(game)
    chosen = found.scenario_from(fields, "position")
    table = found.table(chosen, seed=seed, options=options, charts=found.charts(charts))
    try:
        found.check(table)
        return Session(table, chosen)
    except BadInput as err:
        raise BadInput(f"position: field '{err}") from None
    except OverflowError:
        raise BadInput("position: a number in it is larger than anything in the game.") from None


def problems(game: str, fields: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with a position, each problem with its section."""
    from .games import find_game

    found = find_game(game)
    return found.problems(found.table(found.scenario_from(fields, "position")))


def load(path: str | Path) -> Session:
    """Load a saved game; a bad file is one clear error, never half a game."""
    from .engine.data import as_path
    from .engine.saves import load as load_save
    from .games import find_game

    return load_save(as_path(path), find_game)


def link(session: Session) -> str:
    """The position of a game as a line of text, for a link; ``from_link`` reads it."""
    from .engine.links import Shared, link_text

    return link_text(Shared(session.game.id, session.game.fields(session), session.options))


def from_link(text: str) -> Session:
    """The position that a link holds, set up to be played; a bad link is one clear error."""
    from .engine.links import read_link

    shared = read_link(text)
    return position(shared.game, shared.fields, options=shared.options)
