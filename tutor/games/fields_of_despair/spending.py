"""Sections 6.5 and 6.6: what EPs buy, in secret, and the bid for Initiative. Chapter 12: technology."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.errors import short_list
from ...engine.phases import Asking
from .actions import Buy, ConvertCavalry, Done
from .blocks import add_block, band, called, can_show, reduce, with_returned
from .counters import most_guns, raise_air
from .manpower import CUBE_COLOUR
from .rulebook import procedure, rule
from .state import ADJECTIVES, ALLIES, CAVALRY, CP, INFANTRY, NEUTRAL, SIDES, TECHNOLOGIES, Block, Fortress, G
from .terms import controls, stacks

Purchase = Buy | ConvertCavalry
TRACKS = {"air-maintenance": "air", "artillery-maintenance": "artillery", "supply": "supply"}
TANK_LEVEL = 3
CHLORINE, MUSTARD = "chlorine", "mustard"
TECHNOLOGY_CHARTS = {"aircraft": "aircraft", "gas": "poison-gas", "masks": "gas-masks", "tanks": "tanks"}
SAVED = 3


@procedure("6.5/free-counter", "12.4")
def free_tanks(g: G) -> None:
    """Level 3 gives one Tank or Stosstruppen counter every Production Phase."""
    for side in SIDES:
        board = g.state.boards[side]
        if board.technology["tanks"] >= TANK_LEVEL and not board.free_tank:
            gain_tank(g, side)


def gain_tank(g: G, side: str) -> None:
    board = g.state.boards[side]
    board.free_tank = True
    board.tanks += 1
    g.tell("gained", "6.5/free-counter", f"{side} gets a free {tank_name(side)} counter.", by=side, only=[side])


def tank_name(side: str) -> str:
    return "Stosstruppen" if side == CP else "Tank"


@procedure("6.5", "2.3", "1.5/economic-points")
def spend(g: G) -> Asking:
    """Both plan in secret; what they bought takes effect together."""
    free_tanks(g)
    plans: dict[str, list[Purchase]] = {}
    for side in SIDES:
        plan: list[Purchase] = []
        while True:
            left = g.state.boards[side].ep - len(plan)

            def options(side: str = side, left: int = left) -> list[Purchase | Done]:
                return [Done(), *(purchases(g, side) if left else [])]

            action = yield Decision(
                side,
                "6.5",
                f"Spend EPs in secret: {left} left.",
                [Buy, ConvertCavalry, Done],
                options,
                about={"plan": list(plan), "left": left},
                secret=True,
            )
            if isinstance(action, Done):
                break
            assert isinstance(action, (Buy, ConvertCavalry))
            plan.append(action)
        plans[side] = plan
    for side, plan in plans.items():
        for purchase in plan:
            carry_out(g, side, purchase)
        keep_change(g, side)


def purchases(g: G, side: str) -> list[Purchase]:
    """Everything one could ask for; the rules say what may be had."""
    wanted: list[Purchase] = []
    for item in g.charts["production-items"].row_keys():
        if item == "technology":
            wanted += [Buy(item, name) for name in TECHNOLOGIES]
        elif item == "fortress-repair":
            wanted += [Buy(item, f.name) for f in g.state.fortresses.values() if f.side == side]
        elif item == "cavalry":
            wanted += [ConvertCavalry(b.id, sp) for b in convertible(g, side) for sp in range(1, min(4, b.sp) + 1)]
        else:
            wanted.append(Buy(item))
    return wanted


def convertible(g: G, side: str) -> list[Block]:
    """Infantry blocks that stand where this turn's SPs were placed."""
    return [
        b
        for nation, placed in sorted(g.state.boards[side].deployed.items())
        for hex in placed
        for b in stacks(g).get(hex, ())
        if b.nation == nation and b.kind == INFANTRY
    ]


def _plan(g: G) -> list[Purchase]:
    assert g.decision is not None
    return g.decision.about["plan"]  # type: ignore[no-any-return]


def _planned(g: G, item: str, target: str = "") -> int:
    return sum(isinstance(p, Buy) and p.item == item and (not target or p.target == target) for p in _plan(g))


def _side(g: G) -> str:
    assert g.decision is not None
    return g.decision.who


# What may be bought


