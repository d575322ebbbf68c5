"""The dashboard as a learner, two players and a keyboard meet it, in Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

import tutor
from tests.browser.table import MAP, STANDS, click_hex, counters, opened, place, press, prompt
from tests.browser.test_smoke import run_all_cells
from tests.browser.tools import Server, Visit, dashboard, shot

INTRODUCTION = "1914: Introduction"


def pick_introduction(page: Page) -> None:
    page.get_by_label("Scenario").select_option(label=INTRODUCTION)
    press(page, "Open", ".sr-bar")
    expect(page.locator(".sr-where")).to_contain_text(INTRODUCTION)


def to_movement(page: Page) -> None:
    press(page, "Pass", ".sr-decision")
    expect(prompt(page)).to_contain_text("Pick a block to move")


def test_a_learner_moves_errs_fights_undoes_sets_dice_saves_and_loads(voila: Server, page: Page):
    opened(page, voila.url)
    shot(page, "01-opened")

    pick_introduction(page)
    to_movement(page)
    shot(page, "02-movement")

    # Move a block by clicking: it, then where it goes.
    page.locator(f'{MAP} [data-key="J05"]').get_by_role("img", name="German infantry, 8 SP").click()
    expect(prompt(page)).to_contain_text("Move the German infantry 8 in J05")
    shot(page, "03-block-in-hand")

    # A wrong move is explained, with its section.
    before = counters(page)
    click_hex(page, "B06")
    wrong = page.locator(".sr-decision .sr-refused")
    expect(wrong).to_contain_text("Not allowed")
    expect(wrong.locator(".sr-section").first).to_have_text("7.2")
    expect(wrong).to_contain_text(re.compile(r"may move \d hex"))
    shot(page, "04-wrong-move-explained")
    assert counters(page) == before

    click_hex(page, "I05")
    expect(prompt(page)).to_contain_text("Pick a block to move")
    assert counters(page)["I05"] != before["I05"]
    shot(page, "05-moved-into-longwy")

    # Fight, roll by roll.
    page.get_by_role("tab", name="Combat").click()
    page.get_by_label("Step by step: stop before every roll").check()
    press(page, "Done", ".sr-decision")
    expect(prompt(page)).to_contain_text("Artillery counter")
    press(page, "Pass", ".sr-decision")
    stepper = page.locator(".sr-combat")
    for _ in range(12):
        if "Passive dice" in prompt(page).inner_text():
            break
        here = prompt(page).inner_text()
        if "Go on to Infantry Combat" in here:
            press(page, "Infantry Combat in I05 Longwy", ".sr-decision")
        else:
            press(page, "Roll ▶" if "Roll:" in here else "Choose for me ▶", ".sr-combat")
        expect(prompt(page)).not_to_have_text(here)
    expect(prompt(page)).to_contain_text("Passive dice")
    expect(stepper).to_contain_text("odds of this roll")
    shot(page, "06-before-the-dice")
    waiting = prompt(page).inner_text()
    before_roll = counters(page)
    press(page, "Roll ▶", ".sr-combat")
    expect(prompt(page)).not_to_have_text(waiting)
    expect(stepper).to_contain_text("expected")
    shot(page, "07-rolled")

    # Undo it.
    press(page, "↶ Undo", ".sr-decision")
    expect(prompt(page)).to_have_text(waiting)
    assert counters(page) == before_roll
    shot(page, "08-undone")

    # Set the dice by hand: every one a six.
    press(page, "Set the dice", ".sr-combat")
    dice = stepper.locator(".sr-die")
    expect(dice.first).to_be_visible()
    many = dice.count()
    for die in range(many):
        for face in range(1, 6):
            expect(dice.nth(die)).to_have_attribute("aria-label", re.compile(f"shows {face};"))
            dice.nth(die).click()
        expect(dice.nth(die)).to_have_attribute("aria-label", re.compile("shows 6;"))
    shot(page, "09-dice-set")
    press(page, "Roll these", ".sr-combat")
    expect(stepper).to_contain_text(f"{many} hit")
    press(page, "Run to the end", ".sr-combat")
    expect(stepper).to_contain_text("what came of it")
    shot(page, "10-combat-over")

    # Save, reload, load: the same position.
    press(page, "Save and share", ".sr-bar")
    page.locator(".sr-files").get_by_label("Name").fill("marne one")
    press(page, "Save", ".sr-files")
    expect(page.locator(".sr-good")).to_contain_text("Saved as marne one")
    shot(page, "11-saved")
    place_before, prompt_before, map_before = (
        page.locator(".sr-where").inner_text(),
        prompt(page).inner_text(),
        counters(page),
    )
    page.reload()
    expect(page.locator(STANDS).first).to_be_visible(timeout=60_000)
    assert counters(page) != map_before
    press(page, "Save and share", ".sr-bar")
    page.get_by_label("Saved games").select_option("marne one")
    press(page, "Load", ".sr-files")
    expect(page.locator(".sr-good")).to_contain_text("marne one is on the table")
    expect(page.locator(".sr-where")).to_have_text(place_before)
    expect(prompt(page)).to_have_text(prompt_before)
    assert counters(page) == map_before
    shot(page, "12-loaded")


def test_a_link_opens_its_position_and_a_bad_one_is_one_sentence(voila: Server, new_visit: Callable[[], Visit]):
    session = tutor.open("fields-of-despair/lesson-trench-assault")
    page = opened(new_visit().page, f"{voila.url}?position={tutor.link(session)}")
    expect(page.locator(".sr-good")).to_contain_text("position of the link is on the table")
    expect(prompt(page)).to_have_text(session.decision.prompt)
    other = opened(new_visit().page, f"{voila.url}?position=AAAA%3Cscript%3Ealert(1)%3C/script%3E")
    expect(other.locator(".sr-notice")).to_contain_text("could not be opened")
    expect(prompt(other)).to_be_visible()
    shot(other, "13-bad-link")


def test_a_click_counts_where_the_panel_is_painted_between_press_and_release(voila: Server, page: Page):
    opened(page, voila.url)
    button = page.locator(".sr-bar").get_by_role("button", name="Save and share", exact=True)
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.locator(".sr-bar").evaluate("e => { e.innerHTML = e.innerHTML; }")
    page.mouse.up()
    expect(page.locator(".sr-files")).to_be_visible()


def test_every_room_and_tab_opens(voila: Server, page: Page):
    opened(page, voila.url)
    for tab in ("Sequence", "Combat", "Log", "Boards", "Rule"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
    press(page, "Odds lab", ".sr-bar")
    expect(page.locator(".bqplot").first).to_be_visible(timeout=20_000)
    shot(page, "14-odds")
    press(page, "Rulebook", ".sr-bar")
    expect(page.get_by_placeholder(re.compile("Find a rule"))).to_be_visible()
    page.get_by_placeholder(re.compile("Find a rule")).fill("river")
    expect(page.locator(".sr-room").last).to_contain_text("River", ignore_case=True)
    shot(page, "15-rulebook")
    press(page, "Set up", ".sr-bar")
    expect(page.locator(".sr-fine")).to_contain_text("Nothing is wrong")
    shot(page, "16-set-up")


def test_a_position_is_set_up_judged_and_played(voila: Server, page: Page):
    opened(page, voila.url)
    press(page, "Set up", ".sr-bar")
    board = ".sr-editor svg.sr-board"
    expect(page.locator(f"{board} .sr-stacks g").first).to_be_visible()
    for _ in range(4):
        click_hex(page, "F07", board)
    expect(page.locator(".sr-editing .sr-refused")).to_contain_text("the limit is 3")
    shot(page, "17-problem-shown")
    press(page, "Remove", ".sr-editing .sr-card")
    expect(page.locator(".sr-editing .sr-card li")).to_have_count(3)
    press(page, "Control", ".sr-editing")
    page.get_by_label("Give to").select_option(label="Central Powers")
    click_hex(page, "F07", board)
    expect(page.locator(".sr-fine")).to_contain_text("Nothing is wrong")
    press(page, "Play from here", ".sr-editing")
    expect(page.locator(MAP)).to_be_visible()
    expect(page.locator(f'{MAP} .sr-stacks g[data-key="F07"]')).to_have_count(1)
    shot(page, "18-own-position")


def test_the_keyboard_alone_plays_a_turn(voila: Server, page: Page):
    """From the picker to the last decision of the turn, with no mouse."""
    opened(page, voila.url)
    page.mouse.move(0, 0)
    scenario = page.get_by_label("Scenario")
    tab_to(page, "scenario")
    page.keyboard.press("ArrowDown")
    expect(scenario).to_have_value("1914-mobile-war")
    tab_to(page, "scenario")
    page.keyboard.press("ArrowUp")
    expect(scenario).to_have_value("1914-introduction")
    tab_to(page, "open")
    page.keyboard.press("Enter")
    expect(page.locator(".sr-where")).to_contain_text(INTRODUCTION)
    tab_to(page, "act Pass")
    page.keyboard.press("Enter")
    expect(prompt(page)).to_contain_text("Pick a block")
    # On the map: arrows walk, Enter chooses.
    tab_until(page, "e => e.classList.contains('leaflet-container')")
    page.keyboard.press("ArrowRight")
    said = page.locator(".sr-play .sr-board-said")
    expect(said).to_contain_text("A legal choice")
    page.keyboard.press("Enter")
    tab_to(page, "act Pick infantry 14 (DE) in H02 Namur")  # two blocks stand there: the list asks which
    page.keyboard.press("Enter")
    expect(prompt(page)).to_contain_text("Move the German infantry 14 in H02")
    tab_until(page, "e => e.classList.contains('leaflet-container')")
    before = counters(page)
    page.keyboard.press("ArrowDown")
    expect(said).to_contain_text("A legal choice")
    shot(page, "19-keyboard-on-the-map")
    page.keyboard.press("Enter")
    expect(prompt(page)).to_contain_text("Pick a block")
    assert counters(page) != before
    for _ in range(400):
        if page.locator(".sr-decision").get_by_text("The game is over").count():
            break
        decision = page.locator(".sr-decision").inner_html()
        tab_to(page, "play")
        page.keyboard.press("Enter")
        page.wait_for_function("old => document.querySelector('.sr-decision').innerHTML !== old", arg=decision)
    expect(page.locator(".sr-decision")).to_contain_text("The game is over")
    shot(page, "20-turn-played-by-keyboard")


def tab_to(page: Page, key: str) -> None:
    tab_until(page, f"e => e.dataset.key === {key!r}")


def tab_until(page: Page, test: str) -> None:
    for _ in range(400):
        if page.evaluate(f"() => {{const e = document.activeElement; return !!e && ({test})(e)}}"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never reached {test}")


def test_the_dashboard_plays_in_jupyterlab(lab: Server, page: Page):
    page.goto(f"{lab.url}lab/tree/dashboard.ipynb?reset")
    run_all_cells(page)
    expect(page.locator(STANDS).first).to_be_visible(timeout=60_000)
    to_movement(page)
    page.locator(MAP).scroll_into_view_if_needed()
    click_hex(page, "J03")
    expect(prompt(page)).to_contain_text("J03")
    shot(page, "21-in-jupyterlab")


PLANTED = """
import tutor, widgets
session = tutor.position("fields-of-despair", {
    "start": ["turn", "action-phase"], "turn": 2,
    "blocks": {"Germany": {"J05": ["infantry 19", "cavalry 3"]}, "France": {"H06": ["infantry 18", "cavalry 4"]}},
    "boards": {"cp": {"supply": 13, "artillery": 7, "artillery_counters": [3, 3], "lp": 2},
               "allies": {"supply": 11, "artillery": 7, "artillery_counters": [3, 3], "lp": 3}},
})
widgets.Dashboard(session, viewer="VIEWER")
"""


@pytest.mark.parametrize(("viewer", "own", "hidden"), [("allies", "18", "19"), ("cp", "19", "18")])
def test_what_the_other_side_hides_is_nowhere_in_the_page_or_its_messages(
    chromium: str, tmp_path: Path, visit: Visit, viewer: str, own: str, hidden: str
):
    """Two viewers of one game. The strengths stand nowhere else in it: each page has its own and never the other's."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PLANTED.replace("VIEWER", viewer))])
    nbformat.write(notebook, tmp_path / "seat.ipynb")
    with dashboard(tmp_path, str(tmp_path / "seat.ipynb"), ready="pool of seat.ipynb is filled") as server:
        page = opened(visit.page, server.url)
        for hex in ("J05", "H06"):
            page.mouse.move(*place(page, hex))
            expect(page.locator(".sr-tip").first).to_contain_text(hex)
            click_hex(page, hex)
        for tab in ("Sequence", "Combat", "Log", "Boards", "Rule"):
            page.get_by_role("tab", name=tab).click()
            expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        for room in ("Odds lab", "Rulebook", "Set up", "Play"):
            press(page, room, ".sr-bar")
            expect(page.locator(".sr-bar").get_by_role("button", name=room)).to_have_attribute("aria-pressed", "true")
        page.wait_for_timeout(500)
        source = page.content()
        shot(page, f"24-as-{viewer}")
        page.goto("about:blank")  # before its server goes

        def told(strength: str) -> list[str]:
            on_counter = f'font-weight="700">{strength}<'  # in a page, and in a message, where quotes are escaped
            signs = [f"{strength} SP", on_counter, on_counter.replace('"', chr(92) + '"'), f"infantry {strength}"]
            signs += [f'"sp": {strength}', f"strength {strength}"]
            return [sign for sign in signs if sign in source or visit.received(sign)]

        assert told(own), "the viewer's own strength is shown"
        assert told(hidden) == []


