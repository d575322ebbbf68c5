"""Practice in movement: how far, whereto, what stops a block, and which section says so."""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine.registry import rule_cards
from ...engine.session import Session
from ...games.fields_of_despair import movement, terms
from ...games.fields_of_despair.actions import Move, PickBlock
from ...games.fields_of_despair.game import GAME
from ...games.fields_of_despair.state import ENGLAND, Block
from ..practice import Draft, Luck, Topic
from ..tasks import Ask, Choice, Judge, Point, Section
from .practice_positions import ADJECTIVES, NAMES, listed, moment, name_of
from .queries import block_in, query, reach

TOPIC = Topic("fields-of-despair", "movement", "Movement", "Where a block may go, and where it must stop.")
SECTIONS = ("7.2", "7.2.2", "7.2.2/leave-one", "7.2.3", "6.7.5/movement")
NEWLY, CROSSING, FOREST, SPENT, UNSUPPLIED, GOES_ON = (
    "It enters a hex that becomes newly contested.",
    "It goes from one contested hex to another.",
    "It goes from open ground into an enemy-controlled forest.",
    "It has gone as far as its kind may go.",
    "It is Out of Supply, and has gone its one hex.",
    "It need not stop: it may go on.",
)
NOT_SO = {  # what to say to a reason that does not hold
    NEWLY: "No: entering that hex does not make it newly contested.",
    CROSSING: "No: the two hexes are not both contested.",
    FOREST: "No: it does not come from open ground into enemy forest.",
    SPENT: "No: count its hexes again.",
    UNSUPPLIED: "No: supply is not what holds it back.",
    GOES_ON: "No: try one hex more in your mind. A rule is against it.",
}
NOT_THERE = {
    "7.2": "No: the way is not too long.",
    "7.2.2": "No: it is not about entering or leaving a contested hex.",
    "7.2.2/leave-one": "No: nobody has to be left behind here.",
    "7.2.3": "No: the ground is not what stops it.",
    "6.7.5/movement": "No: supply is not what holds it back.",
}
BECAUSE = {
    NEWLY: "An enemy stands there and no friend did, so the hex becomes contested and the move ends (7.2.2).",
    CROSSING: "Both hexes are contested, and such a step is the last one of a move (7.2.2).",
    FOREST: "The enemy controls this forest, and the block came from open ground (7.2.3).",
    SPENT: "Infantry goes two hexes, cavalry three (7.2).",
    UNSUPPLIED: "Without supply a block moves one hex, toward a Supply Source (6.7.5/movement).",
    GOES_ON: "No enemy, no enemy forest, and it has hexes left (7.2).",
}


def _named(block: Block) -> str:
    return f"{block.kind} {block.sp}" + (", Out of Supply," if block.oos else "")


def _picked(rng: Luck) -> tuple[Session, list[Block]] | None:
    """A game in Block Movement, with the blocks that can be told from others by hex and kind."""
    session = moment(rng, "move")
    if session is None or session.decision is None or PickBlock not in session.decision.kinds:
        return None
    side = session.state.active
    found = [
        b
        for b in movement.movable(session.table, side)
        if b.hex != ENGLAND and block_in(session, b.hex, b.kind).id == b.id and _unlike_its_neighbours(session, b)
    ]
    return (session, found) if found else None


def _unlike_its_neighbours(session: Session, block: Block) -> bool:
    """No other block in the hex would go by the same words and yet move in another way."""
    return not any(
        other.oos != block.oos or other.moved != block.moved
        for other in terms.stacks(session.table)[block.hex]
        if (other.nation, other.kind, other.sp) == (block.nation, block.kind, block.sp)
    )


