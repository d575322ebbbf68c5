"""Practice in the sequence of play: what comes next, who decides, which section, what has its place where."""

from __future__ import annotations

from functools import cache

import msgspec

from ...engine.decisions import Action
from ...engine.phases import Phase, Step
from ...engine.registry import rule_cards
from ...engine.session import Session
from ...games.fields_of_despair.game import GAME
from ...games.fields_of_despair.state import State
from ..practice import Draft, Luck, Topic
from ..tasks import Ask, Choice, Judge
from .practice_positions import NAMES, after_step, listed, moment
from .queries import query

TOPIC = Topic("fields-of-despair", "sequence", "Sequence of play", "What comes next, and who decides.")
OPTIONAL = ("13", "16", "1.1")  # chapters of optional rules and scenarios: not every game has their steps
UNNAMED = ("player-actions", "begin-actions", "begin-movement", "begin-combat", "end-actions", "rail-gun")
BOTH = "Both, each in secret"
DEPTH = {
    1: ("turn", "production"),
    2: ("production", "player-actions", "naval", "manpower"),
    3: ("combat", "air-hex", "infantry-combat", "artillery-fire", "eastern-front"),
}
WORDS = {
    "deploy": "Deploy new SPs",
    "declare-naval": "Declare Prize Regulations or USW",
    "buy": "Buy something with an EP",
    "air-mix": "Choose the Air counters to hold ready",
    "mark-out": "Mark a hex Out of Supply",
    "place-air": "Place an Air counter",
    "pick-block": "Pick a block to move",
    "place-artillery": "Place an Artillery counter",
    "continue": "Go on to Infantry Combat in a hex",
    "retreat-to": "Retreat before combat",
    "pick-up": "Take SPs from a block to reorganize them",
    "lose": "Take losses from a block",
    "reveal": "Reveal an enemy block from the air",
}


@cache
def pairs(parent: str) -> list[tuple[str, str]]:
    """Neighbours in one phase of the tree, by id, both of them in every game."""
    phase = next(node for _, node in GAME.sequence.walk() if isinstance(node, Phase) and node.id == parent)

    def plain(node: Phase | Step) -> bool:
        return not node.section.startswith(OPTIONAL) and node.id not in UNNAMED

    return [(a.id, b.id) for a, b in zip(phase.parts, phase.parts[1:], strict=False) if plain(a) and plain(b)]


@cache
def nodes() -> dict[str, Phase | Step]:
    return {node.id: node for _, node in GAME.sequence.walk()}


def _titles(parent: str) -> list[str]:
    phase = nodes()[parent]
    assert isinstance(phase, Phase)
    return [p.title for p in phase.parts if not p.section.startswith(OPTIONAL) and p.id not in UNNAMED]


@TOPIC.kind("next", "What comes next")
def following(rng: Luck, difficulty: int) -> Draft | None:
    """Two neighbours in the sequence of play."""
    parent = rng.choice(DEPTH[difficulty])
    before, after = rng.choice(pairs(parent))
    session = moment(rng, parent)
    if session is None:
        return None
    here, there = nodes()[before], nodes()[after]
    others = [title for title in dict.fromkeys(_titles(parent)) if title not in (here.title, there.title)]
    others += [t for t in dict.fromkeys(_titles("turn")) if t not in (here.title, there.title, *others)]
    options = sorted([there.title, *rng.sample(others[:8], 3)])
    inside = {"turn": "a turn", "player-actions": "a player's actions"}.get(parent, f"“{nodes()[parent].title}”")
    return Draft(
        session,
        f"In {inside}, one part is called **{here.title}**. Suppose that nothing is skipped.",
        Choice(
            ask=f"What comes right after {here.title}?",
            explain=f"After {here.title} ({here.section}) comes {there.title} ({there.section}). {there.summary}",
            options=tuple(options),
            answer=Ask("next-part", {"after": before}),
            because={title: f"No: {title} has another place in the sequence." for title in options},
        ),
        (here.section, there.section),
        (f"{here.title} does this: {here.summary}", f"What comes next does this: {there.summary}"),
    )


@query("practice-who-chooses")
def who_chooses(s: Session) -> str:
    """The player who decides now; both, where the answers are secret until both are in."""
    if s.decision is None:
        return "nobody"
    return BOTH if s.decision.secret else NAMES[s.decision.who]


