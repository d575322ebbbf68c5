"""The worked examples of chapter 9, played through the engine (golden_combat.yaml says what is given and expected)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.golden import Given, Golden
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Blitz, Bombard, Evade, FightOn, Lose, Submerge

from . import build
from .fights import battle, begin, fight, fight_on, load, lose, losses, march, prepare, rolls, told

GOLDEN = Golden(Path(__file__).with_name("golden_combat.yaml"))
check = GOLDEN.check
AT_SEA = "english-channel"


@pytest.mark.parametrize("case", GOLDEN.cases())
def test_example(case: Given) -> None:
    GOLDEN.play(case)


def test_every_case_is_told_once_and_every_check_is_used() -> None:
    GOLDEN.assert_whole()


def at_war(zone: str, start: str, attackers: Given, defenders: Given, dice: list[Any], **more: Any) -> Any:
    """Germany attacks the USSR from one zone into another, wherever they are."""
    return fight(
        "germany",
        (start, zone, attackers),
        wars=[("germany", "ussr")],
        owners={start: "germany", zone: "ussr"},
        units={"germany": {start: attackers}, "ussr": {zone: defenders}},
        dice=dice,
        **more,
    )


# Chapters 0 and 1


@check
def defense_by_round(given: Given, expect: Any) -> None:
    """Two attackers face many defenders, and nobody hits; the log tells what defenders needed."""
    s = at_war(
        given["zone"],
        given["from"],
        {"medium-armor": 1, "infantry": 1},
        {given["unit"]: 2},
        [{"hit": 0}] * 7,
        facilities={given["zone"]: given["facilities"]},
        printed_facilities=False,
    )
    fight_on(s)
    rolled = [e for e in s.log if e.kind == "rolled" and e.by == "ussr" and e.data["dice"] == 2 and e.section == "9.5"]
    found = [max(f for faces in e.data["groups"].values() for f in faces) for e in rolled]
    assert dict(enumerate(found, 1)) == expect


@check
def attack_by_round(given: Given, expect: Any) -> None:
    s = at_war(given["zone"], given["from"], {given["unit"]: 1}, {"infantry": 1}, [{"hit": 0}] * 2 * len(expect))
    for _ in range(len(expect) - 1):
        fight_on(s)
    printed = s.charts["units"].cell(given["unit"], "attack")
    found = [value for _, value in rolls(s)[::2]]
    assert {n: value - printed for n, value in enumerate(found, 1)} == expect


@check
def support_counts_for_attackers(given: Given, expect: Any) -> None:
    pair = {"infantry": 1, "artillery": 1}
    s = at_war("lubelskie", "west-poland", pair, pair, [{"hit": 0}] * 4)
    values = {(e.by, e.data["groups"]["hit"][-1]) for e in s.log if e.kind == "rolled" and "Infantry" in e.text}
    assert values == {("germany", expect["attacking_infantry"]), ("ussr", expect["defending_infantry"])}


@check
def partner_submarine(given: Given, expect: Any) -> None:
    """German or US ships attack one another where an Italian submarine is too; one hit each."""
    attacker, other = given["attacker"], given["other"]
    ships = {"light-cruiser": 1, "destroyer": 1}
    s = fight(
        attacker,
        ("north-sea", AT_SEA, ships),
        wars=[("germany", "usa"), ("italy", "usa")],
        units={attacker: {"north-sea": ships}, other: {AT_SEA: ships}, "italy": {AT_SEA: {"submarine": 1}}},
        # The ships of the attacker miss where he is to lose one, and hit once where the partners defend.
        dice=[{"hit": 0}, {"hit": 0}, {"hit": 1}] if attacker == "germany" else [{"hit": 1}],
    )
    may = not s.why_not(Lose("submarine"))
    assert may is expect["italian_submarine_may_be_casualty"]
    if not may:
        assert s.why_not(Lose("submarine"))[0].section == "0.5/attacker-own"
    assert s.decision.who == "germany"


# Chapters 7 and 8


def blitzing(units: Given) -> Any:
    """Armor and others have just taken Lubelskie in one round, and Warsaw lies beyond."""
    return at_war(
        "lubelskie",
        "west-poland",
        units,
        {"militia": 1},
        [{"hit": 1}, {"hit": 0}],
        ready=lambda g: g.state.owners.update(
            {"bohemia": "ussr", "slovakia": "ussr", "hungary": "ussr", "warsaw": "ussr"}
        ),
    )


@check
def blitz_companions(given: Given, expect: Any) -> None:
    s = blitzing({"medium-armor": given["armor"], given["companions"]: given["have"]})
    to = next(a.to for a in s.legal() if isinstance(a, Blitz))
    s.submit(Blitz(to, "medium-armor", given["armor"]))
    most = max(a.count for a in s.legal() if isinstance(a, Blitz) and a.to == to and a.type == given["companions"])
    assert most == expect
    assert s.why_not(Blitz(to, given["companions"], expect + 1))[0].section == "9.5/blitz"


@check
def cannot_blitz(given: Given, expect: Any) -> None:
    s = blitzing({"medium-armor": 3} | dict.fromkeys(given["units"], 1))
    to = next(a.to for a in s.legal() if isinstance(a, Blitz))
    s.submit(Blitz(to, "medium-armor", 3))
    assert [u for u in given["units"] if not s.why_not(Blitz(to, u))] == expect


@check
def submarine_meets_carrier(given: Given, expect: Any) -> None:
    """The patrol forces one round; the carrier and the other ships keep out of it."""
    s = fight(
        "germany",
        ("north-sea", AT_SEA, {"submarine": 1}),
        wars=[("germany", "usa")],
        options=[*build.ALL_TERRAIN, *given["options"]],
        units={
            "germany": {"north-sea": {"submarine": 1}},
            "usa": {AT_SEA: {"fleet-carrier": 1, "fighter aboard": 1, "tactical-bomber aboard": 1}},
        },
        dice=[{"hit": 0}, {"hit": 0}],
    )
    s.submit(Evade())
    values = {
        e.text.split(" in ")[0]: max(f for fs in e.data["groups"].values() for f in fs)
        for e in s.log
        if e.kind == "rolled"
    }
    assert values == {"US Fighter": expect["fighter"], "US Tactical Bomber": expect["tactical-bomber"]}
    assert battle(s).round == expect["rounds"]
    assert (Submerge("submarine") in s.legal()) is expect["submerges"]


@check
def submarine_meets_patrol(given: Given, expect: Any) -> None:
    s = fight(
        "great-britain",
        ("gulf-of-cadiz", "alboran-sea", {"submarine": 1}),
        wars=[("great-britain", "italy")],
        units={
            "great-britain": {"gulf-of-cadiz": {"submarine": 1}},
            "italy": {"alboran-sea": {"tactical-bomber patrol": 1}},
        },
        dice=[[12]],
    )
    assert any(e.by == "great-britain" for e in s.log if e.kind == "rolled") is expect["sub_fires"]
    s.submit(Submerge("submarine"))
    assert build.count(s.table, "alboran-sea", "submarine") == int(expect["sub_lives"])
    assert s.state.battle is None


# Chapter 9


@check
def yugoslavia(given: Given, expect: Any) -> None:
    s = fight(
        "italy",
        ("northern-italy", "yugoslavia", given["attacker"]),
        wars=[("italy", "ussr")],
        owners={"yugoslavia": "ussr"},
        options=(),
        units={"italy": {"northern-italy": given["attacker"]}, "ussr": {"yugoslavia": given["defender"]}},
        # Artillery; infantry with its support and without; armor; the fighter; the Soviets.
        dice=[[3], [3], [12, 12, 12], [6, 12], [12], [4, 4, 12]],
    )
    assert losses(s) == {"infantry": expect["removed_without_reply"]}
    fired = [e for e in s.log if e.kind == "rolled" and e.by == "ussr"]
    assert [e.data["dice"] for e in fired] == [expect["defenders_firing_back"]]
    lose(s, "infantry", "infantry")
    assert {t: build.count(s.table, "yugoslavia", t, "italy") for t in given["attacker"]} == expect["attacker_left"]
    assert {t: build.count(s.table, "yugoslavia", t, "ussr") for t in given["defender"]} == expect["defender_left"]


@check
def selection_range(given: Given, expect: Any) -> None:
    s = at_war("lubelskie", "west-poland", {given["unit"]: 1}, {"infantry": 1}, [[12], [12]])
    rolled = next(e for e in s.log if e.kind == "rolled")
    assert rolled.data["groups"] == expect


@check
def paris(given: Given, expect: Any) -> None:
    """The fighters are chosen first; with three hits France loses both aircraft and one infantry."""
    from tutor.games.global_war.actions.combat import Fire

    s = fight(
        "germany",
        ("alsace-lorraine", "paris", given["attacker"]),
        wars=[("germany", "france")],
        owners={"alsace-lorraine": "germany"},
        units={"germany": {"alsace-lorraine": given["attacker"]}, "france": {"paris": given["defender"]}},
        dice=[[1, 1, 1], [12, 12], [12, 12]] + [{"hit": 0}] * 3,
    )
    s.submit(Fire("fighter"))
    assert s.why_not(Lose("infantry"))[0].section == "9.3/air-superiority"
    while s.decision.who == "france" and isinstance(s.legal()[0], Lose):
        s.submit(s.legal()[0])
    while not isinstance(s.legal()[0], FightOn):
        s.submit(s.legal()[0])
    assert losses(s) == expect


@check
def peking(given: Given, expect: Any) -> None:
    g = prepare(
        "japan",
        wars=[("japan", "kmt")],
        owners={"peking": "kmt", "suiyuan": "kmt"},
        units={
            "japan": {"rehe": given["overland"], "korea": given["sea"], "yellow-sea": {"naval-transport": 2}},
            "kmt": {"peking": {"infantry": 3}},
        },
        dice=[{"hit": 0}, {"hit": 0}, {"hit": 1}],
        stop_after="combat",
    )
    march(g, "rehe", "peking", given["overland"])
    load(g, "yellow-sea", "peking", "korea", given["sea"])
    # A third kind ashore, so that there is something to choose.
    march(g, "yellow-sea", "yellow-sea", {})
    s = begin(g)
    assert losses(s) == expect["losses"]
    assert build.count(s.table, "peking", "motorized-infantry") == 4
    assert build.count(s.table, "peking", "artillery") == expect["artillery_ashore"]
    assert build.count(s.table, "yellow-sea", "artillery") == 2
    assert any("cannot land" in text for text in told(s, "barred"))
    _peking_choices(given, expect)


def _peking_choices(given: Given, expect: Any) -> None:
    """The same with a marine ashore too: the choice does not go beyond what came over the sea and is ashore."""
    g = prepare(
        "japan",
        wars=[("japan", "kmt")],
        owners={"peking": "kmt", "suiyuan": "kmt"},
        units={
            "japan": {
                "rehe": given["overland"],
                "korea": given["sea"] | {"marine": 1},
                "yellow-sea": {"naval-transport": 3},
            },
            "kmt": {"peking": {"infantry": 3}},
        },
        dice=[{"hit": 0}, {"hit": 0}, {"hit": 0}, {"hit": 1}],
    )
    march(g, "rehe", "peking", given["overland"])
    load(g, "yellow-sea", "peking", "korea", given["sea"] | {"marine": 1})
    s = begin(g)
    for type, section in expect["refused"].items():
        assert section in [r.section for r in s.why_not(Lose(type))], type
    assert not s.why_not(Lose("infantry"))


# Chapter 12


@check
def seaplane(given: Given, expect: Any) -> None:
    g = prepare(
        "usa",
        wars=[("usa", "japan")],
        units={"usa": {"coral-sea": {"seaplane patrol": 1}}, "japan": {"coral-sea": given["enemy"]}},
        dice=[[1]] + [{"hit": 0}] * 6,
    )
    march(g, "coral-sea", "coral-sea", {"seaplane": 1}, target="attack")
    s = begin(g)
    while s.state.battle and not isinstance(s.legal()[0], FightOn):
        s.submit(next((a for a in s.legal() if isinstance(a, (Done, Lose))), s.legal()[0]))
    assert losses(s) == expect
    assert bool(told(s, "wasted")) is not bool(expect)


@check
def crete(given: Given, expect: Any) -> None:
    for sea in given["seas"]:
        g = prepare(
            "italy",
            wars=[("italy", "germany")],
            owners={"crete": "germany"},
            units={
                "italy": {"sicily": {"infantry": 2}, sea: {"naval-transport": 1}},
                "germany": {"crete": {"infantry": 1}},
            },
            facilities={"crete": [given["facility"]]},
            dice=[{"hit": 0}] * 4,
            then=1,
        )
        load(g, sea, "crete", "sicily", {"infantry": 2})
        s = begin(g)
        shots = [e for e in s.log if e.kind == "rolled" and "Fortification" in e.text]
        assert [(e.data["dice"], e.data["groups"]["hit"][-1]) for e in shots] == [(expect["dice"], expect["value"])]
        first = next(e for e in s.log if e.kind == "rolled" and e.by == "germany" and "Infantry" in e.text)
        assert first.data["groups"]["hit"][-1] == expect["defense"]


@check
def coastal_artillery(given: Given, expect: Any) -> None:
    """Three cruisers bombard and two transports unload: five ships, three shots."""
    g = prepare(
        "usa",
        wars=[("usa", "japan")],
        units={
            "usa": {
                "hawaiian-islands": {"infantry": 4},
                "wake-sea": {"naval-transport": 2, "light-cruiser": given["bombarding"]},
            },
            "japan": {"wake": {"infantry": 1}},
        },
        owners={"wake": "japan"},
        facilities={"wake": ["coastal-artillery"] * given["batteries"]},
        dice=[{"hit": 0}] * 2,
        then=1,
    )
    load(g, "wake-sea", "wake", "hawaiian-islands", {"infantry": 4})
    s = begin(g)
    s.submit(Bombard("wake-sea", "light-cruiser", given["bombarding"]))
    shots = [e for e in s.log if e.kind == "rolled" and e.section == "12.9"]
    assert [(e.data["dice"], e.data["groups"]["hit"][-1]) for e in shots] == [(expect["shots"], expect["value"])]


@check
def bombarding_ships(given: Given, expect: Any) -> None:
    g = prepare(
        "usa",
        wars=[("usa", "japan")],
        units={
            "usa": {
                "hawaiian-islands": {"infantry": 3},
                "wake-sea": {"naval-transport": 2, "heavy-cruiser": given["available"]},
            },
            "japan": {"wake": {"infantry": 9}},
        },
        owners={"wake": "japan"},
        then=1,
    )
    load(g, "wake-sea", "wake", "hawaiian-islands", {"infantry": given["assaulting"]})
    s = begin(g)
    assert max(a.count for a in s.legal() if isinstance(a, Bombard)) == expect
    assert s.why_not(Bombard("wake-sea", "heavy-cruiser", expect + 1))[0].section == "9.9"
