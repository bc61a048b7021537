"""The search for free spots on a map: nothing covers anything placed before it, and all of it lies in the frame.

A ``Board`` knows what is taken (boxes, never covered) and what is better left free (lines with a weight). Candidates
are tried from the nearest to the farthest; the first that costs less than any farther one can is taken.

    Board        the taken areas, and the cost of a spot
    rings        spots all round a point, for trays of unit symbols
    beside       spots close to a point, for names
    everywhere   spots all over the frame
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import cos, dist, floor, hypot, inf, pi, sin
from typing import Final

from campaign_reports.areas import Area, Segment, Spot, crosses, meet, spots_round, within

CELL: Final = 36.0
"""Side in points of a square of the index."""
TOUCH: Final = 0.4
"""Points kept free round everything."""
LEADER: Final = 3.0
"""Cost of covering one point of a leader; crossing another leader costs a hundred times as much."""
FARTHER: Final = 1.0
"""Cost of one point of distance."""


Bounds = tuple[float, float, float, float]
"""Left, upper, right and lower edge."""
DIRECTIONS: Final = tuple((cos(turn * pi / 12), sin(turn * pi / 12)) for turn in range(24))


def _cells(area: Area) -> list[tuple[int, int]]:
    rows = range(floor(area.y / CELL), floor((area.y + area.high) / CELL) + 1)
    columns = range(floor(area.x / CELL), floor((area.x + area.wide) / CELL) + 1)
    return [(column, row) for column in columns for row in rows]


def _along(line: Segment) -> Iterator[tuple[int, int]]:
    """Yield the squares that a segment runs through."""
    x1, y1, x2, y2 = line
    for cell in _cells(Area(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))):
        if within(line, Area(cell[0] * CELL, cell[1] * CELL, CELL, CELL)) is not None or (x1, y1) == (x2, y2):
            yield cell


@dataclass(frozen=True, slots=True)
class Candidate:
    """A spot, and its distance from what it belongs to, in points."""

    area: Area
    away: float


@dataclass(slots=True)
class Board:
    """The map's frame and its taken areas."""

    frame: Area
    budget: float = inf
    """How many spots may still be tried. Then the best so far is taken, and nothing finds room any more."""
    _boxes: dict[tuple[int, int], list[Area]] = field(default_factory=dict)
    _lines: dict[tuple[int, int], list[tuple[Segment, float, Bounds]]] = field(default_factory=dict)
    """Lines by square of the index, each with the cost of covering all of it and its bounds."""
    _leaders: list[Segment] = field(default_factory=list)

    def take(self, area: Area) -> None:
        """Mark an area as taken, so that nothing may cover it."""
        for cell in _cells(area):
            self._boxes.setdefault(cell, []).append(area)

    def draw(self, lines: Iterable[Segment], weight: float) -> None:
        """Mark lines that should not be covered, at that cost a point of their length."""
        for line in lines:
            x1, y1, x2, y2 = line
            price = weight * hypot(x2 - x1, y2 - y1)
            bounds = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
            for cell in _along(line):
                self._lines.setdefault(cell, []).append((line, price, bounds))

    def lead(self, line: Segment) -> None:
        """Mark a leader, which is costly to cover and to cross."""
        self._leaders.append(line)
        self.draw([line], LEADER)

    def is_free(self, area: Area) -> bool:
        """Return whether the area is inside the frame and covers nothing taken."""
        left_x, top, frame, boxes = area.x - TOUCH, area.y - TOUCH, self.frame, self._boxes
        right, low = left_x + (area.wide + 2 * TOUCH), top + (area.high + 2 * TOUCH)
        if left_x < frame.x or top < frame.y or right > frame.x + frame.wide or low > frame.y + frame.high:
            return False
        for column in range(int(left_x // CELL), int(right // CELL) + 1):
            for row in range(int(top // CELL), int(low // CELL) + 1):
                for box in boxes.get((column, row), ()):
                    if box.x < right and box.y < low and left_x < box.x + box.wide and top < box.y + box.high:
                        return False
        return True

    def covers(self, area: Area, most: float = float("inf")) -> float:
        """Return the weighted length of lines under an area; counting stops at ``most``."""
        wide, total = area.grown(1.2), 0.0
        left_x, top, right, low = wide.x, wide.y, wide.x + wide.wide, wide.y + wide.high
        seen: set[Segment] = set()
        for cell in _cells(wide):
            for line, price, bounds in self._lines.get(cell, ()):
                if bounds[2] < left_x or bounds[0] > right or bounds[3] < top or bounds[1] > low or line in seen:
                    continue
                seen.add(line)
                part = within(line, wide)
                if part is not None:
                    total += price * (part[1] - part[0])
                    if total >= most:
                        return total
        return total

    def strikes(self, leader: Segment, own_point: Spot, most: float = inf) -> float:
        """Return the cost of a leader: through taken areas (except at its own end), and across other leaders; counting
        stops at ``most``.
        """
        x1, y1, x2, y2 = leader
        box = Area(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        tried, struck, total = set[int](), set[Area](), 0.0
        for taken in (taken for cell in _cells(box) for taken in self._boxes.get(cell, ())):
            if id(taken) in tried:
                continue
            tried.add(id(taken))
            if crosses(leader, taken) and not taken.grown(2.5).has(own_point):
                struck.add(taken)
                if (total := 60.0 * len(struck)) >= most:
                    return total
        for other_leader in self._leaders:
            if meet(leader, other_leader) and (total := total + 40.0) >= most:
                break
        return total

    def best(
        self, candidates: Iterable[Candidate], leader_to: Spot | None = None, most: float = float("inf")
    ) -> Area | None:
        """Return the cheapest free spot that costs at most ``most``; candidates come in order of distance.
        ``leader_to``: count a leader to there.
        """
        area, least = None, most
        for candidate in candidates:
            cost = candidate.away * FARTHER
            if cost >= least or self.budget <= 0:
                break
            self.budget -= 1
            if not self.is_free(candidate.area):
                continue
            cost += self.covers(candidate.area, least - cost)
            if leader_to is not None and cost < least:
                leader = (*leader_to, *candidate.area.nearest(leader_to))
                cost += self.strikes(leader, leader_to, least - cost)
            if cost < least:
                area, least = candidate.area, cost
        return area


def rings(spot: Spot, wide: float, high: float, *, clear: float, reach: float) -> Iterator[Candidate]:
    """Yield boxes whose nearest edge is ``clear`` to ``reach`` points off, in 24 directions, the nearest first."""
    x, y = spot
    out, step = clear, 7.0
    while out <= reach:
        for across, down in DIRECTIONS:
            middle = x + across * (out + wide / 2), y + down * (out + high / 2)
            yield Candidate(Area(middle[0] - wide / 2, middle[1] - high / 2, wide, high), out)
        out += step
        step = min(24.0, step * 1.25)


def beside(spot: Spot, wide: float, high: float, *, clear: float, rounds: int = 3) -> Iterator[Candidate]:
    """Yield boxes right first, then left, above, below and at the corners; then a little farther."""
    for step in range(rounds):
        near = clear + 5.0 * step
        for rank, area in enumerate(spots_round(spot, wide, high, near, near * 0.75)):
            yield Candidate(area, 10.0 * step + 0.5 * rank)


def everywhere(frame: Area, spot: Spot, wide: float, high: float) -> list[Candidate]:
    """Return boxes all over the frame, the nearest first, as the last resort."""
    step = 9.0
    candidates = []
    for column in range(int((frame.wide - wide) / step) + 1):
        for row in range(int((frame.high - high) / step) + 1):
            area = Area(frame.x + 2 + column * step, frame.y + 2 + row * step, wide, high)
            near = area.nearest(spot)
            candidates.append(Candidate(area, dist(near, spot)))
    return sorted(candidates, key=lambda candidate: candidate.away)
