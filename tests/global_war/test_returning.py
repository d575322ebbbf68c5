"""Section 9.21: captured zones that are asked back, refused and returned, on anybody's turn."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tutor.games.global_war import returning, turns
from tutor.games.global_war.actions.politics import DeclareWar, DemandZone, RefuseZone, ReturnZone
from tutor.games.global_war.capture import capture
from tutor.games.global_war.relations import make_war
from tutor.games.global_war.state import Battle, G
from tutor.games.global_war.terms import at_war, owner
from tutor.games.global_war.war_and_peace import income

from . import build
from .acting import do, reason, refused, told

BRITAIN = "great-britain"


def palestine(**fields: Any) -> G:
    """The USSR has taken British Palestine from Italy; Britain and the USSR are at peace."""
    owners = {"palestine": "ussr", "iraq": "ussr", **fields.pop("owners", {})}
    wars = fields.pop("wars", [("italy", BRITAIN), ("italy", "ussr")])
    return build.table(slot="ussr", turn="July 1942", options=(), wars=wars, owners=owners, **fields)


@pytest.mark.sections("9.21")
def test_only_the_original_owner_asks_and_only_strangers_9_21() -> None:
    g = palestine(owners={"libya": "germany", "bavaria": "italy"})
    assert refused(g, DemandZone(BRITAIN, "palestine")) == []
    for nation, zone in (
        ("france", "palestine"), ("ussr", "palestine"), (BRITAIN, "berlin"), (BRITAIN, "london"), ("italy", "libya"),
        ("germany", "bavaria"), (BRITAIN, "north-sea"), (BRITAIN, "belgium"),
    ):  # fmt: skip
        assert refused(g, DemandZone(nation, zone)) == ["9.21"], (nation, zone)
    assert refused(g, DemandZone("utopia", "palestine")) == ["0.9/nation"]
    assert refused(g, DemandZone(BRITAIN, "utopia")) == ["1.1"]


@pytest.mark.sections("9.21")
def test_a_refusal_gives_the_right_to_declare_war_until_the_zone_is_returned_9_21() -> None:
    g = palestine(nations={BRITAIN: {"peacetime": 5}})
    war = DeclareWar(BRITAIN, "ussr")
    assert refused(g, war)
    do(g, DemandZone(BRITAIN, "palestine"))
    assert refused(g, war)  # no answer yet
    do(g, RefuseZone("ussr", "palestine"))
    assert refused(g, war) == [] and g.state.claims == {"palestine": BRITAIN}
    do(g, ReturnZone("ussr", "palestine"))
    assert refused(g, war) and g.state.claims == {} and owner(g, "palestine") == BRITAIN


@pytest.mark.sections("9.21")
def test_a_war_goes_on_though_the_zone_is_returned_9_21() -> None:
    g = palestine()
    do(g, DemandZone(BRITAIN, "palestine"), RefuseZone("ussr", "palestine"))
    make_war(g, BRITAIN, "ussr")
    do(g, ReturnZone("ussr", "palestine"))
    assert at_war(g, BRITAIN, "ussr") and owner(g, "palestine") == BRITAIN


@pytest.mark.sections("9.21")
def test_silence_at_the_end_of_a_national_turn_is_a_refusal_9_21() -> None:
    g = palestine()
    do(g, DemandZone(BRITAIN, "palestine"))
    turns.end_national_turn(g)
    assert g.state.demands == {} and g.state.claims == {"palestine": BRITAIN}
    assert "keeps Palestine" in told(g, "refused")[0]


@pytest.mark.sections("9.21")
def test_one_waits_for_an_answer_and_refuses_only_what_was_asked_9_21() -> None:
    g = palestine()
    assert refused(g, RefuseZone("ussr", "palestine")) == ["9.21"]
    do(g, DemandZone(BRITAIN, "palestine"))
    assert refused(g, DemandZone(BRITAIN, "palestine")) == ["9.21"]
    assert refused(g, RefuseZone("italy", "palestine")) == ["9.21"]
    do(g, RefuseZone("ussr", "palestine"))
    assert refused(g, RefuseZone("ussr", "palestine")) == ["9.21"]


@pytest.mark.sections("9.21")
def test_after_a_refusal_one_may_ask_again_and_keeps_the_right_to_declare_war_9_21() -> None:
    g = palestine(nations={BRITAIN: {"peacetime": 5}})
    do(g, DemandZone(BRITAIN, "palestine"), RefuseZone("ussr", "palestine"), DemandZone(BRITAIN, "palestine"))
    assert refused(g, DeclareWar(BRITAIN, "ussr")) == []
    do(g, ReturnZone("ussr", "palestine"))
    assert owner(g, "palestine") == BRITAIN and refused(g, DeclareWar(BRITAIN, "ussr"))


@pytest.mark.sections("9.21")
def test_a_zone_may_be_returned_without_being_asked_for_9_21() -> None:
    g = palestine()
    before = income(g, BRITAIN)
    do(g, ReturnZone("ussr", "palestine"))
    assert owner(g, "palestine") == BRITAIN and income(g, BRITAIN) >= before
    assert g.state.gained == ["palestine"]
    for nation, zone in (
        ("ussr", "moscow"),
        ("ussr", "palestine"),
        ("italy", "rome"),
        ("ussr", "iraq"),
        ("ussr", "black-sea"),
    ):
        assert refused(g, ReturnZone(nation, zone)) == ["9.21"], (nation, zone)


@pytest.mark.sections("9.21", "0.8")
def test_units_go_to_the_nearest_friendly_zone_whatever_lies_between_9_21() -> None:
    units = {"ussr": {"palestine": {"infantry": 2, "fighter": 1}}}
    g = palestine(units=units, owners={"iraq": "iraq"})
    near = returning.nearest_friendly(g, "ussr", "palestine")
    least = min(
        g.board.distance("palestine", zone) or 0
        for zone, holder in g.state.owners.items()
        if holder == "ussr" and zone != "palestine"
    )
    assert near and all(owner(g, zone) == "ussr" and g.board.distance("palestine", zone) == least for zone in near)
    assert least > 1
    assert refused(g, ReturnZone("ussr", "palestine", "vladivostok")) == ["1.1"]
    assert "9.21" in refused(g, ReturnZone("ussr", "palestine", "moscow"))
    do(g, ReturnZone("ussr", "palestine", near[-1]))
    assert build.count(g, "palestine") == 0 and build.count(g, near[-1]) == 3


@pytest.mark.sections("9.21")
def test_a_zone_that_is_fought_over_is_not_returned_9_21() -> None:
    g = palestine()
    g.state.battles = [Battle(1, "land", "palestine", "italy")]
    assert "fighting" in reason(g, ReturnZone("ussr", "palestine"))


@pytest.mark.sections("9.21")
def test_a_nation_without_another_zone_cannot_return_its_last_9_21() -> None:
    g = palestine()
    for zone, holder in list(g.state.owners.items()):
        if holder == "ussr" and zone != "palestine":
            g.state.owners[zone] = "germany"
    assert "no friendly land zone" in reason(g, ReturnZone("ussr", "palestine"))


@pytest.mark.sections("9.21")
def test_a_claim_lapses_when_somebody_else_takes_the_zone_9_21() -> None:
    g = palestine(wars=[("italy", BRITAIN), ("italy", "ussr"), ("germany", "ussr")])
    do(g, DemandZone(BRITAIN, "palestine"), RefuseZone("ussr", "palestine"))
    capture(g, "palestine", "germany")
    assert g.state.claims == {}
    do(g, DemandZone(BRITAIN, "palestine"))  # from the new holder


@pytest.mark.sections("9.21")
def test_a_returned_factory_works_in_full_again_9_21() -> None:
    g = palestine(owners={"ontario": "ussr"})
    works = next(f for f in g.state.facilities.values() if f.zone == "ontario" and "factory" in f.type)
    works.original = BRITAIN
    do(g, ReturnZone("ussr", "ontario"))
    assert owner(g, "ontario") == BRITAIN and works.original == BRITAIN


@pytest.mark.sections("9.21")
def test_refused_interrupts_change_nothing_9_21() -> None:
    g = palestine()
    before = msgspec.msgpack.encode(g.state)
    for action in (
        DemandZone("france", "palestine"),
        ReturnZone("italy", "palestine"),
        RefuseZone("ussr", "palestine"),
    ):
        assert refused(g, action)
    assert msgspec.msgpack.encode(g.state) == before


@pytest.mark.sections("9.21")
def test_a_nation_is_shown_what_it_may_answer_and_ask_9_21() -> None:
    g = palestine(wars=[("italy", BRITAIN)])
    assert DemandZone(BRITAIN, "palestine") in list(returning.offered_returns(g, BRITAIN))
    do(g, DemandZone(BRITAIN, "palestine"))
    assert list(returning.offered_returns(g, BRITAIN)) == []
    assert list(returning.offered_returns(g, "ussr")) == [
        ReturnZone("ussr", "palestine"),
        RefuseZone("ussr", "palestine"),
    ]
    for nation in g.state.nations:
        for action in returning.offered_returns(g, nation):
            assert refused(g, action) == [], action
