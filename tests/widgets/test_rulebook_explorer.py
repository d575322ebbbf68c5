"""The explorer of rulebooks: every game, every list, every card."""

import re

import pytest
import traitlets

import tutor
import widgets
from tests.widgets.conftest import press, words
from tutor.engine.errors import UnknownName
from tutor.engine.rulebook_data import rulebook, rulebook_ids
from widgets import Dashboard, RulebookExplorer, Seat
from widgets.rule_book import rule_book_of

GAMES = rulebook_ids()


@pytest.fixture
def explorer():
    return RulebookExplorer()


def say(explorer, **said):
    explorer.list._heard(None, said, [])


def shown(explorer):
    return words(explorer.card.html)


def test_it_stands_alone_and_begins_with_what_the_rulebook_holds(explorer):
    assert explorer.game == "fields-of-despair" and "RulebookExplorer" in widgets.__all__
    assert "192 rules" in shown(explorer) and "This program plays the game" in shown(explorer)
    assert explorer.head.html.count("<option") == 5 and "Find a rule" in explorer.field.html


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_chart_and_option_of_every_game_can_be_opened(game):
    explorer, book = RulebookExplorer(game), rule_book_of(game)
    for card in book.data.cards:
        say(explorer, do="rule", section=card.section)
        assert not explorer.notice.html and 'role="alert"' not in explorer.card.html, card.section
        assert " ".join(card.title.split()) in shown(explorer)
    for name in [*book.charts, *(missing.id for missing in book.data.missing)]:
        say(explorer, do="chart", chart=name)
        assert not explorer.notice.html, name
    for option in book.data.options:
        say(explorer, do="option", number=option.number)
        assert option.name in shown(explorer) and not explorer.notice.html


@pytest.mark.parametrize("game", GAMES)
def test_every_tab_of_every_game_lists_what_there_is(game):
    explorer, book = RulebookExplorer(game), rule_book_of(game)
    explorer.tab = "sequence"
    assert explorer.list.html.count("<li") == sum(1 for _ in below(book.sequence))
    explorer.tab = "rules"
    for name, cards in book.data.chapters.items():
        say(explorer, do="chapter", name=name)
        assert len(re.findall(r'data-key="found ', explorer.list.html)) == len(cards)
    explorer.tab = "charts"
    assert explorer.list.html.count('data-key="chart ') == len(book.charts) + len(book.missing)
    explorer.tab = "options"
    assert explorer.list.html.count('data-key="option ') == len(book.data.options)
    explorer.tab = "glossary"
    assert explorer.list.html.count("<dt") == len(book.data.glossary)
    assert f"Rules {len(book.data.cards)}" in words(explorer.tabs.html)


def below(node):
    for part in node.parts:
        yield part
        yield from below(part)


def test_a_step_of_the_sequence_opens_its_rule_and_the_rule_points_back():
    explorer = RulebookExplorer("world-in-flames")
    press(explorer.list, "paradrop/leaf")
    assert explorer.section == "11.14" and "◆ this rule" in explorer.list.html
    explorer.tab = "rules"
    explorer.card._heard(None, {"do": "step", "node": "paradrop"}, [])
    assert explorer.tab == "sequence"
    assert re.search(r'<details data-key="perform" data-firm open', explorer.list.html)
    assert "data-into-view" in explorer.list.html


def test_what_a_rule_needs_and_what_needs_it_are_links_that_lead_there_and_back():
    explorer = RulebookExplorer("global-war")
    explorer.section = "9.8"
    assert "Needs" in shown(explorer) and "Needed by" in shown(explorer)
    press(explorer.card, "to 9.9")
    assert explorer.section == "9.9" and "Shore bombardment" in shown(explorer)
    press(explorer.card, "back")
    assert explorer.section == "9.8"
    press(explorer.card, "back")
    assert "461 rules" in shown(explorer) and " disabled" in explorer.card.html


def test_a_section_that_stands_in_another_booklet_says_where():
    explorer = RulebookExplorer("world-in-flames")
    explorer.section = "11.13"
    assert "28: the unit costs and characteristics" in shown(explorer)


def test_abbreviations_are_spelt_out_on_cards_and_in_charts():
    explorer = RulebookExplorer("world-in-flames")
    explorer.section = "11.13"
    assert re.search(r'<abbr title="Zone of control[^"]*"[^>]*>ZoC</abbr>', explorer.card.html)
    say(explorer, do="chart", chart="winterised-units")
    assert re.search(r"<td>|<th[^>]*><abbr", explorer.card.html)


def test_a_figure_in_a_chart_is_no_link_to_a_section():
    explorer = RulebookExplorer("dreadnoughts")
    say(explorer, do="chart", chart="land-crt")
    table = explorer.card.html.split("<table>")[1].split("</table>")[0]
    assert "2.5" in table and "sr-section" not in table


def test_reconstructed_and_unprinted_charts_are_marked_in_words():
    explorer = RulebookExplorer("fatal-alliances")
    say(explorer, do="chart", chart="land-crt")
    text = shown(explorer)
    assert "Not printed" in text and "printed in Fatal Alliances with Dreadnoughts in Flames" in text
    assert "Land combat results" in text and "<table" in explorer.card.html
    say(explorer, do="chart", chart="seabox-sections")
    assert "Reconstructed" in shown(explorer)


