"""Section 6.4, Naval Warfare: blockade, U-boats, Prize Regulations and unrestricted submarine warfare."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import DeclareNaval
from .blocks import fighting
from .nations import advance_usa_entry, britain_joins
from .procedures import take_losses
from .rulebook import procedure, rule
from .state import ALLIES, CP, ENGLAND, Block, G
from .terms import stacks

USW_TOP = 10


@procedure("6.4", "6.4.1")
def declare(g: G) -> Asking:
    """The CP choose how their U-boats fight this turn."""
    s = g.state
    s.first_usw = False
    if s.turn < s.usw_from:
        s.naval_mode = "prize"
        g.tell("declared", "6.4.1", "Prize Regulations: the scenario does not allow USW yet.", by=CP)
        return
    action = yield Decision(
        CP,
        "6.4.1",
        "Prize Regulations or unrestricted submarine warfare?",
        [DeclareNaval],
        [DeclareNaval("prize"), DeclareNaval("usw")],
    )
    assert isinstance(action, DeclareNaval)
    s.naval_mode = action.mode
    g.tell(
        "declared",
        "6.4.1",
        "The CP declare " + ("Prize Regulations." if action.mode == "prize" else "unrestricted submarine warfare."),
        by=CP,
    )
    if action.mode == "usw":
        britain_joins(g, "13.1", "unrestricted submarine warfare is declared")
        if not s.usw_declared:
            advance_usa_entry(g, "6.4.4/usa-entry", "the first declaration of USW")
            s.first_usw = True
        s.usw_declared = True


@rule("6.4.1", DeclareNaval)
def naval_mode_exists(g: G, action: DeclareNaval) -> str | None:
    if action.mode in ("prize", "usw"):
        return None
    return f"{action.mode!r} is no way of warfare here; declare 'prize' or 'usw'."


@procedure("6.4.2", "2.8")
def draw(g: G) -> None:
    g.state.naval_drawn = g.chance.draw(g.state.naval_bag, 3, "6.4.2", why="Naval bag")


@procedure("6.4.3")
def economic_losses(g: G) -> None:
    """Blue cubes cost the CP, black cubes the Allies; nobody loses more than half of this turn's EPs."""
    s = g.state
    blue, black = s.naval_drawn.get("blue", 0), s.naval_drawn.get("black", 0)
    if blue:
        chart = g.charts["blockade"]
        lose_eps(g, CP, blue + chart.cell(s.blockade, "modifier"))
        s.blockade = min(s.blockade + 1, max(chart.row_keys()))
        g.tell("track", "6.4.3", f"The Blockade level rises to {s.blockade}.", by=ALLIES)
    if black:
        lose_eps(g, ALLIES, black)


def lose_eps(g: G, side: str, loss: int) -> None:
    board = g.state.boards[side]
    lost = min(loss, board.collected // 2, board.ep)
    board.ep -= lost
    g.tell("lost", "6.4.3", f"{side} loses {lost} EPs at sea.", by=side, ep=lost)


def usw_bites(g: G) -> bool:
    return g.state.naval_mode == "usw" and g.state.naval_drawn.get("black", 0) > 0


@procedure("6.4.4")
def roll_usw(g: G) -> None:
    """Steps 1 and 2: the track rises, and a die finds the loss of British SPs."""
    s = g.state
    black = s.naval_drawn["black"]
    s.usw = min(USW_TOP, s.usw + black)
    face = g.chance.die(6, "6.4.4", by=CP, why="Unrestricted submarine warfare")
    s.attrition["usw"] = g.charts["usw"].cell(face, s.usw)
    g.tell(
        "track", "6.4.4", f"The USW track rises to {s.usw}; {s.attrition['usw']} British SP in England are lost.", by=CP
    )
    later_declaration(g, black, face)


@procedure("6.4.4/usa-entry")
def later_declaration(g: G, black: int, face: int) -> None:
    """Step 4 for every USW but the first: two black cubes and a 6 bring the USA nearer."""
    if not g.state.first_usw and black >= 2 and face == 6:
        advance_usa_entry(g, "6.4.4/usa-entry", "shipping losses")


@procedure("6.4.4")
def usw_losses(g: G) -> Asking:
    """Step 3: the Allied player chooses which British blocks in England suffer."""
    loss = g.state.attrition.pop("usw", 0)

    def british() -> list[Block]:
        return fighting(b for b in stacks(g).get(ENGLAND, ()) if b.nation == "Britain")

    yield from take_losses(
        g, ALLIES, british, loss, "6.4.4", "Submarine warfare", "Only British blocks in England suffer."
    )


@procedure("6.4.5")
def return_cubes(g: G) -> None:
    """White cubes that were drawn leave the game."""
    white = g.state.naval_drawn.get("white", 0)
    g.state.naval_bag["white"] = g.state.naval_bag.get("white", 0) - white
    g.state.naval_drawn = {}
    if white:
        g.tell("track", "6.4.5", f"{white} white cube{'s leave' if white > 1 else ' leaves'} the game.")
