"""Section 4.5, Table 4-2: passage between nations."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.politics import DeclareWar, Deny, Grant, SignPact
from tutor.games.global_war.permissions import may_enter, may_pass
from tutor.games.global_war.recruitment import recruiters
from tutor.games.global_war.supply import lets_through
from tutor.games.global_war.terms import commanded, enemy_zone
from tutor.games.global_war.war_and_peace import income

from . import build
from .acting import do, refused

AT_WAR = [("germany", "great-britain"), ("germany", "france")]


@pytest.mark.sections("4.5/permissions")
def test_aligned_nations_pass_unless_denied_4_5():
    g = build.table(wars=AT_WAR)
    assert may_enter(g, "great-britain", "paris") and may_pass(g, "great-britain", "france")
    do(g, Deny("france", "great-britain"))
    assert not may_enter(g, "great-britain", "paris") and not lets_through(g, "great-britain", "paris")
    assert may_enter(g, "france", "london"), "denied one way only"
    do(g, Grant("france", "great-britain"))
    assert may_enter(g, "great-britain", "paris") and g.state.grants == []


@pytest.mark.sections("4.5/permissions", "1.5/land")
def test_others_pass_only_where_it_is_granted_and_still_do_not_stay_4_5():
    g = build.table()
    assert not lets_through(g, "usa", "murmansk")
    assert refused(g, Deny("ussr", "usa")) == ["4.5/permissions"], "there is nothing to deny"
    do(g, Grant("ussr", "usa"))
    assert lets_through(g, "usa", "murmansk") and not may_enter(g, "usa", "murmansk")
    assert refused(g, Grant("ussr", "usa")) == ["4.5/permissions"]
    do(g, Deny("ussr", "usa"))
    assert not lets_through(g, "usa", "murmansk")


@pytest.mark.sections("4.5/permissions")
def test_who_grants_and_to_whom_4_5():
    g = build.table(wars=AT_WAR, minors={"turkey": {"controller": "germany"}})
    assert refused(g, Grant("france", "germany")) == ["4.5/permissions"], "an enemy"
    assert refused(g, Grant("turkey", "germany")), "a controlled Minor grants nothing"
    assert refused(g, Grant("great-britain", "anzac")), "one Power"
    assert refused(g, Grant("france", "free-france")), "not in play"
    assert refused(g, Grant("france", "nowhere"))


@pytest.mark.sections("4.5/permissions", "0.9/control", "4.5")
def test_a_controller_moves_a_minor_and_recruits_for_it_but_starts_nothing_with_it_4_5():
    g = build.table(
        turn="July 1941", slot="germany", minors={"turkey": {"controller": "germany"}}, wars=[("turkey", "ussr")]
    )
    g.state.nation = "germany"
    assert commanded(g, "turkey", "germany") and not commanded(g, "turkey", "italy")
    assert "turkey" in recruiters(g)
    assert enemy_zone(g, "turkey", "transcaucasia") and not enemy_zone(g, "turkey", "thessaly")
    assert refused(g, DeclareWar("turkey", "greece")) == ["4.5/permissions"]
    assert refused(g, Grant("turkey", "germany")) and refused(g, SignPact("turkey", "japan-ussr"))
    before = income(g, "germany")
    g.state.owners["thessaly"] = "turkey"
    assert income(g, "germany") == before, "its income is nobody's"
