"""Sets up and runs Staff Ride.

    python3 run.py [serve]     JupyterLab on notebooks/ (--port N, --no-browser and the like are passed on)
    python3 run.py test        ruff, mypy, the notebooks and the tests (--long, --only-tests; the rest goes to pytest)
    python3 run.py bench       the speed figures
    python3 run.py notebooks   runs every notebook and reports cells that fail

The first start makes .venv beside this file and installs what is needed; later starts find it
there and need no network. Standard library only.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file also meets Pythons too old for the project
    sys.exit("Staff Ride needs Python 3.11 or newer, and this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

import contextlib
import hashlib
import json
import os
import shutil
import signal
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
    for name in ("pyproject.toml", "constraints.txt"):
        packages.update((ROOT / name).read_bytes())
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
            print("Setting up: the list of packages has changed.", flush=True)
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


def serve(arguments: list[str]) -> None:
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
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # in a container there is often no other user
    hand_over("-m", "jupyterlab", *options, *arguments)


# Lax: a cell must run; its output is compared only where the notebook asks for it.
NOTEBOOK_OPTIONS = ["--nbval-lax", "--nbval-current-env", "notebooks"]


def test(arguments: list[str]) -> None:
    only_tests, long = "--only-tests" in arguments, "--long" in arguments
    rest = [argument for argument in arguments if argument not in ("--only-tests", "--long")]
    stages = [] if only_tests else [["ruff", "check", "."], ["mypy"], ["pytest", *NOTEBOOK_OPTIONS]]
    stages.append(["pytest", "-n", "logical", "--dist=worksteal", *rest])
    env = environment()
    if long:
        env["STAFF_RIDE_LONG"] = "1"
    failed = []
    for stage in stages:
        print(f"\n=== {' '.join(stage)} ===", flush=True)
        if subprocess.run([str(PYTHON), "-m", *stage], cwd=ROOT, env=env).returncode:
            failed.append(stage[0])
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nAll passed.")
    sys.exit(1 if failed else 0)


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
        print(f'Unknown command "{name}": use serve, test, bench or notebooks.', file=sys.stderr)
        sys.exit(2)
    command, extras = COMMANDS[name]
    try:
        set_up(extras)
        command(rest)
    except KeyboardInterrupt:
        sys.exit("Stopped.")


if __name__ == "__main__":
    main(sys.argv[1:])
