"""Bombing in the Combat Phase (9.16, 9.17, 7.8)."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import bombing_run, carpet, interception


# fmt: off
def _interception(prefix: str) -> tuple[Step, ...]:
    """The one round in which fighters meet bombers and their escorts."""
    return (
        Step(
            id=f"{prefix}-intercept", title="Fighters go up", section="9.16", who="defender",
            run=interception.send_up, when=interception.interception_possible,
            summary="Fighters of the zone, and three from each air base beside it.",
        ),
        Step(
            id=f"{prefix}-air-fire", title="Interception", section="9.16/interception", rolls=True,
            run=interception.fire, loop=interception.more_to_fire,
            summary="All aircraft fire once at reduced values, type by type.",
        ),
        Step(
            id=f"{prefix}-air-losses", title="Losses in the air", section="9.16/interception",
            run=interception.losses, when=interception.under_way, summary="Both sides lose aircraft together.",
        ),
    )


BOMBING_PARTS: tuple[Phase | Step, ...] = (
    Phase(
        id="bombing", combat=True, title="Strategic bombing", section="9.16", who="active", when=bombing_run.bombing_under_way,
        summary="Interception, bombs, anti-aircraft guns. Rockets meet neither fighters nor guns.",
        parts=(
            Step(
                id="bombing-begins", title="The bombers arrive", section="9.16", run=bombing_run.begin_bombing,
                summary="Bombers with their escorts.",
            ),
            *_interception("bombing"),
            Step(
                id="bombs", title="Bombs fall", section="9.16", rolls=True,
                run=bombing_run.drop_bombs, loop=bombing_run.bombs_to_fall,
                summary="1, 2 or 3 D6 a bomber, all on one target together, up to what the target can take.",
            ),
            Step(
                id="facility-guns", title="Anti-aircraft guns", section="9.16", who="defender", rolls=True,
                run=bombing_run.fire_guns, loop=bombing_run.guns_to_fire,
                summary="One die for every bomber on the target; railroads have no guns.",
            ),
            Step(
                id="bombing-ends", title="The bombing is over", section="9.16", run=bombing_run.end_bombing,
                summary="Aircraft land in Non-Combat Movement.",
            ),
        ),
    ),
    Phase(
        id="carpet-bombing", combat=True, title="Carpet bombing", section="9.17", who="active", when=carpet.carpet_under_way,
        summary="One round against land units; interceptors and AA Artillery shoot back; losses leave at its end.",
        parts=(
            Step(
                id="carpet-begins", title="The bombers arrive", section="9.17", run=carpet.begin_carpet,
                summary="Strategic Bombers with their escorts, or rockets.",
            ),
            *_interception("carpet"),
            Step(
                id="carpet-aa", title="AA Artillery", section="9.17", who="defender", rolls=True,
                run=carpet.fire_aa, when=carpet.aa_to_fire, summary="A die for each aircraft, three for each AA Artillery.",
            ),
            Step(
                id="carpet-bombs", title="Bombs fall", section="9.17", rolls=True,
                run=carpet.drop_carpet, loop=carpet.carpet_to_fall,
                summary="Three dice at 2 for a Strategic Bomber, five for a Heavy one, one for a rocket.",
            ),
            Step(
                id="carpet-ends", title="The bombing is over", section="9.17", run=carpet.end_carpet,
                summary="Losses of both sides leave.",
            ),
        ),
    ),
    Phase(
        id="attrition", combat=True, title="Attrition Attack", section="7.8/advanced-artillery", who="active",
        when=carpet.attrition_under_way, summary="Advanced Artillery shells the next zone.",
        parts=(
            Step(
                id="attrition-fire", title="The guns fire", section="7.8/advanced-artillery", rolls=True,
                run=carpet.roll_attrition, summary="One die at 2 for each; nobody fires back.",
            ),
        ),
    ),
)
