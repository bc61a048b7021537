"""Ways over a battle's own ground: straight on over open ground, otherwise round obstacles that cannot be crossed.

A system gives the inches of a move of each of its kinds of unit on every square of the country; a *row* is such a kind.

Going(inches, easy)                             a move by square
Ways(country, going).next_from(row, x, y, goal) -> Spot | None      the next place, not farther than a square; None:
                                                                    there is no way
corners(way)                                    a way without the places on its straight parts
Ways(country, going).cost(row, x, y, goal) -> float                 moves that it takes
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from heapq import heappop, heappush
from math import ceil, hypot, inf
from typing import Final, Generic, TypeVar

from campaign.resolve.country import SQUARE_IN, Country, Spot, Square
from campaign.values import dataclass

# Our choice, for the paths in reports and for nothing else.
STRAIGHT_IN: Final = 0.2
"""The inches from a straight line within which a corner is left out."""
Row = TypeVar("Row", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Going:
    """The going for one kind of unit: inches of a move on each square, 0 if it may not enter; and whether movement
    there is as good as in the open.
    """

    inches: tuple[float, ...]
    easy: tuple[bool, ...]


class Ways(Generic[Row]):
    """The ways of one battle, each searched once."""

    def __init__(self, country: Country, going: Callable[[Row], Going]) -> None:
        self.country = country
        self._asked = going
        self._going: dict[Row, Going] = {}
        self._searched: dict[tuple[Going, Square], tuple[list[float], list[Square]]] = {}

    def going(self, row: Row) -> Going:
        """Return the going for this kind of unit."""
        if row not in self._going:
            self._going[row] = self._asked(row)
        return self._going[row]

    def next_from(self, row: Row, x: float, y: float, goal: Spot) -> Spot | None:
        """Return the next place towards a goal, a square away at most; the goal itself if it is not farther."""
        if self.straight(row, x, y, goal):
            gap = hypot(goal[0] - x, goal[1] - y)
            part = min(1.0, SQUARE_IN / gap) if gap else 0.0
            return x + (goal[0] - x) * part, y + (goal[1] - y) * part
        start = self.country.square(x, y)
        onward = self._towards(row, goal)[1][start]
        return None if onward in (-1, start) else self.country.middles[onward]

    def straight(self, row: Row, x: float, y: float, goal: Spot) -> bool:
        """Return whether the straight way crosses only open ground and roads, and no closed square."""
        country, easy = self.country, self.going(row).easy
        if country.is_bare:
            return True
        count = max(1, ceil(hypot(goal[0] - x, goal[1] - y)))
        before = country.square(x, y)
        for n in range(count + 1):
            reached = country.square(x + (goal[0] - x) * n / count, y + (goal[1] - y) * n / count)
            if reached != before:
                if all(square != reached for square, _ in country.steps[before]):
                    return False
                before = reached
            if n and not easy[reached]:
                return False
        return True

    def cost(self, row: Row, x: float, y: float, goal: Spot) -> float:
        """Return the whole moves to a goal; infinite if there is no way."""
        return self._towards(row, goal)[0][self.country.square(x, y)]

    def has_way(self, row: Row, x: float, y: float, goal: Spot) -> bool:
        return self.straight(row, x, y, goal) or self.cost(row, x, y, goal) < inf

    def _towards(self, row: Row, goal: Spot) -> tuple[list[float], list[Square]]:
        """Return, for each square, the moves to a goal and the next square, -1 if there is no way."""
        going = self.going(row)
        key = going, self._able(going, goal)
        if key not in self._searched:
            self._searched[key] = self._search(*key)
        return self._searched[key]

    def _able(self, going: Going, goal: Spot) -> Square:
        """Return the square of a goal, or the nearest to it that this kind of unit can enter."""
        country = self.country
        end = country.square(*goal)
        if end not in country.shut and going.inches[end]:
            return end
        return next((square for square in country.nearest(goal) if going.inches[square]), end)

    def _search(self, going: Going, end: Square) -> tuple[list[float], list[Square]]:
        steps, moves = self.country.steps, going.inches
        cost, then = [inf] * len(moves), [-1] * len(moves)
        cost[end], then[end] = 0.0, end
        edge = [(0.0, end)]
        while edge:
            far, square = heappop(edge)
            if far > cost[square]:
                continue
            # Whoever comes from there pays for the square he enters.
            inches = moves[square]
            for neighbour, gap in steps[square] if inches else ():
                total = far + gap / inches
                if total < cost[neighbour] - 1e-9:
                    cost[neighbour], then[neighbour] = total, square
                    heappush(edge, (total, neighbour))
        return cost, then


def corners(way: Sequence[Spot]) -> list[Spot]:
    """Return a way without the places on its straight parts, found by the place that lies farthest beside it."""
    # A start and an end have nothing between them.
    if len(way) < 3:
        return list(way)
    far, bend = max((_aside(place, way[0], way[-1]), number) for number, place in enumerate(way[1:-1], 1))
    if far <= STRAIGHT_IN:
        return [way[0], way[-1]]
    return [*corners(way[: bend + 1])[:-1], *corners(way[bend:])]


def _aside(place: Spot, start: Spot, end: Spot) -> float:
    """Return the distance of a place from the straight way between two others."""
    across, along = end[0] - start[0], end[1] - start[1]
    square = across * across + along * along
    part = ((place[0] - start[0]) * across + (place[1] - start[1]) * along) / square if square else 0.0
    part = min(1.0, max(0.0, part))
    return hypot(place[0] - start[0] - across * part, place[1] - start[1] - along * part)
