"""What panels show: pieces, sheets and labels tell the viewer all he may know, and nothing else."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest

import tutor
from tutor.engine.decisions import Action
from tutor.engine.play import random_policy
from tutor.engine.registry import rule_cards
from tutor.engine.session import Roll
from tutor.games.fields_of_despair import GAME, actions
from tutor.games.fields_of_despair.actions import (
    ACTIONS,
    AirMix,
    BreakDown,
    Buy,
    ChooseHex,
    Deliver,
    Deploy,
    DivideSupply,
    Done,
    Lose,
    MarkOut,
    Move,
    MoveDeception,
    Muster,
    Pass,
    PickBlock,
    PlaceAir,
    PlaceArtillery,
    PutBack,
    Reinforce,
    RetreatTo,
    Reveal,
    Sail,
)
from tutor.games.fields_of_despair.blocks import pool
from tutor.games.fields_of_despair.state import ALLIES, CP, SIDES, Counter, Placed

from .build import AIR, COMBAT, MOVEMENT, PRODUCTION, SUPPLY, find, position
from .checks import assault
from .drive import asked, quietly
from .test_properties import campaign, hide_otherwise, points

SECTIONS = {card.section for card in rule_cards(GAME)}
FRONT = {
    "Germany": {"H02": ["infantry 14", "cavalry 3"], "J05": ["deception"]},
    "France": {"J07": ["infantry 6"], "B06": ["infantry 4"]},
    "Britain": {"A01": ["infantry 2"]},
}
HELD = ["H02", "I02", "I03"]  # from H02 back to Germany


def seen(session, player):
    return GAME.view(session.table, player)


def by_id(session, player):
    return {piece.id: piece for piece in GAME.pieces(seen(session, player))}


def moving(**more):
    return position(MOVEMENT, blocks=FRONT, control={"cp": HELD}, fortresses={"Namur": 0, "Liege": 0}, **more)


# Liveries


def light(colour):
    """Relative luminance, and the linear channels, of a colour such as #a9c3dc."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2], linear


@pytest.mark.parametrize("nation", GAME.liveries)
def test_a_livery_can_be_read(nation):
    livery = GAME.liveries[nation]
    one, other = sorted((light(livery.fill)[0], light(livery.ink)[0]))
    assert (other + 0.05) / (one + 0.05) >= 4.5


