"""What must hold at every point of any game: checked along random play, and with Hypothesis."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tutor
from tutor.engine.play import play, random_policy
from tutor.engine.registry import rule_cards
from tutor.engine.rulings import Illegal
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair.actions import Done
from tutor.games.fields_of_despair.blocks import change, pool
from tutor.games.fields_of_despair.state import ADJECTIVES, ALLIES, CP, NATIONS, SIDES, Counter, enemy

CAMPAIGN = "fields-of-despair/grand-campaign"
SECTIONS = {card.section for card in rule_cards(GAME)}
MOST_DECISIONS = 20_000
SIDE_OF = {ADJECTIVES[nation]: side for nation, side in NATIONS.items()}


def options_for(seed):
    rng = random.Random(seed)
    return [name for name in GAME.options if rng.random() < 0.4] if seed % 2 else []


def campaign(seed):
    return tutor.open(CAMPAIGN, seed=seed, options=options_for(seed))


def picture(s):
    return (msgspec.json.encode(s.state), s.where, repr(s.decision), s.legal(), len(s.log), s.decisions_made)


def points(seed, every, most=10**9):
    """A random campaign, stopping now and then."""
    s = campaign(seed)
    choose = random_policy(seed)
    rng = random.Random(seed)
    while not s.over and s.decisions_made < most:
        if rng.random() < 1 / every:
            yield s
        s.submit(choose(s))


# Whole games


def ends_well(seed):
    s = campaign(seed)
    taken = play(s, random_policy(seed))
    assert taken <= MOST_DECISIONS
    assert s.result is not None and s.result.section in SECTIONS
    assert s.result.winner in (*SIDES, "")
    assert s.problems() == []


@pytest.mark.parametrize("seed", range(20))
def test_a_random_campaign_ends_in_a_legal_result(seed):
    ends_well(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20, 200))
def test_many_random_campaigns_end_in_a_legal_result(seed):
    ends_well(seed)


@pytest.mark.parametrize("scenario", [s for s in tutor.scenarios("fields-of-despair") if s != CAMPAIGN])
@pytest.mark.parametrize("seed", range(6))
def test_every_scenario_can_be_played_out(scenario, seed):
    s = tutor.open(scenario, seed=seed, options=options_for(seed))
    assert s.problems() == []
    assert play(s, random_policy(seed)) <= MOST_DECISIONS
    assert s.result is not None


# Legal and illegal


@pytest.mark.parametrize("seed", [101, 102])
def test_everything_offered_is_accepted(seed):
    for s in points(seed, every=40):
        for action in s.legal():
            assert s.why_not(action) == [], (s, action)
        s.fork().submit(random.Random(seed).choice(s.legal()))


def near_misses(s, rng):
    """Offered actions with one field changed."""
    hexes = [*s.table.board, "Z99", ""]
    for action in rng.sample(s.legal(), min(6, len(s.legal()))):
        for field in action.__struct_fields__:
            value = getattr(action, field)
            if field in ("hex", "target", "fortress", "nation", "item", "face", "mode", "special"):
                changed = [rng.choice(hexes), "France", "nonsense"]
            elif field == "path":
                changed = [(), (*value, rng.choice(hexes)), (rng.choice(hexes),), tuple(reversed(value))]
            elif field in ("parts", "values"):
                changed = [(), (*value, 1), (0,), (99,), tuple(v + 1 for v in value)]
            elif field == "block":
                changed = [0, 10**6, rng.choice(list(s.state.blocks))]
            elif isinstance(value, bool):
                changed = [not value]
            else:
                changed = [value + 1, value - 1, -5, 0, 1000]
            for other in changed:
                yield msgspec.structs.replace(action, **{field: other})


@pytest.mark.parametrize("seed", [201, 202, 203])
def test_near_misses_are_accepted_or_refused_with_a_section(seed):
    rng = random.Random(seed)
    refused = accepted = 0
    for s in points(seed, every=50):
        for action in near_misses(s, rng):
            before = picture(s)
            rulings = s.why_not(action)
            if rulings:
                refused += 1
                assert all(r.section in SECTIONS and r.reason for r in rulings), (action, rulings)
                with pytest.raises(Illegal):
                    s.submit(action)
                assert picture(s) == before
            else:
                accepted += 1
                s.fork().submit(action)
    assert refused > 300 and accepted > 5


@pytest.mark.parametrize("seed", [211])
def test_actions_of_another_step_are_refused_with_a_section(seed):
    seen = {}
    for s in points(seed, every=25):
        for kind, action in seen.items():
            if kind not in s.decision.kinds and not issubclass(kind, GAME.interrupt_types):
                assert s.why_not(action)[0].section == s.decision.section
        seen.update({type(a): a for a in s.legal()})


# Conservation


def on_map(s):
    totals = dict.fromkeys(SIDES, 0)
    for block in s.state.blocks.values():
        totals[NATIONS[block.nation]] += block.sp
    return totals


def change_told(events):
    """What the story says about the SPs of each side."""
    totals = dict.fromkeys(SIDES, 0)
    for e in events:
        if e.kind == "placed" and "sp" in e.data:
            totals[e.by] += e.data["sp"]
        elif e.kind == "hit" and "block" in e.data:
            totals[SIDE_OF[e.text.split("the ")[1].split()[0]]] -= e.data["sp"]
        elif e.kind == "sent" or (e.kind == "lost" and e.section == "6.2.3"):
            totals[e.by] -= e.data["sp"]
    return totals


@pytest.mark.parametrize("seed", [301, 302, 303, 304])
def test_strength_points_change_only_where_a_rule_says_so(seed):
    s = campaign(seed)
    choose = random_policy(seed)
    while not s.over:
        before, logged = on_map(s), len(s.log)
        s.submit(choose(s))
        told = change_told(s.log[logged:])
        assert on_map(s) == {side: before[side] + told[side] for side in SIDES}, (s, s.log[logged:])


@pytest.mark.parametrize("seed", [311, 312])
def test_the_pool_the_cubes_and_the_tracks_are_never_exceeded(seed):
    for s in points(seed, every=15):
        serious = [p for p in s.problems() if p.section not in ("1.5/stacking-limit", "1.5/hex-control")]
        assert serious == [], (s, serious)


@pytest.mark.parametrize("seed", [321, 322])
def test_indexes_agree_with_the_blocks(seed):
    from tutor.games.fields_of_despair.blocks import free
    from tutor.games.fields_of_despair.terms import stacks

    for s in points(seed, every=30):
        g = s.table
        kept = {h: sorted(b.id for b in bs) for h, bs in stacks(g).items()}
        pools = {
            key: free(g, *key) for key in [("Germany", "infantry"), ("France", "infantry"), ("Britain", "deception")]
        }
        nets = {k: set(v) for k, v in g.memo.items() if isinstance(k, tuple) and k[0] == "net"}
        g.memo.clear()
        assert kept == {h: sorted(b.id for b in bs) for h, bs in stacks(g).items()}
        assert pools == {key: free(g, *key) for key in pools}
        from tutor.games.fields_of_despair.terms import supply_net

        assert nets == {k: supply_net(g, k[1]) for k in nets}


# Save, load, undo, redo


@pytest.mark.parametrize("seed", [401, 402])
def test_save_and_load_are_identities(seed, tmp_path):
    path = tmp_path / "game.json"
    for s in points(seed, every=120):
        s.save(path)
        loaded = tutor.load(path)
        assert picture(loaded) == picture(s)
        assert msgspec.json.encode(loaded.log) == msgspec.json.encode(s.log)


@pytest.mark.parametrize("seed", [411, 412])
def test_undo_and_redo_are_identities(seed):
    rng = random.Random(seed)
    for s in points(seed, every=60):
        before = picture(s)
        back = rng.randint(1, 30)
        done = sum(s.undo() is not None for _ in range(back))
        assert done == min(back, before[-1])
        for _ in range(done):
            assert s.redo() is not None
        assert picture(s) == before


# Hidden facts


def hide_otherwise(s, viewer, rng):
    """Change what ``viewer`` cannot know: the enemy's strengths, kinds, board and both bags."""
    other = enemy(viewer)
    for block in s.state.blocks.values():
        if NATIONS[block.nation] == other and not block.face_up:
            block.kind = rng.choice([kind for nation, kind in pool(s.table) if nation == block.nation])
            block.sp = 0 if block.kind == "deception" else rng.randint(1, 4 if block.kind == "cavalry" else 20)
            block.moved = rng.random() < 0.5
    board = s.state.boards[other]
    for name in (
        "supply",
        "artillery",
        "air",
        "lp",
        "ep",
        "collected",
        "bid",
        "guns",
        "tanks",
        "damaged",
        "mending",
        "bribes",
    ):
        setattr(board, name, rng.randint(0, 5))
    board.technology = {t: rng.randint(1, 3) for t in board.technology}
    board.air_counters = [Counter(rng.randint(0, 3)) for _ in range(rng.randint(0, 6))]
    board.artillery_counters = [Counter(rng.randint(0, 3)) for _ in range(rng.randint(0, 6))]
    board.deployed = {"Germany" if other == "cp" else "France": {"M03": rng.randint(1, 5)}}
    s.state.naval_bag = {c: rng.randint(0, 9) for c in s.state.naval_bag}
    s.state.eastern_bag = {c: rng.randint(0, 9) for c in s.state.eastern_bag}
    for placed in (s.state.air_placed, s.state.artillery_placed) if not s.state.counters_open else ():
        placed[:] = [
            p if p.side == viewer else msgspec.structs.replace(p, counter=Counter(rng.randint(0, 4))) for p in placed
        ]
    s.table.memo.clear()


