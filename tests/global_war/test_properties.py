"""What must hold at every point of any game, checked along random play."""

from __future__ import annotations

import random

import msgspec
import pytest

import tutor
from tutor.engine.play import random_policy
from tutor.engine.registry import rule_cards
from tutor.engine.rulings import Illegal
from tutor.games.global_war import GAME
from tutor.games.global_war.nations import PLAYERS
from tutor.games.global_war.terms import NOBODY

SECTIONS = {card.section for card in rule_cards(GAME)}
CAMPAIGNS = ("global-war/1936", "global-war/1939")
YEARS = 4  # calendar turns of two full years
MOST_DECISIONS = 20_000


def options_for(seed):
    """The scenario's own, or a random choice of all of them."""
    rng = random.Random(seed)
    return {name: rng.random() < 0.5 for name in GAME.options} if seed % 3 == 2 else None


def campaign(seed):
    return tutor.open(CAMPAIGNS[seed % 2], seed=seed, options=options_for(seed))


def picture(s):
    return (msgspec.json.encode(s.state), s.where, repr(s.decision), s.legal(), len(s.log), s.decisions_made)


def points(seed, every, most=10**9):
    """A random game, stopping now and then."""
    s, choose, rng = campaign(seed), random_policy(seed), random.Random(seed)
    while not s.over and s.decisions_made < most:
        if rng.random() < 1 / every:
            yield s
        s.submit(choose(s))


# Whole games


def plays_on(seed, turns):
    """So many calendar turns by all nations; nothing breaks, nobody is stuck, and the position stays sound."""
    s, choose = campaign(seed), random_policy(seed)
    last = s.state.calendar + turns
    while not s.over and s.state.calendar < last:
        assert s.decisions_made < MOST_DECISIONS
        s.submit(choose(s))
    sound(s)
    return s


def sound(s):
    state = s.state
    assert all(nation.cash >= 0 and nation.peacetime >= -1 for nation in state.nations.values())
    assert set(state.owners.values()) <= {*PLAYERS, *state.minors}
    for number, unit in state.units.items():
        assert unit.id == number and unit.zone in s.board and unit.owner in {*PLAYERS, *state.minors}
        if unit.aboard:
            assert state.units[unit.aboard].zone == unit.zone, unit
    for power, foes in state.wars.items():
        assert power not in foes and all(power in state.wars[foe] for foe in foes)
    assert all(zone in s.board for zone in state.owners)


@pytest.mark.parametrize("seed", range(4))
def test_two_years_of_all_nations_at_random(seed):
    plays_on(seed, YEARS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 50))
def test_many_games_of_two_years_at_random(seed):
    plays_on(seed, YEARS)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60, 64))
def test_a_campaign_to_its_end_has_a_result(seed):
    s = plays_on(seed, 100)
    assert s.over and s.result is not None and s.result.section in SECTIONS
    assert s.result.winner in ("axis", "allies", "comintern", "")


@pytest.mark.parametrize("scenario", [s for s in tutor.scenarios("global-war") if s not in CAMPAIGNS])
@pytest.mark.parametrize("seed", range(2))
def test_every_teaching_scenario_can_be_played_out(scenario, seed):
    s = tutor.open(scenario, seed=seed)
    assert s.problems() == []
    choose = random_policy(seed)
    while not s.over:
        assert s.decisions_made < MOST_DECISIONS
        s.submit(choose(s))
    assert s.result is not None


# Legal and illegal


@pytest.mark.parametrize("seed", [101, 102])
def test_everything_offered_is_accepted(seed):
    rng = random.Random(seed)
    for s in points(seed, every=60, most=2500):
        legal = s.legal()
        for action in rng.sample(legal, min(12, len(legal))):
            assert s.why_not(action) == [], (s, action)
        s.fork().submit(rng.choice(legal))


def near_misses(s, rng):
    """Offered actions with one field changed."""
    zones = [*s.board, "atlantis", ""]
    for action in rng.sample(s.legal(), min(5, len(s.legal()))):
        for field in action.__struct_fields__:
            value = getattr(action, field)
            if isinstance(value, bool):
                changed = [not value]
            elif isinstance(value, int):
                changed = [value + 1, value - 1, -5, 0, 1000]
            elif isinstance(value, tuple):
                changed = [(), (*value, rng.choice(zones)), tuple(reversed(value))]
            else:
                changed = [rng.choice(zones), rng.choice(PLAYERS), "nonsense", "infantry"]
            for other in changed:
                yield msgspec.structs.replace(action, **{field: other})


