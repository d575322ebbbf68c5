"""The command line: ``staff-ride``. Every command can answer in JSON; every mistake is one sentence."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import msgspec

import tutor

from . import cli_odds
from .engine.data import as_path
from .engine.errors import BadInput, StaffRideError
from .games import find_game, game_ids

USER_ERROR = 2


class Parser(argparse.ArgumentParser):
    """argparse, with one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message[0].upper()}{message[1:]}; see `{self.prog} --help`.")


def parser() -> Parser:
    top = Parser(prog="staff-ride", description="Rules tutor and scenario explorer for board wargames.")
    top.add_argument("--version", action="version", version=tutor.__version__)
    commands = top.add_subparsers(dest="command", required=True, metavar="command", parser_class=Parser)

    def command(name: str, run: Any, words: str) -> Parser:
        made: Parser = commands.add_parser(name, help=words, description=words)
        made.set_defaults(run=run)
        made.add_argument("--json", action="store_true", help="answer in JSON")
        return made

    command("games", games, "List the games.")
    made = command("scenarios", scenarios, "List the scenarios, of one game or of all.")
    made.add_argument("game", nargs="?")
    made = command("play", play, "Play a scenario by a policy to its end, and print the result.")
    made.add_argument("scenario")
    made.add_argument("--seed", type=int, default=0, help="the dice (default 0)")
    made.add_argument("--policy", default="random", help="who decides: random, cautious, aggressive (default: random)")
    made.add_argument("--turns", type=int, help="stop after so many turns")
    made.add_argument("--option", action="append", default=[], metavar="NAME", help="switch an optional rule on")
    made.add_argument("--charts", metavar="FOLDER", help="a folder of your own charts")
    made.add_argument("--save", metavar="FILE", help="write the game to a file")
    made = command("show", show, "Show a saved game.")
    made.add_argument("save")
    made.add_argument("--player", help="as this player may know it")
    made = command("rules", rules, "Rule cards: a section, or words to look for.")
    made.add_argument("game")
    made.add_argument("wanted", nargs="*", metavar="section or words")
    made = command("charts", charts, "The charts of a game, each with its source.")
    made.add_argument("game")
    made.add_argument("chart", nargs="?", help="print this one whole")
    made.add_argument("--charts", metavar="FOLDER", help="a folder of your own charts")
    cli_odds.add_commands(command)
    made = command("coverage", coverage, "Sections implemented, exercised by a test, and taught.")
    made.add_argument("game", nargs="?")
    made = command("maps", maps, "Check, draw or build the maps.")
    made.add_argument("what", choices=("check", "draw", "build"))
    made.add_argument("name", nargs="?", help="one map (check takes all without it)")
    made.add_argument("out", nargs="?", help="the SVG file to draw to")
    made.add_argument("--sources", default=".map-sources", metavar="FOLDER", help="where build keeps public data")
    return top


def maps(args: argparse.Namespace) -> tuple[Any, str]:
    from .board import maps as of

    if args.what == "check":
        found = {name: of.check(name) for name in ([args.name] if args.name else of.map_names())}
        lines = []
        for name, findings in found.items():
            for f in findings:
                lines.append(f"{name}: {'ok  ' if f.holds else 'FAIL'} {f.what}")
                lines += [f"      {detail}" for detail in f.details]
        return {"maps": found, "holds": all(f.holds for fs in found.values() for f in fs)}, "\n".join(lines)
    if not args.name:
        raise BadInput(f"maps {args.what} needs the name of a map: {', '.join(of.map_names())}.")
    if args.what == "build":
        path = of.build(args.name, as_path(args.sources))
        return {"built": str(path)}, f"Built {path}."
    if not args.out:
        raise BadInput("maps draw needs a file to draw to, such as out.svg.")
    from .board.draw import draw
    from .engine.saves import write_atomically

    write_atomically(as_path(args.out), draw(of.load_map(args.name)).encode())
    return {"drawn": args.out}, f"Drawn to {args.out}."


