"""Simulation: the same table however it is made, whoever dies on the way; and what it comes to in figures."""

import math
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tutor
from tutor.engine import play as engine
from tutor.engine.errors import BadFile, BadInput, StaffRideError, UnknownName
from tutor.engine.play import play, policy
from tutor.odds import simulation
from tutor.odds.confidence import student, summary, wilson
from tutor.odds.simulation import game_seed, simulate

pandas = pytest.importorskip("pandas")

LESSON = "fields-of-despair/lesson-fortress"
MOBILE = "fields-of-despair/1914-mobile-war"
SHORT = {"until": "phase combat"}  # of the mobile war: some fifty decisions
COLUMNS = ["game", "seed", "turn", "decisions", "over", "winner", "kind", "section", "text"]


def same(one, other) -> None:
    pandas.testing.assert_frame_equal(one, other)


@pytest.fixture(scope="module")
def session():
    """A few decisions into the mobile war, inside a step."""
    session = tutor.open(MOBILE, seed=5)
    choose = policy("random", 5)
    for _ in range(25):
        session.submit(choose(session))
    return session


# --- The table ----------------------------------------------------------------------------------


def test_a_row_for_each_game_in_order_with_the_tally():
    frame = simulate(LESSON, n=7, seed=3)
    tally = tutor.open(LESSON).game.tally(tutor.open(LESSON).table)
    assert list(frame.columns) == COLUMNS + list(tally)
    assert list(frame["game"]) == list(range(7))
    assert frame["seed"].is_unique
    assert frame["over"].all()


def test_two_processes_give_the_table_of_one():
    same(simulate(LESSON, n=40, workers=2), simulate(LESSON, n=40))


def test_a_game_depends_on_seed_and_number_alone():
    long, short = simulate(LESSON, n=20, seed=4), simulate(LESSON, n=5, seed=4)
    same(long.head(5), short)
    assert not set(short["seed"]) & set(simulate(LESSON, n=5, seed=5)["seed"])
    assert game_seed(0, 0) == 131978767253905  # it is the same on every machine, for good


def test_a_row_can_be_played_again_from_its_seed():
    row = simulate(MOBILE, n=3, until="turn 1").iloc[2]
    session = tutor.open(MOBILE, seed=int(row["seed"]))
    decisions = play(session, policy("random", int(row["seed"])), until=lambda s: s.turn > 1)
    assert (decisions, session.turn) == (row["decisions"], row["turn"])
    for name, value in session.game.tally(session.table).items():
        assert row[name] == value


def test_a_session_and_its_save_go_on_alike(session, tmp_path):
    path = tmp_path / "game.json"
    session.save(path)
    before = session.decisions_made, len(session.log), session.seed
    frame = simulate(session, n=6, **SHORT)
    assert frame["decisions"].nunique() > 1
    same(simulate(path, n=6, **SHORT), frame)
    same(simulate(str(path), n=6, **SHORT), frame)
    same(simulate(session, n=6, workers=2, **SHORT), frame)
    assert (session.decisions_made, len(session.log), session.seed) == before


def test_games_that_go_on_from_a_position_have_dice_of_their_own():
    session = tutor.open("fields-of-despair/lesson-trench-assault")
    frame = simulate(session, n=30)
    assert frame["decisions"].nunique() > 1
    assert frame.filter(like="_sp").nunique().max() > 1


def test_what_was_supposed_in_a_session_still_comes_first():
    session = tutor.open(LESSON)
    session.suppose([9, 9])
    with pytest.raises(StaffRideError, match=r"^Game \d+ \(seed \d+\) stopped: \[9, 9\] does not fit"):
        simulate(session, n=30)


def test_options_and_charts_reach_the_workers(tmp_path):
    ours = Path(tutor.open(MOBILE).game.data, "charts", "victory-hexes.yaml").read_text(encoding="utf-8")
    # Points for what a side holds from the start, not for what it takes.
    (tmp_path / "victory-hexes.yaml").write_text(ours.replace('"cp"]', '"allies"]'), encoding="utf-8")
    asked = {"n": 4, "options": ["combat-table"], "until": "turn 1"}
    mine, plain = simulate(MOBILE, workers=2, charts=tmp_path, **asked), simulate(MOBILE, **asked)
    same(mine, simulate(MOBILE, charts=tmp_path, **asked))
    assert mine["allies_vp"].min() > plain["allies_vp"].max()
    assert not plain.equals(simulate(MOBILE, n=4, until="turn 1"))


# --- Policies -----------------------------------------------------------------------------------


