"""The ground of a table on the page: grid, areas, escarpments, rivers, roads; and the taken areas, so that names find
free spots.
"""

from __future__ import annotations

from campaign.terms.ground import FeatureKind
from campaign.values import dataclass, field
from campaign.words.packet import Edge, Point, TableEntry, TableFeature, TableMap, TableUnit
from campaign_reports.areas import Area, Segment, Spot, crosses, seaward
from campaign_reports.lines import WEIGHT_ORDER, stroke_feature, stroke_road
from campaign_reports.page import Sheet
from campaign_reports.style import GRID, MM, ROW_RULE, SEA, grey

MARGIN: float = 3.4 * MM
"""Space round the table for the letters of its entries."""


CLEAR: float = 1.3
"""Points between a label and the middle of a line: half the width of a road."""


@dataclass(slots=True)
class Ground:
    """A table being drawn: its frame on the page and its taken areas."""

    sheet: Sheet
    table: TableMap
    frame: Area
    taken: list[Area] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    seas: dict[str, list[Spot]] = field(default_factory=dict)
    """Outlines of the water on this table, by name."""
    trays: list[Area] = field(default_factory=list)
    leaders: list[Segment] = field(default_factory=list)
    insets: list[list[TableUnit]] = field(default_factory=list)
    """Units of each spot that is too crowded for a tray: the spot has a number, and its units are under the map."""
    beside: tuple[Area, ...] = ()
    """Free areas of paper left and right of the frame."""

    @property
    def scale(self) -> float:
        """Scale in points to the inch on the table."""
        return self.frame.wide / self.table.width_in

    def at(self, point: Point) -> Spot:
        """Return a point of the table on the page."""
        return (self.frame.x + point[0] * self.scale, self.frame.low - point[1] * self.scale)

    def cost(self, area: Area) -> float:
        """Return how much a label here would cover; infinite over another label or outside the frame."""
        wide = area.grown(CLEAR)
        if not self.frame.holds(wide):
            return float("inf")
        x, y, right, low = area.x, area.y, area.right, area.low
        for taken in self.taken:
            if taken.x < right and taken.y < low and taken.right > x and taken.low > y and area.overlap(taken) > 0.5:
                return float("inf")
        return sum(1.0 for line in self.lines if crosses(line, wide))


def entry_point(table: TableMap, entry: TableEntry) -> Point:
    """Return the point on the table's edge where a road enters."""
    limit = table.width_in if entry.edge in (Edge.NORTH, Edge.SOUTH) else table.depth_in
    along = min(max(0, entry.inch), limit)
    return {
        Edge.NORTH: (along, table.depth_in),
        Edge.SOUTH: (along, 0),
        Edge.WEST: (0, along),
        Edge.EAST: (table.width_in, along),
    }[entry.edge]


# Ground and roads


def draw_ground(ground: Ground, *, grid: bool = False) -> None:
    """Draw areas, the grid if it has one, the lines of the ground, and the roads, the lesser under the greater."""
    sheet = ground.sheet
    draw_areas(ground)
    if grid:
        _draw_grid(ground)
    for feature in ground.table.features:
        ground.lines += stroke_feature(sheet, [ground.at(point) for point in feature.points], feature.kind)
    for road in sorted(ground.table.roads, key=lambda road: WEIGHT_ORDER[road.kind]):
        ground.lines += stroke_road(sheet, [ground.at(point) for point in road.points], road.kind)


def draw_areas(ground: Ground) -> None:
    """Draw sea, woods and marshes, under everything else."""
    for feature in ground.table.features:
        if feature.kind is FeatureKind.COAST:
            water = _seaward(ground, feature)
            if water:
                ground.sheet.path(water, 0, fill=SEA, closed=True)
                ground.seas[feature.name] = water
        if len(feature.points) < 3:
            continue
        points = [ground.at(point) for point in feature.points]
        if feature.kind is FeatureKind.SEA:
            ground.sheet.path(points, 0, fill=SEA, closed=True)
            ground.seas[feature.name] = points
        elif feature.kind in (FeatureKind.WOOD, FeatureKind.MARSH):
            ground.sheet.path(points, 0.5, grey(45), grey(90), closed=True, dash=(1.5, 1.2))


def _draw_grid(ground: Ground) -> None:
    """Draw grid lines at every kilometre or at the view's own distance."""
    table, frame = ground.table, ground.frame
    step = max(1, table.grid_in)
    for inch in range(step, table.width_in, step):
        x = ground.at((inch, 0))[0]
        ground.sheet.line(x, frame.y, x, frame.low, ROW_RULE, GRID)
    for inch in range(step, table.depth_in, step):
        y = ground.at((0, inch))[1]
        ground.sheet.line(frame.x, y, frame.right, y, ROW_RULE, GRID)


def _seaward(ground: Ground, feature: TableFeature) -> list[Spot]:
    """Return the outline of the water off a coast: places and roads are dry."""
    table = ground.table
    dry = [ground.at(place.at) for place in table.places] + [
        ground.at(point) for road in table.roads for point in road.points
    ]
    return seaward(ground.frame, [ground.at(point) for point in feature.points], dry, 1.5 * ground.scale)
