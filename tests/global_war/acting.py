"""Politics at a table, without a session: do an interrupt, see why it is refused, answer a step's questions."""

from __future__ import annotations

from typing import Any

from tutor.engine.decisions import Action, Decision
from tutor.games.global_war import GAME
from tutor.games.global_war import interrupts as interruptions
from tutor.games.global_war.state import G


def refused(g: G, action: Action) -> list[str]:
    """The sections of every ruling against an action."""
    return [ruling.section for ruling in GAME.rulebook.rulings(g, action)]


def reason(g: G, action: Action) -> str:
    return " ".join(str(ruling) for ruling in GAME.rulebook.rulings(g, action))


def do(g: G, *actions: Action) -> None:
    """Carry out interrupts that the rules must allow."""
    for action in actions:
        assert not refused(g, action), reason(g, action)
        interruptions.carry_out(g, action)


def ask(g: G, run: Any, *answers: Action) -> list[Decision]:
    """Run a step and answer what it asks; the decisions it made."""
    asked: list[Decision] = []
    given = list(answers)
    try:
        decision = next(run)
        while True:
            asked.append(decision)
            answer = given.pop(0)
            assert not refused(g, answer), reason(g, answer)
            decision = run.send(answer)
    except StopIteration:
        assert not given, f"not asked for: {given}"
    return asked


def told(g: G, kind: str) -> list[str]:
    return [event.text for event in g.log if event.kind == kind]