@rule("6.5", Buy, ConvertCavalry)
def an_ep_is_left(g: G, action: Purchase) -> str | None:
    assert g.decision is not None
    return None if g.decision.about["left"] > 0 else "All EPs are spent; every item costs 1 EP."


@rule("6.5.1", Buy, guard=True)
def item_is_on_the_list(g: G, action: Buy) -> str | tuple[str, str] | None:
    items = g.charts["production-items"].row_keys()
    if action.item not in items:
        return f"{action.item!r} is not a Production item.", f"Items: {short_list(items, 20)}."
    if action.item == "cavalry":
        return "Cavalry is bought by naming the block.", "Use convert-cavalry with a block and SPs."
    needs_target = {
        "technology": TECHNOLOGIES,
        "fortress-repair": tuple(f.name for f in g.state.fortresses.values()),
    }.get(action.item)
    if needs_target and action.target not in needs_target:
        return f"{action.item} needs a target.", f"One of: {short_list(needs_target, 20)}."
    if not needs_target and action.target:
        return f"{action.item} takes no target; {action.target!r} was given."
    return None


@rule("6.5.1", Buy)
def limit_of_the_turn(g: G, action: Buy) -> str | None:
    """The EP limits of the table; bribes: one (ruling bribe-limit)."""
    side = _side(g)
    limit = g.charts["production-items"].cell(action.item, f"{side}_limit")
    if action.item == "naval-cube" and side == ALLIES and g.state.britain == NEUTRAL:
        limit = 1
    if limit == 0:
        return f"{action.item} is not for {side}."
    if _planned(g, action.item, action.target) >= limit:
        what = f"{action.item} {action.target}".strip()
        return f"The limit for {what} is {limit} this turn."
    return None


@rule("6.5.1/naval", Buy)
def naval_limit_of_a_neutral_britain(g: G, action: Buy) -> str | None:
    if (
        action.item == "naval-cube"
        and _side(g) == ALLIES
        and g.state.britain == NEUTRAL
        and _planned(g, "naval-cube") >= 1
    ):
        return "While Great Britain is neutral only one Allied EP may go to the Naval bag."
    return None


@rule("6.5.1/maintenance-tracks", Buy)
def track_has_an_end(g: G, action: Buy) -> str | None:
    if action.item not in TRACKS:
        return None
    track = TRACKS[action.item]
    top = g.charts["player-tracks"].cell(track, "high")
    board = g.state.boards[_side(g)]
    value = getattr(board, track) + _planned(g, action.item)
    if track == "air" and _planned(g, "technology", "aircraft"):
        value += g.charts["aircraft"].cell(board.technology["aircraft"] + 1, "maintenance_bonus")
    return None if value < top else f"The {track} track ends at {top}."


@rule("6.5.1/artillery-counter", Buy)
def six_counters_hold_so_much(g: G, action: Buy) -> str | None:
    side = _side(g)
    if action.item != "artillery-counter":
        return None
    if g.state.boards[side].guns + _planned(g, action.item) >= most_guns(g, side):
        return "Six Artillery counters, the bluffing counter among them, cannot show a higher value."
    return None


@rule("6.5.1/tank-counter", Buy)
def tank_technology_first(g: G, action: Buy) -> str | None:
    if action.item != "tank-counter":
        return None
    side = _side(g)
    level = g.state.boards[side].technology["tanks"] + _planned(g, "technology", "tanks")
    if level < TANK_LEVEL:
        return f"{tank_name(side)} counters need technology level {TANK_LEVEL}; the level is {level}."
    return None


@rule("6.5.1/belgian-bribe", Buy)
def bribe_needs_a_neutral(g: G, action: Buy) -> str | None:
    if action.item == "belgian-bribe" and (not g.options["neutral-belgium"] or g.state.belgium != NEUTRAL):
        return "Bribes serve only while Belgium is neutral under optional rule 13.2."
    return None


@rule("6.5.1/eastern-front", Buy)
def russia_must_fight(g: G, action: Buy) -> str | None:
    if action.item == "eastern-front" and g.state.russia_out:
        return "Russia has left the war: cubes in the Eastern Front bag would do nothing."
    return None


@rule("6.5.1/fortress-repair", Buy)
def fortress_can_be_repaired(g: G, action: Buy) -> str | None:
    if action.item != "fortress-repair":
        return None
    fortress = g.state.fortresses[action.target]
    return why_not_repair(g, fortress, _side(g))


