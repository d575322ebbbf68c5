"""Chapter 13: the optional rules."""

from __future__ import annotations

import pytest

import tutor
from tutor.games.fields_of_despair import GAME
from tutor.games.fields_of_despair import actions as a
from tutor.games.fields_of_despair.terms import blocks_of, contested

from . import build
from .drive import asked, at_step, quietly, rolled, told

FAR = {"Germany": {"L01": ["infantry 2"]}}
BAGS = {"naval_bag": {"blue": 3, "black": 3}, "eastern_bag": {"red": 3, "black": 3}}
SIX = ("13.1", "13.2", "13.3", "13.4", "13.5", "13.6")


@pytest.mark.sections("13.0")
def test_the_optional_rules_are_chosen_one_by_one_or_together_13_0():
    names = [name for name, option in GAME.options.items() if option.section in SIX]
    assert len(names) == 6
    plain = GAME.scenario("grand-campaign")
    for name in names:
        assert [n for n, on in GAME.choose_options(plain, [name]).items() if on] == [name]
    assert all(GAME.choose_options(plain, names)[name] for name in names)


# 13.1


@pytest.mark.sections("13.1")
def test_britain_starts_neutral_and_its_blocks_obey_nobody_13_1():
    s = tutor.open("fields-of-despair/grand-campaign", options=["neutral-britain"])
    assert s.state.britain == "neutral"
    assert not any(b.nation == "Britain" for b in blocks_of(s._g, "allies"))
    assert tutor.open("fields-of-despair/grand-campaign").state.britain == "allies"


@pytest.mark.sections("13.1")
def test_britain_is_at_war_where_the_cp_stand_in_belgium_13_1():
    s = tutor.open("fields-of-despair/1914-introduction", options=["neutral-britain"])
    assert s.state.britain == "allies"


def august(options=("neutral-britain",), **fields):
    """Turn 1, the CP move first; the British stand in France."""
    blocks = {
        "Germany": {"J01": ["infantry 8", "cavalry 3"], "J06": ["infantry 4"]},
        "Britain": {"E03": ["infantry 4"], "A01": ["infantry 2"]},
        "France": {"E08": ["infantry 5"]},
    }
    return build.position(at=build.MOVEMENT, turn=1, options=options, blocks=blocks, **fields)


@pytest.mark.sections("13.1", "2.4")
def test_the_british_go_to_england_if_belgium_is_spared_13_1():
    s = august(dice=[1])
    quietly(s, asked("allies"))
    assert build.strengths(s, "E03") == [] and build.strengths(s, "A01") == [4, 2]
    quietly(s, lambda s: s.decision.who == "allies" and at_step("movement")(s))
    assert s.state.britain == "neutral"
    assert "2.4" in build.sections(s, a.Sail(build.find(s, "A01", sp=4).id, "B01"))


@pytest.mark.sections("13.1", "13.2")
def test_britain_joins_when_the_cp_enter_belgium_13_1():
    s = august()
    s.submit(a.Move(build.find(s, "J01", kind="infantry").id, ("I02",)))
    assert s.state.britain == "allies"
    quietly(s, at_step("combat"))
    assert build.strengths(s, "E03") == [4], "and stays where it was set up"


@pytest.mark.sections("13.1", "6.4.1")
def test_britain_joins_when_usw_is_declared_13_1():
    def declare(mode):
        s = build.position(at=build.NAVAL, turn=1, options=["neutral-britain"], naval_bag={"blue": 3, "black": 3})
        s.submit(a.DeclareNaval(mode))
        return s.state.britain

    assert declare("usw") == "allies" and declare("prize") == "neutral"


@pytest.mark.sections("13.1", "6.2.1")
def test_a_neutral_britain_deploys_in_england_and_waits_13_1():
    s = build.position(
        at=(*build.PRODUCTION, "manpower"),
        turn=2,
        options=["neutral-britain"],
        state={"britain": "neutral"},
        naval_bag={"blue": 3},
    )
    quietly(s, lambda s: s.decision.about.get("nation") == "Britain")
    s.submit(a.Deploy("Britain", 4, "A01"))
    assert build.strengths(s, "A01") == [4] and s.state.britain == "neutral"


