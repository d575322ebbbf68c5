"""Is there such a hex, such a block, and is it yours? Asked before any other rule."""

from __future__ import annotations

from typing import Any

from ...engine.rulings import Ruling
from . import actions
from .actions import ACTIONS, Lose, Reveal
from .blocks import called, can_break_down
from .rulebook import rule
from .state import ENGLAND, NATIONS, G, enemy
from .terms import side_of

WITH_HEX = tuple(kind for kind in ACTIONS if "hex" in kind.__struct_fields__)
WITH_BLOCK = tuple(kind for kind in ACTIONS if "block" in kind.__struct_fields__)
WITH_NATION = tuple(kind for kind in ACTIONS if "nation" in kind.__struct_fields__)
WITH_SP = tuple(kind for kind in ACTIONS if "sp" in kind.__struct_fields__)


def no_such_hex(g: G, hex: str) -> str | None:
    if hex in g.board:
        return None
    return f"{hex!r} is not a hex of this map; hexes run from {ENGLAND} to M09, a column letter and two digits."


@rule("2.1", *WITH_HEX, guard=True)
def hex_is_on_the_map(g: G, action: Any) -> str | None:
    return no_such_hex(g, action.hex)


@rule("2.1", actions.Move, guard=True)
def path_is_on_the_map(g: G, action: actions.Move) -> str | None:
    if not action.path:
        return "A move names at least one hex to go to."
    return next((why for hex in action.path if (why := no_such_hex(g, hex))), None)


@rule("2.4", *WITH_BLOCK, guard=True)
def block_is_yours(g: G, action: Any) -> str | None:
    block = g.state.blocks.get(action.block)
    if block is None:
        return f"There is no block {action.block} on the map."
    assert g.decision is not None
    side = side_of(g, block)
    wanted = enemy(g.decision.who) if isinstance(action, Reveal) else g.decision.who
    # Neutral blocks obey nobody, but losses at sea may fall on them in England (6.4.4).
    if side != wanted and not (isinstance(action, Lose) and NATIONS[block.nation] == wanted):
        return f"{called(g, block)} is not one of the {wanted} blocks."
    return None


@rule("1.5/powers", *WITH_NATION, guard=True)
def nation_is_yours(g: G, action: Any) -> str | None:
    assert g.decision is not None
    if action.nation not in NATIONS:
        return f"{action.nation!r} is not a nation of this game; there are {', '.join(NATIONS)}."
    if NATIONS[action.nation] != g.decision.who:
        return f"{action.nation} does not belong to {g.decision.who}."
    return None


@rule("1.5/strength-points", *WITH_SP, guard=True)
def strength_is_positive(g: G, action: Any) -> str | None:
    return (
        None
        if action.sp >= (0 if isinstance(action, actions.DivideSupply) else 1)
        else (f"{action.sp} is not a number of Strength Points to act with.")
    )


@rule("2.4", Lose)
def loss_falls_on_a_listed_block(g: G, action: Lose) -> Ruling | None:
    decision = g.decision
    assert decision is not None
    block = g.state.blocks[action.block]
    if action.block not in decision.about["blocks"]:
        return Ruling(decision.section, f"{called(g, block)} may not take this loss.", decision.about["where"])
    return None


@rule("7.3/hits", Lose)
def parts_show_what_is_left(g: G, action: Lose) -> str | None:
    block = g.state.blocks[action.block]
    if not action.parts:
        return None
    if sum(action.parts) != block.sp - action.sp or min(action.parts) < 1:
        return f"{called(g, block)} is left with {block.sp - action.sp} SPs; the parts add up to {sum(action.parts)}."
    if not can_break_down(g, block, action.parts):
        return f"The Force Pool has no blocks for {' + '.join(map(str, action.parts))}."
    return None


@rule("7.3/hits", Lose)
def loss_is_not_more_than_asked(g: G, action: Lose) -> str | None:
    assert g.decision is not None
    block = g.state.blocks[action.block]
    most = min(block.sp, g.decision.about["loss"])
    if action.sp > most:
        return f"{called(g, block)} can take at most {most} of the {g.decision.about['loss']} SPs to lose."
    return None
