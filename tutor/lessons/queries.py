"""Questions about a position that a task can ask by name: the rules of the game answer them.

A query is a function of a session and of words from the lesson file. It returns a number, a word, a set of spaces,
or a list of words. Each game has its own (``tutor/lessons/<game>/queries.py``).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..engine.errors import BadInput, UnknownName
from ..engine.session import Session

Query = Callable[..., Any]
F = TypeVar("F", bound=Query)


class Queries:
    """The queries of one game, by name."""

    def __init__(self) -> None:
        self._found: dict[str, Query] = {}

    def query(self, name: str) -> Callable[[F], F]:
        """Tag a function as the answer to a question."""

        def tag(answer: F) -> F:
            if name in self._found:
                raise ValueError(f"there are two queries called {name!r}")
            self._found[name] = answer
            return answer

        return tag

    @property
    def names(self) -> list[str]:
        return sorted(self._found)

    def ask(self, session: Session, name: str, words: Mapping[str, Any]) -> Any:
        """The answer now."""
        if name not in self._found:
            raise UnknownName("query", name, self._found)
        try:
            return self._found[name](session, **words)
        except TypeError as err:
            raise BadInput(f"query {name!r} does not take {dict(words)} ({err}).") from None


def resolved(session: Session, action: Mapping[str, Any]) -> dict[str, Any]:
    """An action of a lesson file, with what it leaves to the position filled in.

    A value such as ``"@block hex=J03 branch=infantry"`` is the answer to that query now: lessons name pieces by what
    and where they are, not by numbers.
    """
    found = dict(action)
    for field, value in action.items():
        if isinstance(value, str) and value.startswith("@"):
            name, *words = value[1:].split()
            found[field] = queries_of(session.game.id).ask(session, name, dict(word.split("=", 1) for word in words))
    return found


def queries_of(game: str) -> Queries:
    """The queries of a game."""
    module = importlib.import_module(f".{game.replace('-', '_')}.queries", __package__)
    found: Queries = module.QUERIES
    return found
