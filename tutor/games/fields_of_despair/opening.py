"""Section 4.1, the start of a turn, with Trench Warfare (1.2, 13.4) and the Hindenburg Line (16.4)."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import DigIn, Done, PlaceHindenburg
from .nations import advance_usa_entry
from .rulebook import procedure, rule
from .state import CP, SIDES, G
from .terms import blocks_at, contested, controls

TRENCH_TURN = 4


@procedure("4.1", "4.0")
def advance_markers(g: G) -> None:
    """Turn and USA Entry markers, one space each."""
    s = g.state
    s.turn += 1
    s.action_phase = 0
    track = g.charts["turn-track"]
    period = track.row(s.turn)["period"] if s.turn in track.row_keys() else ""
    g.tell("turn", "4.1", f"Turn {s.turn} begins: {period}.", turn=s.turn)
    advance_usa_entry(g, "4.1/usa-entry-track", "a new turn")
    if s.turn >= TRENCH_TURN and not g.options["optional-trenches"]:
        dig_trenches(g, "1.2")


@procedure("1.2", "2.1.1")
def dig_trenches(g: G, section: str) -> None:
    """From now on every hex counts as trench and no other terrain matters."""
    if not g.state.trench:
        g.state.trench = True
        g.tell("turn", section, "Trench Warfare begins and lasts to the end of the game.")


def trenches_in_question(g: G) -> bool:
    return g.options["optional-trenches"] and g.state.turn >= TRENCH_TURN and not g.state.trench


@procedure("13.4")
def dig_in(g: G) -> Asking:
    """Both choose in secret; one vote is enough."""
    votes = []
    for side in SIDES:
        action = yield Decision(
            side, "13.4", "Dig in, and begin Trench Warfare?", [DigIn], [DigIn(True), DigIn(False)], secret=True
        )
        assert isinstance(action, DigIn)
        votes.append(action.dig)
    g.tell("revealed", "13.4", f"Dig in? Allies {'yes' if votes[0] else 'no'}, CP {'yes' if votes[1] else 'no'}.")
    if any(votes):
        dig_trenches(g, "13.4")


# 16.4 is in the Playbook: when and where is the scenario's (reconstructed) business


def hindenburg_due(g: G) -> bool:
    s = g.state
    return s.hindenburg_turn == s.turn and not s.hindenburg_placed


def hindenburg_hexes(g: G) -> list[str]:
    s = g.state
    return [
        h
        for h in sorted(g.board)
        if h[0] in s.hindenburg_columns
        and h not in s.hindenburg
        and (controls(g, h, CP) or (contested(g, h) and blocks_at(g, h, CP)))
    ]


@procedure("16.4", "7.3.4/hindenburg")
def place_hindenburg(g: G) -> Asking:
    """The CP put down their Hindenburg Line markers."""
    s = g.state
    s.hindenburg_placed = True
    while len(s.hindenburg) < s.hindenburg_most and hindenburg_hexes(g):
        left = s.hindenburg_most - len(s.hindenburg)
        action = yield Decision(
            CP,
            "16.4",
            f"Place a Hindenburg Line marker ({left} left), or stop.",
            [PlaceHindenburg, Done],
            lambda: [Done(), *(PlaceHindenburg(h) for h in hindenburg_hexes(g))],
        )
        if not isinstance(action, PlaceHindenburg):
            return
        s.hindenburg.append(action.hex)
        g.tell("placed", "16.4", f"A Hindenburg Line marker is placed in {action.hex}.", by=CP, hex=action.hex)


@rule("16.4", PlaceHindenburg)
def hindenburg_in_cp_ground(g: G, action: PlaceHindenburg) -> str | None:
    if action.hex in hindenburg_hexes(g):
        return None
    return (
        f"{action.hex} cannot take a Hindenburg Line marker: the CP must hold or contest it, in columns "
        f"{' '.join(g.state.hindenburg_columns)}."
    )
