"""The odds explorer shows what the rules say, tells how it knows, and keeps the enemy's secrets."""

from __future__ import annotations

import asyncio
import io
import re
import time
from dataclasses import replace

import pandas
import pytest

import tutor
from tests.engine.test_session import toy
from tests.widgets.conftest import press, words
from tutor.engine.errors import StaffRideError
from tutor.games.fields_of_despair import GAME
from tutor.odds import explore
from widgets import OddsExplorer, Seat
from widgets.odds_answers import Answer, Terms, answered, share
from widgets.odds_charts import headline, provenance
from widgets.setup_form import Stock

LESSON = "fields-of-despair/lesson-fortress"


@pytest.fixture
def explorer():
    made = OddsExplorer(tutor.open(LESSON))
    yield made
    made.close()


def control(form, title):
    return next(c for c in form.children if getattr(c, "description", "").startswith(title))


def stock(form, name):
    return next(c for c in form.children if isinstance(c, Stock) and c.word.name == name)


def figures(frame):
    return frame.set_index("setup").probability.groupby(level=0).sum()


# --- one set-up


def test_the_answer_is_that_of_the_rules(explorer):
    setup = {word.name: word.default for word in GAME.made_up_words()}
    assert explorer.a.setup == setup
    assert explorer.value.odds == explore(GAME.made_up_combat(**setup)) and explorer.value.exact
    assert explorer.value_b is None and explorer.table is None
    chance = float(explorer.value.odds.probability(holder="attacker"))
    assert f"Attacker takes the hex A {share(chance)}" in words(explorer.figures.html)


def test_a_slider_changes_the_answer_at_once(explorer):
    control(explorer.a, "Attackers").value = 20
    assert explorer.value.odds == explore(GAME.made_up_combat(**{**explorer.a.setup, "attackers": 20}))
    assert dict(explorer.value.setup)["attackers"] == 20
    started = time.monotonic()
    for sp in range(10, 30):
        control(explorer.a, "Attackers").value = sp
    assert (time.monotonic() - started) / 20 < 0.25


def test_the_notebook_sets_words_and_what_is_not_offered_is_refused_in_a_sentence(explorer):
    explorer.a.setup = {"attackers": 9, "defenders": 4, "attacker_guns": [3]}
    assert stock(explorer.a, "attacker_guns").value == (3,) and explorer.a.setup["terrain"] == "clear"
    assert explorer.value.odds == explore(GAME.made_up_combat(attackers=9, defenders=4, attacker_guns=[3]))
    kept = dict(explorer.a.setup)
    for wrong in ({"attackers": 99}, {"cavalry": 3}, {"fortress": "Metz"}, {"trench": 1}, {"attacker_guns": [4, 4, 4]}):
        with pytest.raises(StaffRideError) as refused:
            explorer.a.setup = {**kept, **wrong}
        assert "\n" not in str(refused.value)
    assert explorer.a.setup == kept


def test_what_the_side_has_is_offered_and_what_no_longer_fits_falls_back(explorer):
    control(explorer.a, "Fortress").value = "Liege"
    assert control(explorer.a, "Terrain").disabled and explorer.a.setup["fortress"] == "Liege"
    control(explorer.a, "Attacking side").value = "allies"
    assert explorer.a.setup["fortress"] == "" and not control(explorer.a, "Terrain").disabled
    offered = [value for _, value in control(explorer.a, "Fortress").options]
    assert "Metz" in offered and "Liege" not in offered
    assert "bertha" not in stock(explorer.a, "attacker_guns").word.choices


def test_counters_are_taken_from_a_stock_and_put_back(explorer):
    guns = stock(explorer.a, "attacker_guns")
    for _ in range(3):
        press(guns, "add", value=str(guns.word.choices.index(4)))  # there are two of them
    assert guns.value == (4, 4) and explorer.a.setup["attacker_guns"] == (4, 4)
    press(guns, "0")
    assert explorer.a.setup["attacker_guns"] == (4,)
    press(guns, "add", value="nonsense")
    assert guns.value == (4,) and explorer.notice.html == ""


