"""Chapter 2: the words of a scenario file. ``setup`` reads them, ``fields`` writes them, ``arranging`` changes them."""

from __future__ import annotations

import msgspec

from .state import ESCORT, MINE, PATROL, RAID

STANDING_TASKS = (PATROL, ESCORT, RAID, MINE)
MODERN = "modern"  # a Fighter that is no early one, where those are played (15.9)
# What units and facilities of a turn under way bear besides; see ``fields``.
TURN_MARKS = (
    "task", "target", "spent", "committed", "entered", "started", "retreated", "landed", "unloaded", "declined",
    "carrier_based", "fought",
)  # fmt: skip
FACILITY_MARKS = ("damage", "since", "original", "owner", "before")


class NationSetup(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A nation in a scenario file. ``peacetime``: its income while at peace; left out, it has its full income."""

    cash: int = 0
    peacetime: int | None = None
    technology: dict[str, int] = {}
    surrendered: bool = False
    in_play: bool | None = None
    evolved: bool = False
    capital: str = ""
    # Of a turn under way
    researched: list[str] = []
    rolls_left: int = 0
    rail_used: dict[str, int] = {}
    naval_used: int = 0
    lent: list[str] = []
    influenced: list[str] = []
    militia_upgraded: int = 0
    bonus: int = 0


class MinorSetup(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    controller: str = ""
    defeated: bool = False
    set_up: bool = False  # its forces have been on the map, even if none are left
    conqueror: str = ""


class Build(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something on the Production Chart at the start."""

    what: str
    paid: int = 1
    zone: str = ""
    border: str = ""
    receiver: str = ""
    cycles: list[int] | None = None  # where they are not those of its chart: upgrades, and IPPs that are lent
    ipp: int = 0
    facility: int = 0  # the facility of the zone that is upgraded: the first there is 1
    turn: int = -1  # the national turn in which it was last paid for: an earlier one, unless it is said
    damage: int = 0
    lent_for: str = ""
    rushed: bool = False
    captured: bool = False


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a game under way has written down besides its pieces, by the names of the state."""

    national_turn: int = 0
    conquered: dict[str, str] = {}
    gained: list[str] = []
    asked: list[str] = []
    used: dict[str, int] = {}
    rail_damage: dict[str, int] = {}
    rails: list[str] = []
    canal_damage: dict[str, int] = {}
    closed: dict[str, list[str]] = {}
    opened: dict[str, list[str]] = {}
    convoy_damage: dict[str, dict[str, int]] = {}
    lines_gone: list[str] = []
    alliances: dict[str, str] = {}
    grants: list[str] = []
    claims: dict[str, str] = {}
    demands: dict[str, str] = {}
    merged: dict[str, str] = {}
    bequests: list[str] = []
    signatures: list[str] = []
    pledges: dict[str, dict[str, int]] = {}
    incursions: dict[str, str] = {}
    aligning: dict[str, list[str]] = {}
    newly_able: list[str] = []
    spain_redeploys: str = ""
    argentina_tried: bool = False
    arctic_denied: bool = False
    triggered: list[str] = []
    us_home_lost: bool = False
    repairs: list[tuple[str, str, str, int]] = []  # ships in yards: sea zone, type, land zone, and which facility there


class Setup(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The body of a scenario file. What it leaves out is empty, or as printed on the map."""

    campaign: str = ""  # "1936" or "1939": it begins with the wars and Controls that 2.1 gives this campaign
    turn: str = "July 1936"
    last_turn: str = "July 1945"
    first_turn: str = ""  # left out: the turn it begins in; a position taken from a longer game names that game's first
    slot: str = "germany"
    owners: dict[str, str] = {}  # zones that are not held by the nation printed on them
    nations: dict[str, NationSetup] = {}
    minors: dict[str, MinorSetup] = {}
    wars: list[tuple[str, str]] = []
    # By nation and zone: {"infantry": 3}; "aboard" cargo of ships there is named "infantry aboard"; a task follows the
    # type ("seaplane patrol"), damage too ("battleship damaged").
    units: dict[str, dict[str, dict[str, int]]] = {}
    facilities: dict[
        str, list[str]
    ] = {}  # by zone, besides what the zones chart prints: "air-base", "fortification bavaria"
    damage: dict[str, dict[str, int]] = {}  # by zone and facility
    production: dict[str, list[Build]] = {}
    printed_facilities: bool = True
    neutral_forces: bool = True  # the forces of Minor Powers, from their chart
    pact: str = ""
    eastern_pact: str = ""
    truce: bool = False
    spain: str = ""
    abyssinia: str = ""
    vichy: bool = False
    vichy_pending: list[str] = []
    china: str = ""
    burma_road: bool = False
    annexed: list[str] = []
    france_fell: int = 0
    balkans_left: int = 0
    gone: list[str] = []  # Minor Powers that are part of another nation now
    record: Record = msgspec.field(default_factory=Record)
    focus: list[str] = []  # the zones that the map shows at first
    start_owners: dict[str, str] = {}  # left out: as at the start of this scenario
    counters: dict[str, int] = {}
    stop_after: str = ""
