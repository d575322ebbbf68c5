"""Chapter 4: Powers, Alliances, Aligning and Control, Table 4-3, China."""

from __future__ import annotations

import pytest

from tutor.games.global_war import GAME
from tutor.games.global_war.actions.politics import DeclareWar
from tutor.games.global_war.capture import capture
from tutor.games.global_war.nations import ALLIES, AXIS, COMINTERN, PLAYERS
from tutor.games.global_war.permissions import may_enter
from tutor.games.global_war.relations import (
    align,
    assigned,
    attacked,
    check_alignments,
    fate,
    nearest_commonwealth,
    set_at_war,
    take_control,
    warlords,
)
from tutor.games.global_war.terms import (
    aligned,
    alliance,
    at_war,
    commanded,
    controller,
    fights,
    friendly,
    major,
    neutral,
    owner,
    power,
)
from tutor.games.global_war.units import remove, units_in
from tutor.games.global_war.war_and_peace import income

from . import build
from .acting import do, refused, told


@pytest.mark.sections("4", "4.1", "4.2")
def test_seven_major_powers_and_the_rest_are_minor_4_1_4_2():
    g = build.table()
    majors = {power(nation) for nation in PLAYERS if major(g, nation)}
    assert majors == {"germany", "italy", "japan", "usa", "great-britain", "france", "ussr"}
    assert not any(major(g, nation) for nation in ("kmt", "ccp", "free-france", "poland"))
    take_control(g, "poland", "germany", "4.5")
    align(g, "poland", "germany", "4.4")  # runs chapter 4 itself


@pytest.mark.sections("4.3", "0.9/alliance")
def test_alliances_at_the_start_of_1936_4_3():
    g = GAME.table(GAME.scenario("1936"))
    sides = {ALLIES: [], AXIS: [], COMINTERN: []}
    for nation in PLAYERS:
        sides[alliance(g, nation)].append(nation)
    assert sides[AXIS] == ["germany", "japan", "italy"]
    assert sides[COMINTERN] == ["ussr", "ccp"]
    assert len(sides[ALLIES]) == 7 and "kmt" in sides[ALLIES]
    assert alliance(g, "abyssinia") == ALLIES and controller(g, "abyssinia") == "france"
    assert alliance(g, "spain-nationalist") == AXIS and alliance(g, "spain-republican") == COMINTERN
    assert alliance(g, "poland") == ""


@pytest.mark.sections("App-B.1", "4.7")
@pytest.mark.parametrize(
    "attacker, to", [("germany", "great-britain"), ("great-britain", "germany"), ("ussr", "germany")]
)
def test_three_spheres_of_influence_app_b_1(attacker: str, to: str):
    assert assigned(build.table(), "denmark", attacker) == to


@pytest.mark.sections("4.4", "0.9/aligned")
def test_partners_are_aligned_only_at_war_with_the_same_major_4_4():
    g = build.table(wars=[("germany", "great-britain"), ("italy", "france"), ("japan", "kmt")])
    assert not aligned(g, "germany", "italy"), "at war with different Majors"
    set_at_war(g, "germany", "france")
    assert aligned(g, "germany", "italy") and aligned(g, "great-britain", "france")
    assert not aligned(g, "usa", "great-britain") and not aligned(g, "ussr", "great-britain")
    align(g, "poland", "great-britain", "4.4")


@pytest.mark.sections("4.6")
def test_japan_is_neutral_while_it_fights_only_minor_powers_4_6():
    g = build.table(wars=[("japan", "kmt"), ("japan", "ccp")])
    assert neutral(g, "japan")
    do(g, DeclareWar("japan", "usa"))
    assert not neutral(g, "japan") and not neutral(g, "usa")
    assert neutral(g, "turkey")


@pytest.mark.sections("4.4", "App-B.2")
def test_an_aligned_minor_is_merged_for_good_4_4():
    g = build.table(
        nations={"germany": {"peacetime": 20}},
        units={"portugal": {"portugal": {"infantry": 2}, "gulf-of-cadiz": {"destroyer": 1}}},
        facilities={"portugal": ["air-base"]},
    )
    worth = sum(
        row["ipp"] for row in g.charts["zones"] if row["zone"] in ("portugal", "angola", "azores", "mozambique")
    )
    align(g, "portugal", "germany", "4.4")
    assert "portugal" not in g.state.minors
    assert {owner(g, zone) for zone in ("portugal", "angola", "azores", "mozambique")} == {"germany"}
    assert {unit.owner for unit in g.state.units.values()} == {"germany"}
    assert income(g, "germany") == 20 + worth
    assert "portugal" in g.state.gained
    assert refused(g, DeclareWar("france", "portugal")) == ["4.4"]
    align(g, "portugal", "italy", "4.4")  # gone: nothing happens
    assert owner(g, "portugal") == "germany"


