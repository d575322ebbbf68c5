"""What a rulebook has, and what of it is played, tested and taught. Derived, never declared."""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from .data import read_yaml, scenarios_root
from .errors import UnknownName
from .game import Game


class RuleCard(msgspec.Struct, frozen=True):
    """One numbered rule, in our words."""

    section: str
    title: str
    kind: str
    summary: str
    optional: str = ""
    needs: tuple[str, ...] = ()
    playbook: bool = False

    def __str__(self) -> str:
        option = f" (optional rule {self.optional})" if self.optional else ""
        related = f"\n  See also {', '.join(self.needs)}." if self.needs else ""
        return f"{self.section}  {self.title}{option}\n  {self.summary}{related}"


def rule_cards(game: Game[Any]) -> list[RuleCard]:
    """Every rule of a game, from its ``rules.csv``."""
    path = game.home / "rules.csv"
    return list(_read_once(path, path.stat().st_mtime_ns))


@lru_cache(maxsize=32)
def _read_once(path: Path, changed: int) -> tuple[RuleCard, ...]:
    """The cards of one file; a changed file is read again."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            RuleCard(
                row["section"],
                row["title"],
                row["kind"],
                row["summary"],
                row["optional"],
                tuple(filter(None, row["needs"].split(";"))),
                row["playbook"] == "yes",
            )
            for row in csv.DictReader(file)
        )


def find_rules(game: Game[Any], wanted: str) -> list[RuleCard]:
    """A section with its sub-rows, or the rules that hold all of the words."""
    cards = rule_cards(game)
    if any(card.section == wanted for card in cards):
        return [c for c in cards if c.section == wanted or c.section.startswith(f"{wanted}/")]
    words = wanted.lower().split()
    found = [c for c in cards if all(w in f"{c.section} {c.title} {c.summary}".lower() for w in words)]
    if not found:
        raise UnknownName(f"rule of {game.id} with", wanted, (c.section for c in cards if "/" not in c.section))
    return sorted(found, key=lambda c: sum(w in c.title.lower() for w in words), reverse=True)


class Coverage(msgspec.Struct, frozen=True):
    """Which sections of one game are implemented, exercised by a test, and taught."""

    game: str
    sections: list[str]
    implemented: list[str]
    exercised: list[str]
    taught: list[str]
    tests_found: bool

    @property
    def done(self) -> list[str]:
        """Implemented and exercised."""
        return [s for s in self.implemented if s in set(self.exercised)]

    @property
    def missing(self) -> list[str]:
        done = set(self.done)
        return [s for s in self.sections if s not in done]


def coverage(game: Game[Any]) -> Coverage:
    """Derive it from the tags in the code, the tests and the lessons. Playbook rows do not count."""
    sections = [c.section for c in rule_cards(game) if not c.playbook]
    tests = scenarios_root().parent / "tests"
    exercised = set(claimed_by_tests(tests)) if tests.is_dir() else set()

    def known(found: Iterable[str]) -> list[str]:
        wanted = set(found)
        return [s for s in sections if s in wanted]

    return Coverage(game.id, sections, known(implemented(game)), known(exercised), known(taught(game)), tests.is_dir())


def implemented(game: Game[Any]) -> set[str]:
    """Sections with a tagged rule or procedure, or a place in the sequence of play."""
    return set(game.rulebook.tags) | {node.section for _, node in game.sequence.walk()}


def claimed_by_tests(folder: Path) -> Iterator[str]:
    """Sections that tests name: ``sections("7.2.3")`` marks, and ``section:`` in golden examples.

    The suite itself fails a test whose claim is not borne out by a run of code with that tag.
    """
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sections":
                yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
    for path in sorted(folder.rglob("golden*.yaml")):
        for example in read_yaml(path)["examples"]:
            yield example["section"]


def taught(game: Game[Any]) -> set[str]:
    """Sections that a lesson names."""
    folder = Path(__file__).resolve().parent.parent / "lessons" / game.id
    found: set[str] = set()
    for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else []:
        for step in read_yaml(path).get("steps", []):
            found.update(step.get("sections", []))
    return found
