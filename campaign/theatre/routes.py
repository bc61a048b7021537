"""The fastest way over the road graph at a unit's own rates, and what stands in the way when there is none.

Each stretch is marched at its own rate (umpire 1.1). Whole roads are never split: a road with a zone or a blown bridge on it is no
through road, and what is left of its two ends matters only to whoever starts or ends on it. No branch is pruned by distance as the
crow flies, since a stated length may be shorter than the drawn one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf

from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.words import listing
from campaign.theatre.values import CLOSED_M, TURN_SECONDS, Block, Rates, Theatre, Way, kilometres
from campaign.theatre.zones import Stretch, Zones

SAME_SECONDS = 1e-6
"""Two routes whose times differ by less than this are equally fast."""

BY_LENGTH = Rates(TURN_SECONDS, TURN_SECONDS, TURN_SECONDS)
"""A metre a second everywhere: the fastest route is then the shortest."""


@dataclass(frozen=True, slots=True)
class Leg:
    """Part of a route: along one road, from one stated distance to another (falling when it is taken from its second end)."""

    road: int
    from_m: float
    to_m: float
    surface: Surface

    @property
    def length_m(self) -> float:
        """Stated metres."""
        return abs(self.to_m - self.from_m)


@dataclass(frozen=True)
class Closed:
    """Ground a route may not touch: places, whole roads, stretches of roads (zones). Blown bridges and the like close a road unless
    ``heeds_blocks`` is off, which answers what the way would be if they were whole. ``barred`` are the keys of blocks that others
    pass and this unit does not, such as a bridge too weak for it."""

    places: frozenset[int] = frozenset()
    roads: frozenset[int] = frozenset()
    stretches: Mapping[int, tuple[Stretch, ...]] = field(default_factory=dict)
    heeds_blocks: bool = True
    barred: frozenset[str] = frozenset()

    @classmethod
    def by(cls, zones: Zones) -> Closed:
        """Everything inside somebody's location range."""
        return cls(places=frozenset(zones.seen_places), stretches=zones.stretches)

    def lets(self, way: Way, from_m: float, to_m: float) -> bool:
        """Nothing closes this part of the road."""
        if way.road in self.roads or closing(way, from_m, to_m, self):
            return False
        return not (self.heeds_blocks and barring(way, from_m, to_m, self.barred))


OPEN = Closed()
IDEAL = Closed(heeds_blocks=False)


@dataclass(frozen=True, slots=True)
class Route:
    """A way that exists: its legs, its stated length and the seconds of marching it takes."""

    start: Position
    goal: Position
    legs: tuple[Leg, ...]
    length_m: float
    seconds: float

    @property
    def turns(self) -> float:
        """Turns of six hours."""
        return self.seconds / TURN_SECONDS

    @property
    def hours(self) -> float:
        """Hours of marching."""
        return self.seconds / 3600

    def places(self, theatre: Theatre) -> frozenset[int]:
        """The places it starts at, leads through and ends at."""
        ends = (theatre.standing(leg.road, metres) for leg in self.legs for metres in (leg.from_m, leg.to_m))
        return frozenset(end.place for end in (self.start, self.goal, *ends) if isinstance(end, AtPlace))


