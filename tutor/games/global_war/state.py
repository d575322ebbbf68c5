"""Chapters 1, 2 and 12, the components, as plain data: units, facilities, money, wars, the Production Chart."""

from __future__ import annotations

import msgspec

from ...engine.table import Table

# What a unit has been told to do (8.2, 8.8); nothing is plain combat or plain movement.
PATROL, ESCORT, RAID, MINE, SCREEN = "patrol", "escort", "raid", "mine", "screen"
BOMB, CARPET, ASSAULT, DROP, SCRAMBLED, ATTRITION = "bomb", "carpet", "assault", "drop", "scrambled", "attrition"


class Unit(msgspec.Struct):
    """One piece. Units alike in type, owner, zone and marks are alike in everything but their number."""

    id: int
    type: str
    owner: str
    zone: str
    hits: int = 0  # damage markers on a capital ship
    aboard: int = 0  # the ship or aircraft that carries it
    task: str = ""
    target: str = ""  # what a bomber or rocket is sent against
    spent: int = 0  # movement used this turn
    committed: bool = False  # used in Combat Movement: afterwards only aircraft move, to land
    entered: str = ""  # the zone it came from into the one it stands in
    started: str = ""  # where it stood when its nation's turn began
    retreated: bool = False
    landed: bool = False  # came ashore in this turn's assault
    unloaded: bool = False  # a transport that has put units ashore moves no more (8.4)


class Facility(msgspec.Struct):
    """A marker on a zone or on one of its borders (chapter 12). It belongs to whoever possesses the zone."""

    id: int
    type: str
    zone: str
    border: str = ""  # the zone across, for what stands on a border; nothing where it covers all of them (12.8)
    damage: int = 0
    since: int = 0  # the national turn in which it was built, upgraded or captured
    before: str = ""  # what it was before this turn's upgrade (12.4)
    owner: str = ""  # only where it is not the possessor of the zone (14.2, Basis Nord)
    original: str = ""  # who built it or had it at the start: captured factories work as Minor ones (12.4)


class Item(msgspec.Struct):
    """Something on the Production Chart (7.3)."""

    id: int
    what: str  # a type of unit or facility
    owner: str
    cycles: list[int]  # what each turn of building costs
    paid: int = 0  # how many of them are paid
    zone: str = ""  # where a facility is being built
    border: str = ""
    facility: int = 0  # the facility that is being upgraded
    unit: int = 0  # the unit that is being upgraded (11.2)
    receiver: str = ""  # to whom it is lent (7.9)
    ipp: int = 0  # IPPs that are lent
    turn: int = 0  # the national turn in which it was last paid for
    damage: int = 0  # option 7.3
    lent_for: str = ""  # "spain": support that only repairs


class Nation(msgspec.Struct):
    """What a playable nation has besides its pieces."""

    cash: int = 0
    peacetime: int = -1  # the income tracker while at peace with all Major Powers; -1: the full value of its zones
    capital: str = ""
    surrendered: bool = False
    in_play: bool = True  # Free France is not before France falls
    evolved: bool = False
    technology: dict[str, int] = {}  # stages completed; the Commonwealth shares Britain's
    researched: list[str] = []  # rolled for this turn
    rolls_left: int = 0
    rail_used: dict[str, int] = {}  # strategic rail moves by region this turn
    naval_used: int = 0
    lent: list[str] = []  # receivers of lend-lease this turn
    influenced: list[str] = []  # nations it tried to win over this turn
    militia_upgraded: int = 0
    bonus: int = 0  # bonus income collected in the last turn, for the objectives of 3.4


class Minor(msgspec.Struct):
    """A Minor Power not run by a player. One that has Aligned is gone: all it had is its master's."""

    controller: str = ""  # nothing while nobody Controls it
    defeated: bool = False
    set_up: bool = False  # its forces are on the map


