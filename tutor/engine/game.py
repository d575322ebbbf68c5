"""What a game must bring. The kernel knows nothing else about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from .chance import Chance, Seeded
from .charts import Charts
from .data import read_yaml, scenarios_root
from .decisions import Action, Decision
from .errors import BadFile, BadInput, UnknownName
from .phases import Phase, Place
from .rulebook_data import FOLDER, read_rulebook
from .rulings import Rulebook
from .showing import Combat, Dial, Holding, Livery, Piece, Route, Sheet
from .table import Table

if TYPE_CHECKING:
    from .arranging import Arrangement
    from .questions import Question, Word
    from .session import Session

S = TypeVar("S", bound=msgspec.Struct)


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a position: where, what, and under which section."""

    section: str
    place: str
    text: str

    def __str__(self) -> str:
        return f"[{self.section}] {self.place}: {self.text}"


class Result(msgspec.Struct, frozen=True):
    """How a game ended: who won (empty for a draw), what kind of victory, under which section."""

    winner: str
    kind: str
    section: str
    text: str

    def __str__(self) -> str:
        return f"[{self.section}] {self.text}"


class Option(msgspec.Struct, frozen=True):
    """An optional rule, as a switch."""

    section: str
    title: str


class Scenario(msgspec.Struct, frozen=True):
    """What every scenario file has; the rest (``body``) is the game's own business."""

    id: str
    title: str = ""
    summary: str = ""
    source: dict[str, str] = {}
    start: tuple[str, ...] = ()
    kind: str = "scenario"
    options: dict[str, bool] = {}
    body: dict[str, Any] = {}


