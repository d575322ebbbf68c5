"""Sections 11.2 and 15.9: Militia become Infantry, Infantry Motorized, early fighters modern ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...engine.decisions import Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done
from .actions.placement import UpgradeUnit
from .actions.production import BuyUpgrade, ConvertFighters, ScrapFighters
from .building import EARLY_FIGHTER, FIGHTER, modern_fighters, new_item, pay, take_off, too_dear, why_not_listed
from .nations import name_of
from .output import factories
from .rulebook import procedure, rule
from .state import G, Item, Unit
from .supply import supplied
from .terms import home_country, record
from .treasury import change
from .units import called, remove, units_in
from .zones import name_of_zone

OPTION, OPTIONAL = (
    "unit-upgrades",
    "infantry-upgrade",
)  # the checklist makes the Motorized upgrade an option, not the other
CONVERSION_COST, SCRAP_VALUE = 4, 4  # 15.9
MILITIA_UPGRADE = "militia-upgrade"


class Upgrade(NamedTuple):
    """A row of the chart of upgrades."""

    id: str
    name: str
    before: str
    after: str
    cost: int
    most: int


def upgrades(g: G) -> dict[str, Upgrade]:
    found: dict[str, Upgrade] | None = g.memo.get("unit upgrades")
    if found is None:
        chart = g.charts["unit-upgrades"]
        found = g.memo["unit upgrades"] = {row["upgrade"]: Upgrade(*row.values()) for row in chart}
    return found


# Bought in Production


@rule("11.2", BuyUpgrade, UpgradeUnit, guard=True)
def upgrade_is_known(g: G, action: BuyUpgrade | UpgradeUnit) -> str | None:
    if action.upgrade not in upgrades(g):
        return f"There is no upgrade called {action.upgrade!r}."
    return (
        None
        if in_use(g, action.upgrade)
        else "Upgrades to Motorized Infantry are an optional rule that is not in play."
    )


@procedure("11.2", "12.2/infantry", "12.2/motorized-infantry")
def in_use(g: G, upgrade: str) -> bool:
    """Militia always become Infantry for a price; that Infantry become Motorized is an option."""
    return upgrade != OPTIONAL or g.options[OPTION]


def _bought(g: G, nation: str, upgrade: str) -> int:
    return sum(i.what == upgrade and i.owner == nation and i.turn == g.state.national_turn for i in g.state.production)


@rule("7.1", BuyUpgrade)
def nation_has_what_it_becomes(g: G, action: BuyUpgrade) -> Ruling | None:
    """An upgrade gives no unit that the nation could not build."""
    return why_not_listed(g, g.state.nation, upgrades(g)[action.upgrade].after)


@rule("11.2", BuyUpgrade)
def upgrades_are_few(g: G, action: BuyUpgrade) -> str | None:
    row = upgrades(g)[action.upgrade]
    if _bought(g, g.state.nation, row.id) + action.count <= row.most:
        return None
    return f"A nation upgrades at most {row.most} {called(g, row.before)} a turn."


@rule("0.9/ipp", BuyUpgrade)
def upgrade_of_unit_is_paid_for(g: G, action: BuyUpgrade) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, action.count * upgrades(g)[action.upgrade].cost)


@procedure("11.2")
def buy_upgrade(g: G, nation: str, action: BuyUpgrade) -> None:
    """The upgrade waits on the Production Chart for a unit that it can reach."""
    row = upgrades(g)[action.upgrade]
    pay(g, nation, action.count * row.cost, "11.2", f"for {action.count} {row.name}")
    for _ in range(action.count):
        new_item(g, nation, row.id, [row.cost])


def buyable_upgrades(g: G, nation: str, cash: int) -> Iterator[BuyUpgrade]:
    """Upgrades that the nation has units for."""
    types = {u.type for u in g.state.units.values() if u.owner == nation}
    for row in upgrades(g).values():
        if row.before not in types or row.cost > cash or not in_use(g, row.id) or why_not_listed(g, nation, row.after):
            continue
        if _bought(g, nation, row.id) < row.most:
            yield BuyUpgrade(row.id)


# Given out in the Place Units Phase


@procedure("11.2")
def reached(g: G, nation: str) -> set[str]:
    """Zones that a supply path joins to a factory in the Home Country."""
    home = home_country(g, nation)
    return supplied(g, nation, [f.zone for f in factories(g, nation) if f.zone in home])


def _waiting(g: G, nation: str, upgrade: str) -> Item | None:
    return next((i for i in g.state.production if i.what == upgrade and i.owner == nation and not i.receiver), None)


def _candidate(g: G, nation: str, row: Upgrade, zone: str) -> Unit | None:
    return next((u for u in units_in(g, zone) if u.owner == nation and u.type == row.before and not u.aboard), None)


def _used_up(g: G, nation: str, row: Upgrade) -> bool:
    """11.2: one Militia a turn."""
    return row.id == MILITIA_UPGRADE and record(g, nation).militia_upgraded >= row.most


@rule("11.2", UpgradeUnit)
def upgrade_is_on_the_chart(g: G, action: UpgradeUnit) -> str | None:
    row = upgrades(g)[action.upgrade]
    if _waiting(g, g.state.nation, row.id) is None:
        return f"{name_of(g.state.nation)} has no {row.name} on its Production Chart."
    return f"At most {row.most} Militia a turn is upgraded." if _used_up(g, g.state.nation, row) else None


@rule("11.2", UpgradeUnit)
def unit_is_in_supply(g: G, action: UpgradeUnit) -> str | None:
    row = upgrades(g)[action.upgrade]
    if _candidate(g, g.state.nation, row, action.zone) is None:
        return f"There is no {called(g, row.before)} of {name_of(g.state.nation)} in {name_of_zone(g, action.zone)}."
    if action.zone in reached(g, g.state.nation):
        return None
    return f"No supply path leads from a factory in the Home Country to {name_of_zone(g, action.zone)}."


def possible_upgrades(g: G, nation: str) -> list[UpgradeUnit]:
    """Which units can get what is on the chart."""
    rows = [r for r in upgrades(g).values() if _waiting(g, nation, r.id) and not _used_up(g, nation, r)]
    if not rows:
        return []
    zones = reached(g, nation)
    own = dict.fromkeys(u.zone for u in g.state.units.values() if u.owner == nation and u.zone in zones)
    return [UpgradeUnit(row.id, zone) for row in rows for zone in own if _candidate(g, nation, row, zone)]


def upgrading(g: G) -> bool:
    nation = g.state.nation
    return f"upgrade {nation}" not in g.state.asked and bool(possible_upgrades(g, nation))


@procedure("11.2")
def give_upgrades(g: G) -> Asking:
    """Units in supply get the upgrades that were paid for, even if they have moved or fought; the rest waits."""
    nation = g.state.nation
    action = yield Decision(
        nation, "11.2", "Which unit is upgraded?", [UpgradeUnit, Done], [*possible_upgrades(g, nation), Done()],
        screened=True,
    )  # fmt: skip
    if not isinstance(action, UpgradeUnit):
        g.state.asked.append(f"upgrade {nation}")
        return
    row = upgrades(g)[action.upgrade]
    unit, item = _candidate(g, nation, row, action.zone), _waiting(g, nation, row.id)
    assert unit is not None and item is not None
    take_off(g, item)
    unit.type = row.after
    if row.id == MILITIA_UPGRADE:
        record(g, nation).militia_upgraded += 1
    words = f"{called(g, row.before)} in {name_of_zone(g, action.zone)} becomes {called(g, row.after)}."
    g.tell("upgraded", "11.2", words, by=nation, zone=action.zone)


# Early War Fighters


def _early(g: G, nation: str, zone: str) -> list[Unit]:
    return [u for u in units_in(g, zone) if u.owner == nation and u.type == EARLY_FIGHTER]


@rule("15.9", ConvertFighters, ScrapFighters)
def modern_fighters_exist(g: G, action: ConvertFighters | ScrapFighters) -> str | None:
    if not g.options["early-fighters"]:
        return "Early War Fighters are an optional rule that is not in play."
    return None if modern_fighters(g) else "Modern fighters are not yet to be had."


@rule("15.9", ConvertFighters, ScrapFighters)
def early_fighters_are_there(g: G, action: ConvertFighters | ScrapFighters) -> str | None:
    if len(_early(g, g.state.nation, action.zone)) >= action.count:
        return None
    return f"{name_of(g.state.nation)} has fewer Early War Fighters in {name_of_zone(g, action.zone)}."


@rule("0.9/ipp", ConvertFighters)
def conversion_is_paid_for(g: G, action: ConvertFighters) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, action.count * CONVERSION_COST)


def early_fighter_choices(g: G, nation: str, cash: int) -> Iterator[ConvertFighters | ScrapFighters]:
    """One by one, wherever they are; keeping them needs no choice."""
    if not g.options["early-fighters"] or not modern_fighters(g):
        return
    for zone in dict.fromkeys(u.zone for u in g.state.units.values() if u.owner == nation and u.type == EARLY_FIGHTER):
        if cash >= CONVERSION_COST:
            yield ConvertFighters(zone)
        yield ScrapFighters(zone)


@procedure("15.9")
def convert_fighters(g: G, nation: str, action: ConvertFighters) -> None:
    place = name_of_zone(g, action.zone)
    cost = action.count * CONVERSION_COST
    pay(g, nation, cost, "15.9", f"for {called(g, FIGHTER, action.count)} in {place} in place of early ones")
    for unit in _early(g, nation, action.zone)[: action.count]:
        unit.type = FIGHTER


@procedure("15.9")
def scrap_fighters(g: G, nation: str, action: ScrapFighters) -> None:
    for unit in _early(g, nation, action.zone)[: action.count]:
        remove(g, unit)
    money = change(g, nation, action.count * SCRAP_VALUE)
    words = f"{name_of(nation)} scraps {called(g, EARLY_FIGHTER, action.count)} for {action.count * SCRAP_VALUE} IPP."
    g.tell("scrapped", "15.9", words, by=nation, zone=action.zone, money=money)
