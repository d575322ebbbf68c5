"""Chapter 5: the Eastern Front."""

from __future__ import annotations

import pytest

from tutor.games.fields_of_despair import actions as a

from . import build
from .drive import asked, at_step, quietly, rolled


def east(dice, space=0, bag=None, **fields):
    """The Eastern Front is resolved, and the Production Phase has begun."""
    tracks = {"eastern_space": space, "eastern_sp": 10, **fields.pop("tracks", {})}
    return build.position(
        at=build.EASTERN_FRONT,
        turn=fields.pop("turn", 2),
        dice=dice,
        eastern_bag=bag or {"red": 3, "black": 4},
        tracks=tracks,
        **fields,
    )


@pytest.mark.sections("5.0", "6.2.1")
def test_deployment_may_add_sps_to_the_eastern_front_5_0():
    s = build.position(at=(*build.PRODUCTION, "manpower"), turn=3, tracks={"eastern_sp": 7}, naval_bag={"white": 2})
    due = s.charts["manpower"].cell(3, "eastern_front")
    assert due > 0
    quietly(s, at_step("naval"))
    assert s.state.eastern_sp == 7 + due


@pytest.mark.sections("5.0")
def test_the_phase_belongs_to_the_war_with_russia_5_0():
    s = east([{"black": 3}])
    assert sum(s.state.eastern_drawn.values()) == 3
    s = build.position(
        at=("turn",), turn=7, trench=True, state={"russia_out": True}, eastern_bag={"red": 3, "black": 4}
    )
    assert s.state.eastern_drawn == {} and s.state.eastern_space == 0
    fighting = build.position(at=("turn",), turn=2, eastern_bag={"red": 3, "black": 4})
    assert fighting.state.eastern_space == 1


@pytest.mark.sections("5.1")
def test_the_track_advances_and_adds_red_cubes_5_1():
    s = east([{"black": 3}], space=0)
    added = s.charts["eastern-front-track"].cell(1, "red_added")
    assert s.state.eastern_space == 1 and added > 0
    assert s.state.eastern_bag == {"red": 3 + added, "black": 4}, "and what was drawn went back"


@pytest.mark.sections("5.1")
def test_any_red_cube_costs_sps_by_a_die_5_1():
    s = east([{"red": 2, "black": 1}, 5])
    loss = s.charts["eastern-front-loss"].cell(5, "2")
    assert loss > 0 and s.state.eastern_sp == 10 - loss
    assert rolled(s, "5.1") == [1]


@pytest.mark.sections("5.1")
def test_no_red_cube_no_loss_5_1():
    s = east([{"black": 3}])
    assert s.state.eastern_sp == 10 and rolled(s, "5.1") == []


@pytest.mark.sections("5.1")
def test_the_eastern_front_cannot_fall_below_0_5_1():
    s = east([{"red": 3}, 6], tracks={"eastern_sp": 1})
    assert s.state.eastern_sp == 0


@pytest.mark.sections("5.1/major-victory")
def test_three_reds_put_one_red_cube_in_a_victory_box_5_1():
    s = east([{"red": 3}, 1], space=5, bag={"red": 6, "black": 2})
    assert s.state.russian_victories == 1
    assert s.state.eastern_bag == {"red": 5, "black": 2}, "the cube in the box is out of the bag"
    s = east([{"red": 2, "black": 1}, 1], space=5, bag={"red": 6, "black": 2})
    assert s.state.russian_victories == 0 and s.state.eastern_bag["red"] == 6


@pytest.mark.sections("5.1/major-victory", "3.1.1")
def test_the_third_major_victory_loses_the_war_for_the_cp_5_1():
    s = east([{"red": 3}, 1], tracks={"russian_victories": 1})
    assert not s.over and s.state.russian_victories == 2
    s = east([{"red": 3}, 1], tracks={"russian_victories": 2})
    assert s.over and s.result.winner == "allies"


def revolution():
    return east(
        [{"black": 3}],
        space=5,
        turn=7,
        trench=True,
        tracks={"eastern_sp": 6},
        blocks={"Germany": {"J06": ["infantry 5"]}, "France": {"E08": ["infantry 5"]}},
        naval_bag={"white": 2},
    )


@pytest.mark.sections("5.1/bolshevik")
def test_the_revolution_takes_russia_out_of_the_war_5_1():
    assert revolution().state.russia_out
    assert not east([{"black": 3}], space=4).state.russia_out


@pytest.mark.sections("5.1/bolshevik")
def test_sps_come_west_at_the_next_reorganization_5_1():
    s = revolution()
    reinforced = s.charts["manpower"].cell(7, "eastern_front")
    quietly(s, asked("cp", "5.1/bolshevik"))
    assert at_step("reorganization")(s)
    total = 6 + reinforced
    assert s.decision.about["left"] == total
    assert build.sections(s, a.PlaceFresh("Germany", 4, "E08")) == {"5.1/bolshevik"}, "not behind the enemy"
    assert build.sections(s, a.PlaceFresh("Germany", total + 1, "K05")) == {"6.2.1"}
    s.submit(a.PlaceFresh("Germany", 4, "K05"))
    s.submit(a.PlaceFresh("Germany", total - 4, "J05"))
    assert build.strengths(s, "K05") == [4] and s.state.eastern_sp == 0
    assert s.decision.section == "8.1"
