"""Retreats of land forces, and armor that goes on (9.4, 9.5/blitz)."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Blitz, FightOn, Retreat, RetreatAll, RetreatSome
from tutor.games.global_war.blitz import why_no_blitz, why_not_into
from tutor.games.global_war.state import Battle, G

from . import build
from .fights import fight, fight_on, lose, march, told

MISS = {"hit": 0}


def left(s: Session, owner: str, zone: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in s.state.units.values():
        if unit.owner == owner and unit.zone == zone:
            found[unit.type] = found.get(unit.type, 0) + 1
    return found


# Retreats (9.4)


def two_borders(dice: list[Any], **more: Any) -> Session:
    """Germany attacks Lubelskie from Dolnoslaske and from East Poland."""
    return fight(
        "germany",
        ("dolnoslaske", "lubelskie", {"infantry": 2, "fighter": 1}),
        ("east-poland", "lubelskie", {"medium-armor": 1}),
        wars=[("germany", "ussr")],
        owners={"dolnoslaske": "germany", "east-poland": "germany", "lubelskie": "ussr"},
        units={
            "germany": {"dolnoslaske": {"infantry": 2, "fighter": 1}, "east-poland": {"medium-armor": 1}},
            "ussr": {"lubelskie": {"infantry": 3}},
        },
        options=(),
        dice=dice,
        **more,
    )


@pytest.mark.sections("9.4", "9.4/land")
def test_the_whole_force_retreats_to_a_zone_it_came_from_9_4() -> None:
    s = two_borders([MISS] * 4)
    assert s.legal() == [FightOn(), Retreat()]
    s.submit(Retreat())
    s.submit(RetreatAll("east-poland"))
    assert left(s, "germany", "east-poland") == {"infantry": 2, "medium-armor": 1}
    assert all(u.retreated for u in s.state.units.values() if u.zone == "east-poland")
    assert s.state.owners["lubelskie"] == "ussr" and s.state.battle is None


@pytest.mark.sections("9.4/land")
def test_retreating_units_may_part_9_4() -> None:
    s = two_borders([MISS] * 4)
    s.submit(Retreat())
    s.submit(RetreatSome("dolnoslaske", "infantry", 1))
    s.submit(RetreatSome("east-poland", "infantry", 1))
    s.submit(RetreatAll("dolnoslaske"))
    assert left(s, "germany", "dolnoslaske") == {"infantry": 1, "medium-armor": 1}
    assert left(s, "germany", "east-poland") == {"infantry": 1}


@pytest.mark.sections("9.4/aircraft")
def test_aircraft_leave_the_battle_and_land_later_9_4() -> None:
    s = two_borders([MISS] * 4)
    s.submit(Retreat())
    s.submit(RetreatAll("dolnoslaske"))
    assert left(s, "germany", "lubelskie") == {"fighter": 1}  # in the air until Non-Combat Movement


@pytest.mark.sections("9.4/land", "9.4")
def test_nobody_retreats_where_no_attacker_came_from_9_4() -> None:
    s = two_borders([MISS] * 4)
    s.submit(Retreat())
    assert s.why_not(RetreatAll("warsaw"))[0].section == "9.4/land"
    assert s.why_not(RetreatAll("slovakia"))
    assert s.why_not(RetreatAll("atlantis"))[0].section == "1.1"
    assert s.why_not(RetreatSome("dolnoslaske", "medium-armor", 2))
    assert s.why_not(RetreatSome("dolnoslaske", "medium-armor", 0))[0].section == "0.1"


@pytest.mark.sections("9.4/land")
def test_a_zone_that_is_no_longer_friendly_is_no_way_back_9_4() -> None:
    def lost(g: G) -> None:
        g.state.owners.update({"dolnoslaske": "sweden", "east-poland": "sweden"})

    s = two_borders([*[MISS] * 4, {"hit": 1}, {"hit": 1}, {"hit": 1}, MISS], ready=lost)
    assert s.state.owners["lubelskie"] == "germany"  # two rounds, and nobody was asked about a retreat


@pytest.mark.sections("9.4")
def test_defenders_do_not_retreat_9_4() -> None:
    s = two_borders([MISS] * 4)
    assert s.decision.who == "germany"
    fight_deciders = set()
    s.suppose(*[MISS] * 4)
    fight_on(s)
    fight_deciders.add(s.decision.who)
    assert fight_deciders == {"germany"}


@pytest.mark.sections("9.4")
def test_with_one_way_back_nobody_is_asked_which_9_4() -> None:
    s = fight(
        "germany",
        ("dolnoslaske", "lubelskie", {"infantry": 2}),
        wars=[("germany", "ussr")],
        owners={"dolnoslaske": "germany", "lubelskie": "ussr"},
        units={"germany": {"dolnoslaske": {"infantry": 2}}, "ussr": {"lubelskie": {"infantry": 2}}},
        options=(),
        dice=[MISS, MISS],
    )
    s.submit(Retreat())
    assert left(s, "germany", "dolnoslaske") == {"infantry": 2}


# Blitz (9.5)


PLAIN = {"western-ukraine": "ussr", "southern-ukraine": "ussr", "southern-russia": "ussr", "central-russia": "ussr"}


def conquer(force: Any, dice: list[Any], defenders: Any = None, beyond: Any = None, **more: Any) -> Session:
    """Germany attacks Western Ukraine from Romania; Southern Ukraine and others lie beyond."""
    ready = more.pop("ready", None)
    options = more.pop("options", ())
    return fight(
        "germany",
        ("romania", "western-ukraine", force),
        wars=[("germany", "ussr")],
        owners={"romania": "germany", "western-ukraine": "ussr"} | more.pop("owners", {}),
        units={
            "germany": {"romania": force},
            "ussr": {"western-ukraine": defenders or {"militia": 1}, "southern-ukraine": beyond or {}},
        },
        options=options,
        dice=dice,
        ready=ready,
        **more,
    )


WON = [{"hit": 1}, MISS]


@pytest.mark.sections("9.5/blitz", "12.2/medium-armor", "9.19")
def test_armor_takes_an_empty_zone_beyond_9_5() -> None:
    s = conquer({"medium-armor": 2}, WON)
    s.submit(Blitz("southern-ukraine", "medium-armor", 2))
    assert s.state.owners["southern-ukraine"] == "germany"
    assert s.state.owners["western-ukraine"] == "germany"
    assert left(s, "germany", "southern-ukraine") == {"medium-armor": 2}
    assert all(u.spent == 2 for u in s.state.units.values() if u.zone == "southern-ukraine")


@pytest.mark.sections("9.5/blitz")
def test_a_blitz_into_defended_ground_is_a_new_battle_9_5() -> None:
    s = conquer({"medium-armor": 2}, [*WON, {"hit": 1}, MISS], beyond={"infantry": 1})
    s.submit(Blitz("southern-ukraine", "medium-armor", 2))
    assert [e.data["zone"] for e in s.log if e.kind == "battle"] == ["western-ukraine", "southern-ukraine"]
    assert s.state.owners["southern-ukraine"] == "germany"


@pytest.mark.sections("9.5/blitz", "9.4/land")
def test_blitzing_units_may_retreat_to_the_zone_they_have_just_won_9_5() -> None:
    s = conquer({"medium-armor": 2}, [*WON, MISS, MISS], beyond={"infantry": 2})
    s.submit(Blitz("southern-ukraine", "medium-armor", 2))
    s.submit(Retreat())
    assert left(s, "germany", "western-ukraine") == {"medium-armor": 2}


@pytest.mark.sections("9.5/blitz", "1.12")
def test_a_river_counts_again_in_the_battle_after_a_blitz_1_12() -> None:
    s = conquer({"medium-armor": 1}, [*WON, MISS, MISS], beyond={"infantry": 1}, options=["rivers"])
    values = [e.data["groups"]["hit"][-1] for e in s.log if e.kind == "rolled" and e.by == "germany"]
    assert values == [5]  # over the Dniester
    s.submit(Blitz("southern-ukraine", "medium-armor", 1))
    values = [e.data["groups"]["hit"][-1] for e in s.log if e.kind == "rolled" and e.by == "germany"]
    crossed = "river" in [
        r["mark"] for r in s.charts["borders"] if {r["start"], r["into"]} == {"western-ukraine", "southern-ukraine"}
    ]
    assert values == [5, 5 if crossed else 6]


@pytest.mark.sections("9.5/blitz")
def test_a_blitz_joins_a_battle_that_waits_there_9_5() -> None:
    def from_crimea(g: G) -> None:
        march(g, "crimea", "southern-ukraine", {"infantry": 1})

    s = fight(
        "germany",
        ("romania", "western-ukraine", {"medium-armor": 1}),
        wars=[("germany", "ussr")],
        owners={"romania": "germany", "crimea": "germany"},
        units={
            "germany": {"romania": {"medium-armor": 1}, "crimea": {"infantry": 1}},
            "ussr": {"western-ukraine": {"militia": 1}, "southern-ukraine": {"infantry": 2}},
        },
        options=(),
        ready=from_crimea,
        dice=[*WON, MISS, MISS, MISS],
    )
    from tutor.games.global_war.actions.combat import Resolve

    s.submit(Resolve("western-ukraine", "land"))
    s.submit(Blitz("southern-ukraine", "medium-armor"))
    assert [e for e in s.log if e.kind == "battle"][-1].text.startswith(
        "Southern Ukraine: German Medium Armor, Infantry"
    )


@pytest.mark.sections("9.5/blitz")
def test_three_rounds_are_too_long_for_a_blitz_9_5() -> None:
    s = conquer({"medium-armor": 2}, [MISS, MISS, {"hit": 1}, MISS])
    fight_on(s)
    assert any(isinstance(a, Blitz) for a in s.legal())
    s = conquer({"medium-armor": 2}, [MISS, MISS, MISS, MISS, {"hit": 1}, MISS])
    fight_on(s)
    fight_on(s)
    assert not any(isinstance(a, Blitz) for a in s.legal())


@pytest.mark.sections("9.5/blitz")
def test_units_without_movement_left_do_not_blitz_9_5() -> None:
    def tire(g: G) -> None:
        for unit in g.state.units.values():
            unit.spent = 2 if unit.owner == "germany" else 0

    s = conquer({"medium-armor": 2}, WON, ready=tire)
    assert not any(isinstance(a, Blitz) for a in s.legal())


@pytest.mark.sections("9.5/blitz", "12.2/light-armor")
def test_without_medium_or_heavy_armor_there_is_no_blitz_9_5() -> None:
    s = conquer({"light-armor": 1, "mechanized-infantry": 1}, WON)
    assert not any(isinstance(a, Blitz) for a in s.legal())


@pytest.mark.sections("9.5/blitz")
@pytest.mark.parametrize(
    "companion",
    [
        pytest.param("mechanized-infantry", marks=pytest.mark.sections("12.2/mechanized-infantry")),
        pytest.param("sp-artillery", marks=pytest.mark.sections("12.2/sp-artillery")),
        pytest.param("fighter", marks=pytest.mark.sections("12.2/fighter")),
        pytest.param("tactical-bomber", marks=pytest.mark.sections("12.2/tactical-bomber")),
        "jet-fighter",
        "adv-sp-artillery",
    ],
)
def test_a_companion_goes_with_each_armor_9_5(companion: str) -> None:
    s = conquer({"heavy-armor": 1, companion: 2}, WON)
    s.submit(Blitz("southern-ukraine", "heavy-armor"))
    assert s.why_not(Blitz("southern-ukraine", companion, 2))[0].section == "9.5/blitz"
    s.submit(Blitz("southern-ukraine", companion, 1))
    assert left(s, "germany", "southern-ukraine") == {"heavy-armor": 1, companion: 1}
    assert s.state.battle is None  # no more can go, so nobody is asked


@pytest.mark.sections("9.5/blitz", "App-B.30")
def test_the_number_of_armor_limits_all_companions_together_app_b_30() -> None:
    force = {"medium-armor": 1, "mechanized-infantry": 1, "fighter": 1}
    s = conquer(force, WON)
    s.submit(Blitz("southern-ukraine", "medium-armor"))
    assert not s.why_not(Blitz("southern-ukraine", "fighter"))
    s.submit(Blitz("southern-ukraine", "mechanized-infantry"))
    assert left(s, "germany", "western-ukraine") == {"fighter": 1} and s.state.battle is None
    s = conquer(force, WON, options=["reading-blitz-pairs"])
    for type in force:
        s.submit(Blitz("southern-ukraine", type))
    assert left(s, "germany", "southern-ukraine") == force


@pytest.mark.sections("9.5/blitz")
def test_a_companion_does_not_go_before_its_armor_9_5() -> None:
    s = conquer({"medium-armor": 1, "mechanized-infantry": 1}, WON)
    said = s.why_not(Blitz("southern-ukraine", "mechanized-infantry"))
    assert said[0].section == "9.5/blitz" and said[0].remedy


@pytest.mark.sections("9.5/blitz", "12.2/cavalry", "12.2/motorized-infantry", "12.2/tank-destroyer")
@pytest.mark.parametrize(
    "type", ["cavalry", "motorized-infantry", "tank-destroyer", "light-armor", "infantry", "medium-bomber"]
)
def test_other_types_cannot_follow_a_blitz_9_5(type: str) -> None:
    s = conquer({"medium-armor": 1, type: 1}, WON)
    assert "cannot follow" in s.why_not(Blitz("southern-ukraine", type))[0].reason


@pytest.mark.sections("9.5/blitz")
def test_wrong_blitzes_are_explained_9_5() -> None:
    s = conquer({"medium-armor": 1}, WON)
    assert s.why_not(Blitz("romania", "medium-armor"))[0].section == "9.5/blitz"  # friendly
    assert s.why_not(Blitz("moscow", "medium-armor"))[0].section == "9.5/blitz"  # far away
    assert s.why_not(Blitz("southern-ukraine", "medium-armor", 2))[0].section == "9.5/blitz"
    assert s.why_not(Blitz("black-sea", "medium-armor"))
    s.submit(Done())
    assert s.state.battle is None


def battle_won(g: G, zone: str, rounds: int = 1) -> Battle:
    return Battle(1, "land", zone, "germany", round=rounds, won="attacker")


@pytest.mark.sections("9.5/blitz", "1.16")
@pytest.mark.parametrize(
    ("zone", "section"),
    [
        ("western-ukraine", None),
        ("moscow", "1.16"),
        ("romania", "9.5/blitz"),  # mountains
        ("belorussia", "9.5/blitz"),  # marsh
        ("libya", "9.5/blitz"),  # desert
        ("burma", "9.5/blitz"),  # jungle
    ],
)
def test_out_of_which_zones_nobody_blitzes_9_5(zone: str, section: str | None) -> None:
    g = build.table()
    said = why_no_blitz(g, battle_won(g, zone))
    assert (said.section if said else None) == section
    assert why_no_blitz(g, battle_won(g, zone, 3)) is not None


@pytest.mark.sections("9.5/blitz", "12.7", "1.22", "1.8", "1.11")
@pytest.mark.parametrize(
    ("start", "to", "section"),
    [
        ("western-ukraine", "southern-ukraine", None),
        ("western-ukraine", "belorussia", "1.11"),
        ("western-ukraine", "romania", "1.8"),
        ("slovakia", "hungary", "1.8"),
        ("alsace-lorraine", "western-germany", "12.7"),  # the West Wall
        ("lubelskie", "warsaw", "12.7"),  # a city with a Fortification
    ],
)
def test_into_which_zones_nobody_blitzes_9_5(start: str, to: str, section: str | None) -> None:
    g = build.table(
        wars=[("germany", "ussr")], owners={start: "germany", to: "ussr"}, facilities={"warsaw": ["fortification"]}
    )
    said = why_not_into(g, "germany", start, to)
    assert (said.section if said else None) == section


@pytest.mark.sections("9.5/blitz")
def test_terrain_without_its_option_does_not_stop_a_blitz_9_5() -> None:
    g = build.table(options=(), wars=[("germany", "ussr")], owners={"western-ukraine": "germany", "belorussia": "ussr"})
    assert why_not_into(g, "germany", "western-ukraine", "belorussia") is None


def test_losses_before_a_blitz_fall_on_units_that_have_moved_most_9_1() -> None:
    """Of armor alike in all but movement left, the tired one is lost."""

    def tire_one(g: G) -> None:
        next(u for u in g.state.units.values() if u.type == "medium-armor").spent = 2

    s = conquer({"medium-armor": 2, "infantry": 1}, [MISS, MISS, {"hit": 1}, *WON], ready=tire_one)
    lose(s, "medium-armor")
    fight_on(s)
    assert Blitz("southern-ukraine", "medium-armor") in s.legal()
    assert not told(s, "deadlock")
