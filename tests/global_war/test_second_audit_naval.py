"""A second reading of ships, submarines, raids and bombs, played from Combat Movement on: 8.7 to 8.11, 9.4, 9.6 to 9.18."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.session import Session
from tutor.games.global_war.actions.combat import Evade, Intercept, Submerge, Suffer
from tutor.games.global_war.actions.movement import Decline, Engage, Move, Pick
from tutor.games.global_war.turns import begin_national_turn

from . import build
from .fights import rolls, told
from .moving import combat, done, non_combat, pick, sections, send

MISS, HIT = {"hit": 0}, {"hit": 1}
CHANNEL, NORTH_SEA, WEST = "english-channel", "north-sea", "western-approaches"
ATLANTIC = "northeast-atlantic"
BRITAIN, GERMANY, ITALY = "great-britain", "germany", "italy"
WAR = [(GERMANY, BRITAIN), (ITALY, BRITAIN)]


def meet(german: dict[str, int], british: dict[str, int], **more: Any) -> Session:
    """German units in the North Sea, British ones in the Channel; it is Germany's Combat Movement."""
    more.setdefault("units", {GERMANY: {NORTH_SEA: german}, BRITAIN: {CHANNEL: british}})
    return combat(GERMANY, wars=WAR, **more)


# What sections a naval battle is told under (9.6)


@pytest.mark.sections("9.6")
def test_the_rounds_of_a_naval_battle_are_told_under_its_own_section_9_6() -> None:
    s = meet({"destroyer": 1}, {"destroyer": 1})
    send(s, NORTH_SEA, "destroyer", CHANNEL)
    s.suppose(HIT, MISS)
    done(s)
    assert {e.section for e in s.log if e.kind in ("battle", "round", "ended")} == {"9.6"}


# Who has said that it fights does (8.7, 8.9)


@pytest.mark.sections("8.7/on-patrol", "8.9/entering-sub-zone")
@pytest.mark.parametrize("watch", ["medium-bomber patrol", "submarine"])
def test_who_has_stopped_ships_to_fight_them_may_not_decline_later_8_7(watch: str) -> None:
    s = meet({"destroyer": 1}, {watch: 1})
    send(s, NORTH_SEA, "destroyer", CHANNEL, WEST)
    s.submit(Engage())
    s.suppose(*[MISS] * 2)
    done(s)
    assert told(s, "battle") and len(told(s, "reply")) == 1, "it is not asked a second time"


@pytest.mark.sections("8.7/on-patrol", "8.9/entering-sub-zone")
@pytest.mark.parametrize("watch", ["medium-bomber patrol", "submarine"])
def test_who_has_let_one_group_pass_may_fight_the_next_8_9(watch: str) -> None:
    s = meet({"destroyer": 1, "light-cruiser": 1}, {watch: 1})
    send(s, NORTH_SEA, "destroyer", CHANNEL, WEST)
    s.submit(Decline())
    assert build.count(s.table, WEST, "destroyer") == 1
    send(s, NORTH_SEA, "light-cruiser", CHANNEL)
    done(s)
    s.suppose(*[MISS] * 2)
    s.submit(Engage())
    assert told(s, "battle")


@pytest.mark.sections("8.7/on-patrol")
def test_a_patrol_cannot_decline_where_the_opponent_has_a_patrol_of_his_own_8_7() -> None:
    units = {
        GERMANY: {NORTH_SEA: {"destroyer": 1}, CHANNEL: {"fighter patrol": 1}},
        BRITAIN: {CHANNEL: {"fighter patrol": 1}},
    }
    s = combat(GERMANY, wars=WAR, units=units)
    pick(s, NORTH_SEA, "destroyer")
    assert sections(s, Move((CHANNEL, WEST))) == ["8.7/on-patrol"]
    s.submit(Move((CHANNEL,)))
    s.suppose(*[MISS] * 2)
    done(s)
    assert told(s, "battle") and not told(s, "reply")


# Submarines (8.9)


@pytest.mark.sections("8.9", "8.9/moving-sub")
@pytest.mark.parametrize("evades", [True, False])
def test_a_submarine_that_the_patrol_lets_be_need_not_attack_the_fleet_8_9(evades: bool) -> None:
    s = meet({"submarine": 1}, {"destroyer": 1, "battleship": 1, "medium-bomber patrol": 1})
    send(s, NORTH_SEA, "submarine", CHANNEL)
    done(s)
    s.submit(Decline())
    assert s.decision is not None and (s.decision.who, s.decision.section) == (GERMANY, "8.9")
    s.suppose(*([] if evades else [MISS] * 3))
    s.submit(Evade() if evades else Engage())
    assert bool(told(s, "battle")) is not evades
    assert build.count(s.table, CHANNEL) == 4


