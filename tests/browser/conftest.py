"""A page of these tests fails its test when it asks another machine for anything, or reports an error."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import run
from tests.browser import tools
from tests.browser.tools import SCREENSHOTS, Server, Visit, shot

NO_CHROMIUM = (
    "The browser tests need Chromium and found none: install it (on Debian the package chromium), "
    "or name one in STAFF_RIDE_CHROMIUM."
)

# A busy machine is no fault of the page; what must be fast is measured, not waited for.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is; every fixture below rests on it, so that nothing is started for a test that is skipped."""
    path = run.chromium()
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_CHROMIUM)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with tools.chromium(chromium) as browser:
        yield browser


@pytest.fixture(scope="session")
def voila(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with tools.dashboard(tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture(scope="session")
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with tools.lab(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def binder(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with tools.binder(tmp_path_factory.mktemp("binder")) as server:
        yield server


@pytest.fixture
def new_visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[[], Visit]]:
    """Opens windows that know nothing of each other; all are held to the same at the end of the test."""
    visits: list[Visit] = []

    def open_one() -> Visit:
        visits.append(Visit(browser))
        return visits[-1]

    yield open_one
    for number, visit in enumerate(visits):
        if request.node.stash.get(FAILED, False):
            shot(visit.page, f"failed-{request.node.name}-{number}")
        visit.close()
    wrong = [line for visit in visits for line in [*map("asked {}".format, visit.foreign), *visit.errors]]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def visit(new_visit: Callable[[], Visit]) -> Visit:
    return new_visit()


@pytest.fixture
def page(visit: Visit) -> Page:
    """The page of `visit`; a test that looks at requests or websocket frames asks for both."""
    return visit.page


FAILED = pytest.StashKey[bool]()


def pytest_sessionstart() -> None:
    for old in SCREENSHOTS.glob("failed-*.png"):
        old.unlink(missing_ok=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if any(NO_CHROMIUM in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(f"Skipped. {NO_CHROMIUM}")
    if SCREENSHOTS.is_dir():
        terminalreporter.write_line(f"Screenshots are in {SCREENSHOTS}")
