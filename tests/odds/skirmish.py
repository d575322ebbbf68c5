"""A battle in rounds, played by the kernel: for holding the fast road of attrition to the explored answer."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tutor.engine.game import Game, Result, Scenario
from tutor.engine.phases import Phase, Step
from tutor.engine.questions import Question
from tutor.engine.rulings import Rulebook
from tutor.engine.walk import Walker

RULES = Rulebook("skirmish")


class Fighter(msgspec.Struct, frozen=True):
    hits_on: int
    first: bool = False


class Field(msgspec.Struct):
    """Both sides' fighters in the order in which they are lost."""

    attacker: list[Fighter] = []
    defender: list[Fighter] = []
    retreat_at: tuple[int, int] = (0, 0)
    hits: tuple[int, int] = (0, 0)
    rounds: int = 0
    ended: str = ""


def fire(first, side):
    def run(g):
        firing = [f for f in (g.state.attacker, g.state.defender)[side] if f.first == first]
        for number in sorted({f.hits_on for f in firing}):
            dice = sum(f.hits_on == number for f in firing)
            hits = list(g.state.hits)
            hits[1 - side] += g.chance.pool(dice, 12, {"hit": range(1, number + 1)}, "1")["hit"]
            g.state.hits = (hits[0], hits[1])

    return Step(id=f"{'first' if first else 'fire'}-{side}", title="Fire", section="1", run=run)


def bury(name):
    def run(g):
        s = g.state
        s.attacker, s.defender = s.attacker[s.hits[0] :], s.defender[s.hits[1] :]
        s.hits = (0, 0)

    return Step(id=name, title="Losses", section="2", run=run)


def end_round(g):
    s = g.state
    s.rounds += 1
    left = len(s.attacker), len(s.defender)
    if not left[0] and not left[1]:
        s.ended = "both destroyed"
    elif not left[0] or not left[1]:
        s.ended = "attacker wins" if left[0] else "defender wins"
    elif left[0] <= s.retreat_at[0]:
        s.ended = "attacker retreats"
    elif left[1] <= s.retreat_at[1]:
        s.ended = "defender retreats"


ROUND = Phase(
    id="round",
    title="Round",
    section="1",
    loop=lambda g: not g.state.ended,
    parts=(
        fire(True, 0),
        fire(True, 1),
        bury("bury-first"),
        fire(False, 0),
        fire(False, 1),
        bury("bury"),
        Step(id="end", title="End", section="3", run=end_round),
    ),
)


class Skirmish(Game[Field]):
    id = "skirmish"
    title = "Skirmish"
    players = ("attacker", "defender")
    state_type = Field
    action_types = ()
    sequence = Phase(id="battle", title="Battle", section="0", parts=(ROUND,))
    rulebook = RULES
    home = Path(__file__).parent

    def board(self, scenario):
        return None

    def set_up(self, scenario, board, charts, options):
        return Field()

    def problems(self, g):
        return []

    def view(self, g, player):
        return None

    def turn(self, g):
        return g.state.rounds

    def result(self, g):
        return Result("", g.state.ended, "3", g.state.ended) if g.state.ended else None


def skirmish(attacker, defender, retreat_at=(0, 0)):
    """The question how it ends, and with how many left."""
    game, scenario = Skirmish(), Scenario(id="field")
    table = game.table(scenario)
    table.state.attacker, table.state.defender = list(attacker), list(defender)
    table.state.retreat_at = tuple(retreat_at)
    return Question(
        Walker(table, scenario, ()),
        lambda s: None,
        until=lambda s: bool(s.state.ended),
        read=lambda s: (len(s.state.attacker), len(s.state.defender), s.state.ended),
        names=("attacker_left", "defender_left", "ended"),
        forget=forget_rounds,
    )


def forget_rounds(s):
    """How long it took does not matter."""
    s.state.rounds = 0
