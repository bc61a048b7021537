"""The situation map as PDF and as SVG: both are drawn from one plan by one pen."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.values import dataclass, replace
from campaign.views.map.map import MapCrossing, MapObstacle, SituationMap
from campaign_reports.areas import Area
from campaign_reports.blocks import Block, fill_column, flow, left_over
from campaign_reports.document import Document, rendered
from campaign_reports.map_chart import Extent, chart_for
from campaign_reports.map_draw import draw_sheet
from campaign_reports.map_panel import blocks_of, notes_of, units_elsewhere
from campaign_reports.map_plan import Frames, MapSheet, framed_anew, plan_map, plan_whole
from campaign_reports.map_sheet import Layout
from campaign_reports.page import Paper, Part, Sheet
from campaign_reports.style import MM, REACHED, TEXT_WIDTH, TOP, UNDER_RULE
from campaign_reports.svg import compose_svg

HEAD = 13.6 * MM
GUTTER = 4 * MM
ROOM = 120.0
"""Width in points of every column of a panel, so that the overflow of one sheet can continue beside the next."""
PANEL = 43 * MM
"""Width of a panel beside the map."""
BELOW = 46 * MM
"""Height of a panel below the map, before its contents are known."""
LITTLE_SMALLER = 1.4
"""Greatest factor by which a map is made smaller to save a page of notes."""
MOST_BELOW = 0.42
"""Largest share of the page's height for the panel below the map."""


@rendered
def render_map(view: SituationMap, paper: Paper) -> Document:
    """Return the map on as many sheets as it takes, as PDF."""
    return Document(tuple(parts_of(view, paper)), (view,), running=True)


def render_map_svg(view: SituationMap, paper: Paper = Paper.A4) -> str:
    """Return the sheets of the map one below the other, as SVG."""
    return compose_svg(parts_of(view, paper), paper)


@dataclass(frozen=True, slots=True)
class Panelled:
    """A sheet with the contents of its panel, and the blocks without room there: those of the last sheet that need a
    page of their own.
    """

    sheet: MapSheet
    columns: tuple[Area, ...]
    blocks: tuple[Block, ...]
    lists: tuple[Block, ...] = ()


def parts_of(view: SituationMap, paper: Paper) -> list[Part]:
    """Return a part for each sheet, each turned so that it is largest."""
    return [_part(view, panelled) for panelled in panelled_sheets(view, paper)]


def panelled_sheets(view: SituationMap, paper: Paper) -> list[Panelled]:
    """Return the sheets of a map with their panels; notes on the whole map without room in one continue beside the
    next.
    """
    numbers = numbers_of(view)
    planned = plan_map(view, frames_on(paper), numbers)
    panels: list[Panelled] = []
    notes = notes_of(view, ROOM)
    if len(planned) > 1:
        shown = {id(unit) for sheet in planned[1:] for unit in sheet.content.units}
        notes += units_elsewhere(view, [unit for unit in view.units if id(unit) not in shown], ROOM)
    for n, sheet in enumerate(planned):
        first = planned[0].layout if n else None
        panel = _panelled(view, sheet, numbers, paper, notes, first)
        is_last = n == len(planned) - 1
        if is_last and panel.lists and not sheet.panel_below:
            # Sooner than a page for a few lines: the panel below the map, where it holds more.
            below = _panelled(view, replace(sheet, panel_below=True), numbers, paper, notes, first)
            smaller = below.sheet.layout.chart.one_in / sheet.layout.chart.one_in
            panel = panel if below.lists or smaller > LITTLE_SMALLER else below
        notes = list(panel.lists)
        panels.append(panel if is_last else replace(panel, lists=()))
    return panels


def _panelled(
    view: SituationMap,
    planned: MapSheet,
    numbers: dict[int, int],
    paper: Paper,
    notes: Sequence[Block],
    first: Layout | None,
) -> Panelled:
    """Return a sheet with its panel: its own blocks, then the notes; ``lists``: those without room. ``first``: the
    sheet of the whole, for the others.
    """
    sheet, own_blocks = planned, blocks_of(view, planned.layout, ROOM, first)
    if planned.panel_below:
        frame = content_area(paper, landscape=planned.landscape)
        tried = 0.0
        # A map that has become smaller may have more to say beside it: then the panel is measured once more.
        while (deep := _depth([*own_blocks, *notes], _columns_below(frame), frame.high * MOST_BELOW)) > tried:
            tried = deep
            sheet = framed_anew(view, planned, numbers, Area(frame.x, frame.y, frame.wide, frame.high - deep - GUTTER))
            own_blocks = blocks_of(view, sheet.layout, ROOM, first)
    columns = columns_of(sheet, paper)
    blocks = [*own_blocks, *notes]
    over = left_over(blocks, [column.high for column in columns])
    strays = max(0, len(over) - len(notes))
    lists = [replace(block, title=f"{block.title}, {name_of(sheet)}") for block in over[:strays]] + over[strays:]
    return Panelled(sheet, columns, tuple(blocks), tuple(lists))


