"""Sections 2.1, 4.3 and 13: the wars that the two campaigns begin with, and who Controls whom."""

from __future__ import annotations

from typing import NamedTuple

from .nations import (
    ABYSSINIA,
    BRITAIN,
    CCP,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    KMT,
    NATIONALISTS,
    REPUBLICANS,
    USSR,
)
from .rulebook import procedure


class Opening(NamedTuple):
    """What is so at the start of a campaign, wherever the pieces stand."""

    wars: list[tuple[str, str]]
    controllers: dict[str, str]
    spain: str
    abyssinia: str
    truce: bool


NOTHING = Opening([], {}, "", "", truce=False)


@procedure("2.1/1936", "4.3", "13.1", "13.2", "13.3")
def opening_1936() -> Opening:
    """Three small wars: Spain, Abyssinia and China; the Minors in them are Controlled as Table 4-1 says."""
    return Opening(
        wars=[(NATIONALISTS, REPUBLICANS), (ITALY, ABYSSINIA), (KMT, CCP)],
        controllers={NATIONALISTS: GERMANY, REPUBLICANS: USSR, ABYSSINIA: FRANCE},
        spain="war",
        abyssinia="war",
        truce=False,
    )


@procedure("2.1/1939", "4.3", "13.3/truce", "4.8/nationalist-spain")
def opening_1939() -> Opening:
    """Germany is at war with Britain and France, Japan with both Chinese factions, who keep a truce; Spain is Nationalist."""
    return Opening(
        wars=[(GERMANY, BRITAIN), (GERMANY, FRANCE), (JAPAN, KMT), (JAPAN, CCP)],
        controllers={},
        spain="nationalist",
        abyssinia="italian",
        truce=True,
    )


OPENINGS = {"1936": opening_1936, "1939": opening_1939}
