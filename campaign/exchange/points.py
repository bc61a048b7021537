"""Checks of the places of a map together: two on one point or of one name, and pieces that no road joins."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from math import inf
from typing import TypeVar

from campaign.exchange.faults import Faults, Spot
from campaign.exchange.ground import MOST_STRETCHED, Grid
from campaign.exchange.values import Place
from campaign.terms.words import listing

T = TypeVar("T", bound=Hashable)


def warn_of_points(places: list[Place], spot_of: Callable[[str], Spot], grid: Grid, faults: Faults) -> None:
    """Warn of two places on one point or of one name, and of a map too large to be drawn on one plane."""
    first: dict[tuple[int, int], str] = {}
    named: dict[str, str] = {}
    for place in places:
        first_called = named.setdefault(place.name.casefold(), place.key)
        if first_called != place.key:
            text = "orders and reports cannot tell the two places apart, so give one of them another name"
            faults.warn(
                spot_of(place.key),
                f"place {place.key!r} has the name {place.name!r}, like the place at {spot_of(first_called)}: {text}",
            )
        first_key = first.setdefault((place.x_m, place.y_m), place.key)
        if first_key != place.key:
            text = f"place {place.key!r} is at the same point as {first_key!r}. Check whether it is the same place"
            faults.warn(spot_of(place.key), text)
    on_the_globe = [
        (place.lat_e6, place.lon_e6, place.key)
        for place in places
        if place.lat_e6 is not None and place.lon_e6 is not None
    ]
    if not on_the_globe or grid.centre is None:
        return
    west, east = min(lon for _, lon, _ in on_the_globe), max(lon for _, lon, _ in on_the_globe)
    for lat, _, key in (min(on_the_globe, key=lambda p: p[0]), max(on_the_globe, key=lambda p: p[0])):
        share = grid.stretched((lat, west), (lat, east))
        if abs(share) > MOST_STRETCHED:
            longer = "longer" if share > 0 else "shorter"
            faults.warn(
                spot_of(key),
                f"at {lat / 1000000.0:.2f} degrees latitude the map is {abs(share):.0%} {longer} from west to "
                "east than the real distance. Give the roads their 'km'",
            )


def parts_of(keys: Iterable[T], joined: Iterable[Iterable[T]]) -> list[list[T]]:
    """Return the keys in connected pieces, in their order. ``joined``: the keys that one thing joins."""
    above = {key: key for key in keys}

    def top(key: T) -> T:
        while above[key] != key:
            above[key] = above[above[key]]
            key = above[key]
        return key

    for first, *more in joined:
        for key in more:
            above[top(key)] = top(first)
    parts: dict[T, list[T]] = {}
    for key in above:
        parts.setdefault(top(key), []).append(key)
    return list(parts.values())


def nearest_first(
    starts: Iterable[tuple[float, str]], steps: Callable[[str], Iterable[tuple[float, str]]], most: float = inf
) -> dict[str, tuple[float, str]]:
    """Return, for every place within reach, its distance from the nearest start, and the next place on the way
    there.
    """
    return {place: (cost, following) for cost, place, following in outwards(starts, steps, most)}


def outwards(
    starts: Iterable[tuple[float, str]], steps: Callable[[str], Iterable[tuple[float, str]]], most: float = inf
) -> Iterator[tuple[float, str, str]]:
    """Yield every place within reach, the nearest first: its distance from the nearest start, the place, and the next
    place on the way there.
    """
    reached: set[str] = set()
    waiting = [(cost, place, place) for cost, place in starts]
    heapify(waiting)
    while waiting:
        nearest = heappop(waiting)
        cost, place, _ = nearest
        if place not in reached and cost <= most:
            reached.add(place)
            yield nearest
            for step, neighbour in steps(place):
                if neighbour not in reached and cost + step <= most:
                    heappush(waiting, (cost + step, neighbour, place))


def report_islands(
    places: list[str], spot_of: Callable[[str], Spot], ends: Iterable[tuple[str | None, str | None]], faults: Faults
) -> None:
    """Report an error for every part of the map that no road joins to the largest one. A road with a wrong end may lead
    anywhere.
    """
    if not places:
        return
    known = set(places)
    read_ends = [[end for end in pair if end in known] for pair in ends]
    if not all(read_ends):
        return
    anywhere = {pair[0] for pair in read_ends if len(pair) == 1}
    parts = parts_of(places, (pair for pair in read_ends if len(pair) == 2))
    largest = max(parts, key=len)
    for part in parts:
        if part is largest or anywhere.intersection(part):
            continue
        names = listing(part, 4)
        faults.error(
            spot_of(part[0]),
            f"no road leads from {names} to the rest of the map",
            f"join it by a road to {largest[0]} or another place, or delete it",
            consequent=True,
        )
