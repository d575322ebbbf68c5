"""Section 10.6: strategic naval movement of loaded transports from port to port."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ...engine.decisions import Action
from ...engine.phases import Asking
from .actions.movement import Move, StrategicSail
from .encounters import entering
from .facilities import NAVAL, SUBMARINE_BASE, bases_beside
from .hand import Hand, hand_of
from .march import cross, stopped_by_war
from .nations import CHINESE, name_of
from .perils import meet_perils
from .ranges import allowance
from .rulebook import procedure, rule
from .sea_moves import enemies_at, patrols_at
from .state import G, Unit
from .strategic import ledger, voyage
from .terms import player_of, power, record
from .units import called, cargo, listed, type_of
from .ways import Leg, Said, legs, ways_out, why_not_cross
from .zones import is_sea, name_of_zone


def naval_row(g: G, nation: str) -> dict[str, int]:
    """Moves and range of a nation, from the chart; the Commonwealth's are Britain's."""
    keeper = power(player_of(g, nation) or nation)
    row = next((r for r in g.charts["strategic-naval"] if r["nation"] == keeper), None)
    if row is None or (keeper in CHINESE and not record(g, keeper).evolved):
        return {"moves": 0, "range": 0}
    return {"moves": int(row["moves"]), "range": int(row["range"])}


@procedure("10.6", "13.3.1", "13.3.2", "2.3/commonwealth")
def naval_left(g: G, nation: str) -> int:
    """Units that a nation may still move by strategic naval movement this turn."""
    moves = naval_row(g, nation)["moves"]
    return moves - ledger(g, nation).naval_used if moves else 0


@procedure("10.6")
def counted(g: G, hand: Hand) -> int:
    """Each ship and each unit aboard counts as one, once a turn."""
    units = [u for ship in hand.sailing for u in (ship, *cargo(g, ship))]
    return sum(voyage(u) not in g.state.used for u in units)


@rule("10.6", StrategicSail)
def the_option_is_in_play(g: G, action: StrategicSail) -> str | None:
    return None if g.options["strategic-naval"] else "Strategic naval movement is an optional rule that is not in play."


@rule("10.6", StrategicSail)
def loaded_transports_only(g: G, action: StrategicSail) -> str | None:
    hand = hand_of(g)
    if not hand.sailing or len(hand.sailing) < len(hand.units):
        return "Only ships make strategic naval moves, with what is aboard."
    return next((why for ship in hand.sailing if (why := _why_no_voyage(g, ship))), None)


def _why_no_voyage(g: G, ship: Unit) -> str:
    kind = type_of(g, ship)
    if kind.submarine and g.options["reading-naval-submarines"]:
        return ""
    if kind.transport and cargo(g, ship):
        return ""
    return f"{called(g, ship.type)}: only transports with troops or aircraft aboard make strategic naval moves."


@rule("10.6", StrategicSail)
def from_port_to_port(g: G, action: StrategicSail) -> str | None:
    hand = hand_of(g)
    for ship in hand.sailing:
        bases = (*NAVAL, SUBMARINE_BASE) if type_of(g, ship).submarine else NAVAL
        for sea in (hand.zone, action.path[-1]):
            if not is_sea(g, sea) or not any(bases_beside(g, ship.owner, sea, bases)):
                return f"No Friendly Port, Shipyard or Dockyard lies on the {name_of_zone(g, sea)}."
    return None


@rule("10.6", StrategicSail)
def voyages_are_limited(g: G, action: StrategicSail) -> str | None:
    hand = hand_of(g)
    most = naval_row(g, hand.nation)["range"]
    sailed = max((g.state.used.get(voyage(u), 0) for u in hand.sailing), default=0)
    if len(action.path) + sailed > most:
        return f"A strategic naval move goes {most} sea zones at most, not {len(action.path) + sailed}."
    need, room = counted(g, hand), naval_left(g, hand.nation)
    if need > room:
        return f"{name_of(hand.nation)} may still move {room} units in this way, and these are {need}, ships and cargo."
    return None


@rule("10.6", StrategicSail)
def the_way_is_clear(g: G, action: StrategicSail) -> Said:
    """Not through closed straits, nor where enemy warships, submarines or patrols are."""
    hand = hand_of(g)
    if not hand.sailing:
        return None
    return next((why for leg in legs(hand, action.path) if (why := why_not_clear(g, hand, leg)) is not None), None)


def why_not_clear(g: G, hand: Hand, leg: Leg) -> Said:
    for unit in (*enemies_at(g, hand.nation, leg.end), *patrols_at(g, hand.nation, leg.end)):
        kind = type_of(g, unit)
        if kind.warship or kind.submarine or kind.air:
            return f"An enemy {called(g, unit.type)} is in the {name_of_zone(g, leg.end)}."
    return why_not_cross(g, hand, leg, besides="8.2")  # enemies without arms bar nobody's way here


@procedure("10.6", "App-B.45")
def sail(g: G, hand: Hand, action: StrategicSail) -> Asking:
    """Ships go from port to port; units may be taken aboard at ports on the way."""
    ledger(g, hand.nation).naval_used += counted(g, hand)
    start = hand.zone
    for leg in legs(hand, action.path):
        last = leg.number == len(action.path) - 1
        cross(g, hand, leg, Move(action.path))
        meet_perils(g, hand, leg, last)
        if (yield from entering(g, hand, leg.end, last)):
            stopped_by_war(g, hand)
            break
    for ship in hand.sailing:
        g.state.used[voyage(ship)] = g.state.used.get(voyage(ship), 0) + len(action.path)
        ship.spent, ship.task = max(ship.spent, allowance(g, ship)), ""
        for unit in cargo(g, ship):
            g.state.used[voyage(unit)] = 1
    end = name_of_zone(g, hand.units[0].zone)
    words = f"{listed(g, hand.units, 'make')} a strategic move from {name_of_zone(g, start)} to {end}."
    g.tell("moved", "10.6", words, by=hand.nation, units=[u.id for u in hand.units], path=[start, *action.path])


def voyages(g: G, hand: Hand) -> Iterator[Action]:
    """Ports that the loaded transports in hand can reach."""
    if not g.options["strategic-naval"] or not hand.sailing or counted(g, hand) > naval_left(g, hand.nation):
        return
    if len(hand.sailing) < len(hand.units):
        return
    if any(_why_no_voyage(g, ship) or (ship.spent and voyage(ship) not in g.state.used) for ship in hand.sailing):
        return
    if not any(bases_beside(g, hand.nation, hand.zone, NAVAL)):
        return
    most = naval_row(g, hand.nation)["range"] - max(g.state.used.get(voyage(u), 0) for u in hand.sailing)
    found: dict[str, tuple[str, ...]] = {hand.zone: ()}
    queue = deque([hand.zone])
    while queue:
        here = queue.popleft()
        path = found[here]
        if len(path) >= most:
            continue
        for there in ways_out(g, hand, here):
            if there not in found and why_not_clear(g, hand, Leg(here, there, len(path))) is None:
                found[there] = (*path, there)
                queue.append(there)
                if any(bases_beside(g, hand.nation, there, NAVAL)):
                    yield StrategicSail(found[there])
