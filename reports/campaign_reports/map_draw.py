"""The drawing of one laid-out sheet of a situation map: ground, roads, supply, marches, signs, names, trays of symbols.
Units are points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from math import cos, dist, hypot, sin

from campaign.terms.ground import FeatureKind
from campaign.views.map.map import MapCrossing, MapSide, SituationMap
from campaign.words.symbol import Frame
from campaign_reports.areas import Area, Spot, clipped, is_inside
from campaign_reports.drawing import Drawing
from campaign_reports.lines import (
    BROAD,
    WEIGHT_ORDER,
    along,
    stroke_feature,
    stroke_guessed_coast,
    stroke_road,
    stroke_waters,
)
from campaign_reports.map_chart import ROUND_METRES, Chart, corners_of, offset, ring
from campaign_reports.map_layout import SUPPLY_BESIDE, nearby, supply_beside
from campaign_reports.map_sheet import Layout, Name, Numbered
from campaign_reports.map_signs import (
    DOT,
    draw_arrow_head,
    draw_badge,
    draw_battle,
    draw_contact,
    draw_crossing,
    draw_cut,
    draw_note_number,
    draw_obstacle,
    draw_place,
)
from campaign_reports.map_trays import NOTE, SIGN, Cell, Tray
from campaign_reports.page import Side
from campaign_reports.style import BANK, FAINT, GRID, INK, ROW_RULE, SEA, SECOND, WHITE, Colour, accent, grey, tint
from campaign_reports.symbols import draw

WATER_LINES = ((6.8, 0.2), (4.4, 0.28), (2.3, 0.36))
"""Lines along a coast on the side of the water: distance from the coast, and width, which decreases with the distance.
"""
STARVED = 4.6
"""Distance in points between the rings of a supply line beyond a cut."""
CHEVRONS = 17.0
"""Distance in points between the chevrons on the route of a march."""


def draw_sheet(sheet: Drawing, view: SituationMap, layout: Layout) -> None:
    view = nearby(view, layout.chart)
    frame = layout.chart.frame
    sheet.box(frame.x, frame.y, frame.wide, frame.high, fill=WHITE)
    with clip(sheet, frame):
        draw_ground(sheet, view, layout)
        draw_zones(sheet, view, layout.chart)
        draw_lines(sheet, view, layout)
        draw_roads(sheet, view, layout.chart, fine=layout.crowd > 0)
        draw_supply(sheet, view, layout.chart)
        draw_marches(sheet, view, layout)
        draw_tables(sheet, layout)
        for _, area, _ in layout.insets:
            sheet.box(area.x, area.y, area.wide, area.high, 2.4, WHITE)
            sheet.box(area.x, area.y, area.wide, area.high, 0.9, grey(45))
    dots = {place.at for place in layout.places}
    for tray, area in layout.trays:
        draw_leader(sheet, colour_of(view.sides[tray.side]), layout.chart.at(tray.at), area, at_place=tray.at in dots)
    for name in layout.written:
        draw_tie(sheet, name)
    _draw_signs(sheet, view, layout)
    for name in (*layout.features, *layout.exits):
        write_name(sheet, view, layout, name, FAINT)
    for name in layout.names:
        write_name(sheet, view, layout, name, INK)
    for name in layout.elsewhere:
        sheet.box(name.area.x, name.area.y, name.area.wide, name.area.high, 0.5, SECOND, WHITE)
        sheet.lines(name.area.x + 2, name.area.y + name.label.size + 0.4, name.label, SECOND)
    for tray, area in layout.trays:
        draw_tray(sheet, colour_of(view.sides[tray.side]), tray, area)
    sheet.box(frame.x, frame.y, frame.wide, frame.high, 1.2, INK)


def clip(sheet: Drawing, area: Area) -> AbstractContextManager[None]:
    """Return a context in which nothing is drawn outside the area."""
    return sheet.within([(area.x, area.y), (area.right, area.y), (area.right, area.low), (area.x, area.low)])


def colour_of(side: MapSide) -> Colour:
    """Return the side's ink."""
    return accent(side.accent)