# Linear colours as the colour-blind see them (Machado, Oliveira and Fernandes 2009, severity 1).
SIGHT = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def lab(linear):
    """CIE Lab of linear sRGB."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        (lambda t: t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116)(
            sum(m * max(0.0, c) for m, c in zip(row, linear, strict=True)) / w
        )
        for row, w in zip(rows, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
def test_liveries_differ_for_the_colour_blind_and_in_their_letters(sight):
    fills = {
        nation: lab([sum(m * c for m, c in zip(row, light(livery.fill)[1], strict=True)) for row in SIGHT[sight]])
        for nation, livery in GAME.liveries.items()
    }
    for one, other in combinations(fills, 2):
        apart = sum((x - y) ** 2 for x, y in zip(fills[one], fills[other], strict=True)) ** 0.5
        assert apart > 15, (one, other, apart)
    assert {livery.letters for livery in GAME.liveries.values()} == {"DE", "FR", "GB", "BE", "US"}


# Pieces


def test_own_blocks_show_their_strength_and_enemy_blocks_their_back():
    s = moving()
    infantry, cavalry = find(s, "H02", kind="infantry"), find(s, "H02", kind="cavalry")
    own, enemy = by_id(s, CP), by_id(s, ALLIES)
    piece = own[f"block-{infantry.id}"]
    assert (piece.branch, piece.value, piece.hidden, piece.text) == ("infantry", "14", False, "German infantry, 14 SP")
    assert own[f"block-{cavalry.id}"].branch == "cavalry"
    assert own[f"block-{find(s, 'J05').id}"].text == "German deception"
    for block in (infantry, cavalry, find(s, "J05")):
        back = enemy[f"block-{block.id}"]
        assert (back.branch, back.value, back.hidden) == ("unknown", "", True)
        assert back.text == "German block, hidden"
        assert (back.space, back.side, back.nation) == (block.hex, CP, "Germany")


def test_a_block_laid_face_up_or_out_of_supply_bears_a_badge():
    s = moving()
    block = find(s, "H02", kind="infantry")
    block.oos, block.face_up = True, True
    piece = by_id(s, ALLIES)[f"block-{block.id}"]
    assert (piece.value, piece.hidden, piece.badge) == ("14", False, "OOS up")
    assert piece.text == "German infantry, 14 SP, out of supply, face up"


def test_a_fortress_stands_in_each_of_its_hexes_until_it_is_destroyed():
    pieces = GAME.pieces(seen(position(MOVEMENT, blocks=FRONT, fortresses={"Liege": 0, "Verdun": 4}), CP))
    forts = {p.id: p for p in pieces if p.branch == "fortress"}
    assert forts["fortress-Verdun-H05"].value == forts["fortress-Verdun-H06"].value == "4"
    assert forts["fortress-Verdun-H06"].space == "H06"
    assert not any("Liege" in name for name in forts)
    assert forts["fortress-Metz-J06"].side == CP


def test_neutral_belgians_belong_to_nobody():
    s = tutor.open("fields-of-despair/1914-mobile-war", options=["neutral-belgium"])
    belgian = [p for p in GAME.pieces(seen(s, ALLIES)) if p.nation == "Belgium"]
    assert belgian and all(p.side == "" for p in belgian)
    control = GAME.control(seen(s, CP))
    assert "G02" not in control and control["J07"] == ALLIES and control["K02"] == CP


def test_placed_counters_lie_face_down_for_the_enemy_until_they_are_opened():
    s = position(AIR, active=CP, turn=2, blocks={"Germany": {"K07": ["infantry 8"]}, "France": {"K08": ["infantry 5"]}})
    s.state.air_placed.append(Placed(CP, "K08", Counter(2)))
    s.state.artillery_placed.append(Placed(CP, "K08", Counter(3, "bertha")))
    own, enemy = by_id(s, CP), by_id(s, ALLIES)
    assert (own["air-0"].value, own["air-0"].hidden) == ("2", False)
    assert own["artillery-1"].text == "Central Powers Artillery counter, Big Bertha, 3"
    assert (enemy["air-0"].value, enemy["air-0"].hidden) == ("", True)
    assert enemy["artillery-1"].text == "Central Powers Artillery counter, hidden"
    s.state.counters_open = True
    assert by_id(s, ALLIES)["air-0"].value == "2"


def test_markers_lie_on_the_map():
    s = position(MOVEMENT, blocks=FRONT, hindenburg=["D03"], state={"breakout": ["H02"]})
    pieces = by_id(s, ALLIES)
    assert pieces["hindenburg-D03"].branch == pieces["breakout-H02"].branch == "marker"
    assert pieces["hindenburg-D03"].text == "Hindenburg Line"


@pytest.mark.parametrize("seed", [601, 602])
def test_pieces_have_ids_of_their_own_and_stand_on_the_map(seed):
    for s in points(seed, every=120):
        for viewer in SIDES:
            pieces = GAME.pieces(seen(s, viewer))
            assert len({p.id for p in pieces}) == len(pieces)
            assert all(p.space in s.board and p.text for p in pieces)
            assert all(p.nation in GAME.liveries for p in pieces if p.side)


# Sheets


def dials(session, player):
    return {dial.title: dial for sheet in GAME.sheets(seen(session, player)) for dial in sheet.dials}


def test_sheets_show_the_own_board_and_the_public_tracks():
    s = tutor.open("fields-of-despair/lesson-trench-assault")
    shown = dials(s, ALLIES)
    assert (shown["Supply Capacity"].value, shown["Supply Capacity"].high) == ("20", 30)
    assert shown["Technology: Gas Masks"].value == "2"
    assert shown["Available Artillery"].value == "4, 3, 3, bluff"
    assert shown["Tank counters"].value == "1" and "Stosstruppen counters" not in shown
    assert (shown["Turn"].value, shown["Turn"].note, shown["Blockade"].value) == ("7", "1917", "4")
    assert shown["Trench Warfare"].value == "yes"
    left = sum(pool(s.table)["Britain", "infantry"]) - 4  # four British blocks are on the map
    assert shown["British infantry"].value == str(left)
    assert not any(title.startswith("German ") for title in shown)
    assert dials(s, CP)["Supply Capacity"].value == "18"


@pytest.mark.parametrize("seed", [611, 612])
def test_every_dial_names_a_section_of_the_rulebook(seed):
    for s in points(seed, every=150):
        for sheet in GAME.sheets(seen(s, CP)):
            assert sheet.side in ("", CP)
            assert all(dial.section in SECTIONS and dial.value for dial in sheet.dials)


# Nothing leaks


def shown(session, viewer):
    view = seen(session, viewer)
    return msgspec.json.encode([GAME.pieces(view), GAME.control(view), GAME.sheets(view)])


def words(view, legal):
    return [(GAME.label(view, action), GAME.spaces(view, action)) for action in legal]


@pytest.mark.parametrize("seed", [621, 622, 623])
def test_what_is_shown_does_not_depend_on_what_is_hidden(seed):
    rng = random.Random(seed)
    compared = 0
    for s in points(seed, every=50):
        for viewer in SIDES:
            other = s.fork()
            # The actions stay the same: it is their wording that must not tell more of the one state than of the other.
            legal = s.legal()
            before = shown(other, viewer), words(seen(other, viewer), legal)
            hide_otherwise(other, viewer, rng)
            assert (shown(other, viewer), words(seen(other, viewer), legal)) == before
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("seed", [631, 632])
def test_what_a_click_means_does_not_depend_on_what_is_hidden_from_the_decider(seed):
    rng = random.Random(seed)
    for s in points(seed, every=60):
        other = s.fork()
        hexes = rng.sample(list(s.board), 25)
        before = [GAME.meant(other, hex) for hex in hexes]
        hide_otherwise(other, s.decision.who, rng)
        assert [GAME.meant(other, hex) for hex in hexes] == before


# Labels


@pytest.mark.parametrize("seed", [641, 642])
def test_every_legal_action_has_words_of_its_own(seed):
    used = set()
    for s in points(seed, every=8):
        view = seen(s, s.decision.who)
        for action in s.legal():
            text = GAME.label(view, action)
            used.add(type(action))
            assert text and text != str(action) and text[0].isupper(), action
            assert "block-" not in text and "None" not in text
            assert all(space in s.board for space in GAME.spaces(view, action))
    assert len(used) > 20


def sample(kind: type[Action]) -> Action:
    values = {"str": "H02", "int": 1, "bool": True, "tuple[int, ...]": (1,), "tuple[str, ...]": ("H02",)}
    return kind(**{name: values[str(t)] for name, t in kind.__annotations__.items()})


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.kind())
def test_no_action_is_without_words(kind):
    action = sample(kind)
    text = GAME.label(seen(moving(), CP), action)
    if kind not in (Done, Pass, PutBack):
        assert text.lower() != str(action).lower()
    assert text[0].isupper()


def test_labels_read_well():
    s = moving()
    view, block = seen(s, CP), find(s, "H02", kind="infantry")
    for action, text in [
        (Move(block.id, ("G03", "F03")), "Move infantry 14 (DE): H02 → G03 → F03"),
        (PickBlock(block.id), "Pick infantry 14 (DE) in H02"),
        (Lose(block.id, 2), "Lose 2 SP from infantry 14 (DE) in H02"),
        (Lose(block.id, 2, (8, 4)), "Lose 2 SP from infantry 14 (DE) in H02, leaving 8 + 4"),
        (BreakDown(block.id, (8, 6)), "Break down infantry 14 (DE) in H02: 8 + 6"),
        (PlaceAir("H05", 1), "Place Air 1 in H05"),
        (PlaceAir("H05", 0, "bluff"), "Place the Air bluff in H05"),
        (PlaceArtillery("H05", 3, "bertha"), "Place Big Bertha in H05"),
        (AirMix((2, 1), True), "Ready Air: 2, 1, the Ace"),
        (AirMix(()), "Ready Air: the bluff alone"),
        (Buy("technology", "tanks"), "Research Stosstruppen"),
        (Buy("fortress-repair", "Metz"), "Repair Metz"),
        (Reveal(find(s, "J07").id), "Reveal hidden block (FR) in J07"),
        (DivideSupply("Strasbourg", 3), "Strasbourg supplies 3 SP in M07"),
        (Pass(), "Pass"),
        (Roll(), "Roll"),
    ]:
        assert GAME.label(view, action) == text


def test_hidden_blocks_in_one_hex_are_counted():
    s = position(MOVEMENT, blocks={"France": {"J07": ["infantry 6", "cavalry 2"]}})
    one, other = sorted(s.state.blocks)
    assert GAME.label(seen(s, CP), Reveal(one)) == "Reveal hidden block 1 (FR) in J07"
    assert GAME.label(seen(s, CP), Reveal(other)) == "Reveal hidden block 2 (FR) in J07"


def test_spaces_lead_from_where_to_where():
    s = moving()
    view, block, british = seen(s, CP), find(s, "H02", kind="infantry").id, find(s, "A01").id
    for action, spaces in [
        (Move(block, ("G03", "F03")), ("H02", "G03", "F03")),
        (PickBlock(block), ("H02",)),
        (Sail(british, "B01"), ("A01", "B01")),
        (Muster(british, "E03"), ("A01", "E03")),
        (MoveDeception(find(s, "J05").id, "J06"), ("J05", "J06")),
        (Lose(block, 1), ("H02",)),
        (actions.Withdraw(block), ("H02",)),
        (PlaceAir("H05", 1), ("H05",)),
        (Deliver("E03", block), ("E03",)),
        (Buy("fortress-repair", "Verdun"), ("H05",)),
        (Buy("supply"), ()),
        (Done(), ()),
        (PickBlock(999), ()),
    ]:
        assert GAME.spaces(view, action) == spaces, action


# Clicks


def picked(session, block):
    session.submit(PickBlock(block.id))
    return session


def test_with_a_block_in_hand_a_click_means_a_move_along_a_shortest_way():
    s = moving()
    block = find(s, "H02", kind="infantry")
    picked(s, block)
    move = GAME.meant(s, "E04")
    assert isinstance(move, Move) and move.block == block.id
    assert len(move.path) == s.board.distance("H02", "E04") and move.path[-1] == "E04" and "H02" not in move.path
    assert {r.section for r in s.why_not(move)} == {"7.2"}
    assert GAME.meant(s, "H02") == PutBack()
    assert GAME.meant(s, "nowhere") is None
    assert s.why_not(GAME.meant(s, "A01"))  # no way leads to England


def test_a_block_in_england_sails():
    s = position(MOVEMENT, blocks=FRONT, active=ALLIES, initiative=ALLIES, control={"cp": ["H02"]})
    block = find(s, "A01")
    assert GAME.meant(picked(s, block), "J07") == Sail(block.id, "J07")


def test_before_a_block_is_picked_a_click_means_a_block_there_whosever_it_is():
    s = moving()
    assert GAME.meant(s, "J05") == PickBlock(find(s, "J05").id)
    assert {r.section for r in s.why_not(GAME.meant(s, "J05"))} == {"2.4.3"}
    assert GAME.meant(s, "J07") == PickBlock(find(s, "J07").id)
    assert {r.section for r in s.why_not(GAME.meant(s, "J07"))} == {"2.4"}
    assert GAME.meant(s, "C08") is None


def test_clicks_in_the_air_with_guns_and_in_an_assault():
    s = tutor.open("fields-of-despair/1914-mobile-war")
    assert GAME.meant(s, "B06") == PlaceAir("B06", 1)
    assert {r.section for r in s.why_not(GAME.meant(s, "B06"))} == {"7.1.1"}
    s = tutor.open("fields-of-despair/lesson-fortress")
    assert GAME.meant(s, "B06") == PlaceArtillery("B06", 2)
    assert "7.3" in {r.section for r in s.why_not(GAME.meant(s, "B06"))}
    assert GAME.combat_space(s) == ""
    s = tutor.open("fields-of-despair/lesson-trench-assault")
    assault(s, "D03")
    assert s.decision.section == "7.3.3" and GAME.combat_space(s) == "D03"
    assert GAME.meant(s, "B06") == RetreatTo("B06")
    assert GAME.meant(s, "D03") == Reinforce("D03")


def test_clicks_in_production():
    s = position(PRODUCTION, turn=2, blocks=FRONT, boards={"cp": {"supply": 0}})
    assert isinstance(s.decision.who, str) and GAME.meant(s, "J07") == Deploy("France", 1, "J07")
    assert {r.section for r in s.why_not(GAME.meant(s, "J07"))} == {"6.2.1"}
    s = position(SUPPLY, turn=2, blocks=FRONT, boards={"cp": {"supply": 0}, "allies": {"supply": 0}})
    assert GAME.meant(s, "B06") == MarkOut("B06")
    assert {r.section for r in s.why_not(GAME.meant(s, "B06"))} == {"6.7.4"}


def test_clicks_in_reorganization():
    s = position(("turn", "reorganization"), blocks=FRONT, control={"cp": HELD}, initiative=ALLIES)
    block = find(s, "H02", kind="infantry")
    assert GAME.meant(s, "H02") in [PickBlock(b.id) for b in s.state.blocks.values() if b.hex == "H02"]
    picked(s, block)
    early = GAME.meant(s, "B06")
    assert early == Deliver("B06") and "How much" in s.why_not(early)[0].reason
    s.submit(actions.PickUp(block.id, 4))
    assert {r.section for r in s.why_not(GAME.meant(s, "B06"))} == {"8.1"}


def test_a_loss_is_meant_for_a_block_that_stands_there():
    s = tutor.open("fields-of-despair/lesson-trench-assault", seed=3)
    assault(s, "D03")
    quietly(s, asked(section="7.3.3"))
    while s.decision and Lose not in s.decision.kinds:
        s.submit(Done())
    meant = GAME.meant(s, "C04")
    assert meant == Lose(find(s, "C04").id, 1) and s.why_not(meant)
    assert GAME.meant(s, "A09") is None


def second_hexes(session):
    return {hex for fortress in session.state.fortresses.values() for hex in fortress.hexes[1:]}


@pytest.mark.parametrize("seed", [651, 652, 653])
def test_a_click_is_judged_and_never_fails(seed):
    rng = random.Random(seed)
    kinds, none = set(), 0
    for s in points(seed, every=40):
        for hex in rng.sample(list(s.board), 12):
            action = GAME.meant(s, hex)
            none += action is None
            if action is not None:
                kinds.add(type(action))
                assert all(r.section in SECTIONS for r in s.why_not(action))
                if not isinstance(action, PutBack):
                    assert hex in (*GAME.spaces(seen(s, s.decision.who), action), *second_hexes(s)), action
    assert len(kinds) >= 8 and none


def test_nothing_is_meant_while_the_dice_are_waiting_or_the_game_is_over():
    s = campaign(2)
    s.pause_at_dice()
    choose = random_policy(2)
    while not s.paused:
        s.submit(choose(s))
    assert GAME.meant(s, "H02") is None
    s = tutor.open("fields-of-despair/lesson-supply")
    while not s.over:
        s.submit(s.legal()[0])
    assert GAME.meant(s, "H02") is None


# Where a combat is fought


def test_the_combat_space_is_the_hex_being_resolved_and_no_other():
    s = position(
        COMBAT,
        active=CP,
        turn=2,
        blocks={
            "Germany": {"K08": ["infantry 9"], "J07": ["infantry 9"]},
            "France": {"K08": ["infantry 5", "infantry 3"], "J07": ["infantry 5", "infantry 3"]},
        },
        boards={"cp": {"artillery": 9, "artillery_counters": [2, 2]}},
    )
    assert GAME.combat_space(s) == ""
    for action in (PlaceArtillery("K08", 2), Pass(), PlaceArtillery("J07", 2), Pass()):
        s.submit(action)
    s.pause_at_dice()
    s.submit(Pass())
    assert ChooseHex in s.decision.kinds and GAME.combat_space(s) == ""
    s.submit(ChooseHex("K08"))
    assert s.paused and GAME.combat_space(s) == "K08"
    while GAME.combat_space(s) == "K08":
        s.submit(s.legal()[0])
    s.pause_at_dice(False)
    quietly(s, lambda s: s.decision.section == "7.3.2")
    assert GAME.combat_space(s) == ""  # the guns have fired, and nothing is under way


def test_the_space_of_a_dogfight_is_told():
    s = position(
        AIR,
        active=CP,
        turn=2,
        blocks={"Germany": {"K07": ["infantry 8"]}, "France": {"K08": ["infantry 5"]}},
        boards={side: {"air": 3, "air_counters": [1]} for side in SIDES},
    )
    s.pause_at_dice()
    s.submit(PlaceAir("K08", 1))
    s.submit(PlaceAir("K08", 1))
    while not s.paused:
        s.submit(Pass())
    assert GAME.combat_space(s) == "K08"