@pytest.mark.sections("13.1", "6.5.1/naval")
def test_a_neutral_britain_leaves_one_allied_naval_cube_a_turn_13_1():
    fields = {"at": build.SPEND, "turn": 1, "boards": {"allies": {"saved_ep": 3}}}
    s = build.position(options=["neutral-britain"], **fields)
    s.submit(a.Buy("naval-cube"))
    assert "6.5.1/naval" in build.sections(s, a.Buy("naval-cube"))
    s = build.position(**fields)
    s.submit(a.Buy("naval-cube"))
    assert build.sections(s, a.Buy("naval-cube")) == set()


def declaration(dice, french=(), options=("neutral-britain",), **fields):
    """The Allied Action Phase begins on Turn 1 with these French hexes in CP hands."""
    blocks = {"Britain": {"A01": ["infantry 4", "infantry 2"]}, "France": {"E08": ["infantry 5"]}, **FAR}
    return build.position(
        at=build.ACTIONS,
        turn=1,
        initiative="allies",
        options=options,
        dice=dice,
        blocks=blocks,
        control={"cp": list(french)},
        **fields,
    )


@pytest.mark.sections("13.1/declaration")
def test_the_declaration_of_war_is_checked_with_french_hexes_lost_13_1():
    assert declaration([4]).state.britain == "neutral"
    assert declaration([5]).state.britain == "allies"
    assert declaration([4], ["G08"]).state.britain == "allies"
    assert declaration([4], ["H03"]).state.britain == "neutral", "a Belgian hex does not count"
    assert declaration([1], ["G08", "G09", "H08", "H09"]).state.britain == "allies"


@pytest.mark.sections("13.1/declaration")
def test_the_check_is_made_in_every_allied_action_phase_only_13_1():
    s = declaration([1, 1])
    assert rolled(s, "13.1/declaration") == [1]
    quietly(s, asked("cp"))
    assert rolled(s, "13.1/declaration") == [1], "not in the CP's steps"
    quietly(s, lambda s: s.state.action_phase == 2 and s.state.active == "allies")
    assert rolled(s, "13.1/declaration") == [1, 1]


@pytest.mark.sections("13.1/declaration")
def test_on_entry_the_british_go_straight_to_the_front_13_1():
    s = declaration([6])
    big, french = build.find(s, "A01", sp=4).id, build.find(s, "E08").id
    assert build.sections(s, a.Muster(big, "K05")) == {"13.1/declaration"}
    assert build.sections(s, a.Muster(french, "D02")) == {"13.1/declaration"}
    assert build.sections(s, a.Muster(big, "D05")) == set(), "any hex the Allies control"
    s.submit(a.Muster(big, "J07"))
    s.submit(a.Done())
    assert build.strengths(s, "J07", "Britain") == [4] and build.strengths(s, "A01") == [2]
    quietly(s, at_step("movement"))
    assert build.sections(s, a.Move(big, ("J08",))) == set(), "and act in this Action Phase"


# 13.2


def belgium(dice=(), at=build.MOVEMENT, initiative="cp", options=("neutral-belgium",), turn=1, **fields):
    blocks = {
        "Germany": {"J01": ["cavalry 3", "infantry 8"], "J06": ["infantry 4"]},
        "Belgium": {"I02": ["infantry 2"], "G01": ["infantry 3"]},
        "France": {"E03": ["infantry 5"]},
        "Britain": {"D02": ["infantry 3"]},
    }
    return build.position(at=at, turn=turn, initiative=initiative, options=options, dice=dice, blocks=blocks, **fields)


@pytest.mark.sections("13.2")
def test_a_neutral_belgium_is_nobodys_13_2():
    s = belgium(initiative="allies")
    assert s.state.belgium == "neutral"
    assert {s.state.control[h] for h in s._g.board.where("nation", "Belgium")} == {"neutral"}
    assert build.sections(s, a.Move(build.find(s, "E03").id, ("E02",))) == {"13.2"}
    assert "2.4" in build.sections(s, a.Move(build.find(s, "G01").id, ("F01",)))


