"""Sections 7.1 to 7.3 and 7.8: what a nation may begin to build, from when, at what price; money."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...engine.rulings import Ruling
from .actions.production import Buy, LendUnit
from .calendar import JANUARY_1940, JULY_1940, parse_turn
from .facilities import FACTORIES, facilities_in, facility_types
from .nations import CCP, CHINESE, KMT, USA, USSR, name_of
from .output import COLONIAL, MILITIA, makers, why_no_site, yards
from .output import sites as placing_sites
from .rulebook import procedure, rule
from .state import G, Item
from .technology import has, technologies
from .terms import record, zones_of
from .treasury import change
from .units import UnitType, type_of, unit_types

RAILROAD = "railroad"
FIGHTER, EARLY_FIGHTER = "fighter", "early-war-fighter"
ADVANCED = {"artillery": "adv-artillery", "sp-artillery": "adv-sp-artillery"}
BURMA_ROAD = "Burma Road"  # the word of the build chart
TEACHERS = {CCP: USSR, KMT: USA}  # whose chart an evolved Chinese faction builds from (13.3)
UnitPurchase = Buy | LendUnit


# Money


def pay(g: G, nation: str, ipp: int, section: str, why: str) -> None:
    """Spend money on something."""
    words = f"{name_of(nation)} pays {ipp} IPP {why}."
    g.tell("paid", section, words, by=nation, money=change(g, nation, -ipp))


def too_dear(g: G, nation: str, ipp: int) -> tuple[str, str] | None:
    """Why a nation cannot pay, and what it lacks."""
    cash = record(g, nation).cash
    if ipp <= cash:
        return None
    return f"That costs {ipp} IPP and {name_of(nation)} has {cash}.", f"{ipp - cash} IPP are missing."


# The sheet


def build_chart(g: G) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] | None = g.memo.get("build chart")
    if found is None:
        found = g.memo["build chart"] = {row["what"]: row for row in g.charts["build-chart"]}
    return found


@procedure("13.3.1", "13.3.2")
def sheet_of(g: G, nation: str, what: str) -> str:
    """Whose column a nation builds from: an evolved Chinese faction builds facilities from its patron's, and units too
    once it has a factory."""
    if nation not in CHINESE or not record(g, nation).evolved:
        return nation
    if what in unit_types(g) and not any(facilities_in(g, zone, FACTORIES) for zone in zones_of(g, nation)):
        return nation
    return TEACHERS[nation]


@procedure("7.1", "2.4")
def on_the_sheet(g: G, nation: str, what: str) -> str:
    """What the national sheet says of a unit or facility: yes, no, a turn, or the Burma Road."""
    row = build_chart(g).get(what)
    return row[sheet_of(g, nation, what)] if row else "no"


@procedure("1.17")
def _over_the_burma_road(g: G, what: str) -> Ruling | None:
    """While the road is open the KMT buys guns that come over it."""
    if g.state.burma_road:
        return None
    return Ruling("1.17", f"The KMT buys {called_item(g, what)} only while the Burma Road is open.")


def why_not_listed(g: G, nation: str, what: str) -> Ruling | None:
    """Why a nation may not build this now: not on its sheet, or not yet."""
    word = on_the_sheet(g, nation, what)
    if word == "yes":
        return None
    if word == BURMA_ROAD:
        return _over_the_burma_road(g, what)
    if word == "no":
        said = f"{called_item(g, what)} is not on the sheet of {name_of(nation)}."
        return (_why_not_evolved(g, nation, what, said) if nation in CHINESE else None) or Ruling("7.1", said)
    return why_not_yet(g, what, word)


@procedure("13.3.1", "13.3.2")
def _why_not_evolved(g: G, nation: str, what: str, said: str) -> Ruling | None:
    """What keeps the build list of its patron from a Chinese faction; nothing where that has not got it either."""
    patron = TEACHERS[nation]
    if build_chart(g)[what][patron] == "no":
        return None
    lacking = f"A factory opens the sheet of {name_of(patron)} to it."
    if not record(g, nation).evolved:
        lacking = "A Chinese faction builds more once it has evolved into a Major Power."
    return Ruling("13.3.1" if nation == CCP else "13.3.2", said, lacking)


@procedure("7.2")
def why_not_yet(g: G, what: str, date: str) -> Ruling | None:
    """Some things can be bought only from a turn on."""
    turn = parse_turn(date)
    if turn is not None and g.state.calendar >= turn:
        return None
    return Ruling("7.2", f"{called_item(g, what)} can be bought from {date} on.")


def called_item(g: G, what: str) -> str:
    """A unit, facility or railroad by its name."""
    if what in unit_types(g):
        return unit_types(g)[what].name
    return facility_types(g)[what].name if what in facility_types(g) else what.replace("-", " ").capitalize()


# Technology


@procedure("7.8/advanced-artillery")
def made_as(g: G, nation: str, type: str) -> str:
    """What is built when a type is bought: with the technology all artillery is Advanced."""
    return ADVANCED[type] if type in ADVANCED and has(g, nation, "advanced-artillery") else type


def why_no_technology(g: G, nation: str, kind: UnitType) -> Ruling | None:
    if kind.technology == "none" or has(g, nation, kind.technology):
        return None
    technology = technologies(g)[kind.technology]
    return Ruling(technology.section, f"{kind.name} needs the technology {technology.name}.", "Research it first.")


UNLOCKING = {
    "advanced-artillery": "7.8/advanced-artillery",
    "advanced-mechanized-infantry": "7.8/advanced-mechanized",
    "heavy-armor": "7.8/heavy-armor",
    "jet-fighter": "7.8/jet-fighter",
    "heavy-strategic-bomber": "7.8/heavy-strategic-bomber",
    "advanced-submarines": "7.8/advanced-submarines",
    "strategic-rockets": "7.8/strategic-rockets",
    "heavy-battleship": "7.8/heavy-battleship",
    "heavy-carrier": "7.8/heavy-carrier",
    "attack-transport": "7.8/attack-transport",
}  # technologies that a unit waits for, each a section of its own


def _unlocks(technology: str) -> Callable[[G, UnitPurchase], Ruling | None]:
    def judge(g: G, action: UnitPurchase) -> Ruling | None:
        kind = type_of(g, action.type)
        return why_no_technology(g, g.state.nation, kind) if kind.technology == technology else None

    judge.__name__ = f"{technology.replace('-', '_')}_is_known"
    return judge


for _technology, _section in UNLOCKING.items():
    rule(_section, Buy, LendUnit)(_unlocks(_technology))


# Prices


@procedure("7.8/improved-construction")
def discount(g: G, nation: str, what: str) -> int:
    """With Improved Construction every turn of building a ship or a facility costs 1 IPP less."""
    ship_or_facility = type_of(g, what).naval if what in unit_types(g) else True
    return 1 if ship_or_facility and has(g, nation, "improved-construction") else 0


@procedure("7.8/improved-construction")
def rush(cycles: Sequence[int]) -> list[int]:
    """The first two turns of building paid at once, without the discount."""
    return [cycles[0] + cycles[1], *cycles[2:]]


@procedure("7.3")
def next_price(g: G, item: Item) -> int:
    """What the next turn of building costs."""
    less = 0 if item.rushed else discount(g, item.owner, item.what)
    return max(0, item.cycles[item.paid] - less)


def ready(item: Item) -> bool:
    """7.3: in the Place Units Box."""
    return item.paid >= len(item.cycles)


@procedure("7.1", "7.3")
def first_price(g: G, nation: str, what: str, cycles: Sequence[int], rushed: bool) -> int:
    """What it costs to begin."""
    return cycles[0] + cycles[1] if rushed and len(cycles) > 1 else max(0, cycles[0] - discount(g, nation, what))


def unit_price(g: G, nation: str, action: UnitPurchase) -> int:
    type = made_as(g, nation, action.type)
    count = action.count if isinstance(action, Buy) else 1
    return count * first_price(g, nation, type, type_of(g, type).cycles, action.rushed)


# Rules of a purchase


@rule("12.2", Buy, LendUnit)
@procedure("App-B.38", "App-B.39")
def type_can_be_built(g: G, action: UnitPurchase) -> str | None:
    """Old small craft would make cheap losses, so nobody builds them."""
    kind = type_of(g, action.type)
    return None if kind.cycles else f"{kind.name} cannot be built."


@rule("7.1", Buy, LendUnit)
def nation_builds_it(g: G, action: UnitPurchase) -> Ruling | None:
    return why_not_listed(g, g.state.nation, action.type) if type_of(g, action.type).cycles else None


@rule("12.2/mountain-infantry", Buy, LendUnit)
def mountains_are_in_play(g: G, action: UnitPurchase) -> tuple[str, str] | None:
    if action.type != "mountain-infantry" or g.options["mountains"]:
        return None
    return "Without the rules for mountains there is no Mountain Infantry.", "Buy Infantry."


@procedure("15.9")
def modern_fighters(g: G) -> bool:
    """From January 1940 on (July 1940 in the other reading) Fighters are the modern ones."""
    first = JULY_1940 if g.options["reading-early-fighters-july"] else JANUARY_1940
    return not g.options["early-fighters"] or g.state.calendar >= first


@rule("15.9", Buy, LendUnit)
def fighters_of_the_time(g: G, action: UnitPurchase) -> tuple[str, str] | str | None:
    if action.type == EARLY_FIGHTER and modern_fighters(g):
        if not g.options["early-fighters"]:
            return "Early War Fighters are an optional rule that is not in play."
        return "Early War Fighters are no longer built.", "Buy Fighters."
    if action.type == FIGHTER and not modern_fighters(g):
        return "Modern Fighters are not yet built.", "Buy Early War Fighters."
    return None


@procedure("7.3")
def can_be_placed(g: G, nation: str, type: str, *, home_only: bool = False) -> bool:
    """Could the nation place such a unit now, leaving aside what its factories have made this turn?"""
    kind = type_of(g, type)
    if type == COLONIAL and home_only:
        return False  # raised in colonies, without a factory
    if home_only or type not in (MILITIA, COLONIAL):
        return bool(makers(g, nation, kind, home_only=home_only))
    return bool(placing_sites(g, nation, type))


@rule("7.3", Buy, LendUnit)
def criteria_for_placing_are_met(g: G, action: UnitPurchase) -> Ruling | None:
    nation, type = g.state.nation, made_as(g, g.state.nation, action.type)
    lent = isinstance(action, LendUnit)
    if not type_of(g, type).cycles or can_be_placed(g, nation, type, home_only=lent):
        return None
    section, reason, remedy = why_no_site(g, nation, type)
    if lent:
        return Ruling("7.9", f"What is lent is made in the Home Country. {reason}", remedy)
    name = called_item(g, type)
    return Ruling("7.3", f"{name} cannot be started: it could not be placed ({section}). {reason}", remedy)


@rule("7.8/improved-construction", Buy, LendUnit)
def may_be_rushed(g: G, action: UnitPurchase) -> str | None:
    if not action.rushed:
        return None
    kind = type_of(g, action.type)
    return why_not_rush(g, g.state.nation, action.type if kind.naval else "", kind.cycles)


def why_not_rush(g: G, nation: str, what: str, cycles: Sequence[int]) -> str | None:
    if not what or not discount(g, nation, what):
        return "Only ships and facilities, with Improved Construction, have two turns paid at once."
    return None if len(cycles) > 1 else f"{called_item(g, what)} is built in one turn anyway."


@rule("0.9/ipp", Buy, LendUnit)
def unit_is_paid_for(g: G, action: UnitPurchase) -> tuple[str, str] | None:
    if not type_of(g, action.type).cycles:
        return None
    return too_dear(g, g.state.nation, unit_price(g, g.state.nation, action))


# Option 15.8: where a capital ship is laid down


@procedure("15.8")
def keels(g: G, nation: str, kind: UnitType, *, home_only: bool = False) -> list[str]:
    """Zones whose Major Shipyard can lay down a capital ship; nothing while the option is off."""
    if not g.options["ships-under-construction"] or not kind.capital:
        return []
    wanted = makers(g, nation, kind, home_only=home_only)
    return list(dict.fromkeys(f.zone for f in yards(g, nation, kind) if f in wanted))


@rule("15.8", Buy)
def yard_is_for_the_ship_in_question(g: G, action: Buy) -> str | None:
    wanted = g.decision.about.get("type") if g.decision else None
    if wanted is None or (action.type == wanted and action.zone):
        return None
    return f"The question is where the {called_item(g, wanted)} is laid down."


@rule("15.8", Buy, LendUnit)
def yard_is_named(g: G, action: UnitPurchase) -> Ruling | str | None:
    kind = type_of(g, action.type)
    if not action.zone:
        return None  # asked next, where there is a choice
    if not (g.options["ships-under-construction"] and kind.capital):
        words = f"{kind.name} goes on the Production Chart: where it appears is asked when it is placed."
        return Ruling("15.8" if kind.capital else "7.1", words, "Leave the zone out.")
    known = keels(g, g.state.nation, kind, home_only=isinstance(action, LendUnit))
    return None if action.zone in known else "There is no shipyard in that zone that can build a capital ship."


def new_item(g: G, nation: str, what: str, cycles: Iterable[int], **marks: object) -> Item:
    """Something new on the Production Chart, its first turn paid."""
    item = Item(g.state.next_id, what, nation, list(cycles), paid=1, turn=g.state.national_turn)
    for name, value in marks.items():
        setattr(item, name, value)
    if item.rushed:
        item.cycles = rush(item.cycles)
    g.state.next_id += 1
    g.state.production.append(item)
    return item


def item_of(g: G, number: int) -> Item | None:
    return next((item for item in g.state.production if item.id == number), None)


def take_off(g: G, item: Item) -> None:
    """Off the Production Chart."""
    g.state.production.remove(item)
