"""Sweeps: a tidy table over a grid, remembered, stoppable, and refused before work where it makes no sense."""

from __future__ import annotations

import io
import json
import sys

import pytest

from tutor.cli import main
from tutor.engine.errors import StaffRideError
from tutor.games.fields_of_despair import GAME
from tutor.odds import Distribution, explore, sweep
from tutor.odds import sweeps as module


@pytest.fixture(autouse=True)
def forgetful():
    module._memory.clear()


def test_a_sweep_is_a_tidy_table():
    frame = sweep(GAME.made_up_combat, {"attackers": [4, 8], "defenders": [3], "trench": [False, True]})
    assert list(frame.columns[:3]) == ["attackers", "defenders", "trench"] and len(frame) == 4
    row = frame[(frame.attackers == 8) & frame.trench].iloc[0]
    exact = explore(GAME.made_up_combat(attackers=8, defenders=3, trench=True))
    assert row.holder_attacker == pytest.approx(float(exact.probability(holder="attacker")), abs=1e-12)
    assert row.attacker_lost_mean == pytest.approx(float(exact["attacker_lost"].mean), abs=1e-12)
    chances = [c for c in frame.columns if c.startswith("holder_")]
    assert frame[chances].sum(axis=1).to_list() == pytest.approx([1.0] * 4)
    assert frame.attrs["complete"] is True


def test_other_answers_are_taken_too():
    dice = sweep(lambda n: Distribution.pool(n, 6, (5, 6)), {"n": [1, 3]})
    assert dice.value_mean.to_list() == pytest.approx([1 / 3, 1.0])
    assert sweep(lambda n: n * n, {"n": [2, 3]}).value.to_list() == [4, 9]
    assert sweep(lambda n: {"half": n / 2}, {"n": [3]}).half.to_list() == [1.5]


def test_a_question_is_answered_once(monkeypatch, tmp_path):
    asked = []
    real = module.explored
    monkeypatch.setattr(module, "explored", lambda *a: asked.append(a) or real(*a))
    grid = {"attackers": [5, 6], "defenders": [4]}
    first = sweep(GAME.made_up_combat, grid, store=tmp_path)
    assert len(asked) == 2
    assert sweep(GAME.made_up_combat, grid, store=tmp_path).equals(first) and len(asked) == 2
    module._memory.clear()  # another day: the shelf remembers
    assert sweep(GAME.made_up_combat, grid, store=tmp_path).equals(first) and len(asked) == 2
    for path in tmp_path.iterdir():
        path.write_text("{")  # a shelf that was spoilt is no answer
    module._memory.clear()
    assert sweep(GAME.made_up_combat, grid, store=tmp_path).equals(first) and len(asked) == 4


def test_what_an_answer_depends_on_changes_its_key():
    question = GAME.made_up_combat(attackers=5, defenders=4)
    same = GAME.made_up_combat(attackers=5, defenders=4)
    other = GAME.made_up_combat(attackers=5, defenders=4, attacker_guns=[2])
    assert module.content(question) == module.content(same) != module.content(other)
    s = question.session
    assert module.content(s.game.combat(s, s.game.combat_spaces(s)[0], assault=False)) != module.content(question)


def test_an_interrupted_sweep_keeps_what_is_done():
    def question(n):
        if n == 3:
            raise KeyboardInterrupt
        return n

    frame = sweep(question, {"n": range(10)})
    assert frame.n.to_list() == [0, 1, 2] and frame.attrs["complete"] is False


