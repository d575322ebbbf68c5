"""What a rule sees: the table with the state, the board, the charts, the dice and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from . import trace
from .chance import Chance
from .events import Event
from .phases import Cursor

if TYPE_CHECKING:
    from .charts import Charts
    from .decisions import Decision
    from .game import Game

S = TypeVar("S", bound=msgspec.Struct)


class Table(Generic[S]):
    """One game in progress, as the rules see it. ``memo`` holds what can be worked out again from the
    state (indexes, supply nets); a game clears it where it changes what they rest on."""

    __slots__ = ("board", "chance", "charts", "cursor", "decision", "game", "log", "memo", "options", "state")

    def __init__(
        self, game: Game[S], state: S, chance: Chance, board: Any, charts: Charts, options: Mapping[str, bool]
    ) -> None:
        self.game = game
        self.state = state
        self.board = board
        self.charts = charts
        self.options = dict(options)
        self.cursor = Cursor(game.sequence)
        self.decision: Decision | None = None
        self.log: list[Event] = []
        self.memo: dict[Any, Any] = {}
        self.use(chance)

    def use(self, chance: Chance) -> None:
        """Take outcomes from this chance from now on."""
        self.chance = chance
        chance.tell = self._rolled

    def tell(
        self,
        kind: str,
        section: str,
        text: str,
        *,
        by: str = "",
        only: Iterable[str] = (),
        public: str = "",
        **data: Any,
    ) -> None:
        """Write an event: what happened, under which section, and who may know it in full."""
        if trace.touched is not None:
            trace.touch(self.game.id, section)
        step = self.cursor.step
        self.log.append(Event(kind, section, text, by, step.id if step else "", data, tuple(only), public))

    def _rolled(self, section: str, by: str, why: str, data: dict[str, Any]) -> None:
        if "drawn" in data:
            drawn = ", ".join(f"{n} {colour}" for colour, n in data["drawn"].items() if n) or "nothing"
            self.tell("drew", section, f"{why or 'Draw'}: {drawn}.", by=by, **data)
        else:
            shown = data.get("faces") or data.get("counts") or data.get("total")
            self.tell(
                "rolled", section, f"{why or 'Roll'}: {data['dice']}d{data['sides']} gives {shown}.", by=by, **data
            )
