"""Politics in the sequence of play: annexations, attacks without war and reactions, from the move to the battle."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.rulings import Illegal
from tutor.engine.session import Session
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import Contest, DeclareWar, Influence, Intervene
from tutor.games.global_war.terms import at_war, owner

from . import build

MOVES = ("calendar-turn", "national-turn", "combat-movement")
PRODUCTION = ("calendar-turn", "national-turn", "production")


def steps(s: Session) -> list[str]:
    return [place.id for place in s.where]


def send(s: Session, zone: str, to: str, type: str = "infantry", count: int = 1) -> None:
    s.submit(Pick(zone, type, count))
    s.submit(Move((to,)))


def end_moves(s: Session) -> None:
    """Say that the active player is done, and nothing more."""
    assert "combat-move" in steps(s), s.where
    s.submit(Done())


def until(s: Session, step: str, most: int = 200) -> None:
    """Play on with the first thing allowed until a phase or step begins."""
    for _ in range(most):
        if step in steps(s) or s.over:
            return
        options: list[Any] = s.legal()
        s.submit(next((a for a in options if isinstance(a, (Done, Pass))), options[0]))
    raise AssertionError(f"{step} never came: {s.where}")


@pytest.mark.sections("0.9/annexation")
def test_germany_walks_into_austria_without_war_or_battle_0_9():
    s = build.session(
        MOVES,
        turn="January 1938",
        slot="germany",
        units={"germany": {"bavaria": {"infantry": 2}}, "austria": {"austria": {"infantry": 3}}},
    )
    send(s, "bavaria", "austria")
    end_moves(s)
    assert owner(s.table, "austria") == "germany"
    assert build.count(s.table, "austria") == 1 and not s.state.battles
    assert not at_war(s.table, "germany", "austria")


@pytest.mark.sections("0.9/annexation", "8.1")
def test_before_its_time_austria_is_entered_only_in_war_0_9():
    s = build.session(MOVES, turn="July 1936", slot="germany", units={"germany": {"bavaria": {"infantry": 2}}})
    s.submit(Pick("bavaria", "infantry"))
    with pytest.raises(Illegal) as refusal:
        s.submit(Move(("austria",)))
    assert refusal.value.rulings[0].section == "8.1" and "Declare war" in str(refusal.value)


def slovakia() -> Session:
    s = build.session(
        MOVES,
        turn="January 1939",
        slot="germany",
        owners={"austria": "germany", "bohemia": "germany"},
        nations={"great-britain": {"peacetime": 11}, "france": {"peacetime": 8}},
        units={"germany": {"bohemia": {"infantry": 4}}, "czechoslovakia": {"slovakia": {"infantry": 1}}},
        options=["slovakia"],
    )
    send(s, "bohemia", "slovakia", count=4)
    end_moves(s)
    assert s.decision.who == "great-britain" and s.decision.section == "15.4"
    return s


@pytest.mark.sections("15.4")
def test_a_contested_slovakia_is_a_battle_15_4():
    s = slovakia()
    s.submit(Contest())
    s.submit(Contest())
    until(s, "non-combat")
    assert any(event.kind == "rolled" for event in s.log)
    taken = owner(s.table, "slovakia") == "germany"
    assert s.state.nations["great-britain"].peacetime == (8 if taken else 14)
    assert s.state.nations["france"].peacetime == (7 if taken else 9)


@pytest.mark.sections("15.4", "0.9/annexation")
def test_an_allowed_slovakia_is_annexed_without_dice_15_4():
    s = slovakia()
    s.submit(Pass())
    assert owner(s.table, "slovakia") == "germany"
    until(s, "non-combat")
    assert not any(event.kind == "rolled" for event in s.log)


@pytest.mark.sections("14.2/sphere")
def test_the_ussr_fights_for_karjala_without_war_14_2():
    s = build.session(
        MOVES,
        turn="July 1939",
        slot="ussr",
        pact="signed",
        units={"ussr": {"leningrad": {"infantry": 5}}, "finland": {"karjala": {"infantry": 1}}},
    )
    s.submit(Pick("leningrad", "infantry", 5))
    with pytest.raises(Illegal):
        s.submit(Move(("karjala",)))
    s.submit(Intervene("ussr", "karjala"))
    s.submit(Move(("karjala",)))
    end_moves(s)
    until(s, "non-combat")
    assert any(event.kind == "rolled" for event in s.log)
    assert not at_war(s.table, "ussr", "finland") and owner(s.table, "finland") == "finland"
    assert owner(s.table, "karjala") == ("finland" if build.count(s.table, "karjala", owner="finland") else "ussr")


@pytest.mark.sections("5.7")
def test_the_usa_sinks_a_german_cruiser_off_brazil_in_peace_5_7():
    s = build.session(
        MOVES,
        turn="July 1940",
        slot="usa",
        nations={"usa": {"peacetime": 20}},
        units={
            "usa": {"equatorial-atlantic": {"battleship": 2, "heavy-cruiser": 2}},
            "germany": {"rio-sea": {"light-cruiser": 1}},
        },
    )
    s.submit(Intervene("usa", "rio-sea"))
    s.submit(Pick("equatorial-atlantic", "battleship", 2))
    s.submit(Move(("rio-sea",)))
    end_moves(s)
    until(s, "non-combat")
    assert any(event.kind == "rolled" for event in s.log)
    assert not at_war(s.table, "usa", "germany") and s.state.nations["usa"].peacetime == 20


@pytest.mark.sections("5.3", "5.5")
def test_britain_answers_the_attack_on_belgium_before_combat_5_3():
    s = build.session(
        MOVES,
        turn="July 1939",
        slot="germany",
        nations={"great-britain": {"peacetime": 24}, "france": {"peacetime": 8}, "usa": {"peacetime": 16}},
        units={"germany": {"western-germany": {"infantry": 4}}, "belgium": {"belgium": {"infantry": 1}}},
    )
    s.submit(DeclareWar("germany", "belgium"))
    send(s, "western-germany", "belgium", count=4)
    end_moves(s)
    assert s.decision.who == "great-britain" and s.decision.section == "5.3"
    war = DeclareWar("great-britain", "germany")
    assert war in s.legal()
    s.submit(war)
    assert at_war(s.table, "great-britain", "germany")
    assert {u.owner for u in s.state.units.values() if u.zone == "belgium"} == {"germany", "great-britain"}
    s.submit(Done())
    until(s, "non-combat")
    assert s.decision is None or s.decision.section != "5.3"


@pytest.mark.sections("4.8/pan-american")
def test_influence_is_chosen_and_then_rolled_4_8():
    s = build.session(PRODUCTION, turn="July 1942", slot="usa", wars=[("usa", "germany")], nations={"usa": {"cash": 6}})
    until(s, "influence")
    s.pause_at_dice()
    s.submit(Influence("mexico", 3))
    assert s.paused and "influence-roll" in steps(s)
    s.pause_at_dice(False)
    assert owner(s.table, "mexico") in ("usa", "mexico") and s.state.nations["usa"].cash == 3


@pytest.mark.sections("5.2", "7.5")
def test_the_income_roll_opens_the_turn_5_2():
    s = build.session(
        turn="July 1939",
        slot="great-britain",
        nations={"great-britain": {"peacetime": 11}, "fec": {"peacetime": 2}},
    )
    rolled = [event for event in s.log if event.kind == "rolled" and event.section == "5.2"]
    assert len(rolled) == 1
    assert s.state.nations["great-britain"].peacetime == min(25, 11 + rolled[0].data["faces"][0])
    assert s.decision.who == "great-britain"
