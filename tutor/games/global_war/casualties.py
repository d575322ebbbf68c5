"""Sections 9.1 to 9.3, 9.6, 9.8 and 15.5: hits are allotted one by one, by whoever has the choice.

``settle`` allots every hit that leaves no choice; what is left is asked for. Casualties are picked by kind, and the engine
takes the same unit of a kind every time, so that equal positions stay equal.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.combat import Lose
from .combat_values import ATTACKER, DEFENDER, attack_value, first_round, supported
from .nations import adjective
from .naval import hits_to_sink, markers_of_a_hit, may_hit, strikes_first, without_last
from .rulebook import procedure
from .sides import decider, fight, kinds_of, living, named, other
from .state import Battle, G, Unit, Volley
from .units import AA, VEHICLE, called, listed, of, remove, type_of
from .zones import border_marks, name_of_zone

SHORE, FIRST, NORMAL = "shore", "first", "normal"
COASTAL = "coastal-artillery"
FROM_ATTACK_TRANSPORT = "attack-transport"  # the target of a unit that came ashore from one


# Which units a hit may fall on


def in_reach(g: G, battle: Battle, volley: Volley) -> list[Unit]:
    """Units of the side under fire that these shots can hit at all."""
    if volley.type.startswith(COASTAL):
        return ships_off_shore(g, battle, volley.type.partition(" ")[2])
    targets = living(g, battle, other(volley.side))
    return [u for u in targets if may_hit(g, battle, volley.side, volley.type, u)]


@procedure("12.9", "9.9")
def ships_off_shore(g: G, battle: Battle, sea: str) -> list[Unit]:
    """Ships that bombard from a sea zone or have landing troops aboard there."""
    carrying = {u.aboard for u in of(g, battle.moving)}
    numbers = sorted({*battle.support, *carrying})
    return [u for u in of(g, numbers) if u.zone == sea]


def victims(g: G, battle: Battle, volley: Volley) -> list[Unit]:
    """The units that the next hit may fall on."""
    if volley.second:
        return [u for u in living(g, battle, ATTACKER) if doubled(g, battle, u)]
    pool = in_reach(g, battle, volley)
    if volley.selected:
        return [u for u in pool if of_class(g, u, volley.versus)]
    return ordinary(g, battle, volley, pool)


@procedure("9.3/target-selection")
def of_class(g: G, unit: Unit, versus: str) -> bool:
    """Target selection may be limited to vehicles, or to land or naval units."""
    kind = type_of(g, unit)
    if versus == VEHICLE:
        return kind.cls == VEHICLE
    return not kind.air if versus == "land or naval" else True


def ordinary(g: G, battle: Battle, volley: Volley, pool: list[Unit]) -> list[Unit]:
    """What the owner may choose from: aircraft first where air superiority asks it, transports last, sea-borne units
    before those that come over land."""
    if volley.air_first and (aircraft := in_the_air(g, pool)):
        return aircraft
    if volley.type.startswith(COASTAL):
        return pool  # 12.2/naval-transport: batteries hit transports like other ships
    pool = transports_last(g, battle, volley, pool)
    return sea_borne_first(g, pool) if battle.amphibious and volley.side == DEFENDER else pool


@procedure("9.6/transports", "12.2/air-transport", "12.2/aa-artillery")
def transports_last(g: G, battle: Battle, volley: Volley, pool: list[Unit]) -> list[Unit]:
    """Transports are spared while anything else of their side is left; AA Artillery, which has aircraft alone for
    targets, spares them while there are others of these."""
    return without_last(g, pool, pool if volley.type == AA else living(g, battle, other(volley.side)))


@procedure("9.3/air-superiority", "12.2/fighter", "7.8/jet-fighter")
def in_the_air(g: G, pool: list[Unit]) -> list[Unit]:
    """Hits of Fighters in the first round fall on aircraft as long as there are any; transport aircraft come last."""
    aircraft = [u for u in pool if type_of(g, u).air]
    return without_last(g, aircraft, pool) if aircraft else []


@procedure("9.8/combined")
def sea_borne_first(g: G, pool: list[Unit]) -> list[Unit]:
    """Land units that came over land are not lost while any that came over the sea are left."""
    if not any(u.landed for u in pool):
        return pool
    return [u for u in pool if u.landed or type_of(g, u).air]


@procedure("9.2", "9.8/assault", "1.23", "12.2/marine", "7.8/attack-transport")
def doubled(g: G, battle: Battle, unit: Unit) -> bool:
    """Does an attacking unit fall under double casualties: in the first round, across the Maginot Line or in an assault from
    the sea, there without Marines and what Attack Transports put ashore?"""
    if not first_round(battle) or not type_of(g, unit).land:
        return False
    if unit.landed:
        return unit.type != "marine" and unit.target != FROM_ATTACK_TRANSPORT
    start = f"maginot {unit.entered}"
    return start in battle.notes and "maginot" in border_marks(g, unit.entered, battle.zone)


# Allotting


def chooser(g: G, battle: Battle, volley: Volley) -> str:
    """Who picks the next casualty: the firer where target selection says so, else the side under fire."""
    return decider(g, battle, volley.side if _firer_picks(volley) else other(volley.side))


@procedure("9.3/target-selection")
def _firer_picks(volley: Volley) -> bool:
    """Is the next hit one of target selection? The second unit of a double casualty is its owner's to choose."""
    return bool(volley.selected) and not volley.second


