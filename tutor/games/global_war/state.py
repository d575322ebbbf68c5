"""Chapters 1, 2 and 12, the components, as plain data: units, facilities, money, wars, the Production Chart."""

from __future__ import annotations

import msgspec

from ...engine.table import Table

# What a unit has been told to do (8.2, 8.8); nothing is plain combat or plain movement.
PATROL, ESCORT, RAID, MINE, SCREEN = "patrol", "escort", "raid", "mine", "screen"
BOMB, CARPET, ASSAULT, DROP, SCRAMBLED, ATTRITION = "bomb", "carpet", "assault", "drop", "scrambled", "attrition"
BLOCKADE = "blockade"  # only where a blockade must be declared (8.11)
BEHIND = "behind"  # waits behind a screening force (8.10); its target is the sea zone it goes on to, or nothing
ATTACK = (
    "attack"  # fights where it stands; an aircraft on patrol that engages keeps its task and has this as its target
)


class Unit(msgspec.Struct, omit_defaults=True):
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
    declined: bool = False  # a submarine or patrol that keeps out of combat until the Combat Phase is over (8.7, 8.9)
    carrier_based: bool = False  # it began the turn on a carrier (15.3)
    fought: bool = False  # a ship that was in this turn's naval combat or bombarded: it cannot bombard (9.9)


class Peril(msgspec.Struct):
    """Dice that fall on units because of the way they went: each is lost on a D12 from ``low`` to ``high``."""

    section: str
    units: list[int]
    low: int
    high: int
    by: str  # who rolls
    why: str


class Facility(msgspec.Struct, omit_defaults=True):
    """A marker on a zone or on one of its borders (chapter 12). It belongs to whoever possesses the zone."""

    id: int
    type: str
    zone: str
    border: str = ""  # the zone across, for what stands on a border; nothing where it covers all of them (12.8)
    damage: int = 0
    since: int = -1  # the national turn in which it was built, upgraded or captured; before all of them at the set-up
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
    rushed: bool = False  # the first two turns were paid at once (7.8/improved-construction)
    captured: bool = False  # option 15.8: a ship that changed hands with its yard


class Nation(msgspec.Struct, omit_defaults=True):
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


class Minor(msgspec.Struct, omit_defaults=True):
    """A Minor Power not run by a player. One that has Aligned is gone: all it had is its master's."""

    controller: str = ""  # nothing while nobody Controls it
    defeated: bool = False
    set_up: bool = False  # its forces are on the map
    conqueror: str = ""  # who defeated it (4.12)


class Volley(msgspec.Struct, omit_defaults=True):
    """One type of unit firing: the dice, and hits that are still to be allotted."""

    side: str  # attacker or defender
    type: str
    hits: int = 0  # whose victim the other side picks
    selected: int = 0  # whose victim the firer picks
    versus: str = ""  # the class that target selection is limited to
    air_first: bool = False
    only: list[str] = []  # types or classes that can be hit at all; empty: all
    stage: str = ""  # shore, first or normal: when it is fired (9.5, 9.9)
    second: bool = False  # a double casualty of which the second unit is still to be picked (9.2)
    ship: int = 0  # option 15.5: the capital ship whose damage is rolled next


class Battle(msgspec.Struct, omit_defaults=True):
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


class Delivery(msgspec.Struct):
    """Lend-lease on its way (11.4)."""

    item: int
    to: str  # where it goes ashore, or the first zone of the receiver's Home Country that it reaches over land
    route: list[str] = []  # sea zones, in order
    dangers: list[str] = []  # those of them where an enemy may still stop it
    hump: bool = False  # an aircraft that goes over the Burma Road (1.24)


class State(msgspec.Struct, omit_defaults=True):
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
    moves: str = ""  # while movement is under way: "combat" or "non-combat"
    hand: list[int] = []  # units picked up to be moved
    used: dict[str, int] = {}  # crossings, routes and voyages used up this national turn (1.15, 1.19, 1.20, 10.6)
    perils: list[Peril] = []  # dice that the last move calls for (1.24, 12.9, 15.6)
    battles: list[Battle] = []
    battle: Battle | None = None
    conquered: dict[str, str] = {}  # zones taken this national turn, with the owner before
    gained: list[str] = []  # zones that came over without a fight this national turn
    asked: list[str] = []  # questions of the turn that were answered
    # Production and placement
    slots_used: dict[str, int] = {}  # this national turn, by facility number, "port <number>" or "militia <zone>"
    repairs: list[tuple[int, int]] = []  # ships in yards (7.4): unit and facility, one entry a hit
    research: str = ""  # the technology that is rolled for next
    dockside: list[int] = []  # option 15.5: a ship and a yard whose price is rolled next
    delivery: Delivery | None = None
    recruiting: str = ""  # the Minor Power whose recruitment is rolled
    windfall: int = 0  # what Wartime Economy brought, before it is shared out (7.8)
    # The map
    rail_damage: dict[str, int] = {}  # by border, "a|b"
    rails: list[str] = []  # railroads built since, "a|b"
    canal_damage: dict[str, int] = {}
    closed: dict[str, list[str]] = {}  # straits and canals: nations barred by a holder, "holder!nation"
    opened: dict[str, list[str]] = {}  # those that need leave: nations that have it, "holder>nation"
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
    demands: dict[str, str] = {}  # zones asked back and not answered yet: the nation that asks (9.21)
    merged: dict[str, str] = {}  # Minors that have Aligned: the nation they are part of (9.20, 9.22)
    bequests: list[str] = []  # Minors of nations that surrendered, "minor nation", until they have a new master (9.22)
    signatures: list[str] = []  # pacts that one side has signed, "pact nation"
    pledges: dict[str, dict[str, int]] = {}  # by Minor and nation: IPPs promised towards the price of 5.6
    incursions: dict[str, str] = {}  # zones where a nation fights this turn without war (5.7, 14.2, 15.4): the nation
    aligning: dict[str, list[str]] = {}  # Minors that Align when a Combat Phase ends: [with whom, the national turn]
    newly_able: list[str] = []  # nations that became able to declare war in this national turn (5.3)
    influencing: str = ""  # the Minor that a diplomacy roll is about
    influence_paid: int = 0
    spain: str = ""  # war, nationalist, republican
    abyssinia: str = ""  # war, italian, free
    france_fell: int = 0  # the national turn in which France surrendered
    vichy: bool = False
    vichy_pending: list[str] = []  # what the fall of France has still to settle, in order: "choice", "colony 3" ...
    spain_redeploys: str = ""  # the player who may still arrange the victorious Spanish forces
    china: str = ""  # the Chinese faction that has won the civil war
    first_turn: int = 1  # the calendar turn in which the scenario began
    neutral_forces: bool = True  # Minor Powers get the forces of their chart
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
