"""Short questions that the tests of chapters 7 to 12 ask again and again."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from tutor.engine.decisions import Action
from tutor.engine.rulings import Illegal
from tutor.engine.session import Session
from tutor.games.fields_of_despair.actions import (
    AirMix,
    ArtilleryMix,
    Continue,
    Done,
    EndCombat,
    Pass,
    PutBack,
)

from .build import sections

IDLE = (Done, Pass, EndCombat, PutBack, AirMix, ArtilleryMix)


def refused(session: Session, action: Action, section: str) -> None:
    """The action is refused under ``section``, and trying it changes nothing."""
    assert section in sections(session, action)
    before, decision = msgspec.msgpack.encode(session.state), session.decision
    with pytest.raises(Illegal) as caught:
        session.submit(action)
    assert section in {ruling.section for ruling in caught.value.rulings}
    assert msgspec.msgpack.encode(session.state) == before
    assert session.decision is decision


def allowed(session: Session, action: Action) -> bool:
    return session.why_not(action) == []


def at_section(session: Session) -> str:
    assert session.decision is not None
    return session.decision.section


def decider(session: Session) -> str:
    assert session.decision is not None
    return session.decision.who


def dice(session: Session, *named: str) -> list[int]:
    """How many dice each roll had, in order; only rolls whose section is named, if any is."""
    return [e.data["dice"] for e in session.log if e.kind == "rolled" and (not named or e.section in named)]


def pass_guns(session: Session) -> Session:
    """Nobody (else) places an Artillery counter."""
    while session.decision is not None and session.decision.section == "7.3.1/counters":
        session.submit(Pass())
    return session


def assault(session: Session, *hexes: str) -> Session:
    """No (more) counters are placed; Infantry Combat is wanted in these hexes only."""
    pass_guns(session)
    while session.decision is not None and session.decision.section == "7.3.2":
        hex = session.decision.about["hex"]
        session.submit(Continue(hex) if hex in hexes else EndCombat(hex))
    return session


def idle(session: Session, until: Callable[[Session], bool], most: int = 400) -> Session:
    """Both do as little as they may until ``until`` holds."""
    for _ in range(most):
        if until(session):
            return session
        legal = session.legal()
        session.submit(next((a for a in legal if isinstance(a, IDLE)), legal[0]))
    raise AssertionError(f"not reached within {most} decisions: {session!r}")
