"""Practice in combat odds: how many dice, what they are likely to do, and who holds the hex afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...engine.chance import Upcoming
from ...engine.questions import plan
from ...engine.session import Roll, Session
from ...games.fields_of_despair.actions import ChooseHex, Continue, Pass, PlaceArtillery
from ...games.fields_of_despair.game import GAME
from ...games.fields_of_despair.questions import FIGHT_ON
from ...games.fields_of_despair.state import ENGLAND, SIDES, enemy
from ...odds.exploration import explore
from ...odds.rolls import roll_odds
from ..practice import Draft, Luck, Topic
from ..tasks import Ask, Number
from .practice_positions import COMBAT, HOME, NAMES, name_of, opened
from .queries import query

TOPIC = Topic("fields-of-despair", "combat", "Combat odds", "Dice, hits, and the chance to take a hex.")
OPEN, RIVER, TRENCH, HINDENBURG = "open", "river", "trench", "Hindenburg Line"
GROUND = {
    OPEN: "There are no trenches yet.",
    RIVER: "There are no trenches yet. The hex is a river hex, newly contested, and the defender controls it.",
    TRENCH: "Trench Warfare has begun.",
    HINDENBURG: "Trench Warfare has begun. A Hindenburg Line marker lies in the hex.",
}
FIVES, SIXES = (5, 6), (6,)


@dataclass(frozen=True)
class Field:
    """One contested hex with so many SPs on either side."""

    session: Session
    hex: str
    active: str
    attackers: int
    defenders: int
    ground: str
    fortress: int = 0
    words: str = field(default="")

    @property
    def passive(self) -> str:
        return enemy(self.active)


def _field(rng: Luck, attackers: int, defenders: int, grounds: tuple[str, ...], fortress: bool = False) -> Field | None:
    """A combat that is about to be fought."""
    active, ground = rng.choice(SIDES), rng.choice(grounds)
    if ground == HINDENBURG:
        active = "allies"
    board, charts = GAME.board(GAME.scenario_from({}, "practice")), GAME.charts()
    passive = enemy(active)
    forts = {row["hexes"]: row for row in charts["fortresses"] if row["side"] == passive and " " not in row["hexes"]}
    terrains = ("river",) if ground == RIVER else ("clear", "forest")
    if fortress:
        hexes = sorted(h for h, row in forts.items() if row["nation"] != "Belgium")
    else:
        hexes = sorted(
            h
            for h in board
            if board.fact(h, "control") == passive
            and board.fact(h, "terrain") in terrains
            and not board.fact(h, "fortress")
            and h != ENGLAND
            and board.fact(h, "nation") != "Belgium"
        )
    if not hexes:
        return None
    hex = rng.choice(hexes)
    fort = int(forts[hex]["sp"]) if fortress else 0
    session = opened(
        {
            "start": COMBAT,
            "active": active,
            "initiative": active,
            "action_phase": 1,
            "turn": 6 if ground in (TRENCH, HINDENBURG) else 2,
            "trench": ground in (TRENCH, HINDENBURG),
            "hindenburg": [hex] if ground == HINDENBURG else [],
            "blocks": {HOME[active]: {hex: _stack(attackers)}, HOME[passive]: {hex: _stack(defenders)}},
        }
    )
    if session is None:
        return None
    place = f" with a Fortress of {fort} SP{'s' * (fort > 1)}" if fort else ""
    words = (
        f"The {NAMES[active]} attack {name_of(session, hex)} with {attackers} SP{'s' * (attackers > 1)}. "
        f"The {NAMES[passive]} defend with {defenders} SP{'s' * (defenders > 1)}{place}. All are in supply. {GROUND[ground]}"
    )
    return Field(session, hex, active, attackers, defenders, ground, fort, words)


def _stack(sp: int) -> list[str]:
    number = -(-sp // 12)
    return [f"infantry {sp // number + (i < sp % number)}" for i in range(number)]


@query("practice-roll-dice")
def roll_dice(s: Session, hex: str, who: str) -> int:
    """How many dice the Active or the Passive player rolls in Infantry Combat: the combat is played up to that roll."""
    fork = s.fork()
    fork.pause_at_dice()
    choose = plan(
        {
            **FIGHT_ON,
            PlaceArtillery: lambda s: Pass(),
            ChooseHex: lambda s: ChooseHex(hex),
            Continue: lambda s: Continue(hex),
        }
    )
    for _ in range(60):
        if fork.where[-1].id == f"{who}-roll" and fork.paused:
            return sum(roll.dice for roll in fork.upcoming())
        fork.submit(Roll() if fork.paused else choose(fork))
    return 0


@TOPIC.kind("dice", "How many dice")
def dice(rng: Luck, difficulty: int) -> Draft | None:
    """Count the dice of one side."""
    grounds = {1: (OPEN, RIVER), 2: (RIVER, TRENCH), 3: (TRENCH, HINDENBURG)}[difficulty]
    fought = _field(rng, rng.randint(3, 18), rng.randint(2, 12), grounds)
    if fought is None:
        return None
    who = "active" if fought.ground in (OPEN, RIVER) and rng.random() < 0.3 else "passive"
    side = fought.active if who == "active" else fought.passive
    extra = (
        0
        if who == "active" or fought.ground == OPEN
        else int(GAME.charts()["trench-dice"].cell(fought.attackers, "dice"))
    )
    own = fought.attackers if who == "active" else fought.defenders
    parts = [f"One die an SP: {own} (7.3.3)."]
    if extra:
        parts.append(
            f"{fought.attackers} attacking SPs give {extra} Trench Defense {_dice(extra)} (7.3.4/trench-dice)."
        )
    if fought.ground == RIVER and who == "passive":
        parts.append("A river gives them in the first combat only (7.3.4/river).")
    if fought.ground == HINDENBURG:
        parts.append(f"The Hindenburg Line doubles them: {2 * extra} (7.3.4/hindenburg).")
    if who == "active" and fought.ground != OPEN:
        parts.append("Trench Defense dice are only for the Passive player (7.3.4/trench-dice).")
    return Draft(
        fought.session,
        fought.words,
        Number(
            ask=f"How many dice do the {NAMES[side]} roll in Infantry Combat?",
            explain=" ".join(parts),
            query=Ask("practice-roll-dice", {"hex": fought.hex, "who": who}),
        ),
        ("7.3.3", "7.3.4/trench-dice"),
        ("Each SP in supply rolls one die.", "Do Trench Defense dice come on top? They go by the SPs of the attacker."),
        viewer=side,
        look=(fought.hex,),
        charts=("trench-dice",),
    )


def _dice(number: int) -> str:
    return "die" if number == 1 else "dice"


@query("practice-hit-chance")
def hit_chance(s: Session, dice: int, faces: list[int], at_least: int) -> float:
    """The chance of so many hits with so many dice, in percent."""
    return float(roll_odds(Upcoming("", dice, 6, {"hit": list(faces)}))["hit"].at_least(at_least) * 100)


@TOPIC.kind("hits", "At least so many hits")
def hits(rng: Luck, difficulty: int) -> Draft | None:
    """The chance of at least k hits with n dice."""
    number = rng.randint(2, 3 + difficulty)
    wanted = 1 if difficulty == 1 else rng.randint(1 + (difficulty == 2), max(2, number - 2))
    against_fortress = difficulty == 3 and rng.random() < 0.6
    fought = _field(rng, number, rng.randint(max(2, wanted), 8), (OPEN,), against_fortress)
    if fought is None or wanted > number:
        return None
    faces = SIXES if against_fortress else FIVES
    exact = hit_chance(fought.session, number, list(faces), wanted)
    if not 3 < exact < 97:
        return None
    hit = f"{len(faces)} in 6"
    none = (
        f"The chance of no hit at all is {6 - len(faces)}/6 for each die."
        if wanted == 1
        else "Add up the ways to too few hits, and take them from 100 %."
    )
    rule = (
        "The Fortress lets 5s do nothing: only 6s count (7.3.4/fortress)."
        if against_fortress
        else "5s and 6s hit (7.3.3)."
    )
    return Draft(
        fought.session,
        fought.words,
        Number(
            ask=f"What is the chance that the {NAMES[fought.active]} roll at least {wanted} {'hit' if wanted == 1 else 'hits'}? "
            f"Within {_tolerance(difficulty)} points of a percent is near enough.",
            explain=f"{number} {_dice(number)}, each a hit {hit}. {rule} The chance is {exact:.1f} %.",
            query=Ask("practice-hit-chance", {"dice": number, "faces": list(faces), "at_least": wanted}),
            percent=True,
            tolerance=_tolerance(difficulty),
        ),
        ("7.3.3", *(("7.3.4/fortress",) if against_fortress else ())),
        (f"{rule} How many dice are there?", f"Each die hits with {hit}. {none}"),
        viewer=fought.active,
        look=(fought.hex,),
    )


def _tolerance(difficulty: int) -> float:
    return {1: 6.0, 2: 5.0, 3: 4.0}[difficulty]


# Whole combats


@query("practice-combat-outcome")
def combat_outcome(s: Session, hex: str, part: str, value: str = "mean") -> float:
    """From the exact odds of a combat without guns: the mean of a part, or the chance of a value in percent."""
    odds = explore(s.game.combat(s, hex))
    return float(odds[part].mean) if value == "mean" else float(odds[part].probability(value) * 100)


@TOPIC.kind("take", "The chance to take the hex")
def take(rng: Luck, difficulty: int) -> Draft | None:
    """One round of Infantry Combat: is the attacker alone in the hex afterwards?"""
    grounds = {1: (OPEN,), 2: (OPEN, RIVER), 3: (RIVER, TRENCH)}[difficulty]
    defenders = rng.randint(1, 1 + difficulty)
    fought = _field(rng, rng.randint(2, 5 + 2 * difficulty), defenders, grounds)
    if fought is None:
        return None
    exact = combat_outcome(fought.session, fought.hex, "holder", "attacker")
    if not 4 < exact < 96:
        return None
    tolerance = 14.0 - 2 * difficulty
    all_hit = "at least one hit" if defenders == 1 else f"at least {defenders} hits"
    first = (
        " In the trenches the defender rolls first, and the fallen no longer roll (7.3.4/trench)."
        if fought.ground == TRENCH
        else ""
    )
    return Draft(
        fought.session,
        f"{fought.words} No guns fire. There is one round of Infantry Combat.",
        Number(
            ask=f"What is the chance that only the {NAMES[fought.active]} are left in the hex? Within {tolerance:g} points is near enough.",
            explain=f"They need {all_hit} with {fought.attackers} dice, and someone must be left (7.3.3).{first} "
            f"The exact chance is {exact:.1f} %.",
            query=Ask("practice-combat-outcome", {"hex": fought.hex, "part": "holder", "value": "attacker"}),
            percent=True,
            tolerance=tolerance,
        ),
        (
            "7.3.3",
            *(("7.3.4/trench",) if fought.ground == TRENCH else ("7.3.4/river",) if fought.ground == RIVER else ()),
        ),
        (
            f"To take the hex they need {all_hit}.",
            f"{fought.attackers} dice give about {fought.attackers / 3:.1f} hits on the average. Is that more than enough, or less?",
        ),
        viewer=fought.active,
        look=(fought.hex,),
        charts=("trench-dice",) if fought.ground != OPEN else (),
    )


@TOPIC.kind("losses", "Expected losses")
def losses(rng: Luck, difficulty: int) -> Draft | None:
    """How many SPs a side loses on the average."""
    grounds = {1: (OPEN,), 2: (OPEN, RIVER), 3: (TRENCH, HINDENBURG)}[difficulty]
    fought = _field(rng, rng.randint(3, 6 + 3 * difficulty), rng.randint(3, 6 + 2 * difficulty), grounds)
    if fought is None:
        return None
    who = rng.choice(("attacker", "defender"))
    part = f"{who}_lost"
    exact = combat_outcome(fought.session, fought.hex, part)
    side = fought.active if who == "attacker" else fought.passive
    foe = roll_dice(fought.session, fought.hex, "passive") if who == "attacker" else fought.attackers
    cause = f"{foe} enemy dice hit with 2 in 6 each, which is {foe / 3:.1f} on the average"
    less = (
        ", less what is more than they have"
        if who == "attacker" or fought.ground in (OPEN, RIVER)
        else ", less the dice of those who fall first"
    )
    tolerance = {1: 0.6, 2: 0.5, 3: 0.5}[difficulty]
    return Draft(
        fought.session,
        f"{fought.words} No guns fire.",
        Number(
            ask=f"How many SPs do the {NAMES[side]} lose on the average in one round? Within {tolerance:g} is near enough.",
            explain=f"{cause}{less} (7.3.3). The exact mean is {exact:.2f} SPs.",
            query=Ask("practice-combat-outcome", {"hex": fought.hex, "part": part}),
            tolerance=tolerance,
        ),
        ("7.3.3", "7.3.4/trench-dice"),
        (
            "A die hits one time in three.",
            "Count the dice of the other side, with Trench Defense dice, and take a third.",
        ),
        viewer=side,
        look=(fought.hex,),
        charts=("trench-dice",) if fought.ground != OPEN else (),
    )


@query("practice-dice-needed")
def dice_needed(s: Session, hits: int, percent: int, faces: list[int]) -> int:
    """The fewest dice with which so many hits have at least that chance."""
    return next(n for n in range(hits, 60) if hit_chance(s, n, faces, hits) >= percent)


@TOPIC.kind("needed", "How many SPs it takes")
def needed(rng: Luck, difficulty: int) -> Draft | None:
    """The fewest SPs for a given chance."""
    wanted = rng.randint(1, difficulty)
    percent = rng.choice((50, 60, 70, 75, 80, 90) if difficulty > 1 else (50, 60, 70, 80))
    fortress = difficulty == 3 and rng.random() < 0.4
    fought = _field(rng, rng.randint(3, 9), max(wanted, rng.randint(2, 6)), (OPEN,), fortress)
    if fought is None:
        return None
    faces = list(SIXES if fortress else FIVES)
    right = dice_needed(fought.session, wanted, percent, faces)
    if right > 12:
        return None
    with_it, without = (hit_chance(fought.session, n, faces, wanted) for n in (right, right - 1))
    rule = "Only 6s hit at a Fortress (7.3.4/fortress)." if fortress else "5s and 6s hit (7.3.3)."
    target = (
        f"{name_of(fought.session, fought.hex)}, where a Fortress of {fought.fortress} SPs stands"
        if fortress
        else name_of(fought.session, fought.hex)
    )
    return Draft(
        fought.session,
        f"The {NAMES[fought.active]} plan an attack on {target}. All are in supply.",
        Number(
            ask=f"How many SPs at least must attack, so that the chance of {wanted} {'hit' if wanted == 1 else 'hits'} or more is {percent} % or better?",
            explain=f"{rule} {right} {_dice(right)} give {with_it:.1f} %, {right - 1} only {without:.1f} %.",
            query=Ask("practice-dice-needed", {"hits": wanted, "percent": percent, "faces": faces}),
        ),
        ("7.3.3", *(("7.3.4/fortress",) if fortress else ())),
        (f"{rule} Each SP is a die.", "Try a number of dice, work out the chance of too few hits, and go up or down."),
        viewer=fought.active,
        look=(fought.hex,),
    )
