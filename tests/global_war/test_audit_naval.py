"""Statements about ships, played from Combat Movement on: 8.9, 8.10, 9.4, 9.6, 9.7, 9.8 and 12.9."""

from __future__ import annotations

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.combat import Evade, FightOn, Retreat, Submerge
from tutor.games.global_war.actions.movement import Decline, Engage, Move, Pick
from tutor.games.global_war.raiding import convoy_modifier
from tutor.games.global_war.routes import interdictors
from tutor.games.global_war.zones import crossings

from . import build
from .fights import begin as begin_combat
from .fights import fight, load, prepare, rolls, told
from .moving import combat, done, non_combat, pick, sections, send

MISS = {"hit": 0}
CHANNEL, NORTH_SEA = "english-channel", "north-sea"
BRITAIN, GERMANY, ITALY = "great-britain", "germany", "italy"
WAR = [(GERMANY, BRITAIN), (ITALY, BRITAIN)]


def until(s: Session, section: str) -> None:
    """Play on with the first legal answer until something is asked under a section."""
    while s.decision is not None and s.decision.section != section:
        s.submit(s.legal()[0])


# Submarines meet (8.9)


def submarines_meet(task: str = "") -> Session:
    s = combat(GERMANY, wars=WAR, units={GERMANY: {NORTH_SEA: {"submarine": 1}}, BRITAIN: {CHANNEL: {"submarine": 1}}})
    send(s, NORTH_SEA, "submarine", CHANNEL, task=task)
    done(s)
    return s


@pytest.mark.sections("8.9")
def test_a_submarine_may_decline_combat_with_another_submarine_8_9() -> None:
    s = submarines_meet()
    assert s.decision is not None and (s.decision.who, s.decision.section) == (BRITAIN, "8.9")
    s.submit(Decline())
    assert not told(s, "battle") and build.count(s.table, CHANNEL, "submarine") == 2


@pytest.mark.sections("8.9", "9.3/first-strike")
def test_two_submarines_that_both_want_to_fight_strike_together_8_9() -> None:
    s = submarines_meet()
    s.suppose({"hit": 1}, {"hit": 1})
    s.submit(Engage())
    assert rolls(s) == [(1, 3), (1, 3)]
    assert build.count(s.table, CHANNEL, "submarine") == 0, "both have first strike, so both are lost"


@pytest.mark.sections("8.9", "8.9/moving-sub")
def test_nobody_is_asked_about_a_submarine_that_stays_clear_8_9() -> None:
    s = submarines_meet("decline")
    assert not told(s, "reply") and not told(s, "battle")


@pytest.mark.sections("8.9", "8.9/entering-sub-zone")
def test_a_submarine_that_stays_clear_is_left_out_when_another_falls_on_its_consorts_8_9() -> None:
    units = {GERMANY: {NORTH_SEA: {"submarine": 1, "light-cruiser": 1}}, BRITAIN: {CHANNEL: {"submarine": 1}}}
    s = combat(GERMANY, wars=WAR, units=units)
    send(s, NORTH_SEA, "submarine", CHANNEL, task="decline")
    send(s, NORTH_SEA, "light-cruiser", CHANNEL, task="decline")
    done(s)
    s.suppose({"hit": 1})
    s.submit(Engage())
    assert told(s, "battle") == ["English Channel: German Light Cruiser against British Submarine."]
    assert build.count(s.table, CHANNEL, "submarine", GERMANY) == 1
    assert build.count(s.table, CHANNEL, "light-cruiser") == 0


# The examples of 8.9


@pytest.mark.sections("8.9", "8.9/moving-sub", "8.6")
def test_example_a_a_submarine_goes_past_a_fleet_and_nobody_scrambles_8_9() -> None:
    fleet = {"battleship": 1, "destroyer": 1, "naval-transport": 1}
    units = {GERMANY: {NORTH_SEA: {"submarine": 1}}, BRITAIN: {CHANNEL: fleet, "southern-england": {"fighter": 2}}}
    s = combat(GERMANY, wars=WAR, units=units, facilities={"southern-england": ["air-base"]})
    send(s, NORTH_SEA, "submarine", CHANNEL, "western-approaches")
    assert build.count(s.table, "western-approaches", "submarine", GERMANY) == 1
    assert s.decision is not None and s.decision.who == GERMANY, "the fleet has no say"
    done(s)
    assert not told(s, "scrambled") and not told(s, "battle")
    assert build.count(s.table, CHANNEL) == 3


