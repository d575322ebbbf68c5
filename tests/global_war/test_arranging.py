"""Positions written down and set up by hand: the way there and back is exact, and edits do what they say."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

import tutor
from tutor.engine.errors import StaffRideError
from tutor.engine.links import MOST_TEXT
from tutor.engine.play import random_policy
from tutor.engine.session import Session
from tutor.games.global_war import GAME
from tutor.games.global_war.fields import PHASES, TURN
from tutor.games.global_war.state import State

# What a phase begins anew; what is numbered anew is compared without its numbers.
UNDER_WAY = {
    "scenario", "next_id", "nation", "mover", "moves", "moving", "hand", "battles", "battle", "slots_used", "research",
    "delivery", "recruiting", "windfall", "perils", "dockside", "influencing", "influence_paid", "repairs", "ended",
}  # fmt: skip


def plain(state: State) -> dict[str, Any]:
    """A state without the numbers of its pieces."""
    found = {name: getattr(state, name) for name in state.__struct_fields__ if name not in UNDER_WAY}
    found["wars"] = {one: sorted(others) for one, others in state.wars.items() if others}
    found["units"] = Counter(unit(state, number) for number in state.units)
    found["facilities"] = Counter(str(msgspec.structs.replace(f, id=0)) for f in state.facilities.values())
    items = (msgspec.structs.replace(item, id=0, facility=bool(item.facility)) for item in state.production)
    found["production"] = sorted(map(str, items))
    found["repairs"] = Counter((state.units[ship].type, state.facilities[yard].zone) for ship, yard in state.repairs)
    return found


def unit(state: State, number: int) -> tuple[str, tuple[str, ...]]:
    one = state.units[number]
    cargo = sorted(other.type for other in state.units.values() if other.aboard == number)
    bare = msgspec.structs.replace(one, id=0, aboard=bool(one.aboard), started=one.started or one.zone)
    return str(bare), tuple(cargo)


def phase_of(session: Session) -> tuple[Any, ...]:
    ids = [place.id for place in session.where]
    return session.state.calendar, session.state.slot, next((id for id in ids if id in PHASES), "")


def starts(name: str, seed: int, most: int) -> list[Session]:
    """The first decision of each phase, in a game played at random."""
    session, choose = tutor.open(f"global-war/{name}", seed=seed), random_policy(seed)
    found: list[Session] = []
    last: tuple[Any, ...] = ()
    for _ in range(1500):
        if session.over or len(found) >= most:
            break
        if phase_of(session) != last:
            last = phase_of(session)
            found.append(session.fork())
        session.submit(choose(session))
    return found


@pytest.mark.parametrize(("name", "seed"), [("1939", 5), ("1936", 2), ("lesson-barbarossa", 3), ("lesson-spain", 4)])
def test_a_position_at_the_start_of_a_phase_comes_back_exactly(name, seed):
    compared = 0
    for session in starts(name, seed, most=24):
        fields = GAME.fields(session)
        table = GAME.table(GAME.scenario_from(fields, "position"))
        now, again = plain(session.state), plain(table.state)
        assert {key: again[key] for key in now if again[key] != now[key]} == {}
        assert table.options == session.options
        assert fields.get("start", []) in ([], list(TURN), [*TURN, phase_of(session)[2]])
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("name", tutor.scenarios("global-war"))
def test_every_scenario_fits_in_a_link_and_is_played_from_it(name):
    session = tutor.open(name)
    text = tutor.link(session)
    assert len(text) < MOST_TEXT
    again = tutor.from_link(text)
    assert plain(again.state)["units"] == plain(session.state)["units"] and again.decision is not None


@pytest.mark.parametrize("name", tutor.scenarios("global-war"))
def test_every_scenario_can_be_taken_up_by_the_editor(name):
    scenario = msgspec.to_builtins(GAME.scenario(name.partition("/")[2]))
    fields = {**{k: v for k, v in scenario.items() if v and k not in ("id", "body")}, **scenario["body"]}
    arrangement = GAME.arrangement(fields)
    session = tutor.open(name)
    assert arrangement.problems() == []
    shown = [piece for piece in arrangement.pieces() if piece.group != "facility"]
    assert sum(piece.count for piece in shown) == len(set_up(name).units)
    assert {zone: nation for zone, nation in arrangement.control().items()} == set_up(name).owners
    assert set(arrangement.holdings()) == set(session.state.owners)


def set_up(name: str) -> State:
    return GAME.table(GAME.scenario(name.partition("/")[2])).state


@pytest.fixture
def world():
    return GAME.arrangement({})


def at(world: Any, zone: str) -> list[str]:
    return [piece.text for piece in world.pieces() if piece.space == zone and piece.group != "facility"]


def piece(world: Any, zone: str, branch: str) -> str:
    return next(p.id for p in world.pieces() if p.space == zone and p.branch == branch)


def test_an_empty_map_has_the_printed_roundels_and_facilities_and_no_units(world):
    assert {p.group for p in world.pieces()} == {"facility"} and world.problems() == []
    assert world.control()["berlin"] == "germany"


def test_units_are_placed_counted_moved_and_removed(world):
    world.place("berlin", "germany", "infantry", 3)
    world.place("berlin", "germany", "infantry", 1)
    assert at(world, "berlin") == ["German 4 Infantry"]
    world.set_value(piece(world, "berlin", "infantry"), 2)
    assert at(world, "berlin") == ["German 2 Infantry"]
    world.move(piece(world, "berlin", "infantry"), "bavaria")
    assert at(world, "berlin") == [] and at(world, "bavaria") == ["German 2 Infantry"]
    world.set_value(piece(world, "bavaria", "infantry"), 0)
    assert at(world, "bavaria") == [] and world.fields.get("units", {}) == {}


def test_land_units_at_sea_need_a_ship_and_are_told_so(world):
    world.place("north-sea", "great-britain", "infantry", 2)
    (problem,) = world.problems()
    assert "no ship there has room" in problem.text and "north-sea" in problem.place
    world.place("north-sea", "great-britain", "naval-transport", 1)
    assert world.problems() == [] and at(world, "north-sea") == [
        "British 2 Infantry, aboard",
        "British 1 Naval Transport",
    ]


def test_facilities_are_built_damaged_moved_and_torn_down(world):
    before = Counter(p.branch for p in world.pieces() if p.space == "paris")
    world.place("paris", "Facilities", "submarine-base", 0)
    world.set_value(piece(world, "paris", "submarine-base"), 1)
    built = next(p for p in world.pieces() if p.space == "paris" and p.branch == "submarine-base")
    assert built.badge == "1" and GAME.table(GAME.scenario_from(world.fields, "x")).state.facilities
    world.remove(piece(world, "paris", "submarine-base"))
    assert Counter(p.branch for p in world.pieces() if p.space == "paris") == before
    world.place("moscow", "Facilities", "major-port", 0)
    assert [(p.section, p.place) for p in world.problems()] == [("12.6", "Moscow")]


def test_possession_changes_and_changes_back(world):
    world.set_control("paris", "germany")
    assert world.fields["owners"] == {"paris": "germany"} and world.holdings()["paris"].nation == "germany"
    world.set_control("paris", "france")
    assert world.fields["owners"] == {}
    world.set_control("paris", "sweden")
    assert world.holdings()["paris"].nation == "sweden"
    with pytest.raises(StaffRideError, match="nobody possesses it"):
        world.set_control("north-sea", "germany")


@pytest.mark.parametrize(
    ("path", "value", "shown"),
    [
        ("turn", "January 1942", "January 1942"),
        ("slot", "Japan", "Japan"),
        ("start", "Combat Movement", "Combat Movement"),
        ("nations.usa.cash", 41, 41),
        ("nations.usa.peacetime", 12, 12),
        ("nations.usa.technology", ["radar", 2], ["radar", 2]),
        ("wars.germany", ["ussr", "great-britain"], ["ussr", "great-britain"]),
        ("minors.romania.controller", "Germany", "Germany"),
        ("pact", "signed", "signed"),
        ("truce", "yes", "yes"),
        ("options.mountains", "yes", "yes"),
    ],
)
def test_settings_are_set_and_read_and_the_position_can_be_played(world, path, value, shown):
    world.set(path, value)
    assert {s.path: s.value for s in world.settings()}[path] == shown
    assert world.problems() == []
    assert tutor.position("global-war", world.fields).decision is not None


def test_a_war_is_shown_by_both_who_wage_it_and_can_be_ended(world):
    world.set("wars.germany", ["france"])
    settings = {s.path: s.value for s in world.settings()}
    assert settings["wars.france"] == ["germany"]
    world.set("wars.france", [])
    assert world.fields["wars"] == []


@pytest.mark.parametrize(
    "edit",
    [
        lambda w: w.place("atlantis", "germany", "infantry", 1),
        lambda w: w.place("berlin", "ruritania", "infantry", 1),
        lambda w: w.place("berlin", "germany", "elephant", 1),
        lambda w: w.place("berlin", "germany", "infantry", -1),
        lambda w: w.remove("no such piece"),
        lambda w: w.set("nations.usa.cash", "many"),
        lambda w: w.set("wars.germany", ["ruritania"]),
        lambda w: w.set("nations.usa.technology", ["radar"]),
        lambda w: w.set("no.such", 1),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(world, edit):
    with pytest.raises(StaffRideError):
        edit(world)


def test_a_position_that_is_none_is_refused():
    for fields in (
        {"units": 3},
        {"nonsense": 1},
        {"turn": "May 1940"},
        {"units": {"germany": {"atlantis": {"infantry": 1}}}},
    ):
        with pytest.raises(StaffRideError):
            GAME.arrangement(fields)


def edit_at_random(world: Any, rng: random.Random) -> None:
    """One edit, sensible or not."""
    zone, piece, kind = rng.choice(list(world._board)), rng.choice(world.pieces()).id, rng.choice(world.palette())
    setting = rng.choice(world.settings())
    match rng.randrange(6):
        case 0:
            world.place(zone, kind.nation, kind.branch, rng.choice([0, 1, 3]))
        case 1:
            world.remove(piece)
        case 2:
            world.move(piece, zone)
        case 3:
            world.set_value(piece, rng.choice([0, 2, 500]))
        case 4:
            world.set_control(zone, rng.choice(world.holders()))
        case 5:
            world.set(setting.path, rng.choice([0, 1, -1, "yes", "germany", [], ["usa"], None, *setting.choices[:3]]))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_edited_nothing_breaks(seed):
    rng = random.Random(seed)
    world = GAME.arrangement(GAME.fields(tutor.open("global-war/lesson-barbarossa")))
    for _ in range(60):
        with contextlib.suppress(StaffRideError):
            edit_at_random(world, rng)
        world.problems()
        world.holdings()
