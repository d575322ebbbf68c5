"""Is there such a zone, such a type of unit, such a nation? Asked before any other rule."""

from __future__ import annotations

from typing import Any

from .actions import ACTIONS
from .nations import PLAYERS
from .rulebook import rule
from .state import G
from .units import unit_types

ZONE_FIELDS = ("zone", "to", "border")
WITH_ZONE = tuple(kind for kind in ACTIONS if any(f in kind.__struct_fields__ for f in ZONE_FIELDS))
WITH_PATH = tuple(kind for kind in ACTIONS if "path" in kind.__struct_fields__)
WITH_TYPE = tuple(kind for kind in ACTIONS if "type" in kind.__struct_fields__)
WITH_NATION = tuple(kind for kind in ACTIONS if "nation" in kind.__struct_fields__)
WITH_COUNT = tuple(kind for kind in ACTIONS if "count" in kind.__struct_fields__)


def no_such_zone(g: G, zone: str) -> str | None:
    return None if zone in g.board else f"There is no zone {zone!r} on this map."


@rule("1.1", *WITH_ZONE, guard=True)
def zone_is_on_the_map(g: G, action: Any) -> str | None:
    named = (getattr(action, field, "") for field in ZONE_FIELDS)
    return next((why for zone in named if zone and (why := no_such_zone(g, zone))), None)


@rule("0.8", *WITH_PATH, guard=True)
def path_is_on_the_map(g: G, action: Any) -> str | None:
    return next((why for zone in action.path if (why := no_such_zone(g, zone))), None)


@rule("12.2", *WITH_TYPE, guard=True)
def type_is_a_unit(g: G, action: Any) -> str | None:
    return None if action.type in unit_types(g) else f"There is no unit called {action.type!r}."


@rule("0.9/nation", *WITH_NATION, guard=True)
def nation_is_known(g: G, action: Any) -> str | None:
    known = action.nation in PLAYERS or action.nation in g.state.minors
    return None if known else f"There is no nation called {action.nation!r}."


@rule("0.1", *WITH_COUNT, guard=True)
def count_is_positive(g: G, action: Any) -> str | None:
    return None if action.count >= 1 else f"{action.count} is not a number of units."
