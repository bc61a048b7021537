"""Units on the move and the roads they queue on.

No battalion overtakes another on the same road in the same direction (OB-MOV-08). A lane is one side's one direction of one road,
its front first. Who stands by the road, or has not moved, is not in the lane; who was halted on the march is, and stops those
behind it (umpire 1.18). Units are points: those that have closed up march, and stand, on one spot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from math import floor, inf

from campaign.terms.position import AtPlace, Position
from campaign.theatre.course import Course, Hop
from campaign.theatre.marchers import Halt, Marcher, Passage
from campaign.theatre.motion import NEAR_M, Motion
from campaign.theatre.values import TURN_SECONDS, Rates, Theatre

MICRO = 1_000_000
"""The queue of events counts whole microseconds, so that what happens in one instant is one instant."""

LaneKey = tuple[int, int, bool]
"""Side, road, direction."""


class Doing(Enum):
    """What a unit is doing at a moment of the turn."""

    STANDING = "standing"
    MARCHING = "marching"
    WAITING = "waiting"


@dataclass(eq=False)
class Mover:
    """A unit during the turn. ``at_d`` is its directed distance at ``since`` microseconds, ``speed`` stated metres a second;
    ``stand`` where it stands if that is not on its course.

    ``steps`` counts every change of its movement, ``paces`` only those of its speed or plan: an event that was foreseen under
    another number is void.
    """

    order: Marcher
    rates: Rates
    course: Course
    stand: Position | None
    hop: int = -1
    at_d: float = 0.0
    since: int = 0
    speed: float = 0.0
    doing: Doing = Doing.STANDING
    halt: Halt = Halt.STAYED
    because: set[int] = field(default_factory=set)
    leader: Mover | None = None
    has_closed_up: bool = False
    lane: LaneKey | None = None
    steps: int = 0
    paces: int = 0
    marched: float = 0.0
    started_at: int = 0
    halted_at: int = -1
    passed: list[Passage] = field(default_factory=list)
    track: list[Motion] = field(default_factory=list)
    touching: set[int] = field(default_factory=set)
    planned: list[Motion] = field(default_factory=list)
    planned_at: int = -1

    @property
    def unit(self) -> int:
        """Its id."""
        return self.order.unit

    @property
    def is_marching(self) -> bool:
        """It moves, or would if nobody were in front."""
        return self.doing is Doing.MARCHING

    @property
    def has_started(self) -> bool:
        """It has left where it stood when the turn began."""
        return self.marched > NEAR_M

    @property
    def on(self) -> Hop:
        """The straight piece it is on."""
        return self.course.hops[self.hop]

    def free_speed(self, hop: Hop) -> float:
        """Stated metres a second with nobody in front."""
        return self.rates.on(hop.way.surface) / TURN_SECONDS

    def d_at(self, now: int) -> float:
        """Directed distance along its road at a moment, never beyond the end of its piece."""
        if not self.is_marching:
            return self.at_d
        return min(self.on.to_d, self.at_d + self.speed * (now - self.since) / MICRO)

    def advance(self, now: int) -> None:
        """Take it to where it is now."""
        self.snap(self.d_at(now))
        self.since = now

    def snap(self, directed: float) -> None:
        """Put it exactly on a point it has reached."""
        self.marched += directed - self.at_d
        self.at_d = directed

    def lane_key(self, hop: Hop) -> LaneKey:
        """The lane this piece of its course lies in."""
        return (self.order.side, hop.way.road, hop.forward)

    def motion(self, theatre: Theatre, end: float) -> Motion:
        """Its movement from ``since`` on."""
        begin = self.since / MICRO
        if self.stand is not None:
            return standing(theatre, self.stand, begin, end)
        return along(self.on, self.at_d, self.speed if self.is_marching else 0.0, begin, end)

    def plan(self, theatre: Theatre, end: float) -> list[Motion]:
        """What it will do until the end of the turn if nothing comes between, from its last change of pace on."""
        if self.planned_at != self.paces:
            self.planned, self.planned_at = self._plan(theatre, end), self.paces
        return self.planned

    def _plan(self, theatre: Theatre, end: float) -> list[Motion]:
        if not self.is_marching:
            start = self.order.delay_seconds
            if self.halt is Halt.STAYED and self.course.hops and self.since / MICRO < start < end:
                wait = standing(theatre, self.order.position, self.since / MICRO, start)
                return [wait, *self._plan_from(theatre, 0, self.course.hops[0].from_d, None, start, end)]
            return [self.motion(theatre, end)]
        return self._plan_from(theatre, self.hop, self.at_d, self.speed, self.since / MICRO, end)

    def _plan_from(self, theatre: Theatre, first: int, at_d: float, speed: float | None, now: float, end: float) -> list[Motion]:
        plan: list[Motion] = []
        road: Hop | None = None
        for hop in self.course.hops[first:]:
            if road is not None and hop.enters:
                speed = None
            pace = self.free_speed(hop) if speed is None else speed
            begin_d = at_d if road is None else hop.from_d
            until = now + (hop.to_d - begin_d) / pace if pace > 0 else inf
            plan.append(along(hop, begin_d, pace, now, min(until, end)))
            if until >= end:
                return plan
            road, now = hop, until
        if road is not None:
            last = plan[-1]
            here = AtPlace(road.place) if road.place is not None and self.course.ending is Halt.ARRIVED else None
            plan.append(standing(theatre, here, now, end) if here else Motion(now, end, last.at(now), (0.0, 0.0), last.cover))
        return plan

    def final(self, theatre: Theatre) -> Position:
        """Where it stands when the turn is over, to the metre. Who is in contact is put on the near side of the metre and who halted
        outside on the far side, so that rounding undoes neither."""
        if self.stand is not None:
            return self.stand
        head = self
        while head.halt is Halt.BEHIND and head.leader is not None and head.leader.stand is None:
            head = head.leader
        if head.halt is Halt.CONTACT:
            directed: float = floor(head.at_d + NEAR_M) + 1
        elif head.halt in (Halt.JUST_OUTSIDE, Halt.HELD):
            directed = floor(head.at_d + NEAR_M)
        else:
            directed = round(head.at_d)
        return theatre.standing(self.on.way.road, self.on.metres(min(directed, self.on.way.length_m)))


def standing(theatre: Theatre, position: Position, begin: float, end: float) -> Motion:
    """A unit that stays where it is."""
    point, cover = theatre.point_of(position), theatre.cover_at(position)
    if isinstance(position, AtPlace):
        return Motion(begin, end, point, (0.0, 0.0), cover, theatre.on_hill(position), place=position.place)
    return Motion(begin, end, point, (0.0, 0.0), cover, road=position.road, metres=float(position.metres))


def along(hop: Hop, at_d: float, speed: float, begin: float, end: float) -> Motion:
    """A unit on a straight piece of its road, at so many stated metres a second."""
    length = hop.to_d - hop.from_d
    share = (at_d - hop.from_d) / length
    dx, dy = hop.end[0] - hop.start[0], hop.end[1] - hop.start[1]
    point = (hop.start[0] + dx * share, hop.start[1] + dy * share)
    velocity = (dx / length * speed, dy / length * speed)
    pace = speed if hop.forward else -speed
    return Motion(begin, end, point, velocity, hop.way.cover, False, hop.way.road, hop.metres(at_d), pace)


class Lanes:
    """Who marches on which road in which direction, front first."""

    def __init__(self) -> None:
        self._queues: dict[LaneKey, list[Mover]] = {}

    def ahead(self, mover: Mover) -> Mover | None:
        """The one in front on the same road."""
        queue = self._queue(mover)
        i = queue.index(mover) if mover in queue else 0
        return queue[i - 1] if i > 0 else None

    def behind(self, mover: Mover) -> Mover | None:
        """The next one on the same road."""
        queue = self._queue(mover)
        i = queue.index(mover) + 1 if mover in queue else len(queue)
        return queue[i] if i < len(queue) else None

    def join(self, mover: Mover, key: LaneKey, now: int) -> None:
        """Enter a road behind all who are as far or farther."""
        queue = self._queues.setdefault(key, [])
        i = len(queue)
        while i > 0 and queue[i - 1].d_at(now) < mover.at_d - NEAR_M:
            i -= 1
        queue.insert(i, mover)
        mover.lane = key

    def leave(self, mover: Mover) -> tuple[Mover | None, LaneKey | None]:
        """Leave the road: the one behind, and the lane if it is empty now."""
        if mover.lane is None:
            return None, None
        key, follower = mover.lane, self.behind(mover)
        self._queues[key].remove(mover)
        mover.lane = None
        return follower, None if self._queues[key] else key

    def is_free(self, key: LaneKey) -> bool:
        """Nobody marches or stands there."""
        return not self._queues.get(key)

    def _queue(self, mover: Mover) -> list[Mover]:
        return self._queues.get(mover.lane, []) if mover.lane is not None else []
