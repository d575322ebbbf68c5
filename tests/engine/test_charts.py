"""Charts: provenance, look-up, and users' own in place of ours."""

import pytest

import tutor
from tutor.engine.charts import Charts, check_chart, in_range
from tutor.engine.errors import BadFile, UnknownName
from tutor.games.fields_of_despair import GAME

GOOD = """
id: trench-dice
title: My trench dice
source: {section: "7.3.4"}
key: attacking_sp
columns: {attacking_sp: range, dice: int}
rows:
  - ["1-4", 2]
  - ["5-8", 2]
  - ["9-12", 3]
  - ["13-16", 4]
  - ["17+", 9]
"""


def own(tmp_path, text, name="trench-dice.yaml"):
    (tmp_path / name).write_text(text)
    return GAME.charts(tmp_path)


@pytest.mark.parametrize(
    "value, text, inside",
    [(4, "4", True), (4, "1-4", True), (5, "1-4", False), (99, "17+", True), (16, "17+", False), (3, "x", False)],
)
def test_ranges(value, text, inside):
    assert in_range(value, text) is inside


def test_every_chart_says_where_its_values_come_from():
    charts = GAME.charts()
    assert len(charts) >= 30
    for name in charts:
        chart = charts[name]
        assert chart.id == name and chart.source.section
        assert ("reconstructed" in chart._repr_html_().lower()) == bool(chart.source.reconstructed)


def test_a_users_chart_replaces_ours(tmp_path):
    charts = own(tmp_path, GOOD)
    assert charts["trench-dice"].cell(20, "dice") == 9
    assert charts["attrition"].cell(6, 4) == 3


def test_the_variable_names_a_folder(tmp_path, monkeypatch):
    (tmp_path / "trench-dice.yaml").write_text(GOOD)
    monkeypatch.setenv("STAFF_RIDE_CHARTS", str(tmp_path))
    assert tutor.open("fields-of-despair/lesson-trench-assault").charts["trench-dice"].cell(17, "dice") == 9


def test_a_folder_may_hold_a_folder_for_each_game(tmp_path):
    (tmp_path / "fields-of-despair").mkdir()
    (tmp_path / "fields-of-despair" / "trench-dice.yaml").write_text(GOOD)
    assert GAME.charts(tmp_path)["trench-dice"].cell(17, "dice") == 9


@pytest.mark.parametrize(
    "old, new, words",
    [
        (
            '["9-12", 3]',
            '["9-12", "2?"]',
            r'trench-dice.yaml row 3, column "dice": expected a whole number from 0 to 999, got \'2\?\'',
        ),
        ('["9-12", 3]', '["nine", 3]', 'row 3, column "attacking_sp": expected a range'),
        ('["9-12", 3]', '["9-12"]', "row 3: expected 2 cells, got 1"),
        ('  - ["9-12", 3]\n', "", "rows missing for .*9-12"),
        ('["9-12", 3]', '["5-8", 3]', "two rows have the same"),
        ("{attacking_sp: range, dice: int}", "{attacking_sp: range, pips: int}", "columns must be those"),
        ("{attacking_sp: range, dice: int}", "{attacking_sp: range, dice: number}", 'type "number"'),
        ("key: attacking_sp", "key: nothing", 'key "nothing"'),
        ("title: My trench dice", "name: My trench dice", "trench-dice.yaml"),
        ("id: trench-dice", "id: usw", "id is 'usw'"),
        ("rows:", "rows: [", "trench-dice.yaml line"),
    ],
)
def test_a_bad_chart_is_named_by_file_row_and_column(tmp_path, old, new, words):
    assert old in GOOD
    with pytest.raises(BadFile, match=words):
        own(tmp_path, GOOD.replace(old, new))


def test_a_chart_that_is_not_ours_is_refused(tmp_path):
    with pytest.raises(BadFile, match="no chart 'dragons'"):
        own(tmp_path, GOOD.replace("trench-dice", "dragons"), "dragons.yaml")


def test_no_such_folder(tmp_path):
    with pytest.raises(BadFile, match="no such folder"):
        GAME.charts(tmp_path / "nowhere")


def test_unknown_rows_and_columns_are_named():
    chart = GAME.charts()["attrition"]
    with pytest.raises(UnknownName, match="row of chart attrition '9'"):
        chart.cell(9, "4")
    with pytest.raises(UnknownName, match="column of chart attrition 'x'"):
        chart.cell(1, "x")
    with pytest.raises(UnknownName, match="no chart 'nope'"):
        GAME.charts()["nope"]


def test_a_chart_prints_as_itself():
    text = str(GAME.charts()["usw"])
    assert "reconstructed" in text and "4-5" in text
    assert isinstance(GAME.charts(), Charts)


def test_check_chart_refuses_what_is_no_chart():
    with pytest.raises(BadFile):
        check_chart(["a"], "x.yaml")