class Volley(msgspec.Struct):
    """One type of unit firing: the dice, and hits that are still to be allotted."""

    side: str  # attacker or defender
    type: str
    hits: int = 0  # whose victim the other side picks
    selected: int = 0  # whose victim the firer picks
    versus: str = ""  # the class that target selection is limited to
    air_first: bool = False
    only: list[str] = []  # types or classes that can be hit at all; empty: all


class Battle(msgspec.Struct):
    """One battle, raid or bombing of the Combat Phase."""

    id: int
    kind: str  # land, naval, raid, bombing, carpet, rocket, attrition
    zone: str
    attacker: str  # who commands it
    defender: str = ""
    attackers: list[int] = []  # unit numbers
    defenders: list[int] = []
    target: str = ""
    round: int = 0
    aside: list[int] = []  # defenders hit this round, who still fire
    done: list[str] = []  # types that have fired in this half of the round, "attacker infantry"
    volley: Volley | None = None
    support: list[int] = []  # ships that bombard the shore
    borders: list[str] = []  # where the attack comes from
    amphibious: bool = False
    double: bool = False  # double casualties apply
    sea_cleared: bool = False
    moving: list[int] = []  # the force behind a screen
    declined: list[int] = []  # submarines and patrols that keep out of it
    over: bool = False
    won: str = ""
    notes: dict[str, int] = {}


class State(msgspec.Struct):
    """The whole game."""

    scenario: str
    calendar: int  # 1 is July 1936
    last_turn: int
    owners: dict[str, str]
    units: dict[int, Unit]
    facilities: dict[int, Facility]
    nations: dict[str, Nation]
    minors: dict[str, Minor]
    wars: dict[str, list[str]]  # by Power, both ways
    production: list[Item] = []
    next_id: int = 1
    # The turn under way
    slot: str = ""  # the national turn: Germany, USSR ...
    nation: str = ""  # who produces or places now
    mover: str = ""  # whose forces move now
    national_turn: int = 0  # counts every national turn of the game
    moving: bool = False
    hand: list[int] = []  # units picked up to be moved
    battles: list[Battle] = []
    battle: Battle | None = None
    conquered: dict[str, str] = {}  # zones taken this national turn, with the owner before
    gained: list[str] = []  # zones that came over without a fight this national turn
    asked: list[str] = []  # questions of the turn that were answered
    # The map
    rail_damage: dict[str, int] = {}  # by border, "a|b"
    rails: list[str] = []  # railroads built since, "a|b"
    canal_damage: dict[str, int] = {}
    closed: dict[str, list[str]] = {}  # straits and canals: nations barred by their holder
    convoy_damage: dict[str, dict[str, int]] = {}  # by line and nation, this calendar turn
    burma_road: bool = False
    lines_gone: list[str] = []  # fortified lines destroyed (1.22)
    # Politics
    alliances: dict[str, str] = {}  # of nations whose alliance is not the printed one
    pact: str = ""  # Molotov-Ribbentrop: signed, ended
    eastern_pact: str = ""  # Japan and the USSR: signed, ended
    truce: bool = False  # between KMT and CCP
    grants: list[str] = []  # passage given beyond alignment, "owner>nation"
    claims: dict[str, str] = {}  # zones whose return was refused: the nation that asked
    spain: str = ""  # war, nationalist, republican
    abyssinia: str = ""  # war, italian, free
    france_fell: int = 0  # the national turn in which France surrendered
    vichy: bool = False
    balkans_left: int = 0  # alignments that Germany may still choose
    argentina_tried: bool = False
    arctic_denied: bool = False
    annexed: list[str] = []
    triggered: list[str] = []  # peacetime income increases that happen once
    counters: dict[str, int] = {}  # small facts of the game that a chapter keeps
    start_owners: dict[str, str] = {}
    us_home_lost: bool = False
    # The end
    stop_after: str = ""  # a teaching position ends after this phase
    ended: bool = False
    winner: str = ""
    victory: str = ""
    victory_section: str = ""
    victory_text: str = ""


G = Table[State]