def hits_left(g: G) -> bool:
    volley = g.state.battle.volley if g.state.battle else None
    return volley is not None and bool(volley.selected or volley.hits or volley.second or volley.ship)


@procedure("9.1")
def settle(g: G) -> None:
    """Allot hits as long as there is no choice: one kind of unit, more hits than they can bear, or nobody to ask."""
    battle = fight(g)
    while hits_left(g):
        volley = battle.volley
        assert volley is not None
        if volley.ship:
            return
        units = victims(g, battle, volley)
        if not units:
            _no_target(g, battle, volley)
        elif len(choices(g, battle, units)) == 1 or not chooser(g, battle, volley) or _all_fall(g, battle, volley):
            strike(g, battle, volley, cheapest(g, battle, units, for_firer=_firer_picks(volley)))
        else:
            return
    battle.volley = None


@procedure("9.3/target-selection")
def _no_target(g: G, battle: Battle, volley: Volley) -> None:
    """A hit without a target: of a selection it becomes an ordinary hit; any other is wasted."""
    if volley.second:
        volley.second = False
    elif volley.selected:
        volley.selected, volley.hits = 0, volley.hits + volley.selected
    else:
        section = "12.2/seaplane" if volley.type.startswith("seaplane") else "9.1"
        words = f"{volley.hits} {'hit finds' if volley.hits == 1 else 'hits find'} nothing that can be hit."
        g.tell("wasted", section, words, by=decider(g, battle, volley.side), zone=battle.zone)
        volley.hits = 0


def _all_fall(g: G, battle: Battle, volley: Volley) -> bool:
    """Are there more ordinary hits than all in reach can bear? Then it does not matter who is picked first."""
    if volley.selected or volley.second or volley.air_first:
        return False
    pool = in_reach(g, battle, volley)
    if volley.side == DEFENDER and any(doubled(g, battle, u) for u in pool):
        return False
    capital = any(type_of(g, u).capital for u in pool)
    if capital and g.options["capital-ship-damage"]:
        return False
    if len(pool) < len(living(g, battle, other(volley.side))):
        return False
    return volley.hits >= sum(hits_to_sink(g, u) - u.hits for u in pool)


def cheapest(g: G, battle: Battle, units: list[Unit], *, for_firer: bool = False) -> Unit:
    """Without a choice of kinds: the cheapest, and of it the unit that is picked of several alike."""
    kinds = kinds_of(units)
    kind = min(kinds, key=lambda k: (type_of(g, k[0]).cost, k))
    return representative(g, battle, kinds[kind], for_firer=for_firer)


def representative(g: G, battle: Battle, units: list[Unit], *, for_firer: bool = False) -> Unit:
    """One of several alike, so that no one is asked about differences that nobody would choose otherwise: the one that its
    side can best spare, or where the firer picks, the one that it can spare least."""
    if len(units) == 1:
        return units[0]
    value = _worth(g, battle, units[0].id in battle.attackers)
    return min(units, key=lambda u: (*((-n for n in value(u)) if for_firer else value(u)), u.id))


def _worth(g: G, battle: Battle, attacking: bool) -> Callable[[Unit], tuple[int, ...]]:
    """What a unit means to its side: whether it falls alone or takes another with it (9.2), what it hits on in this round,
    what movement it has left."""
    if not (attacking and first_round(battle)):
        return lambda u: (-u.spent,)
    support = supported(g, battle)
    return lambda u: (doubled(g, battle, u), attack_value(g, battle, u, support), -u.spent)


def strike(g: G, battle: Battle, volley: Volley, unit: Unit) -> None:
    """One hit falls on a unit."""
    second = volley.second
    if second:
        volley.second = False
    elif volley.selected:
        volley.selected -= 1
    else:
        volley.hits -= 1
    if type_of(g, unit).capital and g.options["capital-ship-damage"]:
        volley.ship = unit.id
        return
    twice = not second and volley.side == DEFENDER and doubled(g, battle, unit)
    bear(g, battle, volley, unit, 1)
    volley.second = twice


