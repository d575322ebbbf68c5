"""Sections 5.5 and 8.1: who may declare war on whom. Each rule judges a declaration; all must agree."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.rulings import Ruling
from .actions.politics import DeclareWar, Pledge
from .calendar import turn_name
from .guards import no_such_nation
from .interrupts import on_interrupt
from .nations import (
    ALLIANCES,
    ALLIES,
    AXIS,
    BRITAIN,
    CHINESE,
    COMMONWEALTH,
    GERMANY,
    JAPAN,
    PLAYERS,
    USSR,
    VICHY,
    name_of,
)
from .relations import MONGOLIA, SPANISH, american, chinese
from .rulebook import RULES, procedure, rule
from .state import G
from .terms import alliance, at_war, in_play, major, owner, power, record, zones_of
from .war_and_peace import (
    at_wartime_income,
    declare_war,
    income,
    neutral_minor,
    partners_at_war_with,
    price,
    shares,
    wartime_income,
)

Said = str | tuple[str, str] | None


# Shapes


@rule("0.9/nation", DeclareWar, Pledge, guard=True)
def target_is_known(g: G, action: DeclareWar | Pledge) -> Ruling | Said:
    if action.target in PLAYERS or action.target in g.state.minors:
        return None
    master = g.state.merged.get(action.target)
    if master:
        reason = f"{name_of(action.target)} has Aligned with {name_of(master)} and is no nation of its own any more."
        return Ruling("4.4", reason, f"War on {name_of(master)} is war on what was {name_of(action.target)}.")
    if action.target in g.state.owners.values() or action.target in _printed(g):
        return (
            f"{name_of(action.target)} no longer exists as a nation of its own.",
            "Declare war on whoever holds its zones.",
        )
    return no_such_nation(g, action.target)


def _printed(g: G) -> set[str]:
    return {facts.get("owner", "") for facts in g.board.facts.values()}


@rule("4.5/permissions", DeclareWar, Pledge, guard=True)
def a_player_nation_acts(g: G, action: DeclareWar | Pledge) -> Ruling | None:
    if action.nation in PLAYERS:
        return None
    return Ruling(
        section_on_minors(g, action.nation),
        f"{name_of(action.nation)} starts no wars: a Minor Power fights only whom it is at war with already.",
    )


@procedure("13.1/participation", "14.4.3")
def section_on_minors(g: G, minor: str) -> str:
    """Of Vichy and of the factions in Spain it is said apart that they declare no wars."""
    if minor == VICHY:
        return "14.4.3"
    return "13.1/participation" if minor in SPANISH and g.state.spain == "war" else "4.5/permissions"


# Who, and whom


@rule("8.1", DeclareWar)
def both_are_in_the_game(g: G, action: DeclareWar) -> Said:
    for nation in (action.nation, action.target):
        if nation in PLAYERS and not in_play(g, nation):
            return f"{name_of(nation)} is not in play."
        if nation in g.state.minors and g.state.minors[nation].defeated and not zones_of(g, nation):
            return f"{name_of(nation)} has been defeated and holds nothing any more."
    return None


@rule("2.3/commonwealth", DeclareWar)
def britain_decides_for_the_commonwealth(g: G, action: DeclareWar) -> Said:
    if action.nation in COMMONWEALTH and action.nation != BRITAIN:
        return "Great Britain decides when the Commonwealth goes to war.", "Let Great Britain declare it."
    return None


@rule("0.9/declaring-war", DeclareWar)
def it_begins_a_war(g: G, action: DeclareWar) -> Said:
    if action.nation == action.target:
        return f"{name_of(action.nation)} cannot be at war with itself."
    if power(action.nation) == power(action.target):
        return f"{name_of(action.nation)} and {name_of(action.target)} are one Power."
    if at_war(g, action.nation, action.target):
        return f"{name_of(action.nation)} and {name_of(action.target)} are at war already."
    return None


@rule("4.5/permissions", DeclareWar)
def not_on_a_member_of_ones_alliance(g: G, action: DeclareWar) -> Said:
    side = alliance(g, action.nation)
    if not side or side != alliance(g, action.target) or {action.nation, action.target} == set(CHINESE):
        return None
    return f"{name_of(action.target)} belongs to the {ALLIANCES[side]}, as {name_of(action.nation)} does."


# Treaties and events


@rule("14.3", DeclareWar)
def the_eastern_pact_forbids_it(g: G, action: DeclareWar) -> Said:
    if g.state.eastern_pact != "signed" or action.nation not in (JAPAN, USSR):
        return None
    if {action.nation, action.target} == {JAPAN, USSR} or (action.nation == JAPAN and action.target == MONGOLIA):
        return "Japan and the USSR have a non-aggression pact.", "Break the pact first (5 IPP)."
    return None


@rule("14.2/sphere", DeclareWar)
def the_pact_shields_some_neutrals(g: G, action: DeclareWar) -> Said:
    """Under the pact the USSR leaves neutral Romania and Hungary alone, and of Finland takes no more than Karjala."""
    if g.state.pact != "signed" or action.nation != USSR or action.target not in g.state.minors:
        return None
    if action.target in ("romania", "hungary"):
        return f"Under the pact the USSR may not attack a neutral {name_of(action.target)}.", "Nullify the pact first."
    if action.target == "finland":
        return (
            "Under the pact the USSR may attack no Finnish zone but Karjala, and that without a declaration of war.",
            "Intervene in Karjala, or nullify the pact first.",
        )
    return None


@rule("13.1/participation", DeclareWar)
def spain_is_left_to_the_spanish(g: G, action: DeclareWar) -> Said:
    if g.state.spain == "war" and action.nation in (GERMANY, USSR) and action.target in SPANISH:
        return f"While Spain is at war with itself, {name_of(action.nation)} does not fight Spanish forces."
    return None


@rule("14.4.3", DeclareWar)
def the_axis_spares_vichy(g: G, action: DeclareWar) -> Said:
    if action.target == VICHY and alliance(g, action.nation) == AXIS:
        return "Axis Powers may not attack Vichy France."
    return None


@rule("13.3/truce", DeclareWar)
def the_truce_holds(g: G, action: DeclareWar) -> Said:
    if g.state.truce and {action.nation, action.target} == set(CHINESE):
        return "KMT and CCP have a truce.", "Break the truce first."
    return None


BARS = ("13.1/participation", "14.2/sphere", "14.3", "14.4.3", "4.5/permissions")  # what says most comes first


def why_barred(g: G, nation: str, target: str) -> Ruling | None:
    """What an Alliance, a treaty or a historical event has against this war, whatever else may speak against it."""
    said = {ruling.section: ruling for ruling in RULES.rulings(g, DeclareWar(nation, target))}
    return next((said[section] for section in BARS if section in said), None)


# Conditions of the national sheets (5.5)


def _wartime_income(g: G, nation: str, target: str) -> bool:
    return at_wartime_income(g, nation)


def _partner_at_war(g: G, nation: str, target: str) -> bool:
    return bool(partners_at_war_with(g, nation, target))


NEEDS: dict[str, Callable[[G, str, str], bool]] = {
    "nothing": lambda g, nation, target: True,
    "wartime-income": _wartime_income,
    "partner-at-war": _partner_at_war,
    "evolved": lambda g, nation, target: record(g, nation).evolved,
}


def _matches(g: G, against: str, target: str) -> bool:
    match against:
        case "any":
            return True
        case "major":
            return major(g, target)
        case "minor":
            return target in g.state.minors and not chinese(target)
        case "china":
            return chinese(target)
        case "americas":
            return target in g.state.minors and american(g, target)
    return against in (target, alliance(g, target))


@procedure("5.5", "5.2")
def why_unable(g: G, nation: str, target: str) -> Ruling | None:
    """Does a line of the nation's sheet let it begin this war? Being refused a zone gives the right too (9.21)."""
    if refused_a_zone(g, nation, target):
        return None
    rows = [
        row for row in g.charts["war-conditions"] if row["nation"] == nation and _matches(g, row["against"], target)
    ]
    if any(row["from_turn"] <= g.state.calendar and NEEDS[row["needs"]](g, nation, target) for row in rows):
        return None
    lacking = " or ".join(dict.fromkeys(_need_in_words(g, nation, row) for row in rows))
    reason = f"{name_of(nation)} cannot declare war on {name_of(target)} yet."
    return Ruling("5.5", reason, f"It needs {lacking}." if lacking else "Its sheet names no way to it.")


