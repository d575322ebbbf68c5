"""Chapter 6: the Production Phase."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair import actions as a
from tutor.games.fields_of_despair.blocks import free
from tutor.games.fields_of_despair.movement import allowance
from tutor.games.fields_of_despair.naval import economic_losses
from tutor.games.fields_of_despair.supply import combat_dice, fortress_supply, hexes_to_supply
from tutor.games.fields_of_despair.terms import has_supply_line, supply_sources

from . import build
from .drive import asked, at_step, quietly, rolled, told

MANPOWER = (*build.PRODUCTION, "manpower")
COUNTERS = (*build.PRODUCTION, "counters")
FAR = {"Germany": {"L01": ["infantry 2"]}}
ARMIES = {"France": {"E08": ["infantry 5"]}, **FAR}


# 6.0 to 6.3


@pytest.mark.sections("6.0", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7")
def test_production_has_seven_steps_in_order_6_0():
    s = build.position(at=build.PRODUCTION, turn=2, blocks=ARMIES, naval_bag={"white": 2})
    quietly(s, at_step("player-actions"))
    firsts = [
        next(i for i, e in enumerate(s.log) if e.section.startswith(n)) for n in ("6.1", "6.2", "6.3", "6.4", "6.6")
    ]
    assert firsts == sorted(firsts)
    steps = [e.step for e in s.log]
    assert steps.index("counters") < steps.index("initiative")


@pytest.mark.sections("6.1")
def test_maintenance_tracks_fall_by_one_and_large_supply_by_two_6_1():
    boards = {"allies": {"supply": 24, "artillery": 6, "air": 4}, "cp": {"supply": 19, "artillery": 0, "air": 1}}
    s = build.position(at=build.PRODUCTION, turn=2, boards=boards)
    allies, cp = s.state.boards["allies"], s.state.boards["cp"]
    assert (allies.supply, allies.artillery, allies.air) == (22, 5, 3)
    assert (cp.supply, cp.artillery, cp.air) == (18, 0, 0)


@pytest.mark.sections("6.2", "6.2.1", "6.2.2")
def test_deployment_comes_before_attrition_6_2():
    s = build.position(at=MANPOWER, turn=5, trench=True, blocks=ARMIES, naval_bag={"white": 2})
    assert s.decision.section == "6.2.1"
    quietly(s, at_step("naval"))
    steps = [e.step for e in s.log]
    last = max(i for i, step in enumerate(steps) if step == "deployment")
    assert last < steps.index("attrition-roll")


@pytest.mark.sections("6.2.1")
def test_new_blocks_arrive_at_home_in_blocks_of_choice_6_2_1():
    s = build.position(at=MANPOWER, turn=2)
    due = {n: s.charts["manpower"].cell(2, n) for n in ("France", "Britain", "Germany")}
    assert build.sections(s, a.Deploy("France", 4, "C06")) == {"6.2.1"}
    assert build.sections(s, a.Deploy("France", due["France"] + 1, "B06")) == {"6.2.1"}
    assert "6.2.1" in build.sections(s, a.Deploy("Britain", 2, "A01")), "one nation after the other"
    s.submit(a.Deploy("France", due["France"] - 3, "B06"))
    s.submit(a.Deploy("France", 3, "B06"))
    assert build.strengths(s, "B06") == [due["France"] - 3, 3]
    assert build.sections(s, a.Deploy("Britain", due["Britain"], "B01")) == {"6.2.1"}
    s.submit(a.Deploy("Britain", due["Britain"], "A01"))
    s.submit(a.Deploy("Germany", due["Germany"], "M03"))
    assert build.strengths(s, "A01") == [due["Britain"]] and build.strengths(s, "M03") == [due["Germany"]]


@pytest.mark.sections("6.2.1", "1.5/force-pool")
def test_deployment_needs_blocks_in_the_force_pool_6_2_1():
    # Two blocks in Paris leave room for one more, and all five French blocks of 13 to 16 SPs are in play.
    large = {hex: ["infantry 14"] for hex in ("J07", "J08", "K08", "K09", "K10")}
    s = build.position(
        at=MANPOWER, turn=4, trench=True, blocks={"France": {**large, "B06": ["cavalry 1", "cavalry 2"]}}
    )
    assert free(s._g, "France", "infantry")[3] == 0
    assert build.sections(s, a.Deploy("France", 14, "B06")) == {"1.5/force-pool"}
    assert build.sections(s, a.Deploy("France", 12, "B06")) == set()


def homeless(cp=(), allies=(), **fields):
    forts = {"Paris": 0}
    return build.position(
        at=MANPOWER, turn=2, control={"cp": list(cp), "allies": list(allies)}, fortresses=forts, **fields
    )


@pytest.mark.sections("6.2.1/capital-lost")
def test_french_deploy_south_or_west_when_paris_is_lost_6_2_1():
    s = homeless(cp=["B06"])
    assert {x.hex for x in s.legal()} == {"A06", "A07", "B07"}
    assert build.sections(s, a.Deploy("France", 4, "B06")) == {"6.2.1"}
    assert build.sections(s, a.Deploy("France", 4, "C06")) == {"6.2.1"}, "that is east"
    assert build.sections(s, a.Deploy("France", 4, "B05")) == {"6.2.1"}, "that is north"
    s.submit(a.Deploy("France", 4, "B07"))
    assert build.strengths(s, "B07") == [4]


@pytest.mark.sections("6.2.1/capital-lost")
def test_cp_deploy_south_or_north_when_koblenz_is_lost_6_2_1():
    s = quietly(homeless(allies=["M03"]), asked("cp"))
    assert {x.hex for x in s.legal()} == {"M02", "M04"}
    assert build.sections(s, a.Deploy("Germany", 4, "L02")) == {"6.2.1"}


def attrition(dice, turn=5, blocks=None):
    return build.position(
        at=(*MANPOWER, "attrition-roll"),
        turn=turn,
        trench=turn >= 4,
        dice=dice,
        blocks=blocks or {"France": {"J07": ["infantry 5"], "K08": ["infantry 5"], "E08": ["infantry 5"]}, **FAR},
    )


@pytest.mark.sections("6.2.2")
def test_attrition_falls_on_frontline_blocks_of_choice_6_2_2():
    s = attrition([6, 1])
    assert s.decision.about["loss"] == 4
    rear, nancy, die = (build.find(s, h).id for h in ("E08", "J07", "K08"))
    assert build.sections(s, a.Lose(rear, 1)) == {"6.2.2"}
    assert build.sections(s, a.Lose(nancy, 5)) == {"7.3/hits"}
    s.submit(a.Lose(nancy, 1))
    s.submit(a.Lose(die, 3))
    assert [build.strengths(s, h) for h in ("J07", "K08", "E08")] == [[4], [2], [5]]


@pytest.mark.sections("6.2.2")
def test_the_attrition_table_is_the_printed_one_6_2_2():
    s = attrition([6, 6], turn=3)
    assert not told(s, "6.2.2", "loses"), "nobody loses anything before Turn 4"
    chart = s.charts["attrition"]
    printed = {1: "00112", 2: "01123", 3: "01234", 4: "02234", 5: "02345", 6: "03455"}
    for face, row in printed.items():
        assert [chart.cell(face, turn) for turn in (2, 4, 6, 7, 9)] == [int(n) for n in row]


@pytest.mark.sections("6.2.2/mutinies")
def test_mutinies_add_one_to_the_allied_roll_on_turn_7_6_2_2():
    blocks = {"France": {"J07": ["infantry 12"]}, "Germany": {"J06": ["infantry 12"]}}
    s = attrition([3, 3], turn=7, blocks=blocks)
    assert (build.strengths(s, "J07"), build.strengths(s, "J06")) == ([9], [9]), "a 4 and a 3: three SPs each"
    s = attrition([4, 4], turn=7, blocks=blocks)
    assert (build.strengths(s, "J07"), build.strengths(s, "J06")) == ([8], [9])
    s = attrition([1, 1], turn=8, blocks=blocks)
    assert (build.strengths(s, "J07"), build.strengths(s, "J06")) == ([10], [10]), "not on Turn 8"


@pytest.mark.sections("6.2.3")
def test_change_is_made_without_altering_the_sps_of_a_hex_6_2_3():
    blocks = {"France": {"E08": ["infantry 4", "infantry 7", "cavalry 2", "infantry 1", "cavalry 1"]}, **FAR}
    s = build.position(at=(*build.ACTIONS, "restack"), initiative="allies", turn=2, blocks=blocks)
    left = [b for b in s.state.blocks.values() if b.hex == "E08"]
    assert len(left) <= 3
    assert sum(b.sp for b in left if b.kind == "infantry") == 12
    assert sum(b.sp for b in left if b.kind == "cavalry") == 3


@pytest.mark.sections("6.2.3")
def test_england_and_koblenz_hold_any_number_of_new_blocks_6_2_3():
    blocks = {"Britain": {"A01": ["infantry 1"] * 3}, "Germany": {"M03": ["infantry 1"] * 3}}
    s = build.position(at=MANPOWER, turn=2, blocks=blocks)
    quietly(s, lambda s: s.decision.about.get("nation") == "Britain")
    s.submit(a.Deploy("Britain", 4, "A01"))
    s.submit(a.Deploy("Germany", 14, "M03"))
    assert build.strengths(s, "A01") == [4, 1, 1, 1] and build.strengths(s, "M03") == [14, 1, 1, 1]
    assert s.problems() == []


@pytest.mark.sections("6.2.3/paris-overflow")
def test_a_full_paris_sends_new_blocks_south_or_west_6_2_3():
    blocks = {"France": {"B06": ["infantry 1"] * 2}, **FAR}
    s = build.position(at=MANPOWER, turn=2, blocks=blocks)
    assert {x.hex for x in s.legal()} == {"B06"}
    s.submit(a.Deploy("France", 4, "B06"))
    assert {x.hex for x in s.legal()} == {"A06", "A07", "B07"}
    assert build.sections(s, a.Deploy("France", 8, "B06")) >= {"6.2.1"}
    s.submit(a.Deploy("France", 8, "A06"))
    assert build.strengths(s, "B06") == [4, 1, 1] and build.strengths(s, "A06") == [8]


@pytest.mark.sections("6.2.3/paris-overflow")
def test_paris_overflow_goes_to_the_closest_allied_hex_6_2_3():
    blocks = {"France": {"B06": ["infantry 1"] * 3}, **FAR}
    s = build.position(at=MANPOWER, turn=2, blocks=blocks, control={"cp": ["A06", "A07", "B07"]})
    assert {x.hex for x in s.legal()} == {"B08"}


@pytest.mark.sections("6.3")
def test_each_side_collects_the_eps_of_the_turn_6_3():
    s = build.position(
        at=(*build.PRODUCTION, "collect"), turn=4, naval_bag={"white": 2}, boards={"allies": {"saved_ep": 2}}
    )
    chart = s.charts["ep-income"]
    assert s.state.boards["allies"].collected == chart.cell(4, "allies")
    assert s.state.boards["allies"].ep == chart.cell(4, "allies") + 2, "saved EPs are kept"
    assert s.state.boards["cp"].ep == chart.cell(4, "cp")


# 6.4


def navy(dice=(), turn=4, **fields):
    """The EPs are collected (12 each on Turn 4) and the CP declare."""
    fields.setdefault("naval_bag", {"blue": 5, "black": 5, "white": 2})
    return build.position(at=(*build.PRODUCTION, "collect"), turn=turn, dice=dice, **fields)


@pytest.mark.sections("6.4", "6.4.1", "6.4.2", "6.4.3", "6.4.5")
def test_naval_warfare_runs_through_its_steps_6_4():
    s = navy([{"blue": 1, "black": 1, "white": 1}], tracks={"blockade": 1})
    s.submit(a.DeclareNaval("prize"))
    sections = [e.section for e in s.log if e.section.startswith("6.4")]
    assert list(dict.fromkeys(sections)) == ["6.4.1", "6.4.2", "6.4.3", "6.4.5"]
    assert at_step("spend")(s)


@pytest.mark.sections("6.4.1")
def test_the_cp_choose_how_u_boats_fight_6_4_1():
    s = navy()
    assert s.decision.who == "cp"
    assert s.legal() == [a.DeclareNaval("prize"), a.DeclareNaval("usw")]
    assert build.sections(s, a.DeclareNaval("both")) == {"6.4.1"}


@pytest.mark.sections("6.4.1", "6.4.4")
def test_prize_regulations_skip_usw_6_4_1():
    blocks = {"Britain": {"A01": ["infantry 8"]}}
    s = navy([{"black": 3}], blocks=blocks)
    s.submit(a.DeclareNaval("prize"))
    assert s.state.usw == 0 and s.state.usa_entry == 1 and build.strengths(s, "A01") == [8]
    s = navy([{"black": 3}, 6], blocks=blocks)
    s.submit(a.DeclareNaval("usw"))
    assert s.state.usw == 3 and build.strengths(s, "A01") != [8]


@pytest.mark.sections("6.4.2")
def test_three_cubes_are_drawn_6_4_2():
    s = navy()
    s.submit(a.DeclareNaval("prize"))
    drawn = [e.data["drawn"] for e in s.log if e.section == "6.4.2"]
    assert [sum(d.values()) for d in drawn] == [3]


def after_draw(cubes, **fields):
    s = navy([cubes], **fields)
    had = {side: s.state.boards[side].ep for side in ("allies", "cp")}
    s.submit(a.DeclareNaval("prize"))
    return {side: had[side] - s.state.boards[side].ep for side in had}, s


@pytest.mark.sections("6.4.3")
def test_blue_cubes_cost_the_cp_with_the_blockade_and_black_cost_the_allies_6_4_3():
    lost, s = after_draw({"blue": 2, "white": 1}, tracks={"blockade": 2})
    assert lost == {"allies": 0, "cp": 3} and s.state.blockade == 3
    lost, s = after_draw({"black": 3}, tracks={"blockade": 2})
    assert lost == {"allies": 3, "cp": 0} and s.state.blockade == 2, "no blue cube, no rise"


@pytest.mark.sections("6.4.3")
def test_nobody_loses_more_than_half_of_the_turns_eps_6_4_3():
    g = build.table(tracks={"blockade": 6})
    for side, collected, saved in (("cp", 5, 3), ("allies", 3, 3)):
        g.state.boards[side].collected, g.state.boards[side].ep = collected, collected + saved
    g.state.naval_drawn = {"blue": 2, "black": 3}
    economic_losses(g)
    assert g.state.boards["cp"].ep == 8 - 2, "half of 5, rounded down; what was saved does not count"
    assert g.state.boards["allies"].ep == 6 - 1


@pytest.mark.sections("6.4.4")
def test_usw_raises_its_track_and_sinks_british_sps_of_allied_choice_6_4_4():
    s = navy([{"black": 2, "blue": 1}, 4], tracks={"usw": 2}, blocks={"Britain": {"A01": ["infantry 8", "infantry 3"]}})
    s.submit(a.DeclareNaval("usw"))
    assert s.state.usw == 4
    assert (s.decision.who, s.decision.about["loss"]) == ("allies", 3)
    s.submit(a.Lose(build.find(s, "A01", sp=3).id, 3))
    assert build.strengths(s, "A01") == [8]


@pytest.mark.sections("6.4.4")
def test_usw_losses_fall_only_on_england_6_4_4():
    blocks = {
        "Britain": {"A01": ["infantry 2", "infantry 4"], "E08": ["infantry 8"]},
        "France": {"E07": ["infantry 4"]},
    }
    s = navy([{"black": 2, "blue": 1}, 4], tracks={"usw": 2}, blocks=blocks)
    s.submit(a.DeclareNaval("usw"))
    assert build.sections(s, a.Lose(build.find(s, "E08").id, 1)) == {"6.4.4"}
    assert build.sections(s, a.Lose(build.find(s, "E07").id, 1)) == {"6.4.4"}


@pytest.mark.sections("6.4.1", "6.4.3")
def test_usw_without_a_black_cube_does_nothing_6_4_4():
    s = navy(
        [{"blue": 3}], tracks={"usw": 2}, blocks={"Britain": {"A01": ["infantry 8"]}}, state={"usw_declared": True}
    )
    s.submit(a.DeclareNaval("usw"))
    assert s.state.usw == 2 and build.strengths(s, "A01") == [8] and rolled(s, "6.4.4") == []


def usw_again(cubes, face, first=False):
    s = navy([cubes, face], state={"usw_declared": not first, "usa_entry": 3})
    s.submit(a.DeclareNaval("usw"))
    return s.state.usa_entry - 3


@pytest.mark.sections("6.4.4/usa-entry", "6.4.4")
def test_usw_brings_the_usa_nearer_6_4_4():
    assert usw_again({"black": 1, "blue": 2}, 1, first=True) == 1, "the first declaration always"
    assert usw_again({"black": 2, "blue": 1}, 6) == 1
    assert usw_again({"black": 1, "blue": 2}, 6) == 0, "one black cube is too few"
    assert usw_again({"black": 3}, 5) == 0, "and a 6 is needed"
    assert usw_again({"black": 3}, 6, first=True) == 1, "not twice for the first"


@pytest.mark.sections("6.4.4/usa-entry", "6.4.1")
def test_the_first_usw_declaration_counts_without_black_cubes_6_4_4():
    s = navy([{"blue": 3}], state={"usa_entry": 3})
    s.submit(a.DeclareNaval("usw"))
    assert s.state.usa_entry == 4


@pytest.mark.sections("6.4.5")
def test_white_cubes_leave_the_game_and_others_return_6_4_5():
    _, s = after_draw({"blue": 1, "black": 1, "white": 1})
    assert s.state.naval_bag == {"blue": 5, "black": 5, "white": 1}


# 6.5


def shop(side="allies", ep=3, turn=4, **fields):
    """This side spends its EPs."""
    board = {"saved_ep": ep, **fields.pop("board", {})}
    s = build.position(at=build.SPEND, turn=turn, trench=turn >= 4, boards={side: board}, **fields)
    return quietly(s, asked(side, "6.5"))


def buy(s, *purchases):
    """Buy these and let the step end."""
    for purchase in purchases:
        s.submit(purchase if isinstance(purchase, a.Action) else a.Buy(*purchase.split("=")))
    return quietly(s, at_step("counters"))


@pytest.mark.sections("6.5")
def test_each_item_costs_one_ep_and_three_may_be_saved_6_5():
    s = shop(ep=2)
    s.submit(a.Buy("supply"))
    s.submit(a.Buy("supply"))
    assert build.sections(s, a.Buy("supply")) == {"6.5"}
    s = buy(shop(ep=8), "supply")
    assert s.state.boards["allies"].ep == 3, "seven were left, three are kept"
    s = buy(shop(ep=3), "supply")
    assert s.state.boards["allies"].ep == 2


@pytest.mark.sections("6.5")
def test_spending_is_secret_and_takes_effect_together_6_5():
    s = shop(ep=2)
    before = s.state.boards["allies"].supply
    s.submit(a.Buy("supply"))
    assert s.decision.secret and s.state.boards["allies"].supply == before
    s.submit(a.Done())
    assert s.decision.who == "cp" and s.state.boards["allies"].supply == before
    s.submit(a.Done())
    assert s.state.boards["allies"].supply == before + 1


@pytest.mark.sections("6.5/free-counter", "12.4")
def test_level_3_gives_a_free_counter_every_production_phase_6_5():
    for level, free_counters in ((2, 0), (3, 1), (5, 1)):
        s = buy(shop("cp", board={"technology": {"tanks": level}}))
        assert s.state.boards["cp"].tanks == free_counters
    s = buy(shop("cp", board={"technology": {"tanks": 2}}), "technology=tanks")
    assert s.state.boards["cp"].tanks == 1, "at once when level 3 is reached"


@pytest.mark.sections("6.5.1")
def test_only_what_is_on_the_list_can_be_bought_6_5_1():
    s = shop()
    for wrong in (
        a.Buy("zeppelin"),
        a.Buy("cavalry"),
        a.Buy("technology"),
        a.Buy("fortress-repair", "Troy"),
        a.Buy("supply", "x"),
    ):
        assert build.sections(s, wrong) == {"6.5.1"}
    chart = s.charts["production-items"]
    assert {row["cost"] for row in chart} == {1}


@pytest.mark.sections("6.5.1/maintenance-tracks")
def test_maintenance_tracks_rise_without_limit_on_eps_6_5_1():
    s = shop(ep=5, board={"air": 3, "artillery": 2, "supply": 10})
    s = buy(s, "air-maintenance", "air-maintenance", "artillery-maintenance", "supply", "supply")
    board = s.state.boards["allies"]
    assert (board.air, board.artillery, board.supply) == (5, 3, 12)
    assert build.sections(shop(board={"supply": 30}), a.Buy("supply")) == {"6.5.1/maintenance-tracks"}


@pytest.mark.sections("6.5.1/artillery-counter")
def test_artillery_counters_are_bought_apart_from_maintenance_6_5_1():
    s = buy(shop(board={"artillery": 5, "artillery_counters": [2]}), "artillery-counter", "artillery-counter")
    assert s.state.boards["allies"].artillery == 5
    s.submit(a.AirMix(()))
    assert build.sections(s, a.ArtilleryMix((3, 1))) == set()
    assert "6.5.1/artillery-counter" in build.sections(s, a.ArtilleryMix((4, 1)))


@pytest.mark.sections("6.5.1/artillery-counter", "2.5")
def test_six_counters_are_the_limit_of_artillery_6_5_1():
    full = shop(board={"artillery": 20, "artillery_counters": [4, 4, 3, 3, 3]})
    assert build.sections(full, a.Buy("artillery-counter")) == {"6.5.1/artillery-counter"}
    assert build.sections(shop(board={"artillery_counters": [1]}), a.Buy("artillery-counter")) == set()


@pytest.mark.sections("6.5.1/tank-counter")
def test_tank_counters_wait_for_their_technology_6_5_1():
    assert build.sections(shop(board={"technology": {"tanks": 2}}), a.Buy("tank-counter")) == {"6.5.1/tank-counter"}
    s = shop("cp", ep=4, board={"technology": {"tanks": 2}})
    s = buy(s, "technology=tanks", "tank-counter", "tank-counter", "tank-counter")
    assert s.state.boards["cp"].tanks == 4, "three bought and one free"


@pytest.mark.sections("6.5.1/belgian-bribe", "13.2/bribes")
def test_one_bribe_a_turn_while_belgium_is_neutral_6_5_1():
    assert build.sections(shop(turn=2), a.Buy("belgian-bribe")) == {"6.5.1/belgian-bribe"}
    s = shop(turn=2, options=["neutral-belgium"])
    s.submit(a.Buy("belgian-bribe"))
    assert build.sections(s, a.Buy("belgian-bribe")) == {"6.5.1"}
    quietly(s, at_step("counters"))
    assert s.state.boards["allies"].bribes == 1
    assert "6.5.1" in build.sections(shop("cp", turn=2, options=["neutral-belgium"]), a.Buy("belgian-bribe"))


def deployed(turn=2, ep=2, blocks=None, parts=(12,), **fields):
    """New French blocks stand in Paris, and the Allies spend."""
    s = build.position(
        at=MANPOWER,
        turn=turn,
        boards={"allies": {"saved_ep": ep}},
        naval_bag={"white": 2},
        blocks=blocks or ARMIES,
        **fields,
    )
    for sp in parts:
        s.submit(a.Deploy("France", sp, "B06"))
    return quietly(s, asked("allies", "6.5"))


@pytest.mark.sections("6.5.1/cavalry")
def test_four_new_infantry_sps_become_cavalry_6_5_1():
    s = deployed()
    new, old = build.find(s, "B06").id, build.find(s, "E08").id
    assert build.sections(s, a.ConvertCavalry(old, 4)) == {"6.5.1/cavalry"}
    assert build.sections(s, a.ConvertCavalry(new, 5)) == {"6.5.1/cavalry"}
    s.submit(a.ConvertCavalry(new, 4))
    assert build.sections(s, a.ConvertCavalry(new, 1)) == {"6.5.1/cavalry"}, "1 EP a turn"
    quietly(s, at_step("counters"))
    assert build.find(s, "B06", kind="cavalry").sp == 4 and build.find(s, "B06", kind="infantry").sp == 8


@pytest.mark.sections("6.5.1/cavalry")
def test_cavalry_needs_a_block_in_the_force_pool_6_5_1():
    s = deployed(blocks={"France": {"E08": ["cavalry 1"] * 3, "E07": ["cavalry 1"]}, **FAR})
    assert build.sections(s, a.ConvertCavalry(build.find(s, "B06").id, 2)) == {"6.5.1/cavalry"}


@pytest.mark.sections("6.5.1/cavalry")
def test_new_infantry_in_a_full_paris_can_become_cavalry_6_5_1():
    s = deployed(parts=(5, 4, 3))
    assert build.strengths(s, "B06") == [5, 4, 3]
    assert build.sections(s, a.ConvertCavalry(build.find(s, "B06", sp=4).id, 4)) == set()


@pytest.mark.sections("6.5.1/eastern-front")
def test_the_cp_add_two_black_cubes_a_turn_to_the_east_6_5_1():
    bag = {"red": 3, "black": 4}
    s = shop("cp", eastern_bag=bag)
    s.submit(a.Buy("eastern-front"))
    s.submit(a.Buy("eastern-front"))
    assert build.sections(s, a.Buy("eastern-front")) == {"6.5.1"}
    quietly(s, at_step("counters"))
    assert s.state.eastern_bag == {"red": 3, "black": 6}
    assert build.sections(shop("allies", eastern_bag=bag), a.Buy("eastern-front")) == {"6.5.1"}


@pytest.mark.sections("6.5.1/fortress-repair")
def test_fortress_repair_has_its_limits_6_5_1():
    forts = {"Toul": 2, "Liege": 2, "Longwy": 0, "Belfort": 2, "Metz": 3}
    s = shop(fortresses=forts, control={"cp": ["K10"]})
    repair = {name: build.sections(s, a.Buy("fortress-repair", name)) for name in (*forts, "Epinal")}
    assert repair.pop("Toul") == set()
    assert set(map(frozenset, repair.values())) == {frozenset({"6.5.1/fortress-repair"})}
    s.submit(a.Buy("fortress-repair", "Toul"))
    assert build.sections(s, a.Buy("fortress-repair", "Toul")) == {"6.5.1"}, "once a turn"
    quietly(s, at_step("counters"))
    assert s.state.fortresses["Toul"].sp == 3


@pytest.mark.sections("6.5.1/initiative-bid", "6.6")
def test_any_number_of_eps_may_be_bid_6_5_1():
    s = shop(ep=6, initiative="cp")
    for _ in range(6):
        s.submit(a.Buy("initiative-bid"))
    quietly(s, at_step("counters"))
    assert s.state.boards["allies"].bid == 6
    assert not any("bid" in e.text for e in s.view("cp").log), "unseen until it is revealed"
    quietly(s, at_step("player-actions"))
    assert s.state.boards["allies"].ep == 0 and s.state.initiative == "allies"


@pytest.mark.sections("6.5.1/logistic-point")
def test_three_lps_a_turn_and_five_in_all_6_5_1():
    s = shop(ep=5)
    for _ in range(3):
        s.submit(a.Buy("logistic-point"))
    assert build.sections(s, a.Buy("logistic-point")) == {"6.5.1"}
    s = shop(board={"lp": 4})
    s.submit(a.Buy("logistic-point"))
    assert build.sections(s, a.Buy("logistic-point")) == {"6.5.1/logistic-point"}
    quietly(s, at_step("counters"))
    assert s.state.boards["allies"].lp == 5


@pytest.mark.sections("6.5.1/naval", "6.5.1")
def test_naval_cubes_have_a_limit_for_each_side_6_5_1():
    for side, limit, colour in (("cp", 2, "black"), ("allies", 3, "blue")):
        s = shop(side, ep=5, naval_bag={"blue": 4, "black": 2})
        before = s.state.naval_bag[colour]
        for _ in range(limit):
            s.submit(a.Buy("naval-cube"))
        assert build.sections(s, a.Buy("naval-cube")) == {"6.5.1"}
        quietly(s, at_step("counters"))
        assert s.state.naval_bag[colour] == before + limit


@pytest.mark.sections("6.5.1/naval", "13.1")
def test_a_neutral_britain_lowers_the_allied_naval_limit_6_5_1():
    s = shop(turn=1, options=["neutral-britain"])
    assert s.state.britain == "neutral"
    s.submit(a.Buy("naval-cube"))
    assert "6.5.1/naval" in build.sections(s, a.Buy("naval-cube"))


@pytest.mark.sections("6.5.1/technology", "12.0")
def test_each_technology_advances_once_a_turn_6_5_1():
    s = shop(ep=5, board={"technology": {"gas": 1}})
    s.submit(a.Buy("technology", "gas"))
    assert build.sections(s, a.Buy("technology", "gas")) == {"6.5.1"}
    s.submit(a.Buy("technology", "aircraft"))
    quietly(s, at_step("counters"))
    board = s.state.boards["allies"].technology
    assert (board["gas"], board["aircraft"]) == (2, 2)
    assert build.sections(shop(board={"technology": {"gas": 5}}), a.Buy("technology", "gas")) == {"6.5.1/technology"}


def choose(**board):
    return build.position(at=COUNTERS, turn=4, trench=True, boards={"allies": board})


@pytest.mark.sections("6.5.2")
def test_counters_are_chosen_after_all_eps_are_spent_6_5_2():
    s = buy(shop(board={"artillery": 0}), "artillery-counter", "artillery-maintenance")
    assert s.decision.section == "6.5.2/air"
    s.submit(a.AirMix(()))
    s.submit(a.ArtilleryMix((1,)))
    assert [c.value for c in s.state.boards["allies"].artillery_counters] == [1, 0], "at hand on the same turn"


@pytest.mark.sections("6.5.2/artillery")
def test_available_artillery_is_within_maintenance_and_the_rest_waits_6_5_2():
    s = choose(artillery=4, artillery_counters=[3, 3])
    s.submit(a.AirMix(()))
    assert build.sections(s, a.ArtilleryMix((3, 3))) == {"6.5.2/artillery"}
    assert build.sections(s, a.ArtilleryMix((3, 1))) == set(), "a 3 may be broken into 1 and 2"
    s.submit(a.ArtilleryMix((3, 1)))
    assert s.state.boards["allies"].guns == 6, "what is set aside is not lost"


@pytest.mark.sections("6.5.2/air", "12.1")
def test_available_air_is_within_maintenance_technology_and_five_counters_6_5_2():
    s = choose(air=5, technology={"aircraft": 2})
    assert build.sections(s, a.AirMix((2, 2, 1))) == set()
    assert build.sections(s, a.AirMix((2, 2, 2))) == {"6.5.2/air"}
    assert "12.1" in build.sections(s, a.AirMix((3,)))
    assert "2.5" in build.sections(s, a.AirMix((1, 1, 1, 1, 1, 1)))
    s.submit(a.AirMix((2, 2, 1)))
    assert [c.value for c in s.state.boards["allies"].air_counters] == [2, 2, 1, 0], "and the bluffing counter"


@pytest.mark.sections("6.5.2/air")
def test_low_technology_may_leave_air_maintenance_unused_6_5_2():
    s = choose(air=9, technology={"aircraft": 1})
    assert max(sum(mix.values) for mix in s.legal()) == 5


def bids(initiative, allies, cp):
    ep = {"saved_ep": 3}
    s = build.position(at=build.SPEND, turn=3, initiative=initiative, boards={"allies": ep, "cp": ep}, blocks=ARMIES)
    for number in (allies, cp):
        for _ in range(number):
            s.submit(a.Buy("initiative-bid"))
        s.submit(a.Done())
    quietly(s, at_step("player-actions"))
    assert [s.state.boards[side].ep for side in ("allies", "cp")] == [3 - allies, 3 - cp], "all bids are spent"
    assert [s.state.boards[side].bid for side in ("allies", "cp")] == [0, 0]
    return s


@pytest.mark.sections("6.6", "1.5/initiative")
def test_the_higher_bid_takes_the_initiative_and_a_tie_changes_nothing_6_6():
    s = bids("cp", 2, 1)
    assert s.state.initiative == s.state.active == "allies"
    assert bids("cp", 1, 2).state.initiative == "cp"
    assert bids("cp", 2, 2).state.initiative == "cp"
    assert bids("allies", 0, 0).state.initiative == "allies"


# 6.7


def supply(capacity=20, **fields):
    return build.position(at=build.SUPPLY, turn=2, boards={"allies": {"supply": capacity}}, **fields)


@pytest.mark.sections("6.7", "6.7.2")
def test_every_block_is_in_supply_or_marked_6_7():
    s = supply(
        blocks={"France": {"E08": ["infantry 4"], "L07": ["infantry 8"]}, **FAR},
        control={"allies": ["L07"], "cp": ["K08"]},
    )
    assert build.find(s, "L07").oos and not build.find(s, "E08").oos


@pytest.mark.sections("6.7")
def test_last_turns_markers_come_off_6_7():
    s = supply(blocks={"France": {"E08": ["infantry 4"]}, **FAR}, out_of_supply=["E08"])
    assert not build.find(s, "E08").oos


LINE = {"France": {"E08": ["infantry 4"], "E09": ["infantry 3", "cavalry 1"], "F08": ["infantry 2"]}, **FAR}


@pytest.mark.sections("6.7.1", "6.7.4")
def test_supply_capacity_counts_hexes_6_7_1():
    s = supply(2, blocks=LINE)
    assert s.decision.about["excess"] == 1
    s.submit(a.MarkOut("E09"))
    assert all(b.oos == (b.hex == "E09") for b in s.state.blocks.values())
    assert not at_step("supply-allocate")(supply(3, blocks=LINE))
    assert s.state.boards["allies"].supply == 2, "the track is not used up"


@pytest.mark.sections("6.7.2", "1.5/supply-line")
def test_current_lines_count_during_an_action_phase_6_7_2():
    blocks = {"France": {"J07": ["infantry 5"]}, "Germany": {"K07": ["cavalry 2"], "J05": ["infantry 4"]}}
    g = build.table(blocks=blocks)
    assert has_supply_line(g, "J07", "allies")
    ring = [n for n in g.board.neighbours["J07"] if g.state.control[n] == "allies"]
    s = build.position(
        at=build.MOVEMENT,
        turn=2,
        initiative="allies",
        blocks=blocks,
        control={"cp": ring},
        fortresses={"Toul": 0, "Epinal": 0},
    )
    block = build.find(s, "J07")
    assert not block.oos and not has_supply_line(s._g, "J07", "allies"), "supplied, but cut off since"
    assert build.sections(s, a.Move(block.id, ("I08", "H08"))) == {"6.7.5/movement"}, (
        "it moves like an unsupplied block"
    )
    assert combat_dice(s._g, "J07", "allies") == 5, "and fights as before"


@pytest.mark.sections("6.7.3")
def test_supply_sources_are_the_own_map_edge_and_allied_ports_6_7_3():
    g = build.table()
    assert set(supply_sources(g, "cp")) == {f"M0{n}" for n in range(1, 10)}
    west = {"A04", "A05", "A06", "A07", "A08", "A09", "A10"}
    assert set(supply_sources(g, "allies")) == west | {"B01", "C01", "G01"}
    g = build.table(control={"cp": ["B01", "A05"], "allies": ["M09"]})
    assert not {"B01", "A05"} & set(supply_sources(g, "allies")) and "M09" not in supply_sources(g, "allies")
    assert not {"B01", "M09"} & set(supply_sources(g, "cp"))


@pytest.mark.sections("6.7.3", "6.7.2")
def test_a_port_feeds_a_pocket_on_the_coast_6_7_3():
    inland = ["B01", "B02", "C02", "C03", "D02", "E01", "E02"]
    blocks = {"Britain": {"D01": ["infantry 4"]}, **FAR}
    g = build.table(blocks=blocks, control={"cp": inland})
    assert has_supply_line(g, "D01", "allies"), "through Dunkirk"
    g = build.table(blocks=blocks, control={"cp": [*inland, "C01"]})
    assert not has_supply_line(g, "D01", "allies")


@pytest.mark.sections("6.7.4")
def test_paris_koblenz_and_england_are_not_counted_6_7_4():
    blocks = {
        "France": {"B06": ["infantry 4"], "E08": ["infantry 4"]},
        "Britain": {"A01": ["infantry 4"]},
        "Germany": {"M03": ["infantry 4"], "L01": ["infantry 4"]},
    }
    s = supply(0, blocks=blocks)
    assert hexes_to_supply(s._g, "allies") == ["E08"] and hexes_to_supply(s._g, "cp") == ["L01"]
    assert s.decision.about["excess"] == 1
    assert build.sections(s, a.MarkOut("B06")) == {"6.7.4"}
    assert build.sections(s, a.MarkOut("E07")) == {"6.7.4"}, "there is no block"
    assert build.sections(s, a.MarkOut("L01")) == {"6.7.4"}
    s.submit(a.MarkOut("E08"))
    assert not build.find(s, "B06").oos and not build.find(s, "A01").oos


@pytest.mark.sections("6.7.4")
def test_blocks_that_enter_a_marked_hex_keep_their_own_status_6_7_4():
    blocks = {"France": {"E08": ["infantry 4"], "E09": ["infantry 3"]}, **FAR}
    s = supply(1, blocks=blocks, initiative="allies")
    s.submit(a.MarkOut("E08"))
    quietly(s, at_step("movement"))
    mover = build.find(s, "E09")
    s.submit(a.Move(mover.id, ("E08",)))
    quietly(s, asked("cp"))
    assert {b.sp: b.oos for b in s.state.blocks.values() if b.hex == "E08"} == {4: True, 3: False}


@pytest.mark.sections("6.7.5", "6.7.5/combat")
def test_lps_do_not_serve_unsupplied_sps_6_7_5():
    s = build.position(
        at=build.COMBAT,
        turn=2,
        dice=[{"hit": 0}, {"hit": 0}],
        blocks={"Germany": {"I06": ["infantry 6"]}, "France": {"I06": ["infantry 5"], "I05": ["infantry 4"]}},
        boards={"allies": {"lp": 2}},
        out_of_supply=["I06", "I05"],
        fortresses={"Longwy": 0},
    )
    quietly(s, at_step("end-or-continue"))
    s.submit(a.Continue("I06"))
    assert not told(s, "10.1/retreat") and s.state.boards["allies"].lp == 2
    assert rolled(s, "7.3.3")[0] == 2, "half of 5, rounded down"
    assert s.decision is None or s.decision.section not in ("10.1/retreat", "10.1/reinforcement")


@pytest.mark.sections("6.7.5", "10.1/re-supply")
def test_re_supply_is_the_one_use_of_an_lp_on_unsupplied_sps_6_7_5():
    s = build.position(
        at=build.MOVEMENT,
        initiative="allies",
        turn=2,
        blocks={"France": {"E08": ["infantry 5"]}, **FAR},
        boards={"allies": {"lp": 2}},
        out_of_supply=["E08"],
    )
    assert combat_dice(s._g, "E08", "allies") == 2
    s.submit(a.Emergency())
    assert build.sections(s, a.PickUp(build.find(s, "E08").id, 1)) == {"8.1"}
    s.submit(a.Resupply("E08"))
    assert combat_dice(s._g, "E08", "allies") == 5 and s.state.boards["allies"].lp == 0


@pytest.mark.sections("6.7.5/movement")
def test_unsupplied_blocks_move_one_hex_toward_supply_and_stay_unsupplied_6_7_5():
    s = build.position(
        at=build.MOVEMENT,
        initiative="allies",
        turn=2,
        blocks={"France": {"E08": ["cavalry 3"]}, **FAR},
        out_of_supply=["E08"],
    )
    block = build.find(s, "E08")
    assert build.sections(s, a.Move(block.id, ("D08", "C08"))) == {"6.7.5/movement"}
    assert build.sections(s, a.Move(block.id, ("F08",))) == {"6.7.5/movement"}, "away from the western edge"
    assert build.sections(s, a.Move(block.id, ("E07",))) == {"6.7.5/movement"}, "no nearer"
    s.submit(a.Move(block.id, ("D08",)))
    quietly(s, asked("cp"))
    assert build.find(s, "D08").oos


@pytest.mark.sections("6.7.5/movement", "7.4.1")
def test_unsupplied_cavalry_breaks_out_one_hex_only_6_7_5():
    s = build.position(
        at=(*build.ACTIONS, "breakout"),
        initiative="allies",
        turn=2,
        state={"breakout": ["E08"]},
        blocks={"France": {"E08": ["cavalry 3", "infantry 2"]}, **FAR},
        out_of_supply=["E08"],
    )
    block = build.find(s, "E08", kind="cavalry")
    assert build.sections(s, a.Move(block.id, ("D08",))) == set()
    assert build.sections(s, a.Move(block.id, ("D08", "C08"))) == {"6.7.5/movement"}


@pytest.mark.sections("6.7.5/combat")
def test_unsupplied_sps_roll_half_their_dice_rounded_down_6_7_5():
    blocks = {"France": {"E08": ["infantry 5", "cavalry 2"]}, **FAR}
    assert combat_dice(build.table(blocks=blocks), "E08", "allies") == 7
    assert combat_dice(build.table(blocks=blocks, out_of_supply=["E08"]), "E08", "allies") == 3


@pytest.mark.sections("6.7.5/combat")
def test_artillery_counters_need_supplied_sps_and_a_supply_line_6_7_5():
    def at_hex(hex, **fields):
        return build.position(
            at=build.COMBAT,
            turn=2,
            blocks={"Germany": {hex: ["infantry 5"]}, "France": {hex: ["infantry 5"]}},
            boards={side: {"artillery": 2, "artillery_counters": [2]} for side in ("allies", "cp")},
            **fields,
        )

    shot = a.PlaceArtillery("I06", 2)
    assert build.sections(at_hex("I06"), shot) == set()
    s = at_hex("I06", out_of_supply=["I06"])
    assert not at_step("artillery-placement")(s), "neither side can place"
    deep = at_hex("E09")
    assert deep.decision.who == "allies", "the CP have no Supply Line there and are not asked"
    assert build.sections(deep, a.PlaceArtillery("E09", 2)) == set()
    both = build.position(
        at=build.COMBAT,
        turn=2,
        blocks={
            "Germany": {"E09": ["infantry 5"], "I06": ["infantry 5"]},
            "France": {"E09": ["infantry 5"], "I06": ["infantry 2"]},
        },
        boards={"cp": {"artillery": 2, "artillery_counters": [2]}},
    )
    assert build.sections(both, a.PlaceArtillery("E09", 2)) == {"6.7.5/combat"}
    assert build.sections(both, shot) == set()


@pytest.mark.sections("6.7.6")
def test_a_fortress_supplies_twice_its_sps_in_its_hex_6_7_6():
    blocks = {"France": {"I07": ["infantry 12"]}, **FAR}
    g = build.table(blocks=blocks, out_of_supply=["I07"])
    assert fortress_supply(g, "I07", "allies") == 8 and combat_dice(g, "I07", "allies") == 8 + 2
    g = build.table(blocks=blocks, out_of_supply=["I07"], fortresses={"Toul": 1})
    assert combat_dice(g, "I07", "allies") == 2 + 5
    g = build.table(blocks=blocks, out_of_supply=["I07"], fortresses={"Toul": 0})
    assert combat_dice(g, "I07", "allies") == 6
    g = build.table(blocks={"Germany": {"I07": ["infantry 6"]}}, out_of_supply=["I07"])
    assert combat_dice(g, "I07", "cp") == 3, "it feeds only its own side"


@pytest.mark.sections("6.7.6")
def test_a_two_hex_fortress_divides_its_supply_6_7_6():
    blocks = {"France": {"H05": ["infantry 12"], "H06": ["infantry 12"]}, **FAR}
    s = supply(0, blocks=blocks)
    s.submit(a.MarkOut("H05"))
    s.submit(a.MarkOut("H06"))
    assert {x.sp for x in s.legal()} == set(range(11))
    assert build.sections(s, a.DivideSupply("Toul", 2)) == {"6.7.6"}
    assert build.sections(s, a.DivideSupply("Verdun", 11)) == {"6.7.6"}
    s.submit(a.DivideSupply("Verdun", 4))
    assert fortress_supply(s._g, "H05", "allies") == 4 and fortress_supply(s._g, "H06", "allies") == 6


@pytest.mark.sections("6.7.6", "7.3.1/fortress-artillery")
def test_fortress_fire_is_not_halved_6_7_6():
    s = build.position(
        at=build.COMBAT,
        turn=2,
        blocks={"Germany": {"I07": ["infantry 8"]}, "France": {"I07": ["infantry 8"]}},
        out_of_supply=["I07"],
    )
    quietly(s, at_step("end-or-continue"))
    assert rolled(s, "7.3.1/resolve") == [4]
    assert fortress_supply(s._g, "I07", "allies") >= 6


@pytest.mark.sections("6.7.6", "7.2/oos")
@pytest.mark.parametrize("marked", [True, False])
def test_a_fortress_feeds_for_movement_with_a_marker_or_without_6_7_6(marked):
    """Maubeuge (2 SPs) is cut off: it feeds four SPs, and a stronger block goes one hex."""
    around = ["E03", "E04", "F02", "F04", "G03", "G04", "F03"]
    for sp, reach in ((4, 2), (5, 1)):
        g = build.table(
            blocks={"France": {"F03": [f"infantry {sp}{' oos' if marked else ''}"]}, **FAR},
            control={"cp": [hex for hex in around if hex != "F03"]},
        )
        (block,) = [b for b in g.state.blocks.values() if b.hex == "F03"]
        assert not has_supply_line(g, "F03", "allies")
        assert allowance(g, block) == reach
