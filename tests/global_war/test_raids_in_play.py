"""Raids and bombing as they come up in a national turn: announced in movement, fought in the Combat Phase."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tutor.engine.decisions import Action
from tutor.engine.rulings import Illegal
from tutor.engine.session import Session
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Intercept, Resolve, SplitLoss
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import DemandZone, RefuseZone, ReturnZone

from . import build
from .fighting import facility

BRITAIN, GERMANY = "great-britain", "germany"
COMBAT_MOVEMENT = ("calendar-turn", "national-turn", "combat-movement")


def play(**fields: Any) -> Session:
    wars = fields.pop("wars", [(GERMANY, BRITAIN)])
    nations = fields.pop("nations", {BRITAIN: {"cash": 20}})
    return build.session(COMBAT_MOVEMENT, slot=GERMANY, wars=wars, options=(), nations=nations, **fields)


def send(session: Session, zone: str, types: dict[str, int], move: Move) -> None:
    for type, count in types.items():
        session.submit(Pick(zone, type, count))
    session.submit(move)


def answer(session: Session, *actions: Action) -> None:
    for action in actions:
        session.submit(action)


@pytest.mark.sections("9.11", "9.11/roll", "9.11/defense", "8.8")
def test_a_raid_is_announced_in_movement_and_fought_in_combat_9_11() -> None:
    units = {GERMANY: {"bay-of-biscay": {"submarine": 1}}, BRITAIN: {"english-channel": {"destroyer escort": 1}}}
    s = play(units=units)
    send(s, "bay-of-biscay", {"submarine": 1}, Move(("english-channel",), "raid"))
    s.suppose(6, 1, [4])
    s.submit(Done())
    assert s.state.nations[BRITAIN].cash == 20 - min(6, 5)  # 6 and 2 against 1 and 1; the line has 5
    assert build.count(s.table, "english-channel", "submarine") == 0
    cash = s.state.nations[BRITAIN].cash
    s.undo()
    assert s.state.nations[BRITAIN].cash == 20
    s.redo()
    assert s.state.nations[BRITAIN].cash == cash


@pytest.mark.sections("9.11/roll")
def test_every_roll_of_a_raid_is_a_click_of_its_own_9_11() -> None:
    s = play(units={GERMANY: {"bay-of-biscay": {"submarine": 2}}})
    send(s, "bay-of-biscay", {"submarine": 2}, Move(("english-channel",), "raid"))
    s.pause_at_dice()
    s.submit(Done())
    seen = 0
    while s.paused:
        assert s.where[-1].id == "raid-roll"
        assert [(roll.dice, roll.sides) for roll in s.upcoming()] == [(1, 6), (1, 6)]
        s.submit({"action": "roll"})
        seen += 1
    assert seen == 2


@pytest.mark.sections("9.11/roll")
def test_the_defender_decides_at_an_intersection_in_the_attackers_turn_9_11() -> None:
    s = play(units={GERMANY: {"bay-of-biscay": {"submarine": 1}}})
    send(s, "bay-of-biscay", {"submarine": 1}, Move(("western-approaches",), "raid"))
    s.suppose(5, 2)
    s.submit(Done())
    assert s.decision is not None and s.decision.who == BRITAIN
    option = next(action for action in s.legal() if isinstance(action, SplitLoss))
    before = msgspec.msgpack.encode(s.state)
    with pytest.raises(Illegal):
        s.submit(SplitLoss(option.lines, tuple(0 for _ in option.lines)))
    assert msgspec.msgpack.encode(s.state) == before
    s.submit(option)
    assert s.state.nations[BRITAIN].cash == 15


@pytest.mark.sections("9.16", "9.1")
def test_bombing_is_one_of_the_battles_the_attacker_orders_9_16() -> None:
    units = {
        GERMANY: {"netherlands": {"medium-bomber": 2, "fighter": 1}, "bay-of-biscay": {"submarine": 1}},
        BRITAIN: {"london": {"fighter": 1}},
    }
    s = play(units=units, owners={"netherlands": GERMANY})
    target = facility(s.table, "london", "major-factory")
    send(s, "bay-of-biscay", {"submarine": 1}, Move(("english-channel",), "raid"))
    send(s, "netherlands", {"medium-bomber": 2, "fighter": 1}, Move(("north-sea", "london"), "bomb", str(target.id)))
    s.submit(Done())
    assert {(a.zone, a.battle) for a in s.legal() if isinstance(a, Resolve)} == {
        ("london", "bombing"),
        ("english-channel", "raid"),
    }
    s.suppose([12, 12], [12], [12], 9, [3, 12], 1, 6)
    answer(s, Resolve("london", "bombing"), Intercept("london", "fighter", 1))
    assert target.id in s.state.facilities and s.state.facilities[target.id].damage == 9
    assert build.count(s.table, "london", "medium-bomber") == 1
    assert "non-combat" in [place.id for place in s.where]


@pytest.mark.sections("9.21")
def test_a_zone_is_asked_back_refused_and_returned_in_anothers_turn_9_21() -> None:
    s = play(owners={"palestine": "ussr"}, wars=[(GERMANY, "poland")])
    decision = s.decision
    s.submit(DemandZone(BRITAIN, "palestine"))
    with pytest.raises(Illegal, match="yet to answer"):
        s.submit(DemandZone(BRITAIN, "palestine"))
    answer(s, RefuseZone("ussr", "palestine"), ReturnZone("ussr", "palestine"))
    assert s.decision is decision and s.state.owners["palestine"] == BRITAIN
