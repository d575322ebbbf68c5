"""A map of zones and the panels beside it: plates, names, colours, clicks, many options, many nations."""

from __future__ import annotations

import json
import re
from itertools import combinations

import pytest

import tutor
from tests.widgets.conftest import as_text, press, words
from tests.widgets.test_colours import SEEN, apart
from tutor.engine.showing import Holding, Livery, Piece
from tutor.games.global_war import GAME
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Move, Pick
from widgets import plates
from widgets.board_map import BoardMap
from widgets.combat_stepper import CombatStepper
from widgets.dashboard import Dashboard
from widgets.decision_panel import DecisionPanel
from widgets.player_board import PlayerBoard
from widgets.position_editor import PositionEditor
from widgets.symbols import symbol_of
from widgets.zone_look import HATCHES

FRANCE = "global-war/lesson-france-1940"
HERE = "western-germany"


@pytest.fixture
def board() -> BoardMap:
    return BoardMap(tutor.open(FRANCE, seed=3))


def stack(*pieces: Piece) -> str:
    return plates.plates(pieces, {"germany": Livery("#333", "#fff", "GER")}, (10, 20), "is")


def form(svg: str, name: str) -> str:
    """One of the three sizes of a stack."""
    found = re.search(rf'<g class="sr-at-{name}">(.*?)(?=<g class="sr-at-|$)', svg)
    assert found
    return words(found[1])


INFANTRY = Piece("a", "x", "germany", "germany", "infantry", "4", text="German 4 Infantry", count=4, group="infantry")
ARMOR = Piece("b", "x", "germany", "germany", "medium-armor", "2", text="German 2 Armor", count=2, group="vehicle")
CAVALRY = Piece("c", "x", "germany", "germany", "cavalry", "1", text="German 1 Cavalry", count=1, group="vehicle")


# Plates


def test_a_stack_is_drawn_as_a_total_by_class_and_by_type():
    drawn = stack(INFANTRY, ARMOR, CAVALRY)
    assert form(drawn, "far") == "GER 7"
    assert form(drawn, "middle") == "GER 4 3"
    assert form(drawn, "near") == "GER 4 2 1"
    assert '#is-vehicle"' in drawn and '#is-cavalry"' in drawn  # of two types together the class is drawn


def test_each_nation_has_a_plate_and_its_letters():
    drawn = stack(INFANTRY, Piece("d", "x", "", "poland", "infantry", "2", text="Polish 2 Infantry", count=2))
    assert form(drawn, "far") == "GER 4 2" and drawn.count('data-nation="') == 2
    assert 'data-minor="1"' in drawn and 'data-minor="0"' in drawn


def test_units_in_hand_and_tasks_are_marked_by_more_than_colour():
    held = Piece(
        "h", "x", "germany", "germany", "infantry", "2", badge="hand", text="German 2 Infantry, in hand", count=2
    )
    raid = Piece(
        "r", "x", "germany", "germany", "submarine", "1", badge="RAID", text="German 1 Submarine, raiding", count=1
    )
    drawn = stack(held, raid)
    assert "in hand" in drawn and ">RAID<" in drawn and 'fill="#f4c430"' in drawn


def test_facilities_stand_with_the_name_and_not_in_the_stack():
    base = Piece("f", "x", "germany", "germany", "air-base", text="Air Base, 2 damage", badge="2", group="facility")
    assert stack(base) == ""
    drawn = plates.label("Berlin", Holding("germany", value="5"), [base], GAME.liveries, (0, 0), 40, "is", star=True)
    assert words(drawn) == "★ Berlin GER 5 2" and 'aria-label="Air Base, 2 damage"' in drawn


def test_a_long_name_is_broken_in_two_and_needs_room():
    assert plates.broken("Western Germany") == ["Western", "Germany"] and plates.broken("Berlin") == ["Berlin"]
    small, large = (plates.label("Western Germany", None, [], {}, (0, 0), room, "is") for room in (20, 200))
    needs = [float(re.search(r'data-from="([\d.]+)"', drawn)[1]) for drawn in (small, large)]
    assert needs[0] > 1 > needs[1]


def test_every_kind_of_piece_has_a_symbol():
    assert [kind for kind in GAME.piece_names() if not symbol_of(kind)] == []


# Colours


@pytest.mark.parametrize("eye", SEEN)
def test_the_twelve_nations_can_be_told_apart_by_every_eye(eye):
    fills = {nation: GAME.liveries[nation].fill for nation in GAME.players}
    assert [(a, b) for a, b in combinations(fills, 2) if apart(fills[a], fills[b], eye) <= 10] == []


