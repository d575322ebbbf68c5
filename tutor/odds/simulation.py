"""Simulation: policies play many games from one position, here, in a pool of processes or on a Dask cluster.

>>> from tutor.odds import simulate
>>> simulate("fields-of-despair/lesson-fortress", n=3)["over"].all()
np.True_

Game number i depends on the seed and i alone, so the table is the same however many processes made it, and a
longer table begins with the shorter one.
"""

from __future__ import annotations

import hashlib
import pickle
import tempfile
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.chance import Seeded
from ..engine.charts import Chart
from ..engine.data import as_path
from ..engine.errors import BadInput, StaffRideError, UnknownName
from ..engine.game import Game, Result, Scenario
from ..engine.play import Policy, play, policy
from ..engine.saves import load, save
from ..engine.session import Session
from ..games import find_game, open_scenario
from .progress import Told, pandas_for, teller

if TYPE_CHECKING:
    import pandas

MOST_GAMES = 1_000_000
MOST_WORKERS = 1_000
MOST_IN_A_CHUNK = 64
RESTARTS = 3  # in a row, without a game done in between
SECONDS_TO_CONNECT = 5
POOL = "Worker processes"
RESULT = Result.__struct_fields__
Chunk = tuple[int, int]  # the first game, and how many
Row = dict[str, Any]
Arriving = Generator[tuple[Chunk, list[Row]], None, None]


def simulate(
    scenario: str | Path | Session,
    policies: str | Mapping[str, str] = "random",
    n: int = 100,
    *,
    until: str = "end",
    seed: int = 0,
    options: Mapping[str, bool] | Iterable[str] | None = None,
    charts: str | Path | None = None,
    workers: int = 1,
    cluster: str | None = None,
    progress: bool | Told | None = None,
) -> pandas.DataFrame:
    """Play ``n`` games and return a row for each: how it ended, and the figures that the game finds worth comparing.

    ``scenario`` is the id of one, the path of a save, or a session, whose play goes on from where it stands with
    other dice. ``policies`` names the policy of all players or of each; a player left out chooses at random.
    ``until`` is "end", "turn N" (that turn is over) or "phase ID" (play next comes to that node of the sequence of
    play, or has just passed it where nobody decides there). ``workers`` are processes on this machine; ``cluster``
    is the address of a Dask scheduler. ``progress`` is True for a line on a terminal, or is called with the number
    of games done and the number of all. Of a scenario, ``tutor.open`` with the seed of a row gives that game's dice.
    """
    frame_of = pandas_for("A simulation").DataFrame
    n, seed = _whole("n", n, 1, MOST_GAMES), _whole("seed", seed)
    workers = _whole("workers", workers, 1, MOST_WORKERS)
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise BadInput(f"progress is True, or is called with two numbers, not {progress!r}.")
    told = teller(progress)
    packed = pickle.dumps(_job(scenario, policies, until, seed, options, charts))
    found: dict[Chunk, list[Row]] = {}
    with ExitStack() as stack:
        if cluster is not None:
            client = stack.enter_context(_client(cluster))
            workers = max(1, sum(client.nthreads().values()))
            one_round, lost = partial(_on_cluster, client, packed), "The scheduler or the workers of the cluster"
        elif workers > 1:
            one_round, lost = partial(_in_pool, workers, packed), POOL
        else:
            one_round, lost = partial(_here, packed), ""
        arriving = stack.enter_context(closing(_all_rounds(_chunks(n, workers), one_round, lost)))
        done = 0
        for chunk, rows in arriving:
            found[chunk] = rows
            done += len(rows)
            told(done, n)
    return frame_of([row for chunk in sorted(found) for row in found[chunk]])


# --- What is asked for: checked here, before any work ---


@dataclass(frozen=True)
class Job:
    """All that a worker needs to play any of the games."""

    game: str
    scenario: Scenario | None  # opened anew for each game; without one
    save: bytes  # this is the position that each game goes on from
    options: dict[str, bool]
    charts: list[Chart]
    policies: dict[str, str]
    until: tuple[str, str]
    seed: int


def _job(scenario: Any, policies: Any, until: Any, seed: int, options: Any, charts: Any) -> Job:
    chosen: Scenario | None = None
    position = b""
    if isinstance(scenario, Session) or _is_save(scenario):
        if options is not None or charts is not None:
            raise BadInput("A game in progress has its own options and charts; leave both out, or name a scenario.")
        if isinstance(scenario, Session):
            position = _as_bytes(scenario)
            start = _from_bytes(position)
        else:
            start = load(as_path(scenario), find_game)
            position = as_path(scenario).read_bytes()
    else:
        start = open_scenario(scenario, options=options, charts=charts)
        chosen = start.scenario
    names_of = _policies(policies, start.game)
    own = list(start.charts.own.values())
    return Job(start.game.id, chosen, position, start.options, own, names_of, _until(until, start), seed)