def test_a_set_up_that_is_no_combat_is_told_in_the_panel(explorer):
    control(explorer.a, "Defenders").value = 0
    assert "needs attackers, and defenders or a Fortress" in words(explorer.notice.html) and explorer.value is None
    assert explorer.figures.html == "" and "Save" not in explorer.source.html
    control(explorer.a, "Defenders").value = 3
    assert explorer.notice.html == "" and explorer.value is not None


# --- two of them


def test_two_set_ups_stand_side_by_side(explorer):
    press(explorer.heads["B"], "compare")
    assert explorer.b.setup == explorer.a.setup and explorer.value_b.odds == explorer.value.odds
    control(explorer.b, "Trench").value = True
    a, b = (float(v.odds.probability(holder="attacker")) for v in (explorer.value, explorer.value_b))
    assert a > b and f"Attacker takes the hex A {share(a)} B {share(b)}" in words(explorer.figures.html)
    chart = explorer.charts["attacker_lost"]
    assert chart.bars.y.shape[0] == 2 and len(set(chart.bars.colors)) == 2
    assert chart.bars.y.sum(axis=1) == pytest.approx([1, 1], abs=0.005)
    press(explorer.heads["B"], "compare")
    assert explorer.value_b is None and chart.bars.y.shape[0] == 1


def test_bars_show_exactly_or_at_least(explorer):
    part, chart = explorer.value.odds["attacker_lost"], explorer.charts["attacker_lost"]
    assert chart.bars.y[0] == pytest.approx([float(part.probability(k)) for k in chart.bars.x])
    explorer.counting.value = True
    assert chart.bars.y[0] == pytest.approx([float(part.at_least(k)) for k in chart.bars.x]) and chart.bars.x[0] == 1
    explorer.least.value = 2
    assert words(explorer.chance.html) == f"A {share(float(part.at_least(2)))}"


def test_every_picture_is_a_table_too(explorer):
    explorer.comparing = True
    pages = [explorer.shares, *(chart.foot for chart in explorer.charts.values())]
    assert len(pages) == 3
    for page in pages:
        assert re.search(r"<details[^>]*><summary>As a table", page.html) and 'scope="row"' in page.html
    assert re.search(r'role="img" aria-label="Set-up A: Attacker takes the hex [\d.]+ %; ', explorer.shares.html)
    part = explorer.value.odds["defender_lost"]
    rows = re.findall(r'<tr><th scope="row">(\d+)</th><td>([^<]*)', explorer.charts["defender_lost"].foot.html)
    assert rows == [(str(k), share(float(part.probability(k))).replace("<", "&lt;")) for k in range(7)]


def test_both_go_into_one_tidy_file(explorer, sent):
    explorer.a.setup = {**explorer.a.setup, "attacker_guns": (2, 1)}
    explorer.comparing = True
    explorer.b.source = "I02"
    name, text = explorer.csv()
    frame = pandas.read_csv(io.StringIO(text))
    assert name.endswith(".csv") and figures(frame).to_list() == pytest.approx([1, 1])
    mine = frame[frame.setup == "A"]
    assert set(mine.attacker_guns) == {"2+1"} and set(mine.found) == {"exact"} and set(frame.space.dropna()) == {"I02"}
    assert ",18," in text and "18.0" not in text
    expected = {"attacker_lost", "defender_lost", "fortress_lost", "holder", "probability"}
    assert expected <= set(frame.columns)


# --- how it is known


def test_the_charts_it_rests_on_are_named(explorer):
    assert "exact" in words(explorer.source.html) and "reconstructed" not in words(explorer.source.html)
    control(explorer.a, "Fortress").value = "Liege"
    assert "Rests on reconstructed charts: Force Pool Fortresses" in words(explorer.source.html)


