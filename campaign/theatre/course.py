"""A march order laid out on the ground: road after road as far as the unit can get, and the reason why the march
ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.errors import BadInput
from campaign.terms.position import AtPlace, Position
from campaign.theatre.legs import Leg, barring
from campaign.theatre.marchers import Halt, Marcher
from campaign.theatre.values import TURN_SECONDS, Block, Point, Rates, Theatre, Way
from campaign.values import dataclass

STAND_OFF_M = 1  # The least, as positions are whole metres.
"""The distance at which a unit that cannot cross a blown bridge halts: one metre short of it, so that its bank is
certain.
"""


@dataclass(slots=True, eq=False)
class Hop:
    """The part of one road that a march covers. ``from_d``, ``to_d`` are directed: stated metres from the end by which
    the unit entered the road.

    ``enters`` when a new road, or a new direction, begins here; ``place`` the place reached at its end; ``pace`` the
    stated metres a second that the unit makes on it with no unit in front.
    """

    way: Way
    forward: bool
    from_d: float
    to_d: float
    enters: bool
    place: int | None
    pace: float

    def metres(self, directed: float) -> float:
        """Return the stated metres from the road's first end for a directed distance."""
        return directed if self.forward else self.way.length_m - directed

    def point(self, directed: float) -> Point:
        """Return the point of the drawn map for a directed distance."""
        return self.way.at(self.metres(directed))

    def line(self) -> Iterable[tuple[float, Point]]:
        """Return the drawn line: directed distance and point of both ends and of each bend between them."""
        way = self.way
        marks, points, length = way.milestones, way.points, way.length_m
        if not self.forward:
            marks, points = tuple(length - mark for mark in reversed(marks)), points[::-1]
        if self.from_d == 0 and self.to_d == length:
            return zip(marks, points, strict=True)
        bends = [
            (directed, point)
            for directed, point in zip(marks, points, strict=True)
            if self.from_d < directed < self.to_d
        ]
        return [(self.from_d, self.point(self.from_d)), *bends, (self.to_d, self.point(self.to_d))]


@dataclass(frozen=True, slots=True)
class Course:
    """The roads of a march, and why it ends after the last one. ``obstacle`` says in words what bars it, ``barrier`` is
    that block's key.
    """

    hops: tuple[Hop, ...]
    ending: Halt
    obstacle: str = ""
    barrier: str = ""


def course(theatre: Theatre, marcher: Marcher, rates: Rates, seconds: float) -> Course:
    """Return the course of a march of this many seconds. Raises BadInput if its legs do not join or do not begin at the
    unit's position.
    """
    if not marcher.legs:
        return Course((), Halt.STAYED)
    _check_joined(theatre, marcher)
    hops: list[Hop] = []
    spent = 0.0
    before: Leg | None = None
    for leg in marcher.legs:
        way = theatre.way(leg.road)
        if leg.length_m == 0:
            continue
        rate = rates.on(way.surface)
        if rate <= 0:
            return Course(tuple(hops), Halt.NO_GOING, f"it cannot move on the next stretch, {way.surface.value}")
        block = _first_block(way, leg, marcher.barred)
        stop_m = leg.to_m if block is None else _short_of(block, leg)
        if stop_m != leg.from_m:
            hops.append(_hop(way, leg.from_m, stop_m, enters=not _goes_on(before, leg), pace=rate / TURN_SECONDS))
        if block is not None:
            return Course(tuple(hops), Halt.BLOCKED, block.name, block.key)
        spent += leg.length_m * TURN_SECONDS / rate
        if spent > seconds:
            break
        before = leg
    return Course(tuple(hops), Halt.ARRIVED)


def _goes_on(before: Leg | None, leg: Leg) -> bool:
    """Return whether this leg only continues the one before along the same road."""
    return (
        before is not None
        and before.road == leg.road
        and before.to_m == leg.from_m
        and (before.to_m > before.from_m) == (leg.to_m > leg.from_m)
    )


def _first_block(way: Way, leg: Leg, barred: frozenset[str]) -> Block | None:
    blocks = barring(way, leg.from_m, leg.to_m, barred)
    if not blocks:
        return None
    return blocks[0] if leg.to_m > leg.from_m else blocks[-1]


def _short_of(block: Block, leg: Leg) -> float:
    """Return the distance at which a march halts before a block: one metre short of it, but never behind the start of
    this leg.
    """
    if leg.to_m > leg.from_m:
        return max(leg.from_m, block.at_m - STAND_OFF_M)
    return min(leg.from_m, block.at_m + STAND_OFF_M)


def _hop(way: Way, from_m: float, to_m: float, *, enters: bool, pace: float) -> Hop:
    if to_m > from_m:
        return Hop(way, True, from_m, to_m, enters, way.b if to_m == way.length_m else None, pace)
    return Hop(way, False, way.length_m - from_m, way.length_m - to_m, enters, way.a if to_m == 0 else None, pace)


def _check_joined(theatre: Theatre, marcher: Marcher) -> None:
    """Raise BadInput unless each leg begins where the one before ended."""
    point = _name(theatre, marcher.position)
    for leg in marcher.legs:
        way = theatre.way(leg.road)
        if min(leg.from_m, leg.to_m) < 0 or max(leg.from_m, leg.to_m) > way.length_m:
            span = f"{leg.from_m:g} to {leg.to_m:g} m on a road of {way.length_m} m"
            raise BadInput(
                f"the route of {marcher.name} goes from {span}, which is beyond the end of the road. Lay the route "
                "out again with a route search"
            )
        if _point_of(way, leg.from_m) != point:
            raise BadInput(
                f"the route of {marcher.name} breaks off before the road {theatre.spot(way.a).name} - "
                f"{theatre.spot(way.b).name}, because every leg must begin where the last leg ended. Lay the "
                f"route out again from {theatre.describe(marcher.position)}"
            )
        point = _point_of(way, leg.to_m)


def _point_of(way: Way, metres: float) -> tuple[int, float | None]:
    """Return a point of a road in its single form: the place, if it is an end of the road, otherwise the road and the
    distance along it.
    """
    if metres <= 0:
        return (way.a, None)
    return (way.b, None) if metres >= way.length_m else (way.road, float(metres))


def _name(theatre: Theatre, position: Position) -> tuple[int, float | None]:
    if isinstance(position, AtPlace):
        return (position.place, None)
    return _point_of(theatre.way(position.road), position.metres)
