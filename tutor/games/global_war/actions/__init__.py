"""Everything a player can do, one small choice at a time; a module a phase."""

from __future__ import annotations

from ....engine.decisions import Action
from . import basic, combat, events, movement, placement, politics, production

ACTIONS: tuple[type[Action], ...] = tuple(
    dict.fromkeys(
        kind
        for module in (basic, politics, production, movement, combat, placement, events)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Action) and kind is not Action
    )
)
