"""Chapter 8 at sea: enemies that stop ships, submarines, patrols that decline, screens, tasks and blockades."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Decline, Engage, Move, Pick, PutBack
from tutor.games.global_war.actions.politics import DeclareWar
from tutor.games.global_war.facilities import blockaded, facilities_in
from tutor.games.global_war.movement import allowance
from tutor.games.global_war.state import BEHIND, BLOCKADE, ESCORT, RAID, SCREEN

from . import build
from .moving import combat, done, judged, non_combat, pick, reached, sections, send, to

WAR = [("germany", "great-britain")]


def fleets(german: dict, british: dict, **fields):
    """Germany moves; both have ships in these sea zones."""
    return combat(wars=WAR, units={"germany": german, "great-britain": british}, **fields)


# How far ships go


@pytest.mark.sections("0.8", "12.5", "12.6", "12.6/ports", "12.6/shipyards", "12.6/dockyards")
@pytest.mark.parametrize("base", ["major-port", "major-shipyard", "major-dockyard", "minor-port", ""])
def test_a_major_naval_base_gives_ships_one_zone_more_12_6(base):
    g = build.table(
        printed_facilities=False,
        facilities={"western-germany": [base] if base else []},
        units={"germany": {"north-sea": {"destroyer": 1, "submarine": 1}}},
    )
    more = 1 if base.startswith("major") else 0
    assert allowance(g, build.unit(g, "north-sea", "destroyer")) == 3 + more
    assert allowance(g, build.unit(g, "north-sea", "submarine")) == 3 + more


@pytest.mark.sections("12.6/bases", "12.5")
def test_a_submarine_base_helps_submarines_only_and_bonuses_do_not_add_up_12_6():
    g = build.table(
        printed_facilities=False,
        facilities={"western-germany": ["submarine-base"], "netherlands": []},
        units={"germany": {"north-sea": {"destroyer": 1, "submarine": 1}}},
    )
    assert allowance(g, build.unit(g, "north-sea", "destroyer")) == 3
    assert allowance(g, build.unit(g, "north-sea", "submarine")) == 4
    g = build.table(
        printed_facilities=False,
        facilities={"western-germany": ["submarine-base", "major-port", "major-shipyard"]},
        units={"germany": {"north-sea": {"submarine": 1}}},
    )
    assert allowance(g, build.unit(g, "north-sea", "submarine")) == 4


@pytest.mark.sections("12.5")
def test_bases_serve_their_owner_and_the_aligned_while_undamaged_12_5():
    fields = dict(
        printed_facilities=False,
        facilities={"netherlands": ["major-port"]},
        units={"great-britain": {"north-sea": {"destroyer": 1}}},
    )
    both = [("great-britain", "germany"), ("france", "germany")]
    for owner, wars, damage, move in (
        ("great-britain", [], 0, 4), ("france", both, 0, 4), ("france", [], 0, 3), ("great-britain", [], 1, 3),
    ):  # fmt: skip
        g = build.table(owners={"netherlands": owner}, wars=wars, **fields)
        facilities_in(g, "netherlands")[0].damage = damage
        assert allowance(g, build.unit(g, "north-sea", "destroyer")) == move


@pytest.mark.sections("12.2")
def test_old_small_craft_are_slow_and_cannot_be_built_12_2():
    g = build.table(
        printed_facilities=False,
        units={"germany": {"north-sea": {"torpedo-boat-destroyer": 1, "coastal-submarine": 1}}},
    )
    for type, move in (("torpedo-boat-destroyer", 2), ("coastal-submarine", 1)):
        assert allowance(g, build.unit(g, "north-sea", type)) == move
        assert g.charts["units"].cell(type, "cost") == "none"


# Who stops for whom


@pytest.mark.sections("8.2", "8")
def test_surface_ships_stop_for_enemy_ships_8_2():
    s = fleets({"north-sea": {"destroyer": 2}}, {"english-channel": {"light-cruiser": 1}})
    pick(s, "north-sea", "destroyer")
    assert sections(s, to("english-channel", "western-approaches")) == ["8.2"]
    moves = [a for a in s.legal() if isinstance(a, Move)]
    assert "english-channel" in reached(s)
    assert not any("english-channel" in a.path[:-1] for a in moves)  # other ways lead round it
    s.submit(to("english-channel"))
    ship = build.unit(s.table, "english-channel", "destroyer")
    assert (ship.committed, ship.entered, ship.spent) == (True, "north-sea", 1)
    assert sections(s, Pick("english-channel", "destroyer")) == ["8.2"]  # it has moved into combat


@pytest.mark.sections("9.11/escort")
def test_escorts_can_be_ignored_on_the_way_9_11():
    s = fleets({"north-sea": {"destroyer": 1}}, {"english-channel": {"light-cruiser escort": 1}})
    assert judged(s, "north-sea", "destroyer", to("english-channel", "western-approaches")) == []
    assert judged(s, "north-sea", "destroyer", to("english-channel", task="decline")) == []
    s = non_combat(
        wars=WAR,
        units={
            "germany": {"north-sea": {"destroyer": 1}},
            "great-britain": {"english-channel": {"light-cruiser escort": 1}},
        },
    )
    assert judged(s, "north-sea", "destroyer", to("english-channel")) == []


@pytest.mark.sections("0.5/sea")
def test_nations_not_at_war_share_the_sea_and_do_not_stop_each_other_0_5():
    s = combat(
        units={"germany": {"north-sea": {"destroyer": 1}}, "great-britain": {"english-channel": {"battleship": 1}}}
    )
    assert judged(s, "north-sea", "destroyer", to("english-channel", "western-approaches")) == []
    assert judged(s, "north-sea", "destroyer", to(task="attack")) == ["0.5/sea"]


@pytest.mark.sections("8.2", "0.5/sea")
def test_outside_combat_enemy_waters_are_left_but_not_entered_8_2():
    s = non_combat(
        wars=WAR,
        units={
            "germany": {"north-sea": {"destroyer": 1}},
            "great-britain": {"english-channel": {"submarine": 1}, "north-sea": {"battleship": 1}},
        },
    )
    assert judged(s, "north-sea", "destroyer", to("english-channel")) == ["8.2"]
    assert judged(s, "north-sea", "destroyer", to("norwegian-sea")) == []


@pytest.mark.sections("1.7/impassable")
def test_ships_do_not_enter_pack_ice_1_7():
    s = non_combat(units={"germany": {"norwegian-sea": {"destroyer": 1}}})
    assert judged(s, "norwegian-sea", "destroyer", to("arctic-ocean")) == ["1.7/impassable"]


@pytest.mark.sections("0.5/sea")
def test_to_fight_where_one_stands_is_a_combat_move_0_5():
    s = fleets({"north-sea": {"destroyer": 1}}, {"north-sea": {"light-cruiser": 1}})
    quiet = s.fork()
    done(quiet)
    assert not any(e.kind == "battle" for e in quiet.log)
    send(s, "north-sea", "destroyer", task="attack")
    done(s)
    assert any(e.kind == "battle" and e.data["zone"] == "north-sea" for e in s.log)


# Submarines


@pytest.mark.sections("8.9/moving-sub", "8.9")
def test_a_submarine_declines_and_goes_on_through_a_fleet_8_9():
    fleet = {"english-channel": {"battleship": 1, "destroyer": 1, "naval-transport": 1}}
    s = fleets({"north-sea": {"submarine": 2}}, fleet)
    assert judged(s, "north-sea", "submarine", to("english-channel", "western-approaches")) == []
    send(s, "north-sea", "submarine", "english-channel", "western-approaches")
    assert s.decision.who == "germany"  # the fleet has no say
    send(s, "north-sea", "submarine", "english-channel", task="decline")
    boat = build.unit(s.table, "english-channel", "submarine")
    assert boat.declined and boat.committed
    done(s)
    assert not any(e.kind == "battle" for e in s.log)


@pytest.mark.sections("8.9/moving-sub", "8.7")
@pytest.mark.parametrize("watch", ["fighter patrol", "carrier", "damaged carrier"])
def test_a_submarine_stops_for_a_patrol_or_a_carrier_with_aircraft_8_9(watch):
    british = {"fighter patrol": 1}
    if watch != "fighter patrol":
        british = {"fleet-carrier": 1, "fighter aboard": 1}
    s = fleets({"north-sea": {"submarine": 1}}, {"english-channel": british})
    if watch == "damaged carrier":
        build.unit(s.table, "english-channel", "fleet-carrier").hits = 1
    pick(s, "north-sea", "submarine")
    through = to("english-channel", "western-approaches")
    assert sections(s, through) == ([] if watch == "damaged carrier" else ["8.9/moving-sub"])
    declining = to("english-channel", task="decline")
    assert sections(s, declining) == ([] if watch == "damaged carrier" else ["8.9/moving-sub"])
    assert sections(s, to("english-channel")) == []


@pytest.mark.sections("8.9", "8.10/ordering")
def test_a_defending_submarine_fights_or_declines_when_all_moves_are_made_8_9():
    for answer, battles in ((Engage(), 1), (Decline(), 0)):
        s = fleets({"north-sea": {"destroyer": 1}}, {"english-channel": {"submarine": 1}})
        send(s, "north-sea", "destroyer", "english-channel")
        assert s.decision.who == "germany"
        done(s)
        assert (s.decision.who, s.decision.section) == ("great-britain", "8.9")
        s.submit(answer)
        assert sum(e.kind == "battle" for e in s.log) == battles


@pytest.mark.sections("8.9", "8.7/on-patrol")
def test_submarines_cannot_decline_where_the_mover_patrols_8_9():
    s = combat(
        wars=WAR,
        owners={"belgium": "germany"},
        units={
            "germany": {"north-sea": {"destroyer": 1}, "belgium": {"fighter": 1}},
            "great-britain": {"english-channel": {"submarine": 1}},
        },
    )
    send(s, "belgium", "fighter", "english-channel", task="patrol")
    send(s, "english-channel", "fighter", task="attack")
    send(s, "north-sea", "destroyer", "english-channel")
    done(s)
    assert s.decision is None or s.decision.who != "great-britain" or s.decision.section != "8.9"
    assert any(e.kind == "battle" for e in s.log)


@pytest.mark.sections("8.9/entering-sub-zone")
def test_ships_that_pass_submarines_are_let_through_or_stopped_8_9():
    s = fleets({"north-sea": {"destroyer": 2}}, {"english-channel": {"submarine": 1}})
    passing = s.fork()
    send(passing, "north-sea", ("destroyer", 2), "english-channel", "western-approaches", task="")
    assert (passing.decision.who, passing.decision.section) == ("great-britain", "8.9/entering-sub-zone")
    stopped = passing.fork()
    passing.submit(Decline())
    assert build.count(passing.table, "western-approaches", "destroyer") == 2
    assert passing.decision.who == "germany", "the submarine keeps out of it, towards those two"
    assert not build.unit(passing.table, "english-channel", "submarine").declined, "the next to come may be fought"
    stopped.submit(Engage())
    assert build.count(stopped.table, "english-channel", "destroyer") == 2
    done(stopped)
    while stopped.decision.who == "great-britain" and Engage() in stopped.legal():
        stopped.submit(Engage())
    assert any(e.kind == "battle" for e in stopped.log)


@pytest.mark.sections("8.9/entering-sub-zone")
def test_lone_submarines_are_attacked_only_with_patrols_8_9():
    s = fleets({"north-sea": {"destroyer": 1}}, {"north-sea": {"submarine": 1}})
    assert judged(s, "north-sea", "destroyer", to(task="attack")) == ["8.9/entering-sub-zone"]
    s = fleets(
        {"north-sea": {"destroyer": 1, "fighter patrol": 1}},
        {"north-sea": {"submarine": 1}},
    )
    assert judged(s, "north-sea", "destroyer", to(task="attack")) == []


# Patrols


@pytest.mark.sections("8.7/on-patrol", "8.10/ordering")
def test_a_patrol_lets_ships_without_aircraft_pass_or_stops_them_8_7():
    s = fleets({"north-sea": {"destroyer": 1}}, {"english-channel": {"medium-bomber patrol": 1}})
    send(s, "north-sea", "destroyer", "english-channel", "western-approaches")
    assert (s.decision.who, s.decision.section) == ("great-britain", "8.7/on-patrol")
    other = s.fork()
    s.submit(Decline())
    assert build.count(s.table, "western-approaches", "destroyer") == 1
    other.submit(Engage())
    ship = build.unit(other.table, "english-channel", "destroyer")
    assert ship.committed and ship.spent == 1
    done(other)
    if other.decision.who == "great-britain":
        other.submit(Engage())
    assert any(e.kind == "battle" for e in other.log)


@pytest.mark.sections("8.7/on-patrol")
def test_a_patrol_cannot_decline_where_the_opponent_has_aircraft_8_7():
    s = fleets(
        {"north-sea": {"light-carrier": 1, "fighter aboard": 1}}, {"english-channel": {"medium-bomber patrol": 1}}
    )
    assert judged(s, "north-sea", "light-carrier", to("english-channel", "western-approaches")) == ["8.7/on-patrol"]
    send(s, "north-sea", "light-carrier", "english-channel")
    done(s)
    assert any(e.kind == "battle" for e in s.log)  # nobody was asked


@pytest.mark.sections("8.7/on-patrol")
def test_an_aircraft_on_patrol_engages_or_not_in_its_own_turn_8_7():
    s = fleets({"north-sea": {"fighter patrol": 1}}, {"north-sea": {"destroyer": 1}})
    quiet = s.fork()
    done(quiet)
    assert not any(e.kind == "battle" for e in quiet.log)
    assert Move((), "attack") in (pick(s, "north-sea", "fighter"), s.legal())[1]
    s.submit(to(task="attack"))
    flyer = build.unit(s.table, "north-sea", "fighter")
    assert (flyer.task, flyer.target) == ("patrol", "attack")
    done(s)
    assert any(e.kind == "battle" for e in s.log)


# Tasks


@pytest.mark.sections("8.8", "9.11/escort")
def test_escort_duty_forfeits_combat_movement_and_ends_when_the_ship_moves_9_11():
    s = fleets({"english-channel": {"destroyer": 1}}, {"western-approaches": {"destroyer": 1}})
    send(s, "english-channel", "destroyer", task="escort")
    ship = build.unit(s.table, "english-channel", "destroyer")
    assert ship.task == ESCORT and ship.committed
    assert sections(s, Pick("english-channel", "destroyer")) == ["9.11/escort"]
    s = fleets({"english-channel": {"destroyer escort": 1}}, {"western-approaches": {"destroyer": 1}})
    send(s, "english-channel", "destroyer", "north-sea")
    assert build.unit(s.table, "north-sea", "destroyer").task == ""


@pytest.mark.sections("8.8", "9.11")
def test_a_raid_is_announced_at_the_end_of_a_full_move_and_anew_each_turn_8_8():
    s = fleets({"norwegian-sea": {"submarine": 1}}, {"english-channel": {"destroyer": 1}})
    pick(s, "norwegian-sea", "submarine")
    assert "western-approaches" in reached(s, "raid")
    assert "9.11" in sections(s, to("north-sea", task="raid"))  # no line runs there
    s.submit(to("northwest-approaches", "western-approaches", task="raid"))
    assert build.unit(s.table, "western-approaches", "submarine").task == RAID
    s = fleets({"western-approaches": {"submarine raid": 1}}, {"english-channel": {"destroyer": 1}})
    assert build.unit(s.table, "western-approaches", "submarine").task == ""


@pytest.mark.sections("8.8")
def test_a_unit_does_one_thing_at_a_time_8_8():
    s = fleets({"western-approaches": {"submarine": 1}}, {"english-channel": {"destroyer": 1}})
    send(s, "western-approaches", "submarine", task="raid")
    assert sections(s, Pick("western-approaches", "submarine")) == ["8.8"]


@pytest.mark.sections("8.2", "8.8")
def test_surface_ships_do_not_escort_or_raid_their_way_past_enemies_8_2():
    s = fleets({"english-channel": {"destroyer": 1, "submarine": 1}}, {"western-approaches": {"light-cruiser": 1}})
    assert judged(s, "english-channel", "destroyer", to("western-approaches", task="escort")) == ["8.2"]
    assert judged(s, "english-channel", "destroyer", to("western-approaches")) == []
    assert judged(s, "english-channel", "submarine", to("western-approaches", task="raid")) == []


# Blockade


def before_portsmouth(options=(), **british):
    units = {"germany": {"western-approaches": {"destroyer": 3}, "english-channel": {"destroyer": 3}}}
    return combat(options=list(options), wars=WAR, units=units, **british)


@pytest.mark.sections("8.11", "8.8")
def test_three_surface_warships_blockade_by_being_there_8_11():
    g = build.table(
        wars=WAR,
        printed_facilities=False,
        facilities={"southern-england": ["major-port"], "ireland": ["minor-port"]},
        units={
            "germany": {"english-channel": {"destroyer": 3}, "western-approaches": {"destroyer": 2, "light-cruiser": 1}}
        },
    )
    port = facilities_in(g, "southern-england")[0]
    assert blockaded(g, port)
    assert not blockaded(g, facilities_in(g, "ireland")[0])  # not at war with Ireland
    build.unit(g, "western-approaches", "light-cruiser").task = ESCORT
    assert not blockaded(g, port)  # it escorts, and does nothing else
    build.unit(g, "western-approaches", "light-cruiser").task = ""
    build.unit(g, "western-approaches", "light-cruiser").owner = "italy"
    assert not blockaded(g, port)  # two German ships, and Italy is not at war


@pytest.mark.sections("8.11", "8.8")
def test_reading_a_blockade_is_declared_8_11():
    s = before_portsmouth()
    assert "8.11" in judged(s, "english-channel", ("destroyer", 3), to(task="blockade"))
    s = before_portsmouth(["reading-declared-blockade"])
    port = next(f for f in facilities_in(s.table, "southern-england", ("major-port", "major-shipyard")))
    assert not blockaded(s.table, port)
    send(s, "english-channel", ("destroyer", 3), task="blockade")
    send(s, "western-approaches", ("destroyer", 3), task="blockade")
    assert build.unit(s.table, "english-channel", "destroyer").task == BLOCKADE
    assert blockaded(s.table, port)


@pytest.mark.sections("8.11")
def test_reading_transports_do_not_blockade_nor_does_one_without_an_enemy_port_8_11():
    s = combat(
        options=["reading-declared-blockade"],
        wars=[("germany", "ussr")],
        units={
            "germany": {"english-channel": {"destroyer": 1}, "gulf-of-finland": {"naval-transport": 1, "destroyer": 1}}
        },
    )
    assert judged(s, "english-channel", "destroyer", to(task="blockade")) == ["8.11"]
    assert judged(s, "gulf-of-finland", "naval-transport", to(task="blockade")) == ["8.11"]
    assert judged(s, "gulf-of-finland", "destroyer", to(task="blockade")) == []


# Screens


@pytest.mark.sections("8.10")
def test_option_ships_wait_behind_a_screen_to_go_one_zone_further_8_10():
    s = fleets(
        {"north-sea": {"destroyer": 2, "battleship": 1}},
        {"english-channel": {"light-cruiser": 1}},
        options=["screening"],
    )
    beyond = to("english-channel", "western-approaches")
    assert judged(s, "north-sea", "battleship", beyond) == ["8.2"]
    send(s, "north-sea", ("destroyer", 2), "english-channel", task="screen")
    assert build.unit(s.table, "english-channel", "destroyer").task == SCREEN
    assert judged(s, "north-sea", "battleship", to("english-channel", "western-approaches", "bay-of-biscay")) == [
        "8.10"
    ]
    send(s, "north-sea", "battleship", *beyond.path)
    waiting = build.unit(s.table, "english-channel", "battleship")
    assert (waiting.task, waiting.target) == (BEHIND, "western-approaches")


@pytest.mark.sections("8.10")
def test_option_transports_do_not_screen_and_nobody_screens_against_nothing_8_10():
    s = fleets(
        {"north-sea": {"naval-transport": 1, "destroyer": 1}},
        {"english-channel": {"light-cruiser": 1}},
        options=["screening"],
    )
    assert judged(s, "north-sea", "naval-transport", to("english-channel", task="screen")) == ["8.10"]
    assert judged(s, "north-sea", "destroyer", to("norwegian-sea", task="screen")) == ["8.10"]
    assert judged(s, "north-sea", "naval-transport", to("english-channel", task="behind")) == ["8.10"]
    send(s, "north-sea", "destroyer", "english-channel", task="screen")
    assert judged(s, "north-sea", "naval-transport", to("english-channel", task="behind")) == []
    plain = fleets({"north-sea": {"destroyer": 1}}, {"english-channel": {"light-cruiser": 1}})
    assert judged(plain, "north-sea", "destroyer", to("english-channel", task="screen")) == ["8.10"]


# War at sight


@pytest.mark.sections("5.5", "0.5/sea")
def test_war_at_sight_is_asked_once_a_zone_and_only_of_those_who_may_5_5():
    units = {"germany": {"bay-of-biscay": {"destroyer": 2}}, "great-britain": {"english-channel": {"destroyer": 1}}}
    s = non_combat(turn="July 1940", nations={"great-britain": {"peacetime": 11}}, units=units)
    send(s, "bay-of-biscay", "destroyer", "english-channel")
    assert s.decision.who == "germany"  # Britain is not able to declare war
    s = non_combat(turn="July 1940", nations={"great-britain": {"peacetime": 25}}, units=units)
    send(s, "bay-of-biscay", "destroyer", "english-channel", "north-sea")
    assert s.decision.who == "great-britain"
    s.submit(Done())
    assert build.count(s.table, "north-sea", "destroyer") == 1  # it went on
    send(s, "bay-of-biscay", "destroyer", "english-channel")
    assert s.decision.who == "germany"  # asked before


@pytest.mark.sections("5.5", "8.1")
def test_war_at_sight_stops_the_move_and_is_fought_at_once_5_5():
    s = non_combat(
        turn="July 1940",
        nations={"great-britain": {"peacetime": 25}},
        units={"germany": {"bay-of-biscay": {"destroyer": 1}}, "great-britain": {"english-channel": {"battleship": 1}}},
        seed=3,
    )
    s.pause_at_dice()
    send(s, "bay-of-biscay", "destroyer", "english-channel", "north-sea")
    s.submit(DeclareWar("great-britain", "germany"))
    s.submit(Done())
    assert s.state.battle.kind == "naval" and s.state.battle.zone == "english-channel"
    assert s.state.battle.attacker == "germany"  # it is Germany's turn
    assert build.count(s.table, "north-sea") == 0


def test_put_back_changes_nothing():
    s = fleets({"north-sea": {"destroyer": 1}}, {"english-channel": {"light-cruiser": 1}})
    before = len(s.log)
    pick(s, "north-sea", "destroyer")
    s.submit(PutBack())
    assert len(s.log) == before and not build.unit(s.table, "north-sea", "destroyer").committed
