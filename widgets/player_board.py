"""The sheets of a game: player boards, tracks and pools, figure by figure."""

from __future__ import annotations

import re
from html import escape

import traitlets

from tutor.engine.showing import Dial, Sheet

from .page import Page, Panel, Said, do, guarded
from .rule_book import number_link
from .zone_card import letters_chip

NUMBER = re.compile(r"-?\d+")
AT_ONCE = 6  # sheets; where there are more, one is chosen
UNPICKED = "*"


class PlayerBoard(Panel):
    """The figures that the viewer may see, as cards: value, where it lies on its track, and the rule it belongs to.

    Where there are many sheets one player's are shown at a time: those of whoever looks on, or of ``shown``.
    """

    title = "Player boards"
    shown = traitlets.Unicode(UNPICKED)  # the player whose sheets are shown, where not all are

    def build(self) -> None:
        self.page = Page(self.title, {"rule": self.rule_clicked, "sheet": self._pick})
        self.children = (self.notice, self.page)

    def refresh(self) -> None:
        sheets = self.session.game.sheets(self.seat.view.board)
        if not sheets:
            self.page.html = '<p class="sr-soft">This game keeps no sheets.</p>'
            return
        chooser = ""
        if len(sheets) > AT_ONCE:
            chooser = self._chooser(sheets)
            sheets = [sheet for sheet in sheets if sheet.side == self._side(sheets)]
        cards = "".join(self._sheet(sheet) for sheet in sheets)
        self.page.html = f'{chooser}<div class="sr-scroll sr-boards-box" data-scroll="boards"><div class="sr-boards">{cards}</div></div>'

    def _side(self, sheets: list[Sheet]) -> str:
        """Whose sheets are shown, where there are too many for all: who was picked, or whoever looks on."""
        sides = {sheet.side for sheet in sheets}
        for side in (self.shown, self.seat.player):
            if side in sides and side != UNPICKED:
                return side
        return sheets[0].side

    def _chooser(self, sheets: list[Sheet]) -> str:
        now, liveries = self._side(sheets), self.session.game.liveries
        chips = "".join(
            f'<button class="sr-button sr-sheet-pick" data-key="sheet {escape(side)}" title="{escape(title)}" '
            f'aria-pressed="{"true" if side == now else "false"}" {do("sheet", side=side)}>'
            + (letters_chip(liveries[side]) if side in liveries else escape(title))
            + (f'<span class="sr-hidden-words">{escape(title)}</span>' if side in liveries else "")
            + "</button>"
            for side, title in {sheet.side: sheet.title for sheet in sheets}.items()
        )
        return f'<div class="sr-row sr-sheet-picks" role="group" aria-label="Whose sheet" data-list>{chips}</div>'

    @guarded
    def _pick(self, said: Said) -> None:
        self.shown = str(said.get("side", UNPICKED))
        self.refresh()

    def _sheet(self, sheet: Sheet) -> str:
        owner = self.session.game.player_name(sheet.side) if sheet.side else ""
        if not sheet.side:
            whose = "shared"
        elif sheet.side == self.seat.player:
            whose = "yours"
        else:
            whose = owner if owner != sheet.title else ""
        mark = f'<span class="sr-owner sr-mark">{escape(whose)}</span>' if whose else ""
        dials = "".join(self._dial(dial) for dial in sheet.dials)
        return f'<section class="sr-sheet"><h4><span>{escape(sheet.title)}</span>{mark}</h4>{dials}</section>'

    @staticmethod
    def _dial(dial: Dial) -> str:
        bounds = _bounds(dial)
        note = f'<span class="sr-dial-note">{escape(dial.note)}</span>' if dial.note else ""
        return (
            f'<div class="sr-dial"><span class="sr-dial-title">{escape(dial.title)}</span>{_bar(dial)}'
            f'<span class="sr-dial-value">{escape(dial.value)}{bounds}</span>{number_link(dial.section)}{note}</div>'
        )


def _bounds(dial: Dial) -> str:
    """The end of the track, in words."""
    return "" if dial.high is None else f' <span class="sr-dial-range">of {dial.high}</span>'


def _bar(dial: Dial) -> str:
    """How far along its track a figure stands; the words beside it say the same."""
    found = NUMBER.match(dial.value)
    low = dial.low or 0
    if found is None or dial.high is None or dial.high <= low:
        return "<span></span>"
    share = min(max((int(found[0]) - low) / (dial.high - low), 0), 1)
    return f'<span class="sr-dial-bar" aria-hidden="true"><i style="width:{share:.0%}"></i></span>'
