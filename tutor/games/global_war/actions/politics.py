"""Chapters 4, 5, 8.1 and 14: wars, pacts, permissions and diplomacy.

Actions with a field ``nation`` may come at any time, whoever is asked something: they are interrupts.
"""

from __future__ import annotations

from ....engine.decisions import Action


class DeclareWar(Action, frozen=True):
    """8.1: begin a war, with all that follows from it."""

    nation: str
    target: str


class Pledge(Action, frozen=True):
    """5.6: promise IPPs towards the price of an Allied declaration of war on a Minor; 0 takes the promise back."""

    nation: str
    target: str
    ipp: int


class Intervene(Action, frozen=True):
    """5.7, 14.2: open a zone to this nation's attack for one turn without being at war with those who stand there."""

    nation: str
    zone: str


class SignPact(Action, frozen=True):
    """14.1: put this nation's name under a pact; it is in force when both have signed."""

    nation: str
    pact: str


class NullifyPact(Action, frozen=True):
    """14.2, 14.3: end a pact, or take back a signature that the other has not answered."""

    nation: str
    pact: str


class Grant(Action, frozen=True):
    """4.5: let another nation pass through zones, railways and bases of this one."""

    nation: str
    other: str


class Deny(Action, frozen=True):
    """4.5: refuse another nation passage, or take back what was granted."""

    nation: str
    other: str


class ClosePassage(Action, frozen=True):
    """1.15: close a strait or canal to another nation."""

    nation: str
    passage: str
    other: str


class OpenPassage(Action, frozen=True):
    """1.15: open it again."""

    nation: str
    passage: str
    other: str


class DenyArctic(Action, frozen=True):
    """5.4: the USA withholds the bonus of the Soviet-Arctic line, or lets the USSR have it again."""

    nation: str
    deny: bool = True


class AlignMinor(Action, frozen=True):
    """4.8: take in a Minor Power whose condition is met."""

    minor: str


class Influence(Action, frozen=True):
    """4.8: pay for a roll to win a Minor Power over."""

    minor: str
    ipp: int


class Contest(Action, frozen=True):
    """15.4: resist the annexation of Slovakia."""


class DemandZone(Action, frozen=True):
    """9.21: ask the captor of a zone that was this nation's to give it back."""

    nation: str
    zone: str


class ReturnZone(Action, frozen=True):
    """9.21: give a captured zone back to its original owner; ``to`` names where the units in it go."""

    nation: str
    zone: str
    to: str = ""


class RefuseZone(Action, frozen=True):
    """9.21: say no to a nation that asks for its zone."""

    nation: str
    zone: str


class RelocateCapital(Action, frozen=True):
    """9.23: a nation whose capital is taken moves it to another zone, or back to the first one."""

    nation: str
    zone: str


class Bequeath(Action, frozen=True):
    """9.22: a player who has surrendered names the partner who takes over one of his Minor Powers."""

    minor: str
    heir: str
