"""Chapters 1, 8 and 10 for ships: passages, the Northern Sea Route, and enemies that bar a sea zone."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.errors import an
from ...engine.rulings import Ruling
from .hand import Hand
from .nations import adjective, name_of
from .passages import NORTHERN_ROUTE, closure, has_leave, open_by_the_pact
from .rulebook import procedure
from .state import ESCORT, SCREEN, G, Unit
from .terms import at_war, hostile_units, power
from .units import SUBMARINES, called, type_of, units_in, watches
from .ways import SEA, Leg, Said, on_leg, on_passing
from .zones import Passage, impassable, is_sea, name_of_zone, passage_owner, passages_from

NORTHERN_ENDS = ("white-sea", "okhotsk-sea")  # sea zones 6 and 7
BALTIC_WHITE, SEAWAY = "baltic-white-sea-canal", "st-lawrence"
LAKE_CRAFT = ("torpedo-boat-destroyer", "coastal-submarine")


def northern_end(zone: str) -> str:
    """The other end of the Northern Sea Route, for its two ends."""
    if zone not in NORTHERN_ENDS:
        return ""
    return NORTHERN_ENDS[1 - NORTHERN_ENDS.index(zone)]


@on_leg("1.7/impassable", SEA)
def no_way_through_ice(g: G, hand: Hand, leg: Leg) -> Said:
    if not is_sea(g, leg.end) or not impassable(g, leg.end):
        return None
    return f"Ships do not enter the {name_of_zone(g, leg.end)}."


# Straits and canals


def passages_between(g: G, a: str, b: str) -> list[Passage]:
    """Straits and canals that join two sea zones, where no open border does."""
    return [] if b in g.board.neighbours[a] else [p for p in passages_from(g, a) if p.other(a) == b]


@on_leg("1.15", SEA)
def passage_is_open(g: G, hand: Hand, leg: Leg) -> Said:
    """One of the passages between two sea zones must be open to every ship. Forcing a strait is the exception."""
    between = passages_between(g, leg.start, leg.end)
    said: list[Ruling] = []
    for passage in between:
        why = why_no_passage(g, hand, leg, passage)
        if why is None:
            return None
        said.append(why)
    return said[0] if said else None


def why_no_passage(g: G, hand: Hand, leg: Leg, passage: Passage) -> Ruling | None:
    """What keeps the ships in hand out of a passage, or None."""
    for ship in hand.sailing:
        why = _closed_to(g, hand, ship, passage) or _too_small_for(g, hand, leg, ship, passage)
        if why is not None:
            return why
    return None


def _closed_to(g: G, hand: Hand, ship: Unit, passage: Passage) -> Ruling | None:
    kind = type_of(g, ship)
    why = closure(g, ship.owner, passage, warship=kind.warship, submarine=kind.submarine, combat=hand.combat)
    if why is None or not (passage.strait and g.options["forcing-straits"]):
        return why
    return why_no_forcing(g, hand, passage)


@procedure("15.6")
def why_no_forcing(g: G, hand: Hand, passage: Passage) -> Ruling | None:
    """Option: a closed strait can be forced by those at war with its owner; to force it is to declare war."""
    holder = passage_owner(g, passage)
    if at_war(g, hand.nation, holder):
        if hand.combat:
            return None
        return Ruling("15.6", f"Ships force the {passage.name} in Combat Movement only.")
    return Ruling(
        "15.6",
        f"To force the {passage.name} is to make war on {name_of(holder)}.",
        f"Declare war on {name_of(holder)} first.",
    )


def forced(g: G, hand: Hand, leg: Leg) -> Passage | None:
    """The closed strait that ships in hand force on this leg, if they do."""
    between = passages_between(g, leg.start, leg.end)
    for passage in between:
        if all(_plainly_open(g, hand, ship, passage) for ship in hand.sailing):
            return None
    return next((p for p in between if p.strait), None)


def _plainly_open(g: G, hand: Hand, ship: Unit, passage: Passage) -> bool:
    kind = type_of(g, ship)
    why = closure(g, ship.owner, passage, warship=kind.warship, submarine=kind.submarine, combat=hand.combat)
    return why is None and _too_small_for(g, hand, Leg(passage.a, passage.b, 0), ship, passage) is None


def _too_small_for(g: G, hand: Hand, leg: Leg, ship: Unit, passage: Passage) -> Ruling | None:
    if passage.id == BALTIC_WHITE:
        return canal_for_one_submarine(g, hand, leg, ship)
    if passage.id == SEAWAY and ship.type not in LAKE_CRAFT:
        return Ruling("1.15/st-lawrence", f"{called(g, ship.type)} cannot enter the Great Lakes; only Torpedo Boat "
                      "Destroyers and Coastal Submarines can.")  # fmt: skip
    return None


@procedure("1.15/baltic-white", "14.2/canal-route")
def canal_for_one_submarine(g: G, hand: Hand, leg: Leg, ship: Unit) -> Ruling | None:
    """One submarine a turn, outside combat, with its whole movement."""
    section, name = "1.15/baltic-white", "Baltic-White Sea Canal"
    if ship.type not in SUBMARINES:
        return Ruling(section, f"The {name} is too shallow for {an(called(g, ship.type))}; submarines use it.")
    if hand.combat:
        return Ruling(section, f"Submarines use the {name} in Non-Combat Movement only.")
    return _whole_move_of_one(g, hand, leg, BALTIC_WHITE, section, name)


def _whole_move_of_one(g: G, hand: Hand, leg: Leg, way: str, section: str, name: str) -> Ruling | None:
    """A way that takes one ship of a nation a turn and all its movement."""
    if leg.number or any(u.spent for u in hand.sailing):
        return Ruling(section, f"A ship on the {name} begins its move at one end and spends all its movement.")
    if g.state.used.get(f"{way} {power(hand.nation)}"):
        return Ruling(
            section, f"{an(adjective(hand.nation), begins=True)} ship has used the {name} this turn: one a turn does."
        )
    if len(hand.sailing) > 1:
        return Ruling(section, f"One {adjective(hand.nation)} ship a turn uses the {name}.", "Send one.")
    return None


@on_leg("1.19", SEA)
def northern_sea_route(g: G, hand: Hand, leg: Leg) -> Said:
    """One ship a turn from the White Sea (6) to the Sea of Okhotsk (7) or back, for the USSR and whom it permits."""
    if not on_northern_route(leg):
        return None
    if not (_permitted(g, hand.nation) or open_by_the_pact(g, hand.nation, NORTHERN_ROUTE)):
        return f"{name_of(hand.nation)} uses the Northern Sea Route only by leave of the USSR."
    return _whole_move_of_one(g, hand, leg, NORTHERN_ROUTE, "1.19", "Northern Sea Route")


@procedure("1.19", "App-B.11")
def _permitted(g: G, nation: str) -> bool:
    """Without Soviet pilots and icebreakers nobody gets through."""
    return has_leave(g, nation, NORTHERN_ROUTE)


def on_northern_route(leg: Leg) -> bool:
    return northern_end(leg.start) == leg.end


@on_passing("1.19", SEA)
def such_ways_take_all_movement(g: G, hand: Hand, leg: Leg) -> Said:
    if on_northern_route(leg):
        return "The Northern Sea Route takes all of a ship's movement."
    if any(p.id == BALTIC_WHITE for p in passages_between(g, leg.start, leg.end)):
        return Ruling("1.15/baltic-white", "The Baltic-White Sea Canal takes all of a submarine's movement.")
    return None


@procedure("1.15/baltic-white", "1.19", "14.2/canal-route")
def note_use(g: G, hand: Hand, leg: Leg) -> None:
    """Write down that such a way was used this turn."""
    way = ""
    if on_northern_route(leg):
        way = NORTHERN_ROUTE
    elif any(p.id == BALTIC_WHITE for p in passages_between(g, leg.start, leg.end)):
        way = BALTIC_WHITE
    if way:
        name = f"{way} {power(hand.nation)}"
        g.state.used[name] = g.state.used.get(name, 0) + len(hand.sailing)


# Enemies at sea


def enemies_at(g: G, nation: str, sea: str) -> list[Unit]:
    """Enemy ships and patrols in a sea zone; cargo, and aircraft on decks, come with their ships."""
    return [u for u in hostile_units(g, nation, units_in(g, sea)) if not u.aboard]


@procedure("8.7")
def patrols_at(g: G, nation: str, sea: str) -> list[Unit]:
    """Enemy aircraft on Maritime Air Patrol."""
    return [u for u in hostile_units(g, nation, units_in(g, sea)) if watches(g, u)]


@procedure("9.11/escort")
def escorts_can_be_ignored(units: Iterable[Unit]) -> list[Unit]:
    """Nobody has to fight ships on escort duty to get past them."""
    return [u for u in units if u.task != ESCORT]


def has_aircraft(g: G, hand: Hand, sea: str) -> bool:
    """Are there aircraft with the group, in the air or on decks, or on watch in the sea it comes into?"""
    with_it = bool(hand.flying) or any(type_of(g, u).air for ship in hand.sailing for u in _carried(g, ship))
    return with_it or own_watch(g, hand.nation, sea)


@procedure("8.7/on-patrol")
def own_watch(g: G, nation: str, sea: str) -> bool:
    """Has a nation's Power aircraft of its own on watch in a sea zone?"""
    return any(watches(g, u) and power(u.owner) == power(nation) for u in units_in(g, sea))


