"""Chapter 4: Minor Powers that Align, come under Control, or are attacked; how wars are kept."""

from __future__ import annotations

from .nations import (
    ALLIES,
    AXIS,
    CCP,
    CHINESE,
    COMINTERN,
    COMMONWEALTH,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    KMT,
    NATIONALISTS,
    REPUBLICANS,
    SLOT_OF,
    SPAIN,
    USA,
    USSR,
    VICHY,
    WARLORD,
    adjective,
    as_read,
    name_of,
)
from .rulebook import procedure
from .setup import counted
from .state import G
from .terms import alliance, at_war, commanded, controller, enemies, home_country, in_play, power, zones_of
from .units import as_placed, place
from .zones import AMERICAS, is_sea, name_of_zone, region

MONGOLIA, SIAM = "mongolia", "siam"
SPANISH = (NATIONALISTS, REPUBLICANS, SPAIN)
SUBSTITUTES = {
    ALLIES: (*COMMONWEALTH, USA, FRANCE, FREE_FRANCE),
    AXIS: (GERMANY, ITALY, JAPAN),
    COMINTERN: (USSR,),
}  # who steps in where the one named by Table 4-3 is out of the game


# War


def set_at_war(g: G, a: str, b: str, section: str = "8.1") -> bool:
    """Write a war down between two Powers, nothing more; False where there was one, or cannot be."""
    one, other = power(a), power(b)
    if one == other or at_war(g, one, other):
        return False
    g.state.wars.setdefault(one, []).append(other)
    g.state.wars.setdefault(other, []).append(one)
    g.tell("war", section, f"{name_of(one)} and {name_of(other)} are at war.", by=one, against=other)
    return True


@procedure("4.6", "5.0")
def war_spreads(g: G) -> None:
    """What follows at once from any new war: peacetime ends, pacts end, Minors Align. Alliances declare nothing."""
    from .defeat import align_colonies
    from .events import check_events
    from .pacts import end_pacts_at_war
    from .war_and_peace import war_footing

    war_footing(g)
    end_pacts_at_war(g)
    align_colonies(g)
    check_alignments(g, "war")
    check_events(g)


def make_war(g: G, a: str, b: str, section: str = "8.1") -> None:
    """Two Powers are at war from now on, with what follows."""
    if set_at_war(g, a, b, section):
        war_spreads(g)


# Aligning and Control


@procedure("4", "4.4", "App-B.2", "0.9/aligned")
def align(g: G, minor: str, major: str, section: str) -> None:
    """A Minor Power becomes part of a nation for good: zones, units, income and wars."""
    if minor not in g.state.minors:
        return
    set_up_forces(g, minor)
    zones = zones_of(g, minor)
    for zone in zones:
        hand_over(g, zone, major)
    for unit in g.state.units.values():
        if unit.owner == minor:
            unit.owner = major
    for item in g.state.production:
        if item.owner == minor:
            item.owner = major
        if item.receiver == minor:
            item.receiver = major if item.owner != major else ""  # lend-lease for it: nobody lends to himself
    for facility in g.state.facilities.values():
        facility.original = major if facility.original == minor else facility.original
        facility.owner = major if facility.owner == minor else facility.owner
    g.tell(
        "aligned",
        section,
        f"{name_of(minor)} Aligns with {name_of(major)} and becomes part of it.",
        by=major,
        minor=minor,
        zones=zones,
    )
    _forget(g, minor)
    g.state.merged[minor] = major
    _takes_over_battles(g, minor, major)
    _inherit_wars(g, minor, major, section)


@procedure("4.8")
def may_join(g: G, minor: str, major: str) -> bool:
    """Tables 4-4 to 4-6 bring no Minor Power over to an Alliance with a member of which it is at war."""
    return all(alliance(g, foe) != alliance(g, major) for foe in enemies(g, minor))


def hand_over(g: G, zone: str, to: str) -> None:
    """A zone comes over without a fight; a peacetime income follows it."""
    from .war_and_peace import income_follows

    income_follows(g, zone, g.state.owners[zone], to)
    g.state.owners[zone] = to
    g.state.gained.append(zone)


