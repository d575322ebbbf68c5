"""Questions about a position of Global War, answered by the functions that play it."""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine.errors import UnknownName
from ...engine.phases import Phase, Step
from ...engine.session import Roll, Session
from ...games.global_war import (
    calendar,
    combat_values,
    convoys,
    nations,
    output,
    raiding,
    ranges,
    recruitment,
    relations,
    routes,
    technology,
    terms,
    units,
    victory,
    war_and_peace,
    zones,
)
from ...games.global_war import lend_lease as lending
from ...games.global_war.actions.movement import Pick
from ...games.global_war.building import item_of
from ...games.global_war.facilities import facilities_in
from ...games.global_war.firing import groups_to_fire
from ...games.global_war.sides import units_of
from ...games.global_war.state import Battle, Unit
from ..queries import Queries, resolved

QUERIES = Queries()
query = QUERIES.query

NEITHER = "neither"


def _among(found: set[str], among: str) -> set[str]:
    """Those that are in a list of words, where one is given."""
    return found & set(among.split()) if among else found


def _names(found: Any) -> str:
    return " and ".join(nations.name_of(nation) for nation in found) or "nobody"


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
    return _among({z for z in s.state.owners if kind in zones.terrain(s.table, z)}, among)


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
    return _among(set(terms.zones_of(s.table, nation)), among)


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
    return _among({z for z in s.state.owners if terms.friendly(s.table, nation, z)}, among)


@query("enemy-zones")
def enemy_zones(s: Session, nation: str, among: str = "") -> set[str]:
    return _among({z for z in s.state.owners if terms.enemy_zone(s.table, nation, z)}, among)


@query("alliance")
def alliance(s: Session, nation: str) -> str:
    return nations.ALLIANCES.get(terms.alliance(s.table, nation), "none")


@query("minors-among")
def minors_among(s: Session, among: str) -> str:
    """Those of a few nations that are not Major Powers."""
    return _names(nation for nation in among.split() if not terms.major(s.table, nation))


@query("fate")
def fate(s: Session, minor: str, attacker: str) -> str:
    """What becomes of a Minor Power when it is attacked: "Aligns with Great Britain", "Great Britain Controls it"."""
    to, aligns = relations.fate(s.table, minor, attacker)
    if not to:
        return "Nobody gets it"
    return f"It Aligns with {nations.name_of(to)}" if aligns else f"{nations.name_of(to)} Controls it"


@query("controller")
def controller(s: Session, minor: str) -> str:
    return _names(filter(None, [terms.controller(s.table, minor)]))


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


# Units


def units_at(s: Session, zone: str, type: str = "", owner: str = "", task: str = "") -> list[Unit]:
    found = units.units_in(s.table, zone)
    return [u for u in found if type in ("", u.type) and owner in ("", u.owner) and task in ("", u.task)]


def unit_at(s: Session, zone: str, type: str, owner: str = "") -> Unit:
    """The first unit of a type in a zone."""
    found = units_at(s, zone, type, owner)
    if not found:
        held = sorted({u.zone for u in s.state.units.values() if u.type == type})
        raise UnknownName(f"{type} in zone", zone, held)
    return found[0]


@query("units")
def unit_count(s: Session, zone: str, type: str = "", owner: str = "", task: str = "") -> int:
    """How many units stand in a zone: of a type, of a nation, with a task, where these are given."""
    return len(units_at(s, zone, type, owner, task))


@query("where")
def where(s: Session, type: str, owner: str, task: str = "") -> set[str]:
    """The zones with units of a type of a nation."""
    found = s.state.units.values()
    return {u.zone for u in found if (u.type, u.owner) == (type, owner) and task in ("", u.task)}


@query("damage-markers")
def damage_markers(s: Session, zone: str, type: str) -> int:
    """Hits that the ships of a type in a sea zone have taken."""
    return sum(u.hits for u in units_at(s, zone, type))


@query("aboard")
def aboard(s: Session, zone: str, type: str = "") -> int:
    """Units aboard ships in a sea zone."""
    return sum(bool(u.aboard) for u in units_at(s, zone, type))


