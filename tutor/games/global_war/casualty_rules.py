"""Sections 9.1 to 9.3, 9.6, 9.8 and 9.10: what a chosen casualty must be, each with its own reason where it is not."""

from __future__ import annotations

from ...engine.rulings import Ruling
from .actions.combat import Lose
from .casualties import (
    COASTAL,
    doubled,
    in_reach,
    in_the_air,
    meant,
    of_class,
    sea_borne_first,
    ships_off_shore,
    transports_last,
)
from .combat_values import ATTACKER, DEFENDER
from .rulebook import rule
from .sides import living, other
from .state import Battle, G, Unit, Volley
from .units import called, listed, of, unit_types, units_in

# Whose fire reaches only some of the enemy, and by which section; else it is a matter of submarines (9.10).
LIMITED_FIRE = {
    "seaplane": "12.2/seaplane", "aa-artillery": "12.2/aa-artillery", "fortification": "12.7", "fortified": "1.22",
    "maginot": "1.23",
}  # fmt: skip


def _choose(g: G, units: list[Unit]) -> str:
    return f"Choose from {listed(g, units)}." if units else ""


def _asked(g: G) -> tuple[Battle, Volley, list[Unit]] | None:
    """The battle, the volley and those under fire; None where no casualty is asked for."""
    battle = g.state.battle
    if battle is None or battle.volley is None:
        return None
    return battle, battle.volley, living(g, battle, other(battle.volley.side))


@rule("9.1", Lose)
def unit_is_in_the_battle(g: G, action: Lose) -> Ruling | None:
    """Only units that take part can be lost: no partners looking on, no cargo."""
    if (asked := _asked(g)) is None:
        return None
    battle, volley, units = asked
    pool = ships_off_shore(g, battle, volley.type.partition(" ")[2]) if volley.type.startswith(COASTAL) else units
    if any(meant(action, u) for u in pool):
        return None
    name = called(g, action.type)
    if any(meant(action, u) for u in of(g, battle.moving)):
        return Ruling("9.8/assault", f"{name} waits aboard and has not come ashore: it cannot be a casualty yet.")
    idle = [u for u in units_in(g, battle.zone) if u.id not in battle.attackers and u.id not in battle.defenders]
    if volley.side == DEFENDER and any(meant(action, u) for u in idle):
        return Ruling("0.5/attacker-own", f"That {name} is not one of the attacking units: losses fall on these alone.")
    return Ruling("9.1", f"No such {name} takes part here.", f"Choose from {listed(g, pool)}.")


@rule("9.3/target-selection", Lose)
def selected_class(g: G, action: Lose) -> tuple[str, str] | None:
    if (asked := _asked(g)) is None or not asked[1].selected or asked[1].second:
        return None
    versus = asked[1].versus
    if any(meant(action, u) and of_class(g, u, versus) for u in asked[2]):
        return None
    words = f"This target selection is limited to {versus} units."
    return words, _choose(g, [u for u in in_reach(g, asked[0], asked[1]) if of_class(g, u, versus)])


@rule("9.3/air-superiority", Lose)
def aircraft_come_first(g: G, action: Lose) -> tuple[str, str] | None:
    if (asked := _asked(g)) is None or not asked[1].air_first or asked[1].selected or asked[1].second:
        return None
    aircraft = in_the_air(g, in_reach(g, asked[0], asked[1]))
    if not aircraft or any(meant(action, u) for u in aircraft):
        return None
    return "Hits of Fighters in the first round fall on aircraft first.", _choose(g, aircraft)


@rule("9.2", Lose)
def second_of_two(g: G, action: Lose) -> tuple[str, str] | None:
    if (asked := _asked(g)) is None or not asked[1].second:
        return None
    fitting = [u for u in asked[2] if doubled(g, asked[0], u)]
    if any(meant(action, u) for u in fitting):
        return None
    return "The second unit of a double casualty is an attacking land unit that falls under it.", _choose(g, fitting)


@rule("9.10", Lose)
def can_be_hit(g: G, action: Lose) -> Ruling | None:
    """Submarines do not hit aircraft, seaplanes no warships, and so on."""
    if (asked := _asked(g)) is None or asked[1].second:
        return None
    battle, volley, units = asked
    pool = in_reach(g, battle, volley)
    if any(meant(action, u) for u in pool) or not any(meant(action, u) for u in units):
        return None
    firer, target = volley.type.split()[0], unit_types(g)[action.type]
    name = called(g, firer) if firer in unit_types(g) else g.charts["fortifications"].cell(firer, "name")
    section = LIMITED_FIRE.get(firer, "9.10")
    return Ruling(section, f"The fire of {name} cannot hit {target.name} here.", _choose(g, pool))


@rule("9.6/transports", Lose)
def transports_come_last(g: G, action: Lose) -> Ruling | None:
    if (asked := _asked(g)) is None or asked[1].second or asked[1].selected or asked[1].type.startswith(COASTAL):
        return None
    pool = in_reach(g, asked[0], asked[1])
    kept = transports_last(g, asked[0], asked[1], pool)
    if any(meant(action, u) for u in kept) or not any(meant(action, u) for u in pool):
        return None
    section = "12.2/air-transport" if action.type == "air-transport" else "9.6/transports"
    return Ruling(section, "Transports are the last to be chosen.", _choose(g, kept))


@rule("9.8/combined", Lose)
def sea_borne_units_first(g: G, action: Lose) -> tuple[str, str] | None:
    if (asked := _asked(g)) is None or asked[1].side == ATTACKER or asked[1].second or asked[1].selected:
        return None
    battle, volley, _ = asked
    pool = in_reach(g, battle, volley)
    if not battle.amphibious or not any(meant(action, u) for u in pool):
        return None
    first = sea_borne_first(g, pool)
    if any(meant(action, u) for u in first):
        return None
    return "Units that came over the sea are lost before those that came over land.", _choose(g, first)