def _forget(g: G, minor: str) -> None:
    """A Minor that is no more."""
    del g.state.minors[minor]
    g.state.aligning.pop(minor, None)
    g.state.pledges.pop(minor, None)


@procedure("4.4")
def _takes_over_battles(g: G, minor: str, major: str) -> None:
    """A battle under way is fought on under its new master, who decides for what were the Minor's units."""
    for battle in (*g.state.battles, *([g.state.battle] if g.state.battle else [])):
        if battle.attacker == minor:
            battle.attacker = g.state.mover if commanded(g, major, g.state.mover) else major
        if battle.defender == minor:
            battle.defender = major


def _inherit_wars(g: G, minor: str, major: str, section: str) -> None:
    """Its wars go on under its new name, so that nobody is left fighting a nation that is gone."""
    foes = g.state.wars.pop(minor, [])
    for foe in foes:
        g.state.wars[foe] = [other for other in g.state.wars[foe] if other != minor]
    new = [set_at_war(g, major, foe, section) for foe in foes if alliance(g, foe) != alliance(g, major)]
    if any(new):
        war_spreads(g)


@procedure("4.5", "App-B.3")
def take_control(g: G, minor: str, major: str, section: str) -> None:
    """A nation decides for a Minor Power that stays apart and neutral ground."""
    if minor not in g.state.minors or g.state.minors[minor].controller == major:
        return
    set_up_forces(g, minor)
    g.state.minors[minor].controller = major
    g.tell("control", section, f"{name_of(minor)} comes under {adjective(major)} Control.", by=major, minor=minor)


@procedure("8.1")
def set_up_forces(g: G, minor: str) -> None:
    """The last step of a declaration of war: the forces of the Minor, where they are not on the map yet."""
    record = g.state.minors[minor]
    if record.set_up:
        return
    record.set_up = True
    for row in g.charts["neutral-forces"]:
        zone = row["zone"]
        here = g.state.owners.get(zone) == minor or is_sea(g, zone)
        if as_read(row["nation"], zone, g.options) != minor or row["from_turn"] > g.state.calendar or not here:
            continue
        for type, count in counted(row["units"]):
            for _ in range(count):
                place(g, as_placed(type, g.options), minor, zone)
        g.tell("set up", "8.1", f"{name_of(minor)} sets up {row['units']} in {name_of_zone(g, zone)}.", zone=zone)


# Table 4-3: who gets a Minor Power that is attacked


@procedure("4.7")
def attacked(g: G, minor: str, attacker: str) -> None:
    """A Minor Power is attacked: it Aligns, or comes under Control, and its forces are set up."""
    if minor not in g.state.minors:
        return
    if warlord(minor):
        _warlord_attacked(g, minor, attacker)
        return
    if minor == VICHY and not g.options["reading-vichy-aligns-at-once"]:
        from .vichy import attacked as vichy_attacked

        vichy_attacked(g, attacker)
        return
    to, aligns = fate(g, minor, attacker)
    set_up_forces(g, minor)
    if to and aligns:
        align(g, minor, to, "4.7")
    elif to:
        take_control(g, minor, to, "4.7")


@procedure("4.7", "App-B.3")
def fate(g: G, minor: str, attacker: str) -> tuple[str, bool]:
    """Who gets an attacked Minor, and whether it Aligns (or only comes under Control)."""
    always = _always_aligns(g, minor, attacker)
    if always and in_play(g, always):
        return always, True
    to = controller(g, minor) or assigned(g, minor, attacker)
    if not to:
        return "", False
    if g.options["reading-align-with-alliance"]:
        return to, any(at_war(g, one, attacker) for one in g.state.nations if alliance(g, one) == alliance(g, to))
    return to, at_war(g, to, attacker)


@procedure("4.8/republican-spain", "4.7")
def _always_aligns(g: G, minor: str, attacker: str) -> str:
    """Minors that Align with one nation whatever wars there are: Mongolia, Spain after its civil war, Vichy."""
    side = alliance(g, attacker)
    republican = minor == REPUBLICANS or (minor == SPAIN and g.state.spain == "republican")
    if (minor == MONGOLIA or republican) and side != COMINTERN:
        return USSR
    nationalist = minor in (NATIONALISTS, SPAIN) and g.state.spain == "nationalist"
    if (nationalist or minor == VICHY) and side != AXIS:
        return recipient(g, GERMANY)
    return ""


