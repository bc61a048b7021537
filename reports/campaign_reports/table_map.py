"""The table drawn to scale: grid, ground, roads, places, lettered entries; units on the umpire's copy only.

Names are put where they cover least; a name that finds no free spot is replaced by a number and listed under the
map.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import cos, hypot, radians, sin

from reportlab.pdfgen.canvas import Canvas

from campaign.terms.ground import CrossingState, ObstacleKind
from campaign.words.packet import Edge, TableEntry, TableFeature, TableMap, TableObstacle, edge_said
from campaign.words.papers import Masthead
from campaign_reports.areas import Area, Spot, from_the_middle, is_inside, spots_round
from campaign_reports.page import Mark, Paper, Part, Sheet, Side
from campaign_reports.style import CLOSE_RULE, FAINT, INK, MAP, MAP_NAME, MM, WHITE, Colour
from campaign_reports.table_ground import MARGIN, Ground, draw_ground, entry_point
from campaign_reports.table_trays import place_units
from campaign_reports.type import Cut, Setting, fit, width

ENTRY_SIZE = 1.7 * MM
OUTWARD = {Edge.NORTH: (0.0, -1.0), Edge.SOUTH: (0.0, 1.0), Edge.WEST: (-1.0, 0.0), Edge.EAST: (1.0, 0.0)}
TURNED = {Edge.NORTH: "upper", Edge.EAST: "right", Edge.SOUTH: "lower", Edge.WEST: "left"}


def table_size(table: TableMap, wide: float, high: float) -> tuple[float, float]:
    """Return width and height of the table's frame within this room, without margins."""
    scale = min((wide - 2 * MARGIN) / max(1, table.width_in), (high - 2 * MARGIN) / max(1, table.depth_in))
    return table.width_in * scale, table.depth_in * scale


def table_height(table: TableMap, wide: float, high: float) -> float:
    """Return the height of the drawing with its margins."""
    return table_size(table, wide, high)[1] + 2 * MARGIN


def edge_text(table: TableMap, entry: TableEntry) -> str:
    """Return an entry's edge: ``N edge, 75 in. from W``, or ``upper edge, 75 in. from left`` on a table whose drawing
    is turned; ``hex G1`` on one that is played on hexes.
    """
    if entry.hex:
        return f"hex {entry.hex}"
    if table.north_deg == 0:
        return edge_said(entry.edge, entry.inch)
    start = "left" if entry.edge in (Edge.NORTH, Edge.SOUTH) else "bottom"
    return f"{TURNED[entry.edge]} edge, {entry.inch} in. from {start}"


def tried(table: TableMap, wide: float, high: float) -> Ground:
    """Return the ground as ``draw_table`` would, without drawing."""
    scratch = Sheet(Canvas(BytesIO()), Part(Masthead("", "#000000", "", ""), lambda _: None), Paper.A4)
    return draw_table(scratch, table, 0, 0, wide, high)


def draw_table(
    sheet: Sheet, table: TableMap, x: float, y: float, wide: float, high: float, *, names: float = MAP_NAME
) -> Ground:
    """Draw the table; returns it with the places whose names found no room, as ``(1) Fort Capuzzo`` (they have that
    number), and with the insets, which are still to be drawn under it.
    """
    across, down = table_size(table, wide, high)
    ground = Ground(sheet, table, Area(x + (wide - across) / 2, y + MARGIN, across, down))
    aside = (wide - across) / 2 - MARGIN
    ground.beside = tuple(Area(left_x, y + MARGIN, aside, down) for left_x in (x, x + wide - aside) if aside > 0)
    with sheet.marked(Mark.MAP):
        sheet.box(ground.frame.x, ground.frame.y, across, down, fill=WHITE)
        with sheet.clipped(ground.frame.x, ground.frame.y, across, down):
            draw_ground(ground, grid=True)
        sheet.box(ground.frame.x, ground.frame.y, across, down, 1.1, INK)
        draw_entries(ground)
        _draw_marks(ground)
        _draw_north(ground)
        _draw_place_names(ground, names)
        place_units(ground)
        _draw_other_names(ground)
    return ground


