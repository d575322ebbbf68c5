"""Sections 12.3 to 12.10 and 8.11: what facilities there are, who may use them, damage and blockade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ...engine.charts import Chart
from .nations import COMMONWEALTH, PATRONS
from .rulebook import procedure
from .state import BLOCKADE, ESCORT, MINE, RAID, Facility, G
from .terms import aligned, at_war, home_country, owner, power
from .units import type_of, units_in
from .zones import city, is_sea, island, sea_neighbours

FACTORIES = ("minor-factory", "medium-factory", "major-factory")
NAVAL = ("minor-port", "major-port", "minor-shipyard", "major-shipyard", "minor-dockyard", "major-dockyard")
SHIPYARDS = ("minor-shipyard", "major-shipyard")
REPAIR_YARDS = ("minor-shipyard", "major-shipyard", "minor-dockyard", "major-dockyard")
MAJOR_NAVAL = ("major-port", "major-shipyard", "major-dockyard")
AIR_BASE, SEAPLANE_BASE, SUBMARINE_BASE = "air-base", "seaplane-base", "submarine-base"
FORTIFICATION, COASTAL_ARTILLERY = "fortification", "coastal-artillery"
BLOCKADERS = 3


@dataclass(frozen=True, slots=True)
class FacilityType:
    """A row of the facilities chart."""

    id: str
    name: str
    family: str
    output: int
    improved: int
    repairs: int
    most_damage: int
    supply: int
    bonus: str
    cycles: tuple[int, ...]
    upgrade: str
    upgrade_cost: int
    where: str
    aa: bool


@cache
def _read(rows: tuple[tuple[object, ...], ...]) -> dict[str, FacilityType]:
    found = {}
    for row in rows:
        cells = list(row)
        cells[9] = tuple(int(part) for part in str(cells[9]).split("/"))
        cells[10] = "" if cells[10] == "none" else cells[10]
        found[str(cells[0])] = FacilityType(*cells)  # type: ignore[arg-type]
    return found


@procedure("12.3")
def facility_types_of(chart: Chart) -> dict[str, FacilityType]:
    return _read(tuple(tuple(row) for row in chart.rows))


def facility_types(g: G) -> dict[str, FacilityType]:
    found: dict[str, FacilityType] | None = g.memo.get("facility types")
    if found is None:
        found = g.memo["facility types"] = facility_types_of(g.charts["facilities"])
    return found


def kind_of(g: G, facility: Facility | str) -> FacilityType:
    return facility_types(g)[facility if isinstance(facility, str) else facility.type]


# Where they are


def _index(g: G) -> dict[str, list[Facility]]:
    index: dict[str, list[Facility]] | None = g.memo.get("facilities by zone")
    if index is None:
        index = {}
        for facility in g.state.facilities.values():
            index.setdefault(facility.zone, []).append(facility)
        g.memo["facilities by zone"] = index
    return index


def facilities_in(g: G, zone: str, types: Iterable[str] = ()) -> list[Facility]:
    """The facilities of a zone, all or those of these types."""
    here = _index(g).get(zone, [])
    wanted = tuple(types)
    return [f for f in here if f.type in wanted] if wanted else list(here)


def build(g: G, type: str, zone: str, border: str = "", **marks: object) -> Facility:
    """A new facility on the map; on a border where it covers only one."""
    facility = Facility(g.state.next_id, type, zone, border, since=g.state.national_turn)
    for name, value in marks.items():
        setattr(facility, name, value)
    g.state.next_id += 1
    g.state.facilities[facility.id] = facility
    g.memo.pop("facilities by zone", None)
    return facility


def demolish(g: G, facility: Facility) -> None:
    del g.state.facilities[facility.id]
    g.memo.pop("facilities by zone", None)


def retype(g: G, facility: Facility, type: str) -> None:
    facility.type = type
    g.memo.pop("facilities by zone", None)


# Whose they are, and whether they work


@procedure("12.4")
def presumed_builder(type: str, at_home: bool, first: str) -> str:
    """Whose a facility was at first, where nobody says so: its holder's (nothing), but a Medium or Major Factory beyond his
    Home Country can only be that of the nation he has the zone from."""
    return first if type in FACTORIES[1:] and not at_home else ""


def facility_owner(g: G, facility: Facility) -> str:
    return facility.owner or owner(g, facility.zone)


@procedure("12.5")
def may_use(g: G, nation: str, facility: Facility) -> bool:
    """A base serves its possessor and nations Aligned with him; damaged ones serve nobody."""
    if facility.damage:
        return False
    holder = facility_owner(g, facility)
    if holder in PATRONS and PATRONS[holder] == nation:
        from .spain import lends_bases

        return lends_bases(g, nation, facility)
    return aligned(g, nation, holder)


def usable(g: G, nation: str, zone: str, types: Iterable[str]) -> Iterator[Facility]:
    """Facilities of these types in a zone that a nation may use now."""
    return (f for f in facilities_in(g, zone, types) if may_use(g, nation, f))


@procedure("2.5/facilities", "12.6")
def serves(g: G, facility: Facility) -> list[str]:
    """The sea zones a naval facility lies on: all that border its zone, unless it stands on one border."""
    return (
        [facility.border] if facility.border and is_sea(g, facility.border) else list(sea_neighbours(g, facility.zone))
    )


def bases_beside(g: G, nation: str, sea: str, types: Iterable[str]) -> Iterator[Facility]:
    """Usable facilities of these types on a sea zone."""
    wanted = tuple(types)
    for zone in g.board.neighbours[sea]:
        for facility in facilities_in(g, zone, wanted):
            if may_use(g, nation, facility) and sea in serves(g, facility):
                yield facility


@procedure("8.11")
def blockaded(g: G, facility: Facility) -> bool:
    """Three or more surface warships of a nation at war with the owner, in every sea zone it lies on."""
    return bool(serves(g, facility)) and not open_seas(g, facility)


@procedure("8.11")
def open_seas(g: G, facility: Facility) -> list[str]:
    """The sea zones it lies on through which a path of supply may lead: those that nobody blockades."""
    holder = facility_owner(g, facility)
    return [sea for sea in serves(g, facility) if not _blockading(g, sea, holder)]


@procedure("8.8", "8.11")
def _blockading(g: G, sea: str, holder: str) -> bool:
    """Does one Power have a blockading fleet here? Ships that escort or raid do nothing else at the same time."""
    declared = g.options["reading-declared-blockade"]
    fleets: dict[str, int] = {}
    for unit in units_in(g, sea):
        blockades = unit.task == BLOCKADE if declared else unit.task not in (ESCORT, RAID, MINE)
        if blockades and type_of(g, unit).warship and at_war(g, unit.owner, holder):
            fleets[power(unit.owner)] = fleets.get(power(unit.owner), 0) + 1
    return any(ships >= BLOCKADERS for ships in fleets.values())


@procedure("12.8")
def covers_all_borders(g: G, zone: str) -> bool:
    """Zones so small that one Fortification or battery covers every border."""
    if zone in ("gibraltar", "panama", "british-malaya", "crimea") or city(g, zone):
        return True
    home_of_a_major = any(
        zone in home_country(g, nation)
        for nation in ("germany", "italy", "japan", "usa", "france", "ussr", *COMMONWEALTH)
    )
    return island(g, zone) and not home_of_a_major


def fortification_towards(g: G, zone: str, start: str) -> Facility | None:
    """The Fortification that protects a zone against an attack from another."""
    for facility in facilities_in(g, zone, (FORTIFICATION,)):
        if facility.border in ("", start):
            return facility
    return None


def batteries_towards(g: G, zone: str, sea: str) -> list[Facility]:
    """Coastal Artillery on the border of a zone with a sea zone."""
    return [f for f in facilities_in(g, zone, (COASTAL_ARTILLERY,)) if f.border in ("", sea)]
