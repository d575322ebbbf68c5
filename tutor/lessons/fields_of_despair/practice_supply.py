"""Practice in supply: who has a line, who has none, what a move cuts off, and what it costs."""

from __future__ import annotations

from typing import Any

from ...engine.session import Session
from ...games.fields_of_despair import supply, terms
from ...games.fields_of_despair.actions import MarkOut, Move
from ...games.fields_of_despair.game import GAME
from ...games.fields_of_despair.state import ENGLAND, KOBLENZ, PARIS, SIDES, enemy
from ..practice import Draft, Luck, Topic
from ..tasks import Ask, Choice, Number, Point
from .practice_positions import (
    ADJECTIVES,
    COMBAT,
    HOME,
    MOVEMENT,
    NAMES,
    fields_of,
    held_by,
    inland,
    listed,
    moment,
    name_of,
    opened,
    surround,
)
from .queries import block_in, query, without_supply_line

TOPIC = Topic("fields-of-despair", "supply", "Supply", "Who can be fed, who is cut off, and what that costs.")
ALLOCATION = ["turn", "production", "supply"]
SOURCES = {
    "allies": "the west edge of the map, or a friendly port",
    "cp": "the east edge of the map",
}


@TOPIC.kind("lines", "Find the cut-off")
def lines(rng: Luck, difficulty: int) -> Draft | None:
    """Which hexes have no Supply Line?"""
    played = moment(rng, "move", "air-placement", "artillery-placement", "reorganize")
    if played is None:
        return None
    side = rng.choice(SIDES)
    fields = fields_of(played, MOVEMENT, rng.choice(SIDES))
    candidates = inland(played, side)
    if not candidates:
        return None
    for hex in rng.sample(candidates, min(difficulty, len(candidates))):
        surround(played, fields, side, hex)
    session = opened(fields)
    if session is None:
        return None
    cut = sorted(without_supply_line(session, side))
    if not min(2, difficulty) <= len(cut) <= 2 * difficulty:
        return None
    return Draft(
        session,
        f"The {NAMES[side]} trace Supply Lines to {SOURCES[side]}. The hatching on the map shows who controls a hex.",
        Point(
            ask=f"Mark every hex with {ADJECTIVES[side]} blocks that has no Supply Line.",
            explain=f"From {listed(cut)} no chain of {ADJECTIVES[side]} hexes reaches {SOURCES[side]} (6.7.2, 6.7.3). "
            "Every hex of the chain must be controlled by that side (1.5/supply-line).",
            answer=Ask("without-supply-line", {"side": side}),
        ),
        ("6.7.2", "6.7.3", "1.5/supply-line"),
        (
            "Begin at the blocks that stand farthest forward. Is a neighbour friendly?",
            f"Follow friendly hexes from each block toward {SOURCES[side]}. A ring of enemy hexes ends the line.",
        ),
        viewer=side,
    )


@TOPIC.kind("excess", "Beyond the Supply Capacity")
def excess(rng: Luck, difficulty: int) -> Draft | None:
    """How many hexes must be marked Out of Supply?"""
    played = moment(rng, "move", "reorganize", "air-placement")
    if played is None:
        return None
    side = rng.choice(SIDES)
    fields = fields_of(played, ALLOCATION)
    _thin_out(rng, played, fields, side, 6 + 4 * difficulty)
    fields["boards"][side]["supply"] = 0
    fields["boards"][enemy(side)]["supply"] = 30
    everything = opened(fields)
    if everything is None or everything.decision is None or everything.decision.kinds != (MarkOut,):
        return None
    hexes = supply.hexes_to_supply(everything.table, side)
    over = rng.randint(1, 2 + difficulty)
    if not over < len(hexes) <= 9 + 4 * difficulty:
        return None
    fields["boards"][side]["supply"] = len(hexes) - over
    session = opened(fields)
    if session is None:
        return None
    aside = [name_of(session, h) for h in (PARIS, KOBLENZ) if h in held_by(session, side)]
    aside += ["England"] if terms.blocks_at(session.table, ENGLAND, side) else []
    not_counted = f" {listed(aside)} {'does' if len(aside) == 1 else 'do'} not count." if aside else ""
    lineless = sorted(without_supply_line(session, side))
    out = f" {listed(lineless)} {'has' if len(lineless) == 1 else 'have'} no Supply Line." if lineless else ""
    return Draft(
        session,
        f"Supply is allocated. The {NAMES[side]} have a Supply Capacity of **{len(hexes) - over}**. "
        "Hexes without a Supply Line are marked already.",
        Number(
            ask=f"How many more hexes must the {NAMES[side]} mark Out of Supply?",
            explain=f"{len(hexes)} hexes with {ADJECTIVES[side]} blocks have a Supply Line and count (6.7.4).{not_counted}{out} "
            f"{len(hexes)} less {len(hexes) - over} is {over}.",
            query=Ask("supply-excess", {"side": side}),
        ),
        ("6.7.4", "6.7.1"),
        (
            "Count hexes, not blocks.",
            "Leave out Paris, Koblenz and England, and hexes whose blocks are marked OOS.",
        ),
        viewer=side,
    )


