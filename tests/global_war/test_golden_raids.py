"""Worked examples of raids, bombing and captures, played through the engine (golden_raids.yaml)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.golden import Given, Golden
from tutor.engine.chance import Exploring, every_outcome
from tutor.games.global_war.actions.politics import DeclareWar, DemandZone, RefuseZone, ReturnZone
from tutor.games.global_war.capture import capture
from tutor.games.global_war.combat_values import defense_value
from tutor.games.global_war.defeat import surrender_at_turn_end
from tutor.games.global_war.raiding import convoy_modifier
from tutor.games.global_war.relations import make_war
from tutor.games.global_war.terms import owner, zones_of
from tutor.games.global_war.units import remove
from tutor.games.global_war.war_and_peace import declare_war, may_declare

from . import build
from .acting import do, refused
from .fighting import bomb, lines, order, raid, rolls

GOLDEN = Golden(Path(__file__).with_name("golden_raids.yaml"))
check = GOLDEN.check
SEA = "western-approaches"


@pytest.mark.parametrize("case", GOLDEN.cases())
def test_example(case: Given) -> None:
    GOLDEN.play(case)


def test_every_case_is_told_once_and_every_check_is_used() -> None:
    GOLDEN.assert_whole()


@check
def jungle_carpet(given: Given, expect: Given) -> None:
    for zone, dice in ((given["zone"], expect["dice"]), (given["plain"], expect["plain_dice"])):
        for bomber, number in zip(given["bombers"], dice, strict=True):
            g = build.table(
                slot="great-britain", wars=[("great-britain", "japan")], owners={zone: "japan"}, dice=[{"hit": 0}],
                options=() if zone == given["plain"] else ("jungles",),
                units={"japan": {zone: {"infantry": 9}}, "great-britain": {zone: {bomber: 1}}},
            )  # fmt: skip
            order(g, zone, "carpet", owner="great-britain")
            bomb(g)
            (roll,) = rolls(g)
            assert roll["dice"] == number


@check
def raid_past_an_escort(given: Given, expect: Given) -> None:
    g = build.table(
        slot="germany", wars=[("germany", "great-britain")], dice=[4, 3, {"hit": 0}, {"hit": 1}],
        nations={"great-britain": {"cash": 20}},
        units={
            "germany": {SEA: {f"{given['raider']} raid": 1}},
            "great-britain": {SEA: {f"{given['escort']} escort": 1, f"{given['patrol']} patrol": 1}},
        },
    )  # fmt: skip
    assert convoy_modifier(g, "germany", "great-britain", SEA) == expect["convoy_modifier"]
    raid(g)
    _, _, *defense = rolls(g)
    guns = [build.unit(g, SEA, type) for type in expect["fires"]]
    assert [defense_value(g, g.state.battle, unit) for unit in guns] == expect["values"]
    assert [len(roll["groups"]["hit"]) for roll in defense] == expect["values"]
    assert [roll["dice"] for roll in defense] == [1, 1]
    assert build.count(g, SEA, given["raider"]) == 0  # the aircraft took part, and hit


@check
def syria(given: Given, expect: Given) -> None:
    zone, asker, holder = given["zone"], given["asker"], given["holder"]
    g = build.table(
        slot="ussr", turn="January 1942", wars=[(given["captor"], holder), (given["captor"], asker)],
        owners={zone: given["captor"], "iraq": holder, "paris": "germany"}, units={holder: {zone: {"infantry": 2}}},
        nations={"france": {"surrendered": True}, asker: {"in_play": True}},
    )  # fmt: skip
    capture(g, zone, holder)
    assert owner(g, zone) == holder
    before = may_declare(g, asker, holder)
    do(g, DemandZone(asker, zone), RefuseZone(holder, zone))
    assert may_declare(g, asker, holder) is expect["may_declare_after_refusal"] is not before
    do(g, ReturnZone(holder, zone))
    assert (owner(g, zone) == asker) is expect["returned_later"]
    assert build.count(g, zone, owner=holder) == 0 and build.count(g, "iraq", owner=holder) == 2
    assert (refused(g, DeclareWar(asker, holder)) == []) is expect["may_declare_after_return"]


@check
def kmt(given: Given, expect: Given) -> None:
    enemy = given["enemy"]
    g = build.table(slot="usa", wars=[("kmt", enemy), ("usa", enemy)], truce=True)
    for zone in zones_of(g, "kmt"):
        g.state.owners[zone] = enemy
    g.state.mover = "usa"
    surrender_at_turn_end(g)
    assert g.state.nations["kmt"].surrendered
    capture(g, given["zone"], given["liberator"])
    assert owner(g, given["zone"]) == expect["owner"]
    assert g.state.nations["kmt"].surrendered is expect["surrendered"]


@check
def rome(given: Given, expect: Given) -> None:
    g = build.table(slot="great-britain", wars=[("italy", "great-britain"), ("germany", "great-britain")])
    capture(g, given["zone"], given["conqueror"])
    assert g.state.nations["italy"].surrendered is expect["surrendered_then"]
    g.state.slot = "germany"
    capture(g, given["zone"], given["liberator"])
    assert owner(g, given["zone"]) == expect["owner"]
    assert g.state.nations["italy"].surrendered is expect["surrendered_now"]


@check
def belgium(given: Given, expect: Given) -> None:
    attacker, home, colony, protector = given["attacker"], given["home"], given["colony"], given["protector"]
    g = build.table(
        slot="germany", turn="July 1937",
        nations={"great-britain": {"peacetime": 11}, "france": {"peacetime": 8}, "usa": {"peacetime": 6}},
        units={"belgium": {home: {"infantry": 1}}, "germany": {"western-germany": {"infantry": 3}}},
    )  # fmt: skip
    declare_war(g, attacker, home)
    assert g.state.minors["belgium"].controller == expect["controller"]
    assert not may_declare(g, protector, attacker)
    remove(g, build.unit(g, home, "infantry", "belgium"))
    capture(g, home, attacker)
    assert g.state.minors["belgium"].defeated is expect["defeated"]
    assert owner(g, colony) == expect["colony_owner_before"]
    assert g.state.minors["belgium"].controller == expect["controller"]
    assert len(zones_of(g, "belgium")) == expect["recruitment_on"]
    make_war(g, protector, attacker)
    assert owner(g, colony) == expect["colony_owner_after"]


def _raid_table(given: Given, **more: Any) -> Any:
    g = build.table(
        slot="germany", wars=[("germany", "great-britain")], nations={"great-britain": {"cash": 30}},
        units={"germany": {SEA: {f"{given['raider']} raid": 1}}}, **more,
    )  # fmt: skip
    lines(g, ("atlantic", "great-britain", 20, SEA, "none", "southern-england"))
    return g


@check
def raid_roll(given: Given, expect: Given) -> None:
    g = _raid_table(given, dice=[given["raider_die"], given["convoy_die"]])
    raid(g)
    assert 30 - g.state.nations["great-britain"].cash == expect["loss"]
    losses = _losses(given)
    assert max(losses) == expect["loss"] and losses[expect["loss"]] == Fraction(*expect["probability"])


def _losses(given: Given) -> dict[int, Fraction]:
    """Every loss that one raid can bring, with its exact probability."""

    def once(chance: Exploring) -> int:
        g = _raid_table(given)
        g.use(chance)
        raid(g)
        return 30 - int(g.state.nations["great-britain"].cash)

    found: dict[int, Fraction] = {}
    for loss, probability in every_outcome(once):
        found[loss] = found.get(loss, Fraction(0)) + probability
    return found


@check
def raid_mean(given: Given, expect: Given) -> None:
    losses = _losses(given)
    assert sum(losses.values()) == 1
    assert sum(loss * chance for loss, chance in losses.items()) == Fraction(*expect["expected_loss"])
