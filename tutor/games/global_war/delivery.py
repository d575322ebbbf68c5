"""Section 11.4: lend-lease is sent, may be interdicted on its way, and becomes the receiver's."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.decisions import Decision
from ...engine.errors import an, short_list
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done
from .actions.placement import Aid, AidMilitia, Deliver
from .building import called_item, item_of, next_price, ready, take_off
from .facilities import NAVAL, blockaded, facilities_in, kind_of
from .lend_lease import SUPPORTERS, damaged_facilities, why_not_receiver
from .nations import PLAYERS, VICHY, adjective, name_of
from .output import use_slot
from .repair import repair_cost
from .routes import (
    Route,
    gates,
    interdictors,
    landings,
    origin,
    pass_through,
    routes,
    served,
    starting_points,
    supply_left,
    valid_path,
    value,
)
from .rulebook import procedure, rule
from .state import Delivery, G, Item
from .terms import home_country, owner, player_of
from .treasury import change
from .units import place, type_of, unit_types, units_in
from .upgrades import MILITIA_UPGRADE, upgrades
from .zones import name_of_zone

VICHY_CASH = "IPP of Vichy France"  # a counter
LOST_OVER_THE_HUMP = (11, 12)  # 1.24


def loads(g: G, nation: str) -> Iterator[Item]:
    """Lend-lease in the Place Units Box."""
    for item in g.state.production:
        if (
            item.owner == nation
            and item.receiver
            and ready(item)
            and why_not_receiver(g, nation, item.receiver) is None
        ):
            yield item


def deliveries(g: G, nation: str) -> Iterator[Deliver]:
    for item in loads(g, nation):
        for route in routes(g, item):
            yield Deliver(item.id, route.to, route.zone)


def delivering(g: G) -> bool:
    nation = g.state.nation
    return f"deliver {nation}" not in g.state.asked and next(deliveries(g, nation), None) is not None


# Rules


@rule("11.4", Deliver, guard=True)
def load_is_ready(g: G, action: Deliver) -> Ruling | None:
    item = item_of(g, action.item)
    if item is None or item.owner != g.state.nation or not item.receiver:
        return Ruling("11.4", f"{name_of(g.state.nation)} has no lend-lease with the number {action.item}.")
    if not ready(item):
        return Ruling("11.4", f"The {called_item(g, item.what)} is not completed.")
    return why_not_receiver(g, item.owner, item.receiver)


def _route(g: G, action: Deliver) -> Route | None:
    item = item_of(g, action.item)
    assert item is not None
    return next((r for r in routes(g, item) if (r.zone, r.to) == (action.zone, action.to)), None)


@rule("11.4", Deliver)
def route_leads_there(g: G, action: Deliver) -> Ruling | None:
    if _route(g, action) is not None:
        return None
    item = item_of(g, action.item)
    assert item is not None
    if not starting_points(g, item):
        return _why_no_start(g, item)
    ways = [
        f"{name_of_zone(g, r.zone)} to {name_of_zone(g, r.to)}" if r.zone else f"over land to {name_of_zone(g, r.to)}"
        for r in routes(g, item)
    ]
    remedy = f"Possible: {short_list(ways, 6)}." if ways else "It waits on the Production Chart."
    if not action.zone:
        words = f"No railways or rivers lead from a factory in the Home Country to {name_of_zone(g, action.to)}."
        return Ruling("11.4/land", words, remedy)
    section, words = _why_no_voyage(g, item, action)
    return Ruling(section, words, remedy)


def _why_no_start(g: G, item: Item) -> Ruling:
    """Nothing in the Home Country can send it: no factory, or for a unit none that can still make it this turn."""
    home = f"the Home Country of {name_of(item.owner)}"
    if item.what not in unit_types(g):
        return Ruling("11.4", f"Lend-lease starts at a factory, and {home} has none.", "It waits for the next turn.")
    kind = type_of(g, item.what)
    maker = "shipyard" if kind.naval else "factory"
    words = f"No {maker} in {home} can still make {an(kind.name)} this turn."
    return Ruling("11.1/ships" if kind.naval else "11.1", words, "It waits for the next turn.")


def _why_no_voyage(g: G, item: Item, action: Deliver) -> tuple[str, str]:
    """What is wrong with the ports at both ends; where nothing is, the way between them is shut."""
    if action.zone not in home_country(g, item.owner) or owner(g, action.zone) != item.owner:
        words = f"{name_of_zone(g, action.zone)} is no zone that {name_of(item.owner)} holds of its Home Country"
        return "11.4/sea", f"{words}, where lend-lease leaves from."
    for zone in (action.zone, action.to):
        why = _why_no_port(g, item, zone)
        if why is not None:
            return why
    if action.to not in landings(g, item):
        there = f"the Home Country of {name_of(item.receiver)}"
        return "11.4", f"{name_of_zone(g, action.to)} is not in {there}, and no railways lead on to it that it may use."
    ends = f"{name_of_zone(g, action.zone)} to {name_of_zone(g, action.to)}"
    return "11.4/sea", f"No way leads from {ends}: straits are closed, or railways or leave to pass are missing."


@procedure("11.4/sea", "11.4/blockade")
def _why_no_port(g: G, item: Item, zone: str) -> tuple[str, str] | None:
    """Why lend-lease cannot pass through the naval facilities of a zone."""
    place, ports = name_of_zone(g, zone), facilities_in(g, zone, NAVAL)
    if gates(g, item, zone):
        return None
    sound = [f for f in ports if not f.damage]
    if not sound:
        return "11.4/sea", f"{place} has no {'undamaged ' if ports else ''}naval facility."
    if all(blockaded(g, f) for f in sound):
        return "11.4/blockade", f"{place} is blockaded, and neither sends nor receives lend-lease."
    port = max(sound, key=lambda f: (not blockaded(g, f), supply_left(g, f)))
    most, left = kind_of(g, port).supply, supply_left(g, port)
    used = f", of which {most - left} are used this turn" if left < most else ""
    words = f"The {kind_of(g, port).name} of {place} handles {most} IPP at most{used}"
    return "11.4/sea", f"{words}, and this is worth {value(g, item)}."


@rule("11.4/sea", Deliver)
def path_is_the_shortest(g: G, action: Deliver) -> str | None:
    route = _route(g, action)
    if route is None or not action.path:
        return None
    item = item_of(g, action.item)
    assert item is not None
    joins = action.path[0] in served(g, item, route.zone) and action.path[-1] in served(g, item, route.to)
    if not (joins and valid_path(g, item.owner, action.path)):
        return "That path does not lead from the one port to the other through open waters."
    if len(action.path) > len(route.path):
        return f"Lend-lease takes the shortest path, which has {len(route.path)} sea zones."
    return None


# The steps


@procedure("11.4", "11.4/failure")
def send(g: G) -> Asking:
    """The sender picks what goes, and both its ends; what stays waits for the next turn."""
    nation = g.state.nation
    action = yield Decision(
        nation,
        "11.4",
        f"{name_of(nation)} delivers lend-lease.",
        [Deliver, Done],
        lambda: [*deliveries(g, nation), Done()],
        screened=True,
    )
    if not isinstance(action, Deliver):
        g.state.asked.append(f"deliver {nation}")
        return
    item, route = item_of(g, action.item), _route(g, action)
    assert item is not None and route is not None
    if item.what in unit_types(g):
        use_slot(g, origin(g, item, route))
    path = list(action.path or route.path)
    for zone, sea in zip((route.zone, route.to), (path[0], path[-1]), strict=True) if route.zone else ():
        pass_through(g, item, zone, sea)
    air = item.what in unit_types(g) and type_of(g, item.what).air
    dangers = [sea for sea in path if interdictors(g, nation, sea)]
    if g.options["reading-one-interdiction"]:
        dangers = dangers[:1]
    g.state.delivery = Delivery(item.id, route.end, path, dangers, hump=air and route.road and g.options["air-hump"])
    words = f"{name_of(nation)} sends {_load(g, item)} to {name_of(item.receiver)} in {name_of_zone(g, route.end)}."
    g.tell("lend-lease", "11.4", words, by=nation, path=path)


def _load(g: G, item: Item) -> str:
    return f"{item.ipp} IPP" if item.ipp else f"{an(called_item(g, item.what))}"


def in_danger(g: G) -> bool:
    return g.state.delivery is not None and bool(g.state.delivery.dangers)


@procedure("11.4/interdiction")
def interdict(g: G) -> None:
    """A D6 each without modifiers: if the interdictor's is higher, the lend-lease is gone."""
    delivery, nation = g.state.delivery, g.state.nation
    assert delivery is not None
    sea = delivery.dangers.pop(0)
    raider = interdictors(g, nation, sea)[0].owner
    where = name_of_zone(g, sea)
    theirs = g.chance.die(6, "11.4/interdiction", by=raider, why=f"{name_of(raider)} interdicts in {where}")
    ours = g.chance.die(6, "11.4/interdiction", by=nation, why=f"{name_of(nation)} gets through")
    if theirs > ours:
        lose(g, f"{adjective(raider)} forces stop the lend-lease in {where}, and it is lost", "11.4/interdiction")


