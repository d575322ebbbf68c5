"""The first lesson and a round of practice, from start to end, with mouse and with keyboard, in Voilà and in JupyterLab."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import STANDS, click_hex, opened, press
from tests.browser.test_dashboard import tab_to
from tests.browser.test_smoke import run_all_cells
from tests.browser.tools import Server, Visit, dashboard, shot
from tutor.lessons import LessonRun, find_lesson, lesson_ids
from tutor.lessons.queries import resolved
from tutor.lessons.tasks import Choice, Do, Judge, Number, Point, Section
from widgets.practice_panel import PracticePanel
from widgets.seat import Seat
from widgets.wording import by_name

FIRST = lesson_ids("fields-of-despair")[0]
BOARD = ".sr-learn svg.sr-board"


def open_dashboard(page: Page, server: Server) -> None:
    if "/lab" in server.log.read_text()[:4000] and "ServerApp" in server.log.read_text():
        page.goto(f"{server.url}lab/tree/dashboard.ipynb?reset")
        run_all_cells(page)
        expect(page.locator(STANDS).first).to_be_visible(timeout=60_000)
        page.locator(".sr-bar").scroll_into_view_if_needed()
    else:
        opened(page, server.url)


def open_first_lesson(page: Page) -> None:
    press(page, "Learn", ".sr-bar")
    page.locator(".sr-learn-item").first.click()
    expect(page.locator(".sr-learn-step h2")).to_have_text(find_lesson(FIRST).steps[0].title)


def by_mouse(page: Page, run: LessonRun) -> None:
    """Answer the task of a step as it should be answered."""
    task = run.step.task
    right = task.right(run.session)
    form = page.locator(".sr-learn .sr-learn-task")
    match task:
        case Point():
            for space in right:
                click_hex(page, space, BOARD)
            press(page, "Check", ".sr-learn")
        case Number() | Section():
            form.get_by_role("textbox").fill(str(right[0] if isinstance(task, Section) else round(right, 4)))
            press(page, "Check", ".sr-learn")
        case Choice():
            form.locator(".sr-learn-option").nth(task.options.index(right)).click()
        case Judge():
            for i in right:
                form.get_by_role("checkbox").nth(i).check()
            press(page, "Check", ".sr-learn")
        case Do():
            by_the_list(page, run)


def by_the_list(page: Page, run: LessonRun) -> None:
    """A solution played as a learner plays it: from the list where it is there, else by a click on the map."""
    for action in run.step.task.solution:
        done = run.session._as_action(resolved(run.session, action))
        seat = Seat(run.session)
        label, space = seat.label(done), run.session.game.spaces(seat.view.board, done)[-1]
        run.session.submit(done)
        button = page.locator(".sr-learn").get_by_role("button", name=label, exact=True)
        if button.count():
            button.first.click()
        else:
            click_hex(page, space, BOARD)
        expect(page.locator(".sr-learn .sr-prompt")).to_have_text(run.session.decision.prompt)


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_the_first_lesson_is_done_with_the_mouse(where: str, request: pytest.FixtureRequest, page: Page):
    server: Server = request.getfixturevalue(where)
    open_dashboard(page, server)
    open_first_lesson(page)
    run = LessonRun(find_lesson(FIRST))
    shot(page, f"30-lesson-{where}")
    for number, step in enumerate(run.lesson.steps):
        expect(page.locator(".sr-learn-step h2")).to_have_text(step.title)
        if step.task is not None:
            by_mouse(page, run)
            expect(page.locator(".sr-learn-verdict")).to_contain_text("Right", timeout=20_000)
        if number == 1:
            shot(page, f"31-answered-{where}")
        page.locator(".sr-learn [data-key=next]").click()
        run.next()
    expect(page.locator(".sr-learn-list")).to_contain_text("100%")
    shot(page, f"32-lesson-done-{where}")


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_the_first_lesson_is_done_with_the_keyboard(where: str, request: pytest.FixtureRequest, page: Page):
    server: Server = request.getfixturevalue(where)
    open_dashboard(page, server)
    page.locator("[data-key='room learn']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".sr-learn-item").first).to_be_visible()
    tab_to(page, "learner")  # somebody who has done nothing yet
    page.keyboard.press("Control+A")
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.locator(".sr-learn-list")).not_to_contain_text("100%")
    tab_to(page, f"lesson {FIRST.partition('/')[2]}")
    page.keyboard.press("Enter")
    run = LessonRun(find_lesson(FIRST))
    for step in run.lesson.steps:
        expect(page.locator(".sr-learn-step h2")).to_have_text(step.title)
        if step.task is not None:
            by_keyboard(page, run)
            expect(page.locator(".sr-learn-verdict")).to_contain_text("Right", timeout=20_000)
        tab_to(page, "next")
        page.keyboard.press("Enter")
        run.next()
    expect(page.locator(".sr-learn-list")).to_contain_text("100%")


def by_keyboard(page: Page, run: LessonRun) -> None:
    task = run.step.task
    right = task.right(run.session)
    match task:
        case Point():
            for space in right:
                tab_to(page, "mark")
                page.keyboard.type(space)
                page.keyboard.press("Enter")
                expect(page.locator(f'.sr-learn [data-key="unmark {space}"]')).to_be_visible()
            tab_to(page, "check")
            page.keyboard.press("Enter")
        case Number() | Section():
            tab_to(page, "answer")
            page.keyboard.type(str(right[0] if isinstance(task, Section) else round(right, 4)))
            page.keyboard.press("Enter")
        case Choice():
            tab_to(page, f"option {task.options.index(right)}")
            page.keyboard.press("Enter")
        case Judge():
            for i in right:
                tab_to(page, f"box {i}")
                page.keyboard.press("Space")
            tab_to(page, "check")
            page.keyboard.press("Enter")
        case Do():
            for action in task.solution:
                done = run.session._as_action(resolved(run.session, action))
                tab_to(page, f"act {Seat(run.session).label(done)}")
                page.keyboard.press("Enter")
                run.session.submit(done)
                expect(page.locator(".sr-learn .sr-prompt")).to_have_text(run.session.decision.prompt)


PRACTICE = 'import widgets\nwidgets.PracticePanel("fields-of-despair", learner="Cy", seed=7)'


@pytest.mark.parametrize("where", ["voila", "lab"])
def test_a_round_of_practice_is_done_with_mouse_and_keyboard(
    where: str, request: pytest.FixtureRequest, new_visit: Callable[[], Visit], tmp_path: Path, monkeypatch
):
    """The same seed gives the same exercises here, so the answers are known."""
    monkeypatch.setenv("STAFF_RIDE_HOME", str(tmp_path / "mirror"))
    mirror = PracticePanel("fields-of-despair", learner="Cy", seed=7)
    page = new_visit().page
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PRACTICE)], metadata=kernel)
    with ExitStack() as stack:
        if where == "lab":
            server: Server = request.getfixturevalue("lab")
            nbformat.write(notebook, server.log.parent / "notebooks" / "practice.ipynb")
            page.goto(f"{server.url}lab/tree/practice.ipynb?reset")
            run_all_cells(page)
        else:
            nbformat.write(notebook, tmp_path / "practice.ipynb")
            served = dashboard(tmp_path, str(tmp_path / "practice.ipynb"), ready="pool of practice.ipynb is filled")
            page.goto(stack.enter_context(served).url)
        ask = page.locator(".sr-learn-ask").last
        expect(ask).to_be_visible(timeout=60_000)
        shot(page, f"33-practice-{where}")
        page.get_by_role("button", name="Hint").focus()
        for number in range(6):
            task, session = mirror.exercise.task, mirror.exercise.session
            exercise = SimpleNamespace(step=SimpleNamespace(task=task), session=session)
            expect(ask).to_contain_text(by_name(session.game, task.ask).replace("**", "")[:25])
            (by_mouse if number % 2 == 0 else by_keyboard)(page, exercise)
            expect(page.locator(".sr-learn-verdict").last).to_contain_text("Right", timeout=20_000)
            right = task.right(session)
            assert mirror.answer(right[0] if isinstance(task, Section) else right).right
            mirror.next()
            tab_to(page, "next")
            page.keyboard.press("Enter")
            expect(page.locator(".sr-learn-verdict")).to_have_count(0)
        shot(page, f"34-practised-{where}")
        page.goto("about:blank")
