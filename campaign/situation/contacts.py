"""The contacts of a turn by the rules: those that become a battle or a standoff, and those that belong together (umpire
1.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from campaign.journal.board import Board
from campaign.model import Battalion, Battle, BattleUnit, Contact, Order
from campaign.play.character import asked_by, needed
from campaign.play.laws import law_of
from campaign.play.odds import Fighter, Ground, as_seen, attack_odds, expected_odds
from campaign.rules.common.automatic import Odds, after_waiting, attacks, bolder, effective_stands
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.contact import Cluster, Encounter, Meeting, Party, decide, group
from campaign.rules.tabletop.interface import TableSize
from campaign.situation.army import Army, position_of
from campaign.situation.battlefield import points_of
from campaign.situation.characters import characters_of, leader_of
from campaign.situation.conditions import conditions_at, rulebook_of
from campaign.situation.doctrine_view import enemies_known_among, fighter_of
from campaign.situation.engaged import engaged_battalions, turns_in_contact
from campaign.situation.force import unit_of
from campaign.situation.order_of_march import OrderOfMarch
from campaign.situation.standing import StandingOrders, is_bold, standing_orders
from campaign.situation.tasks import tasks_in_hand
from campaign.terms.ground import Cover
from campaign.terms.state import ContactState, OrderKind
from campaign.terms.time import Moment
from campaign.terms.words import counted
from campaign.theatre.values import Theatre
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Met:
    """A contact with its two battalions, and its result by the orders of both."""

    contact: Contact
    first: Battalion
    second: Battalion
    encounter: Encounter

    @property
    def is_fight(self) -> bool:
        """True if the contact becomes a battle."""
        return self.encounter.state is ContactState.BATTLE

    def located_by(self, side: int) -> Iterable[Battalion]:
        """Return the enemies that this side's unit locates."""
        if self.first.side_id == side and self.contact.first_locates:
            yield self.second
        if self.second.side_id == side and self.contact.second_locates:
            yield self.first

    def unit_of(self, side: int) -> Battalion:
        return self.first if self.first.side_id == side else self.second


@dataclass(frozen=True, slots=True)
class Sorted:
    """The open contacts of a turn: those that join a running battle, new battles, and the rest."""

    joining: tuple[tuple[Met, Battle], ...]
    fights: tuple[Met, ...]
    apart: tuple[Met, ...]
    dismissed: tuple[Met, ...]


def turn_orders(board: Board, army: Army) -> StandingOrders:
    """Return the orders that were in force when this turn marched."""
    return standing_orders(army, board.rows(Order), board.moment, tasks_in_hand(board))


def open_contacts(board: Board, army: Army, orders: StandingOrders) -> list[Met]:
    """Return this turn's unsettled contacts, in order of time."""
    now = board.moment
    rows = board.rows(Contact, Contact.day == now.day, Contact.turn == now.turn, Contact.state == ContactState.OPEN)
    rows.sort(key=lambda row: (row.seconds, row.id))
    pairs = ((row, army.battalions[row.first_id], army.battalions[row.second_id]) for row in rows)
    march = OrderOfMarch(army, orders, rulebook_of(board))
    return [
        Met(row, first, second, decide(_party(orders, march, first), _party(orders, march, second)))
        for row, first, second in pairs
        if first.on_map and second.on_map
    ]


def _party(orders: StandingOrders, march: OrderOfMarch, battalion: Battalion) -> Party:
    """Return a battalion as a party to a contact; guns and trains leave an attack to the fighting troops."""
    standing = orders.of(battalion)
    holds = battalion.resting or march.is_kept_back(battalion, standing)
    return Party(battalion.side_id, battalion.id, OrderKind.HOLD if holds else standing.kind)


def sort_out(board: Board, met: Sequence[Met]) -> Sorted:
    """Return the contacts sorted into those that join a running battle, new battles, and those that the umpire has
    dismissed already.
    """
    engaged = engaged_battalions(board)
    refused = _refused_before(board)
    joining, fights, apart, dismissed = [], [], [], []
    for meeting in met:
        battles = {b.id: b for b in (engaged.get(meeting.first.id), engaged.get(meeting.second.id)) if b is not None}
        if (meeting.first.id, meeting.second.id) in refused and not (meeting.first.moved or meeting.second.moved):
            dismissed.append(meeting)
        elif len(battles) == 2 or {meeting.first.id, meeting.second.id} <= engaged.keys():
            apart.append(meeting)
        elif battles and meeting.is_fight:
            joining.append((meeting, next(iter(battles.values()))))
        elif meeting.is_fight:
            fights.append(meeting)
        else:
            apart.append(meeting)
    return Sorted(tuple(joining), tuple(fights), tuple(apart), tuple(dismissed))


def _refused_before(board: Board) -> set[tuple[int, int]]:
    """Return the pairs of units whose contact the umpire dismissed, or whose battle the players cancelled, in the turn
    before.
    """
    now = board.moment
    if now.index == 0:
        return set()
    before = Moment.at(now.index - 1)
    rows = board.rows(
        Contact, Contact.day == before.day, Contact.turn == before.turn, Contact.state == ContactState.DISMISSED
    )
    return {(row.first_id, row.second_id) for row in rows}


def clusters(met: Iterable[Met], theatre: Theatre, size: TableSize) -> list[tuple[Cluster, tuple[Met, ...]]]:
    """Return the new battles: contacts connected by a unit and all whose units stand on one table (umpire 1.4).

    A contact is in none if one of its two units fights on another table.
    """
    by_id = {meeting.contact.id: meeting for meeting in met}
    meetings = [
        Meeting(i, m.contact.seconds, m.contact.x_m, m.contact.y_m, (m.first.id, m.second.id), _ground(theatre, m))
        for i, m in by_id.items()
    ]
    return [(cluster, tuple(by_id[m.id] for m in cluster.meetings)) for cluster in group(meetings, size)]