def _carried(g: G, ship: Unit) -> list[Unit]:
    return [u for u in units_in(g, ship.zone) if u.aboard == ship.id]


def only_submarines(g: G, hand: Hand) -> bool:
    return all(type_of(g, u).submarine for u in hand.sailing)


@on_leg("8.2", SEA)
def entering_enemy_waters_is_combat_movement(g: G, hand: Hand, leg: Leg) -> Said:
    """Ships meet enemies in Combat Movement, even those that could decline; escorts alone can be ignored."""
    if hand.combat:
        return None
    there = escorts_can_be_ignored(enemies_at(g, hand.nation, leg.end))
    if not there:
        return None
    what = called(g, there[0].type)
    return f"An enemy {what} is in the {name_of_zone(g, leg.end)}: ships enter it in Combat Movement only."


@on_passing("8.9/moving-sub", SEA)
def submarines_stop_for_patrols(g: G, hand: Hand, leg: Leg) -> Said:
    """A submarine cannot decline combat with a patrol, unless a screen deals with it first (8.10)."""
    if not any(type_of(g, u).submarine for u in hand.sailing) or not patrols_at(g, hand.nation, leg.end):
        return None
    if screened(g, hand, leg.end):
        return None
    return f"A submarine cannot decline combat with the enemy patrol in the {name_of_zone(g, leg.end)} and stops there."


