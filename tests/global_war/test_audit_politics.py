"""Statements of chapters 2, 4, 5 and 6, one by one: every row of Tables 4-2 to 4-6, the price of war, the doctrine."""

from __future__ import annotations

import pytest

from tutor.games.global_war import alignments, diplomacy, interventions, relations, turns
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import AlignMinor, DeclareWar, Influence, Intervene, Pledge
from tutor.games.global_war.alignments import CALENDAR_TURN, END_OF_COMBAT, PRODUCTION
from tutor.games.global_war.capture import capture
from tutor.games.global_war.events import check_events
from tutor.games.global_war.nations import COMMONWEALTH, MAJORS
from tutor.games.global_war.recruitment import recruiters, recruiting_zones, recruits_on
from tutor.games.global_war.terms import (
    aligned,
    alliance,
    at_war,
    commanded,
    controller,
    friendly,
    neutral,
    owner,
    zone_value,
    zones_of,
)
from tutor.games.global_war.war_and_peace import income, neutral_minor, price, shares

from . import build
from .acting import ask, do, reason, refused, told

MOVES = ("calendar-turn", "national-turn", "combat-movement")


# Table 4-3


@pytest.mark.sections("4.7")
@pytest.mark.parametrize(
    "minor, attacker, to",
    [
        ("belgium", "germany", "great-britain"),
        ("yugoslavia", "italy", "great-britain"),
        ("siam", "japan", "fec"),
        ("brazil", "germany", "usa"),
        ("mexico", "japan", "usa"),
        ("portugal", "great-britain", "germany"),
        ("norway", "ussr", "germany"),
        ("brazil", "ussr", "germany"),
        ("siam", "great-britain", "japan"),
        ("siam", "ussr", "japan"),
        ("mongolia", "ussr", "germany"),
    ],
)
def test_who_gets_an_attacked_minor_in_peace_and_in_war_4_7(minor: str, attacker: str, to: str):
    """Under Control while the attacker is at peace with that nation, Aligned where they are at war."""
    g = build.table(nations={attacker: {"cash": 20}})
    relations.set_at_war(g, attacker, minor)
    relations.attacked(g, minor, attacker)
    assert controller(g, minor) == to and owner(g, zones_of(g, minor)[0]) == minor
    g = build.table(wars=[(attacker, to)], nations={attacker: {"cash": 20}})
    zones = zones_of(g, minor)
    relations.set_at_war(g, attacker, minor)
    relations.attacked(g, minor, attacker)
    assert minor not in g.state.minors and {owner(g, zone) for zone in zones} == {to}


@pytest.mark.sections("4.7")
@pytest.mark.parametrize("attacker", ["germany", "japan", "great-britain", "usa"])
def test_mongolia_joins_the_ussr_whoever_of_axis_and_allies_attacks_4_7(attacker: str):
    g = build.table(nations={attacker: {"cash": 20}})
    do(g, DeclareWar(attacker, "mongolia"))
    assert owner(g, "mongolia") == "ussr" and at_war(g, "ussr", attacker)


@pytest.mark.sections("4.5", "4.7", "4.5/permissions")
def test_turkey_under_german_control_fights_on_but_stays_closed_to_germans_4_7():
    """The example of 4.7 in play: Germany attacks with the Turks, enters Turkey with nothing, and later takes it in."""
    s = build.session(
        MOVES,
        turn="July 1940",
        slot="germany",
        wars=[("ussr", "turkey")],
        minors={"turkey": {"controller": "germany"}},
        owners={"kars": "ussr", "bulgaria": "germany"},
        units={"turkey": {"turkey": {"infantry": 3}}, "germany": {"bulgaria": {"infantry": 1, "fighter": 1}}},
    )
    for type in ("infantry", "fighter"):
        s.submit(Pick("bulgaria", type))
        assert refused(s.table, Move(("istanbul",))), type
        s.undo()
    s.submit(Pick("turkey", "infantry", 3))
    s.submit(Move(("kars",)))
    assert not at_war(s.table, "germany", "ussr")
    for _ in range(80):
        if owner(s.table, "kars") == "turkey" or "non-combat" in [place.id for place in s.where]:
            break
        options = s.legal()
        s.submit(next((a for a in options if isinstance(a, (Done, Pass))), options[0]))
    assert owner(s.table, "kars") == "turkey", "the Turks have it back, not the Germans"
    s.submit(DeclareWar("germany", "ussr"))
    assert "turkey" not in s.state.minors
    assert {owner(s.table, z) for z in ("turkey", "istanbul", "kars")} == {"germany"}
    assert not any(unit.owner == "turkey" for unit in s.state.units.values())


