"""Save files: versioned, atomic, believed only when whole."""

import json
import os

import msgspec
import pytest

import tutor
from tests.engine.pictures import picture
from tutor.engine import saves
from tutor.engine.errors import BadFile
from tutor.engine.play import play, random_policy

SCENARIO = "fields-of-despair/1914-mobile-war"


@pytest.fixture(scope="module")
def played():
    s = tutor.open(SCENARIO, seed=7, options=["pershing"])
    choose = random_policy(7)
    while s.decisions_made < 90:
        s.submit(choose(s))
    return s


@pytest.fixture
def saved(played, tmp_path):
    path = tmp_path / "game.json"
    played.save(path)
    return path


def test_load_gives_back_the_same_game(played, saved):
    loaded = tutor.load(saved)
    assert picture(loaded) == picture(played)
    assert loaded.options == played.options and loaded.seed == played.seed


def test_a_loaded_game_goes_on_like_the_other(played, saved):
    one, other = played.fork(), tutor.load(saved)
    for s in (one, other):
        play(s, random_policy(1), until=lambda s: s.decisions_made > 200)
    assert picture(one) == picture(other)


def test_undo_reaches_the_beginning_after_a_load(saved):
    loaded = tutor.load(saved)
    while loaded.undo() is not None:
        pass
    fresh = tutor.open(SCENARIO, seed=7, options=["pershing"])
    assert picture(loaded) == picture(fresh)


def test_saving_what_was_loaded_gives_the_same_file(saved, tmp_path):
    again = tmp_path / "again.json"
    tutor.load(saved).save(again)
    assert again.read_bytes() == saved.read_bytes()


def test_a_crash_in_the_middle_leaves_the_old_file_whole(played, saved, monkeypatch):
    before = saved.read_bytes()

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(BadFile, match="No space left"):
        tutor.open(SCENARIO).save(saved)
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == [saved.name], "no stray file is left"


def test_a_truncated_file_is_one_error(saved):
    whole = saved.read_text()
    for share in (0.0, 0.3, 0.9, 0.9999):
        saved.write_text(whole[: int(len(whole) * share)])
        with pytest.raises(BadFile, match=r"game\.json.*(cut short|JSON)"):
            tutor.load(saved)


@pytest.mark.parametrize(
    "content, words",
    [
        ("[1, 2]", "field 'format'"),
        ('{"format": "chess"}', "not a saved game of Staff Ride"),
        ('{"format": "staff-ride-save", "version": 99}', "field 'version' is 99"),
        ('{"format": "staff-ride-save", "version": 1}', "field 'game' is missing"),
        ("\x00\x01", "not a whole JSON file"),
    ],
)
def test_a_foreign_file_is_one_error(tmp_path, content, words):
    path = tmp_path / "game.json"
    path.write_text(content)
    with pytest.raises(BadFile, match=words):
        tutor.load(path)


def edit(path, change):
    raw = json.loads(path.read_text())
    change(raw)
    path.write_text(json.dumps(raw))


def block_of(raw):
    return next(iter(raw["legs"][-1]["state"]["blocks"].values()))


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda r: r.update(game="chess"), "no game 'chess'"),
        (lambda r: r.update(seed="seven"), "seed"),
        (lambda r: r["options"].update(pershing="yes"), "options"),
        (lambda r: r["options"].update(dragons=True), "dragons"),
        (lambda r: block_of(r).update(hex="Z99"), r"legs\[\d\]\.blocks\.\d+\.hex.*'Z99'"),
        (lambda r: block_of(r).update(sp=99), r"blocks\.\d+\.sp"),
        (lambda r: block_of(r).update(sp="many"), "sp"),
        (lambda r: block_of(r).update(nation="Spain"), "nation.*Spain"),
        (lambda r: r["beginning"].update(initiative="spain"), "initiative"),
        (lambda r: r["beginning"]["control"].pop("A01"), "control"),
        (lambda r: r["legs"][0]["state"]["boards"]["cp"].update(lp=9), r"boards\.cp\.lp"),
        (lambda r: r["legs"][0].update(frames=[[55, []]]), "frames"),
        (lambda r: r["legs"][0].update(logged=10**6), "counts do not fit"),
        (lambda r: r["inputs"].__setitem__(3, {"action": "fly"}), r"inputs\[3\]"),
        (lambda r: r["inputs"].__setitem__(3, {"action": "place-air"}), r"inputs\[3\]"),
        (lambda r: r["inputs"].pop(3), "inputs"),
        (lambda r: r["log"].pop(), "log"),
        (lambda r: r.update(legs=[]), "legs"),
        (lambda r: r.pop("digests"), "digests"),
        (lambda r: block_of(r).update(oos=not block_of(r)["oos"]), "field 'legs' was changed"),
    ],
)
def test_an_edited_file_names_the_field(saved, change, words):
    edit(saved, change)
    with pytest.raises(BadFile, match=words) as err:
        tutor.load(saved)
    assert str(err.value).startswith("game.json: ") and "\n" not in str(err.value)


def test_charts_of_the_user_travel_with_the_save(tmp_path):
    own = tmp_path / "charts"
    own.mkdir()
    chart = tutor.open(SCENARIO).charts["trench-dice"]
    text = msgspec.yaml.encode(
        {**msgspec.to_builtins(chart), "rows": [["1-4", 2], ["5-8", 3], ["9-12", 4], ["13-16", 5], ["17+", 6]]}
    )
    (own / "trench-dice.yaml").write_bytes(text)
    s = tutor.open(SCENARIO, charts=own)
    s.save(tmp_path / "game.json")
    assert tutor.load(tmp_path / "game.json").charts["trench-dice"].cell(20, "dice") == 6


def test_a_folder_that_cannot_be_written_is_one_sentence():
    with pytest.raises(BadFile, match="cannot be written"):
        saves.write_atomically(saves.Path("/nonexistent/folder/game.json"), b"")
