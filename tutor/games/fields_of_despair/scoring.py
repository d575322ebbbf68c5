"""Chapters 3 and 9: scoring, the kinds of victory, and the end of the game."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.game import Result
from ...engine.phases import Asking
from .actions import GoOn
from .rulebook import procedure
from .state import ALLIES, CP, SIDES, G, enemy
from .terms import controls, has_supply_line

NAMES = {ALLIES: "The Allies", CP: "The Central Powers"}


def end_game(g: G, winner: str, kind: str, section: str, text: str) -> None:
    s = g.state
    s.ended, s.winner, s.victory, s.victory_section, s.victory_text = True, winner, kind, section, text
    g.tell("victory", section, text, by=winner, winner=winner, victory=kind)


def result(g: G) -> Result | None:
    s = g.state
    if not s.ended:
        return None
    return Result(s.winner, s.victory, s.victory_section, s.victory_text)


@procedure("2.1.3", "9.0", "3.0")
def victory_points(g: G, side: str) -> int:
    """VPs of the objectives a Power controls now; a hex counts only with a Supply Line."""
    return sum(
        row["vp"]
        for row in g.charts["victory-hexes"]
        if row["scored_by"] == side and controls(g, row["hex"], side) and has_supply_line(g, row["hex"], side)
    )


@procedure("9.0", "3.0")
def score(g: G) -> None:
    """Move the VP markers."""
    if not g.state.uses_vp:
        return
    g.state.vp = {side: victory_points(g, side) for side in SIDES}
    g.tell("scored", "9.0", f"Victory points: Allies {g.state.vp[ALLIES]}, CP {g.state.vp[CP]}.", vp=dict(g.state.vp))


@procedure("3.1", "9.0/game-end")
def check_victory(g: G) -> None:
    """Decisive, then Domination."""
    s = g.state
    for side, hex in s.decisive.items():
        if decisive(g, side, hex):
            end_game(
                g, side, "decisive", "3.1.1", f"{NAMES[side]} control {g.board.fact(hex, 'name')}: a Decisive Win."
            )
            return
    lead = s.vp.get(ALLIES, 0) - s.vp.get(CP, 0)
    if dominates(g, lead):
        side = ALLIES if lead > 0 else CP
        end_game(g, side, "domination", "3.1.2", f"{NAMES[side]} lead by {abs(lead)} VPs: a Domination Victory.")


@procedure("3.1.1")
def decisive(g: G, side: str, hex: str) -> bool:
    return controls(g, hex, side) and has_supply_line(g, hex, side)


@procedure("3.1.2")
def dominates(g: G, lead: int) -> bool:
    return g.state.domination > 0 and abs(lead) >= g.state.domination


def last_turn_over(g: G) -> bool:
    return not g.state.ended and g.state.turn >= g.state.last_turn


def may_go_on(g: G) -> bool:
    return last_turn_over(g) and g.state.goes_on_to > g.state.last_turn


@procedure("9.0/game-end", "3.0")
def ask_to_go_on(g: G) -> Asking:
    """Both must agree to play on into the next scenario; VPs carry over."""
    votes = []
    for side in SIDES:
        action = yield Decision(
            side,
            "9.0/game-end",
            "Play on into the next scenario?",
            [GoOn],
            [GoOn(True), GoOn(False)],
            secret=True,
        )
        assert isinstance(action, GoOn)
        votes.append(action.play)
    if all(votes):
        g.state.last_turn = g.state.goes_on_to
        g.tell("track", "9.0/game-end", f"Both play on, to Turn {g.state.last_turn}.")
    else:
        g.tell("track", "9.0/game-end", "The game ends here.")


@procedure("3.1.3", "9.0/game-end")
def finish(g: G) -> None:
    """After the last turn: the Power with more VPs wins."""
    s = g.state
    lead = s.vp.get(ALLIES, 0) - s.vp.get(CP, 0)
    if not s.uses_vp:
        lead = -1 if s.winner == CP else 1 if s.winner == ALLIES else 0
    winner = "" if lead == 0 else ALLIES if lead > 0 else CP
    section = "15.3" if s.final_push else "3.1.3"
    if winner:
        text = f"{NAMES[winner]} win by {s.vp.get(winner, 0)} VPs to {s.vp.get(enemy(winner), 0)}."
    else:
        text = f"A draw at {s.vp.get(ALLIES, 0)} VPs each."
    end_game(g, winner, "points" if winner else "draw", section, text)
