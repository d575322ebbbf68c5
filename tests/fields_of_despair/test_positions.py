"""Positions: what is refused, what is reported, and that rulings are all written down."""

import re
from pathlib import Path

import pytest

import tutor
from tutor.engine.data import read_yaml
from tutor.engine.errors import StaffRideError
from tutor.engine.registry import rule_cards
from tutor.games.fields_of_despair import GAME

BLOCKS = {"France": {"J07": ["infantry 4"]}}


def sections(fields):
    return {(p.section, p.place) for p in tutor.problems("fields-of-despair", fields)}


@pytest.mark.parametrize(
    "fields, section, place",
    [
        (
            {"blocks": {"France": {"J07": ["infantry 4", "infantry 5", "cavalry 1", "infantry 9"]}}},
            "1.5/stacking-limit",
            "J07",
        ),
        ({"blocks": {"France": {"J07": ["infantry 25"]}}}, "2.4", "blocks.1"),
        ({"blocks": {"France": {"J07": ["cavalry 5"]}}}, "2.4", "blocks.1"),
        ({"blocks": {"Belgium": {"G01": ["infantry 5"]}}}, "1.5/force-pool", "blocks"),
        ({"blocks": {"USA": {"J07": ["cavalry 2"]}}}, "1.5/force-pool", "blocks"),
        ({"blocks": {"Germany": {"J07": ["infantry 4"]}}}, "1.5/hex-control", "J07"),
        ({"blocks": BLOCKS, "control": {"cp": ["H05"]}}, "1.5/hex-control", "H05"),
        ({"blocks": {"France": {"A01": ["infantry 4"]}}}, "6.2.1", "blocks.1"),
        ({"blocks": BLOCKS, "fortresses": {"Verdun": 9}}, "6.5.1/fortress-repair", "Verdun"),
        ({"blocks": BLOCKS, "boards": {"cp": {"lp": 6}}}, "10.0", "boards.cp.lp"),
        ({"blocks": BLOCKS, "naval_bag": {"white": 3}}, "2.7", "naval_bag"),
        ({"blocks": BLOCKS, "turn": 5}, "1.2", "trench"),
        ({"blocks": {"USA": {"J07": ["infantry 4"]}}}, "11.2", "blocks"),
    ],
)
def test_each_problem_of_a_position_has_its_section(fields, section, place):
    assert (section, place) in sections(fields)


def test_a_sound_position_has_no_problems():
    assert sections({"blocks": BLOCKS}) == set()
    assert tutor.position("fields-of-despair", {"blocks": BLOCKS}).problems() == []


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"blocks": {"France": {"Z99": ["infantry 4"]}}}, "Z99 is no hex"),
        ({"blocks": {"Spain": {"J07": ["infantry 4"]}}}, "'Spain' is not a nation"),
        ({"blocks": {"France": {"J07": ["dragon 4"]}}}, "'dragon 4' is no block"),
        ({"blocks": {"France": {"J07": ["infantry ²"]}}}, "is no block"),
        ({"blocks": {"France": {"J07": ["infantry 25"]}}}, "blocks.1.sp"),
        ({"blocks": {"USA": {"J07": ["cavalry 2"]}}}, "USA has no cavalry"),
        ({"control": {"spain": ["J07"]}}, "'spain' cannot control"),
        ({"control": {"cp": ["Z99"]}}, "Z99"),
        ({"fortresses": {"Camelot": 3}}, "no Fortress Camelot"),
        ({"boards": {"x": {}}}, "boards cannot be 'x'"),
        ({"boards": {"cp": {"air_counters": [-1]}}}, "air_counters cannot be -1"),
        ({"boards": {"cp": {"air_counters": [1, 1, 1, 1, 1, 1]}}}, "more counters than there are"),
        ({"boards": {"cp": {"artillery_counters": ["x"]}}}, "artillery_counters cannot be 'x'"),
        ({"boards": {"allies": {"artillery_counters": ["bertha"]}}}, "Big Bertha is a CP counter"),
        ({"boards": {"cp": {"technology": {"lasers": 1}}}}, "technology cannot be 'lasers'"),
        ({"boards": {"cp": {"technology": {"gas": 9}}}}, "technology.gas"),
        ({"boards": {"cp": {"money": 1}}}, "money"),
        ({"naval_bag": {"green": 1}}, "naval_bag cannot be 'green'"),
        ({"special": {"domination": "x"}}, "domination"),
        ({"special": {"dragons": 1}}, "dragons"),
        ({"tracks": {"blockade": 99}}, "tracks.blockade cannot be 99"),
        ({"tracks": {"eastern_sp": -5}}, "eastern_sp"),
        ({"decisive": {"cp": "Z99"}}, "Z99"),
        ({"hindenburg": ["Z99"]}, "Z99"),
        ({"turn": 12}, "turn cannot be 12"),
        ({"initiative": "spain"}, "initiative cannot be 'spain'"),
        ({"stop_after": "tea"}, "stop_after cannot be 'tea'"),
        ({"map": "../secrets"}, "no map '../secrets'"),
        ({"start": ["turn", "tea"]}, "no phase 'tea'"),
        ({"start": ["turn", "action-phase", "player-actions", "combat", "end-or-continue"]}, "start at 'combat'"),
        ({"colour": "red"}, "colour"),
        ("nonsense", "mapping of fields"),
    ],
)
def test_what_no_game_could_begin_with_is_refused_in_one_sentence(fields, words):
    with pytest.raises(StaffRideError, match=re.escape(words)) as err:
        tutor.position("fields-of-despair", fields)
    assert "\n" not in str(err.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: tutor.open("fields-of-despair/grand-campaign", options=5),
        lambda: tutor.open("fields-of-despair/grand-campaign", options=[["a"]]),
        lambda: tutor.open("fields-of-despair/grand-campaign", options={"pershing": "yes"}),
        lambda: tutor.open("fields-of-despair/grand-campaign", charts=5),
        lambda: tutor.open("fields-of-despair/grand-campaign", charts="a\0b"),
        lambda: tutor.open("fields-of-despair/grand-campaign", seed="x"),
        lambda: tutor.open(None),
        lambda: tutor.open("fields-of-despair"),
        lambda: tutor.position("chess", {}),
        lambda: tutor.load(None),
        lambda: tutor.load("a\0b"),
        lambda: tutor.open("fields-of-despair/grand-campaign").save(None),
        lambda: tutor.open("fields-of-despair/grand-campaign").suppose(object()),
        lambda: tutor.open("fields-of-despair/grand-campaign").submit("pass"),
        lambda: tutor.open("fields-of-despair/grand-campaign").submit(7),
        lambda: tutor.open("fields-of-despair/grand-campaign").view("spain"),
        lambda: tutor.scenarios("chess"),
    ],
)
def test_wrong_arguments_are_one_sentence(call):
    with pytest.raises(StaffRideError) as err:
        call()
    assert "\n" not in str(err.value)