def seen(s, player):
    view = s.view(player)
    if view.decision and view.decision["who"] != player:
        assert set(view.decision) == {"who", "section"}
    return msgspec.json.encode(view)


@pytest.mark.parametrize("seed", [501, 502, 503])
def test_views_of_states_that_differ_only_in_hidden_facts_are_equal(seed):
    rng = random.Random(seed)
    for s in points(seed, every=50):
        for viewer in SIDES:
            other = s.fork()
            before = seen(other, viewer)
            hide_otherwise(other, viewer, rng)
            assert seen(other, viewer) == before


@pytest.mark.parametrize("seed", [511, 512])
def test_secret_choices_do_not_show_in_the_other_players_view(seed):
    """Whatever a player chooses in secret, the other sees the same until all is revealed."""
    rng = random.Random(seed)
    compared = 0
    for s in points(seed, every=12):
        # Ending one's plan is no secret: the next player is asked, and so on.
        choices = [a for a in s.legal() if not isinstance(a, Done)]
        if not s.decision.secret or len(choices) < 2:
            continue
        who, viewer = s.decision.who, enemy(s.decision.who)
        views = set()
        for action in rng.sample(choices, 2):
            f = s.fork()
            f.submit(action)
            if f.decision is not None and f.decision.who == who and f.decision.secret:
                views.add(msgspec.json.encode(msgspec.structs.replace(f.view(viewer), decision=None)))
        if len(views):
            compared += 1
            assert len(views) == 1, s
    assert compared > 10


