"""Sections 9.22, 9.24, 4.12 and 7.3/capture-production: nations that surrender, Minor Powers that are defeated."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.politics import Bequeath
from .convoys import enemy_held
from .nations import ABYSSINIA, FRANCE, NATIONALISTS, PLAYERS, REPUBLICANS, VICHY, adjective, name_of
from .rulebook import procedure, rule
from .state import G
from .terms import aligned, alliance, at_war, home_country, in_play, owner, record, roundel, slot_nations, zones_of
from .units import remove, type_of, unit_types, units_in
from .zones import name_of_zone

AT_ONCE, TURN_END = "at-once", "turn-end"
# Minors whose end is told in chapters 13 and 14.
OWN_RULES = (VICHY, NATIONALISTS, REPUBLICANS, ABYSSINIA)


class Condition(NamedTuple):
    """When a nation surrenders: a row of the surrender chart. No zones: when it possesses none at all."""

    nation: str
    zones: tuple[str, ...]
    when: str
    relocates: bool
    words: str
    section: str


def _condition(row: dict[str, Any]) -> Condition:
    zones = () if row["zones"] == "all" else tuple(str(row["zones"]).split())
    return Condition(row["nation"], zones, row["when"], row["relocates"], row["condition"], row["section"])


def conditions(g: G) -> dict[str, Condition]:
    found: dict[str, Condition] | None = g.memo.get("surrender conditions")
    if found is None:
        found = g.memo["surrender conditions"] = {row["nation"]: _condition(row) for row in g.charts["surrender"]}
    return found


def condition(g: G, nation: str) -> Condition | None:
    return conditions(g).get(nation)


def condition_met(g: G, nation: str) -> bool:
    """Are all the zones that a nation's surrender hangs on in the hands of its enemies?"""
    wanted = condition(g, nation)
    if wanted is None:
        return False
    return all(enemy_held(g, nation, zone) for zone in wanted.zones) if wanted.zones else not zones_of(g, nation)


def restores(g: G, nation: str, zone: str) -> bool:
    """Would the return of a zone reverse the surrender of a nation?"""
    wanted = condition(g, nation)
    return wanted is not None and (zone in wanted.zones or not wanted.zones)


def conqueror_of(g: G, nation: str) -> str:
    """Who holds the zone that decided, or else the capital."""
    wanted = conditions(g)[nation]
    return owner(g, wanted.zones[0] if wanted.zones else record(g, nation).capital)


# Surrender (9.22)


@procedure("9.22")
def check_surrender(g: G, conqueror: str = "") -> None:
    """Nations that surrender at once, because of what has just been captured."""
    for wanted in conditions(g).values():
        if wanted.when == AT_ONCE and in_play(g, wanted.nation) and condition_met(g, wanted.nation):
            surrender(g, wanted.nation, conqueror or conqueror_of(g, wanted.nation))


@procedure("9.22", "5.4/usa-surrender")
def surrender_at_turn_end(g: G) -> None:
    """Nations whose condition is asked at the end of their own turn."""
    for nation in slot_nations(g, g.state.slot):
        if condition_met(g, nation):
            surrender(g, nation, conqueror_of(g, nation))


@procedure("9.22")
def surrender(g: G, nation: str, conqueror: str) -> None:
    """A nation is out of the war: its Minors look for a new master, its units leave the map, its ships may change hands."""
    if nation == FRANCE:
        from .vichy import french_surrender

        french_surrender(g, conqueror)
        return
    wanted = condition(g, nation)
    record(g, nation).surrendered = True
    g.tell(
        "surrendered",
        wanted.section if wanted else "9.22",
        f"{name_of(nation)} surrenders to {name_of(conqueror)}" + (f": {wanted.words}." if wanted else "."),
        by=nation,
        conqueror=conqueror,
    )
    for zone in zones_of(g, nation):
        occupied_zone_passes(g, zone, nation)
    name_heirs(g, nation)
    remove_units(g, nation)
    capture_production(g, nation, conqueror)


