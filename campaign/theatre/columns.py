"""Units on the move and the roads they queue on.

No battalion overtakes another on the same road in the same direction (OB-MOV-08). A lane is one side's one direction of
one road, its front first. A unit beside the road, or one that has not moved, is not in the lane; a unit halted on the
march is, and stops those behind it (umpire 1.18). Units are points: those that have closed up march, and halt, on one
spot.
"""

from __future__ import annotations

from enum import Enum
from math import floor, inf

from campaign.terms.position import AtPlace, Position
from campaign.theatre.course import Course, Hop
from campaign.theatre.marchers import Halt, Marcher, Passage
from campaign.theatre.motion import NEAR_M, Motion, Plan
from campaign.theatre.values import Theatre
from campaign.values import dataclass, field

MICRO = 1_000_000
"""The microseconds of a second; the queue of events counts whole microseconds, so that one instant is a single
number.
"""

LaneKey = tuple[int, int, bool]
"""The key of a lane: side, road, direction."""


class Doing(Enum):
    """The activity of a unit at a moment of the turn."""

    STANDING = "standing"
    MARCHING = "marching"
    WAITING = "waiting"


@dataclass(eq=False, slots=True)
class Mover:
    """A unit during the turn. ``at_d`` is its directed distance at ``since`` microseconds, ``speed`` its stated metres
    a second; ``stand`` its position if that is not on its course.

    ``plan`` is its movement if nothing interferes; ``tracked`` the piece of it up to which ``track`` is written.
    ``steps`` counts its changes, ``paces`` its plans, ``roads`` the roads it has entered: an event foreseen under
    another number is void.
    """

    order: Marcher
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
    file: list[Mover] | None = None
    steps: int = 0
    came_at: int = 0
    paces: int = 0
    roads: int = 0
    marched: float = 0.0
    started_at: int = 0
    halted_at: int = -1
    passed: list[Passage] = field(default_factory=list)
    track: list[Motion] = field(default_factory=list)
    touching: set[int] = field(default_factory=set)
    plan: Plan = field(default_factory=lambda: Plan(()))
    tracked: int = 0

    @property
    def unit(self) -> int:
        return self.order.unit

    @property
    def is_marching(self) -> bool:
        """True if the unit moves, or would move if no unit were in front."""
        return self.doing is Doing.MARCHING

    @property
    def has_started(self) -> bool:
        """True if the unit has left its position at the start of the turn."""
        return self.marched > NEAR_M

    @property
    def on(self) -> Hop:
        """The part of the unit's road that its march covers."""
        return self.course.hops[self.hop]

    @property
    def has_yet_to_set_out(self) -> bool:
        """True if the unit has a march before it and nothing has stopped it."""
        return self.doing is Doing.STANDING and self.halted_at < 0 and bool(self.course.hops)

    def d_at(self, now: int) -> float:
        """Return the unit's directed distance along its road at a moment, never beyond the end of its piece."""
        if not self.is_marching:
            return self.at_d
        return min(self.on.to_d, self.at_d + self.speed * (now - self.since) / MICRO)

    def advance(self, now: int) -> None:
        """Advance the unit to its position at this moment."""
        self.snap(self.d_at(now))
        self.since = now

    def snap(self, directed: float) -> None:
        """Set the unit exactly on a point that it has reached."""
        self.marched += directed - self.at_d
        self.at_d = directed

    def lane_key(self, hop: Hop) -> LaneKey:
        """Return the lane that a piece of the unit's course lies in."""
        return (self.order.side, hop.way.road, hop.forward)

    def motion(self, now: int) -> Motion:
        """Return the unit's present straight movement. Time never runs back, and a unit that has not yet set out does
        not move.
        """
        plan, seconds = self.plan, now / MICRO
        pieces, last = plan.pieces, len(plan.pieces) - 1
        if self.has_yet_to_set_out:
            return pieces[0]
        while plan.stage < last and pieces[plan.stage].end <= seconds:
            plan.stage += 1
        return pieces[plan.stage]

    def keep_track(self, now: int) -> None:
        """Write down the unit's movement since the last call."""
        self.motion(now)
        seconds = now / MICRO
        for piece in self.plan.pieces[self.tracked : self.plan.stage + 1]:
            end = piece.end if piece.end < seconds else seconds
            if not self.track or end > max(piece.begin, self.track[-1].end):
                self.track.append(piece.until(end))
        self.tracked = self.plan.stage

    def keeps_to_plan(self, now: int) -> bool:
        """Return whether the unit's movement from now on is the one it had planned."""
        planned = self.motion(now)
        stands_until_the_end = self.plan.stage + 1 == len(self.plan.pieces)
        if planned.begin != now / MICRO or (not self.is_marching and not stands_until_the_end):
            return False
        if isinstance(self.stand, AtPlace):
            return planned.place == self.stand.place
        if self.stand is not None or planned.road != self.on.way.road or planned.metres != self.on.metres(self.at_d):
            return False
        speed = self.speed if self.is_marching else 0.0
        return planned.pace == (speed if self.on.forward else -speed)

    def make_plan(self, theatre: Theatre, end: float) -> None:
        """Make the unit's plan from its last change until the end of the turn."""
        self.plan, self.tracked = Plan(self._pieces(theatre, end)), 0

    def _pieces(self, theatre: Theatre, end: float) -> list[Motion]:
        now = self.since / MICRO
        if self.is_marching:
            return self._plan_from(theatre, self.hop, self.at_d, self.speed, now, end)
        start = self.order.delay_seconds
        if self.has_yet_to_set_out and now <= start < end:
            wait = standing(theatre, self.order.position, now, start)
            return [wait, *self._plan_from(theatre, 0, self.course.hops[0].from_d, None, start, end)]
        if self.stand is not None:
            return [standing(theatre, self.stand, now, end)]
        return [halted(self.on, self.at_d, now, end)]

    def _plan_from(
        self, theatre: Theatre, first: int, at_d: float, speed: float | None, now: float, end: float
    ) -> list[Motion]:
        plan: list[Motion] = []
        road: Hop | None = None
        for hop in self.course.hops[first:]:
            pace = hop.pace if speed is None or (road is not None and hop.enters) else speed
            now = along(plan, hop, at_d if road is None else hop.from_d, pace, now, end)
            if now >= end:
                return plan
            road, speed = hop, pace
        if road is not None:
            plan.append(
                standing(theatre, AtPlace(road.place), now, end)
                if road.place is not None
                else halted(road, road.to_d, now, end)
            )
        return plan

    def final(self, theatre: Theatre) -> Position:
        """Return the unit's position when the turn is over, to the metre. A unit in contact is put on the near side of
        the metre, one that halted outside contact on the far side, so that rounding undoes neither.
        """
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
    """Return the motion of a unit that stays at its position."""
    point, cover = theatre.point_of(position), theatre.cover_at(position)
    if isinstance(position, AtPlace):
        return Motion(begin, end, *point, 0.0, 0.0, cover, theatre.on_hill(position), place=position.place)
    return Motion(begin, end, *point, 0.0, 0.0, cover, road=position.road, metres=float(position.metres))