def games(args: argparse.Namespace) -> tuple[Any, str]:
    found = [find_game(name) for name in game_ids()]
    data = [
        {
            "id": g.id,
            "title": g.title,
            "players": g.players,
            "scenarios": len(g.scenario_ids()),
            "options": {name: option.title for name, option in g.options.items()},
        }
        for g in found
    ]
    return {"games": data}, "\n".join(f"{g.id}  {g.title} ({len(g.scenario_ids())} scenarios)" for g in found)


def scenarios(args: argparse.Namespace) -> tuple[Any, str]:
    rows, lines = [], []
    for name in [args.game] if args.game else game_ids():
        game = find_game(name)
        for scenario_id in game.scenario_ids():
            scenario = game.scenario(scenario_id)
            full = f"{game.id}/{scenario_id}"
            rows.append(
                {
                    "id": full,
                    "title": scenario.title,
                    "kind": scenario.kind,
                    "summary": scenario.summary,
                    "source": scenario.source,
                }
            )
            mark = " (reconstructed)" if scenario.source.get("reconstructed") else ""
            lines.append(f"{full}  {scenario.title}{mark}\n  {scenario.summary}")
    return {"scenarios": rows}, "\n".join(lines)


def play(args: argparse.Namespace) -> tuple[Any, str]:
    from .engine.play import play as play_on
    from .engine.play import policy

    if args.turns is not None and args.turns < 1:
        raise BadInput(f"--turns takes a whole number from 1, not {args.turns}.")
    session = tutor.open(args.scenario, seed=args.seed, options=args.option, charts=args.charts)
    choose = policy(args.policy, args.seed, session.game)
    first = session.turn
    started = time.perf_counter()
    until = None if args.turns is None else lambda s: s.turn >= first + args.turns
    decisions = play_on(session, choose, until)
    seconds = time.perf_counter() - started
    if args.save:
        session.save(args.save)
    result = session.result
    data = {
        "scenario": args.scenario,
        "seed": args.seed,
        "policy": args.policy,
        "options": session.options,
        "decisions": decisions,
        "turn": session.turn,
        "seconds": round(seconds, 3),
        "result": result,
        "saved": args.save,
    }
    end = str(result) if result else f"Stopped on turn {session.turn}, not over: {session.where[-1]}."
    return data, f"{end}\n{decisions} decisions in {seconds:.1f} s, turn {session.turn}."


def show(args: argparse.Namespace) -> tuple[Any, str]:
    session = tutor.load(args.save)
    view = session.view(args.player) if args.player else None
    decision, result = session.decision, session.result
    data = {
        "game": session.game.id,
        "scenario": session.scenario.id,
        "title": session.scenario.title,
        "seed": session.seed,
        "options": session.options,
        "turn": session.turn,
        "where": session.where,
        "decision": decision.to_dict() if decision and (not view or decision.who == args.player) else None,
        "decisions": session.decisions_made,
        "result": result,
        "problems": session.problems(),
        "view": view,
    }
    here = " > ".join(str(place) for place in session.where)
    lines = [
        f"{session.game.title}: {session.scenario.title}",
        f"Turn {session.turn}, {session.decisions_made} decisions.",
    ]
    lines += (
        [str(result)]
        if result
        else [here, f"{decision.who} decides [{decision.section}]: {decision.prompt}" if decision else ""]
    )
    lines += [f"Problem {p}" for p in session.problems()]
    lines += [f"  {event}" for event in (view.log if view else session.log)[-8:]]
    return data, "\n".join(lines)


def rules(args: argparse.Namespace) -> tuple[Any, str]:
    from .engine.rulebook_data import rulebook

    book = rulebook(args.game)
    words = " ".join(args.wanted)
    for term in book.glossary:
        if words.lower() == term.name.lower():
            said = {"game": book.game, "term": term.name, "meaning": term.meaning, "rules": []}
            return said, f"{term.name}: {term.meaning}"
    found = book.find(words) if words else list(book.cards)
    return {"game": book.game, "rules": found}, "\n".join(map(str, found)) if args.wanted else "\n".join(
        f"{c.section}  {c.title}" for c in found
    )


