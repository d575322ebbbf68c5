"""Section 1.15: who may take ships through straits and canals (Tables 1-1 and 1-2), and who closes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...engine.decisions import Action
from ...engine.rulings import Ruling
from .actions.politics import ClosePassage, OpenPassage
from .guards import no_such_nation
from .interrupts import offers, on_interrupt
from .nations import (
    ALLIES,
    BRITAIN,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    PLAYERS,
    USA,
    USSR,
    adjective,
    name_of,
)
from .rulebook import procedure, rule
from .state import G
from .terms import aligned, alliance, at_war, at_war_with_major, controller, owner, power
from .zones import PASSAGE_SECTIONS, Passage, passage_owner, passages

CANAL_CLOSED_AT = 5  # damage (15.10)
PANAMA_INCOME = 15
NORTHERN_ROUTE = "northern-sea-route"
SEAWAY = "st-lawrence"
WESTERN = (BRITAIN, FRANCE, FREE_FRANCE, USA)  # whom Table 1-1 keeps out of the Baltic
LEAVE_NEEDED = ("kaiser-wilhelm-canal", "baltic-white-sea-canal", SEAWAY, NORTHERN_ROUTE)  # freely allowed or denied
PACT_WAYS = ("baltic-white-sea-canal", NORTHERN_ROUTE)
ONLY_TO_ENEMIES = ("strait-of-gibraltar", "suez-canal")


@procedure("1.15")
def closure(
    g: G, nation: str, passage: Passage, *, warship: bool = True, submarine: bool = False, combat: bool = False
) -> Ruling | None:
    """Why a nation's ship cannot use a passage now, or None. Passing costs no movement beyond the border itself."""
    if not passage.strait and (said := _canal_out_of_use(g, passage)) is not None:
        return said
    why = _denied(g, nation, passage) or TABLE[passage.id](g, nation, passage, warship)
    if why is not None and not (passage.strait and submarine):  # submarines slip through a closed strait, but no canal
        return Ruling(PASSAGE_SECTIONS[passage.id], why)
    fights_beyond = combat and not passage.strait and g.options["canal-combat-moves"]
    return combat_through_canal(g, nation, passage) if fights_beyond else None


def why_closed(g: G, nation: str, passage: Passage, *, warship: bool = True, submarine: bool = False) -> str | None:
    """The same in one sentence."""
    said = closure(g, nation, passage, warship=warship, submarine=submarine)
    return said.reason if said else None


def _canal_out_of_use(g: G, passage: Passage) -> Ruling | None:
    """What closes a canal to everybody."""
    if bombed_out(g, passage):
        return Ruling("15.10", f"The {passage.name} is closed by bombing.", "It must be repaired.")
    if passage.holder in g.state.conquered:
        return Ruling(
            "1.15", f"The {passage.name} was captured this turn: ships use a captured canal from the next on."
        )
    return None


@procedure("15.10")
def bombed_out(g: G, passage: Passage) -> bool:
    return g.state.canal_damage.get(passage.id, 0) >= CANAL_CLOSED_AT


@procedure("1.15/combat-move")
def combat_through_canal(g: G, nation: str, passage: Passage) -> Ruling | None:
    """Option: only the possessor's side comes through a canal to fight."""
    if any(aligned(g, nation, holder) for holder in holders(g, passage.id)):
        return None
    return Ruling(
        "1.15/combat-move",
        f"Only the possessor of the {passage.name} and nations Aligned with him combat move through it.",
        "Pass in Non-Combat Movement.",
    )


def holders(g: G, passage: str) -> tuple[str, ...]:
    """The nations that open and close a passage."""
    if passage == NORTHERN_ROUTE:
        return (USSR,)
    if passage == SEAWAY:
        return (BRITAIN, USA)
    return (passage_owner(g, passages(g)[passage]),)


def has_leave(g: G, nation: str, passage: str) -> bool:
    """Has every holder agreed: being of one side with the nation, or by a word that he gave?"""
    given = g.state.opened.get(passage, ())
    return all(
        (aligned(g, nation, holder) or f"{power(holder)}>{power(nation)}" in given)
        and f"{power(holder)}!{power(nation)}" not in g.state.closed.get(passage, ())
        for holder in holders(g, passage)
    )


@procedure("14.2/canal-route")
def open_by_the_pact(g: G, nation: str, passage: str) -> bool:
    """While the Molotov-Ribbentrop Pact holds, Germany has its one ship a turn through, whatever the USSR says."""
    return nation == GERMANY and g.state.pact == "signed" and passage in PACT_WAYS


