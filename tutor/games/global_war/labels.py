"""Actions in words, for buttons: one line for each kind, and a plain one for what has no words of its own yet."""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine.decisions import Action
from ...engine.errors import an
from ...engine.session import Roll
from .actions import basic, combat, events, movement, placement, politics, production
from .nations import adjective, name_of
from .showing import BATTLES, TASKS, catalogue, counted, the, type_name, zone_name
from .state import Facility, Item
from .views import Stack, WorldView
from .zones import HOLDERS

PACTS = {"pact": "the Molotov-Ribbentrop Pact", "molotov-ribbentrop": "the Molotov-Ribbentrop Pact",
         "eastern": "the pact of Japan and the USSR", "eastern_pact": "the pact of Japan and the USSR",
         "japan-ussr": "the pact of Japan and the USSR"}  # fmt: skip
WHICH = {"aboard": "aboard ship", "damaged": "damaged", "moved": "that have moved", **TASKS}

# Kinds of action as headings, where their names alone would be short of words.
KINDS = {
    "pick": "Take units in hand", "move": "Send the units in hand", "rail-move": "Send them by rail",
    "strategic-sail": "Send them on a voyage", "research": "Research", "buy": "Buy units",
    "choose-facility": "Build a facility", "build": "Build it here", "advance": "Go on building",
    "upgrade-facility": "Upgrade a facility", "repair": "Repair facilities", "repair-ship": "Repair ships",
    "buy-upgrade": "Pay for upgrades of units", "choose-receiver": "Lend-lease", "lend-money": "Lend IPPs",
    "lend-unit": "Build a unit for another nation", "declare-war": "Declare war", "sign-pact": "Sign a pact",
    "nullify-pact": "End a pact", "grant": "Grant passage", "deny": "Deny passage", "resolve": "Next battle",
    "fire": "Who fires", "lose": "Who takes the hit", "suffer": "Who is lost", "place": "Place new units",
    "influence": "Diplomacy", "align-minor": "Take in a Minor Power", "deliver": "Deliver lend-lease",
    "close-passage": "Close a strait or canal", "open-passage": "Open a strait or canal", "intervene": "Step in without war",
}  # fmt: skip


def label(view: WorldView, action: Action) -> str:
    """An action in a few words, for a button."""
    for said in (_anywhere, _politics, _production, _moving, _fighting, _placing, _event):
        words = said(view, action)
        if words:
            return words
    return plain(view, action)


def plain(view: WorldView, action: Action) -> str:
    """Any action at all, from the names of its fields: what has no words of its own is still read easily."""
    words = [action.kind().replace("-", " ").capitalize()]
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if value in ("", (), None, False):
            continue
        words.append(_field(view, field, value))
    return ": ".join([words[0], ", ".join(filter(None, words[1:]))]) if len(words) > 1 else words[0]


def _field(view: WorldView, field: str, value: Any) -> str:
    if value is True:
        return field.replace("_", " ")
    if field in ("zone", "to", "border", "yard"):
        return zone_name(str(value))
    if field == "path":
        return " → ".join(map(zone_name, value))
    if field in ("type", "what"):
        return type_name(str(value))
    if field in ("nation", "target", "other", "minor", "receiver", "owner", "heir", "attacker") and isinstance(
        value, str
    ):
        return name_of(value)
    if field == "facility":
        return _facility(view, value)
    if field == "item":
        return _item(view, value)
    if isinstance(value, (tuple, list)):
        return " ".join(map(str, value))
    return str(value).replace("-", " ")


def _anywhere(view: WorldView, action: Action) -> str:
    match action:
        case basic.Done():
            return "Done"
        case basic.Pass():
            return "Pass"
        case Roll():
            return "Roll"
    return ""


