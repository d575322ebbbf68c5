"""The settings of a position that is set up by hand: the turn, nations and their wars, Minor Powers, pacts, options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...engine.arranging import Entry
from ...engine.charts import Charts
from ...engine.errors import BadInput, UnknownName
from ...engine.game import Option
from .calendar import turn_name
from .fields import PHASES, TURN
from .nations import PLAYERS, SLOTS, name_of
from .scenario_body import Setup
from .terms import power

YES_NO = {"no": False, "yes": True}
NOBODY = "nobody"
LAST = 25  # turns of the calendar that can be chosen
TITLES = {
    "production": "Production", "combat-movement": "Combat Movement", "combat": "Combat",
    "non-combat": "Non-Combat Movement", "placement": "Place Units and Collect Income",
}  # fmt: skip
STARTS: dict[str, tuple[str, ...]] = {
    "Calendar turn": (),
    "National turn": TURN,
    **{TITLES[phase]: (*TURN, phase) for phase in PHASES},
}


@dataclass(frozen=True)
class StartEntry(Entry):
    """Where the game begins in the sequence of play."""

    def value(self, fields: Mapping[str, Any]) -> Any:
        return tuple(fields.get("start", ()))

    def put(self, fields: dict[str, Any], value: Any) -> None:
        fields["start"] = list(self.read(tuple(value) if isinstance(value, list) else value))


@dataclass(frozen=True)
class PeaceEntry(Entry):
    """A peacetime income; -1, and no field at all, where a nation has the full value of its zones."""

    def put(self, fields: dict[str, Any], value: Any) -> None:
        super().put(fields, value)
        nation = fields["nations"][self.path.split(".")[1]]
        if nation["peacetime"] < 0:
            del nation["peacetime"]


@dataclass(frozen=True)
class WarEntry(Entry):
    """The Powers that a nation is at war with."""

    nation: str = ""

    def value(self, fields: Mapping[str, Any]) -> Any:
        return [b if a == self.nation else a for a, b in fields.get("wars", ()) if self.nation in (a, b)]

    def put(self, fields: dict[str, Any], value: Any) -> None:
        if not isinstance(value, list):
            raise BadInput(f"{self.title}: nations, parted by spaces, not {value!r}.")
        foes = list(dict.fromkeys(power(str(foe)) for foe in value))
        for foe in foes:
            if foe not in self.known or foe == self.nation:
                raise UnknownName(f"enemy of {self.nation}", foe, self.known)
        others = [pair for pair in fields.get("wars", ()) if self.nation not in pair]
        fields["wars"] = [*others, *([self.nation, foe] for foe in foes)]

    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class TechnologyEntry(Entry):
    """Technologies and the stages completed: "radar 2 heavy-armor 1"."""

    def value(self, fields: Mapping[str, Any]) -> Any:
        found = super().value(fields)
        return [word for pair in found.items() for word in pair] if isinstance(found, Mapping) else []

    def read(self, value: Any) -> Any:
        if not isinstance(value, list) or len(value) % 2:
            raise BadInput(f"{self.title}: a technology and its stage, and so on, not {value!r}.")
        stages = {}
        for name, stage in zip(value[::2], value[1::2], strict=True):
            if not isinstance(stage, int) or stage < 0:
                raise BadInput(f"{self.title}: the stage of {name} is a number, not {stage!r}.")
            stages[str(name)] = stage
        return stages


def entries(
    charts: Charts, fields: Mapping[str, Any], minors: Iterable[str], options: Mapping[str, Option]
) -> Iterator[Entry]:
    """Every setting, in the order of the rulebook."""
    countries = list(minors)
    yield from _turn(fields)
    for nation in PLAYERS:
        yield from _nation(charts, nation, countries)
    for minor in countries:
        masters = {NOBODY: "", **{name_of(player): player for player in PLAYERS}}
        yield Entry(
            f"minors.{minor}.controller", f"{name_of(minor)}: controlled by", "Minor Powers", "4.5", "", words=masters
        )
    yield from _politics()
    for name, option in options.items():
        yield Entry(f"options.{name}", option.title, "Optional rules", option.section, False, words=YES_NO)


def _turn(fields: Mapping[str, Any]) -> Iterator[Entry]:
    group, default = "Turn", Setup()
    months = {turn_name(number): turn_name(number) for number in range(1, LAST + 1)}
    yield Entry("turn", "Calendar turn", group, "6.1", default.turn, words=months)
    yield Entry("last_turn", "Last turn", group, "2.1", default.last_turn, words=months)
    yield Entry("slot", "National turn of", group, "6.1", default.slot, words={name_of(s[0]): s[0] for s in SLOTS})
    begun = tuple(fields.get("start", ()))
    starts = dict(STARTS) if begun in STARTS.values() else {**STARTS, " > ".join(begun): begun}
    yield StartEntry("start", "Begins with", group, "6.2", (), words=starts)
    stops = {"at the end of the game": "", "after Production": "production", "after Combat": "combat",
             "after the national turn": "turn"}  # fmt: skip
    now = fields.get("stop_after", "")
    yield Entry("stop_after", "Ends", group, "2.1", "", words=stops if now in stops.values() else {**stops, now: now})


def _nation(charts: Charts, nation: str, minors: list[str]) -> Iterator[Entry]:
    group, at = name_of(nation), f"nations.{nation}"
    yield Entry(f"{at}.cash", "IPPs in hand", group, "0.9/income", 0, 0, 999)
    yield PeaceEntry(f"{at}.peacetime", "Peacetime income (-1: full income)", group, "5.2", -1, -1, 99)
    if power(nation) == nation:
        known = (*(n for n in PLAYERS if power(n) == n), *minors)
        yield WarEntry(f"wars.{nation}", "At war with", group, "8.1", [], nation=nation, known=known)
    yield TechnologyEntry(f"{at}.technology", "Technology, with stages", group, "7.6", {})
    yield Entry(f"{at}.surrendered", "Has surrendered", group, "9.22", False, words=YES_NO)
    playing = {"as usual": None, "yes": True, "no": False}
    yield Entry(f"{at}.in_play", "Is in play", group, "6.1", None, words=playing)
    if nation in ("kmt", "ccp"):
        yield Entry(f"{at}.evolved", "Has become a Major Power", group, "4.2", False, words=YES_NO)


def _politics() -> Iterator[Entry]:
    group, default = "Pacts and events", Setup()
    pact = {"not signed": "", "signed": "signed", "ended": "ended"}
    yield Entry("pact", "Molotov-Ribbentrop Pact", group, "14.2", default.pact, words=pact)
    yield Entry("eastern_pact", "Pact of Japan and the USSR", group, "14.3", default.eastern_pact, words=pact)
    yield Entry("truce", "Truce of KMT and CCP", group, "13.3", default.truce, words=YES_NO)
    spain = {"at peace": "", "civil war": "war", "Nationalist": "nationalist", "Republican": "republican"}
    yield Entry("spain", "Spain", group, "13.1", default.spain, words=spain)
    abyssinia = {"at peace": "", "at war with Italy": "war", "Italian": "italian", "free": "free"}
    yield Entry("abyssinia", "Abyssinia", group, "13.2", default.abyssinia, words=abyssinia)
    yield Entry("vichy", "Vichy France exists", group, "14.4.2", default.vichy, words=YES_NO)
    yield Entry("burma_road", "The Burma Road is open", group, "1.17", default.burma_road, words=YES_NO)
    yield Entry("balkans_left", "Balkan alignments left to Germany", group, "4.8", default.balkans_left, 0, 3)
