"""Hands and eyes for the dashboard: where a hex is on the screen, what a panel says, what lies on the map."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Locator, Page, expect

import tutor
from tutor.board.draw import Picture

MAP = ".sr-play svg.sr-board"
STANDS = f"{MAP} .sr-stacks g"


@cache
def picture(scenario: str = "fields-of-despair/1914-introduction") -> Picture:
    return Picture(tutor.open(scenario).board)


def opened(page: Page, url: str, timeout: float = 60_000) -> Page:
    """Go there and wait until counters stand on the map."""
    page.goto(url)
    expect(page.locator(STANDS).first).to_be_visible(timeout=timeout)
    return page


def place(page: Page, hex: str, board: str = MAP) -> tuple[float, float]:
    """Where the middle of a hex is on the screen."""
    x, y = picture().middle(hex)
    box = page.locator(board).evaluate(
        "e => {const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]}"
    )
    return box[0] + x / picture().width * box[2], box[1] + y / picture().height * box[3]


def click_hex(page: Page, hex: str, board: str = MAP) -> None:
    """Click a hex and wait until the map has answered."""
    container = page.locator(board).locator("xpath=ancestor::div[contains(@class,'leaflet-container')]")
    container.evaluate("e => e.scrollIntoView({block: 'center'})")
    before = container.get_attribute("data-repaints") or "0"
    page.mouse.click(*place(page, hex, board))
    expect(container).not_to_have_attribute("data-repaints", before)


def press(page: Page, name: str, within: str = "body") -> None:
    page.locator(within).get_by_role("button", name=name, exact=True).first.click()


def prompt(page: Page) -> Locator:
    return page.locator(".sr-prompt")


def counters(page: Page) -> dict[str, str]:
    """What lies on the map, hex by hex."""
    return page.locator(MAP).evaluate(
        "e => Object.fromEntries([...e.querySelectorAll('.sr-stacks > g')].map(g => [g.dataset.key, g.innerHTML]))"
    )
