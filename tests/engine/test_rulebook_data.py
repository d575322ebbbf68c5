"""Rulebooks as data: every game's is here, whole, linked up, and searched in a moment."""

import os
import re
import shutil
import statistics
import time

import pytest

from tutor.engine import registry
from tutor.engine.data import scenarios_root
from tutor.engine.errors import BadFile, UnknownName
from tutor.engine.rulebook_data import charts_of, places, read_rulebook, rulebook, rulebook_ids
from tutor.engine.rulebook_search import abbreviations
from tutor.games import find_game, game_ids

ROWS = {
    "fields-of-despair": 192,
    "global-war": 461,
    "world-in-flames": 650,
    "fatal-alliances": 440,
    "dreadnoughts": 499,
}
GAMES = list(ROWS)

# Capitals that are no abbreviations: numbers, names of machines, codes of a chart, words of a gearing class.
PLAIN = re.compile(
    r"[IVXL]+|[0-9X]*X[0-9]?[ACD]?|[0-9]X[0-9][AD]|OE[12]|IE|OK|G[48]M|MXY|L2D|D3A1|CAPped|AIR|FORT|NAVAL|ENTRENCH|DAY|NIGHT"
)


def test_every_game_of_the_house_has_its_rulebook_in_order():
    assert rulebook_ids() == GAMES


@pytest.mark.parametrize("game, rows", ROWS.items())
def test_a_rulebook_has_as_many_rules_as_its_digest(game, rows):
    book = rulebook(game)
    assert len(book.cards) == rows == sum(map(len, book.chapters.values()))
    assert all(card.title and card.summary for card in book.cards)
    assert book.title and book.about.about


@pytest.mark.parametrize("game", GAMES)
def test_what_a_rule_needs_is_there_or_known_to_be_elsewhere(game):
    book = rulebook(game)
    for card in book.cards:
        for section in card.needs:
            assert section in book or book.elsewhere(section), f"{card.section} needs {section}"
            assert section not in book or card in book.needed_by(section)


@pytest.mark.parametrize("game", GAMES)
def test_options_glossary_and_charts_point_at_rules(game):
    book = rulebook(game)
    assert book.options and book.glossary and book.tables and book.missing
    assert all(option.sections and option.effect for option in book.options)
    assert all(term.meaning and (not term.section or term.section in book) for term in book.glossary)
    for chart in book.tables.values():
        own, _ = charts_of(book.tables.values(), chart.source.section)
        assert chart in own
    for missing in book.missing:
        other, _, name = missing.instead.rpartition("/")
        if other:
            assert name in rulebook(other).tables


@pytest.mark.parametrize("game", [g for g in GAMES if g not in game_ids()])
def test_the_sequence_of_play_is_a_tree_with_shows(game):
    root = rulebook(game).sequence
    nodes = list(root.walk())
    assert len(nodes) > 50 and len({node.id for node in nodes}) == len(nodes)
    assert all(node.who or node is root for node in nodes)
    leaf = next(node for node in nodes if not node.parts)
    assert any(node is leaf for node, _ in places(root, leaf.section))


@pytest.mark.parametrize(("game", "section"), [("fields-of-despair", "7.2"), ("global-war", "7.6")])
def test_an_engine_s_tree_is_shown_like_one_from_a_file(game, section):
    root = find_game(game).sequence
    assert rulebook(game).sequence is None
    found = places(root, section)
    assert found and all(isinstance(node.repeats, bool) and isinstance(node.at_times, bool) for node, _ in found)


@pytest.mark.parametrize("game", GAMES)
def test_every_abbreviation_that_a_reader_meets_is_explained(game):
    book = rulebook(game)
    known = abbreviations(book.glossary)
    short = re.compile(
        r"(?<![\w/.'-])(?=[A-Za-z0-9]*[A-Z][A-Za-z0-9]*[A-Z])[A-Za-z0-9]+(?:-[A-Z]\b)?(?!\w)|(?<!\w)\d?[dD](?:6|10|12)(?!\w)"
    )
    texts = [f"{card.title} {card.summary} {card.versus}" for card in book.cards]
    texts += [f"{option.name} {option.effect} {option.product}" for option in book.options]
    texts += [term.meaning for term in book.glossary]
    texts += [f"{chart.title} {chart.notes} {' '.join(chart.columns)}" for chart in book.tables.values()]
    texts += [f"{m.title} {m.holds} {' '.join(m.known)}" for m in book.missing]
    met = {found for text in texts for found in short.findall(text)}
    unknown = {m for m in met if m not in known and m.removesuffix("s") not in known and not PLAIN.fullmatch(m)}
    assert not unknown


def test_dreadnoughts_tells_how_each_rule_stands_to_fatal_alliances():
    kinds = [card.versus.partition(":")[0] for card in rulebook("dreadnoughts").cards]
    assert {kind: kinds.count(kind) for kind in ("new", "changed", "removed")}["new"] > 40
    assert set(kinds) == {"same", "changed", "new", "removed"}
    assert not any(card.versus for card in rulebook("fatal-alliances").cards)


def test_the_acronyms_chart_and_the_glossary_say_the_same_1_4():
    chart = find_game("fields-of-despair").charts(own=False)["acronyms"]
    meanings = abbreviations(rulebook("fields-of-despair").glossary)
    assert all(meanings[row["acronym"]] == row["meaning"] for row in chart)


# --- searching ---