def _need_in_words(g: G, nation: str, row: dict[str, object]) -> str:
    words = {
        "wartime-income": f"an income of {wartime_income(g, nation)} IPP (it has {income(g, nation)})",
        "partner-at-war": "a partner that is at war with it",
        "evolved": "to have evolved into a Major Power",
        "nothing": "no more",
    }[str(row["needs"])]
    start = int(str(row["from_turn"]))
    if start > g.state.calendar:
        when = f"to wait until {turn_name(start)}"
        return when if row["needs"] == "nothing" else f"{words} and {when}"
    return words


@procedure("9.21")
def refused_a_zone(g: G, nation: str, target: str) -> bool:
    """Has the target refused to give back a zone that this nation asked for?"""
    return any(
        power(asker) == power(nation) and power(owner(g, zone)) == power(target)
        for zone, asker in g.state.claims.items()
    )


@rule("5.5", DeclareWar)
def the_sheet_allows_it(g: G, action: DeclareWar) -> Ruling | None:
    return why_unable(g, power(action.nation), action.target) if in_play(g, power(action.nation)) else None


@rule("5.6", DeclareWar)
def the_price_can_be_paid(g: G, action: DeclareWar) -> Said:
    cost = price(g, action.nation, action.target)
    if not cost:
        return None
    own, cash = shares(g, action.nation, action.target)[action.nation], record(g, action.nation).cash
    if own <= cash:
        return None
    return (
        f"War on a neutral Minor Power costs {cost} IPP; {name_of(action.nation)} would pay {own} and has {cash}.",
        "Nations that could declare this war themselves may pledge a share.",
    )


