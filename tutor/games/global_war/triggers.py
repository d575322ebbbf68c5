"""Sections 5.2 and 7.5: what raises a peacetime income: the acts of others, and a roll each turn."""

from __future__ import annotations

import re
from typing import Any

from .nations import name_of
from .rulebook import procedure
from .state import G
from .terms import at_war, power, record, roundel, slot_nations
from .war_and_peace import noting_new_rights, raise_peacetime, wartime_income

EACH_TURN = "each-turn"
DICE = re.compile(r"(\d*)D(\d+)")


@procedure("5.2", "5.3")
def fire(g: G, *events: str, by: str = "") -> None:
    """Something has happened that peacetime incomes answer to, at once. Nobody is provoked by what he does himself."""
    with noting_new_rights(g):
        for row in _rows(g):
            own = bool(by) and power(by) == power(row["nation"])
            if row["event"] in events and not own:
                _apply(g, row)


def _rows(g: G) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] | None = g.memo.get("income triggers")
    if rows is None:
        rows = g.memo["income triggers"] = list(g.charts["income-triggers"])
    return rows


def _open(g: G, row: dict[str, Any]) -> bool:
    """Can this increase still happen to its nation?"""
    nation = row["nation"]
    return (
        record(g, nation).peacetime >= 0
        and (str(row["amount"]).startswith("-") or record(g, nation).peacetime < wartime_income(g, nation))
        and row["from_turn"] <= g.state.calendar
        and not (row["once"] and row["trigger"] in g.state.triggered)
    )


def _apply(g: G, row: dict[str, Any]) -> None:
    if not _open(g, row):
        return
    if row["once"]:
        g.state.triggered.append(row["trigger"])
    nation, section = row["nation"], row["section"]
    raise_peacetime(g, nation, amount(g, row["amount"], nation, section, row["why"]), section, row["why"])


@procedure("5.2", "0.9/d6", "0.9/d12")
def amount(g: G, words: str, by: str, section: str, why: str) -> int:
    """A number of IPPs: "3", "-8", "D12", "2D6"."""
    dice = DICE.fullmatch(words)
    if dice is None:
        return int(words)
    count = int(dice.group(1) or 1)
    why = f"{name_of(by)}: {re.sub('^The ', 'the ', why)}"
    if count == 1:
        return g.chance.die(int(dice.group(2)), section, by=by, why=why)
    return g.chance.total(count, int(dice.group(2)), section, by=by, why=why)


# The roll of each turn


@procedure("5.2", "7.5")
def nations_that_roll(g: G) -> list[str]:
    """Nations of this turn whose peacetime income rises by itself and has not reached its end."""
    due = {row["nation"] for row in _rows(g) if row["event"] == EACH_TURN and _open(g, row)}
    return [nation for nation in slot_nations(g, g.state.slot) if nation in due]


@procedure("5.2", "7.5")
def roll_increase(g: G) -> None:
    """Roll for the nation whose Production Phase begins."""
    for row in _rows(g):
        if row["nation"] == g.state.nation and row["event"] == EACH_TURN:
            _apply(g, row)


# What has been conquered


CONQUESTS = {"paris": "paris-falls", "london": "london-falls", "moscow": "moscow-falls"}


@procedure("5.2")
def hear_of_conquests(g: G) -> None:
    """When a Combat Phase ends: the fall of a capital alarms those who are still at peace."""
    for zone, event in CONQUESTS.items():
        before = g.state.conquered.get(zone)
        now = g.state.owners.get(zone, "")
        if before == roundel(g, zone) and now in g.state.nations and at_war(g, now, before):
            fire(g, event, by=now)
