"""What a second audit of chapters 8 and 10 and of straits, canals and crossings found."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.combat import Evade
from tutor.games.global_war.actions.movement import Decline, Engage, PutBack, RailMove, Scramble, StrategicSail
from tutor.games.global_war.actions.politics import DeclareWar, Intervene
from tutor.games.global_war.air_moves import landing_spots
from tutor.games.global_war.facilities import NAVAL, blockaded, facilities_in
from tutor.games.global_war.ranges import allowance
from tutor.games.global_war.supply import supply_path
from tutor.games.global_war.terms import owner
from tutor.games.global_war.units import units_in

from . import build
from .moving import combat, done, judged, non_combat, pick, railed, reached, reason, sailed, sections, send, to

# Attacks on nations at peace (8.1)


def sphere(**owners: str):
    units = {
        "ussr": {
            "belorussia": {"infantry": 1, "fighter": 1}, "western-ukraine": {"infantry": 1},
            "leningrad": {"infantry": 1}, "gulf-of-finland": {"destroyer": 1},
        },
        "germany": {"gulf-of-finland": {"destroyer": 1}},
    }  # fmt: skip
    return combat("ussr", turn="July 1939", pact="signed", owners=owners, units=units)


@pytest.mark.sections("14.2/sphere", "8.1")
def test_in_the_sphere_of_the_pact_the_way_in_is_to_intervene_14_2():
    s = sphere(warsaw="germany")
    for start, zone in (("belorussia", "east-poland"), ("leningrad", "karjala")):
        assert judged(s, start, "infantry", to(zone)) == ["14.2/sphere"]
        pick(s, start, "infantry")
        words = reason(s, to(zone), "14.2/sphere")
        assert "Intervene in" in words and "Declare war" not in words
        s.submit(Intervene("ussr", zone))
        assert s.why_not(to(zone)) == []
        s.submit(to(zone))


@pytest.mark.sections("14.2/sphere", "8.1")
def test_before_warsaw_falls_eastern_poland_is_entered_only_by_war_14_2():
    s = sphere()
    pick(s, "belorussia", "infantry")
    words = reason(s, to("east-poland"), "14.2/sphere")
    assert "Warsaw" in words and "Declare war on Poland first" in words
    s.submit(DeclareWar("ussr", "poland"))
    assert s.why_not(to("east-poland")) == []


@pytest.mark.sections("14.2/sphere", "8.1")
def test_a_neutral_that_a_treaty_shields_is_named_with_the_treaty_14_2():
    s = sphere()
    assert judged(s, "western-ukraine", "infantry", to("romania")) == ["14.2/sphere"]


@pytest.mark.sections("8.3", "0.5/sea", "8.1")
def test_aircraft_and_ships_are_told_how_to_make_an_enemy_8_1():
    s = sphere(warsaw="germany")
    assert judged(s, "belorussia", "fighter", to("east-poland")) == ["8.3"]
    pick(s, "belorussia", "fighter")
    assert "Intervene in East Poland first" in reason(s, to("east-poland"), "8.3")
    s = sphere()
    pick(s, "gulf-of-finland", "destroyer")
    assert "Declare war on Germany first." in reason(s, to(task="attack"), "0.5/sea")


@pytest.mark.sections("8.1", "0.9/annexation")
def test_a_zone_that_will_be_annexed_is_said_to_be_8_1():
    s = combat("germany", units={"germany": {"bavaria": {"infantry": 1}}})
    pick(s, "bavaria", "infantry")
    assert "annexed from January 1938" in reason(s, to("austria"), "8.1")


# Blitz (8.2)


@pytest.mark.sections("8.2", "9.5/blitz")
def test_a_blitz_through_an_empty_zone_may_end_among_friends_8_2():
    s = combat(
        wars=[("germany", "poland")], owners={"warsaw": "germany"},
        units={"germany": {"eastern-germany": {"medium-armor": 1, "infantry": 1}}},
    )  # fmt: skip
    assert "9.5/blitz" in judged(s, "eastern-germany", "infantry", to("west-poland", "warsaw"))
    pick(s, "eastern-germany", "medium-armor")
    assert "warsaw" in reached(s)
    s.submit(to("west-poland", "warsaw"))
    assert owner(s.table, "west-poland") == "germany"
    assert [u.zone for u in s.state.units.values() if u.type == "medium-armor"] == ["warsaw"]
    done(s)
    assert s.state.moves == "non-combat", "there is no battle"


# Escorts on their way (8.8)


def convoy_duty(*, foes: dict[str, int], ships: dict[str, int]):
    wars = [("germany", "great-britain")]
    units = {"great-britain": {"north-sea": ships}, "germany": {"english-channel": foes}}
    return combat("great-britain", wars=wars, units=units)


@pytest.mark.sections("8.8", "8.7/on-patrol", "8.10/ordering")
@pytest.mark.parametrize("foe", ["medium-bomber patrol", "submarine"])
@pytest.mark.parametrize("fights", [True, False])
def test_ships_that_come_to_escort_may_be_fought_where_they_arrive_8_8(foe: str, fights: bool):
    s = convoy_duty(foes={foe: 1}, ships={"destroyer": 1})
    send(s, "north-sea", "destroyer", "english-channel", task="escort")
    done(s)
    assert s.decision.who == "germany"
    s.submit(Engage() if fights else Decline())
    assert (s.state.battle is not None) == fights
    (escort,) = [u for u in units_in(s.table, "english-channel") if u.type == "destroyer"]
    assert escort.task == "escort"


@pytest.mark.sections("8.8", "9.11/escort")
def test_nobody_is_asked_about_escorts_that_lie_there_8_8():
    s = convoy_duty(foes={"submarine": 1}, ships={"destroyer": 1})
    send(s, "north-sea", "destroyer", "english-channel", task="escort")
    done(s)
    s.submit(Decline())
    units = {"great-britain": {"english-channel": {"destroyer": 1}}, "germany": {"english-channel": {"submarine": 1}}}
    s = combat("great-britain", wars=[("germany", "great-britain")], units=units)
    send(s, "english-channel", "destroyer", task="escort")
    done(s)
    assert s.state.moves == "non-combat"


@pytest.mark.sections("8.7/on-patrol", "8.2")
def test_a_carrier_with_aircraft_does_not_escort_under_an_enemy_patrol_8_7():
    s = convoy_duty(foes={"medium-bomber patrol": 1}, ships={"fleet-carrier": 1, "fighter aboard": 1})
    assert judged(s, "north-sea", "fleet-carrier", to("english-channel", task="escort")) == ["8.2"]
    s = convoy_duty(foes={"medium-bomber patrol": 1}, ships={"fleet-carrier": 1})
    assert judged(s, "north-sea", "fleet-carrier", to("english-channel", task="escort")) == []


@pytest.mark.sections("8.11", "8.7/on-patrol")
def test_reading_a_patrol_may_let_blockaders_be_8_11():
    units = {"great-britain": {"north-sea": {"destroyer": 3}}, "germany": {"western-baltic": {}}}
    units["germany"] = {"gulf-of-finland": {"medium-bomber patrol": 1}}
    units["great-britain"] = {"western-baltic": {"destroyer": 3}}
    s = build.session(
        ("calendar-turn", "national-turn", "combat-movement"), options=["reading-declared-blockade"],
        slot="great-britain", wars=[("germany", "great-britain")], owners={"leningrad": "germany"}, units=units,
    )  # fmt: skip
    send(s, "western-baltic", ("destroyer", 3), "gulf-of-finland", task="blockade")
    done(s)
    assert s.decision.who == "germany"
    s.submit(Decline())
    assert s.state.moves == "non-combat"


# Strategic naval movement (10.6)


@pytest.mark.sections("10.6")
@pytest.mark.parametrize(
    ("foe", "bars"),
    [("naval-transport", False), ("light-carrier", False), ("destroyer", True), ("destroyer escort", True),
     ("submarine", True), ("fighter patrol", True)],
)  # fmt: skip
def test_only_armed_enemies_and_patrols_bar_a_voyage_10_6(foe: str, bars: bool):
    s = build.session(
        ("calendar-turn", "national-turn", "non-combat"), options=["strategic-naval"], slot="great-britain",
        wars=[("germany", "great-britain")],
        units={
            "great-britain": {"alboran-sea": {"naval-transport": 1, "infantry aboard": 1}},
            "germany": {"central-mediterranean": {foe: 1}},
        },
    )  # fmt: skip
    pick(s, "alboran-sea", "naval-transport")
    assert (sections(s, StrategicSail(("central-mediterranean", "eastern-mediterranean"))) == ["10.6"]) == bars
    assert ("eastern-mediterranean" in sailed(s)) != bars
    if foe != "destroyer escort":  # whom ordinary moves may ignore
        assert sections(s, to("central-mediterranean")) == ["8.2"]


# Rail (10.4)


@pytest.mark.sections("10.4")
def test_coastal_submarines_are_offered_their_rides_10_4():
    s = non_combat(units={"germany": {"western-baltic": {"coastal-submarine": 1, "submarine": 1}}})
    pick(s, "western-baltic", "coastal-submarine")
    assert railed(s) == {"north-sea"}
    assert all(s.why_not(move) == [] for move in s.legal() if isinstance(move, RailMove))
    s.submit(PutBack())
    pick(s, "western-baltic", "submarine")
    assert not railed(s)


# Scramble (8.6)


@pytest.mark.sections("8.6", "4.5")
def test_who_controls_a_minor_scrambles_its_fighters_8_6():
    s = combat(
        wars=[("germany", "turkey")], minors={"turkey": {"controller": "great-britain"}},
        owners={"bulgaria": "germany"}, facilities={"turkey": ["air-base"]},
        units={
            "germany": {"bulgaria": {"infantry": 3}},
            "turkey": {"istanbul": {"infantry": 1}, "turkey": {"fighter": 2}},
            "great-britain": {"turkey": {}},
        },
    )  # fmt: skip
    send(s, "bulgaria", ("infantry", 3), "istanbul")
    done(s)
    assert (s.decision.who, s.decision.section) == ("great-britain", "8.6")
    assert sections(s, Scramble("turkey", "istanbul", "fighter", 3)) == ["8.6"]
    s.pause_at_dice()
    s.submit(Scramble("turkey", "istanbul", "fighter", 2))
    assert [u.owner for u in units_in(s.table, "istanbul") if u.type == "fighter"] == ["turkey", "turkey"]


@pytest.mark.sections("10.4", "4.4")
def test_a_partner_who_is_not_aligned_yet_is_said_to_be_10_4():
    units = {"germany": {"bavaria": {"infantry": 1}, "austria": {"infantry": 1, "fighter": 1}}}
    s = non_combat(owners={"austria": "germany"}, units=units)
    for type, action, section in (
        ("infantry", RailMove(("northern-italy",)), "10.4"),
        ("fighter", to("northern-italy"), "10.3"),
    ):
        pick(s, "austria", type)
        assert "Aligned once both fight the same Major Power" in reason(s, action, section)
        s.submit(PutBack())


# Captured bases (10.2)


@pytest.mark.sections("10.2", "12.5")
@pytest.mark.parametrize("damaged", [False, True])
def test_option_captured_bases_that_are_damaged_take_nobody_10_2(damaged: bool):
    s = build.session(
        ("calendar-turn", "national-turn", "non-combat"), options=["captured-bases"],
        wars=[("germany", "france")], owners={"picardy": "germany", "belgium": "germany"}, printed_facilities=False,
        facilities={"picardy": ["major-port", "air-base"]},
        damage={"picardy": {"major-port": 1, "air-base": 1}} if damaged else {},
        units={"germany": {"belgium": {"fighter": 1}, "english-channel": {"naval-transport": 1, "infantry aboard": 1}}},
    )  # fmt: skip
    s.state.conquered["picardy"] = "france"
    assert (judged(s, "english-channel", "infantry", to("picardy")) == []) is not damaged
    assert (judged(s, "belgium", "fighter", to("picardy")) == []) is not damaged


# Patrols and submarines that let somebody pass (8.7, 8.9)


@pytest.mark.sections("8.7/on-patrol", "8.9/entering-sub-zone", "8.10/ordering")
@pytest.mark.parametrize("foe", ["medium-bomber patrol", "submarine"])
def test_who_lets_one_group_pass_may_fight_the_next_8_7(foe: str):
    units = {"great-britain": {"english-channel": {foe: 1}}, "germany": {"north-sea": {"light-cruiser": 2}}}
    s = combat(wars=[("germany", "great-britain")], units=units)
    send(s, "north-sea", "light-cruiser", "english-channel", "bay-of-biscay")
    assert s.decision.who == "great-britain"
    s.submit(Decline())
    send(s, "north-sea", "light-cruiser", "english-channel")
    done(s)
    assert s.decision.who == "great-britain", "it is asked about those who stay"
    s.submit(Engage())
    assert s.state.battle is not None and s.state.battle.zone == "english-channel"


# Ways home (8.3)


@pytest.mark.sections("8.3", "0.9/friendly")
@pytest.mark.parametrize(("aligned", "room", "may"), [(True, True, True), (True, False, False), (False, True, False)])
def test_the_deck_of_an_aligned_partner_is_a_way_home_8_3(aligned: bool, room: bool, may: bool):
    s = combat(
        "great-britain", owners={"malta": "italy"}, printed_facilities=False,
        wars=[("great-britain", "italy"), *([("france", "italy")] if aligned else [])],
        units={
            "great-britain": {"gibraltar": {"fighter": 1}},
            "france": {"central-mediterranean": {"light-carrier": 1} if room else {"light-carrier": 1, "fighter aboard": 1}},
        },
    )  # fmt: skip
    way = to("alboran-sea", "central-mediterranean", "southern-italy")
    assert judged(s, "gibraltar", "fighter", way) == ([] if may else ["8.3"])


@pytest.mark.sections("8.3")
def test_the_carrier_of_a_partner_does_not_come_to_meet_aircraft_8_3():
    s = combat(
        "great-britain", owners={"malta": "italy"}, printed_facilities=False,
        wars=[("great-britain", "italy"), ("france", "italy")],
        units={"great-britain": {"gibraltar": {"fighter": 1}}, "france": {"alboran-sea": {"light-carrier": 1}}},
    )  # fmt: skip
    way = to("alboran-sea", "central-mediterranean", "southern-italy")
    assert judged(s, "gibraltar", "fighter", way) == ["8.3"]


@pytest.mark.sections("1.15", "10.3")
@pytest.mark.parametrize(("nation", "reaches"), [("great-britain", True), ("italy", False)])
def test_aircraft_come_home_over_a_canal_that_they_may_fly_over_1_15(nation: str, reaches: bool):
    units = {nation: {"red-sea": {"fighter": 1}, "eastern-mediterranean": {"light-carrier": 1}}}
    g = build.table(units=units)
    fighter = build.unit(g, "red-sea", "fighter")
    fighter.spent = allowance(g, fighter) - 1
    assert ("eastern-mediterranean" in landing_spots(g, fighter)) is reaches


# Hunting submarines (8.9)


def hunt(*, bomber: str = "medium-bomber patrol", more: dict[str, int] | None = None):
    units = {
        "great-britain": {"english-channel": {bomber: 1}, "north-sea": {"destroyer": 2, "light-cruiser": 1}},
        "germany": {"english-channel": {"submarine": 1, **(more or {})}},
    }
    return combat("great-britain", wars=[("germany", "great-britain")], units=units)


@pytest.mark.sections("8.9", "9.10", "8.9/entering-sub-zone")
def test_a_patrol_over_lone_submarines_holds_them_for_ships_that_come_8_9():
    s = hunt()
    send(s, "north-sea", [("destroyer", 2), "light-cruiser"], "english-channel")
    s.pause_at_dice()
    done(s)
    assert s.state.battle is not None, "the submarine is not asked"
    hunters = sorted(s.state.units[n].type for n in s.state.battle.attackers)
    assert hunters == ["destroyer", "medium-bomber"], "one destroyer is paired with the bomber, the rest stay out"


@pytest.mark.sections("8.9", "8.7/on-patrol")
def test_a_patrol_keeps_out_of_a_fleet_action_unless_it_is_told_to_fight_8_9():
    s = hunt(more={"destroyer": 1})
    send(s, "north-sea", ("destroyer", 2), "english-channel")
    done(s)
    assert (s.decision.who, s.decision.section) == ("germany", "8.9")
    s = hunt()
    send(s, "north-sea", ("destroyer", 2), "english-channel", task="decline")
    done(s)
    assert (s.decision.who, s.decision.section) == ("germany", "8.9"), "it may still fall upon ships that pass it by"


# Allied cargo (8.4)


@pytest.mark.sections("8.4/allied-cargo", "8.4")
def test_what_a_partners_ship_did_in_its_own_turn_does_not_bind_its_guests_8_4():
    s = non_combat(
        wars=[("germany", "great-britain"), ("italy", "great-britain")],
        units={
            "germany": {"tripolitania": {"infantry": 1}},
            "italy": {"central-mediterranean": {"naval-transport": 1}, "sicily": {"infantry": 1}},
        },
    )  # fmt: skip
    ship = build.unit(s.table, "central-mediterranean", "naval-transport")
    ship.committed = ship.unloaded = True  # as its combat move and a landing have left it
    send(s, "tripolitania", "infantry", "central-mediterranean")
    guest = build.unit(s.table, "central-mediterranean", "infantry")
    assert guest.aboard == ship.id
    guest.started, guest.spent = "central-mediterranean", 0
    assert judged(s, "central-mediterranean", "infantry", to("sicily")) == []


# Blockade (8.11)


@pytest.mark.sections("8.11", "1.5")
@pytest.mark.parametrize(
    ("ships", "sea", "reached"), [(2, "alboran-sea", True), (3, "alboran-sea", False), (3, "gulf-of-cadiz", True)]
)
def test_a_port_on_two_seas_is_shut_towards_the_one_that_is_blockaded_8_11(ships: int, sea: str, reached: bool):
    g = build.table(
        wars=[("germany", "great-britain"), ("italy", "great-britain")], printed_facilities=False,
        owners={"andalusia": "germany"}, facilities={"andalusia": ["major-port"], "sardinia": ["major-port"]},
        units={"great-britain": {sea: {"destroyer": ships}}},
    )  # fmt: skip
    (port,) = facilities_in(g, "andalusia", NAVAL)
    assert not blockaded(g, port), "its other sea is free, although Gibraltar keeps Germans from passing between them"
    assert supply_path(g, "germany", ["andalusia"], "sardinia") is reached


@pytest.mark.sections("8.9", "8.7/on-patrol")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_submarine_that_a_patrol_lets_be_need_not_attack_the_fleet_below_8_9(attacks: bool):
    units = {
        "great-britain": {"english-channel": {"medium-bomber patrol": 1, "destroyer": 1}},
        "germany": {"north-sea": {"submarine": 1}},
    }
    s = combat(wars=[("germany", "great-britain")], units=units)
    send(s, "north-sea", "submarine", "english-channel")
    done(s)
    assert s.decision.section == "8.7/on-patrol"
    s.submit(Decline())
    assert s.decision.who == "germany" and Evade() in s.legal()
    s.pause_at_dice()
    s.submit(Engage() if attacks else Evade())
    assert any(event.kind == "battle" for event in s.log) is attacks