# Points


def draw_entries(ground: Ground) -> None:
    """Draw a triangle pointing inwards at each entry, its letter beside it and clear of its neighbours'."""
    sheet, size = ground.sheet, ENTRY_SIZE
    placed = [(entry, *_entry_base(ground, entry)) for entry in ground.table.entries]
    used = {entry.letter: Area(x - size / 2, y - size / 2, size, size) for entry, (x, y), _ in placed}
    for entry, base, out in placed:
        tip = (base[0] - out[0] * size, base[1] - out[1] * size)
        half = (out[1] * size / 2, out[0] * size / 2)
        sheet.path(
            [tip, (base[0] + half[0], base[1] + half[1]), (base[0] - half[0], base[1] - half[1])], fill=INK, closed=True
        )
        spot = _letter_spot(entry.letter, base, out, [area for letter, area in used.items() if letter != entry.letter])
        used[f"letter {entry.letter}"] = spot
        ground.taken += [spot, used[entry.letter]]
        sheet.text(spot.x, spot.y + 5.4, entry.letter, 7.5, Cut.BOLD)


def _entry_base(ground: Ground, entry: TableEntry) -> tuple[Spot, Spot]:
    """Return the middle of the outer side of an entry's triangle, and the outward direction."""
    (x, y), (right, down) = ground.at(entry_point(ground.table, entry)), OUTWARD[entry.edge]
    off = 0.6 + ENTRY_SIZE
    return (x + right * off, y + down * off), (right, down)


def _letter_spot(letter: str, base: Spot, out: Spot, used: Sequence[Area]) -> Area:
    wide = width(letter, Cut.BOLD, 7.5)
    x, y = base
    if out[0]:
        spots = [
            Area(x + 1.2 if out[0] > 0 else x - 1.2 - wide, y - 3.2 + drop, wide, 6.4) for drop in (0, 7, -7, 14, -14)
        ]
    else:
        top = y - 3.2 if out[1] < 0 else y - 3.6
        spots = [Area(x + drop, top, wide, 6.4) for drop in (3.0, -3.0 - wide, 3.5 + wide, -4.5 - 2 * wide)]
    return next((spot for spot in spots if not any(spot.overlap(other_area) for other_area in used)), spots[0])


def _draw_marks(ground: Ground) -> None:
    """Draw dots and squares of the places, and the state of crossings."""
    sheet = ground.sheet
    for crossing in ground.table.crossings:
        x, y = ground.at(crossing.at)
        sheet.box(x - 2.2, y - 2.2, 4.4, 4.4, 0.8, INK, WHITE)
        if not crossing.state.is_passable:
            sheet.line(x - 2.2, y - 2.2, x + 2.2, y + 2.2, 0.8)
            sheet.line(x - 2.2, y + 2.2, x + 2.2, y - 2.2, 0.8)
        elif crossing.state is not CrossingState.INTACT:
            sheet.disc(x, y, 0.9, fill=INK)
        ground.taken.append(Area(x - 2.5, y - 2.5, 5, 5))
    for obstacle in ground.table.obstacles:
        _draw_obstacle(ground, obstacle)
    for place in ground.table.places:
        x, y = ground.at(place.at)
        if place.is_objective:
            sheet.box(x - 2.6, y - 2.6, 5.2, 5.2, fill=INK)
        else:
            sheet.disc(x, y, 2.1, fill=INK)
        ground.taken.append(Area(x - 2.7, y - 2.7, 5.4, 5.4))


def _draw_obstacle(ground: Ground, obstacle: TableObstacle) -> None:
    """Draw two crossed bars; rings for craters; open in the middle where engineers have made a gap."""
    sheet, (x, y) = ground.sheet, ground.at(obstacle.at)
    if obstacle.kind is ObstacleKind.CRATERS:
        for dx, dy in ((-2.4, 1.4), (2.4, 1.6), (0.0, -2.4)):
            sheet.disc(x + dx, y + dy, 1.9, fill=WHITE if not obstacle.gapped else INK)
            sheet.disc(x + dx, y + dy, 1.1, fill=INK)
    else:
        for slope in (1, -1):
            sheet.line(x - 3.4, y - 3.4 * slope, x + 3.4, y + 3.4 * slope, 1.6)
        if obstacle.gapped:
            sheet.disc(x, y, 1.8, fill=WHITE)
    ground.taken.append(Area(x - 4, y - 4, 8, 8))