def test_ground_is_told_by_letters_and_hatches_too():
    hatches = {GAME.liveries[nation].hatch for nation in GAME.players}
    assert hatches == {"", "falling", "dots"} and hatches - {""} <= set(HATCHES)
    assert GAME.liveries["germany"].hatch == GAME.liveries["japan"].hatch != GAME.liveries["usa"].hatch


# The map


def test_every_unit_is_on_the_map_with_words(board):
    drawn = board.overlay.drawn["stacks"]
    for piece in GAME.pieces(board.seat.view.board):
        if piece.group != "facility":
            assert f'data-piece="{piece.id}"' in drawn[piece.space] and piece.text in drawn[piece.space]
    totals = re.findall(r'class="sr-tile"[^>]*data-count="(\d+)"', "".join(drawn.values()))
    assert sum(map(int, totals)) == len(board.session.state.units)


def test_every_zone_is_labelled_and_land_is_tinted_by_its_holder(board):
    labels, tints = board.overlay.drawn["labels"], board.overlay.drawn["tint"]
    assert set(labels) == set(board.session.board) == set(board.overlay.shapes)
    assert "FRA" in labels["paris"] and GAME.liveries["france"].fill in tints["paris"]
    assert "north-sea" not in tints and "sweden" not in tints  # nobody's colours on neutral ground


def test_the_map_begins_with_what_the_scenario_is_about():
    europe, world = BoardMap(tutor.open(FRANCE)), BoardMap(tutor.open("global-war/1936"))
    left, _, right, _ = europe.overlay.home
    assert right - left < 400 < world.overlay.home[2] - world.overlay.home[0]
    europe.seat.session = tutor.open("global-war/lesson-coral-sea")
    assert europe.overlay.home[0] > right
    assert set(europe.overlay.vistas) == set(GAME.vistas)


def test_the_pacific_is_whole_beyond_the_eastern_edge(board):
    picture = board.picture
    x, y = picture.middle("hawaiian-islands")
    assert picture.space_at(x + picture.period, y) == "hawaiian-islands"
    left, _, right, _ = board.overlay.vistas["Pacific"]
    assert picture.middle("tokyo")[0] < right < picture.width + picture.period and left < picture.width < right
    assert {"hawaiian-islands", "alaska"} <= set(board.overlay.west) and "berlin" not in board.overlay.west


def test_a_click_on_a_type_takes_it_and_a_click_on_a_zone_sends_it(board):
    armor = next(p for p in GAME.pieces(board.seat.view.board) if (p.space, p.branch) == (HERE, "motorized-infantry"))
    board.click(HERE, armor.id)
    assert board.session.inputs == [Pick(HERE, "motorized-infantry", 1)]
    assert f"chosen {HERE}" in board.overlay.drawn["over"] and "alsace-lorraine" in board.highlighted
    board.click("alsace-lorraine")
    assert isinstance(board.session.inputs[-1], Move) and board.seat.refused is None


def test_a_click_on_several_kinds_offers_the_choice(board):
    board.click(HERE)
    assert board.session.inputs == [] and len(board.picked) > 5 and board.seat.space == HERE


def test_an_illegal_move_is_explained_with_its_section_and_changes_nothing(board):
    board.click(
        HERE,
        next(p.id for p in GAME.pieces(board.seat.view.board) if (p.space, p.branch) == (HERE, "motorized-infantry")),
    )
    made, state = board.session.decisions_made, board.session.state
    board.click("paris")
    tried, rulings = board.seat.refused
    assert "Alsace-Lorraine → Paris" in tried and rulings and all(ruling.section for ruling in rulings)
    assert board.session.decisions_made == made and board.session.state is state


def test_escape_puts_the_units_in_hand_back(board):
    board.session.submit(Pick(HERE, "infantry", 2))
    board._heard({"do": "key", "key": "escape"})
    assert board.session.state.hand == []


def test_only_what_changed_is_sent(sent):
    board = BoardMap(tutor.open("global-war/1939", seed=3))
    while not any(isinstance(action, Pick) for action in board.session.legal()):
        board.session.submit(Done())
    whole = len(as_text(list(sent)))
    sent.clear()
    board.session.submit(Pick("east-prussia", "infantry", 1))
    custom = [data["content"] for kind, data in sent if data and data.get("method") == "custom"]
    changed = {layer: len(parts) for message in custom for layer, parts in message.get("changes", {}).items()}
    assert changed["stacks"] == 1 and "labels" not in changed and "tint" not in changed
    assert len(as_text(list(sent))) < whole / 100
    assert not any("image/svg" in json.dumps(data, default=str) for _, data in sent)


