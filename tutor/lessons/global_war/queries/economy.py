"""Questions about production, placement and lend-lease."""

from __future__ import annotations

from ....engine.errors import UnknownName
from ....engine.session import Roll, Session
from ....games.global_war import lend_lease as lending
from ....games.global_war import (
    output,
    recruitment,
    routes,
    technology,
    terms,
    units,
)
from ....games.global_war.building import item_of
from ....games.global_war.facilities import facilities_in
from .register import among_words, query

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
    return among_words({f.zone for f in output.makers(s.table, nation, kind)}, among)


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
