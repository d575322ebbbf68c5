"""What can be wrong with a position, each with its section; and what a file cannot hold at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tutor
from tutor.engine.errors import BadInput, StaffRideError
from tutor.engine.saves import FIELDS, _digests, packed, unpacked
from tutor.games import find_game
from tutor.games.global_war import GAME
from tutor.games.global_war.state import Unit

from . import build


def wrong(**fields: Any) -> list[tuple[str, str]]:
    """The sections and places of what is wrong with a position."""
    return [(problem.section, problem.place) for problem in GAME.problems(build.table(**fields))]


@pytest.mark.sections("2.5")
@pytest.mark.parametrize("name", tutor.scenarios("global-war"))
def test_nothing_is_wrong_with_a_scenario_2_5(name):
    session = tutor.open(name)
    assert session.problems() == []
    GAME.check(session.table)


def test_an_empty_world_is_fine():
    assert wrong() == []


@pytest.mark.parametrize(
    ("fields", "section", "place"),
    [
        ({"units": {"germany": {"berlin": {"infantry": 1}}}, "owners": {"berlin": "france"}, "wars": [("germany", "france")]}, "0.5/land", "berlin"),
        ({"units": {"germany": {"paris": {"infantry": 1}}, "france": {"paris": {"infantry": 1}}}, "wars": [("germany", "france")]}, "0.5/land", "paris"),
        ({"units": {"usa": {"hawaiian-sea": {"fighter": 1}}}}, "10.3", "hawaiian-sea"),
        ({"units": {"germany": {"berlin": {"fighter patrol": 1}}}}, "8.7", "berlin"),
        ({"units": {"japan": {"tokyo-sea": {"destroyer damaged": 1}}}}, "0.9/capital-ship", "tokyo-sea"),
        ({"units": {"great-britain": {"antarctica": {"infantry": 1}}}}, "1.18", "antarctica"),
        ({"facilities": {"moscow": ["major-port"]}}, "12.6", "moscow"),
        ({"facilities": {"libya": ["major-factory"]}}, "12.4", "libya"),
        ({"facilities": {"berlin": ["air-base damage=99"]}}, "12.3", "berlin"),
        ({"owners": {"berlin": "ruritania"}}, "0.9/nation", "berlin"),
        ({"wars": [("germany", "italy")]}, "4.3", "wars"),
        ({"nations": {"usa": {"peacetime": 10}}, "wars": [("usa", "japan")]}, "5.0", "nations.usa.peacetime"),
        ({"nations": {"usa": {"technology": {"radar": 9}}}}, "7.6", "nations.usa.technology"),
        ({"nations": {"usa": {"technology": {"death-ray": 1}}}}, "7.7", "nations.usa.technology"),
        ({"nations": {"free-france": {"in_play": True}}}, "14.4", "nations.free-france"),
        ({"turn": "July 1944", "last_turn": "July 1943"}, "2.1", "last_turn"),
    ],
)  # fmt: skip
def test_a_problem_is_named_with_its_section_and_place(fields, section, place):
    assert wrong(**fields) == [(section, place)]


def test_a_transport_with_too_much_aboard():
    g = build.table(units={"usa": {"hawaiian-sea": {"naval-transport": 1, "infantry aboard": 2}}})
    assert GAME.problems(g) == []
    ship = build.unit(g, "hawaiian-sea", "naval-transport")
    g.state.units[900] = Unit(900, "artillery", "usa", "hawaiian-sea", aboard=ship.id)
    g.state.next_id = 901
    g.memo.clear()
    (problem,) = GAME.problems(g)
    assert problem.section == "8.4" and "carries 3 units" in problem.text


def test_a_carrier_carries_its_aircraft_and_nothing_else():
    g = build.table(units={"usa": {"hawaiian-sea": {"fleet-carrier": 1, "fighter aboard": 2}}})
    assert GAME.problems(g) == []
    g.state.units[900] = Unit(
        900, "fighter", "usa", "hawaiian-sea", aboard=build.unit(g, "hawaiian-sea", "fleet-carrier").id
    )
    g.state.next_id = 901
    g.memo.clear()
    assert [p.section for p in GAME.problems(g)] == ["12.2/fleet-carrier"]


def test_less_than_nothing_in_the_purse():
    g = build.table()
    g.state.nations["italy"].cash = -3
    assert [(p.section, p.place) for p in GAME.problems(g)] == [("0.9/income", "nations.italy.cash")]


# Files


def spoilt(change: Any) -> str:
    """What is said of a state that was changed by hand."""
    g = build.table(units={"germany": {"berlin": {"infantry": 1}}})
    change(g.state)
    with pytest.raises(BadInput) as caught:
        GAME.check(g)
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda s: setattr(s, "slot", "sweden"), "slot"),
        (lambda s: setattr(s, "calendar", 0), "calendar"),
        (lambda s: s.nations.pop("usa"), "nations"),
        (lambda s: s.owners.update({"atlantis": "usa"}), "owners.atlantis"),
        (lambda s: s.owners.update({"berlin": "ruritania"}), "owners.berlin"),
        (lambda s: setattr(s.nations["usa"], "cash", 10**9), "nations.usa.cash"),
        (lambda s: setattr(s.nations["usa"], "capital", "atlantis"), "nations.usa.capital"),
        (lambda s: setattr(s.units[1], "type", "elephant"), "units.1.type"),
        (lambda s: setattr(s.units[1], "zone", "atlantis"), "units.1.zone"),
        (lambda s: setattr(s.units[1], "owner", "ruritania"), "units.1.owner"),
        (lambda s: setattr(s.units[1], "aboard", 77), "units.1.aboard"),
        (lambda s: setattr(s.units[1], "hits", -1), "units.1.hits"),
        (lambda s: setattr(s.units[1], "id", 5), "units.1.id"),
        (lambda s: setattr(s, "next_id", 1), "units.1.id"),
        (lambda s: setattr(s, "hand", [99]), "hand"),
        (lambda s: setattr(next(iter(s.facilities.values())), "type", "castle"), "facilities."),
        (lambda s: setattr(next(iter(s.facilities.values())), "damage", -2), "facilities."),
    ],
)
def test_a_state_that_cannot_be_is_refused_by_its_field(change, field):
    assert spoilt(change).startswith(field)


def test_a_save_with_an_impossible_unit_is_one_sentence():
    session = tutor.open("global-war/lesson-france-1940", seed=2)
    whole = json.loads(packed(session))
    next(iter(whole["beginning"]["units"].values()))["zone"] = "atlantis"
    whole["digests"] = _digests({field: whole[field] for field in FIELDS})
    with pytest.raises(StaffRideError, match=r"x\.json.*beginning.*zone"):
        unpacked(json.dumps(whole), "x.json", find_game)


def test_a_save_is_the_same_game_again():
    session = tutor.open("global-war/lesson-france-1940", seed=2)
    for _ in range(30):
        session.submit(session.legal()[-1])
    again = unpacked(packed(session), "x.json", find_game, trusted=False)
    assert again.state == session.state and again.log == session.log
