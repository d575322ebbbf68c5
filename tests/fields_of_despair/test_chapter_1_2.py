"""Chapters 1 and 2: key terms and components."""

from __future__ import annotations

import msgspec
import pytest

import tutor
from tutor.engine.errors import BadFile, BadInput, UnknownName
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair import actions as a
from tutor.games.fields_of_despair.blocks import free, pool
from tutor.games.fields_of_despair.movement import breakout_allowance
from tutor.games.fields_of_despair.nations import belgium_is_entered
from tutor.games.fields_of_despair.positions import problems, strength_fits
from tutor.games.fields_of_despair.state import NATIONS, Block
from tutor.games.fields_of_despair.supply import combat_dice
from tutor.games.fields_of_despair.terms import (
    contested,
    control_markers,
    controls,
    frontline,
    has_supply_line,
    joined,
    own_fortress,
)

from . import build
from .drive import asked, at_step, quietly, rolled, told

FAR = {"Germany": {"L01": ["infantry 2"]}}


def moving(side="allies", turn=2, **fields):
    """A session at Block Movement of this side."""
    return build.position(at=build.MOVEMENT, initiative=side, turn=turn, **fields)


# Chapter 1


@pytest.mark.sections("1.0")
def test_optional_rules_are_off_until_chosen_1_0():
    plain = GAME.scenario("grand-campaign")
    assert not any(GAME.choose_options(plain, None).values())
    chosen = GAME.choose_options(plain, ["pershing"])
    assert [name for name, on in chosen.items() if on] == ["pershing"]
    with pytest.raises(UnknownName):
        GAME.choose_options(plain, ["no-such-rule"])
    with pytest.raises(BadInput):
        GAME.choose_options(plain, {"pershing": "yes"})


@pytest.mark.sections("1.0", "6.4.1")
def test_scenario_special_rule_comes_before_the_core_rule_1_0():
    bag = {"blue": 3, "black": 3}
    s = build.position(at=build.NAVAL, turn=2, naval_bag=bag, special={"usw_from": 4})
    assert s.state.naval_mode == "prize" and not at_step("naval-declare")(s)
    s = build.position(at=build.NAVAL, turn=2, naval_bag=bag)
    assert a.DeclareNaval("usw") in s.legal()


@pytest.mark.sections("1.1")
def test_set_up_puts_out_what_the_scenario_lists_1_1():
    for name in ("grand-campaign", "1914-mobile-war", "1914-introduction"):
        scenario = GAME.scenario(name)
        g = GAME.table(scenario)
        listed = sorted(
            (nation, hex, text)
            for nation, places in scenario.body["blocks"].items()
            for hex, texts in places.items()
            for text in texts
        )
        assert sorted((b.nation, b.hex, f"{b.kind} {b.sp}") for b in g.state.blocks.values()) == listed
        assert (g.state.turn, g.state.initiative) == (scenario.body["turn"], scenario.body["initiative"])
        assert problems(g) == []
    assert GAME.table(GAME.scenario("grand-campaign")).state.last_turn == 9


@pytest.mark.sections("1.1")
def test_set_up_refuses_what_is_not_in_the_game_1_1():
    for wrong in (
        {"blocks": {"Italy": {"E08": ["infantry 2"]}}},
        {"blocks": {"France": {"Z99": ["infantry 2"]}}},
        {"blocks": {"France": {"E08": ["tank 2"]}}},
        {"fortresses": {"Troy": 3}},
        {"control": {"neutral": ["E08"]}},
    ):
        with pytest.raises(BadFile):
            build.table(**wrong)


@pytest.mark.sections("1.2", "4.1")
def test_trench_warfare_begins_on_turn_4_and_stays_1_2():
    s = build.position(at=("turn",), turn=2, last_turn=9)
    assert s.state.turn == 3 and not s.state.trench
    s = build.position(at=("turn",), turn=3, last_turn=9)
    assert s.state.turn == 4 and s.state.trench
    s = build.position(at=("turn",), turn=6, trench=True)
    assert s.state.turn == 7 and s.state.trench


@pytest.mark.sections("1.3", "2.1")
def test_a_hex_is_45_kilometres_across_1_3():
    board = GAME.board(GAME.scenario("grand-campaign"))
    assert board.scale_km == 45


@pytest.mark.sections("1.4", "1.5")
def test_the_glossary_has_the_acronyms_and_the_key_terms_1_4():
    glossary = GAME.glossary(GAME.charts())
    assert {"ADR", "CP", "EP", "HL", "LP", "OOS", "SP", "USW", "VP"} <= set(glossary)
    assert glossary["OOS"] == "out of supply"
    assert {"Contested hex", "Force Pool", "Frontline hex", "Supply Line", "Initiative"} <= set(glossary)
    assert all(glossary.values())


def contested_at_e09(active="allies", **fields):
    blocks = {"France": {"E09": ["infantry 4"]}, "Germany": {"E09": ["infantry 3"]}}
    return build.position(at=build.COMBAT, initiative=active, turn=2, **{"blocks": blocks, **fields})


@pytest.mark.sections("1.5/active-player")
def test_the_active_player_is_the_attacker_1_5():
    for active in ("allies", "cp"):
        s = quietly(contested_at_e09(active), at_step("end-or-continue"))
        assert s.state.active == s.decision.who == active
        s.submit(a.Continue("E09"))
        assert told(s, "7.3.3", f"{active} declares")


