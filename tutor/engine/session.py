"""A game being played: ask what is legal, submit, undo, fork, look at it as a player, save.

A snapshot is kept at the start of a step. The position now is the last snapshot plus the inputs
since then, which are few; undo, redo, fork and load all come from that one fact.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from . import trace
from .chance import Probing, Seeded, Upcoming
from .decisions import Action, Decision
from .errors import BadInput, StaffRideError, UnknownName, an, short_list
from .events import Event
from .game import Game, Problem, Result, Scenario
from .phases import Asking, Cursor, Frame, Place, Step
from .rulings import Illegal, Ruling
from .table import Table

if TYPE_CHECKING:
    from .charts import Charts

# A new snapshot is taken at the first step that starts after this many inputs: an undo replays few
# inputs, and a long game keeps few snapshots.
INPUTS_PER_LEG = 8


class Suppose(Action, frozen=True):
    """Not a move: outcomes that the next rolls and draws must give."""

    outcomes: list[Any]


class Pace(Action, frozen=True):
    """Not a move: from now on play pauses before dice and draws, or no longer does."""

    pauses: bool


class Roll(Action, frozen=True):
    """Let the dice fall, where play pauses before them."""


CONTROLS: tuple[type[Action], ...] = (Suppose, Pace, Roll)  # inputs of the session that are no moves of a game


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """Where a game stood at the start of a step. ``state`` is packed: the game knows its type."""

    state: msgspec.Raw
    frames: list[Frame]
    used: int
    script: list[Any]
    pauses: bool = False


class Leg:
    """A snapshot and the inputs that followed it. Never changed once a later leg exists."""

    __slots__ = ("inputs", "logged", "snapshot")

    def __init__(self, snapshot: bytes, logged: int, inputs: list[Action] | None = None) -> None:
        self.snapshot = snapshot
        self.logged = logged
        self.inputs: list[Action] = inputs or []


class View(msgspec.Struct, frozen=True):
    """What one player may know: the board, the story so far, and the decision before him."""

    player: str
    board: Any
    log: list[Event]
    decision: dict[str, Any] | None
    where: tuple[Place, ...]


class Session:
    """One game in progress. Made by ``tutor.open`` and ``tutor.load``."""

    _watchers: tuple[Callable[[], None], ...] = ()
    _pauses = False  # before dice and draws
    _released = False  # the step that play paused before may run now

    def __init__(self, table: Table[Any], scenario: Scenario, *, start: Sequence[str] | None = None) -> None:
        self.game: Game[Any] = table.game
        self.scenario = scenario
        self._g = table
        self._asking: Asking | None = None
        self._legs: list[Leg] = []
        self._undone: list[Action] = []
        self._early: list[Action] = []  # inputs before the first leg, where a save was loaded
        self._legal: list[Action] | None = None
        self._beginning = msgspec.msgpack.encode(table.state)
        self._start_at = tuple(scenario.start if start is None else start)
        self._begin()

    # --- looking ---

    @property
    def state(self) -> Any:
        """The whole state. For rules and tests: panels and bots use ``view``."""
        return self._g.state

    @property
    def table(self) -> Table[Any]:
        return self._g

    @property
    def board(self) -> Any:
        """The map. It draws itself in a notebook."""
        return self._g.board

    @property
    def charts(self) -> Charts:
        return self._g.charts

    @property
    def options(self) -> dict[str, bool]:
        return dict(self._g.options)

    @property
    def seed(self) -> int:
        chance = self._g.chance
        return chance.seed if isinstance(chance, Seeded) else 0

    @property
    def where(self) -> tuple[Place, ...]:
        """The path in the sequence of play, from the whole game to the current step."""
        return self._g.cursor.where(self._g) if self._g.cursor.step else ()

    @property
    def decision(self) -> Decision | None:
        """Who decides what, under which section; None when the game is over."""
        return self._g.decision

    @property
    def result(self) -> Result | None:
        return self.game.result(self._g)

    @property
    def turn(self) -> int:
        return self.game.turn(self._g)

    @property
    def over(self) -> bool:
        return self._g.decision is None

    @property
    def log(self) -> list[Event]:
        """Everything that happened, each event with its section."""
        return self._g.log

    @property
    def pauses(self) -> bool:
        """Does play pause before dice and draws?"""
        return self._pauses

    @property
    def paused(self) -> bool:
        """The dice are about to fall: submit ``Roll()``, after ``suppose`` if they are to be set."""
        return self._g.decision is not None and self._g.decision.kinds == (Roll,)

    def upcoming(self) -> list[Upcoming]:
        """Where play is paused: what is about to be rolled or drawn."""
        return self._probe() if self.paused else []

    @property
    def inputs(self) -> list[Action]:
        """Everything that was submitted or supposed so far, in order."""
        return [*self._early, *(action for leg in self._legs for action in leg.inputs)]

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    @property
    def decisions_made(self) -> int:
        return len(self._early) + sum(len(leg.inputs) for leg in self._legs)

    def legal(self) -> list[Action]:
        """The concrete legal actions of the player who decides."""
        decision = self._g.decision
        if decision is None:
            return []
        if self._legal is None:
            options = decision.options()
            if decision.screened:
                offered = list(options)
            else:
                offered = [a for a in options if self.game.rulebook.allows(self._g, a)]
            interrupts = [a for a in self.game.interrupts(self._g, decision) if self.game.rulebook.allows(self._g, a)]
            self._legal = offered + interrupts
        return list(self._legal)

    def why_not(self, action: Action | Mapping[str, Any]) -> list[Ruling]:
        """Every ruling that this action fails; empty where it is legal now. Never raises."""
        decision = self._g.decision
        try:
            action = self._as_action(action)
        except StaffRideError as err:
            section = decision.section if decision else self.game.sequence.section
            return [Ruling(section, str(err))]
        if decision is None:
            result = self.result
            return [
                Ruling(
                    result.section if result else self.game.sequence.section,
                    "The game is over.",
                    "Undo, or open a new game.",
                )
            ]
        if self.paused:
            return (
                []
                if isinstance(action, Roll)
                else [Ruling(decision.section, "The dice are about to fall.", "Roll first.")]
            )
        if not isinstance(action, (*decision.kinds, *self.game.interrupt_types)):
            allowed = short_list(k.kind() for k in decision.kinds)
            return [
                Ruling(
                    decision.section,
                    f"{an(action.kind(), begins=True)} has no place here: now {self.game.player_name(decision.who)} must decide: {decision.prompt}",
                    f"Allowed now: {allowed}.",
                )
            ]
        return list(self.game.rulebook.rulings(self._g, action))

    def view(self, player: str) -> View:
        """The game as ``player`` may know it."""
        if player not in self.game.players:
            raise UnknownName("player", player, self.game.players)
        decision = self._g.decision
        told = None
        if decision is not None:
            told = decision.to_dict()
            if decision.who not in (player, ""):
                step = self._g.cursor.step
                told = {"who": decision.who, "section": step.section if step else decision.section}
        log = [seen for event in self._g.log if (seen := event.seen_by(player)) is not None]
        return View(player, self.game.view(self._g, player), log, told, self.where)

    def problems(self) -> list[Problem]:
        """What is wrong with the position, each with its section."""
        return self.game.problems(self._g)

    def __repr__(self) -> str:
        here = " > ".join(str(place) for place in self.where) or "over"
        return f"<Session {self.game.id}/{self.scenario.id}: {here}>"

    def _repr_html_(self) -> str:
        path = " &rsaquo; ".join(escape(str(place)) for place in self.where)
        if self.decision is None:
            now = escape(str(self.result))
        else:
            now = f"<b>{escape(self.decision.who)}</b> decides [{escape(self.decision.section)}]: {escape(self.decision.prompt)}"
        return f"<div><b>{escape(self.scenario.title)}</b><br>{path}<br>{now}</div>"

    # --- playing ---

    def watch(self, heard: Callable[[], None]) -> Callable[[], None]:
        """Call ``heard`` after every change; what is returned ends it. A fork is not watched."""
        self._watchers = (*self._watchers, heard)

        def end() -> None:
            self._watchers = tuple(w for w in self._watchers if w is not heard)

        return end

    def _changed(self) -> None:
        for heard in self._watchers:
            heard()

    def submit(self, action: Action | Mapping[str, Any]) -> None:
        """Do it, or raise Illegal with every failed ruling. Nothing changes unless all of it is done."""
        if self._legal is None or action not in self._legal:
            rulings = self.why_not(action)
            if rulings:
                raise Illegal(action, rulings)
            action = self._as_action(action)
        assert isinstance(action, Action)
        self._undone.clear()
        self._feed(action)
        self._changed()

    def pause_at_dice(self, pauses: bool = True) -> None:
        """Pause before every roll and draw from now on, or run on. Undo takes it back."""
        if pauses != self._pauses:
            self._undone.clear()
            self._feed(Pace(pauses))
            self._changed()

    def suppose(self, *outcomes: Any) -> None:
        """Set the dice: the next rolls and draws give these outcomes. Undo takes it back."""
        try:
            plain = msgspec.to_builtins(list(outcomes))
        except TypeError as err:
            raise BadInput(f"Outcomes are numbers, lists of faces or counts by name ({err}).") from None
        self._undone.clear()
        self._feed(Suppose(plain))
        self._changed()

    def undo(self) -> Action | None:
        """Take back the last input and return it; None at the beginning."""
        if self.decisions_made == 0:
            return None
        last = self._undo()
        self._changed()
        return last

    def _undo(self) -> Action:
        if self._legs and not self._legs[-1].inputs and len(self._legs) > 1:
            self._legs.pop()
        if not self._legs[-1].inputs:
            self._rebuild_early_legs()
            return self._undo()
        leg = self._legs.pop()
        *kept, last = leg.inputs
        self._resume(leg, kept)
        self._undone.append(last)
        return last

    def redo(self) -> Action | None:
        """Do again what was undone last; None where there is nothing."""
        if not self._undone:
            return None
        action = self._undone.pop()
        self._feed(action)
        self._changed()
        return action

    def fork(self) -> Session:
        """A second game that goes on from here by itself: what if."""
        other = self._twin()
        leg = other._legs.pop()
        other._resume(leg, leg.inputs)
        return other

    def as_of(self, logged: int) -> Session:
        """A fork that stands where the log had this many entries: at the first decision from then on."""
        if not 0 <= logged <= len(self.log):
            raise BadInput(f"The log has {len(self.log)} entries; look back to a number from 0 to that, not {logged}.")
        other = self._twin()
        at = max(bisect_left(other._legs, logged, key=lambda leg: leg.logged) - 1, 0)
        leg = other._legs[at]
        if other._early and leg.logged >= logged:  # before what a save file keeps
            inputs = other.inputs
            other._start_over()
        else:
            inputs = leg.inputs
            del other._legs[at:]
            other._resume(leg, [])
        for action in inputs:
            if len(other.log) >= logged:
                break
            other._legs[-1].inputs.append(action)
            other._send(action)
        return other

    def _twin(self) -> Session:
        """A session with the same past that has yet to be put at its place."""
        other = object.__new__(Session)
        other.game, other.scenario = self.game, self.scenario
        g = self._g
        other._g = Table(self.game, g.state, Seeded(self.seed), g.board, g.charts, g.options)
        other._g.log = list(g.log)
        other._legs = list(self._legs)
        other._undone = []
        other._early = list(self._early)
        other._beginning, other._start_at = self._beginning, self._start_at
        other._asking, other._legal = None, None
        return other

    def save(self, path: str | Path) -> None:
        """Write the game to a file: versioned JSON, all or nothing."""
        from .data import as_path
        from .saves import save

        save(self, as_path(path))

    # --- the motor ---

    def _as_action(self, action: Action | Mapping[str, Any]) -> Action:
        if isinstance(action, Roll) or (isinstance(action, Mapping) and dict(action) == {"action": Roll.kind()}):
            return Roll()
        if isinstance(action, Action):
            if isinstance(action, self.game.action_types):
                return self._well_typed(action)
            raise UnknownName("action", action.kind(), (kind.kind() for kind in self.game.action_types))
        names = [kind.kind() for kind in self.game.action_types]
        if not isinstance(action, Mapping):
            raise BadInput(
                f"{action!r} is not an action; give one of legal(), or a mapping such as {{'action': '{names[0]}'}}."
            )
        by_name = dict(zip(names, self.game.action_types, strict=True))
        kind = by_name.get(str(action.get("action")))
        if kind is None:
            raise UnknownName("action", action.get("action"), names)
        try:
            return msgspec.convert(dict(action), kind)
        except msgspec.ValidationError as err:
            fields = ", ".join(kind.__struct_fields__) or "no fields"
            raise StaffRideError(f"{kind.kind()} is not well formed ({err}); it takes {fields}.") from None

    @staticmethod
    def _well_typed(action: Action) -> Action:
        """An Action made in Python may hold anything; see that its fields are of their types."""
        try:
            msgspec.convert(msgspec.to_builtins(action), type(action))
        except (msgspec.ValidationError, TypeError) as err:
            raise BadInput(f"{action.kind()} is not well formed ({err}).") from None
        return action

    def _begin(self) -> None:
        self._g.cursor.start(self._g, self._start_at)
        self._new_leg()
        self._run()

    def _new_leg(self) -> None:
        g = self._g
        chance = g.chance
        used, script = (chance.used, chance.script) if isinstance(chance, Seeded) else (0, [])
        state = msgspec.Raw(msgspec.msgpack.encode(g.state))
        snapshot = Snapshot(state, g.cursor.frames, used, script, self._pauses)
        self._legs.append(Leg(msgspec.msgpack.encode(snapshot), len(g.log)))

    def _feed(self, action: Action) -> None:
        leg = self._legs[-1]
        leg.inputs.append(action)
        try:
            self._send(action)
        except BaseException:
            # A fault in the rules, or a supposed roll that does not fit: go back to before it.
            while self._legs[-1] is not leg:
                self._legs.pop()
            self._legs.pop()
            self._resume(leg, leg.inputs[:-1])
            raise

    def _send(self, action: Action) -> None:
        g = self._g
        self._legal = None
        if isinstance(action, Suppose):
            assert isinstance(g.chance, Seeded)
            g.chance.script.extend(action.outcomes)
            return
        if isinstance(action, Pace):
            self._pauses = action.pauses
            if self._at_dice and not self._pauses:
                self._run()
            return
        if isinstance(action, Roll):
            self._released = True
            self._run()
            return
        if isinstance(action, self.game.interrupt_types):
            self.game.interrupt(g, action)
            return
        assert self._asking is not None
        try:
            g.decision = self._asking.send(action)
        except StopIteration:
            g.decision = None
            self._step_done()
            self._run()

    def _step_done(self) -> None:
        self._asking = None
        if self.game.result(self._g) is None:
            self._g.cursor.advance(self._g)
        else:
            self._g.cursor.step = None

    def _run(self) -> None:
        """Run steps until one asks, or the game is over."""
        g = self._g
        while g.cursor.step is not None:
            if len(self._legs[-1].inputs) >= INPUTS_PER_LEG and not self._released:
                self._new_leg()
            if self._pauses and not self._released and g.cursor.step.rolls and self._probe():
                g.decision = self._dice_to_roll(g.cursor.step)
                return
            self._released = False
            g.decision = None
            if trace.touched is not None:
                for place in g.cursor.where(g):
                    trace.touch(self.game.id, place.section)
            asking = g.cursor.step.run(g)
            if asking is not None:
                try:
                    g.decision = next(asking)
                except StopIteration:
                    pass
                else:
                    self._asking = asking
                    if trace.touched is not None:
                        trace.touch(self.game.id, g.decision.section)
                    return
            self._step_done()
        g.decision = None

    @property
    def _at_dice(self) -> bool:
        return self._asking is None and self.paused

    @staticmethod
    def _dice_to_roll(step: Step) -> Decision:
        return Decision("", step.section, f"Roll: {step.title}.", [Roll], [Roll()], screened=True)

    def _probe(self) -> list[Upcoming]:
        """What the step that comes next would ask of chance: it runs on a copy, and nothing here changes."""
        g = self._g
        chance = Probing(self.seed, g.chance.used if isinstance(g.chance, Seeded) else 0)
        state = msgspec.msgpack.decode(msgspec.msgpack.encode(g.state), type=self.game.state_type)
        copy = Table(self.game, state, chance, g.board, g.charts, g.options)
        frames = msgspec.convert(msgspec.to_builtins(g.cursor.frames), list[Frame])
        copy.cursor = Cursor(self.game.sequence, frames)
        assert copy.cursor.step is not None
        asking = copy.cursor.step.run(copy)
        if asking is not None:
            next(asking, None)
        return chance.asked

    def _resume(self, leg: Leg, inputs: Sequence[Action]) -> None:
        """Put the table back to the start of ``leg`` and play ``inputs`` from there."""
        g = self._g
        saved = msgspec.msgpack.decode(leg.snapshot, type=Snapshot)
        g.state = msgspec.msgpack.decode(saved.state, type=self.game.state_type)
        g.memo.clear()
        del g.log[leg.logged :]
        seeded = Seeded(self.seed, saved.used)
        seeded.script = saved.script
        g.use(seeded)
        g.cursor = Cursor(self.game.sequence, saved.frames)
        g.decision, self._asking, self._legal = None, None, None
        self._pauses, self._released = saved.pauses, False
        self._legs.append(Leg(leg.snapshot, leg.logged))
        self._run()
        for action in inputs:
            self._legs[-1].inputs.append(action)
            self._send(action)

    def _rebuild_early_legs(self) -> None:
        """After a load only the last legs are there; play the earlier inputs again to have them all."""
        inputs = self.inputs
        self._start_over()
        for action in inputs:
            self._legs[-1].inputs.append(action)
            self._send(action)

    def _start_over(self) -> None:
        """Put the table back to the beginning, with nothing submitted yet."""
        self._early, self._legs = [], []
        g = self._g
        g.state = msgspec.msgpack.decode(self._beginning, type=self.game.state_type)
        g.memo.clear()
        g.log.clear()
        g.use(Seeded(self.seed))
        g.cursor = Cursor(self.game.sequence)
        self._asking, self._legal, g.decision = None, None, None
        self._pauses = self._released = False
        self._begin()
