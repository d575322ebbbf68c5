"""Sections 7.9 and 13.1/support: to whom a nation may lend, and what; delivery is in ``delivery``."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ...engine.decisions import Action, Decision
from ...engine.errors import an
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done, Pass
from .actions.production import ChooseReceiver, LendMoney, LendUnit, LendUpgrade, Reassign
from .building import called_item, item_of, keels, made_as, new_item, pay, ready, too_dear, unit_price
from .facilities import facilities_in
from .guards import no_such_nation
from .nations import ALLIES, GERMANY, ITALY, NATIONALISTS, PLAYERS, REPUBLICANS, USA, USSR, VICHY, name_of
from .purchases import affordable_types
from .rulebook import RULES, procedure, rule
from .state import Facility, G, Item
from .terms import alliance, at_war, half, in_play, major, power, record, zone_value, zones_of
from .units import type_of
from .upgrades import MILITIA_UPGRADE, upgrades

IPP = "ipp"  # what is lent, where it is money
SUPPORTERS = {NATIONALISTS: (GERMANY, ITALY), REPUBLICANS: (USSR,)}  # 13.1
AID_GIVEN = "aid to Spain from "  # counters, one a Power: the calendar turn in which it last sent supplies
Loan = LendMoney | LendUnit | LendUpgrade
Lending = ChooseReceiver | Loan


# Who lends to whom


@procedure("7.9", "0.9/lend-lease")
def why_not_lender(g: G, nation: str) -> Ruling | None:
    """Major Powers lend, even at peace; the USA from a certain income on."""
    if not major(g, nation):
        return Ruling("7.9", f"{name_of(nation)} is not a Major Power, and only those lend.")
    if nation == USA:
        from .war_and_peace import us_may

        if not us_may(g, "lend-lease"):
            return Ruling("5.4/usa-nrs", "The income of the USA is still too low for lend-lease.")
    return None


@procedure("7.9")
def why_not_receiver(g: G, nation: str, receiver: str) -> Ruling | None:
    """Why a nation may not lend to another at all."""
    if receiver == nation:
        return Ruling("7.9", "A nation does not lend to itself.")
    if receiver in g.state.merged:
        return Ruling("7.9", f"{name_of(receiver)} has Aligned and is part of {name_of(g.state.merged[receiver])}.")
    if receiver in g.state.minors and not zones_of(g, receiver):
        return Ruling("7.9", f"{name_of(receiver)} has no zone left to receive anything in.")
    if receiver in PLAYERS and not in_play(g, receiver):
        return Ruling("7.9", f"{name_of(receiver)} is not in play.")
    if at_war(g, nation, receiver):
        return Ruling("7.9", f"{name_of(nation)} is at war with {name_of(receiver)}.")
    near = g.charts["lend-lease"].cell(nation, "receivers") == "alliance"
    if near and alliance(g, nation) != alliance(g, receiver):
        return Ruling("7.9", f"{name_of(nation)} lends only within its Alliance.")
    return _why_not_by_pact(g, nation, receiver) or _why_not_vichy(nation, receiver)


def _why_not_by_pact(g: G, nation: str, receiver: str) -> Ruling | None:
    """Under their pact Japan and the USSR do not lend to each other's enemies."""
    from .pacts import why_not_lend as pact_forbids

    said = pact_forbids(g, nation, receiver)
    return Ruling("14.3", said, "The pact can be broken.") if said else None


@procedure("14.4.3")
def _why_not_vichy(nation: str, receiver: str) -> Ruling | None:
    if receiver == VICHY and nation != GERMANY:
        return Ruling("14.4.3", "Vichy France receives lend-lease only from Germany.")
    return None


@procedure("13.1/support")
def why_not_spain(g: G, nation: str, receiver: str, *, supplies: bool) -> Ruling | None:
    """In the Spanish Civil War patrons send units or repairs; the Allies send supplies, one Power a turn."""
    if receiver not in SUPPORTERS or g.state.spain != "war":
        return (
            Ruling("13.1/support", "Such supplies go to the Spanish factions in their civil war.") if supplies else None
        )
    if not supplies:
        if nation in SUPPORTERS[receiver]:
            return None
        allied = " The Allies send supplies." if alliance(g, nation) == ALLIES else ""
        return Ruling("13.1/support", f"{name_of(nation)} does not support {name_of(receiver)} with arms.{allied}")
    if alliance(g, nation) != ALLIES:
        return Ruling("13.1/support", "Only the Allies send such supplies to Spain.")
    other = _power_that_supplied(g)
    if other not in ("", power(nation)):
        return Ruling("13.1/support", f"{name_of(other)} has sent supplies to Spain this turn: one Allied Power does.")
    if any(u.owner == receiver and u.type == upgrades(g)[MILITIA_UPGRADE].before for u in g.state.units.values()):
        return None
    return Ruling("13.1/support", f"{name_of(receiver)} has no Militia to upgrade.")