@pytest.mark.sections("13.2")
def test_belgium_joins_when_a_cp_block_enters_13_2():
    s = belgium()
    s.submit(a.Move(build.find(s, "J01", kind="infantry").id, ("I02",)))
    assert s.state.belgium == "allies" and contested(s._g, "I02")
    assert s.state.control["I02"] == s.state.control["G01"] == "allies"
    s = belgium()
    s.submit(a.Move(build.find(s, "J06").id, ("J07",)))
    assert s.state.belgium == "neutral", "France is not Belgium"
    assert told(s, "7.2/control", "J07")


@pytest.mark.sections("13.2", "7.2.2")
def test_a_cp_move_ends_where_it_meets_neutral_belgians_13_2():
    at_war, neutral = belgium(options=()), belgium()
    ride = a.Move(build.find(neutral, "J01", kind="cavalry").id, ("I02", "H01"))
    assert build.sections(at_war, ride) == {"7.2.2"}
    assert build.sections(neutral, ride) == {"7.2.2"}


@pytest.mark.sections("13.2")
def test_belgium_may_stay_neutral_all_game_13_2():
    s = belgium(turn=8, last_turn=8, trench=True)
    quietly(s, lambda s: s.over)
    assert s.state.belgium == "transit", "the Allies may pass on so late a turn, but Belgium never fought"
    assert build.strengths(s, "G01", "Belgium") == [3] and not told(s, "13.2", "joins")
    s = tutor.open("fields-of-despair/1914-introduction", options=["neutral-belgium"])
    assert s.state.belgium == "allies", "the CP stand in Belgium when this one begins"


@pytest.mark.sections("13.2/transit")
def test_transit_rights_open_belgium_to_the_allies_13_2():
    s = belgium([5], at=build.ACTIONS, initiative="allies")
    assert s.state.belgium == "transit", "a 5 and Turn 1"
    quietly(s, at_step("movement"))
    assert s.state.control["E02"] == "allies"
    assert build.sections(s, a.Move(build.find(s, "E03").id, ("E02",))) == set()
    assert "2.4" in build.sections(s, a.Move(build.find(s, "G01").id, ("F01",))), "Belgian blocks stay neutral"
    s = belgium([4], at=build.ACTIONS, initiative="allies")
    assert s.state.belgium == "neutral"
    quietly(s, at_step("movement"))
    assert build.sections(s, a.Move(build.find(s, "E03").id, ("E02",))) == {"13.2"}


@pytest.mark.sections("13.2/transit")
def test_transit_is_checked_only_while_britain_is_at_war_13_2():
    s = belgium([1], at=build.ACTIONS, initiative="allies", options=["neutral-belgium", "neutral-britain"])
    assert s.state.britain == "neutral" and rolled(s, "13.2/transit") == []
    s = belgium([6, 5], at=build.ACTIONS, initiative="allies", options=["neutral-belgium", "neutral-britain"])
    assert s.state.britain == "allies" and s.state.belgium == "transit", "at once after a British declaration"


@pytest.mark.sections("13.2/transit")
def test_transit_is_checked_once_in_an_action_phase_13_2():
    s = belgium([6, 1, 6], at=build.ACTIONS, initiative="allies", options=["neutral-belgium", "neutral-britain"])
    quietly(s, at_step("movement"))
    assert rolled(s, "13.2/transit") == [1]
    assert s.state.belgium == "neutral"


@pytest.mark.sections("13.2/transit", "13.2")
def test_belgium_with_transit_rights_joins_when_the_cp_enter_13_2():
    s = belgium(state={"belgium": "transit"}, options=["neutral-belgium"], control={"allies": ["I02"]})
    s.submit(a.Move(build.find(s, "J01", kind="infantry").id, ("I02",)))
    assert s.state.belgium == "allies"
    s = belgium([6], at=build.ACTIONS, initiative="allies")
    assert s.state.belgium == "transit"


