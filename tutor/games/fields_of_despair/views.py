"""What a player may know (2.3, 2.4): his own blocks and board, and the outside of everything else."""

from __future__ import annotations

from typing import Any

import msgspec

from .blocks import copies, forget_blocks, free, pool
from .rulebook import procedure
from .state import NATIONS, SIDES, Fortress, G, PlayerBoard, enemy
from .terms import contested_hexes, control_markers, frontline


class BlockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A block: the enemy's shows its colour and place, not its kind and strength."""

    id: int
    nation: str
    hex: str
    kind: str = ""
    sp: int | None = None
    oos: bool = False
    face_up: bool = False


class CounterView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter in a hex: the enemy's lies face down."""

    side: str
    arm: str
    hex: str
    value: int | None = None
    special: str = ""


class SideView(msgspec.Struct, frozen=True):
    """The game from one player's chair. Bags are closed to both."""

    player: str
    turn: int
    action_phase: int
    active: str
    initiative: str
    trench: bool
    control: dict[str, str]
    blocks: list[BlockView]
    fortresses: list[Fortress]
    counters: list[CounterView]
    own_board: PlayerBoard
    force_pool: dict[str, list[int]]
    contested: list[str]
    frontlines: dict[str, list[str]]
    control_markers: dict[str, list[str]]
    tracks: dict[str, Any]
    markers: dict[str, Any]


PUBLIC_TRACKS = (
    "eastern_space",
    "eastern_sp",
    "russian_victories",
    "russia_out",
    "blockade",
    "usw",
    "naval_mode",
    "naval_drawn",
    "eastern_drawn",
    "usa_entry",
    "usa_war_turn",
    "britain",
    "belgium",
    "vp",
    "away",
    "ended",
    "winner",
    "victory",
)
PUBLIC_MARKERS = ("hindenburg", "breakout", "reinforced", "river_spent")


@procedure("2.3", "2.4", "2.5", "2.6", "2.6.3")
def view(g: G, player: str) -> SideView:
    """While the enemy plans unseen, his blocks show as they stood before."""
    unseen = g.state.as_last_seen.get(enemy(player))
    if unseen is None:
        return _apart(_view(g, player))
    true = g.state.blocks
    own = {b.id: b for b in true.values() if NATIONS[b.nation] == player}
    try:
        g.state.blocks = dict(sorted({**own, **copies(unseen)}.items()))
        forget_blocks(g)
        return _apart(_view(g, player))
    finally:
        g.state.blocks = true
        forget_blocks(g)


def _apart(view: SideView) -> SideView:
    """A copy that shares nothing with the state: who writes on a view changes nothing."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=SideView)


def _view(g: G, player: str) -> SideView:
    s = g.state
    own_nations = {n for n, side in NATIONS.items() if side == player}
    blocks = [
        BlockView(b.id, b.nation, b.hex, b.kind, b.sp, b.oos, b.face_up)
        if b.nation in own_nations or b.face_up
        else BlockView(b.id, b.nation, b.hex, oos=b.oos)
        for b in sorted(s.blocks.values(), key=lambda b: (b.hex, b.id))
    ]
    counters = [
        CounterView(p.side, arm, p.hex, p.counter.value, p.counter.special)
        if p.side == player or s.counters_open
        else CounterView(p.side, arm, p.hex)
        for arm, placed in (("air", s.air_placed), ("artillery", s.artillery_placed))
        for p in placed
    ]
    board = msgspec.structs.replace(s.boards[player])
    return SideView(
        player=player,
        turn=s.turn,
        action_phase=s.action_phase,
        active=s.active,
        initiative=s.initiative,
        trench=s.trench,
        control=dict(s.control),
        blocks=blocks,
        fortresses=[msgspec.structs.replace(f) for f in s.fortresses.values()],
        counters=counters,
        own_board=board,
        force_pool={f"{nation} {kind}": free(g, nation, kind) for nation, kind in pool(g) if nation in own_nations},
        contested=contested_hexes(g),
        frontlines={side: frontline(g, side) for side in SIDES},
        control_markers={side: control_markers(g, side) for side in SIDES},
        tracks={name: getattr(s, name) for name in PUBLIC_TRACKS},
        markers={name: getattr(s, name) for name in PUBLIC_MARKERS},
    )
