"""Traffic: units that set out, queue, wait at a defile, and halt, event by event.

The queue of events counts whole microseconds. Each event bears the state under which it was foreseen: once one of its
units changes its movement, it is void. Meetings of enemies are the business of `march`, which builds on this.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import IntEnum
from heapq import heappush

from campaign.terms.position import AtPlace, Position
from campaign.theatre.columns import MICRO, Doing, LaneKey, Lanes, Mover
from campaign.theatre.course import course
from campaign.theatre.marchers import Halt, Marcher, Passage
from campaign.theatre.motion import NEAR_M
from campaign.theatre.values import Rates, Theatre


class What(IntEnum):
    """The kinds of event, in the order in which those of one instant are handled."""

    SET_OUT = 0
    ROAD_CLEAR = 1
    END_OF_ROAD = 2
    CLOSE_UP = 3
    NEARER = 4
    CLEAR = 5
    HALT_OUTSIDE = 6
    CONTACT = 7


class Traffic(ABC):
    """The state of the roads during one turn."""

    def __init__(self, theatre: Theatre, marchers: Sequence[Marcher], seconds: int) -> None:
        self.theatre, self.seconds, self.over = theatre, seconds, seconds * MICRO
        rates = _column_rates(marchers)
        self.movers = {m.unit: Mover(m, course(theatre, m, rates[m.unit], seconds), m.position) for m in marchers}
        self.lanes = Lanes()
        self.columns = {name: i for i, name in enumerate(sorted({m.column or "" for m in marchers}))}
        self.now = 0
        self.queue: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = []
        self.waiting: dict[LaneKey, list[Mover]] = {}
        self.taken_until: dict[LaneKey, int] = {}
        for mover in self.movers.values():
            mover.make_plan(theatre, seconds)

    @abstractmethod
    def foresee_meetings(self, mover: Mover) -> None:
        """Compare a unit with its enemies; called whenever its plan has changed."""

    # -- the queue ----------------------------------------------------------------------------------------------------

    def push(self, seconds: float, kind: What, key: tuple[int, ...], stamp: tuple[int, ...]) -> None:
        """Put an event into the queue; one after the end of the turn is dropped."""
        when = max(self.now, round(seconds * MICRO))
        if when <= self.over:
            heappush(self.queue, (when, kind, key, stamp))

    def is_void(self, kind: int, key: tuple[int, ...], stamp: tuple[int, ...]) -> bool:
        """Return whether an event was foreseen before one of its units changed its movement."""
        if kind == What.SET_OUT:
            return False
        if kind in (What.END_OF_ROAD, What.ROAD_CLEAR):
            return stamp[0] != self.movers[key[-1]].steps
        first, second = self.movers[key[0]], self.movers[key[1]]
        if kind == What.CLOSE_UP:
            return stamp != (first.paces, second.paces, first.roads, second.roads)
        return stamp != (first.paces, second.paces)

    def order(self, mover: Mover) -> None:
        """Enter the setting out of a unit, in the order in which units leave one place: those on the road first, then
        the faster, then the fighting troops, then the lower id.
        """
        if not mover.course.hops:
            if mover.course.ending is not Halt.STAYED:
                mover.halt, mover.halted_at = mover.course.ending, 0
            return
        first = mover.course.hops[0]
        at_place = int(isinstance(mover.order.position, AtPlace))
        ahead = -round(first.from_d * 1000) if not at_place else 0
        key = (at_place, ahead, *self._rank(mover, first.pace), mover.unit)
        if mover.order.delay_seconds < self.seconds:
            self.push(mover.order.delay_seconds, What.SET_OUT, key, ())
        else:
            mover.halt, mover.halted_at = Halt.OUT_OF_TIME, 0

    def _rank(self, mover: Mover, pace: float) -> tuple[int, int, int]:
        """Return the rank of a unit among those that leave a place in one instant, the lowest first."""
        # Micrometres a second, so that equal paces are equal.
        return -round(pace * 1e6), int(mover.order.in_the_rear), self.columns[mover.order.column or ""]

    # -- marching -----------------------------------------------------------------------------------------------------

    def set_out(self, mover: Mover) -> None:
        """Put a unit onto the road when its delay is over, unless an enemy has pinned it down meanwhile."""
        if mover.halt is not Halt.STAYED:
            return
        mover.started_at = self.now
        self.enter(mover, 0)

    def enter(self, mover: Mover, index: int) -> None:
        """Take a unit to its next road, or let it wait if columns of the other direction are on a pass (umpire
        1.18).
        """
        hop = mover.course.hops[index]
        key = mover.lane_key(hop)
        if hop.way.defile and hop.from_d == 0:
            opposite = (key[0], key[1], not key[2])
            if not self.lanes.is_free(opposite):
                self._wait(mover, index)
                self.waiting.setdefault(opposite, []).append(mover)
                return
        if hop.from_d == 0 and mover.order.clears_seconds:
            clear = self.taken_until.get(key, 0)
            if clear > self.now:
                self._wait(mover, index)
                turn = (mover.came_at, *self._rank(mover, hop.pace), mover.unit)
                self.push(clear / MICRO, What.ROAD_CLEAR, turn, (mover.steps,))
                return
            self.taken_until[key] = self.now + mover.order.clears_seconds * MICRO
        mover.doing, mover.stand, mover.hop, mover.since, mover.at_d = Doing.MARCHING, None, index, self.now, hop.from_d
        mover.has_closed_up = False
        mover.roads += 1
        self.lanes.join(mover, key, self.now)
        if self.lanes.is_alone(mover):
            mover.speed = hop.pace
            self._changed(mover)
        else:
            self._set_pace(mover, force=True)
            self.ripple(mover)

    def _wait(self, mover: Mover, index: int) -> None:
        """Let a unit wait at the place where its next road begins."""
        hop = mover.course.hops[index]
        if not (mover.doing is Doing.WAITING and mover.hop == index - 1):
            mover.came_at = self.now
        mover.doing, mover.stand, mover.hop = Doing.WAITING, AtPlace(hop.way.a if hop.forward else hop.way.b), index - 1
        mover.speed, mover.since = 0.0, self.now
        self._changed(mover)

    def road_clear(self, mover: Mover) -> None:
        """Let a unit go when the column before it has cleared the beginning of its road."""
        if mover.doing is Doing.WAITING:
            self.enter(mover, mover.hop + 1)

    def _set_pace(self, mover: Mover, *, force: bool = False) -> bool:
        """Set a unit's speed: its own, or that of the unit in front once it has closed up. Returns whether it has
        changed.
        """
        if not mover.is_marching:
            return False
        before = mover.speed
        mover.advance(self.now)
        free = mover.on.pace
        front = self.lanes.ahead(mover)
        speed = free
        if front is None:
            mover.has_closed_up = False
        else:
            mover.has_closed_up = mover.has_closed_up or front.d_at(self.now) - mover.at_d <= NEAR_M
            if mover.has_closed_up and not front.is_marching:
                mover.leader = front
                self.halt(mover, Halt.BEHIND, {front.unit})
                return True
            if mover.has_closed_up:
                speed = min(free, front.speed)
                mover.has_closed_up = free >= front.speed
        mover.speed = speed
        if force or speed != before:
            self._changed(mover)
        self._foresee_closing_up(mover, front)
        return force or speed != before

    def _foresee_closing_up(self, mover: Mover, front: Mover | None) -> None:
        if front is None or mover.has_closed_up or mover.speed <= (front.speed if front.is_marching else 0.0):
            return
        gap = front.d_at(self.now) - mover.at_d
        closing = mover.speed - (front.speed if front.is_marching else 0.0)
        self.push(
            self.now / MICRO + gap / closing,
            What.CLOSE_UP,
            (mover.unit, front.unit),
            (mover.paces, front.paces, mover.roads, front.roads),
        )

    def close_up(self, mover: Mover, front: Mover) -> None:
        """Let a unit that has caught up with the one in front keep its pace from here (OB-MOV-08)."""
        if self.lanes.ahead(mover) is not front:
            return
        mover.advance(self.now)
        mover.snap(min(front.d_at(self.now), mover.on.to_d))
        mover.has_closed_up = True
        self._set_pace(mover, force=True)
        self.ripple(mover)

    def halt_column(self, mover: Mover, why: Halt, because: set[int]) -> None:
        """Halt a unit, and with it those that have closed up to it."""
        self.halt(mover, why, because)
        self.ripple(mover)

    def ripple(self, mover: Mover) -> None:
        """Update the units behind, which have to keep their place."""
        follower = self.lanes.behind(mover)
        while follower is not None and self._set_pace(follower):
            follower = self.lanes.behind(follower)

    def end_of_road(self, mover: Mover) -> None:
        """Take a unit over to its next road, after those in front if they all come to the end of this one in the same
        instant.
        """
        file = [mover]
        while (front := self.lanes.ahead(file[-1])) is not None and self._ends_with(front, file[-1]):
            file.append(front)
        for arrived in reversed(file):
            if arrived.is_marching:
                self._pass_on(arrived)

    def _ends_with(self, front: Mover, mover: Mover) -> bool:
        """Return whether the unit in front comes to the end of its road in the instant in which this one turns off
        there.
        """
        end_d = mover.on.to_d
        return (
            _turns_off(mover)
            and front.is_marching
            and front.d_at(self.now) >= end_d - NEAR_M
            and front.on.to_d <= end_d
        )

    def _pass_on(self, mover: Mover) -> None:
        front, hop = self.lanes.ahead(mover), mover.on
        if front is not None and not front.is_marching and front.at_d >= hop.to_d - NEAR_M and _turns_off(mover):
            mover.leader = front
            self.halt_column(mover, Halt.BEHIND, {front.unit})
            return
        mover.snap(hop.to_d)
        mover.since = self.now
        if hop.place is not None:
            mover.passed.append(Passage(hop.place, round(self.now / MICRO)))
        if mover.hop + 1 == len(mover.course.hops):
            self.halt_column(mover, mover.course.ending, set())
        elif self.now >= self.over and hop.place is not None:
            self.halt_column(mover, Halt.OUT_OF_TIME, set())
        elif mover.course.hops[mover.hop + 1].enters:
            self._leave_lane(mover)
            self.enter(mover, mover.hop + 1)
        else:
            mover.hop += 1
            mover.at_d = mover.on.from_d
            self._changed(mover)

    def _leave_lane(self, mover: Mover) -> None:
        follower, emptied = self.lanes.leave(mover)
        if follower is not None and follower.d_at(self.now) < follower.on.to_d - NEAR_M:
            follower.has_closed_up = False
            if self._set_pace(follower):
                self.ripple(follower)
        for waiter in self.waiting.pop(emptied, ()) if emptied and self.waiting else ():
            if waiter.doing is Doing.WAITING:
                self.enter(waiter, waiter.hop + 1)

    def halt(self, mover: Mover, why: Halt, because: set[int]) -> None:
        """Halt a unit for the rest of the turn. A unit at a place, beside the road or at its start blocks no other
        unit, nor does a unit that has come as far as it can go: it draws off beside the bridge that does not carry it.
        Guns and trains behind the fighting troops draw off wherever they halt. In other cases the units behind are
        updated.
        """
        if mover.is_marching:
            mover.advance(self.now)
            mover.stand = _stand(mover, why)
        mover.doing, mover.speed, mover.since = Doing.STANDING, 0.0, self.now
        mover.halt, mover.halted_at, mover.because = why, self.now, set(because)
        self._changed(mover)
        draws_off = why in (Halt.ARRIVED, Halt.BLOCKED) or mover.order.in_the_rear
        if draws_off or mover.stand is not None or not mover.has_started:
            self._leave_lane(mover)

    def _changed(self, mover: Mover) -> None:
        """Record that a unit's movement has changed. If the change was not in its plan, all events foreseen for it are
        void and foreseen again.
        """
        as_planned = mover.keeps_to_plan(self.now)
        mover.steps += 1
        if not as_planned:
            mover.keep_track(self.now)
            mover.paces += 1
            mover.make_plan(self.theatre, self.seconds)
        if mover.is_marching and mover.speed > 0:
            end = self.now / MICRO + (mover.on.to_d - mover.at_d) / mover.speed
            self.push(end, What.END_OF_ROAD, (mover.unit,), (mover.steps,))
        if not as_planned and self.now < self.over:
            self.foresee_meetings(mover)


def _turns_off(mover: Mover) -> bool:
    """Return whether another road begins for a unit at the end of this piece."""
    return mover.hop + 1 < len(mover.course.hops) and mover.course.hops[mover.hop + 1].enters


def _stand(mover: Mover, why: Halt) -> Position | None:
    """Return the position of a unit that halts: the place it has just reached or not yet left; None if it is on its
    road. A unit that is located in leaving a place has taken the first step on the road.
    """
    if why is Halt.CONTACT:
        return None
    if not mover.has_started:
        return mover.order.position
    hop = mover.on
    if hop.place is not None and hop.to_d - mover.at_d <= NEAR_M:
        return AtPlace(hop.place)
    if mover.at_d <= NEAR_M:
        return AtPlace(hop.way.a if hop.forward else hop.way.b)
    return None


def _column_rates(marchers: Sequence[Marcher]) -> dict[int, Rates]:
    """Return the rates of each column: the slowest of its marching units. Other units march at their own."""
    columns: dict[tuple[int, str], list[Rates]] = {}
    for marcher in marchers:
        if marcher.column is not None and marcher.legs:
            columns.setdefault((marcher.side, marcher.column), []).append(marcher.rates)
    return {
        m.unit: Rates.slowest(columns[m.side, m.column]) if m.column is not None and m.legs else m.rates
        for m in marchers
    }