@procedure("0.9/capital-ship", "0.4", "12.2/battleship")
def bear(g: G, battle: Battle, volley: Volley, unit: Unit, markers: int) -> None:
    """A capital ship is marked and fights on until its last hit; everything else falls."""
    if hits_to_sink(g, unit) > 1:
        unit.hits += markers
        if unit.hits < hits_to_sink(g, unit):
            words = (
                f"{adjective(unit.owner)} {called(g, unit.type)} is damaged ({unit.hits} of {hits_to_sink(g, unit)})."
            )
            g.tell("damaged", "0.9/capital-ship", words, by=unit.owner, zone=battle.zone, unit=unit.id)
            return
    fall(g, battle, volley, unit)


@procedure("9.1", "9.3/first-strike")
def fall(g: G, battle: Battle, volley: Volley, unit: Unit) -> None:
    """Attackers leave at once. Defenders are set aside and still fire; a victim of first strike fires only if it strikes
    first itself."""
    hit_by_first_strike = volley.stage in (SHORE, FIRST)
    if volley.side == ATTACKER and (not hit_by_first_strike or strikes_first(g, battle, DEFENDER, unit)):
        battle.aside = sorted({*battle.aside, unit.id})
        g.tell(
            "set aside", "9.1", f"{named(g, unit)} is hit and set aside.", by=unit.owner, unit=unit.id, type=unit.type
        )
        return
    section = "9.3/first-strike" if hit_by_first_strike else "9.1"
    discard(g, battle, unit, section)


@procedure("9.6/transports", "9.15")
def discard(g: G, battle: Battle, unit: Unit, section: str) -> None:
    """A casualty leaves the map, with its cargo."""
    words = f"{named(g, unit)} is lost in {name_of_zone(g, battle.zone)}"
    gone = remove(g, unit)[1:]
    if gone:
        words += f", with {listed(g, gone)} aboard"
    g.tell("lost", section, f"{words}.", by=unit.owner, zone=battle.zone, unit=unit.id, type=unit.type)


@procedure("9.1")
def clear_aside(g: G) -> None:
    """Those who were set aside have fired, and go."""
    battle = fight(g)
    gone = list(of(g, battle.aside))
    battle.aside = []
    for unit in gone:
        if unit.id in g.state.units:
            discard(g, battle, unit, "9.1")


# Asking


@procedure("9.1", "9.3/target-selection", "0.5/joint-defense", "0.5/attacker-own")
def allot(g: G) -> Asking:
    """The hits that leave a choice."""
    settle(g)
    while hits_left(g):
        battle = fight(g)
        volley = battle.volley
        assert volley is not None
        if volley.ship:
            return
        units = victims(g, battle, volley)
        section, prompt = _question(g, battle, volley)
        action = yield Decision(
            chooser(g, battle, volley),
            section,
            prompt,
            [Lose],
            choices(g, battle, units),
            about={"zone": battle.zone, "units": [u.id for u in units], "side": other(volley.side)},
            screened=True,
        )
        assert isinstance(action, Lose)
        chosen = [u for u in units if meant(action, u)]
        strike(g, battle, volley, representative(g, battle, chosen, for_firer=_firer_picks(volley)))
        settle(g)


def choices(g: G, battle: Battle, units: list[Unit]) -> list[Lose]:
    """One for each kind of unit; where only some of a kind fall by twos, they are told apart by where they came from."""
    several = len({u.owner for u in units}) > 1
    found = []
    for (type, hits, owner), alike in kinds_of(units).items():
        mixed = len({u.id in battle.attackers and doubled(g, battle, u) for u in alike}) > 1
        starts = dict.fromkeys(u.entered for u in alike) if mixed else [""]
        found += [Lose(type, hits > 0, owner if several else "", start) for start in starts]
    return found


def meant(action: Lose, unit: Unit) -> bool:
    """Is this one of the units that an answer speaks of?"""
    return (
        unit.type == action.type
        and (unit.hits > 0) == action.damaged
        and action.owner in ("", unit.owner)
        and action.start in ("", unit.entered)
    )


def _question(g: G, battle: Battle, volley: Volley) -> tuple[str, str]:
    where = name_of_zone(g, battle.zone)
    if volley.second:
        return "9.2", f"Double casualties in {where}: choose the second unit."
    if volley.selected:
        return "9.3/target-selection", f"Target selection in {where}: choose the unit that is hit."
    hits = f"{volley.hits} {'hit' if volley.hits == 1 else 'hits'}"
    return "9.1", f"{hits} in {where}: choose a casualty."


# Option 15.5


def ship_is_hit(g: G) -> bool:
    volley = g.state.battle.volley if g.state.battle else None
    return volley is not None and volley.ship > 0


@procedure("15.5")
def roll_ship_damage(g: G) -> None:
    """The hit that has fallen on a capital ship."""
    battle = fight(g)
    volley = battle.volley
    assert volley is not None
    unit = g.state.units[volley.ship]
    markers = markers_of_a_hit(g, unit)
    volley.ship = 0
    bear(g, battle, volley, unit, markers)
    settle(g)
