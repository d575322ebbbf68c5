"""Section 13.1: the Spanish Civil War, from the mainland's six zones to the victor's free Infantry."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war import GAME, recruitment, spain
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.events import Redeploy
from tutor.games.global_war.actions.politics import DeclareWar
from tutor.games.global_war.capture import capture
from tutor.games.global_war.facilities import facilities_in, may_use
from tutor.games.global_war.relations import align, attacked
from tutor.games.global_war.state import G
from tutor.games.global_war.terms import at_war, commanded, controller, owner
from tutor.games.global_war.units import units_in

from . import acting, build

SPAIN = ["madrid", "galicia", "basque-country", "catalonia", "valencia", "andalusia"]
NATIONALISTS, REPUBLICANS = "spain-nationalist", "spain-republican"


def civil_war(**fields: Any) -> G:
    """The war, with Madrid and Catalonia the last Republican zones."""
    owners = dict.fromkeys(SPAIN, NATIONALISTS) | {"madrid": REPUBLICANS, "catalonia": REPUBLICANS}
    return build.table(
        **{
            "spain": "war",
            "wars": [(NATIONALISTS, REPUBLICANS)],
            "minors": {NATIONALISTS: {"controller": "germany"}, REPUBLICANS: {"controller": "ussr"}},
            "owners": owners,
            **fields,
        }
    )


def nationalists_win(g: G) -> None:
    capture(g, "madrid", NATIONALISTS)
    capture(g, "catalonia", NATIONALISTS)


def republicans_win(g: G) -> None:
    for zone in SPAIN:
        capture(g, zone, REPUBLICANS)


@pytest.mark.sections("13.1")
def test_each_faction_is_commanded_by_its_patron_13_1():
    g = civil_war()
    assert spain.civil_war(g)
    assert commanded(g, NATIONALISTS, "germany") and not commanded(g, NATIONALISTS, "ussr")
    assert commanded(g, REPUBLICANS, "ussr") and not commanded(g, REPUBLICANS, "germany")
    assert at_war(g, NATIONALISTS, REPUBLICANS)


@pytest.mark.sections("13.1/participation")
def test_the_patrons_do_not_fight_spanish_forces_and_factions_start_no_wars_13_1():
    g = civil_war()
    for patron in ("germany", "ussr"):
        for faction in (NATIONALISTS, REPUBLICANS):
            assert "13.1/participation" in acting.refused(g, DeclareWar(patron, faction))
            assert not at_war(g, patron, faction)
    assert acting.refused(g, DeclareWar(NATIONALISTS, "france"))
    assert "13.1/participation" not in acting.refused(g, DeclareWar("italy", REPUBLICANS))


@pytest.mark.sections("13.1/recruitment", "11.5")
def test_recruits_come_for_zones_of_the_mainland_only_13_1():
    g = civil_war(dice=[5, 4])
    g.state.nation = "germany"
    assert owner(g, "canary-islands") == owner(g, "spanish-morocco") == NATIONALISTS
    assert recruitment.recruiters(g) == [NATIONALISTS]
    g.state.recruiting = NATIONALISTS
    recruitment.roll_recruitment(g)
    assert not recruitment.recruits_came(g)
    recruitment.roll_recruitment(g)
    assert recruitment.recruits_came(g)


@pytest.mark.sections("13.1/recruitment")
def test_recruits_are_placed_in_zones_held_since_the_turn_began_13_1():
    g = civil_war()
    capture(g, "madrid", NATIONALISTS)
    zones = spain.recruitment_zones(g, NATIONALISTS)
    assert "madrid" not in zones and {"galicia", "canary-islands"} <= set(zones)


@pytest.mark.sections("13.1/victory")
def test_a_side_wins_with_all_six_zones_of_the_mainland_13_1():
    g = civil_war()
    capture(g, "madrid", NATIONALISTS)
    assert g.state.spain == "war"
    capture(g, "catalonia", NATIONALISTS)
    assert g.state.spain == "nationalist"
    g = civil_war()
    republicans_win(g)
    assert g.state.spain == "republican"


@pytest.mark.sections("13.1/defeated")
def test_the_losers_forces_are_removed_and_their_colonies_and_facilities_restored_13_1():
    g = civil_war(
        units={
            REPUBLICANS: {"canary-islands": {"infantry": 2}, "gulf-of-lions": {"light-cruiser": 1}},
            NATIONALISTS: {"madrid": {"infantry": 1}, "red-sea": {"light-cruiser": 1}},
        },
        owners=dict.fromkeys(SPAIN, NATIONALISTS) | {"madrid": REPUBLICANS, "canary-islands": REPUBLICANS},
        facilities={"catalonia": ["air-base"]},
        damage={"catalonia": {"air-base": 3}},
    )
    capture(g, "madrid", NATIONALISTS)
    assert not [unit for unit in g.state.units.values() if unit.owner == REPUBLICANS]
    assert owner(g, "canary-islands") == NATIONALISTS
    assert all(facility.damage == 0 for zone in SPAIN for facility in facilities_in(g, zone))
    assert not at_war(g, NATIONALISTS, REPUBLICANS)
    assert controller(g, NATIONALISTS) == ""  # neutral from now on


@pytest.mark.sections("13.1/defeated")
def test_the_victor_arranges_his_forces_in_spain_13_1():
    g = civil_war(
        units={NATIONALISTS: {"madrid": {"infantry": 3, "fighter": 1}, "red-sea": {"light-cruiser": 1}}},
    )
    nationalists_win(g)
    assert spain.redeploying(g)
    asked = acting.ask(
        g,
        spain.redeploy(g),
        Redeploy("madrid", "infantry", "canary-islands", 2),
        Redeploy("madrid", "fighter", "galicia"),
        Done(),
    )
    assert {decision.who for decision in asked} == {"germany"}
    assert build.count(g, "canary-islands", "infantry") == 2 and build.count(g, "galicia", "fighter") == 1
    ship = next(unit for unit in g.state.units.values() if unit.type == "light-cruiser")
    assert ship.zone in spain.port_seas(g, NATIONALISTS)  # ships go to Spanish ports in any case
    assert not spain.redeploying(g)


@pytest.mark.sections("13.1/defeated")
def test_redeployment_is_refused_outside_spain_13_1():
    g = civil_war(units={NATIONALISTS: {"madrid": {"infantry": 1}, "gulf-of-cadiz": {"light-cruiser": 1}}})
    nationalists_win(g)
    assert "13.1/defeated" in acting.refused(g, Redeploy("madrid", "infantry", "portugal"))
    assert "13.1/defeated" in acting.refused(g, Redeploy("madrid", "infantry", "galicia", 2))
    assert "13.1/defeated" in acting.refused(g, Redeploy("gulf-of-cadiz", "light-cruiser", "north-sea"))
    assert "13.1/defeated" in acting.refused(g, Redeploy("madrid", "infantry", "madrid"))
    assert not acting.refused(g, Redeploy("madrid", "infantry", "galicia"))


@pytest.mark.sections("13.1/axis-win")
def test_the_blue_division_comes_to_berlin_until_spain_aligns_13_1():
    g = civil_war()
    nationalists_win(g)
    g.state.nation = "germany"
    assert spain.blue_division_comes(g)
    spain.place_blue_division(g)
    assert build.count(g, "berlin", "infantry", "germany") == 1
    g.state.nation = "italy"
    assert not spain.blue_division_comes(g)
    g.state.nation = "germany"
    align(g, NATIONALISTS, "germany", "4.8/nationalist-spain")
    assert not spain.blue_division_comes(g)


@pytest.mark.sections("13.1/axis-win", "13.1/comintern-win")
def test_there_are_no_volunteers_without_a_victory_in_this_game_13_1():
    for fields in (
        {"spain": "war"},
        {"spain": "nationalist", "turn": "July 1939"},
        {"spain": "republican", "turn": "July 1939"},
    ):
        g = civil_war(**fields)
        for nation, comes in (("germany", spain.blue_division_comes), ("ussr", spain.international_brigade_comes)):
            g.state.nation = nation
            assert not comes(g)


@pytest.mark.sections("13.1/comintern-win")
def test_the_international_brigade_comes_to_moscow_for_good_13_1():
    g = civil_war()
    republicans_win(g)
    g.state.nation = "ussr"
    assert spain.international_brigade_comes(g)
    spain.place_international_brigade(g)
    assert build.count(g, "moscow", "infantry", "ussr") == 1
    align(g, REPUBLICANS, "ussr", "4.8/republican-spain")
    assert spain.international_brigade_comes(g)
    g.state.owners["moscow"] = "germany"
    assert not spain.international_brigade_comes(g)


@pytest.mark.sections("13.1/axis-win")
def test_volunteers_are_placed_in_the_sequence_of_play_13_1():
    owners = dict.fromkeys(SPAIN, NATIONALISTS)
    session = build.session(
        ("calendar-turn", "national-turn", "placement"), spain="nationalist", owners=owners, stop_after="turn"
    )
    assert [event.section for event in session.log if event.kind == "placed"] == ["13.1/axis-win"]


@pytest.mark.sections("13.1/axis-win", "13.1/comintern-win", "12.5")
def test_the_victors_patron_uses_spains_naval_facilities_13_1():
    g = civil_war(printed_facilities=False, facilities={"galicia": ["minor-dockyard", "air-base"]})
    dockyard, air_base = facilities_in(g, "galicia")
    assert not may_use(g, "germany", dockyard)
    nationalists_win(g)
    assert may_use(g, "germany", dockyard)
    assert (
        not may_use(g, "germany", air_base) and not may_use(g, "italy", dockyard) and not may_use(g, "ussr", dockyard)
    )
    dockyard.damage = 1
    assert not may_use(g, "germany", dockyard)
    g = civil_war(printed_facilities=False, facilities={"galicia": ["minor-dockyard"]})
    republicans_win(g)
    assert may_use(g, "ussr", facilities_in(g, "galicia")[0])
    assert not may_use(g, "germany", facilities_in(g, "galicia")[0])


@pytest.mark.sections("13.1/axis-win")
def test_nationalist_spain_aligns_with_germany_when_another_alliance_attacks_13_1():
    g = civil_war(units={NATIONALISTS: {"galicia": {"infantry": 2}}})
    nationalists_win(g)
    attacked(g, NATIONALISTS, "great-britain")
    assert {owner(g, zone) for zone in SPAIN} == {"germany"}
    assert {unit.owner for unit in units_in(g, "galicia")} == {"germany"}
    assert not spain.neutral_spain(g, NATIONALISTS)


@pytest.mark.sections("13.1/comintern-win")
def test_republican_spain_aligns_with_the_ussr_when_another_alliance_attacks_13_1():
    g = civil_war()
    republicans_win(g)
    attacked(g, REPUBLICANS, "italy")
    assert {owner(g, zone) for zone in SPAIN} == {"ussr"}


@pytest.mark.sections("13.1/victory", "13.1/defeated", "13")
def test_the_war_is_won_and_forces_are_arranged_in_the_combat_phase_13_1():
    chosen = build.scenario(
        ("calendar-turn", "national-turn", "combat"),
        spain="war",
        wars=[(NATIONALISTS, REPUBLICANS)],
        minors={NATIONALISTS: {"controller": "germany"}, REPUBLICANS: {"controller": "ussr"}},
        owners=dict.fromkeys(SPAIN, NATIONALISTS) | {"madrid": REPUBLICANS},
        units={NATIONALISTS: {"madrid": {"infantry": 2}}},
        stop_after="combat",
    )
    g = GAME.table(chosen)
    for unit in units_in(g, "madrid"):
        unit.committed = True
    session = Session(g, chosen)
    assert session.state.spain == "nationalist"
    assert session.decision is not None and session.decision.who == "germany"
    assert session.why_not(Redeploy("madrid", "infantry", "portugal"))
    session.submit(Redeploy("madrid", "infantry", "galicia"))
    session.submit(Done())
    assert session.result is not None
    assert sorted(unit.zone for unit in session.state.units.values()) == ["galicia", "madrid"]