def halted(hop: Hop, at_d: float, begin: float, end: float) -> Motion:
    """Return the motion of a unit that is halted on the road it has marched on."""
    return Motion(begin, end, *hop.point(at_d), 0.0, 0.0, hop.way.cover, False, hop.way.road, hop.metres(at_d))


def along(plan: list[Motion], hop: Hop, at_d: float, speed: float, begin: float, end: float) -> float:
    """Add to a plan the straight pieces of a march along a road at this number of stated metres a second, until its end
    or that of the turn, and return the moment, to the microsecond, at which the end of the road is reached.
    """
    over = inf if speed <= 0 else round((begin + (hop.to_d - at_d) / speed) * MICRO) / MICRO
    pace, cover, road = (speed if hop.forward else -speed), hop.way.cover, hop.way.road
    line = iter(hop.line())
    near_d, (x, y) = next(line)
    now = begin
    for far_d, (to_x, to_y) in line:
        length = far_d - near_d
        if far_d > at_d and length > 0.0:
            dx, dy = (to_x - x) / length, (to_y - y) / length
            from_d = at_d if at_d > near_d else near_d
            ahead = from_d - near_d
            until = over if far_d == hop.to_d else begin + (far_d - at_d) / speed if speed > 0 else inf
            metres = from_d if hop.forward else hop.way.length_m - from_d
            point = (
                (x + dx * ahead, y + dy * ahead) if ahead else (x, y)
            )  # a bend lends its own numbers: there are very many
            plan.append(
                Motion(
                    now, until if until < end else end, *point, dx * speed, dy * speed, cover, False, road, metres, pace
                )
            )
            if until >= end:
                return until
            now = until
        near_d, x, y = far_d, to_x, to_y
    return over


class Lanes:
    """The units that march on each road in each direction, front first."""

    def __init__(self) -> None:
        self._queues: dict[LaneKey, list[Mover]] = {}

    def ahead(self, mover: Mover) -> Mover | None:
        """Return the unit in front on the same road."""
        queue = mover.file
        return None if queue is None or queue[0] is mover else queue[queue.index(mover) - 1]

    def is_alone(self, mover: Mover) -> bool:
        """Return whether no other unit is on its road in its direction."""
        return mover.file is not None and len(mover.file) == 1

    def behind(self, mover: Mover) -> Mover | None:
        """Return the next unit behind on the same road."""
        queue = mover.file
        return None if queue is None or queue[-1] is mover else queue[queue.index(mover) + 1]

    def disband(self) -> None:
        """Empty all lanes at the end of the turn."""
        for queue in self._queues.values():
            for mover in queue:
                mover.file = None
        self._queues.clear()

    def join(self, mover: Mover, key: LaneKey, now: int) -> None:
        """Enter a road behind all units that are as far or farther."""
        queue = self._queues.get(key)
        if queue is None:
            mover.lane, mover.file = key, [mover]
            self._queues[key] = mover.file
            return
        i = len(queue)
        while i > 0 and queue[i - 1].d_at(now) < mover.at_d - NEAR_M:
            i -= 1
        queue.insert(i, mover)
        mover.lane, mover.file = key, queue

    def leave(self, mover: Mover) -> tuple[Mover | None, LaneKey | None]:
        """Leave the road, and return the unit behind, and the lane if it is empty now."""
        if mover.lane is None or mover.file is None:
            return None, None
        key, queue, follower = mover.lane, mover.file, self.behind(mover)
        queue.remove(mover)
        mover.lane = mover.file = None
        if queue:
            return follower, None
        del self._queues[key]
        return follower, key

    def is_free(self, key: LaneKey) -> bool:
        """Return whether no unit marches or is halted on the lane."""
        return key not in self._queues
