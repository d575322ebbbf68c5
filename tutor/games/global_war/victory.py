"""Sections 3.1 to 3.5: Victory Points, what is lost, and the end of the game."""

from __future__ import annotations

from typing import NamedTuple

from . import objectives_allied as objectives_allied  # its objectives are registered
from .china import chinese
from .nations import ALLIANCES, FRANCE, FREE_FRANCE, MAJORS, PLAYERS, USSR, name_of
from .objectives import OBJECTIVES
from .rulebook import procedure
from .spain import REPUBLICAN
from .state import G
from .terms import NOBODY, alliance, at_war, home_country, in_play, owner, player_of, record, roundel, zone_value
from .zones import name_of_zone


class Score(NamedTuple):
    """One line of the scoring: who gets or loses how many points for what."""

    nation: str
    what: str  # the id of an objective, or "city" and "loss" with a zone
    points: int
    section: str
    why: str


def may_score(g: G, nation: str) -> bool:
    """3.3: a nation that has surrendered scores nothing."""
    return nation in g.state.nations and in_play(g, nation)


def heir(g: G, nation: str) -> str:
    """Free France scores for France once it has surrendered."""
    return FREE_FRANCE if nation == FRANCE and not in_play(g, FRANCE) else nation


@procedure("3.2")
def cities(g: G) -> list[Score]:
    """A point for each Objective City, for whoever possesses it."""
    found = []
    for row in g.charts["objective-cities"]:
        holder = player_of(g, owner(g, row["zone"]))
        if may_score(g, holder):
            why = f"{name_of(holder)} possesses {name_of_zone(g, row['zone'])}"
            found.append(Score(holder, f"city {row['zone']}", row["points"], "3.2", why))
    return found


def cities_only(g: G) -> bool:
    """The checklist makes national objectives an option; 3.1 does not, and is played unless its reading is switched."""
    return g.options["reading-cities-only"] and not g.options["nation-victory"]


@procedure("3.4")
def national_objectives(g: G) -> list[Score]:
    """What every nation scores for its own objectives, up to the maximum of each."""
    if cities_only(g):
        return []
    found = []
    for row in g.charts["objectives"]:
        nation = heir(g, row["nation"])
        if may_score(g, nation):
            points, why = OBJECTIVES[row["objective"]](g, row)
            found.append(Score(nation, row["objective"], min(points, row["most"]), f"3.4/{row['objective']}", why))
    return [*found, *soviet_spain(g)]


@procedure("13.1/comintern-win")
def soviet_spain(g: G) -> list[Score]:
    """13.1 speaks of a Soviet objective that 3.4 does not list: it scores only with its reading."""
    if not g.options["reading-spain-scores-ussr"] or g.state.spain != REPUBLICAN or not may_score(g, USSR):
        return []
    return [Score(USSR, "ussr-spanish-civil-war", 1, "13.1/comintern-win", "the Republicans won in Spain")]


@procedure("3.3")
def losses(g: G) -> list[Score]:
    """A nation loses a point for each zone of its Home Country with a value that an enemy possesses."""
    found = []
    for nation in PLAYERS:
        if nation == FREE_FRANCE:
            continue  # the Home Country is that of France, whoever speaks for it
        loser = heir(g, nation)
        for zone in home_to_lose(g, nation):
            holder = owner(g, zone)
            if zone_value(g, zone) > 0 and holder != NOBODY and lost_to(g, nation, holder):
                why = f"{name_of_zone(g, zone)} is in the hands of {name_of(holder)}"
                found.append(Score(loser, f"loss {zone}", -1, "3.3", why))
    return found


def home_to_lose(g: G, nation: str) -> list[str]:
    """The Home Country. KMT and CCP share one, of which each loses what bears its roundel; a reading counts all of it."""
    home = sorted(home_country(g, nation))
    if not chinese(nation) or g.options["reading-all-china-lost"]:
        return home
    return [zone for zone in home if roundel(g, zone) == nation]


