"""Chapters 0 and 4, the words of the rulebook: Alliance, Aligned, Enemy, Friendly, Possession, Home Country."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ...engine.charts import Charts
from .nations import ALLIANCE_OF, BRITAIN, CHINESE, COMMONWEALTH, MAJORS, PLAYED_MINORS, PLAYERS, SLOTS, USA, as_read
from .rulebook import procedure
from .state import G, Nation, Unit

NOBODY = "none"  # the roundel of zones that nobody can possess


@procedure("0.2")
def half(number: int) -> int:
    """Half of a number; fractions are rounded up."""
    return -(-number // 2)


# Who belongs to whom


@procedure("0.9/commonwealth", "2.3/commonwealth")
def power(nation: str) -> str:
    """The Power a nation is part of: Great Britain, FEC and ANZAC are one."""
    return BRITAIN if nation in COMMONWEALTH else nation


@procedure("0.9/alliance", "4.3")
def alliance(g: G, nation: str) -> str:
    """Axis, Allies or Comintern; nothing for a Minor Power that nobody Controls."""
    if nation in g.state.alliances:
        return g.state.alliances[nation]
    if nation in ALLIANCE_OF:
        return ALLIANCE_OF[nation]
    minor = g.state.minors.get(nation)
    return alliance(g, minor.controller) if minor and minor.controller else ""


@procedure("4.1", "4.2")
def major(g: G, nation: str) -> bool:
    """A Major Power: one of the seven, or a Chinese faction that has evolved."""
    return power(nation) in MAJORS or (nation in CHINESE and g.state.nations[nation].evolved)


@procedure("0.9/control", "4.5")
def controller(g: G, nation: str) -> str:
    """Who Controls a Minor Power, or nothing."""
    minor = g.state.minors.get(nation)
    return minor.controller if minor else ""


def player_of(g: G, nation: str) -> str:
    """The player who decides for a nation's units: itself, or whoever Controls it; nothing where nobody does."""
    return nation if nation in PLAYERS else controller(g, nation)


def record(g: G, nation: str) -> Nation:
    return g.state.nations[nation]


def in_play(g: G, nation: str) -> bool:
    """A playable nation that takes its turn: it has not surrendered, and Free France only after France has."""
    one = g.state.nations.get(nation)
    return one is not None and one.in_play and not one.surrendered


@procedure("6.1")
def slot_nations(g: G, slot: str) -> list[str]:
    """The nations of one national turn that are in play."""
    return [n for group in SLOTS if group[0] == slot for n in group if in_play(g, n)]


@procedure("6.1", "4.5/permissions")
def commands(g: G) -> list[str]:
    """Whose forces move one after the other in this national turn. The Commonwealth moves as one; partners with a
    nation of their own (USSR and CCP, USA and KMT) do not."""
    here = slot_nations(g, g.state.slot)
    return [n for n in here if n not in COMMONWEALTH or n == next(m for m in here if m in COMMONWEALTH)]


def commanded(g: G, nation: str, commander: str) -> bool:
    """Do a nation's units move under this command: its own, its Power's, or a Minor's that it Controls?"""
    if nation in PLAYERS:
        return power(nation) == power(commander)
    master = controller(g, nation)
    return bool(master) and power(master) == power(commander)


# War


@procedure("0.9/enemy")
def at_war(g: G, a: str, b: str) -> bool:
    return power(b) in g.state.wars.get(power(a), ())


def enemies(g: G, nation: str) -> list[str]:
    """The Powers a nation is at war with."""
    return list(g.state.wars.get(power(nation), ()))


def fights(g: G, a: str, b: str, zone: str) -> bool:
    """May units of two nations fight in this zone: at war, or in an incursion without war (5.7, 14.2, 15.4)?

    ``state.incursions`` names, for this national turn, zones that a nation attacks without being at war.
    """
    if at_war(g, a, b):
        return True
    raider = g.state.incursions.get(zone)
    if raider is None or power(a) == power(b):
        return False
    if power(a) == power(raider):
        return _resists(g, b, raider, zone)
    return power(b) == power(raider) and _resists(g, a, raider, zone)


def _resists(g: G, nation: str, raider: str, zone: str) -> bool:
    """Whom an incursion is against: the possessor of a land zone; under the Monroe Doctrine, and so at sea, every Major
    Power of another Alliance."""
    if power(owner(g, zone)) == power(nation):
        return True
    return raider == USA and major(g, nation) and alliance(g, nation) != alliance(g, raider)


