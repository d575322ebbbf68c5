"""Everything together: pick, open, sides and opponents, files, links, rooms and tabs."""

from __future__ import annotations

import json

import pytest

import tutor
from tests.widgets.conftest import press, words
from tutor.engine.saves import FIELDS, _digests, packed
from tutor.games.fields_of_despair.actions import Pass
from widgets.dashboard import ROOMS, TABS, Dashboard
from widgets.dice import dice_row, drawn_row
from widgets.home import home, kept_path

FORTRESS = "fields-of-despair/lesson-fortress"


def said(board: Dashboard) -> str:
    return words(board.notice.html)


@pytest.mark.parametrize("name", tutor.scenarios())
def test_every_scenario_opens_with_every_room_and_tab(name):
    board = Dashboard(tutor.open(name, seed=1))
    for tab in TABS:
        board.tab = tab
    for room in ROOMS:
        board.room = room
    board.room = "play"
    panels = [board.map, board.decision, *(board.panel(tab) for tab in TABS)]
    assert [words(p.notice.html) for p in panels] == [""] * len(panels) and said(board) == ""


def test_a_scenario_is_picked_and_opened():
    board = Dashboard()
    first = board.session
    press(board.bar, "scenario", value="lesson-fortress")
    assert board.session is first
    press(board.bar, "open")
    assert board.session.scenario.id == "lesson-fortress"
    assert "forts of Liege" in words(board.where.html)
    assert "Artillery counter" in words(board.decision.page.html)


def test_a_side_and_an_opponent():
    board = Dashboard()
    press(board.bar, "side", value="allies")
    assert board.viewer == "allies" and "decide now" in words(board.decision.page.html)
    press(board.bar, "opponent", value="cautious")
    assert board.session.over or board.session.decision.who in ("allies", "")
    press(board.bar, "side", value="")
    assert board.seat.opponents == {} and board.viewer == ""


def test_save_and_load_are_the_same_position():
    board = Dashboard(tutor.open(FORTRESS, seed=3))
    board.decision.choose(board.session.legal()[1])
    press(board.bar, "files")
    board.bar._heard(None, {"do": "save", "values": {"name": "one"}}, [])
    assert "Saved as one" in said(board) and kept_path("saves", "one").exists()
    before, log = board.session.state, board.session.log
    other = Dashboard()
    other.bar._heard(None, {"do": "load", "values": {"name": "one"}}, [])
    assert other.session.state == before and other.session.log == log
    assert "one is on the table" in said(other)


@pytest.mark.parametrize("name", ["", "../../x", "a/b", "..", ".hidden", "x" * 61, "con\\x", "ok."])
def test_a_name_that_leads_elsewhere_is_refused(name):
    board = Dashboard()
    board.bar._heard(None, {"do": "save", "values": {"name": name}}, [])
    assert "letters, digits" in said(board)
    board.bar._heard(None, {"do": "load", "values": {"name": name}}, [])
    assert "letters, digits" in said(board)
    assert not list(home().rglob("*.json"))


def test_a_file_is_downloaded_and_opened(sent):
    board = Dashboard(tutor.open(FORTRESS, seed=3))
    board.decision.choose(board.session.legal()[1])
    press(board.bar, "files")
    press(board.bar, "download")
    text = sent[-1][1]["content"]["download"]["text"]
    assert text == packed(board.session).decode()
    other = Dashboard()
    other.bar._heard(None, {"do": "upload", "name": "mine.json", "text": text}, [])
    assert other.session.state == board.session.state


@pytest.mark.parametrize(
    "message",
    [
        {"name": "a.json", "text": "not a game"},
        {"name": "a.json", "text": "{}"},
        {"name": "a.json"},
        {"name": "a.json", "large": 10**9},
        {"name": "<img src=x onerror=alert(1)>", "text": "{"},
    ],
)
def test_a_file_that_is_no_game_is_one_sentence_and_changes_nothing(message):
    board = Dashboard()
    before = board.session
    board.bar._heard(None, {"do": "upload", **message}, [])
    assert board.session is before and said(board) and "<img" not in board.notice.html


def test_a_save_that_a_stranger_signed_again_is_played_through_and_refused():
    """The digests are no secret: whoever edits a file can make them fit."""
    board = Dashboard(tutor.open("fields-of-despair/grand-campaign", seed=2))
    for _ in range(60):
        board.session.submit(board.session.legal()[0])
    whole = json.loads(packed(board.session))
    rolled = next(e for e in whole["log"] if e["kind"] == "rolled")
    rolled["data"]["faces"] = ["<img src=x onerror=alert(1)>"]
    whole["digests"] = _digests({field: whole[field] for field in FIELDS})
    other = Dashboard()
    before = other.session
    other.bar._heard(None, {"do": "upload", "name": "x.json", "text": json.dumps(whole)}, [])
    assert other.session is before and "log" in said(other)
    assert "<img" not in dice_row(rolled["data"])
    assert len(drawn_row({"red": 10**7})) < 10_000


def test_what_both_sides_know_does_not_leave_the_page_of_one_player(sent):
    board = Dashboard(tutor.open(FORTRESS), viewer="cp")
    press(board.bar, "files")
    sent.clear()
    press(board.bar, "download")
    assert "other side hides" in said(board)
    press(board.bar, "share")
    assert "other side hides" in said(board)
    assert "download" not in json.dumps(sent, default=str) and "position=" not in json.dumps(sent, default=str)


