"""0.9/ipp: money. Every change of a nation's cash goes through here, and every event that tells of one bears ``money``:
by nation, what came in or went out. So the story of a game adds up."""

from __future__ import annotations

from .rulebook import procedure
from .state import G


@procedure("0.9/ipp")
def change(g: G, nation: str, ipp: int) -> dict[str, int]:
    """IPPs come in, or go out where ``ipp`` is below 0; nobody spends what he does not have. For an event's ``money``."""
    purse = g.state.nations[nation]
    if purse.cash + ipp < 0:
        raise ValueError(f"{nation} has {purse.cash} IPP, not {-ipp}")
    purse.cash += ipp
    return {nation: ipp}
