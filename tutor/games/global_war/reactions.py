"""Section 5.3, immediacy: a nation that becomes able to declare war on the nation whose turn it is, is asked at once."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions.basic import Done
from .actions.politics import DeclareWar
from .interrupts import offers
from .nations import MAJORS, PLAYERS, name_of
from .rulebook import procedure
from .state import G
from .terms import alliance, power, slot_nations, zones_of
from .war_and_peace import may_declare, partners_at_war_with
from .zones import land_neighbours

MOST_LISTED = 24


def rights_waiting(g: G) -> list[tuple[str, str]]:
    """Nations that became able to declare war on the active one this turn, can still do it and were not asked yet."""
    pairs = [tuple(right.split()) for right in g.state.newly_able]
    return [(a, b) for a, b in pairs if f"react {a}" not in g.state.asked and may_declare(g, a, b)]


def somebody_reacts(g: G) -> bool:
    return bool(rights_waiting(g))


@procedure("5.3", "5.5")
def ask_for_reactions(g: G) -> Asking:
    """Each is asked once. A declaration of war comes as an interrupt, and then the nation says that it is done."""
    for nation in PLAYERS:
        targets = [b for a, b in rights_waiting(g) if a == nation]
        if not targets:
            continue
        g.state.asked.append(f"react {nation}")
        prompt = f"You can now declare war on {' and '.join(name_of(b) for b in targets)}. Done if not."
        yield Decision(nation, "5.3", prompt, [Done], [Done()], about={"planning": True}, screened=True)


@offers
@procedure("5.5")
def wars_to_declare(g: G, nation: str) -> Iterable[Action]:
    """A few declarations that make sense: on the active nation, on foes of one's partners, and on neighbours."""
    found: list[str] = [power(one) for one in slot_nations(g, g.state.slot)] if power(g.state.slot) != nation else []
    found += [one for one in MAJORS if partners_at_war_with(g, nation, one)]
    beside = {
        g.state.owners[z] for zone in zones_of(g, nation) for z in land_neighbours(g, zone) if z in g.state.owners
    }
    found += sorted(power(one) for one in beside if one in PLAYERS) + sorted(beside - set(PLAYERS))
    for target in list(dict.fromkeys(found))[:MOST_LISTED]:
        if target != power(nation) and alliance(g, target) != alliance(g, nation):
            yield DeclareWar(nation, target)
