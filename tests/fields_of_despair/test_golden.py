"""The worked examples of the rulebook, played through the engine (golden.yaml says what is given and expected)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.golden import Given, Golden
from tutor.engine.session import Session
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair import actions as a
from tutor.games.fields_of_despair.blocks import free
from tutor.games.fields_of_despair.manpower import roll_attrition
from tutor.games.fields_of_despair.nations import usa_sps
from tutor.games.fields_of_despair.naval import economic_losses
from tutor.games.fields_of_despair.opening import advance_markers
from tutor.games.fields_of_despair.supply import combat_dice, fortress_supply
from tutor.games.fields_of_despair.terms import control_markers, frontline, has_supply_line

from . import build
from .drive import asked, at_step, quietly, rolled

GOLDEN = Golden(Path(__file__).with_name("golden.yaml"))
check = GOLDEN.check
NO_FORTS = {"Lille": 0, "Maubeuge": 0, "Antwerp": 0, "Namur": 0, "Liege": 0}


@pytest.mark.parametrize("case", GOLDEN.cases())
def test_example(case: Given) -> None:
    GOLDEN.play(case)


def test_every_case_is_told_once_and_every_check_is_used() -> None:
    GOLDEN.assert_whole()


# Chapters 1 and 4


@check
def frontline_(given: Given, expect: Given) -> None:
    g = build.table(blocks=given["blocks"], control={"cp": given["cp_controls"]}, fortresses=NO_FORTS)
    allies, cp = set(frontline(g, "allies")), set(frontline(g, "cp"))
    assert set(expect["both"]) <= allies & cp
    assert set(expect["allies_only"]) <= allies - cp
    assert set(expect["cp_only"]) <= cp - allies
    assert not set(expect.get("neither", ())) & (allies | cp)


@check
def control_markers_(given: Given, expect: Given) -> None:
    g = build.table()
    assert {side: control_markers(g, side) for side in ("allies", "cp")} == expect


@check
def first_step(given: Given, expect: Given) -> None:
    scenario = GAME.scenario(given["scenario"])
    s = Session(GAME.table(scenario), scenario)
    assert expect["phase"] in [place.id for place in s.where]
    assert s.state.action_phase == expect["number"]


# Chapter 6


@check
def maintenance(given: Given, expect: Given) -> None:
    s = build.position(at=build.PRODUCTION, turn=2, boards={"allies": given, "cp": given})
    for side in ("allies", "cp"):
        board = s.state.boards[side]
        assert {track: getattr(board, track) for track in expect} == expect


@check
def deploy(given: Given, expect: Given) -> None:
    s = build.position(at=(*build.PRODUCTION, "manpower"), turn=given["turn"])
    assert s.decision.about == {"nation": given["nation"], "left": given["sp"]}
    for sp in given["as"]:
        s.submit(a.Deploy(given["nation"], sp, "B06"))
    assert s.decision.about["nation"] != given["nation"]
    assert {hex: build.strengths(s, hex) for hex in expect} == expect


@check
def attrition(given: Given, expect: Given) -> None:
    g = build.table(turn=given["turn"], dice=[given["allied_roll"], given["cp_roll"]])
    roll_attrition(g)
    assert {side: g.state.attrition[side] for side in expect} == expect


@check
def stack_change(given: Given, expect: Given) -> None:
    starts = ["E07", "E08", "D07", "D08"]
    blocks = {hex: [f"infantry {sp}"] for hex, sp in zip(starts, given["hex_blocks"], strict=True)}
    s = build.position(
        at=build.MOVEMENT, initiative="allies", blocks={"France": blocks, "Germany": {"J06": ["infantry 2"]}}
    )
    for hex in starts:
        if hex != "E08":
            s.submit(a.Move(build.find(s, hex).id, ("E08",)))
    assert build.strengths(s, "E08") == given["hex_blocks"]
    before = free(s._g, "France", "infantry")[0]
    quietly(s, asked("cp"))
    assert build.strengths(s, "E08") == expect["hex_blocks"]
    assert free(s._g, "France", "infantry")[0] - before == expect["returned_to_pool"]


@check
def naval(given: Given, expect: Given) -> None:
    s = build.position(
        at=(*build.PRODUCTION, "collect"),
        turn=4,
        dice=[given["cubes"], *([given["d6"]] if "d6" in given else [])],
        blocks={"Britain": {"A01": given.get("england", ["infantry 8"])}},
        naval_bag={"blue": 4, "black": 2, "white": 2},
        tracks={"blockade": given["blockade"], "usw": given.get("usw", 0), "usa_entry": given.get("usa_entry", 1)},
    )
    had = {side: s.state.boards[side].ep for side in ("allies", "cp")}
    assert min(had.values()) >= 6, "the limit of half the EPs must not matter here"
    s.submit(a.DeclareNaval(given["declared"]))
    quietly(s, at_step("spend"))
    found = {
        "allied_ep_lost": had["allies"] - s.state.boards["allies"].ep,
        "cp_ep_lost": had["cp"] - s.state.boards["cp"].ep,
        "blockade": s.state.blockade,
        "usw": s.state.usw,
        "usa_entry": s.state.usa_entry,
        "england": build.strengths(s, "A01"),
    }
    assert {name: found[name] for name in expect} == expect


@check
def loss_cap(given: Given, expect: Given) -> None:
    g = build.table(tracks={"blockade": 4})
    board = g.state.boards["cp"]
    board.ep = board.collected = given["ep_collected"]
    g.state.naval_drawn = {"blue": 3}
    assert 3 + g.charts["blockade"].cell(4, "modifier") == given["losses"]
    economic_losses(g)
    assert given["ep_collected"] - board.ep == expect["ep_lost"]


@check
def artillery_mix(given: Given, expect: Given) -> None:
    board = {"artillery": given["maintenance"], "artillery_counters": given["owned"]}
    s = build.position(at=(*build.PRODUCTION, "counters"), turn=2, boards={"allies": board})
    s.submit(a.AirMix(()))
    assert (s.why_not(a.ArtilleryMix(tuple(given["mix"]))) == []) is expect["legal"]
    s.submit(a.ArtilleryMix(tuple(given["mix"])))
    held = [c.value for c in s.state.boards["allies"].artillery_counters if c.special != "bluff"]
    assert sorted(held) == sorted(given["mix"])


@check
def back_to_back(given: Given, expect: Given) -> None:
    s = build.position(
        at=("turn", "action-phase"),
        turn=given["turn"],
        trench=True,
        initiative=given["initiative"],
        blocks={"France": {"F05": ["infantry 8"]}, "Germany": {"J06": ["infantry 8"]}},
        tracks={"eastern_space": 5, "usa_entry": 1},
        eastern_bag={"red": 3, "black": 4},
        naval_bag={"blue": 4, "black": 4},
    )
    quietly(s, lambda s: at_step("spend")(s) and s.decision.who == given["bid_by"])
    s.submit(a.Buy("initiative-bid"))
    quietly(s, lambda s: s.state.turn == 8 and at_step("player-actions")(s))
    acted = [(e.text.split(",")[0], e.by) for e in s.log if e.kind == "phase"]
    assert [by for turn, by in acted if turn == "Turn 7"] == ["cp", "allies", "cp", expect["last_in_turn_7"]]
    assert next(by for turn, by in acted if turn == "Turn 8") == expect["first_in_turn_8"]


@check
def supply_line(given: Given, expect: Given) -> None:
    s = build.position(
        at=build.SUPPLY,
        turn=2,
        blocks={given["nation"]: {given["hex"]: [given["block"]]}, "Germany": {"J06": ["infantry 2"]}},
        control={"allies": given["allies_control"], "cp": given["cp_controls"]},
    )
    assert has_supply_line(s._g, given["hex"], "allies") is expect["supply_line"]
    assert build.find(s, given["hex"]).oos is expect["oos"]


@check
def supply_gained(given: Given, expect: Given) -> None:
    s = build.position(
        at=build.MOVEMENT,
        initiative="allies",
        turn=2,
        blocks={
            "France": {given["hex"]: ["infantry 8"], given["mover"]: ["infantry 3"]},
            "Germany": {"J06": ["infantry 2"]},
        },
        control={"allies": [given["hex"]], "cp": [given["to"]]},
        out_of_supply=[given["hex"]],
    )
    assert not has_supply_line(s._g, given["hex"], "allies")
    s.submit(a.Move(build.find(s, given["mover"]).id, (given["to"],)))
    quietly(s, asked("cp"))
    assert has_supply_line(s._g, given["hex"], "allies") is expect["supply_line"]
    assert build.find(s, given["hex"]).oos is expect["oos"]


@check
def fortress_supply_(given: Given, expect: Given) -> None:
    g = build.table(
        blocks={"France": {given["hex"]: given["blocks"]}},
        fortresses={given["fortress"]: given["fortress_sp"]},
        out_of_supply=[given["hex"]],
    )
    assert fortress_supply(g, given["hex"], "allies") == expect["supplied"]
    assert combat_dice(g, given["hex"], "allies") == expect["dice"]


# Chapter 7


@check
def air_answer(given: Given, expect: Given) -> None:
    s = build.position(
        at=build.AIR,
        initiative="allies",
        turn=2,
        blocks={"France": {"C02": ["infantry 5"]}, "Germany": {"D01": ["infantry 2"], "D02": ["infantry 2"]}},
        control={"cp": ["D01", "D02", "E01", "E02", "E03"]},
        fortresses=NO_FORTS,
        boards={side: {"air": 3, "air_counters": [1, 1, 1]} for side in ("allies", "cp")},
    )
    *early, last = given["allies_place"]
    for hex in early:
        s.submit(a.PlaceAir(hex, 1))
        s.submit(a.Pass())
    s.submit(a.PlaceAir(last, 1))
    answer = a.PlaceAir(given["answer"], 1)
    assert s.decision.who == "cp"
    assert build.sections(s, answer) == (set() if expect["legal"] else {"7.1.1"})


@check
def air(given: Given, expect: Given) -> None:
    maintenance = given.get("air_maintenance", 5)
    s = build.position(
        at=build.AIR,
        initiative="allies",
        turn=2,
        dice=given["dice"],
        blocks={"France": {"E08": ["infantry 5"]}, "Germany": {"F07": ["infantry 2"] * given["enemy_blocks"]}},
        control={"cp": ["F07"]},
        boards={
            "allies": {"air": maintenance, "air_counters": given["allies"]},
            "cp": {"air": maintenance, "air_counters": given["cp"]},
        },
    )
    flying = {"allies": list(given["allies"]), "cp": list(given["cp"])}
    while at_step("air-placement")(s):
        mine = flying[s.decision.who]
        s.submit(a.PlaceAir("F07", mine.pop(0)) if mine else a.Pass())
    while at_step("reconnaissance")(s):
        s.submit(next(x for x in s.legal() if isinstance(x, a.Reveal)))
    fights = [e.data for e in s.log if e.kind == "dogfight"]
    board = s.state.boards["allies"]
    found = {
        "dice": rolled(s, "7.1.2"),
        "damage": fights[0]["damage"] if fights else None,
        "aborts": fights[0]["aborts"] if fights else None,
        "revealed": sum(b.face_up for b in s.state.blocks.values()),
        "air_maintenance": board.air,
        "used_air": [c.value for c in board.used_air],
        "damaged": board.damaged,
    }
    assert {name: found[name] for name in expect} == expect


def moving(blocks: dict[str, dict[str, list[str]]], **fields: Any) -> Session:
    """The Allies at Block Movement, with a German block far away."""
    return build.position(
        at=build.MOVEMENT, initiative="allies", turn=2, blocks={"Germany": {"L01": ["infantry 2"]}, **blocks}, **fields
    )


@check
def break_down(given: Given, expect: Given) -> None:
    s = moving({"France": {"E08": [given["block"]]}})
    block = build.find(s, "E08").id
    for parts in expect["legal"]:
        assert not s.why_not(a.BreakDown(block, tuple(parts)))
    for parts in expect["illegal"]:
        assert "7.2.1" in build.sections(s, a.BreakDown(block, tuple(parts)))
    s.submit(a.BreakDown(block, tuple(expect["legal"][-1])))
    assert build.strengths(s, "E08") == expect["legal"][-1]
    assert {b.kind for b in s.state.blocks.values() if b.hex == "E08"} == {"infantry"}


@check
def break_down_and_move(given: Given, expect: Given) -> None:
    hex = given["hex"]
    s = moving({"France": {hex: [given["block"]]}})
    s.submit(a.BreakDown(build.find(s, hex).id, tuple(given["parts"])))
    for sp, path in given["moves"].items():
        s.submit(a.Move(build.find(s, hex, sp=sp).id, tuple(path)))
    assert {hex: build.strengths(s, hex) for hex in expect} == expect


@check
def consolidate(given: Given, expect: Given) -> None:
    s = moving({"France": {"E08": given["blocks"]}})
    small, large = free(s._g, "France", "infantry")[0], free(s._g, "France", "infantry")[2]
    s.submit(a.Consolidate(next(b.id for b in s.state.blocks.values() if b.hex == "E08" and b.kind == "infantry")))
    assert build.strengths(s, "E08") == expect["hex_blocks"]
    assert {sp: build.find(s, "E08", sp=sp).kind for sp in expect["kinds"]} == expect["kinds"]
    assert free(s._g, "France", "infantry")[0] - small == expect["returned_to_pool"]
    assert large - free(s._g, "France", "infantry")[2] == expect["taken_from_pool"]


@check
def move_from_e03(given: Given, expect: Given) -> None:
    s = moving(
        {
            "France": {"E03": ["infantry 4", "infantry 1"], "D02": ["infantry 2"], "E04": ["infantry 2"]},
            "Germany": {"E03": ["infantry 3"], "D02": ["infantry 3"], "E04": ["infantry 3"]},
        },
        control={"cp": ["E02", "E03", "D02", "D01", "F02", "F03"]},
        fortresses=NO_FORTS,
    )
    move = a.Move(build.find(s, "E03", "France", sp=4).id, tuple(given["path"]))
    assert build.sections(s, move) == (set() if expect["legal"] else {"7.2.2"})
    if expect["legal"]:
        s.submit(move)
        assert s.state.blocks[move.block].hex == given["path"][-1]


@check
def leave_one(given: Given, expect: Given) -> None:
    s = moving(
        {"France": {"E08": [given["block"]]}, "Germany": {"E08": ["infantry 3"]}},
    )
    block = build.find(s, "E08", "France").id
    assert build.sections(s, a.Move(block, ("D08",))) == {"7.2.2/leave-one"}
    if given.get("deception"):
        s.submit(a.PlaceDeception("France", "E08"))
    else:
        s.submit(a.BreakDown(block, tuple(given["split"])))
    s.submit(a.Move(build.find(s, "E08", "France", sp=given["mover"]).id, ("D08",)))
    assert build.strengths(s, "E08", "France") == expect["left"]
    assert build.strengths(s, "D08", "France") == expect["moved"]


def fighting(given: Given, active: str, blocks: dict[str, list[str]], **boards: Any) -> Session:
    hex = given["hex"]
    return build.position(
        at=build.COMBAT,
        initiative=active,
        turn=2,
        dice=given["dice"],
        blocks={"France": {hex: blocks["allies"]}, "Germany": {hex: blocks["cp"]}},
        control={"cp": []},
        boards=boards,
    )


@check
def infantry(given: Given, expect: Given) -> None:
    attacker = given.get("attacker", "allies")
    blocks = {"allies": given["active"], "cp": given["passive"]}
    if attacker == "cp":
        blocks = {"cp": given["active"], "allies": given["passive"]}
    s = fighting(given, attacker, blocks)
    passive = "Germany" if attacker == "allies" else "France"
    quietly(s, at_step("end-or-continue"))
    s.submit(a.Continue(given["hex"]))
    assert build.strengths(s, given["hex"], passive) == expect["passive"]
    if "pool" in expect:
        left = dict(zip(["1-4", "5-8", "9-12", "13-16", "17-20"], free(s._g, passive, "infantry"), strict=True))
        assert {band: left[band] for band in expect["pool"]} == expect["pool"]
    if "fortress" in expect:
        assert s.state.fortresses[given["fortress"]].sp == expect["fortress"]


@check
def artillery(given: Given, expect: Given) -> None:
    hex, active = given["hex"], given["active"]
    boards = {
        side: {
            "artillery": 12,
            "lp": 1,
            "artillery_counters": given["guns"].get(side, []),
            "technology": given.get("technology", {}).get(side, {}),
        }
        for side in ("allies", "cp")
    }
    s = fighting(given, active, {"allies": given["allies"], "cp": given["cp"]}, **boards)
    guns = list(given["guns"][active])
    while at_step("artillery-placement")(s):
        if s.decision.who == active and guns:
            gun = guns.pop(0)
            s.submit(a.PlaceArtillery(hex, 3, "bertha") if gun == "bertha" else a.PlaceArtillery(hex, gun))
        else:
            s.submit(a.Pass())
    quietly(s, lambda s: at_step("rail-gun")(s) or at_step("end-or-continue")(s))
    if given.get("rail_gun"):
        s.submit(a.RailGun(True))
        quietly(s, at_step("end-or-continue"))
    found = {
        "dice": rolled(s, "7.3.1/resolve"),
        "allies": build.strengths(s, hex, "France"),
        "cp": build.strengths(s, hex, "Germany"),
        "fortress": s.state.fortresses[given["fortress"]].sp if "fortress" in given else None,
    }
    assert {name: found[name] for name in expect} == expect


@check
def namur(given: Given, expect: Given) -> None:
    s = build.position(
        at=build.COMBAT,
        turn=1,
        # Namur fires, the Belgians roll with the dice of the river, the CP score four 6s.
        dice=[[1, 1], {"hit": 0}, {"hit": 4}],
        blocks={
            "Belgium": {"H02": ["infantry 2"]},
            "Germany": {"H02": ["infantry 16", "cavalry 3", "cavalry 2"]},
        },
        fortresses={"Liege": 0},
        control={"cp": ["I02", "I03"]},
    )
    quietly(s, at_step("end-or-continue"))
    s.submit(a.Continue("H02"))
    assert at_step("breakout")(s)
    if "split" in given:
        s.submit(a.BreakDown(build.find(s, "H02", sp=16).id, tuple(given["split"])))
    ids = {f"{b.kind} {b.sp}": b.id for b in s.state.blocks.values() if b.hex == "H02"}
    for name, path in given.get("illegal", {}).items():
        assert build.sections(s, a.Move(ids[name], tuple(path))) == {"7.4.1"}
    for name, path in given.get("moves", {}).items():
        s.submit(a.Move(ids[name], tuple(path)))
    found: Given = {hex: build.strengths(s, hex) for hex in expect if hex[0].isupper()}
    found |= {
        "belgians": build.strengths(s, "H02", "Belgium"),
        "destroyed": s.state.fortresses["Namur"].destroyed,
        "breakout": s.state.breakout,
    }
    assert {name: found[name] for name in expect} == expect


# Chapter 8


@check
def reorganization(given: Given, expect: Given) -> None:
    """The CP with 16 SPs in F04, a pocket in C03 and a Deception block in E04."""
    held = ["D01", "E01", "E02", "E03", "E04", "F01", "F02", "F03", "F04", "G01", "G02", "G03", "G04"]
    s = build.position(
        at=build.REORGANIZATION,
        turn=2,
        last_turn=2,
        initiative="allies",
        blocks={
            "Germany": {
                "F04": ["infantry 16"],
                "D02": ["infantry 6"],
                "E03": ["infantry 4"],
                "C03": ["infantry 4"],
                "E04": ["infantry 5", "deception"],
                "C01": ["infantry 4"],
            },
            "France": {"D02": ["infantry 6"], "D03": ["infantry 6"]},
        },
        control={"cp": [*held, "H01", "H02", "H03", "H04", "I02", "I03", "I04", "C01", "C03"], "allies": ["D02"]},
        fortresses=NO_FORTS,
    )
    before = sum(b.sp for b in s.state.blocks.values())
    assert s.decision.who == "cp"
    for start, sp, end in given.get("transfers", []):
        pick = a.PickUp(max((b for b in s.state.blocks.values() if b.hex == start), key=lambda b: b.sp).id, sp)
        if s.why_not(pick):
            assert expect == {"legal": False} and build.sections(s, pick) == {"8.1"}
            return
        s.submit(pick)
        into = build.find(s, end, "Germany").id if given.get("raise") else 0
        if s.why_not(a.Deliver(end, into)):
            assert expect == {"legal": False} and build.sections(s, a.Deliver(end, into)) == {"8.1"}
            return
        s.submit(a.Deliver(end, into))
    if "deception" in given:
        start, end = given["deception"]
        move = a.MoveDeception(build.find(s, start, kind="deception").id, end)
        if s.why_not(move):
            assert expect == {"legal": False} and build.sections(s, move) == {"8.1"}
            return
        s.submit(move)
    assert "legal" not in expect, "this was expected to be refused"
    quietly(s, lambda s: s.over)
    for hex, sps in expect.get("sums", {}).items():
        assert sum(build.strengths(s, hex, "Germany")) == sps
    for hex, strengths in expect.get("strengths", {}).items():
        assert build.strengths(s, hex, "Germany") == strengths
    assert sum(b.sp for b in s.state.blocks.values()) - before == expect.get("total_change", 0)


@check
def no_mix(given: Given, expect: Given) -> None:
    """French SPs cannot go where three British blocks stand; beside one they stay French."""
    s = build.position(
        at=build.REORGANIZATION,
        turn=2,
        last_turn=2,
        initiative="cp",
        blocks={
            given["reduced"]: {"F06": ["infantry 8"]},
            given["increased"]: {"E05": ["infantry 4"] * 3, "E06": ["infantry 4"]},
            "Germany": {"L01": ["infantry 2"]},
        },
    )
    s.submit(a.PickUp(build.find(s, "F06").id, given["sp"]))
    assert (build.sections(s, a.Deliver("E05")) == set()) is expect["legal"]
    assert build.sections(s, a.Deliver("E05")) == {"8.1"}
    s.submit(a.Deliver("E06"))
    assert build.strengths(s, "E06", given["increased"]) == [4]
    assert build.strengths(s, "E06", given["reduced"]) == [given["sp"]]


# Chapters 11 to 13


@check
def usa(given: Given, expect: Given) -> None:
    turn = given["declaration_turn"]
    g = build.table(turn=turn - 1, tracks={"usa_entry": 7})
    advance_markers(g)
    assert g.state.usa_war_turn == turn
    found = {f"T{t}A{p}": usa_sps(g, t, p) for t in range(turn, turn + 3) for p in (1, 2)}
    found["sum"] = sum(found.values())
    assert usa_sps(g, turn - 1, 2) == 0
    assert {name: found[name] for name in expect} == expect


@check
def aircraft(given: Given, expect: Given) -> None:
    board = {"air": given["air"], "saved_ep": 2, "technology": {"aircraft": given["level"]}}
    s = build.position(at=build.SPEND, turn=3, boards={"allies": board})
    s.submit(a.Buy("technology", "aircraft"))
    quietly(s, at_step("counters"))
    board = s.state.boards["allies"]
    assert (board.technology["aircraft"], board.air) == (expect["level"], expect["air"])
    values, ace = expect["legal"]
    assert not s.why_not(a.AirMix(tuple(values), ace))
    values, ace = expect["illegal"]
    assert build.sections(s, a.AirMix(tuple(values), ace)) == {"12.1"}


@check
def tanks(given: Given, expect: Given) -> None:
    s = build.position(
        at=(*build.ACTIONS, "breakout"),
        turn=5,
        trench=True,
        initiative="allies",
        state={"breakout": ["E08"]},
        blocks={"France": {"E08": ["infantry 4", "infantry 5"]}, "Germany": {"L01": ["infantry 2"]}},
        control={"cp": ["F07"]},
        boards={"allies": {"tanks": given["tanks"], "technology": {"tanks": given["level"]}}},
    )
    s.submit(a.SpendTank("E08", True))
    assert s.state.breakout_limit == {"E08": expect["sp"]}
    assert s.state.boards["allies"].tanks == expect["tanks_left"]
    small, large = (build.find(s, "E08", sp=expect[name]).id for name in ("legal", "illegal"))
    assert build.sections(s, a.Move(large, ("F07",))) == {"7.4.2"}
    s.submit(a.Move(small, ("F07",)))
    assert build.strengths(s, "F07") == [expect["legal"]]


def opening(options: list[str], d6: int, turn: int, control: list[str]) -> Session:
    return build.position(
        at=build.ACTIONS,
        options=options,
        turn=turn,
        initiative="allies",
        dice=[d6],
        blocks={"France": {"E08": ["infantry 5"]}, "Germany": {"L01": ["infantry 2"]}},
        control={"cp": control},
    )


@check
def britain(given: Given, expect: Given) -> None:
    french = ["G08", "G09", "H08", "H09"][: given["cp_french_hexes"]]
    s = opening(["neutral-britain"], given["d6"], 1, french)
    assert (s.state.britain == "allies") is expect["war"]


@check
def transit(given: Given, expect: Given) -> None:
    s = opening(["neutral-belgium"], given["d6"], given["turn"], [])
    assert s.state.belgium == ("transit" if expect["granted"] else "neutral")
    belgian = s._g.board.where("nation", "Belgium")
    assert {s.state.control[hex] for hex in belgian} == {"allies" if expect["granted"] else "neutral"}


@check
def adjacent(given: Given, expect: Given) -> None:
    """A block goes one hex at a time, so what touches a hex is what it can reach first."""
    s = moving({"France": {given["hex"]: ["infantry 3"]}})
    block = build.find(s, given["hex"]).id
    near = [hex for hex in sorted(s._g.board) if not s.why_not(a.Move(block, (hex,)))]
    assert near == expect["adjacent"]
    assert build.sections(s, a.Move(block, ("A10",))) == {"7.2"}