@procedure("9.22")
def occupied_zone_passes(g: G, zone: str, nation: str) -> None:
    """A zone where a friend's land units stand is not unoccupied: it is his who stands there, the lowest number first."""
    if roundel(g, zone) in merged_into(g, nation):
        return
    friends = [u for u in units_in(g, zone) if type_of(g, u).land and u.owner != nation and aligned(g, u.owner, nation)]
    if friends:
        from .relations import hand_over

        hand_over(g, zone, friends[0].owner)
        words = f"{name_of_zone(g, zone)} passes to {name_of(friends[0].owner)}, whose units stand there."
        g.tell("zone", "9.22", words, by=friends[0].owner, zone=zone)


def claimable(g: G, zone: str) -> bool:
    """9.22: a zone of a nation that has surrendered is his who moves a land unit into it first."""
    holder = owner(g, zone)
    return holder in PLAYERS and record(g, holder).surrendered


def claims_wait(g: G) -> bool:
    return any(record(g, nation).surrendered for nation in PLAYERS)


@procedure("9.22")
def claim_entered_zones(g: G) -> None:
    """Whoever has moved a land unit into a zone of a nation that has surrendered possesses it now."""
    from .capture import capture

    for nation in PLAYERS:
        for zone in sorted(zones_of(g, nation)) if record(g, nation).surrendered else ():
            found = [u for u in units_in(g, zone) if type_of(g, u).land and u.owner != nation and not u.aboard]
            if found:
                capture(g, zone, found[0].owner, "9.22")


def merged_into(g: G, nation: str) -> list[str]:
    """Minors that have Aligned with a nation."""
    return [minor for minor, master in g.state.merged.items() if master == nation]


def zones_of_minor(g: G, minor: str, holder: str) -> list[str]:
    """What is left of an Aligned Minor in the hands of the nation it is part of."""
    return [zone for zone in zones_of(g, holder) if roundel(g, zone) == minor]


def name_heirs(g: G, nation: str) -> None:
    """Its Minors wait for the surrendering player to say which partner gets them."""
    controlled = [name for name, minor in g.state.minors.items() if minor.controller == nation]
    incorporated = [minor for minor in merged_into(g, nation) if zones_of_minor(g, minor, nation)]
    g.state.bequests += [f"{minor} {nation}" for minor in (*controlled, *incorporated)]


def remove_units(g: G, nation: str) -> None:
    """Its units leave the map; those in the zones of an Aligned Minor wait with it."""
    kept = {zone for minor in merged_into(g, nation) for zone in zones_of_minor(g, minor, nation)}
    for unit in list(g.state.units.values()):
        if unit.owner == nation and unit.zone not in kept and unit.id in g.state.units:
            remove(g, unit)
    g.tell("removed", "9.22", f"All {adjective(nation)} units are removed.", by=nation)


@procedure("7.3/capture-production")
def capture_production(g: G, nation: str, conqueror: str) -> None:
    """The conqueror goes on with the ships on its Production Chart; the rest is lost."""
    kept = []
    for item in g.state.production:
        if item.owner == nation:
            kind = unit_types(g).get(item.what)
            if kind is None or not kind.naval or conqueror not in PLAYERS:
                continue
            item.owner, item.receiver = conqueror, ""
            words = f"{name_of(conqueror)} takes over the {kind.name} that {name_of(nation)} was building."
            g.tell("captured", "7.3/capture-production", words, by=conqueror, item=item.id)
        kept.append(item)
    g.state.production = kept


@procedure("9.22")
def reverse_if_restored(g: G, nation: str) -> None:
    """A surrender is undone when its condition holds no more: the nation is back in the war. For France see 14.4.1."""
    if nation not in PLAYERS or nation == FRANCE or condition(g, nation) is None:
        return
    if not record(g, nation).surrendered or not record(g, nation).in_play or condition_met(g, nation):
        return
    record(g, nation).surrendered = False
    g.state.bequests = [b for b in g.state.bequests if b.split()[1] != nation]
    g.tell("restored", "9.22", f"The surrender of {name_of(nation)} is reversed: it is in the war again.", by=nation)


# Who gets the Minors of a nation that has surrendered


def heirs(g: G, nation: str) -> list[str]:
    """Partners of the Alliance who are still in play."""
    return [n for n in PLAYERS if n != nation and in_play(g, n) and alliance(g, n) == alliance(g, nation)]


def minors_to_bequeath(g: G) -> bool:
    return bool(g.state.bequests)