def test_a_view_shows_the_enemys_block_but_not_its_strength():
    s = tutor.open("fields-of-despair/1914-mobile-war")
    view = s.view(ALLIES).board
    german = [b for b in view.blocks if b.nation == "Germany"]
    assert german and all(b.sp is None and b.kind == "" for b in german)
    french = [b for b in view.blocks if b.nation == "France"]
    assert french and all(b.sp for b in french)
    assert len(s.view(CP).board.blocks) == len(view.blocks)


# Change-making


def brute_force(left, total, most):
    for n in range(1, most + 1):
        for bands in combinations_with_replacement(range(5), n):
            if all(bands.count(b) <= left[b] for b in range(5)) and sum(4 * b + 1 for b in bands) <= total <= sum(
                4 * b + 4 for b in bands
            ):
                return n
    return None


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=5, max_size=5), st.integers(1, 40), st.integers(1, 4))
def test_change_uses_the_fewest_blocks_there_are(left, total, most):
    found = change(left, total, most)
    best = brute_force(left, total, most)
    assert (len(found) if found else None) == best
    if found:
        assert sum(found) == total
        used = [sum((v - 1) // 4 == b for v in found) for b in range(5)]
        assert all(u <= have for u, have in zip(used, left, strict=True))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 200))
def test_two_games_with_one_seed_are_one_game(seed, steps):
    games = []
    for _ in range(2):
        s = tutor.open("fields-of-despair/1914-introduction", seed=seed)
        play(s, random_policy(seed), until=lambda s: s.decisions_made >= steps)
        games.append(picture(s))
    assert games[0] == games[1]