@procedure("13.1/support")
def _power_that_supplied(g: G) -> str:
    """The Allied Power that has sent supplies to a Spanish faction this turn; it may send some to the other too."""
    return next((one for one in PLAYERS if g.state.counters.get(AID_GIVEN + one) == g.state.calendar), "")


@procedure("7.9", "2.3/commonwealth")
def why_no_more(g: G, nation: str, receiver: str) -> Ruling | None:
    """Once a turn to each receiver, the Commonwealth as one; in the other reading once a turn in all."""
    lent = record(g, power(nation)).lent
    if receiver in lent:
        return Ruling("7.9", f"Lend-lease to {name_of(receiver)} has been declared this turn.")
    if lent and g.options["reading-one-lend-lease"]:
        return Ruling("7.9", "One lend-lease a turn has been declared.")
    return None


def why_not_lend(g: G, nation: str, receiver: str, *, supplies: bool = False) -> Ruling | None:
    return (
        why_not_lender(g, nation)
        or why_not_receiver(g, nation, receiver)
        or why_not_spain(g, nation, receiver, supplies=supplies)
        or why_no_more(g, nation, receiver)
    )


# Rules


@rule("7.9", ChooseReceiver, LendMoney, LendUnit, LendUpgrade, guard=True)
def receiver_is_known(g: G, action: Lending) -> tuple[str, str] | None:
    return None if action.receiver in g.state.merged else no_such_nation(g, action.receiver)


@rule("7.9", ChooseReceiver)
def something_may_be_lent(g: G, action: ChooseReceiver) -> Ruling | None:
    nation = g.state.nation
    why = why_not_lend(g, nation, action.receiver)
    return why if why and why_not_lend(g, nation, action.receiver, supplies=True) else None


@rule("7.9", LendMoney, LendUnit)
def lending_is_allowed(g: G, action: LendMoney | LendUnit) -> Ruling | None:
    return why_not_lend(g, g.state.nation, action.receiver)


@rule("13.1/support", LendUpgrade)
def supplies_are_allowed(g: G, action: LendUpgrade) -> Ruling | None:
    return why_not_lend(g, g.state.nation, action.receiver, supplies=True)


@procedure("7.9", "0.2")
def most_money(g: G, receiver: str) -> int:
    """Half of the receiver's current income, rounded up, without bonuses."""
    from .war_and_peace import income

    if receiver in PLAYERS:
        return half(income(g, receiver))
    return half(sum(zone_value(g, zone) for zone in zones_of(g, receiver)))


@rule("7.9", LendMoney)
def money_is_within_half_the_income(g: G, action: LendMoney) -> Ruling | None:
    if action.ipp < 1:
        return Ruling("7.9", f"{action.ipp} IPP cannot be lent.")
    most = most_money(g, action.receiver)
    if action.ipp > most:
        words = f"{name_of(action.receiver)} receives at most half of its income, {most} IPP."
        return Ruling("7.9", words)
    return None


@rule("7.9", LendMoney)
def money_is_of_use(g: G, action: LendMoney) -> Ruling | None:
    if action.receiver in PLAYERS:
        return None
    if action.receiver == VICHY:
        building = any(item.owner == VICHY and not ready(item) for item in g.state.production)
        return None if building else Ruling("14.4.2/production", "Vichy France has no ships to complete.")
    if action.receiver in SUPPORTERS and g.state.spain == "war":
        damaged = damaged_facilities(g, action.receiver)
        return None if damaged else Ruling("13.1/support", "Money for Spain repairs facilities, and none is damaged.")
    words = f"{name_of(action.receiver)} has no treasury: a Minor Power spends no IPPs."
    return Ruling("7.9", words, "Lend a unit.")


def damaged_facilities(g: G, nation: str) -> list[Facility]:
    return [f for zone in zones_of(g, nation) for f in facilities_in(g, zone) if f.damage]


@rule("0.9/ipp", LendMoney)
def lent_money_is_there(g: G, action: LendMoney) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, action.ipp)


@rule("0.9/ipp", LendUpgrade)
def supplies_are_paid_for(g: G, action: LendUpgrade) -> tuple[str, str] | None:
    return too_dear(g, g.state.nation, upgrades(g)[MILITIA_UPGRADE].cost)


# Declaring it


def receivers(g: G, nation: str) -> Iterator[str]:
    """Players, and Minors under Control or at war, that the nation may lend to."""
    if why_not_lender(g, nation):
        return
    minors = (name for name, minor in g.state.minors.items() if minor.controller or g.state.wars.get(name))
    for receiver in (*PLAYERS, *minors):
        if RULES.allows(g, ChooseReceiver(receiver)) and any(True for _ in loans(g, nation, receiver)):
            yield receiver


def loans(g: G, nation: str, receiver: str) -> Iterator[Loan]:
    """What can be lent to a nation."""
    if why_not_lend(g, nation, receiver) is None:
        for ipp in range(1, min(most_money(g, receiver), record(g, nation).cash) + 1):
            if RULES.allows(g, LendMoney(receiver, ipp)):
                yield LendMoney(receiver, ipp)
        for type in affordable_types(g, nation, home_only=True):
            yield LendUnit(receiver, type)
    if RULES.allows(g, LendUpgrade(receiver)):
        yield LendUpgrade(receiver)


