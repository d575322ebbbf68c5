"""Phase 11 of the sequence of play: Place Units and Collect Income."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import delivery, income, placement, recruitment, upgrades
from .diplomacy import PLACEMENT_ALIGNMENT_PARTS
from .placement_events import PLACEMENT_EVENTS

# fmt: off
LEND_LEASE_DELIVERY = Phase(
    id="lend-lease-delivery", title="Deliver lend-lease", section="11.4", who="active", loop=delivery.delivering,
    summary="By the shortest way; enemies on it may stop it.",
    parts=(
        Step(
            id="send-lend-lease", title="Send lend-lease", section="11.4", who="active", run=delivery.send,
            summary="What goes, from which port to which.",
        ),
        Step(
            id="interdiction", title="Interdiction", section="11.4/interdiction", who="active", rolls=True,
            loop=delivery.in_danger, run=delivery.interdict, summary="A D6 each; the higher interdictor destroys it.",
        ),
        Step(
            id="lend-lease-hump", title="Over the Hump", section="1.24/air-hump", who="active", rolls=True,
            when=delivery.over_the_hump, run=delivery.fly_the_hump, summary="Option: aircraft are lost on 11 and 12.",
        ),
        Step(
            id="lend-lease-arrives", title="Lend-lease arrives", section="11.4", who="active",
            when=delivery.on_its_way, run=delivery.arrive, summary="It is the receiver's from now on.",
        ),
    ),
)

RECRUITMENT = Phase(
    id="recruitment", title="Recruitment of", section="11.5", who="active", each=recruitment.recruiters, bind="recruiting",
    summary="Each Minor Power under Control rolls for recruits.",
    parts=(
        Step(
            id="recruitment-roll", title="Recruitment roll", section="11.5", who="active", rolls=True,
            run=recruitment.roll_recruitment, summary="A D12 at the number of its zones or less.",
        ),
        Step(
            id="place-recruits", title="Place recruits", section="11.5", who="active", when=recruitment.recruits_came,
            run=recruitment.place_recruits, summary="One Infantry or two Militia.",
        ),
    ),
)

PLACEMENT = Phase(
    id="placement", title="Place Units and Collect Income of", section="11", who="active",
    each=placement.placers, bind="nation",
    summary="New units, lend-lease, recruits, upgrades; money comes last.",
    parts=(
        Step(
            id="complete", title="What is finished", section="11.3", run=placement.complete,
            summary="Facilities are placed where they were begun; ships leave the yards.",
        ),
        Step(
            id="place-units", title="Place units", section="11.1", who="active", loop=placement.placing,
            run=placement.place_units, summary="At factories, yards and, for Militia and Colonial Infantry, in zones.",
        ),
        LEND_LEASE_DELIVERY,
        RECRUITMENT,
        Step(
            id="unit-upgrades", title="Upgrade units", section="11.2", who="active", loop=upgrades.upgrading,
            run=upgrades.give_upgrades, summary="Option: units in supply get the upgrades that were paid for.",
        ),
        *PLACEMENT_ALIGNMENT_PARTS,
        *PLACEMENT_EVENTS,
        Step(
            id="wartime-economy", title="Wartime Economy", section="7.8/wartime-economy", who="active", rolls=True,
            when=income.economy_pays, run=income.roll_economy, summary="2D6 IPPs more at war with a Major Power.",
        ),
        Step(
            id="share-windfall", title="Share it out", section="7.8/wartime-economy", who="active",
            when=income.windfall_came, run=income.share_windfall, summary="The Commonwealth may divide it.",
        ),
        Step(
            id="collect-income", title="Collect income", section="11.6", run=income.collect_income,
            summary="The value of its zones and all bonuses.",
        ),
    ),
)
