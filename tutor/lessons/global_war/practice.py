"""What can be practised in Global War 1936-1945: numbers to roll, who is whose friend, where units go, money, order."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...engine.errors import StaffRideError
from ...engine.play import random_policy
from ...engine.session import Session
from ...games import open_scenario
from ...games.global_war import GAME as GLOBAL_WAR
from ...games.global_war import nations, terms
from ...games.global_war.actions.basic import Done
from ...games.global_war.actions.movement import Move, Pick
from ...games.global_war.units import type_of, units_in
from ...games.global_war.zones import is_land, land_neighbours, name_of_zone, terrain
from ..practice import Draft, Luck, Topic
from ..tasks import Ask, Choice, Number, Point
from .queries.battles import value
from .queries.forces import reach
from .queries.register import NEITHER
from .queries.score import next_slot
from .queries.world import income, relation

GAME = "global-war"
PLACES = 6  # positions of random play that exercises are drawn from
COMBAT = Topic(GAME, "combat", "Combat", "What a die must show, with terrain, guns and walls.")
RELATIONS = Topic(GAME, "relations", "Relations", "Enemies, Aligned nations, and all the others.")
MOVEMENT = Topic(GAME, "movement", "Movement", "Where units can go.")
MONEY = Topic(GAME, "money", "Money", "What nations collect and can build.")
SEQUENCE = Topic(GAME, "sequence", "Sequence of play", "Who comes next, and what.")
TOPICS = (COMBAT, RELATIONS, MOVEMENT, MONEY, SEQUENCE)
TERRAIN = {"mountains": True, "deserts": True, "jungles": True, "marshes": True, "rivers": True, "tundra": True}
PAIRED = {"True": " that Artillery is paired with", "False": " without Artillery beside it"}
PHASES = ("production", "combat-movement", "combat", "non-combat", "placement")


@lru_cache(maxsize=PLACES)
def _played(place: int) -> Session:
    """A world after some random play: wars begun, zones lost."""
    session = open_scenario(f"{GAME}/{'1939' if place % 2 else '1936'}", seed=place)
    choose = random_policy(place)
    while not session.over and session.decisions_made < 150 + 120 * place:
        session.submit(choose(session))
    return session


def opened(fields: dict[str, Any]) -> Session:
    """The board that these fields set up."""
    chosen = GLOBAL_WAR.scenario_from({"title": "Practice", **fields}, "practice")
    return Session(GLOBAL_WAR.table(chosen), chosen)


def world(rng: Luck) -> Session:
    return _played(rng.place % PLACES).fork()


# Combat


@COMBAT.kind("value", "What must the die show?")
def what_the_die_must_show(rng: Luck, difficulty: int) -> Draft | None:
    """The number that one type hits on, in one round of a battle on real ground."""
    battle = _battle(rng, difficulty)
    if battle is None:
        return None
    session, zone, start = battle
    side = rng.choice(["attacker", "defender"])
    numbers = session.state.battle.attackers if side == "attacker" else session.state.battle.defenders
    types = sorted(
        {session.state.units[n].type for n in numbers if session.state.units[n].type not in ("aa-artillery",)}
    )
    if not types:
        return None
    type, round = rng.choice(types), rng.choice([1, 1, 2])
    g = session.table
    words: dict[str, Any] = {"type": type, "side": side, "round": round}
    if side == "attacker" and type_of(g, type).cls == "infantry":
        words["supported"] = rng.choice([True, False])
    try:
        answer = value(session, **words)
    except StaffRideError:
        return None
    pair = PAIRED.get(str(words.get("supported")), "")
    ground = " and ".join(sorted(terrain(g, zone) - {"clear"})) or "open ground"
    name = type_of(g, type).name
    return Draft(
        session,
        f"Germany attacks {name_of_zone(g, zone)} ({ground}) from {name_of_zone(g, start)}. All terrain rules are in play.",
        Number(
            ask=f"On which number or less does {name} of the {side}{pair} hit in round {round}?",
            explain=f"It hits on {answer}. Of all bonuses only the best counts, and of all penalties the worst (0.3).",
            query=Ask("value", words),
        ),
        ("0.3", "1.7", "12.2"),
        (
            f"Begin with the number of {name} in {'attack' if side == 'attacker' else 'defense'}.",
            "Then look for the best bonus and the worst penalty of this round. Border terrain lasts one round.",
        ),
        look=(zone,),
        charts=("units",),
    )


def _battle(rng: Luck, difficulty: int) -> tuple[Session, str, str] | None:
    """A German attack on a Soviet zone somewhere on the map, about to be fought."""
    board = _played(0).board
    land = [z for z in board if board.facts[z]["kind"] == "zone"]
    zone = rng.choice(land)
    g = _played(0).table
    starts = [z for z in land_neighbours(g, zone) if not {"impassable", "tundra"} & terrain(g, z)]
    if not starts or {"impassable", "tundra"} & terrain(g, zone):
        return None
    start = rng.choice(starts)
    army = {"infantry": rng.randint(2, 4), "artillery": rng.randint(1, 2)}
    if difficulty > 1:
        army |= {"medium-armor": rng.randint(1, 2), "cavalry": 1}
    guard = {"infantry": rng.randint(1, 3), "medium-armor": rng.randint(0, difficulty - 1)}
    if difficulty > 2:
        guard["mountain-infantry"] = 1
    fields = {
        "start": ["calendar-turn", "national-turn", "combat-movement"],
        "turn": "July 1941",
        "slot": "germany",
        "stop_after": "turn",
        "neutral_forces": False,
        "options": TERRAIN,
        "wars": [["germany", "ussr"]],
        "owners": {start: "germany", zone: "ussr"},
        "focus": [zone, start],
        "units": {"germany": {start: army}, "ussr": {zone: {k: n for k, n in guard.items() if n}}},
    }
    session = opened(fields)
    session.pause_at_dice()
    for type, count in army.items():
        session.submit(Pick(start, type, count))
    if session.why_not(Move((zone,))):
        return None
    session.submit(Move((zone,)))
    for _ in range(20):
        if session.over or session.state.battle is not None:
            break
        session.submit(next((a for a in session.legal() if isinstance(a, Done)), session.legal()[0]))
    return (session, zone, start) if not session.over and session.state.battle is not None else None


# Relations


@RELATIONS.kind("two-nations", "What are they to each other?")
def two_nations(rng: Luck, difficulty: int) -> Draft | None:
    session = world(rng)
    playing = [n for n in nations.PLAYERS if terms.in_play(session.table, n)]
    one, other = rng.sample(playing, 2)
    answer = relation(session, one, other)
    if answer == NEITHER and rng.random() < 0.6:
        return None
    names = nations.name_of(one), nations.name_of(other)
    wars = {n: [nations.name_of(x) for x in terms.enemies(session.table, n)] for n in (one, other)}
    told = "; ".join(f"{nations.name_of(n)} is at war with {', '.join(foes) or 'nobody'}" for n, foes in wars.items())
    return Draft(
        session,
        f"{told}. Members of one Alliance are Aligned while they are at war with the same Major Power.",
        Choice(
            ask=f"What are {names[0]} and {names[1]} to each other now?",
            options=("Enemies", "Aligned", NEITHER),
            explain=f"{answer}. Mere membership in one Alliance is not enough (4.4), and only war makes enemies (0.9).",
            answer=Ask("relation", {"one": one, "other": other}),
        ),
        ("4.4", "0.9/aligned", "0.9/enemy"),
        ("Are they at war with each other?", "If not: one Alliance, and a Major Power that both fight?"),
    )


# Movement


@MOVEMENT.kind("reach", "How far?")
def how_far(rng: Luck, difficulty: int) -> Draft | None:
    """Every zone that one land unit can go to, in Non-Combat Movement."""
    slot = rng.choice(["germany", "ussr", "france", "italy"])
    fields = _at_rest(slot)
    if fields is None:
        return None
    session = opened(fields)
    g = session.table
    stacks = sorted(
        {
            (u.zone, u.type)
            for z in session.board
            if is_land(g, z)
            for u in units_in(g, z)
            if u.owner == slot and type_of(g, u).land
        }
    )
    if not stacks:
        return None
    zone, type = rng.choice(stacks)
    try:
        answer = reach(session, zone, type)
    except StaffRideError:
        return None
    if not 1 <= len(answer) <= 3 + 3 * difficulty or any(not is_land(g, z) for z in answer):
        return None
    name, place = type_of(g, type).name, name_of_zone(g, zone)
    listed = ", ".join(sorted(name_of_zone(g, z) for z in answer))
    return Draft(
        session,
        f"It is the Non-Combat Movement of {nations.name_of(slot)}. Nobody has moved yet, and no train is used.",
        Point(
            ask=f"Mark every zone that {name} in {place} can move to.",
            explain=f"It can go to {listed} (10.1). Rough ground and foreign zones stop it.",
            answer=Ask("reach", {"zone": zone, "type": type}),
        ),
        ("10.1", "0.8", "1.8"),
        ("How many borders may it cross?", "Only Friendly zones, and rough terrain allows a single border."),
        viewer=slot,
        look=(zone,),
    )


@lru_cache(maxsize=8)
def _at_rest(slot: str) -> dict[str, Any] | None:
    """The 1939 campaign at a nation's Non-Combat Movement, as fields."""
    session = open_scenario(f"{GAME}/1939")
    fields = session.game.fields(session)
    return {**fields, "start": ["calendar-turn", "national-turn", "non-combat"], "slot": slot}


