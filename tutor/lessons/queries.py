"""Questions about a position that a task can ask by name: the rules of the game answer them.

A query is a function of a session and of words from the lesson file. It returns a number, a word, a set of spaces,
or a list of words. What any session can answer stands here; each game has its own beside (``tutor/lessons/<game>/queries``).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..engine.errors import BadInput, UnknownName
from ..engine.phases import Phase, Step
from ..engine.session import Session

Query = Callable[..., Any]
F = TypeVar("F", bound=Query)


class Queries:
    """The queries of one game, by name."""

    def __init__(self) -> None:
        self._found: dict[str, Query] = dict(_OF_ANY_GAME)

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


# What any game can be asked

LAST = "nothing: it is the last"


def _step(s: Session) -> str:
    """The id of the step the game is at."""
    return s.where[-1].id if s.where else "over"


def _phase(s: Session, name: str) -> bool:
    """Is the game in a phase?"""
    return any(place.id == name for place in s.where)


def _who_decides(s: Session) -> str:
    return s.game.player_name(s.decision.who) if s.decision else "nobody"


def _next_part(s: Session, after: str) -> str:
    """The title of the phase or step that follows another of the same phase in the sequence of play."""
    parent, at = _part(s.game.sequence, after)
    return parent.parts[at + 1].title if at + 1 < len(parent.parts) else LAST


def _next_phase(s: Session, after: str) -> str:
    """The title of the phase that follows another, whatever steps stand between them."""
    parent, at = _part(s.game.sequence, after)
    later = [part.title.removesuffix(" of") for part in parent.parts[at + 1 :] if isinstance(part, Phase)]
    return later[0] if later else LAST


def _section_of(s: Session, part: str) -> str:
    parent, at = _part(s.game.sequence, part)
    return parent.parts[at].section


def _part(phase: Phase, id: str) -> tuple[Phase, int]:
    for _, node in phase.walk():
        if isinstance(node, Phase):
            for at, part in enumerate(node.parts):
                if part.id == id:
                    return node, at
    raise UnknownName("part of the sequence", id, (n.id for _, n in phase.walk() if isinstance(n, (Phase, Step))))


def _told(s: Session, kind: str, section: str = "") -> int:
    """How often something of a kind was told of in the log."""
    return sum(event.kind == kind and section in ("", event.section) for event in s.log)


def after(s: Session, play: list[dict[str, Any]], query: str, words: dict[str, Any] | None = None) -> Any:
    """The answer to another query if this were played now; ``{suppose: [...]}`` sets dice."""
    fork = s.fork()
    for action in play:
        if "suppose" in action:
            fork.suppose(*action["suppose"])
        else:
            fork.submit(resolved(fork, action))
    return queries_of(s.game.id).ask(fork, query, words or {})


def _made(s: Session) -> int:
    """How many decisions were taken on this board."""
    return s.decisions_made


def _over(s: Session) -> bool:
    return s.over


_OF_ANY_GAME: dict[str, Query] = {
    "after": after,
    "made": _made,
    "next-part": _next_part,
    "next-phase": _next_phase,
    "over": _over,
    "phase": _phase,
    "section-of": _section_of,
    "step": _step,
    "told": _told,
    "who-decides": _who_decides,
}


def queries_of(game: str) -> Queries:
    """The queries of a game."""
    module = importlib.import_module(f".{game.replace('-', '_')}.queries", __package__)
    found: Queries = module.QUERIES
    return found
