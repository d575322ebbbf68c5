"""Diplomacy in the sequence of play: income rolls, alignments and attempts to win Minor Powers over."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import diplomacy, triggers
from ..alignments import PRODUCTION, check_alignments
from ..state import G


def align_in_production(g: G) -> None:
    check_alignments(g, PRODUCTION)


# The tree is a table: one entry a step, kept compact by hand.
# fmt: off
# sequence/production.py includes these before anything is bought: they come at the start of a nation's turn.
OPENING_PARTS: tuple[Phase | Step, ...] = (
    Step(
        id="poland", title="Poland", section="4.8/poland", who="great-britain", run=diplomacy.ask_about_poland,
        when=diplomacy.poland_may_align, summary="Britain may take Poland in while Germany is at war with Britain or France.",
    ),
    Step(
        id="production-alignments", title="Alignments in Production", section="4.8", run=align_in_production,
        summary="Siam joins Japan in July 1939.",
    ),
    Step(
        id="peacetime-increase", title="Peacetime income of", section="5.2", who="active", rolls=True,
        each=triggers.nations_that_roll, bind="nation", run=triggers.roll_increase,
        summary="Nations at peace whose income grows each turn roll for it, up to their Wartime Income.",
    ),
)

def influence_roll(id: str) -> Step:
    """The die, once a nation is courted."""
    return Step(
        id=id, title="Influence roll", section="4.8/pan-american", who="active", rolls=True,
        run=diplomacy.roll_influence, when=diplomacy.influence_is_rolled,
        summary="A D12 at or below the IPPs paid wins the nation.",
    )


# sequence/production.py includes these anywhere in the phase.
DIPLOMACY_PARTS: tuple[Phase | Step, ...] = (
    Phase(
        id="diplomacy", title="Diplomacy", section="4.8", who="active", loop=diplomacy.diplomacy_goes_on,
        summary="The USA at war courts Pan-American nations; Germany at war may try Argentina once.",
        parts=(
            Step(
                id="influence", title="Influence", section="4.8/pan-american", who="active",
                run=diplomacy.choose_influence, summary="Choose a nation and what to pay.",
            ),
            influence_roll("influence-roll"),
        ),
    ),
)

# sequence/placement.py includes these before income is collected.
PLACEMENT_ALIGNMENT_PARTS: tuple[Phase | Step, ...] = (
    Step(
        id="balkans", title="Bulgaria, Hungary, Romania", section="4.8/balkans", who="germany",
        run=diplomacy.ask_about_the_balkans, when=diplomacy.balkans_wait,
        summary="Germany Aligns one of them in each of three phases after the fall of France.",
    ),
)
