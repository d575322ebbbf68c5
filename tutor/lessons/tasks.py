"""What a learner is asked to do, and how the rules judge the answer.

Nothing that the rules can tell is written down as an answer: a task names a query, an odds question or actions, and
the right answer is worked out from the position when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ..engine.chance import Upcoming
from ..engine.errors import BadInput
from ..engine.rulings import Ruling
from ..engine.session import Session
from .queries import queries_of, resolved


class Verdict(msgspec.Struct, frozen=True):
    """Whether an answer is right, and why. ``rulings`` are the rules that speak against it, ``spaces`` where to look."""

    right: bool
    words: str
    rulings: tuple[Ruling, ...] = ()
    spaces: tuple[str, ...] = ()


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to the position: a query of the game, with its words."""

    query: str
    words: dict[str, Any] = {}

    def of(self, session: Session) -> Any:
        return queries_of(session.game.id).ask(session, self.query, self.words)


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold: the answer to a query is this, at least or at most this, or holds this."""

    query: str
    words: dict[str, Any] = {}
    equals: Any = None
    at_least: float | None = None
    at_most: float | None = None
    holds: Any = None
    why: str = ""  # what is lacking, in words

    def lacking(self, session: Session) -> str:
        """Nothing where it holds, else what is lacking."""
        value = Ask(self.query, self.words).of(session)
        fits = (
            (self.equals is None or _plain(value) == _plain(self.equals))
            and (self.at_least is None or value >= self.at_least)
            and (self.at_most is None or value <= self.at_most)
            and (self.holds is None or self.holds in value)
        )
        return "" if fits else self.why or f"{self.query.replace('-', ' ')} is {_shown(value)} now."


class Task(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """The base of all tasks. ``explain`` is told with a right answer, and after the solution."""

    ask: str
    explain: str = ""

    def right(self, session: Session) -> Any:
        """The right answer, worked out from the position."""
        return None

    def judge(self, session: Session, answer: Any) -> Verdict:
        """Whether an answer is right, and why. Every kind of task brings its own."""
        return Verdict(answer == self.right(session), self.explain)

    def told(self, session: Session) -> str:
        """The right answer in words."""
        return _shown(self.right(session))


class Point(Task, frozen=True):
    """Point at every space that the query finds."""

    answer: Ask

    def right(self, session: Session) -> list[str]:
        return sorted(self.answer.of(session))

    def judge(self, session: Session, answer: Any) -> Verdict:
        said = {answer} if isinstance(answer, str) else set(answer or ())
        wanted = set(self.right(session))
        missing, wrong = sorted(wanted - said), sorted(said - wanted)
        if not missing and not wrong:
            return Verdict(True, self.explain or "Right.", spaces=tuple(sorted(wanted)))
        parts = []
        if wrong:
            names = ", ".join(called(session, space) for space in wrong)
            parts.append(f"{names} {'does' if len(wrong) == 1 else 'do'} not belong.")
        if missing:
            parts.append(f"{len(missing)} more {'is' if len(missing) == 1 else 'are'} to be found.")
        return Verdict(False, " ".join(parts), spaces=tuple(wrong))

    def told(self, session: Session) -> str:
        return _shown([called(session, space) for space in self.right(session)])


class Number(Task, frozen=True):
    """A number: from a query, from the odds of a roll, or from the odds of a combat.

    ``percent`` asks for a chance in percent; ``tolerance`` is how far off an answer may be (in percent points then).
    """

    query: Ask | None = None
    roll: dict[str, Any] = {}  # dice, sides, faces, at_least
    combat: dict[str, Any] = {}  # the words of a made-up combat
    part: str = "holder"
    value: Any = "attacker"
    percent: bool = False
    tolerance: float = 0.0

    def right(self, session: Session) -> float:
        if self.query is not None:
            return float(self.query.of(session))
        return float(self._chance(session) * (100 if self.percent else 1))

    def _chance(self, session: Session) -> Fraction | float:
        from ..odds.exploration import explore
        from ..odds.rolls import roll_odds

        if self.roll:
            dice = Upcoming("", self.roll["dice"], self.roll.get("sides", 6), {"hit": list(self.roll["faces"])})
            return roll_odds(dice)["hit"].at_least(self.roll.get("at_least", 1))
        odds = explore(session.game.made_up_combat(**self.combat))
        return odds[self.part].mean if self.value == "mean" else odds[self.part].probability(self.value)

    def judge(self, session: Session, answer: Any) -> Verdict:
        try:
            said = float(str(answer).strip().rstrip("%").replace(",", "."))
        except ValueError:
            return Verdict(False, "Give a number.")
        wanted = self.right(session)
        if abs(said - wanted) <= self.tolerance + 1e-9:
            return Verdict(True, self.explain or f"Right: {self.told(session)}.")
        return Verdict(False, "Too much." if said > wanted else "Too little.")

    def told(self, session: Session) -> str:
        wanted = self.right(session)
        return f"{wanted:.1f} %" if self.percent else f"{wanted:g}" if wanted == int(wanted) else f"{wanted:.2f}"


class Choice(Task, frozen=True):
    """One of a few sentences or words. ``answer`` finds the right one; ``right_option`` only where no rule can tell."""

    options: tuple[str, ...]
    answer: Ask | None = None
    right_option: str = ""
    because: dict[str, str] = {}  # what to say to a wrong option

    def right(self, session: Session) -> str:
        return str(self.answer.of(session)) if self.answer is not None else self.right_option

    def judge(self, session: Session, answer: Any) -> Verdict:
        if answer not in self.options:
            raise BadInput(f"Choose one of: {'; '.join(self.options)}.")
        if answer == self.right(session):
            return Verdict(True, self.explain or "Right.")
        return Verdict(False, self.because.get(str(answer), "No. Look at the section again."))


class Judge(Task, frozen=True):
    """Of several actions, name those that the rules refuse; the rulings tell why."""

    actions: tuple[dict[str, Any], ...]
    labels: tuple[str, ...] = ()  # how to call them, where the game's own words do not help

    def named(self, session: Session) -> list[str]:
        """The actions in words, in order."""
        if self.labels:
            return list(self.labels)
        view = session.view(session.decision.who).board if session.decision and session.decision.who else None
        return [session.game.label(view, session._as_action(action)) for action in self._now(session)]

    def _now(self, session: Session) -> list[dict[str, Any]]:
        return [resolved(session, action) for action in self.actions]

    def right(self, session: Session) -> list[int]:
        return [i for i, action in enumerate(self._now(session)) if session.why_not(action)]

    def judge(self, session: Session, answer: Any) -> Verdict:
        said = {int(i) for i in answer or ()}
        wanted, actions = set(self.right(session)), self._now(session)
        rulings = tuple(r for i in sorted(wanted) for r in session.why_not(actions[i]))
        if said == wanted:
            return Verdict(True, self.explain or "Right.", rulings)
        names = self.named(session)
        legal = [names[i] for i in sorted(said - wanted)]
        missed = [names[i] for i in sorted(wanted - said)]
        words = [f"Legal after all: {'; '.join(legal)}."] if legal else []
        words += [f"The rules refuse {len(missed)} more."] if missed else []
        shown = tuple(r for i in sorted(said & wanted) for r in session.why_not(actions[i]))
        return Verdict(False, " ".join(words), shown)

    def told(self, session: Session) -> str:
        names, actions = self.named(session), self._now(session)
        return (
            "; ".join(
                f"{names[i]} ({', '.join(dict.fromkeys(r.section for r in session.why_not(actions[i])))})"
                for i in self.right(session)
            )
            or "none is refused"
        )


class Section(Task, frozen=True):
    """Under which section do the rules refuse this action?"""

    action: dict[str, Any]

    def right(self, session: Session) -> list[str]:
        return list(dict.fromkeys(ruling.section for ruling in session.why_not(resolved(session, self.action))))

    def judge(self, session: Session, answer: Any) -> Verdict:
        said = str(answer).strip()
        rulings = tuple(session.why_not(resolved(session, self.action)))
        near = any(
            said and (s == said or s.startswith(f"{said}/") or s.partition("/")[0] == said) for s in self.right(session)
        )
        if near:
            return Verdict(True, self.explain or "Right.", rulings)
        return Verdict(False, "No: try the move on the board and read what the rules say.")


class Do(Task, frozen=True):
    """Bring it about on the board: every condition holds. ``solution`` is one way, played where a learner asks for it."""

    goal: tuple[Condition, ...]
    solution: tuple[dict[str, Any], ...] = ()

    def right(self, session: Session) -> bool:
        return all(not condition.lacking(session) for condition in self.goal)

    def judge(self, session: Session, answer: Any = None) -> Verdict:
        lacking = [words for condition in self.goal if (words := condition.lacking(session))]
        if not lacking:
            return Verdict(True, self.explain or "Done.")
        return Verdict(False, " ".join(lacking))

    def told(self, session: Session) -> str:
        return "The solution is played on the board."


AnyTask = Point | Number | Choice | Judge | Section | Do


def called(session: Session, space: str) -> str:
    """A space as people say it: a hex by its number, a zone by its name."""
    if session.board.hexes or space not in session.board:
        return space
    return session.board.fact(space, "name") or space


def _plain(value: Any) -> Any:
    return sorted(map(str, value)) if isinstance(value, (set, frozenset, list, tuple)) else value


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    if isinstance(value, (set, frozenset, Sequence)) and not isinstance(value, str):
        return ", ".join(map(str, sorted(value, key=str))) or "none"
    return str(value)
