"""Global War 1936-1945, put together for the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ...board import Board, read_board
from ...engine.charts import Charts
from ...engine.game import Game, Problem, Result, Scenario
from . import guards as guards  # its rules judge every action
from . import setup
from .actions import ACTIONS
from .nations import LIVERIES, NAMES, PLAYERS
from .options import OPTIONS
from .rulebook import RULES, procedure
from .sequence import SEQUENCE
from .state import G, State


@procedure("1", "1.1", "1.2")
@cache
def world_map(path: Path) -> Board:
    """The world in land and sea zones."""
    return read_board(path)


class GlobalWar(Game[State]):
    """Twelve nations in three alliances, from peace to war."""

    id = "global-war"
    title = "Global War 1936-1945"
    players = PLAYERS
    state_type = State
    action_types = ACTIONS
    sequence = SEQUENCE
    rulebook = RULES
    home = Path(__file__).parent
    player_names = {player: NAMES[player] for player in PLAYERS}
    liveries = LIVERIES
    options = OPTIONS

    def board(self, scenario: Scenario) -> Board:
        return world_map(self.data / "maps" / "world-zones.geojson")

    def set_up(self, scenario: Scenario, board: Board, charts: Charts, options: Mapping[str, bool]) -> State:
        return setup.set_up(scenario, board, charts, options)

    def problems(self, g: G) -> list[Problem]:
        return []

    def view(self, g: G, player: str) -> Any:
        return g.state

    def result(self, g: G) -> Result | None:
        s = g.state
        return Result(s.winner, s.victory, s.victory_section or "3.5", s.victory_text) if s.ended else None

    def turn(self, g: G) -> int:
        return g.state.calendar


GAME = GlobalWar()