@pytest.mark.parametrize("seed", [201, 202, 203])
def test_near_misses_are_accepted_or_refused_with_a_section(seed):
    rng = random.Random(seed)
    refused = accepted = 0
    for s in points(seed, every=70, most=2500):
        for action in near_misses(s, rng):
            rulings = s.why_not(action)
            if rulings:
                refused += 1
                assert all(r.section in SECTIONS and r.reason for r in rulings), (action, rulings)
                before = picture(s)
                with pytest.raises(Illegal):
                    s.submit(action)
                assert picture(s) == before
            else:
                accepted += 1
                s.fork().submit(action)
    assert refused > 150 and accepted > 5


# Conservation


@pytest.mark.parametrize("seed", [301, 302, 303, 305])
def test_money_changes_only_as_the_story_says(seed):
    """Every IPP that comes or goes stands in an event, with a section."""
    s, choose = campaign(seed), random_policy(seed)
    last = s.state.calendar + 2
    while not s.over and s.state.calendar < last:
        before, logged = {n: r.cash for n, r in s.state.nations.items()}, len(s.log)
        s.submit(choose(s))
        told = dict.fromkeys(before, 0)
        for event in s.log[logged:]:
            for nation, ipp in event.data.get("money", {}).items():
                assert event.section in SECTIONS
                told[nation] += ipp
        now = {n: r.cash for n, r in s.state.nations.items()}
        assert now == {n: before[n] + told[n] for n in before}, (s, s.log[logged:])


# The kinds of event that tell of a unit's coming, its going, its change of masters, and of a zone's.
BRING = {"placed", "lend-lease", "recruitment", "set up", "vichy", "spain"}
TAKE = {"lost", "removed", "destroyed", "surrendered", "scrapped", "vichy", "civil war", "spain", "annexed", "ships"}
HAND_OVER = {"aligned", "surrendered", "vichy", "ships", "control", "colony", "restored"}
ZONES = {"captured", "aligned", "returned", "annexed", "surrendered", "vichy", "zone", "spain", "colony", "restored"}


@pytest.mark.parametrize("seed", [311, 312, 314])
def test_units_and_zones_change_hands_only_as_the_story_says(seed):
    s, choose = campaign(seed), random_policy(seed)
    last = s.state.calendar + 3
    while not s.over and s.state.calendar < last:
        units, owners, logged = {n: u.owner for n, u in s.state.units.items()}, dict(s.state.owners), len(s.log)
        s.submit(choose(s))
        kinds, story = {e.kind for e in s.log[logged:]}, [str(e) for e in s.log[logged:]]
        now = {n: u.owner for n, u in s.state.units.items()}
        assert not now.keys() - units.keys() or kinds & BRING, (kinds, story)
        assert not units.keys() - now.keys() or kinds & TAKE, (kinds, story)
        assert all(units[n] == now[n] for n in units.keys() & now.keys()) or kinds & HAND_OVER, (kinds, story)
        assert s.state.owners == owners or kinds & ZONES, (kinds, story)
        assert s.state.owners.keys() >= owners.keys() and NOBODY not in s.state.owners.values()


# Save, load, undo, redo, fork


@pytest.mark.parametrize("seed", [401])
def test_save_and_load_are_identities(seed, tmp_path):
    path = tmp_path / "game.json"
    for s in points(seed, every=300, most=2000):
        s.save(path)
        loaded = tutor.load(path)
        assert picture(loaded) == picture(s)
        assert msgspec.json.encode(loaded.log) == msgspec.json.encode(s.log)


@pytest.mark.parametrize("seed", [411, 412])
def test_undo_and_redo_are_identities(seed):
    rng = random.Random(seed)
    for s in points(seed, every=200, most=2000):
        before = picture(s)
        done = sum(s.undo() is not None for _ in range(rng.randint(1, 25)))
        for _ in range(done):
            assert s.redo() is not None
        assert picture(s) == before


@pytest.mark.parametrize("seed", [421])
def test_what_is_remembered_agrees_with_the_state(seed):
    """Nothing that is worked out once and kept is stale."""
    for s in points(seed, every=150, most=2500):
        kept = {
            k: msgspec.json.encode(v) for k, v in s.table.memo.items() if k in ("units by zone", "facilities by zone")
        }
        offered = s.legal()
        fresh = s.fork()
        fresh.table.memo.clear()
        assert fresh.legal() == offered, s
        for key, value in kept.items():
            again = msgspec.json.decode(msgspec.json.encode(fresh.table.memo.get(key, {})))
            known = {zone: here for zone, here in msgspec.json.decode(value).items() if here}
            assert not again or {zone: here for zone, here in again.items() if here} == known


def test_two_games_with_one_seed_are_one_game():
    games = []
    for _ in range(2):
        s, choose = campaign(7), random_policy(7)
        while s.decisions_made < 600:
            s.submit(choose(s))
        games.append(picture(s))
    assert games[0] == games[1]