@pytest.mark.parametrize(
    "game, words, first",
    [
        ("world-in-flames", "overrun", "11.10.6"),
        ("world-in-flames", "13.3.2", "13.3.2"),
        ("global-war", "maritime air patrol", "8.7"),
        ("fatal-alliances", "bounce", "16.3.3/bounce"),
        ("dreadnoughts", "distant blockade", "13.0.1"),
        ("global-war", "amphibius", "9.8"),
    ],
)
def test_a_search_finds_the_rule_one_means(game, words, first):
    assert rulebook(game).search(words).rules[0].card.section == first


def test_a_search_finds_terms_by_name_and_by_what_they_mean():
    assert rulebook("world-in-flames").search("zoc").terms[0].name == "ZoC"
    assert "CCP" in [term.name for term in rulebook("global-war").search("chinese communist").terms]


def test_the_longest_rulebook_is_searched_in_a_tenth_of_a_second():
    book = rulebook("world-in-flames")
    book.search("warm up")
    for words in ("supply", "a", "naval combat surprise points", "reconaissance", "11.4", "zzzzqq", "xyzzyplugh quux"):
        times = []
        for _ in range(20):
            start = time.perf_counter()
            book.search(words)
            times.append(time.perf_counter() - start)
        assert statistics.median(times) < 0.1, words


# --- reading ---


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(scenarios_root() / "fatal-alliances" / "rulebook", tmp_path / "toy" / "rulebook")


def spoilt(folder, name, old, new):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    book = read_rulebook(folder)
    return book.options, book.glossary, book.sequence, book.tables


@pytest.mark.parametrize(
    "name, old, new, told",
    [
        ("book.yaml", "title:", "titel:", r"book\.yaml: .*titel"),
        ("rules.csv", "section,title", "number,title", r'rules\.csv: column "section" is missing'),
        ("rules.csv", "needs\n", "needs,mood\n", r'rules\.csv: column "mood" is not known'),
        ("rules.csv", ",Rules,concept,", ",Rules, and more,concept,", r"rules\.csv row 4: expected 6 cells"),
        ("rules.csv", "\n1.2,Scale,", "\n1.1,Scale,", r"rules\.csv row 5, column \"section\": '1\.1' stands"),
        ("rules.csv", "\n1.2,Scale,", "\n1.2,,", r'rules\.csv row 5, column "title": nothing is in it'),
        ("rules.csv", "1.2.1;1.2.2;1.2.3", "1.2.1;99.9", r"rules\.csv row 5, column \"needs\": .*'99\.9'"),
        ("rules.csv", ",units,,", ",units,77,", r"rules\.csv row \d+, column \"optional\": options\.csv has no number '77'"),
        ("options.csv", "\n2,", "\n1,", r'options\.csv row 3, column "number"'),
        ("options.csv", "13.4/isolated", "13.4/nowhere", r"options\.csv row 7, column \"sections\": .*'13\.4/nowhere'"),
        ("glossary.csv", ",artillery,21.4", ",,", r'glossary\.csv row \d+, column "meaning": nothing'),
        ("sequence.yaml", 'section: "4"\n', 'section: "4x"\n', r"sequence\.yaml, part 'reinforcement', .*'4x'"),
        ("sequence.yaml", "id: lending", "id: reinforcement", r"sequence\.yaml, .* \"id\": 'reinforcement' stands"),
        ("sequence.yaml", "who: both sides", "whom: both sides", r"sequence\.yaml: .*whom"),
        ("tables.yaml", "source: printed", "source: guessed", r"tables\.yaml: .*guessed"),
        ("tables.yaml", "rows:\n  - [", "rows:\n  - [more, ", r"tables\.yaml, table '[\w-]+' row 1: expected 4 cells, got 5"),
        ("tables.yaml", "section: '3.1'", "section: '3.77'", r"tables\.yaml, table '[\w-]+', .*'3\.77'"),
        ("tables.yaml", "tables:", "tables: [", r"tables\.yaml line \d+"),
    ],
)  # fmt: skip
def test_a_broken_file_is_one_sentence_that_names_the_place(folder, name, old, new, told):
    with pytest.raises(BadFile, match=told) as err:
        spoilt(folder, name, old, new)
    assert "\n" not in str(err.value) and str(err.value).endswith(".")


def test_a_missing_file_is_one_sentence(folder):
    (folder / "glossary.csv").unlink()
    with pytest.raises(BadFile, match=r"glossary\.csv: cannot be read"):
        _ = read_rulebook(folder).glossary


def test_a_rulebook_is_read_once_and_again_when_a_file_changes(folder):
    once = read_rulebook(folder)
    assert read_rulebook(folder) is once
    text = (folder / "rules.csv").read_text(encoding="utf-8")
    (folder / "rules.csv").write_text(text.replace("Introduction", "Opening", 1), encoding="utf-8")
    os.utime(folder / "rules.csv", ns=(1, 1))
    assert read_rulebook(folder).cards[0].title == "Opening"


def test_unknown_games_and_sections_are_one_sentence():
    with pytest.raises(UnknownName, match="no game 'chess'"):
        rulebook("chess")
    with pytest.raises(UnknownName, match="section '99'"):
        rulebook("global-war").card("99")


def test_the_cards_of_a_game_are_those_of_its_rulebook():
    game = find_game("fields-of-despair")
    assert registry.rule_cards(game) == list(rulebook(game.id).cards)
