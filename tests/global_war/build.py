"""Small positions for tests: a table or a session from a few words."""

from __future__ import annotations

from typing import Any

from tutor.engine.chance import Scripted, Seeded
from tutor.engine.session import Session
from tutor.games.global_war import GAME
from tutor.games.global_war.state import G, Unit
from tutor.games.global_war.units import units_in

ALL_TERRAIN = ("mountains", "deserts", "jungles", "marshes", "rivers", "tundra")


def scenario(start: tuple[str, ...] = (), **fields: Any):
    body = {"neutral_forces": False, **fields}
    return GAME.scenario_from({"title": "A test", "start": list(start), **body}, "test")


def table(*, options: Any = ALL_TERRAIN, dice: list[Any] | None = None, seed: int = 0, **fields: Any) -> G:
    """A table with this position; ``dice`` is a script of outcomes. Fields are those of ``setup.Setup``:

    ``units={"germany": {"bavaria": {"infantry": 2}}}, wars=[("germany", "france")], owners={"austria": "germany"}``.
    """
    chance = Scripted(dice) if dice is not None else Seeded(seed)
    g = GAME.table(scenario(**fields), options=list(options), chance=chance)
    g.state.national_turn = 1
    return g


def session(start: tuple[str, ...] = (), *, options: Any = ALL_TERRAIN, seed: int = 0, **fields: Any) -> Session:
    """A game that begins in this position. ``start`` names a phase or step below the root of the sequence, from the top:
    ("calendar-turn", "national-turn", "combat-movement")."""
    chosen = scenario(start, **fields)
    return Session(GAME.table(chosen, options=list(options), seed=seed), chosen)


def unit(g: G, zone: str, type: str, owner: str = "") -> Unit:
    """The first unit of a type in a zone."""
    return next(u for u in units_in(g, zone) if u.type == type and owner in ("", u.owner))


def count(g: G, zone: str, type: str = "", owner: str = "") -> int:
    return sum(type in ("", u.type) and owner in ("", u.owner) for u in units_in(g, zone))
