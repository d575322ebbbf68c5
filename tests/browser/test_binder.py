"""What Binder builds from binder/, and what its visitors meet: a server below a path, behind a token."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_smoke import DASHBOARD
from tests.browser.tools import ROOT, Server, Visit, shot


def test_dashboard_opens_as_on_binder(binder: Server, visit: Visit):
    page = visit.page
    page.goto(f"{binder.url}voila/render/dashboard.ipynb?token=secret")
    expect(page).to_have_title("Staff Ride")
    expect(page.locator(DASHBOARD).first).to_be_visible()
    shot(page, "binder-opened")
    assert all("/user/abc/" in url for url in visit.requests if url.startswith(("http", "ws")))
    assert any("/voila/templates/staff-ride/" in url for url in visit.requests)


def test_a_launch_without_a_path_opens_the_dashboard(binder: Server, page: Page):
    page.goto(f"{binder.url}?token=secret")
    expect(page).to_have_url(f"{binder.url}voila/render/dashboard.ipynb?token=secret")
    expect(page.locator(DASHBOARD).first).to_be_visible()


def test_jupyterlab_shows_the_notebooks_on_binder(binder: Server, page: Page):
    page.goto(f"{binder.url}lab?token=secret&reset")
    expect(page.locator(".jp-DirListing-item", has_text="dashboard.ipynb")).to_be_visible(timeout=60_000)
    expect(page.locator(".jp-DirListing-item", has_text="start_here.ipynb")).to_be_visible()


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What repo2docker would build, which it can say without Docker."""
    copy = tmp_path_factory.mktemp("checkout")
    subprocess.run(["cp", "-r", "binder", "pyproject.toml", copy], cwd=ROOT, check=True)
    user = ["--user-id=1000", "--user-name=visitor"]
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", *user, str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=copy)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_binder_builds_from_our_requirements_and_starts_with_our_script(dockerfile: str):
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in dockerfile
    assert 'R2D_ENTRYPOINT="${REPO_DIR}/binder/start"' in dockerfile
    assert "environment.py-3.11" in dockerfile.replace("-2e", ".").replace("-2d", "-")  # runtime.txt
    # -e . needs the whole checkout, so it must be there before pip runs.
    assert dockerfile.index("src/ ${REPO_DIR}/") < dockerfile.index("pip install --no-cache-dir -r")