@on_passing("8.7/on-patrol", SEA)
def patrols_fight_ships_with_aircraft(g: G, hand: Hand, leg: Leg) -> Said:
    """A patrol lets ships pass only where they have no aircraft, or where a screen deals with it (8.10)."""
    if screened(g, hand, leg.end):
        return None
    if not patrols_at(g, hand.nation, leg.end) or not has_aircraft(g, hand, leg.end):
        return None
    return f"The enemy patrol in the {name_of_zone(g, leg.end)} cannot decline combat where you have aircraft: ships stop there."


@on_passing("8.2", SEA)
def enemy_ships_stop_surface_ships(g: G, hand: Hand, leg: Leg) -> Said:
    """Surface ships stop for enemy surface ships, unless those escort or a screening force deals with them (8.10)."""
    if only_submarines(g, hand):
        return None  # 8.9: a submarine declines and goes on
    ships = [u for u in enemies_at(g, hand.nation, leg.end) if type_of(g, u).surface]
    if not escorts_can_be_ignored(ships) or screened(g, hand, leg.end):
        return None
    return (
        f"Enemy ships in the {name_of_zone(g, leg.end)} stop the move there.",
        "Send a screening force against them first (8.10)." if g.options["screening"] else "",
    )


@procedure("8.10")
def screened(g: G, hand: Hand, sea: str) -> bool:
    """Has a screening force of the same Power gone ahead into a sea zone?"""
    return g.options["screening"] and any(
        u.task == SCREEN and power(u.owner) == power(hand.nation) for u in units_in(g, sea)
    )


@on_passing("8.10", SEA)
def one_zone_beyond_a_screen(g: G, hand: Hand, leg: Leg) -> Said:
    """A force behind a screen goes into the next sea zone and no further."""
    if leg.number == 0 or not screened(g, hand, leg.start) or not enemies_at(g, hand.nation, leg.start):
        return None
    return f"Behind a screening force ships go one zone further and stop in the {name_of_zone(g, leg.end)}."
