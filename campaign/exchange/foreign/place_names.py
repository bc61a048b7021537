"""Names of a map: each goes to the nearest junction, or to the road beside it, which gets a place there.

give_names(lines, dots, plane, draft) -> {point: name}
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import hypot

from campaign.exchange.foreign.draft import Draft, Point
from campaign.exchange.foreign.meeting import placed_on
from campaign.exchange.foreign.plane import SAME_M, Plane, RoadLine, shapes_of, without_repeats
from campaign.exchange.foreign.strokes import Dot

NAME_REACH_M = 1_000.0
"""Greatest distance in metres between a name and the junction or road that gets it."""


def give_names(lines: Sequence[RoadLine], dots: Sequence[Dot], plane: Plane, draft: Draft) -> dict[Point, str]:
    """Return the names by their points on the plane. The nearest junction or end within reach gets a name; if it has
    one, the nearest road within reach gets a place. Other names are noted.
    """
    named: dict[Point, str] = {}
    if not dots or not lines:
        return named
    from shapely import Point as Shape
    from shapely import STRtree, points

    junctions = _junctions(lines)
    tree, shapes = STRtree(points(junctions)), shapes_of(lines)
    roads = STRtree(shapes)
    put: defaultdict[int, list[tuple[float, Point]]] = defaultdict(list)
    taken = set(map(_square, plane.key_at))
    for dot in dots:
        flat = plane.flat(dot.point)
        shape = Shape(flat)
        near = junctions[int(tree.nearest(shape))]
        if _away(near, flat) <= NAME_REACH_M and near not in named and near not in plane.key_at:
            named[near] = dot.name
            taken.add(_square(near))
            continue
        number = int(roads.nearest(shape))
        along = float(shapes[number].project(shape))
        on_road = shapes[number].interpolate(along)
        point = (float(on_road.x), float(on_road.y))
        if _away(point, flat) > NAME_REACH_M or _square(point) in taken:
            reason = f"No road is within {NAME_REACH_M:.0f} m of it, or it is a second name for one place"
            draft.note(dot.where, f"{dot.name} was left out. {reason}")
            continue
        named[point] = dot.name
        taken.add(_square(point))
        put[number].append((along, point))
    for number, further in put.items():
        lines[number].points = without_repeats(placed_on(lines[number].points, further))
    return named


def _square(point: Point) -> tuple[int, int]:
    return round(point[0] / SAME_M), round(point[1] / SAME_M)


def _away(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _junctions(lines: Sequence[RoadLine]) -> list[Point]:
    """Return the points where lines end or meet."""
    uses = Counter(point for line in lines for point in set(line.points))
    last = {id(line): len(line.points) - 1 for line in lines}
    return list(
        dict.fromkeys(
            point
            for line in lines
            for n, point in enumerate(line.points)
            if n in (0, last[id(line)]) or uses[point] > 1
        )
    )
