"""One game as one viewer sees it: what the panels of a dashboard share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import traitlets

from tutor.engine.decisions import Action
from tutor.engine.errors import StaffRideError
from tutor.engine.events import Event
from tutor.engine.play import Policy, policy
from tutor.engine.rulings import Ruling
from tutor.engine.session import Pace, Session, Suppose, View

MOST_IN_A_ROW = 2000  # decisions that policies take before the panels are shown again


class Seat(traitlets.HasTraits):
    """A chair at the table.

    ``session`` is the game. ``viewer`` is the player who sits here; empty, the chair follows whoever decides (one
    learner for all sides). ``opponents`` names a policy for each player that the computer plays. ``section`` is the
    rule being looked at, ``space`` the space, and ``revision`` rises whenever anything to be shown has changed.
    """

    session = traitlets.Instance(Session)
    viewer = traitlets.Unicode("")
    opponents = traitlets.Dict()
    section = traitlets.Unicode("")
    space = traitlets.Unicode("")
    revision = traitlets.Int(0)
    curtain = traitlets.Unicode("")  # the player to whom the screen is being handed: nothing is shown meanwhile
    has_curtain = traitlets.Bool(False)  # there is something to hang it before
    refused = traitlets.Any(None)  # the last try that the rules did not allow: (words, rulings)

    def __init__(self, session: Session, viewer: str = "", **kwargs: Any) -> None:
        self._held = 0
        self._stale = False
        self._unwatch: Any = None
        self._view: tuple[tuple[int, str], View] | None = None
        self._last_decider = ""
        self.news: list[
            Event
        ] = []  # what came of the last thing done, with what opponents did since, as he may know it
        self._policies: dict[str, Policy] = {}
        super().__init__(session=session, viewer=viewer, **kwargs)

    # --- what the viewer sees ---

    @property
    def player(self) -> str:
        """Through whose eyes the game is shown now."""
        if self.viewer:
            return self.viewer
        decision = self.session.decision
        if decision is not None and decision.who:
            self._last_decider = decision.who
        return self._last_decider or self.session.game.players[0]

    @property
    def view(self) -> View:
        """The game as that player may know it; worked out once for each change."""
        key = (self.revision, self.player)
        if self._view is None or self._view[0] != key or self._stale:
            self._view = (key, self.session.view(self.player))
        return self._view[1]

    @property
    def may_decide(self) -> bool:
        """Is it for the one who sits here to choose?"""
        decision = self.session.decision
        return decision is not None and decision.who in (self.player, "")

    @property
    def moves(self) -> int:
        """How many moves were made: a click that was meant for another moment is known by it."""
        return sum(not isinstance(action, (Suppose, Pace)) for action in self.session.inputs)

    def legal(self) -> list[Action]:
        """What the viewer may do now; nothing while another player decides."""
        return self.session.legal() if self.may_decide else []

    def label(self, action: Action) -> str:
        """An action in words; the space it ends with is called by its name too."""
        game, view = self.session.game, self.view.board
        label, spaces = game.label(view, action), game.spaces(view, action)
        name = self.session.board.fact(spaces[-1], "name") if spaces and label.endswith(spaces[-1]) else ""
        return f"{label} {name}".strip()

    # --- acting ---

    def act(self, action: Action | dict[str, Any]) -> list[Ruling]:
        """Do it if the rules allow it, else say why not (``refused``). Opponents answer at once."""
        rulings = self.why_not(action)
        if rulings:
            self.refuse(self.label(action) if isinstance(action, Action) else str(action.get("action", "")), rulings)
            return rulings
        with self.hold():
            self.refused = None
            logged = len(self.session.log)
            self.session.submit(action)
            self.others_play(logged)
        return []

    def why_not(self, action: Action | dict[str, Any]) -> list[Ruling]:
        """Every ruling against an action, the first of them that another player decides now."""
        if not self.may_decide and self.session.decision is not None:
            who = self.session.game.the(self.session.decision.who)
            step = self.session.where[-1]
            return [Ruling(step.section, f"It is for {who} to decide now.", "Wait, or look through their eyes.")]
        return self.session.why_not(action)

    def refuse(self, words: str, rulings: list[Ruling]) -> None:
        self.refused = (words, rulings)
        self.changed()

    def others_play(self, since: int | None = None) -> None:
        """Let policies take the decisions of the players they are named for. News begins at this length of the log."""
        logged = len(self.session.log) if since is None else since
        for _ in range(MOST_IN_A_ROW):
            decision = self.session.decision
            if decision is None or decision.who not in self.opponents:
                seen = (event.seen_by(self.player) for event in self.session.log[logged:])
                self.news = [event for event in seen if event is not None]
                return
            self.session.submit(self._policy(decision.who)(self.session))
        raise StaffRideError(f"The opponents took {MOST_IN_A_ROW} decisions without an end; undo and try again.")

    def _policy(self, player: str) -> Policy:
        name = self.opponents[player]
        if name not in self._policies:
            self._policies[name] = policy(name, self.session.seed, self.session.game)
        return self._policies[name]

    def undo(self) -> None:
        """Take back the last thing this chair did, with what opponents did since."""
        with self.hold():
            self.refused, self.news = None, []
            while (last := self.session.undo()) is not None:
                if self._mine() and not isinstance(last, (Suppose, Pace)):
                    return
            while not self._mine() and self.session.redo() is not None:
                pass  # there was nothing of his to take back: what the opponents did at the beginning stands

    def _mine(self) -> bool:
        """Does somebody decide whom no policy plays?"""
        decision = self.session.decision
        return decision is None or decision.who not in self.opponents

    def pause_at_dice(self, pauses: bool) -> None:
        """Stop before every roll, or run on; opponents go on where the dice lead to them."""
        with self.hold():
            self.session.pause_at_dice(pauses)
            self.others_play()

    def redo(self) -> None:
        with self.hold():
            self.refused, self.news = None, []
            while self.session.redo() is not None:
                if self._mine():
                    return

    # --- telling the panels ---

    def changed(self) -> None:
        """Something to be shown has changed."""
        if self._held:
            self._stale = True
        else:
            self._stale = False
            self.revision += 1

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Many changes, one repaint."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            if not self._held and self._stale:
                self.changed()

    @traitlets.observe("session")
    def _new_session(self, change: Any) -> None:
        if self._unwatch is not None:
            self._unwatch()
        self._unwatch = change["new"].watch(self.changed)
        self._policies.clear()
        self.news = []
        self._last_decider = ""
        self._view = None
        if isinstance(change["old"], Session):
            with self.hold():
                self.refused = None
                self.space = ""
                self.changed()

    @traitlets.observe("viewer", "opponents")
    def _new_viewer(self, change: Any) -> None:
        self._policies.clear()
        self.news = []
        if self._unwatch is not None:
            with self.hold():
                self.space, self.refused = "", None
                self.changed()
