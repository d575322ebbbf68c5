"""Section 7.4, with 12.10, 15.5 and 15.10: damaged facilities are paid for, damaged ships lie in yards."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.errors import an
from ...engine.rulings import Ruling
from .actions.production import Repair, RepairCanal, RepairRailroad, RepairShip
from .building import pay, too_dear
from .facilities import REPAIR_YARDS, SHIPYARDS, facilities_in, facility_owner, kind_of, may_use, serves
from .nations import name_of
from .output import output, use_slot
from .rulebook import procedure, rule
from .state import Facility, G, Unit
from .supply import border as border_name
from .terms import owner
from .units import called, type_of, units_in
from .zones import name_of_zone, passage_owner, passages

DOCKYARDS = tuple(type for type in REPAIR_YARDS if type not in SHIPYARDS)


# Facilities


def repair_cost(g: G) -> int:
    """IPPs for a point of damage."""
    return int(g.charts["bombing"].cell("repair-cost", "value"))


@rule("7.4", Repair, guard=True)
def facility_to_repair_exists(g: G, action: Repair) -> str | None:
    return None if action.facility in g.state.facilities else f"There is no facility {action.facility}."


@rule("7.4", Repair, RepairRailroad, RepairCanal, guard=True)
def points_are_positive(g: G, action: Repair | RepairRailroad | RepairCanal) -> str | None:
    return None if action.points >= 1 else f"{action.points} is not a number of points to repair."


@rule("7.4", Repair)
def facility_is_damaged_and_owned(g: G, action: Repair) -> str | None:
    facility = g.state.facilities[action.facility]
    name = kind_of(g, facility).name
    if facility_owner(g, facility) != g.state.nation:
        return f"That {name} does not belong to {name_of(g.state.nation)}."
    return None if facility.damage >= action.points else f"That {name} has {facility.damage} points of damage."


@rule("0.9/ipp", Repair)
def repair_is_paid_for(g: G, action: Repair) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, action.points * repair_cost(g))


@procedure("7.4")
def repair_facility(g: G, nation: str, action: Repair) -> None:
    """It works again at once: a Major Factory gives its research die in the same turn."""
    facility = g.state.facilities[action.facility]
    place = name_of_zone(g, facility.zone)
    pay(g, nation, action.points * repair_cost(g), "7.4", f"to repair the {kind_of(g, facility).name} in {place}")
    facility.damage -= action.points


# Railroads and canals


def _damage_on_rails(g: G, action: RepairRailroad) -> int:
    return g.state.rail_damage.get(border_name(action.zone, action.border), 0)


def rail_repair_cost(g: G) -> int:
    return int(g.charts["railroads"].cell("normal", "repair"))


@rule("12.10", RepairRailroad)
def railroad_is_damaged_and_owned(g: G, action: RepairRailroad) -> str | None:
    if g.state.nation not in (owner(g, action.zone), owner(g, action.border)):
        return f"{name_of(g.state.nation)} possesses neither end of that railroad."
    damage = _damage_on_rails(g, action)
    return None if damage >= action.points else f"That railroad has {damage} points of damage."


@rule("0.9/ipp", RepairRailroad)
def rail_repair_is_paid_for(g: G, action: RepairRailroad) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, action.points * rail_repair_cost(g))


@procedure("12.10")
def repair_railroad(g: G, nation: str, action: RepairRailroad) -> None:
    name = border_name(action.zone, action.border)
    between = f"between {name_of_zone(g, action.zone)} and {name_of_zone(g, action.border)}"
    pay(g, nation, action.points * rail_repair_cost(g), "12.10", f"to repair the railroad {between}")
    g.state.rail_damage[name] -= action.points
    if not g.state.rail_damage[name]:
        del g.state.rail_damage[name]


@rule("15.10", RepairCanal)
def canal_is_damaged_and_owned(g: G, action: RepairCanal) -> str | None:
    passage = passages(g).get(action.passage)
    if passage is None:
        return f"There is no canal called {action.passage!r}."
    if passage_owner(g, passage) != g.state.nation:
        return f"The {passage.name} does not belong to {name_of(g.state.nation)}."
    damage = g.state.canal_damage.get(passage.id, 0)
    return None if damage >= action.points else f"The {passage.name} has {damage} points of damage."


@rule("0.9/ipp", RepairCanal)
def canal_repair_is_paid_for(g: G, action: RepairCanal) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, action.points * repair_cost(g))


@procedure("15.10")
def repair_canal(g: G, nation: str, action: RepairCanal) -> None:
    passage = passages(g)[action.passage]
    pay(g, nation, action.points * repair_cost(g), "15.10", f"to repair the {passage.name}")
    g.state.canal_damage[passage.id] -= action.points
    if not g.state.canal_damage[passage.id]:
        del g.state.canal_damage[passage.id]


def affordable_points(damage: int, cost: int, cash: int) -> list[int]:
    """One point, and as many as can be paid."""
    most = min(damage, cash // cost if cost else damage)
    return sorted({1, most}) if most else []


def repairs(g: G, nation: str, cash: int) -> Iterator[Repair | RepairRailroad | RepairCanal]:
    """What can be repaired for IPPs."""
    cost = repair_cost(g)
    for facility in g.state.facilities.values():
        if facility.damage and facility_owner(g, facility) == nation:
            for points in affordable_points(facility.damage, cost, cash):
                yield Repair(facility.id, points)
    for name, damage in g.state.rail_damage.items():
        a, b = name.split("|")
        if nation in (owner(g, a), owner(g, b)):
            for points in affordable_points(damage, rail_repair_cost(g), cash):
                yield RepairRailroad(a, b, points)
    for canal, damage in g.state.canal_damage.items():
        if canal in passages(g) and passage_owner(g, passages(g)[canal]) == nation:
            for points in affordable_points(damage, cost, cash):
                yield RepairCanal(canal, points)


# Ships


@procedure("7.4", "App-B.40", "12.6/dockyards")
def repair_slots(g: G, facility: Facility) -> int:
    """Hits that a yard can still repair this turn: a shipyard uses the slots it builds ships with."""
    kind = kind_of(g, facility)
    if facility.damage or not kind.repairs:
        return 0
    started = sum(yard == facility.id for _, yard in g.state.repairs)
    if g.options["capital-ship-damage"] and facility.type in ("major-shipyard", "major-dockyard"):
        return len(g.state.units)  # 15.5: any number, each at a price
    left = kind.repairs - started
    if facility.type in SHIPYARDS:
        made = output(g, facility_owner(g, facility), facility)
        left = min(left, made - g.state.slots_used.get(str(facility.id), 0))
    return max(0, left)


@procedure("7.4", "4.5/permissions")
def yards_for(g: G, nation: str, sea: str) -> Iterator[Facility]:
    """Friendly yards on a sea zone with a free slot, dockyards first since they build nothing."""
    for types in (DOCKYARDS, SHIPYARDS):
        for zone in g.board.neighbours[sea]:
            for facility in facilities_in(g, zone, types):
                if may_use(g, nation, facility) and sea in serves(g, facility) and repair_slots(g, facility):
                    yield facility


def to_repair(g: G, nation: str, sea: str) -> list[Unit]:
    """Capital ships here with hits that no yard has begun on, nor asked a price for that could not be paid."""
    return [u for u in units_in(g, sea) if u.owner == nation and type_of(g, u).capital and _hits_left(g, u)]


def _hits_left(g: G, unit: Unit) -> int:
    if _too_dear_this_turn(unit) in g.state.used:
        return 0
    return unit.hits - sum(ship == unit.id for ship, _ in g.state.repairs)


def _too_dear_this_turn(unit: Unit) -> str:
    """Under this name it is written down that the price of a repair was rolled and could not be paid."""
    return f"price of repair {unit.id}"


@rule("7.4", RepairShip)
def ship_is_damaged(g: G, action: RepairShip) -> Ruling | str | None:
    if any(u.type == action.type for u in to_repair(g, g.state.nation, action.zone)):
        return None
    here = [u for u in units_in(g, action.zone) if u.owner == g.state.nation and u.type == action.type]
    if any(_too_dear_this_turn(u) in g.state.used for u in here):
        words = f"The price of repairing the {called(g, action.type)} could not be paid: a yard names it once a turn."
        return Ruling("15.5", words, "Come back next turn.")
    return (
        f"There is no damaged {called(g, action.type)} of {name_of(g.state.nation)} in {name_of_zone(g, action.zone)}."
    )


@rule("7.4", RepairShip)
def yard_has_a_slot(g: G, action: RepairShip) -> Ruling | None:
    if action.zone not in g.board or any(f.zone == action.yard for f in yards_for(g, g.state.nation, action.zone)):
        return None
    here = name_of_zone(g, action.yard)
    return Ruling("7.4", f"{here} has no Friendly, undamaged yard with a free slot beside that sea zone.")


def ship_repairs(g: G, nation: str) -> Iterator[RepairShip]:
    """Which ships can be taken into which yards."""
    seen = set()
    for unit in g.state.units.values():
        key = (unit.zone, unit.type)
        if unit.hits and unit.owner == nation and type_of(g, unit).capital and key not in seen and _hits_left(g, unit):
            seen.add(key)
            for zone in dict.fromkeys(f.zone for f in yards_for(g, nation, unit.zone)):
                yield RepairShip(unit.zone, unit.type, zone)


def begin_ship_repair(g: G, nation: str, action: RepairShip) -> None:
    """A ship goes into a yard: free of charge, or at a price that is rolled next (15.5)."""
    ship = max((u for u in to_repair(g, nation, action.zone) if u.type == action.type), key=lambda u: (u.hits, -u.id))
    yard = next(f for f in yards_for(g, nation, action.zone) if f.zone == action.yard)
    if g.options["capital-ship-damage"]:
        g.state.dockside = [ship.id, yard.id]
    else:
        enter_yard(g, nation, ship, yard)


@procedure("7.4")
def enter_yard(g: G, nation: str, ship: Unit, yard: Facility) -> None:
    """The job takes the whole turn and one slot."""
    g.state.repairs.append((ship.id, yard.id))
    if yard.type in SHIPYARDS:
        use_slot(g, yard)
    words = (
        f"{called(g, ship.type)} in {name_of_zone(g, ship.zone)} goes into the yard of {name_of_zone(g, yard.zone)}."
    )
    g.tell("repair", "7.4", words, by=nation, unit=ship.id, zone=yard.zone)


def price_is_rolled(g: G) -> bool:
    return bool(g.state.dockside)


@procedure("15.5")
def roll_repair_price(g: G) -> None:
    """Option: a D6 tells what the repair of one hit costs; who cannot pay keeps his money and the damage."""
    nation, (number, at) = g.state.nation, g.state.dockside
    g.state.dockside = []
    ship, yard = g.state.units[number], g.state.facilities[at]
    price = g.chance.die(6, "15.5", by=nation, why=f"The repair of {an(called(g, ship.type))}")
    if too_dear(g, nation, price):
        g.state.used[_too_dear_this_turn(ship)] = price
        g.tell("repair", "15.5", f"{name_of(nation)} cannot pay {price} IPP, and nothing is repaired.", by=nation)
        return
    pay(g, nation, price, "15.5", f"for the repair of {an(called(g, ship.type))}")
    enter_yard(g, nation, ship, yard)


@procedure("7.4")
def finish_repairs(g: G) -> None:
    """In the Place Units Phase the hit comes off, if the ship lay there all turn and the yard still works."""
    left = []
    for number, at in g.state.repairs:
        ship, yard = g.state.units.get(number), g.state.facilities.get(at)
        if ship is not None and ship.owner != g.state.nation:
            left.append((number, at))
            continue
        if ship is None or yard is None or not _lay_in_yard(g, ship, yard):
            continue
        ship.hits = max(0, ship.hits - 1)
        words = f"A hit of the {called(g, ship.type)} in {name_of_zone(g, ship.zone)} is repaired."
        g.tell("repair", "7.4", words, by=ship.owner, unit=ship.id)
    g.state.repairs = left


def _lay_in_yard(g: G, ship: Unit, yard: Facility) -> bool:
    idle = not ship.spent and not ship.committed
    return idle and ship.zone in serves(g, yard) and may_use(g, ship.owner, yard)
