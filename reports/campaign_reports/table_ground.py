"""The ground of a table on the page: grid, areas, escarpments, rivers, roads; and what is taken already, so that names find free spots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from campaign.terms.ground import FeatureKind, RoadKind
from campaign.views.packet import Point, TableFeature, TableMap, TableRoad
from campaign_reports.page import Sheet
from campaign_reports.style import GRID, MM, ROW_RULE, WHITE, grey

MARGIN: float = 3.4 * MM
"""Kept free round the table for the letters of its entries."""


CLEAR: float = 1.3
"""Kept free between a label and the middle of a line: half a road."""
HACHURE: float = 4.0


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on the page."""

    x: float
    y: float
    wide: float
    high: float

    def overlap(self, other: Area) -> float:
        """Common area in square points."""
        across = min(self.x + self.wide, other.x + other.wide) - max(self.x, other.x)
        down = min(self.y + self.high, other.y + other.high) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0.0

    def holds(self, other: Area) -> bool:
        """Lies the other one wholly inside?"""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.wide <= self.x + self.wide
            and other.y + other.high <= self.y + self.high
        )


@dataclass(slots=True)
class Ground:
    """A table being drawn: its frame on the page and what is taken already."""

    sheet: Sheet
    table: TableMap
    frame: Area
    taken: list[Area] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    seas: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    """Outlines of the water on this table, by its name."""

    @property
    def scale(self) -> float:
        """Points to the inch on the table."""
        return self.frame.wide / self.table.width_in

    def at(self, point: Point) -> tuple[float, float]:
        """A point of the table on the page."""
        return (self.frame.x + point[0] * self.scale, self.frame.y + self.frame.high - point[1] * self.scale)

    def cost(self, area: Area) -> float:
        """How much a label here would cover; infinite over another label or outside the frame."""
        wide = Area(area.x - CLEAR, area.y - CLEAR, area.wide + 2 * CLEAR, area.high + 2 * CLEAR)
        if not self.frame.holds(wide) or any(area.overlap(other) > 0.5 for other in self.taken):
            return float("inf")
        return sum(1.0 for line in self.lines if crosses(line, wide))


def crosses(line: tuple[float, float, float, float], area: Area) -> bool:
    """Does the line run through the area? (Clipping by halves, Liang and Barsky.)"""
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    begin, end = 0.0, 1.0
    for way, room in ((-dx, x1 - area.x), (dx, area.x + area.wide - x1), (-dy, y1 - area.y), (dy, area.y + area.high - y1)):
        if way == 0:
            if room < 0:
                return False
            continue
        share = room / way
        if way < 0:
            begin = max(begin, share)
        else:
            end = min(end, share)
    return begin < end


# Ground and roads


def draw_areas(ground: Ground) -> None:
    """Sea, woods and marshes, under everything else."""
    for feature in ground.table.features:
        if feature.kind is FeatureKind.COAST:
            water = _seaward(ground, [ground.at(point) for point in feature.points])
            if water:
                ground.sheet.path(water, 0, fill=grey(93), closed=True)
                ground.seas[feature.name] = water
        if len(feature.points) < 3:
            continue
        points = [ground.at(point) for point in feature.points]
        if feature.kind is FeatureKind.SEA:
            ground.sheet.path(points, 0, fill=grey(94), closed=True)
            ground.seas[feature.name] = points
        elif feature.kind in (FeatureKind.WOOD, FeatureKind.MARSH):
            ground.sheet.path(points, 0.5, grey(45), grey(90), closed=True, dash=(1.5, 1.2))