def _ground(theatre: Theatre, met: Met) -> tuple[tuple[int, int], ...]:
    """Return the positions of a contact's two units, in whole metres."""
    return tuple((round(x), round(y)) for x, y in points_of(theatre, (met.first, met.second)))


Weighs = Callable[[Battalion], bool]
"""Function that returns True if this battalion attacks by the odds alone, unless a person ordered the attack."""


def ordered_to_attack(met: Iterable[Met]) -> tuple[int, ...]:
    """Return the sides with orders to attack in any of these contacts."""
    return tuple(sorted({side for meeting in met for side in meeting.encounter.attackers}))


def attackers(
    board: Board,
    army: Army,
    theatre: Theatre,
    orders: StandingOrders,
    met: Sequence[Met],
    table: Iterable[Battalion],
    book: Rulebook,
    weighs: Weighs,
) -> tuple[tuple[int, ...], Mapping[int, str]]:
    """Return the sides that attack here, and why others with orders to attack hold (umpire 1.23).

    ``table``: all units that would be on it, in contact or not. By the odds a side counts its own units and the enemies
    that it knows of, with those that it must expect beside them; an attack ordered by a player, the umpire or a staff
    that has weighed it takes place at any odds.
    """
    units = {b.id: b for b in (*(b for meeting in met for b in (meeting.first, meeting.second)), *table)}
    attacking, refusals, waited = list[int](), dict[int, str](), turns_in_contact(board, board.moment)
    for side in ordered_to_attack(met):
        under_orders = [meeting.unit_of(side) for meeting in met if side in meeting.encounter.attackers]
        if any(not weighs(unit) or is_bold(orders.of(unit).order) for unit in under_orders):
            attacking.append(side)
            continue
        friends = [b for b in units.values() if b.side_id == side]
        enemies = [b for b in units.values() if b.side_id != side]
        ours, theirs = (effective_stands(unit_of(army, b) for b in force) for force in (friends, enemies))
        night = conditions_at(board, board.moment, book).night
        odds = _odds(board, theatre, side, met, friends, enemies, night)
        least, why = _needed(board, book, side, units, night)
        leader = leader_of(characters_of(board, army, book), under_orders)
        least, why = needed(least, leader), why + asked_by(leader)
        faced = max((waited.get(unit.id, 0) for unit in under_orders), default=0)
        if (part := after_waiting(faced, float(book.number("auto.patience")))) < 1:
            least, why = least * part, f"{why}{',' * bool(why)} after {counted(faced, 'turn')} in contact"
        choice = attacks(ours, theirs, odds, least, book, why)
        if choice.yes:
            attacking.append(side)
        else:
            refusals[side] = choice.why
    return tuple(attacking), refusals


def _needed(board: Board, book: Rulebook, side: int, units: Mapping[int, Battalion], night: bool) -> tuple[float, str]:
    """Return the chance that an attack needs, and why it is not the usual one: night, or the same troops attacked in
    vain in the turn before.
    """
    now = board.moment
    if night:
        return float(bolder(book)), " by night"
    attacks_before = board.rows(Battle, Battle.attacker_id == side)
    before = {
        b.id for b in attacks_before if Moment(b.day, b.turn).plus(1) == now and b.field_held_by_id not in (side, None)
    }
    lines = board.rows(BattleUnit, BattleUnit.battle_id.in_(before)) if before else []
    again = any(line.battalion_id in units and line.side_id == side for line in lines)
    if again:
        return float(bolder(book)), " after the attack that failed in the turn before"
    return float(book.number("auto.attack_chance")), ""


def _odds(
    board: Board,
    theatre: Theatre,
    side: int,
    met: Sequence[Met],
    friends: Iterable[Battalion],
    enemies: Sequence[Battalion],
    night: bool,
) -> Odds:
    """Return the odds by which a side decides whether to attack on a table."""
    seen, ground = _before_us(board, theatre, side, met, enemies, night)
    return expected_odds([fighter_of(b) for b in friends], seen, ground, law_of(board.campaign.tabletop))


def odds_as_they_are(
    board: Board, theatre: Theatre, attacking: Iterable[Battalion], defending: Sequence[Battalion], book: Rulebook
) -> Odds:
    """Return the odds of an attack in this turn by the forces that are really there, which neither side knows."""
    ours, theirs = ([fighter_of(b) for b in force] for force in (attacking, defending))
    ground = Ground(_cover_of(theatre, defending), night=conditions_at(board, board.moment, book).night)
    return attack_odds(ours, theirs, ground, law_of(board.campaign.tabletop))


def _cover_of(theatre: Theatre, battalions: Iterable[Battalion]) -> Cover:
    """Return the cover where most of these battalions are."""
    positions = [at for b in battalions if (at := position_of(b)) is not None]
    return theatre.cover_at(max(positions, key=positions.count)) if positions else Cover.OPEN


def _before_us(
    board: Board, theatre: Theatre, side: int, met: Sequence[Met], enemies: Sequence[Battalion], night: bool
) -> tuple[tuple[Fighter, ...], Ground]:
    """Return the enemies on a table that a side has seen, those in contact as it sees them, and their ground."""
    known = enemies_known_among(board, side, {b.id for b in enemies}, board.moment)
    seen = {b.id: known[b.id].fighter for b in enemies if b.id in known}
    for meeting in met:
        for b in meeting.located_by(side):
            seen.setdefault(b.id, as_seen(b.arm, b.mark))
    before_us = (b for meeting in met for b in (meeting.first, meeting.second) if b.side_id != side)
    return tuple(seen.values()), Ground(_cover_of(theatre, before_us), night=night)
