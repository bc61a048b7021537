"""The roster of a side: every unit in a row under its own formation, with the changes since yesterday."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Battle, BattleUnit, Formation
from campaign.queries.common.masthead import masthead
from campaign.queries.common.outlook import Count, Outlook, look
from campaign.queries.common.symbols import battalion_symbol, needs_notice, state_words, vehicle_word
from campaign.rules.common.strength import BACK_LOST, BACK_OF
from campaign.terms.viewer import Viewer
from campaign.values import fields
from campaign.views.orbat.roster import Roster, RosterGroup, RosterRow, Strength

_BRACKETS: Final = "Units in brackets are out of play and not in the totals"


def rosters(board: JournalBoard, viewer: Viewer, side: int | None = None) -> tuple[Roster, ...]:
    """Return a roster for the named side, or for every side the viewer may see. Raises NotAllowed."""
    outlook = look(board, viewer)
    if side is not None:
        outlook.knowledge.require_side(side)
    return tuple(_roster(outlook, each) for each in ([side] if side is not None else outlook.knowledge.sides()))


def _roster(outlook: Outlook, side: int) -> Roster:
    roots = outlook.knowledge.roots(side)
    lost = any(
        not b.state.is_in_play for root in roots for f in outlook.army.tree(root.id) for b in outlook.army.organic[f.id]
    )
    back = _back_again(outlook)
    due = sum(
        b.state.is_in_play and not b.on_map and b.arrives_day is not None
        for root in roots
        for f in outlook.army.tree(root.id)
        for b in outlook.army.organic[f.id]
    )
    to_arrive = f"The totals include {due} unit{'s' * (due > 1)} still to arrive" if due else ""
    return Roster(
        masthead=masthead(
            outlook, "Roster", side=side, subtitle=", ".join(root.name for root in roots), use="Strength as reported."
        ),
        groups=tuple(_group(outlook, root, back) for root in roots),
        note=". ".join(filter(None, (_BRACKETS if lost else "", to_arrive))),
    )


def _group(outlook: Outlook, formation: Formation, back: Mapping[int, str]) -> RosterGroup:
    army = outlook.army
    units = army.organic[formation.id]
    everybody = [b for f in army.tree(formation.id) for b in army.organic[f.id]]
    return RosterGroup(
        name=formation.name,
        level=formation.level,
        led_by=formation.led_by,
        rows=tuple(_row(outlook, b, back) for b in units),
        groups=tuple(_group(outlook, child, back) for child in army.below[formation.id]),
        total=total(outlook, everybody) if everybody else None,
        total_note=_net_change(outlook, everybody),
    )


def _row(outlook: Outlook, battalion: Battalion, back: Mapping[int, str]) -> RosterRow:
    army = outlook.army
    borrowed = battalion.present_id != battalion.organic_id
    return RosterRow(
        symbol=battalion_symbol(outlook, battalion),
        name=unnumbered(battalion),
        number=shown_number(battalion),
        led_by=battalion.led_by,
        strength=strength_of(outlook, battalion),
        state=state_words(outlook, battalion),
        needs_notice=needs_notice(outlook, battalion),
        position=_position(outlook, battalion),
        attached=army.formations[battalion.present_id].short if borrowed else "",
        since_yesterday=since_yesterday(battalion, outlook.yesterday.get(battalion.key)) or back.get(battalion.id, ""),
    )


def _back_again(outlook: Outlook) -> dict[int, str]:
    """Return what battalions lost in the battles since yesterday without becoming spent, by id: ``16 of 50 lost,
    back``. The roster shows their strength in full.
    """
    since = max(1, outlook.moment.day - 1)
    battles = {battle.id: battle.number for battle in outlook.board.rows(Battle, Battle.day >= since)}
    lines = outlook.board.rows(BattleUnit, BattleUnit.battle_id.in_(battles)) if battles else []
    return {
        line.battalion_id: f"{line.aftermath[BACK_LOST]} of {line.aftermath[BACK_OF]} lost, back"
        for line in sorted(lines, key=lambda line: battles[line.battle_id])
        if line.aftermath.get(BACK_LOST)
    }


def _position(outlook: Outlook, battalion: Battalion) -> str:
    """Return where a battalion is, or when and where it arrives; without what its state says already."""
    if not battalion.state.is_in_play:
        return ""
    return outlook.where(battalion) if battalion.on_map else outlook.arrival(battalion)


def unnumbered(battalion: Battalion) -> str:
    """Return a battalion's name without its number, which has its own column; the full name if it begins with more than
    the number.
    """
    if not battalion.number:
        return battalion.name
    own_number = "/".join(rf"{re.escape(part)}(?:st|nd|rd|th)?" for part in battalion.number.split("/"))
    return re.sub(rf"^{own_number}(?:[\s.]|/(?!\d))+(?:Bn\s+)?(?=\S)", "", battalion.name)


def shown_number(battalion: Battalion) -> str:
    """Return a battalion's number, unless the name beside it has the number already: ``4`` beside ``4th/7th Royal
    Dragoon Guards``, or ``38`` beside ``Panzerjaeger-Abteilung 38``, would be a repetition.
    """
    again = rf"(?<![\w/]){re.escape(battalion.number)}(?!\w)"
    name = unnumbered(battalion)
    begins_with_it = name == battalion.name and re.match(rf"{re.escape(battalion.number)}(?!\d)", name) is not None
    return "" if begins_with_it or re.search(again, name) else battalion.number


def strength_of(outlook: Outlook, battalion: Battalion) -> Strength:
    """Return men, vehicles and guns against establishment, and yesterday's men, if the battalion was in play then."""
    before = outlook.yesterday.get(battalion.key)
    was_here = before is not None and before.state.is_in_play
    word = vehicle_word(battalion)
    armoured, on_cars = word == "tanks", word == "armoured cars"
    return Strength(
        men=battalion.men,
        men_establishment=battalion.men_establishment,
        men_yesterday=before.men if before and was_here else None,
        vehicles=battalion.vehicles,
        vehicles_establishment=battalion.vehicles_establishment,
        guns=battalion.guns,
        guns_establishment=battalion.guns_establishment,
        tanks=battalion.vehicles if armoured else 0,
        tanks_establishment=battalion.vehicles_establishment if armoured else 0,
        armoured_cars=battalion.vehicles if on_cars else 0,
        armoured_cars_establishment=battalion.vehicles_establishment if on_cars else 0,
    )


