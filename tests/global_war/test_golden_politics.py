"""Worked examples of politics, played through the engine (golden_politics.yaml says what is given and expected)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import Given, Golden
from tutor.games.global_war import GAME, diplomacy, triggers
from tutor.games.global_war.actions.movement import Pick
from tutor.games.global_war.actions.politics import (
    AlignMinor,
    ClosePassage,
    DeclareWar,
    Deny,
    Grant,
    Influence,
    Intervene,
    Pledge,
)
from tutor.games.global_war.supply import lets_through
from tutor.games.global_war.terms import at_war, at_war_with_major, controller, enemy_zone, fights, friendly, owner
from tutor.games.global_war.war_and_peace import bonus_income, income, may_declare, us_may, wartime_income

from . import build
from .acting import ask, do, refused

GOLDEN = Golden(Path(__file__).with_name("golden_politics.yaml"))
check = GOLDEN.check


@pytest.mark.parametrize("case", GOLDEN.cases())
def test_example(case: Given) -> None:
    GOLDEN.play(case)


def test_every_case_is_told_once_and_every_check_is_used() -> None:
    GOLDEN.assert_whole()


@check
def enemies(given: Given, expect: Given) -> None:
    g = build.table()
    a, b = given["nations"]
    assert at_war(g, a, b) is expect["before"]
    assert enemy_zone(g, a, "paris") is expect["before"]
    do(g, DeclareWar(a, b))
    assert at_war(g, a, b) and at_war(g, b, a)
    assert enemy_zone(g, a, "paris") is expect["after"]


@check
def friendly_zone(given: Given, expect: Given) -> None:
    g = build.table(wars=[("germany", "great-britain")])
    assert friendly(g, given["nation"], given["zone"]) is expect["before"]
    do(g, DeclareWar("germany", "usa"))
    assert friendly(g, given["nation"], given["zone"]) is expect["after"]


@check
def aligned_units_move(given: Given, expect: Given) -> None:
    """Poland joins Britain in Production; its units fight in the Combat Movement of the same turn."""
    s = build.session(
        turn="July 1939",
        slot="great-britain",
        wars=[("germany", "great-britain")],
        units={given["minor"]: {given["zone"]: {"infantry": 2}}},
    )
    s.submit(AlignMinor(given["minor"]))
    while "combat-movement" not in [place.id for place in s.where]:
        s.submit(next(a for a in s.legal() if a.kind() in ("done", "pass")))
    pick = Pick(given["zone"], "infantry")
    assert (pick in s.legal()) is expect["movable"]
    s.submit(pick)
    assert given["to"] in {action.path[-1] for action in s.legal() if action.kind() == "move" and action.path}


@check
def britain_1939(given: Given, expect: Given) -> None:
    g = GAME.table(GAME.scenario(given["scenario"]))
    assert at_war(g, "great-britain", expect["at_war_with"])
    assert g.state.nations["great-britain"].peacetime == expect["peacetime"]
    held = [zone for zone, holder in g.state.owners.items() if holder == "great-britain"]
    values = {row["zone"]: row["ipp"] for row in g.charts["zones"]}
    assert income(g, "great-britain") == sum(values[zone] for zone in held)
    assert wartime_income(g, "great-britain") == 25
    assert bool(bonus_income(g, "great-britain")) is expect["bonus"]


@check
def britain_peacetime(given: Given, expect: Given) -> None:
    nations = {"great-britain": {"peacetime": given["start"]}}
    g = build.table(turn="July 1939", slot="great-britain", nations=nations, dice=given["rolls"])
    g.state.nation = "great-britain"
    for after, able in zip(expect["incomes"], expect["able"], strict=True):
        assert "great-britain" in triggers.nations_that_roll(g)
        triggers.roll_increase(g)
        assert income(g, "great-britain") == after
        assert may_declare(g, "great-britain", "germany") is able
    assert ("great-britain" in triggers.nations_that_roll(g)) is expect["rolls_on"]


@check
def bonus_in_war(given: Given, expect: Given) -> None:
    nation = given["nation"]
    owners = dict.fromkeys(given["zones"], nation)
    g = build.table(owners=owners, wars=[(nation, foe) for foe in given["against"]])
    assert bool(bonus_income(g, nation)) is expect["bonus"]
    do(g, DeclareWar(nation, "usa"))
    assert bool(bonus_income(g, nation)) is expect["with_a_major"]


@check
def usa_sheet(given: Given, expect: Given) -> None:
    g = GAME.table(GAME.scenario(given["scenario"]))
    assert g.state.nations["usa"].cash == expect["cash"]
    assert income(g, "usa") == expect["income"]
    assert wartime_income(g, "usa") == expect["wartime"]
    assert not at_war_with_major(g, "usa")
    assert us_may(g, "lend-lease") is expect["lends"]
    assert refused(g, DeclareWar("usa", "japan")) == ["5.5"]


@check
def declared_off_turn(given: Given, expect: Given) -> None:
    """Germany's attack gives Britain what it lacks; it declares war in the German turn to strike at a submarine."""
    g = build.table(
        slot="germany",
        nations={"great-britain": {"peacetime": given["income"]}, "usa": {"peacetime": 63}},
        units={
            "germany": {"north-sea": {"submarine": 1}},
            "great-britain": {"north-sea": {"destroyer": 1}},
        },
        dice=[given["roll"]],
    )
    war = DeclareWar("great-britain", "germany")
    assert (not refused(g, war)) is expect["before"]
    do(g, DeclareWar("germany", given["target"]))
    assert (not refused(g, war)) is expect["after"]
    do(g, war)
    assert fights(g, "great-britain", "germany", "north-sea") is expect["may_fight"]


