"""Chapters 8 and 10, a move carried out: border by border, with what happens on the way."""

from __future__ import annotations

from ...engine.phases import Asking
from . import cargo
from .actions.movement import Move
from .encounters import entering
from .hand import Hand
from .land_moves import crossing_between, used_name
from .perils import meet_perils
from .ranges import allowance
from .rulebook import procedure
from .sea_moves import enemies_at, note_use, on_northern_route, passages_between, screened
from .state import ATTACK, BEHIND, DROP, PATROL, G, Unit
from .tasks import DECLINE
from .terms import enemy_zone
from .units import listed, of, shift, type_of
from .ways import Leg, legs, shoots
from .zones import is_land, is_sea, name_of_zone


@procedure("8.2", "10.1", "0.8")
def go(g: G, hand: Hand, action: Move) -> Asking:
    """Send a group along its path and give it its task; those it meets may stop it short."""
    if shoots(hand, action):
        take_aim(g, hand, action)
        return
    if hand.riding:
        cargo.put_aboard_aircraft(g, hand)
    start, arrived, beyond = hand.zone, True, ""
    for unit in hand.flying:
        if action.path or action.task:
            unit.aboard = 0
    for leg in legs(hand, action.path):
        last = leg.number == len(action.path) - 1
        if _waits_behind_a_screen(g, hand, leg):
            beyond = leg.end
            break
        cross(g, hand, leg, action)
        meet_perils(g, hand, leg, last)
        if (yield from entering(g, hand, leg.end, last)):
            arrived = False
            break
    told(g, hand, start, action)
    if beyond:
        for unit in hand.sailing:
            _commit(g, unit, BEHIND, beyond)
    elif hand.combat:
        settle_in_combat(g, hand, action, arrived)
    else:
        settle(g, hand, action, arrived)


def told(g: G, hand: Hand, start: str, action: Move) -> None:
    section = "8.2" if hand.combat else "10.1"
    where, task = hand.units[0].zone, f" ({action.task})" if action.task else ""
    if hand.landing and hand.combat:
        words = f"{listed(g, hand.units)} will land in {name_of_zone(g, action.path[-1])}."
    elif where == start:
        words = f"{listed(g, hand.units, 'stay')} in {name_of_zone(g, where)}{task}."
    else:
        words = f"{listed(g, hand.units, 'move')} from {name_of_zone(g, start)} to {name_of_zone(g, where)}{task}."
    units, path = [u.id for u in hand.units], [start, *action.path]
    g.tell("moved", section, words, by=hand.nation, units=units, path=path, task=action.task)


# One border


def cross(g: G, hand: Hand, leg: Leg, action: Move) -> None:
    if hand.landing:
        (cargo.begin_assault if hand.combat else cargo.unload)(g, hand.landing, leg.end)
        return
    if hand.walking and is_sea(g, leg.end):
        cargo.board(g, hand.walking, leg.end, action.target)
        return
    blitz_through(g, hand, leg)
    narrow = crossing_between(g, leg.start, leg.end) if hand.walking else None
    for unit in hand.walking:
        _step(g, unit, leg)
        if narrow is not None:
            unit.spent = max(unit.spent, allowance(g, unit))
    if narrow is not None:
        name = used_name(narrow)
        g.state.used[name] = g.state.used.get(name, 0) + len(hand.walking)
    for unit in (*hand.flying, *hand.sailing):
        _step(g, unit, leg)
    for unit in hand.sailing:
        _sailed(g, unit, leg)
    if hand.sailing:
        note_use(g, hand, leg)


def _step(g: G, unit: Unit, leg: Leg) -> None:
    shift(g, unit, leg.end)
    unit.spent += 1
    unit.entered = leg.start


@procedure("0.8", "1.15/baltic-white", "1.19", "8.7/carrier")
def _sailed(g: G, ship: Unit, leg: Leg) -> None:
    """Aircraft on deck use up movement with their ship; some ways take all that a ship has."""
    whole = on_northern_route(leg) or any(
        p.id == "baltic-white-sea-canal" for p in passages_between(g, leg.start, leg.end)
    )
    if whole:
        ship.spent = max(ship.spent, allowance(g, ship))
    for unit in cargo.aboard(g, ship):
        unit.entered = leg.start
        if type_of(g, unit).air:
            unit.spent += 1


