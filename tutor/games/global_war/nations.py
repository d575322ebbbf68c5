"""Chapters 1.3, 4.1 to 4.3 and 6.1: the nations, their alliances, their names, and the order in which they act."""

from __future__ import annotations

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
    REPUBLICANS: "Republican Spain", SPAIN: "Spain",
}  # fmt: skip
ADJECTIVES = {
    GERMANY: "German", ITALY: "Italian", JAPAN: "Japanese", USSR: "Soviet", CCP: "CCP", BRITAIN: "British", FEC: "FEC",
    ANZAC: "ANZAC", FRANCE: "French", FREE_FRANCE: "Free French", USA: "US", KMT: "KMT", VICHY: "Vichy",
    NATIONALISTS: "Nationalist", REPUBLICANS: "Republican", SPAIN: "Spanish",
}  # fmt: skip

# 2.4: the colours of the pieces, with letters so that colour is never alone.
LIVERIES = {
    GERMANY: Livery("#3d3d3f", "#f4f1e8", "GER"),
    USSR: Livery("#7c1f1d", "#fbeae4", "SOV"),
    CCP: Livery("#d23a2e", "#fff4e6", "CCP"),
    JAPAN: Livery("#dd7f2e", "#2a1604", "JPN"),
    BRITAIN: Livery("#c9ab7c", "#2b2113", "BRI"),
    FEC: Livery("#d9b73f", "#2d2404", "FEC"),
    ANZAC: Livery("#9a9d9f", "#17191b", "ANZ"),
    FRANCE: Livery("#3f63a8", "#f2f6ff", "FRA"),
    FREE_FRANCE: Livery("#9cc4e8", "#10253b", "FFR"),
    ITALY: Livery("#6d4a2d", "#f8eee0", "ITA"),
    USA: Livery("#6f7440", "#f7f8e6", "USA"),
    KMT: Livery("#9ccb7d", "#16300a", "KMT"),
}
NEUTRAL_LIVERY = Livery("#f4f2ec", "#23211c", "")


def name_of(nation: str) -> str:
    """A nation as people call it."""
    return NAMES.get(nation) or nation.replace("-", " ").title()


def adjective(nation: str) -> str:
    return ADJECTIVES.get(nation) or name_of(nation)
