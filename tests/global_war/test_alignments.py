"""Section 4.8: every special alignment condition."""

from __future__ import annotations

import pytest

from tutor.games.global_war import GAME, diplomacy
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.actions.politics import AlignMinor, DeclareWar, Influence, NullifyPact
from tutor.games.global_war.capture import capture
from tutor.games.global_war.relations import check_alignments, set_at_war
from tutor.games.global_war.terms import at_war, controller, owner
from tutor.games.global_war.turns import begin_calendar_turn
from tutor.games.global_war.war_and_peace import income

from . import build
from .acting import ask, do, refused

BALKANS = ("bulgaria", "hungary", "romania")


# Poland


@pytest.mark.sections("4.8/poland")
@pytest.mark.parametrize("western", ["great-britain", "france"])
def test_britain_may_take_poland_in_while_germany_is_at_war_in_the_west_4_8(western: str):
    g = build.table(slot="great-britain", wars=[("germany", western)])
    assert diplomacy.poland_may_align(g)
    asked = ask(g, diplomacy.ask_about_poland(g), AlignMinor("poland"))
    assert asked[0].who == "great-britain" and owner(g, "warsaw") == "great-britain"
    assert not diplomacy.poland_may_align(g)


@pytest.mark.sections("4.8/poland")
def test_poland_is_an_option_of_the_british_turn_only_4_8():
    g = build.table(slot="great-britain")
    assert not diplomacy.poland_may_align(g), "Germany is at peace"
    set_at_war(g, "germany", "france")
    g.state.slot = "france"
    assert not diplomacy.poland_may_align(g), "it is not the British turn"
    g.state.slot = "great-britain"
    ask(g, diplomacy.ask_about_poland(g), Pass())
    assert owner(g, "warsaw") == "poland"
    assert refused(g, AlignMinor("sweden")) == ["4.8"]


# Pan-American nations


def usa_at_war(**fields):
    return build.table(slot="usa", wars=[("usa", "germany")], nations={"usa": {"cash": 9}}, **fields)


@pytest.mark.sections("4.8/pan-american")
@pytest.mark.parametrize("ipp, roll, wins", [(3, 3, True), (3, 4, False), (1, 1, True), (1, 2, False)])
def test_pan_american_nations_are_won_on_a_roll_up_to_the_ipps_paid_4_8(ipp: int, roll: int, wins: bool):
    g = usa_at_war(dice=[roll])
    ask(g, diplomacy.choose_influence(g), Influence("mexico", ipp))
    assert g.state.nations["usa"].cash == 9 - ipp, "the money is gone either way"
    diplomacy.roll_influence(g)
    assert owner(g, "mexico") == ("usa" if wins else "mexico")


@pytest.mark.sections("4.8/pan-american")
def test_each_nation_is_tried_once_a_turn_and_any_number_of_them_4_8():
    g = usa_at_war(dice=[12, 12])
    ask(g, diplomacy.choose_influence(g), Influence("mexico", 3))
    diplomacy.roll_influence(g)
    assert refused(g, Influence("mexico", 3)) == ["4.8/pan-american"]
    ask(g, diplomacy.choose_influence(g), Influence("cuba", 3))
    diplomacy.roll_influence(g)
    assert diplomacy.diplomacy_goes_on(g)
    ask(g, diplomacy.choose_influence(g), Done())
    assert not diplomacy.diplomacy_goes_on(g)


@pytest.mark.sections("4.8/pan-american")
def test_who_and_how_much_4_8():
    g = usa_at_war()
    for action in (Influence("mexico", 4), Influence("mexico", -1), Influence("chile", 2), Influence("mexico", 0)):
        assert refused(g, action), action
    assert refused(g, Influence("germany", 1)) == ["4.8"]
    g.state.nations["usa"].cash = 1
    assert refused(g, Influence("mexico", 2)) and not refused(g, Influence("mexico", 1))
    named = {option.minor for option in _options(g)}
    assert len(named) == 11 and "argentina" not in named


def _options(g):
    decision = next(diplomacy.choose_influence(g))
    return [option for option in decision.options() if isinstance(option, Influence)]


@pytest.mark.sections("4.8/pan-american")
def test_the_usa_at_peace_courts_nobody_4_8():
    g = build.table(slot="usa", nations={"usa": {"peacetime": 63, "cash": 9}}, wars=[("usa", "ccp")])
    assert not diplomacy.diplomacy_goes_on(g), "the CCP is no Major Power"


@pytest.mark.sections("4.8/pan-american")
@pytest.mark.parametrize("help", ["submarine", "raid", "nothing"])
def test_enemies_near_a_nation_or_on_its_trade_help_the_usa_4_8(help: str):
    ship = {"germany": {"rio-sea": {"submarine": 1}}} if help == "submarine" else {}
    g = usa_at_war(dice=[2], units=ship)
    if help == "raid":
        g.state.convoy_damage = {"new-york-rio": {"usa": 2}}
    ask(g, diplomacy.choose_influence(g), Influence("brazil", 1))
    diplomacy.roll_influence(g)
    assert owner(g, "brazil") == ("brazil" if help == "nothing" else "usa")


