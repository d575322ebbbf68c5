"""Who decides what: the legal actions, undo and redo, and why a wrong move is wrong."""

from __future__ import annotations

import typing
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import msgspec
import traitlets

from tutor.engine.decisions import Action
from tutor.engine.errors import StaffRideError
from tutor.engine.events import Event
from tutor.engine.game import Game
from tutor.engine.play import policies_of, policy
from tutor.engine.rulings import Ruling
from tutor.engine.session import Roll

from .dice import OUTCOMES, dice_row, drawn_row
from .page import Page, Panel, Said, chosen, do, form, guarded, section_link, typed
from .wording import by_name, decides, space_name, told
from .zone_card import letters_chip, zone_card

MOST_SHOWN = 60  # actions of one group: the search finds the others
MOST_CHIPS = 11  # numbers in a row of chips
MANY = 12  # rows of one group: more than these are sorted by the space they are about
MOST_IN_A_STEP = 2000
MOST_NEWS = 4  # lines of what others did: more would push the next choice out of sight
MOST_OF_MINE = 3  # lines of what came of one's own choice
FOR_ME = "cautious"


@dataclass(frozen=True)
class Offer:
    """A legal action as it is offered: its place in the list, its words, and the row and number it has in one."""

    index: int
    label: str
    row: str = ""
    number: str = ""
    space: str = ""
    end: str = ""