def test_a_hover_tells_all_that_stands_in_a_zone(board):
    told = words(board.words_for(HERE))
    assert told.startswith("Western Germany") and "Held by Germany (Axis)" in told and "IPP" in told
    assert "7 Infantry" in told and "3 Medium Armor" in told and "Major Factory" in told
    assert "Sea zone 13" in words(board.words_for("north-sea"))
    assert board.plain_words_for("paris").startswith("Paris, held by France")


def test_the_legend_names_nations_and_pieces(board):
    told = words(board.legend.html)
    assert all(GAME.player_name(player) in told for player in GAME.players)
    assert "Heavy Strategic Bomber" in told and "Major Shipyard" in told and "an objective city" in told


# The decision


def test_many_choices_are_sorted_by_zone_and_narrowed_by_a_click():
    session = tutor.open("global-war/lesson-barbarossa", seed=3)
    panel = DecisionPanel(session)
    told = words(panel.page.html)
    assert "Take units in hand" in told and "Warsaw" in told and panel.page.html.count("sr-of-space") > 4
    panel.seat.space = "warsaw"
    panel.repaint()
    told = words(panel.page.html)
    assert "In Warsaw : choose one" in told and "What stands in Warsaw" in told and "Romania" not in told
    press(panel.page, "everywhere")
    assert "Romania" in words(panel.page.html)


def test_every_number_between_the_least_and_the_most_can_be_taken():
    panel = DecisionPanel(tutor.open(FRANCE, seed=3))
    panel.seat.space = HERE
    panel.repaint()
    assert Pick(HERE, "infantry", 4) not in panel.seat.legal()
    press(panel.page, "act Infantry in Western Germany 4")
    assert panel.session.inputs == [Pick(HERE, "infantry", 4)]


def test_a_number_that_the_rules_refuse_is_explained():
    panel = DecisionPanel(tutor.open(FRANCE, seed=3))
    index = next(
        i for i, action in enumerate(panel.seat.legal()) if isinstance(action, Pick) and action.type == "infantry"
    )
    panel.page._heard(None, {"do": "act-number", "index": index, "number": 99, "after": panel.seat.moves}, [])
    assert panel.session.inputs == [] and "Only" in words(panel.page.html)
    for odd in ({"index": -1, "number": 1}, {"index": index, "number": "x"}, {"index": index, "number": 2, "after": 9}):
        panel.page._heard(None, {"do": "act-number", "after": panel.seat.moves, **odd}, [])
    assert panel.session.inputs == [] and not panel.notice.html


def test_search_finds_an_action_among_many():
    panel = DecisionPanel(tutor.open("global-war/lesson-barbarossa", seed=3))
    press(panel.page, "search", value="romania armor")
    told = words(panel.page.html)
    assert "Armor in Romania" in told and "Warsaw" not in told


def test_a_nation_that_does_not_sit_here_is_waited_for_without_secrets():
    panel = DecisionPanel(tutor.open(FRANCE, seed=3), viewer="france")
    told = words(panel.page.html)
    assert "Germany decides now." in told and "theirs to know" not in told
    press(panel.page, "eyes")
    assert panel.seat.viewer == "germany" and "Take units" in words(panel.page.html)


# The panels beside it


def test_twelve_sheets_are_shown_one_at_a_time():
    panel = PlayerBoard(tutor.open("global-war/1939"))
    assert "Germany" in words(panel.page.html) and panel.page.html.count('class="sr-sheet"') == 1
    press(panel.page, "sheet usa")
    assert "USA" in words(panel.page.html) and "yours" not in words(panel.page.html)
    press(panel.page, "sheet ")
    assert "Victory Points, Axis" in words(panel.page.html)


def test_a_battle_is_fought_roll_by_roll_with_both_forces_in_sight():
    stepper = CombatStepper(tutor.open(FRANCE, seed=3))
    session = stepper.session
    session.pause_at_dice()
    for action in (Pick(HERE, "infantry", 7), Pick(HERE, "medium-armor", 3), Move(("alsace-lorraine",)), Done()):
        session.submit(action)
    for _ in range(12):
        if session.paused:
            break
        session.submit(session.legal()[-1])
    told = words(stepper.page.html)
    assert "Battle: Alsace-Lorraine" in told and "Attacker: Germany 10 units" in told and "Defender: France" in told
    assert re.search(r"3 Medium Armor ≤ 6", told) and "or less: hit" in told and "Round 1" in told
    kept = repr(session.state)
    press(stepper.page, "next")
    assert [e for e in session.log if e.kind == "rolled"]
    press(stepper.page, "back")
    assert repr(session.state) == kept
    press(stepper.page, "end")
    assert stepper.session.game.combat_space(session) == "" and not stepper.notice.html


