"""Raids and bombing at a table, without the rest of a turn: the parts of the sequence that fight one Battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutor.engine.charts import check_chart
from tutor.engine.decisions import Action, Decision
from tutor.engine.phases import Cursor, Phase
from tutor.games.global_war import GAME
from tutor.games.global_war.bombing import find_bombings
from tutor.games.global_war.raiding import find_raids
from tutor.games.global_war.sequence.bombing import BOMBING_PARTS
from tutor.games.global_war.sequence.raids import RAID_PARTS
from tutor.games.global_war.state import Battle, G

from . import build
from .acting import reason, refused

PARTS = Phase(id="one-battle", title="One battle", section="9", parts=(*RAID_PARTS, *BOMBING_PARTS))


def lines(g: G, *rows: tuple[str, str, int, str, str, str]) -> None:
    """Convoy lines of this test alone: (line, nation, ipp, zones, start, end)."""
    ours = g.charts["convoys"]
    cells = [[f"{line} {nation}", line, f"{line} line", nation, *rest] for line, nation, *rest in rows]
    raw = {
        "id": "convoys", "title": "Lines", "source": {"section": "1.6"}, "key": "entry", "columns": ours.columns,
        "rows": cells,
    }  # fmt: skip
    g.charts.replace(check_chart(raw, "convoys.yaml"))
    for name in ("convoy lines", "convoys by zone"):
        g.memo.pop(name, None)


def know(g: G, nation: str, *technologies: str) -> None:
    """Give a nation all stages of technologies."""
    g.state.nations[nation].technology.update(dict.fromkeys(technologies, 9))


def fight(g: G, battle: Battle, *answers: Action) -> list[Decision]:
    """Fight one battle through to its end; the decisions that were asked, all answered by ``answers`` in order."""
    g.state.battle = battle
    g.cursor = Cursor(PARTS)
    g.cursor.start(g)
    given, asked = list(answers), []
    while g.cursor.step is not None:
        asking = g.cursor.step.run(g)
        try:
            g.decision = next(asking) if asking is not None else None
            while g.decision is not None:
                assert asking is not None
                asked.append(g.decision)
                _check_options(g, g.decision)
                assert given, f"asked: {g.decision.prompt}"
                answer = given.pop(0)
                assert not refused(g, answer), reason(g, answer)
                g.decision = asking.send(answer)
        except StopIteration:
            g.decision = None
        g.cursor.advance(g)
    assert not given, f"not asked for: {given}"
    assert battle.over
    return asked


def _check_options(g: G, decision: Decision) -> None:
    """Whatever a decision offers, the rules accept."""
    options = list(decision.options())
    assert options
    for option in options:
        assert not refused(g, option), reason(g, option)


def raid(g: G, *answers: Action) -> list[Decision]:
    """Fight the only raid there is."""
    (battle,) = find_raids(g)
    return fight(g, battle, *answers)


def bomb(g: G, *answers: Action) -> list[Decision]:
    """Fight the only bombing there is."""
    (battle,) = find_bombings(g)
    return fight(g, battle, *answers)


def order(g: G, zone: str, task: str, target: str = "", types: Sequence[str] = (), owner: str = "") -> None:
    """Units in a zone have been told to do something."""
    for unit in build.units_in(g, zone):
        if (not types or unit.type in types) and owner in ("", unit.owner):
            unit.task, unit.target = task, target


def facility(g: G, zone: str, type: str) -> Any:
    return next(f for f in g.state.facilities.values() if f.zone == zone and f.type == type)


def rolls(g: G) -> list[dict[str, Any]]:
    """Every roll of the dice so far."""
    return [event.data | {"why": event.text} for event in g.log if event.kind == "rolled"]


def game_rulings(g: G, action: Action) -> list[str]:
    return [ruling.section for ruling in GAME.rulebook.rulings(g, action)]