@procedure("2.6.2", "6.5.1/fortress-repair")
def why_not_repair(g: G, fortress: Fortress, side: str) -> str | None:
    if fortress.side != side or not any(controls(g, h, side) for h in fortress.hexes):
        return f"{fortress.name} is not a Fortress under {side} control."
    if fortress.nation == "Belgium":
        return f"{fortress.name} is Belgian; Belgian Fortresses are never repaired."
    if fortress.destroyed or fortress.sp == 0:
        return f"{fortress.name} is destroyed for good."
    if fortress.sp >= fortress.full:
        return f"{fortress.name} is at its 1914 strength of {fortress.full}."
    return None


@rule("6.5.1/logistic-point", Buy)
def five_lps_at_most(g: G, action: Buy) -> str | None:
    if action.item != "logistic-point":
        return None
    top = g.charts["player-tracks"].cell("lp", "high")
    held = g.state.boards[_side(g)].lp + _planned(g, action.item)
    return None if held < top else f"No more than {top} LPs may be held."


@rule("6.5.1/technology", Buy)
def technology_has_an_end(g: G, action: Buy) -> str | None:
    if action.item != "technology":
        return None
    level = g.state.boards[_side(g)].technology[action.target] + _planned(g, "technology", action.target)
    top = max(g.charts[TECHNOLOGY_CHARTS[action.target]].row_keys())
    return None if level < top else f"The {action.target} track ends at level {top}."


@rule("12.3", Buy)
def masks_follow_chlorine(g: G, action: Buy) -> str | None:
    if action.item != "technology" or action.target != "masks":
        return None
    if 0 <= g.state.chlorine_turn < g.state.turn:
        return None
    return "Gas Masks can be researched only from the Production Phase after a player has reached Chlorine Gas."


@rule("6.5.1/cavalry", ConvertCavalry)
def cavalry_comes_from_new_infantry(g: G, action: ConvertCavalry) -> str | None:
    side = _side(g)
    block = g.state.blocks[action.block]
    limit = g.charts["production-items"].cell("cavalry", f"{side}_limit")
    if sum(isinstance(p, ConvertCavalry) for p in _plan(g)) >= limit:
        return f"Infantry can be converted with {limit} EP a turn."
    if block not in convertible(g, side):
        return f"{called(g, block)} was not deployed this turn as infantry."
    if action.sp > min(4, block.sp, g.state.boards[side].deployed[block.nation][block.hex]):
        return "At most four infantry SPs deployed this turn can become cavalry."
    if not can_show(g, block.nation, CAVALRY, action.sp):
        return f"No {ADJECTIVES[block.nation]} cavalry block is left in the Force Pool."
    rest = block.sp - action.sp
    if rest and with_returned(g, [block])[band(rest)] < 1:
        return f"No {ADJECTIVES[block.nation]} infantry block is left to show the other {rest} SPs."
    return None


# What it does


def carry_out(g: G, side: str, purchase: Purchase) -> None:
    board = g.state.boards[side]
    board.ep -= 1
    if isinstance(purchase, ConvertCavalry):
        convert(g, side, purchase)
        return
    if purchase.item in TRACKS:
        raise_track(g, side, TRACKS[purchase.item])
    else:
        EFFECTS[purchase.item](g, side, purchase.target)
    what = f"{purchase.item} {purchase.target}".strip()
    public = f"{side} repairs {purchase.target}." if purchase.item == "fortress-repair" else ""
    g.tell(
        "bought",
        f"6.5.1/{SECTIONS[purchase.item]}",
        f"{side} buys {what}.",
        by=side,
        only=[side],
        public=public,
        item=purchase.item,
        target=purchase.target,
    )


@procedure("6.5.1/cavalry")
def convert(g: G, side: str, purchase: ConvertCavalry) -> None:
    block = g.state.blocks[purchase.block]
    nation, hex = block.nation, block.hex
    reduce(g, block, purchase.sp)
    add_block(g, nation, CAVALRY, purchase.sp, hex)
    g.tell(
        "bought", "6.5.1/cavalry", f"{purchase.sp} {nation} infantry SP in {hex} become cavalry.", by=side, only=[side]
    )


