"""Battles from a turn's contacts by the orders of both sides: new battles, reinforcements of battles, standoffs (umpire
1.4, 1.5).

Each side is told in its own words, and no more of the enemy than it locates: arm and rough size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from campaign.actions.diary import deed, note_deed
from campaign.actions.dividing import far_fights
from campaign.actions.raising import Staff, held_in_battle, join, place_of_fight, raise_battle, tell
from campaign.actions.returns.aftermath import sighted
from campaign.model import Battalion, Battle, Contact
from campaign.situation.army import position_of
from campaign.situation.battlefield import Positions, Present, lay_table, nearest_edge, points_of, standing_on, table_of
from campaign.situation.contacts import Met, Weighs, attackers, clusters
from campaign.situation.engaged import engaged_battalions, open_battles
from campaign.situation.lost_here import fighting_on
from campaign.situation.sight import locates
from campaign.terms.forces import SizeMark
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import BattleState, ContactState, Role
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.theatre.marchers import Seen


def uncover_located(staff: Staff, met: Iterable[Met]) -> None:
    """Reveal hidden units that the enemy has located in a contact, and sight them like others (OB-HID-02)."""
    for meeting in met:
        for observer, seen in ((meeting.first, meeting.second), (meeting.second, meeting.first)):
            if seen.hidden and seen in meeting.located_by(observer.side_id):
                _uncover(staff, seen, observer, meeting.contact.seconds)


def uncover_on_table(staff: Staff, battle: Battle) -> None:
    """Reveal hidden units on a battle's table within location range of an enemy there."""
    fighters = staff.engaged_in(battle)
    for seen in (b for b in fighters if b.hidden):
        at = position_of(seen)
        enemies = ((b, p) for b in fighters if b.side_id != seen.side_id and (p := position_of(b)) is not None)
        observer = next((b for b, p in enemies if at and locates(staff.theatre, staff.conditions.sight, p, at)), None)
        if observer is not None:
            _uncover(staff, seen, observer, battle.seconds)


def _uncover(staff: Staff, seen: Battalion, observer: Battalion, seconds: int) -> None:
    seen.hidden = False
    sighted(staff, observer.side_id, seen, seconds=seconds, seen_by=observer.name, how=Seen.LOCATED.value)


def dismiss(met: Iterable[Met]) -> None:
    """Keep dismissed the contacts that the umpire has dismissed or whose battle was cancelled, while neither unit
    moves.
    """
    for meeting in met:
        meeting.contact.state, meeting.contact.why = (ContactState.DISMISSED, "dismissed before, and neither has moved")


def mark_withdrawn(staff: Staff) -> list[str]:
    """Take engaged units that marched off the table on orders to withdraw out of the battle (umpire 1.5); return lines
    for the umpire.
    """
    lines = []
    for battle in open_battles(staff.board):
        table = table_of(battle)
        for line in staff.lines_of(battle):
            battalion = staff.army.battalions[line.battalion_id]
            position = position_of(battalion)
            if line.role is not Role.ENGAGED or position is None or not battalion.moved or _began_now(staff, battle):
                continue
            if not table.holds(staff.theatre.point_of(position)):
                staff.board.erase(line)
                lines.append(f"{battalion.name} has withdrawn from battle {battle.number} ({battle.name}) (umpire 1.5)")
                tell(
                    staff,
                    battle,
                    battalion.side_id,
                    f"{battalion.name} has broken off from battle {battle.number}, {battle.name}.",
                )
    return lines


def _began_now(staff: Staff, battle: Battle) -> bool:
    return Moment(battle.day, battle.turn) == staff.board.moment


def join_running(staff: Staff, meetings: Iterable[tuple[Met, Battle]]) -> list[str]:
    """Bring a unit that meets an engaged unit into that running battle; return lines for the umpire."""
    lines = []
    for met, battle in meetings:
        met.contact.state, met.contact.battle_id = ContactState.BATTLE, battle.id
        inside = {u.battalion_id for u in staff.lines_of(battle) if u.role is Role.ENGAGED}
        for battalion in (met.first, met.second):
            if battalion.id not in inside:
                line = join(staff, battle, _coming_in(staff, battle, battalion))
                where = f", arriving at edge {line.edge} in." if line.role is Role.ARRIVES else ""
                words = f"{battalion.name} joins battle {battle.number} ({battle.name}) as line {line.line}{where}"
                lines.append(by_rule(f"{words}: {met.encounter.why}", "umpire 1.4"))
                words = f"{battalion.name} comes into battle {battle.number}, {battle.name}."
                tell(staff, battle, battalion.side_id, words, seconds=met.contact.seconds)
        uncover_on_table(staff, battle)
    return lines


