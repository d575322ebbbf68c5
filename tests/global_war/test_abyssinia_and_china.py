"""Sections 13.2, 13.3, 1.17 and 0.9/china: Abyssinia, the Chinese civil war, its truce, evolution, and the Burma Road."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.games.global_war import abyssinia, china, recruitment, turns
from tutor.games.global_war.actions.combat import Blitz
from tutor.games.global_war.actions.events import BreakTruce, Truce
from tutor.games.global_war.actions.movement import Move
from tutor.games.global_war.actions.politics import DeclareWar
from tutor.games.global_war.battles import find_battles
from tutor.games.global_war.capture import capture
from tutor.games.global_war.events import check_events
from tutor.games.global_war.nations import CCP, KMT
from tutor.games.global_war.relations import attacked, check_alignments, make_war
from tutor.games.global_war.state import Battle, G
from tutor.games.global_war.supply import joined, supply_path
from tutor.games.global_war.terms import (
    aligned,
    at_war,
    at_war_with_major,
    commanded,
    controller,
    in_play,
    major,
    owner,
    zone_value,
)
from tutor.games.global_war.units import remove, shift, units_in

from . import acting, build

# Abyssinia


def campaign(**fields: Any) -> G:
    return build.table(
        **{
            "abyssinia": "war",
            "wars": [("italy", "abyssinia")],
            "minors": {"abyssinia": {"controller": "france"}},
            "units": {"abyssinia": {"abyssinia": {"infantry": 2}}, "italy": {"eritrea": {"infantry": 1}}},
            **fields,
        }
    )


@pytest.mark.sections("13.2")
def test_abyssinia_is_at_war_with_italy_under_french_command_13_2():
    g = campaign()
    check_events(g)
    assert at_war(g, "italy", "abyssinia") and commanded(g, "abyssinia", "france")
    assert not at_war(g, "italy", "france")
    assert g.state.abyssinia == "war"


@pytest.mark.sections("13.2", "11.5")
def test_abyssinia_recruits_on_a_one_13_2():
    g = campaign(dice=[2, 1], owners={"british-somaliland": "abyssinia"})
    g.state.nation, g.state.recruiting = "france", "abyssinia"
    recruitment.roll_recruitment(g)
    assert not recruitment.recruits_came(g)
    recruitment.roll_recruitment(g)
    assert recruitment.recruits_came(g)


@pytest.mark.sections("13.2/victory", "App-B.41")
def test_italy_wins_with_abyssinia_13_2():
    g = campaign(units={})
    capture(g, "abyssinia", "italy")
    assert g.state.abyssinia == "italian" and owner(g, "abyssinia") == "italy"
    assert zone_value(g, "abyssinia") == 0
    assert controller(g, "abyssinia") == ""


@pytest.mark.sections("13.2/victory")
def test_italy_can_still_win_when_abyssinia_has_joined_france_13_2():
    g = campaign(units={})
    make_war(g, "italy", "france")
    assert "abyssinia" not in g.state.minors
    capture(g, "abyssinia", "italy")
    assert g.state.abyssinia == "italian"


@pytest.mark.sections("13.2/victory")
def test_abyssinia_wins_with_eritrea_and_the_campaign_is_over_13_2():
    g = campaign()
    capture(g, "eritrea", "abyssinia")
    assert g.state.abyssinia == "free"
    assert not at_war(g, "italy", "abyssinia")
    assert controller(g, "abyssinia") == "france"


@pytest.mark.sections("13.2")
def test_abyssinia_joins_france_when_france_and_italy_are_at_war_13_2():
    g = campaign()
    make_war(g, "france", "germany")
    assert owner(g, "abyssinia") == "abyssinia"
    make_war(g, "italy", "france")
    assert owner(g, "abyssinia") == "france"
    assert {unit.owner for unit in units_in(g, "abyssinia")} == {"france"}


@pytest.mark.sections("13.2/victory", "13.2")
def test_a_victorious_abyssinia_joins_france_at_war_with_any_major_power_13_2():
    g = campaign()
    capture(g, "eritrea", "abyssinia")
    make_war(g, "france", "germany")
    assert owner(g, "abyssinia") == owner(g, "eritrea") == "france"


@pytest.mark.sections("13.2/victory", "14.4.2/minors")
def test_abyssinia_becomes_free_french_when_france_falls_13_2():
    for aligned_first in (True, False):
        g = campaign(
            wars=[("italy", "abyssinia"), ("germany", "france")] if aligned_first else [("italy", "abyssinia")]
        )
        capture(g, "eritrea", "abyssinia")
        assert owner(g, "abyssinia") == ("france" if aligned_first else "abyssinia")
        if not aligned_first:
            g.state.wars |= {"germany": ["france"], "france": ["germany"]}
        g.state.slot = "germany"
        capture(g, "paris", "germany")
        assert owner(g, "abyssinia") == owner(g, "eritrea") == "free-france"
        assert {unit.owner for unit in units_in(g, "abyssinia")} == {"free-france"}


@pytest.mark.sections("13.2")
def test_without_the_campaign_nothing_happens_in_abyssinia_13_2():
    g = campaign(abyssinia="")
    abyssinia.check_abyssinia(g)
    assert g.state.abyssinia == "" and owner(g, "abyssinia") == "abyssinia"


# What China is


@pytest.mark.sections("0.9/china", "App-B.42")
def test_china_is_kmt_ccp_and_warlords_and_its_home_country_more():
    g = build.table()
    everything, continental, home = china.china(g), china.continental_china(g), china.home_country_of_china(g)
    assert {"nanking", "yenan", "yunnan", "peking", "hainan"} <= set(everything)
    assert not {"rehe", "hong-kong", "formosa"} & set(everything)
    assert set(everything) - set(continental) == {"hainan"}
    manchuria = {"rehe", "western-manchuria", "eastern-manchuria", "northern-manchuria"}
    assert set(home) - set(everything) == manchuria | {"hong-kong", "formosa"}


# The civil war


def factions(**fields: Any) -> G:
    g = build.table(
        **{
            "wars": [("kmt", "ccp")],
            "units": {
                "kmt": {"nanking": {"infantry": 3}},
                "ccp": {"yenan": {"infantry": 1}, "chita": {"infantry": 1}, "formosa": {"infantry": 1}},
            },
            **fields,
        }
    )
    check_events(g)
    return g


def lose(g: G, zone: str, nation: str) -> None:
    for unit in units_in(g, zone):
        if unit.owner == nation:
            remove(g, unit)


@pytest.mark.sections("13.3")
def test_the_civil_war_ends_when_a_faction_is_driven_from_the_mainland_13_3():
    g = factions()
    assert g.state.china == ""
    lose(g, "yenan", "ccp")
    check_events(g)
    assert g.state.china == "kmt"
    assert not [unit for unit in g.state.units.values() if unit.owner == "ccp"]  # in Chita and on Formosa, too
    assert not in_play(g, "ccp")


@pytest.mark.sections("13.3")
def test_a_unit_anywhere_on_the_chinese_mainland_keeps_the_war_going_13_3():
    g = factions()
    shift(g, build.unit(g, "chita", "infantry"), "northern-manchuria")
    lose(g, "yenan", "ccp")
    check_events(g)
    assert g.state.china == ""


@pytest.mark.sections("13.3")
def test_nobody_wins_the_civil_war_under_the_truce_or_without_having_fought_13_3():
    g = factions(truce=True, wars=[("japan", "kmt"), ("japan", "ccp")])
    lose(g, "yenan", "ccp")
    check_events(g)
    assert g.state.china == ""
    never = factions(units={"kmt": {"nanking": {"infantry": 3}}})
    assert never.state.china == ""


@pytest.mark.sections("13.3")
def test_the_ccp_can_win_too_13_3():
    g = factions()
    lose(g, "nanking", "kmt")
    check_events(g)
    assert g.state.china == "ccp" and not in_play(g, "kmt")


@pytest.mark.sections("13.3")
def test_with_the_option_a_victor_evolves_at_once_13_3():
    for options, evolved in ((["chinese-victory"], True), ([], False)):
        g = factions(options=options)
        lose(g, "nanking", "kmt")
        check_events(g)
        assert major(g, "ccp") == evolved


# The truce


def invaded(**fields: Any) -> G:
    wars = [("kmt", "ccp"), ("japan", "kmt"), ("japan", "ccp")]
    units = {
        "japan": {"peking": {"infantry": 1}},
        "kmt": {"nanking": {"infantry": 1}},
        "ccp": {"yenan": {"infantry": 1}},
    }
    g = build.table(**{"wars": wars, "units": units, "owners": {"peking": "japan"}, **fields})
    g.state.owners |= {"hopeh": "ccp", "shantung": "kmt"}
    check_events(g)
    return g


@pytest.mark.sections("13.3/truce")
def test_a_truce_needs_a_foreign_major_power_at_war_with_china_13_3():
    g = factions()
    assert "13.3/truce" in acting.refused(g, Truce("kmt"))
    make_war(g, "japan", "kmt")
    assert not acting.refused(g, Truce("kmt"))
    assert "13.3/truce" in acting.refused(g, Truce("usa"))


@pytest.mark.sections("13.3/truce")
def test_a_truce_needs_both_factions_and_makes_them_friends_13_3():
    g = invaded()
    acting.do(g, Truce("ccp"))
    assert not g.state.truce and at_war(g, "kmt", "ccp")
    assert "13.3/truce" in acting.refused(g, Truce("ccp"))
    acting.do(g, Truce("kmt"))
    assert g.state.truce and not at_war(g, "kmt", "ccp")
    assert aligned(g, "kmt", "ccp")  # they move in each other's zones and defend together
    assert "13.3/truce" in acting.refused(g, DeclareWar("kmt", "ccp"))
    assert "13.3/truce" in acting.refused(g, Truce("kmt"))


@pytest.mark.sections("13.3/truce")
def test_an_offer_can_be_taken_back_13_3():
    g = invaded()
    assert "13.3/truce" in acting.refused(g, BreakTruce("ccp"))
    acting.do(g, Truce("ccp"), BreakTruce("ccp"), Truce("kmt"))
    assert not g.state.truce


@pytest.mark.sections("13.3/truce")
def test_a_faction_keeps_what_it_retakes_from_a_foreign_power_13_3():
    g = invaded(truce=True, wars=[("japan", "kmt"), ("japan", "ccp")])
    g.state.owners["central-china"] = "japan"
    capture(g, "central-china", "ccp")
    assert owner(g, "central-china") == "ccp"


@pytest.mark.sections("13.3/truce")
def test_either_faction_may_break_the_truce_and_guests_go_home_13_3():
    for faction in (KMT, CCP):
        g = invaded()
        acting.do(g, Truce(KMT), Truce(CCP))
        shift(g, build.unit(g, "yenan", "infantry"), "nanking")
        acting.do(g, BreakTruce(faction))
        assert not g.state.truce and at_war(g, KMT, CCP)
        assert {unit.owner for unit in units_in(g, "nanking")} == {KMT}
        (guest,) = [unit for unit in g.state.units.values() if unit.owner == CCP]
        assert owner(g, guest.zone) == CCP


@pytest.mark.sections("13.3/truce")
def test_the_truce_ends_when_the_last_foreign_unit_has_left_continental_china_13_3():
    g = invaded()
    acting.do(g, Truce(KMT), Truce(CCP))
    check_events(g)
    assert g.state.truce
    lose(g, "peking", "japan")
    check_events(g)
    assert not g.state.truce and at_war(g, KMT, CCP)


@pytest.mark.sections("13.3/truce")
def test_a_truce_before_the_invasion_waits_for_it_13_3():
    g = invaded(units={"japan": {"hainan": {"infantry": 1}}, "kmt": {"nanking": {"infantry": 1}}})
    acting.do(g, Truce(KMT), Truce(CCP))
    check_events(g)
    assert g.state.truce


@pytest.mark.sections("13.3/truce")
def test_a_truce_can_be_agreed_in_anybodys_turn_13_3():
    session = build.session(
        ("calendar-turn", "national-turn", "production"), slot="usa", wars=[("kmt", "ccp"), ("japan", "kmt"), ("japan", "ccp")],
        units={"japan": {"peking": {"infantry": 1}}}, owners={"peking": "japan"},
    )  # fmt: skip
    assert session.decision is not None and session.decision.who == "usa"
    session.submit(Truce("ccp"))
    session.submit(Truce("kmt"))
    assert session.view("usa") is not None
    assert any("under a truce" in event.text for event in session.log)


# Evolution


def worth(g: G, faction: str, value: int) -> None:
    """Give a faction Chinese zones until they are worth so much, no more."""
    for zone in china.home_country_of_china(g):
        if owner(g, zone) == faction:
            g.state.owners[zone] = "japan"
    total = 0
    for zone in china.home_country_of_china(g):
        if 0 < zone_value(g, zone) <= value - total:
            g.state.owners[zone] = faction
            total += zone_value(g, zone)
    assert total == value


@pytest.mark.sections("13.3.1")
def test_the_ccp_evolves_at_thirteen_ipps_of_zones_and_for_good_13_3_1():
    g = build.table()
    worth(g, CCP, 12)
    g.state.nations[CCP].bonus = 10
    check_events(g)
    assert not major(g, CCP)
    worth(g, CCP, 13)
    check_events(g)
    assert major(g, CCP)
    worth(g, CCP, 1)
    check_events(g)
    assert major(g, CCP)


@pytest.mark.sections("13.3.2")
def test_the_kmt_evolves_immediately_with_the_zone_that_makes_thirteen_13_3_2():
    g = build.table(wars=[("kmt", "japan")])
    worth(g, KMT, 12)
    one = next(z for z in china.home_country_of_china(g) if zone_value(g, z) == 1 and owner(g, z) != KMT)
    g.state.owners[one] = "japan"
    capture(g, one, KMT)
    assert major(g, KMT)


@pytest.mark.sections("13.3.2", "4.6")
def test_whoever_fights_an_evolved_faction_is_at_war_with_a_major_power_13_3_2():
    g = build.table(wars=[("kmt", "japan")], nations={"japan": {"peacetime": 20}})
    worth(g, KMT, 13)
    assert not at_war_with_major(g, "japan")
    check_events(g)
    assert at_war_with_major(g, "japan")
    assert g.state.nations["japan"].peacetime == -1  # its peacetime is over


def why_not(nation: str, path: tuple[str, ...], evolved: bool = False, **fields: Any) -> list[str]:
    g = build.table(
        units={nation: {"shanghai": {"infantry": 1, "fighter": 1}}}, nations={nation: {"evolved": evolved}}, **fields
    )
    g.state.hand = [unit.id for unit in units_in(g, "shanghai")]
    return acting.refused(g, Move(path))


@pytest.mark.sections("13.3.1")
def test_an_unevolved_ccp_stays_in_chinese_home_country_13_3_1():
    assert "13.3.1" in why_not("ccp", ("mongolia",))
    assert "13.3.1" in why_not("ccp", ("nanking", "chita"))
    assert "13.3.1" not in why_not("ccp", ("nanking", "eastern-manchuria"))
    assert "13.3.1" not in why_not("ccp", ("mongolia",), evolved=True)


@pytest.mark.sections("13.3.2")
def test_an_unevolved_kmt_stays_in_chinese_home_country_13_3_2():
    assert "13.3.2" in why_not("kmt", ("burma",))
    assert "13.3.2" not in why_not("kmt", ("hong-kong",))
    assert "13.3.2" not in why_not("kmt", ("burma",), evolved=True)


# The Burma Road


def road(turn: str = "July 1938", **fields: Any) -> G:
    g = build.table(**{"turn": turn, "wars": [("japan", "kmt")], "owners": {"yunnan": "kmt"}, **fields})
    turns.begin_calendar_turn(g)
    return g


@pytest.mark.sections("1.17")
def test_the_burma_road_opens_from_july_1938_on_its_three_conditions_1_17():
    assert road().state.burma_road
    assert not road("January 1938").state.burma_road
    assert not road(wars=[]).state.burma_road
    assert not road(owners={}).state.burma_road
    assert not road(owners={"yunnan": "kmt", "burma": "japan"}).state.burma_road
    assert road("July 1941", owners={"yunnan": "kmt", "burma": "usa"}).state.burma_road


@pytest.mark.sections("1.17")
def test_it_opens_at_the_start_of_a_later_turn_and_closes_with_a_lost_end_1_17():
    g = road(owners={}, turn="July 1940")
    g.state.owners["yunnan"] = "kmt"
    check_events(g)
    assert not g.state.burma_road  # not in the middle of a turn
    turns.end_calendar_turn(g)
    turns.begin_calendar_turn(g)
    assert g.state.burma_road
    g.state.wars |= {"japan": ["kmt", "great-britain"], "great-britain": ["japan"]}
    capture(g, "burma", "japan")
    assert not g.state.burma_road


@pytest.mark.sections("1.17", "App-B.10", "1.5")
def test_only_the_road_leads_to_china_when_its_ports_are_japanese_1_17():
    ports = dict.fromkeys(("shanghai", "nanking", "peking", "hong-kong"), "japan")
    wars = [("japan", "kmt"), ("japan", "great-britain"), ("japan", "usa")]

    def reaches(opened: bool) -> bool:
        g = build.table(
            turn="July 1942", wars=wars, owners={**ports, "yunnan": "kmt", "kwangtung": "japan"}, burma_road=opened,
            nations={"kmt": {"evolved": True}},
        )  # fmt: skip
        assert china.both_ends_held(g)
        assert joined(g, "burma", "yunnan") == opened
        return supply_path(g, "usa", ["san-francisco"], "yunnan")

    assert reaches(True) and not reaches(False)


@pytest.mark.sections("13.3.1")
def test_a_blitz_does_not_lead_out_of_china_13_3_1():
    for evolved in (False, True):
        g = build.table(units={"ccp": {"suiyuan": {"medium-armor": 1}}}, nations={"ccp": {"evolved": evolved}})
        g.state.battle = Battle(1, "land", "suiyuan", "ccp", attackers=[unit.id for unit in units_in(g, "suiyuan")])
        assert ("13.3.1" in acting.refused(g, Blitz("mongolia", "medium-armor"))) != evolved
        assert "13.3.1" not in acting.refused(g, Blitz("shensi", "medium-armor"))


@pytest.mark.sections("4.9", "0.9/china")
def test_hainan_and_sinkiang_can_be_read_as_two_warlords_4_9():
    one, two = build.table(neutral_forces=True), build.table(neutral_forces=True, options=["reading-two-warlords"])
    assert owner(one, "hainan") == owner(one, "sinkiang") == "warlord-hainan-sinkiang"
    assert (owner(two, "hainan"), owner(two, "sinkiang")) == ("warlord-hainan", "warlord-sinkiang")
    assert "warlord-hainan-sinkiang" not in two.state.minors
    for g in (one, two):
        assert {"hainan", "sinkiang"} <= set(china.china(g))
        make_war(g, "kmt", owner(g, "sinkiang"))
        attacked(g, owner(g, "sinkiang"), "kmt")
        check_alignments_of_the_usa(g)
        assert owner(g, "sinkiang") == "ccp"
    assert owner(one, "hainan") == "ccp" and owner(two, "hainan") == "warlord-hainan"


def check_alignments_of_the_usa(g: G) -> None:
    """The KMT fights in the US national turn."""
    g.state.slot = "usa"
    check_alignments(g, "end of combat")


# 6.1: partners in one turn


@pytest.mark.sections("6.1", "13.3.1")
def test_partners_attack_together_only_once_the_chinese_one_has_evolved_6_1():
    for evolved in (False, True):
        g = build.table(
            slot="ussr",
            wars=[("japan", "ussr"), ("japan", "ccp")],
            nations={"ccp": {"evolved": evolved}},
            units={
                "ussr": {"western-manchuria": {"infantry": 2}},
                "ccp": {"western-manchuria": {"infantry": 3}, "rehe": {"infantry": 1}},
                "japan": {"western-manchuria": {"infantry": 1}, "rehe": {"infantry": 1}},
            },
        )
        for unit in g.state.units.values():
            unit.committed = unit.owner != "japan"
        g.state.mover = "ussr"
        find_battles(g)
        (battle,) = g.state.battles  # Rehe is the CCP's own affair
        assert battle.zone == "western-manchuria" and len(battle.attackers) == (5 if evolved else 2)
        g.state.mover = "ccp"
        find_battles(g)
        assert [battle.zone for battle in g.state.battles] == ["rehe", "western-manchuria"]
