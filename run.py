"""Sets up and runs Staff Ride.

    python3 run.py [serve]     the dashboard in the browser (--port N, --no-browser and the like are passed on to Voilà)
    python3 run.py lab         JupyterLab on notebooks/ (options are passed on likewise)
    python3 run.py test        ruff, mypy, the notebooks and the tests (--long, --only-tests; the rest goes to pytest)
    python3 run.py bench       the speed figures (--browser: those of the dashboard in Chromium)
    python3 run.py notebooks   runs every notebook and reports cells that fail

The first start makes .venv beside this file and installs what is needed; later starts find it
there and need no network. Standard library only.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file also meets Pythons too old for the project
    sys.exit("Staff Ride needs Python 3.11 or newer, and this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "staff-ride.json"  # written last: a .venv without it is half-made
# Not sys.executable: started by .venv's own Python, this file may have to delete and remake .venv.
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)


# --- Setting up ---------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """The caller's environment, less what would make Python or pip look outside .venv."""
    foreign = {"PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV"}
    env = {name: value for name, value in os.environ.items() if name not in foreign}
    env["VIRTUAL_ENV"] = str(VENV)
    env["PATH"] = str(BIN) + os.pathsep + env.get("PATH", os.defpath)
    return env


def wanted() -> dict[str, str]:
    """What .venv was made from: a Python, a place (a moved checkout needs a new one), packages."""
    packages = hashlib.sha256()
    # The page template is copied into .venv, where Voilà looks for it.
    for path in (ROOT / "pyproject.toml", ROOT / "constraints.txt", *sorted((ROOT / "widgets" / "voila").iterdir())):
        packages.update(path.read_bytes())
    return {"base": f"{sys.version} {sys.base_prefix} {ROOT}", "packages": packages.hexdigest()}


def stamped() -> dict:
    try:
        return json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}


def is_ready(extras: set[str]) -> bool:
    found = stamped()
    same = all(found.get(key) == value for key, value in wanted().items())
    return same and extras <= set(found["extras"]) and PYTHON.exists()


def set_up(extras: set[str]) -> None:
    """Make .venv hold the project with these extras; where it does already, do nothing."""
    if is_ready(extras):
        return
    if not os.access(ROOT, os.W_OK):
        sys.exit(f"Staff Ride sets itself up in {ROOT}, and that folder cannot be written to.")
    with one_at_a_time():
        if is_ready(extras):  # another start did it while this one waited
            return
        found, want = stamped(), wanted()
        # No stamp while packages change: after an interruption .venv is made anew, not trusted.
        STAMP.unlink(missing_ok=True)
        if found.get("base") == want["base"] and PYTHON.exists():
            print("Setting up: what is installed has changed.", flush=True)
        else:
            print("Setting up: about two minutes, once.", flush=True)
            make_venv()
        extras = extras.union(found.get("extras", []))
        # The build tool comes first and is used as it is, so that constraints.txt pins it too.
        pip_install("hatchling")
        pip_install("--no-build-isolation", "--editable", f".[{','.join(sorted(extras))}]")
        STAMP.write_text(json.dumps({**want, "extras": sorted(extras)}))


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two first starts side by side must not build the same .venv."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with open(__file__) as this_file:
        # The system lets go of the lock when its last holder ends; pip holds it too, since it
        # goes on installing for a while where this process is killed.
        os.set_inheritable(this_file.fileno(), True)
        try:
            fcntl.flock(this_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Waiting: another start is setting up.", flush=True)
            fcntl.flock(this_file, fcntl.LOCK_EX)
        yield


def make_venv() -> None:
    with tempfile.TemporaryDirectory() as spare:
        # Debian's Python without python3-venv cannot put pip into a venv; virtualenv brings its own.
        virtualenv = [BASE_PYTHON, "-m", "virtualenv", str(VENV)]
        fetch = [BASE_PYTHON, "-m", "pip", "install", "--target", spare, "virtualenv"]
        for way in ([[BASE_PYTHON, "-m", "venv", str(VENV)]], [virtualenv], [fetch, virtualenv]):
            VENV.unlink() if VENV.is_symlink() else shutil.rmtree(VENV, ignore_errors=True)
            made = all(succeeds(step, PYTHONPATH=spare) for step in way)
            if made and succeeds([str(PYTHON), "-m", "pip", "--version"]):
                return
    sys.exit(
        "Staff Ride could not make a virtual environment: install Python's venv module "
        "(on Debian and Ubuntu the package python3-venv) or virtualenv, then start again."
    )


def succeeds(command: list[str], **variables: str) -> bool:
    env = {**environment(), **variables}
    try:
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True).returncode == 0
    except OSError:
        return False


