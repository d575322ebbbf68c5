"""Section 14.4: the surrender of France, Free France, and the making and end of Vichy.

What follows from the fall of Paris at once is done by ``french_surrender``. Whether there is a Vichy, and what becomes of
colonies and ships, is settled by steps at the end of the Combat Phase; ``state.vichy_pending`` keeps what is left to do.
The rolls themselves are in ``vichy_rolls``.
"""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.basic import Pass
from .actions.events import CreateVichy
from .china import event_number, event_zones
from .defeat import capture_production
from .diplomacy import open_the_balkans
from .handover import give_everything, give_units, give_zones, passed_on
from .nations import AXIS, FRANCE, FREE_FRANCE, GERMANY, SLOT_OF, VICHY, name_of
from .rulebook import procedure, rule
from .state import G, Item, Minor
from .terms import (
    aligned,
    alliance,
    controller,
    home_country,
    in_play,
    owner,
    record,
    roundel,
    zone_value,
    zones_of,
)
from .units import listed, place, remove, type_of, unit_types, units_in
from .zones import land_neighbours

PARIS, SOUTHERN_FRANCE = "paris", "southern-france"
CHOICE = "choice"


# The surrender


@procedure("14.4", "14.4.1")
def french_surrender(g: G, conqueror: str) -> None:
    """France leaves the game, its money goes to the conqueror, and Free France takes over all beyond the Home Country."""
    s = g.state
    if record(g, FRANCE).surrendered and in_play(g, FREE_FRANCE):
        return
    if conqueror in s.nations:
        passed_on(g, FRANCE, record(g, FRANCE).cash, conqueror, "14.4.1")
    record(g, FRANCE).surrendered = True
    if not s.france_fell:
        open_the_balkans(g)
    s.france_fell = s.national_turn
    g.tell(
        "surrendered", "14.4.1", "France surrenders. The fight goes on as Free France.", by=FRANCE, conqueror=conqueror
    )
    remove_home_forces(g)
    begin_free_france(g)
    if s.slot == GERMANY and in_play(g, GERMANY) and VICHY not in s.minors:
        s.vichy_pending = [CHOICE]
    else:
        capture_production(g, FRANCE, conqueror)


@procedure("14.4.2", "14.4.2/allied-forces")
def remove_home_forces(g: G) -> None:
    """French units in the Home Country are gone, and so is everybody who defended a Paris that is encircled."""
    home = sorted(home_country(g, FRANCE))
    gone = [unit for zone in home for unit in units_in(g, zone) if unit.owner == FRANCE]
    if encircled(g):
        gone += [u for u in units_in(g, PARIS) if u.owner != FRANCE and alliance(g, u.owner) == alliance(g, FRANCE)]
    if gone:
        g.tell("removed", "14.4.2", f"Lost with the fall of France: {listed(g, gone)}.", by=FRANCE)
    for unit in gone:
        if unit.id in g.state.units:
            remove(g, unit)


def encircled(g: G) -> bool:
    """Is Paris in the hands of France's enemies, or surrounded by them?"""
    side = alliance(g, FRANCE)
    held = (alliance(g, owner(g, zone)) not in ("", side) for zone in land_neighbours(g, PARIS))
    return alliance(g, owner(g, PARIS)) != side or all(held)


@procedure("14.4.1", "14.4.2/minors")
def begin_free_france(g: G) -> None:
    """All French units outside the Home Country, colonies, conquests and Minors go over to Free France."""
    s, free = g.state, record(g, FREE_FRANCE)
    free.in_play, free.surrendered = True, False
    free.technology = dict(record(g, FRANCE).technology)
    for foe in s.wars.get(FRANCE, ()):
        if foe not in s.wars.setdefault(FREE_FRANCE, []):
            s.wars[FREE_FRANCE].append(foe)
            s.wars.setdefault(foe, []).append(FREE_FRANCE)
    home = home_country(g, FRANCE)
    give_zones(g, [zone for zone in zones_of(g, FRANCE) if zone not in home], FREE_FRANCE, "14.4.2/minors")
    give_units(g, [unit for unit in s.units.values() if unit.owner == FRANCE], FREE_FRANCE)
    for item in s.production:
        item.receiver = FREE_FRANCE if item.receiver == FRANCE else item.receiver
        if item.owner == FRANCE and item.zone and owner(g, item.zone) == FREE_FRANCE:
            item.owner = FREE_FRANCE  # a facility under construction in a colony
    s.merged = {minor: FREE_FRANCE if master == FRANCE else master for minor, master in s.merged.items()}
    take_over_minors(g)