def raided_channel(task: str) -> Session:
    """A German submarine comes where a British Light Cruiser escorts and a Medium Bomber patrols."""
    british = {CHANNEL: {"light-cruiser escort": 1, "medium-bomber patrol": 1}}
    units = {GERMANY: {NORTH_SEA: {"submarine": 1}}, BRITAIN: british}
    s = combat(GERMANY, wars=WAR, units=units, nations={BRITAIN: {"cash": 20}})
    send(s, NORTH_SEA, "submarine", CHANNEL, task=task)
    return s


@pytest.mark.sections("8.9", "9.11/defense", "9.11/escort")
def test_example_b_a_raider_is_in_no_naval_battle_with_the_escort_8_9() -> None:
    s = raided_channel("raid")
    s.suppose(6, 1, {"hit": 0}, {"hit": 1})
    done(s)
    assert not told(s, "battle"), "the cruiser is on escort duty"
    assert s.state.nations[BRITAIN].cash == 16  # 6 + 2 against 1 + 1 + 2
    assert build.count(s.table, CHANNEL, "submarine") == 0 and rolls(s)[-1] == (1, 4)


@pytest.mark.sections("8.9", "9.6", "9.11/escort")
def test_example_b_attacked_instead_cruiser_and_bomber_both_defend_8_9() -> None:
    s = raided_channel("")
    s.suppose(MISS, MISS, {"hit": 1})
    done(s)
    s.submit(Engage())  # the patrol could let it be
    s.submit(Engage())  # the submarine could evade
    assert rolls(s) == [(1, 3), (1, 5), (1, 4)], "the submarine strikes first, then both defend at their own values"
    assert build.count(s.table, CHANNEL, "submarine") == 0


@pytest.mark.sections("8.9", "8.9/moving-sub", "9.4/submarines", "9.10")
def test_example_c_a_submarine_stops_for_a_patrol_bears_a_round_and_submerges_8_9() -> None:
    units = {BRITAIN: {"gulf-of-lions": {"submarine": 1}}, ITALY: {"tyrrhenian-sea": {"tactical-bomber patrol": 1}}}
    s = combat(BRITAIN, wars=WAR, units=units)
    pick(s, "gulf-of-lions", "submarine")
    assert "8.9/moving-sub" in sections(s, Move(("tyrrhenian-sea", "central-mediterranean")))
    assert "8.9/moving-sub" in sections(s, Move(("tyrrhenian-sea",), "decline"))
    s.submit(Move(("tyrrhenian-sea",)))
    s.suppose(MISS)
    done(s)
    s.submit(Engage())
    assert rolls(s) == [(1, 5)], "the submarine has no shot at an aircraft"
    s.submit(Submerge("submarine"))
    assert build.count(s.table, "tyrrhenian-sea") == 2 and s.state.battle is None


@pytest.mark.sections("8.9", "8.7/carrier")
def test_a_submarine_that_evades_a_carrier_meets_its_aircraft_for_one_round_8_7() -> None:
    american = {CHANNEL: {"fleet-carrier": 1, "fighter aboard": 1, "tactical-bomber aboard": 1, "light-cruiser": 1}}
    s = combat(GERMANY, wars=[(GERMANY, "usa")], units={GERMANY: {NORTH_SEA: {"submarine": 1}}, "usa": american})
    send(s, NORTH_SEA, "submarine", CHANNEL)
    s.suppose(MISS, MISS)
    done(s)
    s.submit(Evade())
    assert sorted(rolls(s)) == [(1, 5), (1, 6)], "neither carrier nor cruiser fires"
    s.submit(Submerge("submarine"))
    assert build.count(s.table, CHANNEL, "submarine") == 1


# Retreats (9.4)


@pytest.mark.sections("9.4/surface", "1.15")
@pytest.mark.parametrize(
    ("start", "to"),
    [("gulf-of-cadiz", "alboran-sea"), ("alboran-sea", "gulf-of-cadiz"), ("red-sea", "eastern-mediterranean")],
)
def test_ships_retreat_through_the_strait_or_canal_they_came_through_9_4(start: str, to: str) -> None:
    units = {BRITAIN: {start: {"battleship": 2}}, ITALY: {to: {"battleship": 2}}}
    s = combat(BRITAIN, wars=WAR, units=units)
    send(s, start, ("battleship", 2), to)
    s.suppose(MISS, MISS)
    done(s)
    s.submit(Retreat())
    assert build.count(s.table, start, "battleship", BRITAIN) == 2
    assert all(u.retreated for u in s.state.units.values() if u.owner == BRITAIN)


