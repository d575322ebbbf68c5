"""Sections 9.11 to 9.14, 1.6, 15.2 and 15.7: convoy lines, raids on them, escorts, mines, raiders of all kinds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from tutor.games.global_war import convoys, naval, raiding, turns
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Intercept, SplitLoss, Suffer
from tutor.games.global_war.actions.movement import Move
from tutor.games.global_war.capture import capture
from tutor.games.global_war.state import Battle, G
from tutor.games.global_war.zones import seaways

from . import build
from .acting import reason, refused, told
from .fighting import fight, know, lines, raid, rolls

SEA, OTHER = "western-approaches", "mid-atlantic"
BRITAIN, FRANCE, USA, GERMANY = "great-britain", "france", "usa", "germany"
WARS = [("germany", "great-britain"), ("germany", "france"), ("germany", "usa")]
EVERYTHING = ("surface-raiders", "mines", "raiding-aircraft", "advanced-escort", "suez-reroute")


def position(
    raiders: dict[str, int] | None = None,
    defenders: dict[str, dict[str, int]] | None = None,
    *,
    dice: list[Any] | None = None,
    cash: dict[str, int] | None = None,
    rows: tuple[tuple[str, str, int, str, str, str], ...] = (("atlantic", BRITAIN, 10, SEA, "none", "none"),),
    options: Any = (),
    wars: list[tuple[str, str]] = WARS,
    **fields: Any,
) -> G:
    """German raiders in one sea zone on the lines of ``rows``."""
    units: dict[str, Any] = {GERMANY: {SEA: raiders}} if raiders else {}
    units |= {nation: {SEA: counts} for nation, counts in (defenders or {}).items()}
    money = {BRITAIN: 20, FRANCE: 20, USA: 20} | (cash or {})
    g = build.table(
        slot=GERMANY, wars=wars, dice=dice, options=options, units=units,
        nations={nation: {"cash": ipp} for nation, ipp in money.items()}, **fields,
    )  # fmt: skip
    g.state.mover = GERMANY
    lines(g, *rows)
    return g


def lost(g: G, nation: str = BRITAIN, had: int = 20) -> int:
    return had - g.state.nations[nation].cash


def in_hand(g: G, type: str, zone: str = SEA) -> None:
    g.state.hand = [build.unit(g, zone, type).id]


def line(g: G, id: str) -> convoys.Line:
    return convoys.lines(g)[id]


# Lines


@pytest.mark.sections("1.6")
def test_every_line_of_the_chart_runs_over_neighbouring_seas_and_has_values_1_6() -> None:
    g = build.table()
    found = convoys.lines(g)
    assert {"new-york-rio", "soviet-arctic", "east-african", "west-african", "british-mediterranean"} <= set(found)
    for one in found.values():
        assert all(g.board.facts[zone]["kind"] == "sea" for zone in one.zones), one.id
        assert all(g.board.facts[zone]["kind"] == "zone" for zone in one.ends), one.id
        assert all(nation in g.state.nations for nation in one.values)
        for here, there in pairwise(one.zones):
            assert there in {zone for zone, _ in seaways(g, here)}, (one.id, here, there)
        assert bool(sum(one.values.values())) is (one.id != "soviet-arctic"), one.id


@pytest.mark.sections("9.11")
def test_a_line_is_closed_to_a_nation_whose_enemy_holds_an_end_9_11() -> None:
    rows = (("north", BRITAIN, 6, SEA, "none", "ireland"), ("north", USA, 4, SEA, "none", "ireland"))
    g = position({"submarine raid": 1}, rows=rows, owners={"ireland": "italy"}, wars=[*WARS, ("italy", BRITAIN)])
    assert convoys.left(g, line(g, "north"), BRITAIN) == 0
    assert convoys.left(g, line(g, "north"), USA) == 4  # Italy is no enemy of the USA
    assert convoys.victims(g, GERMANY, SEA) == [USA]
    g = position({"submarine": 1}, rows=rows[:1], owners={"ireland": "germany"})
    in_hand(g, "submarine")
    assert "9.11" in refused(g, Move((), "raid")) and "closed" in reason(g, Move((), "raid"))
    build.unit(g, SEA, "submarine").task = "raid"
    assert raiding.find_raids(g) == []


@pytest.mark.sections("9.11", "9.19")
def test_the_capture_of_an_end_says_that_a_line_is_closed_9_11() -> None:
    g = position(rows=(("north", BRITAIN, 6, SEA, "none", "ireland"),), owners={"ireland": BRITAIN})
    capture(g, "ireland", GERMANY)
    assert told(g, "convoy line") == ["For Great Britain the north line is closed: an enemy holds Ireland."]
    capture(g, "ireland", BRITAIN)
    assert told(g, "convoy line")[1:] == ["For Great Britain the north line is open."]


@pytest.mark.sections("9.11")
def test_a_raid_needs_a_line_with_ipps_of_an_enemy_9_11() -> None:
    g = position({"submarine": 1})
    in_hand(g, "submarine")
    assert "9.11" not in refused(g, Move((), "raid"))
    lines(g, ("elsewhere", BRITAIN, 9, OTHER, "none", "none"))
    assert "No convoy line" in reason(g, Move((), "raid"))
    lines(g, ("arctic", BRITAIN, 0, SEA, "none", "none"))
    assert "no IPPs" in reason(g, Move((), "raid"))
    lines(g, ("eastern", "ussr", 9, SEA, "none", "none"), ("ore", GERMANY, 4, SEA, "none", "none"))
    assert "not at war with USSR," in reason(g, Move((), "raid")) and "Declare war" in reason(g, Move((), "raid"))
    lines(g, ("ore", GERMANY, 4, SEA, "none", "none"), ("rising", "japan", 9, SEA, "none", "none"))
    assert "Only trade of its own Alliance" in reason(g, Move((), "raid"))


@pytest.mark.sections("9.11")
def test_the_soviet_arctic_line_cannot_be_raided_9_11() -> None:
    g = build.table(slot=GERMANY, wars=[(GERMANY, "ussr")], units={GERMANY: {"norwegian-sea": {"submarine": 1}}})
    g.state.mover = GERMANY
    in_hand(g, "submarine", "norwegian-sea")
    assert "9.11" in refused(g, Move((), "raid"))


@pytest.mark.sections("9.11")
def test_only_the_raiders_of_the_command_on_turn_raid_9_11() -> None:
    g = position(
        {"submarine raid": 2, "submarine": 1}, {"italy": {"submarine raid": 1}}, wars=[*WARS, ("italy", BRITAIN)]
    )
    (battle,) = raiding.find_raids(g)
    assert (battle.kind, battle.zone, battle.attacker, battle.defender) == ("raid", SEA, GERMANY, BRITAIN)
    assert {g.state.units[n].owner for n in battle.attackers} == {GERMANY} and len(battle.attackers) == 2
    g.state.slot = g.state.mover = "italy"
    (battle,) = raiding.find_raids(g)
    assert [g.state.units[n].owner for n in battle.attackers] == ["italy"]


# The roll


@pytest.mark.sections("9.11/roll")
@pytest.mark.parametrize(
    ("raider", "dice", "loss"),
    [
        ("submarine", [3, 3], 2),
        ("submarine", [1, 3], 0),
        ("submarine", [1, 6], 0),
        ("coastal-submarine", [3, 3], 1),
        ("advanced-submarine", [3, 3], 4),
        ("advanced-submarine", [6, 1], 9),
    ],
)
def test_the_raider_takes_the_difference_of_two_dice_9_11(raider: str, dice: list[int], loss: int) -> None:
    g = position({f"{raider} raid": 1}, dice=dice)
    raid(g)
    assert lost(g) == loss
    assert g.state.convoy_damage == ({"atlantic": {BRITAIN: loss}} if loss else {})
    assert build.count(g, SEA, raider) == 1


@pytest.mark.sections("9.11/roll", "7.8/advanced-submarines")
def test_every_raider_rolls_by_itself_9_11() -> None:
    g = position({"submarine raid": 2, "advanced-submarine raid": 1}, dice=[3, 3, 1, 6, 2, 3])
    raid(g)
    assert lost(g) == 2 + 0 + 3
    assert [roll["sides"] for roll in rolls(g)] == [6] * 6


@pytest.mark.sections("9.11/roll")
def test_escorts_add_one_each_and_patrols_two_together_9_11() -> None:
    g = position({"submarine raid": 1}, {BRITAIN: {"destroyer escort": 2, "light-cruiser": 1}})
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 2  # the cruiser does not escort
    patrols = {"seaplane patrol": 2, "fighter": 1}
    g = position({"submarine raid": 1}, {BRITAIN: patrols})
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 2
    g = position({"submarine raid": 1}, {BRITAIN: patrols}, options=("reading-patrol-each",))
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 4


@pytest.mark.sections("9.11/roll")
def test_aircraft_on_a_carrier_count_as_patrols_9_11() -> None:
    g = position({"submarine raid": 1}, {BRITAIN: {"fleet-carrier": 1, "fighter aboard": 1}}, dice=[6, 1, {"hit": 1}])
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 2
    raid(g)
    assert lost(g) == 5 and build.count(g, SEA, "submarine") == 0


@pytest.mark.sections("7.8/radar", "7.8/advanced-asw", "App-B.22")
def test_radar_adds_two_and_advanced_asw_one_to_the_convoy_7_8() -> None:
    g = position({"submarine raid": 1})
    know(g, BRITAIN, "radar")
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 2
    know(g, BRITAIN, "advanced-asw")
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 3
    assert raiding.convoy_modifier(g, GERMANY, FRANCE, SEA) == 0
    g = position({"submarine raid": 1}, options=("reading-radar-escorts",))
    know(g, BRITAIN, "radar")
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 0
    g = position({"submarine raid": 1}, {BRITAIN: {"destroyer escort": 1}}, options=("reading-radar-escorts",))
    know(g, BRITAIN, "radar")
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 1 + 2


@pytest.mark.sections("9.11/roll")
def test_whoever_has_most_to_lose_rolls_and_loses_first_9_11() -> None:
    rows = (("atlantic", FRANCE, 3, SEA, "none", "none"), ("atlantic", BRITAIN, 4, SEA, "none", "none"))
    g = position({"submarine raid": 1}, rows=rows, dice=[6, 1])
    know(g, FRANCE, "radar")
    raid(g)
    assert lost(g) == 4 and lost(g, FRANCE) == 3  # 7 in all: 4 of Britain, then 3 of France
    assert rolls(g)[1]["why"].startswith("British convoy (+0)")
    g = position({"submarine raid": 2}, rows=rows, dice=[2, 2, 2, 2])
    raid(g)
    assert lost(g) == 2 and lost(g, FRANCE) == 2  # after the first raider France has more left


@pytest.mark.sections("9.11/roll")
def test_among_equals_the_order_of_play_decides_9_11() -> None:
    rows = (("atlantic", USA, 4, SEA, "none", "none"), ("atlantic", BRITAIN, 4, SEA, "none", "none"))
    g = position({"submarine raid": 1}, rows=rows, dice=[2, 2])
    raid(g)
    assert lost(g) == 2 and lost(g, USA) == 0


@pytest.mark.sections("9.11/max", "0.4")
def test_no_more_than_the_blue_number_is_lost_in_a_calendar_turn_9_11() -> None:
    rows = (("atlantic", BRITAIN, 5, SEA, "none", "none"),)
    g = position({"submarine raid": 3}, rows=rows, dice=[4, 2, 5, 3])
    raid(g)
    assert lost(g) == 5 and g.state.convoy_damage == {"atlantic": {BRITAIN: 5}}
    assert len(rolls(g)) == 4  # the third raider finds nothing left
    assert raiding.find_raids(g) == []
    turns.begin_calendar_turn(g)
    assert g.state.convoy_damage == {}
    assert len(raiding.find_raids(g)) == 1


@pytest.mark.sections("9.11/max")
def test_the_limit_holds_for_each_line_and_nation_by_itself_9_11() -> None:
    rows = (
        ("one", BRITAIN, 2, SEA, "none", "none"), ("two", BRITAIN, 3, OTHER, "none", "none"),
        ("one", FRANCE, 2, SEA, "none", "none"),
    )  # fmt: skip
    g = position({"submarine raid": 1}, rows=rows)
    convoys.lose(g, line(g, "one"), BRITAIN, 9)
    assert lost(g) == 2
    assert convoys.left(g, line(g, "one"), FRANCE) == 2 and convoys.left(g, line(g, "two"), BRITAIN) == 3


@pytest.mark.sections("9.11/max")
def test_a_nation_loses_no_more_than_its_cash_and_the_next_pays_the_rest_9_11() -> None:
    rows = (("atlantic", BRITAIN, 9, SEA, "none", "none"), ("atlantic", FRANCE, 3, SEA, "none", "none"))
    g = position({"submarine raid": 1}, rows=rows, dice=[6, 1], cash={BRITAIN: 2})
    raid(g)
    assert g.state.nations[BRITAIN].cash == 0
    assert lost(g, FRANCE) == 3
    assert g.state.convoy_damage == {"atlantic": {BRITAIN: 2, FRANCE: 3}}


# Intersections


@pytest.mark.sections("9.11/roll")
def test_where_lines_meet_the_defender_splits_his_loss_9_11() -> None:
    rows = (("one", BRITAIN, 2, SEA, "none", "none"), ("two", BRITAIN, 6, SEA, "none", "none"))
    g = position({"submarine raid": 1}, rows=rows, dice=[4, 2])
    (asked,) = raid(g, SplitLoss(("one", "two"), (1, 3)))
    assert asked.who == BRITAIN
    assert {option.points for option in asked.options()} == {(0, 4), (1, 3), (2, 2)}
    assert lost(g) == 4 and g.state.convoy_damage == {"one": {BRITAIN: 1}, "two": {BRITAIN: 3}}


@pytest.mark.sections("9.11/roll", "9.11/max")
def test_a_raid_where_lines_meet_takes_up_to_their_sum_9_11() -> None:
    rows = (("one", BRITAIN, 2, SEA, "none", "none"), ("two", BRITAIN, 3, SEA, "none", "none"))
    g = position({"submarine raid": 1}, rows=rows, dice=[6, 1])
    assert raid(g) == []  # all of it is lost, so there is nothing to choose
    assert lost(g) == 5


@pytest.mark.sections("9.11/roll")
@pytest.mark.parametrize(
    ("lines_named", "points"),
    [
        (("one", "two"), (0, 3)),
        (("one", "two"), (3, 1)),
        (("one", "two"), (-1, 5)),
        (("one",), (2, 2)),
        (("two", "two"), (2, 2)),
        (("one", "three"), (2, 2)),
    ],
)
def test_a_split_must_fit_the_loss_and_the_lines_9_11(lines_named: tuple[str, ...], points: tuple[int, ...]) -> None:
    rows = (("one", BRITAIN, 2, SEA, "none", "none"), ("two", BRITAIN, 6, SEA, "none", "none"))
    g = position({"submarine raid": 1}, rows=rows, dice=[4, 2])
    (battle,) = raiding.find_raids(g)
    with pytest.raises(AssertionError):
        fight(g, battle, SplitLoss(lines_named, points))
    assert refused(g, SplitLoss(lines_named, points)) == ["9.11/roll"]
    assert lost(g) == 0


# The defense


@pytest.mark.sections("9.11/defense", "9.11/escort")
def test_escorts_and_patrols_fire_once_at_their_defense_9_11() -> None:
    defenders = {
        BRITAIN: {"destroyer escort": 2, "light-cruiser escort": 1, "medium-bomber patrol": 1, "battleship": 1}
    }
    g = position({"submarine raid": 2}, defenders, dice=[1, 6, 1, 6, [4, 5], [6], [4]])
    raid(g)
    _, _, _, _, *guns = rolls(g)
    assert [(roll["dice"], len(roll["groups"]["hit"])) for roll in guns] == [(2, 4), (1, 5), (1, 4)]
    assert build.count(g, SEA, "submarine") == 0  # one by a destroyer, one by the bomber


@pytest.mark.sections("9.11/defense", "7.8/advanced-asw")
def test_with_advanced_asw_the_convoy_fires_at_every_submarine_7_8() -> None:
    g = position({"submarine raid": 2, "advanced-submarine raid": 1}, dice=[1, 6, 1, 6, 1, 6, [2, 3], [1]])
    know(g, BRITAIN, "advanced-asw")
    raid(g)
    guns = rolls(g)[-2:]
    assert [(roll["dice"], roll["groups"]["hit"]) for roll in guns] == [(2, [1, 2]), (1, [1, 2])]
    assert build.count(g, SEA, "submarine") == 1 and build.count(g, SEA, "advanced-submarine") == 0


@pytest.mark.sections("9.11/defense", "7.8/advanced-submarines")
def test_advanced_submarines_are_shot_at_like_others_when_they_raid_9_11() -> None:
    g = position({"advanced-submarine raid": 1}, {BRITAIN: {"destroyer escort": 1}}, dice=[1, 6, [4]])
    raid(g)
    assert build.count(g, SEA, "advanced-submarine") == 0


@pytest.mark.sections("App-B.21", "7.8/advanced-submarines")
@pytest.mark.parametrize(
    ("type", "hunters"), [("submarine", {"medium-bomber", "destroyer"}), ("advanced-submarine", {"medium-bomber"})]
)
def test_only_patrols_attack_an_advanced_submarine_b_21(type: str, hunters: set[str]) -> None:
    g = position({type: 1}, {USA: {"medium-bomber patrol": 1, "destroyer": 1}})
    numbers = [unit.id for unit in build.units_in(g, SEA) if unit.owner == USA]
    g.state.battle = Battle(1, "naval", SEA, USA, attackers=numbers)
    assert list(naval.muster(g)) == []
    assert {g.state.units[n].type for n in g.state.battle.attackers} == hunters


@pytest.mark.sections("9.11/defense")
def test_the_raider_picks_which_of_his_units_is_hit_9_1() -> None:
    g = position(
        {"submarine raid": 1, "advanced-submarine raid": 1}, {BRITAIN: {"destroyer escort": 1}}, dice=[1, 6, 1, 6, [1]]
    )
    (asked,) = raid(g, Suffer("submarine"))
    assert asked.who == GERMANY
    assert build.count(g, SEA, "submarine") == 0 and build.count(g, SEA, "advanced-submarine") == 1


@pytest.mark.sections("9.11/defense")
def test_a_raider_that_is_not_there_cannot_be_hit_9_1() -> None:
    g = position(
        {"submarine raid": 1, "advanced-submarine raid": 1}, {BRITAIN: {"destroyer escort": 1}}, dice=[1, 6, 1, 6, [1]]
    )
    (battle,) = raiding.find_raids(g)
    with pytest.raises(AssertionError, match="No Destroyer can be hit"):
        fight(g, battle, Suffer("destroyer"))


@pytest.mark.sections("9.11/escort")
def test_escorts_protect_the_partners_they_are_aligned_with_9_11() -> None:
    g = position({"submarine raid": 1}, {USA: {"destroyer escort": 1}}, dice=[1, 6, [4]])
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 1
    raid(g)
    assert build.count(g, SEA, "submarine") == 0
    g = position({"submarine raid": 1}, {USA: {"destroyer escort": 1}}, dice=[1, 6], wars=WARS[:2])
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 0  # the USA is at peace
    raid(g)
    assert build.count(g, SEA, "submarine") == 1


@pytest.mark.sections("9.11/escort")
def test_another_alliances_escort_does_not_protect_a_convoy_9_11() -> None:
    g = position({"submarine raid": 1}, {"ussr": {"destroyer escort": 1}}, dice=[1, 6], wars=[*WARS, (GERMANY, "ussr")])
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 0
    raid(g)


@pytest.mark.sections("9.11/escort")
def test_only_surface_warships_on_a_line_escort_9_11() -> None:
    g = position({"destroyer": 1, "naval-transport": 1, "submarine": 1})
    for type, allowed in (("destroyer", True), ("naval-transport", False), ("submarine", False)):
        in_hand(g, type)
        assert ("9.11/escort" not in refused(g, Move((), "escort"))) is allowed
    lines(g, ("elsewhere", BRITAIN, 9, OTHER, "none", "none"))
    in_hand(g, "destroyer")
    assert "No convoy line" in reason(g, Move((), "escort"))


@pytest.mark.sections("15.7")
def test_with_the_option_large_ships_do_not_escort_15_7() -> None:
    large = [
        "battleship",
        "fast-battleship",
        "heavy-battleship",
        "battlecruiser",
        "heavy-cruiser",
        "coastal-defense-ship",
    ]
    ships = [*large, "light-cruiser", "destroyer", "torpedo-boat-destroyer"]
    for options in ((), ("advanced-escort",)):
        g = position(dict.fromkeys(ships, 1), options=options)
        barred = []
        for type in ships:
            in_hand(g, type)
            if "15.7" in refused(g, Move((), "escort")):
                barred.append(type)
        assert barred == (large if options else [])


@pytest.mark.sections("15.7")
def test_large_ships_that_stood_on_escort_do_not_help_under_the_option_15_7() -> None:
    g = position(
        {"submarine raid": 1}, {BRITAIN: {"battleship escort": 1, "destroyer escort": 1}}, options=("advanced-escort",)
    )
    assert raiding.convoy_modifier(g, GERMANY, BRITAIN, SEA) == 1


# Surface raiders


@pytest.mark.sections("9.12", "App-B.31")
def test_fast_surface_ships_raid_without_a_bonus_under_the_option_9_12() -> None:
    g = position({"heavy-cruiser raid": 1}, options=("surface-raiders",), dice=[5, 2])
    raid(g)
    assert lost(g) == 3


@pytest.mark.sections("9.12")
def test_surface_ships_do_not_raid_without_the_option_nor_when_slow_9_12() -> None:
    g = position({"heavy-cruiser": 1, "battleship": 1})
    in_hand(g, "heavy-cruiser")
    assert "9.12" in refused(g, Move((), "raid"))
    g = position({"heavy-cruiser": 1, "battleship": 1}, options=("surface-raiders",))
    in_hand(g, "heavy-cruiser")
    assert not {"9.11", "9.12"} & set(refused(g, Move((), "raid")))
    in_hand(g, "battleship")
    assert "too slow" in reason(g, Move((), "raid"))


@pytest.mark.sections("9.12", "App-B.31")
def test_surface_ships_do_not_raid_where_escorts_are_9_12() -> None:
    defenders = {BRITAIN: {"destroyer escort": 1}}
    g = position({"heavy-cruiser raid": 1, "submarine raid": 1}, defenders, options=("surface-raiders",))
    in_hand(g, "heavy-cruiser")
    assert "9.12" in refused(g, Move((), "raid"))
    (battle,) = raiding.find_raids(g)
    assert [g.state.units[n].type for n in battle.attackers] == ["submarine"]
    g = position({"heavy-cruiser raid": 1}, {BRITAIN: {"destroyer": 1}}, options=("surface-raiders",))
    assert len(raiding.find_raids(g)) == 1  # a ship that does not escort does not count


@pytest.mark.sections("9.12", "0.4")
def test_a_capital_ship_that_raids_bears_a_hit_with_a_damage_marker_0_4() -> None:
    g = position(
        {"fast-battleship raid": 1},
        {BRITAIN: {"medium-bomber patrol": 1}},
        options=("surface-raiders",),
        dice=[1, 6, [4]],
    )
    raid(g)
    assert build.unit(g, SEA, "fast-battleship").hits == 1
    build.unit(g, SEA, "fast-battleship").task = "raid"
    g.use(type(g.chance)([1, 6, [4]]))
    raid(g)
    assert build.count(g, SEA, "fast-battleship") == 0


@pytest.mark.sections("9.12", "15.5")
def test_under_the_option_a_die_says_how_badly_a_raiding_capital_ship_is_hit_15_5() -> None:
    options = ("surface-raiders", "capital-ship-damage")
    for die, afloat in ((8, 1), (9, 0)):
        g = position(
            {"fast-battleship raid": 1}, {BRITAIN: {"medium-bomber patrol": 1}}, options=options, dice=[1, 6, [4], die]
        )
        raid(g)
        assert build.count(g, SEA, "fast-battleship") == afloat


@pytest.mark.sections("9.11/defense")
def test_a_seaplane_on_patrol_hits_no_surface_raider_9_11() -> None:
    g = position(
        {"heavy-cruiser raid": 1}, {BRITAIN: {"seaplane patrol": 1}}, options=("surface-raiders",), dice=[1, 6]
    )
    raid(g)
    g = position({"submarine raid": 1}, {BRITAIN: {"seaplane patrol": 1}}, dice=[1, 6, [1]])
    raid(g)
    assert build.count(g, SEA, "submarine") == 0


# Mines


@pytest.mark.sections("9.13", "App-B.32")
@pytest.mark.parametrize(
    "minelayer", ["submarine", "coastal-submarine", "advanced-submarine", "heavy-cruiser", "seaplane"]
)
def test_mines_raid_at_nothing_and_are_laid_in_safety_9_13(minelayer: str) -> None:
    defenders = {BRITAIN: {"destroyer escort": 2, "fighter patrol": 1}}
    g = position({f"{minelayer} mine": 1}, defenders, options=("mines",), dice=[6, 1])
    know(g, BRITAIN, "advanced-asw")
    assert raid(g) == []
    assert lost(g) == 0  # 6 against 1 and 2 escorts, a patrol and Advanced ASW
    assert len(rolls(g)) == 2 and build.count(g, SEA, minelayer) == 1
    g = position({f"{minelayer} mine": 1}, options=("mines",), dice=[6, 1])
    raid(g)
    assert lost(g) == 5


@pytest.mark.sections("9.13")
def test_only_three_kinds_of_unit_lay_mines_and_only_under_the_option_9_13() -> None:
    g = position({"submarine": 1, "light-cruiser": 1}, options=("mines",))
    in_hand(g, "submarine")
    assert "9.13" not in refused(g, Move((), "mine"))
    in_hand(g, "light-cruiser")
    assert "9.13" in refused(g, Move((), "mine"))
    g = position({"submarine": 1})
    in_hand(g, "submarine")
    assert "9.13" in refused(g, Move((), "mine"))


# Raiding aircraft


@pytest.mark.sections("9.14")
@pytest.mark.parametrize("aircraft", ["tactical-bomber", "medium-bomber", "seaplane"])
def test_aircraft_raid_at_one_and_go_back_on_patrol_9_14(aircraft: str) -> None:
    g = position({f"{aircraft} raid": 1}, options=("raiding-aircraft",), dice=[3, 2])
    raid(g)
    assert lost(g) == 2
    assert build.unit(g, SEA, aircraft).task == "patrol"


@pytest.mark.sections("9.14")
def test_other_aircraft_do_not_raid_nor_any_without_the_option_9_14() -> None:
    g = position({"fighter": 1, "medium-bomber": 1}, options=("raiding-aircraft",))
    in_hand(g, "fighter")
    assert "9.14" in refused(g, Move((), "raid"))
    in_hand(g, "medium-bomber")
    assert not {"9.11", "9.14"} & set(refused(g, Move((), "raid")))
    g = position({"medium-bomber": 1})
    in_hand(g, "medium-bomber")
    assert "9.14" in refused(g, Move((), "raid"))


@pytest.mark.sections("9.14")
def test_escorts_fire_at_raiding_aircraft_and_patrols_may_intercept_9_14() -> None:
    defenders = {BRITAIN: {"destroyer escort": 1, "fighter patrol": 1, "seaplane patrol": 1}}
    g = position({"medium-bomber raid": 2}, defenders, options=("raiding-aircraft",), dice=[[1, 12], [3], 6, 1, [4]])
    (asked,) = raid(g, Intercept(SEA, "fighter", 1))
    assert asked.who == BRITAIN and set(asked.options()) == {Done(), Intercept(SEA, "fighter", 1)}
    assert build.count(g, SEA, "fighter") == 0  # a bomber hit it at 1
    assert build.count(g, SEA, "medium-bomber") == 0  # one fell to the fighter, one to the destroyer
    assert lost(g) == 6 + 1 - 1 - 1 - 2


@pytest.mark.sections("9.14")
def test_patrols_may_stay_out_of_interception_and_make_no_roll_at_aircraft_9_14() -> None:
    g = position(
        {"medium-bomber raid": 1}, {BRITAIN: {"fighter patrol": 1}}, options=("raiding-aircraft",), dice=[1, 6]
    )
    raid(g, Done())
    assert build.count(g, SEA, "medium-bomber") == 1 and len(rolls(g)) == 2


# The Suez re-route


@pytest.mark.sections("15.2")
@pytest.mark.parametrize("gate", ["eastern-egypt", "gibraltar"])
def test_with_the_option_a_lost_gate_moves_british_trade_round_africa_15_2(gate: str) -> None:
    names = ("british-mediterranean", "east-african", "west-african")
    before = build.table(slot="italy", wars=[("italy", BRITAIN)], options=("suez-reroute",))
    after = build.table(slot="italy", wars=[("italy", BRITAIN)], owners={gate: "italy"}, options=("suez-reroute",))
    was = {name: convoys.left(before, line(before, name), BRITAIN) for name in names}
    now = {name: convoys.left(after, line(after, name), BRITAIN) for name in names}
    assert was["british-mediterranean"] > 0 and now["british-mediterranean"] == 0
    assert now["east-african"] == was["east-african"] + 3 and now["west-african"] == was["west-african"] + 3


@pytest.mark.sections("9.11")
def test_without_the_option_trade_is_not_rerouted_15_2() -> None:
    plain = build.table(slot="italy", wars=[("italy", BRITAIN)], owners={"eastern-egypt": "italy"}, options=())
    for name in ("east-african", "west-african"):
        assert convoys.left(plain, line(plain, name), BRITAIN) == line(plain, name).values[BRITAIN]


@pytest.mark.sections("15.2")
def test_a_gate_held_by_a_neutral_changes_nothing_15_2() -> None:
    g = build.table(slot="italy", owners={"eastern-egypt": "italy"}, options=("suez-reroute",))  # no war with Italy
    assert convoys.left(g, line(g, "east-african"), BRITAIN) == line(g, "east-african").values[BRITAIN]


# Equal positions


@pytest.mark.sections("9.11/defense")
def test_like_raiders_leave_like_positions_9_11() -> None:
    """Which of two equal submarines sinks makes no difference to the state."""
    states = []
    for faces in ([4, 12], [12, 4]):
        g = position({"submarine raid": 2}, {BRITAIN: {"destroyer escort": 2}}, dice=[1, 6, 1, 6, faces])
        raid(g)
        states.append(msgspec.msgpack.encode(g.state))
    assert states[0] == states[1]


@pytest.mark.sections("9.11/max")
def test_a_nation_out_of_the_game_has_nothing_left_to_lose_9_11() -> None:
    rows = (("atlantic", FRANCE, 5, SEA, "none", "none"), ("atlantic", BRITAIN, 3, SEA, "none", "none"))
    g = position(rows=rows)
    assert convoys.victims(g, GERMANY, SEA) == [FRANCE, BRITAIN]
    g.state.nations[FRANCE].surrendered = True
    assert convoys.victims(g, GERMANY, SEA) == [BRITAIN]