def test_progress_is_told():
    told = []
    sweep(lambda n: n, {"n": range(3)}, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    "grid, words",
    [
        ({"attackers": range(4000), "defenders": range(2500)}, "10,000,000 cells is too large"),
        ({"attackers": [3, -2], "defenders": [3]}, "attackers is a number of SPs"),
        ({"attackers": [3], "defenders": [3], "cavalry": [1]}, "cavalry"),
        ({"attackers": [3]}, "defenders is a number of SPs"),
        ({"attackers": [], "defenders": [3]}, "values for attackers"),
        ({}, "at least one thing"),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused_before_any_work(grid, words, monkeypatch):
    monkeypatch.setattr(module, "explored", lambda *a: pytest.fail("work was done"))
    with pytest.raises(StaffRideError, match=words) as refused:
        sweep(GAME.made_up_combat, grid)
    assert "\n" not in str(refused.value)


def test_odds_and_sweeps_on_the_command_line(capsys, tmp_path):
    lesson = "fields-of-despair/lesson-fortress"
    assert main(["odds", lesson, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"spaces": ["I02"]}
    assert main(["odds", lesson, "--at", "I02", "--guns", "cp=1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(told["parts"]["holder"].values()) == pytest.approx(1) and told["covered"] == 1
    assert main(["odds", lesson, "--at", "I02"]) == 0
    assert "on average" in capsys.readouterr().out
    assert main(["odds", lesson, "--at", "I02", "--guns", "cp=2,2", "--seconds", "0.05", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stopped"].startswith("Stopped after") and 0 < told["covered"] < 1 and told["plays"] == 4000
    out = tmp_path / "grid.csv"
    assert (
        main(["sweep", "fields-of-despair", "attackers=2:6:2", "defenders=3", "trench=yes,no", "--csv", str(out)]) == 0
    )
    assert len(out.read_text().splitlines()) == 7 and "holder_attacker" in capsys.readouterr().out


def test_simulation_on_the_command_line(capsys, tmp_path):
    out = tmp_path / "games.csv"
    lesson = "fields-of-despair/lesson-fortress"
    assert main(["simulate", lesson, "--games", "6", "--policy", "cp=aggressive", "--csv", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["rows"]) == 6 and {row["measure"] for row in told["summary"]} >= {"mean"}
    assert len(out.read_text().splitlines()) == 7
    assert main(["simulate", lesson, "--games", "6", "--until", "turn 1"]) == 0
    assert "cp_sp" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["simulate", "fields-of-despair/lesson-fortress", "--policy", "heroic"],
        ["simulate", "fields-of-despair/lesson-fortress", "--policy", "cautious", "--policy", "cp=random"],
        ["simulate", "fields-of-despair/lesson-fortress", "--games", "0"],
        ["simulate", "fields-of-despair/lesson-fortress", "--until", "never"],
        ["odds", "fields-of-despair/lesson-fortress", "--at", "B06"],
        ["odds", "fields-of-despair/lesson-fortress", "--at", "I02", "--guns", "cp"],
        ["odds", "fields-of-despair/lesson-fortress", "--at", "I02", "--guns", "russia=3"],
        ["odds", "fields-of-despair/lesson-fortress", "--at", "I02", "--seconds", "-1"],
        ["odds", "nowhere.json"],
        ["sweep", "fields-of-despair", "attackers"],
        ["sweep", "fields-of-despair", "attackers=1:2:0", "defenders=2"],
        ["sweep", "fields-of-despair", "attackers=a:b", "defenders=2"],
        ["sweep", "chess", "attackers=1"],
        ["sweep", "fields-of-despair", "attackers=1", "defenders=2", "--csv", "/nowhere/x.csv"],
    ],
)
def test_a_wrong_command_is_one_sentence(wrong, capsys):
    assert main(wrong) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_notebook_sees_the_bar_and_a_pipe_does_not(monkeypatch, capsys):
    sweep(lambda n: n, {"n": range(3)}, progress=True)
    assert capsys.readouterr().err == ""
    notebook = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
    monkeypatch.setattr(sys, "stderr", notebook)
    sweep(lambda n: n, {"n": range(3)}, progress=True)
    assert "3 of 3" in notebook.getvalue()


def test_the_command_line_answers_with_a_games_own_words(capsys, tmp_path, monkeypatch):
    lesson, at = "global-war/lesson-france-1940", "alsace-lorraine"
    assert main(["odds", lesson, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["spaces"] == [at]
    few = ["attackers.infantry=2", "attackers.artillery=1", "attacker_losses=artillery,infantry", "retreat_after=1"]
    plans = [word for text in few for word in ("--plan", text)]
    assert main(["odds", lesson, "--at", at, *plans, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["parts"]["attacker_lost"]) == {"0", "1", "2", "3"} and told["reconstructed"] == ["borders"]
    assert set(told["parts"]["rounds"]) == {"1"}
    monkeypatch.setattr("tutor.cli_odds.PLAYS", 20)
    assert main(["odds", lesson, "--at", at]) == 0
    assert "would take minutes (--seconds to try). These are shares of 20 plays" in capsys.readouterr().out
    out = tmp_path / "grid.csv"
    words = ["kind=naval", "attackers.destroyer=1:3", "defenders.light-cruiser=1", "defenders.submarine=0,1"]
    assert main(["sweep", "global-war", *words, "--csv", str(out)]) == 0
    assert len(out.read_text().splitlines()) == 7
    for zone, why in (
        ("paris", "no unit of Germany that can attack stands next to it (8.2)"),
        ("belgium", "Germany is not at war with Belgium, which possesses it (8.1)"),
        ("bohemia", "there is no enemy to fight (9.1)"),
    ):
        assert main(["odds", lesson, "--at", zone]) == 2
        told = capsys.readouterr().err
        assert why in told and "attacks are possible on: alsace-lorraine" in told
