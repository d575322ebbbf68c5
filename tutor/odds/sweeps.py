"""Sweeps: the same question over a grid of set-ups, as one tidy table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import msgspec

from ..engine.errors import BadInput
from ..engine.game import Game
from ..engine.questions import Question, keywords
from .distribution import Distribution
from .exploration import Budget, explored
from .progress import Told, pandas_for, teller

MOST_CELLS = 100_000
REMEMBERED = 20_000
NEGLIGIBLE = 1e-9  # what battles that may go on for ever leave open
Answer = Question | Distribution | Mapping[str, Any] | float
_memory: dict[str, dict[str, Any]] = {}


def sweep(
    question: Callable[..., Answer],
    grid: Mapping[str, Iterable[Any]],
    *,
    progress: bool | Told | None = None,
    budget: Budget | None = None,
    store: str | Path | None = None,
) -> Any:
    """Ask ``question`` with every combination of the grid; a DataFrame with a row for each.

    ``question`` takes the grid's names as keywords (a game's own "guns.cp" as the entry "cp" of ``guns``) and gives a Question (which is explored), a Distribution, a
    mapping or a number. A row holds the set-up and what can be said of the answer in figures: the mean and standard
    deviation of each part that is a number, the chance of each value of the others. A question that was answered
    before is not worked out again, in this process or, with ``store``, a folder, ever. Interrupted, it gives the rows
    done so far; ``frame.attrs["complete"]`` says so.
    """
    frame_of = pandas_for("A sweep").DataFrame
    axes = {name: list(values) for name, values in grid.items()}
    cells = prod(map(len, axes.values())) if axes else 0
    empty = [name for name, values in axes.items() if not values]
    if empty or not axes:
        raise BadInput(f"A sweep needs values for {empty[0] if empty else 'at least one thing'}.")
    if cells > MOST_CELLS:
        raise BadInput(f"A grid of {cells:,} cells is too large: at most {MOST_CELLS:,}; take wider steps.")
    game = getattr(question, "__self__", None)
    if isinstance(game, Game):  # a cell that makes no sense is refused before any is worked out
        for values in product(*axes.values()):
            game.check_made_up(**keywords(dict(zip(axes, values, strict=True))))
    shelf = Path(store) if store is not None else None
    told, rows = teller(progress), []
    complete = True
    try:
        for done, values in enumerate(product(*axes.values()), 1):
            setup = dict(zip(axes, values, strict=True))
            rows.append({**setup, **_row(question, setup, budget, shelf)})
            told(done, cells)
    except KeyboardInterrupt:
        complete = False
    frame = frame_of(rows)
    chances = [c for c in frame.columns if c not in axes and not c.endswith(("_mean", "_sd"))]
    for column in chances:  # what cannot happen in a cell has no entry there
        frame[column] = frame[column].fillna("" if column == "leaves_out" else 0.0)
    frame.attrs["complete"] = complete
    return frame


def _row(
    question: Callable[..., Answer], setup: dict[str, Any], budget: Budget | None, shelf: Path | None
) -> dict[str, Any]:
    """The figures of one cell. What a game makes up from a few words depends on the words alone."""
    game = getattr(question, "__self__", None)
    if not isinstance(game, Game):
        return _figures(question(**setup), budget, shelf)
    words = f"{game.id} {question.__name__} {sorted(setup.items())!r} {budget} {rules_print(game.home)}"
    words += repr(sorted((name, chart.rows) for name, chart in game.charts().own.items()))
    if words not in _memory:
        _remember(words, _figures(question(**keywords(setup)), budget, shelf))
    return _memory[words]


def _remember(key: str, answer: dict[str, Any]) -> None:
    if len(_memory) >= REMEMBERED:
        _memory.pop(next(iter(_memory)))  # the oldest goes
    _memory[key] = answer


def _figures(answer: Answer, budget: Budget | None, shelf: Path | None) -> dict[str, Any]:
    if isinstance(answer, Question):
        key = content(answer)
        known = _memory.get(key) or _from_shelf(shelf, key)
        if known is None:
            found = explored(answer, budget)
            known = figures(found.odds) | ({"leaves_out": found.leaves_out} if found.leaves_out else {})
            _remember(key, known)
            if shelf is not None and known["covered"] == 1:
                shelf.mkdir(parents=True, exist_ok=True)
                (shelf / f"{key}.json").write_bytes(msgspec.json.encode(known))
        return known
    if isinstance(answer, Distribution):
        return figures(answer)
    return dict(answer) if isinstance(answer, Mapping) else {"value": answer}


def _from_shelf(shelf: Path | None, key: str) -> dict[str, Any] | None:
    path = shelf / f"{key}.json" if shelf is not None else None
    if path is None or not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError):
        return None  # a half-written answer is worked out again


def figures(answer: Distribution) -> dict[str, Any]:
    """A distribution in a few numbers: means and deviations, and the chances of what is not a number."""
    found: dict[str, Any] = {}
    for name in answer.names or ("value",):
        part = answer[name] if answer.names else answer
        if all(isinstance(o, int | float) and not isinstance(o, bool) for o in part.outcomes):
            found[f"{name}_mean"], found[f"{name}_sd"] = float(part.mean), float(part.sd)
        else:
            found |= {f"{name}_{value}": float(chance) for value, chance in part.items()}
    found["covered"] = float(answer.mass) if answer.mass < 1 - NEGLIGIBLE else 1.0
    return found


def content(question: Question) -> str:
    """What an answer depends on: the position, the plans, the charts and the rules themselves."""
    session = question.session
    parts = (
        session.game.id,
        msgspec.msgpack.encode(session.state),
        sorted(session.options.items()),
        repr(question.key),
        question.names,
        sorted((name, repr(chart.rows)) for name, chart in session.charts.own.items()),
        rules_print(session.game.home),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@cache
def rules_print(home: Path) -> str:
    """A fingerprint of the rules and of the kernel: answers of other rules are other answers."""
    kernel = Path(__file__).parent.parent / "engine"
    code = b"".join(path.read_bytes() for folder in (kernel, home) for path in sorted(folder.rglob("*.py")))
    return hashlib.sha256(code).hexdigest()
