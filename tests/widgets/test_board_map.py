"""The map: what is drawn, what a click means, and that only what changed is sent."""

from __future__ import annotations

import json

import pytest

import tutor
from tests.widgets.conftest import as_text, words
from tutor.board.draw import Picture
from tutor.board.maps import load_map, map_names
from tutor.engine.showing import Piece
from tutor.games.fields_of_despair.actions import Pass
from widgets.board_map import BoardMap
from widgets.counters import counter, piles, stack
from widgets.seat import Seat

INTRODUCTION = "fields-of-despair/1914-introduction"


def to_movement(seat: Seat) -> None:
    while seat.session.where[-1].id != "move":
        seat.act(Pass())


@pytest.fixture
def board() -> BoardMap:
    return BoardMap(tutor.open(INTRODUCTION, seed=1))


@pytest.mark.parametrize("name", map_names())
def test_the_middle_of_every_space_leads_back_to_it(name):
    picture = Picture(load_map(name))
    spaces = list(picture.board)[:: max(1, len(picture.board) // 400)]
    found = [space for space in spaces if picture.space_at(*picture.middle(space)) == space]
    # The label point of a few island groups lies on the sea between them.
    assert len(found) >= (1 if picture.board.hexes else 0.97) * len(spaces)


def test_every_piece_that_the_viewer_sees_is_drawn_with_words(board):
    pieces = board.session.game.pieces(board.seat.view.board)
    drawn = "".join(board.overlay.drawn["stacks"].values())
    assert len(pieces) > 30
    assert drawn.count("data-piece=") >= len({p.space for p in pieces})
    for space, here in piles(pieces).items():
        for pile in here:
            assert any(f'data-piece="{p.id}"' in board.overlay.drawn["stacks"][space] for p in pile)


def test_a_hidden_block_shows_its_nation_and_nothing_else():
    piece = Piece("block-1", "H02", "cp", "Germany", "unknown", hidden=True, text="German block, hidden")
    game = tutor.open(INTRODUCTION).game
    drawn = counter(piece, game.liveries, 40)
    assert "DE" in drawn and "hidden" in drawn
    open_one = Piece("block-1", "H02", "cp", "Germany", "infantry", "14", text="German infantry, 14 SP")
    assert ">14<" in counter(open_one, game.liveries, 40)


def test_a_pile_tells_how_many_it_holds():
    many = [Piece(f"b{i}", "H02", "cp", "Germany", "infantry", str(i)) for i in range(6)]
    drawn = stack([many], {}, (0, 0), 30)
    assert ">6<" in drawn and drawn.count("data-piece") == 4


def test_legal_spaces_are_outlined_and_only_those(board):
    to_movement(board.seat)
    view = board.seat.view.board
    legal = {board.session.game.spaces(view, a)[-1] for a in board.seat.legal() if board.session.game.spaces(view, a)}
    assert legal and set(board.highlighted) == legal == set(board.overlay.drawn["under"])


def test_a_click_picks_a_block_and_a_second_one_moves_it(board):
    to_movement(board.seat)
    board.click("J03")
    assert "J03" in board.session.decision.prompt
    assert "chosen J03" in board.overlay.drawn["over"]
    target = next(s for s in board.highlighted if s != "J03" and board.session.board.distance("J03", s) == 1)
    board.click(target)
    assert board.session.inputs[-1].path == (target,)
    assert board.seat.refused is None


def test_of_several_ways_to_a_hex_the_shortest_is_taken(board):
    to_movement(board.seat)
    board.click("J05")
    for action in board.picked[:1]:
        board.seat.act(action)
    near = [s for s in board.highlighted if board.session.board.distance("J05", s) == 1]
    board.click(near[0])
    assert board.session.inputs[-1].path == (near[0],)


def test_a_stack_of_several_blocks_offers_the_choice(board):
    to_movement(board.seat)
    board.click("H02")
    assert len(board.picked) == 2 and board.seat.space == "H02"
    board.click("H02", piece=board.session.game.piece_of(board.picked[0]))
    assert board.session.decisions_made and "H02" in board.session.decision.prompt


def test_an_illegal_click_is_explained_with_its_section_and_changes_nothing(board):
    to_movement(board.seat)
    board.click("J03")
    made, state = board.session.decisions_made, board.session.state
    board.click("A04")
    tried, rulings = board.seat.refused
    assert "A04" in tried and [r.section for r in rulings] == ["7.2"]
    assert board.session.decisions_made == made and board.session.state is state


def test_only_what_changed_is_sent(sent):
    board = BoardMap(tutor.open(INTRODUCTION, seed=1))
    to_movement(board.seat)
    whole = len(as_text(list(sent)))
    board.click("J03")
    sent.clear()
    board.click(next(s for s in board.highlighted if board.session.board.distance("J03", s) == 1))
    custom = [data["content"] for kind, data in sent if data and data.get("method") == "custom"]
    changed = {key for message in custom for key in message.get("changes", {}).get("stacks", {})}
    assert 1 <= len(changed) <= 3
    assert len(as_text(list(sent))) < whole / 5
    assert not any("image/svg" in json.dumps(data, default=str) for _, data in sent)


def test_a_point_outside_the_map_does_nothing(board):
    before = board.seat.revision
    board._heard({"do": "click", "at": [-500, -500]})
    board._heard({"do": "click", "at": ["x", None]})
    board._heard({"do": "click"})
    assert board.seat.revision == before


def test_hover_tells_the_ground_and_the_stack_as_the_viewer_may_know_it():
    board = BoardMap(tutor.open(INTRODUCTION), viewer="allies")
    told = words(board.words_for("H02"))
    assert "Namur" in told and "hidden" in told and "14" not in told
    assert "14" in words(BoardMap(tutor.open(INTRODUCTION), viewer="cp").words_for("H02"))


def test_the_keyboard_walks_over_the_map_and_chooses(board, sent):
    to_movement(board.seat)
    board._heard({"do": "key", "key": "e"})
    start = board._cursor
    assert start in board.highlighted
    seen = {start}
    for key in ("n", "s", "w", "e", "s"):
        board._heard({"do": "key", "key": key})
        assert board._cursor in (start, *board.session.board.neighbours[start])
        start = board._cursor
        seen.add(start)
    assert len(seen) > 2
    board._cursor = "J03"
    board._heard({"do": "key", "key": "enter"})
    assert "J03" in board.session.decision.prompt
    board._heard({"do": "key", "key": "escape"})
    assert board.seat.space == ""


def test_two_panels_on_one_session_keep_in_step():
    session = tutor.open(INTRODUCTION)
    one, other = BoardMap(session), BoardMap(session)
    to_movement(one.seat)
    assert one.highlighted == other.highlighted != ()


def test_a_fault_in_a_callback_is_told_and_logged_and_the_game_stays(board, monkeypatch, tmp_path):
    from widgets.home import home, logger

    to_movement(board.seat)
    before = board.session.state
    logger.cache_clear()
    monkeypatch.setattr(type(board.session.game), "meant", lambda *a: 1 / 0)
    board.click("A04")
    assert "ZeroDivisionError" in board.notice.html and "Your game is as it was" in board.notice.html
    assert board.session.state is before
    assert "ZeroDivisionError" in (home() / "staff-ride.log").read_text()
    logger.cache_clear()


def test_a_second_click_puts_the_block_back_and_a_click_on_another_takes_that(board):
    to_movement(board.seat)
    board.click("L09")
    assert "L09" in board.session.decision.prompt
    board.click("L09")
    assert board.session.decision.prompt.startswith("Pick a block")
    board.click("L09")
    board.click("H02", "block-1")
    assert "H02" in board.session.decision.prompt and board.seat.refused is None
    board._heard({"do": "key", "key": "escape"})
    assert board.session.decision.prompt.startswith("Pick a block")