def _denied(g: G, nation: str, passage: Passage) -> str | None:
    """A holder's own word against a nation."""
    if open_by_the_pact(g, nation, passage.id):
        return None
    for holder in holders(g, passage.id):
        if f"{power(holder)}!{power(nation)}" in g.state.closed.get(passage.id, ()):
            return f"{name_of(holder)} has closed the {passage.name} to {name_of(nation)}."
    return None


# Table 1-1


@procedure("1.15/danish-straits")
def danish_straits(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    """Western warships only once Denmark is in Allied hands; others pass while Denmark is neutral."""
    holder = passage_owner(g, passage)
    allied = alliance(g, holder) == ALLIES or alliance(g, controller(g, holder)) == ALLIES
    if warship and power(nation) in WESTERN and not allied:
        return f"{adjective(nation)} warships pass the Danish Straits only once the Allies possess or Control Denmark."
    return _closed_to_enemies(g, nation, passage)


@procedure("1.15/gibraltar")
def gibraltar(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    return _closed_to_enemies(g, nation, passage)


def _closed_to_enemies(g: G, nation: str, passage: Passage) -> str | None:
    """A holder keeps his enemies out unless he lets them pass."""
    holder = passage_owner(g, passage)
    if at_war(g, nation, holder) and f"{power(holder)}>{power(nation)}" not in g.state.opened.get(passage.id, ()):
        return f"{name_of(holder)}, an enemy of {name_of(nation)}, holds the {passage.name} and lets none of its ships through."
    return None


# Table 1-2


@procedure("1.15/panama")
def panama_canal(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    """The USA can close it once its income has reached 15."""
    if passage_owner(g, passage) == USA and usa_income(g) < PANAMA_INCOME:
        return None
    return _closed_to_enemies(g, nation, passage)


def usa_income(g: G) -> int:
    from .war_and_peace import income

    return income(g, USA)


@procedure("1.15/suez")
def suez_canal(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    return _closed_to_enemies(g, nation, passage)


@procedure("1.15/kaiser-wilhelm")
def kaiser_wilhelm_canal(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    return _without_leave(g, nation, passage)


@procedure("1.15/turkish", "App-B.9")
def turkish_straits(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    """A neutral Turkey lets nobody through who is at war with a Major Power. For passing they are a canal."""
    holder = passage_owner(g, passage)
    if holder not in PLAYERS and at_war_with_major(g, nation):
        return f"Neutral {name_of(holder)} closes the {passage.name} to nations at war with a Major Power."
    return _closed_to_enemies(g, nation, passage)


@procedure("1.15/baltic-white")
def baltic_white_sea_canal(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    """The USSR decides; its pact with Germany opens it to the Germans."""
    return None if open_by_the_pact(g, nation, passage.id) else _without_leave(g, nation, passage)


@procedure("1.15/st-lawrence")
def st_lawrence_seaway(g: G, nation: str, passage: Passage, warship: bool) -> str | None:
    """Britain and the USA both decide; neither asks leave of the other to be there until one says no."""
    if power(nation) in (BRITAIN, USA):
        return None
    return _without_leave(g, nation, passage)


def _without_leave(g: G, nation: str, passage: Passage) -> str | None:
    if has_leave(g, nation, passage.id):
        return None
    who = " and ".join(name_of(holder) for holder in holders(g, passage.id))
    return f"Nobody uses the {passage.name} without leave of {who}, which may open it to {name_of(nation)} at any time."


TABLE: dict[str, Callable[[G, str, Passage, bool], str | None]] = {
    "danish-straits": danish_straits,
    "strait-of-gibraltar": gibraltar,
    "panama-canal": panama_canal,
    "suez-canal": suez_canal,
    "kaiser-wilhelm-canal": kaiser_wilhelm_canal,
    "turkish-straits": turkish_straits,
    "baltic-white-sea-canal": baltic_white_sea_canal,
    SEAWAY: st_lawrence_seaway,
}


# Closing and opening, at any time


def passage_called(g: G, passage: str) -> str:
    return "Northern Sea Route" if passage == NORTHERN_ROUTE else passages(g)[passage].name


def section_of(passage: str) -> str:
    return "1.19" if passage == NORTHERN_ROUTE else PASSAGE_SECTIONS[passage]


@on_interrupt(ClosePassage)
@procedure("1.15", "1.19", "5.3", "App-B.4")
def close_passage(g: G, action: ClosePassage) -> None:
    """A holder shuts a nation out from this moment on."""
    holder, other = power(action.nation), power(action.other)
    opened, closed = g.state.opened.setdefault(action.passage, []), g.state.closed.setdefault(action.passage, [])
    opened[:] = [word for word in opened if word != f"{holder}>{other}"]
    closed.append(f"{holder}!{other}")
    text = f"{name_of(holder)} closes the {passage_called(g, action.passage)} to {name_of(other)}."
    g.tell("closed", section_of(action.passage), text, by=action.nation, passage=action.passage)


@on_interrupt(OpenPassage)
@procedure("1.15", "1.19")
def open_passage(g: G, action: OpenPassage) -> None:
    """A holder lets a nation pass."""
    holder, other = power(action.nation), power(action.other)
    opened, closed = g.state.opened.setdefault(action.passage, []), g.state.closed.setdefault(action.passage, [])
    closed[:] = [word for word in closed if word != f"{holder}!{other}"]
    if f"{holder}>{other}" not in opened:
        opened.append(f"{holder}>{other}")
    text = f"{name_of(holder)} opens the {passage_called(g, action.passage)} to {name_of(other)}."
    g.tell("opened", section_of(action.passage), text, by=action.nation, passage=action.passage)


@offers
def passages_to_decide_on(g: G, nation: str) -> Iterable[Action]:
    """The USA may close Panama to a possible enemy; others close and open what they like, which is accepted unlisted."""
    if nation == USA and owner(g, "panama") == USA and usa_income(g) >= PANAMA_INCOME:
        for other in (GERMANY, ITALY, JAPAN):
            barred = f"{USA}!{other}" in g.state.closed.get("panama-canal", ())
            if not at_war(g, USA, other):
                yield (OpenPassage if barred else ClosePassage)(USA, "panama-canal", other)


@rule("1.15", ClosePassage, OpenPassage, guard=True)
def passage_is_known(g: G, action: ClosePassage | OpenPassage) -> tuple[str, str] | None:
    known = (*passages(g), NORTHERN_ROUTE)
    if action.passage in known:
        return None
    return f"There is no strait or canal called {action.passage!r}.", f"Known: {', '.join(known)}."


@rule("0.9/nation", ClosePassage, OpenPassage, guard=True)
def other_is_a_nation(g: G, action: ClosePassage | OpenPassage) -> tuple[str, str] | None:
    return no_such_nation(g, action.other)


@rule("1.15", ClosePassage, OpenPassage)
def only_its_holder_decides(g: G, action: ClosePassage | OpenPassage) -> Ruling | None:
    if any(power(holder) == power(action.nation) for holder in holders(g, action.passage)):
        return None
    who = " and ".join(name_of(holder) for holder in holders(g, action.passage))
    return Ruling(section_of(action.passage), f"{who} decides on the {passage_called(g, action.passage)}.")


@rule("1.15", ClosePassage, OpenPassage)
def not_against_oneself(g: G, action: ClosePassage | OpenPassage) -> str | None:
    if power(action.nation) == power(action.other):
        return f"{name_of(action.nation)} neither closes nor opens a passage to itself."
    return None


@rule("1.15", ClosePassage)
def not_closed_already(g: G, action: ClosePassage) -> str | None:
    if f"{power(action.nation)}!{power(action.other)}" in g.state.closed.get(action.passage, ()):
        return f"It is closed to {name_of(action.other)} already."
    return None


@rule("1.15", ClosePassage)
def enemies_only(g: G, action: ClosePassage) -> Ruling | None:
    """Gibraltar and Suez can be closed to enemies only."""
    if action.passage not in ONLY_TO_ENEMIES or at_war(g, action.nation, action.other):
        return None
    name = passage_called(g, action.passage)
    return Ruling(
        section_of(action.passage), f"The {name} can be closed only to nations that its holder is at war with."
    )


@rule("14.2/canal-route", ClosePassage)
def not_against_the_pact(g: G, action: ClosePassage) -> tuple[str, str] | None:
    if not open_by_the_pact(g, action.other, action.passage):
        return None
    name = passage_called(g, action.passage)
    return f"While their pact holds the USSR does not close the {name} to Germany.", "Nullify the pact first."


@rule("1.15/panama", ClosePassage)
def income_for_panama(g: G, action: ClosePassage) -> str | None:
    if action.passage != "panama-canal" or owner(g, "panama") != USA or usa_income(g) >= PANAMA_INCOME:
        return None
    return f"The USA can close the Panama Canal once its income is {PANAMA_INCOME}; it is {usa_income(g)}."


@rule("1.15", OpenPassage)
def not_open_already(g: G, action: OpenPassage) -> str | None:
    holder, other = power(action.nation), power(action.other)
    shut = f"{holder}!{other}" in g.state.closed.get(action.passage, ())
    if shut or f"{holder}>{other}" not in g.state.opened.get(action.passage, ()):
        return None
    return f"{name_of(other)} has this leave already."
