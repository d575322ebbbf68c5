"""Chapters 3 to 6 and 8.1 once more: rules that meet one another, played through a session where they can be."""

from __future__ import annotations

import pytest

from tutor.engine.session import Session
from tutor.games.global_war import diplomacy, relations
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import AlignMinor, DeclareWar, Influence, Intervene, Pledge
from tutor.games.global_war.actions.production import Buy, ChooseReceiver, LendMoney
from tutor.games.global_war.alignments import END_OF_COMBAT, PRODUCTION, check_alignments
from tutor.games.global_war.building import new_item
from tutor.games.global_war.capture import capture
from tutor.games.global_war.sides import decider
from tutor.games.global_war.terms import controller, owner, zone_value
from tutor.games.global_war.war_and_peace import income, shares

from . import build
from .acting import ask, do, reason, refused


def phase(name: str) -> tuple[str, ...]:
    return ("calendar-turn", "national-turn", name)


def until(s: Session, step: str, most: int = 200) -> None:
    """Let everything pass until this step is reached."""
    for _ in range(most):
        if step in [place.id for place in s.where]:
            return
        options = s.legal()
        s.submit(next((a for a in options if a.kind() in ("done", "pass")), options[0]))
    raise AssertionError(f"{step} is not reached")


# Production in any order (6.2)


@pytest.mark.sections("6.2", "4.8/pan-american", "7.9")
def test_diplomacy_and_lend_lease_need_not_wait_for_purchases_6_2():
    s = build.session(
        phase("production"), turn="January 1942", slot="usa", wars=[("usa", "japan"), ("great-britain", "japan")],
        nations={"usa": {"cash": 30}},
    )  # fmt: skip
    until(s, "spend")
    assert {Influence("brazil", 3), ChooseReceiver("great-britain")} <= set(s.legal())
    s.submit(Influence("brazil", 3))
    assert "spend" in [place.id for place in s.where], "the die is rolled, and spending goes on"
    assert s.state.nations["usa"].cash == 27 and s.state.nations["usa"].influenced == ["brazil"]
    assert s.why_not(Influence("brazil", 1))[0].section == "4.8/pan-american"
    s.submit(LendMoney("great-britain", 2))
    s.submit(Buy("infantry"))
    until(s, "influence")
    assert {a.minor for a in s.legal() if isinstance(a, Influence)} and not s.why_not(Influence("mexico", 1))


@pytest.mark.sections("6.2", "4.8/argentina")
def test_argentina_may_be_won_before_anything_is_bought_4_8():
    s = build.session(
        phase("production"), slot="germany", wars=[("germany", "great-britain")], nations={"germany": {"cash": 9}}
    )
    until(s, "spend")
    s.submit(Influence("argentina", 2))
    assert s.state.argentina_tried and s.state.nations["germany"].cash == 7
    assert owner(s.table, "argentina") in ("germany", "argentina")
    assert "one attempt" in reason(s.table, Influence("argentina", 2))


@pytest.mark.sections("4.8/pan-american", "4.8/argentina")
def test_a_refused_attempt_says_who_may_and_when_4_8():
    s = build.session(phase("production"), slot="usa", nations={"usa": {"cash": 30, "peacetime": 30}})
    until(s, "spend")
    assert [r.section for r in s.why_not(Influence("brazil", 2))] == ["4.8/pan-american"]
    assert "at war with a Major Power" in reason(s.table, Influence("brazil", 2))
    assert "Germany alone" in reason(s.table, Influence("argentina", 2))
    s = build.session(phase("production"), slot="germany", nations={"germany": {"cash": 30}})
    until(s, "spend")
    assert "at war with a Major Power" in reason(s.table, Influence("argentina", 2))
    assert "USA alone" in reason(s.table, Influence("brazil", 2))


# A Warlord between two factions that are at war (4.9)


@pytest.mark.sections("4.9", "4.7")
def test_a_warlord_joins_the_other_faction_after_combat_though_the_factions_are_at_war_4_9():
    """In 1936 KMT and CCP fight each other from the start, which must not hasten what 4.9 puts at the phase's end."""
    s = build.session(
        phase("combat-movement"), turn="July 1936", slot="usa", wars=[("kmt", "ccp")],
        units={"kmt": {"shantung": {"infantry": 9, "artillery": 3}}, "ccp": {"yenan": {"infantry": 1}},
               "warlord-suiyuan": {"hopeh": {"infantry": 1}, "suiyuan": {"infantry": 1}}},
    )  # fmt: skip
    while s.state.mover != "kmt":
        s.submit(Done())
    s.submit(DeclareWar("kmt", "warlord-suiyuan"))
    assert owner(s.table, "hopeh") == "warlord-suiyuan" and controller(s.table, "warlord-suiyuan") == "ccp"
    s.submit(Pick("shantung", "infantry", 9))
    s.submit(Move(("hopeh",)))
    until(s, "non-combat")
    assert [owner(s.table, zone) for zone in ("hopeh", "suiyuan", "peking")] == ["kmt", "ccp", "ccp"]
    assert build.count(s.table, "suiyuan", "infantry", "ccp") == 1