def test_dreadnoughts_tells_what_differs_and_leads_to_the_rule_of_fatal_alliances():
    explorer = RulebookExplorer("dreadnoughts")
    explorer.section = "2.3.3"
    assert "Against Fatal Alliances III ≠ changed 4 becomes 8 ships" in shown(explorer)
    explorer.section = "11.4.7a"
    assert "+ new" in shown(explorer) and 'data-key="forerunner"' not in explorer.card.html
    explorer.section = "14.4.1"
    press(explorer.card, "forerunner")
    assert (explorer.game, explorer.section) == ("fatal-alliances", "14.4")
    press(explorer.card, "back")
    assert (explorer.game, explorer.section) == ("dreadnoughts", "14.4.1")


def test_it_says_whether_the_engine_plays_a_rule():
    explorer = RulebookExplorer("fields-of-despair")
    explorer.section = "7.2.3"
    assert "✓ This program plays this rule" in shown(explorer)
    explorer = RulebookExplorer("world-in-flames")
    explorer.section = "11.10.6"
    assert "Not yet" in shown(explorer)


def test_words_are_looked_for_in_rules_charts_options_and_glossary(explorer):
    explorer.game = "world-in-flames"
    before = explorer.field.html
    explorer.field._heard(None, {"do": "search", "value": "overrun"}, [])
    assert explorer.tab == "rules" and explorer.field.html == before  # what is typed is left alone
    assert re.search(r'data-key="found 11.10.6"', explorer.list.html)
    assert re.search(r"Rules \d+ Charts 3 Optional rules 0 Glossary 1", words(explorer.tabs.html))
    explorer.field._heard(None, {"do": "first", "values": {"words": "overrun"}}, [])
    assert explorer.section == "11.10.6"
    explorer.tab = "charts"
    assert explorer.list.html.count('data-key="chart ') == 3
    explorer.query = "<b>zzqq"
    for tab in ("rules", "charts", "options", "glossary"):
        explorer.tab = tab
        assert "holds “" in words(explorer.list.html) and "<b>zzqq" not in explorer.list.html


def test_another_game_begins_afresh(explorer):
    explorer.section = "7.2.3"
    explorer.query = "supply"
    explorer.head._heard(None, {"do": "game", "value": "global-war"}, [])
    assert (explorer.game, explorer.section, explorer.query) == ("global-war", "", "")
    assert "Global War" in shown(explorer) and not explorer.notice.html
    press(explorer.card, "back")
    assert (explorer.game, explorer.section) == ("fields-of-despair", "7.2.3")


@pytest.mark.parametrize(
    "said",
    [
        {"do": "game", "value": "chess"},
        {"do": "chart", "chart": "<script>"},
        {"do": "option", "number": "999"},
        {"do": "step", "node": "nowhere"},
        {"do": "tab", "tab": "attic"},
        {"do": "first"},
        {},
    ],
)
def test_nonsense_from_the_browser_is_at_most_one_sentence(explorer, said):
    explorer.list._heard(None, said, [])
    assert "<script>" not in explorer.notice.html and "went wrong" not in explorer.notice.html
    assert explorer.game == "fields-of-despair"


def test_an_unknown_game_or_section_is_told(explorer):
    with pytest.raises(UnknownName, match="no game 'chess'"):
        RulebookExplorer("chess")
    with pytest.raises((UnknownName, traitlets.TraitError)):
        explorer.game = "chess"
    explorer.section = "99.9"
    assert explorer.card.html.count('role="alert"') == 1


# --- at a table ---


@pytest.fixture
def seat():
    return Seat(tutor.open("fields-of-despair/grand-campaign", options=["neutral-belgium"]))


def test_it_opens_on_the_game_of_the_table_and_the_rule_last_asked_for(seat):
    seat.section = "7.2.3"
    explorer = RulebookExplorer(seat)
    assert (explorer.game, explorer.section) == ("fields-of-despair", "7.2.3")
    seat.section = "13.2"
    assert explorer.section == "13.2" and "switched on in this game" in shown(explorer)
    say(explorer, do="rule", section="6.1")
    assert seat.section == "6.1"
    press(explorer.card, "now")
    assert seat.section == explorer.section == seat.session.decision.section and "▶ now" in shown(explorer)


def test_looking_into_another_game_leaves_the_table_alone_until_it_asks(seat):
    explorer = RulebookExplorer(seat)
    seat.section = "6.1"
    explorer.game = "dreadnoughts"
    say(explorer, do="rule", section="13.0.1")
    assert seat.section == "6.1" and "Current step" not in shown(explorer)
    seat.section = "7.2.3"
    assert (explorer.game, explorer.section) == ("fields-of-despair", "7.2.3")


def test_a_session_will_do_and_hidden_panels_wait(seat):
    assert RulebookExplorer(seat.session).game == "fields-of-despair"
    explorer = RulebookExplorer(seat)
    explorer.active = False
    before = explorer.card.html
    seat.section = "7.2.3"
    assert explorer.card.html == before
    explorer.active = True
    assert "Terrain and movement" in shown(explorer)


def test_the_rulebook_room_of_the_dashboard_is_the_explorer():
    board = Dashboard("fields-of-despair/lesson-fortress")
    board.seat.section = "7.2.3"
    board.room = "rules"
    (room,) = [child for child in board.children if isinstance(child, RulebookExplorer)]
    assert room.section == "7.2.3" and room.active
    board.room = "play"
    assert not room.active
    assert rulebook(room.game).title in words(room.head.html)
