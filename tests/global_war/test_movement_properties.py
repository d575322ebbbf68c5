"""Movement along random play: what is listed is legal, what is refused changes nothing, and the index stays true."""

from __future__ import annotations

import random

import pytest

from tutor.games.global_war import GAME
from tutor.games.global_war.actions.movement import Move, Pick, RailMove, StrategicSail
from tutor.games.global_war.cargo import aboard, has_room
from tutor.games.global_war.rulebook import RULES
from tutor.games.global_war.units import type_of, unit_types_of, units_in
from tutor.games.global_war.zones import is_land, is_sea

from . import build
from .moving import TURN

NATIONS = ("germany", "italy", "japan", "ussr", "great-britain", "france", "usa", "fec", "anzac", "kmt", "ccp")
WARS = [
    ("germany", "great-britain"), ("germany", "france"), ("italy", "great-britain"), ("germany", "ussr"),
    ("japan", "usa"), ("japan", "kmt"),
]  # fmt: skip
PLAIN = ("mountains", "deserts", "jungles", "marshes", "rivers", "tundra", "strategic-naval", "screening")
RARE = (
    "air-hump", "mines", "raiding-aircraft", "surface-raiders", "rail-gauge", "forcing-straits", "captured-bases",
    "advanced-carriers", "canal-combat-moves", "canal-bombing", "reading-declared-blockade", "reading-sea-strikes",
    "reading-naval-submarines",
)  # fmt: skip


def crowded(seed: int) -> dict:
    """Every nation with all sorts of units everywhere."""
    rng = random.Random(f"crowd/{seed}")
    types = unit_types_of(GAME.charts()["units"])
    land, air, sea = ([t for t, k in types.items() if getattr(k, cls)] for cls in ("land", "air", "naval"))
    units: dict = {nation: {} for nation in NATIONS}
    for zone, facts in build.table().board.facts.items():
        if "impassable" in facts.get("status", ""):
            continue
        if facts["kind"] == "zone" and facts.get("owner") in units:
            here = units[facts["owner"]].setdefault(zone, {})
            here.update({t: rng.randint(1, 2) for t in rng.sample(land, 2)})
            here.update({t: 1 for t in rng.sample(air, 1)})
        elif facts["kind"] == "sea":
            for nation in rng.sample(NATIONS[:9], rng.randint(0, 2)):
                here = units[nation].setdefault(zone, {})
                here.update({t: rng.randint(1, 2) for t in rng.sample(sea, 2)})
                if "fleet-carrier" in here:
                    here["fighter aboard"] = 1
                if "naval-transport" in here:
                    here["infantry aboard"] = 1
                if rng.random() < 0.2:
                    here["seaplane patrol"] = 1
    return units


def check_position(s) -> None:
    """What must hold after every action."""
    g = s.table
    indexed = {u.id: zone for zone in g.board for u in units_in(g, zone)}
    assert indexed == {u.id: u.zone for u in g.state.units.values()}
    for unit in g.state.units.values():
        kind = type_of(g, unit)
        if kind.naval:
            assert is_sea(g, unit.zone) and not unit.aboard
        if kind.land and is_sea(g, unit.zone):
            assert unit.aboard in g.state.units
        if unit.aboard:
            carrier = g.state.units[unit.aboard]
            assert carrier.zone == unit.zone
            if type_of(g, carrier).transport:
                assert has_room(g, carrier, [])
        if kind.land and is_land(g, unit.zone):
            assert g.board.facts[unit.zone]["status"] != "impassable"
    for ship in g.state.units.values():
        if type_of(g, ship).carrier_capacity and not g.options["advanced-carriers"]:
            assert len(aboard(g, ship)) <= type_of(g, ship).carrier_capacity


@pytest.mark.parametrize("phase", ["combat-movement", "non-combat"])
@pytest.mark.parametrize(("seed", "slot"), [(1, "germany"), (2, "great-britain"), (3, "usa"), (4, "japan")])
def test_what_is_listed_is_legal_and_every_position_is_sound(seed, slot, phase):
    options = [*PLAIN, *(RARE if seed % 2 == 0 else ())]
    s = build.session(
        (*TURN, phase), slot=slot, turn="July 1941", units=crowded(seed), wars=WARS, options=options, seed=seed
    )
    rng = random.Random(f"play/{seed}/{phase}")
    kinds = set()
    for _ in range(150):
        if s.over or s.where[3].id != phase:
            break
        legal = s.legal()
        assert legal and len(legal) < 700
        for action in rng.sample(legal, min(len(legal), 12)):
            assert not list(RULES.rulings(s.table, action)), action
        moves = [a for a in legal if isinstance(a, (Move, RailMove, StrategicSail))]
        others = [a for a in legal if a.kind() != "done" and not isinstance(a, s.game.interrupt_types)]
        action = rng.choice(moves if moves and rng.random() < 0.8 else others or legal)
        kinds.add(type(action))
        s.submit(action)
        check_position(s)
    assert {Pick, Move} <= kinds


def test_a_refused_move_changes_nothing_and_undo_brings_units_back():
    s = build.session(
        (*TURN, "combat-movement"), turn="July 1941", units=crowded(7), wars=WARS, options=list(PLAIN), seed=7
    )
    start = s.table.state.units.copy()
    zones = {n: u.zone for n, u in start.items()}
    rng = random.Random("refusals")
    for _ in range(40):
        legal = [a for a in s.legal() if a.kind() not in ("done",)]
        s.submit(rng.choice(legal))
        wrong = Move(tuple(rng.sample(sorted(s.board), 2)), rng.choice(["", "patrol", "raid", "drop", "nonsense"]))
        before = {n: (u.zone, u.spent, u.task) for n, u in s.state.units.items()}
        if s.why_not(wrong):
            with pytest.raises(Exception, match=r"\["):
                s.submit(wrong)
        assert before == {n: (u.zone, u.spent, u.task) for n, u in s.state.units.items()}
    while s.undo() is not None:
        pass
    assert {n: u.zone for n, u in s.state.units.items()} == zones
