"""Section 14.4.2: the dice for colonies, ships and ships in production, and foreign units that must leave."""

from __future__ import annotations

from typing import Any

from ...engine.charts import Chart, in_range
from ...engine.decisions import Action, Decision
from ...engine.errors import an
from ...engine.phases import Asking
from .actions.basic import Done
from .actions.events import SailHome, Withdraw
from .china import event_number
from .facilities import NAVAL, facilities_in, serves
from .handover import give_units, give_zones, land_and_air, send_to_nearest
from .nations import AXIS, FRANCE, FREE_FRANCE, GERMANY, JAPAN, PLAYERS, VICHY, adjective, name_of
from .rulebook import procedure, rule
from .state import G, Unit
from .terms import aligned, alliance, home_country, in_play, owner, player_of, zones_of
from .units import TRANSPORTS, called, cargo, remove, shift, type_of, units_in
from .vichy import french_colony, ship_under_construction, stranger
from .zones import crossings, is_land, is_sea, land_neighbours, name_of_zone, sea_neighbours, sea_row

COLONY, SHIPS, SHIP, ITEM, SAIL = "colony ", "ships ", "ship ", "item ", "sail "
OTHERS = "every other colony"
SIDES = 12


def rolls_to_make(g: G) -> list[str]:
    """Every roll that the making of Vichy calls for, in order."""
    return [*colony_rolls(g), *ship_rolls(g), *item_rolls(g)]


def pending(g: G, *kinds: str) -> list[str]:
    return [entry for entry in g.state.vichy_pending if entry.startswith(kinds)]


def settled(g: G, entry: str) -> None:
    g.state.vichy_pending.remove(entry)


def faces_by_fate(chart: Chart) -> dict[str, list[int]]:
    return {row["fate"]: [n for n in range(1, SIDES + 1) if in_range(n, row["roll"])] for row in chart}


# Colonies


def colony_rolls(g: G) -> list[str]:
    colonies = [zone for zone in zones_of(g, FREE_FRANCE) if french_colony(g, zone)]
    found = []
    for row in g.charts["vichy-colonies"]:
        together = [zone for zone in str(row["zones"]).split() if zone in colonies]
        if together:
            found.append(COLONY + row["group"])
        colonies = [zone for zone in colonies if zone not in together]
    return [*found, *(COLONY + zone for zone in colonies)]


def colony_row(g: G, name: str) -> tuple[dict[str, Any], list[str]]:
    """The row of the chart for a roll, and the zones it decides."""
    chart = g.charts["vichy-colonies"]
    row = chart.row(name if name in chart.row_keys() else OTHERS)
    listed = [name] if row["group"] == OTHERS else str(row["zones"]).split()
    return row, [zone for zone in listed if owner(g, zone) == FREE_FRANCE and french_colony(g, zone)]


def colonies_to_roll(g: G) -> bool:
    return bool(pending(g, COLONY))


@procedure("14.4.2/colonies")
def roll_for_colony(g: G) -> None:
    """One D12 for the next colony or group: Vichy or Free French; the Asian group falls to Japan."""
    entry = pending(g, COLONY)[0]
    settled(g, entry)
    row, zones = colony_row(g, entry.removeprefix(COLONY))
    words = ", ".join(name_of_zone(g, zone) for zone in zones)
    vichy = list(range(1, row["vichy_on"] + 1))
    why = f"{words}: Vichy on {row['vichy_on']} or less"
    outcome = g.chance.pool(1, SIDES, {VICHY: vichy}, "14.4.2/colonies", by=GERMANY, why=why)
    if not outcome[VICHY]:
        g.tell("colony", "14.4.2/colonies", f"Free French: {words}.", by=FREE_FRANCE, zones=zones)
        return
    to = JAPAN if row["japanese"] and in_play(g, JAPAN) else VICHY
    g.tell("colony", "14.4.2/colonies", f"{adjective(to)}: {words}.", by=to, zones=zones)
    give_zones(g, zones, to, "14.4.2/colonies")
    for zone in zones:
        give_units(g, [unit for unit in units_in(g, zone) if unit.owner == FREE_FRANCE], to)
        construction_follows(g, zone, to)