@TOPIC.kind("reach", "Where it may go")
def reachable(rng: Luck, difficulty: int) -> Draft | None:
    """Every hex a block may end its move in."""
    found = _picked(rng)
    if found is None:
        return None
    session, blocks = found
    block = rng.choice(blocks)
    goals = sorted(reach(session, block.hex, block.kind))
    if not 2 <= len(goals) <= 4 + 3 * difficulty:
        return None
    g, side = session.table, session.state.active
    why = [f"It may go {movement.allowance(g, block)} hexes ({movement.reach_section(g, block)})."]
    if movement.moves_as_oos(g, block):
        why.append("It is Out of Supply, so it moves one hex toward a Supply Source (6.7.5/movement).")
    if terms.contested(g, block.hex):
        why.append(f"{block.hex} is contested, so the first hex must be friendly if there is one (7.2.2).")
    stops = [h for h in goals if movement.hostile(g, h, side)]
    if stops:
        why.append(f"It stops where the enemy stands: {listed(stops)} (7.2.2).")
    return Draft(
        session,
        f"Block Movement. The {NAMES[side]} are Active. Look at the {_named(block)} in {name_of(session, block.hex)}.",
        Point(
            ask="Mark every hex in which it may end its move.",
            explain=" ".join(why),
            answer=Ask("reach", {"hex": block.hex, "branch": block.kind}),
        ),
        ("7.2", "7.2.2", "7.2.3"),
        (
            f"{block.kind.capitalize()} moves up to {GAME.charts()['block-types'].cell(block.kind, 'move')} hexes in supply, and one without.",
            "Ask of each hex on the way: is an enemy in it? Is it a forest that the enemy controls? Then the way ends there.",
        ),
        viewer=side,
        look=(block.hex,),
    )


def _moves(session: Session, block: Block) -> list[Move]:
    fork = session.fork()
    fork.submit(PickBlock(block.id))
    return [action for action in fork.legal() if isinstance(action, Move)]


def _tries(rng: Luck, session: Session, block: Block) -> list[Move]:
    """Moves that somebody might try and that the rules refuse, each hex beside the last."""
    board = session.board
    legal = {move.path for move in _moves(session, block)}
    tries: list[Move] = []
    for path in [(), *sorted(legal)]:
        here = path[-1] if path else block.hex
        for end in board.neighbours[here]:
            longer = (*path, end)
            if end != block.hex and end not in path and end != ENGLAND and longer not in legal and len(longer) <= 4:
                tries.append(Move(block.id, longer))
    rng.shuffle(tries)
    return tries


@TOPIC.kind("refused", "Which move is refused")
def refused(rng: Luck, difficulty: int) -> Draft | None:
    """Some moves are legal and some are not."""
    found = _picked(rng)
    if found is None:
        return None
    session, blocks = found
    wrong: list[Move] = []
    right: list[Move] = []
    number = rng.randint(1, min(2, difficulty + 1))
    # Blocks near each other, so that the map can be looked at closely.
    first = rng.choice(blocks)
    away = session.board.distances(first.hex)
    near = [block for block in blocks if away.get(block.hex, 99) <= 4]
    for block in rng.sample(near, min(8, len(near))):
        if len(wrong) < number and (tried := _tries(rng, session, block)):
            # Too long a move is plain to see: among the harder ones a better reason goes first.
            tried.sort(key=lambda move: len(move.path) > movement.allowance(session.table, block) and difficulty > 1)
            wrong.append(tried[0])
        elif len(right) < 4 - number and (legal := _moves(session, block)):
            right.append(max(rng.sample(legal, min(3, len(legal))), key=lambda move: len(move.path)))
    if len(wrong) < number or len(right) < 4 - number:
        return None
    moves = rng.sample(wrong + right, 4)
    reasons = [str(session.why_not(move)[0]) for move in moves if session.why_not(move)]
    side = session.state.active
    return Draft(
        session,
        f"Block Movement. The {NAMES[side]} are Active.",
        Judge(
            ask="Which of these moves do the rules refuse?",
            explain=" ".join(reasons),
            actions=tuple(msgspec.to_builtins(move) for move in moves),
        ),
        ("7.2", "7.2.2", "7.2.3"),
        (
            "Count the hexes first: two for infantry, three for cavalry, one without supply.",
            "Then go hex by hex: leaving a contested hex, entering an enemy, entering enemy forest.",
        ),
        viewer=side,
        look=tuple(sorted({session.state.blocks[move.block].hex for move in moves})),
    )


@query("practice-refusing-section")
def refusing_section(s: Session, action: dict[str, Any]) -> str:
    """Under which section a move is refused, with the title of the section."""
    return _titled(s.why_not(action)[0].section)


def _titled(section: str) -> str:
    titles = {card.section: card.title for card in rule_cards(GAME)}
    return f"{section} {titles[section]}"


@TOPIC.kind("section", "Under which section")
def section(rng: Luck, difficulty: int) -> Draft | None:
    """A move is refused: which section says so?"""
    found = _picked(rng)
    if found is None:
        return None
    session, blocks = found
    wanted = rng.choice(SECTIONS)  # so that rare reasons come up as often as common ones
    for block in rng.sample(blocks, min(10, len(blocks))):
        for move in _tries(rng, session, block):
            rulings = session.why_not(move)
            if len(rulings) == 1 and rulings[0].section == wanted:
                return _section_of(session, block, move, difficulty)
    return None


