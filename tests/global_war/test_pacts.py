"""Sections 14.1 to 14.3 and 5.7: pacts, what they allow, and attacks without war."""

from __future__ import annotations

import pytest

from tutor.engine.rulings import Ruling
from tutor.games.global_war.actions.politics import DeclareWar, Intervene, NullifyPact, SignPact
from tutor.games.global_war.bombing import find_target
from tutor.games.global_war.capture import capture
from tutor.games.global_war.facilities import facilities_in, may_use
from tutor.games.global_war.pacts import (
    EASTERN,
    MOLOTOV_RIBBENTROP,
    basis_nord,
    has_promised_peace,
    why_not_lend,
)
from tutor.games.global_war.technology import research_dice
from tutor.games.global_war.terms import at_war, controller, enemy_zone, fights, hostile_units, owner
from tutor.games.global_war.turns import begin_national_turn
from tutor.games.global_war.units import units_in
from tutor.games.global_war.war_and_peace import bonus_income, income, may_declare

from . import build
from .acting import do, refused, told

SIGN = [SignPact("germany", MOLOTOV_RIBBENTROP), SignPact("ussr", MOLOTOV_RIBBENTROP)]


def signed(**fields):
    g = build.table(turn="July 1939", **fields)
    do(g, *SIGN)
    return g


# Signing


@pytest.mark.sections("14", "14.1")
def test_a_pact_needs_both_signatures_and_no_turn_of_ones_own_14_1():
    g = build.table(turn="July 1939", slot="france")
    do(g, SIGN[1])
    assert g.state.pact == "" and g.state.signatures == ["molotov-ribbentrop ussr"]
    assert refused(g, SIGN[1]) == ["14.1"], "one signature each"
    do(g, SIGN[0])
    assert g.state.pact == "signed" and not g.state.signatures
    assert refused(g, SIGN[0]) == ["14.1"]


@pytest.mark.sections("14.1")
def test_a_signature_that_waits_can_be_taken_back_14_1():
    g = build.table(turn="July 1939")
    do(g, SIGN[0], NullifyPact("germany", MOLOTOV_RIBBENTROP))
    assert not g.state.signatures
    assert refused(g, NullifyPact("germany", MOLOTOV_RIBBENTROP)) == ["14.1"]
    do(g, *SIGN)
    assert g.state.pact == "signed"


@pytest.mark.sections("14.1")
def test_only_the_parties_sign_and_only_pacts_that_exist_14_1():
    g = build.table(turn="July 1939")
    assert refused(g, SignPact("japan", MOLOTOV_RIBBENTROP)) == ["14.1"]
    assert refused(g, SignPact("japan", "anti-comintern")) == ["14.1"]
    assert refused(g, SignPact("germany", EASTERN)) == ["14.1"]


@pytest.mark.sections("14.2", "14.1")
def test_molotov_ribbentrop_opens_in_july_1939_and_not_in_war_14_2():
    early = build.table(turn="January 1939")
    assert refused(early, SIGN[0]) == ["14.2"]
    war = build.table(turn="July 1939", wars=[("germany", "ussr")])
    assert refused(war, SIGN[0]) == ["14.1"]
    assert signed().state.pact == "signed"


# Provisions


@pytest.mark.sections("14.2/non-aggression")
def test_non_aggression_is_a_word_and_no_bar_14_2():
    g = signed()
    assert has_promised_peace(g, "germany", "ussr")
    assert may_declare(g, "germany", "ussr")
    do(g, DeclareWar("germany", "ussr"))
    assert told(g, "broken") and not has_promised_peace(g, "germany", "ussr")


@pytest.mark.sections("14.2/sphere")
def test_the_ussr_leaves_neutral_romania_and_hungary_alone_14_2():
    g = signed()
    for minor in ("romania", "hungary"):
        assert refused(g, DeclareWar("ussr", minor)) == ["14.2/sphere"]
    assert refused(g, DeclareWar("ussr", "bulgaria")) == []
    do(g, NullifyPact("ussr", MOLOTOV_RIBBENTROP))
    assert refused(g, DeclareWar("ussr", "romania")) == []


@pytest.mark.sections("14.2/sphere")
def test_karjala_is_taken_without_finland_aligning_14_2():
    g = signed(slot="ussr", units={"finland": {"karjala": {"infantry": 1}}})
    assert refused(g, DeclareWar("ussr", "finland")) == ["14.2/sphere"]
    assert refused(g, Intervene("ussr", "finland")) == ["14.2/sphere"], "no other Finnish zone"
    assert not enemy_zone(g, "ussr", "karjala")
    do(g, Intervene("ussr", "karjala"))
    assert enemy_zone(g, "ussr", "karjala") and not enemy_zone(g, "ussr", "finland")
    assert [u.owner for u in hostile_units(g, "ussr", units_in(g, "karjala"))] == ["finland"]
    capture(g, "karjala", "ussr")
    assert owner(g, "karjala") == "ussr" and owner(g, "finland") == "finland"
    assert controller(g, "finland") == "" and not at_war(g, "ussr", "finland")


