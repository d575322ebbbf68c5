"""Section 13.3: the Chinese civil war, the truce between KMT and CCP, and the evolution of both; 1.17, the Burma Road."""

from __future__ import annotations

from .actions.combat import Blitz
from .actions.events import BreakTruce, Truce
from .actions.movement import Move
from .calendar import turn_name
from .handover import send_to_nearest
from .interrupts import offers, on_interrupt
from .nations import ALLIES, CCP, CHINESE, JAPAN, KMT, MAJORS, WARLORD, name_of
from .rulebook import RULES, procedure, rule
from .state import G, Unit
from .terms import alliance, at_war, home_country, owner, roundel, zone_value, zones_of
from .treasury import change
from .units import listed, of, remove, units_in
from .zones import is_land, is_sea, name_of_zone

OFFERED = "truce offered by "  # counters, one a faction
FOREIGNERS_SEEN = "foreign units seen in China during the truce"
PRESENT = "in China: "  # counters, one a faction
GUEST = "guest of the other faction: "  # counters, one a unit that stays for a battle after the truce


def event_number(g: G, what: str) -> int:
    return int(g.charts["historical-events"].cell(what, "number"))


def event_zones(g: G, what: str) -> list[str]:
    return str(g.charts["historical-events"].cell(what, "zones")).split()


# What China is


def chinese(nation: str) -> bool:
    """KMT, CCP or a warlord."""
    return nation in CHINESE or nation.startswith(WARLORD)


@procedure("0.9/china")
def china(g: G) -> list[str]:
    """Every zone with the roundel of the KMT, the CCP or a warlord printed on it."""
    found: list[str] | None = g.memo.get("china")
    if found is None:
        found = g.memo["china"] = [z for z in g.board.facts if is_land(g, z) and chinese(roundel(g, z))]
    return found


@procedure("App-B.42")
def continental_china(g: G) -> list[str]:
    """China without Hainan."""
    without = event_zones(g, "Continental China leaves out")
    return [zone for zone in china(g) if zone not in without]


@procedure("App-B.42")
def home_country_of_china(g: G) -> list[str]:
    """China with Manchuria, Hong Kong and Formosa, which both factions think theirs."""
    found: list[str] | None = g.memo.get("home country of china")
    if found is None:
        home = home_country(g, KMT) | home_country(g, CCP) | frozenset(china(g))
        found = g.memo["home country of china"] = [zone for zone in g.board.facts if zone in home]
    return found


def rival(faction: str) -> str:
    return CCP if faction == KMT else KMT


def units_of_faction(g: G, faction: str, zones: list[str]) -> list[Unit]:
    return [unit for zone in zones for unit in units_in(g, zone) if unit.owner == faction]


def continental_home(g: G) -> list[str]:
    """Chinese Home Country without its islands."""
    islands = event_zones(g, "Chinese islands")
    return [zone for zone in home_country_of_china(g) if zone not in islands]


# The civil war


def civil_war(g: G) -> bool:
    return at_war(g, KMT, CCP) and not g.state.truce and not g.state.china


@procedure("13.3")
def note_factions(g: G) -> None:
    """Only a faction that has stood on the mainland during the war can be driven from it."""
    for faction in CHINESE:
        if units_of_faction(g, faction, continental_home(g)):
            g.state.counters[PRESENT + faction] = 1


@procedure("13.3")
def check_civil_war(g: G) -> None:
    """One faction wins when the other has no unit left in continental Chinese Home Country."""
    if not civil_war(g):
        return
    left = {faction: bool(units_of_faction(g, faction, continental_home(g))) for faction in CHINESE}
    for loser in CHINESE:
        if left[rival(loser)] and not left[loser] and g.state.counters.get(PRESENT + loser):
            win_civil_war(g, rival(loser))
            return
    note_factions(g)


@procedure("13.3")
def win_civil_war(g: G, winner: str) -> None:
    """The loser's forces elsewhere are removed, and it takes no more turns."""
    s, loser = g.state, rival(winner)
    s.china = winner
    gone = [unit for unit in list(s.units.values()) if unit.owner == loser]
    for unit in gone:
        if unit.id in s.units:
            remove(g, unit)
    s.production = [item for item in s.production if item.owner != loser]
    record = s.nations[loser]
    record.surrendered, record.in_play = True, False
    money = change(g, loser, -record.cash)
    text = f"{name_of(winner)} has won the Chinese civil war."
    g.tell("civil war", "13.3", text, by=winner, winner=winner, removed=listed(g, gone), money=money)
    if g.options["chinese-victory"]:
        evolve(g, winner, "13.3")