def lost_to(g: G, nation: str, holder: str) -> bool:
    """Is a zone of the nation enemy-possessed? KMT and CCP do not count what the other has of their common home."""
    if chinese(nation) and chinese(holder):
        return False
    enemy = at_war(g, nation, holder)
    # A nation that has surrendered may be at war no more, yet what the other side holds is lost.
    return enemy or (record(g, nation).surrendered and alliance(g, holder) not in ("", alliance(g, nation)))


@procedure("3", "3.1", "3.5")
def breakdown(g: G) -> list[Score]:
    """Every line of the scoring as things stand now: cities, objectives, losses."""
    return [*cities(g), *national_objectives(g), *losses(g)]


@procedure("3.1", "3.5")
def points(g: G) -> dict[str, int]:
    """The Victory Points of each Alliance."""
    totals = dict.fromkeys(ALLIANCES, 0)
    for score in breakdown(g):
        totals[alliance(g, score.nation)] += score.points
    return totals


@procedure("App-B.18")
def points_of_nations(g: G) -> dict[str, int]:
    """The Victory Points of each nation."""
    totals: dict[str, int] = {}
    for score in breakdown(g):
        totals[score.nation] = totals.get(score.nation, 0) + score.points
    return totals


@procedure("3.5/sudden-death")
def leaders(totals: dict[str, int]) -> list[str]:
    """Whoever has most points: more than one where the lead is shared. A tie behind the leader does not matter."""
    best = max(totals.values())
    return [side for side, total in totals.items() if total == best]


# The end


@procedure("3.5")
def finish(g: G) -> bool:
    """Score the game at its end; True where it is over, False where a tie for the lead makes it go on for a turn."""
    tell_the_lines(g)
    totals = points(g)
    words = ", ".join(f"{ALLIANCES[side]} {total}" for side, total in totals.items())
    g.tell("scored", "3.5", f"Victory Points: {words}.", points=dict(totals))
    first = leaders(totals)
    if len(first) > 1:
        sudden_death(g, first)
        return False
    s = g.state
    s.ended, s.winner, s.victory, s.victory_section = True, first[0], "points", "3.5"
    s.victory_text = f"The {ALLIANCES[first[0]]} win with {totals[first[0]]} Victory Points ({words})."
    if g.options["nation-victory"]:
        s.victory_text += f" {best_nation(g)}"
    g.tell("victory", "3.5", s.victory_text, winner=first[0])
    return True


def tell_the_lines(g: G) -> None:
    """Whatever gave or cost a point, under the section that says so."""
    names = {row["objective"]: f"{row['name']}, " for row in g.charts["objectives"]}
    for score in breakdown(g):
        if score.points:
            text = f"{name_of(score.nation)} {score.points:+d}: {names.get(score.what, '')}{score.why}."
            g.tell("points", score.section, text, by=score.nation, points=score.points)


@procedure("3.5/sudden-death")
def sudden_death(g: G, tied: list[str]) -> None:
    """One more calendar turn is played; the Alliance behind plays on and may still win."""
    g.state.last_turn = g.state.calendar + 1
    g.state.counters[SUDDEN_DEATH] = 1
    names = " and ".join(ALLIANCES[side] for side in tied)
    g.tell("sudden death", "3.5/sudden-death", f"{names} are tied: one more turn is played.", tied=tied)


SUDDEN_DEATH = "the end is fixed by sudden death"


@procedure("3.4", "App-B.18")
def best_nation(g: G) -> str:
    """Option: nations are compared too."""
    totals = points_of_nations(g)
    best = max(totals.values())
    names = [name_of(nation) for nation in PLAYERS if totals.get(nation) == best]
    return f"Of the nations {' and '.join(names)} did best with {best} points."


@procedure("2.1/variable-end", "App-B.16")
def capitals_lost(g: G) -> list[str]:
    """Capitals of Major Powers in enemy hands. Nanking is none, whatever the KMT has become."""
    sheets = g.charts["national-sheets"]
    return [n for n in MAJORS if lost_to(g, n, owner(g, sheets.cell(n, "capital")))]
