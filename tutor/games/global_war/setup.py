"""Chapter 2, set-up: what a scenario file says of a position, and the state that comes of it.

The words are those of files, of links and of the editor, so nothing in them is trusted: they set up a position or are
refused in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from ...board import Board
from ...engine.charts import Charts
from ...engine.errors import BadFile, UnknownName
from ...engine.game import Scenario
from .calendar import parse_turn
from .facilities import SHIPYARDS, facility_types_of, presumed_builder
from .nations import FREE_FRANCE, PLAYERS, SLOTS, as_read
from .openings import NOTHING, OPENINGS, Opening
from .rulebook import procedure
from .scenario_body import FACILITY_MARKS, MODERN, STANDING_TASKS, TURN_MARKS, Build, NationSetup, Record, Setup
from .state import Facility, Item, Minor, Nation, State, Unit
from .terms import NOBODY, first_holder, power
from .units import UnitType, as_placed, unit_types_of


@procedure("2", "2.1", "2.5")
def set_up(scenario: Scenario, board: Board, charts: Charts, options: Mapping[str, bool]) -> State:
    """The state at the start of a scenario."""
    try:
        body = msgspec.convert(scenario.body, Setup, strict=False)
    except msgspec.ValidationError as err:
        raise BadFile(f"{scenario.id}: {err}.") from None
    reader = _Reader(scenario.id, board, charts, options)
    return reader.state(body)


class _Reader:
    """Checks names as it goes, and numbers what it puts on the map."""

    def __init__(self, name: str, board: Board, charts: Charts, options: Mapping[str, bool]) -> None:
        self.name, self.board, self.charts, self.options = name, board, charts, options
        self.types: dict[str, UnitType] = unit_types_of(charts["units"])
        self.facility_types = facility_types_of(charts["facilities"])
        self.next_id = 1
        self.units: dict[int, Unit] = {}
        self.facilities: dict[int, Facility] = {}

    def state(self, body: Setup) -> State:
        owners = self.owners(body)
        opening = self.opening(body)
        if body.slot not in (slot[0] for slot in SLOTS):
            raise self.unknown("slot", "national turn", body.slot, (slot[0] for slot in SLOTS))
        self.place_units(body.units)
        if body.printed_facilities:
            self.place_printed(body)
        self.place_facilities(body, owners)
        self.damage(body.damage)
        state = State(
            scenario=self.name,
            calendar=self.calendar(body.turn, "turn"),
            last_turn=self.calendar(body.last_turn, "last_turn"),
            owners=owners,
            units=self.units,
            facilities=self.facilities,
            nations=self.nations(body),
            minors=self.minors(body, owners, opening),
            wars=self.wars((*opening.wars, *body.wars)),
            slot=body.slot,
            pact=body.pact,
            eastern_pact=body.eastern_pact,
            truce=body.truce or opening.truce,
            spain=body.spain or opening.spain,
            abyssinia=body.abyssinia or opening.abyssinia,
            vichy=body.vichy,
            vichy_pending=list(body.vichy_pending),
            china=body.china,
            first_turn=self.calendar(body.first_turn or body.turn, "first_turn"),
            neutral_forces=body.neutral_forces,
            burma_road=body.burma_road,
            annexed=list(body.annexed),
            france_fell=body.france_fell,
            balkans_left=body.balkans_left,
            counters=dict(body.counters),
            start_owners=dict(owners) | body.start_owners,
            stop_after=body.stop_after,
        )
        state.production = self.production(body.production)
        if body.neutral_forces:
            self.place_neutrals(state)
        self.record(state, body.record)
        state.next_id = self.next_id
        return state

    def record(self, state: State, record: Record) -> None:
        """What a game under way has written down."""
        for name in Record.__struct_fields__:
            if name != "repairs":
                setattr(state, name, getattr(record, name))
        for sea, type, zone, which in record.repairs:
            in_yards = [unit for unit, _ in state.repairs]
            ships = [u.id for u in self.units.values() if (u.zone, u.type) == (sea, type) and u.hits]
            ship = next((n for n in ships if in_yards.count(n) < self.units[n].hits), 0)
            yard = self.facility_at(zone, which)
            if not ship or not yard:
                raise BadFile(f"{self.name}, field 'record.repairs': no damaged {type} in {sea}, or no yard in {zone}.")
            state.repairs.append((ship, yard))
            if self.facilities[yard].type in SHIPYARDS:
                key = str(yard)  # 7.4: it builds one ship less this turn
                state.slots_used[key] = state.slots_used.get(key, 0) + 1

    def facility_at(self, zone: str, which: int) -> int:
        """The number of a facility by its place among those of its zone; 0 where there is none."""
        here = [f.id for f in self.facilities.values() if f.zone == zone]
        return here[which - 1] if 0 < which <= len(here) else 0

    def opening(self, body: Setup) -> Opening:
        if body.campaign and body.campaign not in OPENINGS:
            raise self.unknown("campaign", "campaign", body.campaign, OPENINGS)
        return OPENINGS[body.campaign]() if body.campaign else NOTHING

    def unknown(self, field: str, what: str, name: object, known: Iterable[str]) -> BadFile:
        return BadFile(f"{self.name}, field '{field}': {UnknownName(what, name, list(known))}")

    def calendar(self, words: str, field: str) -> int:
        found = parse_turn(words)
        if found is None:
            raise BadFile(
                f"{self.name}, field '{field}': a turn is January or July and a year from 1936 to 1950, not {words!r}."
            )
        return found

    def number(self) -> int:
        self.next_id += 1
        return self.next_id - 1

    def zone(self, field: str, zone: str) -> str:
        if zone not in self.board:
            raise self.unknown(field, "zone", zone, self.board)
        return zone

    @procedure("1.3", "2.5")
    def owners(self, body: Setup) -> dict[str, str]:
        """Who possesses what: the printed roundels, changed by what the scenario says."""
        owners = {
            zone: as_read(facts["owner"], zone, self.options)
            for zone, facts in self.board.facts.items()
            if facts.get("kind") == "zone" and facts.get("owner", NOBODY) != NOBODY
        }
        for zone, holder in body.owners.items():
            owners[self.zone("owners", zone)] = holder
        return owners

    @procedure("2.5/ipp")
    def nations(self, body: Setup) -> dict[str, Nation]:
        for name in body.nations:
            if name not in PLAYERS:
                raise self.unknown("nations", "nation", name, PLAYERS)
        sheets = self.charts["national-sheets"]
        found = {}
        for name in PLAYERS:
            given = body.nations.get(name, NationSetup())
            if given.cash < 0 or (given.peacetime is not None and given.peacetime < 0):
                raise BadFile(f"{self.name}, field 'nations': {name} cannot have less than no IPPs.")
            found[name] = Nation(
                cash=given.cash,
                peacetime=-1 if given.peacetime is None else given.peacetime,
                capital=given.capital or sheets.cell(name, "capital"),
                surrendered=given.surrendered,
                in_play=given.in_play if given.in_play is not None else name != FREE_FRANCE,
                evolved=given.evolved,
                technology=dict(given.technology),
                researched=given.researched,
                rolls_left=given.rolls_left,
                rail_used=given.rail_used,
                naval_used=given.naval_used,
                lent=given.lent,
                influenced=given.influenced,
                militia_upgraded=given.militia_upgraded,
                bonus=given.bonus,
            )
        return found

    def minors(self, body: Setup, owners: Mapping[str, str], opening: Opening) -> dict[str, Minor]:
        """Every nation on the map that no player runs."""
        printed = {
            as_read(f["owner"], zone, self.options)
            for zone, f in self.board.facts.items()
            if f.get("owner", NOBODY) != NOBODY
        }
        names = sorted(({*printed, *owners.values(), *body.units, *body.minors}) - {*PLAYERS, NOBODY, *body.gone})
        found = {name: Minor(opening.controllers.get(name, "")) for name in names}
        for name, given in body.minors.items():
            if given.controller and given.controller not in PLAYERS:
                raise self.unknown("minors", "nation", given.controller, PLAYERS)
            if name in body.gone:
                raise BadFile(f"{self.name}, field 'gone': {name} cannot be a Minor Power and gone.")
            there = given.set_up or name in body.units
            found[name] = Minor(given.controller, given.defeated, set_up=there, conqueror=given.conqueror)
        for name in body.units:
            if name in found:
                found[name].set_up = True
        return found

    def wars(self, pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for a, b in pairs:
            for one, other in ((power(a), power(b)), (power(b), power(a))):
                if other not in found.setdefault(one, []):
                    found[one].append(other)
        return found

    @procedure("2.5/units")
    def place_units(self, units: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
        for cargo in (False, True):  # ships first, so that there is something to be aboard of
            for owner, zones in units.items():
                for zone, counts in zones.items():
                    self.zone(f"units.{owner}", zone)
                    for words, count in counts.items():
                        if ("aboard" in re.split("[ =]", words)) == cargo:
                            self.place(owner, zone, words, count)

    def place(self, owner: str, zone: str, words: str, count: int) -> None:
        """``count`` units described by a type and marks: "infantry", "battleship damaged", "infantry aboard"."""
        field = f"units.{owner}.{zone}"
        type, *marks = words.split()
        if type == "fighter" and MODERN in marks:
            marks.remove(MODERN)
        else:
            type = as_placed(type, self.options)
        if type not in self.types:
            raise self.unknown(field, "type of unit", type, self.types)
        if not 0 <= count <= 99:
            raise BadFile(f"{self.name}, field '{field}': {count} is not a number of units.")
        kind, sea = self.types[type], self.board.facts[zone]["kind"] == "sea"
        if kind.naval and not sea:
            raise BadFile(f"{self.name}, field '{field}': {kind.name} stands in a sea zone, not on land.")
        if kind.land and sea and not any(mark.partition("=")[0] == "aboard" for mark in marks):
            raise BadFile(f"{self.name}, field '{field}': a land unit at sea is aboard a transport: \"{type} aboard\".")
        for _ in range(count):
            unit = Unit(self.number(), type, owner, zone, started=zone)
            for mark in marks:
                if mark in STANDING_TASKS:
                    unit.task = mark
                elif mark == "damaged":
                    unit.hits += 1
                elif mark.partition("=")[0] == "aboard":
                    berth = mark.partition("=")[2]
                    unit.aboard = self.carrier_for(owner, zone, unit, field, berth)
                    unit.carrier_based |= not berth and self.on_deck(unit)  # with a berth all its marks are written out
                else:
                    self.mark(unit, mark, field)
            self.units[unit.id] = unit

    def mark(self, unit: Unit, mark: str, field: str) -> None:
        """What a unit has done in a turn under way: "spent=2", "committed", "entered=paris"."""
        name, _, value = mark.partition("=")
        if name not in TURN_MARKS:
            raise self.unknown(field, "mark of a unit", mark, (*STANDING_TASKS, "damaged", "aboard", *TURN_MARKS))
        if name == "spent" and not value.isdecimal():
            raise BadFile(f"{self.name}, field '{field}': movement that is spent is a number, not {value!r}.")
        given: object = int(value) if name == "spent" else value.replace("_", " ") if value else True
        setattr(unit, name, given)

    def carrier_for(self, owner: str, zone: str, unit: Unit, field: str, which: str = "") -> int:
        """A ship in this zone with room for a unit; ``which`` counts those that carry anything, from 1."""
        kind = self.types[unit.type]
        ships = [u for u in self.units.values() if u.zone == zone and self.carries(u)]
        if which.isdecimal() and 0 < int(which) <= len(ships) and self.has_room(ships[int(which) - 1], unit):
            return ships[int(which) - 1].id
        fitting = [
            ship
            for ship in self.units.values()
            if ship.zone == zone and power(ship.owner) == power(owner) and self.has_room(ship, unit)
        ]
        if fitting:  # aircraft on a deck rather than in a hold
            return min(fitting, key=lambda ship: (kind.air and not self.types[ship.type].carrier_capacity, ship.id)).id
        raise BadFile(f"{self.name}, field '{field}': no ship there has room for {unit.type}; name the ships first.")

    def on_deck(self, unit: Unit) -> bool:
        return bool(unit.aboard and self.types[self.units[unit.aboard].type].carrier_capacity)

    def carries(self, unit: Unit) -> bool:
        kind = self.types[unit.type]
        return bool(kind.carrier_capacity) or kind.transport

    def has_room(self, ship: Unit, unit: Unit) -> bool:
        kind, new = self.types[ship.type], self.types[unit.type]
        aboard = [self.types[u.type] for u in self.units.values() if u.aboard == ship.id]
        if kind.carrier_capacity:
            return new.air and len(aboard) < kind.carrier_capacity
        others = sum(one.cls != "infantry" for one in (*aboard, new))
        return kind.transport and len(aboard) < 2 and others <= 1

    @procedure("1.4", "2.5/facilities")
    def place_printed(self, body: Setup) -> None:
        """The facilities printed on the map, from the zones chart. They are of the nation printed there, whoever holds
        the zone now."""
        for row in self.charts["zones"]:
            first = self.first_holder(row["zone"], body)
            for type in str(row["facilities"]).split():
                if type in ("none", ""):
                    continue
                if type not in self.facility_types:
                    raise self.unknown("zones chart", "facility", type, self.facility_types)
                at = self.number()
                self.facilities[at] = Facility(at, type, row["zone"], original=first)

    def first_holder(self, zone: str, body: Setup) -> str:
        printed = as_read(self.board.facts[zone].get("owner") or NOBODY, zone, self.options)
        return first_holder(self.charts, body.annexed, body.record.merged, zone, printed)

    @procedure("2.5/facilities")
    def place_facilities(self, body: Setup, owners: Mapping[str, str]) -> None:
        homes = {row["zone"]: str(row["home"]).split() for row in self.charts["zones"]}
        for zone, listed in body.facilities.items():
            self.zone("facilities", zone)
            at_home, first = owners.get(zone, "") in homes.get(zone, ()), self.first_holder(zone, body)
            for words in listed:
                type, *marks = words.split()
                towards = next((mark for mark in marks if "=" not in mark), "")
                if type not in self.facility_types:
                    raise self.unknown(f"facilities.{zone}", "facility", type, self.facility_types)
                if towards and towards not in self.board.neighbours[zone]:
                    raise self.unknown(f"facilities.{zone}", "neighbour", towards, self.board.neighbours[zone])
                at = self.number()
                self.facilities[at] = Facility(at, type, zone, towards, original=presumed_builder(type, at_home, first))
                self.mark_facility(self.facilities[at], [mark for mark in marks if "=" in mark])

    def mark_facility(self, facility: Facility, marks: Iterable[str]) -> None:
        """What a facility of a game under way bears: "damage=2", "since=14", "original=germany", "owner=germany"."""
        for mark in marks:
            name, _, value = mark.partition("=")
            if name not in FACILITY_MARKS:
                raise self.unknown(f"facilities.{facility.zone}", "mark of a facility", mark, FACILITY_MARKS)
            if name in ("damage", "since"):
                if not re.fullmatch(r"-?\d+", value):
                    raise BadFile(
                        f"{self.name}, field 'facilities.{facility.zone}': {name} is a number, not {value!r}."
                    )
                setattr(facility, name, int(value))
            else:
                setattr(facility, name, value)

    def damage(self, damage: Mapping[str, Mapping[str, int]]) -> None:
        for zone, hits in damage.items():
            for type, points in hits.items():
                found = next((f for f in self.facilities.values() if f.zone == zone and f.type == type), None)
                if found is None:
                    raise BadFile(f"{self.name}, field 'damage': there is no {type} in {zone}.")
                found.damage = points

    def production(self, listed: Mapping[str, Iterable[Build]]) -> list[Item]:
        found = []
        for owner, builds in listed.items():
            for build in builds:
                kind = self.types.get(build.what)
                known = kind.cycles if kind else () if build.cycles is not None else self.facility_cycles(build.what)
                cycles = known if build.cycles is None else build.cycles
                if not 0 <= build.paid <= max(len(cycles), bool(build.ipp)):
                    raise BadFile(f"{self.name}, field 'production': {build.what} is built in {len(cycles)} turns.")
                found.append(
                    Item(
                        self.number(),
                        build.what,
                        owner,
                        list(cycles),
                        build.paid,
                        build.zone,
                        build.border,
                        facility=self.facility_at(build.zone, build.facility),
                        receiver=build.receiver,
                        ipp=build.ipp,
                        turn=build.turn,
                        damage=build.damage,
                        lent_for=build.lent_for,
                        rushed=build.rushed,
                        captured=build.captured,
                    )
                )
        return found

    def facility_cycles(self, what: str) -> tuple[int, ...]:
        if what not in self.facility_types:
            raise self.unknown("production", "unit or facility", what, (*self.types, *self.facility_types))
        return self.facility_types[what].cycles

    @procedure("6.1", "8.1")
    def place_neutrals(self, state: State) -> None:
        """The forces of Minor Powers that the scenario leaves to their chart, up to the turn it begins in."""
        placed = {name for name, minor in state.minors.items() if minor.set_up}
        for row in self.charts["neutral-forces"]:
            zone = row["zone"]
            nation = as_read(row["nation"], zone, self.options)
            minor = state.minors.get(nation)
            if (
                minor is None
                or nation in placed
                or minor.defeated
                or nation not in state.owners.values()
                or (state.owners.get(zone) != nation and not self.at_sea(zone))
            ):
                continue
            if row["from_turn"] > state.calendar:
                continue
            minor.set_up = True
            for words, count in counted(row["units"]):
                self.place(nation, zone, words, count)

    def at_sea(self, zone: str) -> bool:
        return self.board.facts[self.zone("neutral-forces chart", zone)]["kind"] == "sea"


def counted(words: str) -> list[tuple[str, int]]:
    """ "2 infantry 1 fighter" as pairs."""
    parts = words.split()
    return [(type, int(count)) for count, type in zip(parts[::2], parts[1::2], strict=True)]
