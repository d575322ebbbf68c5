"""Chapters 2.1 and 3, 6.1, 11.7: points, losses, the winner, ties, and when the game ends."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.errors import BadInput
from tutor.games.global_war import GAME, before_play, turns, victory
from tutor.games.global_war.calendar import parse_turn, turn_name
from tutor.games.global_war.options import OPTIONS
from tutor.games.global_war.state import G
from tutor.games.global_war.terms import at_war, owner, zone_value, zones_of
from tutor.games.global_war.units import units_in

from . import build

CITIES = ["berlin", "tokyo", "rome", "london", "calcutta", "sydney", "paris", "washington", "nanking", "moscow"]


def points_for(g: G, what: str) -> list[tuple[str, int]]:
    return [(score.nation, score.points) for score in victory.breakdown(g) if score.what == what]


# Cities and losses


@pytest.mark.sections("3.2")
def test_each_of_ten_cities_is_a_point_for_its_possessor_3_2():
    g = build.table()
    assert sorted(s.what.removeprefix("city ") for s in victory.cities(g)) == sorted(CITIES)
    assert points_for(g, "city calcutta") == [("fec", 1)]
    g.state.owners["calcutta"] = "japan"
    assert points_for(g, "city calcutta") == [("japan", 1)]


@pytest.mark.sections("3.2")
def test_a_city_of_a_neutral_scores_for_nobody_3_2():
    g = build.table(owners={"nanking": "warlord-yunnan"})
    assert points_for(g, "city nanking") == []


@pytest.mark.sections("3.3")
def test_a_home_zone_with_a_value_in_enemy_hands_costs_a_point_3_3():
    g = build.table(wars=[("germany", "ussr")], owners={"belorussia": "germany", "leningrad": "germany"})
    assert zone_value(g, "leningrad") > 0
    lost = [s for s in victory.losses(g) if s.nation == "ussr"]
    valued = [zone for zone in ("belorussia", "leningrad") if zone_value(g, zone)]
    assert [(s.what, s.points) for s in lost] == [(f"loss {zone}", -1) for zone in valued]


@pytest.mark.sections("3.3")
def test_nothing_is_lost_without_war_or_without_value_or_outside_the_home_country_3_3():
    assert not victory.losses(build.table(owners={"leningrad": "germany"}))
    g = build.table(
        wars=[("japan", "usa"), ("germany", "ussr")], owners={"philippines": "japan", "northern-siberia": "germany"}
    )
    assert zone_value(g, "northern-siberia") == 0
    assert not victory.losses(g)


@pytest.mark.sections("3.3")
def test_a_surrendered_nation_scores_nothing_but_still_loses_3_3():
    g = build.table(
        wars=[("germany", "usa")],
        owners={"berlin": "usa", "rome": "germany"},
        nations={"germany": {"surrendered": True}},
    )
    assert not [s for s in victory.breakdown(g) if s.nation == "germany" and s.points > 0]
    assert points_for(g, "city rome") == []  # held by a nation that has surrendered
    assert points_for(g, "loss berlin") == [("germany", -1)]
    assert points_for(g, "city berlin") == [("usa", 1)]


@pytest.mark.sections("3.3")
def test_zones_of_a_surrendered_nation_are_lost_even_where_the_war_is_over_3_3():
    g = build.table(owners={"rome": "usa"}, nations={"italy": {"surrendered": True}})
    assert points_for(g, "loss rome") == [("italy", -1)]


@pytest.mark.sections("3.3")
def test_free_france_scores_and_loses_for_a_fallen_france_3_3():
    g = build.table(
        wars=[("germany", "france"), ("germany", "free-france")],
        owners={"paris": "germany"},
        nations={"france": {"surrendered": True}, "free-france": {"in_play": True}},
    )
    assert points_for(g, "loss paris") == [("free-france", -1)]
    assert points_for(g, "france-disarm-germany")[0][0] == "free-france"


@pytest.mark.sections("3.3")
def test_chinese_factions_lose_their_own_zones_to_foreigners_only_3_3():
    fields: dict[str, Any] = {
        "wars": [("kmt", "ccp"), ("japan", "kmt"), ("japan", "ccp")],
        "owners": {"nanking": "japan", "shanghai": "ccp"},
    }
    g = build.table(**fields)
    assert zone_value(g, "eastern-manchuria") > 0
    assert points_for(g, "loss nanking") == [("kmt", -1)]
    assert points_for(g, "loss shanghai") == points_for(g, "loss eastern-manchuria") == []
    g = build.table(**fields, options=["reading-all-china-lost"])
    assert points_for(g, "loss nanking") == points_for(g, "loss eastern-manchuria") == [("ccp", -1), ("kmt", -1)]
    assert points_for(g, "loss shanghai") == []


# The sum


@pytest.mark.sections("3", "3.1", "3.4", "3.5")
def test_points_are_cities_and_objectives_less_losses_3_1():
    g = build.table(wars=[("germany", "ussr")], owners={"leningrad": "germany"}, start_owners={"leningrad": "ussr"})
    totals = victory.points(g)
    for side, total in totals.items():
        parts = [s for s in victory.breakdown(g) if victory.alliance(g, s.nation) == side]
        assert total == sum(s.points for s in parts)
        assert {s.section.split("/")[0] for s in parts} <= {"3.2", "3.3", "3.4"}
    g.state.owners["leningrad"] = "ussr"
    after = victory.points(g)
    assert after["comintern"] == totals["comintern"] + 1


@pytest.mark.sections("3.4")
def test_objectives_count_unless_the_checklist_is_read_strictly_3_4():
    assert victory.national_objectives(build.table())
    strict = build.table(options=["reading-cities-only"])
    assert not victory.national_objectives(strict)
    assert sum(victory.points(strict).values()) == 10
    assert victory.national_objectives(build.table(options=["reading-cities-only", "nation-victory"]))


@pytest.mark.sections("13.1/comintern-win")
def test_a_republican_spain_scores_for_the_ussr_only_with_its_reading_13_1():
    def soviet(options: list[str], spain: str) -> int:
        g = build.table(options=options, spain=spain)
        return sum(s.points for s in victory.breakdown(g) if s.what == "ussr-spanish-civil-war")

    assert soviet([], "republican") == 0
    assert soviet(["reading-spain-scores-ussr"], "republican") == 1
    assert soviet(["reading-spain-scores-ussr"], "nationalist") == 0


# The end


def at_the_end(**fields: Any) -> G:
    return build.table(**{"turn": "July 1945", "options": ["reading-cities-only"], **fields})


@pytest.mark.sections("3.5", "11.7")
def test_the_alliance_with_most_points_wins_3_5():
    g = at_the_end()
    turns.end_calendar_turn(g)
    result = GAME.result(g)
    assert result is not None and result.winner == "allies" and result.section == "3.5"
    assert "Allies 6" in result.text and "Axis 3" in result.text and "Comintern 1" in result.text


@pytest.mark.sections("3.5/sudden-death")
def test_a_tie_behind_the_leader_does_not_prolong_the_game_3_5():
    g = at_the_end(owners={"tokyo": "usa", "rome": "usa"})
    totals = victory.points(g)
    assert totals["axis"] == totals["comintern"] < totals["allies"]
    turns.end_calendar_turn(g)
    assert g.state.ended and g.state.winner == "allies"


@pytest.mark.sections("3.5/sudden-death")
def test_turns_are_added_one_by_one_while_the_lead_is_shared_3_5():
    g = at_the_end(owners={"berlin": "ussr", "paris": "ussr", "london": "ussr"})
    for expected in ("January 1946", "July 1946"):
        turns.end_calendar_turn(g)
        assert not g.state.ended and turn_name(g.state.calendar) == expected
    g.state.owners["rome"] = "ussr"
    turns.end_calendar_turn(g)
    assert g.state.ended and g.state.winner == "comintern"


@pytest.mark.sections("3.4", "App-B.18")
def test_with_the_option_nations_are_compared_too_3_4():
    g = at_the_end(options=["nation-victory"])
    turns.end_calendar_turn(g)
    assert "did best" in g.state.victory_text
    plain = at_the_end(options=[])
    turns.end_calendar_turn(plain)
    assert "did best" not in plain.state.victory_text
    by_nation = victory.points_of_nations(g)
    assert sum(by_nation.values()) == sum(victory.points(g).values())
    best = max(by_nation.values())
    assert f"did best with {best} points" in g.state.victory_text


# How long it lasts


def turns_played(**fields: Any) -> list[str]:
    g = build.table(**fields)
    played = []
    while not g.state.ended and len(played) < 40:
        played.append(turn_name(g.state.calendar))
        turns.end_calendar_turn(g)
    return played


@pytest.mark.sections("2.1", "2.1/1936", "11.7")
def test_the_1936_scenario_plays_july_1945_unless_read_as_eighteen_turns_2_1():
    played = turns_played(turn="July 1936")
    assert (played[0], played[-1], len(played)) == ("July 1936", "July 1945", 19)
    played = turns_played(turn="July 1936", options=["reading-eighteen-turns"])
    assert (played[-1], len(played)) == ("January 1945", 18)


@pytest.mark.sections("2.1", "2.1/1939")
def test_the_1939_scenario_plays_july_1945_unless_read_as_twelve_turns_2_1():
    played = turns_played(turn="July 1939")
    assert (played[0], played[-1], len(played)) == ("July 1939", "July 1945", 13)
    assert len(turns_played(turn="July 1939", options=["reading-eighteen-turns"])) == 12


@pytest.mark.sections("2.1/1936")
def test_the_1936_scenario_begins_with_three_small_wars_2_1():
    g = GAME.table(GAME.scenario("1936"))
    assert (turn_name(g.state.calendar), turns.scenario_year(g)) == ("July 1936", 1936)
    wars = {tuple(sorted((a, b))) for a, foes in g.state.wars.items() for b in foes}
    assert wars == {("spain-nationalist", "spain-republican"), ("abyssinia", "italy"), ("ccp", "kmt")}
    assert (g.state.spain, g.state.abyssinia, g.state.truce) == ("war", "war", False)
    control = {name: g.state.minors[name].controller for name in ("spain-nationalist", "spain-republican", "abyssinia")}
    assert control == {"spain-nationalist": "germany", "spain-republican": "ussr", "abyssinia": "france"}


@pytest.mark.sections("2.1/1939")
def test_the_1939_scenario_begins_with_war_in_europe_and_china_2_1():
    g = GAME.table(GAME.scenario("1939"))
    assert (turn_name(g.state.calendar), turns.scenario_year(g)) == ("July 1939", 1939)
    for a, b in (("germany", "great-britain"), ("germany", "france"), ("japan", "kmt"), ("japan", "ccp")):
        assert at_war(g, a, b)
    assert g.state.truce and not at_war(g, "kmt", "ccp")
    assert g.state.spain == "nationalist"


# The variable end


def variable(turn: str, *, dice: list[Any] | None = None, **fields: Any) -> G:
    return build.table(turn=turn, dice=dice, **{"options": ["variable-end"], **fields})


@pytest.mark.sections("2.1/variable-end")
@pytest.mark.parametrize(
    ("turn", "number"),
    [("July 1944", 1), ("January 1945", 2), ("July 1945", 3), ("January 1946", 5), ("July 1946", 6), ("July 1948", 6)],
)
def test_the_table_of_the_variable_end_2_1(turn: str, number: int):
    assert turns.ends_on(variable(turn)) == number


@pytest.mark.sections("2.1/variable-end", "App-B.16")
def test_only_capitals_of_major_powers_in_enemy_hands_add_to_the_number_2_1():
    wars = [("germany", "france"), ("japan", "kmt"), ("germany", "great-britain"), ("germany", "ussr")]
    g = variable("July 1944", wars=wars, owners={"paris": "germany", "london": "germany", "moscow": "germany"})
    assert turns.ends_on(g) == 1 + 3
    nanking = variable("July 1944", wars=wars, owners={"nanking": "japan"}, nations={"kmt": {"evolved": True}})
    assert turns.ends_on(nanking) == 1
    calcutta = variable("July 1944", wars=[("japan", "great-britain")], owners={"calcutta": "japan"})
    assert turns.ends_on(calcutta) == 1
    friendly = variable("July 1944", wars=wars, owners={"paris": "usa"})
    assert turns.ends_on(friendly) == 1


@pytest.mark.sections("2.1/variable-end")
def test_no_die_is_rolled_before_july_1944_or_without_the_option_2_1():
    assert not turns.end_is_rolled_for(variable("January 1944"))
    assert turns.end_is_rolled_for(variable("July 1944"))
    assert not turns.end_is_rolled_for(variable("July 1944", options=[]))


@pytest.mark.sections("2.1/variable-end", "11.7")
def test_the_roll_ends_the_game_or_lets_it_go_on_past_july_1945_2_1():
    g = variable("July 1944", dice=[2, 1])
    turns.roll_for_the_end(g)
    turns.end_calendar_turn(g)
    assert not g.state.ended and turn_name(g.state.calendar) == "January 1945"
    turns.roll_for_the_end(g)
    turns.end_calendar_turn(g)
    assert g.state.ended
    late = variable("July 1945", dice=[12])
    turns.roll_for_the_end(late)
    turns.end_calendar_turn(late)
    assert not late.state.ended and turn_name(late.state.calendar) == "January 1946"


@pytest.mark.sections("3.5/sudden-death", "2.1/variable-end")
def test_a_tie_after_the_roll_adds_one_turn_without_another_roll_3_5():
    tied = {"berlin": "ussr", "paris": "ussr", "london": "ussr"}
    g = variable("July 1944", dice=[1], owners=tied, options=["variable-end", "reading-cities-only"])
    turns.roll_for_the_end(g)
    turns.end_calendar_turn(g)
    assert not g.state.ended and not turns.end_is_rolled_for(g)
    g.state.owners["rome"] = "ussr"
    turns.end_calendar_turn(g)
    assert g.state.ended and turn_name(g.state.calendar) == "January 1945"


@pytest.mark.sections("App-B.16")
def test_the_odds_of_the_end_note_can_be_played_instead_of_the_table():
    from fractions import Fraction

    lost = {"wars": [("germany", "france")], "owners": {"paris": "germany"}}
    note = {"options": ["variable-end", "reading-end-note-odds"]}
    goes_on = Fraction(1)
    for turn in ("July 1944", "January 1945", "July 1945"):
        goes_on *= 1 - Fraction(turns.ends_on(variable(turn, **lost, **note)), 12)
    assert round(float(1 - goes_on), 2) == 0.64
    assert round(turns.ends_on(variable("January 1946", **lost, **note)) / 12, 1) == 0.4


@pytest.mark.sections("2.1/variable-end")
def test_the_us_player_rolls_in_the_sequence_of_play_2_1():
    session = build.session(("calendar-turn", "variable-end"), turn="July 1944", options=["variable-end"])
    rolls = [event for event in session.log if event.section == "2.1/variable-end" and event.kind == "rolled"]
    assert rolls and rolls[0].by == "usa"


# The calendar


@pytest.mark.sections("6", "6.1")
def test_seven_national_turns_in_order_6_1():
    g = build.table()
    assert turns.slots(g) == ("germany", "ussr", "japan", "great-britain", "france", "italy", "usa")
    g.state.slot = "france"
    assert turns.slots(g) == ("france", "italy", "usa")


@pytest.mark.sections("11.7", "6.1")
def test_the_calendar_moves_six_months_after_the_last_nation_11_7():
    g = build.table(turn="January 1941")
    turns.end_calendar_turn(g)
    assert turn_name(g.state.calendar) == "July 1941"
    assert turns.slots(g)[0] == "germany"


@pytest.mark.sections("6.2")
def test_a_national_turn_has_five_phases_and_begins_with_fresh_movement_6_2():
    national_turn = next(node for _, node in GAME.sequence.walk() if node.id == "national-turn")
    phases = [part.section for part in national_turn.parts if part.section in ("7", "8", "9", "10", "11")]
    assert phases == ["7", "8", "9", "10", "11"]
    g = build.table(units={"germany": {"berlin": {"infantry": 1}}, "ussr": {"moscow": {"infantry": 1}}})
    for unit in g.state.units.values():
        unit.spent, unit.committed = 1, True
    g.state.conquered, g.state.nations["germany"].researched = {"warsaw": "poland"}, ["radar"]
    turns.begin_national_turn(g)
    german, soviet = build.unit(g, "berlin", "infantry"), build.unit(g, "moscow", "infantry")
    assert (german.spent, german.committed, soviet.spent, soviet.committed) == (0, False, 1, True)
    assert not g.state.conquered and not g.state.nations["germany"].researched


def scheduled(g: G) -> dict[str, Any]:
    return next(row for row in g.charts["neutral-forces"] if row["from_turn"] > 1)


@pytest.mark.sections("6.1")
def test_scheduled_forces_come_to_minors_that_are_still_neutral_6_1():
    row = scheduled(build.table())
    before = turn_name(row["from_turn"] - 1)

    def arrive(**fields: Any) -> int:
        g = build.table(turn=before, neutral_forces=True, units={row["nation"]: {}}, **fields)
        g.state.calendar += 1
        here = len(units_in(g, row["zone"]))
        turns.begin_calendar_turn(g)
        return len(units_in(g, row["zone"])) - here

    wanted = sum(int(word) for word in row["units"].split()[::2])
    assert arrive() == wanted
    assert arrive(owners={row["zone"]: "germany"}) == 0
    assert arrive(minors={row["nation"]: {"controller": "great-britain"}}) == wanted  # under Control, yet neutral
    assert arrive(minors={row["nation"]: {"defeated": True}}) == 0


@pytest.mark.sections("6.1")
def test_forces_of_the_first_turn_are_not_placed_twice_6_1():
    row = scheduled(build.table())
    g = build.table(turn=turn_name(row["from_turn"]), neutral_forces=True)
    g.state.national_turn = 0
    before = len(g.state.units)
    tanna_tuva = [zone for zone in zones_of(g, "tanna-tuva")]
    turns.begin_calendar_turn(g)
    assert len(g.state.units) == before
    assert all(owner(g, zone) == "ussr" and g.state.start_owners[zone] == "ussr" for zone in tanna_tuva)


# Before play


@pytest.mark.sections("2.2", "0.6", "15.1", "App-C")
def test_the_optional_rules_in_force_are_told_when_the_game_begins_2_2():
    g = build.table(options=["mountains", "variable-end"])
    g.state.national_turn = 0
    turns.begin_calendar_turn(g)
    told = next(event for event in g.log if event.kind == "scenario")
    assert told.data["options"] == [OPTIONS["mountains"].title, OPTIONS["variable-end"].title]
    assert "until a die ends it" in told.text
    assert len(before_play.checklist()) == 31  # thirty of the checklist, and 1.13


@pytest.mark.sections("2.3")
def test_nations_are_assigned_by_the_number_of_players_2_3():
    charts = build.table().charts
    two = before_play.nations_of_players(charts, 2)
    assert two[1] == ["germany", "italy", "japan"] and len(two) == 2
    for players in range(2, 9):
        found = before_play.nations_of_players(charts, players)
        assert len(found) == players and sum(len(nations) for nations in found.values()) == 12
    assert before_play.nations_of_players(charts, 8)[8] == ["france", "eastern-usa"]
    with pytest.raises(BadInput, match="2 to 8"):
        before_play.nations_of_players(charts, 9)


@pytest.mark.sections("App-D")
def test_expansions_are_only_listed():
    found = before_play.expansions(build.table().charts)
    assert len(found) == 41 and "Partisans" in found


def test_turn_names_are_read_back():
    assert all(parse_turn(turn_name(number)) == number for number in range(1, 25))
