"""Sections 9.1 and 0.5/joint-defense as raids and bombing use them: whoever owns the units picks which of them are hit.

Naval and land battles have rounds of their own; here a hit is borne at once, or set aside until the round is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.combat import Suffer
from .nations import adjective
from .naval import hits_to_sink
from .rulebook import procedure, rule
from .state import Battle, G, Unit
from .terms import player_of
from .units import called, of, remove, type_of
from .zones import name_of_zone


def battle(g: G) -> Battle:
    assert g.state.battle is not None
    return g.state.battle


def waiting(g: G, name: str) -> int:
    """A number that the battle under way keeps: hits to be borne, damage to be taken."""
    return battle(g).notes.get(name, 0)


def note(g: G, name: str, number: int) -> None:
    """Keep a number with the battle under way; nothing is kept for 0, so that equal positions are equal."""
    if number:
        battle(g).notes[name] = number
    else:
        battle(g).notes.pop(name, None)


def alike(units: Iterable[Unit]) -> dict[tuple[str, str], list[Unit]]:
    """Units by type and owner, each from the soundest on and in the order of their numbers."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in sorted(units, key=lambda u: (u.hits, u.id)):
        found.setdefault((unit.type, unit.owner), []).append(unit)
    return found


def bear_hits(
    g: G, who: str, section: str, hits: int, eligible: Callable[[], list[Unit]], struck: Callable[[Unit], None]
) -> Asking:
    """Hits fall on eligible units, one by one, as the player ``who`` picks; nobody is asked where there is no choice."""
    while hits > 0 and (units := eligible()):
        groups = alike(units)
        if len(groups) == 1 or hits >= _bearable(g, units) or not who:
            struck(_first(g, groups))
        else:
            action = yield Decision(
                who,
                section,
                f"{hits} {'hit' if hits == 1 else 'hits'} in {name_of_zone(g, battle(g).zone)}: choose a unit.",
                [Suffer],
                [Suffer(type, owner) for type, owner in groups],
                about={"units": [unit.id for unit in units]},
            )
            assert isinstance(action, Suffer)
            struck(next(group[0] for (type, owner), group in groups.items() if _means(action, type, owner)))
        hits -= 1


@procedure("0.9/capital-ship")
def _bearable(g: G, units: list[Unit]) -> int:
    """The hits that take all of these units; a capital ship bears more than one, and with option 15.5 dice tell."""
    if g.options["capital-ship-damage"] and any(type_of(g, u).capital for u in units):
        return 99
    return sum(hits_to_sink(g, u) - u.hits for u in units)


def _first(g: G, groups: dict[tuple[str, str], list[Unit]]) -> Unit:
    """Without anybody to choose: the cheapest type, and of it the lowest number."""
    return min((group[0] for group in groups.values()), key=lambda u: (type_of(g, u).cost, u.id))


def _means(action: Suffer, type: str, owner: str) -> bool:
    return action.type == type and action.owner in ("", owner)


@rule("9.1", Suffer)
def unit_can_be_hit(g: G, action: Suffer) -> tuple[str, str] | None:
    """Only units that these shots can reach."""
    decision = g.decision
    units = of(g, decision.about.get("units", ())) if decision else ()
    groups = alike(units)
    if any(_means(action, type, owner) for type, owner in groups):
        return None
    names = ", ".join(f"{adjective(owner)} {called(g, type)}" for type, owner in groups)
    return f"No {called(g, action.type)} can be hit here.", f"Choose one of: {names}."


def shoot_down(g: G, section: str, unit: Unit, why: str) -> None:
    """A unit is lost."""
    words = f"{adjective(unit.owner)} {called(g, unit.type)}"
    g.tell("lost", section, f"{why}: {words} is lost.", by=unit.owner, unit=unit.id, zone=unit.zone, type=unit.type)
    remove(g, unit)


def side_player(g: G, nation: str) -> str:
    """The player who picks for a nation's side, or nothing where no player does."""
    return player_of(g, nation)