@pytest.mark.sections("4.8/pan-american")
def test_the_income_of_a_nation_won_is_added_to_the_us_income_4_8():
    g = usa_at_war(dice=[1])
    before, worth = income(g, "usa"), g.charts["zones"].cell("mexico", "ipp")
    ask(g, diplomacy.choose_influence(g), Influence("mexico", 3))
    diplomacy.roll_influence(g)
    assert worth and income(g, "usa") == before + worth


# Argentina


def germany_at_war(**fields):
    nations = {"germany": {"cash": 4}, "usa": {"peacetime": 30}}
    return build.table(slot="germany", wars=[("germany", "france")], nations=nations, **fields)


@pytest.mark.sections("4.8/argentina")
@pytest.mark.parametrize("roll, wins", [(1, True), (2, True), (3, False)])
def test_germany_tries_argentina_once_a_game_4_8(roll: int, wins: bool):
    g = germany_at_war(dice=[roll, 7])
    assert diplomacy.diplomacy_goes_on(g)
    assert refused(g, Influence("argentina", 3)), "the price is fixed"
    ask(g, diplomacy.choose_influence(g), Influence("argentina", 2))
    diplomacy.roll_influence(g)
    assert g.state.nations["germany"].cash == 2
    assert owner(g, "argentina") == ("germany" if wins else "argentina")
    assert income(g, "usa") == (37 if wins else 30)
    assert not diplomacy.diplomacy_goes_on(g)
    if not wins:
        assert refused(g, Influence("argentina", 2)) == ["4.8/argentina"]


@pytest.mark.sections("4.8/argentina")
def test_a_germany_at_peace_or_without_money_does_not_try_argentina_4_8():
    assert not diplomacy.diplomacy_goes_on(build.table(slot="germany", nations={"germany": {"cash": 9}}))
    poor = germany_at_war()
    poor.state.nations["germany"].cash = 1
    assert not diplomacy.diplomacy_goes_on(poor)


# The Axis


@pytest.mark.sections("4.8/balkans")
def test_one_balkan_nation_a_phase_after_the_fall_of_france_4_8():
    g = build.table(slot="germany", balkans_left=3)
    ask(g, diplomacy.ask_about_the_balkans(g), AlignMinor("romania"))
    assert owner(g, "romania") == "germany" and owner(g, "hungary") == "hungary"
    ask(g, diplomacy.ask_about_the_balkans(g), Pass())
    assert diplomacy.balkans_wait(g)
    assert refused(g, AlignMinor("yugoslavia")) == ["4.8"]
    ask(g, diplomacy.ask_about_the_balkans(g), AlignMinor("bulgaria"))
    assert not diplomacy.balkans_wait(g), "three phases, used or not"
    assert owner(g, "hungary") == "hungary"


@pytest.mark.sections("4.8/balkans")
def test_a_german_soviet_war_brings_the_rest_of_the_balkans_at_once_4_8():
    g = build.table(turn="July 1941", wars=[("germany", "france")])
    do(g, DeclareWar("ussr", "germany"))
    assert {owner(g, zone) for zone in BALKANS} == {"germany"}


@pytest.mark.sections("4.8/finland")
@pytest.mark.parametrize("pact, to", [("signed", "germany"), ("ended", "germany"), ("", "finland")])
def test_finland_follows_germany_only_where_the_pact_was_signed_4_8(pact: str, to: str):
    g = build.table(turn="July 1941", pact=pact)
    do(g, DeclareWar("germany", "ussr"))
    assert owner(g, "finland") == owner(g, "karjala") == to


@pytest.mark.sections("4.8/finland", "4.7")
def test_without_the_pact_finland_aligns_by_table_4_3():
    g = build.table(turn="July 1941")
    do(g, DeclareWar("ussr", "finland"))
    assert controller(g, "finland") == "germany"
    do(g, DeclareWar("germany", "ussr"))
    assert owner(g, "finland") == "germany"


@pytest.mark.sections("4.8/turkey")
@pytest.mark.parametrize("slot, by, to", [("germany", "germany", "germany"), ("italy", "italy", "turkey")])
def test_turkey_joins_a_germany_that_conquers_transcaucasia_4_8(slot: str, by: str, to: str):
    g = build.table(slot=slot, wars=[("germany", "ussr"), ("italy", "ussr")])
    capture(g, "transcaucasia", by)
    assert owner(g, "istanbul") == "turkey", "not before the Combat Phase ends"
    check_alignments(g, "end of combat")
    assert {owner(g, zone) for zone in ("istanbul", "turkey", "kars")} == {to}