@query("movement")
def movement(s: Session, zone: str, type: str) -> int:
    """How many borders a unit may cross this turn, with what bases and technology add."""
    return ranges.allowance(s.table, unit_at(s, zone, type))


@query("patrol-range")
def patrol_range(s: Session, zone: str, type: str) -> int:
    return ranges.patrol_range(s.table, unit_at(s, zone, type))


@query("reach")
def reach(s: Session, zone: str, type: str, action: str = "move", task: str = "") -> set[str]:
    """Where a unit may go now with a task: what the map would outline if it were picked up."""
    fork = s.fork()
    if Pick in (fork.decision.kinds if fork.decision else ()) and not fork.state.hand:
        fork.submit(Pick(zone, type))
    moves = [a for a in fork.legal() if a.kind() == action and getattr(a, "task", "") == task]
    return {move.path[-1] for move in moves if move.path}  # type: ignore[attr-defined]


# Actions that are legal now


@query("legal")
def legal(s: Session, action: str, field: str, **words: Any) -> set[str]:
    """One field of all legal actions of a kind: where one may place, what one may lose, whom one may help."""
    return {str(getattr(a, field)) for a in _offered(s, action, words)}


@query("most")
def most(s: Session, action: str, field: str, **words: Any) -> int:
    """The largest number in a field of the legal actions of a kind."""
    return max((int(getattr(a, field)) for a in _offered(s, action, words)), default=0)


def _offered(s: Session, kind: str, words: dict[str, Any]) -> list[Any]:
    return [
        a for a in s.legal() if a.kind() == kind and all(getattr(a, name) == value for name, value in words.items())
    ]


# Combat


def battle_now(s: Session, round: int | str = 0) -> Battle:
    """The battle under way, as it would be in a round."""
    battle: Battle | None = s.state.battle
    if battle is None:
        raise UnknownName("battle", "now", (b.zone for b in s.state.battles))
    return msgspec.structs.replace(battle, round=int(round)) if int(round) else battle


@query("value")
def value(s: Session, type: str, side: str, round: int = 0, entered: str = "", supported: bool | None = None) -> int:
    """The number that a unit of the battle under way hits on in a round: side is attacker or defender.

    ``entered`` names the zone that it attacks from, ``supported`` whether artillery is paired with it.
    """
    g, battle = s.table, battle_now(s, round)
    found = [u for u in units_of(g, battle, side) if u.type == type and entered in ("", u.entered)]
    pairs = combat_values.supported(g, battle)
    if supported is not None:
        found = [u for u in found if (u.id in pairs) == supported]
    if not found:
        raise UnknownName(f"{side} of type", type, sorted({u.type for u in units_of(g, battle, side)}))
    if side == combat_values.ATTACKER:
        return combat_values.attack_value(g, battle, found[0], pairs)
    return combat_values.defense_value(g, battle, found[0])


@query("supported")
def supported(s: Session) -> int:
    """How many attacking units are paired with artillery in the battle under way."""
    return len(combat_values.supported(s.table, battle_now(s)))


@query("firing")
def firing(s: Session, side: str, stage: str) -> str:
    """The types of unit of a side that have yet to fire in a stage of the round: first or normal."""
    g = s.table
    return ", ".join(units.called(g, group.split()[0]) for group in groups_to_fire(g, battle_now(s), side, stage))


@query("strike-step")
def strike_step(s: Session, side: str, type: str) -> str:
    """When units of a type fire in the round under way."""
    waiting = groups_to_fire(s.table, battle_now(s), side, "first")
    first = type in {group.split()[0] for group in waiting}
    return "Before all others" if first else "With the others"


@query("dice")
def dice(s: Session) -> int:
    """How many dice are about to be rolled, where play is paused before them."""
    return sum(roll.dice for roll in s.upcoming())


@query("hits-on")
def hits_on(s: Session) -> int:
    """The highest face that hits among the dice about to be rolled."""
    return max((max(faces) for roll in s.upcoming() for faces in roll.groups.values() if faces), default=0)


