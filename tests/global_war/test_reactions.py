"""Interrupts: what a nation may do on anybody's turn (5.3, 5.5, 14.1), and who is asked in time."""

from __future__ import annotations

import pytest

from tutor.engine.rulings import Illegal
from tutor.games.global_war import GAME, reactions
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.politics import DeclareWar, Grant, NullifyPact, SignPact
from tutor.games.global_war.interrupts import HANDLERS, OFFERS, kinds
from tutor.games.global_war.reactions import MOST_LISTED
from tutor.games.global_war.terms import at_war, owner

from . import build
from .acting import ask, do

PRODUCTION = ("calendar-turn", "national-turn", "production")


def german_production(**fields):
    """Germany decides what to spend."""
    s = build.session(
        PRODUCTION, slot="germany", nations={"germany": {"cash": 10}, **fields.pop("nations", {})}, **fields
    )
    while s.decision.section != "7.0":
        s.submit(Done())
    return s


@pytest.mark.sections("5.5", "8.1")
def test_war_is_declared_at_any_decision_whoever_decides_5_5():
    s = german_production(turn="July 1939")
    assert s.decision.who == "germany"
    s.submit(DeclareWar("great-britain", "germany"))
    assert at_war(s.table, "germany", "great-britain")
    assert s.decision.who == "germany" and s.decision.section == "7.0", "the decision stays open"


@pytest.mark.sections("8.1")
def test_a_declaration_can_be_undone_and_done_again_8_1():
    s = german_production(turn="July 1939", nations={"usa": {"peacetime": 16}})
    s.submit(DeclareWar("germany", "belgium"))
    after = s.state.nations["usa"].peacetime
    s.undo()
    assert not at_war(s.table, "germany", "belgium") and s.state.nations["usa"].peacetime == 16
    s.redo()
    assert at_war(s.table, "germany", "belgium") and s.state.nations["usa"].peacetime == after


@pytest.mark.sections("5.5")
def test_an_illegal_declaration_changes_nothing_and_is_explained_5_5():
    s = german_production(nations={"usa": {"peacetime": 6}})
    with pytest.raises(Illegal) as refusal:
        s.submit(DeclareWar("usa", "germany"))
    assert refusal.value.rulings[0].section == "5.5" and "63" in str(refusal.value)
    assert not at_war(s.table, "usa", "germany")


@pytest.mark.sections("14.1")
def test_pacts_are_signed_on_anybodys_turn_14_1():
    s = german_production(turn="July 1939")
    s.submit(SignPact("ussr", "molotov-ribbentrop"))
    s.submit({"action": "sign-pact", "nation": "germany", "pact": "molotov-ribbentrop"})
    assert s.state.pact == "signed"
    s.submit(NullifyPact("ussr", "molotov-ribbentrop"))
    assert s.state.pact == "ended"


@pytest.mark.sections("5.5")
def test_a_planning_nation_sees_a_few_wars_and_only_its_own_5_5():
    s = german_production(turn="July 1939")
    listed = [a for a in s.legal() if isinstance(a, DeclareWar)]
    assert 0 < len(listed) <= MOST_LISTED
    assert {a.nation for a in listed} == {"germany"}
    assert DeclareWar("germany", "poland") in listed and DeclareWar("germany", "brazil") not in listed
    assert not [a for a in s.legal() if isinstance(a, Grant)]
    s.submit(DeclareWar("germany", "brazil"))  # not listed, and legal
    assert at_war(s.table, "germany", "brazil")


@pytest.mark.sections("5.5")
def test_nothing_is_offered_outside_planning_5_5():
    s = build.session(PRODUCTION, turn="July 1940", slot="great-britain", wars=[("germany", "great-britain")])
    assert s.decision.section == "4.8/poland"
    assert not any(isinstance(a, DeclareWar) for a in s.legal())
    s.submit(DeclareWar("great-britain", "italy"))
    assert at_war(s.table, "italy", "great-britain")


def test_every_interrupt_is_an_action_of_the_game_with_a_nation():
    assert set(kinds()) == set(GAME.interrupt_types) == set(HANDLERS)
    assert all(kind in GAME.action_types and "nation" in kind.__struct_fields__ for kind in kinds())
    assert OFFERS


# Reactions


@pytest.mark.sections("5.3", "5.5")
def test_a_nation_that_becomes_able_is_asked_once_in_the_same_turn_5_3():
    g = build.table(slot="germany", nations={"great-britain": {"peacetime": 24}, "usa": {"peacetime": 6}})
    assert not reactions.somebody_reacts(g)
    do(g, DeclareWar("germany", "belgium"))
    assert reactions.somebody_reacts(g)
    asked = ask(g, reactions.ask_for_reactions(g), Done())
    assert [decision.who for decision in asked] == ["great-britain"]
    assert not reactions.somebody_reacts(g)


@pytest.mark.sections("5.3")
def test_a_nation_that_was_able_before_is_not_asked_5_3():
    g = build.table(slot="germany", nations={"usa": {"peacetime": 6}})
    do(g, DeclareWar("germany", "belgium"))
    assert not reactions.somebody_reacts(g), "Britain and France could have done it all the time"


@pytest.mark.sections("5.3")
def test_a_nation_that_has_used_its_right_is_not_asked_5_3():
    g = build.table(slot="germany", nations={"great-britain": {"peacetime": 24}})
    do(g, DeclareWar("germany", "belgium"), DeclareWar("great-britain", "germany"))
    assert not reactions.somebody_reacts(g)
    assert owner(g, "belgium") == "great-britain", "its Control became Alignment"
