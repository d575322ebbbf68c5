"""Chapter 5 and 8.1: income in peace and war, and how war is declared.

Whether a nation may declare war is judged by the rules of ``declarations``; here it is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...engine.rulings import Ruling
from .actions.politics import DeclareWar
from .nations import (
    BRITAIN,
    CHINESE,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    PLAYERS,
    USA,
    USSR,
    name_of,
)
from .relations import (
    american,
    attacked,
    attacked_in_china,
    chinese,
    set_at_war,
    war_spreads,
)
from .rulebook import RULES, procedure
from .state import G
from .terms import (
    alliance,
    at_war,
    at_war_with_major,
    in_play,
    major,
    neutral,
    owner,
    power,
    record,
    slot_nations,
    zone_value,
    zones_of,
)
from .treasury import change

NORTH = ("norway", "denmark")
PENALISED = (BRITAIN, FRANCE, FREE_FRANCE, USA)


def figure(g: G, name: str) -> int:
    """A number of chapters 4, 5, 14 and 15 from its chart."""
    return int(g.charts["political-figures"].cell(name, "ipp"))


# Income


@procedure("5", "5.1", "0.9/income", "App-B.4")
def income(g: G, nation: str) -> int:
    """What a nation gets a turn without bonuses: its peacetime income, or the full value of its zones."""
    one = record(g, nation)
    if one.peacetime >= 0:
        return one.peacetime
    total = sum(zone_value(g, zone) for zone in zones_of(g, nation))
    if nation == GERMANY:
        from .vichy import income_for_germany

        total += income_for_germany(g)
    return total


@procedure("0.9/wartime-income", "5.2")
def wartime_income(g: G, nation: str) -> int:
    """The value of the zones a nation began with: printed on its sheet, or else added up."""
    printed = int(g.charts["national-sheets"].cell(nation, "wartime"))
    return printed or sum(zone_value(g, zone) for zone, holder in g.state.start_owners.items() if holder == nation)


@procedure("0.9/wartime-income")
def at_wartime_income(g: G, nation: str) -> bool:
    one = record(g, nation)
    return one.peacetime < 0 or one.peacetime >= wartime_income(g, nation)


@procedure("5.2", "5.3", "App-B.4")
def raise_peacetime(g: G, nation: str, amount: int, section: str, why: str) -> None:
    """Move a peacetime income for good, at once: up to the Wartime Income and no further, down to nothing."""
    one = record(g, nation)
    if one.peacetime < 0 or not amount:
        return
    before = one.peacetime
    most = max(before, wartime_income(g, nation))
    with noting_new_rights(g):
        one.peacetime = max(0, min(before + amount, most))
    change = one.peacetime - before
    if change:
        text = f"{why}: {name_of(nation)}'s income {'rises' if change > 0 else 'falls'} from {before} to {one.peacetime} IPP."
        g.tell("income", section, text, by=nation, change=change)


@procedure("0.9/income")
def income_follows(g: G, zone: str, loser: str, gainer: str) -> None:
    """Peacetime incomes change with a zone that changes hands; this may take one above the Wartime Income."""
    value = zone_value(g, zone)
    for nation, shift in ((loser, -value), (gainer, value)):
        one = g.state.nations.get(nation)
        if one is not None and one.peacetime >= 0 and shift:
            with noting_new_rights(g):
                one.peacetime = max(0, one.peacetime + shift)


@procedure("5.0", "0.9/income")
def war_footing(g: G) -> None:
    """Peacetime income ends for every nation that is at war with a Major Power."""
    for nation in PLAYERS:
        one = record(g, nation)
        if one.peacetime >= 0 and at_war_with_major(g, nation):
            one.peacetime = -1
            g.tell(
                "income", "5.0", f"{name_of(nation)} is at war with a Major Power and has its full income.", by=nation
            )


# Bonus income


def _pact(g: G, nation: str, zones: list[str]) -> bool:
    return g.state.pact == "signed"


def _arctic_line(g: G, nation: str, zones: list[str]) -> bool:
    """The line ends in a Soviet port, and the USA lets it run."""
    return not g.state.arctic_denied and all(owner(g, zone) == nation for zone in zones)


def _holds(g: G, nation: str, zones: list[str]) -> bool:
    return all(owner(g, zone) == nation for zone in zones)


def _side_holds(g: G, nation: str, zones: list[str]) -> bool:
    return all(alliance(g, owner(g, zone)) == alliance(g, nation) for zone in zones)


BONUSES: dict[str, Callable[[G, str, list[str]], bool]] = {
    "pact": _pact,
    "arctic-line": _arctic_line,
    "holds": _holds,
    "side-holds": _side_holds,
}


@procedure("5.4", "14.2/trade")
def bonus_income(g: G, nation: str) -> list[tuple[int, str, str]]:
    """The bonuses a nation collects now, each with its section and reason."""
    if not in_play(g, nation):
        return []
    wartime = draws_wartime_bonus(g, nation)
    return [
        (row["ipp"], row["section"], row["why"])
        for row in g.charts["bonus-income"]
        if row["nation"] == nation
        and (wartime or row["at_peace"])
        and BONUSES[row["condition"]](g, nation, str(row["zones"]).split())
    ]


@procedure("5.4")
def draws_wartime_bonus(g: G, nation: str) -> bool:
    """Only war with a Major Power counts: KMT, CCP and Free France are Minors. The other reading of 5.2 adds nations
    that have reached their Wartime Income."""
    if at_war_with_major(g, nation):
        return True
    return g.options["reading-bonus-at-wartime-income"] and at_wartime_income(g, nation)


@procedure("5.4/usa-nrs")
def us_may(g: G, action: str) -> bool:
    """What the USA may do depends on its income until it is at war."""
    needed = int(g.charts["us-actions"].cell(action, "income"))
    return record(g, USA).peacetime < 0 or income(g, USA) >= needed


# The right to declare war


def why_not_declare(g: G, nation: str, target: str) -> Ruling | None:
    """Why a nation cannot declare war on another now, or None where it can."""
    return next(RULES.rulings(g, DeclareWar(nation, target)), None)


def may_declare(g: G, nation: str, target: str) -> bool:
    return why_not_declare(g, nation, target) is None


def _rights_against_the_active(g: G) -> list[str]:
    """Who could declare war now on a nation whose turn it is, "nation target"."""
    active = list(dict.fromkeys(power(nation) for nation in slot_nations(g, g.state.slot)))
    callers = [nation for nation in PLAYERS if power(nation) == nation and in_play(g, nation)]
    return [f"{a} {b}" for b in active for a in callers if a not in active and may_declare(g, a, b)]


@contextmanager
def noting_new_rights(g: G) -> Iterator[None]:
    """5.3: whoever becomes able to declare war on the nation whose turn it is will be asked in that same turn."""
    if g.memo.get("noting rights"):
        yield
        return
    g.memo["noting rights"] = True
    try:
        before = _rights_against_the_active(g)
        yield
        for right in _rights_against_the_active(g):
            if right not in before and right not in g.state.newly_able:
                g.state.newly_able.append(right)
    finally:
        g.memo.pop("noting rights", None)


# Declaring war (Table 8-1)


@procedure("8.1", "0.9/declaring-war", "5.5")
def declare_war(g: G, nation: str, target: str) -> None:
    """Announce, bear the consequences, see who gets an attacked Minor Power, and set up its forces."""
    from .pacts import has_promised_peace

    with noting_new_rights(g):
        g.tell("declared", "8.1", f"{name_of(nation)} declares war on {name_of(target)}.", by=nation, target=target)
        if has_promised_peace(g, nation, target):
            g.tell(
                "broken", "14.2/non-aggression", f"{name_of(nation)} breaks the word it gave in the pact.", by=nation
            )
        events, minor = _events(g, nation, target), neutral_minor(g, target)
        pay_for_declaration(g, nation, target)
        victims = attacked_in_china(g, nation, target)
        _remember_the_north(g, nation, victims)
        for victim in victims:
            set_at_war(g, nation, victim)
        _consequences(g, nation, events, minor)
        for victim in victims:
            if victim in g.state.minors:
                attacked(g, victim, nation)
        war_spreads(g)


def _events(g: G, nation: str, target: str) -> list[str]:
    """What income triggers may hear of a declaration: "axis-declares-on-minor", "germany-declares-on-belgium" ..."""
    kinds = [target, "china" if chinese(target) else "major" if major(g, target) else "minor"]
    if target in g.state.minors and american(g, target):
        kinds.append("americas")
    return [f"{who}-declares-on-{what}" for who in (power(nation), alliance(g, nation)) for what in kinds]


@procedure("8.1", "5.2", "5.6")
def _consequences(g: G, nation: str, events: list[str], minor: bool) -> None:
    """Income increases come at once; the USA is put off by an Allied attack on a neutral."""
    from .pacts import end_pacts_at_war
    from .triggers import fire

    war_footing(g)
    end_pacts_at_war(g)
    fire(g, *events, by=nation)
    if minor and nation in PENALISED:
        raise_peacetime(g, USA, -figure(g, "us-penalty"), "5.6", f"{name_of(nation)} attacks a neutral Minor Power")


@procedure("4.8/sweden")
def _remember_the_north(g: G, nation: str, victims: list[str]) -> None:
    """A Soviet declaration on a neutral Norway or Denmark brings Sweden over when the Soviet Combat Phase ends."""
    if nation == USSR and any(v in NORTH and v in g.state.minors for v in victims) and "sweden" in g.state.minors:
        from .relations import recipient

        g.state.aligning["sweden"] = [recipient(g, GERMANY), USSR]


# The price of an Allied declaration (5.6)


def neutral_minor(g: G, target: str) -> bool:
    """A Neutral Minor Power: one that has not Aligned, under Control or not; a Chinese faction at peace too."""
    if target in g.state.minors:
        return True
    return target in CHINESE and not major(g, target) and neutral(g, target)


@procedure("5.6")
def price(g: G, nation: str, target: str) -> int:
    """What a declaration of war costs: only Britain, France, Free France and a USA at Wartime Income pay."""
    pays = nation in PENALISED and (nation != USA or at_wartime_income(g, nation))
    return figure(g, "declaration-on-minor") if pays and neutral_minor(g, target) else 0


@procedure("5.6")
def shares(g: G, nation: str, target: str) -> dict[str, int]:
    """Who pays what: partners who could still declare this war pay what they have pledged and have, the declaring nation
    the rest."""
    from .declarations import why_unable

    left, paid = price(g, nation, target), {}
    pledged = g.state.pledges.get(target, {})
    for partner in PLAYERS:
        share = min(left, pledged.get(partner, 0), record(g, partner).cash)
        able = share > 0 and why_unable(g, power(partner), target) is None
        if able and partner != nation and alliance(g, partner) == alliance(g, nation):
            paid[partner] = share
            left -= share
    return {nation: left, **paid}


@procedure("5.6")
def pay_for_declaration(g: G, nation: str, target: str) -> None:
    for payer, ipp in shares(g, nation, target).items():
        if ipp:
            text = f"{name_of(payer)} pays {ipp} IPP for war on a neutral Minor Power."
            g.tell("paid", "5.6", text, by=payer, money=change(g, payer, -ipp))
    g.state.pledges.pop(target, None)


def partners_at_war_with(g: G, nation: str, target: str) -> list[str]:
    """Members of a nation's Alliance that are at war with another."""
    return [
        one
        for one in PLAYERS
        if power(one) != power(nation) and alliance(g, one) == alliance(g, nation) and at_war(g, one, target)
    ]
