"""The log: the viewer's story, no word more, and the way back to any moment of it."""

import re
import time
from html import unescape

import pytest

import tutor
from tests.engine.pictures import picture
from tests.engine.test_session import toy
from tutor.engine.errors import BadInput
from tutor.engine.play import random_policy
from widgets import LogPanel, Seat
from widgets.log_panel import AT_ONCE, HEADINGS


def played(decisions, scenario="grand-campaign", seed=3):
    session = tutor.open(f"fields-of-despair/{scenario}", seed=seed)
    choose = random_policy(seed)
    for _ in range(decisions):
        if not session.over:
            session.submit(choose(session))
    return session


@pytest.fixture(scope="module")
def long_game():
    return played(700)


def click(panel, **said):
    panel.page._heard(None, said, [])


def rows(panel):
    return [
        unescape(re.sub(r"<[^>]+>", "", row))
        for row in re.findall(r'sr-entry-text">(.*?)</span><button class="sr-section"', panel.page.html)
    ]


# --- what is shown ---


@pytest.mark.parametrize("player", ["allies", "cp"])
def test_nothing_hidden_from_the_viewer_is_in_the_page(long_game, player):
    panel = LogPanel(long_game, viewer=player)
    panel.most = 10_000
    panel.refresh()
    page = unescape(panel.page.html + panel.controls.html)
    known = {panel._words(event) for event in long_game.view(player).log}
    hidden = [e for e in long_game.log if e.only and player not in e.only and panel._words(e) not in known]
    assert len(hidden) > 30
    for event in hidden:
        words = panel._words(event).removeprefix(f"{long_game.game.player_name(event.by)} ")
        if not any(words in told for told in known):
            assert words not in page
    assert len(rows(panel)) + panel.page.html.count("<h4") == len(long_game.view(player).log)


def test_the_panel_never_reads_the_log_of_the_session_to_paint(long_game, monkeypatch):
    seat = Seat(long_game, viewer="cp")
    seat.view  # noqa: B018
    monkeypatch.setattr(type(long_game), "log", property(lambda self: pytest.fail("the whole log was read")))
    LogPanel(seat)


def test_entries_have_section_player_and_dice(long_game):
    panel = LogPanel(long_game, viewer="cp")
    panel._only({"field": "kind", "value": "rolled"})
    assert "&quot;section&quot;: &quot;7.3.1/resolve&quot;" in panel.page.html
    assert "sr-face" in panel.page.html and "gives [" not in panel.page.html
    assert "Central Powers" in panel.page.html
    panel._only({"field": "kind", "value": "drew"})
    assert "sr-cube" in panel.page.html and "Naval bag" in panel.page.html


def test_turns_and_phases_are_headings(long_game):
    html = LogPanel(long_game, viewer="cp").page.html
    assert re.search(
        r'<h4 class="sr-log-phase"><span>Turn \d, Action Phase \d: (Central Powers|Allies) is Active\.', html
    )


def test_a_click_on_a_section_asks_for_its_rule(long_game):
    panel = LogPanel(long_game)
    click(panel, do="rule", section="7.2")
    assert panel.seat.section == "7.2"


# --- filter ---


def test_filters_by_player_phase_kind_and_section(long_game):
    panel = LogPanel(long_game, viewer="cp")
    panel.most = 10_000
    log = long_game.view("cp").log

    def count(**wanted):
        for field in ("by", "phase", "kind", "section"):
            panel._only({"field": field, "value": wanted.get(field, "")})
        panel.most = 10_000
        panel.refresh()
        return panel.page.html.count("sr-entry-text")

    log = [e for e in log if e.kind not in HEADINGS]
    assert count(by="allies") == sum(e.by == "allies" for e in log)
    assert count(kind="rolled") == sum(e.kind == "rolled" for e in log)
    assert count(section="6.4") == sum(f"{e.section}.".startswith(("6.4.", "6.4/")) for e in log)
    naval = {"naval-declare", "naval-draw", "naval-losses", "usw-roll", "usw-losses", "naval-return"}
    assert count(phase="naval") == sum(e.step in naval for e in log) > 0
    assert count(section="Nancy") == sum("nancy" in e.text.lower() for e in log)
    assert count(section="no such word") == 0
    assert "No entry fits" in panel.page.html
    click(panel, do="clear")
    assert panel.page.html.count("sr-entry-text") > 50


def test_an_unknown_filter_is_told_in_one_sentence(long_game):
    panel = LogPanel(long_game)
    panel._only({"field": "mood", "value": "x"})
    assert "not by &#x27;mood&#x27;" in panel.notice.html


def test_typing_in_the_filter_does_not_paint_it_again(long_game):
    panel = LogPanel(long_game)
    before = panel.controls.html
    panel._only({"field": "section", "value": "7.3"})
    assert panel.controls.html == before


# --- how much ---