def test_why_not_never_raises():
    from tutor.games.fields_of_despair.actions import PlaceAir

    s = tutor.open("fields-of-despair/grand-campaign")
    for action in ("pass", 7, None, [], {}, {"action": 3}, PlaceAir(hex=["a"], value=1), PlaceAir("J07", "one")):
        assert s.why_not(action)[0].section


def test_an_option_may_be_one_name():
    assert tutor.open("fields-of-despair/grand-campaign", options="pershing").options["pershing"]


@pytest.mark.parametrize(
    "chart, row, words",
    [
        ("trench-dice", '["17+", -50]', 'row 5, column "dice"'),
        ("poison-gas", '[5, "perfume"]', "expected one of 'none', 'chlorine', 'mustard'"),
        ("fortresses", '["Paris", "Z99", 3, "allies", "France"]', "fortresses.Paris"),
        ("fortresses", '["Paris", "B06", 3, "allies", "Spain"]', "expected one of"),
    ],
)
def test_a_chart_with_an_impossible_value_is_refused(tmp_path, chart, row, words):
    text = (GAME.data / "charts" / f"{chart}.yaml").read_text(encoding="utf-8")
    first = row.split(",")[0]
    lines = [f"  - {row}" if line.strip().startswith(f"- {first},") else line for line in text.splitlines()]
    assert f"  - {row}" in lines
    (tmp_path / f"{chart}.yaml").write_text("\n".join(lines))
    with pytest.raises(StaffRideError, match=re.escape(words)):
        tutor.open("fields-of-despair/grand-campaign", charts=tmp_path)


def test_a_missing_folder_of_charts_does_not_stop_a_load(tmp_path, monkeypatch):
    tutor.open("fields-of-despair/grand-campaign").save(tmp_path / "game.json")
    monkeypatch.setenv("STAFF_RIDE_CHARTS", str(tmp_path / "nowhere"))
    assert tutor.load(tmp_path / "game.json").decision


def test_every_ruling_cited_is_written_down_and_names_real_sections():
    rulings = read_yaml(GAME.home / "rulings.yaml")
    ids = [r["id"] for r in rulings]
    known = {c.section for c in rule_cards(GAME)}
    assert len(ids) == len(set(ids))
    for ruling in rulings:
        assert set(ruling["sections"]) <= known and ruling["question"] and ruling["ruling"] and ruling["why"]
    cited = {
        name
        for path in Path(GAME.home).glob("*.py")
        for name in re.findall(r"\(ruling ([a-z-]+)\)", path.read_text(encoding="utf-8"))
    }
    assert cited and cited <= set(ids), cited - set(ids)


def test_every_section_tagged_in_the_code_is_in_the_rulebook():
    known = {c.section for c in rule_cards(GAME)}
    assert set(GAME.rulebook.tags) <= known
    assert {node.section for _, node in GAME.sequence.walk()} <= known
