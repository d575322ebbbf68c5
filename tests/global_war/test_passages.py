"""Section 1.15, Tables 1-1 and 1-2, 1.19, 14.2, 15.6 and 15.10: straits, canals and special ways for ships."""

from __future__ import annotations

import pytest

from tutor.games.global_war.actions.politics import ClosePassage, OpenPassage
from tutor.games.global_war.movement import allowance
from tutor.games.global_war.passages import closure
from tutor.games.global_war.zones import passages

from . import build
from .moving import combat, done, judged, non_combat, pick, reached, reason, sections, send, to

GERMANY_BRITAIN = [("germany", "great-britain")]


def closed(g, nation: str, passage: str, **ship: bool) -> str:
    """The section under which a passage is closed to a nation's ships, or nothing."""
    said = closure(g, nation, passages(g)[passage], **ship)
    return said.section if said else ""


# Table 1-1


@pytest.mark.sections("1.15/danish-straits", "1.15")
def test_western_warships_stay_out_of_the_baltic_while_denmark_is_neutral_1_15():
    g = build.table(wars=GERMANY_BRITAIN)
    for nation in ("great-britain", "anzac", "france", "usa", "free-france"):
        assert closed(g, nation, "danish-straits") == "1.15/danish-straits"
        assert not closed(g, nation, "danish-straits", warship=False)  # a transport is no warship
        assert not closed(g, nation, "danish-straits", warship=False, submarine=True)
    for nation in ("germany", "ussr", "italy"):
        assert not closed(g, nation, "danish-straits")


@pytest.mark.sections("1.15/danish-straits")
def test_allied_possession_or_control_of_denmark_opens_its_straits_1_15():
    assert not closed(build.table(owners={"denmark": "great-britain"}), "usa", "danish-straits")
    assert not closed(build.table(minors={"denmark": {"controller": "france"}}), "great-britain", "danish-straits")
    assert closed(build.table(owners={"denmark": "ussr"}), "usa", "danish-straits")


@pytest.mark.sections("1.15/danish-straits")
def test_a_german_denmark_shuts_out_german_enemies_1_15():
    g = build.table(owners={"denmark": "germany"}, wars=[("germany", "ussr")])
    assert closed(g, "ussr", "danish-straits") == "1.15/danish-straits"
    assert closed(g, "ussr", "danish-straits", warship=False)
    assert not closed(g, "italy", "danish-straits")


@pytest.mark.sections("1.15/gibraltar")
def test_gibraltar_is_closed_to_enemies_of_its_owner_only_1_15():
    g = build.table(wars=[("italy", "great-britain")])
    assert closed(g, "italy", "strait-of-gibraltar") == "1.15/gibraltar"
    assert not closed(g, "germany", "strait-of-gibraltar") and not closed(g, "france", "strait-of-gibraltar")
    g.state.owners["gibraltar"] = "italy"
    assert not closed(g, "italy", "strait-of-gibraltar")
    assert closed(g, "great-britain", "strait-of-gibraltar") == "1.15/gibraltar"


@pytest.mark.sections("1.15")
def test_submarines_slip_through_closed_straits_but_not_through_closed_canals_1_15():
    g = build.table(wars=[("italy", "great-britain")])
    assert closed(g, "italy", "strait-of-gibraltar") and not closed(g, "italy", "strait-of-gibraltar", submarine=True)
    assert closed(g, "italy", "suez-canal", submarine=True) == "1.15/suez"


# Table 1-2


@pytest.mark.sections("1.15/suez")
def test_suez_is_closed_to_enemies_1_15():
    g = build.table(wars=[("italy", "great-britain")])
    assert closed(g, "italy", "suez-canal") == "1.15/suez"
    assert not closed(g, "germany", "suez-canal") and not closed(g, "anzac", "suez-canal")


@pytest.mark.sections("1.15/panama")
def test_the_usa_closes_panama_to_enemies_once_its_income_is_15_1_15():
    for income, section in ((14, ""), (15, "1.15/panama")):
        g = build.table(wars=[("japan", "usa")], nations={"usa": {"peacetime": income}})
        assert closed(g, "japan", "panama-canal") == section
        assert not closed(g, "germany", "panama-canal")