@pytest.mark.sections("8.9")
def test_a_submarine_may_attack_a_carrier_group_that_stays_clear_of_it_8_9() -> None:
    s = meet({"fleet-carrier": 1, "fighter aboard": 1, "light-cruiser": 1}, {"submarine": 1})
    send(s, NORTH_SEA, ["fleet-carrier", "light-cruiser"], CHANNEL, task="decline")
    done(s)
    assert s.decision is not None and (s.decision.who, s.decision.section) == (BRITAIN, "8.9")
    s.suppose(*[MISS] * 4)
    s.submit(Engage())
    assert (1, 5) in rolls(s), "it fights of its own will, so the cruiser may hit it too"


# Behind a screen (8.10, 9.7)


@pytest.mark.sections("8.10", "9.7")
@pytest.mark.parametrize("watch", ["medium-bomber patrol", "submarine"])
def test_what_the_screen_deals_with_does_not_stop_the_force_behind_it_8_10(watch: str) -> None:
    s = meet({"destroyer": 1, "battleship": 1}, {"light-cruiser": 1, watch: 1}, options=["screening"])
    send(s, NORTH_SEA, "destroyer", CHANNEL, task="screen")
    send(s, NORTH_SEA, "battleship", CHANNEL, WEST)
    assert build.unit(s.table, CHANNEL, "battleship").task == "behind", "nobody is asked yet"
    done(s)
    s.suppose(*[MISS] * 3)
    s.submit(Engage())
    assert told(s, "battle")[0].startswith("English Channel: German Destroyer against")


@pytest.mark.sections("8.10", "8.7/on-patrol", "8.9/moving-sub")
@pytest.mark.parametrize("force", [{"light-carrier": 1, "fighter aboard": 1}, {"submarine": 1}])
def test_carriers_and_submarines_go_past_a_patrol_behind_a_screen_8_10(force: dict[str, int]) -> None:
    ship = next(iter(force))
    s = meet({"destroyer": 1, **force}, {"light-cruiser": 1, "medium-bomber patrol": 1}, options=["screening"])
    pick(s, NORTH_SEA, ship)
    assert sections(s, Move((CHANNEL, WEST)))
    s.submit(s.legal()[0])  # put back
    send(s, NORTH_SEA, "destroyer", CHANNEL, task="screen")
    send(s, NORTH_SEA, ship, CHANNEL, WEST)
    assert build.unit(s.table, CHANNEL, ship).task == "behind"


@pytest.mark.sections("8.9", "8.10")
def test_carriers_behind_a_screen_do_not_hold_submarines_8_9() -> None:
    s = meet({"destroyer": 1, "light-carrier": 1, "fighter aboard": 1}, {"submarine": 1}, options=["screening"])
    send(s, NORTH_SEA, "destroyer", CHANNEL, task="screen")
    send(s, NORTH_SEA, "light-carrier", CHANNEL, WEST)
    done(s)
    assert s.decision is not None and s.decision.section == "8.9"
    s.submit(Decline())
    assert build.count(s.table, WEST, "light-carrier") == 1


@pytest.mark.sections("9.7", "8.9")
def test_submarines_that_screen_fight_what_is_there_9_7() -> None:
    german = {"submarine": 1, "naval-transport": 1}
    s = meet(german, {"destroyer": 1, "medium-bomber patrol": 1}, options=["screening"])
    send(s, NORTH_SEA, "submarine", CHANNEL, task="screen")
    send(s, NORTH_SEA, "naval-transport", CHANNEL, WEST)
    done(s)
    s.suppose(MISS, HIT, MISS)
    s.submit(Engage())
    assert told(s, "battle") and build.count(s.table, NORTH_SEA, "naval-transport") == 1


@pytest.mark.sections("9.7", "9.8")
@pytest.mark.parametrize(
    ("met", "lands"),
    [
        ({"naval-transport": 1}, True),
        ({"light-carrier": 1}, True),
        ({"submarine": 1}, True),
        ({"light-carrier": 1, "fighter aboard": 1}, False),
        ({"destroyer escort": 1}, False),
        ({"medium-bomber patrol": 1}, False),
    ],
)
def test_a_force_that_comes_to_land_fights_only_what_bars_its_landing_9_7(met: dict[str, int], lands: bool) -> None:
    british = {"destroyer": 2, "battleship": 1, "naval-transport": 1, "infantry aboard": 2}
    zones = {NORTH_SEA: {"destroyer": 1}, "norway": {"infantry": 1}, "norwegian-sea": met}
    s = combat(
        BRITAIN, options=["screening"], wars=WAR, owners={"norway": GERMANY},
        units={BRITAIN: {CHANNEL: british}, GERMANY: zones},
    )  # fmt: skip
    send(s, CHANNEL, ("destroyer", 2), NORTH_SEA, task="screen")
    send(s, CHANNEL, ["naval-transport", "battleship"], NORTH_SEA, "norwegian-sea")
    send(s, NORTH_SEA, ("infantry", 2), "norway")
    s.suppose(HIT, MISS, HIT, *[MISS] * 4)
    done(s)
    assert (s.state.owners["norway"] == BRITAIN) is lands


