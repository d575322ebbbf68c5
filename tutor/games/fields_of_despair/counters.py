"""Air and Artillery counters: which may be held ready (2.5, 6.5.2), and Refresh (7.6)."""

from __future__ import annotations

from functools import cache, partial

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import AirMix, ArtilleryMix, Done, RepairAir
from .rulebook import procedure, rule
from .state import CP, SIDES, Counter, G

COUNTERS = 6
BLUFF = Counter(0, "bluff")
TOP_VALUE = 4
ACE = 2
BERTHA = 3


@cache
def multisets(counts: tuple[int, ...], most: int, limit: int, value: int = TOP_VALUE) -> tuple[tuple[int, ...], ...]:
    """Every choice of at most ``most`` counters with a total within ``limit``, high values first."""
    if value == 0:
        return ((),)
    found = []
    for take in range(min(counts[value - 1], most, limit // value), -1, -1):
        for rest in multisets(counts, most - take, limit - take * value, value - 1):
            found.append((value,) * take + rest)
    return tuple(found)


def counts(g: G, arm: str) -> tuple[int, ...]:
    """How many plain counters of value 1 to 4 there are (2.5)."""
    chart = g.charts["counter-mix"]
    return tuple(chart.cell(f"{arm} {value}", "count") for value in range(1, TOP_VALUE + 1))


# 6.5.2, Air


@procedure("6.5.2/air", "12.1", "2.5.1")
def air_limits(g: G, side: str) -> tuple[int, int, bool]:
    """The highest value allowed, the total allowed, and whether the Ace may fly."""
    board = g.state.boards[side]
    row = g.charts["aircraft"].row(board.technology["aircraft"])
    return row["max_value"], board.air, row["ace"]


def air_mixes(g: G, side: str) -> list[AirMix]:
    top, total, ace = air_limits(g, side)
    have = tuple(n if value <= top else 0 for value, n in enumerate(counts(g, "air"), 1))
    mixes = [AirMix(values) for values in multisets(have, COUNTERS - 1, total)]
    if ace and total >= ACE:
        mixes += [AirMix(values, True) for values in multisets(have, COUNTERS - 2, total - ACE)]
    return mixes


@rule("12.1", AirMix)
def aircraft_level_allows(g: G, action: AirMix) -> str | None:
    assert g.decision is not None
    top, _, ace = air_limits(g, g.decision.who)
    if any(not 1 <= v <= top for v in action.values):
        return f"At this Aircraft level Air counters have values from 1 to {top}."
    if action.ace and not ace:
        return "The Ace flies only from Aircraft level 4 on."
    return None


@rule("6.5.2/air", AirMix)
def air_total_within_maintenance(g: G, action: AirMix) -> str | None:
    assert g.decision is not None
    _, total, _ = air_limits(g, g.decision.who)
    value = sum(action.values) + (ACE if action.ace else 0)
    return None if value <= total else f"The counters add up to {value}; Air Maintenance is {total}."


@rule("2.5", AirMix)
def air_counters_exist(g: G, action: AirMix) -> str | None:
    return _too_many(action.values, action.ace, counts(g, "air"), "Air")


@rule("2.5", ArtilleryMix)
def artillery_counters_exist(g: G, action: ArtilleryMix) -> str | None:
    return _too_many(action.values, action.bertha, counts(g, "artillery"), "Artillery")


def _too_many(values: tuple[int, ...], special: bool, have: tuple[int, ...], arm: str) -> str | None:
    if len(values) + special > COUNTERS - 1:
        return f"A player holds at most {COUNTERS} {arm} counters, the bluffing counter among them."
    for value in set(values):
        if not 1 <= value <= TOP_VALUE or values.count(value) > have[value - 1]:
            return f"There are not so many {arm} counters of value {value}."
    return None


# 6.5.2, Artillery


@procedure("2.5", "6.5.1/artillery-counter")
def most_guns(g: G, side: str) -> int:
    """The highest total that the permitted number of counters can show, Big Bertha apart."""
    slots = COUNTERS - 1 - g.state.boards[side].bertha
    values = [v for v, n in enumerate(counts(g, "artillery"), 1) for _ in range(n)]
    return sum(sorted(values, reverse=True)[:slots])


def fewest(have: tuple[int, ...], total: int) -> int:
    """How few counters show a total; a large number where none can."""
    used = 0
    for value in range(TOP_VALUE, 0, -1):
        take = min(have[value - 1], total // value)
        used += take
        total -= take * value
    return used if total == 0 else 99


@procedure("6.5.2/artillery", "2.5.2", "2.5.3")
def artillery_mixes(g: G, side: str) -> list[ArtilleryMix]:
    board = g.state.boards[side]
    have = counts(g, "artillery")
    mixes = []
    for bertha in (False, True) if board.bertha else (False,):
        total = min(board.guns, board.artillery - (BERTHA if bertha else 0))
        if total >= 0:
            mixes += [
                m
                for values in multisets(have, COUNTERS - 1 - board.bertha, total)
                if not counters_left_over(g, side, m := ArtilleryMix(values, bertha))
            ]
    return mixes


def counters_left_over(g: G, side: str, mix: ArtilleryMix) -> bool:
    """Would the counters in use and those put aside be more than six?"""
    board = g.state.boards[side]
    have = tuple(n - mix.values.count(v) for v, n in enumerate(counts(g, "artillery"), 1))
    aside = fewest(have, board.guns - sum(mix.values))
    return len(mix.values) + aside + board.bertha > COUNTERS - 1


@rule("6.5.2/artillery", ArtilleryMix)
def artillery_within_maintenance(g: G, action: ArtilleryMix) -> str | None:
    assert g.decision is not None
    board = g.state.boards[g.decision.who]
    value = sum(action.values) + (BERTHA if action.bertha else 0)
    if value > board.artillery:
        return f"The counters add up to {value}; Artillery Maintenance is {board.artillery}."
    return None


@rule("6.5.1/artillery-counter", ArtilleryMix)
def artillery_is_owned(g: G, action: ArtilleryMix) -> str | None:
    assert g.decision is not None
    board = g.state.boards[g.decision.who]
    if sum(action.values) > board.guns:
        return f"Counters of a total value of {board.guns} have been bought, not {sum(action.values)}."
    return None


@rule("2.5.3", ArtilleryMix)
def bertha_is_german(g: G, action: ArtilleryMix) -> str | None:
    assert g.decision is not None
    if action.bertha and not g.state.boards[g.decision.who].bertha:
        return "Big Bertha is a CP counter" + (" and is not in play." if g.decision.who == CP else ".")
    return None


@rule("2.5", ArtilleryMix)
def six_counters_with_those_aside(g: G, action: ArtilleryMix) -> str | None:
    assert g.decision is not None
    if (
        all(1 <= v <= TOP_VALUE for v in action.values)
        and sum(action.values) <= g.state.boards[g.decision.who].guns
        and counters_left_over(g, g.decision.who, action)
    ):
        return f"With what is put aside these are more than {COUNTERS} Artillery counters."
    return None


@procedure("6.5.2", "2.5.5")
def choose_counters(g: G) -> Asking:
    """Each player fills his Available boxes; the bluffing counters always count."""
    for side in SIDES:
        board = g.state.boards[side]
        air = yield Decision(
            side,
            "6.5.2/air",
            "Choose the Air Squadron counters to hold ready.",
            [AirMix],
            partial(air_mixes, g, side),
            secret=True,
            screened=True,
        )
        assert isinstance(air, AirMix)
        board.air_counters = [*(Counter(v) for v in air.values), *([Counter(ACE, "ace")] if air.ace else []), BLUFF]
        board.used_air = []
        if board.guns or board.bertha:
            guns = yield Decision(
                side,
                "6.5.2/artillery",
                "Choose the Artillery counters to hold ready.",
                [ArtilleryMix],
                partial(artillery_mixes, g, side),
                secret=True,
                screened=True,
            )
            assert isinstance(guns, ArtilleryMix)
            board.artillery_counters = [
                *(Counter(v) for v in guns.values),
                *([Counter(BERTHA, "bertha")] if guns.bertha else []),
                BLUFF,
            ]
        else:
            board.artillery_counters = [BLUFF]
        board.used_artillery = []
        g.tell(
            "counters",
            "6.5.2",
            f"{side} readies air {[c.value for c in board.air_counters]} and artillery "
            f"{[c.value for c in board.artillery_counters]}.",
            by=side,
            only=[side],
            public=f"{side} readies its counters.",
        )


# 7.6


@procedure("7.6")
def refresh(g: G) -> Asking:
    """Everything moves one box to the right: Damaged, Used, Available (ruling air-boxes)."""
    g.state.active = ""  # both have acted
    for side in SIDES:
        board = g.state.boards[side]
        yield from repair_aircraft(g, side)
        back, board.mending, board.damaged = board.mending, board.damaged, 0
        if back:
            raise_air(g, side, back)
            g.tell("track", "7.6", f"{back} Air Damage mended: Air Maintenance {board.air}.", by=side, only=[side])
        board.emergency = 0
        board.bertha_fired = False
    yield from choose_counters(g)


def raise_air(g: G, side: str, points: int) -> None:
    """Air Maintenance rises, to the end of its track at most."""
    board = g.state.boards[side]
    board.air = min(g.charts["player-tracks"].cell("air", "high"), board.air + points)


@procedure("10.1/aircraft-repair", "10.1")
def repair_aircraft(g: G, side: str) -> Asking:
    """1 LP takes off up to two Air Damage markers."""
    board = g.state.boards[side]
    while board.lp and board.damaged + board.mending:
        action = yield Decision(
            side,
            "10.1/aircraft-repair",
            "Spend 1 LP to repair up to two Air Damage?",
            [RepairAir, Done],
            [RepairAir(), Done()],
        )
        if isinstance(action, Done):
            return
        board.lp -= 1
        repaired = min(2, board.damaged + board.mending)
        first = min(repaired, board.damaged)
        board.damaged -= first
        board.mending -= repaired - first
        raise_air(g, side, repaired)
        g.tell(
            "spent",
            "10.1/aircraft-repair",
            f"{side} spends 1 LP and repairs {repaired} Air Damage.",
            by=side,
            only=[side],
            public=f"{side} spends 1 LP on Aircraft Repair.",
        )
