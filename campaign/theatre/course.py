"""A march order laid out on the ground: straight hops in order, as far as the unit can get, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaign.errors import BadInput
from campaign.terms.position import AtPlace, OnRoad
from campaign.theatre.marchers import Halt, Marcher
from campaign.theatre.routes import Leg, barring, describe_block
from campaign.theatre.values import Block, Point, Rates, Theatre, Way

STAND_OFF_M = 1
"""A unit that cannot get over a blown bridge halts one metre short of it, so that it is known on which bank it stands."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A straight piece of a march. ``from_d``, ``to_d`` are directed: stated metres from the end the unit entered the road by.

    ``enters`` when a new road, or a new direction, begins here; ``place`` the place reached at its end.
    """

    way: Way
    forward: bool
    from_d: float
    to_d: float
    start: Point
    end: Point
    enters: bool
    place: int | None

    def metres(self, directed: float) -> float:
        """Stated metres from the road's first end."""
        return directed if self.forward else self.way.length_m - directed


@dataclass(frozen=True, slots=True)
class Course:
    """The hops of a march and why it ends after the last one. ``obstacle`` says in words what bars it."""

    hops: tuple[Hop, ...]
    ending: Halt
    obstacle: str = ""


def course(theatre: Theatre, marcher: Marcher, rates: Rates, seconds: float) -> Course:
    """Lay out a march for so many seconds. Raises BadInput if its legs do not join or do not begin where the unit stands."""
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
        if rates.on(way.surface) <= 0:
            return Course(tuple(hops), Halt.NO_GOING, f"it cannot move on {way.surface.value} and the next stretch is {way.surface.value}")
        block = _first_block(way, leg, marcher.barred)
        stop_m = leg.to_m if block is None else _short_of(block, leg)
        hops.extend(_hops(way, leg, stop_m, enters=not _goes_on(before, leg)))
        if block is not None:
            return Course(tuple(hops), Halt.BLOCKED, describe_block(theatre, way, block))
        spent += rates.seconds(leg.length_m, way.surface)
        if spent > seconds:
            break
        before = leg
    return Course(tuple(hops), Halt.ARRIVED)


def _goes_on(before: Leg | None, leg: Leg) -> bool:
    """This leg only continues the one before along the same road."""
    return (
        before is not None
        and before.road == leg.road
        and before.to_m == leg.from_m
        and (before.to_m > before.from_m) == (leg.to_m > leg.from_m)
    )


def _first_block(way: Way, leg: Leg, barred: frozenset[str]) -> Block | None:
    found = barring(way, leg.from_m, leg.to_m, barred)
    if not found:
        return None
    return found[0] if leg.to_m > leg.from_m else found[-1]


def _short_of(block: Block, leg: Leg) -> float:
    """Where a march halts before a block: one metre short, but never behind where this leg began."""
    if leg.to_m > leg.from_m:
        return max(leg.from_m, block.at_m - STAND_OFF_M)
    return min(leg.from_m, block.at_m + STAND_OFF_M)


def _hops(way: Way, leg: Leg, stop_m: float, *, enters: bool) -> Iterator[Hop]:
    forward = leg.to_m > leg.from_m
    low, high = min(leg.from_m, stop_m), max(leg.from_m, stop_m)
    pieces = [(max(a, low), min(b, high)) for a, b, _, _ in way.pieces() if max(a, low) < min(b, high)]
    for near, far in pieces if forward else reversed(pieces):
        here, there = (near, far) if forward else (far, near)
        directed = (here, there) if forward else (way.length_m - here, way.length_m - there)
        place = None
        if directed[1] == way.length_m:
            place = way.b if forward else way.a
        yield Hop(way, forward, directed[0], directed[1], way.at(here), way.at(there), enters, place)
        enters = False


def _check_joined(theatre: Theatre, marcher: Marcher) -> None:
    """Each leg must begin where the one before ended."""
    places = _ends_at(theatre, marcher.position)
    for leg in marcher.legs:
        way = theatre.way(leg.road)
        if min(leg.from_m, leg.to_m) < 0 or max(leg.from_m, leg.to_m) > way.length_m:
            span = f"{leg.from_m:g} to {leg.to_m:g} m on a road of {way.length_m} m"
            raise BadInput(f"the route of {marcher.name} runs from {span}: lay it out again with a route search")
        if not places & _marks(way, leg.from_m):
            raise BadInput(
                f"the route of {marcher.name} breaks off before the road {theatre.spot(way.a).name} - {theatre.spot(way.b).name}: "
                f"every leg must begin where the last one ended; lay it out again from {theatre.describe(marcher.position)}"
            )
        places = _marks(way, leg.to_m)


def _marks(way: Way, metres: float) -> set[tuple[str, float]]:
    """The names of a point of a road: the road and distance, and the place if it is an end."""
    marks: set[tuple[str, float]] = {(f"road {way.road}", float(metres))}
    if metres <= 0:
        marks.add(("place", way.a))
    if metres >= way.length_m:
        marks.add(("place", way.b))
    return marks


def _ends_at(theatre: Theatre, position: AtPlace | OnRoad) -> set[tuple[str, float]]:
    if isinstance(position, AtPlace):
        return {("place", position.place)}
    return _marks(theatre.way(position.road), position.metres)


def reach_line(hops: Sequence[Hop], rates: Rates, seconds: float) -> list[Point]:
    """The drawn line of all ground a march can touch in so many seconds."""
    if not hops:
        return []
    line, spent = [hops[0].start], 0.0
    for hop in hops:
        needed = rates.seconds(hop.to_d - hop.from_d, hop.way.surface)
        if spent + needed > seconds:
            share = (seconds - spent) / needed
            (x0, y0), (x1, y1) = hop.start, hop.end
            line.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
            break
        line.append(hop.end)
        spent += needed
    return line