def _coming_in(staff: Staff, battle: Battle, battalion: Battalion) -> Present:
    """Return how a unit joins a running battle: engaged if on its table; otherwise it comes on this turn over the
    nearest edge.
    """
    position, table = position_of(battalion), table_of(battle)
    point = staff.theatre.point_of(position) if position is not None else None
    if point is None or table.holds(point):
        return Present(battalion, Role.ENGAGED)
    edge, inch = nearest_edge(table, point)
    return Present(battalion, Role.ARRIVES, staff.board.moment, f"{edge.value} {inch}")


def raise_from(staff: Staff, fights: Sequence[Met], weighs: Weighs) -> list[str]:
    """Make new battles of the turn's contacts whose units fit on one table; contacts that fit none are standoffs
    (umpire 1.4). Returns lines for the umpire.
    """
    groups, lines = clusters(fights, staff.theatre, staff.system.table), list[str]()
    where = staff.positions()  # nobody moves while battles are raised
    in_contact = {unit for cluster, _ in groups for unit in cluster.units}
    fought = {met.contact.id for _, part in groups for met in part}
    for met in fights:
        if met.contact.id not in fought:
            _set_standoff(met.contact, "one of the two fights on another table")
    standing = (
        [{b.id for b in _would_be_on_table(staff, where, part, in_contact)} for _, part in groups]
        if len(groups) > 1
        else [set[int]()]
    )
    for number, (cluster, part) in enumerate(groups):
        on_later_tables = set[int]().union(*standing[number + 1 :]) - standing[number]
        attacking, refusals = _attackers(staff, where, part, in_contact, weighs)
        near = staff.theatre.nearest_spot((float(cluster.centre[0]), float(cluster.centre[1]))).name
        if attacking:
            names = staff.army.sides
            lines += (
                by_rule(f"{names[side].name} does not attack near {near}, though ordered to: {why}", "umpire 1.23")
                for side, why in refusals.items()
            )
            lines += _raise(staff, where, part, attacking, cluster.centre, in_contact | on_later_tables)
            continue
        refusal = _refusal(staff, refusals)
        for met in part:
            _set_standoff(met.contact, refusal)
        ordered = f"{listing(staff.army.sides[s].name for s in refusals)} {'is' if len(refusals) == 1 else 'are'}"
        lines.append(by_rule(f"No attack near {near}, though {ordered} ordered to: {refusal}", "umpire 1.23"))
    return lines


def _refusal(staff: Staff, refusals: Mapping[int, str]) -> str:
    """Return why no side attacks; with the names of the sides, if several were ordered to."""
    if len(refusals) == 1:
        return next(iter(refusals.values()))
    return "; ".join(f"{staff.army.sides[side].name}: {why}" for side, why in refusals.items())


def _attackers(
    staff: Staff, where: Positions, part: Sequence[Met], in_contact: Collection[int], weighs: Weighs
) -> tuple[tuple[int, ...], Mapping[int, str]]:
    on_table = _would_be_on_table(staff, where, part, in_contact)
    return attackers(staff.board, staff.army, staff.theatre, staff.orders, part, on_table, staff.book, weighs)


def _would_be_on_table(
    staff: Staff, where: Positions, part: Sequence[Met], in_contact: Collection[int]
) -> list[Battalion]:
    """Return the units that stand on the table of these contacts and fight in no other battle."""
    fight = {b.id: b for m in part for b in (m.first, m.second)}
    table = lay_table(points_of(staff.theatre, fight.values()), staff.system)
    return standing_on(where, table, taken=({*held_in_battle(staff.board), *in_contact} - fight.keys()))


