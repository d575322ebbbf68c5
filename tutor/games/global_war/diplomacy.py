"""Section 4.8, the conditions that a player chooses to use: Poland, the Pan-American nations, Argentina, the Balkans."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.decisions import Action, Decision
from ...engine.phases import Asking
from .actions.basic import Done, Pass
from .actions.politics import AlignMinor, Influence
from .nations import ALLIANCES, BRITAIN, FRANCE, GERMANY, USA, adjective, name_of
from .relations import align, may_join, recipient
from .rulebook import RULES, procedure, rule
from .state import G
from .terms import alliance, at_war, at_war_with_major, enemies, in_play, power, record, zones_of
from .treasury import change
from .triggers import fire
from .units import units_in
from .war_and_peace import figure
from .zones import is_sea

Said = str | tuple[str, str] | None
POLAND, ARGENTINA = "poland", "argentina"
BALKANS = ("bulgaria", "hungary", "romania")
RIO_LINE = "new-york-rio"


@rule("4.8", AlignMinor, Influence, guard=True)
def the_minor_is_free(g: G, action: AlignMinor | Influence) -> Said:
    """Only a Minor Power that exists and is not defeated can be won."""
    minor = g.state.minors.get(action.minor)
    if action.minor in g.state.merged:
        return f"{name_of(action.minor)} has Aligned with {name_of(g.state.merged[action.minor])} already."
    if minor is None:
        return f"There is no Minor Power {action.minor!r} to win over."
    if minor.defeated:
        return f"{name_of(action.minor)} has been defeated."
    by = {POLAND: BRITAIN, ARGENTINA: GERMANY}.get(action.minor, GERMANY if action.minor in BALKANS else USA)
    if not may_join(g, action.minor, by):
        return f"{name_of(action.minor)} is at war with the {ALLIANCES[alliance(g, by)]} and does not Align with them."
    return None


# Poland


@procedure("4.8/poland")
def poland_may_align(g: G) -> bool:
    """At the start of the British turn, while Germany is at war with Britain or France."""
    return (
        power(g.state.slot) == BRITAIN
        and in_play(g, BRITAIN)
        and POLAND in g.state.minors
        and not g.state.minors[POLAND].defeated
        and bool(zones_of(g, POLAND))
        and may_join(g, POLAND, BRITAIN)
        and (at_war(g, GERMANY, BRITAIN) or at_war(g, GERMANY, FRANCE))
    )


@procedure("4.8/poland")
def ask_about_poland(g: G) -> Asking:
    options: list[Action] = [AlignMinor(POLAND), Pass()]
    prompt = "Take Poland in now? Its units can move this turn."
    answer = yield Decision(BRITAIN, "4.8/poland", prompt, [AlignMinor, Pass], options)
    if isinstance(answer, AlignMinor):
        align(g, POLAND, recipient(g, BRITAIN), "4.8/poland")


# Bulgaria, Hungary and Romania


@procedure("4.8/balkans")
def open_the_balkans(g: G) -> None:
    """France has fallen: Germany has three Place Units Phases to choose in."""
    g.state.balkans_left = len(BALKANS)


@procedure("4.8/balkans")
def balkans_wait(g: G) -> bool:
    """In the three German Place Units Phases after the fall of France."""
    return g.state.slot == GERMANY and g.state.balkans_left > 0


@procedure("4.8/balkans")
def ask_about_the_balkans(g: G) -> Asking:
    """One of the three a phase; a phase that is let go by is gone."""
    g.state.balkans_left -= 1
    free: list[Action] = [AlignMinor(m) for m in BALKANS if m in g.state.minors and _can_be_won(g, m, GERMANY)]
    if not free:
        return
    prompt = "Which of Bulgaria, Hungary and Romania Aligns this turn?"
    answer = yield Decision(GERMANY, "4.8/balkans", prompt, [AlignMinor, Pass], [*free, Pass()])
    if isinstance(answer, AlignMinor):
        align(g, answer.minor, recipient(g, GERMANY), "4.8/balkans")


@rule("4.8", AlignMinor)
def only_who_is_asked_about(g: G, action: AlignMinor) -> Said:
    wanted = (POLAND,) if g.state.slot == BRITAIN else BALKANS
    if action.minor in wanted:
        return None
    return f"{name_of(action.minor)} does not Align by choice.", f"Now: {', '.join(name_of(m) for m in wanted)}."


# Rolls for the Pan-American nations and Argentina


def pan_american(g: G) -> list[str]:
    rows = g.charts["special-alignments"]
    return [row["minor"] for row in rows if row["condition"] == "influence" and row["minor"] in g.state.minors]


@procedure("4.8/pan-american")
def usa_may_influence(g: G) -> bool:
    """Once the USA is at war with a Major Power, each nation once a turn."""
    return (
        g.state.slot == USA
        and g.state.nation in ("", USA)
        and in_play(g, USA)
        and at_war_with_major(g, USA)
        and any(m not in record(g, USA).influenced and _can_be_won(g, m, USA) for m in pan_american(g))
        and "no more influence" not in g.state.asked
    )


def _can_be_won(g: G, minor: str, by: str) -> bool:
    return not g.state.minors[minor].defeated and may_join(g, minor, by)


@procedure("4.8/argentina")
def germany_may_try_argentina(g: G) -> bool:
    """Once in the game, when Germany is at war with a Major Power and can pay."""
    return (
        g.state.slot == GERMANY
        and g.state.nation in ("", GERMANY)
        and in_play(g, GERMANY)
        and not g.state.argentina_tried
        and ARGENTINA in g.state.minors
        and _can_be_won(g, ARGENTINA, GERMANY)
        and at_war_with_major(g, GERMANY)
        and record(g, GERMANY).cash >= figure(g, "argentina-price")
        and "no more influence" not in g.state.asked
    )


def diplomacy_goes_on(g: G) -> bool:
    return usa_may_influence(g) or germany_may_try_argentina(g)


def influencer(g: G, minor: str) -> str:
    return GERMANY if minor == ARGENTINA else USA


@rule("4.8/pan-american", Influence)
def the_roll_is_allowed(g: G, action: Influence) -> Said:
    if action.minor != ARGENTINA and action.minor not in pan_american(g):
        return f"{name_of(action.minor)} is not won by money."
    return None


@rule("4.8/pan-american", Influence)
def the_usa_is_at_war(g: G, action: Influence) -> Said:
    """Other Powers have no such rolls, and the USA has none at peace."""
    if action.minor not in pan_american(g):
        return None
    if g.state.slot != USA or g.state.nation not in ("", USA):
        return f"The USA alone may win {name_of(action.minor)} with money, in its own Production Phase."
    if not at_war_with_major(g, USA):
        return f"The USA may try to win {name_of(action.minor)} only once it is at war with a Major Power."
    return None


@rule("4.8/pan-american", Influence)
def one_attempt_a_turn(g: G, action: Influence) -> Said:
    if action.minor != ARGENTINA and action.minor in record(g, USA).influenced:
        return f"The USA has tried {name_of(action.minor)} this turn already."
    return None


@rule("4.8/pan-american", Influence)
def the_bribe_is_in_range(g: G, action: Influence) -> Said:
    """Up to three IPPs; none only where the number needed is above zero anyway."""
    if action.minor == ARGENTINA:
        price = figure(g, "argentina-price")
        return None if action.ipp == price else f"The attempt on Argentina costs {price} IPP."
    most, cash = figure(g, "influence-most"), record(g, USA).cash
    if not 0 <= action.ipp <= most:
        return f"The USA pays up to {most} IPP for a roll."
    if action.ipp > cash:
        return f"The USA has {cash} IPP."
    return None if target_number(g, action.minor, action.ipp) else "Without paying there is no number to roll."


@rule("4.8/argentina", Influence)
def argentina_once(g: G, action: Influence) -> Said:
    if action.minor != ARGENTINA:
        return None
    if g.state.slot != GERMANY or g.state.nation not in ("", GERMANY):
        return "Germany alone may win Argentina with money, in its own Production Phase."
    if g.state.argentina_tried:
        return "Germany has made its one attempt on Argentina."
    if not at_war_with_major(g, GERMANY):
        return "Germany may try to win Argentina only once it is at war with a Major Power."
    cash = record(g, GERMANY).cash
    return None if cash >= action.ipp else f"Germany has {cash} IPP."


@procedure("4.8/pan-american", "4.8/argentina")
def target_number(g: G, minor: str, ipp: int) -> int:
    """The highest face of a D12 that wins."""
    if minor == ARGENTINA:
        return figure(g, "argentina-target")
    return ipp + (figure(g, "influence-help") if enemies_help(g, minor) else 0)


@procedure("4.8/pan-american")
def enemies_help(g: G, minor: str) -> bool:
    """Have Enemies of the USA raided the New York-Rio line this turn, or do they stand in a sea zone beside the nation?"""
    if any(line.startswith(RIO_LINE) for line, damage in g.state.convoy_damage.items() if damage):
        return True
    foes = enemies(g, USA)
    seas = sorted({s for zone in zones_of(g, minor) for s in g.board.neighbours[zone] if is_sea(g, s)})
    return any(power(unit.owner) in foes for sea in seas for unit in units_in(g, sea))


@procedure("4.8/pan-american", "4.8/argentina")
def choose_influence(g: G) -> Asking:
    """Whom to court, and for how much; the money is gone either way."""
    germany = g.state.slot == GERMANY
    who = GERMANY if germany else USA
    answer = yield Decision(
        who,
        "4.8/argentina" if germany else "4.8/pan-american",
        "Win Argentina over?" if germany else "Win a Pan-American nation over?",
        [Influence, Done],
        lambda: [*attempts(g), Done()],
        screened=True,
    )
    if isinstance(answer, Influence):
        court(g, who, answer)
    else:
        g.state.asked.append("no more influence")


@procedure("4.8/pan-american", "4.8/argentina")
def attempts(g: G) -> Iterator[Influence]:
    """Every roll that may be paid for now."""
    if germany_may_try_argentina(g):
        yield Influence(ARGENTINA, figure(g, "argentina-price"))
    if usa_may_influence(g):
        tries = (Influence(m, ipp) for m in pan_american(g) for ipp in range(figure(g, "influence-most") + 1))
        yield from (one for one in tries if RULES.allows(g, one))


def court(g: G, who: str, attempt: Influence) -> None:
    """The money is paid; the die comes next."""
    minor, ipp = attempt.minor, attempt.ipp
    money = change(g, who, -ipp)
    g.state.influencing, g.state.influence_paid = minor, ipp
    if minor == ARGENTINA:
        g.state.argentina_tried = True
    else:
        record(g, who).influenced.append(minor)
    section = "4.8/argentina" if minor == ARGENTINA else "4.8/pan-american"
    g.tell(
        "influence",
        section,
        f"{name_of(who)} pays {ipp} IPP to win {name_of(minor)}.",
        by=who,
        minor=minor,
        money=money,
    )


def influence_is_rolled(g: G) -> bool:
    return bool(g.state.influencing)


@procedure("4.8/pan-american", "4.8/argentina")
def roll_influence(g: G) -> None:
    """One D12: the number or less wins the nation at once."""
    minor, ipp = g.state.influencing, g.state.influence_paid
    who = influencer(g, minor)
    section = "4.8/argentina" if minor == ARGENTINA else "4.8/pan-american"
    needed = target_number(g, minor, ipp)
    g.state.influencing, g.state.influence_paid = "", 0
    face = g.chance.die(12, section, by=who, why=f"{adjective(who)} influence in {name_of(minor)}, {needed} or less")
    if face > needed:
        g.tell("influence", section, f"{name_of(minor)} stays neutral.", by=who, minor=minor)
        return
    align(g, minor, recipient(g, who) if who == GERMANY else who, section)
    if minor == ARGENTINA:
        fire(g, "argentina-aligns", by=GERMANY)