def test_tablet_sizes_keep_everything_in_reach(voila: Server, page: Page):
    for width, height in ((1280, 800), (1024, 768), (800, 1280)):
        page.goto("about:blank")
        page.set_viewport_size({"width": width, "height": height})
        opened(page, voila.url)
        press(page, "Pass", ".sr-decision")
        expect(prompt(page)).to_contain_text("Pick a block to move")
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width + 1, f"{wide} at {width}"
        shot(page, f"22-at-{width}x{height}")


def test_every_picture_has_words(voila: Server, page: Page):
    opened(page, voila.url)
    bare = page.evaluate(
        """() => [...document.querySelectorAll('.sr-dashboard svg, .sr-dashboard img')].filter(e =>
            !e.closest('[aria-hidden=true]') && !e.closest('[role=img][aria-label]') && !e.getAttribute('aria-label') &&
            !e.getAttribute('alt') && !e.querySelector('title') && !e.classList.contains('leaflet-image-layer'))
            .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert bare == []
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('.sr-dashboard button, .sr-dashboard input, .sr-dashboard select')].filter(e =>
            !(e.textContent || '').trim() && !e.getAttribute('aria-label') && !e.closest('label') && !e.title)
            .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert unnamed == []


def test_hover_tells_what_stands_there(voila: Server, page: Page):
    opened(page, voila.url)
    page.mouse.move(*place(page, "H02"))
    expect(page.locator(".sr-tip").first).to_contain_text("Namur")
    expect(page.locator(".sr-tip").first).to_contain_text("German infantry, 14 SP")
    shot(page, "23-hover")
