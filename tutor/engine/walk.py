"""Walk a game step by step without keeping its history: what exploration and quick play need.

A ``Walker`` is a session whose position is a short string of bytes at a step's start. It can be put at any such
position again and again, with any chance, and runs one step at a time with the choices made for the players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .chance import Chance, Seeded
from .errors import StaffRideError
from .game import Scenario
from .phases import Cursor, Frame
from .questions import Chooser
from .session import Session
from .table import Table

MOST_CHOICES = 10_000  # in one step: a chooser that never comes to an end is stopped


class Walker(Session):
    """Answers ``legal``, ``decision`` and ``view`` like any session. It cannot undo, fork or save."""

    def __init__(self, table: Table[Any], scenario: Scenario, start: Sequence[str] | None = None) -> None:
        """On a table of its own with the same state; ``start`` names the phase or step to stand at."""
        self.game, self.scenario = table.game, scenario
        self._g = Table(self.game, table.state, Seeded(0), table.board, table.charts, table.options)
        self._asking, self._legal = None, None
        self._legs, self._undone, self._early = [], [], []
        kinds = tuple[self.game.state_type, list[Frame]]  # type: ignore[name-defined]
        self._decoder = msgspec.msgpack.Decoder(kinds)
        self._encoder = msgspec.msgpack.Encoder()
        if start is not None:
            self._g.state = msgspec.convert(msgspec.to_builtins(table.state), self.game.state_type)
            self._g.cursor.start(self._g, start)

    def stand(self, position: bytes, chance: Chance) -> None:
        """Go to a position, at the start of a step."""
        g = self._g
        g.state, frames = self._decoder.decode(position)
        lasting = {key: g.memo[key] for key in self.game.lasting if key in g.memo}
        g.memo.clear()
        g.memo.update(lasting)
        g.log.clear()
        g.use(chance)
        g.cursor = Cursor(self.game.sequence, frames)
        g.decision, self._asking, self._legal = None, None, None

    @property
    def position(self) -> bytes:
        """Where the walker stands; only between steps."""
        return self._encoder.encode((self._g.state, self._g.cursor.frames))

    @property
    def at_end(self) -> bool:
        return self._g.cursor.step is None

    @property
    def rolls_next(self) -> bool:
        """Does the next step take its outcome from chance?"""
        return self._g.cursor.step is not None and self._g.cursor.step.rolls

    def step(self, choose: Chooser) -> None:
        """Run the step to its end. Choices are not judged again: a chooser takes from ``legal``."""
        g = self._g
        assert g.cursor.step is not None
        self._asking = g.cursor.step.run(g)
        if self._asking is None:
            self._step_done()
            return
        try:
            g.decision = next(self._asking)
        except StopIteration:
            self._step_done()
        else:
            finish_step(self, choose)


def finish_step(session: Session, choose: Chooser) -> bytes:
    """Answer the decisions of the step under way until it ends; the position then, for ``Walker.stand``.

    The session is left between two steps: only a fork or a ``Walker`` should be put there.
    """
    g, asking = session._g, session._asking
    assert asking is not None
    for _ in range(MOST_CHOICES):
        session._legal = None
        action = choose(session)
        if isinstance(action, session.game.interrupt_types):
            session.game.interrupt(g, action)
            continue
        try:
            g.decision = asking.send(action)
        except StopIteration:
            g.decision, session._legal = None, None
            session._step_done()
            return msgspec.msgpack.encode((g.state, g.cursor.frames))
    raise StaffRideError(f"{session!r}: {MOST_CHOICES} choices did not end this step.")


def standing(session: Session) -> bytes | None:
    """The position of a session that is paused before dice, and so stands at the start of a step; None inside one."""
    g = session._g
    return msgspec.msgpack.encode((g.state, g.cursor.frames)) if session._asking is None else None
