"""The story of the game as the viewer may know it, and the way back to any moment of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

import traitlets

from tutor.engine.errors import BadInput
from tutor.engine.events import Event
from tutor.engine.phases import Phase, Step
from tutor.engine.session import Session

from .dice import dice_row, drawn_row
from .page import Page, Panel, Said, chosen, do, guarded, typed
from .rule_book import number_link
from .wording import told

AT_ONCE = 120  # entries shown; as many more with each click on "earlier"
SECTION = re.compile(r"\d+(\.\d*)*(/\S*)?")
HEADINGS = {"turn": "sr-log-turn", "phase": "sr-log-phase"}  # kinds of event that begin a part of the story


class Filter(NamedTuple):
    """What of the story is shown; an empty field lets everything through."""

    by: str = ""
    phase: str = ""
    kind: str = ""
    section: str = ""


class LogPanel(Panel):
    """Everything that the viewer saw happen, the newest at the end.

    ``looking_back`` is the game as it was at the entry that was clicked (show it through the same player's eyes), and
    ``moment`` says in words when that was; None and empty while the game is shown as it stands. Set it to None to
    return; any change of the game does so too.
    """

    title = "Log"
    looking_back = traitlets.Instance(Session, allow_none=True)
    moment = traitlets.Unicode("")

    def build(self) -> None:
        self.filter = Filter()
        self.most = AT_ONCE
        self._entry: int | None = None  # the entry looked back at, counted in what the viewer sees
        self._looked_from: tuple[Any, ...] = ()
        self._shown_to: tuple[Any, ...] = ()
        self._length = -1
        self._views = 0
        self._html: dict[tuple[int, bool], tuple[Event, str]] = {}
        on = {"rule": self.rule_clicked, "only": self._only, "clear": self._clear}
        # Two pages: the story may be painted again while one types in the filter.
        self.controls = Page("Filter of the log", on)
        self.page = Page(
            "Story so far",
            {
                **on,
                "earlier": self._earlier,
                "then": self._then,
                "now": lambda said: self.return_to_now(),
                "shown": lambda said: self._show_again(),
            },
        )
        self.children = (self.notice, self.controls, self.page)

    # --- what the user does ---

    @guarded
    def _only(self, said: Said) -> None:
        field, value = str(said.get("field")), str(said.get("value", ""))
        if field not in Filter._fields:
            raise BadInput(f"The log is filtered by {', '.join(Filter._fields)}, not by {field!r}.")
        self.filter = self.filter._replace(**{field: value.strip()[:80]})
        self.most = AT_ONCE
        self._length = -1  # show the end of it
        self.refresh()

    @guarded
    def _clear(self, said: Said) -> None:
        self.filter = Filter()
        self._length = -1
        self.controls.html = ""
        self.refresh()

    @guarded
    def _earlier(self, said: Said) -> None:
        self.most += AT_ONCE
        self.refresh()

    @guarded
    def _then(self, said: Said) -> None:
        self.look_back(int(said.get("entry", -1)))

    @guarded
    def _show_again(self) -> None:
        """The browser has just shown it: only now can it be scrolled to its end."""
        self._views += 1
        self._length = -1
        self.refresh()

    def look_back(self, entry: int) -> None:
        """Show the board as it was after an entry, counted from 0 in what the viewer sees."""
        seen = self.seat.view.log
        if not 0 <= entry < len(seen):
            raise BadInput(f"The log has {len(seen)} entries; there is none to look back to with number {entry}.")
        player = self.seat.player
        # Only the number leaves this line: what lies between two entries that the viewer knows stays unknown.
        places = [at for at, event in enumerate(self.session.log) if event.seen_by(player) is not None]
        then = self.session.as_of(places[entry] + 1)
        self._entry, self._looked_from = entry, self._standing()
        self.moment = f"after: {self._words(seen[entry])}"
        self.looking_back = then
        self.repaint()

    @guarded
    def return_to_now(self) -> None:
        """Show the game as it stands."""
        self.looking_back = None

    @traitlets.observe("looking_back")
    def _returned(self, change: Any) -> None:
        if change["new"] is None and self._built:
            self._entry, self.moment = None, ""
            self.repaint()

    def _heard_change(self, change: Any) -> None:
        # Also while the panel is out of sight: the map must not go on to show the past, or to another player.
        if self.looking_back is not None and self._standing() != self._looked_from:
            self.looking_back = None
        super()._heard_change(change)

    def _standing(self) -> tuple[Any, ...]:
        return (id(self.session), self.seat.player, self.session.decisions_made, len(self.session.log))

    # --- painting ---

    def refresh(self) -> None:
        log = self.seat.view.log
        if self._shown_to != (id(self.session), self.seat.player):
            self._shown_to = (id(self.session), self.seat.player)
            self._html.clear()
            self.most = AT_ONCE
        wanted = list(self._wanted(log))
        part = wanted[-self.most :]
        left = len(wanted) - len(part)
        if left and part[0][1].kind not in HEADINGS:  # say under which heading it begins
            part = [*[row for row in wanted[:left] if row[1].kind in HEADINGS][-1:], *part]
        earlier = ""
        if left:
            earlier = (
                f'<button class="sr-button sr-earlier" data-key="earlier" {do("earlier")}>Show {min(left, AT_ONCE)} '
                f"earlier entries ({left} before these)</button>"
            )
        at_end = " data-at-end" if len(log) != self._length and self._entry is None else ""
        self._length = len(log)
        body = earlier + "".join(self._entries(part)) if part else self._nothing(bool(log))
        self.page.html = (
            f'<div class="sr-log" data-views="{self._views}">{self._banner()}<div class="sr-scroll sr-log-box" data-scroll="log"{at_end} tabindex="0" '
            f'role="log" aria-label="What happened">{body}</div></div>'
        )
        self._paint_controls(log)

    def _wanted(self, log: list[Event]) -> Iterator[tuple[int, Event]]:
        """The entries that fit the filter, under the headings that they belong to, with their numbers."""
        waiting: dict[str, tuple[int, Event]] = {}
        for at, event in enumerate(log):
            fits = self._fits(event)
            if event.kind in HEADINGS and not fits:
                waiting = {kind: row for kind, row in waiting.items() if kind == "turn" != event.kind}
                waiting[event.kind] = (at, event)
            elif fits:
                yield from waiting.values()
                waiting = {}
                yield at, event

    def _nothing(self, any_at_all: bool) -> str:
        if not any_at_all:
            return '<p class="sr-log-note">Nothing has happened yet that you may know of.</p>'
        return f'<p class="sr-log-note">No entry fits the filter. <button class="sr-button" {do("clear")}>Show all</button></p>'

    def _banner(self) -> str:
        if self.looking_back is None:
            return ""
        return (
            f'<div class="sr-looking-back sr-row sr-spread" role="status"><span><b>The board as it was</b> {escape(self.moment)}'
            f'</span><button class="sr-button sr-main" data-key="return" {do("now")}>Return to now</button></div>'
        )

    def _entries(self, part: list[tuple[int, Event]]) -> Iterator[str]:
        phase = by = ""
        for at, event in part:
            above = self._above(event.step)[:-1]
            if event.kind in HEADINGS:
                phase = by = ""
            elif above and above[-1] != phase:
                phase, by = above[-1], ""
                yield f'<p class="sr-log-part">{escape(self._steps()[phase][1])}</p>'
            again, by = bool(event.by) and event.by == by, event.by
            kept = self._html.get((at, again))
            if at == self._entry:
                yield self._one(at, event, again)
            elif kept is not None and kept[0] is event:
                yield kept[1]
            else:
                self._html[at, again] = (event, self._one(at, event, again))
                yield self._html[at, again][1]

    def _one(self, at: int, event: Event, again: bool) -> str:
        """One entry; ``again``: the same player as in the entry above, who need not be named a second time."""
        words, name = self._words(event), self.session.game.player_name(event.by)
        if event.kind in HEADINGS:
            return f'<h4 class="{HEADINGS[event.kind]}"><span>{escape(words)}</span>{number_link(event.section)}</h4>'
        by = f'<span class="sr-{"hidden-words" if again else "by"}">{escape(name)}</span>' if event.by else ""
        if event.by and words.startswith(f"{name} "):
            by, words = f'<b class="sr-by">{escape(name)}</b>', words.removeprefix(f"{name} ")
        dice = (
            dice_row(event.data)
            if "sides" in event.data
            else drawn_row(event.data["drawn"])
            if "drawn" in event.data
            else ""
        )
        shown = '<b class="sr-small">◂ the board shown</b> ' if at == self._entry else ""
        return (
            f'<div class="sr-entry{" sr-entry-shown" if shown else ""}" title="{escape(self._step_title(event))}">'
            f'<span class="sr-entry-text">{shown}{by}{escape(words)}{dice}</span>{number_link(event.section)}'
            f'<button class="sr-then" data-key="then {at}" {do("then", entry=at)} title="See the board as it was then" '
            f'aria-label="See the board as it was then">↺</button></div>'
        )

    def _words(self, event: Event) -> str:
        return told(self.session.game, event)

    # --- the filter ---

    def _fits(self, event: Event) -> bool:
        by, phase, kind, section = self.filter
        return (
            (not by or event.by == by)
            and (not phase or phase in self._above(event.step))
            and (not kind or event.kind == kind)
            and (not section or self._about(event, section))
        )

    def _about(self, event: Event, wanted: str) -> bool:
        """Is it under this section (7.3 holds 7.3.1, and not 7.30), or does it hold this word?"""
        if SECTION.fullmatch(wanted):
            number = wanted.rstrip("./")
            return f"{event.section}.".startswith((f"{number}.", f"{number}/")) or (
                "/" in wanted and event.section.startswith(wanted)
            )
        return wanted.lower() in self._words(event).lower()

    def _above(self, step: str) -> tuple[str, ...]:
        """The ids of a step and of the phases above it."""
        return self._steps().get(step, ((), ""))[0]

    def _step_title(self, event: Event) -> str:
        return self._steps().get(event.step, ((), ""))[1]

    def _steps(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """Each phase and step with the ids above it and itself, and its title."""
        root = self.session.game.sequence
        if getattr(self, "_known_steps", (None,))[0] is not root:
            self._known_steps: tuple[Phase, dict[str, tuple[tuple[str, ...], str]]] = (root, {})

            def walk(node: Phase | Step, above: tuple[str, ...]) -> None:
                way = (*above, node.id)
                self._known_steps[1][node.id] = (way, node.title)
                for part in node.parts if isinstance(node, Phase) else ():
                    walk(part, way)

            walk(root, ())
        return self._known_steps[1]

    def _paint_controls(self, log: list[Event]) -> None:
        """The choices that the story so far allows; painted again only when there is a new one."""
        game, steps = self.session.game, self._steps()
        met = {way for event in log for way in self._above(event.step)}
        phases = {
            node: "\u2003" * (len(way) - 3) + title
            for node, (way, title) in steps.items()
            if node in met and len(way) > 2
        }
        players = {event.by: game.player_name(event.by) for event in log if event.by}
        kinds = {event.kind: event.kind for event in sorted(log, key=lambda e: e.kind)}
        space = "hex" if self.session.board.hexes else "zone"
        fields = (
            self._choice("by", "Who", "all players", dict(sorted(players.items()))),
            self._choice("phase", "Phase or step", "all phases", phases),
            self._choice("kind", "Kind", "all kinds", kinds),
            f'<label>Section or word<input type="search" data-key="section" {typed("only", field="section")} '
            f'value="{escape(self.filter.section)}" placeholder="7.3 or a {space}" autocomplete="off"></label>',
        )
        html = f'<div class="sr-log-filter">{"".join(fields)}</div>'
        # What is being typed must not be painted over: the text of the field alone is no reason to paint.
        if re.sub(r'value="[^"]*" placeholder', "", html) != re.sub(
            r'value="[^"]*" placeholder', "", self.controls.html
        ):
            self.controls.html = html

    def _choice(self, field: str, title: str, everything: str, choices: dict[str, str]) -> str:
        now = getattr(self.filter, field)
        if now and now not in choices:
            choices = {**choices, now: now}
        options = "".join(
            f'<option value="{escape(value)}"{" selected" if value == now else ""}>{escape(shown)}</option>'
            for value, shown in {"": everything, **choices}.items()
        )
        return f'<label>{title}<select data-key="{field}" {chosen("only", field=field)}>{options}</select></label>'