# ground


def draw_ground(sheet: Drawing, view: SituationMap, layout: Layout) -> None:
    """Draw waters, woods and marshes, and the grid over them."""
    chart = layout.chart
    coasts = [[chart.at(p) for p in line.points] for line in view.lines if line.kind is FeatureKind.COAST]
    for water in layout.waters:
        sheet.path(water, 0, fill=SEA, closed=True)
        with sheet.within(water):
            for away, weight in WATER_LINES:
                for coast in coasts:
                    sheet.path(coast, 2 * away + weight, BANK, round_ends=True)
                for coast in coasts:
                    sheet.path(coast, 2 * away - weight, SEA, round_ends=True)
    for line in view.lines:
        page = [chart.at(p) for p in line.points]
        if len(page) >= 3 and line.kind is FeatureKind.SEA:
            sheet.path(page, 0, fill=SEA, closed=True)
        elif len(page) >= 3 and line.kind in (FeatureKind.WOOD, FeatureKind.MARSH):
            sheet.path(page, 0.5, grey(50), grey(91), closed=True, dash=(1.5, 1.2))
    _draw_grid(sheet, chart)


def draw_zones(sheet: Drawing, view: SituationMap, chart: Chart) -> None:
    """Draw the areas closed to supply."""
    for zone in view.zones:
        ink = colour_of(view.sides[zone.side])
        sheet.path(
            ring(chart.at(zone.at), zone.radius_m * chart.scale), 0.7, ink, tint(ink, 0.1), closed=True, dash=(2.2, 1.6)
        )


def draw_lines(sheet: Drawing, view: SituationMap, layout: Layout) -> None:
    """Draw rivers, coasts, escarpments and wire."""
    chart = layout.chart
    drawn = [
        (piece, line.kind) for line in view.lines for piece in clipped([chart.at(p) for p in line.points], chart.frame)
    ]
    stroke_waters(sheet, [(piece, kind) for piece, kind in drawn if kind in BROAD and len(piece) > 1])
    for piece, kind in drawn:
        if kind not in BROAD:
            stroke_feature(sheet, piece, kind)
    for piece in layout.guessed:
        stroke_guessed_coast(sheet, piece)


def grid_step(chart: Chart) -> int:
    """Return the metres between grid lines: a round number, at least 40 points."""
    return next((metres for metres in ROUND_METRES if metres * chart.scale >= 40), 2_000_000)