@pytest.mark.sections("9.4/submarines", "1.15")
def test_submarines_slip_through_a_closed_strait_but_no_canal_9_4() -> None:
    units = {GERMANY: {"western-baltic": {"destroyer": 1}}, BRITAIN: {NORTH_SEA: {"submarine": 1}}}
    s = combat(BRITAIN, wars=WAR, owners={"denmark": GERMANY}, units=units)
    send(s, NORTH_SEA, "submarine", "western-baltic")
    s.suppose(MISS, MISS)
    done(s)
    ways = {a.to for a in s.legal() if isinstance(a, Submerge)}
    assert ways == {"", NORTH_SEA, "gulf-of-finland"}
    assert "9.4/submarines" in sections(s, Submerge("submarine", 1, "white-sea"))
    assert "9.4/submarines" in sections(s, Submerge("submarine", 1, "berlin"))


@pytest.mark.sections("9.4", "10.1")
def test_ships_that_retreated_stay_where_they_are_in_non_combat_movement_9_4() -> None:
    units = {BRITAIN: {"gulf-of-cadiz": {"fast-battleship": 1}}, ITALY: {"alboran-sea": {"battleship": 1}}}
    s = combat(BRITAIN, wars=WAR, units=units)
    send(s, "gulf-of-cadiz", "fast-battleship", "alboran-sea")
    s.suppose(MISS, MISS)
    done(s)
    s.submit(Retreat())
    assert s.decision is not None and s.decision.section == "10.1"
    assert sections(s, Pick("gulf-of-cadiz", "fast-battleship")) == ["9.4"]


# Screens (8.10, 9.7)


def behind_a_screen(**german: dict[str, int]) -> Session:
    """Destroyers screen in the North Sea; a battleship and troops go on behind them to the Norwegian Sea, to land in Norway."""
    british = {"destroyer": 2, "battleship": 1, "naval-transport": 1, "infantry aboard": 2}
    zones = {
        NORTH_SEA: {"destroyer": 1},
        "norway": {"infantry": 1},
        **{z.replace("_", "-"): u for z, u in german.items()},
    }
    s = combat(
        BRITAIN, options=["screening"], wars=WAR, owners={"norway": GERMANY},
        units={BRITAIN: {CHANNEL: british}, GERMANY: zones},
    )  # fmt: skip
    send(s, CHANNEL, ("destroyer", 2), NORTH_SEA, task="screen")
    send(s, CHANNEL, ["naval-transport", "battleship"], NORTH_SEA, "norwegian-sea")
    send(s, NORTH_SEA, ("infantry", 2), "norway")
    return s


@pytest.mark.sections("9.7", "8.10", "9.9")
def test_a_force_behind_a_screen_goes_on_bombards_and_lands_9_7() -> None:
    s = behind_a_screen()
    s.suppose({"hit": 1}, MISS, {"hit": 1}, MISS, MISS)
    done(s)
    assert rolls(s)[:3] == [(2, 4), (1, 4), (1, 4)], "the screen fights alone; then the battleship bombards"
    assert s.state.owners["norway"] == BRITAIN and build.count(s.table, "norwegian-sea", "naval-transport") == 1


@pytest.mark.sections("9.7", "9.8")
def test_a_submarine_where_the_force_arrives_does_not_hinder_its_landing_9_8() -> None:
    s = behind_a_screen(norwegian_sea={"submarine": 1})
    s.suppose({"hit": 1}, MISS, {"hit": 1}, MISS, MISS)
    done(s)
    assert s.state.owners["norway"] == BRITAIN


@pytest.mark.sections("9.7")
def test_ships_where_the_force_arrives_are_fought_and_nobody_lands_9_7() -> None:
    s = behind_a_screen(norwegian_sea={"destroyer": 1})
    s.suppose({"hit": 1}, MISS, {"hit": 1}, MISS)
    done(s)
    assert [e.data["zone"] for e in s.log if e.kind == "battle"] == [NORTH_SEA, "norwegian-sea"]
    assert s.state.owners["norway"] == GERMANY and build.count(s.table, "norwegian-sea", "infantry") == 2


