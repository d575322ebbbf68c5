"""Questions about the map, nations and their income."""

from __future__ import annotations

from ....engine.session import Session
from ....games.global_war import (
    nations,
    relations,
    terms,
    war_and_peace,
    zones,
)
from ....games.global_war.facilities import facilities_in
from .register import NEITHER, among_words, names, query

# The map


@query("neighbours")
def neighbours(s: Session, zone: str, kind: str = "") -> set[str]:
    """The zones next to one; kind is zone (land) or sea."""
    return {z for z in s.board.neighbours[zone] if kind in ("", s.board.fact(z, "kind"))}


@query("distance")
def distance(s: Session, one: str, other: str) -> int:
    return s.board.distance(one, other) or 0


@query("terrain")
def terrain(s: Session, kind: str, among: str = "") -> set[str]:
    """Land zones that are wholly of a terrain, as the optional rules in force know it."""
    return among_words({z for z in s.state.owners if kind in zones.terrain(s.table, z)}, among)


@query("borders-with")
def borders_with(s: Session, into: str, mark: str) -> set[str]:
    """Zones from which an attack into this one crosses a river, mountains, a fortified line ..."""
    g = s.table
    return {z for z in zones.land_neighbours(g, into) if mark in zones.border_marks(g, z, into)}


@query("zone-value")
def zone_value(s: Session, zone: str) -> int:
    """The red number of a zone."""
    return terms.zone_value(s.table, zone)


@query("worth")
def worth(s: Session, nation: str) -> int:
    """The red numbers of all zones that a nation possesses, together."""
    return sum(terms.zone_value(s.table, zone) for zone in terms.zones_of(s.table, nation))


@query("zones-of")
def zones_of(s: Session, nation: str, among: str = "") -> set[str]:
    """The zones that a nation possesses."""
    return among_words(set(terms.zones_of(s.table, nation)), among)


@query("owner")
def owner(s: Session, zone: str) -> str:
    """Who possesses a zone, as people call him."""
    return nations.name_of(terms.owner(s.table, zone))


@query("facility-zones")
def facility_zones(s: Session, type: str, nation: str) -> set[str]:
    """Where a nation has a facility of this type."""
    g = s.table
    return {zone for zone in terms.zones_of(g, nation) if facilities_in(g, zone, (type,))}


@query("passage-owner")
def passage_owner(s: Session, passage: str) -> str:
    """Who decides about a strait or canal."""
    return nations.name_of(zones.passage_owner(s.table, zones.passages(s.table)[passage]))


# Nations


@query("relation")
def relation(s: Session, one: str, other: str) -> str:
    """What two nations are to each other: Enemies, Aligned, or neither."""
    if terms.at_war(s.table, one, other):
        return "Enemies"
    return "Aligned" if terms.aligned(s.table, one, other) else NEITHER


@query("friendly-zones")
def friendly_zones(s: Session, nation: str, among: str = "") -> set[str]:
    return among_words({z for z in s.state.owners if terms.friendly(s.table, nation, z)}, among)


@query("enemy-zones")
def enemy_zones(s: Session, nation: str, among: str = "") -> set[str]:
    return among_words({z for z in s.state.owners if terms.enemy_zone(s.table, nation, z)}, among)


@query("alliance")
def alliance(s: Session, nation: str) -> str:
    return nations.ALLIANCES.get(terms.alliance(s.table, nation), "none")


@query("minors-among")
def minors_among(s: Session, among: str) -> str:
    """Those of a few nations that are not Major Powers."""
    return names(nation for nation in among.split() if not terms.major(s.table, nation))


@query("fate")
def fate(s: Session, minor: str, attacker: str) -> str:
    """What becomes of a Minor Power when it is attacked: "Aligns with Great Britain", "Great Britain Controls it"."""
    to, aligns = relations.fate(s.table, minor, attacker)
    if not to:
        return "Nobody gets it"
    return f"It Aligns with {nations.name_of(to)}" if aligns else f"{nations.name_of(to)} Controls it"


@query("controller")
def controller(s: Session, minor: str) -> str:
    return names(filter(None, [terms.controller(s.table, minor)]))


@query("income")
def income(s: Session, nation: str) -> int:
    """What a nation collects in a turn, without bonuses."""
    return war_and_peace.income(s.table, nation)


@query("wartime-income")
def wartime_income(s: Session, nation: str) -> int:
    return war_and_peace.wartime_income(s.table, nation)


@query("income-gap")
def income_gap(s: Session, nation: str) -> int:
    """How far a nation's income is below its Wartime Income."""
    return max(0, wartime_income(s, nation) - income(s, nation))


@query("bonus")
def bonus(s: Session, nation: str) -> int:
    """The bonuses that a nation collects now."""
    return sum(ipp for ipp, _, _ in war_and_peace.bonus_income(s.table, nation))


@query("cash")
def cash(s: Session, nation: str) -> int:
    """IPPs in hand."""
    return int(s.state.nations[nation].cash)


@query("price-of-war")
def price_of_war(s: Session, nation: str, target: str) -> int:
    """What a declaration of war costs."""
    return war_and_peace.price(s.table, nation, target)