@pytest.mark.sections("4.5/permissions", "11.5")
def test_a_controlled_minor_recruits_on_its_number_of_zones_and_earns_nothing_4_5():
    g = build.table(
        slot="germany", wars=[("ussr", "turkey")], minors={"turkey": {"controller": "germany"}},
        nations={"germany": {"peacetime": 12}},
    )  # fmt: skip
    g.state.nation = "germany"
    assert recruiters(g) == ["turkey"] and recruits_on(g, "turkey") == len(zones_of(g, "turkey")) == 3
    assert set(recruiting_zones(g, "turkey")) == set(zones_of(g, "turkey"))
    assert income(g, "germany") == 12, "no income of any kind"
    assert refused(g, DeclareWar("turkey", "great-britain")), "no new wars"
    assert commanded(g, "turkey", "germany") and not friendly(g, "germany", "turkey")


# 4.4 and 4.6


@pytest.mark.sections("4.6")
def test_who_is_neutral_4_6():
    g = build.table(wars=[("japan", "kmt"), ("japan", "ccp"), ("germany", "great-britain")])
    assert neutral(g, "japan"), "KMT and CCP are Minor Powers"
    assert not neutral(g, "germany") and not neutral(g, "anzac")
    assert neutral(g, "usa") and neutral(g, "belgium")
    assert neutral(g, "kmt") and neutral(g, "ccp"), "at war, but Aligned with no Major Power"
    do(g, DeclareWar("japan", "usa"))
    assert not neutral(g, "kmt") and neutral(g, "ccp")


@pytest.mark.sections("5.6", "4.6")
def test_a_chinese_faction_without_a_partner_at_war_is_a_neutral_minor_5_6():
    g = build.table(wars=[("japan", "ccp")])
    assert neutral_minor(g, "ccp") and price(g, "great-britain", "ccp") == 10
    do(g, DeclareWar("japan", "ussr"))
    assert aligned(g, "ussr", "ccp") and not neutral_minor(g, "ccp") and price(g, "great-britain", "ccp") == 0


@pytest.mark.sections("4.4")
def test_kmt_ccp_and_free_france_align_without_being_merged_4_4():
    g = build.table(wars=[("japan", "kmt"), ("japan", "usa"), ("japan", "ccp"), ("japan", "ussr")])
    assert aligned(g, "usa", "kmt") and aligned(g, "ussr", "ccp") and not aligned(g, "kmt", "ccp")
    assert owner(g, "szechwan") == "kmt" and g.state.nations["kmt"].in_play


# Table 4-4: Poland and the Pan-American nations


@pytest.mark.sections("4.8/poland")
@pytest.mark.parametrize("wars, may", [([], False), ([("germany", "great-britain")], True), ([("germany", "france")], True),
                                       ([("italy", "great-britain")], False), ([("germany", "poland")], False)])  # fmt: skip
def test_poland_asks_for_war_of_britain_or_france_with_germany_4_8(wars: list[tuple[str, str]], may: bool):
    g = build.table(slot="great-britain", wars=wars)
    assert diplomacy.poland_may_align(g) is may
    g.state.slot = "france"
    assert not diplomacy.poland_may_align(g), "in the British turn only"


@pytest.mark.sections("4.8/poland")
def test_poland_joins_britain_with_what_is_left_of_it_4_8():
    g = build.table(
        slot="great-britain", wars=[("germany", "great-britain"), ("germany", "poland")],
        owners={"west-poland": "germany"}, units={"poland": {"warsaw": {"infantry": 2}}},
    )  # fmt: skip
    ask(g, diplomacy.ask_about_poland(g), AlignMinor("poland"))
    assert owner(g, "warsaw") == "great-britain" and owner(g, "west-poland") == "germany"
    assert build.count(g, "warsaw", "infantry", "great-britain") == 2


PAN_AMERICAN = (
    "cuba", "central-america", "brazil", "mexico", "peru", "ecuador", "bolivia", "paraguay", "uruguay", "colombia",
    "venezuela",
)  # fmt: skip


