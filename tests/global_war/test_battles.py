"""Which battles there are, their order, and zones that are walked into (9, 9.1, 9.19)."""

from __future__ import annotations

import pytest

from tutor.games.global_war import battles
from tutor.games.global_war.actions.combat import Resolve
from tutor.games.global_war.state import G

from . import build
from .fights import begin, fight, load, march, prepare

MISS = {"hit": 0}


def found(g: G, mover: str = "") -> list[tuple[str, str, str]]:
    g.state.mover = mover or g.state.slot
    battles.find_battles(g)
    return [(b.kind, b.zone, b.target) for b in g.state.battles]


# Finding


@pytest.mark.sections("9.1", "9")
def test_a_land_battle_needs_an_enemy_in_the_zone_9_1() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "poland")],
        units={"germany": {"berlin": {"infantry": 2}}, "poland": {"warsaw": {"infantry": 1}}},
    )
    march(g, "berlin", "warsaw", {"infantry": 1})
    march(g, "berlin", "west-poland", {"infantry": 1})
    assert found(g) == [("land", "warsaw", "")]


@pytest.mark.sections("9.19", "8.2")
def test_empty_enemy_zones_are_captured_at_once_9_19() -> None:
    s = fight(
        "germany",
        ("berlin", "west-poland", {"infantry": 1}),
        wars=[("germany", "poland")],
        units={"germany": {"berlin": {"infantry": 1}}},
    )
    assert s.state.owners["west-poland"] == "germany"
    assert s.state.conquered["west-poland"] == "poland"


@pytest.mark.sections("9.19", "9.15")
def test_airborne_infantry_takes_an_empty_zone_9_15() -> None:
    def jump(g: G) -> None:
        trooper = build.unit(g, "berlin", "airborne")
        trooper.aboard, trooper.task, trooper.committed = build.unit(g, "berlin", "air-transport").id, "drop", True
        march(g, "berlin", "west-poland", {"air-transport": 1}, task="drop")

    s = fight(
        "germany",
        wars=[("germany", "poland")],
        units={"germany": {"berlin": {"airborne": 1, "air-transport": 1}}},
        ready=jump,
    )
    assert s.state.owners["west-poland"] == "germany"
    trooper = build.unit(s.table, "west-poland", "airborne")
    assert (trooper.aboard, trooper.task) == (0, "")


@pytest.mark.sections("9.19", "2.3/commonwealth")
def test_a_zone_taken_together_goes_to_the_commonwealth_nation_with_most_units_9_19() -> None:
    s = fight(
        "great-britain",
        ("western-egypt", "libya", {"infantry": 3}),
        wars=[("great-britain", "italy")],
        units={"great-britain": {"western-egypt": {"infantry": 1}}, "anzac": {"western-egypt": {"infantry": 2}}},
    )
    assert s.state.owners["libya"] == "anzac"


def test_aircraft_over_an_empty_zone_neither_fight_nor_capture_9_19() -> None:
    s = fight(
        "germany",
        ("berlin", "west-poland", {"fighter": 1}),
        wars=[("germany", "poland")],
        units={"germany": {"berlin": {"fighter": 1}}},
    )
    assert s.state.owners["west-poland"] == "poland"


@pytest.mark.sections("9.1")
def test_units_that_did_not_combat_move_do_not_fight_0_5() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "usa")],
        units={"germany": {"north-sea": {"destroyer": 1}}, "usa": {"north-sea": {"destroyer": 1}}},
    )
    assert found(g) == []


@pytest.mark.sections("9.1", "8.5")
@pytest.mark.parametrize(("task", "target"), [("bomb", "12"), ("carpet", "")])
def test_bombers_do_not_join_the_land_battle_under_them_9_1(task: str, target: str) -> None:
    g = prepare(
        "germany",
        wars=[("germany", "great-britain")],
        units={
            "germany": {"belgium": {"strategic-bomber": 1, "fighter": 1}},
            "great-britain": {"london": {"infantry": 1}},
        },
        owners={"belgium": "germany"},
    )
    march(g, "belgium", "london", {"strategic-bomber": 1}, task=task, target=target)
    march(g, "belgium", "london", {"fighter": 1})
    found(g)
    land = next(b for b in g.state.battles if b.kind == "land")
    assert [g.state.units[n].type for n in land.attackers] == ["fighter"]


@pytest.mark.sections("9.1")
def test_raiders_do_not_join_naval_combat_9_1() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "great-britain")],
        units={
            "germany": {"north-sea": {"submarine raid": 2, "destroyer": 1}},
            "great-britain": {"north-sea": {"light-cruiser": 1}},
        },
    )
    march(g, "north-sea", "north-sea", {"destroyer": 1}, task="attack")
    found(g)
    naval = next(b for b in g.state.battles if b.kind == "naval")
    assert [g.state.units[n].type for n in naval.attackers] == ["destroyer"]


@pytest.mark.sections("9.1")
def test_ships_behind_a_screen_are_apart_from_it_9_7() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "usa")],
        units={
            "germany": {"north-sea": {"destroyer": 1, "battleship": 1}},
            "usa": {"english-channel": {"destroyer": 1}},
        },
    )
    march(g, "north-sea", "english-channel", {"destroyer": 1}, task="screen")
    march(g, "north-sea", "english-channel", {"battleship": 1}, task="behind")
    found(g)
    battle = g.state.battles[0]
    assert [g.state.units[n].type for n in battle.attackers] == ["destroyer"]
    assert [g.state.units[n].type for n in battle.moving] == ["battleship"]