@procedure("6.5.1/maintenance-tracks")
def raise_track(g: G, side: str, track: str) -> None:
    board = g.state.boards[side]
    top = g.charts["player-tracks"].cell(track, "high")
    setattr(board, track, min(top, getattr(board, track) + 1))


@procedure("6.5.1/artillery-counter", "2.5.2")
def buy_gun(g: G, side: str, target: str) -> None:
    g.state.boards[side].guns += 1


@procedure("6.5.1/tank-counter", "2.5.4")
def buy_tank(g: G, side: str, target: str) -> None:
    g.state.boards[side].tanks += 1


@procedure("6.5.1/belgian-bribe", "13.2/bribes")
def bribe(g: G, side: str, target: str) -> None:
    g.state.boards[side].bribes += 1


@procedure("6.5.1/eastern-front")
def add_eastern_cube(g: G, side: str, target: str) -> None:
    g.state.eastern_bag["black"] += 1


@procedure("6.5.1/naval")
def add_naval_cube(g: G, side: str, target: str) -> None:
    g.state.naval_bag[CUBE_COLOUR[side]] += 1


@procedure("6.5.1/fortress-repair", "2.6.2")
def repair(g: G, side: str, target: str) -> None:
    fortress = g.state.fortresses[target]
    fortress.sp += 1
    fortress.repaired = True


@procedure("6.5.1/initiative-bid")
def bid(g: G, side: str, target: str) -> None:
    g.state.boards[side].bid += 1


@procedure("6.5.1/logistic-point", "10.0", "1.5/logistic-points")
def buy_lp(g: G, side: str, target: str) -> None:
    g.state.boards[side].lp += 1


@procedure("6.5.1/technology", "12.0")
def advance_technology(g: G, side: str, name: str) -> None:
    """One level, with what reaching it brings at once."""
    board = g.state.boards[side]
    board.technology[name] += 1
    level = board.technology[name]
    if name == "aircraft":
        improve_aircraft(g, side, level)
    elif name == "gas" and g.charts["poison-gas"].cell(level, "gas") != "none" and g.state.chlorine_turn < 0:
        g.state.chlorine_turn = g.state.turn
    elif name == "tanks" and level == TANK_LEVEL:
        gain_tank(g, side)


@procedure("12.1")
def improve_aircraft(g: G, side: str, level: int) -> None:
    """A one-time rise of Air Maintenance."""
    raise_air(g, side, g.charts["aircraft"].cell(level, "maintenance_bonus"))


SECTIONS = {
    "air-maintenance": "maintenance-tracks",
    "artillery-maintenance": "maintenance-tracks",
    "supply": "maintenance-tracks",
    "artillery-counter": "artillery-counter",
    "tank-counter": "tank-counter",
    "belgian-bribe": "belgian-bribe",
    "eastern-front": "eastern-front",
    "fortress-repair": "fortress-repair",
    "initiative-bid": "initiative-bid",
    "logistic-point": "logistic-point",
    "naval-cube": "naval",
    "technology": "technology",
}
EFFECTS = {
    "artillery-counter": buy_gun,
    "tank-counter": buy_tank,
    "belgian-bribe": bribe,
    "eastern-front": add_eastern_cube,
    "fortress-repair": repair,
    "initiative-bid": bid,
    "logistic-point": buy_lp,
    "naval-cube": add_naval_cube,
    "technology": advance_technology,
}


@procedure("6.5")
def keep_change(g: G, side: str) -> None:
    """Up to three EPs are saved; more are lost."""
    board = g.state.boards[side]
    if board.ep > SAVED:
        g.tell("lost", "6.5", f"{side} can save only {SAVED} EPs; {board.ep - SAVED} go back.", by=side, only=[side])
        board.ep = SAVED


@procedure("6.6", "1.5/initiative")
def reveal_bids(g: G) -> None:
    """The higher bid takes the Initiative; a tie changes nothing; all bids are spent."""
    boards = g.state.boards
    allies, cp = boards[ALLIES].bid, boards[CP].bid
    boards[ALLIES].bid = boards[CP].bid = 0
    g.tell("bid", "6.6", f"Initiative bids: Allies {allies}, CP {cp}.", allies=allies, cp=cp)
    if allies != cp:
        g.state.initiative = ALLIES if allies > cp else CP
    g.tell("track", "6.6", f"{g.state.initiative} has the Initiative.", by=g.state.initiative)
