"""Sections 6.1 to 6.3: maintenance, new SPs, attrition, and the EPs of the turn."""

from __future__ import annotations

from functools import partial

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import Deploy
from .blocks import TOP, fighting
from .procedures import STACK, put, room_for, take_losses
from .rulebook import procedure, rule
from .state import ALLIES, CP, ENGLAND, INFANTRY, KOBLENZ, NATIONS, PARIS, SIDES, Block, G
from .terms import adjust_control, blocks_of, controls, frontline, stacks

MUTINY_TURN = 7


@procedure("6.1", "2.2")
def maintenance(g: G) -> None:
    """Supply, artillery and air run down."""
    losses = g.charts["economic-maintenance"]
    for side in SIDES:
        board = g.state.boards[side]
        supply = losses.cell("supply-20" if board.supply >= 20 else "supply", "loss")
        board.supply = max(0, board.supply - supply)
        board.artillery = max(0, board.artillery - losses.cell("artillery", "loss"))
        board.air = max(0, board.air - losses.cell("air", "loss"))
        board.deployed = {}
        board.free_tank = False
        g.tell(
            "track",
            "6.1",
            f"{side}: Supply Capacity {board.supply}, Artillery Maintenance {board.artillery}, "
            f"Air Maintenance {board.air}.",
            by=side,
            only=[side],
            public=f"{side} lowers its maintenance tracks.",
        )
    for fortress in g.state.fortresses.values():
        fortress.repaired = False


# 6.2.1


@procedure("6.2.1")
def new_sps(g: G, nation: str) -> int:
    """The scenario's manpower for this turn."""
    chart = g.charts["manpower"]
    return chart.cell(g.state.turn, nation) if g.state.turn in chart.row_keys() else 0


@procedure("6.2.1/capital-lost", "6.2.3/paris-overflow")
def deployment_hexes(g: G, nation: str) -> list[str]:
    """Where a nation's new blocks may go now, first choices only."""
    if nation == "Britain":
        return [ENGLAND]
    side = NATIONS[nation]
    home = KOBLENZ if side == CP else PARIS
    if controls(g, home, side):
        if nation == "Germany" or len([b for b in stacks(g).get(PARIS, ()) if NATIONS[b.nation] == ALLIES]) < STACK:
            return [home]
        return nearest(g, [h for h in beside(g, home, side) if has_room(g, h)] or beside(g, home, side), home)
    return [h for h in beside(g, home, side) if g.board.distance(home, h) == 1] or beside(g, home, side)[:1]


def beside(g: G, home: str, side: str) -> list[str]:
    """Friendly hexes due south or west of Paris, or due south or north of Koblenz, nearest first."""
    column, row = home[0], int(home[1:])
    line = [h for h in g.board if h[0] == column and h != home]
    if side == ALLIES:
        west = [n for n in g.board.neighbours[home] if n[0] < column]
        line = [h for h in line if int(h[1:]) > row] + west
    return sorted((h for h in line if controls(g, h, side)), key=lambda h: (g.board.distance(home, h), h))


def has_room(g: G, hex: str) -> bool:
    return len([b for b in stacks(g).get(hex, ()) if NATIONS[b.nation] == ALLIES]) < STACK


def nearest(g: G, hexes: list[str], home: str) -> list[str]:
    least = min((g.board.distance(home, h) for h in hexes), default=0)
    return [h for h in hexes if g.board.distance(home, h) == least]


def deployment_limit(g: G, hex: str) -> int:
    """6.2.3: England and Koblenz hold any number of new blocks."""
    chart = g.charts["stacking"]
    names = {ENGLAND: "england", KOBLENZ: "koblenz", PARIS: "paris"}
    return chart.cell(names.get(hex, "any"), "limit")  # type: ignore[no-any-return]


@procedure("6.2.1", "6.2.3")
def deploy(g: G) -> Asking:
    """Each nation's new SPs, in blocks of the owner's choice."""
    for nation in ("France", "Britain", "Germany"):
        who, left = NATIONS[nation], new_sps(g, nation)
        placed: dict[str, int] = {}
        while left > 0:

            def options(nation: str = nation, left: int = left) -> list[Deploy]:
                return [
                    Deploy(nation, sp, hex)
                    for hex in deployment_hexes(g, nation)
                    for sp in range(min(left, TOP), 0, -1)
                    if room_for(g, nation, INFANTRY, sp, hex, deployment_limit(g, hex))
                ]

            if not options():
                g.tell("lost", "6.2.1", f"{left} new {nation} SP find no hex or no block and are lost.", by=who)
                break
            action = yield Decision(
                who,
                "6.2.1",
                f"Deploy {left} new {nation} SP.",
                [Deploy],
                options,
                about={"nation": nation, "left": left},
            )
            assert isinstance(action, Deploy)
            room = room_for(g, nation, INFANTRY, action.sp, action.hex, deployment_limit(g, action.hex))
            assert room is not None
            put(g, room, nation, INFANTRY, action.sp, action.hex)
            left -= action.sp
            placed[action.hex] = placed.get(action.hex, 0) + action.sp
            g.tell(
                "placed",
                "6.2.1",
                f"A new {nation} block of {action.sp} SP arrives in {action.hex}.",
                by=who,
                only=[who],
                public=f"A new {nation} block arrives in {action.hex}.",
                hex=action.hex,
                sp=action.sp,
            )
        g.state.boards[who].deployed[nation] = placed
    reinforce_east(g)