@procedure("14.4.2/minors")
def take_over_minors(g: G) -> None:
    """Minor Powers that France Controls Align with Free France."""
    from .relations import align

    for minor in [name for name in g.state.minors if controller(g, name) == FRANCE]:
        align(g, minor, FREE_FRANCE, "14.4.2/minors")


@procedure("14.4.1")
def check_paris(g: G) -> None:
    """Paris may be given back without a fight, too."""
    if record(g, FRANCE).surrendered and in_play(g, FREE_FRANCE) and owner(g, PARIS) in (FRANCE, FREE_FRANCE):
        record(g, FRANCE).surrendered = False
        france_restored(g)


@procedure("14.4.1")
def france_restored(g: G) -> None:
    """Once Paris is liberated Free France is France again."""
    s = g.state
    france, free = record(g, FRANCE), record(g, FREE_FRANCE)
    if not free.in_play:
        return
    give_everything(g, FREE_FRANCE, FRANCE, "14.4.1")
    passed_on(g, FREE_FRANCE, free.cash, FRANCE, "14.4.1")
    france.in_play, free.in_play = True, False
    france.technology = {
        name: max(free.technology.get(name, 0), france.technology.get(name, 0))
        for name in dict.fromkeys([*france.technology, *free.technology])
    }
    s.merged = {minor: FRANCE if master == FREE_FRANCE else master for minor, master in s.merged.items()}
    for foe in s.wars.pop(FREE_FRANCE, []):
        s.wars[foe] = [other for other in s.wars[foe] if other != FREE_FRANCE]
        for one, other in ((FRANCE, foe), (foe, FRANCE)):
            if other not in s.wars.setdefault(one, []):
                s.wars[one].append(other)
    g.tell("restored", "14.4.1", "Paris is free, and Free France is France again.", by=FRANCE)


# The choice


def choosing(g: G) -> bool:
    return CHOICE in g.state.vichy_pending


@rule("14.4.2", CreateVichy)
def germany_may_create_vichy(g: G, action: CreateVichy) -> str | None:
    if not choosing(g):
        return "Vichy France can be created only when France has just surrendered in Germany's turn."
    return None


@procedure("14.4.2")
def choose_vichy(g: G) -> Asking:
    """Germany may make a neutral Minor Power of what is left of France."""
    choice = yield Decision(
        GERMANY, "14.4.2", "France has surrendered. Create Vichy France?", [CreateVichy, Pass], [CreateVichy(), Pass()],
        screened=True,
    )  # fmt: skip
    g.state.vichy_pending.remove(CHOICE)
    if isinstance(choice, Pass):
        capture_production(g, FRANCE, GERMANY)
        g.tell("vichy", "14.4.2", "Germany does without a Vichy France.", by=GERMANY)
        return
    create_vichy(g)


@procedure("14.4.2", "App-B.44")
def create_vichy(g: G) -> None:
    """Roundels, the army, and everything that has to be rolled for."""
    from .relations import set_at_war
    from .vichy_rolls import rolls_to_make

    s = g.state
    s.vichy = True
    s.minors[VICHY] = Minor(controller=GERMANY, set_up=True)
    set_at_war(g, VICHY, FREE_FRANCE, "14.4.3")  # whom alone it may ever attack
    g.tell("vichy", "14.4.2", "Germany creates a neutral Vichy France under its Control.", by=GERMANY)
    vichy_zones = event_zones(g, "Vichy recruitment")
    give_zones(g, vichy_zones, VICHY, "14.4.2")
    rest = [zone for zone in sorted(home_country(g, FRANCE)) if zone not in vichy_zones]
    ours = [zone for zone in rest if owner(g, zone) == FRANCE or alliance(g, owner(g, zone)) == AXIS]
    give_zones(g, ours, GERMANY, "14.4.2")
    raise_army(g)
    s.production = [item for item in s.production if item.owner != FRANCE or ship_under_construction(g, item)]
    s.vichy_pending = rolls_to_make(g)


