"""Chapter 2, the components, as plain data: blocks, Fortresses, counters, player boards, bags."""

from __future__ import annotations

import msgspec

from ...engine.table import Table

ALLIES, CP, NEUTRAL = "allies", "cp", "neutral"
SIDES = (ALLIES, CP)
NATIONS = {"France": ALLIES, "Britain": ALLIES, "Belgium": ALLIES, "USA": ALLIES, "Germany": CP}
ADJECTIVES = {"France": "French", "Britain": "British", "Belgium": "Belgian", "USA": "US", "Germany": "German"}
INFANTRY, CAVALRY, DECEPTION = "infantry", "cavalry", "deception"
BLOCK_KINDS = (INFANTRY, CAVALRY, DECEPTION)
TECHNOLOGIES = ("aircraft", "gas", "masks", "tanks")
ENGLAND, PARIS, KOBLENZ, ANTWERP, CALAIS, DUNKIRK = "A01", "B06", "M03", "G01", "B01", "C01"


def enemy(side: str) -> str:
    return CP if side == ALLIES else ALLIES


class Block(msgspec.Struct):
    """A wooden block on the map. Its id is opaque: it tells the enemy nothing."""

    id: int
    nation: str
    kind: str
    sp: int
    hex: str
    oos: bool = False  # carries an Out of Supply marker
    face_up: bool = False
    moved: bool = False  # may not move again in this step
    fought: bool = False  # has taken part in Infantry Combat in this sequence
    retreated: bool = False  # came here by Retreat before Combat: rolls no dice


class Fortress(msgspec.Struct):
    name: str
    hexes: list[str]
    side: str
    nation: str
    sp: int
    full: int  # SPs of 1914
    destroyed: bool = False
    repaired: bool = False  # in this Production Phase
    first_share: int = -1  # SPs of supply for the first of its two hexes; -1: not divided (6.7.6)


class Counter(msgspec.Struct, frozen=True):
    """An Air Squadron or Artillery counter. ``special``: bluff, ace or bertha."""

    value: int
    special: str = ""


class Placed(msgspec.Struct, frozen=True):
    """A counter face down in a hex."""

    side: str
    hex: str
    counter: Counter


class PlayerBoard(msgspec.Struct):
    """What stands behind a player's screen (2.2)."""

    supply: int
    artillery: int  # Artillery Maintenance
    air: int  # Air Maintenance
    lp: int
    ep: int = 0
    collected: int = 0  # EPs collected this turn, for the limit on naval losses
    bid: int = 0
    guns: int = 0  # total value of the Artillery counters owned, Big Bertha apart
    bertha: bool = False
    technology: dict[str, int] = {}
    tanks: int = 0  # Tank or Stosstruppen counters held
    bribes: int = 0
    air_counters: list[Counter] = []  # Available Air
    used_air: list[Counter] = []
    artillery_counters: list[Counter] = []  # Available Artillery
    used_artillery: list[Counter] = []
    damaged: int = 0  # Air Damage markers in the Damaged Air box
    mending: int = 0  # Air Damage markers in the Used Air box
    emergency: int = 0  # LPs spent on Emergency Reorganization in this Action Phase
    bertha_fired: bool = False  # as a rail gun, in this Action Phase
    deployed: dict[str, dict[str, int]] = {}  # infantry SPs placed this turn, by nation and hex
    free_tank: bool = False  # got the free counter of this Production Phase


class Dogfight(msgspec.Struct):
    """One hex being resolved in step 7.1."""

    hex: str
    rolls: dict[str, dict[str, int]] = {}  # by side: miss, abort, hit
    aces: dict[str, dict[str, int]] = {}
    damage: dict[str, int] = {}
    aborts: int = 0


class Battle(msgspec.Struct):
    """The Combat Sequence under way (7.3), or the Breakout Combat (7.4.3)."""

    breakout: bool = False
    hexes: list[str] = []  # where it is fought
    to_fire: list[str] = []  # Artillery Fire still to be resolved
    to_assault: list[str] = []  # Infantry Combat still to be resolved
    fought: list[str] = []  # hexes where Infantry Combat was declared
    hex: str = ""  # being resolved now
    attackers: int = 0  # Active SPs at declaration
    rail_gun: bool = False
    rolls: dict[str, dict[str, int]] = {}  # by the side that rolled
    cleared: bool = False  # no Passive block is left to fight


class State(msgspec.Struct):
    """The whole game."""

    scenario: str
    turn: int
    last_turn: int
    initiative: str
    control: dict[str, str]
    blocks: dict[int, Block]
    fortresses: dict[str, Fortress]
    boards: dict[str, PlayerBoard]
    naval_bag: dict[str, int]
    eastern_bag: dict[str, int]
    next_block: int = 1
    action_phase: int = 0
    active: str = ""
    trench: bool = False
    # Tracks
    eastern_space: int = 0
    eastern_sp: int = 0
    russian_victories: int = 0
    russia_out: bool = False
    eastern_drawn: dict[str, int] = {}
    eastern_returning: bool = False  # SPs freed by the Revolution, placed at the next Reorganization
    blockade: int = 1
    usw: int = 0
    usw_declared: bool = False  # ever
    first_usw: bool = False  # declared for the first time in this Production Phase
    naval_mode: str = "prize"
    naval_drawn: dict[str, int] = {}
    usa_entry: int = 1
    usa_war_turn: int = 0  # 0: neutral
    usa_waiting: int = 0  # SPs that found no hex yet
    usa_hexes: list[str] = []  # hexes with US blocks at the start of the Action Phase (13.6)
    britain: str = ALLIES
    belgium: str = ALLIES  # allies, neutral, or transit: neutral with Transit Rights granted
    belgium_attacked: bool = False
    british_muster: bool = False  # Britain has just joined: blocks in England may go straight to the front (13.1)
    vp: dict[str, int] = {}
    chlorine_turn: int = -1  # the first turn either side had Chlorine Gas (12.3); -1: none has
    # The turn under way
    attrition: dict[str, int] = {}
    away: dict[str, int] = {}  # CP SPs on the turn track (13.5), by the turn they come back
    hindenburg: list[str] = []
    hindenburg_placed: bool = False
    air_placed: list[Placed] = []
    counters_open: bool = False  # the counters in the hexes have been revealed
    artillery_placed: list[Placed] = []
    dogfight: Dogfight | None = None
    contested_before: list[str] = []  # at the start of Block Movement
    moving: bool = False
    on_the_move: bool = False  # a block has moved in this step
    battle: Battle | None = None
    breakout: list[str] = []  # Breakout Move markers
    breakout_limit: dict[str, int] = {}  # SPs that may still move out of each, in Trench Warfare
    as_last_seen: dict[str, list[Block]] = {}  # a side's blocks as the enemy knows them, while it plans unseen
    reinforced: list[str] = []  # in this Action Phase of the Active player
    river_spent: list[str] = []  # contested river hexes that have given their bonus
    # The scenario's own rules
    usw_from: int = 1
    hindenburg_turn: int = 0
    hindenburg_columns: str = ""
    hindenburg_most: int = 0
    domination: int = 0
    decisive: dict[str, str] = {}  # side: the hex it must control at Scoring
    final_push: bool = False
    uses_vp: bool = True
    stop_after: str = ""  # a phase after which a teaching position ends
    goes_on_to: int = 0  # last turn of the next scenario, if both players go on
    ended: bool = False
    winner: str = ""
    victory: str = ""
    victory_section: str = ""
    victory_text: str = ""


G = Table[State]
