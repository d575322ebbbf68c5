"""Battles that nobody has set up: two forces put on real zones of the map that have the wanted ground, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...engine.errors import BadInput
from .convoys import Line, lines, lines_through
from .facilities import COASTAL_ARTILLERY, FORTIFICATION, build
from .nations import BRITAIN, FRANCE, GERMANY, PLAYERS
from .state import ASSAULT, BOMB, CARPET, ESCORT, PATROL, RAID, SCRAMBLED, G, Nation, State, Unit
from .supply import border, railway
from .technology import technologies
from .terms import commands, power
from .units import INFANTRY, cargo, place, type_of
from .zones import border_marks, impassable, is_land, is_sea, land_neighbours, sea_neighbours, terrain

LAND, NAVAL, AMPHIBIOUS, BOMBING, RAIDS = "land", "naval", "amphibious", "bombing", "raid"
RAILROAD, MAGINOT = "railroad", "maginot"
CASH = 99  # of a nation that is raided: more than any line carries
# What each terrain is on the map, and the optional rule that brings it into play.
GROUNDS = {
    "clear": (), "city": ("city",), "surrounded city": ("city",), "mountain": ("mountain",), "desert": ("desert",),
    "jungle": ("jungle",), "marsh": ("marsh",), "river": (),
}  # fmt: skip
OPTIONS = {"mountain": "mountains", "desert": "deserts", "jungle": "jungles", "marsh": "marshes", "river": "rivers"}


@dataclass(frozen=True)
class Forces:
    """What a made-up battle is described with, all names and numbers checked."""

    kind: str = LAND
    terrain: str = "clear"
    attackers: Mapping[str, int] = field(default_factory=dict)
    defenders: Mapping[str, int] = field(default_factory=dict)
    fortification: str = ""
    coastal_artillery: int = 0
    attack_transports: bool = False
    attacker_radar: bool = False
    defender_radar: bool = False
    defender_asw: bool = False
    target: str = "major-factory"
    line: str = "north-atlantic"

    @property
    def options(self) -> list[str]:
        """The optional rules that this battle is about."""
        found = [OPTIONS[self.terrain]] if self.terrain in OPTIONS else []
        return [*found, "surface-raiders", "raiding-aircraft"] if self.kind == RAIDS else found


def empty_state() -> State:
    nations = {nation: Nation() for nation in PLAYERS}
    return State(
        "made-up", 1, 19, owners={}, units={}, facilities={}, nations=nations, minors={}, wars={}, slot=GERMANY
    )


def stage(g: G, forces: Forces) -> None:
    """Put both forces on an empty table, as Combat Movement would leave them."""
    match forces.kind:
        case "naval":
            _at_sea(g, forces)
        case "amphibious":
            _on_the_beach(g, forces)
        case "bombing" | "carpet":
            _from_the_air(g, forces)
        case "raid":
            _on_a_convoy_line(g, forces)
        case _:
            _over_land(g, forces)
    _know(g, g.state.mover, radar=forces.attacker_radar)
    for foe in g.state.wars[g.state.mover]:
        _know(g, foe, radar=forces.defender_radar, asw=forces.defender_asw)


def _know(g: G, nation: str, radar: bool = False, asw: bool = False) -> None:
    for technology, known in (("radar", radar), ("advanced-asw", asw)):
        if known:
            g.state.nations[nation].technology[technology] = len(technologies(g)[technology].stages)


def _at_war(g: G, attacker: str, defender: str) -> None:
    s = g.state
    s.wars = {attacker: [power(defender)], power(defender): [attacker]}
    s.slot = s.mover = attacker
    assert commands(g) == [attacker]


def _each(counts: Mapping[str, int]) -> Iterator[str]:
    return (type for type, count in counts.items() for _ in range(count))


# Land


def _over_land(g: G, forces: Forces) -> None:
    """From one zone into the next; every other neighbour is the defender's, unless the city is surrounded."""
    start, zone = _battlefield(g, forces)
    _hold(g, zone, start, surrounded=forces.terrain == "surrounded city")
    if forces.fortification == FORTIFICATION:
        build(g, FORTIFICATION, zone, start)
    for type in _each(forces.attackers):
        place(g, type, GERMANY, zone, entered=start, committed=True, spent=1)
    _garrison(g, forces, zone)


def _hold(g: G, zone: str, start: str, *, surrounded: bool = False) -> None:
    _at_war(g, GERMANY, FRANCE)
    around = dict.fromkeys(land_neighbours(g, zone), GERMANY if surrounded else FRANCE)
    g.state.owners = {**around, zone: FRANCE} | ({start: GERMANY} if is_land(g, start) else {})


def _garrison(g: G, forces: Forces, zone: str) -> None:
    for type in _each(forces.defenders):
        place(g, type, FRANCE, zone)


def _battlefield(g: G, forces: Forces) -> tuple[str, str]:
    """The first zone of the map with this ground and nothing on the border but what was asked for, and where the attack
    comes from."""
    marks = {"river"} if forces.terrain == "river" else set()
    if forces.fortification == MAGINOT:
        marks.add(MAGINOT)
    for zone in _zones_with(g, forces.terrain):
        around = [z for z in land_neighbours(g, zone) if not impassable(g, z)]
        for start in around:
            if border_marks(g, start, zone) == marks and (len(around) > 1 or forces.terrain == "surrounded city"):
                return start, zone
    raise BadInput(f"The map has no {forces.fortification or 'battlefield'} on ground that is {forces.terrain}.")


