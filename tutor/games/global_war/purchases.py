"""Sections 7.1 to 7.3: units are bought and begun."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions.production import Buy
from .building import (
    ADVANCED,
    EARLY_FIGHTER,
    FIGHTER,
    called_item,
    can_be_placed,
    first_price,
    keels,
    made_as,
    modern_fighters,
    new_item,
    pay,
    unit_price,
    why_no_technology,
    why_not_listed,
    why_not_rush,
)
from .nations import name_of
from .output import COLONIAL, MILITIA
from .rulebook import procedure
from .state import G
from .terms import record
from .units import UnitType, called, type_of, unit_types

ChoosingYard = Generator[Decision, Action, str]


def affordable_types(g: G, nation: str, *, home_only: bool = False) -> Iterator[str]:
    """Types of unit that a nation may begin now and can pay for."""
    cash = record(g, nation).cash
    placeable: dict[str, bool] = {}  # by what the criteria for placing ask about, so that each is looked up once
    for kind in unit_types(g).values():
        if not kind.cycles or first_price(g, nation, kind.id, kind.cycles, False) > cash or _outdated(g, nation, kind):
            continue
        if why_not_listed(g, nation, kind.id) or why_no_technology(g, nation, kind):
            continue
        needs = _criteria(kind)
        if needs not in placeable:
            placeable[needs] = can_be_placed(g, nation, kind.id, home_only=home_only)
        if placeable[needs]:
            yield kind.id


def purchases(g: G, nation: str) -> Iterator[Buy]:
    """One of each type; with Improved Construction also with two turns paid at once."""
    cash = record(g, nation).cash
    for type in affordable_types(g, nation):
        yield Buy(type)
        cycles = type_of(g, type).cycles
        if type_of(g, type).naval and len(cycles) > 1 and why_not_rush(g, nation, type, cycles) is None:
            rushed = Buy(type, rushed=True)
            if unit_price(g, nation, rushed) <= cash:
                yield rushed


def _outdated(g: G, nation: str, kind: UnitType) -> bool:
    """Types in whose place another is built now."""
    if kind.id in ADVANCED and made_as(g, nation, kind.id) != kind.id:
        return True
    if kind.id == "mountain-infantry":
        return not g.options["mountains"]
    return kind.id == (EARLY_FIGHTER if modern_fighters(g) else FIGHTER)


def _criteria(kind: UnitType) -> str:
    """Units alike in this can be placed in the same places."""
    if kind.id in (MILITIA, COLONIAL):
        return kind.id
    sort = "capital" if kind.capital else "submarine" if kind.submarine else "ship" if kind.naval else "factory"
    return f"{sort} {kind.technology != 'none'}"


@procedure("7.1", "7.3")
def buy(g: G, nation: str, action: Buy) -> Asking:
    """Units are paid for and go on the Production Chart; those of one turn straight into the Place Units Box."""
    type = made_as(g, nation, action.type)
    kind, zone = type_of(g, type), action.zone
    if not zone and keels(g, nation, kind):
        zone = yield from choose_yard(g, nation, type)
    price = unit_price(g, nation, action)
    verb = "for" if len(kind.cycles) == 1 or (action.rushed and len(kind.cycles) == 2) else "to begin"
    pay(g, nation, price, "7.1", f"{verb} {called(g, type, action.count)}")
    for _ in range(action.count):
        new_item(g, nation, type, kind.cycles, zone=zone, rushed=action.rushed)


@procedure("15.8")
def choose_yard(g: G, nation: str, type: str, *, home_only: bool = False) -> ChoosingYard:
    """The shipyard where a capital ship is laid down."""
    zones = keels(g, nation, type_of(g, type), home_only=home_only)
    if len(zones) == 1:
        return zones[0]
    action = yield Decision(
        nation,
        "15.8",
        f"Where does {name_of(nation)} lay down its {called_item(g, type)}?",
        [Buy],
        [Buy(type, zone=zone) for zone in zones],
        about={"type": type},
    )
    assert isinstance(action, Buy)
    return action.zone or zones[0]
