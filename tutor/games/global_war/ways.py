"""Section 0.8: moves cross borders one by one. A rule about a border, a zone passed or a zone reached is written once:
it judges a ``Move``, and the search for destinations is steered by it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...engine.errors import short_list
from ...engine.rulings import Ruling
from .actions.movement import Move
from .hand import Hand, hand_of, lands_from, reach, why_not_lifted
from .rulebook import procedure, rule
from .state import ATTRITION, BOMB, CARPET, DROP, G
from .units import called
from .zones import is_land, is_sea, name_of_zone, passages_from

LAND, SEA, AIR, ASHORE = "land", "sea", "air", "ashore"


class Leg(NamedTuple):
    """One border of a move: from where to where, and how many were crossed before it."""

    start: str
    end: str
    number: int


Said = Ruling | str | tuple[str, str] | None
LegRule = Callable[[G, Hand, Leg], Said]
Arrival = Callable[[G, Hand, Move], Said]

_on_leg: list[tuple[str, tuple[str, ...], LegRule]] = []
_on_passing: list[tuple[str, tuple[str, ...], LegRule]] = []
_on_arrival: list[tuple[str, tuple[str, ...], Arrival]] = []


def modes(hand: Hand) -> tuple[str, ...]:
    """How a group gets on."""
    found = ((LAND, hand.walking), (SEA, hand.sailing), (AIR, hand.flying), (ASHORE, hand.landing))
    return tuple(mode for mode, units in found if units)


def shoots(hand: Hand, action: Move) -> bool:
    """Rockets and guns that fire into another zone stay where they are."""
    return bool(hand.walking) and action.task in (BOMB, CARPET, ATTRITION)


def legs(hand: Hand, path: tuple[str, ...]) -> Iterator[Leg]:
    start = hand.zone
    for number, end in enumerate(path):
        yield Leg(start, end, number)
        start = end


def on_leg(section: str, *wanted: str, search: bool = True) -> Callable[[LegRule], LegRule]:
    """A rule about every border that a group of these modes crosses. ``search``: the search asks it too."""

    def tag(judge: LegRule) -> LegRule:
        if search:
            _on_leg.append((section, wanted, judge))

        def whole_path(g: G, action: Move) -> Said:
            hand = hand_of(g)
            if shoots(hand, action) or not set(wanted) & set(modes(hand)):
                return None
            return next((said for leg in legs(hand, action.path) if (said := judge(g, hand, leg)) is not None), None)

        _register(section, whole_path, judge)
        return judge

    return tag


def steers(*wanted: str) -> Callable[[LegRule], LegRule]:
    """The search heeds what another chapter's own rule about moves forbids."""

    def tag(judge: LegRule) -> LegRule:
        _on_leg.append(("", wanted, judge))
        return judge

    return tag


def on_passing(section: str, *wanted: str) -> Callable[[LegRule], LegRule]:
    """A rule that ends the movement of a group in the zone at the end of a leg."""

    def tag(judge: LegRule) -> LegRule:
        _on_passing.append((section, wanted, judge))

        def zones_between(g: G, action: Move) -> Said:
            hand = hand_of(g)
            if not set(wanted) & set(modes(hand)):
                return None
            passed = list(legs(hand, action.path))[:-1]
            return next((said for leg in passed if (said := judge(g, hand, leg)) is not None), None)

        _register(section, zones_between, judge)
        return judge

    return tag


def on_arrival(section: str, *wanted: str) -> Callable[[Arrival], Arrival]:
    """A rule about where a group ends and what it is to do there."""

    def tag(judge: Arrival) -> Arrival:
        _on_arrival.append((section, wanted, judge))

        def at_the_end(g: G, action: Move) -> Said:
            hand = hand_of(g)
            if shoots(hand, action) or not set(wanted) & set(modes(hand)):
                return None
            return judge(g, hand, action)

        _register(section, at_the_end, judge)
        return judge

    return tag


def _register(section: str, judge: Callable[[G, Move], Said], source: Callable[..., Said]) -> None:
    judge.__name__, judge.__module__ = source.__name__, source.__module__
    rule(section, Move)(judge)


def end_of(hand: Hand, action: Move) -> str:
    """The zone that a move ends in."""
    return action.path[-1] if action.path else hand.zone


# Ways out of a zone


def ways_out(g: G, hand: Hand, zone: str) -> list[str]:
    """Zones that a group may try to enter next: those that every mode in it can."""
    found = [set(WAYS[mode](g, hand, zone)) for mode in modes(hand)]
    return [z for z in WAYS[modes(hand)[0]](g, hand, zone) if all(z in ways for ways in found)] if found else []