def _draw_north(ground: Ground) -> None:
    """Draw an arrow in the corner that covers least."""
    frame, high, wide = ground.frame, 17.0, 16.0
    corners = [
        Area(frame.x + west, frame.y + top, wide, high)
        for top in (frame.high - high - 4, 4)
        for west in (4, frame.wide - wide - 4)
    ]
    area = min(corners, key=lambda corner: min(ground.cost(corner), 1000.0))
    turn = radians(ground.table.north_deg)
    x, y = area.x + 5.5, area.y + high / 2

    def turned(dx: float, dy: float) -> Spot:
        return (x + dx * cos(turn) - dy * sin(turn), y + dx * sin(turn) + dy * cos(turn))

    ground.sheet.path([turned(0, -8), turned(3.6, 7), turned(0, 4), turned(-3.6, 7)], fill=INK, closed=True)
    ground.sheet.text(area.x + 11, area.y + high - 3, "N", 7.5, Cut.BOLD)
    ground.taken.append(area)


def _label_spots(x: float, y: float, wide: float, high: float, clear: float) -> list[Area]:
    """Return spots for a label: right first, then left, the corners, above, below; then the same a little farther, and
    farther still.
    """
    return [
        area
        for near in (clear, clear + 4.0, clear + 9.0, clear + 15.0, clear + 22.0)
        for area in spots_round((x, y), wide, high, near, near * 0.7)
    ]


def _best_spot(ground: Ground, spots: list[Area], line_cost: float = 1000) -> Area | None:
    """Return the nearest spot that covers no line, else the one that covers fewest."""
    cost, place = min(
        ((ground.cost(area) * line_cost + step, step) for step, area in enumerate(spots)), default=(float("inf"), 0)
    )
    return spots[place] if cost < float("inf") else None


def _draw_place_names(ground: Ground, size: float) -> None:
    """Draw names of places where they cover no road; one that finds no such spot is numbered and listed."""
    most = ground.frame.wide * 0.42
    for place in ground.table.places:
        x, y = ground.at(place.at)
        if not _put(ground, x, y, fit(place.name, most, size, Cut.SEMIBOLD, 2), 3.4, INK):
            ground.listed.append(f"({len(ground.listed) + 1}) {place.name}")
            number = fit(f"({len(ground.listed)})", most, MAP, Cut.BOLD)
            if not _put(ground, x, y, number, 3.2, INK):
                ground.sheet.text(x, y - 3.2, number.lines[0], number.size, number.cut, side=Side.MIDDLE)


def _draw_other_names(ground: Ground) -> None:
    """Draw names of crossings and features, and the note on the ground."""
    most = ground.frame.wide * 0.42
    for crossing in ground.table.crossings:
        if crossing.name:
            _put(ground, *ground.at(crossing.at), fit(crossing.name, most, MAP, Cut.ITALIC, 2), 3.4, FAINT)
    for obstacle in ground.table.obstacles:
        _put(ground, *ground.at(obstacle.at), fit(obstacle.name, most, MAP, Cut.ITALIC, 2), 4.4, FAINT)
    for feature in ground.table.features:
        if feature.name and feature.points:
            _name_feature(ground, feature, fit(feature.name, most, MAP, Cut.ITALIC, 2))
    if ground.table.note:
        _draw_ground_note(ground)


