"""The odds lab for a game with other words: forces by type, kinds of battle, plans, answers from the hits alone."""

from __future__ import annotations

import pytest

import tutor
from tests.widgets.conftest import press, words
from tutor.engine.questions import keywords
from tutor.games.global_war import GAME
from tutor.odds import explored
from widgets import OddsExplorer, odds_answers
from widgets.setup_form import Stock


@pytest.fixture
def explorer(monkeypatch):
    monkeypatch.setattr(odds_answers, "CHUNK", 10)  # plays with dice are tried, not waited for
    monkeypatch.setattr(odds_answers, "PLAY_SECONDS", 0.1)
    made = OddsExplorer(tutor.open("global-war/lesson-france-1940"))
    yield made
    made.close()


def control(form, title):
    return next(c for c in form.children if getattr(c, "description", "").startswith(title))


def test_a_land_battle_is_answered_as_the_rules_play_it(explorer):
    explorer.settle()
    exact = explored(GAME.made_up_combat(**keywords(explorer.a.setup))).odds
    assert explorer.value.odds == exact and explorer.value.exact and explorer.value.found == "exact"
    shown = words(explorer.figures.html)
    assert shown.startswith("Attacker takes it A 79.0 %") and "Attacker loses (IPP), average" in shown
    assert "Three rounds or more" in words(explorer.shares.html)


def test_another_kind_of_battle_has_other_words(explorer):
    control(explorer.a, "Kind").value = "naval"
    names = [word.name for word in explorer.a.words]
    assert "attackers.battleship" in names and "attackers.infantry" not in names and "terrain" not in names
    assert explorer.heat.across.word.value == "attackers.battleship"
    assert explorer.heat.up.word.value == "defenders.battleship"
    explorer.settle()
    assert explorer.value.odds == explored(GAME.made_up_combat(**keywords(explorer.a.setup))).odds
    control(explorer.a, "Kind").value = "raid"
    explorer.settle()
    assert "Convoy loses (IPP), average" in words(explorer.figures.html)
    assert "Convoy lines" in words(explorer.source.html), "the courses of the lines are reconstructed"


def test_the_order_of_loss_is_the_order_of_clicks(explorer):
    control(explorer.a, "Attack: Medium Armor").value = 2
    stock = next(c for c in explorer.a.children if isinstance(c, Stock) and c.word.name == "attacker_losses")
    for type in ("medium-armor", "infantry"):
        stock._add({"value": str(stock.word.choices.index(type))})
    assert explorer.a.setup["attacker_losses"] == ("medium-armor", "infantry")
    explorer.settle()
    assert {ipp for units, ipp in explorer.value.odds["attacker_lost", "attacker_ipp"].outcomes if units == 1} == {6}


def test_two_set_ups_are_compared(explorer):
    explorer.comparing = True
    explorer.b.setup = {**explorer.b.setup, "terrain": "mountain"}
    explorer.settle()
    a, b = (answer.odds.probability(holder="attacker") for answer in (explorer.value, explorer.value_b))
    assert a > b, "mountains help the defender"
    name, text = explorer.csv()
    assert name.endswith(".csv") and "attackers.infantry" in text.splitlines()[0]


def test_an_attack_on_the_table_can_be_tried_out(explorer):
    assert dict(explorer.sources["A"].options)["on the table: Alsace-Lorraine"] == "alsace-lorraine"
    explorer.a.source = "alsace-lorraine"
    few = {name: 0 for name in explorer.a.setup if name.startswith("attackers.")}
    explorer.a.setup = {**explorer.a.setup, **few, "attackers.infantry": 2}
    explorer.settle()
    assert max(explorer.value.odds["attacker_lost"].outcomes) == 2
    assert "Terrain and lines on borders" in words(explorer.source.html)


def test_a_map_of_two_types(explorer):
    explorer.heat.across.span.value, explorer.heat.up.span.value = (2, 4), (1, 2)
    press(explorer.heat.buttons, "run")
    assert len(explorer.table) == 6 and "every one exact" in words(explorer.heat.head.html)
    assert list(explorer.table["attackers.infantry"].unique()) == [2, 3, 4]
    assert "Attack: Artillery 1" in words(explorer.heat.head.html)
    assert "Medium Armor" not in words(explorer.heat.head.html), "types that nobody has are not told of"


def test_an_answer_from_the_hits_says_what_it_leaves_out(explorer):
    explorer.a.setup = {
        "attackers.infantry": 12, "attackers.artillery": 12, "attackers.tactical-bomber": 6, "defenders.infantry": 12,
        "defenders.artillery": 6,
    }  # fmt: skip
    explorer.settle()
    assert explorer.value.found == "from the hits"
    assert "leaves out target selection of the attacker" in words(explorer.source.html)


def test_what_would_take_minutes_is_played_at_once(explorer):
    question = GAME.made_up_combat(
        attackers={"infantry": 8, "tactical-bomber": 3}, defenders={"infantry": 7, "artillery": 3}
    )
    assert question.long
    answer = odds_answers.answered(question)
    assert answer.plays and answer.found.endswith("plays") and 0 < answer.odds.probability(holder="attacker") < 1