# A Minor Power that Aligns in the midst of its battle (4.4, 5.5)


@pytest.mark.sections("4.4", "5.5")
def test_a_master_who_joins_the_war_during_the_battle_decides_for_the_minors_units_4_4():
    s = build.session(
        phase("combat-movement"), turn="July 1939", slot="germany", seed=1,
        units={"germany": {"western-germany": {"infantry": 4}}, "belgium": {"belgium": {"infantry": 4, "artillery": 1}}},
        nations={"great-britain": {"peacetime": 25}},
    )  # fmt: skip
    s.submit(DeclareWar("germany", "belgium"))
    s.submit(Pick("western-germany", "infantry", 4))
    s.submit(Move(("belgium",)))
    until(s, "round")
    assert s.state.battle and s.state.battle.defender == "belgium"
    s.submit(DeclareWar("great-britain", "germany"))
    assert s.state.battle.defender == "great-britain" == decider(s.table, s.state.battle, "defender")


@pytest.mark.sections("4.4", "4.7")
def test_an_attack_of_a_controlled_minor_becomes_its_masters_when_he_goes_to_war_4_7():
    s = build.session(
        phase("combat-movement"), turn="July 1940", slot="germany", wars=[("ussr", "turkey")], owners={"kars": "ussr"},
        minors={"turkey": {"controller": "germany"}},
        units={"turkey": {"turkey": {"infantry": 3}}, "ussr": {"kars": {"infantry": 2}}},
    )  # fmt: skip
    s.submit(Pick("turkey", "infantry", 3))
    s.submit(Move(("kars",)))
    until(s, "round")
    assert s.state.battle and s.state.battle.attacker == "turkey"
    s.submit(DeclareWar("germany", "ussr"))
    assert s.state.battle.attacker == "germany" == decider(s.table, s.state.battle, "attacker")


# Whose price it is (5.6)


@pytest.mark.sections("5.6")
@pytest.mark.parametrize("nation", ["germany", "ussr"])
def test_only_allies_share_the_price_of_a_declaration_5_6(nation: str):
    g = build.table(wars=[("great-britain", "germany")], nations={nation: {"cash": 20}}, turn="July 1940")
    assert not refused(g, DeclareWar(nation, "portugal")), "it could declare this war itself, and for nothing"
    assert refused(g, Pledge(nation, "portugal", 5)) == ["5.6"] and "none of them" in reason(
        g, Pledge(nation, "portugal", 5)
    )


@pytest.mark.sections("8.1", "4.12")
def test_no_war_on_a_minor_of_which_nothing_is_left_8_1():
    """Belgium is conquered under British Control; once Britain is at war the Congo is British, and Belgium is no more."""
    g = build.table(minors={"belgium": {"controller": "great-britain"}}, wars=[("germany", "belgium")])
    capture(g, "belgium", "germany")
    assert not refused(g, DeclareWar("italy", "belgium")), "there is still the Congo"
    do(g, DeclareWar("germany", "great-britain"))
    assert owner(g, "belgian-congo") == "great-britain"
    assert refused(g, DeclareWar("italy", "belgium")) == ["8.1"]


# Siam (4.8)


@pytest.mark.sections("4.8/siam")
@pytest.mark.parametrize("holder, joins", [("japan", True), ("fec", False), ("germany", False)])
def test_siam_under_japanese_control_joins_japan_at_its_date_4_8(holder: str, joins: bool):
    g = build.table(turn="July 1939", slot="japan", minors={"siam": {"controller": holder}})
    check_alignments(g, PRODUCTION)
    assert owner(g, "siam") == ("japan" if joins else "siam")


# What was lent to a Minor Power that Aligns (4.4)


@pytest.mark.sections("4.4")
@pytest.mark.parametrize("lender, receiver", [("usa", "great-britain"), ("great-britain", "")])
def test_lend_lease_for_a_minor_that_aligns_is_its_masters_4_4(lender: str, receiver: str):
    g = build.table(minors={"belgium": {"controller": "great-britain"}}, nations={lender: {"cash": 20}})
    g.state.nation = lender
    item = new_item(g, lender, "infantry", [3], receiver="belgium")
    relations.align(g, "belgium", "great-britain", "4.7")
    assert (item.owner, item.receiver) == (lender, receiver)


# The Monroe Doctrine on land (5.7)