def total(outlook: Outlook, battalions: Sequence[Battalion]) -> Strength:
    """Return the sum of the strengths in play against the establishment of all; yesterday's sum of those in play then,
    only if it is known of all.
    """
    parts = [(battalion.state.is_in_play, strength_of(outlook, battalion)) for battalion in battalions]
    sums = {
        f.name: sum(getattr(part, f.name) for in_play, part in parts if in_play or f.name.endswith("establishment"))
        for f in fields(Strength)
        if f.name != "men_yesterday"
    }
    before = [outlook.yesterday.get(battalion.key) for battalion in battalions]
    known_men = [count.men for count in before if count is not None and count.state.is_in_play]
    return Strength(**sums, men_yesterday=None if None in before else sum(known_men))


def since_yesterday(battalion: Battalion, before: Count | None) -> str:
    """Return what changed of a battalion since yesterday: its new state, and its losses of each kind."""
    if before is None:
        return ""
    if battalion.state is not before.state:
        returned = battalion.state.is_in_play and not before.state.is_in_play
        if returned:
            return "returned to play"
        return f"now {battalion.state}{_lost(battalion, before, ', ')}"
    return _lost(battalion, before)


def _lost(battalion: Battalion, before: Count, start: str = "") -> str:
    words = [
        _change(change, word)
        for change, word in (
            (battalion.men - before.men, "men"),
            (battalion.vehicles - before.vehicles, vehicle_word(battalion)),
            (battalion.guns - before.guns, "guns"),
        )
        if change
    ]
    return start + ", ".join(words) if words else ""


NET_KINDS = ("men", "tanks", "armoured cars", "vehicles", "guns")


def _net_change(outlook: Outlook, battalions: Iterable[Battalion]) -> str:
    net = dict.fromkeys(NET_KINDS, 0)
    for battalion in battalions:
        before = outlook.yesterday.get(battalion.key)
        if before is None:
            return ""
        then, now = before.state.is_in_play, battalion.state.is_in_play
        net["men"] += battalion.men * now - before.men * then
        net[vehicle_word(battalion)] += battalion.vehicles * now - before.vehicles * then
        net["guns"] += battalion.guns * now - before.guns * then
    return ", ".join(_change(change, word) for word, change in net.items() if change)


def _change(change: int, words: str) -> str:
    """Return a change in words: ``+12 men``, ``–1 gun``."""
    word = words if abs(change) != 1 else "man" if words == "men" else words.removesuffix("s")
    return f"{change:+,} {word}".replace("-", "–")
