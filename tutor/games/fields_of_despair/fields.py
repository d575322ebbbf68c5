"""A position written down as the fields of a scenario file: the way back from a state to ``setup``.

Everything is written that matters at the start of a phase or step. A step under way begins anew, with all as it now
stands; counters that lie in hexes go back to their boxes. Left out is what the next step to use it works out again
(``usa_hexes``, ``contested_before``, ``on_the_move``, ``counters_open``, ``Fortress.repaired``), what lives only inside
a combat, a move or a plan, and the numbers of the blocks.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ...board import Board
from ...engine.session import Session
from ...engine.walk import Walker
from .actions import Lose
from .counters import BLUFF
from .setup import INSIDE, BoardSetup, Setup, Special, Tracks
from .state import ALLIES, DECEPTION, NATIONS, NEUTRAL, SIDES, Block, Counter, PlayerBoard, State

# Steps that count from the beginning what they have to give out: they are written down as they began.
COUNTED_OUT = ("deployment", "usa-deployment", "eastern-stabilize", "refresh")
OVER = ("turn", "scoring")  # a game that is over stands where its last points were counted


def fields(session: Session) -> dict[str, Any]:
    """The position as the fields of a scenario file. ``tutor.position`` opens it again."""
    session = _before_counting_out(session)
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(session.state), type=State)
    _take_back_what_is_in_hand(session, state)
    written = {
        **({"title": session.scenario.title} if session.scenario.title else {}),
        "start": start_of(session),
        **({"options": chosen} if (chosen := {name: True for name, on in session.options.items() if on}) else {}),
        **msgspec.to_builtins(_setup(session, state)),
    }
    return written


def start_of(session: Session) -> list[str]:
    """The way to the phase or step under way, as far as a game may begin there."""
    ids = [place.id for place in session.where][1:] or list(OVER)
    for number, part in enumerate(ids):
        if part in INSIDE:
            return ids[:number] if part == "air-hex" else ids[: number + 1]
    return ids


def _before_counting_out(session: Session) -> Session:
    """The session, or where it must be a fork of it that stands at the first question of the step."""
    here = session.where
    if isinstance(session, Walker) or not here or here[-1].id not in COUNTED_OUT:
        return session
    first = session.fork()
    while first.undo() is not None:
        if first.where != here:
            first.redo()
            break
    return first


def _take_back_what_is_in_hand(session: Session, state: State) -> None:
    """Steps that have taken something from the state to work through it: the rest of it is put back."""
    decision, step = session.decision, session.where[-1].id if session.where else ""
    if decision is None:
        return
    if step == "attrition-losses" and Lose in decision.kinds:
        state.attrition[decision.who] = decision.about["loss"]
    elif step == "usw-losses" and Lose in decision.kinds:
        state.attrition["usw"] = decision.about["loss"]
    elif step == "return-from-east":
        state.away[str(state.turn)] = decision.about["left"]
    elif step == "place-freed":
        state.eastern_sp = decision.about["left"]
    elif step == "british-muster":
        state.british_muster = True
    elif step == "hindenburg-line":
        state.hindenburg_placed = False


def _setup(session: Session, state: State) -> Setup:
    shared: dict[str, Any] = {
        name: getattr(state, name) for name in Setup.__struct_fields__ if name in State.__struct_fields__
    }
    return Setup(
        **shared
        | {
            "blocks": _blocks(state),
            "boards": {side: _board(state, side) for side in SIDES},
            "control": _control(state, session.board),
            "fortresses": {
                f.name: 0 if f.destroyed else f.sp for f in state.fortresses.values() if f.destroyed or f.sp != f.full
            },
            "fortress_supply": {f.name: f.first_share for f in state.fortresses.values() if f.first_share >= 0},
        },
        tracks=_tracks(session, state),
        special=Special(**{name: getattr(state, name) for name in Special.__struct_fields__}),
        map=session.board.name,
    )


def _blocks(state: State) -> dict[str, dict[str, list[str]]]:
    """By nation and hex; within a hex in the order of their numbers, by which Fortresses supply them (6.7.6)."""
    found: dict[str, dict[str, list[str]]] = {}
    for _, block in sorted(state.blocks.items(), key=lambda item: (item[1].hex, item[0])):
        found.setdefault(block.nation, {}).setdefault(block.hex, []).append(block_text(block))
    return {nation: found[nation] for nation in NATIONS if nation in found}


def block_text(block: Block) -> str:
    """A block in the words of ``setup.read_block``."""
    strength = [] if block.kind == DECEPTION else [str(block.sp)]
    return " ".join([block.kind, *strength, *["oos"] * block.oos, *["up"] * block.face_up])


def _control(state: State, board: Board) -> dict[str, list[str]]:
    """Where control differs from the map; neutral ground follows from the nations."""
    found: dict[str, list[str]] = {}
    for hex, side in sorted(state.control.items()):
        if side != NEUTRAL and side != board.fact(hex, "control"):
            found.setdefault(side, []).append(hex)
    return found


def _tracks(session: Session, state: State) -> Tracks:
    given = {name: getattr(state, name) for name in Tracks.__struct_fields__}
    for nation in ("britain", "belgium"):
        if not session.options[f"neutral-{nation}"] and given[nation] == ALLIES:
            given[nation] = None
    return Tracks(**given)


def _board(state: State, side: str) -> BoardSetup:
    board: PlayerBoard = state.boards[side]
    back = {
        arm: [p.counter for p in placed if p.side == side]
        for arm, placed in (("air", state.air_placed), ("artillery", state.artillery_placed))
    }
    shared: dict[str, Any] = {
        name: getattr(board, name) for name in BoardSetup.__struct_fields__ if name in board.__struct_fields__
    }
    return BoardSetup(
        **shared
        | {
            "air_counters": _box([*board.air_counters, *back["air"]], ready=True),
            "artillery_counters": _box([*board.artillery_counters, *back["artillery"]], ready=True),
            "used_air": _box(board.used_air),
            "used_artillery": _box(board.used_artillery),
        },
        saved_ep=board.ep,
    )


def _box(counters: list[Counter], ready: bool = False) -> list[int | str]:
    """Counters by value, special ones by name. The bluffing counter that is ready comes by itself."""
    return [c.special or c.value for c in counters if not (ready and c == BLUFF)]
