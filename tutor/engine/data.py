"""Where the data files are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from .errors import BadFile


@cache
def scenarios_root() -> Path:
    """The folder with one sub-folder a game."""
    package = Path(__file__).resolve().parent.parent
    inside, beside = package / "_scenarios", package.parent / "scenarios"
    return inside if inside.is_dir() else beside


def as_path(said: object) -> Path:
    """A path from what a user gave for one."""
    if not isinstance(said, (str, Path)) or not str(said) or "\0" in str(said):
        raise BadFile(f"A file is named by text, not by {said!r}.")
    return Path(said)


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{path.name}: not a UTF-8 text file; save it as UTF-8 text.") from None
    except OSError as err:
        raise BadFile(f"{path}: cannot be read ({err.strerror}).") from None


def read_yaml(path: Path) -> Any:
    """The contents of a YAML file; errors name the file and the line."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(read_text(path), Loader=loader)
    except yaml.YAMLError as err:
        mark = getattr(err, "problem_mark", None)
        line = f" line {mark.line + 1}" if mark else ""
        problem = getattr(err, "problem", None) or "not valid YAML"
        raise BadFile(f"{path.name}{line}: {problem}; mend the file and try again.") from None
