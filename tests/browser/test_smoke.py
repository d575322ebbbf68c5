"""The dashboard opens in a real browser, whichever way it is served."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.tools import Server, Visit, shot

# What is seen once the dashboard stands.
DASHBOARD = ".jupyter-widgets"


def test_dashboard_opens_with_voila(voila: Server, visit: Visit):
    page = visit.page
    page.goto(voila.url)
    expect(page).to_have_title("Staff Ride")
    expect(page.locator(DASHBOARD).first).to_be_visible()
    expect(page.locator("#loading")).to_have_count(0)
    shot(page, "voila-opened")
    assert visit.frames, "the page talks to its kernel"
    assert "Using pre-heated kernel" in voila.log.read_text()


def test_a_link_to_a_position_finds_a_kernel_ready_too(voila: Server, page: Page):
    before = voila.log.read_text().count("Using pre-heated kernel")
    page.goto(f"{voila.url}?position=abc")
    expect(page.locator(DASHBOARD).first).to_be_visible()
    assert voila.log.read_text().count("Using pre-heated kernel") == before + 1


def test_a_closed_page_ends_its_kernel(voila: Server, page: Page):
    before = set(re.findall(r"Kernel shutdown: (\S+)", voila.log.read_text()))
    page.goto(voila.url)
    expect(page.locator(DASHBOARD).first).to_be_visible()
    kernel = re.findall(r"Using pre-heated kernel: (\S+)", voila.log.read_text())[-1]
    assert kernel not in before
    page.goto("about:blank")
    for _ in range(100):
        if f"Kernel shutdown: {kernel}" in voila.log.read_text():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"kernel {kernel} lives on")


def test_dashboard_opens_in_jupyterlab(lab: Server, page: Page):
    page.goto(f"{lab.url}lab/tree/dashboard.ipynb?reset")
    run_all_cells(page)
    expect(page.locator(f".jp-OutputArea-output {DASHBOARD}").first).to_be_visible()
    shot(page, "lab-opened")


def run_all_cells(page: Page) -> None:
    """By the menu, as a user does, once the notebook is there with its kernel."""
    expect(page.locator(".jp-NotebookPanel .jp-Cell").first).to_be_visible(timeout=60_000)
    expect(page.locator("#jp-main-statusbar").get_by_text("| Idle")).to_be_visible(timeout=60_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()


def test_the_watch_over_pages_sees_foreign_hosts_and_errors(browser: Browser):
    visit = Visit(browser)
    visit.page.set_content("<img src='http://elsewhere.invalid/a.png'><script>console.error('oh'); lost()</script>")
    visit.page.wait_for_timeout(200)
    visit.close()
    assert visit.foreign == ["http://elsewhere.invalid/a.png"]
    assert any("oh" in error for error in visit.errors)
    assert any("lost is not defined" in error for error in visit.errors)