@pytest.mark.sections("1.15/kaiser-wilhelm")
def test_the_kaiser_wilhelm_canal_needs_german_leave_1_15():
    s = non_combat("great-britain", units={"great-britain": {"north-sea": {"naval-transport": 1, "submarine": 1}}})
    assert closed(s.table, "great-britain", "kaiser-wilhelm-canal") == "1.15/kaiser-wilhelm"
    assert not closed(s.table, "germany", "kaiser-wilhelm-canal")
    s.submit(OpenPassage("germany", "kaiser-wilhelm-canal", "great-britain"))
    assert not closed(s.table, "great-britain", "kaiser-wilhelm-canal")
    s.submit(ClosePassage("germany", "kaiser-wilhelm-canal", "great-britain"))
    assert closed(s.table, "great-britain", "kaiser-wilhelm-canal") == "1.15/kaiser-wilhelm"


@pytest.mark.sections("1.15/turkish", "App-B.9")
def test_neutral_turkey_closes_its_straits_to_nations_at_war_with_a_major_power_1_15():
    g = build.table(wars=[("germany", "ussr"), ("japan", "kmt")])
    assert closed(g, "ussr", "turkish-straits") == "1.15/turkish"
    assert closed(g, "germany", "turkish-straits", submarine=True) == "1.15/turkish"  # it counts as a canal
    assert not closed(g, "great-britain", "turkish-straits")  # at peace
    assert not closed(g, "japan", "turkish-straits")  # at war with a Minor Power only
    g.state.owners["istanbul"] = "germany"
    assert not closed(g, "germany", "turkish-straits") and closed(g, "ussr", "turkish-straits")


@pytest.mark.sections("1.15/st-lawrence")
def test_only_small_craft_enter_the_great_lakes_with_leave_of_both_owners_1_15():
    craft = {"grand-banks": {"torpedo-boat-destroyer": 1, "coastal-submarine": 1, "destroyer": 1, "submarine": 1}}
    s = non_combat("great-britain", units={"great-britain": craft})
    for type in ("torpedo-boat-destroyer", "coastal-submarine"):
        assert judged(s, "grand-banks", type, to("great-lakes")) == []
    for type in ("destroyer", "submarine"):
        assert judged(s, "grand-banks", type, to("great-lakes")) == ["1.15/st-lawrence"]
    s = non_combat("france", units={"france": craft})
    assert judged(s, "grand-banks", "torpedo-boat-destroyer", to("great-lakes")) == ["1.15/st-lawrence"]
    s.submit(OpenPassage("great-britain", "st-lawrence", "france"))
    assert judged(s, "grand-banks", "torpedo-boat-destroyer", to("great-lakes")) == ["1.15/st-lawrence"]
    s.submit(OpenPassage("usa", "st-lawrence", "france"))
    assert judged(s, "grand-banks", "torpedo-boat-destroyer", to("great-lakes")) == []


# Ships on their way


@pytest.mark.sections("1.15", "1.15/gibraltar")
def test_a_closed_strait_is_named_with_its_own_section_1_15():
    s = combat("italy", wars=[("italy", "great-britain")], units={"italy": {"alboran-sea": {"destroyer": 1}}})
    pick(s, "alboran-sea", "destroyer")
    assert sections(s, to("gulf-of-cadiz")) == ["1.15/gibraltar"]
    assert "Great Britain" in reason(s, to("gulf-of-cadiz"), "1.15/gibraltar")
    assert "gulf-of-cadiz" not in reached(s)


@pytest.mark.sections("1.15")
def test_passing_costs_no_more_than_a_border_1_15():
    s = non_combat("great-britain", units={"great-britain": {"eastern-mediterranean": {"destroyer": 1}}})
    send(s, "eastern-mediterranean", "destroyer", "red-sea")
    assert build.unit(s.table, "red-sea", "destroyer").spent == 1


@pytest.mark.sections("1.15")
def test_of_two_ways_between_two_seas_the_open_one_is_taken_1_15():
    s = non_combat(
        owners={"denmark": "great-britain"}, wars=GERMANY_BRITAIN, units={"germany": {"north-sea": {"destroyer": 1}}}
    )
    assert closed(s.table, "germany", "danish-straits")
    assert judged(s, "north-sea", "destroyer", to("western-baltic")) == []  # by the Kaiser-Wilhelm Canal