def _politics(view: WorldView, action: Action) -> str:
    """Chapters 4, 5, 8.1, 9.21 and 14."""
    match action:
        case politics.DeclareWar(nation, target):
            return f"{name_of(nation)} declares war on {the(target)}"
        case politics.Pledge(nation, target, ipp):
            return f"{name_of(nation)} pledges {ipp} IPP for a war on {the(target)}"
        case politics.Intervene(nation, zone):
            return f"{name_of(nation)} steps in at {zone_name(zone)}"
        case politics.SignPact(nation, pact):
            return f"{name_of(nation)} signs {PACTS.get(pact, pact)}"
        case politics.NullifyPact(nation, pact):
            return f"{name_of(nation)} ends {PACTS.get(pact, pact)}"
        case politics.Grant(nation, other):
            return f"{name_of(nation)} grants {the(other)} passage"
        case politics.Deny(nation, other):
            return f"{name_of(nation)} denies {the(other)} passage"
        case politics.ClosePassage(nation, passage, other):
            return f"{name_of(nation)} closes {_passage(passage)} to {the(other)}"
        case politics.OpenPassage(nation, passage, other):
            return f"{name_of(nation)} opens {_passage(passage)} to {the(other)}"
        case politics.DenyArctic(_, deny):
            return "Withhold the Arctic convoys" if deny else "Let the Arctic convoys sail"
        case politics.AlignMinor(minor):
            return f"Take in {the(minor)}"
        case politics.Influence(minor, ipp):
            return f"Influence {the(minor)} with {ipp} IPP"
        case politics.Contest():
            return "Contest the annexation of Slovakia"
        case politics.DemandZone(nation, zone):
            return f"{name_of(nation)} asks for {zone_name(zone)} back"
        case politics.ReturnZone(nation, zone, to):
            return f"{name_of(nation)} gives {zone_name(zone)} back" + (f", units to {zone_name(to)}" if to else "")
        case politics.RefuseZone(nation, zone):
            return f"{name_of(nation)} keeps {zone_name(zone)}"
        case politics.RelocateCapital(nation, zone):
            return f"{name_of(nation)} moves its capital to {zone_name(zone)}"
        case politics.Bequeath(minor, heir):
            return f"Hand {the(minor)} over to {the(heir)}"
    return ""


def _passage(passage: str) -> str:
    return f"the {passage.replace('-', ' ').title()}" if passage in HOLDERS else passage


def _production(view: WorldView, action: Action) -> str:
    """Chapter 7."""
    match action:
        case production.Research(technology):
            return f"Research {_technology(technology)}{_stage(view, technology)}"
        case production.Buy(type, count, zone, rushed):
            hurry = ", two turns at once" if rushed else ""
            return f"Buy {counted(type, count)} ({_price(type, count, rushed)}{hurry})" + _at(zone)
        case production.ChooseFacility(what):
            return f"Build {an(type_name(what))} ... ({_price(what)})"
        case production.Build(what, zone, border, rushed):
            side = f", towards {zone_name(border)}" if border else ""
            return f"Build {an(type_name(what))} in {zone_name(zone)}{side} ({_price(what, 1, rushed)})"
        case production.Advance(item):
            return f"Go on with {_item(view, item)}"
        case production.UpgradeFacility(facility):
            found = found_facility(view, facility)
            price = f" ({catalogue().facilities[found.type].upgrade_cost} IPP)" if found else ""
            return f"Upgrade the {_facility(view, facility)}{price}"
        case production.Repair(facility, points):
            return f"Repair {points} damage of the {_facility(view, facility)}"
        case production.RepairRailroad(zone, border, points):
            return f"Repair {points} damage of the railroad {zone_name(zone)} to {zone_name(border)}"
        case production.RepairCanal(passage, points):
            return f"Repair {points} damage of {_passage(passage)}"
        case production.RepairShip(zone, type, yard):
            return f"Repair {an(type_name(type))} of {zone_name(zone)} in {zone_name(yard)}"
        case production.BuyUpgrade(upgrade, count):
            return f"Pay for {count} upgrade{'s' if count > 1 else ''}: {upgrade.replace('-', ' ')}"
        case production.ConvertFighters(zone, count):
            return f"Replace {count} Early War Fighters in {zone_name(zone)}"
        case production.ScrapFighters(zone, count):
            return f"Break up {count} Early War Fighters in {zone_name(zone)}"
        case production.ChooseReceiver(receiver):
            return f"Lend-lease for {the(receiver)} ..."
        case production.LendMoney(receiver, ipp):
            return f"Lend {ipp} IPP to {the(receiver)}"
        case production.LendUnit(receiver, type, zone, rushed):
            return f"Build {an(type_name(type))} for {the(receiver)} ({_price(type, 1, rushed)})" + _at(zone)
        case production.LendUpgrade(receiver):
            return f"Supplies for the Militia of {the(receiver)}"
        case production.Reassign(item):
            return f"Keep {_item(view, item)}"
    return ""


