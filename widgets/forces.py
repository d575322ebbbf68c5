"""Both forces of a combat, side by side: what fights, how many, and what each of them hits on."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from tutor.engine.showing import Combat, Fighter, Force, Livery

from .plates import livery
from .zone_card import letters_chip, small_symbol, unnumbered


def forces(combat: Combat, liveries: Mapping[str, Livery]) -> str:
    """A combat as it stands."""
    stage = f'<p class="sr-stage">{escape(combat.stage)}</p>' if combat.stage else ""
    sides = "".join(_force(force, liveries) for force in combat.forces)
    return f'<h3>{escape(combat.title)}</h3>{stage}<div class="sr-forces">{sides}</div>'


def _force(force: Force, liveries: Mapping[str, Livery]) -> str:
    several = len({fighter.piece.nation for fighter in force.fighters}) > 1
    head = '<tr><th colspan="9">hits on</th></tr>' if any(fighter.value for fighter in force.fighters) else ""
    rows = "".join(_row(fighter, liveries, several) for fighter in force.fighters)
    rows = f"{head}{rows}" if rows else '<tr><td class="sr-soft">no units</td></tr>'
    note = f' <span class="sr-soft">{escape(force.note)}</span>' if force.note else ""
    return f"<div><b>{escape(force.title)}</b>{note}<table class='sr-fighters'>{rows}</table></div>"


def _row(fighter: Fighter, liveries: Mapping[str, Livery], several: bool) -> str:
    piece = fighter.piece
    note = f' <span class="sr-soft">{escape(fighter.note)}</span>' if fighter.note else ""
    whose = f"<td>{letters_chip(livery(liveries, piece.nation))}</td>" if several else ""
    return (
        f"<tr>{whose}<td class='sr-zone-count'>{piece.count}</td>"
        f"<td>{small_symbol(piece.branch)}</td><td>{escape(unnumbered(piece))}{note}</td>"
        f"<td class='sr-fighter-value'>{escape(fighter.value)}</td></tr>"
    )
