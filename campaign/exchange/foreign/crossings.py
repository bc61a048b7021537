"""Lines that cross without a common point: junctions on a map drawn by hand, bridges in a net.

crossed(lines, plane, draft, setting, reach_m) -> None      the lines get the points where they meet
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import dist

from campaign.exchange.foreign.doubts import Doubt, Stake, Sure
from campaign.exchange.foreign.draft import Draft, Point
from campaign.exchange.foreign.map_doubts import tell
from campaign.exchange.foreign.meeting import placed_on
from campaign.exchange.foreign.plane import SAME_M, Plane, RoadLine, shapes_of, without_repeats
from campaign.terms.words import of_kind
from campaign.values import dataclass

BRIDGE_KM = 0.1
"""Kilometres that one crossing of a net puts in doubt."""
# Our choice: a bridge that is a junction shortens a march by a ramp, and moves no road.


@dataclass(frozen=True, slots=True)
class _Crossing:
    """A point where two lines cross, by their numbers, and its distance along each."""

    point: Point
    first: int
    second: int
    along: tuple[float, float]
    is_over: bool
    """True if one of the two passes over the other, as the file says."""


def crossed(lines: Sequence[RoadLine], plane: Plane, draft: Draft, setting: str, reach_m: float) -> None:
    """Let lines that cross without a common point meet there, if the map is drawn by hand or the setting is ``join``;
    in a net whose lines meet in common points such a place is a bridge. An end that was drawn a little too far, up to
    ``reach_m``, crosses nothing: it is joined as an end that was drawn short is (`meeting`).
    """
    if len(lines) < 2 or setting == "none":
        return
    uses = Counter(point for line in lines for point in set(line.points))
    loose = [[p for p in (line.points[0], line.points[-1]) if uses[p] == 1] for line in lines]
    crossings = [
        crossing
        for crossing in _crossings(lines)
        if not any(dist(crossing.point, end) <= reach_m for n in (crossing.first, crossing.second) for end in loose[n])
    ]
    over = sum(crossing.is_over for crossing in crossings)
    if over:
        draft.note("", f"{of_kind(over, 'crossings')} by a bridge or a tunnel: no junction")
    plain = [crossing for crossing in crossings if not crossing.is_over]
    if not plain:
        return
    ends = [point for line in lines for point in (line.points[0], line.points[-1])]
    is_by_hand = sum(uses[point] > 1 for point in ends) < len(lines) or setting == "join"
    _tell(plain, lines, plane, draft, is_by_hand=is_by_hand)
    if not is_by_hand:
        return
    put: defaultdict[int, list[tuple[float, Point]]] = defaultdict(list)
    for crossing in plain:
        for n, along in zip((crossing.first, crossing.second), crossing.along, strict=True):
            put[n].append((along, crossing.point))
    for n, points in put.items():
        lines[n].points = without_repeats(placed_on(lines[n].points, points))


def _crossings(lines: Sequence[RoadLine]) -> Iterator[_Crossing]:
    """Yield the places where two lines cross and do not share a point."""
    from shapely import STRtree

    shapes = shapes_of(lines)
    for i, j in STRtree(shapes).query(shapes, predicate="crosses").T.tolist():
        if i >= j:
            continue
        common = set(lines[i].points).intersection(lines[j].points)
        meeting = shapes[i].intersection(shapes[j])
        for dot in getattr(meeting, "geoms", [meeting]):
            if dot.geom_type != "Point":
                continue
            point = (float(dot.x), float(dot.y))
            if not any(dist(point, p) <= SAME_M for p in common):
                along = (float(shapes[i].project(dot)), float(shapes[j].project(dot)))
                is_over = lines[i].road.passes_over != lines[j].road.passes_over
                yield _Crossing(point, i, j, along, is_over)


def _tell(
    crossings: Sequence[_Crossing], lines: Sequence[RoadLine], plane: Plane, draft: Draft, *, is_by_hand: bool
) -> None:
    first = crossings[0]
    pair = " and ".join(lines[n].road.stroke.where for n in (first.first, first.second))
    read = (
        f"{of_kind(len(crossings), 'places')} where lines cross without a common point, the first at "
        f"{plane.where(first.point)} ({pair})"
    )
    km = sum(min(lines[one.first].metres, lines[one.second].metres) for one in crossings) / 1000
    if is_by_hand:
        made, instead, remedy = "a junction at each", "bridges", "set map crossings none"
    else:
        made = "bridges, without a junction, as the lines of this map meet in common points"
        instead, remedy = "junctions", "set map crossings join"
        km = min(km, len(crossings) * BRIDGE_KM)
    tell(draft, Doubt("crossing", read, made, Sure.LIKELY, km, Stake.KILOMETRES, (), (instead,), remedy))