@pytest.mark.sections("14.2/sphere")
@pytest.mark.parametrize("holder", ["poland", "great-britain"])
def test_eastern_poland_is_taken_after_warsaw_without_war_or_income_14_2(holder: str):
    g = signed(
        slot="ussr",
        owners=dict.fromkeys(("east-poland", "lubelskie"), holder),
        nations={"great-britain": {"peacetime": 11}, "usa": {"peacetime": 16}},
        units={holder: {"east-poland": {"infantry": 1}}},
    )
    assert refused(g, Intervene("ussr", "east-poland")) == ["14.2/sphere"], "Warsaw is not German yet"
    g.state.owners["warsaw"] = "germany"
    do(g, Intervene("ussr", "east-poland"), Intervene("ussr", "lubelskie"))
    assert fights(g, "ussr", holder, "east-poland") and fights(g, holder, "ussr", "east-poland")
    assert not fights(g, "ussr", holder, "london")
    assert not at_war(g, "ussr", holder)
    assert income(g, "great-britain") == 11 and income(g, "usa") == 16


@pytest.mark.sections("14.2/sphere")
def test_an_intervention_lasts_one_turn_and_needs_the_pact_14_2():
    g = signed(slot="ussr")
    do(g, Intervene("ussr", "karjala"))
    begin_national_turn(g)
    assert not enemy_zone(g, "ussr", "karjala")
    g.state.slot = "germany"
    assert refused(g, Intervene("ussr", "karjala")) == ["14.2/sphere"], "only in the Soviet turn"
    g.state.slot = "ussr"
    do(g, NullifyPact("germany", MOLOTOV_RIBBENTROP))
    assert refused(g, Intervene("ussr", "karjala")) == ["14.2/sphere"]


@pytest.mark.sections("14.2/trade")
def test_trade_pays_both_and_gives_the_ussr_a_research_roll_14_2():
    g = signed()
    assert [ipp for ipp, _, _ in bonus_income(g, "germany")] == [5]
    assert [ipp for ipp, _, _ in bonus_income(g, "ussr")] == [3]
    with_pact = {nation: research_dice(g, nation) for nation in ("germany", "ussr")}
    do(g, NullifyPact("ussr", MOLOTOV_RIBBENTROP))
    assert not bonus_income(g, "germany") and not bonus_income(g, "ussr")
    assert with_pact == {"germany": research_dice(g, "germany"), "ussr": research_dice(g, "ussr") + 1}


@pytest.mark.sections("14.2/basis-nord")
def test_basis_nord_serves_germany_until_the_two_are_at_war_14_2():
    g = signed(wars=[("germany", "great-britain")])
    (base,) = basis_nord(g)
    assert base.zone == "murmansk" and may_use(g, "germany", base) and not may_use(g, "ussr", base)
    refusal = find_target(g, "great-britain", "murmansk", str(base.id))
    assert isinstance(refusal, Ruling) and refusal.section == "8.1", "Britain is not at war with the USSR"
    do(g, DeclareWar("great-britain", "ussr"))
    assert not isinstance(find_target(g, "great-britain", "murmansk", str(base.id)), Ruling)
    do(g, DeclareWar("germany", "ussr"))
    assert not basis_nord(g) and not facilities_in(g, "murmansk", ("submarine-base",))


@pytest.mark.sections("14.2/canal-route")
def test_the_pact_opens_the_canal_to_germany_14_2():
    from tutor.games.global_war.passages import why_closed
    from tutor.games.global_war.zones import passages

    g = build.table(turn="July 1939")
    canal = passages(g)["baltic-white-sea-canal"]
    assert why_closed(g, "germany", canal)
    do(g, *SIGN)
    assert why_closed(g, "germany", canal) is None and why_closed(g, "italy", canal)


@pytest.mark.sections("14.2/termination")
def test_either_side_ends_the_pact_at_any_time_and_for_good_14_2():
    g = signed(slot="usa")
    do(g, NullifyPact("ussr", MOLOTOV_RIBBENTROP))
    assert g.state.pact == "ended" and not basis_nord(g)
    assert refused(g, SIGN[0]) == ["14.2/termination"]
    assert not at_war(g, "germany", "ussr")


@pytest.mark.sections("14.2/termination")
def test_war_ends_the_pact_by_itself_14_2():
    g = signed()
    do(g, DeclareWar("germany", "ussr"))
    assert g.state.pact == "ended" and owner(g, "finland") == "germany"


