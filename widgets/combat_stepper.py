"""One combat, step by step: forces, dice as faces, modifiers with their sections, losses, and the exact odds beside."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import takewhile
from typing import Any

import traitlets

from tutor.engine.chance import Upcoming
from tutor.engine.errors import BadInput
from tutor.engine.events import Event
from tutor.engine.phases import Phase, Step
from tutor.engine.play import policies_of, policy
from tutor.engine.questions import Question
from tutor.engine.session import Roll, Suppose
from tutor.engine.showing import Piece
from tutor.odds.rolls import roll_odds

from .combat_odds import bars, ends_table, outcome_table
from .counters import counter
from .decision_panel import FOR_ME, explained, upcoming_words
from .dice import counted, dice_row, die_svg, drawn_row
from .forces import forces
from .odds_answers import Answer, Terms, answered
from .page import Page, Panel, Said, do, guarded, section_link, typed
from .wording import by_name, space_name, told

SECONDS, PLAY_SECONDS, CHUNK = 1.0, 0.5, 25  # for the odds of what is still to come: exact, else played
MOST_NEXT = 400
MOST_TOLD = 80  # events of one combat
MOST_DICE = 120  # for odds that are worked out while one waits
COUNTERS = ("air", "artillery", "marker")  # they help in a combat, but are no part of the strength that fights
SHOWN_KINDS = (
    "rolled",
    "drew",
    "modifier",
    "declared",
    "revealed",
    "hit",
    "lost",
    "losses",
    "destroyed",
    "breakout",
    "control",
)


class CombatStepper(Panel):
    """The combat under way in a game, one roll at a time.

    While ``session.pauses`` is on, play stops before every roll: Next rolls, Back takes it back, Roll again gives other
    dice, and the faces may be set by hand (``faces``, one list for each roll to come). ``odds`` is the answer for the
    rest of the combat, where the viewer may know the forces: exact, or of many plays where that would keep him waiting.
    """

    title = "Combat"
    faces: Any = traitlets.List()
    odds = traitlets.Any(None)

    def build(self) -> None:
        self._first: tuple[str, int, Question, Answer] | None = None  # the combat as it began
        self._ended = ""  # what came of the last one, in words, as it stood when it ended
        self._game_shown: Any = None
        self._setting = False
        self._last_space = ""
        self._known: tuple[Any, Answer | None] = (None, None)
        handlers: dict[str, Callable[[], None]] = {
            "pause": lambda: self.seat.pause_at_dice(not self.session.pauses),
            "next": self.next,
            "back": self.back,
            "again": self.roll_again,
            "end": self.run_to_end,
            "set": self.set_dice,
            "roll-these": self.roll_these,
            "never-mind": self._never_mind,
        }
        on = {name: self._guard(run) for name, run in handlers.items()}
        self.page = Page("Combat stepper", {**on, "face": self._face, "drawn": self._drawn, "rule": self.rule_clicked})
        self.children = [self.notice, self.page]

    def _guard(self, run: Callable[[], None]) -> Callable[[Said], None]:
        @guarded
        def heard(panel: CombatStepper, said: Said) -> None:
            panel.tell("")
            run()

        return lambda said: heard(self, said)

    # --- showing ---

    def refresh(self) -> None:
        space = self._space()
        self._note_beginning(space)
        if not self.session.paused:
            self._setting = False
        parts = [self._switch()]
        if space or self.session.paused or self._just_rolled():
            parts += [self._forces(space), self._buttons(), "" if space else self._ended]
            parts += [self._last_roll(), self._dice_to_set(), self._odds(space), self._story()]
            if self.seat.refused:
                parts.insert(1, explained(self.session.game, *self.seat.refused))
        else:
            parts += [self._quiet(), self._buttons(), self._ended, self._story()]
        self.page.html = f'<div class="sr-combat">{"".join(parts)}</div>'

    def _space(self) -> str:
        return self.session.game.combat_space(self.session)

    def _switch(self) -> str:
        on = self.session.pauses
        return (
            f'<label class="sr-row sr-pause"><input type="checkbox" data-key="pause" {"checked" if on else ""} {do("pause")}> '
            "Step by step: stop before every roll</label>"
        )

    def _quiet(self) -> str:
        names = [self._named(space) for space in self.session.game.combat_spaces(self.session)]
        where = f"Combat can come in: {', '.join(names)}." if names else "No space is contested now."
        return f"<p>No combat is being resolved. {escape(where)} When one is, it is fought here roll by roll.</p>"

    def _named(self, space: str) -> str:
        return space_name(self.session.board, space)

    def _forces(self, space: str) -> str:
        if not space:
            return ""
        game = self.session.game
        shown = game.combat_shown(self.seat.view.board)
        if shown is not None:
            return forces(shown, game.liveries)
        here = [p for p in game.pieces(self.seat.view.board) if p.space == space and p.branch != "marker"]
        sides = "".join(self._force(player, [p for p in here if p.side == player]) for player in game.players)
        return f'<h3>{escape(self._named(space))}</h3><div class="sr-forces">{sides}</div>'

    def _force(self, player: str, pieces: list[Piece]) -> str:
        liveries = self.session.game.liveries
        drawn = "".join(
            f'<svg width="44" height="46" viewBox="-23 -24 46 48">{counter(p, liveries, 40)}</svg>' for p in pieces
        )
        known = [int(p.value) for p in pieces if p.value.isdigit() and not p.hidden and p.branch not in COUNTERS]
        total = f"{sum(known)}" + (" and hidden" if any(p.hidden for p in pieces) else "") if pieces else "none"
        return (
            f"<div><b>{escape(self.session.game.player_name(player))}</b> <span class='sr-soft'>strength {total}</span>"
            f'<div class="sr-row">{drawn}</div></div>'
        )

    def _buttons(self) -> str:
        paused, may = self.session.paused, self.seat.may_decide
        word = "Roll" if paused else "Choose for me"
        off = "" if may and not self.session.over else " disabled"
        rolled = "" if self._just_rolled() else " disabled"
        can_set = "" if paused or self._just_rolled() else " disabled"
        first = "" if self.session.decisions_made else " disabled"
        return (
            '<div class="sr-row sr-steps">'
            f'<button class="sr-button" data-key="back" {do("back")}{first}>◀ Back</button>'
            f'<button class="sr-button sr-main" data-key="next" data-fallback {do("next")}{off}>{word} ▶</button>'
            f'<button class="sr-button" data-key="again" {do("again")}{rolled}>Roll again</button>'
            f'<button class="sr-button" data-key="set" {do("set")}{can_set}>Set the dice</button>'
            f'<button class="sr-button" data-key="end" {do("end")}{off}>Run to the end</button></div>'
        )

    def _dice_to_set(self) -> str:
        rolls = self.session.upcoming()
        if not rolls:
            return ""
        if not self._setting:
            rows = "".join(
                f"<li>{upcoming_words(self.session.game, roll)} {section_link(roll.section)}</li>" for roll in rolls
            )
            return f'<ul class="sr-upcoming">{rows}</ul>'
        rows = "".join(
            f"<li>{upcoming_words(self.session.game, roll)}{self._setter(number, roll)}</li>"
            for number, roll in enumerate(rolls)
        )
        return (
            f'<div class="sr-card"><b>Set the dice</b> <span class="sr-soft">a click raises a die by one</span><ul>{rows}</ul>'
            f'<div class="sr-row"><button class="sr-button sr-main" data-key="roll these" {do("roll-these")}>Roll these</button>'
            f'<button class="sr-button" data-key="never mind" {do("never-mind")}>Never mind</button></div></div>'
        )

    def _setter(self, number: int, roll: Upcoming) -> str:
        given = self.faces[number]
        if roll.bag:
            boxes = "".join(
                f'<label>{escape(colour)} <input type="number" min="0" max="{most}" value="{given.get(colour, 0)}" '
                f'data-key="bag {number} {escape(colour)}" {typed("drawn", roll=number, colour=colour)}></label>'
                for colour, most in roll.bag.items()
            )
            return f'<div class="sr-row">{boxes}</div>'
        wins = {face for faces in roll.groups.values() for face in faces}
        dice = "".join(
            f'<button class="sr-die" data-key="die {number} {i}" {do("face", roll=number, die=i)} '
            f'aria-label="die {i + 1} shows {face}; click to change">{die_svg(face, roll.sides, 30, emphasised=face in wins)}</button>'
            for i, face in enumerate(given)
        )
        return f'<div class="sr-row">{dice}</div>'

    def _last_roll(self) -> str:
        """What has just fallen, where it is seen at once."""
        rows = "".join(map(self._event, self._fallen()))
        return f'<ul class="sr-last-roll" aria-live="polite">{rows}</ul>' if rows else ""

    def _fallen(self) -> list[Event]:
        """The dice or draws of the last step that rolled, if that was the last thing done."""
        rolled = (
            [e for e in self.seat.view.log[-MOST_TOLD:] if e.kind in ("rolled", "drew")] if self._just_rolled() else []
        )
        return list(takewhile(lambda e: e.step == rolled[-1].step, reversed(rolled[-2:])))[::-1]

    def _story(self) -> str:
        rows = "".join(self._event(event) for event in self._events())
        return f'<ul class="sr-story" data-scroll="story" data-at-end>{rows}</ul>' if rows else ""

    def _events(self) -> list[Event]:
        """What the viewer may know of this combat: the end of the story, as far as it happened in its steps."""
        combat = self._combat_phase()
        if combat is None:
            return []
        steps = {part.id for _, part in combat.walk()}
        opening = {part.id for part in takewhile(_comes_before_dice, combat.parts)} if combat.combat else set[str]()
        found: list[Event] = []
        for event in reversed(self.seat.view.log):
            another = found and found[-1].step in opening and event.step not in opening
            if event.step not in steps or another or len(found) >= MOST_TOLD:
                break
            found.append(event)
        return found[::-1]

    def _combat_phase(self) -> Phase | None:
        """The phase around the place of the game that is one combat."""
        node: Phase | Step = self.session.game.sequence
        ids = [place.id for place in self.session.where]
        if not self._space() and not self.session.paused:
            log = self.seat.view.log
            ids = _path_to(node, log[-1].step if log else "")
        best: Phase | None = None
        for id in ids:
            node = node if node.id == id else next((p for p in node.parts if p.id == id), node)
            if isinstance(node, Phase) and any(isinstance(s, Step) and s.rolls for _, s in node.walk()):
                best = node
                if node.combat:
                    break
        return best

    def _event(self, event: Event) -> str:
        extra = ""
        if event.kind == "rolled":
            extra = f'{dice_row(event.data)}<div class="sr-small">{_fell(event.data)}</div>'
        elif event.kind == "drew":
            extra = drawn_row(event.data.get("drawn", {}))
        css = f"sr-event-{event.kind}" if event.kind in SHOWN_KINDS else ""
        return f'<li class="{css}">{section_link(event.section)} {escape(told(self.session.game, event))}{extra}</li>'

    # --- odds ---

    def _odds(self, space: str) -> str:
        parts = []
        for roll in self.session.upcoming():
            if roll.groups:
                parts.append(
                    bars(roll_odds(roll), f"{by_name(self.session.game, roll.why) or 'This roll'}: odds of this roll")
                )
        if not parts:
            for event in [e for e in self._fallen() if e.data.get("groups")][-1:]:
                parts.append(
                    bars(
                        roll_odds(_as_upcoming(event)),
                        f"{told(self.session.game, event).split(':')[0]}: where it fell",
                        event.data["counts"],
                    )
                )
        return f'<div class="sr-odds">{"".join(parts)}{self._whole(space)}</div>'

    def _outcome(self, space: str, _: int, question: Question, answer: Answer) -> str:
        """A combat that has just ended: what came of it, beside what was to be expected when it began."""
        return outcome_table(self._named(space), question.read(self.session), answer, self._terms())

    def _terms(self) -> Terms:
        return Terms(self.session.game.combat_terms())

    def _whole(self, space: str) -> str:
        if not self._may_know(space):
            return (
                "<p class='sr-small sr-soft'>The odds of the whole combat rest on what the enemy hides.</p>"
                if space
                else ""
            )
        now = self._from_here(space)
        if now is None:
            return ""
        self.odds = now.odds
        began = self._first[3] if self._first is not None and self._first[0] == space else now
        seen = {"From here": now} if began is now else {"As it began": began, "From here": now}
        return ends_table(seen, self._terms())

    def _may_know(self, space: str) -> bool:
        """The odds of a whole combat rest on hidden strengths and player boards: they are for no player's eyes."""
        return bool(space) and not (self.seat.viewer and self.session.game.hides)

    def _from_here(self, space: str) -> Answer | None:
        key = (id(self.session), self.session.decisions_made, space)
        if self._known[0] != key:
            question = self.session.game.combat_under_way(self.session) if space else None
            answer = None
            if question is not None:
                answer = answered(question, seconds=SECONDS, play_seconds=PLAY_SECONDS, chunk=CHUNK)
            self._known = (key, answer)
        return self._known[1]

    def _note_beginning(self, space: str) -> None:
        """Remember the odds as a combat begins, to compare what comes of it."""
        made = self.session.decisions_made
        begins = bool(space) and space != self._last_space
        ends = bool(self._last_space) and space != self._last_space
        if self._game_shown is not self.session or (self._first is not None and made < self._first[1]):
            self._first, self._ended, begins, ends = None, "", bool(space), False
        self._game_shown, self._last_space = self.session, space
        if ends and self._first is not None:
            self._ended = self._outcome(*self._first)
        if begins or ends:
            self._first = None
        if begins:
            self._ended = ""
        if space and self._first is None and self._may_know(space):
            question = self.session.game.combat_under_way(self.session)
            answer = self._from_here(space)
            if question is not None and answer is not None:
                self._first = (space, made, question, answer)

    # --- stepping ---

    def _just_rolled(self) -> bool:
        inputs = self.session.inputs
        return bool(inputs) and isinstance(inputs[-1], Roll)

    def next(self) -> None:
        """Roll, or let a plan decide what is asked in this combat."""
        session = self.session
        if session.over or not self.seat.may_decide:
            self.tell("It is not for you to decide now.")
            return
        self.seat.act(Roll() if session.paused else self._choice())

    def _choice(self) -> Any:
        session, game = self.session, self.session.game
        question = game.combat_under_way(session)
        if question is not None:
            return question.choose(session)
        return policy(FOR_ME if FOR_ME in policies_of(game) else "random", session.decisions_made, game)(session)

    def back(self) -> None:
        self.seat.undo()

    def run_to_end(self) -> None:
        """On to the end of this combat, choosing where a choice must be made."""
        space = self._space()
        with self.seat.hold():
            for _ in range(MOST_NEXT):
                if self.session.over or not self.seat.may_decide:
                    break
                self.seat.act(Roll() if self.session.paused else self._choice())
                if self._space() != space:
                    break

    def _back_to_dice(self) -> list[Upcoming]:
        """Stand before the last roll again."""
        if self._just_rolled():
            self.session.undo()
            if self.session.inputs and isinstance(self.session.inputs[-1], Suppose):
                self.session.undo()
        return self.session.upcoming()

    def roll_again(self) -> None:
        """The same roll with other luck."""
        with self.seat.hold():
            rolls = self._back_to_dice()
            if rolls:
                self.session.suppose(*(roll.fresh() for roll in rolls))
                self.seat.act(Roll())

    def set_dice(self) -> None:
        """Stand before the roll, with dice to be set."""
        with self.seat.hold():
            fallen = [e.data.get("faces") for e in self._events() if e.kind == "rolled"] if self._just_rolled() else []
            rolls = self._back_to_dice()
            if self.seat.viewer and self.session.game.hides and any(roll.bag for roll in rolls):
                raise BadInput("The bag is closed to the players: only who plays both sides may say what is drawn.")
            shown = fallen[-len(rolls) :]
            given: list[Any] = []
            for roll in rolls:
                if roll.bag:
                    given.append(roll.fresh())
                else:
                    before = shown.pop(0) if shown else None
                    given.append(list(before) if before and len(before) == roll.dice else [1] * roll.dice)
            self.faces, self._setting = given, bool(rolls)
            self.seat.changed()

    def roll_these(self) -> None:
        """Roll, and let the dice show what was set."""
        with self.seat.hold():
            rolls = self.session.upcoming()
            outcomes = [sum(f) if roll.adds else f for roll, f in zip(rolls, self.faces, strict=True)]
            for roll, outcome in zip(rolls, outcomes, strict=True):
                roll.check(outcome)
            self.session.suppose(*outcomes)
            self._setting = False
            self.seat.act(Roll())

    def _never_mind(self) -> None:
        self._setting = False
        self.refresh()

    @guarded
    def _face(self, said: Said) -> None:
        number, die = int(said["roll"]), int(said["die"])
        sides = self.session.upcoming()[number].sides
        faces = [list(f) if isinstance(f, list) else f for f in self.faces]
        faces[number][die] = faces[number][die] % sides + 1
        self.faces = faces
        self.refresh()

    @guarded
    def _drawn(self, said: Said) -> None:
        faces = [dict(f) if isinstance(f, dict) else f for f in self.faces]
        faces[int(said["roll"])][str(said["colour"])] = int(said.get("value") or 0)
        self.faces = faces


def _path_to(node: Phase | Step, id: str) -> list[str]:
    if node.id == id:
        return [node.id]
    for part in getattr(node, "parts", ()):
        if found := _path_to(part, id):
            return [node.id, *found]
    return []


def _comes_before_dice(part: Phase | Step) -> bool:
    return isinstance(part, Step) and not part.rolls


def _as_upcoming(event: Event) -> Upcoming:
    data = event.data
    return Upcoming(event.section, data["dice"], data["sides"], data["groups"], by=event.by)


def _fell(data: dict[str, Any]) -> str:
    """Where a result lies among all that could have been."""
    if not data.get("groups") or data["dice"] > MOST_DICE:
        return ""
    odds = roll_odds(Upcoming("", data["dice"], data["sides"], data["groups"]))
    said = []
    for name, count in data["counts"].items():
        part = odds[name]
        if count >= part.mean:
            rank = f"{count} or more: {float(part.at_least(count)):.0%}"
        else:
            rank = f"{count} or fewer: {float(part.at_most(count)):.0%}"
        said.append(f"{escape(counted(count, name))} (expected {float(part.mean):.1f}; {rank})")
    return "; ".join(said)
