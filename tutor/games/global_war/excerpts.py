"""What one battle needs of the state, and nothing else: so a position is a few hundred bytes, and every way the dice can
fall can be followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ...engine.chance import Seeded
from ...engine.game import Scenario
from ...engine.phases import Frame, Phase, Step
from ...engine.walk import Walker
from .convoys import GATES_OF_THE_MEDITERRANEAN, lines_through
from .facilities import AIR_BASE, NAVAL, facilities_in
from .naval import enters_naval_combat
from .state import CARPET, Battle, Facility, G, Nation, State, Unit
from .terms import commanded, hostile_units, power
from .units import FIGHTERS, cargo, of, remove, type_of, units_in
from .zones import city, land_neighbours, neighbours, sea_neighbours

WAY = ("calendar-turn", "national-turn", "combat", "battles", "choose-battle")
FROM_THE_AIR = ("bombing", CARPET, "rocket")


def excerpt(g: G, battle: Battle) -> State:
    """The state with this one battle waiting to be fought; units, facilities and the battle itself are copies."""
    s = g.state
    units = {unit.id: msgspec.structs.replace(unit, started="") for unit in _units(g, battle)}
    owners = {zone: s.owners[zone] for zone in _zones(g, battle, units.values()) if zone in s.owners}
    lines = lines_through(g, battle.zone)
    concerned = {*owners.values(), *(u.owner for u in units.values()), battle.attacker, s.mover}
    concerned |= {power(nation) for nation in (*concerned, *(n for line in lines for n in line.values))}
    beside = {name for name in (*s.rails, *s.rail_damage) if battle.zone in name.split("|")}
    bombed = battle.kind in FROM_THE_AIR
    return State(
        scenario="",
        calendar=s.calendar,
        last_turn=s.last_turn,
        owners=owners,
        units=units,
        facilities={f.id: msgspec.structs.replace(f) for f in _facilities(g, battle)},
        nations={name: _nation(nation, name in concerned) for name, nation in s.nations.items()},
        minors={name: msgspec.structs.replace(minor) for name, minor in s.minors.items() if name in concerned},
        wars={nation: list(enemies) for nation, enemies in s.wars.items() if nation in concerned},
        production=[item for item in s.production if bombed and item.zone == battle.zone],
        slot=s.slot,
        mover=s.mover,
        battles=[msgspec.convert(msgspec.to_builtins(battle), Battle)],
        asked=[words for words in s.asked if words.startswith(("intercepted ", "fights "))],
        used={words: n for words, n in s.used.items() if words.startswith(AIR_BASE)},
        rails=[name for name in s.rails if name in beside],
        rail_damage={name: n for name, n in s.rail_damage.items() if name in beside},
        canal_damage=dict(s.canal_damage) if bombed else {},
        convoy_damage={line.id: dict(s.convoy_damage[line.id]) for line in lines if line.id in s.convoy_damage},
        lines_gone=[zone for zone in s.lines_gone if zone == battle.zone],
        incursions={zone: nation for zone, nation in s.incursions.items() if zone in _places(g, battle)},
        alliances=dict(s.alliances),
        truce=s.truce,
    )


def _nation(nation: Nation, concerned: bool) -> Nation:
    """A nation with what counts in battle: its technology, and the cash that a raid takes."""
    kept = Nation(surrendered=nation.surrendered, in_play=nation.in_play, evolved=nation.evolved)
    if concerned:
        kept.cash, kept.technology = nation.cash, dict(nation.technology)
    return kept


def _places(g: G, battle: Battle) -> list[str]:
    """Where those who take part stand: the zone, the seas that a landing comes from, the place of guns and rockets."""
    return list(dict.fromkeys((battle.zone, *(u.zone for u in of(g, (*battle.moving, *battle.attackers))))))


def _units(g: G, battle: Battle) -> list[Unit]:
    """Everybody there, and those around who may join or matter: interceptors, ships that cut a city off, carriers that
    could take aircraft in."""
    found = [unit for zone in _places(g, battle) for unit in units_in(g, zone)]
    if battle.kind in FROM_THE_AIR:
        found += [u for zone in land_neighbours(g, battle.zone) for u in units_in(g, zone) if u.type in FIGHTERS]
    around = [u for zone in sea_neighbours(g, battle.zone) for u in units_in(g, zone)]
    if battle.kind == "land" and city(g, battle.zone) and facilities_in(g, battle.zone, NAVAL):
        found += [u for u in around if type_of(g, u).warship]
    if battle.kind == "naval":
        decks = [u for u in around if type_of(g, u).carrier_capacity]
        found += [one for ship in decks for one in (ship, *cargo(g, ship))]
    return sorted({unit.id: unit for unit in found}.values(), key=lambda unit: unit.id)


def _facilities(g: G, battle: Battle) -> Iterator[Facility]:
    yield from facilities_in(g, battle.zone)
    if battle.kind in FROM_THE_AIR:
        for zone in land_neighbours(g, battle.zone):
            yield from facilities_in(g, zone, (AIR_BASE,))


def _zones(g: G, battle: Battle, units: Iterable[Unit]) -> list[str]:
    """Zones whose possessor may matter."""
    found = [battle.zone, *neighbours(g, battle.zone), *(u.entered for u in units if u.entered)]
    if battle.kind == "raid":
        found += [*GATES_OF_THE_MEDITERRANEAN, *(end for line in lines_through(g, battle.zone) for end in line.ends)]
    return list(dict.fromkeys(found))


def clear_the_sea(g: G, landing: Battle, waiting: Iterable[Battle]) -> bool:
    """Where a landing waits for a naval battle: as if that had been won without loss. The enemy is gone from the sea, and
    ships that fought do not bombard (9.9). Was there anything to clear?"""
    fought_over = {b.zone for b in waiting if b.kind == "naval"} & {u.zone for u in of(g, landing.moving)}
    for sea in sorted(fought_over):
        for enemy in hostile_units(g, landing.attacker, units_in(g, sea)):
            if enemy.id in g.state.units:
                remove(g, enemy)
        for unit in units_in(g, sea):
            if commanded(g, unit.owner, landing.attacker) and type_of(g, unit).naval and enters_naval_combat(unit):
                unit.fought = True
    return bool(fought_over)


# Where a walk begins


def at_the_start(g: G, scenario: Scenario, state: State) -> Walker:
    """A walker before the only battle that waits."""
    values = {"national-turn": [state.slot], "combat": [state.mover]}
    return standing_at(g, scenario, state, _frames(g.game.sequence, WAY, values))


def standing_at(g: G, scenario: Scenario, state: State, frames: list[Frame]) -> Walker:
    """A walker at a place of the sequence, with this state and the charts and options of a table."""
    walker = Walker(g, scenario)
    walker.stand(msgspec.msgpack.encode((state, frames)), Seeded(0))
    return walker


def _frames(root: Phase, way: tuple[str, ...], values: Mapping[str, list[str]]) -> list[Frame]:
    """The place in the sequence that ids lead to; nothing is asked of the state on the way."""
    node: Phase | Step = root
    frames = []
    for id in way:
        part = [one.id for one in node.parts].index(id)
        frames.append(Frame(part, list(values.get(node.id, []))))
        node = node.parts[part]
    return [*frames, Frame(0, [])]
