"""The README is true: its games are played as written."""

import doctest
from pathlib import Path

import tutor

TOP = Path(__file__).parent.parent


def test_the_readme_plays_as_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(TOP / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 15 and result.failed == 0


def test_the_package_docstring_is_true():
    assert doctest.testmod(tutor).failed == 0


def test_the_readme_names_every_command():
    from tutor.cli import parser

    text = (TOP / "README.md").read_text(encoding="utf-8")
    commands = next(a for a in parser()._actions if a.dest == "command").choices
    assert commands and all(f"`staff-ride {name}" in text for name in commands)
