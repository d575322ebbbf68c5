"""The words that forms offer for battles are those that the questions take, and say what makes no difference."""

from __future__ import annotations

import pytest

import tutor
from tests.global_war import fights
from tutor.engine.errors import StaffRideError
from tutor.engine.questions import keywords
from tutor.games.global_war import GAME
from tutor.games.global_war.made_up import KINDS, takes_part
from tutor.games.global_war.units import unit_types
from tutor.odds import Budget, explored, sampled, sweep


def said(kind, **more):
    words = GAME.made_up_words(kind=kind, **more)
    return words, {**{word.name: word.default for word in words}, "kind": kind}


@pytest.mark.parametrize("kind", KINDS)
def test_every_choice_of_a_made_up_battle_poses_a_question(kind):
    words, usual = said(kind)
    assert GAME.made_up_combat(**keywords(usual)).names
    for word in words:
        assert word.fits(usual[word.name]) and word.section, word.name
        few = [(c,) for c in dict.fromkeys(word.choices)] if word.kind == "several" else word.choices
        for value in {"number": (word.low, word.high), "switch": (False, True)}.get(word.kind, few):
            assert word.fits(value) and word.title_of(value)
            if word.name == "kind" or value in ("", ("",)) or (word.kind == "number" and value == 0):
                continue
            assert GAME.made_up_combat(**keywords({**usual, word.name: value})).names, (word.name, value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_that_takes_part_may_be_said_and_every_other_is_refused(kind):
    g = tutor.open("global-war/lesson-france-1940").table
    for side in ("attackers", "defenders"):
        usual = keywords(said(kind)[1])
        for type in unit_types(g).values():
            setup = {**usual, side: {**usual[side], type.id: 1}}
            if kind == "raid" and type.surface and side == "attackers":
                setup["defenders"] = {}  # no surface raiders among escorts (9.12)
            if takes_part(type, kind, side):
                sampled(GAME.made_up_combat(**setup), 1)
                assert any(word.name == f"{side}.{type.id}" for word in GAME.made_up_words(**setup))
            else:
                with pytest.raises(StaffRideError, match="has no place"):
                    GAME.made_up_combat(**setup)


@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_called_by_the_games_own_terms(kind):
    question, terms = GAME.made_up_combat(kind=kind), GAME.combat_terms()
    assert set(question.names) <= set(terms)
    odds = explored(question).odds
    for name in ("holder", "rounds"):
        if name in question.names:
            assert {f"{name}_{value}" for value in odds[name].outcomes} <= set(terms)
    assert next(term for term in terms if term.startswith("holder_")) == "holder_attacker"


UNUSED = [
    ({"kind": "land"}, "attacker_target", ["infantry"]),
    ({"kind": "bombing", "attackers": {"strategic-bomber": 1}, "defenders": {}}, "intercept", [True, False]),
    ({"kind": "amphibious", "attackers": {"infantry": 2}}, "bombard", [True, False]),
    ({"kind": "land", "attackers": {"infantry": 2}}, "attacker_losses", [[], ["infantry"]]),
]


@pytest.mark.parametrize("setup, name, values", UNUSED)
def test_what_is_said_to_make_no_difference_makes_none(setup, name, values):
    (word,) = (word for word in GAME.made_up_words(**setup) if word.name == name)
    assert word.unused
    answers = {explored(GAME.made_up_combat(**setup, **{name: value})).odds for value in (word.default, *values)}
    assert len(answers) == 1


def test_target_selection_has_a_first_target_where_somebody_has_it_9_3():
    setup = {
        "attackers": {"infantry": 2, "tactical-bomber": 1},
        "defenders": {"infantry": 1, "medium-armor": 1, "artillery": 1},
    }
    words = {word.name: word for word in GAME.made_up_words(**setup)}
    assert not words["attacker_target"].unused and words["defender_target"].unused
    assert set(words["attacker_target"].choices) == {"", "infantry", "medium-armor", "artillery"}
    dearest, guns = (
        explored(GAME.made_up_combat(**setup, attacker_target=t)).odds["defender_ipp"] for t in ("", "artillery")
    )
    assert dearest.mean > guns.mean, "by default the armor, which costs most, is aimed at"
    city = {"terrain": "city", "attackers": {"infantry": 1, "medium-armor": 1}, "defenders": {"infantry": 1}}
    assert not {w.name: w for w in GAME.made_up_words(**city)}["defender_target"].unused


def test_the_order_of_loss_is_kept_as_it_was_said_9_1():
    setup = {"attackers": {"infantry": 1, "medium-armor": 1}, "defenders": {"infantry": 2}}
    (word,) = (word for word in GAME.made_up_words(**setup) if word.name == "attacker_losses")
    assert word.ordered and set(word.choices) == {"infantry", "medium-armor"}
    first_lost = {}
    for order in ([], ["medium-armor", "infantry"]):
        odds = explored(GAME.made_up_combat(**setup, attacker_losses=order)).odds["attacker_lost", "attacker_ipp"]
        first_lost[len(order)] = {ipp for units, ipp in odds.outcomes if units == 1}
    assert first_lost == {0: {3}, 2: {6}}, "the cheapest first, or as it was said"


def test_a_capital_ship_may_be_named_for_its_damage_and_for_its_loss_0_9():
    setup = {"kind": "naval", "attackers": {"destroyer": 3}, "defenders": {"battleship": 1, "destroyer": 1}}
    (word,) = (word for word in GAME.made_up_words(**setup) if word.name == "defender_losses")
    assert word.choices.count("battleship") == 2 and word.choices.count("destroyer") == 1
    orders = ([], ["destroyer"], ["battleship"], ["battleship", "destroyer", "battleship"])
    lost = [explored(GAME.made_up_combat(**setup, defender_losses=order)).odds["defender_ipp"] for order in orders]
    usual, destroyer_first, battleship_first, twice = lost
    assert usual == twice, "damage that sinks nothing is borne first"
    assert destroyer_first != usual and battleship_first != usual
    assert 15 in battleship_first.outcomes and 15 not in usual.outcomes, "the battleship alone is lost"


def test_carriers_keep_their_decks_as_long_as_they_can_8_7():
    setup = {
        "kind": "naval", "attackers": {"destroyer": 2}, "defenders": {"fleet-carrier": 1, "fighter": 2, "destroyer": 1}
    }  # fmt: skip
    usual = explored(GAME.made_up_combat(**setup)).odds["defender_ipp"]
    bold = explored(GAME.made_up_combat(**setup, defender_losses=["fleet-carrier"])).odds["defender_ipp"]
    assert usual.mean < bold.mean and 20 in bold.outcomes, "aircraft that find no deck are lost"


def test_the_words_of_a_battle_on_the_table_are_those_of_its_forces():
    session = tutor.open("global-war/lesson-france-1940")
    fights.march(session.table, "bavaria", "alsace-lorraine", {"infantry": 2, "artillery": 1})
    words = {word.name: word for word in GAME.combat_words(session, "alsace-lorraine")}
    assert "attackers.infantry" not in words, "they have been sent already"
    assert set(words["attacker_losses"].choices) == {"infantry", "artillery"} and words["retreat_below"].high == 3
    plans = keywords({"attacker_losses": ("artillery",), "retreat_after": 1})
    assert GAME.combat(session, "alsace-lorraine", **plans).names
    assert GAME.combat_words(session, "paris") and not GAME.combat_words(
        fights.begin(fights.prepare("germany")), "paris"
    )


def test_a_grid_over_the_words_of_a_mapping_is_one_table():
    grid = {"kind": ["land"], "attackers.infantry": [1, 3], "attackers.artillery": [1], "defenders.infantry": [1, 2]}
    frame = sweep(GAME.made_up_combat, grid)
    assert len(frame) == 4 and (frame["covered"] == 1).all()
    exact = explored(GAME.made_up_combat(attackers={"infantry": 3, "artillery": 1}, defenders={"infantry": 2})).odds
    row = frame[(frame["attackers.infantry"] == 3) & (frame["defenders.infantry"] == 2)].iloc[0]
    assert row["holder_attacker"] == pytest.approx(float(exact.probability(holder="attacker")))
    assert row["attacker_lost_mean"] == pytest.approx(float(exact["attacker_lost"].mean))


def test_a_grid_says_which_of_its_cells_leave_rules_out():
    grid = {
        "attackers.infantry": [1, 40], "attackers.tactical-bomber": [2], "defenders.infantry": [30],
        "defenders.artillery": [3],
    }  # fmt: skip
    frame = sweep(GAME.made_up_combat, grid, budget=Budget(seconds=2, positions=300))
    assert list(frame["leaves_out"]) == ["", "target selection of the attacker"]
