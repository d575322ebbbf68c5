"""Sections 1.24, 12.9 and 15.6: dice that fall on units because of the way they took."""

from __future__ import annotations

from collections.abc import Iterable

from .facilities import batteries_towards, facility_owner
from .hand import Hand
from .nations import adjective, name_of
from .naval import hits_to_sink, markers_of_a_hit
from .rulebook import procedure
from .sea_moves import forced
from .state import G, Peril, Unit
from .terms import at_war
from .units import kinds, listed, of, remove, type_of
from .ways import Leg
from .zones import crossings, is_sea, name_of_zone, passage_owner

HIMALAYA = "himalaya"
HUMP = (11, 12)  # faces that lose an aircraft
GUNS = 3  # the number that straits and batteries hit on
SHOTS = 3  # of a battery a turn


def waiting(g: G) -> bool:
    return bool(g.state.perils)


def meet_perils(g: G, hand: Hand, leg: Leg, last: bool) -> None:
    """What this border of a move brings down on the units that cross it."""
    if hand.sailing:
        run_a_strait(g, hand, leg)
        if not last:
            pass_batteries(g, hand, leg.end)
    if hand.flying and leg.end == HIMALAYA and g.options["air-hump"]:
        fly_the_hump(g, hand)


@procedure("1.24/air-hump")
def fly_the_hump(g: G, hand: Hand) -> None:
    """Option: each aircraft over the Himalayas is lost on an 11 or 12."""
    _expect(g, "1.24/air-hump", hand.flying, HUMP, hand.nation, "Aircraft over the Himalayas")


@procedure("15.6", "App-B.8")
def run_a_strait(g: G, hand: Hand, leg: Leg) -> None:
    """Option: the owner of a closed strait fires once at each ship that forces it; submarines slip through."""
    if not g.options["forcing-straits"]:
        return
    passage = forced(g, hand, leg)
    if passage is not None:
        ships = [u for u in hand.sailing if type_of(g, u).surface]
        _expect(g, "15.6", ships, (1, GUNS), passage_owner(g, passage), f"Ships force the {passage.name}")


@procedure("12.9")
def pass_batteries(g: G, hand: Hand, sea: str) -> None:
    """Coastal Artillery at a narrow crossing fires at enemy surface ships that pass, three shots a turn at most."""
    if not is_sea(g, sea) or not any(c.sea == sea for c in crossings(g)):
        return
    ships = sorted((u for u in hand.sailing if type_of(g, u).surface), key=lambda u: (-type_of(g, u).cost, u.id))
    for shore in sorted({z for c in crossings(g) if c.sea == sea for z in (c.a, c.b)}):
        for battery in batteries_towards(g, shore, sea):
            gunner, name = facility_owner(g, battery), f"battery {battery.id}"
            shots = min(len(ships), SHOTS - g.state.used.get(name, 0))
            if at_war(g, hand.nation, gunner) and shots > 0:
                g.state.used[name] = g.state.used.get(name, 0) + shots
                _expect(g, "12.9", ships[:shots], (1, GUNS), gunner, f"Batteries fire into the {name_of_zone(g, sea)}")


def _expect(g: G, section: str, units: Iterable[Unit], faces: tuple[int, int], by: str, why: str) -> None:
    """A roll for each type: units of a type are alike."""
    for alike in kinds(units).values():
        g.state.perils.append(Peril(section, [u.id for u in alike], *faces, by, why))


@procedure("1.24/air-hump", "12.9", "15.6")
def roll(g: G) -> None:
    """One roll: a die for each unit of one type, and what it costs."""
    peril = g.state.perils.pop(0)
    units = list(of(g, peril.units))
    if not units:
        return
    faces = range(peril.low, peril.high + 1)
    counts = g.chance.pool(len(units), 12, {"lost": list(faces)}, peril.section, by=peril.by, why=peril.why)
    struck = units[: counts["lost"]]
    if not struck:
        return
    lost = [u for u in struck if _goes_down(g, u)]
    damaged = [u for u in struck if u not in lost]
    for unit in lost:
        remove(g, unit)
    by = name_of(peril.by)
    if lost:
        g.tell("lost", peril.section, f"{peril.why}: {listed(g, lost, 'are')} lost.", by=lost[0].owner)
    if damaged:
        words = f"{peril.why}: {by} damages {listed(g, damaged)}."
        g.tell("damaged", peril.section, words, by=peril.by, owner=adjective(damaged[0].owner))


def _goes_down(g: G, unit: Unit) -> bool:
    """A hit sinks or downs a unit, unless it is a capital ship that can take more."""
    unit.hits += markers_of_a_hit(g, unit)
    return unit.hits >= hits_to_sink(g, unit)
