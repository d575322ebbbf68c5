"""Section 13.2: the Italian campaign in Abyssinia."""

from __future__ import annotations

from .china import event_number
from .nations import ABYSSINIA, FRANCE, FREE_FRANCE, ITALY, name_of
from .rulebook import procedure
from .state import G
from .terms import at_war, at_war_with_major, controller, in_play, owner, zones_of
from .units import listed, remove

WAR, ITALIAN, FREE = "war", "italian", "free"
ERITREA = "eritrea"


def campaign(g: G) -> bool:
    return g.state.abyssinia == WAR


@procedure("13.2")
def recruitment(g: G) -> int:
    """The number on a D12 that brings Abyssinia recruits."""
    return event_number(g, "Abyssinian recruitment") if owner(g, ABYSSINIA) == ABYSSINIA else 0


@procedure("13.2/victory", "App-B.41")
def check_abyssinia(g: G) -> None:
    """Italy wins with Abyssinia, the Abyssinians with Eritrea."""
    if campaign(g):
        if owner(g, ABYSSINIA) == ITALY:
            italians_win(g)
        elif owner(g, ERITREA) == ABYSSINIA:
            abyssinians_win(g)
    align_with_france(g)


@procedure("13.2/victory")
def italians_win(g: G) -> None:
    """Abyssinia is no more; for Italy it is a new zone, worth nothing but a Victory Point."""
    g.state.abyssinia = ITALIAN
    if ABYSSINIA in g.state.minors:  # it may have joined France before
        g.state.minors[ABYSSINIA].defeated, g.state.minors[ABYSSINIA].controller = True, ""
    left = [unit for unit in g.state.units.values() if unit.owner == ABYSSINIA]
    if left:
        g.tell("removed", "13.2/victory", f"Removed with the end of Abyssinia: {listed(g, left)}.", by=ABYSSINIA)
    for unit in left:
        remove(g, unit)
    g.tell("abyssinia", "13.2/victory", "Italy has won the campaign in Abyssinia.", by=ITALY)


@procedure("13.2/victory")
def abyssinians_win(g: G) -> None:
    """The campaign is over, and with it the war that it was."""
    s = g.state
    s.abyssinia = FREE
    if not at_war(g, FRANCE, ITALY):
        for one, other in ((ITALY, ABYSSINIA), (ABYSSINIA, ITALY)):
            if other in s.wars.get(one, ()):
                s.wars[one].remove(other)
    g.tell("abyssinia", "13.2/victory", "The Abyssinians have Eritrea and win the campaign.", by=FRANCE)


@procedure("13.2", "13.2/victory")
def align_with_france(g: G) -> None:
    """At once when France and Italy are at war; after a victory, when France is at war with any Major Power."""
    if controller(g, ABYSSINIA) != FRANCE or not zones_of(g, ABYSSINIA):
        return
    due = at_war(g, FRANCE, ITALY) or (g.state.abyssinia == FREE and at_war_with_major(g, FRANCE))
    if due:
        section = "13.2/victory" if g.state.abyssinia == FREE else "13.2"
        join(g, FRANCE if in_play(g, FRANCE) else FREE_FRANCE, section)


def join(g: G, nation: str, section: str) -> None:
    from .relations import align

    g.tell("abyssinia", section, f"Abyssinia joins {name_of(nation)}.", by=nation)
    align(g, ABYSSINIA, nation, section)