@check
def declaration_on_portugal(given: Given, expect: Given) -> None:
    g = build.table(
        turn="July 1940",
        slot="great-britain",
        wars=[(a, b) for a in ("great-britain", "france") for b in ("germany", "italy")],
        nations={
            "great-britain": {"cash": 7},
            "france": {"cash": 9},
            "usa": {"cash": 20, "peacetime": given["usa_income"]},
        },
        units={"portugal": {"gulf-of-cadiz": {"destroyer": 1}, "portugal": {"infantry": 1}}},
    )
    war = DeclareWar("great-britain", "portugal")
    assert refused(g, war) == ["5.6"], "seven IPPs do not pay ten"
    assert (not refused(g, Pledge("usa", "portugal", 3))) is expect["usa_may_share"]
    do(g, Pledge("france", "portugal", 4), war)
    cash = {nation: g.state.nations[nation].cash for nation in ("great-britain", "france", "usa")}
    assert cash == {"great-britain": 1, "france": 5, "usa": 20}
    assert 7 + 9 - cash["great-britain"] - cash["france"] == expect["cost"]
    assert income(g, "usa") == expect["usa_income"]
    assert {owner(g, zone) for zone in expect["colonies"]} == {expect["owner"]}
    assert build.unit(g, "gulf-of-cadiz", "destroyer").owner == expect["owner"]
    assert "portugal" not in g.state.minors


@check
def monroe_in_argentina(given: Given, expect: Given) -> None:
    g = build.table(
        turn="July 1940",
        slot="germany",
        wars=[("germany", "great-britain")],
        nations={"germany": {"cash": 5}, "usa": {"peacetime": given["income"]}},
        units={"argentina": {"argentina": {"infantry": 1}}},
        dice=[given["roll"], given["die"], given["peacetime_roll"]],
    )
    ask(g, diplomacy.choose_influence(g), Influence("argentina", 2))
    diplomacy.roll_influence(g)
    assert owner(g, "argentina") == expect["argentina"]
    assert build.unit(g, "argentina", "infantry").owner == expect["argentina"]
    assert income(g, "usa") == expect["after_alignment"]
    g.state.slot = "usa"
    do(g, Intervene("usa", "argentina"))
    assert enemy_zone(g, "usa", "argentina") is expect["may_attack"]
    assert at_war(g, "usa", "germany") is expect["war"]
    assert income(g, "usa") == expect["after_attack"]
    g.state.nation = "usa"
    triggers.roll_increase(g)
    assert income(g, "usa") == expect["after_roll"]


@check
def panama(given: Given, expect: Given) -> None:
    """In Japan's own turn its war on China raises US income, and the USA closes the canal at once."""
    g = build.table(slot="japan", nations={"usa": {"peacetime": given["income"]}}, dice=[given["roll"]])
    close = ClosePassage("usa", "panama-canal", "japan")
    assert (not refused(g, close)) is expect["before"]
    do(g, DeclareWar("japan", "kmt"))
    assert (not refused(g, close)) is expect["after"]


@check
def a_deal_is_only_words(given: Given, expect: Given) -> None:
    """What one player lets another have he can take away the next moment; the rules hold him to nothing."""
    g = build.table(turn="July 1941")
    lender, receiver = given["lender"], given["receiver"]
    do(g, Grant(lender, receiver))
    assert lets_through(g, receiver, "alaska")
    do(g, Deny(lender, receiver))
    assert lets_through(g, receiver, "alaska") is expect["enforced"]
    assert refused(g, DeclareWar(receiver, lender)) == [], "the only answer is the usual one"


@check
def token_attack_on_brazil(given: Given, expect: Given) -> None:
    g = build.table(turn="July 1941", nations={"usa": {"peacetime": given["usa_income"]}})
    do(g, DeclareWar("ussr", "brazil"))
    assert income(g, "usa") == expect["usa_income"]
    assert at_war_with_major(g, "usa") is expect["usa_at_war"]
    assert owner(g, "brazil") == expect["owner"]
    assert controller(g, "brazil") == expect["controller"]
    assert refused(g, Intervene("usa", "brazil")), "the USSR holds nothing in Brazil to attack"
    assert not fights(g, "usa", "ussr", "brazil")