def _is_save(scenario: Any) -> bool:
    with suppress(OSError, ValueError):  # a name that no file can have
        named = isinstance(scenario, str) and (scenario.endswith(".json") or Path(scenario).is_file())
        return named or isinstance(scenario, Path)
    return False


def _policies(said: Any, game: Game[Any]) -> dict[str, str]:
    """The name of each player's policy; each is made once, so that an unknown one is found here."""
    if not isinstance(said, str | Mapping):
        raise BadInput(f"Policies are one name, or a mapping of players to names, not {said!r}.")
    named = dict.fromkeys(game.players, said) if isinstance(said, str) else dict(said)
    for player, name in named.items():
        if player not in game.players:
            raise UnknownName("player", player, game.players)
        if not isinstance(name, str):
            raise BadInput(f"The policy of {player} is a name, not {name!r}.")
        policy(name, 0, game)
    return dict.fromkeys(game.players, "random") | named


def _until(said: Any, start: Session) -> tuple[str, str]:
    word, what = [*said.split(maxsplit=1), "", ""][:2] if isinstance(said, str) else ("", "")
    if word == "turn" and what.isdecimal() and 0 < int(what[:9]) < 1e6:
        if not start.over and start.turn > int(what):
            raise BadInput(f"Turn {what} is over already: the position is on turn {start.turn}.")
    elif word == "phase" and what:
        ids = [node.id for _, node in start.game.sequence.walk()]
        if what not in ids:
            raise UnknownName("phase", what, ids)
    elif (word, what) != ("end", ""):
        raise BadInput(f"until is 'end', 'turn N' or 'phase ID', not {said!r}.")
    return word, what


def _whole(name: str, value: Any, low: int | None = None, high: int | None = None) -> int:
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not is_whole or (low is not None and value < low) or (high is not None and value > high):
        span = "" if low is None else f" from {low} to {high:,}"
        raise BadInput(f"{name} is a whole number{span}, not {value!r}.")
    return int(value)


# --- Playing: what runs in a worker ---


