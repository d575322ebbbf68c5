"""Questions of chance about battles, raids and bombings, posed for the odds lab.

They are played by the same steps as the game, on an excerpt of the position (``excerpts``), by fixed plans
(``battle_plans``). Large battles are worked out from the hits alone (``ladders``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, replace
from functools import partial
from typing import Any

import msgspec

from ...engine.chance import Seeded
from ...engine.errors import BadInput, UnknownName
from ...engine.game import Scenario
from ...engine.phases import Frame
from ...engine.questions import Question
from ...engine.session import Session
from ...engine.table import Table
from . import trial_attacks
from .battle_plans import BattlePlan, battle_plan, chooser
from .battles import find_battles
from .combat import FOUGHT_IN_ROUNDS, holder
from .combat_values import ATTACKER
from .excerpts import at_the_start, clear_the_sea, excerpt, standing_at
from .ladders import Ladders, rounds_in_words, size_of
from .nations import name_of
from .showing import combat_space
from .sides import leading_defender
from .state import Battle, G, State
from .terms import commanded, fights, hostile_units, owner
from .units import type_of, unit_types, units_in
from .zones import name_of_zone

LOSSES = ("attacker_lost", "defender_lost", "attacker_ipp", "defender_ipp")
NAMES = {
    "land": (*LOSSES, "holder", "rounds"), "naval": (*LOSSES, "holder", "rounds"),
    "raid": ("convoy_loss", "attacker_lost", "attacker_ipp"), "bombing": ("damage", *LOSSES), "carpet": LOSSES,
    "rocket": ("damage", *LOSSES), "attrition": LOSSES,
}  # fmt: skip
# The steps before which the answer is read: what follows is no longer about the battle itself.
LAST_STEPS = {
    "land": ("aftermath",), "naval": ("close-battle",), "raid": ("raid-ends",), "bombing": ("bombing-ends",),
    "carpet": ("carpet-ends",), "rocket": ("bombing-ends", "carpet-ends"), "attrition": ("close-battle",),
}  # fmt: skip
KINDS = {
    "land": "land battle", "naval": "naval battle", "raid": "convoy raid", "bombing": "strategic bombing",
    "carpet": "carpet bombing", "rocket": "rocket strike", "attrition": "Attrition Attack",
}  # fmt: skip
VERBS = {"land": "attacks", "naval": "attacks", "raid": "raids", "rocket": "fires rockets at", "attrition": "shells"}
ROUNDS_TOLD = 3  # three rounds are too long for a blitz; whatever is longer is told with them
# The hits that one side can bear times those of the other. Above LARGE a battle is worked out from the hits, where that
# leaves nothing out; above LONG others are too long to explore, and above VERY_LARGE they too are worked out so.
LARGE, LONG, VERY_LARGE = 20, 80, 400


# Battles on the table


def battles_now(session: Session) -> list[Battle]:
    """Battles that can be asked about: under way, waiting in the Combat Phase, or announced in Combat Movement."""
    s: State = session.state
    if not attacks_can_be_ordered(session):
        return [b for b in (s.battle, *s.battles) if b is not None and not b.over]
    state: State = msgspec.structs.replace(
        s, battles=[], battle=None
    )  # what the Combat Phase would find if it came now
    find_battles(Table(session.game, state, Seeded(0), session.board, session.charts.apart(), session.options))
    return state.battles


def attacks_can_be_ordered(session: Session) -> bool:
    return any(place.id == "combat-movement" for place in session.where)


def combat_spaces(session: Session) -> list[str]:
    """Where a battle can be asked about: those there are, and in Combat Movement every attack on a zone next to one's own
    units."""
    found = [battle.zone for battle in battles_now(session)]
    if attacks_can_be_ordered(session):
        found += trial_attacks.targets(session.table)
    return list(dict.fromkeys(found))


def combat(session: Session, zone: str, words: Mapping[str, Any]) -> Question:
    """How the battle of a zone goes, as it would be fought now by the units that were sent there.

    Nobody scrambles, declines or submerges any more. A landing that waits for a naval battle is answered as if the sea had
    been cleared without loss.
    """
    if zone not in session.board:
        raise UnknownName("zone", zone, session.board)
    wanted = battle_plan(words, unit_types(session.table))
    everywhere = battles_now(session)
    if attacks_can_be_ordered(session) and zone not in {battle.zone for battle in everywhere}:
        return _if_ordered(session, zone, wanted)
    battle = asked_about(session, zone, wanted.kind, everywhere)
    if battle is session.state.battle:
        return _from_here(session, battle, wanted)
    g = _apart(session, excerpt(session.table, battle))
    waits = clear_the_sea(g, g.state.battles[0], everywhere)
    return pose(g, session.scenario, wanted, ", once the sea is clear" if waits else "")


def _if_ordered(session: Session, zone: str, wanted: BattlePlan) -> Question:
    """Nobody has been sent there yet: an attack by what stands next to it."""
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(session.state), type=State)
    g = _apart(session, state)
    if zone not in (zones := trial_attacks.targets(g)):
        where = f"attacks are possible on: {', '.join(zones)}" if zones else "nothing stands next to an enemy"
        raise BadInput(f"{trial_attacks.why_not(g, zone)}; {where}.")
    battle = trial_attacks.send(g, zone, wanted.attackers)
    if battle is None:
        raise BadInput(f"An attack on {name_of_zone(g, zone)} needs attackers (8.2).")
    return pose(_apart(session, excerpt(g, battle)), session.scenario, wanted, ", with what stands next to it")


def asked_about(session: Session, zone: str, kind: str, everywhere: Iterable[Battle]) -> Battle:
    """The battle of a zone that is meant; of several the land battle, then the naval one, and so on."""
    if kind and kind not in KINDS:
        raise UnknownName("kind of battle", kind, KINDS)
    here = [b for b in everywhere if b.zone == zone]
    if found := [b for b in here if kind in ("", b.kind)]:
        return min(found, key=lambda b: list(KINDS).index(b.kind))
    name = name_of_zone(session.table, zone)
    if here:
        raise BadInput(f"There is no {KINDS[kind]} in {name}, but a {KINDS[here[0].kind]} (9.1).")
    zones = list(dict.fromkeys(b.zone for b in everywhere))
    where = f"battles now: {', '.join(zones)}" if zones else "no battle waits or is announced now"
    raise BadInput(f"There is no battle in {name} (9.1); {where}.")


def combat_under_way(session: Session) -> Question | None:
    """How the battle that is being fought ends; the losses are those still to come."""
    battle = session.state.battle
    return None if battle is None or not combat_space(session) else _from_here(session, battle, BattlePlan())


def _from_here(session: Session, battle: Battle, wanted: BattlePlan) -> Question:
    """The steps of land and naval battles go on from the state alone, so an excerpt will do, even in the middle of one. A
    step of a raid or bombing that asks has rolled already: there the game itself is followed."""
    if battle.kind not in FOUGHT_IN_ROUNDS and session._asking is not None:
        return _question(session, wanted, battle, ", from here on")
    state = excerpt(session.table, battle)
    (state.battle,), state.battles = state.battles, []
    frames = [Frame(frame.part, frame.values[:1]) for frame in session.table.cursor.frames]
    walker = standing_at(_apart(session, state), session.scenario, state, frames)
    question = _question(walker, wanted, walker.state.battle, ", from here on")
    return replace(question, long=battle.kind in FOUGHT_IN_ROUNDS and size_of(session.table, battle) > LONG)


def _apart(session: Session, state: State) -> G:
    """A table with the charts and optional rules of a session, and another state."""
    return session.game.table(
        session.scenario, options=session.options, charts=session.charts.apart(), state=state
    )  # fmt: skip


# The question


def pose(g: G, scenario: Scenario, wanted: BattlePlan, note: str = "") -> Question:
    """The question about the only battle that waits at a table."""
    walker = at_the_start(g, scenario, g.state)
    (battle,) = walker.state.battles
    question = _question(walker, wanted, battle, note)
    if battle.kind not in FOUGHT_IN_ROUNDS:
        return question
    if battle.amphibious:
        return replace(question, long=size_of(g, battle) > LONG)
    ladders, size = Ladders(walker, wanted, _told(wanted)), size_of(g, battle)
    if size > LARGE and size > (VERY_LARGE if ladders.left_out else LARGE):
        return from_the_hits(question, ladders)
    return replace(question, long=size > LONG)


def from_the_hits(question: Question, ladders: Ladders) -> Question:
    """The same question, answered from the hits alone."""
    return replace(question, key=(*question.key, "from the hits"), attrition=ladders.attrition)


def _told(wanted: BattlePlan) -> int:
    """The rounds that are told apart."""
    return max(ROUNDS_TOLD, wanted.retreat_after)


def _question(session: Session, wanted: BattlePlan, battle: Battle, note: str) -> Question:
    g, last = session.table, LAST_STEPS[battle.kind]
    in_rounds = battle.kind in FOUGHT_IN_ROUNDS
    told = _told(wanted)
    plans = tuple(tuple(v) if isinstance(v, list) else v for v in astuple(wanted))
    return Question(
        session,
        chooser(wanted),
        until=lambda s: s.table.cursor.step is None or s.table.cursor.step.id in last,
        read=_Reading(g, battle, told),
        names=NAMES[battle.kind],
        about=_about(g, battle) + note,
        key=(battle.kind, battle.zone, note, *plans),
        forget=partial(_forget_rounds, told=told) if in_rounds else None,
    )


def _about(g: G, battle: Battle) -> str:
    enemies = hostile_units(g, battle.attacker, units_in(g, battle.zone))
    foe = battle.defender or leading_defender(g, enemies) or owner(g, battle.zone)
    whom = f"{name_of(foe)} in " if battle.kind in FOUGHT_IN_ROUNDS else ""
    verb = VERBS.get(battle.kind, "bombs")
    return f"{name_of(battle.attacker)} {verb} {whom}{name_of_zone(g, battle.zone)}"


def _forget_rounds(s: Session, told: int) -> None:
    """After the first rounds, and those that a plan counts, one round is like another."""
    battle = s.state.battle
    if battle is not None and battle.round > told:
        battle.round = told


class _Reading:
    """What a battle has cost and brought, against how things stood when it was asked about."""

    def __init__(self, g: G, battle: Battle, told: int) -> None:
        self.battle, self.kind, self.told = (battle.id, battle.zone, battle.kind), battle.kind, told
        self.stakes: dict[int, tuple[bool, int]] = {}  # by unit: is it the attacker's, and its cost
        for unit in g.state.units.values():
            ours = unit.owner == battle.attacker or commanded(g, unit.owner, battle.attacker)
            if unit.id not in battle.aside and (ours or fights(g, battle.attacker, unit.owner, unit.zone)):
                self.stakes[unit.id] = ours, type_of(g, unit).cost
        self.damage, self.cash = _damage(g.state), _cash(g.state)

    def __call__(self, s: Session) -> tuple[Any, ...]:
        state = s.state
        battle = state.battle
        if battle is not None and (battle.id, battle.zone, battle.kind) != self.battle:
            battle = None  # it is over, and another one is being fought
        aside = battle.aside if battle is not None else ()
        gone = [at for n, at in self.stakes.items() if n not in state.units or n in aside]
        ours, theirs = [cost for attacks, cost in gone if attacks], [cost for attacks, cost in gone if not attacks]
        losses = len(ours), len(theirs), sum(ours), sum(theirs)
        match self.kind:
            case "raid":
                return self.cash - _cash(state), len(ours), sum(ours)
            case "bombing" | "rocket":
                return max(0, _damage(state) - self.damage), *losses
            case "land" | "naval":
                whose, rounds = (holder(s.table, battle), battle.round) if battle is not None else self.told_of(s)
                return *losses, whose, rounds_in_words(rounds, self.told)
        return losses

    def told_of(self, s: Session) -> tuple[str, int]:
        """Of a battle that is over: who holds the field, and after how many rounds."""
        zone = self.battle[1]
        ended = (e.data for e in reversed(s.log) if e.kind == "ended" and e.data.get("zone") == zone)
        last = next(ended, None)
        return (last["holder"], last["rounds"]) if last is not None else (ATTACKER, 0)  # nobody disputed it


def _damage(state: State) -> int:
    """All that was bombed: facilities, railroads, canals, and what is under construction."""
    marks = [*state.rail_damage.values(), *state.canal_damage.values()]
    marks += [facility.damage for facility in state.facilities.values()]
    return sum(marks) + sum(item.damage for item in state.production)


def _cash(state: State) -> int:
    return sum(nation.cash for nation in state.nations.values())
