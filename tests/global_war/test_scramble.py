"""Section 8.6: scrambling from Air Bases and Seaplane Bases at the end of Combat Movement."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Decline, Scramble
from tutor.games.global_war.state import SCRAMBLED

from . import build
from .moving import combat, done, sections, send

WAR = [("germany", "great-britain"), ("germany", "france")]


def over_the_channel(british: dict, *, bases=("air-base",), **fields):
    """German ships attack a British destroyer in the English Channel; aircraft stand in Southern England."""
    return combat(
        wars=WAR,
        printed_facilities=False,
        facilities={"southern-england": list(bases)},
        units={
            "germany": {"north-sea": {"heavy-cruiser": 1}},
            "great-britain": {"english-channel": {"destroyer": 1}, "southern-england": british},
        },
        **fields,
    )


@pytest.mark.sections("8.6", "12.6/bases", "8.10/ordering")
def test_an_air_base_sends_up_to_three_fighters_into_a_battle_next_to_it_8_6():
    s = over_the_channel({"fighter": 5, "tactical-bomber": 1})
    send(s, "north-sea", "heavy-cruiser", "english-channel")
    done(s)
    assert (s.decision.who, s.decision.section) == ("great-britain", "8.6")
    assert sections(s, Scramble("southern-england", "english-channel", "fighter", 4)) == ["8.6"]
    assert sections(s, Scramble("southern-england", "english-channel", "tactical-bomber")) == ["8.6"]
    assert set(sections(s, Scramble("southern-england", "western-approaches", "fighter"))) == {"8.6"}
    s.pause_at_dice()
    s.submit(Scramble("southern-england", "english-channel", "fighter", 2))
    s.submit(Scramble("southern-england", "english-channel", "fighter"))
    flying = [u for u in s.state.units.values() if u.task == SCRAMBLED]
    assert [(u.zone, u.entered) for u in flying] == [("english-channel", "southern-england")] * 3
    assert s.decision.section != "8.6"  # three are gone: nothing is left to send


@pytest.mark.sections("8.6", "7.8/radar")
def test_radar_lifts_the_limit_7_8():
    s = over_the_channel({"fighter": 5}, nations={"great-britain": {"technology": {"radar": 9}}})
    send(s, "north-sea", "heavy-cruiser", "english-channel")
    done(s)
    assert Scramble("southern-england", "english-channel", "fighter", 5) in s.legal()


@pytest.mark.sections("8.6", "12.6/bases")
def test_seaplanes_scramble_from_their_base_into_naval_battles_12_6():
    s = over_the_channel({"seaplane": 4, "fighter": 1}, bases=("seaplane-base",))
    send(s, "north-sea", "heavy-cruiser", "english-channel")
    done(s)
    assert Scramble("southern-england", "english-channel", "seaplane", 3) in s.legal()
    assert sections(s, Scramble("southern-england", "english-channel", "fighter")) == ["8.6"]  # no Air Base


@pytest.mark.sections("8.6")
def test_nobody_scrambles_without_a_defender_of_his_own_a_base_or_a_battle_8_6():
    s = over_the_channel({"fighter": 1}, bases=())
    send(s, "north-sea", "heavy-cruiser", "english-channel")
    done(s)
    assert s.decision is None or s.decision.section != "8.6"
    # French ships alone are attacked: British fighters stay
    s = combat(
        wars=WAR,
        printed_facilities=False,
        facilities={"southern-england": ["air-base"]},
        units={
            "germany": {"north-sea": {"heavy-cruiser": 1}},
            "france": {"english-channel": {"destroyer": 1}},
            "great-britain": {"southern-england": {"fighter": 1}},
        },
    )
    send(s, "north-sea", "heavy-cruiser", "english-channel")
    done(s)
    assert s.decision is None or s.decision.section != "8.6"
    # a submarine that declines leaves no battle
    s = combat(
        wars=WAR,
        printed_facilities=False,
        facilities={"southern-england": ["air-base"]},
        units={
            "germany": {"north-sea": {"heavy-cruiser": 1}},
            "great-britain": {"english-channel": {"submarine": 1}, "southern-england": {"fighter": 1}},
        },
    )
    send(s, "north-sea", "heavy-cruiser", "english-channel")
    done(s)
    s.submit(Decline())
    assert s.decision is None or s.decision.section != "8.6"


@pytest.mark.sections("8.6")
def test_fighters_scramble_into_land_battles_and_go_home_after_8_6():
    s = combat(
        wars=WAR,
        options=[],
        printed_facilities=False,
        facilities={"paris": ["air-base"]},
        units={
            "germany": {"western-germany": {"infantry": 1}},
            "france": {"alsace-lorraine": {"infantry": 3}, "paris": {"fighter": 1}},
        },
        seed=5,
    )
    send(s, "western-germany", "infantry", "alsace-lorraine")
    done(s)
    s.pause_at_dice()
    s.submit(Scramble("paris", "alsace-lorraine", "fighter"))
    assert build.count(s.table, "paris", "fighter") == 0 and build.count(s.table, "alsace-lorraine", "fighter") == 1
    s.pause_at_dice(False)
    while s.where[3].id in ("combat-movement", "combat"):
        s.submit(s.legal()[0])
    assert build.count(s.table, "paris", "fighter") == 1


@pytest.mark.sections("8.6")
def test_a_nation_that_is_done_is_not_asked_again_8_6():
    s = over_the_channel({"fighter": 2})
    send(s, "north-sea", "heavy-cruiser", "english-channel")
    done(s)
    s.submit(Done())
    assert build.count(s.table, "southern-england", "fighter") == 2
    assert s.decision.section != "8.6"
