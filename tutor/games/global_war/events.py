"""Chapter 13: historical events. After every capture, war and phase each of them looks whether its time has come."""

from __future__ import annotations

from . import abyssinia, china, spain, vichy
from .nations import ABYSSINIA, AXIS, COMINTERN, USA, VICHY
from .rulebook import procedure
from .state import G
from .terms import alliance, home_country, owner, zones_of

CHECKING = "checking events"  # in the memo: what one event brings about does not start the round again


@procedure("13")
def check_events(g: G) -> None:
    """Everything that happens by itself once its condition is met."""
    if g.memo.get(CHECKING):
        return
    g.memo[CHECKING] = True
    try:
        spain.check_spain(g)
        abyssinia.check_abyssinia(g)
        china.check_civil_war(g)
        china.check_truce(g)
        china.send_guests_home(g)
        china.check_evolution(g)
        china.check_burma_road(g)
        vichy.check_vichy_surrender(g)
        vichy.note_free_french_attacks(g)
        vichy.check_vichy_aligned(g)
        vichy.check_paris(g)
        watch_the_us_home(g)
    finally:
        g.memo.pop(CHECKING, None)


@procedure("3.4/usa-monroe-doctrine")
def watch_the_us_home(g: G) -> None:
    """Has a zone of the US Home Country ever been in the hands of the Axis or the Comintern?"""
    if not g.state.us_home_lost:
        home = sorted(home_country(g, USA))
        g.state.us_home_lost = any(alliance(g, owner(g, zone)) in (AXIS, COMINTERN) for zone in home)


# Recruitment (11.5) where an event has numbers of its own


def recruitment_number(g: G, minor: str) -> int | None:
    """The number that a recruitment roll of this Minor must not exceed; None where no event sets it."""
    if minor in spain.FACTIONS:
        return spain.recruitment(g, minor)
    if minor == ABYSSINIA and abyssinia.campaign(g):
        return abyssinia.recruitment(g)
    return vichy.recruitment(g) if minor == VICHY else None


def recruitment_section(g: G, minor: str) -> str:
    """Where the recruitment of this Minor is told, if an event tells of it."""
    if minor in spain.FACTIONS:
        return "13.1/recruitment"
    if minor == ABYSSINIA and abyssinia.campaign(g):
        return "13.2"
    return "14.4.3" if minor == VICHY else ""


def recruitment_zones(g: G, minor: str) -> list[str] | None:
    """Where its recruits may be placed; None where no event says so."""
    if minor in spain.FACTIONS:
        return spain.recruitment_zones(g, minor)
    return zones_of(g, VICHY) if minor == VICHY else None