def construction_follows(g: G, zone: str, to: str) -> None:
    """Japan goes on with what was being built in a colony; Vichy builds nothing."""
    here = [item for item in g.state.production if item.zone == zone and item.owner == FREE_FRANCE]
    for item in here:
        item.owner = to
    if to == VICHY:
        g.state.production = [item for item in g.state.production if item not in here]


# Ships


def ship_rolls(g: G) -> list[str]:
    """Ships that are alike in everything roll together; one that carries something rolls alone."""
    found: list[str] = []
    for unit in g.state.units.values():
        if unit.owner == FREE_FRANCE and type_of(g, unit).naval:
            alone = bool(cargo(g, unit))
            found.append(f"{SHIP}{unit.id}" if alone else f"{SHIPS}{unit.zone} {unit.type} {unit.hits}")
    return list(dict.fromkeys(found))


def ships_to_roll(g: G) -> bool:
    return bool(pending(g, SHIPS, SHIP))


def ships_of(g: G, entry: str) -> list[Unit]:
    """The ships that a roll is about, as far as they are still there."""
    if entry.startswith(SHIP):
        unit = g.state.units.get(int(entry.removeprefix(SHIP)))
        return [unit] if unit else []
    zone, type, hits = entry.removeprefix(SHIPS).split()
    return [
        unit
        for unit in units_in(g, zone)
        if (unit.type, unit.hits, unit.owner) == (type, int(hits), FREE_FRANCE) and not cargo(g, unit)
    ]


@procedure("14.4.2/navy")
def roll_for_ships(g: G) -> None:
    """A D12 for each French ship: Free French, scuttled, Vichy, or with the Axis."""
    entry = pending(g, SHIPS, SHIP)[0]
    settled(g, entry)
    ships = ships_of(g, entry)
    if not ships:
        return
    fates = faces_by_fate(g.charts["vichy-navy"])
    where = name_of_zone(g, ships[0].zone)
    why = f"French {called(g, ships[0].type, len(ships))}, {where}"
    counts = g.chance.pool(len(ships), SIDES, fates, "14.4.2/navy", by=GERMANY, why=why)
    for fate, count in counts.items():
        if count:
            words = f"French {called(g, ships[0].type, count)}, {where}: {fate.replace('-', ' ')}."
            g.tell("ships", "14.4.2/navy", words, fate=fate, count=count)
        for unit in ships[:count]:
            befall(g, unit, fate)
        ships = ships[count:]


def befall(g: G, unit: Unit, fate: str) -> None:
    """What a roll does to one ship and to what it carries."""
    if fate == "scuttled":
        remove(g, unit)
    elif fate == VICHY:
        put_ashore_guests(g, unit)
        give_units(g, [unit, *cargo(g, unit)], VICHY)
        number = event_number(g, "Vichy fleet")
        shift(g, unit, next(row["zone"] for row in g.charts["sea-zones"] if row["number"] == number))
    elif fate == AXIS:
        put_ashore_guests(g, unit)
        far = sea_row(g, unit.zone)[1] in ("indian", "pacific")
        to = JAPAN if far and in_play(g, JAPAN) else GERMANY
        give_units(g, [unit, *cargo(g, unit)], to)
        g.state.vichy_pending.append(f"{SAIL}{unit.id}")


def put_ashore_guests(g: G, ship: Unit) -> None:
    for unit in cargo(g, ship):
        if unit.owner != FREE_FRANCE and not send_to_nearest(g, unit, [unit.owner]):
            remove(g, unit)


def ships_to_sail(g: G) -> bool:
    return bool(pending(g, SAIL))


def new_axis_ships(g: G) -> list[Unit]:
    numbers = [int(entry.removeprefix(SAIL)) for entry in pending(g, SAIL)]
    return [g.state.units[n] for n in numbers if n in g.state.units]


def home_seas(g: G, nation: str) -> list[str]:
    """Sea zones at the nation's naval facilities in its Home Country."""
    found = (
        sea
        for zone in sorted(home_country(g, nation))
        if owner(g, zone) == nation
        for port in facilities_in(g, zone, NAVAL)
        for sea in serves(g, port)
    )
    return list(dict.fromkeys(found))


