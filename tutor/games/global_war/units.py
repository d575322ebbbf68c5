"""Sections 12.1 and 12.2: the types of unit, and the units on the map.

Every change of a unit's place goes through ``place``, ``shift`` and ``remove``, so that the index by zone stays true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ...engine.charts import Chart
from .nations import adjective
from .rulebook import procedure
from .state import PATROL, G, Unit

INFANTRY, VEHICLE, ARTILLERY, AIR, NAVAL = "infantry", "vehicle", "artillery", "air", "naval"
LAND_CLASSES = (INFANTRY, VEHICLE, ARTILLERY)
TRANSPORTS = ("naval-transport", "attack-transport")
CARRIERS = ("light-carrier", "fleet-carrier", "heavy-carrier")
SUBMARINES = ("submarine", "coastal-submarine", "advanced-submarine")
BATTLESHIPS = ("battleship", "fast-battleship", "heavy-battleship")
FIGHTERS = ("fighter", "jet-fighter", "early-war-fighter")
GUNS = ("artillery", "sp-artillery", "adv-artillery", "adv-sp-artillery")  # those that support infantry
TOWED = ("artillery", "adv-artillery", "aa-artillery")
ROCKET, AA, SEAPLANE, AIR_TRANSPORT = "strategic-rocket", "aa-artillery", "seaplane", "air-transport"


@procedure("12.2/mountain-infantry", "15.9")
def as_placed(type: str, options: Mapping[str, bool]) -> str:
    """A type as the optional rules know it when forces are set up: without mountains their Infantry is plain, and with
    its option every Fighter is an early one."""
    if type == "mountain-infantry" and not options["mountains"]:
        return "infantry"
    return "early-war-fighter" if type == "fighter" and options["early-fighters"] else type


@dataclass(frozen=True, slots=True)
class UnitType:
    """A row of the units chart."""

    id: str
    name: str
    cls: str  # its class (12.1)
    attack: int  # 0: none
    defense: int
    move: int
    cycles: tuple[int, ...]  # what each turn of building costs; empty: it cannot be built
    hits: int
    capital: bool
    interception: int
    select: int  # target selection on this or less
    select_from: str
    first_strike: bool
    air_superiority: bool
    blitz: str
    carries: str
    bombard: int
    raid: int | None
    patrol: int
    bomb_dice: int
    carpet_dice: int
    technology: str

    @property
    def cost(self) -> int:
        return sum(self.cycles)

    @property
    def land(self) -> bool:
        return self.cls in LAND_CLASSES

    @property
    def air(self) -> bool:
        return self.cls == AIR

    @property
    def naval(self) -> bool:
        return self.cls == NAVAL

    @property
    def submarine(self) -> bool:
        return self.id in SUBMARINES

    @property
    @procedure("0.9/surface-ship")
    def surface(self) -> bool:
        """A ship that is no submarine."""
        return self.cls == NAVAL and self.id not in SUBMARINES

    @property
    @procedure("0.9/warship")
    def warship(self) -> bool:
        """A surface ship that has an Attack value."""
        return self.surface and self.attack > 0

    @property
    def transport(self) -> bool:
        return self.id in TRANSPORTS

    @property
    def carrier_capacity(self) -> int:
        return int(self.carries.split()[0]) if self.carries.endswith("aircraft") else 0


@cache
def _read(rows: tuple[tuple[object, ...], ...]) -> dict[str, UnitType]:
    found = {}
    for row in rows:
        cells = dict(zip(_COLUMNS, row, strict=True))
        cost, raid = str(cells["cost"]), str(cells["raid"])
        cells["cycles"] = () if cost == "none" else tuple(int(part) for part in cost.split("/"))
        cells["raid"] = None if raid == "none" else int(raid)
        del cells["cost"]
        found[str(cells["id"])] = UnitType(**cells)  # type: ignore[arg-type]
    return found


_COLUMNS = (
    "id", "name", "cls", "attack", "defense", "move", "cost", "hits", "capital", "interception", "select", "select_from",
    "first_strike", "air_superiority", "blitz", "carries", "bombard", "raid", "patrol", "bomb_dice", "carpet_dice",
    "technology",
)  # fmt: skip


@procedure("12", "12.1", "12.2", "0.9/unit-class")
def unit_types_of(chart: Chart) -> dict[str, UnitType]:
    """The types of a units chart, ours or a player's own."""
    return _read(tuple(tuple(row) for row in chart.rows))


