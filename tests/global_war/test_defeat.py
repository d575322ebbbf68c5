"""Sections 9.22, 9.24, 4.12, 5.4/usa-surrender and 7.3/capture-production: nations that surrender, Minors that fall."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.engine.charts import check_chart
from tutor.games.global_war import defeat, turns
from tutor.games.global_war.actions.basic import Done
from tutor.games.global_war.actions.movement import Move, Pick
from tutor.games.global_war.actions.politics import Bequeath
from tutor.games.global_war.capture import capture
from tutor.games.global_war.nations import PLAYERS
from tutor.games.global_war.relations import align, make_war
from tutor.games.global_war.state import G
from tutor.games.global_war.terms import in_play, owner, zones_of
from tutor.games.global_war.units import place, remove

from . import build
from .acting import ask, refused, told

BRITAIN = "great-britain"
US_CITIES = ("washington", "new-york", "chicago", "san-francisco")
WARS = [("germany", BRITAIN), ("italy", BRITAIN), ("germany", "ussr"), ("japan", "usa"), ("germany", "usa")]


def table(**fields: Any) -> G:
    return build.table(**{"slot": BRITAIN, "options": (), "wars": WARS, **fields})


# Conditions


@pytest.mark.sections("9.22")
def test_every_player_nation_but_free_france_has_a_condition_9_22() -> None:
    g = table()
    found = defeat.conditions(g)
    assert set(PLAYERS) - set(found) == {"free-france"}
    for nation, wanted in found.items():
        assert all(owner(g, zone) == nation for zone in wanted.zones), nation
        assert g.state.nations[nation].capital in wanted.zones or nation in ("kmt", "ccp")


@pytest.mark.sections("9.22", "5.4/usa-surrender")
def test_the_usa_surrenders_at_the_end_of_its_turn_without_its_four_cities_5_4() -> None:
    g = table(
        slot="usa", owners=dict.fromkeys(US_CITIES[:3], "japan"), units={"usa": {"hawaiian-islands": {"infantry": 2}}}
    )
    defeat.surrender_at_turn_end(g)
    assert in_play(g, "usa")
    capture(g, US_CITIES[3], "japan")
    assert in_play(g, "usa")  # not at once
    g.state.slot = "japan"
    turns.end_national_turn(g)
    assert in_play(g, "usa")  # not at the end of another's turn
    g.state.slot = "usa"
    turns.end_national_turn(g)
    assert not in_play(g, "usa")
    assert build.count(g, "hawaiian-islands") == 0
    assert any("USA surrenders" in text for text in told(g, "surrendered"))


@pytest.mark.sections("9.22", "5.4/usa-surrender")
def test_a_city_won_back_in_the_us_turn_saves_the_usa_5_4() -> None:
    g = table(slot="usa", owners=dict.fromkeys(US_CITIES, "japan"))
    capture(g, "chicago", "usa")
    turns.end_national_turn(g)
    assert in_play(g, "usa")


@pytest.mark.sections("9.22")
def test_cities_held_by_no_enemy_do_not_count_9_22() -> None:
    g = table(slot="usa", owners=dict.fromkeys(US_CITIES, "ussr"))
    turns.end_national_turn(g)
    assert in_play(g, "usa")


@pytest.mark.sections("9.22")
def test_italy_surrenders_at_once_with_rome_9_22() -> None:
    g = table(
        units={
            "italy": {"northern-italy": {"infantry": 3}, "libya": {"infantry": 1}},
            BRITAIN: {"rome": {"infantry": 1}},
        }
    )
    capture(g, "rome", BRITAIN)
    assert not in_play(g, "italy")
    assert not any(unit.owner == "italy" for unit in g.state.units.values())
    assert owner(g, "northern-italy") == "italy"  # nobody has moved in yet


@pytest.mark.sections("9.22")
def test_paris_is_handed_to_the_rules_of_vichy_14_4() -> None:
    g = table(slot="germany", wars=[("germany", "france")])
    capture(g, "paris", "germany")
    assert not in_play(g, "france") and in_play(g, "free-france")
    assert g.state.vichy_pending


@pytest.mark.sections("9.22")
def test_a_condition_comes_from_the_chart_and_may_be_ones_own_9_22() -> None:
    g = table()
    ours = g.charts["surrender"]
    rows = [[*row] for row in ours.rows]
    for row in rows:
        if row[0] == "italy":
            row[1] = "rome northern-italy"
    raw = {
        "id": "surrender",
        "title": "Mine",
        "source": {"section": "9.22"},
        "key": "nation",
        "columns": ours.columns,
        "rows": rows,
    }
    g.charts.replace(check_chart(raw, "surrender.yaml", like=ours))
    capture(g, "rome", BRITAIN)
    assert in_play(g, "italy")
    capture(g, "northern-italy", BRITAIN)
    assert not in_play(g, "italy")


@pytest.mark.sections("9.22")
def test_a_chinese_faction_surrenders_with_its_last_zone_9_22() -> None:
    g = table(slot="usa", wars=[("japan", "kmt"), ("japan", "usa")])
    *others, last = zones_of(g, "kmt")
    for zone in others:
        g.state.owners[zone] = "japan"
    turns.end_national_turn(g)
    assert in_play(g, "kmt")
    g.state.owners[last] = "japan"
    turns.end_national_turn(g)
    assert not in_play(g, "kmt")


# What follows


@pytest.mark.sections("7.3/capture-production", "9.22")
def test_the_conqueror_takes_over_ships_on_the_production_chart_7_3() -> None:
    builds = [{"what": "battleship", "paid": 1}, {"what": "submarine", "paid": 1}, {"what": "infantry", "paid": 1}]
    g = table(production={"italy": builds, "germany": [{"what": "infantry", "paid": 1}]})
    capture(g, "rome", BRITAIN)
    assert [(i.what, i.owner, i.paid) for i in g.state.production] == [
        ("battleship", BRITAIN, 1), ("submarine", BRITAIN, 1), ("infantry", "germany", 1),
    ]  # fmt: skip


@pytest.mark.sections("9.22")
def test_unoccupied_zones_are_his_who_moves_in_first_9_22() -> None:
    g = table(units={BRITAIN: {"rome": {"infantry": 1}}})
    capture(g, "rome", BRITAIN)
    assert defeat.claimable(g, "sicily") and not defeat.claimable(g, "berlin") and not defeat.claimable(g, "rome")
    place(g, "infantry", "germany", "northern-italy")
    place(g, "fighter", "germany", "sicily")
    defeat.claim_entered_zones(g)
    assert owner(g, "northern-italy") == "germany"
    assert owner(g, "sicily") == "italy"  # it takes a land unit
    place(g, "infantry", "ussr", "sicily")
    defeat.claim_entered_zones(g)
    assert owner(g, "sicily") == "ussr"


@pytest.mark.sections("9.22")
def test_a_zone_where_a_partner_stands_passes_to_him_at_once_9_22() -> None:
    g = table(units={"germany": {"northern-italy": {"infantry": 1}}, "italy": {"northern-italy": {"infantry": 2}}})
    capture(g, "rome", BRITAIN)
    assert owner(g, "northern-italy") == "germany" and build.count(g, "northern-italy") == 1


@pytest.mark.sections("9.22")
def test_the_surrendering_player_chooses_who_gets_his_minors_9_22() -> None:
    g = table(minors={"bulgaria": {"controller": "italy"}})
    capture(g, "rome", BRITAIN)
    assert g.state.bequests == ["bulgaria italy"]
    (asked,) = ask(g, _bequeathing(g), Bequeath("bulgaria", "japan"))
    assert asked.who == "italy" and {option.heir for option in asked.options()} == {"germany", "japan"}
    assert g.state.minors["bulgaria"].controller == "japan" and g.state.bequests == []


def _bequeathing(g: G) -> Any:
    """The step, with the decision on the table while it is asked."""
    for decision in (steps := defeat.bequeath(g)):
        g.decision = decision
        answer = yield decision
        try:
            steps.send(answer)
        except StopIteration:
            return


@pytest.mark.sections("9.22")
def test_minors_pass_only_to_partners_in_play_9_22() -> None:
    g = table(minors={"bulgaria": {"controller": "italy"}})
    capture(g, "rome", BRITAIN)
    run = defeat.bequeath(g)
    g.decision = next(run)
    for heir in ("italy", "ussr", BRITAIN, "nobody"):
        assert refused(g, Bequeath("bulgaria", heir)) == ["9.22"], heir
    assert refused(g, Bequeath("poland", "germany")) == ["9.22"]
    g.state.nations["japan"].surrendered = True
    assert refused(g, Bequeath("bulgaria", "japan")) == ["9.22"]


@pytest.mark.sections("9.22")
def test_with_one_partner_left_nobody_is_asked_and_with_none_control_ends_9_22() -> None:
    g = table(minors={"bulgaria": {"controller": "italy"}}, nations={"japan": {"surrendered": True}})
    capture(g, "rome", BRITAIN)
    assert list(defeat.bequeath(g)) == [] and g.state.minors["bulgaria"].controller == "germany"
    fallen = {"japan": {"surrendered": True}, "germany": {"surrendered": True}}
    g = table(minors={"bulgaria": {"controller": "italy"}}, nations=fallen)
    capture(g, "rome", BRITAIN)
    assert list(defeat.bequeath(g)) == [] and g.state.minors["bulgaria"].controller == ""


@pytest.mark.sections("9.22")
def test_an_aligned_minor_passes_with_its_zones_and_what_stands_there_9_22() -> None:
    g = table(
        units={
            "bulgaria": {"bulgaria": {"infantry": 2}},
            "italy": {"rome": {"infantry": 1}, "bulgaria": {"fighter": 1}},
        },
        nations={"japan": {"surrendered": True}},
    )
    align(g, "bulgaria", "italy", "4.8")
    capture(g, "rome", BRITAIN)
    assert build.count(g, "rome", owner="italy") == 0 and build.count(g, "bulgaria", owner="italy") == 3
    assert list(defeat.bequeath(g)) == []
    assert owner(g, "bulgaria") == "germany" and build.count(g, "bulgaria", owner="germany") == 3
    assert g.state.merged["bulgaria"] == "germany"


# Reversal


@pytest.mark.sections("9.22")
def test_a_nation_restored_acts_again_9_22() -> None:
    g = table(minors={"bulgaria": {"controller": "italy"}})
    capture(g, "rome", BRITAIN)
    capture(g, "rome", "germany")
    assert in_play(g, "italy") and owner(g, "rome") == "italy"
    assert g.state.bequests == []  # its Minors stay with it


@pytest.mark.sections("9.22")
def test_two_nations_may_fall_in_one_stroke_and_one_stays_down_9_22() -> None:
    g = table(owners={"berlin": "ussr", "western-germany": BRITAIN}, slot="germany")
    defeat.surrender_at_turn_end(g)
    capture(g, "rome", BRITAIN)
    assert not in_play(g, "germany") and not in_play(g, "italy")
    capture(g, "western-germany", "ussr")  # another enemy: nothing is reversed
    assert not in_play(g, "germany")


# Minor Powers


def low_countries(**fields: Any) -> G:
    units = {"netherlands": {"netherlands": {"infantry": 1}, "java": {"infantry": 2}, "java-sea": {"destroyer": 1}}}
    wars = fields.pop("wars", [("germany", "netherlands")])
    return build.table(
        slot="germany", options=(), units=units, wars=wars, minors={"netherlands": {"controller": BRITAIN}}, **fields
    )


@pytest.mark.sections("9.24")
def test_a_minor_fights_on_while_a_unit_stands_in_its_home_country_9_24() -> None:
    g = low_countries()
    capture(g, "netherlands", "germany")  # its infantry is still there, as in a zone shared by a lost battle
    assert not g.state.minors["netherlands"].defeated
    remove(g, build.unit(g, "netherlands", "infantry"))
    defeat.defeat_if_beaten(g, "netherlands", "germany")
    assert g.state.minors["netherlands"].defeated


@pytest.mark.sections("9.24")
def test_the_controller_keeps_colonies_their_forces_and_the_ships_9_24() -> None:
    g = low_countries()
    remove(g, build.unit(g, "netherlands", "infantry"))
    capture(g, "netherlands", "germany")
    minor = g.state.minors["netherlands"]
    assert minor.defeated and minor.conqueror == "germany" and minor.controller == BRITAIN
    assert "java" in zones_of(g, "netherlands")
    assert build.count(g, "java", owner="netherlands") == 2 and build.count(g, "java-sea", owner="netherlands") == 1


@pytest.mark.sections("4.12")
def test_colonies_align_when_the_controller_goes_to_war_with_the_conqueror_4_12() -> None:
    g = low_countries()
    remove(g, build.unit(g, "netherlands", "infantry"))
    capture(g, "netherlands", "germany")
    make_war(g, BRITAIN, "italy")
    assert owner(g, "java") == "netherlands"  # the wrong war
    make_war(g, BRITAIN, "germany")
    assert owner(g, "java") == BRITAIN
    assert build.count(g, "java", owner=BRITAIN) == 2 and build.count(g, "java-sea", owner=BRITAIN) == 1
    assert owner(g, "netherlands") == "germany"


@pytest.mark.sections("4.12", "9.24")
def test_colonies_align_at_once_where_there_is_war_already_4_12() -> None:
    g = low_countries(wars=[("germany", "netherlands"), ("germany", BRITAIN)])
    remove(g, build.unit(g, "netherlands", "infantry"))
    capture(g, "netherlands", "germany")
    assert owner(g, "java") == BRITAIN


@pytest.mark.sections("9.24")
def test_an_aligned_minor_does_not_fall_by_itself_9_24() -> None:
    g = build.table(slot="germany", options=(), wars=[("germany", BRITAIN)])
    align(g, "netherlands", BRITAIN, "4.7")
    capture(g, "netherlands", "germany")
    assert "netherlands" not in g.state.minors and owner(g, "java") == BRITAIN
    assert not told(g, "defeated")


# In play


@pytest.mark.sections("9.22")
def test_a_neutral_walks_into_a_zone_of_a_fallen_nation_without_war_9_22() -> None:
    session = build.session(
        ("calendar-turn", "national-turn", "combat-movement"), slot="ussr", options=(), wars=[("italy", BRITAIN)],
        owners={"yugoslavia": "ussr", "rome": BRITAIN}, nations={"italy": {"surrendered": True}},
        units={"ussr": {"yugoslavia": {"infantry": 1}}},
    )  # fmt: skip
    session.submit(Pick("yugoslavia", "infantry", 1))
    assert Move(("northern-italy",)) in session.legal()
    session.submit(Move(("northern-italy",)))
    session.submit(Done())
    assert session.state.owners["northern-italy"] == "ussr"
    assert not session.state.wars.get("ussr")


@pytest.mark.sections("9.22")
def test_a_partner_claims_a_zone_by_an_ordinary_move_9_22() -> None:
    session = build.session(
        ("calendar-turn", "national-turn", "non-combat"), slot="germany", options=(), wars=WARS,
        owners={"austria": "germany", "rome": BRITAIN}, nations={"italy": {"surrendered": True}},
        units={"germany": {"austria": {"infantry": 1}}},
    )  # fmt: skip
    session.submit(Pick("austria", "infantry", 1))
    session.submit(Move(("northern-italy",)))
    while session.state.slot == "germany":
        session.submit(Done() if Done() in session.legal() else session.legal()[0])
    assert session.state.owners["northern-italy"] == "germany"


@pytest.mark.sections("9.22")
def test_the_heir_of_a_minor_is_asked_for_in_play_9_22() -> None:
    session = build.session(
        ("calendar-turn", "national-turn", "combat-movement"), slot=BRITAIN, options=(), wars=WARS,
        owners={"southern-italy": BRITAIN}, minors={"portugal": {"controller": "italy"}},
        units={BRITAIN: {"southern-italy": {"infantry": 2}}},
    )  # fmt: skip
    session.submit(Pick("southern-italy", "infantry", 2))
    session.submit(Move(("rome",)))
    session.submit(Done())
    assert session.decision is not None and (session.decision.who, session.decision.section) == ("italy", "9.22")
    session.submit(Bequeath("portugal", "germany"))
    assert session.state.minors["portugal"].controller == "germany"
    assert session.state.nations["italy"].surrendered
