"""Everything a player can do, one small choice at a time."""

from __future__ import annotations

from ...engine.decisions import Action


class Done(Action, frozen=True):
    """No more of this."""


class Pass(Action, frozen=True):
    """Place nothing now."""


# Production (chapter 6)


class Deploy(Action, frozen=True):
    """Place a new block of ``sp`` SPs."""

    nation: str
    sp: int
    hex: str


class Lose(Action, frozen=True):
    """Take ``sp`` of the losses from this block; ``parts`` replace it, if the owner cares which blocks do."""

    block: int
    sp: int
    parts: tuple[int, ...] = ()


class DeclareNaval(Action, frozen=True):
    """``prize`` or ``usw``."""

    mode: str


class Buy(Action, frozen=True):
    """Spend 1 EP on an item; ``target`` names the technology or the Fortress."""

    item: str
    target: str = ""


class ConvertCavalry(Action, frozen=True):
    """Spend 1 EP: ``sp`` infantry SPs of this new block become cavalry."""

    block: int
    sp: int


class AirMix(Action, frozen=True):
    """The Air Squadron counters to hold ready (the bluffing counter comes by itself)."""

    values: tuple[int, ...]
    ace: bool = False


class ArtilleryMix(Action, frozen=True):
    """The Artillery counters to hold ready (the bluffing counter comes by itself)."""

    values: tuple[int, ...]
    bertha: bool = False


class MarkOut(Action, frozen=True):
    """Mark this hex Out of Supply."""

    hex: str


class DivideSupply(Action, frozen=True):
    """Give ``sp`` SPs of a two-hex Fortress's supply to its first hex; the rest to the second."""

    fortress: str
    sp: int


class PlaceHindenburg(Action, frozen=True):
    """Put a Hindenburg Line marker in this hex."""

    hex: str


# Action Phases (chapter 7)


class PlaceAir(Action, frozen=True):
    hex: str
    value: int
    special: str = ""


class PlaceArtillery(Action, frozen=True):
    hex: str
    value: int
    special: str = ""


class ChooseHex(Action, frozen=True):
    """The hex to resolve next."""

    hex: str


class UseEdge(Action, frozen=True):
    """The better aircraft: turn one enemy 6 into a 5, or not."""

    use: bool


class AceReroll(Action, frozen=True):
    """Roll again one Ace die that shows ``face`` (miss, abort); ``keep`` rolls none."""

    face: str


class Reveal(Action, frozen=True):
    """Lay this enemy block face up."""

    block: int


class Emergency(Action, frozen=True):
    """Spend 1 LP on Emergency Reorganization."""


class PickBlock(Action, frozen=True):
    block: int


class PutBack(Action, frozen=True):
    """Choose another block instead."""


class Move(Action, frozen=True):
    """Move a block along ``path``, hex by hex."""

    block: int
    path: tuple[str, ...]


class Sail(Action, frozen=True):
    """Bring a block from England to a port, or to the coast of France."""

    block: int
    hex: str


class BreakDown(Action, frozen=True):
    """Replace a block by smaller ones of the same total."""

    block: int
    parts: tuple[int, ...]


class Consolidate(Action, frozen=True):
    """Bring all blocks in the hex of this one's nation and kind together in as few as can be."""

    block: int


class PlaceDeception(Action, frozen=True):
    nation: str
    hex: str


class PlaceFresh(Action, frozen=True):
    """Put ``sp`` SPs that come from off the map (USA, Eastern Front, turn track) in a hex."""

    nation: str
    sp: int
    hex: str


class Muster(Action, frozen=True):
    """Send a British block from England straight to a hex, on entering the war (13.1)."""

    block: int
    hex: str


class RailGun(Action, frozen=True):
    """Spend 1 LP to fire Big Bertha as a rail gun, or not."""

    use: bool


class Continue(Action, frozen=True):
    """Go on to Infantry Combat in this hex."""

    hex: str


class EndCombat(Action, frozen=True):
    """No Infantry Combat in this hex."""

    hex: str


class Reinforce(Action, frozen=True):
    """Spend 1 LP to bring SPs into this hex."""

    hex: str


class BringUp(Action, frozen=True):
    """Take ``sp`` SPs of this block along."""

    block: int
    sp: int


class RetreatTo(Action, frozen=True):
    """Spend 1 LP to fall back to this hex before combat."""

    hex: str


class Withdraw(Action, frozen=True):
    """This block goes along."""

    block: int


class SpendTank(Action, frozen=True):
    """Return one Tank or Stosstruppen counter to let this hex break out, or give the move up."""

    hex: str
    use: bool


class Discard(Action, frozen=True):
    """Give up a block that no change can bring within the stacking limit."""

    block: int


class RepairAir(Action, frozen=True):
    """Spend 1 LP to take off up to two Air Damage markers."""


class Resupply(Action, frozen=True):
    """Spend 1 LP to take the Out of Supply marker from a hex."""

    hex: str


# Strategic Reorganization (chapter 8) and options (chapter 13)


class PickUp(Action, frozen=True):
    """Take ``sp`` SPs from this block."""

    block: int
    sp: int


class Deliver(Action, frozen=True):
    """Add the SPs in hand to this hex, as a block of their own or ``into`` the block of that number."""

    hex: str
    into: int = 0


class MoveDeception(Action, frozen=True):
    block: int
    hex: str


class SendEast(Action, frozen=True):
    """Send ``sp`` SPs of this block to the turn track (13.5)."""

    block: int
    sp: int


class Stabilize(Action, frozen=True):
    """Give up 5 SPs for two turns to undo a Major Russian Victory, or not."""

    use: bool


class DigIn(Action, frozen=True):
    """Secretly: begin Trench Warfare, or not."""

    dig: bool


class GoOn(Action, frozen=True):
    """Secretly: play on into the next scenario, or not."""

    play: bool


ACTIONS: tuple[type[Action], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Action) and kind is not Action
)
