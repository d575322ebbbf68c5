"""The world in Chromium: a scenario is opened, units are moved, a wrong move is explained, a battle is fought."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.table import MAP, press, prompt
from tests.browser.tools import Server, shot
from tutor.board.draw import Picture
from tutor.board.maps import load_map

QUICK = 150  # milliseconds from a click to the new picture, on a machine that has nothing else to do
BUSY = 6  # how much slower a shared machine may be


def picture() -> Picture:
    return Picture(load_map("world-zones"))


def on_screen(page: Page, zone: str, board: str = MAP) -> tuple[float, float]:
    """Where the middle of a zone is on the screen."""
    drawn = picture()
    x, y = drawn.middle(zone)
    left, top, width, height = page.locator(board).evaluate(
        "e => {const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]}"
    )
    return left + x / drawn.width * width, top + y / drawn.height * height


def click_zone(page: Page, zone: str, dx: float = 0, dy: float = 0) -> float:
    """Click a zone and wait until the map has answered; how long that took."""
    container = page.locator(MAP).locator("xpath=ancestor::div[contains(@class,'leaflet-container')]")
    before = container.get_attribute("data-repaints") or "0"
    x, y = on_screen(page, zone)
    page.mouse.click(x + dx, y + dy)
    expect(container).not_to_have_attribute("data-repaints", before)
    return float(container.get_attribute("data-repainted") or 0)


def opened(page: Page, url: str, scenario: str) -> None:
    """Open the dashboard and put a scenario of Global War on the table."""
    page.goto(url)
    expect(page.locator(f"{MAP} .sr-stacks g").first).to_be_attached(timeout=60_000)
    page.locator('[data-key="game"]').select_option("global-war")
    page.locator('[data-key="scenario"]').select_option(scenario)
    press(page, "Open", ".sr-bar")
    expect(page.locator(f"{MAP} .sr-labels g").first).to_be_attached(timeout=30_000)


def look_at(page: Page, part: str) -> None:
    page.locator(".sr-play .sr-vistas").get_by_role("button", name=part, exact=True).click()
    page.wait_for_timeout(700)  # the map glides there


def standing(page: Page, zone: str) -> str:
    """What stands in a zone, as a screen reader hears it."""
    stack = page.locator(f'{MAP} .sr-stacks [data-key="{zone}"]')
    return " ".join(stack.locator("[aria-label]").evaluate_all("all => all.map(e => e.getAttribute('aria-label'))"))


def to_combat_movement(page: Page) -> None:
    """Germany spends nothing and goes to war."""
    for _ in range(8):
        if "combat move" in prompt(page).inner_text():
            return
        here = prompt(page).inner_text()
        press(page, "Done", ".sr-decision")
        expect(prompt(page)).not_to_have_text(here)
    raise AssertionError("Combat Movement never came")


def test_the_world_of_1939_is_opened_moved_in_and_looked_at_from_near_and_far(voila: Server, page: Page):
    opened(page, voila.url, "1939")
    expect(page.locator(".sr-where")).to_contain_text("July 1939 › National turn of Germany")
    expect(page.locator(".sr-decision")).to_contain_text("Germany may research")
    look_at(page, "World")
    shot(page, "50-world-1939")
    look_at(page, "Pacific")
    shot(page, "51-pacific")
    look_at(page, "Europe")
    shot(page, "52-europe-1939")
    page.mouse.move(*on_screen(page, "berlin"))
    expect(page.locator(".sr-tip").first).to_contain_text("Held by Germany")
    shot(page, "53-zone-card")

    to_combat_movement(page)
    click_zone(page, "bavaria")
    expect(page.locator(".sr-decision")).to_contain_text(re.compile("In Bavaria: choose one|in hand"))
    shot(page, "54-units-of-a-zone")
    times = [click_zone(page, zone) for zone in ("eastern-germany", "bavaria", "east-prussia", "eastern-germany")]
    assert min(times) < QUICK * BUSY, times

    for tab in ("Boards", "Log", "Combat", "Rule", "Sequence"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        if tab == "Boards":
            page.locator('[data-key="sheet usa"]').click()
            expect(page.locator(".sr-sheet")).to_contain_text("USA")
            shot(page, "55-boards")


def test_units_are_moved_a_wrong_move_is_explained_and_a_battle_is_fought(voila: Server, page: Page):
    opened(page, voila.url, "lesson-france-1940")
    expect(prompt(page)).to_contain_text("pick up units for a combat move")
    shot(page, "56-france-1940")

    # Take units in hand: of the whole zone first, then more of them.
    click_zone(page, "western-germany", dy=-60)
    expect(page.locator(".sr-here")).to_contain_text("In Western Germany: choose one")
    press(page, "Take 7 Infantry in Western Germany", ".sr-decision")
    expect(prompt(page)).to_contain_text("7 Infantry in hand")
    press(page, "Take 3 Medium Armor in Western Germany", ".sr-decision")
    expect(prompt(page)).to_contain_text("3 Medium Armor in hand")
    shot(page, "57-units-in-hand")

    # A wrong move is explained with its sections, and nothing has changed.
    before = standing(page, "western-germany")
    click_zone(page, "paris")
    wrong = page.locator(".sr-decision .sr-refused")
    expect(wrong).to_contain_text("Not allowed")
    expect(wrong.locator(".sr-section").first).to_have_text(re.compile(r"\d+\.\d+"))
    shot(page, "58-wrong-move-explained")
    assert standing(page, "western-germany") == before

    click_zone(page, "alsace-lorraine")
    expect(prompt(page)).to_contain_text("pick up units")
    assert "German 7 Infantry" in standing(page, "alsace-lorraine")
    press(page, "↶ Undo", ".sr-decision")
    expect(prompt(page)).to_contain_text("in hand")
    assert standing(page, "western-germany") == before
    press(page, "↷ Redo", ".sr-decision")
    expect(prompt(page)).to_contain_text("pick up units")

    # The battle, roll by roll.
    page.get_by_role("tab", name="Combat").click()
    page.get_by_label("Step by step: stop before every roll").check()
    press(page, "Done", ".sr-decision")
    stepper = page.locator(".sr-combat")
    for _ in range(10):
        if "Roll:" in prompt(page).inner_text():
            break
        here = prompt(page).inner_text()
        press(page, "Choose for me ▶", ".sr-combat")
        expect(prompt(page)).not_to_have_text(here)
    expect(stepper).to_contain_text("Battle: Alsace-Lorraine")
    expect(stepper).to_contain_text("Attacker: Germany")
    expect(stepper).to_contain_text("odds of this roll")
    shot(page, "59-before-the-dice")
    waiting = prompt(page).inner_text()
    press(page, "Roll ▶", ".sr-combat")
    expect(prompt(page)).not_to_have_text(waiting)
    shot(page, "60-rolled")
    press(page, "◀ Back", ".sr-combat")
    expect(prompt(page)).to_have_text(waiting)

    # Save, begin another game, load.
    press(page, "Save and share", ".sr-bar")
    page.locator(".sr-files").get_by_label("Name").fill("sedan")
    press(page, "Save", ".sr-files")
    expect(page.locator(".sr-good")).to_contain_text("Saved as sedan")
    kept = standing(page, "alsace-lorraine")
    page.locator('[data-key="scenario"]').select_option("lesson-coral-sea")
    press(page, "Open", ".sr-bar")
    expect(page.locator(".sr-where")).to_contain_text("Coral Sea")
    shot(page, "61-coral-sea")
    page.get_by_label("Saved games").select_option("sedan")
    press(page, "Load", ".sr-files")
    expect(page.locator(".sr-good")).to_contain_text("sedan is on the table")
    expect(prompt(page)).to_have_text(waiting)
    assert standing(page, "alsace-lorraine") == kept

    page.get_by_role("tab", name="Combat").click()
    press(page, "Run to the end", ".sr-combat")
    over = re.compile("what came of it|No combat is being resolved")
    expect(page.locator(".sr-combat")).to_contain_text(over, timeout=90_000)
    expect(page.locator(".sr-play")).not_to_contain_text("Something went wrong")
    shot(page, "62-battle-over")


def test_a_world_is_set_up_by_hand(voila: Server, page: Page):
    opened(page, voila.url, "lesson-france-1940")
    press(page, "Set up", ".sr-bar")
    expect(page.locator(".sr-fine")).to_contain_text("Nothing is wrong", timeout=30_000)
    first = page.locator('[data-key="kind"] option').first
    of_germany = first.get_attribute("value") or ""
    page.locator('[data-key="nation"]').select_option(label="Poland")
    expect(first).not_to_have_attribute("value", of_germany)  # the list is that of Poland now
    page.locator('[data-key="kind"]').select_option(label="Cavalry")
    board = ".sr-editor svg.sr-board"
    page.mouse.click(*on_screen(page, "paris", board))
    expect(page.locator(".sr-editing .sr-card")).to_contain_text("Polish 1 Cavalry")
    shot(page, "63-set-up")
    press(page, "Play from here", ".sr-editing")
    expect(page.locator(MAP)).to_be_visible()
    assert "Polish 1 Cavalry" in standing(page, "paris")


def test_the_odds_lab_asks_about_battles_and_attacks(voila: Server, page: Page):
    opened(page, voila.url, "lesson-france-1940")
    press(page, "Odds lab", ".sr-bar")
    lab = page.locator(".sr-odds-explorer")
    expect(lab.locator(".bqplot").first).to_be_visible(timeout=30_000)
    expect(lab).to_contain_text("Attacker takes it")
    expect(lab).to_contain_text("exact, over every way the dice can fall")
    shot(page, "34-odds-of-a-land-battle")
    lab.get_by_label("Kind").first.select_option("Naval battle")
    form = lab.locator(".sr-odds-a")
    expect(form).to_contain_text("Attack: Battleship")
    expect(form).not_to_contain_text("Attack: Infantry")
    lab.get_by_label("Combat", exact=True).first.select_option("on the table: Alsace-Lorraine")
    expect(lab).to_contain_text("plays with dice", timeout=90_000)
    shot(page, "35-odds-of-an-attack")