@query("roller")
def roller(s: Session) -> str:
    """Who is about to roll."""
    return _names(dict.fromkeys(roll.by for roll in s.upcoming() if roll.by))


@query("round")
def round_now(s: Session) -> int:
    return int(s.state.battle.round) if s.state.battle else 0


@query("in-battle")
def in_battle(s: Session, side: str, type: str = "") -> int:
    """How many units of a side are in the battle under way, those set aside too."""
    if s.state.battle is None:
        return 0
    return sum(type in ("", u.type) for u in units_of(s.table, s.state.battle, side))


@query("set-aside")
def set_aside(s: Session) -> int:
    """Defenders that are hit and have yet to fire."""
    return len(s.state.battle.aside) if s.state.battle else 0


@query("set-aside-types")
def set_aside_types(s: Session) -> set[str]:
    """The types of the defenders that are hit and have yet to fire."""
    return {s.state.units[n].type for n in s.state.battle.aside} if s.state.battle else set()


@query("battles")
def battles(s: Session) -> set[str]:
    """The zones where something is still to be fought, the battle under way too."""
    now = [s.state.battle] if s.state.battle else []
    return {battle.zone for battle in (*now, *s.state.battles)}


# Convoys


@query("lines")
def lines(s: Session, zone: str) -> set[str]:
    """The convoy lines through a sea zone, by name."""
    return {line.name for line in convoys.lines_through(s.table, zone)}


@query("line-zones")
def line_zones(s: Session, line: str) -> set[str]:
    """The sea zones that a line runs through."""
    return set(convoys.lines(s.table)[line].zones)


@query("raid-zones")
def raid_zones(s: Session, nation: str, among: str = "") -> set[str]:
    """Sea zones where a nation finds something to raid."""
    return _among(
        {z for z in s.board if convoys.lines_through(s.table, z) and convoys.victims(s.table, nation, z)}, among
    )


@query("at-stake")
def at_stake(s: Session, line: str, nation: str) -> int:
    """What a nation can still lose on a line this turn."""
    return convoys.left(s.table, convoys.lines(s.table)[line], nation)


@query("raided")
def raided(s: Session, nation: str) -> int:
    """What a nation has lost to raids this calendar turn, on all lines."""
    return sum(marks.get(nation, 0) for marks in s.state.convoy_damage.values())


@query("first-victim")
def first_victim(s: Session, raider: str, zone: str) -> str:
    """Who loses first where a nation raids."""
    return _names(convoys.victims(s.table, raider, zone)[:1])


@query("raider-modifier")
def raider_modifier(s: Session, zone: str, type: str) -> int:
    return raiding.raider_modifier(s.table, unit_at(s, zone, type))


@query("convoy-modifier")
def convoy_modifier(s: Session, raider: str, victim: str, zone: str) -> int:
    return raiding.convoy_modifier(s.table, raider, victim, zone)


# Production and placement


@query("sites")
def sites(s: Session, nation: str, type: str) -> set[str]:
    """Where units of a type can be placed now."""
    return set(output.sites(s.table, nation, type))


@query("room")
def room(s: Session, nation: str, type: str, zone: str) -> int:
    """How many units of a type can be placed in a zone this turn."""
    return output.sites(s.table, nation, type).get(zone, 0)


@query("makers")
def makers(s: Session, nation: str, type: str, among: str = "") -> set[str]:
    """The zones whose factories or yards can make units of a type now."""
    kind = units.type_of(s.table, type)
    return _among({f.zone for f in output.makers(s.table, nation, kind)}, among)


@query("output")
def output_of(s: Session, zone: str, type: str) -> int:
    """What a facility of a zone makes in this turn."""
    g = s.table
    facility = next(iter(facilities_in(g, zone, (type,))), None)
    return output.output(g, terms.owner(g, zone), facility) if facility else 0


@query("facilities")
def facilities(s: Session, zone: str, type: str) -> int:
    """How many facilities of a type stand in a zone."""
    return len(facilities_in(s.table, zone, (type,)))


