"""Chapters 1.3, 4.1 to 4.3 and 6.1: the nations, their alliances, their names, and the order in which they act."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.showing import Livery

AXIS, ALLIES, COMINTERN = "axis", "allies", "comintern"
ALLIANCES = {AXIS: "Axis", ALLIES: "Allies", COMINTERN: "Comintern"}

GERMANY, ITALY, JAPAN = "germany", "italy", "japan"
USSR, CCP = "ussr", "ccp"
BRITAIN, FEC, ANZAC = "great-britain", "fec", "anzac"
FRANCE, FREE_FRANCE = "france", "free-france"
USA, KMT = "usa", "kmt"
VICHY = "vichy"
NATIONALISTS, REPUBLICANS, SPAIN = "spain-nationalist", "spain-republican", "spain"
ABYSSINIA = "abyssinia"
WARLORD = "warlord-"  # 4.9: what the names of all of them begin with
PATRONS = {NATIONALISTS: GERMANY, REPUBLICANS: USSR}  # 13.1: who Controls the factions of the Spanish Civil War

# Table 6-1: who acts together, in order. The first of each names the national turn.
SLOTS: tuple[tuple[str, ...], ...] = (
    (GERMANY,),
    (USSR, CCP),
    (JAPAN,),
    (BRITAIN, FEC, ANZAC),
    (FRANCE, FREE_FRANCE),
    (ITALY,),
    (USA, KMT),
)
PLAYERS: tuple[str, ...] = tuple(nation for slot in SLOTS for nation in slot)
SLOT_OF = {nation: slot[0] for slot in SLOTS for nation in slot}

MAJORS = (GERMANY, ITALY, JAPAN, USA, BRITAIN, FRANCE, USSR)  # 4.1; Britain stands for the Commonwealth
COMMONWEALTH = (BRITAIN, FEC, ANZAC)
CHINESE = (KMT, CCP)
PLAYED_MINORS = (KMT, CCP, FREE_FRANCE)  # 4.2: Minor Powers run by players
ALLIANCE_OF = {
    GERMANY: AXIS, ITALY: AXIS, JAPAN: AXIS,
    USSR: COMINTERN, CCP: COMINTERN,
    BRITAIN: ALLIES, FEC: ALLIES, ANZAC: ALLIES, FRANCE: ALLIES, FREE_FRANCE: ALLIES, USA: ALLIES, KMT: ALLIES,
}  # fmt: skip

NAMES = {
    GERMANY: "Germany", ITALY: "Italy", JAPAN: "Japan", USSR: "USSR", CCP: "Communist China (CCP)",
    BRITAIN: "Great Britain", FEC: "Far East Command", ANZAC: "ANZAC", FRANCE: "France", FREE_FRANCE: "Free France",
    USA: "USA", KMT: "Nationalist China (KMT)", VICHY: "Vichy France", NATIONALISTS: "Nationalist Spain",
    REPUBLICANS: "Republican Spain", SPAIN: "Spain", "haiti-dominican-republic": "Haiti and Dominican Republic",
}  # fmt: skip
ADJECTIVES = {
    GERMANY: "German", ITALY: "Italian", JAPAN: "Japanese", USSR: "Soviet", CCP: "CCP", BRITAIN: "British", FEC: "FEC",
    ANZAC: "ANZAC", FRANCE: "French", FREE_FRANCE: "Free French", USA: "US", KMT: "KMT", VICHY: "Vichy",
    NATIONALISTS: "Nationalist", REPUBLICANS: "Republican", SPAIN: "Spanish",
    "abyssinia": "Abyssinian", "afghanistan": "Afghan", "albania": "Albanian", "argentina": "Argentine",
    "austria": "Austrian", "belgium": "Belgian", "bolivia": "Bolivian", "brazil": "Brazilian", "bulgaria": "Bulgarian",
    "central-america": "Central American", "chile": "Chilean", "colombia": "Colombian", "cuba": "Cuban",
    "czechoslovakia": "Czechoslovak", "denmark": "Danish", "ecuador": "Ecuadorian", "estonia": "Estonian",
    "finland": "Finnish", "greece": "Greek", "haiti-dominican-republic": "Haitian and Dominican", "hungary": "Hungarian",
    "iraq": "Iraqi", "ireland": "Irish", "latvia": "Latvian", "lithuania": "Lithuanian", "mexico": "Mexican",
    "mongolia": "Mongolian", "netherlands": "Dutch", "norway": "Norwegian", "paraguay": "Paraguayan",
    "persia": "Persian", "peru": "Peruvian", "poland": "Polish", "portugal": "Portuguese", "romania": "Romanian",
    "saudi-arabia": "Saudi", "siam": "Siamese", "sweden": "Swedish", "switzerland": "Swiss", "turkey": "Turkish",
    "uruguay": "Uruguayan", "venezuela": "Venezuelan", "yugoslavia": "Yugoslav",
}  # fmt: skip

# 2.4: the colours of the pieces, with letters so that colour is never alone; ground is hatched by Alliance.
LIVERIES = {
    GERMANY: Livery("#38393d", "#f4f1e8", "GER", "falling"),
    USSR: Livery("#8a1d14", "#fbeae4", "SOV", "dots"),
    CCP: Livery("#ee5454", "#2b0505", "CCP", "dots"),
    JAPAN: Livery("#dc7d24", "#2a1604", "JPN", "falling"),
    BRITAIN: Livery("#d0a67c", "#2b2113", "BRI"),
    FEC: Livery("#e2cd3a", "#2d2404", "FEC"),
    ANZAC: Livery("#9f9aa3", "#17191b", "ANZ"),
    FRANCE: Livery("#4064b0", "#f2f6ff", "FRA"),
    FREE_FRANCE: Livery("#96c0f2", "#10253b", "FFR"),
    ITALY: Livery("#5f3d2c", "#f8eee0", "ITA", "falling"),
    USA: Livery("#62743f", "#f7f8e6", "USA"),
    KMT: Livery("#b2e188", "#16300a", "KMT"),
}
NEUTRAL_LIVERY = Livery("#f4f2ec", "#23211c", "")


def name_of(nation: str) -> str:
    """A nation as people call it."""
    if nation.startswith(WARLORD):
        return f"Warlord of {_warlord_zones(nation)}"
    return NAMES.get(nation) or nation.replace("-", " ").title()


def _warlord_zones(nation: str) -> str:
    return nation.removeprefix(WARLORD).replace("-", " and ").title().replace(" And ", " and ")


def adjective(nation: str) -> str:
    if nation.startswith(WARLORD):
        return f"{_warlord_zones(nation)} Warlord"
    return ADJECTIVES.get(nation) or name_of(nation)


# 4.9: the text lists Hainan and Sinkiang as one warlord, which a reading takes for two.
ONE_WARLORD_OR_TWO = "warlord-hainan-sinkiang"
TWO_WARLORDS = "reading-two-warlords"


def as_read(nation: str, zone: str, options: Mapping[str, bool]) -> str:
    """A Minor Power of the map or a chart, as the reading of 4.9 in force calls it."""
    return f"warlord-{zone}" if nation == ONE_WARLORD_OR_TWO and options[TWO_WARLORDS] else nation