@pytest.mark.sections("5.7")
def test_under_the_doctrine_every_foreign_major_in_the_zone_fights_5_7():
    """Italians beside the Germans in Argentina do not look on while the USA takes it, and nobody is at war for it."""
    s = build.session(
        phase("combat-movement"), turn="January 1941", slot="usa", owners={"argentina": "germany", "brazil": "usa"},
        nations={"usa": {"peacetime": 20}}, wars=[("germany", "great-britain"), ("italy", "great-britain")],
        units={"usa": {"brazil": {"infantry": 9, "artillery": 2}}, "germany": {"argentina": {"infantry": 1}},
               "italy": {"argentina": {"infantry": 1}}},
    )  # fmt: skip
    s.submit(Pick("brazil", "infantry", 9))
    assert "Intervene in" in next(str(r) for r in s.why_not(Move(("argentina",))) if r.section == "5.7")
    s.submit(Intervene("usa", "argentina"))
    s.submit(Move(("argentina",)))
    until(s, "non-combat")
    assert owner(s.table, "argentina") == "usa" and not build.count(s.table, "argentina", owner="italy")
    assert not s.state.wars.get("usa") and income(s.table, "usa") == 20 + zone_value(s.table, "argentina")


# Special conditions and Minor Powers at war (4.8)


@pytest.mark.sections("4.8", "4.8/iraq")
def test_iraq_does_not_join_the_germans_who_attack_it_4_8():
    g = build.table(
        slot="germany", owners={"syria": "germany"}, units={"germany": {"syria": {"infantry": 1}}},
        minors={"iraq": {"controller": "great-britain"}}, wars=[("germany", "iraq")],
    )  # fmt: skip
    check_alignments(g, END_OF_COMBAT)
    assert owner(g, "iraq") == "iraq" and controller(g, "iraq") == "great-britain"


@pytest.mark.sections("4.8", "4.8/balkans")
def test_a_romania_at_war_with_italy_does_not_join_germany_4_8():
    g = build.table(slot="germany", minors={"romania": {"controller": "great-britain"}}, wars=[("italy", "romania")])
    diplomacy.open_the_balkans(g)
    asked = ask(g, diplomacy.ask_about_the_balkans(g), Pass())
    assert AlignMinor("romania") not in asked[0].options() and AlignMinor("hungary") in asked[0].options()
    do(g, DeclareWar("germany", "ussr"))
    assert owner(g, "romania") == "romania" and owner(g, "bulgaria") == "germany"


@pytest.mark.sections("4.8", "4.8/pan-american", "4.8/argentina")
def test_nobody_wins_those_he_is_at_war_with_by_money_4_8():
    """Under German Control after a Soviet attack Brazil may still be won; after a British one it is an enemy of the Allies."""
    for attacker, free in (("ussr", True), ("great-britain", False)):
        g = build.table(
            slot="usa", wars=[("usa", "japan"), (attacker, "brazil")], minors={"brazil": {"controller": "germany"}},
            nations={"usa": {"cash": 20}},
        )  # fmt: skip
        assert (Influence("brazil", 3) in diplomacy.attempts(g)) is free
        assert bool(refused(g, Influence("brazil", 3))) is not free
    g = build.table(
        slot="germany", wars=[("germany", "great-britain"), ("germany", "argentina")], nations={"germany": {"cash": 9}}
    )
    assert "at war with the Axis" in reason(g, Influence("argentina", 2)) and not list(diplomacy.attempts(g))


@pytest.mark.sections("5.6")
def test_a_pledge_of_who_can_no_longer_declare_war_is_not_drawn_5_6():
    """Britain's first war takes the USA below its Wartime Income, so the second is Britain's alone to pay."""
    g = build.table(
        turn="July 1940", wars=[("germany", "great-britain")],
        nations={"usa": {"peacetime": 63, "cash": 20}, "great-britain": {"cash": 30}},
    )  # fmt: skip
    do(g, Pledge("usa", "norway", 4))
    assert shares(g, "great-britain", "norway") == {"great-britain": 6, "usa": 4}
    do(g, DeclareWar("great-britain", "portugal"))
    assert income(g, "usa") == 55 and shares(g, "great-britain", "norway") == {"great-britain": 10}


# The score, line by line (3.5)


@pytest.mark.sections("3.1", "3.2", "3.3", "3.4", "3.5")
def test_the_end_tells_what_gave_and_cost_points_under_its_own_section_3_5():
    s = build.session(
        phase("placement"), turn="July 1945", last_turn="July 1945", slot="usa", wars=[("germany", "france")],
        owners={"paris": "germany", "denmark": "germany", "netherlands": "germany", "belgium": "germany"},
    )  # fmt: skip
    while not s.state.ended:
        s.submit(next(a for a in s.legal() if a.kind() in ("done", "pass")))
    lines = {e.section: e.text for e in s.log if e.kind == "points" and ("German" in e.text or "France" in e.text)}
    assert {"3.2", "3.3", "3.4/germany-lebensraum"} <= set(lines)
    assert "France -1" in lines["3.3"] and "Lebensraum" in lines["3.4/germany-lebensraum"]
    told = [e for e in s.log if e.kind == "points"]
    totals = next(e for e in s.log if e.kind == "scored").data["points"]
    assert sum(e.data["points"] for e in told) == sum(totals.values())
