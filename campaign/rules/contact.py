"""From contacts to battles (umpire 1.4, 1.5, 1.6).

A contact is made when either of two enemies locates the other. It becomes a battle only if one side's orders are to
attack; a column under orders to march halts just outside; hold against hold is a standoff. One battle is all contacts
of one turn that fit on one table of the chosen system.

    decide(first, second) -> Encounter              what a contact becomes; Party(side, unit, order)
    group(contacts, table) -> tuple[Cluster, ...]   Meeting(id, seconds, x_m, y_m, units) -> clusters that fit on a table
    halts(order) -> bool                            does a marching unit under this order stop short of the enemy?
    is_engaged(began, reached, state, now) -> bool
    holds_clock(began, reached, state, now, phase) -> bool    must the campaign wait for this table?
    lopsided(ours, theirs) -> warning               "2 against 9 stands"
    oversized(meetings, table) -> warning           "its contacts lie 14 km apart"
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from campaign.rules.tabletop import TableSize
from campaign.terms.state import BattleState, ContactState, OrderKind
from campaign.terms.time import Moment, Phase


@dataclass(frozen=True, slots=True)
class Party:
    """One of the two units of a contact: its side, its id, and what it is ordered to do."""

    side: int
    unit: int
    order: OrderKind


@dataclass(frozen=True, slots=True)
class Encounter:
    """What a contact becomes. ``attackers``: sides with orders to attack; both in a meeting engagement."""

    state: ContactState
    attackers: tuple[int, ...]
    why: str


def decide(first: Party, second: Party) -> Encounter:
    """Attack makes a battle; everything else is a standoff: roads cut, no game (umpire 1.4)."""
    attackers = tuple(party.side for party in (first, second) if party.order is OrderKind.ATTACK)
    if len(attackers) == 2:
        return Encounter(ContactState.BATTLE, attackers, "both have orders to attack: a meeting engagement")
    if attackers:
        other = second if first.order is OrderKind.ATTACK else first
        return Encounter(ContactState.BATTLE, attackers, f"an attack on a unit with orders to {other.order.value}")
    marching = [party for party in (first, second) if halts(party.order)]
    if marching:
        return Encounter(ContactState.STANDOFF, (), "neither attacks: who was marching halts just outside location range")
    return Encounter(ContactState.STANDOFF, (), f"{first.order.value} against {second.order.value}: roads are cut, nobody fights")


def halts(order: OrderKind) -> bool:
    """Does a unit on the march under this order stop just outside its own location range (OB-LOC-05)?"""
    return order in (OrderKind.MARCH, OrderKind.FOLLOW, OrderKind.WITHDRAW)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A contact that is to become a battle: where and when in the turn, and which units it holds together."""

    id: int
    seconds: int
    x_m: int
    y_m: int
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cluster:
    """The contacts of one battle, in order of time. ``oversized``: units tie it together beyond the size of a table."""

    meetings: tuple[Meeting, ...]
    west_m: int
    east_m: int
    south_m: int
    north_m: int
    oversized: bool

    @property
    def centre(self) -> tuple[int, int]:
        """The middle of its contacts, x and y in metres."""
        return (self.west_m + self.east_m) // 2, (self.south_m + self.north_m) // 2

    @property
    def units(self) -> tuple[int, ...]:
        """Everybody in contact, each once."""
        return tuple(dict.fromkeys(unit for meeting in self.meetings for unit in meeting.units))


def _cluster(meetings: Iterable[Meeting], table: TableSize) -> Cluster:
    ordered = tuple(sorted(meetings, key=lambda one: (one.seconds, one.id)))
    west, east = min(one.x_m for one in ordered), max(one.x_m for one in ordered)
    south, north = min(one.y_m for one in ordered), max(one.y_m for one in ordered)
    return Cluster(ordered, west, east, south, north, not table.holds(east - west, north - south))


def _tied(meetings: Iterable[Meeting]) -> list[list[Meeting]]:
    """Contacts that share a unit belong together: a unit fights in one battle at a time."""
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


def group(meetings: Iterable[Meeting], table: TableSize) -> tuple[Cluster, ...]:
    """Battles of one turn: contacts tied by a unit, then, in order of time, all that fit on one table (umpire 1.4)."""
    pending = [_cluster(tied, table) for tied in _tied(sorted(meetings, key=lambda one: (one.seconds, one.id)))]
    pending.sort(key=lambda one: (one.meetings[0].seconds, one.meetings[0].id))
    settled: list[Cluster] = []
    near: dict[tuple[int, int], list[int]] = {}
    for cluster in pending:
        cell = (cluster.west_m // table.length_m, cluster.south_m // table.length_m)
        around = [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        for index in sorted(index for key in around for index in near.get(key, ())):
            joined = _cluster(settled[index].meetings + cluster.meetings, table)
            if not joined.oversized:
                settled[index] = joined
                break
        else:
            near.setdefault(cell, []).append(len(settled))
            settled.append(cluster)
    return tuple(settled)


def is_engaged(began: Moment, reached: Moment | None, state: BattleState, now: Moment) -> bool:
    """Are the units of this battle held by it in this turn (umpire 1.5, 1.6)?

    From the turn it begins until it is over; one that is over holds them to the end of the last turn that its table
    played (``reached``). Engaged units take no orders but to withdraw, block roads, cut supply and count as located.
    """
    if now < began or state is BattleState.CANCELLED:
        return False
    return not state.is_over or now <= (reached or began)


def holds_clock(began: Moment, reached: Moment | None, state: BattleState, now: Moment, phase: Phase) -> bool:
    """Must the campaign wait for this battle here? It never passes a table (umpire 1.5, 1.6).

    In the battles of a turn it waits for every table that has not played that turn. A suspended one lets the clock run to the
    end of the turn it has reached, and no further.
    """
    if state.is_over or now < began:
        return False
    if phase is Phase.END_OF_TURN:
        return state is BattleState.SUSPENDED and reached is not None and reached <= now
    return phase is Phase.BATTLES and (reached is None or reached < now)


def lopsided(ours: Fraction, theirs: Fraction, ratio: Fraction = Fraction(4)) -> str:
    """A warning for a game that nobody would enjoy, or nothing: ``2 against 9 stands``."""
    fewer, more = sorted((ours, theirs))
    if fewer <= 0 or more >= ratio * fewer:
        return f"{_count(fewer)} against {_count(more)} stands: merge it with a neighbour, resolve it or rule it"
    return ""


def oversized(meetings: Iterable[Meeting], table: TableSize) -> str:
    """A warning for contacts that units tie together beyond the size of a table, or nothing (umpire 1.4)."""
    ordered = tuple(meetings)
    if not ordered:
        return ""
    found = _cluster(ordered, table)
    if not found.oversized:
        return ""
    long, deep = sorted((found.east_m - found.west_m, found.north_m - found.south_m), reverse=True)
    ground = f"{table.length_m / 1000:g} by {table.depth_m / 1000:g} km"
    return f"its contacts lie {long / 1000:.1f} by {deep / 1000:.1f} km apart, and a table is {ground}: drop some units and fight them apart"


def _count(stands: Fraction) -> str:
    return str(stands.numerator) if stands.denominator == 1 else f"{float(stands):.1f}"
