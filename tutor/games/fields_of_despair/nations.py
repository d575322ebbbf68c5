"""Chapter 11, Belgium and the USA, and the neutrals of 13.1, 13.2 and 13.6."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions import Done, Muster
from .blocks import relocate
from .procedures import place_fresh
from .rulebook import procedure, rule
from .state import ALLIES, CP, ENGLAND, NEUTRAL, G
from .terms import (
    blocks_at,
    blocks_of,
    controls,
    frontline,
    has_supply_line,
    own_fortress,
    set_control,
    stacks,
)

TRANSIT = "transit"


# 11.1 Belgium


@procedure("11.1")
def only_belgians(g: G, hex: str) -> bool:
    """The Allies hold this hex with Belgian blocks or a Belgian Fortress alone."""
    blocks = blocks_at(g, hex, ALLIES)
    fortress = own_fortress(g, hex, ALLIES)
    if any(b.nation != "Belgium" for b in blocks) or (fortress and fortress.nation != "Belgium"):
        return False
    return bool(blocks) or fortress is not None


def belgian_bar(g: G, hex: str, side: str, what: str) -> str | None:
    """The reason, where 11.1 forbids LPs and counters in a hex."""
    if side == ALLIES and only_belgians(g, hex):
        return f"The Allies have only Belgians in {hex}: no {what} may be used there."
    return None


@procedure("13.2", "11.1")
def belgium_joins(g: G, why: str) -> None:
    """A CP block in a Belgian hex brings Belgium, and Britain with it, into the war."""
    s = g.state
    s.belgium_attacked = True
    if s.belgium == ALLIES:
        return
    s.belgium = ALLIES
    g.memo.pop("fortresses", None)
    g.tell("politics", "13.2", f"Belgium joins the Allies: {why}.", by=ALLIES)
    for hex in g.board.where("nation", "Belgium"):
        if s.control[hex] == NEUTRAL:
            set_control(g, hex, ALLIES, "13.2")


@procedure("13.1")
def britain_joins(g: G, section: str, why: str) -> None:
    if g.state.britain != ALLIES:
        g.state.britain = ALLIES
        g.state.british_muster = True
        g.tell("politics", section, f"Great Britain joins the Allies: {why}.", by=ALLIES)


@procedure("13.1", "13.2")
def belgium_is_entered(g: G, hex: str) -> None:
    """Called when a CP block enters a Belgian hex."""
    if g.board.fact(hex, "nation") == "Belgium":
        belgium_joins(g, f"a CP block enters {hex}")
        britain_joins(g, "13.1", f"a CP block enters {hex}")


def may_enter(g: G, hex: str, side: str) -> str | None:
    """13.2: the Allies keep out of a neutral Belgium until they have Transit Rights."""
    if side == ALLIES and g.state.control.get(hex) == NEUTRAL:
        return f"{hex} is in neutral Belgium, which has not granted Transit Rights."
    return None


# 13.1, the start of the war without an attack on Belgium


def opening_move_spared_belgium(g: G) -> bool:
    s = g.state
    return s.britain == NEUTRAL and s.turn == 1 and s.action_phase == 1 and s.active == CP and not s.belgium_attacked


@procedure("13.1")
def british_go_home(g: G) -> None:
    """The British blocks of the set-up wait in England."""
    moved = [b for b in g.state.blocks.values() if b.nation == "Britain" and b.hex != ENGLAND]
    for block in moved:
        relocate(g, block, ENGLAND)
    if moved:
        g.tell("politics", "13.1", "Belgium was not attacked: the British blocks go to England and wait.")


def britain_is_neutral(g: G) -> bool:
    return g.state.active == ALLIES and g.state.britain == NEUTRAL


@procedure("13.1/declaration")
def british_declaration(g: G) -> None:
    """Start of every Allied Action Phase: 1d6, +1 for each French hex the CP control; 5 is war."""
    hexes = sum(controls(g, h, CP) for h in g.board.where("nation", "France"))
    face = g.chance.die(6, "13.1/declaration", by=ALLIES, why=f"British Declaration of War (+{hexes})")
    if face + hexes >= 5:
        britain_joins(g, "13.1/declaration", f"the check gives {face + hexes}")


def british_may_muster(g: G) -> bool:
    return g.state.active == ALLIES and g.state.british_muster


@procedure("13.1/declaration")
def muster(g: G) -> Asking:
    """On entry British blocks in England may go at once to Allied-controlled or Allied Frontline hexes.

    However Britain came in, the moment is the start of the next Allied Action Phase, after a check for
    Transit Rights (ruling british-muster).
    """
    g.state.british_muster = False
    waiting = {b.id for b in blocks_at(g, ENGLAND, ALLIES)}
    while waiting:

        def options() -> list[Muster | Done]:
            hexes = muster_hexes(g)
            return [Done(), *(Muster(b, hex) for b in sorted(waiting) for hex in hexes)]

        action = yield Decision(
            ALLIES,
            "13.1/declaration",
            "Send British blocks from England to the front?",
            [Muster, Done],
            options,
            about={"blocks": sorted(waiting)},
        )
        if isinstance(action, Done):
            return
        assert isinstance(action, Muster)
        waiting.discard(action.block)
        relocate(g, g.state.blocks[action.block], action.hex)
        g.tell(
            "moved",
            "13.1/declaration",
            f"A British block goes from England to {action.hex}.",
            by=ALLIES,
            hex=action.hex,
        )


def muster_hexes(g: G) -> list[str]:
    front = frontline(g, ALLIES)
    blocks = [h for h in stacks(g) if blocks_at(g, h, ALLIES) and controls(g, h, ALLIES) and h != ENGLAND]
    return sorted({*front, *blocks})


@rule("13.1/declaration", Muster)
def muster_only_from_england(g: G, action: Muster) -> str | None:
    assert g.decision is not None
    if action.block not in g.decision.about["blocks"]:
        return "That is not a British block waiting in England."
    return None


@rule("13.1/declaration", Muster)
def muster_to_the_allies(g: G, action: Muster) -> str | None:
    if (controls(g, action.hex, ALLIES) and action.hex != ENGLAND) or action.hex in frontline(g, ALLIES):
        return None
    return f"{action.hex} is neither controlled by the Allies nor an Allied Frontline hex."


# 13.2, Transit Rights


def belgium_may_grant_transit(g: G) -> bool:
    s = g.state
    return s.active == ALLIES and s.britain == ALLIES and s.belgium == NEUTRAL


@procedure("13.2/transit", "13.2/bribes")
def transit_check(g: G) -> None:
    """1d6 + turn + bribes; 6 opens Belgium to the Allies."""
    s = g.state
    plus = s.turn + s.boards[ALLIES].bribes
    face = g.chance.die(6, "13.2/transit", by=ALLIES, why=f"Belgian Transit Rights (+{plus})")
    if face + plus < 6:
        return
    s.belgium = TRANSIT
    g.tell("politics", "13.2/transit", f"Belgium grants Transit Rights: the check gives {face + plus}.", by=ALLIES)
    for hex in g.board.where("nation", "Belgium"):
        if s.control[hex] == NEUTRAL:
            set_control(g, hex, ALLIES, "13.2/transit")


# 11.2 the USA


@procedure("4.1/usa-entry-track", "11.2")
def advance_usa_entry(g: G, section: str, why: str) -> None:
    """One space nearer to war; on Declaration of War the USA are in from this turn on."""
    s = g.state
    track = g.charts["usa-entry-track"]
    if s.usa_entry >= max(track.row_keys()):
        return
    s.usa_entry += 1
    g.tell("track", section, f"The USA Entry marker moves to {s.usa_entry}: {why}.")
    if track.row(s.usa_entry)["declaration"] and not s.usa_war_turn:
        s.usa_war_turn = s.turn
        g.tell("politics", "11.2", "The United States declare war.", by=ALLIES)


@procedure("11.2/deployment")
def usa_sps(g: G, turn: int, action_phase: int) -> int:
    """SPs that arrive in one Action Phase."""
    if not g.state.usa_war_turn or turn < g.state.usa_war_turn:
        return 0
    at_war = turn - g.state.usa_war_turn + 1
    return g.charts["usa-deployment"].cell(at_war, f"a{action_phase}")  # type: ignore[no-any-return]


def usa_arrives(g: G) -> bool:
    s = g.state
    return s.active == ALLIES and usa_sps(g, s.turn, s.action_phase) + s.usa_waiting > 0


@procedure("11.2/deployment")
def usa_deployment(g: G) -> Asking:
    """Start of every Allied Action Phase: the turn's US blocks come straight to the map."""
    total = usa_sps(g, g.state.turn, g.state.action_phase) + g.state.usa_waiting
    g.state.usa_hexes = sorted({b.hex for b in blocks_of(g, ALLIES) if b.nation == "USA"})
    g.state.usa_waiting = yield from place_fresh(
        g, ALLIES, "USA", total, lambda: usa_deployment_hexes(g), "11.2/deployment", "US arrivals"
    )


def usa_deployment_hexes(g: G) -> list[str]:
    allowed = [h for h in sorted(g.board) if h != ENGLAND and controls(g, h, ALLIES) and has_supply_line(g, h, ALLIES)]
    return pershing(g, allowed) if g.options["pershing"] else allowed


@procedure("13.6")
def pershing(g: G, allowed: list[str]) -> list[str]:
    """US blocks join US blocks: in or next to a hex that held some at the start of the Action Phase."""
    held = g.state.usa_hexes
    if not held:
        return allowed
    return [h for h in allowed if h in held or any(n in held for n in g.board.neighbours[h])]