@TOPIC.kind("who", "Whose decision")
def who(rng: Luck, difficulty: int) -> Draft | None:
    """Who decides in this step?"""
    wanted = {
        1: ("active", "both"),
        2: ("passive", "cp", "allies", "both"),
        3: ("active", "passive", "cp", "allies", "both"),
    }
    role = rng.choice(wanted[difficulty])
    steps = [
        n.id for n in nodes().values() if isinstance(n, Step) and n.who == role and not n.section.startswith(OPTIONAL)
    ]
    # In Strategic Reorganization the holder of the Initiative has a last word of his own: no plain answer there.
    session = moment(rng, rng.choice([step for step in steps if step != "reorganize"]))
    if session is None or session.decision is None or (role == "both") != session.decision.secret:
        return None
    state: State = session.state
    step = session.where[-1]
    acting = [p.id for p in session.where if p.id == "player-actions"]
    if acting and difficulty < 3:
        told = f"The {NAMES[state.active]} are Active."
    elif acting:
        half = "first" if state.active == state.initiative else "second"
        told = f"The {NAMES[state.initiative]} have the Initiative, and the {half} player of this Action Phase takes his steps."
    else:
        told = f"The {NAMES[state.initiative]} have the Initiative."
    path = " › ".join(p.title for p in session.where[2:] if p.id != "player-actions")
    because = {
        "active": "It is for the Active player (1.5/active-player).",
        "passive": "It is for the Passive player (1.5/passive-player).",
        "both": "Both choose at the same time, and neither sees what the other chooses.",
    }.get(role, f"It is always for the {NAMES.get(role, 'same side')}.")
    if acting and role in ("active", "passive"):
        because += f" The {NAMES[state.active]} are Active here."
    return Draft(
        session,
        f"Turn {state.turn}. {told} The game is at: **{path}** ({step.section}). {nodes()[step.id].summary}",
        Choice(
            ask="Who decides now?",
            explain=f"{because} See {step.section}.",
            options=(NAMES["allies"], NAMES["cp"], BOTH),
            answer=Ask("practice-who-chooses", {}),
            because={
                NAMES["allies"]: "No: it is not for the Allies alone.",
                NAMES["cp"]: "No: it is not for the CP alone.",
                BOTH: "No: here one side chooses, and the other sees it.",
            },
        ),
        (step.section,),
        (
            "In an Action Phase one player is Active. The other only reacts.",
            {
                "active": "This is the Active player's step.",
                "passive": "Here the other one reacts.",
                "both": "Is there anything to hide?",
            }.get(role, "Whose ships, men or money is it about?"),
        ),
        viewer=state.active if acting else "",
    )


@TOPIC.kind("section", "Where it is written")
def where(rng: Luck, difficulty: int) -> Draft | None:
    """The section of a part of the sequence."""
    depth = {1: 2, 2: 3, 3: 9}[difficulty]
    fitting = [
        node
        for at, node in GAME.sequence.walk()
        if 1 < at <= depth
        and not node.section.startswith(OPTIONAL)
        and node.id not in UNNAMED
        and "breakout-" not in node.id
    ]
    # The same words for two places would be a riddle.
    twice = [(node.title, node.summary) for node in fitting]
    part = rng.choice([node for node in fitting if twice.count((node.title, node.summary)) == 1])
    session = moment(rng, part.id, "move")
    if session is None:
        return None
    own = part.section
    sections = sorted(
        {s for node in fitting if not (s := node.section).startswith(own) and not own.startswith(s.removesuffix(".0"))}
    )
    near = [s for s in sections if s.split(".")[0] == part.section.split(".")[0]] or sections
    others = rng.sample(near, min(2, len(near)))
    others += rng.sample([s for s in sections if s not in others], 3 - len(others))
    options = sorted([own, *others])
    titles = {card.section: card.title for card in rule_cards(GAME)}
    return Draft(
        session,
        f"You want to look up **{part.title}**: {part.summary}",
        Choice(
            ask="In which section of the rulebook do you look?",
            explain=f"{part.title} is section {part.section}.",
            options=tuple(options),
            answer=Ask("section-of", {"part": part.id}),
            because={section: f"No: {section} is “{titles[section]}”." for section in others},
        ),
        (part.section,),
        (
            "Chapter 5 is the Eastern Front, 6 Production, 7 the Action Phase, 8 Reorganization, 9 Scoring, 10 Logistic Points.",
            f"It is in chapter {part.section.split('.')[0]}.",
        ),
    )