def test_where_the_exact_answer_takes_too_long_plays_are_counted_and_their_error_told():
    question = GAME.made_up_combat(attackers=20, defenders=12, fortress="Verdun", attacker_guns=[3, 3])
    found = answered(question, seconds=0.01)
    assert found.plays == 4000 and not found.exact and found.reconstructed
    terms = Terms(GAME.combat_terms())
    told = words(headline({"A": found}, terms))
    assert re.search(r"Attacker loses \(SP\), average A [\d.]+ ± 0\.\d+", told)
    assert "4,000 plays" in words(provenance({"A": found}, {}))
    assert found.say(0.0) == "< 0.1 %" and Answer(found.odds).say(0.0) == "0 %"
    few = replace(found, plays=25)
    assert (few.say(0.48), few.say(0.0), few.say(1.0)) == ("about 48 %", "< 4 %", "> 96 %")
    exact = explore(question)
    for name in ("attacker_lost", "defender_lost"):
        part = found.odds[name]
        assert abs(float(exact[name].mean) - float(part.mean)) < 2.5 * found.mean_error(part)


def test_long_work_goes_on_beside_the_kernel_and_newer_work_takes_its_place():
    async def play() -> None:
        explorer = OddsExplorer(tutor.open(LESSON))
        before = explorer.value
        explorer.a.setup = {**explorer.a.setup, "fortress": "Verdun", "attacker_guns": [3, 3, 2], "defender_guns": [3]}
        assert explorer.value is before and "Calculating A" in explorer.state.html
        await asyncio.sleep(0.5)
        explorer.a.setup = {**explorer.a.setup, "fortress": "Liege", "attacker_guns": [1], "defender_guns": []}
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if not explorer.work["A"].waiting:
                break
        assert dict(explorer.value.setup)["fortress"] == "Liege" and "Calculating" not in explorer.state.html
        explorer.a.setup = {**explorer.a.setup, "fortress": "Namur"}
        assert dict(explorer.settle().value.setup)["fortress"] == "Namur" and not explorer.work["A"].waiting

    asyncio.run(play())


# --- the game on the table, and its secrets


def test_a_combat_on_the_table_can_be_asked_about(explorer):
    assert [value for _, value in explorer.sources["A"].options] == ["", "I02"]
    explorer.a.source = "I02"
    assert explorer.value.space == "I02" and explorer.value.odds == explore(GAME.combat(explorer.session, "I02"))
    press(stock(explorer.a, "guns.cp"), "add", value="0")
    assert explorer.value.odds == explore(GAME.combat(explorer.session, "I02", guns={"cp": [1]}))
    explorer.a.source = ""
    assert explorer.a.setup["attackers"] == 18  # what was said before is still there


@pytest.mark.parametrize("seat", [{"viewer": "cp"}, {"opponents": {"cp": "cautious"}}])
def test_hidden_strengths_are_not_told_to_one_side(seat):
    explorer = OddsExplorer(Seat(tutor.open(LESSON), **seat))
    assert [value for _, value in explorer.sources["A"].options] == [""]
    assert "hidden strengths" in words(explorer.note.html)
    for form in explorer.forms.values():
        with pytest.raises(StaffRideError, match="I02"):
            form.source = "I02"
        assert form.source == "" and "guns.cp" not in form.setup
    assert explorer.value.space == ""


def test_who_sits_down_on_one_side_loses_the_answer_of_the_table():
    seat = Seat(tutor.open(LESSON))
    explorer = OddsExplorer(seat)
    explorer.comparing = True
    explorer.a.source = explorer.b.source = "I02"
    assert explorer.value.space == explorer.value_b.space == "I02"
    seat.viewer = "allies"
    assert explorer.value.space == explorer.value_b.space == "" and explorer.a.source == explorer.b.source == ""


def test_a_game_without_combat_says_so_and_another_game_may_come():
    explorer = OddsExplorer(toy())
    assert "poses no questions about combat yet" in words(explorer.notice.html) and explorer.value is None
    explorer.seat = Seat(tutor.open(LESSON))
    assert explorer.value is not None and explorer.notice.html == ""
    assert explorer.heat.across.word.value == "attackers" and explorer.heat.up.word.value == "defenders"


# --- the heat map


def spans(explorer, across, up):
    explorer.heat.across.span.value, explorer.heat.up.span.value = across, up


