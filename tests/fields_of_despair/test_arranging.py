"""Positions written down and set up by hand: what is written opens again as it was, and nothing odd gets in."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tutor
from tutor.engine.chance import Seeded
from tutor.engine.errors import BadInput, StaffRideError
from tutor.engine.game import Problem
from tutor.engine.play import random_policy
from tutor.engine.registry import rule_cards
from tutor.engine.walk import Walker
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair.actions import Continue, Deploy, PickBlock, PlaceArtillery
from tutor.games.fields_of_despair.setup import INSIDE, Setup
from tutor.games.fields_of_despair.state import ALLIES, CP, NEUTRAL, SIDES

from .build import COMBAT, REORGANIZATION, find, position, strengths
from .test_properties import campaign, options_for

ID = "fields-of-despair"
SECTIONS = {card.section for card in rule_cards(GAME)}
SCENARIOS = tutor.scenarios(ID)

# What fields() leaves out, because the next step to use it works it out again (see the module), or because it only
# names things: the scenario's id and the numbers of blocks.
LEFT_OUT = ("scenario", "next_block", "usa_hexes", "contested_before", "on_the_move", "counters_open")


def essence(state):
    """Everything in a state that matters at the start of a phase."""
    plain = msgspec.to_builtins(state)
    for name in LEFT_OUT:
        del plain[name]
    plain["blocks"] = sorted(sorted((k, v) for k, v in b.items() if k != "id") for b in plain["blocks"].values())
    for fortress in plain["fortresses"].values():
        del fortress["repaired"]  # nothing reads it: the limit of the turn is kept in the plan
    for board in plain["boards"].values():
        for box in ("air_counters", "used_air", "artillery_counters", "used_artillery"):
            board[box] = sorted(board[box], key=str)
    return plain


def opened(fields):
    """The state of a position just before its first step runs."""
    scenario = GAME.scenario_from(fields, "position")
    table = GAME.table(scenario)
    GAME.check(table)
    return Walker(table, scenario, scenario.start)


def walker(scenario, seed):
    chosen = GAME.scenario(scenario.split("/")[1])
    walk = Walker(GAME.table(chosen, options=options_for(seed)), chosen, chosen.start)
    walk.table.use(Seeded(seed))
    return walk


def at_a_start(walk):
    """Does the game stand where a position may begin?"""
    ids = [place.id for place in walk.where]
    return not set(INSIDE) & set(ids[:-2]) and not (ids[-2] in INSIDE and not ids[-1].startswith(("begin-", "open-")))


def comes_back(walk):
    fields = GAME.fields(walk)
    again = opened(fields)
    assert essence(again.state) == essence(walk.state), walk
    assert [p.id for p in again.where] == [p.id for p in walk.where]
    msgspec.json.encode(fields)
    return fields


# Written down and opened again


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_comes_back_as_it_was(scenario):
    walk = walker(scenario, 0)
    fields = comes_back(walk)
    assert fields["title"] == walk.scenario.title
    s = tutor.position(ID, fields)
    original = tutor.open(scenario)
    assert [p.id for p in s.where] == [p.id for p in original.where] and s.decision.prompt == original.decision.prompt
    assert s.problems() == original.problems()


@pytest.mark.parametrize("seed", range(6))
def test_a_random_campaign_comes_back_at_every_phase_and_step(seed):
    walk, choose = walker("fields-of-despair/grand-campaign", seed), random.Random(seed).choice
    places = set()
    while not walk.at_end:
        if at_a_start(walk):
            places.add(walk.where[-1].id)
            comes_back(walk)
        walk.step(lambda s: choose(s.legal()))
    assert {"advance", "maintenance", "spend", "begin-actions", "air-placement", "begin-movement"} < places
    assert {"begin-combat", "refresh", "reorganize", "score", "attrition-losses", "supply-allocate"} < places


@pytest.mark.parametrize("seed", [1, 4])
def test_wherever_a_player_decides_the_position_can_be_written_down_and_played_on(seed):
    s, choose, rng = campaign(seed), random_policy(seed), random.Random(seed)
    written = 0
    while not s.over:
        if rng.random() < 1 / 60:
            before = msgspec.msgpack.encode(s.state), s.decisions_made
            again = tutor.position(ID, GAME.fields(s), seed=1)
            again.submit(choose(again))
            written += 1
            assert (msgspec.msgpack.encode(s.state), s.decisions_made) == before
        s.submit(choose(s))
    assert written > 5


def test_a_game_that_is_over_is_written_down_at_its_scoring():
    s = tutor.open("fields-of-despair/lesson-supply")
    while not s.over:
        s.submit(s.legal()[0])
    fields = GAME.fields(s)
    assert fields["start"] == ["turn", "scoring"]
    tutor.position(ID, fields)


def test_counters_in_a_combat_go_back_to_their_boxes():
    s = tutor.open("fields-of-despair/lesson-fortress")
    s.submit(PlaceArtillery("I02", 3, "bertha"))
    again = opened(GAME.fields(s))
    assert again.state.artillery_placed == [] and again.where[-2].id == "combat"
    assert sorted(c.value for c in again.state.boards[CP].artillery_counters) == [0, 1, 2, 2, 3]


def test_new_blocks_do_not_arrive_twice_when_deployment_is_written_down():
    s = position(("turn", "production"), turn=2)
    first = s.decision.about["left"]
    s.submit(next(a for a in s.legal() if isinstance(a, Deploy) and a.sp < first))
    again = tutor.position(ID, GAME.fields(s))
    assert again.decision.about["left"] == first and again.state.blocks == {}


def test_losses_still_to_be_taken_are_written_down():
    front = {"France": {"K08": ["infantry 6", "infantry 5"]}, "Germany": {"K07": ["infantry 6", "infantry 5"]}}
    s = position(
        ("turn", "production", "manpower", "attrition-losses"), turn=2, blocks=front, state={"attrition": {CP: 3}}
    )
    assert s.decision.about["loss"] == 3
    s.submit(next(a for a in s.legal() if a.sp == 1))
    again = tutor.position(ID, GAME.fields(s))
    assert again.decision.who == CP and again.decision.about["loss"] == 2
    assert strengths(again, "K07") == strengths(s, "K07")


def test_marks_of_single_blocks_and_optional_rules_are_kept():
    s = position(
        REORGANIZATION,
        options=["neutral-belgium", "pershing"],
        blocks={"France": {"K08": ["infantry 6 oos", "infantry 5"]}, "Germany": {"K07": ["deception oos up"]}},
    )
    fields = GAME.fields(s)
    assert fields["blocks"] == {
        "France": {"K08": ["infantry 6 oos", "infantry 5"]},
        "Germany": {"K07": ["deception oos up"]},
    }
    assert fields["options"] == {"neutral-belgium": True, "pershing": True}
    again = opened(fields)
    assert again.state.belgium == NEUTRAL and again.state.control["G02"] == NEUTRAL
    assert find(again, "K08", sp=6).oos and not find(again, "K08", sp=5).oos


# What is refused

BLOCKS = {"France": {"J07": ["infantry 4"]}}


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"blocks": {"France": {"J07": ["infantry 4 drunk"]}}}, "is no block"),
        ({"blocks": {"France": {"J07": ["infantry"]}}}, "is no block"),
        ({"blocks": {"France": {"J07": ["infantry 99999999999"]}}}, "is no block"),
        ({"action_phase": 3}, "action_phase cannot be 3"),
        ({"breakout": ["Z99"]}, "Z99 is no hex"),
        ({"river_spent": ["Z99"]}, "Z99 is no hex"),
        ({"fortress_supply": {"Camelot": 1}}, "no Fortress Camelot"),
        ({"fortress_supply": {"Verdun": 99}}, "fortress_supply.Verdun cannot be 99"),
        ({"attrition": {"spain": 1}}, "attrition cannot be 'spain'"),
        ({"attrition": {"cp": -1}}, "attrition.cp cannot be -1"),
        ({"tracks": {"vp": {"cp": -1}}}, "tracks.vp.cp"),
        ({"tracks": {"away": {"x": 5}}}, "tracks.away cannot be 'x'"),
        ({"tracks": {"naval_mode": "pirates"}}, "naval_mode cannot be 'pirates'"),
        ({"tracks": {"naval_drawn": {"blue": 4}}}, "naval_drawn.blue"),
        ({"tracks": {"belgium": "neutral"}}, "only with the optional rule neutral-belgium"),
        ({"tracks": {"britain": "asleep"}}, "tracks.britain cannot be 'asleep'"),
        ({"tracks": {"usa_war_turn": 77}}, "usa_war_turn"),
        ({"boards": {"cp": {"used_air": ["bluff", "bluff"]}}}, "more counters than there are"),
        ({"boards": {"cp": {"air_counters": ["bluff"]}}}, "air_counters cannot be 'bluff'"),
        ({"boards": {"cp": {"air_counters": [1, 1, 1], "used_air": [1, 1, 1]}}}, "more counters than there are"),
        ({"boards": {"allies": {"bertha": True}}}, "Big Bertha is a CP counter"),
        ({"boards": {"cp": {"guns": -1}}}, "guns cannot be -1"),
        ({"boards": {"cp": {"deployed": {"France": {"B06": 4}}}}}, "deployed cannot be 'France'"),
        ({"boards": {"cp": {"deployed": {"Germany": {"Z99": 4}}}}}, "deployed.Germany cannot be 'Z99'"),
        ({"boards": {"cp": {"mending": "many"}}}, "mending"),
        ({"start": ["turn", "tea-break"]}, "tea-break"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused_in_one_sentence(fields, words):
    with pytest.raises(StaffRideError) as caught:
        tutor.position(ID, {"blocks": BLOCKS, **fields})
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_games_share_nothing_that_a_set_up_leaves_out():
    one, other = (tutor.position(ID, {"blocks": BLOCKS}) for _ in range(2))
    one.state.away["4"] = 5
    one.state.attrition["cp"] = 3
    one.state.vp["cp"] = 9
    assert other.state.away == {} and other.state.attrition == {} and other.state.vp["cp"] == 0
    assert Setup().tracks.away == {}


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = [*Setup.__struct_fields__, "start", "options", "title"]


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), json, max_size=4))
def test_whatever_is_in_the_fields_they_set_up_a_position_or_are_refused(fields):
    try:
        s = tutor.position(ID, fields)
    except StaffRideError:
        return
    assert s.decision is not None or s.over


# The editor


def arranged(**fields):
    return GAME.arrangement({"blocks": BLOCKS, **fields})


def ids(arrangement, branch="infantry"):
    return [p.id for p in arrangement.pieces() if p.branch == branch]


def shown(arrangement):
    return {s.path: s for s in arrangement.settings()}


def test_pieces_are_placed_moved_changed_and_removed():
    a = arranged()
    a.place("K07", "Germany", "infantry", 8)
    a.place("K07", "Germany", "deception", 0)
    a.place("D03", "Germany", "marker", 0)
    assert ids(a) == ["France:J07:0", "Germany:K07:0"] and ids(a, "deception") == ["Germany:K07:1"]
    a.set_value("Germany:K07:0", 12)
    a.move("France:J07:0", "J08")
    a.move("hindenburg:D03", "D04")
    assert a.fields["blocks"] == {"Germany": {"K07": ["infantry 12", "deception"]}, "France": {"J08": ["infantry 4"]}}
    assert a.fields["hindenburg"] == ["D04"]
    a.remove("France:J08:0")
    a.remove("hindenburg:D04")
    assert "France" not in a.fields["blocks"] and a.fields["hindenburg"] == []
    s = tutor.position(ID, a.fields)
    assert find(s, "K07", kind="infantry").sp == 12


def test_a_strength_is_changed_without_losing_what_a_block_bears():
    a = arranged(blocks={"France": {"J07": ["infantry 4 oos"]}})
    a.set_value("France:J07:0", 6)
    assert a.fields["blocks"]["France"]["J07"] == ["infantry 6 oos"]
    assert a.pieces()[-1].badge == "OOS" and a.pieces()[-1].value == "6"


def test_fortresses_stay_but_their_strength_changes():
    a = arranged()
    a.set_value("fortress:Verdun:H06", 2)
    a.remove("fortress:Metz:J06")
    assert a.fields["fortresses"] == {"Verdun": 2, "Metz": 0}
    assert {p.value for p in a.pieces() if p.id.startswith("fortress:Verdun")} == {"2"}
    with pytest.raises(BadInput, match="stays where the map has it"):
        a.move("fortress:Metz:J06", "A05")
    a.place("J06", "Germany", "fortress", 5)
    assert "Metz" not in a.fields["fortresses"]


def test_the_palette_holds_the_blocks_of_the_game():
    kinds = {(k.nation, k.branch): (k.low, k.high) for k in arranged().palette()}
    assert kinds["Germany", "infantry"] == (1, 20) and kinds["France", "cavalry"] == (1, 4)
    assert kinds["Britain", "deception"] == (0, 0) and ("USA", "cavalry") not in kinds
    assert kinds["Germany", "marker"] == (0, 0)


def test_control_is_written_only_where_it_differs_from_the_map():
    a = arranged()
    assert a.control()["J07"] == ALLIES and a.control()["K02"] == CP
    a.set_control("J08", CP)
    assert a.control()["J08"] == CP and a.fields["control"] == {"cp": ["J08"]}
    a.set_control("J08", ALLIES)
    assert a.control()["J08"] == ALLIES and a.fields["control"] == {}


def test_an_arrangement_shares_nothing_with_what_it_was_made_of():
    fields = {"blocks": {"France": {"J07": ["infantry 4"]}}}
    a = GAME.arrangement(fields)
    a.set_value("France:J07:0", 9)
    assert fields == {"blocks": {"France": {"J07": ["infantry 4"]}}}


def test_settings_come_in_their_groups_and_name_their_sections():
    settings = arranged().settings()
    assert list(dict.fromkeys(s.group for s in settings)) == [
        "Turn",
        "Central Powers",
        "Allies",
        "Tracks",
        "Bags",
        "Special",
    ]
    assert len({s.path for s in settings}) == len(settings)
    assert all(s.section in SECTIONS for s in settings)
    assert all(s.value in s.choices if s.choices else s.low <= s.value <= s.high for s in settings)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_setting_can_be_set_to_what_it_offers_and_shows_it(scenario):
    a = GAME.arrangement(GAME.fields(tutor.open(scenario)))
    for path, setting in shown(a).items():
        for value in setting.choices or (setting.low, setting.high):
            a.set(path, value)
            assert shown(a)[path].value == value, path
            a.problems()
        a.set(path, setting.value)
    assert essence(opened(a.fields).state) == essence(opened(GAME.fields(tutor.open(scenario))).state)


def test_settings_reach_the_position():
    a = arranged()
    for path, value in [
        ("turn", 5),
        ("trench", "yes"),
        ("initiative", "Allies"),
        ("active", ALLIES),
        ("start", "Combat"),
        ("boards.cp.lp", 3),
        ("boards.cp.artillery_counters.2", 2),
        ("boards.cp.artillery_counters.bertha", "yes"),
        ("boards.allies.technology.gas", 3),
        ("tracks.vp.cp", 7),
        ("naval_bag.blue", 4),
        ("decisive.cp", "B06"),
        ("options.pershing", "yes"),
    ]:
        a.set(path, value)
    assert a.problems() == []
    walk = opened(a.fields)
    s = walk.state
    assert (s.turn, s.trench, s.initiative, s.active, s.vp["cp"]) == (5, True, ALLIES, ALLIES, 7)
    assert walk.where[-2].id == "combat" and walk.options["pershing"]
    assert s.boards[CP].lp == 3 and s.boards[CP].bertha and s.boards[CP].guns == 4
    assert s.boards[ALLIES].technology["gas"] == 3 and s.naval_bag["blue"] == 4 and s.decisive == {"cp": "B06"}


def test_problems_are_shown_where_they_are():
    a = arranged()
    assert a.problems() == []
    a.place("J07", "France", "infantry", 25)
    a.place("K09", "Germany", "infantry", 4)
    a.place("A01", "France", "infantry", 4)
    places = {(p.section, p.place) for p in a.problems()}
    assert {("2.4", "J07"), ("1.5/hex-control", "K09"), ("6.2.1", "A01")} <= places
    a = arranged()
    a.place("J07", "France", "dragon", 4)
    assert [(p.section, p.place) for p in a.problems()] == [("1.1", "J07")]
    a = arranged()
    a.set("turn", 77)
    assert [(p.section, p.place) for p in a.problems()] == [("1.1", "turn")]
    a = arranged()
    a.set("boards.cp.saved_ep", -1)
    assert [(p.section, p.place) for p in a.problems()] == [("1.1", "boards.cp.saved_ep")]
    a = arranged()
    a.set("tracks.belgium", "neutral")
    assert "optional rule neutral-belgium" in a.problems()[0].text
    a = arranged(start=["turn", "tea-break"])
    assert "tea-break" in a.problems()[0].text


@pytest.mark.parametrize(
    "act, words",
    [
        (lambda a: a.move("France:J07:7", "J08"), "piece"),
        (lambda a: a.move("France:J07:0", "Z99"), "Z99"),
        (lambda a: a.place("J07", "Spain", "infantry", 1), "Spain"),
        (lambda a: a.place("J07", "France", "infantry", "many"), "whole number"),
        (lambda a: a.place("J07", "France", "fortress", 1), "No Fortress stands in J07"),
        (lambda a: a.set_control("J07", "spain"), "spain"),
        (lambda a: a.set("boards.cp.money", 1), "boards.cp.money"),
        (lambda a: a.set("turn", "late"), "turn is a whole number"),
        (lambda a: a.set("trench", "perhaps"), "trench"),
        (lambda a: a.set("start", "Tea break"), "start"),
        (lambda a: GAME.arrangement({"blocks": 3}), "blocks"),
        (lambda a: GAME.arrangement({"dragons": 3}), "dragons"),
    ],
)
def test_what_makes_no_sense_to_an_editor_is_refused_in_one_sentence(act, words):
    with pytest.raises(StaffRideError) as caught:
        act(arranged())
    assert words in str(caught.value) and "\n" not in str(caught.value)


HEXES = list(opened({}).board)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 25))
def test_whatever_an_editor_does_the_problems_can_be_told(rng, steps):
    a = GAME.arrangement(GAME.fields(tutor.open(rng.choice(SCENARIOS))))
    for _ in range(steps):
        act = rng.choice(("place", "remove", "move", "value", "control", "set", "set"))
        pieces = [p.id for p in a.pieces() if p.branch != "fortress" or act != "move"]
        hex, number = rng.choice(HEXES), rng.choice((-3, 0, 1, 4, 9, 21, 10**12))
        kind = rng.choice(a.palette())
        if act == "place":
            a.place(hex, kind.nation, kind.branch, number)
        elif act == "control":
            a.set_control(hex, rng.choice(SIDES))
        elif act == "set":
            setting = rng.choice(a.settings())
            counts = "_counters." in setting.path
            a.set(
                setting.path,
                rng.choice(setting.choices or ((0, 1, 9) if counts else (setting.low, setting.high, number))),
            )
        elif pieces:
            piece = rng.choice(pieces)
            if act == "remove":
                a.remove(piece)
            elif act == "move":
                a.move(piece, hex)
            else:
                a.set_value(piece, number)
    found = a.problems()
    assert all(isinstance(p, Problem) and p.place and p.text for p in found)
    a.settings(), a.pieces(), a.control()
    if not found:
        tutor.position(ID, a.fields)


def test_a_combat_under_way_begins_anew():
    s = position(
        COMBAT,
        active=CP,
        turn=2,
        blocks={"Germany": {"K08": ["infantry 9", "infantry 2"]}, "France": {"K08": ["infantry 5", "infantry 3"]}},
        boards={side: {"artillery": 9, "artillery_counters": [2]} for side in SIDES},
    )
    while Continue not in s.decision.kinds:
        s.submit(s.legal()[0])
    s.submit(Continue("K08"))
    again = tutor.position(ID, GAME.fields(s))
    assert again.where[-2].id == "combat" and PickBlock not in again.decision.kinds
