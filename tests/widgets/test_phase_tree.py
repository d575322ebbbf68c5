"""The sequence of play as a tree: where the game stands, and what is open."""

import re

import pytest

import tutor
from tutor.engine.play import random_policy
from widgets import PhaseTree


@pytest.fixture
def session():
    return tutor.open("fields-of-despair/1914-introduction", seed=4)


def now(tree):
    """The ids of the nodes that are marked as current."""
    return re.findall(r'class="[^"]*sr-now[^"]*" data-node="([^"]+)"', tree.page.html)


def opened(tree):
    return set(re.findall(r'<details data-key="([^"]+)" data-firm open>', tree.page.html))


def click(tree, **said):
    tree.page._heard(None, said, [])


def test_exactly_the_current_step_is_marked_all_along_a_game(session):
    tree = PhaseTree(session)
    choose = random_policy(2)
    met = set()
    for _ in range(400):
        if session.over:
            break
        step = session.where[-1].id
        assert now(tree) == [step]
        assert tree.page.html.count('aria-current="step"') == tree.page.html.count("▶ now") == 1
        assert {place.id for place in session.where[1:-1]} <= opened(tree)
        met.add(step)
        session.submit(choose(session))
    assert len(met) > 5


def test_the_tree_holds_every_step_with_section_summary_and_who(session):
    html = PhaseTree(session).page.html
    for _, node in session.game.sequence.walk():
        if node is not session.game.sequence:
            assert f'data-node="{node.id}"' in html
    assert "Infantry 2 hexes, cavalry 3." in html
    assert "both players" in html and "by itself" in html and "Central Powers" in html


def test_bound_values_are_shown_with_players_by_name(session):
    tree = PhaseTree(session)
    crumbs = tree.page.html.split("</nav>")[0]
    assert "Turn 1" in crumbs and "Action Phase 1" in crumbs
    assert f"Steps of {session.game.player_name(session.where[-2].value or session.where[-3].value)}" in crumbs


def test_a_click_on_a_section_asks_for_its_rule(session):
    tree = PhaseTree(session)
    click(tree, do="rule", section="6.4.3")
    assert tree.seat.section == "6.4.3"
    assert re.search(r'sr-marked" data-node="naval-losses"', tree.page.html)
    assert tree.page.html.count("◆ this rule") == 1


def test_what_the_user_opens_or_folds_survives_a_repaint(session):
    tree = PhaseTree(session)
    assert "production" not in opened(tree)
    click(tree, do="fold", node="production")
    click(tree, do="fold", node="action-phase")
    tree.seat.changed()
    assert "production" in opened(tree) and "action-phase" not in opened(tree)


def test_the_way_to_the_current_step_opens_when_it_moves_and_what_is_left_folds_again(session):
    tree = PhaseTree(session)
    before = session.where[-2].id
    click(tree, do="fold", node="action-phase")
    click(tree, do="fold", node="production")
    choose = random_policy(2)
    while session.where[-2].id == before:
        session.submit(choose(session))
    assert {"action-phase", session.where[-2].id, "production"} <= opened(tree)
    assert before in {p.id for p in session.where} or before not in opened(tree)


def test_only_a_move_scrolls_the_tree(session):
    tree = PhaseTree(session)
    assert "data-into-view" in tree.page.html
    tree.seat.changed()
    assert "data-into-view" not in tree.page.html
    click(tree, do="shown")
    assert "data-into-view" in tree.page.html


def test_a_named_step_is_marked_and_its_way_opened(session):
    tree = PhaseTree(session)
    tree.marked = "usw-roll"
    assert {"production", "naval"} <= opened(tree)
    assert re.search(r'sr-marked" data-node="usw-roll"', tree.page.html)


def test_an_unknown_step_is_told_in_one_sentence(session):
    tree = PhaseTree(session)
    click(tree, do="go", node="lunch")
    assert "no phase or step &#x27;lunch&#x27;" in tree.notice.html


def test_a_game_that_is_over_marks_nothing():
    session = tutor.open("fields-of-despair/lesson-fortress", seed=1)
    tree = PhaseTree(session)
    choose = random_policy(1)
    while not session.over:
        session.submit(choose(session))
    assert now(tree) == [] and "The game is over." in tree.page.html
