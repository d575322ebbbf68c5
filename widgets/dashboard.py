"""Everything together: pick a game, see the front, decide, fight, look things up, set up a position, ask for odds."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import parse_qs

import ipywidgets
import traitlets

import tutor
from tutor.engine.errors import BadInput, StaffRideError
from tutor.engine.game import Game
from tutor.engine.play import policies_of
from tutor.engine.saves import packed, unpacked
from tutor.engine.session import Session
from tutor.games import find_game, game_ids

from .board_map import BoardMap
from .combat_stepper import CombatStepper
from .decision_panel import DecisionPanel
from .home import kept, kept_path, logger
from .log_panel import LogPanel
from .page import Page, Pane, Panel, Said, chosen, do, form, guarded, section_link
from .phase_tree import PhaseTree
from .player_board import PlayerBoard
from .rule_cards import RuleCard
from .seat import Seat
from .wording import both_sides

FIRST = "fields-of-despair/1914-introduction"
ROOMS = {
    "play": "Play",
    "learn": "Learn",
    "practice": "Practice",
    "odds": "Odds lab",
    "setup": "Set up",
    "rules": "Rulebook",
}
TABS = {"sequence": "Sequence", "combat": "Combat", "log": "Log", "boards": "Boards", "rule": "Rule"}
MOST_PLACES = 4  # in the line over the map; the tree has them all
LAST = "last game"  # where a game is kept that another one has replaced
MOST_FILE = 5_000_000  # bytes of a saved game that is opened from a file


@lru_cache(maxsize=1)
def titles() -> dict[str, dict[str, str]]:
    """The title of every scenario, by game."""
    return {
        game: {id: find_game(game).scenario(id).title or id for id in find_game(game).scenario_ids()}
        for game in game_ids()
    }


class Dashboard(ipywidgets.VBox):
    """The whole table.

    ``session`` is the game being played and ``viewer`` who looks at it; both may be set, and read in the next cell.
    ``room`` is the part shown (play, odds, setup, rules), ``tab`` the panel beside the map. Every panel is an
    attribute: ``map``, ``decision``, ``tree``, ``combat``, ``story``, ``boards``, ``rule``.
    """

    seat = traitlets.Instance(Seat)
    room = traitlets.Enum(list(ROOMS), "play")
    tab = traitlets.Enum(list(TABS), "sequence")

    def __init__(self, session: Session | str = FIRST, *, viewer: str = "", height: str = "", **kwargs: Any) -> None:
        game = tutor.open(session, seed=random.randrange(1_000_000)) if isinstance(session, str) else session
        super().__init__(seat=Seat(game, viewer=viewer), **kwargs)
        self.add_class("sr-dashboard")
        if height:
            self.layout.height = height
        self._address = ""
        self._picked = {"game": game.game.id, "scenario": game.scenario.id}
        self._filing = False
        self._build()
        self.seat.observe(lambda change: self._show_where(), "revision")
        self.seat.observe(self._rule_asked, "section")
        self.seat.observe(lambda change: self._show_bar(), ["viewer", "opponents"])
        self.seat.observe(self._hang_curtain, "curtain")
        self.seat.has_curtain = True
        self._show_bar()
        self._show_where()

    @property
    def session(self) -> Session:
        return self.seat.session

    @session.setter
    def session(self, session: Session) -> None:
        self.take(session)

    @property
    def viewer(self) -> str:
        return self.seat.viewer

    @viewer.setter
    def viewer(self, viewer: str) -> None:
        self.seat.viewer = viewer

    # --- making ---

    def _build(self) -> None:
        self.bar = Page("Top of the page", self._handlers())
        self.bar.add_class("sr-bar")
        self.notice = Page("Messages", {"quiet": lambda said: self.tell("")})
        self.cover = Page("Handing over the screen", {"sit": lambda said: self._sit()})
        self.cover.layout.display = "none"
        self.where = Page("Where we are in the sequence of play", {"rule": self._rule, "now": lambda said: self._now()})
        self.tabs = Page("Panels beside the map", {"tab": self._pick_tab})
        self.map = BoardMap(self.seat, height="100%")
        self.decision = DecisionPanel(self.seat)
        self.tree = PhaseTree(self.seat)
        self._panels: dict[str, Panel] = {"sequence": self.tree}
        self.side = ipywidgets.VBox([self.tree])
        self.side.add_class("sr-tab-body")
        self.decision.add_class("sr-decision-box")
        right = ipywidgets.VBox([self.decision, self.tabs, self.side])
        right.add_class("sr-right")
        left = ipywidgets.VBox([self.where, self.map])
        left.add_class("sr-left")
        play = ipywidgets.HBox([left, right])
        play.add_class("sr-room")
        play.add_class("sr-play")
        self._rooms: dict[str, ipywidgets.Widget] = {"play": play}
        self.children: tuple[ipywidgets.Widget, ...] = (self.bar, self.notice, self.cover, play)
        self._show_tabs()

    def _handlers(self) -> dict[str, Callable[[Said], None]]:
        return {
            "room": self._pick_room,
            "pick": self._pick,
            "open": lambda said: self._open(),
            "side": self._pick_side,
            "opponent": self._pick_opponent,
            "files": lambda said: self._show_files(),
            "save": self._save,
            "load": self._load,
            "download": lambda said: self._download(),
            "upload": self._upload,
            "share": lambda said: self._share(),
            "shown": lambda said: self.bar.send({"asks": "place"}),
            "place": self._place,
        }

    def __getattr__(self, name: str) -> Any:
        """``combat``, ``story``, ``boards`` and ``rule`` are made when first asked for."""
        tab = {"story": "log"}.get(name, name)  # a widget has a ``log`` of its own
        if tab in TABS and "_panels" in self.__dict__:
            return self.panel(tab)
        raise AttributeError(f"{type(self).__name__} has no {name!r}.")

    def panel(self, tab: str) -> Panel:
        """The panel of a tab, made when first needed."""
        if tab not in self._panels:
            kinds: dict[str, type[Panel]] = {
                "combat": CombatStepper,
                "log": LogPanel,
                "boards": PlayerBoard,
                "rule": RuleCard,
            }
            made = kinds[tab](self.seat)
            made.active = tab == self.tab
            self._panels[tab] = made
            self.side.children = (*self.side.children, made)
            if isinstance(made, LogPanel):
                made.observe(self._looked_back, "looking_back")
            if isinstance(made, RuleCard):
                traitlets.link((made, "step"), (self.tree, "marked"))
        return self._panels[tab]

    def _room_widget(self, room: str) -> ipywidgets.Widget:
        if room not in self._rooms:
            if room == "odds":
                from .odds_explorer import OddsExplorer

                made: ipywidgets.Widget = OddsExplorer(self.seat)
            elif room == "setup":
                from .position_editor import PositionEditor

                made = PositionEditor(self.seat, on_play=self._play_position, address=self._address)
            elif room == "learn":
                from .lesson_panel import LessonPanel

                made = LessonPanel(self.session.game.id, height="100%")
            elif room == "practice":
                from .practice_panel import PracticePanel

                made = PracticePanel(_practised(self.session.game.id))
            else:
                from .rulebook_explorer import RulebookExplorer

                made = RulebookExplorer(self.seat)
            made.add_class("sr-room")
            self._rooms[room] = made
            self.children = (*self.children, made)
        return self._rooms[room]

    # --- the bar ---

    def _show_bar(self) -> None:
        game = self.session.game
        rooms = "".join(
            f'<button class="sr-tab" data-key="room {r}" aria-pressed="{"true" if r == self.room else "false"}" {do("room", room=r)}>{t}</button>'
            for r, t in ROOMS.items()
        )
        games = {id: find_game(id).title for id, scenarios in titles().items() if scenarios}
        sides = {"": f"I play {both_sides(game)}", **{p: f"{_i_am(game)} {game.the(p)}" for p in game.players}}
        foes = {"": "against a person", **{name: f"computer: {name}" for name in policies_of(game)}}
        opponent = next(iter(self.seat.opponents.values()), "")
        against = _select("opponent", "Against", foes, opponent, chosen("opponent")) if self.seat.viewer else ""
        self.bar.html = (
            '<header class="sr-row"><b class="sr-brand">Staff Ride</b>'
            f'<nav class="sr-row" aria-label="Rooms">{rooms}</nav>'
            + _select("game", "Game", games, self._picked["game"], chosen("pick", what="game"))
            + _select(
                "scenario",
                "Scenario",
                titles()[self._picked["game"]],
                self._picked["scenario"],
                chosen("pick", what="scenario"),
            )
            + f'<button class="sr-button sr-main" data-key="open" {do("open")}>Open</button>'
            + _select("side", "I am", sides, self.seat.viewer, chosen("side"))
            + against
            + f'<button class="sr-button" data-key="files" aria-expanded="{"true" if self._filing else "false"}" {do("files")}>Save and share</button>'
            "</header>" + (self._files() if self._filing else "")
        )

    def _files(self) -> str:
        saves = kept("saves")
        names = "".join(f'<option value="{escape(n)}">{escape(n)}</option>' for n in saves)
        load = (
            f'<form class="sr-row" {form("load")}><label>Saved games <select name="name" data-key="saved">{names}</select></label>'
            '<button class="sr-button" type="submit" data-key="load">Load</button></form>'
            if saves
            else "<span class='sr-soft'>No saved games yet.</span>"
        )
        return (
            '<div class="sr-row sr-files">'
            f'<form class="sr-row" {form("save")}><label>Name <input type="text" name="name" data-key="save name" size="18" '
            f'value="{escape(self.session.scenario.id)}"></label><button class="sr-button" type="submit" data-key="save">Save</button></form>'
            f"{load}"
            f'<button class="sr-button" data-key="download" {do("download")}>Download as a file</button>'
            f'<label class="sr-button">Open a file <input type="file" accept=".json" class="sr-hidden-words" data-key="file" '
            f'data-most="{MOST_FILE}" data-file=\'{{"do": "upload"}}\'></label>'
            f'<button class="sr-button" data-key="share" {do("share")}>Make a link to the position on the table</button></div>'
        )

    def tell(self, text: str, *, good: bool = False, html: str = "") -> None:
        """Show a message under the bar."""
        css = "sr-notice sr-good" if good else "sr-notice"
        shown = html or escape(text)
        close = f'<button class="sr-close" {do("quiet")} aria-label="Close this message">×</button>'
        self.notice.html = f'<div class="{css}" role="status">{shown}{close}</div>' if shown else ""

    @guarded
    def _pick(self, said: Said) -> None:
        what, value = said.get("what"), str(said.get("value"))
        if what == "game" and titles().get(value):
            self._picked = {"game": value, "scenario": next(iter(titles()[value]))}
        elif what == "scenario" and value in titles()[self._picked["game"]]:
            self._picked["scenario"] = value
        self._show_bar()

    @guarded
    def _open(self) -> None:
        scenario = f"{self._picked['game']}/{self._picked['scenario']}"
        kept_before = self.seat.moves > 0
        self.take(tutor.open(scenario, seed=random.randrange(1_000_000)), new=True)
        self.tell(f"The game before is among the saved games as {LAST}." if kept_before else "", good=True)
        self.room = "play"

    def take(self, session: Session, *, new: bool = False) -> None:
        """Put another game on the table. What stood there is kept, if anything was played.

        A ``new`` game is played as the last one was, by the same opponents and with the same pauses; one that was
        begun before stands as it was left.
        """
        self._keep()
        other = session.game is not self.session.game
        with self.seat.hold():
            if other:
                self.seat.viewer = ""
            if other or not new:
                self.seat.opponents = {}
            elif self.session.pauses:
                session.pause_at_dice()
            self.seat.session = session
            self._picked = {"game": session.game.id, "scenario": session.scenario.id}
            if session.scenario.id not in titles()[session.game.id]:
                self._picked["scenario"] = next(iter(titles()[session.game.id]))
            self.seat.others_play()
        if other:
            self._forget_rooms("learn", "practice")
        self.map.look_back(None)
        self._show_bar()

    def _forget_rooms(self, *rooms: str) -> None:
        """Rooms that belong to one game are made anew for the next."""
        gone = [self._rooms.pop(room) for room in rooms if room in self._rooms]
        self.children = tuple(child for child in self.children if child not in gone)
        for widget in gone:
            widget.close()
        if self.room in rooms and gone:
            self._room_widget(self.room)

    def _keep(self) -> None:
        """Save the game on the table under a name of its own, before another one takes its place."""
        if self.seat.moves:
            try:
                self.session.save(kept_path("saves", LAST))
            except StaffRideError as err:  # a folder that cannot be written to must not stop play
                logger().warning("the last game was not kept: %s", err)

    @guarded
    def _pick_side(self, said: Said) -> None:
        side = str(said.get("value"))
        if side in ("", *self.session.game.players):
            with self.seat.hold():
                self.seat.viewer = side
                self.seat.opponents = {p: n for p, n in self.seat.opponents.items() if side and p != side}
            self._show_bar()

    @guarded
    def _pick_opponent(self, said: Said) -> None:
        name, game = str(said.get("value")), self.session.game
        with self.seat.hold():
            if name in policies_of(game) and self.seat.viewer:
                self.seat.opponents = {p: name for p in game.players if p != self.seat.viewer}
                self.seat.others_play()
            else:
                self.seat.opponents = {}
        self._show_bar()

    # --- files and links ---

    @guarded
    def _show_files(self) -> None:
        self._filing = not self._filing
        self._show_bar()

    @guarded
    def _save(self, said: Said) -> None:
        name = str((said.get("values") or {}).get("name", "")).strip()
        path = kept_path("saves", name)
        over = path.exists()
        self.session.save(path)
        self.tell(f"Saved as {name}{', over the one of that name' if over else ''}.", good=True)
        self._show_bar()

    @guarded
    def _load(self, said: Said) -> None:
        name = str((said.get("values") or {}).get("name", ""))
        self.take(tutor.load(kept_path("saves", name)))
        self.tell(f"{name} is on the table.", good=True)
        self.room = "play"

    def _all_may_be_known(self) -> None:
        """What leaves this page whole must not go to a player who may know only half of it."""
        if self.seat.viewer and self.session.game.hides:
            raise BadInput(
                "This would show what the other side hides. Save the game, or choose to play both sides first."
            )

    @guarded
    def _download(self) -> None:
        self._all_may_be_known()
        self.bar.download(f"{self.session.scenario.id}.json", packed(self.session).decode())

    @guarded
    def _upload(self, said: Said) -> None:
        name, text = str(said.get("name", "file"))[:80], said.get("text")
        if not isinstance(text, str) or len(text) > MOST_FILE:
            raise BadInput(f"{name}: larger than any saved game; choose a file that Staff Ride has saved.")
        self.take(unpacked(text, name, find_game, trusted=False))
        self.tell(f"{name} is on the table.", good=True)

    @guarded
    def _share(self) -> None:
        self._all_may_be_known()
        text = tutor.link(self.session)
        link = f"{self._address}?position={text}"
        self.bar.send({"copy": link})
        self.tell(
            "",
            good=True,
            html=f'<label>A link to this position, copied: <input type="text" readonly class="sr-link" data-key="link" '
            f'value="{escape(link)}"></label>'
            + (" It holds both sides' strengths." if self.session.game.hides else "")
            + _where_it_opens(self.session, tutor.from_link(text)),
        )

    @guarded
    def _place(self, said: Said) -> None:
        """The browser tells its address; a position in it is set up."""
        self._address = str(said.get("address", ""))[:500]
        query = str(said.get("query", ""))
        try:
            wanted = parse_qs(query[1:], max_num_fields=20).get("position")
        except ValueError:
            raise BadInput(
                "The address of this page holds too much; open it without what follows the question mark."
            ) from None
        if wanted:
            try:
                self.take(tutor.from_link(wanted[0]))
                self.tell("The position of the link is on the table.", good=True)
            except StaffRideError as err:
                raise BadInput(f"The link could not be opened. {err}") from None

    def _play_position(self, session: Session) -> None:
        self.take(session)
        self.room = "play"

    # --- handing over the screen ---

    def _hang_curtain(self, change: Any) -> None:
        """Between two players nothing is to be seen of either."""
        who = self.seat.curtain
        for room in self._rooms.values():
            room.layout.visibility = "hidden" if who else "visible"
        name = escape(self.session.game.the(who)) if who else ""
        self.cover.layout.display = "" if who else "none"
        self.cover.html = (
            f'<div class="sr-curtain"><h2>The screen goes to {name}</h2><p>When nobody else is looking:</p>'
            f'<button class="sr-button sr-main" data-key="sit" {do("sit")}>I am {name}</button></div>'
            if who
            else ""
        )

    @guarded
    def _sit(self) -> None:
        who = self.seat.curtain
        if who in self.session.game.players:
            self.seat.viewer = who
        self.seat.curtain = ""

    # --- rooms and tabs ---

    @guarded
    def _pick_room(self, said: Said) -> None:
        if said.get("room") in ROOMS:
            self.tell("")  # it was said in the room that is left
            self.room = said["room"]

    @traitlets.observe("room")
    def _show_room(self, change: Any) -> None:
        shown = self._room_widget(self.room)
        for widget in self._rooms.values():
            here = widget is shown
            if isinstance(widget, Pane):
                widget.active = here
            else:
                widget.layout.display = "" if here else "none"
        self._show_bar()

    @guarded
    def _pick_tab(self, said: Said) -> None:
        if said.get("tab") in TABS:
            self.tab = said["tab"]

    @traitlets.observe("tab")
    def _show_tab(self, change: Any) -> None:
        shown = self.panel(self.tab)
        for panel in self._panels.values():
            panel.active = panel is shown
        self._show_tabs()

    def _show_tabs(self) -> None:
        self.tabs.html = (
            '<div class="sr-tabs" role="tablist">'
            + "".join(
                f'<button class="sr-tab" role="tab" data-key="tab {t}" aria-selected="{"true" if t == self.tab else "false"}" '
                f"{do('tab', tab=t)}>{title}</button>"
                for t, title in TABS.items()
            )
            + "</div>"
        )

    @guarded
    def _rule(self, said: Said) -> None:
        self.seat.section = str(said.get("section", ""))

    def _rule_asked(self, change: Any) -> None:
        if self.room == "play" and change["new"]:
            self.tab = "rule"

    # --- where we are ---

    @guarded
    def _show_where(self) -> None:
        if self.map.looking_back is not None:
            self.where.html = (
                f'<div class="sr-where sr-back">{escape(self.story.moment)} <button class="sr-button" data-key="now" {do("now")}>'
                "Return to now</button></div>"
            )
            return
        session = self.session
        names = [session.game.place_name(place).strip() for place in session.where[1:]]
        last = section_link(session.where[-1].section) if session.where else ""
        if len(names) > MOST_PLACES and not session.board.hexes:
            names = [*names[:2], "…", *names[-2:]]
        path = " › ".join(map(escape, names)) or "The game is over"
        reconstructed = " <span class='sr-mark' title='The set-up is reconstructed from history'>reconstructed</span>" if (
            session.scenario.source.get("reconstructed")) else ""  # fmt: skip
        self.where.html = (
            f'<div class="sr-where"><b>{escape(session.scenario.title)}</b>{reconstructed} {path} {last}</div>'
        )

    def _looked_back(self, change: Any) -> None:
        self.map.look_back(change["new"])
        self._show_where()

    @guarded
    def _now(self) -> None:
        self.story.looking_back = None


def _practised(game: str) -> str:
    """This game, or the first that there are exercises for."""
    from tutor.lessons.practice import kinds

    return game if kinds(game) else next((other for other in game_ids() if kinds(other)), game)


def _i_am(game: Game[Any]) -> str:
    return "I am" if game.many_in_a_name else "I play"


def _where_it_opens(told: Session, opened: Session) -> str:
    """A position stands at the start of a phase or step; in the middle of one a link goes back to there."""
    if told.where == opened.where and repr(told.decision) == repr(opened.decision):
        return ""
    return f" It opens at {escape(opened.where[-1].title)}; a saved game keeps the very moment." if opened.where else ""


def _select(key: str, title: str, choices: dict[str, str], value: str, sends: str) -> str:
    options = "".join(
        f'<option value="{escape(v)}"{" selected" if v == value else ""}>{escape(words)}</option>'
        for v, words in choices.items()
    )
    return (
        f'<label class="sr-pick" title="{title}"><span class="sr-hidden-words">{title}</span>'
        f'<select data-key="{key}" {sends}>{options}</select></label>'
    )