@dataclass(frozen=True, slots=True)
class NoWay:
    """There is no way. ``why`` says on one line what is in the way; ``ideal`` is the way there would be if nothing were."""

    why: str
    blocks: tuple[str, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    places: tuple[int, ...] = ()
    ideal: Route | None = None


def bars(block: Block, way: Way, from_m: float, to_m: float) -> bool:
    """Does this block lie between two points of its road? Who stands exactly at it may leave on either side; at a road's end it
    lies between the road and the place."""
    low, high = min(from_m, to_m), max(from_m, to_m)
    at = min(max(block.at_m, 0), way.length_m)
    return low < at < high or (at == 0 and low <= 0 < high) or (at == way.length_m and low < at <= high)


def barring(way: Way, from_m: float, to_m: float, barred: frozenset[str] = frozenset()) -> tuple[Block, ...]:
    """The blocks between two points of a road that are impassable, to everybody or to whom the ``barred`` ones are closed."""
    if not way.blocks:
        return ()
    closed = way.closed_to(barred) if barred else way.impassable
    return tuple(block for block in closed if bars(block, way, from_m, to_m))


def closing(way: Way, from_m: float, to_m: float, closed: Closed) -> tuple[Stretch, ...]:
    """The closed stretches that touch this part of a road."""
    if way.road not in closed.stretches:
        return ()
    low, high = min(from_m, to_m) - CLOSED_M, max(from_m, to_m) + CLOSED_M
    return tuple(s for s in closed.stretches[way.road] if s.from_m <= high and s.to_m >= low)


@dataclass(frozen=True, slots=True)
class _Step:
    """How a place was reached: over which road, from which place (None: straight from the start)."""

    seconds: float
    length_m: float
    leg: Leg | None
    before: int | None


@dataclass(frozen=True, slots=True)
class Search:
    """All fastest routes from one position, as far as the limit."""

    theatre: Theatre
    start: Position
    rates: Rates
    closed: Closed
    limit_seconds: float
    steps: Mapping[int, _Step]

    def to(self, goal: Position) -> Route | None:
        """The fastest route to a position, or None within the limit."""
        best = min(self._arrivals(goal), key=lambda a: (a[0], a[1], a[3].road if a[3] else -1), default=None)
        if best is None or best[0] > self.limit_seconds + SAME_SECONDS:
            return None
        seconds, length, place, last = best
        legs = [last] if last and last.length_m > 0 else []
        while place is not None:
            step = self.steps[place]
            if step.leg and step.leg.length_m > 0:
                legs.append(step.leg)
            place = step.before
        return Route(self.start, goal, tuple(reversed(legs)), length, seconds)

    def _arrivals(self, goal: Position) -> Iterator[tuple[float, float, int | None, Leg | None]]:
        """Seconds, length, last place and last leg of every way to end at the goal."""
        if isinstance(goal, AtPlace):
            if goal.place in self.steps:
                step = self.steps[goal.place]
                yield step.seconds, step.length_m, goal.place, None
            return
        way = self.theatre.way(goal.road)
        if isinstance(self.start, OnRoad) and self.start.road == goal.road and self.closed.lets(way, self.start.metres, goal.metres):
            leg = Leg(way.road, self.start.metres, goal.metres, way.surface)
            yield self.rates.seconds(leg.length_m, way.surface) if leg.length_m else 0.0, leg.length_m, None, leg
        for place, end_m in ((way.a, 0), (way.b, way.length_m)):
            if place in self.steps and self.closed.lets(way, end_m, goal.metres):
                leg, step = Leg(way.road, end_m, goal.metres, way.surface), self.steps[place]
                yield step.seconds + self.rates.seconds(leg.length_m, way.surface), step.length_m + leg.length_m, place, leg


def search(
    theatre: Theatre, start: Position, rates: Rates, closed: Closed = OPEN, limit_seconds: float = inf, until: Position | None = None
) -> Search:
    """Search outward from a position, as far as the limit, and only until the fastest route to ``until`` is found if that is given.
    A start on closed ground leads nowhere."""
    wanted = set() if until is None else {until.place} if isinstance(until, AtPlace) else set(_ends_of(theatre.way(until.road)))
    steps: dict[int, _Step] = {}
    queue: list[tuple[float, float, int, int]] = []
    offers: dict[int, _Step] = {}

    def offer(place: int, step: _Step) -> None:
        known = offers.get(place)
        if place in steps or place in closed.places or step.seconds > limit_seconds + SAME_SECONDS or _rank(step) >= _rank(known):
            return
        offers[place] = step
        heappush(queue, (*_rank(step)[:2], place, _rank(step)[2]))

    for place, step in _first_steps(theatre, start, rates, closed):
        offer(place, step)
    while queue:
        *_, place, _road = heappop(queue)
        if place in steps:
            continue
        here = steps[place] = offers[place]
        wanted.discard(place)
        if until is not None and not wanted:
            break
        for way in theatre.leaving(place):
            cost = rates.seconds(way.length_m, way.surface)
            from_m, to_m = (0, way.length_m) if way.a == place else (way.length_m, 0)
            if cost < inf and closed.lets(way, from_m, to_m):
                leg = Leg(way.road, from_m, to_m, way.surface)
                offer(way.other_end(place), _Step(here.seconds + cost, here.length_m + way.length_m, leg, place))
    return Search(theatre, start, rates, closed, limit_seconds, steps)


def _rank(step: _Step | None) -> tuple[float, float, int]:
    """Faster first, then shorter, then by the lower road."""
    if step is None:
        return (inf, inf, 0)
    return (round(step.seconds / SAME_SECONDS) * SAME_SECONDS, round(step.length_m, 6), step.leg.road if step.leg else -1)


def _first_steps(theatre: Theatre, start: Position, rates: Rates, closed: Closed) -> Iterator[tuple[int, _Step]]:
    if isinstance(start, AtPlace):
        theatre.spot(start.place)
        yield start.place, _Step(0.0, 0.0, None, None)
        return
    way = theatre.way(start.road)
    for place, end_m in ((way.a, 0), (way.b, way.length_m)):
        leg = Leg(way.road, start.metres, end_m, way.surface)
        seconds = rates.seconds(leg.length_m, way.surface) if leg.length_m else 0.0
        if seconds < inf and closed.lets(way, start.metres, end_m):
            yield place, _Step(seconds, leg.length_m, leg, None)


def route(theatre: Theatre, start: Position, goals: Sequence[Position], rates: Rates, closed: Closed = OPEN) -> Route | NoWay:
    """The fastest route through ``goals`` in order; equal times go by shorter length, then lower road ids."""
    legs: list[Leg] = []
    length = seconds = 0.0
    here = start
    for goal in goals:
        part = search(theatre, here, rates, closed, until=goal).to(goal)
        if part is None:
            return no_way(theatre, here, goal, rates, closed)
        legs.extend(part.legs)
        length, seconds, here = length + part.length_m, seconds + part.seconds, goal
    return Route(start, here, tuple(legs), length, seconds)


def no_way(theatre: Theatre, start: Position, goal: Position, rates: Rates, closed: Closed) -> NoWay:
    """Why there is no route: what lies on the way there would be if bridges were whole and nobody stood in it."""
    ends = f"from {theatre.describe(start)} to {theatre.describe(goal)}"
    ideal = search(theatre, start, rates, IDEAL).to(goal)
    if ideal is None:
        if search(theatre, start, BY_LENGTH, IDEAL).to(goal) is None:
            return NoWay(f"no road or track leads {ends}")
        return NoWay(f"no way {ends} that this unit can move on: every one crosses a surface it has no march rate for")
    blocks, stretches, places = obstructions(theatre, ideal, closed)
    found = [*(f"{what}" for what in blocks), *(f"enemy location range at {theatre.spot(place).name}" for place in places)]
    found += [f"enemy location range on the road {_ends(theatre, theatre.way(s.road))}" for s in stretches]
    found += [f"the forbidden road {_ends(theatre, theatre.way(leg.road))}" for leg in ideal.legs if leg.road in closed.roads]
    length = kilometres(ideal.length_m)
    return NoWay(f"no open way {ends}: the fastest one ({length}) is barred by {listing(found)}", blocks, stretches, places, ideal)


def _ends_of(way: Way) -> tuple[int, int]:
    return (way.a, way.b)


def _ends(theatre: Theatre, way: Way) -> str:
    return f"{theatre.spot(way.a).name} - {theatre.spot(way.b).name}"


def obstructions(theatre: Theatre, found: Route, closed: Closed) -> tuple[tuple[str, ...], tuple[Stretch, ...], tuple[int, ...]]:
    """Blocks in words, closed stretches and closed places that a route meets, in its order."""
    blocks: list[str] = []
    stretches: list[Stretch] = []
    for leg in found.legs:
        way = theatre.way(leg.road)
        if closed.heeds_blocks:
            blocks += [describe_block(theatre, way, block) for block in barring(way, leg.from_m, leg.to_m, closed.barred)]
        stretches += closing(way, leg.from_m, leg.to_m, closed)
    for end in (found.start, found.goal):
        if isinstance(end, OnRoad) and not found.legs:
            stretches += closing(theatre.way(end.road), end.metres, end.metres, closed)
    places = tuple(place for place in places_on(theatre, found) if place in closed.places)
    return tuple(dict.fromkeys(blocks)), tuple(dict.fromkeys(stretches)), places


def describe_block(theatre: Theatre, way: Way, block: Block) -> str:
    """``the blown bridge over the wadi, 3.2 km from Bir Wair on the track to Musaid``."""
    return f"{block.what}, {theatre.describe(theatre.standing(way.road, block.at_m))}"


def places_on(theatre: Theatre, found: Route) -> tuple[int, ...]:
    """The places a route touches, in order, its ends included."""
    places = [found.start.place] if isinstance(found.start, AtPlace) else []
    for leg in found.legs:
        way = theatre.way(leg.road)
        if leg.to_m in (0, way.length_m):
            places.append(way.a if leg.to_m == 0 else way.b)
    return tuple(places)


def reach(theatre: Theatre, start: Position, rates: Rates, limit_seconds: float, closed: Closed = OPEN) -> dict[int, float]:
    """Places that can be reached in the time, with the seconds each needs (bounded search)."""
    found = search(theatre, start, rates, closed, limit_seconds)
    return {place: step.seconds for place, step in sorted(found.steps.items())}


def first_part(found: Route, rates: Rates, seconds: float) -> tuple[Leg, ...]:
    """As much of a route as is marched in so many seconds, to the whole metre."""
    legs: list[Leg] = []
    left = seconds
    for leg in found.legs:
        needed = rates.seconds(leg.length_m, leg.surface)
        if needed <= left + SAME_SECONDS:
            legs.append(leg)
            left -= needed
            continue
        metres = int(leg.length_m * max(left, 0.0) / needed + CLOSED_M)
        if metres > 0:
            legs.append(Leg(leg.road, leg.from_m, leg.from_m + metres if leg.to_m > leg.from_m else leg.from_m - metres, leg.surface))
        break
    return tuple(legs)


def end_of(theatre: Theatre, start: Position, legs: Sequence[Leg]) -> Position:
    """Where a march of these legs ends."""
    return theatre.standing(legs[-1].road, legs[-1].to_m) if legs else start
