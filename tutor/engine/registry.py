"""What a rulebook has, and what of it is played, tested and taught. Derived, never declared."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from .data import read_yaml, scenarios_root
from .game import Game
from .rulebook_data import FOLDER, RuleCard, read_rulebook, rulebook_ids


def rule_cards(game: Game[Any]) -> list[RuleCard]:
    """Every rule of a game, from its rulebook."""
    return list(read_rulebook(game.data / FOLDER).cards)


class Coverage(msgspec.Struct, frozen=True):
    """Which sections of one game are implemented, exercised by a test, and taught."""

    game: str
    sections: list[str]
    implemented: list[str]
    exercised: list[str]
    taught: list[str]
    tests_found: bool
    optional: list[str] = []  # sections of optional rules
    reasons: dict[str, str] = {}  # why a section is not played, by section

    @property
    def done(self) -> list[str]:
        """Implemented and exercised."""
        return [s for s in self.implemented if s in set(self.exercised)]

    def share(self, optional: bool) -> tuple[int, int]:
        """How many of the optional sections, or of the others, are done, and how many there are."""
        wanted = [s for s in self.sections if (s in set(self.optional)) == optional]
        done = set(self.done)
        return sum(s in done for s in wanted), len(wanted)

    @property
    def missing(self) -> list[str]:
        done = set(self.done)
        return [s for s in self.sections if s not in done]


def coverage(game: Game[Any]) -> Coverage:
    """Derive it from the tags in the code, the tests and the lessons. Playbook rows do not count."""
    cards = [c for c in rule_cards(game) if not c.playbook]
    sections = [c.section for c in cards]
    tests = scenarios_root().parent / "tests"
    exercised = set(claimed_by_tests(tests, game.id)) if tests.is_dir() else set()

    def known(found: Iterable[str]) -> list[str]:
        wanted = set(found)
        return [s for s in sections if s in wanted]

    return Coverage(
        game.id,
        sections,
        known(implemented(game)),
        known(exercised),
        known(taught(game)),
        tests.is_dir(),
        [c.section for c in cards if c.optional],
        reasons(game),
    )


def reasons(game: Game[Any]) -> dict[str, str]:
    """Why sections are not played, from the game's ``not_played.yaml``: a list of ``{sections, reason}``."""
    path = game.home / "not_played.yaml"
    if not path.is_file():
        return {}
    return {section: entry["reason"] for entry in read_yaml(path) for section in entry["sections"]}


def implemented(game: Game[Any]) -> set[str]:
    """Sections with a tagged rule or procedure, or a place in the sequence of play."""
    return set(game.rulebook.tags) | {node.section for _, node in game.sequence.walk()}


def claimed_by_tests(folder: Path, game: str) -> Iterator[str]:
    """Sections of a game that tests name: ``sections("7.2.3")`` marks, and ``section:`` in golden examples.

    A test speaks of the game that its mark names (``game=``), else of the game whose folder it is in
    (``tests/<game>``). The suite itself fails a test whose claim is not borne out by a run of code with that tag.
    """
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sections":
                named = next((k.value for k in node.keywords if k.arg == "game"), None)
                about = named.value if isinstance(named, ast.Constant) else game_of_test(path)
                if about == game:
                    yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    for path in sorted(folder.rglob("golden*.yaml")):
        if game_of_test(path) == game:
            for example in read_yaml(path)["examples"]:
                yield example["section"]


def game_of_test(path: Path) -> str:
    """The game that a test in this file speaks of, where it does not say: that of its folder, else the first of all."""
    name, games = path.parent.name.replace("_", "-"), rulebook_ids()
    return name if name in games else games[0]


def taught(game: Game[Any]) -> set[str]:
    """Sections that a lesson names."""
    folder = Path(__file__).resolve().parent.parent / "lessons" / game.id
    found: set[str] = set()
    for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else []:
        for step in read_yaml(path).get("steps", []):
            found.update(step.get("sections", []))
    return found