def test_each_player_has_his_own_policy(monkeypatch):
    asked = {"one": set(), "two": set()}

    def noting(name):
        def made(seed):
            choose = engine.random_policy(seed)

            def noted(session):
                asked[name].add(session.decision.who)
                return choose(session)

            return noted

        return made

    monkeypatch.setattr(engine, "POLICIES", {**engine.POLICIES, "one": noting("one"), "two": noting("two")})
    simulate(MOBILE, {"allies": "one", "cp": "two"}, n=1, until="turn 1")
    assert asked == {"one": {"allies"}, "two": {"cp"}}


def test_a_player_left_out_chooses_at_random():
    same(simulate(LESSON, {"cp": "random"}, n=5), simulate(LESSON, n=5))


def test_the_games_own_policies_differ_from_chance():
    names = [name for name in tutor.open(MOBILE).game.policies() if name != "random"]
    for name in names:
        mixed = simulate(MOBILE, {"cp": name}, n=3, **SHORT)
        same(simulate(MOBILE, {"cp": name, "allies": "random"}, n=3, workers=2, **SHORT), mixed)
        assert not mixed.equals(simulate(MOBILE, n=3, **SHORT))


# --- Until --------------------------------------------------------------------------------------


def test_until_a_turn_is_over():
    frame = simulate(MOBILE, n=4, until="turn 1")
    assert set(frame["turn"][~frame["over"]]) <= {2}
    assert not frame["over"].all()


def test_until_play_comes_to_a_phase(session):
    stop = simulation._stopping(("phase", "combat"), session)
    other = session.fork()
    play(other, policy("random", 1), stop)
    assert "combat" in [place.id for place in other.where]


def test_until_a_phase_from_inside_it_is_the_next_time_play_comes_to_it():
    session = tutor.open(MOBILE)
    assert "air" in [place.id for place in session.where]
    first = {place.id: place.value for place in session.where}
    play(session, policy("random", 1), simulation._stopping(("phase", "air"), session))
    now = {place.id: place.value for place in session.where}
    assert "air" in now
    assert now != first


def test_until_a_phase_in_which_nobody_decides_stops_just_after_it():
    frame = simulate(MOBILE, n=3, until="phase score")
    assert set(frame["turn"][~frame["over"]]) <= {1, 2}
    assert not frame["over"].all()


# --- Refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"scenario": "fields-of-despair/1915"}, UnknownName, "no scenario"),
        ({"scenario": "chess/start"}, UnknownName, "no scenario"),
        ({"scenario": 7}, UnknownName, "no scenario"),
        ({"scenario": "nowhere/game.json"}, BadFile, "cannot be read"),
        ({"scenario": Path("nowhere")}, BadFile, "cannot be read"),
        ({"scenario": "a\0.json"}, BadFile, "named by text"),
        ({"policies": "genius"}, UnknownName, "no policy 'genius'"),
        ({"policies": {"cp": "genius"}}, UnknownName, "no policy 'genius'"),
        ({"policies": {"sweden": "random"}}, UnknownName, "no player 'sweden'"),
        ({"policies": {"cp": 3}}, BadInput, "is a name, not 3"),
        ({"policies": 3}, BadInput, "one name, or a mapping"),
        ({"n": 0}, BadInput, "n is a whole number from 1 to 1,000,000, not 0"),
        ({"n": 1_000_001}, BadInput, "not 1000001"),
        ({"n": True}, BadInput, "not True"),
        ({"n": 2.5}, BadInput, "not 2.5"),
        ({"seed": "x"}, BadInput, "seed is a whole number, not 'x'"),
        ({"workers": 0}, BadInput, "workers is a whole number from 1"),
        ({"workers": None}, BadInput, "not None"),
        ({"until": "dinner"}, BadInput, "until is 'end', 'turn N' or 'phase ID', not 'dinner'"),
        ({"until": "turn 0"}, BadInput, "not 'turn 0'"),
        ({"until": "turn " + "9" * 5000}, BadInput, "until is"),
        ({"until": "turn"}, BadInput, "not 'turn'"),
        ({"until": "end now"}, BadInput, "not 'end now'"),
        ({"until": ""}, BadInput, "not ''"),
        ({"until": None}, BadInput, "not None"),
        ({"until": "phase combats"}, UnknownName, "did you mean 'combat'"),
        ({"options": ["tanks"]}, UnknownName, "no optional rule 'tanks'"),
        ({"charts": "nowhere"}, BadFile, "no such folder"),
        ({"progress": 5}, BadInput, "not 5"),
        ({"cluster": "localhost"}, BadInput, "address of a Dask scheduler"),
        ({"cluster": 5}, BadInput, "address of a Dask scheduler"),
        ({"cluster": "carrier://pigeon:1"}, BadInput, "no Dask scheduler answers"),
    ],
)
def test_a_mistake_is_one_sentence_before_any_work(changes, error, says, monkeypatch):
    def work(*_):
        raise AssertionError("work was started")

    monkeypatch.setattr(simulation, "_all_rounds", work)
    with pytest.raises(error) as caught:
        simulate(**{"scenario": MOBILE, "n": 2, **changes})
    assert says in str(caught.value)
    assert one_sentence(str(caught.value))


