"""Section 13.1: the Spanish Civil War.

The factions are Minor Powers under Control. The winner keeps its name and becomes a neutral Minor Power that nobody
Controls; ``state.spain`` remembers who won.
"""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.basic import Done
from .actions.events import Redeploy
from .calendar import JULY_1939
from .china import event_number, event_zones
from .facilities import NAVAL, facilities_in, serves
from .handover import give_zones
from .nations import AXIS, GERMANY, NATIONALISTS, PATRONS, REPUBLICANS, USSR, adjective, name_of
from .rulebook import procedure, rule
from .state import Facility, G, Unit
from .supply import border
from .terms import alliance, held_since_turn_began, owner, roundel, zones_of
from .units import called, kinds, listed, place, remove, shift, type_of, units_in
from .zones import name_of_zone

FACTIONS = (NATIONALISTS, REPUBLICANS)
WAR, NATIONALIST, REPUBLICAN = "war", "nationalist", "republican"
WINNERS = {NATIONALISTS: NATIONALIST, REPUBLICANS: REPUBLICAN}
WIN_SECTIONS = {NATIONALISTS: "13.1/axis-win", REPUBLICANS: "13.1/comintern-win"}


def continental_spain(g: G) -> list[str]:
    return event_zones(g, "continental Spain")


def held_in_spain(g: G, nation: str) -> list[str]:
    return [zone for zone in continental_spain(g) if owner(g, zone) == nation]


def spanish_zones(g: G, faction: str) -> list[str]:
    """Zones of the faction that were Spanish from the start: the mainland, islands and colonies."""
    return [zone for zone in zones_of(g, faction) if roundel(g, zone) in FACTIONS]


@procedure("13.1")
def civil_war(g: G) -> bool:
    """Is the war being fought? Each faction moves in the turn of the Power that Controls it (``terms.commanded``)."""
    return g.state.spain == WAR


@procedure("13.1/recruitment")
def recruitment(g: G, faction: str) -> int:
    """The number on a D12 that brings recruits: the faction's zones on the mainland, without islands and colonies."""
    return len(held_in_spain(g, faction))


@procedure("13.1/recruitment")
def recruitment_zones(g: G, faction: str) -> list[str]:
    """Where recruits may be placed: any zone possessed since the turn began."""
    return [zone for zone in zones_of(g, faction) if held_since_turn_began(g, faction, zone)]


# Victory


@procedure("13.1/victory")
def check_spain(g: G) -> None:
    """A side wins when it possesses all of continental Spain."""
    if not civil_war(g):
        return
    for faction in FACTIONS:
        if len(held_in_spain(g, faction)) >= event_number(g, "continental Spain"):
            win(g, faction)
            return


@procedure("13.1/victory")
def win(g: G, winner: str) -> None:
    s = g.state
    loser = next(f for f in FACTIONS if f != winner)
    s.spain = WINNERS[winner]
    remove_losers(g, winner, loser)
    for one, other in ((winner, loser), (loser, winner)):
        if other in s.wars.get(one, ()):
            s.wars[one].remove(other)
    s.minors[winner].controller = ""  # Spain is neutral now
    if loser in s.minors:
        s.minors[loser].controller, s.minors[loser].defeated = "", True
    s.spain_redeploys = PATRONS[winner] if spanish_units(g, winner) else ""
    section = WIN_SECTIONS[winner]
    g.tell("spain", section, f"{name_of(winner)} has won the Spanish Civil War.", by=PATRONS[winner], winner=winner)


@procedure("13.1/defeated")
def remove_losers(g: G, winner: str, loser: str) -> None:
    """The loser's forces are removed and its ships scuttled, its zones go to the winner, all facilities are repaired."""
    gone = [unit for unit in g.state.units.values() if unit.owner == loser]
    if gone:
        g.tell("removed", "13.1/defeated", f"Removed with the defeat of {name_of(loser)}: {listed(g, gone)}.", by=loser)
    for unit in gone:
        if unit.id in g.state.units:
            remove(g, unit)
    give_zones(g, zones_of(g, loser), winner, "13.1/defeated")
    spanish = zones_of(g, winner)
    for zone in spanish:
        for facility in facilities_in(g, zone):
            facility.damage = 0
    mended = {border(a, b) for a in spanish for b in spanish}  # railroads are facilities too (12.10)
    g.state.rail_damage = {name: points for name, points in g.state.rail_damage.items() if name not in mended}
    g.state.production = [item for item in g.state.production if item.owner != loser]


# The victor's forces


def spanish_units(g: G, faction: str) -> list[Unit]:
    return [unit for unit in g.state.units.values() if unit.owner == faction]


def winner_of(g: G) -> str:
    return NATIONALISTS if g.state.spain == NATIONALIST else REPUBLICANS


def port_seas(g: G, faction: str) -> list[str]:
    """Sea zones at Spanish ports."""
    found = (
        sea for zone in spanish_zones(g, faction) for port in facilities_in(g, zone, NAVAL) for sea in serves(g, port)
    )
    return list(dict.fromkeys(found))


def redeploying(g: G) -> bool:
    return bool(g.state.spain_redeploys)