@pytest.mark.sections("1.5/passive-player")
def test_the_passive_player_only_answers_1_5():
    s = contested_at_e09(boards={"cp": {"lp": 1}}, control={"cp": ["F09"]})
    quietly(s, at_step("end-or-continue"))
    assert s.decision.who == "allies"
    s.submit(a.Continue("E09"))
    assert s.decision.who == "cp" and a.RetreatTo("F09") in s.legal()
    assert build.sections(s, a.Continue("E09")) == {"7.3.3"}


@pytest.mark.sections("1.5/contested-hex")
def test_a_hex_with_units_of_both_powers_is_contested_1_5():
    blocks = {
        "France": {"E08": ["infantry 2"], "E09": ["infantry 2"]},
        "Germany": {"E09": ["infantry 1"], "F05": ["infantry 1"], "G08": ["deception"]},
    }
    g = build.table(blocks=blocks)
    assert contested(g, "E09"), "blocks of both"
    assert contested(g, "F05"), "a block beside an enemy Fortress"
    assert not contested(g, "E08") and not contested(g, "G08") and not contested(g, "D08")
    assert controls(g, "E09", "allies") and not controls(g, "E09", "cp"), "friendly-contested for one Power only"


@pytest.mark.sections("1.5/economic-points", "6.3", "6.5")
def test_eps_are_collected_in_production_and_spent_1_5():
    s = build.position(at=(*build.PRODUCTION, "collect"), turn=4, naval_bag={"white": 2})
    income = s.state.boards["allies"].ep
    assert income > 0
    quietly(s, asked("allies", "6.5"))
    lp = s.state.boards["allies"].lp
    s.submit(a.Buy("logistic-point"))
    quietly(s, at_step("counters"))
    assert s.state.boards["allies"].lp == lp + 1
    assert s.state.boards["allies"].ep == min(3, income - 1)


@pytest.mark.sections("1.5/force-pool")
def test_the_force_pool_limits_breaking_down_1_5():
    s = moving(blocks={"France": {"E08": ["cavalry 3"], "E09": ["cavalry 2"] * 3}, **FAR})
    assert free(s._g, "France", "cavalry")[0] == 0, "four French cavalry blocks are all in play"
    cavalry = build.find(s, "E08").id
    assert build.sections(s, a.BreakDown(cavalry, (2, 1))) == {"1.5/force-pool"}
    s.submit(a.Consolidate(next(b.id for b in s.state.blocks.values() if b.hex == "E09")))
    assert build.strengths(s, "E09") == [4, 2]
    s.submit(a.BreakDown(cavalry, (2, 1)))
    assert build.strengths(s, "E08") == [2, 1]


@pytest.mark.sections("1.5/force-pool")
def test_a_position_cannot_use_more_blocks_than_there_are_1_5():
    g = build.table(blocks={"Belgium": {"G01": ["infantry 1"] * 3, "G02": ["infantry 1"]}})
    assert [p.section for p in problems(g)] == ["1.5/force-pool"]


@pytest.mark.sections("1.5/frontline-hex")
def test_a_frontline_hex_needs_a_supply_line_and_an_enemy_hex_beside_it_1_5():
    g = build.table(control={"allies": ["L07"], "cp": ["K08"]}, blocks={"France": {"L07": ["infantry 8"]}})
    front = frontline(g, "allies")
    assert "J07" in front, "Nancy touches Metz"
    assert "I09" not in front, "nothing hostile touches it"
    assert "L07" not in front, "a pocket without a Supply Line"


@pytest.mark.sections("1.5/frontline-hex")
def test_contested_hexes_are_frontline_for_both_1_5():
    blocks = {"France": {"K07": ["infantry 2"]}, "Germany": {"K07": ["infantry 2"]}}
    g = build.table(blocks=blocks)
    assert "K07" in frontline(g, "allies") and "K07" in frontline(g, "cp")
    assert "J07" in frontline(g, "allies"), "it still touches Metz"
    cut_off = build.table(blocks={"France": {"M05": ["infantry 2"]}, "Germany": {"M05": ["infantry 2"]}})
    assert "M05" in frontline(cut_off, "cp") and "M05" not in frontline(cut_off, "allies")


@pytest.mark.sections("1.5/hex-control")
def test_a_sole_occupant_takes_control_1_5():
    s = contested_at_e09(
        "cp",
        dice=[{"hit": 0}, {"hit": 4}],
        blocks={
            "France": {"E09": ["infantry 4"]},
            "Germany": {"E09": ["infantry 12"]},
            "Britain": {"D02": ["infantry 2"]},
        },
    )
    assert s.state.control["E09"] == "allies"
    quietly(s, at_step("end-or-continue"))
    s.submit(a.Continue("E09"))
    assert s.state.control["E09"] == "cp"
    assert "E09" in control_markers(s._g, "cp")


@pytest.mark.sections("1.5/hex-control")
def test_control_reaches_from_each_map_edge_to_the_markers_1_5():
    g = build.table()
    assert all(controls(g, h, "allies") for h in g.board.where("edge", "west"))
    assert all(controls(g, h, "cp") for h in g.board.where("edge", "east"))
    assert "A05" not in control_markers(g, "allies"), "a hex behind the line has no marker"


