"""The worked examples of the rulebook about movement, played through the engine (golden_movement.yaml)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import Given, Golden
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Decline, Engage, Move, StrategicSail
from tutor.games.global_war.actions.politics import DeclareWar
from tutor.games.global_war.terms import at_war
from tutor.games.global_war.zones import is_sea

from . import build
from .moving import combat, done, judged, non_combat, pick, sections, send, to

GOLDEN = Golden(Path(__file__).with_name("golden_movement.yaml"))
check = GOLDEN.check


@pytest.mark.parametrize("case", GOLDEN.cases())
def test_example(case: Given) -> None:
    GOLDEN.play(case)


def test_every_case_is_told_once_and_every_check_is_used() -> None:
    GOLDEN.assert_whole()


@check
def sharing(given: Given, expect: Given) -> None:
    guest, host, enemy = given["guest"], given["host"], given["enemy"]
    for wars, legal in (
        ([(guest, enemy)], expect["legal"]),
        ([(guest, enemy), (host, enemy)], expect["legal_when_both_at_war_with_the_enemy"]),
    ):
        s = non_combat(
            guest, wars=wars, units={guest: {"london": {"infantry": 1}}, host: {given["zone"]: {"infantry": 1}}}
        )
        found = judged(s, "london", "infantry", to(given["zone"]))
        assert ("0.5/land" not in found) is legal
        assert (not found) is legal


@check
def ships_share(given: Given, expect: Given) -> None:
    zone, mover, other = given["zone"], given["mover"], given["other"]
    s = combat(mover, turn="July 1941", units={mover: {zone: {"heavy-cruiser": 2}}, other: {zone: {"destroyer": 1}}})
    pick(s, zone, "heavy-cruiser")
    assert sections(s, to(task="attack")) == ["0.5/sea"]
    s.submit(DeclareWar(mover, other))
    assert at_war(s.table, mover, other)
    may = {"attack": to(task="attack"), "leave": to("gulf-of-finland")}
    for name in expect["may"]:
        assert name == "stay" or not s.why_not(may[name])
    stay = s.fork()
    stay.submit(next(a for a in stay.legal() if a.kind() == "put-back"))
    done(stay)
    assert any(e.kind == "battle" for e in stay.log) is expect["automatic_combat"]
    assert build.count(stay.table, zone, "heavy-cruiser") == 2 and build.count(stay.table, zone, "destroyer") == 1
    s.submit(may["attack"])
    done(s)
    assert any(e.kind == "battle" for e in s.log)


@check
def lake(given: Given, expect: Given) -> None:
    start, end = given["start"], given["end"]
    s = non_combat(
        "france",
        owners={end: "france"},
        units={"france": {start: {"infantry": 1, "fighter": 1}}},
    )
    assert judged(s, start, "infantry", to(end)) == expect["by_land"]
    assert judged(s, start, "fighter", to(end)) == expect["by_air"]
    assert not any(is_sea(s.table, z) for z in s.board.neighbours[start])
    send(s, start, "fighter", end)
    assert build.unit(s.table, end, "fighter").spent == 1


@check
def great_lakes(given: Given, expect: Given) -> None:
    s = combat("usa", wars=[("usa", "germany")], units={"usa": {given["start"]: {given["unit"]: 1}}})
    send(s, given["start"], given["unit"], "great-lakes")
    ship = build.unit(s.table, "great-lakes", given["unit"])
    assert ship.spent == expect["moves_used"]
    shores = set(s.board.neighbours["great-lakes"])
    assert (set(given["lakes"]) <= shores) is expect["reaches_every_shore"]


@check
def cruisers(given: Given, expect: Given) -> None:
    units = {
        "germany": {given["start"]: {"heavy-cruiser": given["ships"]}},
        "great-britain": {given["end"]: {f"{given['patrol']} patrol": 1}},
    }
    for begin, name in ((combat, "in_combat_movement"), (non_combat, "in_non_combat_movement")):
        s = begin(wars=[("germany", "great-britain")], units=units)
        found = judged(s, given["start"], ("heavy-cruiser", given["ships"]), to(given["end"]))
        assert found == ([] if expect[name] else ["8.2"])
    s = combat(wars=[("germany", "great-britain")], units=units)
    send(s, given["start"], ("heavy-cruiser", given["ships"]), given["end"])
    done(s)
    assert s.decision.who == "great-britain"
    assert ({type(a) for a in s.legal()} == {Engage, Decline}) is expect["aircraft_may_decline"]
    s.submit(Decline())
    assert not any(e.kind == "battle" for e in s.log)


@check
def carrier_patrol(given: Given, expect: Given) -> None:
    zone = given["zone"]
    deck = {given["carrier"]: 1} | {f"{type} aboard": 1 for type in given["aircraft"]}
    s = combat("great-britain", wars=[("germany", "great-britain")], units={"great-britain": {zone: deck}})
    for type in given["aircraft"]:
        pick(s, zone, type)
        stations = [a for a in s.legal() if isinstance(a, Move) and a.task == "patrol"]
        assert max(len(a.path) for a in stations) == expect["reach"]
        assert "8.7/start" in sections(s, Move(("english-channel", "western-approaches"), "patrol"))
        s.submit(next(a for a in s.legal() if a.kind() == "put-back"))


@check
def raiding_submarine(given: Given, expect: Given) -> None:
    zone = given["zone"]
    units = {
        "germany": {given["start"]: {"submarine": 1}},
        "great-britain": {zone: {f"{given['cruiser']} escort": 1, f"{given['patrol']} patrol": 1}},
    }
    kinds = {"when_raiding": "raid", "when_attacking": ""}
    for name, task in kinds.items():
        s = combat(wars=[("germany", "great-britain")], units=units)
        s.pause_at_dice()
        send(s, given["start"], "submarine", zone, task=task)
        done(s)
        while s.decision.who != "germany" and not s.paused:
            s.submit(Engage() if Engage() in s.legal() else s.legal()[0])
        battle = s.state.battle
        assert [battle.kind] == expect[name]["battles"]
        if "defenders" in expect[name]:
            fighting = {s.state.units[n].type for n in battle.defenders}
            assert fighting == set(expect[name]["defenders"])


@check
def war_at_sight(given: Given, expect: Given) -> None:
    s = combat(
        turn="July 1939",
        nations={"great-britain": {"peacetime": given["income"]}},
        units={"germany": {given["start"]: {"submarine": 1}}, "great-britain": {given["zone"]: {"seaplane patrol": 1}}},
    )
    declaration = DeclareWar("great-britain", "germany")
    assert (not s.why_not(declaration)) is expect["before"]
    s.submit(DeclareWar("germany", given["attacked"]))  # which raises the British income enough
    assert not s.why_not(declaration)
    while s.where[3].id != "non-combat":
        s.submit(Done())  # Britain does not do it right away
    send(s, given["start"], "submarine", given["zone"])
    assert s.decision.who == "great-britain" and s.decision.section == "5.5"
    assert (declaration in s.legal()) is expect["britain_may_declare_war"]
    s.submit(declaration)
    s.submit(Done())
    assert any(e.kind == "battle" for e in s.log) is expect["submarine_fights"]


@check
def strategic_naval_count(given: Given, expect: Given) -> None:
    load = {f"{type} aboard": given["cargo"].count(type) for type in given["cargo"]}
    s = non_combat(
        "great-britain",
        options=["strategic-naval"],
        units={"great-britain": {"north-sea": {"naval-transport": 1, **load}}},
    )
    pick(s, "north-sea", "naval-transport")
    voyage = next(a for a in s.legal() if isinstance(a, StrategicSail))
    s.submit(voyage)
    assert s.state.nations["great-britain"].naval_used == expect["used"]
