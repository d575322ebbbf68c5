"""A tiny game, nothing like the real ones, to prove that the kernel knows no game.

Nim with a die: players take stones in turn; a nation's turn is `each`, rounds are a `loop`, and the
loser of a die roll skips.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from tutor.engine.decisions import Action, Decision
from tutor.engine.game import Game, Result, Scenario
from tutor.engine.phases import Phase, Step
from tutor.engine.rulings import Rulebook

RULES = Rulebook("toy")


class Take(Action, frozen=True):
    stones: int


class Peek(Action, frozen=True):
    """An interrupt: look at the heap."""


class Heap(msgspec.Struct):
    stones: int = 20
    player: str = ""
    round: int = 0
    peeks: int = 0
    last: str = ""


@RULES.rule("1.1", Take)
def at_most_three(g, action):
    return None if 1 <= action.stones <= 3 else ("Take one to three stones.", "Take fewer.")


@RULES.rule("1.2", Take)
def not_more_than_there_are(g, action):
    return None if action.stones <= g.state.stones else f"Only {g.state.stones} are left."


@RULES.procedure("2.0")
def begin(g):
    g.state.round += 1


@RULES.procedure("1.0")
def take(g):
    if g.chance.die(6, "1.3", by=g.state.player, why="Luck") == 1:
        g.tell("skipped", "1.3", f"{g.state.player} skips.", by=g.state.player)
        return
    action = yield Decision(g.state.player, "1.0", "Take stones.", [Take], lambda: [Take(n) for n in (1, 2, 3)])
    g.state.stones -= action.stones
    g.state.last = g.state.player
    g.tell(
        "took",
        "1.0",
        f"{g.state.player} takes {action.stones}.",
        by=g.state.player,
        only=[g.state.player],
        public=f"{g.state.player} takes some.",
    )


SEQUENCE = Phase(
    id="game",
    title="Game",
    section="0",
    parts=(
        Phase(
            id="round",
            title="Round",
            section="2.0",
            loop=lambda g: g.state.stones > 0,
            parts=(
                Step(id="begin", title="Begin", section="2.0", run=begin),
                Phase(
                    id="turns",
                    title="Turn of",
                    section="1.0",
                    each=lambda g: ["ann", "bob", "cy"],
                    bind="player",
                    parts=(Step(id="take", title="Take", section="1.0", run=take, when=lambda g: g.state.stones > 0),),
                ),
            ),
        ),
    ),
)


class Toy(Game[Heap]):
    id = "toy"
    title = "Toy"
    players = ("ann", "bob", "cy")
    state_type = Heap
    action_types = (Take, Peek)
    interrupt_types = (Peek,)
    sequence = SEQUENCE
    rulebook = RULES
    home = Path(__file__).parent

    def board(self, scenario):
        return None

    def set_up(self, scenario, board, charts, options):
        return Heap()

    def problems(self, g):
        return []

    def view(self, g, player):
        return {"round": g.state.round}

    def turn(self, g):
        return g.state.round

    def result(self, g):
        return Result(g.state.last, "last stone", "1.9", "Done.") if g.state.stones == 0 else None

    def interrupts(self, g, decision):
        return [Peek()] if g.state.peeks < 2 else []

    def interrupt(self, g, action):
        g.state.peeks += 1


TOY = Toy()
SCENARIO = Scenario(id="start")
