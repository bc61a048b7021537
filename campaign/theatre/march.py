"""One turn's marches: everybody at once, continuously, until the six hours are over (umpire 1.1, 1.4, 1.18).

Between two events every unit moves uniformly along a straight piece of road. Events are: a unit sets out, reaches the end of a
piece, closes up to the one in front, would come nearer to an enemy it is in contact with, gets clear of one, halts just outside an
enemy's range, makes contact. What falls into one microsecond is one instant, and all contacts of an instant are made together, so
that neither the order of the input nor any step of time matters. Only enemies whose marches come near each other are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from heapq import heappop, heappush
from math import inf

from campaign.errors import BadInput
from campaign.terms.position import AtPlace, Position
from campaign.theatre.columns import MICRO, Doing, LaneKey, Lanes, Mover
from campaign.theatre.course import course
from campaign.theatre.follow import with_followers
from campaign.theatre.joined import Ground
from campaign.theatre.marchers import Conduct, Halt, Marcher, Passage, Touch, Turn
from campaign.theatre.meeting import candidates, foresee
from campaign.theatre.motion import NEAR_M, Motion, apart, closes_in, contact_m, first_within, parting, sees_m
from campaign.theatre.outcome import turn_over
from campaign.theatre.values import TURN_SECONDS, Rates, Theatre
from campaign.theatre.zones import Sight

JUST_OUTSIDE_M = 125.0
"""A voluntary halt is one inch of the table short of location range (OB-AMB-048)."""

ROUNDING_M = 2.0
"""Two units in contact at the end of a turn were put on whole metres: so much more apart they may be and still be in contact."""

Pair = tuple[int, int]


class _What(IntEnum):
    """Kinds of event, in the order in which those of one instant are dealt with."""

    SET_OUT = 0
    END_OF_PIECE = 1
    CLOSE_UP = 2
    NEARER = 3
    CLEAR = 4
    HALT_OUTSIDE = 5
    CONTACT = 6


def march(
    theatre: Theatre,
    marchers: Sequence[Marcher],
    sight: Sight,
    *,
    seconds: int = TURN_SECONDS,
    in_contact: Iterable[Pair] = (),
) -> Turn:
    """All marches of a turn. ``marchers`` are all units on the map, also those that stay.

    ``in_contact``: pairs that were in contact when the last turn ended; those that stand within range of each other need not be named.
    Headquarters that follow march behind where this turn takes their commands. Raises BadInput for a route that breaks off.
    """
    known = {marcher.unit for marcher in marchers}
    if len(known) != len(marchers):
        raise BadInput("a unit is on the map twice: give every marching unit once")
    old = frozenset((min(pair), max(pair)) for pair in in_contact)
    return with_followers(theatre, sorted(marchers, key=lambda m: m.unit), lambda them: _Marches(theatre, them, sight, seconds, old).run())


class _Marches:
    """The state of the map while one turn runs."""

    def __init__(self, theatre: Theatre, marchers: Sequence[Marcher], sight: Sight, seconds: int, in_contact: frozenset[Pair]) -> None:
        self.theatre, self.sight, self.seconds, self.over = theatre, sight, seconds, seconds * MICRO
        rates = _column_rates(marchers)
        self.movers = {m.unit: Mover(m, rates[m.unit], course(theatre, m, rates[m.unit], seconds), m.position) for m in marchers}
        self.lanes, self.ground = Lanes(), Ground(theatre)
        self.columns = {name: i for i, name in enumerate(sorted({m.column or "" for m in marchers}))}
        self.now = 0
        self.queue: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = []
        self.waiting: dict[LaneKey, list[Mover]] = {}
        self.foreseen: dict[Pair, tuple[tuple[int, int], tuple[tuple[int, float], ...]]] = {}
        self.touches: list[Touch] = []
        self.motions: dict[int, Motion] = {}
        self.near = candidates(theatre, self.movers, sight.longest_m + JUST_OUTSIDE_M + 1, seconds)
        for mover in self.movers.values():
            self.motions[mover.unit] = mover.motion(theatre, seconds)
        self.old = self._in_range_already(in_contact)

    def run(self) -> Turn:
        """Let the turn run and say how it ended."""
        for mover in self.movers.values():
            self._order(mover)
        for pair in sorted(self._pairs()):
            self._compare(pair)
        movers = self.movers
        deal: dict[int, Callable[[tuple[int, ...]], None]] = {
            _What.SET_OUT: lambda key: self._set_out(movers[key[-1]]),
            _What.END_OF_PIECE: lambda key: self._end_of_piece(movers[key[0]]),
            _What.CLOSE_UP: lambda key: self._close_up(movers[key[0]], movers[key[1]]),
            _What.NEARER: lambda key: self._halt(movers[key[0]], Halt.HELD, {key[1]}),
            _What.CLEAR: lambda key: self._clear((key[0], key[1])),
            _What.HALT_OUTSIDE: lambda key: self._halt(movers[key[0]], Halt.JUST_OUTSIDE, {key[1]}),
            _What.CONTACT: self._contacts,
        }
        while self.queue:
            when, what, key, stamp = heappop(self.queue)
            self.now = when
            if self._is_void(what, key, stamp):
                continue
            deal[what](key)
        self.now = self.over
        for mover in self.movers.values():
            if mover.is_marching:
                self._halt(mover, Halt.OUT_OF_TIME, set())
            self._close_track(mover)
        return turn_over(self.theatre, self.movers, self.touches, self.sight)

    # -- the queue ------------------------------------------------------------------------------------------------------------

    def _push(self, seconds: float, what: _What, key: tuple[int, ...], stamp: tuple[int, ...]) -> None:
        when = max(self.now, round(seconds * MICRO))
        if when <= self.over:
            heappush(self.queue, (when, what, key, stamp))

    def _is_void(self, what: int, key: tuple[int, ...], stamp: tuple[int, ...]) -> bool:
        """Was it foreseen before one of its units changed its movement?"""
        if what == _What.SET_OUT:
            return False
        if what in (_What.HALT_OUTSIDE, _What.CLOSE_UP):
            return stamp != tuple(self.movers[unit].paces for unit in key)
        return stamp != tuple(self.movers[unit].steps for unit in key)

    def _order(self, mover: Mover) -> None:
        """Enter its setting out, in the order in which units leave one place: who is on the road, the faster, the lower."""
        if not mover.course.hops:
            if mover.course.ending is not Halt.STAYED:
                mover.halt, mover.halted_at = mover.course.ending, 0
            return
        first = mover.course.hops[0]
        at_place = int(isinstance(mover.order.position, AtPlace))
        ahead = -round(first.from_d * 1000) if not at_place else 0
        key = (at_place, ahead, -round(mover.free_speed(first) * 1e6), self.columns[mover.order.column or ""], mover.unit)
        if mover.order.delay_seconds < self.seconds:
            self._push(mover.order.delay_seconds, _What.SET_OUT, key, ())
        else:
            mover.halt, mover.halted_at = Halt.OUT_OF_TIME, 0

    # -- marching -------------------------------------------------------------------------------------------------------------

    def _set_out(self, mover: Mover) -> None:
        if mover.halt is not Halt.STAYED:
            return
        mover.started_at = self.now
        self._enter(mover, 0)

    def _enter(self, mover: Mover, index: int) -> None:
        """Begin a piece that starts a road, or wait if columns of the other direction are on a pass (umpire 1.18)."""
        hop = mover.course.hops[index]
        key = mover.lane_key(hop)
        other = (key[0], key[1], not key[2])
        if hop.way.defile and hop.from_d == 0 and not self.lanes.is_free(other):
            here = hop.way.a if hop.forward else hop.way.b
            mover.doing, mover.stand, mover.hop, mover.speed, mover.since = Doing.WAITING, AtPlace(here), index - 1, 0.0, self.now
            self.waiting.setdefault(other, []).append(mover)
            self._changed(mover, new_pace=True)
            return
        mover.doing, mover.stand, mover.hop, mover.since, mover.at_d = Doing.MARCHING, None, index, self.now, hop.from_d
        mover.has_closed_up = False
        self.lanes.join(mover, key, self.now)
        self._set_pace(mover, force=True)
        self._ripple(mover)

    def _set_pace(self, mover: Mover, *, force: bool = False) -> bool:
        """Its own speed, or that of the one in front once it has closed up. Tells whether its speed has changed."""
        if not mover.is_marching:
            return False
        before = mover.speed
        mover.advance(self.now)
        free = mover.free_speed(mover.on)
        front = self.lanes.ahead(mover)
        speed = free
        if front is None:
            mover.has_closed_up = False
        else:
            mover.has_closed_up = mover.has_closed_up or front.d_at(self.now) - mover.at_d <= NEAR_M
            if mover.has_closed_up and not front.is_marching:
                mover.leader = front
                self._halt(mover, Halt.BEHIND, {front.unit})
                return True
            if mover.has_closed_up:
                speed = min(free, front.speed)
                mover.has_closed_up = free >= front.speed
        mover.speed = speed
        if force or speed != before:
            self._changed(mover, new_pace=True)
        self._foresee_closing_up(mover, front)
        return force or speed != before

    def _foresee_closing_up(self, mover: Mover, front: Mover | None) -> None:
        if front is None or mover.has_closed_up or mover.speed <= (front.speed if front.is_marching else 0.0):
            return
        gap = front.d_at(self.now) - mover.at_d
        closing = mover.speed - (front.speed if front.is_marching else 0.0)
        self._push(self.now / MICRO + gap / closing, _What.CLOSE_UP, (mover.unit, front.unit), (mover.paces, front.paces))

    def _close_up(self, mover: Mover, front: Mover) -> None:
        if self.lanes.ahead(mover) is not front:
            return
        mover.advance(self.now)
        mover.snap(min(front.d_at(self.now), mover.on.to_d))
        mover.has_closed_up = True
        self._set_pace(mover, force=True)
        self._ripple(mover)

    def _ripple(self, mover: Mover) -> None:
        """Those behind have to keep their place."""
        follower = self.lanes.behind(mover)
        while follower is not None and self._set_pace(follower):
            follower = self.lanes.behind(follower)

    def _end_of_piece(self, mover: Mover) -> None:
        front = self.lanes.ahead(mover)
        hop = mover.on
        leaves = mover.hop + 1 == len(mover.course.hops) or mover.course.hops[mover.hop + 1].enters
        if leaves and front is not None and front.d_at(self.now) >= hop.to_d - NEAR_M:
            if not front.is_marching:
                mover.leader = front
                mover.advance(self.now)
                self._halt(mover, Halt.BEHIND, {front.unit})
                return
            if front.on.to_d <= hop.to_d:
                self._end_of_piece(front)
        mover.snap(hop.to_d)
        mover.since = self.now
        if hop.place is not None:
            mover.passed.append(Passage(hop.place, round(self.now / MICRO)))
        if not leaves:
            mover.hop += 1
            mover.at_d = mover.on.from_d
            self._changed(mover)
        elif mover.hop + 1 == len(mover.course.hops):
            self._halt(mover, mover.course.ending, set())
        elif self.now >= self.over and hop.place is not None:
            self._halt(mover, Halt.OUT_OF_TIME, set())
        else:
            self._leave_lane(mover)
            self._enter(mover, mover.hop + 1)

    def _leave_lane(self, mover: Mover) -> None:
        follower, emptied = self.lanes.leave(mover)
        if follower is not None:
            follower.has_closed_up = False
            if self._set_pace(follower):
                self._ripple(follower)
        for waiter in self.waiting.pop(emptied, ()) if emptied else ():
            if waiter.doing is Doing.WAITING:
                self._enter(waiter, waiter.hop + 1)

    def _halt(self, mover: Mover, why: Halt, because: set[int]) -> None:
        """The unit stands for the rest of the turn. Who stands at a place, by the road or where it began blocks nobody."""
        if mover.is_marching:
            mover.advance(self.now)
            mover.stand = _stand(mover, why)
        mover.doing, mover.speed, mover.since = Doing.STANDING, 0.0, self.now
        mover.halt, mover.halted_at, mover.because = why, self.now, set(because)
        self._changed(mover, new_pace=True)
        if why is Halt.ARRIVED or mover.stand is not None or not mover.has_started:
            self._leave_lane(mover)
        else:
            self._ripple(mover)

    # -- what a change of movement brings -------------------------------------------------------------------------------------

    def _changed(self, mover: Mover, *, new_pace: bool = False) -> None:
        """Its movement is another one now: all that was foreseen about it is void and foreseen anew."""
        self._close_track(mover)
        mover.steps += 1
        mover.paces += int(new_pace)
        self.motions[mover.unit] = mover.motion(self.theatre, self.seconds)
        if mover.is_marching and mover.speed > 0:
            end = self.now / MICRO + (mover.on.to_d - mover.at_d) / mover.speed
            self._push(end, _What.END_OF_PIECE, (mover.unit,), (mover.steps,))
        for enemy in self.near[mover.unit]:
            self._compare((min(mover.unit, enemy), max(mover.unit, enemy)))

    def _close_track(self, mover: Mover) -> None:
        """Keep the movement it has made so far."""
        made = self.motions[mover.unit]
        if self.now / MICRO > made.begin or not mover.track:
            mover.track.append(replace(made, end=self.now / MICRO))

    def _compare(self, pair: Pair) -> None:
        """Foresee what two enemies' present movements lead to."""
        first, second = (self.movers[unit] for unit in pair)
        if second.unit in first.touching and pair not in self.old:
            return
        a, b = (self.motions[unit] for unit in pair)
        stamp, now = (first.steps, second.steps), self.now / MICRO
        range_m = contact_m(a, b, self.sight)
        if pair in self.old:
            self._compare_old(pair, a, b, range_m)
            return
        begin: float | None = first_within(a, b, range_m, now, self.seconds)
        if begin is not None:
            last = parting(a, b, range_m, begin)
            begin = self.ground.first_joined(
                a, b, range_m, begin, min(self._until(first), self._until(second), last if last is not None else inf)
            )
        if begin is not None:
            self._push(begin, _What.CONTACT, pair, stamp)
        self._foresee_halting(pair, first, second)

    def _until(self, mover: Mover) -> float:
        """How long its present movement can last."""
        if not mover.is_marching or mover.speed <= 0:
            return self.seconds
        return min(float(self.seconds), mover.since / MICRO + (mover.on.to_d - mover.at_d) / mover.speed)

    def _compare_old(self, pair: Pair, a: Motion, b: Motion, range_m: float) -> None:
        """In contact since the turn began: it may march as long as its own march does not bring it nearer."""
        now, slack = self.now / MICRO, ROUNDING_M
        stamp = tuple(self.movers[unit].steps for unit in pair)
        for unit, enemy, mine, theirs in ((pair[0], pair[1], a, b), (pair[1], pair[0], b, a)):
            mover = self.movers[unit]
            if mover.is_marching and mover.speed > 0:
                nearer = closes_in(mine, theirs, now)
                if nearer is not None:
                    self._push(nearer, _What.NEARER, (unit, enemy), (mover.steps, self.movers[enemy].steps))
        clear = parting(a, b, range_m if apart(a, b, now) <= range_m else range_m + slack, now)
        if clear is not None:
            self._push(clear, _What.CLEAR, pair, stamp)

    def _clear(self, pair: Pair) -> None:
        """The two have been outside range: from now on they can meet again."""
        self.old.discard(pair)
        for unit, enemy in (pair, pair[::-1]):
            self.movers[unit].touching.discard(enemy)
        self._compare(pair)

    def _foresee_halting(self, pair: Pair, first: Mover, second: Mover) -> None:
        """Halting just outside is decided on the two units' plans, and again whenever one of these changes (OB-LOC-05)."""
        paces = (first.paces, second.paces)
        if self.foreseen.get(pair, ((-1, -1), ()))[0] == paces:
            return
        self.foreseen[pair] = (paces, ())
        for mover, enemy in ((first, second), (second, first)):
            if mover.order.conduct is Conduct.AVOID and mover.is_marching:
                when = foresee(mover, enemy, self.theatre, self.ground, self.sight, self.now / MICRO, self.seconds, JUST_OUTSIDE_M)
                if when is not None:
                    self._push(when, _What.HALT_OUTSIDE, (mover.unit, enemy.unit), (mover.paces, enemy.paces))

    # -- contact --------------------------------------------------------------------------------------------------------------

    def _pairs(self) -> Iterator[Pair]:
        for unit, enemies in self.near.items():
            yield from ((unit, enemy) for enemy in enemies if unit < enemy)

    def _in_range_already(self, in_contact: frozenset[Pair]) -> set[Pair]:
        """Enemies in range of each other when the turn begins."""
        found: set[Pair] = set()
        for pair in sorted(self._pairs()):
            a, b = (self.motions[unit] for unit in pair)
            range_m = contact_m(a, b, self.sight) + (ROUNDING_M if pair in in_contact else 0.0)
            if apart(a, b, 0.0) <= range_m + 1e-6 and self.ground.first_joined(a, b, range_m, 0.0, 0.0) is not None:
                found.add(pair)
                self._touch(pair, is_old=True)
        return found

    def _touch(self, pair: Pair, *, is_old: bool = False) -> None:
        a, b = (self.motions[unit] for unit in pair)
        now = self.now / MICRO
        distance, (ax, ay), (bx, by) = apart(a, b, now), a.at(now), b.at(now)
        slack = ROUNDING_M if is_old else NEAR_M
        sees = (distance <= sees_m(a, b, self.sight) + slack, distance <= sees_m(b, a, self.sight) + slack)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        self.touches.append(Touch(pair[0], pair[1], round(now), sees[0], sees[1], middle, round(distance), is_old))
        for unit, enemy in (pair, pair[::-1]):
            self.movers[unit].touching.add(enemy)

    def _contacts(self, first: tuple[int, ...]) -> None:
        """All contacts of this instant: those foreseen, and every other enemy in range of a unit that halts now."""
        batch = {(first[0], first[1])}
        while self.queue and self.queue[0][:2] == (self.now, _What.CONTACT):
            _, what, key, stamp = heappop(self.queue)
            if not self._is_void(what, key, stamp):
                batch.add((key[0], key[1]))
        batch = {pair for pair in batch if not self._is_reinforcement(pair)}
        asked: set[int] = set()
        while rest := sorted({unit for pair in batch for unit in pair} - asked):
            for unit in rest:
                asked.add(unit)
                batch |= set(self._in_range_now(unit))
        for pair in sorted(batch):
            self._touch(pair)
        for unit in sorted({unit for pair in batch for unit in pair}):
            mover = self.movers[unit]
            enemies = {enemy for pair in batch if unit in pair for enemy in pair} - {unit}
            just_halted = mover.halted_at == self.now and mover.halt in (Halt.JUST_OUTSIDE, Halt.BEHIND)
            if mover.doing is not Doing.STANDING or just_halted or (mover.halt is Halt.STAYED and mover.course.hops):
                self._halt(mover, Halt.CONTACT, enemies)

    def _in_range_now(self, unit: int) -> Iterator[Pair]:
        now = self.now / MICRO
        for enemy in self.near[unit]:
            pair = (min(unit, enemy), max(unit, enemy))
            if enemy in self.movers[unit].touching or pair in self.old or self._is_reinforcement(pair):
                continue
            a, b = (self.motions[u] for u in pair)
            range_m = contact_m(a, b, self.sight)
            if apart(a, b, now) <= range_m + NEAR_M and self.ground.first_joined(a, b, range_m + NEAR_M, now, now) is not None:
                yield pair

    def _is_reinforcement(self, pair: Pair) -> bool:
        """One that has closed up to a leader in contact with this enemy reinforces him and makes no contact of its own (umpire 1.4)."""
        for unit, enemy in (pair, pair[::-1]):
            mover = self.movers[unit]
            front = mover.leader if mover.halt is Halt.BEHIND else self.lanes.ahead(mover) if mover.is_marching else None
            if front is None or front.is_marching or enemy not in self._touching_ahead(front):
                continue
            if front.d_at(self.now) - mover.d_at(self.now) <= 0.5:
                return True
        return False

    def _touching_ahead(self, front: Mover) -> set[int]:
        while front.halt is Halt.BEHIND and front.leader is not None:
            front = front.leader
        return front.touching


def _stand(mover: Mover, why: Halt) -> Position | None:
    """Where a unit stands that halts: at the place it has just reached or not yet left, or, None, on its road. One that is located
    in leaving a place has taken the first step on the road."""
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
    """A column marches at the slowest rate of its marching units; everybody else at his own."""
    columns: dict[tuple[int, str], list[Rates]] = {}
    for marcher in marchers:
        if marcher.column is not None and marcher.legs:
            columns.setdefault((marcher.side, marcher.column), []).append(marcher.rates)
    return {m.unit: Rates.slowest(columns[m.side, m.column]) if m.column is not None and m.legs else m.rates for m in marchers}