def _technology(technology: str) -> str:
    return catalogue().technologies.get(technology, (technology.replace("-", " ").capitalize(), 0))[0]


def _stage(view: WorldView, technology: str) -> str:
    nation = view.nations.get(view.nation or view.slot)
    stages = catalogue().technologies.get(technology, ("", 0))[1]
    return f", stage {nation.technology.get(technology, 0) + 1} of {stages}" if nation and stages else ""


def _price(what: str, count: int = 1, rushed: bool = False) -> str:
    """What is to be paid now, and how often again."""
    kind = catalogue().units.get(what) or catalogue().facilities.get(what)
    if kind is None or not kind.cycles:
        return "free"
    now = 2 if rushed else 1
    later = len(kind.cycles) - now
    more = f", {later} more turn{'s' if later > 1 else ''}" if later > 0 else ""
    return f"{sum(kind.cycles[:now]) * count} IPP{more}"


def _at(zone: str) -> str:
    return f" in {zone_name(zone)}" if zone else ""


def found_facility(view: WorldView, number: int) -> Facility | None:
    return next((f for f in view.facilities if f.id == number), None)


def _facility(view: WorldView, number: int) -> str:
    facility = found_facility(view, number)
    return f"{type_name(facility.type)} in {zone_name(facility.zone)}" if facility else f"facility {number}"


def found_item(view: WorldView, number: int) -> Item | None:
    return next((item for item in view.production if item.id == number), None)


def _item(view: WorldView, number: int) -> str:
    item = found_item(view, number)
    if item is None:
        return f"item {number}"
    if item.ipp:
        return f"{item.ipp} IPP for {the(item.receiver)}"
    price = f" ({item.cycles[item.paid]} IPP)" if item.paid < len(item.cycles) else ""
    due = f", turn {min(item.paid + 1, len(item.cycles))} of {len(item.cycles)}" if len(item.cycles) > 1 else ""
    whose = f" for {the(item.receiver)}" if item.receiver else ""
    return f"the {type_name(item.what)}{_at(item.zone)}{whose}{due}{price}"


def _moving(view: WorldView, action: Action) -> str:
    """Chapters 8 and 10."""
    match action:
        case movement.Pick(zone, type, count, which, owner):
            marks = ", ".join(filter(None, (WHICH.get(which, which), adjective(owner) if owner else "")))
            return f"Take {counted(type, count)}{f' ({marks})' if marks else ''} in {zone_name(zone)}"
        case movement.PutBack():
            return "Put back"
        case movement.Move(path, task, target):
            return _move(view, path, task, target)
        case movement.RailMove(path):
            return f"By rail: {_way(view, path)}"
        case movement.StrategicSail(path):
            return f"Strategic voyage: {_way(view, path)}"
        case movement.Engage():
            return "Fight"
        case movement.Decline():
            return "Keep out of combat"
        case movement.Scramble(zone, to, type, count):
            return f"Scramble {counted(type, count)}: {zone_name(zone)} → {zone_name(to)}"
    return ""


VERBS = {
    "": "Move", "attack": "Attack", "patrol": "Patrol", "escort": "Escort convoys", "raid": "Raid convoys",
    "mine": "Lay mines", "blockade": "Blockade", "screen": "Screen", "behind": "Wait behind the screen",
    "decline": "Keep out of combat", "bomb": "Bomb", "carpet": "Carpet bomb", "attrition": "Shell", "drop": "Drop troops",
    "assault": "Land", "board": "Go aboard",
}  # fmt: skip


def _move(view: WorldView, path: tuple[str, ...], task: str, target: str) -> str:
    verb = VERBS.get(task, task.capitalize())
    aim = f", {_target(view, target)}" if target else ""
    if not path:
        return f"{verb} where they stand{aim}" if task else "Stay"
    return f"{verb}: {_way(view, path)}{aim}"


