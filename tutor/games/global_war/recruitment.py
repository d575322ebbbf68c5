"""Section 11.5: Minor Powers under Control recruit with a die instead of collecting income."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.errors import short_list
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.placement import Recruit
from .defeat import colonies
from .nations import CCP, adjective, name_of
from .rulebook import procedure, rule
from .state import G
from .terms import home_country, record, zones_of
from .units import called, place
from .zones import name_of_zone

REWARD = {"infantry": 1, "militia": 2}


@procedure("11.5")
def recruiters(g: G) -> list[str]:
    """Minor Powers that the placing nation Controls and that can have recruits, and the CCP in one reading."""
    nation = g.state.nation
    found = [name for name, minor in g.state.minors.items() if minor.controller == nation]
    if nation == CCP and ccp_recruits(g):
        found.append(CCP)
    return [minor for minor in found if recruits_on(g, minor)]


@procedure("11.5", "13.3.1")
def ccp_recruits(g: G) -> bool:
    """In the other reading the CCP recruits like a Controlled Minor until it evolves, and has no income."""
    return g.options["reading-ccp-recruits"] and not record(g, CCP).evolved


def recruits_on(g: G, minor: str) -> int:
    """The highest number on a D12 that brings recruits: how many zones the Minor has, colonies and islands too, unless an
    event says otherwise; nothing where recruits could stand nowhere."""
    from .events import recruitment_number

    said = recruitment_number(g, minor)
    number = len(zones_that_recruit(g, minor)) if said is None else said
    return min(12, number) if recruiting_zones(g, minor) else 0


@procedure("11.5")
def recruiting_zones(g: G, minor: str) -> list[str]:
    """Where recruits may be placed, without a factory: at home if possible, unless an event says otherwise."""
    from .events import recruitment_zones

    said = recruitment_zones(g, minor)
    if said is not None:
        return said
    home = home_country(g, minor)
    zones = zones_that_recruit(g, minor)
    return [zone for zone in zones if zone in home] or zones


@procedure("11.5", "9.24")
def zones_that_recruit(g: G, minor: str) -> list[str]:
    """All its zones; of a Minor that was defeated only the colonies, which are what its controller keeps."""
    rest = g.state.minors.get(minor)
    return colonies(g, minor) if rest is not None and rest.defeated else zones_of(g, minor)


def section_of(g: G, minor: str) -> str:
    """Where it says how a Minor recruits."""
    from .events import recruitment_section

    return recruitment_section(g, minor) or "11.5"


@procedure("11.5")
def roll_recruitment(g: G) -> None:
    """A D12 at the number of the Minor's zones or less."""
    minor, nation = g.state.recruiting, g.state.nation
    number, section = recruits_on(g, minor), section_of(g, minor)
    why = f"{name_of(minor)} recruits on {number} or less"
    rolled = g.chance.pool(1, 12, {"success": range(1, number + 1)}, section, by=nation, why=why)
    if rolled["success"]:
        g.state.asked.append(f"recruits {minor}")
    else:
        g.tell("recruitment", section, f"{name_of(minor)} has no recruits.", by=nation)


def recruits_came(g: G) -> bool:
    return f"recruits {g.state.recruiting}" in g.state.asked


@rule("11.5", Recruit)
def recruits_are_infantry_or_militia(g: G, action: Recruit) -> str | None:
    return None if action.type in REWARD else "A recruitment brings one Infantry or two Militia."


@rule("11.5", Recruit)
def recruits_stand_in_their_own_land(g: G, action: Recruit) -> Ruling | None:
    minor = g.state.recruiting
    zones = recruiting_zones(g, minor)
    if action.zone in zones:
        return None
    words = f"{adjective(minor)} recruits cannot be placed in {name_of_zone(g, action.zone)}."
    return Ruling(section_of(g, minor), words, f"Possible: {short_list([name_of_zone(g, zone) for zone in zones], 6)}.")


@procedure("11.5")
def place_recruits(g: G) -> Asking:
    """One Infantry or two Militia, in one zone of the Minor."""
    minor, nation = g.state.recruiting, g.state.nation
    section = section_of(g, minor)
    action = yield Decision(
        nation,
        section,
        f"{name_of(minor)} has recruits: one Infantry or two Militia?",
        [Recruit],
        [Recruit(type, zone) for type in REWARD for zone in recruiting_zones(g, minor)],
        screened=True,
    )
    assert isinstance(action, Recruit)
    g.state.asked.remove(f"recruits {minor}")
    for _ in range(REWARD[action.type]):
        place(g, action.type, minor, action.zone)
    words = (
        f"{name_of(minor)} recruits {called(g, action.type, REWARD[action.type])} in {name_of_zone(g, action.zone)}."
    )
    g.tell("recruitment", section, words, by=nation, zone=action.zone, minor=minor)
