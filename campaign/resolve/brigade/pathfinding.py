"""The way over a battle's own ground: straight on where the going is open, else round what cannot be crossed
(BDE-TAB-MOVE).

Ways(country).next_from(row, x, y, goal) -> Spot | None       the next place, not farther than a square; None: there is
                                                              no way
Ways(country).cost(row, x, y, goal) -> float                  moves that it takes at the mean of the dice
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import ceil, hypot, inf
from typing import Final

from campaign.resolve.brigade.country import SQUARE_IN, Country, Spot, Square
from campaign.rules.tabletop.brigade.tables import MOVEMENT, Ground, MovesAs

MEAN_FACE: Final = 3
"""The face by which a rolled rate is weighed when the way is chosen; the higher half of a die is luck."""
LEAST_IN: Final = 0.5
"""What ground counts a move on which hardly anybody gets on."""
_COLUMN: Final = {ground: n for n, ground in enumerate(Ground)}


class Ways:
    """The ways of one fight, each looked for once."""

    def __init__(self, country: Country) -> None:
        self.country = country
        self._searched: dict[tuple[object, Square], tuple[list[float], list[Square]]] = {}

    def next_from(self, row: MovesAs, x: float, y: float, goal: Spot) -> Spot | None:
        """The next place towards a goal, a square away at most; the goal itself when it is no farther."""
        if self.straight(row, x, y, goal):
            gap = hypot(goal[0] - x, goal[1] - y)
            part = min(1.0, SQUARE_IN / gap) if gap else 0.0
            return x + (goal[0] - x) * part, y + (goal[1] - y) * part
        start = self.country.square(x, y)
        onward = self._towards(row, goal)[1][start]
        return None if onward in (-1, start) else self.country.middles[onward]

    def straight(self, row: MovesAs, x: float, y: float, goal: Spot) -> bool:
        """Is the straight way over open ground and roads alone, past nothing that is shut?"""
        country = self.country
        count = max(1, ceil(hypot(goal[0] - x, goal[1] - y)))
        before = country.square(x, y)
        for n in range(count + 1):
            reached = country.square(x + (goal[0] - x) * n / count, y + (goal[1] - y) * n / count)
            if reached != before:
                if all(square != reached for square, _ in country.steps[before]):
                    return False
                before = reached
            if n and not self._is_easy(row, reached):
                return False
        return True

    def _is_easy(self, row: MovesAs, square: Square) -> bool:
        """Does one get on there as well as in the open?"""
        rate, in_open = MOVEMENT[row][_COLUMN[self.country.grounds[square]]], MOVEMENT[row][_COLUMN[Ground.OPEN]]
        return rate is not None and in_open is not None and not rate.rolled and rate.fixed >= in_open.fixed

    def cost(self, row: MovesAs, x: float, y: float, goal: Spot) -> float:
        """Whole moves to a goal; endless where there is no way."""
        return self._towards(row, goal)[0][self.country.square(x, y)]

    def _towards(self, row: MovesAs, goal: Spot) -> tuple[list[float], list[Square]]:
        """From every square the moves to a goal and the next square, -1 where there is no way."""
        end = self._able(row, goal)
        key = (MOVEMENT[row], end)
        if key not in self._searched:
            self._searched[key] = self._search(row, end)
        return self._searched[key]

    def _able(self, row: MovesAs, goal: Spot) -> Square:
        """The square of a goal, or the nearest to it that this row can use."""
        country = self.country
        end = country.square(*goal)
        if end not in country.shut and _in_a_move(row, country.grounds[end]):
            return end
        return next((square for square in country.nearest(goal) if _in_a_move(row, country.grounds[square])), end)

    def _search(self, row: MovesAs, end: Square) -> tuple[list[float], list[Square]]:
        country = self.country
        moves = [_in_a_move(row, ground) for ground in country.grounds]
        cost, then = [inf] * len(moves), [-1] * len(moves)
        cost[end], then[end] = 0.0, end
        edge = [(0.0, end)]
        while edge:
            far, square = heappop(edge)
            if far > cost[square]:
                continue
            # Whoever comes from there pays for the square he enters.
            inches = moves[square]
            for neighbour, gap in country.steps[square] if inches else ():
                total = far + gap / inches
                if total < cost[neighbour] - 1e-9:
                    cost[neighbour], then[neighbour] = total, square
                    heappush(edge, (total, neighbour))
        return cost, then


def _in_a_move(row: MovesAs, ground: Ground) -> float:
    """Inches of a move on this ground at the mean of the die; 0 where the table has a dash."""
    rate = MOVEMENT[row][_COLUMN[ground]]
    return 0.0 if rate is None else max(LEAST_IN, float(rate.at(MEAN_FACE)))