def pip_install(*arguments: str) -> None:
    pip = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", "constraints.txt"]
    if subprocess.run([*pip, *arguments], cwd=ROOT, env=environment(), close_fds=False).returncode:
        sys.exit("Staff Ride could not install its packages (pip says why above); is there a network?")


# --- The commands -------------------------------------------------------------------------------


DASHBOARD = ROOT / "notebooks" / "dashboard.ipynb"
PORT = 8866


def serve(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="run.py serve", add_help=False, allow_abbrev=False)
    parser.add_argument("--port", type=int)
    asked, rest = parser.parse_known_args(arguments)
    port = asked.port or next(filter(is_free, range(PORT, PORT + 100)), PORT)
    if not is_free(port):
        sys.exit(f"Port {port} of this machine is taken or barred: name another with --port.")
    notebook = next((Path(argument) for argument in rest if argument.endswith(".ipynb")), DASHBOARD)
    rest = [argument for argument in rest if not argument.endswith(".ipynb")]
    # Why widgets/voila/voila.json says what it says:
    # - port_retries: the address is told here, so it must not change any more;
    # - allow_template_override: other templates fetch from the web;
    # - disable_check_xsrf: a closed page says goodbye without the cookie that is asked for, and its kernel lived on
    #   (what a page may send there is of no use without the secret number of a kernel);
    # - cull_idle_timeout: for pages that could not say goodbye; seldom, since a page that has just been given a
    #   kernel long ready looks idle until it is connected;
    # - transport_encryption: else every kernel starts with a warning.
    print(f"Staff Ride is at http://127.0.0.1:{port}/ (Ctrl-C ends it)", flush=True)
    settings = f"--Voila.config_file_paths={ROOT / 'widgets' / 'voila'}"
    hand_over("-c", VOILA, str(notebook.resolve()), f"--port={port}", settings, *rest)


# Not "-m voila", which answers a Ctrl-C in its first second with a page of its own code.
VOILA = """
import sys
try:
    from voila.app import main
    main()
except KeyboardInterrupt:
    sys.exit("Stopped.")
"""