def game_seed(seed: int, number: int) -> int:
    """The seed of one game: 48 bits, which every spreadsheet keeps exactly."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=6).digest(), "big")


def _games(packed: bytes, chunk: Chunk) -> list[Row]:
    """Play the games of a chunk. An error says which game it was, in a form that can be sent home."""
    job, begin = _opener(packed)
    rows = []
    for number in range(chunk[0], sum(chunk)):
        seed = game_seed(job.seed, number)
        try:
            rows.append({"game": number, "seed": seed, **_played(job, begin(seed), seed)})
        except StaffRideError as err:
            raise StaffRideError(f"Game {number} (seed {seed}) stopped: {err}") from None
        except Exception as err:
            raise RuntimeError(f"game {number}, seed {seed}: {type(err).__name__}: {err}") from err
    return rows


def _played(job: Job, session: Session, seed: int) -> Row:
    by_name = {name: policy(name, seed, session.game) for name in set(job.policies.values())}
    decisions = play(session, _each_his_own(job.policies, by_name), _stopping(job.until, session))
    result = session.result
    row: Row = {"turn": session.turn, "decisions": decisions, "over": session.over}
    row |= {field: getattr(result, field) if result else None for field in RESULT}
    return {**row, **session.game.tally(session.table), **row}


def _each_his_own(policies: Mapping[str, str], by_name: Mapping[str, Policy]) -> Policy:
    def choose(session: Session) -> Any:
        assert session.decision is not None
        return by_name[policies[session.decision.who]](session)

    return choose if len(by_name) > 1 else next(iter(by_name.values()))


def _stopping(until: tuple[str, str], session: Session) -> Callable[[Session], bool] | None:
    """What says that play has come to where it was to stop; it is asked before each decision."""
    word, what = until
    if word != "phase":
        return (lambda s: s.turn > int(what)) if word == "turn" else None

    def visit(s: Session) -> list[Any]:
        """The way to the node with its values (the turn, the player); empty where play is not in it."""
        way = [(place.id, place.value) for place in s.where]
        ids = [id for id, _ in way]
        return way[: ids.index(what) + 1] if what in ids else []

    node = next(node for _, node in session.game.sequence.walk() if node.id == what)
    steps = {part.id for _, part in node.walk()} if hasattr(node, "walk") else {what}
    first, logged = visit(session), len(session.log)
    left = not first  # a game that starts inside goes out of it first

    def came_by(s: Session) -> bool:
        nonlocal left, logged
        now = visit(s)
        passed = left and any(event.step in steps for event in s.log[logged:])
        left, logged = left or now != first, len(s.log)
        return passed or bool(now and left)

    return came_by


@lru_cache(maxsize=2)
def _opener(packed: bytes) -> tuple[Job, Callable[[int], Session]]:
    """The job, and what opens a game of it with a seed. What all games share is read once in a process."""
    job: Job = pickle.loads(packed)
    if job.scenario is None:
        start = _from_bytes(job.save)

        def go_on(seed: int) -> Session:
            session, chance = start.fork(), Seeded(seed)
            chance.script = getattr(session.table.chance, "script", [])  # what was supposed still comes first
            session.table.use(chance)
            return session

        return job, go_on
    game, scenario = find_game(job.game), job.scenario
    charts = game.charts(own=False)
    for chart in job.charts:
        charts.replace(chart)
    return job, lambda seed: Session(game.table(scenario, seed=seed, options=job.options, charts=charts), scenario)


def _as_bytes(session: Session) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        save(session, path := Path(folder, "position.json"))
        return path.read_bytes()


def _from_bytes(content: bytes) -> Session:
    with tempfile.TemporaryDirectory() as folder:
        (path := Path(folder, "position.json")).write_bytes(content)
        return load(path, find_game)


# --- Sending the work out ---


def _chunks(n: int, workers: int) -> list[Chunk]:
    """Small enough that progress shows and that nobody waits long for the last."""
    size = max(1, min(MOST_IN_A_CHUNK, n // (16 * workers)))
    return [(first, min(size, n - first)) for first in range(0, n, size)]


def _all_rounds(chunks: list[Chunk], one_round: Callable[[list[Chunk]], Arriving], lost: str) -> Arriving:
    """What one round leaves undone, because a worker died, is done by the next."""
    missing, failures = dict.fromkeys(chunks), 0
    while missing:
        had = len(missing)
        with closing(one_round(list(missing))) as arriving:
            for chunk, rows in arriving:
                del missing[chunk]
                yield chunk, rows
        failures = 0 if len(missing) < had else failures + 1
        if failures > RESTARTS:
            n, left = (sum(count for _, count in some) for some in (chunks, missing))
            # A script without the guard is run again by each new process of a pool, and breaks it.
            guard = "; a script calls simulate under `if __name__ == '__main__':`" if left == n and lost == POOL else ""
            raise StaffRideError(f"{lost} died again and again; {n - left:,} of {n:,} games were done{guard}.")


def _here(packed: bytes, chunks: list[Chunk]) -> Arriving:
    for chunk in chunks:
        yield chunk, _games(packed, chunk)


_held: list[bytes] = []  # the job of this process of a pool


def _hold(packed: bytes) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends its children
    _held[:] = [packed]


def _held_games(chunk: Chunk) -> list[Row]:
    return _games(_held[0], chunk)


def _in_pool(workers: int, packed: bytes, chunks: list[Chunk]) -> Arriving:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(chunks)), spawn, _hold, (packed,))
    futures: dict[Any, Chunk] = {}
    try:
        with suppress(BrokenProcessPool):
            for chunk in chunks:
                futures[pool.submit(_held_games, chunk)] = chunk
        for future in as_completed(futures):
            with suppress(BrokenProcessPool):
                yield futures[future], future.result()
    except BaseException:  # stopped, or a fault in the rules: nobody wants the rest
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _on_cluster(client: Any, packed: bytes, chunks: list[Chunk]) -> Arriving:
    """The scheduler itself gives the work of a dead worker to another; a round is more only if it gave up."""
    from concurrent.futures import CancelledError

    from dask.distributed import KilledWorker, as_completed

    if client.status in ("closing", "closed"):  # the scheduler is gone
        return
    # A task, not scattered data: it can be made again where the worker that held it is gone.
    held = client.submit(bytes, packed, pure=False)
    futures = {client.submit(_games, held, chunk, pure=False, retries=1): chunk for chunk in chunks}
    try:
        for future in as_completed(list(futures), loop=client.loop):
            with suppress(KilledWorker, CancelledError):
                yield futures[future], future.result()
    finally:
        with suppress(Exception):
            client.cancel(list(futures))


def _client(address: Any) -> Any:
    if not isinstance(address, str) or "://" not in address:
        raise BadInput(f"cluster is the address of a Dask scheduler, such as 'tcp://host:8786', not {address!r}.")
    try:
        from dask.distributed import Client
    except ImportError:
        raise BadInput("A cluster needs Dask: install staff-ride[cluster].") from None
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError):
        raise BadInput(f"{address}: no Dask scheduler answers there; start one with `dask scheduler`.") from None
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except TimeoutError:
        client.close()
        raise BadInput(f"{address}: the scheduler has no workers; start one with `dask worker {address}`.") from None
    return client
