"""Questions of chance that players of Fields of Despair ask, posed for the odds lab."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from ...board import Board
from ...engine.chance import pool_ways
from ...engine.charts import Charts
from ...engine.decisions import Action
from ...engine.errors import BadInput, UnknownName
from ...engine.questions import Habit, Question, plan
from ...engine.session import Session
from ...engine.walk import Walker
from .actions import (
    BringUp,
    ChooseHex,
    Continue,
    Done,
    EndCombat,
    Lose,
    Pass,
    PlaceArtillery,
    RailGun,
    Reinforce,
    Withdraw,
)
from .artillery import fires, why_not_shell
from .blocks import TOP
from .infantry import HITS, infantry_damage, trench_dice, why_not_assault
from .procedures import STACK
from .showing import combat_space
from .state import CP, ENGLAND, NATIONS, SIDES, Battle, Counter, G, State, enemy
from .supply import combat_dice
from .terms import blocks_at, contested, contested_hexes, own_fortress, sp_at

PLACEMENT = ("turn", "action-phase", "player-actions", "combat", "artillery-placement")
HOME = {"allies": "France", "cp": "Germany"}
NAMES = ("attacker_lost", "defender_lost", "fortress_lost", "holder")


@dataclass(frozen=True)
class CombatPlan:
    """What both sides do in one combat. ``guns``: the Artillery counters each side fires, such as ``[3, 2]``;
    a special counter by name, such as ``["bertha"]``."""

    attacker: str = ""  # a side; the Active player where none is named
    guns: Mapping[str, Iterable[int | str]] = field(default_factory=dict)
    rail_gun: bool = False  # Big Bertha at the Fortress, for 1 LP
    assault: bool = True  # go on to Infantry Combat


def combat_plan(words: Mapping[str, Any]) -> CombatPlan:
    """A plan from plain words, as the command line and notebooks give them."""
    try:
        return msgspec.convert(dict(words), CombatPlan, strict=True)
    except msgspec.ValidationError as err:
        raise BadInput(f"The plan of a combat is not well formed ({err}).") from None
    except TypeError:
        raise BadInput(f"A plan of a combat holds {', '.join(CombatPlan.__dataclass_fields__)}.") from None


def combat(session: Session, hex: str, given: CombatPlan | None = None) -> Question:
    """Artillery Fire and Infantry Combat in one contested hex, as if its Combat step came now (7.3).

    It is the analyst's answer: hidden strengths count at their true value.
    """
    wanted = given or CombatPlan()
    g = _table(session, wanted, hex)
    fight = Walker(g, session.scenario, PLACEMENT)
    attacker, defender = g.state.active, enemy(g.state.active)
    before = _strength(g, hex, attacker)
    counters = {side: _counters(g, side, wanted.guns.get(side, ())) for side in SIDES}
    for side in SIDES:
        if counters[side] and (why := why_not_shell(g, hex, side)):
            raise BadInput(f"{why} (7.3.1)")

    def place(s: Session) -> Action:
        assert s.decision is not None
        placed = [p.counter for p in s.state.artillery_placed if p.side == s.decision.who]
        for counter in counters[s.decision.who]:
            if placed.count(counter) < counters[s.decision.who].count(counter):
                return PlaceArtillery(hex, counter.value, counter.special)
        return Pass()

    habits: dict[type[Action], Habit] = {
        **FIGHT_ON,
        PlaceArtillery: place,
        RailGun: lambda s: RailGun(wanted.rail_gun),
        ChooseHex: lambda s: ChooseHex(hex),
        Continue: lambda s: Continue(hex) if wanted.assault else EndCombat(hex),
    }
    plain = wanted.assault and not any(counters.values()) and _comes_down_to_dice(g, hex)
    return Question(
        fight,
        plan(habits),
        until=lambda s: s.state.battle is None,
        read=partial(_read, hex=hex, attacker=attacker, before=before),
        names=NAMES,
        about=f"{attacker} attacks {defender} in {hex}",
        key=(
            hex,
            attacker,
            sorted((side, *map(repr, guns)) for side, guns in counters.items()),
            wanted.rail_gun,
            wanted.assault,
        ),
        charts=("fortresses",) if before.fortress else (),
        shortcut=partial(_plain_dice, g, hex) if plain else None,
    )


def combat_under_way(session: Session) -> Question | None:
    """How the Artillery Fire or Infantry Combat that is being resolved in a hex ends there, from here on (7.3).

    The losses are those still to come. As in ``combat``, hidden strengths count at their true value.
    """
    hex = combat_space(session)
    if not hex or session.state.battle is None:
        return None
    g, attacker = session.table, session.state.active
    before = _strength(g, hex, attacker)
    what = "Infantry Combat" if session.state.battle.fought[-1:] == [hex] else "Artillery Fire"
    return Question(
        session,
        plan(FIGHT_ON),
        until=lambda s: combat_space(s) != hex,
        read=partial(_read, hex=hex, attacker=attacker, before=before),
        names=NAMES,
        about=f"{what} of {attacker} in {hex}, from here on",
        key=("under way", hex, [place.id for place in session.where]),
        charts=("fortresses",) if before.fortress else (),
    )


def check_made_up(setup: Mapping[str, Any]) -> None:
    """Refuse a set-up that makes no sense, in one sentence and before any work."""
    known = made_up.__kwdefaults__ or {}
    names = ("attackers", "defenders", *known)
    for name in setup:
        if name not in names:
            raise UnknownName("part of a combat", name, names)
    for name in ("attackers", "defenders"):
        sp = setup.get(name)
        if not isinstance(sp, int) or isinstance(sp, bool) or not 0 <= sp <= STACK * TOP:
            raise BadInput(f"{name} is a number of SPs from 0 to {STACK * TOP}, not {sp!r}.")
    if setup.get("attacker", CP) not in SIDES:
        raise UnknownName("side", setup["attacker"], SIDES)
    if not isinstance(setup.get("trench", False), bool):
        raise BadInput(f"trench is true or false, not {setup['trench']!r}.")
    if not setup["attackers"] or not (setup["defenders"] or setup.get("fortress")):
        raise BadInput(
            "A combat needs attackers, and defenders or a Fortress: without both a hex is not contested (7.3)."
        )


def made_up(
    *,
    attackers: int,
    defenders: int,
    attacker: str = CP,
    terrain: str = "clear",
    trench: bool = False,
    fortress: str = "",
    attacker_guns: Iterable[int | str] = (),
    defender_guns: Iterable[int | str] = (),
) -> Question:
    """A combat that nobody has set up: so many SPs against so many, in a hex of that terrain or at that Fortress."""
    said = {
        "attackers": attackers,
        "defenders": defenders,
        "attacker": attacker,
        "trench": trench,
        "fortress": fortress,
    }
    check_made_up(said)
    from .game import GAME

    sides = {attacker: (attackers, list(attacker_guns)), enemy(attacker): (defenders, list(defender_guns))}
    board, charts = GAME.board(GAME.scenario_from({}, "made-up")), GAME.charts()
    hex = _hex_for(board, charts, terrain, fortress, attacker)
    fields = {
        "active": attacker,
        "initiative": attacker,
        "turn": 7 if trench else 2,
        "trench": trench,
        "control": {enemy(attacker): [hex], attacker: _way_to(board, hex, attacker)},
        "blocks": {HOME[side]: {hex: _stack(sp)} for side, (sp, _) in sides.items() if sp},
        "boards": {side: {"artillery": 20, "artillery_counters": guns} for side, (_, guns) in sides.items()},
    }
    scenario = GAME.scenario_from(fields, "made-up")
    return combat(
        Walker(GAME.table(scenario), scenario),
        hex,
        CombatPlan(attacker, {side: guns for side, (_, guns) in sides.items()}),
    )


def _stack(sp: int) -> list[str]:
    """At most three blocks, as even as can be."""
    number = -(-sp // TOP)
    return [f"infantry {sp // number + (i < sp % number)}" for i in range(number)]


def _hex_for(board: Board, charts: Charts, terrain: str, fortress: str, attacker: str) -> str:
    """A hex of this terrain with no Fortress in it, or the hex of a Fortress of the defender."""
    strongholds = {row["name"]: row for row in charts["fortresses"]}
    if fortress:
        theirs = [name for name, row in strongholds.items() if NATIONS[row["nation"]] != attacker]
        if fortress not in theirs:
            raise UnknownName("Fortress of the defender", fortress, theirs)
        return str(strongholds[fortress]["hexes"]).split()[0]
    theirs = [h for h in board if board.fact(h, "control") == enemy(attacker) and h != ENGLAND]
    allowed = sorted({board.fact(h, "terrain") for h in theirs})
    if terrain not in allowed:
        raise UnknownName("terrain", terrain, allowed)
    fitting = [h for h in theirs if board.fact(h, "terrain") == terrain and not board.fact(h, "fortress")]
    return str(min(fitting, key=lambda h: (_nearest_own(board, h, attacker)[0], h)))


def _nearest_own(board: Board, hex: str, attacker: str) -> tuple[int, str]:
    away = board.distances(hex)
    return min((away[h], h) for h in board if h in away and board.fact(h, "control") == attacker)


def _way_to(board: Board, hex: str, attacker: str) -> list[str]:
    """The hexes between the attacker's own ground and this one: he holds them, or he would be out of supply."""
    way = board.path(_nearest_own(board, hex, attacker)[1], hex, lambda space: space != ENGLAND)
    return way[1:-1] if way else []


