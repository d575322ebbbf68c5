"""Links hold a position and nothing else; whatever is wrong with one is told in one sentence."""

from __future__ import annotations

import base64
import zlib

import msgspec
import pytest

import tutor
from tutor.engine.errors import StaffRideError
from tutor.engine.links import MOST_DATA, MOST_TEXT, Shared, link_text, read_link


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def shown(session, player):
    """The pieces as a player sees them; their numbers are new in a new game."""
    pieces = session.game.pieces(session.view(player).board)
    return sorted(str(msgspec.structs.replace(piece, id="")) for piece in pieces)


@pytest.mark.parametrize("name", tutor.scenarios("fields-of-despair"))
def test_a_link_opens_the_same_position(name):
    session = tutor.open(name, seed=4)
    text = tutor.link(session)
    assert len(text) < 4000
    again = tutor.from_link(text)
    for player in session.game.players:
        assert shown(again, player) == shown(session, player)
    assert again.where[-1].id == session.where[-1].id
    assert again.decision is not None and session.decision is not None
    assert again.decision.prompt == session.decision.prompt


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%%%",
        "abc",
        "A" * (MOST_TEXT + 1),
        "../../etc/passwd",
        packed(b"not json"),
        packed(b"[]"),
        packed(b'{"game": "fields-of-despair"}'),
        packed(b'{"game": "nothing", "fields": {}}'),
        packed(b'{"game": "fields-of-despair", "fields": {}, "run": "rm"}'),
        packed(b'{"game": "fields-of-despair", "fields": {"blocks": {"Germany": {"Z99": ["infantry 4"]}}}}'),
        packed(b'{"game": "fields-of-despair", "fields": {"map": "../../secret"}}'),
        packed(b'{"game": "fields-of-despair", "fields": {"start": ["nowhere"]}}'),
        packed(b'{"game": "fields-of-despair", "fields": {"turn": 99}}'),
        packed(b'{"game": "fields-of-despair", "fields": {}, "options": {"no-such": true}}'),
        packed(b"[" * 50_000 + b"]" * 50_000),
        packed(b" " * (MOST_DATA + 10)),
        packed(b'{"game": "fields-of-despair", "fields": {}}')[:-6],
    ],
)
def test_a_bad_link_is_one_sentence(text):
    with pytest.raises(StaffRideError) as told:
        tutor.from_link(text)
    assert "\n" not in str(told.value) and len(str(told.value)) < 600


def test_a_bomb_is_not_unpacked():
    with pytest.raises(StaffRideError, match="too much"):
        read_link(packed(b'{"game": "' + b"x" * 5_000_000 + b'"}'))


def test_a_position_too_large_for_a_link_is_refused():
    huge = Shared("fields-of-despair", {"title": msgspec.json.encode(list(range(30_000))).decode()})
    with pytest.raises(StaffRideError, match="too large"):
        link_text(huge)