def lose(g: G, why: str, section: str) -> None:
    delivery = g.state.delivery
    item = item_of(g, delivery.item) if delivery else None
    assert item is not None
    take_off(g, item)
    g.state.delivery = None
    g.tell("lend-lease", section, f"{why}.", by=g.state.nation)


def over_the_hump(g: G) -> bool:
    return g.state.delivery is not None and g.state.delivery.hump


@procedure("1.24/air-hump")
def fly_the_hump(g: G) -> None:
    """Option: an aircraft lent over the Burma Road is lost on 11 or 12."""
    delivery = g.state.delivery
    assert delivery is not None
    delivery.hump = False
    rolled = g.chance.pool(1, 12, {"lost": LOST_OVER_THE_HUMP}, "1.24/air-hump", by=g.state.nation, why="Over the Hump")
    if rolled["lost"]:
        lose(g, "The aircraft is lost over the Himalaya", "1.24/air-hump")


def on_its_way(g: G) -> bool:
    return g.state.delivery is not None


@procedure("11.4")
def arrive(g: G) -> Asking:
    """A unit is the receiver's from now on; IPPs are his to spend, or what they were lent for."""
    delivery = g.state.delivery
    assert delivery is not None
    item = item_of(g, delivery.item)
    assert item is not None
    g.state.delivery = None
    take_off(g, item)
    words = f"{name_of(item.receiver)} receives {_load(g, item)}"
    if item.what in unit_types(g):
        where = delivery.route[-1] if type_of(g, item.what).naval else delivery.to
        place(g, item.what, item.receiver, where)
        g.tell("lend-lease", "11.4", f"{words} in {name_of_zone(g, where)}.", by=item.receiver, zone=where)
    elif item.receiver in PLAYERS:
        money = change(g, item.receiver, item.ipp)
        g.tell("lend-lease", "11.4", f"{words}.", by=item.receiver, money=money)
    elif item.what == MILITIA_UPGRADE:
        yield from _supply_militia(g, item)
    elif item.receiver == VICHY:
        _complete_vichy_ships(g, item.ipp)
    elif item.receiver in SUPPORTERS:
        yield from _repair_spain(g, item.receiver, item.ipp)