@TOPIC.kind("place", "What has no place here")
def place(rng: Luck, difficulty: int) -> Draft | None:
    """Actions of this step, and actions of other steps."""
    session = moment(rng, "production", "action-phase", "reorganization")
    if session is None or session.decision is None or session.decision.who == "":
        return None
    here: dict[str, Action] = {}
    legal = session.legal()
    for action in legal:
        here.setdefault(action.kind(), action)
    kinds = {k.kind() for k in session.decision.kinds}
    right = [(WORDS[kind], action) for kind, action in sorted(here.items()) if kind in WORDS]
    if not right:
        return None
    wrong: list[tuple[str, Action]] = []
    for _ in range(12):
        other = moment(
            rng, *(("action-phase",) if difficulty == 3 else ("production", "action-phase", "reorganization"))
        )
        for action in other.legal() if other is not None else ():
            words = WORDS.get(action.kind())
            if words and action.kind() not in kinds and words not in [w for w, _ in wrong]:
                wrong.append((words, action))
                break
    number = rng.randint(2, 3)
    if len(wrong) < number:
        return None
    chosen = [rng.choice(right), *rng.sample(wrong, number)]
    rng.shuffle(chosen)
    who, step = session.decision.who, session.where[-1]
    fits = [words for words, action in chosen if not session.why_not(action)]
    return Draft(
        session,
        f"Turn {session.turn}. The game is at: **{' › '.join(p.title for p in session.where[2:] if p.id != 'player-actions')}** ({step.section}).",
        Judge(
            ask=f"Which of these can the {NAMES[who]} not do in this step?",
            explain=f"In {step.title} ({step.section}) they can {listed(words[0].lower() + words[1:] for words in fits)}. The others have their own steps.",
            actions=tuple(msgspec.to_builtins(action) for _, action in chosen),
            labels=tuple(words for words, _ in chosen),
        ),
        (step.section,),
        (f"{step.title}: {nodes()[step.id].summary}", "Ask of each: which step of the sequence is it part of?"),
        viewer=who,
    )


@query("practice-initiative-after")
def initiative_after(s: Session, allies: int, cp: int, holder: str) -> str:
    """Who has the Initiative once these bids are revealed."""

    def bid(state: State) -> None:
        state.boards["allies"].bid, state.boards["cp"].bid, state.initiative = allies, cp, holder

    return NAMES[after_step(s, ("turn", "production", "initiative"), bid).initiative]


@TOPIC.kind("initiative", "Who acts first")
def initiative(rng: Luck, difficulty: int) -> Draft | None:
    """Bids are revealed."""
    session = moment(rng, "spend", "counters", "move")
    if session is None:
        return None
    holder = rng.choice(("allies", "cp"))
    allies = rng.randint(0, 3)
    cp = allies if rng.random() < 0.15 * difficulty else rng.randint(0, 3)
    words = {"allies": allies, "cp": cp, "holder": holder}
    right = initiative_after(session, **words)  # type: ignore[arg-type]
    why = "The bids are equal, so nothing changes" if allies == cp else "The higher bid takes the Initiative"
    return Draft(
        session,
        f"The {NAMES[holder]} have the Initiative. The bids are revealed: the Allies bid {allies} EP, the CP {cp}.",
        Choice(
            ask="Who acts first in Action Phase 1?",
            explain=f"{why} (6.6). The {right} act first in both Action Phases (7.0). All bids are spent.",
            options=("Allies", "CP", "A die decides"),
            answer=Ask("practice-initiative-after", words),
            because={"A die decides": "No die is rolled for the Initiative (6.6)."}
            | {name: "No: compare the bids, and see who had the Initiative before (6.6)." for name in NAMES.values()},
        ),
        ("6.6", "7.0", "1.5/initiative"),
        ("Compare the bids.", "What happens when they are equal?"),
    )
