"""Servers as a user starts them, and a browser that remembers all that passes; for the tests here and the benchmark."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, ViewportSize, WebSocket, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
SCREENSHOTS = ROOT / "build" / "screenshots"
OWN_FOLDERS = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR", "STAFF_RIDE_HOME")
VIEWPORT: ViewportSize = {"width": 1366, "height": 768}

# --- Servers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Server:
    url: str  # ends with a slash
    log: Path
    seconds: float  # from the command to the server's being ready


@contextmanager
def dashboard(folder: Path, *options: str, ready: str = "pool of dashboard.ipynb is filled") -> Iterator[Server]:
    """`run.py serve`; ready when a kernel waits for a page. The folder is for the log and Jupyter's own files."""
    port = free_port()
    command = [sys.executable, "run.py", "serve", "--no-browser", f"--port={port}", "--Voila.log_level=INFO", *options]
    with serving(command, folder, f"http://127.0.0.1:{port}/", ready) as server:
        yield server


@contextmanager
def lab(folder: Path) -> Iterator[Server]:
    """`run.py lab` on a copy of the notebooks, since JupyterLab writes what was run into them."""
    notebooks, port = folder / "notebooks", free_port()
    shutil.copytree(ROOT / "notebooks", notebooks, ignore=shutil.ignore_patterns(".*"))
    command = [sys.executable, "run.py", "lab", "--no-browser", f"--ServerApp.root_dir={notebooks}"]
    command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token="]
    with serving(command, folder, f"http://127.0.0.1:{port}/", "is running at") as server:
        yield server


@contextmanager
def binder(folder: Path) -> Iterator[Server]:
    """The server as Binder starts it: by binder/start, below a path of its own, with a token."""
    port = free_port()
    command = ["binder/start", sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += ["--ServerApp.base_url=/user/abc/", "--IdentityProvider.token=secret"]
    with serving(command, folder, f"http://127.0.0.1:{port}/user/abc/", "is running at") as server:
        yield server


@contextmanager
def serving(command: list[str], folder: Path, url: str, ready: str) -> Iterator[Server]:
    """Run a server until its log says that it is ready, and end it with its kernels afterwards."""
    own = {name: str(folder / name.lower()) for name in OWN_FOLDERS}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    log, started = folder / "server.log", time.perf_counter()
    with log.open("w") as out:
        env = {**os.environ, **own, "PATH": path}
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        try:
            while ready not in log.read_text():
                late = time.perf_counter() - started > 90
                assert process.poll() is None and not late, f"{command} did not start:\n{log.read_text()[-3000:]}"
                time.sleep(0.05)
            yield Server(url, log, time.perf_counter() - started)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- The browser --------------------------------------------------------------------------------

FLAGS = [
    "--no-sandbox",  # in a container the tests often run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Where there is a network, a page must not find it either.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Frame:
    """One message on a websocket."""

    sent: bool  # by the page; else by the server
    payload: bytes


class Visit:
    """A page in a browser window of its own, with everything that it asked for, was sent, and complained of."""

    def __init__(self, browser: Browser) -> None:
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.frames: list[Frame] = []
        context = browser.new_context(viewport=VIEWPORT)
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", lambda line: self._complain(line.text, line.location) if line.type == "error" else None)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page: Page = context.new_page()
        self.page.on("websocket", self._listen)

    def _complain(self, text: str, location: object) -> None:
        self.errors.append(f"{text} {location}")

    def _listen(self, websocket: WebSocket) -> None:
        self.requests.append(websocket.url)
        websocket.on("framesent", lambda payload: self._keep(True, payload))
        websocket.on("framereceived", lambda payload: self._keep(False, payload))

    def _keep(self, sent: bool, payload: str | bytes) -> None:
        self.frames.append(Frame(sent, payload.encode() if isinstance(payload, str) else payload))

    @property
    def foreign(self) -> list[str]:
        """Requests that left this machine, or tried to."""
        parts = ((url, urlsplit(url)) for url in self.requests)
        inside = ("data", "blob", "about")
        return [url for url, at in parts if at.scheme not in inside and at.hostname not in ("127.0.0.1", "localhost")]

    def received(self, text: str) -> bool:
        """Whether the server ever sent this text to the page by websocket."""
        return any(text.encode() in frame.payload for frame in self.frames if not frame.sent)

    def close(self) -> None:
        """Leave the page as a user does, so that it can end its kernel."""
        self.page.goto("about:blank")
        self.page.context.close()


def shot(page: Page, name: str) -> Path:
    """A picture of the page as it is, for people to look at."""
    path = SCREENSHOTS / f"{name}.png"
    page.screenshot(path=path)
    return path