def _name_feature(ground: Ground, feature: TableFeature, label: Setting) -> None:
    """Write a line's name anywhere along it where it covers nothing; the name of a water on the water, or in the
    list.
    """
    high = label.depth
    if feature.name in ground.seas:
        area = _best_spot(ground, _water_spots(ground, ground.seas[feature.name], label.width + 1, high))
        if area is None or ground.cost(area):
            ground.listed.append(f"Shaded: {feature.name}")
            return
    else:
        points = [ground.at(point) for point in feature.points]
        anchors = from_the_middle(points, (0.25, 0.5, 0.75)) if len(points) > 1 else points
        spots = [_label_spots(x, y, label.width + 1, high, 6.0)[:16] for x, y in anchors]
        area = _best_spot(ground, [spot for rank in zip(*spots, strict=True) for spot in rank])
        if area is None or ground.cost(area):
            return
    ground.sheet.lines(area.x, area.y + label.size * 0.98, label, FAINT)
    ground.taken.append(area)


def _water_spots(ground: Ground, outline: list[Spot], wide: float, high: float) -> list[Area]:
    """Return spots for a name that lie completely in the water, the middle of it first."""
    frame = ground.frame
    x = sum(point[0] for point in outline) / len(outline)
    y = sum(point[1] for point in outline) / len(outline)
    spots = [
        Area(frame.x + frame.wide * a / 40 - wide / 2, frame.y + frame.high * d / 20 - high / 2, wide, high)
        for a in range(1, 40)
        for d in range(1, 20)
    ]
    wet = [
        s
        for s in spots
        if all(is_inside(outline, (s.x + i * wide / 4, s.y + j * high)) for i in range(5) for j in (0, 1))
    ]
    return sorted(wet, key=lambda spot: hypot(spot.x + wide / 2 - x, spot.y + high / 2 - y))


def _put(ground: Ground, x: float, y: float, label: Setting, clear: float, colour: Colour) -> bool:
    """Write a label near a point; return whether a spot was free."""
    high = label.depth
    area = _best_spot(ground, _label_spots(x, y, label.width + 1, high, clear))
    if area is None or (ground.cost(area) and len(label.lines[0]) > 4):
        return False
    near = area.nearest((x, y))
    if (far := hypot(near[0] - x, near[1] - y)) > 8:
        clear_of = 1 - 2 / far
        ground.sheet.line(x, y, x + (near[0] - x) * clear_of, y + (near[1] - y) * clear_of, 0.4, colour)
    ground.sheet.lines(area.x, area.y + label.size * 0.98, label, colour)
    ground.taken.append(area)
    return True


def _draw_ground_note(ground: Ground) -> None:
    """Draw the note on the ground in the emptiest part of the table."""
    label = fit(ground.table.note, ground.frame.wide * 0.5, MAP, Cut.ITALIC, 2)
    high = label.depth
    steps = [(across, down) for down in range(1, 10) for across in range(1, 10)]
    spots = [
        Area(
            ground.frame.x + ground.frame.wide * a / 10 - label.width / 2,
            ground.frame.y + ground.frame.high * d / 10 - high / 2,
            label.width + 1,
            high,
        )
        for a, d in steps
    ]
    area = _best_spot(ground, spots)
    if area is not None:
        ground.sheet.lines(area.x, area.y + label.size * 0.98, label, FAINT)
        ground.taken.append(area)


def draw_scale(sheet: Sheet, table: TableMap, x: float, y: float, wide: float, high: float) -> None:
    """Draw a scale bar of two steps of the grid, for large maps; of shorter steps where two of the grid are wider than
    half the table.
    """
    across, _ = table_size(table, wide, high)
    inches = next((step for step in (table.grid_in, 24, 12, 6, 2) if 0 < 4 * step <= max(8, table.width_in)), 1)
    step = inches * across / max(1, table.width_in)
    with sheet.marked(Mark.MAP):
        sheet.box(x, y, step, 1.6, CLOSE_RULE, INK, INK)
        sheet.box(x + step, y, step, 1.6, CLOSE_RULE, INK, WHITE)
        for count in range(3):
            sheet.text(x + count * step, y + 8.5, str(count * inches), MAP, colour=FAINT, side=Side.MIDDLE)
        sheet.text(x + 2 * step + 6, y + 8.5, "inches", MAP, colour=FAINT)
