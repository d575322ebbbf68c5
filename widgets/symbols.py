"""Small pictures of what stands on a map of zones: units by type, units by class, and facilities.

Each is drawn in the colour of the text around it, in a frame 16 wide and 10 high around the origin.
"""

from __future__ import annotations

_BOX = '<rect x="-7.4" y="-4.6" width="14.8" height="9.2"/>'
_CROSS = '<path d="M-7.4 -4.6L7.4 4.6M-7.4 4.6L7.4 -4.6"/>'
_OVAL = '<rect x="-5.2" y="-2.6" width="10.4" height="5.2" rx="2.6"/>'
_DOT = '<circle r="2.1" fill="currentColor"/>'
_SOLID = 'fill="currentColor" stroke="none"'


def _hull(left: float, right: float, above: str) -> str:
    """A ship from the side: what stands on its deck is drawn above the line at 1."""
    return f'<path d="M{left} 1H{right}L{right - 1.6} 4.4H{left + 1.8}Z{above}" {_SOLID}/>'


def _plane(span: float, long: float, more: str = "") -> str:
    """An aircraft from above, nose upward."""
    return (
        f'<path d="M0 -{long}C.9 -{long} 1 -{long - 1.4} 1 -1.4L{span} .6V1.9L1 1.3L.7 {long - 2}L2.6 {long - 1}V{long - 0.2}'
        f'H-2.6V{long - 1}L-.7 {long - 2}L-1 1.3L-{span} 1.9V.6L-1 -1.4C-1 -{long - 1.4} -.9 -{long} 0 -{long}Z{more}" {_SOLID}/>'
    )