@pytest.mark.sections("App-B.43", "14.2")
def test_the_pact_knows_viipuri_as_karjala_app_b_43():
    g = signed(slot="ussr")
    do(g, Intervene("ussr", "karjala"))
    assert "1.1" in refused(g, Intervene("ussr", "viipuri"))


# Japan and the USSR


def eastern(**fields):
    g = build.table(**fields)
    do(g, SignPact("japan", EASTERN), SignPact("ussr", EASTERN))
    return g


@pytest.mark.sections("14.3")
def test_the_eastern_pact_forbids_attacks_until_it_is_broken_14_3():
    g = eastern(turn="July 1941", nations={"japan": {"cash": 7}, "ussr": {"cash": 4}})
    assert refused(g, DeclareWar("japan", "ussr")) == ["14.3"]
    assert refused(g, DeclareWar("ussr", "japan")) == ["14.3"]
    assert refused(g, DeclareWar("japan", "mongolia")) == ["14.3"], "it would be war with the USSR"
    assert refused(g, NullifyPact("ussr", EASTERN)) == ["14.3"], "four IPPs are not five"
    do(g, NullifyPact("japan", EASTERN))
    assert g.state.nations["japan"].cash == 2
    do(g, DeclareWar("japan", "ussr"))


@pytest.mark.sections("14.3")
def test_the_eastern_pact_can_be_signed_again_14_3():
    g = eastern(nations={"japan": {"cash": 5}})
    do(g, NullifyPact("japan", EASTERN), SignPact("japan", EASTERN), SignPact("ussr", EASTERN))
    assert g.state.eastern_pact == "signed"


@pytest.mark.sections("14.3")
def test_no_lend_lease_to_an_enemy_of_the_other_14_3():
    g = eastern(wars=[("japan", "kmt"), ("germany", "ussr")])
    assert why_not_lend(g, "ussr", "kmt") and why_not_lend(g, "japan", "germany")
    assert why_not_lend(g, "ussr", "great-britain") is None
    assert why_not_lend(g, "usa", "kmt") is None
    g.state.eastern_pact = "ended"
    assert why_not_lend(g, "ussr", "kmt") is None


@pytest.mark.sections("14.3", "14.2/termination")
def test_a_war_that_comes_another_way_ends_the_eastern_pact_14_3():
    from tutor.games.global_war.relations import make_war

    g = eastern()
    make_war(g, "japan", "ussr")
    assert g.state.eastern_pact == "ended" and told(g, "pact")


# The Monroe Doctrine


@pytest.mark.sections("5.7")
def test_the_usa_attacks_foreign_ships_off_american_shores_5_7():
    g = build.table(
        slot="usa",
        nations={"usa": {"peacetime": 10}},
        units={
            "germany": {"rio-sea": {"submarine": 1}, "bay-of-biscay": {"submarine": 1}},
            "great-britain": {"rio-sea": {"destroyer": 1}},
            "usa": {"rio-sea": {"destroyer": 1}},
        },
    )
    assert refused(g, Intervene("usa", "bay-of-biscay")) == ["5.7"]
    assert hostile_units(g, "usa", units_in(g, "rio-sea")) == []
    do(g, Intervene("usa", "rio-sea"))
    assert [u.owner for u in hostile_units(g, "usa", units_in(g, "rio-sea"))] == ["germany"]
    assert [u.owner for u in hostile_units(g, "germany", units_in(g, "rio-sea"))] == ["usa"]
    assert not at_war(g, "usa", "germany") and income(g, "usa") == 10


@pytest.mark.sections("5.7", "App-B.19")
def test_the_usa_attacks_captured_zones_in_the_americas_5_7():
    g = build.table(slot="usa", owners={"venezuela": "ussr", "norway": "germany"}, nations={"usa": {"peacetime": 6}})
    do(g, Intervene("usa", "venezuela"))
    assert enemy_zone(g, "usa", "venezuela")
    for zone in ("norway", "brazil", "french-guiana", "ontario"):
        assert refused(g, Intervene("usa", zone)) == ["5.7"], zone


@pytest.mark.sections("5.7")
def test_nobody_else_attacks_without_war_5_7():
    g = build.table(slot="germany")
    assert refused(g, Intervene("germany", "denmark")) == ["5.7"]
    assert refused(g, Intervene("usa", "argentina"))
    at_sea = build.table(slot="usa", wars=[("usa", "germany")], units={"germany": {"rio-sea": {"submarine": 1}}})
    assert refused(at_sea, Intervene("usa", "rio-sea")) == ["5.7"], "war needs no doctrine"