class Game(ABC, Generic[S]):
    """The base of every game: names its parts and answers for its states."""

    id: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[tuple[str, ...]]
    state_type: ClassVar[type[msgspec.Struct]]
    action_types: ClassVar[tuple[type[Action], ...]]
    interrupt_types: ClassVar[tuple[type[Action], ...]] = ()
    sequence: ClassVar[Phase]
    rulebook: ClassVar[Rulebook]
    options: ClassVar[dict[str, Option]] = {}
    home: ClassVar[Path]  # the package of the game: rulings.yaml
    player_names: ClassVar[dict[str, str]] = {}  # as people call them: {"cp": "Central Powers"}
    liveries: ClassVar[dict[str, Livery]] = {}  # by nation
    many_in_a_name: ClassVar[bool] = True  # "the Reds decide", where a single nation "decides"
    hides: ClassVar[bool] = True  # are there things that only one player may know?
    lasting: ClassVar[frozenset[str]] = frozenset()  # entries of a table's memo that rest on board and charts alone
    vistas: ClassVar[dict[str, tuple[str, ...]]] = {}  # parts of a large map to look at, by name: spaces they hold

    @abstractmethod
    def board(self, scenario: Scenario) -> Any:
        """The map of a scenario."""

    @abstractmethod
    def set_up(self, scenario: Scenario, board: Any, charts: Charts, options: Mapping[str, bool]) -> S:
        """The state at the start of a scenario."""

    def check(self, g: Table[S]) -> None:
        """Raise BadInput, naming the field, where a state read from a file cannot be of this game."""

    @abstractmethod
    def problems(self, g: Table[S]) -> list[Problem]:
        """What is wrong with a position, each with its section."""

    @abstractmethod
    def view(self, g: Table[S], player: str) -> Any:
        """What ``player`` may know of the state."""

    @abstractmethod
    def result(self, g: Table[S]) -> Result | None:
        """How the game ended, or None while it goes on."""

    def glossary(self, charts: Charts) -> dict[str, str]:
        """Abbreviations and terms of the rulebook, with what they mean."""
        folder = self.data / FOLDER
        return {term.name: term.meaning for term in read_rulebook(folder).glossary} if folder.is_dir() else {}

    @abstractmethod
    def turn(self, g: Table[S]) -> int:
        """The number of the turn."""

    def policies(self) -> Mapping[str, Callable[[int], Any]]:
        """Policies that know this game, by name: each makes one from a seed (see ``engine.play``)."""
        return {}

    def tally(self, g: Table[S]) -> dict[str, Any]:
        """Figures worth comparing between games, such as points and strength."""
        return {}

    def combat_spaces(self, session: Session) -> list[str]:
        """Where a combat could be asked about now."""
        return []

    def combat(self, session: Session, space: str, **plans: Any) -> Question:
        """The question how a combat in ``space`` would go, with what both sides plan; for ``tutor.odds``."""
        raise BadInput(f"{self.title} poses no questions about combat yet.")

    def made_up_combat(self, **setup: Any) -> Question:
        """The question how a combat would go that is described in a few words, such as strengths and terrain."""
        raise BadInput(f"{self.title} poses no questions about combat yet.")

    def check_made_up(self, **setup: Any) -> None:
        """Raise BadInput where ``made_up_combat`` would refuse these words; quick, for whole grids of them."""

    def made_up_words(self, **setup: Any) -> list[Word]:
        """The words that ``made_up_combat`` takes, given those said so far; for a form."""
        return []

    def combat_words(self, session: Session, space: str, **plans: Any) -> list[Word]:
        """The words that ``combat`` takes for this space, given those said so far; for a form."""
        return []

    def combat_terms(self) -> dict[str, str]:
        """What the parts of an answer about combat are called: "lost" and "holder" for a part, "holder_attacker" for
        one value of it. The first such value of a part is what the combat is about."""
        return {}

    def interrupts(self, g: Table[S], decision: Decision) -> Iterable[Action]:
        """Actions the deciding player may slip in before he answers; he is then asked again."""
        return ()

    def interrupt(self, g: Table[S], action: Action) -> None:
        """Carry out such an action. A game that names ``interrupt_types`` brings this."""
        raise TypeError(f"{self.id} has no interrupts")

    # How it is shown. ``view`` is what ``Game.view`` made for one player: nothing else may be shown to him.

    def pieces(self, view: Any) -> list[Piece]:
        """The pieces on the map."""
        return []

    def control(self, view: Any) -> dict[str, str]:
        """Who controls each space that somebody controls."""
        return {}

    def piece_names(self) -> dict[str, str]:
        """The kinds of piece (``Piece.branch``) of a game with many of them, in words; for a legend."""
        return {}

    def holdings(self, view: Any) -> dict[str, Holding]:
        """On a map of zones: the nation that holds each space, and what stands beside its name."""
        return {}

    def sheets(self, view: Any) -> list[Sheet]:
        """Player boards, tracks and pools."""
        return []

    def focus(self, scenario: Scenario) -> tuple[str, ...]:
        """The spaces that a large map shows at first; none: all of it. A scenario may name its own."""
        named = scenario.body.get("focus", ())
        return tuple(named) if isinstance(named, (list, tuple)) else ()

    def routes(self, charts: Charts) -> list[Route]:
        """Lines over the map that stand in a game's charts, such as convoy lines; they take the place of the map's own."""
        return []

    def about(self, view: Any, space: str) -> list[Dial]:
        """What is to be said of a space besides its name, its terrain and its pieces."""
        return []

    def label(self, view: Any, action: Action) -> str:
        """An action in words, for a button."""
        return str(action)

    def kind_name(self, kind: str) -> str:
        """A kind of action as the heading of a list of them."""
        return kind.replace("-", " ").capitalize()

    def series(self, view: Any, action: Action) -> tuple[str, str] | None:
        """For an action that differs from others only in a number: what they have in common, and its number, so that
        a panel can offer them in one row."""
        return None

    def with_number(self, action: Action, number: int) -> Action | None:
        """The same action with another number, where a list offers only the least and the most; the rules judge it."""
        return None

    def spaces(self, view: Any, action: Action) -> tuple[str, ...]:
        """The spaces an action is about, from where to where: a click on the last one means this action."""
        return ()

    def piece_of(self, action: Action) -> str:
        """The id of the piece (``Piece.id``) that an action is about, or nothing."""
        return ""

    def is_about(self, action: Action, piece: str) -> bool:
        """Does a click on this piece mean this action?"""
        return self.piece_of(action) == piece

    def in_hand(self, session: Session) -> str | None:
        """The space of what was picked up to be moved, or nothing; None where a game does not tell."""
        return None

    def put_back(self, session: Session) -> Action | None:
        """What puts back the pieces in hand, where a game tells of them."""
        return None

    def meant(self, session: Session, space: str) -> Action | None:
        """What a click on a space tries to do now, legal or not; None where it can mean nothing."""
        return None

    def combat_space(self, session: Session) -> str:
        """Where a combat is being resolved right now, or nothing."""
        return ""

    def contested(self, view: Any) -> list[str]:
        """Spaces to be marked on a map of zones: where combat is being fought, or is about to be."""
        return []

    def combat_shown(self, view: Any) -> Combat | None:
        """The combat being resolved, where its forces are not simply what stands in its space."""
        return None

    def combat_under_way(self, session: Session) -> Question | None:
        """How the combat that is being resolved will end from here, or None where there is none."""
        return None

    def fields(self, session: Session) -> dict[str, Any]:
        """The position as the fields of a scenario file, for an editor or a link."""
        raise BadInput(f"{self.title} cannot be set up by hand yet.")

    def arrangement(self, fields: Mapping[str, Any]) -> Arrangement:
        """A position to be edited."""
        raise BadInput(f"{self.title} cannot be set up by hand yet.")

    # What follows is the same for all games.

    def player_name(self, player: str) -> str:
        return self.player_names.get(player, player)

    def nation_name(self, nation: str) -> str:
        """A nation as people call it, where files use a shorter word."""
        return nation

    def the(self, player: str) -> str:
        """A player within a sentence: "the Reds"."""
        return f"the {self.player_name(player)}"

    def place_name(self, place: Place) -> str:
        """A phase or step with what it is about: "Turn 3", "Actions of the Reds"."""
        return place.title if place.value is None else f"{place.title} {self.player_name(str(place.value))}"

    @property
    def data(self) -> Path:
        return scenarios_root() / self.id

    def scenario_ids(self) -> list[str]:
        return sorted(path.stem for path in self.data.glob("*.yaml"))

    def scenario(self, name: str) -> Scenario:
        """Read and check one scenario file."""
        if name not in self.scenario_ids():
            raise UnknownName("scenario", f"{self.id}/{name}", (f"{self.id}/{i}" for i in self.scenario_ids()))
        return self.scenario_from(read_yaml(self.data / f"{name}.yaml"), name)

    @staticmethod
    def scenario_from(raw: Any, name: str) -> Scenario:
        """A scenario from its fields, however they were come by."""
        if not isinstance(raw, Mapping):
            raise BadFile(f"{name}: a scenario is a mapping of fields.")
        known = {f: raw[f] for f in Scenario.__struct_fields__ if f in raw and f != "body"}
        body = {f: v for f, v in raw.items() if f not in Scenario.__struct_fields__}
        try:
            return msgspec.convert({**known, "id": name, "body": body}, Scenario)
        except msgspec.ValidationError as err:
            raise BadFile(f"{name}: {err}.") from None

    def choose_options(self, scenario: Scenario, wanted: Mapping[str, bool] | Iterable[str] | None) -> dict[str, bool]:
        """The optional rules in force: the scenario's own, then what the user asks for."""
        for name in scenario.options:
            if name not in self.options:
                raise UnknownName("optional rule", name, self.options)
        chosen = dict.fromkeys(self.options, False) | scenario.options
        if wanted is None:
            return chosen
        if isinstance(wanted, str):
            wanted = [wanted]
        if not isinstance(wanted, Iterable):
            raise BadInput(
                f"Optional rules are given as a list of names or a mapping to true and false, not {wanted!r}."
            )
        asked = dict(wanted) if isinstance(wanted, Mapping) else {str(name): True for name in wanted}
        for name, value in asked.items():
            if name not in self.options:
                raise UnknownName("optional rule", name, self.options)
            if not isinstance(value, bool):
                raise BadInput(f"Optional rule {name!r} is a switch: give true or false, not {value!r}.")
            chosen[name] = value
        return chosen

    def table(
        self,
        scenario: Scenario,
        *,
        seed: int = 0,
        options: Mapping[str, bool] | Iterable[str] | None = None,
        charts: Charts | None = None,
        state: S | None = None,
        chance: Chance | None = None,
    ) -> Table[S]:
        """A table with a state on it: the scenario's start, unless one is given."""
        chosen = self.choose_options(scenario, options)
        charts = charts or self.charts()
        board = self.board(scenario)
        if state is None:
            state = self.set_up(scenario, board, charts, chosen)
        return Table(self, state, chance or Seeded(seed), board, charts, chosen)

    def charts(self, folder: str | Path | None = None, own: bool = True) -> Charts:
        """The charts; ``folder`` or the variable names the user's own, unless ``own`` is off."""
        return Charts(self.id, self.data / "charts", folder, own)