def combat_hexes(session: Session) -> list[str]:
    """Where a combat could be asked about."""
    return contested_hexes(session.table)


def _table(session: Session, wanted: CombatPlan, hex: str) -> G:
    """The position with this one combat to be fought, and nothing else changed."""
    if hex not in session.board:
        raise UnknownName("hex", hex, session.board)
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(session.state), type=State)
    g: G = session.game.table(
        session.scenario, seed=session.seed, options=session.options, charts=session.charts.apart(), state=state
    )
    if not contested(g, hex):
        hexes = contested_hexes(g)
        where = f"contested now: {', '.join(hexes)}" if hexes else "no hex is contested now"
        raise BadInput(f"There is no combat in {hex}: only a contested hex is fought over (7.3); {where}.")
    attacker = wanted.attacker or state.active or state.initiative
    if attacker not in SIDES:
        raise UnknownName("side", attacker, SIDES)
    state.active = state.initiative = attacker  # his steps come first, so that his Combat step is the next
    state.battle = Battle(hexes=[hex], attackers=sp_at(g, hex, attacker))
    for placed in state.artillery_placed:  # asked in the middle of a combat: the plans decide about the guns anew
        state.boards[placed.side].artillery_counters.append(placed.counter)
    state.artillery_placed = []
    if why := why_not_assault(g, hex):
        raise BadInput(f"{why} (7.3.2)")
    return g