@pytest.mark.sections("1.5/hex-control", "13.2")
def test_control_markers_stand_along_a_neutral_belgium_1_5():
    g = build.table(options=["neutral-belgium"])
    assert "J01" in control_markers(g, "cp")
    assert "F03" in control_markers(g, "allies")


@pytest.mark.sections("1.5/hex-control", "6.2.2")
def test_control_changes_when_attrition_removes_the_last_block_1_5():
    s = build.position(
        at=(*build.PRODUCTION, "manpower", "attrition-roll"),
        turn=8,
        trench=True,
        dice=[1, 1],
        blocks={"France": {"K08": ["infantry 2"]}, "Germany": {"K08": ["infantry 5"]}},
    )
    assert build.strengths(s, "K08", "France") == []
    assert s.state.control["K08"] == "cp"
    assert [p for p in s.problems() if p.place == "K08"] == []


@pytest.mark.sections("1.5/initiative")
def test_the_holder_of_the_initiative_acts_first_and_reorganizes_last_1_5():
    for holder, other in (("allies", "cp"), ("cp", "allies")):
        s = build.position(
            at=build.ACTIONS, initiative=holder, turn=2, blocks={"France": {"E08": ["infantry 2"]}, **FAR}
        )
        assert s.state.active == holder
        s = build.position(
            at=build.REORGANIZATION, initiative=holder, turn=2, blocks={"France": {"E08": ["infantry 2"]}, **FAR}
        )
        assert s.decision.who == other
        s.submit(a.Done())
        assert s.decision.who == holder


@pytest.mark.sections("1.5/logistic-points", "10.1/re-supply")
def test_lps_are_bought_and_spent_on_unique_actions_1_5():
    s = build.position(
        at=build.SPEND,
        turn=2,
        boards={"allies": {"saved_ep": 1, "supply": 0}},
        blocks={"France": {"E08": ["infantry 4"]}, **FAR},
    )
    s.submit(a.Buy("logistic-point"))
    quietly(s, at_step("supply-allocate"))
    s.submit(a.MarkOut("E08"))
    assert s.state.boards["allies"].lp == 1 and build.find(s, "E08").oos
    quietly(s, lambda s: at_step("movement")(s) and s.decision.who == "allies")
    s.submit(a.Resupply("E08"))
    assert s.state.boards["allies"].lp == 0 and not build.find(s, "E08").oos


@pytest.mark.sections("1.5/powers")
def test_nations_fight_for_their_power_1_5():
    assert {n for n, side in NATIONS.items() if side == "allies"} == {"France", "Britain", "Belgium", "USA"}
    assert [n for n, side in NATIONS.items() if side == "cp"] == ["Germany"]
    s = build.position(at=(*build.PRODUCTION, "manpower"), turn=2)
    assert s.decision.who == "allies"
    assert build.sections(s, a.Deploy("Germany", 4, "M03")) == {"1.5/powers"}
    assert build.sections(s, a.Deploy("Austria", 4, "M03")) == {"1.5/powers"}
    assert build.sections(s, a.Deploy("France", 4, "B06")) == set()


@pytest.mark.sections("1.5/stacking-limit")
def test_a_fourth_block_is_a_fault_of_a_position_1_5():
    places = {"E08": ["infantry 1"] * 4, "E09": ["infantry 1"] * 3}
    g = build.table(blocks={"France": places, "Germany": {"E09": ["infantry 1"] * 3}})
    assert [(p.section, p.place) for p in problems(g)] == [("1.5/stacking-limit", "E08")], "the limit is for each Power"


@pytest.mark.sections("1.5/stacking-limit", "6.2.3")
def test_three_blocks_a_power_at_the_end_of_an_action_phase_1_5():
    five = ["infantry 2", "infantry 3", "infantry 4", "infantry 4", "infantry 1"]
    s = moving(blocks={"France": {"E08": five}, "Germany": {"L01": ["infantry 2"]}})
    assert len(build.strengths(s, "E08")) == 5 and s.problems() == [], "while moving it may be"
    quietly(s, asked("cp"))
    assert len(build.strengths(s, "E08")) <= 3 and sum(build.strengths(s, "E08")) == 14
    assert s.problems() == []


@pytest.mark.sections("1.5/strength-points")
def test_sps_set_the_number_of_dice_1_5():
    g = build.table(blocks={"France": {"E08": ["infantry 7", "cavalry 2", "deception"]}})
    assert combat_dice(g, "E08", "allies") == 9
    s = build.position(at=(*build.PRODUCTION, "manpower"), turn=2)
    assert build.sections(s, a.Deploy("France", 0, "B06")) == {"1.5/strength-points"}
    assert build.sections(s, a.Deploy("France", -3, "B06")) == {"1.5/strength-points"}


@pytest.mark.sections("1.5/supply-line")
def test_a_supply_line_runs_through_friendly_hexes_only_1_5():
    blocks = {"France": {"J07": ["infantry 2"]}, "Germany": {"J07": ["infantry 2"]}}
    assert has_supply_line(build.table(blocks=blocks), "J07", "allies"), "friendly-contested hexes serve"
    ring = list(build.table().board.neighbours["J07"])
    assert not has_supply_line(build.table(blocks=blocks, control={"cp": ring}), "J07", "allies")
    assert has_supply_line(build.table(blocks=blocks, control={"cp": ring}), "J07", "cp"), "from a contested hex too"