_GUNS = "M-6 1V-.4H-3V1ZM3 1V-.4H6V1Z"
SYMBOLS: dict[str, str] = {
    # Infantry class
    "militia": f'<g stroke-dasharray="1.8 1.1">{_BOX}</g>{_CROSS}',
    "infantry": _BOX + _CROSS,
    "marine": _BOX + _CROSS + '<path d="M-4 3.4q1.3 -1.8 2.6 0t2.7 0t2.7 0" stroke-width="1.3"/>',
    "airborne": _BOX + _CROSS + '<path d="M-3.4 3.6q1.7 -2.6 3.4 0q1.7 -2.6 3.4 0" stroke-width="1.2"/>',
    "mountain-infantry": _BOX + _CROSS + f'<path d="M-2.4 4.6L0 .9L2.4 4.6Z" {_SOLID}/>',
    "colonial-infantry": _BOX + _CROSS + '<path d="M-7.4 -2.6H7.4" stroke-width="1.3"/>',
    # Vehicle class
    "cavalry": _BOX + '<path d="M-7.4 4.6L7.4 -4.6"/>',
    "motorized-infantry": _BOX + _CROSS + '<path d="M0 -4.6V4.6"/>',
    "mechanized-infantry": _BOX + _CROSS + _OVAL,
    "adv-mechanized-infantry": _BOX + _CROSS + _OVAL + '<path d="M-6 -4.6V4.6"/>',
    "light-armor": _BOX + _OVAL,
    "medium-armor": _BOX + _OVAL + '<path d="M0 -2.6V2.6"/>',
    "heavy-armor": _BOX + f'<rect x="-5.2" y="-2.6" width="10.4" height="5.2" rx="2.6" {_SOLID}/>',
    "tank-destroyer": _BOX + _OVAL + '<path d="M-3 2L0 -2L3 2"/>',
    # Artillery class
    "artillery": _BOX + _DOT,
    "sp-artillery": _BOX + _OVAL + '<circle r="1.4" fill="currentColor"/>',
    "adv-artillery": _BOX + _DOT + '<path d="M-5.4 -4.6V4.6"/>',
    "adv-sp-artillery": _BOX + _OVAL + '<circle r="1.4" fill="currentColor"/><path d="M-6.3 -4.6V4.6"/>',
    "aa-artillery": _BOX + '<path d="M-5.6 4.6C-5.6 -4 5.6 -4 5.6 4.6"/>',
    "strategic-rocket": _BOX + '<path d="M0 3.8V-3.4M-2.2 -1L0 -3.4L2.2 -1"/>',
    # Aircraft
    "fighter": _plane(5.6, 4.8),
    "early-war-fighter": _plane(5.6, 4.8, "M-5.6 -2.4H5.6V-1.5H-5.6Z"),
    "jet-fighter": f'<path d="M0 -5L1 -2L5.4 3.4H1.2L.8 4.8H-.8L-1.2 3.4H-5.4L-1 -2Z" {_SOLID}/>',
    "tactical-bomber": _plane(6.2, 4.8, "M-2 -2.2h1V.4h-1ZM1 -2.2h1V.4h-1Z"),
    "medium-bomber": _plane(7, 4.8, "M-3.6 -1.9h1.4V1h-1.4ZM2.2 -1.9h1.4V1h-1.4Z"),
    "strategic-bomber": _plane(8, 5, "M-3.4 -1.9h1.1V1h-1.1ZM2.3 -1.9h1.1V1h-1.1ZM-5.6 -1.2h1.1V1.4h-1.1ZM4.5 -1.2h1.1V1.4h-1.1Z"),
    "heavy-strategic-bomber": _plane(8, 5, "M-3.6 -2.3h1.5V1.2h-1.5ZM2.1 -2.3h1.5V1.2h-1.5ZM-6 -1.6h1.5V1.6h-1.5ZM4.5 -1.6h1.5V1.6h-1.5Z"),
    "air-transport": _plane(7, 4.8, "M-1.7 -3h3.4V2.2h-3.4ZM-3.6 -1.9h1.2V1h-1.2ZM2.4 -1.9h1.2V1h-1.2Z"),
    "seaplane": _plane(6.6, 4.6, "M-4.4 -2.6h1.1V3.2h-1.1ZM3.3 -2.6h1.1V3.2h-1.1Z"),
    # Ships
    "battleship": _hull(-8, 8, f"{_GUNS}M-1.8 1V-2.6H-.9V-4.6H.9V-2.6H1.8V1Z"),
    "fast-battleship": _hull(-8, 8, f"{_GUNS}M-1.8 1V-2.6H-.9V-4.6H.9V-2.6H1.8V1ZM-8 -4h3.4v.9H-8Z"),
    "heavy-battleship": _hull(-8, 8, "M-7 1V-1H-2.8V1ZM2.8 1V-1H7V1ZM-2 1V-3H-1V-5H1V-3H2V1Z"),
    "battlecruiser": _hull(-8, 8, f"{_GUNS}M-1 1V-3.8H.6V1Z"),
    "heavy-cruiser": _hull(-7, 7, "M-5 1V-.2H-2.8V1ZM2.8 1V-.2H5V1ZM-1.2 1V-3.2H1.2V1Z"),
    "light-cruiser": _hull(-6.4, 6.4, "M-4.4 1V0H-2.6V1ZM-1 1V-2.6H1V1Z"),
    "coastal-defense-ship": _hull(-5.4, 5.4, "M-4 1V-.6H-1.4V1ZM0 1V-2.8H1.6V1Z"),
    "destroyer": _hull(-5.6, 5.6, "M-1.8 1V-1.6H-.4V1ZM1.4 1V-.8H2.4V1Z"),
    "torpedo-boat-destroyer": _hull(-4.4, 4.4, "M-1 1V-1.2H.4V1Z"),
    "fleet-carrier": _hull(-8, 8, "M-8 1V-.8H8V1ZM1.6 -.8V-3.8H4V-.8Z"),
    "heavy-carrier": _hull(-8, 8, "M-8 1V-1.4H8V1ZM1.4 -1.4V-4.8H4.4V-1.4Z"),
    "light-carrier": _hull(-6.4, 6.4, "M-6.4 1V-.6H6.4V1ZM1.4 -.6V-3H3V-.6Z"),
    "submarine": f'<path d="M-7 1.6C-5 .2 5 .2 7.4 1.2C6 3.4 -5 3.6 -7 1.6ZM-1.2 1V-2H1.4V1Z" {_SOLID}/>',
    "coastal-submarine": f'<path d="M-5 1.6C-3.6 .4 3.6 .4 5.4 1.2C4.4 3 -3.6 3.2 -5 1.6ZM-1 1V-1.4H1V1Z" {_SOLID}/>',
    "advanced-submarine": f'<path d="M-7 1.6C-5 .2 5 .2 7.4 1.2C6 3.4 -5 3.6 -7 1.6ZM-2 1L-1.2 -2.6H1.6L2.2 1Z" {_SOLID}/>',
    "naval-transport": _hull(-7, 7, "M-5.4 1V-1.4H-2.2V1ZM-1.2 1V-1.4H2V1ZM3.2 1V-3.4H5.2V1Z"),
    "attack-transport": _hull(-7, 7, "M-5.4 1V-1.4H-2.2V1ZM-1.2 1V-1.4H2V1ZM3.2 1V-3.4H5.2V1ZM-5.4 -3.4h5v1h-5Z"),
    # Classes, where there is no room for types
    "vehicle": _BOX + _OVAL,
    "air": _plane(6.4, 4.8),
    "warship": _hull(-8, 8, f"{_GUNS}M-1.8 1V-2.6H-.9V-4.6H.9V-2.6H1.8V1Z"),
    "transport": _hull(-7, 7, "M-5.4 1V-1.4H-2.2V1ZM-1.2 1V-1.4H2V1ZM3.2 1V-3.4H5.2V1Z"),
    # Facilities
    "minor-factory": f'<path d="M-4 4V0L-1 -1.8V0L2 -1.8V0H4V4Z" {_SOLID}/>',
    "medium-factory": f'<path d="M-5.6 4V-.4L-2.4 -2.4V-.4L.8 -2.4V-.4H3V-4H4.4V-.4H5.6V4Z" {_SOLID}/>',
    "major-factory": f'<path d="M-7 4V-.6L-4 -2.8V-.6L-1 -2.8V-.6H1V-5H2.6V-.6H3.6V-5H5.2V-.6H7V4Z" {_SOLID}/>',
    "port": '<path d="M0 -2.6V4.2M-3.8 1.2a3.8 3.2 0 0 0 7.6 0M-2 -.8H2" stroke-width="1.3"/><circle cy="-3.6" r="1"/>',
    "shipyard": '<path d="M-2 -2.6V4.2M-5.8 1.2a3.8 3.2 0 0 0 7.6 0M-4 -.8H0" stroke-width="1.3"/><circle cx="-2" cy="-3.6" r="1"/><path d="M4 4V-4H6.6M4 -1.4L6.4 -4" />',
    "air-base": '<path d="M-6 3.6H6" stroke-width="1.3"/><g transform="translate(0 -1.4) scale(.72)">' + _plane(6, 4.8) + "</g>",
    "seaplane-base": '<path d="M-6 3.4q1.5 -1.6 3 0t3 0t3 0t3 0"/><g transform="translate(0 -1.6) scale(.68)">' + _plane(6, 4.6) + "</g>",
    "submarine-base": '<path d="M-6 3.8H6" stroke-width="1.3"/>' + f'<path d="M-5.4 .6C-4 -.6 4 -.6 5.6 .4C4.6 2.2 -4 2.4 -5.4 .6ZM-1 0V-2.4H1V0Z" {_SOLID}/>',
    "fortification": f'<path d="M-5.6 4V-3.4H-3.4V-1.6H-1.1V-3.4H1.1V-1.6H3.4V-3.4H5.6V4Z" {_SOLID}/>',
    "coastal-artillery": f'<path d="M-5 4V1H-1.4L5 -2.6L5.6 -1.4L1.2 1.2H3V4Z" {_SOLID}/>',
}  # fmt: skip
# Facilities that look alike, and differ in size: the larger stands in a ring.
ALIKE = {
    "minor-port": "port", "minor-dockyard": "port", "minor-shipyard": "shipyard",
}  # fmt: skip
RINGED = {"major-port": "port", "major-dockyard": "port", "major-shipyard": "shipyard"}
_RING = '<circle r="5.6" stroke-width=".9"/>'


def symbol_of(kind: str) -> str:
    """The picture of a kind of piece, or nothing where there is none."""
    if kind in ALIKE:
        return SYMBOLS[ALIKE[kind]]
    if kind in RINGED:
        return f'<g transform="scale(.82)">{SYMBOLS[RINGED[kind]]}</g>{_RING}'
    return SYMBOLS.get(kind, "")


def symbol_defs(prefix: str) -> str:
    """Every picture once, to be used by name: a map holds hundreds of them."""
    kinds = [*SYMBOLS, *ALIKE, *RINGED]
    return "".join(
        f'<g id="{prefix}-{kind}" fill="none" stroke="currentColor" stroke-width="1.1">{symbol_of(kind)}</g>'
        for kind in kinds
    )
