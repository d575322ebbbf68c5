"""Player boards: figures with their tracks, as the viewer may see them."""

import re

import pytest

import tutor
from tests.engine.test_session import toy
from tutor.engine.showing import Dial, Sheet
from widgets import PlayerBoard

SHEETS = [
    Sheet("Tracks", "", [Dial("Round <i>", "3", "2.0", 1, 5, "halfway"), Dial("Weather", "fine", "2.1")]),
    Sheet("Board of ann", "ann", [Dial("Points", "12", "1.0", 0, 10)]),
    Sheet("Board of bob", "bob", [Dial("Points", "-4", "1.0", 0, 10)]),
]


@pytest.fixture
def board(monkeypatch):
    session = toy()
    monkeypatch.setattr(type(session.game), "sheets", lambda self, view: SHEETS)
    return PlayerBoard(session, viewer="ann")


def test_each_figure_has_title_value_track_section_and_note(board):
    html = board.page.html
    assert "Round &lt;i&gt;" in html and "of 5" in html and "halfway" in html and "fine" in html
    assert html.count('class="sr-section"') == 4


def test_the_bar_stands_where_the_figure_stands_and_never_beyond_its_ends(board):
    assert re.findall(r"width:(\d+)%", board.page.html) == ["50", "100", "0"]


def test_whose_sheet_it_is_stands_in_words(board):
    assert re.findall(r"sr-owner[^>]*>([^<]+)<", board.page.html) == ["shared", "yours", "bob"]


def test_a_click_on_a_section_asks_for_its_rule(board):
    board.page._heard(None, {"do": "rule", "section": "2.1"}, [])
    assert board.seat.section == "2.1"


def test_a_game_without_sheets_says_so():
    assert "no sheets" in PlayerBoard(toy()).page.html


@pytest.mark.parametrize("player", ["allies", "cp"])
def test_fields_of_despair_shows_the_sheets_of_the_viewer(player):
    session = tutor.open("fields-of-despair/grand-campaign", seed=2)
    board = PlayerBoard(session, viewer=player)
    for sheet in session.game.sheets(session.view(player).board):
        assert sheet.title in board.page.html
        assert all(dial.value in board.page.html for dial in sheet.dials)
