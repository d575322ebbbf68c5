"""Sections 9.16 to 9.18, 7.8 and 15.10: bombing of facilities, rails, canals and units, rockets, attrition."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tutor.games.global_war import bombing, interception
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.combat import Intercept, Suffer
from tutor.games.global_war.actions.movement import Move
from tutor.games.global_war.bombing import find_bombings
from tutor.games.global_war.passages import why_closed
from tutor.games.global_war.state import G
from tutor.games.global_war.zones import passages

from . import build
from .acting import reason, refused
from .fighting import bomb, facility, fight, know, order, rolls

BRITAIN, GERMANY = "great-britain", "germany"
TARGET = "western-germany"
WARS = [(BRITAIN, GERMANY)]


def position(
    aircraft: dict[str, int] | None = None,
    defenders: dict[str, int] | None = None,
    *,
    at: str = TARGET,
    target: str = "minor-factory",
    task: str = "bomb",
    elsewhere: dict[str, dict[str, int]] | None = None,
    **fields: Any,
) -> G:
    """British aircraft over a German zone with one facility more than printed, on which they are sent."""
    units = {BRITAIN: {at: aircraft or {}}, GERMANY: {at: defenders or {}, **(elsewhere or {})}}
    fields.setdefault("printed_facilities", False)
    fields.setdefault("facilities", {at: ["minor-factory"]})
    fields.setdefault("options", ())
    g = build.table(slot=BRITAIN, wars=WARS, units=units, **fields)
    g.state.mover = BRITAIN
    aim = str(facility(g, at, target).id) if target in {f.type for f in g.state.facilities.values()} else target
    order(g, at, task, aim if task == "bomb" else "", owner=BRITAIN)
    return g


def works(g: G, type: str = "minor-factory", zone: str = TARGET) -> Any:
    return facility(g, zone, type)


def in_hand(g: G, zone: str, *types: str) -> None:
    g.state.hand = [build.unit(g, zone, type, BRITAIN).id for type in types]


# Damage


@pytest.mark.sections(
    "9.16", "0.9/strategic-bombing", "12.2/medium-bomber", "12.2/strategic-bomber", "7.8/heavy-strategic-bomber"
)
def test_bombers_do_one_two_or_three_dice_of_damage_9_16() -> None:
    g = position(
        {"medium-bomber": 1, "strategic-bomber": 2, "heavy-strategic-bomber": 1}, target="major-factory",
        facilities={TARGET: ["major-factory"]}, dice=[17, {"hit": 0}],
    )  # fmt: skip
    bomb(g)
    damage, guns = rolls(g)
    assert (damage["dice"], damage["sides"]) == (1 + 2 * 2 + 3, 6)
    assert (guns["dice"], guns["sides"]) == (4, 12)
    assert works(g, "major-factory").damage == 17


@pytest.mark.sections("9.18", "0.4", "12.3")
@pytest.mark.parametrize(
    ("type", "most"),
    [
        ("minor-factory", 5), ("medium-factory", 10), ("major-factory", 20), ("minor-port", 3), ("major-port", 5),
        ("minor-shipyard", 8), ("major-shipyard", 10), ("minor-dockyard", 3), ("major-dockyard", 6), ("air-base", 5),
        ("seaplane-base", 1), ("submarine-base", 3),
    ],
)  # fmt: skip
def test_no_facility_takes_more_than_its_maximum_9_18(type: str, most: int) -> None:
    g = position({"heavy-strategic-bomber": 2}, target=type, facilities={TARGET: [type]}, dice=[36, {"hit": 0}])
    bomb(g)
    assert works(g, type).damage == most
    in_hand(g, TARGET, "heavy-strategic-bomber")
    words = Move((TARGET,), "bomb", str(works(g, type).id))
    assert "9.18" in refused(g, words)


@pytest.mark.sections("9.18")
def test_damage_adds_up_over_raids_9_18() -> None:
    g = position({"medium-bomber": 1}, dice=[2, {"hit": 0}])
    bomb(g)
    order(g, TARGET, "bomb", str(works(g).id), owner=BRITAIN)
    g.use(type(g.chance)([2, {"hit": 0}]))
    bomb(g)
    assert works(g).damage == 4


@pytest.mark.sections("9.16")
def test_bombers_on_several_targets_roll_for_each_of_them_9_16() -> None:
    g = position(
        {"medium-bomber": 2, "strategic-bomber": 1},
        facilities={TARGET: ["minor-factory", "air-base"]},
        dice=[5, 3, {"hit": 0}, {"hit": 0}],
    )
    order(g, TARGET, "bomb", str(works(g, "air-base").id), types=["strategic-bomber"])
    bomb(g)
    assert works(g).damage == 5 and works(g, "air-base").damage == 3
    assert [roll["dice"] for roll in rolls(g)] == [2, 2, 2, 1]


@pytest.mark.sections("9.16", "12.3", "12.5")
def test_the_guns_of_a_facility_roll_a_die_for_every_bomber_9_16() -> None:
    g = position({"medium-bomber": 5, "fighter": 2}, dice=[30, [1, 2, 3, 4, 12]])
    bomb(g)
    _, guns = rolls(g)
    assert guns["dice"] == 5 and guns["groups"] == {"hit": [1, 2, 3]}
    assert build.count(g, TARGET, "medium-bomber") == 2  # more than three were shot at, escorts were not
    assert build.count(g, TARGET, "fighter") == 2
    assert works(g).damage == 5  # those shot down had dropped their bombs


@pytest.mark.sections("9.16")
def test_the_attacker_picks_the_bombers_that_guns_hit_9_16() -> None:
    g = position({"medium-bomber": 1, "strategic-bomber": 1}, dice=[9, [1, 12]])
    (asked,) = bomb(g, Suffer("medium-bomber"))
    assert asked.who == BRITAIN
    assert build.count(g, TARGET, "medium-bomber") == 0 and build.count(g, TARGET, "strategic-bomber") == 1


@pytest.mark.sections("9.16")
def test_bombers_are_free_to_land_afterwards_9_16() -> None:
    g = position({"medium-bomber": 1, "fighter": 1}, dice=[1, {"hit": 0}])
    bomb(g)
    assert {(u.task, u.target) for u in build.units_in(g, TARGET)} == {("", "")}
    assert find_bombings(g) == []


# Who bombs what


@pytest.mark.sections("9.16", "0.9/strategic-bombing")
def test_only_bombers_bomb_and_fighters_escort_them_9_16() -> None:
    g = position({"medium-bomber": 1, "fighter": 1, "tactical-bomber": 1}, task="")
    target = str(works(g).id)
    for types, section in (
        (("medium-bomber",), ""), (("medium-bomber", "fighter"), ""), (("fighter",), "9.16"),
        (("tactical-bomber",), "0.9/strategic-bombing"), (("medium-bomber", "tactical-bomber"), "0.9/strategic-bombing"),
    ):  # fmt: skip
        in_hand(g, TARGET, *types)
        found = {"9.16", "0.9/strategic-bombing"} & set(refused(g, Move((TARGET,), "bomb", target)))
        assert found == ({section} if section else set()), types


@pytest.mark.sections("9.16")
def test_escorts_may_follow_bombers_that_are_there_9_16() -> None:
    g = position({"medium-bomber": 1, "fighter": 1})
    in_hand(g, TARGET, "fighter")
    assert "9.16" not in refused(g, Move((TARGET,), "bomb", str(works(g).id)))


@pytest.mark.sections("9.16")
def test_a_target_must_be_there_and_be_an_enemys_9_16() -> None:
    g = position({"medium-bomber": 1}, task="", facilities={TARGET: ["minor-factory"], "belgium": ["minor-factory"]})
    in_hand(g, TARGET, "medium-bomber")
    for path, words, section in (
        ((TARGET,), "", "9.16"), ((TARGET,), "99999", "9.16"), ((TARGET,), "the moon", "9.16"),
        (("north-sea",), str(works(g).id), "9.16"), (("belgium",), str(works(g, zone="belgium").id), "8.1"),
        ((TARGET,), str(works(g, zone="belgium").id), "9.16"),
    ):  # fmt: skip
        assert section in refused(g, Move(path, "bomb", words)), (path, words)
    assert "Declare war" in reason(g, Move(("belgium",), "bomb", str(works(g, zone="belgium").id)))


@pytest.mark.sections("12.7", "12.9")
def test_fortifications_and_coastal_artillery_cannot_be_bombed_12_7() -> None:
    g = position(
        {"medium-bomber": 1},
        task="",
        facilities={TARGET: ["minor-factory", "fortification netherlands", "coastal-artillery north-sea"]},
    )
    in_hand(g, TARGET, "medium-bomber")
    assert "12.7" in refused(g, Move((TARGET,), "bomb", str(works(g, "fortification").id)))
    assert "12.9" in refused(g, Move((TARGET,), "bomb", str(works(g, "coastal-artillery").id)))
    assert bombing.bombable(g, BRITAIN, TARGET)[0] == str(works(g).id)


@pytest.mark.sections("9.16")
def test_a_zone_taken_in_the_meantime_is_bombed_no_more_9_16() -> None:
    g = position({"medium-bomber": 1})
    (battle,) = find_bombings(g)
    g.state.owners[TARGET] = BRITAIN
    fight(g, battle)
    assert works(g).damage == 0 and rolls(g) == []


# Interception


@pytest.mark.sections("9.16", "9.16/interception")
def test_fighters_over_their_zone_intercept_for_one_round_9_16() -> None:
    g = position({"strategic-bomber": 2, "fighter": 1}, {"fighter": 2}, dice=[[1, 12], [3], [3, 4], 7, {"hit": 0}])
    asked = bomb(g, Intercept(TARGET, "fighter", 2), Suffer("fighter"))
    assert [a.who for a in asked] == [GERMANY, BRITAIN]
    bombers, escort, interceptors, *_ = rolls(g)
    assert [len(r["groups"]["hit"]) for r in (bombers, escort, interceptors)] == [1, 3, 3]
    assert build.count(g, TARGET, "fighter", GERMANY) == 0  # one fell to a bomber, one to the escort
    assert build.count(g, TARGET, "fighter", BRITAIN) == 0  # the escort took the hit for the bombers
    assert rolls(g)[3]["dice"] == 4  # both bombers reach their target


@pytest.mark.sections("9.16/interception")
def test_bombers_shot_down_by_fighters_drop_no_bombs_9_16() -> None:
    g = position({"strategic-bomber": 1}, {"fighter": 1}, dice=[[2], [1]])
    bomb(g, Intercept(TARGET, "fighter", 1))
    assert build.count(g, TARGET, "strategic-bomber") == 0 and works(g).damage == 0


@pytest.mark.sections("9.16/interception")
def test_hits_in_interception_are_simultaneous_9_16() -> None:
    g = position({"medium-bomber": 1}, {"fighter": 1}, dice=[[1], [1]])
    bomb(g, Intercept(TARGET, "fighter", 1))
    assert build.units_in(g, TARGET) == []


@pytest.mark.sections("9.16")
def test_the_defender_may_stay_on_the_ground_9_16() -> None:
    g = position({"medium-bomber": 1}, {"fighter": 3}, dice=[3, {"hit": 0}])
    (asked,) = bomb(g, Done())
    assert set(asked.options()) == {Done(), *(Intercept(TARGET, "fighter", n) for n in (1, 2, 3))}
    assert works(g).damage == 3


@pytest.mark.sections("9.16/interception", "7.8/radar")
@pytest.mark.parametrize(
    ("type", "value", "with_radar"),
    [
        ("fighter", 3, 4), ("jet-fighter", 5, 6), ("medium-bomber", 1, 1), ("strategic-bomber", 1, 1),
        ("heavy-strategic-bomber", 2, 2), ("tactical-bomber", 0, 0), ("air-transport", 0, 0),
    ],
)  # fmt: skip
def test_interception_values_9_16(type: str, value: int, with_radar: int) -> None:
    g = position({type: 1})
    unit = build.unit(g, TARGET, type)
    assert interception.interception_value(g, unit) == value
    know(g, BRITAIN, "radar")
    assert interception.interception_value(g, unit) == with_radar


@pytest.mark.sections("9.16", "8.6")
def test_an_air_base_next_door_sends_up_three_fighters_9_16() -> None:
    base = {"facilities": {TARGET: ["minor-factory"], "bavaria": ["air-base"]}}
    g = position(
        {"medium-bomber": 1}, elsewhere={"bavaria": {"fighter": 5}}, dice=[[12], [12, 12, 12], 3, {"hit": 0}], **base
    )
    (asked,) = bomb(g, Intercept("bavaria", "fighter", 3))
    assert max(option.count for option in asked.options() if isinstance(option, Intercept)) == 3
    assert build.count(g, "bavaria", "fighter") == 5
    order(g, TARGET, "bomb", str(works(g).id), owner=BRITAIN)
    g.use(type(g.chance)([1, {"hit": 0}]))
    assert bomb(g) == []  # the base has sent up its three this turn
    g.state.asked.clear()
    know(g, GERMANY, "radar")
    assert len(interception.candidates(g, g.state.battle)) == 5


@pytest.mark.sections("9.16", "8.6")
def test_scrambling_from_next_door_takes_a_working_base_9_16() -> None:
    far = {"bavaria": {"fighter": 2}, "east-prussia": {"fighter": 2}}
    g = position(
        {"medium-bomber": 1},
        elsewhere=far,
        facilities={TARGET: ["minor-factory"], "east-prussia": ["air-base"]},
        dice=[3, {"hit": 0}],
    )
    assert bomb(g) == []  # no base in Bavaria, and East Prussia is not adjacent
    g = position(
        {"medium-bomber": 1},
        elsewhere=far,
        facilities={TARGET: ["minor-factory"], "bavaria": ["air-base"]},
        damage={"bavaria": {"air-base": 1}},
        dice=[3, {"hit": 0}],
    )
    assert bomb(g) == []


@pytest.mark.sections("9.16", "8.6")
def test_wrong_interceptions_are_explained_9_16() -> None:
    g = position(
        {"medium-bomber": 1},
        {"fighter": 1},
        elsewhere={"bavaria": {"fighter": 4}},
        facilities={TARGET: ["minor-factory"], "bavaria": ["air-base"]},
    )
    (battle,) = find_bombings(g)
    g.state.battle = battle
    assert refused(g, Intercept("bavaria", "fighter", 4)) == ["8.6"]
    assert refused(g, Intercept(TARGET, "fighter", 2)) == ["9.16"]
    assert refused(g, Intercept("berlin", "fighter", 1)) == ["8.6"]
    assert refused(g, Intercept("nowhere", "fighter", 1)) == ["1.1"]
    assert refused(g, Intercept(TARGET, "spitfire", 1)) == ["12.2"]
    assert refused(g, Intercept(TARGET, "fighter", 0)) == ["0.1"]


@pytest.mark.sections("9.16")
def test_with_the_stricter_reading_fighters_of_the_zone_need_a_base_9_16() -> None:
    reading = ("reading-interception-from-bases",)
    g = position({"medium-bomber": 1}, {"fighter": 1}, options=reading, dice=[3, {"hit": 0}])
    assert bomb(g) == []
    g = position(
        {"medium-bomber": 1},
        {"fighter": 1},
        options=reading,
        facilities={TARGET: ["minor-factory", "air-base"]},
        dice=[3, {"hit": 0}],
    )
    assert len(bomb(g, Done())) == 1


@pytest.mark.sections("9.16")
def test_friends_of_the_owner_intercept_too_but_not_strangers_9_16() -> None:
    g = build.table(
        slot=GERMANY, wars=[(GERMANY, BRITAIN), (GERMANY, "france")], options=(), printed_facilities=False,
        facilities={"paris": ["minor-factory"]},
        units={GERMANY: {"paris": {"medium-bomber": 1}}, BRITAIN: {"paris": {"fighter": 1}}, "usa": {"paris": {"fighter": 1}}},
    )  # fmt: skip
    order(g, "paris", "bomb", str(works(g, zone="paris").id), owner=GERMANY)
    (battle,) = find_bombings(g)
    assert [u.owner for u in interception.candidates(g, battle)] == [BRITAIN]


# Railroads, canals, construction


@pytest.mark.sections("12.10")
@pytest.mark.parametrize(("other", "most"), [("berlin", 1), ("bavaria", 2)])
def test_railroads_take_one_point_two_in_rough_ground_and_have_no_guns_12_10(other: str, most: int) -> None:
    zones = sorted((TARGET, other))
    words = f"rail {zones[0]}|{zones[1]}"
    g = position({"medium-bomber": 2}, target=words, options=("mountains",), dice=[8])
    bomb(g)
    assert g.state.rail_damage == {f"{zones[0]}|{zones[1]}": most}
    assert build.count(g, TARGET, "medium-bomber") == 2
    in_hand(g, TARGET, "medium-bomber")
    assert "9.18" in refused(g, Move((TARGET,), "bomb", words))
    assert "9.16" in refused(g, Move((TARGET,), "bomb", "rail berlin|nowhere"))


@pytest.mark.sections("15.10")
def test_a_canal_is_closed_from_five_points_and_takes_ten_15_10() -> None:
    canal = "kaiser-wilhelm-canal"
    g = position({"medium-bomber": 1}, target=canal, options=("canal-bombing",), dice=[4, {"hit": 0}])
    bomb(g)
    passage = passages(g)[canal]
    assert g.state.canal_damage == {canal: 4} and why_closed(g, GERMANY, passage) is None
    order(g, TARGET, "bomb", canal, owner=BRITAIN)
    g.use(type(g.chance)([1, {"hit": 1}]))
    bomb(g)
    assert g.state.canal_damage == {canal: 5} and why_closed(g, GERMANY, passage)
    assert build.count(g, TARGET, "medium-bomber") == 0  # canals have guns
    g = position({"heavy-strategic-bomber": 4}, target=canal, options=("canal-bombing",), dice=[72, {"hit": 0}])
    bomb(g)
    assert g.state.canal_damage == {canal: 10}


@pytest.mark.sections("15.10")
def test_canals_are_bombed_only_under_the_option_and_straits_never_15_10() -> None:
    g = position({"medium-bomber": 1}, task="")
    in_hand(g, TARGET, "medium-bomber")
    assert "15.10" in refused(g, Move((TARGET,), "bomb", "kaiser-wilhelm-canal"))
    g = position({"medium-bomber": 1}, task="", options=("canal-bombing",), owners={"denmark": GERMANY})
    assert "kaiser-wilhelm-canal" in bombing.bombable(g, BRITAIN, TARGET)
    assert not any("strait" in words for words in bombing.bombable(g, BRITAIN, "denmark"))


@pytest.mark.sections("7.3/damage-construction")
@pytest.mark.parametrize(
    ("before", "points", "paid", "damage"),
    [(0, 4, 2, 4), (0, 5, 1, 0), (2, 2, 2, 4), (2, 3, 1, 0), (0, 6, 1, 0)],
)
def test_a_facility_under_construction_is_set_back_beyond_four_points_7_3(
    before: int, points: int, paid: int, damage: int
) -> None:
    production = {GERMANY: [{"what": "major-factory", "paid": 2, "zone": TARGET}]}
    g = position({"medium-bomber": 1}, options=("damage-construction",), production=production, dice=[points])
    (item,) = g.state.production
    item.damage = before
    order(g, TARGET, "bomb", f"item {item.id}", owner=BRITAIN)
    bomb(g)
    assert (item.paid, item.damage) == (paid, damage)
    assert build.count(g, TARGET, "medium-bomber") == 1  # it has no guns


@pytest.mark.sections("7.3/damage-construction")
def test_construction_pushed_past_its_start_is_gone_7_3() -> None:
    production = {
        GERMANY: [{"what": "medium-factory", "paid": 1, "zone": TARGET}, {"what": "fleet-carrier", "paid": 1}]
    }
    g = position({"medium-bomber": 1}, options=("damage-construction",), production=production, dice=[5])
    item = g.state.production[0]
    order(g, TARGET, "bomb", f"item {item.id}", owner=BRITAIN)
    bomb(g)
    assert [one.what for one in g.state.production] == ["fleet-carrier"]


@pytest.mark.sections("7.3/damage-construction")
def test_construction_is_bombed_only_under_the_option_7_3() -> None:
    production = {GERMANY: [{"what": "medium-factory", "paid": 1, "zone": TARGET}]}
    g = position({"medium-bomber": 1}, task="", production=production)
    in_hand(g, TARGET, "medium-bomber")
    item = g.state.production[0]
    assert "7.3/damage-construction" in refused(g, Move((TARGET,), "bomb", f"item {item.id}"))


# Carpet bombing


def carpet(aircraft: dict[str, int], defenders: dict[str, int], **fields: Any) -> G:
    return position(aircraft, defenders, task="carpet", **fields)


@pytest.mark.sections("9.17", "12.2/strategic-bomber", "7.8/heavy-strategic-bomber")
def test_carpet_bombing_rolls_three_or_five_dice_at_two_9_17() -> None:
    g = carpet(
        {"strategic-bomber": 1, "heavy-strategic-bomber": 1}, {"infantry": 9}, dice=[[1, 2, 3], [2, 12, 12, 12, 12]]
    )
    bomb(g)
    assert [(roll["dice"], roll["groups"]["hit"]) for roll in rolls(g)] == [(3, [1, 2]), (5, [1, 2])]
    assert build.count(g, TARGET, "infantry") == 6


@pytest.mark.sections("9.17")
def test_the_defender_picks_land_units_only_9_17() -> None:
    g = carpet({"strategic-bomber": 1}, {"infantry": 1, "medium-armor": 1, "tactical-bomber": 1}, dice=[[1, 12, 12]])
    (asked,) = bomb(g, Suffer("infantry"))
    assert asked.who == GERMANY
    assert {option.type for option in asked.options()} == {"infantry", "medium-armor"}
    g = carpet({"strategic-bomber": 1}, {"infantry": 1, "tactical-bomber": 1}, dice=[[1, 1, 1]])
    bomb(g)
    assert [u.type for u in build.units_in(g, TARGET) if u.owner == GERMANY] == ["tactical-bomber"]


@pytest.mark.sections("9.17", "12.2/aa-artillery")
def test_aa_artillery_shoots_at_carpet_bombers_and_nobody_else_does_9_17() -> None:
    g = carpet({"strategic-bomber": 4}, {"infantry": 5, "aa-artillery": 1}, dice=[[3, 4, 12], [1] + [12] * 11])
    (asked,) = bomb(g, Suffer("infantry"))
    guns, bombs = rolls(g)
    assert (guns["dice"], guns["groups"]["hit"]) == (3, [1, 2, 3])  # three dice at most, though there are four bombers
    assert bombs["dice"] == 12  # the bomber that was hit still drops its bombs
    assert build.count(g, TARGET, "strategic-bomber") == 3 and build.count(g, TARGET, "infantry") == 4
    assert asked.section == "9.17"


@pytest.mark.sections("9.17")
def test_each_aa_artillery_has_a_die_for_every_aircraft_9_17() -> None:
    g = carpet({"strategic-bomber": 2}, {"aa-artillery": 3}, dice=[[12] * 6, [1] + [12] * 5])
    bomb(g)
    assert rolls(g)[0]["dice"] == 6 and build.count(g, TARGET, "aa-artillery") == 2


@pytest.mark.sections("9.17", "9.16/interception")
def test_carpet_losses_leave_when_the_round_is_over_9_17() -> None:
    g = carpet({"strategic-bomber": 1}, {"fighter": 1, "infantry": 2}, dice=[[1], [1], [1, 12, 12]])
    bomb(g, Intercept(TARGET, "fighter", 1))
    assert rolls(g)[-1]["dice"] == 3  # the bomber was hit, and bombed nevertheless
    assert [u.type for u in build.units_in(g, TARGET)] == ["infantry"]


@pytest.mark.sections("9.17")
def test_who_may_carpet_bomb_what_9_17() -> None:
    g = carpet({"strategic-bomber": 1, "medium-bomber": 1, "fighter": 1}, {"infantry": 1})
    order(g, TARGET, "", owner=BRITAIN)
    for types, allowed in (
        (("strategic-bomber",), True), (("strategic-bomber", "fighter"), True), (("medium-bomber",), False),
        (("fighter",), False), (("strategic-bomber", "medium-bomber"), False),
    ):  # fmt: skip
        in_hand(g, TARGET, *types)
        assert ("9.17" not in refused(g, Move((TARGET,), "carpet"))) is allowed, types
    in_hand(g, TARGET, "strategic-bomber")
    assert "No enemy land unit" in reason(g, Move(("bavaria",), "carpet"))


@pytest.mark.sections("1.10", "9.17")
def test_the_jungle_takes_two_dice_of_every_bomber_1_10() -> None:
    units = {
        BRITAIN: {"burma": {"strategic-bomber": 3, "heavy-strategic-bomber": 2}},
        "japan": {"burma": {"infantry": 9}},
    }
    g = build.table(
        slot=BRITAIN,
        wars=[(BRITAIN, "japan")],
        owners={"burma": "japan"},
        units=units,
        options=("jungles",),
        dice=[{"hit": 0}, {"hit": 0}],
    )
    order(g, "burma", "carpet", owner=BRITAIN)
    bomb(g)
    assert [roll["dice"] for roll in rolls(g)] == [3, 6]


# Rockets


def rockets(task: str, target: str, zone: str = "alsace-lorraine", **fields: Any) -> G:
    fields.setdefault("units", {GERMANY: {TARGET: {"infantry": 2, "fighter": 3, "aa-artillery": 1}}, BRITAIN: {}})
    units = fields.pop("units")
    units[BRITAIN] = {**units.get(BRITAIN, {}), zone: {"strategic-rocket": 1}}
    g = build.table(
        slot=BRITAIN, wars=WARS, printed_facilities=False, facilities={TARGET: ["minor-factory", "air-base"]},
        owners={zone: BRITAIN}, units=units, **{"options": (), **fields},
    )  # fmt: skip
    g.state.mover = BRITAIN
    aim = str(works(g).id) if target == "minor-factory" else target
    order(g, zone, task, f"{TARGET} {aim}".strip(), owner=BRITAIN)
    return g


@pytest.mark.sections("7.8/strategic-rockets", "9.16")
def test_a_rocket_does_a_die_of_damage_and_nothing_can_stop_it_7_8() -> None:
    g = rockets("bomb", "minor-factory", dice=[4])
    (battle,) = find_bombings(g)
    assert (battle.kind, battle.zone) == ("rocket", TARGET)
    assert fight(g, battle) == []  # no interception, no guns
    assert works(g).damage == 4
    assert build.count(g, "alsace-lorraine", "strategic-rocket") == 1


@pytest.mark.sections("7.8/strategic-rockets", "9.17")
def test_a_rocket_carpet_bombs_with_one_die_7_8() -> None:
    g = rockets("carpet", "", dice=[[2]])
    bomb(g, Suffer("infantry"))
    (roll,) = rolls(g)
    assert (roll["dice"], roll["groups"]["hit"]) == (1, [1, 2])
    assert build.count(g, TARGET, "infantry") == 1 and build.count(g, "alsace-lorraine", "strategic-rocket") == 1


@pytest.mark.sections("7.8/strategic-rockets", "0.8")
@pytest.mark.parametrize(
    ("zone", "reaches"),
    [("alsace-lorraine", True), ("paris", True), ("southern-france", True), ("moscow", False), ("madrid", False)],
)
def test_rockets_fly_three_zones_7_8(zone: str, reaches: bool) -> None:
    g = rockets("", "", zone=zone)
    assert (g.board.distance(zone, TARGET) <= 3) is reaches
    in_hand(g, zone, "strategic-rocket")
    assert ("7.8/strategic-rockets" not in refused(g, Move((TARGET,), "bomb", str(works(g).id)))) is reaches


@pytest.mark.sections("7.8/strategic-rockets")
def test_rockets_are_fired_by_themselves_7_8() -> None:
    units = {GERMANY: {TARGET: {"infantry": 1}}, BRITAIN: {"alsace-lorraine": {"medium-bomber": 1}}}
    g = build.table(
        slot=BRITAIN,
        wars=WARS,
        options=(),
        units={**units, BRITAIN: {"alsace-lorraine": {"medium-bomber": 1, "strategic-rocket": 1}}},
        owners={"alsace-lorraine": BRITAIN},
    )
    g.state.mover = BRITAIN
    in_hand(g, "alsace-lorraine", "medium-bomber", "strategic-rocket")
    target = bombing.bombable(g, BRITAIN, TARGET)[0]
    assert "7.8/strategic-rockets" in refused(g, Move((TARGET,), "bomb", target))


@pytest.mark.sections("1.10", "7.8/strategic-rockets")
def test_a_rocket_has_no_die_left_in_the_jungle_1_10() -> None:
    g = build.table(
        slot=BRITAIN, wars=[(BRITAIN, "japan")], owners={"burma": "japan"}, options=("jungles",),
        units={BRITAIN: {"bengal": {"strategic-rocket": 1}}, "japan": {"burma": {"infantry": 1}}},
    )  # fmt: skip
    g.state.mover = BRITAIN
    in_hand(g, "bengal", "strategic-rocket")
    assert "1.10" in refused(g, Move(("burma",), "carpet"))


# Attrition


def attrition(guns: dict[str, int], defenders: dict[str, int], **fields: Any) -> G:
    g = build.table(
        slot=BRITAIN, wars=WARS, owners={"alsace-lorraine": BRITAIN},
        units={BRITAIN: {"alsace-lorraine": guns}, GERMANY: {TARGET: defenders}}, **{"options": (), **fields},
    )  # fmt: skip
    g.state.mover = BRITAIN
    order(g, "alsace-lorraine", "attrition", TARGET, owner=BRITAIN)
    return g


@pytest.mark.sections("7.8/advanced-artillery")
def test_an_attrition_attack_is_one_round_at_two_without_reply_7_8() -> None:
    g = attrition(
        {"adv-artillery": 2, "adv-sp-artillery": 1}, {"infantry": 3, "artillery": 1, "fighter": 1}, dice=[[1, 2, 3]]
    )
    (battle,) = find_bombings(g)
    assert battle.kind == "attrition"
    asked = fight(g, battle, Suffer("infantry"), Suffer("infantry"))
    assert {a.who for a in asked} == {GERMANY}
    (roll,) = rolls(g)
    assert (roll["dice"], roll["groups"]["hit"]) == (3, [1, 2])
    assert build.count(g, TARGET, "infantry") == 1 and build.count(g, "alsace-lorraine") == 3
    assert g.state.owners[TARGET] == GERMANY


@pytest.mark.sections("7.8/advanced-artillery")
def test_only_advanced_artillery_shells_and_only_the_next_zone_7_8() -> None:
    g = attrition({"adv-artillery": 1, "artillery": 1, "adv-sp-artillery": 1}, {"infantry": 1})
    here = "alsace-lorraine"
    for types, path, allowed in (
        (("adv-artillery",), (TARGET,), True), (("adv-sp-artillery",), (TARGET,), True), (("artillery",), (TARGET,), False),
        (("adv-artillery",), ("berlin",), False), (("adv-artillery",), ("bavaria",), False),
    ):  # fmt: skip
        in_hand(g, here, *types)
        assert ("7.8/advanced-artillery" not in refused(g, Move(path, "attrition"))) is allowed, (types, path)


# Together


@pytest.mark.sections("9.16", "9.17")
def test_every_kind_of_bombing_is_its_own_battle_9_16() -> None:
    g = position({"medium-bomber": 1, "strategic-bomber": 1, "fighter": 2}, {"infantry": 1})
    order(g, TARGET, "carpet", types=["strategic-bomber"])
    assert [(b.kind, b.zone, b.defender, len(b.attackers)) for b in find_bombings(g)] == [
        ("bombing", TARGET, GERMANY, 3), ("carpet", TARGET, GERMANY, 1),
    ]  # fmt: skip


@pytest.mark.sections("9.24", "9.17")
def test_bombs_that_kill_the_last_unit_of_a_minor_defeat_it_9_24() -> None:
    g = build.table(
        slot=GERMANY, wars=[(GERMANY, "netherlands")], minors={"netherlands": {"controller": BRITAIN}}, options=(),
        units={GERMANY: {"netherlands": {"strategic-bomber": 1}}, "netherlands": {"netherlands": {"infantry": 1}}},
        dice=[[1, 12, 12]],
    )  # fmt: skip
    order(g, "netherlands", "carpet", owner=GERMANY)
    bomb(g)
    assert g.state.minors["netherlands"].defeated and g.state.owners["netherlands"] == "netherlands"


@pytest.mark.sections("9.16")
def test_equal_bombers_leave_equal_positions_9_16() -> None:
    states = []
    for faces in ([1, 12], [12, 1]):
        g = position({"medium-bomber": 2}, dice=[4, faces])
        bomb(g)
        states.append(msgspec.msgpack.encode(g.state))
    assert states[0] == states[1]