def test_one_plays_all_sides_or_a_nation_against_the_computer():
    board = Dashboard(tutor.open(FRANCE, seed=3))
    assert "I play all sides" in words(board.bar.html) and "I play the USSR" in words(board.bar.html)
    press(board.bar, "side", value="france")
    press(board.bar, "opponent", value="random")
    assert set(board.seat.opponents) == set(GAME.players) - {"france"}
    assert board.session.over or board.session.decision.who in ("france", "")
    press(board.bar, "files")
    press(board.bar, "share")
    assert "A link to this position" in words(board.notice.html)  # nothing is hidden, so nothing is held back


def test_a_link_from_the_middle_of_a_step_says_where_it_opens():
    board = Dashboard(tutor.open(FRANCE, seed=3))
    press(board.bar, "files")
    press(board.bar, "share")
    assert "It opens at" not in words(board.notice.html)
    board.session.submit({"action": "pick", "zone": "western-germany", "type": "infantry", "count": 2})
    press(board.bar, "share")
    assert "It opens at Move a group; a saved game keeps the very moment." in words(board.notice.html)


def test_a_position_is_set_up_with_nations_types_and_numbers():
    editor = PositionEditor(tutor.open(FRANCE))
    assert editor.problems == []
    palette = editor.arrangement.palette()
    press(editor.page, "nation", value=str(next(i for i, k in enumerate(palette) if k.nation == "poland")))
    index = next(i for i, k in enumerate(palette) if (k.nation, k.branch) == ("poland", "cavalry"))
    press(editor.page, "kind", value=str(index))
    press(editor.page, "value", value="3")
    editor.click("warsaw", "")
    here = [p.text for p in editor.arrangement.pieces() if p.space == "warsaw" and p.nation == "poland"]
    assert "Polish 3 Cavalry" in here
    press(editor.page, "tool control")
    press(editor.page, "side", value="poland")
    editor.click("warsaw", "")
    assert editor.arrangement.control()["warsaw"] == "poland" and not editor.notice.html
    press(editor.page, "tool place")
    editor.click("moscow", "")
    assert "moscow" in "".join(p for p in editor._map.overlay.drawn["stacks"])
    press(editor.page, "undo")
    press(editor.page, "play")
    assert not editor.notice.html and editor.session.state.owners["warsaw"] == "poland"


def test_where_a_battle_waits_or_is_fought_is_marked_on_the_map(sent):
    board = BoardMap(tutor.open(FRANCE, seed=3))
    session = board.session
    session.submit(Pick(HERE, "infantry", 7))
    session.submit(Move(("alsace-lorraine",)))
    field = "battle alsace-lorraine"
    assert "sr-battle-waits" in board.overlay.drawn["under"][field] and field in board.overlay.drawn["over"]
    sent.clear()
    session.pause_at_dice()
    session.submit(Done())
    for _ in range(12):
        if GAME.combat_space(session):
            break
        session.submit(session.legal()[-1])
    assert "sr-battle-waits" not in board.overlay.drawn["under"][field]
    looks = [
        data["content"] for _, data in sent if data and data.get("method") == "custom" and "look" in data["content"]
    ]
    assert looks and looks[0]["near"] and looks[0]["look"] == list(board.picture.middle("alsace-lorraine"))


def test_a_raid_shows_who_protects_the_convoy_and_nobody_is_said_to_be_left():
    session = tutor.open("global-war/lesson-atlantic-convoys", seed=3)
    session.pause_at_dice()
    session.submit({"action": "pick", "zone": "northeast-atlantic", "type": "submarine", "count": 1})
    session.submit(next(a for a in session.legal() if a.kind() == "move" and a.task == "raid" and not a.path))
    session.submit({"action": "done"})
    assert session.paused
    told = words(CombatStepper(session).page.html)
    assert "Defender: Great Britain 1 unit" in told and "Destroyer, escorting convoys ≤ 4" in told
    assert "nothing left" not in told


def test_every_offer_to_spend_money_on_building_says_how_much():
    session = tutor.open("global-war/1939", seed=3)
    session.submit({"action": "done"})
    view = session.view("germany").board
    for kind in ("buy", "choose-facility", "advance", "upgrade-facility"):
        labels = [GAME.label(view, action) for action in session.legal() if action.kind() == kind]
        assert labels and all(re.search(r"\d IPP", label) for label in labels), labels
