"""Statements about battles on land, beaches and bombs, played from Combat Movement on: 9.1 to 9.5, 9.8, 9.15 to 9.18."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Blitz, FightOn, Fire, Intercept, Lose, Resolve, Retreat, Suffer
from tutor.games.global_war.actions.movement import Move, Pick, Scramble

from . import build
from .fights import losses, rolls, told
from .moving import combat, done, pick, reason, sections, send

MISS = {"hit": 0}
HIT = {"hit": 1}
GERMANY, BRITAIN, FRANCE, USSR = "germany", "great-britain", "france", "ussr"
EAST = [(GERMANY, USSR)]


def count(s: Session, zone: str, type: str = "", owner: str = "") -> int:
    return build.count(s.table, zone, type, owner)


def invade(units: dict[str, int], garrison: dict[str, int], *dice: Any, beyond: Any = None, **more: Any) -> Session:
    """Germany marches from Dolnoslaske into Soviet Lubelskie; beyond it lie Warsaw and East Poland."""
    owners = {z: USSR for z in ("lubelskie", "east-poland", "warsaw")} | {"dolnoslaske": GERMANY}
    more = {"options": (), "wars": EAST, **more}
    soviet = {"lubelskie": garrison, "east-poland": beyond or {}}
    s = combat(GERMANY, owners=owners, units={GERMANY: {"dolnoslaske": units}, USSR: soviet}, **more)
    send(s, "dolnoslaske", list(units.items()), "lubelskie")
    s.suppose(*dice)
    done(s)
    return s


# Rounds


@pytest.mark.sections("9.1", "9.4", "10.1")
def test_units_that_retreat_stay_put_in_non_combat_movement_9_4() -> None:
    s = invade({"infantry": 1, "medium-armor": 1}, {"infantry": 2}, MISS, MISS, MISS)
    s.submit(Retreat())
    assert count(s, "dolnoslaske") == 2 and s.decision is not None and s.decision.section == "10.1"
    assert sections(s, Pick("dolnoslaske", "medium-armor")) == ["9.4"]


@pytest.mark.sections("9.3/first-strike", "12.2/artillery", "12.2/sp-artillery")
def test_both_kinds_of_artillery_strike_first_and_support_infantry_one_each_12_2() -> None:
    guns = {"artillery": 1, "sp-artillery": 1, "infantry": 3}
    s = invade(guns, {"infantry": 2}, MISS, MISS, {"hit": 2}, {"hit": 0})
    assert rolls(s)[:4] == [(1, 3), (1, 3), (2, 3), (1, 2)], "two of three infantry at 3, the third at 2"


@pytest.mark.sections("12.2/aa-artillery", "9.1")
def test_attacking_aa_artillery_hits_aircraft_that_still_defend_12_2() -> None:
    s = invade({"aa-artillery": 1, "infantry": 1}, {"fighter": 4}, {"hit": 3}, MISS, MISS)
    assert (3, 3) in rolls(s) and (4, 6) in rolls(s), "three dice for four aircraft; all four fire back"
    assert count(s, "lubelskie", "fighter") == 1


# Blitz


@pytest.mark.sections("9.5/blitz", "1.8", "12.2/medium-armor")
@pytest.mark.parametrize(("options", "goes_on"), [((), True), (("mountains",), False)])
def test_armor_that_came_over_a_mountain_border_does_not_blitz_on_9_5(options: tuple[str, ...], goes_on: bool) -> None:
    """From Slovakia over the mountains into Lubelskie: in mountains one zone is all the movement of a turn."""
    s = combat(
        GERMANY, options=options, wars=EAST,
        owners={"slovakia": GERMANY, "lubelskie": USSR, "warsaw": USSR, "east-poland": USSR},
        units={GERMANY: {"slovakia": {"medium-armor": 1}}, USSR: {"lubelskie": {"infantry": 1}}},
    )  # fmt: skip
    send(s, "slovakia", "medium-armor", "lubelskie")
    s.suppose(HIT, MISS)
    done(s)
    assert s.state.owners["lubelskie"] == GERMANY
    assert any(isinstance(a, Blitz) for a in s.legal()) is goes_on


@pytest.mark.sections("9.5/blitz", "8.3", "12.2/fighter")
def test_a_fighter_follows_a_blitz_only_as_far_as_it_can_come_home_8_3() -> None:
    """One Fighter comes from the next zone, one from three zones behind it, which has no movement to spare."""
    far, near = "western-germany", "dolnoslaske"
    owners = {z: USSR for z in ("lubelskie", "warsaw", "east-poland")} | {near: GERMANY, "west-poland": USSR}
    s = combat(
        GERMANY, options=(), wars=EAST, owners=owners, printed_facilities=False,
        units={
            GERMANY: {near: {"medium-armor": 2, "fighter": 1}, far: {"fighter": 1}},
            USSR: {"lubelskie": {"infantry": 1}, "east-poland": {"infantry": 1}},
        },
    )  # fmt: skip
    send(s, near, [("medium-armor", 2), "fighter"], "lubelskie")
    send(s, far, "fighter", "eastern-germany", near, "lubelskie")
    s.suppose({"hit": 2}, MISS, MISS)
    done(s)
    s.submit(Blitz("east-poland", "medium-armor", 2))
    assert {a.count for a in s.legal() if isinstance(a, Blitz) and a.type == "fighter"} == {1}
    assert "8.3" in sections(s, Blitz("east-poland", "fighter", 2))
    s.submit(Blitz("east-poland", "fighter"))
    assert build.unit(s.table, "east-poland", "fighter").spent == 2


@pytest.mark.sections("9.5/blitz", "15.9")
def test_early_war_fighters_pair_with_armor_like_other_fighters_15_9() -> None:
    s = invade(
        {"medium-armor": 1, "early-war-fighter": 1}, {"infantry": 1}, HIT, MISS, MISS, options=("early-fighters",)
    )
    s.submit(Blitz("warsaw", "medium-armor"))
    assert Blitz("warsaw", "early-war-fighter") in s.legal()


@pytest.mark.sections("9.5/blitz", "App-B.30", "7.8/advanced-mechanized")
def test_one_armor_takes_two_advanced_mechanized_or_one_of_anything_else_9_5() -> None:
    s = invade(
        {"medium-armor": 1, "adv-mechanized-infantry": 3, "sp-artillery": 1}, {"infantry": 1}, HIT, MISS, MISS, MISS
    )
    s.submit(Blitz("warsaw", "medium-armor"))
    offered = {(a.type, a.count) for a in s.legal() if isinstance(a, Blitz) and a.to == "warsaw"}
    assert offered == {("adv-mechanized-infantry", 1), ("adv-mechanized-infantry", 2), ("sp-artillery", 1)}
    s.submit(Blitz("warsaw", "adv-mechanized-infantry", 2))
    s.submit(Done()) if s.state.battle else None
    assert s.state.owners["warsaw"] == GERMANY and count(s, "warsaw") == 3


# The worked examples, from the first move on


@pytest.mark.sections("9.1", "9.3/first-strike")
def test_italy_attacks_the_soviets_in_yugoslavia_9_1() -> None:
    attackers = {"infantry": 4, "medium-armor": 2, "artillery": 1, "fighter": 1}
    s = combat(
        "italy", options=(), wars=[("italy", USSR)], owners={"yugoslavia": USSR},
        units={"italy": {"northern-italy": attackers}, USSR: {"yugoslavia": {"infantry": 4}}},
    )  # fmt: skip
    send(s, "northern-italy", list(attackers.items()), "yugoslavia")
    s.suppose(HIT, MISS, HIT, MISS, HIT, {"hit": 2})
    done(s)
    while s.decision is not None and isinstance(s.legal()[0], Lose):
        s.submit(Lose("infantry"))
    fired = [(e.data["dice"], e.by) for e in s.log if e.kind == "rolled"]
    assert fired[0] == (1, "italy") and fired[-1] == (3, USSR), "the victim of the guns does not fire, the other two do"
    assert count(s, "yugoslavia", "infantry", USSR) == 1 and count(s, "yugoslavia", "infantry", "italy") == 2


@pytest.mark.sections("9.3/air-superiority", "12.2/fighter")
def test_fighters_over_paris_shoot_aircraft_first_9_3() -> None:
    attackers = {"fighter": 3, "tactical-bomber": 2, "medium-armor": 2}
    s = combat(
        GERMANY, options=(), wars=[(GERMANY, FRANCE)], owners={"picardy": GERMANY},
        units={GERMANY: {"picardy": attackers}, FRANCE: {"paris": {"fighter": 1, "tactical-bomber": 1, "infantry": 2}}},
    )  # fmt: skip
    send(s, "picardy", list(attackers.items()), "paris")
    done(s)
    s.suppose({"hit": 3}, {"hit": 0, "select": 0})
    s.submit(Fire("fighter"))
    assert s.legal() == [Lose("fighter"), Lose("tactical-bomber")]
    assert "9.3/air-superiority" in sections(s, Lose("infantry"))
    s.submit(Lose("fighter"))
    assert {e.data["type"] for e in s.log if e.kind == "set aside"} == {"fighter", "tactical-bomber", "infantry"}


@pytest.mark.sections("9.8/assault", "9.8/combined", "8.4/amphibious")
def test_japan_lands_at_peking_and_walks_in_from_rehe_9_8() -> None:
    s = combat(
        "japan", options=(), wars=[("japan", "kmt")], owners={"rehe": "japan", "peking": "kmt"},
        units={
            "japan": {
                "rehe": {"motorized-infantry": 4},
                "yellow-sea": {"naval-transport": 2, "artillery aboard": 2, "infantry aboard": 2},
            },
            "kmt": {"peking": {"infantry": 3}},
        },
    )  # fmt: skip
    send(s, "rehe", ("motorized-infantry", 4), "peking")
    send(s, "yellow-sea", [("infantry", 2), ("artillery", 2)], "peking")
    s.suppose(MISS, MISS, {"hit": 1, "select": 0})
    done(s)
    if isinstance(s.legal()[0], Lose):
        assert s.legal() == [Lose("infantry")]
        s.submit(Lose("infantry"))
    assert losses(s) == {"infantry": 2}
    assert told(s, "barred") == ["No infantry of the assault is left ashore: Japanese 2 Artillery cannot land."]
    assert s.legal() == [FightOn(), Retreat()], "those from Rehe may go back"


# Amphibious assaults


def on_the_beach(cargo: dict[str, int], *dice: Any, ship: str = "naval-transport", **more: Any) -> Session:
    """US troops in ships off Wake, which one Japanese Infantry holds."""
    aboard = {f"{type} aboard": n for type, n in cargo.items()}
    s = combat(
        "usa", options=(), wars=[("usa", "japan")], owners={"wake": "japan"}, nations={"kmt": {"in_play": False}},
        units={"usa": {"wake-sea": {ship: 2, **aboard, **more}}, "japan": {"wake": {"infantry": 1}}},
    )  # fmt: skip
    send(s, "wake-sea", list(cargo.items()), "wake")
    s.suppose(*dice)
    done(s)
    return s


@pytest.mark.sections("9.8/assault")
def test_armor_alone_cannot_assault_from_ordinary_transports_9_8() -> None:
    s = on_the_beach({"medium-armor": 2})
    assert s.state.owners["wake"] == "japan" and count(s, "wake-sea", "medium-armor") == 2
    assert not told(s, "round")


@pytest.mark.sections("9.8/assault", "7.8/attack-transport")
def test_armor_alone_assaults_from_attack_transports_7_8() -> None:
    s = on_the_beach({"medium-armor": 2}, {"hit": 1}, HIT, ship="attack-transport")
    assert s.state.owners["wake"] == "usa" and count(s, "wake", "medium-armor") == 1, "one hit takes one unit"


@pytest.mark.sections("9.8/assault", "9.2", "12.2/marine")
def test_marines_and_infantry_ashore_one_hit_takes_a_marine_or_two_infantry_9_2() -> None:
    s = on_the_beach({"infantry": 3, "marine": 1}, MISS, MISS, HIT, HIT, MISS)
    s.submit(Lose("marine"))
    assert losses(s)["marine"] == 1 and count(s, "wake", "infantry", "usa") == 3


@pytest.mark.sections("9.9")
def test_no_more_ships_bombard_than_units_land_9_9() -> None:
    s = on_the_beach({"infantry": 1}, battleship=1, **{"heavy-cruiser": 2})
    assert s.decision is not None and s.decision.section == "9.9"
    assert {a.count for a in s.legal() if not isinstance(a, Done)} == {1}


# Airborne


@pytest.mark.sections("9.15", "12.2/airborne", "12.2/air-transport", "8.4/airborne")
def test_paratroops_drop_at_three_and_die_with_their_aircraft_in_round_one_9_15() -> None:
    units = {
        GERMANY: {"dolnoslaske": {"airborne": 1, "air-transport": 1, "infantry": 1}},
        USSR: {"lubelskie": {"infantry": 2}},
    }
    s = combat(GERMANY, options=(), wars=EAST, owners={"dolnoslaske": GERMANY, "lubelskie": USSR}, units=units)
    pick(s, "dolnoslaske", "air-transport", "airborne")
    s.submit(Move(("lubelskie",), "drop"))
    send(s, "dolnoslaske", "infantry", "lubelskie")
    s.suppose(MISS, MISS, HIT)
    done(s)
    assert (1, 3) in rolls(s) and (1, 2) in rolls(s)
    assert Lose("air-transport") in s.legal(), "in an airborne assault it is not the last to be lost"
    s.submit(Lose("air-transport"))
    assert count(s, "lubelskie", "airborne") == 0 and count(s, "lubelskie", "infantry", GERMANY) == 1


# Bombing


def bombers_over(target: str, units: dict[str, int], *dice: Any, **british: int) -> Session:
    """British bombers fly from Belgium to Western Germany."""
    s = combat(
        BRITAIN, options=(), wars=[(GERMANY, BRITAIN)], owners={"belgium": BRITAIN}, printed_facilities=False,
        facilities={"western-germany": ["minor-factory"], "berlin": ["air-base", "major-factory"]},
        units={BRITAIN: {"belgium": british}, GERMANY: {z: u for z, u in (("western-germany", units),) if u}},
    )  # fmt: skip
    facility = next(f for f in s.state.facilities.values() if f.zone == "western-germany")
    words = str(facility.id) if target == "factory" else target
    send(s, "belgium", list(british.items()), "western-germany", task="bomb", target=words)
    s.suppose(*dice)
    done(s)
    return s


def factory_damage(s: Session) -> int:
    return next(f.damage for f in s.state.facilities.values() if f.zone == "western-germany")


@pytest.mark.sections("9.16", "9.18")
def test_damage_stops_at_the_maximum_and_guns_fire_after_the_bombs_9_16() -> None:
    s = bombers_over("factory", {}, 20, {"hit": 4}, **{"strategic-bomber": 4})
    assert factory_damage(s) == 5, "a Minor Factory bears five points"
    assert rolls(s)[-1] == (4, 3), "one die for each of four bombers, not three at most"
    assert count(s, "western-germany") == 0


@pytest.mark.sections("9.16", "12.10")
def test_railroads_have_no_guns_9_16() -> None:
    s = bombers_over("rail belgium|western-germany", {}, 6, **{"medium-bomber": 1})
    assert s.state.rail_damage == {"belgium|western-germany": 1} and len(told(s, "rolled")) == 1


@pytest.mark.sections("9.16", "9.16/interception")
def test_escorts_and_interceptors_meet_before_the_bombs_9_16() -> None:
    s = bombers_over("factory", {"fighter": 1}, **{"strategic-bomber": 1, "fighter": 1})
    s.suppose(MISS, MISS, HIT, 7, MISS)
    s.submit(Intercept("western-germany", "fighter"))
    assert sorted(rolls(s)) == [(1, 1), (1, 3), (1, 3)]
    s.submit(Suffer("fighter"))
    assert factory_damage(s) == 5 and count(s, "western-germany", "strategic-bomber") == 1


@pytest.mark.sections("9.16", "9.1")
def test_bombers_over_a_zone_that_has_just_been_taken_drop_nothing_9_16() -> None:
    s = combat(
        BRITAIN, options=(), wars=[(GERMANY, BRITAIN)], owners={"belgium": BRITAIN, "netherlands": GERMANY},
        units={BRITAIN: {"belgium": {"medium-bomber": 1, "infantry": 2}}, GERMANY: {"netherlands": {"infantry": 1}}},
    )  # fmt: skip
    pick(s, "belgium", "medium-bomber")
    bomb = next(a for a in s.legal() if isinstance(a, Move) and a.path == ("netherlands",) and a.task == "bomb")
    s.submit(bomb)
    send(s, "belgium", ("infantry", 2), "netherlands")
    done(s)
    s.suppose({"hit": 1}, MISS)
    s.submit(Resolve("netherlands", "land"))
    assert s.state.owners["netherlands"] == BRITAIN
    assert any("No bombs fall" in text for text in told(s, "bombing"))


# Scrambling into a battle (8.6)


@pytest.mark.sections("8.6", "12.6/bases")
def test_three_fighters_scramble_from_a_base_into_the_battle_next_door_and_go_home_8_6() -> None:
    s = combat(
        GERMANY, options=(), wars=[(GERMANY, FRANCE)], printed_facilities=False, facilities={"paris": ["air-base", "air-base"]},
        units={
            GERMANY: {"belgium": {"infantry": 4}}, FRANCE: {"picardy": {"infantry": 1}, "paris": {"fighter": 4}},
        }, owners={"belgium": GERMANY},
    )  # fmt: skip
    send(s, "belgium", ("infantry", 4), "picardy")
    done(s)
    assert s.decision is not None and s.decision.section == "8.6"
    assert "Only 3 more" in reason(s, Scramble("paris", "picardy", "fighter", 4), "8.6")
    s.suppose(MISS, HIT, {"hit": 3})
    s.submit(Scramble("paris", "picardy", "fighter", 3))
    assert (3, 6) in rolls(s), "they fight for Picardy"
    assert count(s, "paris", "fighter") == 4 and s.state.owners["picardy"] == FRANCE