def _counters(g: G, side: str, guns: Iterable[int | str]) -> list[Counter]:
    """The counters that a plan names, which the side must have."""
    left, found = list(g.state.boards[side].artillery_counters), []
    for gun in guns:
        match = next((c for c in left if _is(c, gun)), None)
        if match is None:
            have = ", ".join(c.special or str(c.value) for c in g.state.boards[side].artillery_counters) or "none"
            raise BadInput(f"{side} has no Artillery counter {gun} available (2.5.2); it has {have}.")
        left.remove(match)
        found.append(match)
    return found


def _is(counter: Counter, gun: int | str) -> bool:
    """A special counter is meant by its name, a plain one by its value."""
    return counter.special == gun if isinstance(gun, str) else (counter.value, counter.special) == (gun, "")


def _largest_first(s: Session) -> Action | None:
    """Hits fall on the largest block: which one bears them does not change how many SPs are lost."""
    losses = [a for a in s.legal() if isinstance(a, Lose)]
    blocks = s.state.blocks
    return max(losses, key=lambda a: (blocks[a.block].sp, a.sp, -a.block)) if losses else None


# Both stand and fight: no LP is spent any more, and who has begun to reinforce or retreat stops as soon as he may.
FIGHT_ON: Mapping[type[Action], Habit] = {
    RailGun: lambda s: RailGun(False),
    Reinforce: lambda s: Done(),
    BringUp: lambda s: _done(s),
    Withdraw: lambda s: _done(s),
    Lose: _largest_first,
}


