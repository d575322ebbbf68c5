"""Lessons and practice: words, positions, and tasks whose answers the rules check.

>>> from tutor.lessons import find_lesson, LessonRun
>>> run = LessonRun(find_lesson("fields-of-despair/movement"))
>>> run.step.title
'Two hexes, or three'
"""

from __future__ import annotations

from .lesson import Lesson, LessonStep, find_lesson, lesson_ids
from .run import LessonRun
from .tasks import Verdict

__all__ = ["Lesson", "LessonRun", "LessonStep", "Verdict", "find_lesson", "lesson_ids"]