def _section_of(session: Session, block: Block, move: Move, difficulty: int) -> Draft:
    ruling = session.why_not(move)[0]
    action = msgspec.to_builtins(move)
    ask = "Under which section do the rules refuse this move?"
    explain = f"{ruling.section}: {ruling.reason} {ruling.remedy}".strip()
    task: Section | Choice
    if difficulty == 3:
        task = Section(ask=ask, explain=explain, action=action)
    else:
        task = Choice(
            ask=ask,
            explain=explain,
            options=tuple(map(_titled, SECTIONS)),
            answer=Ask("practice-refusing-section", {"action": action}),
            because={_titled(section): words for section, words in NOT_THERE.items()},
        )
    side = session.state.active
    way = " → ".join([block.hex, *move.path])
    return Draft(
        session,
        f"Block Movement. The {ADJECTIVES[side]} {_named(block)} tries to move {way}.",
        task,
        ("7.2", "7.2.2", "7.2.3", "6.7.5/movement"),
        (
            "Go along the path hex by hex and say what is there.",
            "Is it the length of the way, the enemy in a hex, the ground, the supply, or that nobody would be left behind?",
        ),
        viewer=side,
        look=(block.hex, *move.path),
    )


@query("practice-why-it-stops")
def why_it_stops(s: Session, action: dict[str, Any]) -> str:
    """Why a block that has come this far may go no further: what the rules say to every hex more."""
    path, block = tuple(action["path"]), s.state.blocks[action["block"]]
    reasons = set()
    for end in s.board.neighbours[path[-1]]:
        if end in path or end in (block.hex, ENGLAND):
            continue
        rulings = s.why_not(Move(block.id, (*path, end)))
        if not rulings:
            return GOES_ON
        reasons.add(_reason(rulings[0].section, rulings[0].reason))
    return reasons.pop() if len(reasons) == 1 else "several reasons"


def _reason(section: str, words: str) -> str:
    if section == "7.2.3":
        return FOREST
    if section == "7.2.2":
        return NEWLY if "newly contested" in words else CROSSING if "one contested hex to another" in words else words
    return {"7.2": SPENT, "6.7.5/movement": UNSUPPLIED}.get(section, words)


@TOPIC.kind("stop", "Why it must stop")
def stop(rng: Luck, difficulty: int) -> Draft | None:
    """A block has moved so far: why may it go no further?"""
    found = _picked(rng)
    if found is None:
        return None
    session, blocks = found
    wanted = rng.choice((NEWLY, NEWLY, CROSSING, FOREST, FOREST, SPENT, UNSUPPLIED, GOES_ON))
    g, side = session.table, session.state.active
    for block in rng.sample(blocks, min(12, len(blocks))):
        legal = _moves(session, block)
        for move in rng.sample(legal, min(6, len(legal))):
            action = msgspec.to_builtins(move)
            start = move.path[-2] if len(move.path) > 1 else block.hex
            leg = movement.Leg(block, side, start, move.path[-1], len(move.path) == 1)
            reasons = [
                r
                for r in (movement.newly_contested, movement.contested_to_contested, movement.forest_stops)
                if r(g, leg)
            ]
            spent = len(move.path) == movement.allowance(g, block)
            if len(reasons) + spent > 1 or why_it_stops(session, action) != wanted:
                continue  # two reasons at once would be a riddle
            return _stopped(session, block, move, action)
    return None


def _stopped(session: Session, block: Block, move: Move, action: dict[str, Any]) -> Draft:
    right, side = why_it_stops(session, action), session.state.active
    way = " → ".join([block.hex, *move.path])
    return Draft(
        session,
        f"Block Movement. The {ADJECTIVES[side]} {_named(block)} moves {way}.",
        Choice(
            ask=f"Must it stop in {name_of(session, move.path[-1])}, and why?",
            explain=BECAUSE[right],
            options=(NEWLY, CROSSING, FOREST, SPENT, UNSUPPLIED, GOES_ON),
            answer=Ask("practice-why-it-stops", {"action": action}),
            because=NOT_SO,
        ),
        ("7.2", "7.2.2", "7.2.3"),
        (
            "Has it hexes left? Infantry goes two, cavalry three, a block Out of Supply one.",
            "Look at the last hex: who stands there, who controls it, and what is the ground?",
        ),
        viewer=side,
        look=(block.hex, *move.path),
    )
