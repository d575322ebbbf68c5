"""Hex arithmetic, in both orientations and both shifts."""

from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.board.hexes import HexGrid
from tutor.board.projection import LambertConic
from tutor.engine.errors import BadInput

GRIDS = [
    HexGrid(o, 26.0, (12.0, -7.0), turn, shift)
    for o in ("flat", "pointy")
    for shift in ("odd", "even")
    for turn in (0.0, 2.2)
]
hexes = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


@pytest.mark.parametrize("grid", GRIDS)
@settings(max_examples=60, deadline=None)
@given(hex=hexes)
def test_a_centre_lies_in_its_hex_and_neighbours_are_all_as_near(grid, hex):
    assert grid.at(*grid.centre(hex)) == hex
    near = grid.neighbours(hex)
    assert len(set(near)) == 6 and hex not in near
    for other in near:
        assert dist(grid.centre(hex), grid.centre(other)) == pytest.approx(26 * 3**0.5)
        assert hex in grid.neighbours(other) and grid.distance(hex, other) == 1


@pytest.mark.parametrize("grid", GRIDS)
@settings(max_examples=60, deadline=None)
@given(x=st.floats(-900, 900), y=st.floats(-900, 900))
def test_a_point_lies_in_the_hex_with_the_nearest_centre(grid, x, y):
    found = grid.at(x, y)
    here = dist((x, y), grid.centre(found))
    assert all(here <= dist((x, y), grid.centre(n)) + 1e-6 for n in grid.neighbours(found))


@pytest.mark.parametrize("grid", GRIDS)
@settings(max_examples=40, deadline=None)
@given(one=hexes, other=hexes)
def test_distance_is_a_number_of_steps(grid, one, other):
    steps = grid.distance(one, other)
    assert steps == grid.distance(other, one)
    if steps:
        assert min(grid.distance(n, other) for n in grid.neighbours(one)) == steps - 1


@pytest.mark.parametrize("grid", GRIDS)
def test_within_counts_the_hexes_of_a_disc(grid):
    assert [len(set(grid.within((3, 4), n))) for n in range(4)] == [1, 7, 19, 37]


@pytest.mark.parametrize("grid", GRIDS)
def test_a_hexside_is_shared_by_two_hexes(grid):
    for other in grid.neighbours((2, 5)):
        a, b = grid.side((2, 5), other)
        assert dist(a, b) == pytest.approx(26)
    with pytest.raises(BadInput, match="share no side"):
        grid.side((2, 5), (9, 9))


def test_bad_grids_are_refused():
    for wrong in ({"orientation": "round"}, {"shifted": "some"}, {"size": 0}):
        with pytest.raises(BadInput):
            HexGrid(**{"orientation": "flat", "size": 1.0, **wrong})


@settings(max_examples=80, deadline=None)
@given(lat=st.floats(30, 70), lon=st.floats(-20, 50))
def test_the_projection_goes_there_and_back(lat, lon):
    conic = LambertConic(48, 51, 49.5, 4.5)
    assert conic.to_earth(*conic.to_plane(lat, lon)) == pytest.approx((lat, lon), abs=1e-9)


def test_the_projection_keeps_distances_near_its_parallels():
    conic = LambertConic(48, 51, 49.5, 4.5)
    paris, strasbourg = conic.to_plane(48.8566, 2.3522), conic.to_plane(48.5734, 7.7521)
    assert dist(paris, strasbourg) == pytest.approx(398, abs=3)
