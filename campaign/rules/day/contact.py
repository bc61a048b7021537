"""The step from contacts to battles (umpire 1.4, 1.5, 1.6).

A contact is made when either of two enemies locates the other. It becomes a battle only if one side's orders are to
attack; a column under orders to march halts just outside; hold against hold is a standoff. One battle is all contacts
of one turn whose units stand on one table of the chosen system.

    decide(first, second) -> Encounter              the result of a contact; Party(side, unit, order)
    group(meetings, table) -> tuple[Cluster, ...]   Meeting(id, seconds, x_m, y_m, units, points) -> clusters that fit
                                                    on a table
    is_masked(enemy, holding, book) -> bool         may other units of the side that holds march past the enemy?
    halts(order) -> bool                            does a marching unit under this order stop short of the enemy?
    is_engaged(began, reached, state, now) -> bool
    holds_clock(began, reached, state, now, phase) -> bool    must the campaign wait for this table?
    lopsided(stands) -> warning                     "Axis 2 against Allied 9 stands"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from campaign.terms.state import BattleState, ContactState, OrderKind
from campaign.terms.time import Moment, Phase
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.rules.common.rulebook import Rulebook
    from campaign.rules.tabletop.interface import TableSize


@dataclass(frozen=True, slots=True)
class Party:
    """One of the two units of a contact: its side, its id, and its order."""

    side: int
    unit: int
    order: OrderKind


@dataclass(frozen=True, slots=True)
class Encounter:
    """The result of a contact: a battle or a standoff. ``attackers``: the sides with orders to attack; both in a
    meeting battle.
    """

    state: ContactState
    attackers: tuple[int, ...]
    why: str


def decide(first: Party, second: Party) -> Encounter:
    """Return the result of a contact: an order to attack makes a battle, everything else a standoff, with roads cut and
    no game (umpire 1.4).
    """
    attackers = tuple(party.side for party in (first, second) if party.order is OrderKind.ATTACK)
    if len(attackers) == 2:
        return Encounter(ContactState.BATTLE, attackers, "both have orders to attack: a meeting battle")
    if attackers:
        party = second if first.order is OrderKind.ATTACK else first
        return Encounter(ContactState.BATTLE, attackers, f"an attack on a unit with orders to {party.order.value}")
    marching = [party for party in (first, second) if halts(party.order)]
    if marching:
        return Encounter(ContactState.STANDOFF, (), "neither attacks: marching units halt just outside location range")
    return Encounter(
        ContactState.STANDOFF, (), f"{first.order.value} against {second.order.value}: roads are cut, no battle"
    )


def halts(order: OrderKind) -> bool:
    """Return whether a unit on the march under this order stops just outside its own location range (OB-LOC-05)."""
    return order in (OrderKind.MARCH, OrderKind.FOLLOW, OrderKind.WITHDRAW)


def is_masked(enemy: Fraction, holding: Fraction, book: Rulebook) -> bool:
    """Return whether units that hold in contact with an enemy keep it from stopping the rest of their side (house rule
    ``march.past_masked``; by the book units cannot pass within location range, OB-LOC-05). Both strengths in effective
    stands.
    """
    least = book.number("march.past_masked")
    return 0 < least * enemy <= holding or (least > 0 == enemy and holding > 0)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A contact that is to become a battle: its time in the turn, the units it engages, and their positions now.

    ``points``: one for each unit, in metres; empty: all are at the point of contact (``x_m``, ``y_m``).
    """

    id: int
    seconds: int
    x_m: int
    y_m: int
    units: tuple[int, ...]
    points: tuple[tuple[int, int], ...] = ()

    @property
    def ground(self) -> tuple[tuple[int, int], ...]:
        """The points, in metres, that must be on the table if it is fought."""
        return self.points or ((self.x_m, self.y_m),)


@dataclass(frozen=True, slots=True)
class Cluster:
    """The contacts of one battle, in order of time, and the box that holds all their units."""

    meetings: tuple[Meeting, ...]
    west_m: int
    east_m: int
    south_m: int
    north_m: int

    @property
    def centre(self) -> tuple[int, int]:
        """The middle of the battle's ground, x and y in metres."""
        return (self.west_m + self.east_m) // 2, (self.south_m + self.north_m) // 2

    @property
    def units(self) -> tuple[int, ...]:
        """The ids of all units in contact, each once."""
        return tuple(dict.fromkeys(unit for meeting in self.meetings for unit in meeting.units))

    def fits(self, table: TableSize) -> bool:
        """Return whether all its units fit on one table."""
        return table.holds(self.east_m - self.west_m, self.north_m - self.south_m)


def _cluster(meetings: Iterable[Meeting]) -> Cluster:
    ordered = tuple(sorted(meetings, key=_time))
    xs, ys = (
        [x for meeting in ordered for x, _ in meeting.ground],
        [y for meeting in ordered for _, y in meeting.ground],
    )
    return Cluster(ordered, min(xs), max(xs), min(ys), max(ys))


def _time(meeting: Meeting) -> tuple[int, int]:
    return meeting.seconds, meeting.id