# Chapter 2


@pytest.mark.sections("2.0")
def test_the_force_pool_is_what_is_in_the_box_2_0():
    g = build.table()
    chart = g.charts["components"]
    for nation in NATIONS:
        blocks = sum(sum(free(g, n, kind)) for n, kind in pool(g) if n == nation)
        assert blocks == chart.cell(f"blocks, {nation}", "count")
    box = {"Germany": 48, "France": 49, "Britain": 30, "USA": 10, "Belgium": 3}
    assert {n: chart.cell(f"blocks, {n}", "count") for n in box} == box
    assert sum(sum(bands) for bands in pool(g).values()) == 140
    assert [chart.cell(f"cubes, {c}", "count") for c in ("blue", "black", "red", "white")] == [30, 30, 12, 2]


@pytest.mark.sections("2.1")
def test_only_hexes_of_the_map_can_be_named_2_1():
    s = moving(blocks={"France": {"E08": ["infantry 2"]}, **FAR})
    block = build.find(s, "E08").id
    assert build.sections(s, a.Move(block, ("Z01",))) == {"2.1"}
    assert build.sections(s, a.Move(block, ())) == {"2.1"}
    assert build.sections(s, a.PlaceDeception("France", "E99")) == {"2.1"}
    assert build.sections(s, a.Move(block, ("E07",))) == set()


@pytest.mark.sections("2.1.1", "7.2.3")
def test_forest_stops_a_move_until_all_is_trench_2_1_1():
    where = {
        "blocks": {"Germany": {"J04": ["infantry 3"]}, "France": {"E08": ["infantry 2"]}},
        "fortresses": {"Liege": 0},
    }
    through = ("I04", "H04")
    s = moving("cp", **where)
    assert build.sections(s, a.Move(1, through)) == {"7.2.3"}
    assert build.sections(s, a.Move(1, ("I04",))) == set()
    s = moving("cp", turn=4, trench=True, **where)
    assert build.sections(s, a.Move(1, through)) == set()


@pytest.mark.sections("2.1.1")
def test_each_hex_has_one_terrain_2_1_1():
    s = moving("cp", blocks={"Germany": {"J04": ["infantry 3"]}})
    s.why_not(a.Move(1, ("I04", "I05")))
    board = s._g.board
    assert {board.fact(h, "terrain") for h in board} == {"clear", "river", "forest"}
    assert sorted(board.where("terrain", "forest")) == ["I03", "I04", "J02", "J03", "K03"]


@pytest.mark.sections("2.1.2", "7.2/control")
def test_a_fortress_holds_its_hex_like_a_block_2_1_2():
    blocks = {"Germany": {"J06": ["infantry 4"], "J05": ["cavalry 3"]}, "France": {"E08": ["infantry 2"]}}
    s = moving("cp", blocks=blocks)
    assert build.sections(s, a.Move(1, ("I07", "H07"))) == {"7.2.2"}, "Toul makes the hex newly contested"
    s.submit(a.Move(1, ("I07",)))
    assert s.state.control["I07"] == "allies" and contested(s._g, "I07")
    s.submit(a.Move(2, ("I06",)))
    assert s.state.control["I06"] == "cp", "a hex without a Fortress is taken"
    quietly(s, at_step("end-or-continue"))
    assert s.state.control["I07"] == "allies"


@pytest.mark.sections("2.1.2", "2.6.1")
def test_a_fortress_hex_is_taken_once_the_fortress_is_destroyed_2_1_2():
    s = build.position(
        at=build.COMBAT,
        turn=2,
        dice=[[1], {"hit": 1}],
        blocks={"Germany": {"I05": ["infantry 8"]}, "France": {"E08": ["infantry 2"]}},
    )
    quietly(s, at_step("end-or-continue"))
    assert s.state.control["I05"] == "allies"
    s.submit(a.Continue("I05"))
    assert s.state.fortresses["Longwy"].destroyed and s.state.control["I05"] == "cp"


@pytest.mark.sections("2.1.2")
def test_fortress_values_run_from_1_to_5_2_1_2():
    g = build.table()
    assert all(1 <= f.full <= 5 for f in g.state.fortresses.values())
    assert g.charts["fortresses"].row("Verdun")["hexes"] == "H05 H06"


@pytest.mark.sections("2.1.2/verdun-strasbourg", "7.3.1/verdun-strasbourg")
def test_verdun_stands_in_two_hexes_and_fires_in_both_2_1_2():
    s = build.position(
        at=build.COMBAT,
        turn=2,
        dice=[[1] * 5, [1] * 5],
        blocks={"Germany": {"H05": ["infantry 8"], "H06": ["infantry 8"]}, "France": {"E08": ["infantry 2"]}},
        out_of_supply=["H05", "H06"],
    )
    for hexes, name, side in ((("H05", "H06"), "Verdun", "allies"), (("M07", "M08"), "Strasbourg", "cp")):
        assert {own_fortress(s._g, h, side).name for h in hexes} == {name}
    assert contested(s._g, "H05") and contested(s._g, "H06")
    quietly(s, at_step("end-or-continue"))
    assert rolled(s, "7.3.1/resolve") == [5, 5]
    own = build.position(
        at=build.SUPPLY,
        turn=2,
        boards={"allies": {"supply": 0}},
        blocks={"France": {"H05": ["infantry 8"], "H06": ["infantry 8"]}, **FAR},
    )
    own.submit(a.MarkOut("H05"))
    own.submit(a.MarkOut("H06"))
    assert own.decision.section == "6.7.6"
    assert build.sections(own, a.DivideSupply("Verdun", 11)) == {"6.7.6"}
    own.submit(a.DivideSupply("Verdun", 7))
    assert combat_dice(own._g, "H05", "allies") == 7 + 0 and combat_dice(own._g, "H06", "allies") == 3 + 2


