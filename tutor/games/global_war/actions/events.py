"""Chapters 13 and 14.4: what historical events ask of players."""

from __future__ import annotations

from ....engine.decisions import Action


class Truce(Action, frozen=True):
    """13.3: a Chinese faction agrees to a truce; it holds when both have agreed. At any time."""

    nation: str


class BreakTruce(Action, frozen=True):
    """13.3: a Chinese faction ends the truce, or takes back an offer. At any time."""

    nation: str


class CreateVichy(Action, frozen=True):
    """14.4.2: Germany makes a neutral Vichy France."""


class Withdraw(Action, frozen=True):
    """14.4.2: units of a type leave a zone that has become Vichy or German, for a zone or a transport at sea."""

    zone: str
    type: str
    to: str


class SailHome(Action, frozen=True):
    """14.4.2: ships that have joined the Axis sail to a sea zone of their new Home Country under the French flag."""

    zone: str
    type: str
    to: str


class Redeploy(Action, frozen=True):
    """13.1: the winner in Spain moves units of a type from one Spanish zone to another, or ships between its ports."""

    zone: str
    type: str
    to: str
    count: int = 1