def _tied(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Return contacts grouped so that those that share a unit are together, as a unit takes part in one battle at a
    time.
    """
    leader: dict[int, int] = {}

    def of(unit: int) -> int:
        while leader[unit] != unit:
            leader[unit] = leader[leader[unit]]
            unit = leader[unit]
        return unit

    ordered = tuple(meetings)
    for meeting in ordered:
        for unit in meeting.units:
            leader.setdefault(unit, unit)
            leader[of(unit)] = of(meeting.units[0])
    groups: dict[int, list[Meeting]] = {}
    for meeting in ordered:
        groups.setdefault(of(meeting.units[0]), []).append(meeting)
    return list(groups.values())


def _tables(tied: list[Meeting], table: TableSize) -> Iterable[Cluster]:
    """Yield tied contacts as battles that each fit on a table, the earliest contact first.

    A contact is left out if one of its units is in another of these battles, as a unit takes part in one battle at a
    time.
    """
    remaining_meetings = sorted(tied, key=_time)
    while remaining_meetings:
        cluster, taken = None, set[int]()
        for meeting in _spreading(remaining_meetings):
            grown = _cluster((*(cluster.meetings if cluster else ()), meeting))
            if grown.fits(table):
                cluster, taken = grown, taken | set(meeting.units)
        if cluster is not None:
            yield cluster
        remaining_meetings = [
            meeting
            for meeting in remaining_meetings
            if meeting is not remaining_meetings[0] and not taken & set(meeting.units)
        ]


def _spreading(meetings: list[Meeting]) -> Iterable[Meeting]:
    """Yield a contact, then those that share a unit with it, then those that share a unit with these."""
    seen, front, rest = set(meetings[0].units), [meetings[0]], meetings[1:]
    while front:
        yield from front
        seen |= {unit for meeting in front for unit in meeting.units}
        front = [meeting for meeting in rest if seen & set(meeting.units)]
        rest = [meeting for meeting in rest if not seen & set(meeting.units)]


def group(meetings: Iterable[Meeting], table: TableSize) -> tuple[Cluster, ...]:
    """Return the battles of one turn: contacts tied by a unit, then, in order of time, all contacts whose units fit on
    one table (umpire 1.4).

    A contact that does not fit with the others is a battle of its own. A contact is in no battle only if one of its
    units is in another battle and the two do not fit on one table.
    """
    pending = [cluster for tied in _tied(sorted(meetings, key=_time)) for cluster in _tables(tied, table)]
    pending.sort(key=lambda cluster: _time(cluster.meetings[0]))
    settled: list[Cluster] = []
    near: dict[tuple[int, int], list[int]] = {}
    for cluster in pending:
        cell = (cluster.west_m // table.length_m, cluster.south_m // table.length_m)
        around = [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        for index in sorted(index for key in around for index in near.get(key, ())):
            joined = _cluster(settled[index].meetings + cluster.meetings)
            if joined.fits(table):
                settled[index] = joined
                break
        else:
            near.setdefault(cell, []).append(len(settled))
            settled.append(cluster)
    return tuple(settled)


def is_engaged(began: Moment, reached: Moment | None, state: BattleState, now: Moment) -> bool:
    """Return whether the units of this battle are engaged in it in this turn (umpire 1.5, 1.6).

    A battle engages its units from the turn it begins until it is over; one that is over engages them to the end of the
    last turn that its table played (``reached``). Engaged units take no orders except to withdraw; they block roads,
    cut supply and count as located.
    """
    if now < began or state is BattleState.CANCELLED:
        return False
    return not state.is_over or now <= (reached or began)


def holds_clock(began: Moment, reached: Moment | None, state: BattleState, now: Moment, phase: Phase) -> bool:
    """Return whether the campaign must wait for this battle in this turn, as it never runs ahead of a table (umpire
    1.5, 1.6).

    In the battles step of a turn it waits for each table that has not played that turn. A suspended battle, and a
    resumed one of which a return is in, lets the clock run to the end of the turn it has reached, and no further.
    """
    if state.is_over or now < began:
        return False
    if phase is Phase.END_OF_TURN:
        return state in (BattleState.SUSPENDED, BattleState.RETURNED) and reached is not None and reached <= now
    return phase is Phase.BATTLES and (reached is None or reached < now)


def lopsided(stands: Mapping[str, Fraction], ratio: Fraction = Fraction(4)) -> str:
    """Return a warning for a game that would be too uneven to enjoy, as in ``2 Axis stands against 9 Allied stands``;
    empty if it is even enough.
    """
    from campaign.words.texts import papers

    counts = sorted(stands.values())
    if len(counts) == 2 and (counts[0] <= 0 or counts[1] >= ratio * counts[0]):
        words = " against ".join(f"{_count(count)} {side} stand{'s' * (count != 1)}" for side, count in stands.items())
        return papers().text("lopsided", stands=words)
    return ""


def _count(stands: Fraction) -> str:
    return str(stands.numerator) if stands.denominator == 1 else f"{float(stands):.1f}"