def offers(g: G, nation: str) -> Iterator[ChooseReceiver]:
    return (ChooseReceiver(receiver) for receiver in receivers(g, nation))


def lending(g: G) -> bool:
    nation = g.state.nation
    if f"lend {nation}" in g.state.asked or not record(g, nation).cash:
        return False
    return next(receivers(g, nation), None) is not None


@procedure("7.9")
def declare_lend_lease(g: G) -> Asking:
    """A nation names whom it helps, then with what."""
    nation = g.state.nation
    action = yield Decision(
        nation,
        "7.9",
        f"{name_of(nation)} may declare lend-lease.",
        [ChooseReceiver, LendMoney, LendUnit, LendUpgrade, Done],
        lambda: [*offers(g, nation), Done()],
        screened=True,
    )
    if isinstance(action, Done) or (yield from lend(g, nation, action)):
        g.state.asked.append(f"lend {nation}")  # who thinks better of it is done


@procedure("7.9")
def lend(g: G, nation: str, action: Action) -> Generator[Decision, Action, bool]:
    """What is lent is asked for once the receiver is known; True where the nation thinks better of it."""
    if isinstance(action, ChooseReceiver):
        receiver = action.receiver
        action = yield Decision(
            nation,
            "7.9",
            f"What does {name_of(nation)} lend to {name_of(receiver)}?",
            [LendMoney, LendUnit, LendUpgrade, Pass],
            lambda: [*loans(g, nation, receiver), Pass()],
            screened=True,
        )
    if isinstance(action, LendMoney):
        lend_money(g, nation, action)
    elif isinstance(action, LendUnit):
        yield from lend_unit(g, nation, action)
    elif isinstance(action, LendUpgrade):
        lend_supplies(g, nation, action.receiver)
    return isinstance(action, Pass)


def _declared(g: G, nation: str, receiver: str, what: str) -> None:
    record(g, power(nation)).lent.append(receiver)
    words = f"{name_of(nation)} declares lend-lease to {name_of(receiver)}: {what}."
    g.tell("lend-lease", "7.9", words, by=nation, receiver=receiver)


@procedure("7.9")
def lend_money(g: G, nation: str, action: LendMoney) -> None:
    """The IPPs wait on the Production Chart until they are delivered."""
    pay(g, nation, action.ipp, "7.9", f"as lend-lease for {name_of(action.receiver)}")
    new_item(g, nation, IPP, [], receiver=action.receiver, ipp=action.ipp)
    _declared(g, nation, action.receiver, f"{action.ipp} IPP")


@procedure("7.9", "7.9/player-note")
def lend_unit(g: G, nation: str, action: LendUnit) -> Asking:
    """A new unit is begun with the receiver's roundel under it; a ship may take several turns."""
    from .purchases import choose_yard

    type = made_as(g, nation, action.type)
    zone = action.zone
    if not zone and keels(g, nation, type_of(g, type), home_only=True):
        zone = yield from choose_yard(g, nation, type, home_only=True)
    price = unit_price(g, nation, action)
    pay(g, nation, price, "7.9", f"to begin {an(called_item(g, type))} for {name_of(action.receiver)}")
    new_item(g, nation, type, type_of(g, type).cycles, receiver=action.receiver, zone=zone, rushed=action.rushed)
    _declared(g, nation, action.receiver, called_item(g, type))


@procedure("13.1/support")
def lend_supplies(g: G, nation: str, receiver: str) -> None:
    """Allied supplies for a Spanish faction make Infantry of one of its Militia."""
    row = upgrades(g)[MILITIA_UPGRADE]
    pay(g, nation, row.cost, "13.1/support", f"for supplies to {name_of(receiver)}")
    new_item(g, nation, row.id, [row.cost], receiver=receiver)
    g.state.counters[AID_GIVEN + power(nation)] = g.state.calendar
    _declared(g, nation, receiver, "supplies")


# What could not be delivered


def undelivered(g: G, nation: str) -> list[Item]:
    """Lend-lease that has waited since an earlier turn."""
    return [
        i
        for i in g.state.production
        if i.owner == nation and i.receiver and ready(i) and i.turn < g.state.national_turn
    ]


@rule("11.4/failure", Reassign)
def lend_lease_has_waited(g: G, action: Reassign) -> str | None:
    item = item_of(g, action.item)
    if item is not None and item in undelivered(g, g.state.nation):
        return None
    return "Only lend-lease that could not be delivered in an earlier turn is reassigned."


@procedure("11.4/failure")
def reassign(g: G, nation: str, item: Item) -> None:
    """It arrives in the builder's own next Place Units Phase."""
    words = f"{name_of(nation)} keeps what it built for {name_of(item.receiver)}."
    item.receiver = ""
    g.tell("lend-lease", "11.4/failure", words, by=nation, item=item.id)
