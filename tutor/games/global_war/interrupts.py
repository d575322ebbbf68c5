"""What a nation may do at any time, on anybody's turn: one place where such actions are carried out and offered.

A chapter registers its actions with ``@on_interrupt(Kind)`` and what a nation could sensibly do now with ``@offers``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ...engine.decisions import Action, Decision
from .state import G

Handler = Callable[[G, Any], None]
Offer = Callable[[G, str], Iterable[Action]]
H = TypeVar("H", bound=Handler)
O = TypeVar("O", bound=Offer)  # noqa: E741

HANDLERS: dict[type[Action], Handler] = {}
OFFERS: list[Offer] = []
# The decisions in which a nation plans its turn: what to spend (7.0), and what to move (8.2).
PLANNING_SECTIONS = ("7.0", "8.2")


def on_interrupt(kind: type[Action]) -> Callable[[H], H]:
    """This function carries out actions of this kind whenever they come."""

    def register(handler: H) -> H:
        HANDLERS[kind] = handler
        return handler

    return register


def offers(listing: O) -> O:
    """This function lists a few such actions for a nation that plans its turn."""
    OFFERS.append(listing)
    return listing


def kinds() -> tuple[type[Action], ...]:
    return tuple(HANDLERS)


def carry_out(g: G, action: Action) -> None:
    HANDLERS[type(action)](g, action)


def planning(g: G, decision: Decision) -> bool:
    """Is this where a nation plans? Not with units in hand, nor in the middle of something."""
    return bool(decision.about.get("planning")) or (decision.section in PLANNING_SECTIONS and not g.state.hand)


def offered(g: G, decision: Decision) -> Iterator[Action]:
    """What the deciding nation is shown besides its options; far more is accepted at any time."""
    if decision.who and planning(g, decision):
        for listing in OFFERS:
            yield from listing(g, decision.who)