def whole_layout(view: SituationMap, frame: Area) -> Layout | None:
    """Return the layout of the whole map in a frame of a page with other contents; None if there is none."""
    sheet = plan_whole(view, frame, numbers_of(view))
    return None if sheet is None else sheet.layout


def name_of(sheet: MapSheet) -> str:
    """Return the name of a sheet: ``sheet A``, ``overview``; empty for the only sheet."""
    return f"sheet {sheet.letter}" if sheet.letter else "overview" if sheet.layout.insets else ""


def _columns_below(area: Area) -> int:
    return int((area.wide + GUTTER) / (ROOM + GUTTER))


def _depth(blocks: Sequence[Block], columns: int, most: float) -> float:
    """Return the least height at which ``columns`` columns hold the blocks, or ``most`` if that is less."""
    deep = 24 * MM
    while deep < most and left_over(blocks, [deep] * columns):
        deep += 2 * MM
    return min(deep, most)


def numbers_of(view: SituationMap) -> dict[int, int]:
    """Return numbers of crossings and obstacles by their index in the view: from north to south, those of one waterway
    together.
    """
    crossings: Sequence[MapCrossing] = view.crossings
    obstacles: Sequence[MapObstacle] = view.obstacles
    top = {water: max(c.at[1] for c in crossings if c.waterway == water) for water in {c.waterway for c in crossings}}
    ordered = sorted(
        range(len(crossings)),
        key=lambda n: (-top[crossings[n].waterway], crossings[n].waterway, -crossings[n].at[1], n),
    )
    ordered += sorted(
        range(len(crossings), len(crossings) + len(obstacles)), key=lambda n: (-obstacles[n - len(crossings)].at[1], n)
    )
    return {index: number for number, index in enumerate(ordered, 1)}


def content_area(paper: Paper, *, landscape: bool) -> Area:
    """Return the area between head and foot, as ``Sheet`` leaves it."""
    across, down = paper.size
    width, height = (down, across) if landscape else (across, down)
    room = width - 20 * MM if landscape else TEXT_WIDTH
    top = TOP + HEAD + 3 * MM
    return Area((width - room) / 2, top, room, height - REACHED - UNDER_RULE - 3 * MM - top)


def frames_on(paper: Paper) -> Frames:
    """Return the choice of page and panel that shows a piece of map at the largest scale. A part has its panel beside
    the map: the notes, which continue there, would leave it less room from below.
    """

    def choose(extent: Extent, is_part: bool) -> tuple[bool, bool, Area]:
        result = []
        for landscape in (False, True):
            area = content_area(paper, landscape=landscape)
            beside = Area(area.x, area.y, area.wide - PANEL - GUTTER, area.high)
            above = Area(area.x, area.y, area.wide, area.high - BELOW - GUTTER)
            result += [(landscape, False, beside), *([] if is_part else [(landscape, True, above)])]
        return min(result, key=lambda choice: (chart_for(extent, choice[2]).one_in, choice[0], choice[1]))

    return choose


def columns_of(sheet: MapSheet, paper: Paper) -> tuple[Area, ...]:
    """Return the columns of the panel: one beside the map, or several below it."""
    frame, area = sheet.layout.chart.frame, content_area(paper, landscape=sheet.landscape)
    if not sheet.panel_below:
        return (Area(frame.right + GUTTER, frame.y, area.right - frame.right - GUTTER, frame.high),)
    count = _columns_below(area)
    wide = (area.wide - GUTTER * (count - 1)) / count
    top = frame.low + GUTTER
    return tuple(Area(area.x + n * (wide + GUTTER), top, wide, area.low - top) for n in range(count))


def _part(view: SituationMap, panelled: Panelled) -> Part:
    sheet, mast = panelled.sheet, view.masthead
    name = name_of(sheet)
    subtitle = " \N{MIDDLE DOT} ".join(word for word in (mast.subtitle, name) if word)
    title = f"{mast.title}, {name}" if name else mast.title
    return Part(
        replace(mast, subtitle=subtitle),
        lambda page: _paint(page, view, panelled),
        landscape=sheet.landscape,
        name=title,
    )


def _paint(page: Sheet, view: SituationMap, panelled: Panelled) -> None:
    page.begin()
    draw_sheet(page, view, panelled.sheet.layout)
    rest = list(panelled.blocks)
    for area in panelled.columns:
        if rest:
            _, rest = fill_column(page, area.x, area.y, ROOM, area.low, rest)
    if panelled.lists:
        top = page.turn() + 4 * MM
        flow(
            page,
            top,
            panelled.lists,
            columns=len(panelled.columns) if len(panelled.columns) > 1 else 4,
            gutter=GUTTER,
            low=page.low,
        )
