"""Set up a position: place, move and remove pieces, set control, tracks and turn, and see at once what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from html import escape
from typing import Any

import ipywidgets
import msgspec
import traitlets

import tutor
from tutor.engine.arranging import Arrangement, PieceKind, Setting
from tutor.engine.data import read_text
from tutor.engine.errors import BadInput
from tutor.engine.game import Game, Problem
from tutor.engine.links import Shared, link_text
from tutor.engine.saves import write_atomically
from tutor.engine.session import Session
from tutor.engine.showing import Piece
from tutor.games import find_game

from .board_map import BoardMap, small_counter
from .home import kept, kept_path
from .page import Page, Panel, Said, chosen, do, form, guarded, section_link
from .seat import Seat
from .wording import by_name, space_name
from .zone_card import small_symbol

TOOLS = {"place": "Place", "move": "Move", "remove": "Remove", "control": "Control"}
MOST_FILE = 300_000
MOST_BACK = 100
MOST_KINDS = 60  # of pieces in one list


class PositionEditor(Panel):
    """A position being set up. ``fields`` is what a scenario file would hold; ``problems`` what is wrong with it.

    ``on_play`` is called with the session when the position is to be played; without it the session is put on the
    table of this panel's seat.
    """

    title = "Position editor"
    tool = traitlets.Enum(list(TOOLS), "place")
    problems: Any = traitlets.List()

    def __init__(
        self,
        game: Session | Seat,
        *,
        on_play: Callable[[Session], None] | None = None,
        address: str = "",
        height: str = "560px",
        **kwargs: Any,
    ) -> None:
        self.on_play = on_play
        self.address = address
        self.height = height
        self._history: list[Arrangement] = []  # as they were: a game need not read one that is wrong
        self._space = ""
        self._moving = ""
        self._kind = 0
        self._value = 4
        self._side = ""
        self._map: BoardMap | None = None
        super().__init__(game, **kwargs)
        self.add_class("sr-editor")

    @property
    def fields(self) -> dict[str, Any]:
        return self.arrangement.fields

    @property
    def game(self) -> Game[Any]:
        return self.session.game

    def build(self) -> None:
        run: dict[str, Callable[[Said], None]] = {
            "from": self._from,
            "tool": self._pick_tool,
            "kind": self._pick_kind,
            "nation": self._pick_nation,
            "value": self._pick_value,
            "side": self._pick_side,
            "undo": lambda said: self._undo(),
            "remove": lambda said: self.remove(str(said.get("piece"))),
            "carry": self._carry,
            "strength": self._strength,
            "setting": self._setting,
            "play": lambda said: self.play(),
            "save": self._save,
            "load": self._load,
            "download": lambda said: self._download(),
            "upload": self._upload,
            "share": lambda said: self._share(),
            "rule": self.rule_clicked,
        }
        self.page = Page("Position editor", run)
        self.page.add_class("sr-editor-side")
        self.arrangement: Arrangement = self.game.arrangement(self._on_the_table())
        self._value = 1 if self._zones else self._value
        self._game_shown = self.game
        self._for_viewer = self.seat.viewer
        self._map = BoardMap(self.seat, height=self.height, on_click=self.click)
        self._map.add_class("sr-editor-map")
        box = ipywidgets.HBox([self._map, self.page])
        box.add_class("sr-editor-box")
        self.children = [self.notice, box]

    def _on_the_table(self) -> dict[str, Any]:
        """The position of the game, for those who may know all of it; otherwise an empty map."""
        return {} if self.seat.viewer and self.game.hides else self.game.fields(self.session)

    # --- showing ---

    def refresh(self) -> None:
        if self.game is not self._game_shown or (self.seat.viewer and not self._for_viewer):
            # Another game has come to the table, or a player who may not know what stands here.
            self._game_shown = self.game
            self.start_from(self._on_the_table())
            self._history = []
        self._for_viewer = self.seat.viewer
        assert self._map is not None
        self.problems = self.arrangement.problems()
        arrangement = self.arrangement
        self._map.show_pieces(arrangement.pieces(), arrangement.control(), arrangement.holdings())
        self.page.html = (
            '<div class="sr-editing">'
            + self._start()
            + self._tools()
            + self._here()
            + self._wrong()
            + self._settings()
            + self._files()
            + "</div>"
        )

    def _start(self) -> str:
        scenarios = "".join(
            f'<option value="{escape(s)}">{escape(self.game.scenario(s).title or s)}</option>'
            for s in self.game.scenario_ids()
        )
        off = "" if self._history else " disabled"
        return (
            f'<div class="sr-row"><label>Start from <select data-key="from" {chosen("from")}><option value="">choose ...</option>'
            '<option value="*game">the game on the table</option><option value="*blank">an empty map</option>'
            f"{scenarios}</select></label>"
            f'<button class="sr-button" data-key="undo" {do("undo")}{off}>↶ Undo</button>'
            f'<button class="sr-button sr-main" data-key="play" {do("play")}>Play from here</button></div>'
        )

    def _tools(self) -> str:
        tools = "".join(
            f'<button class="sr-button" data-key="tool {t}" aria-pressed="{"true" if t == self.tool else "false"}" '
            f"{do('tool', tool=t)}>{words}</button>"
            for t, words in TOOLS.items()
        )
        return f'<div class="sr-row" role="group" aria-label="Tools">{tools}</div>{self._with_tool()}'

    def _with_tool(self) -> str:
        if self.tool == "place":
            kind = self._kind_now()
            what = "how many" if kind.low == 1 and self._zones else "strength"
            value = (
                f'<label>{what} <input type="number" min="{kind.low}" max="{kind.high}" value="{self._value_now()}" '
                f'data-key="value" {chosen("value")}></label>'
                if kind.high
                else ""
            )
            return (
                f'<p class="sr-row">{self._kinds()}{value}</p>'
                '<p class="sr-soft sr-small">Click a space on the map to place it there.</p>'
            )
        if self.tool == "control":
            sides = "".join(
                f'<option value="{p}"{" selected" if p == self._side else ""}>{escape(self._holder_name(p))}</option>'
                for p in self._holders()
            )
            return (
                f'<p><label>Give to <select data-key="side" {chosen("side")}>{sides}</select></label> '
                "<span class='sr-soft sr-small'>Click the spaces.</span></p>"
            )
        if self.tool == "move":
            held = next((p.text for p in self.arrangement.pieces() if p.id == self._moving), "")
            word = f"In hand: {held}. Click where it goes." if held else "Click a piece, then where it goes."
            return f'<p class="sr-soft sr-small">{escape(word)}</p>'
        return '<p class="sr-soft sr-small">Click a piece on the map to take it off.</p>'

    def _holders(self) -> list[str]:
        return self.arrangement.holders() or list(self.game.players)

    def _holder_name(self, holder: str) -> str:
        return self.game.player_names.get(holder) or self.game.nation_name(holder)

    def _kinds(self) -> str:
        """What to place: one list, or two where there are many nations and many kinds."""
        palette, kind = self.arrangement.palette(), self._kind_now()
        many = len(palette) > MOST_KINDS
        names, game = self.game.piece_names(), self.game
        shown = [(i, k) for i, k in enumerate(palette) if not many or k.nation == kind.nation]
        kinds = "".join(
            f'<option value="{i}"{" selected" if k == kind else ""}>'
            f"{escape(names.get(k.branch, k.branch) if many else f'{k.nation} {k.branch}')}</option>"
            for i, k in shown
        )
        piece = f'<label>Piece <select data-key="kind" {chosen("kind")}>{kinds}</select></label>'
        if not many:
            return piece
        firsts = {k.nation: i for i, k in reversed(list(enumerate(palette)))}
        nations = "".join(
            f'<option value="{i}"{" selected" if nation == kind.nation else ""}>{escape(game.nation_name(nation))}</option>'
            for nation, i in sorted(firsts.items(), key=lambda found: found[1])
        )
        return f'<label>Nation <select data-key="nation" {chosen("nation")}>{nations}</select></label>{piece}'

    @property
    def _zones(self) -> bool:
        return not self.session.board.hexes

    def _kind_now(self) -> PieceKind:
        palette = self.arrangement.palette()
        return palette[self._kind if 0 <= self._kind < len(palette) else 0]

    def _value_now(self) -> int:
        kind = self._kind_now()
        return max(kind.low, min(kind.high, self._value))

    def _here(self) -> str:
        if not self._space:
            return ""
        here = [p for p in self.arrangement.pieces() if p.space == self._space]
        rows = "".join(self._row(piece) for piece in here) or "<li class='sr-soft'>Nothing stands here.</li>"
        name = space_name(self.session.board, self._space)
        return f'<div class="sr-card"><h4>{escape(name)}</h4><ul>{rows}</ul></div>'

    def _row(self, piece: Piece) -> str:
        value = (
            f'<input type="number" min="0" max="999" value="{escape(piece.value)}" aria-label="strength of {escape(piece.text)}" '
            f'data-key="strength {escape(piece.id)}" {chosen("strength", piece=piece.id)}>'
            if piece.value.isdigit()
            else ""
        )
        return (
            f'<li class="sr-row">{self._picture(piece)} {escape(piece.text)} {value}'
            f'<button class="sr-button" data-key="carry {escape(piece.id)}" {do("carry", piece=piece.id)}>Move</button>'
            f'<button class="sr-button" data-key="remove {escape(piece.id)}" {do("remove", piece=piece.id)}>Remove</button></li>'
        )

    def _picture(self, piece: Piece) -> str:
        if self._zones:
            return small_symbol(piece.branch)
        return small_counter(piece, self.game.liveries)

    def _wrong(self) -> str:
        if not self.problems:
            return '<p class="sr-fine" role="status">✓ Nothing is wrong with this position.</p>'
        rows = "".join(
            f"<li>{section_link(p.section)} <b>{escape(self._place_name(p))}</b>: {escape(by_name(self.game, p.text))}</li>"
            for p in self.problems[:30]
        )
        count = f"{len(self.problems)} problem{'s' if len(self.problems) > 1 else ''}"
        return f'<div class="sr-refused" role="status"><h4>{count}</h4><ul>{rows}</ul></div>'

    def _place_name(self, problem: Problem) -> str:
        """Where it is wrong, as people call it: a file says "germany.bavaria"."""
        space, board = problem.place.rpartition(".")[2], self.session.board
        return space_name(board, space) if space in board else problem.place

    def _settings(self) -> str:
        groups: dict[str, list[Setting]] = {}
        for setting in self.arrangement.settings():
            groups.setdefault(setting.group, []).append(setting)
        return "".join(
            f'<details class="sr-group" data-key="group {escape(title)}"><summary>{escape(title)}</summary>'
            f'<div class="sr-settings">{"".join(self._field(s) for s in settings)}</div></details>'
            for title, settings in groups.items()
        )

    def _field(self, setting: Setting) -> str:
        key = f'data-key="set {escape(setting.path)}" {chosen("setting", path=setting.path)}'
        if isinstance(setting.value, bool):
            control = f'<input type="checkbox" {"checked" if setting.value else ""} {key}>'
        elif setting.choices:
            options = "".join(
                f'<option value="{escape(c)}"{" selected" if c == str(setting.value) else ""}>{escape(c) or "none"}</option>'
                for c in setting.choices
            )
            control = f"<select {key}>{options}</select>"
        elif isinstance(setting.value, int):
            control = f'<input type="number" min="{setting.low}" max="{setting.high}" value="{setting.value}" {key}>'
        else:
            control = f'<input type="text" value="{escape(_shown(setting.value))}" {key}>'
        return f"<label>{escape(setting.title)} {control}</label>{section_link(setting.section)}"

    def _files(self) -> str:
        names = "".join(f'<option value="{escape(n)}">{escape(n)}</option>' for n in kept("positions"))
        load = (
            f'<form class="sr-row" {form("load")}><label>Saved <select name="name">{names}</select></label>'
            '<button class="sr-button" type="submit" data-key="load">Load</button></form>'
            if names
            else ""
        )
        return (
            '<details class="sr-group" data-key="files"><summary>Save, load, share</summary>'
            f'<form class="sr-row" {form("save")}><label>Name <input type="text" name="name" size="14" data-key="save name" value="my position">'
            f'</label><button class="sr-button" type="submit" data-key="save">Save</button></form>{load}'
            f'<div class="sr-row"><button class="sr-button" data-key="download" {do("download")}>Download</button>'
            '<label class="sr-button">Open a file <input type="file" accept=".json" class="sr-hidden-words" data-key="file" '
            f'data-most="{MOST_FILE}" data-file=\'{{"do": "upload"}}\'></label>'
            f'<button class="sr-button" data-key="share" {do("share")}>Make a link</button></div></details>'
        )

    # --- editing ---

    def change(self, edit: Callable[[], None]) -> None:
        """Do an edit that can be undone; one that cannot be done leaves everything as it was."""
        before = _copy_of(self.arrangement)
        try:
            edit()
        except Exception:
            self.arrangement = before
            raise
        if self.fields != before.fields:
            self._history = [*self._history[-MOST_BACK:], before]
        self.tell("")
        self.refresh()

    @guarded
    def click(self, space: str, piece: str) -> None:
        """What a click on the map does with the tool in hand."""
        self._space = space
        arrangement = self.arrangement
        if self.tool == "place":
            kind = self._kind_now()
            self.change(
                lambda: arrangement.place(space, kind.nation, kind.branch, self._value_now() if kind.high else 0)
            )
        elif self.tool == "control":
            side = self._side or self._holders()[0]
            self.change(lambda: arrangement.set_control(space, side))
        elif self.tool == "move" and self._moving:
            moving, self._moving = self._moving, ""
            self.change(lambda: arrangement.move(moving, space))
        elif self.tool == "move":
            self._moving = piece or next((p.id for p in arrangement.pieces() if p.space == space), "")
            self.refresh()
        else:
            found = piece or next((p.id for p in arrangement.pieces() if p.space == space), "")
            if found:
                self.change(lambda: arrangement.remove(found))
            self.refresh()

    @guarded
    def remove(self, piece: str) -> None:
        self.change(lambda: self.arrangement.remove(piece))

    @guarded
    def _carry(self, said: Said) -> None:
        self.tool, self._moving = "move", str(said.get("piece"))
        self.refresh()

    @guarded
    def _strength(self, said: Said) -> None:
        value = _number(said.get("value"), "A strength")
        self.change(lambda: self.arrangement.set_value(str(said.get("piece")), value))

    @guarded
    def _setting(self, said: Said) -> None:
        path, value = str(said.get("path")), said.get("value")
        known = next((s for s in self.arrangement.settings() if s.path == path), None)
        if known is None:
            raise BadInput(f"There is no setting {path!r}.")
        if isinstance(known.value, bool):
            value = bool(value)
        elif isinstance(known.value, int) and not known.choices:
            value = _number(value, known.title)
        elif isinstance(known.value, (list, tuple)):
            value = [int(w) if w.isdecimal() else w for w in str(value).replace(",", " ").split()]
        self.change(lambda: self.arrangement.set(path, value))

    @guarded
    def _undo(self) -> None:
        self.tell("")
        if self._history:
            self.arrangement = self._history[-1]
            self._history = self._history[:-1]
        self.refresh()

    @guarded
    def _from(self, said: Said) -> None:
        name = str(said.get("value", ""))
        if name == "*game":
            if self.seat.viewer and self.game.hides:
                raise BadInput(
                    "Only who plays both sides may copy the game on the table: the other side hides its strength."
                )
            self.start_from(self.game.fields(self.session))
        elif name == "*blank":
            self.start_from({})
        elif name in self.game.scenario_ids():
            scenario = self.game.scenario(name)
            plain = msgspec.to_builtins(scenario)
            body = plain.pop("body")
            plain.pop("id")
            self.start_from({**{k: v for k, v in plain.items() if v}, **body})
        self.refresh()

    def start_from(self, fields: dict[str, Any]) -> None:
        """Edit this position; the one before can be had back by undo."""
        arrangement = self.game.arrangement(fields)
        self._history = [*self._history[-MOST_BACK:], self.arrangement]
        self.arrangement, self._space, self._moving = arrangement, "", ""

    @guarded
    def _pick_tool(self, said: Said) -> None:
        if said.get("tool") in TOOLS:
            self.tool, self._moving = said["tool"], ""
            self.refresh()

    @guarded
    def _pick_kind(self, said: Said) -> None:
        self._kind = _number(said.get("value"), "A piece")
        self.refresh()

    @guarded
    def _pick_nation(self, said: Said) -> None:
        """Another nation, and the same kind of piece if it has any."""
        palette, branch = self.arrangement.palette(), self._kind_now().branch
        first = _number(said.get("value"), "A nation")
        if 0 <= first < len(palette):
            nation = palette[first].nation
            self._kind = next((i for i, k in enumerate(palette) if (k.nation, k.branch) == (nation, branch)), first)
        self.refresh()

    @guarded
    def _pick_value(self, said: Said) -> None:
        self._value = _number(said.get("value"), "A strength")
        self.refresh()

    @guarded
    def _pick_side(self, said: Said) -> None:
        if said.get("value") in self._holders():
            self._side = said["value"]
            self.refresh()

    # --- playing, keeping, sharing ---

    @guarded
    def play(self) -> None:
        """Put the position on the table."""
        if self.problems:
            first = self.problems[0]
            where = self._place_name(first)
            raise BadInput(
                f"This position cannot be played yet: [{first.section}] {where}: {by_name(self.game, first.text)}"
            )
        self.tell("")
        session = tutor.position(self.game.id, self.fields)
        if self.on_play is not None:
            self.on_play(session)
        else:
            self.seat.session = session

    def _shared(self) -> Shared:
        return Shared(self.game.id, self.fields)

    @guarded
    def _save(self, said: Said) -> None:
        name = str((said.get("values") or {}).get("name", "")).strip()
        write_atomically(kept_path("positions", name), msgspec.json.encode(self._shared()))
        self.refresh()

    @guarded
    def _load(self, said: Said) -> None:
        path = kept_path("positions", str((said.get("values") or {}).get("name", "")))
        self.read(read_text(path), path.name)

    @guarded
    def _upload(self, said: Said) -> None:
        text = said.get("text")
        name = str(said.get("name", "file"))[:80]
        if not isinstance(text, str) or len(text) > MOST_FILE:
            raise BadInput(f"{name}: larger than any position; choose a file that this editor has saved.")
        self.read(text, name)

    def read(self, text: str, name: str) -> None:
        """Edit a position from a file."""
        try:
            shared = msgspec.json.decode(text, type=Shared)
        except (msgspec.DecodeError, RecursionError) as err:
            raise BadInput(f"{name}: not a position that this editor has saved ({err}).") from None
        if find_game(shared.game) is not self.game:
            raise BadInput(f"{name}: a position of {find_game(shared.game).title}; open that game first.")
        self.start_from(shared.fields)
        self.refresh()

    @guarded
    def _download(self) -> None:
        self.page.download("position.json", msgspec.json.format(msgspec.json.encode(self._shared())).decode())

    @property
    def link(self) -> str:
        """A link that holds the whole position."""
        return f"{self.address}?position={link_text(self._shared())}"

    @guarded
    def _share(self) -> None:
        self.page.send({"copy": self.link})
        self.tell(f"Copied: {self.link}")


def _number(value: Any, what: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise BadInput(f"{what} is a whole number, not {value!r}.") from None


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _copy_of(arrangement: Arrangement) -> Arrangement:
    """The same position, to be kept while this one is changed."""
    kept = copy(arrangement)
    kept.fields = msgspec.json.decode(msgspec.json.encode(arrangement.fields))
    return kept
