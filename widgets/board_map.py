"""The map: an ipyleaflet map whose ground is sent once, with counters, control and highlights in one overlay."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from functools import lru_cache
from html import escape
from itertools import count
from math import atan2, degrees, hypot
from typing import Any

import anywidget
import ipyleaflet
import ipywidgets
import traitlets

from tutor.board import Board
from tutor.board.draw import Picture
from tutor.engine.decisions import Action
from tutor.engine.session import Session
from tutor.engine.showing import Piece

from . import counters
from .page import STATIC, STYLE, Page, Panel, Said, guarded
from .seat import Seat

Layers = dict[str, dict[str, str]]
SIDE_PATTERNS = ("M-2 2L2 -2M0 8L8 0M6 10L10 6", "M4 0V8", "M0 4H8", "M0 0L8 8", "M2 2h2v2h-2z")
SIDE_COLOURS = ("#1f4e6b", "#8c2f24", "#6b5b1f", "#3f6b3a", "#5b3a6b")
DIRECTIONS = {"e": 0.0, "n": 90.0, "w": 180.0, "s": 270.0}
NUMBERS = count(1)
COUNTER = 0.4  # the width of a counter, in hexes


@lru_cache(maxsize=4)
def picture_of(board: Board) -> Picture:
    return Picture(board)


@lru_cache(maxsize=4)
def ground_of(board: Board) -> str:
    """The ground as an address that holds the whole picture."""
    return (
        "data:image/svg+xml;base64,"
        + base64.b64encode(picture_of(board).ground_svg(without=("fortress",)).encode()).decode()
    )


class Overlay(anywidget.AnyWidget):
    """What lies on the ground. Remembers what the browser has, and sends only what is different."""

    _esm = STATIC / "board.js"
    _css = STYLE
    map_id = traitlets.Unicode().tag(sync=True)
    size: Any = traitlets.List().tag(sync=True)
    pitch = traitlets.Float().tag(sync=True)
    defs = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    name = traitlets.Unicode("Map").tag(sync=True)

    def __init__(self, heard: Callable[[Said], None], **kwargs: Any) -> None:
        self._heard_by = heard
        self.drawn: Layers = {}
        super().__init__(**kwargs)
        self.on_msg(lambda _, said, buffers: self._heard_by(said) if isinstance(said, dict) else None)

    def show(self, layers: Layers, click: float = 0.0) -> None:
        """Bring the browser's picture to this one."""
        changes: dict[str, dict[str, str | None]] = {}
        for name, parts in layers.items():
            before = self.drawn.get(name, {})
            changed: dict[str, str | None] = {key: svg for key, svg in parts.items() if before.get(key) != svg}
            changed.update(dict.fromkeys(before.keys() - parts.keys()))
            if changed:
                changes[name] = changed
            self.drawn[name] = parts
        if changes or click:
            self.send({"changes": changes, "click": click})

    def show_all(self) -> None:
        self.send({"changes": self.drawn})


