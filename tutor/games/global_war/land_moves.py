"""Chapters 1, 8 and 10 for land units: whose ground they may enter, terrain, narrow crossings and the blitz."""

from __future__ import annotations

from ...engine.errors import an
from ...engine.rulings import Ruling
from .actions.movement import Move
from .facilities import MAJOR_NAVAL, batteries_towards, facility_owner, usable
from .hand import Hand, reach, why_not_lifted
from .interventions import why_at_peace
from .nations import PLAYERS, USSR, adjective, name_of
from .rulebook import procedure
from .state import G, Unit
from .terms import (
    NOBODY,
    alliance,
    at_war,
    commanded,
    enemy_zone,
    fights,
    friendly,
    home_country,
    hostile_units,
    major,
    may_share_land,
    owner,
    power,
)
from .units import INFANTRY, called, type_of, units_in, watches
from .ways import AIR, ASHORE, LAND, SEA, Leg, Said, end_of, on_arrival, on_leg, on_passing, steers
from .zones import (
    Crossing,
    border_marks,
    city,
    crossings,
    impassable,
    is_land,
    is_sea,
    name_of_zone,
    passages,
    terrain,
)

TERRAIN_SECTIONS = {"mountain": "1.8", "desert": "1.9", "jungle": "1.10", "marsh": "1.11"}
LAKES = ({"chad", "nigeria"},)


# Where no way leads


def why_no_way_by_land(g: G, hand: Hand, leg: Leg) -> Ruling | None:
    """A better word than "no border" where land units are stopped by a lake, a strait or the Himalayas."""
    here, there = name_of_zone(g, leg.start), name_of_zone(g, leg.end)
    if any({leg.start, leg.end} == lake for lake in LAKES):
        return Ruling(
            "1.1", f"A lake lies between {here} and {there}: it is no sea zone, and land units do not cross it."
        )
    if {leg.start, leg.end} == {"burma", "yunnan"}:
        return _no_march_on_the_burma_road()
    if any(_shores(g, leg, passage.a, passage.b) for passage in passages(g).values() if passage.strait):
        return Ruling("1.15", f"Land units do not cross the strait between {here} and {there}.", "Carry them by ship.")
    if is_land(g, leg.end) and any(leg.end in (c.a, c.b) and leg.start in (c.a, c.b) for c in crossings(g)):
        return Ruling("1.20", f"A crossing from {here} to {there} begins on one shore and ends on the other.")
    return None


@procedure("1.17", "App-B.10")
def _no_march_on_the_burma_road() -> Ruling:
    return Ruling(
        "1.17",
        "Land units use the Burma Road only by strategic rail movement.",
        "Rail one unit from Burma to Yunnan in Non-Combat Movement.",
    )


def _shores(g: G, leg: Leg, one: str, other: str) -> bool:
    """Do two land zones face each other over a strait between these seas?"""
    near, far = g.board.neighbours[leg.start], g.board.neighbours[leg.end]
    return is_land(g, leg.start) and is_land(g, leg.end) and all(sea in near and sea in far for sea in (one, other))


# Whose ground it is


@on_leg("1.7/impassable", LAND, ASHORE)
def ground_can_be_crossed(g: G, hand: Hand, leg: Leg) -> Said:
    section = impassable(g, leg.end)
    if not section:
        return None
    return Ruling(section, f"{name_of_zone(g, leg.end)} is impassable for land units.")


