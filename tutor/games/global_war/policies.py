"""Two players by rules of thumb, ``cautious`` and ``aggressive``: they arm, attack where they are stronger, land their
aircraft and bring up what stands idle.

A kind of decision that has a rule of thumb is decided by it; luck decides between equals, and what has none is chosen
at random, with restraint: what ends a step is taken rather than what goes on for ever.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...engine.decisions import Action
from ...engine.session import Session
from .actions import combat, movement, placement, politics, production
from .actions.basic import Done, Pass
from .state import G, Unit
from .terms import at_war, commanded, enemy_zone, friendly, owner, zone_value, zones_of
from .units import LAND_CLASSES, type_of, units_in
from .zones import is_land, is_sea, land_neighbours

ENDS = (Done, Pass)


@dataclass(frozen=True)
class Temper:
    """What makes one policy bolder than the other."""

    attack_at: float  # attack for each point of defence that an attack wants
    retreat_at: float  # below this an attacker breaks off
    guard: int  # units that stay in a zone beside an enemy
    buys: dict[str, float]  # worth of units to buy
    declares: float  # strength over a neighbour that tempts to war; 0: never


AGGRESSIVE = Temper(
    attack_at=1.0, retreat_at=0.5, guard=0, declares=3.0,
    buys={"medium-armor": 4, "infantry": 4, "artillery": 3, "mechanized-infantry": 3, "tactical-bomber": 2, "fighter": 2,
          "submarine": 2, "naval-transport": 1},
)  # fmt: skip
CAUTIOUS = Temper(
    attack_at=1.5, retreat_at=0.8, guard=1, declares=0.0,
    buys={"infantry": 5, "artillery": 3, "fighter": 2, "militia": 1, "destroyer": 1, "aa-artillery": 1},
)  # fmt: skip


@dataclass
class Memory:
    """What a player has tried in the phase under way, so that nothing is tried for ever."""

    phase: tuple[int, str] = (0, "")
    tried: set[tuple[str, str]] = field(default_factory=set)
    target: str = ""

    def begin(self, phase: tuple[int, str]) -> None:
        if phase != self.phase:
            self.phase, self.tried, self.target = phase, set(), ""


class Player:
    """One player by rules of thumb."""

    def __init__(self, temper: Temper, seed: int) -> None:
        self.temper, self.memory = temper, Memory()
        self.rng = random.Random(f"global-war/{seed}")

    def __call__(self, session: Session) -> Action:
        legal = session.legal()
        if len(legal) == 1:
            return legal[0]
        g: G = session.table
        self.memory.begin((g.state.national_turn, g.state.moves))
        kinds = session.decision.kinds if session.decision else ()
        war = self.tempted(g, legal)
        if war is not None:
            return war
        for kind, thumb in self.thumbs().items():
            if kind in kinds:
                chosen = thumb(g, [a for a in legal if not isinstance(a, session.game.interrupt_types)] or legal)
                if chosen is not None:
                    return chosen
        return self.modest(legal)

    def thumbs(self) -> dict[type[Action], Callable[[G, list[Action]], Action | None]]:
        return {
            movement.PutBack: self.send,
            movement.Pick: self.pick,
            production.Buy: self.spend,
            placement.Place: self.place,
            combat.Lose: self.lose,
            combat.FightOn: self.fight_on,
            movement.Engage: self.first,
            movement.Scramble: self.first,
        }

    # Acts of state

    def tempted(self, g: G, legal: list[Action]) -> Action | None:
        """War on a weak neighbour, where the temper allows it and no unit is in hand."""
        if not self.temper.declares or g.state.moves != "combat" or g.state.hand:
            return None
        for action in legal:
            if not isinstance(action, politics.DeclareWar) or ("war", action.target) in self.memory.tried:
                continue
            self.memory.tried.add(("war", action.target))
            for zone in zones_of(g, action.target):
                against = sum(type_of(g, u).defense for u in units_in(g, zone) if u.owner == action.target)
                if strength_beside(g, zone, action.nation) >= self.temper.declares * max(2, against):
                    return action
        return None

    # What has no rule of thumb

    def modest(self, legal: Sequence[Action]) -> Action:
        """Anything, but no act of state that was not asked for, and rather an end than a beginning."""
        quiet = [a for a in legal if type(a).__module__ != politics.__name__] or list(legal)
        ends = [a for a in quiet if isinstance(a, ENDS)]
        if ends and self.rng.random() < 0.5:
            return ends[0]
        return quiet[int(self.rng.random() * len(quiet))]

    def first(self, g: G, legal: list[Action]) -> Action:
        return legal[0]

    def best(self, legal: Iterable[Action], worth: Callable[[Any], float]) -> Action:
        """The action worth most; luck decides between equals."""
        return max(legal, key=lambda action: (worth(action), self.rng.random()))

    # Production and placing

    def spend(self, g: G, legal: list[Action]) -> Action | None:
        """Units by their worth, with some luck; work under way is paid for first."""
        advances = [a for a in legal if isinstance(a, production.Advance)]
        if advances:
            return advances[0]
        buys = [a for a in legal if isinstance(a, production.Buy) and a.type in self.temper.buys]
        if buys:
            return self.best(buys, lambda a: self.temper.buys[a.type] * self.rng.random())
        return next((a for a in legal if isinstance(a, Done)), None)

    def place(self, g: G, legal: list[Action]) -> Action | None:
        """As near to the enemy as may be."""
        sites = [a for a in legal if isinstance(a, placement.Place)]
        return self.best(sites, lambda a: threat(g, a.zone, g.state.nation)) if sites else None

    # Movement

    def pick(self, g: G, legal: list[Action]) -> Action | None:
        """In Combat Movement whoever can join an attack worth making; afterwards aircraft that must land, then idle
        units behind the front."""
        picks = [a for a in legal if isinstance(a, movement.Pick) and (a.zone, a.type) not in self.memory.tried]
        done = next((a for a in legal if isinstance(a, Done)), None)
        wanted = [a for a in picks if self.is_wanted(g, a)]
        if not wanted or done is None:
            return done
        chosen = self.best(wanted, lambda a: 100.0 * a.count + type_of(g, a.type).attack)
        assert isinstance(chosen, movement.Pick)
        self.memory.tried.add((chosen.zone, chosen.type))
        return chosen

    def is_wanted(self, g: G, action: movement.Pick) -> bool:
        kind, mover = type_of(g, action.type), g.state.mover
        if g.state.moves == "combat":
            if not kind.land or not is_land(g, action.zone):
                return kind.air and kind.attack > 0 and any(self.worth_attacking(g, z) for z in near(g, action.zone, 2))
            return any(self.worth_attacking(g, z) for z in land_neighbours(g, action.zone))
        if kind.air:
            return is_sea(g, action.zone) or not friendly(g, mover, action.zone) or action.zone in g.state.conquered
        return kind.land and is_land(g, action.zone) and not threat(g, action.zone, mover)

    def worth_attacking(self, g: G, zone: str) -> bool:
        """An enemy land zone whose neighbours hold enough of ours."""
        mover = g.state.mover
        if not is_land(g, zone) or not enemy_zone(g, mover, zone):
            return False
        return strength_beside(g, zone, mover) >= self.temper.attack_at * max(1.0, defence(g, zone, mover))

    def send(self, g: G, legal: list[Action]) -> Action | None:
        """Where the units in hand go: into the best attack, home to land, or up to the front."""
        back = next((a for a in legal if isinstance(a, movement.PutBack)), None)
        moves = [a for a in legal if isinstance(a, movement.Move) and a.path and a.task in ("", "attack")]
        mover = g.state.mover
        if g.state.moves == "combat":
            attacks = [a for a in moves if self.worth_attacking(g, a.path[-1])]
            return (
                self.best(attacks, lambda a: zone_value(g, a.path[-1]) + (a.path[-1] == self.memory.target))
                if attacks
                else back
            )
        homes = [a for a in moves if is_land(g, a.path[-1]) and friendly(g, mover, a.path[-1])]
        return self.best(homes, lambda a: threat(g, a.path[-1], mover) - len(a.path)) if homes else back

    # Combat

    def lose(self, g: G, legal: list[Action]) -> Action | None:
        """The cheapest first; a ship is damaged rather than another sunk."""
        losses = [a for a in legal if isinstance(a, combat.Lose)]

        def price(action: combat.Lose) -> float:
            kind = type_of(g, action.type)
            return -(0.5 if kind.hits > 1 and not action.damaged else float(kind.cost or 4))

        return self.best(losses, price) if losses else None

    def fight_on(self, g: G, legal: list[Action]) -> Action | None:
        """On, while the force is worth it against what is left."""
        battle = g.state.battle
        if battle is None:
            return legal[0]
        ours = sum(type_of(g, g.state.units[n]).attack for n in battle.attackers)
        theirs = sum(type_of(g, g.state.units[n]).defense for n in battle.defenders)
        wanted = combat.FightOn if ours >= self.temper.retreat_at * theirs else combat.Retreat
        return next((a for a in legal if isinstance(a, wanted)), legal[0])


# What a player sees at a glance


def near(g: G, zone: str, steps: int) -> list[str]:
    return sorted(g.board.within(zone, steps))


def fighting(g: G, units: Iterable[Unit]) -> list[Unit]:
    return [u for u in units if type_of(g, u).cls in LAND_CLASSES or type_of(g, u).air]


def defence(g: G, zone: str, mover: str) -> float:
    """What stands against us in a zone."""
    return float(sum(type_of(g, u).defense for u in fighting(g, units_in(g, zone)) if at_war(g, mover, u.owner)))


def strength_beside(g: G, zone: str, mover: str) -> float:
    """Attack of our land units in and beside a zone."""
    zones = (zone, *land_neighbours(g, zone))
    return float(
        sum(
            type_of(g, u).attack
            for z in zones
            for u in units_in(g, z)
            if type_of(g, u).land and commanded(g, u.owner, mover)
        )
    )


def threat(g: G, zone: str, mover: str) -> float:
    """Enemy attack beside a zone."""
    if not is_land(g, zone):
        return 0.0
    beside = (z for z in land_neighbours(g, zone) if at_war(g, mover, owner(g, z)))
    return 1.0 * sum(1 + sum(type_of(g, u).attack for u in units_in(g, z) if at_war(g, mover, u.owner)) for z in beside)


def maker(temper: Temper) -> Callable[[int], Player]:
    return lambda seed: Player(temper, seed)


POLICIES: dict[str, Callable[[int], Player]] = {"cautious": maker(CAUTIOUS), "aggressive": maker(AGGRESSIVE)}
