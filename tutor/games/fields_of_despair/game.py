"""Fields of Despair, put together for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ...board import Board, read_board
from ...engine.charts import Charts
from ...engine.decisions import Action, Decision
from ...engine.errors import UnknownName
from ...engine.game import Game, Option, Problem, Result, Scenario
from ...engine.questions import Question, Word
from ...engine.session import Session
from ...engine.showing import Piece, Sheet
from . import arranging, clicks, fields, positions, questions, scoring, setup, showing, views, words
from . import guards as guards  # its rules judge every action
from .actions import ACTIONS, Continue, PickBlock, PlaceAir, PlaceArtillery, Resupply
from .rulebook import RULES, procedure
from .sequence import SEQUENCE
from .state import NATIONS, SIDES, G, State
from .supply import can_resupply, resupply

ASKED_OFTEN = (PickBlock, PlaceAir, PlaceArtillery, Continue)


@procedure("1.3", "2.1")
@cache
def hex_map(path: Path) -> Board:
    """The hex map: one hex is about 45 km across."""
    return read_board(path)


class FieldsOfDespair(Game[State]):
    """Two Powers on the Western Front, 1914 to 1918."""

    id = "fields-of-despair"
    title = "Fields of Despair: France 1914-1918"
    players = SIDES
    state_type = State
    action_types = ACTIONS
    interrupt_types = (Resupply,)
    sequence = SEQUENCE
    rulebook = RULES
    home = Path(__file__).parent
    player_names = showing.PLAYER_NAMES
    liveries = showing.LIVERIES
    options = {
        "combat-table": Option("7.3.3/combat-table", "3d6 combat tables instead of many dice"),
        "neutral-britain": Option("13.1", "Neutral Great Britain"),
        "neutral-belgium": Option("13.2", "Neutral Belgium"),
        "fokker-scourge": Option("13.3", "Fokker Scourge"),
        "optional-trenches": Option("13.4", "Trench Warfare is optional"),
        "stabilize-east": Option("13.5", "Stabilizing the Eastern Front"),
        "pershing": Option("13.6", "Pershing refuses to integrate US troops"),
    }

    def board(self, scenario: Scenario) -> Board:
        name = scenario.body.get("map", "western-front")
        maps = sorted(path.stem for path in (self.data / "maps").glob("*.geojson"))
        if name not in maps:
            raise UnknownName("map", name, maps)
        return hex_map(self.data / "maps" / f"{name}.geojson")

    @procedure("1.0", "13.0")
    def choose_options(self, scenario: Scenario, wanted: Mapping[str, bool] | Iterable[str] | None) -> dict[str, bool]:
        """Optional rules are added by agreement."""
        return super().choose_options(scenario, wanted)

    def set_up(self, scenario: Scenario, board: Board, charts: Charts, options: Mapping[str, bool]) -> State:
        return setup.set_up(scenario, board, charts, options)

    def check(self, g: G) -> None:
        positions.check(g)

    def problems(self, g: G) -> list[Problem]:
        return positions.problems(g)

    def view(self, g: G, player: str) -> views.SideView:
        return views.view(g, player)

    def result(self, g: G) -> Result | None:
        return scoring.result(g)

    @procedure("1.4", "1.5")
    def glossary(self, charts: Charts) -> dict[str, str]:
        """The acronyms of 1.4 and the key terms of 1.5."""
        return super().glossary(charts)

    def turn(self, g: G) -> int:
        return g.state.turn

    def policies(self) -> Mapping[str, Callable[[int], Any]]:
        from .policies import POLICIES

        return POLICIES

    def tally(self, g: G) -> dict[str, Any]:
        """Points, strength and ground of each side, and where the great tracks stand."""
        s = g.state
        figures: dict[str, Any] = {}
        for side in SIDES:
            figures[f"{side}_vp"] = scoring.victory_points(g, side)
            figures[f"{side}_sp"] = sum(b.sp for b in s.blocks.values() if NATIONS[b.nation] == side)
            figures[f"{side}_hexes"] = sum(1 for owner in s.control.values() if owner == side)
            figures[f"{side}_lp"] = s.boards[side].lp
        return figures | {"eastern_sp": s.eastern_sp, "usa_entry": s.usa_entry, "usw": s.usw, "blockade": s.blockade}

    def combat_spaces(self, session: Session) -> list[str]:
        return questions.combat_hexes(session)

    def combat(self, session: Session, space: str, **plans: Any) -> Question:
        return questions.combat(session, space, questions.combat_plan(plans))

    def made_up_combat(self, **setup: Any) -> Question:
        self.check_made_up(**setup)
        return questions.made_up(**setup)

    def check_made_up(self, **setup: Any) -> None:
        questions.check_made_up(setup)

    def made_up_words(self, **setup: Any) -> list[Word]:
        return words.made_up_words(self, setup)

    def combat_words(self, session: Session, space: str, **plans: Any) -> list[Word]:
        return words.combat_words(session, plans)

    def combat_terms(self) -> dict[str, str]:
        return words.TERMS

    def interrupts(self, g: G, decision: Decision) -> list[Action]:
        """10.1: Re-Supply in any phase. It is offered where a player plans; it is accepted anywhere."""
        if not any(kind in ASKED_OFTEN for kind in decision.kinds):
            return []
        return [Resupply(hex) for hex in can_resupply(g, decision.who)]

    def interrupt(self, g: G, action: Action) -> None:
        assert isinstance(action, Resupply) and g.decision is not None
        resupply(g, g.decision.who, action.hex)

    # How it is shown

    def pieces(self, view: views.SideView) -> list[Piece]:
        return showing.pieces(view)

    def control(self, view: views.SideView) -> dict[str, str]:
        return showing.control(view)

    def sheets(self, view: views.SideView) -> list[Sheet]:
        return showing.sheets(view)

    def label(self, view: views.SideView, action: Action) -> str:
        return clicks.label(view, action)

    def spaces(self, view: views.SideView, action: Action) -> tuple[str, ...]:
        return clicks.spaces(view, action)

    def piece_of(self, action: Action) -> str:
        return clicks.piece_of(action)

    def meant(self, session: Session, space: str) -> Action | None:
        return clicks.meant(session, space)

    def combat_space(self, session: Session) -> str:
        return showing.combat_space(session)

    def combat_under_way(self, session: Session) -> Question | None:
        return questions.combat_under_way(session)

    def fields(self, session: Session) -> dict[str, Any]:
        return fields.fields(session)

    def arrangement(self, fields: Mapping[str, Any]) -> arranging.FrontArrangement:
        return arranging.FrontArrangement(self, fields)


GAME = FieldsOfDespair()
