"""Chapter 11: units come onto the map, lend-lease is delivered, Minor Powers recruit, income is shared out."""

from __future__ import annotations

from ....engine.decisions import Action


class Place(Action, frozen=True):
    """11.1: units from the Place Units Box go to a zone; ships to a sea zone beside their yard."""

    type: str
    zone: str
    count: int = 1


class Embark(Action, frozen=True):
    """15.3: the aircraft that a new carrier takes aboard: from this land zone, or from the Place Units Box."""

    type: str
    zone: str = ""


class Deliver(Action, frozen=True):
    """11.4: send lend-lease. ``zone`` is where it leaves by sea and ``to`` where it comes ashore; without a ``path`` it takes
    the shortest one. Over land only ``to`` is named."""

    item: int
    to: str
    zone: str = ""
    path: tuple[str, ...] = ()


class Recruit(Action, frozen=True):
    """11.5: one Infantry or two Militia for a Minor Power."""

    type: str
    zone: str


class UpgradeUnit(Action, frozen=True):
    """11.2: a unit in this zone gets an upgrade that was paid for."""

    upgrade: str
    zone: str


class Aid(Action, frozen=True):
    """13.1: what lent IPPs repair in Spain."""

    facility: int


class AidMilitia(Action, frozen=True):
    """13.1: where Allied supplies make Infantry of a Spanish Militia."""

    zone: str


class ShareWindfall(Action, frozen=True):
    """7.8: the Commonwealth divides what its Wartime Economy brings."""

    britain: int
    fec: int
    anzac: int
