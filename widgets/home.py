"""Where a user's saved games and the log of faults are kept."""

from __future__ import annotations

import logging
import logging.handlers
import os
import re
import sys
from functools import cache
from pathlib import Path

from tutor.engine.errors import BadInput

HOME_VARIABLE = "STAFF_RIDE_HOME"
NAME = re.compile(r"\w[\w ._-]{0,59}")


def home() -> Path:
    """The folder named by STAFF_RIDE_HOME, or where this system keeps a user's data."""
    said = os.environ.get(HOME_VARIABLE)
    if said:
        folder = Path(said)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "staff-ride"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "staff-ride"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "staff-ride"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def kept_path(kind: str, name: str) -> Path:
    """The file of something a user keeps (``saves``, ``positions``). A name that could lead elsewhere is refused."""
    if not NAME.fullmatch(name) or name.endswith("."):
        raise BadInput("A name to save under has letters, digits, spaces, dots and dashes, 60 at most.")
    folder = home() / kind
    folder.mkdir(exist_ok=True)
    return folder / f"{name}.json"


def kept(kind: str) -> list[str]:
    """The names under which something is kept, the newest first."""
    found = (home() / kind).glob("*.json")
    return [path.stem for path in sorted(found, key=lambda p: p.stat().st_mtime, reverse=True)]


@cache
def logger() -> logging.Logger:
    """Faults of the program go to a file, so that they can be looked at later."""
    log = logging.getLogger("staff_ride")
    try:
        handler = logging.handlers.RotatingFileHandler(home() / "staff-ride.log", maxBytes=500_000, backupCount=1)
    except OSError:  # a home that cannot be written to: the kernel's own log must do
        return log
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    return log
