"""Sections 6.1, 6.2, 11.7 and 2.1: what happens between the phases, and at both ends of a calendar turn."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.phases import Step
from . import before_play, china, defeat, events, returning, spain, victory
from .calendar import JULY_1944, JULY_1945, turn_name
from .nations import SLOTS, USA, as_read, name_of
from .relations import check_alignments
from .rulebook import procedure
from .setup import counted
from .state import G, Unit
from .terms import commanded, owner, slot_nations
from .units import as_placed, place, type_of
from .zones import is_sea, name_of_zone


def going_on(g: G) -> bool:
    return not g.state.ended


@procedure("6", "6.1")
def slots(g: G) -> tuple[str, ...]:
    """The national turns in their order. A game that begins with a later one goes on from there."""
    order = [slot[0] for slot in SLOTS]
    first = order.index(g.state.slot) if g.state.slot in order else 0
    return tuple(order[first:])


@procedure("6.1", "9.11/max")
def begin_calendar_turn(g: G) -> None:
    """Raid markers are cleared before Germany's turn, neutrals get scheduled forces, the Burma Road may open."""
    g.state.convoy_damage = {}
    g.tell("turn", "6.1", f"{turn_name(g.state.calendar)} begins.")
    before = dict(g.state.owners)
    check_alignments(g, "calendar turn")
    if g.state.calendar == g.state.first_turn and g.state.national_turn == 0:
        # Who Aligns at the very beginning was with its master from the start of the game.
        g.state.start_owners |= {z: holder for z, holder in g.state.owners.items() if holder != before[z]}
        tell_the_scenario(g)
    else:
        place_scheduled_forces(g)
    china.note_factions(g)
    china.open_burma_road(g)


@procedure("2.1/1936", "2.1/1939")
def scenario_year(g: G) -> int:
    """Which of the two scenarios is played: one that begins before July 1939 has the wars of 1936."""
    return 1936 if spain.war_was_fought(g) else 1939


@procedure("2.1", "2.2", "0.6", "App-C")
def tell_the_scenario(g: G) -> None:
    """What was agreed before play: the scenario, its length, and the optional rules in force."""
    chosen = [option.title for name, option in before_play.checklist().items() if g.options[name]]
    end = "until a die ends it" if rolls_for_end(g) else f"to the end of {turn_name(last_turn(g))}"
    words = (
        f"The {scenario_year(g)} scenario is played {end}, with these optional rules: {', '.join(chosen) or 'none'}."
    )
    g.tell("scenario", "2.2", words, options=chosen)


@procedure("6.1")
def place_scheduled_forces(g: G) -> None:
    """Minor Powers that are still neutral get the forces listed for this calendar turn."""
    s = g.state
    if not s.neutral_forces:
        return
    for row in g.charts["neutral-forces"]:
        zone = row["zone"]
        nation = as_read(row["nation"], zone, g.options)
        minor = s.minors.get(nation)
        if row["from_turn"] != s.calendar or minor is None or minor.defeated or nation not in s.owners.values():
            continue
        if owner(g, zone) != nation and not is_sea(g, zone):
            continue
        minor.set_up = True
        for type, count in counted(row["units"]):
            for _ in range(count):
                place(g, as_placed(type, g.options), nation, zone)
        g.tell("set up", "6.1", f"{name_of(nation)} gets {row['units']} in {name_of_zone(g, zone)}.", zone=zone)


@procedure("6.2")
def begin_national_turn(g: G) -> None:
    """Movement is fresh, and so is what each nation may do once a turn."""
    s = g.state
    s.national_turn += 1
    s.conquered, s.gained, s.asked, s.battles, s.battle, s.hand = {}, [], [], [], None, []
    s.incursions, s.newly_able = {}, []
    s.used, s.perils = {}, []
    s.slots_used, s.repairs = {}, []
    for nation in next(
        group for group in SLOTS if group[0] == s.slot
    ):  # a fallen Britain keeps the Commonwealth's limits
        record = s.nations[nation]
        record.researched, record.lent, record.influenced = [], [], []
        record.rail_used, record.naval_used, record.militia_upgraded = {}, 0, 0
    for unit in s.units.values():
        if commanded(g, unit.owner, s.slot) or any(commanded(g, unit.owner, n) for n in slot_nations(g, s.slot)):
            unit.spent, unit.committed, unit.retreated = 0, False, False
            unit.landed, unit.unloaded, unit.entered, unit.target = False, False, "", ""
            unit.started, unit.carrier_based = unit.zone, based_on_carrier(g, unit)
            unit.declined = False
    g.tell("turn", "6.2", f"The turn of {name_of(s.slot)} begins.", by=s.slot)


