"""Attacks without war: the Monroe Doctrine (5.7) and the Soviet sphere of influence under the pact (14.2)."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decisions import Action
from ...engine.rulings import Ruling
from .actions.politics import Intervene
from .calendar import turn_name
from .interrupts import offers, on_interrupt
from .nations import GERMANY, SLOT_OF, USA, USSR, name_of
from .relations import set_up_forces
from .rulebook import procedure, rule
from .state import G
from .terms import NOBODY, alliance, at_war, fights, major, owner, power, roundel
from .units import occupied, units_in
from .zones import AMERICAS, is_land, name_of_zone, region

Said = str | tuple[str, str] | None
EASTERN_POLAND, KARJALA = ("east-poland", "lubelskie"), "karjala"


@rule("5.7", Intervene)
def there_is_a_ground_to_intervene(g: G, action: Intervene) -> Ruling | Said:
    """The USA has the doctrine, the USSR the pact; nobody else has either."""
    nation, zone = action.nation, action.zone
    if nation == USA:
        return why_not_monroe(g, zone)
    if nation == USSR:
        why = why_not_sphere(g, zone)
        return Ruling("14.2/sphere", *((why,) if isinstance(why, str) else why)) if why else None
    return f"{name_of(nation)} has no right to attack without war.", "Declare war first."


@rule("5.7", Intervene)
def in_its_own_turn(g: G, action: Intervene) -> Ruling | None:
    if SLOT_OF.get(action.nation) == g.state.slot:
        return None
    return Ruling(section_of(action.nation), f"{name_of(action.nation)} attacks in its own turn.")


def section_of(nation: str) -> str:
    """Where it says that a nation may attack without war."""
    return "14.2/sphere" if nation == USSR else "5.7"


@procedure("5.7", "App-B.19")
def why_not_monroe(g: G, zone: str) -> Said:
    """The USA may attack foreign Major Powers in the Americas: in zones they have taken, and at sea off American shores."""
    if is_land(g, zone):
        holder = owner(g, zone)
        if region(g, zone) not in AMERICAS:
            return f"{name_of_zone(g, zone)} is not in the Americas."
        if holder == NOBODY or not _foreign_major(g, holder):
            return f"{name_of_zone(g, zone)} is not held by a Major Power of another Alliance."
        if roundel(g, zone) == holder:
            return f"{name_of_zone(g, zone)} has been {name_of(holder)}'s from the start."
        return (
            None if not at_war(g, USA, holder) else f"The USA is at war with {name_of(holder)} and needs no doctrine."
        )
    if not any(region(g, land) in AMERICAS for land in g.board.neighbours[zone] if is_land(g, land)):
        return f"{name_of_zone(g, zone)} borders no zone of North or South America."
    if not any(_foreign_major(g, unit.owner) and not at_war(g, USA, unit.owner) for unit in units_in(g, zone)):
        return f"No units of a foreign Major Power at peace with the USA are in {name_of_zone(g, zone)}."
    return None


def _foreign_major(g: G, nation: str) -> bool:
    return nation in g.state.nations and major(g, nation) and alliance(g, nation) != alliance(g, USA)


@procedure("14.2/sphere", "App-B.43")
def why_not_sphere(g: G, zone: str) -> Said:
    """Under the pact the USSR may take eastern Poland once Germany has Warsaw, and Karjala, and nobody declares war."""
    if g.state.pact != "signed":
        return "The USSR and Germany have no pact.", "Declare war, or sign the pact."
    holder = owner(g, zone)
    if zone in EASTERN_POLAND:
        if owner(g, "warsaw") != GERMANY:
            return "The USSR moves into eastern Poland only after Germany has occupied Warsaw."
        if holder in (USSR, GERMANY):
            return f"{name_of_zone(g, zone)} is {name_of(holder)}'s."
        return None
    if zone == KARJALA:
        return None if holder == "finland" else "Karjala is not Finnish."
    return f"{name_of_zone(g, zone)} is not in the Soviet sphere of influence.", "Declare war first."


# What one who is not at war would have to do


@procedure("8.1", "5.7", "14.2/sphere")
def why_at_peace(g: G, nation: str, zone: str, combat: bool = True) -> Ruling:
    """Why a nation that is not at war with the possessor of a zone cannot attack it yet, and its own way to do so, now or,
    without ``combat``, in a Combat Movement to come."""
    from .declarations import why_barred
    from .war_and_peace import why_not_declare

    holder, where = owner(g, zone), name_of_zone(g, zone)
    war = why_not_declare(g, power(nation), holder)
    way = _way_to_war(war, holder)
    intervene = f"Intervene in {where} {'first' if combat else 'in Combat Movement'}: that declares no war."
    if nation == USSR and g.state.pact == "signed" and zone in (*EASTERN_POLAND, KARJALA) and holder != GERMANY:
        why = why_not_sphere(g, zone)
        if isinstance(why, str):
            return Ruling("14.2/sphere", why, way)
        reason = f"The USSR has not announced that it moves into {where}, which is in its sphere of influence."
        return Ruling("14.2/sphere", reason, intervene)
    if (barred := why_barred(g, nation, holder)) is not None:
        return barred  # a treaty forbids the attack itself
    reason = f"{name_of(nation)} is not at war with {name_of(holder)}, which possesses {where}."
    if nation == USA and why_not_monroe(g, zone) is None:
        return Ruling("5.7", reason, intervene)
    return Ruling("8.1", reason, " ".join(filter(None, (way, _annexable(g, nation, zone)))))


def _way_to_war(why_not: Ruling | None, other: str) -> str:
    """How to be at war with another, or why that cannot be now."""
    way = f"Declare war on {name_of(other)} first"
    return f"{way}, which cannot be now: {why_not.reason} {why_not.remedy}".strip() if why_not else f"{way}."


@procedure("0.5/sea", "5.7")
def way_to_fight_at_sea(g: G, nation: str, sea: str) -> str:
    """What would make enemies of foreign units in a sea zone; nothing where there are none."""
    from .war_and_peace import why_not_declare

    if nation == USA and why_not_monroe(g, sea) is None:
        return f"Intervene in the {name_of_zone(g, sea)} first: that declares no war."
    other = next((u.owner for u in units_in(g, sea) if alliance(g, u.owner) != alliance(g, nation)), "")
    return _way_to_war(why_not_declare(g, power(nation), other), other) if other else ""


@procedure("0.9/annexation")
def _annexable(g: G, nation: str, zone: str) -> str:
    """The other way into a zone that may be annexed later."""
    row = next((row for row in g.charts["annexations"] if (row["zone"], row["nation"]) == (zone, nation)), None)
    if row is None or row["from_turn"] <= g.state.calendar:
        return ""
    return f"It can be annexed from {turn_name(int(row['from_turn']))} on."


@on_interrupt(Intervene)
@procedure("5.7", "14.2/sphere")
def intervened(g: G, action: Intervene) -> None:
    """For this turn the nation fights in this zone without war: nothing is declared, and no income rises."""
    holder = owner(g, action.zone)
    if holder in g.state.minors:
        set_up_forces(g, holder)
    g.state.incursions[action.zone] = action.nation
    text = f"{name_of(action.nation)} attacks in {name_of_zone(g, action.zone)} without declaring war."
    g.tell("intervened", section_of(action.nation), text, by=action.nation, zone=action.zone)


@offers
def zones_to_intervene_in(g: G, nation: str) -> Iterable[Action]:
    if SLOT_OF.get(nation) != g.state.slot:
        return
    if nation == USSR and g.state.pact == "signed":
        yield from (
            Intervene(USSR, zone) for zone in (*EASTERN_POLAND, KARJALA) if not fights(g, USSR, owner(g, zone), zone)
        )
    if nation == USA:
        for zone, holder in g.state.owners.items():
            if _foreign_major(g, holder) and region(g, zone) in AMERICAS and zone not in g.state.incursions:
                yield Intervene(USA, zone)
        seas = [z for z in occupied(g) if not is_land(g, z) and z not in g.state.incursions]
        yield from (Intervene(USA, sea) for sea in sorted(seas) if why_not_monroe(g, sea) is None)
