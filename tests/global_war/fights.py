"""Battles for tests: units are marched into place as Combat Movement would leave them, and the Combat Phase begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tutor.engine.chance import Scripted
from tutor.engine.session import Session
from tutor.games.global_war import GAME
from tutor.games.global_war.actions.combat import FightOn, Lose
from tutor.games.global_war.state import Battle, G, Unit
from tutor.games.global_war.units import cargo, shift, type_of, units_in

from . import build

COMBAT = ("calendar-turn", "national-turn", "combat")
March = tuple[str, str, Mapping[str, int]]


def march(g: G, start: str, to: str, counts: Mapping[str, int], owner: str = "", **marks: Any) -> list[Unit]:
    """Units of these types go from one zone into another, as an attack; ships take their cargo along."""
    moved = []
    for type, count in counts.items():
        here = [u for u in units_in(g, start) if u.type == type and owner in ("", u.owner) and not u.committed]
        here = [u for u in here if not u.aboard][:count]
        assert len(here) == count, f"{len(here)} {type} in {start}, not {count}"
        for unit in here:
            if to != start:
                shift(g, unit, to)
                unit.entered, unit.spent = start, 1
            unit.committed = True
            for name, value in marks.items():
                setattr(unit, name, value)
            moved.append(unit)
    return moved


def load(
    g: G, sea: str, target: str, land: str, counts: Mapping[str, int], ship: str = "naval-transport"
) -> list[Unit]:
    """Units go aboard ships of a type in a sea zone, to assault ``target``; what is not infantry-class comes first."""
    aboard = []
    ships = [u for u in units_in(g, sea) if u.type == ship]
    for type, count in sorted(counts.items(), key=lambda pair: type_of(g, pair[0]).cls == "infantry"):
        for unit in [u for u in units_in(g, land) if u.type == type and not u.committed][:count]:
            vessel = next(s for s in ships if has_room(g, s, type))
            shift(g, unit, sea)
            unit.aboard, unit.task, unit.target, unit.committed = vessel.id, "assault", target, True
            vessel.unloaded = vessel.committed = True
            aboard.append(unit)
    return aboard


def has_room(g: G, ship: Unit, type: str) -> bool:
    held = [type_of(g, u).cls for u in cargo(g, ship)] + [type_of(g, type).cls]
    return len(held) <= 2 and sum(cls != "infantry" for cls in held) <= 1


def prepare(
    slot: str, *, options: Any = build.ALL_TERRAIN, dice: Sequence[Any] = (), then: int | None = None, **fields: Any
) -> G:
    """A table in a nation's turn; units are not moved yet."""
    chosen = build.scenario(slot=slot, **fields)
    g = GAME.table(chosen, options=list(options), chance=Scripted(list(dice), then))
    g.state.national_turn = 1
    return g


def begin(g: G) -> Session:
    """The Combat Phase of this position, up to the first decision."""
    return Session(g, build.scenario(slot=g.state.slot, stop_after="combat"), start=COMBAT)


def fight(
    slot: str,
    *marches: March,
    options: Any = build.ALL_TERRAIN,
    dice: Sequence[Any] = (),
    then: int | None = None,
    ready: Callable[[G], object] | None = None,
    **fields: Any,
) -> Session:
    """A session that begins with the Combat Phase, after these marches, with these dice."""
    g = prepare(slot, options=options, dice=dice, then=then, stop_after="combat", **fields)
    for start, to, counts in marches:
        march(g, start, to, counts)
    if ready is not None:
        ready(g)
    return begin(g)


def battle(s: Session) -> Battle:
    found = s.state.battle
    assert found is not None
    return found


def losses(s: Session) -> dict[str, int]:
    """Units lost so far, by type."""
    found: dict[str, int] = {}
    for event in s.log:
        if event.kind == "lost":
            type = event.data.get("type", "")
            found[type] = found.get(type, 0) + 1
    return found


def rolls(s: Session) -> list[tuple[int, int]]:
    """Every pool so far: how many dice, and the highest face that hits."""
    return [
        (e.data["dice"], max(f for name, faces in e.data["groups"].items() if name != "breakdown" for f in faces))
        for e in s.log
        if e.kind == "rolled" and "groups" in e.data
    ]


def told(s: Session, kind: str) -> list[str]:
    return [e.text for e in s.log if e.kind == kind]


def lose(s: Session, *types: str) -> None:
    for type in types:
        s.submit(Lose(type))


def fight_on(s: Session) -> None:
    s.submit(FightOn())
