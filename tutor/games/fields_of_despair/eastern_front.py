"""Chapter 5, the Eastern Front, with the option to stabilize it (13.5)."""

from __future__ import annotations

from functools import partial

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import SendEast, Stabilize
from .blocks import can_spare, fighting, reduce
from .procedures import place_fresh
from .rulebook import procedure, rule
from .scoring import end_game
from .state import ALLIES, CP, G
from .terms import adjust_control, blocks_of, controls, frontline


def russia_fights(g: G) -> bool:
    return not g.state.russia_out


@procedure("5.0", "5.1")
def advance_track(g: G) -> None:
    """Steps 1 and 2: the track, and the red cubes it adds."""
    s = g.state
    track = g.charts["eastern-front-track"]
    s.eastern_space = min(s.eastern_space + 1, max(track.row_keys()))
    row = track.row(s.eastern_space)
    s.eastern_bag["red"] += row["red_added"]
    s.eastern_drawn = {}
    g.tell("track", "5.1", f"The Eastern Front track moves to {row['label']}; {row['red_added']} red cubes are added.")


@procedure("5.1", "2.8")
def draw_cubes(g: G) -> None:
    """Step 3."""
    g.state.eastern_drawn = g.chance.draw(g.state.eastern_bag, 3, "5.1", by=CP, why="Eastern Front bag")


def red_drawn(g: G) -> bool:
    return g.state.eastern_drawn.get("red", 0) > 0


@procedure("5.1")
def roll_losses(g: G) -> None:
    """Step 4: the loss table, if any red cube was drawn."""
    s = g.state
    face = g.chance.die(6, "5.1", by=CP, why="Eastern Front losses")
    loss = min(s.eastern_sp, g.charts["eastern-front-loss"].cell(face, str(s.eastern_drawn["red"])))
    s.eastern_sp -= loss
    g.tell("lost", "5.1", f"The Eastern Front costs the CP {loss} SP; {s.eastern_sp} are left there.", by=CP, sp=loss)


@procedure("5.1/major-victory", "3.1.1")
def count_victories(g: G) -> None:
    """Steps 5 and 6: three reds are a Major Russian Victory; the cubes go back."""
    s = g.state
    if s.eastern_drawn.get("red", 0) == 3:
        s.russian_victories += 1
        s.eastern_bag["red"] -= 1
        g.tell("victory", "5.1/major-victory", f"Major Russian Victory number {s.russian_victories}.", by=ALLIES)
        if s.russian_victories >= 3:
            end_game(g, ALLIES, "decisive", "3.1.1", "Three Major Russian Victories: the Allies win decisively.")


@procedure("5.1/bolshevik")
def check_revolution(g: G) -> None:
    """Step 7."""
    s = g.state
    if g.charts["eastern-front-track"].row(s.eastern_space)["bolshevik"]:
        s.russia_out = True
        s.eastern_returning = True
        g.tell(
            "track",
            "5.1/bolshevik",
            "Bolshevik Revolution: Russia leaves the war. The CP SPs of the Eastern "
            "Front come west at the next Strategic Reorganization.",
        )


def sps_return_west(g: G) -> bool:
    return g.state.eastern_returning


@procedure("5.1/bolshevik")
def place_freed(g: G) -> Asking:
    """At the start of the Strategic Reorganization after the Revolution."""
    s = g.state
    total, s.eastern_sp = s.eastern_sp, 0

    def hexes() -> list[str]:
        front = frontline(g, CP)
        return sorted({*front, *(h for h in g.board if controls(g, h, CP))})

    s.eastern_sp = yield from place_fresh(
        g, CP, "Germany", total, hexes, "5.1/bolshevik", "Freed from the Eastern Front"
    )
    s.eastern_returning = s.eastern_sp > 0


# 13.5


def may_stabilize(g: G) -> bool:
    return (
        g.options["stabilize-east"]
        and g.state.russian_victories > 0
        and not g.state.russia_out
        and sum(b.sp for b in blocks_of(g, CP)) >= STABILIZE_SP
    )


STABILIZE_SP = 5


@procedure("13.5")
def stabilize(g: G) -> Asking:
    """Send 5 SPs away for two turns; one red cube leaves a victory box."""
    s = g.state
    action = yield Decision(
        CP,
        "13.5",
        "Send 5 SPs away for two turns to undo a Major Russian Victory?",
        [Stabilize],
        [Stabilize(True), Stabilize(False)],
    )
    assert isinstance(action, Stabilize)
    if not action.use:
        return
    left = STABILIZE_SP
    while left > 0:
        action = yield Decision(
            CP,
            "13.5",
            f"Choose {left} more SP to send away.",
            [SendEast],
            partial(who_can_go, g, left),
            about={"left": left},
        )
        assert isinstance(action, SendEast)
        block = g.state.blocks[action.block]
        hex = block.hex
        gone = reduce(g, block, action.sp)
        left -= gone
        g.tell(
            "sent",
            "13.5",
            f"{gone} SP leave {hex} for the east.",
            by=CP,
            only=[CP],
            public="The CP send SPs to the Eastern Front.",
            sp=gone,
        )
    adjust_control(g, "13.5")
    back = str(s.turn + 2)
    s.away[back] = s.away.get(back, 0) + STABILIZE_SP
    s.russian_victories -= 1
    s.eastern_bag["red"] += 1
    g.tell("track", "13.5", f"A red cube goes back to the bag; {STABILIZE_SP} SP return on Turn {back}.", by=CP)


def who_can_go(g: G, left: int) -> list[SendEast]:
    """SPs whose absence the Force Pool can show; any, where it can show none."""
    every = [SendEast(b.id, n) for b in fighting(blocks_of(g, CP)) for n in range(1, min(b.sp, left) + 1)]
    return [a for a in every if can_spare(g, g.state.blocks[a.block], a.sp)] or every


@rule("1.5/force-pool", SendEast)
def those_who_stay_can_be_shown(g: G, action: SendEast) -> str | None:
    assert g.decision is not None
    block = g.state.blocks[action.block]
    if can_spare(g, block, action.sp) or action in who_can_go(g, g.decision.about["left"]):
        return None
    return f"The Force Pool has no block to show the {block.sp - action.sp} SPs of block {block.id} that stay."


@rule("13.5", SendEast)
def only_as_many_as_needed(g: G, action: SendEast) -> str | None:
    assert g.decision is not None
    block = g.state.blocks[action.block]
    most = min(block.sp, g.decision.about["left"])
    return None if action.sp <= most else f"At most {most} SP of block {block.id} can go; {action.sp} were named."


def sps_come_back(g: G) -> bool:
    return g.state.away.get(str(g.state.turn), 0) > 0


@procedure("13.5")
def place_returning(g: G) -> Asking:
    """The SPs sent away come back to Frontline hexes when the Turn marker reaches them."""
    s = g.state
    total = s.away.pop(str(s.turn))
    late = yield from place_fresh(g, CP, "Germany", total, lambda: frontline(g, CP), "13.5", "Back from the east")
    if late:
        s.away[str(s.turn + 1)] = s.away.get(str(s.turn + 1), 0) + late