@pytest.mark.sections("2.1.3", "9.0")
def test_banner_hexes_are_objectives_2_1_3():
    before = build.position(at=build.SCORING, turn=2, last_turn=2).state.vp
    blocks = {"Germany": {"J07": ["infantry 4"]}}
    s = build.position(at=build.SCORING, turn=2, last_turn=2, blocks=blocks, control={"cp": ["J07"]})
    worth = s.charts["victory-hexes"].cell("J07", "vp")
    assert worth > 0 and s.state.vp["cp"] == before["cp"] + worth


@pytest.mark.sections("2.2")
def test_each_player_has_a_board_of_his_own_2_2():
    mine = {"supply": 12, "artillery": 4, "air": 3, "lp": 2, "saved_ep": 1, "tanks": 1, "technology": {"gas": 2}}
    g = build.table(boards={"allies": mine})
    board = g.state.boards["allies"]
    assert (board.supply, board.artillery, board.air, board.lp, board.ep, board.tanks) == (12, 4, 3, 2, 1, 1)
    assert board.technology == {"aircraft": 1, "gas": 2, "masks": 0, "tanks": 0}
    assert g.state.boards["cp"].lp == 0
    with pytest.raises(BadFile):
        build.table(boards={"allies": {"technology": {"radar": 1}}})


@pytest.mark.sections("2.2", "1.5/stacking-limit")
def test_tracks_end_where_the_board_ends_2_2():
    g = build.table(boards={"allies": {"supply": 31, "lp": 6}})
    assert {(p.section, p.place) for p in problems(g)} == {
        ("2.2", "boards.allies.supply"),
        ("10.0", "boards.allies.lp"),
    }


@pytest.mark.sections("2.3")
def test_the_screen_hides_the_enemy_board_2_3():
    s = build.position(turn=2, boards={"cp": {"lp": 4, "tanks": 3, "artillery": 11}}, blocks=FAR)
    seen = s.view("allies").board
    assert seen.own_board.lp == 0
    assert seen.player == "allies" and not hasattr(seen, "boards")
    assert msgspec.json.decode(msgspec.json.encode(seen))["own_board"]["artillery"] != 11
    assert s.view("cp").board.own_board.tanks == 3


@pytest.mark.sections("2.3", "6.5")
def test_spending_is_not_told_to_the_enemy_2_3():
    s = build.position(at=build.SPEND, turn=2, boards={"allies": {"saved_ep": 3}, "cp": {"saved_ep": 3}})
    s.submit(a.Buy("logistic-point"))
    quietly(s, at_step("counters"))
    assert any("logistic-point" in e.text for e in s.view("allies").log)
    assert not any("logistic-point" in e.text for e in s.view("cp").log)


@pytest.mark.sections("2.4")
def test_a_block_shows_its_face_to_its_owner_only_2_4():
    s = build.position(blocks={"France": {"E08": ["infantry 7"]}, "Germany": {"K07": ["cavalry 3"]}}, turn=2)
    french = {b.hex: b for b in s.view("allies").board.blocks}
    assert (french["E08"].kind, french["E08"].sp) == ("infantry", 7)
    assert (french["K07"].kind, french["K07"].sp, french["K07"].nation) == ("", None, "Germany")


@pytest.mark.sections("2.4")
def test_blocks_turn_down_to_lower_values_2_4():
    dice = [{"hit": 2}, {"hit": 0}]
    s = contested_at_e09(dice=dice, blocks={"France": {"E09": ["infantry 12"]}, "Germany": {"E09": ["infantry 8"]}})
    quietly(s, at_step("end-or-continue"))
    s.submit(a.Continue("E09"))
    assert build.strengths(s, "E09", "France") == [10]
    assert strength_fits(Block(1, "France", "infantry", 20, "E08"))
    assert not strength_fits(Block(1, "France", "infantry", 21, "E08"))
    assert not strength_fits(Block(1, "France", "infantry", 0, "E08"))
    assert not strength_fits(Block(1, "France", "deception", 1, "E08"))


@pytest.mark.sections("2.4")
def test_a_player_commands_only_his_own_blocks_2_4():
    s = moving(blocks={"France": {"E08": ["infantry 2"]}, **FAR})
    german = build.find(s, "L01").id
    assert build.sections(s, a.Move(german, ("L02",))) == {"2.4"}
    assert build.sections(s, a.Move(99, ("L02",))) == {"2.4"}