@on_leg("8.1", LAND, ASHORE)
def not_at_war_with_its_owner(g: G, hand: Hand, leg: Leg) -> Said:
    """Nobody walks into the zone of a nation he is not at war with, unless he may annex it."""
    from .declarations import section_on_minors

    holder = owner(g, leg.end)
    if (
        is_sea(g, leg.end)
        or holder == NOBODY
        or friendly(g, hand.nation, leg.end)
        or enemy_zone(g, hand.nation, leg.end)
    ):
        return None
    if _annexes(g, hand, leg.end) or _of_one_alliance(g, hand.nation, holder):
        return None
    if hand.nation not in PLAYERS:
        section = section_on_minors(g, hand.nation)
        return Ruling(section, f"{name_of(hand.nation)} is not at war with {name_of(holder)}, and starts no wars.")
    if commanded(g, holder, hand.nation):
        words = f"{name_of(holder)} is under {adjective(hand.nation)} Control but not Aligned: its zones stay closed."
        return Ruling("4.5/permissions", words, "Move its own units.")
    return why_at_peace(g, hand.nation, leg.end, hand.combat)


@on_leg("14.2/sphere", LAND, ASHORE)
def the_pact_outweighs_an_older_war(g: G, hand: Hand, leg: Leg) -> Said:
    """Neutrals that the pact shields are left alone even by a USSR that fought them before it signed."""
    from .declarations import why_barred
    from .interventions import KARJALA

    holder = owner(g, leg.end)
    if hand.nation != USSR or g.state.pact != "signed" or leg.end == KARJALA or not at_war(g, USSR, holder):
        return None
    said = why_barred(g, USSR, holder)
    return said if said is not None and said.section == "14.2/sphere" else None


def _of_one_alliance(g: G, a: str, b: str) -> bool:
    return b in PLAYERS and alliance(g, a) != "" and alliance(g, a) == alliance(g, b)


@procedure("0.9/annexation")
def _annexes(g: G, hand: Hand, zone: str) -> bool:
    from .defeat import claimable
    from .relations import may_annex

    return hand.combat and (may_annex(g, hand.nation, zone) or claimable(g, zone))


@on_leg("0.5/land", LAND, ASHORE)
def zones_are_shared_by_the_aligned(g: G, hand: Hand, leg: Leg) -> Said:
    """Members of one Alliance share land zones only once they are Aligned."""
    holder = owner(g, leg.end)
    if is_sea(g, leg.end) or holder == NOBODY:
        return None
    here = [holder, *(u.owner for u in units_in(g, leg.end))]
    for other in dict.fromkeys(here):
        if may_share_land(g, hand.nation, other) or fights(g, hand.nation, other, leg.end):
            continue
        if other != holder or _of_one_alliance(g, hand.nation, holder):
            if _annexes(g, hand, leg.end):
                continue
            return (
                f"{adjective(hand.nation)} and {adjective(other)} units do not share {name_of_zone(g, leg.end)}: "
                "they are not Aligned.",
                "Partners in an Alliance are Aligned once both fight the same Major Power.",
            )
    return None


@on_leg("4.5/permissions", LAND, ASHORE)
def the_owner_permits_it(g: G, hand: Hand, leg: Leg) -> Said:
    holder = owner(g, leg.end)
    if f"{holder}!{hand.nation}" in g.state.grants and friendly(g, hand.nation, leg.end):
        return f"{name_of(holder)} does not let {adjective(hand.nation)} units into {name_of_zone(g, leg.end)}."
    return None


@on_leg("10.1", LAND, ASHORE)
def enemies_are_met_in_combat_movement(g: G, hand: Hand, leg: Leg) -> Said:
    if hand.combat or is_sea(g, leg.end) or not enemy_zone(g, hand.nation, leg.end):
        return None
    return f"{name_of_zone(g, leg.end)} is an enemy zone: units enter it in Combat Movement only."


@on_leg("10.1", LAND, ASHORE)
def not_where_one_conquered(g: G, hand: Hand, leg: Leg) -> Said:
    """Zones conquered this turn are closed to Non-Combat Movement; option 10.2 opens Major naval bases to landings."""
    if hand.combat or leg.end not in g.state.conquered:
        return None
    if hand.landing and captured_naval_base(g, hand.nation, leg.end):
        return None
    return f"{name_of_zone(g, leg.end)} was conquered this turn: nobody moves in before the next."


