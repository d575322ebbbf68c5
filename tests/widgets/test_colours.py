"""Colours that people with the common colour-blindnesses can tell apart, and letters beside them."""

from __future__ import annotations

from itertools import combinations

import pytest

from tutor.games.fields_of_despair import GAME
from widgets.board_map import SIDE_COLOURS, SIDE_PATTERNS

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
SEEN = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    r, g, b = (min(1.0, max(0.0, c)) for c in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def apart(one: str, other: str, eye: str) -> float:
    """How different two colours look: about 2.3 is just noticeable."""
    seen = [
        lab(tuple(sum(m * c for m, c in zip(row, linear(colour), strict=True)) for row in SEEN[eye]))
        for colour in (one, other)
    ]
    return sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5


@pytest.mark.parametrize("eye", SEEN)
def test_the_nations_can_be_told_apart_by_every_eye(eye):
    for (one, a), (other, b) in combinations(GAME.liveries.items(), 2):
        assert apart(a.fill, b.fill, eye) > 10, (one, other, eye)


@pytest.mark.parametrize("eye", SEEN)
def test_the_sides_can_be_told_apart_by_every_eye(eye):
    assert apart(SIDE_COLOURS[0], SIDE_COLOURS[1], eye) > 15


def test_nothing_is_told_by_colour_alone():
    letters = [livery.letters for livery in GAME.liveries.values()]
    assert all(letters) and len(set(letters)) == len(letters)
    assert len(set(SIDE_PATTERNS)) == len(SIDE_PATTERNS) == len(SIDE_COLOURS)


def test_the_measure_tells_confusable_colours():
    assert apart("#ff0000", "#00a000", "normal") > 100
    assert apart("#c85a54", "#7d7a35", "deuteranopia") < 25 < apart("#c85a54", "#7d7a35", "normal")
