"""Actions of this phase."""

from __future__ import annotations

from ....engine.decisions import Action


class SplitLoss(Action, frozen=True):
    """9.11: at an intersection of convoy lines the raided nation says how its loss falls on them."""

    lines: tuple[str, ...]
    points: tuple[int, ...]


class Intercept(Action, frozen=True):
    """9.16: send fighters of a zone up against bombers, or patrols against raiding aircraft."""

    zone: str
    type: str
    count: int = 1


class Suffer(Action, frozen=True):
    """A unit of this type takes a hit of raid defense, interception, anti-aircraft fire or bombs."""

    type: str
    owner: str = ""


class Resolve(Action, frozen=True):
    """9.1: the battle that is fought next. Attacker and target are told where a zone has several of a kind."""

    zone: str
    battle: str  # its kind: land, naval, raid ...
    attacker: str = ""
    target: str = ""


class Fire(Action, frozen=True):
    """9.1: the type of unit that fires next: "infantry", "destroyer paired", "maginot bavaria"."""

    group: str


class Lose(Action, frozen=True):
    """9.1: a unit of this type takes the hit; a damaged one, one of this nation, or one that came from this zone, where
    that is said."""

    type: str
    damaged: bool = False
    owner: str = ""
    start: str = ""


class FightOn(Action, frozen=True):
    """9.4: another round."""


class Retreat(Action, frozen=True):
    """9.4: the attacker breaks off with all units that can."""


class RetreatAll(Action, frozen=True):
    """9.4: everything that still has to retreat goes to one zone."""

    to: str


class RetreatSome(Action, frozen=True):
    """9.4: some of the retreating units go to one zone."""

    to: str
    type: str
    count: int = 1


class HoldFire(Action, frozen=True):
    """9.6: defending submarines do not fire in this round, so that they may submerge at its end."""

    type: str


class Submerge(Action, frozen=True):
    """9.4: submarines leave the battle. They stay in the sea zone, or go to the one named."""

    type: str
    count: int = 1
    to: str = ""


class Evade(Action, frozen=True):
    """8.9: attacking submarines that aircraft on patrol hold up do not attack; only patrols and destroyers fight them."""


class Bombard(Action, frozen=True):
    """9.9: ships of a type in this sea zone bombard the shore."""

    zone: str
    type: str
    count: int = 1


class Blitz(Action, frozen=True):
    """9.5: units of a type go on from the zone just won into the next."""

    to: str
    type: str
    count: int = 1