def test_a_heat_map_is_the_sweep_of_two_words(explorer, sent):
    spans(explorer, (4, 8), (2, 3))
    explorer.heat.across.step.value = 2
    press(explorer.heat.buttons, "run")
    frame = explorer.table
    assert len(frame) == 6 and frame.attrs["complete"] and "every one exact" in words(explorer.heat.head.html)
    (cells,) = explorer.heat.figure.marks
    assert explorer.heat.measure.value == "holder_attacker" and list(cells.column) == ["4", "6", "8"]
    exact = explore(GAME.made_up_combat(**{**explorer.a.setup, "attackers": 6, "defenders": 3}))
    assert cells.color[1][1] == pytest.approx(float(exact.probability(holder="attacker")))
    explorer.heat.measure.value = "defender_lost_mean"
    (cells,) = explorer.heat.figure.marks
    assert cells.color[1][1] == pytest.approx(float(exact["defender_lost"].mean)) and cells.display_format == ".1f"
    assert f"<td>{float(exact['defender_lost'].mean):.2f}</td>" in explorer.heat.foot.html
    name, text = explorer.heat.csv()
    again = pandas.read_csv(io.StringIO(text))
    assert (
        name.endswith(".csv") and len(again) == 6 and again.holder_attacker.tolist() == frame.holder_attacker.tolist()
    )


def test_a_cell_can_be_looked_at_more_closely(explorer):
    spans(explorer, (4, 8), (2, 3))
    explorer.heat.run()
    explorer.heat._clicked({"data": {"rowNum": 1, "columnNum": 2}})
    assert explorer.a.setup["attackers"] == 6 and explorer.a.setup["defenders"] == 3


def test_choices_and_switches_make_axes_too(explorer):
    explorer.heat.across.word.value, explorer.heat.up.word.value = "terrain", "trench"
    explorer.heat.run()
    (cells,) = explorer.heat.figure.marks
    assert list(cells.row) == ["no", "yes"] and list(cells.column) == ["clear", "forest", "river"]


@pytest.mark.parametrize(
    "across, up, told",
    [
        ("attackers", "attackers", "cannot run along both axes"),
        ("attacker", "fortress", "no Fortress of the defender"),
    ],
)
def test_a_map_that_makes_no_sense_is_told_in_a_sentence(explorer, across, up, told):
    explorer.heat.across.word.value, explorer.heat.up.word.value = across, up
    press(explorer.heat.buttons, "run")
    assert told in words(explorer.notice.html) and explorer.table is None


def test_a_map_too_large_or_too_small_is_refused(explorer):
    spans(explorer, (1, 60), (1, 60))
    press(explorer.heat.buttons, "run")
    assert "3,600 cells cannot be read" in words(explorer.notice.html)
    spans(explorer, (5, 5), (1, 60))
    press(explorer.heat.buttons, "run")
    assert "at least two values" in words(explorer.notice.html)
    spans(explorer, (5, 6), (1, 2))
    press(explorer.heat.buttons, "run")
    assert explorer.notice.html == "" and len(explorer.table) == 4


def test_a_map_can_be_stopped_and_keeps_what_is_done():
    async def play() -> OddsExplorer:
        explorer = OddsExplorer(tutor.open(LESSON))
        explorer.a.setup = {**explorer.a.setup, "attacker_guns": [1], "fortress": "Liege"}
        explorer.settle()
        explorer.heat.run()
        for _ in range(400):
            await asyncio.sleep(0.01)
            if "to go" in explorer.heat.head.html:
                break
        assert "of 400 cells" in words(explorer.heat.head.html) and "<progress" in explorer.heat.head.html
        press(explorer.heat.buttons, "stop")
        for _ in range(600):
            await asyncio.sleep(0.01)
            if not explorer.heat.work.busy:
                break
        return explorer

    explorer = asyncio.run(play())
    assert 0 < len(explorer.table) < 400 and not explorer.table.attrs["complete"]
    assert "Stopped after" in words(explorer.heat.head.html) and "<table>" in explorer.heat.foot.html
    assert " disabled" in re.search(r'<button[^>]*data-key="stop"[^>]*>', explorer.heat.buttons.html).group()
