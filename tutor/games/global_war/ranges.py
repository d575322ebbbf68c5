"""Sections 0.8, 12.5, 12.6, 7.8 and 8.7: how far a unit goes in a turn, and how far out it patrols."""

from __future__ import annotations

from .facilities import bases_beside, facilities_in, facility_types, kind_of, may_use
from .rulebook import procedure
from .state import G, Unit
from .technology import has
from .units import SEAPLANE, UnitType, type_of
from .zones import is_sea

LONG_RANGE = "long-range-aircraft"
STRATEGIC_BOMBERS = ("strategic-bomber", "heavy-strategic-bomber")
MEDIUM_BOMBER = "medium-bomber"


@procedure("0.8", "12.2")
def allowance(g: G, unit: Unit) -> int:
    """Borders a unit may cross in its turn: what its type allows, one more from a base, more with technology."""
    kind = type_of(g, unit)
    if kind.land:
        return kind.move
    return kind.move + base_bonus(g, unit, kind) + (long_range(g, unit) if kind.air else 0)


def left(g: G, unit: Unit) -> int:
    """Borders that a unit may still cross this turn."""
    return max(0, allowance(g, unit) - unit.spent)


@procedure("12.5", "12.6", "12.6/ports", "12.6/shipyards", "12.6/dockyards", "12.6/bases")
def base_bonus(g: G, unit: Unit, kind: UnitType) -> int:
    """One more where a base that serves it stands by the place it began the turn in; several do not add up."""
    wanted = helpers(g, kind)
    start = unit.started or unit.zone
    if is_sea(g, start):
        return int(kind.naval and any(bases_beside(g, unit.owner, start, wanted)))
    return int(kind.air and any(may_use(g, unit.owner, f) for f in facilities_in(g, start, wanted)))


def helpers(g: G, kind: UnitType) -> tuple[str, ...]:
    """Types of facility that make a unit faster, by the column of their chart."""
    known: dict[str, tuple[str, ...]] = g.memo.setdefault("helpful facilities", {})
    if kind.id not in known:
        if kind.air:
            bonuses = ["aircraft", "seaplanes", "ships"] if kind.id == SEAPLANE else ["aircraft"]
        else:
            bonuses = ["ships", "submarines"] if kind.submarine else ["ships"]
        known[kind.id] = tuple(type for type in facility_types(g) if kind_of(g, type).bonus in bonuses)
    return known[kind.id]


@procedure("7.8/long-range-aircraft")
def long_range(g: G, unit: Unit) -> int:
    """Long-Range Aircraft: two zones more for Strategic Bombers, one for others."""
    if not has(g, unit.owner, LONG_RANGE):
        return 0
    return 2 if unit.type in STRATEGIC_BOMBERS else 1


@procedure("8.7", "8.7/carrier", "7.8/long-range-aircraft", "12.2/seaplane")
def patrol_range(g: G, unit: Unit) -> int:
    """How far from a landing place, ashore or on a carrier, it keeps watch; bases add nothing to it."""
    printed = type_of(g, unit).patrol
    return printed + (1 if unit.type == MEDIUM_BOMBER and has(g, unit.owner, LONG_RANGE) else 0)
