"""Rule cards and the search over them."""

import re
import time

import pytest

import tutor
from tutor.engine.registry import rule_cards
from widgets import RuleCard, RuleSearch, Seat
from widgets.rule_book import excerpt, highlighted, rule_book


@pytest.fixture
def session():
    return tutor.open("fields-of-despair/grand-campaign", seed=4, options=["neutral-belgium"])


@pytest.fixture
def card(session):
    return RuleCard(session)


def click(page, **said):
    page._heard(None, said, [])


def text(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def show(card, section):
    card.seat.section = section
    return card.page.html


def test_every_rule_has_a_card_that_shows_its_title(card):
    for rule in rule_cards(card.session.game):
        html = show(card, rule.section)
        assert not card.notice.html and "sr-notice" not in html
        assert rule.title in text(html).replace("&#x27;", "'").replace("&amp;", "&")


def test_without_a_choice_the_card_follows_the_game(card):
    assert card.section == card.session.decision.section
    assert "the rule of the current step" in card.page.html


def test_abbreviations_are_explained(card):
    html = show(card, "6.4.4")
    assert re.search(r'<abbr title="unrestricted submarine warfare"[^>]*>USW</abbr>', html)
    assert re.search(r'<abbr title="strength points"[^>]*>SPs</abbr>', show(card, "6.2.2"))


def test_related_rules_parts_and_places_are_links(card):
    html = show(card, "7.3.3")
    assert "&quot;section&quot;: &quot;10.1/retreat&quot;" in html
    assert "Optional 3d6 combat tables" in html and "In detail" in html
    click(card.page, do="step", node="declare")
    assert card.step == "declare"
    assert "Declare Infantry Combat" in html


def test_charts_are_drawn_and_marked_where_reconstructed(card):
    printed, rebuilt = show(card, "6.2.2"), show(card, "5.1")
    assert "Manpower attrition" in printed and "<th" in printed
    assert "⚠ Reconstructed" not in printed.split("<details")[0]
    assert "⚠ Reconstructed" in rebuilt and "not printed in the rulebook" in rebuilt
    assert "sized by simulation" in rebuilt


def test_a_chart_of_ones_own_is_called_so(tmp_path):
    import yaml

    ours = tutor.open("fields-of-despair/grand-campaign").charts["attrition"]
    (tmp_path / "attrition.yaml").write_text(
        yaml.safe_dump(
            {
                "id": "attrition",
                "title": ours.title,
                "source": {"section": "6.2.2"},
                "key": ours.key,
                "columns": ours.columns,
                "rows": [[row[0], *[77] * (len(row) - 1)] for row in ours.rows],
            },
            sort_keys=False,
        )
    )
    html = show(RuleCard(tutor.open("fields-of-despair/grand-campaign", charts=tmp_path)), "6.2.2")
    assert "your own chart" in html and ">77<" in html


def test_reading_charts_leaves_no_trace_in_what_an_answer_rests_on(card):
    card.session.charts.used.clear()
    show(card, "5.1")
    assert not card.session.charts.used


def test_an_optional_rule_says_whether_it_is_on(card):
    assert "switched on in this game" in show(card, "13.2")
    assert "switched on in this game" in show(card, "6.5.1/belgian-bribe")
    assert "switched off in this game" in show(card, "13.1")
    assert "switched off in this game" in show(card, "7.3.3/combat-table")


def test_rulings_and_standing_are_shown(card):
    assert "How many Belgian bribes" in show(card, "13.2")
    assert "plays this rule" in card.page.html
    assert "pointer to the printed rules" in show(card, "17.0")
    assert "Taught in" not in card.page.html


def test_back_returns_along_the_way_one_came(card):
    first = card.section
    for section in ("6.1", "6.2", "6.3"):
        click(card.page, do="rule", section=section)
    assert card.section == card.seat.section == "6.3"
    click(card.page, do="back")
    assert card.section == "6.2"
    click(card.page, do="back")
    click(card.page, do="back")
    assert card.section == first and card.seat.section == ""
    click(card.page, do="back")
    assert card.section == first


def test_previous_and_next_follow_the_rulebook(card):
    html = show(card, "6.2")
    assert "&quot;section&quot;: &quot;6.1&quot;" in html and "&quot;section&quot;: &quot;6.2.1&quot;" in html
    first = rule_cards(card.session.game)[0].section
    assert re.search(r'data-key="before"[^>]* disabled', show(card, first))


def test_setting_the_trait_shows_the_rule_everywhere(session):
    seat = Seat(session)
    one, two = RuleCard(seat), RuleCard(seat)
    one.section = "7.2.3"
    assert seat.section == two.section == "7.2.3" and "Terrain and movement" in two.page.html


@pytest.mark.parametrize("section", ["99.9", "<script>", "7.3.3/nonsense"])
def test_an_unknown_section_is_told_in_one_sentence(card, section):
    html = show(card, section)
    assert html.count('role="alert"') == 1 and "There is no rule" in html
    assert "<script>" not in html
    assert show(card, "6.1").count('role="alert"') == 0


# --- the search ---


def found(search):
    return re.findall(r'data-key="found ([^"]+)"', search.found.html)


def test_words_find_rules_best_first_and_highlighted(session):
    search = RuleSearch(session)
    click(search.field, do="search", value="trench dice")
    assert found(search)[0] == "7.3.4/trench-dice"
    assert "<mark>Trench</mark>" in search.found.html and search.query == "trench dice"


@pytest.mark.parametrize(
    "typed, first",
    [("7.2.3", "7.2.3"), ("stacking", "1.5/stacking-limit"), ("usw", "6.4.4"), ("naval w", "6.4"), ("fokk", "13.3")],
)
def test_sections_words_and_beginnings_of_words(session, typed, first):
    assert rule_book(session).search(typed).rules[0].card.section == first


def test_what_abbreviations_mean_is_searched_too(session):
    result = rule_book(session).search("submarine")
    assert any(hit.card.section == "6.4.4" for hit in result.rules)
    assert result.terms[0].name == "USW"


def test_a_misspelt_word_finds_the_nearest(session):
    result = rule_book(session).search("reconaissance")
    assert result.instead == "reconnaissance" and result.rules


def test_nothing_found_is_one_sentence(session):
    search = RuleSearch(session)
    search.query = "<i>zzzzqqqq"
    assert "No rule and no term" in search.found.html and "<i>" not in search.found.html


def test_a_click_on_a_result_shows_its_card(session):
    search = RuleSearch(session)
    search.query = "breakout"
    click(search.found, do="rule", section="7.4.3")
    assert search.seat.section == "7.4.3" and "Breakout combat" in search.card.page.html
    assert re.search(r'data-key="found 7.4.3"[^>]* aria-current', search.found.html)


def test_enter_opens_the_best_result(session):
    search = RuleSearch(session)
    click(search.field, do="first", values={"words": "decisive victory"})
    assert search.seat.section == "3.1.1"


def test_chapters_are_listed_while_nothing_is_looked_for_and_unfold(session):
    search = RuleSearch(session)
    assert "Production Phase" in search.found.html and found(search) == []
    click(search.found, do="chapter", name="6")
    assert "6.4.4" in found(search) and "7.2" not in found(search)
    click(search.found, do="chapter", name="6")
    assert found(search) == []


def test_typing_does_not_paint_the_field_again(session):
    search = RuleSearch(session)
    before = search.field.html
    click(search.field, do="search", value="sup")
    assert search.field.html == before
    search.query = "supply"
    assert 'value="supply"' in search.field.html


def test_a_search_over_all_cards_is_quick(session):
    book = rule_book(session)
    book.search("warm up")
    for words in ("supply line", "a", "reconaissance", "7", "zzzzqq"):
        start = time.perf_counter()
        book.search(words)
        assert time.perf_counter() - start < 0.1, words


def test_highlights_are_escaped_and_excerpts_hold_the_word():
    assert highlighted("<b> Fire & fire", ["fire"]) == "&lt;b&gt; <mark>Fire</mark> &amp; <mark>fire</mark>"
    long = "word " * 60 + "needle " + "word " * 60
    assert "needle" in excerpt(long, ["needle"]) and len(excerpt(long, ["needle"])) < 170