def _target(view: WorldView, target: str) -> str:
    """What is bombed, boarded or gone on to."""
    if target.isdecimal():
        return f"the {_facility(view, int(target))}"
    if target.startswith("item "):
        return _item(view, int(target.removeprefix("item ")))
    if target.startswith("rail "):
        return f"the railroad {' to '.join(map(zone_name, target.removeprefix('rail ').split('|')))}"
    if target in HOLDERS:
        return _passage(target)
    if target in catalogue().units:
        return f"aboard {an(type_name(target))}"
    zone, _, rest = target.partition(" ")
    if zone in catalogue().board:
        return f"{zone_name(zone)}{f', {_target(view, rest)}' if rest else ''}"
    return target.replace("-", " ")


def hand(view: WorldView) -> list[Stack]:
    """The units in hand."""
    return [stack for stack in view.stacks if stack.held]


def _way(view: WorldView, path: tuple[str, ...]) -> str:
    start = [stack.zone for stack in hand(view)[:1]]
    return " → ".join(map(zone_name, (*start, *path)))


def _fighting(view: WorldView, action: Action) -> str:
    """Chapter 9."""
    match action:
        case combat.Resolve(zone, kind, attacker, target):
            what = BATTLES.get(kind, kind).lower() if kind != "land" else "battle"
            who = f", {adjective(attacker)} forces" if attacker else ""
            return f"Fight next: {what} in {zone_name(zone)}{who}{f', {_target(view, target)}' if target else ''}"
        case combat.Fire(group):
            return f"Fire with {_group(group)}"
        case combat.Lose(type, damaged, owner, start):
            return f"Take the hit on {_one(type, owner, damaged)}{f' from {zone_name(start)}' if start else ''}"
        case combat.Suffer(type, owner):
            return f"Lose {_one(type, owner)}"
        case combat.FightOn():
            return "Fight another round"
        case combat.Retreat():
            return "Retreat"
        case combat.RetreatAll(to):
            return f"All retreat to {zone_name(to)}"
        case combat.RetreatSome(to, type, count):
            return f"{counted(type, count)} retreat to {zone_name(to)}"
        case combat.HoldFire(type):
            return f"{type_name(type)}: hold fire"
        case combat.Submerge(type, count, to):
            return f"{counted(type, count)} submerge{'s' if count == 1 else ''}" + (
                f", bound for {zone_name(to)}" if to else ""
            )
        case combat.Evade():
            return "Evade"
        case combat.Bombard(zone, type, count):
            return f"Bombard with {counted(type, count)} from {zone_name(zone)}"
        case combat.Blitz(to, type, count):
            return f"Blitz with {counted(type, count)} into {zone_name(to)}"
        case combat.Intercept(zone, type, count):
            return f"Intercept with {counted(type, count)} from {zone_name(zone)}"
        case combat.SplitLoss(lines, points):
            shares = ", ".join(
                f"{catalogue().lines.get(line, line)} {n}" for line, n in zip(lines, points, strict=False)
            )
            return f"Bear the loss: {shares}"
    return ""


WORKS = {"fortified": "the fortified line", "maginot": "the Maginot Line", "fortification": "the Fortification",
         "battery": "Coastal Artillery", "coastal-artillery": "Coastal Artillery"}  # fmt: skip


def _group(group: str) -> str:
    """A group that fires: a type, with what sets it apart."""
    type, _, rest = group.partition(" ")
    name = WORKS.get(type) or type_name(type)
    if not rest:
        return name
    towards = zone_name(rest) if rest in catalogue().board else rest.replace("-", " ")
    return f"{name} ({towards})"


def _one(type: str, owner: str = "", damaged: bool = False) -> str:
    words = " ".join(filter(None, ("damaged" * damaged, adjective(owner) if owner else "", type_name(type))))
    return f"the {words}" if owner else an(words)


