"""Section 4.5, Table 4-2: passage given and refused; and the Arctic line (5.4), which the USA may close."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decisions import Action
from .actions.politics import Deny, DenyArctic, Grant
from .interrupts import offers, on_interrupt
from .nations import PLAYERS, USA, USSR, name_of
from .rulebook import procedure, rule
from .state import G
from .terms import aligned, alliance, at_war, at_war_with_major, friendly, in_play, owner, power

Said = str | tuple[str, str] | None


# Passage


@rule("4.5/permissions", Grant, Deny)
def between_player_nations(g: G, action: Grant | Deny) -> Said:
    for nation in (action.nation, action.other):
        if nation not in PLAYERS:
            return f"{name_of(nation)} is no player nation; a Minor Power under Control grants nothing and asks for nothing."
        if not in_play(g, nation):
            return f"{name_of(nation)} is not in play."
    if power(action.nation) == power(action.other):
        return f"{name_of(action.nation)} and {name_of(action.other)} are one Power and share everything."
    return None


@rule("4.5/permissions", Grant)
def not_to_an_enemy(g: G, action: Grant) -> Said:
    if at_war(g, action.nation, action.other):
        return f"{name_of(action.nation)} and {name_of(action.other)} are at war."
    if may_pass(g, action.other, action.nation):
        return f"{name_of(action.other)} may pass already."
    return None


@rule("4.5/permissions", Deny)
def there_is_something_to_deny(g: G, action: Deny) -> Said:
    if may_pass(g, action.other, action.nation):
        return None
    return f"{name_of(action.other)} may not pass anyway."


@procedure("4.5/permissions", "1.5/land")
def may_pass(g: G, nation: str, holder: str) -> bool:
    """Does a holder let a nation through: Aligned nations unless he denies it, others where he has granted it?"""
    if f"{holder}!{nation}" in g.state.grants:
        return False
    return aligned(g, nation, holder) or f"{holder}>{nation}" in g.state.grants


@procedure("4.5/permissions")
def may_enter(g: G, nation: str, zone: str) -> bool:
    """May units of a nation stand in this land zone: Friendly, and its possessor does not deny it?"""
    return friendly(g, nation, zone) and f"{owner(g, zone)}!{nation}" not in g.state.grants


def what_would_open_it(g: G, nation: str, zone: str) -> str:
    """What has to be so before a nation may stand in a partner's zone; nothing where its holder is no partner."""
    holder = owner(g, zone)
    if f"{holder}!{nation}" in g.state.grants:
        return f"{name_of(holder)} has closed its zones to it and may open them again."
    if holder in PLAYERS and alliance(g, holder) == alliance(g, nation):
        return "Partners in an Alliance are Aligned once both fight the same Major Power."
    return ""


@on_interrupt(Grant)
@procedure("4.5/permissions")
def granted(g: G, action: Grant) -> None:
    _unsay(g, action.nation, action.other)
    if not aligned(g, action.other, action.nation):
        g.state.grants.append(f"{action.nation}>{action.other}")
    g.tell(
        "granted", "4.5/permissions", f"{name_of(action.nation)} lets {name_of(action.other)} pass.", by=action.nation
    )


@on_interrupt(Deny)
@procedure("4.5/permissions", "App-A")
def denied(g: G, action: Deny) -> None:
    """What was granted or promised can be taken back at any time: deals bind nobody."""
    _unsay(g, action.nation, action.other)
    if aligned(g, action.other, action.nation):
        g.state.grants.append(f"{action.nation}!{action.other}")
    text = f"{name_of(action.nation)} denies {name_of(action.other)} passage."
    g.tell("denied", "4.5/permissions", text, by=action.nation)


def _unsay(g: G, nation: str, other: str) -> None:
    old = (f"{nation}>{other}", f"{nation}!{other}")
    g.state.grants = [word for word in g.state.grants if word not in old]


# The Arctic line (5.4)


@rule("5.4/usa-nrs", DenyArctic)
def the_usa_decides_on_the_arctic_line(g: G, action: DenyArctic) -> Said:
    if action.nation != USA or not in_play(g, USA):
        return "Only the USA can withhold the bonus of the Soviet-Arctic line."
    if action.deny == g.state.arctic_denied:
        return f"The bonus is {'withheld' if action.deny else 'paid'} already."
    return None


@on_interrupt(DenyArctic)
@procedure("5.4/usa-nrs")
def arctic_denied(g: G, action: DenyArctic) -> None:
    g.state.arctic_denied = action.deny
    words = "withholds" if action.deny else "lets the USSR have"
    g.tell("arctic", "5.4/usa-nrs", f"The USA {words} the bonus of the Soviet-Arctic line.", by=USA)


@offers
def arctic_line(g: G, nation: str) -> Iterable[Action]:
    if nation == USA and at_war_with_major(g, USSR):
        yield DenyArctic(USA, not g.state.arctic_denied)
