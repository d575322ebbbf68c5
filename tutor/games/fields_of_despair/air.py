"""Section 7.1, Aerial Dogfighting and Reconnaissance, with Fokker Scourge (13.3)."""

from __future__ import annotations

from functools import partial

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions import AceReroll, ChooseHex, Pass, PlaceAir, Reveal, UseEdge
from .blocks import fighting, named, remove_block
from .nations import belgian_bar
from .rulebook import procedure, rule
from .state import CP, DECEPTION, INFANTRY, SIDES, Counter, Dogfight, G, Placed, enemy
from .supply import unsupplied
from .terms import adjust_control, blocks_at, blocks_of

GROUPS = {"miss": (1, 2, 3, 4), "abort": (5,), "hit": (6,)}
FIRST_DOGFIGHT_TURN = 2
REACH = 2
SCOURGE_TURN = 4


# 7.1.1 placing


@procedure("7.1.1", "2.5.5")
def place(g: G) -> Asking:
    """Active first, one counter or a pass each, until both pass in a row or both are out."""
    who, passes = g.state.active, 0
    g.state.counters_open = False
    while passes < 2 and any(can_place(g, side) for side in SIDES):
        if not can_place(g, who):
            passes += 1
            who = enemy(who)
            continue
        action = yield Decision(
            who,
            "7.1.1",
            "Place an Air Squadron counter, or pass.",
            [PlaceAir, Pass],
            partial(pass_or_place, g, who),
            screened=True,
        )
        if isinstance(action, PlaceAir):
            passes = 0
            counter = Counter(action.value, action.special)
            g.state.boards[who].air_counters.remove(counter)
            g.state.air_placed.append(Placed(who, action.hex, counter))
            g.tell(
                "placed",
                "7.1.1",
                f"{who} places an Air counter of {action.value} in {action.hex}.",
                by=who,
                only=[who],
                public=f"{who} places an Air counter face down in {action.hex}.",
                hex=action.hex,
            )
        else:
            passes += 1
            g.tell("passed", "7.1.1", f"{who} passes.", by=who)
        who = enemy(who)


def can_place(g: G, side: str) -> bool:
    return bool(g.state.boards[side].air_counters) and bool(air_targets(g, side))


def pass_or_place(g: G, side: str) -> list[Action]:
    return [Pass(), *placements(g, side)]


def placements(g: G, side: str) -> list[PlaceAir]:
    counters = sorted(set(g.state.boards[side].air_counters), key=lambda c: (c.value, c.special))
    return [PlaceAir(hex, c.value, c.special) for hex in air_targets(g, side) for c in counters]


def air_targets(g: G, side: str) -> list[str]:
    """The hexes where this side may place an Air counter now."""
    if side == g.state.active:
        hexes = {b.hex for b in blocks_of(g, enemy(side))} & air_reach(g, side)
    elif no_dogfight_yet(g):
        hexes = set()
    else:
        hexes = {p.hex for p in g.state.air_placed if p.side != side}
    return sorted(h for h in hexes if not belgian_bar(g, h, side, "Air counter"))


def air_reach(g: G, side: str) -> set[str]:
    """Everything within two hexes of a friendly infantry block in supply."""
    ready = {b.hex for b in blocks_of(g, side) if b.kind == INFANTRY and not unsupplied(g, b)}
    return set().union(*(g.board.within(hex, REACH) for hex in ready))


def no_dogfight_yet(g: G) -> str | None:
    if g.state.turn >= FIRST_DOGFIGHT_TURN:
        return None
    return f"There is no dogfighting before Turn {FIRST_DOGFIGHT_TURN}."


@rule("7.1.1", PlaceAir)
def air_target(g: G, action: PlaceAir) -> str | None:
    """The Active player flies to enemy blocks, the Passive player to Active counters."""
    side = _who(g)
    if side == g.state.active:
        return None if blocks_at(g, action.hex, enemy(side)) else f"{action.hex} holds no enemy block to look at."
    if any(p.hex == action.hex and p.side != side for p in g.state.air_placed):
        return None
    return f"The Passive player may only answer an Active Air counter, and {action.hex} has none."


@rule("7.1.1", PlaceAir)
def air_is_near_infantry(g: G, action: PlaceAir) -> str | None:
    side = _who(g)
    if side != g.state.active or action.hex in air_reach(g, side):
        return None
    return f"{action.hex} is more than {REACH} hexes from any friendly infantry in supply."


@rule("7.1", PlaceAir)
def dogfights_begin_on_turn_2(g: G, action: PlaceAir) -> str | None:
    return no_dogfight_yet(g) if _who(g) != g.state.active else None


