"""Panels without a browser: what they send is recorded, what they keep goes to a folder of the test."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm


class Recording(BaseComm):
    """A line to a browser that writes down everything said on it."""

    sent: list[Any] = []

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        Recording.sent.append((msg_type, data))


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("STAFF_RIDE_HOME", str(tmp_path / "home"))


@pytest.fixture
def sent(monkeypatch) -> list[Any]:
    """Every message to the browser from now on."""
    Recording.sent = []
    monkeypatch.setattr(comm, "create_comm", lambda *args, **kwargs: Recording(*args, **kwargs))
    return Recording.sent


def as_text(messages: list[Any]) -> str:
    """Messages in the order sent, with the names of models numbered in the order they come up."""
    text = json.dumps(messages, default=str, sort_keys=True)
    names: dict[str, str] = {}
    return re.sub(
        r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])|side-\d+(?=-)",
        lambda m: names.setdefault(m.group(), f"model-{len(names)}"),
        text,
    )


def words(html: str) -> str:
    """What a reader sees of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def press(page: Any, key: str, **more: Any) -> None:
    """Do what the element with this key does when it is clicked or filled in."""
    tag = re.search(rf'<[a-z]+ [^>]*data-key="{re.escape(key)}"[^>]*>', page.html)
    assert tag, f"no element {key!r} in {page.html[:2000]}"
    assert " disabled" not in tag.group(), f"{key!r} cannot be pressed now"
    sends = re.search(r'data-(?:do|change|input)="([^"]*)"', tag.group())
    assert sends, f"{key!r} sends nothing"
    page._heard(page, {**json.loads(unescape(sends.group(1))), **more}, [])