def one_sentence(text: str) -> bool:
    return "\n" not in text and text.endswith(".") and ". " not in text


def test_a_game_in_progress_takes_no_options_and_no_past_turn(session):
    with pytest.raises(BadInput, match="has its own options"):
        simulate(session, options=["combat-table"])
    later = session.fork()
    play(later, policy("random", 1), until=lambda s: s.turn > 1)
    with pytest.raises(BadInput, match="Turn 1 is over already: the position is on turn 2"):
        simulate(later, until="turn 1")


def test_without_pandas_or_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(BadInput, match=r"install staff-ride\[cluster\]"):
        simulate(LESSON, n=1, cluster="tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInput, match=r"install staff-ride\[odds\]"):
        simulate(LESSON, n=1)


def test_a_fault_in_one_game_says_which(monkeypatch):
    def broken(session):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(engine, "POLICIES", {**engine.POLICIES, "broken": lambda seed: broken})
    with pytest.raises(RuntimeError, match=r"game 0, seed \d+: ZeroDivisionError: by nothing"):
        simulate(LESSON, "broken", n=1)


# --- Progress, stopping, and workers that die ---------------------------------------------------


def test_progress_is_told_and_ends_at_the_total():
    told = []
    simulate(LESSON, n=50, progress=lambda done, total: told.append((done, total)))
    counts = [done for done, _ in told]
    assert len(counts) > 5
    assert counts == sorted(set(counts))
    assert told[-1] == (50, 50)


def test_progress_writes_nothing_where_nobody_looks(capsys):
    simulate(LESSON, n=2, progress=True)
    assert capsys.readouterr() == ("", "")


def test_stopped_in_the_middle_no_process_is_left():
    seen = []

    def stop(done, total):
        seen.append([child.pid for child in multiprocessing.active_children()])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(MOBILE, n=60, workers=2, progress=stop)
    assert len(seen) == 1
    assert len(seen[0]) == 2
    assert not multiprocessing.active_children()


def test_a_process_killed_midway_loses_nothing():
    pools = []

    def kill_one(done, total):
        children = {child.pid: child for child in multiprocessing.active_children()}
        if not pools:
            assert 0 < done < total
            victim = min(children)
            os.kill(victim, signal.SIGKILL)
            children[victim].join()
        pools.append(set(children))

    frame = simulate(MOBILE, n=40, workers=2, progress=kill_one, **SHORT)
    same(frame, simulate(MOBILE, n=40, **SHORT))
    assert not pools[0] & pools[-1]  # the rest was done by others


def die(chunk):
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_that_always_die_are_one_clear_error(monkeypatch):
    monkeypatch.setattr(simulation, "_held_games", die)
    monkeypatch.setattr(simulation, "RESTARTS", 1)
    with pytest.raises(
        StaffRideError, match=r"died again and again; 0 of 10 games were done; a script calls"
    ) as caught:
        simulate(LESSON, n=10, workers=2)
    assert one_sentence(str(caught.value))
    assert not multiprocessing.active_children()


# --- A cluster ----------------------------------------------------------------------------------


def a_free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture
def dask_cluster(tmp_path):
    """A scheduler and two workers, each a process of its own that nobody starts again."""
    pytest.importorskip("distributed")
    address = f"tcp://127.0.0.1:{a_free_port()}"
    quiet = {"cwd": tmp_path, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    host, port = address.removeprefix("tcp://").split(":")
    schedule = [*dask, "scheduler", "--host", host, "--port", port, "--no-dashboard", "--no-show"]
    work = [*dask, "worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--death-timeout", "60"]
    processes = [subprocess.Popen(schedule, **quiet)]
    processes += [subprocess.Popen(work, **quiet) for _ in range(2)]
    yield address, processes
    for process in processes:
        process.kill()
        process.wait()


def connected(address: str, workers: int):
    from dask.distributed import Client

    client = Client(address, timeout=60, set_as_default=False)
    client.wait_for_workers(workers, timeout=60)
    return client


def test_a_killed_worker_of_a_cluster_loses_nothing(dask_cluster):
    address, (_, first, second) = dask_cluster
    with connected(address, 2) as client:
        pids = set(client.run(os.getpid).values())
    assert pids == {first.pid, second.pid}
    killed = []

    def kill_one(done, total):
        if not killed:
            assert 0 < done < total  # some results are in, and some are not
            first.kill()
            first.wait()
            killed.append(done)

    frame = simulate(MOBILE, n=40, cluster=address, progress=kill_one, **SHORT)
    assert killed
    assert first.returncode == -signal.SIGKILL
    assert second.poll() is None
    same(frame, simulate(MOBILE, n=40, **SHORT))


def test_no_scheduler_there_is_one_sentence(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(simulation, "SECONDS_TO_CONNECT", 1)
    with pytest.raises(BadInput, match="no Dask scheduler answers there") as caught:
        simulate(LESSON, n=2, cluster=f"tcp://127.0.0.1:{a_free_port()}")
    assert one_sentence(str(caught.value))


def test_a_scheduler_that_dies_is_one_sentence_with_the_number_of_games_done(dask_cluster):
    address, (scheduler, *_) = dask_cluster
    connected(address, 2).close()
    killed = []

    def kill(done, total):
        if not killed:
            scheduler.kill()
            scheduler.wait()
            killed.append(done)

    with pytest.raises(StaffRideError, match=r"scheduler .* died .*; [1-9]\d* of 400 games were done") as caught:
        simulate(MOBILE, n=400, cluster=address, progress=kill, **SHORT)
    assert one_sentence(str(caught.value))


# --- Summing up ---------------------------------------------------------------------------------


def table(winners, **figures):
    size = len(winners)
    return pandas.DataFrame({"game": range(size), "seed": range(size), "winner": winners, **figures})


def test_wilson_intervals_are_those_of_the_formula_by_hand():
    # 8 of 10: (0.8 + 0.19207) / 1.38415 = 0.71674, give or take 1.95996 * sqrt(0.016 + 0.0096036) / 1.38415 = 0.22658
    assert wilson(8, 10) == pytest.approx((0.49016, 0.94331), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)


def test_student_agrees_with_the_printed_tables():
    printed = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 9: 2.262, 15: 2.131, 30: 2.042, 120: 1.980}
    for freedom, value in printed.items():
        assert student(freedom) == pytest.approx(value, abs=0.001)


def test_a_summary_has_wins_and_means():
    told = summary(table(["cp"] * 8 + ["allies", ""], vp=[*range(10)], held=[True] * 5 + [False] * 5, note=["x"] * 10))
    assert list(told.columns) == ["measure", "of", "games", "value", "sd", "low", "high"]
    rows = told.set_index(["measure", "of"])
    assert list(rows.index) == [("wins", w) for w in ("nobody", "allies", "cp")] + [("mean", "vp"), ("share", "held")]
    assert rows.loc[("wins", "cp"), "value"] == 0.8
    assert tuple(rows.loc[("wins", "cp"), ["low", "high"]]) == pytest.approx(wilson(8, 10))
    sd = math.sqrt(sum((x - 4.5) ** 2 for x in range(10)) / 9)
    half = 2.26216 * sd / math.sqrt(10)
    expected = (10, 4.5, sd, 4.5 - half, 4.5 + half)
    assert tuple(rows.loc[("mean", "vp")]) == pytest.approx(expected, abs=1e-4)
    assert rows.loc[("share", "held"), "value"] == 0.5


def test_a_summary_by_groups_names_every_winner_in_each():
    frame = table(["cp", "cp", "allies", None], vp=[1, 3, 5, math.nan], plan=["a", "a", "b", "b"])
    told = summary(frame, by="plan").set_index(["plan", "measure", "of"])
    assert told.loc[("a", "wins", "cp"), "value"] == 1
    assert told.loc[("a", "wins", "allies"), "value"] == 0
    assert told.loc[("b", "wins", "allies"), ["games", "value"]].tolist() == [2, 0.5]
    assert told.loc[("a", "mean", "vp"), "value"] == 2
    assert told.loc[("b", "mean", "vp"), "games"] == 1  # the other game has no such figure
    assert math.isnan(told.loc[("b", "mean", "vp"), "low"])


def test_a_summary_refuses_what_is_no_table_of_games():
    for wrong in (None, pandas.DataFrame({"x": [1]}), table([])):
        with pytest.raises(BadInput, match="at least one game"):
            summary(wrong)
    with pytest.raises(UnknownName, match="no column 'plans'"):
        summary(table(["cp"], plan=["a"]), by="plans")


def test_simulations_in_two_threads_do_not_mix():
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(lambda seed: simulate(LESSON, n=10, seed=seed), (1, 2))
    same(one, simulate(LESSON, n=10, seed=1))
    same(other, simulate(LESSON, n=10, seed=2))