@query("facility")
def facility(s: Session, zone: str, type: str) -> int:
    """The number of a facility, for actions."""
    return facilities_in(s.table, zone, (type,))[0].id


@query("facility-target")
def facility_target(s: Session, zone: str, type: str) -> str:
    """A facility as bombers name their target."""
    return str(facility(s, zone, type))


@query("facility-damage")
def facility_damage(s: Session, zone: str, type: str) -> int:
    return facilities_in(s.table, zone, (type,))[0].damage


@query("chart-items")
def chart_items(s: Session, nation: str, what: str = "") -> int:
    """How many things a nation has on the Production Chart."""
    return sum(item.owner == nation and what in ("", item.what) for item in s.state.production)


@query("paid")
def paid(s: Session, nation: str, what: str) -> int:
    """How many turns of something on the Production Chart are paid."""
    return max((i.paid for i in s.state.production if (i.owner, i.what) == (nation, what)), default=0)


@query("item")
def item(s: Session, nation: str, what: str) -> int:
    """The number of something on the Production Chart, for actions."""
    found = [i.id for i in s.state.production if (i.owner, i.what) == (nation, what)]
    if not found:
        raise UnknownName("item on the Production Chart", what, sorted({i.what for i in s.state.production}))
    return int(found[0])


@query("research-dice")
def research_dice(s: Session, nation: str) -> int:
    return technology.research_dice(s.table, nation)


@query("research-chance")
def research_chance(s: Session, nation: str, name: str) -> float:
    """The chance, in percent, that one die completes the next stage of a technology."""
    g = s.table
    number = technology.technologies(g)[name].stages[technology.stage(g, nation, name)]
    return 100 * (13 - number) / 12


@query("recruits-on")
def recruits_on(s: Session, minor: str) -> int:
    """The highest number on a D12 that brings a Minor Power recruits."""
    return recruitment.recruits_on(s.table, minor)


# Lend-lease


@query("most-lent")
def most_lent(s: Session, receiver: str) -> int:
    """The most IPPs that a nation may be sent in a turn."""
    return lending.most_money(s.table, receiver)


def route_of(s: Session, nation: str, what: str, zone: str, to: str) -> routes.Route:
    g = s.table
    load = item_of(g, item(s, nation, what))
    assert load is not None
    found = [r for r in routes.routes(g, load) if (r.zone, r.to) == (zone, to)]
    if not found:
        raise UnknownName("lend-lease route to", to, sorted({r.to for r in routes.routes(g, load)}))
    return found[0]


@query("route")
def route(s: Session, nation: str, what: str, to: str, zone: str = "") -> set[str]:
    """The sea zones that lend-lease passes from the port of one zone to that of another."""
    return set(route_of(s, nation, what, zone, to).path)


@query("route-length")
def route_length(s: Session, nation: str, what: str, to: str, zone: str = "") -> int:
    """How many sea zones the shortest way of some lend-lease passes."""
    return len(route_of(s, nation, what, zone, to).path)


@query("ports-for")
def ports_for(s: Session, nation: str, what: str, end: str = "to") -> set[str]:
    """Zones with a port that some lend-lease may come ashore in, or leave by (end: zone)."""
    load = item_of(s.table, item(s, nation, what))
    assert load is not None
    return {str(getattr(r, end)) for r in routes.routes(s.table, load) if r.zone}


@query("interdicted")
def interdicted(s: Session, nation: str, what: str, to: str, zone: str = "") -> set[str]:
    """The sea zones of a route where an enemy may stop lend-lease."""
    path = route_of(s, nation, what, zone, to).path
    return {sea for sea in path if routes.interdictors(s.table, nation, sea)}


@query("interdiction-loss")
def interdiction_loss(s: Session) -> float:
    """The chance, in percent, that the lend-lease whose interdiction is rolled next is lost there."""
    lost = 0
    for theirs in range(1, 7):
        for ours in range(1, 7):
            fork = s.fork()
            fork.suppose(theirs, ours)
            fork.submit(Roll())
            lost += any(event.section == "11.4/interdiction" and event.kind == "lend-lease" for event in fork.log)
    return 100 * lost / 36