@pytest.mark.sections("4.8/pan-american")
def test_the_eleven_pan_american_nations_and_no_other_4_8():
    g = build.table(slot="usa", wars=[("usa", "japan")], nations={"usa": {"cash": 40}})
    assert set(diplomacy.pan_american(g)) == set(PAN_AMERICAN)
    for minor in PAN_AMERICAN:
        assert [diplomacy.target_number(g, minor, ipp) for ipp in range(4)] == [0, 1, 2, 3]
        assert not refused(g, Influence(minor, 3)) and refused(g, Influence(minor, 4)) == ["4.8/pan-american"]
    for other in ("argentina", "chile", "haiti-dominican-republic", "portugal"):
        assert refused(g, Influence(other, 2)), other


@pytest.mark.sections("4.8/pan-american")
def test_only_enemies_of_the_usa_help_it_4_8():
    g = build.table(
        slot="usa", wars=[("usa", "japan")],
        units={"germany": {"rio-sea": {"submarine": 1}}, "great-britain": {"rio-sea": {"destroyer": 1}}},
    )  # fmt: skip
    assert diplomacy.target_number(g, "brazil", 1) == 1, "Germany is at peace with the USA, Britain its partner"
    do(g, DeclareWar("germany", "usa"))
    assert diplomacy.target_number(g, "brazil", 1) == 2 and diplomacy.target_number(g, "mexico", 1) == 1


# Table 4-5


@pytest.mark.sections("4.8/balkans")
def test_the_balkan_nations_one_a_phase_for_three_german_phases_4_8():
    g = build.table(slot="germany")
    assert not diplomacy.balkans_wait(g)
    diplomacy.open_the_balkans(g)
    for minor in ("romania", "bulgaria"):
        ask(g, diplomacy.ask_about_the_balkans(g), AlignMinor(minor))
        assert owner(g, minor) == "germany"
    ask(g, diplomacy.ask_about_the_balkans(g), Pass())
    assert not diplomacy.balkans_wait(g) and owner(g, "hungary") == "hungary"
    do(g, DeclareWar("germany", "ussr"))
    assert owner(g, "hungary") == "germany"


@pytest.mark.sections("4.8/finland")
@pytest.mark.parametrize("pact, joins", [("", False), ("signed", True), ("ended", True)])
def test_finland_and_the_pact_4_8(pact: str, joins: bool):
    g = build.table(turn="July 1941", pact=pact)
    do(g, DeclareWar("germany", "ussr"))
    assert owner(g, "finland") == ("germany" if joins else "finland")


@pytest.mark.sections("4.8/turkey")
@pytest.mark.parametrize("by, slot, joins", [("germany", "germany", True), ("italy", "italy", False)])
def test_turkey_and_transcaucasia_4_8(by: str, slot: str, joins: bool):
    g = build.table(slot=slot, wars=[(by, "ussr")])
    capture(g, "transcaucasia", by)
    assert owner(g, "turkey") == "turkey", "not before the Combat Phase ends"
    alignments.check_alignments(g, END_OF_COMBAT)
    assert owner(g, "istanbul") == ("germany" if joins else "turkey")


@pytest.mark.sections("4.8/nationalist-spain")
@pytest.mark.parametrize(
    "spain, axis, joins",
    [
        ("nationalist", ("london",), True),
        ("nationalist", ("gibraltar", "eastern-egypt"), True),
        ("nationalist", ("gibraltar",), False),
        ("nationalist", ("eastern-egypt",), False),
        ("war", ("london",), False),
        ("republican", ("london",), False),
    ],
)
def test_nationalist_spain_and_the_keys_of_the_empire_4_8(spain: str, axis: tuple[str, ...], joins: bool):
    mainland = ("madrid", "galicia", "basque-country", "catalonia", "valencia", "andalusia")
    holder = {"nationalist": "spain-nationalist", "republican": "spain-republican"}.get(spain, "spain-nationalist")
    owners = dict.fromkeys(mainland, holder) | dict(zip(axis, ("italy", "germany"), strict=False))
    g = build.table(slot="germany", spain=spain, owners=owners, wars=[("germany", "great-britain")])
    assert bool(alignments.london_or_mediterranean(g, "spain-nationalist", END_OF_COMBAT)) is joins
    alignments.check_alignments(g, END_OF_COMBAT)
    assert owner(g, "madrid") == ("germany" if joins else holder)