def test_the_newest_are_shown_and_earlier_ones_on_demand(long_game):
    panel = LogPanel(long_game, viewer="cp")
    total = len(long_game.view("cp").log)
    assert total > 2 * AT_ONCE

    def shown():  # the heading that the first entry stands under comes on top
        return panel.page.html.count("sr-entry-text") + panel.page.html.count("<h4")

    assert AT_ONCE <= shown() <= AT_ONCE + 1 and "data-at-end" in panel.page.html
    assert panel.page.html.index("<h4") < panel.page.html.index("sr-entry-text")
    click(panel, do="earlier")
    assert 2 * AT_ONCE <= shown() <= 2 * AT_ONCE + 1
    assert "data-at-end" not in panel.page.html


def test_an_empty_log_says_so():
    assert "Nothing has happened yet" in LogPanel(tutor.open("fields-of-despair/lesson-supply")).page.html


# --- looking back ---


def record(session, policy):
    """The picture of the game at every decision, with the length of the log there."""
    moments = [(len(session.log), picture(session))]
    while not session.over and len(moments) < 500:
        session.submit(policy(session))
        moments.append((len(session.log), picture(session)))
    return moments


@pytest.mark.parametrize("seed", range(3))
def test_as_of_is_the_game_as_it_was(seed):
    session = tutor.open("fields-of-despair/1914-introduction", seed=seed)
    moments = record(session, random_policy(seed))
    before = picture(session)
    for logged in range(0, len(session.log) + 1, 3):
        expected = next(shown for length, shown in moments if length >= logged)
        assert picture(session.as_of(logged)) == expected
    assert picture(session) == before


def test_as_of_in_the_toy_game_with_interrupts():
    session = toy(7)
    moments = record(session, random_policy(7))
    for logged in range(len(session.log) + 1):
        assert picture(session.as_of(logged)) == next(shown for length, shown in moments if length >= logged)


def test_as_of_reaches_behind_what_a_save_keeps(tmp_path):
    session = tutor.open("fields-of-despair/1914-introduction", seed=5)
    moments = record(session, random_policy(5))
    session.save(tmp_path / "game.json")
    loaded = tutor.load(tmp_path / "game.json")
    before = picture(loaded)
    for logged in (0, 1, 10, len(session.log) // 2, len(session.log)):
        assert picture(loaded.as_of(logged)) == next(shown for length, shown in moments if length >= logged)
    assert picture(loaded) == before


def test_as_of_is_not_watched_and_leaves_redo_alone(long_game):
    session = long_game.fork()
    heard = []
    session.watch(lambda: heard.append(1))
    session.undo()
    heard.clear()
    then = session.as_of(len(session.log) // 2)
    then.submit(then.legal()[0])
    assert not heard and session.redo() is not None


@pytest.mark.parametrize("logged", [-1, 10**6])
def test_as_of_refuses_what_is_not_in_the_log(long_game, logged):
    with pytest.raises(BadInput, match="look back to a number"):
        long_game.as_of(logged)


def test_as_of_near_the_end_is_quick(long_game):
    took = []
    for back in range(1, 30):
        start = time.perf_counter()
        long_game.as_of(len(long_game.log) - back)
        took.append(time.perf_counter() - start)
    assert sorted(took)[len(took) // 2] < 0.02


def test_an_entry_leads_to_the_board_after_it(long_game):
    panel = LogPanel(long_game, viewer="allies")
    log = long_game.view("allies").log
    for entry in (0, len(log) // 2, len(log) - 1):
        click(panel, do="then", entry=entry)
        seen = panel.looking_back.view("allies").log
        assert seen[: entry + 1] == log[: entry + 1]
        before = long_game.view("allies").log[:entry]
        assert len(seen) > len(before)
    assert "The board as it was" in panel.page.html and panel.moment.startswith("after: ")
    click(panel, do="now")
    assert panel.looking_back is None and panel.moment == "" and "The board as it was" not in panel.page.html


def test_looking_back_ends_when_the_game_or_the_viewer_changes(long_game):
    session = long_game.fork()
    panel = LogPanel(session, viewer="allies")
    panel.look_back(3)
    panel.seat.changed()  # a repaint alone is no change
    assert panel.looking_back is not None
    panel.active = False
    session.submit(session.legal()[0])
    assert panel.looking_back is None
    panel.look_back(3)
    panel.seat.viewer = "cp"
    assert panel.looking_back is None


def test_setting_looking_back_to_none_returns(long_game):
    panel = LogPanel(long_game)
    panel.look_back(3)
    panel.looking_back = None
    assert "Return to now" not in panel.page.html


@pytest.mark.parametrize("entry", [-1, 10**6, "three", None])
def test_a_bad_entry_is_told_and_changes_nothing(long_game, entry):
    panel = LogPanel(long_game)
    click(panel, do="then", entry=entry)
    assert panel.looking_back is None and "sr-notice" in panel.notice.html


def test_the_page_does_not_tell_how_much_is_hidden(long_game):
    panel = LogPanel(long_game, viewer="cp")
    numbers = [int(n) for n in re.findall(r"&quot;entry&quot;: (\d+)", panel.page.html)]
    total = len(long_game.view("cp").log)
    assert max(numbers) <= total - 1 < len(long_game.log) - 1
