"""Sections 9, 9.1 and 9.19: which battles there are, in which order they are fought, and zones that are simply walked into."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.combat import Resolve
from .aftermath import captor, put_away_task, release, send_home
from .combat_values import guarded, jumped
from .nations import PLAYERS
from .naval import enters_naval_combat, hostile_at_sea, patrols_above, waits_behind_screen
from .rulebook import procedure, rule
from .sides import join
from .state import ASSAULT, ATTRITION, BOMB, CARPET, DROP, MINE, RAID, SCRAMBLED, Battle, G, Unit
from .terms import aligned, commanded, commands, enemy_zone, hostile_units, major, player_of
from .units import of, type_of, units_in
from .zones import is_land, name_of_zone

Key = tuple[str, str, str, str]  # kind, zone, attacker, target
ORDER = ("naval", "raid", "rocket", "attrition", "bombing", "carpet", "land")


# Finding them


@procedure("9", "9.1", "8.2", "0.5/sea", "8.5")
def find_battles(g: G) -> None:
    """Every battle of the command whose turn it is, from where its units stand and what they were told to do.

    Units of a Controlled Minor fight battles of their own. A "raid" has all raiders of a sea zone, "bombing" all aircraft
    over a zone; in kind "rocket" the target says whether they bomb or carpet-bomb.
    """
    s = g.state
    s.battles, s.battle = [], None
    found: dict[Key, list[Unit]] = {}
    for unit in s.units.values():
        if commanded(g, unit.owner, s.mover) and (key := _battle_of(g, unit)):
            found.setdefault(key, []).append(unit)
    _partners_join(g, found)
    for key in sorted(found, key=lambda k: (ORDER.index(k[0]), k[1:])):
        _note_battle(g, key, found[key])
    _note_raids_and_bombing(g)


@procedure("6.1", "13.3.1", "13.3.2")
def _partners_join(g: G, found: dict[Key, list[Unit]]) -> None:
    """USSR and CCP, USA and KMT share a turn, but attack together only once the Chinese partner has evolved."""
    partners = [n for n in commands(g) if n != g.state.mover and attack_together(g, n, g.state.mover)]
    for unit in g.state.units.values() if partners else ():
        key = _battle_of(g, unit) if any(commanded(g, unit.owner, n) for n in partners) else None
        if key in found and unit.owner in PLAYERS:
            found[key].append(unit)


def attack_together(g: G, a: str, b: str) -> bool:
    """Two nations of one national turn that are Aligned, and Major Powers both."""
    return major(g, a) and major(g, b) and aligned(g, a, b)


def _note_raids_and_bombing(g: G) -> None:
    """What ``raiding`` and ``bombing`` find takes its place among the battles."""
    from .bombing import find_bombings
    from .raiding import find_raids

    for battle in (*find_raids(g), *find_bombings(g)):
        battle.id = _next_id(g)
        g.state.battles.append(battle)
    g.state.battles.sort(key=lambda b: (ORDER.index(b.kind), b.zone, b.attacker, b.target))


def attacker_of(g: G, unit: Unit) -> str:
    """In whose name a unit attacks: the command's, or its own Minor's (4.5)."""
    return g.state.mover if unit.owner in PLAYERS else unit.owner


def _battle_of(g: G, unit: Unit) -> Key | None:
    """The battle that a unit is in, if any."""
    attacker = attacker_of(g, unit)
    if unit.task in (RAID, MINE, BOMB, CARPET, ATTRITION) or (not unit.committed and unit.task != ASSAULT):
        return None
    if unit.task == ASSAULT:
        return "land", unit.target, attacker, ""
    if is_land(g, unit.zone):
        return ("land", unit.zone, attacker, "") if _fights_on_land(g, unit) else None
    if waits_behind_screen(unit) or enters_naval_combat(unit):
        return "naval", unit.zone, attacker, ""
    return None


@procedure("9.15")
def _fights_on_land(g: G, unit: Unit) -> bool:
    """Cargo of an aircraft fights where it is dropped, and nowhere else."""
    if not enemy_zone(g, unit.owner, unit.zone):
        return False
    carrier = g.state.units.get(unit.aboard)
    return carrier is None or carrier.task == DROP


def _note_battle(g: G, key: Key, units: list[Unit]) -> None:
    """Put a battle on the list, unless there is nobody to fight."""
    kind, zone, attacker, target = key
    if kind == "naval" and not hostile_at_sea(g, attacker, zone):
        return
    if kind == "land" and not _to_be_fought(g, zone, attacker, units):
        return
    if kind == "naval":
        units = [*units, *(u for u in patrols_above(g, zone) if attacker_of(g, u) == attacker)]
    battle = Battle(_next_id(g), kind, zone, attacker, target=target)
    waiting = [u for u in units if waits_behind_screen(u) or (kind == "land" and u.task == ASSAULT)]
    battle.moving = sorted(u.id for u in waiting)
    join(battle, "attacker", [u for u in units if u not in waiting])
    battle.amphibious = kind == "land" and bool(waiting)
    if battle.attackers or battle.amphibious:
        g.state.battles.append(battle)


def _to_be_fought(g: G, zone: str, attacker: str, units: list[Unit]) -> bool:
    """Enemies, Fortifications, or a landing: everything else is walked into."""
    if hostile_units(g, attacker, units_in(g, zone)) or any(u.task == ASSAULT for u in units):
        return True
    land = [u for u in units if type_of(g, u).land and not jumped(u)]
    return bool(land) and guarded(g, zone, sorted({u.entered for u in land if u.entered}), attacker)


def _next_id(g: G) -> int:
    return max((b.id for b in (*g.state.battles, *([g.state.battle] if g.state.battle else []))), default=0) + 1


def add_battle(g: G, kind: str, zone: str, attacker: str, units: Iterable[Unit]) -> None:
    """A battle that comes of another: a blitz or the force behind a screen. One that waits there grows by it."""
    for battle in g.state.battles:
        if (battle.kind, battle.zone, battle.attacker) == (kind, zone, attacker):
            join(battle, "attacker", units)
            return
    battle = Battle(_next_id(g), kind, zone, attacker)
    join(battle, "attacker", units)
    g.state.battles.append(battle)


@procedure("9.19", "8.2")
def walk_in(g: G) -> None:
    """Enemy zones that nobody defends are captured before any battle."""
    fought = {b.zone for b in g.state.battles if b.kind == "land"}
    entered: dict[str, list[Unit]] = {}
    for unit in g.state.units.values():
        if unit.zone not in fought and _walks_in(g, unit):
            entered.setdefault(unit.zone, []).append(unit)
    from .capture import capture

    for zone in sorted(entered):
        for unit in entered[zone]:
            unit.aboard = 0  # those who jumped are down
        for unit in units_in(g, zone):
            put_away_task(unit)
        capture(g, zone, captor(entered[zone]))


def _walks_in(g: G, unit: Unit) -> bool:
    """Has a land unit of the command ended its move in an enemy zone?"""
    if not unit.committed or not commanded(g, unit.owner, g.state.mover):
        return False
    return is_land(g, unit.zone) and type_of(g, unit).land and _fights_on_land(g, unit)


@procedure("9.7")
def release_without_battle(g: G) -> None:
    """Where everybody has declined the force behind a screen goes on; where its screen is gone it falls back."""
    fought = {n for b in g.state.battles for n in b.moving}
    waiting: dict[tuple[str, str], list[int]] = {}
    for unit in g.state.units.values():
        if waits_behind_screen(unit) and unit.id not in fought and commanded(g, unit.owner, g.state.mover):
            waiting.setdefault((unit.zone, attacker_of(g, unit)), []).append(unit.id)
    for (zone, attacker), numbers in waiting.items():
        won = "defender" if hostile_at_sea(g, attacker, zone) else "attacker"
        release(g, Battle(0, "naval", zone, attacker, moving=numbers, won=won))


def open_phase(g: G) -> None:
    """The list of battles, and what needs none."""
    find_battles(g)
    release_without_battle(g)
    walk_in(g)


# The order


def battles_left(g: G) -> bool:
    return bool(g.state.battles) and not g.state.ended


@procedure("9.1", "9.8")
def ready(g: G) -> list[Battle]:
    """Battles that can be fought now: a landing waits for the naval combat in its sea zone."""
    at_sea = {b.zone for b in g.state.battles if b.kind == "naval"}
    return [
        b
        for b in g.state.battles
        if not (b.kind == "land" and b.amphibious and any(u.zone in at_sea for u in of(g, b.moving)))
    ]


@procedure("9.1")
def choose_battle(g: G) -> Asking:
    """The attacker decides which battle is resolved next."""
    waiting = ready(g)
    chosen = waiting[0]
    who = player_of(g, chosen.attacker) or g.state.mover
    if len(waiting) > 1:
        options = [_resolve(b, waiting) for b in waiting]
        action = yield Decision(
            who, "9.1", "Which battle is resolved next?", [Resolve], options, about={"zones": [b.zone for b in waiting]}
        )
        assert isinstance(action, Resolve)
        chosen = next(b for b in waiting if _means(action, b))
    g.state.battles.remove(chosen)
    g.state.battle = chosen


def _resolve(battle: Battle, waiting: list[Battle]) -> Resolve:
    """A battle by its zone and kind, and by no more than that unless there are several."""
    like = [b for b in waiting if (b.zone, b.kind) == (battle.zone, battle.kind)]
    several = len({b.attacker for b in like}) > 1
    return Resolve(battle.zone, battle.kind, battle.attacker if several else "", battle.target if len(like) > 1 else "")


def _means(action: Resolve, battle: Battle) -> bool:
    return (
        (action.zone, action.battle) == (battle.zone, battle.kind)
        and action.attacker in ("", battle.attacker)
        and action.target in ("", battle.target)
    )


@rule("9.1", Resolve)
def battle_is_ready(g: G, action: Resolve) -> tuple[str, str] | str | None:
    if any(_means(action, b) for b in ready(g)):
        return None
    where = name_of_zone(g, action.zone)
    if any(_means(action, b) for b in g.state.battles):
        return f"The landing in {where} waits for the naval battle.", "Resolve the naval battle first."
    return f"There is no {action.battle} battle in {where}."


# The end


def close_battle(g: G) -> None:
    g.state.battle = None


def is_last_command(g: G) -> bool:
    return [g.state.mover] == commands(g)[-1:]


@procedure("9", "8.9", "8.7/on-patrol")
def end_phase(g: G) -> None:
    """Submarines and patrols that declined take notice again; Minor Powers look at what has happened."""
    for unit in g.state.units.values():
        unit.declined = unit.fought = False
    send_home(g, [u for u in g.state.units.values() if u.task == SCRAMBLED])
    g.state.battles, g.state.battle = [], None
    from .relations import check_alignments

    check_alignments(g, "end of combat")