class DecisionPanel(Panel):
    """The decision before the viewer.

    ``wanted`` is what the list is searched for; ``trying`` the kind of action in the form that tries anything.
    ``value`` is the action taken last.
    """

    title = "Decision"
    wanted = traitlets.Unicode("")
    trying = traitlets.Unicode("")
    value = traitlets.Any(None)

    def build(self) -> None:
        self.page = Page(
            "Decision",
            {
                "act": self._act,
                "act-number": self._act_number,
                "search": self._search,
                "undo": lambda said: self._step_back(),
                "redo": lambda said: self._step_on(),
                "play": lambda said: self.play_step(),
                "eyes": lambda said: self._change_eyes(),
                "kind": self._pick_kind,
                "try": self._try,
                "everywhere": lambda said: self._leave_space(),
                "understood": lambda said: self._understood(),
                "rule": self.rule_clicked,
            },
        )
        self.children = [self.notice, self.page]

    # --- showing ---

    def refresh(self) -> None:
        if self.session.over:
            self.page.html = self._ending()
            return
        parts = [self._head(), self._tools(), self._explanation(), self._news()]
        if self.seat.may_decide:
            parts += [self._dice() if self.session.paused else self._actions(), self._try_anything()]
        else:
            parts.append(self._waiting())
        moment = f"{self.seat.moves} {id(self.seat.refused) if self.seat.refused else ''}"
        self.page.html = f'<div class="sr-decision" data-top="{moment}">{"".join(parts)}</div>'

    def _head(self) -> str:
        decision, place = self.session.decision, self.session.where[-1]
        assert decision is not None
        who = self.session.game.player_name(decision.who) if decision.who else "Dice"
        prompt = by_name(self.session.game, decision.prompt if self.seat.may_decide else place.title)
        if self.session.paused and place.title == "Roll":  # the step says no more than that: the dice do
            rolls = self.session.upcoming()
            prompt = by_name(self.session.game, f"Roll: {rolls[0].why}.") if rolls and rolls[0].why else prompt
        section = decision.section if self.seat.may_decide else place.section
        return (
            f'<div class="sr-decider">{self._who(decision.who, who)}'
            f"{section_link(section)}</div><h3 class='sr-prompt'>{escape(prompt)}</h3>"
        )

    def _who(self, player: str, name: str) -> str:
        colours = self.session.game.liveries.get(player)
        if colours is not None:  # the player is a nation
            return f'{letters_chip(colours)} <b class="sr-nation">{escape(name)}</b>'
        return f'<span class="sr-who sr-who-{self._number(player)}">{escape(name)}</span>'

    def _number(self, player: str) -> int:
        players = self.session.game.players
        return players.index(player) if player in players else 9

    def _explanation(self) -> str:
        if not self.seat.refused:
            return ""
        words, rulings = self.seat.refused
        return explained(self.session.game, words, rulings)

    def _news(self) -> str:
        """What came of the last choice, and what the computer did since."""
        news, most = self.seat.news, MOST_NEWS if self.seat.opponents else MOST_OF_MINE
        if not news:
            return ""
        rows = "".join(
            f"<li>{section_link(e.section)} {escape(told(self.session.game, e))}{self._fallen(e)}</li>"
            for e in news[-most:]
        )
        more = f" (the last {most} of {len(news)}: see the log)" if len(news) > most else ""
        return (
            f'<details class="sr-group" data-key="news" open><summary>Just now{more}</summary>'
            f'<ul class="sr-news" aria-live="polite">{rows}</ul></details>'
        )

    def _fallen(self, event: Event) -> str:
        """The dice of an event, or what was drawn."""
        if event.kind == "rolled":
            return dice_row(event.data)
        return drawn_row(event.data.get("drawn", {})) if event.kind == "drew" else ""

    def _waiting(self) -> str:
        decision = self.session.decision
        assert decision is not None
        game = self.session.game
        secret = " What they may choose is theirs to know." if game.hides else ""
        to = "Hand the screen to" if game.hides else "Take the seat of"
        return (
            f"<p>{escape(decides(game, decision.who))} now.{secret}</p>"
            f'<button class="sr-button sr-main" data-key="eyes" {do("eyes")}>{to} {escape(game.the(decision.who))}</button>'
        )

    def _dice(self) -> str:
        rows = "".join(
            f"<li>{upcoming_words(self.session.game, roll)} {section_link(roll.section)}</li>"
            for roll in self.session.upcoming()
        )
        return (
            f'<ul class="sr-upcoming">{rows}</ul><button class="sr-button sr-main" data-key="roll" data-fallback '
            f"{do('act', index=0, after=self.seat.moves)}>Roll</button>"
        )

    def _actions(self) -> str:
        legal = self.seat.legal()
        here = self._here(legal)
        shown = range(len(legal)) if here is None else here
        wanted = self.wanted.lower().split()
        groups: dict[str, list[Offer]] = {}
        plain: list[tuple[int, str]] = []
        for index in shown:
            action = legal[index]
            label = self.seat.label(action)
            if not action.__struct_fields__:
                plain.append((index, label))
            elif all(word in f"{label} {action}".lower() for word in wanted):
                kind = self.session.game.kind_name(action.kind())
                groups.setdefault(kind, []).append(self._offer(index, action, label))
        simple = "".join(self._button(i, label, "sr-main") for i, label in plain)
        parts = [f'<div class="sr-row">{simple}</div>'] if simple else []
        parts[:0] = self._in_this_space(here is not None)
        if len(legal) > 8:
            parts.append(
                f'<input type="search" class="sr-search" data-key="search" placeholder="Search {len(legal)} legal actions" '
                f'aria-label="Search the legal actions" value="{escape(self.wanted)}" {typed("search")}>'
            )
        sort = here is None and not wanted
        parts += [self._group(title, offers, len(groups), sort) for title, offers in groups.items()]
        if not groups and wanted:
            parts.append("<p>No legal action holds these words.</p>")
        return "".join(parts)

    def _offer(self, index: int, action: Action, label: str) -> Offer:
        game, board = self.session.game, self.seat.view.board
        spaces = game.spaces(board, action) if not self.session.board.hexes else ()
        row = game.series(board, action)
        start, end = (spaces[0], spaces[-1]) if spaces else ("", "")
        return Offer(index, label, *(row or ("", "")), space=start, end=end)

    def _in_this_space(self, choice: bool) -> list[str]:
        """What was clicked, where that narrows the choice or is worth telling of."""
        space, board = self.seat.space, self.session.board
        if not space or space not in board or (board.hexes and not choice):
            return []
        name = escape(space_name(board, space) if not board.hexes else space)
        show_all = f'<button class="sr-button" data-key="everywhere" {do("everywhere")}>Show all</button>'
        said = f'<p class="sr-here">In <b>{name}</b>: choose one. {show_all}</p>' if choice else ""
        return [*([said] if said else []), *([self._card(space, choice)] if not board.hexes else [])]

    def _card(self, space: str, folded: bool) -> str:
        game, view = self.session.game, self.seat.view.board
        here = [piece for piece in game.pieces(view) if piece.space == space]
        card = zone_card(game, self.session.board, space, here, game.about(view, space))
        is_open = "" if folded else " open"
        return (
            f'<details class="sr-group sr-zone-details" data-key="card {int(folded)}"{is_open}><summary>What stands in '
            f"{escape(space_name(self.session.board, space))}</summary>{card}</details>"
        )

    def _here(self, legal: Sequence[Action]) -> list[int] | None:
        """The actions about the space that was clicked, where that is a real choice."""
        if not self.seat.space:
            return None
        board, game = self.seat.view.board, self.session.game
        found = [i for i, a in enumerate(legal) if (spaces := game.spaces(board, a)) and spaces[-1] == self.seat.space]
        return found or None

    def _group(self, title: str, offers: list[Offer], groups: int, sort: bool) -> str:
        rows = self._rows(offers)
        spaces = {offer.space for offer in offers if offer.space}
        ends = {offer.end for offer in offers if offer.end}
        if len(spaces) == 1 and len(offers) > 2 * len(ends):  # from one place, in several ways to each end
            spaces, offers = ends, [replace(offer, space=offer.end) for offer in offers]
        if sort and len(rows) > MANY and len(spaces) > 3:
            body = self._by_space(title, offers)
        else:
            more = (
                f"<li class='sr-soft'>and {len(rows) - MOST_SHOWN} more: search</li>" if len(rows) > MOST_SHOWN else ""
            )
            body = f"<ul data-list>{''.join(rows[:MOST_SHOWN])}{more}</ul>"
        is_open = " open" if groups <= 3 or len(rows) <= 6 else ""
        step = escape(self.session.where[-1].id)
        return (
            f'<details class="sr-group" data-key="group {step} {escape(title)}"{is_open}><summary>{escape(title)} '
            f'<span class="sr-soft">{len(offers)}</span></summary>{body}</details>'
        )

    def _rows(self, offers: Sequence[Offer]) -> list[str]:
        """A row for each action; those that differ only in a number share one."""
        rows: dict[str, list[Offer]] = {}
        for offer in offers:
            rows.setdefault(offer.row or offer.label, []).append(offer)
        found = []
        for row, some in rows.items():
            if len(some) == 1:
                found.append(f"<li>{self._button(some[0].index, some[0].label)}</li>")
                continue
            chips = self._numbers(some)
            found.append(f'<li class="sr-series"><span>{escape(row)}</span><span class="sr-chips">{chips}</span></li>')
        return found

    def _numbers(self, some: Sequence[Offer]) -> str:
        """Chips for every number from the least to the most, where the list names only some of them."""
        listed = {int(offer.number): offer for offer in some if offer.number.isdecimal()}
        first = some[0]
        may = self.session.game.with_number(self.seat.legal()[first.index], 1) if len(listed) == len(some) else None
        if may is None or max(listed) - min(listed) > MOST_CHIPS:
            return "".join(self._chip(offer) for offer in some)
        return "".join(
            self._chip(listed[number])
            if number in listed
            else f'<button class="sr-button sr-chip" data-key="act {escape(first.row)} {number}" '
            f'aria-label="{escape(first.row)}: {number}" '
            f"{do('act-number', index=first.index, number=number, after=self.seat.moves)}>{number}</button>"
            for number in range(min(listed), max(listed) + 1)
        )

    def _chip(self, offer: Offer) -> str:
        return (
            f'<button class="sr-button sr-chip" data-key="act {escape(offer.label)}" aria-label="{escape(offer.label)}" '
            f"{do('act', index=offer.index, after=self.seat.moves)}>{escape(offer.number or offer.label)}</button>"
        )

    def _by_space(self, title: str, offers: list[Offer]) -> str:
        """Many actions, under the names of the spaces they are about."""
        board = self.session.board
        spaces: dict[str, list[Offer]] = {}
        for offer in offers:
            spaces.setdefault(space_name(board, offer.space) if offer.space else "Elsewhere", []).append(offer)
        parts = (
            f'<details class="sr-group sr-of-space" data-key="group {escape(title)} {escape(name)}"><summary>{escape(name)} '
            f'<span class="sr-soft">{len(some)}</span></summary><ul data-list>{"".join(self._rows(some))}</ul></details>'
            for name, some in sorted(spaces.items())
        )
        return f'<div class="sr-of-spaces">{"".join(parts)}</div>'

    def _button(self, index: int, label: str, css: str = "") -> str:
        return (
            f'<button class="sr-button sr-action {css}" data-key="act {escape(label)}" '
            f"{do('act', index=index, after=self.seat.moves)}>{escape(label)}</button>"
        )

    def _tools(self) -> str:
        can_undo = "" if self.session.decisions_made else " disabled"
        can_redo = "" if self.session.can_redo else " disabled"
        step = escape(self.session.where[-1].title)
        for_me = (
            f'<button class="sr-button" data-key="play" {do("play")} title="Let the computer decide until this step is over">'
            f"Play this step for me<span class='sr-hidden-words'>: {step}</span></button>"
            if self.seat.may_decide
            else ""
        )
        return (
            f'<div class="sr-row sr-tools"><button class="sr-button" data-key="undo" {do("undo")}{can_undo}>↶ Undo</button>'
            f'<button class="sr-button" data-key="redo" {do("redo")}{can_redo}>↷ Redo</button>{for_me}</div>'
        )

    def _try_anything(self) -> str:
        """A form for any action at all: the rules answer."""
        decision = self.session.decision
        assert decision is not None
        now = [k.kind() for k in decision.kinds if k is not Roll]
        others = [k.kind() for k in self.session.game.action_types if k.kind() not in now]
        picked = self.trying if self.trying in (*now, *others) else (now or others)[0]
        options = "".join(
            f'<option value="{k}"{" selected" if k == picked else ""}>{k.replace("-", " ")}</option>'
            for k in [*now, *others]
        )
        kind = next(k for k in self.session.game.action_types if k.kind() == picked)
        fields = "".join(
            f'<label>{escape(f.name)} <input type="text" name="{escape(f.name)}" size="9" data-key="field {escape(f.name)}"></label>'
            for f in msgspec.structs.fields(kind)
        )
        words = escape((kind.__doc__ or "").split("\n")[0])
        return (
            '<details class="sr-try" data-key="try"><summary>Try any move, and hear what the rules say</summary>'
            f'<form class="sr-row" {form("try")}><label>Move <select name="action" data-key="try kind" {chosen("kind")}>{options}'
            f'</select></label>{fields}<button class="sr-button" type="submit" data-key="try it">Try it</button></form>'
            f'<p class="sr-small sr-soft">{words}</p></details>'
        )

    def _ending(self) -> str:
        result = self.session.result
        told = escape(result.text) if result else "The game is over."
        section = section_link(result.section) if result else ""
        return f'<div class="sr-decision"><h3>The game is over</h3><p>{told} {section}</p>{self._tools_at_end()}</div>'

    def _tools_at_end(self) -> str:
        return f'<button class="sr-button" data-key="undo" {do("undo")}>↶ Undo</button>'

    # --- acting ---

    @guarded
    def _act(self, said: Said) -> None:
        legal = self.seat.legal()
        index = said.get("index")
        if said.get("after") != self.seat.moves or not isinstance(index, int) or not 0 <= index < len(legal):
            self.refresh()  # the list was an old one: show it anew and do nothing
            return
        self.choose(legal[index])

    @guarded
    def _act_number(self, said: Said) -> None:
        """A number between two that are offered: it is tried, and the rules judge it."""
        legal, index, number = self.seat.legal(), said.get("index"), said.get("number")
        if said.get("after") != self.seat.moves or not isinstance(index, int) or not 0 <= index < len(legal):
            self.refresh()
            return
        action = self.session.game.with_number(legal[index], number) if isinstance(number, int) else None
        if action is not None:
            self.choose(action)

    def choose(self, action: Action) -> None:
        """Take an action; one that the rules refuse is explained."""
        self.tell("")
        with self.seat.hold():
            self.seat.space = ""
            self.wanted = ""
            if not self.seat.act(action):
                self.value = action

    @guarded
    def _try(self, said: Said) -> None:
        values = said.get("values")
        if not isinstance(values, dict):
            return
        action = self._composed({str(k): str(v) for k, v in values.items()})
        self.tell("")
        self.seat.act(action)

    def _composed(self, values: dict[str, str]) -> Action | dict[str, Any]:
        """An action from what was typed; what cannot be read stays as it is, and the rules say so."""
        kind = next((k for k in self.session.game.action_types if k.kind() == values.get("action")), None)
        if kind is None:
            return dict(values)
        hints = typing.get_type_hints(kind)
        plain: dict[str, Any] = {}
        for field in msgspec.structs.fields(kind):
            text = values.get(field.name, "").strip()
            if not text and not field.required:
                continue
            several = typing.get_origin(hints[field.name]) in (tuple, list)
            plain[field.name] = text.replace(",", " ").split() if several else text
        try:
            return msgspec.convert({"action": kind.kind(), **plain}, kind, strict=False)
        except msgspec.ValidationError:
            self.seat.refused = None
            self.refresh()
            wants = ", ".join(
                f"{f.name} ({_expected(hints[f.name])})" for f in msgspec.structs.fields(kind) if f.required
            )
            raise StaffRideError(
                f"{kind.kind().replace('-', ' ').capitalize()} needs {wants}; fill in every field."
            ) from None

    @guarded
    def _search(self, said: Said) -> None:
        self.wanted = str(said.get("value", ""))[:80]
        self.refresh()

    @guarded
    def _pick_kind(self, said: Said) -> None:
        kinds = {k.kind() for k in self.session.game.action_types}
        self.trying = said["value"] if said.get("value") in kinds else ""
        self.refresh()

    @guarded
    def _step_back(self) -> None:
        self.seat.undo()

    @guarded
    def _step_on(self) -> None:
        self.seat.redo()

    @guarded
    def _leave_space(self) -> None:
        self.seat.space = ""
        self.refresh()

    @guarded
    def _understood(self) -> None:
        self.seat.refused = None
        self.refresh()

    @guarded
    def _change_eyes(self) -> None:
        decision = self.session.decision
        if decision is not None and decision.who:
            if self.seat.has_curtain and self.session.game.hides:
                self.seat.curtain = decision.who
            else:
                self.seat.viewer = decision.who

    @guarded
    def play_step(self) -> None:
        """Let a policy decide until this step is over, or another player must choose."""
        session, game = self.session, self.session.game
        choose = policy(FOR_ME if FOR_ME in policies_of(game) else "random", session.decisions_made, game)
        start, who, logged = session.where, self.seat.player, len(session.log)
        with self.seat.hold():
            self.seat.refused, self.seat.space = None, ""
            for _ in range(MOST_IN_A_STEP):
                decision = session.decision
                if decision is None or session.where != start or decision.who not in (who, ""):
                    break
                session.submit(choose(session) if decision.who else Roll())
            self.seat.others_play(logged)