@procedure("10.2", "12.5")
def captured_naval_base(g: G, nation: str, zone: str) -> bool:
    """Option: units may be put ashore at a sound Major naval base captured this turn."""
    return g.options["captured-bases"] and any(usable(g, nation, zone, MAJOR_NAVAL))


# Who may not go there


@steers(LAND, SEA, AIR, ASHORE)
def chinese_stay_in_china(g: G, hand: Hand, leg: Leg) -> Said:
    """13.3.1 and 13.3.2, which judge the move, keep the search inside China too."""
    from .china import confined, within_china

    if any(confined(g, u) for u in hand.units) and not within_china(g, leg.end):
        return "Outside China."
    return None


@on_leg("12.2/militia", LAND, ASHORE)
def militia_stay_at_home(g: G, hand: Hand, leg: Leg) -> Said:
    """Militia move only inside the Home Country of their Major Power."""
    for unit in (*hand.walking, *hand.landing, *hand.riding):
        if unit.type == "militia" and not _at_home(g, unit, leg):
            return (
                "Militia move only inside the Home Country of a Major Power.",
                "One a turn can be upgraded to Infantry, which goes anywhere.",
            )
    return None


@on_arrival("12.2/militia", AIR)
def militia_fly_at_home(g: G, hand: Hand, action: Move) -> Said:
    """Aboard an Air Transport it counts where they are taken up and put down."""
    return militia_stay_at_home(g, hand, Leg(hand.zone, end_of(hand, action), 0))


def _at_home(g: G, unit: Unit, leg: Leg) -> bool:
    homes = [n for n in PLAYERS if power(n) == power(unit.owner) and major(g, n)]
    return any({leg.start, leg.end} <= home_country(g, nation) for nation in homes)


# Terrain: a unit that leaves, enters or crosses rough ground moves one zone in all


@on_leg("1.8", LAND)
@procedure("1.8", "12.2/cavalry")
def mountains_are_slow(g: G, hand: Hand, leg: Leg) -> Said:
    """Cavalry are at home in mountains."""
    return _slowed(g, [u for u in hand.walking if u.type != "cavalry"], hand.zone, leg, "mountain")


@on_leg("1.9", LAND)
@procedure("1.9")
def deserts_are_slow(g: G, hand: Hand, leg: Leg) -> Said:
    return _slowed(g, list(hand.walking), hand.zone, leg, "desert")


@on_leg("1.10", LAND)
@procedure("1.10")
def jungles_are_slow(g: G, hand: Hand, leg: Leg) -> Said:
    return _slowed(g, list(hand.walking), hand.zone, leg, "jungle")


@on_leg("1.11", LAND)
@procedure("1.11")
def marshes_are_slow(g: G, hand: Hand, leg: Leg) -> Said:
    return _slowed(g, list(hand.walking), hand.zone, leg, "marsh")


def _slowed(g: G, troops: list[Unit], start: str, leg: Leg, rough: str) -> str | None:
    """Why units go no further than where a way of two borders has led them."""
    for unit in troops:
        if leg.number + unit.spent < 1 or is_sea(g, leg.end):
            continue
        origin = unit.started if unit.spent else start
        way = ((origin, leg.start), (leg.start, leg.end))
        if any(rough in terrain(g, z) for z in (origin, leg.start, leg.end)) or any(
            rough in border_marks(g, a, b) for a, b in way
        ):
            return (
                f"{called(g, unit.type)} move one zone only where the way leads through {rough}: to "
                f"{name_of_zone(g, leg.start)} and no further."
            )
    return None


# Stopping, and the blitz


@on_passing("8.2", LAND)
def enemy_units_bar_the_way(g: G, hand: Hand, leg: Leg) -> Said:
    if is_sea(g, leg.end):
        return Ruling("8.4", "Units that board a ship go no further by themselves.")
    if hostile_units(g, hand.nation, units_in(g, leg.end)):
        return f"Enemy units stand in {name_of_zone(g, leg.end)}: the move ends there."
    if _annexes(g, hand, leg.end):
        return Ruling("0.9/annexation", f"Units that annex {name_of_zone(g, leg.end)} end their move there.")
    return None