def _placing(view: WorldView, action: Action) -> str:
    """Chapter 11."""
    match action:
        case placement.Place(type, zone, count):
            return f"Place {counted(type, count)} in {zone_name(zone)}"
        case placement.Embark(type, zone):
            return f"Take {an(type_name(type))} aboard" + (
                f" from {zone_name(zone)}" if zone else " from the Place Units Box"
            )
        case placement.Deliver(item, to, zone, path):
            by = f" from {zone_name(zone)} by sea" if zone else " over land"
            way = f", through {', '.join(map(zone_name, path))}" if path else ""
            return f"Deliver {_item(view, item)}{by} to {zone_name(to)}{way}"
        case placement.Recruit(type, zone):
            return f"Recruit {'2 Militia' if type == 'militia' else an(type_name(type))} in {zone_name(zone)}"
        case placement.UpgradeUnit(upgrade, zone):
            return f"Upgrade in {zone_name(zone)}: {upgrade.replace('-', ' ')}"
        case placement.AidMilitia(zone):
            return f"Make Infantry of a Militia in {zone_name(zone)}"
        case placement.Aid(facility):
            return f"Repair the {_facility(view, facility)} with lent IPPs"
        case placement.ShareWindfall(britain, fec, anzac):
            return f"Share out: Great Britain {britain}, Far East Command {fec}, ANZAC {anzac} IPP"
    return ""


def _event(view: WorldView, action: Action) -> str:
    """Chapters 13 and 14.4."""
    match action:
        case events.Truce(nation):
            return f"{name_of(nation)} agrees to a truce in China"
        case events.BreakTruce(nation):
            return f"{name_of(nation)} ends the truce in China"
        case events.CreateVichy():
            return "Create Vichy France"
        case events.Withdraw(zone, type, to):
            return f"Withdraw the {type_name(type)} of {zone_name(zone)} to {zone_name(to)}"
        case events.SailHome(zone, type, to):
            return f"Sail the {type_name(type)} of {zone_name(zone)} to {zone_name(to)}"
        case events.Redeploy(zone, type, to, count):
            return f"Move {counted(type, count)}: {zone_name(zone)} → {zone_name(to)}"
    return ""


def series(view: WorldView, action: Action) -> tuple[str, str] | None:
    """Actions that differ only in a number share a row."""
    match action:
        case movement.Pick(zone, type, count, which, owner):
            marks = ", ".join(filter(None, (WHICH.get(which, which), adjective(owner) if owner else "")))
            return f"{type_name(type)}{f' ({marks})' if marks else ''} in {zone_name(zone)}", str(count)
        case production.Buy(type, count, zone, rushed):
            hurry = ", two turns at once" if rushed else ""
            return f"Buy {type_name(type)} ({_price(type, 1, rushed)}{hurry} each){_at(zone)}", str(count)
        case placement.Place(type, zone, count):
            return f"Place {type_name(type)} in {zone_name(zone)}", str(count)
        case production.Repair(facility, points):
            return f"Repair the {_facility(view, facility)}", str(points)
        case production.LendMoney(receiver, ipp):
            return f"Lend IPP to {the(receiver)}", str(ipp)
        case politics.Influence(minor, ipp):
            return f"Influence {the(minor)} with IPP", str(ipp)
        case politics.Pledge(nation, target, ipp):
            return f"{name_of(nation)} pledges IPP for a war on {the(target)}", str(ipp)
        case movement.Scramble(zone, to, type, count):
            return f"Scramble {type_name(type)}: {zone_name(zone)} → {zone_name(to)}", str(count)
        case combat.Bombard(zone, type, count):
            return f"Bombard with {type_name(type)} from {zone_name(zone)}", str(count)
        case combat.Blitz(to, type, count):
            return f"Blitz with {type_name(type)} into {zone_name(to)}", str(count)
        case combat.Intercept(zone, type, count):
            return f"Intercept with {type_name(type)} from {zone_name(zone)}", str(count)
        case combat.RetreatSome(to, type, count):
            return f"{type_name(type)} to {zone_name(to)}", str(count)
        case combat.Submerge(type, count, to):
            return f"{type_name(type)} submerge" + (f" and leave for {zone_name(to)}" if to else ""), str(count)
        case events.Redeploy(zone, type, to, count):
            return f"Move {type_name(type)}: {zone_name(zone)} → {zone_name(to)}", str(count)
    return None


def with_number(action: Action, number: int) -> Action | None:
    """The same with another number of units or IPPs."""
    field = next((name for name in ("count", "ipp", "points") if name in action.__struct_fields__), "")
    if not field or not isinstance(getattr(action, field), int):
        return None
    return msgspec.structs.replace(action, **{field: number})