class BoardMap(Panel):
    """The board of a game with everything on it that the viewer may see.

    Legal spaces are outlined; click a stack, then a destination. Where a click could mean several things ``picked``
    holds the actions to choose from; where it means nothing legal the rules say why (``seat.refused``).

    ``attention`` and ``marked`` are spaces to be ringed: what to look at, and what was pointed at.
    ``clicked`` is the space clicked last, ``highlighted`` the spaces a click can act on. ``on_click``, a function of
    a space and a piece's id, takes over clicks (the position editor does this); ``pieces`` and ``control`` may be
    given to show another set of pieces than the game's.
    """

    title = "Map"
    clicked = traitlets.Unicode("")
    highlighted = traitlets.Tuple()
    picked = traitlets.Tuple()
    attention: Any = traitlets.Tuple()  # spaces to look at, ringed on the map
    marked: Any = traitlets.Tuple()  # spaces that a learner has pointed at
    seat = traitlets.Instance(Seat)

    def __init__(
        self,
        game: Session | Seat,
        *,
        viewer: str = "",
        height: str = "560px",
        on_click: Callable[[str, str], None] | None = None,
        **kwargs: Any,
    ) -> None:
        self.height = height
        self.on_click = on_click
        self.shown_instead: tuple[list[Piece], dict[str, str]] | None = None
        self.looking_back: Session | None = None
        self._cursor = ""
        self._prefix = f"side-{next(NUMBERS)}"
        self._board: Board | None = None
        super().__init__(game, viewer=viewer, **kwargs)
        self.add_class("sr-board-map")

    # --- making ---

    def build(self) -> None:
        self.legend = Page("Legend of the map")

    def _lay_out(self, board: Board) -> None:
        """A new board: the ground goes to the browser once."""
        self._board, self._cursor = board, ""
        self.picture = picture_of(board)
        width, height = self.picture.width, self.picture.height
        self.map = ipyleaflet.Map(
            crs=ipyleaflet.projections.Simple,
            layers=[ipyleaflet.ImageOverlay(url=ground_of(board), bounds=((-height, 0), (0, width)))],
            center=(-height / 2, width / 2),
            zoom=0,
            min_zoom=-4,
            max_zoom=3,
            zoom_snap=0.25,
            zoom_delta=0.5,
            keyboard=False,
            double_click_zoom=False,
            attribution_control=False,
            scroll_wheel_zoom=True,
            layout=ipywidgets.Layout(height=self.height, width="100%", margin="0"),
        )
        self.overlay = Overlay(
            self._heard,
            map_id=f"IPY_MODEL_{self.map.model_id}",
            size=[width, height],
            pitch=self.picture.pitch(),
            defs=_patterns(self.session.game.players, f"{self._prefix}-map"),
            words=self.picture.words(),
            name=f"Map: {board.about.get('title', board.name)}. Arrow keys walk over it, Enter chooses, plus and minus zoom.",
        )
        self.legend.html = self._legend()
        self.children = [self.notice, self.map, self.overlay, self.legend]

    def _legend(self) -> str:
        game = self.session.game
        nations = "".join(
            f"<li>{small_counter(Piece(n, '', '', n, 'unknown', hidden=True), game.liveries)} {escape(n)}</li>"
            for n in game.liveries
        )
        first = next(iter(game.liveries), "")
        branches = "".join(
            f"<li>{small_counter(Piece('', '', '', first, b, '4'), game.liveries)} {b}</li>"
            for b in ("infantry", "cavalry", "artillery", "air", "fortress", "deception")
        )
        sides = "".join(
            f'<li><svg width="26" height="20" aria-hidden="true"><defs>{_patterns(game.players, f"{self._prefix}-key")}</defs>'
            f'<rect width="26" height="20" fill="url(#{self._prefix}-key-{i})"/></svg> held by the {escape(game.player_name(p))}</li>'
            for i, p in enumerate(game.players)
        )
        return (
            '<details class="sr-legend" data-key="legend"><summary>Legend</summary><div class="sr-legend-body">'
            f'<div class="sr-legend-ground">{self.picture.legend_svg()}</div><div><h4>Counters</h4><ul>{nations}</ul>'
            f"<p class='sr-small'>A back without strength: the enemy's block, or one you may not see.</p>"
            f"<ul>{branches}</ul></div><div><h4>Ground</h4><ul>{sides}"
            '<li><svg width="26" height="20" aria-hidden="true"><rect x="2" y="2" width="22" height="16" class="sr-legal"/></svg> '
            "a click here is a legal choice</li>"
            '<li><svg width="26" height="20" aria-hidden="true"><rect x="2" y="2" width="22" height="16" class="sr-chosen"/></svg> '
            "chosen</li></ul></div></div></details>"
        )

    # --- showing ---

    def refresh(self, click: float = 0.0) -> None:
        session = self.looking_back or self.session
        if session.board is not self._board:
            self._lay_out(session.board)
        view = session.view(self.seat.player).board if self.looking_back else self.seat.view.board
        pieces, control = self.shown_instead or (session.game.pieces(view), session.game.control(view))
        self._pieces = pieces
        targets = self._targets(view)
        self.highlighted = tuple(targets)
        self.overlay.show(
            {
                "tint": self._tints(control),
                "under": {space: self._outline(space, "sr-legal") for space in targets},
                "stacks": self._stacks(pieces),
                "over": self._marks(view, targets),
            },
            click,
        )

    def _targets(self, view: Any) -> dict[str, list[Action]]:
        """The spaces a click can act on, with the actions it can mean."""
        found: dict[str, list[Action]] = {}
        if self.looking_back or self.shown_instead:
            return found
        for action in self.seat.legal():
            spaces = self.session.game.spaces(view, action)
            if spaces:
                found.setdefault(spaces[-1], []).append(action)
        return found

    def _tints(self, control: dict[str, str]) -> dict[str, str]:
        order = {player: i for i, player in enumerate(self.session.game.players)}
        return {
            space: f'<path d="{self.picture.path(space)}" fill="url(#{self._prefix}-map-{order[side]})"/>'
            for space, side in control.items()
            if side in order
        }

    def _stacks(self, pieces: list[Piece]) -> dict[str, str]:
        size = self.picture.pitch() * COUNTER
        liveries = self.session.game.liveries
        return {
            space: counters.stack(here, liveries, self.picture.middle(space), size)
            for space, here in counters.piles(pieces).items()
        }

    def _marks(self, view: Any, targets: dict[str, list[Action]]) -> dict[str, str]:
        """What lies over the counters: where the piece in hand stands, and a dot where it may go."""
        found = {}
        for space in targets:
            x, y = self.picture.middle(space)
            reach = self.picture.pitch() * 0.36
            found[f"dot {space}"] = f'<circle cx="{x}" cy="{y - reach:.1f}" r="{reach * 0.16:.1f}" class="sr-dot"/>'
        from_where = {
            s[0] for actions in targets.values() for a in actions if len(s := self.session.game.spaces(view, a)) > 1
        }
        chosen = from_where if len(from_where) == 1 else set()
        if self.seat.space:
            chosen.add(self.seat.space)
        for css, spaces in (("chosen", chosen), ("attention", self.attention), ("marked", self.marked)):
            for space in spaces:
                if space in self.session.board:
                    found[f"{css} {space}"] = self._outline(space, f"sr-{css}")
        return found

    def _outline(self, space: str, css: str) -> str:
        return f'<path d="{self.picture.path(space)}" class="{css}"/>'

    def look_back(self, past: Session | None) -> None:
        """Show the board as it was; None returns to now."""
        self.looking_back = past
        self.repaint()

    def show_pieces(self, pieces: list[Piece], control: dict[str, str]) -> None:
        """Show these instead of the game's own."""
        self.shown_instead = (pieces, control)
        self.repaint()

    @traitlets.observe("attention", "marked")
    def _ringed(self, change: Any) -> None:
        if self._built:
            self.repaint()

    # --- listening ---

    @guarded
    def _heard(self, said: Said) -> None:
        what = said.get("do")
        if what == "shown":
            self.overlay.show_all()
        elif what == "hover":
            space = self._space(said)
            self.overlay.send({"tip": self.words_for(space) if space else ""})
        elif what == "click":
            space = self._space(said)
            if space:
                self.click(space, str(said.get("piece", "")), float(said.get("time") or 0))
        elif what == "key":
            self._key(str(said.get("key")))

    def _space(self, said: Said) -> str | None:
        at = said.get("at")
        if not isinstance(at, list) or len(at) != 2 or not all(isinstance(v, (int, float)) for v in at):
            return None
        return self.picture.space_at(*at)

    @guarded
    def click(self, space: str, piece: str = "", time: float = 0.0) -> None:
        """What a click on a space does: the one legal action there, a choice among several, or an explanation."""
        self.clicked = space
        before = self.seat.revision
        if self.on_click is not None:
            self.on_click(space, piece)
        elif not self.looking_back:
            self._choose(space, piece)
        if time:
            if self.seat.revision == before:
                self.refresh(time)
            else:
                self.overlay.show({}, time)

    def _choose(self, space: str, piece: str) -> None:
        game, view = self.session.game, self.seat.view.board
        if space == self._in_hand() and self._put_down(space):
            return
        here = self._targets(view).get(space, [])
        if len(here) > 1 and piece:
            here = [a for a in here if game.piece_of(a) == piece] or here
        here = self._shortest(here)
        if len(here) == 1:
            self.picked = ()
            with self.seat.hold():
                self.seat.space = ""
                self.seat.act(here[0])
            return
        self.picked = tuple(here)
        self.seat.space = space
        if here:
            self.seat.refused = None
            self.seat.changed()
            return
        if self._take_instead(space, piece):
            return
        tried = game.meant(self.session, space) if self.seat.may_decide else None
        if tried is not None:
            self.seat.act(tried)
        else:
            self.seat.changed()

    def _in_hand(self) -> str:
        """Where the piece stands that was picked up, if one was."""
        view, game = self.seat.view.board, self.session.game
        ways = [game.spaces(view, action) for action in self.seat.legal()]
        starts = {way[0] for way in ways if len(way) > 1}
        pieces = {game.piece_of(action) for action in self.seat.legal()} - {""}
        return starts.pop() if len(starts) == 1 and len(pieces) == 1 else ""

    def _put_down(self, space: str) -> bool:
        """A second click on the piece in hand puts it back, where the game knows how."""
        back = self.session.game.meant(self.session, space)
        if back is None or back not in self.seat.legal():
            return False
        self.seat.act(back)
        return True

    def _take_instead(self, space: str, piece: str) -> bool:
        """Another piece of one's own is clicked while one is in hand: that one is put back and this one taken."""
        held, game = self._in_hand(), self.session.game
        back = game.meant(self.session, held) if held else None
        if back is None or back not in self.seat.legal():
            return False
        after = self.session.fork()
        after.submit(back)
        view = after.view(self.seat.player).board
        found = [a for a in after.legal() if game.spaces(view, a) == (space,)]
        if not found or (after.decision is not None and after.decision.who != self.seat.player):
            return False
        with self.seat.hold():
            self.seat.act(back)
            self._choose(space, piece)
        return True

    def _shortest(self, here: list[Action]) -> list[Action]:
        """Of several ways to the same end the shortest is meant, where there is one; the list has the others."""
        view, game = self.seat.view.board, self.session.game
        ways = [(len(game.spaces(view, action)), action) for action in here]
        same = len({(type(action), game.piece_of(action)) for action in here}) == 1
        least = min((length for length, _ in ways), default=0)
        best = [action for length, action in ways if length == least]
        return best if same and least > 1 and len(best) == 1 else here

    def _key(self, key: str) -> None:
        if key == "blur":
            self.overlay.show({"cursor": {}})
            return
        if key == "escape":
            self.seat.space, self.picked = "", ()
            held = self._in_hand()
            if not held or not self._put_down(held):
                self.seat.changed()
            return
        if key == "enter":
            if self._cursor:
                self.click(self._cursor)
            return
        self._cursor = self._toward(key) if self._cursor else self._first_stop()
        outline = self._outline(self._cursor, "sr-cursor")
        self.overlay.show({"cursor": {"here": outline}})
        self.overlay.send({"look": list(self.picture.middle(self._cursor)), "said": self.plain_words_for(self._cursor)})

    def _first_stop(self) -> str:
        return self.seat.space or (self.highlighted[0] if self.highlighted else next(iter(self.session.board)))

    def _toward(self, key: str) -> str:
        """The neighbour that lies most in this direction."""
        x, y = self.picture.middle(self._cursor)
        best, least = self._cursor, 80.0
        for other in self.session.board.neighbours[self._cursor]:
            ox, oy = self.picture.middle(other)
            off = (
                abs((degrees(atan2(y - oy, ox - x)) - DIRECTIONS[key] + 180) % 360 - 180) + hypot(ox - x, oy - y) / 1000
            )
            if off < least:
                best, least = other, off
        return best

    # --- words ---

    def words_for(self, space: str) -> str:
        """What a hover shows: the ground, and the stack as the viewer may know it."""
        here = [p for p in self._pieces if p.space == space]
        rows = "".join(f"<li>{small_counter(p, self.session.game.liveries)} {escape(p.text)}</li>" for p in here)
        return f"<b>{escape(space)}</b> {escape(self._ground(space))}" + (f"<ul>{rows}</ul>" if rows else "")

    def plain_words_for(self, space: str) -> str:
        here = ", ".join(p.text for p in self._pieces if p.space == space) or "no pieces"
        legal = ". A legal choice" if space in self.highlighted else ""
        return f"{space} {self._ground(space)}: {here}{legal}."

    def _ground(self, space: str) -> str:
        board = self.session.board
        names = [board.fact(space, "name"), board.fact(space, "terrain")]
        names += [
            word for word in ("fortress", "port", "capital", "city") if board.fact(space, word) not in ("", "none")
        ]
        return ", ".join(dict.fromkeys(filter(None, names)))


def small_counter(piece: Piece, liveries: Any) -> str:
    return (
        '<svg class="sr-small-counter" width="24" height="24" viewBox="-22 -24 46 48" aria-hidden="true">'
        f"{counters.counter(piece, liveries, 40)}</svg>"
    )


def _patterns(players: Iterable[str], prefix: str) -> str:
    """A hatch for each side, so that control is told by more than colour.

    Each picture needs names of its own: a browser draws nothing with a pattern that stands in a hidden picture.
    """
    return "".join(
        f'<pattern id="{prefix}-{i}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" fill="{SIDE_COLOURS[i % 5]}" opacity="0.13"/>'
        f'<path d="{SIDE_PATTERNS[i % 5]}" stroke="{SIDE_COLOURS[i % 5]}" stroke-width="0.9" opacity="0.38" fill="none"/></pattern>'
        for i, _ in enumerate(players)
    )
