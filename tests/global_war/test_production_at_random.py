"""Production and Placement under random play: what is offered is legal, nonsense is refused in words, money stays."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec
import pytest

from tutor.engine.chance import Seeded
from tutor.engine.session import Session
from tutor.games.global_war import GAME
from tutor.games.global_war.actions import ACTIONS, placement, production
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.nations import PLAYERS, SLOTS
from tutor.games.global_war.options import OPTIONS
from tutor.games.global_war.rulebook import RULES

from . import build

OURS = tuple(kind for kind in ACTIONS if kind.__module__ in (production.__name__, placement.__name__))
WORDS = (
    "", "berlin", "london", "north-sea", "moscow", "germany", "usa", "spain-nationalist", "infantry", "battleship",
    "jet-fighter", "fleet-carrier", "air-base", "railroad", "radar", "militia-upgrade", "panama-canal", "xyzzy", "none",
)  # fmt: skip


def nonsense(rng: random.Random, kind: type) -> Any:
    """An action of this kind with any words and numbers in it."""
    fields = {}
    for field in msgspec.structs.fields(kind):
        if field.type is int:
            fields[field.name] = rng.choice((-3, 0, 1, 2, 40, 7000))
        elif field.type is bool:
            fields[field.name] = rng.random() < 0.5
        elif field.type is str:
            fields[field.name] = rng.choice(WORDS)
        else:
            fields[field.name] = tuple(rng.choice(WORDS) for _ in range(rng.randrange(3)))
    return kind(**fields)


def check_decision(session: Any, rng: random.Random) -> None:
    """What is offered is legal; nonsense is refused in words, or is not nonsense; asking changes nothing."""
    offered = [a for a in session.legal() if isinstance(a, OURS)]
    assert not [a for a in offered if list(RULES.rulings(session.table, a))]
    before = msgspec.msgpack.encode(session.state)
    for kind in OURS:
        for ruling in session.why_not(nonsense(rng, kind)):
            assert ruling.section and ruling.reason
    assert msgspec.msgpack.encode(session.state) == before


def play_at_random(session: Any, rng: random.Random) -> int:
    """Play to the end, passing seldom; how many decisions there were."""
    decisions = 0
    while session.decision is not None:
        decisions += 1
        assert decisions < 400
        check_decision(session, rng)
        legal = [a for a in session.legal() if not hasattr(a, "nation")]
        busy = [a for a in legal if not isinstance(a, (Done, Pass))]
        session.submit(rng.choice(busy if busy and rng.random() < 0.93 else legal))
        assert all(nation.cash >= 0 for nation in session.state.nations.values())
    assert session.result is not None
    return decisions


def placing(session: Any, options: list[str]) -> Session:
    """The same nations go on with their Place Units Phase."""
    state = session.state
    state.ended, state.victory, state.victory_text, state.victory_section, state.stop_after = False, "", "", "", "turn"
    table = GAME.table(session.scenario, options=options, state=state, chance=Seeded(3))
    return Session(table, session.scenario, start=("calendar-turn", "national-turn", "placement"))


@pytest.mark.parametrize("slot", [group[0] for group in SLOTS])
def test_random_turns_keep_the_rules(slot: str) -> None:
    rng = random.Random(slot)
    options = [name for name in OPTIONS if not name.startswith("reading")]
    session = build.session(
        ("calendar-turn", "national-turn", "production"),
        options=options,
        slot=slot,
        turn="July 1940",
        wars=[("germany", "great-britain"), ("germany", "france"), ("japan", "kmt"), ("italy", "great-britain")],
        nations={n: {"cash": 40, "technology": {"improved-construction": 9}} for n in PLAYERS if n != "free-france"},
        minors={"hungary": {"controller": "germany"}, "netherlands": {"controller": "great-britain"}},
        damage={"berlin": {"major-factory": 4}, "london": {"major-factory": 1}},
        units={"germany": {"berlin": {"militia": 2, "infantry": 2}}, "usa": {"chicago": {"infantry": 3}}},
        stop_after="production",
    )
    assert play_at_random(session, rng) > 5
    assert play_at_random(placing(session, options), rng) > 1


def test_a_turn_of_production_is_quick() -> None:
    rng, began = random.Random(4), time.perf_counter()
    session = build.session(
        ("calendar-turn", "national-turn", "production"),
        slot="great-britain",
        turn="July 1942",
        wars=[("germany", "great-britain"), ("germany", "usa"), ("germany", "ussr")],
        nations={n: {"cash": 30} for n in ("great-britain", "fec", "anzac")},
        stop_after="production",
    )
    while session.decision is not None:
        session.submit(rng.choice(list(session.legal())))
    assert time.perf_counter() - began < 3