def _thin_out(rng: Luck, session: Session, fields: dict[str, Any], side: str, most: int) -> None:
    """Take blocks of a side from hexes where nobody fights, so that they can be counted in a minute."""
    quiet = [h for h in held_by(session, side) if not terms.contested(session.table, h) and h not in (PARIS, KOBLENZ)]
    keep = max(0, most - (len(held_by(session, side)) - len(quiet)))
    dropped = set(rng.sample(quiet, max(0, len(quiet) - keep)))
    for nation in [n for n in fields["blocks"] if n in ("Germany",) or side == "allies"]:
        if (nation == "Germany") == (side == "cp"):
            fields["blocks"][nation] = {h: b for h, b in fields["blocks"][nation].items() if h not in dropped}


# A pocket with one way out


@query("practice-cuts-off")
def cuts_off(s: Session, side: str, hex: str, options: list[str]) -> str:
    """Which of these hexes, taken by the enemy, leaves a hex without a Supply Line? By number and name."""
    return next((name_of(s, found) for found in _cutting(s, side, hex, options)), "none")


def _cutting(s: Session, side: str, hex: str, options: list[str]) -> list[str]:
    """All of them that do."""
    fork, found = s.fork(), []
    for taken in options:
        before = fork.state.control[taken]
        fork.state.control[taken] = enemy(side)
        fork.table.memo.clear()
        if not terms.has_supply_line(fork.table, hex, side):
            found.append(taken)
        fork.state.control[taken] = before
    return found


@TOPIC.kind("cut", "Close the ring")
def cut(rng: Luck, difficulty: int) -> Draft | None:
    """Which one hex would cut off these blocks?"""
    found = _pocket(rng, with_raider=False)
    if found is None:
        return None
    session, side, hex, gap, _ = found
    away = session.board.distances(hex)
    near = [
        h
        for h in session.board
        if 1 <= away.get(h, 99) <= 5 - difficulty
        and terms.controls(session.table, h, side)
        and not terms.present(session.table, h, side)
        and h not in (gap, hex, ENGLAND)
    ]
    cutting = _cutting(session, side, hex, [gap, *near])
    harmless = [h for h in near if h not in cutting]
    if len(harmless) < 3 or gap not in cutting:
        return None
    options = sorted([gap, *rng.sample(harmless, 3)])
    foe = NAMES[enemy(side)]
    return Draft(
        session,
        f"The {ADJECTIVES[side]} blocks in {name_of(session, hex)} still have a Supply Line.",
        Choice(
            ask=f"Which hex must the {foe} take to cut them off?",
            explain=f"The only chain of friendly hexes from {hex} runs through {gap}. Without it there is no Supply Line (6.7.2).",
            options=tuple(name_of(session, h) for h in options),
            answer=Ask("practice-cuts-off", {"side": side, "hex": hex, "options": options}),
            because={
                name_of(session, h): f"Without {h} a chain of friendly hexes is still left (6.7.2)." for h in harmless
            },
        ),
        ("6.7.2", "1.5/supply-line"),
        (
            f"Look at the hexes around {hex}: which of them are friendly?",
            f"Take each hex away in your mind, and trace from {hex} to {SOURCES[side]}.",
        ),
        viewer=side,
        look=(hex,),
    )


@query("practice-cut-off-after")
def cut_off_after(s: Session, side: str, hex: str, branch: str, path: list[str]) -> set[str]:
    """Hexes of a side without a Supply Line once a block has moved."""
    fork = s.fork()
    fork.submit(Move(block_in(s, hex, branch).id, tuple(path)))
    return without_supply_line(fork, side)


@TOPIC.kind("after-move", "What a move cuts off")
def after_move(rng: Luck, difficulty: int) -> Draft | None:
    """A block moves: who has no Supply Line then?"""
    found = _pocket(rng, with_raider=True)
    if found is None:
        return None
    session, side, hex, gap, start = found
    raider = block_in(session, start, "infantry")
    if session.why_not(Move(raider.id, (gap,))):
        return None
    words = {"side": side, "hex": start, "branch": "infantry", "path": [gap]}
    lost = sorted(cut_off_after(session, **words))  # type: ignore[arg-type]
    if hex not in lost or len(lost) > 1 + difficulty or lost == sorted(without_supply_line(session, side)):
        return None
    return Draft(
        session,
        f"The {ADJECTIVES[enemy(side)]} infantry in {name_of(session, start)} moves to {gap}. No enemy stands there, so it takes control at once (7.2/control).",
        Point(
            ask=f"Mark every hex with {ADJECTIVES[side]} blocks that has no Supply Line then.",
            explain=f"With {gap} gone, no chain of {ADJECTIVES[side]} hexes leads from {listed(lost)} to {SOURCES[side]} (6.7.2). "
            "Such blocks move under the limits of 7.2/oos at once; the markers come only when supply is allocated.",
            answer=Ask("practice-cut-off-after", words),
        ),
        ("6.7.2", "7.2/control", "7.2/oos"),
        (
            f"Think of {gap} as an enemy hex.",
            f"From each {ADJECTIVES[side]} hex near {gap}, follow friendly hexes to {SOURCES[side]}.",
        ),
        viewer=side,
        look=(start, gap),
    )


