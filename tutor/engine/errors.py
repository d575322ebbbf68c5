"""Errors a user can cause. Each message is one sentence: the thing, the place, the way out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable


class StaffRideError(Exception):
    """A mistake in what was asked for; never a fault of the program."""


class UnknownName(StaffRideError):
    """A scenario, option, player, chart or section that does not exist."""

    def __init__(self, what: str, name: object, allowed: Iterable[str]) -> None:
        names = sorted(str(n) for n in allowed)
        close = difflib.get_close_matches(str(name), names, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}? " if close else ""
        super().__init__(f"There is no {what} {str(name)!r}; {hint}allowed: {short_list(names)}.")


class BadInput(StaffRideError):
    """A value of the wrong shape, named by place."""


class BadFile(StaffRideError):
    """A file that cannot be used: unreadable, truncated, foreign or edited."""


def short_list(names: Iterable[str], most: int = 14) -> str:
    """Name a few things, and say how many are left out."""
    all_names = list(names)
    if not all_names:
        return "none"
    if len(all_names) <= most:
        return ", ".join(all_names)
    return ", ".join(all_names[:most]) + f" and {len(all_names) - most} more"


def an(words: str, begins: bool = False) -> str:
    """Words with their article, in a sentence or at its beginning: an action, a die."""
    article = "an" if re.match(r"[aeio]|u(?!s\b|ni)", words, re.IGNORECASE) else "a"  # a US ship, a unit
    return f"{article.capitalize() if begins else article} {words}"
