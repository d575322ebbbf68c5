"""Sections 7 and 7.0: the menu of the Production Phase. What each entry does is told in the module of its section."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ...engine.decisions import Action, Decision
from ...engine.errors import an
from ...engine.phases import Asking
from . import construction, diplomacy, lend_lease, purchases, repair, technology, upgrades
from .actions.basic import Done, Pass
from .actions.politics import Influence
from .actions.production import (
    Advance,
    Build,
    Buy,
    BuyUpgrade,
    ChooseFacility,
    ChooseReceiver,
    ConvertFighters,
    LendMoney,
    LendUnit,
    LendUpgrade,
    Reassign,
    Repair,
    RepairCanal,
    RepairRailroad,
    RepairShip,
    Research,
    ScrapFighters,
    UpgradeFacility,
)
from .building import called_item, item_of, why_not_rush
from .nations import name_of
from .rulebook import procedure
from .state import G
from .terms import record, slot_nations

LENDING = (ChooseReceiver, LendMoney, LendUnit, LendUpgrade)
KINDS: tuple[type[Action], ...] = (
    Research, Buy, ChooseFacility, Build, Advance, UpgradeFacility, Repair, RepairRailroad, RepairCanal, RepairShip,
    BuyUpgrade, ConvertFighters, ScrapFighters, Reassign, Influence, *LENDING, Done,
)  # fmt: skip


@procedure("7", "6.1")
def producers(g: G) -> list[str]:
    """The nations of this national turn produce one after the other."""
    return slot_nations(g, g.state.slot)


@procedure("7.0")
def menu(g: G, nation: str) -> Iterator[Action]:
    """Everything a nation can do with its IPPs now, but for diplomacy and lend-lease: those have steps of their own too."""
    cash = record(g, nation).cash
    yield from technology.researchable(g, nation)
    yield from construction.advanceable(g, nation, cash)
    yield from (Reassign(item.id) for item in lend_lease.undelivered(g, nation))
    yield from repair.ship_repairs(g, nation)
    yield from upgrades.early_fighter_choices(g, nation, cash)
    if not cash:
        return
    yield from repair.repairs(g, nation, cash)
    yield from purchases.purchases(g, nation)
    yield from (ChooseFacility(what) for what in construction.buildable_kinds(g, nation))
    yield from construction.upgradeable(g, nation, cash)
    yield from upgrades.buyable_upgrades(g, nation, cash)


def spending(g: G) -> bool:
    """Nobody is asked who could do nothing but pass."""
    nation = g.state.nation
    return f"spend {nation}" not in g.state.asked and next(menu(g, nation), None) is not None


@procedure("7.0", "6.2")
def spend(g: G) -> Asking:
    """One thing at a time, in any order, until the nation is done."""
    nation = g.state.nation
    action = yield Decision(
        nation,
        "7.0",
        f"{name_of(nation)} has {record(g, nation).cash} IPP to spend.",
        KINDS,
        lambda: [*menu(g, nation), *diplomacy.attempts(g), *lend_lease.offers(g, nation), Done()],
        screened=True,
    )
    if isinstance(action, ChooseFacility):
        action = yield from _choose_place(g, nation, action.what)
    if isinstance(action, Buy):
        yield from purchases.buy(g, nation, action)
    elif isinstance(action, LENDING):
        yield from lend_lease.lend(g, nation, action)
    else:
        _carry_out(g, nation, action)


def _choose_place(g: G, nation: str, what: str) -> Generator[Decision, Action, Action]:
    """Where a facility is built is asked once it is clear that it is."""
    action = yield Decision(
        nation,
        "7.3/facilities",
        f"Where does {name_of(nation)} build {an(called_item(g, what))}?",
        [Build, Pass],
        lambda: [*_places(g, nation, what), Pass()],
        screened=True,
    )
    return action


def _places(g: G, nation: str, what: str) -> Iterator[Build]:
    cash = record(g, nation).cash
    for place in construction.places_for(g, nation, what):
        if construction.price(g, nation, place) <= cash:
            yield place
        cycles = construction.cycles_of(g, what, place.zone, place.border)
        rushed = Build(what, place.zone, place.border, rushed=True)
        if why_not_rush(g, nation, what, cycles) is None and construction.price(g, nation, rushed) <= cash:
            yield rushed


def _carry_out(g: G, nation: str, action: Action) -> None:
    match action:
        case Research():
            technology.begin_research(g, action.technology)
        case Build():
            construction.begin(g, nation, action)
        case Advance():
            item = item_of(g, action.item)
            assert item is not None
            construction.advance(g, item)
        case UpgradeFacility():
            construction.begin_upgrade(g, nation, g.state.facilities[action.facility])
        case Repair():
            repair.repair_facility(g, nation, action)
        case RepairRailroad():
            repair.repair_railroad(g, nation, action)
        case RepairCanal():
            repair.repair_canal(g, nation, action)
        case RepairShip():
            repair.begin_ship_repair(g, nation, action)
        case BuyUpgrade():
            upgrades.buy_upgrade(g, nation, action)
        case ConvertFighters():
            upgrades.convert_fighters(g, nation, action)
        case ScrapFighters():
            upgrades.scrap_fighters(g, nation, action)
        case Influence():
            diplomacy.court(g, nation, action)
        case Reassign():
            item = item_of(g, action.item)
            assert item is not None
            lend_lease.reassign(g, nation, item)
        case Done():
            g.state.asked.append(f"spend {nation}")