@pytest.mark.sections("2.4.1")
def test_infantry_moves_two_hexes_2_4_1():
    s = moving(blocks={"France": {"E08": ["infantry 2"]}, **FAR})
    block = build.find(s, "E08").id
    assert build.sections(s, a.Move(block, ("E07", "E06"))) == set()
    assert build.sections(s, a.Move(block, ("E07", "E06", "E05"))) == {"7.2"}


@pytest.mark.sections("2.4.2", "7.4.1", "7.4.2")
def test_cavalry_moves_three_hexes_and_breaks_out_two_or_one_2_4_2():
    s = moving(blocks={"France": {"E08": ["cavalry 2", "infantry 2"]}, **FAR})
    block = build.find(s, "E08", kind="cavalry")
    assert build.sections(s, a.Move(block.id, ("E07", "E06", "E05"))) == set()
    assert build.sections(s, a.Move(block.id, ("E07", "E06", "E05", "E04"))) == {"7.2"}
    assert breakout_allowance(s._g, block) == 2
    assert breakout_allowance(s._g, build.find(s, "E08", kind="infantry")) == 1
    s.state.trench = True
    assert breakout_allowance(s._g, block) == 1


@pytest.mark.sections("2.4.3")
def test_a_deception_block_enters_in_movement_and_stays_2_4_3():
    s = moving(blocks={"France": {"E08": ["infantry 2"]}, **FAR})
    assert build.sections(s, a.PlaceDeception("France", "E07")) == {"2.4.3"}, "only where a French block breaks down"
    s.submit(a.PlaceDeception("France", "E08"))
    dummy = build.find(s, "E08", kind="deception")
    assert dummy.sp == 0
    assert "2.4.3" in build.sections(s, a.Move(dummy.id, ("E07",)))


@pytest.mark.sections("2.4.3")
def test_a_deception_block_moves_in_reorganization_2_4_3():
    s = build.position(
        at=build.REORGANIZATION, turn=2, initiative="cp", blocks={"France": {"E08": ["infantry 2", "deception"]}, **FAR}
    )
    s.submit(a.MoveDeception(build.find(s, "E08", kind="deception").id, "E05"))
    assert build.strengths(s, "E05") == [0]


@pytest.mark.sections("2.4.3", "7.1.3")
def test_a_deception_block_seen_from_the_air_goes_back_2_4_3():
    s = build.position(
        at=build.AIR,
        initiative="allies",
        turn=2,
        blocks={"France": {"E08": ["infantry 2"]}, "Germany": {"F07": ["deception"], **FAR["Germany"]}},
        control={"cp": ["F07"]},
        boards={"allies": {"air": 1, "air_counters": [1]}},
    )
    assert free(s._g, "Germany", "deception") == [3]
    s.submit(a.PlaceAir("F07", 1))
    quietly(s, at_step("movement"))
    assert build.strengths(s, "F07") == [] and free(s._g, "Germany", "deception") == [4]


@pytest.mark.sections("2.4.3", "7.3.3")
def test_combat_reveals_a_deception_block_and_artillery_does_not_2_4_3():
    s = contested_at_e09(
        dice=[[6, 6, 6, 6]],
        blocks={"France": {"E09": ["infantry 4"]}, "Germany": {"E09": ["deception"], **FAR["Germany"]}},
        boards={"allies": {"artillery": 4, "artillery_counters": [4]}},
    )
    s.submit(a.PlaceArtillery("E09", 4))
    quietly(s, at_step("end-or-continue"))
    assert rolled(s, "7.3.1/resolve") == [4]
    assert build.strengths(s, "E09", "Germany") == [0]
    s.submit(a.Continue("E09"))
    assert build.strengths(s, "E09", "Germany") == []


def choosing(**board):
    """The Allies choose their counters."""
    return build.position(at=(*build.PRODUCTION, "counters"), turn=2, boards={"allies": board})


@pytest.mark.sections("2.5", "2.5.5")
def test_six_counters_of_each_arm_with_the_bluff_2_5():
    s = choosing(air=9, artillery=9, artillery_counters=[1, 1, 1, 1, 1], technology={"aircraft": 2})
    assert build.sections(s, a.AirMix((1, 1, 1, 1, 1, 1))) == {"2.5"}
    s.submit(a.AirMix((2, 1, 1, 1, 1)))
    held = s.state.boards["allies"].air_counters
    assert len(held) == 6 and [c.value for c in held if c.special == "bluff"] == [0]
    assert "2.5" in build.sections(s, a.ArtilleryMix((1, 1, 1, 1, 1, 1)))
    s.submit(a.ArtilleryMix((1, 1, 1, 1, 1)))
    held = s.state.boards["allies"].artillery_counters
    assert len(held) == 6 and [c.value for c in held if c.special == "bluff"] == [0]


@pytest.mark.sections("2.5")
def test_a_position_has_no_more_counters_than_the_rules_allow_2_5():
    for arm in ("air", "artillery"):
        with pytest.raises(BadFile):
            build.table(boards={"cp": {arm: 9, f"{arm}_counters": [1] * 6}})
    s = build.position(turn=2, boards={"cp": {"air": 9, "air_counters": [1] * 5}}, blocks=FAR)
    assert len(s.view("cp").board.own_board.air_counters) == 6 and s.problems() == []


