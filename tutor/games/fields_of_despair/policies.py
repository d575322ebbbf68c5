"""Two policies with rules of thumb: ``cautious`` and ``aggressive``. They know no more than their player may.

Each legal action gets a number from the rule of thumb for its kind; the highest is taken, and luck decides between
equals. What has no rule of thumb is chosen at random.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...engine.decisions import Action
from ...engine.session import Session
from .actions import (
    Buy,
    Continue,
    DeclareNaval,
    Deploy,
    DigIn,
    Lose,
    Move,
    PickBlock,
    PlaceAir,
    PlaceArtillery,
    PlaceFresh,
    RailGun,
    Reinforce,
    Resupply,
    RetreatTo,
    SpendTank,
)
from .state import NATIONS, enemy
from .views import SideView

UNSEEN_SP = 6.0  # what a block that nobody has seen is taken for


@dataclass(frozen=True)
class Temper:
    """What makes one policy bolder than the other."""

    attack_at: float  # own SPs for each enemy SP that an attack wants
    forward: float  # worth of a hex nearer to the enemy
    garrison: float  # cost of leaving a front hex empty
    stand: float  # worth of standing before an attack, against retreat and reinforcement
    items: dict[str, float]  # worth of what EPs buy
    unrestricted: bool  # U-boats without restriction


AGGRESSIVE = Temper(
    attack_at=1.0,
    forward=1.0,
    garrison=0.5,
    stand=1.0,
    items={
        "artillery-counter": 4,
        "artillery": 4,
        "supply": 3,
        "tank-counter": 3,
        "technology": 2,
        "initiative-bid": 1,
    },
    unrestricted=True,
)
CAUTIOUS = Temper(
    attack_at=1.5,
    forward=0.25,
    garrison=4.0,
    stand=-0.5,
    items={
        "supply": 4,
        "logistic-point": 3,
        "fortress-repair": 3,
        "naval-cube": 2,
        "artillery-counter": 2,
        "technology": 2,
    },
    unrestricted=False,
)


class Front:
    """What the player sees of the front, in the few numbers that the rules of thumb need."""

    def __init__(self, session: Session) -> None:
        assert session.decision is not None
        self.who = session.decision.who
        self.board = session.board
        self.seen: SideView = session.game.view(session.table, self.who)
        self.own: dict[str, float] = {}
        self.theirs: dict[str, float] = {}
        self.blocks = {b.id: b for b in self.seen.blocks}
        for block in self.seen.blocks:
            side = self.own if NATIONS[block.nation] == self.who else self.theirs
            side[block.hex] = side.get(block.hex, 0.0) + (UNSEEN_SP if block.sp is None else block.sp)
        for fortress in self.seen.fortresses:
            if fortress.side != self.who and fortress.sp > 0:
                for hex in fortress.hexes:
                    self.theirs[hex] = self.theirs.get(hex, 0.0) + 1.5 * fortress.sp
        self._away: dict[str, int] | None = None

    def ratio(self, hex: str, more: float = 0.0) -> float:
        """Own SPs for each SP of the enemy in a hex."""
        theirs = self.theirs.get(hex, 0.0)
        return (self.own.get(hex, 0.0) + more) / theirs if theirs else 9.0

    def away(self, hex: str) -> int:
        """Hexes to the nearest one that the enemy holds."""
        if self._away is None:
            held = [h for h, side in self.seen.control.items() if side == enemy(self.who)]
            self._away = {h: int(n) for h, n in self.board.spent(held, lambda a, b: 1, 99).items()}
        return self._away.get(hex, 9)


class RulesOfThumb:
    """A policy. It remembers which blocks it has looked at in this step, so as not to take them up for ever."""

    def __init__(self, temper: Temper, seed: int) -> None:
        self.temper, self.luck = temper, random.Random(f"thumb/{seed}")
        self.looked_at: set[int] = set()
        self.step: Any = None

    def __call__(self, session: Session) -> Action:
        decision, legal = session.decision, [a for a in session.legal() if not isinstance(a, Resupply)]
        assert decision is not None
        now = (session.turn, session.where[-1], decision.who)
        if now != self.step:
            self.step, self.looked_at = now, set()
        if not any(kind in THUMBS for kind in decision.kinds) or len(legal) < 2:
            return self._any(legal or session.legal())
        front = Front(session)
        scored = [(THUMBS[type(a)](self, front, a) if type(a) in THUMBS else 0.0, a) for a in legal]
        best = max(score for score, _ in scored)
        action = self._any([a for score, a in scored if score == best])
        if isinstance(action, PickBlock):
            self.looked_at.add(action.block)
        return action

    def _any(self, actions: list[Action]) -> Action:
        return actions[int(self.luck.random() * len(actions))]

    # The rules of thumb. To end, to pass and to put back are worth nothing; what is worth less is left alone.

    def pick(self, front: Front, action: PickBlock) -> float:
        return -1.0 if action.block in self.looked_at else 1.0

    def move(self, front: Front, action: Move) -> float:
        """Toward the enemy, into a fight only with the strength for it, and not out of a hex that must be held."""
        block = front.blocks[action.block]
        sp, here, there = float(block.sp or 0), block.hex, action.path[-1]
        if front.theirs.get(here) and front.own.get(here, 0.0) - sp <= 0:
            return -5.0
        worth = self.temper.forward * (front.away(here) - front.away(there))
        if front.theirs.get(there):
            good = front.ratio(there, sp) / self.temper.attack_at
            worth += 3.0 if good >= 1 else -4.0
        if front.away(here) <= 1 and front.own.get(here, 0.0) - sp <= 0:
            worth -= self.temper.garrison
        return worth

    def attack(self, front: Front, action: Continue) -> float:
        return 1.0 if front.ratio(action.hex) >= self.temper.attack_at else -1.0

    def shell(self, front: Front, action: PlaceArtillery) -> float:
        """The heaviest guns where the attack will be, or where it will fall."""
        wanted = front.ratio(action.hex) >= 0.5 * self.temper.attack_at
        return action.value + front.theirs.get(action.hex, 0.0) / 100 if wanted else -1.0

    def fly(self, front: Front, action: PlaceAir) -> float:
        return action.value * (1.0 if self.temper.forward >= 1 else 0.5) - 0.6

    def buy(self, front: Front, action: Buy) -> float:
        return self.temper.items.get(action.item, 0.5)

    def deploy(self, front: Front, action: Deploy | PlaceFresh) -> float:
        """The bold feed the attack, the careful the weakest hex of the front."""
        near = -float(front.away(action.hex))
        weak = 1.0 / (1.0 + front.own.get(action.hex, 0.0))
        return near + (weak if self.temper.garrison > 1 else 1.0 - weak) + action.sp / 10

    def respond(self, front: Front, action: Reinforce | RetreatTo) -> float:
        return -self.temper.stand if isinstance(action, Reinforce) else -self.temper.stand - 0.6

    def lose(self, front: Front, action: Lose) -> float:
        """Large blocks bear it, so that small ones are not wiped out."""
        return float(front.blocks[action.block].sp or 0) + action.sp / 100

    def unrestricted(self, front: Front, action: DeclareNaval) -> float:
        return 1.0 if (action.mode == "usw") == self.temper.unrestricted else 0.0

    def use(self, front: Front, action: SpendTank | RailGun) -> float:
        return 1.0 if action.use else 0.0

    def dig(self, front: Front, action: DigIn) -> float:
        return 1.0 if action.dig == (self.temper.garrison > 1) else 0.0


THUMBS: dict[type[Action], Callable[[RulesOfThumb, Front, Any], float]] = {
    PickBlock: RulesOfThumb.pick,
    Move: RulesOfThumb.move,
    Continue: RulesOfThumb.attack,
    PlaceArtillery: RulesOfThumb.shell,
    PlaceAir: RulesOfThumb.fly,
    Buy: RulesOfThumb.buy,
    Deploy: RulesOfThumb.deploy,
    PlaceFresh: RulesOfThumb.deploy,
    Reinforce: RulesOfThumb.respond,
    RetreatTo: RulesOfThumb.respond,
    Lose: RulesOfThumb.lose,
    DeclareNaval: RulesOfThumb.unrestricted,
    SpendTank: RulesOfThumb.use,
    RailGun: RulesOfThumb.use,
    DigIn: RulesOfThumb.dig,
}
POLICIES: dict[str, Callable[[int], RulesOfThumb]] = {
    "cautious": lambda seed: RulesOfThumb(CAUTIOUS, seed),
    "aggressive": lambda seed: RulesOfThumb(AGGRESSIVE, seed),
}
