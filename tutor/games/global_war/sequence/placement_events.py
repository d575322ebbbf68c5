"""Steps of the Place Units Phase that historical events bring (13.1)."""

from __future__ import annotations

from ....engine.phases import Phase, Step
from .. import spain

# fmt: off
PLACEMENT_EVENTS: tuple[Phase | Step, ...] = (
    Step(
        id="blue-division", title="The Blue Division", section="13.1/axis-win", who="germany",
        run=spain.place_blue_division, when=spain.blue_division_comes,
        summary="While Nationalist Spain is neutral Germany gets a free Infantry in Berlin.",
    ),
    Step(
        id="international-brigade", title="The International Brigade", section="13.1/comintern-win", who="ussr",
        run=spain.place_international_brigade, when=spain.international_brigade_comes,
        summary="After a Republican victory the USSR gets a free Infantry in Moscow.",
    ),
)