@on_leg("9.5/blitz", LAND)
def through_empty_enemy_ground(g: G, hand: Hand, leg: Leg) -> Said:
    """Only a blitz goes on through an enemy zone that holds no units, or that a blitz has just opened."""
    if leg.number == 0 or is_sea(g, leg.start):
        return None
    if leg.number >= reach(g, hand) and why_not_lifted(g, hand) is not None:
        return None  # that is no march but a flight (9.15)
    if not enemy_zone(g, hand.nation, leg.start) and not blitzed_through(g, hand, leg.start):
        return None
    return why_no_blitz(g, hand.nation, list(hand.walking), leg.start, leg.end)


@procedure("9.5/blitz", "8.2")
def blitzed_through(g: G, hand: Hand, zone: str) -> bool:
    """Was a zone captured in this Combat Movement by those who went on through it? Until combat is over others enter it
    as they would an enemy zone, so that it can be garrisoned, and do not pass as through friendly ground."""
    return hand.combat and zone in g.state.conquered and friendly(g, hand.nation, zone)


@procedure("9.5/blitz", "8.2", "1.16", "App-B.30")
def why_no_blitz(g: G, nation: str, units: list[Unit], start: str, end: str) -> Ruling | None:
    """Why these units cannot blitz from one zone into the next, or None."""
    follow = why_not_in_a_blitz(g, units)
    if follow:
        return follow
    if city(g, start):
        return Ruling("1.16", f"Units do not blitz out of a city such as {name_of_zone(g, start)}.")
    for zone, word in ((start, "out of"), (end, "into")):
        rough = next((t for t in TERRAIN_SECTIONS if t in terrain(g, zone)), None)
        if rough:
            section = TERRAIN_SECTIONS[rough] if word == "into" else "9.5/blitz"
            return Ruling(section, f"Units do not blitz {word} {rough}: {name_of_zone(g, zone)}.")
    mark = next((t for t in TERRAIN_SECTIONS if t in border_marks(g, start, end)), None)
    if mark and enemy_zone(g, nation, end):
        return Ruling(TERRAIN_SECTIONS[mark], f"Units do not blitz across the {mark} border of {name_of_zone(g, end)}.")
    return _fortified(g, nation, start, end)


@procedure("12.7", "1.22")
def _fortified(g: G, nation: str, start: str, end: str) -> Ruling | None:
    """A Fortification or a printed line on an enemy border stops a blitz."""
    from .combat_values import lines_against

    if enemy_zone(g, nation, end) and lines_against(g, end, [start]):
        return Ruling("12.7", f"Units do not blitz against the Fortification of {name_of_zone(g, end)}.")
    return None


@procedure("9.5/blitz", "12.2/medium-armor", "12.2/light-armor")
def why_not_in_a_blitz(g: G, units: list[Unit]) -> Ruling | None:
    """Medium and Heavy Armor lead, each with a companion that can follow (``blitz.pairs_up``)."""
    from .blitz import pairs_up

    slow = next((u for u in units if type_of(g, u).blitz == "no"), None)
    if slow is not None:
        return Ruling("9.5/blitz", f"{called(g, slow.type)} cannot blitz.", "Leave them behind.")
    if not pairs_up(g, units):
        return Ruling(
            "9.5/blitz",
            "In a blitz each Medium or Heavy Armor takes one companion along, not more.",
            "Pick up an armor for each companion.",
        )
    return None


# Narrow crossings


@procedure("1.20", "1.21", "App-B.12", "App-B.13")
def across_narrows(g: G, zone: str) -> list[str]:
    """The far ends of narrow crossings from a land zone."""
    return [c.b if c.a == zone else c.a for c in crossings(g) if zone in (c.a, c.b)]


def crossing_between(g: G, a: str, b: str) -> Crossing | None:
    if b in g.board.neighbours[a]:
        return None
    return next((c for c in crossings(g) if {c.a, c.b} == {a, b}), None)