@on_interrupt(DeclareWar)
def declared(g: G, action: DeclareWar) -> None:
    declare_war(g, action.nation, action.target)


# Sharing the price


@rule("5.6", Pledge)
def a_pledge_serves_a_declaration(g: G, action: Pledge) -> Said:
    if not neutral_minor(g, action.target):
        return "Only war on a neutral Minor Power has a price to share."
    if action.ipp < 0 or action.ipp > record(g, action.nation).cash:
        return f"{name_of(action.nation)} has {record(g, action.nation).cash} IPP to pledge."
    return None


@rule("5.6", Pledge)
def only_the_allies_have_a_price_to_share(g: G, action: Pledge) -> Said:
    if alliance(g, action.nation) == ALLIES:
        return None
    return f"Only the Allies pay for war on a neutral Minor Power, and {name_of(action.nation)} is none of them."


@rule("5.6", Pledge)
def only_those_who_could_declare_may_share(g: G, action: Pledge) -> Said:
    """Whoever could not declare this war himself may not pay for it. Lack of money is no bar here."""
    asked = DeclareWar(power(action.nation), action.target)
    bar = next((ruling for ruling in RULES.rulings(g, asked) if ruling.section != "5.6"), None)
    if bar is None:
        return None
    return (
        f"{name_of(action.nation)} could not declare this war itself, so it may not share the price.",
        f"{bar.reason} {bar.remedy}".strip(),
    )


@on_interrupt(Pledge)
@procedure("5.6", "App-A")
def pledged(g: G, action: Pledge) -> None:
    """A promise between players: it can be taken back, and holds nobody to anything."""
    promises = g.state.pledges.setdefault(action.target, {})
    promises.pop(action.nation, None)
    if action.ipp:
        promises[action.nation] = action.ipp
    elif not promises:
        del g.state.pledges[action.target]
    text = f"{name_of(action.nation)} pledges {action.ipp} IPP towards war on {name_of(action.target)}."
    g.tell("pledged", "5.6", text, by=action.nation, ipp=action.ipp)
