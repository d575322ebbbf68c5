"""A position written down as the fields of a scenario file: the way back from a state to ``setup``.

Everything is written that matters at the start of a national turn or of one of its phases. A phase under way begins
anew, with all as it now stands; a battle that is being fought is found again from where the units are and what they
have been told to do. Numbers of units and facilities are given anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ...engine.charts import Charts
from ...engine.session import Session
from .calendar import turn_name
from .facilities import presumed_builder
from .nations import FREE_FRANCE, PLAYERS
from .scenario_body import MODERN, STANDING_TASKS, Build, MinorSetup, NationSetup, Record, Setup
from .state import Facility, G, Item, Minor, Nation, State, Unit
from .terms import NOBODY, held_first, home_country, owner, roundel
from .units import type_of
from .views import rank

# The parts of a national turn in which a game can be taken up again; a place below them is written as its beginning.
PHASES = ("production", "combat-movement", "combat", "non-combat", "placement")
TURN = ("calendar-turn", "national-turn")


def fields(session: Session) -> dict[str, Any]:
    """The position as the fields of a scenario file. ``tutor.position`` opens it again."""
    g: G = session.table
    plain: dict[str, Any] = msgspec.to_builtins(setup_of(g, session.scenario.body))
    plain.pop("campaign", None)
    return {
        "title": session.scenario.title,
        **({"start": start} if (start := place(session)) else {}),
        "options": {name: on for name, on in session.options.items() if on},
        **plain,
    }


def place(session: Session) -> list[str]:
    """Where in the sequence of play the position begins again."""
    ids = [spot.id for spot in session.where]
    phase = next((id for id in ids if id in PHASES), "")
    if phase:
        return [*TURN, phase]
    begins = session.state.national_turn == 0 or (ids and ids[-1] == "begin-calendar-turn")
    return [] if begins else list(TURN)


def setup_of(g: G, body: dict[str, Any]) -> Setup:
    """The body of a scenario file that sets up this position."""
    s = g.state
    listed, printed = _facilities(g)
    return Setup(
        turn=turn_name(s.calendar),
        last_turn=turn_name(s.last_turn),
        first_turn=turn_name(s.first_turn) if s.first_turn != s.calendar else "",
        slot=s.slot or "germany",
        owners=_changed(s.owners, _printed_owners(g)),
        nations={
            name: given for name in PLAYERS if (given := _nation(g.charts, name, s.nations[name])) != NationSetup()
        },
        minors=dict(_minors(s)),
        gone=sorted({*_printed_owners(g).values()} - {*PLAYERS, *s.minors, NOBODY}),
        wars=_wars(s.wars),
        units=_units(g),
        facilities=listed,
        printed_facilities=printed,
        production=_production(g),
        neutral_forces=s.neutral_forces,
        pact=s.pact,
        eastern_pact=s.eastern_pact,
        truce=s.truce,
        spain=s.spain,
        abyssinia=s.abyssinia,
        vichy=s.vichy,
        vichy_pending=list(s.vichy_pending),
        china=s.china,
        burma_road=s.burma_road,
        annexed=list(s.annexed),
        france_fell=s.france_fell,
        balkans_left=s.balkans_left,
        start_owners=_changed(s.start_owners, s.owners),
        counters=dict(s.counters),
        stop_after=s.stop_after,
        focus=list(body.get("focus", ())),
        record=_record(g),
    )


def _changed(now: dict[str, str], before: dict[str, str]) -> dict[str, str]:
    return {zone: holder for zone, holder in now.items() if before.get(zone) != holder}


def _printed_owners(g: G) -> dict[str, str]:
    return {zone: roundel(g, zone) for zone, facts in g.board.facts.items() if facts.get("owner", NOBODY) != NOBODY}


# Nations


def _nation(charts: Charts, name: str, nation: Nation) -> NationSetup:
    shared = {field: getattr(nation, field) for field in NationSetup.__struct_fields__}
    shared["peacetime"] = None if nation.peacetime < 0 else nation.peacetime
    if nation.in_play == (name != FREE_FRANCE):
        shared["in_play"] = None
    if nation.capital == charts["national-sheets"].cell(name, "capital"):
        shared["capital"] = ""
    return NationSetup(**shared)


def _minors(s: State) -> Iterator[tuple[str, MinorSetup]]:
    """Every Minor Power of which there is something to say; all whose forces are on the map, even if none are left."""
    armed = {unit.owner for unit in s.units.values()}
    for name, minor in s.minors.items():
        if minor != Minor(set_up=name in armed):
            set_up = minor.set_up and name not in armed
            yield name, MinorSetup(minor.controller, minor.defeated, set_up, minor.conqueror)


def _wars(wars: dict[str, list[str]]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for one, others in wars.items():
        pairs += [(one, other) for other in others if (other, one) not in pairs]
    return pairs


# Units


def _units(g: G) -> dict[str, dict[str, dict[str, int]]]:
    """By owner, zone, and what they are and have done."""
    berths = _berths(g)
    found: dict[str, dict[str, dict[str, int]]] = {}
    for unit in _in_order(g):
        here = found.setdefault(unit.owner, {}).setdefault(unit.zone, {})
        words = _words(unit, berths)
        if unit.type == "fighter" and g.options["early-fighters"]:
            words = words.replace("fighter", f"fighter {MODERN}", 1)
        here[words] = here.get(words, 0) + 1
    return found


def _in_order(g: G) -> list[Unit]:
    """As set-up will meet them: by owner, and units that are alike together."""
    owners = sorted({unit.owner for unit in g.state.units.values()}, key=rank)
    zones: dict[tuple[str, str], int] = {}
    words: dict[tuple[str, str, str], int] = {}
    for unit in g.state.units.values():
        zones.setdefault((unit.owner, unit.zone), len(zones))
        words.setdefault((unit.owner, unit.zone, _marks(unit)), len(words))
    return sorted(
        g.state.units.values(),
        key=lambda u: (
            owners.index(u.owner),
            zones[u.owner, u.zone],
            words[u.owner, u.zone, _marks(u)],
            u.id,
        ),
    )


def _berths(g: G) -> dict[int, int]:
    """The ships and aircraft that carry units, each with its place among those of its zone that can."""
    counts: Counter[str] = Counter()
    found = {}
    for unit in _in_order(g):
        kind = type_of(g, unit)
        if kind.transport or kind.carrier_capacity:
            counts[unit.zone] += 1
            found[unit.id] = counts[unit.zone]
    return found


def _words(unit: Unit, berths: dict[int, int]) -> str:
    return _marks(unit) + (
        f" aboard={berths[unit.aboard]}" if unit.aboard in berths else " aboard" if unit.aboard else ""
    )


def _marks(unit: Unit) -> str:
    """A type and what a unit bears, but for the ship that carries it."""
    words = [unit.type]
    if unit.task in STANDING_TASKS:
        words.append(unit.task)
    elif unit.task:
        words.append(f"task={unit.task}")
    words += ["damaged"] * unit.hits
    words += [f"spent={unit.spent}"] if unit.spent else []
    words += [f"target={unit.target.replace(' ', '_')}"] if unit.target else []
    words += [f"entered={unit.entered}"] if unit.entered else []
    words += [f"started={unit.started}"] if unit.started != unit.zone and unit.started else []
    flags = ("committed", "retreated", "landed", "unloaded", "declined", "carrier_based", "fought")
    return " ".join([*words, *(flag for flag in flags if getattr(unit, flag))])


# Facilities and the Production Chart


def _facilities(g: G) -> tuple[dict[str, list[str]], bool]:
    """What stands besides the printed facilities; where one of these is gone or has changed, all of them are listed."""
    s = g.state
    printed = Counter(
        (row["zone"], type)
        for row in g.charts["zones"]
        for type in str(row["facilities"]).split()
        if type not in ("none", "")
    )
    plain = Counter((f.zone, f.type) for f in s.facilities.values() if _as_printed(g, f))
    if any(plain[key] < count for key, count in printed.items()) or any(item.facility for item in s.production):
        return _listed(g, s.facilities.values()), False
    left, more = printed.copy(), []
    for facility in s.facilities.values():
        key = (facility.zone, facility.type)
        if _as_printed(g, facility) and left[key] > 0:
            left[key] -= 1
        else:
            more.append(facility)
    return _listed(g, more), True


def _as_printed(g: G, facility: Facility) -> bool:
    return facility == Facility(facility.id, facility.type, facility.zone, original=held_first(g, facility.zone))


def _listed(g: G, facilities: Iterable[Facility]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for facility in facilities:
        words = [facility.type, *([facility.border] if facility.border else [])]
        at_home = facility.zone in home_country(g, owner(g, facility.zone))
        builder = presumed_builder(facility.type, at_home, held_first(g, facility.zone))
        fresh = Facility(facility.id, facility.type, facility.zone, original=builder)
        words += [f"{name}={value}" for name in ("damage", "since", "before", "owner", "original")
                  if (value := getattr(facility, name)) != getattr(fresh, name)]  # fmt: skip
        found.setdefault(facility.zone, []).append(" ".join(words))
    return found


def _production(g: G) -> dict[str, list[Build]]:
    found: dict[str, list[Build]] = {}
    for item in g.state.production:
        found.setdefault(item.owner, []).append(_build(g, item))
    return found


def _build(g: G, item: Item) -> Build:
    shared = {field: getattr(item, field) for field in Build.__struct_fields__}
    shared["facility"] = _which(g, item.facility)
    shared["cycles"] = None if item.cycles == _usual(g, item.what) else list(item.cycles)
    return Build(**shared)


def _usual(g: G, what: str) -> list[int] | None:
    """What each turn of building costs by the charts; None for what is on none of them."""
    from .facilities import facility_types
    from .units import unit_types

    kind = unit_types(g).get(what) or facility_types(g).get(what)
    return list(kind.cycles) if kind else None


def _which(g: G, number: int) -> int:
    """The place of a facility among those of its zone; 0 for none."""
    facility = g.state.facilities.get(number)
    if facility is None:
        return 0
    here = [f.id for f in g.state.facilities.values() if f.zone == facility.zone]
    return here.index(number) + 1


# What else is written down


def _record(g: G) -> Record:
    s = g.state
    shared = {name: getattr(s, name) for name in Record.__struct_fields__ if name != "repairs"}
    repairs = [
        (s.units[ship].zone, s.units[ship].type, s.facilities[yard].zone, _which(g, yard))
        for ship, yard in s.repairs
        if ship in s.units and yard in s.facilities
    ]
    return Record(**shared, repairs=repairs)
