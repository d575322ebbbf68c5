"""The map: an ipyleaflet map whose ground is sent once, with counters, control and highlights in one overlay."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
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
from tutor.engine.showing import Dial, Holding, Piece

from .hex_look import SIDE_COLOURS, SIDE_PATTERNS, HexLook, small_counter
from .page import STATIC, STYLE, Page, Panel, Said, guarded
from .seat import Seat
from .wording import space_name
from .zone_look import ZoneLook

__all__ = ["SIDE_COLOURS", "SIDE_PATTERNS", "BoardMap", "Overlay", "small_counter"]
Layers = dict[str, dict[str, str]]
DIRECTIONS = {"e": 0.0, "n": 90.0, "w": 180.0, "s": 270.0}
NUMBERS = count(1)


@lru_cache(maxsize=4)
def picture_of(board: Board) -> Picture:
    return Picture(board)


@lru_cache(maxsize=4)
def ground_of(board: Board, without: tuple[str, ...] = ("fortress",)) -> str:
    """The ground as an address that holds the whole picture, but for what a game lays upon it itself."""
    drawn = picture_of(board).ground_svg(without=without)
    return "data:image/svg+xml;base64," + base64.b64encode(drawn.encode()).decode()


@lru_cache(maxsize=4)
def shapes_of(board: Board) -> dict[str, str]:
    return {space: picture_of(board).path(space) for space in board}


class Overlay(anywidget.AnyWidget):
    """What lies on the ground. Remembers what the browser has, and sends only what is different."""

    _esm = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("board.js", "zones.js"))
    _css = STYLE
    map_id = traitlets.Unicode().tag(sync=True)
    size: Any = traitlets.List().tag(sync=True)
    pitch = traitlets.Float().tag(sync=True)
    defs = traitlets.Unicode().tag(sync=True)
    prefix = traitlets.Unicode().tag(sync=True)
    shapes: Any = traitlets.Dict().tag(sync=True)  # the outline of each space, sent once and then used by name
    zones = traitlets.Bool(False).tag(sync=True)
    period = traitlets.Float(0.0).tag(sync=True)  # how far east the map begins again; 0: nowhere
    west: Any = traitlets.List().tag(sync=True)  # the spaces that are shown again there
    ground = traitlets.Unicode("").tag(sync=True)  # the picture of the ground, to be shown again there
    home: Any = traitlets.List().tag(sync=True)  # what is shown at first: left, top, right, bottom
    vistas: Any = traitlets.Dict().tag(sync=True)  # parts of the map by name, each like ``home``
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
    plays = traitlets.Bool(True)  # what is legal is outlined; not where something else is asked
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
        self.shown_instead: tuple[list[Piece], dict[str, str], dict[str, Holding]] | None = None
        self.looking_back: Session | None = None
        self._cursor = ""
        self._battle = ""
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
        game = self.session.game
        self.look = (HexLook if board.hexes else ZoneLook)(game, self.picture, self._prefix)
        width, height = self.picture.width, self.picture.height
        routes = game.routes(self.session.charts)
        ground = ground_of(board, ("fortress", "convoy") if routes else ("fortress",))
        self.map = ipyleaflet.Map(
            crs=ipyleaflet.projections.Simple,
            layers=[ipyleaflet.ImageOverlay(url=ground, bounds=((-height, 0), (0, width)))],
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
            defs=self.look.defs(),
            prefix=f"{self._prefix}-at",
            shapes=shapes_of(board),
            zones=not board.hexes,
            period=self.picture.period,
            west=self._west(),
            ground=ground if self.picture.period else "",
            words=self.look.words() + "".join(self.picture.route(route.spaces) for route in routes),
            vistas={name: self._box(spaces) for name, spaces in game.vistas.items()},
            name=f"Map: {board.about.get('title', board.name)}. Arrow keys walk over it, Enter chooses, plus and minus zoom.",
        )
        self.map.add_class(self.look.css)
        self.legend.html = self._legend()
        self.children = [self.notice, self.map, self.overlay, self.legend]

    def _west(self) -> list[str]:
        """The spaces of the western third of a map of the whole earth: beyond its eastern edge they are shown again."""
        period, place = self.picture.period, self.picture.place
        if not period:
            return []
        edge = self.picture.frame()[0] + 2 * self.picture.pitch()
        across = {  # those that the edge of the map cuts in two
            space
            for space, rings in self.picture.board.outlines.items()
            if any(place(*ring[0])[0] < edge for ring in rings)
        }
        return [s for s in self.picture.board if self.picture.middle(s)[0] < period / 3 or s in across]

    def _box(self, spaces: Iterable[str]) -> list[float]:
        """The part of the map that holds these spaces: left, top, right, bottom."""
        points = [self.picture.middle(space) for space in spaces if space in self.picture.board]
        if not points:
            return list(self.picture.frame()) if not self.picture.board.hexes else []
        period, edge = self.picture.period, 2 * self.picture.pitch()
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if period and max(xs) - min(xs) > period / 2:  # they lie together across the edge of the map
            xs = [x + period if x < period / 2 else x for x in xs]
        return [min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge]

    def _look_where(self, scenario: Any) -> None:
        """A game of another scenario may be about another part of the map."""
        home = self._box(self.session.game.focus(scenario))
        if home != self.overlay.home:
            self.overlay.home = home

    def _legend(self) -> str:
        return (
            '<details class="sr-legend" data-key="legend"><summary>Legend</summary>'
            f'<div class="sr-legend-body">{self.look.legend()}</div></details>'
        )

    # --- showing ---

    def refresh(self, click: float = 0.0) -> None:
        session = self.looking_back or self.session
        if session.board is not self._board:
            self._lay_out(session.board)
        self._look_where(session.scenario)
        view = session.view(self.seat.player).board if self.looking_back else self.seat.view.board
        game = session.game
        pieces, control, holdings = self.shown_instead or (game.pieces(view), game.control(view), game.holdings(view))
        self._pieces = pieces
        targets = self._targets(view)
        self.highlighted = tuple(targets)
        fields, blades = self._battles(view)
        self.overlay.show(
            {
                "tint": self.look.tints(control, holdings),
                "under": {space: self.look.outline(space, "sr-legal") for space in targets} | fields,
                "labels": self.look.labels(pieces, holdings),
                "stacks": self.look.stacks(pieces),
                "over": self._marks(view, targets) | blades,
            },
            click,
        )

    def _targets(self, view: Any) -> dict[str, list[Action]]:
        """The spaces a click can act on, with the actions it can mean."""
        found: dict[str, list[Action]] = {}
        if self.looking_back or self.shown_instead or not self.plays:
            return found
        for action in self.seat.legal():
            spaces = self.session.game.spaces(view, action)
            if spaces:
                found.setdefault(spaces[-1], []).append(action)
        return found

    def _marks(self, view: Any, targets: dict[str, list[Action]]) -> dict[str, str]:
        """What lies over the counters: where the piece in hand stands, and a dot where it may go."""
        found = {f"dot {space}": self.look.dot(space) for space in targets}
        held = self.session.game.in_hand(self.session) if targets else None
        from_where = (
            {held} - {""}
            if held is not None
            else {
                s[0] for actions in targets.values() for a in actions if len(s := self.session.game.spaces(view, a)) > 1
            }
        )
        chosen = from_where if len(from_where) == 1 else set()
        if self.seat.space:
            chosen.add(self.seat.space)
        for css, spaces in (("chosen", chosen), ("attention", self.attention), ("marked", self.marked)):
            for space in spaces:
                if space in self.session.board:
                    found[f"{css} {space}"] = self.look.outline(space, f"sr-{css}")
        return found

    def _battles(self, view: Any) -> tuple[dict[str, str], dict[str, str]]:
        """On a map of zones: the edges of the spaces where combat is fought or waits, and the blades over them."""
        if not isinstance(self.look, ZoneLook) or self.shown_instead:
            return {}, {}
        game, look = self.session.game, self.look
        now = game.combat_space(self.session) if not self.looking_back else ""
        spaces = game.contested(view)
        self._look_at_battle(now)
        return {f"battle {s}": look.field(s, s == now) for s in spaces}, {f"battle {s}": look.blades(s) for s in spaces}

    def _look_at_battle(self, space: str) -> None:
        """A combat has begun: the map shows where, near enough to see it."""
        if space and space != self._battle:
            self.overlay.send({"look": list(self.picture.middle(space)), "near": True})
        self._battle = space

    def look_back(self, past: Session | None) -> None:
        """Show the board as it was; None returns to now."""
        self.looking_back = past
        self.repaint()

    def show_pieces(
        self, pieces: list[Piece], control: dict[str, str], holdings: Mapping[str, Holding] | None = None
    ) -> None:
        """Show these instead of the game's own."""
        self.shown_instead = (pieces, control, dict(holdings or {}))
        self.repaint()

    @traitlets.observe("attention", "marked", "plays")
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
        tells = game.in_hand(self.session) is not None
        if not tells and space == self._in_hand() and self._put_down(space):
            return
        here = self._targets(view).get(space, [])
        if len(here) > 1 and piece:
            here = [a for a in here if game.is_about(a, piece)] or here
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
        if not tells and self._take_instead(space, piece):
            return
        tried = game.meant(self.session, space) if self.seat.may_decide else None
        if tried is not None:
            self.seat.act(tried)
        else:
            self.seat.changed()

    def _in_hand(self) -> str:
        """Where the piece stands that was picked up, if one was."""
        view, game = self.seat.view.board, self.session.game
        told = game.in_hand(self.session)
        if told is not None:
            return told if self.seat.may_decide else ""
        ways = [game.spaces(view, action) for action in self.seat.legal()]
        starts = {way[0] for way in ways if len(way) > 1}
        pieces = {game.piece_of(action) for action in self.seat.legal()} - {""}
        return starts.pop() if len(starts) == 1 and len(pieces) == 1 else ""

    def _put_down(self, space: str) -> bool:
        """A second click on the piece in hand puts it back, where the game knows how."""
        game = self.session.game
        back = game.put_back(self.session) or game.meant(self.session, space)
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
        outline = self.look.outline(self._cursor, "sr-cursor")
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
        return self.look.card(space, self._ground(space), here, self._about(space))

    def plain_words_for(self, space: str) -> str:
        here = ", ".join(p.text for p in self._pieces if p.space == space) or "no pieces"
        legal = ". A legal choice" if space in self.highlighted else ""
        if self.session.board.hexes:
            return f"{space} {self._ground(space)}: {here}{legal}."
        about = "".join(f", {dial.title.lower()} {dial.value}" for dial in self._about(space))
        return f"{space_name(self.session.board, space)}{about}: {here}{legal}."

    def _about(self, space: str) -> list[Dial]:
        if self.shown_instead:
            return []  # what the game says of a space is true of its own position only
        session = self.looking_back or self.session
        view = session.view(self.seat.player).board if self.looking_back else self.seat.view.board
        return session.game.about(view, space)

    def _ground(self, space: str) -> str:
        board = self.session.board
        names = [board.fact(space, "name"), board.fact(space, "terrain")]
        names += [
            word for word in ("fortress", "port", "capital", "city") if board.fact(space, word) not in ("", "none")
        ]
        return ", ".join(dict.fromkeys(filter(None, names)))
