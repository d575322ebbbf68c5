"""Chapters 4, 5 and 14 together: importing this lets all their rules judge, and their interrupts work."""

from __future__ import annotations

from . import declarations as declarations
from . import interventions as interventions
from . import pacts as pacts
from . import permissions as permissions
from . import reactions as reactions
