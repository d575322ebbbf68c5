"""What units roll against: printed values, terrain, borders, cities, fortifications, support (0.3, 1.7-1.24, 12.2, 12.7)."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.games.global_war import battles, combat
from tutor.games.global_war.combat_values import (
    attack_value,
    defense_modifiers,
    defense_value,
    is_surrounded,
    selection,
    supported,
)
from tutor.games.global_war.naval import muster
from tutor.games.global_war.state import G

from . import build
from .fights import load, march, prepare

UNITS = build.table().charts["units"]
LAND = [
    r["type"] for r in UNITS if r["class"] in ("infantry", "vehicle", "artillery") and r["type"] != "strategic-rocket"
]
AIR = [r["type"] for r in UNITS if r["class"] == "air"]
SHIPS = [r["type"] for r in UNITS if r["class"] == "naval"]
SECTIONS = {
    "adv-artillery": "7.8/advanced-artillery", "adv-sp-artillery": "7.8/advanced-artillery",
    "adv-mechanized-infantry": "7.8/advanced-mechanized", "heavy-armor": "7.8/heavy-armor",
    "jet-fighter": "7.8/jet-fighter", "heavy-strategic-bomber": "7.8/heavy-strategic-bomber",
    "advanced-submarine": "7.8/advanced-submarines", "heavy-battleship": "7.8/heavy-battleship",
    "heavy-carrier": "7.8/heavy-carrier", "attack-transport": "7.8/attack-transport", "early-war-fighter": "15.9",
}  # fmt: skip


def land_battle(
    zone: str, start: str, attackers: Any, defenders: Any, options: Any = build.ALL_TERRAIN, **fields: Any
) -> G:
    """Germany attacks the USSR over one border; the battle is about to begin."""
    owners = {start: "germany", zone: "ussr"} | fields.pop("owners", {})
    g = prepare(
        "germany",
        options=options,
        wars=[("germany", "ussr")],
        owners=owners,
        units={"germany": {start: attackers}, "ussr": {zone: defenders}},
        **fields,
    )
    march(g, start, zone, attackers)
    begin(g)
    return g


def begin(g: G) -> None:
    g.state.mover = g.state.slot
    battles.open_phase(g)
    g.state.battle = g.state.battles.pop(0)
    if g.state.battle.kind == "land":
        combat.assemble(g)
    else:
        assert next(muster(g), None) is None


def attacks(g: G, type: str, rounds: int = 1, owner: str = "germany") -> int:
    battle = g.state.battle
    assert battle is not None
    battle.round = rounds
    return attack_value(g, battle, build.unit(g, battle.zone, type, owner))


def defends(g: G, type: str, rounds: int = 1, owner: str = "ussr") -> int:
    battle = g.state.battle
    assert battle is not None
    battle.round = rounds
    return defense_value(g, battle, build.unit(g, battle.zone, type, owner))


# Printed values


def sectioned(types: list[str]) -> list[Any]:
    found = []
    for type in types:
        section = SECTIONS.get(type, f"12.2/{type}")
        found.append(pytest.param(type, marks=pytest.mark.sections(section)))
    return found


@pytest.mark.parametrize("type", sectioned(LAND))
def test_a_land_unit_fights_at_its_printed_values_in_the_open_12_2(type: str) -> None:
    g = land_battle("lubelskie", "dolnoslaske", {type: 1}, {type: 1}, options=("mountains",))
    assert attacks(g, type) == UNITS.cell(type, "attack")
    assert defends(g, type) == UNITS.cell(type, "defense")


@pytest.mark.parametrize("type", sectioned(AIR))
def test_an_aircraft_fights_at_its_printed_values_12_2(type: str) -> None:
    options = ("early-fighters",) if type == "early-war-fighter" else ()
    g = land_battle("lubelskie", "dolnoslaske", {type: 1, "infantry": 1}, {type: 1}, options=options)
    assert attacks(g, type) == UNITS.cell(type, "attack")
    assert defends(g, type) == UNITS.cell(type, "defense")


def sea_battle(attackers: Any, defenders: Any, **fields: Any) -> G:
    g = prepare(
        "germany",
        wars=[("germany", "usa")],
        units={"germany": {"north-sea": attackers}, "usa": {"english-channel": defenders}},
        **fields,
    )
    march(g, "north-sea", "english-channel", attackers)
    begin(g)
    return g


@pytest.mark.parametrize("type", sectioned(SHIPS))
def test_a_ship_fights_at_its_printed_values_12_2(type: str) -> None:
    g = sea_battle({type: 1}, {type: 1})
    assert attacks(g, type) == UNITS.cell(type, "attack")
    assert defends(g, type, owner="usa") == UNITS.cell(type, "defense")


@pytest.mark.sections(
    "12.2/fast-battleship", "12.2/coastal-defense-ship", "12.2/heavy-cruiser", "12.2/light-cruiser",
    "12.2/coastal-submarine", "12.2/battlecruiser", "12.2/light-carrier",
)  # fmt: skip
def test_the_ships_of_a_fleet_and_their_values_12_2() -> None:
    values = {
        "fast-battleship": 8, "coastal-defense-ship": 6, "heavy-cruiser": 6, "light-cruiser": 5, "coastal-submarine": 2,
        "battlecruiser": 7,
    }  # fmt: skip
    g = sea_battle(dict.fromkeys(values, 1), {"light-carrier": 1})
    assert {type: attacks(g, type) for type in values} == values
    assert defends(g, "light-carrier", owner="usa") == 1


@pytest.mark.sections("12.2/colonial-infantry", "12.2/militia", "12.2/mechanized-infantry")
def test_colonial_infantry_fights_like_infantry_12_2() -> None:
    g = land_battle(
        "warsaw",
        "west-poland",
        {"colonial-infantry": 1, "mechanized-infantry": 1},
        {"colonial-infantry": 1, "militia": 1},
    )
    assert (attacks(g, "colonial-infantry"), attacks(g, "mechanized-infantry")) == (2, 3)
    assert (defends(g, "colonial-infantry"), defends(g, "militia")) == (5, 3)  # infantry-class, in a city


@pytest.mark.sections("7.8/heavy-battleship", "0.9/capital-ship", "App-B.36")
def test_damage_lowers_a_heavy_battleship_by_two_a_hit_7_8() -> None:
    g = sea_battle(
        {"heavy-battleship damaged": 0, "heavy-battleship": 1, "battlecruiser": 1}, {"battleship damaged": 1}
    )
    ship = build.unit(g, "english-channel", "heavy-battleship")
    for hits, value in ((0, 10), (1, 8), (2, 6)):
        ship.hits = hits
        assert attacks(g, "heavy-battleship") == value
    assert defends(g, "battleship", owner="usa") == 6
    from tutor.games.global_war.naval import hits_to_sink

    assert hits_to_sink(g, ship) == 3
    assert hits_to_sink(g, build.unit(g, "english-channel", "battlecruiser")) == 1


@pytest.mark.sections("12.2/fleet-carrier")
def test_a_damaged_carrier_keeps_its_values_12_2() -> None:
    g = sea_battle({"destroyer": 1}, {"fleet-carrier damaged": 1})
    assert defends(g, "fleet-carrier", owner="usa") == 2


# Bonuses and penalties (0.3)


@pytest.mark.sections("0.3", "0.3/d-floor", "1.8")
def test_a_penalty_never_takes_attack_below_one_0_3() -> None:
    g = land_battle("romania", "hungary", {"militia": 1, "infantry": 1}, {"infantry": 1})
    assert attacks(g, "militia") == 1
    assert attacks(g, "infantry") == 1


@pytest.mark.sections("0.3/d-floor", "12.2/strategic-bomber")
def test_what_has_no_attack_gets_none_from_a_bonus_0_3() -> None:
    g = land_battle("lubelskie", "dolnoslaske", {"strategic-bomber": 1, "artillery": 1, "infantry": 1}, {"infantry": 1})
    assert attacks(g, "strategic-bomber") == 0


@pytest.mark.sections("0.3/c-permanent", "7.8/advanced-mechanized")
def test_terrain_modifies_the_better_values_of_advanced_units_too_0_3() -> None:
    g = land_battle("romania", "hungary", {"adv-mechanized-infantry": 1}, {"infantry": 1})
    assert attacks(g, "adv-mechanized-infantry") == 4 - 1


@pytest.mark.sections("0.3/a-positive", "0.3/b-negative", "12.2/artillery", "1.24/dual-terrain")
def test_one_bonus_and_one_penalty_add_up_0_3() -> None:
    g = land_battle("romania", "yugoslavia", {"infantry": 1, "artillery": 1}, {"infantry": 1})
    assert attacks(g, "infantry") == 2 + 1 - 1


# Terrain (1.8 to 1.12)


@pytest.mark.parametrize(
    ("zone", "start", "type", "values"),
    [
        pytest.param("romania", "hungary", "medium-armor", (5, 5, 5), marks=pytest.mark.sections("1.8")),
        pytest.param("romania", "hungary", "mountain-infantry", (2, 2, 2), marks=pytest.mark.sections("12.2/mountain-infantry")),
        pytest.param("northern-manchuria", "chita", "mountain-infantry", (2, 2), marks=pytest.mark.sections("12.2/mountain-infantry")),
        pytest.param("libya", "western-egypt", "infantry", (1, 1), marks=pytest.mark.sections("1.9")),
        pytest.param("libya", "western-egypt", "fighter", (6, 6), marks=pytest.mark.sections("12.2/fighter")),
        pytest.param("siam", "burma", "light-armor", (2, 2), marks=pytest.mark.sections("1.10")),
        pytest.param("siam", "burma", "infantry", (2, 2), marks=pytest.mark.sections("12.2/infantry")),
        pytest.param("east-poland", "lubelskie", "medium-armor", (4, 4), marks=pytest.mark.sections("1.11")),
        pytest.param("lubelskie", "warsaw", "medium-armor", (5, 6), marks=pytest.mark.sections("1.12")),
        pytest.param("lubelskie", "warsaw", "infantry", (1, 2), marks=pytest.mark.sections("1.12")),
        pytest.param("lubelskie", "warsaw", "marine", (2, 2), marks=pytest.mark.sections("12.2/marine")),
        pytest.param("lubelskie", "warsaw", "artillery", (3, 3), marks=pytest.mark.sections("1.12")),
        pytest.param("lubelskie", "warsaw", "mountain-infantry", (1, 2), marks=pytest.mark.sections("1.12")),
        pytest.param("hungary", "slovakia", "cavalry", (2, 3), marks=pytest.mark.sections("1.7/border-terrain")),
    ],
)  # fmt: skip
def test_attack_in_terrain_by_round(zone: str, start: str, type: str, values: tuple[int, ...]) -> None:
    g = land_battle(zone, start, {type: 1}, {"infantry": 1})
    assert tuple(attacks(g, type, n) for n in range(1, len(values) + 1)) == values


@pytest.mark.sections("1.10", "1.11")
@pytest.mark.parametrize(("zone", "start"), [("siam", "burma"), ("east-poland", "lubelskie")])
def test_vehicles_defend_jungle_and_marsh_at_minus_two_1_10(zone: str, start: str) -> None:
    g = land_battle(zone, start, {"infantry": 1}, {"medium-armor": 1, "cavalry": 1, "infantry": 1})
    assert [defends(g, type, 2) for type in ("medium-armor", "cavalry", "infantry")] == [3, 0, 4]


@pytest.mark.sections("12.2/mountain-infantry", "1.8")
def test_mountain_infantry_defends_mountains_at_plus_one_12_2() -> None:
    g = land_battle("romania", "hungary", {"infantry": 1}, {"mountain-infantry": 1, "infantry": 1})
    assert (defends(g, "mountain-infantry", 3), defends(g, "infantry", 3)) == (5, 4)


@pytest.mark.parametrize("options", [(), ("mountains",)])
def test_terrain_counts_only_with_its_option_1_8(options: tuple[str, ...]) -> None:
    g = land_battle("romania", "yugoslavia", {"infantry": 1}, {"infantry": 1}, options=options)
    assert attacks(g, "infantry") == (1 if options else 2)


@pytest.mark.sections("1.24/mountain-river")
def test_with_the_other_reading_a_mountain_behind_a_river_lasts_a_round_1_24() -> None:
    options = (*build.ALL_TERRAIN, "reading-mountain-river")
    g = land_battle("romania", "yugoslavia", {"infantry": 1}, {"infantry": 1}, options=options)
    assert [attacks(g, "infantry", n) for n in (1, 2)] == [1, 2]


@pytest.mark.sections("1.7/border-terrain", "1.12")
def test_only_units_that_cross_the_river_suffer_from_it_1_12() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "ussr")],
        owners={"warsaw": "germany", "dolnoslaske": "germany", "lubelskie": "ussr"},
        units={
            "germany": {"warsaw": {"infantry": 1}, "dolnoslaske": {"medium-armor": 1}},
            "ussr": {"lubelskie": {"infantry": 1}},
        },
    )
    march(g, "warsaw", "lubelskie", {"infantry": 1})
    march(g, "dolnoslaske", "lubelskie", {"medium-armor": 1})
    begin(g)
    assert (attacks(g, "infantry"), attacks(g, "medium-armor")) == (1, 6)


# Cities (1.16)


@pytest.mark.sections("1.16", "1.24/river-city", "9.3")
def test_infantry_defends_a_city_at_plus_one_and_picks_vehicles_1_16() -> None:
    g = land_battle("warsaw", "east-prussia", {"medium-armor": 1, "infantry": 1}, {"infantry": 1, "light-armor": 1})
    assert [defends(g, "infantry", n) for n in (1, 2, 5)] == [5, 5, 5]
    assert defends(g, "light-armor") == 3
    battle = g.state.battle
    assert battle is not None
    assert selection(g, battle, build.unit(g, "warsaw", "infantry", "ussr"), False) == (1, "vehicle")
    assert selection(g, battle, build.unit(g, "warsaw", "infantry", "germany"), True) == (0, "")
    assert attacks(g, "medium-armor", 1) == 5  # the river
    assert attacks(g, "medium-armor", 2) == 6


RING = dict.fromkeys(("central-russia", "novgorod", "southern-russia"), "germany")


@pytest.mark.sections("1.16/surrounded")
def test_in_a_surrounded_city_everything_defends_at_minus_one_1_16() -> None:
    g = land_battle(
        "moscow",
        "central-russia",
        {"infantry": 1},
        {"infantry": 1, "fighter": 1},
        owners=RING,
        printed_facilities=False,
    )
    assert is_surrounded(g, "moscow")
    assert [defends(g, "infantry", n) for n in (1, 2)] == [3, 3]
    assert defends(g, "fighter", 2) == 5
    battle = g.state.battle
    assert battle is not None
    assert selection(g, battle, build.unit(g, "moscow", "infantry", "ussr"), False) == (0, "")


@pytest.mark.sections("1.16/surrounded")
@pytest.mark.parametrize(
    ("change", "surrounded"),
    [
        ({}, True),
        ({"owners": RING | {"novgorod": "ussr"}}, False),  # an own zone
        ({"owners": RING | {"novgorod": "sweden"}}, False),  # a neutral one
        ({"facilities": {"moscow": ["air-base"]}}, False),
        ({"facilities": {"moscow": ["air-base"]}, "damage": {"moscow": {"air-base": 1}}}, True),
    ],
)
def test_what_makes_a_city_surrounded_1_16(change: dict[str, Any], surrounded: bool) -> None:
    g = build.table(**{"owners": RING, "wars": [("germany", "ussr")], "printed_facilities": False} | change)
    assert is_surrounded(g, "moscow") is surrounded


@pytest.mark.sections("1.16/surrounded", "8.11")
@pytest.mark.parametrize(("ships", "surrounded"), [(3, True), (2, False), (0, False)])
def test_a_blockaded_port_does_not_keep_a_city_fed_1_16(ships: int, surrounded: bool) -> None:
    g = build.table(
        owners={"peking": "kmt", "hopeh": "japan", "suiyuan": "japan"},
        wars=[("japan", "kmt")],
        printed_facilities=False,
        facilities={"peking": ["minor-port"]},
        units={"japan": {"yellow-sea": {"destroyer": ships}}},
    )
    assert is_surrounded(g, "peking") is surrounded


@pytest.mark.sections("1.16/surrounded")
def test_with_the_other_reading_a_city_without_a_port_is_never_surrounded_1_16() -> None:
    g = build.table(
        options=["reading-city-blockade"], owners=RING, wars=[("germany", "ussr")], printed_facilities=False
    )
    assert not is_surrounded(g, "moscow")


@pytest.mark.sections("1.24/mountain-city")
def test_a_mountain_city_shelters_until_it_is_surrounded_1_24() -> None:
    around = ("andalusia", "basque-country", "catalonia", "galicia", "valencia")
    free = {"catalonia": "germany"} | dict.fromkeys(around[:2] + around[3:], "ussr")
    force = {"infantry": 1, "mountain-infantry": 1}
    g = land_battle("madrid", "catalonia", {"infantry": 1}, force, owners=free, printed_facilities=False)
    assert (attacks(g, "infantry", 2), defends(g, "infantry", 2), defends(g, "mountain-infantry", 2)) == (1, 5, 5)
    ring = dict.fromkeys(around, "germany")
    g = land_battle("madrid", "catalonia", {"infantry": 1}, force, owners=ring, printed_facilities=False)
    assert (attacks(g, "infantry", 2), defends(g, "infantry", 2), defends(g, "mountain-infantry", 2)) == (2, 3, 3)


# Fortifications (12.7, 1.22, 1.23)


@pytest.mark.sections("12.7", "0.3/a-positive")
def test_a_fortification_gives_land_units_plus_two_in_round_one_12_7() -> None:
    force = {"infantry": 1, "medium-armor": 1, "fighter": 1}
    fort = {"lubelskie": ["fortification dolnoslaske"]}
    g = land_battle("lubelskie", "dolnoslaske", {"infantry": 1}, force, facilities=fort)
    assert [defends(g, type, 1) for type in force] == [6, 7, 6]
    assert [defends(g, type, 2) for type in force] == [4, 5, 6]


@pytest.mark.sections("12.7")
def test_a_fortification_faces_one_border_12_7() -> None:
    fort = {"lubelskie": ["fortification dolnoslaske"]}
    g = land_battle("lubelskie", "east-poland", {"infantry": 1}, {"infantry": 1}, facilities=fort)
    assert defends(g, "infantry", 1) == 4


@pytest.mark.sections("12.7")
def test_a_fortification_is_not_cumulative_with_terrain_12_7() -> None:
    fort = {"siam": ["fortification burma"]}
    g = land_battle("siam", "burma", {"light-armor": 1}, {"medium-armor": 1}, facilities=fort)
    assert [defends(g, "medium-armor", n) for n in (1, 2)] == [7, 3]
    assert len(defense_modifiers(g, g.state.battle, build.unit(g, "siam", "medium-armor"))) == 1  # type: ignore[arg-type]
    assert attacks(g, "light-armor", 1) == 2  # its own penalty stays
    g = land_battle(
        "siam", "burma", {"light-armor": 1}, {"infantry": 1}, facilities=fort,
        options=(*build.ALL_TERRAIN, "reading-fortification-terrain"),
    )  # fmt: skip
    assert [attacks(g, "light-armor", n) for n in (1, 2)] == [4, 2]


@pytest.mark.sections("1.22")
def test_a_fortified_line_is_a_fortification_until_its_zone_is_first_taken_1_22() -> None:
    g = land_battle("karjala", "leningrad", {"infantry": 1}, {"infantry": 1})
    assert defends(g, "infantry", 1) == 6
    g.state.lines_gone = ["karjala"]
    g.state.battle.notes.clear()  # type: ignore[union-attr]
    combat.assemble(g)
    assert defends(g, "infantry", 1) == 4


@pytest.mark.sections("1.23")
def test_the_maginot_line_gives_plus_three_1_23() -> None:
    g = land_battle("alsace-lorraine", "bavaria", {"infantry": 1}, {"infantry": 1}, options=())
    assert [defends(g, "infantry", n) for n in (1, 2)] == [7, 4]


# Support


@pytest.mark.sections("12.2/artillery", "12.2/sp-artillery", "7.8/advanced-artillery")
@pytest.mark.parametrize("gun", ["artillery", "sp-artillery", "adv-artillery", "adv-sp-artillery"])
def test_a_gun_supports_one_attacking_infantry_class_unit_12_2(gun: str) -> None:
    g = land_battle("lubelskie", "dolnoslaske", {gun: 1, "infantry": 2, "medium-armor": 1}, {"infantry": 1})
    battle = g.state.battle
    assert battle is not None
    battle.round = 2
    units = [g.state.units[n] for n in battle.attackers]
    assert sorted(attack_value(g, battle, u) for u in units if u.type == "infantry") == [2, 3]
    assert [attack_value(g, battle, u) for u in units if u.type == "medium-armor"] == [6]


def test_aa_guns_do_not_support_12_2() -> None:
    g = land_battle("lubelskie", "dolnoslaske", {"aa-artillery": 1, "infantry": 1}, {"infantry": 1})
    assert supported(g, g.state.battle) == frozenset()  # type: ignore[arg-type]


@pytest.mark.sections("12.2/airborne", "9.15")
def test_airborne_infantry_attacks_at_plus_one_in_the_round_it_jumps_9_15() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "ussr")],
        units={"germany": {"berlin": {"airborne": 2, "air-transport": 1}}, "ussr": {"lubelskie": {"infantry": 1}}},
        owners={"lubelskie": "ussr"},
    )
    plane = build.unit(g, "berlin", "air-transport")
    trooper = build.unit(g, "berlin", "airborne")
    trooper.aboard = plane.id
    march(g, "berlin", "lubelskie", {"air-transport": 1}, task="drop")
    trooper.task, trooper.committed = "drop", True
    begin(g)
    assert [attacks(g, "airborne", n) for n in (1, 2)] == [3, 2]


@pytest.mark.sections("12.2/airborne")
def test_airborne_infantry_on_foot_has_no_bonus_12_2() -> None:
    g = land_battle("lubelskie", "dolnoslaske", {"airborne": 1}, {"infantry": 1})
    assert attacks(g, "airborne") == 2


@pytest.mark.sections("12.2/airborne", "12.2/artillery")
def test_support_goes_to_the_unit_that_gains_by_it_0_3() -> None:
    """A gun is not wasted on paratroopers who have their own bonus."""
    g = prepare(
        "germany",
        wars=[("germany", "ussr")],
        owners={"lubelskie": "ussr", "dolnoslaske": "germany"},
        units={
            "germany": {"dolnoslaske": {"airborne": 1, "air-transport": 1, "infantry": 1, "artillery": 1}},
            "ussr": {"lubelskie": {"infantry": 1}},
        },
    )
    build.unit(g, "dolnoslaske", "airborne").aboard = build.unit(g, "dolnoslaske", "air-transport").id
    trooper = build.unit(g, "dolnoslaske", "airborne")
    march(g, "dolnoslaske", "lubelskie", {"air-transport": 1}, task="drop")
    trooper.task, trooper.committed = "drop", True
    march(g, "dolnoslaske", "lubelskie", {"infantry": 1, "artillery": 1})
    begin(g)
    assert (attacks(g, "airborne"), attacks(g, "infantry")) == (3, 3)


@pytest.mark.sections("0.9/attacker")
def test_attack_bonuses_do_nothing_for_defenders_0_9() -> None:
    g = land_battle("lubelskie", "dolnoslaske", {"infantry": 1}, {"infantry": 1, "artillery": 1, "airborne": 1})
    assert [defends(g, type) for type in ("infantry", "artillery", "airborne")] == [4, 3, 2]


@pytest.mark.sections("7.8/advanced-asw")
def test_transports_defend_at_one_with_advanced_asw_7_8() -> None:
    plain = sea_battle({"submarine": 1}, {"naval-transport": 1, "destroyer": 1})
    assert defends(plain, "naval-transport", owner="usa") == 0
    stages = len(plain.charts["technology"].row("advanced-asw"))
    g = sea_battle(
        {"submarine": 1},
        {"naval-transport": 1, "destroyer": 1},
        nations={"usa": {"technology": {"advanced-asw": stages}}},
    )
    assert defends(g, "naval-transport", owner="usa") == 1


@pytest.mark.sections("12.8", "12.7")
def test_troops_from_the_sea_meet_the_fortification_of_an_island_12_8() -> None:
    g = prepare(
        "usa",
        wars=[("usa", "japan")],
        owners={"wake": "japan"},
        units={
            "usa": {"midway": {"infantry": 2}, "wake-sea": {"naval-transport": 1}},
            "japan": {"wake": {"infantry": 1}},
        },
        facilities={"wake": ["fortification"]},
    )
    load(g, "wake-sea", "wake", "midway", {"infantry": 2})
    begin(g)
    assert g.state.battle.notes == {"fortification": 1}  # type: ignore[union-attr]
    assert defends(g, "infantry", 1, "japan") == 6