@procedure("4.6")
def at_war_with_major(g: G, nation: str) -> bool:
    return any(major(g, other) for other in enemies(g, nation))


@procedure("4.6")
def neutral(g: G, nation: str) -> bool:
    """A Major Power is Neutral until it is at war with a Major Power, a Minor until it is Aligned with one; KMT, CCP and
    Free France, which are not merged when they Align, are so as long as a Major Power fights the same Major Power."""
    if major(g, nation):
        return not at_war_with_major(g, nation)
    return nation not in PLAYED_MINORS or not any(aligned(g, nation, one) for one in MAJORS)


@procedure("0.9/aligned", "4.4")
def aligned(g: G, a: str, b: str) -> bool:
    """One Power, or members of one Alliance at war with the same Major Power; KMT and CCP under their truce."""
    if power(a) == power(b):
        return True
    if {a, b} == set(CHINESE):
        return g.state.truce
    if a not in PLAYERS or b not in PLAYERS:
        return False
    return alliance(g, a) == alliance(g, b) and any(major(g, foe) for foe in enemies(g, a) if at_war(g, b, foe))


# Zones


def owner(g: G, zone: str) -> str:
    """The nation that possesses a land zone; NOBODY for sea and for zones that nobody can possess."""
    return g.state.owners.get(zone, NOBODY)


@procedure("0.9/possession", "0.9/nation", "1.3")
def roundel(g: G, zone: str) -> str:
    """The nation whose roundel is printed on a zone."""
    return as_read(g.board.facts[zone].get("owner", NOBODY) or NOBODY, zone, g.options)


@procedure("0.9/friendly")
def friendly(g: G, nation: str, zone: str) -> bool:
    """Possessed by the nation, or by one it is Aligned with."""
    holder = owner(g, zone)
    return holder != NOBODY and aligned(g, nation, holder)


def first_holder(charts: Charts, annexed: Collection[str], merged: Mapping[str, str], zone: str, printed: str) -> str:
    """Whose a zone was before anybody captured it: the nation printed on it, what that has become part of, or who annexed
    it."""
    if zone in annexed:
        return next((str(row["nation"]) for row in charts["annexations"] if row["zone"] == zone), "")
    return merged.get(printed, "" if printed == NOBODY else printed)


@procedure("0.9/annexation", "12.4", "11.1/militia")
def held_first(g: G, zone: str) -> str:
    return first_holder(g.charts, g.state.annexed, g.state.merged, zone, roundel(g, zone))


def enemy_zone(g: G, nation: str, zone: str) -> bool:
    """Possessed by an Enemy, or open to an incursion of this nation (``fights``)."""
    holder = owner(g, zone)
    return holder != NOBODY and fights(g, nation, holder, zone)


@procedure("0.9/home-country", "2.4")
def home_country(g: G, nation: str) -> frozenset[str]:
    """The zones of a nation's Home Country, from its reference sheet."""
    homes: dict[str, frozenset[str]] | None = g.memo.get("home countries")
    if homes is None:
        found: dict[str, set[str]] = {}
        for row in g.charts["zones"]:
            for name in str(row["home"]).split():
                found.setdefault(name, set()).add(row["zone"])
        homes = g.memo["home countries"] = {name: frozenset(zones) for name, zones in found.items()}
    return homes.get(nation, frozenset())


def held_since_turn_began(g: G, nation: str, zone: str) -> bool:
    """Possessed since the start of this national turn."""
    return owner(g, zone) == nation and zone not in g.state.conquered and zone not in g.state.gained


@procedure("1.1", "9.19")
def zone_value(g: G, zone: str) -> int:
    """The red number: the IPPs a zone is worth."""
    values: dict[str, int] | None = g.memo.get("zone values")
    if values is None:
        values = g.memo["zone values"] = {row["zone"]: row["ipp"] for row in g.charts["zones"]}
    return values.get(zone, 0)


def zones_of(g: G, nation: str) -> list[str]:
    return [zone for zone, holder in g.state.owners.items() if holder == nation]


# Units and who may meet whom


def hostile_units(g: G, nation: str, units: list[Unit]) -> list[Unit]:
    """Those of the units that ``nation`` may fight where they stand."""
    return [unit for unit in units if fights(g, nation, unit.owner, unit.zone)]


@procedure("0.5", "0.5/land")
def may_share_land(g: G, a: str, b: str) -> bool:
    """May two nations stand in one land zone?"""
    return aligned(g, a, b)