@rule("11.1", PlaceAir)
def no_aircraft_for_belgians(g: G, action: PlaceAir) -> str | None:
    return belgian_bar(g, action.hex, _who(g), "Air counter")


@rule("2.5.1", PlaceAir)
def air_counter_is_available(g: G, action: PlaceAir) -> str | None:
    if Counter(action.value, action.special) in g.state.boards[_who(g)].air_counters:
        return None
    return f"No Air counter of value {action.value}{' ' + action.special if action.special else ''} is available."


def _who(g: G) -> str:
    assert g.decision is not None
    return g.decision.who


# Resolving, hex by hex


def air_to_resolve(g: G) -> bool:
    return bool(g.state.air_placed)


@procedure("7.1.1")
def choose_air_hex(g: G) -> Asking:
    """The Active player chooses the order."""
    g.state.counters_open = True
    hexes = sorted({p.hex for p in g.state.air_placed})
    hex = hexes[0]
    if len(hexes) > 1:
        action = yield Decision(
            g.state.active,
            "7.1.1",
            "Choose the hex to resolve in the air.",
            [ChooseHex],
            [ChooseHex(h) for h in hexes],
            about={"hexes": hexes},
        )
        assert isinstance(action, ChooseHex)
        hex = action.hex
    g.state.dogfight = Dogfight(hex)


def _counters(g: G, side: str) -> list[Counter]:
    assert g.state.dogfight is not None
    return [p.counter for p in g.state.air_placed if p.hex == g.state.dogfight.hex and p.side == side]


def both_fly(g: G) -> bool:
    """7.1.2: counters of both Powers, and Turn 2 or later."""
    return g.state.turn >= FIRST_DOGFIGHT_TURN and all(_counters(g, side) for side in SIDES)


@procedure("7.1.2")
def roll_dogfight(g: G) -> None:
    """Both roll a die for each point of value; the Ace's two dice are rolled apart."""
    fight = g.state.dogfight
    assert fight is not None
    for side in (g.state.active, enemy(g.state.active)):
        counters = _counters(g, side)
        plain = sum(c.value for c in counters if c.special != "ace")
        fight.rolls[side] = g.chance.pool(plain, 6, GROUPS, "7.1.2", by=side, why=f"{side} dogfight in {fight.hex}")
        if any(c.special == "ace" for c in counters):
            fight.aces[side] = roll_ace(g, side)
        fokker(g, side)


@procedure("7.1.2/aces")
def roll_ace(g: G, side: str) -> dict[str, int]:
    assert g.state.dogfight is not None
    return g.chance.pool(2, 6, GROUPS, "7.1.2/aces", by=side, why=f"{side} Ace in {g.state.dogfight.hex}")


@procedure("13.3")
def fokker(g: G, side: str) -> None:
    """Fokker Scourge: on Turn 4 the CP roll one miss again in every dogfight."""
    fight = g.state.dogfight
    assert fight is not None
    if not (g.options["fokker-scourge"] and side == CP and g.state.turn == SCOURGE_TURN):
        return
    roll = fight.rolls[side] if fight.rolls[side]["miss"] else fight.aces.get(side, {})
    if roll.get("miss"):
        roll["miss"] -= 1
        again = g.chance.pool(1, 6, GROUPS, "13.3", by=CP, why="Fokker Scourge")
        for result, n in again.items():
            roll[result] += n


def ace_flies(g: G) -> bool:
    return g.state.dogfight is not None and bool(g.state.dogfight.aces)


@procedure("7.1.2/aces")
def ace_reroll(g: G) -> Asking:
    """An Ace may roll one of its dice again."""
    fight = g.state.dogfight
    assert fight is not None
    for side in (g.state.active, enemy(g.state.active)):
        roll = fight.aces.get(side)
        if roll is None:
            continue
        faces = [face for face in GROUPS if roll[face]]
        action = yield Decision(
            side,
            "7.1.2/aces",
            "Roll one Ace die again?",
            [AceReroll],
            [AceReroll("keep"), *(AceReroll(f) for f in faces)],
            about={"faces": faces},
        )
        assert isinstance(action, AceReroll)
        if action.face != "keep":
            roll[action.face] -= 1
            for result, n in g.chance.pool(1, 6, GROUPS, "7.1.2/aces", by=side, why="Ace rolls again").items():
                roll[result] += n
        for result, n in roll.items():
            fight.rolls[side][result] += n
    fight.aces = {}


@rule("7.1.2/aces", AceReroll)
def ace_die_is_there(g: G, action: AceReroll) -> str | None:
    assert g.decision is not None
    if action.face == "keep" or action.face in g.decision.about["faces"]:
        return None
    return f"The Ace shows no {action.face!r}; it shows {', '.join(g.decision.about['faces'])}."


