"""The worked examples of money, building and lend-lease, played through the engine (golden_production.yaml)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.golden import Given, Golden
from tutor.engine.chance import Scripted
from tutor.games.global_war import construction, delivery, income, lend_lease, production, recruitment, repair
from tutor.games.global_war.actions.placement import Deliver, Recruit
from tutor.games.global_war.actions.production import Advance, Build, Buy, LendMoney, LendUnit, RepairShip
from tutor.games.global_war.state import G

from . import build
from .producing import cash, items, legal, next_turn, play, sections, table

GOLDEN = Golden(Path(__file__).with_name("golden_production.yaml"))
check = GOLDEN.check


@pytest.mark.parametrize("case", GOLDEN.cases())
def test_example(case: Given) -> None:
    GOLDEN.play(case)


def test_every_case_is_told_once_and_every_check_is_used() -> None:
    GOLDEN.assert_whole()


@check
def half_an_income(given: Given, expect: Given) -> None:
    g = table("great-britain", nations={"ussr": {"peacetime": given["income"]}})
    assert legal(g, LendMoney("ussr", expect["most"]))
    assert sections(g, LendMoney("ussr", expect["most"] + 1)) == {"7.9"}


@check
def usa_split(given: Given, expect: Given) -> None:
    east, west, rest = income.split(given["ipp"])
    assert {"east": east, "west": west, "remainder": rest} == expect


@check
def start_of_a_ship(given: Given, expect: Given) -> None:
    fields = {"printed_facilities": False, "turn": "July 1939"}
    bare = table(given["nation"], facilities=given["facilities"], **fields)
    assert legal(bare, Buy(given["type"])) == expect["may_start"]
    assert sections(bare, Buy(given["type"])) == {expect["section"]}
    yard = {zone: [*listed, "major-shipyard"] for zone, listed in given["facilities"].items()}
    assert legal(table(given["nation"], facilities=yard, **fields), Buy(given["type"]))


@check
def repair_capacity(given: Given, expect: Given) -> None:
    for yard, hits in zip(given["yards"], expect["hits"], strict=True):
        g = table(
            "italy",
            printed_facilities=False,
            facilities={"northern-italy": ["major-factory", yard]},
            units={"italy": {"adriatic-sea": {"battleship damaged": 7}}},
        )
        action = RepairShip("adriatic-sea", "battleship", "northern-italy")
        for _ in range(hits):
            play(g, production.spend, action)
        assert sections(g, action) == {"7.4"}
        assert cash(g, "italy") == 100
        assert sum(u.hits for u in g.state.units.values()) == 7
        repair.finish_repairs(g)
        assert sum(u.hits for u in g.state.units.values()) == 7 - hits


@check
def improved_construction(given: Given, expect: Given) -> None:
    for rushed, wanted in ((False, expect["cheaper"]), (True, expect["faster"])):
        g = table("germany", nations={"germany": {"technology": {"improved-construction": 9}}})
        chart = g.charts["facilities"]
        at = list(chart.columns).index("cost")
        rows = [[*row[:at], given["cycles"], *row[at + 1 :]] if row[0] == "air-base" else row for row in chart.rows]
        g.charts.replace(replace(chart, rows=rows))
        paid = []
        for turn in range(len(wanted)):
            before = cash(g, "germany")
            step = Advance(items(g)[0].id) if turn else Build("air-base", "berlin", rushed=rushed)
            play(g, production.spend, step)
            paid.append(before - cash(g, "germany"))
            next_turn(g, "germany", "germany")
        assert paid == wanted
        construction.complete_facilities(g)
        assert [f.type for f in g.state.facilities.values() if f.zone == "berlin"].count("air-base") == 2


def _deliver(g: G, action: Deliver) -> None:
    play(g, delivery.send, action)
    assert not delivery.in_danger(g)
    play(g, delivery.arrive)


@check
def ship_for_anzac(given: Given, expect: Given) -> None:
    g = table("anzac", cash=20, turn="July 1940", wars=[("japan", "usa"), ("japan", "great-britain")],
              nations={"usa": {"cash": 18}})  # fmt: skip
    usa_paid = 0
    for turn in range(expect["turns"]):
        next_turn(g, "anzac", "great-britain")
        play(g, lend_lease.declare_lend_lease, LendMoney("usa", given["anzac_pays"]))
        money = items(g, "ipp")[0]
        _deliver(g, Deliver(money.id, "san-francisco", "sydney"))
        next_turn(g, "usa", "usa")
        before = cash(g, "usa")
        if turn == 0:
            play(g, lend_lease.declare_lend_lease, LendUnit("anzac", given["type"]))
        else:
            play(g, production.spend, Advance(items(g, given["type"])[0].id))
        usa_paid += before - cash(g, "usa")
    assert usa_paid == expect["total"]
    assert 20 - cash(g, "anzac") == expect["anzac_total"]
    assert 18 - cash(g, "usa") == expect["usa_net"]
    ship = items(g, given["type"])[0]
    _deliver(g, Deliver(ship.id, "sydney", "san-francisco"))
    assert build.count(g, expect["delivered_to"], given["type"], "anzac") == 1


@check
def armor_for_the_ussr(given: Given, expect: Given) -> None:
    g = table(
        "usa",
        turn="July 1942",
        owners={"denmark": "germany"},
        wars=[("germany", "usa"), ("germany", "ussr")],
        units={"germany": {given["submarines"]: {"submarine": 2}}},
        slot="usa",
    )
    play(g, lend_lease.declare_lend_lease, LendUnit("ussr", given["type"]))
    item = items(g)[0]
    northern = next(d for d in delivery.deliveries(g, "usa") if d.to == "murmansk" and d.zone == "new-york")
    route = delivery._route(g, northern)
    assert route is not None and given["submarines"] in route.path
    assert not any(d.to == "leningrad" for d in delivery.deliveries(g, "usa")), "the Baltic is closed"
    _deliver(g, Deliver(item.id, given["to"], given["start"]))
    arrived = build.unit(g, expect["delivered_to"], given["type"])
    assert arrived.owner == expect["owner"] and arrived.spent == 0
    assert items(g) == []


def _roll(g: G, given: Given, face: int) -> bool:
    g.use(Scripted([[face]]))
    assert recruitment.recruiters(g) == [given["minor"]]
    g.state.recruiting = given["minor"]
    recruitment.roll_recruitment(g)
    return recruitment.recruits_came(g)


@check
def recruits(given: Given, expect: Given) -> None:
    zone = next(iter(given["owners"]))
    for face, success in zip(given["rolls"], expect["successes"], strict=True):
        for type, count in expect["rewards"].items():
            g = table(
                given["controller"],
                owners=given["owners"],
                minors={given["minor"]: {"controller": given["controller"]}},
                spain=given.get("spain", ""),
                vichy=given["minor"] == "vichy",
            )
            assert _roll(g, given, face) == success
            if success:
                play(g, recruitment.place_recruits, Recruit(type, zone))
                assert build.count(g, zone, type, given["minor"]) == count