def _expected(hint: Any) -> str:
    """What a field takes, in a word."""
    if typing.get_origin(hint) in (tuple, list):
        return "several, parted by spaces"
    return {int: "a whole number", bool: "true or false"}.get(hint, "a word")


def explained(game: Game[Any], words: str, rulings: Sequence[Ruling]) -> str:
    """Why something is not allowed: every ruling with its section, reason and remedy."""

    def row(ruling: Ruling) -> str:
        remedy = f'<span class="sr-remedy">{escape(ruling.remedy)}</span>' if ruling.remedy else ""
        return f"<li>{section_link(ruling.section)} {escape(by_name(game, ruling.reason))} {remedy}</li>"

    return (
        f'<div class="sr-refused" role="alert"><h4>Not allowed: {escape(words)}</h4>'
        f"<ul>{''.join(row(r) for r in rulings)}</ul>"
        f'<button class="sr-button" data-key="understood" {do("understood")}>Understood</button></div>'
    )


def upcoming_words(game: Game[Any], roll: Any) -> str:
    """What is about to be rolled or drawn, in words."""
    why = f"{escape(by_name(game, roll.why))}: " if roll.why else ""
    if roll.bag:
        return f"{why}a draw from the bag."
    faces = "; ".join(
        f"{_faces(faces, roll.sides)} {escape(OUTCOMES.get(name, name))}" for name, faces in roll.groups.items()
    )
    return f"{why}{roll.dice}d{roll.sides}" + (f", {faces}." if faces else ".")


def _faces(faces: Sequence[int], sides: int) -> str:
    """Which faces count; many in a row are told by where they end."""
    run = list(faces) == list(range(faces[0], faces[0] + len(faces))) if faces else False
    if run and len(faces) > 2 and faces[0] == 1:
        return f"{faces[-1]} or less:"
    if run and len(faces) > 2 and faces[-1] == sides:
        return f"{faces[0]} or more:"
    if run and len(faces) > 2:
        return f"{faces[0]} to {faces[-1]}:"
    return " or ".join(map(str, faces)) + (":" if faces else "")
