"""Questions about chance: a position, the players' plans, where to stop, and what to read off there.

A game poses them (``Game.combat``); ``tutor.odds`` answers them by running the rules. Nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from .decisions import Action
from .session import Session

Chooser = Callable[[Session], Action]
Habit = Callable[[Session], Action | None]


Rungs = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Line:
    """One side of a battle that loses its units in a fixed order: for each number of hits suffered, the chances to hit of
    the dice it throws. The first round may have numbers of its own. It gives way when only so many hits are left in it."""

    rungs: Rungs
    first: Rungs | None = None  # dice that strike first
    opening: Rungs | None = None
    first_opening: Rungs | None = None
    retreat_at: int = 0


@dataclass(frozen=True)
class Attrition:
    """A battle that comes down to how many hits each side has suffered; large ones are answered that way.

    ``read`` turns the hits on attacker and defender, and how the battle ended, into what the question reads. Where
    ``told`` is set it is also given the number of rounds, told apart up to this one, which stands for all after it.
    """

    attacker: Line
    defender: Line
    read: Callable[..., Any]
    rounds: int | None = None
    told: int = 0
    leaves_out: str = ""  # what of the rules this does not know, in words


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
    given: tuple[str, ...] = ()  # charts that are read on the way, where the question itself says what they hold
    # Where the rules come down to plain dice, a game may add them up itself, with the same rule functions; the tests
    # hold it to the explored answer.
    shortcut: Callable[[], Mapping[Any, int]] | None = None
    # A battle too large to be explored may be worked out from the hits alone.
    attrition: Callable[[], Attrition] | None = None
    # To follow every way the dice can fall would take minutes: who cannot wait so long plays it.
    long: bool = False
    # For combat in rounds that may go on for ever: drops from the position, between steps, what the answer no longer
    # depends on (how many rounds there were), so that a round like an earlier one is not run again.
    forget: Callable[[Session], None] | None = None


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


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """One word that a question of chance is posed with, so that a form can offer it: a number from ``low`` to ``high``,
    a switch (its default is true or false), one of ``choices``, or up to ``most`` of them together."""

    name: str  # the keyword; "guns.cp" is the entry "cp" of the mapping "guns"
    title: str
    section: str
    default: Any
    low: int = 0
    high: int = 0
    choices: tuple[Any, ...] = ()  # where several may be taken, as often as there are of them
    titles: tuple[str, ...] = ()  # the choices as people call them
    most: int = 0
    ordered: bool = False  # the order in which several are named counts
    anew: bool = False  # whatever else was said does not hold for another value of this
    unused: str = ""  # why it makes no difference now

    @property
    def kind(self) -> str:
        if isinstance(self.default, bool):
            return "switch"
        return "several" if self.most else "choice" if self.choices else "number"

    def title_of(self, value: Any) -> str:
        """A value of this word as people call it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple | list):
            return ", ".join(map(self.title_of, value)) or "none"
        return self.titles[self.choices.index(value)] if self.titles and value in self.choices else str(value)

    def fits(self, value: Any) -> bool:
        """Whether this value may be said now."""
        match self.kind:
            case "switch":
                return isinstance(value, bool)
            case "number":
                return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
            case "choice":
                return value in self.choices
        few = isinstance(value, tuple | list) and len(value) <= self.most
        return few and all(list(value).count(v) <= self.choices.count(v) for v in value)


def keywords(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of words as keywords: what is named "guns.cp" becomes the entry "cp" of the mapping "guns"."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        first, dot, rest = name.partition(".")
        value = list(value) if isinstance(value, tuple) else value
        if dot:
            found.setdefault(first, {})[rest] = value
        else:
            found[first] = value
    return found
