"""Statements of chapters 7, 11 and 12 that were found to be played otherwise, mostly where two rules meet."""

from __future__ import annotations

import pytest

from tutor.games.global_war import GAME, delivery, lend_lease
from tutor.games.global_war.actions.placement import Deliver
from tutor.games.global_war.actions.production import LendMoney
from tutor.games.global_war.annexation import annex
from tutor.games.global_war.capture import capture
from tutor.games.global_war.facilities import facilities_in
from tutor.games.global_war.output import FACTORIES, output, sites
from tutor.games.global_war.technology import research_dice

from . import build
from .producing import facility, items, legal, next_turn, play, refusals, table

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


# Lend-lease


def two_loans(*options: str):
    """Great Britain lends 2 IPPs each to the USSR and to the USA through one Minor Port of its own."""
    g = table(
        "great-britain", printed_facilities=False, options=options, wars=[("germany", "great-britain"), ("germany", "ussr")],
        facilities={"london": ["major-factory", "minor-port"], "murmansk": ["minor-port"], "new-york": ["major-port"]},
        nations={"ussr": {"peacetime": 30}},
    )  # fmt: skip
    for receiver in ("ussr", "usa"):
        play(g, lend_lease.declare_lend_lease, LendMoney(receiver, 2))
    return g, *items(g)


@pytest.mark.sections("11.4/sea", "12.6/ports")
def test_a_minor_port_handles_three_ipp_in_a_turn_and_not_with_every_delivery_11_4() -> None:
    g, first, second = two_loans()
    play(g, delivery.send, Deliver(first.id, "murmansk", "london"))
    play(g, delivery.arrive)
    (ruling,) = refusals(g, Deliver(second.id, "new-york", "london"))
    assert ruling.section == "11.4/sea"
    assert (
        ruling.reason
        == "The Minor Port of London handles 3 IPP at most, of which 2 are used this turn, and this is worth 2."
    )
    next_turn(g, "great-britain", "great-britain")
    assert legal(g, Deliver(second.id, "new-york", "london"))
    g, first, second = two_loans("reading-port-each-delivery")
    play(g, delivery.send, Deliver(first.id, "murmansk", "london"))
    assert legal(g, Deliver(second.id, "new-york", "london"))
