"""Rules tagged with their section, and the rulings they give.

A rule is a small function that looks at the table and an action and returns ``None``, or why not,
in one plain sentence. A procedure is code that carries out a section. Both tags feed the registry,
which knows from them alone which sections are implemented.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from . import trace
from .decisions import Action
from .errors import StaffRideError

if TYPE_CHECKING:
    from .table import Table

F = TypeVar("F", bound=Callable[..., Any])


class Ruling(msgspec.Struct, frozen=True):
    """Why an action is not allowed: the section, the reason, and what would make it legal."""

    section: str
    reason: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"[{self.section}] {self.reason}" + (f" {self.remedy}" if self.remedy else "")


class Illegal(StaffRideError):
    """An action that the rules refuse. ``rulings`` holds every reason."""

    def __init__(self, action: object, rulings: list[Ruling]) -> None:
        self.action = action
        self.rulings = rulings
        super().__init__(f"{action}: " + " ".join(str(r) for r in rulings))


class TaggedRule(NamedTuple):
    section: str
    judge: Callable[[Any, Any], str | tuple[str, str] | Ruling | None]
    guard: bool


class Rulebook:
    """The rules of one game, by the kind of action they judge."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._rules: dict[type[Action], list[TaggedRule]] = defaultdict(list)
        self.tags: dict[str, list[str]] = defaultdict(list)

    def rule(self, section: str, *kinds: type[Action], guard: bool = False) -> Callable[[F], F]:
        """Tag a function that judges actions of ``kinds``. It returns None, or why not: a sentence,
        a sentence and a remedy, or a Ruling of its own.

        A ``guard`` looks at the shape of an action (is there such a hex?). Where a guard fails the
        other rules, which may rely on it, are not asked.
        """

        def tag(judge: F) -> F:
            self.tags[section].append(f"{judge.__module__}.{judge.__name__}")
            for kind in kinds:
                self._rules[kind].append(TaggedRule(section, judge, guard))
                self._rules[kind].sort(key=lambda r: not r.guard)
            return judge

        return tag

    def procedure(self, *sections: str) -> Callable[[F], F]:
        """Tag code that carries out these sections."""

        def tag(run: F) -> F:
            for section in sections:
                self.tags[section].append(f"{run.__module__}.{run.__name__}")
            if not trace.armed:
                return run

            @functools.wraps(run)
            def traced(*args: Any, **kwargs: Any) -> Any:
                if trace.touched is not None:
                    for section in sections:
                        trace.touch(self.game, section)
                return run(*args, **kwargs)

            return traced  # type: ignore[return-value]

        return tag

    def rulings(self, g: Table[Any], action: Action) -> Iterator[Ruling]:
        """Every rule that this action fails, guards first."""
        guarded = False
        for section, judge, guard in self._rules.get(type(action), ()):
            if guarded and not guard:
                return
            if trace.touched is not None:
                trace.touch(self.game, section)
            said = judge(g, action)
            if said is not None:
                guarded = guarded or guard
                if isinstance(said, Ruling):
                    yield said
                else:
                    yield Ruling(section, said) if isinstance(said, str) else Ruling(section, *said)

    def allows(self, g: Table[Any], action: Action) -> bool:
        return next(self.rulings(g, action), None) is None