@procedure("15.3")
def based_on_carrier(g: G, unit: Unit) -> bool:
    """Does it begin the turn on a carrier, and not in the hold of a transport?"""
    ship = g.state.units.get(unit.aboard)
    return ship is not None and type_of(g, ship).carrier_capacity > 0


@procedure("6.2")
def end_national_turn(g: G) -> None:
    """Nations whose time has come surrender, and demands that nobody has answered count as refused."""
    defeat.claim_entered_zones(g)
    defeat.surrender_at_turn_end(g)
    returning.silence_is_refusal(g)
    events.check_events(g)
    g.state.battles, g.state.battle, g.state.hand = [], None, []


# The end of a calendar turn


@procedure("2.1", "2.1/1936", "2.1/1939")
def last_turn(g: G) -> int:
    """The turn after which the game is scored: July 1945, or with the other reading the turn before it."""
    s = g.state
    if g.options["reading-eighteen-turns"] and s.last_turn == JULY_1945 and not s.counters.get(victory.SUDDEN_DEATH):
        return s.last_turn - 1
    return s.last_turn


def rolls_for_end(g: G) -> bool:
    """Does a die end this game? Not once a tie has fixed its end, nor in an exercise that ends before 1944."""
    s = g.state
    return g.options["variable-end"] and s.last_turn >= JULY_1944 and not s.counters.get(victory.SUDDEN_DEATH)


@procedure("2.1/variable-end")
def end_is_rolled_for(g: G) -> bool:
    """At the end of every calendar turn from July 1944 on."""
    return rolls_for_end(g) and g.state.calendar >= JULY_1944


@procedure("2.1/variable-end", "App-B.16")
def ends_on(g: G) -> int:
    """The game ends on this or less: the number of the table, and one more for each capital in enemy hands."""
    column = "by_end_note" if g.options["reading-end-note-odds"] else "ends_on"
    number = int(g.charts["variable-end"].cell(g.state.calendar, column))
    return min(12, number + len(victory.capitals_lost(g)))


@procedure("2.1/variable-end")
def roll_for_the_end(g: G) -> None:
    """The US player rolls once his turn is over."""
    number = ends_on(g)
    why = f"the game ends on {number} or less"
    outcome = g.chance.pool(1, 12, {"end": list(range(1, number + 1))}, "2.1/variable-end", by=USA, why=why)
    g.state.counters[END_ROLLED] = outcome["end"]
    words = "The game ends here." if outcome["end"] else "The game goes on."
    g.tell("variable end", "2.1/variable-end", words, by=USA)


END_ROLLED = "the die has ended the game"


@procedure("11.7")
def end_calendar_turn(g: G) -> None:
    """The calendar moves on; after the last turn the Alliances are scored, and a tie adds a turn."""
    s = g.state
    events.check_events(g)
    over = s.counters.get(END_ROLLED) if rolls_for_end(g) else s.calendar >= last_turn(g)
    if over and victory.finish(g):
        return
    s.counters.pop(END_ROLLED, None)
    s.calendar += 1
    s.slot = ""


def exercise_end(what: str) -> Step:
    """A teaching position stops here."""

    def stops(g: G) -> bool:
        return g.state.stop_after == what

    def end(g: G) -> None:
        g.state.ended = True
        g.state.victory, g.state.victory_section = "exercise", "2.1"
        g.state.victory_text = "The exercise ends here."

    run: Callable[[G], None] = end
    return Step(
        id=f"end-after-{what}", title="End of the exercise", section="2.1", run=run, when=stops,
        summary="A teaching position stops here.",
    )  # fmt: skip