@pytest.mark.sections("1.15")
def test_a_captured_canal_opens_next_turn_a_captured_strait_at_once_1_15():
    g = build.table(wars=[("italy", "great-britain")], owners={"eastern-egypt": "italy", "gibraltar": "italy"})
    g.state.conquered = {"eastern-egypt": "great-britain", "gibraltar": "great-britain"}
    assert closed(g, "italy", "suez-canal") == "1.15"
    assert not closed(g, "italy", "strait-of-gibraltar")


@pytest.mark.sections("1.15/combat-move")
def test_option_only_the_owners_side_combat_moves_through_canals_1_15():
    fleet = {"eastern-mediterranean": {"destroyer": 1}}
    for options, found in (([], []), (["canal-combat-moves"], ["1.15/combat-move"])):
        s = combat("italy", options=options, wars=[("italy", "ussr")], units={"italy": fleet})
        assert judged(s, "eastern-mediterranean", "destroyer", to("red-sea")) == found
        s = non_combat("italy", options=options, wars=[("italy", "ussr")], units={"italy": fleet})
        assert judged(s, "eastern-mediterranean", "destroyer", to("red-sea")) == []
    s = combat("great-britain", options=["canal-combat-moves"], wars=GERMANY_BRITAIN, units={"great-britain": fleet})
    assert judged(s, "eastern-mediterranean", "destroyer", to("red-sea")) == []


@pytest.mark.sections("15.10")
def test_option_a_canal_with_five_damage_is_closed_to_its_owner_too_15_10():
    g = build.table()
    g.state.canal_damage["suez-canal"] = 4
    assert not closed(g, "great-britain", "suez-canal")
    g.state.canal_damage["suez-canal"] = 5
    assert closed(g, "great-britain", "suez-canal") == "15.10"


@pytest.mark.sections("1.15")
def test_land_units_walk_over_a_canal_but_not_over_a_strait_1_15():
    s = non_combat(
        "great-britain",
        options=[],
        owners={"spanish-morocco": "great-britain"},
        units={"great-britain": {"western-egypt": {"motorized-infantry": 1}, "gibraltar": {"infantry": 1}}},
    )
    assert judged(s, "western-egypt", "motorized-infantry", to("eastern-egypt", "palestine")) == []
    assert judged(s, "gibraltar", "infantry", to("spanish-morocco")) == ["1.15"]


@pytest.mark.sections("1.15", "8.3")
def test_aircraft_follow_a_neutral_strait_but_no_neutral_canal_1_15():
    s = non_combat(units={"germany": {"western-germany": {"fighter": 1}}})
    assert judged(s, "western-germany", "fighter", to("north-sea", "western-baltic", "eastern-germany")) == []
    s = combat("ussr", wars=[("ussr", "italy")], units={"ussr": {"southern-ukraine": {"medium-bomber": 1}}})
    found = judged(s, "southern-ukraine", "medium-bomber", to("black-sea", "aegean-sea", "central-mediterranean"))
    assert "1.15" in found


# Closing and opening at any time


@pytest.mark.sections("1.15", "1.15/panama", "5.3", "App-B.4")
def test_the_usa_closes_panama_in_the_middle_of_anothers_turn_once_it_can_1_15():
    for income, refused in ((14, ["1.15/panama"]), (15, [])):
        s = combat("japan", nations={"usa": {"peacetime": income}}, units={"japan": {"panama-bay": {"destroyer": 1}}})
        close = ClosePassage("usa", "panama-canal", "japan")
        assert sections(s, close) == refused
        assert judged(s, "panama-bay", "destroyer", to("western-caribbean")) == []
        if not refused:
            s.submit(close)
            assert judged(s, "panama-bay", "destroyer", to("western-caribbean")) == ["1.15/panama"]
            assert sections(s, close) == ["1.15"]
            s.submit(OpenPassage("usa", "panama-canal", "japan"))
            assert judged(s, "panama-bay", "destroyer", to("western-caribbean")) == []