@procedure("4.7", "App-B.1")
def assigned(g: G, minor: str, attacker: str) -> str:
    """Three spheres: victims of the Axis go to the Allies, victims of the Allies and the Comintern to the Axis."""
    if alliance(g, attacker) == AXIS:
        to, side = (USA if american(g, minor) else nearest_commonwealth(g, minor)), ALLIES
    else:
        to, side = (JAPAN if minor == SIAM else GERMANY), AXIS
    to = recipient(g, to)
    return to if in_play(g, to) else next((one for one in SUBSTITUTES[side] if in_play(g, one)), "")


@procedure("15.11")
def recipient(g: G, nation: str) -> str:
    """With the option, what would Align with Germany goes to Italy, and what would go to the Allies to France."""
    if not g.options["italian-french"]:
        return nation
    if nation == GERMANY:
        return ITALY if in_play(g, ITALY) else nation
    if alliance(g, nation) == ALLIES:
        return next((one for one in (FRANCE, FREE_FRANCE) if in_play(g, one)), nation)
    return nation


def american(g: G, minor: str) -> bool:
    """Does a Minor Power lie in North or South America?"""
    return any(region(g, zone) in AMERICAS for zone in _body(g, minor))


def _body(g: G, minor: str) -> list[str]:
    """Its Home Country as far as it holds it, or else whatever it holds."""
    held = zones_of(g, minor)
    return [z for z in held if z in home_country(g, minor)] or held


@procedure("4.7", "0.8")
def nearest_commonwealth(g: G, minor: str) -> str:
    """The Commonwealth nation whose land zone is fewest borders away; Britain before FEC before ANZAC."""
    ring = sorted(_body(g, minor))
    seen = set(ring)
    while ring:
        owners = {g.state.owners.get(zone, "") for zone in ring}
        found = [one for one in COMMONWEALTH if one in owners and in_play(g, one)]
        if found:
            return found[0]
        ring = sorted({n for zone in ring for n in g.board.neighbours[zone]} - seen)
        seen.update(ring)
    return COMMONWEALTH[0]


# China (4.9)


def warlord(nation: str) -> bool:
    return nation.startswith(WARLORD)


def chinese(nation: str) -> bool:
    return nation in CHINESE or warlord(nation)


def warlords(g: G) -> list[str]:
    return [name for name in g.state.minors if warlord(name)]


@procedure("4.9")
def attacked_in_china(g: G, attacker: str, target: str) -> list[str]:
    """Everybody who is at war when a nation is attacked: a foreign attack on one part of China is an attack on all."""
    if not chinese(target) or chinese(attacker):
        return [target]
    factions = [one for one in CHINESE if in_play(g, one) and alliance(g, one) != alliance(g, attacker)]
    return [*factions, *warlords(g)]


@procedure("4.9")
def _warlord_attacked(g: G, minor: str, attacker: str) -> None:
    """A foreign attack brings every Warlord to the KMT; an attack by one faction sends this one to the other."""
    if chinese(attacker):
        other = CCP if attacker == KMT else KMT
        set_up_forces(g, minor)
        if in_play(g, other):
            take_control(g, minor, other, "4.9")
            g.state.aligning[minor] = [other, SLOT_OF[attacker]]
        return
    to = next((one for one in (KMT, CCP) if in_play(g, one) and alliance(g, one) != alliance(g, attacker)), KMT)
    for one in warlords(g):
        align(g, one, to, "4.9")


# What other chapters keep, under one roof


def check_alignments(g: G, moment: str) -> None:
    """Align every Minor whose condition is met at this moment; see ``alignments``."""
    from .alignments import check_alignments as check

    check(g, moment)


def may_annex(g: G, nation: str, zone: str) -> bool:
    """May a nation's units walk into this zone and take it without war? See ``annexation``."""
    from .annexation import may_annex as may

    return may(g, nation, zone)


def annex(g: G, nation: str, zone: str) -> None:
    """Take it; see ``annexation``."""
    from .annexation import annex as take

    take(g, nation, zone)