@rule("14.4.2/navy", SailHome)
def sails_home_only(g: G, action: SailHome) -> str | None:
    here = [u for u in new_axis_ships(g) if u.zone == action.zone and u.type == action.type]
    if not here:
        return f"No such ship in {name_of_zone(g, action.zone)} has just joined the Axis."
    if action.to not in home_seas(g, here[0].owner):
        return f"Under the French flag ships sail only to the ports of their new Home Country, not to {name_of_zone(g, action.to)}."
    return None


def voyages(g: G, nation: str) -> list[SailHome]:
    ships = [unit for unit in new_axis_ships(g) if unit.owner == nation]
    seas = home_seas(g, nation)
    return list(dict.fromkeys(SailHome(u.zone, u.type, sea) for u in ships for sea in seas if sea != u.zone))


@procedure("14.4.2/navy")
def sail_home(g: G) -> Asking:
    """Ships that joined the Axis may go home past everybody."""
    for nation in (GERMANY, JAPAN):
        while voyages(g, nation):
            choice = yield Decision(
                nation, "14.4.2/navy", "French ships have joined you. Bring them home under the French flag?",
                [SailHome, Done], [*voyages(g, nation), Done()], screened=True,
            )  # fmt: skip
            if isinstance(choice, Done):
                break
            assert isinstance(choice, SailHome)
            ship = next(u for u in new_axis_ships(g) if (u.zone, u.type) == (choice.zone, choice.type))
            settled(g, f"{SAIL}{ship.id}")
            shift(g, ship, choice.to)
            words = f"{an(called(g, ship.type), begins=True)} sails from {name_of_zone(g, choice.zone)} to {name_of_zone(g, choice.to)}."
            g.tell("sailed", "14.4.2/navy", words, by=nation)
    for entry in pending(g, SAIL):
        settled(g, entry)


# Ships in production


@procedure("14.4.2/production")
def item_rolls(g: G) -> list[str]:
    """French ships on the Production Chart, and nothing else on it."""
    return [
        f"{ITEM}{item.id}" for item in g.state.production if item.owner == FRANCE and ship_under_construction(g, item)
    ]


def items_to_roll(g: G) -> bool:
    return bool(pending(g, ITEM))


@procedure("14.4.2/production")
def roll_for_item(g: G) -> None:
    """A D12 for the next French ship on the Production Chart: scuttled, Vichy, or German."""
    entry = pending(g, ITEM)[0]
    settled(g, entry)
    item = next((item for item in g.state.production if item.id == int(entry.removeprefix(ITEM))), None)
    if item is None:
        return
    fates = faces_by_fate(g.charts["vichy-production"])
    why = f"French {called(g, item.what)} under construction"
    counts = g.chance.pool(1, SIDES, fates, "14.4.2/production", by=GERMANY, why=why)
    fate = next(name for name, count in counts.items() if count)
    if fate == "scuttled":
        g.state.production.remove(item)
    else:
        item.owner, item.receiver = (VICHY if fate == VICHY else GERMANY), ""
    g.tell("ships", "14.4.2/production", f"{why}: {fate}.", fate=fate)


# Units that must leave


def leaving(g: G, nation: str = "") -> list[Unit]:
    """Units in French zones that have become Vichy, German or Japanese, and that cannot stay with the new owner."""
    found = []
    for zone, holder in g.state.owners.items():
        if holder in (VICHY, GERMANY, JAPAN) and (zone in home_country(g, FRANCE) or french_colony(g, zone)):
            found += [
                u for u in land_and_air(g, zone) if stranger(g, u.owner, zone) and nation in ("", player_of(g, u.owner))
            ]
    return found


def somebody_leaves(g: G) -> bool:
    return g.state.vichy and bool(leaving(g))