# Capital ships that are hit (0.9, 15.5)


@pytest.mark.sections("9.11/defense", "0.9/capital-ship")
def test_the_raider_may_put_several_hits_on_ships_that_bear_them_9_11() -> None:
    raiders = {"fast-battleship": 2, "destroyer": 1}
    units = {GERMANY: {ATLANTIC: raiders}, BRITAIN: {ATLANTIC: {"fighter patrol": 3}}}
    s = combat(GERMANY, wars=WAR, options=["surface-raiders"], units=units, nations={BRITAIN: {"cash": 20}})
    send(s, ATLANTIC, [("fast-battleship", 2), "destroyer"], task="raid")
    s.suppose(*[1, 6] * 3, {"hit": 3})
    done(s)
    s.submit(Suffer("fast-battleship"))
    s.submit(Suffer("fast-battleship"))
    s.submit(Suffer("fast-battleship"))
    assert build.count(s.table, ATLANTIC, owner=GERMANY) == 2, "one battleship has gone down; the destroyer is safe"


@pytest.mark.sections("15.5", "15.6")
@pytest.mark.parametrize(("die", "sunk"), [(8, False), (9, True)])
def test_alternate_damage_is_rolled_for_ships_that_force_a_strait_too_15_5(die: int, sunk: bool) -> None:
    s = combat(
        BRITAIN, wars=WAR, owners={"denmark": GERMANY}, options=["capital-ship-damage", "forcing-straits"],
        units={BRITAIN: {NORTH_SEA: {"battleship": 1}}},
    )  # fmt: skip
    s.suppose({"lost": 1}, die)
    send(s, NORTH_SEA, "battleship", "western-baltic")
    assert build.count(s.table, "western-baltic", "battleship") == (0 if sunk else 1)


@pytest.mark.sections("8.9/entering-sub-zone", "9.10")
def test_aircraft_reach_submarines_on_patrol_only_9_10() -> None:
    units = {GERMANY: {CHANNEL: {"submarine": 1}}, BRITAIN: {"southern-england": {"tactical-bomber": 1}}}
    s = combat(BRITAIN, wars=WAR, units=units)
    pick(s, "southern-england", "tactical-bomber")
    assert sections(s, Move((CHANNEL,))) == ["8.9/entering-sub-zone"]
    s.submit(Move((CHANNEL,), "patrol"))
    send(s, CHANNEL, "tactical-bomber", task="attack")
    s.suppose({"select": 1, "hit": 0})
    done(s)
    assert build.count(s.table, CHANNEL, "submarine") == 0


# Landings (9.8)


@pytest.mark.sections("9.8/assault")
def test_guns_that_no_infantry_lands_before_stay_aboard_and_the_log_says_why_9_8() -> None:
    units = {BRITAIN: {NORTH_SEA: {"naval-transport": 2, "artillery aboard": 2}}, GERMANY: {"norway": {"infantry": 1}}}
    s = combat(BRITAIN, wars=WAR, owners={"norway": GERMANY}, units=units)
    send(s, NORTH_SEA, ("artillery", 2), "norway")
    done(s)
    assert told(s, "barred") == ["No infantry of the assault goes ahead: British 2 Artillery cannot land."]
    assert build.count(s.table, NORTH_SEA, "artillery") == 2


@pytest.mark.sections("8.4/airborne")
def test_troops_that_are_to_jump_do_not_march_on_in_the_same_phase_8_4() -> None:
    units = {GERMANY: {"picardy": {"air-transport": 1, "airborne": 1}}, BRITAIN: {"london": {"infantry": 1}}}
    s = combat(GERMANY, wars=WAR, owners={"picardy": GERMANY}, units=units)
    send(s, "picardy", ["air-transport", "airborne"], CHANNEL, "london", task="drop")
    assert sections(s, Pick("london", "airborne")) == ["8.4/airborne"]


# Bombs (9.16)


@pytest.mark.sections("9.16")
def test_nobody_is_told_to_declare_war_on_himself_when_he_bombs_his_own_9_16() -> None:
    units = {GERMANY: {"berlin": {"strategic-bomber": 1}}}
    s = combat(GERMANY, wars=WAR, units=units)
    pick(s, "berlin", "strategic-bomber")
    said = [r for r in s.why_not(Move(("western-germany",), "bomb", "1")) if "Friendly" in str(r)]
    assert [r.section for r in said] == ["9.16"]