def lab(arguments: list[str]) -> None:
    # A class should meet the notebooks, not a question about news from the web.
    quiet = VENV / "etc" / "jupyter" / "labconfig" / "page_config.json"
    quiet.parent.mkdir(parents=True, exist_ok=True)
    quiet.write_text('{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}')
    options = [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={ROOT / 'notebooks'}",
        "--LabApp.default_url=/lab/tree/start_here.ipynb",
        # Staff Ride needs no network but its own server, so JupyterLab is kept from asking for one.
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--VoilaConfiguration.template=staff-ride",
        "--KernelManager.transport_encryption=auto",  # else every kernel starts with a warning
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # in a container there is often no other user
    hand_over("-m", "jupyterlab", *unless_given(options, arguments))


def unless_given(options: list[str], arguments: list[str]) -> list[str]:
    """Our options before the caller's, less those that the caller sets: Jupyter takes none twice."""
    given = {argument.partition("=")[0] for argument in arguments}
    return [option for option in options if option.partition("=")[0] not in given] + arguments


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        if os.name == "posix":  # a port that was used a minute ago is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


# Lax: a cell must run; its output is compared only where the notebook asks for it.
NOTEBOOK_OPTIONS = ["--nbval-lax", "--nbval-current-env", "notebooks"]


def test(arguments: list[str]) -> None:
    only_tests, long = "--only-tests" in arguments, "--long" in arguments
    rest = [argument for argument in arguments if argument not in ("--only-tests", "--long")]
    checks = [] if only_tests else [["ruff", "check", "."], ["mypy"], ["pytest", *NOTEBOOK_OPTIONS]]
    stages = []
    paths = [argument for argument in rest if is_under(argument, "tests")]
    in_browser = [path for path in paths if is_under(path, BROWSER_TESTS)]
    if not paths or paths != in_browser:
        others = [argument for argument in rest if argument not in in_browser]
        stages.append(["pytest", "-n", "logical", "--dist=worksteal", f"--ignore={BROWSER_TESTS}", *others])
    env = environment()
    if not paths or in_browser:
        # After the others and one by one: they take times, and Chromium wants the machine for itself.
        ours = [argument for argument in rest if argument not in paths or argument in in_browser]
        stages.append(["pytest", *ours, *([] if in_browser else [BROWSER_TESTS])])
        if browser := chromium() or install_chromium():
            env["STAFF_RIDE_CHROMIUM"] = browser
    if long:
        env["STAFF_RIDE_LONG"] = "1"
    failed, empty = [], []
    for stage in [*checks, *stages]:
        print(f"\n=== {' '.join(stage)} ===", flush=True)
        status = subprocess.run([str(PYTHON), "-m", *stage], cwd=ROOT, env=env).returncode
        if status == NOTHING_SELECTED and rest and stage in stages:
            empty.append(stage)
        elif status:
            failed.append(stage[0])
    if empty == stages:
        failed.append("no test was selected")
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nAll passed.")
    sys.exit(1 if failed else 0)


BROWSER_TESTS = "tests/browser"
NOTHING_SELECTED = 5  # pytest's status where, by -k or the like, a stage has no test left


def is_under(argument: str, folder: str) -> bool:
    """Whether an argument for pytest names something that is in this folder."""
    path = ROOT / argument.partition("::")[0]
    return path.exists() and path.resolve().is_relative_to(ROOT / folder)


def chromium() -> str | None:
    """The browser that the tests drive: the one that is named, or the first that is installed."""
    if named := os.environ.get("STAFF_RIDE_CHROMIUM"):
        return named
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def install_chromium() -> str | None:
    """Debian's Chromium where we may install it; else None, and the browser tests say that they are skipped."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    print("Setting up: Chromium for the browser tests, once.", flush=True)
    install = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"]
    for step in (["apt-get", "update", "-qq"], install):
        done = subprocess.run(
            step,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if done.returncode:
            print(f"{' '.join(step)} failed:\n{done.stdout[-2000:]}", flush=True)
    return chromium()


def bench(arguments: list[str]) -> None:
    hand_over("-m", "tests.bench", *arguments)


def notebooks(arguments: list[str]) -> None:
    hand_over("-m", "pytest", *NOTEBOOK_OPTIONS, *arguments)


def hand_over(*arguments: str) -> None:
    """Become .venv's Python with these arguments, so that Ctrl-C and signals are its own."""
    command = [str(PYTHON), *arguments]
    os.chdir(ROOT)
    if os.name == "posix":
        os.execve(command[0], command, environment())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.run(command, env=environment()).returncode)


COMMANDS = {
    "serve": (serve, {"app"}),
    "lab": (lab, {"app"}),
    "test": (test, {"app", "cluster", "dev"}),
    "bench": (bench, {"app", "cluster", "dev"}),
    "notebooks": (notebooks, {"app", "dev"}),
}


def main(arguments: list[str]) -> None:
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
        return
    if not arguments or arguments[0].startswith("-"):
        arguments = ["serve", *arguments]
    name, *rest = arguments
    if name not in COMMANDS:
        print(f'Unknown command "{name}": use serve, lab, test, bench or notebooks.', file=sys.stderr)
        sys.exit(2)
    command, extras = COMMANDS[name]
    try:
        set_up(extras)
        command(rest)
    except KeyboardInterrupt:
        sys.exit("Stopped.")


if __name__ == "__main__":
    main(sys.argv[1:])