def _draw_grid(sheet: Drawing, chart: Chart) -> None:
    frame, step = chart.frame, grid_step(chart)
    west = chart.centre[0] - frame.wide / 2 / chart.scale
    south = chart.centre[1] - frame.high / 2 / chart.scale
    for n in range(int(west // step) + 1, int((west + frame.wide / chart.scale) // step) + 1):
        x = chart.at((n * step, 0))[0]
        sheet.line(x, frame.y, x, frame.low, ROW_RULE, GRID)
    for n in range(int(south // step) + 1, int((south + frame.high / chart.scale) // step) + 1):
        y = chart.at((0, n * step))[1]
        sheet.line(frame.x, y, frame.right, y, ROW_RULE, GRID)


def draw_roads(sheet: Drawing, view: SituationMap, chart: Chart, *, fine: bool) -> None:
    """Draw each road by its kind; ``fine``: all of them thin, where they lie so close that they would blacken the
    sheet.
    """
    for road in sorted(view.roads, key=lambda road: WEIGHT_ORDER[road.kind]):
        page = [chart.at(p) for p in road.points]
        pieces = clipped(page, chart.frame.grown(3))
        for piece in pieces:
            if fine:
                sheet.path(piece, 0.3, grey(55))
            else:
                stroke_road(sheet, piece, road.kind)
        if road.is_cut and pieces:
            (x1, y1), (x2, y2) = pieces[0][len(pieces[0]) // 2 - 1], pieces[0][len(pieces[0]) // 2]
            draw_cut(sheet, ((x1 + x2) / 2, (y1 + y2) / 2), INK)


def draw_supply(sheet: Drawing, view: SituationMap, chart: Chart) -> None:
    """Draw supply lines beside the road, the reader's own side in dashes, the other in dots; small rings beyond a
    cut.
    """
    for line in view.supply:
        for piece in clipped(supply_beside(chart, view, line), chart.frame.grown(8)):
            supply_line(sheet, piece, view.sides[line.side], is_open=line.is_open)


def supply_line(sheet: Drawing, points: Sequence[Spot], side: MapSide, *, is_open: bool) -> None:
    """Draw a supply line by its side; beyond a cut a chain of rings, unlike any road."""
    if is_open:
        sheet.path(points, 1.9, colour_of(side), dash=(5.0, 2.4) if side.frame is Frame.OWN else (1.9, 1.7))
        return
    for x, y, _ in along(points, STARVED):
        sheet.disc(x, y, 1.15, 0.6, colour_of(side), WHITE)


def draw_marches(sheet: Drawing, view: SituationMap, layout: Layout) -> None:
    """Draw marches as lines with chevrons, unlike any leader. Those that begin in a part shown larger on another sheet
    are left to that sheet.
    """
    chart = layout.chart
    for march in view.marches:
        if any(box.has(chart.at(march.points[0])) for _, box, _ in layout.insets):
            continue
        side = view.sides[march.side]
        is_own = side.frame is Frame.OWN
        ink = colour_of(side)
        page = offset([chart.at(p) for p in march.points], 2 * SUPPLY_BESIDE)
        page = _shortened(page, 6.0)
        for piece in clipped(page, chart.frame.grown(4)):
            march_line(sheet, piece, ink, hollow=not is_own)
        if len(page) > 1:
            draw_arrow_head(sheet, page[-2], page[-1], ink, hollow=not is_own)


def march_line(sheet: Drawing, points: Sequence[Spot], ink: Colour, *, hollow: bool) -> None:
    """Draw the route of a march without its head: chevrons show its direction."""
    sheet.path(points, 0.9, ink, dash=(3.5, 1.6) if hollow else ())
    for x, y, turn in along(points, CHEVRONS):
        wings = [(x - 3.2 * cos(turn + way * 0.6), y - 3.2 * sin(turn + way * 0.6)) for way in (1, -1)]
        sheet.path([wings[0], (x, y), wings[1]], 0.9, ink)


def _shortened(points: list[Spot], by: float) -> list[Spot]:
    """Return the line without its last bit, so that an arrow stops before the place to which it points."""
    if len(points) < 2:
        return points
    (x1, y1), (x2, y2) = points[-2], points[-1]
    length = hypot(x2 - x1, y2 - y1)
    if length <= by * 1.5:
        return points
    share = (length - by) / length
    return [*points[:-1], (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)]


def draw_tables(sheet: Drawing, layout: Layout) -> None:
    """Draw the edges of the tables of battles."""
    for battle, _ in layout.battles:
        if battle.table is not None:
            corners = [layout.chart.at(p) for p in corners_of(battle.table)]
            sheet.path(corners, 0.7, INK, closed=True, dash=(6, 2, 1.2, 2))


# signs and names


def _draw_signs(sheet: Drawing, view: SituationMap, layout: Layout) -> None:
    chart = layout.chart
    for numbered in layout.numbered:
        draw_numbered(sheet, numbered)
    for place in layout.places:
        draw_place(sheet, chart.at(place.at), place)
    for _, _, name in layout.insets:
        if name is not None:
            write_name(sheet, view, layout, name, INK)
    for contact, mark, name in layout.contacts:
        del contact
        draw_contact(sheet, mark.middle)
        if name is not None:
            write_name(sheet, view, layout, name, INK)
    for cut, mark, name in layout.cuts:
        ink = colour_of(view.sides[cut.side])
        draw_cut(sheet, mark.middle, ink)
        if name is not None:
            write_name(sheet, view, layout, name, ink)
    for battle, area in layout.battles:
        draw_battle(sheet, area, battle.number)


def draw_numbered(sheet: Drawing, numbered: Numbered) -> None:
    """Draw a crossing or an obstacle with its number."""
    obstruction, middle = numbered.obstruction, numbered.mark.middle
    if isinstance(obstruction, MapCrossing):
        draw_crossing(sheet, middle, obstruction.state)
    else:
        draw_obstacle(sheet, middle, obstruction.kind, gapped=obstruction.is_gapped)
    if numbered.badge is not None:
        draw_badge(sheet, numbered.badge, numbered.number)


def write_name(sheet: Drawing, view: SituationMap, layout: Layout, name: Name, ink: Colour) -> None:
    """Draw a name, on a patch of ground where a line runs under it."""
    area, label = name.area, name.label
    if name.is_over:
        sheet.box(
            area.x, area.y + 0.6, area.wide, area.high - 0.8, fill=ground_at(view, layout, area.middle), round_by=1.5
        )
    y = area.y + (area.high - label.depth) / 2 + label.size * 0.93
    sheet.lines(area.x + 1, y, label, ink)


def ground_at(view: SituationMap, layout: Layout, spot: Spot) -> Colour:
    """Return the colour of the ground there: a zone's, water's, or the paper's."""
    chart = layout.chart
    for zone in view.zones:
        x, y = chart.at(zone.at)
        if hypot(x - spot[0], y - spot[1]) <= zone.radius_m * chart.scale:
            return tint(colour_of(view.sides[zone.side]), 0.1)
    return SEA if any(is_inside(water, spot) for water in layout.waters) else WHITE


def draw_tie(sheet: Drawing, name: Name) -> None:
    """Draw the line from a name to what it names, if there is one."""
    if name.tie is not None:
        sheet.line(*name.tie, 1.4, WHITE)
        sheet.line(*name.tie, 0.4, SECOND)


def draw_leader(sheet: Drawing, ink: Colour, spot: Spot, area: Area, *, at_place: bool) -> None:
    """Draw a leader from a tray to its units' position, without covering the dot of a place."""
    near = area.nearest(spot)
    away = dist(near, spot) or 1.0
    gap = min(DOT + 0.8, away) if at_place else 0.0
    start = spot[0] + (near[0] - spot[0]) * gap / away, spot[1] + (near[1] - spot[1]) * gap / away
    sheet.line(*start, *near, 1.8, WHITE)
    sheet.line(*start, *near, 0.6, ink)
    if not at_place:
        sheet.disc(*spot, 1.4, 0.5, WHITE, ink)


def draw_tray(sheet: Drawing, ink: Colour, tray: Tray, area: Area) -> None:
    """Draw the symbols of a tray in a frame."""
    draw_tray_frame(sheet, ink, area)
    for cell in tray.cells:
        draw(sheet, cell.unit.symbol, area.x + cell.across, area.y + cell.down, SIGN, ink)
        draw_captions(sheet, cell, area)


def draw_tray_frame(sheet: Drawing, ink: Colour, area: Area) -> None:
    sheet.box(area.x, area.y, area.wide, area.high, 0.5, ink, WHITE, 2.0)


def draw_captions(
    sheet: Drawing, cell: Cell, area: Area, draw_note: Callable[[Drawing, Spot, int], None] = draw_note_number
) -> None:
    """Draw what stands under a symbol in a tray at this area: its name, the age of the news, the note on its supply.

    ``draw_note``: draws the note, by its number; a picture without a list of notes marks it otherwise.
    """
    y = area.y + cell.down + SIGN + cell.foot
    for setting, words in ((cell.label, INK), (cell.age, SECOND)):
        if setting is not None:
            sheet.lines(area.x + cell.middle, y + setting.size * 0.9, setting, words, Side.MIDDLE)
            y += setting.depth
    if cell.unit.note:
        draw_note(sheet, (area.x + cell.middle, y + NOTE / 2 + 0.3), cell.unit.note)
