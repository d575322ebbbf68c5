"""Sections 11.6, 7.8/wartime-economy and 2.3/usa-split: money comes in, last of all, and is shared out."""

from __future__ import annotations

from ...engine.decisions import Decision
from ...engine.phases import Asking
from .actions.placement import ShareWindfall
from .nations import ANZAC, BRITAIN, CCP, COMMONWEALTH, FEC, name_of
from .recruitment import ccp_recruits
from .rulebook import procedure, rule
from .state import G
from .technology import has
from .terms import at_war_with_major, in_play, power, record
from .treasury import change
from .war_and_peace import bonus_income, income

WARTIME_ECONOMY = "wartime-economy"


@procedure("2.3/usa-split")
def split(ipp: int) -> tuple[int, int, int]:
    """The USA as two players: each half's share, and what is left for the East to give to either."""
    return ipp // 2, ipp // 2, ipp % 2


# Wartime Economy


@procedure("7.8/wartime-economy")
def economy_pays(g: G) -> bool:
    """Only at war with a Major Power; the Commonwealth rolls once, with its first nation."""
    nation = g.state.nation
    if not has(g, nation, WARTIME_ECONOMY) or not at_war_with_major(g, nation):
        return False
    return power(nation) != BRITAIN or nation == sharers(g)[0]


def sharers(g: G) -> list[str]:
    """The Commonwealth's nations in play."""
    return [nation for nation in COMMONWEALTH if in_play(g, nation)]


@procedure("7.8/wartime-economy")
def roll_economy(g: G) -> None:
    """2D6 IPPs beyond the income."""
    nation = g.state.nation
    g.state.windfall = g.chance.total(2, 6, "7.8/wartime-economy", by=nation, why=f"{name_of(nation)}: Wartime Economy")


def windfall_came(g: G) -> bool:
    return g.state.windfall > 0


@procedure("7.8/wartime-economy")
def share_windfall(g: G) -> Asking:
    """The Commonwealth may divide the money; all others keep it."""
    nation, ipp = g.state.nation, g.state.windfall
    shares = {nation: ipp}
    if power(nation) == BRITAIN and len(sharers(g)) > 1:
        action = yield Decision(
            nation,
            "7.8/wartime-economy",
            f"How are the {ipp} IPP divided?",
            [ShareWindfall],
            ways_to_share(g, ipp),
            screened=True,
        )
        assert isinstance(action, ShareWindfall)
        shares = {BRITAIN: action.britain, FEC: action.fec, ANZAC: action.anzac}
    g.state.windfall = 0
    for one, share in shares.items():
        if share:
            words = f"{name_of(one)} collects {share} IPP more."
            g.tell("income", "7.8/wartime-economy", words, by=one, money=change(g, one, share))


def ways_to_share(g: G, ipp: int) -> list[ShareWindfall]:
    playing = sharers(g)
    most = {nation: ipp if nation in playing else 0 for nation in COMMONWEALTH}
    return [
        ShareWindfall(britain, fec, ipp - britain - fec)
        for britain in range(most[BRITAIN], -1, -1)
        for fec in range(min(most[FEC], ipp - britain), -1, -1)
        if ipp - britain - fec <= most[ANZAC]
    ]


@rule("7.8/wartime-economy", ShareWindfall)
def windfall_is_shared_out(g: G, action: ShareWindfall) -> str | None:
    if action in ways_to_share(g, g.state.windfall):
        return None
    return f"All of the {g.state.windfall} IPP go to members of the Commonwealth that are in play, none less than 0."


# Income


@procedure("11.6", "0.9/income")
def collect_income(g: G) -> None:
    """The value of the zones in possession, or the peacetime income, and every bonus."""
    nation = g.state.nation
    if nation == CCP and ccp_recruits(g):
        return
    one = record(g, nation)
    regular, bonuses = income(g, nation), bonus_income(g, nation)
    one.bonus = sum(ipp for ipp, _, _ in bonuses)
    money = change(g, nation, regular + one.bonus)
    words = f"{name_of(nation)} collects {regular + one.bonus} IPP and has {one.cash}."
    g.tell("income", "11.6", words, by=nation, ipp=regular, money=money)
    for ipp, section, why in bonuses:
        g.tell("bonus", section, f"That includes {ipp} IPP: {why}.", by=nation, ipp=ipp)
