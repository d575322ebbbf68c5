"""Sections 7.6 to 7.8: research dice, the stages of technologies, and who has which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...engine.charts import Chart
from ...engine.decisions import Decision
from ...engine.phases import Asking
from ...engine.rulings import Ruling
from .actions.basic import Done
from .actions.production import Research
from .calendar import JULY_1939
from .facilities import FACTORIES, facilities_in
from .guards import unknown
from .nations import BRITAIN, CCP, CHINESE, COMMONWEALTH, PLAYERS, USSR, name_of
from .output import working_type
from .rulebook import procedure, rule
from .state import G
from .terms import in_play, power, record, zones_of

EARLY_STAGES = 2  # all that can be researched before July 1939
MAJOR_FACTORY = FACTORIES[-1]
ROMAN = ("I", "II", "III", "IV", "V", "VI")


@dataclass(frozen=True, slots=True)
class Technology:
    """A row of the Technology Chart; ``stages`` are the numbers to be reached."""

    id: str
    name: str
    stages: tuple[int, ...]
    section: str


@cache
def _read(rows: tuple[tuple[str, ...], ...]) -> dict[str, Technology]:
    return {id: Technology(id, name, tuple(int(n) for n in stages.split("/")), sec) for id, name, stages, sec in rows}


@procedure("7.7")
def technologies_of(chart: Chart) -> dict[str, Technology]:
    """The technologies of a chart, ours or a player's own."""
    return _read(tuple(tuple(row) for row in chart.rows))


def technologies(g: G) -> dict[str, Technology]:
    found: dict[str, Technology] | None = g.memo.get("technologies")
    if found is None:
        found = g.memo["technologies"] = technologies_of(g.charts["technology"])
    return found


# Who has what


@procedure("7.7", "2.3/commonwealth")
def stage(g: G, nation: str, technology: str) -> int:
    """The stages a nation has completed; the Commonwealth shares one marker."""
    keeper = power(nation)
    return record(g, keeper).technology.get(technology, 0) if keeper in PLAYERS else 0


@procedure("7.8")
def has(g: G, nation: str, technology: str) -> bool:
    """Has a nation completed all stages of a technology?"""
    known = technologies(g).get(technology)
    return known is not None and stage(g, nation, technology) >= len(known.stages)


# Dice


@procedure("7.6")
def research_dice(g: G, nation: str) -> int:
    """One a turn for each undamaged Major Factory that the nation possesses, and what the pact gives."""
    if nation in CHINESE and not record(g, nation).evolved:
        return 0
    members = [n for n in COMMONWEALTH if in_play(g, n)] if power(nation) == BRITAIN else [nation]
    return sum(_factory_dice(g, member) for member in members) + _pact_dice(g, nation)


def _factory_dice(g: G, nation: str) -> int:
    """Any damage takes the die, although the factory may still make units; a captured one is a Minor Factory."""
    return sum(
        facility.damage == 0 and working_type(g, facility).id == MAJOR_FACTORY
        for zone in zones_of(g, nation)
        for facility in facilities_in(g, zone, (MAJOR_FACTORY,))
    )


@procedure("14.2/trade")
def _pact_dice(g: G, nation: str) -> int:
    """While the Molotov-Ribbentrop Pact holds the USSR rolls one die more."""
    return 1 if nation == USSR and g.state.pact == "signed" else 0


@procedure("2.3/commonwealth", "7.6")
def researched(g: G, nation: str) -> list[str]:
    """Technologies rolled for this turn; the Commonwealth shares its limits."""
    return record(g, power(nation)).researched


def dice_left(g: G, nation: str) -> int:
    return research_dice(g, nation) - len(researched(g, nation))


@rule("7.7", Research, guard=True)
def technology_is_on_the_chart(g: G, action: Research) -> tuple[str, str] | None:
    known = technologies(g)
    names = ((id, tech.name) for id, tech in known.items())
    return None if action.technology in known else unknown("technology", action.technology, names)


@rule("7.6", Research)
def die_is_left(g: G, action: Research) -> Ruling | tuple[str, str] | None:
    nation = g.state.nation
    if dice_left(g, nation) > 0:
        return None
    if nation in CHINESE and not record(g, nation).evolved:
        section = "13.3.1" if nation == CCP else "13.3.2"
        return Ruling(section, f"{name_of(nation)} researches only once it has evolved into a Major Power.")
    return f"{name_of(nation)} has no research die left.", "Each undamaged Major Factory gives one a turn."


@rule("7.6", Research)
def once_a_turn(g: G, action: Research) -> str | None:
    if action.technology not in researched(g, g.state.nation):
        return None
    return f"{technologies(g)[action.technology].name} has been rolled for this turn."


@rule("7.7", Research)
def not_completed(g: G, action: Research) -> str | None:
    if not has(g, g.state.nation, action.technology):
        return None
    return f"{name_of(g.state.nation)} has {technologies(g)[action.technology].name} already."


@rule("7.6", Research)
def not_beyond_stage_two(g: G, action: Research) -> str | None:
    if g.state.calendar >= JULY_1939 or stage(g, g.state.nation, action.technology) < EARLY_STAGES:
        return None
    return "Stages beyond II can be researched from July 1939 on."


def researchable(g: G, nation: str) -> list[Research]:
    """What the next die can be rolled for."""
    if dice_left(g, nation) <= 0:
        return []
    done, late = researched(g, nation), g.state.calendar >= JULY_1939
    found = []
    for technology in technologies(g).values():
        reached = stage(g, nation, technology.id)
        if technology.id in done or reached >= len(technology.stages) or (reached >= EARLY_STAGES and not late):
            continue
        found.append(Research(technology.id))
    return found


# The steps


def researching(g: G) -> bool:
    nation = g.state.nation
    return f"research {nation}" not in g.state.asked and bool(researchable(g, nation))


@procedure("7.6")
def choose_research(g: G) -> Asking:
    """The nation chooses a technology for its next die, or leaves its dice for later in the phase."""
    nation = g.state.nation
    left = dice_left(g, nation)
    action = yield Decision(
        nation,
        "7.6",
        f"{name_of(nation)} may research: {left} {'die' if left == 1 else 'dice'} left.",
        [Research, Done],
        [*researchable(g, nation), Done()],
        screened=True,
    )
    if isinstance(action, Research):
        begin_research(g, action.technology)
    else:
        g.state.asked.append(f"research {nation}")


def begin_research(g: G, technology: str) -> None:
    g.state.research = technology


def research_chosen(g: G) -> bool:
    return g.state.research != ""


@procedure("7.6", "7.7")
def roll_research(g: G) -> None:
    """A D12 at the number of the next stage or more completes it."""
    nation = g.state.nation
    technology = technologies(g)[g.state.research]
    g.state.research = ""
    reached = stage(g, nation, technology.id)
    number = technology.stages[reached]
    researched(g, nation).append(technology.id)
    rolled = g.chance.pool(
        1, 12, {"success": range(number, 13)}, "7.7", by=nation, why=f"{technology.name} {ROMAN[reached]} ({number}+)"
    )
    if not rolled["success"]:
        g.tell("research", "7.7", f"{technology.name} makes no progress.", by=nation, technology=technology.id)
        return
    record(g, power(nation)).technology[technology.id] = reached + 1
    complete = reached + 1 == len(technology.stages)
    g.tell(
        "research",
        technology.section if complete else "7.7",
        f"{name_of(power(nation))} has {technology.name}."
        if complete
        else f"{name_of(power(nation))} completes stage {ROMAN[reached]} of {technology.name}.",
        by=nation,
        technology=technology.id,
        stage=reached + 1,
    )