def ways_out(g: G, unit: Unit) -> list[str]:
    """Where a unit may go: Axis units to an adjacent Axis zone, others to an adjacent Friendly zone, over a crossing,
    or aboard a transport; aircraft as far as they fly."""
    if alliance(g, unit.owner) == AXIS:
        return [z for z in land_neighbours(g, unit.zone) if welcome(g, unit, z) and alliance(g, owner(g, z)) == AXIS]
    if type_of(g, unit).air:
        return [zone for zone in within(g, unit.zone, type_of(g, unit).move) if welcome(g, unit, zone)]
    across = [c.b if c.a == unit.zone else c.a for c in crossings(g) if unit.zone in (c.a, c.b)]
    land = [zone for zone in (*land_neighbours(g, unit.zone), *across) if welcome(g, unit, zone)]
    return [*land, *(sea for sea in sea_neighbours(g, unit.zone) if berth(g, unit, sea) is not None)]


def welcome(g: G, unit: Unit, zone: str) -> bool:
    return aligned(g, unit.owner, owner(g, zone))


def berth(g: G, unit: Unit, sea: str) -> Unit | None:
    """A Friendly transport with room for a unit."""
    for ship in units_in(g, sea):
        if ship.type in TRANSPORTS and aligned(g, unit.owner, ship.owner):
            aboard = [type_of(g, one).cls for one in cargo(g, ship)]
            if len(aboard) < 2 and sum(cls != "infantry" for cls in (*aboard, type_of(g, unit).cls)) <= 1:
                return ship
    return None


def within(g: G, start: str, steps: int) -> list[str]:
    """Land zones within so many borders."""
    seen, ring = {start}, [start]
    found: list[str] = []
    for _ in range(steps):
        ring = [there for here in ring for there in g.board.neighbours[here]]
        ring = [zone for zone in dict.fromkeys(ring) if zone not in seen]
        seen.update(ring)
        found += [zone for zone in ring if is_land(g, zone)]
    return found


@rule("14.4.2/allied-forces", Withdraw)
def withdrawal_is_possible(g: G, action: Withdraw) -> str | None:
    here = [u for u in leaving(g) if u.zone == action.zone and u.type == action.type]
    if not here:
        return f"No {called(g, action.type)} has to leave {name_of_zone(g, action.zone)}."
    if not any(action.to in ways_out(g, unit) for unit in here):
        return (
            f"{called(g, action.type)} cannot go from {name_of_zone(g, action.zone)} to {name_of_zone(g, action.to)}."
        )
    return None


def withdrawals(g: G, nation: str) -> list[Action]:
    found = (Withdraw(unit.zone, unit.type, to) for unit in leaving(g, nation) for to in ways_out(g, unit))
    return list(dict.fromkeys(found))


@procedure("14.4.2/allied-forces", "14.4.2")
def withdraw(g: G) -> Asking:
    """Foreign units leave what has become Vichy or German; Allied units that cannot are eliminated."""
    for nation in PLAYERS:
        while options := withdrawals(g, nation):
            choice = yield Decision(
                nation, "14.4.2/allied-forces", "Your units must leave French zones that have changed hands.",
                [Withdraw, Done], [*options, Done()], screened=True,
            )  # fmt: skip
            if not isinstance(choice, Withdraw):
                break
            go(g, nation, choice)
    for unit in leaving(g):
        if unit.id in g.state.units:
            stay_behind(g, unit)


def go(g: G, nation: str, choice: Withdraw) -> None:
    """All units of the type go, or as many as find room."""
    movers = [u for u in leaving(g, nation) if u.zone == choice.zone and u.type == choice.type]
    gone = 0
    for unit in movers:
        if choice.to in ways_out(g, unit):
            ship = berth(g, unit, choice.to) if is_sea(g, choice.to) else None
            shift(g, unit, choice.to)
            unit.aboard = ship.id if ship else 0
            gone += 1
    words = f"{called(g, choice.type, gone)} from {name_of_zone(g, choice.zone)} to {name_of_zone(g, choice.to)}"
    g.tell("withdrew", "14.4.2/allied-forces", f"{adjective(nation)} {words}.", by=nation)


def stay_behind(g: G, unit: Unit) -> None:
    """Axis units are sent to the nearest Axis zone; all others are lost."""
    if alliance(g, unit.owner) == AXIS and send_to_nearest(g, unit, [unit.owner]):
        return
    words = f"{name_of(unit.owner)} loses {an(called(g, unit.type))} in {name_of_zone(g, unit.zone)}."
    remove(g, unit)
    g.tell("removed", "14.4.2/allied-forces", words, by=unit.owner)
