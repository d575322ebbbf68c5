"""Statements of chapters 0 and 1, one by one: words of the glossary, sharing zones, supply paths, passages, cities."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.rulings import Illegal
from tutor.engine.session import Session
from tutor.games.global_war import GAME, triggers
from tutor.games.global_war.actions.movement import Move, Pick, PutBack, RailMove
from tutor.games.global_war.actions.politics import ClosePassage, OpenPassage
from tutor.games.global_war.actions.production import Buy
from tutor.games.global_war.air_moves import landing_spots
from tutor.games.global_war.combat_values import base_value, is_surrounded
from tutor.games.global_war.facilities import build as build_facility
from tutor.games.global_war.facilities import facilities_in, facility_types
from tutor.games.global_war.game import world_map
from tutor.games.global_war.nations import PLAYERS, name_of
from tutor.games.global_war.passages import closure
from tutor.games.global_war.state import G
from tutor.games.global_war.supply import border, supplied, supply_path
from tutor.games.global_war.terms import NOBODY, may_share_land, owner, roundel, zones_of
from tutor.games.global_war.units import place, type_of, unit_types
from tutor.games.global_war.zones import is_land, is_sea, land_neighbours, passages

from . import build
from .acting import do, refused

NON_COMBAT = ("calendar-turn", "national-turn", "non-combat")


def refusal(s: Session, action: Any) -> list[str]:
    """The sections that refuse an action; none where it is done."""
    try:
        s.submit(action)
    except Illegal as illegal:
        return [ruling.section for ruling in illegal.rulings]
    return []


# Words


@pytest.mark.sections("0.9/d6", "0.9/d12")
@pytest.mark.parametrize("words, faces", [("D6", 6), ("D12", 12)])
def test_a_die_has_the_sides_that_its_name_says_0_9(words: str, faces: int):
    assert triggers.amount(build.table(dice=[faces]), words, "usa", "5.2", "a test") == faces
    with pytest.raises(Exception, match=str(faces)):
        triggers.amount(build.table(dice=[faces + 1]), words, "usa", "5.2", "a test")


@pytest.mark.sections("0.9/surface-ship", "0.9/warship")
def test_surface_ships_and_warships_0_9():
    g = build.table()
    naval = [kind for kind in unit_types(g).values() if kind.naval]
    assert {k.id for k in naval if not k.surface} == {"submarine", "coastal-submarine", "advanced-submarine"}
    unarmed = {k.id for k in naval if k.surface and not k.warship}
    assert unarmed == {"light-carrier", "heavy-carrier", "naval-transport", "attack-transport"}
    assert not any(kind.surface or kind.warship for kind in unit_types(g).values() if not kind.naval)


@pytest.mark.sections("0.9/unit-class", "12.1", "12")
def test_every_unit_is_of_one_class_and_the_rest_are_facilities_12_1():
    g = build.table()
    classes = {id: kind.cls for id, kind in unit_types(g).items()}
    assert set(classes.values()) == {"infantry", "vehicle", "artillery", "air", "naval"}
    soldiers = ("infantry", "marine", "militia", "airborne", "mountain-infantry", "colonial-infantry")
    assert {classes[id] for id in soldiers} == {"infantry"}
    vehicles = ("cavalry", "motorized-infantry", "mechanized-infantry", "light-armor", "medium-armor", "heavy-armor")
    assert {classes[id] for id in (*vehicles, "tank-destroyer")} == {"vehicle"}
    guns = ("artillery", "sp-artillery", "aa-artillery", "strategic-rocket")
    assert {classes[id] for id in guns} == {"artillery"}
    assert classes["seaplane"] == "air" and classes["submarine"] == "naval"
    assert not set(facility_types(g)) & set(classes)


@pytest.mark.sections("0.9/possession", "1.3")
def test_possession_begins_with_the_printed_roundel_and_never_covers_the_sea_0_9():
    g = build.table(owners={"denmark": "germany"})
    assert owner(g, "paris") == roundel(g, "paris") == "france"
    assert (roundel(g, "denmark"), owner(g, "denmark")) == ("denmark", "germany")
    assert {owner(g, zone) for zone in g.board if is_sea(g, zone)} == {NOBODY}


@pytest.mark.sections("0.9/nation")
def test_poland_is_the_five_zones_with_its_roundel_0_9():
    poland = {"warsaw", "lubelskie", "dolnoslaske", "east-poland", "west-poland"}
    g = build.table()
    assert set(zones_of(g, "poland")) == poland
    assert {zone for zone in g.board if is_land(g, zone) and roundel(g, zone) == "poland"} == poland


@pytest.mark.sections("0.9/nrs", "2.4")
def test_everybody_sees_every_national_sheet_0_9():
    s = build.session()
    seen = [GAME.sheets(GAME.view(s.table, player)) for player in PLAYERS]
    assert all(sheets == seen[0] for sheets in seen[1:])
    assert {sheet.title for sheet in seen[0]} >= {name_of(player) for player in PLAYERS if player != "free-france"}


@pytest.mark.sections("0.5", "0.5/land")
def test_who_shares_land_zones_0_5():
    g = build.table()
    assert not may_share_land(g, "great-britain", "france"), "of one Alliance, but at peace"
    assert may_share_land(g, "great-britain", "fec") and may_share_land(g, "anzac", "fec"), "always"
    g = build.table(wars=[("germany", "great-britain"), ("italy", "france")])
    assert not may_share_land(g, "great-britain", "france"), "not at war with the same Major Power"
    g = build.table(wars=[("germany", "great-britain"), ("germany", "france"), ("germany", "ussr")])
    assert may_share_land(g, "great-britain", "france") and may_share_land(g, "fec", "france")
    assert not may_share_land(g, "great-britain", "ussr"), "a common enemy does not Align two Alliances"
    g = build.table(wars=[("kmt", "great-britain"), ("kmt", "france")])
    assert not may_share_land(g, "great-britain", "france"), "a Minor Power is not enough"


# The map


@pytest.mark.sections("1", "1.1", "1.2")
def test_the_map_is_land_zones_with_names_and_sea_zones_with_numbers_1():
    g = build.table()
    board = world_map(GAME.data / "maps" / "world-zones.geojson")
    assert set(board) == set(g.board)
    assert all(is_land(g, z) != is_sea(g, z) for z in board)
    assert all(board.facts[z]["name"] for z in board if is_land(g, z))
    numbers = [row["number"] for row in g.charts["sea-zones"]]
    playable = [z for z in board if is_sea(g, z) and board.facts[z].get("status") != "impassable"]
    assert set(playable) <= {row["zone"] for row in g.charts["sea-zones"]} and len(set(numbers)) == len(numbers)


# Supply paths (1.5)


@pytest.mark.sections("1.5", "1.5/sea", "0.9/supply-path")
def test_a_path_goes_to_sea_and_ashore_only_through_undamaged_naval_facilities_1_5():
    g = build.table(wars=[("germany", "great-britain")])
    assert supply_path(g, "great-britain", ["london"], "gibraltar")
    for facility in facilities_in(g, "gibraltar"):
        facility.damage = 1
    assert not supply_path(g, "great-britain", ["london"], "gibraltar"), "a damaged port takes nothing in"
    lone = build.table(printed_facilities=False, facilities={"london": ["minor-port"]})
    assert not supply_path(lone, "great-britain", ["london"], "gibraltar"), "no port at the other end"
    for base in ("air-base", "submarine-base", "seaplane-base"):
        g = build.table(printed_facilities=False, facilities={"london": ["minor-port"], "gibraltar": [base]})
        assert not supply_path(g, "great-britain", ["london"], "gibraltar"), base
    for type in ("minor-port", "major-port", "minor-shipyard", "major-shipyard", "minor-dockyard", "major-dockyard"):
        g = build.table(printed_facilities=False, facilities={"london": ["minor-port"], "gibraltar": [type]})
        assert supply_path(g, "great-britain", ["london"], "gibraltar"), type


@pytest.mark.sections("1.5/restriction", "1.5", "1.5/sea")
def test_after_the_sea_a_path_stays_on_land_1_5():
    """From Rome to Istanbul and on by rail to a zone behind the closed straits; no further over the Black Sea."""
    fields: dict[str, Any] = {
        "printed_facilities": False,
        "wars": [("italy", "great-britain"), ("italy", "ussr")],
        "owners": {"bulgaria": "italy", "thessaly": "italy", "crimea": "italy"},
        "facilities": {
            "southern-italy": ["minor-port"], "thessaly": ["minor-port"], "bulgaria": ["minor-port"],
            "crimea": ["minor-port"],
        },
    }  # fmt: skip
    g = build.table(**fields)
    assert closure(g, "italy", passages(g)["turkish-straits"], warship=False), "Turkey is neutral and Italy at war"
    found = supplied(g, "italy", ["rome"])
    assert {"thessaly", "bulgaria"} <= found, "over the Ionian Sea, and on by rail"
    assert "crimea" not in found, "the Black Sea would be a second sea"
    assert "crimea" in supplied(g, "italy", ["bulgaria"])
    g = build.table(**fields | {"wars": []})
    assert "crimea" in supplied(g, "italy", ["rome"]), "through open straits it is one voyage"


@pytest.mark.sections("1.5/sea", "8.11")
def test_enemies_do_not_stop_a_path_but_a_blockade_of_the_port_does_1_5():
    def path(ships: int) -> bool:
        g = build.table(
            printed_facilities=False,
            wars=[("germany", "great-britain")],
            facilities={"london": ["minor-port"], "gibraltar": ["minor-port"]},
            units={"germany": {sea: {"heavy-cruiser": ships} for sea in ("gulf-of-cadiz", "alboran-sea")}},
        )
        return supply_path(g, "great-britain", ["london"], "gibraltar")

    assert path(2) and not path(3)


@pytest.mark.sections("1.5/land")
def test_on_land_a_path_needs_undamaged_rails_or_rivers_1_5():
    bare = build.table(options=[], printed_facilities=False)
    assert supply_path(bare, "germany", ["berlin"], "western-germany")
    for there in land_neighbours(bare, "western-germany"):
        bare.state.rail_damage[border("western-germany", there)] = 1
    assert not supply_path(bare, "germany", ["berlin"], "western-germany")
    with_rivers = build.table(options=["rivers"], printed_facilities=False)
    with_rivers.state.rail_damage |= bare.state.rail_damage
    assert supply_path(with_rivers, "germany", ["berlin"], "western-germany"), "the Elbe is left"


@pytest.mark.sections("1.5/sea")
def test_a_port_on_one_sea_leads_to_that_sea_only_1_5():
    """Of the two coasts of Andalusia one lies behind the Strait of Gibraltar."""
    g = build.table(printed_facilities=False, wars=[("germany", "great-britain")], owners={"andalusia": "germany"})
    build_facility(g, "minor-port", "western-germany")
    port = build_facility(g, "minor-port", "andalusia", "gulf-of-cadiz")
    assert supply_path(g, "germany", ["berlin"], "andalusia")
    port.border = "alboran-sea"
    assert not supply_path(g, "germany", ["berlin"], "andalusia")
    assert not supply_path(g, "germany", ["andalusia"], "berlin"), "nor the other way"


# Passages (1.15)


@pytest.mark.sections("1.15/danish-straits")
@pytest.mark.parametrize("nation", PLAYERS)
def test_warships_in_the_danish_straits_nation_by_nation_1_15(nation: str):
    g = build.table()
    strait = passages(g)["danish-straits"]
    kept_out = nation in ("great-britain", "fec", "anzac", "france", "free-france", "usa")
    assert bool(closure(g, nation, strait)) == kept_out
    assert not closure(g, nation, strait, warship=False), "the table speaks of warships"
    assert not closure(g, nation, strait, submarine=True), "submarines pass closed straits"
    allied = build.table(owners={"denmark": "great-britain"})
    assert not closure(allied, nation, strait)


@pytest.mark.sections("1.15/turkish", "1.15", "App-B.9")
def test_the_turkish_straits_are_a_canal_that_turkey_closes_to_belligerents_1_15():
    g = build.table(wars=[("germany", "ussr"), ("japan", "kmt"), ("italy", "albania")])
    straits = passages(g)["turkish-straits"]
    assert not straits.strait, "narrow enough to be a canal"
    for nation in ("germany", "ussr"):
        assert closure(g, nation, straits) and closure(g, nation, straits, submarine=True, warship=False)
    for nation in ("japan", "italy", "great-britain"):
        assert not closure(g, nation, straits), "at war with no Major Power"
    controlled = build.table(wars=[("ussr", "turkey")], minors={"turkey": {"controller": "germany"}})
    assert closure(controlled, "ussr", straits), "an enemy"
    assert not closure(controlled, "germany", straits), "neutral too"
    turkish = build.table(wars=[("germany", "ussr")], owners={"istanbul": "germany"})
    assert not closure(turkish, "germany", straits) and closure(turkish, "ussr", straits)


@pytest.mark.sections("1.15/combat-move")
def test_option_italy_fights_through_suez_only_as_a_friend_of_its_owner_1_15():
    g = build.table(options=["canal-combat-moves"])
    suez = passages(g)["suez-canal"]
    assert closure(g, "italy", suez, combat=True) and not closure(g, "italy", suez)
    assert not closure(g, "great-britain", suez, combat=True) and not closure(g, "anzac", suez, combat=True)
    assert not closure(build.table(), "italy", suez, combat=True), "without the option"


@pytest.mark.sections("1.15")
def test_non_combat_through_a_strait_the_turn_it_is_taken_but_not_through_a_canal_1_15():
    war = {"wars": [("germany", "great-britain")], "owners": {"gibraltar": "germany", "eastern-egypt": "germany"}}
    g = build.table(**war)
    g.state.conquered = {"gibraltar": "great-britain", "eastern-egypt": "great-britain"}
    assert not closure(g, "germany", passages(g)["strait-of-gibraltar"])
    assert closure(g, "germany", passages(g)["suez-canal"])
    g.state.conquered = {}
    assert not closure(g, "germany", passages(g)["suez-canal"])


@pytest.mark.sections("1.15/kaiser-wilhelm")
def test_germany_lets_through_its_canal_whom_it_likes_1_15():
    g = build.table(wars=[("germany", "great-britain")])
    canal = passages(g)["kaiser-wilhelm-canal"]
    for other in ("ussr", "great-britain"):
        assert closure(g, other, canal)
        do(g, OpenPassage("germany", "kaiser-wilhelm-canal", other))
        assert not closure(g, other, canal)
        do(g, ClosePassage("germany", "kaiser-wilhelm-canal", other))
        assert closure(g, other, canal)


# Cities (1.16)


def cut_off(**fields: Any) -> G:
    """Warsaw in Allied hands, with Germany all around."""
    around = land_neighbours(build.table(), "warsaw")
    base: dict[str, Any] = {
        "printed_facilities": False,
        "wars": [("germany", "great-britain")],
        "owners": {"warsaw": "great-britain", **dict.fromkeys(around, "germany")},
    }
    return build.table(**base | fields)


@pytest.mark.sections("1.16/surrounded")
def test_when_a_city_is_surrounded_1_16():
    assert is_surrounded(cut_off(), "warsaw")
    assert not is_surrounded(cut_off(facilities={"warsaw": ["air-base"]}), "warsaw"), "an air base feeds it"
    broken = cut_off(facilities={"warsaw": ["air-base"]}, damage={"warsaw": {"air-base": 1}})
    assert is_surrounded(broken, "warsaw"), "not when it is damaged"
    g = cut_off()
    g.state.owners["east-poland"] = "poland"
    assert not is_surrounded(g, "warsaw"), "a neutral beside it prevents that"
    g.state.owners["east-poland"] = "ussr"
    assert not is_surrounded(g, "warsaw"), "and so does a Major Power at peace with it"


# The Burma Road (1.17)


@pytest.mark.sections("1.17", "10.4")
def test_the_burma_road_carries_one_unit_a_turn_one_way_1_17():
    s = build.session(
        NON_COMBAT,
        turn="July 1942",
        slot="great-britain",
        burma_road=True,
        wars=[("japan", "kmt"), ("japan", "great-britain")],
        owners={"yunnan": "kmt"},
        units={"fec": {"burma": {"infantry": 2}}},
    )
    s.submit(Pick("burma", "infantry", 2))
    assert "1.17" in refusal(s, RailMove(("yunnan",))), "one unit"
    s.submit(PutBack())
    s.submit(Pick("burma", "infantry", 1))
    assert "1.17" in refusal(s, Move(("yunnan",))), "no march"
    assert not refusal(s, RailMove(("yunnan",)))
    s.submit(Pick("burma", "infantry", 1))
    assert "1.17" in refusal(s, RailMove(("yunnan",))), "one a turn"
    assert build.count(s.table, "yunnan", "infantry", "fec") == 1


# Units whose rows nobody had asked about


@pytest.mark.parametrize(
    "type, attack, defense, move, cycles",
    [
        pytest.param("colonial-infantry", 2, 4, 1, (4,), marks=pytest.mark.sections("12.2/colonial-infantry")),
        pytest.param("fast-battleship", 8, 8, 3, (6, 6, 6), marks=pytest.mark.sections("12.2/fast-battleship")),
        pytest.param("coastal-defense-ship", 6, 6, 1, (), marks=pytest.mark.sections("12.2/coastal-defense-ship")),
        pytest.param("heavy-cruiser", 6, 6, 3, (5, 5), marks=pytest.mark.sections("12.2/heavy-cruiser")),
        pytest.param("light-cruiser", 5, 5, 3, (4, 4), marks=pytest.mark.sections("12.2/light-cruiser")),
        pytest.param("coastal-submarine", 2, 2, 1, (), marks=pytest.mark.sections("12.2/coastal-submarine")),
    ],
)
def test_rows_of_the_unit_table_12_2(type: str, attack: int, defense: int, move: int, cycles: tuple[int, ...]):
    g = build.table()
    unit = place(g, type, "great-britain", "london")
    assert (base_value(g, unit, True), base_value(g, unit, False)) == (attack, defense)
    assert (type_of(g, unit).move, type_of(g, unit).cycles) == (move, cycles)


@pytest.mark.sections("App-B.38", "App-B.39")
@pytest.mark.parametrize("type", ["torpedo-boat-destroyer", "coastal-submarine", "coastal-defense-ship"])
def test_old_small_craft_are_never_built_app_b(type: str):
    g = build.table(slot="great-britain", nations={"great-britain": {"cash": 60}})
    g.state.nation = "great-britain"
    assert refused(g, Buy(type)) == ["12.2"]


@pytest.mark.sections("App-B.33b", "10.3")
def test_a_seaplane_lands_on_land_and_never_on_a_deck_app_b():
    g = build.table(
        wars=[("germany", "great-britain")],
        units={"great-britain": {"northern-britain": {"seaplane": 1, "fighter": 1}, "north-sea": {"fleet-carrier": 1}}},
    )
    seaplane, fighter = (build.unit(g, "northern-britain", type) for type in ("seaplane", "fighter"))
    assert "north-sea" in landing_spots(g, fighter)
    spots = landing_spots(g, seaplane)
    assert "southern-england" in spots and all(is_land(g, zone) for zone in spots)
