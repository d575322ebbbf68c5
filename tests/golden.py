"""Worked examples of a rulebook: a YAML file says what is given and expected, a check plays it through the engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Given = dict[str, Any]
Check = Callable[[Given, Any], None]


class Golden:
    """The examples of one file, and the checks that play them."""

    def __init__(self, path: Path) -> None:
        self.told = yaml.safe_load(path.read_text(encoding="utf-8"))
        self.checks: dict[str, Check] = {}

    def check(self, run: Check) -> Check:
        """Register a check under its name; a trailing underscore only keeps it apart from what it tests."""
        self.checks[run.__name__.rstrip("_")] = run
        return run

    def cases(self) -> list[Any]:
        """For ``parametrize``: each example under its id and its section."""
        return [
            pytest.param(case, id=case["id"], marks=[pytest.mark.golden, pytest.mark.sections(case["section"])])
            for case in self.told["examples"]
        ]

    def play(self, case: Given) -> None:
        self.checks[case["check"]](case["given"], case["expect"])

    def assert_whole(self) -> None:
        """Every example is told once, every check is used, and what cannot be checked says why."""
        ids = [case["id"] for case in self.told["examples"]]
        assert len(ids) == len(set(ids))
        assert {case["check"] for case in self.told["examples"]} == set(self.checks)
        assert all(case["reason"] for case in self.told.get("not_checkable", ()))