def _seaward(ground: Ground, line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The water off a coast that runs from edge to edge: the part of the table without places and roads. Empty where that does not tell."""
    frame = ground.frame
    if len(line) < 2 or not all(_on_rim(frame, point, 1.5 * ground.scale) for point in (line[0], line[-1])):
        return []
    dry = [ground.at(place.at) for place in ground.table.places] + [
        ground.at(point) for road in ground.table.roads for point in road.points
    ]
    start, end = (_along_rim(frame, point) for point in (line[-1], line[0]))
    rim = [(0.0, (frame.x, frame.y)), (frame.wide, (frame.x + frame.wide, frame.y))]
    rim += [
        (frame.wide + frame.high, (frame.x + frame.wide, frame.y + frame.high)),
        (2 * frame.wide + frame.high, (frame.x, frame.y + frame.high)),
    ]
    round_ = 2 * (frame.wide + frame.high)
    onward = sorted(((at - start) % round_, corner) for at, corner in rim)
    ahead = [corner for gone, corner in onward if gone < (end - start) % round_]
    back = [corner for gone, corner in reversed(onward) if gone > (end - start) % round_]
    sides = [[*line, *ahead], [*line, *back]]
    wet = [sum(is_inside(side, point) for point in dry) for side in sides]
    return [] if wet[0] == wet[1] else sides[wet.index(min(wet))]


def _on_rim(frame: Area, point: tuple[float, float], near: float) -> bool:
    x, y = point
    return min(abs(x - frame.x), abs(x - frame.x - frame.wide), abs(y - frame.y), abs(y - frame.y - frame.high)) <= near


def _along_rim(frame: Area, point: tuple[float, float]) -> float:
    """How far along the frame, clockwise from its upper left corner."""
    x, y = point
    across, down = min(max(x - frame.x, 0), frame.wide), min(max(y - frame.y, 0), frame.high)
    gaps = (down, frame.wide - across, frame.high - down, across)
    runs = (across, frame.wide + down, 2 * frame.wide + frame.high - across, 2 * (frame.wide + frame.high) - down)
    return runs[gaps.index(min(gaps))]


def is_inside(outline: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Does the point lie in the polygon? (Crossings of a ray.)"""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def draw_grid(ground: Ground) -> None:
    """Grid lines at every kilometre or whatever the view says."""
    table, frame = ground.table, ground.frame
    step = max(1, table.grid_in)
    for inch in range(step, table.width_in, step):
        x = ground.at((inch, 0))[0]
        ground.sheet.line(x, frame.y, x, frame.y + frame.high, ROW_RULE, GRID)
    for inch in range(step, table.depth_in, step):
        y = ground.at((0, inch))[1]
        ground.sheet.line(frame.x, y, frame.x + frame.wide, y, ROW_RULE, GRID)


def draw_feature(ground: Ground, feature: TableFeature) -> None:
    """An escarpment with hachures on the right of its direction, a river, a canal, wire, a coast."""
    points = [ground.at(point) for point in feature.points]
    sheet = ground.sheet
    if feature.kind in (FeatureKind.NAME, FeatureKind.SEA, FeatureKind.WOOD, FeatureKind.MARSH) or len(points) < 2:
        return
    ground.lines += [(*a, *b) for a, b in pairwise(points)]
    match feature.kind:
        case FeatureKind.RIVER:
            sheet.path(points, 3.2, grey(30))
            sheet.path(points, 2.0, grey(88))
        case FeatureKind.CANAL:
            sheet.path(points, 2.6, grey(30))
            sheet.path(points, 1.2, grey(88))
        case FeatureKind.ESCARPMENT:
            sheet.path(points, 0.9)
            for x, y, turn in _along(points, 3):
                sheet.line(x, y, x + HACHURE * cos(turn + pi / 2), y + HACHURE * sin(turn + pi / 2), 0.45)
            ends = [(x + HACHURE * cos(turn + pi / 2), y + HACHURE * sin(turn + pi / 2)) for x, y, turn in _along(points, 3)]
            ground.lines += [(*a, *b) for a, b in pairwise(ends)]
        case FeatureKind.WIRE:
            sheet.path(points, 0.5)
            for x, y, _ in _along(points, 9):
                sheet.line(x - 1.3, y - 1.3, x + 1.3, y + 1.3, 0.5)
                sheet.line(x - 1.3, y + 1.3, x + 1.3, y - 1.3, 0.5)
        case _:
            sheet.path(points, 1.0)


def _along(points: list[tuple[float, float]], pitch: float) -> list[tuple[float, float, float]]:
    """Points at equal distances on a polyline, with the direction there."""
    marks, left = [], pitch / 2
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        turn = atan2(y2 - y1, x2 - x1)
        while left < length:
            marks.append((x1 + left * cos(turn), y1 + left * sin(turn), turn))
            left += pitch
        left -= length
    return marks


WEIGHT_ORDER = {
    RoadKind.DESERT: 0, RoadKind.TRACK: 1, RoadKind.SECONDARY: 2, RoadKind.PASS: 3, RoadKind.COAST: 4, RoadKind.METALLED: 5,
}  # fmt: skip


def draw_road(ground: Ground, road: TableRoad) -> None:
    """A road by its kind: cased if metalled, with ticks on a pass, dashed as a track, dotted in the desert."""
    points = [ground.at(point) for point in road.points]
    if len(points) < 2:
        return
    ground.lines += [(*a, *b) for a, b in pairwise(points)]
    sheet = ground.sheet
    match road.kind:
        case RoadKind.METALLED | RoadKind.COAST:
            sheet.path(points, 2.5)
            sheet.path(points, 1.3, WHITE)
        case RoadKind.PASS:
            sheet.path(points, 2.5)
            sheet.path(points, 1.3, WHITE)
            for x, y, turn in _along(points, 5):
                dx, dy = 2.4 * cos(turn + pi / 2), 2.4 * sin(turn + pi / 2)
                sheet.line(x - dx, y - dy, x + dx, y + dy, 0.5)
        case RoadKind.SECONDARY:
            sheet.path(points, 1.1)
        case RoadKind.TRACK:
            sheet.path(points, 0.9, dash=(3, 1.8))
        case RoadKind.DESERT:
            sheet.path(points, 0.9, dash=(0.9, 2.2))
