"""Boards to practise on: moments of games that were played, and positions made of them by small changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from ...engine.chance import Chance, Seeded
from ...engine.decisions import Action
from ...engine.play import Policy, policy
from ...engine.session import Session
from ...engine.walk import Walker
from ...games.fields_of_despair.actions import Done, PutBack
from ...games.fields_of_despair.game import GAME
from ...games.fields_of_despair.state import ENGLAND, SIDES, State
from ...games.fields_of_despair.terms import blocks_at, has_supply_line, present, stacks
from ..practice import Luck

BRISK = "brisk"
# Games that were played, from the first weeks to the last year: scenario, who plays, seed, decisions at most.
COURSES = (
    ("1914-introduction", "aggressive", 1, 600),
    ("1914-introduction", "aggressive", 2, 600),
    ("1914-introduction", "cautious", 3, 600),
    ("1914-mobile-war", "aggressive", 4, 450),
    ("1914-mobile-war", "aggressive", 5, 450),
    ("grand-campaign", BRISK, 6, 2500),
    ("grand-campaign", BRISK, 7, 2500),
    ("grand-campaign", BRISK, 8, 2500),
    ("grand-campaign", BRISK, 9, 2500),
)
HOME = {"allies": "France", "cp": "Germany"}
NAMES = {"allies": "Allies", "cp": "CP"}
ADJECTIVES = {"allies": "Allied", "cp": "CP"}
MOVEMENT = ["turn", "action-phase", "player-actions", "movement"]
COMBAT = ["turn", "action-phase", "player-actions", "combat"]


class Course:
    """One game that was played, and where in it each step was."""

    def __init__(self, number: int) -> None:
        scenario, player, seed, most = COURSES[number]
        self.session = _opened(GAME.scenario(scenario), seed)
        choose = brisk(seed) if player == BRISK else policy(player, seed, GAME)
        self.moments: dict[str, list[int]] = {}
        for _ in range(most):
            if self.session.over:
                break
            for place in self.session.where:
                found = self.moments.setdefault(place.id, [])
                if not found or found[-1] != len(self.session.log):
                    found.append(len(self.session.log))
            self.session.submit(choose(self.session))


def brisk(seed: int) -> Policy:
    """A random player who does not dwell: he ends a step early more often than not."""
    rng = random.Random(f"brisk/{seed}")

    def choose(session: Session) -> Action:
        legal = session.legal()
        plain = [action for action in legal if action != PutBack()] or legal
        hurry = 0.8 if session.where[-1].id == "reorganize" else 0.06
        return Done() if Done() in plain and rng.random() < hurry else plain[int(rng.random() * len(plain))]

    return choose


@cache
def course(number: int) -> Course:
    return Course(number)


def moment(rng: Luck, *steps: str) -> Session | None:
    """A game somewhere in one of these steps or phases; None where the course at hand and the next never came there."""
    for number in range(2):
        played = course((rng.place + number) % len(COURSES))
        found = [at for step in steps for at in played.moments.get(step, ())]
        if found:
            return played.session.as_of(rng.choice(found))
    return None


def _opened(scenario: Any, seed: int) -> Session:
    return Session(GAME.table(scenario, seed=seed), scenario)


def opened(fields: Mapping[str, Any], seed: int = 1) -> Session | None:
    """The board that these fields set up; None where no game could stand like that."""
    chosen = GAME.scenario_from({"title": "Practice", **fields}, "practice")
    table = GAME.table(chosen, seed=seed)
    return None if GAME.problems(table) else Session(table, chosen)


def fields_of(session: Session, start: list[str], active: str = "") -> dict[str, Any]:
    """A position as fields that may be changed, to begin at another place in the sequence of play."""
    found = GAME.fields(session)
    for dropped in ("stop_after", "breakout", "reinforced", "attrition", "options"):
        found.pop(dropped, None)
    found["start"] = start
    if active:
        found |= {"active": active, "initiative": active, "action_phase": 1}
    found.setdefault("boards", {})
    for side in SIDES:
        found["boards"].setdefault(side, {})
    return found


def held_by(session: Session, side: str) -> list[str]:
    """The hexes with blocks of a side, England apart."""
    g = session.table
    return sorted(h for h in stacks(g) if h != ENGLAND and blocks_at(g, h, side))


def surround(session: Session, fields: dict[str, Any], side: str, hex: str, gap: str = "") -> list[str]:
    """Let the enemy of a side control the empty hexes around one of its hexes, but for a gap; returns them."""
    g, other = session.table, SIDES[1 - SIDES.index(side)]
    ring = [n for n in g.board.neighbours[hex] if n not in (gap, ENGLAND) and not present(g, n, side)]
    for hexes in fields.setdefault("control", {}).values():
        hexes[:] = [h for h in hexes if h not in ring]
    fields["control"].setdefault(other, []).extend(ring)
    return ring


def inland(session: Session, side: str) -> list[str]:
    """Hexes with blocks of a side and a Supply Line, away from the sources of supply."""
    g = session.table
    return [
        h
        for h in held_by(session, side)
        if has_supply_line(g, h, side) and not g.board.fact(h, "edge") and not g.board.fact(h, "port")
    ]


def after_step(
    s: Session, start: Iterable[str], change: Callable[[State], None], chance: Chance | None = None
) -> State:
    """The state after one step of the sequence, run by itself from a changed copy of the position."""
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(s.state), type=State)
    change(state)
    table = s.game.table(s.scenario, options=s.options, charts=s.charts, state=state)
    walker = Walker(table, s.scenario, list(start))
    walker.table.use(chance or Seeded(0))
    walker.step(lambda session: session.legal()[0])
    found: State = walker.state
    return found


def name_of(session: Session, hex: str) -> str:
    """A hex with its name, where it has one."""
    name = session.board.fact(hex, "name")
    return f"{hex} ({name})" if name else hex


def listed(words: Iterable[str]) -> str:
    """One, two and three."""
    *first, last = [*words] or ["none"]
    return f"{', '.join(first)} and {last}" if first else last
