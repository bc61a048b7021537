"""Map lines drawn on the page: roads by their kind, escarpments, waters, wire. Coordinates are points on the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import Final

from campaign.terms.ground import FeatureKind, RoadKind
from campaign_reports.areas import Segment, Spot
from campaign_reports.drawing import Drawing
from campaign_reports.style import BANK, STREAM, WHITE

HACHURE: Final = 4.0
BROAD: Final = {FeatureKind.RIVER: 3.7, FeatureKind.CANAL: 2.2}
BANKS: Final = 0.42
AREAS: Final = (FeatureKind.NAME, FeatureKind.SEA, FeatureKind.WOOD, FeatureKind.MARSH)
"""Features that are not lines."""
WEIGHT_ORDER = {
    RoadKind.DESERT: 0,
    RoadKind.TRACK: 1,
    RoadKind.SECONDARY: 2,
    RoadKind.PASS: 3,
    RoadKind.COAST: 4,
    RoadKind.METALLED: 5,
}


def stroke_feature(sheet: Drawing, points: Sequence[Spot], kind: FeatureKind) -> list[Segment]:
    """Draw an escarpment with hachures on the right of its direction, a river, a canal, wire, a coast. Returns the
    segments that it covers.
    """
    if kind in AREAS or len(points) < 2:
        return []
    covered: list[Segment] = [(*a, *b) for a, b in pairwise(points)]
    match kind:
        case FeatureKind.RIVER | FeatureKind.CANAL:
            stroke_waters(sheet, [(points, kind)])
        case FeatureKind.ESCARPMENT:
            sheet.path(points, 0.9)
            for x, y, turn in along(points, 3):
                sheet.line(x, y, x + HACHURE * cos(turn + pi / 2), y + HACHURE * sin(turn + pi / 2), 0.45)
            ends = [
                (x + HACHURE * cos(turn + pi / 2), y + HACHURE * sin(turn + pi / 2)) for x, y, turn in along(points, 3)
            ]
            covered += [(*a, *b) for a, b in pairwise(ends)]
        case FeatureKind.WIRE:
            sheet.path(points, 0.5)
            for x, y, _ in along(points, 9):
                sheet.line(x - 1.3, y - 1.3, x + 1.3, y + 1.3, 0.5)
                sheet.line(x - 1.3, y + 1.3, x + 1.3, y - 1.3, 0.5)
        case _:
            sheet.path(points, 1.0)
    return covered


def stroke_waters(sheet: Drawing, waters: Sequence[tuple[Sequence[Spot], FeatureKind]]) -> None:
    """Draw rivers and canals, which run into one another: the banks of all before the water of any."""
    for points, kind in waters:
        sheet.path(points, BROAD[kind] + 2 * BANKS, BANK, round_ends=kind is FeatureKind.RIVER)
    for points, kind in waters:
        sheet.path(points, BROAD[kind], STREAM, round_ends=kind is FeatureKind.RIVER)


def stroke_guessed_coast(sheet: Drawing, points: Sequence[Spot]) -> None:
    """Draw a coast that continues where the map does not show its course."""
    sheet.path(points, 0.8, dash=(5.0, 2.6))


def stroke_road(sheet: Drawing, points: Sequence[Spot], kind: RoadKind) -> list[Segment]:
    """Draw a road by its kind: cased if metalled, a broad line along a coast, with ticks on a pass, dashed as a track,
    dotted in the desert.

    Returns the segments that it covers.
    """
    if len(points) < 2:
        return []
    match kind:
        case RoadKind.COAST:
            sheet.path(points, 1.7)
        case RoadKind.METALLED:
            sheet.path(points, 2.5)
            sheet.path(points, 1.3, WHITE)
        case RoadKind.PASS:
            sheet.path(points, 2.5)
            sheet.path(points, 1.3, WHITE)
            for x, y, turn in along(points, 5):
                dx, dy = 2.4 * cos(turn + pi / 2), 2.4 * sin(turn + pi / 2)
                sheet.line(x - dx, y - dy, x + dx, y + dy, 0.5)
        case RoadKind.SECONDARY:
            sheet.path(points, 1.1)
        case RoadKind.TRACK:
            sheet.path(points, 0.9, dash=(3, 1.8))
        case RoadKind.DESERT:
            sheet.path(points, 0.9, dash=(0.9, 2.2))
    return [(*a, *b) for a, b in pairwise(points)]


def along(points: Sequence[Spot], pitch: float) -> list[tuple[float, float, float]]:
    """Return points at equal distances on a polyline, with the direction there."""
    marks, left_x = [], pitch / 2
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        turn = atan2(y2 - y1, x2 - x1)
        while left_x < length:
            marks.append((x1 + left_x * cos(turn), y1 + left_x * sin(turn), turn))
            left_x += pitch
        left_x -= length
    return marks
