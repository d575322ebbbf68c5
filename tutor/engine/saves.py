"""Save files: versioned JSON, written all or nothing, believed only when whole.

A file holds the beginning, every input, and the last few snapshots, so that loading is quick and undo
still reaches the first decision.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .chance import Seeded
from .charts import check_chart
from .data import read_text
from .errors import BadFile, BadInput, StaffRideError, UnknownName
from .events import Event
from .game import Scenario
from .phases import Frame, Step
from .session import CONTROLS, Leg, Pace, Session, Snapshot, Suppose

if TYPE_CHECKING:
    from .game import Game

FORMAT = "staff-ride-save"
VERSION = 1
LEGS_KEPT = 6
FIELDS = ("game", "scenario", "options", "seed", "charts", "start", "beginning", "inputs", "legs", "log")


def save(session: Session, path: Path) -> None:
    """Write ``session`` to ``path``; a crash in the middle leaves the old file whole."""
    write_atomically(path, packed(session))


def packed(session: Session) -> bytes:
    """The whole content of a save file."""
    body = msgspec.to_builtins(
        {
            "game": session.game.id,
            "scenario": session.scenario,
            "options": session.options,
            "seed": session.seed,
            "charts": list(session.charts.own.values()),
            "start": session._start_at,
            "beginning": _state(session.game, session._beginning),
            "inputs": session.inputs,
            "legs": _legs(session),
            "log": session.log,
        },
        str_keys=True,
    )
    return msgspec.json.encode({"format": FORMAT, "version": VERSION, **body, "digests": _digests(body)})


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside the file, then put it in its place in one go."""
    folder = path.parent
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.", suffix=".part")
    except OSError as err:
        raise BadFile(f"{path}: cannot be written ({err.strerror}); choose another folder.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError as err:
        raise BadFile(f"{path}: cannot be written ({err.strerror}).") from None
    finally:
        Path(name).unlink(missing_ok=True)


def load(path: Path, find_game: Any) -> Session:
    """Read a game back. Any doubt about the file is one error that names the field."""
    return unpacked(read_text(path), path.name, find_game)


def unpacked(text: str | bytes, name: str, find_game: Any, *, trusted: bool = True) -> Session:
    """The game from the content of a save file; ``name`` is what errors call it.

    A file that is not ``trusted`` is played again from its beginning, every input judged: the digests only tell that
    it was not damaged, and whoever can change a file can write new ones.
    """
    raw = _read(text, name)
    for field in FIELDS:
        if field not in raw:
            raise BadFile(f"{name}: field '{field}' is missing; the file is cut short or was edited.")
    try:
        game: Game[Any] = find_game(raw["game"])
        scenario = _typed(raw, "scenario", Scenario)
        options = game.choose_options(scenario, _typed(raw, "options", dict[str, bool]))
        seed = _typed(raw, "seed", int)
        charts = game.charts(own=False)
        for number, chart in enumerate(_typed(raw, "charts", list[Any])):
            field = f"field 'charts[{number}]'"
            own = check_chart(chart, field)
            if own.id not in charts:
                raise BadFile(f"{field}: {UnknownName('chart', own.id, charts)}")
            charts.replace(check_chart(chart, field, charts[own.id]))
        beginning = _typed(raw, "beginning", game.state_type)
        inputs = _inputs(game, raw["inputs"])
        log = _typed(raw, "log", list[Event])
        legs = _typed(raw, "legs", list[SavedLeg])
        if not legs:
            raise BadFile("field 'legs' is empty.")
        table = game.table(scenario, seed=seed, options=options, charts=charts, state=beginning)
        _check_state(game, table, beginning, "beginning")
        for number, leg in enumerate(legs):
            where = f"legs[{number}]"
            state = _typed({where: leg.state}, where, game.state_type)
            _check_state(game, table, state, where)
            _check_frames(game, leg.frames, where)
            if not 0 <= leg.inputs_before <= len(inputs) or not 0 <= leg.logged <= len(log):
                raise BadFile(f"field '{where}': its counts do not fit the inputs and the log.")
        _check_digests(raw)
        start = _typed(raw, "start", list[str])
        table.state = beginning
        if not trusted:
            return _played_again(table, scenario, start, inputs, log)
        return _rebuild(game, table, scenario, raw, start, legs, inputs, log)
    except (OverflowError, RecursionError) as err:
        raise BadFile(f"{name}: a value is too large or too deep ({err}); the file was edited.") from None
    except StaffRideError as err:
        raise BadFile(f"{name}: {err}") from None
    except (AssertionError, LookupError, TypeError, ValueError) as err:  # inputs that no game could have taken
        raise BadFile(f"{name}: field 'inputs' does not replay ({type(err).__name__}); the file was edited.") from None


def _played_again(table: Any, scenario: Any, start: list[str], inputs: list[Any], log: list[Event]) -> Session:
    """The same game, from nothing but its beginning and what was done."""
    session = Session(table, scenario, start=start)
    for action in inputs:
        if isinstance(action, Suppose):
            session.suppose(*action.outcomes)
        elif isinstance(action, Pace):
            session.pause_at_dice(action.pauses)
        else:
            session.submit(action)
    if msgspec.json.encode(session.log) != msgspec.json.encode(log):
        raise BadFile("field 'log' does not follow from the inputs; the file was edited, or the rules have changed.")
    return session


class SavedLeg(msgspec.Struct, forbid_unknown_fields=True):
    """A leg as JSON: where it stands in the inputs and the log, and its snapshot."""

    inputs_before: int
    logged: int
    state: Any
    frames: list[Frame]
    used: int
    script: list[Any]
    pauses: bool = False


def _legs(session: Session) -> list[dict[str, Any]]:
    saved: list[dict[str, Any]] = []
    before = session.decisions_made
    for leg in reversed(session._legs[-LEGS_KEPT:]):
        before -= len(leg.inputs)
        taken = msgspec.msgpack.decode(leg.snapshot, type=Snapshot)
        saved.insert(
            0,
            {
                "inputs_before": before,
                "logged": leg.logged,
                "state": _state(session.game, bytes(taken.state)),
                "frames": taken.frames,
                "used": taken.used,
                "script": taken.script,
                "pauses": taken.pauses,
            },
        )
    return saved


def _state(game: Game[Any], packed: bytes) -> Any:
    return msgspec.msgpack.decode(packed, type=game.state_type)


def _digests(body: dict[str, Any]) -> dict[str, str]:
    return {
        field: hashlib.sha256(msgspec.json.encode(body[field], order="sorted")).hexdigest()[:16] for field in FIELDS
    }


def _read(text: str | bytes, name: str) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as err:
        raise BadFile(f"{name}: not a whole JSON file ({err}); it is cut short or was edited.") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise BadFile(f"{name}: field 'format' is not '{FORMAT}'; this is not a saved game of Staff Ride.")
    if raw.get("version") != VERSION:
        raise BadFile(f"{name}: field 'version' is {raw.get('version')!r}; this program reads version {VERSION}.")
    return raw


def _typed(raw: dict[str, Any], field: str, kind: Any) -> Any:
    try:
        return msgspec.convert(raw[field], kind, str_keys=True)
    except msgspec.ValidationError as err:
        problem = str(err).replace("`$", f"`{field}")
        at = "" if " - at " in problem else f" in field '{field}'"
        raise BadFile(f"{problem}{at}; the file was edited or is of another version.") from None


def _inputs(game: Game[Any], raw: Any) -> list[Any]:
    kinds = {kind.kind(): kind for kind in (*game.action_types, *CONTROLS)}
    inputs = []
    for number, said in enumerate(_typed({"inputs": raw}, "inputs", list[dict[str, Any]])):
        field = f"inputs[{number}]"
        kind = kinds.get(str(said.get("action")))
        if kind is None:
            raise BadFile(f"field '{field}': {UnknownName('action', said.get('action'), kinds)}")
        inputs.append(_typed({field: said}, field, kind))
    return inputs


def _check_state(game: Game[Any], table: Any, state: Any, field: str) -> None:
    table.state = state
    table.memo.clear()
    try:
        game.check(table)
    except BadInput as err:
        raise BadFile(f"field '{field}.{err}") from None
    table.memo.clear()


def _check_frames(game: Game[Any], frames: list[Frame], field: str) -> None:
    node: Any = game.sequence
    for depth, frame in enumerate(frames[:-1]):
        parts = getattr(node, "parts", ())
        if not 0 <= frame.part < len(parts):
            raise BadFile(f"field '{field}.frames[{depth}]': no such place in the sequence of play.")
        node = parts[frame.part]
    if not frames or not isinstance(node, Step):
        raise BadFile(f"field '{field}.frames' does not lead to a step of the sequence of play.")


def _check_digests(raw: dict[str, Any]) -> None:
    saved = raw.get("digests")
    if not isinstance(saved, dict):
        raise BadFile("field 'digests' is missing; the file is cut short or was edited.")
    for field, digest in _digests(raw).items():
        if saved.get(field) != digest:
            raise BadFile(f"field '{field}' was changed after the game was saved; load an untouched copy.")


def _rebuild(
    game: Game[Any],
    table: Any,
    scenario: Any,
    raw: dict[str, Any],
    start: list[str],
    legs: list[SavedLeg],
    inputs: list[Any],
    log: list[Event],
) -> Session:
    session = object.__new__(Session)
    session.game, session.scenario, session._g = game, scenario, table
    session._asking, session._legal, session._undone = None, None, []
    session._beginning = msgspec.msgpack.encode(table.state)
    session._start_at = tuple(start)
    session._early = inputs[: legs[0].inputs_before]
    table.log = log
    table.use(Seeded(raw["seed"]))
    rebuilt = []
    for number, leg in enumerate(legs):
        state = msgspec.convert(leg.state, game.state_type, str_keys=True)
        taken = Snapshot(msgspec.Raw(msgspec.msgpack.encode(state)), leg.frames, leg.used, leg.script, leg.pauses)
        end = legs[number + 1].inputs_before if number + 1 < len(legs) else len(inputs)
        rebuilt.append(Leg(msgspec.msgpack.encode(taken), leg.logged, inputs[leg.inputs_before : end]))
    session._legs = rebuilt[:-1]
    expected = msgspec.json.encode(log)
    session._resume(rebuilt[-1], rebuilt[-1].inputs)
    if msgspec.json.encode(table.log) != expected:
        raise BadFile("field 'log' does not follow from the inputs; the rules have changed since it was saved.")
    return session