@pytest.mark.sections("2.5.1", "7.1.3")
def test_an_air_counter_reveals_as_many_blocks_as_its_value_2_5_1():
    s = build.position(
        at=build.AIR,
        initiative="allies",
        turn=2,
        blocks={"France": {"E08": ["infantry 2"]}, "Germany": {"F07": ["infantry 2"] * 3}},
        control={"cp": ["F07"]},
        boards={"allies": {"air": 2, "air_counters": [2]}},
    )
    assert build.sections(s, a.PlaceAir("F07", 1)) == {"2.5.1"}, "there is no counter of that value"
    s.submit(a.PlaceAir("F07", 2))
    quietly(s, at_step("movement"))
    assert sum(b.face_up for b in s.state.blocks.values()) == 2


@pytest.mark.sections("2.5.2", "7.3.1")
def test_an_artillery_counter_rolls_its_value_2_5_2():
    s = contested_at_e09(dice=[[1, 1, 1]], boards={"allies": {"artillery": 3, "artillery_counters": [3]}})
    assert build.sections(s, a.PlaceArtillery("E09", 2)) == {"2.5.2"}
    s.submit(a.PlaceArtillery("E09", 3))
    quietly(s, at_step("end-or-continue"))
    assert rolled(s, "7.3.1/resolve") == [3]


def at_toul(lp, dice):
    s = build.position(
        at=build.COMBAT,
        turn=2,
        dice=dice,
        blocks={"Germany": {"I07": ["infantry 5"]}, "France": {"I07": ["infantry 4"]}},
        boards={"cp": {"artillery": 3, "lp": lp, "artillery_counters": ["bertha"]}},
    )
    s.submit(a.PlaceArtillery("I07", 3, "bertha"))
    return s


@pytest.mark.sections("2.5.3", "7.3.1.1/big-bertha")
def test_big_bertha_may_fire_as_a_rail_gun_at_a_fortress_2_5_3():
    s = quietly(at_toul(1, [[5, 5, 1], [1, 1, 1, 1]]), at_step("rail-gun"))
    s.submit(a.RailGun(True))
    quietly(s, at_step("end-or-continue"))
    assert s.state.fortresses["Toul"].sp == 2 and s.state.boards["cp"].lp == 0


@pytest.mark.sections("2.5.3")
def test_big_bertha_is_an_ordinary_cp_counter_too_2_5_3():
    s = quietly(at_toul(0, [[5, 5, 6], [1, 1, 1, 1]]), at_step("end-or-continue"))
    assert s.state.fortresses["Toul"].sp == 3, "5s do nothing to a Fortress, the first 6 takes one SP"
    s = choosing(air=0, artillery=9, artillery_counters=[2])
    s.submit(a.AirMix(()))
    assert build.sections(s, a.ArtilleryMix((2,), bertha=True)) == {"2.5.3"}


@pytest.mark.sections("2.5.4", "6.5.1/tank-counter")
def test_tanks_need_their_technology_and_open_breakouts_in_the_trenches_2_5_4():
    def shop(level):
        board = {"saved_ep": 3, "technology": {"tanks": level}}
        return build.position(at=build.SPEND, turn=5, trench=True, boards={"allies": board})

    assert build.sections(shop(2), a.Buy("tank-counter")) == {"6.5.1/tank-counter"}
    s = shop(3)
    held = s.state.boards["allies"].tanks
    for _ in range(3):
        s.submit(a.Buy("tank-counter"))
    quietly(s, at_step("counters"))
    assert s.state.boards["allies"].tanks == held + 3, "no limit to their number"


@pytest.mark.sections("2.5.5", "7.1.1")
def test_bluffing_counters_are_played_like_others_2_5_5():
    s = build.position(
        at=build.AIR,
        initiative="allies",
        turn=2,
        blocks={"France": {"E08": ["infantry 2"]}, "Germany": {"F07": ["infantry 2"]}},
        control={"cp": ["F07"]},
    )
    s.submit(a.PlaceAir("F07", 0, "bluff"))
    hidden = s.view("cp").board.counters[0]
    assert (hidden.hex, hidden.value, hidden.special) == ("F07", None, "")
    quietly(s, at_step("movement"))
    assert not any(b.face_up for b in s.state.blocks.values())


@pytest.mark.sections("2.6", "2.6.3")
def test_markers_are_public_2_6():
    blocks = {"France": {"E08": ["infantry 4"]}, "Germany": {"K07": ["infantry 2"]}}
    s = build.position(turn=2, blocks=blocks, out_of_supply=["E08"], hindenburg=["D04"])
    seen = s.view("cp").board
    assert next(b for b in seen.blocks if b.hex == "E08").oos
    assert {f.name: f.sp for f in seen.fortresses}["Toul"] == 4
    assert seen.markers["hindenburg"] == ["D04"]
    assert seen.control_markers["allies"] == s.view("allies").board.control_markers["allies"] != []


@pytest.mark.sections("2.6.3")
def test_control_markers_lie_only_where_the_powers_meet_2_6_3():
    blocks = {"France": {"K05": ["infantry 2"]}, "Germany": {"K05": ["infantry 2"]}}
    g = build.table(blocks=blocks)
    assert "K05" in control_markers(g, "cp"), "contested"
    assert "K05" not in control_markers(g, "allies")
    for side, other in (("allies", "cp"), ("cp", "allies")):
        for hex in control_markers(g, side):
            touches = any(controls(g, n, other) for n in g.board.neighbours[hex])
            assert controls(g, hex, side) and (touches or contested(g, hex))