def test_the_screen_is_handed_over_behind_a_curtain():
    board = Dashboard(viewer="allies")
    press(board.decision.page, "eyes")
    assert board.seat.viewer == "allies" and board._rooms["play"].layout.visibility == "hidden"
    press(board.cover, "sit")
    assert board.viewer == "cp" and board._rooms["play"].layout.visibility == "visible"
    assert '<option value="cp" selected>' in board.bar.html


def test_a_game_that_is_replaced_is_kept_and_a_loaded_one_stands_as_it_was_left():
    board = Dashboard("fields-of-despair/1914-introduction", viewer="allies")
    board.bar._heard(None, {"do": "save", "values": {"name": "left here"}}, [])
    press(board.bar, "opponent", value="random")
    moved = board.session.state
    board.bar._heard(None, {"do": "load", "values": {"name": "left here"}}, [])
    assert board.session.decisions_made == 0 and board.seat.opponents == {}
    board.bar._heard(None, {"do": "load", "values": {"name": "last game"}}, [])
    assert board.session.state == moved


def test_a_panel_out_of_sight_forgets_what_the_last_viewer_saw():
    board = Dashboard(viewer="cp")
    board.tab = "boards"
    board.tab = "sequence"
    board.room = "setup"
    board.room = "play"
    board.viewer = "allies"
    assert "Central Powers" not in words(board.boards.page.html).partition("Force Pool")[0].partition("Player board")[2]
    editor = board._rooms["setup"]
    assert not [p for p in editor.arrangement.pieces() if p.branch != "fortress"]


def test_an_edited_save_is_refused():
    board = Dashboard(tutor.open(FORTRESS))
    whole = json.loads(packed(board.session))
    whole["seed"] = 99
    before = board.session
    board.bar._heard(None, {"do": "upload", "name": "x.json", "text": json.dumps(whole)}, [])
    assert board.session is before and "seed" in said(board)


def test_a_link_is_made_and_opened(sent):
    board = Dashboard(tutor.open(FORTRESS))
    board._place({"address": "http://127.0.0.1:1/", "query": ""})
    press(board.bar, "files")
    press(board.bar, "share")
    link = next(data["content"]["copy"] for _, data in reversed(sent) if "copy" in str(data))
    other = Dashboard()
    other._place({"address": "http://127.0.0.1:1/", "query": link.partition("/?")[2] and "?" + link.partition("?")[2]})
    assert other.session.decision.prompt == board.session.decision.prompt
    assert other.session.scenario.title == board.session.scenario.title


def test_a_title_in_a_link_is_only_words():
    from tutor.engine.links import Shared, link_text

    fields = tutor.open(FORTRESS).game.fields(tutor.open(FORTRESS))
    text = link_text(Shared("fields-of-despair", {**fields, "title": "<script>alert(1)</script>"}))
    board = Dashboard()
    board._place({"address": "", "query": f"?position={text}"})
    for tab in TABS:
        board.tab = tab
    pages = [board.bar, board.where, board.notice, board.decision.page, board.tree.page]
    assert "&lt;script&gt;" in board.where.html
    assert not any("<script" in page.html for page in pages)


def test_a_rule_asked_for_anywhere_opens_its_card():
    board = Dashboard()
    board.decision.page._heard(None, {"do": "rule", "section": "7.2.3"}, [])
    assert board.tab == "rule" and "7.2.3" in words(board.rule.page.html)


def test_the_log_shows_the_board_as_it_was_and_now_again():
    board = Dashboard(tutor.open("fields-of-despair/1914-introduction", seed=2))
    board.decision.choose(Pass())
    start = dict(board.map.overlay.drawn["stacks"])
    board.map.click("J03")
    board.map.click(next(s for s in board.map.highlighted if s != "J03"))
    moved = dict(board.map.overlay.drawn["stacks"])
    assert moved != start
    board.story.look_back(0)
    assert board.map.overlay.drawn["stacks"] == start and "Return to now" in words(board.where.html)
    board.map.click("J04")
    assert board.session.decision.prompt.startswith("Pick a block")
    press(board.where, "now")
    assert board.map.overlay.drawn["stacks"] == moved


def test_a_dashboard_can_be_scripted():
    board = Dashboard(tutor.open(FORTRESS))
    board.session.submit(board.session.legal()[1])
    assert "I02" in words(board.decision.page.html)
    board.session = tutor.open("fields-of-despair/lesson-supply")
    board.viewer = "allies"
    assert board.seat.player == "allies" and "supply" in words(board.where.html).lower()
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = board.nothing_like_it


def test_hidden_panels_are_not_repainted():
    board = Dashboard(tutor.open("fields-of-despair/1914-introduction"))
    board.tab = "log"
    before = board.tree.page.html
    while board.session.where[-1].id != "move":
        board.decision.choose(Pass())
    assert board.tree.page.html == before
    board.tab = "sequence"
    assert board.tree.page.html != before


def test_the_learning_rooms_follow_the_game():
    dashboard = Dashboard("fields-of-despair/1914-introduction")
    dashboard.room = "practice"
    first = dashboard._rooms["practice"]
    assert first.game_id == "fields-of-despair"
    dashboard.session = tutor.open("global-war/lesson-france-1940", seed=1)
    assert dashboard._rooms["practice"].game_id == "global-war"
    assert first not in dashboard.children and dashboard._rooms["practice"] in dashboard.children


def test_a_message_of_one_room_is_not_carried_into_the_next():
    made = Dashboard()
    made.tell("The game before is among the saved games.", good=True)
    press(made.bar, "room odds")
    assert made.notice.html == "" and made.room == "odds"
