"""The meeting points of drawn lines: points that they share, and ends that were drawn a little short.

    meet(lines, fixed, reach_m, offer_m) -> Met     the lines, joined, and the distances of the joints

Lines that share a point meet there, however near other points are: the lanes of a town are not drawn together. Only
loose ends, and the ends of unconnected pieces, are moved: to the nearest end, or to the nearest line, within reach.
Points are in metres on a plane.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, pairwise
from math import floor, hypot
from typing import TYPE_CHECKING

from campaign.exchange.foreign.draft import Point
from campaign.exchange.points import parts_of
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from shapely import STRtree
    from shapely.geometry import LineString

# Our choices: of maps drawn by hand. `--join` sets the first.
REACH_M = 50.0
OFFER_M = 250.0
"""Greatest distance in metres over which a piece that would be apart is joined, with a doubt."""
# Our choice.
_ENDS_FIRST = 1.5
"""Factor by which the middle of a line must be nearer than an end to be taken first."""


@dataclass(slots=True)
class Met:
    """The lines with their ends joined. ``joints``: how many metres an end was moved or was away from the line, and
    the point where it meets now; ``offered``: the same of pieces that would be apart, beyond the reach.
    """

    lines: list[list[Point]]
    joints: list[tuple[float, Point]] = field(default_factory=list)
    offered: list[tuple[float, Point]] = field(default_factory=list)


def meet(
    lines: Sequence[list[Point]],
    fixed: set[Point],
    reach_m: float = REACH_M,
    offer_m: float = 0.0,
    gathered: Collection[Point] = (),
) -> Met:
    """Return the lines, each with its loose ends moved and with a point where another's end meets its middle.

    ``fixed``: known places, which stay. ``offer_m``: greatest distance over which the nearest end of a piece that would
    be apart is joined. ``gathered``: points that were ends drawn a little apart, so further ends are expected there.
    """
    if not lines or reach_m <= 0:
        return Met(list(lines))
    meeting = _Meeting(lines, reach_m, _pieces(lines))
    waiting = meeting.waiting(fixed)
    for n, line in enumerate(lines):
        for end in (line[0], line[-1]):
            if end not in waiting:
                meeting.add(end, n)
    for point in fixed:
        meeting.add(point, None)
    meeting.loose = {end for end, (_, is_loose) in waiting.items() if is_loose}.union(gathered)
    for end, (n, is_loose) in waiting.items():
        meeting.place(end, n, is_loose)
    met = Met([meeting.joined(n) for n in range(len(lines))], meeting.joints)
    return _join_pieces(met, fixed, offer_m) if offer_m > reach_m else met


def _join_pieces(met: Met, fixed: set[Point], offer_m: float) -> Met:
    """Join each piece apart to another by the nearest of its ends, if that is within the distance offered."""
    pieces = _pieces(met.lines)
    sizes = Counter(pieces)
    if len(sizes) < 2:
        return met
    largest = sizes.most_common(1)[0][0]
    meeting = _Meeting(met.lines, offer_m, pieces)
    for n, line in enumerate(met.lines):
        meeting.add(line[0], n)
        meeting.add(line[-1], n)
    ends = {
        end: n
        for n, line in enumerate(met.lines)
        if pieces[n] != largest
        for end in (line[0], line[-1])
        if end not in fixed
    }
    links = [(target, end, n) for end, n in ends.items() if (target := meeting.target(end, n, is_loose=False))]
    above = {piece: piece for piece in sizes}

    def top(piece: int) -> int:
        while above[piece] != piece:
            above[piece] = above[above[piece]]
            piece = above[piece]
        return piece

    for target, end, n in sorted(links, key=lambda link: link[0].away):
        if target.end in meeting.moved:
            continue
        mine, other = top(pieces[n]), top(pieces[target.line])
        if mine != other:
            above[mine] = other
            meeting.take(end, target)
    return Met([meeting.joined(n) for n in range(len(met.lines))], met.joints, meeting.joints)


def _pieces(lines: Sequence[list[Point]]) -> list[int]:
    """Return, for each line, the first line of its connected piece."""
    first: dict[Point, int] = {}
    joined = ((n, first.setdefault(point, n)) for n, line in enumerate(lines) for point in line)
    return [part[0] for _, part in sorted((n, part) for part in parts_of(range(len(lines)), joined) for n in part)]


@dataclass(frozen=True, slots=True)
class _Target:
    """An end or a line that an end may meet, ``away`` metres from it. ``end``: None for the middle of the line."""

    away: float
    line: int
    end: Point | None = None


@dataclass(slots=True)
class _Meeting:
    lines: Sequence[list[Point]]
    reach: float
    pieces: list[int]
    ends: dict[tuple[int, int], list[tuple[Point, int | None]]] = field(default_factory=dict)
    """Final ends, each with a line that it belongs to, by squares of the reach."""
    moved: dict[Point, Point] = field(default_factory=dict)
    met: dict[int, list[Point]] = field(default_factory=dict)
    """Ends of other lines on the middle of a line."""
    joints: list[tuple[float, Point]] = field(default_factory=list)
    loose: set[Point] = field(default_factory=set)
    """Ends that no other line shares: where several are near each other, they are one junction."""
    _shapes: list[LineString] = field(default_factory=list)
    _tree: STRtree | None = None

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
        return floor(point[0] / self.reach), floor(point[1] / self.reach)

    def add(self, end: Point, n: int | None) -> None:
        """Add an end that stays in place."""
        self.ends.setdefault(self._square(end), []).append((end, n))

    def place(self, end: Point, n: int, is_loose: bool) -> None:
        """Move an end to the nearest other, put it on the nearest line, or leave it."""
        target = self.target(end, n, is_loose)
        if target is not None:
            self.take(end, target)
        if target is None or target.end is None:
            self.add(end, n)

    def take(self, end: Point, target: _Target) -> None:
        """Move an end to another, or let a line pass through it."""
        if target.end is not None:
            self.moved[end] = target.end
        else:
            self.met.setdefault(target.line, []).append(end)
        self.joints.append((target.away, target.end or end))

    def target(self, end: Point, n: int, is_loose: bool) -> _Target | None:
        """Return the nearest end or line within reach that an end may meet."""
        near = min(
            (
                (hypot(end[0] - point[0], end[1] - point[1]), point, -1 if line is None else line)
                for point, line in self._ends_near(end, n, is_loose)
            ),
            default=None,
        )
        line = self._line_near(end, n, is_loose)
        if near is not None and near[0] <= self.reach and (line is None or near[0] <= line[0] * _ENDS_FIRST):
            return _Target(near[0], near[2], near[1])
        return None if line is None else _Target(line[0], line[1])

    def _ends_near(self, end: Point, n: int, is_loose: bool) -> Iterator[tuple[Point, int | None]]:
        row, column = self._square(end)
        for square in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for point, line in self.ends.get(square, ()):
                if point != end and (
                    line is None or (line != n if is_loose else self.pieces[line] != self.pieces[n]) or self._is_ring(n)
                ):
                    yield point, line

    def _is_ring(self, n: int) -> bool:
        """Return whether the line is so long that its ends may be one place."""
        return sum(hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(self.lines[n])) > 4 * self.reach

    def _line_near(self, end: Point, n: int, is_loose: bool) -> tuple[float, int] | None:
        """Return the nearest line whose middle is within reach, and how many metres away it is."""
        from shapely import LineString, STRtree
        from shapely import Point as Dot

        if self._tree is None:
            self._shapes = [LineString(line) for line in self.lines]
            self._tree = STRtree(self._shapes)
        dot, result = Dot(end), []
        for number in map(int, self._tree.query(dot, predicate="dwithin", distance=self.reach)):
            shape = self._shapes[number]
            is_other = number != n if is_loose else self.pieces[number] != self.pieces[n]
            if is_other and 0 < shape.project(dot) < shape.length and not self._meets_at_end(end, number):
                result.append((float(shape.distance(dot)), number))
        return min(result, default=None)

    def _meets_at_end(self, end: Point, number: int) -> bool:
        """Return whether a loose end of the line is so near that the two ends are one junction."""
        line = self.lines[number]
        return any(
            last in self.loose and hypot(last[0] - end[0], last[1] - end[1]) <= self.reach
            for last in (line[0], line[-1])
        )

    def joined(self, n: int) -> list[Point]:
        """Return the line with its moved ends."""
        from shapely import Point as Dot

        points = self.met.get(n)
        line = self.lines[n]
        if points:
            line = placed_on(line, [(self._shapes[n].project(Dot(point)), point) for point in points])
        moved = [self.moved.get(point, point) for point in line] if self.moved else line
        return [point for k, point in enumerate(moved) if k == 0 or point != moved[k - 1]]


def placed_on(line: Sequence[Point], points: Sequence[tuple[float, Point]]) -> list[Point]:
    """Return a line with further points, each at its distance along the line."""
    lengths = accumulate((hypot(p[0] - q[0], p[1] - q[1]) for p, q in pairwise(line)), initial=0.0)
    placed = sorted([*zip(lengths, line, strict=True), *points], key=lambda pair: pair[0])
    return [point for _, point in placed]
