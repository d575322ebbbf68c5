"""What both sides do in a battle that the odds lab is asked about: losses in a fixed order, targets, retreat.

Every choice is a function of the position alone, so that the answer is one too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ...engine.decisions import Action
from ...engine.errors import BadInput, UnknownName
from ...engine.questions import Chooser, Habit, plan
from ...engine.session import Session
from .actions.basic import Done
from .actions.combat import Bombard, Evade, FightOn, Fire, Intercept, Lose, Retreat, RetreatAll, Suffer
from .actions.movement import Engage
from .casualties import meant
from .combat_values import ATTACKER, DEFENDER
from .firing import dice_of, groups_to_fire
from .naval import hits_to_sink
from .sides import other
from .state import G, Unit
from .units import type_of

Rank = Callable[[G, Unit], Any]
MOST_ROUNDS = 99


@dataclass(frozen=True)
class BattlePlan:
    """What both sides do in one battle.

    ``attacker_losses`` and ``defender_losses`` name types, first lost first; what they leave out follows, cheapest first,
    where a hit that a capital ship bears costs nothing, unless it takes a carrier's deck. A capital ship named twice is
    damaged at its first mention and sunk at its second. ``attacker_target`` and ``defender_target`` are the types that target selection picks first; after
    them, the dearest. The attacker retreats once he has fewer than ``retreat_below`` units, or after ``retreat_after``
    rounds; 0 is never.
    """

    kind: str = ""  # which battle of the zone, where it has several
    attackers: Mapping[str, int] | None = None  # of those next to it, where nobody has been sent: by type; None: all
    attacker_losses: Sequence[str] = ()
    defender_losses: Sequence[str] = ()
    attacker_target: str = ""
    defender_target: str = ""
    retreat_below: int = 0
    retreat_after: int = 0
    intercept: bool = True  # all fighters that can go up do
    bombard: bool = True  # all ships that can bombard do


PLAN_WORDS = tuple(BattlePlan.__dataclass_fields__)


def battle_plan(words: Mapping[str, Any], types: Mapping[str, Any]) -> BattlePlan:
    """A plan from plain words, as forms, the command line and notebooks give them."""
    for name in words:
        if name not in PLAN_WORDS:
            raise UnknownName("part of a battle plan", name, PLAN_WORDS)
    said = {name: [v] if name.endswith("_losses") and isinstance(v, str) else v for name, v in words.items()}
    try:
        found = msgspec.convert(said, BattlePlan, strict=True)
    except msgspec.ValidationError as err:
        raise BadInput(f"The plan of a battle is not well formed ({err}).") from None
    named = [
        *(found.attackers or ()),
        *found.attacker_losses,
        *found.defender_losses,
        found.attacker_target,
        found.defender_target,
    ]
    for type in filter(None, named):
        if type not in types:
            raise UnknownName("type of unit", type, types)
    if not 0 <= found.retreat_below <= 999 or not 0 <= found.retreat_after <= MOST_ROUNDS:
        raise BadInput(f"A retreat is planned below 0 to 999 units, or after 0 to {MOST_ROUNDS} rounds.")
    return found


# Who is lost, and who is aimed at


def by_order_of_loss(order: Sequence[str], attacking: bool) -> Rank:
    """What comes first is lost first."""

    def rank(g: G, unit: Unit) -> Any:
        kind = type_of(g, unit)
        sinks = unit.hits + 1 >= hits_to_sink(g, unit)
        named = [place for place, type in enumerate(order) if type == unit.type]
        place = (named[-1] if sinks else named[0]) if named else len(order)
        value = kind.attack if attacking else kind.defense
        costs = kind.cost if sinks or kind.carrier_capacity else 0
        return place, costs, value, unit.type, unit.hits, unit.owner, unit.id

    return rank


def by_worth(first: str) -> Rank:
    """What comes first is aimed at first."""

    def rank(g: G, unit: Unit) -> Any:
        return unit.type != first, -type_of(g, unit).cost, -unit.hits, unit.type, unit.owner, unit.id

    return rank


def loss_rank(wanted: BattlePlan, side: str) -> Rank:
    order = wanted.attacker_losses if side == ATTACKER else wanted.defender_losses
    return by_order_of_loss(tuple(order), side == ATTACKER)


# Choosing


def chooser(wanted: BattlePlan) -> Chooser:
    """Every decision of a battle, made by the plan. Submarines do not submerge or hold fire, nobody blitzes on."""
    losses = {side: loss_rank(wanted, side) for side in (ATTACKER, DEFENDER)}
    targets = {ATTACKER: by_worth(wanted.attacker_target), DEFENDER: by_worth(wanted.defender_target)}

    def casualty(s: Session) -> Action:
        assert s.decision is not None
        volley, side = s.state.battle.volley, s.decision.about["side"]
        rank = targets[other(side)] if volley.selected and not volley.second else losses[side]
        unit = _first(s, rank)
        return next(a for a in s.decision.options() if isinstance(a, Lose) and meant(a, unit))

    def suffer(s: Session) -> Action:
        attackers = s.state.battle.attackers
        assert s.decision is not None
        side = ATTACKER if s.decision.about["units"][0] in attackers else DEFENDER
        unit = _first(s, losses[side])
        return Suffer(unit.type, unit.owner)

    def go_on(s: Session) -> Action:
        assert s.decision is not None
        battle = s.state.battle
        enough = len(battle.attackers) < wanted.retreat_below or 0 < wanted.retreat_after <= battle.round
        return Retreat() if enough and Retreat() in s.decision.options() else FightOn()

    habits: dict[type[Action], Habit] = {
        Lose: casualty,
        Suffer: suffer,
        FightOn: go_on,
        Fire: best_first,
        Evade: lambda s: Engage(),
        Bombard: lambda s: _heaviest(s) if wanted.bombard else Done(),
        Intercept: lambda s: _most(s) if wanted.intercept else Done(),
        RetreatAll: _back_together,
        Done: lambda s: Done(),
    }
    return plan(habits)


def _first(s: Session, rank: Rank) -> Unit:
    assert s.decision is not None
    units: list[Unit] = [s.state.units[n] for n in s.decision.about["units"]]
    return min(units, key=lambda unit: rank(s.table, unit))


def best_first(s: Session) -> Action:
    """The type with the highest value fires first."""
    assert s.decision is not None
    g, battle, about = s.table, s.state.battle, s.decision.about
    groups = groups_to_fire(g, battle, about["side"], about["stage"])

    def value(group: str) -> int:
        return max((shot.value for _, shot in dice_of(g, battle, about["side"], group, groups[group])), default=0)

    return Fire(min(groups, key=lambda group: (-value(group), group)))


def _heaviest(s: Session) -> Action:
    assert s.decision is not None
    ships = [a for a in s.decision.options() if isinstance(a, Bombard)]
    return max(ships, key=lambda a: (type_of(s.table, a.type).bombard, a.count))


def _most(s: Session) -> Action:
    assert s.decision is not None
    return max((a for a in s.decision.options() if isinstance(a, Intercept)), key=lambda a: a.count)


def _back_together(s: Session) -> Action | None:
    assert s.decision is not None
    return next((a for a in s.decision.options() if isinstance(a, RetreatAll)), None)
