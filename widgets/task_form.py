"""How a task is answered: a control for each kind of task, what was said in it, and the verdict in words.

Lessons and practice use the same form. It belongs on a ``Page`` of its own, so that a hint or a verdict beside it does
not wipe out what is being typed.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from tutor.engine.game import Game
from tutor.engine.rulings import Ruling
from tutor.engine.session import Session
from tutor.lessons.tasks import Choice, Do, Judge, Number, Point, Section, Task, Verdict, called

from .page import Said, do, form, section_link
from .rule_book import rule_book_of
from .wording import by_name

OPEN, RIGHT, WRONG, TOLD = "open", "right", "wrong", "told"  # the states of a form


class TaskForm:
    """The answer to one task, as it is being given.

    ``marked`` holds the spaces pointed at so far, ``tried`` the options that were chosen and are wrong, ``given`` what
    was said last. ``clear`` before the next task. The page needs handlers for two messages: ``answer`` (give it to
    ``read``) and ``mark`` (give it to ``mark``, or call ``toggle`` from a click on the map, and show the form again).

    >>> form = TaskForm()
    >>> form.read({"do": "answer", "values": {"answer": " 7 "}})
    '7'
    """

    def __init__(self) -> None:
        self.marked: set[str] = set()
        self.tried: set[str] = set()
        self.given: Any = None

    def clear(self) -> None:
        """Begin anew: another task, or this one once more."""
        self.marked, self.tried, self.given = set(), set(), None

    # --- showing ---

    def html(self, task: Task, session: Session, state: str = OPEN) -> str:
        """The control for a task. ``state`` is ``open``, ``wrong`` (try again), ``right`` or ``told`` (both: closed)."""
        closed = state in (RIGHT, TOLD)
        match task:
            case Point():
                body = self._point(session, closed)
            case Number():
                body = self._field("Your answer", "%" if task.percent else "", closed, "decimal")
            case Section():
                body = self._field("Section", "", closed, "text", "such as 7.2.2")
            case Choice():
                body = self._choice(session, task, closed)
            case Judge():
                body = self._judge(session, task, closed)
            case Do():
                body = self._do(closed)
            case _:
                body = ""
        ask = linked(session.game, task.ask)
        return f'<div class="sr-learn-task sr-learn-{state}"><p class="sr-learn-ask">{ask}</p>{body}</div>'

    def _field(self, label: str, unit: str, closed: bool, mode: str, example: str = "") -> str:
        value = escape(str(self.given if self.given is not None else ""))
        off = " disabled" if closed else ""
        shown = f'<span class="sr-learn-unit">{unit}</span>' if unit else ""
        return (
            f'<form class="sr-row" {form("answer")}><label class="sr-learn-field">{escape(label)} '
            f'<input type="text" name="answer" inputmode="{mode}" size="9" autocomplete="off" {_key("answer", closed, first=True)} '
            f'value="{value}" placeholder="{escape(example)}"{off}>{shown}</label>{_check(closed, submit=True)}</form>'
        )

    def _choice(self, session: Session, task: Choice, closed: bool) -> str:
        right = task.right(session) if closed else None
        rows = []
        for number, option in enumerate(task.options):
            mark, css, off = "", "", " disabled" if closed else ""
            if option == right:
                mark, css = '<span class="sr-learn-sign">✓ right</span>', " sr-learn-good"
            elif option in self.tried:
                mark, css, off = '<span class="sr-learn-sign">✕ wrong</span>', " sr-learn-bad", " disabled"
            rows.append(
                f'<li><button class="sr-button sr-learn-option{css}" {_key(f"option {number}", closed, first=not number)} '
                f"{do('answer', option=option)}{off}>{escape(by_name(session.game, option))}{mark}</button></li>"
            )
        return f'<ul class="sr-learn-options" data-list>{"".join(rows)}</ul>'

    def _judge(self, session: Session, task: Judge, closed: bool) -> str:
        said = set(self.given or ())
        right = set(task.right(session)) if closed else set()
        rows = []
        for number, label in enumerate(task.named(session)):
            ticked = " checked" if number in said else ""
            sign = "✕ refused" if number in right else "✓ allowed"
            mark = f'<span class="sr-learn-sign">{sign}</span>' if closed else ""
            rows.append(
                f'<li><label class="sr-learn-box"><input type="checkbox" name="{number}" {_key(f"box {number}", closed, first=not number)}{ticked}'
                f"{' disabled' if closed else ''}> <span>{escape(by_name(session.game, label))}</span>{mark}</label></li>"
            )
        return (
            f'<form {form("answer")}><p class="sr-small sr-soft">Tick what the rules refuse.</p>'
            f'<ul class="sr-learn-options">{"".join(rows)}</ul>{_check(closed, submit=True)}</form>'
        )

    def _point(self, session: Session, closed: bool) -> str:
        chips = "".join(
            f'<button class="sr-button sr-learn-chip" data-key="unmark {escape(space)}" {do("mark", space=space)} '
            f'aria-label="Unmark {escape(called(session, space))}"{" disabled" if closed else ""}>{_space_name(session, space)}'
            f'<span aria-hidden="true"> ×</span></button>'
            for space in sorted(self.marked)
        )
        word = "hex" if session.board.hexes else "zone"
        shown = chips or f'<span class="sr-soft">No {word} marked yet: click the map.</span>'
        by_name = (
            f'<form class="sr-row" {form("mark")}><label class="sr-small sr-soft">or type a {word} <input type="text" name="space" '
            f'size="{5 if session.board.hexes else 12}" autocomplete="off" data-key="mark" data-fallback></label>'
            '<button class="sr-button" type="submit" data-key="mark it">Mark</button></form>'
        )
        tools = "" if closed else f'<div class="sr-row">{_check(closed)}{by_name}</div>'
        return f'<div class="sr-row sr-learn-chips" aria-live="polite">{shown}</div>{tools}'

    def _do(self, closed: bool) -> str:
        if closed:
            return ""
        return f'<div class="sr-row">{_check(closed)}<span class="sr-small sr-soft">Do it on the board, then check.</span></div>'

    # --- listening ---

    def toggle(self, space: str) -> None:
        """Mark a space, or unmark it."""
        self.marked ^= {space}

    def mark(self, said: Said, session: Session) -> str:
        """Mark what a message names; returns what is wrong with it, in words, or nothing."""
        values = said.get("values")
        typed = str(values.get("space", "") if isinstance(values, dict) else said.get("space", "")).strip()
        names = {str(session.board.fact(s, "name")).lower(): s for s in session.board if session.board.fact(s, "name")}
        known = names | {str(space).lower(): space for space in session.board}
        # Names of zones have spaces in them, so that only commas part them.
        parts = r"[\s,;]+" if session.board.hexes else r"\s*[,;]\s*"
        wanted = [typed] if typed.lower() in known else [word for word in re.split(parts, typed) if word]
        for word in wanted:
            if word.lower() not in known:
                return f"The map has no {f'hex {word.upper()[:12]}' if session.board.hexes else f'zone {word[:24]}'}."
            self.toggle(known[word.lower()])
        return ""

    def read(self, said: Said) -> Any:
        """The answer in a message: what ``Task.judge`` takes."""
        values = said.get("values")
        if "option" in said:
            self.given = str(said["option"])
        elif isinstance(values, dict) and "answer" in values:
            self.given = str(values["answer"]).strip()[:80]
        elif isinstance(values, dict):
            self.given = sorted(int(number) for number, on in values.items() if on is True and number.isdigit())
        elif self.marked:
            self.given = sorted(self.marked)
        else:
            self.given = []
        return self.given

    def judged(self, verdict: Verdict) -> None:
        """Remember what a verdict says of the last answer: a wrong option is struck out."""
        if not verdict.right and isinstance(self.given, str):
            self.tried.add(self.given)


def _check(closed: bool, submit: bool = False) -> str:
    """The button that gives the answer; a task that is over has none, and the page moves the focus on."""
    if closed:
        return ""
    sends = 'type="submit"' if submit else do("answer")
    return f'<button class="sr-button sr-main" data-key="check" {sends}>Check</button>'


def _key(name: str, closed: bool, first: bool = False) -> str:
    """The name of a control; the first one takes the focus when a new task is shown."""
    return "" if closed else f'data-key="{name}"' + (" data-fallback" if first else "")


def _space_name(session: Session, space: str) -> str:
    if not session.board.hexes:
        return escape(called(session, space))
    name = session.board.fact(space, "name") if space in session.board else ""
    return escape(f"{space} {name}".strip())


def verdict_html(game: Game[Any], verdict: Verdict) -> str:
    """What the rules say to an answer: right or not, why, and every ruling with its section."""
    title = "Right" if verdict.right else "Not yet"
    rulings = dict.fromkeys(verdict.rulings)
    rows = "".join(f"<li>{ruling_html(game, ruling)}</li>" for ruling in rulings)
    words = paragraphs(game, verdict.words) if verdict.words.rstrip(".") != title else ""
    return (
        f'<div class="sr-learn-verdict sr-learn-{RIGHT if verdict.right else WRONG}" role="status">'
        f"<h4>{'✓' if verdict.right else '✕'} {title}</h4>{words}" + (f"<ul>{rows}</ul>" if rows else "") + "</div>"
    )


def ruling_html(game: Game[Any], ruling: Ruling) -> str:
    """One ruling: its section as a link, the reason, and the way out."""
    remedy = f' <span class="sr-remedy">{escape(ruling.remedy)}</span>' if ruling.remedy else ""
    return f"{section_link(ruling.section)} {escape(by_name(game, ruling.reason))}{remedy}"


def paragraphs(game: Game[Any], text: str) -> str:
    """Plain text as paragraphs: an empty line parts them."""
    return "".join(f"<p>{linked(game, part)}</p>" for part in re.split(r"\n\s*\n", text.strip()) if part.strip())


def linked(game: Game[Any], text: str) -> str:
    """Text of ours for a page: players by name, **bold**, abbreviations explained, sections as links to their cards."""
    safe = rule_book_of(game.id).told(by_name(game, text))
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", safe)
