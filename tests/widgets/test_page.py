"""A piece of page: what the browser says is heard, and a call tells it when all that was asked is done."""

from __future__ import annotations

from widgets.page import Page


def test_a_call_is_answered_after_what_was_asked_before(monkeypatch):
    done: list[object] = []
    page = Page("Test", {"work": lambda said: done.append("work")})
    monkeypatch.setattr(page, "send", done.append)
    for said in ({"do": "work"}, {"do": "call", "call": 3}):
        page._heard(page, said, [])
    assert done == ["work", {"answers": 3}]