@pytest.mark.sections("9.7", "9.8")
def test_behind_a_beaten_screen_nobody_lands_9_7() -> None:
    s = behind_a_screen()
    s.suppose(MISS, {"hit": 1}, MISS, {"hit": 1})
    done(s)
    s.submit(FightOn())
    assert s.state.owners["norway"] == GERMANY
    assert build.count(s.table, CHANNEL, "infantry") == 2 and build.count(s.table, CHANNEL, "battleship") == 1


# Coastal Artillery (12.9)


@pytest.mark.sections("12.9", "12.8", "9.9")
@pytest.mark.parametrize(("one_sea", "other_sea", "shots"), [(1, 1, [1, 1]), (2, 2, [2, 1]), (3, 1, [3]), (4, 0, [3])])
def test_a_battery_that_covers_every_border_has_three_shots_in_all_12_9(
    one_sea: int, other_sea: int, shots: list[int]
) -> None:
    seas = {"aegean-sea": {"naval-transport": one_sea}, "eastern-mediterranean": {"naval-transport": other_sea}}
    g = prepare(
        BRITAIN, wars=WAR, owners={"crete": ITALY}, printed_facilities=False,
        facilities={"crete": ["coastal-artillery"]},
        units={BRITAIN: {**seas, "malta": {"marine": 4, "artillery": 4}}, ITALY: {"crete": {"infantry": 1}}},
        dice=[MISS] * len(shots), then=1, stop_after="combat",
    )  # fmt: skip
    for sea, ships in (("aegean-sea", one_sea), ("eastern-mediterranean", other_sea)):
        for _ in range(ships):
            load(g, sea, "crete", "malta", {"marine": 1, "artillery": 1})
    s = begin_combat(g)
    until(s, "9.8")
    assert [e.data["dice"] for e in s.log if e.kind == "rolled" and e.section == "12.9"] == shots


@pytest.mark.sections("9.6/transports")
def test_a_fleet_that_loses_its_warships_loses_its_transports_and_cargo_9_6() -> None:
    attackers = {"light-cruiser": 1, "naval-transport": 2, "infantry aboard": 4}
    s = fight(
        GERMANY, (NORTH_SEA, CHANNEL, {"light-cruiser": 1, "naval-transport": 2}), wars=WAR,
        units={GERMANY: {NORTH_SEA: attackers}, BRITAIN: {CHANNEL: {"light-cruiser": 1}}}, dice=[MISS, {"hit": 1}],
    )  # fmt: skip
    assert build.count(s.table, CHANNEL) == 1


# Aircraft on decks act as if on patrol (8.7)


@pytest.mark.sections("8.7/carrier", "12.2/fleet-carrier", "9.11/roll")
@pytest.mark.parametrize(("ship", "watched"), [("fleet-carrier", True), ("fleet-carrier damaged", False)])
def test_aircraft_on_a_sound_carrier_watch_its_sea_and_those_on_a_damaged_one_do_not_8_7(
    ship: str, watched: bool
) -> None:
    fleet = {CHANNEL: {ship: 1, "fighter aboard": 1}}
    g = build.table(wars=WAR, units={BRITAIN: fleet})
    assert bool(interdictors(g, GERMANY, CHANNEL)) is watched
    assert convoy_modifier(g, GERMANY, BRITAIN, CHANNEL) == (2 if watched else 0)


@pytest.mark.sections("1.20", "8.7/carrier")
def test_aircraft_of_a_light_carrier_bar_a_narrow_crossing_1_20() -> None:
    crossing = next(c for c in crossings(build.table()) if not c.channel)
    for aboard, barred in (({}, False), ({"fighter aboard": 1}, True)):
        units = {GERMANY: {crossing.a: {"infantry": 1}}, BRITAIN: {crossing.sea: {"light-carrier": 1, **aboard}}}
        owners = {crossing.a: GERMANY, crossing.b: GERMANY}
        s = non_combat(GERMANY, wars=WAR, owners=owners, units=units)
        pick(s, crossing.a, "infantry")
        assert ("1.20" in sections(s, Move((crossing.b,)))) is barred
