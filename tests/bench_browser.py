"""Benchmarks of the dashboard in Chromium: `python3 run.py bench --browser`."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import psutil
from playwright.sync_api import Browser, Page

import run
from tests.browser import tools
from tests.browser.table import MAP, STANDS, place
from tests.measure import Row, clock, row

CLICKS = 50
MOVE = ("J03", "J02")
# From the click to the frame after the first change of the picture: the same yardstick for every way of drawing.
YARDSTICK = """root => {
  window.took = [];
  let clicked = 0;
  document.addEventListener('click', () => { clicked = performance.now(); }, true);
  new MutationObserver(() => {
    if (!clicked) return;
    const from = clicked;
    clicked = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => window.took.push(performance.now() - from)));
  }).observe(document.querySelector(root), {subtree: true, childList: true, attributes: true});
}"""
NAIVE = """
import sys; sys.path.insert(0, {root!r})
import ipyleaflet, tutor
from tests.browser.naive import naive_map
naive_map({name!r})
"""
EUROPE = """
import sys; sys.path.insert(0, {root!r})
import widgets
from tests.browser.marching import session
widgets.BoardMap(session(), viewer="west", height="740px")
"""


def measures(folder: Path) -> Iterator[Callable[[], Row]]:
    path = run.chromium()
    if path is None:
        raise SystemExit("These figures need Chromium: install it, or name one in STAFF_RIDE_CHROMIUM.")
    with tools.chromium(path) as browser:
        times: dict[str, list[float]] = {}
        yield lambda: opening_time(browser, folder, "warm", 3.0)
        yield lambda: opening_time(browser, folder, "cold", 10.0)
        yield lambda: clicks(
            times, "western-front", browser, folder, 0.2, statistics.median, "click to repainted map, median"
        )
        yield lambda: clicks(
            times, "western-front", browser, folder, 0.4, ninety_fifth, "click to repainted map, 95th percentile"
        )
        yield lambda: clicks(
            times, "europe", browser, folder, 0.4, statistics.median, "the same on europe with 400 counters, median"
        )
        yield lambda: memory(browser, folder)


# --- opening ------------------------------------------------------------------------------------


def opening_time(browser: Browser, folder: Path, name: str, target: float) -> Row:
    """From the address to counters on the map and a decision to make; beside an empty notebook on such a server."""
    cold = name == "cold"
    options = ["--VoilaConfiguration.preheat_kernel=False"] if cold else []
    ready = "is running at" if cold else "pool of {} is filled"
    empty = notebook(folder / f"{name}.ipynb", "import ipywidgets; ipywidgets.HTML('<b class=empty>.</b>')")
    with server(folder, f"{name}-ours", options, ready.format("dashboard.ipynb")) as ours:
        took = statistics.median(opening(browser, ours, f"{STANDS}") for _ in range(3))
    with server(folder, f"{name}-empty", [str(empty), *options], ready.format(empty.name)) as bare:
        peer = statistics.median(opening(browser, bare, ".empty") for _ in range(3))
    return row(f"dashboard usable, {name} kernel", took, "s", target, peer, "a notebook with one word in it")


@contextmanager
def server(folder: Path, name: str, options: list[str], ready: str) -> Iterator[tools.Server]:
    (folder / name).mkdir()
    with tools.dashboard(folder / name, *options, ready=ready) as started:
        yield started


def opening(browser: Browser, served: tools.Server, until: str) -> float:
    visit = tools.Visit(browser)
    visit.page.wait_for_timeout(4000)  # until a kernel waits again

    def until_it_stands() -> None:
        visit.page.goto(served.url)
        visit.page.locator(until).first.wait_for()

    seconds = clock(until_it_stands)
    visit.close()
    return seconds


def notebook(path: Path, code: str) -> Path:
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)]), path)
    return path


# --- clicking -----------------------------------------------------------------------------------


def clicks(
    times: dict[str, list[float]],
    name: str,
    browser: Browser,
    folder: Path,
    target: float,
    figure: Callable[[list[float]], float],
    title: str,
) -> Row:
    """From a click to the repainted map, beside one GeoJSON layer that Python restyles."""
    if name not in times:
        times[name] = ours_on_front(browser, folder) if name == "western-front" else ours_on_europe(browser, folder)
        times[f"naive {name}"] = naive(browser, folder, name)
    peer = figure(times[f"naive {name}"])
    return row(title, figure(times[name]), "s", target, peer, "one GeoJSON layer restyled through Python")


def ninety_fifth(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def ours_on_front(browser: Browser, folder: Path) -> list[float]:
    """Pick a block and move it, take both back, and again."""
    with server(folder, "front", [], "pool of dashboard.ipynb is filled") as served:
        visit = tools.Visit(browser)
        page = visit.page
        page.goto(served.url)
        page.locator(STANDS).first.wait_for()
        page.locator(".sr-decision").get_by_role("button", name="Pass", exact=True).click()
        page.get_by_text("Pick a block to move, or end movement.").wait_for()
        undo = page.locator(".sr-decision").get_by_role("button", name="↶ Undo", exact=True)

        def take_back(number: int) -> None:
            if number % len(MOVE) == 0:
                for prompt in ("Move the German infantry 4 in J03.", "Pick a block to move, or end movement."):
                    undo.click()
                    page.get_by_text(prompt).wait_for()

        found = timed(page, MAP, [place(page, MOVE[i % len(MOVE)]) for i in range(CLICKS)], take_back)
        visit.close()
    return found


def ours_on_europe(browser: Browser, folder: Path) -> list[float]:
    """March one of 400 counters to and fro."""
    from tests.browser.marching import session
    from tutor.board.draw import Picture

    game = session()
    picture, start = Picture(game.board), game.state.where[0]
    ways = [game.board.neighbours[start][0], start]
    path = notebook(folder / "europe.ipynb", EUROPE.format(root=str(tools.ROOT)))
    with server(folder, "europe", [str(path)], "pool of europe.ipynb is filled") as served:
        visit = tools.Visit(browser)
        page = visit.page
        page.goto(served.url)
        page.locator("svg.sr-board .sr-stacks g").first.wait_for()
        box = page.locator("svg.sr-board").bounding_box()
        assert box is not None
        spots = []
        for i in range(CLICKS):
            x, y = picture.middle(ways[i % 2])
            spots.append((box["x"] + x / picture.width * box["width"], box["y"] + y / picture.height * box["height"]))
        found = timed(page, "svg.sr-board", spots)
        visit.close()
    return found


def naive(browser: Browser, folder: Path, name: str) -> list[float]:
    path = notebook(folder / f"naive-{name}.ipynb", NAIVE.format(root=str(tools.ROOT), name=name))
    with server(folder, f"naive-{name}", [str(path)], f"pool of {path.name} is filled") as served:
        visit = tools.Visit(browser)
        page = visit.page
        page.goto(served.url)
        page.locator(".leaflet-overlay-pane path").first.wait_for()
        page.wait_for_timeout(1500)
        view = page.viewport_size
        assert view is not None
        many = CLICKS if name == "western-front" else 8
        spots = [(view["width"] / 2 + 9 * (i % 5), 300 + 11 * (i % 7)) for i in range(many)]
        found = timed(page, ".leaflet-overlay-pane", spots)
        visit.close()
    return found


def timed(
    page: Page, root: str, spots: list[tuple[float, float]], then: Callable[[int], None] = lambda number: None
) -> list[float]:
    """Click each spot and wait for the answer; ``then`` is done between two clicks, off the clock."""
    page.wait_for_timeout(500)
    page.evaluate(YARDSTICK, root)
    for number, (x, y) in enumerate(spots, 1):
        page.mouse.click(x, y)
        page.wait_for_function(f"() => window.took.length >= {number}", timeout=60_000)
        then(number)
        page.wait_for_timeout(60)
    return [ms / 1000 for ms in page.evaluate("() => window.took")]


# --- memory -------------------------------------------------------------------------------------


def memory(browser: Browser, folder: Path) -> Row:
    """The kernel behind the dashboard after 100 decisions and every panel; beside one that shows a single word."""
    empty = notebook(folder / "memory.ipynb", "import ipywidgets; ipywidgets.HTML('<b class=empty>.</b>')")
    ours = kernel_size(browser, folder, "memory-ours", [], "dashboard.ipynb", play_100)
    peer = kernel_size(
        browser, folder, "memory-empty", [str(empty)], empty.name, lambda page: page.locator(".empty").wait_for()
    )
    return row("memory of a kernel after 100 decisions", ours, "MB", 200.0, peer, "a notebook with one word in it")


def kernel_size(
    browser: Browser, folder: Path, name: str, options: list[str], notebook: str, use: Callable[[Page], None]
) -> float:
    with server(folder, name, options, f"pool of {notebook} is filled") as served:
        visit = tools.Visit(browser)
        visit.page.goto(served.url)
        use(visit.page)
        sizes = {
            p.pid: p.memory_info().rss / 1e6
            for p in psutil.process_iter()
            if "ipykernel_launcher" in " ".join(p.cmdline())
            and str(served.log.parent) in p.environ().get("IPYTHONDIR", "")
        }
        visit.close()
    return max(sizes.values())  # the other one waits in the pool


def play_100(page: Page) -> None:
    page.locator(STANDS).first.wait_for()
    for tab in ("Combat", "Log", "Boards", "Rule", "Sequence"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(200)
    for room in ("Odds lab", "Rulebook", "Set up", "Play"):
        page.locator(".sr-bar").get_by_role("button", name=room, exact=True).click()
        page.wait_for_timeout(1200)
    for _ in range(100):
        actions = page.locator(".sr-decision .sr-action")
        before = page.locator(".sr-decision").inner_html()
        actions.nth(actions.count() - 1).click()
        page.wait_for_function("before => document.querySelector('.sr-decision').innerHTML !== before", arg=before)
