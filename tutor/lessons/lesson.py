"""Lessons as data: a list of steps with our own words, a position, what to look at, and often a task."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ..engine.data import read_yaml
from ..engine.errors import BadFile, UnknownName
from .tasks import AnyTask

FOLDER = Path(__file__).parent


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a step begins: a scenario or the fields of one, a seed, and what was played before."""

    scenario: str = ""
    fields: dict[str, Any] = {}
    seed: int = 1
    options: tuple[str, ...] = ()
    play: tuple[dict[str, Any], ...] = ()  # actions, or {suppose: [...]} to set the next dice
    pauses: bool = False


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to look at: spaces on the map, a section, a node of the sequence of play, a panel."""

    spaces: tuple[str, ...] = ()
    section: str = ""
    phase: str = ""
    panel: str = ""  # sequence, combat, boards, log


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One page of a lesson. A step without a position goes on with the board as the last one left it."""

    id: str
    title: str
    words: str
    sections: tuple[str, ...] = ()
    position: Position | None = None
    look: Look = Look()
    viewer: str = ""
    task: AnyTask | None = None
    hints: tuple[str, ...] = ()  # from a nudge to nearly the answer


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of a game."""

    id: str
    title: str
    summary: str
    steps: tuple[LessonStep, ...]
    order: int = 99
    minutes: int = 15
    game: str = ""

    def step(self, id: str) -> LessonStep:
        found = next((step for step in self.steps if step.id == id), None)
        if found is None:
            raise UnknownName(f"step of lesson {self.id}", id, (step.id for step in self.steps))
        return found


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> Lesson:
    raw = read_yaml(path)
    try:
        return msgspec.convert({**raw, "id": path.stem, "game": path.parent.name}, Lesson)
    except (msgspec.ValidationError, TypeError) as err:
        raise BadFile(f"{path.name}: {err}.") from None


def lessons(game: str) -> list[Lesson]:
    """The lessons of a game, in the order to take them."""
    found = [_read(path, path.stat().st_mtime_ns) for path in sorted((FOLDER / game).glob("*.yaml"))]
    return sorted(found, key=lambda lesson: (lesson.order, lesson.id))


def lesson_ids(game: str | None = None) -> list[str]:
    """Full ids, such as ``fields-of-despair/movement``."""
    games = [game] if game else sorted(p.name for p in FOLDER.iterdir() if p.is_dir() and any(p.glob("*.yaml")))
    return [f"{lesson.game}/{lesson.id}" for name in games for lesson in lessons(name)]


def find_lesson(name: str) -> Lesson:
    game, _, id = str(name).partition("/")
    if name not in lesson_ids():
        raise UnknownName("lesson", name, lesson_ids())
    path = FOLDER / game / f"{id}.yaml"
    return _read(path, path.stat().st_mtime_ns)