@pytest.mark.sections("13.2/bribes", "13.2/transit", "6.5.1/belgian-bribe")
def test_bribes_help_every_later_check_13_2():
    s = build.position(
        at=build.SPEND,
        turn=2,
        initiative="allies",
        options=["neutral-belgium"],
        boards={"allies": {"saved_ep": 2}},
        blocks={"France": {"E08": ["infantry 5"]}, **FAR},
        dice=[1, 3],
    )
    s.submit(a.Buy("belgian-bribe"))
    assert build.sections(s, a.Buy("belgian-bribe")) == {"6.5.1"}, "one a Production Phase"
    quietly(s, at_step("movement"))
    assert s.state.belgium == "neutral", "1 + Turn 2 + 1"
    quietly(s, lambda s: s.state.action_phase == 2 and s.state.active == "allies")
    assert s.state.belgium == "transit", "3 + Turn 2 + 1: the bribe lasts"


# 13.3


def dogfight(turn, options, dice):
    s = build.position(
        at=build.AIR,
        turn=turn,
        trench=turn >= 4,
        initiative="allies",
        options=options,
        dice=dice,
        blocks={"France": {"E08": ["infantry 5"]}, "Germany": {"F07": ["infantry 2"]}},
        control={"cp": ["F07"]},
        boards={side: {"air": 2, "air_counters": [2]} for side in ("allies", "cp")},
    )
    s.submit(a.PlaceAir("F07", 2))
    s.submit(a.PlaceAir("F07", 2))
    quietly(s, at_step("movement"))
    return s


@pytest.mark.sections("13.3")
def test_on_turn_4_the_cp_roll_one_miss_again_13_3():
    s = dogfight(4, ["fokker-scourge"], [[1, 1], [1, 1], [6]])
    assert rolled(s, "13.3") == [1] and s.state.boards["allies"].damaged == 1
    s = dogfight(4, ["fokker-scourge"], [[1, 1], [5, 6]])
    assert rolled(s, "13.3") == [], "there is no miss"


@pytest.mark.sections("13.3")
def test_the_scourge_is_an_option_of_turn_4_alone_13_3():
    for turn, options in ((3, ["fokker-scourge"]), (5, ["fokker-scourge"]), (4, [])):
        s = dogfight(turn, options, [[1, 1], [1, 1]])
        assert rolled(s, "13.3") == [] and rolled(s, "7.1.2") == [2, 2]


# 13.4


def fists(turn, *votes, **fields):
    s = build.position(at=("turn",), turn=turn - 1, options=["optional-trenches"], **BAGS, **fields)
    for vote in votes:
        assert s.decision.section == "13.4" and s.decision.secret
        s.submit(a.DigIn(vote))
    return s


@pytest.mark.sections("13.4", "1.2")
def test_one_player_who_digs_in_is_enough_13_4():
    for votes, dug in (((True, True), True), ((True, False), True), ((False, True), True), ((False, False), False)):
        assert fists(4, *votes).state.trench is dug


@pytest.mark.sections("13.4")
def test_the_choice_comes_from_turn_4_and_every_turn_until_trenches_begin_13_4():
    assert not at_step("dig-in")(fists(3))
    s = fists(4, False, False)
    assert not s.state.trench
    quietly(s, lambda s: s.state.turn == 5)
    assert s.decision.section == "13.4", "asked again"
    s.submit(a.DigIn(True))
    assert not s.state.trench, "nothing shows before both have chosen"
    s.submit(a.DigIn(False))
    assert s.state.trench
    assert not at_step("dig-in")(fists(6, trench=True))


# 13.5


def tannenberg(options=("stabilize-east",), victories=1, **fields):
    fields.setdefault(
        "blocks", {"Germany": {"J06": ["infantry 8"], "J04": ["cavalry 3"]}, "France": {"E08": ["infantry 5"]}}
    )
    return build.position(
        at=build.EASTERN_FRONT,
        turn=2,
        options=options,
        dice=[{"black": 3}],
        eastern_bag={"red": 3, "black": 4},
        naval_bag={"blue": 3},
        tracks={"russian_victories": victories, "eastern_sp": 10, "eastern_space": 1},
        **fields,
    )


