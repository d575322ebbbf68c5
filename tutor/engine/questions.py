"""Questions about chance: a position, the players' plans, where to stop, and what to read off there.

A game poses them (``Game.combat``); ``tutor.odds`` answers them by running the rules. Nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .decisions import Action
from .session import Session

Chooser = Callable[[Session], Action]
Habit = Callable[[Session], Action | None]


@dataclass(frozen=True)
class Question:
    """What is asked of a position. Choices are a function of the position alone, so that the answer is one too."""

    session: Session
    choose: Chooser
    until: Callable[[Session], bool]  # asked between steps
    read: Callable[[Session], Any]  # a value, or a tuple with a part for each name
    names: tuple[str, ...] = ()
    about: str = ""
    key: Any = ""  # the plans, in plain data: two questions alike in position and key have the same answer
    charts: tuple[str, ...] = ()  # whose values are in the position already
    # Where the rules come down to plain dice, a game may add them up itself, with the same rule functions; the tests
    # hold it to the explored answer.
    shortcut: Callable[[], Mapping[Any, int]] | None = None


def plan(habits: Mapping[type[Action], Habit]) -> Chooser:
    """A chooser from habits, one for a kind of action: the first that gives an action decides.

    Where none does, the first legal action is taken.
    """

    def choose(session: Session) -> Action:
        assert session.decision is not None
        for kind in session.decision.kinds:
            habit = habits.get(kind)
            action = habit(session) if habit else None
            if action is not None:
                return action
        return session.legal()[0]

    return choose