@pytest.mark.sections("4.8/nationalist-spain")
@pytest.mark.parametrize(
    "held, joins",
    [(["london"], True), (["gibraltar", "eastern-egypt"], True), (["gibraltar"], False), (["eastern-egypt"], False)],
)
def test_nationalist_spain_joins_when_britain_is_broken_4_8(held: list[str], joins: bool):
    spain = dict.fromkeys(("madrid", "galicia", "andalusia"), "spain")
    g = build.table(spain="nationalist", owners={**spain, **dict.fromkeys(held, "italy")})
    check_alignments(g, "end of combat")
    assert owner(g, "madrid") == ("germany" if joins else "spain")


@pytest.mark.sections("4.8")
def test_a_spain_that_the_nationalists_have_not_won_does_not_join_4_8():
    g = build.table(spain="war", owners={"london": "germany"})
    check_alignments(g, "end of combat")
    assert owner(g, "galicia") == "spain-nationalist"


@pytest.mark.sections("4.8/nationalist-spain")
def test_spain_is_nationalist_in_the_1939_scenario_4_8():
    g = GAME.table(GAME.scenario("1939"))
    spanish = owner(g, "madrid")
    g.state.owners["london"] = "germany"
    check_alignments(g, "end of combat")
    assert spanish in ("spain", "spain-nationalist") and owner(g, "madrid") == "germany"


@pytest.mark.sections("4.8/iraq")
@pytest.mark.parametrize(
    "slot, unit, zone, to",
    [
        ("italy", "infantry", "syria", "italy"),
        ("germany", "infantry", "syria", "iraq"),
        ("italy", "fighter", "syria", "iraq"),
        ("italy", "infantry", "kars", "iraq"),
    ],
)
def test_iraq_joins_the_axis_nation_whose_land_unit_stands_beside_it_4_8(slot: str, unit: str, zone: str, to: str):
    g = build.table(slot=slot, owners={zone: "italy"}, units={"italy": {zone: {unit: 1}}})
    check_alignments(g, "war")
    assert owner(g, "iraq") == "iraq", "only when a Combat Phase ends"
    check_alignments(g, "end of combat")
    assert owner(g, "iraq") == to


@pytest.mark.sections("4.8/sweden")
@pytest.mark.parametrize("target", ["norway", "denmark"])
def test_a_soviet_attack_in_the_north_sends_sweden_to_germany_4_8(target: str):
    g = build.table(turn="July 1940", slot="ussr")
    do(g, DeclareWar("ussr", target))
    assert owner(g, "sweden") == "sweden"
    check_alignments(g, "end of combat")
    assert owner(g, "sweden") == "germany"


@pytest.mark.sections("4.8/sweden")
def test_sweden_waits_for_the_soviet_combat_phase_and_heeds_only_the_ussr_4_8():
    g = build.table(turn="July 1940", slot="germany")
    do(g, DeclareWar("ussr", "norway"))
    check_alignments(g, "end of combat")
    assert owner(g, "sweden") == "sweden", "this is a German Combat Phase"
    g.state.slot = "ussr"
    check_alignments(g, "end of combat")
    assert owner(g, "sweden") == "germany"
    other = build.table(slot="germany")
    do(other, DeclareWar("germany", "norway"))
    check_alignments(other, "end of combat")
    assert owner(other, "sweden") == "sweden"


@pytest.mark.sections("4.8/siam")
@pytest.mark.parametrize(
    "turn, slot, to",
    [("July 1939", "japan", "japan"), ("January 1940", "japan", "siam"), ("July 1939", "ussr", "siam")],
)
def test_siam_joins_japan_in_its_production_of_july_1939_4_8(turn: str, slot: str, to: str):
    g = build.table(turn=turn, slot=slot, nations={"japan": {"peacetime": 20}})
    check_alignments(g, "production")
    assert owner(g, "siam") == to
    worth = g.charts["zones"].cell("siam", "ipp")
    assert income(g, "japan") == 20 + (worth if to == "japan" else 0)


@pytest.mark.sections("4.8/tanna-tuva")
def test_tanna_tuva_is_soviet_from_the_start_4_8():
    g = build.table()
    begin_calendar_turn(g)
    assert owner(g, "tanna-tuva") == "ussr"


@pytest.mark.sections("4.8", "14.2/sphere")
def test_the_end_of_the_pact_in_a_war_brings_finland_in_14_2():
    g = build.table(turn="July 1940", pact="signed", wars=[])
    do(g, NullifyPact("germany", "molotov-ribbentrop"))
    assert owner(g, "finland") == "finland", "ending the pact is not war"
    do(g, DeclareWar("germany", "ussr"))
    assert owner(g, "finland") == "germany" and at_war(g, "germany", "ussr")
