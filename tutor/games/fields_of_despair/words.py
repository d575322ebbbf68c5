"""What the questions about combat are posed with, and what their answers are called; for forms and charts."""

from __future__ import annotations

from typing import Any

from ...engine.errors import UnknownName
from ...engine.game import Game
from ...engine.questions import Word
from ...engine.session import Session
from .blocks import TOP
from .procedures import STACK
from .state import CP, ENGLAND, NATIONS, SIDES, Counter, enemy

TERMS = {
    "holder": "Who holds the hex",
    "holder_attacker": "Attacker takes the hex",
    "holder_contested": "Both still stand in it",
    "holder_defender": "Defender keeps it",
    "holder_nobody": "Nobody is left in it",
    "attacker_lost": "Attacker loses (SP)",
    "defender_lost": "Defender loses (SP)",
    "fortress_lost": "Fortress loses (SP)",
}
SPECIAL = {"bertha": "Big Bertha"}
MOST_GUNS = 5  # of the six counters that a side may hold, one is the bluff (2.5)


def made_up_words(game: Game[Any], setup: dict[str, Any]) -> list[Word]:
    """The words of ``questions.made_up``. Fortresses, terrain and guns are those of the side that was said."""
    attacker = setup.get("attacker", CP)
    if attacker not in SIDES:
        raise UnknownName("side", attacker, SIDES)
    defender, charts = enemy(attacker), game.charts()
    board = game.board(game.scenario_from({}, "made-up"))
    theirs = [h for h in board if board.fact(h, "control") == defender and h != ENGLAND]
    terrain = tuple(sorted({str(board.fact(h, "terrain")) for h in theirs}))
    forts = [row for row in charts["fortresses"] if NATIONS[row["nation"]] == defender]
    names, sizes = tuple(row["name"] for row in forts), tuple(f"{row['name']}, {row['sp']} SP" for row in forts)
    idle = ""
    if setup.get("fortress"):
        idle = "The Fortress lies in a hex of its own."
    elif setup.get("trench"):
        idle = "In Trench Warfare every hex is a trench hex (2.1.1)."
    return [
        Word("attacker", "Attacking side", "7.3", CP, choices=SIDES, titles=tuple(map(game.player_name, SIDES))),
        Word("attackers", "Attackers (SP)", "7.3.3", 18, low=1, high=STACK * TOP),
        Word("defenders", "Defenders (SP)", "7.3.3", 6, low=0, high=STACK * TOP),
        Word("trench", "Trench Warfare", "7.3.4/trench", False),
        Word("fortress", "Fortress", "2.1.2", "", choices=("", *names), titles=("none", *sizes)),
        Word("terrain", "Terrain", "2.1.1", "clear", choices=terrain, unused=idle),
        _stock(game, "attacker_guns", "Attacker's artillery", attacker),
        _stock(game, "defender_guns", "Defender's artillery", defender),
    ]


def _stock(game: Game[Any], name: str, title: str, side: str) -> Word:
    """The Artillery counters that a side may have, as many as there are of each."""
    rows = [row for row in game.charts()["counter-mix"] if row["arm"] == "artillery" and row["side"] in ("both", side)]
    plain = [row["value"] for row in rows if not row["special"] for _ in range(row["count"])]
    special = [row["special"] for row in rows if row["special"] in SPECIAL]
    return _guns(name, title, [*plain, *special], MOST_GUNS + len(special))


def _guns(name: str, title: str, counters: list[int | str], most: int) -> Word:
    called = tuple(SPECIAL.get(c, c) if isinstance(c, str) else str(c) for c in counters)
    return Word(name, title, "2.5.2", (), choices=tuple(counters), titles=called, most=most)


def combat_words(session: Session, plans: dict[str, Any]) -> list[Word]:
    """The words of ``questions.CombatPlan``: the guns are those that each side has available."""
    game, state = session.game, session.state
    words = [
        Word(
            "attacker",
            "Attacking side",
            "7.3",
            state.active or state.initiative or CP,
            choices=SIDES,
            titles=tuple(map(game.player_name, SIDES)),
        )
    ]
    for side in SIDES:
        placed = [p.counter for p in state.artillery_placed if p.side == side]
        counters: list[Counter] = [*state.boards[side].artillery_counters, *placed]
        guns = [c.special or c.value for c in counters if c.special in ("", *SPECIAL)]
        if guns:
            words.append(
                _guns(f"guns.{side}", f"Artillery, {game.player_name(side)}", sorted(guns, key=str), len(guns))
            )
        if "bertha" in guns:
            idle = "" if "bertha" in plans.get("guns", {}).get(side, ()) else "Big Bertha is not among the guns."
            words.append(Word("rail_gun", "Big Bertha as a rail gun", "10.1/big-bertha", False, unused=idle))
    return [*words, Word("assault", "Go on to Infantry Combat", "7.3.2", True)]