@procedure("13.1/support")
def _supply_militia(g: G, item: Item) -> Asking:
    """Supplies make Infantry of one Militia; the sender says which."""
    row = upgrades(g)[MILITIA_UPGRADE]
    zones = list(
        dict.fromkeys(u.zone for u in g.state.units.values() if u.owner == item.receiver and u.type == row.before)
    )
    if not zones:
        return
    zone = zones[0]
    if len(zones) > 1:
        action = yield Decision(
            item.owner,
            "13.1/support",
            "Where is a Militia upgraded?",
            [AidMilitia],
            [AidMilitia(z) for z in zones],
            about={"zones": zones},
        )
        assert isinstance(action, AidMilitia)
        zone = action.zone
    unit = next(u for u in units_in(g, zone) if u.owner == item.receiver and u.type == row.before)
    unit.type = row.after
    words = f"{an(adjective(item.receiver), begins=True)} Militia in {name_of_zone(g, zone)} becomes Infantry."
    g.tell("upgraded", "13.1/support", words, by=item.owner, zone=zone)


@rule("13.1/support", AidMilitia)
def militia_is_there(g: G, action: AidMilitia) -> str | None:
    known = g.decision.about.get("zones", ()) if g.decision else ()
    return None if action.zone in known else f"There is no such Militia in {name_of_zone(g, action.zone)}."


@procedure("13.1/support")
def _repair_spain(g: G, faction: str, ipp: int) -> Asking:
    """Money lent to a Spanish faction repairs its facilities; its patron says which first."""
    left = ipp // repair_cost(g)
    while left:
        damaged = damaged_facilities(g, faction)
        if not damaged:
            return
        facility = damaged[0]
        if len(damaged) > 1:
            action = yield Decision(
                player_of(g, faction) or g.state.nation,
                "13.1/support",
                f"What do the {left} IPP for {name_of(faction)} repair?",
                [Aid],
                [Aid(f.id) for f in damaged],
            )
            assert isinstance(action, Aid)
            facility = g.state.facilities[action.facility]
        points = min(left, facility.damage)
        facility.damage -= points
        left -= points
        words = f"The {kind_of(g, facility).name} in {name_of_zone(g, facility.zone)} is repaired by {points}."
        g.tell("repair", "13.1/support", words, by=faction)


@rule("13.1/support", Aid)
def aid_goes_to_damage(g: G, action: Aid) -> str | None:
    facility = g.state.facilities.get(action.facility)
    if facility is not None and any(facility in damaged_facilities(g, faction) for faction in SUPPORTERS):
        return None
    return "Aid repairs a damaged facility of the Spanish faction."


@procedure("14.4.2/production")
def _complete_vichy_ships(g: G, ipp: int) -> None:
    """German money pays the next turn of Vichy ships on the chart, where they stay until Vichy is no more."""
    purse = g.state.counters.get(VICHY_CASH, 0) + ipp
    for item in g.state.production:
        if item.owner == VICHY and not ready(item) and next_price(g, item) <= purse:
            purse -= next_price(g, item)
            item.paid += 1
            words = f"Vichy France goes on building its {called_item(g, item.what)}."
            g.tell("lend-lease", "14.4.2/production", words, by=VICHY)
    g.state.counters[VICHY_CASH] = purse