def _pocket(rng: Luck, with_raider: bool) -> tuple[Session, str, str, str, str] | None:
    """A hex whose blocks hang on one neighbour, and maybe an enemy who stands beside that."""
    played = moment(rng, "move", "air-placement", "reorganize")
    if played is None:
        return None
    side = rng.choice(SIDES)
    g, foe = played.table, enemy(side)
    empty = {h for h in g.board if h != ENGLAND and not any(terms.present(g, h, power) for power in SIDES)}
    found = []
    for hex in inland(played, side):
        around = [n for n in g.board.neighbours[hex] if n in empty]
        for gap in [n for n in around if terms.controls(g, n, side)]:
            beside = [n for n in around if n in g.board.neighbours[gap]] if with_raider else [""]
            found += [(hex, gap, start) for start in beside]
    if not found:
        return None
    hex, gap, start = rng.choice(found)
    fields = fields_of(played, MOVEMENT, foe)
    surround(played, fields, side, hex, gap)
    if start:
        fields["blocks"].setdefault(HOME[foe], {})[start] = [f"infantry {rng.randint(2, 4)}"]
    session = opened(fields)
    if session is None or not terms.has_supply_line(session.table, hex, side):
        return None
    return session, side, hex, gap, start


# What it costs


@TOPIC.kind("dice", "Dice of the unsupplied")
def dice(rng: Luck, difficulty: int) -> Draft | None:
    """Half dice, and what a Fortress feeds."""
    side = rng.choice(SIDES)
    charts = GAME.charts()
    forts = [
        row
        for row in charts["fortresses"]
        if row["side"] == side and " " not in row["hexes"] and row["nation"] != "Belgium"
    ]
    board = GAME.board(GAME.scenario_from({}, "practice"))
    fort = rng.choice(forts) if difficulty == 3 else None
    plain = [
        h
        for h in board
        if board.fact(h, "control") == side
        and h != ENGLAND
        and not board.fact(h, "fortress")
        and board.fact(h, "nation") != "Belgium"
    ]
    hex = fort["hexes"] if fort else rng.choice(sorted(plain))
    out = [rng.randint(2, 9) for _ in range(rng.randint(1, 2))]
    fed = [rng.randint(1, 6)] if difficulty > 1 and len(out) < 3 else []
    if fort:
        out = [rng.randint(fort["sp"], 3 * fort["sp"] + 2), *out[1:]]
    blocks = [f"infantry {min(n, 20)} oos" for n in out] + [f"infantry {n}" for n in fed]
    session = opened(
        {
            "start": COMBAT,
            "active": enemy(side),
            "initiative": enemy(side),
            "action_phase": 1,
            "turn": 2,
            "blocks": {HOME[side]: {hex: blocks}, HOME[enemy(side)]: {hex: [f"infantry {rng.randint(3, 9)}"]}},
        }
    )
    if session is None or sum(out) < 2:
        return None
    most = 2 * fort["sp"] if fort else 0
    held = min(sum(out), most)
    if fort and sum(out) <= most:
        return None
    parts = [f"{sum(out)} SPs are Out of Supply."]
    parts += [f"The Fortress feeds {held} of them, twice its own SPs (6.7.6)."] if fort else []
    parts += [
        f"The other {sum(out) - held} roll half, rounded down: {(sum(out) - held) // 2}."
        if fort
        else f"They roll half, rounded down: {sum(out) // 2} (6.7.5/combat)."
    ]
    parts += [f"{sum(fed)} SPs in supply roll in full."] if fed else []
    stack = listed([*(f"infantry {n} (Out of Supply)" for n in out), *(f"infantry {n}" for n in fed)])
    place = f" A Fortress of {fort['sp']} SPs stands there." if fort else ""
    return Draft(
        session,
        f"The {NAMES[side]} hold {name_of(session, hex)} with {stack}.{place} Infantry Combat begins. There are no trenches yet.",
        Number(
            ask=f"How many dice do the {ADJECTIVES[side]} blocks roll, with no Trench Defense dice?",
            explain=" ".join(parts),
            query=Ask("combat-dice", {"hex": hex, "side": side}),
        ),
        ("6.7.5/combat", *(("6.7.6",) if fort else ())),
        (
            "A die for each SP in supply.",
            "Add up all SPs that are Out of Supply in the hex, then halve once and round down."
            + (" First take off what the Fortress feeds." if fort else ""),
        ),
        viewer=side,
        look=(hex,),
    )