@procedure("8.2", "9.5/blitz", "9.19")
def blitz_through(g: G, hand: Hand, leg: Leg) -> None:
    """An empty enemy zone is captured by those who go on through it."""
    if leg.number and hand.walking and is_land(g, leg.start) and enemy_zone(g, hand.nation, leg.start):
        from .capture import capture

        capture(g, leg.start, hand.nation)


def _waits_behind_a_screen(g: G, hand: Hand, leg: Leg) -> bool:
    """Ships that would go on through a screened zone wait in it until the screen has won (8.10)."""
    if not hand.sailing or leg.number == 0:
        return False
    return screened(g, hand, leg.start) and bool(enemies_at(g, hand.nation, leg.start))


# At the end of the way


def take_aim(g: G, hand: Hand, action: Move) -> None:
    """Rockets and guns fire in the Combat Phase, from where they are."""
    zone = action.path[-1]
    for unit in hand.walking:
        unit.task, unit.target, unit.committed = action.task, f"{zone} {action.target}".strip(), True
    words = f"{listed(g, hand.units, 'aim')} at {name_of_zone(g, zone)} ({action.task})."
    g.tell("moved", "8.5", words, by=hand.nation, units=[u.id for u in hand.units], zone=zone)


def _commit(g: G, unit: Unit, task: str, target: str = "") -> None:
    """A unit is used in Combat Movement, with all that it carries."""
    unit.committed, unit.task, unit.target, unit.declined = True, task, target, False
    for one in cargo.aboard(g, unit):
        one.committed = True


@procedure("8.2", "8.7/start", "8.8", "8.9")
def settle_in_combat(g: G, hand: Hand, action: Move, arrived: bool) -> None:
    """Markers are placed; a group that was stopped on its way has no task but to fight."""
    if hand.landing:
        return
    task = action.task if arrived else ""
    for unit in of(g, [u.id for u in (*hand.walking, *hand.sailing)]):
        _commit(g, unit, "" if task == DECLINE else task)
        unit.declined = task == DECLINE
        if unit.aboard:
            unit.target = ""
    for unit in of(g, [u.id for u in hand.flying]):
        if task == ATTACK and unit.task == PATROL:
            unit.committed, unit.target = True, ATTACK
            continue
        _commit(g, unit, task, action.target)
    if task == DROP:
        cargo.drop(g, hand)


@procedure("10.1", "10.3", "8.7/end", "15.3/swapping")
def settle(g: G, hand: Hand, action: Move, arrived: bool) -> None:
    """Outside combat ships lose the markers they had, aircraft land, and troops get out."""
    if hand.riding:
        cargo.set_down(g, hand)
    for unit in hand.sailing:
        unit.task, unit.target = "", ""
    if not arrived:
        stopped_by_war(g, hand)
    for unit in hand.flying:
        if unit.task == PATROL:
            unit.spent = max(unit.spent, allowance(g, unit))
        unit.task, unit.target = "", ""
        if is_sea(g, unit.zone):
            _alight(g, unit, action.target)
        elif unit.carrier_based:
            g.state.used["decks left"] = g.state.used.get("decks left", 0) + 1


@procedure("5.5", "8.9")
def stopped_by_war(g: G, hand: Hand) -> None:
    """Ships that meet a nation which declares war at their sight fight where they are."""
    from .battles import add_battle

    for unit in hand.sailing:
        _commit(g, unit, "")
    add_battle(g, "naval", hand.sailing[0].zone, g.state.mover, hand.sailing)


def _alight(g: G, unit: Unit, target: str) -> None:
    """On a deck with room, or on the transport that was named."""
    if target:
        ships = [s for s in cargo.transports_for(g, unit.owner, unit.zone, target) if cargo.has_room(g, s, [unit])]
        unit.aboard, unit.spent = ships[0].id, max(unit.spent, allowance(g, unit))
        return
    deck = cargo.deck_for(g, unit, unit.zone)
    full = [s for s in cargo.decks_in(g, unit.owner, unit.zone) if not s.hits]
    unit.aboard = deck.id if deck else full[0].id  # a full deck takes one that is swapped for another (15.3)
    if not unit.carrier_based:
        g.state.used["decks filled"] = g.state.used.get("decks filled", 0) + 1