# The truce


@procedure("13.3/truce")
def foreign_attackers(g: G) -> list[str]:
    """Foreign Major Powers at war with China."""
    victims = [nation for nation in g.state.wars if chinese(nation)]
    return [power for power in MAJORS if any(at_war(g, power, nation) for nation in victims)]


@rule("13.3/truce", Truce, BreakTruce)
def only_factions_make_truces(g: G, action: Truce | BreakTruce) -> str | None:
    if action.nation not in CHINESE:
        return f"The truce is between KMT and CCP; {name_of(action.nation)} has no part in it."
    return None


@rule("13.3/truce", Truce)
def truce_can_be_agreed(g: G, action: Truce) -> str | tuple[str, str] | None:
    if g.state.truce:
        return "KMT and CCP are under a truce already."
    if g.state.china:
        return "The Chinese civil war is over."
    if not foreign_attackers(g):
        return "A truce needs a foreign Major Power at war with China.", "Wait until one has declared war."
    if g.state.counters.get(OFFERED + action.nation):
        other = name_of(rival(action.nation))
        return f"{name_of(action.nation)} has agreed already.", f"{other} must agree too."
    return None


@rule("13.3/truce", BreakTruce)
def truce_can_be_broken(g: G, action: BreakTruce) -> str | None:
    if g.state.truce or g.state.counters.get(OFFERED + action.nation):
        return None
    return "There is no truce and no offer of one to take back."


@on_interrupt(Truce)
@procedure("13.3/truce")
def agree_to_truce(g: G, action: Truce) -> None:
    """The truce begins when the second faction agrees."""
    s = g.state
    s.counters[OFFERED + action.nation] = 1
    if not s.counters.get(OFFERED + rival(action.nation)):
        g.tell("truce", "13.3/truce", f"{name_of(action.nation)} offers a truce.", by=action.nation)
        return
    begin_truce(g)


@offers
def truce_offers(g: G, nation: str) -> list[Truce | BreakTruce]:
    """What a faction may do about the truce now."""
    if nation not in CHINESE:
        return []
    wanted: list[Truce | BreakTruce] = [Truce(nation), BreakTruce(nation)]
    return [action for action in wanted if RULES.allows(g, action)]


@procedure("13.3/truce")
def begin_truce(g: G) -> None:
    """No attacks on each other; both move freely in each other's zones and defend together."""
    s = g.state
    s.truce = True
    forget_offers(g)
    for faction in CHINESE:
        if rival(faction) in s.wars.get(faction, ()):
            s.wars[faction].remove(rival(faction))
    g.tell("truce", "13.3/truce", "KMT and CCP are under a truce.")


def forget_offers(g: G) -> None:
    for faction in CHINESE:
        g.state.counters.pop(OFFERED + faction, None)


@on_interrupt(BreakTruce)
@procedure("13.3/truce")
def break_truce(g: G, action: BreakTruce) -> None:
    if g.state.truce:
        end_truce(g, f"{name_of(action.nation)} breaks the truce.")
    else:
        forget_offers(g)
        g.tell("truce", "13.3/truce", f"{name_of(action.nation)} takes back its offer of a truce.", by=action.nation)


@procedure("13.3/truce")
def end_truce(g: G, why: str) -> None:
    """The civil war goes on; guests in the other's zones go back to their own."""
    s = g.state
    s.truce = False
    s.counters.pop(FOREIGNERS_SEEN, None)
    forget_offers(g)
    for faction in CHINESE:
        if rival(faction) not in s.wars.setdefault(faction, []):
            s.wars[faction].append(rival(faction))
    for unit in s.units.values():
        if unit.owner in CHINESE and owner(g, unit.zone) == rival(unit.owner) and is_land(g, unit.zone):
            s.counters[f"{GUEST}{unit.id}"] = 1
    send_guests_home(g)
    g.tell("truce", "13.3/truce", f"{why} The Chinese civil war goes on.")


@procedure("13.3/truce")
def send_guests_home(g: G) -> None:
    """They leave at once, or when the battle is over in which they still defend their host."""
    battle = g.state.battle
    engaged = battle.defenders if battle is not None and not battle.over else ()
    for mark in [mark for mark in g.state.counters if mark.startswith(GUEST)]:
        number = int(mark.removeprefix(GUEST))
        if number in engaged:
            continue
        del g.state.counters[mark]
        unit = g.state.units.get(number)
        if unit is not None and owner(g, unit.zone) == rival(unit.owner):
            send_to_nearest(g, unit, [unit.owner])


