"""Panels for notebooks and the dashboard: views of a session, with no rules in them.

>>> import tutor, widgets
>>> session = tutor.open("fields-of-despair/lesson-fortress")
>>> widgets.DecisionPanel(session)  # doctest: +SKIP

Every panel takes a session or a ``Seat`` (a session and who looks at it); panels on one session keep in step.
"""

from __future__ import annotations

import importlib
from typing import Any

# Where each name lives: imported when first asked for, so that one panel does not load what the others need.
_HOMES = {
    "BoardMap": "board_map",
    "CombatStepper": "combat_stepper",
    "Dashboard": "dashboard",
    "DecisionPanel": "decision_panel",
    "LessonPanel": "lesson_panel",
    "LogPanel": "log_panel",
    "OddsExplorer": "odds_explorer",
    "PhaseTree": "phase_tree",
    "PlayerBoard": "player_board",
    "PositionEditor": "position_editor",
    "PracticePanel": "practice_panel",
    "RuleCard": "rule_cards",
    "RuleSearch": "rule_cards",
    "RulebookExplorer": "rulebook_explorer",
    "Seat": "seat",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"widgets has no {name!r}; it has {', '.join(__all__)}.")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
