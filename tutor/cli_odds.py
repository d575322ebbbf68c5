"""The commands of the odds lab: ``staff-ride odds``, ``sweep`` and ``simulate``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tutor

from .engine.data import as_path
from .engine.errors import BadInput, UnknownName, short_list
from .engine.questions import keywords
from .engine.session import Session
from .games import find_game

SECONDS = 60.0
LONG = "To follow every way the dice can fall would take minutes (--seconds to try)."
PLAYS = 4_000  # where the exact answer is out of reach
MOST_ROWS = 40  # printed; --csv and --json hold them all


def add_commands(command: Callable[..., Any]) -> None:
    made = command("odds", odds, "Exact odds of the combat in a space.")
    made.add_argument("scenario", metavar="scenario or save")
    made.add_argument("--at", metavar="SPACE", help="where; without it the spaces are listed")
    made.add_argument("--attacker", default="", help="the attacking side (default: who is to act)")
    made.add_argument("--guns", action="append", default=[], metavar="SIDE=3,2", help="artillery that a side fires")
    made.add_argument("--no-assault", action="store_true", help="the guns only")
    made.add_argument(
        "--plan", action="append", default=[], metavar="NAME=VALUE", help="a word of the game's own, such as rounds=2"
    )
    made.add_argument("--seconds", type=float, help=f"stop after so long (default {SECONDS:g})")
    made = command("sweep", sweep, "Odds over a grid of set-ups, such as attackers=4:20:4 terrain=clear,river.")
    made.add_argument("game")
    made.add_argument("axes", nargs="+", metavar="name=values")
    made.add_argument("--csv", metavar="FILE", help="write the table to a file")
    made = command("simulate", simulate, "Play many games by policies, and count.")
    made.add_argument("scenario", metavar="scenario or save")
    made.add_argument("--policy", action="append", default=[], metavar="NAME or PLAYER=NAME", help="who decides")
    made.add_argument("--games", type=int, default=100, help="how many (default 100)")
    made.add_argument("--until", default="end", metavar="WHEN", help="end, 'turn N' or 'phase ID'")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--option", action="append", default=[], metavar="NAME", help="switch an optional rule on")
    made.add_argument("--workers", type=int, default=1, help="processes on this machine")
    made.add_argument("--cluster", metavar="ADDR", help="a Dask scheduler, such as tcp://host:8786")
    made.add_argument("--csv", metavar="FILE", help="write a row for each game to a file")


def opened(name: str) -> Session:
    """A scenario by its id, or a save by its path."""
    return tutor.load(name) if as_path(name).is_file() else tutor.open(name)


def odds(args: argparse.Namespace) -> tuple[Any, str]:
    from .odds.distribution import percent
    from .odds.exploration import Budget, explored, rests_on, sampled

    session = opened(args.scenario)
    spaces = session.game.combat_spaces(session)
    if not args.at:
        where = short_list(spaces) if spaces else "nowhere"
        return {"spaces": spaces}, f"A combat can be asked about in: {where}."
    guns: dict[str, list[int | str]] = {}
    for text in args.guns:
        side, is_there, values = text.partition("=")
        if not is_there:
            raise BadInput(f"Guns are given as SIDE=3,2, not {text!r}.")
        guns[side] = [int(v) if v.isdigit() else v for v in values.split(",") if v]
    unknown = [side for side in guns if side not in session.game.players]
    if unknown:
        raise UnknownName("side", unknown[0], session.game.players)
    question = session.game.combat(session, args.at, **_plans(args, guns))
    lines, data = [f"{question.about}:"], dict[str, Any](at=args.at, about=question.about, parts={})
    stopped = LONG
    if not question.long or args.seconds is not None:
        answer = explored(question, Budget(seconds=args.seconds or SECONDS))
        found, rests, stopped = answer.odds, answer.reconstructed, answer.progress.stopped
        data["covered"] = float(found.mass)
        if answer.leaves_out:
            data["leaves_out"] = answer.leaves_out
            lines.append(f"Worked out from the hits alone, without: {answer.leaves_out}.")
    if stopped:  # dice tell more than a part of the exact answer
        found = sampled(question, PLAYS)
        rests = rests_on(question, question.session.charts)
        data |= {"stopped": stopped, "plays": PLAYS}
        lines.append(f"{stopped} These are shares of {PLAYS:,} plays instead, to about 1 %.")
    if rests:
        data["reconstructed"] = list(rests)
        lines.append(f"Rests on reconstructed charts: {', '.join(rests)}.")
    if session.scenario.source.get("reconstructed"):
        data["reconstructed_position"] = True
        lines.append("The position is reconstructed.")
    for name in question.names:
        part = found[name]
        chances = {str(value): float(chance) for value, chance in part.items()}
        data["parts"][name] = chances
        numbers = all(isinstance(value, int) for value in part.outcomes)
        lines.append(f"  {name}" + (f", {float(part.mean):.2f} on average" if numbers else ""))
        lines += [
            f"    {value:>10}  {percent(chance):>9}  {'#' * round(40 * chance)}" for value, chance in part.items()
        ]
    data["outcomes"] = [[*outcome, float(chance)] for outcome, chance in found.items()]
    return data, "\n".join(lines)


def _plans(args: argparse.Namespace, guns: dict[str, list[int | str]]) -> dict[str, Any]:
    """What both sides plan, as far as the user has said it."""
    said: dict[str, Any] = {}
    for text in args.plan:
        name, values = values_of(text)
        said[name] = values[0] if len(values) == 1 else values
    plans = keywords(said)
    if args.attacker:
        plans["attacker"] = args.attacker
    if guns:
        plans["guns"] = guns
    if args.no_assault:
        plans["assault"] = False
    return plans


def values_of(text: str) -> tuple[str, list[Any]]:
    """``attackers=4:20:4`` or ``terrain=clear,river`` as a name and its values."""
    name, is_there, words = text.partition("=")
    if not name or not is_there or not words:
        raise BadInput(f"An axis is given as name=values, such as attackers=4:20:4, not {text!r}.")
    if ":" in words:
        parts = words.split(":")
        if len(parts) > 3 or not all(p.lstrip("-").isdigit() for p in parts):
            raise BadInput(f"{text!r}: a range is first:last or first:last:step, in whole numbers.")
        first, last, *step = map(int, parts)
        if step and step[0] < 1:
            raise BadInput(f"{text!r}: a step is at least 1.")
        return name, list(range(first, last + 1, step[0] if step else 1))
    known = {"yes": True, "true": True, "no": False, "false": False}
    return name, [known.get(w, int(w) if w.lstrip("-").isdigit() else w) for w in words.split(",")]


def sweep(args: argparse.Namespace) -> tuple[Any, str]:
    from .odds.sweeps import sweep as run

    game = find_game(args.game)
    frame = run(game.made_up_combat, dict(map(values_of, args.axes)), progress=True)
    return _table(frame, args.csv)


def simulate(args: argparse.Namespace) -> tuple[Any, str]:
    from .odds.confidence import summary
    from .odds.simulation import simulate as run

    named = dict(text.split("=", 1) for text in args.policy if "=" in text)
    plain = [text for text in args.policy if "=" not in text]
    if len(plain) > 1 or (plain and named):
        raise BadInput("Give one policy for all, or PLAYER=NAME for each player.")
    policies: Any = named or (plain[0] if plain else "random")
    scenario: Any = as_path(args.scenario) if as_path(args.scenario).is_file() else args.scenario
    frame = run(
        scenario,
        policies,
        args.games,
        until=args.until,
        seed=args.seed,
        options=args.option or None,
        workers=args.workers,
        cluster=args.cluster,
        progress=True,
    )
    told = summary(frame)
    data, text = _table(frame, args.csv)
    shown = told.to_string(index=False, na_rep="", float_format=lambda value: f"{value:.3f}")
    rows = told.to_dict(orient="records")
    return {**data, "summary": rows}, f"{shown}\n{text if args.csv else ''}".rstrip()


def _table(frame: Any, path: str | None) -> tuple[Any, str]:
    if path:
        try:
            frame.to_csv(Path(path), index=False)
        except OSError as err:
            raise BadInput(f"{path}: cannot be written ({err.strerror}).") from None
    text = frame.head(MOST_ROWS).to_string(index=False, float_format=lambda value: f"{value:.4f}")
    if len(frame) > MOST_ROWS:
        text += f"\n... and {len(frame) - MOST_ROWS} more rows"
    return {"rows": frame.astype(object).where(frame.notna(), None).to_dict(orient="records")}, text
