"""Chapter 14, first part: pacts that two nations sign and either may end.

A pact needs both. Each side signs by itself, at any time; the second signature puts it in force. A signature that
waits for the other can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...engine.decisions import Action
from ...engine.rulings import Ruling
from .actions.politics import NullifyPact, SignPact
from .calendar import JULY_1939, turn_name
from .facilities import SUBMARINE_BASE, build, demolish, facilities_in
from .interrupts import offers, on_interrupt
from .nations import GERMANY, JAPAN, USSR, name_of
from .rulebook import procedure, rule
from .state import Facility, G
from .terms import at_war, in_play, owner, record
from .treasury import change
from .war_and_peace import figure

Said = str | tuple[str, str] | Ruling | None
MOLOTOV_RIBBENTROP, EASTERN = "molotov-ribbentrop", "japan-ussr"
BASIS_NORD = "murmansk"


@dataclass(frozen=True, slots=True)
class Pact:
    """A pact: who signs it, how its state is read and what signing and ending it does."""

    id: str
    name: str
    section: str
    parties: tuple[str, str]
    in_force: Callable[[G], bool]
    why_not_sign: Callable[[G], Ruling | None]
    sign: Callable[[G], None]
    end: Callable[[G, str], None]  # who ended it; nothing where a war did
    price: Callable[[G], int] = lambda g: 0  # what ending it costs

    def other(self, nation: str) -> str:
        return self.parties[1] if nation == self.parties[0] else self.parties[0]


PACTS: dict[str, Pact] = {}  # another chapter may add its own


def add_pact(pact: Pact) -> None:
    PACTS[pact.id] = pact


# Signing and ending (14.1)


@rule("14.1", SignPact, NullifyPact, guard=True)
def there_is_such_a_pact(g: G, action: SignPact | NullifyPact) -> Said:
    if action.pact not in PACTS:
        return f"There is no pact called {action.pact!r}.", f"Pacts: {', '.join(PACTS)}."
    if action.nation not in PACTS[action.pact].parties:
        return f"{name_of(action.nation)} has no part in the {PACTS[action.pact].name}."
    return None


@rule("14.1", SignPact)
def it_can_be_signed(g: G, action: SignPact) -> Said:
    pact = PACTS[action.pact]
    if pact.in_force(g):
        return f"The {pact.name} is in force already."
    if f"{pact.id} {action.nation}" in g.state.signatures:
        return f"{name_of(action.nation)} has signed already; {name_of(pact.other(action.nation))} has not."
    out = next((nation for nation in pact.parties if not in_play(g, nation)), None)
    if out:
        return f"{name_of(out)} is not in play."
    if at_war(g, *pact.parties):
        return "The two nations are at war with each other."
    return pact.why_not_sign(g)


@on_interrupt(SignPact)
@procedure("14.1", "14")
def signed(g: G, action: SignPact) -> None:
    """The first signature waits; the second puts the pact in force."""
    pact = PACTS[action.pact]
    other = pact.other(action.nation)
    if f"{pact.id} {other}" not in g.state.signatures:
        g.state.signatures.append(f"{pact.id} {action.nation}")
        text = f"{name_of(action.nation)} signs the {pact.name}; it waits for {name_of(other)}."
        g.tell("signature", "14.1", text, by=action.nation, pact=pact.id)
        return
    g.state.signatures.remove(f"{pact.id} {other}")
    g.tell("pact", pact.section, f"{name_of(other)} and {name_of(action.nation)} sign the {pact.name}.", pact=pact.id)
    pact.sign(g)


@rule("14.1", NullifyPact)
def there_is_something_to_end(g: G, action: NullifyPact) -> Said:
    pact = PACTS[action.pact]
    if pact.in_force(g) or f"{pact.id} {action.nation}" in g.state.signatures:
        return None
    return f"The {pact.name} is not in force."


@rule("14.3", NullifyPact)
def ending_it_can_be_paid(g: G, action: NullifyPact) -> Said:
    pact = PACTS[action.pact]
    cost = pact.price(g) if pact.in_force(g) else 0
    if record(g, action.nation).cash < cost:
        return (
            f"Breaking the {pact.name} costs {cost} IPP; {name_of(action.nation)} has {record(g, action.nation).cash}."
        )
    return None


@on_interrupt(NullifyPact)
@procedure("14.1")
def nullified(g: G, action: NullifyPact) -> None:
    """Either side ends it alone, at any time."""
    pact = PACTS[action.pact]
    mark = f"{pact.id} {action.nation}"
    if mark in g.state.signatures:
        g.state.signatures.remove(mark)
        g.tell(
            "signature", "14.1", f"{name_of(action.nation)} takes its signature back.", by=action.nation, pact=pact.id
        )
        return
    cost = pact.price(g)
    money = change(g, action.nation, -cost)
    paid = f" and pays {cost} IPP" if cost else ""
    text = f"{name_of(action.nation)} ends the {pact.name}{paid}."
    g.tell("pact", pact.section, text, by=action.nation, pact=pact.id, money=money)
    pact.end(g, action.nation)


@procedure("14.2/termination")
def end_pacts_at_war(g: G) -> None:
    """A war between the two parties ends their pact, and any signature of one of them."""
    for pact in PACTS.values():
        if not at_war(g, *pact.parties) or pact.id not in (MOLOTOV_RIBBENTROP, EASTERN):
            continue
        g.state.signatures = [s for s in g.state.signatures if not s.startswith(f"{pact.id} ")]
        if pact.in_force(g):
            g.tell("pact", pact.section, f"War ends the {pact.name}.", pact=pact.id)
            pact.end(g, "")


# Molotov-Ribbentrop (14.2)


@procedure("14.2", "14.2/termination")
def _too_early_or_too_late(g: G) -> Ruling | None:
    if g.state.pact == "ended":
        return Ruling("14.2/termination", "The Molotov-Ribbentrop Pact was ended and cannot be signed again.")
    if g.state.calendar < JULY_1939:
        return Ruling("14.2", f"The Molotov-Ribbentrop Pact can be signed from {turn_name(JULY_1939)} on.")
    return None


@procedure("14.2", "14.2/basis-nord", "14.2/canal-route", "App-B.43")
def _sign_molotov_ribbentrop(g: G) -> None:
    """All provisions hold from now on; Germany gets a submarine base in Murmansk. The canal and the Northern Sea
    Route ask ``state.pact`` themselves."""
    g.state.pact = "signed"
    if owner(g, BASIS_NORD) == USSR:
        build(g, SUBMARINE_BASE, BASIS_NORD, owner=GERMANY, original=GERMANY)
        g.tell("built", "14.2/basis-nord", "Germany has a submarine base in Murmansk.", by=GERMANY, zone=BASIS_NORD)


@procedure("14.2/termination", "14.2/basis-nord")
def _end_molotov_ribbentrop(g: G, by: str) -> None:
    """Every provision ends for good, Basis Nord with them. Baltic zones entered before are annexed still: the roundel
    goes with the move."""
    from .annexation import annex_what_was_entered
    from .relations import check_alignments

    if g.state.slot == USSR:
        annex_what_was_entered(g)
    g.state.pact = "ended"
    for base in basis_nord(g):
        demolish(g, base)
        g.tell("removed", "14.2/basis-nord", "The German base in Murmansk is given up.", zone=BASIS_NORD)
    check_alignments(g, "war")


def basis_nord(g: G) -> list[Facility]:
    return [f for f in facilities_in(g, BASIS_NORD, (SUBMARINE_BASE,)) if f.owner == GERMANY]


@procedure("14.2/non-aggression")
def has_promised_peace(g: G, nation: str, target: str) -> bool:
    """Germany and the USSR have given their word under the pact. It keeps nobody from declaring war."""
    return g.state.pact == "signed" and {nation, target} == {GERMANY, USSR}


add_pact(
    Pact(
        MOLOTOV_RIBBENTROP,
        "Molotov-Ribbentrop Pact",
        "14.2",
        (GERMANY, USSR),
        lambda g: g.state.pact == "signed",
        _too_early_or_too_late,
        _sign_molotov_ribbentrop,
        _end_molotov_ribbentrop,
    )
)


# Japan and the USSR (14.3)


@procedure("14.3")
def _sign_eastern(g: G) -> None:
    g.state.eastern_pact = "signed"


@procedure("14.3")
def _end_eastern(g: G, by: str) -> None:
    g.state.eastern_pact = "ended"


@procedure("14.3")
def why_not_lend(g: G, lender: str, receiver: str) -> str | None:
    """Under the eastern pact neither side helps a nation that the other is at war with."""
    if g.state.eastern_pact != "signed" or lender not in (JAPAN, USSR):
        return None
    other = USSR if lender == JAPAN else JAPAN
    if at_war(g, other, receiver):
        return f"By its pact with {name_of(other)}, {name_of(lender)} sends nothing to {name_of(receiver)}, its enemy."
    return None


add_pact(
    Pact(
        EASTERN,
        "Japanese-Soviet Non-Aggression Pact",
        "14.3",
        (JAPAN, USSR),
        lambda g: g.state.eastern_pact == "signed",
        lambda g: None,
        _sign_eastern,
        _end_eastern,
        lambda g: figure(g, "break-eastern-pact"),
    )
)


@offers
def pacts_to_sign(g: G, nation: str) -> Iterable[Action]:
    """Every pact that this nation has a part in: to sign or to end."""
    for pact in PACTS.values():
        if nation in pact.parties:
            yield SignPact(nation, pact.id)
            yield NullifyPact(nation, pact.id)
