"""What is shown of the game: stacks, ground, sheets, battles, buttons, and what a click means."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

import tutor
from tutor.engine.decisions import Action
from tutor.engine.play import random_policy
from tutor.engine.session import Session
from tutor.games.global_war import GAME, labels, showing
from tutor.games.global_war.actions import ACTIONS
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Move, Pick, PutBack
from tutor.games.global_war.combat_values import attack_value, defense_value
from tutor.games.global_war.nations import PLAYERS
from tutor.games.global_war.views import WorldView, view

from . import build, moving

BORDER = {
    "germany": {"western-germany": {"infantry": 3, "medium-armor": 1}},
    "france": {"alsace-lorraine": {"infantry": 2}},
}
AT_WAR = [("germany", "france")]


@cache
def moments() -> list[Session]:
    """Decisions of all kinds, from games played at random."""
    found = []
    for name in tutor.scenarios("global-war"):
        session, choose = tutor.open(name, seed=7), random_policy(5)
        for number in range(260):
            if session.over:
                break
            if number % 9 == 0:
                found.append(session.fork())
            session.submit(choose(session))
    return found


def seen(session: Session) -> WorldView:
    decision = session.decision
    shown: WorldView = session.view(decision.who if decision and decision.who else "germany").board
    return shown


# Pieces


def test_every_unit_is_in_one_stack_and_every_stack_a_piece():
    for session in moments():
        board = seen(session)
        counted: Counter[Any] = Counter()
        for stack in board.stacks:
            counted[stack.zone, stack.owner, stack.type] += stack.count
        units = session.state.units.values()
        assert counted == Counter((unit.zone, unit.owner, unit.type) for unit in units)
        pieces = [piece for piece in GAME.pieces(board) if piece.group != "facility"]
        assert len(pieces) == len(board.stacks) == len({piece.id for piece in pieces})
        assert sum(piece.count for piece in pieces) == len(session.state.units)


def test_units_that_differ_in_a_mark_are_told_apart():
    g = build.table(
        units={
            "great-britain": {
                "north-sea": {"battleship": 1, "battleship damaged": 1, "naval-transport": 1, "infantry aboard": 1,
                              "seaplane patrol": 1, "destroyer escort": 2}
            }
        }
    )  # fmt: skip
    told = {piece.text: piece.badge for piece in GAME.pieces(view(g, "germany")) if piece.space == "north-sea"}  # fmt: skip
    assert told == {
        "British 1 Infantry, aboard a Naval Transport": "ABD",
        "British 1 Seaplane, on patrol": "MAP",
        "British 1 Battleship": "",
        "British 1 Battleship, damaged, 1 hit each": "-1",
        "British 2 Destroyer, escorting convoys": "ESC",
        "British 1 Naval Transport": "",
    }


def test_facilities_are_pieces_with_their_damage():
    g = build.table(facilities={"bavaria": ["air-base damage=2"]})
    (base,) = [p for p in GAME.pieces(view(g, "usa")) if p.space == "bavaria" and p.branch == "air-base" and p.badge]
    assert (base.group, base.badge, base.text) == ("facility", "2", "Air Base, 2 damage")


def test_units_in_hand_and_units_that_have_moved_stand_out():
    s = moving.combat(units=BORDER, wars=AT_WAR)
    moving.pick(s, "western-germany", ("infantry", 2))
    badges = {
        (p.branch, p.count): p.badge for p in GAME.pieces(seen(s)) if p.nation == "germany" and p.group != "facility"
    }
    assert badges == {("infantry", 2): "hand", ("infantry", 1): "", ("medium-armor", 1): ""}
    s.submit(moving.to("alsace-lorraine"))
    moved = [p for p in GAME.pieces(seen(s)) if p.space == "alsace-lorraine" and p.nation == "germany"]
    assert [(p.count, p.badge, p.text) for p in moved] == [(2, "moved", "German 2 Infantry, moved")]


def test_a_view_shares_nothing_with_the_state():
    s = tutor.open("global-war/1939")
    before = msgspec.msgpack.encode(s.state)
    board = seen(s)
    board.owners["berlin"] = "usa"
    board.facilities[0].damage = 9
    board.production[0].cycles.append(5)
    board.nations["germany"].technology["radar"] = 3
    board.minors["sweden"].controller = "usa"
    assert msgspec.msgpack.encode(s.state) == before


# Ground


def test_a_controlled_country_wears_its_masters_colours_and_keeps_its_letters():
    g = build.table(minors={"romania": {"controller": "germany"}})
    held = GAME.holdings(view(g, "usa"))
    assert (held["romania"].nation, held["romania"].letters, held["romania"].full) == ("germany", "ROM", False)
    assert (held["berlin"].nation, held["berlin"].letters, held["berlin"].full) == ("germany", "", True)
    assert held["berlin"].value == str(view(g, "usa").values["berlin"])
    assert set(held) == set(g.state.owners)


def test_every_nation_on_the_map_has_letters_of_its_own():
    letters = [livery.letters for livery in GAME.liveries.values()]
    assert all(re.fullmatch(r"[A-Z]{3}", word) for word in letters)
    assert [word for word, count in Counter(letters).items() if count > 1] == []


def test_a_zone_is_told_with_holder_value_terrain_and_what_it_was():
    g = build.table(owners={"paris": "germany"})
    g.state.conquered["paris"] = "france"
    told = {dial.title: dial.value for dial in GAME.about(view(g, "usa"), "paris")}
    assert told["Held by"] == "Germany" and told["Printed"] == told["Taken this turn from"] == "France"
    assert told["Terrain"] == "city" and told["Objective city"] and told["Worth"].endswith("IPP")
    sea = [dial.value for dial in GAME.about(view(g, "usa"), "grand-banks")]
    assert any("North Atlantic line" in value for value in sea)


@pytest.mark.parametrize("name", tutor.scenarios("global-war"))
def test_what_a_scenario_shows_at_first_is_on_the_map(name):
    s = tutor.open(name)
    assert set(GAME.focus(s.scenario)) <= set(s.board)


def test_vistas_and_routes_are_on_the_map():
    board = tutor.open("global-war/1939").board
    assert {zone for zones in GAME.vistas.values() for zone in zones} <= set(board)
    routes = GAME.routes(GAME.charts())
    assert len(routes) > 5 and {zone for route in routes for zone in route.spaces} <= set(board)


# Sheets


def test_there_is_a_sheet_for_the_world_and_one_for_every_nation_in_play():
    s = tutor.open("global-war/1939")
    sheets = GAME.sheets(seen(s))
    assert [sheet.side for sheet in sheets] == ["", *(n for n in PLAYERS if n != "free-france")]
    germany = {dial.title: dial for dial in sheets[1].dials}
    assert germany["Cash"].value == f"{s.state.nations['germany'].cash} IPP"
    assert germany["At war with"].value == "Great Britain, France"
    assert germany["Building: 1 Fast Battleship"].value == "1 of 3"
    world = {dial.title: dial.value for dial in sheets[0].dials}
    assert world["Calendar turn"] == "July 1939" and world["Truce of KMT and CCP"] == "signed"
    assert all(f"Victory Points, {name}" in world for name in ("Axis", "Allies", "Comintern"))


def test_a_calendar_turn_is_called_by_its_month_and_a_national_turn_by_its_nation():
    s = tutor.open("global-war/1939")
    names = [GAME.place_name(place) for place in s.where]
    assert "July 1939" in names and "National turn of Germany" in names


# Battles


def battle() -> Session:
    s = moving.combat(units=BORDER, wars=AT_WAR)
    moving.send(s, "western-germany", [("infantry", 3), "medium-armor"], "alsace-lorraine")
    s.pause_at_dice()
    s.submit(Done())
    for _ in range(20):
        if s.state.battle is not None and s.paused:
            return s
        s.submit(s.legal()[0])
    raise AssertionError("no battle came")


def test_a_battle_is_shown_with_both_forces_and_what_each_unit_hits_on():
    s = battle()
    shown = GAME.combat_shown(seen(s))
    assert shown is not None and shown.space == GAME.combat_space(s) == "alsace-lorraine"
    attack, defense = shown.forces
    assert attack.title == "Attacker: Germany" and defense.title == "Defender: France"
    fought, g = s.state.battle, s.table
    for force, numbers, judge in ((attack, fought.attackers, attack_value), (defense, fought.defenders, defense_value)):
        wanted: Counter[Any] = Counter()
        for number in numbers:
            unit = g.state.units[number]
            wanted[unit.type, judge(g, fought, unit)] += 1
        got = Counter({(f.piece.branch, int(f.value[2:])): f.piece.count for f in force.fighters})
        assert got == wanted


def test_no_battle_no_forces():
    s = tutor.open("global-war/1939")
    assert GAME.combat_shown(seen(s)) is None and GAME.combat_space(s) == ""


# Words


def sample(kind: type[Action]) -> Action:
    """An action of a kind with plausible words in its fields."""
    given: dict[str, Any] = {
        "zone": "berlin", "to": "paris", "border": "bavaria", "yard": "london", "type": "infantry", "what": "air-base",
        "nation": "germany", "target": "france", "other": "italy", "minor": "sweden", "receiver": "ussr", "heir": "usa",
        "technology": "radar", "pact": "molotov-ribbentrop", "passage": "suez-canal", "upgrade": "infantry-upgrade",
        "path": ("bavaria", "austria"), "lines": ("north-atlantic",), "points": 2, "group": "infantry", "battle": "land",
        "attacker": "germany", "owner": "france", "count": 2, "ipp": 3, "item": 1, "facility": 1, "which": "", "task": "",
        "deny": True, "damaged": False, "rushed": False, "britain": 1, "fec": 1, "anzac": 1,
        "start": "bavaria",
    }  # fmt: skip
    fields = {field: given[field] for field in kind.__struct_fields__}
    if kind.__name__ == "SplitLoss":
        fields["points"] = (2,)
    if kind.__name__ == "Move":
        fields |= {"target": "", "task": "patrol"}
    return kind(**fields)


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.kind())
def test_every_action_has_words_of_its_own(kind):
    board = seen(tutor.open("global-war/1939"))
    action = sample(kind)
    said = GAME.label(board, action)
    assert said and (said != labels.plain(board, action) or not kind.__struct_fields__)
    assert not re.search(r"[a-z]-[a-z]+-|_|\bNone\b|\bTrue\b", said), said
    assert "western-germany" not in said and "  " not in said


def test_what_has_no_words_of_its_own_is_still_read_easily():
    board = seen(tutor.open("global-war/1939"))
    assert labels.plain(board, Pick("berlin", "infantry", 2)) == "Pick: Berlin, Infantry, 2"
    assert labels.plain(board, Done()) == "Done"


def test_every_button_of_a_game_can_be_read():
    """No id of a zone, a unit or a nation stands on a button."""
    for session in moments():
        board, zones = seen(session), [zone for zone in session.board if "-" in zone]
        for action in session.legal()[:60]:
            said = GAME.label(board, action)
            assert said and "  " not in said, action
            assert not [zone for zone in zones if zone in said], said
            row = GAME.series(board, action)
            assert row is None or (row[0] and row[1].isdecimal()), action


def test_actions_that_differ_in_a_number_share_a_row_and_other_numbers_can_be_tried():
    board = seen(tutor.open("global-war/1939"))
    one, all_of_them = Pick("berlin", "infantry", 1), Pick("berlin", "infantry", 4)
    assert GAME.series(board, one) == ("Infantry in Berlin", "1") and GAME.series(board, all_of_them)[1] == "4"
    assert GAME.with_number(one, 3) == Pick("berlin", "infantry", 3)
    assert GAME.with_number(Done(), 3) is None


# Clicks


def test_an_action_is_about_zones_of_the_map():
    for session in moments():
        board = seen(session)
        for action in session.legal()[:60]:
            assert set(GAME.spaces(board, action)) <= set(session.board), action


def test_a_click_on_a_stack_means_its_type():
    s = moving.combat(units=BORDER, wars=AT_WAR)
    armor = next(p for p in GAME.pieces(seen(s)) if p.branch == "medium-armor")
    meant = [action for action in s.legal() if GAME.is_about(action, armor.id)]
    assert meant and all(action.type == "medium-armor" for action in meant)


def test_a_click_picks_units_up_and_a_second_one_sends_them_the_shortest_way():
    s = moving.combat(units=BORDER, wars=AT_WAR)
    picked = GAME.meant(s, "western-germany")
    assert picked == Pick("western-germany", "infantry", 3)
    s.submit(picked)
    assert GAME.in_hand(s) == "western-germany" and GAME.put_back(s) == PutBack() == GAME.meant(s, "western-germany")
    assert GAME.meant(s, "alsace-lorraine") == Move(("alsace-lorraine",))
    far = GAME.meant(s, "paris")
    assert far == Move(("alsace-lorraine", "paris"))
    rulings = s.why_not(far)
    assert rulings and all(ruling.section and ruling.reason for ruling in rulings)


def test_ships_are_sent_by_sea_and_through_straits():
    s = moving.combat(units={"germany": {"western-baltic": {"destroyer": 1}}}, wars=AT_WAR)
    s.submit(Pick("western-baltic", "destroyer", 1))
    way = GAME.meant(s, "english-channel")
    assert isinstance(way, Move) and all(s.board.fact(zone, "kind") == "sea" for zone in way.path)
    assert way.path[0] == "north-sea"


def test_a_click_on_a_strangers_unit_is_explained():
    s = moving.combat(units=BORDER, wars=AT_WAR)
    tried = GAME.meant(s, "alsace-lorraine")
    assert tried == Pick("alsace-lorraine", "infantry", 2)
    assert "does not move with" in s.why_not(tried)[0].reason
    assert GAME.meant(s, "moscow") is None


def test_a_click_never_fails_whatever_is_asked():
    for session in moments():
        for zone in ("berlin", "north-sea", "tokyo", "no such zone"):
            action = GAME.meant(session, zone)
            if action is not None:
                session.why_not(action)
                assert GAME.label(seen(session), action)


def test_nations_are_named_within_sentences():
    assert [GAME.the(n) for n in ("germany", "ussr", "kmt")] == ["Germany", "the USSR", "the KMT"]
    assert showing.type_name("no-such-thing") == "No such thing"
