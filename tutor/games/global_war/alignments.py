"""Section 4.8: special alignment conditions (Tables 4-4 to 4-6) that work by themselves, and Controlled Minors that
Align when their controller joins their war (4.7, 4.12).

Conditions that a player chooses to use are in ``diplomacy``.
"""

from __future__ import annotations

from collections.abc import Callable

from .annexation import settle_slovakia
from .calendar import JULY_1939
from .events import check_events
from .nations import AXIS, GERMANY, ITALY, JAPAN, NATIONALISTS, SPAIN, USSR, VICHY, WARLORD
from .relations import align, may_join, recipient, warlord
from .rulebook import procedure
from .state import G
from .terms import alliance, at_war, in_play, owner, zones_of
from .triggers import hear_of_conquests
from .units import type_of, units_in
from .zones import is_land

END_OF_COMBAT, WAR, PRODUCTION, PLACE_UNITS = "end of combat", "war", "production", "place units"
CALENDAR_TURN = "calendar turn"
Condition = Callable[[G, str, str], str]


@procedure("4.8")
def check_alignments(g: G, moment: str) -> None:
    """Align, at once, every Minor Power whose condition is met at this moment: "end of combat", "war" (a new war),
    "production", "place units" or "calendar turn" (its start)."""
    if moment == END_OF_COMBAT:
        settle_slovakia(g)
        hear_of_conquests(g)
        _settle_combat(g)
    for row in g.charts["special-alignments"]:
        condition = CONDITIONS.get(row["condition"])
        minor = _called_now(g, row["minor"])
        if condition is None or minor not in g.state.minors or g.state.minors[minor].defeated:
            continue
        to = condition(g, minor, moment)
        if to and in_play(g, to) and may_join(g, minor, to):
            align(g, minor, to, row["section"])
    controlled_minors_join(g)
    if moment == END_OF_COMBAT:
        check_events(g)  # zones that came over may complete what an event waits for (13.3.1, 13.3.2)


def _called_now(g: G, minor: str) -> str:
    """Nationalist Spain has two names: that of the faction, and that of the country it has won."""
    if minor == SPAIN and SPAIN not in g.state.minors and g.state.spain == "nationalist":
        return NATIONALISTS
    return minor


@procedure("4.7", "4.5", "4.9")
def controlled_minors_join(g: G) -> None:
    """A Controlled Minor Aligns when its controller is at war with its attacker; what is left of a defeated one is
    dealt with in ``defeat`` (4.12). Vichy is left out: it Aligns only when it is attacked (14.4.3). So is a Warlord whom
    a Chinese faction attacks: he waits for the end of the Combat Phase, although the factions are at war (4.9)."""
    for minor in list(g.state.minors):
        record = g.state.minors.get(minor)
        if record is None or not record.controller or record.defeated or minor == VICHY:
            continue
        if warlord(minor) and minor in g.state.aligning:
            continue
        foes = g.state.wars.get(minor, [])
        if any(at_war(g, record.controller, foe) for foe in foes):
            align(g, minor, record.controller, "4.7")


@procedure("4.9", "4.8/sweden")
def _settle_combat(g: G) -> None:
    """Warlords that a Chinese faction has not conquered join the other; Sweden and an attacked Vichy join Germany."""
    for minor, (to, slot) in list(g.state.aligning.items()):
        if slot != g.state.slot:
            continue
        g.state.aligning.pop(minor)
        if minor == "sweden" and not may_join(g, minor, to):
            continue
        if minor in g.state.minors and zones_of(g, minor) and in_play(g, to):
            section = "14.4.3" if minor == VICHY else "4.8/sweden"
            align(g, minor, to, "4.9" if minor.startswith(WARLORD) else section)


# Conditions: each says with whom the Minor Aligns now, or nothing


@procedure("4.8/balkans")
def german_soviet_war(g: G, minor: str, moment: str) -> str:
    """Bulgaria, Hungary and Romania, those that are left."""
    return recipient(g, GERMANY) if at_war(g, GERMANY, USSR) else ""


@procedure("4.8/finland", "14.2/sphere")
def pact_and_german_soviet_war(g: G, minor: str, moment: str) -> str:
    """Finland, where the pact was signed at any time; otherwise Table 4-3 decides."""
    return recipient(g, GERMANY) if g.state.pact and at_war(g, GERMANY, USSR) else ""


@procedure("4.8/turkey")
def transcaucasia(g: G, minor: str, moment: str) -> str:
    """Turkey, when a German Combat Phase ends in which Germany conquered Transcaucasia."""
    conquered = "transcaucasia" in g.state.conquered and owner(g, "transcaucasia") == GERMANY
    return recipient(g, GERMANY) if moment == END_OF_COMBAT and g.state.slot == GERMANY and conquered else ""


@procedure("4.8/nationalist-spain")
def london_or_mediterranean(g: G, minor: str, moment: str) -> str:
    """Nationalist Spain, when the Axis possesses London, or both Gibraltar and Eastern Egypt."""

    def axis(zone: str) -> bool:
        return alliance(g, owner(g, zone)) == AXIS

    ripe = g.state.spain == "nationalist" and (axis("london") or (axis("gibraltar") and axis("eastern-egypt")))
    return recipient(g, GERMANY) if ripe else ""


@procedure("4.8/iraq")
def axis_neighbour(g: G, minor: str, moment: str) -> str:
    """Iraq, when a German or Italian Combat Phase ends with a land unit of that nation beside it."""
    nation = g.state.slot
    if moment != END_OF_COMBAT or nation not in (GERMANY, ITALY):
        return ""
    beside = {z for zone in zones_of(g, minor) for z in g.board.neighbours[zone] if is_land(g, z)}
    near = any(u.owner == nation and type_of(g, u).land for zone in sorted(beside) for u in units_in(g, zone))
    return recipient(g, nation) if near else ""


@procedure("4.8/siam")
def july_1939(g: G, minor: str, moment: str) -> str:
    """Siam, in the Production Phase of Japan's turn of July 1939, unless somebody else Controls it."""
    now = moment == PRODUCTION and g.state.slot == JAPAN and g.state.calendar == JULY_1939
    return JAPAN if now and g.state.minors[minor].controller in ("", JAPAN) else ""


@procedure("4.8/tanna-tuva")
def from_the_start(g: G, minor: str, moment: str) -> str:
    """Tanna Tuva, as soon as the first turn begins."""
    return USSR if moment == CALENDAR_TURN else ""


CONDITIONS: dict[str, Condition] = {
    "german-soviet-war": german_soviet_war,
    "pact-and-german-soviet-war": pact_and_german_soviet_war,
    "transcaucasia": transcaucasia,
    "london-or-mediterranean": london_or_mediterranean,
    "axis-neighbour": axis_neighbour,
    "july-1939": july_1939,
    "from-the-start": from_the_start,
}