@pytest.mark.sections("1.15")
def test_only_the_holder_closes_a_passage_and_gibraltar_and_suez_only_to_enemies_1_15():
    s = combat(wars=GERMANY_BRITAIN)
    assert "1.15/suez" in sections(s, ClosePassage("france", "suez-canal", "germany"))
    assert sections(s, ClosePassage("france", "kaiser-wilhelm-canal", "germany")) == ["1.15/kaiser-wilhelm"]
    assert sections(s, ClosePassage("great-britain", "suez-canal", "italy")) == ["1.15/suez"]
    assert sections(s, ClosePassage("great-britain", "strait-of-gibraltar", "italy")) == ["1.15/gibraltar"]
    assert sections(s, ClosePassage("germany", "kaiser-wilhelm-canal", "italy")) == []
    assert sections(s, ClosePassage("great-britain", "bosporus", "italy")) == ["1.15"]
    assert sections(s, ClosePassage("germany", "kaiser-wilhelm-canal", "germany")) == ["1.15"]
    assert sections(s, ClosePassage("germany", "kaiser-wilhelm-canal", "atlantis")) == ["0.9/nation"]


@pytest.mark.sections("1.15/gibraltar")
def test_a_holder_may_let_an_enemy_pass_1_15():
    s = combat("italy", wars=[("italy", "great-britain")], units={"italy": {"alboran-sea": {"destroyer": 1}}})
    s.submit(OpenPassage("great-britain", "strait-of-gibraltar", "italy"))
    assert judged(s, "alboran-sea", "destroyer", to("gulf-of-cadiz")) == []
    assert sections(s, OpenPassage("great-britain", "strait-of-gibraltar", "italy")) == ["1.15"]


# The Baltic-White Sea Canal and the Northern Sea Route


@pytest.mark.sections("1.15/baltic-white")
def test_one_submarine_a_turn_uses_the_baltic_white_sea_canal_1_15():
    fleet = {"submarine": 2, "coastal-submarine": 1, "destroyer": 1}
    s = non_combat("ussr", units={"ussr": {"gulf-of-finland": fleet}})
    assert judged(s, "gulf-of-finland", "destroyer", to("white-sea")) == ["1.15/baltic-white"]
    assert judged(s, "gulf-of-finland", ("submarine", 2), to("white-sea")) == ["1.15/baltic-white"]
    assert judged(s, "gulf-of-finland", "submarine", to("white-sea", "norwegian-sea")) == ["1.15/baltic-white"]
    send(s, "gulf-of-finland", "coastal-submarine", "white-sea")
    boat = build.unit(s.table, "white-sea", "coastal-submarine")
    assert boat.spent >= 1 and judged(s, "gulf-of-finland", "submarine", to("white-sea")) == ["1.15/baltic-white"]


@pytest.mark.sections("1.15/baltic-white")
def test_the_canal_takes_the_whole_movement_outside_combat_1_15():
    s = combat("ussr", wars=[("ussr", "germany")], units={"ussr": {"gulf-of-finland": {"submarine": 1}}})
    assert judged(s, "gulf-of-finland", "submarine", to("white-sea")) == ["1.15/baltic-white"]
    s = non_combat(
        "ussr",
        facilities={"leningrad": ["submarine-base"]},
        units={"ussr": {"gulf-of-finland": {"submarine": 1}, "western-baltic": {"submarine": 1}}},
    )
    assert judged(s, "western-baltic", "submarine", to("gulf-of-finland", "white-sea")) == ["1.15/baltic-white"]
    send(s, "gulf-of-finland", "submarine", "white-sea")
    boat = build.unit(s.table, "white-sea", "submarine")
    assert boat.spent == 4  # 3, and 1 more from the base at Leningrad


@pytest.mark.sections("14.2/canal-route", "1.19")
def test_the_pact_opens_canal_and_northern_route_to_one_german_ship_each_14_2():
    for pact, allowed in (("", False), ("signed", True)):
        s = non_combat(
            pact=pact,
            units={"germany": {"gulf-of-finland": {"submarine": 2}, "white-sea": {"heavy-cruiser": 2}}},
        )
        assert (judged(s, "gulf-of-finland", "submarine", to("white-sea")) == []) is allowed
        assert (judged(s, "white-sea", "heavy-cruiser", to("okhotsk-sea")) == []) is allowed
    send(s, "gulf-of-finland", "submarine", "white-sea")
    send(s, "white-sea", "heavy-cruiser", "okhotsk-sea")
    assert judged(s, "gulf-of-finland", "submarine", to("white-sea")) == ["1.15/baltic-white"]
    assert judged(s, "white-sea", "heavy-cruiser", to("okhotsk-sea")) == ["1.19"]