# Aircraft on carriers (15.3)


@pytest.mark.sections("15.3/aircraft")
def test_aircraft_that_a_position_puts_on_a_deck_are_bound_to_one_15_3() -> None:
    units = {BRITAIN: {NORTH_SEA: {"naval-transport": 1, "light-carrier": 1, "fighter aboard": 1}}}
    s = non_combat(BRITAIN, wars=WAR, options=["advanced-carriers"], units=units)
    pick(s, NORTH_SEA, "fighter")
    assert sections(s, Move(("northern-britain",))) == ["15.3/aircraft"]


@pytest.mark.sections("15.3", "6.2")
@pytest.mark.parametrize(("ship", "based"), [("naval-transport", False), ("light-carrier", True)])
def test_aircraft_in_the_hold_of_a_transport_are_bound_to_no_deck_15_3(ship: str, based: bool) -> None:
    g = build.table(slot=BRITAIN, wars=WAR, units={BRITAIN: {NORTH_SEA: {ship: 1, "fighter aboard": 1}}})
    begin_national_turn(g)
    assert build.unit(g, NORTH_SEA, "fighter").carrier_based is based


@pytest.mark.sections("9.4/carrier-aircraft", "8.7/carrier")
def test_aircraft_that_hunt_beside_their_carrier_have_a_deck_to_land_on_9_4() -> None:
    british = {"light-carrier": 1, "fighter aboard": 1, "light-cruiser": 1}
    s = meet({"submarine": 1}, british, options=["carrier-aircraft-retreat"])
    send(s, NORTH_SEA, "submarine", CHANNEL)
    s.suppose(MISS)
    done(s)
    s.submit(Evade())
    s.submit(Submerge("submarine"))
    assert build.unit(s.table, CHANNEL, "fighter").aboard == build.unit(s.table, CHANNEL, "light-carrier").id


@pytest.mark.sections("8.7/on-patrol")
def test_patrols_engage_ships_and_not_one_another_8_7() -> None:
    units = {GERMANY: {CHANNEL: {"fighter patrol": 1}}, BRITAIN: {CHANNEL: {"fighter patrol": 1}}}
    s = combat(GERMANY, wars=WAR, units=units)
    pick(s, CHANNEL, "fighter")
    assert sections(s, Move((), "attack")) == ["8.7/on-patrol"]


# Nations that defend together (0.5)


@pytest.mark.sections("9.4/submarines", "9.6")
def test_each_nation_decides_whether_its_own_submarines_leave_9_4() -> None:
    wars = [(GERMANY, "usa"), (ITALY, "usa")]
    german = {"destroyer": 2, "submarine": 1}
    units = {"usa": {NORTH_SEA: {"battleship": 1}}, GERMANY: {CHANNEL: german}, ITALY: {CHANNEL: {"submarine": 1}}}
    s = combat("usa", wars=wars, units=units)
    send(s, NORTH_SEA, "battleship", CHANNEL)
    s.suppose(*[MISS] * 4)
    while s.decision is not None and s.decision.section in ("8.2", "8.9"):
        s.submit(Engage() if s.decision.section == "8.9" else s.legal()[0])
    asked = []
    while s.decision is not None and s.decision.section != "9.4/submarines":
        s.submit(s.legal()[0])
    while s.decision is not None and s.decision.section == "9.4/submarines":
        asked.append(s.decision.who)
        assert "9.4/submarines" in sections(s, Submerge("submarine", 2))
        s.submit(Submerge("submarine", 1))
    assert asked == [GERMANY, ITALY]
    assert {e.by for e in s.log if e.kind == "submerged"} == {GERMANY, ITALY}


# Raiding aircraft (9.14)


@pytest.mark.sections("9.14", "9.16/interception")
def test_interception_of_raiding_aircraft_is_told_and_refused_under_its_own_rule_9_14() -> None:
    german = {CHANNEL: {"tactical-bomber patrol": 1}}
    units = {GERMANY: german, BRITAIN: {CHANNEL: {"fighter patrol": 1, "seaplane patrol": 1}}}
    s = combat(GERMANY, wars=WAR, options=["raiding-aircraft"], units=units, nations={BRITAIN: {"cash": 20}})
    send(s, CHANNEL, "tactical-bomber", task="raid")
    done(s)
    assert sections(s, Intercept(CHANNEL, "seaplane", 1)) == ["9.14"]
    s.suppose(MISS, 1, 6)
    s.submit(Intercept(CHANNEL, "fighter", 1))
    assert [e.section for e in s.log if e.kind == "intercepted"] == ["9.14"]