def _by_land(g: G, hand: Hand, zone: str) -> list[str]:
    """Land across a border or a narrow crossing, and the sea for those who board a ship."""
    from .land_moves import across_narrows

    return [*g.board.neighbours[zone], *(across_narrows(g, zone) if zone == hand.zone else ())]


def _by_sea(g: G, hand: Hand, zone: str) -> list[str]:
    from .sea_moves import northern_end

    found = [z for z in g.board.neighbours[zone] if is_sea(g, z)]
    found += [p.other(zone) for p in passages_from(g, zone) if p.other(zone) not in found]
    far = northern_end(zone)
    return [*found, far] if far and zone == hand.zone else found


def _by_air(g: G, hand: Hand, zone: str) -> list[str]:
    from .air_moves import over_lakes

    found = [*g.board.neighbours[zone], *over_lakes(g, zone)]
    return found + [p.other(zone) for p in passages_from(g, zone) if p.other(zone) not in found]


def _ashore(g: G, hand: Hand, zone: str) -> list[str]:
    seas = {lands_from(g, unit) for unit in hand.landing}
    sea = seas.pop() if len(seas) == 1 else zone
    return [z for z in g.board.neighbours[sea] if is_land(g, z)] if zone == hand.zone else []


WAYS: dict[str, Callable[[G, Hand, str], list[str]]] = {LAND: _by_land, SEA: _by_sea, AIR: _by_air, ASHORE: _ashore}


# The search


@procedure("0.8")
def reachable(g: G, hand: Hand) -> dict[str, tuple[str, ...]]:
    """Every zone that a group can get to or over, with a shortest way there, by the rules that judge a move."""
    mine = set(modes(hand))
    entering = [judge for _, wanted, judge in _on_leg if mine & set(wanted)]
    halting = [judge for _, wanted, judge in _on_passing if mine & set(wanted)]
    pace = reach(g, hand)
    found: dict[str, tuple[str, ...]] = {}
    queue: deque[tuple[str, tuple[str, ...]]] = deque([(hand.zone, ())] if pace else [])
    while queue:
        here, path = queue.popleft()
        for there in ways_out(g, hand, here):
            if there in found or there == hand.zone:
                continue
            leg = Leg(here, there, len(path))
            if any(judge(g, hand, leg) is not None for judge in entering):
                continue
            found[there] = (*path, there)
            if len(path) + 1 < pace and all(judge(g, hand, leg) is None for judge in halting):
                queue.append((there, found[there]))
    return found


def why_not_cross(g: G, hand: Hand, leg: Leg, besides: str | None = None) -> Said:
    """The first thing that keeps a group from crossing a border, or None. ``besides``: a section that does not bind it."""
    mine = set(modes(hand))
    if leg.end not in ways_out(g, hand, leg.start):
        return crosses_a_border(g, hand, leg)
    asked = (judge for section, wanted, judge in _on_leg if mine & set(wanted) and section != besides)
    return next((said for judge in asked if (said := judge(g, hand, leg))), None)


def welcome(g: G, hand: Hand, action: Move) -> bool:
    """May a group end its move so? For options whose path was found by the search."""
    mine = set(modes(hand))
    return all(judge(g, hand, action) is None for _, wanted, judge in _on_arrival if mine & set(wanted))


# Rules for every move


@rule("8.2", Move, guard=True)
def something_is_in_hand(g: G, action: Move) -> tuple[str, str] | None:
    return None if hand_of(g).units else ("No units are in hand.", "Pick units first.")


@on_leg("0.8", LAND, SEA, AIR, ASHORE, search=False)
def crosses_a_border(g: G, hand: Hand, leg: Leg) -> Said:
    """Zones that touch in a corner only, or not at all, are not next to each other."""
    if leg.end in ways_out(g, hand, leg.start):
        return None
    from .land_moves import why_no_way_by_land

    special = why_no_way_by_land(g, hand, leg) if hand.walking or hand.landing else None
    here = name_of_zone(g, leg.start)
    return special or (
        f"{name_of_zone(g, leg.end)} has no border with {here} that the units in hand can cross.",
        f"Next to {here} for them: {short_list(name_of_zone(g, z) for z in ways_out(g, hand, leg.start))}.",
    )


@rule("0.8", Move)
def not_too_far(g: G, action: Move) -> Ruling | str | None:
    hand = hand_of(g)
    pace = reach(g, hand)
    if len(action.path) <= pace or shoots(hand, action):
        return None
    if (grounded := why_not_lifted(g, hand)) is not None:
        return grounded if action.task != DROP else None  # 9.15 has the word
    zones = "zone" if pace == 1 else "zones"
    slowest = min(hand.units, key=lambda u: (u.spent, u.id))
    what = called(g, slowest.type) if len(hand.units) == 1 else "group in hand"
    return f"The {what} may still move {pace} {zones}, not {len(action.path)}."