@pytest.mark.sections("1.19", "App-B.11")
def test_the_northern_sea_route_begins_at_one_end_and_takes_all_movement_1_19():
    s = non_combat("ussr", units={"ussr": {"white-sea": {"destroyer": 1}, "norwegian-sea": {"destroyer": 1}}})
    pick(s, "norwegian-sea", "destroyer")
    assert "0.8" in sections(s, to("white-sea", "okhotsk-sea"))
    s.submit(next(a for a in s.legal() if a.kind() == "put-back"))
    pick(s, "white-sea", "destroyer")
    assert "okhotsk-sea" in reached(s)
    assert sections(s, to("okhotsk-sea", "sea-of-japan")) == ["1.19"]
    s.submit(to("okhotsk-sea"))
    ship = build.unit(s.table, "okhotsk-sea", "destroyer")
    assert ship.spent == allowance(s.table, ship) >= 3


@pytest.mark.sections("1.19", "App-B.11")
def test_others_use_the_northern_sea_route_by_soviet_leave_1_19():
    s = non_combat("great-britain", units={"great-britain": {"white-sea": {"destroyer": 1}}})
    assert judged(s, "white-sea", "destroyer", to("okhotsk-sea")) == ["1.19"]
    s.submit(OpenPassage("ussr", "northern-sea-route", "great-britain"))
    assert judged(s, "white-sea", "destroyer", to("okhotsk-sea")) == []


# Forcing a strait


@pytest.mark.sections("15.6", "App-B.8")
def test_option_a_closed_strait_is_forced_under_fire_at_3_15_6():
    s = combat(
        "italy",
        options=["forcing-straits"],
        wars=[("italy", "great-britain")],
        units={"italy": {"alboran-sea": {"destroyer": 2, "battleship": 1}}},
    )
    s.suppose([3, 4], [1])
    send(s, "alboran-sea", [("destroyer", 2), "battleship"], "gulf-of-cadiz")
    assert build.count(s.table, "gulf-of-cadiz", "destroyer") == 1
    assert build.unit(s.table, "gulf-of-cadiz", "battleship").hits == 1
    assert [e.section for e in s.log if e.kind == "rolled"] == ["15.6", "15.6"]


@pytest.mark.sections("15.6")
def test_option_to_force_a_strait_is_to_declare_war_on_its_owner_15_6():
    units = {"great-britain": {"north-sea": {"destroyer": 1, "submarine": 1}}}
    s = combat("great-britain", options=["forcing-straits"], wars=GERMANY_BRITAIN, units=units)
    pick(s, "north-sea", "destroyer")
    assert sections(s, to("western-baltic")) == ["15.6"]
    assert "Declare war on Denmark" in reason(s, to("western-baltic"), "15.6")
    s = combat(
        "great-britain", options=["forcing-straits"], wars=[*GERMANY_BRITAIN, ("great-britain", "denmark")], units=units
    )
    s.suppose([12])
    send(s, "north-sea", "destroyer", "western-baltic")
    assert build.count(s.table, "western-baltic", "destroyer") == 1
    send(s, "north-sea", "submarine", "western-baltic")  # submarines slip through, nobody fires
    assert sum(e.kind == "rolled" for e in s.log) == 1


@pytest.mark.sections("15.6")
def test_without_the_option_and_outside_combat_nobody_forces_a_strait_15_6():
    units = {"italy": {"alboran-sea": {"destroyer": 1}}}
    s = non_combat("italy", options=["forcing-straits"], wars=[("italy", "great-britain")], units=units)
    assert judged(s, "alboran-sea", "destroyer", to("gulf-of-cadiz")) == ["15.6"]
    s = combat("italy", options=[], wars=[("italy", "great-britain")], units=units)
    assert judged(s, "alboran-sea", "destroyer", to("gulf-of-cadiz")) == ["1.15/gibraltar"]
    done(s)