@pytest.mark.sections("4.7", "8.1")
def test_a_minor_aligns_with_the_allies_when_its_axis_attacker_is_at_war_with_them_4_7():
    g = build.table(wars=[("germany", "great-britain")])
    do(g, DeclareWar("germany", "denmark"))
    assert owner(g, "denmark") == "great-britain"


@pytest.mark.sections("4.5", "App-B.3", "4.7")
def test_a_minor_comes_under_control_when_the_attacker_is_at_war_with_nobody_else_4_5():
    g = build.table(nations={"great-britain": {"peacetime": 11}, "france": {"peacetime": 8}})
    do(g, DeclareWar("germany", "denmark"))
    assert owner(g, "denmark") == "denmark" and controller(g, "denmark") == "great-britain"
    assert not at_war(g, "great-britain", "germany"), "control is not war"
    assert not friendly(g, "great-britain", "denmark"), "a controlled Minor is still neutral ground"
    assert neutral(g, "denmark")


@pytest.mark.sections("4.7", "4.5", "4.5/permissions", "0.9/control")
def test_turkey_attacked_by_the_ussr_is_controlled_and_then_aligned_4_7():
    """The worked example of 4.7."""
    g = build.table(
        turn="July 1940",
        slot="ussr",
        units={"turkey": {"turkey": {"infantry": 2}, "istanbul": {"infantry": 1}}},
    )
    do(g, DeclareWar("ussr", "turkey"))
    assert controller(g, "turkey") == "germany"
    capture(g, "kars", "ussr")
    assert commanded(g, "turkey", "germany")
    assert not commanded(g, "turkey", "italy")
    assert fights(g, "turkey", "ussr", "kars") and not fights(g, "turkey", "greece", "thessaly"), "no new wars"
    assert refused(g, DeclareWar("turkey", "greece")) == ["4.5/permissions"]
    assert not may_enter(g, "germany", "turkey")
    do(g, DeclareWar("germany", "ussr"))
    assert {owner(g, zone) for zone in ("turkey", "istanbul")} == {"germany"} and owner(g, "kars") == "ussr"
    assert build.count(g, "turkey", "infantry", "germany") == 2
    assert may_enter(g, "germany", "turkey")


@pytest.mark.sections("4.7", "0.8")
def test_the_nearest_commonwealth_zone_decides_4_7():
    g = build.table(owners={"dutch-new-guinea": "papua"})
    assert nearest_commonwealth(g, "afghanistan") == "fec"
    assert nearest_commonwealth(g, "denmark") == "great-britain"
    assert nearest_commonwealth(g, "papua") == "anzac"
    g.state.nations["fec"].surrendered = True
    assert nearest_commonwealth(g, "afghanistan") == "great-britain"


@pytest.mark.sections("4.7")
@pytest.mark.parametrize(
    "minor, attacker, to",
    [
        ("brazil", "germany", "usa"),
        ("cuba", "italy", "usa"),
        ("brazil", "ussr", "germany"),
        ("siam", "great-britain", "japan"),
        ("sweden", "ussr", "germany"),
        ("persia", "great-britain", "germany"),
    ],
)
def test_table_4_3_assigns_attacked_minors_4_7(minor: str, attacker: str, to: str):
    g = build.table(turn="July 1940")
    assert fate(g, minor, attacker) == (to, False)
    set_at_war(g, attacker, to)
    assert fate(g, minor, attacker) == (to, True)


@pytest.mark.sections("4.7")
def test_a_partner_steps_in_for_a_nation_that_has_fallen_4_7():
    g = build.table(nations={"germany": {"surrendered": True}})
    assert assigned(g, "sweden", "ussr") == "italy"


@pytest.mark.sections("4.7", "4.8/republican-spain")
@pytest.mark.parametrize("attacker", ["japan", "great-britain"])
def test_mongolia_aligns_with_the_ussr_and_brings_it_into_the_war_4_7(attacker: str):
    g = build.table(nations={"ussr": {"peacetime": 20}, "great-britain": {"cash": 10}})
    do(g, DeclareWar(attacker, "mongolia"))
    assert owner(g, "mongolia") == "ussr"
    assert at_war(g, attacker, "ussr")
    assert g.state.nations["ussr"].peacetime == -1


@pytest.mark.sections("4.8/republican-spain")
def test_a_neutral_republican_spain_aligns_with_the_ussr_if_attacked_4_8():
    zones = ("madrid", "galicia", "basque-country", "catalonia", "valencia", "andalusia")
    g = build.table(owners=dict.fromkeys(zones, "spain"), spain="republican")
    do(g, DeclareWar("italy", "spain"))
    assert {owner(g, zone) for zone in zones} == {"ussr"}


