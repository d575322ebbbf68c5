"""Sections 7.9, 11.4, 13.1/support: lend-lease declared, sent, interdicted, delivered, kept."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tutor.engine.chance import Scripted, every_outcome
from tutor.games.global_war import delivery, lend_lease, placement, production
from tutor.games.global_war.actions.basic import Done, Pass
from tutor.games.global_war.actions.placement import Aid, AidMilitia, Deliver, Place
from tutor.games.global_war.actions.production import (
    Advance,
    ChooseReceiver,
    LendMoney,
    LendUnit,
    LendUpgrade,
    Reassign,
)
from tutor.games.global_war.output import sites
from tutor.games.global_war.routes import interdictors, routes, shortest
from tutor.games.global_war.state import Item
from tutor.games.global_war.units import place
from tutor.games.global_war.zones import sea_neighbours

from . import build
from .producing import cash, facility, items, legal, next_turn, play, refusals, sections, table

ATLANTIC_WAR = [("germany", "usa"), ("germany", "great-britain"), ("germany", "ussr")]


def american(**fields):
    return table("usa", slot="usa", **{"turn": "July 1942", "wars": ATLANTIC_WAR, **fields})


def declare(g, *actions):
    return play(g, lend_lease.declare_lend_lease, *actions)


# Declaring


@pytest.mark.sections("7.9", "0.9/lend-lease")
def test_lend_lease_is_chosen_in_two_stages_and_waits_on_the_chart_7_9() -> None:
    g = american(cash=10)
    assert ChooseReceiver("ussr") in [ChooseReceiver(r) for r in lend_lease.receivers(g, "usa")]
    assert LendMoney("ussr", 10) in list(lend_lease.loans(g, "usa", "ussr"))
    declare(g, ChooseReceiver("ussr"), LendUnit("ussr", "infantry"))
    item = items(g)[0]
    assert (item.owner, item.receiver, item.what) == ("usa", "ussr", "infantry") and cash(g, "usa") == 7
    assert not placement.box(g, "usa"), "it is not for the sender to place"
    declare(g, ChooseReceiver("great-britain"), Pass())
    assert not lend_lease.lending(g)


@pytest.mark.sections("7.9")
def test_every_loan_that_is_offered_is_legal_7_9() -> None:
    g = american(cash=9, spain="war", minors={"spain-republican": {"controller": "ussr"}})
    offered = [loan for receiver in lend_lease.receivers(g, "usa") for loan in lend_lease.loans(g, "usa", receiver)]
    assert offered and all(legal(g, loan) for loan in offered)


@pytest.mark.sections("7.9", "0.2")
def test_at_most_half_the_receivers_income_without_bonuses_7_9() -> None:
    g = table("great-britain", nations={"france": {"peacetime": 7}})
    assert legal(g, LendMoney("france", 4))
    (ruling,) = refusals(g, LendMoney("france", 5))
    assert ruling.section == "7.9" and "4 IPP" in ruling.reason
    assert sections(g, LendMoney("france", 0)) == {"7.9"}


@pytest.mark.sections("7.9", "0.9/ipp")
def test_nobody_lends_what_he_does_not_have_7_9() -> None:
    g = table("great-britain", cash=2, nations={"france": {"peacetime": 20}})
    assert sections(g, LendMoney("france", 3)) == {"0.9/ipp"}
    assert sections(g, LendUnit("france", "infantry")) == {"0.9/ipp"}
    g.state.nations["great-britain"].cash = 0
    assert not lend_lease.lending(g)


@pytest.mark.sections("7.9")
def test_one_loan_a_turn_to_each_receiver_money_or_a_unit_7_9() -> None:
    g = american()
    declare(g, LendMoney("ussr", 3))
    assert sections(g, LendUnit("ussr", "infantry")) == sections(g, LendMoney("ussr", 1)) == {"7.9"}
    assert legal(g, LendUnit("great-britain", "infantry"))
    next_turn(g, "usa", "usa")
    assert legal(g, LendUnit("ussr", "infantry"))


@pytest.mark.sections("7.9")
def test_in_the_other_reading_there_is_one_loan_a_turn_in_all_7_9() -> None:
    g = american(options=["reading-one-lend-lease"])
    declare(g, LendMoney("ussr", 3))
    assert sections(g, LendUnit("great-britain", "infantry")) == {"7.9"}
    assert not lend_lease.lending(g)


@pytest.mark.sections("2.3/commonwealth", "7.9")
def test_the_commonwealth_shares_its_limit_and_may_lend_among_itself_2_3() -> None:
    g = table("great-britain", slot="great-britain", nations={"anzac": {"cash": 20}})
    declare(g, LendMoney("ussr", 3))
    g.state.nation = "anzac"
    assert sections(g, LendMoney("ussr", 1)) == {"7.9"}
    assert legal(g, LendMoney("great-britain", 1))


@pytest.mark.sections("7.9")
def test_to_whom_nobody_lends_7_9() -> None:
    g = american(minors={"spain": {}}, owners={"romania": "germany"})
    g.state.merged["romania"] = "germany"
    for receiver in ("usa", "germany", "romania", "atlantis", "free-france"):
        assert sections(g, LendMoney(receiver, 1)) == {"7.9"}, receiver
        assert sections(g, ChooseReceiver(receiver)) == {"7.9"}, receiver


@pytest.mark.sections("7.9")
def test_minor_powers_do_not_lend_unless_they_have_evolved_7_9() -> None:
    g = table("kmt", nations={"usa": {"peacetime": 20}})
    assert sections(g, LendMoney("usa", 1)) == {"7.9"}
    assert legal(table("kmt", nations={"kmt": {"evolved": True}}), LendMoney("usa", 1))


@pytest.mark.sections("7.9", "5.4/usa-nrs")
def test_a_poor_usa_does_not_lend_5_4() -> None:
    g = table("usa", nations={"usa": {"peacetime": 6}})
    assert sections(g, LendMoney("france", 1)) == {"5.4/usa-nrs"}
    assert legal(table("usa", nations={"usa": {"peacetime": 40}}), LendMoney("france", 1))


@pytest.mark.sections("7.9", "14.3")
def test_japan_and_the_ussr_do_not_lend_to_each_others_enemies_under_their_pact_14_3() -> None:
    fields = {"wars": [("japan", "kmt")], "nations": {"kmt": {"peacetime": 8}}}
    assert sections(table("ussr", eastern_pact="signed", **fields), LendMoney("kmt", 1)) == {"14.3"}
    assert legal(table("ussr", **fields), LendMoney("kmt", 1))


@pytest.mark.sections("7.9")
def test_a_lent_unit_is_made_in_the_home_country_and_on_the_lenders_sheet_7_9() -> None:
    g = table(
        "japan",
        printed_facilities=False,
        facilities={"korea": ["minor-factory"]},
        nations={"germany": {"peacetime": 9}},
    )
    assert sections(g, LendUnit("germany", "infantry")) == {"7.9"}
    g = table("japan", nations={"germany": {"peacetime": 9}})
    assert "7.1" in sections(g, LendUnit("germany", "mountain-infantry"))
    assert "7.2" in sections(g, LendUnit("germany", "strategic-bomber"))
    assert "7.8/jet-fighter" in sections(g, LendUnit("germany", "jet-fighter"))


@pytest.mark.sections("7.9")
def test_a_minor_power_receives_units_but_no_money_7_9() -> None:
    g = table("great-britain", owners={}, minors={"poland": {}})
    assert sections(g, LendMoney("poland", 1)) == {"7.9"}
    assert legal(g, LendUnit("poland", "infantry"))


# Delivery


def lent(g, receiver: str, what: str, ipp: int = 0):
    declare(g, LendMoney(receiver, ipp) if ipp else LendUnit(receiver, what))
    return items(g)[-1]


@pytest.mark.sections("11.4", "11.4/land")
def test_over_land_it_stops_in_the_first_zone_of_the_receivers_home_11_4() -> None:
    g = table(
        "germany",
        wars=[("germany", "ussr"), ("italy", "ussr")],
        owners={"austria": "germany"},
        nations={"italy": {"peacetime": 9}},
    )
    item = lent(g, "italy", "infantry")
    assert [r.to for r in routes(g, item) if not r.zone] == ["northern-italy"]
    before = sites(g, "germany", "infantry")
    play(g, delivery.send, Deliver(item.id, "northern-italy"))
    play(g, delivery.arrive)
    assert build.count(g, "northern-italy", "infantry", "italy") == 1 and not items(g)
    assert sum(sites(g, "germany", "infantry").values()) == sum(before.values()) - 1, "it used a slot"


@pytest.mark.sections("11.4/sea")
def test_nothing_is_shipped_to_a_port_that_the_lenders_own_rails_reach_11_4() -> None:
    g = american()
    item = lent(g, "great-britain", "fighter")
    by_sea = {r.to for r in routes(g, item) if r.zone == "new-york"}
    assert "london" in by_sea
    assert "san-francisco" not in by_sea


@pytest.mark.sections("11.4/land", "11.4")
def test_damaged_rails_stop_it_on_land_11_4() -> None:
    g = table("germany", wars=[("germany", "ussr"), ("italy", "ussr")], owners={"austria": "germany"}, nations={"italy": {"peacetime": 9}},
              options=[])  # fmt: skip
    item = lent(g, "italy", "", 2)
    assert legal(g, Deliver(item.id, "northern-italy"))
    g.state.rail_damage = {"austria|northern-italy": 1}
    assert sections(g, Deliver(item.id, "northern-italy")) == {"11.4/land"}


@pytest.mark.sections("11.4/land", "1.5/land")
def test_a_third_nation_must_let_it_pass_11_4() -> None:
    g = table("germany", nations={"italy": {"peacetime": 9}})
    item = lent(g, "italy", "", 2)
    assert not [r for r in routes(g, item) if not r.zone], "Austria is neutral"
    g.state.grants.append("austria>germany")
    assert [r.to for r in routes(g, item) if not r.zone] == ["northern-italy"]


@pytest.mark.sections("11.4/sea")
def test_minor_naval_facilities_handle_three_ipp_at_most_11_4() -> None:
    g = table(
        "great-britain", printed_facilities=False, wars=[("germany", "great-britain"), ("germany", "ussr")],
        facilities={"london": ["major-factory", "minor-port"], "murmansk": ["minor-port"]},
        nations={"ussr": {"peacetime": 30}},
    )  # fmt: skip
    small = lent(g, "ussr", "", 3)
    assert legal(g, Deliver(small.id, "murmansk", "london"))
    next_turn(g, "great-britain", "great-britain")
    large = lent(g, "ussr", "", 4)
    assert sections(g, Deliver(large.id, "murmansk", "london")) == {"11.4/sea"}
    facility(g, "london", "minor-port").type = "major-port"
    assert sections(g, Deliver(large.id, "murmansk", "london")) == {"11.4/sea"}
    facility(g, "murmansk", "minor-port").type = "major-dockyard"
    assert legal(g, Deliver(large.id, "murmansk", "london"))


@pytest.mark.sections("11.4/sea")
def test_a_cheap_unit_passes_a_minor_port_and_a_dear_one_does_not_11_4() -> None:
    g = table(
        "great-britain", printed_facilities=False, turn="July 1940",
        facilities={"london": ["major-factory", "major-port"], "murmansk": ["minor-port"]}, nations={"ussr": {"peacetime": 30}},
    )  # fmt: skip
    infantry = lent(g, "ussr", "infantry")
    assert legal(g, Deliver(infantry.id, "murmansk", "london"))
    next_turn(g, "great-britain", "great-britain")
    armor = lent(g, "ussr", "medium-armor")
    assert sections(g, Deliver(armor.id, "murmansk", "london")) == {"11.4/sea"}


@pytest.mark.sections("11.4/sea")
def test_damaged_ports_neither_send_nor_receive_11_4() -> None:
    for zone in ("london", "murmansk"):
        g = table("great-britain", printed_facilities=False, nations={"ussr": {"peacetime": 30}},
                  facilities={"london": ["major-factory", "major-port"], "murmansk": ["major-port"]})  # fmt: skip
        item = lent(g, "ussr", "", 5)
        assert legal(g, Deliver(item.id, "murmansk", "london"))
        facility(g, zone, "major-port").damage = 1
        assert sections(g, Deliver(item.id, "murmansk", "london")) == {"11.4/sea"}


@pytest.mark.sections("11.4/blockade", "8.11")
@pytest.mark.parametrize(("zone", "sea"), [("london", ("english-channel", "north-sea")), ("murmansk", ("white-sea",))])
def test_a_blockaded_port_neither_sends_nor_receives_11_4(zone: str, sea: tuple[str, ...]) -> None:
    fields = {
        "printed_facilities": False, "nations": {"ussr": {"peacetime": 30}},
        "facilities": {"london": ["major-factory", "major-port"], "murmansk": ["major-port"]},
        "wars": [("germany", "great-britain"), ("germany", "ussr")],
    }  # fmt: skip
    for ships, allowed in ((2, True), (3, False)):
        g = table("great-britain", units={"germany": {s: {"destroyer": ships} for s in sea}}, **fields)
        item = lent(g, "ussr", "", 5)
        assert legal(g, Deliver(item.id, "murmansk", "london")) == allowed, zone


@pytest.mark.sections("11.4/sea", "App-B.5")
def test_the_shortest_way_is_taken_and_of_equals_the_safest_may_be_11_4() -> None:
    g = american(cash=30)
    item = lent(g, "ussr", "", 5)
    route = next(r for r in routes(g, item) if (r.zone, r.to) == ("new-york", "murmansk"))
    best = shortest(g, "usa", ["new-york-bight"])["white-sea"]
    assert len(route.path) == best[0]
    for a, b in zip(route.path, route.path[1:], strict=False):
        assert b in g.board.neighbours[a]
    detour = (*route.path[:-1], route.path[-2], route.path[-1])
    assert sections(g, Deliver(item.id, "murmansk", "new-york", detour)) == {"11.4/sea"}
    assert legal(g, Deliver(item.id, "murmansk", "new-york", route.path))
    assert sections(g, Deliver(item.id, "murmansk", "new-york", ("black-sea",))) == {"11.4/sea"}


def _round(g, start: str, goals: set[str], without: set[str]) -> tuple[str, ...]:
    """The shortest way by sea that keeps out of some sea zones."""
    waiting, seen = [(start,)], {start, *without}
    for path in waiting:
        if path[-1] in goals:
            return path
        for there in sea_neighbours(g, path[-1]):
            if there not in seen:
                seen.add(there)
                waiting.append((*path, there))
    return ()


@pytest.mark.sections("11.4/sea", "App-B.5")
def test_of_equal_ways_the_sender_takes_either_but_never_a_longer_one_round_a_danger_11_4() -> None:
    g = american(cash=30)
    item = lent(g, "great-britain", "", 5)
    goals, avoided, ways = {"english-channel", "north-sea"}, {"arctic-ocean"}, []
    while True:  # one zone after the other is closed, until the way round is longer
        path = _round(g, "new-york-bight", goals, avoided)
        ways.append(path)
        if len(path) > len(ways[0]):
            break
        avoided.add(path[2])
    assert len(ways) > 2, "there are several ways equally short"
    for path in ways[:-1]:
        assert legal(g, Deliver(item.id, "london", "new-york", path))
    assert sections(g, Deliver(item.id, "london", "new-york", ways[-1])) == {"11.4/sea"}
    place(g, "submarine", "germany", ways[0][2])
    safest = next(r for r in routes(g, item) if (r.zone, r.to) == ("new-york", "london"))
    assert len(safest.path) == len(ways[0]) and ways[0][2] not in safest.path


@pytest.mark.sections("11.4/interdiction")
@pytest.mark.parametrize(
    ("units", "danger"),
    [
        ({"submarine": 1}, True),
        ({"seaplane patrol": 1}, True),
        ({"seaplane": 1}, False),
        ({"destroyer": 2}, False),
        ({"destroyer": 3}, True),
        ({"naval-transport": 4}, False),
        ({"destroyer": 2, "light-carrier": 2}, False),
    ],
)
def test_who_interdicts_11_4(units: dict[str, int], danger: bool) -> None:
    g = american(units={"germany": {"norwegian-sea": units}})
    assert bool(interdictors(g, "usa", "norwegian-sea")) == danger
    assert not interdictors(g, "japan", "norwegian-sea"), "only enemies of the sender"


def _under_way(**fields):
    g = american(cash=30, units={"germany": {"norwegian-sea": {"submarine": 2}}}, **fields)
    item = lent(g, "ussr", "medium-armor")
    play(g, delivery.send, Deliver(item.id, "murmansk", "new-york"))
    return g


@pytest.mark.sections("11.4/interdiction")
@pytest.mark.parametrize(("raider", "convoy", "lost"), [(4, 3, True), (3, 3, False), (2, 6, False)])
def test_the_higher_die_of_the_interdictor_destroys_it_11_4(raider: int, convoy: int, lost: bool) -> None:
    g = _under_way()
    assert delivery.in_danger(g)
    g.use(Scripted([raider, convoy]))
    delivery.interdict(g)
    assert not delivery.in_danger(g) and delivery.on_its_way(g) == (not lost)
    if lost:
        assert not items(g) and build.count(g, "murmansk") == 0
    else:
        play(g, delivery.arrive)
        assert build.count(g, "murmansk", "medium-armor", "ussr") == 1


@pytest.mark.sections("11.4/interdiction")
def test_fifteen_of_thirty_six_are_stopped_11_4() -> None:
    def run(chance):
        g = _under_way()
        g.use(chance)
        delivery.interdict(g)
        return delivery.on_its_way(g)

    chances: dict[bool, Fraction] = {}
    for outcome, probability in every_outcome(run):
        chances[outcome] = chances.get(outcome, Fraction(0)) + probability
    assert chances == {False: Fraction(15, 36), True: Fraction(21, 36)}


@pytest.mark.sections("11.4/interdiction")
def test_each_sea_zone_with_enemies_rolls_unless_the_other_reading_is_played_11_4() -> None:
    for options, rolls in (([], 2), (["reading-one-interdiction"], 1)):
        g = american(
            cash=30,
            options=options,
            units={"germany": {"norwegian-sea": {"submarine": 1}, "white-sea": {"submarine": 1}}},
        )
        item = lent(g, "ussr", "infantry")
        play(g, delivery.send, Deliver(item.id, "murmansk", "new-york"))
        assert g.state.delivery is not None and len(g.state.delivery.dangers) == rolls


@pytest.mark.sections("11.4")
def test_ipps_are_the_receivers_to_spend_11_4() -> None:
    g = american(cash=20)
    item = lent(g, "ussr", "", 6)
    before = cash(g, "ussr")
    play(g, delivery.send, Deliver(item.id, "murmansk", "new-york"))
    play(g, delivery.arrive)
    assert cash(g, "ussr") == before + 6 and cash(g, "usa") == 14


@pytest.mark.sections("11.4", "1.17", "App-B.6")
def test_china_is_reached_through_burma_and_its_road_app_b_10() -> None:
    fields = {
        "wars": [("japan", "usa"), ("japan", "great-britain"), ("japan", "kmt")],
        "owners": {"yunnan": "kmt", "shanghai": "japan", "nanking": "japan", "peking": "japan", "hong-kong": "japan"},
        "nations": {"kmt": {"peacetime": 8}},
    }
    g = table("usa", slot="usa", burma_road=True, turn="July 1942", **fields)
    facility(g, "burma", "minor-port").type = "major-port"
    item = lent(g, "kmt", "", 3)
    landings = {(r.to, r.end, r.road) for r in routes(g, item)}
    assert ("burma", "yunnan", True) in landings
    g.state.burma_road = False
    assert not any(r.to == "burma" for r in routes(g, item))


@pytest.mark.sections("1.24/air-hump", "11.4")
@pytest.mark.parametrize(("face", "lost"), [(10, False), (11, True)])
def test_option_lent_aircraft_may_be_lost_over_the_hump_1_24(face: int, lost: bool) -> None:
    g = table(
        "usa", slot="usa", burma_road=True, turn="July 1942", options=["air-hump"],
        wars=[("japan", "usa"), ("japan", "great-britain"), ("japan", "kmt")], nations={"kmt": {"peacetime": 8}},
        owners={"yunnan": "kmt", "shanghai": "japan", "nanking": "japan", "peking": "japan", "hong-kong": "japan"},
    )  # fmt: skip
    facility(g, "burma", "minor-port").type = "major-port"
    item = lent(g, "kmt", "fighter")
    play(g, delivery.send, Deliver(item.id, "burma", "san-francisco"))
    assert delivery.over_the_hump(g)
    g.use(Scripted([[face]]))
    delivery.fly_the_hump(g)
    assert delivery.on_its_way(g) == (not lost)
    if not lost:
        play(g, delivery.arrive)
        assert build.count(g, "yunnan", "fighter", "kmt") == 1


@pytest.mark.sections("11.4/failure")
def test_what_is_not_delivered_waits_and_may_be_kept_the_next_turn_11_4() -> None:
    g = american(cash=30)
    item = lent(g, "ussr", "infantry")
    assert sections(g, Reassign(item.id)) == {"11.4/failure"}, "not in the same turn"
    play(g, delivery.send, Done())
    assert not delivery.delivering(g) and items(g) == [item]
    next_turn(g, "usa", "usa")
    assert delivery.delivering(g), "it can be tried again"
    play(g, production.spend, Reassign(item.id))
    assert not delivery.delivering(g)
    play(g, placement.place_units, Place("infantry", "chicago"))
    assert build.count(g, "chicago", "infantry", "usa") == 1


@pytest.mark.sections("11.4/failure")
def test_money_that_is_kept_comes_back_11_4() -> None:
    g = american(cash=9)
    item = lent(g, "ussr", "", 5)
    next_turn(g, "usa", "usa")
    play(g, production.spend, Reassign(item.id))
    assert cash(g, "usa") == 4
    placement.complete(g)
    assert cash(g, "usa") == 9 and not items(g)


@pytest.mark.sections("11.4")
def test_nothing_is_delivered_to_a_nation_that_has_become_an_enemy_or_is_gone_11_4() -> None:
    g = american(cash=9)
    item = lent(g, "ussr", "", 5)
    g.state.nations["ussr"].surrendered = True
    assert sections(g, Deliver(item.id, "murmansk", "new-york")) == {"7.9"} and not delivery.delivering(g)
    g.state.nations["ussr"].surrendered = False
    g.state.wars["usa"].append("ussr")
    assert sections(g, Deliver(item.id, "murmansk", "new-york")) == {"7.9"}
    assert sections(g, Deliver(99, "murmansk", "new-york")) == {"11.4"}


@pytest.mark.sections("7.9/player-note", "11.4/sea")
def test_a_ship_arrives_in_the_sea_by_the_receivers_port_7_9() -> None:
    g = american(cash=50)
    item = lent(g, "great-britain", "light-cruiser")
    assert sections(g, Deliver(item.id, "london", "new-york")) == {"11.4"}, "it is not finished"
    next_turn(g, "usa", "usa")
    play(g, production.spend, Advance(item.id))
    assert not [r for r in routes(g, item) if not r.zone], "ships do not go by rail"
    play(g, delivery.send, Deliver(item.id, "london", "new-york"))
    sea = g.state.delivery.route[-1]
    play(g, delivery.arrive)
    assert build.count(g, sea, "light-cruiser", "great-britain") == 1 and sea in g.board.neighbours["london"]


@pytest.mark.sections("11.4")
def test_free_france_receives_where_it_holds_something_11_4() -> None:
    g = american(
        nations={"free-france": {"in_play": True}, "france": {"surrendered": True}}, owners={"morocco": "free-france"}
    )
    item = lent(g, "free-france", "infantry")
    assert {r.to for r in routes(g, item) if r.zone == "new-york"} == {"morocco"}


# Spain


CIVIL_WAR = {
    "spain": "war",
    "minors": {"spain-republican": {"controller": "ussr"}, "spain-nationalist": {"controller": "germany"}},
    "wars": [("spain-republican", "spain-nationalist")],
}


@pytest.mark.sections("13.1/support")
@pytest.mark.parametrize(
    ("nation", "faction", "allowed"),
    [
        ("germany", "spain-nationalist", True),
        ("italy", "spain-nationalist", True),
        ("ussr", "spain-republican", True),
        ("germany", "spain-republican", False),
        ("ussr", "spain-nationalist", False),
        ("great-britain", "spain-republican", False),
        ("japan", "spain-nationalist", False),
    ],
)
def test_who_arms_whom_in_spain_13_1(nation: str, faction: str, allowed: bool) -> None:
    g = table(nation, **CIVIL_WAR)
    assert sections(g, LendUnit(faction, "infantry")) == (set() if allowed else {"13.1/support"})


@pytest.mark.sections("13.1/support")
def test_one_unit_a_turn_from_each_patron_reaches_spain_13_1() -> None:
    g = table("italy", **CIVIL_WAR)
    item = lent(g, "spain-nationalist", "infantry")
    assert sections(g, LendUnit("spain-nationalist", "infantry")) == {"7.9"}
    play(g, delivery.send, Deliver(item.id, "galicia", "northern-italy"))
    play(g, delivery.arrive)
    assert build.count(g, "galicia", "infantry", "spain-nationalist") == 1


@pytest.mark.sections("13.1/support")
def test_money_for_spain_repairs_its_facilities_13_1() -> None:
    g = table("ussr", **CIVIL_WAR)
    assert sections(g, LendMoney("spain-republican", 1)) == {"13.1/support"}
    owned = [z for z in ("madrid", "catalonia", "valencia") if g.state.owners[z] == "spain-republican"]
    assert "madrid" in owned and "catalonia" in owned
    plant, port = facility(g, "madrid", "minor-factory"), facility(g, "catalonia", "minor-factory")
    plant.damage, port.damage = 3, 1
    item = lent(g, "spain-republican", "", 2)
    route = next(r for r in routes(g, item) if r.zone)
    play(g, delivery.send, Deliver(item.id, route.to, route.zone))
    play(g, delivery.arrive, Aid(port.id))
    assert (plant.damage, port.damage) == (2, 0)
    g.decision = None
    assert sections(g, Aid(port.id)) == {"13.1/support"}


@pytest.mark.sections("13.1/support")
def test_one_allied_power_a_turn_makes_infantry_of_a_spanish_militia_13_1() -> None:
    g = table("great-britain", cash=5, nations={"france": {"cash": 5}},
              units={"spain-republican": {"madrid": {"militia": 1}, "valencia": {"militia": 1}}}, **CIVIL_WAR)  # fmt: skip
    assert sections(g, LendUpgrade("spain-nationalist")) == {"13.1/support"}, "it has no Militia"
    declare(g, ChooseReceiver("spain-republican"), LendUpgrade("spain-republican"))
    assert cash(g, "great-britain") == 3
    next_turn(g, "france", "france")
    assert sections(g, LendUpgrade("spain-republican")) == {"13.1/support"}
    next_turn(g, "great-britain", "great-britain")
    item = items(g)[0]
    route = next(r for r in routes(g, item) if r.zone == "london")
    play(g, delivery.send, Deliver(item.id, route.to, route.zone))
    play(g, delivery.arrive, AidMilitia("valencia"))
    assert build.count(g, "valencia", "infantry", "spain-republican") == 1 and build.count(g, "madrid", "militia") == 1
    next_turn(g, "france", "france", calendar=1)
    assert legal(g, LendUpgrade("spain-republican"))
    assert "13.1/support" in sections(table("japan", **CIVIL_WAR), LendUpgrade("spain-republican"))
    assert "13.1/support" in sections(table("great-britain"), LendUpgrade("france"))


@pytest.mark.sections("7.9", "11.4")
def test_abyssinia_may_be_helped_where_a_route_leads_there_13_2() -> None:
    fields = {
        "abyssinia": "war", "minors": {"abyssinia": {"controller": "france"}}, "wars": [("italy", "abyssinia")],
        "options": [],
    }  # fmt: skip
    g = table("france", **fields)
    assert legal(g, LendUnit("abyssinia", "infantry"))
    item = lent(g, "abyssinia", "infantry")
    ends = {(r.to, r.end) for r in routes(g, item)}
    assert ends == {("french-somaliland", "abyssinia")}
    g.state.rail_damage = {"abyssinia|french-somaliland": 1}
    assert not routes(g, item)


# Vichy


@pytest.mark.sections("14.4.3", "14.4.2/production")
def test_vichy_is_helped_by_germany_alone_and_its_ships_are_paid_for_14_4() -> None:
    fields = {
        "vichy": True, "owners": {"southern-france": "vichy", "corsica": "vichy", "western-france": "germany", "alsace-lorraine": "germany"},
        "minors": {"vichy": {"controller": "germany"}}, "nations": {"france": {"surrendered": True}},
        "wars": [("germany", "great-britain")], "turn": "July 1941",
    }  # fmt: skip
    assert sections(table("italy", **fields), LendUnit("vichy", "infantry")) == {"14.4.3"}
    g = table("germany", **fields)
    assert "14.4.2/production" in sections(g, LendMoney("vichy", 2))
    g.state.production.append(_ship("vichy"))
    item = lent(g, "vichy", "", 2)
    g.state.grants += ["vichy>germany"]
    for amount, paid in ((2, 1), (2, 1), (2, 2)):
        item.ipp = amount
        if item not in g.state.production:
            g.state.production.append(item)
        g.state.asked.clear()
        play(g, delivery.send, Deliver(item.id, "southern-france"))
        play(g, delivery.arrive)
        assert items(g, "battleship")[0].paid == paid


def _ship(owner: str):
    return Item(9000, "battleship", owner, [5, 5, 5], paid=1)