@pytest.mark.sections("4.8/iraq")
@pytest.mark.parametrize("nation, type, joins", [("germany", "infantry", True), ("italy", "infantry", True),
                                                 ("germany", "fighter", False), ("japan", "infantry", False)])  # fmt: skip
def test_iraq_and_land_units_beside_it_4_8(nation: str, type: str, joins: bool):
    g = build.table(slot=nation, owners={"syria": nation}, units={nation: {"syria": {type: 1}}})
    alignments.check_alignments(g, END_OF_COMBAT)
    assert owner(g, "iraq") == (nation if joins else "iraq")


@pytest.mark.sections("4.8/sweden")
@pytest.mark.parametrize("target, joins", [("norway", True), ("denmark", True), ("finland", False), ("turkey", False)])
def test_sweden_and_soviet_wars_in_the_north_4_8(target: str, joins: bool):
    g = build.table(turn="January 1940", slot="ussr")
    do(g, DeclareWar("ussr", target))
    assert owner(g, "sweden") == "sweden"
    alignments.check_alignments(g, END_OF_COMBAT)
    assert owner(g, "sweden") == ("germany" if joins else "sweden")


@pytest.mark.sections("4.8/siam", "4.8/tanna-tuva")
def test_siam_and_tanna_tuva_have_their_dates_4_8():
    for turn, joins in (("January 1939", False), ("July 1939", True)):
        g = build.table(turn=turn, slot="japan")
        alignments.check_alignments(g, PRODUCTION)
        assert owner(g, "siam") == ("japan" if joins else "siam"), turn
        alignments.check_alignments(g, CALENDAR_TURN)
        assert owner(g, "tanna-tuva") == "ussr"
    g = build.table(turn="July 1939", slot="great-britain")
    alignments.check_alignments(g, PRODUCTION)
    assert owner(g, "siam") == "siam", "in the Japanese Production Phase"


# China (4.9)


@pytest.mark.sections("4.9")
@pytest.mark.parametrize("attacker", ["japan", "ussr", "germany"])  # a partner of the KMT: ruling china-and-partners
@pytest.mark.parametrize("target", ["kmt", "warlord-yunnan", "warlord-tibet"])
def test_a_foreign_attack_sends_every_warlord_to_the_kmt_4_9(attacker: str, target: str):
    g = build.table(turn="July 1940", nations={"ussr": {"peacetime": 60}})
    do(g, DeclareWar(attacker, target))
    assert not relations.warlords(g)
    for zone in ("yunnan", "tibet", "tsinghai", "suiyuan", "hopeh", "peking", "kwangtung", "hainan", "sinkiang"):
        assert owner(g, zone) == "kmt", zone


@pytest.mark.sections("4.9", "13.3.2")
def test_warlords_that_come_over_after_combat_complete_the_evolution_at_once_13_3_2():
    """Evolution does not wait for the end of the turn in which a zone comes over."""
    g = build.table(slot="ussr", wars=[("ccp", "warlord-suiyuan")], owners=dict.fromkeys(kmt_zones(), "japan"))
    gain = sum(zone_value(g, zone) for zone in zones_of(g, "warlord-suiyuan"))
    for zone in [z for z in g.state.owners if zone_value(g, z) == 1 and owner(g, z) in MAJORS][: 13 - gain]:
        g.state.owners[zone] = "kmt"
    g.state.aligning["warlord-suiyuan"] = ["kmt", "ussr"]
    check_events(g)
    assert 0 < gain < 13 and not g.state.nations["kmt"].evolved
    alignments.check_alignments(g, END_OF_COMBAT)
    assert income(g, "kmt") == 13 and g.state.nations["kmt"].evolved and told(g, "evolution")


def kmt_zones() -> list[str]:
    return zones_of(build.table(), "kmt")


# The price of war (5.6)


@pytest.mark.sections("5.6")
@pytest.mark.parametrize("nation, cost", [("great-britain", 10), ("france", 10), ("free-france", 10), ("usa", 10),
                                          ("germany", 0), ("italy", 0), ("japan", 0), ("ussr", 0), ("kmt", 0)])  # fmt: skip
