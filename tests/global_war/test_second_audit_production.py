"""Statements of chapters 7, 11 and 12 that were found to be played otherwise, mostly where two rules meet."""

from __future__ import annotations

import pytest

from tutor.games.global_war import GAME
from tutor.games.global_war.annexation import annex
from tutor.games.global_war.capture import capture
from tutor.games.global_war.facilities import facilities_in
from tutor.games.global_war.output import FACTORIES, output, sites
from tutor.games.global_war.technology import research_dice

from . import build
from .producing import facility, next_turn, table

# Captured factories (12.4)


@pytest.mark.sections("12.4", "7.6")
def test_a_set_up_with_paris_in_german_hands_has_its_factory_captured_12_4() -> None:
    g = table("germany", owners={"paris": "germany"}, wars=[("germany", "france")])
    plant = facility(g, "paris", "major-factory")
    assert output(g, "germany", plant) == 1 and sites(g, "germany", "infantry")["paris"] == 1
    assert research_dice(g, "germany") == 2, "Berlin and Western Germany"
    capture(g, "paris", "great-britain")
    assert g.state.owners["paris"] == "france"
    next_turn(g, "france", "france")
    assert output(g, "france", plant) == 5, "liberated"


@pytest.mark.sections("12.4", "11.1/militia", "0.9/annexation")
def test_an_annexed_zone_is_not_a_captured_one_12_4() -> None:
    ready = table("germany", owners={"bohemia": "germany"}, annexed=["austria", "bohemia"])
    played = table("germany", turn="July 1938")
    annex(played, "germany", "bohemia")
    next_turn(played, "germany", "germany")
    for g in (ready, played):
        (plant,) = facilities_in(g, "bohemia", FACTORIES)
        assert output(g, "germany", plant) == 3 and sites(g, "germany", "militia")["bohemia"] == 3
        capture(g, "bohemia", "ussr")
        next_turn(g, "ussr", "ussr")
        assert output(g, "ussr", plant) == 1 and sites(g, "ussr", "militia")["bohemia"] == 1


@pytest.mark.sections("12.4", "2.5/facilities")
def test_a_position_with_a_captured_factory_comes_back_with_it_12_4() -> None:
    s = build.session(
        ("calendar-turn", "national-turn", "production"), owners={"paris": "germany"}, nations={"germany": {"cash": 9}}
    )
    fields = GAME.fields(s)
    assert fields.get("printed_facilities", True), "as printed"
    again = GAME.table(GAME.scenario_from(fields, "position")).state
    assert again.facilities == s.state.facilities
    world = GAME.arrangement(fields)
    world.place("bavaria", "Facilities", "air-base", 1)
    edited = GAME.table(GAME.scenario_from(world.fields, "position"))
    assert output(edited, "germany", facility(edited, "paris", "major-factory")) == 1
