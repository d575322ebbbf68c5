"""Every number of chapter 12, and of the tables of 7.8, 9.9, 9.11, 9.16, 10.4 and 10.6, read from the rulebook a second
time and asked of the engine, not of its charts."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.games.global_war import production
from tutor.games.global_war.actions.production import Build, Buy, UpgradeFacility
from tutor.games.global_war.bombing import bomb_dice, carpet_dice
from tutor.games.global_war.building import on_the_sheet
from tutor.games.global_war.combat_values import attack_value, defense_value
from tutor.games.global_war.construction import begin_upgrade, places_for, price, why_no_upgrade
from tutor.games.global_war.facilities import build as build_facility
from tutor.games.global_war.facilities import facility_types, kind_of
from tutor.games.global_war.firing import BOMBARD, dice_of
from tutor.games.global_war.interception import interception_value
from tutor.games.global_war.nations import PLAYERS
from tutor.games.global_war.naval import hits_to_sink
from tutor.games.global_war.output import output
from tutor.games.global_war.raiding import raider_modifier
from tutor.games.global_war.rail import rail_left
from tutor.games.global_war.ranges import allowance, patrol_range
from tutor.games.global_war.repair import repair_slots
from tutor.games.global_war.state import Battle
from tutor.games.global_war.technology import technologies
from tutor.games.global_war.units import place, type_of, unit_types
from tutor.games.global_war.voyages import naval_left

from . import build
from .producing import cash, items, play, refusals, table

# Attack, Defense, Movement and the price of each turn; None: N/A, or it cannot be built.
UNITS: dict[str, tuple[int, int, int, tuple[int, ...] | None]] = {
    "militia": (1, 2, 1, (2,)), "infantry": (2, 4, 1, (3,)), "marine": (2, 4, 1, (4,)), "airborne": (2, 2, 1, (3,)),
    "mountain-infantry": (2, 4, 1, (4,)), "colonial-infantry": (2, 4, 1, (4,)), "cavalry": (3, 2, 2, (3,)),
    "motorized-infantry": (2, 4, 2, (4,)), "mechanized-infantry": (3, 4, 2, (4,)), "light-armor": (4, 3, 2, (4,)),
    "medium-armor": (6, 5, 2, (6,)), "tank-destroyer": (3, 4, 2, (5,)), "artillery": (3, 3, 1, (4,)),
    "sp-artillery": (3, 3, 2, (5,)), "aa-artillery": (3, 3, 1, (4,)), "fighter": (6, 6, 4, (10,)),
    "tactical-bomber": (7, 5, 4, (11,)), "medium-bomber": (7, 4, 5, (11,)), "strategic-bomber": (0, 2, 6, (12,)),
    "air-transport": (0, 0, 6, (8,)), "seaplane": (3, 1, 6, (7,)), "battleship": (8, 8, 2, (5, 5, 5)),
    "fast-battleship": (8, 8, 3, (6, 6, 6)), "coastal-defense-ship": (6, 6, 1, None),
    "fleet-carrier": (1, 2, 3, (5, 5, 5)), "light-carrier": (0, 1, 3, (4, 4)), "battlecruiser": (7, 7, 3, (6, 6)),
    "heavy-cruiser": (6, 6, 3, (5, 5)), "light-cruiser": (5, 5, 3, (4, 4)), "destroyer": (4, 4, 3, (7,)),
    "torpedo-boat-destroyer": (2, 2, 2, None), "submarine": (3, 3, 3, (6,)), "coastal-submarine": (2, 2, 1, None),
    "naval-transport": (0, 0, 2, (7,)),
    # 7.8
    "adv-artillery": (4, 4, 1, (4,)), "adv-sp-artillery": (4, 4, 2, (5,)), "adv-mechanized-infantry": (4, 5, 2, (4,)),
    "heavy-armor": (8, 7, 2, (8,)), "jet-fighter": (8, 8, 4, (12,)), "heavy-strategic-bomber": (0, 3, 6, (13,)),
    "advanced-submarine": (4, 4, 3, (7,)), "strategic-rocket": (0, 0, 1, (6,)), "heavy-battleship": (10, 10, 3, (7, 7, 7)),
    "heavy-carrier": (0, 2, 3, (6, 6, 6)), "attack-transport": (0, 0, 2, (9,)),
    # 15.9
    "early-war-fighter": (4, 4, 3, (8,)),
}  # fmt: skip
ALL = dict.fromkeys(technologies(build.table()), 9)


@pytest.mark.sections("12.1", "12.2", "0.8")
@pytest.mark.parametrize("type", UNITS)
def test_attack_defense_and_movement_of_every_unit_12_2(type: str) -> None:
    attack, defense, move, _ = UNITS[type]
    g = build.table(options=["mountains"])
    unit = place(g, type, "germany", "wake-sea" if unit_types(g)[type].naval else "lubelskie")
    battle = Battle(1, "naval" if type_of(g, unit).naval else "land", unit.zone, "germany", round=2)
    assert (attack_value(g, battle, unit), defense_value(g, battle, unit), allowance(g, unit)) == (
        attack,
        defense,
        move,
    )


@pytest.mark.sections("12.1", "12.2")
def test_there_are_no_other_units_12_2() -> None:
    g = build.table()
    assert set(unit_types(g)) == set(UNITS)
    classes = {kind.cls for kind in unit_types(g).values()}
    assert classes == {"infantry", "vehicle", "artillery", "air", "naval"}
    odd = {"cavalry": "vehicle", "strategic-rocket": "artillery", "aa-artillery": "artillery", "marine": "infantry"}
    assert {type: unit_types(g)[type].cls for type in odd} == odd


BUILDABLE = [
    type for type, row in UNITS.items() if row[3] and type not in ("artillery", "sp-artillery", "early-war-fighter")
]


@pytest.mark.sections("7.1", "7.3")
@pytest.mark.parametrize("type", BUILDABLE)
def test_the_price_of_every_unit_turn_by_turn_7_3(type: str) -> None:
    cycles = UNITS[type][3]
    assert cycles is not None
    nation = next(n for n in PLAYERS if on_the_sheet(build.table(), n, type) != "no")
    known = {name: stages for name, stages in ALL.items() if name != "improved-construction"}
    keeper = {n: {"technology": known} for n in ("great-britain", nation)}
    g = table(nation, turn="July 1944", options=["mountains"], nations=keeper)
    play(g, production.spend, Buy(type))
    (item,) = items(g)
    assert 100 - cash(g, nation) == cycles[0] and tuple(item.cycles) == cycles


@pytest.mark.sections("12.2")
def test_what_cannot_be_built_12_2() -> None:
    g = table("great-britain", turn="July 1944", nations={"great-britain": {"technology": ALL}})
    for type in (t for t, row in UNITS.items() if row[3] is None):
        assert "12.2" in {ruling.section for ruling in refusals(g, Buy(type))}


# What each kind can do besides


@pytest.mark.sections("9.16/interception", "7.8/radar")
def test_interception_values_9_16() -> None:
    values = {
        "jet-fighter": 5, "fighter": 3, "medium-bomber": 1, "strategic-bomber": 1, "heavy-strategic-bomber": 2,
        "tactical-bomber": 0, "seaplane": 0, "air-transport": 0,
    }  # fmt: skip
    for technology, more in (({}, 0), ({"radar": 9}, 1)):
        g = build.table(nations={"germany": {"technology": technology}})
        found = {type: interception_value(g, place(g, type, "germany", "berlin")) for type in values}
        assert found == {t: v + (more if t in ("fighter", "jet-fighter") else 0) for t, v in values.items()}


@pytest.mark.sections("9.16", "9.17", "1.10", "7.8/heavy-strategic-bomber", "7.8/strategic-rockets")
def test_dice_of_bombs_and_carpets_9_16() -> None:
    dice = {  # D6 of damage, D12 of carpet bombing, and what of them is left in jungle
        "medium-bomber": (1, 0, 0), "strategic-bomber": (2, 3, 1), "heavy-strategic-bomber": (3, 5, 3),
        "strategic-rocket": (1, 1, 0), "fighter": (0, 0, 0), "tactical-bomber": (0, 0, 0),
    }  # fmt: skip
    g = build.table()
    units = {type: place(g, type, "germany", "berlin") for type in dice}
    found = {t: (bomb_dice(g, u), carpet_dice(g, u, "lubelskie"), carpet_dice(g, u, "burma")) for t, u in units.items()}
    assert found == dice


@pytest.mark.sections("9.9")
def test_table_9_6_of_shore_bombardment_9_9() -> None:
    values = {
        "light-cruiser": 1, "heavy-cruiser": 2, "battlecruiser": 3, "coastal-defense-ship": 3, "battleship": 4,
        "fast-battleship": 4, "heavy-battleship": 5,
    }  # fmt: skip
    g = build.table()
    battle = Battle(1, "land", "wake", "germany")
    found = {}
    for kind in unit_types(g).values():
        if kind.bombard:
            ((_, shot),) = dice_of(
                g, battle, "attacker", f"{BOMBARD} {kind.id}", [place(g, kind.id, "usa", "wake-sea")]
            )
            found[kind.id] = shot.value
    assert found == values


@pytest.mark.sections("9.11/roll", "9.13", "9.12", "7.8/advanced-submarines")
def test_table_9_8_of_raiders_9_11() -> None:
    values = {
        "coastal-submarine": 1, "submarine": 2, "advanced-submarine": 4, "tactical-bomber": 1, "medium-bomber": 1,
        "seaplane": 1, "heavy-cruiser": 0, "fast-battleship": 0,
    }  # fmt: skip
    g = build.table()
    raiders = {type: place(g, type, "germany", "north-sea", task="raid") for type in values}
    assert {type: raider_modifier(g, unit) for type, unit in raiders.items()} == values
    for type in ("submarine", "heavy-cruiser", "seaplane"):
        raiders[type].task = "mine"
        assert raider_modifier(g, raiders[type]) == 0


@pytest.mark.sections("8.7", "12.2/seaplane", "7.8/long-range-aircraft")
def test_patrol_ranges_and_long_range_aircraft_8_7() -> None:
    ranges = {
        "fighter": 1,
        "jet-fighter": 1,
        "tactical-bomber": 1,
        "medium-bomber": 1,
        "seaplane": 2,
        "strategic-bomber": 0,
    }
    moves = {"fighter": 5, "tactical-bomber": 5, "medium-bomber": 6, "strategic-bomber": 8, "heavy-strategic-bomber": 8,
             "air-transport": 7, "seaplane": 7, "jet-fighter": 5}  # fmt: skip
    plain = build.table()
    assert {t: patrol_range(plain, place(plain, t, "germany", "lubelskie")) for t in ranges} == ranges
    g = build.table(nations={"germany": {"technology": {"long-range-aircraft": 9}}})
    planes = {type: place(g, type, "germany", "lubelskie") for type in moves}
    assert {type: allowance(g, unit) for type, unit in planes.items()} == moves
    assert {t: patrol_range(g, u) for t, u in planes.items() if t in ranges} == {**ranges, "medium-bomber": 2}


@pytest.mark.sections("0.9/capital-ship", "7.8/heavy-battleship")
def test_hits_that_sink_each_ship_0_9() -> None:
    two = {"battleship", "fast-battleship", "fleet-carrier", "heavy-carrier"}
    g = build.table()
    for kind in unit_types(g).values():
        if kind.naval:
            hits = 3 if kind.id == "heavy-battleship" else 2 if kind.id in two else 1
            assert hits_to_sink(g, place(g, kind.id, "usa", "wake-sea")) == hits, kind.id


# Facilities: the price of each turn, most damage, lend-lease that passes (999: any), repairs, output, improved output
FACILITIES: dict[str, tuple[tuple[int, ...], int, int, int, int, int]] = {
    "minor-factory": ((8,), 5, 0, 0, 1, 2), "medium-factory": ((7, 7), 10, 0, 0, 3, 5),
    "major-factory": ((6, 6, 6), 20, 0, 0, 5, 8), "minor-port": ((3,), 3, 3, 0, 0, 0),
    "major-port": ((3, 3), 5, 999, 0, 0, 0), "minor-shipyard": ((3, 3), 8, 3, 1, 1, 2),
    "major-shipyard": ((5, 5), 10, 999, 5, 5, 8), "minor-dockyard": ((2, 2), 3, 3, 1, 0, 0),
    "major-dockyard": ((4, 4), 6, 999, 5, 0, 0), "seaplane-base": ((2,), 1, 0, 0, 0, 0),
    "submarine-base": ((2,), 3, 0, 0, 2, 2), "air-base": ((3, 3), 5, 0, 0, 0, 0),
    "fortification": ((5, 5), 0, 0, 0, 0, 0), "coastal-artillery": ((6,), 0, 0, 0, 0, 0),
}  # fmt: skip
UPGRADES = {
    "minor-factory": ("medium-factory", 7), "medium-factory": ("major-factory", 6), "minor-port": ("major-port", 4),
    "minor-shipyard": ("major-shipyard", 5), "minor-dockyard": ("major-dockyard", 5),
}  # fmt: skip


@pytest.mark.sections("12.3", "7.3/facilities")
@pytest.mark.parametrize("what", FACILITIES)
def test_the_price_of_every_facility_turn_by_turn_12_3(what: str) -> None:
    g = table("germany", turn="July 1944")
    spot = next(place for place in places_for(g, "germany", what) if place.zone in ("berlin", "western-germany"))
    play(g, production.spend, spot)
    (item,) = items(g)
    cycles = FACILITIES[what][0]
    assert 100 - cash(g, "germany") == cycles[0] and tuple(item.cycles) == cycles


@pytest.mark.sections("12.3", "12.4", "11.1", "7.4")
@pytest.mark.parametrize("what", FACILITIES)
def test_what_every_facility_bears_repairs_and_makes_12_3(what: str) -> None:
    _, damage, supply, repairs, made, improved = FACILITIES[what]
    found: list[Any] = []
    for technology in ({}, {"improved-factories": 9, "improved-construction": 9}):
        g = table("germany", nations={"germany": {"technology": technology}})
        one = build_facility(g, what, "western-germany", since=-1)
        found.append(output(g, "germany", one))
        assert repair_slots(g, one) == repairs
        assert (kind_of(g, one).most_damage, kind_of(g, one).supply) == (damage, supply)
    assert found == [made, improved]


@pytest.mark.sections("12.3", "7.3/upgrading")
def test_which_facilities_are_upgraded_at_what_price_12_3() -> None:
    for what in FACILITIES:
        g = table("germany")
        one = build_facility(g, what, "western-germany", since=-1)
        if what not in UPGRADES:
            assert why_no_upgrade(g, "germany", one) is not None
            continue
        larger, ipp = UPGRADES[what]
        assert not refusals(g, UpgradeFacility(one.id))
        begin_upgrade(g, "germany", one)
        assert (100 - cash(g, "germany"), items(g)[0].what) == (ipp, larger)


@pytest.mark.sections("12.10")
@pytest.mark.parametrize(("across", "ipp"), [("libya", 4), ("western-egypt", 4)])
def test_a_railroad_in_the_desert_costs_four_12_10(across: str, ipp: int) -> None:
    g = table("italy", owners={"western-egypt": "italy", "eastern-egypt": "italy"})
    spot = next(b for b in places_for(g, "italy", "railroad") if across in (b.zone, b.border))
    assert price(g, "italy", Build("railroad", spot.zone, spot.border)) == ipp


@pytest.mark.sections("12.3")
def test_there_are_no_other_facilities_12_3() -> None:
    g = build.table()
    assert set(facility_types(g)) == set(FACILITIES)
    assert {k.id for k in facility_types(g).values() if not k.aa} == {"fortification", "coastal-artillery"}


# Capacities


@pytest.mark.sections("10.4")
def test_rail_capacity_by_region_10_4() -> None:
    zones = {
        "chicago": 4, "venezuela": 1, "berlin": 4, "iraq": 1, "libya": 1, "moscow": 2, "nanking": 1,
    }  # fmt: skip
    g = build.table()
    assert {zone: rail_left(g, "germany", zone) for zone in zones} == zones


@pytest.mark.sections("10.6")
def test_strategic_naval_moves_by_nation_10_6() -> None:
    moves = {
        "great-britain": 4, "france": 2, "free-france": 2, "usa": 4, "germany": 2, "italy": 2, "japan": 4, "ussr": 2,
        "kmt": 0, "ccp": 0,
    }  # fmt: skip
    g = build.table()
    assert {nation: naval_left(g, nation) for nation in moves} == moves