def test_who_pays_for_war_on_a_neutral_minor_5_6(nation: str, cost: int):
    g = build.table()
    assert price(g, nation, "portugal") == cost
    assert price(g, nation, "germany") == 0, "a Major Power is free"


@pytest.mark.sections("5.6")
def test_a_usa_below_wartime_income_neither_pays_nor_shares_5_6():
    g = build.table(
        wars=[("germany", "great-britain"), ("germany", "france")],
        nations={"usa": {"peacetime": 34, "cash": 20}, "great-britain": {"cash": 6}, "france": {"cash": 9}},
    )
    assert price(g, "usa", "portugal") == 0
    assert refused(g, Pledge("usa", "portugal", 4)) == ["5.6"]
    assert refused(g, DeclareWar("great-britain", "portugal")) == ["5.6"], "6 IPP are not enough"
    do(g, Pledge("france", "portugal", 5))
    assert shares(g, "great-britain", "portugal") == {"great-britain": 5, "france": 5}
    do(g, DeclareWar("great-britain", "portugal"))
    assert (g.state.nations["great-britain"].cash, g.state.nations["france"].cash) == (1, 4)
    assert income(g, "usa") == 26 and g.state.nations["usa"].cash == 20


@pytest.mark.sections("5.6")
def test_the_us_income_falls_each_time_and_not_below_nothing_5_6():
    g = build.table(
        wars=[("germany", "great-britain")], nations={"usa": {"peacetime": 13}, "great-britain": {"cash": 30}}
    )
    for target, left in (("portugal", 5), ("norway", 0)):
        do(g, DeclareWar("great-britain", target))
        assert income(g, "usa") == left


# The Monroe Doctrine (5.7)


@pytest.mark.sections("5.7")
def test_where_the_doctrine_reaches_5_7():
    g = build.table(
        slot="usa", owners={"brazil": "germany", "french-guiana": "japan", "argentina": "great-britain"},
        nations={"usa": {"peacetime": 6}},
        units={"germany": {"rio-sea": {"submarine": 1}, "north-sea": {"submarine": 1}},
               "ussr": {"california-coast": {"submarine": 1}}, "great-britain": {"grand-banks": {"destroyer": 1}}},
    )  # fmt: skip
    for zone in ("brazil", "french-guiana", "rio-sea", "california-coast"):
        assert not refused(g, Intervene("usa", zone)), zone
    for zone in ("argentina", "grand-banks", "north-sea", "berlin", "british-guiana", "mexico"):
        assert refused(g, Intervene("usa", zone)), zone
    assert {a.zone for a in interventions.zones_to_intervene_in(g, "usa") if isinstance(a, Intervene)} >= {
        "brazil", "french-guiana", "rio-sea", "california-coast",
    }  # fmt: skip
    do(g, Intervene("usa", "rio-sea"), Intervene("usa", "brazil"))
    assert income(g, "usa") == 6 and not at_war(g, "usa", "germany")
    g.state.slot = "germany"
    assert refused(g, Intervene("usa", "california-coast")) == ["5.7"], "in its own turn"


@pytest.mark.sections("5.7")
def test_the_usa_takes_a_german_argentina_without_a_war_5_7():
    g = build.table(slot="usa", owners={"argentina": "germany"}, nations={"usa": {"peacetime": 20}})
    do(g, Intervene("usa", "argentina"))
    capture(g, "argentina", "usa")
    assert owner(g, "argentina") == "usa" and not at_war(g, "usa", "germany")
    assert income(g, "usa") == 20 + zone_value(g, "argentina"), "the zone itself and nothing more"


# Order of play (6)


@pytest.mark.sections("6.1")
def test_the_order_of_nations_6_1():
    g = build.table(slot="germany")
    assert turns.slots(g) == ("germany", "ussr", "japan", "great-britain", "france", "italy", "usa")
    assert {alliance(g, nation) for nation in MAJORS} == {"axis", "allies", "comintern"}
    assert {alliance(g, nation) for nation in COMMONWEALTH} == {"allies"}


@pytest.mark.sections("5.5", "0.9/declaring-war")
def test_a_refused_declaration_says_what_is_lacking_5_5():
    g = build.table(nations={"usa": {"peacetime": 20}})
    assert "63" in reason(g, DeclareWar("usa", "japan")) and not any(at_war(g, "usa", one) for one in MAJORS)
