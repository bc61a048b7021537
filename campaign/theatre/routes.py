"""The fastest route over the roads at a unit's own rates, and the obstacles if there is none."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.words import listing
from campaign.theatre.legs import BY_LENGTH, IDEAL, OPEN, SAME_SECONDS, Closed, Leg, Route, barring, closing
from campaign.theatre.road_graph import fastest
from campaign.theatre.values import CLOSED_M, Block, Point, Rates, Theatre, Way, kilometres
from campaign.theatre.zones import Stretch
from campaign.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class NoWay:
    """The answer that there is no route. ``why`` names the obstacle on one line; ``ideal`` is the route without any
    obstacles.

    ``towards`` is the route to march up to the first block, such as a blown bridge, if nothing else bars it.
    """

    why: str
    blocks: tuple[tuple[int, Block], ...] = ()
    stretches: tuple[Stretch, ...] = ()
    places: tuple[int, ...] = ()
    ideal: Route | None = None
    towards: Route | None = None


def route(
    theatre: Theatre, start: Position, goals: Sequence[Position], rates: Rates, closed: Closed = OPEN
) -> Route | NoWay:
    """Return the fastest route through ``goals`` in order; equal times go by shorter length, then the lower sum of road
    ids. The map keeps the routes that only blocks can bar, as units that stay, or march together, need the same one
    again.
    """
    if not closed.by_blocks_alone:
        return _searched(theatre, start, goals, rates, closed)
    key = (start, tuple(goals), rates, closed.heeds_blocks, closed.barred)
    if key not in theatre.asked:
        theatre.asked[key] = _searched(theatre, start, goals, rates, closed)
    way: Route | NoWay = theatre.asked[key]
    return way


def _searched(
    theatre: Theatre, start: Position, goals: Sequence[Position], rates: Rates, closed: Closed
) -> Route | NoWay:
    legs: list[Leg] = []
    length = seconds = 0.0
    position = start
    for goal in goals:
        part = fastest(theatre, position, goal, rates, closed)
        if part is None:
            obstruction = no_way(theatre, position, goal, rates, closed)
            return replace(obstruction, towards=_after(start, legs, length, seconds, obstruction, closed))
        legs.extend(part.legs)
        length, seconds, position = length + part.length_m, seconds + part.seconds, goal
    return Route(start, position, tuple(legs), length, seconds)


def _after(
    start: Position, legs: Sequence[Leg], length: float, seconds: float, obstruction: NoWay, closed: Closed
) -> Route | None:
    """Return the route so far, continued along the one that only blocks bar."""
    ideal = obstruction.ideal
    if (
        ideal is None
        or not obstruction.blocks
        or obstruction.stretches
        or obstruction.places
        or any(leg.road in closed.roads for leg in ideal.legs)
    ):
        return None
    return Route(start, ideal.goal, (*legs, *ideal.legs), length + ideal.length_m, seconds + ideal.seconds)


def no_way(theatre: Theatre, start: Position, goal: Position, rates: Rates, closed: Closed) -> NoWay:
    """Return why there is no route: the obstacles on the route there would be if bridges were whole and enemies
    away.
    """
    ends = f"from {theatre.describe(start)} to {theatre.describe(goal)}"
    ideal = fastest(theatre, start, goal, rates, IDEAL)
    if ideal is None:
        if fastest(theatre, start, goal, BY_LENGTH, IDEAL) is None:
            return NoWay(f"no road or track leads {ends}")
        return NoWay(f"no route {ends} that this unit can use: every route has a stretch closed to it")
    blocks, stretches, places = obstructions(theatre, ideal, closed)
    texts = [
        *(describe_block(theatre, road, block) for road, block in blocks),
        *(f"enemy location range at {theatre.spot(place).name}" for place in places),
    ]
    texts += [f"enemy location range on the road {_ends(theatre, theatre.way(s.road))}" for s in stretches]
    texts += [
        f"the forbidden road {_ends(theatre, theatre.way(leg.road))}" for leg in ideal.legs if leg.road in closed.roads
    ]
    length = kilometres(ideal.length_m)
    return NoWay(
        f"no open route {ends}: the fastest ({length}) is barred by {listing(texts)}", blocks, stretches, places, ideal
    )


def _ends(theatre: Theatre, way: Way) -> str:
    return f"{theatre.spot(way.a).name} - {theatre.spot(way.b).name}"


def obstructions(
    theatre: Theatre, route: Route, closed: Closed
) -> tuple[tuple[tuple[int, Block], ...], tuple[Stretch, ...], tuple[int, ...]]:
    """Return the blocks with their roads, the closed stretches and the closed places that a route meets, in its
    order.
    """
    blocks: list[tuple[int, Block]] = []
    stretches: list[Stretch] = []
    for leg in route.legs:
        way = theatre.way(leg.road)
        if closed.heeds_blocks:
            blocks += [(leg.road, block) for block in barring(way, leg.from_m, leg.to_m, closed.barred)]
        stretches += closing(way, leg.from_m, leg.to_m, closed)
    for end in (route.start, route.goal):
        if isinstance(end, OnRoad) and not route.legs:
            stretches += closing(theatre.way(end.road), end.metres, end.metres, closed)
    places = tuple(place for place in places_on(theatre, route) if place in closed.places)
    return tuple(dict.fromkeys(blocks)), tuple(dict.fromkeys(stretches)), places


def describe_block(theatre: Theatre, road: int, block: Block) -> str:
    """Return a block in words: ``the blown bridge over the wadi, 3.2 km from Bir Wair on the track to Musaid``."""
    return f"{block.name}, {theatre.describe(theatre.standing(road, block.at_m))}"


def places_on(theatre: Theatre, route: Route) -> tuple[int, ...]:
    """Return the places that a route touches, in order, its ends included."""
    places = [route.start.place] if isinstance(route.start, AtPlace) else []
    for leg in route.legs:
        way = theatre.way(leg.road)
        if leg.to_m in (0, way.length_m):
            places.append(way.a if leg.to_m == 0 else way.b)
    return tuple(places)


def first_part(route: Route, rates: Rates, seconds: float) -> tuple[Leg, ...]:
    """Return the first part of a route, as far as it is marched in this many seconds, to the whole metre."""
    legs: list[Leg] = []
    remaining = seconds
    for leg in route.legs:
        needed = rates.seconds(leg.length_m, leg.surface)
        if needed <= remaining + SAME_SECONDS:
            legs.append(leg)
            remaining -= needed
            continue
        metres = int(leg.length_m * max(remaining, 0.0) / needed + CLOSED_M)
        if metres > 0:
            legs.append(replace(leg, to_m=leg.from_m + (metres if leg.to_m > leg.from_m else -metres)))
        break
    return tuple(legs)


def drawn(theatre: Theatre, legs: Sequence[Leg], metres: float) -> tuple[Point, ...]:
    """Return the drawn points of the first metres of a march."""
    points: list[Point] = []
    remaining = metres
    for leg in legs:
        way, length = theatre.way(leg.road), min(leg.length_m, remaining)
        to_m = leg.from_m + length if leg.to_m > leg.from_m else leg.from_m - length
        low, high = min(leg.from_m, to_m), max(leg.from_m, to_m)
        bends = [point for mark, point in zip(way.milestones, way.points, strict=True) if low < mark < high]
        points += [way.at(leg.from_m), *(bends if to_m > leg.from_m else bends[::-1]), way.at(to_m)]
        remaining -= length
        if remaining <= 0:
            break
    return tuple(points)


def end_of(theatre: Theatre, start: Position, legs: Sequence[Leg]) -> Position:
    """Return the position at the end of a march of these legs."""
    return theatre.standing(legs[-1].road, legs[-1].to_m) if legs else start
