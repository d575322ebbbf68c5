"""Annexations (0.9/annexation, 14.2) and Slovakian resistance (15.4): zones taken by a combat move without war."""

from __future__ import annotations

from typing import Any

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions.basic import Pass
from .actions.politics import Contest
from .facilities import facilities_in
from .nations import BRITAIN, FRANCE, GERMANY, name_of
from .relations import hand_over, set_up_forces
from .rulebook import procedure
from .state import G
from .terms import at_war, in_play, owner, power, roundel, slot_nations, zones_of
from .triggers import fire
from .units import remove, type_of, units_in
from .zones import name_of_zone

SLOVAKIA = "slovakia"
CONTESTED = "slovakia contested"


def row_of(g: G, zone: str) -> dict[str, Any] | None:
    """What the chart says of a zone."""
    return next((row for row in g.charts["annexations"] if row["zone"] == zone), None)


@procedure("0.9/annexation", "14.2/sphere")
def may_annex(g: G, nation: str, zone: str) -> bool:
    """May this nation take this zone without war? Only listed zones, still neutral, in their time and order."""
    row = row_of(g, zone)
    if row is None or row["nation"] != power(nation) or row["from_turn"] > g.state.calendar:
        return False
    holder = owner(g, zone)
    if holder not in g.state.minors or holder != roundel(g, zone) or at_war(g, nation, holder):
        return False
    if zone == SLOVAKIA and CONTESTED in g.state.counters:
        return False
    match row["needs"]:
        case "none":
            return True
        case "pact":
            return g.state.pact == "signed"
        case before:
            return owner(g, str(before)) == power(nation)


@procedure("0.9/annexation", "14.2/sphere")
def annex(g: G, nation: str, zone: str) -> None:
    """The roundel is placed and the Minor's units there leave the game; nothing is declared and nobody fights."""
    minor = owner(g, zone)
    for unit in units_in(g, zone):
        if unit.owner == minor:
            remove(g, unit)
    hand_over(g, zone, nation)
    for facility in facilities_in(g, zone):
        facility.original = nation if facility.original == minor else facility.original  # not captured (12.4)
    g.state.annexed.append(zone)
    row = row_of(g, zone)
    g.tell(
        "annexed",
        row["section"] if row else "0.9/annexation",
        f"{name_of(nation)} annexes {name_of_zone(g, zone)}.",
        by=nation,
        zone=zone,
        minor=minor,
    )
    _end_of_a_minor(g, minor)
    fire(g, f"annexed-{zone}", by=nation)


def _end_of_a_minor(g: G, minor: str) -> None:
    """A Minor without zones is no more; what ships it has go with it."""
    if zones_of(g, minor):
        return
    for unit in [unit for unit in g.state.units.values() if unit.owner == minor]:
        remove(g, unit)
    del g.state.minors[minor]


@procedure("0.9/annexation")
def entered(g: G) -> list[str]:
    """Zones that land units of the nation whose turn it is have entered to annex them."""
    found = []
    for row in g.charts["annexations"]:
        zone, nation = row["zone"], row["nation"]
        if nation not in slot_nations(g, g.state.slot) or not may_annex(g, nation, zone):
            continue
        if any(power(u.owner) == nation and type_of(g, u).land for u in units_in(g, zone)):
            found.append(zone)
    return found


def annexations_wait(g: G) -> bool:
    return bool(entered(g))


@procedure("0.9/annexation")
def annex_what_was_entered(g: G) -> None:
    """After Combat Movement every zone that was entered to be annexed is annexed; one that is contested is fought for."""
    for zone in entered(g):
        annex(g, g.state.slot, zone)


# Slovakian resistance


def slovakia_is_entered(g: G) -> bool:
    return g.options["slovakia"] and SLOVAKIA in entered(g)


@procedure("15.4")
def ask_about_slovakia(g: G) -> Asking:
    """Britain and France decide together: the annexation is contested only if both will have it so."""
    for nation in (BRITAIN, FRANCE):
        if not in_play(g, nation):
            continue
        prompt = "Germany annexes Slovakia. Contest it? It takes Britain and France together."
        options: list[Action] = [Contest(), Pass()]
        answer = yield Decision(nation, "15.4", prompt, [Contest, Pass], options, screened=True)
        if isinstance(answer, Pass):
            g.tell("allowed", "15.4", f"{name_of(nation)} allows the annexation of Slovakia.", by=nation)
            return
    contest_slovakia(g)


@procedure("15.4")
def contest_slovakia(g: G) -> None:
    """Czechoslovak forces in Slovakia fight this turn, without a war."""
    set_up_forces(g, owner(g, SLOVAKIA))
    g.state.counters[CONTESTED] = g.state.national_turn
    g.state.incursions[SLOVAKIA] = GERMANY
    g.tell("contested", "15.4", "Britain and France contest the annexation: Slovakia fights.", zone=SLOVAKIA)


@procedure("15.4")
def settle_slovakia(g: G) -> None:
    """When the German Combat Phase ends, the outcome moves British and French peacetime income."""
    if g.state.counters.get(CONTESTED) != g.state.national_turn or SLOVAKIA in g.state.annexed:
        return
    if "slovakia-lost" in g.state.triggered or "slovakia-held" in g.state.triggered:
        return
    taken = owner(g, SLOVAKIA) == GERMANY
    outcome = "slovakia-lost" if taken else "slovakia-held"
    g.state.triggered.append(outcome)
    if taken:
        g.state.annexed.append(SLOVAKIA)
    fire(g, outcome, by=GERMANY)
