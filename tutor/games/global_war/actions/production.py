"""Chapter 7: research, purchases, repair, and lend-lease declared. Large choices are made in two stages."""

from __future__ import annotations

from ....engine.decisions import Action


class Research(Action, frozen=True):
    """7.6: roll a die for the next stage of a technology."""

    technology: str


class Buy(Action, frozen=True):
    """7.1: begin units of a type. ``rushed`` pays their first two turns at once (Improved Construction); ``zone`` is the
    shipyard where a capital ship is laid down, with option 15.8."""

    type: str
    count: int = 1
    zone: str = ""
    rushed: bool = False


class ChooseFacility(Action, frozen=True):
    """7.3: build a facility of this kind; where is asked next."""

    what: str


class Build(Action, frozen=True):
    """7.3: begin a facility in a zone, on one of its borders where it stands on one."""

    what: str
    zone: str
    border: str = ""
    rushed: bool = False


class Advance(Action, frozen=True):
    """7.3: pay the next turn of something on the Production Chart."""

    item: int


class UpgradeFacility(Action, frozen=True):
    """7.3: make the next larger kind of a facility."""

    facility: int


class Repair(Action, frozen=True):
    """7.4: pay for points of damage on a facility."""

    facility: int
    points: int


class RepairRailroad(Action, frozen=True):
    """12.10: pay for points of damage on the railroad between two zones."""

    zone: str
    border: str
    points: int


class RepairCanal(Action, frozen=True):
    """15.10: pay for points of damage on a canal."""

    passage: str
    points: int


class RepairShip(Action, frozen=True):
    """7.4: one hit of a ship of this type in a sea zone is repaired in the yard of a land zone."""

    zone: str
    type: str
    yard: str


class BuyUpgrade(Action, frozen=True):
    """11.2: pay for upgrades that units get in the Place Units Phase."""

    upgrade: str
    count: int = 1


class ConvertFighters(Action, frozen=True):
    """15.9: replace Early War Fighters by Fighters."""

    zone: str
    count: int = 1


class ScrapFighters(Action, frozen=True):
    """15.9: break up Early War Fighters for IPPs."""

    zone: str
    count: int = 1


class ChooseReceiver(Action, frozen=True):
    """7.9: lend to this nation; what is asked next."""

    receiver: str


class LendMoney(Action, frozen=True):
    """7.9: send IPPs."""

    receiver: str
    ipp: int


class LendUnit(Action, frozen=True):
    """7.9: build a unit for another nation."""

    receiver: str
    type: str
    zone: str = ""
    rushed: bool = False


class LendUpgrade(Action, frozen=True):
    """13.1: Allied supplies that make Infantry of a Spanish Militia."""

    receiver: str


class Reassign(Action, frozen=True):
    """11.4: keep lend-lease that could not be delivered."""

    item: int
