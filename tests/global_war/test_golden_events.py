"""The rulebook's examples on scoring, the end of the game and historical events, played through the engine."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.golden import Given, Golden
from tutor.engine.chance import every_outcome
from tutor.games.global_war import recruitment, turns, vichy, vichy_rolls, victory
from tutor.games.global_war.actions.placement import Recruit
from tutor.games.global_war.calendar import turn_name
from tutor.games.global_war.capture import capture
from tutor.games.global_war.nations import ALLIANCE_OF, FREE_FRANCE
from tutor.games.global_war.terms import in_play, owner, zone_value
from tutor.games.global_war.units import units_in

from . import build

GOLDEN = Golden(Path(__file__).with_name("golden_events.yaml"))
check = GOLDEN.check


@pytest.mark.parametrize("case", GOLDEN.cases())
def test_example(case: Given) -> None:
    GOLDEN.play(case)


def test_every_case_is_told_once_and_every_check_is_used() -> None:
    GOLDEN.assert_whole()


@check
def tie(given: Given, expect: Given) -> None:
    g = build.table(turn=given["turn"], owners=given["owners"], options=["reading-cities-only"])
    totals = victory.points(g)
    assert sorted(victory.leaders(totals)) == expect["tied"] and totals["axis"] < totals["allies"]
    turns.end_calendar_turn(g)
    assert g.state.ended == expect["ends"]
    assert turn_name(g.state.calendar) == expect["next_turn"]
    g.state.wars = {"germany": ["ussr", "great-britain"], "ussr": ["germany"], "great-britain": ["germany"]}
    for zone in given["axis_then_takes"]:
        capture(g, zone, "germany")
    turns.end_calendar_turn(g)
    assert (g.state.ended, g.state.winner) == (True, expect["then_wins"])


@check
def most_points(given: Given, expect: Given) -> None:
    g = build.table()
    found = dict.fromkeys(expect, 0)
    for row in g.charts["objectives"]:
        found[ALLIANCE_OF[row["nation"]]] += row["most"]
    assert found == expect
    scored = [score.what for score in victory.national_objectives(g)]
    assert scored == [row["objective"] for row in g.charts["objectives"]]


@check
def calendar(given: Given, expect: Given) -> None:
    g = build.table(turn=given["turn"])
    turns.begin_calendar_turn(g)
    seen = [turn_name(g.state.calendar)]
    assert f"{seen[0]} begins." in [event.text for event in g.log]
    turns.end_calendar_turn(g)
    assert [*seen, turn_name(g.state.calendar)] == expect["turns"]


@check
def paris_liberated(given: Given, expect: Given) -> None:
    g = build.table(
        wars=[("germany", "france"), ("germany", "usa")],
        units={"france": {"morocco": {"infantry": 2}}},
    )
    g.state.slot = "germany"
    capture(g, "paris", "germany")
    assert in_play(g, FREE_FRANCE) and not in_play(g, "france")
    capture(g, "paris", given["liberator"])
    assert in_play(g, expect["plays"]) and not in_play(g, expect["out"])
    assert owner(g, "paris") == expect["plays"]
    assert {unit.owner for unit in units_in(g, "morocco")} == {expect["plays"]}
    assert owner(g, "morocco") == expect["plays"]


@check
def colonies(given: Given, expect: Given) -> None:
    g = build.table(
        wars=[("germany", "france")],
        units={"france": {given["zones"][0]: {"infantry": 1, "fighter": 1}}},
        dice=[given["d12"]],
    )
    g.state.slot = "germany"
    capture(g, "paris", "germany")
    g.state.vichy_pending = []
    vichy.create_vichy(g)
    assert g.state.vichy_pending[0].startswith(vichy_rolls.COLONY)
    vichy_rolls.roll_for_colony(g)
    assert {owner(g, zone) for zone in given["zones"]} == {expect["owner"]}
    assert [unit.owner for unit in units_in(g, given["zones"][0])] == [expect["owner"]] * 2


@check
def variable_end(given: Given, expect: Given) -> None:
    def table(turn: str) -> Any:
        return build.table(turn=turn, owners=given["lost"], wars=[("germany", "france")], options=["variable-end"])

    def chance_of_end(turn: str) -> Fraction:
        def run(chance: Any) -> bool:
            g = table(turn)
            g.use(chance)
            turns.roll_for_the_end(g)
            return bool(g.state.counters[turns.END_ROLLED])

        return sum((p for ended, p in every_outcome(run) if ended), Fraction(0))

    assert turns.ends_on(table(given["turn"])) == expect["ends_on"]
    assert chance_of_end(given["turn"]) == Fraction(expect["chance"])
    if "by_then" in expect:
        goes_on = [1 - chance_of_end(turn) for turn in ("July 1944", "January 1945", "July 1945")]
        assert 1 - goes_on[0] * goes_on[1] * goes_on[2] == Fraction(expect["by_then"])


@check
def abyssinia(given: Given, expect: Given) -> None:
    g = build.table(abyssinia="war", wars=[("italy", "abyssinia")], minors={"abyssinia": {"controller": "france"}})
    before = {score.what: score.points for score in victory.national_objectives(g)}
    capture(g, "abyssinia", given["taken_by"])
    after = {score.what: score.points for score in victory.national_objectives(g)}
    assert zone_value(g, "abyssinia") == expect["ipp"]
    assert after["italy-expand-the-empire"] - before["italy-expand-the-empire"] == expect["expand_the_empire"]


@check
def vichy_recruits(given: Given, expect: Given) -> None:
    g = build.table(
        vichy=True,
        owners={"southern-france": "vichy", "corsica": "vichy", "morocco": "vichy"},
        minors={"vichy": {"controller": "germany"}},
        dice=[given["d12"], expect["too_much"]],
    )
    g.state.nation = "germany"
    assert recruitment.recruiters(g) == ["vichy"]
    g.state.recruiting = "vichy"
    recruitment.roll_recruitment(g)
    assert recruitment.recruits_came(g) == expect["success"]
    asking = recruitment.place_recruits(g)
    decision = next(asking)
    offered = {(action.type, action.zone) for action in decision.options()}
    assert offered == {(type, zone) for type in expect["reward"] for zone in ("southern-france", "corsica", "morocco")}
    with pytest.raises(StopIteration):
        asking.send(Recruit("militia", "morocco"))
    assert build.count(g, "morocco", "militia", "vichy") == expect["reward"]["militia"]
    recruitment.roll_recruitment(g)
    assert not recruitment.recruits_came(g)
