"""Section 14.4: the surrender of France, Vichy, its dice, its diplomacy and its end."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war import GAME, vichy, vichy_rolls
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.actions.events import CreateVichy, SailHome, Withdraw
from tutor.games.global_war.actions.politics import DeclareWar
from tutor.games.global_war.capture import capture
from tutor.games.global_war.events import check_events
from tutor.games.global_war.relations import attacked, check_alignments
from tutor.games.global_war.state import Battle, G
from tutor.games.global_war.terms import at_war, controller, in_play, owner, zone_value, zones_of
from tutor.games.global_war.units import units_in
from tutor.games.global_war.war_and_peace import income

from . import acting, build

WARS = [("germany", "france"), ("germany", "great-britain"), ("italy", "france"), ("italy", "great-britain")]
FRENCH = {"morocco": {"infantry": 2}, "syria": {"infantry": 1}, "picardy": {"infantry": 3}, "corsica": {"infantry": 1}}


def before_the_fall(**fields: Any) -> G:
    fields.setdefault("units", {"france": FRENCH, "germany": {"picardy": {}}})
    g = build.table(**{"wars": WARS, **fields})
    g.state.slot = fields.get("slot", "germany")
    return g


def fallen(**fields: Any) -> G:
    """Paris is in German hands, and Germany has still to choose."""
    g = before_the_fall(**fields)
    capture(g, "paris", "germany")
    return g


def with_vichy(**fields: Any) -> G:
    """Vichy has just been created; all dice are still to be rolled."""
    g = fallen(**fields)
    acting.ask(g, vichy.choose_vichy(g), CreateVichy())
    return g


# 14.4.1


@pytest.mark.sections("14.4", "14.4.1", "9.23")
def test_the_conqueror_takes_the_french_treasury_and_france_is_out_14_4_1():
    g = fallen(nations={"france": {"cash": 7}, "germany": {"cash": 2}})
    assert g.state.nations["germany"].cash == 9 and g.state.nations["france"].cash == 0
    assert not in_play(g, "france") and in_play(g, "free-france")
    assert g.state.france_fell == g.state.national_turn


@pytest.mark.sections("14.4.1")
def test_the_treasury_goes_to_the_conqueror_even_where_paris_was_given_up_14_4_1():
    g = before_the_fall(nations={"france": {"cash": 7}})
    vichy.french_surrender(g, "italy")
    assert g.state.nations["italy"].cash == 7


@pytest.mark.sections("14.4.1", "14.4.2")
def test_french_units_outside_the_home_country_fight_on_as_free_french_14_4_1():
    g = fallen()
    assert {unit.owner for unit in units_in(g, "morocco")} == {"free-france"}
    assert owner(g, "morocco") == owner(g, "syria") == "free-france"
    assert not units_in(g, "picardy") and not units_in(g, "corsica")
    assert at_war(g, "free-france", "germany") and at_war(g, "italy", "free-france")


@pytest.mark.sections("14.4.2/minors")
def test_french_conquests_become_free_french_14_4_2():
    g = fallen(owners={"libya": "france"})
    assert owner(g, "libya") == "free-france"


@pytest.mark.sections("14.4.2/minors")
def test_minors_under_french_control_align_with_free_france_14_4_2():
    g = fallen(minors={"albania": {"controller": "france"}}, units={"albania": {"albania": {"infantry": 1}}})
    assert owner(g, "albania") == "free-france"
    assert {unit.owner for unit in units_in(g, "albania")} == {"free-france"}


@pytest.mark.sections("14.4.1")
def test_everything_free_french_is_french_again_when_paris_is_liberated_14_4_1():
    g = with_vichy(nations={"france": {"technology": {"radar": 1}}})
    g.state.nations["free-france"].cash = 5
    g.state.nations["free-france"].technology["radar"] = 2
    capture(g, "paris", "great-britain")
    assert in_play(g, "france") and not in_play(g, "free-france")
    assert owner(g, "paris") == owner(g, "morocco") == "france"
    assert g.state.nations["france"].cash == 5 and g.state.nations["france"].technology["radar"] == 2
    assert at_war(g, "france", "germany") and not g.state.wars.get("free-france")
    assert g.state.vichy and owner(g, "southern-france") == "vichy"


@pytest.mark.sections("14.4.1")
def test_a_paris_that_is_given_back_restores_france_too_14_4_1():
    g = fallen()
    g.state.owners["paris"] = "free-france"
    check_events(g)
    assert in_play(g, "france") and owner(g, "paris") == "france"


@pytest.mark.sections("14.4.1")
def test_france_can_fall_a_second_time_14_4_1():
    g = fallen()
    capture(g, "paris", "great-britain")
    capture(g, "paris", "germany")
    assert not in_play(g, "france") and in_play(g, "free-france") and owner(g, "morocco") == "free-france"


# The choice


@pytest.mark.sections("14.4.2")
def test_only_a_fall_in_germanys_turn_lets_germany_choose_14_4_2():
    assert vichy.choosing(fallen())
    assert not vichy.choosing(fallen(slot="italy"))
    assert "14.4.2" in acting.refused(fallen(slot="italy"), CreateVichy())


@pytest.mark.sections("14.4.2", "7.3/capture-production")
def test_germany_may_do_without_vichy_14_4_2():
    g = fallen(production={"france": [{"what": "battleship"}, {"what": "infantry"}]})
    (decision,) = acting.ask(g, vichy.choose_vichy(g), Pass())
    assert decision.who == "germany"
    assert not g.state.vichy and not g.state.vichy_pending
    assert owner(g, "southern-france") == "france"  # whoever moves in first has it (9.22)
    assert [(item.what, item.owner) for item in g.state.production] == [("battleship", "germany")]


@pytest.mark.sections("14.4.2", "App-B.44")
def test_vichy_gets_southern_france_and_corsica_and_germany_the_rest_14_4_2():
    g = with_vichy(owners={"alsace-lorraine": "italy"})
    assert zones_of(g, "vichy") == ["southern-france", "corsica"]
    for zone in ("paris", "picardy", "western-france", "alsace-lorraine"):
        assert owner(g, zone) == "germany"
    assert controller(g, "vichy") == "germany" and g.state.vichy


@pytest.mark.sections("14.4.2")
def test_germany_has_the_income_of_vichy_zones_14_4_2():
    g = with_vichy()
    own = sum(zone_value(g, zone) for zone in zones_of(g, "germany"))
    theirs = sum(zone_value(g, zone) for zone in zones_of(g, "vichy"))
    assert theirs > 0 and income(g, "germany") == own + theirs
    assert vichy.income_for_germany(g) == theirs


@pytest.mark.sections("14.4.2/army")
def test_the_vichy_army_14_4_2():
    g = with_vichy()
    found = {(unit.type, unit.zone) for unit in g.state.units.values() if unit.owner == "vichy"}
    assert found == {(type, "southern-france") for type in ("infantry", "fighter", "artillery")}
    assert build.count(g, "southern-france", "infantry", "vichy") == 3


# Units that leave


@pytest.mark.sections("14.4.2", "14.4.2/allied-forces")
def test_axis_units_leave_vichy_zones_for_an_adjacent_axis_zone_14_4_2():
    g = with_vichy(
        units={"italy": {"southern-france": {"infantry": 2}}, "germany": {"southern-france": {"infantry": 1}}},
        owners={"southern-france": "italy"},
    )
    assert vichy_rolls.somebody_leaves(g)
    assert "14.4.2/allied-forces" in acting.refused(g, Withdraw("southern-france", "infantry", "paris"))
    acting.ask(
        g,
        vichy_rolls.withdraw(g),
        Withdraw("southern-france", "infantry", "western-france"),
        Withdraw("southern-france", "infantry", "northern-italy"),
    )
    assert build.count(g, "western-france", "infantry", "germany") == 1
    assert build.count(g, "northern-italy", "infantry", "italy") == 2
    assert {unit.owner for unit in units_in(g, "southern-france")} == {"vichy"}


@pytest.mark.sections("14.4.2")
def test_axis_units_without_a_neighbour_are_sent_to_the_nearest_own_zone_14_4_2():
    g = with_vichy(units={"italy": {"corsica": {"infantry": 1}}}, owners={"corsica": "italy"})
    acting.ask(g, vichy_rolls.withdraw(g))
    (unit,) = [unit for unit in g.state.units.values() if unit.owner == "italy"]
    assert owner(g, unit.zone) == "italy" and unit.zone != "corsica"


@pytest.mark.sections("14.4.2/allied-forces")
def test_allied_units_leave_france_over_the_channel_or_by_ship_or_die_14_4_2():
    g = with_vichy(
        units={
            "great-britain": {
                "picardy": {"infantry": 2},
                "western-france": {"infantry": 3, "fighter": 1},
                "alsace-lorraine": {"infantry": 1},
                "bay-of-biscay": {"naval-transport": 1},
            }
        }
    )
    acting.ask(
        g,
        vichy_rolls.withdraw(g),
        Withdraw("picardy", "infantry", "london"),
        Withdraw("western-france", "infantry", "bay-of-biscay"),
        Withdraw("western-france", "fighter", "southern-england"),
    )
    assert build.count(g, "london", "infantry") == 2
    assert build.count(g, "bay-of-biscay", "infantry") == 2  # a transport takes two
    assert build.count(g, "southern-england", "fighter") == 1
    assert not units_in(g, "western-france") and not units_in(g, "alsace-lorraine")


@pytest.mark.sections("14.4.2/allied-forces")
def test_allied_units_in_an_encircled_paris_are_lost_with_it_14_4_2():
    encircled = dict.fromkeys(("picardy", "alsace-lorraine", "western-france"), "germany")
    g = before_the_fall(units={"great-britain": {"paris": {"infantry": 2}}}, owners=encircled)
    vichy.french_surrender(g, "germany")
    assert not units_in(g, "paris")
    open_way = dict.fromkeys(("picardy", "alsace-lorraine"), "germany")
    g = before_the_fall(units={"great-britain": {"paris": {"infantry": 2}}}, owners=open_way)
    vichy.french_surrender(g, "germany")
    assert len(units_in(g, "paris")) == 2


# Colonies


def roll_colonies(g: G) -> None:
    while vichy_rolls.colonies_to_roll(g):
        vichy_rolls.roll_for_colony(g)


GROUPS = [
    ["annam-tonkin", "cochinchina", "gambier-islands", "new-caledonia"],
    ["french-somaliland", "madagascar", "reunion"],
    ["french-guiana", "st-pierre"],
    ["northern-algeria", "western-algeria", "southern-algeria"],
    ["mauritania", "french-guinea", "french-sudan", "ivory-coast"],
    ["dahomey", "niger", "chad", "cameroon", "oubangui-chari"],
]


@pytest.mark.sections("14.4.2/colonies")
def test_six_groups_roll_together_and_every_other_colony_alone_14_4_2():
    g = with_vichy()
    entries = [entry for entry in g.state.vichy_pending if entry.startswith(vichy_rolls.COLONY)]
    alone = ["syria", "tunisia", "morocco", "senegal"]
    assert len(entries) == len(GROUPS) + len(alone)
    assert [entry.removeprefix(vichy_rolls.COLONY) for entry in entries[6:]] == alone
    colonies = {
        zone for entry in entries for zone in vichy_rolls.colony_row(g, entry.removeprefix(vichy_rolls.COLONY))[1]
    }
    assert colonies == {zone for group in GROUPS for zone in group} | set(alone)


@pytest.mark.sections("14.4.2/colonies")
def test_a_colony_is_vichy_up_to_six_and_free_french_above_14_4_2():
    g = with_vichy(dice=[7, 6, 7, 6, 7, 6, 7, 6, 6, 12])
    roll_colonies(g)
    assert {owner(g, zone) for zone in GROUPS[0]} == {"free-france"}
    assert {owner(g, zone) for zone in GROUPS[1]} == {"vichy"}
    assert {owner(g, zone) for zone in GROUPS[2]} == {"free-france"}
    assert {owner(g, zone) for zone in GROUPS[3]} == {"vichy"}
    assert [owner(g, zone) for zone in ("syria", "tunisia", "morocco", "senegal")] == [
        "free-france",
        "vichy",
        "vichy",
        "free-france",
    ]
    assert {unit.owner for unit in units_in(g, "morocco")} == {"vichy"}
    assert {unit.owner for unit in units_in(g, "syria")} == {"free-france"}


@pytest.mark.sections("14.4.2/colonies")
def test_colonies_that_were_lost_before_are_not_rolled_for_14_4_2():
    g = with_vichy(owners={"syria": "italy", "madagascar": "japan"})
    entries = [entry.removeprefix(vichy_rolls.COLONY) for entry in g.state.vichy_pending]
    assert "syria" not in entries
    _, zones = vichy_rolls.colony_row(g, "Indian Ocean")
    assert zones == ["french-somaliland", "reunion"]


@pytest.mark.sections("14.4.2/colonies")
def test_indochina_is_japanese_only_where_it_would_be_vichy_14_4_2():
    for face, holder in ((1, "japan"), (6, "japan"), (7, "free-france")):
        g = with_vichy(dice=[face])
        vichy_rolls.roll_for_colony(g)
        assert {owner(g, zone) for zone in GROUPS[0]} == {holder}


# The navy


def roll_ships(g: G) -> None:
    while vichy_rolls.ships_to_roll(g):
        vichy_rolls.roll_for_ships(g)


def navy(dice: list[Any], units: dict[str, Any]) -> G:
    g = with_vichy(units={"france": units}, dice=dice)
    g.state.vichy_pending = [e for e in g.state.vichy_pending if not e.startswith(vichy_rolls.COLONY)]
    roll_ships(g)
    return g


@pytest.mark.sections("14.4.2/navy")
@pytest.mark.parametrize(
    ("face", "fate"),
    [
        (1, "free-france"),
        (3, "free-france"),
        (4, ""),
        (6, ""),
        (7, "vichy"),
        (10, "vichy"),
        (11, "germany"),
        (12, "germany"),
    ],
)
def test_the_fate_of_a_french_ship_14_4_2(face: int, fate: str):
    g = navy([face], {"alboran-sea": {"heavy-cruiser": 1}})
    ships = [(unit.owner, unit.zone) for unit in g.state.units.values() if unit.type == "heavy-cruiser"]
    where = "gulf-of-lions" if fate == "vichy" else "alboran-sea"  # sea zone 49
    assert ships == ([(fate, where)] if fate else [])


@pytest.mark.sections("14.4.2/navy")
@pytest.mark.parametrize("sea", ["south-china-sea", "ceylon-sea"])
def test_ships_in_the_indian_and_pacific_oceans_join_japan_14_4_2(sea: str):
    g = navy([11], {sea: {"light-cruiser": 1}})
    assert [unit.owner for unit in units_in(g, sea)] == ["japan"]


@pytest.mark.sections("14.4.2/navy")
def test_ships_alike_are_rolled_for_together_but_each_with_its_own_die_14_4_2():
    g = navy([[1, 5, 8, 12], 4], {"alboran-sea": {"destroyer": 4}, "bay-of-biscay": {"submarine": 1}})
    owners = sorted(unit.owner for unit in g.state.units.values() if unit.type == "destroyer")
    assert owners == ["free-france", "germany", "vichy"]
    assert not units_in(g, "bay-of-biscay")


@pytest.mark.sections("14.4.2/navy")
def test_what_a_ship_carries_shares_its_fate_14_4_2():
    carrier = {"alboran-sea": {"fleet-carrier": 1, "fighter aboard": 1}}
    g = navy([7], carrier)
    assert {(unit.owner, unit.type) for unit in units_in(g, "gulf-of-lions")} == {
        ("vichy", "fleet-carrier"),
        ("vichy", "fighter"),
    }
    g = navy([5], carrier)
    assert not units_in(g, "alboran-sea")


@pytest.mark.sections("14.4.2/navy")
def test_new_axis_ships_may_sail_home_past_everybody_14_4_2():
    g = navy([[11, 11]], {"alboran-sea": {"destroyer": 2}})
    assert vichy_rolls.ships_to_sail(g)
    assert "14.4.2/navy" in acting.refused(g, SailHome("alboran-sea", "destroyer", "gulf-of-lions"))
    assert "14.4.2/navy" in acting.refused(g, SailHome("alboran-sea", "battleship", "north-sea"))
    decisions = acting.ask(g, vichy_rolls.sail_home(g), SailHome("alboran-sea", "destroyer", "north-sea"), Done())
    assert {decision.who for decision in decisions} == {"germany"}
    assert build.count(g, "north-sea", "destroyer", "germany") == 1
    assert build.count(g, "alboran-sea", "destroyer", "germany") == 1
    assert not g.state.vichy_pending


@pytest.mark.sections("14.4.2/navy")
def test_the_odds_of_the_fleet_follow_the_table_14_4_2():
    from fractions import Fraction

    from tutor.engine.chance import every_outcome

    def run(chance: Any) -> str:
        g = with_vichy(units={"france": {"alboran-sea": {"battleship": 1}}})
        g.state.vichy_pending = [e for e in g.state.vichy_pending if e.startswith(vichy_rolls.SHIPS)]
        g.use(chance)
        vichy_rolls.roll_for_ships(g)
        return next((unit.owner for unit in g.state.units.values() if unit.type == "battleship"), "scuttled")

    found: dict[str, Fraction] = {}
    for fate, probability in every_outcome(run):
        found[fate] = found.get(fate, Fraction(0)) + probability
    assert found == {
        "free-france": Fraction(3, 12),
        "scuttled": Fraction(3, 12),
        "vichy": Fraction(4, 12),
        "germany": Fraction(2, 12),
    }


# Ships in production


@pytest.mark.sections("14.4.2/production")
@pytest.mark.parametrize(
    ("face", "builder"), [(1, ""), (7, ""), (8, "vichy"), (10, "vichy"), (11, "germany"), (12, "germany")]
)
def test_the_fate_of_a_ship_under_construction_14_4_2(face: int, builder: str):
    g = with_vichy(production={"france": [{"what": "fast-battleship", "paid": 2}]}, dice=[face])
    (entry,) = [entry for entry in g.state.vichy_pending if entry.startswith(vichy_rolls.ITEM)]
    g.state.vichy_pending = [entry]
    vichy_rolls.roll_for_item(g)
    assert [(item.owner, item.paid) for item in g.state.production] == ([(builder, 2)] if builder else [])


@pytest.mark.sections("14.4.2/production")
def test_only_ships_are_rolled_for_on_the_production_chart_14_4_2():
    g = with_vichy(
        production={"france": [{"what": "infantry"}, {"what": "submarine"}, {"what": "minor-port", "zone": "morocco"}]}
    )
    assert [(item.what, item.owner) for item in g.state.production] == [
        ("submarine", "france"),
        ("minor-port", "free-france"),
    ]
    assert len([entry for entry in g.state.vichy_pending if entry.startswith(vichy_rolls.ITEM)]) == 1


@pytest.mark.sections("14.4.2/colonies")
def test_what_is_built_in_a_colony_is_lost_with_it_to_vichy_but_not_to_japan_14_4_2():
    ports = [{"what": "minor-port", "zone": "annam-tonkin"}, {"what": "minor-port", "zone": "morocco"}]
    g = with_vichy(production={"france": ports}, dice=[1] * 10)
    roll_colonies(g)
    assert [(item.zone, item.owner) for item in g.state.production] == [("annam-tonkin", "japan")]


# Diplomacy and the end


def settled(**fields: Any) -> G:
    """A Vichy that has its colonies, in a later turn."""
    colonies = dict.fromkeys(("southern-france", "corsica", "morocco", "syria"), "vichy")
    g = build.table(
        **{
            "vichy": True,
            "wars": [*WARS, ("germany", "free-france"), ("vichy", "free-france")],
            "minors": {"vichy": {"controller": "germany"}},
            "owners": {"paris": "germany", **colonies, "tunisia": "free-france"},
            "nations": {
                "france": {"surrendered": True},
                "free-france": {"in_play": True},
                "great-britain": {"cash": 30},
            },
            "units": {
                "vichy": {
                    "morocco": {"infantry": 1},
                    "southern-france": {"infantry": 3},
                    "gulf-of-lions": {"battleship": 1},
                }
            },
            "production": {"vichy": [{"what": "submarine", "paid": 0}]},
            **fields,
        }
    )
    g.state.slot = "great-britain"
    return g


@pytest.mark.sections("14.4.3")
def test_vichy_may_fight_free_france_alone_14_4_3():
    g = with_vichy()
    assert at_war(g, "vichy", "free-france")
    assert not any(at_war(g, "vichy", nation) for nation in GAME.players if nation != "free-france")
    assert acting.refused(g, DeclareWar("vichy", "great-britain"))


@pytest.mark.sections("14.4.3")
def test_the_axis_may_not_attack_vichy_14_4_3():
    g = settled()
    for nation in ("germany", "italy", "japan"):
        assert "14.4.3" in acting.refused(g, DeclareWar(nation, "vichy"))


@pytest.mark.sections("14.4.3")
@pytest.mark.parametrize("attacker", ["great-britain", "ussr"])
def test_an_attacked_vichy_aligns_with_germany_when_the_attack_is_over_14_4_3(attacker: str):
    g = settled()
    g.state.slot = attacker
    attacked(g, "vichy", attacker)
    assert owner(g, "morocco") == "vichy"
    check_alignments(g, "end of combat")
    assert "vichy" not in g.state.minors
    assert owner(g, "morocco") == owner(g, "southern-france") == "germany"
    assert {unit.owner for unit in units_in(g, "gulf-of-lions")} == {"germany"}
    assert [item.owner for item in g.state.production] == ["germany"]
    check_events(g)
    assert not g.state.vichy


@pytest.mark.sections("14.4.3")
def test_with_its_reading_vichy_aligns_when_war_is_declared_14_4_3():
    g = settled(options=["reading-vichy-aligns-at-once"])
    acting.do(g, DeclareWar("great-britain", "vichy"))
    assert owner(g, "morocco") == "germany"


@pytest.mark.sections("14.4.3")
def test_an_attack_by_free_france_counts_as_one_by_the_allies_14_4_3():
    g = settled()
    g.state.slot = "france"
    check_events(g)
    assert "vichy" not in g.state.aligning
    g.state.battles = [Battle(1, "land", "morocco", "free-france", "vichy")]
    check_events(g)
    check_alignments(g, "end of combat")
    assert owner(g, "morocco") == "germany"


@pytest.mark.sections("14.4.3")
def test_an_attack_by_vichy_on_free_france_aligns_nobody_14_4_3():
    g = settled()
    g.state.slot = "germany"
    g.state.battles = [Battle(1, "land", "tunisia", "vichy", "free-france")]
    check_events(g)
    check_alignments(g, "end of combat")
    assert owner(g, "morocco") == "vichy"


@pytest.mark.sections("14.4.4")
def test_vichy_surrenders_with_southern_france_and_joins_free_france_14_4_4():
    g = settled()
    acting.do(g, DeclareWar("great-britain", "vichy"))
    for unit in units_in(g, "southern-france"):
        vichy.remove(g, unit)
    capture(g, "southern-france", "great-britain")
    assert owner(g, "southern-france") == "free-france"  # to whom it belongs
    assert owner(g, "morocco") == owner(g, "syria") == owner(g, "corsica") == "free-france"
    assert {unit.owner for unit in (*units_in(g, "morocco"), *units_in(g, "gulf-of-lions"))} == {"free-france"}
    assert [item.owner for item in g.state.production] == ["free-france"]
    assert not g.state.vichy and "vichy" not in g.state.minors
    check_alignments(g, "end of combat")
    assert owner(g, "morocco") == "free-france"  # and does not Align any more


@pytest.mark.sections("14.4.4")
def test_losing_a_colony_is_not_the_end_of_vichy_14_4_4():
    g = settled(units={})
    capture(g, "syria", "free-france")
    assert g.state.vichy and owner(g, "morocco") == "vichy"


@pytest.mark.sections("14.4.4")
def test_what_is_vichy_goes_to_a_france_that_is_free_again_14_4_4():
    g = settled(units={})
    capture(g, "paris", "great-britain")
    acting.do(g, DeclareWar("great-britain", "vichy"))
    capture(g, "southern-france", "great-britain")
    assert owner(g, "morocco") == owner(g, "southern-france") == "france"


# In the sequence of play


def after_the_march(zone: str, **fields: Any) -> Session:
    """A game at the start of the Combat Phase in which everybody who attacks has marched into this zone."""
    chosen = build.scenario(("calendar-turn", "national-turn", "combat"), stop_after="combat", **fields)
    g = GAME.table(chosen)
    for unit in units_in(g, zone):
        unit.committed = unit.owner in ("germany", "free-france")
    return Session(g, chosen)


def march_into_paris() -> Session:
    units = {
        "germany": {"paris": {"infantry": 2}},
        "france": {"morocco": {"infantry": 1}, "alboran-sea": {"destroyer": 2}},
    }
    return after_the_march("paris", wars=WARS, units=units, production={"france": [{"what": "battleship"}]})


@pytest.mark.sections("14.4.2", "14.4.2/colonies", "14.4.2/navy", "14.4.2/production", "13")
def test_the_fall_of_france_is_played_out_at_the_end_of_the_combat_phase_14_4_2():
    session = march_into_paris()
    assert session.decision is not None and session.decision.who == "germany"
    assert session.legal() == [CreateVichy(), Pass()]
    session.pause_at_dice()
    session.submit(CreateVichy())
    steps = []
    while session.paused:
        steps.append(session.where[-1].id)
        session.suppose({"vichy-production": 11, "vichy-navy": [11, 7]}.get(steps[-1], 6))
        session.submit({"action": "roll"})
    assert steps == ["vichy-colonies"] * 10 + ["vichy-navy", "vichy-production"]
    assert session.state.owners["morocco"] == "vichy" and session.state.owners["cochinchina"] == "japan"
    assert [item.owner for item in session.state.production] == ["germany"]
    assert session.decision is not None and session.decision.who == "germany"  # one destroyer has joined Germany
    session.submit(Done())
    assert session.result is not None  # the exercise ends after the Combat Phase
    owners = sorted(unit.owner for unit in session.state.units.values() if unit.type == "destroyer")
    assert owners == ["germany", "vichy"]


@pytest.mark.sections("14.4.2")
def test_the_choice_can_be_undone_14_4_2():
    session = march_into_paris()
    before = session.state.owners["southern-france"]
    session.submit(Pass())
    session.undo()
    assert session.legal() == [CreateVichy(), Pass()]
    session.submit(CreateVichy())
    assert (before, session.state.owners["southern-france"]) == ("france", "vichy")


@pytest.mark.sections("14.4.3")
def test_a_beaten_off_attack_by_free_france_still_turns_vichy_to_germany_14_4_3():
    session = after_the_march(
        "morocco",
        slot="france",
        vichy=True,
        wars=[*WARS, ("germany", "free-france"), ("vichy", "free-france")],
        minors={"vichy": {"controller": "germany"}},
        owners={"paris": "germany", "southern-france": "vichy", "corsica": "vichy", "morocco": "vichy"},
        nations={"france": {"surrendered": True}, "free-france": {"in_play": True}},
        units={"free-france": {"morocco": {"infantry": 1}}, "vichy": {"morocco": {"infantry": 6, "artillery": 4}}},
    )
    while session.decision is not None:
        session.submit(session.legal()[0])
    assert session.state.owners["morocco"] == "germany"
    assert session.state.owners["southern-france"] == "germany"