@on_leg("1.20", LAND)
def narrow_crossing_is_open(g: G, hand: Hand, leg: Leg) -> Said:
    """Enemy warships, Coastal Artillery and patrol aircraft bar a crossing."""
    crossing = crossing_between(g, leg.start, leg.end)
    if crossing is None:
        return None
    sea = name_of_zone(g, crossing.sea)
    for unit in hostile_units(g, hand.nation, units_in(g, crossing.sea)):
        if type_of(g, unit).warship or watches(g, unit):
            return f"An enemy {called(g, unit.type)} in the {sea} bars the crossing."
    return _batteries_bar(g, hand.nation, crossing.sea)


@procedure("12.9")
def _batteries_bar(g: G, nation: str, sea: str) -> str | None:
    for shore in g.board.neighbours[sea]:
        for battery in batteries_towards(g, shore, sea):
            if at_war(g, nation, facility_owner(g, battery)):
                return f"Enemy Coastal Artillery in {name_of_zone(g, shore)} bars the crossing."
    return None


@on_leg("1.20", LAND)
def narrow_crossing_takes_them(g: G, hand: Hand, leg: Leg) -> Said:
    """Marines cross to fight; outside combat infantry-class units do, and any land unit at a Channel port (1.21)."""
    crossing = crossing_between(g, leg.start, leg.end)
    if crossing is None:
        return None
    section = "1.21" if crossing.channel else "1.20"
    for unit in hand.walking:
        if hand.combat and not crosses_to_fight(unit):
            return Ruling(
                section, "Only Marines combat move over a narrow crossing.", "Use ships, or cross outside combat."
            )
        if not hand.combat and not crossing.channel and type_of(g, unit).cls != INFANTRY:
            return Ruling(section, f"Only infantry-class units cross there, not {called(g, unit.type)}.")
    room = crossing.capacity - g.state.used.get(used_name(crossing), 0)
    if len(hand.walking) > room:
        return Ruling(section, f"{room} more units may cross there this turn, not {len(hand.walking)}.")
    return None


@procedure("12.2/marine")
def crosses_to_fight(unit: Unit) -> bool:
    return unit.type == "marine"


@on_leg("1.20", LAND)
def crossing_begins_on_its_shore(g: G, hand: Hand, leg: Leg) -> Said:
    """Units cross from where they began the turn."""
    if crossing_between(g, leg.start, leg.end) is None:
        return None
    moved = next((u for u in hand.walking if u.spent), None)
    if moved is None:
        return None
    return (
        f"{an(called(g, moved.type), begins=True)} that has moved this turn no longer crosses from {name_of_zone(g, leg.start)}.",
        "Cross with units that begin the turn there.",
    )


@on_passing("1.20", LAND)
def crossing_is_the_whole_move(g: G, hand: Hand, leg: Leg) -> Said:
    if crossing_between(g, leg.start, leg.end) is None:
        return None
    return "Units that use a narrow crossing end their move on its other side."


def used_name(crossing: Crossing) -> str:
    return f"crossing {crossing.a}|{crossing.b}"


# What the move is for


@on_arrival("8.2", LAND)
def combat_moves_go_into_combat(g: G, hand: Hand, action: Move) -> Said:
    """In Combat Movement land units go against an enemy, annex, blitz through empty enemy ground, or board a ship; other
    moves come later."""
    end = end_of(hand, action)
    if not hand.combat or not action.path or is_sea(g, end):
        return None
    if enemy_zone(g, hand.nation, end) or _annexes(g, hand, end) or blitzed_through(g, hand, end):
        return None
    if end != hand.zone and any(enemy_zone(g, hand.nation, zone) for zone in action.path[:-1]):
        return None
    if not friendly(g, hand.nation, end):
        return None  # 8.1 has the word
    return f"No enemy is met in {name_of_zone(g, end)}.", "Make this move in Non-Combat Movement."