@pytest.mark.sections("13.5")
def test_five_sps_for_two_turns_undo_a_russian_victory_13_5():
    s = tannenberg()
    red = s.state.eastern_bag["red"]
    s.submit(a.Stabilize(True))
    big, small = build.find(s, "J06").id, build.find(s, "J04").id
    assert build.sections(s, a.SendEast(big, 6)) == {"13.5"}
    assert build.sections(s, a.SendEast(small, 4)) == {"13.5"}
    s.submit(a.SendEast(big, 3))
    assert build.sections(s, a.SendEast(big, 3)) == {"13.5"}, "two more are needed"
    s.submit(a.SendEast(small, 2))
    assert build.strengths(s, "J06") == [5] and build.strengths(s, "J04") == [1]
    assert s.state.away == {"4": 5} and s.state.russian_victories == 0
    assert s.state.eastern_bag["red"] == red + 1


@pytest.mark.sections("13.5")
def test_stabilizing_is_a_choice_13_5():
    s = tannenberg()
    assert s.decision.who == "cp"
    s.submit(a.Stabilize(False))
    assert s.state.russian_victories == 1 and s.state.away == {} and build.strengths(s, "J06") == [8]


@pytest.mark.sections("5.1")
def test_stabilizing_is_not_offered_without_the_option_or_a_victory_13_5():
    assert not at_step("eastern-stabilize")(tannenberg(options=()))
    assert not at_step("eastern-stabilize")(tannenberg(victories=0))
    assert at_step("eastern-stabilize")(tannenberg())


@pytest.mark.sections("13.5")
def test_the_sps_come_back_to_frontline_hexes_two_turns_later_13_5():
    s = build.position(
        at=("turn",),
        turn=3,
        options=["stabilize-east"],
        state={"away": {"4": 5}},
        blocks={"Germany": {"J06": ["infantry 8"]}, "France": {"E08": ["infantry 5"]}},
        **BAGS,
    )
    assert s.state.turn == 4 and (s.decision.who, s.decision.section) == ("cp", "13.5")
    assert build.sections(s, a.PlaceFresh("Germany", 5, "L03")) == {"13.5"}, "behind the front"
    s.submit(a.PlaceFresh("Germany", 5, "J05"))
    assert build.strengths(s, "J05") == [5] and s.state.away == {}
    early = build.position(
        at=("turn",), turn=2, options=["stabilize-east"], state={"away": {"4": 5}}, blocks=FAR, **BAGS
    )
    assert early.state.turn == 3 and early.state.away == {"4": 5}


@pytest.mark.sections("13.5", "1.5/hex-control")
def test_control_follows_when_the_last_block_is_sent_east_13_5():
    s = tannenberg(blocks={"Germany": {"K07": ["infantry 5"]}, "France": {"K07": ["infantry 5"]}})
    s.submit(a.Stabilize(True))
    quietly(s, at_step("production"))
    assert build.strengths(s, "K07", "Germany") == [] and s.state.control["K07"] == "allies"


# 13.6


def pershing(options, american):
    return build.position(
        at=build.ACTIONS,
        initiative="allies",
        turn=8,
        trench=True,
        options=options,
        state={"usa_war_turn": 7, "usa_entry": 8},
        blocks={"USA": american, "France": {"E08": ["infantry 4"]}, **FAR},
    )


@pytest.mark.sections("13.6", "11.2/deployment")
def test_us_blocks_join_us_blocks_13_6():
    s = pershing(["pershing"], {"I08": ["infantry 2"]})
    near = {"I08", *s._g.board.neighbours["I08"]}
    assert {x.hex for x in s.legal()} == near
    assert build.sections(s, a.PlaceFresh("USA", 4, "E08")) == {"11.2/deployment"}
    s.submit(a.PlaceFresh("USA", 2, "H07"))
    assert build.sections(s, a.PlaceFresh("USA", 2, "G07")) == {"11.2/deployment"}, "new arrivals do not count"
    s.submit(a.PlaceFresh("USA", 4, "I08"))


@pytest.mark.sections("13.6")
def test_the_first_us_blocks_go_anywhere_friendly_13_6():
    s = pershing(["pershing"], {})
    assert build.sections(s, a.PlaceFresh("USA", 4, "E08")) == set()
    assert build.sections(s, a.PlaceFresh("USA", 4, "B07")) == set()


@pytest.mark.sections("11.2/deployment")
def test_without_the_option_us_blocks_need_not_stay_together_13_6():
    s = pershing([], {"I08": ["infantry 2"]})
    assert build.sections(s, a.PlaceFresh("USA", 4, "E08")) == set()
