"""Chapters 13 and 14, the options of chapter 15 and the end notes, tried once more in play and where rules cross."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.games.global_war import GAME, lend_lease, vichy
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.actions.combat import Retreat
from tutor.games.global_war.actions.events import BreakTruce, CreateVichy
from tutor.games.global_war.actions.movement import Pick, PutBack
from tutor.games.global_war.actions.placement import Recruit
from tutor.games.global_war.actions.politics import ClosePassage, DeclareWar, Intervene, NullifyPact, SignPact
from tutor.games.global_war.actions.production import Build, Buy, LendUpgrade, Research
from tutor.games.global_war.air_moves import landing_spots
from tutor.games.global_war.capture import capture
from tutor.games.global_war.positions import problems
from tutor.games.global_war.terms import at_war, owner

from . import build, moving, producing
from .acting import ask, reason, refused
from .moving import sections, to

MOLOTOV_RIBBENTROP = "molotov-ribbentrop"
PACT: dict[str, Any] = {"turn": "January 1940", "pact": "signed", "owners": {"warsaw": "germany"}}


# 13.1


@pytest.mark.sections("13.1/participation", "14.4.3")
def test_spanish_factions_and_vichy_start_no_wars_13_1_14_4_3():
    g = GAME.table(GAME.scenario("1936"))
    for faction in ("spain-nationalist", "spain-republican"):
        assert refused(g, DeclareWar(faction, "portugal")) == ["13.1/participation"]
    g = build.table(vichy=True, owners={"southern-france": "vichy"}, minors={"vichy": {"controller": "germany"}})
    assert refused(g, DeclareWar("vichy", "great-britain")) == ["14.4.3"]


@pytest.mark.sections("13.1/support")
def test_one_allied_power_a_turn_may_supply_both_factions_in_spain_13_1():
    militia = {"spain-republican": {"madrid": {"militia": 1}}, "spain-nationalist": {"galicia": {"militia": 1}}}
    nations = {"france": {"cash": 9}, "anzac": {"cash": 9}}
    g = producing.table("great-britain", slot="great-britain", campaign="1936", units=militia, nations=nations)
    producing.play(g, lend_lease.declare_lend_lease, LendUpgrade("spain-nationalist"))
    assert producing.sections(g, LendUpgrade("spain-nationalist")) == {"7.9"}, "once to each"
    g.state.nation = "anzac"
    assert producing.legal(g, LendUpgrade("spain-republican")), "the Commonwealth is one Power"
    g.state.nation = "france"
    assert producing.sections(g, LendUpgrade("spain-republican")) == {"13.1/support"}
    assert "Great Britain has sent" in str(producing.refusals(g, LendUpgrade("spain-republican")))
    g.state.calendar += 1
    assert producing.legal(g, LendUpgrade("spain-republican"))


@pytest.mark.sections("13.1/recruitment", "11.5", "13.2")
def test_recruits_of_an_event_are_refused_under_its_own_section():
    g = build.table(campaign="1936", vichy=True, owners={"southern-france": "vichy"})
    minors = {"spain-nationalist": "13.1/recruitment", "abyssinia": "13.2", "vichy": "14.4.3", "portugal": "11.5"}
    for minor, section in minors.items():
        g.state.recruiting = minor
        assert refused(g, Recruit("infantry", "switzerland")) == [section]
    assert "Possible: Portugal" in reason(g, Recruit("infantry", "switzerland"))


# 13.3


@pytest.mark.sections("13.3.1", "13.3.2")
@pytest.mark.parametrize("faction, section", [("ccp", "13.3.1"), ("kmt", "13.3.2")])
def test_what_a_faction_may_not_before_it_has_evolved_is_told_with_its_section_13_3(faction: str, section: str):
    zone = "shensi" if faction == "kmt" else "yenan"
    before = producing.table(faction, turn="July 1940")
    for action in (Build("air-base", zone), Research("radar")):
        assert producing.sections(before, action) == {section}
    assert section in producing.sections(before, Buy("medium-armor"))
    after = producing.table(faction, turn="July 1940", nations={faction: {"evolved": True}})
    assert producing.legal(after, Build("air-base", zone))
    assert producing.sections(after, Research("radar")) == {"7.6"}, "it has no Major Factory"


@pytest.mark.sections("13.3/truce")
@pytest.mark.parametrize("breaker", ["kmt", "ccp"])
def test_a_truce_broken_amid_a_battle_lets_it_end_before_the_guests_go_home_13_3(breaker: str):
    s = moving.combat(
        "japan",
        turn="July 1939",
        truce=True,
        wars=[("japan", "kmt"), ("japan", "ccp")],
        owners={"hopeh": "japan"},
        units={
            "kmt": {"shensi": {"infantry": 2}},
            "ccp": {"shensi": {"infantry": 3}},
            "japan": {"hopeh": {"infantry": 2}},
        },
    )
    moving.send(s, "hopeh", [("infantry", 2)], "shensi")
    s.submit(Done())
    assert s.state.battle is not None and len(s.state.battle.defenders) == 5
    s.submit(BreakTruce(breaker))
    assert at_war(s.table, "kmt", "ccp") and build.count(s.table, "shensi", owner="ccp") == 3
    while s.state.battle is not None:
        s.submit(next((a for a in s.legal() if isinstance(a, Retreat)), s.legal()[0]))
    while "non-combat" not in [place.id for place in s.where]:
        s.submit(s.legal()[0])
    assert not build.count(s.table, "shensi", owner="ccp") and build.count(s.table, "yenan", owner="ccp")


# 14.2


@pytest.mark.sections("14.2", "14.2/termination")
def test_the_pact_says_why_it_cannot_be_signed_14_2():
    early, late = build.table(turn="January 1939"), build.table(turn="July 1940", pact="ended")
    assert refused(early, SignPact("ussr", MOLOTOV_RIBBENTROP)) == ["14.2"]
    assert refused(late, SignPact("ussr", MOLOTOV_RIBBENTROP)) == ["14.2/termination"]


@pytest.mark.sections("14.2/sphere", "8.1")
def test_whoever_may_attack_without_war_is_told_so_where_he_tries_to_walk_in_14_2():
    s = moving.combat("ussr", **PACT, units={"ussr": {"leningrad": {"infantry": 2}, "murmansk": {"infantry": 1}}})
    s.submit(Pick("leningrad", "infantry"))
    assert sections(s, to("karjala")) == ["14.2/sphere"]
    assert "Intervene in Karjala first:" in moving.reason(s, to("karjala"), "14.2/sphere")
    s.submit(Intervene("ussr", "karjala"))
    s.submit(to("karjala"))
    s.submit(Pick("murmansk", "infantry"))
    assert sections(s, to("finland")) == ["14.2/sphere"]
    assert "Declare war" not in moving.reason(s, to("finland"), "14.2/sphere")
    s.submit(PutBack())
    after = moving.non_combat("ussr", **PACT, units={"ussr": {"leningrad": {"infantry": 1}}})
    after.submit(Pick("leningrad", "infantry"))
    assert "Intervene in Karjala in Combat Movement" in " ".join(map(str, after.why_not(to("karjala"))))


@pytest.mark.sections("14.2/sphere", "5.7")
def test_attacks_without_war_wait_for_ones_own_turn_14_2():
    g = build.table(slot="japan", **PACT, units={"germany": {"argentina": {"infantry": 1}}})
    assert refused(g, Intervene("ussr", "karjala")) == ["14.2/sphere"]
    g.state.owners["brazil"] = "germany"
    assert refused(g, Intervene("usa", "brazil")) == ["5.7"]


@pytest.mark.sections("14.2/termination", "14.2/sphere")
@pytest.mark.parametrize("end", [NullifyPact("germany", MOLOTOV_RIBBENTROP), DeclareWar("germany", "ussr")])
def test_a_baltic_state_that_was_entered_is_annexed_though_the_pact_ends_14_2(end: Any):
    units = {"ussr": {"leningrad": {"infantry": 2}}, "estonia": {"estonia": {"infantry": 1}}}
    s = moving.combat("ussr", **PACT, units=units)
    moving.send(s, "leningrad", "infantry", "estonia")
    s.submit(end)
    s.submit(Done())
    assert owner(s.table, "estonia") == "ussr" and owner(s.table, "latvia") == "latvia"
    assert build.count(s.table, "estonia") == build.count(s.table, "estonia", owner="ussr") == 1
    assert [e.section for e in s.log if e.kind == "annexed"] == ["14.2/sphere"]


@pytest.mark.sections("14.2/sphere")
def test_the_pact_shields_its_neutrals_in_a_war_begun_before_it_14_2():
    """Of a Finland that the USSR fights already only Karjala is open while the pact holds."""
    wars = [("ussr", "finland"), ("ussr", "romania")]
    units = {"ussr": {"leningrad": {"infantry": 1}, "murmansk": {"infantry": 1}, "western-ukraine": {"infantry": 1}}}
    s = moving.combat("ussr", **PACT, wars=wars, units=units)
    assert moving.judged(s, "leningrad", "infantry", to("karjala")) == []
    assert moving.judged(s, "murmansk", "infantry", to("finland")) == ["14.2/sphere"]
    assert moving.judged(s, "western-ukraine", "infantry", to("romania")) == ["14.2/sphere"]
    s.submit(NullifyPact("ussr", MOLOTOV_RIBBENTROP))
    assert moving.judged(s, "murmansk", "infantry", to("finland")) == []
    assert moving.judged(s, "western-ukraine", "infantry", to("romania")) == []


@pytest.mark.sections("14.2/sphere", "14.3", "14.4.3", "13.1/participation")
def test_a_march_into_a_nation_that_a_treaty_shields_names_the_treaty():
    """No advice to declare a war that may not be declared."""

    def told(slot: str, zone: str, goal: str, section: str, **fields: Any) -> str:
        s = moving.combat(slot, **fields, units={slot: {zone: {"infantry": 1}}})
        s.submit(Pick(zone, "infantry"))
        assert sections(s, to(goal)) == [section], goal
        return reason(s.table, to(goal))

    assert "Nullify the pact" in told(
        "ussr", "western-ukraine", "romania", "14.2/sphere", turn="July 1940", pact="signed"
    )
    assert "Break the pact" in told("japan", "northern-manchuria", "amur", "14.3", eastern_pact="signed")
    vichy = {"owners": {"southern-france": "vichy"}, "minors": {"vichy": {"controller": "germany"}}, "vichy": True}
    assert "Vichy" in told("italy", "northern-italy", "southern-france", "14.4.3", **vichy)
    told("great-britain", "kenya", "abyssinia", "4.5/permissions", campaign="1936")  # an ally Controls it
    spain = {"campaign": "1936", "owners": {"western-france": "germany", "basque-country": "spain-republican"}}
    told(
        "germany",
        "southern-france",
        "catalonia",
        "13.1/participation",
        **spain | {"owners": {"southern-france": "germany"}},
    )


@pytest.mark.sections("14.2/canal-route")
@pytest.mark.parametrize("way", ["baltic-white-sea-canal", "northern-sea-route"])
def test_the_ussr_does_not_close_the_ways_of_the_pact_while_it_holds_14_2(way: str):
    units = {"germany": {"gulf-of-finland": {"submarine": 1}, "white-sea": {"submarine": 1}}}
    start, goal = ("gulf-of-finland", "white-sea") if way.startswith("baltic") else ("white-sea", "okhotsk-sea")
    s = moving.non_combat("germany", turn="January 1940", units=units)
    s.submit(ClosePassage("ussr", way, "germany"))
    assert moving.judged(s, start, "submarine", to(goal))
    s.submit(SignPact("ussr", MOLOTOV_RIBBENTROP))
    s.submit(SignPact("germany", MOLOTOV_RIBBENTROP))
    assert moving.judged(s, start, "submarine", to(goal)) == []
    s.submit(ClosePassage("ussr", way, "japan"))
    assert "14.2/canal-route" in sections(s, ClosePassage("ussr", way, "germany"))
    s.submit(NullifyPact("ussr", MOLOTOV_RIBBENTROP))
    assert moving.judged(s, start, "submarine", to(goal))


# 14.4


@pytest.mark.sections("14.4.2", "14.4.1")
@pytest.mark.parametrize("choice", [CreateVichy(), Pass()])
def test_a_second_fall_of_france_brings_no_second_vichy_14_4_2(choice: Any):
    wars = [(axis, ally) for axis in ("germany", "italy") for ally in ("france", "great-britain")]
    g = build.table(slot="germany", wars=wars)
    capture(g, "paris", "germany")
    ask(g, vichy.choose_vichy(g), choice)
    g.state.vichy_pending = []
    capture(g, "paris", "great-britain")
    capture(g, "paris", "germany")
    assert vichy.choosing(g) is isinstance(choice, Pass)
    assert build.count(g, "southern-france", owner="vichy") == (5 if isinstance(choice, CreateVichy) else 0)


# The end notes


@pytest.mark.sections("App-B.33b", "10.3")
def test_a_seaplane_that_has_landed_inland_is_where_it_may_be_app_b():
    """It needs land under it, and nothing is said of a coast: whatever play allows, a position allows."""
    g = build.table(units={"germany": {"bavaria": {"seaplane": 1}}})
    assert "bavaria" in landing_spots(g, build.unit(g, "bavaria", "seaplane"))
    assert not problems(g)
