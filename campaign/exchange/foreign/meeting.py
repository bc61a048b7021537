"""The meeting points of drawn lines: points that they share, and ends that were drawn a little short.

    meet(lines, fixed, in_degrees) -> the lines, joined

Lines that share a point meet there, however near other points are: the lanes of a town are not drawn together. Only
loose ends, and the ends of unconnected pieces, are moved: to the nearest end, or to the nearest line, within `REACH_M`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import floor, hypot
from typing import TYPE_CHECKING

from campaign.exchange.foreign.charts import away
from campaign.exchange.foreign.draft import Point
from campaign.exchange.points import parts_of
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from shapely import STRtree
    from shapely.geometry import LineString

REACH_M = 50.0
_ENDS_FIRST = 1.5
"""Factor by which the middle of a line must be nearer than an end to be taken first."""


def meet(lines: Sequence[list[Point]], fixed: set[Point], in_degrees: bool) -> list[list[Point]]:
    """Return the lines, each with its loose ends moved and with a point where another's end meets its middle.
    ``fixed``: known places.
    """
    if not lines:
        return []
    meeting = _Meeting(lines, in_degrees, _pieces(lines))
    waiting = meeting.waiting(fixed)
    for n, line in enumerate(lines):
        for end in (line[0], line[-1]):
            if end not in waiting:
                meeting.add(end, n)
    for point in fixed:
        meeting.add(point, None)
    for end, (n, is_loose) in waiting.items():
        meeting.place(end, n, is_loose)
    return [meeting.joined(n) for n in range(len(lines))]


def _pieces(lines: Sequence[list[Point]]) -> list[int]:
    """Return, for each line, the first line of its connected piece."""
    first: dict[Point, int] = {}
    joined = ((n, first.setdefault(point, n)) for n, line in enumerate(lines) for point in line)
    return [part[0] for _, part in sorted((n, part) for part in parts_of(range(len(lines)), joined) for n in part)]


@dataclass(slots=True)
class _Meeting:
    lines: Sequence[list[Point]]
    in_degrees: bool
    pieces: list[int]
    ends: dict[tuple[int, int], list[tuple[Point, int | None]]] = field(default_factory=dict)
    """Final ends, each with a line that it belongs to, by squares of `REACH_M`."""
    moved: dict[Point, Point] = field(default_factory=dict)
    met: dict[int, list[Point]] = field(default_factory=dict)
    """Ends of other lines on the middle of a line."""
    _shapes: list[LineString] = field(default_factory=list)
    _tree: STRtree | None = None

    @property
    def step(self) -> float:
        """`REACH_M` in the units of the file."""
        return REACH_M / 111_195 if self.in_degrees else REACH_M

    def waiting(self, fixed: set[Point]) -> dict[Point, tuple[int, bool]]:
        """Return the ends that may be moved, with their line, and whether they are loose: those of lesser pieces are
        not always.
        """
        uses = Counter(point for line in self.lines for point in set(line))
        largest = Counter(self.pieces).most_common(1)[0][0]
        held = {self.pieces[n] for n, line in enumerate(self.lines) if not fixed.isdisjoint(line)} or {largest}
        result = {}
        for n, line in enumerate(self.lines):
            for end in (line[0], line[-1]):
                is_loose = uses[end] == 1 and line[0] != line[-1]
                if end not in fixed and (is_loose or self.pieces[n] not in held):
                    result[end] = (n, is_loose)
        return result

    def _square(self, point: Point) -> tuple[int, int]:
        return floor(point[0] / self.step), floor(point[1] / self.step)

    def add(self, end: Point, n: int | None) -> None:
        """Add an end that stays in place."""
        self.ends.setdefault(self._square(end), []).append((end, n))

    def place(self, end: Point, n: int, is_loose: bool) -> None:
        """Move an end to the nearest other, put it on the nearest line, or leave it."""
        near = min(
            ((away(end, neighbour, self.in_degrees), neighbour) for neighbour in self._ends_near(end, n, is_loose)),
            default=None,
        )
        line = self._line_near(end, n, is_loose)
        if near is not None and near[0] <= REACH_M and (line is None or near[0] <= line[0] * _ENDS_FIRST):
            self.moved[end] = near[1]
            return
        if line is not None:
            self.met.setdefault(line[1], []).append(end)
        self.add(end, n)

    def _ends_near(self, end: Point, n: int, is_loose: bool) -> Iterator[Point]:
        row, column = self._square(end)
        for square in ((row + i, column + j) for i in (-1, 0, 1) for j in (-2, -1, 0, 1, 2)):
            for point, line in self.ends.get(square, ()):
                if point != end and (
                    line is None or (line != n if is_loose else self.pieces[line] != self.pieces[n]) or self._is_ring(n)
                ):
                    yield point

    def _is_ring(self, n: int) -> bool:
        """Return whether the line is so long that its ends may be one place."""
        return sum(away(a, b, self.in_degrees) for a, b in pairwise(self.lines[n])) > 4 * REACH_M

    def _line_near(self, end: Point, n: int, is_loose: bool) -> tuple[float, int] | None:
        """Return the nearest line whose middle is within reach, and how many metres away it is."""
        from shapely import LineString, STRtree
        from shapely import Point as Dot

        if self._tree is None:
            self._shapes = [LineString(line) for line in self.lines]
            self._tree = STRtree(self._shapes)
        dot, result = Dot(end), []
        for number in map(int, self._tree.query(dot, predicate="dwithin", distance=self.step)):
            shape = self._shapes[number]
            if (number != n if is_loose else self.pieces[number] != self.pieces[n]) and 0 < shape.project(
                dot
            ) < shape.length:
                at = shape.interpolate(shape.project(dot))
                metres = away(end, (at.x, at.y), self.in_degrees)
                result += [(metres, number)] * (metres <= REACH_M)
        return min(result, default=None)

    def joined(self, n: int) -> list[Point]:
        """Return the line with its moved ends."""
        from shapely import Point as Dot

        line, points = self.lines[n], self.met.get(n, [])
        placed = list(
            zip(
                accumulate((hypot(p[0] - q[0], p[1] - q[1]) for p, q in pairwise(line)), initial=0.0), line, strict=True
            )
        )
        placed += [(self._shapes[n].project(Dot(point)), point) for point in points]
        moved = [
            self.moved.get(point, point)
            for _, point in (sorted(placed, key=lambda pair: pair[0]) if points else placed)
        ]
        return [point for k, point in enumerate(moved) if k == 0 or point != moved[k - 1]]