def _zones_with(g: G, ground: str) -> Iterator[str]:
    wanted = frozenset(GROUNDS[ground])
    for zone in sorted(g.board):
        if is_land(g, zone) and not impassable(g, zone) and terrain(g, zone) - {"clear"} == wanted:
            yield zone


# From the sea


def _on_the_beach(g: G, forces: Forces) -> None:
    """Troops in transports off the coast, ships that bombard beside them, aircraft over the beach."""
    zone, sea = next((z, s) for z in _zones_with(g, forces.terrain) for s in sea_neighbours(g, z))
    _hold(g, zone, sea)
    if forces.fortification == FORTIFICATION:
        build(g, FORTIFICATION, zone, sea)
    for _ in range(forces.coastal_artillery):
        build(g, COASTAL_ARTILLERY, zone, sea)
    types = sorted(_each(forces.attackers), key=lambda type: type_of(g, type).cls == INFANTRY)
    transport = "attack-transport" if forces.attack_transports else "naval-transport"
    transports: list[Unit] = []
    for type in (type for type in types if type_of(g, type).land):
        ship = next((s for s in transports if _has_room(g, s, type)), None)
        if ship is None:
            ship = place(g, transport, GERMANY, sea, committed=True, unloaded=True, entered="")
            transports.append(ship)
        place(g, type, GERMANY, sea, aboard=ship.id, task=ASSAULT, target=zone, committed=True)
    for type in (type for type in types if not type_of(g, type).land):
        place(g, type, GERMANY, zone if type_of(g, type).air else sea, committed=True, entered=sea)
    _garrison(g, forces, zone)


def _has_room(g: G, ship: Unit, type: str) -> bool:
    """8.4: two units, one of which is infantry-class."""
    classes = [type_of(g, one).cls for one in cargo(g, ship)]
    return len(classes) < 2 and (type_of(g, type).cls == INFANTRY or all(cls == INFANTRY for cls in classes))


# At sea


def _at_sea(g: G, forces: Forces) -> None:
    """In the open ocean. Aircraft fly from carriers as long as these have room, the others from land."""
    sea = next(
        z for z in sorted(g.board) if is_sea(g, z) and not land_neighbours(g, z) and len(sea_neighbours(g, z)) > 1
    )
    base = next(z for z in sorted(g.board) if is_land(g, z))
    _at_war(g, GERMANY, FRANCE)
    g.state.owners = {base: FRANCE}
    start = sea_neighbours(g, sea)[0]
    for owner, counts in ((GERMANY, forces.attackers), (FRANCE, forces.defenders)):
        ships = [place(g, type, owner, sea) for type in _each(counts) if type_of(g, type).naval]
        decks = [ship.id for ship in ships for _ in range(type_of(g, ship).carrier_capacity)]
        for type in (type for type in _each(counts) if type_of(g, type).air):
            aircraft = place(g, type, owner, sea)
            if decks and type_of(g, type).patrol == 1:
                aircraft.aboard = decks.pop(0)
            elif owner == FRANCE:
                aircraft.task = PATROL if type_of(g, type).patrol else SCRAMBLED
                aircraft.entered = base
        for unit in g.state.units.values():
            if unit.owner == GERMANY:
                unit.committed, unit.entered = True, start


def _on_a_convoy_line(g: G, forces: Forces) -> None:
    """Raiders, escorts and patrols in a sea zone that this line has for itself, if it has one."""
    line = lines(g)[forces.line]
    victim = max(line.values, key=lambda nation: line.values[nation])
    _at_war(g, BRITAIN if victim == GERMANY else GERMANY, victim)
    sea = min(line.zones, key=lambda zone: len(lines_through(g, zone)))
    g.state.nations[victim].cash = CASH
    for type in _each(forces.attackers):
        place(g, type, g.state.mover, sea, task=RAID, committed=True)
    for type in _each(forces.defenders):
        place(g, type, victim, sea, task=PATROL if type_of(g, type).air else ESCORT)


def raidable_lines(g: G) -> list[Line]:
    return [line for line in lines(g).values() if max(line.values.values())]


# From the air


def _from_the_air(g: G, forces: Forces) -> None:
    """Bombers with their escorts over a zone, fighters on the ground beneath them."""
    zone = next(z for z in _zones_with(g, forces.terrain) if forces.target != RAILROAD or _rail_from(g, z))
    _hold(g, zone, sea_neighbours(g, zone)[0] if sea_neighbours(g, zone) else land_neighbours(g, zone)[0])
    task, target = CARPET, ""
    if forces.kind == BOMBING:
        task = BOMB
        rail = forces.target == RAILROAD
        target = f"rail {border(zone, _rail_from(g, zone))}" if rail else str(build(g, forces.target, zone).id)
    for type in _each(forces.attackers):
        place(g, type, GERMANY, zone, task=task, target=target, committed=True)
    _garrison(g, forces, zone)


def _rail_from(g: G, zone: str) -> str:
    return next((z for z in land_neighbours(g, zone) if railway(g, zone, z)), "")