@procedure("14.4.2/army")
def raise_army(g: G) -> None:
    for row in g.charts["vichy-army"]:
        for _ in range(row["count"]):
            place(g, row["type"], VICHY, row["zone"])
    words = listed(g, (unit for unit in g.state.units.values() if unit.owner == VICHY))
    g.tell("placed", "14.4.2/army", f"The Vichy army: {words}.", by=GERMANY)


def ship_under_construction(g: G, item: Item) -> bool:
    return item.what in unit_types(g) and type_of(g, item.what).naval


# Diplomacy


@procedure("14.4.2")
def income_for_germany(g: G) -> int:
    """Germany has the income of all Vichy zones."""
    return sum(zone_value(g, zone) for zone in zones_of(g, VICHY)) if g.state.vichy else 0


@procedure("14.4.3")
def recruitment(g: G) -> int:
    """The number on a D12 that brings recruits, from Southern France and Corsica as long as they are Vichy."""
    held = [zone for zone in event_zones(g, "Vichy recruitment") if owner(g, zone) == VICHY]
    return min(len(held), event_number(g, "Vichy recruitment")) if controller(g, VICHY) else 0


@procedure("14.4.3")
def attacked(g: G, attacker: str) -> None:
    """Attacked by the Allies or the Comintern, Vichy Aligns with Germany once the attack is over, unless it surrenders."""
    from .relations import recipient

    if alliance(g, attacker) == AXIS or VICHY not in g.state.minors:
        return
    g.state.aligning[VICHY] = [recipient(g, GERMANY), SLOT_OF[attacker]]
    g.tell("vichy", "14.4.3", f"Vichy France, attacked by {name_of(attacker)}, turns to Germany.", by=GERMANY)


@procedure("14.4.3")
def free_france_strikes(g: G) -> bool:
    """Free France needs no declaration against Vichy, so its attacks are found among the battles of its turn."""
    if VICHY not in g.state.minors or VICHY in g.state.aligning or SLOT_OF[FREE_FRANCE] != g.state.slot:
        return False
    own = [battle for battle in g.state.battles if battle.attacker in (FRANCE, FREE_FRANCE)]
    return any(vichy_defends(g, battle.zone) for battle in own) or VICHY in g.state.conquered.values()


def vichy_defends(g: G, zone: str) -> bool:
    return owner(g, zone) == VICHY or any(unit.owner == VICHY for unit in units_in(g, zone))


@procedure("14.4.3")
def note_free_french_attacks(g: G) -> None:
    if free_france_strikes(g):
        attacked(g, FRANCE if in_play(g, FRANCE) else FREE_FRANCE)


@procedure("14.4.3")
def check_vichy_aligned(g: G) -> None:
    """A Vichy that has been attacked and has Aligned is part of Germany, with the ships it was building."""
    if g.state.vichy and VICHY not in g.state.minors:
        g.state.vichy = False


@procedure("14.4.4")
def check_vichy_surrender(g: G) -> None:
    """When Southern France is conquered, all that is Vichy joins Free France."""
    s = g.state
    if VICHY not in s.minors or owner(g, SOUTHERN_FRANCE) == VICHY:
        return
    if not s.vichy and s.conquered.get(SOUTHERN_FRANCE) != VICHY:
        return
    heir = FRANCE if in_play(g, FRANCE) else FREE_FRANCE
    g.tell(
        "surrendered", "14.4.4", f"Vichy France surrenders, and all that is left of it joins {name_of(heir)}.", by=heir
    )
    give_everything(g, VICHY, heir, "14.4.4")
    s.vichy = False
    del s.minors[VICHY]
    s.aligning.pop(VICHY, None)
    for foe in s.wars.pop(VICHY, []):
        s.wars[foe] = [other for other in s.wars[foe] if other != VICHY]


def french_colony(g: G, zone: str) -> bool:
    """A zone with the French roundel printed on it that is not Home Country."""
    return roundel(g, zone) == FRANCE and zone not in home_country(g, FRANCE)


def stranger(g: G, nation: str, zone: str) -> bool:
    """Has a nation no business in a zone that has just changed hands?"""
    holder = owner(g, zone)
    return nation != holder and not aligned(g, nation, holder)