def assault_on_longwy(hits):
    """Longwy (1 SP) with a French block, and Infantry Combat that scores so many 6s."""
    s = build.position(
        at=build.COMBAT,
        turn=2,
        dice=[[1], {"hit": 0}, {"hit": hits}],
        blocks={"Germany": {"I05": ["infantry 8"]}, "France": {"I05": ["infantry 3"]}},
    )
    return quietly(s, at_step("end-or-continue"))


@pytest.mark.sections("2.6.1")
def test_a_fortress_at_0_is_destroyed_after_all_infantry_combat_2_6_1():
    s = assault_on_longwy(1)
    s.submit(a.Continue("I05"))
    longwy = s.state.fortresses["Longwy"]
    assert longwy.destroyed and longwy.sp == 0 and build.strengths(s, "I05", "France") == [3]
    assert own_fortress(s._g, "I05", "allies") is None, "no benefit from it any more"
    s = assault_on_longwy(0)
    s.submit(a.Continue("I05"))
    assert not s.state.fortresses["Longwy"].destroyed


def repairing(**fields):
    ep = {"saved_ep": 3}
    return build.position(at=build.SPEND, turn=3, **{"boards": {"allies": ep, "cp": ep}, **fields})


@pytest.mark.sections("2.6.2", "6.5.1/fortress-repair")
def test_a_fortress_gets_one_sp_of_repair_a_turn_2_6_2():
    s = repairing(fortresses={"Toul": 2})
    s.submit(a.Buy("fortress-repair", "Toul"))
    assert build.sections(s, a.Buy("fortress-repair", "Toul")) == {"6.5.1"}
    quietly(s, at_step("counters"))
    assert s.state.fortresses["Toul"].sp == 3 and s.state.fortresses["Toul"].repaired
    assert s.state.boards["allies"].ep == 2


@pytest.mark.sections("2.6.1", "2.6.2")
def test_a_destroyed_fortress_stays_destroyed_2_6_1():
    s = assault_on_longwy(1)
    s.submit(a.Continue("I05"))
    shop = repairing(fortresses={"Longwy": 0})
    assert build.sections(shop, a.Buy("fortress-repair", "Longwy")) == {"6.5.1/fortress-repair"}
    assert shop.state.fortresses["Longwy"].destroyed


@pytest.mark.sections("2.7", "6.3")
def test_eps_are_cubes_and_cubes_run_out_2_7():
    s = build.position(
        at=(*build.PRODUCTION, "collect"),
        turn=4,
        naval_bag={"blue": 25, "black": 20, "white": 0},
        eastern_bag={"black": 8},
    )
    assert s.state.boards["allies"].ep == 5, "25 of 30 blue cubes are in the bag"
    assert s.state.boards["cp"].ep == 2, "28 of 30 black cubes are in the two bags"


@pytest.mark.sections("2.7", "6.5.1/naval", "6.5.1/eastern-front")
def test_eps_can_be_put_in_the_bags_2_7():
    s = build.position(
        at=(*build.PRODUCTION, "collect"), turn=4, naval_bag={"blue": 4, "black": 2}, eastern_bag={"black": 4}
    )
    quietly(s, asked("allies", "6.5"))
    s.submit(a.Buy("naval-cube"))
    quietly(s, asked("cp", "6.5"))
    s.submit(a.Buy("naval-cube"))
    s.submit(a.Buy("eastern-front"))
    quietly(s, at_step("counters"))
    assert s.state.naval_bag["blue"] == 5 and s.state.naval_bag["black"] == 3 and s.state.eastern_bag["black"] == 5


@pytest.mark.sections("2.8", "6.4.2", "5.1")
def test_both_bags_are_drawn_from_unseen_2_8():
    s = build.position(
        at=("turn",), turn=1, naval_bag={"blue": 4, "black": 2, "white": 2}, eastern_bag={"red": 3, "black": 4}
    )
    assert sum(s.state.eastern_drawn.values()) == 3
    quietly(s, asked("cp", "6.4.1"))
    s.submit(a.DeclareNaval("prize"))
    draws = [e for e in s.log if e.kind == "drew"]
    assert [sum(e.data["drawn"].values()) for e in draws] == [3, 3]
    for side in ("allies", "cp"):
        seen = msgspec.to_builtins(s.view(side).board)
        assert "naval_bag" not in str(seen) and "eastern_bag" not in str(seen)


@pytest.mark.sections("13.1", "13.2")
def test_only_belgian_hexes_bring_belgium_in():
    g = build.table(options=["neutral-belgium"])
    belgium_is_entered(g, "F04")
    assert g.state.belgium == "neutral"
    belgium_is_entered(g, "H03")
    assert g.state.belgium == "allies"


@pytest.mark.sections("8.1")
def test_two_hexes_are_joined_through_friendly_ground():
    g = build.table(control={"allies": ["L07"], "cp": ["K08"]})
    assert joined(g, "J07", "E08", "allies") and not joined(g, "L07", "E08", "allies")


@pytest.mark.sections("1.1")
def test_shipped_scenarios_open_1_1():
    for name in tutor.scenarios("fields-of-despair"):
        assert not tutor.open(name).over