@pytest.mark.sections("4.7")
def test_other_reading_a_war_with_any_of_the_alliance_aligns_4_7():
    war = {"turn": "July 1939", "wars": [("germany", "france")]}
    nations = {"great-britain": {"peacetime": 11}}
    plain = build.table(nations=nations, **war)
    do(plain, DeclareWar("germany", "denmark"))
    assert controller(plain, "denmark") == "great-britain" and not at_war(plain, "germany", "great-britain")
    other = build.table(nations=nations, options=["reading-align-with-alliance"], **war)
    do(other, DeclareWar("germany", "denmark"))
    assert owner(other, "denmark") == "great-britain" and at_war(other, "germany", "great-britain")


@pytest.mark.sections("15.11")
def test_option_minors_go_to_italy_and_france_15_11():
    g = build.table(options=["italian-french"], wars=[("germany", "france"), ("italy", "ussr")])
    do(g, DeclareWar("germany", "denmark"))
    assert owner(g, "denmark") == "france"
    set_at_war(g, "germany", "ussr")
    check_alignments(g, "war")
    assert {owner(g, zone) for zone in ("bulgaria", "hungary", "romania")} == {"italy"}
    g.state.nations["france"].surrendered = True
    g.state.nations["free-france"].in_play = True
    assert assigned(g, "belgium", "germany") == "free-france"
    assert assigned(g, "siam", "great-britain") == "japan"


@pytest.mark.sections("8.1")
def test_the_forces_of_an_attacked_minor_are_set_up_8_1():
    g = build.table()
    row = next(row for row in g.charts["neutral-forces"] if row["nation"] == "belgium")
    assert not build.count(g, row["zone"])
    do(g, DeclareWar("germany", "belgium"))
    assert build.count(g, row["zone"]) > 0 and told(g, "set up")
    before = len(g.state.units)
    attacked(g, "belgium", "germany")
    assert len(g.state.units) == before, "once is enough"


# China


@pytest.mark.sections("4.9")
@pytest.mark.parametrize("target", ["kmt", "ccp", "warlord-tibet"])
def test_a_foreign_attack_is_an_attack_on_all_china_4_9(target: str):
    g = build.table(nations={"usa": {"peacetime": 63}})
    assert len(warlords(g)) == 6
    do(g, DeclareWar("japan", target))
    assert at_war(g, "japan", "kmt") and at_war(g, "japan", "ccp")
    assert not warlords(g)
    for zone in ("yunnan", "tibet", "tsinghai", "suiyuan", "hopeh", "peking", "kwangtung", "hainan", "sinkiang"):
        assert owner(g, zone) == "kmt"
    assert neutral(g, "japan"), "China is no Major Power"


@pytest.mark.sections("4.9")
def test_a_foreign_attack_spares_the_attackers_own_partner_4_9():
    g = build.table(turn="July 1941")
    do(g, DeclareWar("ussr", "warlord-yunnan"))
    assert at_war(g, "ussr", "kmt") and not at_war(g, "ussr", "ccp")
    assert owner(g, "yunnan") == "kmt"


@pytest.mark.sections("4.9")
def test_an_unconquered_warlord_joins_the_other_faction_after_combat_4_9():
    g = build.table(slot="usa", units={"warlord-suiyuan": {"peking": {"infantry": 2}}})
    do(g, DeclareWar("kmt", "warlord-suiyuan"))
    assert owner(g, "peking") == "warlord-suiyuan" and controller(g, "warlord-suiyuan") == "ccp"
    assert not at_war(g, "kmt", "warlord-yunnan"), "only this one"
    capture(g, "hopeh", "kmt")
    check_alignments(g, "end of combat")
    assert owner(g, "peking") == owner(g, "suiyuan") == "ccp" and owner(g, "hopeh") == "kmt"
    assert build.count(g, "peking", "infantry", "ccp") == 2
    assert at_war(g, "kmt", "ccp"), "the war goes on under its new name"


@pytest.mark.sections("4.9")
def test_a_warlord_conquered_in_combat_joins_nobody_4_9():
    g = build.table(slot="ussr")
    do(g, DeclareWar("ccp", "warlord-tibet"))
    capture(g, "tibet", "ccp")
    check_alignments(g, "end of combat")
    assert owner(g, "tibet") == "ccp"


# Colonies


@pytest.mark.sections("4.12", "4.7")
def test_colonies_of_a_defeated_minor_align_when_the_controller_is_at_war_with_the_conqueror_4_12():
    g = build.table(
        turn="July 1937",
        nations={"great-britain": {"peacetime": 11}, "france": {"peacetime": 8}},
    )
    do(g, DeclareWar("germany", "belgium"))
    for unit in units_in(g, "belgium"):
        remove(g, unit)
    capture(g, "belgium", "germany")
    assert owner(g, "belgian-congo") == "belgium" and controller(g, "belgium") == "great-britain"
    assert g.state.minors["belgium"].defeated
    do(g, DeclareWar("germany", "great-britain"))
    assert owner(g, "belgian-congo") == "great-britain" and owner(g, "belgium") == "germany"