# Victory


@query("objective-cities")
def objective_cities(s: Session, side: str) -> set[str]:
    """The Objective Cities that an Alliance holds."""
    found = (score for score in victory.cities(s.table) if terms.alliance(s.table, score.nation) == side)
    return {score.what.removeprefix("city ") for score in found}


@query("points")
def points(s: Session, side: str) -> int:
    """The Victory Points of an Alliance as things stand."""
    return victory.points(s.table)[side]


@query("objective")
def objective(s: Session, name: str) -> int:
    """What an objective is worth to its nation as things stand."""
    return sum(score.points for score in victory.breakdown(s.table) if score.what == name)


@query("lost-zones")
def lost_zones(s: Session, nation: str) -> set[str]:
    """Zones of a Home Country that cost a point."""
    lost = [score for score in victory.losses(s.table) if score.nation == nation]
    return {score.what.removeprefix("loss ") for score in lost}


# Charts and the sequence of play


@query("chart")
def chart(s: Session, name: str, row: int | str, column: str) -> Any:
    """A cell of a chart."""
    return s.charts[name].cell(row, column)


@query("track")
def track(s: Session, name: str) -> Any:
    """A field of the state: pact, truce, spain, winner ..."""
    return getattr(s.state, name)


@query("turn-name")
def turn_name(s: Session, later: int = 0) -> str:
    """The calendar turn, or one that comes so many turns later."""
    return calendar.turn_name(s.state.calendar + later)


@query("next-slot")
def next_slot(s: Session, after: str) -> str:
    """Whose national turn follows another, with all who act in it."""
    order = [slot[0] for slot in nations.SLOTS]
    return _names(nations.SLOTS[(order.index(after) + 1) % len(order)])


@query("acting")
def acting(s: Session, slot: str) -> str:
    """Who acts in a national turn now."""
    return _names(terms.slot_nations(s.table, slot))


@query("step")
def step(s: Session) -> str:
    """The id of the step the game is at."""
    return s.where[-1].id if s.where else "over"


@query("phase")
def phase(s: Session, name: str) -> bool:
    """Is the game in a phase?"""
    return any(place.id == name for place in s.where)


@query("next-part")
def next_part(s: Session, after: str) -> str:
    """The title of the phase that follows another in the sequence of play, or of the step that follows a step."""
    parent, at = _place_of(s.game.sequence, after)
    later = [part for part in parent.parts[at + 1 :] if isinstance(part, type(parent.parts[at]))]
    return later[0].title.removesuffix(" of") if later else "nothing: it is the last"


def _place_of(phase: Phase, id: str) -> tuple[Phase, int]:
    for _, node in phase.walk():
        if isinstance(node, Phase):
            for at, part in enumerate(node.parts):
                if part.id == id:
                    return node, at
    raise UnknownName("part of the sequence", id, (n.id for _, n in phase.walk() if isinstance(n, (Phase, Step))))


@query("who-decides")
def who_decides(s: Session) -> str:
    return s.game.player_name(s.decision.who) if s.decision else "nobody"


@query("told")
def told(s: Session, kind: str, section: str = "") -> int:
    """How often something of a kind was told of in the log."""
    return sum(event.kind == kind and section in ("", event.section) for event in s.log)


@query("after")
def after(s: Session, play: list[dict[str, Any]], query: str, words: dict[str, Any] | None = None) -> Any:
    """The answer to another query if this were played now; ``{suppose: [...]}`` sets dice."""
    fork = s.fork()
    for action in play:
        if "suppose" in action:
            fork.suppose(*action["suppose"])
        else:
            fork.submit(resolved(fork, action))
    return QUERIES.ask(fork, query, words or {})


@query("made")
def made(s: Session) -> int:
    """How many decisions were taken on this board."""
    return s.decisions_made


@query("over")
def over(s: Session) -> bool:
    return s.over