# Money


@MONEY.kind("income", "What does it collect?")
def what_it_collects(rng: Luck, difficulty: int) -> Draft | None:
    session = world(rng)
    nation = rng.choice([n for n in nations.PLAYERS if terms.in_play(session.table, n)])
    record, answer = session.state.nations[nation], income(session, nation)
    if record.peacetime >= 0 and difficulty > 1:
        return None
    name = nations.name_of(nation)
    words = (
        f"{name} is at peace with every Major Power. Its peacetime income stands at {record.peacetime} IPP."
        if record.peacetime >= 0
        else f"{name} has the full income of its zones. The red numbers on the map tell what each is worth."
    )
    return Draft(
        session,
        words,
        Number(
            ask=f"How many IPP does {name} collect, without any bonus?",
            explain=f"{answer} IPP: in peace the tracker, afterwards the value of all zones in possession (5.1, 11.6).",
            query=Ask("income", {"nation": nation}),
        ),
        ("5.1", "11.6", "9.19"),
        ("Is there a peacetime income, or do the zones count?", f"Look at the board of {name}, or add up its zones."),
        viewer=nation,
    )


# Sequence


@SEQUENCE.kind("next-nation", "Who comes next?")
def who_comes_next(rng: Luck, difficulty: int) -> Draft | None:
    session = _played(1).fork()
    slots = [slot[0] for slot in nations.SLOTS]
    now = rng.choice(slots)
    answer = next_slot(session, now)
    others = [next_slot(session, slot) for slot in rng.sample([s for s in slots if s != now], 3)]
    options = [answer, *others]
    rng.shuffle(options)
    return Draft(
        session,
        "Seven national turns make a calendar turn. Some nations act together.",
        Choice(
            ask=f"{nations.name_of(now)} has ended its national turn. Who acts next?",
            options=tuple(options),
            explain=f"After {nations.name_of(now)} comes {answer} (6.1).",
            answer=Ask("next-slot", {"after": now}),
        ),
        ("6.1",),
        ("Germany begins, the USA and Nationalist China end.", "The order never changes."),
    )


@SEQUENCE.kind("next-phase", "What comes next?")
def what_comes_next(rng: Luck, difficulty: int) -> Draft | None:
    session = _played(1).fork()
    at = rng.randrange(len(PHASES) - 1)
    titles = {node.id: node.title.removesuffix(" of") for _, node in session.game.sequence.walk() if node.id in PHASES}
    options = [titles[id] for id in PHASES if id != PHASES[at]]
    return Draft(
        session,
        "Every national turn runs through the same five phases.",
        Choice(
            ask=f"{titles[PHASES[at]]} is over. Which phase follows?",
            options=tuple(options),
            explain=f"{titles[PHASES[at + 1]]} follows (6.2).",
            answer=Ask("next-phase", {"after": PHASES[at]}),
        ),
        ("6.2",),
        ("Money is spent first and collected last.", "Units fight before the others move."),
    )
