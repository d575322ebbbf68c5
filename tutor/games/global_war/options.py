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
    "unit-upgrades": Option("11.2", "Motorized upgrades of Infantry"),
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
    "reading-declared-blockade": Option("8.11", "Reading: a blockade is a task that ships announce"),
    "reading-sea-strikes": Option("App-B.27", "Reading: aircraft strike at sea with their whole movement"),
    "reading-naval-submarines": Option("10.6", "Reading: submarines use strategic naval movement too"),
    "reading-one-lend-lease": Option("7.9", "Reading: one lend-lease a turn, not one for each receiver"),
    "reading-one-interdiction": Option("11.4/interdiction", "Reading: one interdiction roll for the whole route"),
    "reading-port-each-delivery": Option(
        "11.4/sea", "Reading: a minor naval facility handles 3 IPP with each delivery, not in a turn"
    ),
    "reading-ccp-recruits": Option("11.5", "Reading: the CCP recruits and collects no income until it evolves"),
    "reading-early-fighters-july": Option("15.9", "Reading: modern Fighters come in July 1940"),
    "reading-align-with-alliance": Option("4.7", "Reading: war with any of the Alliance is enough to Align"),
    "reading-bonus-at-wartime-income": Option("5.2", "Reading: Wartime Income brings the bonus before there is war"),
    "reading-interception-from-bases": Option(
        "9.16", "Reading: fighters over a bombed zone intercept only from an undamaged air base there"
    ),
    "reading-patrol-each": Option(
        "9.11/roll", "Reading: every patrol aircraft adds 2 to the convoy's roll, not all together"
    ),
    "reading-radar-escorts": Option("7.8/radar", "Reading: Radar helps a convoy only where an escort ship is present"),
    "reading-patrol-tactical": Option("8.7/carrier", "Reading: a Tactical Bomber on patrol defends at 4"),
    "reading-heavy-carrier": Option("7.8/heavy-carrier", "Reading: a Heavy Carrier takes three hits"),
    "reading-blitz-pairs": Option("9.5/blitz", "Reading: every armor leads one companion of each kind in a blitz"),
    "reading-city-blockade": Option("1.16/surrounded", "Reading: a city without a port cannot be surrounded"),
    "reading-mountain-river": Option("1.24/mountain-river", "Reading: mountains behind a river count in round 1 only"),
    "reading-first-strike": Option("9.3/first-strike", "Reading: first strike in every round"),
    "reading-fortification-terrain": Option("12.7", "Reading: attackers of a Fortification suffer no terrain penalty"),
    "reading-eighteen-turns": Option("2.1", "Reading: July 1945 is scored when it begins and not played"),
    "reading-cities-only": Option("3.4", "Reading: without Nation-Specific Victory only Objective Cities score"),
    "reading-spain-scores-ussr": Option(
        "13.1/comintern-win", "Reading: a Comintern victory in Spain scores a Soviet point"
    ),
    "reading-vichy-aligns-at-once": Option("14.4.3", "Reading: Vichy Aligns with Germany when war is declared on it"),
    "reading-end-note-odds": Option("2.1/variable-end", "Reading: the variable end follows the odds of end note 16"),
    "reading-two-warlords": Option("4.9", "Reading: Hainan and Sinkiang have a warlord each"),
    "reading-all-china-lost": Option("3.3", "Reading: KMT and CCP each lose points for all of Chinese Home Country"),
}