@procedure("9.22")
def bequeath(g: G) -> Asking:
    """The surrendering player names a new master for each of his Minors."""
    minor, nation = g.state.bequests[0].split()
    chosen = heirs(g, nation)
    heir = chosen[0] if chosen else ""
    if len(chosen) > 1:
        action = yield Decision(
            nation,
            "9.22",
            f"{name_of(nation)} has surrendered: who takes over {name_of(minor)}?",
            [Bequeath],
            [Bequeath(minor, one) for one in chosen],
            about={"minor": minor},
        )
        assert isinstance(action, Bequeath)
        heir = action.heir
    if g.state.bequests:
        g.state.bequests.pop(0)
        _pass_on(g, minor, nation, heir)


@rule("9.22", Bequeath)
def heir_is_a_partner(g: G, action: Bequeath) -> tuple[str, str] | None:
    waiting = g.decision.about.get("minor", "") if g.decision else ""
    if action.minor != waiting:
        return f"{name_of(action.minor)} is not the Minor in question.", f"Name a master for {name_of(waiting)}."
    nation = next((b.split()[1] for b in g.state.bequests if b.split()[0] == waiting), "")
    partners = heirs(g, nation)
    if action.heir in partners:
        return None
    names = ", ".join(name_of(n) for n in partners)
    return (
        f"{name_of(action.heir)} is no partner of {name_of(nation)} who is still in play.",
        f"Choose one of: {names}.",
    )


def _pass_on(g: G, minor: str, nation: str, heir: str) -> None:
    """A Minor comes to its new master: under Control, or with zones and units where it had Aligned."""
    from .relations import hand_over, take_control

    if minor in g.state.minors:
        if heir:
            take_control(g, minor, heir, "9.22")
        else:
            g.state.minors[minor].controller = ""
        return
    zones = zones_of_minor(g, minor, nation)
    for zone in zones:
        for unit in units_in(g, zone):
            if unit.owner == nation and heir:
                unit.owner = heir
            elif unit.owner == nation and unit.id in g.state.units:
                remove(g, unit)
        if heir:
            hand_over(g, zone, heir)
    if heir:
        g.state.merged[minor] = heir
        words = f"{name_of(minor)}, with what stands there, passes from {name_of(nation)} to {name_of(heir)}."
        g.tell("aligned", "9.22", words, by=heir, minor=minor, zones=zones)


# Minor Powers (9.24)


@procedure("9.24")
def defeat_if_beaten(g: G, minor: str, conqueror: str) -> None:
    """A Minor Power is defeated when no unit of it is left in its Home Country. Its controller keeps what it has beyond."""
    rest = g.state.minors.get(minor)
    if rest is None or rest.defeated or minor in OWN_RULES or not at_war(g, minor, conqueror):
        return
    if any(unit.owner == minor for zone in sorted(home_country(g, minor)) for unit in units_in(g, zone)):
        return
    rest.defeated, rest.conqueror = True, conqueror
    beyond = [name_of_zone(g, zone) for zone in colonies(g, minor)]
    kept = f" {name_of(rest.controller)} keeps Control of {', '.join(beyond)}." if rest.controller and beyond else ""
    g.tell(
        "defeated", "9.24", f"{name_of(minor)} is defeated by {name_of(conqueror)}.{kept}", by=conqueror, minor=minor
    )
    align_colonies(g)


def colonies(g: G, minor: str) -> list[str]:
    """Zones of a Minor Power outside its Home Country."""
    return [zone for zone in zones_of(g, minor) if zone not in home_country(g, minor)]


@procedure("4.12")
def align_colonies(g: G) -> None:
    """What is left of a defeated Minor becomes its controller's once he is at war with the conqueror."""
    from .relations import hand_over

    for name, minor in g.state.minors.items():
        if not (minor.defeated and minor.conqueror and minor.controller):
            continue
        if not at_war(g, minor.controller, minor.conqueror):
            continue
        zones = colonies(g, name)
        units = [unit for unit in g.state.units.values() if unit.owner == name]
        if not zones and not units:
            continue
        for zone in zones:
            hand_over(g, zone, minor.controller)
        for unit in units:
            unit.owner = minor.controller
        words = f"What is left of {name_of(name)} Aligns with {name_of(minor.controller)}."
        g.tell("aligned", "4.12", words, by=minor.controller, minor=name, zones=zones)
