"""Phase 7 of the sequence of play: Production."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import lend_lease, production, repair, technology
from .diplomacy import DIPLOMACY_PARTS, OPENING_PARTS, influence_roll


# fmt: off
def research_roll(id: str) -> Step:
    """The die, once a technology is chosen."""
    return Step(
        id=id, title="Research roll", section="7.7", who="active", rolls=True, when=technology.research_chosen,
        run=technology.roll_research, summary="A D12 at the number of the stage or more completes it.",
    )


RESEARCH = Phase(
    id="research", title="Research", section="7.6", who="active", loop=technology.researching,
    summary="One D12 for each undamaged Major Factory, each technology once.",
    parts=(
        Step(
            id="choose-research", title="Choose a technology", section="7.6", who="active",
            run=technology.choose_research, summary="Dice may be kept for later in the phase.",
        ),
        research_roll("research-roll"),
    ),
)

SPENDING = Phase(
    id="spending", title="Spend IPPs", section="7.0", who="active", loop=production.spending,
    summary="Buy, go on building, upgrade and repair, lend and court, in any order.",
    parts=(
        Step(
            id="spend", title="Buy, build, repair", section="7.0", who="active", run=production.spend,
            summary="One thing at a time until the nation is done.",
        ),
        research_roll("late-research-roll"),
        influence_roll("early-influence-roll"),
        Step(
            id="repair-price", title="Price of the repair", section="15.5", who="active", rolls=True,
            when=repair.price_is_rolled, run=repair.roll_repair_price, summary="Option: a D6 for each hit.",
        ),
    ),
)

NATION_PRODUCTION = Phase(
    id="nation-production", title="Production of", section="7", who="active", each=production.producers, bind="nation",
    summary="Research, purchases, diplomacy, lend-lease.",
    parts=(
        RESEARCH,
        SPENDING,
        *DIPLOMACY_PARTS,
        Step(
            id="declare-lend-lease", title="Declare lend-lease", section="7.9", who="active", loop=lend_lease.lending,
            run=lend_lease.declare_lend_lease, summary="IPPs or a new unit for another nation.",
        ),
    ),
)

PRODUCTION = Phase(
    id="production", title="Production", section="7", who="active",
    summary="Income rolls and alignments, then the nations of this turn one after the other.",
    parts=(*OPENING_PARTS, NATION_PRODUCTION),
)
