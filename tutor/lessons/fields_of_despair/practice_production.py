"""Practice in production: upkeep, men, attrition, the war at sea, and what an Economic Point buys."""

from __future__ import annotations

import msgspec

from ...engine.chance import Scripted, Upcoming
from ...engine.session import Session
from ...games.fields_of_despair.actions import Buy, Done
from ...games.fields_of_despair.game import GAME
from ...games.fields_of_despair.manpower import new_sps
from ...games.fields_of_despair.spending import purchases
from ...games.fields_of_despair.state import SIDES, State
from ...odds.rolls import roll_odds
from ..practice import Draft, Luck, Topic
from ..tasks import Ask, Judge, Number
from .practice_positions import ADJECTIVES, NAMES, after_step, listed, moment
from .queries import query

TOPIC = Topic("fields-of-despair", "production", "Production", "Men, money, ships, and what they cost.")
PRODUCTION = ("turn", "production")
TRACKS = {"supply": "Supply Capacity", "artillery": "Artillery Maintenance", "air": "Air Maintenance"}
COLOURS = {"blue": "blue", "black": "black", "white": "white"}


def _backdrop(rng: Luck) -> Session | None:
    return moment(rng, "production", "move")


@query("practice-after-maintenance")
def after_maintenance(s: Session, side: str, track: str, value: int) -> int:
    """Where a track stands after Economic Maintenance."""
    state = after_step(s, (*PRODUCTION, "maintenance"), lambda st: setattr(st.boards[side], track, value))
    return int(getattr(state.boards[side], track))


@TOPIC.kind("maintenance", "Economic Maintenance")
def maintenance(rng: Luck, difficulty: int) -> Draft | None:
    """What a track loses."""
    session = _backdrop(rng)
    if session is None:
        return None
    side = rng.choice(SIDES)
    track = rng.choice(("supply", "supply", "artillery", "air") if difficulty < 3 else ("supply",))
    value = rng.randint(17, 24) if track == "supply" else rng.randint(2, 12)
    bought = 0 if difficulty == 1 else rng.randint(1, 3)
    left = after_maintenance(session, side, track, value)
    by = value - left
    more = f" Later the {NAMES[side]} buy {bought} more with EPs." if bought else ""
    return Draft(
        session,
        f"The {ADJECTIVES[side]} {TRACKS[track]} stands at {value}. A new Production Phase begins with Economic Maintenance.{more}",
        Number(
            ask=f"Where does {TRACKS[track]} stand then?",
            explain=f"It falls by {by} to {left} (6.1)."
            + (" From 20 up, Supply Capacity falls by 2." if track == "supply" and value >= 20 else "")
            + (
                f" {bought} EP{'s' * (bought > 1)} spent raise it by {bought} (6.5.1/maintenance-tracks): {left + bought}."
                if bought
                else ""
            ),
            query=Ask(
                "practice-maintained-and-bought", {"side": side, "track": track, "value": value, "bought": bought}
            ),
        ),
        ("6.1", *(("6.5.1/maintenance-tracks",) if bought else ())),
        ("Every track falls by a little.", "Supply Capacity of 20 or more falls by 2, everything else by 1."),
        viewer=side,
        charts=("economic-maintenance",),
    )


@query("practice-maintained-and-bought")
def maintained_and_bought(s: Session, side: str, track: str, value: int, bought: int) -> int:
    """The same, after so many EPs were spent on it."""
    return after_maintenance(s, side, track, value) + bought


@query("practice-new-sps-of")
def new_sps_of(s: Session, nations: list[str], turn: int) -> int:
    """New SPs of some nations together in a turn."""
    fork = s.fork()
    fork.state.turn = turn
    return sum(new_sps(fork.table, nation) for nation in nations)


