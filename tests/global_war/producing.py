"""Small tools to play single steps of Production and Placement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tutor.engine.decisions import Action, Decision
from tutor.engine.rulings import Ruling
from tutor.games.global_war import turns
from tutor.games.global_war.rulebook import RULES
from tutor.games.global_war.state import G, Item

from . import build


def table(nation: str, *, cash: int = 100, slot: str = "", **fields: Any) -> G:
    """A table where ``nation`` produces or places, with this much money."""
    nations = {nation: {"cash": cash}, **fields.pop("nations", {})}
    nations[nation] = {"cash": cash, **nations[nation]}
    g = build.table(nations=nations, **fields)
    g.state.nation = nation
    g.state.slot = slot or g.state.slot
    return g


def refusals(g: G, action: Action) -> list[Ruling]:
    return list(RULES.rulings(g, action))


def sections(g: G, action: Action) -> set[str]:
    """The sections under which an action is refused; none where it is legal."""
    return {ruling.section for ruling in refusals(g, action)}


def legal(g: G, action: Action) -> bool:
    return not refusals(g, action)


def play(g: G, run: Callable[[G], Any], *actions: Action) -> list[Decision]:
    """Run one step with these answers, each of which must be legal where it is given; the decisions it asked."""
    asking = run(g)
    if asking is None:
        assert not actions
        return []
    asked: list[Decision] = []
    given = iter(actions)
    try:
        g.decision = next(asking)
        while True:
            asked.append(g.decision)
            action = next(given, None)
            assert action is not None, f"asked once more than answered: {g.decision}"
            assert isinstance(action, g.decision.kinds), (action, g.decision)
            assert legal(g, action), refusals(g, action)
            g.decision = asking.send(action)
    except StopIteration:
        pass
    g.decision = None
    assert next(given, None) is None, "not all answers were asked for"
    return asked


def next_turn(g: G, nation: str, slot: str, *, calendar: int = 0) -> None:
    """Another national turn begins."""
    g.state.slot = slot
    g.state.calendar += calendar
    turns.begin_national_turn(g)
    g.state.nation = nation


def items(g: G, what: str = "") -> list[Item]:
    return [item for item in g.state.production if what in ("", item.what)]


def cash(g: G, nation: str) -> int:
    return int(g.state.nations[nation].cash)


def facility(g: G, zone: str, type: str) -> Any:
    return next(f for f in g.state.facilities.values() if f.zone == zone and f.type == type)