def unit_types(g: G) -> dict[str, UnitType]:
    found: dict[str, UnitType] | None = g.memo.get("unit types")
    if found is None:
        found = g.memo["unit types"] = unit_types_of(g.charts["units"])
    return found


def type_of(g: G, unit: Unit | str) -> UnitType:
    """The type of a unit, or the type of that name."""
    return unit_types(g)[unit if isinstance(unit, str) else unit.type]


# Where units are


def _index(g: G) -> dict[str, dict[int, Unit]]:
    index: dict[str, dict[int, Unit]] | None = g.memo.get("units by zone")
    if index is None:
        index = defaultdict(dict)
        for unit in g.state.units.values():
            index[unit.zone][unit.id] = unit
        g.memo["units by zone"] = index
    return index


def units_in(g: G, zone: str) -> list[Unit]:
    """Every unit in a zone, those aboard ships too, in the order of their numbers."""
    here = _index(g).get(zone)
    return list(here.values()) if here else []


def occupied(g: G) -> list[str]:
    """Zones that hold units."""
    return [zone for zone, here in _index(g).items() if here]


def place(g: G, type: str, owner: str, zone: str, **marks: object) -> Unit:
    """A new unit on the map."""
    unit = Unit(g.state.next_id, type, owner, zone, started=zone)
    for name, value in marks.items():
        setattr(unit, name, value)
    g.state.next_id += 1
    g.state.units[unit.id] = unit
    _index(g)[zone][unit.id] = unit
    return unit


def shift(g: G, unit: Unit, zone: str) -> None:
    """Put a unit, and what it carries, into another zone."""
    index = _index(g)
    for one in (unit, *cargo(g, unit)):
        del index[one.zone][one.id]
        one.zone = zone
        index[zone][one.id] = one
    index[zone] = dict(sorted(index[zone].items()))  # the same order as where the index is made anew


def remove(g: G, unit: Unit) -> list[Unit]:
    """Take a unit off the map, with its cargo (8.4); what is gone."""
    gone = [unit, *cargo(g, unit)]
    for one in gone:
        del _index(g)[one.zone][one.id]
        del g.state.units[one.id]
    for battle in (*g.state.battles, *([g.state.battle] if g.state.battle else [])):
        for numbers in (
            battle.attackers,
            battle.defenders,
            battle.aside,
            battle.support,
            battle.moving,
            battle.declined,
        ):
            numbers[:] = [n for n in numbers if n in g.state.units]
    return gone


def cargo(g: G, unit: Unit) -> list[Unit]:
    """What a ship or aircraft carries."""
    return [one for one in units_in(g, unit.zone) if one.aboard == unit.id]


@procedure("8.7/carrier", "12.2/fleet-carrier")
def watches(g: G, unit: Unit) -> bool:
    """Is this aircraft on Maritime Air Patrol? Those on a carrier act as if they were, but from a damaged one none takes
    off."""
    if not type_of(g, unit).air:
        return False
    ship = g.state.units.get(unit.aboard)
    return unit.task == PATROL if ship is None else bool(type_of(g, ship).carrier_capacity) and not ship.hits


def kinds(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Units by type, in the order in which the types are met."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.type, []).append(unit)
    return found


def called(g: G, type: str, count: int = 1) -> str:
    """A number of units in words: "3 Infantry"."""
    name = type_of(g, type).name
    return f"{count} {name}" if count != 1 else name


ONE_DOES = {"are": "is", "go": "goes", "have": "has", "blitz": "blitzes"}


def listed(g: G, units: Iterable[Unit], do: str = "") -> str:
    """Units in words, by owner and type, and what they do: "German 2 Infantry, Artillery move"; one "moves"."""
    by_owner: dict[str, dict[str, int]] = {}
    units = list(units)
    for unit in units:
        counts = by_owner.setdefault(unit.owner, {})
        counts[unit.type] = counts.get(unit.type, 0) + 1
    words = (
        f"{adjective(owner)} " + ", ".join(called(g, type, count) for type, count in counts.items())
        for owner, counts in by_owner.items()
    )
    verb = ONE_DOES.get(do, f"{do}s") if do and len(units) == 1 else do
    return " ".join(filter(None, ("; ".join(words) or "nothing", verb)))


def of(g: G, numbers: Iterable[int]) -> Iterator[Unit]:
    """The units with these numbers that are still on the map."""
    return (g.state.units[n] for n in numbers if n in g.state.units)