@TOPIC.kind("manpower", "New men")
def manpower(rng: Luck, difficulty: int) -> Draft | None:
    """New SPs by the table, and where they come."""
    session = _backdrop(rng)
    if session is None:
        return None
    turn = rng.randint(2, 9)
    choices = {
        1: (["France"], ["Britain"], ["Germany"]),
        2: (["France", "Britain"],),
        3: (["France", "Britain"], ["Germany", "eastern_front"]),
    }
    nations = rng.choice(choices[difficulty])
    where = {
        "France": "in Paris",
        "Britain": "in England",
        "Germany": "in Koblenz",
        "eastern_front": "on the Eastern Front marker",
    }
    who = {"France": "French", "Britain": "British", "Germany": "German", "eastern_front": "German"}
    parts = [f"{new_sps_of(session, [n], turn)} {who[n]} SPs {where[n]}" for n in nations]
    asked = {"France": "do the French", "Britain": "do the British", "Germany": "do the Germans"}.get(nations[0], "")
    if len(nations) == 2:
        asked = "do the Allies" if nations[0] == "France" else "do the CP, the Eastern Front included,"
    right = new_sps_of(session, nations, turn)
    if not right:
        return None
    return Draft(
        session,
        f"Turn {turn}, Manpower Deployment. The USA are not counted here.",
        Number(
            ask=f"How many new SPs {asked} get?",
            explain=f"{listed(parts)} (6.2.1)" + (f": {right} in all." if len(parts) > 1 else "."),
            query=Ask("practice-new-sps-of", {"nations": nations, "turn": turn}),
        ),
        ("6.2.1",),
        ("The table has a row for each turn.", f"Read the row of Turn {turn}, and add up what belongs to that side."),
        charts=("manpower",),
    )


@query("practice-attrition-loss")
def attrition_loss(s: Session, side: str, face: int, turn: int) -> int:
    """What a player loses by an attrition roll."""
    state = after_step(
        s, (*PRODUCTION, "manpower", "attrition-roll"), lambda st: setattr(st, "turn", turn), Scripted([face, face])
    )
    return int(state.attrition[side])


@TOPIC.kind("attrition", "Attrition")
def attrition(rng: Luck, difficulty: int) -> Draft | None:
    """Read the Attrition Table."""
    session = _backdrop(rng)
    if session is None:
        return None
    turn = rng.choice({1: (4, 5, 6, 8, 9), 2: (4, 5, 6, 7, 7, 8, 9), 3: (7, 7, 7, 6, 8)}[difficulty])
    side, face = rng.choice(SIDES), rng.randint(1, 6)
    right = attrition_loss(session, side, face, turn)
    mutiny = turn == 7 and side == "allies"
    why = (
        f"The French mutinies add 1 to the Allied roll in Turn 7 (6.2.2/mutinies), so {min(6, face + 1)} is read. "
        if mutiny
        else ""
    )
    return Draft(
        session,
        f"Turn {turn}. The {NAMES[side]} roll a {face} for attrition.",
        Number(
            ask="How many SPs do they lose?",
            explain=f"{why}The column of Turn {turn} gives {right} (6.2.2). They come from blocks in Frontline hexes.",
            query=Ask("practice-attrition-loss", {"side": side, "face": face, "turn": turn}),
        ),
        ("6.2.2", *(("6.2.2/mutinies",) if turn == 7 else ())),
        ("Find the column of the turn and the row of the die.", "In Turn 7 one side adds to its roll."),
        viewer=side,
        charts=("attrition",),
    )


@query("practice-naval-loss")
def naval_loss(s: Session, side: str, drawn: dict[str, int], blockade: int, collected: int) -> int:
    """EPs that a side loses at sea."""

    def change(state: State) -> None:
        state.naval_drawn, state.blockade = dict(drawn), blockade
        for board in state.boards.values():
            board.collected, board.ep = collected, collected

    state = after_step(s, (*PRODUCTION, "naval", "naval-losses"), change)
    return collected - state.boards[side].ep


