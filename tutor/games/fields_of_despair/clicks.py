"""Actions in words, the hexes they are about, and what a click on a hex seems to try.

Nothing here judges: what a click means may well be against the rules, and the rules then say why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...engine.decisions import Action, Decision
from ...engine.session import Roll, Session
from . import actions as a
from .showing import LIVERIES, SPECIAL, side_of
from .spending import tank_name
from .state import DECEPTION, ENGLAND, NATIONS, Counter
from .views import BlockView, SideView

ITEMS = {
    "air-maintenance": "Raise Air Maintenance",
    "artillery-maintenance": "Raise Artillery Maintenance",
    "supply": "Raise Supply Capacity",
    "artillery-counter": "Buy Artillery",
    "belgian-bribe": "Bribe Belgium",
    "eastern-front": "Add a cube to the Eastern Front bag",
    "initiative-bid": "Bid for the Initiative",
    "logistic-point": "Buy a Logistic Point",
    "naval-cube": "Add a cube to the Naval bag",
}
TECHNOLOGY = {"aircraft": "Aircraft", "gas": "Poison Gas", "masks": "Gas Masks", "tanks": "Tanks"}


# Words


def label(view: SideView, action: Action) -> str:
    """An action in a few words, for a button."""
    words = _production(view, action) or _action_phase(view, action) or _elsewhere(view, action)
    return words or str(action)


def _production(view: SideView, action: Action) -> str:
    """Chapter 6."""
    match action:
        case a.Deploy(nation, sp, hex):
            return f"Deploy {sp} SP ({_letters(nation)}) in {hex}"
        case a.Lose(block, sp, parts):
            return f"Lose {sp} SP from {_standing(view, block)}" + (f", leaving {_sum(parts)}" if parts else "")
        case a.DeclareNaval(mode):
            return "Unrestricted submarine warfare" if mode == "usw" else "Prize Regulations"
        case a.Buy(item, target):
            return _purchase(view, item, target)
        case a.ConvertCavalry(block, sp):
            return f"Convert {sp} SP of {_standing(view, block)} to cavalry"
        case a.AirMix(values, ace):
            return f"Ready Air: {_mix(values, 'the Ace' if ace else '')}"
        case a.ArtilleryMix(values, bertha):
            return f"Ready Artillery: {_mix(values, 'Big Bertha' if bertha else '')}"
        case a.MarkOut(hex):
            return f"Mark {hex} Out of Supply"
        case a.DivideSupply(name, sp):
            return f"{name} supplies {sp} SP in {_first_hex(view, name)}"
        case a.PlaceHindenburg(hex):
            return f"Place the Hindenburg Line in {hex}"
    return ""


def _purchase(view: SideView, item: str, target: str) -> str:
    if item == "technology":
        return f"Research {tank_name(view.player) if target == 'tanks' else TECHNOLOGY.get(target, target)}"
    if item == "fortress-repair":
        return f"Repair {target}"
    if item == "tank-counter":
        return f"Buy a {tank_name(view.player)} counter"
    return ITEMS.get(item, f"Buy {item}")


def _action_phase(view: SideView, action: Action) -> str:
    """Chapter 7, with the Logistic Points of chapter 10."""
    match action:
        case a.PlaceAir(hex, value, special):
            return f"Place {_counter_name('Air', value, special)} in {hex}"
        case a.PlaceArtillery(hex, value, special):
            return f"Place {_counter_name('Artillery', value, special)} in {hex}"
        case a.ChooseHex(hex):
            return f"Resolve {hex} next"
        case a.UseEdge(use):
            return "Turn one enemy 6 into a 5" if use else "Leave the enemy 6s as they are"
        case a.AceReroll(face):
            return "Keep the Ace's dice" if face == "keep" else f"Roll an Ace die again ({face})"
        case a.Reveal(block):
            return f"Reveal {_standing(view, block)}"
        case a.Emergency():
            return "Emergency Reorganization (1 LP)"
        case a.PickBlock(block):
            return f"Pick {_standing(view, block)}"
        case a.PutBack():
            return "Put back"
        case a.Move(block, path):
            return f"Move {_called(view, block)}: {_way(view, block, path)}"
        case a.Sail(block, hex):
            return f"Sail {_called(view, block)}: England → {hex}"
        case a.BreakDown(block, parts):
            return f"Break down {_standing(view, block)}: {_sum(parts)}"
        case a.Consolidate(block):
            return f"Consolidate {_alike(view, block)}"
        case a.PlaceDeception(nation, hex):
            return f"Place a Deception block ({_letters(nation)}) in {hex}"
        case a.RailGun(use):
            return "Fire Big Bertha as a rail gun (1 LP)" if use else "Fire Big Bertha with the other guns"
        case a.Continue(hex):
            return f"Infantry Combat in {hex}"
        case a.EndCombat(hex):
            return f"No Infantry Combat in {hex}"
        case a.Reinforce(hex):
            return f"Reinforce {hex} (1 LP)"
        case a.BringUp(block, sp):
            return f"Bring up {sp} SP of {_standing(view, block)}"
        case a.RetreatTo(hex):
            return f"Retreat to {hex} (1 LP)"
        case a.Withdraw(block):
            return f"Withdraw {_standing(view, block)}"
        case a.SpendTank(hex, use):
            return f"Spend a {tank_name(view.player)} counter in {hex}" if use else f"No breakout from {hex}"
        case a.Discard(block):
            return f"Give up {_standing(view, block)}"
        case a.RepairAir():
            return "Repair Air Damage (1 LP)"
        case a.Resupply(hex):
            return f"Re-Supply {hex} (1 LP)"
    return ""


def _elsewhere(view: SideView, action: Action) -> str:
    """Strategic Reorganization, nations, options, and what has its place everywhere."""
    match action:
        case a.Done():
            return "Done"
        case a.Pass():
            return "Pass"
        case Roll():
            return "Roll"
        case a.PlaceFresh(nation, sp, hex):
            return f"Place {sp} SP ({_letters(nation)}) in {hex}"
        case a.Muster(block, hex):
            return f"Send {_called(view, block)}: England → {hex}"
        case a.PickUp(block, sp):
            return f"Take {sp} SP of {_standing(view, block)}"
        case a.Deliver(hex, into):
            return f"Deliver to {_standing(view, into)}" if into else f"Deliver to {hex}"
        case a.MoveDeception(block, hex):
            return f"Move {_called(view, block)}: {_way(view, block, (hex,))}"
        case a.SendEast(block, sp):
            return f"Send east {sp} SP of {_standing(view, block)}"
        case a.Stabilize(use):
            return "Send 5 SP away to undo a Major Russian Victory" if use else "Leave the east as it is"
        case a.DigIn(dig):
            return "Dig in" if dig else "Do not dig in"
        case a.GoOn(go_on):
            return "Play on" if go_on else "End the game here"
    return ""


def _letters(nation: str) -> str:
    return LIVERIES[nation].letters if nation in LIVERIES else nation


def _sum(parts: Iterable[int]) -> str:
    return " + ".join(map(str, parts))


def _mix(values: Iterable[int], special: str) -> str:
    return ", ".join([*map(str, values), *([special] if special else [])]) or "the bluff alone"


def _counter_name(arm: str, value: int, special: str) -> str:
    if special == "bluff":
        return f"the {arm} bluff"
    return "the Ace" if special == "ace" else SPECIAL.get(special) or f"{arm} {value}"


# Blocks, as the viewer may call them


def _block(view: SideView, number: int) -> BlockView | None:
    return next((b for b in view.blocks if b.id == number), None)


def _called(view: SideView, number: int) -> str:
    """A block by kind, strength and nation. Hidden ones in one hex are counted, as they stand on the table."""
    block = _block(view, number)
    if block is None:
        return f"block {number}"
    if block.kind:
        strength = "" if block.kind == DECEPTION else f" {block.sp}"
        return f"{block.kind}{strength} ({_letters(block.nation)})"
    beside = [b.id for b in _at(view, block.hex) if not b.kind and b.nation == block.nation]
    count = f" {beside.index(number) + 1}" if len(beside) > 1 else ""
    return f"hidden block{count} ({_letters(block.nation)})"


def _standing(view: SideView, number: int) -> str:
    block = _block(view, number)
    return f"{_called(view, number)} in {block.hex}" if block else _called(view, number)


def _alike(view: SideView, number: int) -> str:
    block = _block(view, number)
    return f"{block.kind} ({_letters(block.nation)}) in {block.hex}" if block else _called(view, number)


def _way(view: SideView, number: int, path: Iterable[str]) -> str:
    block = _block(view, number)
    return " → ".join([*([block.hex] if block else []), *path])


def _first_hex(view: SideView, fortress: str) -> str:
    return next((f.hexes[0] for f in view.fortresses if f.name == fortress), "its first hex")


def _at(view: SideView, hex: str) -> list[BlockView]:
    return [b for b in view.blocks if b.hex == hex]


# Hexes


def spaces(view: SideView, action: Action) -> tuple[str, ...]:
    """The hexes an action is about, from where to where."""
    if isinstance(action, a.DivideSupply) or (isinstance(action, a.Buy) and action.item == "fortress-repair"):
        name = action.fortress if isinstance(action, a.DivideSupply) else action.target
        return tuple(f.hexes[0] for f in view.fortresses if f.name == name)
    block = _block(view, getattr(action, "block", 0))
    ends = getattr(action, "path", None) or (getattr(action, "hex", None),)
    return tuple(hex for hex in (block.hex if block else None, *ends) if hex)


# What a click seems to try


def meant(session: Session, space: str) -> Action | None:
    """The action that a click on a hex tries where no legal one is about it. Only what the decider sees counts."""
    decision = session.decision
    if decision is None or decision.who not in session.game.players or space not in session.board:
        return None
    view: SideView = session.game.view(session.table, decision.who)
    picked = _block(view, decision.about.get("block", 0))
    if picked is not None:
        return _with_block_in_hand(session, decision, picked, space)
    return _on_a_hex(view, decision, space) or _on_a_block(view, decision, space)


def _with_block_in_hand(session: Session, decision: Decision, block: BlockView, space: str) -> Action | None:
    """A block was picked: the click says where it is to go."""
    if a.Deliver in decision.kinds:
        return a.Deliver(space)
    if space == block.hex:
        return a.PutBack()
    if a.Move in decision.kinds:
        if block.hex == ENGLAND:
            return a.Sail(block.id, space)
        way = session.board.path(block.hex, space, lambda hex: True)
        return a.Move(block.id, tuple(way[1:]) if way else (space,))
    if block.kind == DECEPTION:
        return a.MoveDeception(block.id, space)
    return a.Deliver(space)  # too early: he is told that he must first say how much of the block


def _on_a_hex(view: SideView, decision: Decision, space: str) -> Action | None:
    """Actions that name a hex."""
    kinds, about = decision.kinds, decision.about
    if a.PlaceAir in kinds:
        best = _strongest(view.own_board.air_counters)
        return a.PlaceAir(space, best.value, best.special)
    if a.PlaceArtillery in kinds:
        best = _strongest(view.own_board.artillery_counters)
        return a.PlaceArtillery(space, best.value, best.special)
    if a.RetreatTo in kinds:
        return a.Reinforce(space) if space in about.get("hexes", ()) else a.RetreatTo(space)
    if a.Deploy in kinds:
        return a.Deploy(about["nation"], 1, space)
    if a.PlaceFresh in kinds:
        return a.PlaceFresh(about["nation"], 1, space)
    if a.Muster in kinds:
        return a.Muster(about["blocks"][0], space)
    if a.SpendTank in kinds:
        return a.SpendTank(space, True)
    for kind in (a.ChooseHex, a.Reinforce, a.MarkOut, a.PlaceHindenburg, a.Continue):
        if kind in kinds:
            return kind(space)
    fortress = next((f.name for f in view.fortresses if space in f.hexes), "")
    if fortress and a.DivideSupply in kinds:
        return a.DivideSupply(fortress, 0)
    if fortress and a.Buy in kinds:
        return a.Buy("fortress-repair", fortress)
    return None


def _strongest(counters: list[Counter]) -> Counter:
    return max(counters, key=lambda c: (not c.special, c.value), default=Counter(1))


def _on_a_block(view: SideView, decision: Decision, space: str) -> Action | None:
    """Actions that name a block: one that stands in the hex, first of those that could be meant."""
    kinds: dict[type[Any], tuple[int, ...]] = {
        a.Reveal: (),
        a.PickBlock: (),
        a.Withdraw: (),
        a.Discard: (),
        a.Lose: (1,),
        a.BringUp: (1,),
        a.SendEast: (1,),
        a.ConvertCavalry: (1,),
    }
    wanted = next((kind for kind in kinds if kind in decision.kinds), None)
    if wanted is None:
        return None

    def likely(block: BlockView) -> tuple[bool, bool]:
        own = NATIONS[block.nation] == decision.who
        return (own == (wanted is a.Reveal), not side_of(view, block.nation))

    found = min(_at(view, space), key=likely, default=None)
    action: Action | None = wanted(found.id, *kinds[wanted]) if found else None
    return action


def piece_of(action: Action) -> str:
    """The id of the block that an action is about."""
    block = getattr(action, "block", 0)
    return f"block-{block}" if block else ""
