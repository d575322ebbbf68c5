"""Play on without doing anything: what tests use to get from one decision to a later one."""

from __future__ import annotations

from collections.abc import Callable

from tutor.engine.decisions import Action
from tutor.engine.session import Session

# What a player answers who wants nothing to happen, the first that is legal.
QUIET = ("done", "pass", "end-combat", "put-back")
# Questions of yes or no, and ways of doing least.
NO = ("use", "dig", "play")


def quiet(session: Session) -> Action:
    """The legal answer that changes least."""
    legal = session.legal()
    for kind in QUIET:
        for action in legal:
            if action.kind() == kind:
                return action
    for action in legal:
        if any(getattr(action, field, None) is False for field in NO):
            return action
        if getattr(action, "mode", "") == "prize" or getattr(action, "face", "") == "keep":
            return action
        if getattr(action, "values", None) == ():
            return action
    return legal[0]


def quietly(session: Session, until: Callable[[Session], bool], most: int = 300) -> Session:
    """Answer quietly until something is so (or the game is over)."""
    for _ in range(most):
        if session.over or until(session):
            return session
        session.submit(quiet(session))
    raise AssertionError(f"{session!r}: still going after {most} decisions")


def at_step(name: str) -> Callable[[Session], bool]:
    """Until this step or phase is reached."""
    return lambda session: any(place.id == name for place in session.where)


def asked(who: str = "", section: str = "") -> Callable[[Session], bool]:
    """Until this player is asked, under this section."""

    def test(session: Session) -> bool:
        decision = session.decision
        return (
            decision is not None and (not who or decision.who == who) and (not section or decision.section == section)
        )

    return test


def told(session: Session, section: str, word: str = "") -> list[str]:
    """What the log says under a section."""
    return [event.text for event in session.log if event.section == section and word in event.text]


def rolled(session: Session, section: str) -> list[int]:
    """How many dice were rolled at each roll under a section."""
    return [e.data["dice"] for e in session.log if e.kind == "rolled" and e.section == section]