def _raise(
    staff: Staff,
    where: Positions,
    part: Sequence[Met],
    sides: tuple[int, ...],
    centre: tuple[int, int],
    in_contact: Collection[int],
) -> list[str]:
    taken = held_in_battle(staff.board)
    fight = [b for b in {b.id: b for m in part for b in (m.first, m.second)}.values() if b.id not in taken]
    if len({b.side_id for b in fight}) < 2:
        for met in part:
            _set_standoff(met.contact, "one of the two is held in another battle")
        return []
    place = place_of_fight(staff, fight, sides, *centre)
    seconds = min(m.contact.seconds for m in part)
    attacker = sides[0] if len(sides) == 1 else None
    battle = raise_battle(
        staff, fight, place, attacker=attacker, seconds=seconds, elsewhere=in_contact, positions=where
    )
    for met in part:
        met.contact.state, met.contact.battle_id, met.contact.why = ContactState.BATTLE, battle.id, met.encounter.why
    uncover_on_table(staff, battle)
    lines = staff.lines_of(battle)
    for side in sorted({u.side_id for u in lines}):
        tell(staff, battle, side, _side_words(staff, battle, part, side, attacks=side in sides), seconds=seconds)
    text = f"{staff.army.sides[sides[0]].name} attacks" if len(sides) == 1 else "both sides attack"
    counted = Counter(u.side_id for u in lines if u.role is Role.ENGAGED)
    strengths = ", ".join(f"{staff.army.sides[side].name} {count}" for side, count in sorted(counted.items()))
    words = f"Battle {battle.number}, {battle.name}: {text}; battalions on the table: {strengths} (umpire 1.4)"
    again = fighting_on(staff.board, staff.army, staff.book, battle, staff.engaged_in(battle))
    return [words, *far_fights(staff, battle), *([f"Warning: {again}"] if again else [])]


def _side_words(staff: Staff, battle: Battle, part: Sequence[Met], side: int, *, attacks: bool) -> str:
    """Return a battle's diary line for one side: ``Battle 1, Fort Capuzzo: 2nd Scots Guards attack infantry (company)
    and guns (battery).``
    """
    names = {b.id: b.name for m in part for b in (m.unit_of(side),)}
    seen = {b.id: b for m in part for b in m.located_by(side)}
    enemy = _rough(seen.values()) or "an enemy who is not located yet"
    verb = (
        ("attack" if len(names) > 1 else "attacks") if attacks else f"{'are' if len(names) > 1 else 'is'} attacked by"
    )
    words = f"{listing(names.values())} {verb} {enemy}"
    return f"Battle {battle.number}, {battle.name}: {words}."


def _rough(battalions: Iterable[Battalion]) -> str:
    """Return arm and rough size of battalions, as the other side sees them (umpire 1.13)."""
    counted = Counter((b.arm.value, b.mark) for b in battalions)
    return listing(f"{arm} ({_number(count, mark)})" for (arm, mark), count in counted.items())


def _number(count: int, mark: SizeMark) -> str:
    return mark.value if count == 1 else f"{count} of {mark.value} size"


def _set_standoff(contact: Contact, why: str) -> None:
    contact.state, contact.why = ContactState.STANDOFF, why[:200]


def stand_off(staff: Staff, met: Sequence[Met]) -> list[str]:
    """Settle contacts without a battle: between units of one battle they belong to it, between others roads are cut and
    no unit fights.
    """
    if not met:
        return []
    battle_of = {i: b for i, b in engaged_battalions(staff.board).items() if b.state is not BattleState.CANCELLED}
    earlier = _standing_before(staff)
    lines = []
    for meeting in met:
        first, second = battle_of.get(meeting.first.id), battle_of.get(meeting.second.id)
        if first is not None and second is not None and first.id == second.id:
            meeting.contact.state, meeting.contact.battle_id = ContactState.BATTLE, first.id
            continue
        _set_standoff(
            meeting.contact, meeting.encounter.why if not meeting.is_fight else "one of the two is held in a battle"
        )
        if (meeting.first.id, meeting.second.id) not in earlier:
            words = f"{meeting.first.name} and {meeting.second.name} face each other: {meeting.contact.why}"
            lines.append(by_rule(words, "umpire 1.4"))
            _tell_standoff(staff, meeting)
    return lines


def _standing_before(staff: Staff) -> set[tuple[int, int]]:
    now = staff.board.moment
    rows = staff.board.rows(Contact, Contact.state.in_((ContactState.STANDOFF, ContactState.BATTLE)))
    return {(c.first_id, c.second_id) for c in rows if (c.day, c.turn) != (now.day, now.turn)}


def _tell_standoff(staff: Staff, met: Met) -> None:
    for side in (met.first.side_id, met.second.side_id):
        seen = _rough(met.located_by(side))
        if seen:
            friendly = met.unit_of(side)
            done = deed("{faces} {enemy}; no orders to attack", enemy=seen)
            note_deed(staff.board, friendly, done, seconds=met.contact.seconds)