def charts(args: argparse.Namespace) -> tuple[Any, str]:
    if args.game not in game_ids():
        return printed_charts(args)
    found = find_game(args.game).charts(args.charts)
    if args.chart:
        chart = found[args.chart]
        return {"game": args.game, "charts": [chart]}, str(chart)
    listed = [found[name] for name in found]
    lines = [f"{c.id}  {c.title}: {'YOURS, ' if c.id in found.own else ''}{c.source}" for c in listed]
    return {"game": args.game, "charts": listed, "own": sorted(found.own)}, "\n".join(lines)


def printed_charts(args: argparse.Namespace) -> tuple[Any, str]:
    """The charts of a game that is not played yet: what its rulebook prints, and what it does not."""
    from .engine.errors import UnknownName
    from .engine.rulebook_data import rulebook

    book = rulebook(args.game)
    if args.charts:
        raise BadInput(f"{book.title} is not played yet, so it takes no charts of your own; leave out --charts.")
    missing = {m.id: m for m in book.missing}
    if args.chart:
        if args.chart not in book.tables and args.chart not in missing:
            raise UnknownName("chart", args.chart, [*book.tables, *missing])
        if args.chart in missing:
            chart = missing[args.chart]
            lines = [f"{chart.title} ({chart.id})", f"Not printed in the rulebook; used by section {chart.section}."]
            lines += [f"  {known}" for known in chart.known] + ([f"See {chart.instead}."] if chart.instead else [])
            return {"game": book.game, "charts": [], "missing": [chart]}, "\n".join(lines)
        return {"game": book.game, "charts": [book.tables[args.chart]]}, str(book.tables[args.chart])
    lines = [f"{c.id}  {c.title}: {c.source}" for c in book.tables.values()]
    lines += [f"{m.id}  {m.title}: not printed, section {m.section}" for m in missing.values()]
    return {"game": book.game, "charts": list(book.tables.values()), "missing": list(missing.values())}, "\n".join(
        lines
    )


def coverage(args: argparse.Namespace) -> tuple[Any, str]:
    from .engine.registry import coverage as covered

    found = [covered(find_game(name)) for name in ([args.game] if args.game else game_ids())]
    data, lines = [], []
    for c in found:
        share = len(c.done) / len(c.sections)
        parts = {"rules of every game": c.share(False), "optional rules": c.share(True)}
        data.append(
            {
                "game": c.game,
                "sections": len(c.sections),
                "implemented": len(c.implemented),
                "exercised": len(c.exercised) if c.tests_found else None,
                "done": len(c.done),
                "share": round(share, 4),
                "taught": len(c.taught),
                "parts": {
                    name: dict(zip(("done", "sections"), c.share(optional), strict=True))
                    for name, optional in (("rules", False), ("optional", True))
                },
                "missing": {section: c.reasons.get(section, "") for section in c.missing},
            }
        )
        lines += [
            f"{c.game}: {len(c.sections)} sections (the Playbook's are not counted)",
            f"  implemented {len(c.implemented)}",
            f"  exercised by a test {len(c.exercised)}" if c.tests_found else "  tests are not installed here",
            f"  implemented and exercised {len(c.done)} ({share:.1%})",
            *(f"    {title} {done} of {of} ({done / of:.1%})" for title, (done, of) in parts.items() if of),
            f"  taught {len(c.taught)}",
            *_not_played(c.missing, c.reasons),
        ]
    return {"coverage": data}, "\n".join(lines)


def _not_played(missing: Sequence[str], reasons: Mapping[str, str]) -> list[str]:
    """The sections that are not played yet, by reason."""
    by_reason: dict[str, list[str]] = {}
    for section in missing:
        by_reason.setdefault(reasons.get(section, "not yet"), []).append(section)
    return [f"  {reason}: {', '.join(sections)}" for reason, sections in by_reason.items()]


def main(argv: Sequence[str] | None = None) -> int:
    try:
        args = parser().parse_args(argv)
        data, text = args.run(args)
    except StaffRideError as err:
        print(f"staff-ride: {err}", file=sys.stderr)
        return USER_ERROR
    try:
        if args.json:
            print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        else:
            print(text)
    except BrokenPipeError:  # the reader, a pager or head, has seen enough
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
