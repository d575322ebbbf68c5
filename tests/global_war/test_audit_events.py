"""Statements of chapters 2, 3, 13, 14 and 15, one by one: length and victory, the events, the pacts, Vichy."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.games.global_war import abyssinia, alignments, china, events, spain, turns, vichy, victory
from tutor.games.global_war.actions.basic import Pass
from tutor.games.global_war.actions.events import CreateVichy
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import DeclareWar, Intervene, NullifyPact, SignPact
from tutor.games.global_war.alignments import END_OF_COMBAT
from tutor.games.global_war.annexation import may_annex
from tutor.games.global_war.before_play import nations_of_players
from tutor.games.global_war.building import on_the_sheet
from tutor.games.global_war.capture import capture
from tutor.games.global_war.convoys import left, lines
from tutor.games.global_war.facilities import bases_beside, facilities_in, may_use
from tutor.games.global_war.pacts import basis_nord
from tutor.games.global_war.recruitment import recruiting_zones, recruits_on
from tutor.games.global_war.state import G
from tutor.games.global_war.supply import border
from tutor.games.global_war.terms import aligned, at_war, controller, in_play, owner, zone_value, zones_of
from tutor.games.global_war.voyages import naval_left
from tutor.games.global_war.war_and_peace import bonus_income, income

from . import build
from .acting import ask, do, refused

MOVES = ("calendar-turn", "national-turn", "combat-movement")
MAINLAND = ("madrid", "galicia", "basque-country", "catalonia", "valencia", "andalusia")


# 2.1 and 3


@pytest.mark.sections("2.1/variable-end", "App-B.16")
@pytest.mark.parametrize(
    "turn, number",
    [("July 1944", 1), ("January 1945", 2), ("July 1945", 3), ("January 1946", 5), ("July 1946", 6), ("July 1949", 6)],
)
def test_the_number_that_ends_the_game_and_one_more_a_capital_2_1(turn: str, number: int):
    wars = [("germany", "france"), ("germany", "great-britain"), ("japan", "kmt"), ("germany", "ussr")]
    taken = {"paris": "germany", "london": "germany", "moscow": "germany", "nanking": "japan", "calcutta": "germany"}
    for count in range(len(taken) + 1):
        held = dict(list(taken.items())[:count])
        g = build.table(turn=turn, options=["variable-end"], wars=wars, owners=held)
        capitals = len({"paris", "london", "moscow"} & set(held))
        assert turns.ends_on(g) == number + capitals, held


@pytest.mark.sections("3.2")
def test_the_ten_objective_cities_3_2():
    g = build.table()
    cities = {score.what.split()[1]: score.points for score in victory.cities(g)}
    assert set(cities) == {
        "berlin", "tokyo", "rome", "london", "calcutta", "sydney", "paris", "washington", "nanking", "moscow",
    }  # fmt: skip
    assert set(cities.values()) == {1}


@pytest.mark.sections("3.4")
def test_eighteen_points_for_each_alliance_and_the_share_of_each_nation_3_4():
    g = build.table()
    most: dict[str, int] = {}
    for row in g.charts["objectives"]:
        most[row["nation"]] = most.get(row["nation"], 0) + row["most"]
    victory.national_objectives(g)
    assert most == {
        "usa": 6, "great-britain": 4, "fec": 1, "anzac": 1, "france": 3, "kmt": 3,
        "germany": 7, "italy": 4, "japan": 7, "ussr": 15, "ccp": 3,
    }  # fmt: skip


@pytest.mark.sections("3.3")
def test_a_zone_without_value_or_held_by_a_partner_is_no_loss_3_3():
    base: dict[str, Any] = {"wars": [("germany", "france"), ("germany", "great-britain")]}
    g = build.table(**base, owners={"corsica": "germany", "picardy": "great-britain", "paris": "germany"})
    assert zone_value(g, "corsica") == 0
    assert [score.what for score in victory.losses(g) if score.nation == "france"] == ["loss paris"]


@pytest.mark.sections("3.5/sudden-death")
def test_three_alliances_level_go_on_as_well_3_5():
    assert victory.leaders({"axis": 5, "allies": 5, "comintern": 5}) == ["axis", "allies", "comintern"]
    assert victory.leaders({"axis": 5, "allies": 5, "comintern": 2}) == ["axis", "allies"]
    assert victory.leaders({"axis": 6, "allies": 5, "comintern": 5}) == ["axis"]


@pytest.mark.sections("2.3")
def test_table_2_1_cell_by_cell_2_3():
    g = build.table()
    printed = {
        "germany": "1111111", "italy": "1111666", "japan": "1144444", "ussr": "2222222", "ccp": "2222222",
        "great-britain": "2333333", "fec": "2333377", "anzac": "2333377", "western-usa": "2335555", "kmt": "2335555",
        "france": "2335558", "eastern-usa": "2335558",
    }  # fmt: skip
    for at, players in enumerate(range(2, 9)):
        dealt = nations_of_players(g.charts, players)
        found = {nation: str(player) for player, nations in dealt.items() for nation in nations}
        assert found == {nation: row[at] for nation, row in printed.items()}
        assert sorted(dealt) == sorted({int(row[at]) for row in printed.values()})


# 13.1


def civil_war(**fields: Any) -> G:
    base: dict[str, Any] = {"campaign": "1936", "slot": "germany"}
    return build.table(**base | fields)


@pytest.mark.sections("13.1/defeated", "13.1/victory")
def test_victory_in_spain_repairs_railways_with_all_other_facilities_13_1():
    g = civil_war(damage={"galicia": {facility_type("galicia"): 1}})
    inside, beyond = border("madrid", "valencia"), border("galicia", "portugal")
    g.state.rail_damage = {inside: 1, beyond: 1}
    for zone in MAINLAND:
        g.state.owners[zone] = "spain-nationalist"
    events.check_events(g)
    assert g.state.spain == "nationalist" and g.state.rail_damage == {beyond: 1}
    assert not any(f.damage for zone in MAINLAND for f in facilities_in(g, zone))


def facility_type(zone: str) -> str:
    return facilities_in(build.table(), zone)[0].type


@pytest.mark.sections("13.1/recruitment")
@pytest.mark.parametrize("held", range(1, 7))
def test_spanish_recruits_come_on_the_zones_of_the_mainland_13_1(held: int):
    g = civil_war()
    for at, zone in enumerate(MAINLAND):
        g.state.owners[zone] = "spain-nationalist" if at < held else "spain-republican"
    assert recruits_on(g, "spain-nationalist") == held and recruits_on(g, "spain-republican") == 6 - held
    g.state.conquered = {"madrid": "spain-republican"}
    assert "madrid" not in recruiting_zones(g, "spain-nationalist"), "not possessed since the turn began"


@pytest.mark.sections("13.1/axis-win", "13.1/comintern-win")
@pytest.mark.parametrize("winner, patron, other", [("spain-nationalist", "germany", "ussr"), ("spain-republican", "ussr", "germany")])  # fmt: skip
def test_the_fruits_of_victory_in_spain_13_1(winner: str, patron: str, other: str):
    g = civil_war(facilities={"andalusia": ["major-port"]})
    for zone in MAINLAND:
        g.state.owners[zone] = winner
    events.check_events(g)
    port = facilities_in(g, "andalusia", ("major-port",))[0]
    assert may_use(g, patron, port) and not may_use(g, other, port) and not may_use(g, "italy", port)
    assert any(bases_beside(g, patron, "gulf-of-cadiz", ("major-port",)))
    comes = {"germany": spain.blue_division_comes, "ussr": spain.international_brigade_comes}
    for nation, asked in comes.items():
        g.state.nation = nation
        assert asked(g) is (nation == patron)
    spain.place_blue_division(g)
    spain.place_international_brigade(g)
    assert build.count(g, "berlin", "infantry", "germany") == build.count(g, "moscow", "infantry", "ussr") == 1


# 13.2


@pytest.mark.sections("13.2", "13.2/victory", "App-B.41")
def test_abyssinia_is_worth_nothing_and_a_point_13_2():
    g = civil_war(slot="italy")
    assert controller(g, "abyssinia") == "france" and at_war(g, "italy", "abyssinia")
    assert abyssinia.recruitment(g) == 1 and zone_value(g, "abyssinia") == 0
    before = income(g, "italy")
    capture(g, "abyssinia", "italy")
    assert g.state.abyssinia == "italian" and income(g, "italy") == before
    expand = [s for s in victory.national_objectives(g) if s.what == "italy-expand-the-empire"]
    assert [score.points for score in expand] == [1]


# 13.3


@pytest.mark.sections("13.3.1", "13.3.2")
@pytest.mark.parametrize("faction, teacher", [("ccp", "ussr"), ("kmt", "usa")])
def test_what_evolution_brings_13_3(faction: str, teacher: str):
    g = build.table(options=["strategic-naval"], nations={faction: {"evolved": False}})
    assert naval_left(g, faction) == 0
    g.state.nations[faction].evolved = True
    assert naval_left(g, faction) == 1, "a strategic naval move of 1"
    chart = g.charts["build-chart"]
    without = build.table(printed_facilities=False, nations={faction: {"evolved": True}})
    assert on_the_sheet(without, faction, "medium-armor") == chart.row("medium-armor")[faction]
    factory = build.table(
        printed_facilities=False, nations={faction: {"evolved": True}},
        facilities={zones_of(g, faction)[0]: ["minor-factory"]},
    )  # fmt: skip
    assert on_the_sheet(factory, faction, "medium-armor") == chart.row("medium-armor")[teacher]


@pytest.mark.sections("13.3.1", "13.3.2")
@pytest.mark.parametrize("faction", ["ccp", "kmt"])
@pytest.mark.parametrize("worth", [12, 13])
def test_evolution_at_thirteen_13_3(faction: str, worth: int):
    g = build.table()
    for zone in zones_of(g, faction):
        g.state.owners[zone] = "japan"
    for zone in [z for z in g.state.owners if zone_value(g, z) == 1 and owner(g, z) == "great-britain"]:
        g.state.owners[zone] = "france"
    ones = [z for z in g.state.owners if zone_value(g, z) == 1][:worth]
    for zone in ones:
        g.state.owners[zone] = faction
    china.check_evolution(g)
    assert income(g, faction) == worth and g.state.nations[faction].evolved is (worth == 13)


# 14.2


@pytest.mark.sections("14.2", "14.2/basis-nord", "14.2/termination", "14.2/trade")
@pytest.mark.parametrize("end", ["nullified by germany", "nullified by ussr", "war"])
def test_the_provisions_of_the_pact_begin_and_end_together_14_2(end: str):
    g = build.table(turn="July 1939", slot="japan")
    do(g, SignPact("germany", "molotov-ribbentrop"), SignPact("ussr", "molotov-ribbentrop"))
    assert (
        len(basis_nord(g)) == 1 and may_use(g, "germany", basis_nord(g)[0]) and not may_use(g, "ussr", basis_nord(g)[0])
    )
    assert sum(ipp for ipp, _, _ in bonus_income(g, "germany")) == 5
    assert sum(ipp for ipp, _, _ in bonus_income(g, "ussr")) == 3
    assert all(may_annex(g, "ussr", zone) for zone in ("lithuania", "latvia", "estonia"))
    do(g, DeclareWar("germany", "ussr") if end == "war" else NullifyPact(end.split()[-1], "molotov-ribbentrop"))
    assert not basis_nord(g) and not may_annex(g, "ussr", "latvia")
    assert not any("Pact" in why for nation in ("germany", "ussr") for _, _, why in bonus_income(g, nation))
    assert refused(g, SignPact("germany", "molotov-ribbentrop")), "not again"


@pytest.mark.sections("14.2", "8.1")
def test_basis_nord_is_safe_from_nations_at_peace_with_the_ussr_14_2():
    s = build.session(
        MOVES,
        turn="July 1940",
        slot="great-britain",
        wars=[("germany", "great-britain")],
        owners={"norway": "great-britain"},
        units={"great-britain": {"norway": {"medium-bomber": 2}}},
    )
    s.submit(SignPact("germany", "molotov-ribbentrop"))
    s.submit(SignPact("ussr", "molotov-ribbentrop"))
    base = basis_nord(s.table)[0]
    s.submit(Pick("norway", "medium-bomber", 2))
    sections = refused(s.table, Move(("murmansk",), "bomb", str(base.id)))
    assert "8.1" in sections, sections


@pytest.mark.sections("14.2/sphere")
@pytest.mark.parametrize("zone", ["east-poland", "lubelskie"])
def test_eastern_poland_waits_for_a_german_warsaw_14_2(zone: str):
    for holder, may in (("poland", False), ("ussr", False), ("germany", True)):
        g = build.table(
            turn="July 1939", slot="ussr", pact="signed", owners={"warsaw": holder, zone: "great-britain"},
            nations={"great-britain": {"peacetime": 11}, "france": {"peacetime": 9}},
        )  # fmt: skip
        assert (not refused(g, Intervene("ussr", zone))) is may, holder
    do(g, Intervene("ussr", zone))
    capture(g, zone, "ussr")
    assert owner(g, zone) == "ussr" and not at_war(g, "ussr", "great-britain")
    assert income(g, "france") == 9


@pytest.mark.sections("14.3")
def test_the_eastern_pact_costs_five_to_break_14_3():
    for cash, may in ((4, False), (5, True)):
        g = build.table(eastern_pact="signed", nations={"japan": {"cash": cash}, "ussr": {"cash": cash}})
        for nation in ("japan", "ussr"):
            assert (not refused(g, NullifyPact(nation, "japan-ussr"))) is may
    do(g, NullifyPact("japan", "japan-ussr"))
    assert g.state.nations["japan"].cash == 0 and g.state.eastern_pact == "ended"


# 14.4


def fallen(slot: str = "germany", by: str = "germany", **fields: Any) -> G:
    wars = [(axis, ally) for axis in ("germany", "italy") for ally in ("france", "great-britain")]
    g = build.table(slot=slot, wars=wars, **fields)
    capture(g, "paris", by)
    return g


@pytest.mark.sections("14.4.2", "14.4.2/army", "14.4.3")
def test_what_vichy_is_made_of_14_4_2():
    g = fallen()
    ask(g, vichy.choose_vichy(g), CreateVichy())
    assert set(zones_of(g, "vichy")) == {"southern-france", "corsica"}
    home = {"paris", "picardy", "alsace-lorraine", "western-france"}
    assert {owner(g, zone) for zone in home} == {"germany"}
    assert {t: build.count(g, "southern-france", t, "vichy") for t in ("infantry", "fighter", "artillery")} == {
        "infantry": 3, "fighter": 1, "artillery": 1,
    }  # fmt: skip
    assert controller(g, "vichy") == "germany" and recruits_on(g, "vichy") == 2
    assert set(recruiting_zones(g, "vichy")) == {"southern-france", "corsica"}
    g.state.owners["corsica"] = "great-britain"
    assert recruits_on(g, "vichy") == 1
    assert refused(g, DeclareWar("italy", "vichy")) and refused(g, DeclareWar("vichy", "great-britain"))


@pytest.mark.sections("14.4.1", "14.4.2")
@pytest.mark.parametrize("slot, by, choice", [("germany", "germany", True), ("italy", "italy", False)])
def test_vichy_is_a_choice_of_the_german_turn_14_4_2(slot: str, by: str, choice: bool):
    g = fallen(slot, by, nations={"france": {"cash": 8}, by: {"cash": 1}})
    assert g.state.nations[by].cash == 9 and in_play(g, "free-france")
    assert vichy.choosing(g) is choice
    assert bool(refused(g, CreateVichy())) is not choice


@pytest.mark.sections("14.4.3", "14.4.4")
@pytest.mark.parametrize("taken", [False, True])
def test_an_attacked_vichy_is_german_unless_southern_france_falls_14_4_3(taken: bool):
    g = fallen(nations={"great-britain": {"cash": 30}})
    ask(g, vichy.choose_vichy(g), CreateVichy())
    g.state.vichy_pending = []
    g.state.owners["syria"] = "vichy"
    g.state.slot = "great-britain"
    do(g, DeclareWar("great-britain", "vichy"))
    if taken:
        capture(g, "southern-france", "great-britain")
    alignments.check_alignments(g, END_OF_COMBAT)
    heir = "free-france" if taken else "germany"
    assert {owner(g, zone) for zone in ("syria", "corsica", "southern-france")} == {heir}
    assert "vichy" not in g.state.minors and not any(u.owner == "vichy" for u in g.state.units.values())


@pytest.mark.sections("14.4.1", "9.20")
def test_free_france_is_a_partner_of_the_allies_from_its_first_moment_14_4_1():
    g = fallen()
    ask(g, vichy.choose_vichy(g), Pass())
    assert aligned(g, "free-france", "great-britain") and at_war(g, "free-france", "germany")
    g.state.owners["morocco"] = "germany"
    capture(g, "morocco", "great-britain")
    assert owner(g, "morocco") == "free-france"


# 15


@pytest.mark.sections("15.2")
@pytest.mark.parametrize("gate", ["eastern-egypt", "gibraltar"])
def test_option_british_trade_goes_round_africa_15_2(gate: str):
    def trade(**fields: Any) -> list[int]:
        g = build.table(wars=[("italy", "great-britain")], **fields)
        return [
            left(g, lines(g)[line], "great-britain")
            for line in ("british-mediterranean", "east-african", "west-african")
        ]

    sea, east, west = trade(options=["suez-reroute"])
    assert trade(options=["suez-reroute"], owners={gate: "italy"}) == [0, east + 3, west + 3]
    assert trade(options=["suez-reroute"], owners={gate: "spain-nationalist"}) == [sea, east, west], "no enemy"
    assert trade(options=[], owners={gate: "italy"})[1:] == [east, west], "an option"