def test_a_controlled_minor_fights_its_own_battle_4_5() -> None:
    g = prepare(
        "germany",
        wars=[("germany", "ussr"), ("finland", "ussr")],
        minors={"finland": {"controller": "germany"}},
        units={
            "germany": {"leningrad": {"infantry": 1}},
            "finland": {"karjala": {"infantry": 1}},
            "ussr": {"novgorod": {"infantry": 3}},
        },
        owners={"leningrad": "germany"},
    )
    march(g, "leningrad", "novgorod", {"infantry": 1})
    march(g, "karjala", "novgorod", {"infantry": 1})
    g.state.mover = "germany"
    battles.find_battles(g)
    assert [(b.attacker, len(b.attackers)) for b in g.state.battles] == [("finland", 1), ("germany", 1)]
    s = begin(g)
    assert {a.attacker for a in s.legal()} == {"finland", "germany"}


@pytest.mark.sections("9.1")
def test_partners_of_the_same_turn_do_not_fight_with_one_another_0_5() -> None:
    """CCP units beside the Soviets are not part of a Soviet attack."""
    g = prepare(
        "ussr",
        wars=[("ussr", "japan"), ("ccp", "japan")],
        units={
            "ussr": {"chita": {"infantry": 1}},
            "ccp": {"chita": {"infantry": 1}},
            "japan": {"western-manchuria": {"infantry": 2}},
        },
    )
    march(g, "chita", "western-manchuria", {"infantry": 2})
    found(g, "ussr")
    assert [len(b.attackers) for b in g.state.battles] == [1]
    found(g, "ccp")
    assert [len(b.attackers) for b in g.state.battles] == [1]


# Order


@pytest.mark.sections("9.1")
def test_the_attacker_chooses_the_order_9_1() -> None:
    s = fight(
        "germany",
        ("berlin", "west-poland", {"infantry": 2}),
        ("berlin", "warsaw", {"infantry": 2}),
        wars=[("germany", "ussr")],
        owners={"west-poland": "ussr", "warsaw": "ussr"},
        units={
            "germany": {"berlin": {"infantry": 4}},
            "ussr": {"west-poland": {"infantry": 1}, "warsaw": {"infantry": 1}},
        },
        dice=[{"hit": 1}, MISS, {"hit": 1}, MISS],
    )
    assert s.decision.who == "germany"
    assert set(s.legal()) == {Resolve("west-poland", "land"), Resolve("warsaw", "land")}
    assert s.why_not(Resolve("berlin", "land"))[0].section == "9.1"
    s.submit(Resolve("warsaw", "land"))
    assert [e.data["zone"] for e in s.log if e.kind == "battle"] == ["warsaw", "west-poland"]


@pytest.mark.sections("9", "9.1")
def test_both_commands_of_a_turn_fight_in_turn_6_1() -> None:
    g = prepare(
        "ussr",
        wars=[("ussr", "japan"), ("ccp", "japan")],
        units={
            "ussr": {"chita": {"infantry": 1}},
            "ccp": {"yenan": {"infantry": 1}},
            "japan": {"western-manchuria": {"militia": 1}, "rehe": {"militia": 1}},
        },
        dice=[{"hit": 1}, MISS, {"hit": 1}, MISS],
        stop_after="combat",
        owners={"yenan": "ccp"},
    )
    march(g, "chita", "western-manchuria", {"infantry": 1})
    march(g, "yenan", "rehe", {"infantry": 1})
    s = begin(g)
    assert s.state.owners["western-manchuria"] == "ussr"
    assert s.state.owners["rehe"] == "ccp"


@pytest.mark.sections("9.1")
def test_a_battle_whose_attackers_are_gone_is_passed_over_9_8() -> None:
    """The transport sinks in the naval battle, and nobody is left to land."""
    g = prepare(
        "usa",
        wars=[("usa", "japan")],
        owners={"wake": "japan"},
        units={
            "usa": {"midway": {"infantry": 2}, "wake-sea": {"naval-transport": 1, "destroyer": 1}},
            "japan": {"wake": {"infantry": 1}, "wake-sea": {"destroyer": 3}},
        },
        dice=[MISS, {"hit": 3}],
        stop_after="combat",
    )
    load(g, "wake-sea", "wake", "midway", {"infantry": 2})
    march(g, "wake-sea", "wake-sea", {"destroyer": 1})
    s = begin(g)
    assert s.state.owners["wake"] == "japan"
    assert build.count(s.table, "wake-sea", owner="usa") == 0
    assert s.state.battles == []


@pytest.mark.sections("9", "8.9")
def test_what_was_declined_is_forgotten_after_the_phase_8_9() -> None:
    def decline(g: G) -> None:
        for unit in g.state.units.values():
            unit.declined = True

    s = fight("germany", units={"usa": {"north-sea": {"submarine": 1}}}, ready=decline)
    assert not any(u.declined for u in s.state.units.values())


@pytest.mark.sections("9.1")
def test_looking_for_battles_moves_nothing_9_1() -> None:
    """The odds lab asks what battles there would be while Combat Movement goes on."""
    import msgspec

    g = prepare(
        "germany",
        wars=[("germany", "usa"), ("germany", "poland")],
        units={
            "germany": {"north-sea": {"battleship": 1}, "berlin": {"infantry": 1}},
            "usa": {"english-channel": {"destroyer": 1}},
        },
    )
    march(g, "north-sea", "english-channel", {"battleship": 1}, task="behind", target="western-approaches")
    march(g, "berlin", "west-poland", {"infantry": 1})
    before = msgspec.msgpack.encode(g.state.units), dict(g.state.owners)
    assert found(g) == []
    assert (msgspec.msgpack.encode(g.state.units), dict(g.state.owners)) == before