@procedure("13.3/truce")
def check_truce(g: G) -> None:
    """It ends when the last foreign unit has left Continental China."""
    s = g.state
    if not s.truce:
        return
    foreign = any(not chinese(unit.owner) for zone in continental_china(g) for unit in units_in(g, zone))
    if foreign:
        s.counters[FOREIGNERS_SEEN] = 1
    elif s.counters.get(FOREIGNERS_SEEN):
        end_truce(g, "No foreign units are left in Continental China.")


# Evolution


def evolution_section(faction: str) -> str:
    return "13.3.1" if faction == CCP else "13.3.2"


@procedure("13.3.1", "13.3.2")
def check_evolution(g: G) -> None:
    """A faction becomes a Major Power as soon as its zones are worth enough."""
    needed = event_number(g, "Chinese evolution")
    for faction in CHINESE:
        record = g.state.nations[faction]
        if record.evolved or record.surrendered:
            continue
        if sum(zone_value(g, zone) for zone in zones_of(g, faction)) >= needed:
            evolve(g, faction, evolution_section(faction))


def evolve(g: G, faction: str, section: str) -> None:
    record = g.state.nations[faction]
    if record.evolved:
        return
    record.evolved = True
    g.tell("evolution", section, f"{name_of(faction)} is a Major Power now.", by=faction)
    from .relations import war_spreads

    war_spreads(g)  # whoever is at war with it is at war with a Major Power now (4.6)


def confined(g: G, unit: Unit) -> bool:
    """A faction that has not evolved stays in Chinese Home Country."""
    return unit.owner in CHINESE and not g.state.nations[unit.owner].evolved


def within_china(g: G, zone: str) -> bool:
    """In Chinese Home Country, or on the sea beside it."""
    home = home_country_of_china(g)
    return zone in home or (is_sea(g, zone) and any(there in home for there in g.board.neighbours[zone]))


def why_confined(g: G, faction: str, path: tuple[str, ...]) -> tuple[str, str] | None:
    for unit in of(g, g.state.hand):
        if unit.owner == faction and confined(g, unit):
            outside = next((zone for zone in path if not within_china(g, zone)), "")
            if outside:
                needed = event_number(g, "Chinese evolution")
                return (
                    f"{name_of(faction)} moves and attacks only in Chinese Home Country, and "
                    f"{name_of_zone(g, outside)} is outside it.",
                    f"It becomes a Major Power when its zones are worth {needed} IPPs.",
                )
    return None


@rule("13.3.1", Blitz)
def a_blitz_stays_in_china(g: G, action: Blitz) -> str | None:
    """What holds for moves holds for the second attack of a blitz (13.3.2 too)."""
    fighters = of(g, g.state.battle.attackers) if g.state.battle else ()
    if within_china(g, action.to) or not any(confined(g, unit) for unit in fighters):
        return None
    return f"{name_of_zone(g, action.to)} is outside Chinese Home Country."


@rule("13.3.1", Move)
def ccp_stays_in_china(g: G, action: Move) -> tuple[str, str] | None:
    return why_confined(g, CCP, action.path)


@rule("13.3.2", Move)
def kmt_stays_in_china(g: G, action: Move) -> tuple[str, str] | None:
    return why_confined(g, KMT, action.path)


# The Burma Road


@procedure("1.17", "App-B.10")
def both_ends_held(g: G) -> bool:
    """Yunnan in the hands of the KMT, Burma in Allied hands."""
    burma, yunnan = event_zones(g, "Burma Road")
    return owner(g, yunnan) == KMT and alliance(g, owner(g, burma)) == ALLIES


def japan_fights_china(g: G) -> bool:
    return any(at_war(g, JAPAN, nation) for nation in g.state.wars if chinese(nation))


@procedure("1.17")
def open_burma_road(g: G) -> None:
    """At the start of a calendar turn, from July 1938."""
    s = g.state
    if s.burma_road or s.calendar < event_number(g, "Burma Road"):
        return
    if not (japan_fights_china(g) and both_ends_held(g)):
        return
    s.burma_road = True
    g.tell("burma road", "1.17", f"The Burma Road opens in {turn_name(s.calendar)}.")


@procedure("1.17")
def check_burma_road(g: G) -> None:
    """It is closed while one of its ends is lost, and opens again with a calendar turn."""
    if g.state.burma_road and not both_ends_held(g):
        g.state.burma_road = False
        g.tell("burma road", "1.17", "The Burma Road is closed.")
