"""A game on the map of Europe with 400 counters and nothing but marching, to measure a large map by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from tutor.board.maps import load_map
from tutor.engine.decisions import Action, Decision
from tutor.engine.game import Game, Scenario
from tutor.engine.phases import Phase, Step
from tutor.engine.rulings import Rulebook
from tutor.engine.session import Session
from tutor.engine.showing import Livery, Piece

COUNTERS = 400
RULES = Rulebook("marching")


class March(Action, frozen=True):
    """The counter in hand goes to this hex."""

    hex: str


class Armies(msgspec.Struct):
    where: list[str]
    next: int = 0


@RULES.procedure("1")
def march(g: Any) -> Any:
    board, state = g.board, g.state
    near = [March(h) for h in board.neighbours[state.where[state.next]]]
    action = yield Decision("west", "1", "March.", [March], near)
    state.where[state.next] = action.hex


@RULES.rule("1", March)
def to_a_neighbour(g: Any, action: March) -> str | None:
    here = g.state.where[g.state.next]
    return None if action.hex in g.board.neighbours[here] else f"{action.hex} does not lie beside {here}."


class Marching(Game[Armies]):
    id = "marching"
    title = "Marching"
    players = ("west", "east")
    state_type = Armies
    action_types = (March,)
    rulebook = RULES
    sequence = Phase(
        id="game",
        title="Marching",
        section="1",
        loop=lambda g: True,
        parts=(Step(id="march", title="March", section="1", run=march),),
    )
    home = Path(__file__).parent
    liveries = {"West": Livery("#a9c1dd", "#14202e", "W"), "East": Livery("#4d5a4d", "#ffffff", "E")}

    def board(self, scenario: Scenario) -> Any:
        return load_map("europe")

    def set_up(self, scenario: Scenario, board: Any, charts: Any, options: Any) -> Armies:
        land = [h for h in board if board.fact(h, "terrain") not in ("", "sea", "lake")]
        return Armies(land[:: len(land) // COUNTERS][:COUNTERS])

    def problems(self, g: Any) -> list[Any]:
        return []

    def view(self, g: Any, player: str) -> Armies:
        return g.state

    def turn(self, g: Any) -> int:
        return 1

    def result(self, g: Any) -> None:
        return None

    def pieces(self, view: Armies) -> list[Piece]:
        return [
            Piece(
                str(i),
                h,
                "west" if i % 2 else "east",
                "West" if i % 2 else "East",
                "infantry",
                str(i % 12 + 1),
                text=f"counter {i}",
            )
            for i, h in enumerate(view.where)
        ]

    def control(self, view: Armies) -> dict[str, str]:
        return dict.fromkeys(view.where, "west")

    def spaces(self, view: Armies, action: Action) -> tuple[str, ...]:
        assert isinstance(action, March)
        return view.where[view.next], action.hex


def session() -> Session:
    game, scenario = Marching(), Scenario(id="march")
    return Session(game.table(scenario), scenario)