def _done(s: Session) -> Action | None:
    return Done() if Done() in s.legal() else None


class _Strength(msgspec.Struct, frozen=True):
    """The SPs of a side on the whole map: who retreats or comes up is not lost."""

    attacker: int
    defender: int
    fortress: int


def _strength(g: G, hex: str, attacker: str) -> _Strength:
    on_map = dict.fromkeys(SIDES, 0)
    for block in g.state.blocks.values():
        on_map[NATIONS[block.nation]] += block.sp
    fortress = own_fortress(g, hex, enemy(attacker))
    return _Strength(on_map[attacker], on_map[enemy(attacker)], fortress.sp if fortress else 0)


def _read(s: Session, hex: str, attacker: str, before: _Strength) -> tuple[int, int, int, str]:
    now = _strength(s.table, hex, attacker)
    defender = sp_at(s.table, hex, enemy(attacker)) + now.fortress
    return (
        before.attacker - now.attacker,
        before.defender - now.defender,
        before.fortress - now.fortress,
        _holder(sp_at(s.table, hex, attacker), defender),
    )


def _holder(attacker: int, defender: int) -> str:
    if attacker and defender:
        return "contested"
    return "attacker" if attacker else "defender" if defender else "nobody"


# Plain dice


def _comes_down_to_dice(g: G, hex: str) -> bool:
    """No guns, no Fortress, everyone in supply and standing: each SP is a die, and nothing else matters."""
    blocks = [b for side in SIDES for b in blocks_at(g, hex, side)]
    return not (
        g.options["combat-table"]
        or fires(g, hex)
        or any(own_fortress(g, hex, side) for side in SIDES)
        or any(b.oos or b.retreated or b.kind == "deception" for b in blocks)
    )


def _plain_dice(g: G, hex: str) -> dict[Any, int]:
    """7.3.3 and 7.3.4 added up: the same dice, faces and damage as the steps of the sequence use."""
    attacker, defender = g.state.active, enemy(g.state.active)
    attackers, defenders = sp_at(g, hex, attacker), sp_at(g, hex, defender)
    active_dice = combat_dice(g, hex, attacker)
    taken = _damage(combat_dice(g, hex, defender) + trench_dice(g, hex), attackers)
    found: dict[Any, int] = {}
    for lost, ways in taken.items():
        dead = lost if g.state.trench else 0  # in the trenches the dead do not roll
        weight = ways * 6**dead  # so that all weights count throws of the same number of dice
        for damage, more in _damage(active_dice - dead, defenders).items():
            found[lost, damage, 0, _holder(attackers - lost, defenders - damage)] = weight * more
    return found


def _damage(dice: int, strength: int) -> dict[int, int]:
    """How many throws of the dice cost how many SPs."""
    found: dict[int, int] = {}
    for (hits,), ways in pool_ways(dice, 6, (len(HITS["hit"]),)):
        lost = infantry_damage(None, strength, hits).blocks
        found[lost] = found.get(lost, 0) + ways
    return found