@procedure("7.1.2/tech-compare", "12.1")
def technology_edge(g: G) -> Asking:
    """The better Aircraft technology may turn one enemy 6 into a 5."""
    fight = g.state.dogfight
    assert fight is not None
    level = {side: g.state.boards[side].technology["aircraft"] for side in SIDES}
    g.tell("announced", "7.1.2/tech-compare", f"Aircraft levels: Allies {level['allies']}, CP {level['cp']}.")
    for side in SIDES:
        other = enemy(side)
        if level[side] > level[other] and fight.rolls[other]["hit"]:
            action = yield Decision(
                side,
                "7.1.2/tech-compare",
                "Turn one enemy 6 into a 5?",
                [UseEdge],
                [UseEdge(True), UseEdge(False)],
            )
            assert isinstance(action, UseEdge)
            if action.use:
                fight.rolls[other]["hit"] -= 1
                fight.rolls[other]["abort"] += 1
                g.tell("changed", "7.1.2/tech-compare", f"A 6 of {other} becomes a 5.", by=side)


@procedure("7.1.2/hits", "7.1.2/aborts")
def apply_dogfight(g: G) -> None:
    """Hits first, as damage up to the value flown; then Aborts cancel each other."""
    fight = g.state.dogfight
    assert fight is not None
    for side in SIDES:
        value = sum(c.value for c in _counters(g, side))
        fight.damage[side] = min(value, fight.rolls[enemy(side)]["hit"])
    active, passive = g.state.active, enemy(g.state.active)
    fight.aborts = max(0, fight.rolls[passive]["abort"] - fight.rolls[active]["abort"])
    g.tell(
        "dogfight",
        "7.1.2/hits",
        f"Dogfight over {fight.hex}: damage Allies {fight.damage['allies']}, CP "
        f"{fight.damage['cp']}; {fight.aborts} Aborts left against {active}.",
        hex=fight.hex,
        damage=dict(fight.damage),
        aborts=fight.aborts,
    )


@procedure("7.1.3", "2.5.1")
def reconnaissance_value(value: int, damage: int, aborts: int) -> int:
    """Blocks to reveal: the value flown less damage and Aborts left."""
    return max(0, value - damage - aborts)


@procedure("7.1.3")
def reconnaissance(g: G) -> Asking:
    """The Active player chooses enemy blocks to lay face up; Deception blocks go at once."""
    fight = g.state.dogfight
    assert fight is not None
    active, passive = g.state.active, enemy(g.state.active)
    value = sum(c.value for c in _counters(g, active))
    left = reconnaissance_value(value, fight.damage.get(active, 0), fight.aborts)
    while left > 0:
        hidden = [b.id for b in blocks_at(g, fight.hex, passive) if not b.face_up]
        if not hidden:
            break
        block = hidden[0]
        if len(hidden) > left:
            action = yield Decision(
                active,
                "7.1.3",
                f"Choose a block in {fight.hex} to reveal ({left} left).",
                [Reveal],
                [Reveal(b) for b in hidden],
                about={"hidden": hidden},
            )
            assert isinstance(action, Reveal)
            block = action.block
        reveal(g, block)
        left -= 1
    adjust_control(g, "7.1.3")


@rule("7.1.3", Reveal)
def block_is_hidden_here(g: G, action: Reveal) -> str | None:
    assert g.decision is not None
    if action.block in g.decision.about["hidden"]:
        return None
    return "That is not a hidden enemy block in this hex."


@procedure("7.1.3", "2.4.3")
def reveal(g: G, number: int) -> None:
    block = g.state.blocks[number]
    name = named(g, block)
    if block.kind == DECEPTION:
        remove_block(g, block)
        g.tell(
            "revealed", "2.4.3", f"The {name} is seen for what it is and goes back to the Force Pool.", hex=block.hex
        )
        return
    block.face_up = True
    g.tell("revealed", "7.1.3", f"The {name} is revealed.", hex=block.hex, block=block.id)


@procedure("7.1.4")
def return_counters(g: G) -> None:
    """Counters to Used Air, damage to Damaged Air; Air Maintenance falls by the damage."""
    fight = g.state.dogfight
    assert fight is not None
    for side in SIDES:
        board = g.state.boards[side]
        board.used_air.extend(_counters(g, side))
        damage = fight.damage.get(side, 0)
        board.damaged += damage
        board.air = max(0, board.air - damage)
    g.state.air_placed = [p for p in g.state.air_placed if p.hex != fight.hex]
    g.state.dogfight = None


def stand_up(g: G) -> None:
    """7.1.3: revealed blocks stand up again at the end of the Active player's Action Phase."""
    for block in fighting(g.state.blocks.values()):
        block.face_up = False
