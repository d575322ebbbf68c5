"""Sections 8.7, 8.9 and 8.10/ordering: what enemies decide when ships come into their sea zone; 5.5, who declares war."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions.basic import Done
from .actions.movement import Decline, Engage
from .hand import Hand
from .nations import PLAYERS, name_of
from .naval import patrols_above, promise_to_fight, will_fight
from .rulebook import procedure
from .sea_moves import enemies_at, escorts_can_be_ignored, only_submarines, own_watch, screened
from .state import ATTACK, BEHIND, BLOCKADE, ESCORT, PATROL, SCREEN, G, Unit
from .terms import aligned, at_war, commanded, hostile_units, player_of, power
from .units import called, listed, occupied, type_of, units_in, watches
from .zones import is_sea, name_of_zone

Stopping = Generator[Decision, Action, bool]


def entering(g: G, hand: Hand, zone: str, last: bool) -> Stopping:
    """Units have come into a zone; True where their move ends there."""
    if not hand.sailing or not is_sea(g, zone):
        return False
    if not hand.combat:
        return (yield from war_at_sight(g, hand, zone))
    if last:
        return False  # what is there answers when all moves are made
    if screened(g, hand, zone):
        return False  # the screen takes on what is there, and the force waits behind it
    return (yield from passed_by(g, hand, zone))


@procedure("8.7/on-patrol", "8.9/entering-sub-zone", "8.10/ordering")
def passed_by(g: G, hand: Hand, zone: str) -> Stopping:
    """Ships go through a zone: patrols and submarines there let them go on, or fight and so stop them. Who has let a group
    go by is free to fight the next."""
    patrols = [u for u in enemies_at(g, hand.nation, zone) if u.task == PATROL]
    if patrols and (yield from answered(g, patrols, hand.units, zone, "8.7/on-patrol")):
        return True
    foes = escorts_can_be_ignored(enemies_at(g, hand.nation, zone))
    boats = [u for u in foes if type_of(g, u).submarine and not only_submarines(g, hand)]
    if boats and (yield from answered(g, boats, hand.units, zone, "8.9/entering-sub-zone")):
        return True
    for unit in (*patrols, *boats):
        unit.declined = False
    return False


def answered(g: G, units: list[Unit], comers: Iterable[Unit], zone: str, section: str) -> Stopping:
    """Each nation says whether its units fight those who have come; True where any does."""
    engaged = False
    for nation in dict.fromkeys(u.owner for u in units):
        mine = [u for u in units if u.owner == nation]
        who = player_of(g, nation)
        answer: Action = Engage()
        if who:
            prompt = f"{listed(g, comers, 'come')} into the {name_of_zone(g, zone)}: {called(g, mine[0].type)} fights, or declines?"
            about = {"zone": zone, "units": [u.id for u in mine]}
            answer = yield Decision(
                who, section, prompt, [Engage, Decline], [Engage(), Decline()], about=about, screened=True
            )
        for unit in mine:
            if isinstance(answer, Engage):
                promise_to_fight(g, unit)
            unit.declined = not will_fight(g, unit)
        words = "declines combat" if isinstance(answer, Decline) else "fights"
        g.tell("reply", section, f"{listed(g, mine)} in the {name_of_zone(g, zone)} {words}.", by=nation, zone=zone)
        engaged = engaged or isinstance(answer, Engage)
    return engaged


# When all combat moves are made


def comers_in(g: G, zone: str) -> list[Unit]:
    """Ships and aircraft of the command that moves which have come into a sea zone to fight or to stay."""
    tasks = ("", ATTACK, SCREEN, BEHIND, BLOCKADE)
    return [
        u
        for u in units_in(g, zone)
        if u.committed and commanded(g, u.owner, g.state.mover) and not type_of(g, u).land
        and (u.task in tasks or (u.task == PATROL and u.target == ATTACK) or _has_come_to_escort(u))
    ]  # fmt: skip


@procedure("8.8", "8.7/on-patrol")
def _has_come_to_escort(unit: Unit) -> bool:
    """Ships on their way to escort duty may be fought by submarines and patrols; those that lie there are left alone."""
    return unit.task == ESCORT and unit.spent > 0


def replies_wanted(g: G) -> list[tuple[str, str, list[Unit]]]:
    """Sea zones where submarines or patrols may still keep out of combat: the zone, the section, and who is asked."""
    found = []
    for zone in sorted(z for z in occupied(g) if is_sea(g, z)):
        comers = comers_in(g, zone)
        if not comers:
            continue
        foes = [u for u in hostile_units(g, comers[0].owner, units_in(g, zone)) if not u.aboard and not u.declined]
        foes = [u for u in foes if not will_fight(g, u)]
        patrols = [u for u in foes if u.task == PATROL and _may_decline_patrol(g, comers)]
        boats = [u for u in foes if type_of(g, u).submarine and _boats_may_choose(g, comers, zone)]
        for section, units in (("8.7/on-patrol", patrols), ("8.9", boats)):
            if units and f"reply {section} {zone} {g.state.mover}" not in g.state.asked:
                found.append((zone, section, units))
    return found


@procedure("8.7/on-patrol")
def _may_decline_patrol(g: G, comers: list[Unit]) -> bool:
    """A patrol may decline against ships where the opponent has no aircraft."""
    return not any(type_of(g, u).air for u in comers) and not own_watch(g, comers[0].owner, comers[0].zone)


@procedure("8.9")
def _boats_may_choose(g: G, comers: list[Unit], zone: str) -> bool:
    """A submarine fights or declines as it likes, unless enemy aircraft on patrol are to attack it; there is nothing to
    choose where only submarines have come that stay clear themselves."""
    if any(not u.declined for u in comers) and patrols_above(g, zone):
        return False
    return not any(watches(g, u) and _attacks(g, u) for u in comers) and not all(_stays_clear(g, u) for u in comers)


def _attacks(g: G, aircraft: Unit) -> bool:
    """Not where the carrier waits behind a screen or stays clear itself."""
    ship = g.state.units.get(aircraft.aboard, aircraft)
    return not ship.declined and ship.task != BEHIND


def _stays_clear(g: G, unit: Unit) -> bool:
    """A submarine that has declined combat; without patrols nobody can force it to fight."""
    return unit.declined and type_of(g, unit).submarine


def replies_are_due(g: G) -> bool:
    return bool(replies_wanted(g))


@procedure("8.10/ordering", "8.7/on-patrol", "8.9")
def reply(g: G) -> Asking:
    """After the attacker's announcements: one nation's submarines or patrols in one zone fight or decline."""
    zone, section, units = replies_wanted(g)[0]
    g.state.asked.append(f"reply {section} {zone} {g.state.mover}")
    comers = comers_in(g, zone)
    if (yield from answered(g, units, comers, zone, section)):
        for unit in comers:
            unit.declined = _stays_clear(g, unit)  # surface ships that would have kept out of it are attacked
            if unit.task == ESCORT:
                unit.target = ATTACK


# War at sight


@procedure("5.5", "8.1", "0.5/sea")
def war_at_sight(g: G, hand: Hand, zone: str) -> Stopping:
    """A nation with units in a zone that ships enter outside combat may declare war there and then, and stop them."""
    here = dict.fromkeys(power(u.owner) for u in units_in(g, zone) if u.owner in PLAYERS and not u.aboard)
    for nation in here:
        if not _would_fight(g, hand, nation, zone):
            continue
        g.state.asked.append(f"sight {nation} {zone}")
        prompt = f"{listed(g, hand.units, 'come')} into the {name_of_zone(g, zone)}: declare war now? Done if not."
        yield Decision(
            nation, "5.5", prompt, [Done], [Done()], about={"planning": True, "zone": zone}, screened=True
        )  # fmt: skip
        if at_war(g, nation, hand.nation):
            words = f"{name_of(nation)} falls upon {listed(g, hand.units)} in the {name_of_zone(g, zone)}."
            g.tell("surprised", "5.5", words, by=nation, zone=zone)
            return True
    return False


def _would_fight(g: G, hand: Hand, nation: str, zone: str) -> bool:
    from .war_and_peace import may_declare

    if aligned(g, nation, hand.nation) or at_war(g, nation, hand.nation) or hand.nation not in PLAYERS:
        return False
    return f"sight {nation} {zone}" not in g.state.asked and may_declare(g, nation, power(hand.nation))
