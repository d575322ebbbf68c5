"""Assaults from the sea: the sea must be clear, bombardment, Coastal Artillery, the landing (9.8, 9.9, 12.9)."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Blitz, Bombard, Fire, Lose, Resolve, Retreat
from tutor.games.global_war.state import G

from . import build
from .fights import begin, load, lose, losses, march, prepare, rolls, told

MISS = {"hit": 0}
SEA, ISLE, BASE = "wake-sea", "wake", "midway"


def landing(
    cargo: Any,
    garrison: Any,
    dice: list[Any],
    *,
    fleet: Any = None,
    enemies: Any = None,
    ship: str = "naval-transport",
    ships: int = 3,
    air: Any = None,
    then: int | None = None,
    before: Any = None,
    **more: Any,
) -> Session:
    """US troops assault Wake from the sea around it, with a fleet and aircraft; ``enemies`` are Japanese ships there."""
    options = more.pop("options", ())
    g = prepare(
        "usa",
        wars=[("usa", "japan")],
        owners={ISLE: "japan"},
        units={
            "usa": {BASE: {**cargo, **(air or {})}, SEA: {ship: ships, **(fleet or {})}},
            "japan": {ISLE: garrison, SEA: enemies or {}},
        },
        options=options,
        dice=dice,
        then=then,
        stop_after="combat",
        **more,
    )
    load(g, SEA, ISLE, BASE, cargo, ship)
    march(g, BASE, ISLE, air or {})
    for unit in g.state.units.values():
        if unit.zone == SEA and unit.owner == "usa" and not unit.aboard:
            unit.committed, unit.entered = True, "midway-sea"
    if before is not None:
        before(g)
    return begin(g)


def left(s: Session, owner: str, zone: str = ISLE) -> dict[str, int]:
    found: dict[str, int] = {}
    for unit in s.state.units.values():
        if unit.owner == owner and unit.zone == zone:
            found[unit.type] = found.get(unit.type, 0) + 1
    return found


# The landing


@pytest.mark.sections("9.8", "9.8/assault")
def test_infantry_lands_and_takes_the_zone_9_8() -> None:
    s = landing({"infantry": 2}, {"infantry": 1}, [{"hit": 1}, MISS])
    assert s.state.owners[ISLE] == "usa"
    assert left(s, "usa") == {"infantry": 2}
    units = [u for u in s.state.units.values() if u.zone == ISLE]
    assert all(u.landed and not u.aboard and not u.task and not u.target for u in units)


@pytest.mark.sections("9.8/assault")
def test_other_units_wait_for_the_second_round_9_8() -> None:
    s = landing({"infantry": 1, "medium-armor": 1}, {"infantry": 1}, [MISS, MISS, MISS, {"hit": 1}, MISS])
    assert [n for n, _ in rolls(s)] == [1, 1, 1, 1, 1]
    assert s.state.owners[ISLE] == "usa"
    assert left(s, "usa") == {"infantry": 1, "medium-armor": 1}


@pytest.mark.sections("9.8/assault")
def test_a_beach_taken_in_one_round_takes_in_the_rest_9_8() -> None:
    s = landing({"infantry": 1, "artillery": 1}, {"infantry": 1}, [{"hit": 1}, MISS])
    assert left(s, "usa") == {"infantry": 1, "artillery": 1}


@pytest.mark.sections("9.8/assault")
def test_without_infantry_left_the_rest_stays_aboard_9_8() -> None:
    s = landing({"infantry": 1, "artillery": 1}, {"infantry": 1}, [MISS, {"hit": 1}])
    assert left(s, "usa") == {}
    assert left(s, "usa", SEA)["artillery"] == 1
    unit = build.unit(s.table, SEA, "artillery")
    assert unit.aboard and not unit.task and not unit.target


@pytest.mark.sections("9.8/assault", "9.2")
def test_land_units_take_double_casualties_in_the_first_round_9_8() -> None:
    s = landing({"infantry": 4}, {"infantry": 2}, [MISS, [1, 12], MISS, [1, 12], {"hit": 1}, MISS, {"hit": 1}, MISS])
    assert losses(s)["infantry"] == 2 + 1 + 2  # two in round 1, one in round 2, and the garrison


@pytest.mark.sections("9.8/assault", "12.2/marine", "9.2")
def test_marines_take_no_double_casualties_9_8() -> None:
    s = landing({"marine": 4}, {"infantry": 1}, [MISS, [1], {"hit": 1}, MISS])
    assert left(s, "usa") == {"marine": 3}


@pytest.mark.sections("9.8/assault", "12.2/marine", "9.2")
def test_a_double_casualty_does_not_spill_over_on_marines_9_2() -> None:
    s = landing({"infantry": 1, "marine": 2}, {"infantry": 1}, [MISS, MISS, [1], {"hit": 1}, MISS])
    lose(s, "infantry")
    assert left(s, "usa") == {"marine": 2}


@pytest.mark.sections("7.8/attack-transport", "9.8/assault")
def test_attack_transports_put_everything_ashore_at_once_without_double_casualties_7_8() -> None:
    s = landing(
        {"infantry": 2, "medium-armor": 1}, {"infantry": 1}, [MISS, MISS, [1], MISS, [1], MISS], ship="attack-transport"
    )
    assert [n for n, _ in rolls(s)][:3] == [2, 1, 1] or [n for n, _ in rolls(s)][:3] == [1, 2, 1]
    lose(s, "infantry")
    assert left(s, "usa") == {"infantry": 1, "medium-armor": 1}


@pytest.mark.sections("9.8/assault")
def test_aircraft_attack_in_the_first_round_9_8() -> None:
    s = landing(
        {"infantry": 1, "medium-armor": 1},
        {"infantry": 2},
        [MISS, MISS, MISS, {"hit": 1}, {"hit": 1}],
        air={"fighter": 1},
        then=2,
    )
    first = [e.text for e in s.log if e.kind == "rolled"][:2]
    assert any("Fighter" in text for text in first) and not any("Armor" in text for text in first)


@pytest.mark.sections("9.8/assault")
def test_there_is_no_retreat_from_an_assault_9_8() -> None:
    s = landing({"infantry": 2}, {"infantry": 2}, [MISS, MISS, {"hit": 2}, MISS], air={"fighter": 1}, then=3)
    assert not any(isinstance(a, Retreat) for a in s.legal())
    assert not any(e.kind == "retreat" for e in s.log)


@pytest.mark.sections("9.8/assault", "9.5/blitz")
def test_there_is_no_blitz_after_an_assault_9_8() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "france")],
        units={
            "germany": {"berlin": {"marine": 1, "medium-armor": 1}, "english-channel": {"naval-transport": 1}},
            "france": {"picardy": {"militia": 1}},
        },
        options=(),
        dice=[{"hit": 1}, MISS],
        stop_after="combat",
    )
    load(g, "english-channel", "picardy", "berlin", {"marine": 1, "medium-armor": 1})
    s = begin(g)
    assert s.state.owners["picardy"] == "germany"
    assert not any(isinstance(a, Blitz) for a in s.legal())
    from tutor.games.global_war.blitz import why_no_blitz
    from tutor.games.global_war.state import Battle

    won = Battle(1, "land", "picardy", "germany", round=1, won="attacker", amphibious=True)
    assert why_no_blitz(s.table, won).section == "9.8/assault"  # type: ignore[union-attr]


@pytest.mark.sections("9.8")
def test_an_empty_beach_is_taken_without_a_round_9_8() -> None:
    s = landing({"infantry": 1, "artillery": 1}, {}, [])
    assert s.state.owners[ISLE] == "usa"
    assert left(s, "usa") == {"infantry": 1, "artillery": 1}


# The sea


@pytest.mark.sections("9.8", "9.1")
def test_the_naval_battle_comes_first_9_8() -> None:
    """Three hits at once: the cruiser sinks, and then the landing."""
    s = landing(
        {"infantry": 2}, {"infantry": 1}, [{"hit": 1}, MISS, {"hit": 1}, MISS],
        fleet={"heavy-cruiser": 2}, enemies={"light-cruiser": 1},
    )  # fmt: skip
    assert [e.data["zone"] for e in s.log if e.kind == "battle"] == [SEA, ISLE]
    assert s.state.owners[ISLE] == "usa"


@pytest.mark.sections("9.1")
def test_a_landing_cannot_be_resolved_before_its_naval_battle_9_1() -> None:
    def another(g: G) -> None:
        march(g, "hawaiian-sea", "line-islands-sea", {"destroyer": 1})

    units = {"usa": {"hawaiian-sea": {"destroyer": 1}}, "japan": {"line-islands-sea": {"destroyer": 1}}}
    g = prepare(
        "usa",
        wars=[("usa", "japan")],
        owners={ISLE: "japan"},
        units={
            "usa": {BASE: {"infantry": 1}, SEA: {"naval-transport": 1, "destroyer": 1}, **units["usa"]},
            "japan": {ISLE: {"infantry": 1}, SEA: {"destroyer": 1}, **units["japan"]},
        },
        then=1,
    )
    load(g, SEA, ISLE, BASE, {"infantry": 1})
    for unit in g.state.units.values():
        unit.committed = unit.committed or (unit.zone == SEA and unit.owner == "usa")
    another(g)
    s = begin(g)
    assert {(a.zone, a.battle) for a in s.legal()} == {(SEA, "naval"), ("line-islands-sea", "naval")}
    assert s.why_not(Resolve(ISLE, "land"))[0].section == "9.1"
    assert "first" in s.why_not(Resolve(ISLE, "land"))[0].remedy
    assert s.why_not(Resolve("coral-sea", "naval"))


@pytest.mark.sections("9.8")
def test_a_warship_that_is_left_bars_the_landing_9_8() -> None:
    def escort_declines(g: G) -> None:
        for unit in g.state.units.values():
            unit.declined = unit.owner == "japan" and unit.zone == SEA

    s = landing({"infantry": 2}, {"infantry": 1}, [], enemies={"destroyer": 1}, before=escort_declines)
    assert s.state.owners[ISLE] == "japan"
    assert left(s, "usa", SEA)["infantry"] == 2
    assert told(s, "barred")


@pytest.mark.sections("9.8")
def test_submarines_and_transports_do_not_bar_a_landing_9_8() -> None:
    def decline(g: G) -> None:
        for unit in g.state.units.values():
            unit.declined = unit.owner == "japan" and unit.zone == SEA

    enemies = {"submarine": 1, "naval-transport": 1, "light-carrier": 1}
    s = landing({"infantry": 2}, {"militia": 1}, [{"hit": 1}, MISS], enemies=enemies, before=decline)
    assert s.state.owners[ISLE] == "usa"


@pytest.mark.sections("9.4", "9.8")
def test_troops_of_a_fleet_that_retreats_do_not_land_9_4() -> None:
    s = landing({"infantry": 2}, {"infantry": 1}, [MISS, MISS], fleet={"destroyer": 1}, enemies={"destroyer": 2})
    s.submit(Retreat())
    assert left(s, "usa", "midway-sea")["infantry"] == 2
    assert s.state.battle is None and s.state.owners[ISLE] == "japan"


# Bombardment (9.9)


@pytest.mark.sections("9.9")
@pytest.mark.parametrize(
    ("ship", "value"),
    [
        ("light-cruiser", 1), ("heavy-cruiser", 2), ("battlecruiser", 3), ("coastal-defense-ship", 3),
        ("battleship", 4), ("fast-battleship", 4), ("heavy-battleship", 5),
    ],
)  # fmt: skip
def test_ships_bombard_at_the_values_of_table_9_6(ship: str, value: int) -> None:
    s = landing({"infantry": 2}, {"infantry": 2}, [{"hit": 1}], fleet={ship: 1}, then=1)
    assert rolls(s)[0] == (1, value)


@pytest.mark.sections("9.9", "9.3/first-strike")
def test_victims_of_bombardment_leave_at_once_9_9() -> None:
    s = landing({"infantry": 2}, {"infantry": 1}, [{"hit": 1}], fleet={"battleship": 1})
    assert s.state.owners[ISLE] == "usa"
    assert [e.by for e in s.log if e.kind == "rolled"] == ["usa"]


@pytest.mark.sections("9.9", "9.3/first-strike")
def test_artillery_hit_by_bombardment_still_strikes_9_9() -> None:
    s = landing({"infantry": 3}, {"artillery": 1}, [{"hit": 1}, {"hit": 1}], fleet={"battleship": 1}, ships=2)
    assert losses(s) == {"artillery": 1, "infantry": 2}
    assert left(s, "usa") == {"infantry": 1}


@pytest.mark.sections("9.9")
def test_ships_that_fought_at_sea_do_not_bombard_9_9() -> None:
    s = landing(
        {"infantry": 2}, {"infantry": 1}, [{"hit": 1}, MISS, {"hit": 1}, MISS],
        fleet={"battleship": 1}, enemies={"destroyer": 1},
    )  # fmt: skip
    assert not any(e.section == "9.9" and e.kind == "rolled" for e in s.log)


@pytest.mark.sections("9.9")
def test_a_ship_without_guns_for_it_does_not_bombard_9_9() -> None:
    s = landing({"infantry": 1}, {"infantry": 1}, [], fleet={"heavy-cruiser": 3, "destroyer": 1}, then=1)
    assert s.why_not(Bombard(SEA, "destroyer"))[0].section == "9.9"
    assert s.why_not(Bombard(SEA, "battleship"))[0].section == "9.9"
    assert s.why_not(Bombard("coral-sea", "heavy-cruiser"))[0].section == "9.9"
    s.submit(Done())
    assert not any(e.section == "9.9" and e.kind == "rolled" for e in s.log)


@pytest.mark.sections("9.9", "9.7")
def test_ships_behind_a_screen_bombard_after_the_screen_has_won_9_9() -> None:
    def screen(g: G) -> None:
        for unit in g.state.units.values():
            if unit.zone == SEA and unit.owner == "usa" and not unit.aboard:
                unit.task = "screen" if unit.type == "destroyer" else "behind"

    s = landing(
        {"infantry": 2}, {"infantry": 1}, [{"hit": 1}, MISS, {"hit": 1}],
        fleet={"battleship": 1, "destroyer": 2}, enemies={"destroyer": 1}, before=screen, options=["screening"],
    )  # fmt: skip
    assert rolls(s)[-1] == (1, 4)
    assert s.state.owners[ISLE] == "usa"


# Coastal Artillery (12.9)


@pytest.mark.sections("12.9", "9.9")
@pytest.mark.parametrize(("batteries", "ships", "shots"), [(1, 1, 1), (1, 3, 3), (2, 2, 4), (3, 3, 9)])
def test_every_battery_fires_once_a_ship_up_to_three_times_12_9(batteries: int, ships: int, shots: int) -> None:
    s = landing(
        {"infantry": 2 * ships},
        {"infantry": 1},
        [MISS] * 3,
        ships=ships,
        facilities={ISLE: ["coastal-artillery"] * batteries},
        then=1,
    )
    assert rolls(s)[0] == (shots, 3)


@pytest.mark.sections("12.9", "12.2/naval-transport")
def test_a_battery_may_sink_transports_with_their_troops_12_9() -> None:
    s = landing(
        {"infantry": 4},
        {"infantry": 1},
        [{"hit": 1}, {"hit": 1}, MISS],
        ships=2,
        facilities={ISLE: ["coastal-artillery"]},
    )
    assert losses(s) == {"naval-transport": 1, "infantry": 1}  # and its cargo, told with the ship
    assert left(s, "usa") == {"infantry": 2}


@pytest.mark.sections("12.9", "9.9")
def test_the_attacker_chooses_among_ships_that_bombard_and_unload_12_9() -> None:
    s = landing(
        {"infantry": 4}, {"infantry": 1}, [MISS, {"hit": 1}], ships=2, fleet={"light-cruiser": 1, "destroyer": 1},
        facilities={ISLE: ["coastal-artillery"]}, then=1,
    )  # fmt: skip
    s.submit(Bombard(SEA, "light-cruiser"))
    assert s.decision.who == "usa"
    assert {a.type for a in s.legal()} == {"naval-transport", "light-cruiser"}
    assert s.why_not(Lose("destroyer"))[0].section == "9.1"
    assert s.why_not(Lose("infantry"))


@pytest.mark.sections("12.9", "0.9/capital-ship")
def test_a_battleship_bears_a_hit_of_a_battery_12_9() -> None:
    s = landing(
        {"infantry": 2}, {"infantry": 1}, [MISS, {"hit": 1}, {"hit": 1}, MISS], ships=1, fleet={"battleship": 1},
        facilities={ISLE: ["coastal-artillery"]},
    )  # fmt: skip
    s.submit(Bombard(SEA, "battleship"))
    lose(s, "battleship")
    assert build.unit(s.table, SEA, "battleship").hits == 1
    assert left(s, "usa") == {"infantry": 2}


@pytest.mark.sections("12.9")
def test_batteries_fire_even_where_nobody_garrisons_the_zone_12_9() -> None:
    s = landing({"infantry": 2}, {}, [{"hit": 1}], ships=1, facilities={ISLE: ["coastal-artillery"]})
    assert s.state.owners[ISLE] == "japan"
    assert left(s, "usa", SEA) == {}


# With an attack over land (9.8/combined)


def combined(dice: list[Any], sea: Any, land: Any, defenders: Any, **more: Any) -> Session:
    g = prepare(
        "japan",
        wars=[("japan", "kmt")],
        owners={"peking": "kmt"},
        units={
            "japan": {"rehe": land, "korea": sea, "yellow-sea": {"naval-transport": 3}},
            "kmt": {"peking": defenders},
        },
        options=(),
        dice=dice,
        **more,
    )
    march(g, "rehe", "peking", land)
    load(g, "yellow-sea", "peking", "korea", sea)
    return begin(g)


@pytest.mark.sections("9.8/combined")
def test_units_from_the_sea_are_lost_before_those_from_the_land_9_8() -> None:
    s = combined([MISS] * 3 + [{"hit": 1}], {"marine": 1, "infantry": 1}, {"cavalry": 2}, {"infantry": 2})
    assert s.decision.who == "japan"
    assert {a.type for a in s.legal()} == {"marine", "infantry"}
    assert s.why_not(Lose("cavalry"))[0].section == "9.8/combined"


@pytest.mark.sections("9.8/combined")
def test_over_land_no_double_casualties_are_taken_9_8() -> None:
    s = combined([MISS, MISS, {"hit": 2}], {"infantry": 1}, {"cavalry": 3}, {"infantry": 2}, then=1)
    assert losses(s) == {"infantry": 1, "cavalry": 1}


@pytest.mark.sections("9.8/combined", "9.4", "9.4/land")
def test_only_units_from_the_land_may_retreat_9_8() -> None:
    s = combined([MISS, MISS, MISS], {"infantry": 2}, {"cavalry": 2}, {"infantry": 2}, then=1)
    s.submit(Retreat())
    assert left(s, "japan", "rehe") == {"cavalry": 2}
    assert not any(u.type == "infantry" and u.zone == "yellow-sea" for u in s.state.units.values())


def test_an_order_of_fire_before_a_choice_of_losses_9_8() -> None:
    s = combined([MISS, MISS, MISS], {"infantry": 2}, {"tank-destroyer": 1}, {"infantry": 2, "cavalry": 1}, then=1)
    assert any(isinstance(a, (Fire, Lose)) for a in s.legal()) or s.state.battle is None
    while s.state.battle is not None:
        s.submit(s.legal()[0])


def test_a_second_round_goes_on_by_itself_where_nobody_can_leave_9_8() -> None:
    s = landing({"infantry": 3}, {"infantry": 1}, [MISS, MISS, {"hit": 1}, MISS])
    assert s.state.owners[ISLE] == "usa"