@TOPIC.kind("naval", "Losses at sea")
def naval(rng: Luck, difficulty: int) -> Draft | None:
    """What three cubes cost."""
    session = _backdrop(rng)
    if session is None:
        return None
    side = "cp" if difficulty > 1 else rng.choice(SIDES)
    cubes = [rng.choice(("blue", "black", "white")) for _ in range(3)]
    drawn = {colour: cubes.count(colour) for colour in COLOURS}
    blockade = rng.randint(1, 2 if difficulty == 1 else 6)
    collected = rng.randint(9, 14) if difficulty < 3 else rng.randint(4, 9)
    right = naval_loss(session, side, drawn, blockade, collected)
    mine = drawn["blue" if side == "cp" else "black"]
    if not mine and rng.random() < 0.8:
        return None
    modifier = int(GAME.charts()["blockade"].cell(blockade, "modifier"))
    before = mine + (modifier if side == "cp" and mine else 0)
    cause = f"{mine} {'blue' if side == 'cp' else 'black'} {'cube' if mine == 1 else 'cubes'} cost{'s' * (mine == 1)} {mine} EP{'s' * (mine != 1)}"
    cause += f", and Blockade level {blockade} adds {modifier}" if side == "cp" and mine else ""
    if side == "cp" and not mine:
        cause = "With no blue cube there is no blockade loss at all"
    cap = (
        f" No more than half of the {collected} EPs collected, {collected // 2}, can be lost."
        if before > collected // 2
        else ""
    )
    return Draft(
        session,
        f"Naval Warfare. The cubes drawn are {listed(cubes)}. The Blockade level is {blockade}. The {NAMES[side]} collected {collected} EPs this turn.",
        Number(
            ask=f"How many EPs do the {NAMES[side]} lose?",
            explain=f"{cause} (6.4.3).{cap} The loss is {right}.",
            query=Ask(
                "practice-naval-loss", {"side": side, "drawn": drawn, "blockade": blockade, "collected": collected}
            ),
        ),
        ("6.4.3", "6.4.2"),
        (
            "Blue cubes hurt the CP, black ones the Allies, white ones nobody.",
            "Any blue cube at all adds the Blockade modifier once. Nobody loses more than half of what he collected.",
        ),
        charts=("blockade",),
    )


@query("practice-usw-loss")
def usw_loss(s: Session, track: int, black: int, face: int) -> int:
    """British SPs that unrestricted submarine warfare costs."""

    def change(state: State) -> None:
        state.naval_mode, state.usw, state.naval_drawn = "usw", track, {"blue": 0, "black": black, "white": 3 - black}

    return int(after_step(s, (*PRODUCTION, "naval", "usw-roll"), change, Scripted([face])).attrition["usw"])


@TOPIC.kind("usw", "Submarines")
def usw(rng: Luck, difficulty: int) -> Draft | None:
    """Read the USW table."""
    session = _backdrop(rng)
    if session is None:
        return None
    track, black, face = rng.randint(0, 3 + 2 * difficulty), rng.randint(1, 3), rng.randint(1, 6)
    right = usw_loss(session, track, black, face)
    new = min(10, track + black)
    return Draft(
        session,
        f"The CP have declared unrestricted submarine warfare (USW). The USW track stands at {track}. "
        f"{black} of the cubes drawn {'is' if black == 1 else 'are'} black. The die shows {face}.",
        Number(
            ask="How many British SPs in England are lost?",
            explain=f"The track rises by {black} to {new} first; then the die is read in that column: {right} (6.4.4).",
            query=Ask("practice-usw-loss", {"track": track, "black": black, "face": face}),
        ),
        ("6.4.4",),
        ("Does the track move before or after the die is read?", f"Read the column that holds {new}."),
        charts=("usw",),
    )


@query("practice-draw-chance")
def draw_chance(s: Session, bag: dict[str, int], colour: str, at_least: int) -> float:
    """The chance that three cubes from a bag hold so many of a colour, in percent."""
    return float(roll_odds(Upcoming("", bag=bag, draw=3))[colour].at_least(at_least) * 100)


