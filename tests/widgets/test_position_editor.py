"""Set up a position: every tool, problems as they arise, undo, keeping and sharing."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest

import tutor
from tests.widgets.conftest import press, words
from tutor.engine.links import Shared, read_link
from widgets.position_editor import PositionEditor

INTRODUCTION = "fields-of-despair/1914-introduction"


@pytest.fixture
def editor() -> PositionEditor:
    return PositionEditor(tutor.open(INTRODUCTION))


def at(editor: PositionEditor, space: str) -> list[str]:
    return [p.text for p in editor.arrangement.pieces() if p.space == space]


def test_it_starts_with_the_game_on_the_table_and_nothing_is_wrong(editor):
    assert editor.problems == [] and "Nothing is wrong" in words(editor.page.html)
    assert at(editor, "J03") == ["German infantry, 4 SP"]


def test_pieces_are_placed_strengthened_moved_and_removed(editor):
    editor.click("L05", "")
    assert at(editor, "L05") == ["German infantry, 4 SP"]
    piece = next(p.id for p in editor.arrangement.pieces() if p.space == "L05")
    press(editor.page, f"strength {piece}", value="9")
    assert at(editor, "L05") == ["German infantry, 9 SP"]
    press(editor.page, f"carry {piece}")
    editor.click("L06", "")
    assert at(editor, "L05") == [] and at(editor, "L06") == ["German infantry, 9 SP"]
    press(editor.page, "tool remove")
    editor.click("L06", "")
    assert at(editor, "L06") == []
    for _ in range(4):
        press(editor.page, "undo")
    assert at(editor, "L05") == [] and editor.problems == []


def test_a_problem_shows_as_soon_as_it_arises_and_goes_when_it_is_mended(editor):
    for _ in range(4):
        editor.click("L05", "")
    assert [p.section for p in editor.problems] == ["1.5/stacking-limit"]
    assert "the limit is 3" in words(editor.page.html)
    press(editor.page, "play")
    assert "cannot be played yet" in words(editor.notice.html)
    press(editor.page, "undo")
    assert editor.problems == []


def test_control_tracks_and_turn(editor):
    press(editor.page, "tool control")
    press(editor.page, "side", value="cp")
    editor.click("F07", "")
    assert editor.arrangement.control()["F07"] == "cp"
    settings = {s.path: s for s in editor.arrangement.settings()}
    press(editor.page, "set turn", value="3")
    assert {s.path: s.value for s in editor.arrangement.settings()}["turn"] == 3
    assert {s.group for s in settings.values()} >= {"Turn", "Central Powers", "Allies", "Tracks", "Bags"}


def test_the_position_is_played(editor):
    editor.click("L05", "")
    press(editor.page, "play")
    assert editor.notice.html == ""
    board = editor.session.view("cp").board
    assert [p.text for p in editor.session.game.pieces(board) if p.space == "L05"] == ["German infantry, 4 SP"]
    assert editor.session.scenario.id == "position"


def test_start_from_blank_a_scenario_or_the_game(editor):
    press(editor.page, "from", value="*blank")
    assert not [p for p in editor.arrangement.pieces() if p.branch != "fortress"]
    for name in editor.game.scenario_ids():
        press(editor.page, "from", value=name)
        assert editor.problems == [], name
    press(editor.page, "from", value="*game")
    assert at(editor, "J03") == ["German infantry, 4 SP"]


def test_save_load_download_upload_and_link(editor, sent):
    editor.click("L05", "")
    fields = editor.fields
    editor.page._heard(None, {"do": "save", "values": {"name": "mine"}}, [])
    press(editor.page, "from", value="*blank")
    editor.page._heard(None, {"do": "load", "values": {"name": "mine"}}, [])
    assert editor.fields == fields
    assert read_link(editor.link.partition("=")[2]) == Shared("fields-of-despair", fields)
    assert at(editor, "L05") == ["German infantry, 4 SP"]
    assert tutor.from_link(editor.link.partition("=")[2]).state.blocks


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"game": "fields-of-despair"}', '{"game": "x", "fields": {}}'])
def test_a_file_that_is_no_position_is_one_sentence(editor, text):
    before = editor.fields
    editor.page._heard(None, {"do": "upload", "name": "x.json", "text": text}, [])
    assert words(editor.notice.html) and editor.fields == before


def test_a_player_does_not_get_the_enemys_strength_from_the_editor():
    editor = PositionEditor(tutor.open(INTRODUCTION), viewer="allies")
    assert not [p for p in editor.arrangement.pieces() if p.branch != "fortress"]
    press(editor.page, "from", value="*game")
    assert "hides its strength" in words(editor.notice.html)
    assert not [p for p in editor.arrangement.pieces() if p.branch != "fortress"]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_clicked_and_typed_nothing_breaks_and_undo_leads_back(seed, editor):
    rng = random.Random(seed)
    start = deepcopy(editor.fields)
    spaces = list(editor.session.board)
    for _ in range(60):
        match rng.randrange(6):
            case 0:
                press(editor.page, f"tool {rng.choice(['place', 'move', 'remove', 'control'])}")
            case 1 | 2:
                piece = rng.choice(["", *(p.id for p in editor.arrangement.pieces())])
                editor.click(rng.choice(spaces), piece)
            case 3:
                setting = rng.choice(editor.arrangement.settings())
                value = rng.choice(["0", "1", "-5", "99999", "x", "", "cp", True, None, "3 3 bertha"])
                editor.page._heard(None, {"do": "setting", "path": setting.path, "value": value}, [])
            case 4:
                pieces = editor.arrangement.pieces()
                editor.page._heard(
                    None,
                    {"do": "strength", "piece": rng.choice(pieces).id, "value": rng.choice(["7", "-1", "x", "500"])},
                    [],
                )
            case 5:
                press(editor.page, "play") if not editor.problems else None
        assert "Something went wrong" not in editor.notice.html, editor.notice.html
    while editor._history:
        press(editor.page, "undo")
    assert editor.fields == start


def test_a_position_that_no_file_may_hold_is_told_by_its_zone_and_undone():
    made = PositionEditor(tutor.open("global-war/lesson-bombing"))
    assert "Lesson: bombers over Germany" in words(made.page.html)
    before = deepcopy(made.fields)
    palette = made.arrangement.palette()
    for nation, branch, zone in (("germany", "battleship", "bavaria"), ("ussr", "infantry", "london")):
        made._kind = next(i for i, kind in enumerate(palette) if (kind.nation, kind.branch) == (nation, branch))
        made.click(zone, "")
    assert "Bavaria : Battleship" in words(made.page.html) and "germany.bavaria" not in made.page.html
    press(made.page, "play")
    assert "Bavaria: Battleship" in words(made.notice.html)
    press(made.page, "undo")
    assert at(made, "bavaria") and not any("Soviet" in text for text in at(made, "london"))
    press(made.page, "undo")
    assert made.fields == before and made.problems == [] and made.notice.html == ""
