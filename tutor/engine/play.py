"""Let policies play: the simplest is to choose at random among what is legal."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .decisions import Action
from .errors import StaffRideError, UnknownName
from .session import Session

if TYPE_CHECKING:
    from .game import Game

Policy = Callable[[Session], Action]


def random_policy(seed: int) -> Policy:
    """Any legal action, all alike."""
    rng = random.Random(f"policy/{seed}")

    def choose(session: Session) -> Action:
        legal = session.legal()
        if not legal:
            raise StaffRideError(f"{session!r}: no legal action for {session.decision}.")
        return legal[int(rng.random() * len(legal))]

    return choose


POLICIES: Mapping[str, Callable[[int], Policy]] = {"random": random_policy}


def policies_of(game: Game[Any] | None) -> dict[str, Callable[[int], Policy]]:
    """The policies by name: the engine's, and the game's own."""
    return {**POLICIES, **(game.policies() if game is not None else {})}


def policy(name: str, seed: int, game: Game[Any] | None = None) -> Policy:
    """A policy by its name, with its own luck; ``game`` brings those that know its rules."""
    known = policies_of(game)
    if name not in known:
        raise UnknownName("policy", name, known)
    return known[name](seed)


def play(session: Session, choose: Policy, until: Callable[[Session], bool] | None = None, most: int = 200_000) -> int:
    """Play on until the game is over (or ``until`` says so); returns the number of decisions taken."""
    taken = 0
    while not session.over and not (until is not None and until(session)):
        if taken >= most:
            raise StaffRideError(f"{session!r}: not over after {most} decisions.")
        session.submit(choose(session))
        taken += 1
    return taken