@rule("13.1/defeated", Redeploy)
def redeployment_stays_spanish(g: G, action: Redeploy) -> str | None:
    faction = winner_of(g)
    here = [u for u in units_in(g, action.zone) if u.owner == faction and u.type == action.type]
    if len(here) < action.count:
        return f"There are not {called(g, action.type, action.count)} of {name_of(faction)} in {name_of_zone(g, action.zone)}."
    if type_of(g, action.type).naval:
        if action.to not in port_seas(g, faction):
            return f"Spanish ships go to the sea at Spanish ports, and {name_of_zone(g, action.to)} is not."
    elif action.to not in spanish_zones(g, faction):
        return f"Spanish land and air units go to Spanish zones, and {name_of_zone(g, action.to)} is not one."
    return f"They are in {name_of_zone(g, action.zone)} already." if action.zone == action.to else None


def redeployments(g: G) -> list[Redeploy]:
    """One unit of each kind from each zone to each other."""
    faction = winner_of(g)
    land, seas = spanish_zones(g, faction), port_seas(g, faction)
    by_zone: dict[str, list[Unit]] = {}
    for unit in spanish_units(g, faction):
        by_zone.setdefault(unit.zone, []).append(unit)
    return [
        Redeploy(zone, type, to)
        for zone, here in by_zone.items()
        for type in kinds(here)
        for to in (seas if type_of(g, type).naval else land)
        if to != zone
    ]


@procedure("13.1/defeated")
def redeploy(g: G) -> Asking:
    """The victor arranges his land and air units in Spain and his ships at its ports."""
    who, faction = g.state.spain_redeploys, winner_of(g)
    while True:
        choice = yield Decision(
            who, "13.1/defeated", f"Arrange the forces of {name_of(faction)}.", [Redeploy, Done],
            [*redeployments(g), Done()], screened=True,
        )  # fmt: skip
        if isinstance(choice, Done):
            break
        assert isinstance(choice, Redeploy)
        movers = [u for u in units_in(g, choice.zone) if u.owner == faction and u.type == choice.type][: choice.count]
        for unit in movers:
            unit.aboard = 0
            shift(g, unit, choice.to)
        words = f"{called(g, choice.type, choice.count)} from {name_of_zone(g, choice.zone)} to {name_of_zone(g, choice.to)}"
        g.tell("redeployed", "13.1/defeated", f"{adjective(faction)} {words}.", by=who)
    g.state.spain_redeploys = ""
    seas = port_seas(g, faction)
    for unit in spanish_units(g, faction):
        if seas and type_of(g, unit).naval and unit.zone not in seas:
            shift(g, unit, seas[0])


# What the victory brings


@procedure("2.1/1936", "2.1/1939")
def war_was_fought(g: G) -> bool:
    """Only a game that began before July 1939 has the civil war, and what its victor gets."""
    return g.state.first_turn < JULY_1939


def neutral_spain(g: G, faction: str) -> bool:
    """The faction has won the war, and has neither Aligned nor been conquered."""
    return war_was_fought(g) and g.state.spain == WINNERS[faction] and bool(held_in_spain(g, faction))


@procedure("13.1/axis-win", "13.1/comintern-win")
def lends_bases(g: G, nation: str, facility: Facility) -> bool:
    """A victorious patron uses Spain's naval facilities for repair and movement."""
    holder = owner(g, facility.zone)
    return PATRONS.get(holder) == nation and facility.type in NAVAL and neutral_spain(g, holder)


@procedure("13.1/axis-win")
def blue_division_comes(g: G) -> bool:
    """Every turn until Spain Aligns."""
    return g.state.nation == GERMANY and neutral_spain(g, NATIONALISTS) and owner(g, "berlin") == GERMANY


@procedure("13.1/axis-win")
def place_blue_division(g: G) -> None:
    place(g, "infantry", GERMANY, "berlin")
    g.tell(
        "placed", "13.1/axis-win", "The Blue Division, an Infantry, joins Germany in Berlin.", by=GERMANY, zone="berlin"
    )


@procedure("13.1/comintern-win")
def international_brigade_comes(g: G) -> bool:
    """Every turn for the rest of the game."""
    won = war_was_fought(g) and g.state.spain == REPUBLICAN
    return won and g.state.nation == USSR and owner(g, "moscow") == USSR


@procedure("13.1/comintern-win")
def place_international_brigade(g: G) -> None:
    place(g, "infantry", USSR, "moscow")
    text = "The International Brigade, an Infantry, joins the USSR in Moscow."
    g.tell("placed", "13.1/comintern-win", text, by=USSR, zone="moscow")


def nationalist_spain_scores(g: G) -> tuple[int, str]:
    """3.4: in 1936 the war must be won, in 1939 all of continental Spain be Axis-possessed."""
    if war_was_fought(g):
        won = g.state.spain == NATIONALIST
        return int(won), "the Nationalists won in Spain" if won else "the Nationalists have not won in Spain"
    lacking = [zone for zone in continental_spain(g) if alliance(g, owner(g, zone)) != AXIS]
    return int(not lacking), "Spain is Axis" if not lacking else f"{len(lacking)} Spanish zones are not Axis"
