"""The sheets of a game: player boards, tracks and pools, figure by figure."""

from __future__ import annotations

import re
from html import escape

from tutor.engine.showing import Dial, Sheet

from .page import Page, Panel
from .rule_book import number_link

NUMBER = re.compile(r"-?\d+")


class PlayerBoard(Panel):
    """The figures that the viewer may see, as cards: value, where it lies on its track, and the rule it belongs to."""

    title = "Player boards"

    def build(self) -> None:
        self.page = Page(self.title, {"rule": self.rule_clicked})
        self.children = (self.notice, self.page)

    def refresh(self) -> None:
        sheets = self.session.game.sheets(self.seat.view.board)
        if not sheets:
            self.page.html = '<p class="sr-soft">This game keeps no sheets.</p>'
            return
        cards = "".join(self._sheet(sheet) for sheet in sheets)
        self.page.html = (
            f'<div class="sr-scroll sr-boards-box" data-scroll="boards"><div class="sr-boards">{cards}</div></div>'
        )

    def _sheet(self, sheet: Sheet) -> str:
        owner = self.session.game.player_name(sheet.side) if sheet.side else ""
        if not sheet.side:
            whose = "shared"
        elif sheet.side == self.seat.player:
            whose = "yours"
        else:
            whose = owner
        mark = f'<span class="sr-owner sr-mark">{escape(whose)}</span>'
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
