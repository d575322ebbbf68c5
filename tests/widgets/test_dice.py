"""Dice and cubes: a picture, and the same in words."""

import re

import pytest

from widgets.dice import MOST_DICE, counted, dice_row, die_svg, drawn_row


def test_a_six_sided_die_has_as_many_pips_as_its_face():
    for face in range(1, 7):
        svg = die_svg(face)
        assert svg.count("h0") == face and f'aria-label="{face}"' in svg


def test_other_dice_show_a_number_in_their_outline():
    assert ">9</text>" in die_svg(9, 10) and "<polygon" in die_svg(9, 10)
    assert ">12</text>" in die_svg(12, 12)
    assert "<circle" in die_svg(7, 7)
    assert ">?</text>" in die_svg(None)


def test_what_counts_is_told_by_a_bar_and_in_words_not_by_colour_alone():
    hit, miss = die_svg(6, emphasised=True), die_svg(1, muted=True)
    assert "sr-bar" in hit and "6, counts" in hit
    assert "sr-bar" not in miss


def test_a_pool_marks_the_faces_that_count_and_says_the_counts():
    row = dice_row({"dice": 3, "sides": 6, "faces": [4, 6, 6], "counts": {"hit": 2}, "groups": {"hit": [5, 6]}})
    assert row.count("sr-face-counts") == 2 and row.count("sr-face-muted") == 1
    assert "2 hits" in row and 'aria-label="3d6: 4, 6, 6; 2 hits"' in row


def test_a_single_die_is_neither_marked_nor_muted():
    row = dice_row({"dice": 1, "sides": 6, "faces": [3]})
    assert "sr-face-counts" not in row and "sr-face-muted" not in row


def test_supposed_counts_without_faces_are_told_in_words():
    row = dice_row({"dice": 4, "sides": 6, "faces": None, "counts": {"five": 0, "six": 3}, "groups": {"six": [6]}})
    assert "<svg" not in row and "4d6: no fives, 3 sixes" in row


def test_many_dice_are_gathered_by_face():
    faces = [1, 6] * MOST_DICE
    row = dice_row(
        {"dice": len(faces), "sides": 6, "faces": faces, "counts": {"hit": MOST_DICE}, "groups": {"hit": [6]}}
    )
    assert row.count("<svg") == 2 and row.count(f"×{MOST_DICE}") == 2


def test_no_dice_is_nothing():
    assert dice_row({}) == "" and dice_row({"dice": 1 - 1, "sides": 6}) == ""


def test_cubes_bear_a_letter_and_are_told_in_words():
    row = drawn_row({"red": 1, "black": 2, "white": 0})
    assert row.count("<svg") == 3 and "1 red" in row and "2 black" in row
    assert re.findall(r">([A-Z])</text>", row) == ["R", "B", "B"]
    assert "nothing drawn" in drawn_row({"red": 0})


def test_a_colour_nobody_heard_of_is_drawn_and_escaped():
    assert "&lt;b&gt;" in drawn_row({"<b>": 1})


@pytest.mark.parametrize(
    ("count", "name", "said"),
    [(0, "hit", "no hits"), (1, "hit", "1 hit"), (2, "success", "2 successes"), (1, "select", "1 selected hit")],
)
def test_outcomes_are_counted_in_words_that_a_newcomer_can_read(count, name, said):
    assert counted(count, name) == said


def test_a_total_without_faces_is_told_once_by_the_words_before_it():
    assert dice_row({"dice": 4, "sides": 6, "faces": None, "total": 21}) == ""