@procedure("5.0", "6.2.1")
def reinforce_east(g: G) -> None:
    """The CP may also get SPs for the Eastern Front marker."""
    east = new_sps(g, "eastern_front")
    if east and (not g.state.russia_out or g.state.eastern_returning):
        g.state.eastern_sp += east
        g.tell("track", "6.2.1", f"{east} SP go to the Eastern Front, which now has {g.state.eastern_sp}.", by=CP)


@rule("6.2.1", Deploy)
def deploy_what_the_schedule_gives(g: G, action: Deploy) -> str | None:
    assert g.decision is not None
    about = g.decision.about
    if action.nation != about["nation"]:
        return f"{about['nation']} deploys now, not {action.nation}."
    if action.sp > about["left"]:
        return f"{action.sp} SP are more than the {about['left']} left to deploy."
    return None


@rule("6.2.1", Deploy)
def deploy_at_home(g: G, action: Deploy) -> str | tuple[str, str] | None:
    allowed = deployment_hexes(g, action.nation)
    if action.hex in allowed:
        return None
    return f"New {action.nation} blocks do not arrive in {action.hex}.", f"They arrive in {', '.join(allowed)}."


@rule("1.5/force-pool", Deploy)
def deploy_needs_blocks(g: G, action: Deploy) -> str | None:
    if room_for(g, action.nation, INFANTRY, action.sp, action.hex, deployment_limit(g, action.hex)) is None:
        return f"The Force Pool has no {action.nation} block to show {action.sp} SP in {action.hex}."
    return None


# 6.2.2


@procedure("6.2.2")
def roll_attrition(g: G) -> None:
    """Each player rolls on the Attrition Table."""
    chart = g.charts["attrition"]
    for side in SIDES:
        face = g.chance.die(6, "6.2.2", by=side, why=f"{side} attrition")
        face = mutinies(g, side, face)
        g.state.attrition[side] = chart.cell(face, g.state.turn)


@procedure("6.2.2/mutinies")
def mutinies(g: G, side: str, face: int) -> int:
    """French Mutinies: +1 to the Allied roll on Turn 7; the table ends at 6 (ruling attrition-turn-7)."""
    if side == ALLIES and g.state.turn == MUTINY_TURN:
        return min(6, face + 1)
    return face


@procedure("6.2.2")
def take_attrition(g: G) -> Asking:
    """Losses fall on Frontline blocks of the owner's choice."""
    for side in SIDES:
        front = set(frontline(g, side))
        loss = g.state.attrition.pop(side, 0)
        yield from take_losses(
            g,
            side,
            partial(fighting_in, g, side, front),
            loss,
            "6.2.2",
            "Attrition",
            "Attrition is taken from blocks in Frontline hexes.",
        )
    adjust_control(g, "6.2.2")


def fighting_in(g: G, side: str, hexes: set[str]) -> list[Block]:
    return fighting(b for b in blocks_of(g, side) if b.hex in hexes)


# 6.3

CUBE_COLOUR = {ALLIES: "blue", CP: "black"}


@procedure("6.3", "2.7", "1.5/economic-points")
def collect(g: G) -> None:
    """Take the turn's EPs, as far as there are cubes."""
    chart, components = g.charts["ep-income"], g.charts["components"]
    s = g.state
    for side in SIDES:
        board, colour = s.boards[side], CUBE_COLOUR[side]
        income = chart.cell(s.turn, side) if s.turn in chart.row_keys() else 0
        cubes = components.cell(f"cubes, {colour}", "count")
        out = board.ep + s.naval_bag.get(colour, 0) + s.eastern_bag.get(colour, 0)
        board.collected = max(0, min(income, cubes - out))
        board.ep += board.collected
        g.tell(
            "collected",
            "6.3",
            f"{side} collects {board.collected} EPs and has {board.ep}.",
            by=side,
            only=[side],
            public=f"{side} collects {board.collected} EPs.",
            ep=board.collected,
        )
