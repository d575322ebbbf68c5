"""Large battles as ladders: for each number of hits that a side has suffered, the dice it throws.

Losses follow a fixed order, so the hits tell who is left, and the functions that fire in play tell what they roll. That is
all there is to a battle without target selection, fire that only some can be hit by, or losses that come in pairs; where
there are such rules the answer says what it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ...engine.chance import Seeded
from ...engine.questions import Attrition, Line
from ...engine.walk import Walker
from .battle_plans import BattlePlan, chooser, loss_rank
from .casualties import FIRST, NORMAL, of_class, ordinary, representative
from .combat_values import ATTACKER, DEFENDER, FROM_CARRIER, base_value, crosses_line, lines_of, selection, subject
from .firing import dice_of, groups_to_fire
from .naval import hits_to_sink
from .retreats import jumped, why_not_retreat
from .sides import kind_of_unit, numbers_of, other, units_of
from .state import Battle, G, Unit, Volley
from .terms import hostile_units
from .units import AA, ROCKET, SEAPLANE, VEHICLE, cargo, of, type_of, units_in

BEFORE_THE_ROUNDS = ("choose-battle", "land-forces", "naval-forces")
Dice = list[float]


class Rung(NamedTuple):
    """A side that has suffered so many hits: who is lost, what is left of it, and what it throws by round and stage."""

    lost: int
    ipp: int
    units: int
    land: bool
    dice: dict[tuple[int, str], Dice]


class Ladders:
    """The battle that a walker stands before, with the plans of both sides; ``told`` rounds are told apart."""

    def __init__(self, walker: Walker, wanted: BattlePlan, told: int) -> None:
        self.walker, self.wanted, self.told = walker, wanted, told

    @cached_property
    def left_out(self) -> list[str]:
        """The rules of this battle that hits alone do not know, in words."""
        return list(dict.fromkeys(left_out(*self._assembled())))

    def attrition(self) -> Attrition:
        g, battle = self._assembled()
        free = why_not_retreat(g, battle) is None
        rungs = {side: self._rungs(side) for side in (ATTACKER, DEFENDER)}
        below = next((k for k, rung in enumerate(rungs[ATTACKER]) if rung.units < self.wanted.retreat_below), None)
        retreat_at = len(rungs[ATTACKER]) - 1 - below if free and below is not None else 0
        kind, told = battle.kind, self.told

        def read(attacker_hits: int, defender_hits: int, ending: str, rounds: int) -> tuple[Any, ...]:
            ours, theirs = rungs[ATTACKER][attacker_hits], rungs[DEFENDER][defender_hits]
            holder = _holder(kind, ours, ending)
            return ours.lost, theirs.lost, ours.ipp, theirs.ipp, holder, rounds_in_words(rounds, told)

        return Attrition(
            _line(rungs[ATTACKER], retreat_at),
            _line(rungs[DEFENDER], 0),
            read,
            rounds=self.wanted.retreat_after or None if free else None,
            told=self.told,
            leaves_out=", ".join(self.left_out),
        )

    def _assembled(self) -> tuple[G, Battle]:
        """The battle as it stands before the first round, on a table of its own."""
        twin = Walker(self.walker.table, self.walker.scenario)
        twin.stand(self.walker.position, Seeded(0))
        choose = chooser(self.wanted)
        while twin.table.cursor.step is not None and twin.table.cursor.step.id in BEFORE_THE_ROUNDS:
            twin.step(choose)
        return twin.table, twin.state.battle

    def _rungs(self, side: str) -> list[Rung]:
        """Hit after hit falls on whoever the plan gives up next, down to the last."""
        g, battle = self._assembled()
        numbers, rank = numbers_of(battle, side), loss_rank(self.wanted, side)
        lost = ipp = 0
        found = []
        while numbers:
            found.append(_rung(g, battle, side, lost, ipp))
            battle.round = 1
            pool = ordinary(g, battle, Volley(other(side), ""), units_of(g, battle, side))
            next_one = min(pool, key=lambda unit: rank(g, unit))
            unit = representative(g, battle, [u for u in pool if kind_of_unit(u) == kind_of_unit(next_one)])
            unit.hits += 1
            if unit.hits >= hits_to_sink(g, unit):
                gone = [unit, *cargo(g, unit)]
                lost, ipp = lost + len(gone), ipp + sum(type_of(g, one).cost for one in gone)
                numbers.remove(unit.id)
        return [*found, Rung(lost, ipp, 0, False, {})]


def rounds_in_words(rounds: int, told: int) -> str:
    """How many rounds there were, told apart up to a number: "1", "2", "3+"."""
    return str(rounds) if rounds < told else f"{told}+"


def size_of(g: G, battle: Battle) -> int:
    """How large a battle is: the hits that one side can bear times those of the other."""
    ours = [*of(g, battle.attackers), *of(g, battle.moving)]
    theirs = [*of(g, battle.defenders)] or hostile_units(g, battle.attacker, units_in(g, battle.zone))
    return _hits(g, ours) * _hits(g, theirs)


def _hits(g: G, units: list[Unit]) -> int:
    aircraft = [one for unit in units if type_of(g, unit).carrier_capacity for one in cargo(g, unit)]
    return sum(hits_to_sink(g, unit) - unit.hits for unit in {u.id: u for u in (*units, *aircraft)}.values())


def _rung(g: G, battle: Battle, side: str, lost: int, ipp: int) -> Rung:
    dice: dict[tuple[int, str], Dice] = {}
    for battle.round in (1, 2):
        for stage in (FIRST, NORMAL):
            thrown = dice[battle.round, stage] = []
            for group, units in groups_to_fire(g, battle, side, stage).items():
                if group != AA:
                    for n, shot in dice_of(g, battle, side, group, units):
                        thrown += [min(shot.value, 12) / 12] * n
    here = units_of(g, battle, side)
    return Rung(lost, ipp, len(here), any(type_of(g, u).land for u in here), dice)


def _line(rungs: list[Rung], retreat_at: int) -> Line:
    """The dice of all rungs; those of the first round apart where they differ."""
    by_time = {time: [rung.dice[time] for rung in rungs[:-1]] for time in rungs[0].dice}
    opens = any(by_time[1, stage] != by_time[2, stage] for stage in (FIRST, NORMAL))
    return Line(
        by_time[2, NORMAL],
        by_time[2, FIRST] if any(by_time[2, FIRST]) else None,
        by_time[1, NORMAL] if opens else None,
        by_time[1, FIRST] if opens else None,
        retreat_at,
    )


def _holder(kind: str, ours: Rung, ending: str) -> str:
    """Whose the field is, as ``combat.holder`` says it."""
    if ending == "attacker wins":
        return ATTACKER if ours.land or kind == "naval" else "nobody"
    if ending == "both destroyed":
        return "nobody"
    return DEFENDER


def left_out(g: G, battle: Battle) -> Iterator[str]:
    """Rules that need more than the number of hits."""
    sides = {side: units_of(g, battle, side) for side in (ATTACKER, DEFENDER)}
    for side, units in sides.items():
        foes = sides[other(side)]
        mixed = len({kind_of_unit(u) for u in foes}) > 1
        aircraft = any(type_of(g, u).air for u in foes)
        aims = {selection(g, battle, u, side == ATTACKER) for u in units}
        if mixed and any(select and of_class(g, foe, versus) for select, versus in aims for foe in foes):
            yield f"target selection of the {side}"
        if mixed and aircraft and any(type_of(g, u).air_superiority for u in units):
            yield f"air superiority of the {side}"
        if aircraft and any(u.type == AA for u in units):
            yield f"AA Artillery of the {side}"
        if any(u.type == ROCKET for u in units):
            yield "rockets that are overrun"
    yield from _on_land(g, battle, sides) if battle.kind == "land" else _at_sea(g, sides)


def _on_land(g: G, battle: Battle, sides: dict[str, list[Unit]]) -> Iterator[str]:
    attackers = sides[ATTACKER]
    if battle.double:
        yield "double casualties"
    if any(not type_of(g, u).land or not crosses_line(battle, line, u) for line in lines_of(battle) for u in attackers):
        yield "that a Fortification hits only land units that come over its border"
    if any(type_of(g, u).cls == VEHICLE and subject(g, battle, u, "desert", True) for u in attackers):
        yield "breakdowns in the desert"
    if any(jumped(u) for u in attackers):
        yield "that airborne units fall with their aircraft"


def _at_sea(g: G, sides: dict[str, list[Unit]]) -> Iterator[str]:
    everybody = [u for units in sides.values() for u in units]
    if any(type_of(g, u).submarine for u in everybody):
        yield "how submarines strike and whom they can hit"
    if any(u.type == SEAPLANE for u in everybody):
        yield "that Seaplanes hit only submarines and transports"
    if any(type_of(g, u).transport for u in everybody):
        yield "transports that are left alone"
    leave_at_once = g.options["carrier-aircraft-retreat"]
    if any(u.target == FROM_CARRIER for u in (everybody if leave_at_once else sides[DEFENDER])):
        yield "where aircraft of sunk carriers land"
    if any(hits_to_sink(g, u) > 1 and base_value(g, u, False) for u in sides[DEFENDER]):
        yield "that damage weakens a defending capital ship before it fires"
    if g.options["capital-ship-damage"] and any(type_of(g, u).capital for u in everybody):
        yield "the dice for damage to capital ships"
