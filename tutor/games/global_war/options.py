"""Appendix C and chapter 15: the optional rules as switches, and readings of the text that can be switched.

Where the text contradicts itself, ``rulings.yaml`` says which reading is played; the options below whose names begin
with "reading" choose the other one.
"""

from __future__ import annotations

from ...engine.game import Option

OPTIONS = {
    "mountains": Option("1.8", "Mountains"),
    "deserts": Option("1.9", "Deserts"),
    "jungles": Option("1.10", "Jungle"),
    "marshes": Option("1.11", "Marsh"),
    "rivers": Option("1.12", "Rivers"),
    "tundra": Option("1.13", "Tundra and ice"),
    "canal-combat-moves": Option("1.15/combat-move", "Combat moves through canals only for their owner's side"),
    "air-hump": Option("1.24/air-hump", "Himalayan Air Hump"),
    "variable-end": Option("2.1/variable-end", "Variable game end"),
    "nation-victory": Option("3.4", "Nation-specific victory"),
    "damage-construction": Option("7.3/damage-construction", "Facilities under construction can be bombed"),
    "carrier-aircraft-retreat": Option("9.4/carrier-aircraft", "Aircraft of a sunk carrier retreat"),
    "screening": Option("9.7", "Screening forces"),
    "surface-raiders": Option("9.12", "Surface raiding ships"),
    "mines": Option("9.13", "Mine warfare"),
    "raiding-aircraft": Option("9.14", "Convoy-raiding aircraft"),
    "captured-bases": Option("10.2", "Reinforcement of captured bases"),
    "rail-gauge": Option("10.5", "Rail gauge"),
    "strategic-naval": Option("10.6", "Strategic naval movement"),
    "unit-upgrades": Option("11.2", "Militia and infantry upgrades"),
    "chinese-victory": Option("13.3", "Chinese victory"),
    "suez-reroute": Option("15.2", "Suez re-route"),
    "advanced-carriers": Option("15.3", "Advanced carrier aircraft rules"),
    "slovakia": Option("15.4", "Slovakian resistance"),
    "capital-ship-damage": Option("15.5", "Alternate capital ship damage"),
    "forcing-straits": Option("15.6", "Forcing a strait"),
    "advanced-escort": Option("15.7", "Advanced escort rules"),
    "ships-under-construction": Option("15.8", "Ships under construction can be captured"),
    "early-fighters": Option("15.9", "Early war fighters"),
    "canal-bombing": Option("15.10", "Strategic bombing of canals"),
    "italian-french": Option("15.11", "Aligned nations go to Italy and France"),
}
