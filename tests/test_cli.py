"""The command line: answers in words and in JSON; a mistake is one sentence and exit status 2."""

import json
import subprocess
import sys

import pytest

import tutor
from tutor.cli import main
from tutor.engine.registry import rule_cards
from tutor.games.fields_of_despair import GAME

INTRO = "fields-of-despair/1914-introduction"


def asked(capsys, *words):
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def said(capsys, *words):
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_games(capsys):
    assert [g["id"] for g in asked(capsys, "games")["games"]] == ["fields-of-despair", "global-war"]
    assert "Fields of Despair" in said(capsys, "games") and "Global War" in said(capsys, "games")


def test_scenarios_say_that_they_are_reconstructed(capsys):
    rows = asked(capsys, "scenarios", "fields-of-despair")["scenarios"]
    assert [r["id"] for r in rows] == tutor.scenarios("fields-of-despair")
    assert all(r["source"]["reconstructed"] for r in rows)
    assert said(capsys, "scenarios", "fields-of-despair").count("(reconstructed)") == len(rows)


def test_play_prints_result_and_decisions(capsys, tmp_path):
    save = tmp_path / "end.json"
    answer = asked(capsys, "play", INTRO, "--seed", "3", "--policy", "random", "--save", str(save))
    assert answer["result"]["section"] and answer["decisions"] > 50
    assert asked(capsys, "play", INTRO, "--seed", "3")["decisions"] == answer["decisions"]
    shown = asked(capsys, "show", str(save))
    assert shown["result"] == answer["result"] and shown["decision"] is None


def test_play_stops_after_so_many_turns(capsys, tmp_path):
    save = tmp_path / "game.json"
    answer = asked(capsys, "play", "fields-of-despair/grand-campaign", "--turns", "1", "--save", str(save))
    assert answer["result"] is None and answer["turn"] == 2
    text = said(capsys, "show", str(save))
    assert "Turn 2" in text and "decides [" in text
    masked = asked(capsys, "show", str(save), "--player", "allies")
    assert all(b.get("sp") is None for b in masked["view"]["board"]["blocks"] if b["nation"] == "Germany")


def test_rules_by_section_words_and_term(capsys):
    assert [r["section"] for r in asked(capsys, "rules", "fields-of-despair", "7.2.2")["rules"]] == [
        "7.2.2",
        "7.2.2/leave-one",
    ]
    assert "7.3.4/trench-dice" in said(capsys, "rules", "fields-of-despair", "trench", "dice")
    assert "unrestricted submarine warfare" in said(capsys, "rules", "fields-of-despair", "usw")
    assert len(asked(capsys, "rules", "fields-of-despair")["rules"]) == len(rule_cards(GAME)) == 192


@pytest.mark.sections("1.4", "1.5")
def test_every_acronym_and_key_term_is_explained_1_4():
    glossary = GAME.glossary(GAME.charts())
    assert {"ADR", "CP", "EP", "HL", "LP", "OOS", "SP", "USW", "VP"} <= set(glossary)
    assert len([t for t in glossary if len(t) > 3]) >= 13


def test_charts_name_their_source(capsys):
    rows = asked(capsys, "charts", "fields-of-despair")["charts"]
    assert all(r["source"]["section"] for r in rows) and any(r["source"].get("reconstructed") for r in rows)
    assert "reconstructed" in said(capsys, "charts", "fields-of-despair", "usw")


@pytest.mark.parametrize(
    "game, rows, charts, section, term",
    [
        ("world-in-flames", 650, 126, "11.15.5", "zoc"),
        ("fatal-alliances", 440, 61, "16.3.3/bounce", "scs"),
        ("dreadnoughts", 499, 87, "11.4.7a", "dd"),
    ],
)
def test_rules_and_charts_of_a_game_that_is_not_played_yet(capsys, game, rows, charts, section, term):
    assert len(asked(capsys, "rules", game)["rules"]) == rows
    assert asked(capsys, "rules", game, section)["rules"][0]["section"] == section
    assert asked(capsys, "rules", game, term)["meaning"]
    answer = asked(capsys, "charts", game)
    assert len(answer["charts"]) == charts and answer["missing"]
    assert answer["charts"][0]["title"] in said(capsys, "charts", game, answer["charts"][0]["id"])
    assert "Not printed in the rulebook" in said(capsys, "charts", game, answer["missing"][0]["id"])


def test_coverage_is_derived(capsys):
    answer = asked(capsys, "coverage", "fields-of-despair")["coverage"][0]
    assert answer["sections"] == 180
    assert answer["done"] + len(answer["missing"]) == 180
    assert answer["share"] >= 0.95, answer["missing"]
    assert all(answer["missing"].values()), "what is not played says why"


@pytest.mark.parametrize(
    "words, expected",
    [
        (["play", "fields-of-despair/verdun-1916"], "no scenario 'fields-of-despair/verdun-1916'"),
        (["play", "chess/start"], "no scenario 'chess/start'"),
        (["play", INTRO, "--option", "dragons"], "no optional rule 'dragons'"),
        (["play", INTRO, "--policy", "genius"], "no policy 'genius'"),
        (["play", INTRO, "--turns", "0"], "--turns"),
        (["play", INTRO, "--seed", "x"], "invalid int value: 'x'"),
        (["play", INTRO, "--charts", "/nowhere"], "no such folder"),
        (["play"], "required: scenario"),
        (["scenarios", "chess"], "no game 'chess'"),
        (["show", "/nowhere.json"], "cannot be read"),
        (["rules", "fields-of-despair", "99.9"], "99.9"),
        (["charts", "fields-of-despair", "dragons"], "no chart 'dragons'"),
        (["charts", "world-in-flames", "dragons"], "no chart 'dragons'"),
        (["charts", "world-in-flames", "--charts", "/nowhere"], "not played yet"),
        (["charts", "chess"], "no game 'chess'"),
        (["rules", "chess"], "no game 'chess'"),
        (["coverage", "chess"], "no game 'chess'"),
        (["dance"], "invalid choice: 'dance'"),
        ([], "required: command"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_status_2(capsys, words, expected):
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and expected in err and err.count("\n") == 1 and "Traceback" not in err


def test_a_bad_save_on_the_command_line(capsys, tmp_path):
    path = tmp_path / "game.json"
    tutor.open(INTRO).save(path)
    path.write_text(path.read_text()[:500])
    assert main(["show", str(path)]) == 2
    assert "game.json" in capsys.readouterr().err


def test_a_bad_chart_on_the_command_line(capsys, tmp_path):
    (tmp_path / "attrition.yaml").write_text("id: attrition\nrows: 3\n")
    assert main(["play", INTRO, "--charts", str(tmp_path)]) == 2
    assert "attrition.yaml" in capsys.readouterr().err


def test_a_closed_pipe_is_no_traceback():
    command = f"{sys.executable} -m tutor.cli rules fields-of-despair --json | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
