"""What panels show of the game: stacks of units and facilities, who holds what, nations' sheets, the battle under way.

All of it is made from a view. What a click means, and what a button says, stands in ``clicks``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ...board import Board
from ...engine.charts import Charts
from ...engine.errors import an
from ...engine.session import Session
from ...engine.showing import Combat, Dial, Fighter, Force, Holding, Livery, Piece, Route, Sheet
from .facilities import FacilityType, facility_types_of
from .nations import (
    ALLIANCE_OF,
    ALLIANCES,
    LIVERIES,
    NATIONALISTS,
    NEUTRAL_LIVERY,
    PLAYERS,
    REPUBLICANS,
    VICHY,
    WARLORD,
    adjective,
    name_of,
)
from .rulebook import procedure
from .state import Facility, Item
from .units import AIR, NAVAL, UnitType, unit_types_of
from .views import BattleView, NationView, Stack, WorldView, rank

# What stands in the corner of units that have been told to do something (8.2, 8.8).
BADGES = {
    "patrol": "MAP", "escort": "ESC", "raid": "RAID", "mine": "MINE", "screen": "SCR", "bomb": "BOMB", "carpet": "CPT",
    "assault": "ASLT", "drop": "DROP", "scrambled": "SCRM", "attrition": "ATT", "blockade": "BLK", "behind": "BHD",
    "attack": "ATK",
}  # fmt: skip
TASKS = {
    "patrol": "on patrol", "escort": "escorting convoys", "raid": "raiding convoys", "mine": "laying mines",
    "screen": "screening", "bomb": "bombing", "carpet": "carpet bombing", "assault": "about to land",
    "drop": "about to drop", "scrambled": "scrambled", "attrition": "shelling", "blockade": "blockading",
    "behind": "behind the screen", "attack": "attacking",
}  # fmt: skip
THE = {"ussr": "the USSR", "usa": "the USA", "fec": "the Far East Command"}
WITH_ARTICLE = ("ccp", "kmt")
LETTERS = {NATIONALISTS: "NAT", REPUBLICANS: "REP", VICHY: "VIC", "spain": "SPA", "central-america": "CAM",
           "haiti-dominican-republic": "HAI", "warlord-hainan-sinkiang": "SIN", "saudi-arabia": "ARA", "tanna-tuva": "TUV",
           "persia": "PRS"}  # fmt: skip
BATTLES = {"land": "Battle", "naval": "Naval battle", "raid": "Convoy raid", "bombing": "Strategic bombing",
           "carpet": "Carpet bombing", "rocket": "Rockets", "attrition": "Attrition bombardment"}  # fmt: skip

# Parts of the map worth looking at, by zones at their edges.
VISTAS = {
    "World": (),  # all of it
    "Europe": ("ireland", "portugal", "tunisia", "moscow", "eastern-ukraine", "norway", "leningrad", "istanbul"),
    "Mediterranean": ("portugal", "gibraltar", "tunisia", "libya", "eastern-egypt", "syria", "northern-italy", "black-sea"),
    "Atlantic": ("new-york", "iceland", "norway", "brazil", "dakar-sea", "gulf-of-cadiz", "great-lakes"),
    "Far East": ("chita", "calcutta", "ceylon", "java", "tokyo", "mariana-islands", "sinkiang"),
    "Pacific": ("shanghai", "philippines", "sydney", "new-zealand", "hawaiian-islands", "san-francisco", "alaska"),
}  # fmt: skip


# Names


class Catalogue(NamedTuple):
    """What the map and the charts call things; read once, since labels are made anew after every click."""

    board: Board
    units: dict[str, UnitType]
    facilities: dict[str, FacilityType]
    technologies: dict[str, tuple[str, int]]  # name and number of stages
    seas: dict[str, int]
    lines: dict[str, str]  # convoy lines by name
    trade: dict[str, list[str]]  # by sea zone: the lines that run through it, with what nations have on them


@cache
def catalogue() -> Catalogue:
    from .game import GAME, world_map

    charts = GAME.charts(own=False)
    return Catalogue(
        world_map(GAME.data / "maps" / "world-zones.geojson"),
        unit_types_of(charts["units"]),
        facility_types_of(charts["facilities"]),
        {row["technology"]: (row["name"], len(str(row["stages"]).split("/"))) for row in charts["technology"]},
        {row["zone"]: row["number"] for row in charts["sea-zones"]},
        {row["line"]: row["name"] for row in charts["convoys"]},
        _trade(charts),
    )


def _trade(charts: Charts) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for row in charts["convoys"]:
        values.setdefault(row["line"], []).extend([f"{name_of(row['nation'])} {row['ipp']}"] if row["ipp"] else [])
    found: dict[str, list[str]] = {}
    for row in charts["convoys"]:
        words = f"{row['name']} ({', '.join(values[row['line']]) or 'no value'})"
        for zone in str(row["zones"]).split():
            if words not in found.setdefault(zone, []):
                found[zone].append(words)
    return found


def routes(charts: Charts) -> list[Route]:
    """The convoy lines, from end to end."""
    found: dict[str, Route] = {}
    for row in charts["convoys"]:
        way = [row["start"], *str(row["zones"]).split(), row["end"]]
        found[row["line"]] = Route(row["name"], tuple(zone for zone in way if zone != "none"))
    return list(found.values())


def zone_name(zone: str) -> str:
    board = catalogue().board
    return board.fact(zone, "name") if zone in board else zone


def type_name(type: str) -> str:
    """A type of unit or facility as its chart calls it."""
    found = catalogue().units.get(type) or catalogue().facilities.get(type)
    return found.name if found else type.replace("-", " ").capitalize()


def counted(type: str, count: int) -> str:
    return f"{count} {type_name(type)}"


def piece_names() -> dict[str, str]:
    """Every kind of piece, for the legend."""
    return {type: type_name(type) for type in (*catalogue().units, *catalogue().facilities)}


def the(nation: str) -> str:
    """A nation within a sentence."""
    if nation in THE:
        return THE[nation]
    return f"the {adjective(nation)}" if nation in WITH_ARTICLE else name_of(nation)


def letters_of(nation: str) -> str:
    if nation in LIVERIES:
        return LIVERIES[nation].letters
    return LETTERS.get(nation) or nation.removeprefix(WARLORD)[:3].upper()


@cache
@procedure("2.4/colors")
def liveries() -> dict[str, Livery]:
    """The colours of the nations that players run; every other country is white, with letters of its own."""
    from .game import GAME, world_map

    board = world_map(GAME.data / "maps" / "world-zones.geojson")
    printed = {facts.get("owner", "") for facts in board.facts.values()}
    others = sorted({*printed, *LETTERS} - {*PLAYERS, "", "none"})
    plain = {n: Livery(NEUTRAL_LIVERY.fill, NEUTRAL_LIVERY.ink, letters_of(n)) for n in others}
    return {**LIVERIES, **plain}


# Pieces


def pieces(view: WorldView) -> list[Piece]:
    """One piece a stack, then the facilities."""
    return [*map(_stack, view.stacks), *(_facility(view, facility) for facility in view.facilities)]


def stack_id(stack: Stack) -> str:
    marks = (stack.task, f"hits{stack.hits}" * bool(stack.hits), stack.aboard and f"in-{stack.aboard}",
             "moved" * stack.moved, "hand" * stack.held)  # fmt: skip
    return " ".join(filter(None, (stack.zone, stack.owner, stack.type, *marks)))


def group_of(type: str) -> str:
    """What a type of unit is counted with where there is no room for all of them."""
    kind = catalogue().units.get(type)
    if kind is None:
        return ""
    if kind.cls == NAVAL:
        return "submarine" if kind.submarine else "transport" if kind.transport else "warship"
    return AIR if kind.cls == AIR else kind.cls


def _stack(stack: Stack) -> Piece:
    words = [f"{adjective(stack.owner)} {counted(stack.type, stack.count)}"]
    words += [TASKS.get(stack.task, stack.task)] if stack.task else []
    words += [f"damaged, {stack.hits} hit{'s' if stack.hits > 1 else ''} each"] if stack.hits else []
    words += [f"aboard {an(type_name(stack.aboard))}"] if stack.aboard else []
    words += ["in hand"] if stack.held else ["moved"] if stack.moved else []
    badge = BADGES.get(stack.task, "") or (f"-{stack.hits}" if stack.hits else "") or ("ABD" if stack.aboard else "")
    return Piece(
        id=stack_id(stack),
        space=stack.zone,
        side=stack.owner if stack.owner in PLAYERS else "",
        nation=stack.owner,
        branch=stack.type,
        value=str(stack.count),
        badge="hand" if stack.held else badge or ("moved" if stack.moved else ""),
        text=", ".join(words),
        count=stack.count,
        group=group_of(stack.type),
    )


def _facility(view: WorldView, facility: Facility) -> Piece:
    holder = facility.owner or view.owners.get(facility.zone, "")
    towards = f" towards {zone_name(facility.border)}" if facility.border else ""
    damage = f", {facility.damage} damage" if facility.damage else ""
    return Piece(
        id=f"facility {facility.id}",
        space=facility.zone,
        side=holder if holder in PLAYERS else "",
        nation=holder,
        branch=facility.type,
        badge=str(facility.damage) if facility.damage else "",
        text=f"{type_name(facility.type)}{towards}{damage}",
        group="facility",
    )


# Ground


def control(view: WorldView) -> dict[str, str]:
    """Who possesses each land zone."""
    return view.owners


def holdings(view: WorldView) -> dict[str, Holding]:
    """Whose roundel lies on each zone, and its value; a Minor Power wears the colours of whoever Controls it."""
    found = {}
    for zone, owner in view.owners.items():
        value = view.values.get(zone, 0)
        minor = view.minors.get(owner)
        master = minor.controller if minor else ""
        worth = str(value) if value else ""
        found[zone] = Holding(master or owner, letters_of(owner) if master else "", not master, worth)
    return found


def about(view: WorldView, zone: str) -> list[Dial]:
    """What is to be known of a zone besides its name and what stands in it."""
    facts = catalogue().board.facts.get(zone, {})
    found = []
    if facts.get("kind") == "sea":
        number = catalogue().seas.get(zone, 0)
        found = [Dial("Sea zone", str(number), "1.2")] if number else []
        return [*found, *(Dial("Convoy", line, "1.6") for line in catalogue().trade.get(zone, ()))]
    owner = view.owners.get(zone, "")
    if owner:
        found.append(Dial("Held by", name_of(owner), "1.3", note=_standing(view, owner)))
    printed = facts.get("owner", "")
    if printed and printed not in ("none", owner):
        found.append(Dial("Printed", name_of(printed), "1.3"))
    if zone in view.conquered:
        found.append(Dial("Taken this turn from", name_of(view.conquered[zone]), "9.19"))
    if view.values.get(zone):
        found.append(Dial("Worth", f"{view.values[zone]} IPP", "1.1"))
    terrain = facts.get("terrain", "")
    if terrain:
        found.append(Dial("Terrain", terrain, "1.7"))
    if facts.get("victory_city") == "yes":
        found.append(Dial("Objective city", "1 Victory Point", "3.2"))
    return found


def _standing(view: WorldView, owner: str) -> str:
    minor = view.minors.get(owner)
    if minor is None:
        return ALLIANCES.get(ALLIANCE_OF.get(owner, ""), "")
    return f"under the control of {the(minor.controller)}" if minor.controller else "Minor Power"


# Sheets


@procedure("0.9/nrs", "2.4")
def sheets(view: WorldView) -> list[Sheet]:
    """The world, then a sheet for every nation in play."""
    nations = [name for name in PLAYERS if view.nations[name].in_play or view.nations[name].surrendered]
    return [
        Sheet("The world", "", list(_world(view))),
        *(Sheet(name_of(name), name, list(_nation(view, name, view.nations[name]))) for name in nations),
    ]


def _world(view: WorldView) -> Iterator[Dial]:
    yield Dial("Calendar turn", view.turn, "6.1", note=f"the last is {view.last_turn}")
    if view.slot:
        yield Dial("National turn", name_of(view.slot), "6.1")
    for alliance, score in view.points.items():
        yield Dial(f"Victory Points, {ALLIANCES.get(alliance, alliance)}", str(score), "3.1", note="if it ended now")
    for key, title, section in (
        ("pact", "Molotov-Ribbentrop Pact", "14.2"),
        ("eastern_pact", "Pact of Japan and the USSR", "14.3"),
        ("truce", "Truce of KMT and CCP", "13.3"),
    ):
        yield Dial(title, view.pacts.get(key) or "not signed", section)
    spain = {"war": "civil war", "nationalist": "Nationalist", "republican": "Republican"}
    yield Dial("Spain", spain.get(view.pacts["spain"], "at peace"), "13.1")
    states = {"war": "at war with Italy", "italian": "Italian", "free": "free"}
    yield Dial("Abyssinia", states.get(view.pacts["abyssinia"], "at peace"), "13.2")
    if view.pacts.get("vichy"):
        yield Dial("Vichy France", "neutral", "14.4.2")
    for line, hits in view.convoy_damage.items():
        lost = ", ".join(f"{name_of(nation)} {points}" for nation, points in hits.items() if points)
        if lost:
            yield Dial(f"Raided: {catalogue().lines.get(line, line)}", lost, "9.11")


def _nation(view: WorldView, name: str, nation: NationView) -> Iterator[Dial]:
    if nation.surrendered:
        yield Dial("Status", "surrendered", "9.22")
    yield Dial("Cash", f"{nation.cash} IPP", "0.9/income")
    peace = "peacetime income" if nation.peacetime >= 0 else "the full value of its zones"
    yield Dial("Income", f"{nation.income} IPP", "5.2", note=peace)
    wars = ", ".join(map(name_of, nation.wars))
    yield Dial("At war with", wars or "nobody", "8.1")
    under = [minor for minor, record in view.minors.items() if record.controller == name]
    if under:
        yield Dial("Controls", ", ".join(map(name_of, sorted(under))), "4.5")
    yield from _technology(nation)
    yield from _production([item for item in view.production if item.owner == name])
    yield Dial("Zones, units", f"{nation.zones}, {nation.units}", "0.9/possession")
    if nation.capital and nation.capital != "none":
        held = view.owners.get(nation.capital, "")
        note = "" if held == name else f"held by {the(held)}" if held else ""
        yield Dial("Capital", zone_name(nation.capital), "9.23", note=note)


def _technology(nation: NationView) -> Iterator[Dial]:
    known = catalogue().technologies
    for technology, stage in sorted(nation.technology.items()):
        title, stages = known.get(technology, (technology.replace("-", " ").capitalize(), stage))
        if stage:
            done = "complete" if stage >= stages else ""
            yield Dial(f"Technology: {title}", str(stage), "7.6", 0, stages, done)


def _production(items: list[Item]) -> Iterator[Dial]:
    """The Production Chart: what is under way, how far it is paid."""
    alike = Counter((item.what, item.paid, tuple(item.cycles), item.zone, item.receiver, item.ipp) for item in items)
    for (what, paid, cycles, zone, receiver, ipp), count in alike.items():
        title = f"{ipp} IPP" if ipp else counted(what, count) if what in catalogue().units else type_name(what)
        due = f"next {cycles[paid]} IPP" if paid < len(cycles) else "ready to be placed"
        notes = [due, *([f"in {zone_name(zone)}"] if zone else []), *([f"for {the(receiver)}"] if receiver else [])]
        yield Dial(f"Building: {title}", f"{paid} of {len(cycles)}", "7.3", note=", ".join(notes))


# Battles


def combat_space(session: Session) -> str:
    """The zone whose battle is being fought."""
    battle = session.state.battle
    return "" if battle is None or battle.over else str(battle.zone)


def contested(view: WorldView) -> list[str]:
    """The zone whose battle is being fought, then those where one is still to come."""
    now = [view.battle.zone] if view.battle else []
    return list(dict.fromkeys([*now, *view.battles]))


def combat_shown(view: WorldView) -> Combat | None:
    """Both forces of the battle under way, by type, with what each hits on."""
    battle = view.battle
    if battle is None:
        return None
    title = f"{BATTLES.get(battle.kind, 'Combat')}: {zone_name(battle.zone)}"
    if battle.target:
        title += f", against {battle.target.replace('-', ' ')}"
    return Combat(title, battle.zone, [_force(battle, True), _force(battle, False)], _stage(battle))


def _force(battle: BattleView, attacks: bool) -> Force:
    listed = battle.attackers if attacks else battle.defenders
    owners = sorted({stack.owner for stack, _ in listed}, key=rank)
    side = battle.attacker if attacks else battle.defender
    names = ", ".join(map(name_of, owners)) or (name_of(side) if side else "nobody")
    fighters = [
        Fighter(
            _stack(stack),
            "" if value < 0 else f"≤ {value}" if value else "–",
            f"{stack.hits} hit{'s' if stack.hits > 1 else ''} taken" if stack.hits else "",
        )
        for stack, value in listed
    ]
    units = sum(stack.count for stack, _ in listed)
    note = f"{units} unit{'s' if units != 1 else ''}" if units else ""
    if not attacks and battle.aside:
        note += f", {battle.aside} of them hit and still to fire"
    return Force(f"{'Attacker' if attacks else 'Defender'}: {names}", side if side in PLAYERS else "", fighters, note)


def _stage(battle: BattleView) -> str:
    words = [f"Round {battle.round}"] if battle.round else []
    if battle.hits:
        words.append(f"{battle.hits} hit{'s' if battle.hits > 1 else ''} to take for the {battle.hits_on}")
    return ", ".join(words)