@TOPIC.kind("cubes", "Cubes in the bag")
def cubes(rng: Luck, difficulty: int) -> Draft | None:
    """The chance of a draw."""
    session = _backdrop(rng)
    if session is None:
        return None
    bag = {"blue": rng.randint(2, 3 + difficulty), "black": rng.randint(2, 3 + difficulty), "white": rng.randint(0, 2)}
    colour = rng.choice(("blue", "black"))
    number = 1 if difficulty == 1 else rng.randint(1, 2)
    exact = draw_chance(session, bag, colour, number)
    if not 5 < exact < 97:
        return None
    held, tolerance = listed(f"{n} {c}" for c, n in bag.items() if n), 7.0 - difficulty
    other = sum(bag.values()) - bag[colour]
    return Draft(
        session,
        f"The Naval bag holds {held} cubes. Three are drawn, and none is put back in between.",
        Number(
            ask=f"What is the chance of at least {number} {colour} {'cube' if number == 1 else 'cubes'}? Within {tolerance:g} points is near enough.",
            explain=f"{other} of {sum(bag.values())} cubes are not {colour}. The exact chance is {exact:.1f} % (6.4.2).",
            query=Ask("practice-draw-chance", {"bag": bag, "colour": colour, "at_least": number}),
            percent=True,
            tolerance=tolerance,
        ),
        ("6.4.2", "2.8"),
        (
            f"Work out the chance of drawing too few {colour} cubes.",
            f"The first cube is not {colour} with {other} in {sum(bag.values())}; the next with {max(0, other - 1)} in {sum(bag.values()) - 1}.",
        ),
    )


@TOPIC.kind("purchases", "What may be bought")
def shopping(rng: Luck, difficulty: int) -> Draft | None:
    """Some things may be bought, some not."""
    session = moment(rng, "spend")
    if session is None or session.decision is None or Buy not in session.decision.kinds:
        return None
    if rng.random() < 0.5 and Done() in session.legal():
        session.submit(Done())  # then the other side spends
    if session.decision is None or Buy not in session.decision.kinds:
        return None
    side, bought = session.decision.who, []
    for _ in range(rng.randint(0, 1 + difficulty)):
        legal = [action for action in session.legal() if isinstance(action, Buy)]
        limited = [
            a
            for a in legal
            if a.item in ("naval-cube", "logistic-point", "technology", "eastern-front", "fortress-repair")
        ]
        if not legal:
            break
        bought.append(rng.choice(limited or legal))
        session.submit(bought[-1])
    wanted = [
        action
        for action in purchases(session.table, side)
        if isinstance(action, Buy) and action.item != "belgian-bribe"
    ]
    refused = [action for action in wanted if session.why_not(action)]
    allowed = [action for action in wanted if not session.why_not(action)]
    number = rng.randint(1, 2)
    if len(refused) < number or len(allowed) < 4 - number or session.decision.about["left"] < 1:
        return None
    # A purchase that has just reached its limit says more than one that was never open.
    refused.sort(key=lambda action: (action not in bought, rng.random()))
    chosen = [*refused[:number], *rng.sample(allowed, 4 - number)]
    rng.shuffle(chosen)
    view = session.view(side).board
    said = listed(session.game.label(view, action).lower() for action in bought)
    plan = f"They have planned so far: {said}." if bought else "They have planned nothing yet."
    reasons = [f"{ruling.section}: {ruling.reason}" for action in chosen for ruling in session.why_not(action)[:1]]
    board = session.state.boards[side]
    levels = ", ".join(f"{name} {level}" for name, level in board.technology.items())
    return Draft(
        session,
        f"Turn {session.turn}. The {NAMES[side]} spend EPs and have {session.decision.about['left']} left. {plan}\n\n"
        f"They hold {board.lp} LP{'s' * (board.lp != 1)}. Technology: {levels}.",
        Judge(
            ask="Which of these may they not buy now?",
            explain=" ".join(dict.fromkeys(reasons)),
            actions=tuple(msgspec.to_builtins(action) for action in chosen),
        ),
        ("6.5.1", "6.5"),
        (
            "Some items have a limit for each turn.",
            "Look for a limit that is reached, a technology that is lacking, and a Fortress that cannot be repaired.",
        ),
        viewer=side,
        charts=("production-items",),
    )
