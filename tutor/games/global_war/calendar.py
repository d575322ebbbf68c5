"""Sections 2.5 and 6.1: calendar turns of six months, counted from July 1936."""

from __future__ import annotations

import re

from .rulebook import procedure

FIRST_YEAR = 1936
TURN = re.compile(r"(january|july) (19[3-5]\d)")


@procedure("6.1", "2.5/tracker")
def turn_name(number: int) -> str:
    """Turn 1 is July 1936, turn 2 January 1937."""
    half = number % 2  # odd turns are July
    return f"{'July' if half else 'January'} {FIRST_YEAR + number // 2}"


def parse_turn(words: str) -> int | None:
    """The number of a turn by its name, or None where there is no such turn."""
    found = TURN.fullmatch(words.strip().lower().replace("-", " "))
    if not found:
        return None
    number = 2 * (int(found.group(2)) - FIRST_YEAR) + (1 if found.group(1) == "july" else 0)
    return number if number >= 1 else None


JULY_1938, JULY_1939, JANUARY_1940, JULY_1940 = 5, 7, 8, 9
JULY_1944, JULY_1945 = 17, 19
