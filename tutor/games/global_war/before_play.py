"""Sections 2.2, 2.3 and appendices C and D: what players agree on before the game."""

from __future__ import annotations

from ...engine.charts import Charts
from ...engine.errors import BadInput
from ...engine.game import Option
from .options import OPTIONS
from .rulebook import procedure

FEWEST, MOST = 2, 8
COLUMNS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


@procedure("2.3")
def nations_of_players(charts: Charts, players: int) -> dict[int, list[str]]:
    """Table 2-1: which nations each of so many players runs. The halves of the USA are named apart."""
    if players not in COLUMNS:
        raise BadInput(f"The game is for {FEWEST} to {MOST} players, not {players}.")
    found: dict[int, list[str]] = {}
    for row in charts["players"]:
        found.setdefault(row[COLUMNS[players]], []).append(row["nation"])
    return dict(sorted(found.items()))


@procedure("0.6", "2.2", "15.1", "App-C")
def checklist() -> dict[str, Option]:
    """The optional rules, without the readings of unclear rules."""
    return {name: option for name, option in OPTIONS.items() if not name.startswith("reading-")}


@procedure("App-D")
def expansions(charts: Charts) -> list[str]:
    """The expansions that were published; their rules are not in the rulebook, and none is played here."""
    return [row["expansion"] for row in charts["expansions"]]
