"""Units on the move and the roads they queue on.

No battalion overtakes another on the same road in the same direction (OB-MOV-08). A lane is one side's one direction of one road,
its front first. Who stands by the road, or has not moved, is not in the lane; who was halted on the march is, and stops those
behind it (umpire 1.18). Units are points: those that have closed up march, and stand, on one spot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from campaign.terms.position import AtPlace
from campaign.theatre.course import Course, Hop
from campaign.theatre.marchers import Halt, Marcher, Passage
from campaign.theatre.motion import NEAR_M, Motion
from campaign.theatre.values import TURN_SECONDS, Rates, Theatre

MICRO = 1_000_000
"""The queue of events counts whole microseconds, so that what happens in one instant is one instant."""

LaneKey = tuple[int, int, bool]
"""Side, road, direction."""


class Phase(Enum):
    """What a unit is doing."""

    STANDING = "standing"
    MARCHING = "marching"
    WAITING = "waiting"


@dataclass(eq=False)
class Mover:
    """A unit during the turn. ``at_d`` is its directed distance at ``since`` microseconds, ``speed`` stated metres a second.

    ``steps`` counts every change of its movement, ``paces`` only those of its speed or plan: an event that was foreseen under
    another number is void.
    """

    order: Marcher
    rates: Rates
    course: Course
    hop: int = -1
    at_d: float = 0.0
    since: int = 0
    speed: float = 0.0
    phase: Phase = Phase.STANDING
    halt: Halt = Halt.STAYED
    because: set[int] = field(default_factory=set)
    obstacle: str = ""
    closed_up: bool = False
    lane: LaneKey | None = None
    steps: int = 0
    paces: int = 0
    marched: float = 0.0
    halted_at: int = 0
    passed: list[Passage] = field(default_factory=list)
    track: list[Motion] = field(default_factory=list)
    touching: set[int] = field(default_factory=set)

    @property
    def unit(self) -> int:
        """Its id."""
        return self.order.unit

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
        if self.phase is not Phase.MARCHING:
            return self.at_d
        return min(self.on.to_d, self.at_d + self.speed * (now - self.since) / MICRO)

    def advance(self, now: int) -> None:
        """Take it to where it is now."""
        here = self.d_at(now)
        self.marched += here - self.at_d
        self.at_d, self.since = here, now

    def snap(self, directed: float) -> None:
        """Put it exactly on a point it has reached."""
        self.marched += directed - self.at_d
        self.at_d = directed

    def motion(self, theatre: Theatre, end: float) -> Motion:
        """Its movement as it is from ``since`` on."""
        if self.hop < 0 or self.phase is Phase.WAITING or (self.phase is Phase.STANDING and not self.has_started):
            position = self.order.position if not self.has_started or self.hop < 0 else None
            return standing(theatre, position, self._last_place(), self.since / MICRO, end)
        hop = self.on
        if self.phase is Phase.STANDING and hop.place is not None and self.at_d == hop.to_d and self.halt in (Halt.ARRIVED, Halt.OUT_OF_TIME):
            return standing(theatre, AtPlace(hop.place), None, self.since / MICRO, end)
        return along(hop, self.at_d, self.speed if self.phase is Phase.MARCHING else 0.0, self.since / MICRO, end)

    def _last_place(self) -> AtPlace | None:
        return AtPlace(self.passed[-1].place) if self.passed else None


def standing(theatre: Theatre, position: object, fallback: AtPlace | None, begin: float, end: float) -> Motion:
    raise NotImplementedError


def along(hop: Hop, at_d: float, speed: float, begin: float, end: float) -> Motion:
    raise NotImplementedError
