"""Is there such a zone, such a type of unit, such a nation? Asked before any other rule."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from ...engine.errors import short_list
from .actions import ACTIONS
from .nations import PLAYERS, name_of
from .rulebook import rule
from .state import G
from .units import unit_types

ZONE_FIELDS = ("zone", "to", "border")
WITH_ZONE = tuple(kind for kind in ACTIONS if any(f in kind.__struct_fields__ for f in ZONE_FIELDS))
WITH_PATH = tuple(kind for kind in ACTIONS if "path" in kind.__struct_fields__)
WITH_TYPE = tuple(kind for kind in ACTIONS if "type" in kind.__struct_fields__)
WITH_NATION = tuple(kind for kind in ACTIONS if "nation" in kind.__struct_fields__)
WITH_COUNT = tuple(kind for kind in ACTIONS if "count" in kind.__struct_fields__)


def perhaps(word: str, names: Iterable[tuple[str, str]]) -> str:
    """What somebody may have meant who wrote a name wrongly, by what things are called or by their printed names."""
    known = {spelled: id for id, name in names for spelled in (id, name.lower())}
    found = dict.fromkeys(known[near] for near in difflib.get_close_matches(word.lower(), known, n=3, cutoff=0.7))
    return f"Perhaps: {', '.join(found)}." if found else ""


def unknown(what: str, word: str, names: Iterable[tuple[str, str]]) -> tuple[str, str]:
    """A name that nothing of its kind has, and what may have been meant."""
    known = dict(names)
    return f"There is no {what} called {word!r}.", perhaps(word, known.items()) or f"Known: {short_list(known)}."


def no_such_nation(g: G, nation: str) -> tuple[str, str] | None:
    known = (*PLAYERS, *g.state.minors)
    return None if nation in known else unknown("nation", nation, ((id, name_of(id)) for id in known))


def no_such_zone(g: G, zone: str) -> tuple[str, str] | None:
    if zone in g.board:
        return None
    names = ((id, str(facts.get("name", id))) for id, facts in g.board.facts.items())
    return f"There is no zone {zone!r} on this map.", perhaps(zone, names)


@rule("1.1", *WITH_ZONE, guard=True)
def zone_is_on_the_map(g: G, action: Any) -> tuple[str, str] | None:
    named = (getattr(action, field, "") for field in ZONE_FIELDS)
    return next((why for zone in named if zone and (why := no_such_zone(g, zone))), None)


@rule("0.8", *WITH_PATH, guard=True)
def path_is_on_the_map(g: G, action: Any) -> tuple[str, str] | None:
    return next((why for zone in action.path if (why := no_such_zone(g, zone))), None)


@rule("12.2", *WITH_TYPE, guard=True)
def type_is_a_unit(g: G, action: Any) -> tuple[str, str] | None:
    types = unit_types(g)
    known = ((kind.id, kind.name) for kind in types.values())
    return None if action.type in types else unknown("unit", action.type, known)


@rule("0.9/nation", *WITH_NATION, guard=True)
def nation_is_known(g: G, action: Any) -> tuple[str, str] | None:
    return no_such_nation(g, action.nation)


@rule("0.1", *WITH_COUNT, guard=True)
def count_is_positive(g: G, action: Any) -> str | None:
    return None if action.count >= 1 else f"{action.count} is not a number of units."
