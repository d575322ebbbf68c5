"""What a learner has done: kept in a file of his own, so that it survives a restart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from ..engine.data import read_text
from ..engine.errors import BadFile, BadInput
from ..engine.saves import write_atomically

NAME = re.compile(r"[\w][\w .-]{0,39}")


class LessonProgress(msgspec.Struct):
    """One lesson of one learner."""

    at: str = ""  # the step he is at
    done: list[str] = []
    tries: dict[str, int] = {}
    shown: set[str] = set()  # steps whose solution he asked for

    def finish(self, step: str) -> None:
        if step not in self.done:
            self.done.append(step)


class Box(msgspec.Struct):
    """How well a kind of exercise is known: its box, and when it is due again (in exercises done)."""

    level: int = 0
    due: int = 0
    right: int = 0
    wrong: int = 0


class Learner(msgspec.Struct):
    """Everything about one learner."""

    name: str
    lessons: dict[str, LessonProgress] = {}
    practice: dict[str, Box] = {}
    exercises: int = 0

    def lesson(self, id: str) -> LessonProgress:
        return self.lessons.setdefault(id, LessonProgress())


class Progress:
    """The learners of a folder, one file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def learner(self, name: str) -> Learner:
        """A learner by name; a new one where there is none. A file that cannot be read is set aside, not lost."""
        path = self._path(name)
        if not path.exists():
            return Learner(name)
        try:
            return msgspec.json.decode(read_text(path), type=Learner)
        except (msgspec.DecodeError, BadFile):
            path.replace(path.with_suffix(".broken"))
            return Learner(name)

    def keep(self, learner: Learner) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self._path(learner.name), msgspec.json.format(msgspec.json.encode(learner)))

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name) or name.endswith("."):
            raise BadInput("A learner's name has letters, digits, spaces, dots and dashes, 40 at most.")
        return self.folder / f"{name}.json"


def share_done(progress: LessonProgress, steps: Any) -> float:
    """How much of a lesson is done, from 0 to 1."""
    ids = [step.id for step in steps]
    return len([id for id in ids if id in progress.done]) / len(ids) if ids else 0.0
