"""The parts of a route, and the ground that it may not touch: legs, routes, blocks and closed stretches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, Position
from campaign.theatre.values import CLOSED_M, TURN_SECONDS, Block, Rates, Theatre, Way
from campaign.theatre.zones import ByRoad, Stretch, Zones
from campaign.values import dataclass, field

SAME_SECONDS = 1e-6  # Far above the rounding of floats in a turn's seconds.
"""The difference in seconds below which two routes are equally fast."""

BY_LENGTH = Rates(TURN_SECONDS, TURN_SECONDS, TURN_SECONDS)
"""The rates of a metre a second everywhere: the fastest route is then the shortest."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a route along one road, from one stated distance to another (falling when it is taken from its second
    end).
    """

    road: int
    from_m: float
    to_m: float
    surface: Surface

    @property
    def length_m(self) -> float:
        """The length in stated metres."""
        return abs(self.to_m - self.from_m)


@dataclass(frozen=True)
class Closed:
    """Ground that a route may not touch: places, whole roads, stretches of roads (zones). Blown bridges and other
    blocks close a road unless ``heeds_blocks`` is off, which gives the route if they were whole. ``barred`` are the
    keys of blocks that others pass and this unit does not, such as a bridge too weak for it.
    """

    places: frozenset[int] = frozenset()
    roads: frozenset[int] = frozenset()
    stretches: Mapping[int, tuple[Stretch, ...]] = field(default_factory=dict)
    heeds_blocks: bool = True
    barred: frozenset[str] = frozenset()

    one_way: ClassVar[bool] = False
    """True if a road may be open in one direction and closed in the other."""

    @classmethod
    def by(cls, zones: Zones) -> Closed:
        """Return all ground inside an enemy's location range, as closed."""
        return cls(places=frozenset(zones.seen_places), stretches=zones.stretches)

    def lets(self, way: Way, from_m: float, to_m: float) -> bool:
        """Return whether this part of the road is fully open."""
        if way.road in self.roads or closing(way, from_m, to_m, self):
            return False
        return not (self.heeds_blocks and barring(way, from_m, to_m, self.barred))

    def touches(self, road: int) -> bool:
        """Return whether something other than a block may close a part of this road."""
        return road in self.touched_roads or road in self.roads or road in self.directed_roads

    def blocks(self, way: Way) -> bool:
        """Return whether a block lies across this road."""
        return self.heeds_blocks and bool(way.closed_to(self.barred) if self.barred else way.impassable)

    @property
    def by_blocks_alone(self) -> bool:
        """True if only blocks across roads close anything."""
        return not (self.one_way or self.places or self.roads or self.stretches)

    @property
    def directed_roads(self) -> Collection[int]:
        """The roads that may be open in one direction alone, blocks apart."""
        return ()

    @property
    def touched_roads(self) -> Collection[int]:
        """The roads with a closed stretch."""
        return self.stretches.roads if isinstance(self.stretches, ByRoad) else self.stretches


OPEN = Closed()
IDEAL = Closed(heeds_blocks=False)


@dataclass(frozen=True, slots=True)
class Route:
    """A route that exists: its legs, its stated length and its seconds of marching."""

    start: Position
    goal: Position
    legs: tuple[Leg, ...]
    length_m: float
    seconds: float

    @property
    def turns(self) -> float:
        """The march in turns of six hours."""
        return self.seconds / TURN_SECONDS

    @property
    def hours(self) -> float:
        return self.seconds / 3600

    def places(self, theatre: Theatre) -> frozenset[int]:
        """Return the places at which the route starts and ends and through which it leads."""
        ends = (theatre.way(leg.road).place_at(metres) for leg in self.legs for metres in (leg.from_m, leg.to_m))
        places = (end.place for end in (self.start, self.goal) if isinstance(end, AtPlace))
        return frozenset((*places, *(place for place in ends if place is not None)))


def bars(block: Block, way: Way, from_m: float, to_m: float) -> bool:
    """Return whether a block lies between two points of its road. A unit exactly at the block may leave on either side;
    at a road's end the block lies between the road and the place.
    """
    low, high = min(from_m, to_m), max(from_m, to_m)
    at = min(max(block.at_m, 0), way.length_m)
    return low < at < high or (at == 0 and low <= 0 < high) or (at == way.length_m and low < at <= high)


def barring(way: Way, from_m: float, to_m: float, barred: frozenset[str] = frozenset()) -> tuple[Block, ...]:
    """Return the impassable blocks between two points of a road; those with ``barred`` keys count as impassable."""
    if not way.blocks:
        return ()
    closed = way.closed_to(barred) if barred else way.impassable
    return tuple(block for block in closed if bars(block, way, from_m, to_m))


def closing(way: Way, from_m: float, to_m: float, closed: Closed) -> tuple[Stretch, ...]:
    """Return the closed stretches that touch this part of a road."""
    if way.road not in closed.stretches:
        return ()
    low, high = min(from_m, to_m) - CLOSED_M, max(from_m, to_m) + CLOSED_M
    return tuple(s for s in closed.stretches[way.road] if s.from_m <= high and s.to_m >= low)
