"""The search for free spots on a map: nothing covers anything placed before it, and all of it lies in the frame.

A ``Board`` knows what is taken (boxes, never covered) and what is better left free (lines with a weight). Candidates
are tried from the nearest to the farthest; the first that costs less than any farther one can is taken.

    Board        the taken areas, and the cost of a spot
    rings        spots all round a point, for trays of unit symbols
    beside       spots close to a point, for names
    everywhere   spots all over the frame
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from math import cos, dist, floor, hypot, inf, pi, sin
from typing import Final, NamedTuple

from campaign.values import dataclass, field
from campaign_reports.areas import Area, Segment, Spot, meet, spots_round, within

CELL: Final = 36.0
"""Side in points of a square of the index."""
HAIR: Final = 1e-3
"""Points by which a line may miss a square and still be looked for there."""
STEP: Final = 9.0
"""Points between the spots that are tried all over the frame."""
MOST_WEIGHED: Final = 120
"""Most free spots of the frame that are weighed for one thing. On a sheet so full that it comes to this, farther ones
are seldom better, and to weigh all of them took half of the time of a large map."""
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


def _below(line: Segment) -> Iterator[tuple[int, int]]:
    """Yield the squares that a segment runs through, possibly with some that it only passes close by."""
    x1, y1, x2, y2 = line if line[0] <= line[2] else (line[2], line[3], line[0], line[1])
    slope = (y2 - y1) / (x2 - x1) if x2 > x1 else 0.0
    for column in range(floor((x1 - HAIR) / CELL), floor((x2 + HAIR) / CELL) + 1):
        enters, leaves = max(x1, column * CELL - HAIR), min(x2, (column + 1) * CELL + HAIR)
        ends = (y1 + (enters - x1) * slope, y1 + (leaves - x1) * slope) if slope else (y1, y2)
        for row in range(floor((min(ends) - HAIR) / CELL), floor((max(ends) + HAIR) / CELL) + 1):
            yield column, row


class Candidate(NamedTuple):
    """A spot, and its distance from what it belongs to, in points."""

    area: Area
    away: float


@dataclass(slots=True)
class Board:
    """The map's frame and its taken areas."""

    frame: Area
    budget: float = inf
    """How many spots may still be tried. Then the best so far is taken, and nothing finds room any more."""
    _boxes: dict[tuple[int, int], list[tuple[float, float, float, float, Area]]] = field(default_factory=dict)
    """Taken areas by square of the index, each with its left, upper, right and lower edge before it."""
    _lines: dict[tuple[int, int], list[tuple[Segment, float, Bounds]]] = field(default_factory=dict)
    """Lines by square of the index, each with the cost of covering all of it and its bounds."""
    _leaders: list[Segment] = field(default_factory=list)
    _taken: list[Area] = field(default_factory=list)

    def take(self, area: Area) -> None:
        """Mark an area as taken, so that nothing may cover it."""
        self._taken.append(area)
        entry = (area.x, area.y, area.right, area.low, area)
        for cell in _cells(area):
            self._boxes.setdefault(cell, []).append(entry)

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
                for x, y, end, under, _ in boxes.get((column, row), ()):
                    if x < right and y < low and left_x < end and top < under:
                        return False
        return True

    def taken_at(self, lefts: Sequence[float], tops: Sequence[float], wide: float, high: float) -> list[bytearray]:
        """Return, for boxes of one size that begin at these distances in order, by column and row, 0 where ``is_free``.
        What is taken is looked at once and not once a box.
        """
        starts, ends = [left - TOUCH for left in lefts], [left - TOUCH + (wide + 2 * TOUCH) for left in lefts]
        uppers, lowers = [top - TOUCH for top in tops], [top - TOUCH + (high + 2 * TOUCH) for top in tops]
        frame, columns = self.frame, [bytearray(b"\1") * len(tops) for _ in lefts]
        self.budget -= len(lefts)  # a column takes about as long as a spot
        first, last = bisect_left(uppers, frame.y), bisect_right(lowers, frame.y + frame.high)
        inside = range(bisect_left(starts, frame.x), bisect_right(ends, frame.x + frame.wide))
        for column in inside if first < last else ():
            columns[column][first:last] = bytes(last - first)
        for box in self._taken:
            begin, end = bisect_right(lowers, box.y), bisect_left(uppers, box.y + box.high)
            if begin < end:
                marks = b"\1" * (end - begin)
                for column in range(bisect_right(ends, box.x), bisect_left(starts, box.x + box.wide)):
                    columns[column][begin:end] = marks
        return columns

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
                is_inside = left_x <= bounds[0] and bounds[2] <= right and top <= bounds[1] and bounds[3] <= low
                part = (0.0, 1.0) if is_inside else within(line, wide)
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
        west, east = (x1, x2) if x1 < x2 else (x2, x1)
        north, south = (y1, y2) if y1 < y2 else (y2, y1)
        tried, struck, total = set[int](), set[Area](), 0.0
        for cell in _below(leader):
            for left_x, top, right, low, taken in self._boxes.get(cell, ()):
                if east < left_x or south < top or west > right or north > low or id(taken) in tried:
                    continue
                tried.add(id(taken))
                if within(leader, taken) is not None and not taken.grown(2.5).has(own_point):
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


def everywhere(board: Board, frame: Area, spot: Spot, wide: float, high: float) -> list[Candidate]:
    """Return the nearest free boxes of the frame, the nearest first, as the last resort."""
    lefts, tops = _steps(frame.x, frame.wide, wide), _steps(frame.y, frame.high, high)
    across = [min(max(spot[0], left), left + wide) for left in lefts]
    down = [min(max(spot[1], top), top + high) for top in tops]
    candidates = [
        Candidate(Area(lefts[column], tops[row], wide, high), dist((across[column], down[row]), spot))
        for column, taken in enumerate(board.taken_at(lefts, tops, wide, high))
        for row, is_taken in enumerate(taken)
        if not is_taken
    ]
    return nsmallest(MOST_WEIGHED, candidates, key=lambda candidate: candidate.away)


def _steps(start: float, room: float, size: float) -> list[float]:
    """Return where boxes of this size begin, close to each other all along a side of the frame."""
    return [start + 2 + step * STEP for step in range(int((room - size) / STEP) + 1)]
