"""Where the questions of this game are registered, and the words that several answers share."""

from __future__ import annotations

from typing import Any

from ....games.global_war import nations
from ...queries import Queries

QUERIES = Queries()
query = QUERIES.query

NEITHER = "neither"


def among_words(found: set[str], among: str) -> set[str]:
    """Those that are in a list of words, where one is given."""
    return found & set(among.split()) if among else found


def names(found: Any) -> str:
    return " and ".join(nations.name_of(nation) for nation in found) or "nobody"
