"""Global War 1936-1945, put together for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from ...board import Board, read_board
from ...engine.charts import Charts
from ...engine.decisions import Action, Decision
from ...engine.game import Game, Problem, Result, Scenario
from ...engine.phases import Place
from ...engine.questions import Question, Word
from ...engine.session import Session
from ...engine.showing import Combat, Dial, Holding, Livery, Piece, Route, Sheet
from . import arranging, clicks, fields, labels, made_up, positions, questions, setup, showing, victory, views, words
from . import guards as guards  # its rules judge every action
from . import interrupts as interruptions
from . import politics as politics
from .actions import ACTIONS
from .calendar import turn_name
from .nations import NAMES, PLAYERS, name_of
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
    interrupt_types = interruptions.kinds()
    sequence = SEQUENCE
    rulebook = RULES
    home = Path(__file__).parent
    player_names = {player: NAMES[player] for player in PLAYERS}
    many_in_a_name = False
    hides = False
    # What these entries of the memo hold was read from the board and the charts.
    lasting = frozenset(
        ("unit types", "facility types", "border marks", "home countries", "zone values", "crossings", "regions", "seas",
         "river ways", "convoy lines", "convoys by zone", "technologies", "neighbours by kind")
    )  # fmt: skip
    vistas = showing.VISTAS
    options = OPTIONS

    def board(self, scenario: Scenario) -> Board:
        return world_map(self.data / "maps" / "world-zones.geojson")

    def set_up(self, scenario: Scenario, board: Board, charts: Charts, options: Mapping[str, bool]) -> State:
        return setup.set_up(scenario, board, charts, options)

    def interrupts(self, g: G, decision: Decision) -> Iterator[Action]:
        return interruptions.offered(g, decision)

    def interrupt(self, g: G, action: Action) -> None:
        interruptions.carry_out(g, action)

    def check(self, g: G) -> None:
        positions.check(g)

    def problems(self, g: G) -> list[Problem]:
        return positions.problems(g)

    def view(self, g: G, player: str) -> views.WorldView:
        return views.view(g, player)

    def result(self, g: G) -> Result | None:
        s = g.state
        return Result(s.winner, s.victory, s.victory_section or "3.5", s.victory_text) if s.ended else None

    def policies(self) -> Mapping[str, Callable[[int], Any]]:
        from .policies import POLICIES

        return POLICIES

    def turn(self, g: G) -> int:
        return g.state.calendar

    def tally(self, g: G) -> dict[str, Any]:
        """The Victory Points of each Alliance as things stand."""
        return dict(victory.points(g))

    # How it is shown

    @cached_property
    def liveries(self) -> dict[str, Livery]:  # type: ignore[override]
        return showing.liveries()

    def the(self, player: str) -> str:
        return showing.the(player)

    def nation_name(self, nation: str) -> str:
        return name_of(nation)

    def place_name(self, place: Place) -> str:
        """A calendar turn by its month."""
        if place.id == "calendar-turn":
            return turn_name(int(place.value))
        return super().place_name(place)

    def pieces(self, view: views.WorldView) -> list[Piece]:
        return showing.pieces(view)

    def piece_names(self) -> dict[str, str]:
        return showing.piece_names()

    def control(self, view: views.WorldView) -> dict[str, str]:
        return showing.control(view)

    def holdings(self, view: views.WorldView) -> dict[str, Holding]:
        return showing.holdings(view)

    def routes(self, charts: Charts) -> list[Route]:
        return showing.routes(charts)

    def about(self, view: views.WorldView, space: str) -> list[Dial]:
        return showing.about(view, space)

    def sheets(self, view: views.WorldView) -> list[Sheet]:
        return showing.sheets(view)

    def label(self, view: views.WorldView, action: Action) -> str:
        return labels.label(view, action)

    def kind_name(self, kind: str) -> str:
        return labels.KINDS.get(kind) or super().kind_name(kind)

    def series(self, view: views.WorldView, action: Action) -> tuple[str, str] | None:
        return labels.series(view, action)

    def with_number(self, action: Action, number: int) -> Action | None:
        return labels.with_number(action, number)

    def spaces(self, view: views.WorldView, action: Action) -> tuple[str, ...]:
        return clicks.spaces(view, action)

    def piece_of(self, action: Action) -> str:
        return clicks.piece_of(action)

    def is_about(self, action: Action, piece: str) -> bool:
        return clicks.is_about(action, piece)

    def in_hand(self, session: Session) -> str | None:
        return clicks.in_hand(session)

    def put_back(self, session: Session) -> Action | None:
        return clicks.put_back(session)

    def meant(self, session: Session, space: str) -> Action | None:
        return clicks.meant(session, space)

    def fields(self, session: Session) -> dict[str, Any]:
        return fields.fields(session)

    def arrangement(self, fields: Mapping[str, Any]) -> arranging.ZoneArrangement:
        return arranging.ZoneArrangement(self, fields)

    def combat_space(self, session: Session) -> str:
        return showing.combat_space(session)

    def combat_spaces(self, session: Session) -> list[str]:
        return questions.combat_spaces(session)

    def combat(self, session: Session, space: str, **plans: Any) -> Question:
        return questions.combat(session, space, plans)

    def made_up_combat(self, **setup: Any) -> Question:
        return made_up.made_up(setup)

    def check_made_up(self, **setup: Any) -> None:
        made_up.check(setup)

    def made_up_words(self, **setup: Any) -> list[Word]:
        return words.made_up_words(setup)

    def combat_words(self, session: Session, space: str, **plans: Any) -> list[Word]:
        return words.combat_words(session, space, plans)

    def combat_terms(self) -> dict[str, str]:
        return dict(words.TERMS)

    def combat_under_way(self, session: Session) -> Question | None:
        return questions.combat_under_way(session)

    def contested(self, view: views.WorldView) -> list[str]:
        return showing.contested(view)

    def combat_shown(self, view: views.WorldView) -> Combat | None:
        return showing.combat_shown(view)


GAME = GlobalWar()
